//! Names of references: through which field, static field, array element or local variable one object holds another.
//!
//! Rows of references leave null slots out, so the third reference of an object need not be its third field. Which one
//! it is, its record tells; nothing is stored per reference.

use super::roots::Root;
use super::{HeapState, Record, RootKind, Rules, Value};
use crate::base::ids::{ObjectIndex, ThreadIndex, TypeIndex, VariableIndex};

/// What a reference is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// An instance field: the declaring class, and the number among the fields that it declares.
    Field {
        /// Not necessarily the class of the object.
        class: TypeIndex,
        /// See [`super::FieldTable::declared`].
        number: u32,
    },
    /// A static field, held by a class object: the class, and the number among its static fields.
    Static {
        /// The class that the class object describes.
        class: TypeIndex,
        /// See [`super::FieldTable::statics`].
        number: u32,
    },
    /// An element of an array.
    Element(u32),
    /// Something on a thread's stack; the thread object holds it.
    Local {
        /// The thread.
        thread: ThreadIndex,
        /// The depth of the frame, where known.
        frame: Option<u32>,
        /// A variable, or what JNI code or a monitor holds.
        kind: RootKind,
        /// The name of the variable, where known.
        variable: Option<VariableIndex>,
    },
    /// The value that a thread keeps for a thread-local variable, by the field that holds the variable.
    ThreadLocal {
        /// The class that declares the field.
        class: TypeIndex,
        /// Its number, among the static fields or among the others.
        number: u32,
        /// Which of them.
        is_static: bool,
    },
    /// From a class object to its super class.
    SuperClass,
    /// From a class object to the loader of the class.
    ClassLoader,
    /// From an object to its class.
    Class,
    /// No dump tells.
    Unknown,
}

impl Root {
    /// By what a thread's stack holds the object; `None` for roots that are on no stack.
    #[must_use]
    pub fn stack_slot(&self) -> Option<Slot> {
        let &Self { kind, frame, variable, .. } = self;
        let thread = self.thread.filter(|_| kind != RootKind::ThreadObject)?;
        Some(Slot::Local { thread, frame, kind, variable })
    }
}

impl HeapState {
    /// What the references of an object are called, in the order of [`HeapState::points_to`] and as many.
    #[must_use]
    pub fn slots_of(&self, object: ObjectIndex) -> Vec<Slot> {
        let count = self.points_to(object).len();
        let mut slots = match self.described_type(object) {
            Some(class) => self.slots_of_class(class, count),
            None => self.with_record(object, |record| self.slots_in(&record).map(|(slot, _)| slot).collect()).unwrap_or_default(),
        };
        slots.truncate(count);
        // What a thread's row holds beyond its fields is on its stack.
        for at in slots.len()..count {
            slots.push(self.local_slot(object, ObjectIndex(self.points_to(object)[at])));
        }
        slots
    }

    /// The references in a record with their names, in the order of [`HeapState::points_to`]; locals of threads are in
    /// no record.
    pub fn slots_in<'a>(&'a self, record: &Record<'a>) -> impl Iterator<Item = (Slot, ObjectIndex)> + use<'a> {
        let drops_some = self.policy.strong_only || self.policy.rules == Rules::VisualVm;
        let weak = if drops_some { self.reference_kind(record.object_type()) } else { None };
        let fields = record.fields().filter(move |(place, value)| {
            let declared = || &self.fields.declared(place.class)[place.number as usize];
            let drops_this = || self.policy.strong_only || value.object().is_some_and(|target| !self.kept.contains(target.0));
            weak.is_none()
                || !drops_this()
                || !(&*declared().name == "referent" && &*self.type_info(place.class).name == "java.lang.ref.Reference")
        });
        let fields = fields.map(|(place, value)| (Slot::Field { class: place.class, number: place.number }, value));
        let fields = fields.filter_map(|(slot, value)| Some((slot, value.object()?)));
        fields.chain(record.object_elements().map(|(at, target)| (Slot::Element(at), target)))
    }

    /// A class object's row holds the super class where there is one, the loader, and the static fields.
    fn slots_of_class(&self, class: TypeIndex, count: usize) -> Vec<Slot> {
        let statics = (0..).zip(self.fields.statics(class)).filter(|(_, field)| matches!(field.value, Value::Object(_)));
        let statics: Vec<Slot> = statics.map(|(number, _)| Slot::Static { class, number }).collect();
        let mut slots = match count.saturating_sub(statics.len()) {
            0 => Vec::new(),
            1 => vec![Slot::ClassLoader],
            _ => vec![Slot::SuperClass, Slot::ClassLoader],
        };
        slots.extend(statics);
        slots
    }

    /// Why a thread's stack refers to an object.
    fn local_slot(&self, thread_object: ObjectIndex, target: ObjectIndex) -> Slot {
        let root = self.roots.iter().find(|root| {
            root.object == target
                && root.kind != RootKind::ThreadObject
                && root.thread.is_some_and(|thread| self.threads[thread.at()].object == Some(thread_object))
        });
        root.and_then(Root::stack_slot).unwrap_or(Slot::Unknown)
    }

    /// The name of a slot, for people: `java.util.HashMap.table` (by the declaring class), `[3]`, `<super class>`,
    /// `local variable cart in app.Main.run(Main.java:12), thread main`.
    #[must_use]
    pub fn slot_name(&self, slot: Slot) -> String {
        let field = |class: TypeIndex, name: Option<&str>| format!("{}.{}", self.type_info(class).name, name.unwrap_or("?"));
        match slot {
            Slot::Field { class, number } => field(class, self.fields.declared(class).get(number as usize).map(|field| &*field.name)),
            Slot::Static { class, number } => field(class, self.fields.statics(class).get(number as usize).map(|field| &*field.name)),
            Slot::ThreadLocal { class, number, is_static } => {
                let variable = if is_static { Slot::Static { class, number } } else { Slot::Field { class, number } };
                format!("{} (thread local)", self.slot_name(variable))
            }
            Slot::Element(at) => format!("[{at}]"),
            Slot::SuperClass => "<super class>".to_owned(),
            Slot::ClassLoader => "<class loader>".to_owned(),
            Slot::Class => "<class>".to_owned(),
            Slot::Unknown => "<unknown>".to_owned(),
            Slot::Local { thread, frame, kind, variable } => {
                let info = &self.threads[thread.at()];
                let frame = frame.and_then(|frame| info.stack.get(frame as usize));
                let place = frame.map(|frame| format!(" in {frame}")).unwrap_or_default();
                let variable = self.variable_name(variable).map(|name| format!(" {name}")).unwrap_or_default();
                let thread = if info.name.is_empty() { "without a name" } else { &info.name };
                format!("{}{variable}{place}, thread {thread}", kind.name())
            }
        }
    }
}
