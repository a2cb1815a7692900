//! Paths in real dumps: the field that leaks in the sample, and what VisualVM's library says for every object.

use std::path::{Path, PathBuf};

use analysis::{
    ClosestHolders, HeapState, LoadOptions, ObjectIndex, PathOptions, Progress, Strength, Warnings, group_paths, open_heap, paths_to,
};

fn open(path: &Path) -> HeapState {
    open_heap(path, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable")
}

#[test]
fn the_locations_of_the_sample_lead_to_the_field_that_leaks() {
    let heap = open(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-13.hprof.gz"));
    let of_class = |name: &'static str| {
        let heap = &heap;
        heap.kept_objects().filter(move |&object| &*heap.type_info(heap.type_of(object)).name == name)
    };
    let locations = of_class("travelshop.business.Location").map(|object| object.0).collect();
    let found = group_paths(&heap, &locations, PathOptions::default(), 10, &Progress::new()).expect("nobody cancels");
    // The program prints its truth (data-samples/travel-shop/truth.txt): nine locations per search, 13 * 110 searches.
    assert_eq!((found.members, found.strong, found.weak), (12_870, 12_870, 0));
    let path = &found.paths[0];
    assert_eq!((path.members, path.holder.name(&heap).as_str()), (12_870, "travelshop.business.JourneyService.SEARCH_CACHE"));
    let steps: Vec<(u64, String)> = path.steps.iter().map(|step| (step.objects, heap.slot_name(step.slot))).collect();
    let expected = [
        (1430, "[0]"),
        (1430, "java.util.ArrayList.elementData"),
        (1430, "java.util.HashMap$Node.value"),
        (1, "[0]"),
        (1, "java.util.HashMap.table"),
    ];
    assert_eq!(steps, expected.map(|(objects, slot)| (objects, slot.to_owned())));
    // Nobody else holds them.
    assert_eq!((found.paths.len(), found.left), (1, vec![0]));

    let one = of_class("travelshop.business.QueryKey").nth(7).expect("there are 1430");
    let path = &paths_to(&heap, one, PathOptions::default(), 5, &Progress::new()).expect("nobody cancels")[0];
    let names: Vec<String> = path.steps.iter().filter_map(|step| step.slot).map(|slot| heap.slot_name(slot)).collect();
    assert_eq!(path.holder.name(&heap), "travelshop.business.JourneyService.SEARCH_CACHE");
    assert_eq!((names[0].as_str(), names.last().map(String::as_str)), ("java.util.HashMap.table", Some("java.util.HashMap$Node.key")));
}

/// VisualVM prints a path to the nearest GC root for every instance; `Null` if only weak or soft references lead to it.
/// Ours over classes begins with a GC root of the dump as well: it must be as long, and end as well.
#[test]
fn paths_are_as_long_as_visualvm_finds_them() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/dumps");
    assert!(folder.is_dir(), "the dumps with known answers are missing: {}", folder.display());
    let heap = open(&folder.join("small_heap.bin"));
    let options = PathOptions { through_classes: true };
    let closest = ClosestHolders::search(&heap, options, &Default::default(), &Progress::new()).expect("nobody cancels");
    let strong = closest.strengths().iter().find(|(strength, _)| *strength == Strength::Strong).map_or(0, |&(_, count)| count);
    let is_strong: std::collections::HashSet<u32> = closest.order()[..strong].iter().copied().collect();

    let log = String::from_utf8_lossy(&std::fs::read(folder.join("testHeapDumpLog.txt")).expect("readable")).into_owned();
    let mut object: Option<ObjectIndex> = None;
    let mut theirs: Vec<(ObjectIndex, usize)> = Vec::new();
    for line in log.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["Instance", "Id", id, ..] => {
                let address = u64::from_str_radix(id.trim_start_matches("0x"), 16).expect("an address");
                object = heap.find(address);
            }
            ["Path", "to", "nearest", "GC", "root"] => theirs.extend(object.map(|object| (object, 1))),
            ["Next", "object", _] => theirs.last_mut().expect("a path began").1 += 1,
            ["Null"] => theirs.last_mut().expect("a path began").1 = 0,
            _ => {}
        }
    }
    let mut differ = Vec::new();
    for &(object, length) in &theirs {
        let ours = if is_strong.contains(&object.0) { closest.path_to(object).map_or(0, |(_, objects)| objects.len()) } else { 0 };
        if ours != length {
            differ.push(format!("{:#x} {}: {ours}, VisualVM {length}", heap.address_of(object), heap.type_info(heap.type_of(object)).name));
        }
    }
    assert!(theirs.len() > 2000, "only {} paths were compared", theirs.len());
    assert_eq!(differ, Vec::<String>::new(), "{} of {}", differ.len(), theirs.len());
}
