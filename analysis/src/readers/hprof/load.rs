//! A dump becomes a heap state: survey, classes, second pass, roots, reachability.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::{ClassNeeds, ClassTable, Layout};
use super::outline::{Dump, Outline};
use super::records::DumpRecords;
use super::rows::{Context, Filled, fill};
use super::survey::{Survey, survey};
use super::threads;
use crate::base::error::{Error, Result};
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{
    AddressIndex, Counted, Field, FieldTable, HeapState, ObjectTable, RecordPlaces, Records, Redacted, References, Root, RootKind, Rules,
    StaticField, TypeFields, TypeInfo, Value, WeakReferents, count_by,
};
use crate::readers::files::ByteSource;
use crate::readers::hprof::options::LoadOptions;

const REDACTED: &str = "Contents were taken out of the dump: names of threads and class loaders, other texts, and what has equal \
                        contents are not known";

/// Loads one dump of a file.
pub(super) fn load(
    (source, name): (&ByteSource, &Path),
    outline: &Outline<'_>,
    dump: &Dump,
    options: &LoadOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<HeapState> {
    let id_bytes = outline.header.id_bytes;
    let dump_bytes: u64 = dump.segments.iter().map(|segment| segment.len() as u64).sum();
    progress.start("Finding objects", dump_bytes);
    let survey = survey(source, &dump.segments, id_bytes, progress, warnings)?;
    let read = survey.addresses.inserted();
    outline.missing.clone().tell((name, outline.bytes.len()), &dump.segments, &survey.broken, read, warnings);
    let layout = layout_of(&survey, id_bytes);
    let needs = ClassNeeds {
        classes: &survey.classes,
        instance_classes: &survey.instance_classes,
        array_classes: &survey.array_classes,
        primitive_arrays: survey.primitive_arrays,
        taken: &|address| survey.addresses.contains(address),
    };
    let classes = ClassTable::build(outline, &needs, layout, options.policy, warnings);

    let Survey { units, addresses, roots: raw_roots, instance_classes, .. } = survey;
    let mut made_up = classes.made_up_ids.clone();
    made_up.insert(0, 0);
    let expected = read + made_up.len() as u64;
    let addresses = addresses.finish(made_up).map_err(|count| Error::Limit {
        what: format!("the number of objects ({count})"),
        limit: "4,293,918,719 objects per heap state".to_owned(),
    })?;

    let mut threads = threads::resolve(&raw_roots, outline, &addresses, warnings);
    match options.policy.rules {
        Rules::EclipseMat => add_fallback_roots(&mut threads.roots, &classes, &addresses),
        Rules::VisualVm => threads.make_locals_roots(),
    }
    let special = special_rows(&classes, &addresses, options.policy.rules);
    progress.start("Reading objects", dump_bytes);
    let repeated = expected != addresses.len() as u64;
    let context = Context { source, id_bytes, classes: &classes, addresses: &addresses, locals: &threads.locals, special, repeated };
    let Filled { types: type_column, arrays, array_lengths, rows, places, weak_referents } = fill(&context, &units, progress, warnings)?;

    for thread in &mut threads.threads {
        let class = thread.object.map(|object| type_column.type_of(object));
        let holds = class.is_some_and(|class| classes.entries[class.at()].is_thread);
        let locals = thread.object.filter(|_| holds).and_then(|object| threads.locals.get(&object.0));
        thread.locals = locals.map_or(0, |locals| locals.len() as u32);
    }
    let types = type_infos(&classes, &addresses);
    let (own_bytes, described) = class_objects(&classes, &addresses, layout, options.policy.rules);
    let objects = ObjectTable::new(type_column, types.iter().map(|info| info.size).collect())
        .with_arrays(arrays, array_lengths)
        .with_class_objects(own_bytes, described);
    let places = RecordPlaces::new(
        places.into_iter().map(|run| (run.first, run.count, run.unit)).collect(),
        units.into_iter().map(|unit| unit.parts).collect(),
    );
    let counted = count_by(
        options.policy,
        &objects,
        &types,
        References::new(rows),
        WeakReferents::new(weak_referents),
        (&threads.roots, &threads.threads),
        progress,
    )?;
    let Counted { kept, references, weak_referents } = counted;
    let fields = field_table(&classes, outline, &addresses, &instance_classes);
    let mut heap = HeapState {
        time_millis: dump.time_millis,
        objects,
        addresses,
        types,
        references,
        roots: threads.roots,
        threads: threads.threads,
        variables: threads.variables,
        loader_names: Vec::new(),
        record_places: places,
        records: Records {
            reader: Some(Arc::new(DumpRecords { source: source.clone(), id_bytes })),
            repeated,
            references_only: false,
            redacted: outline.redacted,
        },
        fields,
        weak_referents,
        origins: None,
        kept,
        policy: options.policy,
    };
    if options.names {
        if outline.redacted != Redacted::Nothing {
            warnings.add(REDACTED, name.display());
        }
        add_names(&mut heap);
    }
    Ok(heap)
}

/// Fills in names of threads that have none yet, and names of class loaders: both are in a field of their objects.
fn add_names(heap: &mut HeapState) {
    let mut owners: Vec<ObjectIndex> = heap.types.iter().filter_map(|info| info.class_loader).collect();
    owners.sort_unstable();
    owners.dedup();
    let loaders = owners.len();
    owners.extend(heap.threads.iter().filter(|thread| thread.name.is_empty()).filter_map(|thread| thread.object));
    let texts: FxHashMap<ObjectIndex, ObjectIndex> =
        heap.each_of(&owners, |record| Some((record.object(), record.field("name")?.object()?))).into_iter().collect();
    let mut names = heap.texts_of(&owners.iter().filter_map(|owner| texts.get(owner).copied()).collect::<Vec<_>>());
    names.retain(|_, name| !name.is_empty());
    let name_of = |owner: &ObjectIndex| names.get(texts.get(owner)?);
    heap.loader_names = owners[..loaders].iter().filter_map(|owner| Some((*owner, name_of(owner)?.as_str().into()))).collect();
    for thread in heap.threads.iter_mut().filter(|thread| thread.name.is_empty()) {
        if let Some(name) = thread.object.as_ref().and_then(name_of) {
            thread.name.clone_from(name);
        }
    }
}

/// Names, types and static values of all fields.
fn field_table(
    classes: &ClassTable,
    outline: &Outline<'_>,
    addresses: &AddressIndex,
    instance_classes: &FxHashMap<u64, u32>,
) -> FieldTable {
    let mut names: FxHashMap<u64, Arc<str>> = FxHashMap::default();
    let mut named = |id: u64| names.entry(id).or_insert_with(|| Arc::from(outline.string(id).unwrap_or_default())).clone();
    let value = |kind: Option<Primitive>, bits: u64| match (kind, bits) {
        (None, 0) => Value::Null,
        (None, address) => addresses.find(address).map_or(Value::Missing(address), Value::Object),
        (Some(_), _) if outline.redacted == Redacted::ArraysAndFields => Value::NotRecorded,
        // A primitive was read into the low end.
        (Some(kind), bits) => Value::primitive(kind, &bits.to_be_bytes()[8 - kind.bytes() as usize..]).unwrap_or(Value::Null),
    };
    let mut fields_of = |class: &super::classes::ClassEntry| TypeFields {
        declared: class.dump.fields.iter().map(|&(name, kind)| Field { name: named(name), kind }).collect(),
        statics: class
            .dump
            .statics
            .iter()
            .map(|field| StaticField { name: named(field.name), kind: field.kind, value: value(field.kind, field.bits) })
            .collect(),
        unknown_bytes: class.dump.unknown_bytes,
        longest_bytes: instance_classes.get(&class.dump.id).copied().unwrap_or(0),
        ..TypeFields::default()
    };
    FieldTable::new(classes.entries.iter().map(&mut fields_of).collect(), outline.header.id_bytes)
}

/// Sizes that hold for this heap, from what the first pass saw.
fn layout_of(survey: &Survey, id_bytes: usize) -> Layout {
    let reference = if survey.compressed_references { 4 } else { id_bytes as u32 };
    Layout { pointer: id_bytes as u32, reference, alignment: survey.addresses.alignment() }
}

/// Dumps without any sticky class (JDK 5): every class of the boot loader but array classes is a root, as in MAT.
fn add_fallback_roots(roots: &mut Vec<Root>, classes: &ClassTable, addresses: &AddressIndex) {
    if roots.iter().any(|root| root.kind == RootKind::StickyClass) {
        return;
    }
    let known: FxHashSet<u32> = roots.iter().filter(|root| root.thread.is_none()).map(|root| root.object.0).collect();
    for (_, class) in classes.classes() {
        let boot = class.dump.loader == 0 || addresses.find(class.dump.loader).is_none();
        if let Some(object) = addresses.find(class.dump.id)
            && boot
            && !class.name.ends_with("[]")
            && !known.contains(&object.0)
        {
            roots.push(Root::new(object, RootKind::StickyClass));
        }
    }
}

/// Rows of the boot loader and of class objects: super class, loader, static references.
fn special_rows(classes: &ClassTable, addresses: &AddressIndex, rules: Rules) -> Vec<(u32, u32, Vec<u32>)> {
    let boot = addresses.find(0);
    let mut rows: Vec<(u32, u32, Vec<u32>)> = boot.into_iter().map(|loader| (loader.0, classes.loader_type, Vec::new())).collect();
    for (_, class) in classes.classes() {
        let dump = &class.dump;
        let Some(object) = addresses.find(dump.id).filter(|&object| Some(object) != boot) else { continue };
        let (super_class, loader) = match rules {
            Rules::EclipseMat => (addresses.find(dump.super_class).filter(|_| dump.super_class != 0), addresses.find(dump.loader).or(boot)),
            Rules::VisualVm => (None, addresses.find(dump.loader).filter(|_| dump.loader != 0)),
        };
        let statics = dump.statics.iter().filter(|field| field.kind.is_none() && field.bits != 0);
        let statics = statics.filter_map(|field| addresses.find(field.bits));
        let targets = super_class.into_iter().chain(loader).chain(statics).map(|target| target.0).collect();
        rows.push((object.0, classes.class_type, targets));
    }
    rows.sort_unstable_by_key(|row| row.0);
    rows.dedup_by_key(|row| row.0);
    rows
}

fn type_infos(classes: &ClassTable, addresses: &AddressIndex) -> Vec<TypeInfo> {
    let info = |class: &super::classes::ClassEntry| TypeInfo {
        name: Arc::from(class.name.as_str()),
        kind: class.kind,
        super_type: class.super_type.map(TypeIndex),
        class_object: addresses.find(class.dump.id),
        class_loader: addresses.find(class.dump.loader).filter(|_| class.dump.loader != 0),
        size: class.size,
    };
    classes.entries.iter().map(info).collect()
}

type Column<T> = Vec<(u32, T)>;

/// Sizes of class objects and the types they describe, by object.
fn class_objects(classes: &ClassTable, addresses: &AddressIndex, layout: Layout, rules: Rules) -> (Column<u64>, Column<u32>) {
    let mut described: FxHashMap<u32, u32> = FxHashMap::default();
    for (at, class) in classes.classes() {
        if let Some(ObjectIndex(object)) = addresses.find(class.dump.id) {
            described.entry(object).or_insert(at);
        }
    }
    let mut described: Vec<(u32, u32)> = described.into_iter().collect();
    described.sort_unstable();
    let bytes_of = |at: u32| match rules {
        Rules::EclipseMat => classes.class_object_bytes(at, layout),
        Rules::VisualVm => 0,
    };
    let bytes = described.iter().map(|&(object, at)| (object, bytes_of(at))).collect();
    (bytes, described)
}
