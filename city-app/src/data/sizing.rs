//! Deep and retained sizes of all points of a series, computed while the city is shown.
//!
//! One thread goes from point to point: the one being shown first, then the first and the last (growth shows early), then
//! always the middle of the widest gap. What it has lies ready as a session, newest on top, until the window takes it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Error, Evolution, Metric, Progress, SizeKind};

use super::input::series::Count;
use super::input::{PointHeaps, telling_order};
use super::mailbox::{Mailbox, Shown};
use super::session::Session;
use crate::base::settings::CitySettings;

/// A session is made anew at most this often, but at once for the point being shown: it costs a copy of all series.
const PUBLISH_EVERY: Duration = Duration::from_millis(700);

/// The work on the sizes of one series. Ends when it is dropped.
#[derive(Debug)]
pub struct Sizing {
    /// What is computed.
    pub kinds: Vec<SizeKind>,
    /// The evolution being shown, as far as this work knows: another one is another dataset.
    current: Arc<Evolution>,
    progress: Progress,
    mailbox: Mailbox<Arc<Session>>,
}

/// How far the work is.
#[derive(Debug, Clone, PartialEq)]
pub struct SizingState {
    /// What is being done, for people.
    pub text: String,
    /// How much of it is done, `0.0..=1.0`.
    pub fraction: f32,
}

impl Drop for Sizing {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

impl Sizing {
    /// Starts; `None` if there are no heap dumps, or nothing is missing.
    ///
    /// # Errors
    /// When there is no thread to work on.
    pub fn start(session: &Arc<Session>, settings: &CitySettings, point: usize, kinds: &[SizeKind]) -> Result<Option<Self>, String> {
        let Some(heaps) = session.heaps.clone() else { return Ok(None) };
        let of = missing(&session.evolution, kinds).count();
        if of == 0 {
            return Ok(None);
        }
        let (mailbox, progress, current) = (Mailbox::default(), Progress::new(), Arc::clone(&session.evolution));
        mailbox.shows(session, settings, point);
        mailbox.set_count(Count { read: 0, of: Some(of) });
        let (theirs, their_progress) = (mailbox.clone(), progress.clone());
        let (base, wanted) = (Arc::clone(&current), kinds.to_vec());
        let work = move || {
            let end = compute(&heaps, &base, &wanted, &theirs, &their_progress);
            theirs.end(end.map(|()| String::new()));
        };
        std::thread::Builder::new()
            .name("sizes".into())
            .spawn(work)
            .map_err(|error| format!("no thread to compute sizes with: {error}"))?;
        Ok(Some(Self { kinds: kinds.to_vec(), current, progress, mailbox }))
    }

    /// Whether the work is about what this session shows.
    #[must_use]
    pub fn is_of(&self, session: &Session) -> bool {
        Arc::ptr_eq(&self.current, &session.evolution)
    }

    /// The view shows this now: the next point is chosen, and the next session laid out, for it.
    pub fn shows(&self, session: &Arc<Session>, settings: &CitySettings, point: usize) {
        self.mailbox.shows(session, settings, point);
    }

    /// Takes the newest session if `wanted` says so.
    pub fn take_if(&mut self, wanted: impl FnOnce(&Session) -> bool) -> Option<Arc<Session>> {
        let ready = self.mailbox.take_if(|ready| wanted(ready))?;
        self.current = Arc::clone(&ready.evolution);
        Some(ready)
    }

    /// Nothing more will come, and what went wrong. What is ready goes first.
    #[must_use]
    pub fn ended(&self) -> Option<Result<(), String>> {
        Some(self.mailbox.ended()?.map(drop))
    }

    /// Everything has been computed, taken or not.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.mailbox.is_complete()
    }

    /// How far it is.
    #[must_use]
    pub fn state(&self) -> SizingState {
        let Count { read: done, of } = self.mailbox.count();
        let of = of.unwrap_or(0).max(1);
        let what = match self.kinds.as_slice() {
            [SizeKind::Deep] => "Deep sizes",
            [SizeKind::Retained] => "Retained sizes",
            _ => "Deep and retained sizes",
        };
        let part = self.progress.fraction().unwrap_or(0.0).min(0.99);
        SizingState { text: format!("{what}: {done} of {of}"), fraction: ((done as f64 + part) / of as f64).min(1.0) as f32 }
    }
}

/// The metric that a size is.
pub(crate) fn size_metric(kind: SizeKind) -> Metric {
    match kind {
        SizeKind::Deep => Metric::Deep,
        SizeKind::Retained => Metric::Retained,
    }
}

/// The points that lack one of these sizes.
fn missing<'a>(evolution: &'a Evolution, kinds: &'a [SizeKind]) -> impl Iterator<Item = usize> + 'a {
    (0..evolution.points.len()).filter(|&point| kinds.iter().any(|&kind| !evolution.is_known(size_metric(kind), point)))
}

/// Computes what is missing, point by point. One point that cannot be read does not stop the others.
fn compute(
    heaps: &PointHeaps,
    base: &Evolution,
    kinds: &[SizeKind],
    mailbox: &Mailbox<Arc<Session>>,
    progress: &Progress,
) -> Result<(), String> {
    let mut evolution = base.clone();
    let mut open: Vec<usize> = telling_order(&missing(base, kinds).collect::<Vec<_>>());
    let (mut published, mut unpublished, mut problem) = (None::<Instant>, false, None);
    while !open.is_empty() {
        let focus = mailbox.point();
        let point = open.remove(open.iter().position(|&point| point == focus).unwrap_or(0));
        let wanted: Vec<SizeKind> = kinds.iter().copied().filter(|&kind| !evolution.is_known(size_metric(kind), point)).collect();
        match heaps.sizes(point, &wanted, progress) {
            Ok((tree, sizes)) if evolution.set_sizes(point, &tree, &sizes) => unpublished = true,
            Ok(_) => problem = problem.or_else(|| Some(format!("point {} is not what was read before", point + 1))),
            Err(Error::Cancelled) => return Ok(()),
            Err(error) => problem = problem.or_else(|| Some(error.to_string())),
        }
        let Count { read, of } = mailbox.count();
        mailbox.set_count(Count { read: read + 1, of });
        let due = point == focus || open.is_empty() || published.is_none_or(|at| at.elapsed() >= PUBLISH_EVERY);
        if due && unpublished {
            publish(&evolution, mailbox);
            (published, unpublished) = (Some(Instant::now()), false);
        }
    }
    if unpublished {
        publish(&evolution, mailbox);
    }
    problem.map_or(Ok(()), Err)
}

fn publish(evolution: &Evolution, mailbox: &Mailbox<Arc<Session>>) {
    let Shown { session: Some(shown), settings: Some(settings), .. } = mailbox.shown() else { return };
    let evolution = Arc::new(evolution.clone());
    let kept = shown.with_points(&evolution, &settings);
    let session = kept.unwrap_or_else(|| Session::new(evolution, &settings)).with_sources_of(&shown);
    mailbox.put(Arc::new(session));
}

/// Computes the sizes that these settings need, at all points: for pictures and documents, which wait for them.
///
/// # Errors
/// When the input can never tell, when a dump cannot be read any more, or when cancelled.
pub fn complete_sizes(
    evolution: &mut Arc<Evolution>,
    heaps: Option<&PointHeaps>,
    settings: &CitySettings,
    progress: &Progress,
) -> analysis::Result<()> {
    let Some(kind) = settings.metric.size_kind() else { return Ok(()) };
    let points: Vec<usize> = (0..evolution.points.len()).collect();
    // Trees may know the size at some points only; then these are shown.
    if heaps.is_none() && missing(evolution, &[kind]).count() < points.len() {
        return Ok(());
    }
    sizes_at(evolution, heaps, &[kind], &points, progress).map_err(|error| match error {
        Error::Request(message) => Error::Request(format!("metric={}: {message}", crate::base::words::metric_word(settings.metric))),
        error => error,
    })
}

/// Computes sizes that are not known yet at some points.
///
/// # Errors
/// When the input can never tell, when a dump cannot be read any more, or when cancelled.
pub fn sizes_at(
    evolution: &mut Arc<Evolution>,
    heaps: Option<&PointHeaps>,
    kinds: &[SizeKind],
    points: &[usize],
    progress: &Progress,
) -> analysis::Result<()> {
    let lacking: Vec<usize> = missing(evolution, kinds).filter(|point| points.contains(point)).collect();
    if lacking.is_empty() {
        return Ok(());
    }
    let Some(heaps) = heaps else {
        let names: Vec<&str> = kinds.iter().map(|&kind| crate::base::words::metric_word(size_metric(kind))).collect();
        let why = "give heap dumps, or memory trees written with `memory-city group --sizes`";
        return Err(Error::Request(format!("this input does not have {} sizes; {why}", names.join(" and "))));
    };
    let evolution = Arc::make_mut(evolution);
    for point in lacking {
        let (tree, sizes) = heaps.sizes(point, kinds, progress)?;
        evolution.set_sizes(point, &tree, &sizes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use analysis::NodeIndex;

    use super::*;
    use crate::data::input::options::OpenOptions;
    use crate::data::input::sample;
    use crate::test_samples::open_paths;

    fn travel_shop() -> (Arc<Session>, CitySettings) {
        let path = sample("travel-shop").expect("the sample ships").path;
        let dataset = open_paths(&[path], &OpenOptions::default()).expect("the sample opens");
        let settings = CitySettings { metric: Metric::Retained, ..CitySettings::default() };
        let session = Session::new(dataset.evolution, &settings).with_heaps(dataset.heaps);
        (Arc::new(session), settings)
    }

    /// Waits for the next session; `None` at the end.
    fn next(sizing: &mut Sizing) -> Option<Arc<Session>> {
        loop {
            if let Some(session) = sizing.take_if(|_| true) {
                return Some(session);
            }
            if let Some(end) = sizing.ended() {
                assert_eq!(end, Ok(()));
                return None;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn the_point_shown_comes_first_and_in_the_end_all_are_what_the_command_line_computes() {
        let (session, settings) = travel_shop();
        assert_eq!(session.metric, Metric::Bytes, "nothing is known yet");
        let mut sizing = Sizing::start(&session, &settings, 5, &[SizeKind::Retained]).expect("a thread").expect("work");
        let first = next(&mut sizing).expect("the point shown");
        assert!(first.evolution.is_known(Metric::Retained, 5));
        assert_eq!((first.metric, sizing.is_of(&first), sizing.is_of(&session)), (Metric::Retained, true, false));
        let mut last = first;
        while let Some(session) = next(&mut sizing) {
            last = session;
        }
        let mut expected = Arc::clone(&session.evolution);
        complete_sizes(&mut expected, session.heaps.as_deref(), &settings, &Progress::new()).expect("the dumps are there");
        assert_eq!(expected.known_points(Metric::Retained).count(), 13);
        let retained = |evolution: &Evolution| {
            let nodes = (0..evolution.nodes.len() as u32).map(NodeIndex);
            nodes.map(|node| evolution.known_series(Metric::Retained, node).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(retained(&last.evolution), retained(&expected));
        assert!(last.heaps.is_some());
        // What dies with the whole heap is the whole heap.
        let root = |metric| last.evolution.value(metric, NodeIndex::ROOT, 12);
        assert_eq!(root(Metric::Retained), root(Metric::Bytes));
        assert!(Sizing::start(&last, &settings, 0, &[SizeKind::Retained]).expect("no thread is needed").is_none());
    }

    #[test]
    fn who_is_dropped_computes_no_more_and_what_has_no_heaps_nothing() {
        let (session, settings) = travel_shop();
        let sizing = Sizing::start(&session, &settings, 0, &[SizeKind::Deep, SizeKind::Retained]).expect("a thread").expect("work");
        let (mailbox, progress) = (sizing.mailbox.clone(), sizing.progress.clone());
        drop(sizing);
        assert!(progress.check().is_err());
        while !mailbox.is_complete() {
            std::thread::yield_now();
        }
        let bare = Arc::new(Session::clone(&session).with_heaps(None));
        assert!(Sizing::start(&bare, &settings, 0, &[SizeKind::Deep]).expect("no thread is needed").is_none());
        let mut evolution = Arc::clone(&bare.evolution);
        let error = complete_sizes(&mut evolution, None, &settings, &Progress::new()).expect_err("nobody can tell");
        assert!(error.to_string().contains("metric=retained: this input does not have retained sizes"), "{error}");
    }

    #[test]
    fn a_dump_that_is_gone_is_told_and_the_others_are_computed() {
        let (session, settings) = travel_shop();
        let gone = session.heaps.as_ref().map(|heaps| heaps.without_file_of(2)).expect("there are dumps");
        let session = Arc::new(Session::clone(&session).with_heaps(Some(Arc::new(gone))));
        let mut sizing = Sizing::start(&session, &settings, 2, &[SizeKind::Retained]).expect("a thread").expect("work");
        let mut known = 0;
        let end = loop {
            if let Some(session) = sizing.take_if(|_| true) {
                known = session.evolution.known_points(Metric::Retained).count();
            } else if let Some(end) = sizing.ended() {
                break end;
            }
            std::thread::yield_now();
        };
        assert_eq!(known, 12);
        assert!(end.is_err_and(|problem| problem.contains("gone")), "the problem names the file");
    }
}
