//! A weighted tree to the plan of a city, a directed graph to a drawing in layers: pure geometry.
//!
//! Knows nothing of heaps, files or windows. Units are metres; the plan lies in x (right) and y (down, "south"),
//! centred on the origin. This crate does no I/O and therefore has no I/O errors.

mod height;
mod layered;
mod order;
mod pipes;
mod plan;
mod rect;
mod reference_frustum;
mod route;
mod squarify;
mod text_picture;
mod tree;
mod tree_view;

pub use height::{AreaMode, height_of_area};
pub use layered::columns::LayeredEdge;
pub use layered::columns::LayeredSpacing;
pub use layered::{EdgeRoute, LayeredPlan, layered};
pub use order::back_to_front;
pub use pipes::{Obstacle, Pipe, lay_pipes};
pub use plan::{CityPlan, PlanParams, Plot, PlotKind, city_plan};
pub use rect::Rect;
pub use reference_frustum::{FrustumEnd, FrustumScale, end_radius};
pub use route::{Point3, bundled_route, route_length};
pub use squarify::{Row, RowAxis, Tiling, squarify, squarify_into};
pub use text_picture::text_picture;
pub use tree::WeightedTree;
pub use tree_view::{
    BarPiece, EvolvingTree, IcicleGeometry, NodeRect, PrunedNode, PrunedTree, Pruning, Sector, Share, SunburstGeometry, TreeOrder,
    bundled_link, icicle, icicle_at, stacked_bars, sunburst, sunburst_at, treemap,
};
