// The city seen from straight above, as heights: light and shade read it. One quad per box, then ever coarser levels.

struct Roof {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) height_and_opacity: vec2<f32>,
}

@vertex
fn roof_vertex(@builtin(vertex_index) index: u32) -> Roof {
    let id = index / 6u;
    let b = boxes[id];
    let t = view.eye.w;
    let corner = vec2<f32>(f32((0x34u >> (index % 6u)) & 1u), f32((0x2au >> (index % 6u)) & 1u)) * 2.0 - 1.0;
    let p = b.center + corner * mix(b.half_before, b.half_now, t);
    let height = mix(b.height_before, b.height_now, t);
    let opacity = mix(f32(b.color_before >> 24u), f32(b.color_now >> 24u), t) / 255.0;
    let on_map = (p - view.map.xy) * view.map.z;
    var out: Roof;
    out.clip = vec4<f32>(on_map.x * 2.0 - 1.0, 1.0 - on_map.y * 2.0, 0.5, 1.0);
    // What can hardly be seen casts no shade.
    if opacity < 0.02 {
        out.clip = vec4<f32>(2.0, 2.0, 0.5, 1.0);
    }
    // Slabs cast no shade: between glass and the slab beside it height and opacity are averaged, and an opaque slab
    // would make the edge of glass as dark as stone.
    // Glass takes far less light than it shows: squared, so that the floor below a ghost is no dark pit.
    out.height_and_opacity = vec2<f32>(b.base + height, select(opacity * opacity, 0.0, (b.flags & SLAB) != 0u));
    return out;
}

@fragment
fn roof_fragment(in: Roof) -> @location(0) vec4<f32> {
    return vec4<f32>(in.height_and_opacity, 0.0, 0.0);
}
