// Water and sky, behind everything: a still plane that fades into the horizon.

// The water ends so many sides of the city from its middle, and the sky begins there: the horizon is nearer and lower than
// that of an endless plane, so that a picture of the city has it.
const WATER_ENDS: f32 = 1.7;

struct Backdrop {
    @builtin(position) clip: vec4<f32>,
    @location(0) ndc: vec2<f32>,
}

@vertex
fn backdrop_vertex(@builtin(vertex_index) index: u32) -> Backdrop {
    let uv = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Backdrop;
    // Depth 0 is infinitely far (reversed depth).
    out.ndc = uv * 2.0 - 1.0;
    out.clip = vec4<f32>(out.ndc, 0.0, 1.0);
    return out;
}

@fragment
fn backdrop(in: Backdrop) -> @location(0) vec4<f32> {
    // At infinity (depth 0) the homogeneous point is a direction.
    let direction = normalize((view.world_from_clip * vec4<f32>(in.ndc, 0.0, 1.0)).xyz);
    let end = length(view.eye.xz) + WATER_ENDS * view.ground.w;
    let horizon = -view.eye.y / length(vec2<f32>(view.eye.y, end));
    if direction.y > min(horizon, -1e-5) {
        return vec4<f32>(sky(direction.y - horizon), 1.0);
    }
    let p = (view.eye.xyz - direction * (view.eye.y / direction.y)).xz;
    let side = view.ground.w;
    let reach = 0.5 / view.map.z;
    var water = view.ground.rgb;
    // The shore: shallow water, brighter around the city, and the city's own shade on it.
    let off = max(abs(p) - vec2<f32>(0.5 * side), vec2<f32>(0.0));
    let from_shore = length(off) / side;
    water = mix(water, view.shore.rgb, view.shore.w * exp(-from_shore * 9.0));
    let inside = max(abs(p.x), abs(p.y));
    if inside < reach {
        let light = mix(light_at(p).xy, vec2<f32>(1.0), smoothstep(0.9 * reach, reach, inside));
        water *= mix(0.45, 1.0, light.x) * light.y * (1.0 - 0.4 * exp(-from_shore * 90.0));
    }
    // The flatter the look, the more sky is in the water; the rim of the world is all haze.
    let grazing = 1.0 + direction.y;
    let mirrored = grazing * grazing * grazing * grazing;
    // Less than all of it, or nobody would see where the sky begins.
    let far = 0.7 * smoothstep(0.6, WATER_ENDS, length(p) / side);
    return vec4<f32>(mix(water, view.horizon.rgb, max(mirrored * 0.75, far)), 1.0);
}
