//! Layouts and pipelines of the city's shaders.

use bevy::asset::Handle;
use bevy::prelude::*;
use bevy::render::render_resource::binding_types::{sampler, storage_buffer_read_only_sized, texture_2d, uniform_buffer_sized};
use bevy::render::render_resource::{
    BindGroupLayoutDescriptor, BindGroupLayoutEntries, BlendState, CachedRenderPipelineId, ColorTargetState, ColorWrites, CompareFunction,
    DepthBiasState, DepthStencilState, FragmentState, MultisampleState, PipelineCache, PrimitiveState, RenderPipelineDescriptor,
    SamplerBindingType, ShaderStages, StencilState, TextureFormat, TextureSampleType, VertexState,
};

use super::height_map::{LIGHT_FORMAT, MAP_FORMAT};

/// Depths are reversed: 0 is infinitely far.
pub(super) const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;

/// What a set of pipelines depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PipelineKey {
    pub(super) format: TextureFormat,
    pub(super) samples: u32,
    pub(super) full: bool,
}

/// The pipelines of one picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct CityPipelines {
    pub(super) solid: CachedRenderPipelineId,
    pub(super) outline: CachedRenderPipelineId,
    pub(super) glass: CachedRenderPipelineId,
    pub(super) backdrop: CachedRenderPipelineId,
    pub(super) cone: CachedRenderPipelineId,
    pub(super) roof: CachedRenderPipelineId,
    pub(super) coarser: CachedRenderPipelineId,
    pub(super) light: CachedRenderPipelineId,
}

/// Shaders and layouts; lives in the render world.
#[derive(Resource)]
pub(super) struct CityShaders {
    boxes: Handle<Shader>,
    map: Handle<Shader>,
    coarser: Handle<Shader>,
    light: Handle<Shader>,
    surroundings: Handle<Shader>,
    frustums: Handle<Shader>,
    pub(super) view_layout: BindGroupLayoutDescriptor,
    pub(super) boxes_layout: BindGroupLayoutDescriptor,
    pub(super) cones_layout: BindGroupLayoutDescriptor,
    pub(super) map_layout: BindGroupLayoutDescriptor,
    pub(super) shade_layout: BindGroupLayoutDescriptor,
    made: Option<(PipelineKey, CityPipelines)>,
}

const VIEW: &str = include_str!("../../../../shaders/view.wgsl");
const LIGHT: &str = include_str!("../../../../shaders/light.wgsl");
const LIGHT_MAP: &str = include_str!("../../../../shaders/light_map.wgsl");
const BOXES: &str = include_str!("../../../../shaders/boxes.wgsl");
const HEIGHT_MAP: &str = include_str!("../../../../shaders/height_map.wgsl");
const COARSER: &str = include_str!("../../../../shaders/coarser.wgsl");
const SURROUNDINGS: &str = include_str!("../../../../shaders/surroundings.wgsl");
const FRUSTUMS: &str = include_str!("../../../../shaders/frustums.wgsl");

impl CityShaders {
    /// Registers the shaders, which are part of the binary.
    pub(super) fn new(shaders: &mut Assets<Shader>) -> Self {
        let mut add = |name: &str, parts: &[&str]| shaders.add(Shader::from_wgsl(parts.join("\n"), format!("memory-city/{name}.wgsl")));
        let both = ShaderStages::VERTEX_FRAGMENT;
        Self {
            boxes: add("boxes", &[VIEW, LIGHT, BOXES]),
            map: add("height_map", &[VIEW, BOXES, HEIGHT_MAP]),
            coarser: add("coarser", &[COARSER]),
            light: add("light_map", &[VIEW, LIGHT, LIGHT_MAP]),
            surroundings: add("surroundings", &[VIEW, LIGHT, SURROUNDINGS]),
            frustums: add("frustums", &[VIEW, LIGHT, FRUSTUMS]),
            view_layout: BindGroupLayoutDescriptor::new(
                "city_view",
                &BindGroupLayoutEntries::single(both, uniform_buffer_sized(false, None)),
            ),
            boxes_layout: BindGroupLayoutDescriptor::new(
                "city_boxes",
                &BindGroupLayoutEntries::sequential(
                    ShaderStages::VERTEX,
                    (storage_buffer_read_only_sized(false, None), storage_buffer_read_only_sized(false, None)),
                ),
            ),
            cones_layout: BindGroupLayoutDescriptor::new(
                "city_cones",
                &BindGroupLayoutEntries::single(ShaderStages::VERTEX, storage_buffer_read_only_sized(false, None)),
            ),
            map_layout: BindGroupLayoutDescriptor::new(
                "city_height_map",
                &BindGroupLayoutEntries::sequential(
                    both,
                    (texture_2d(TextureSampleType::Float { filterable: true }), sampler(SamplerBindingType::Filtering)),
                ),
            ),
            shade_layout: BindGroupLayoutDescriptor::new(
                "city_shade",
                &BindGroupLayoutEntries::sequential(
                    both,
                    (
                        texture_2d(TextureSampleType::Float { filterable: true }),
                        sampler(SamplerBindingType::Filtering),
                        texture_2d(TextureSampleType::Float { filterable: true }),
                    ),
                ),
            ),
            made: None,
        }
    }

    /// The pipelines for `key`, queued on first use.
    pub(super) fn pipelines(&mut self, cache: &PipelineCache, key: PipelineKey) -> CityPipelines {
        if let Some((made_for, pipelines)) = self.made
            && made_for == key
        {
            return pipelines;
        }
        let shaded = vec![self.view_layout.clone(), self.boxes_layout.clone(), self.shade_layout.clone()];
        let cones = vec![self.view_layout.clone(), self.cones_layout.clone(), self.shade_layout.clone()];
        let queue = |d: Draw| cache.queue_render_pipeline(d.descriptor(key));
        let solid = Draw::new("city_solid", &self.boxes, ("vertex", "solid"), shaded.clone()).depth(true, CompareFunction::Greater);
        let outline = Draw::new("city_outline", &self.boxes, ("vertex", "outline"), shaded.clone())
            .depth(false, CompareFunction::GreaterEqual)
            .blended();
        let glass =
            Draw::new("city_glass", &self.boxes, ("vertex", "glass"), shaded.clone()).depth(true, CompareFunction::Greater).blended();
        let backdrop = Draw::new("city_backdrop", &self.surroundings, ("backdrop_vertex", "backdrop"), shaded)
            .depth(false, CompareFunction::GreaterEqual);
        let cone =
            Draw::new("city_cone", &self.frustums, ("cone_vertex", "cone"), cones).depth(false, CompareFunction::GreaterEqual).blended();
        let roof =
            Draw::new("city_roof", &self.map, ("roof_vertex", "roof_fragment"), vec![self.view_layout.clone(), self.boxes_layout.clone()])
                .into(MAP_FORMAT);
        let coarser =
            Draw::new("city_coarser", &self.coarser, ("screen_vertex", "coarser"), vec![self.map_layout.clone()]).into(MAP_FORMAT);
        let reads = vec![self.view_layout.clone(), self.boxes_layout.clone(), self.map_layout.clone()];
        let light = Draw::new("city_light_map", &self.light, ("light_vertex", "light"), reads).into(LIGHT_FORMAT);
        let pipelines = CityPipelines {
            solid: queue(solid),
            outline: queue(outline),
            glass: queue(glass),
            backdrop: queue(backdrop),
            cone: queue(cone),
            roof: queue(roof),
            coarser: queue(coarser),
            light: queue(light),
        };
        self.made = Some((key, pipelines));
        pipelines
    }
}

/// One pipeline in words.
struct Draw {
    label: &'static str,
    shader: Handle<Shader>,
    entries: (&'static str, &'static str),
    layout: Vec<BindGroupLayoutDescriptor>,
    depth: Option<(bool, CompareFunction)>,
    blend: Option<BlendState>,
    /// What it draws into, if that is a map and not the picture.
    map: Option<TextureFormat>,
}

impl Draw {
    fn new(
        label: &'static str,
        shader: &Handle<Shader>,
        entries: (&'static str, &'static str),
        layout: Vec<BindGroupLayoutDescriptor>,
    ) -> Self {
        Self { label, shader: shader.clone(), entries, layout, depth: None, blend: None, map: None }
    }

    fn depth(self, write: bool, compare: CompareFunction) -> Self {
        Self { depth: Some((write, compare)), ..self }
    }

    fn blended(self) -> Self {
        Self { blend: Some(BlendState::ALPHA_BLENDING), ..self }
    }

    fn into(self, map: TextureFormat) -> Self {
        Self { map: Some(map), ..self }
    }

    fn descriptor(self, key: PipelineKey) -> RenderPipelineDescriptor {
        let mut defs = Vec::new();
        if self.map.is_none() {
            defs.push("SHADED".into());
        }
        if key.full || self.map == Some(LIGHT_FORMAT) {
            defs.push("MARCH".into());
        }
        RenderPipelineDescriptor {
            label: Some(self.label.into()),
            layout: self.layout,
            vertex: VertexState {
                shader: self.shader.clone(),
                shader_defs: defs.clone(),
                entry_point: Some(self.entries.0.into()),
                buffers: Vec::new(),
            },
            // Which side of a face is seen is known per box, so nothing needs culling.
            primitive: PrimitiveState { cull_mode: None, ..default() },
            depth_stencil: self.depth.map(|(depth_write_enabled, depth_compare)| DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(depth_write_enabled),
                depth_compare: Some(depth_compare),
                stencil: StencilState::default(),
                bias: DepthBiasState::default(),
            }),
            multisample: MultisampleState { count: if self.map.is_some() { 1 } else { key.samples }, ..default() },
            fragment: Some(FragmentState {
                shader: self.shader,
                shader_defs: defs,
                entry_point: Some(self.entries.1.into()),
                targets: vec![Some(ColorTargetState {
                    format: self.map.unwrap_or(key.format),
                    blend: self.blend,
                    write_mask: ColorWrites::ALL,
                })],
            }),
            ..default()
        }
    }
}
