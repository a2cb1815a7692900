// Buildings and district slabs: boxes made in the vertex shader from one record each.
//
// A box is seen from one corner: for each axis one side is near the camera and one is far. Corner c of 0..7 has bit r
// set when it lies on the near side of the r-th axis; the axes are ranked so that those whose near side does not face
// the camera (it stands within the box's extent) come first. With the faces indexed in the order far 0..2, near 0..2,
// every back face is therefore drawn before every front face, which is what glass needs, and solid boxes draw only
// the near three. Each face's first (provoking) corner belongs to it alone, so seven or eight vertices carry a box.

struct Box {
    center: vec2<f32>,
    base: f32,
    flags: u32,
    half_before: vec2<f32>,
    height_before: f32,
    color_before: u32,
    half_now: vec2<f32>,
    height_now: f32,
    color_now: u32,
}

@group(1) @binding(0) var<storage, read> boxes: array<Box>;
@group(1) @binding(1) var<storage, read> order: array<u32>;

const SLAB: u32 = 1u;
const SELECTED: u32 = 2u;
const MARKED_LOT: u32 = 4u;
const BLOCK: u32 = 8u;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    // metres from the center of the box
    @location(0) from_center: vec3<f32>,
    @location(1) @interpolate(flat) center: vec3<f32>,
    @location(2) @interpolate(flat) extent: vec3<f32>,
    @location(3) @interpolate(flat) color: vec4<f32>,
    // bits 0..1: axis of the face, bit 2: positive side, bit 3: turned away, bit 4: under the pointer, bits 8..: flags
    @location(4) @interpolate(flat) face: u32,
}

// The local axis and side (near 4) of the face that each corner provokes; 0 and 7 provoke none.
const FACE_OF_CORNER = array<u32, 8>(0u, 4u, 5u, 2u, 6u, 1u, 0u, 0u);

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let id = order[index >> 3u];
    let corner = index & 7u;
    let b = boxes[id];
    let t = view.eye.w;
    let height = mix(b.height_before, b.height_now, t);
    let footprint = mix(b.half_before, b.half_now, t);
    let extent = vec3<f32>(footprint.x, 0.5 * height, footprint.y);
    let center = vec3<f32>(b.center.x, b.base + extent.y, b.center.y);

    let to_eye = view.eye.xyz - center;
    let near = vec3<f32>(select(-1.0, 1.0, to_eye.x >= 0.0), 1.0, select(-1.0, 1.0, to_eye.z >= 0.0));
    let faces_eye = to_eye * near > extent;
    let key = vec3<u32>(select(0u, 3u, faces_eye.x), select(1u, 4u, faces_eye.y), select(2u, 5u, faces_eye.z));
    let rank = vec3<u32>(
        u32(key.y < key.x) + u32(key.z < key.x),
        u32(key.x < key.y) + u32(key.z < key.y),
        u32(key.x < key.z) + u32(key.y < key.z),
    );
    let is_near = (vec3<u32>(corner) >> rank) & vec3<u32>(1u);
    let side = near * (vec3<f32>(is_near) * 2.0 - 1.0);

    let local_face = FACE_OF_CORNER[corner];
    let local_axis = local_face & 3u;
    var axis = 2u;
    if rank.x == local_axis {
        axis = 0u;
    } else if rank.y == local_axis {
        axis = 1u;
    }
    let face_is_near = local_face >= 4u;
    let positive = (near[axis] > 0.0) == face_is_near;
    let turned_away = !(face_is_near && faces_eye[axis]);

    var out: Corner;
    out.from_center = side * extent;
    out.clip = view.clip_from_world * vec4<f32>(center + out.from_center, 1.0);
    out.center = center;
    out.extent = extent;
    let color = mix(unpack4x8unorm(b.color_before), unpack4x8unorm(b.color_now), t);
    out.color = vec4<f32>(linear_from_srgb(color.rgb), color.a);
    out.face = axis | (u32(positive) << 2u) | (u32(turned_away) << 3u) | (u32(id == view.marks.y) << 4u) | (b.flags << 8u);
    return out;
}

#ifdef SHADED
// Storeys of 3 metres, so that a wall near by shows how large it is.
const STOREY: f32 = 3.0;

// Light on a wall: it gathers dust and shade at its foot, and storeys show where there is room for them.
fn wall(in: Corner) -> f32 {
    let above = in.from_center.y + in.extent.y;
    let foot = 1.1 * min(min(in.extent.x, in.extent.z), in.extent.y);
    var light = mix(0.62, 1.0, smoothstep(0.0, 1.0, above / max(foot, 1e-6)));
#ifdef FULL
    let storeys = above / STOREY;
    let per_pixel = max(fwidth(storeys), 1e-6);
    let line = 1.0 - smoothstep(0.4, 1.3, abs(fract(storeys + 0.5) - 0.5) / per_pixel);
    light *= 1.0 - 0.10 * line * smoothstep(0.5, 2.0, above) * (1.0 - smoothstep(0.04, 0.12, per_pixel));
#endif
    return light;
}

// Distance to the nearest edge of the face in logical pixels (x), and how many the smaller side of the face has (y).
fn edges(in: Corner, axis: u32) -> vec2<f32> {
    let to_edge = in.extent - abs(in.from_center);
    let per_pixel = max(fwidth(in.from_center) * view.zenith.w, vec3<f32>(1e-9));
    var pixels = to_edge / per_pixel;
    var sizes = 2.0 * in.extent / per_pixel;
    pixels[axis] = 1e9;
    sizes[axis] = 1e9;
    return vec2<f32>(min(pixels.x, min(pixels.y, pixels.z)), min(sizes.x, min(sizes.y, sizes.z)));
}

// Slanting lines: several things in one box. They are as far apart on the screen, whatever its size.
fn hatch(in: Corner, axis: u32) -> f32 {
    let p = in.from_center;
    var along = p.x + p.z;
    if axis == 0u {
        along = p.z + p.y;
    } else if axis == 2u {
        along = p.x + p.y;
    }
    let per_pixel = max(fwidth(along) * view.zenith.w, 1e-6);
    // Steps of powers of two: lines come and go in pairs as the camera comes near.
    let step = exp2(ceil(log2(per_pixel * 7.0)));
    let away = abs(fract(along / step) - 0.5) * step / per_pixel;
    return 1.0 - smoothstep(0.9, 2.0, away);
}

// 1 beside an outline, on large faces only.
fn just_inside(e: vec2<f32>) -> f32 {
    return smoothstep(1.0, 1.8, e.x) * (1.0 - smoothstep(2.0, 3.4, e.x)) * smoothstep(14.0, 40.0, e.y);
}

fn normal_of(face: u32) -> vec3<f32> {
    var n = vec3<f32>(0.0);
    n[face & 3u] = select(-1.0, 1.0, (face & 4u) != 0u);
    return n;
}

struct Face {
    // lit colour, before edges
    fill: vec3<f32>,
    edge: vec3<f32>,
    // 0..1
    edge_strength: f32,
    // as `edges` tells
    edges: vec2<f32>,
}

fn face_of(in: Corner) -> Face {
    let axis = in.face & 3u;
    let n = normal_of(in.face);
    let p = in.center + in.from_center;
    let flags = in.face >> 8u;
    let e = edges(in, axis);
    var albedo = in.color.rgb;
    if (in.face & 16u) != 0u {
        albedo = mix(albedo, vec3<f32>(1.0), 0.18);
    }
    var out: Face;
    out.edges = e;
    out.fill = lit(albedo, p, n, in.clip.xy);
    if (flags & SLAB) != 0u {
        // A thin light rim around the slab's top, and a darker side.
        out.edge = mix(albedo, vec3<f32>(1.0), 0.28) * select(0.9, 0.75, view.marks.z != 0u);
        out.edge_strength = (1.0 - smoothstep(0.6, 1.8, e.x)) * smoothstep(6.0, 40.0, e.y) * 0.8;
        if axis != 1u {
            out.edge_strength = 0.0;
        }
    } else {
        if axis != 1u {
            out.fill *= wall(in);
        }
        if (flags & BLOCK) != 0u {
            out.fill *= 1.0 - 0.38 * hatch(in, axis);
        }
        // Dark outlines, thinner than a pixel far away: small boxes keep the tone of their colour.
        out.edge = albedo * 0.16;
        out.edge_strength = (1.0 - smoothstep(0.35, 1.45, e.x)) * smoothstep(3.0, 22.0, e.y) * view.screen.w;
        // A bevel catches light along the roof's edge, just inside the outline.
        if axis == 1u {
            let bevel = just_inside(e);
            out.fill = out.fill * (1.0 + 0.35 * bevel) + 0.03 * bevel;
        }
    }
    if (in.face & 16u) != 0u || (flags & SELECTED) != 0u {
        let bright = (1.0 - smoothstep(1.2, 2.4, e.x)) * smoothstep(2.0, 8.0, e.y);
        if bright >= out.edge_strength {
            out.edge = mix(albedo, vec3<f32>(1.0), 0.75);
            out.edge_strength = bright;
        }
    }
    return out;
}

@fragment
fn solid(in: Corner) -> @location(0) vec4<f32> {
    let f = face_of(in);
    return vec4<f32>(hazed(mix(f.fill, f.edge, f.edge_strength), in.center + in.from_center), 1.0);
}

// Glass: two layers, the far side and the near side, together as opaque as the setting says. Outlines stay at 0 %.
@fragment
fn glass(in: Corner) -> @location(0) vec4<f32> {
    let f = face_of(in);
    // The bottom lies in the plane of the slab it stands on: drawn, the two would fight for every pixel.
    if (in.face & 7u) == 1u {
        return vec4<f32>(0.0);
    }
    let away = (in.face & 8u) != 0u;
    let layer = 1.0 - sqrt(1.0 - clamp(in.color.a, 0.0, 1.0));
    let dark = view.marks.z == 0u;
    // On dark ground an outline darker than the ground would vanish: glass has light edges there, dark ones by day.
    var line = mix(in.color.rgb, select(vec3<f32>(0.02), vec3<f32>(0.75), dark), 0.35);
    var line_alpha = f.edge_strength * select(0.55, 0.22, away);
    let flags = in.face >> 8u;
    if (flags & (SELECTED | MARKED_LOT)) != 0u || (in.face & 16u) != 0u {
        line = f.edge;
        line_alpha = f.edge_strength;
    }
    var alpha = mix(layer, 1.0, line_alpha);
    var color = mix(f.fill * layer, line, line_alpha) / max(alpha, 1e-4);
    if !dark && !away {
        // By day a ghost stands before white paper and before dark slabs: its dark edge has a light one beside it.
        let gleam = 0.4 * just_inside(f.edges) * view.screen.w;
        color = mix(color * alpha, vec3<f32>(0.8), gleam) / max(mix(alpha, 1.0, gleam), 1e-4);
        alpha = mix(alpha, 1.0, gleam);
    }
    return vec4<f32>(hazed(color, in.center + in.from_center), alpha);
}
#endif
