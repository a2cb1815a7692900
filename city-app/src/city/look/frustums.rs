//! Reference frustums of the selection: who keeps it alive, and what it keeps alive.
//!
//! A selected building has one frustum per building. A selected district has one per district of its own level, and one per
//! building that stands higher up in the tree (see [`crate::answers::partners`]). Frustums are straight, or take a way of
//! their own (see `routes`).

use analysis::{Metric, NodeIndex};
use layout::{AreaMode, FrustumEnd, FrustumScale, PlotKind, end_radius};

use super::routes;
use crate::answers::chain::Stop;
use crate::answers::reference_partners::{ReferencePartner, ReferencePartners};
use crate::base::settings::{CitySettings, Direction, FrustumScaleSetting, RouteSetting};
use crate::city::look::model::{BuildingLook, CityLook, FrustumKind, FrustumLook};
use crate::city::look::routes::End;
use crate::data::session::Session;

/// The thickest end at a district, as a share of the city's side: a frustum must not hide what it is about.
const THICKEST_AT_DISTRICT: f32 = 0.022;

/// How thick a way through the city is, as a share of the city's side; by eye.
const LEG_RADIUS: f32 = 0.007;

/// Makes the frustums anew. Buildings and references must be up to date.
pub(super) fn update(look: &mut CityLook, session: &Session, settings: &CitySettings) {
    look.frustums.clear();
    (look.partners_pruned, look.partners_empty, look.partners_beyond_top) = (0, 0, 0);
    if look.stops.len() > 1 {
        let point = look.references.first().map_or(0, |known| known.point);
        let ends = Ends { session, settings, buildings: &look.buildings, point };
        look.frustums = look.stops.windows(2).filter_map(|pair| leg(&ends, &pair[0], &pair[1])).collect();
        return;
    }
    if !settings.show_pointers {
        return;
    }
    let CityLook { references, buildings, frustums, .. } = look;
    let Some(point) = references.first().map(|first| first.point) else { return };
    let ends = Ends { session, settings, buildings, point };
    let selected: Vec<(End, &ReferencePartners)> =
        references.iter().filter_map(|known| Some((ends.end(known.node)?, known.partners.as_ref()?))).collect();

    let (mut pruned, mut empty, mut beyond_top) = (0, 0, 0);
    let directions = [
        (FrustumKind::Incoming, settings.direction != Direction::Outgoing),
        (FrustumKind::Outgoing, settings.direction != Direction::Incoming),
    ];
    for (kind, _) in directions.into_iter().filter(|(_, wanted)| *wanted) {
        let start = frustums.len();
        for (selected, partners) in &selected {
            let partners = if kind == FrustumKind::Incoming { &partners.incoming } else { &partners.outgoing };
            for partner in partners {
                let Some(other) = ends.end(partner.node) else {
                    pruned += 1;
                    continue;
                };
                if !selected.visible || !other.visible {
                    empty += 1;
                    continue;
                }
                frustums.push(ends.frustum(kind, partner, selected, &other));
            }
        }
        let thickness = |f: &FrustumLook| f.radius_selection.powi(2) + f.radius_partner.powi(2);
        let key = |f: &FrustumLook| &session.evolution.nodes[f.partner.at()].key;
        frustums[start..].sort_by(|a, b| {
            thickness(b)
                .total_cmp(&thickness(a))
                .then_with(|| (b.count_selection, b.count_partner).cmp(&(a.count_selection, a.count_partner)))
                .then_with(|| key(a).cmp(key(b)))
        });
        let drawn = (frustums.len() - start).min(usize::try_from(settings.top_frustums).unwrap_or(usize::MAX));
        beyond_top += frustums.len() - start - drawn;
        frustums.truncate(start + drawn);
    }
    let end_at = |node| ends.end(node);
    if settings.routes != RouteSetting::Straight {
        routes::share_roofs(frustums, session, end_at);
    }
    match settings.routes {
        RouteSetting::Straight => routes::stand_on_masts(frustums, end_at),
        RouteSetting::Bundled => routes::bundle(frustums, session, end_at),
        RouteSetting::Pipes => routes::pipe(frustums, buildings, end_at),
    }
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (look.partners_pruned, look.partners_empty, look.partners_beyond_top) = (count(pruned), count(empty), count(beyond_top));
}

/// A piece of a way, in an arch from roof to roof; `None` where both stops stand in one building or one has no place.
fn leg(ends: &Ends<'_>, from: &Stop, to: &Stop) -> Option<FrustumLook> {
    let (here, there) = (ends.end(from.node)?, ends.end(to.node)?);
    let side = ends.session.plan.root_side;
    let same_place = ends.session.place_number(from.node) == ends.session.place_number(to.node);
    if same_place || !here.visible || !there.visible {
        return None;
    }
    let top = |end: &End| [end.middle[0], end.middle[1], end.roof];
    let radius = LEG_RADIUS * side as f32;
    let mut frustum = FrustumLook {
        selected: from.node,
        kind: FrustumKind::Incoming,
        partner: to.node,
        at_selection: top(&here),
        at_partner: top(&there),
        radius_selection: radius,
        radius_partner: radius,
        count_selection: from.objects.unwrap_or(from.of),
        count_partner: to.objects.unwrap_or(to.of),
        route: Vec::new(),
    };
    routes::arch(&mut frustum, side);
    Some(frustum)
}

/// What the ends of a frustum are computed from.
struct Ends<'a> {
    session: &'a Session,
    settings: &'a CitySettings,
    buildings: &'a [BuildingLook],
    point: usize,
}

impl Ends<'_> {
    /// The end at a node, or at the block that it stands in with others; `None` if it has no place.
    fn end(&self, node: NodeIndex) -> Option<End> {
        let plot = self.session.place(node)?;
        if plot.kind == PlotKind::Building {
            let building = self.buildings.get(self.session.building_with(node)?)?;
            let (x, y) = building.footprint.center();
            let roof = building.base + building.height;
            let footprint = (building.footprint.width(), building.footprint.depth());
            let middle = [x as f32, y as f32, building.base + 0.5 * building.height];
            return Some(End { node, middle, roof, footprint, ground: None, visible: building.height > 0.0 });
        }
        // What stands in the district now: as wide as all its buildings together, as high as the highest one.
        let number = u32::try_from(self.session.place_number(node)?).ok()?;
        let end = u32::try_from(plot.subtree_end).unwrap_or(u32::MAX);
        let place = |plot: u32| self.session.buildings.partition_point(|&building| building < plot);
        let inside = self.buildings.get(place(number)..place(end))?;
        let side = inside.iter().map(|building| building.footprint.area()).sum::<f64>().sqrt();
        let roof = inside.iter().map(|building| building.base + building.height).fold(0.0, f32::max);
        let (x, y) = plot.rect.center();
        let ground = Some(f32::from(plot.level + 1) * self.session.slab_thickness);
        // Above its roofs, where the frustum is seen.
        Some(End { node, middle: [x as f32, y as f32, roof], roof, footprint: (side, side), ground, visible: side > 0.0 })
    }

    fn frustum(&self, kind: FrustumKind, partner: &ReferencePartner, selected: &End, other: &End) -> FrustumLook {
        // What takes a way over the roofs begins there.
        let begin = |end: &End| match self.settings.routes {
            RouteSetting::Straight => end.middle,
            RouteSetting::Bundled | RouteSetting::Pipes => [end.middle[0], end.middle[1], end.roof],
        };
        FrustumLook {
            selected: selected.node,
            kind,
            partner: partner.node,
            at_selection: begin(selected),
            at_partner: begin(other),
            radius_selection: self.radius(selected, partner.count_here),
            radius_partner: self.radius(other, partner.count_there),
            count_selection: partner.count_here,
            count_partner: partner.count_there,
            route: Vec::new(),
        }
    }

    fn radius(&self, at: &End, count: u64) -> f32 {
        let Self { session, settings, point, .. } = self;
        // References count objects, whatever the city shows.
        let objects = session.evolution.value(Metric::Objects, at.node, *point);
        let end = FrustumEnd { count, objects, footprint: at.footprint };
        let scale = match settings.frustum_scale {
            FrustumScaleSetting::Share => FrustumScale::Share,
            FrustumScaleSetting::Count => FrustumScale::Count,
        };
        let mode: AreaMode = session.area_mode;
        let radius = end_radius(&end, scale, |value| mode.area(value), session.plan.root_side) as f32;
        if at.ground.is_some() { radius.min(THICKEST_AT_DISTRICT * session.plan.root_side as f32) } else { radius }
    }
}
