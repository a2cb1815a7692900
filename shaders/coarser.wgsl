// One level of the height map from the next finer one: four bilinear reads make a 4 x 4 tent.

@group(0) @binding(0) var finer: texture_2d<f32>;
@group(0) @binding(1) var finer_sampler: sampler;

struct Screen {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn screen_vertex(@builtin(vertex_index) index: u32) -> Screen {
    let uv = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Screen;
    out.clip = vec4<f32>(uv * vec2<f32>(2.0, -2.0) + vec2<f32>(-1.0, 1.0), 0.5, 1.0);
    out.uv = uv;
    return out;
}

@fragment
fn coarser(in: Screen) -> @location(0) vec4<f32> {
    let texel = 1.0 / vec2<f32>(textureDimensions(finer, 0));
    var sum = vec4<f32>(0.0);
    for (var i = 0u; i < 4u; i += 1u) {
        let step = vec2<f32>(f32(i & 1u), f32(i >> 1u)) * 2.0 - 1.0;
        sum += textureSampleLevel(finer, finer_sampler, in.uv + step * texel, 0.0);
    }
    return sum * 0.25;
}
