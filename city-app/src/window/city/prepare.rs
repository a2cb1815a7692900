//! The render-world side: extracts [`CityFrame`] and keeps buffers and bind groups up to date.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use bevy::prelude::*;
use bevy::render::render_resource::{
    BindGroup, BindGroupEntries, BindGroupLayout, Buffer, BufferDescriptor, BufferUsages, Extent3d, PipelineCache, TextureDescriptor,
    TextureDimension, TextureUsages, TextureViewDescriptor,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::texture::CachedTexture;
use bevy::render::view::{ExtractedView, Msaa, ViewTarget};
use bevy::render::{Extract, ExtractSchedule, Render, RenderApp, RenderSystems};

use super::frame::CityFrame;
use super::height_map::HeightMap;
use super::pipelines::{CityPipelines, CityShaders, DEPTH_FORMAT, PipelineKey};
use super::uniform::{Atmosphere, ViewUniform};
use crate::window::camera::CityCamera;

/// Buffers and bind groups of the city.
#[derive(Resource, Default)]
pub(super) struct CityGpu {
    /// The city of the point shown, and that beside it if there is one.
    pub(super) sides: [Side; 2],
    boxes: Grown,
    order: Grown,
    cones: Grown,
    /// Corner numbers of the near faces of box 0, 1, 2, ...
    pub(super) near_faces: Grown,
    /// The same for all six faces, far ones first.
    pub(super) all_faces: Grown,
    pub(super) groups: Option<Groups>,
    pub(super) depths: Option<Depths>,
    pub(super) pipelines: Option<CityPipelines>,
    records_version: u64,
    order_version: u64,
}

/// One of two cities beside one another.
#[derive(Default)]
pub(super) struct Side {
    view: Grown,
    /// How it is seen, as shaders read it.
    pub(super) group: Option<BindGroup>,
    group_of: u32,
    pub(super) map: Option<HeightMap>,
    /// The maps do not show what stands there.
    pub(super) map_is_stale: bool,
    /// What they show or are about to: the shapes, how far these are on their way, and the ground they stand on.
    map_of: (u64, [f32; 3]),
}

/// How near what is drawn is, of a picture of this size.
pub(super) struct Depths {
    pub(super) size: Extent3d,
    samples: u32,
    /// Of what is solid.
    pub(super) solid: CachedTexture,
    /// Of that and of glass.
    pub(super) with_glass: CachedTexture,
}

impl Depths {
    fn new(device: &RenderDevice, size: Extent3d, samples: u32) -> Self {
        let texture = |label| {
            let texture = device.create_texture(&TextureDescriptor {
                label: Some(label),
                size,
                mip_level_count: 1,
                sample_count: samples,
                dimension: TextureDimension::D2,
                format: DEPTH_FORMAT,
                usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC | TextureUsages::COPY_DST,
                view_formats: &[],
            });
            let default_view = texture.create_view(&TextureViewDescriptor::default());
            CachedTexture { texture, default_view }
        };
        Self { size, samples, solid: texture("city_depth"), with_glass: texture("city_depth_with_glass") }
    }
}

/// What shaders read.
pub(super) struct Groups {
    pub(super) boxes: BindGroup,
    pub(super) cones: BindGroup,
}

/// A buffer that is replaced by a larger one when needed.
#[derive(Default)]
pub(super) struct Grown {
    pub(super) buffer: Option<Buffer>,
    /// Counts replacements.
    generation: u32,
}

impl Grown {
    /// Makes room for `bytes`; returns whether the buffer was replaced (and is empty).
    fn reserve(&mut self, device: &RenderDevice, label: &'static str, usage: BufferUsages, bytes: usize) -> bool {
        let bytes = bytes.max(256) as u64;
        if self.buffer.as_ref().is_some_and(|b| b.size() >= bytes) {
            return false;
        }
        self.buffer = Some(device.create_buffer(&BufferDescriptor {
            label: Some(label),
            size: bytes.next_power_of_two(),
            usage: usage | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        }));
        self.generation += 1;
        true
    }

    fn write<T: bytemuck::Pod>(
        &mut self,
        device: &RenderDevice,
        queue: &RenderQueue,
        label: &'static str,
        usage: BufferUsages,
        data: &[T],
    ) {
        self.reserve(device, label, usage, size_of_val(data));
        if let Some(buffer) = &self.buffer
            && !data.is_empty()
        {
            queue.write_buffer(buffer, 0, bytemuck::cast_slice(data));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    let shaders = CityShaders::new(&mut app.world_mut().resource_mut::<Assets<Shader>>());
    let drawn = DrawnFrames::default();
    app.insert_resource(drawn.clone());
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    render_app
        .insert_resource(drawn)
        .insert_resource(shaders)
        .init_resource::<CityGpu>()
        .init_resource::<CityFrame>()
        .add_systems(ExtractSchedule, (extract_frame, extract_camera))
        .add_systems(Render, prepare_city.in_set(RenderSystems::PrepareBindGroups));
}

/// How many frames showed the city, or could have; shared with the main world, so that pictures are taken of something.
#[derive(Resource, Debug, Clone, Default)]
pub(in crate::window) struct DrawnFrames(pub(in crate::window) Arc<AtomicU64>);

/// Marks the city's camera in the render world.
#[derive(Component)]
pub(super) struct CityView;

fn extract_frame(frame: Extract<Res<CityFrame>>, mut to: ResMut<CityFrame>) {
    if frame.is_changed() {
        *to = frame.clone();
    }
}

fn extract_camera(mut commands: Commands, cameras: Extract<Query<bevy::render::sync_world::RenderEntity, With<CityCamera>>>) {
    for entity in &cameras {
        commands.entity(entity).insert(CityView);
    }
}

fn prepare_city(
    frame: Res<CityFrame>,
    views: Query<(&ExtractedView, &ViewTarget, &Msaa), With<CityView>>,
    mut gpu: ResMut<CityGpu>,
    mut shaders: ResMut<CityShaders>,
    cache: Res<PipelineCache>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let Ok((view, target, msaa)) = views.single() else { return };
    let gpu = &mut *gpu;
    let key = PipelineKey { format: target.main_texture_format(), samples: msaa.samples(), full: frame.full };
    gpu.pipelines = Some(shaders.pipelines(&cache, key));

    let generations = gpu.generations();
    if gpu.records_version != frame.records_version || gpu.boxes.buffer.is_none() {
        gpu.records_version = frame.records_version;
        gpu.boxes.write(&device, &queue, "city_boxes", BufferUsages::STORAGE, &frame.records.boxes);
        gpu.cones.write(&device, &queue, "city_cones", BufferUsages::STORAGE, &frame.records.cones);
    }
    if gpu.order_version != frame.order_version || gpu.order.buffer.is_none() {
        gpu.order_version = frame.order_version;
        gpu.order.write(&device, &queue, "city_order", BufferUsages::STORAGE, &frame.order.records);
        let order = &frame.order;
        let near = order.solids.len().max(order.slabs.len()).max(order.ghosts.len());
        faces(&mut gpu.near_faces, &device, &queue, &NEAR_FACES, near);
        faces(&mut gpu.all_faces, &device, &queue, &ALL_FACES, frame.order.outlines.len());
    }
    if gpu.generations() != generations || gpu.groups.is_none() {
        gpu.groups = gpu.bind_groups(&device, &cache, &shaders);
    }
    let size = target.main_texture().size();
    if gpu.depths.as_ref().is_none_or(|depths| (depths.size, depths.samples) != (size, key.samples)) {
        gpu.depths = Some(Depths::new(&device, size, key.samples));
    }
    let layouts = [&shaders.view_layout, &shaders.map_layout, &shaders.shade_layout].map(|layout| cache.get_bind_group_layout(layout));
    gpu.sides[0].prepare(&frame, (&frame.atmosphere, 0.0, view), &layouts, &device, &queue);
    if let Some(beside) = frame.beside {
        let before = Atmosphere { tween: 0.0, ..frame.atmosphere };
        gpu.sides[1].prepare(&frame, (&before, -beside.distance, view), &layouts, &device, &queue);
    }
}

impl Side {
    /// `moved`: how much further right it is seen than the camera does, in widths of the picture. `layouts` of the view, of what reads the
    /// height map, and of what reads both maps.
    fn prepare(
        &mut self,
        frame: &CityFrame,
        (atmosphere, moved, view): (&Atmosphere, f32, &ExtractedView),
        layouts: &[BindGroupLayout; 3],
        device: &RenderDevice,
        queue: &RenderQueue,
    ) {
        let [of_view, of_map, of_both] = layouts;
        self.view.write(device, queue, "city_view", BufferUsages::UNIFORM, &[uniform(atmosphere, moved, view)]);
        if (self.group.is_none() || self.group_of != self.view.generation)
            && let Some(buffer) = &self.view.buffer
        {
            self.group_of = self.view.generation;
            let entries = BindGroupEntries::single(buffer.as_entire_buffer_binding());
            self.group = Some(device.create_bind_group("city_view", of_view, &entries));
        }
        let sizes = [atmosphere.map_size, atmosphere.light_size];
        if self.map.as_ref().is_none_or(|map| map.sizes != sizes) {
            self.map = Some(HeightMap::new(device, of_map, of_both, sizes));
            self.map_is_stale = true;
        }
        // During a transition the shadows of the full quality move along; the lean quality waits for the end, which pictures that are slower
        // than the steps never show.
        let Atmosphere { tween, root_side, terraces, .. } = *atmosphere;
        let wanted = (frame.shapes_version, [tween, root_side, terraces]);
        let is_late = frame.shapes_version > self.map_of.0 + 1;
        if self.map_of != wanted && (frame.full || frame.beside.is_some() || tween >= 1.0 || is_late) {
            self.map_of = wanted;
            self.map_is_stale = true;
        }
    }
}

fn uniform(atmosphere: &Atmosphere, moved: f32, view: &ExtractedView) -> ViewUniform {
    let world_from_view = view.world_from_view.to_matrix();
    // Clip space is two wide.
    let clip_from_view = Mat4::from_translation(Vec3::new(2.0 * moved, 0.0, 0.0)) * view.clip_from_view;
    let clip_from_world = clip_from_view * world_from_view.inverse();
    let viewport = [view.viewport.z as f32, view.viewport.w as f32];
    let pixels_per_metre = 0.5 * viewport[1] * view.clip_from_view.y_axis.y;
    atmosphere.uniform(clip_from_world, view.world_from_view.translation(), viewport, pixels_per_metre)
}

impl CityGpu {
    fn generations(&self) -> [u32; 3] {
        [&self.boxes, &self.order, &self.cones].map(|b| b.generation)
    }

    fn bind_groups(&self, device: &RenderDevice, cache: &PipelineCache, shaders: &CityShaders) -> Option<Groups> {
        let whole = |grown: &'_ Grown| grown.buffer.clone();
        let (boxes, order, cones) = (whole(&self.boxes)?, whole(&self.order)?, whole(&self.cones)?);
        let layout = |descriptor| cache.get_bind_group_layout(descriptor);
        Some(Groups {
            boxes: device.create_bind_group(
                "city_boxes",
                &layout(&shaders.boxes_layout),
                &BindGroupEntries::sequential((boxes.as_entire_buffer_binding(), order.as_entire_buffer_binding())),
            ),
            cones: device.create_bind_group(
                "city_cones",
                &layout(&shaders.cones_layout),
                &BindGroupEntries::single(cones.as_entire_buffer_binding()),
            ),
        })
    }
}

/// Corner numbers of the near faces, see `boxes.wgsl`; the first of each triangle names its face.
const NEAR_FACES: [u32; 18] = [1, 3, 7, 1, 7, 5, 2, 3, 7, 2, 7, 6, 4, 5, 7, 4, 7, 6];
/// Far faces, then near faces.
const ALL_FACES: [u32; 36] = [6, 4, 0, 6, 0, 2, 5, 4, 0, 5, 0, 1, 3, 1, 0, 3, 0, 2, 1, 3, 7, 1, 7, 5, 2, 3, 7, 2, 7, 6, 4, 5, 7, 4, 7, 6];

fn faces(buffer: &mut Grown, device: &RenderDevice, queue: &RenderQueue, pattern: &[u32], boxes: usize) {
    let capacity = boxes.next_power_of_two().max(64);
    if buffer.reserve(device, "city_faces", BufferUsages::INDEX, capacity * size_of_val(pattern)) {
        let indices: Vec<u32> = (0..capacity as u32).flat_map(|at| pattern.iter().map(move |corner| at * 8 + corner)).collect();
        if let Some(buffer) = &buffer.buffer {
            queue.write_buffer(buffer, 0, bytemuck::cast_slice(&indices));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_has_two_triangles_that_start_at_its_own_corner() {
        // Face r near: all corners with bit r set; far: all without. The shader's table maps a first corner to a face.
        let face_of_corner =
            [None, Some((0, true)), Some((1, true)), Some((2, false)), Some((2, true)), Some((1, false)), Some((0, false))];
        for pattern in [&NEAR_FACES[..], &ALL_FACES[..]] {
            for triangles in pattern.chunks(6) {
                let (axis, near) = face_of_corner[triangles[0] as usize].expect("the first corner names a face");
                assert_eq!(triangles[3], triangles[0]);
                let mut corners: Vec<u32> = triangles.to_vec();
                assert!(corners.iter().all(|corner| ((corner >> axis) & 1 == 1) == near), "{triangles:?}");
                corners.sort_unstable();
                corners.dedup();
                assert_eq!(corners.len(), 4, "two triangles make the whole face");
                // The diagonal is shared and joins opposite corners.
                assert_eq!(triangles[2], triangles[4]);
                assert_eq!((triangles[0] ^ triangles[2]).count_ones(), 2);
            }
        }
    }
}
