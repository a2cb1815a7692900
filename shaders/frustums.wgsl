// Reference frustums: truncated cones between two buildings, or tubes on a way of their own, softly glowing,
// growing out of the selection.

struct Cone {
    at_selection: vec3<f32>,
    radius_selection: f32,
    at_partner: vec3<f32>,
    radius_partner: f32,
    color: vec4<f32>,
    // The rings at both ends, and where on the whole way this piece begins and ends.
    across_selection: vec3<f32>,
    begins: f32,
    over_selection: vec3<f32>,
    ends: f32,
    across_partner: vec3<f32>,
    padding: f32,
    over_partner: vec3<f32>,
    padding_2: f32,
}

@group(1) @binding(0) var<storage, read> cones: array<Cone>;

const SEGMENTS: u32 = 24u;
const TURN: f32 = 6.28318530718;

struct Side {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    // 0 at the selection, 1 at the partner
    @location(2) along: f32,
    @location(3) @interpolate(flat) color: vec4<f32>,
    // 1 while the near side is drawn
    @location(4) @interpolate(flat) near_side: u32,
}

@vertex
fn cone_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Side {
    let c = cones[instance];
    // The far side first, then the near side: glass, seen from every angle.
    let segment = (index / 6u) % SEGMENTS;
    let corner = index % 6u;
    let next = (0x34u >> corner) & 1u;
    let end = f32((0x2au >> corner) & 1u);
    let angle = TURN * f32(segment + next) / f32(SEGMENTS);
    let grown = clamp((view.sun.w - c.begins) / max(c.ends - c.begins, 1e-6), 0.0, 1.0);
    let reach = end * grown;
    let radius = mix(c.radius_selection, c.radius_partner, reach);
    let across = mix(c.across_selection, c.across_partner, reach);
    let over = mix(c.over_selection, c.over_partner, reach);
    let out_of = normalize(across * cos(angle) + over * sin(angle));
    var out: Side;
    out.world = mix(c.at_selection, c.at_partner, reach) + out_of * radius;
    out.clip = view.clip_from_world * vec4<f32>(out.world, 1.0);
    out.normal = out_of;
    out.along = mix(c.begins, c.ends, reach);
    out.color = c.color;
    out.near_side = index / (6u * SEGMENTS);
    return out;
}

// How much of what is at `p` arrives at the eye through the glass buildings between. Glass is drawn before the frustums
// and leaves no depth; but the height map knows what stands where, and how opaque it is.
fn through_glass(p: vec3<f32>) -> f32 {
    let way = view.eye.xyz - p;
    // Above the tallest building nothing stands between.
    let reach = clamp((view.screen.z - p.y) / max(way.y, 1e-6), 0.0, 1.0);
    let steps = 28.0;
    var arrives = 1.0;
    var inside = false;
    for (var i = 1.0; i <= steps; i += 1.0) {
        let at = p + way * (reach * i / steps);
        let h = height_at(at.xz, 0.0);
        // What is solid hides by its depth; at its edges the map mixes it with the ground.
        let glass = at.y < h.x && h.y > 0.01 && h.y < 0.95;
        if glass && !inside {
            arrives *= 1.0 - h.y;
        }
        inside = glass;
    }
    return arrives;
}

@fragment
fn cone(in: Side) -> @location(0) vec4<f32> {
    let to_eye = normalize(view.eye.xyz - in.world);
    let turned = dot(normalize(in.normal), to_eye);
    if (turned > 0.0) != (in.near_side == 1u) {
        discard;
    }
    let facing = abs(turned);
    // Bright along the middle, soft at the silhouette; a little light from above gives it form.
    let core = smoothstep(0.0, 0.55, facing);
    let form = 0.82 + 0.18 * in.normal.y;
    let color = in.color.rgb * form * (1.0 + 0.55 * pow(facing, 6.0));
    let side = select(vec2<f32>(0.55, 0.5), vec2<f32>(1.0, 0.9), in.near_side == 1u);
    let seen = mix(view.horizon.rgb, color * side.x, clearness(in.world));
    return vec4<f32>(seen, in.color.a * side.y * mix(0.25, 1.0, core) * through_glass(in.world));
}
