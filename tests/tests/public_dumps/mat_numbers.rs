//! The dumps give the numbers of Eclipse MAT 1.17, object by object, and what other tools and their own tests say.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{
    Dominators, HeapState, LoadOptions, ObjectGroups, ObjectIndex, Progress, Root, RootKind, SizePolicy, Warnings, class_sizes, dumps_in,
    heap_histogram, histogram, open_bytes, open_heap, retained_by_group,
};

use super::dumps_folder;

/// The dumps for which MAT's classes are known.
const DUMPS: [&str; 6] = [
    "sun_jdk5_64bit.hprof",
    "sun_jdk6_18_x32.hprof",
    "sun_jdk6_30_x64_compressedOops.hprof",
    "hprof-64.bin",
    "small_heap.bin",
    "openjdk_jdk11_04_x64.hprof.gz",
];
/// Those of them for which every object is known, too: all but the last.
const DUMPS_WITH_OBJECTS: usize = 5;

fn open(file: &str, index: usize, policy: SizePolicy) -> HeapState {
    let warnings = Warnings::new();
    let options = LoadOptions { policy, ..LoadOptions::default() };
    let heap = open_heap(&dumps_folder().join(file), index, &options, &Progress::new(), &warnings).expect(file);
    println!("{file}: {:?}", warnings.list());
    heap
}

fn gunzip(file: &str) -> String {
    let bytes = open_bytes(&dumps_folder().join("mat-1.17").join(file), &Progress::new(), &Warnings::new()).expect(file);
    String::from_utf8(bytes.to_vec()).expect(file)
}

/// Totals and every class of one dump, with instances and shallow bytes. Classes of one name are compared in sum.
fn check_classes(file: &str) {
    let heap = open(file, 0, SizePolicy::default());
    let ours = heap_histogram(&heap);
    let stem = file.split('.').next().expect("a name");
    let summary = std::fs::read_to_string(dumps_folder().join(format!("mat-1.17/{stem}.summary.txt"))).expect(stem);
    let figure = |name: &str| {
        let line = summary.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).expect(name);
        line.parse::<u64>().expect(name)
    };
    let mut expected: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let table = gunzip(&format!("{stem}.classes.csv.gz"));
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let mut cells = row.rsplitn(4, ',').skip(1);
        let bytes: u64 = cells.next().and_then(|cell| cell.parse().ok()).expect(row);
        let objects: u64 = cells.next().and_then(|cell| cell.parse().ok()).expect(row);
        let sum = expected.entry(cells.next().expect(row).to_owned()).or_default();
        *sum = (sum.0 + objects, sum.1 + bytes);
        rows += 1;
    }
    expected.retain(|_, row| row.0 > 0);
    let actual: BTreeMap<String, (u64, u64)> = ours.classes.iter().map(|row| (row.name.clone(), (row.objects, row.bytes))).collect();
    for (name, row) in &expected {
        assert_eq!(actual.get(name), Some(row), "{file}: {name}");
    }
    assert_eq!(actual.len(), expected.len(), "{file}: a class that MAT does not have");
    assert_eq!((ours.objects, ours.bytes, ours.loaded_classes), (figure("objects"), figure("usedHeap"), figure("classes")), "{file}");
    assert_eq!(rows, figure("classes"), "the table has a row per class");
}

/// Class, shallow bytes, retained bytes and immediate dominator of every object that counts, by address.
fn check_objects(file: &str) {
    let heap = open(file, 0, SizePolicy::default());
    let dominators = Dominators::of(&heap, &Progress::new()).expect(file);
    let table = gunzip(&format!("{}.objects.csv.gz", file.split('.').next().expect("a name")));
    let mut expected = table.lines().skip(1);
    let mut count = 0;
    for object in heap.kept_objects() {
        let class = &heap.type_info(heap.type_of(object)).name;
        let dominator = dominators.immediate_dominator(object).map_or("root".to_owned(), |owner| format!("{:#x}", heap.address_of(owner)));
        let (address, shallow, retained) = (heap.address_of(object), heap.bytes_of(object), dominators.retained(object));
        let ours = format!("{address:#x},{class},{shallow},{retained},{dominator}");
        assert_eq!(Some(ours.as_str()), expected.next(), "{file}");
        count += 1;
    }
    assert_eq!(expected.next(), None, "{file}: missing after {count} objects");
}

/// Every class with instances, shallow bytes and what all its instances retain together.
#[test]
fn every_class_retains_what_mat_says() {
    for file in DUMPS {
        let heap = open(file, 0, SizePolicy::default());
        let rows = class_sizes(&heap, &Progress::new()).expect(file);
        let mut ours: Vec<String> = rows
            .iter()
            .map(|row| format!("{},{},{},{}", heap.type_info(row.class).name, row.shallow.objects, row.shallow.bytes, row.retained.bytes))
            .collect();
        ours.sort_unstable();
        let table = gunzip(&format!("{}.classes.csv.gz", file.split('.').next().expect("a name")));
        let mut theirs: Vec<&str> = table.lines().skip(1).collect();
        theirs.sort_unstable();
        assert!(!theirs.is_empty(), "{file}");
        let differing: Vec<_> = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != *theirs).take(5).collect();
        assert_eq!((differing, ours.len()), (Vec::new(), theirs.len()), "{file}");
    }
}

/// The flow graph of Lengauer and Tarjan's paper ("A fast algorithm for finding dominators in a flowgraph", 1979,
/// figure 1), built by the program that was dumped.
#[test]
fn the_graph_of_lengauer_and_tarjan_has_the_dominators_of_their_paper() {
    let heap = open("sun_jdk5_64bit.hprof", 0, SizePolicy::default());
    let dominators = Dominators::of(&heap, &Progress::new()).expect("nobody cancels");
    let letter = |object| heap.type_info(heap.type_of(object)).name.split_once("$DominatorTestData$").map(|(_, letter)| letter.to_owned());
    let mut owned: BTreeMap<String, String> = BTreeMap::new();
    for object in heap.kept_objects() {
        let owner = dominators.immediate_dominator(object).and_then(letter);
        if let (Some(letter), Some(owner)) = (letter(object), owner) {
            owned.entry(owner).or_default().push_str(&letter);
        }
    }
    owned.values_mut().for_each(|letters| *letters = letters.chars().collect::<BTreeSet<_>>().into_iter().collect());
    let expected = [("C", "FG"), ("D", "L"), ("G", "J"), ("R", "ABCDEHIK")].map(|(owner, owned)| (owner.to_owned(), owned.to_owned()));
    assert_eq!(owned, BTreeMap::from(expected));
    let r = heap.kept_objects().find(|&object| letter(object).is_some_and(|letter| letter == "R")).expect("the dump has it");
    assert_eq!(dominators.retained(r), 376);
}

/// Counts that MAT's own tests expect of this dump.
#[test]
fn all_strings_together_retain_963_objects() {
    let heap = open("sun_jdk5_64bit.hprof", 0, SizePolicy::default());
    let is_string = |object| &*heap.type_info(heap.type_of(object)).name == "java.lang.String";
    let groups_of_label = [vec![], vec![0]];
    let groups = ObjectGroups { label_of: &|object| u32::from(is_string(object)), groups_of_label: &groups_of_label };
    let retained = retained_by_group(&heap, &groups, &Progress::new()).expect("nobody cancels");
    assert_eq!(retained[0].objects, 963);
    let dominators = Dominators::of(&heap, &Progress::new()).expect("nobody cancels");
    let strings = || heap.kept_objects().filter(|&object| is_string(object));
    assert_eq!((strings().count(), strings().filter(|&object| dominators.retained(object) > 1024).count()), (492, 4));
}

#[test]
fn every_class_has_the_objects_and_bytes_of_mat() {
    DUMPS.iter().for_each(|file| check_classes(file));
}

#[test]
fn every_object_has_the_class_the_sizes_and_the_dominator_of_mat() {
    DUMPS[..DUMPS_WITH_OBJECTS].iter().for_each(|file| check_objects(file));
}

/// The counts that hprof-slurp prints for its own test dump (`hprof-64-result.txt`): every record counts.
#[test]
fn with_unreachable_objects_every_record_counts() {
    let policy = SizePolicy { keep_unreachable: true, ..SizePolicy::default() };
    let heap = open("hprof-64.bin", 0, policy);
    let histogram = heap_histogram(&heap);
    let objects = |name: &str| histogram.classes.iter().find(|row| row.name == name).map(|row| row.objects);
    assert_eq!(objects("int[]"), Some(436));
    assert_eq!(objects("char[]"), Some(1991));
    assert_eq!(objects("byte[]"), Some(443));
    assert_eq!(objects("java.lang.String"), Some(1516));
    assert_eq!(objects("java.lang.Object[]"), Some(560));
    // Arrays, class dumps, instances, and the boot loader, which is no record.
    assert_eq!(histogram.objects, 2891 + 748 + 474 + 4149 + 1);
    assert_eq!(histogram.loaded_classes, 474);
}

/// What else hprof-slurp counts in its test dump: roots of each kind.
#[test]
fn roots_of_each_kind_are_counted() {
    let heap = open("hprof-64.bin", 0, SizePolicy::default());
    let mut kinds: BTreeMap<RootKind, usize> = BTreeMap::new();
    heap.roots.iter().for_each(|root| *kinds.entry(root.kind).or_default() += 1);
    let expected = [
        (RootKind::JniGlobal, 5),
        (RootKind::JavaFrame, 22),
        (RootKind::StickyClass, 413),
        (RootKind::MonitorUsed, 4),
        (RootKind::ThreadObject, 9),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
    // And MAT's own tests of theirs.
    let heap = open("sun_jdk5_64bit.hprof", 0, SizePolicy::default());
    let class_of = |object: ObjectIndex| &*heap.type_info(heap.type_of(object)).name;
    let is_thread = |root: &&Root| class_of(root.object) == "java.lang.Thread";
    let threads: BTreeSet<ObjectIndex> = heap.roots.iter().filter(is_thread).map(|root| root.object).collect();
    assert_eq!(threads.len(), 4);
    let of_class = |name: &str| heap.kept_objects().filter(|&object| class_of(object) == name).count();
    assert_eq!((of_class("java.lang.String[]"), heap_histogram(&heap).loaded_classes), (28, 383));
}

#[test]
fn streaming_gives_the_numbers_of_the_heap_state() {
    let policy = SizePolicy { keep_unreachable: true, ..SizePolicy::default() };
    for file in DUMPS.into_iter().chain(["oracle_jdk7_21_hprofagent.hprof"]) {
        let streamed = histogram(&dumps_folder().join(file), 0, policy, &Progress::new(), &Warnings::new()).expect(file);
        assert_eq!(streamed, heap_histogram(&open(file, 0, policy)), "{file}");
    }
}

#[test]
fn a_file_may_hold_several_dumps() {
    let path = dumps_folder().join("oracle_jdk7_21_hprofagent.hprof");
    let dumps = dumps_in(&path, &Progress::new(), &Warnings::new()).expect("readable");
    assert_eq!(dumps.len(), 2);
    assert!(dumps[0].time_millis < dumps[1].time_millis);
    let counts = [0, 1].map(|index| heap_histogram(&open("oracle_jdk7_21_hprofagent.hprof", index, SizePolicy::default())).objects);
    assert_ne!(counts[0], counts[1]);
    println!("{counts:?}");
    let missing = open_heap(&path, 2, &LoadOptions::default(), &Progress::new(), &Warnings::new());
    assert!(missing.expect_err("two dumps").to_string().contains("holds 2 heap dumps"));
}

/// The JVM's own view of sizes: bytes per instance in a histogram that `jmap` took of the same program.
#[test]
fn instances_are_as_large_as_jmap_says() {
    let heap = open("sun_jdk6_18_x32.hprof", 0, SizePolicy::default());
    let text = std::fs::read_to_string(dumps_folder().join("histogram_sun_jdk6_18_x32.txt")).expect("histogram");
    let mut compared = 0;
    for line in text.lines() {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [objects, bytes, name] = cells.as_slice() else { continue };
        let (Ok(objects), Ok(bytes)) = (objects.parse::<u64>(), bytes.parse::<u64>()) else { continue };
        // Class objects are sized by their statics here, and by their fields in the JVM.
        if let Some(info) = heap.types.iter().find(|info| *info.name == **name && &*info.name != "java.lang.Class") {
            assert_eq!(info.size.array_bytes(0), bytes / objects, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 40, "only {compared} classes were found");
}

/// Collections of a JDK 6 by address, as the tests of Eclipse MAT know them.
#[test]
fn collections_have_the_sizes_that_are_known_of_a_dump() {
    let heap = open("sun_jdk6_18_x32.hprof", 0, SizePolicy::default());
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

/// Concurrent maps up to JDK 7 keep their entries in segments, each a table with a count of its own. The dump of a JDK 5 holds none.
#[test]
fn segments_have_as_many_elements_as_entries_hang_on_their_tables() {
    for (file, least) in [("sun_jdk6_18_x32.hprof", 100), ("oracle_jdk7_21_hprofagent.hprof", 90)] {
        let heap = open(file, 0, SizePolicy::default());
        let class = |object: ObjectIndex| &*heap.type_info(heap.type_of(object)).name;
        let of_class = |wanted: &str| heap.kept_objects().filter(|&object| class(object) == wanted).collect::<Vec<_>>();
        let below = |object: ObjectIndex, is_wanted: &dyn Fn(&str) -> bool| {
            heap.points_to(object).iter().map(|&at| ObjectIndex(at)).filter(|&at| is_wanted(class(at))).collect::<BTreeSet<_>>()
        };
        let entry = "java.util.concurrent.ConcurrentHashMap$HashEntry";
        let entries = |segment: ObjectIndex| {
            let tables = below(segment, &|class| class == format!("{entry}[]"));
            let mut open: Vec<ObjectIndex> = tables.into_iter().flat_map(|table| below(table, &|class| class == entry)).collect();
            let mut found = BTreeSet::new();
            while let Some(at) = open.pop() {
                if found.insert(at) {
                    open.extend(below(at, &|class| class == entry));
                }
            }
            found.len() as u64
        };
        let segments = of_class("java.util.concurrent.ConcurrentHashMap$Segment");
        let sizes = heap.collection_sizes(&segments);
        let counted: BTreeMap<ObjectIndex, u64> = segments.iter().map(|&segment| (segment, entries(segment))).collect();
        assert_eq!(segments.iter().filter_map(|segment| Some((*segment, *sizes.get(segment)?))).collect::<BTreeMap<_, _>>(), counted);
        assert!(counted.values().sum::<u64>() >= least, "{file}: {counted:?}");
        for map in of_class("java.util.concurrent.ConcurrentHashMap") {
            let arrays = below(map, &|class| class.ends_with("Segment[]"));
            let segments = arrays.into_iter().flat_map(|array| below(array, &|class| class.ends_with("$Segment")));
            let sum: u64 = segments.map(|segment| counted[&segment]).sum();
            assert_eq!(heap.collection_sizes(&[map]).get(&map), Some(&sum), "{file}: {map:?}");
        }
    }
}
