// Light and shade, read from the height map of the city.

@group(2) @binding(0) var height_map: texture_2d<f32>;
@group(2) @binding(1) var height_sampler: sampler;

// x: height of what stands there in metres, y: how opaque the building there is, 0 without one
fn height_at(p: vec2<f32>, lod: f32) -> vec2<f32> {
    return textureSampleLevel(height_map, height_sampler, (p - view.map.xy) * view.map.z, lod).xy;
}

#ifdef MARCH
// How much of the sky is hidden by what stands around: 0 open, 1 closed in. Reads ever coarser levels of the height
// map at ever larger radii; each tells how far the surroundings rise above the point.
fn closed_in(p: vec3<f32>, n: vec3<f32>) -> f32 {
    var sum = 0.0;
    for (var lod = 1.0; lod < 6.5; lod += 1.0) {
        let radius = view.map.w * exp2(lod);
        let h = height_at(p.xz + n.xz * radius * 1.2, lod);
        let rise = max(h.x - p.y - radius * 0.1, 0.0) * h.y / radius;
        sum += rise / (rise + 1.0);
    }
    return sum / 6.0;
}

// How much of the sun arrives: 0 shadow, 1 lit. Walks the height map towards the sun; the cone widens on the way, so
// that shadows are sharp at the foot of a wall and soft at their end. `jitter` in 0..1 moves the steps.
fn sunlight(p: vec3<f32>, n: vec3<f32>, steps: f32, jitter: f32) -> f32 {
    let start = p + n * view.map.w * 1.5;
    let longest = min(max(view.screen.z - start.y, 0.0) / view.sun.y, view.ground.w * 1.5);
    var lit = 1.0;
    for (var i = 0.0; i < steps; i += 1.0) {
        let along = (i + 0.1 + 0.85 * jitter) / steps;
        let t = longest * along * along + view.map.w * 0.7;
        let at = start + view.sun.xyz * t;
        let softness = t * 0.055 + view.map.w * 0.75;
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

#ifdef SHADED
@group(2) @binding(2) var light_map: texture_2d<f32>;

// xy: how much of the sun and of the sky arrives on the ground, zw: the same on the roofs
fn light_at(p: vec2<f32>) -> vec4<f32> {
    return textureSampleLevel(light_map, height_sampler, (p - view.map.xy) * view.map.z, 0.0);
}

const SKY_LIGHT: vec3<f32> = vec3<f32>(0.40, 0.415, 0.45);
const SUN_LIGHT: vec3<f32> = vec3<f32>(0.60, 0.585, 0.55);

// A roof in full light keeps its colour exactly, so that it matches the legend; everything else is darker.
fn level_light(light: vec2<f32>) -> vec3<f32> {
    return SKY_LIGHT * light.y + SUN_LIGHT * light.x;
}

// How far the surroundings of a place before a wall rise above its foot, in metres; little more than nothing where they do not.
fn rise_before(p: vec2<f32>, n: vec2<f32>, foot: f32) -> f32 {
    let around = height_at(p + n * view.map.w * 8.0, 3.0);
    return max((around.x - foot) * around.y, 1e-3);
}

// Light on a wall. Its foot is as bright as the ground before it, which has `foot`; above what stands around it is free.
fn wall_light(p: vec3<f32>, n: vec3<f32>, foot: vec2<f32>, above: f32, rise: f32, pixel: vec2<f32>) -> vec3<f32> {
    let free = smoothstep(-0.2, 1.1, above / rise);
    let facing = max(dot(n, view.sun.xyz), 0.0) / view.sun.y;
#ifdef MARCH
    var sun = 0.0;
    if facing > 0.0 {
        sun = sunlight(p, n, 40.0, fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715)))));
    }
#else
    let sun = mix(foot.x, 1.0, free);
#endif
    // The sky is brighter on the side of the sun, so that no two sides of a building are alike in the shade either.
    let sky = 0.82 + 0.17 * dot(n.xz, normalize(view.sun.xz));
    return SKY_LIGHT * sky * mix(foot.y, 1.0, free) + SUN_LIGHT * facing * sun;
}
#endif
