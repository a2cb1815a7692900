//! Options that say what is looked at: point in time, selection, settings.

use std::path::Path;

use analysis::{Error, Evolution};
use clap::Args;

use super::output::{CliError, ExitKind};
use crate::presets::Preset;
use crate::selection::Selection;
use crate::settings::CitySettings;
#[cfg(feature = "window")]
use crate::view_state::{TimeCursor, ViewState};

/// What to look at.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "View")]
pub struct ViewArgs {
    /// Which point in time: a number from 1 on, as in the time label 3/23, or first or last [default: last]
    #[arg(long, value_name = "I")]
    pub time: Option<PointArg>,
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

/// A point in time as the user counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointArg {
    /// The first one.
    First,
    /// The newest one.
    Last,
    /// Counted from 1.
    Number(usize),
}

impl std::str::FromStr for PointArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            _ => match text.parse() {
                Ok(number) if number > 0 => Ok(Self::Number(number)),
                _ => Err("write a number from 1 on, first, or last".into()),
            },
        }
    }
}

impl PointArg {
    /// The point, from 0, on an axis of this many; `option` is what asked for it.
    pub(super) fn index(self, points: usize, option: &str) -> Result<usize, CliError> {
        match self {
            Self::First => Ok(0),
            Self::Last => Ok(points.saturating_sub(1)),
            Self::Number(number) if number <= points => Ok(number - 1),
            Self::Number(number) => {
                let all = if points == 1 { "there is 1 point".to_owned() } else { format!("there are {points} points") };
                Err(CliError::new(ExitKind::Usage, format_args!("{option} {number}: {all}")))
            }
        }
    }
}

/// What is looked at, in terms of the data.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// All settings.
    pub settings: CitySettings,
    /// Position on the time axis, from 0.
    pub point: usize,
    /// The selected nodes.
    pub selection: Selection,
}

impl ViewArgs {
    /// The settings. `base` are those of the dataset, which presets and orders go over.
    pub(super) fn settings(&self, base: Option<&CitySettings>) -> Result<CitySettings, CliError> {
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
    pub(super) fn view(&self, evolution: &Evolution, base: Option<&CitySettings>) -> Result<View, CliError> {
        let settings = self.settings(base)?;
        let (point, selection) = self.place(evolution)?;
        Ok(View { settings, point, selection })
    }

    /// The point (from 0) and the selected nodes.
    pub(crate) fn place(&self, evolution: &Evolution) -> Result<(usize, Selection), CliError> {
        let points = evolution.points.len();
        let preset = self.preset.as_deref().and_then(Preset::named);
        let point = match (self.time, preset) {
            (None, Some(preset)) => preset.point_of(points),
            (time, _) => time.unwrap_or(PointArg::Last).index(points, "--time")?,
        };
        Ok((point, self.selection(evolution)?))
    }

    fn selection(&self, evolution: &Evolution) -> Result<Selection, Error> {
        self.select.iter().map(|text| evolution.find_one(text)).collect()
    }
}

impl ViewArgs {
    /// Lines of text show everything that arrives and nothing else.
    pub(super) fn refuse_without_window(&self) -> Result<(), CliError> {
        if self.time.is_none() && self.select.is_empty() && self.set.is_empty() && self.preset.is_none() {
            return Ok(());
        }
        Err(CliError::new(ExitKind::Usage, "--time, --select, --set and --preset say what the window shows; there is none here"))
    }

    /// A point or a selection is asked for, by itself or by a figure.
    #[cfg(feature = "window")]
    pub(crate) fn asks_for_a_place(&self) -> bool {
        self.time.is_some() || !self.select.is_empty() || self.preset.is_some()
    }

    /// For datasets that grow while they are shown: point and selection wait until they are there, or until the user
    /// has gone to another point or selected something. What is done is forgotten. Returns what can never be done.
    #[cfg(feature = "window")]
    pub(crate) fn place_growing(&mut self, evolution: &Evolution, view: &mut ViewState) -> Option<String> {
        let point = match self.time {
            Some(PointArg::First) => Some(0),
            Some(PointArg::Number(number)) => Some(number - 1).filter(|&point| point < evolution.points.len()),
            // The newest point is followed anyway.
            Some(PointArg::Last) | None => None,
        };
        if !view.follow {
            self.time = None;
        } else if let Some(point) = point {
            view.time = TimeCursor::at(point);
            view.follow = false;
            self.time = None;
        }
        // Several are selected together as soon as the last of them is there.
        let chosen = !view.selection.is_empty();
        if self.select.is_empty() || (!chosen && self.select.iter().any(|text| evolution.find(text).is_empty())) {
            return None;
        }
        let selection = self.selection(evolution);
        self.select.clear();
        if chosen {
            return None;
        }
        match selection {
            Ok(selection) => view.selection = selection,
            Err(error) => return Some(error.to_string()),
        }
        None
    }
}

fn read_preset_file(name: &str) -> Result<CitySettings, CliError> {
    if !Path::new(name).is_file() {
        let known: Vec<&str> = crate::presets::PRESETS.iter().map(|preset| preset.name).collect();
        let message = format!("there is no preset or preset file {name:?}; known are {}", known.join(", "));
        return Err(CliError::new(ExitKind::Usage, message));
    }
    let text =
        std::fs::read_to_string(name).map_err(|error| CliError::new(ExitKind::Failed, format_args!("cannot read {name}: {error}")))?;
    CitySettings::from_json(&text).map_err(|error| CliError::new(ExitKind::Failed, format_args!("{name}: {error}")))
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
        assert!("0".parse::<PointArg>().is_err() && "-1".parse::<PointArg>().is_err());
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

    #[cfg(feature = "window")]
    #[test]
    fn in_a_growing_city_point_and_selection_wait_until_they_are_there() {
        let small = session(&[&[("A", 1)]]);
        let grown = session(&[&[("A", 1)], &[("A", 2), ("B", 1)], &[("A", 3), ("B", 1)]]);
        let mut asked = ViewArgs { select: vec!["B".into()], ..args(Some("2"), None) };
        let mut view = ViewState { follow: true, ..ViewState::default() };
        assert_eq!(asked.place_growing(&small.evolution, &mut view), None);
        assert_eq!((view.follow, view.selection.lead()), (true, None));
        assert_eq!(asked.place_growing(&grown.evolution, &mut view), None);
        assert_eq!((view.time.point, view.follow), (1, false));
        assert_eq!(view.selection.lead(), grown.evolution.find_one("B").ok());
        // Done is done: the user may go on from here.
        view.selection = None.into();
        asked.place_growing(&grown.evolution, &mut view);
        assert!(view.selection.is_empty());
    }

    #[cfg(feature = "window")]
    #[test]
    fn in_a_growing_city_the_users_own_choice_goes_first() {
        let session = session(&[&[("A", 1), ("B", 1)], &[("A", 2), ("B", 2)]]);
        let mut asked = ViewArgs { select: vec!["B".into()], ..args(Some("1"), None) };
        let chosen = session.evolution.find_one("A").ok();
        let mut view = ViewState { follow: false, time: TimeCursor::at(1), selection: chosen.into(), ..ViewState::default() };
        asked.place_growing(&session.evolution, &mut view);
        assert_eq!((view.time.point, view.selection.lead()), (1, chosen));
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
