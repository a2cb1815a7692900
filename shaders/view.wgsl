// What every shader of the city knows: the camera, the light, the theme.
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
    // Shallow water around the city; w: its strength
    shore: vec4<f32>,
    // xy: corner of the height map (world x, z), z: 1 / side of the map, w: metres per texel
    map: vec4<f32>,
    // xy: viewport in pixels, z: tallest building in metres, w: strength of outlines
    screen: vec4<f32>,
    // x: how many powers the value shown is of the side of a building, y: binary digits from one unit of the value to the
    // next (thousand, KiB), z: height of the districts' top, w: metres per texel of the map of light
    facade: vec4<f32>,
    // x: share of the buildings that is drawn, per square metre of one at a distance of one metre, y: the least share
    detail: vec4<f32>,
    // x: selected box, y: box under the pointer, z: 1 in the light theme, w: 1 where walls have rings
    marks: vec4<u32>,
}

@group(0) @binding(0) var<uniform> view: View;

fn linear_from_srgb(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3<f32>(2.4)), c / 12.92, c <= vec3<f32>(0.04045));
}

fn sky(above_horizon: f32) -> vec3<f32> {
    let up = clamp(above_horizon * 1.7, 0.0, 1.0);
    return mix(view.horizon.rgb, view.zenith.rgb, sqrt(up));
}

// What lies beyond the middle of the city fades a little into the horizon, however far away the camera is: 1 is clear.
fn clearness(p: vec3<f32>) -> f32 {
    let d = max(length(p - view.eye.xyz) - length(view.eye.xyz), 0.0) * view.horizon.w;
    return exp(-d * d);
}
