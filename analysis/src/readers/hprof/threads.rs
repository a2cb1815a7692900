//! Roots and threads: from serial numbers and ids to objects and stacks.
//!
//! As in Eclipse MAT, a root that belongs to a thread is a local of that thread: it is kept by the thread object
//! (whose row holds it), not by itself. It is a root of its own only if the dump did not name the thread's object
//! before. Locals of threads whose object is not in the dump are dropped.

use rustc_hash::FxHashMap;

use super::outline::{Outline, RawFrame};
use super::sub_record::RawRoot;
use crate::base::class_names::source_form;
use crate::base::ids::ThreadIndex;
use crate::base::warnings::Warnings;
use crate::heap::{AddressIndex, ResolvedRoots, Root, RootKind, StackFrame, ThreadInfo};

/// HPROF's mark for "no frame".
const NO_FRAME: u32 = u32::MAX;

pub(super) fn resolve(raw_roots: &[RawRoot], outline: &Outline<'_>, addresses: &AddressIndex, warnings: &Warnings) -> ResolvedRoots {
    let mut result = ResolvedRoots::default();
    let mut by_serial: FxHashMap<u32, ThreadIndex> = FxHashMap::default();
    // Serial numbers whose thread object was named before, as MAT knows them: the object's id.
    let mut named: FxHashMap<u32, u64> = FxHashMap::default();
    let mut seen_locals = rustc_hash::FxHashSet::default();
    let (mut missing, mut homeless) = (0, 0);
    for root in raw_roots {
        let thread = root.thread.map(|serial| {
            *by_serial.entry(serial).or_insert_with(|| {
                result.threads.push(ThreadInfo::default());
                ThreadIndex(result.threads.len() as u32 - 1)
            })
        });
        let object = addresses.find(root.id).filter(|_| root.id != 0);
        if let (RootKind::ThreadObject, Some(serial), Some(thread)) = (root.kind, root.thread, thread) {
            named.insert(serial, root.id);
            let info = &mut result.threads[thread.at()];
            info.object = object;
            info.stack = stack(outline, serial, root.frame);
            info.name =
                outline.started_threads.get(&serial).and_then(|&(_, name)| outline.string(name)).map(Into::into).unwrap_or_default();
        }
        let Some(object) = object else {
            missing += 1;
            continue;
        };
        let frame = root.frame.filter(|&frame| frame != NO_FRAME && root.kind != RootKind::ThreadObject);
        let local_of = root.thread.filter(|_| is_local(root.kind)).and_then(|serial| named.get(&serial)).filter(|&&id| id != 0);
        match local_of {
            None => result.roots.push(Root { thread, frame, ..Root::new(object, root.kind) }),
            Some(&thread_id) => match addresses.find(thread_id) {
                None => homeless += 1,
                Some(holder) => {
                    result.roots.push(Root { thread, frame, ..Root::new(object, root.kind) });
                    if seen_locals.insert((holder.0, object.0)) {
                        result.locals.entry(holder.0).or_default().push(object.0);
                    }
                }
            },
        }
    }
    warnings.add_many("GC roots that are not in the dump were dropped", missing, "");
    warnings.add_many("Stack references of threads that are not in the dump were dropped", homeless, "");
    result
}

/// Roots that MAT attaches to their thread.
fn is_local(kind: RootKind) -> bool {
    matches!(kind, RootKind::JniLocal | RootKind::JavaFrame | RootKind::NativeStack | RootKind::ThreadBlock | RootKind::JniMonitor)
}

/// The frames of a thread's stack trace: the one that its root record names, else the one that names the thread.
fn stack(outline: &Outline<'_>, thread: u32, trace: Option<u32>) -> Vec<StackFrame> {
    let traces = &outline.traces;
    let named = traces.iter().find(|candidate| Some(candidate.serial) == trace && !candidate.frames.is_empty());
    let Some(trace) = named.or_else(|| traces.iter().find(|candidate| candidate.thread == thread && !candidate.frames.is_empty())) else {
        return Vec::new();
    };
    let frames = trace.frames.iter().filter_map(|id| outline.frames.get(id));
    frames.map(|frame| stack_frame(outline, frame)).collect()
}

fn stack_frame(outline: &Outline<'_>, frame: &RawFrame) -> StackFrame {
    let text = |id: u64| outline.string(id).unwrap_or_default().into_owned();
    let class = outline.class_serials.get(&frame.class_serial).and_then(|class| outline.class_names.get(class));
    let class = class.and_then(|&name| outline.string(name)).map(|name| source_form(&name)).unwrap_or_default();
    StackFrame { class, method: text(frame.method), file: text(frame.source), line: frame.line }
}
