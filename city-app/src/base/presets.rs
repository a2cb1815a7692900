//! Presets: settings that go together, by what they do. Their values are those of published figures.

use super::settings::{AreaModeSetting, CitySettings, DistrictColors};

/// Settings and a point in time that belong together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preset {
    /// What to write after `--preset`.
    pub name: &'static str,
    /// What it does to a city, one sentence without a full stop.
    pub does: &'static str,
    /// The published figure and the sample that it was made for; understood as a name, too.
    pub figure: &'static str,
    /// What the figure shows, one line.
    pub title: &'static str,
    /// The point to show, 1-based as in the time label; clamped to what the dataset has.
    pub point: usize,
    /// Child count.
    child_count: u32,
    /// Opacity of buildings that are not solid.
    non_solid_opacity: f32,
}

/// All presets.
pub const PRESETS: [Preset; 3] = [
    Preset {
        name: "growers-alone",
        does: "The 10 largest groups of each district, and of these only the strongest growers; outlines are left of the others",
        figure: "fig10",
        title: "A linked list that grows: follow the references from char[] to the list",
        point: 23,
        child_count: 10,
        non_solid_opacity: 0.0,
    },
    Preset {
        name: "many-groups",
        does: "The 40 largest groups of each district; those that grow less shine through",
        figure: "fig11",
        title: "Commons HttpClient: connection pools that are never removed",
        point: 19,
        child_count: 40,
        non_solid_opacity: 0.3,
    },
    Preset {
        name: "faint-others",
        does: "The 30 largest groups of each district; those that grow less are faint",
        figure: "fig12",
        title: "easyTravel: a cache that never finds its keys",
        point: 24,
        child_count: 30,
        non_solid_opacity: 0.25,
    },
];

impl Preset {
    /// The preset of this name, or of this figure.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        PRESETS.into_iter().find(|preset| [preset.name, preset.figure].contains(&name))
    }

    /// The settings with the figure's values; what the figures do not say stays as it is.
    #[must_use]
    pub fn apply(&self, settings: &CitySettings) -> CitySettings {
        CitySettings {
            area_mode: AreaModeSetting::Sqrt,
            metric: analysis::Metric::Objects,
            child_count: Some(self.child_count),
            others: false,
            show_pointers: true,
            color: true,
            growth_bands: false,
            peaks: false,
            district_colors: DistrictColors::Blue,
            solid_count: 10,
            non_solid_opacity: self.non_solid_opacity,
            ..settings.clone()
        }
    }

    /// The point to show, counted from 0, on an axis of this many points.
    #[must_use]
    pub fn point_of(&self, points: usize) -> usize {
        (self.point - 1).min(points.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_carry_the_values_of_the_published_figures() {
        // Artifact, section V: time, child count, opacity of non-solid buildings; all Sqrt, pointers, color, 10 solid.
        for (name, point, child_count, opacity) in [("fig10", 22, 10, 0.0), ("fig11", 18, 40, 0.3), ("fig12", 23, 30, 0.25)] {
            let preset = Preset::named(name).expect("the preset ships");
            let settings = preset.apply(&CitySettings { solid_count: 1, color: false, ..CitySettings::default() });
            assert_eq!((preset.point_of(25), settings.child_count), (point, Some(child_count)), "{name}");
            assert!((settings.non_solid_opacity - opacity).abs() < 1e-6, "{name}");
            assert!(settings.color && settings.show_pointers && settings.solid_count == 10, "{name}");
        }
        assert_eq!(Preset::named("fig13"), None);
        assert_eq!(Preset::named("growers-alone"), Preset::named("fig10"));
    }

    #[test]
    fn a_shorter_dataset_shows_its_last_point() {
        let preset = Preset::named("fig10").expect("the preset ships");
        assert_eq!((preset.point_of(5), preset.point_of(0)), (4, 0));
    }
}
