//! Which points of a run are looked at: a stretch of it, and one before it to compare with.

use std::time::Duration;

use analysis::{Error, Evolution, PointInfo, PointTime, Result};

use crate::data::point_range::PointRange;

/// A moment of a run, as people name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// A number: of a point, from 1; where collections are asked for, of one of these.
    Number(u32),
    /// The end of this garbage collection.
    Collection(u32),
    /// So long after the first point; where collections are asked for, after the begin of the recording.
    Time(Duration),
}

/// A stretch of time, both ends included; without one it goes on to that of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointWindow {
    /// The first moment.
    pub first: Option<Moment>,
    /// The last one.
    pub last: Option<Moment>,
}

/// The points that are looked at; by default all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChosenPoints {
    /// Those in a stretch of time.
    pub window: Option<PointWindow>,
    /// And one before them, with which they are compared.
    pub baseline: Option<Moment>,
}

/// When a point was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PointPlace {
    /// `None` where points are of several processes, which have no common clock.
    pub(super) time_millis: Option<i64>,
    /// The collections that had ended, where known.
    pub(super) collections: Option<u64>,
}

impl ChosenPoints {
    /// Whether nothing is left out.
    #[must_use]
    pub fn are_all(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the points follow one another, so that they can be selected among all points.
    #[must_use]
    pub fn are_one_stretch(&self) -> bool {
        !self.are_all() && (self.window.is_none() || self.baseline.is_none())
    }

    /// The stretch of points that this is in an evolution.
    ///
    /// # Errors
    /// As reading these points alone.
    pub fn range_in(&self, evolution: &Evolution) -> Result<PointRange> {
        let time = |point: &PointInfo| (point.time == PointTime::Clock).then_some(point.time_millis);
        let place = |point: &PointInfo| PointPlace { time_millis: time(point), collections: point.gc };
        let chosen = self.of(&evolution.points.iter().map(place).collect::<Vec<_>>())?;
        let first = chosen.first().copied().unwrap_or(0);
        Ok(PointRange { first, last: chosen.last().copied().unwrap_or(first) })
    }

    /// The numbers, from 0 and ascending, of the points that are looked at, of some in the order of time; of none, none.
    ///
    /// # Errors
    /// [`Error::Request`] for moments outside of the run, a window without a point, and a baseline that is not before it.
    pub(super) fn of(&self, points: &[PointPlace]) -> Result<Vec<usize>> {
        if self.are_all() || points.is_empty() {
            return Ok((0..points.len()).collect());
        }
        let (from, to) = match self.window {
            None => (0, points.len()),
            Some(PointWindow { first, last }) => {
                let from = first.map(|moment| begin_of("--window", moment, points)).transpose()?.unwrap_or(0);
                let to = last.map(|moment| end_of("--window", moment, points)).transpose()?.unwrap_or(points.len());
                (from, to)
            }
        };
        if from >= to {
            return Err(Error::Request(format!("--window: no point lies in it; {}", known(points))));
        }
        let baseline = self.baseline.map(|moment| end_of("--baseline", moment, points)).transpose()?;
        let Some(baseline) = baseline else { return Ok((from..to).collect()) };
        let Some(baseline) = baseline.checked_sub(1) else {
            return Err(Error::Request(format!("--baseline: no point is so early; {}", known(points))));
        };
        let from = if self.window.is_some() { from } else { baseline + 1 };
        if baseline >= from || from >= to {
            let message =
                format!("--baseline: point {} is not before what is compared with it, which begins at {}", baseline + 1, from + 1);
            return Err(Error::Request(message));
        }
        Ok(std::iter::once(baseline).chain(from..to).collect())
    }

    /// Which of so many points these are, one sentence without its full stop; `None` for all.
    #[must_use]
    pub(super) fn in_words(&self, chosen: &[usize], of: usize) -> Option<String> {
        let (first, last) = (chosen.first()?, chosen.last()?);
        match (self.baseline, chosen.get(1)) {
            _ if self.are_all() => None,
            (Some(_), Some(second)) => {
                Some(format!("Points {} to {} of {of} were chosen, after point {} as their start", second + 1, last + 1, first + 1))
            }
            _ => Some(PointRange { first: *first, last: *last }.chosen_in_words(of)),
        }
    }
}

/// What can be asked for.
fn known(points: &[PointPlace]) -> String {
    let ends = points.first().and_then(|first| first.time_millis).zip(points.last().and_then(|last| last.time_millis));
    let times = ends.map(|(first, last)| format!(", times 0s to {:.3}s", last.saturating_sub(first) as f64 / 1e3));
    let collections = points.last().and_then(|last| last.collections).map(|last| format!(", collections until {last}"));
    format!("points are 1 to {}{}{}", points.len(), times.unwrap_or_default(), collections.unwrap_or_default())
}

/// How many points lie before a moment.
fn begin_of(option: &str, moment: Moment, points: &[PointPlace]) -> Result<usize> {
    Ok(match moment {
        Moment::Number(number) => number_of(option, number, points)? - 1,
        Moment::Time(time) => times_of(option, points)?.partition_point(|&passed| passed < time.as_millis()),
        Moment::Collection(number) => {
            let collections = collections_of(option, points)?;
            collections.partition_point(|&ended| ended < u64::from(number))
        }
    })
}

/// How many points have been when a moment is over.
fn end_of(option: &str, moment: Moment, points: &[PointPlace]) -> Result<usize> {
    Ok(match moment {
        Moment::Number(number) => number_of(option, number, points)?,
        Moment::Time(time) => times_of(option, points)?.partition_point(|&passed| passed <= time.as_millis()),
        Moment::Collection(number) => {
            let collections = collections_of(option, points)?;
            collections.partition_point(|&ended| ended <= u64::from(number))
        }
    })
}

/// Milliseconds since the first point.
fn times_of(option: &str, points: &[PointPlace]) -> Result<Vec<u128>> {
    let unknown =
        || Error::Request(format!("{option}: these points are of several processes, which have no common clock; {}", known(points)));
    let times = points.iter().map(|point| point.time_millis).collect::<Option<Vec<i64>>>().ok_or_else(unknown)?;
    let first = times.first().copied().unwrap_or(0);
    Ok(times.into_iter().map(|time| u128::try_from(i128::from(time) - i128::from(first)).unwrap_or(0)).collect())
}

fn number_of(option: &str, number: u32, points: &[PointPlace]) -> Result<usize> {
    let outside = || Error::Request(format!("{option}: there is no point {number}; {}", known(points)));
    usize::try_from(number).ok().filter(|number| (1..=points.len()).contains(number)).ok_or_else(outside)
}

fn collections_of(option: &str, points: &[PointPlace]) -> Result<Vec<u64>> {
    let unknown = || Error::Request(format!("{option}: nobody knows the garbage collections of these points; {}", known(points)));
    points.iter().map(|point| point.collections).collect::<Option<Vec<u64>>>().ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points at 10, 12, 15, 20 and 30 s, after 1, 2, 4, 8 and 16 collections.
    fn chosen(window: Option<[Option<Moment>; 2]>, baseline: Option<Moment>) -> std::result::Result<Vec<usize>, String> {
        let places = [(10, 1), (12, 2), (15, 4), (20, 8), (30, 16)];
        let places = places.map(|(secs, collections)| PointPlace { time_millis: Some(secs * 1000), collections: Some(collections) });
        let window = window.map(|[first, last]| PointWindow { first, last });
        ChosenPoints { window, baseline }.of(&places).map_err(|error| error.to_string())
    }

    fn secs(secs: u64) -> Option<Moment> {
        Some(Moment::Time(Duration::from_secs(secs)))
    }

    #[test]
    fn points_are_chosen_by_number_time_and_collection() {
        let (number, collection) = (|number| Some(Moment::Number(number)), |number| Some(Moment::Collection(number)));
        assert_eq!(chosen(None, None), Ok(vec![0, 1, 2, 3, 4]));
        assert_eq!(chosen(Some([number(2), number(4)]), None), Ok(vec![1, 2, 3]));
        assert_eq!(chosen(Some([number(3), None]), None), Ok(vec![2, 3, 4]));
        assert_eq!(chosen(Some([secs(1), secs(10)]), None), Ok(vec![1, 2, 3]), "2, 5 and 10 s after the first one");
        assert_eq!(chosen(Some([collection(3), collection(8)]), None), Ok(vec![2, 3]));
        assert_eq!(chosen(Some([None, secs(0)]), None), Ok(vec![0]));
        assert_eq!(chosen(Some([number(4), None]), number(1)), Ok(vec![0, 3, 4]));
        assert_eq!(chosen(None, number(2)), Ok(vec![1, 2, 3, 4]), "everything after the baseline");
        assert_eq!(chosen(Some([number(4), None]), secs(3)), Ok(vec![1, 3, 4]));
    }

    #[test]
    fn what_cannot_be_chosen_says_what_can() {
        let number = |number| Some(Moment::Number(number));
        let known = "points are 1 to 5, times 0s to 20.000s, collections until 16";
        let refused = |window, baseline| chosen(window, baseline).expect_err("cannot be chosen");
        assert_eq!(refused(Some([number(0), None]), None), format!("--window: there is no point 0; {known}"));
        assert_eq!(refused(Some([None, number(6)]), None), format!("--window: there is no point 6; {known}"));
        assert_eq!(refused(Some([secs(3), secs(4)]), None), format!("--window: no point lies in it; {known}"));
        let after = refused(Some([number(2), None]), number(2));
        assert_eq!(after, "--baseline: point 2 is not before what is compared with it, which begins at 2");
        let places = [PointPlace { time_millis: None, collections: None }; 2];
        for (first, said) in
            [(Moment::Collection(1), "nobody knows the garbage collections"), (Moment::Time(Duration::ZERO), "no common clock")]
        {
            let window = Some(PointWindow { first: Some(first), last: None });
            let error = ChosenPoints { window, baseline: None }.of(&places).expect_err("nobody knows").to_string();
            assert!(error.contains(said) && error.ends_with("; points are 1 to 2"), "{error}");
        }
    }
}
