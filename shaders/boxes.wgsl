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
    storeys_before: u32,
    storeys_now: u32,
}

@group(1) @binding(0) var<storage, read> boxes: array<Box>;
@group(1) @binding(1) var<storage, read> order: array<u32>;

const SLAB: u32 = 1u;
const SELECTED: u32 = 2u;
const MARKED_LOT: u32 = 4u;
const BLOCK: u32 = 8u;
const PEAK: u32 = 16u;
const PULSE: u32 = 32u;
const KEPT: u32 = 64u;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    // metres from the center of the box
    @location(0) from_center: vec3<f32>,
    @location(1) @interpolate(flat) center: vec3<f32>,
    @location(2) @interpolate(flat) extent: vec3<f32>,
    @location(3) @interpolate(flat) color: vec4<f32>,
    // bits 0..1: axis of the face, bit 2: positive side, bit 3: turned away, bit 4: under the pointer, bits 8..: flags
    @location(4) @interpolate(flat) face: u32,
    // shares of the height that have stood for long, ascending
    @location(5) @interpolate(flat) storeys: vec3<f32>,
    // how little haze lies before it, 1 is none
    @location(6) clear: f32,
    // of a wall: how far what stands before it rises above its foot
    @location(7) @interpolate(flat) rise: f32,
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
    let center = vec3<f32>(b.center.x, b.base + 0.5 * height, b.center.y);

    let to_eye = view.eye.xyz - center;
    // Where not all can be seen, those that are drawn stand for all.
    let size = 4.0 * footprint.x * footprint.y + 2.0 * height * max(footprint.x, footprint.y);
    let share = clamp(size * view.detail.x / dot(to_eye, to_eye), view.detail.y, 1.0);
    let grown = select(inverseSqrt(share), 1.0, (b.flags & (SLAB | KEPT | BLOCK | MARKED_LOT | PEAK)) != 0u);
    let extent = vec3<f32>(footprint.x * grown, 0.5 * height, footprint.y * grown);
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
    out.storeys = mix(unpack4x8unorm(b.storeys_before), unpack4x8unorm(b.storeys_now), t).xyz;
    out.clear = clearness(center + out.from_center);
#ifdef SHADED
    // Once for a wall, from its middle: read for each pixel it costs a quarter of the picture.
    if axis != 1u && !turned_away {
        var n = vec2<f32>(0.0);
        n[axis >> 1u] = select(-1.0, 1.0, positive);
        out.rise = rise_before(center.xz + n * extent.xz, n, b.base);
    }
#endif
    out.face = axis | (u32(positive) << 2u) | (u32(turned_away) << 3u) | (u32(id == view.marks.y) << 4u) | (b.flags << 8u);
    return out;
}

#ifdef SHADED
// Rings around a wall where the value shown passes 1, 10, 100 ... thousands, KiB and so on, thinner ones at 2 and 5: a wall tells
// what it stands for, at the same heights everywhere.
fn rings(above: f32, metres_per_pixel: f32) -> f32 {
    let digits = view.facade.x * log2(max(0.5 * above, 1e-4));
    let per_pixel = max(1.4426950 * view.facade.x * metres_per_pixel / max(above, 2e-4), 1e-5);
    let in_unit = digits - view.facade.y * floor(digits / view.facade.y);
    let tenfold = 3.3219281;
    let decade = min(floor(in_unit / tenfold), 2.0);
    let in_decade = in_unit - tenfold * decade;
    let length = select(tenfold, view.facade.y - 2.0 * tenfold, decade > 1.5);
    let strong = min(in_decade, length - in_decade);
    let weak = min(abs(in_decade - 1.0), abs(in_decade - 2.3219281));
    let line = 1.0 - smoothstep(0.5, 1.4, strong / per_pixel);
    let thin = (1.0 - smoothstep(0.3, 1.1, weak / per_pixel)) * (1.0 - smoothstep(0.03, 0.12, per_pixel));
    return max(line * (1.0 - smoothstep(0.15, 0.5, per_pixel)), 0.45 * thin);
}

// What has stood for long is paler: the colour of growth lies on what has grown.
fn aged(color: vec3<f32>, storeys: vec3<f32>, share: f32, share_per_pixel: f32) -> vec3<f32> {
    let newer = clamp((vec3<f32>(share) - storeys) / max(share_per_pixel, 1e-5) + 0.5, vec3<f32>(0.0), vec3<f32>(1.0));
    let age = 1.0 - dot(newer, vec3<f32>(1.0 / 3.0));
    return mix(color, OLD, 0.7 * age);
}

// As the legend has it, linear.
const OLD: vec3<f32> = vec3<f32>(0.2195);

// Distance to the nearest edge of the face in logical pixels (x), how many the smaller side of the face has (y), and how many
// metres one of the picture's pixels has upwards (z).
fn edges(in: Corner, axis: u32) -> vec3<f32> {
    // The two directions of the face; a wall has its height last.
    let across = select(in.from_center.x, in.from_center.z, axis == 0u);
    let along = select(in.from_center.y, in.from_center.z, axis == 1u);
    let extent = vec2<f32>(select(in.extent.x, in.extent.z, axis == 0u), select(in.extent.y, in.extent.z, axis == 1u));
    let place = vec2<f32>(across, along);
    let step = fwidth(place);
    let pixels = 1.0 / max(step * view.zenith.w, vec2<f32>(1e-9));
    let to_edge = (extent - abs(place)) * pixels;
    let sizes = 2.0 * extent * pixels;
    return vec3<f32>(min(to_edge.x, to_edge.y), min(sizes.x, sizes.y), step.y);
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
fn just_inside(e: vec3<f32>) -> f32 {
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
    let night = view.marks.z == 0u;
    let above = in.from_center.y + in.extent.y;
    var out: Face;
    // One read for all kinds of faces: a software adapter goes all ways.
    let light = light_at(p.xz + n.xz * 1.3 * view.facade.w);
    let is_slab = (flags & SLAB) != 0u;
    var lit = level_light(select(light.zw, light.xy, is_slab));
    if axis != 1u {
        lit = wall_light(p, n, light.xy, above, in.rise, in.clip.xy);
    }
    if is_slab {
        out.fill = albedo * lit * select(0.8, 1.0, axis == 1u);
        // A terrace: light along its rim.
        out.edge = mix(out.fill, vec3<f32>(1.0), select(0.35, 0.2, night));
        out.edge_strength = (1.0 - smoothstep(0.6, 1.8, e.x)) * smoothstep(6.0, 40.0, e.y) * select(0.0, 0.8, axis == 1u);
    } else {
        if axis == 1u {
            // A bevel catches light along the roof's edge, just inside the outline.
            let bevel = just_inside(e);
            out.fill = albedo * lit * (1.0 + 0.35 * bevel) + 0.03 * bevel;
        } else {
            if (flags & SELECTED) == 0u {
                let height = max(2.0 * in.extent.y, 1e-6);
                albedo = aged(albedo, in.storeys, above / height, e.z / height);
            }
            out.fill = albedo * lit * (1.0 - 0.22 * f32(view.marks.w) * rings(above, e.z) * smoothstep(4.0, 12.0, e.y));
        }
        // By night what grows glows: it has its colour in the shade, too.
        let vivid = max(albedo.r, max(albedo.g, albedo.b)) - min(albedo.r, min(albedo.g, albedo.b));
        if night && (flags & SELECTED) == 0u {
            out.fill = max(out.fill, albedo * 0.62 * smoothstep(0.05, 0.5, vivid));
        }
        if (flags & PULSE) != 0u {
            let t = view.eye.w;
            out.fill = mix(out.fill, vec3<f32>(1.0), 2.2 * t * (1.0 - t));
        }
        if (flags & BLOCK) != 0u {
            out.fill *= 1.0 - 0.38 * hatch(in, axis);
        }
        // Dark outlines, thinner than a pixel far away: small boxes keep the tone of their colour.
        out.edge = albedo * 0.16;
        out.edge_strength = (1.0 - smoothstep(0.35, 1.45, e.x)) * smoothstep(3.0, 22.0, e.y) * view.screen.w;
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

fn hazed(color: vec3<f32>, clear: f32) -> vec3<f32> {
    return mix(view.horizon.rgb, color, clear);
}

@fragment
fn solid(in: Corner) -> @location(0) vec4<f32> {
    let f = face_of(in);
    return vec4<f32>(hazed(mix(f.fill, f.edge, f.edge_strength), in.clear), 1.0);
}

// Glass: of several behind each other only the nearest is seen, so that a crowd of them stays calm.
@fragment
fn glass(in: Corner) -> @location(0) vec4<f32> {
    let f = face_of(in);
    let flags = in.face >> 8u;
    let marked = (in.face & 16u) != 0u || (flags & SELECTED) != 0u;
    // On dark ground an outline darker than the ground would vanish: glass has light edges there, dark ones by day.
    let night = view.marks.z == 0u;
    let line = select(mix(in.color.rgb, select(vec3<f32>(0.02), vec3<f32>(0.75), night), 0.35), f.edge, marked);
    let line_alpha = select(select(0.7, 0.5, night) * f.edge_strength, f.edge_strength, marked);
    let layer = clamp(in.color.a, 0.0, 1.0);
    let alpha = mix(layer, 1.0, line_alpha);
    let color = mix(f.fill * layer, line, line_alpha) / max(alpha, 1e-4);
    return vec4<f32>(hazed(color, in.clear), alpha);
}

// Boxes of which only the edges are seen: what stands there is empty, was larger once, or is to be seen through wholly.
@fragment
fn outline(in: Corner) -> @location(0) vec4<f32> {
    let axis = in.face & 3u;
    let flags = in.face >> 8u;
    let e = edges(in, axis);
    let near = 1.0 - smoothstep(0.5, 1.5, e.x);
    var strength = near * smoothstep(3.0, 22.0, e.y) * select(0.55, 0.22, (in.face & 8u) != 0u) * view.screen.w;
    var color = mix(in.color.rgb, select(vec3<f32>(0.02), vec3<f32>(0.75), view.marks.z == 0u), 0.35);
    if (flags & PEAK) != 0u {
        strength = near * 0.7 * (1.0 - dashed(in));
    } else if (in.face & 16u) != 0u || (flags & SELECTED) != 0u {
        strength = (1.0 - smoothstep(1.2, 2.4, e.x)) * smoothstep(2.0, 8.0, e.y);
        color = mix(in.color.rgb, vec3<f32>(1.0), 0.75);
    }
    if strength < 0.01 || ((flags & PEAK) != 0u && (in.face & 8u) != 0u) {
        discard;
    }
    return vec4<f32>(hazed(color, in.clear), strength);
}

// Gaps along an edge, as long on the screen everywhere.
fn dashed(in: Corner) -> f32 {
    let p = in.from_center;
    let along = p.x + p.y + p.z;
    let per_pixel = max(fwidth(along) * view.zenith.w, 1e-6);
    let share = fract(along / exp2(ceil(log2(per_pixel * 6.0))));
    return smoothstep(0.5, 0.56, share) * (1.0 - smoothstep(0.94, 1.0, share));
}
#endif
