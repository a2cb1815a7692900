// Ground and sky, behind everything: a calm plane with a faint grid that fades into the horizon.

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

fn grid_line(p: vec2<f32>, spacing: f32) -> f32 {
    let cell = p / spacing;
    let width = max(fwidth(cell), vec2<f32>(1e-6));
    let d = abs(fract(cell - 0.5) - 0.5) / width;
    let fade = 1.0 - smoothstep(0.15, 0.5, max(width.x, width.y));
    return (1.0 - smoothstep(0.2, 1.2, min(d.x, d.y))) * fade;
}

@fragment
fn backdrop(in: Backdrop) -> @location(0) vec4<f32> {
    // At infinity (depth 0) the homogeneous point is a direction.
    let direction = normalize((view.world_from_clip * vec4<f32>(in.ndc, 0.0, 1.0)).xyz);
    let above = sky(direction);
    let down = min(direction.y, -1e-5);
    let p = view.eye.xyz + direction * (-view.eye.y / down);
    let side = view.ground.w;
    let lines = max(grid_line(p.xz, side * 0.25) , 0.5 * grid_line(p.xz, side * 0.05));
    var ground = mix(view.ground.rgb, view.grid.rgb, lines * view.grid.w);
    let from_city = length(p.xz) / side;
#ifdef FULL
    let reach = 2.5;
#else
    let reach = 0.85;
#endif
    if from_city < reach {
        ground = lit(ground, vec3<f32>(p.x, 0.0, p.z), vec3<f32>(0.0, 1.0, 0.0), in.clip.xy);
    } else {
        ground = ground * (SKY_LIGHT + SUN_LIGHT);
    }
    let faded = mix(ground, view.horizon.rgb, smoothstep(0.9, 3.2, from_city));
    return vec4<f32>(select(faded, above, direction.y > -1e-5), 1.0);
}
