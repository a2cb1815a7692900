//! A dump gives the numbers of VisualVM's own log of it: under its rules what every instance retains and who refers to
//! it, under any rules how far it is from the nearest GC root and what its fields hold.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use analysis::{
    ClosestHolders, Dominators, HeapState, LoadOptions, ObjectIndex, PathOptions, Primitive, Progress, Rules, SizePolicy, Slot, Strength,
    Value, Warnings, open_heap, reference_slots,
};

use super::dumps_folder;

/// What the log says about an instance.
struct Logged {
    address: u64,
    retained: u64,
    /// Objects above it on the path to the nearest root, from it to the root; `None` if no root reaches it.
    path: Option<Vec<String>>,
    /// Who refers to it: `field of 0x1234`, `7 of 0x1234`, `field of Class`.
    referrers: Vec<String>,
}

fn heap(policy: SizePolicy) -> HeapState {
    let options = LoadOptions { policy, ..LoadOptions::default() };
    open_heap(&dumps_folder().join("small_heap.bin"), 0, &options, &Progress::new(), &Warnings::new()).expect("the dump is readable")
}

fn log_text() -> String {
    String::from_utf8_lossy(&std::fs::read(dumps_folder().join("testHeapDumpLog.txt")).expect("the log")).into_owned()
}

fn log() -> (Vec<Logged>, usize) {
    let text = log_text();
    let (mut instances, mut roots, mut in_path) = (Vec::<Logged>::new(), 0, false);
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("  Instance Id 0x") {
            let words: Vec<&str> = rest.split(' ').collect();
            let address = u64::from_str_radix(words[0], 16).expect("an address");
            let retained = words[words.len() - 1].parse().expect("bytes");
            instances.push(Logged { address, retained, path: Some(Vec::new()), referrers: Vec::new() });
        }
        let referrer = line.strip_prefix("   Field ").or_else(|| line.strip_prefix("   Element "));
        if let (Some(referrer), Some(last)) = (referrer.filter(|text| text.contains(" of ")), instances.last_mut()) {
            let words: Vec<&str> = referrer.split(' ').collect();
            last.referrers.push(format!("{} of {}", words[0], words[words.len() - 1]));
        }
        in_path = line.trim() == "Path to nearest GC root" || in_path && line.starts_with("    ");
        if let (true, Some(last)) = (in_path, instances.last_mut()) {
            match line.trim().strip_prefix("Next object ") {
                Some(next) => last.path.get_or_insert_default().push(next.split('#').next().expect("a class").to_owned()),
                None if line.trim() == "Null" => last.path = None,
                None => {}
            }
        }
        if let Some(count) = line.strip_prefix("GC roots ") {
            roots = count.parse().expect("a number");
        }
    }
    (instances, roots)
}

#[test]
fn every_instance_retains_what_visualvm_logged() {
    let heap = heap(SizePolicy { rules: Rules::VisualVm, ..SizePolicy::default() });
    let dominators = Dominators::of(&heap, &Progress::new()).expect("nobody cancels");
    let (instances, roots) = log();
    assert_eq!((instances.len(), heap.roots.len(), roots), (2208, 491, 491));
    for logged in &instances {
        let object = heap.find(logged.address).expect("the instance is in the dump");
        let class = &heap.type_info(heap.type_of(object)).name;
        assert_eq!(heap.kept.contains(object.0), logged.path.is_some(), "{class} {:#x} is reached", logged.address);
        assert_eq!(dominators.retained(object), logged.retained, "{class} {:#x}", logged.address);
    }
    // The default, MAT's rules, says something else about many of them.
    let heap = self::heap(SizePolicy::default());
    let dominators = Dominators::of(&heap, &Progress::new()).expect("nobody cancels");
    let differs = |logged: &&Logged| heap.find(logged.address).is_some_and(|object| dominators.retained(object) != logged.retained);
    assert!(instances.iter().filter(differs).count() > 100);
}

#[test]
fn every_instance_is_as_far_from_the_nearest_root_as_visualvm_logged() {
    let heap = heap(SizePolicy { rules: Rules::VisualVm, ..SizePolicy::default() });
    let options = PathOptions { through_classes: true };
    let closest = ClosestHolders::search(&heap, options, &Default::default(), &Progress::new()).expect("nobody cancels");
    let class_of = |object: &ObjectIndex| heap.type_info(heap.type_of(*object)).name.to_string();
    let (instances, _) = log();
    let mut same_classes = 0;
    for logged in &instances {
        let object = heap.find(logged.address).expect("the instance is in the dump");
        let ours = closest.path_to(object).map(|(_, objects)| objects);
        // Ours begins at the root and ends with the instance; of several nearest roots another one may come first.
        let ours = ours.map(|objects| objects.iter().rev().skip(1).map(class_of).collect::<Vec<_>>());
        assert_eq!(ours.as_ref().map(Vec::len), logged.path.as_ref().map(Vec::len), "{} {:#x}", class_of(&object), logged.address);
        same_classes += usize::from(ours == logged.path);
    }
    assert!(same_classes * 10 > instances.len() * 9, "only {same_classes} paths lead over the same classes");
}

#[test]
fn every_instance_is_referred_to_by_those_that_visualvm_logged() {
    let heap = heap(SizePolicy { rules: Rules::VisualVm, keep_unreachable: true, ..SizePolicy::default() });
    let (instances, _) = log();
    let mut edges: Vec<(ObjectIndex, ObjectIndex)> = Vec::new();
    for logged in &instances {
        let object = heap.find(logged.address).expect("the instance is in the dump");
        edges.extend(heap.pointed_from(object).iter().map(|&source| (ObjectIndex(source), object)));
    }
    edges.sort_unstable();
    edges.dedup();
    let slots = reference_slots(&heap, &edges, &Progress::new()).expect("nobody cancels");
    let mut ours: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for (&(source, target), slot) in edges.iter().zip(slots) {
        let name = heap.slot_name(slot);
        let (class, field) = name.rsplit_once('.').unwrap_or(("", &name));
        let referrer = match slot {
            Slot::Static { .. } => format!("{field} of {class}"),
            Slot::Element(at) => format!("{at} of {:#x}", heap.address_of(source)),
            Slot::Field { .. } => format!("{field} of {:#x}", heap.address_of(source)),
            // Ours names the variable; the log the entry's own field.
            Slot::ThreadLocal { .. } => format!("value of {:#x}", heap.address_of(source)),
            // What stacks hold, loaders and protection domains: the log has roots and classes in lists of their own.
            _ => continue,
        };
        ours.entry(heap.address_of(target)).or_default().insert(referrer);
    }
    let mut compared = 0;
    for logged in &instances {
        let theirs: BTreeSet<String> = logged.referrers.iter().filter(|text| !text.starts_with("<classLoader>")).cloned().collect();
        // Loaders are told with the classes here. Of several references from one object to another ours names one.
        let ours = ours.remove(&logged.address).unwrap_or_default();
        let sources = |referrers: &BTreeSet<String>| {
            referrers.iter().map(|text| text.split(" of ").nth(1).map(str::to_owned)).collect::<BTreeSet<_>>()
        };
        assert!(ours.is_subset(&theirs), "{:#x}: {ours:?} {theirs:?}", logged.address);
        assert_eq!(sources(&ours), sources(&theirs), "{:#x}", logged.address);
        compared += theirs.len();
    }
    assert_eq!(compared, 1626 + 756 + 251 - 1, "all but one class loader");
}

/// Ours over classes begins with a GC root of the dump as well: it must be as long, and end as well.
#[test]
fn paths_are_as_long_as_visualvm_finds_them() {
    let heap = heap(SizePolicy::default());
    let options = PathOptions { through_classes: true };
    let closest = ClosestHolders::search(&heap, options, &Default::default(), &Progress::new()).expect("nobody cancels");
    let strong = closest.strengths().iter().find(|(strength, _)| *strength == Strength::Strong).map_or(0, |&(_, count)| count);
    let is_strong: HashSet<u32> = closest.order()[..strong].iter().copied().collect();
    for logged in &log().0 {
        let object = heap.find(logged.address).expect("the instance is in the dump");
        let ours = closest.path_to(object).filter(|_| is_strong.contains(&object.0)).map(|(_, objects)| objects.len());
        let theirs = logged.path.as_ref().map(|above| above.len() + 1);
        assert_eq!(ours, theirs, "{} {:#x}", heap.type_info(heap.type_of(object)).name, logged.address);
    }
}

/// Type, name and value of every field of every object, as the library of VisualVM prints them.
#[test]
fn fields_have_the_values_that_visualvm_shows() {
    let heap = heap(SizePolicy::default());
    let (mut values, mut class, mut compared) = (None, None, 0);
    for line in log_text().lines() {
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
                let found: Vec<(Option<Primitive>, Value)> = match *first {
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
                let printed = |&(kind, held): &(Option<Primitive>, Value)| {
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
                    (kind.map_or("object", Primitive::name), number)
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
