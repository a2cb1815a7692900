//! From the packed objects of a state to a heap state.
//!
//! Objects are numbered by id, after the boot loader. Shares of 65,536 objects are unpacked in parallel, each into columns
//! of its own, which are then put one behind the other; a share is given back as soon as it is copied. What a class
//! object holds is told by the trace in the words of JVMTI and comes into the order of heap dumps: super class, loader,
//! static fields, then what else the class holds (`<protection_domain>`, `<signers>`, `<resolved_references>` for
//! constants, `<reflectionData>` and the like for the fields of the class object itself), as if these were static fields.
//! As in heap dumps, references to other classes (interfaces, those in the constant pool, the type of elements) are left
//! out: the loader keeps them.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use trace_format::Place;

use super::changes::Descriptors;
use super::dictionary::Dictionary;
use super::objects::{MARKED, Object, Objects, references_of};
use super::origins::Allocated;
use super::records::TraceRecords;
use super::types::{ID_BYTES, Types};
use crate::base::error::{Error, Result};
use crate::base::huge_pages::{roomy, zeros};
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{
    AddressCollector, AddressIndex, Counted, Field, FieldTable, HeapState, ObjectTable, Origins, RankedBits, RecordPlaces, Records,
    References, ResolvedRoots, RowStarts, Rows, Rules, StaticField, Subsystem, TypeColumn, TypeFields, TypeInfo, TypeKind, TypeSize, Value,
    WeakReferents, count_by,
};
use crate::readers::hprof::options::LoadOptions;
use crate::readers::trace::records::keyed_references;

/// Marks that one worker unpacks at a time.
const SHARE_MARKS: usize = 1024;

/// Objects that are read together when the fields of one are asked for.
const PIECE_MARKS: usize = 64;

/// Everything that a heap state is made of.
pub(super) struct Parts<'a> {
    pub(super) objects: Arc<Objects>,
    pub(super) descriptors: Arc<Descriptors>,
    pub(super) types: &'a Arc<Types>,
    pub(super) allocated: Option<&'a Allocated>,
    pub(super) dictionary: &'a Dictionary,
    pub(super) time_millis: i64,
    pub(super) collections: u32,
    /// How many collections had ended at each state up to this one, ascending.
    pub(super) walks: Vec<u32>,
    /// The step at which objects were numbered as in this state.
    pub(super) numbered_at: usize,
    /// That is this one.
    pub(super) is_numbered_anew: bool,
}

/// A class object's references, in the order of heap states.
#[derive(Debug, Default)]
struct ClassRow {
    /// By number of the declared field.
    statics: Vec<(usize, u64)>,
    /// Further ones, with names.
    others: Vec<(Arc<str>, u64)>,
    loader: u64,
}

/// What one worker unpacks.
#[derive(Default)]
struct Share {
    types: Vec<u32>,
    lengths: Vec<u32>,
    targets: Vec<u32>,
    arrays: Vec<(u32, u32)>,
    own_bytes: Vec<(u32, u64)>,
    weak_referents: Vec<(u32, u32)>,
    sites: Vec<u32>,
    threads: Vec<u32>,
    subsystems: Vec<Option<Subsystem>>,
    born: Vec<u32>,
    likely_born: Vec<u32>,
    /// The mean distance of samples at which objects were seen.
    distances: Vec<(u32, u64)>,
    dangling: u64,
}

/// What all workers look at.
struct Context<'a> {
    parts: &'a Parts<'a>,
    /// By descriptor: its type.
    type_of: Vec<u32>,
    sizes: &'a [TypeSize],
    /// By type: where the referent of a weak reference stands.
    referent_keys: Vec<Option<u32>>,
    addresses: &'a AddressIndex,
    /// Rows of class objects, by object.
    class_rows: &'a FxHashMap<u32, Vec<u32>>,
    /// What stacks hold, by thread object.
    locals: &'a FxHashMap<u32, Vec<u32>>,
    strong_only: bool,
}

/// Makes the heap state. `threads` knows roots by id.
pub(super) fn build(
    parts: &Parts<'_>,
    threads: impl FnOnce(&AddressIndex) -> ResolvedRoots,
    options: &LoadOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<HeapState> {
    let policy = crate::heap::SizePolicy { sizes_of_jvm: true, ..options.policy };
    progress.start("Numbering objects", parts.objects.len() as u64);
    let mut collector = AddressCollector::new(1);
    progress.for_each(parts.objects.walk(), |object| collector.insert(object.id))?;
    let addresses = collector.finish(vec![0]).map_err(|count| Error::Limit {
        what: format!("the number of objects ({count})"),
        limit: "4,293,918,719 objects per heap state".to_owned(),
    })?;
    progress.check()?;

    let types = parts.types;
    let described = described_types(parts, &addresses);
    let rows: Vec<ClassRow> = (0_u32..).zip(&types.entries).map(|(at, entry)| class_row(parts, at, entry.object)).collect();
    let sizes = types.sizes(&parts.descriptors.list);
    let infos = type_infos(types, &rows, &sizes, &addresses, &described);
    let statics = static_fields(types, &rows, &addresses);
    let class_rows = class_object_rows(&described, &infos, &rows, &statics, &addresses, policy.rules);

    let mut threads = threads(&addresses);
    if policy.rules == Rules::VisualVm {
        threads.make_locals_roots();
    }
    let context = Context {
        parts,
        type_of: parts.descriptors.list.iter().map(|descriptor| types.of_class(descriptor.class)).collect(),
        sizes: &sizes,
        referent_keys: (0..types.entries.len() as u32).map(|at| types.referent_key(at)).collect(),
        addresses: &addresses,
        class_rows: &class_rows,
        locals: &threads.locals,
        strong_only: policy.strong_only,
    };
    progress.start("Unpacking objects", parts.objects.len() as u64);
    let joined = unpack(&context, progress, warnings)?;
    let Joined { types: type_column, lengths, targets, arrays, array_lengths, own_bytes, weak_referents, origins } = joined;
    let starts = RowStarts::from_lengths(lengths.len(), |row| lengths[row]);
    drop(lengths);

    for info in &mut threads.threads {
        let locals = info.object.and_then(|object| threads.locals.get(&object.0));
        info.locals = locals.map_or(0, |locals| locals.len() as u32);
    }
    let used: Vec<bool> = used_types(&context.type_of, types.entries.len());
    let objects = ObjectTable::new(type_column, sizes.clone()).with_arrays(arrays, array_lengths).with_class_objects(own_bytes, described);
    let counted = count_by(
        policy,
        &objects,
        &infos,
        References::new(Rows { starts, entries: targets }),
        WeakReferents::new(weak_referents),
        (&threads.roots, &threads.threads),
        progress,
    )?;
    let Counted { kept, references, weak_referents } = counted;
    let mut loader_names: Vec<(ObjectIndex, Box<str>)> =
        parts.dictionary.loaders().filter_map(|(object, name)| Some((addresses.find(object)?, name.into()))).collect();
    loader_names.sort_unstable_by_key(|loader| loader.0);
    let reader = TraceRecords { objects: Arc::clone(&parts.objects), types: Arc::clone(types), type_of: context.type_of };
    Ok(HeapState {
        time_millis: parts.time_millis,
        objects,
        types: infos,
        references,
        roots: threads.roots,
        threads: threads.threads,
        variables: threads.variables,
        loader_names,
        record_places: record_places(&parts.objects),
        records: Records { reader: Some(Arc::new(reader)), repeated: false, references_only: true, ..Records::default() },
        fields: field_table(types, statics, &used),
        weak_referents,
        origins: Some(Origins {
            collections: parts.collections,
            walks: parts.walks.clone(),
            numbering: parts.numbered_at,
            is_numbered_anew: parts.is_numbered_anew,
            ..origins
        }),
        kept,
        policy,
        addresses,
    })
}

/// Class objects with the types that they describe, by object.
fn described_types(parts: &Parts<'_>, addresses: &AddressIndex) -> Vec<(u32, u32)> {
    let types = parts.types;
    let is_class_object = |id: u64| {
        let descriptor = parts.objects.find(id).and_then(|object| parts.descriptors.list.get(object.descriptor as usize));
        descriptor.is_some_and(|descriptor| types.of_class(descriptor.class) == types.class_type)
    };
    let described = (0_u32..).zip(&types.entries).filter(|(at, entry)| types.described_by(entry.object) == Some(*at));
    let mut described: Vec<(u32, u32)> = described
        .filter(|(_, entry)| is_class_object(entry.object))
        .filter_map(|(at, entry)| Some((addresses.find(entry.object)?.0, at)))
        .collect();
    described.sort_unstable();
    described
}

/// What a class object refers to, as the trace tells it.
fn class_row(parts: &Parts<'_>, at: u32, object: u64) -> ClassRow {
    let mut row = ClassRow::default();
    let types = parts.types;
    if types.described_by(object) != Some(at) {
        return row;
    }
    let Some(Object { id, row: packed, .. }) = parts.objects.find(object) else { return row };
    let mut other = |name: &str, target: u64| row.others.push((Arc::from(name), target));
    for (place, target) in references_of(id, packed) {
        match Place::from_code(place) {
            Place::ClassLoader => row.loader = target,
            Place::SuperClass | Place::Interface => {}
            Place::Static(number) => match types.own_static(at, number) {
                Some(own) => row.statics.push((own, target)),
                None => other("<static field>", target),
            },
            Place::Signers => other("<signers>", target),
            Place::ProtectionDomain => other("<protection_domain>", target),
            Place::ConstantPool(_) | Place::Field(_) if types.described_by(target).is_some() => {}
            Place::ConstantPool(_) => other("<resolved_references>", target),
            Place::Field(number) => match types.field_name(types.class_type, number) {
                Some(name) => other(&format!("<{name}>"), target),
                None => other("<field>", target),
            },
            Place::Element(_) | Place::Other => other("<other>", target),
        }
    }
    row.statics.sort_by_key(|&(own, _)| own);
    row.statics.dedup_by_key(|&mut (own, _)| own);
    row
}

fn type_infos(types: &Types, rows: &[ClassRow], sizes: &[TypeSize], addresses: &AddressIndex, described: &[(u32, u32)]) -> Vec<TypeInfo> {
    let mut class_objects: Vec<Option<ObjectIndex>> = vec![None; types.entries.len()];
    for &(object, at) in described {
        class_objects[at as usize] = Some(ObjectIndex(object));
    }
    let loader_of = |at: usize| {
        // Nothing says who loaded an array's class: whoever loaded that of its elements.
        let at = types.entries[at].element.map_or(at, |element| element as usize);
        addresses.find(rows[at].loader).filter(|_| rows[at].loader != 0)
    };
    let info = |(at, entry): (usize, &super::types::Entry)| TypeInfo {
        name: Arc::clone(&entry.name),
        kind: entry.kind(),
        super_type: entry.super_type.map(TypeIndex),
        class_object: class_objects[at],
        class_loader: loader_of(at),
        size: sizes[at],
    };
    types.entries.iter().enumerate().map(info).collect()
}

/// Static fields with their values, then what else class objects hold.
fn static_fields(types: &Types, rows: &[ClassRow], addresses: &AddressIndex) -> Vec<Box<[StaticField]>> {
    let value = |target: u64| match addresses.find(target) {
        Some(object) if target != 0 => Value::Object(object),
        _ => Value::Missing(target),
    };
    let of_type = |(entry, row): (&super::types::Entry, &ClassRow)| {
        let mut targets = row.statics.iter().peekable();
        let declared = entry.fields.iter().enumerate().filter(|(_, field)| field.is_static).map(|(own, field)| StaticField {
            name: Arc::clone(&field.name),
            kind: field.kind,
            value: match targets.next_if(|target| target.0 == own) {
                Some(&(_, target)) => value(target),
                None if field.kind.is_some() => Value::NotRecorded,
                None => Value::Null,
            },
        });
        let declared: Vec<StaticField> = declared.collect();
        let others = row.others.iter().map(|(name, target)| StaticField { name: Arc::clone(name), kind: None, value: value(*target) });
        declared.into_iter().chain(others).collect()
    };
    types.entries.iter().zip(rows).map(of_type).collect()
}

/// The references of class objects: super class, loader, static fields.
fn class_object_rows(
    described: &[(u32, u32)],
    infos: &[TypeInfo],
    rows: &[ClassRow],
    statics: &[Box<[StaticField]>],
    addresses: &AddressIndex,
    rules: Rules,
) -> FxHashMap<u32, Vec<u32>> {
    let boot = addresses.find(0);
    let row = |&(object, at): &(u32, u32)| {
        let info = &infos[at as usize];
        let super_class = info.super_type.and_then(|above| infos[above.at()].class_object);
        let loader = info.class_loader.filter(|_| rows[at as usize].loader != 0 || matches!(info.kind, TypeKind::Array(_)));
        let (super_class, loader) = match rules {
            Rules::EclipseMat => (super_class, loader.or(boot)),
            Rules::VisualVm => (None, loader),
        };
        let statics = statics[at as usize].iter().filter_map(|field| field.value.object());
        (object, super_class.into_iter().chain(loader).chain(statics).map(|target| target.0).collect())
    };
    described.iter().map(row).collect()
}

fn used_types(type_of: &[u32], types: usize) -> Vec<bool> {
    let mut used = vec![false; types];
    type_of.iter().for_each(|&at| used[at as usize] = true);
    used
}

fn field_table(types: &Types, statics: Vec<Box<[StaticField]>>, used: &[bool]) -> FieldTable {
    let of_type = |(at, (entry, statics)): (u32, (&super::types::Entry, Box<[StaticField]>))| TypeFields {
        declared: entry
            .fields
            .iter()
            .filter(|field| !field.is_static)
            .map(|field| Field { name: Arc::clone(&field.name), kind: field.kind })
            .collect(),
        statics,
        longest_bytes: if used[at as usize] { types.laid_out_bytes(at) } else { 0 },
        ..TypeFields::default()
    };
    FieldTable::new((0..).zip(types.entries.iter().zip(statics)).map(of_type).collect(), ID_BYTES as usize)
}

/// Pieces of a few thousand objects; the first object of all is the boot loader, which no trace holds.
fn record_places(objects: &Objects) -> RecordPlaces {
    let piece = PIECE_MARKS * MARKED;
    let pieces = objects.len().div_ceil(piece);
    let run = |at: usize| (1 + (at * piece) as u32, piece.min(objects.len() - at * piece) as u32, at as u32);
    let range = |at: usize| objects.byte_of(at * PIECE_MARKS)..objects.byte_of((at + 1) * PIECE_MARKS);
    RecordPlaces::new((0..pieces).map(run).collect(), (0..pieces).map(|at| Vec::from([range(at)])).collect())
}

/// All shares, one behind the other.
struct Joined {
    types: TypeColumn,
    lengths: Vec<u32>,
    targets: Vec<u32>,
    arrays: RankedBits,
    array_lengths: Vec<u32>,
    own_bytes: Vec<(u32, u64)>,
    weak_referents: Vec<(u32, u32)>,
    origins: Origins,
}

fn unpack(context: &Context<'_>, progress: &Progress, warnings: &Warnings) -> Result<Joined> {
    let objects = context.parts.objects.len();
    let share = SHARE_MARKS * MARKED;
    let unpacked = |at: usize| {
        let share = unpack_share(context, at * share..objects.min((at + 1) * share));
        progress.advance(share.types.len() as u64)?;
        Ok(share)
    };
    let shares: Vec<Share> = (0..objects.div_ceil(share)).into_par_iter().map(unpacked).collect::<Result<_>>()?;

    let loader_type = context.parts.types.loader_type;
    let is_narrow = context.sizes.len() <= usize::from(u16::MAX) + 1;
    let mut types = if is_narrow { TypeColumn::Narrow(roomy(objects + 1)) } else { TypeColumn::Wide(roomy(objects + 1)) };
    let extend = |types: &mut TypeColumn, more: &[u32]| match types {
        TypeColumn::Narrow(types) => types.extend(more.iter().map(|&at| at as u16)),
        TypeColumn::Wide(types) => types.extend_from_slice(more),
    };
    extend(&mut types, &[loader_type]);
    let has_sites = context.parts.allocated.is_some();
    let column = |used: bool| if used { zeros::<u32>(1) } else { Vec::new() };
    let is_sampled = context.parts.allocated.is_some_and(|allocated| !allocated.is_complete());
    let mut origins = Origins {
        sites: column(has_sites),
        threads: column(has_sites),
        born: column(true),
        likely_born: column(is_sampled),
        ..Origins::default()
    };
    // The boot loader comes first.
    origins.subsystems.extend(context.parts.allocated.filter(|allocated| allocated.has_subsystems()).map(|_| None));
    let total: usize = shares.iter().map(|share| share.targets.len()).sum();
    let (mut lengths, mut targets) = (roomy(objects + 1), roomy(total));
    lengths.push(0_u32);
    let mut words: Vec<u64> = zeros((objects + 1).div_ceil(64));
    let (mut array_lengths, mut own_bytes, mut weak_referents, mut dangling) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for share in shares {
        progress.check()?;
        extend(&mut types, &share.types);
        lengths.extend_from_slice(&share.lengths);
        targets.extend_from_slice(&share.targets);
        for (object, length) in share.arrays {
            words[object as usize / 64] |= 1 << (object % 64);
            array_lengths.push(length);
        }
        own_bytes.extend(share.own_bytes);
        weak_referents.extend(share.weak_referents);
        origins.sites.extend_from_slice(&share.sites);
        origins.threads.extend_from_slice(&share.threads);
        origins.subsystems.extend_from_slice(&share.subsystems);
        origins.born.extend_from_slice(&share.born);
        origins.likely_born.extend_from_slice(&share.likely_born);
        origins.distances.extend(share.distances);
        dangling += share.dangling;
    }
    warnings.add_many("References to objects that are not in the state were dropped", dangling, "");
    if let Some(allocated) = context.parts.allocated {
        allocated.describe(&mut origins, context.parts.collections);
    }
    Ok(Joined { types, lengths, targets, arrays: RankedBits::from_words(words), array_lengths, own_bytes, weak_referents, origins })
}

fn unpack_share(context: &Context<'_>, positions: std::ops::Range<usize>) -> Share {
    let mut share = Share::default();
    let count = positions.len();
    share.types.reserve_exact(count);
    share.lengths.reserve_exact(count);
    share.born.reserve_exact(count);
    let types = context.parts.types;
    let mut references: Vec<(u32, u64)> = Vec::new();
    let all_allocated = context.parts.allocated;
    let mut allocated = all_allocated.map(Allocated::cursor);
    let is_complete = context.parts.allocated.is_some_and(|allocated| allocated.is_complete());
    let has_subsystems = context.parts.allocated.is_some_and(Allocated::has_subsystems);
    // The boot loader has number 0.
    for (object, packed) in (positions.start as u32 + 1..).zip(context.parts.objects.range(positions)) {
        let descriptor = context.parts.descriptors.list[packed.descriptor as usize];
        let at = context.type_of[packed.descriptor as usize];
        let size = context.sizes[at as usize];
        share.types.push(at);
        let length =
            descriptor.length.filter(|_| matches!(size, TypeSize::Array { .. }) || types.entries[at as usize].kind() != TypeKind::Instance);
        if let Some(length) = length {
            share.arrays.push((object, u32::try_from(length).unwrap_or(u32::MAX)));
        }
        if let TypeSize::PerObject(usual) = size
            && u64::from(usual) != descriptor.bytes
        {
            share.own_bytes.push((object, descriptor.bytes));
        }
        let place = allocated.as_mut().and_then(|allocated| allocated.of(packed.id));
        // The state tells when a walk met the object first, which may be later.
        let born = place.map_or(descriptor.born, |place| place.born);
        share.born.push(if is_complete { born } else { descriptor.born });
        if allocated.is_some() {
            share.sites.push(place.map_or(0, |place| place.site));
            share.threads.push(place.map_or(0, |place| place.thread));
            if has_subsystems {
                share.subsystems.push(place.and_then(|place| place.subsystem));
            }
            if !is_complete {
                share.likely_born.push(born);
                share.distances.extend(place.zip(all_allocated).map(|(place, all)| (object, all.distance_of(place))));
            }
        }
        let before = share.targets.len();
        if let Some(row) = context.class_rows.get(&object).filter(|_| at == types.class_type) {
            share.targets.extend_from_slice(row);
        } else {
            if !packed.row.is_empty() {
                keyed_references(types, at, packed, &mut references);
                let referent = context.referent_keys[at as usize];
                for &(key, target) in &references {
                    let is_referent = referent == Some(key);
                    if is_referent && context.strong_only {
                        continue;
                    }
                    match context.addresses.find(target) {
                        Some(found) if target != 0 => {
                            if is_referent {
                                share.weak_referents.push((object, (share.targets.len() - before) as u32));
                            }
                            share.targets.push(found.0);
                        }
                        _ => share.dangling += 1,
                    }
                }
            }
            if let Some(locals) = context.locals.get(&object) {
                share.targets.extend_from_slice(locals);
            }
        }
        share.lengths.push((share.targets.len() - before) as u32);
    }
    share
}
