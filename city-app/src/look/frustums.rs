//! Reference frustums of the selected building: who keeps it alive, and what it keeps alive (memory-cities 6).

use analysis::{Metric, NodeIndex};
use layout::{AreaMode, FrustumEnd, FrustumScale, end_radius};

use super::{BuildingLook, CityLook, FrustumKind, FrustumLook};
use crate::partners::Partner;
use crate::session::Session;
use crate::settings::{CitySettings, Direction, FrustumScaleSetting};

/// Makes the frustums anew. Buildings and references must be up to date.
pub(super) fn update(look: &mut CityLook, session: &Session, settings: &CitySettings) {
    look.frustums.clear();
    (look.partners_pruned, look.partners_empty, look.partners_beyond_top) = (0, 0, 0);
    let CityLook { references: Some(references), buildings, frustums, .. } = look else { return };
    let Some(partners) = references.partners.as_ref().filter(|_| settings.show_pointers) else { return };
    let Some(selected) = session.building(references.node).and_then(|at| buildings.get(at)) else { return };

    let ends = Ends { session, settings, point: references.point };
    let (mut pruned, mut empty, mut beyond_top) = (0, 0, 0);
    let directions = [
        (FrustumKind::Incoming, &partners.incoming, settings.direction != Direction::Outgoing),
        (FrustumKind::Outgoing, &partners.outgoing, settings.direction != Direction::Incoming),
    ];
    for (kind, partners, _) in directions.into_iter().filter(|(_, _, wanted)| *wanted) {
        let start = frustums.len();
        for partner in partners {
            let Some(other) = session.building(partner.node).and_then(|at| buildings.get(at)) else {
                pruned += 1;
                continue;
            };
            if selected.height <= 0.0 || other.height <= 0.0 {
                empty += 1;
                continue;
            }
            frustums.push(ends.frustum(kind, partner, selected, other));
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
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (look.partners_pruned, look.partners_empty, look.partners_beyond_top) = (count(pruned), count(empty), count(beyond_top));
}

/// What the ends of a frustum are computed from.
struct Ends<'a> {
    session: &'a Session,
    settings: &'a CitySettings,
    point: usize,
}

impl Ends<'_> {
    fn frustum(&self, kind: FrustumKind, partner: &Partner, selected: &BuildingLook, other: &BuildingLook) -> FrustumLook {
        FrustumLook {
            kind,
            partner: partner.node,
            at_selection: middle(selected),
            at_partner: middle(other),
            radius_selection: self.radius(selected, partner.count_here),
            radius_partner: self.radius(other, partner.count_there),
            count_selection: partner.count_here,
            count_partner: partner.count_there,
        }
    }

    fn radius(&self, building: &BuildingLook, count: u64) -> f32 {
        let Self { session, settings, point } = self;
        let footprint = &building.footprint;
        let end = FrustumEnd { count, objects: self.objects(building.node, *point), footprint: (footprint.width(), footprint.depth()) };
        let scale = match settings.frustum_scale {
            FrustumScaleSetting::Share => FrustumScale::Share,
            FrustumScaleSetting::Count => FrustumScale::Count,
        };
        let mode: AreaMode = session.area_mode;
        end_radius(&end, scale, |value| mode.area(value), session.plan.root_side) as f32
    }

    /// References count objects, whatever the city shows.
    fn objects(&self, node: NodeIndex, point: usize) -> u64 {
        self.session.evolution.value(Metric::Objects, node, point)
    }
}

/// The middle of a cuboid: plan x, plan y, height.
fn middle(building: &BuildingLook) -> [f32; 3] {
    let (x, y) = building.footprint.center();
    [x as f32, y as f32, building.base + 0.5 * building.height]
}
