//! Rows of a heap state: objects, references, classes, fields, call stacks, threads, roots.

use std::ops::Range;
use std::sync::Arc;

use analysis::{
    Dominators, Field, HeapState, ObjectIndex, Origins, Progress, Record, Slot, StackFrame, StaticField, TypeIndex, TypeKind, Value,
};
use arrow_array::{ArrayRef, RecordBatch};
use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::columns::{Columns, flags, known_names, known_numbers, lists, names, numbered_names, numbers, signed_numbers, texts};
use crate::error::Result;
use crate::schema::Table;
use crate::source::{Heap, Source};

/// Objects that are looked at together.
const STRETCH: u32 = 1 << 20;

/// How elements of arrays are called: each by its number would be as many names as elements.
const ELEMENT: &str = "[]";

pub(super) fn rows(
    source: &dyn Source,
    table: Table,
    point: usize,
    columns: &Columns<'_>,
    take: &mut dyn FnMut(RecordBatch) -> Result<bool>,
) -> Result<()> {
    let Some(heap) = source.heap(point)? else { return Ok(()) };
    let progress = source.progress();
    match table {
        Table::Objects => objects(&heap, columns, progress, take),
        Table::References => references(&heap.state, columns, progress, take),
        Table::Classes => take(classes(&heap.state, columns)?).map(drop),
        Table::Fields => take(fields(&heap.state, columns)?).map(drop),
        Table::Sites => take(sites(&heap.state, columns)?).map(drop),
        Table::Threads => take(threads(&heap.state, columns)?).map(drop),
        Table::Roots => take(roots(&heap.state, columns)?).map(drop),
        _ => Ok(()),
    }
}

fn stretches(heap: &HeapState) -> impl Iterator<Item = Range<u32>> {
    let end = heap.len() as u32;
    (0..end).step_by(STRETCH as usize).map(move |first| first..end.min(first.saturating_add(STRETCH)))
}

fn objects(heap: &Heap, columns: &Columns<'_>, progress: &Progress, take: &mut dyn FnMut(RecordBatch) -> Result<bool>) -> Result<()> {
    let wants_owners = ["retained", "dominator"].iter().any(|name| columns.wants(name));
    let dominators = wants_owners.then(|| heap.dominators(progress)).transpose()?;
    let unreachable = heap.state.policy.keep_unreachable && columns.wants("reachable");
    let reachable = unreachable.then(|| heap.state.reachable_objects(progress)).transpose()?;
    let no_origins = Origins::default();
    let origins = heap.state.origins.as_ref().unwrap_or(&no_origins);
    let sites: Vec<String> = if columns.wants("site") { origins.call_stacks.iter().map(site_of).collect() } else { Vec::new() };
    progress.start("Writing objects", heap.state.len() as u64);
    for range in stretches(&heap.state) {
        let done = u64::from(range.end - range.start);
        let stretch = Stretch::new(&heap.state, (dominators.as_deref(), reachable.as_ref()), origins, &sites, range);
        if !take(columns.batch(stretch.kept.len(), |name| stretch.column(name))?)? {
            break;
        }
        progress.advance(done)?;
    }
    Ok(())
}

fn site_of(stack: &analysis::CallStack) -> String {
    stack.frames.first().map(ToString::to_string).unwrap_or_default()
}

/// Objects that are written together.
struct Stretch<'a> {
    heap: &'a HeapState,
    dominators: Option<&'a Dominators>,
    /// All of them, if it is not told which.
    reachable: Option<&'a RoaringBitmap>,
    origins: &'a Origins,
    sites: &'a [String],
    first: u32,
    kept: Vec<u32>,
    addresses: Vec<u64>,
}

impl<'a> Stretch<'a> {
    fn new(
        heap: &'a HeapState,
        (dominators, reachable): (Option<&'a Dominators>, Option<&'a RoaringBitmap>),
        origins: &'a Origins,
        sites: &'a [String],
        range: Range<u32>,
    ) -> Self {
        let (kept, first) = (heap.kept.range(range.clone()).collect(), range.start);
        let addresses = heap.addresses.addresses_of(range).collect();
        Self { heap, dominators, reachable, origins, sites, first, kept, addresses }
    }

    fn each(&self) -> impl Iterator<Item = ObjectIndex> {
        self.kept.iter().copied().map(ObjectIndex)
    }

    fn column(&self, name: &str) -> ArrayRef {
        let Self { heap, origins, .. } = self;
        let owned = |object| self.dominators.map_or(0, |dominators| dominators.retained(object));
        match name {
            "index" => numbers(self.kept.iter().map(|&object| object.into())),
            "address" => signed_numbers(self.each().map(|object| self.addresses[object.at() - self.first as usize].cast_signed())),
            "class" => numbered_names(self.each().map(|object| Some(heap.type_of(object).0)), heap.types.iter().map(|class| &*class.name)),
            "shallow" => numbers(self.each().map(|object| heap.bytes_of(object))),
            "length" => known_numbers(self.each().map(|object| heap.array_length(object).map(u64::from))),
            "retained" => numbers(self.each().map(owned)),
            "dominator" => {
                known_numbers(self.each().map(|object| self.dominators?.immediate_dominator(object).map(|dominator| dominator.0.into())))
            }
            "reachable" => flags(self.kept.iter().map(|&object| self.reachable.is_none_or(|reachable| reachable.contains(object)))),
            "age" => known_numbers(self.each().map(|object| origins.age_of(object).map(u64::from))),
            "site" => numbered_names(self.each().map(|object| origins.site_of(object)), self.sites.iter()),
            "stack" => known_numbers(self.each().map(|object| origins.site_of(object).map(u64::from))),
            _ => numbered_names(self.each().map(|object| origins.thread_of(object)), origins.thread_names.iter()),
        }
    }
}

fn references(
    heap: &HeapState,
    columns: &Columns<'_>,
    progress: &Progress,
    take: &mut dyn FnMut(RecordBatch) -> Result<bool>,
) -> Result<()> {
    for range in stretches(heap) {
        let edges = if columns.wants("field") { named_edges(heap, range, progress)? } else { edges(heap, range) };
        let mut known = FxHashMap::default();
        let mut called: Vec<String> = Vec::new();
        let mut number_of = |slot: Slot| {
            let slot = if matches!(slot, Slot::Element(_)) { Slot::Element(0) } else { slot };
            *known.entry(slot).or_insert_with(|| {
                called.push(if matches!(slot, Slot::Element(_)) { ELEMENT.to_owned() } else { heap.slot_name(slot) });
                called.len() as u32 - 1
            })
        };
        let fields: Vec<u32> = if columns.wants("field") { edges.iter().map(|edge| number_of(edge.2)).collect() } else { Vec::new() };
        let batch = columns.batch(edges.len(), |name| match name {
            "source" => numbers(edges.iter().map(|edge| edge.0.into())),
            "target" => numbers(edges.iter().map(|edge| edge.1.into())),
            _ => numbered_names(fields.iter().map(|&field| Some(field)), called.iter()),
        })?;
        if !take(batch)? {
            break;
        }
    }
    Ok(())
}

type Edge = (u32, u32, Slot);

fn edges(heap: &HeapState, range: Range<u32>) -> Vec<Edge> {
    let of = |from: u32| heap.points_to(ObjectIndex(from)).iter().map(move |&to| (from, to, Slot::Unknown));
    heap.kept.range(range).flat_map(of).collect()
}

/// Reads the records of all objects of a stretch at once; what no record tells (classes, stacks) is asked one by one.
fn named_edges(heap: &HeapState, range: Range<u32>, progress: &Progress) -> Result<Vec<Edge>> {
    let refers = |&object: &u32| !heap.points_to(ObjectIndex(object)).is_empty();
    let all: RoaringBitmap = heap.kept.range(range.clone()).filter(refers).collect();
    let read = |edges: &mut Vec<Edge>, record: Record<'_>| {
        let from = record.object();
        edges.extend(heap.slots_in(&record).map(|(slot, to)| (from.0, to.0, slot)));
    };
    let mut found: Vec<Edge> = heap.read_records_of(&all, read, progress)?.into_iter().flatten().collect();
    // Those of one object stay in the order of its record.
    found.par_sort_by_key(|edge| edge.0);
    let mut edges = Vec::with_capacity(found.len());
    let mut rest = &found[..];
    for from in &all {
        let own = rest.partition_point(|edge| edge.0 <= from);
        let (own, others) = rest.split_at(own);
        rest = others;
        let to = heap.points_to(ObjectIndex(from));
        if own.len() == to.len() {
            edges.extend_from_slice(own);
        } else {
            edges.extend(to.iter().zip(heap.slots_of(ObjectIndex(from))).map(|(&to, slot)| (from, to, slot)));
        }
    }
    Ok(edges)
}

fn classes(heap: &HeapState, columns: &Columns<'_>) -> Result<RecordBatch> {
    let sums = heap.class_sums();
    let each = || heap.types.iter();
    columns.batch(heap.types.len(), |name| match name {
        "class" => texts(each().map(|class| &*class.name)),
        "loader" => names((0..heap.types.len() as u32).map(|class| heap.class_loader_name(TypeIndex(class)))),
        "superclass" => known_names(each().map(|class| class.super_type.map(|above| &*heap.type_info(above).name))),
        "is_array" => flags(each().map(|class| matches!(class.kind, TypeKind::Array(_)))),
        "object" => known_numbers(each().map(|class| class.class_object.map(|object| object.0.into()))),
        "objects" => numbers(sums.iter().map(|sum| sum.0)),
        _ => numbers(sums.iter().map(|sum| sum.1)),
    })
}

fn fields(heap: &HeapState, columns: &Columns<'_>) -> Result<RecordBatch> {
    enum Declared<'a> {
        Of(&'a Field),
        Static(&'a StaticField),
    }
    let of = |class: u32| {
        let (own, statics) = (heap.fields.declared(TypeIndex(class)).iter(), heap.fields.statics(TypeIndex(class)).iter());
        own.map(Declared::Of).chain(statics.map(Declared::Static)).map(move |field| (TypeIndex(class), field))
    };
    let all: Vec<(TypeIndex, Declared<'_>)> = (0..heap.types.len() as u32).flat_map(of).collect();
    let kind = |field: &Declared<'_>| match field {
        Declared::Of(field) => field.kind,
        Declared::Static(field) => field.kind,
    };
    let target = |field: &Declared<'_>| match field {
        Declared::Static(StaticField { value: Value::Object(object), .. }) => Some(object.0.into()),
        _ => None,
    };
    columns.batch(all.len(), |name| match name {
        "class" => names(all.iter().map(|(class, _)| &*heap.type_info(*class).name)),
        "field" => names(all.iter().map(|(_, field)| match field {
            Declared::Of(field) => &*field.name,
            Declared::Static(field) => &*field.name,
        })),
        "type" => names(all.iter().map(|(_, field)| kind(field).map_or("reference", |kind| kind.name()))),
        "is_static" => flags(all.iter().map(|(_, field)| matches!(field, Declared::Static(_)))),
        _ => known_numbers(all.iter().map(|(_, field)| target(field))),
    })
}

fn sites(heap: &HeapState, columns: &Columns<'_>) -> Result<RecordBatch> {
    let stacks = heap.origins.as_ref().map(|origins| Arc::clone(&origins.call_stacks)).unwrap_or_default();
    // Number 0 stands for what is not known.
    let all: Vec<_> = (0_u64..).zip(stacks.iter()).filter(|(_, stack)| !stack.frames.is_empty()).collect();
    let top = |of: fn(&StackFrame) -> &str| all.iter().map(move |(_, stack)| stack.frames.first().map_or("", of));
    columns.batch(all.len(), |name| match name {
        "stack" => numbers(all.iter().map(|&(number, _)| number)),
        "class" => names(top(|frame| &frame.class)),
        "method" => names(top(|frame| &frame.method)),
        "file" => known_names(top(|frame| &frame.file).map(|file| Some(file).filter(|file| !file.is_empty()))),
        "line" => known_numbers(all.iter().map(|(_, stack)| stack.frames.first().and_then(|frame| u64::try_from(frame.line).ok()))),
        "frames" => lists(all.iter().map(|(_, stack)| stack.frames.iter().map(ToString::to_string))),
        _ => flags(all.iter().map(|(_, stack)| stack.cut)),
    })
}

fn threads(heap: &HeapState, columns: &Columns<'_>) -> Result<RecordBatch> {
    let all = &heap.threads;
    columns.batch(all.len(), |name| match name {
        "thread" => texts(all.iter().map(|thread| &*thread.name)),
        "object" => known_numbers(all.iter().map(|thread| thread.object.map(|object| object.0.into()))),
        _ => lists(all.iter().map(|thread| thread.stack.iter().map(ToString::to_string))),
    })
}

fn roots(heap: &HeapState, columns: &Columns<'_>) -> Result<RecordBatch> {
    let all = &heap.roots;
    columns.batch(all.len(), |name| match name {
        "object" => numbers(all.iter().map(|root| root.object.0.into())),
        "kind" => names(all.iter().map(|root| root.kind.name())),
        "thread" => {
            known_names(all.iter().map(|root| root.thread.and_then(|thread| heap.threads.get(thread.at())).map(|thread| &*thread.name)))
        }
        "depth" => known_numbers(all.iter().map(|root| root.frame.map(u64::from))),
        _ => known_names(all.iter().map(|root| heap.variable_name(root.variable))),
    })
}
