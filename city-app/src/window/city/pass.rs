//! Draws the city: the height map when it is stale, then one pass for everything.

use std::sync::atomic::Ordering;

use bevy::core_pipeline::core_2d::main_transparent_pass_2d;
use bevy::core_pipeline::{Core2d, Core2dSystems};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_phase::TrackedRenderPass;
use bevy::render::render_resource::{
    IndexFormat, LoadOp, Operations, PipelineCache, RenderPassColorAttachment, RenderPassDescriptor, StoreOp,
};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::view::{ViewDepthTexture, ViewTarget};

use super::frame::CityFrame;
use super::prepare::{CityGpu, CityView, DrawnFrames};

/// Vertices of one side of a piece of a frustum: 24 segments of two triangles. Those of the far side come first.
const CONE_SIDE: u32 = 24 * 6;

pub(super) fn plugin(app: &mut App) {
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    render_app.add_systems(Core2d, (draw_height_map, draw_city).chain().in_set(Core2dSystems::MainPass).before(main_transparent_pass_2d));
}

fn draw_height_map(
    _view: ViewQuery<&CityView>,
    frame: Res<CityFrame>,
    mut gpu: ResMut<CityGpu>,
    cache: Res<PipelineCache>,
    mut ctx: RenderContext,
) {
    if !gpu.map_is_stale {
        return;
    }
    let drawn = {
        let (Some(groups), Some(map), Some(pipelines)) = (&gpu.groups, &gpu.map, &gpu.pipelines) else { return };
        let (Some(roof), Some(coarser)) = (cache.get_render_pipeline(pipelines.roof), cache.get_render_pipeline(pipelines.coarser)) else {
            return;
        };
        for (level, into) in map.levels.iter().enumerate() {
            let mut pass = ctx.begin_tracked_render_pass(RenderPassDescriptor {
                label: Some("city_height_map"),
                color_attachments: &[Some(RenderPassColorAttachment {
                    view: into,
                    depth_slice: None,
                    resolve_target: None,
                    ops: Operations { load: LoadOp::Clear(LinearRgba::NONE.into()), store: StoreOp::Store },
                })],
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            if level == 0 {
                // Painter's order: slabs from the root up, then what stands on them.
                let order = &frame.order;
                pass.set_render_pipeline(roof);
                pass.set_bind_group(0, &groups.view, &[]);
                pass.set_bind_group(1, &groups.boxes, &[]);
                for slab in order.slabs.clone().rev() {
                    pass.draw(slab * 6..slab * 6 + 6, 0..1);
                }
                pass.draw(order.solids.start * 6..order.solids.end * 6, 0..1);
                pass.draw(order.ghosts.start * 6..order.ghosts.end * 6, 0..1);
            } else {
                pass.set_render_pipeline(coarser);
                pass.set_bind_group(0, &map.read_level[level - 1], &[]);
                pass.draw(0..3, 0..1);
            }
        }
        true
    };
    gpu.map_is_stale = !drawn;
}

fn draw_city(
    view: ViewQuery<(&ExtractedCamera, &ViewTarget, &ViewDepthTexture, &CityView)>,
    frame: Res<CityFrame>,
    gpu: Res<CityGpu>,
    drawn: Res<DrawnFrames>,
    cache: Res<PipelineCache>,
    mut ctx: RenderContext,
) {
    let (camera, target, depth, _) = view.into_inner();
    let (Some(groups), Some(map), Some(pipelines)) = (&gpu.groups, &gpu.map, &gpu.pipelines) else { return };
    let ready = |id| cache.get_render_pipeline(id);
    let (Some(solid), Some(glass), Some(backdrop), Some(cone)) =
        (ready(pipelines.solid), ready(pipelines.glass), ready(pipelines.backdrop), ready(pipelines.cone))
    else {
        return;
    };
    if frame.unseen {
        drawn.0.fetch_add(1, Ordering::Relaxed);
        return;
    }
    let color_attachments = [Some(target.get_color_attachment())];
    let depth_stencil_attachment = Some(depth.get_attachment(StoreOp::Discard));
    let mut pass = ctx.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("city"),
        color_attachments: &color_attachments,
        depth_stencil_attachment,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    if let Some(viewport) = &camera.viewport {
        pass.set_camera_viewport(viewport);
    }
    drawn.0.fetch_add(1, Ordering::Relaxed);
    let order = &frame.order;
    pass.set_bind_group(0, &groups.view, &[]);
    pass.set_bind_group(1, &groups.boxes, &[]);
    pass.set_bind_group(2, &map.read, &[]);
    if let Some(near) = &gpu.near_faces.buffer {
        pass.set_render_pipeline(solid);
        pass.set_index_buffer(near.slice(..), IndexFormat::Uint32);
        draw_boxes(&mut pass, &order.solids, 18);
        draw_boxes(&mut pass, &order.slabs, 18);
    }
    pass.set_render_pipeline(backdrop);
    pass.draw(0..3, 0..1);
    if let Some(all) = gpu.all_faces.buffer.as_ref().filter(|_| !order.ghosts.is_empty()) {
        pass.set_render_pipeline(glass);
        pass.set_index_buffer(all.slice(..), IndexFormat::Uint32);
        draw_boxes(&mut pass, &order.ghosts, 36);
    }
    let cones = frame.records.cones.len() as u32;
    if cones > 0 {
        pass.set_render_pipeline(cone);
        pass.set_bind_group(1, &groups.cones, &[]);
        // All far sides before all near ones, so that the pieces of a bent way do not cover one another.
        pass.draw(0..CONE_SIDE, 0..cones);
        pass.draw(CONE_SIDE..2 * CONE_SIDE, 0..cones);
    }
}

/// A run of the order list; box `i` of the run has the vertices `8 * (start + i)` and following.
fn draw_boxes(pass: &mut TrackedRenderPass, run: &std::ops::Range<u32>, indices: u32) {
    if !run.is_empty() {
        pass.draw_indexed(0..run.len() as u32 * indices, (run.start * 8) as i32, 0..1);
    }
}
