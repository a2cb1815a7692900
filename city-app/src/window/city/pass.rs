//! Draws the city: the maps of heights and of light when they are stale, then everything, in one pass unless glass and frustums meet.

use std::ops::Range;
use std::sync::atomic::Ordering;

use bevy::core_pipeline::core_2d::main_transparent_pass_2d;
use bevy::core_pipeline::{Core2d, Core2dSystems};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_phase::TrackedRenderPass;
use bevy::render::render_resource::{
    BindGroup, Buffer, Extent3d, IndexFormat, LoadOp, Operations, PipelineCache, RenderPassColorAttachment,
    RenderPassDepthStencilAttachment, RenderPassDescriptor, RenderPipeline, StoreOp, TextureView,
};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::view::ViewTarget;

use super::draw_order::DrawOrder;
use super::frame::CityFrame;
use super::height_map::HeightMap;
use super::prepare::{CityGpu, CityView, DrawnFrames, Groups, Side};

/// Vertices of one side of a piece of a frustum: 24 segments of two triangles. Those of the far side come first.
const CONE_SIDE: u32 = 24 * 6;

pub(super) fn plugin(app: &mut App) {
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    render_app.add_systems(Core2d, (draw_maps, draw_city).chain().in_set(Core2dSystems::MainPass).before(main_transparent_pass_2d));
}

fn draw_maps(
    _view: ViewQuery<&CityView>,
    frame: Res<CityFrame>,
    mut gpu: ResMut<CityGpu>,
    cache: Res<PipelineCache>,
    mut ctx: RenderContext,
) {
    let CityGpu { sides, groups, pipelines, .. } = &mut *gpu;
    for side in sides.iter_mut().take(1 + usize::from(frame.beside.is_some())).filter(|side| side.map_is_stale) {
        let (Some(groups), Some(view), Some(map), Some(pipelines)) = (&*groups, &side.group, &mut side.map, &*pipelines) else { return };
        let ready = |id| cache.get_render_pipeline(id);
        let (Some(roof), Some(coarser), Some(light)) = (ready(pipelines.roof), ready(pipelines.coarser), ready(pipelines.light)) else {
            return;
        };
        for (level, into) in map.levels.iter().enumerate() {
            let mut pass = begin_map(&mut ctx, "city_height_map", into);
            if level == 0 {
                pass.set_render_pipeline(roof);
                pass.set_bind_group(0, view, &[]);
                pass.set_bind_group(1, &groups.boxes, &[]);
                // Painter's order: slabs from the root up, then what stands on them.
                let (buildings, slabs) = (frame.records.buildings as u32, frame.records.slabs as u32);
                pass.draw(buildings * 6..(buildings + slabs) * 6, 0..1);
                pass.draw(0..buildings * 6, 0..1);
            } else {
                pass.set_render_pipeline(coarser);
                pass.set_bind_group(0, &map.read_level[level - 1], &[]);
                pass.draw(0..3, 0..1);
            }
        }
        let mut pass = begin_map(&mut ctx, "city_light_map", &map.light);
        pass.set_render_pipeline(light);
        pass.set_bind_group(0, view, &[]);
        pass.set_bind_group(1, &groups.boxes, &[]);
        pass.set_bind_group(2, &map.read, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        map.is_drawn = true;
        side.map_is_stale = false;
    }
}

fn begin<'a>(
    ctx: &'a mut RenderContext,
    label: &'static str,
    color: RenderPassColorAttachment,
    depth_stencil_attachment: Option<RenderPassDepthStencilAttachment>,
) -> TrackedRenderPass<'a> {
    ctx.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(color)],
        depth_stencil_attachment,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    })
}

/// A pass into a map.
fn begin_map<'a>(ctx: &'a mut RenderContext, label: &'static str, view: &TextureView) -> TrackedRenderPass<'a> {
    let ops = Operations { load: LoadOp::Clear(LinearRgba::NONE.into()), store: StoreOp::Store };
    begin(ctx, label, RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops }, None)
}

fn draw_city(
    view: ViewQuery<(&ExtractedCamera, &ViewTarget, &CityView)>,
    frame: Res<CityFrame>,
    gpu: Res<CityGpu>,
    drawn: Res<DrawnFrames>,
    cache: Res<PipelineCache>,
    mut ctx: RenderContext,
) {
    let (camera, target, _) = view.into_inner();
    let (Some(picture), Some(depths)) = (Picture::of(&frame, &gpu, &cache), &gpu.depths) else { return };
    drawn.0.fetch_add(1, Ordering::Relaxed);
    if frame.unseen {
        return;
    }
    let (solid, with_glass) = (&depths.solid, &depths.with_glass);
    let into = (target, camera);
    let apart = picture.cones > 0 && !picture.order.ghosts.is_empty();
    let clear = LoadOp::Clear(0.0);
    if !apart {
        let mut pass = picture.begin(&mut ctx, into, &solid.default_view, Operations { load: clear, store: StoreOp::Discard });
        picture.of_each_side(&mut pass, |pass, side| {
            picture.opaque(pass);
            picture.ghosts(pass);
            picture.frustums(pass, side);
        });
        return;
    }
    let first = Operations { load: clear, store: StoreOp::Store };
    picture.of_each_side(&mut picture.begin(&mut ctx, into, &solid.default_view, first), |pass, _| picture.opaque(pass));
    // Glass hides glass, and not the frustums behind it: these look at the depth of what is solid.
    let [from, to] = [&solid.texture, &with_glass.texture].map(|texture| texture.as_image_copy());
    ctx.command_encoder().copy_texture_to_texture(from, to, depths.size);
    let last = Operations { load: LoadOp::Load, store: StoreOp::Discard };
    picture.of_each_side(&mut picture.begin(&mut ctx, into, &with_glass.default_view, last), |pass, _| picture.ghosts(pass));
    picture.of_each_side(&mut picture.begin(&mut ctx, into, &solid.default_view, last), |pass, side| picture.frustums(pass, side));
}

/// All that a picture of the city is drawn with.
struct Picture<'a> {
    order: &'a DrawOrder,
    cones: u32,
    groups: &'a Groups,
    /// From which column of pixels to which the cities are seen, and with what: that of the point shown, and that beside it.
    sides: Vec<(Range<u32>, &'a BindGroup, &'a HeightMap)>,
    height: u32,
    near_faces: &'a Buffer,
    all_faces: &'a Buffer,
    solid: &'a RenderPipeline,
    outline: &'a RenderPipeline,
    glass: &'a RenderPipeline,
    backdrop: &'a RenderPipeline,
    cone: &'a RenderPipeline,
}

impl<'a> Picture<'a> {
    /// `None` while something is being made ready.
    fn of(frame: &'a CityFrame, gpu: &'a CityGpu, cache: &'a PipelineCache) -> Option<Self> {
        let pipelines = gpu.pipelines.as_ref()?;
        let Extent3d { width, height, .. } = gpu.depths.as_ref()?.size;
        let edge = frame.beside.map(|beside| beside.edge.min(width));
        let columns = [edge.unwrap_or(0)..width, 0..edge.unwrap_or(0)];
        let side =
            |(side, columns): (&'a Side, Range<u32>)| Some((columns, side.group.as_ref()?, side.map.as_ref().filter(|map| map.is_drawn)?));
        let sides = gpu.sides.iter().zip(columns).take(1 + usize::from(edge.is_some())).map(side).collect::<Option<Vec<_>>>()?;
        Some(Self {
            order: &frame.order,
            cones: frame.records.cones.len() as u32,
            groups: gpu.groups.as_ref()?,
            sides,
            height,
            near_faces: gpu.near_faces.buffer.as_ref()?,
            all_faces: gpu.all_faces.buffer.as_ref()?,
            solid: cache.get_render_pipeline(pipelines.solid)?,
            outline: cache.get_render_pipeline(pipelines.outline)?,
            glass: cache.get_render_pipeline(pipelines.glass)?,
            backdrop: cache.get_render_pipeline(pipelines.backdrop)?,
            cone: cache.get_render_pipeline(pipelines.cone)?,
        })
    }

    /// A pass into the picture, with these depths.
    fn begin(
        &self,
        ctx: &'a mut RenderContext,
        (target, camera): (&ViewTarget, &ExtractedCamera),
        view: &TextureView,
        depth: Operations<f32>,
    ) -> TrackedRenderPass<'a> {
        let depth = RenderPassDepthStencilAttachment { view, depth_ops: Some(depth), stencil_ops: None };
        let mut pass = begin(ctx, "city", target.get_color_attachment(), Some(depth));
        if let Some(viewport) = &camera.viewport {
            pass.set_camera_viewport(viewport);
        }
        pass
    }

    /// Draws each of the cities where it is seen; hears whether it is that of the point shown.
    fn of_each_side(&self, pass: &mut TrackedRenderPass<'a>, draw: impl Fn(&mut TrackedRenderPass<'a>, bool)) {
        for (number, (columns, view, map)) in self.sides.iter().enumerate() {
            if columns.is_empty() {
                continue;
            }
            if self.sides.len() > 1 {
                pass.set_scissor_rect(columns.start, 0, columns.end - columns.start, self.height);
            }
            pass.set_bind_group(0, view, &[]);
            pass.set_bind_group(1, &self.groups.boxes, &[]);
            pass.set_bind_group(2, &map.shade, &[]);
            draw(pass, number == 0);
        }
    }

    fn opaque(&self, pass: &mut TrackedRenderPass<'a>) {
        pass.set_render_pipeline(self.solid);
        pass.set_index_buffer(self.near_faces.slice(..), IndexFormat::Uint32);
        draw_boxes(pass, &self.order.solids, 18);
        draw_boxes(pass, &self.order.slabs, 18);
        pass.set_render_pipeline(self.backdrop);
        pass.draw(0..3, 0..1);
        if !self.order.outlines.is_empty() {
            pass.set_render_pipeline(self.outline);
            pass.set_index_buffer(self.all_faces.slice(..), IndexFormat::Uint32);
            draw_boxes(pass, &self.order.outlines, 36);
        }
    }

    fn ghosts(&self, pass: &mut TrackedRenderPass<'a>) {
        if !self.order.ghosts.is_empty() {
            pass.set_render_pipeline(self.glass);
            pass.set_index_buffer(self.near_faces.slice(..), IndexFormat::Uint32);
            draw_boxes(pass, &self.order.ghosts, 18);
        }
    }

    /// References are those of the point shown.
    fn frustums(&self, pass: &mut TrackedRenderPass<'a>, is_shown: bool) {
        if self.cones > 0 && is_shown {
            pass.set_render_pipeline(self.cone);
            pass.set_bind_group(1, &self.groups.cones, &[]);
            // All far sides before all near ones, so that the pieces of a bent way do not cover one another.
            pass.draw(0..CONE_SIDE, 0..self.cones);
            pass.draw(CONE_SIDE..2 * CONE_SIDE, 0..self.cones);
        }
    }
}

/// A run of the order list; box `i` of the run has the vertices `8 * (start + i)` and following.
fn draw_boxes(pass: &mut TrackedRenderPass, run: &Range<u32>, indices: u32) {
    if !run.is_empty() {
        pass.draw_indexed(0..run.len() as u32 * indices, (run.start * 8) as i32, 0..1);
    }
}
