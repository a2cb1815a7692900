//! From events to a growing evolution. Pure: knows no thread and no network.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Evolution, GcEvents, NodeReferences, PointerMap, TimePoint, Warnings};

use super::LiveError;
use super::frames::PointerDirection;
use crate::data::input::point_source::PointSource;
use crate::data::input::series::DatasetKind;
use crate::data::input::{Dataset, PointHeaps};
use crate::data::live::event::{FollowedRecording, LiveEvent, RecordingFacts};

/// Maps that arrived before their tree are kept up to this number.
const MAX_EARLY_MAPS: usize = 1024;

/// What has arrived so far.
#[derive(Debug, Default)]
pub struct LiveCity {
    evolution: Arc<Evolution>,
    /// Maps whose tree has not arrived yet, by time.
    early: BTreeMap<i64, Vec<(PointerDirection, PointerMap)>>,
    /// What the points are made of, if they are states of a recording.
    recording: Option<RecordingFacts>,
    /// Where the states of the points are, and what reads them again.
    sources: Vec<PointSource>,
    heaps: Option<Arc<PointHeaps>>,
    gc: Option<Arc<GcEvents>>,
    /// Points that have come, and how many of them are worth the first look.
    arrived: usize,
    awaited: usize,
    /// Everything that was left out.
    pub warnings: Warnings,
    /// What the source is doing.
    pub status: String,
    /// How the source ended, once it has.
    pub ended: Option<Result<String, LiveError>>,
}

impl LiveCity {
    /// Nothing has arrived.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything that has arrived, merged. Cheap: a shared value, copied only when the next point arrives.
    #[must_use]
    pub fn evolution(&self) -> Arc<Evolution> {
        Arc::clone(&self.evolution)
    }

    /// The recording that is followed, if it is one.
    #[must_use]
    pub fn recording(&self) -> Option<FollowedRecording> {
        self.recording.as_ref().map(|facts| facts.recording.clone())
    }

    /// Everything that has arrived, to build a city from.
    #[must_use]
    pub fn dataset(&self) -> Dataset {
        let Some(facts) = &self.recording else { return Dataset::live(self.evolution(), DatasetKind::Live) };
        Dataset {
            grouping: facts.grouping.clone(),
            asked: self.heaps.as_ref().map(|heaps| heaps.asked_grouping().to_vec()).unwrap_or_default(),
            classifiers: facts.classifiers.clone(),
            heaps: self.heaps.clone().filter(|_| self.sources.len() == self.evolution.points.len()),
            gc: self.gc.clone(),
            ..Dataset::live(self.evolution(), facts.kind)
        }
    }

    /// Takes one event; true when the evolution has changed, and all is there that is known to come.
    pub fn take(&mut self, event: LiveEvent) -> bool {
        match event {
            LiveEvent::Status(status) => self.status = status,
            LiveEvent::Named { title, policy } => {
                let evolution = Arc::make_mut(&mut self.evolution);
                evolution.title = title;
                evolution.policy = policy;
            }
            LiveEvent::Recording(facts) => self.recording = Some(*facts),
            LiveEvent::Collections(gc) => self.gc = Some(gc),
            LiveEvent::Awaited(points) => self.awaited = points,
            LiveEvent::Point(point, source) => {
                let changed = self.take_point(*point, source);
                self.arrived += 1;
                return self.arrived == self.awaited || changed && self.arrived > self.awaited;
            }
            LiveEvent::Pointers(direction, map) => return self.take_pointers(direction, map),
            LiveEvent::Warning(warning) => self.warnings.add_many(&warning.kind, warning.count, &warning.first),
            LiveEvent::Ended(end) => {
                self.ended = Some(end);
                return self.arrived < self.awaited && !self.evolution.points.is_empty();
            }
        }
        false
    }

    fn take_point(&mut self, point: TimePoint, source: Option<PointSource>) -> bool {
        let time = point.time_millis;
        let pushed = Arc::make_mut(&mut self.evolution).push_point(point, &self.warnings);
        if let Some(at) = pushed.point {
            if let Some(source) = source {
                self.remember_source(at, source);
            }
            for (direction, map) in self.early.remove(&time).unwrap_or_default() {
                self.take_pointers(direction, map);
            }
        }
        pushed.point.is_some()
    }

    /// The point at this place is the state that has just come.
    fn remember_source(&mut self, at: usize, source: PointSource) {
        let Some(facts) = &self.recording else { return };
        self.sources.insert(at.min(self.sources.len()), source.clone());
        match &self.heaps {
            // Who looks at a point goes on looking at it.
            Some(heaps) if at + 1 == self.sources.len() => heaps.push(source),
            _ => self.heaps = Some(Arc::new(PointHeaps::new(self.sources.clone(), facts.options.clone()))),
        }
    }

    fn take_pointers(&mut self, direction: PointerDirection, map: PointerMap) -> bool {
        let Some(time) = map.time_millis.filter(|_| map.recorded) else { return false };
        let Ok(point) = self.evolution.points.binary_search_by_key(&time, |point| point.time_millis) else {
            if self.early.values().map(Vec::len).sum::<usize>() < MAX_EARLY_MAPS {
                self.early.entry(time).or_default().push((direction, map));
            } else {
                self.warnings.add("references without a tree", format_args!("time {time} ms"));
            }
            return false;
        };
        let evolution = Arc::make_mut(&mut self.evolution);
        let rows = map.resolve(evolution.nodes.iter().map(|node| &*node.key), &format!("time {time} ms"), &self.warnings);
        let references: &mut NodeReferences = Arc::make_mut(evolution.references[point].get_or_insert_default());
        match direction {
            PointerDirection::PointsTo => references.points_to = rows,
            PointerDirection::PointedFrom => references.pointed_from = rows,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use analysis::Progress;
    use analysis::fixture::{TraceFile, TraceObject, TraceObjects, leaking_trace};

    use super::*;
    use crate::data::input::LiveTrace;
    use crate::data::input::options::OpenOptions;
    use crate::data::live::RecordedFile;
    use crate::data::live::event::WalkRequest;

    /// A recording of which parts arrive.
    struct Arriving {
        file: Arc<RecordedFile>,
        options: OpenOptions,
        points: usize,
    }

    impl Arriving {
        fn new(by: &str) -> Self {
            let file = Arc::new(RecordedFile::create(None).expect("there is room for a file"));
            Self { file, options: OpenOptions { by: vec![by.to_owned()], ..OpenOptions::default() }, points: 0 }
        }

        /// Adds bytes and gives the city what they hold. Whether it has something new to show.
        fn bring(&mut self, bytes: &[u8], city: &mut LiveCity) -> bool {
            let (connection, _) = self.file.begin();
            self.file.append(connection, bytes).expect("can be written");
            let (progress, warnings) = (Progress::new(), Warnings::new());
            let trace = LiveTrace::open(self.file.path(), None, &progress, &warnings).expect("is a trace");
            let (kind, grouping, classifiers) = trace.kind(&self.options).expect("is a grouping");
            let recording = FollowedRecording { url: String::new(), file: Arc::clone(&self.file), walk: WalkRequest::default() };
            let facts = RecordingFacts { recording, kind, grouping, classifiers, options: self.options.clone() };
            let mut changed = city.take(LiveEvent::Recording(Box::new(facts)));
            let after = self.points;
            let mut push = |point: TimePoint, source| {
                self.points += 1;
                changed |= city.take(LiveEvent::Point(Box::new(point), source));
                true
            };
            trace.points(after, &self.options, &progress, &warnings, &mut push).expect("can be read");
            changed
        }
    }

    #[test]
    fn states_of_a_recording_are_read_again_while_it_grows() {
        let (bytes, mut arriving, mut city) = (leaking_trace(4), Arriving::new("type"), LiveCity::new());
        let (first, _) = bytes.split_at(bytes.len() * 6 / 10);
        let first = &first[..analysis::arrived_trace(first).expect("is a trace").whole_bytes];
        let rest = &bytes[first.len()..];
        assert!(arriving.bring(first, &mut city));
        let early = city.dataset();
        let heaps = early.heaps.expect("it has states");
        let items =
            |point| heaps.load(point, &Progress::new()).map(|heap| heap.members("Overall#app.Item", &Progress::new()).map(|set| set.len()));
        let known = early.evolution.points.len();
        assert!((1..4).contains(&known), "{known} of 4 states");
        assert!(matches!(items(known - 1), Ok(Ok(count)) if count == known as u64));
        assert!(arriving.bring(rest, &mut city));
        let dataset = city.dataset();
        assert_eq!((dataset.kind.has_heap_states(), dataset.grouping), (true, vec!["Type".to_owned()]));
        assert!(Arc::ptr_eq(&heaps, dataset.heaps.as_ref().expect("still")), "who looks at one goes on looking at it");
        assert!(matches!(items(3), Ok(Ok(4))), "the file has grown");
    }

    #[test]
    fn a_live_city_judges_by_the_points_by_which_the_file_is_judged() {
        let (mut file, mut objects) = (TraceFile::new(), TraceObjects::new());
        let item = file.class("app.Item", "java.lang.Object", 5, &[], &[]);
        for id in 1..=3 {
            objects.insert(id, TraceObject { class: item, bytes: 16, ..TraceObject::default() });
            file.collection();
            file.is_ending = id == 3;
            file.state(&objects, &[TraceFile::root("system", 1)], id == 1);
        }
        let (mut arriving, mut city) = (Arriving::new("type"), LiveCity::new());
        arriving.bring(&file.finish(), &mut city);
        let live = city.dataset().heaps.expect("it has states");
        let at_once = crate::test_samples::open_paths(&[arriving.file.path().to_owned()], &arriving.options);
        let at_once = at_once.expect("can be opened").heaps.expect("it has states");
        assert!(live.has_heaps_of(&at_once), "{live:?} and {at_once:?}");
    }

    #[test]
    fn a_recording_that_is_known_already_shows_when_all_of_it_is_there() {
        let (bytes, mut arriving, mut city) = (leaking_trace(3), Arriving::new("package"), LiveCity::new());
        city.take(LiveEvent::Awaited(4));
        assert!(!arriving.bring(&bytes, &mut city), "one is missing");
        assert!(city.take(LiveEvent::Ended(Ok(String::new()))), "and will not come");
        assert_eq!(city.dataset().evolution.points.len(), 3);
        city = LiveCity::new();
        city.take(LiveEvent::Awaited(3));
        assert!(Arriving::new("package").bring(&bytes, &mut city));
    }
}
