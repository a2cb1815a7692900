//! Which buildings have a label, where it stands and how visible it is; where names of districts stand; what the
//! reference frustum under the pointer says. [`super::ui`] writes them.

pub(super) mod district_names;
pub(super) mod frustum_words;
pub(super) mod placement;
pub(super) mod words;

use std::collections::{BTreeMap, BTreeSet};

use analysis::NodeIndex;
use bevy::prelude::*;

use super::camera::{CityProjection, roof_of};
use super::picking::ray::PickIndex;
use crate::city::look::model::CityLook;
use crate::data::session::Session;
use crate::view::selection::Selection;

/// So many are placed at most.
const MAX_CANDIDATES: usize = 60;
/// A building whose growth is less than this part of the strongest growth counts as one that did not grow.
const LEAST_GROWTH_SHARE: i128 = 200;
/// Of a single point: a building that weighs less than this part of the heaviest one is one among many.
const LIGHTEST_SHARE: u64 = 20;
/// Buildings that did not grow get a label only if they are at least this wide on the screen, in logical pixels.
const MIN_WIDTH_WITHOUT_GROWTH: f32 = 46.0;
/// How visible a label is; what is on its way out stays until it is gone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fade {
    pub(super) opacity: f32,
    pub(super) plate: Rect,
    pub(super) anchor: Vec2,
}

/// What is written over the city in this frame.
#[derive(Resource, Debug, Default)]
pub(super) struct Written {
    /// Labels, or the plates of a way, with their places; those on their way in or out, too.
    pub(super) labels: Vec<(String, Rect)>,
    /// Names of districts with their places.
    pub(super) districts: Vec<(String, Rect)>,
    /// Districts that are large enough for a name and have no room for it.
    pub(super) unnamed: Vec<NodeIndex>,
}

/// What the camera sees.
pub(super) struct Sight<'a> {
    /// What panels leave free of the window.
    pub(super) area: Rect,
    pub(super) session: &'a Session,
    pub(super) projection: &'a CityProjection,
    pub(super) picks: &'a PickIndex,
}

impl Sight<'_> {
    /// Nothing but `node` itself (or a district below it) stands between the camera and a place.
    pub(super) fn sees(&self, node: NodeIndex, place: Vec3) -> bool {
        self.picks.sees(self.session, self.projection.eye, node, place)
    }
}

/// A building that should have a label.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish {
    /// Its number.
    pub(super) building: usize,
    pub(super) anchor: Vec2,
}

/// The selection first, then what the search found, then the strongest growers that are seen, then the largest others, then the nearest.
pub(super) fn candidates(session: &Session, look: &CityLook, sight: &Sight<'_>, selection: &Selection, matches: &[NodeIndex]) -> Vec<Wish> {
    let wish = |number: usize| -> Option<Wish> {
        let building = look.buildings.get(number)?;
        let place = roof_of(building);
        let anchor = sight.projection.screen(place).filter(|&at| sight.area.contains(at))?;
        (building.selected || sight.sees(building.node, place)).then_some(Wish { building: number, anchor })
    };
    let mut wishes: Vec<Wish> = Vec::new();
    let is_visible = |number: &usize| look.buildings.get(*number).is_some_and(|building| building.height > 0.0);
    // Of many selected ones, the leading one above all.
    let selected = selection.leading_last().into_iter().rev().take(MAX_CANDIDATES);
    let found = matches.iter().copied().filter(|&node| !selection.contains(node));
    let mut named = BTreeSet::new();
    for number in selected.chain(found).filter_map(|node| session.building_with(node)).filter(is_visible) {
        if named.insert(number) {
            wishes.extend(wish(number));
        }
    }
    // A building that hardly grew is one among many.
    let least = (i128::from(session.max_growth) / LEAST_GROWTH_SHARE).max(1);
    // At a single point those that weigh most stand in for those that grew.
    let weights = session.weights();
    let heavy = session.heaviest().div_ceil(LIGHTEST_SHARE).max(1);
    let grew = |number: usize| match weights.get(number) {
        Some(&weight) => weight >= heavy,
        None => session.growth_of_building(number) >= least,
    };
    let growers = session.by_growth.iter().map(|&number| number as usize).take_while(|&number| grew(number));
    let growers = growers.filter(|number| is_visible(number) && !named.contains(number));
    wishes.extend(growers.filter_map(wish).take(MAX_CANDIDATES));
    // Those that did not grow, where there is room: wide on the screen first, which is large or near.
    let metres_per_pixel = sight.projection.metres_per_pixel;
    let mut others: Vec<(f32, usize)> = look
        .buildings
        .iter()
        .enumerate()
        .filter(|(number, building)| building.height > 0.0 && building.opacity > 0.3 && !grew(*number) && !named.contains(number))
        .filter_map(|(number, building)| {
            let distance = sight.projection.distance(roof_of(building)).max(1e-3);
            let width = building.footprint.width().min(building.footprint.depth()) as f32 / (distance * metres_per_pixel);
            (width >= MIN_WIDTH_WITHOUT_GROWTH).then_some((width, number))
        })
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let room = MAX_CANDIDATES.saturating_sub(wishes.len());
    wishes.extend(others.into_iter().filter_map(|(_, number)| wish(number)).take(room));
    wishes
}

/// Moves opacities towards what was placed, and plates with their anchors.
pub(super) fn fade(shown: &mut BTreeMap<usize, Fade>, wanted: &[Wish], placed: &[(usize, Rect)], step: f32) {
    for fade in shown.values_mut() {
        fade.opacity -= step;
    }
    for &(number, plate) in placed {
        let Wish { building, anchor } = wanted[number];
        let fade = shown.entry(building).or_insert(Fade { opacity: 0.0, plate, anchor });
        // What was taken away above comes back twice.
        *fade = Fade { opacity: (fade.opacity + 2.0 * step).min(1.0), plate, anchor };
    }
    for wish in wanted {
        if let Some(fade) = shown.get_mut(&wish.building) {
            // On its way out: it goes along with its building.
            let moved = wish.anchor - fade.anchor;
            fade.plate = Rect { min: fade.plate.min + moved, max: fade.plate.max + moved };
            fade.anchor = wish.anchor;
        }
    }
    shown.retain(|_, fade| fade.opacity > 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLATE: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(50.0, 20.0) };

    #[test]
    fn labels_fade_in_stay_and_fade_out() {
        let mut shown = BTreeMap::new();
        let wanted = [Wish { building: 3, anchor: Vec2::new(25.0, 40.0) }];
        fade(&mut shown, &wanted, &[(0, PLATE)], 0.4);
        assert!((shown[&3].opacity - 0.8).abs() < 1e-6);
        fade(&mut shown, &wanted, &[(0, PLATE)], 0.4);
        assert_eq!(shown[&3].opacity, 1.0);
        fade(&mut shown, &wanted, &[], 0.4);
        assert!(shown.contains_key(&3), "on its way out");
        for _ in 0..3 {
            fade(&mut shown, &wanted, &[], 0.4);
        }
        assert!(shown.is_empty());
    }
}
