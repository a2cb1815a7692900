//! Values and names of references, read from real dumps and compared with what other tools and the heap itself say.

use std::path::{Path, PathBuf};

use analysis::{HeapState, LoadOptions, ObjectIndex, Progress, Record, Slot, Value, Warnings, open_heap};

fn open(path: &Path) -> HeapState {
    open_heap(path, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("readable")
}

fn sample() -> HeapState {
    open(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-13.hprof.gz"))
}

fn shared(file: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/dumps");
    assert!(folder.is_dir(), "the dumps with known answers are missing: {}", folder.display());
    folder.join(file)
}

fn named<'a>(heap: &'a HeapState, name: &'a str) -> impl Iterator<Item = ObjectIndex> + 'a {
    heap.kept_objects().filter(move |&object| &*heap.type_info(heap.type_of(object)).name == name)
}

/// What the records say an object references is what the heap state holds; stack locals come behind.
fn check_rows(heap: &HeapState) {
    type Checked = (u64, Vec<(ObjectIndex, Vec<u32>)>);
    let check = |(count, wrong): &mut Checked, record: Record<'_>| {
        *count += 1;
        let read: Vec<u32> = heap.slots_in(&record).map(|(_, target)| target.0).collect();
        let row = heap.points_to(record.object());
        let is_thread = heap.threads.iter().any(|thread| thread.object == Some(record.object()));
        if !(row == read || is_thread && row.starts_with(&read)) {
            wrong.push((record.object(), read));
        }
    };
    let found = heap.read_records(|_| true, check, &Progress::new()).expect("nobody cancels");
    let wrong: Vec<_> = found.iter().flat_map(|piece| &piece.1).collect();
    assert!(wrong.is_empty(), "{} rows differ, the first is {:?}", wrong.len(), wrong[0]);
    let without_record = heap.len() as u64 - found.iter().map(|piece| piece.0).sum::<u64>();
    let class_objects = (0..heap.len() as u32).filter(|&at| heap.is_class_object(ObjectIndex(at))).count() as u64;
    // The boot loader has no record either.
    assert_eq!(without_record, class_objects + 1);
}

#[test]
fn records_and_rows_agree_object_by_object() {
    check_rows(&sample());
    for file in ["small_heap.bin", "sun_jdk5_64bit.hprof", "sun_jdk6_30_x64_compressedOops.hprof", "openjdk_jdk11_04_x64.hprof.gz"] {
        check_rows(&open(&shared(file)));
    }
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

/// Type, name and value of every field of every object, as the library of VisualVM prints them.
#[test]
fn fields_have_the_values_that_visualvm_shows() {
    let heap = open(&shared("small_heap.bin"));
    let log = String::from_utf8_lossy(&std::fs::read(shared("testHeapDumpLog.txt")).expect("readable")).into_owned();
    let (mut values, mut class, mut compared) = (None, None, 0);
    for line in log.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let address = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("an address");
        match words.as_slice() {
            ["Id", id, "Class", ..] => class = heap.find(address(id)).and_then(|object| heap.described_type(object)),
            ["Instance", "Id", id, ..] => values = heap.find(address(id)).and_then(|object| heap.values_of(object, 0)),
            [first @ ("Instance" | "Static"), rest @ ..] => {
                let ["Field", "name", name, "type", kind, "value", value] = rest else { continue };
                // VisualVM makes up this static field.
                if *name == "<classLoader>" {
                    continue;
                }
                let found: Vec<(Option<analysis::Primitive>, Value)> = match *first {
                    "Static" => {
                        let class = class.expect("named before");
                        let statics = heap.fields.statics(class).iter().filter(|field| &*field.name == *name);
                        statics.map(|field| (field.kind, field.value)).collect()
                    }
                    _ => {
                        let Some(values) = &values else { continue };
                        let fields = values.fields.iter().filter(|field| &*field.name == *name);
                        fields.map(|field| (field.kind, field.value)).collect()
                    }
                };
                let printed = |&(kind, held): &(Option<analysis::Primitive>, Value)| {
                    let number = match held {
                        Value::Object(object) => heap.address_of(object).to_string(),
                        Value::Missing(address) => address.to_string(),
                        Value::Null => "0".to_owned(),
                        Value::Char(unit) => char::from_u32(u32::from(unit)).unwrap_or('?').to_string(),
                        // Java prints numbers of its own form.
                        Value::Float(held) if value.parse().map(f32::to_bits) == Ok(held.to_bits()) => (*value).to_owned(),
                        Value::Double(held) if value.parse().map(f64::to_bits) == Ok(held.to_bits()) => (*value).to_owned(),
                        held => held.to_string(),
                    };
                    (kind.map_or("object", analysis::Primitive::name), number)
                };
                let ours: Vec<_> = found.iter().map(printed).collect();
                assert!(ours.contains(&(*kind, (*value).to_owned())), "{line}: {ours:?}");
                compared += 1;
            }
            _ => {}
        }
    }
    assert!(compared > 6000, "only {compared} values were compared");
}

/// Collections of a JDK 6 by address, as the tests of Eclipse MAT know them.
#[test]
fn collections_have_the_sizes_that_are_known_of_a_dump() {
    let heap = open(&shared("sun_jdk6_18_x32.hprof"));
    let known: [(u64, &str, u64); 11] = [
        (0x2419_57d0, "java.util.HashMap", 60),
        (0x2416_6668, "java.util.LinkedHashMap", 45),
        (0x241a_bf40, "java.util.HashSet", 2),
        (0x2416_f090, "java.util.LinkedHashSet", 23),
        (0x2416_b168, "java.util.Hashtable", 19),
        (0x2412_0b38, "java.util.Properties", 53),
        (0x2416_b9f0, "java.util.WeakHashMap", 11),
        (0x241a_10b8, "java.lang.ThreadLocal$ThreadLocalMap", 2),
        (0x2419_d490, "java.util.concurrent.ConcurrentHashMap", 65),
        (0x2418_5f68, "java.util.TreeMap", 16),
        (0x2419_6458, "java.util.TreeMap", 0),
    ];
    for (address, class, entries) in known {
        let object = heap.find(address).unwrap_or_else(|| panic!("no object at {address:#x}"));
        assert_eq!(&*heap.type_info(heap.type_of(object)).name, class);
        assert_eq!(heap.collection_sizes(&[object]).get(&object), Some(&entries), "{class} at {address:#x}");
    }
}
