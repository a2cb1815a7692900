//! Holders: through which fields, seen from the application, each object is held.
//!
//! A breadth-first walk labels every live object with the way on which it was met first. A way is a list of names:
//! static fields of any class, instance fields declared by classes of the application and of libraries, threads and other roots. Fields
//! of the JDK's own classes and of collections do not lengthen a way, so a map, its table and its entries are held by the field that holds the
//! map. A field that is on the way already does not lengthen it either, so a linked list is one way however long it is.
//!
//! The walk starts from static fields of application classes that stand in the source, because the application is where a leak is mended;
//! then from those of libraries, then from threads, then from everything else: what a thread's methods are just working on is another thing
//! at every look. What a thread keeps for a thread-local variable is
//! held by the field of that variable, on a way that begins with the thread; what a cleaner keeps for an object is held as
//! the object is (`cleanups`). It enters class objects, class loaders and
//! threads last: nearly everything reaches them, and through them everything. What waits for its finalizer is held by the
//! finalizer queue. What only weak and soft references reach is held by them, which is told of one heap state, but is no
//! leak.
//!
//! Memory: 8 bytes per object, and 4 per object that waits to be looked at, at the most all.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use crate::base::class_names::{has_telling_fields, is_application, is_telling_field};

use super::field_references::{FieldReferences, HeldField, ShapeIndex};
use super::let_go::LetGo;
use crate::base::error::Result;
use crate::base::huge_pages::filled;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::find::field_references::THREAD_LOCAL;
use crate::find::loaders::{is_of_platform, script_loaders};
use crate::heap::{HeapState, ObjectBits, ReferenceKind, RootKind, Slot, TypeInfo, TypeSize};
use crate::keepers::closure::Closures;
use crate::keepers::paths::general_thread_name;

/// Ways with more names share their ends.
const LONGEST_WAY: usize = 24;

/// What a holder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum FieldHolderKind {
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

impl FieldHolderKind {
    /// Whether a line of code can let go here.
    pub(super) const fn is_field(self) -> bool {
        matches!(self, Self::Static | Self::Field | Self::ThreadLocal)
    }

    /// Whether ways begin there: a thread or another root.
    pub(super) const fn is_root(self) -> bool {
        matches!(self, Self::Thread | Self::OtherRoot)
    }
}

/// The class of class objects.
pub(super) const CLASS: &str = "java.lang.Class";

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
pub(super) struct FieldHolder {
    /// `com.shop.Cart.items`, `thread main`.
    pub(super) name: String,
    pub(super) kind: FieldHolderKind,
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
    pub(super) holders: Vec<FieldHolder>,
    /// Loaders of classes that the program made as it ran.
    pub(super) script_loaders: FxHashSet<ObjectIndex>,
}

struct Walk<'a> {
    heap: &'a HeapState,
    references: &'a FieldReferences,
    cut: Option<&'a LetGo<'a>>,
    map: HolderMap,
    /// Objects that were met and not looked at.
    queue: VecDeque<u32>,
    /// Whether what objects hold is counted; what they hold is counted once.
    counts: bool,
    /// Class objects from whose static fields the walk began.
    begun: FxHashSet<u32>,
    /// Class objects, loaders and threads.
    entered_last: ObjectBits,
    /// Types of which something was looked at.
    seen_types: Vec<bool>,
    /// Objects that lead to something that is entered last, in the order in which they were looked at.
    leading_to_last: Vec<u32>,
    /// Types whose objects are more than their rows: class objects, references, thread-local values, objects with cleanups.
    special: Vec<bool>,
    /// By type.
    reference_kinds: Vec<Option<ReferenceKind>>,
    names: FxHashMap<(u32, u32, bool), u32>,
    /// Names by number, and back.
    texts: Vec<String>,
    text_numbers: FxHashMap<String, u32>,
    children: FxHashMap<(u32, u32), u32>,
    /// Where in `longer` the holders are of what an object holds, by its own holder and shape.
    longer_at: FxHashMap<(u32, ShapeIndex), u32>,
    /// One holder per field of a shape; [`NO_OBJECT`] where none was needed yet.
    longer: Vec<u32>,
    way: Vec<u32>,
}

/// Objects that are looked at together.
const BATCH: usize = 8;

/// Entries of one row that are fetched before they are looked at.
const FETCHED: usize = 32;

/// What holds classes and what hangs on them alone.
pub(super) const LOADED_CLASSES: &str = "loaded classes";

/// Above all ways.
const TOP: u32 = u32::MAX;

impl HolderMap {
    /// Walks a heap state, not over references that go.
    pub(super) fn new(closures: &Closures<'_>, references: &FieldReferences, cut: Option<&LetGo<'_>>, progress: &Progress) -> Result<Self> {
        let heap = closures.heap();
        progress.start("Following fields", heap.len() as u64);
        let is = |class: TypeIndex, names: [&str; 2]| heap.ancestry(class).any(|above| names.contains(&&*heap.types[above.at()].name));
        let types = || (0..heap.types.len() as u32).map(TypeIndex);
        let is_last = |class| is(class, ["java.lang.ClassLoader", "java.lang.Thread"]) || &*heap.type_info(class).name == CLASS;
        let last_types: Vec<bool> = types().map(is_last).collect();
        let mut entered_last = ObjectBits::new(heap.len());
        for stretch in progress.stretches(heap.len()) {
            for object in stretch?.filter(|&object| last_types[heap.type_of(ObjectIndex(object)).at()]) {
                entered_last.set(object);
            }
        }
        let reference_kinds = heap.reference_kinds();
        let mut special: Vec<bool> = heap
            .types
            .iter()
            .zip(&reference_kinds)
            .map(|(info, kind)| kind.is_some() || matches!(info.size, TypeSize::PerObject(_)))
            .collect();
        references.thread_locals.all().iter().for_each(|(entry, ..)| special[heap.type_of(*entry).at()] = true);
        references.cleanups.objects_unsorted().for_each(|object| special[heap.type_of(ObjectIndex(object)).at()] = true);
        let mut walk = Walk {
            heap,
            references,
            cut,
            map: Self {
                holder_of: filled(NO_OBJECT, heap.len()),
                met_from: filled(NO_OBJECT, heap.len()),
                holders: Vec::new(),
                script_loaders: script_loaders(heap),
            },
            queue: VecDeque::new(),
            counts: true,
            begun: FxHashSet::default(),
            entered_last,
            seen_types: vec![false; heap.types.len()],
            leading_to_last: Vec::new(),
            special,
            reference_kinds,
            names: FxHashMap::default(),
            texts: Vec::new(),
            text_numbers: FxHashMap::default(),
            children: FxHashMap::default(),
            longer_at: FxHashMap::default(),
            longer: Vec::new(),
            way: Vec::new(),
        };
        let lasting = walk.lasting_classes(closures);
        for are_own in [true, false] {
            let classes = lasting.iter().filter(|class| class.1 == are_own);
            walk.start_from_static_fields(classes.map(|class| class.0), true);
            walk.run(false, progress)?;
        }
        walk.start_from_roots(closures, false);
        walk.run(false, progress)?;
        walk.start_from_static_fields(lasting.iter().map(|class| class.0), false);
        walk.run(false, progress)?;
        walk.start_from_roots(closures, true);
        walk.run(false, progress)?;
        // What is left hangs on class objects, loaders and threads that other objects lead to.
        walk.counts = false;
        let leading_to_last = std::mem::take(&mut walk.leading_to_last);
        progress.for_each(leading_to_last, |object| walk.look_at(object, heap.points_to(ObjectIndex(object)), true))?;
        walk.counts = true;
        walk.run(true, progress)?;
        walk.start_from_references();
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
    /// Class objects of the application and of libraries from whose static fields ways begin, each with whether it is the application's.
    fn lasting_classes(&self, closures: &Closures<'_>) -> Vec<(ObjectIndex, bool)> {
        // A class that several loaders have defined is data of whoever keeps the loaders, and so is one that was made as the program ran.
        let mut definitions: FxHashMap<&str, u32> = FxHashMap::default();
        let live = |info: &&TypeInfo| info.class_object.is_some_and(|class| closures.is_live(class));
        for info in self.heap.types.iter().filter(live) {
            *definitions.entry(&info.name).or_default() += 1;
        }
        let is_lasting = |info: &&TypeInfo| {
            let is_script = info.class_loader.is_some_and(|loader| self.map.script_loaders.contains(&loader));
            has_telling_fields(&info.name) && definitions[&*info.name] == 1 && !is_script
        };
        let lasting = self.heap.types.iter().filter(live).filter(is_lasting);
        lasting.filter_map(|info| Some((info.class_object?, is_application(&info.name)))).collect()
    }

    /// Begins at static fields of these classes: those that stand in the source, or the others.
    fn start_from_static_fields(&mut self, classes: impl Iterator<Item = ObjectIndex>, in_code: bool) {
        for class in classes {
            self.enter_statics(TOP, class, |name| is_in_code(name) == in_code);
            self.begun.insert(class.0);
        }
    }

    fn start_from_roots(&mut self, closures: &Closures<'_>, classes: bool) {
        let heap = self.heap;
        let threads: FxHashMap<ObjectIndex, &str> =
            heap.threads.iter().filter_map(|thread| Some((thread.object?, &*thread.name))).collect();
        let kinds: FxHashMap<ObjectIndex, RootKind> = heap.roots.iter().rev().map(|root| (root.object, root.kind)).collect();
        let is_last = |object: ObjectIndex| self.entered_last.has(object);
        let mut starts: Vec<(FieldHolderKind, String, ObjectIndex)> = crate::heap::starting_roots(&heap.roots, &heap.threads)
            .filter(|&object| classes || !is_last(object) || threads.contains_key(&object))
            .filter(|&object| !kinds.get(&object).is_some_and(|&kind| self.is_held_reference(object, kind)))
            .map(|object| match threads.get(&object) {
                Some(name) => (FieldHolderKind::Thread, format!("thread {}", general_thread_name(name)), object),
                None if is_last(object) => (FieldHolderKind::Classes, LOADED_CLASSES.to_owned(), object),
                None => (FieldHolderKind::OtherRoot, root_name(kinds[&object]), object),
            })
            .collect();
        if classes {
            // The boot loader's classes are there whoever uses them.
            let boot = heap.types.iter().filter(|info| info.class_loader.is_none()).filter_map(|info| info.class_object);
            let boot = boot.filter(|&class| closures.is_live(class));
            // Nobody can let go of the loaders that every program has, whatever refers to them.
            let loaders: FxHashSet<ObjectIndex> = heap.types.iter().filter_map(|info| info.class_loader).collect();
            let of_platform = loaders.into_iter().filter(|&loader| is_of_platform(&heap.type_info(heap.type_of(loader)).name));
            let of_platform = of_platform.filter(|&loader| closures.is_live(loader));
            starts.extend(boot.chain(of_platform).map(|object| (FieldHolderKind::Classes, LOADED_CLASSES.to_owned(), object)));
        }
        starts.sort_by_key(|start| (start.0, start.2));
        starts.retain(|start| self.map.holder_of[start.2.at()] == NO_OBJECT);
        for (kind, name, object) in starts {
            let holder = self.root_holder(kind, name);
            self.meet(object.0, holder, NO_OBJECT, object.0);
        }
    }

    /// Whether a root is a reference that the JVM holds: the first of those that wait to be queued, which stands in a dump by
    /// chance. Finalizers and cleaners are in lists of their own: from any of them leads a way to all, and tells nothing.
    fn is_held_reference(&self, object: ObjectIndex, kind: RootKind) -> bool {
        kind == RootKind::JniGlobal && self.reference_kinds[self.heap.type_of(object).at()].is_some()
    }

    /// What only references in the hands of the JVM lead to.
    fn start_from_references(&mut self) {
        let heap = self.heap;
        for root in &heap.roots {
            if self.is_held_reference(root.object, root.kind) {
                let holder = self.root_holder(FieldHolderKind::OtherRoot, root_name(root.kind));
                self.meet(root.object.0, holder, NO_OBJECT, root.object.0);
            }
        }
    }

    /// What only finalizer references lead to stays alive until it is finalized.
    fn start_from_finalizers(&mut self) {
        let heap = self.heap;
        for (source, at) in heap.weak_referents.iter() {
            let target = heap.points_to(source)[at];
            let is_final = self.reference_kinds[heap.type_of(source).at()] == Some(ReferenceKind::Final);
            if is_final && self.map.holder_of[source.at()] != NO_OBJECT && self.map.holder_of[target as usize] == NO_OBJECT {
                let holder = self.root_holder(FieldHolderKind::OtherRoot, FINALIZER_QUEUE.to_owned());
                self.meet(target, holder, NO_OBJECT, target);
            }
        }
    }

    /// What only soft and weak references lead to. Returns whether there was something.
    fn start_from_soft_references(&mut self) -> bool {
        let heap = self.heap;
        for (source, at) in heap.weak_referents.iter() {
            let target = heap.points_to(source)[at];
            let word = match self.reference_kinds[heap.type_of(source).at()] {
                Some(ReferenceKind::Soft) => "softly",
                Some(ReferenceKind::Weak) => "weakly",
                _ => continue,
            };
            let holder = self.map.holder_of[source.at()];
            if holder != NO_OBJECT && self.map.holder_of[target as usize] == NO_OBJECT && self.passes(source, target) {
                let name = &self.map.holders[holder as usize].name;
                let name = if name.ends_with("ly)") { name.clone() } else { format!("{name} ({word})") };
                let holder = self.root_holder(FieldHolderKind::Soft, name);
                self.meet(target, holder, NO_OBJECT, target);
            }
        }
        !self.queue.is_empty()
    }

    fn root_holder(&mut self, kind: FieldHolderKind, name: String) -> u32 {
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
    fn child(&mut self, parent: u32, text: u32, kind: FieldHolderKind) -> u32 {
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
                self.map.holders.push(FieldHolder { name, kind, parent, sources: 0, last_source: NO_OBJECT });
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
        if info.last_source != source && self.counts {
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
            self.queue.push_back(object);
        }
    }

    #[inline]
    fn passes(&self, source: ObjectIndex, target: u32) -> bool {
        self.cut.is_none_or(|cut| !cut.goes(source, target))
    }

    fn enter_statics(&mut self, parent: u32, class_object: ObjectIndex, is_meant: impl Fn(&str) -> bool) {
        let slots = self.heap.slots_of(class_object);
        for (&target, slot) in self.heap.points_to(class_object).iter().zip(slots) {
            if let Slot::Static { class, number } = slot
                && self.passes(class_object, target)
                && !self.entered_last.has(ObjectIndex(target))
            {
                let text = self.field_text(class, number, true);
                if !is_meant(&self.texts[text as usize]) {
                    continue;
                }
                let holder = self.child(parent, text, FieldHolderKind::Static);
                self.meet(target, holder, class_object.0, class_object.0);
            }
        }
    }

    /// Walks on from everything in the queue; into class objects, loaders and threads only if `everywhere`.
    fn run(&mut self, everywhere: bool, progress: &Progress) -> Result<()> {
        let heap = self.heap;
        let mut looked_at = 0_u64;
        while !self.queue.is_empty() {
            let mut batch = [(0, &[][..]); BATCH];
            let count = self.queue.len().min(BATCH);
            for (place, source) in batch.iter_mut().zip(self.queue.drain(..count)) {
                *place = (source, heap.points_to(ObjectIndex(source)));
            }
            let batch = &batch[..count];
            // Nearly every entry is a miss of the cache. Fetched beforehand, they do not wait for one another.
            let entries = batch.iter().flat_map(|(_, row)| row.iter().take(FETCHED));
            std::hint::black_box(entries.fold(0, |sum, &target| sum ^ self.map.holder_of[target as usize]));
            for &(source, row) in batch {
                self.look_at(source, row, everywhere);
            }
            looked_at += count as u64;
            if looked_at >= STRETCH as u64 {
                progress.advance(looked_at)?;
                looked_at = 0;
            }
        }
        progress.advance(looked_at)
    }

    /// Meets everything that an object refers to.
    fn look_at(&mut self, source: u32, row: &[u32], everywhere: bool) {
        let (heap, references, object) = (self.heap, self.references, ObjectIndex(source));
        let holder = self.map.holder_of[object.at()];
        let object_type = heap.type_of(object).at();
        // The first object of a type leads to the class object.
        let mut leads_to_last = !std::mem::replace(&mut self.seen_types[object_type], true);
        if let Some(shape) = references.shape_of(heap, object) {
            let longer = self.longer_ways(holder, shape);
            for (at, &field) in (longer..).zip(references.fields(shape)) {
                let Some(&target) = row.get(field.position as usize) else { continue };
                if !self.passes(object, target) {
                    continue;
                }
                if everywhere || !self.entered_last.has(ObjectIndex(target)) {
                    let held = self.longer_way(at, holder, field);
                    // The loader of a script has the fields of the one that keeps it, and keeps nothing by them.
                    if held <= holder && everywhere && self.map.script_loaders.contains(&object) {
                        self.enter(target, held, source);
                    } else {
                        self.meet(target, held, source, source);
                    }
                } else {
                    leads_to_last = true;
                }
            }
        }
        let is_special = self.special[object_type];
        if is_special
            && let Some((value, field)) = references.thread_locals.value_of(object)
            && self.passes(object, value.0)
        {
            if everywhere || !self.entered_last.has(value) {
                let text = self.text_number(thread_local_name(heap, field));
                let held = self.child(holder, text, FieldHolderKind::ThreadLocal);
                self.meet(value.0, held, source, source);
            } else {
                leads_to_last = true;
            }
        }
        if is_special {
            for (action, _) in references.cleanups.of(object) {
                if everywhere || !self.entered_last.has(ObjectIndex(action)) {
                    self.enter(action, holder, source);
                } else {
                    leads_to_last = true;
                }
            }
        }
        if is_special && heap.is_class_object(object) && !self.begun.contains(&source) {
            self.enter_statics(holder, object, |_| true);
        }
        let is_reference = self.reference_kinds[object_type].is_some();
        let referent = if is_reference { heap.weak_referents.position_in(object) } else { None };
        for (at, &target) in row.iter().enumerate() {
            if self.map.holder_of[target as usize] != NO_OBJECT {
                continue;
            }
            let is_weak = || references.pending.contains(&(source, target)) || references.cleanups.is_registration(source, target);
            let weak = is_reference && (Some(at) == referent || is_weak());
            if weak || !self.passes(object, target) {
                continue;
            }
            if everywhere || !self.entered_last.has(ObjectIndex(target)) {
                self.enter(target, holder, source);
            } else {
                leads_to_last = true;
            }
        }
        if everywhere {
            if let Some(class) = heap.class_object_of(object) {
                self.enter(class.0, holder, source);
            }
        } else if leads_to_last {
            self.leading_to_last.push(source);
        }
    }

    /// Where the holders are of what objects with this holder and shape hold.
    fn longer_ways(&mut self, holder: u32, shape: ShapeIndex) -> usize {
        let Self { longer, longer_at, references, .. } = self;
        let start = longer_at.entry((holder, shape)).or_insert_with(|| {
            let start = longer.len();
            longer.resize(start + references.fields(shape).len(), NO_OBJECT);
            start as u32
        });
        *start as usize
    }

    #[inline]
    fn longer_way(&mut self, at: usize, holder: u32, field: HeldField) -> u32 {
        match self.longer[at] {
            NO_OBJECT => {
                let text = self.field_text(field.class, field.number, false);
                self.longer[at] = self.child(holder, text, FieldHolderKind::Field);
                self.longer[at]
            }
            known => known,
        }
    }
}

/// How a root of a kind is called.
pub(super) fn root_name(kind: RootKind) -> String {
    format!("GC root ({})", kind.name())
}
