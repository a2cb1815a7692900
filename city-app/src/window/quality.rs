//! Which of the two render qualities is used: full on graphics cards, lean on software adapters, or what the user says.
//!
//! Lean leaves edges as they are. Smoothing them in the finished picture (Bevy's FXAA) was tried: reading a few texels per
//! pixel costs a software adapter more than the whole city (processor time for 113 frames of 1280 x 720: 121 s with it,
//! 49 s without).

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use wgpu::DeviceType;

use super::camera::CityCamera;
use super::state::{CitySystems, SettingsRes};
use crate::base::settings::Quality;

/// What is being drawn now.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct ActualQuality {
    /// Shadows, ambient occlusion and four samples per pixel; otherwise the lean picture.
    pub full: bool,
    /// The adapter draws with the processor.
    pub software: bool,
    /// What draws, for the status line.
    pub adapter: String,
}

/// A still picture on a software adapter may take a second: pictures are full unless somebody asks for lean.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub(super) struct StillPicture;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActualQuality>()
        .add_systems(Startup, read_adapter)
        .add_systems(Update, choose_quality.in_set(CitySystems::Scene).before(super::looks::update_looks));
}

fn read_adapter(info: Option<Res<RenderAdapterInfo>>, mut quality: ResMut<ActualQuality>) {
    if let Some(info) = info {
        quality.software = info.device_type == DeviceType::Cpu;
        quality.adapter.clone_from(&info.name);
    }
}

fn choose_quality(
    settings: Res<SettingsRes>,
    still: Option<Res<StillPicture>>,
    mut quality: ResMut<ActualQuality>,
    mut cameras: Query<&mut Msaa, With<CityCamera>>,
) {
    let full = is_full(settings.0.quality, quality.software, still.is_some());
    if quality.full != full {
        quality.full = full;
    }
    let wanted = if full { Msaa::Sample4 } else { Msaa::Off };
    for mut msaa in &mut cameras {
        msaa.set_if_neq(wanted);
    }
}

fn is_full(wish: Quality, software: bool, still: bool) -> bool {
    match wish {
        Quality::Full => true,
        Quality::Lean => false,
        Quality::Auto => still || !software,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_adapters_get_the_lean_quality_unless_asked_or_for_a_still() {
        assert!(!is_full(Quality::Auto, true, false));
        assert!(is_full(Quality::Auto, true, true));
        assert!(is_full(Quality::Auto, false, false));
        assert!(is_full(Quality::Full, true, false));
        assert!(!is_full(Quality::Lean, false, true));
    }
}
