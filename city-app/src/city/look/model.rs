//! What everything in the city looks like, as data.

use std::sync::Arc;

use analysis::NodeIndex;
use layout::{CityPlan, Rect};

use super::Heights;

use crate::answers::chain::Stop;
use crate::answers::reference_partners::ReferencePartners;

/// What one building looks like. Colours are sRGB in `0.0..=1.0`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BuildingLook {
    /// The union node; of a block of several groups their district.
    pub node: NodeIndex,
    /// How many groups stand together in it, if it is such a block; else 0.
    pub others: u32,
    /// Footprint on the plan, in metres; empty when the building is hidden.
    pub footprint: Rect,
    /// Height of the ground it stands on (its district's top face), in metres.
    pub base: f32,
    /// Height above that, in metres; 0 hides the building.
    pub height: f32,
    /// It would be lower or higher, but for the limits of heights that show something else than the base.
    pub clamped: bool,
    /// Fill colour.
    pub color: [f32; 3],
    /// `0.0..=1.0`; outlines stay at 0.
    pub opacity: f32,
    /// Shares of the height up to which it has stood since the first point, since a third and since two thirds of the time
    /// from there to the point shown; ascending. All 0 while that is not shown.
    pub storeys: [f32; 3],
    /// Growth since the first point, as a share of the largest overall growth of any building; may be more than 1.
    pub growth: f32,
    /// One of the strongest growers.
    pub solid: bool,
    /// The selected building.
    pub selected: bool,
}

/// What a building was that has shrunk since.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PeakLook {
    /// Which building.
    pub building: u32,
    /// Its footprint then, in metres.
    pub footprint: Rect,
    /// Its height then, in metres.
    pub height: f32,
}

/// What one district slab looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DistrictLook {
    /// The union node.
    pub node: NodeIndex,
    /// The slab on the plan.
    pub rect: Rect,
    /// Bottom face, in metres.
    pub base: f32,
    /// Thickness, in metres; the same for all.
    pub thickness: f32,
    /// Distance from the root.
    pub level: u16,
    /// Fill colour.
    pub color: [f32; 3],
    /// The selected district.
    pub selected: bool,
}

/// Who keeps whom alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrustumKind {
    /// The partner references the selection (purple).
    Incoming,
    /// The selection references the partner (green).
    Outgoing,
}

/// One reference frustum between a selected node and a partner.
#[derive(Debug, Clone, PartialEq)]
pub struct FrustumLook {
    /// The selected building or district.
    pub selected: NodeIndex,
    /// Direction.
    pub kind: FrustumKind,
    /// The other building or district.
    pub partner: NodeIndex,
    /// World-independent end points: plan x, plan y, height; the first end is at the selection.
    pub at_selection: [f32; 3],
    /// The end at the partner.
    pub at_partner: [f32; 3],
    /// Radius at the selection, in metres.
    pub radius_selection: f32,
    /// Radius at the partner, in metres.
    pub radius_partner: f32,
    /// Objects of the selection that take part.
    pub count_selection: u64,
    /// Objects of the partner that take part.
    pub count_partner: u64,
    /// The way from the selection to the partner, both ends included: plan x, plan y, height, radius. Empty for a straight
    /// one.
    pub route: Vec<[f32; 4]>,
}

/// The whole city at one time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CityLook {
    /// Slabs in plan order (parents first).
    pub districts: Vec<DistrictLook>,
    /// Buildings in plan order; one entry per building plot at all times, hidden ones with height 0.
    pub buildings: Vec<BuildingLook>,
    /// How high they are.
    pub heights: Heights,
    /// How many of them would be lower or higher but for the limits.
    pub clamped: usize,
    /// Peaks that are past, of the buildings that have lost most since, at most [`super::MOST_PEAKS`] of them.
    pub peaks: Vec<PeakLook>,
    /// Frustums of the selection, thickest first per direction; of a chain that is shown those from each stop to the next one, in order.
    pub frustums: Vec<FrustumLook>,
    /// The way of the chain that is shown.
    pub stops: Vec<Stop>,
    /// References of each selected node, for lists; none of the whole heap. References within a node are listed here and never
    /// drawn.
    pub references: Vec<SelectionReferences>,
    ///  that are not drawn because they have no plot: pruned by the child count.
    pub partners_pruned: u32,
    ///  with no objects at this point.
    pub partners_empty: u32,
    ///  beyond the top-k.
    pub partners_beyond_top: u32,
    pub(super) memory: Memory,
}

/// References of the selection at the point being shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectionReferences {
    /// The selected building or district.
    pub node: NodeIndex,
    /// The point of the numbers.
    pub point: usize,
    /// All partners, drawn or not; `None` if the point has no reference data.
    pub partners: Option<ReferencePartners>,
}

/// What an update needs of the last one. No part of the look: all memories are equal.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The plan the look was made for, to know when to start over.
    pub(super) plan: Option<Arc<CityPlan>>,
    /// Slabs while [`super::districts`] shrinks them.
    pub(super) slabs: Vec<Rect>,
}

impl PartialEq for Memory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("..")
    }
}
