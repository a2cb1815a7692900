//! Holders: through which fields, seen from the application, each object is held.
//!
//! A breadth-first walk labels every live object with the way on which it was met first. A way is a list of names:
//! static fields of any class, instance fields declared by application classes, threads and other roots. Fields of the
//! JDK's own classes do not lengthen a way, so a map, its table and its entries are held by the field that holds the
//! map. A field that is on the way already does not lengthen it either, so a linked list is one way however long it is.
//!
//! The walk starts from static fields of application classes that stand in the source, then from threads, then from
//! everything else, because the application is where a leak is mended. What a thread keeps for a thread-local variable is
//! held by the field of that variable, on a way that begins with the thread. It enters class objects, class loaders and
//! threads last: nearly everything reaches them, and through them everything. What waits for its finalizer is held by the
//! finalizer queue. What only weak and soft references reach is held by them, which is told of one heap state, but is no
//! leak.
//!
//! Memory: 8 bytes per object, 16 per reference held by a field of an application class.

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use crate::class_names::is_application;
use crate::heap::{RootKind, Slot, ThreadLocals, Value};
use crate::{Closures, HeapState, NO_OBJECT, ObjectIndex, Progress, ReferenceKind, Result, TypeIndex, TypeKind};

/// Ways with more names share their ends.
const LONGEST_WAY: usize = 24;

/// What a holder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum HolderKind {
    Static,
    Field,
    /// The value of a thread-local variable; the name is that of the variable's field, and [`THREAD_LOCAL`].
    ThreadLocal,
    Thread,
    /// JNI, monitors and whatever else the JVM keeps.
    OtherRoot,
    /// Class objects and loaders, and what only they keep.
    Classes,
    /// Soft and weak references, as long as they are not cleared; the name is that of the field that holds the reference.
    Soft,
}

impl HolderKind {
    /// Whether a line of code can let go here.
    pub(super) const fn is_field(self) -> bool {
        matches!(self, Self::Static | Self::Field | Self::ThreadLocal)
    }
}

/// What follows the field's name where a thread holds the value.
pub(super) const THREAD_LOCAL: &str = " (thread local)";

/// The name of the holder of what nothing else keeps until its finalizer has run.
pub(super) const FINALIZER_QUEUE: &str = "finalizer queue";

/// The name of the holder of a thread-local variable's values.
pub(super) fn thread_local_name(heap: &HeapState, field: Slot) -> String {
    heap.slot_name(field) + THREAD_LOCAL
}

/// The field of a holder's name.
pub(super) fn field_of(name: &str) -> &str {
    name.strip_suffix(THREAD_LOCAL).unwrap_or(name)
}

/// Whether a field stands in the source: `<resolved_references>` and the like are the JVM's own, `$VALUES` is the compiler's.
pub(super) fn is_in_code(name: &str) -> bool {
    !name.contains(".<") && !name.contains(".$")
}

/// One way, as its last name and the way before.
#[derive(Debug)]
pub(super) struct Holder {
    /// `com.shop.Cart.items`, `thread main`.
    pub(super) name: String,
    pub(super) kind: HolderKind,
    pub(super) parent: Option<u32>,
    /// How many objects hold something by this field; for threads, how many threads.
    pub(super) sources: u64,
    last_source: u32,
}

/// The holders of one heap state.
#[derive(Debug)]
pub(super) struct HolderMap {
    /// The holder of each object; [`NO_OBJECT`] for those that nothing strong reaches.
    pub(super) holder_of: Vec<u32>,
    /// The object from which each object was met; [`NO_OBJECT`] where the walk began.
    pub(super) met_from: Vec<u32>,
    pub(super) holders: Vec<Holder>,
}

/// References held by instance fields of application classes, and how full growing buffers are.
#[derive(Debug, Default)]
pub(super) struct FieldReferences {
    /// Source, declaring class, number of the field, target; sorted.
    rows: Vec<(u32, TypeIndex, u32, u32)>,
    /// Arrays of string builders and byte streams: the bytes in use.
    pub(super) used_bytes: FxHashMap<u32, u64>,
    /// How the JVM links cleared references until it has looked at them: from, to.
    pub(super) pending: FxHashSet<(u32, u32)>,
    pub(super) thread_locals: ThreadLocals,
}

impl FieldReferences {
    pub(super) fn read(heap: &HeapState, progress: &Progress) -> Result<Self> {
        let application: Vec<bool> = heap.types.iter().map(|info| is_application(&info.name)).collect();
        let with_fields = |at: usize| heap.types[at].kind == TypeKind::Instance;
        let is_buffer = |class: TypeIndex| {
            heap.ancestry(class)
                .any(|above| matches!(&*heap.types[above.at()].name, "java.lang.AbstractStringBuilder" | "java.io.ByteArrayOutputStream"))
        };
        let buffers: Vec<bool> = (0..heap.types.len()).map(|at| with_fields(at) && is_buffer(TypeIndex(at as u32))).collect();
        let references: Vec<bool> = (0..heap.types.len()).map(|at| heap.reference_kind(TypeIndex(at as u32)).is_some()).collect();
        let wanted = |object: ObjectIndex| {
            let at = heap.type_of(object).at();
            buffers[at] || references[at] || application[at] && with_fields(at)
        };
        let parts: Vec<Self> = heap.read_records(
            wanted,
            |part: &mut Self, record| {
                if buffers[record.object_type().at()] {
                    part.used_bytes.extend(used_bytes(heap, &record));
                }
                let source = record.object().0;
                // Finalizers stand in a list of their own, in which neighbors may be those of the JVM's links.
                let (mut pending, mut others) = (Vec::new(), Vec::new());
                for (slot, target) in heap.slots_in(&record) {
                    let Slot::Field { class, number } = slot else { continue };
                    if application[class.at()] {
                        part.rows.push((source, class, number, target.0));
                    } else if references[record.object_type().at()] {
                        let list = if is_pending_link(heap, class, number) { &mut pending } else { &mut others };
                        list.push(target.0);
                    }
                }
                part.pending.extend(pending.into_iter().filter(|target| !others.contains(target)).map(|target| (source, target)));
            },
            progress,
        )?;
        let mut all = Self { thread_locals: ThreadLocals::read(heap, progress)?, ..Self::default() };
        for part in parts {
            all.rows.extend(part.rows);
            all.used_bytes.extend(part.used_bytes);
            all.pending.extend(part.pending);
        }
        all.rows.sort_unstable_by_key(|&(source, _, number, _)| (source, number));
        Ok(all)
    }

    /// The references that a field of this name holds, in all objects: from, to.
    pub(super) fn held_by(&self, heap: &HeapState, field: &str) -> Vec<(ObjectIndex, ObjectIndex)> {
        let mut named: FxHashMap<(TypeIndex, u32), bool> = FxHashMap::default();
        let mut is_named = |class: TypeIndex, number: u32| {
            *named.entry((class, number)).or_insert_with(|| heap.slot_name(Slot::Field { class, number }) == field)
        };
        let rows = self.rows.iter().filter(|&&(_, class, number, _)| is_named(class, number));
        let mut held: Vec<_> = rows.map(|&(source, _, _, target)| (ObjectIndex(source), ObjectIndex(target))).collect();
        if let Some(variable) = field.strip_suffix(THREAD_LOCAL) {
            let of_variable = self.thread_locals.all().into_iter().filter(|&(_, _, slot)| heap.slot_name(slot) == variable);
            return of_variable.map(|(entry, value, _)| (entry, value)).collect();
        }
        let class = field.rsplit_once('.').map_or("", |(class, _)| class);
        for class_object in heap.types.iter().filter(|info| &*info.name == class).filter_map(|info| info.class_object) {
            let slots = heap.slots_of(class_object);
            let statics = slots.iter().zip(heap.points_to(class_object));
            let statics = statics.filter(|(slot, _)| matches!(slot, Slot::Static { .. }) && heap.slot_name(**slot) == field);
            held.extend(statics.map(|(_, &target)| (class_object, ObjectIndex(target))));
        }
        held
    }

    pub(super) fn of(&self, source: u32) -> &[(u32, TypeIndex, u32, u32)] {
        let start = self.rows.partition_point(|row| row.0 < source);
        let length = self.rows[start..].iter().take_while(|row| row.0 == source).count();
        &self.rows[start..start + length]
    }
}

fn is_pending_link(heap: &HeapState, class: TypeIndex, number: u32) -> bool {
    let name = || heap.fields.declared(class).get(number as usize).map(|field| &*field.name);
    &*heap.type_info(class).name == "java.lang.ref.Reference" && matches!(name(), Some("discovered" | "next"))
}

/// The array of a builder or byte stream, and how many of its bytes are in use.
fn used_bytes(heap: &HeapState, record: &crate::Record<'_>) -> Option<(u32, u64)> {
    let count = record.field("count").and_then(Value::integer).and_then(|count| u64::try_from(count).ok())?;
    let array = record.field("value").or_else(|| record.field("buf")).and_then(Value::object)?;
    let wide = record.field("coder").and_then(Value::integer).is_some_and(|coder| coder == 1);
    let capacity = u64::from(heap.array_length(array)?).max(1);
    let used = count.saturating_mul(if wide { 2 } else { 1 }).min(capacity);
    Some((array.0, heap.bytes_of(array) * used / capacity))
}

struct Walk<'a> {
    heap: &'a HeapState,
    references: &'a FieldReferences,
    cut: &'a FxHashSet<(u32, u32)>,
    map: HolderMap,
    queue: Vec<u32>,
    /// One past the object in the queue that is looked at.
    next: usize,
    /// How many objects of the queue were looked at in earlier rounds; what they hold is counted already.
    looked_at: usize,
    /// Class objects from whose static fields the walk began.
    begun: FxHashSet<u32>,
    /// Class objects, loaders and threads, by type.
    entered_last: Vec<bool>,
    weak: Vec<bool>,
    names: FxHashMap<(u32, u32, bool), u32>,
    /// Names by number, and back.
    texts: Vec<String>,
    text_numbers: FxHashMap<String, u32>,
    children: FxHashMap<(u32, u32), u32>,
    way: Vec<u32>,
}

/// What holds classes and what hangs on them alone.
pub(super) const LOADED_CLASSES: &str = "loaded classes";

/// Above all ways.
const TOP: u32 = u32::MAX;

impl HolderMap {
    /// Walks a heap state, not over the references that are cut.
    pub(super) fn new(
        closures: &Closures<'_>,
        references: &FieldReferences,
        cut: &FxHashSet<(u32, u32)>,
        progress: &Progress,
    ) -> Result<Self> {
        let heap = closures.heap();
        progress.start("Following fields", heap.len() as u64);
        let is = |class: TypeIndex, names: [&str; 2]| heap.ancestry(class).any(|above| names.contains(&&*heap.types[above.at()].name));
        let types = || (0..heap.types.len() as u32).map(TypeIndex);
        let mut walk = Walk {
            heap,
            references,
            cut,
            map: Self { holder_of: vec![NO_OBJECT; heap.len()], met_from: vec![NO_OBJECT; heap.len()], holders: Vec::new() },
            queue: Vec::new(),
            next: 1,
            looked_at: 0,
            begun: FxHashSet::default(),
            entered_last: types()
                .map(|class| is(class, ["java.lang.ClassLoader", "java.lang.Thread"]) || &*heap.types[class.at()].name == "java.lang.Class")
                .collect(),
            weak: types().map(|class| heap.reference_kind(class).is_some()).collect(),
            names: FxHashMap::default(),
            texts: Vec::new(),
            text_numbers: FxHashMap::default(),
            children: FxHashMap::default(),
            way: Vec::new(),
        };
        walk.start_from_static_fields(closures, true);
        walk.run(false, progress)?;
        walk.start_from_roots(closures, false);
        walk.run(false, progress)?;
        walk.start_from_static_fields(closures, false);
        walk.run(false, progress)?;
        walk.start_from_roots(closures, true);
        walk.run(false, progress)?;
        // What is left hangs on class objects, loaders and threads that other objects lead to.
        walk.looked_at = walk.queue.len();
        walk.next = 1;
        walk.run(true, progress)?;
        walk.start_from_finalizers();
        walk.run(true, progress)?;
        while walk.start_from_soft_references() {
            walk.run(true, progress)?;
        }
        Ok(walk.map)
    }

    /// The names of a way, outermost first.
    pub(super) fn way(&self, holder: u32) -> Vec<u32> {
        let mut way: Vec<u32> = std::iter::successors(Some(holder), |&at| self.holders[at as usize].parent).collect();
        way.reverse();
        way
    }
}

impl Walk<'_> {
    /// Begins at static fields of the application: those that stand in the source, or the others.
    fn start_from_static_fields(&mut self, closures: &Closures<'_>, in_code: bool) {
        // A class that several loaders have defined is data of whoever keeps the loaders.
        let mut definitions: FxHashMap<&str, u32> = FxHashMap::default();
        let live = |info: &&crate::TypeInfo| info.class_object.is_some_and(|class| closures.is_live(class));
        for info in self.heap.types.iter().filter(live) {
            *definitions.entry(&info.name).or_default() += 1;
        }
        for info in self.heap.types.iter().filter(live) {
            if let Some(class) = info.class_object.filter(|_| is_application(&info.name) && definitions[&*info.name] == 1) {
                self.enter_statics(TOP, class, |name| is_in_code(name) == in_code);
                self.begun.insert(class.0);
            }
        }
    }

    fn start_from_roots(&mut self, closures: &Closures<'_>, classes: bool) {
        let heap = self.heap;
        let threads: FxHashMap<ObjectIndex, &str> =
            heap.threads.iter().filter_map(|thread| Some((thread.object?, &*thread.name))).collect();
        let kinds: FxHashMap<ObjectIndex, RootKind> = heap.roots.iter().rev().map(|root| (root.object, root.kind)).collect();
        let is_last = |object: ObjectIndex| self.entered_last[heap.type_of(object).at()];
        let mut starts: Vec<(HolderKind, String, ObjectIndex)> = crate::heap::starting_roots(&heap.roots, &heap.threads)
            .filter(|&object| classes || !is_last(object) || threads.contains_key(&object))
            .map(|object| match threads.get(&object) {
                Some(name) => (HolderKind::Thread, format!("thread {}", general_name(name)), object),
                None if is_last(object) => (HolderKind::Classes, LOADED_CLASSES.to_owned(), object),
                None => (HolderKind::OtherRoot, format!("GC root ({})", kinds[&object].name()), object),
            })
            .collect();
        if classes {
            // The boot loader's classes are there whoever uses them.
            let boot = heap.types.iter().filter(|info| info.class_loader.is_none()).filter_map(|info| info.class_object);
            let boot = boot.filter(|&class| closures.is_live(class));
            starts.extend(boot.map(|class| (HolderKind::Classes, LOADED_CLASSES.to_owned(), class)));
        }
        starts.sort_by_key(|start| (start.0, start.2));
        starts.retain(|start| self.map.holder_of[start.2.at()] == NO_OBJECT);
        for (kind, name, object) in starts {
            let holder = self.root_holder(kind, name);
            self.meet(object.0, holder, NO_OBJECT, object.0);
        }
    }

    /// What only finalizer references lead to stays alive until it is finalized.
    fn start_from_finalizers(&mut self) {
        let heap = self.heap;
        let kinds: Vec<Option<ReferenceKind>> = (0..heap.types.len() as u32).map(|class| heap.reference_kind(TypeIndex(class))).collect();
        for (source, at) in heap.weak_referents.iter() {
            let target = heap.points_to(source)[at];
            let is_final = kinds[heap.type_of(source).at()] == Some(ReferenceKind::Final);
            if is_final && self.map.holder_of[source.at()] != NO_OBJECT && self.map.holder_of[target as usize] == NO_OBJECT {
                let holder = self.root_holder(HolderKind::OtherRoot, FINALIZER_QUEUE.to_owned());
                self.meet(target, holder, NO_OBJECT, target);
            }
        }
    }

    /// What only soft and weak references lead to. Returns whether there was something.
    fn start_from_soft_references(&mut self) -> bool {
        let heap = self.heap;
        let kinds: Vec<Option<ReferenceKind>> = (0..heap.types.len() as u32).map(|class| heap.reference_kind(TypeIndex(class))).collect();
        let before = self.queue.len();
        for (source, at) in heap.weak_referents.iter() {
            let target = heap.points_to(source)[at];
            let word = match kinds[heap.type_of(source).at()] {
                Some(ReferenceKind::Soft) => "softly",
                Some(ReferenceKind::Weak) => "weakly",
                _ => continue,
            };
            let holder = self.map.holder_of[source.at()];
            if holder != NO_OBJECT && self.map.holder_of[target as usize] == NO_OBJECT && self.passes(source.0, target) {
                let name = &self.map.holders[holder as usize].name;
                let name = if name.ends_with("ly)") { name.clone() } else { format!("{name} ({word})") };
                let holder = self.root_holder(HolderKind::Soft, name);
                self.meet(target, holder, NO_OBJECT, target);
            }
        }
        self.queue.len() > before
    }

    fn root_holder(&mut self, kind: HolderKind, name: String) -> u32 {
        let text = self.text_number(name);
        self.child(TOP, text, kind)
    }

    fn text_number(&mut self, text: String) -> u32 {
        let texts = &mut self.texts;
        *self.text_numbers.entry(text).or_insert_with_key(|text| {
            texts.push(text.clone());
            (texts.len() - 1) as u32
        })
    }

    /// The way with one name more; the same way if the name is on it.
    fn child(&mut self, parent: u32, text: u32, kind: HolderKind) -> u32 {
        if let Some(&known) = self.children.get(&(parent, text)) {
            return known;
        }
        self.way.clear();
        let mut at = parent;
        while at != TOP {
            self.way.push(at);
            at = self.map.holders[at as usize].parent.unwrap_or(TOP);
        }
        let same = self.way.iter().find(|&&at| self.map.holders[at as usize].name == self.texts[text as usize]).copied();
        let holder = match same {
            Some(holder) => holder,
            None if self.way.len() >= LONGEST_WAY => parent,
            None => {
                let name = self.texts[text as usize].clone();
                let parent = (parent != TOP).then_some(parent);
                self.map.holders.push(Holder { name, kind, parent, sources: 0, last_source: NO_OBJECT });
                (self.map.holders.len() - 1) as u32
            }
        };
        self.children.insert((parent, text), holder);
        holder
    }

    fn field_text(&mut self, class: TypeIndex, number: u32, is_static: bool) -> u32 {
        if let Some(&known) = self.names.get(&(class.0, number, is_static)) {
            return known;
        }
        let slot = if is_static { Slot::Static { class, number } } else { Slot::Field { class, number } };
        let name = self.heap.slot_name(slot);
        // Classes of one name from several loaders share their fields' names.
        let text = self.text_number(name);
        self.names.insert((class.0, number, is_static), text);
        text
    }

    /// As [`Walk::enter`]; `source` holds something by the last field of the way, and is counted once.
    fn meet(&mut self, object: u32, holder: u32, from: u32, source: u32) {
        let info = &mut self.map.holders[holder as usize];
        if info.last_source != source && self.next > self.looked_at {
            info.last_source = source;
            info.sources += 1;
        }
        self.enter(object, holder, from);
    }

    /// Gives an object its holder unless it has one.
    fn enter(&mut self, object: u32, holder: u32, from: u32) {
        if self.map.holder_of[object as usize] == NO_OBJECT {
            self.map.holder_of[object as usize] = holder;
            self.map.met_from[object as usize] = from;
            self.queue.push(object);
        }
    }

    fn passes(&self, source: u32, target: u32) -> bool {
        self.cut.is_empty() || !self.cut.contains(&(source, target))
    }

    fn enter_statics(&mut self, parent: u32, class_object: ObjectIndex, is_meant: impl Fn(&str) -> bool) {
        let slots = self.heap.slots_of(class_object);
        for (&target, slot) in self.heap.points_to(class_object).iter().zip(slots) {
            if let Slot::Static { class, number } = slot
                && self.passes(class_object.0, target)
                && !self.entered_last[self.heap.type_of(ObjectIndex(target)).at()]
            {
                let text = self.field_text(class, number, true);
                if !is_meant(&self.texts[text as usize]) {
                    continue;
                }
                let holder = self.child(parent, text, HolderKind::Static);
                self.meet(target, holder, class_object.0, class_object.0);
            }
        }
    }

    /// Walks on from everything in the queue; into class objects, loaders and threads only if `everywhere`.
    fn run(&mut self, everywhere: bool, progress: &Progress) -> Result<()> {
        let heap = self.heap;
        while let Some(&source) = self.queue.get(self.next - 1) {
            if self.next.is_multiple_of(1 << 18) {
                progress.advance(1 << 18)?;
            }
            let object = ObjectIndex(source);
            let holder = self.map.holder_of[object.at()];
            let references = self.references;
            for &(_, class, number, target) in references.of(source) {
                let last = self.entered_last[heap.type_of(ObjectIndex(target)).at()];
                if self.passes(source, target) && (everywhere || !last) {
                    let text = self.field_text(class, number, false);
                    let held = self.child(holder, text, HolderKind::Field);
                    self.meet(target, held, source, source);
                }
            }
            if let Some((value, field)) = self.references.thread_locals.value_of(object)
                && self.passes(source, value.0)
                && (everywhere || !self.entered_last[heap.type_of(value).at()])
            {
                let text = self.text_number(thread_local_name(heap, field));
                let held = self.child(holder, text, HolderKind::ThreadLocal);
                self.meet(value.0, held, source, source);
            }
            if heap.is_class_object(object) && !self.begun.contains(&source) {
                self.enter_statics(holder, object, |_| true);
            }
            let is_reference = self.weak[heap.type_of(object).at()];
            let referent = if is_reference { heap.weak_referents.position_in(object) } else { None };
            for (at, &target) in heap.points_to(object).iter().enumerate() {
                let last = self.entered_last[heap.type_of(ObjectIndex(target)).at()];
                let weak = Some(at) == referent || is_reference && references.pending.contains(&(source, target));
                if (everywhere || !last) && !weak && self.passes(source, target) {
                    self.enter(target, holder, source);
                }
            }
            if everywhere && let Some(class) = heap.class_object_of(object) {
                self.enter(class.0, holder, source);
            }
            self.next += 1;
        }
        Ok(())
    }
}

/// `pool-1-thread-7` is one of many: its numbers say nothing, and they change over time.
fn general_name(thread: &str) -> String {
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
