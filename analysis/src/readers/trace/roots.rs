//! Roots and threads of a state: from ids to objects, stacks and names.
//!
//! As in heap dumps and in Eclipse MAT, what a thread's stack refers to is kept by the thread's object, whose row holds
//! it. A trace names the frames that hold something and no others; each stretch of frames that are missing between them
//! is one line that says how many.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use trace_format::{RootRecord, RootRecordKind};

use super::dictionary::Dictionary;
use crate::base::ids::{ObjectIndex, ThreadIndex, VariableIndex};
use crate::base::warnings::Warnings;
use crate::heap::{AddressIndex, ResolvedRoots, Root, RootKind, StackFrame, ThreadInfo};

pub(super) fn resolve(records: &[RootRecord], dictionary: &Dictionary, addresses: &AddressIndex, warnings: &Warnings) -> ResolvedRoots {
    let mut result = ResolvedRoots::default();
    let find = |id: u64| addresses.find(id).filter(|_| id != 0);
    // Threads that own roots, by id; those without an id by their object.
    let mut numbers: FxHashMap<(u64, u64), ThreadIndex> = FxHashMap::default();
    let mut frames: Vec<BTreeMap<u32, StackFrame>> = Vec::new();
    let mut thread_of = |record: &RootRecord, frames: &mut Vec<BTreeMap<u32, StackFrame>>| {
        let is_thread = record.kind == RootRecordKind::Thread;
        let id = if record.thread == 0 && is_thread {
            dictionary.thread_objects.get(&record.object).copied().unwrap_or(0)
        } else {
            record.thread
        };
        let key = if id != 0 { (id, 0) } else { (0, record.object) };
        if id == 0 && !is_thread {
            return None;
        }
        let at = *numbers.entry(key).or_insert_with(|| {
            let known = dictionary.threads.get(&id).filter(|_| id != 0);
            let name = known.map(|thread| dictionary.text(thread.name).to_owned()).unwrap_or_default();
            let object = known.and_then(|thread| find(thread.object));
            result.threads.push(ThreadInfo { name, object, ..ThreadInfo::default() });
            frames.push(BTreeMap::new());
            ThreadIndex(result.threads.len() as u32 - 1)
        });
        if is_thread && result.threads[at.at()].object.is_none() {
            result.threads[at.at()].object = find(record.object);
        }
        Some(at)
    };
    let mut missing = 0;
    let mut found: Vec<(ObjectIndex, Option<ThreadIndex>, &RootRecord)> = Vec::with_capacity(records.len());
    for record in records {
        let thread = thread_of(record, &mut frames);
        if let (Some(thread), Some(depth)) = (thread, record.depth)
            && let Some(frame) = dictionary.frame(record.method, record.line)
        {
            frames[thread.at()].entry(depth).or_insert(frame);
        }
        match find(record.object) {
            Some(object) => found.push((object, thread, record)),
            None => missing += 1,
        }
    }
    warnings.add_many("GC roots that are not in the state were dropped", missing, "");

    let mut places: Vec<FxHashMap<u32, u32>> = Vec::with_capacity(frames.len());
    for (info, frames) in result.threads.iter_mut().zip(frames) {
        let (stack, of_depth) = stack(frames);
        info.stack = stack;
        places.push(of_depth);
    }
    let (mut seen, mut named) = (FxHashSet::default(), FxHashSet::default());
    let mut variables: FxHashMap<u32, VariableIndex> = FxHashMap::default();
    for &(object, thread, record) in &found {
        let name = dictionary.text(record.variable);
        if !name.is_empty() {
            named.insert((object, thread, record.depth));
            variables.entry(record.variable).or_insert_with(|| {
                result.variables.push(name.into());
                VariableIndex(result.variables.len() as u32 - 1)
            });
        }
    }
    let mut is_rooted = vec![false; result.threads.len()];
    for (object, thread, record) in found {
        let kind = root_kind(record.kind);
        let variable = variables.get(&record.variable).copied();
        // What a variable holds may be an operand of its frame, too: that tells nothing more.
        if variable.is_none() && kind == RootKind::JavaFrame && named.contains(&(object, thread, record.depth)) {
            continue;
        }
        let frame = thread.zip(record.depth).and_then(|(thread, depth)| places[thread.at()].get(&depth).copied());
        result.roots.push(Root { object, kind, thread, frame, variable });
        let Some(thread) = thread else { continue };
        is_rooted[thread.at()] |= kind == RootKind::ThreadObject;
        let holder = result.threads[thread.at()].object.filter(|_| kind != RootKind::ThreadObject);
        if let Some(holder) = holder
            && seen.insert((holder, object))
        {
            result.locals.entry(holder.0).or_default().push(object.0);
        }
    }
    // Whoever has a stack runs, named as a thread or not (virtual ones are not).
    for ((at, info), is_rooted) in (0..).zip(&result.threads).zip(is_rooted) {
        if let (Some(object), false) = (info.object, is_rooted) {
            result.roots.push(Root { thread: Some(ThreadIndex(at)), ..Root::new(object, RootKind::ThreadObject) });
        }
    }
    result
}

fn root_kind(kind: RootRecordKind) -> RootKind {
    match kind {
        RootRecordKind::Other => RootKind::Unknown,
        RootRecordKind::JniGlobal => RootKind::JniGlobal,
        RootRecordKind::SystemClass => RootKind::StickyClass,
        RootRecordKind::Monitor => RootKind::MonitorUsed,
        RootRecordKind::StackLocal => RootKind::JavaFrame,
        RootRecordKind::JniLocal => RootKind::JniLocal,
        RootRecordKind::Thread => RootKind::ThreadObject,
        RootRecordKind::VmInternal => RootKind::VmInternal,
        RootRecordKind::Debugger => RootKind::Debugger,
        RootRecordKind::InternedString => RootKind::InternedString,
    }
}

/// The frames of a stack, and which one stands at which depth.
fn stack(frames: BTreeMap<u32, StackFrame>) -> (Vec<StackFrame>, FxHashMap<u32, u32>) {
    let (mut stack, mut places) = (Vec::new(), FxHashMap::default());
    let mut next = 0_u32;
    for (depth, frame) in frames {
        match depth - next {
            0 => {}
            1 => stack.push(StackFrame { method: "(1 frame not recorded)".to_owned(), ..StackFrame::default() }),
            gap => stack.push(StackFrame { method: format!("({gap} frames not recorded)"), ..StackFrame::default() }),
        }
        places.insert(depth, stack.len() as u32);
        stack.push(frame);
        next = depth.saturating_add(1);
    }
    (stack, places)
}
