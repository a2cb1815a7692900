//! Looks to the records that the vertex shader reads. Pure.

use bevy::math::Vec3;
use bytemuck::{Pod, Zeroable};
use layout::Rect;

use crate::city::look::NO_GROWTH;
use crate::city::look::model::{BuildingLook, CityLook, DistrictLook, FrustumKind, FrustumLook, PeakLook};

/// One box, as `boxes.wgsl` reads it: 56 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub(in crate::window) struct BoxRecord {
    /// World x and z.
    pub(in crate::window) center: [f32; 2],
    /// Height of its bottom face, in metres.
    pub(in crate::window) base: f32,
    /// [`SLAB`], [`SELECTED`], [`MARKED_LOT`], [`BLOCK`], [`PEAK`], [`PULSE`], [`KEPT`].
    pub(in crate::window) flags: u32,
    /// Half width and half depth at the point being left.
    pub(in crate::window) half_before: [f32; 2],
    pub(in crate::window) height_before: f32,
    /// sRGB and opacity, one byte each, red lowest.
    pub(in crate::window) color_before: u32,
    pub(in crate::window) half_now: [f32; 2],
    pub(in crate::window) height_now: f32,
    pub(in crate::window) color_now: u32,
    /// [`BuildingLook::storeys`], one byte each, the oldest lowest.
    pub(in crate::window) storeys_before: u32,
    pub(in crate::window) storeys_now: u32,
}

/// A district.
pub(in crate::window) const SLAB: u32 = 1;
/// Bright edges.
pub(in crate::window) const SELECTED: u32 = 2;
/// Only an outline on the ground: the selected building is empty at this point.
pub(in crate::window) const MARKED_LOT: u32 = 4;
/// A block of several groups: hatched.
pub(in crate::window) const BLOCK: u32 = 8;
/// Only a dashed outline: what a building was at its peak.
pub(in crate::window) const PEAK: u32 = 16;
/// Lights up while the step lasts.
pub(in crate::window) const PULSE: u32 = 32;

/// Never left out where there are too many to be seen.
pub(in crate::window) const KEPT: u32 = 64;

/// What has grown by this share of the legend's full colour is never left out.
const KEPT_GROWTH: f32 = 0.1;
/// A step that adds this share of the legend's full colour to a building makes it light up.
pub(in crate::window) const PULSE_SHARE: f32 = 0.1;

/// One piece of a reference frustum, as `frustums.wgsl` reads it: 112 bytes.
///
/// A piece runs between two rings. Neighbors on a way share one, so that a bent way has no gaps.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub(in crate::window) struct ConeRecord {
    at_selection: [f32; 3],
    radius_selection: f32,
    at_partner: [f32; 3],
    radius_partner: f32,
    color: [f32; 4],
    /// The ring at the selection's end: two directions at right angles to the way and to each other, of length 1.
    across_selection: [f32; 3],
    /// Where the piece begins on the whole way, 0 at the selection, 1 at the partner.
    from: f32,
    over_selection: [f32; 3],
    /// Where it ends.
    to: f32,
    across_partner: [f32; 3],
    padding: f32,
    over_partner: [f32; 3],
    padding_2: f32,
}

/// Everything that changes with the looks.
#[derive(Debug, Clone, Default)]
pub(in crate::window) struct Records {
    /// Buildings in plan order, then slabs, then marked lots and peaks.
    pub(in crate::window) boxes: Vec<BoxRecord>,
    /// How many of them are buildings.
    pub(in crate::window) buildings: usize,
    /// How many slabs follow.
    pub(in crate::window) slabs: usize,
    /// Reference frustums.
    pub(in crate::window) cones: Vec<ConeRecord>,
    /// The highest roof, in metres.
    pub(in crate::window) tallest: f32,
}

impl Records {
    /// Whether the same things stand there, as high and as opaque: now, and if it `moves`, before. Colours may differ.
    pub(super) fn has_shapes_of(&self, other: &Self, moves: bool) -> bool {
        let opacity = |color: u32| color >> 24;
        let now = |b: &BoxRecord| (b.center, b.base, b.flags & SLAB, b.half_now, b.height_now, opacity(b.color_now));
        let before = |b: &BoxRecord| (b.half_before, b.height_before, opacity(b.color_before));
        let same = |(a, b): (&BoxRecord, &BoxRecord)| now(a) == now(b) && (!moves || before(a) == before(b));
        let standing = |records: &Self| records.buildings + records.slabs;
        let mut both = self.boxes.iter().zip(&other.boxes).take(standing(self));
        (self.buildings, self.slabs) == (other.buildings, other.slabs) && both.all(same)
    }
}

/// Incoming references, linear.
const PURPLE: [f32; 4] = [0.328, 0.030, 0.694, 0.8];
/// Outgoing references, linear.
const GREEN: [f32; 4] = [0.020, 0.423, 0.078, 0.8];
/// How high the outline of an empty selected building's lot stands, in metres per metre of its side.
const LOT_OUTLINE_HEIGHT: f32 = 0.02;
/// Selection blue, sRGB.
const BLUE: [f32; 3] = [0.16, 0.47, 1.0];

/// The records of a city; `before` is the look of the point being left, of the same plan. `lots` are those of
/// empty selected buildings, with the height they lie at.
pub(in crate::window) fn records(before: &CityLook, now: &CityLook, lots: &[(Rect, f32)]) -> Records {
    let same_plan = before.buildings.len() == now.buildings.len() && before.districts.len() == now.districts.len();
    let before = if same_plan { before } else { now };
    let mut boxes = Vec::with_capacity(now.buildings.len() + now.districts.len() + 1);
    boxes.extend(before.buildings.iter().zip(&now.buildings).map(|(from, to)| building(from, to)));
    boxes.extend(before.districts.iter().zip(&now.districts).map(|(from, to)| slab(from, to)));
    let tallest = boxes.iter().map(|b| b.base + b.height_before.max(b.height_now)).fold(0.0, f32::max);
    boxes.extend(lots.iter().map(|&(rect, base)| marked_lot(rect, base)));
    let peaks = now.peaks.iter().filter_map(|peak| Some(outline_of(peak, now.buildings.get(peak.building as usize)?.base)));
    boxes.extend(peaks);
    let cones = now.frustums.iter().flat_map(cones);
    Records { buildings: now.buildings.len(), slabs: now.districts.len(), cones: cones.collect(), tallest, boxes }
}

/// The pieces of a frustum, one after the other.
fn cones(frustum: &FrustumLook) -> Vec<ConeRecord> {
    let color = match frustum.kind {
        FrustumKind::Incoming => PURPLE,
        FrustumKind::Outgoing => GREEN,
    };
    let end = |[x, y, height]: [f32; 3], radius| [x, y, height, radius];
    let straight = [end(frustum.at_selection, frustum.radius_selection), end(frustum.at_partner, frustum.radius_partner)];
    let way: &[[f32; 4]] = if frustum.route.len() > 1 { &frustum.route } else { &straight };
    let length_of = |a: &[f32; 4], b: &[f32; 4]| Vec3::new(b[0] - a[0], b[1] - a[1], b[2] - a[2]).length();
    let whole = way.windows(2).map(|pair| length_of(&pair[0], &pair[1])).sum::<f32>().max(1e-6);
    let rings = rings(way);
    let mut gone = 0.0;
    let piece = |(pair, rings): (&[[f32; 4]], &[[Vec3; 2]])| {
        let ([x0, y0, h0, r0], [x1, y1, h1, r1]) = (pair[0], pair[1]);
        let from = gone / whole;
        gone += length_of(&pair[0], &pair[1]);
        ConeRecord {
            at_selection: world([x0, y0, h0]),
            radius_selection: r0,
            at_partner: world([x1, y1, h1]),
            radius_partner: r1,
            color,
            across_selection: rings[0][0].into(),
            from,
            over_selection: rings[0][1].into(),
            to: (gone / whole).min(1.0),
            across_partner: rings[1][0].into(),
            padding: 0.0,
            over_partner: rings[1][1].into(),
            padding_2: 0.0,
        }
    };
    way.windows(2).zip(rings.windows(2)).map(piece).collect()
}

/// The two directions of the ring at every point of a way, in world axes. Each ring halves the bend at its point, and none
/// is turned against the one before.
fn rings(way: &[[f32; 4]]) -> Vec<[Vec3; 2]> {
    let at = |[x, y, height, _]: [f32; 4]| Vec3::from(world([x, y, height]));
    let steps: Vec<Vec3> = way.windows(2).map(|pair| (at(pair[1]) - at(pair[0])).normalize_or_zero()).collect();
    let mut across = None;
    let ring = |k: usize| {
        let before = k.checked_sub(1).and_then(|k| steps.get(k)).copied().unwrap_or_default();
        let axis = (before + steps.get(k).copied().unwrap_or_default()).normalize_or_zero();
        let carried = across.map_or(Vec3::ZERO, |last: Vec3| last.reject_from_normalized(axis).normalize_or_zero());
        let level = axis.cross(Vec3::Y).normalize_or(Vec3::X);
        let side = if axis == Vec3::ZERO || carried == Vec3::ZERO { level } else { carried };
        across = Some(side);
        [side, side.cross(axis)]
    };
    (0..way.len()).map(ring).collect()
}

/// World (x, y up, z) from plan x, plan y and height.
fn world([x, y, height]: [f32; 3]) -> [f32; 3] {
    [x, height, y]
}

fn building(from: &BuildingLook, to: &BuildingLook) -> BoxRecord {
    // A hidden building has no footprint: it grows out of the middle of its lot, and sinks back into it.
    let shown = if to.height > 0.0 { to } else { from };
    let hidden_color = pack(shown.color, shown.opacity);
    let color = |look: &BuildingLook| if look.height > 0.0 { pack(look.color, look.opacity) } else { hidden_color };
    BoxRecord {
        center: center(&shown.footprint),
        base: to.base,
        flags: if to.selected { SELECTED } else { 0 }
            | if to.others > 0 { BLOCK } else { 0 }
            | if to.growth - from.growth >= PULSE_SHARE { PULSE } else { 0 }
            | if to.selected || to.growth.max(from.growth) >= KEPT_GROWTH { KEPT } else { 0 },
        half_before: half(&from.footprint, from.height),
        height_before: from.height,
        color_before: color(from),
        half_now: half(&to.footprint, to.height),
        height_now: to.height,
        color_now: color(to),
        storeys_before: storeys(if from.height > 0.0 { from } else { to }),
        storeys_now: storeys(if to.height > 0.0 { to } else { from }),
    }
}

fn slab(from: &DistrictLook, to: &DistrictLook) -> BoxRecord {
    BoxRecord {
        center: center(&to.rect),
        base: to.base,
        flags: SLAB | if to.selected { SELECTED } else { 0 },
        half_before: half(&from.rect, from.thickness),
        height_before: from.thickness,
        color_before: pack(from.color, 1.0),
        half_now: half(&to.rect, to.thickness),
        height_now: to.thickness,
        color_now: pack(to.color, 1.0),
        ..BoxRecord::default()
    }
}

fn marked_lot(rect: Rect, base: f32) -> BoxRecord {
    let half = half(&rect, 1.0);
    let height = LOT_OUTLINE_HEIGHT * (half[0] + half[1]);
    BoxRecord { flags: MARKED_LOT | SELECTED, ..still(rect, base, height, pack(BLUE, 0.0)) }
}

fn outline_of(peak: &PeakLook, base: f32) -> BoxRecord {
    BoxRecord { flags: PEAK, ..still(peak.footprint, base, peak.height, pack(NO_GROWTH, 0.0)) }
}

/// A box that is the same before and after.
fn still(rect: Rect, base: f32, height: f32, color: u32) -> BoxRecord {
    let half = half(&rect, height);
    BoxRecord {
        center: center(&rect),
        base,
        half_before: half,
        height_before: height,
        color_before: color,
        half_now: half,
        height_now: height,
        color_now: color,
        ..BoxRecord::default()
    }
}

fn storeys(look: &BuildingLook) -> u32 {
    let [first, third, two_thirds] = look.storeys;
    pack([first, third, two_thirds], 0.0)
}

fn center(rect: &Rect) -> [f32; 2] {
    let (x, y) = rect.center();
    [x as f32, y as f32]
}

fn half(rect: &Rect, height: f32) -> [f32; 2] {
    if height > 0.0 { [0.5 * rect.width() as f32, 0.5 * rect.depth() as f32] } else { [0.0; 2] }
}

fn pack([r, g, b]: [f32; 3], opacity: f32) -> u32 {
    // `as u8` saturates and turns NaN into 0, which is what a colour byte wants.
    let byte = |v: f32| (v * 255.0).round() as u8;
    u32::from_le_bytes([byte(r), byte(g), byte(b), byte(opacity)])
}

impl BoxRecord {
    /// Drawn at this point or the one being left.
    pub(in crate::window) fn is_visible(&self) -> bool {
        self.height_before > 0.0 || self.height_now > 0.0
    }

    /// See-through at this point or the one being left.
    pub(in crate::window) fn is_ghost(&self) -> bool {
        self.color_before >> 24 < 255 || self.color_now >> 24 < 255
    }

    /// Nothing but its outline is seen.
    pub(in crate::window) fn is_outline(&self) -> bool {
        self.color_before >> 24 == 0 && self.color_now >> 24 == 0
    }
}

#[cfg(test)]
mod tests {
    use analysis::NodeIndex;

    use super::*;

    fn look(height: f32, opacity: f32) -> BuildingLook {
        let footprint = if height > 0.0 { Rect { x0: 1.0, y0: 2.0, x1: 5.0, y1: 8.0 } } else { Rect::default() };
        BuildingLook {
            node: NodeIndex(1),
            others: 0,
            footprint,
            base: 0.5,
            height,
            clamped: false,
            color: [1.0, 0.0, 0.2],
            opacity,
            storeys: [0.25, 0.5, 1.0],
            growth: 0.0,
            solid: opacity >= 1.0,
            selected: false,
        }
    }

    fn city(building: BuildingLook) -> CityLook {
        let mut city = CityLook::default();
        city.buildings.push(building);
        city
    }

    #[test]
    fn a_building_that_appears_grows_out_of_the_middle_of_its_lot() {
        let r = records(&city(look(0.0, 1.0)), &city(look(6.0, 1.0)), &[]);
        let b = r.boxes[0];
        assert_eq!((b.center, b.half_before, b.half_now), ([3.0, 5.0], [0.0; 2], [2.0, 3.0]));
        assert_eq!((b.height_before, b.height_now), (0.0, 6.0));
        assert_eq!(b.color_before, b.color_now, "it does not fade in from another colour");
    }

    #[test]
    fn a_building_that_fades_is_a_ghost_during_the_whole_transition() {
        let r = records(&city(look(6.0, 1.0)), &city(look(6.0, 0.4)), &[]);
        assert!(r.boxes[0].is_ghost());
    }

    #[test]
    fn shade_is_made_anew_for_other_heights_and_glass_and_not_for_other_colours() {
        let at_rest = |building: BuildingLook| records(&city(building), &city(building), &[]);
        let before = at_rest(look(6.0, 1.0));
        let blue = BuildingLook { color: [0.0, 0.0, 1.0], selected: true, ..look(6.0, 1.0) };
        assert!(at_rest(blue).has_shapes_of(&before, false));
        assert!(!at_rest(look(7.0, 1.0)).has_shapes_of(&before, false));
        assert!(!at_rest(look(6.0, 0.4)).has_shapes_of(&before, false));
        let step = records(&city(look(3.0, 1.0)), &city(look(6.0, 1.0)), &[]);
        assert!(!step.has_shapes_of(&before, true), "it comes from another height");
        assert!(before.has_shapes_of(&step, false), "where it has been does not matter once it is there");
        assert!(!records(&CityLook::default(), &CityLook::default(), &[]).has_shapes_of(&before, false));
    }

    #[test]
    fn looks_of_another_plan_are_not_mixed() {
        let r = records(&CityLook::default(), &city(look(6.0, 1.0)), &[]);
        assert_eq!(r.boxes[0].height_before, 6.0);
        assert_eq!(r.tallest, 6.5);
    }

    #[test]
    fn pieces_of_a_bent_way_share_their_rings() {
        // Up, along x, along y, down, as a pipe runs.
        let way = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 9.0, 1.0], [9.0, 0.0, 9.0, 1.0], [9.0, 9.0, 9.0, 2.0], [9.0, 9.0, 1.0, 2.0]];
        let rings = rings(&way);
        assert_eq!(rings.len(), way.len());
        for ([across, over], next) in rings.iter().zip(rings.iter().skip(1).chain([&rings[4]])) {
            assert!(across.is_normalized() && across.dot(*over).abs() < 1e-6, "{across} {over}");
            assert!(over.length() > 0.999, "{over}");
            assert!(across.dot(next[0]) > 0.3, "turned from {across} to {}", next[0]);
        }
        // The ring at the first corner halves it: its axis lies between up and x.
        let axis = rings[1][1].cross(rings[1][0]);
        assert!((axis.dot(Vec3::Y) - axis.dot(Vec3::X)).abs() < 1e-6 && axis.dot(Vec3::Y) > 0.7, "{axis}");
    }

    #[test]
    fn colors_are_packed_red_first_with_opacity_last() {
        assert_eq!(pack([1.0, 0.0, 0.2], 0.4), 0x66_33_00_ff);
        assert_eq!(pack([f32::NAN, 2.0, -1.0], 1.0), 0xff_00_ff_00);
    }
}
