//! Dumps that this machine's JVMs write, of a program with some of everything (`tests/java/dumped`), under all their collectors
//! and layouts: every object, value, size, reference and owner is what a second, plain reading says, and classes have the
//! objects and bytes that the JVM itself counts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use analysis::{
    ClosestHolders, Dominators, HeapState, ObjectIndex, PathOptions, Primitive, Progress, Record, Rules, SizePolicy, Strength, TypeIndex,
    Value, Warnings, class_sizes, heap_histogram, histogram,
};
use tests::jvm::{all_jvms, collectors, compile, jcmd, parse_histogram};
use tests::laws::{broken_laws_by, broken_record_laws, open_dump};
use tests::plain_dump::{PlainDump, PlainObject, primitive_bytes, source_form};
use tests::plain_heap::{PlainHeap, PlainLayout, PlainRules};
use tests::recorded::Running;
use tests::scratch::Scratch;

/// One of so many objects is taken away to see what nothing keeps any more; the iterative algorithm answers for all.
const ONE_OF: usize = 307;
/// And these, which own most.
const LARGEST: usize = 20;

const MAT: SizePolicy = SizePolicy { keep_unreachable: false, strong_only: false, rules: Rules::EclipseMat, sizes_of_jvm: false };

/// What fills gaps that a collector leaves between objects: it comes and goes, and dumps call all of it `int[]`.
const FILLERS: [&str; 2] = ["int[]", "jdk.internal.vm.FillerElement[]"];
/// Instances of these classes, and of those that extend them, have fields of which no dump tells.
const WITH_HIDDEN_FIELDS: [&str; 7] = [
    CLASS,
    "java.lang.ClassLoader",
    "java.lang.Module",
    "java.lang.Thread",
    "java.lang.invoke.MemberName",
    "java.lang.invoke.MethodHandleNatives$CallSiteContext",
    "java.lang.invoke.ResolvedMethodName",
];
const CLASS: &str = "java.lang.Class";

/// Objects and bytes by class.
type Counts = BTreeMap<String, (u64, u64)>;

#[test]
fn every_object_is_what_a_plain_reading_says_where_references_take_4_bytes() {
    let layout = PlainLayout { reference: 4, alignment: 8 };
    // Z knows no such references.
    check_jvms(layout, |collector| (collector != "Z").then_some(&[]));
}

#[test]
fn every_object_is_what_a_plain_reading_says_where_references_take_8_bytes() {
    let layout = PlainLayout { reference: 8, alignment: 8 };
    check_jvms(layout, |collector| ["Serial", "G1", "Z"].contains(&collector).then_some(&["-XX:-UseCompressedOops"]));
}

#[test]
fn every_object_is_what_a_plain_reading_says_where_objects_begin_at_multiples_of_16() {
    let layout = PlainLayout { reference: 4, alignment: 16 };
    check_jvms(layout, |collector| (collector == "Serial").then_some(&["-XX:ObjectAlignmentInBytes=16"]));
}

/// Dumps the program in every JVM under every collector for which there are options, and checks everything.
fn check_jvms(layout: PlainLayout, options: impl Fn(&str) -> Option<&'static [&'static str]>) {
    let classes = Scratch::new("dumped-classes");
    compile("tests/java/dumped/", classes.path());
    for java in all_jvms() {
        let mut checked = 0;
        for collector in collectors(&java) {
            let Some(options) = options(collector) else { continue };
            let case = format!("{} {collector} {}", java.display(), options.join(" "));
            let scratch = Scratch::new("own-dump");
            let file = scratch.join("own.hprof");
            let collector = format!("-XX:+Use{collector}GC");
            let options = ["-XX:+UnlockExperimentalVMOptions", &collector].into_iter().chain(options.iter().copied());
            let counted = dump(&java, options, classes.path(), &file);
            // Taking all classes away one by one takes longest.
            check_dump(&case, &file, layout, &counted, if checked == 0 { 1 } else { 10 });
            checked += 1;
        }
        assert!(checked > 0, "{} has no collector for this", java.display());
    }
}

/// Dumps the program; returns what the JVM counts before and after.
fn dump<'a>(java: &Path, options: impl Iterator<Item = &'a str>, classes: &Path, file: &Path) -> [Counts; 2] {
    let mut command = Command::new(java);
    command.args(options).args(["-Xmx128m", "-cp"]).arg(classes).arg("Dumped").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = Running::start(&mut command);
    let mut line = String::new();
    BufReader::new(program.0.stdout.take().expect("stdout is a pipe")).read_line(&mut line).expect("the program speaks");
    assert_eq!(line, "ready\n");
    let count = || {
        let rows = parse_histogram(&jcmd(program.pid(), &["GC.class_histogram"]));
        // Hidden classes are `A$$Lambda/0x12` here and `A$$Lambda+0x12` in dumps.
        rows.into_iter().map(|(name, counts)| (source_form(&name.replace("/0x", "+0x")), counts)).collect()
    };
    // What a first collection finds to be cleaned is gone after the second.
    let _: Counts = count();
    let before = count();
    jcmd(program.pid(), &["GC.heap_dump".as_ref(), file.as_os_str()]);
    [before, count()]
}

fn check_dump(case: &str, file: &Path, layout: PlainLayout, counted: &[Counts; 2], one_of_classes: usize) {
    let dump = PlainDump::read(file);
    let [mat, strong, visualvm] =
        [PlainRules::Mat, PlainRules::MatStrong, PlainRules::VisualVm].map(|rules| PlainHeap::of(&dump, layout, rules));
    let heap = open_dump(file, MAT);
    check_objects(case, &dump, &mat, &heap);
    check_objects(case, &dump, &strong, &open_dump(file, SizePolicy { strong_only: true, ..MAT }));
    check_objects(case, &dump, &visualvm, &open_dump(file, SizePolicy { rules: Rules::VisualVm, ..MAT }));
    check_classes(case, &dump, &mat, &heap, one_of_classes);
    check_values(case, &dump, &heap);
    check_roots(case, &dump, &heap);
    check_paths(case, &dump, &strong, &heap);
    check_flow_graph(case, &heap);
    let broken = [broken_laws_by(&heap, "package path, type"), broken_record_laws(&heap)].concat();
    assert_eq!(broken, Vec::<String>::new(), "{case}");
    check_histogram(case, &dump, &mat, file);
    if layout.reference == 4 {
        check_jvm_counts(case, &dump, [&visualvm, &mat], counted);
    }
}

/// Whether it counts, class, size, references, owner and retained size of every object.
fn check_objects(case: &str, dump: &PlainDump, plain: &PlainHeap, heap: &HeapState) {
    let dominators = Dominators::of(heap, &Progress::new()).expect("nobody cancels");
    let (owners, retained) = plain.owners();
    assert_eq!(heap.len(), plain.nodes.len(), "{case}: objects");
    for (at, node) in plain.nodes.iter().enumerate() {
        let object = heap.find(node.address).unwrap_or_else(|| panic!("{case}: no object at {:#x}", node.address));
        let ours = (heap.kept.contains(object.0), &*heap.type_info(heap.type_of(object)).name, heap.bytes_of(object));
        let class = &dump.classes[&node.class].name;
        assert_eq!(ours, (plain.kept[at], class.as_str(), node.bytes), "{case}: {:#x}", node.address);
        let mut targets: Vec<u64> = heap.points_to(object).iter().map(|&target| heap.address_of(ObjectIndex(target))).collect();
        targets.sort_unstable();
        let expected: Vec<u64> = node.targets.iter().map(|&target| plain.nodes[target].address).collect();
        assert_eq!(targets, expected, "{case}: {class} {:#x} references", node.address);
        if plain.kept[at] {
            let owner = dominators.immediate_dominator(object).map(|owner| heap.address_of(owner));
            let expected = (owners[at].map(|owner| plain.nodes[owner].address), retained[at]);
            assert_eq!((owner, dominators.retained(object)), expected, "{case}: {class} {:#x} is owned by, and retains", node.address);
        }
    }
    // What nothing keeps any more once an object is gone.
    let mut kept: Vec<usize> = (0..plain.nodes.len()).filter(|&at| plain.kept[at]).collect();
    kept.sort_by_key(|&at| std::cmp::Reverse(retained[at]));
    for &at in kept.iter().take(LARGEST).chain(kept.iter().skip(LARGEST).step_by(ONE_OF)) {
        assert_eq!(plain.retained_by(&[at]).1, retained[at], "{case}: without {:#x}", plain.nodes[at].address);
    }
}

/// What all instances of a class and its class object retain together, for every class.
fn check_classes(case: &str, dump: &PlainDump, plain: &PlainHeap, heap: &HeapState, one_of: usize) {
    let mut instances: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, node) in plain.nodes.iter().enumerate().filter(|&(at, _)| plain.kept[at]) {
        instances.entry(node.class).or_default().push(at);
        if dump.classes.contains_key(&node.address) {
            instances.entry(node.address).or_default().push(at);
        }
    }
    let rows = class_sizes(heap, &Progress::new()).expect("nobody cancels");
    assert_eq!(rows.len(), instances.len(), "{case}: classes");
    for row in rows.iter().step_by(one_of) {
        let class = heap.type_info(row.class).class_object.map_or(0, |object| heap.address_of(object));
        let retained = plain.retained_by(&instances[&class]);
        assert_eq!((row.retained.objects, row.retained.bytes), retained, "{case}: all of {}", dump.classes[&class].name);
    }
}

/// The value of every field and every element.
fn check_values(case: &str, dump: &PlainDump, heap: &HeapState) {
    let bits = |value: Value| match value {
        Value::Null => 0,
        Value::NotRecorded => panic!("dumps have all values"),
        Value::Object(object) => heap.address_of(object),
        Value::Missing(address) => address,
        Value::Boolean(value) => u64::from(value),
        Value::Char(value) => u64::from(value),
        Value::Byte(value) => u64::from(value.cast_unsigned()),
        Value::Short(value) => u64::from(value.cast_unsigned()),
        Value::Int(value) => u64::from(value.cast_unsigned()),
        Value::Long(value) => value.cast_unsigned(),
        Value::Float(value) => u64::from(value.to_bits()),
        Value::Double(value) => value.to_bits(),
    };
    let number = |kind: Option<Primitive>| kind.map_or(2, |kind| kind as u8 + 4);
    let check = |(count, wrong): &mut (usize, Vec<String>), record: Record<'_>| {
        *count += 1;
        let address = heap.address_of(record.object());
        let fields: Vec<_> = record.fields().map(|(place, value)| (heap.field_name(place), number(place.kind), bits(value))).collect();
        let elements: Vec<u64> = record.elements().map(bits).collect();
        let is_right = match &dump.objects[&address] {
            PlainObject::Instance(class, values) => fields == dump.fields(*class, values) && elements.is_empty(),
            PlainObject::References(_, expected) => fields.is_empty() && elements == *expected,
            PlainObject::Primitives(kind, values) => {
                let values = values.chunks(primitive_bytes(*kind));
                let expected = values.map(|value| value.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte)));
                fields.is_empty() && elements.iter().copied().eq(expected)
            }
        };
        if !is_right {
            wrong.push(format!("{address:#x}: {fields:?} {elements:?}"));
        }
    };
    let found = heap.read_records(|_| true, check, &Progress::new()).expect("nobody cancels");
    assert_eq!(found.iter().flat_map(|piece| &piece.1).next(), None, "{case}: values");
    assert_eq!(found.iter().map(|piece| piece.0).sum::<usize>(), dump.objects.len(), "{case}: objects with values");
    let mut compared = 0;
    for at in 0..heap.types.len() as u32 {
        let Some(class) = heap.type_info(TypeIndex(at)).class_object.and_then(|object| dump.classes.get(&heap.address_of(object))) else {
            continue;
        };
        let statics: Vec<_> = heap
            .fields
            .statics(TypeIndex(at))
            .iter()
            .map(|field| (field.name.to_string(), number(field.kind), bits(field.value)))
            .collect();
        assert_eq!(statics, class.statics, "{case}: static fields of {}", class.name);
        compared += 1;
    }
    assert_eq!(compared, dump.classes.len(), "{case}: classes");
}

/// Roots of each kind.
fn check_roots(case: &str, dump: &PlainDump, heap: &HeapState) {
    let mut roots: BTreeMap<&str, usize> = BTreeMap::new();
    heap.roots().iter().for_each(|root| *roots.entry(root.kind.name()).or_default() += 1);
    let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
    for root in dump.roots.iter().filter(|root| dump.objects.contains_key(&root.object) || dump.classes.contains_key(&root.object)) {
        let name = match root.kind {
            0x01 => "JNI global",
            0x02 => "JNI local",
            0x03 => "local variable",
            0x04 => "native stack",
            0x05 => "system class",
            0x06 => "thread block",
            0x07 => "monitor",
            0x08 => "thread",
            _ => "unknown",
        };
        *expected.entry(name).or_default() += 1;
    }
    assert_eq!(roots, expected, "{case}: roots");
}

/// How far every object is from the nearest root, over references that keep alive.
fn check_paths(case: &str, dump: &PlainDump, strong: &PlainHeap, heap: &HeapState) {
    let options = PathOptions { through_classes: true };
    let closest = ClosestHolders::search(heap, options, &Default::default(), &Progress::new()).expect("nobody cancels");
    let reached = closest.strengths().iter().find(|(strength, _)| *strength == Strength::Strong).map_or(0, |&(_, count)| count);
    let length = |&object: &u32| {
        let object = ObjectIndex(object);
        (heap.address_of(object), closest.path_to(object).map_or(0, |(_, objects)| objects.len()))
    };
    let ours: BTreeMap<u64, usize> = closest.order()[..reached].iter().map(length).collect();
    let plain = strong.distances(dump).into_iter().map(|(at, distance)| (strong.nodes[at].address, distance)).collect();
    assert_eq!(ours, plain, "{case}: lengths of paths");
}

/// The dominators that Lengauer and Tarjan print for their graph.
fn check_flow_graph(case: &str, heap: &HeapState) {
    let dominators = Dominators::of(heap, &Progress::new()).expect("nobody cancels");
    let letter = |object| {
        let name = heap.type_info(heap.type_of(object)).name.strip_prefix("Dumped$")?;
        Some(name.to_owned()).filter(|name| name.len() == 1)
    };
    let mut owned: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for object in heap.kept_objects() {
        let owner = dominators.immediate_dominator(object).and_then(letter);
        if let (Some(letter), Some(owner)) = (letter(object), owner) {
            owned.entry(owner).or_default().insert(letter);
        }
    }
    let owned: BTreeMap<String, String> = owned.into_iter().map(|(owner, owned)| (owner, owned.into_iter().collect())).collect();
    let expected = [("C", "FG"), ("D", "L"), ("G", "J"), ("R", "ABCDEHIK")].map(|(owner, owned)| (owner.to_owned(), owned.to_owned()));
    assert_eq!(owned, BTreeMap::from(expected), "{case}");
}

/// Objects and bytes of every class: streamed, in a heap state, and plainly read.
fn check_histogram(case: &str, dump: &PlainDump, plain: &PlainHeap, file: &Path) {
    let policy = SizePolicy { keep_unreachable: true, ..MAT };
    let streamed = histogram(file, 0, policy, &Progress::new(), &Warnings::new()).expect("readable");
    assert_eq!(streamed, heap_histogram(&open_dump(file, policy)), "{case}");
    let mut ours = Counts::new();
    for row in &streamed.classes {
        let sum = ours.entry(row.name.clone()).or_default();
        *sum = (sum.0 + row.objects, sum.1 + row.bytes);
    }
    assert_eq!(ours, counts(dump, plain), "{case}");
}

fn counts(dump: &PlainDump, plain: &PlainHeap) -> Counts {
    let mut counts = Counts::new();
    for node in &plain.nodes {
        let sum = counts.entry(dump.classes[&node.class].name.clone()).or_default();
        *sum = (sum.0 + 1, sum.1 + node.bytes);
    }
    counts
}

/// Every class has as many objects as the JVM counts, and as many bytes. A JVM may put fields into the gaps that those of
/// super classes leave, so its sizes lie between those `bounds` without any gaps and with all.
fn check_jvm_counts(case: &str, dump: &PlainDump, bounds: [&PlainHeap; 2], [before, after]: &[Counts; 2]) {
    let [packed, with_gaps] = bounds.map(|plain| {
        let mut counts = counts(dump, plain);
        // Only dumps have an object for the boot loader.
        let loader = &plain.nodes[0];
        let loaders = counts.get_mut(&dump.classes[&loader.class].name).expect("has the boot loader");
        *loaders = (loaders.0 - 1, loaders.1 - loader.bytes);
        counts.retain(|class, counts| counts.0 > 0 && !FILLERS.contains(&class.as_str()));
        counts
    });
    let hides = |class: &str| {
        let mut ancestry = dump.ancestry(dump.class_named(class));
        ancestry.any(|class| WITH_HIDDEN_FIELDS.contains(&class.name.as_str()))
    };
    let is_steady = |class: &&String| before.get(*class) == after.get(*class) && !FILLERS.contains(&class.as_str());
    let missing: Vec<&String> = before.keys().filter(is_steady).filter(|&class| !with_gaps.contains_key(class)).collect();
    assert_eq!(missing, Vec::<&String>::new(), "{case}: classes that the JVM counts");
    let (mut compared, mut to_the_byte) = (0, 0);
    for (class, most) in &with_gaps {
        let Some(jvm) = before.get(class).filter(|_| is_steady(&class)) else { continue };
        let least = packed[class];
        // Shared archives hold class objects of classes that nobody has loaded, of which dumps do not tell.
        let has_objects = if class == CLASS { jvm.0 >= most.0 } else { jvm.0 == most.0 };
        let has_bytes = if hides(class) { jvm.1 >= most.1 } else { (least.1..=most.1).contains(&jvm.1) };
        assert!(has_objects && has_bytes, "{case}: {class} has {most:?}, without gaps {least:?}, and the JVM counts {jvm:?}");
        compared += 1;
        to_the_byte += usize::from(jvm == most);
    }
    // The JVM's own threads come and go between two looks.
    assert!(compared + 10 >= with_gaps.len() && compared > 200, "{case}: only {compared} of {} classes were compared", with_gaps.len());
    assert!(to_the_byte * 100 >= compared * 90, "{case}: only {to_the_byte} of {compared} classes have the JVM's bytes");
}
