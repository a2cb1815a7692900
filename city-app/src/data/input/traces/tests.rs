use std::sync::Arc;

use analysis::fixture::{TraceFile, counting_trace, leaking_trace};
use analysis::{Metric, NodeIndex};

use super::*;
use crate::data::input::{Dataset, heap_series, open_growing, read_last};
use crate::test_samples::{Folder, open_paths};

fn opened(path: &Path, by: &[&str]) -> Result<Dataset> {
    let options = OpenOptions { by: by.iter().map(ToString::to_string).collect(), ..OpenOptions::default() };
    open_paths(&[path.to_owned()], &options)
}

fn labels(dataset: &Dataset) -> Vec<&str> {
    dataset.evolution.points.iter().map(|point| point.label.as_deref().unwrap_or_default()).collect()
}

#[test]
fn a_trace_is_a_dataset_with_a_point_per_state_grouped_by_site() {
    let folder = Folder::new("file");
    let path = folder.write("leak.mctrace", leaking_trace(3));
    let dataset = opened(&path, &[]).expect("can be opened");
    assert_eq!(dataset.kind, DatasetKind::Traces { has_sites: true, has_subsystems: false });
    assert_eq!((dataset.evolution.title.as_str(), labels(&dataset)), ("leak", vec!["GC 1", "GC 2", "GC 3"]));
    assert_eq!(dataset.grouping, ["Type", "Allocation site"]);
    for name in ["Allocation site", "Call site", "Allocating thread", "Age"] {
        assert!(dataset.classifiers.iter().any(|known| known == name), "{:?} lack {name}", dataset.classifiers);
    }
    let items = dataset.evolution.find_key("Overall#app.Item#app.Main.fill(Main.java:12)").expect("items were allocated there");
    let session = crate::data::session::Session::new(Arc::clone(&dataset.evolution), &crate::base::settings::CitySettings::default());
    assert_eq!(session.label_name(items), "Item at Main.fill:12");
    // One more in every state.
    assert_eq!(*dataset.evolution.series(Metric::Objects, items), [1, 2, 3]);
    let heap = dataset.heaps.expect("states can be read again").load(2, &Progress::new()).expect("can be read");
    assert_eq!(heap.members("Overall#app.Item", &Progress::new()).expect("is a group").len(), 3);
}

#[test]
fn traces_of_a_folder_are_one_dataset_in_the_order_of_time() {
    let folder = Folder::new("folder");
    folder.write("a.mctrace", leaking_trace(1));
    folder.write("b.mctrace", leaking_trace(2));
    let dataset = opened(folder.path(), &["age"]).expect("can be opened");
    assert_eq!(labels(&dataset), ["a, GC 1", "b, GC 1", "b, GC 2"]);
    assert!(dataset.evolution.find_key("Overall#1 GC survived").is_some(), "{:?}", dataset.evolution.nodes);
}

#[test]
fn states_arrive_one_by_one_and_end_as_those_that_are_read_at_once() {
    let folder = Folder::new("arriving");
    let path = folder.write("leak.mctrace", leaking_trace(4));
    let mut seen = Vec::new();
    let grown = |dataset: Dataset, count: Count| seen.push((labels(&dataset).join(" "), count.read));
    let input = Input::look_at(std::slice::from_ref(&path), &Warnings::new()).expect("is a trace");
    let whole = open_growing(&input, &OpenOptions::default(), &Progress::new(), &Warnings::new(), grown).expect("can be opened");
    assert_eq!(seen, [("GC 1".to_owned(), 1), ("GC 1 GC 4".to_owned(), 2), ("GC 1 GC 2 GC 4".to_owned(), 3)]);
    let at_once = opened(&path, &[]).expect("can be opened");
    assert_eq!(whole.evolution.points, at_once.evolution.points);
    for node in (0..whole.evolution.nodes.len() as u32).map(NodeIndex) {
        let [one, other] = [&whole, &at_once].map(|dataset| dataset.evolution.series(Metric::Objects, node));
        assert_eq!(one, other);
    }
}

#[test]
fn a_growing_file_gives_its_states_as_they_come() {
    let folder = Folder::new("growing");
    let bytes = leaking_trace(5);
    let mut points: Vec<String> = Vec::new();
    let mut before = None;
    for part in 1..=10 {
        // Cut anywhere, as a program that is being recorded leaves its file.
        let path = folder.write("live.mctrace", &bytes[..bytes.len() * part / 10]);
        let trace = LiveTrace::open(&path, before.as_ref(), &Progress::new(), &Warnings::new()).expect("its head is there");
        let after = points.len();
        let mut push = |point: TimePoint, _| {
            assert!((0..10_000).contains(&point.time_millis), "counted from the start of the trace");
            points.push(point.label.unwrap_or_default());
            true
        };
        trace.points(after, &OpenOptions::default(), &Progress::new(), &Warnings::new(), &mut push).expect("can be read");
        before = Some(trace);
    }
    assert_eq!(points, ["GC 1", "GC 2", "GC 3", "GC 4", "GC 5"]);
}

#[test]
fn a_trace_of_counts_is_a_city_of_classes_that_says_so() {
    let folder = Folder::new("counts");
    let path = folder.write("counts.mctrace", counting_trace(3));
    let dataset = opened(&path, &["type"]).expect("can be opened");
    assert_eq!(dataset.kind, DatasetKind::ClassHistograms { are_recorded: true });
    let items = dataset.evolution.find_key("Overall#app.Item").expect("was counted");
    assert_eq!(*dataset.evolution.series(Metric::Bytes, items), [24, 48, 72]);
    let told = dataset.notes.first().expect("something is missing");
    assert!(told.starts_with("This trace holds no heap states, but 3 garbage collections, 3 class histograms."), "{told}");
    let refused = opened(&path, &["type, allocation site"]).expect_err("classes alone are known").to_string();
    assert!(refused.contains("class histograms know the names of classes only"), "{refused}");

    let trace = LiveTrace::open(&path, None, &Progress::new(), &Warnings::new()).expect("is a trace");
    assert_eq!(trace.why_nothing(), None);
    assert_eq!(trace.policy(&OpenOptions::default()), histograms::POLICY);
    let mut totals = Vec::new();
    let mut push = |point: TimePoint, _| {
        totals.push((point.time_millis, point.tree.root().totals.objects));
        totals.len() < 2
    };
    trace.points(1, &OpenOptions::default(), &Progress::new(), &Warnings::new(), &mut push).expect("can be read");
    assert_eq!(totals, [(2000, 32), (3000, 33)]);
}

#[test]
fn a_trace_with_nothing_to_show_says_why_in_every_way_in() {
    let folder = Folder::new("nothing");
    let mut file = TraceFile::new();
    file.collection();
    file.info("limits", "no heap state: the program ended early; record with --at-exit");
    let path = folder.write("early.mctrace", file.finish());
    let options = OpenOptions::default();
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let input = Input::look_at(std::slice::from_ref(&path), &warnings).expect("is a trace");
    let errors = [
        opened(&path, &[]).map(drop),
        open_growing(&input, &options, &progress, &warnings, |_, _| {}).map(drop),
        read_last(&input, &options, &progress, &warnings).map(drop),
        heap_series(&input, &options, &progress, &warnings).and_then(|mut series| series.next(&progress, &warnings)).map(drop),
        HeapFile::open(&path, &progress, &warnings).and_then(|file| file.load(0, &options.load_options(), &progress, &warnings)).map(drop),
    ];
    for error in errors {
        let told = error.expect_err("there is nothing").to_string();
        for part in
            ["nothing to show", "holds no heap states, but one garbage collection.", "The recorder says: no heap state: the program"]
        {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    let trace = LiveTrace::open(&path, None, &progress, &warnings).expect("is a trace");
    assert!(trace.why_nothing().is_some_and(|why| why.contains("The recorder says")));
    assert_eq!(trace.collections(), 1);
}

#[test]
fn a_selection_stays_the_same_objects_at_every_point() {
    let folder = Folder::new("tracked");
    let path = folder.write("leak.mctrace", leaking_trace(4));
    let heaps = opened(&path, &["type"]).expect("can be opened").heaps.expect("it has states");
    let items = ["Overall#app.Item".into()];
    let alive = |point| heaps.tracked(point, &items, &Progress::new()).expect("can be followed").alive;
    // One more in every state, and none dies.
    assert_eq!(alive(2), [1, 2, 3, 3].map(Some));
    assert_eq!(alive(0), [1; 4].map(Some));
    assert!(heaps.can_track(1) && !heaps.can_track(4));
    folder.write("b.mctrace", leaking_trace(1));
    let heaps = opened(folder.path(), &["type"]).expect("can be opened").heaps.expect("they have states");
    let followed: Vec<usize> = (0..5).filter(|&point| heaps.can_track(point)).collect();
    assert_eq!(followed.len(), 4, "the file with one state has no other point");
    let of_first = heaps.tracked(followed[0], &items, &Progress::new()).expect("can be followed");
    assert_eq!((of_first.objects, of_first.alive.iter().filter(|alive| alive.is_none()).count()), (1, 1));
}
