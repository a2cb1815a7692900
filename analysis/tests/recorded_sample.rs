//! Values, names of references and paths in the recorded sample, compared with what its program says.

use std::path::PathBuf;

use analysis::{HeapState, LoadOptions, ObjectIndex, PathOptions, Progress, Slot, Value, Warnings, group_paths, open_heap, paths_to};

fn sample() -> HeapState {
    let dump = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-13.hprof.gz");
    open_heap(&dump, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable")
}

fn named<'a>(heap: &'a HeapState, name: &'a str) -> impl Iterator<Item = ObjectIndex> + 'a {
    heap.kept_objects().filter(move |&object| &*heap.type_info(heap.type_of(object)).name == name)
}

#[test]
fn every_reference_of_the_sample_has_a_name() {
    let heap = sample();
    let places = heap.kept_objects().filter(|&object| heap.is_class_object(object) || !heap.points_to(object).is_empty());
    // Every hundredth, because each of these looks its record up by itself.
    for object in places.step_by(100) {
        let slots = heap.slots_of(object);
        assert_eq!(slots.len(), heap.points_to(object).len());
        assert!(!slots.contains(&Slot::Unknown), "{slots:?} of object {}", object.0);
    }
    let service = named(&heap, "java.lang.Class")
        .find(|&object| heap.described_type(object).is_some_and(|class| heap.type_info(class).name.ends_with(".JourneyService")))
        .expect("the class is loaded");
    let slots = heap.slots_of(service);
    let names: Vec<String> = slots.iter().map(|&slot| heap.slot_name(slot)).collect();
    let at = names.iter().position(|name| name == "travelshop.business.JourneyService.SEARCH_CACHE").expect("the cache has a name");
    let cache = ObjectIndex(heap.points_to(service)[at]);
    assert_eq!(&*heap.type_info(heap.type_of(cache)).name, "java.util.HashMap");
    let table = heap.slots_of(cache).iter().map(|&slot| heap.slot_name(slot)).collect::<Vec<_>>();
    // The program asked the map for these two views.
    assert_eq!(table, ["java.util.HashMap.table", "java.util.AbstractMap.values", "java.util.AbstractMap.keySet"]);
    // A search per request at every point: 13 * 110.
    let values = heap.values_of(cache, 10).expect("has a record");
    let size = values.fields.iter().find(|field| &*field.name == "size").expect("a map has a size");
    assert_eq!(size.value, Value::Int(13 * 110));
}

#[test]
fn texts_of_the_sample_are_readable_one_by_one_and_at_once() {
    let heap = sample();
    let locations: Vec<ObjectIndex> = named(&heap, "travelshop.business.QueryKey").collect();
    let keys: Vec<ObjectIndex> =
        locations.iter().filter_map(|&key| heap.with_record(key, |record| record.field("text"))??.object()).take(20).collect();
    let at_once = heap.texts_of(&keys);
    assert_eq!(keys.len(), 20);
    for key in keys {
        let text = heap.text_of(key).expect("a string");
        assert!(text.starts_with("beach hotels "), "{text}");
        assert_eq!(at_once.get(&key), Some(&text));
    }
}

#[test]
fn the_locations_of_the_sample_lead_to_the_field_that_leaks() {
    let heap = sample();
    let locations = named(&heap, "travelshop.business.Location").map(|object| object.0).collect();
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

    let one = named(&heap, "travelshop.business.QueryKey").nth(7).expect("there are 1430");
    let path = &paths_to(&heap, one, PathOptions::default(), 5, &Progress::new()).expect("nobody cancels")[0];
    let names: Vec<String> = path.steps.iter().filter_map(|step| step.slot).map(|slot| heap.slot_name(slot)).collect();
    assert_eq!(path.holder.name(&heap), "travelshop.business.JourneyService.SEARCH_CACHE");
    assert_eq!((names[0].as_str(), names.last().map(String::as_str)), ("java.util.HashMap.table", Some("java.util.HashMap$Node.key")));
}
