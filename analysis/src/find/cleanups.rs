//! Actions that are registered with a cleaner, to be run once an object is gone.
//!
//! One list of the cleaner's thread leads to all registrations, and through the actions to whatever these need: the action of a
//! `java.util.Timer` knows the timer's tasks. But a registration goes with its object, so it is the object that keeps the
//! action, as if it referred to it. Where the object is gone already, the action waits to be run, and the cleaner keeps it.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::heap::{HeapState, Record, Slot};

/// Registrations, and their fields that hold the action.
const ACTIONS: [(&str, &str); 5] = [
    ("jdk.internal.ref.CleanerImpl$PhantomCleanableRef", "action"),
    ("jdk.internal.ref.CleanerImpl$WeakCleanableRef", "action"),
    ("jdk.internal.ref.CleanerImpl$SoftCleanableRef", "action"),
    ("jdk.internal.ref.Cleaner", "thunk"),
    ("sun.misc.Cleaner", "thunk"),
];

/// What objects leave to be done.
#[derive(Debug, Default)]
pub(super) struct Cleanups {
    /// By object: its actions, and the fields of the registrations that hold them.
    of_objects: FxHashMap<u32, Vec<(u32, Slot)>>,
    /// The references that count as the objects' own: from registrations, to actions.
    registrations: FxHashSet<(u32, u32)>,
}

/// A registration with its action, as its record tells them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Registered {
    registration: u32,
    action: u32,
    slot: Slot,
}

/// Whether objects of a class are registrations.
pub(super) fn is_registration(heap: &HeapState, class: TypeIndex) -> bool {
    ACTIONS.iter().any(|action| *heap.type_info(class).name == *action.0)
}

/// The action of a registration.
pub(super) fn registered(heap: &HeapState, record: &Record<'_>) -> Option<Registered> {
    let is_action = |class: TypeIndex, number: u32| {
        let field = heap.fields.declared(class).get(number as usize);
        field.is_some_and(|field| ACTIONS.contains(&(&*heap.type_info(class).name, &*field.name)))
    };
    let mut slots = heap.slots_in(record);
    let found = slots.find(|(slot, _)| matches!(*slot, Slot::Field { class, number } if is_action(class, number)));
    found.map(|(slot, action)| Registered { registration: record.object().0, action: action.0, slot })
}

impl Cleanups {
    /// Keeps the registrations whose object is there.
    pub(super) fn new(heap: &HeapState, all: impl Iterator<Item = Registered>) -> Self {
        let mut cleanups = Self::default();
        for Registered { registration, action, slot } in all {
            let row = heap.points_to(ObjectIndex(registration));
            if let Some(at) = heap.weak_referents.position_in(ObjectIndex(registration)) {
                cleanups.of_objects.entry(row[at]).or_default().push((action, slot));
                cleanups.registrations.insert((registration, action));
            }
        }
        cleanups.of_objects.values_mut().for_each(|actions| actions.sort_unstable());
        cleanups
    }

    /// Whether a reference is that from a registration to its action.
    pub(super) fn is_registration(&self, source: u32, target: u32) -> bool {
        self.registrations.contains(&(source, target))
    }

    /// All references from registrations to their actions.
    pub(super) fn registrations(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.registrations.iter().copied()
    }

    /// The objects with actions, in no order.
    pub(super) fn objects_unsorted(&self) -> impl Iterator<Item = u32> + '_ {
        self.of_objects.keys().copied()
    }

    /// The actions of an object.
    pub(super) fn of(&self, object: ObjectIndex) -> impl Iterator<Item = (u32, Slot)> + '_ {
        self.of_objects.get(&object.0).into_iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::base::ids::ObjectIndex;
    use crate::base::progress::Progress;
    use crate::find::{GroupCut, group_cut};
    use crate::fixture::heap;
    use crate::trees::memory_tree::NodeTotals;

    /// Where to cut so that all objects of a class die.
    fn cut(text: &str, class: &str) -> GroupCut {
        let heap = heap(text);
        let is_member = |&object: &ObjectIndex| &*heap.type_info(heap.type_of(object)).name == class;
        let group = heap.kept_objects().filter(is_member).map(|object| object.0).collect();
        group_cut(&heap, &group, &Progress::new()).expect("nobody cancels").expect("something holds it")
    }

    const REGISTRATION: &str = "jdk.internal.ref.CleanerImpl$PhantomCleanableRef";

    #[test]
    fn an_action_lives_no_longer_than_its_object_whoever_holds_the_list_of_registrations() {
        // The JVM holds a registration of an object that was collected just now; the list leads to all others.
        let cut = cut(
            &format!(
                "class {REGISTRATION} < java.lang.ref.PhantomReference
                 root static app.Monitor.TIMER -> timer
                 root thread monitor -> queue
                 root thread Common-Cleaner -> gone
                 root jni -> gone
                 timer: java.util.Timer 32 -> queue=queue
                 gone: {REGISTRATION} 48 -> next=registration
                 registration: {REGISTRATION} 48 -> referent=timer action=reaper
                 reaper: java.util.Timer$ThreadReaper 24 -> queue=queue
                 queue: java.util.TimerTask[2] 32 -> c1 c2
                 c1, c2: app.Check 40"
            ),
            "app.Check",
        );
        let names: Vec<&str> = cut.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!((names, cut.other.as_deref()), (vec!["app.Monitor.TIMER"], Some("thread monitor")));
        // Timer, reaper, queue and checks; the registration stays in the list.
        assert_eq!(cut.frees, NodeTotals { objects: 5, bytes: 32 + 24 + 32 + 2 * 40 });
    }

    #[test]
    fn what_an_action_needs_is_kept_by_the_object_and_without_it_by_the_cleaner() {
        let text = |referent: &str| {
            format!(
                "class {REGISTRATION} < java.lang.ref.PhantomReference
                 root static app.Files.open -> file
                 root thread Common-Cleaner -> registration
                 file: app.File 16
                 registration: {REGISTRATION} 48 -> {referent}action=state
                 state: app.State 24 -> buffer=buffer
                 buffer: byte[100] 116"
            )
        };
        let kept = cut(&text("referent=file "), "app.State");
        assert_eq!((kept.fields[0].name.as_str(), kept.frees), ("app.Files.open", NodeTotals { objects: 3, bytes: 16 + 24 + 116 }));
        assert_eq!(kept.fields[0].chain, ["app.Files.open", &format!("{REGISTRATION}.action")]);
        let waiting = cut(&text(""), "app.State");
        assert_eq!((waiting.fields.len(), waiting.other.as_deref()), (0, Some("thread Common-Cleaner")));
    }
}
