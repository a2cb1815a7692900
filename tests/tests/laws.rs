//! Every sample and random heaps obey the laws of `tests::laws`.

use std::fmt::Write as _;
use std::path::Path;

use analysis::fixture::{TextHeap, heap_with_policy};
use analysis::{Grouping, MemoryTree, NodeTotals, Progress, Rules, SizePolicy, TreeBuilder, Warnings, group, read_tree_folder};
use proptest::prelude::*;
use tests::laws::{broken_laws, broken_laws_by, broken_record_laws, broken_tree_laws, open_dump};
use tests::repository::root;

const POLICIES: [SizePolicy; 3] = [
    SizePolicy { keep_unreachable: false, strong_only: false, rules: Rules::EclipseMat, sizes_of_jvm: false },
    SizePolicy { keep_unreachable: true, strong_only: false, rules: Rules::EclipseMat, sizes_of_jvm: false },
    SizePolicy { keep_unreachable: false, strong_only: true, rules: Rules::EclipseMat, sizes_of_jvm: false },
];

#[track_caller]
fn check_dump(path: &Path, by: &str, policy: SizePolicy) {
    let heap = open_dump(path, policy);
    assert_eq!(broken_laws_by(&heap, by), Vec::<String>::new(), "{} by {by}", path.display());
    assert_eq!(broken_record_laws(&heap), Vec::<String>::new(), "{}", path.display());
}

#[test]
fn the_recorded_sample_obeys_the_laws() {
    let dump = |point: u32| root().join(format!("data-samples/travel-shop/point-{point:02}.hprof.gz"));
    check_dump(&dump(1), "package path, type", POLICIES[0]);
    check_dump(&dump(13), "type, gc root kind", POLICIES[0]);
    check_dump(&dump(13), "type, object kind", POLICIES[1]);
    check_dump(&dump(13), "script(points_to.map(|o| o.type)), type", POLICIES[2]);
}

#[test]
fn memory_trees_of_the_samples_obey_the_laws() {
    for sample in ["fig10", "fig11", "fig12"] {
        let folder =
            read_tree_folder(&root().join("data-samples").join(sample), None, &Progress::new(), &Warnings::new()).expect("readable");
        assert!(!folder.points.is_empty());
        for point in &folder.points {
            assert_eq!(broken_tree_laws(&point.tree), Vec::<String>::new(), "{sample} at {}", point.time_millis);
        }
    }
}

/// A heap of text: objects with types, sizes and references, some of them roots.
fn any_heap() -> impl Strategy<Value = String> {
    (2..24_usize).prop_flat_map(|objects| {
        let object = (0..4_u32, 1..5_u32, prop::collection::vec(0..objects, 0..4), any::<bool>());
        prop::collection::vec(object, objects).prop_map(|objects| {
            let mut text = "root jni -> o0\n".to_owned();
            for (at, (kind, size, references, is_root)) in objects.iter().enumerate() {
                let targets: Vec<String> = references.iter().map(|target| format!("o{target}")).collect();
                let _ = write!(text, "o{at}: p{}.T{kind} {}", kind % 2, size * 8);
                let _ = writeln!(text, "{}{}", if targets.is_empty() { "" } else { " -> " }, targets.join(" "));
                if *is_root {
                    let _ = writeln!(text, "root {} -> o{at}", ["jni", "static app.S.f", "thread main"][at % 3]);
                }
            }
            text
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(analysis::fixture::cases(150)))]

    #[test]
    fn random_heaps_obey_the_laws(text in any_heap(), policy in 0..3_usize, by in 0..4_usize) {
        let heap: TextHeap = heap_with_policy(&text, POLICIES[policy]);
        let by = ["package path, type", "gc root kind, type", "script(points_to.map(|o| o.type)), type", "indirectly gc-rooted, type"][by];
        prop_assert_eq!(broken_laws_by(&heap, by), Vec::<String>::new(), "by {}\n{}", by, text);
    }
}

#[test]
fn broken_laws_are_seen() {
    let heap = heap_with_policy("root jni -> a\na: A 8 -> b\nb: B 16", POLICIES[0]);
    let mut grouped = group(&heap, &Grouping::default(), &Progress::new(), &Warnings::new()).expect("can be grouped");
    grouped.tree.nodes[1].totals.bytes += 1;
    let broken = broken_laws(&heap, &grouped);
    assert!(
        broken.iter().any(|law| law.contains("says NodeTotals { objects: 2, bytes: 25 } and has NodeTotals { objects: 2, bytes: 24 }")),
        "{broken:?}"
    );

    let mut builder = TreeBuilder::new(NodeTotals { objects: 3, bytes: 24 });
    let role = builder.role("Type");
    builder.add_part(0, "A", role, NodeTotals { objects: 3, bytes: 24 });
    let mut tree: MemoryTree = builder.finish().tree;
    assert_eq!(broken_tree_laws(&tree), Vec::<String>::new());
    tree.nodes[1].totals.objects = 4;
    assert_eq!(broken_tree_laws(&tree).len(), 1);
}
