//! What cuts and keepers are called in findings, and which leaks were told already.

use std::sync::Arc;

use roaring::RoaringBitmap;

use crate::base::class_names::{package_path_of, stable_name};
use crate::find::field_cut::FieldCut;
use crate::find::findings::{Cut, Keeper};
use crate::find::held_heap::{CutField, HeldHeap};
use crate::find::holders::{FINALIZER_QUEUE, FieldHolderKind, LOADED_CLASSES, field_of};
use crate::trees::memory_tree::{NodeTotals, ROOT_KEY, join_key};

/// Growth is the application's own if this share of the objects that grow are; and so is what an owner retains.
pub(crate) const OWN_OBJECTS_SHARE: f64 = 0.1;

/// A class has at least one of so many objects of what piles up, or is not what piles up.
pub(crate) const LEAST_PARTS: u64 = 20;

pub(crate) const MOST_GROUPS: usize = 5;

/// Leaks that are told, so that nobody tells them again.
#[derive(Debug, Default)]
pub(crate) struct ToldLeaks {
    /// Fields of cuts, and keepers.
    pub(crate) fields: Vec<String>,
    /// What all cuts free.
    pub(crate) freed: RoaringBitmap,
}

/// The fields of a cut as those who keep a group.
pub(crate) fn keepers(held: &HeldHeap<'_>, group: &RoaringBitmap, fields: &[CutField]) -> Vec<Keeper> {
    let keeper = |field: &CutField| {
        let NodeTotals { objects, bytes } = held.closures.totals(&(group & &field.reached));
        let root_kind = root_kind(field.kind, &field.chain).to_owned();
        let holder = variable_of(field).unwrap_or(field_of(&field.name)).to_owned();
        Keeper { root_kind, holder, objects, bytes, chain: field.chain.clone(), faulty: None }
    };
    fields.iter().map(keeper).collect()
}

/// The local variable by which a thread holds something: `local variable in app.Main.run(Main.java:7), thread main`.
pub(crate) fn variable_of(field: &CutField) -> Option<&str> {
    let variable = field.chain.get(1).filter(|_| field.kind == FieldHolderKind::Thread)?;
    variable.contains(", thread ").then_some(variable)
}

/// Where a chain begins, in the words of paths to roots.
pub(crate) fn root_kind(kind: FieldHolderKind, chain: &[String]) -> &'static str {
    let local = crate::keepers::paths::HolderKind::LocalVariable.name();
    let first = chain.first().map_or("", String::as_str);
    if first.starts_with("thread ") || matches!(kind, FieldHolderKind::Thread | FieldHolderKind::ThreadLocal) {
        return if chain.get(1).is_some_and(|second| second.starts_with(local)) { local } else { "thread" };
    }
    match first.strip_prefix("GC root (") {
        Some(root) if root.contains("monitor") => "monitor",
        Some(root) if root.starts_with("JNI") => "JNI",
        Some(_) => "other",
        None if first == LOADED_CLASSES => "class",
        None if first == FINALIZER_QUEUE => "other",
        None => "static field",
    }
}

/// What a cut does.
pub(crate) fn cut_of(held: &HeldHeap<'_>, cut: &FieldCut) -> Cut {
    let NodeTotals { objects, bytes } = held.closures.totals(&cut.freed);
    let named = |are_fields: bool| {
        let named = cut.fields.iter().filter(move |field| field.kind.is_field() == are_fields);
        named.map(|field| field_of(&field.name).to_owned()).collect::<Vec<_>>()
    };
    let (fields, threads) = (named(true), named(false));
    // A thread alone is told as the one who keeps it.
    let threads = if fields.is_empty() { Vec::new() } else { threads };
    Cut { fields, threads, smallest: cut.smallest, frees_objects: objects, frees_bytes: bytes, also_held_by: cut.also_held_by.clone() }
}

/// The key of a class in the default grouping of heap dumps: package path, then type.
pub(crate) fn key_of(class: &str) -> String {
    let class = &*stable_name(class);
    let package = package_path_of(class).fold(Arc::<str>::from(ROOT_KEY), |key, part| join_key(&key, part));
    join_key(&package, class).to_string()
}
