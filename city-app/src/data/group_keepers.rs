//! What keeps objects alive, by name: paths with everything spelled out, as JSON and in words.
//!
//! Numbers of a heap state (types, slots, objects) mean nothing outside of it; what is here can be kept, compared over
//! time and written down.

use std::fmt::Write as _;

use analysis::{GroupPath, GroupPaths, HeapState, Holder, HolderKind, PathStep, RootPath, Slot};
use serde::Serialize;

use crate::base::words;

/// Longer paths are shortened in the middle (a linked list may have a million elements).
const MOST_STEPS_LISTED: usize = 60;

/// Where a path begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedHolder {
    /// `static field`, `local variable`, `thread`, `JNI`, `monitor`, `class` or `other`.
    pub root_kind: &'static str,
    /// By name: `app.Cache.MAP`, `local variable cart in app.Main.run(Main.java:7), thread main`, `thread main`.
    pub holder: String,
    /// The thread's name, for locals and threads.
    pub thread: Option<String>,
    /// The frame that holds a local, as in a stack trace.
    pub frame: Option<String>,
    /// The name of a local variable, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
}

/// Objects of one class on the way from a group to its holder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedStep {
    /// Class of the holding objects.
    pub class: String,
    /// The field through which they hold the step before, by its declaring class; `[..]` for elements of arrays.
    pub via: String,
    /// How many of them there are.
    pub objects: u64,
    /// Members of the group that are held over this step.
    pub members: u64,
    /// Objects of the class also hold each other (a list, a tree).
    pub repeated: bool,
    /// The address of one of them.
    pub example: String,
}

/// A path that many members of a group share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedPath {
    /// Where it begins.
    #[serde(flatten)]
    pub holder: NamedHolder,
    /// Members that it holds.
    pub objects: u64,
    /// 1 for the nearest holders; 2 for those that remain when all of round 1 let go, and so on.
    pub round: u32,
    /// Names from the holder to the group: `app.Cache.MAP`, `java.util.HashMap.table`, ...
    pub chain: Vec<String>,
    /// From the group to the holder, without both.
    pub steps: Vec<NamedStep>,
    /// All of it in one sentence.
    pub sentence: String,
}

/// What keeps a group alive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroupKeepers {
    /// Objects of the group.
    pub objects: u64,
    /// How many of them strong references reach.
    pub strong: u64,
    /// How many only soft, weak, phantom or finalizer references reach.
    pub weak: u64,
    /// For each further round: how many objects live still when the holders of all rounds before let go.
    pub left: Vec<u64>,
    /// The strongest path of each round first.
    pub paths: Vec<NamedPath>,
}

impl NamedHolder {
    /// Spells a holder out.
    #[must_use]
    pub fn of(heap: &HeapState, holder: Holder) -> Self {
        let info = holder.thread().and_then(|thread| heap.threads.get(thread.at()));
        let frame = match holder {
            Holder::Local { frame: Some(frame), .. } => info.and_then(|info| info.stack.get(frame as usize)),
            _ => None,
        };
        let variable = match holder {
            Holder::Local { variable, .. } => heap.variable_name(variable),
            _ => None,
        };
        Self {
            root_kind: holder.kind().name(),
            holder: holder.name(heap),
            thread: info.map(|info| info.name.clone()),
            frame: frame.map(ToString::to_string),
            variable: variable.map(str::to_owned),
        }
    }

    /// As a part of a sentence: `static field MAP of class app.Cache`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.holder.rsplit_once('.') {
            // HotSpot lists what the constant pool refers to (string literals, lambdas) as a static field of this name.
            Some((class, "<resolved_references>")) => format!("the constants of class {class}"),
            Some((class, field)) if self.is_static_field() => format!("static field {field} of class {class}"),
            _ => self.holder.clone(),
        }
    }

    /// As on a sign: `Cache.MAP`, or in words where it is no static field.
    #[must_use]
    pub fn on_a_sign(&self) -> String {
        match self.holder.rsplit_once('.') {
            Some((class, field)) if self.is_static_field() && field != "<resolved_references>" => {
                format!("{}.{field}", words::simple_name(class))
            }
            _ => self.in_words(),
        }
    }

    fn is_static_field(&self) -> bool {
        self.root_kind == HolderKind::StaticField.name()
    }
}

impl GroupKeepers {
    /// Spells out what keeps a group alive; `name` is what its members are called.
    #[must_use]
    pub fn of(heap: &HeapState, found: &GroupPaths, name: &str) -> Self {
        let &GroupPaths { members, strong, weak, ref left, ref paths, .. } = found;
        let paths = paths.iter().map(|path| NamedPath::of(heap, path, members, name)).collect();
        Self { objects: members, strong, weak, left: left.clone(), paths }
    }

    /// The path that holds most members.
    #[must_use]
    pub fn main_path(&self) -> Option<&NamedPath> {
        self.paths.first()
    }

    /// What else must let go, in one sentence; `None` if the main path's holder alone keeps the group.
    #[must_use]
    pub fn more_in_words(&self) -> Option<String> {
        let (first, others) = self.paths.split_first()?;
        let mut named: Vec<&str> = vec![&first.holder.holder];
        for path in others.iter().filter(|path| path.holder.root_kind == HolderKind::StaticField.name()) {
            if !named.contains(&path.holder.holder.as_str()) {
                named.push(&path.holder.holder);
            }
        }
        // Rounds after the first find those who hold the same objects; only they make the first one's loss no gain.
        let again = self.left.first().copied().filter(|&left| left > 0)?;
        let others = match named.len() {
            1 => String::new(),
            _ => format!(": {} must let go, too", named[1..].join(", ")),
        };
        let who = match self.objects {
            1 => "It".to_owned(),
            all if again == all => format!("All {}", words::count(all)),
            all => format!("{} of {}", words::count(again), words::count(all)),
        };
        Some(format!("{who} would live on without the nearest holders{others}"))
    }
}

impl NamedPath {
    fn of(heap: &HeapState, path: &GroupPath, members: u64, name: &str) -> Self {
        let class = |class| heap.type_info(class).name.to_string();
        let step = |step: &analysis::GroupStep| NamedStep {
            class: class(step.class),
            via: via(heap, step.slot, path.holder),
            objects: step.objects,
            members: step.members,
            repeated: step.repeated,
            example: format!("{:#x}", heap.address_of(step.sample)),
        };
        let steps: Vec<NamedStep> = path.steps.iter().map(step).collect();
        let holder = NamedHolder::of(heap, path.holder);
        let chain = std::iter::once(holder.holder.clone()).chain(steps.iter().rev().map(|step| step.via.clone())).collect();
        let mut named = Self { holder, objects: path.members, round: path.round + 1, chain, steps, sentence: String::new() };
        named.sentence = named.in_words(members, name);
        named
    }

    /// `5 of 6 Date are kept alive by 2 Object[]; these by 2 List through List.elements; ...; this by static field MAP of
    /// class app.Cache.`
    fn in_words(&self, members: u64, name: &str) -> String {
        let mut text = match members {
            1 => format!("{name} is kept alive"),
            _ if self.objects == members => format!("{} {name} are kept alive", words::count(members)),
            _ => format!("{} of {} {name} are kept alive", words::count(self.objects), words::count(members)),
        };
        let mut before = None;
        for step in &self.steps {
            text.push_str(joint(before));
            let _ = write!(text, "{} {}", words::count(step.objects), short_class(&step.class));
            if let Some((_, field)) = step.via.rsplit_once('.').filter(|_| !step.via.starts_with('[')) {
                let _ = write!(text, " through {field}");
            }
            if step.repeated {
                text.push_str(" (which hold each other)");
            }
            before = Some(step.objects);
        }
        text.push_str(joint(before));
        text.push_str(&self.holder.in_words());
        text
    }
}

/// What joins a step to the one before it, of so many objects.
pub(crate) fn joint(before: Option<u64>) -> &'static str {
    match before {
        None => " by ",
        Some(1) => "; this by ",
        Some(_) => "; these by ",
    }
}

/// Any element of arrays.
pub(crate) const ANY_ELEMENT: &str = "[..]";

/// The name of a slot where one of many objects is meant: elements of arrays are any element.
fn via(heap: &HeapState, slot: Slot, holder: Holder) -> String {
    match slot {
        Slot::Element(_) => ANY_ELEMENT.to_owned(),
        slot => slot_name(heap, slot, holder),
    }
}

/// The name of a slot; thread-local values with their thread: `app.Main.CONTEXT (thread local of thread worker-3)`.
fn slot_name(heap: &HeapState, slot: Slot, holder: Holder) -> String {
    let name = heap.slot_name(slot);
    let thread = holder.thread().and_then(|thread| heap.threads.get(thread.at())).filter(|info| !info.name.is_empty());
    if let (Slot::ThreadLocal { .. }, Some(thread), Some(open)) = (slot, thread, name.strip_suffix(')')) {
        return format!("{open} of thread {})", thread.name);
    }
    name
}

/// A class name without its package.
#[must_use]
pub fn short_class(name: &str) -> &str {
    let package = analysis::package_of(name);
    name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
}

/// What the objects of a group are called: their class without its package, or the place in the code that made them.
#[must_use]
pub fn group_name(name: &str) -> String {
    words::short_place(name).map_or_else(|| short_class(name).to_owned(), |place| format!("objects of {place}"))
}

/// One object on a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedObject {
    /// Its class.
    pub class: String,
    /// Where it is.
    pub address: String,
    /// How it refers to the next one, by declaring class; `null` for the last one, which was asked for.
    pub via: Option<String>,
}

/// A path to one object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedObjectPath {
    /// Where it begins.
    #[serde(flatten)]
    pub holder: NamedHolder,
    /// A soft, weak, phantom or finalizer reference is part of it: it keeps nothing alive.
    pub weak: bool,
    /// Number of objects on it, the one asked for included.
    pub length: usize,
    /// From the first object to the one asked for; of long paths the first and last ones.
    pub steps: Vec<NamedObject>,
    /// Objects left out in the middle of `steps`.
    pub left_out: usize,
}

impl NamedObjectPath {
    /// Spells a path out.
    #[must_use]
    pub fn of(heap: &HeapState, path: &RootPath) -> Self {
        let length = path.steps.len();
        let left_out = length.saturating_sub(MOST_STEPS_LISTED);
        let head = if left_out > 0 { MOST_STEPS_LISTED / 2 } else { length };
        let step = |step: &PathStep| NamedObject {
            class: heap.type_info(heap.type_of(step.object)).name.to_string(),
            address: format!("{:#x}", heap.address_of(step.object)),
            via: step.slot.map(|slot| slot_name(heap, slot, path.holder)),
        };
        let steps = path.steps[..head].iter().chain(&path.steps[head + left_out..]).map(step).collect();
        Self { holder: NamedHolder::of(heap, path.holder), weak: path.weak, length, steps, left_out }
    }

    /// The position in `steps` behind which objects are left out.
    #[must_use]
    pub fn gap(&self) -> Option<usize> {
        (self.left_out > 0).then_some(MOST_STEPS_LISTED / 2)
    }
}
