//! The height map, the city from straight above with ever coarser levels, and the map of light that is made from it.

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

/// How much of the sun and of the sky arrives on the ground and on the roofs.
pub(super) const LIGHT_FORMAT: TextureFormat = TextureFormat::Rgba8Unorm;

/// Texels along one side of the map of light: its shades are soft.
pub(super) const fn light_size(full: bool) -> u32 {
    if full { 1024 } else { 512 }
}

/// The textures with what is needed to draw and to read each of its levels.
pub(super) struct HeightMap {
    pub(super) sizes: [u32; 2],
    /// Something has been drawn into it.
    pub(super) is_drawn: bool,
    /// One view per level, to draw into.
    pub(super) levels: Vec<TextureView>,
    /// Reads level i, to draw level i + 1.
    pub(super) read_level: Vec<BindGroup>,
    /// Reads all levels, to make the map of light.
    pub(super) read: BindGroup,
    /// The map of light, to draw into.
    pub(super) light: TextureView,
    /// Reads both.
    pub(super) shade: BindGroup,
    _textures: [Texture; 2],
}

/// Coarsest level: 1/128 of the city's side per texel at least.
const LEVELS: u32 = 8;

impl HeightMap {
    /// `sizes` of the height map and of the map of light; `layout` of what reads the former, `both` of what reads the two.
    pub(super) fn new(device: &RenderDevice, layout: &BindGroupLayout, both: &BindGroupLayout, sizes: [u32; 2]) -> Self {
        let texture = |label, size, levels, format| {
            device.create_texture(&TextureDescriptor {
                label: Some(label),
                size: Extent3d { width: size, height: size, depth_or_array_layers: 1 },
                mip_level_count: levels,
                sample_count: 1,
                dimension: TextureDimension::D2,
                format,
                usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        };
        let light_texture = texture("city_light_map", sizes[1], 1, LIGHT_FORMAT);
        let texture = texture("city_height_map", sizes[0], LEVELS, MAP_FORMAT);
        let sampler = sampler(device);
        let levels: Vec<TextureView> = (0..LEVELS)
            .map(|level| texture.create_view(&TextureViewDescriptor { base_mip_level: level, mip_level_count: Some(1), ..default() }))
            .collect();
        let read =
            |view: &TextureView| device.create_bind_group("city_height_map", layout, &BindGroupEntries::sequential((view, &sampler)));
        let whole = texture.create_view(&TextureViewDescriptor::default());
        let light = light_texture.create_view(&TextureViewDescriptor::default());
        let shade = BindGroupEntries::sequential((&whole, &sampler, &light));
        Self {
            sizes,
            is_drawn: false,
            read_level: levels.iter().map(read).collect(),
            read: read(&whole),
            shade: device.create_bind_group("city_shade", both, &shade),
            levels,
            light,
            _textures: [texture, light_texture],
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
