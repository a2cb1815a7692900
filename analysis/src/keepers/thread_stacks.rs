//! Threads with their stacks: which objects each frame holds, and how much each thread keeps alive.

use super::ownership::Dominators;
use crate::base::ids::{ObjectIndex, ThreadIndex, VariableIndex};
use crate::heap::{HeapState, RootKind};

/// A thread with what its stack holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadStack {
    /// Which thread.
    pub thread: ThreadIndex,
    /// Bytes that only this thread keeps alive: the retained size of its object, to which the references of its stack
    /// belong (as Eclipse MAT counts). 0 where the dump lacks the object.
    pub retained: u64,
    /// The locals of each frame, top first; one entry per frame of [`crate::ThreadInfo::stack`], empty ones included.
    pub frames: Vec<Vec<Local>>,
    /// What native code or a frame that the dump does not tell holds.
    pub elsewhere: Vec<Local>,
}

/// An object that a stack holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Local {
    /// The object.
    pub object: ObjectIndex,
    /// By what.
    pub kind: RootKind,
    /// The name of the variable, where known.
    pub variable: Option<VariableIndex>,
    /// Bytes that only this object keeps alive.
    pub retained: u64,
}

/// The stacks of all threads, what retains most first; ties in the order of the dump. Within a frame the local that
/// retains most comes first, and an object that it holds several times is told once per variable.
#[must_use]
pub fn thread_stacks(heap: &HeapState, dominators: &Dominators) -> Vec<ThreadStack> {
    let mut stacks: Vec<ThreadStack> = (0_u32..)
        .zip(&heap.threads)
        .map(|(at, info)| ThreadStack {
            thread: ThreadIndex(at),
            retained: info.object.map_or(0, |object| dominators.retained(object)),
            frames: vec![Vec::new(); info.stack.len()],
            elsewhere: Vec::new(),
        })
        .collect();
    for root in heap.roots.iter().filter(|root| root.kind != RootKind::ThreadObject) {
        let Some(stack) = root.thread.and_then(|thread| stacks.get_mut(thread.at())) else { continue };
        let local = Local { object: root.object, kind: root.kind, variable: root.variable, retained: dominators.retained(root.object) };
        let place = root.frame.and_then(|frame| stack.frames.get_mut(frame as usize)).unwrap_or(&mut stack.elsewhere);
        if !place.contains(&local) {
            place.push(local);
        }
    }
    for place in stacks.iter_mut().flat_map(|stack| stack.frames.iter_mut().chain([&mut stack.elsewhere])) {
        place.sort_by(|a, b| b.retained.cmp(&a.retained).then(a.object.cmp(&b.object)));
    }
    stacks.sort_by(|a, b| b.retained.cmp(&a.retained).then(a.thread.cmp(&b.thread)));
    stacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::Progress;
    use crate::fixture::heap;
    use crate::heap::StackFrame;

    #[test]
    fn locals_stand_in_their_frames_and_threads_are_ordered_by_what_they_retain() {
        let mut heap = heap("root thread main -> a b b\nroot thread worker -> c\na: A 5 -> b\nb: B 7\nc: C 100\n");
        let frame = |method: &str| StackFrame { class: "app.Main".into(), method: method.into(), ..StackFrame::default() };
        let main = heap.threads.iter().position(|info| info.name == "main").expect("is a thread");
        heap.state.threads[main].stack = vec![frame("inner"), frame("outer")];
        for root in heap.state.roots.iter_mut().filter(|root| root.thread.is_some_and(|thread| thread.at() == main)) {
            root.frame = Some(1);
        }
        let dominators = Dominators::of(&heap, &Progress::new()).expect("is not cancelled");
        let stacks = thread_stacks(&heap, &dominators);
        let told = |locals: &[Local]| locals.iter().map(|local| (local.object, local.retained)).collect::<Vec<_>>();
        let [worker, main] = &stacks[..] else { panic!("two threads") };
        assert_eq!((worker.retained, main.retained), (100, 12));
        assert_eq!((told(&worker.elsewhere), worker.frames.len()), (vec![(heap.object("c"), 100)], 0));
        assert_eq!(told(&main.frames[0]), []);
        assert_eq!(told(&main.frames[1]), [(heap.object("b"), 7), (heap.object("a"), 5)]);
        heap.state.variables = vec!["last".into()];
        let last = heap.state.roots.iter_mut().rfind(|root| root.frame == Some(1)).expect("b is held twice");
        last.variable = Some(VariableIndex(0));
        let stacks = thread_stacks(&heap, &dominators);
        let names: Vec<Option<&str>> = stacks[1].frames[1].iter().map(|local| heap.variable_name(local.variable)).collect();
        assert_eq!(names, [None, Some("last"), None], "b, b as the variable, a");
    }
}
