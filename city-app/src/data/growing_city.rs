//! A city that is shown while more of it is still being read.
//!
//! A thread of its own reads, merges and lays out; what it has made lies in a [`Mailbox`], newest on top, until the
//! window takes it. Points that fit the plan being shown join it at once. A new plan moves every building, so it waits
//! for a good moment: [`Pace`] says when.

use std::sync::Arc;
use std::time::Duration;

use analysis::{Progress, Result, Warnings};

use super::input::{self, Dataset, Looked};
use super::live::{LiveCity, LiveFeed};
use super::mailbox::{HasCity, Mailbox, Shown};
use super::session::Session;
use crate::base::partly_read;
use crate::base::settings::CitySettings;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::Count;
use crate::data::live::event::{FollowedRecording, WantedSizes};

/// A city as far as it has been read.
#[derive(Debug, Clone)]
pub struct Grown {
    /// What was read.
    pub dataset: Dataset,
    /// The settings that the plan was made for.
    pub settings: CitySettings,
    /// The evolution with its plan.
    pub session: Arc<Session>,
    /// What could be read in part only, a sentence per file.
    pub partly_read: Vec<String>,
    /// Partial failures, in words.
    pub warnings: Vec<String>,
    /// How much of the input this is.
    pub count: Count,
    /// The recording that it comes from, while it is made.
    pub recording: Option<FollowedRecording>,
}

impl HasCity for Grown {
    fn city(&self) -> &Arc<Session> {
        &self.session
    }
}

/// Lays out for the view as it is; `whole` asks for the plan that the same input always gets.
fn plan(
    mailbox: &Mailbox<Grown>,
    dataset: &Dataset,
    wanted_sizes: Option<&WantedSizes>,
    first: &CitySettings,
    whole: bool,
) -> (Arc<Session>, CitySettings) {
    let evolution = &dataset.evolution;
    let Shown { session: shown, settings, .. } = mailbox.shown();
    let settings = settings.unwrap_or_else(|| first.clone());
    let kept = shown.filter(|_| !whole).and_then(|shown| shown.with_points(evolution, &settings));
    let session = kept.unwrap_or_else(|| Session::new(Arc::clone(evolution), &settings));
    let session = session.with_data_of(dataset).with_wanted_sizes(wanted_sizes.cloned());
    (Arc::new(session), settings)
}

fn put(mailbox: &Mailbox<Grown>, grown: Grown) {
    mailbox.set_count(grown.count);
    mailbox.put(grown);
}

/// Reads an input into the box until everything is read or `progress` is cancelled; one that could not be looked at ends at once.
/// `settings` chooses what a dataset is shown with first.
pub fn grow_from_input(
    looked: Result<Arc<Looked>>,
    options: &OpenOptions,
    settings: impl Fn(&Dataset) -> CitySettings,
    progress: &Progress,
    mailbox: &Mailbox<Grown>,
) {
    let warnings = Warnings::new();
    let lay_out = |dataset: Dataset, count: Count, whole: bool| {
        let (session, settings) = plan(mailbox, &dataset, None, &settings(&dataset), whole);
        let parts = partly_read(&warnings);
        put(mailbox, Grown { session, settings, partly_read: parts, warnings: texts(&warnings), count, dataset, recording: None });
    };
    let whole = looked.and_then(|looked| {
        warnings.extend(&looked.warnings);
        input::open_growing(&looked.input, options, progress, &warnings, |dataset, count| lay_out(dataset, count, false))
    });
    let end = whole.map(|dataset| {
        progress.start("laying out the city", 0);
        let read = mailbox.count().of.unwrap_or(dataset.paths.len());
        lay_out(dataset, Count { read, of: Some(read) }, true);
        String::new()
    });
    mailbox.end(end.map_err(|error| error.to_string()));
}

/// How long a reading thread waits for the next event before it looks whether it should stop.
const EVENT_WAIT: Duration = Duration::from_millis(100);

/// Takes live points into the box until the source ends or `progress` is cancelled.
pub fn grow_from_feed(feed: &LiveFeed, settings: &CitySettings, progress: &Progress, mailbox: &Mailbox<Grown>) {
    let mut city = LiveCity::new();
    while progress.check().is_ok() && city.ended.is_none() {
        let mut changed = false;
        let mut event = feed.next_within(EVENT_WAIT);
        while let Some(arrived) = event {
            changed |= city.take(arrived);
            // Points that wait already are laid out together.
            event = feed.try_next();
        }
        mailbox.say(&city.status);
        if changed {
            let dataset = city.dataset();
            let count = Count { read: dataset.evolution.points.len(), of: None };
            let (session, settings) = plan(mailbox, &dataset, feed.wanted_sizes.as_ref(), settings, false);
            let (partly_read, warnings, recording) = (partly_read(&city.warnings), texts(&city.warnings), city.recording());
            put(mailbox, Grown { dataset, settings, session, partly_read, warnings, count, recording });
        }
    }
    if let Some(end) = city.ended {
        mailbox.end(end.map_err(|error| error.to_string()));
    }
}

fn partly_read(warnings: &Warnings) -> Vec<String> {
    warnings.partly_read().iter().map(partly_read::sentence).collect()
}

fn texts(warnings: &Warnings) -> Vec<String> {
    warnings.list().iter().map(ToString::to_string).collect()
}

/// What is known when a new plan lies ready.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Points of the city being shown; 0 shows none yet.
    pub points_shown: usize,
    /// Points of the new one.
    pub points_ready: usize,
    /// Everything has been read.
    pub complete: bool,
    /// The source has no end: every point is news.
    pub live: bool,
    /// Since reading began, or since the last new plan.
    pub waited: Duration,
    /// The user turns the camera, scrubs or plays: nothing may move now.
    pub busy: bool,
    /// The user asks for what is ready.
    pub asked: bool,
}

/// A city that is read within this time appears as a whole.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The shortest time between two new plans.
const PLAN_WAIT: Duration = Duration::from_secs(2);

impl Pace {
    /// Whether a new plan may take the place of the one being shown.
    ///
    /// The first city comes soon, whatever it holds. While the rest is read, plans change when the number of points has
    /// doubled, so that even a thousand points move the city ten times only, and once more at the end.
    #[must_use]
    pub fn is_good_moment(&self) -> bool {
        if self.points_shown == 0 {
            return self.complete || self.live || self.waited >= FIRST_WAIT;
        }
        if self.asked {
            return true;
        }
        let due = self.complete || self.live || (self.points_ready >= 2 * self.points_shown && self.waited >= PLAN_WAIT);
        due && !self.busy
    }
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::data::input::sample;

    const SHOWN: Pace =
        Pace { points_shown: 2, points_ready: 4, complete: false, live: false, waited: PLAN_WAIT, busy: false, asked: false };

    #[test]
    fn the_first_city_waits_a_moment_for_the_whole_one() {
        let first = Pace { points_shown: 0, points_ready: 1, waited: Duration::ZERO, ..SHOWN };
        assert!(!first.is_good_moment());
        assert!(Pace { complete: true, ..first }.is_good_moment());
        assert!(Pace { live: true, ..first }.is_good_moment());
        assert!(Pace { waited: FIRST_WAIT, busy: true, ..first }.is_good_moment());
    }

    #[test]
    fn plans_change_when_points_have_doubled_and_at_the_end_but_never_under_the_hand() {
        assert!(SHOWN.is_good_moment());
        assert!(!Pace { points_ready: 3, ..SHOWN }.is_good_moment());
        assert!(!Pace { waited: Duration::ZERO, ..SHOWN }.is_good_moment());
        assert!(Pace { points_ready: 3, waited: Duration::ZERO, complete: true, ..SHOWN }.is_good_moment());
        assert!(!Pace { complete: true, busy: true, ..SHOWN }.is_good_moment());
        assert!(Pace { complete: true, busy: true, asked: true, ..SHOWN }.is_good_moment());
    }

    /// Reads a sample and keeps every city that was ever in the box, because each is taken at once; and how it ended.
    fn grown_cities(name: &str) -> (Vec<Grown>, std::result::Result<String, String>) {
        let paths = [sample(name).expect("the sample ships").path];
        let (mailbox, progress) = (Mailbox::default(), Progress::new());
        let mut cities: Vec<Grown> = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let looked = Looked::at(&paths).map(Arc::new);
                grow_from_input(looked, &OpenOptions::default(), |_| CitySettings::default(), &progress, &mailbox);
            });
            loop {
                cities.extend(mailbox.take_if(|_| true));
                if let Some(end) = mailbox.ended() {
                    return (cities, end);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        })
    }

    #[test]
    fn dumps_make_cities_that_end_as_the_one_that_is_read_at_once() {
        let (cities, end) = grown_cities("travel-shop");
        assert_eq!(end, Ok(String::new()));
        let (last, before) = cities.split_last().expect("there is a city");
        let whole = crate::test_samples::open_paths(&last.dataset.paths, &OpenOptions::default()).expect("the sample opens");
        assert_eq!(last.count, Count { read: 13, of: Some(13) });
        assert_eq!(last.dataset.evolution.points, whole.evolution.points);
        let expected = Session::new(whole.evolution, &CitySettings::default());
        assert_eq!(last.session.plan, expected.plan, "the plan is the same however the points came");
        for city in before {
            let times = |city: &Grown| city.dataset.evolution.points.iter().map(|point| point.time_millis).collect::<Vec<_>>();
            assert!(times(city).iter().all(|time| times(last).contains(time)), "early points stay");
            assert_eq!(times(city).first(), times(last).first());
            assert!(city.count.read < 13 && city.count.of == Some(13), "{:?}", city.count);
        }
    }

    #[test]
    fn the_next_plan_follows_the_settings_of_the_view() {
        let bytes = CitySettings { metric: Metric::Bytes, ..CitySettings::default() };
        let (cities, _) = grown_cities("fig10");
        assert_eq!(cities.len(), 1, "trees come at once");
        let mailbox = Mailbox::default();
        mailbox.shows(&cities[0].session, &bytes, 0);
        let (planned, settings) = plan(&mailbox, &cities[0].dataset, None, &CitySettings::default(), false);
        assert_eq!((planned.metric, settings.metric), (Metric::Bytes, Metric::Bytes));
    }

    #[test]
    fn errors_and_cancelled_readings_end_with_a_sentence() {
        for (path, cancelled) in [("/nowhere/x.hprof", false), ("data-samples", true)] {
            let (mailbox, progress) = (Mailbox::default(), Progress::new());
            if cancelled {
                progress.cancel();
            }
            let paths = if cancelled { vec![sample("travel-shop").expect("the sample ships").path] } else { vec![path.into()] };
            grow_from_input(Looked::at(&paths).map(Arc::new), &OpenOptions::default(), |_| CitySettings::default(), &progress, &mailbox);
            assert!(mailbox.take_if(|_| true).is_none());
            assert!(matches!(mailbox.ended(), Some(Err(error)) if !error.is_empty()), "{path}");
        }
    }
}
