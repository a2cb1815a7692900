//! Whether a trace tells of allocations; and that the lives and states of one are counted alike.

use trace_format::BlockKind;

use super::Trace;

impl Trace {
    /// Whether the trace says where objects were allocated.
    #[must_use]
    pub fn has_sites(&self) -> bool {
        self.scan.blocks.iter().any(|entry| entry.kind == Some(BlockKind::Allocations))
    }

    /// Whether the trace says which part of the JVM allocated objects.
    #[must_use]
    pub fn has_subsystems(&self) -> bool {
        self.scan.blocks.iter().any(|entry| entry.kind == Some(BlockKind::Subsystems))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::base::progress::Progress;
    use crate::base::warnings::Warnings;
    use crate::fixture::{TraceFile, TraceObject, TraceObjects, leaking_trace};
    use crate::grouping::list::Grouping;
    use crate::heap::HeapState;
    use crate::over_time::lifetimes::{CountRules, event_counts};
    use crate::over_time::tracked_objects::TrackedObjects;
    use crate::readers::files::ByteSource;
    use crate::readers::hprof::options::LoadOptions;

    fn open(bytes: Vec<u8>) -> Trace {
        let warnings = Warnings::new();
        Trace::open(&ByteSource::from(bytes), Path::new("test.mctrace"), &Progress::new(), &warnings).expect("is a trace")
    }

    #[test]
    fn allocations_and_deaths_are_lives() {
        let mut file = TraceFile::new();
        file.thread(1, "main", 10);
        let fill = file.method("app.Main", "fill", "Main.java");
        let site = file.site(&[(fill, 12)]);
        file.allocations(0, &[(20, site, 1), (21, site, 1)]);
        file.collection();
        file.deaths(&[(21, 1)]);
        file.allocations(0, &[(22, site, 1)]);
        file.collection();
        let trace = open(file.finish());
        assert!(trace.has_sites());
        let lives = trace.lifetimes(&Progress::new(), &Warnings::new()).expect("nobody cancels");
        let told: Vec<_> = lives.all().iter().map(|life| (life.id, life.born, life.died, life.age(lives.collections()))).collect();
        assert_eq!(told, [(20, 0, None, 2), (21, 0, Some(1), 0), (22, 1, None, 1)]);
        let by = Grouping::parse("type, allocation site, allocating thread").expect("is a grouping");
        let counts = event_counts(&lives, &by, None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
        let names: Vec<&str> = counts.groups.iter().map(|group| &*group.name).collect();
        assert_eq!(names, ["Overall", "java.lang.Object", "app.Main.fill(Main.java:12)", "main"]);
        assert_eq!((counts.groups[3].trend.created, counts.groups[3].trend.collected, counts.groups[3].trend.live), (3, 1, 2));
    }

    #[test]
    fn objects_from_before_the_recording_live_until_a_state_lacks_them() {
        let object = || TraceObject { class: 1, bytes: 16, ..TraceObject::default() };
        let mut file = TraceFile::new();
        let mut objects: TraceObjects = [2, 3, 4].map(|id| (id, object())).into();
        let roots = |objects: &TraceObjects| objects.keys().map(|&id| TraceFile::root("system", id)).collect::<Vec<_>>();
        file.allocations(0, &[(4, 0, 0)]);
        file.collection();
        file.state(&objects, &roots(&objects), true);
        file.collection();
        // A difference that lacks one and has a new one of which nobody said that it was allocated.
        objects.remove(&2);
        objects.insert(9, object());
        file.state(&objects, &roots(&objects), false);
        file.collection();
        // A full state that lacks another one.
        objects.remove(&3);
        file.state(&objects, &roots(&objects), true);
        let trace = open(file.finish());
        let lives = trace.lifetimes_with_unseen(&Progress::new(), &Warnings::new()).expect("nobody cancels");
        let by = Grouping::parse("type").expect("is a grouping");
        let counts = event_counts(&lives, &by, None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
        let all = &counts.groups[0];
        assert_eq!((all.initially_live, all.trend.created, all.trend.collected, all.trend.live), (2, 2, 2, 2));
        assert_eq!(all.trend.volume, [48, 32, 32, 32], "after collections 1, 2 and 3, and at the end");
        assert_eq!(trace.lifetimes(&Progress::new(), &Warnings::new()).expect("nobody cancels").all().len(), 1);
    }

    #[test]
    fn states_of_a_trace_are_compared_by_identity() {
        let trace = open(leaking_trace(4));
        let state = |number: usize| trace.heap_state(number, &LoadOptions::default(), &Progress::new(), &Warnings::new());
        let by = Grouping::parse("type, allocation site").expect("is a grouping");
        let [before, after] = [0, 3].map(|number| state(number).expect("is a state"));
        let changed = crate::grouping::state_changes(&before, &after, &by, &Progress::new(), &Warnings::new()).expect("can be compared");
        let item = changed.tree.nodes.iter().position(|node| &*node.name == "app.Item").expect("is there");
        let change = changed.changes[item];
        assert_eq!((change.start.objects, change.born.objects, change.died.objects, change.end.objects), (1, 3, 0, 4));
        let counts = crate::over_time::lifetimes::state_counts(4, state, &by, CountRules::default(), &Progress::new(), &Warnings::new())
            .expect("can be counted");
        let item = counts.groups.iter().find(|group| &*group.name == "app.Item").expect("is there");
        assert_eq!((item.initially_live, item.trend.created, item.trend.live, item.trend.growth.keeps_growing()), (1, 3, 4, true));
    }

    #[test]
    fn states_tell_how_much_was_allocated_before_them() {
        let mut file = TraceFile::new();
        let (progress, warnings) = (Progress::new(), Warnings::new());
        let objects: TraceObjects = [(20, TraceObject { class: 1, bytes: 16, ..TraceObject::default() })].into();
        for first in [20, 30, 40] {
            file.allocations(1000, &[(first, 0, 1), (first + 1, 0, 1)]);
            file.collection();
            file.state(&objects, &[TraceFile::root("jni", 20)], true);
        }
        let trace = open(file.finish());
        let lives = trace.lifetimes(&progress, &warnings).expect("nobody cancels");
        assert_eq!(lives.all().len(), 6);
        for (number, ended) in (0..3).zip(1..) {
            let state = trace.heap_state(number, &LoadOptions::default(), &progress, &warnings).expect("is a state");
            let before = lives.all().iter().filter(|life| life.born < ended).map(|life| life.bytes as f64 / life.probability());
            assert_eq!(state.origins.and_then(|origins| origins.allocated_bytes), Some(before.sum::<f64>().round() as u64));
        }
    }

    /// A walk within the program, two in copies of the process, each of which knows none but its own objects, and one more in place.
    #[test]
    fn states_that_number_objects_anew_know_none_of_those_before() {
        let mut file = TraceFile::new();
        let item = file.class("app.Item", "java.lang.Object", 5, &[], &[]);
        for (first, numbers_anew) in [(10, false), (10, false), (20, true), (30, true), (30, false)] {
            file.collection();
            let object = TraceObject { class: item, bytes: 16, born: 1, ..TraceObject::default() };
            let objects: TraceObjects = (first..first + 3).map(|id| (id, object.clone())).collect();
            let roots: Vec<_> = objects.keys().map(|&id| TraceFile::root("jni", id)).collect();
            file.numbers_anew = numbers_anew;
            file.state(&objects, &roots, numbers_anew || first == 10);
        }
        let trace = open(file.finish());
        let (progress, warnings) = (Progress::new(), Warnings::new());
        let state = |number: usize| trace.heap_state(number, &LoadOptions::default(), &progress, &warnings).expect("is a state");
        let states: Vec<HeapState> = (0..5).map(state).collect();
        let knows = |a: usize, b: usize| states[a].check_identity(&states[b]).is_ok();
        assert!(knows(0, 1) && knows(3, 4) && !knows(1, 2) && !knows(2, 3) && !knows(0, 4));
        let tracked = TrackedObjects::new(&states[3], &states[3].kept).expect("is a trace");
        let alive = |number: usize| tracked.alive_in(&states[number], &progress).expect("nobody cancels").map(|alive| alive.len());
        assert_eq!([2, 3, 4].map(alive), [None, Some(3), Some(3)]);
        let by = Grouping::parse("type").expect("is a grouping");
        let error = crate::grouping::state_changes(&states[1], &states[2], &by, &progress, &warnings).expect_err("nobody knows");
        assert!(error.to_string().contains("--max-pause"), "{error}");
        assert_eq!(trace.states().iter().map(|state| state.numbers_anew).collect::<Vec<_>>(), [false, false, true, true, false]);
    }
}
