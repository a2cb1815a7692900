//! The beginnings of paths: what the JVM itself holds.

use super::PathOptions;
use crate::base::class_names::is_platform_class;
use crate::base::ids::{ObjectIndex, ThreadIndex, TypeIndex, VariableIndex};
use crate::heap::{HeapState, Root, RootKind, Slot, Value};

/// What holds the first object of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A static field: its class, and its number among the static fields there.
    Static {
        /// The declaring class.
        class: TypeIndex,
        /// See [`crate::FieldTable::statics`].
        number: u32,
    },
    /// Something on a thread's stack.
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
    /// The object is a thread.
    Thread(ThreadIndex),
    /// The JVM, for this reason.
    Jvm(RootKind),
    /// The object is a class, which lives as long as its loader.
    Class(TypeIndex),
}

/// [`Holder`]s in a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HolderKind {
    /// Loudest: nothing but code clears it.
    StaticField,
    /// Lives as long as a method runs.
    LocalVariable,
    /// Lives as long as the thread.
    Thread,
    /// Native code.
    Jni,
    /// A monitor that a thread holds or waits for.
    Monitor,
    /// Lives as long as its loader.
    Class,
    /// Whatever else the JVM keeps.
    Other,
}

impl HolderKind {
    /// As it is written in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StaticField => "static field",
            Self::LocalVariable => "local variable",
            Self::Thread => "thread",
            Self::Jni => "JNI",
            Self::Monitor => "monitor",
            Self::Class => "class",
            Self::Other => "other",
        }
    }
}

impl Holder {
    /// What a root is.
    pub(crate) fn of_root(root: &Root) -> Self {
        let &Root { kind, frame, variable, .. } = root;
        match (root.thread, kind) {
            (Some(thread), RootKind::ThreadObject) => Self::Thread(thread),
            (Some(thread), kind) => Self::Local { thread, frame, kind, variable },
            (None, kind) => Self::Jvm(kind),
        }
    }

    /// What it is in a few words.
    #[must_use]
    pub fn kind(&self) -> HolderKind {
        match self {
            Self::Static { .. } => HolderKind::StaticField,
            Self::Local { kind: RootKind::JavaFrame, .. } => HolderKind::LocalVariable,
            Self::Thread(_) => HolderKind::Thread,
            Self::Class(_) | Self::Jvm(RootKind::StickyClass) => HolderKind::Class,
            Self::Local { kind, .. } | Self::Jvm(kind) => match kind {
                RootKind::JniGlobal | RootKind::JniLocal => HolderKind::Jni,
                RootKind::MonitorUsed | RootKind::JniMonitor => HolderKind::Monitor,
                _ => HolderKind::Other,
            },
        }
    }

    /// The thread behind it, if there is one.
    #[must_use]
    pub fn thread(&self) -> Option<ThreadIndex> {
        match self {
            Self::Local { thread, .. } | Self::Thread(thread) => Some(*thread),
            _ => None,
        }
    }

    /// Its name, for people and equal over time: `app.Cache.MAP`, `local variable cart in app.Main.run(Main.java:7),
    /// thread main`, `thread main`, `class app.Main`, `JNI global`.
    #[must_use]
    pub fn name(&self, heap: &HeapState) -> String {
        match *self {
            Self::Static { class, number } => heap.slot_name(Slot::Static { class, number }),
            Self::Local { thread, frame, kind, variable } => heap.slot_name(Slot::Local { thread, frame, kind, variable }),
            Self::Thread(thread) => match heap.threads.get(thread.at()).map_or("", |info| &info.name) {
                "" => "thread without a name".to_owned(),
                name => format!("thread {name}"),
            },
            Self::Class(class) => format!("class {}", heap.type_info(class).name),
            Self::Jvm(kind) => kind.name().to_owned(),
        }
    }
}

/// Where a way of fields begins, in words that stay the same while methods go on and threads come and go: `app.Cache.MAP`,
/// `thread worker-#`, `app.Main.run().cart`, `JNI global`.
pub(crate) fn beginning(heap: &HeapState, holder: Holder, thread: Option<&str>) -> String {
    match (holder, thread) {
        (Holder::Static { .. }, _) => holder.name(heap),
        (_, Some(thread)) => format!("thread {}", general_thread_name(thread)),
        (Holder::Local { thread, frame, variable, .. }, None) => {
            let info = &heap.threads[thread.at()];
            let variable = heap.variable_name(variable).map(|name| format!(".{name}")).unwrap_or_default();
            match frame.and_then(|frame| info.stack.get(frame as usize)) {
                Some(frame) => format!("{}.{}(){variable}", frame.class, frame.method),
                None => format!("stack of thread {}", general_thread_name(&info.name)),
            }
        }
        (_, None) => holder.name(heap),
    }
}

/// Everything that holds objects, with what it holds, the most telling first: where two are equally near, the first one
/// is shown. Static fields of applications go before those of the platform.
pub(crate) fn holders(heap: &HeapState, options: PathOptions) -> Vec<(Holder, ObjectIndex)> {
    let mut found = Vec::new();
    let classes = || {
        let class_objects = (0_u32..).zip(&heap.types).filter_map(|(at, info)| Some((TypeIndex(at), info.class_object?)));
        class_objects.filter(|&(class, object)| heap.kept.contains(object.0) && heap.described_type(object) == Some(class))
    };
    if !options.through_classes {
        for of_platform in [false, true] {
            for (class, _) in classes().filter(|&(class, _)| is_platform_class(&heap.type_info(class).name) == of_platform) {
                for (number, field) in (0..).zip(heap.fields.statics(class)) {
                    if let Value::Object(object) = field.value {
                        found.push((Holder::Static { class, number }, object));
                    }
                }
            }
        }
    }
    let mut others = Vec::new();
    for root in &heap.roots {
        let holder = Holder::of_root(root);
        // In the dump's order within a kind.
        others.push((holder.kind(), holder, root.object));
    }
    others.sort_by_key(|&(kind, ..)| kind);
    found.extend(others.into_iter().map(|(_, holder, object)| (holder, object)));
    if !options.through_classes {
        found.extend(classes().map(|(class, object)| (Holder::Class(class), object)));
    }
    found
}

/// `pool-1-thread-7` is one of many: its numbers say nothing, and they change over time.
pub(crate) fn general_thread_name(thread: &str) -> String {
    let mut name = String::with_capacity(thread.len());
    for c in thread.chars() {
        if c.is_ascii_digit() {
            if !name.ends_with('#') {
                name.push('#');
            }
        } else {
            name.push(c);
        }
    }
    if name.is_empty() { "without a name".to_owned() } else { name }
}
