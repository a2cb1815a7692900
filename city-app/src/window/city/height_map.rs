//! The height map: the city from straight above with ever coarser levels. Light and shade read it.

use bevy::prelude::*;
use bevy::render::render_resource::{
    AddressMode, BindGroup, BindGroupEntries, BindGroupLayout, Extent3d, FilterMode, MipmapFilterMode, Sampler, SamplerDescriptor, Texture,
    TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView, TextureViewDescriptor,
};
use bevy::render::renderer::RenderDevice;

/// Height in metres and opacity. Half floats resolve 1/2000 of a height, and every adapter can filter and draw them.
pub(super) const MAP_FORMAT: TextureFormat = TextureFormat::Rg16Float;

/// Texels along one side. Walls are at least a texel thick in all but the largest cities.
pub(super) const fn size(full: bool) -> u32 {
    if full { 2048 } else { 1024 }
}

/// The texture with what is needed to draw and to read each of its levels.
pub(super) struct HeightMap {
    pub(super) size: u32,
    /// One view per level, to draw into.
    pub(super) levels: Vec<TextureView>,
    /// Reads level i, to draw level i + 1.
    pub(super) read_level: Vec<BindGroup>,
    /// Reads all levels.
    pub(super) read: BindGroup,
    _texture: Texture,
}

/// Coarsest level: 1/128 of the city's side per texel at least.
const LEVELS: u32 = 8;

impl HeightMap {
    pub(super) fn new(device: &RenderDevice, layout: &BindGroupLayout, size: u32) -> Self {
        let texture = device.create_texture(&TextureDescriptor {
            label: Some("city_height_map"),
            size: Extent3d { width: size, height: size, depth_or_array_layers: 1 },
            mip_level_count: LEVELS,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format: MAP_FORMAT,
            usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let sampler = sampler(device);
        let levels: Vec<TextureView> = (0..LEVELS)
            .map(|level| texture.create_view(&TextureViewDescriptor { base_mip_level: level, mip_level_count: Some(1), ..default() }))
            .collect();
        let read =
            |view: &TextureView| device.create_bind_group("city_height_map", layout, &BindGroupEntries::sequential((view, &sampler)));
        Self {
            size,
            read_level: levels.iter().map(read).collect(),
            read: read(&texture.create_view(&TextureViewDescriptor::default())),
            levels,
            _texture: texture,
        }
    }
}

fn sampler(device: &RenderDevice) -> Sampler {
    device.create_sampler(&SamplerDescriptor {
        label: Some("city_height_map"),
        address_mode_u: AddressMode::ClampToEdge,
        address_mode_v: AddressMode::ClampToEdge,
        mag_filter: FilterMode::Linear,
        min_filter: FilterMode::Linear,
        mipmap_filter: MipmapFilterMode::Linear,
        ..default()
    })
}
