// What every shader of the city knows: the camera, the light, the theme, and the height map of the city.
// Spaces: world is x right, y up, z south, in metres. Colours are linear.

struct View {
    clip_from_world: mat4x4<f32>,
    world_from_clip: mat4x4<f32>,
    // xyz: camera, w: progress of the transition between two points, 0..1
    eye: vec4<f32>,
    // xyz: direction to the sun, w: how far the frustums have grown from the selection, 0..1
    sun: vec4<f32>,
    // w: picture pixels per logical pixel
    zenith: vec4<f32>,
    // w: haze per metre
    horizon: vec4<f32>,
    // w: side of the city in metres
    ground: vec4<f32>,
    // w: strength of the grid lines
    grid: vec4<f32>,
    // xy: corner of the height map (world x, z), z: 1 / side of the map, w: metres per texel
    map: vec4<f32>,
    // xy: viewport in pixels, z: tallest building in metres, w: strength of outlines
    screen: vec4<f32>,
    // x: selected box, y: box under the pointer, z: 1 in the light theme
    marks: vec4<u32>,
}

@group(0) @binding(0) var<uniform> view: View;

#ifdef SHADED
@group(2) @binding(0) var height_map: texture_2d<f32>;
@group(2) @binding(1) var height_sampler: sampler;

// x: height of what stands there in metres, y: how opaque the building there is, 0 without one
fn height_at(p: vec2<f32>, lod: f32) -> vec2<f32> {
    return textureSampleLevel(height_map, height_sampler, (p - view.map.xy) * view.map.z, lod).xy;
}

// How much of the sky is hidden by what stands around: 0 open, 1 closed in. Reads ever coarser levels of the height
// map at ever larger radii; each tells how far the surroundings rise above the point.
fn closed_in(p: vec3<f32>, n: vec3<f32>) -> f32 {
    var sum = 0.0;
    var weights = 0.0;
#ifdef FULL
    for (var lod = 1.0; lod < 6.5; lod += 1.0) {
        let radius = view.map.w * exp2(lod);
        let h = height_at(p.xz + n.xz * radius * 1.2, lod);
        let rise = max(h.x - p.y - radius * 0.1, 0.0) * h.y / radius;
        sum += rise / (rise + 1.0);
        weights += 1.0;
    }
    return sum / weights;
#else
    let radius = view.map.w * 8.0;
    let h = height_at(p.xz + n.xz * radius * 1.2, 3.0);
    let rise = max(h.x - p.y - radius * 0.1, 0.0) * h.y / radius;
    return 0.6 * rise / (rise + 1.0);
#endif
}

#ifdef FULL
// How much of the sun arrives: 0 shadow, 1 lit. Walks the height map towards the sun; the cone widens on the way, so
// that shadows are sharp at the foot of a wall and soft at their end.
fn sunlight(p: vec3<f32>, n: vec3<f32>, pixel: vec2<f32>) -> f32 {
    let facing = dot(n, view.sun.xyz);
    if facing <= 0.0 {
        return 0.0;
    }
    let start = p + n * view.map.w * 1.5;
    let longest = min(max(view.screen.z - start.y, 0.0) / view.sun.y, view.ground.w * 1.5);
    let noise = fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
    var lit = 1.0;
    let steps = 44.0;
    for (var i = 0.0; i < steps; i += 1.0) {
        let along = (i + 0.1 + 0.85 * noise) / steps;
        let t = longest * along * along + view.map.w * 0.7;
        let at = start + view.sun.xyz * t;
        let softness = t * 0.045 + view.map.w * 0.75;
        let h = height_at(at.xz, max(log2(softness / view.map.w), 0.0));
        let covered = clamp((h.x - at.y) / softness + 0.5, 0.0, 1.0) * h.y;
        lit = min(lit, 1.0 - covered);
        if lit < 0.02 {
            break;
        }
    }
    return lit;
}
#endif

const SKY_LIGHT: vec3<f32> = vec3<f32>(0.40, 0.415, 0.45);
const SUN_LIGHT: vec3<f32> = vec3<f32>(0.60, 0.585, 0.55);

// A roof in full light keeps its colour exactly, so that it matches the legend; everything else is darker.
fn lit(albedo: vec3<f32>, p: vec3<f32>, n: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let open = 1.0 - closed_in(p, n);
    let sun_share = max(dot(n, view.sun.xyz), 0.0) / view.sun.y;
#ifdef FULL
    let sun = sun_share * sunlight(p, n, pixel);
#else
    let sun = sun_share * mix(0.55, 1.0, open);
#endif
    let sky = mix(0.62, 1.0, clamp(n.y, 0.0, 1.0)) * open * open;
    return albedo * (SKY_LIGHT * sky + SUN_LIGHT * sun * mix(0.8, 1.0, open));
}
#endif

fn linear_from_srgb(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3<f32>(2.4)), c / 12.92, c <= vec3<f32>(0.04045));
}

fn sky(direction: vec3<f32>) -> vec3<f32> {
    let up = clamp(direction.y * 1.6, 0.0, 1.0);
    return mix(view.horizon.rgb, view.zenith.rgb, sqrt(up));
}

// What lies beyond the middle of the city fades a little into the horizon, however far away the camera is.
fn hazed(color: vec3<f32>, p: vec3<f32>) -> vec3<f32> {
    let d = max(length(p - view.eye.xyz) - length(view.eye.xyz), 0.0) * view.horizon.w;
    return mix(view.horizon.rgb, color, exp(-d * d));
}
