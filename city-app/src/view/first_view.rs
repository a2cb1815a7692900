//! What is looked at first: the point in time and the selection that somebody asked for.

use analysis::Evolution;

use super::selection::Selection;
use super::state::{TimeCursor, ViewState};
use crate::base::presets::Preset;
use crate::data::input::ChosenPoints;
use crate::data::point_range::PointRange;

/// What somebody asked to see first.
#[derive(Debug, Clone, Default)]
pub struct FirstView {
    /// The point in time; without one it is the preset's, or else the last one that is judged.
    pub time: Option<PointChoice>,
    /// The point that a second city shows.
    pub beside: Option<PointChoice>,
    /// The points to select; by default all of them.
    pub chosen: ChosenPoints,
    /// Keys, ends of keys or names of groups; the last one leads.
    pub select: Vec<String>,
    /// A published figure, which knows its point.
    pub preset: Option<Preset>,
    /// Whether settings of a figure or a file were asked for.
    pub has_preset: bool,
}

/// The same, in terms of the data.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstPlace {
    /// The point, from 0.
    pub point: usize,
    /// The point that a second city shows.
    pub beside: Option<usize>,
    /// The points that are selected, if somebody asked for some or for all.
    pub range: Option<PointRange>,
    /// The selected nodes.
    pub selection: Selection,
}

/// A point in time as the user counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointChoice {
    /// The first one.
    First,
    /// The newest one.
    Last,
    /// Counted from 1.
    Number(usize),
}

impl std::str::FromStr for PointChoice {
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

impl PointChoice {
    /// The point, from 0, on an axis of this many; `option` is what asked for it.
    ///
    /// # Errors
    /// When the axis is shorter, in words.
    pub fn index(self, points: usize, option: &str) -> Result<usize, String> {
        match self {
            Self::First => Ok(0),
            Self::Last => Ok(points.saturating_sub(1)),
            Self::Number(number) if number <= points => Ok(number - 1),
            Self::Number(number) => {
                let all = if points == 1 { "there is 1 point".to_owned() } else { format!("there are {points} points") };
                Err(format!("{option} {number}: {all}"))
            }
        }
    }
}

impl FirstView {
    /// Where that is. Of selected points the last one is looked at, unless another one is asked for; of all, the last one before a fall
    /// at the end.
    ///
    /// # Errors
    /// When there is no such point or group, in words.
    pub fn place(&self, evolution: &Evolution) -> Result<FirstPlace, String> {
        let points = evolution.points.len();
        let chosen = (!self.chosen.are_all()).then(|| self.chosen.range_in(evolution)).transpose();
        let range = chosen.map_err(|error| error.to_string())?;
        let point = match (self.time, self.preset, range) {
            (Some(time), ..) => time.index(points, "--time")?,
            (None, Some(preset), _) => preset.point_of(points),
            (None, None, Some(range)) => range.last,
            (None, None, None) => PointRange::judged(evolution).last,
        };
        let beside = self.beside.map(|beside| beside.index(points, "--beside")).transpose()?;
        Ok(FirstPlace { point, beside, range, selection: self.selection(evolution)? })
    }

    fn selection(&self, evolution: &Evolution) -> Result<Selection, String> {
        self.select.iter().map(|text| evolution.find_one(text).map_err(|error| error.to_string())).collect()
    }

    /// A point or a selection is asked for, by itself or by a figure.
    #[must_use]
    pub fn asks_for_a_place(&self) -> bool {
        self.time.is_some() || self.beside.is_some() || !self.chosen.are_all() || !self.select.is_empty() || self.has_preset
    }

    /// For datasets that grow while they are shown: point and selection wait until they are there, or until the user
    /// has gone to another point or selected something. What is done is forgotten. Returns what can never be done.
    pub fn place_growing(&mut self, evolution: &Evolution, view: &mut ViewState) -> Option<String> {
        let point = match self.time {
            Some(PointChoice::First) => Some(0),
            Some(PointChoice::Number(number)) => Some(number - 1).filter(|&point| point < evolution.points.len()),
            // The newest point is followed anyway.
            Some(PointChoice::Last) | None => None,
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
            Err(error) => return Some(error),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn in_a_growing_city_point_and_selection_wait_until_they_are_there() {
        let small = session(&[&[("A", 1)]]);
        let grown = session(&[&[("A", 1)], &[("A", 2), ("B", 1)], &[("A", 3), ("B", 1)]]);
        let mut asked = FirstView { time: Some(PointChoice::Number(2)), select: vec!["B".into()], ..FirstView::default() };
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

    #[test]
    fn in_a_growing_city_the_users_own_choice_goes_first() {
        let session = session(&[&[("A", 1), ("B", 1)], &[("A", 2), ("B", 2)]]);
        let mut asked = FirstView { time: Some(PointChoice::Number(1)), select: vec!["B".into()], ..FirstView::default() };
        let chosen = session.evolution.find_one("A").ok();
        let mut view = ViewState { follow: false, time: TimeCursor::at(1), selection: chosen.into(), ..ViewState::default() };
        asked.place_growing(&session.evolution, &mut view);
        assert_eq!((view.time.point, view.selection.lead()), (1, chosen));
    }
}
