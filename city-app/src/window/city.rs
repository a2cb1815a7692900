//! The city on the graphics card: our own pipeline, no entity per building.
//!
//! ```text
//! LookRes ──boxes──> CityFrame (records) ─┐
//! camera  ──order──> CityFrame (order)  ──┴─extract─> buffers ──> one pass: slabs, solids, ground and sky, ghosts, frustums
//! ```
//!
//! A building is one 48-byte record that holds its look at the point being left and at the point being shown; the
//! vertex shader mixes them, so a frame of a transition costs the processor nothing. The order in which boxes are
//! drawn is a list of record numbers: solids nearest first (hidden fragments are skipped early), ghosts farthest first
//! (so that real alpha blending is right from every angle). It changes only when the camera moves.
//!
//! Tried and lost, 100,000 buildings on a software adapter: one entity per building with an own material, 210 ms a
//! frame, most of it per-entity work of the processor; one instanced draw of a 36-vertex cube, several times slower
//! than the same vertices in one plain indexed draw, because the software rasterizer pays for every instance.

mod boxes;
mod draw_order;
mod frame;
mod height_map;
mod pass;
mod pipelines;
mod prepare;
mod uniform;

use bevy::prelude::*;

pub(super) use frame::CityFrame;
pub(super) use prepare::DrawnFrames;

/// Adds both sides of the city's renderer.
pub(super) fn plugin(app: &mut App) {
    frame::plugin(app);
    prepare::plugin(app);
    pass::plugin(app);
}
