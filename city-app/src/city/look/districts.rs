//! District slabs: stacked by level, coloured by level.

use analysis::NodeIndex;
use layout::{PlotKind, Rect};

use super::{SELECTION, district_color};
use crate::base::settings::CitySettings;
use crate::city::look::model::{CityLook, DistrictLook};
use crate::data::session::Session;
use crate::view::selection::Selection;

/// One slab per district plot, in plan order.
pub(super) fn start(session: &Session) -> Vec<DistrictLook> {
    let plan = &session.plan;
    let districts = plan.plots.iter().filter(|plot| plot.kind == PlotKind::District);
    let thickness = session.slab_thickness;
    districts
        .map(|plot| DistrictLook {
            node: NodeIndex::nth(plot.node),
            rect: plot.rect,
            base: f32::from(plot.level) * thickness,
            thickness,
            level: plot.level,
            color: [0.0; 3],
            selected: false,
        })
        .collect()
}

/// Selection, and the slabs' extents while they shrink with their buildings. Buildings must be up to date.
pub(super) fn update(look: &mut CityLook, session: &Session, settings: &CitySettings, selection: &Selection) {
    let deepest = session.plan.deepest_district_level;
    // A chain of districts is the one that has its plot.
    let selected = selection.nodes().into_iter().filter_map(|node| session.place(node));
    let selected: Vec<NodeIndex> = selected.filter(|plot| plot.kind == PlotKind::District).map(|plot| session.node_of_plot(plot)).collect();
    for district in &mut look.districts {
        district.selected = selected.contains(&district.node);
        district.color = if district.selected { SELECTION } else { district_color(settings, district.level, deepest) };
    }
    if settings.shrink_districts {
        shrink(look, session);
    } else {
        let districts = session.plan.plots.iter().filter(|plot| plot.kind == PlotKind::District);
        for (district, plot) in look.districts.iter_mut().zip(districts) {
            district.rect = plot.rect;
        }
    }
}

/// Slab = bounding box of what stands on it now, plus the district's own rim; empty where nothing stands. The root
/// stays as it is: the ground of the city.
fn shrink(look: &mut CityLook, session: &Session) {
    let plots = &session.plan.plots;
    look.memory.slabs.clear();
    look.memory.slabs.resize(plots.len(), NOTHING);
    let mut buildings = look.buildings.iter().rev();
    let mut districts = look.districts.iter_mut().rev();
    // Backwards through the preorder: children come before their parents.
    for (number, plot) in plots.iter().enumerate().rev() {
        if plot.kind == PlotKind::Building {
            if let Some(building) = buildings.next().filter(|building| building.height > 0.0) {
                look.memory.slabs[number] = building.footprint;
            }
            continue;
        }
        let mut around = NOTHING;
        let mut child = number + 1;
        while child < plot.subtree_end {
            around = union(&around, &look.memory.slabs[child]);
            child = plots[child].subtree_end;
        }
        let rim = plot.lot.x0 - plot.rect.x0;
        let slab = if around.x0 > around.x1 { NOTHING } else { within(&grow(&around, rim), &plot.rect) };
        look.memory.slabs[number] = slab;
        if let Some(district) = districts.next() {
            district.rect = match (number, slab.x0 > slab.x1) {
                (0, _) => plot.rect,
                (_, true) => Rect::default(),
                (_, false) => slab,
            };
        }
    }
}

/// The neutral element of [`union`].
const NOTHING: Rect = Rect { x0: f64::INFINITY, y0: f64::INFINITY, x1: f64::NEG_INFINITY, y1: f64::NEG_INFINITY };

fn union(a: &Rect, b: &Rect) -> Rect {
    Rect { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

fn grow(rect: &Rect, by: f64) -> Rect {
    Rect { x0: rect.x0 - by, y0: rect.y0 - by, x1: rect.x1 + by, y1: rect.y1 + by }
}

fn within(rect: &Rect, outer: &Rect) -> Rect {
    Rect { x0: rect.x0.max(outer.x0), y0: rect.y0.max(outer.y0), x1: rect.x1.min(outer.x1), y1: rect.y1.min(outer.y1) }
}
