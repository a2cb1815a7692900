//! Options that say what is looked at: point in time, selection, settings.

use std::path::Path;

use analysis::Evolution;
use clap::Args;

use crate::base::presets::Preset;
use crate::base::settings::CitySettings;
use crate::cli::documents::output::{CliError, ExitKind};
use crate::data::input::ChosenPoints;
use crate::view::first_view::{FirstPlace, FirstView, PointChoice};
use crate::view::selection::Selection;
use crate::view::store::read_preset;

/// What to look at.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "View")]
pub struct ViewArgs {
    /// Which point in time: a number from 1 on, as in the time label 3/23, or first or last [default: last, or where memory falls at the end the last one before that]
    #[arg(long, value_name = "I")]
    pub time: Option<PointChoice>,
    /// Show the city at this point beside it, on the left
    #[arg(long, value_name = "I")]
    pub beside: Option<PointChoice>,
    /// Select a group (building or district): its full key, the end of it, or its name if that is unambiguous; may be
    /// given several times, the last one leads
    #[arg(long, value_name = "KEY")]
    pub select: Vec<String>,
    /// Change a setting, for example --set metric=bytes --set child_count=40 --set non_solid_opacity=25%
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Settings of a published figure (fig10, fig11, fig12) or of an exported preset file; --time and --set go first
    #[arg(long, value_name = "NAME|FILE")]
    pub preset: Option<String>,
}

/// What is looked at, in terms of the data.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// All settings.
    pub settings: CitySettings,
    /// Position on the time axis, from 0.
    pub point: usize,
    /// The point of the city on the left, if there is one.
    pub beside: Option<usize>,
    /// The selected nodes.
    pub selection: Selection,
}

impl ViewArgs {
    /// The settings. `base` are those of the dataset, which presets and orders go over.
    pub(in crate::cli) fn settings(&self, base: Option<&CitySettings>) -> Result<CitySettings, CliError> {
        let mut settings = base.cloned().unwrap_or_default();
        if let Some(name) = &self.preset {
            settings = match Preset::named(name) {
                Some(preset) => preset.apply(&settings),
                None => read_preset_file(name)?,
            };
        }
        for order in &self.set {
            settings.set(order).map_err(|error| CliError::new(ExitKind::Usage, error))?;
        }
        Ok(settings)
    }

    /// Everything, for this dataset.
    pub(in crate::cli) fn view(&self, evolution: &Evolution, base: Option<&CitySettings>) -> Result<View, CliError> {
        let settings = self.settings(base)?;
        let FirstPlace { point, beside, selection, .. } =
            self.first_view().place(evolution).map_err(|error| CliError::new(ExitKind::Usage, error))?;
        Ok(View { settings, point, beside, selection })
    }

    /// The point and the selection.
    pub(in crate::cli) fn first_view(&self) -> FirstView {
        FirstView {
            time: self.time,
            beside: self.beside,
            chosen: ChosenPoints::default(),
            select: self.select.clone(),
            preset: self.preset.as_deref().and_then(Preset::named),
            has_preset: self.preset.is_some(),
        }
    }
}

impl ViewArgs {
    /// Lines of text show everything that arrives and nothing else.
    pub(in crate::cli) fn refuse_without_window(&self) -> Result<(), CliError> {
        if self.time.is_none() && self.beside.is_none() && self.select.is_empty() && self.set.is_empty() && self.preset.is_none() {
            return Ok(());
        }
        Err(CliError::new(ExitKind::Usage, "--time, --beside, --select, --set and --preset say what the window shows; there is none here"))
    }
}

fn read_preset_file(name: &str) -> Result<CitySettings, CliError> {
    if !Path::new(name).is_file() {
        let known: Vec<&str> = crate::base::presets::PRESETS.iter().map(|preset| preset.name).collect();
        let message = format!("there is no preset or preset file {name:?}; known are {}", known.join(", "));
        return Err(CliError::new(ExitKind::Usage, message));
    }
    read_preset(Path::new(name)).map_err(|error| CliError::new(ExitKind::Failed, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    fn args(time: Option<&str>, preset: Option<&str>) -> ViewArgs {
        ViewArgs { time: time.map(|text| text.parse().expect("is a point")), preset: preset.map(Into::into), ..ViewArgs::default() }
    }

    #[test]
    fn points_are_counted_from_one_and_the_last_one_is_the_default() {
        let session = session(&[&[("A", 1)], &[("A", 2)], &[("A", 3)]]);
        let point = |time| args(time, None).view(&session.evolution, None).map(|view| view.point).ok();
        assert_eq!(point(None), Some(2));
        assert_eq!(point(Some("first")), Some(0));
        assert_eq!(point(Some("2")), Some(1));
        assert_eq!(point(Some("last")), Some(2));
        assert_eq!(point(Some("4")), None);
        assert!("0".parse::<PointChoice>().is_err() && "-1".parse::<PointChoice>().is_err());
    }

    #[test]
    fn a_preset_brings_its_point_and_its_settings_but_orders_go_first() {
        let session = session(&[&[("A", 1)], &[("A", 2)]]);
        let view = args(None, Some("fig11")).view(&session.evolution, None).expect("is a view");
        assert_eq!((view.point, view.settings.child_count), (1, Some(40)));
        let changed = ViewArgs { set: vec!["child_count=7".into()], ..args(Some("1"), Some("fig11")) };
        let view = changed.view(&session.evolution, None).expect("is a view");
        assert_eq!((view.point, view.settings.child_count), (0, Some(7)));
    }

    #[test]
    fn several_groups_are_selected_together_and_the_last_one_leads() {
        let session = session(&[&[("A", 1), ("B", 1), ("C", 1)]]);
        let asked = ViewArgs { select: vec!["C".into(), "A".into()], ..ViewArgs::default() };
        let view = asked.view(&session.evolution, None).expect("is a view");
        let [a, c] = ["A", "C"].map(|name| session.evolution.find_one(name).expect("is there"));
        assert_eq!((view.selection.lead(), view.selection.nodes()), (Some(a), vec![a, c]));
    }

    #[test]
    fn an_unknown_preset_setting_or_node_is_wrong_usage() {
        let session = session(&[&[("A", 1)]]);
        let wrong = [
            ViewArgs { preset: Some("fig13".into()), ..ViewArgs::default() },
            ViewArgs { set: vec!["colour=1".into()], ..ViewArgs::default() },
            ViewArgs { select: vec!["B".into()], ..ViewArgs::default() },
        ];
        for args in wrong {
            assert_eq!(args.view(&session.evolution, None).map_err(|error| error.kind), Err(ExitKind::Usage));
        }
    }
}
