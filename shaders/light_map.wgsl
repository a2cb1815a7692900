// The light that arrives on the ground and on the roofs, seen from straight above: made once for each state of the city, so
// that a picture costs one read of it per pixel.

struct Texel {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn light_vertex(@builtin(vertex_index) index: u32) -> Texel {
    let uv = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Texel;
    out.clip = vec4<f32>(uv * vec2<f32>(2.0, -2.0) + vec2<f32>(-1.0, 1.0), 0.5, 1.0);
    out.uv = uv;
    return out;
}

fn light_on(p: vec3<f32>) -> vec2<f32> {
    let up = vec3<f32>(0.0, 1.0, 0.0);
    let open = 1.0 - closed_in(p, up);
    return vec2<f32>(sunlight(p, up, 40.0, 0.5), open);
}

@fragment
fn light(in: Texel) -> @location(0) vec4<f32> {
    let p = view.map.xy + in.uv / view.map.z;
    // Beside a roof its light goes on, so that its edge is not mixed with the shade below.
    let near = 0.5 * view.facade.w;
    var roof = 0.0;
    var covered = 1.0;
    for (var i = 0u; i < 4u; i += 1u) {
        let step = vec2<f32>(f32(i & 1u), f32(i >> 1u)) * 2.0 - 1.0;
        let h = height_at(p + step * near, 0.0);
        roof = max(roof, select(0.0, h.x, h.y > 0.0));
        covered = min(covered, h.y);
    }
    // Below what is solid nobody sees the ground.
    var ground = vec2<f32>(0.0);
    if covered < 0.99 {
        ground = light_on(vec3<f32>(p.x, view.facade.z, p.y));
    }
    if roof <= view.facade.z {
        return vec4<f32>(ground, ground);
    }
    return vec4<f32>(ground, light_on(vec3<f32>(p.x, roof, p.y)));
}
