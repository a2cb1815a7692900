//! References that instance fields of application classes hold, found in the rows of references that the heap has anyway.
//!
//! A row has the fields of an object in their order but leaves null ones out, so it takes a *mask* to name its entries:
//! one bit per reference field of the type, set where the field refers to something. Objects of one type and mask share
//! a [`Shape`], the list of positions in the row that matter. Nothing is stored per reference, and nothing for objects
//! all of whose fields are set.
//!
//! Records are read once for the masks. Where a mask does not explain the row (a thread's row goes on with what its stack
//! holds, dangling references are missing, so are referents that the policy drops), names are looked up one by one.
//! Memory: 2 bits per object, 2 bytes per object with some fields unset, about 10 bytes per object that has more than
//! 16 reference fields, some unset, or whose mask does not explain its row. Twice as much while records are read.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cleanups::{Cleanups, Registered, is_registration, registered};
use super::holders::has_telling_fields;
use super::own_structures::OwnStructures;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits, RankedBits, Record, Slot, ThreadLocals, TypeKind, Value};

/// A field that holds an entry of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct HeldField {
    /// Where in the row.
    pub(super) position: u32,
    /// The declaring class, and which of its fields.
    pub(super) class: TypeIndex,
    pub(super) number: u32,
}

impl HeldField {
    pub(super) fn slot(self) -> Slot {
        Slot::Field { class: self.class, number: self.number }
    }
}

/// What rows of objects with the same type and mask have in common.
#[derive(Debug)]
struct Shape {
    object_type: TypeIndex,
    /// By number, then by position.
    fields: Box<[HeldField]>,
}

/// A position in the list of shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ShapeIndex(u32);

/// References held by instance fields of application classes, and how full growing buffers are.
#[derive(Debug, Default)]
pub(super) struct FieldReferences {
    shapes: Vec<Shape>,
    /// By type: the shape of objects that have all fields set; none where no field matters.
    complete: Vec<Option<ShapeIndex>>,
    /// The shapes of objects that have some fields set.
    by_mask: FxHashMap<(TypeIndex, u64), ShapeIndex>,
    /// Objects whose shape is not the complete one; their ranks are positions in `masks`.
    incomplete: RankedBits,
    /// 0: the object's shape stands in `others`.
    masks: Vec<u16>,
    others: FxHashMap<u32, ShapeIndex>,
    /// Arrays of string builders, byte streams and bit sets: the bytes in use.
    pub(super) used_bytes: FxHashMap<u32, u64>,
    /// How the JVM links cleared references until it has looked at them: from, to.
    pub(super) pending: FxHashSet<(u32, u32)>,
    pub(super) cleanups: Cleanups,
    pub(super) thread_locals: ThreadLocals,
}

/// The reference fields of a type, if any of them matters.
struct Layout {
    /// Where their values are in a record.
    offsets: Vec<usize>,
    /// Their declaring classes and numbers.
    fields: Vec<(TypeIndex, u32)>,
}

/// What one piece of the dump tells.
#[derive(Default)]
struct Piece {
    masks: Vec<(u32, u16)>,
    wide_masks: Vec<(u32, u64)>,
    unexplained: Vec<(u32, Box<[HeldField]>)>,
    used_bytes: Vec<(u32, u64)>,
    pending: Vec<(u32, u32)>,
    registered: Vec<Registered>,
}

/// What reading needs to know of types.
struct Types<'a> {
    heap: &'a HeapState,
    telling: Vec<bool>,
    buffers: Vec<bool>,
    references: Vec<bool>,
    registrations: Vec<bool>,
    layouts: Vec<Option<Layout>>,
}

impl FieldReferences {
    /// Fields inside data structures of the program's own do not matter.
    pub(super) fn read(heap: &HeapState, own: &OwnStructures, progress: &Progress) -> Result<Self> {
        let types = Types::of(heap, own);
        let wanted = |object: ObjectIndex| {
            let at = heap.type_of(object).at();
            types.buffers[at] || types.references[at] || types.layouts[at].is_some()
        };
        let mut pieces: Vec<Piece> = heap.read_records(wanted, |piece: &mut Piece, record| piece.add(&types, &record), progress)?;
        let mut all =
            Self { complete: vec![None; heap.types.len()], thread_locals: ThreadLocals::read(heap, progress)?, ..Self::default() };
        for (object_type, layout) in (0..).map(TypeIndex).zip(&types.layouts) {
            if let Some(layout) = layout {
                all.complete[object_type.at()] = Some(all.add_shape(object_type, types.held_fields(layout, u64::MAX)));
            }
        }
        all.cleanups = Cleanups::new(heap, pieces.iter_mut().flat_map(|piece| std::mem::take(&mut piece.registered)));
        all.keep_masks(&types, &pieces);
        let mut unexplained: FxHashMap<(TypeIndex, Box<[HeldField]>), ShapeIndex> = FxHashMap::default();
        for piece in pieces {
            all.used_bytes.extend(piece.used_bytes);
            all.pending.extend(piece.pending);
            for (object, fields) in piece.unexplained {
                let key = (heap.type_of(ObjectIndex(object)), fields);
                let shape = match unexplained.get(&key) {
                    Some(&known) => known,
                    None => {
                        let shape = all.add_shape(key.0, key.1.clone());
                        *unexplained.entry(key).or_insert(shape)
                    }
                };
                all.others.insert(object, shape);
            }
        }
        Ok(all)
    }

    fn add_shape(&mut self, object_type: TypeIndex, mut fields: Box<[HeldField]>) -> ShapeIndex {
        fields.sort_unstable_by_key(|field| (field.number, field.position));
        self.shapes.push(Shape { object_type, fields });
        ShapeIndex((self.shapes.len() - 1) as u32)
    }

    fn keep_masks(&mut self, types: &Types<'_>, pieces: &[Piece]) {
        let mut incomplete = vec![0_u64; types.heap.len().div_ceil(64)];
        for piece in pieces {
            let short = piece.masks.iter().map(|mask| mask.0);
            let others = piece.wide_masks.iter().map(|mask| mask.0).chain(piece.unexplained.iter().map(|row| row.0));
            short.chain(others).for_each(|object| incomplete[object as usize / 64] |= 1 << (object % 64));
        }
        self.incomplete = RankedBits::from_words(incomplete);
        self.masks = vec![0; self.incomplete.ones() as usize];
        for piece in pieces {
            for &(object, mask) in &piece.masks {
                if let Some(rank) = self.incomplete.rank_of(u64::from(object)) {
                    self.masks[rank as usize] = mask;
                    self.shape_of_mask(types, object, u64::from(mask));
                }
            }
            for &(object, mask) in &piece.wide_masks {
                let shape = self.shape_of_mask(types, object, mask);
                self.others.extend(shape.map(|shape| (object, shape)));
            }
        }
    }

    fn shape_of_mask(&mut self, types: &Types<'_>, object: u32, mask: u64) -> Option<ShapeIndex> {
        let object_type = types.heap.type_of(ObjectIndex(object));
        if let Some(&known) = self.by_mask.get(&(object_type, mask)) {
            return Some(known);
        }
        let fields = types.held_fields(types.layouts[object_type.at()].as_ref()?, mask);
        let shape = self.add_shape(object_type, fields);
        self.by_mask.insert((object_type, mask), shape);
        Some(shape)
    }

    /// Which entries of an object's row are held by fields that matter; `None` if none is.
    #[inline]
    pub(super) fn shape_of(&self, heap: &HeapState, object: ObjectIndex) -> Option<ShapeIndex> {
        let object_type = heap.type_of(object);
        let complete = self.complete[object_type.at()]?;
        match self.incomplete.rank_of(u64::from(object.0)) {
            None => (!heap.points_to(object).is_empty()).then_some(complete),
            Some(rank) => match self.masks[rank as usize] {
                0 => self.others.get(&object.0).copied(),
                mask => self.by_mask.get(&(object_type, u64::from(mask))).copied(),
            },
        }
    }

    /// The fields of a shape, by number.
    #[inline]
    pub(super) fn fields(&self, shape: ShapeIndex) -> &[HeldField] {
        &self.shapes[shape.0 as usize].fields
    }

    /// The fields that hold something for an object, with what each holds, by number.
    pub(super) fn held_for<'a>(&'a self, heap: &'a HeapState, object: ObjectIndex) -> impl Iterator<Item = (Slot, ObjectIndex)> + 'a {
        let row = heap.points_to(object);
        let fields = self.shape_of(heap, object).map_or(&[][..], |shape| self.fields(shape));
        fields.iter().filter_map(move |field| Some((field.slot(), ObjectIndex(*row.get(field.position as usize)?))))
    }

    /// Where the fields of these names hold something, source by source.
    pub(super) fn positions(&self, heap: &HeapState, names: &[impl AsRef<str>]) -> HeldPositions {
        let mut held = HeldPositions { by_shape: FxHashMap::default(), types: vec![false; heap.types.len()], of_objects: Vec::new() };
        let mut fields: FxHashSet<(TypeIndex, u32)> = FxHashSet::default();
        for name in names.iter().map(AsRef::as_ref) {
            if let Some(variable) = name.strip_suffix(THREAD_LOCAL) {
                for (entry, value, _) in self.thread_locals.all().into_iter().filter(|row| heap.slot_name(row.2) == variable) {
                    held.add_first(heap, entry, value);
                }
                continue;
            }
            let (class, field) = name.rsplit_once('.').unwrap_or(("", name));
            for (at, info) in (0..).map(TypeIndex).zip(&heap.types).filter(|(_, info)| &*info.name == class) {
                let declared = (0..).zip(heap.fields.declared(at));
                fields.extend(declared.filter(|(_, declared)| &*declared.name == field).map(|(number, _)| (at, number)));
                if let Some(class_object) = info.class_object {
                    let slots = (0..).zip(heap.slots_of(class_object));
                    let statics = slots.filter(|(_, slot)| matches!(slot, Slot::Static { .. }) && heap.slot_name(*slot) == name);
                    held.add(class_object, statics.map(|(position, _)| position).collect());
                }
            }
        }
        for (shape, Shape { object_type, fields: all }) in (0..).map(ShapeIndex).zip(&self.shapes) {
            let named = all.iter().filter(|field| fields.contains(&(field.class, field.number)));
            let positions: Box<[u32]> = named.map(|field| field.position).collect();
            if !positions.is_empty() {
                held.types[object_type.at()] = true;
                held.by_shape.insert(shape, positions);
            }
        }
        held.of_objects.sort_unstable();
        held
    }
}

/// Positions in rows at which fields of certain names hold something.
#[derive(Debug)]
pub(super) struct HeldPositions {
    by_shape: FxHashMap<ShapeIndex, Box<[u32]>>,
    /// Types with such a shape.
    types: Vec<bool>,
    /// Class objects and entries of thread-local variables, each with a position; sorted.
    of_objects: Vec<(ObjectIndex, u32)>,
}

impl HeldPositions {
    fn add(&mut self, source: ObjectIndex, positions: Vec<u32>) {
        self.of_objects.extend(positions.into_iter().map(|position| (source, position)));
    }

    fn add_first(&mut self, heap: &HeapState, source: ObjectIndex, target: ObjectIndex) {
        let position = heap.points_to(source).iter().position(|&at| at == target.0);
        self.of_objects.extend(position.map(|position| (source, position as u32)));
    }

    /// Does something with every object that holds something by one of the fields.
    pub(super) fn for_each_source(
        &self,
        heap: &HeapState,
        references: &FieldReferences,
        progress: &Progress,
        mut act: impl FnMut(ObjectIndex),
    ) -> Result<()> {
        // Without instance fields no object needs to be asked.
        let objects = if self.by_shape.is_empty() { 0 } else { heap.len() };
        for stretch in progress.stretches(objects) {
            let by_shape = stretch?.map(ObjectIndex).filter(|&object| {
                self.types[heap.type_of(object).at()]
                    && references.shape_of(heap, object).is_some_and(|shape| self.by_shape.contains_key(&shape))
            });
            by_shape.for_each(&mut act);
        }
        self.of_objects.chunk_by(|a, b| a.0 == b.0).for_each(|positions| act(positions[0].0));
        Ok(())
    }

    /// The positions in the row of one object.
    pub(super) fn of(&self, heap: &HeapState, references: &FieldReferences, source: ObjectIndex) -> impl Iterator<Item = u32> + '_ {
        let shape = if self.types[heap.type_of(source).at()] { references.shape_of(heap, source) } else { None };
        let by_shape = shape.and_then(|shape| self.by_shape.get(&shape)).map_or(&[][..], |positions| &**positions);
        let first = self.of_objects.partition_point(|row| row.0 < source);
        let own = self.of_objects[first..].iter().take_while(move |row| row.0 == source).map(|row| row.1);
        by_shape.iter().copied().chain(own)
    }

    /// Everything that the fields hold.
    pub(super) fn targets(&self, heap: &HeapState, references: &FieldReferences, progress: &Progress) -> Result<ObjectBits> {
        let mut targets = ObjectBits::new(heap.len());
        self.for_each_source(heap, references, progress, |source| {
            let row = heap.points_to(source);
            for position in self.of(heap, references, source) {
                if let Some(&target) = row.get(position as usize) {
                    targets.set(target);
                }
            }
        })?;
        Ok(targets)
    }
}

impl<'a> Types<'a> {
    fn of(heap: &'a HeapState, own: &OwnStructures) -> Self {
        let types = || (0..heap.types.len() as u32).map(TypeIndex);
        let telling: Vec<bool> = heap.types.iter().map(|info| has_telling_fields(&info.name) && !own.has(&info.name)).collect();
        let has_fields = |class: TypeIndex| heap.type_info(class).kind == TypeKind::Instance;
        let is_buffer = |class: TypeIndex| heap.ancestry(class).any(|above| BUFFERS.contains(&&*heap.types[above.at()].name));
        let buffers: Vec<bool> = types().map(|class| has_fields(class) && is_buffer(class)).collect();
        let references: Vec<bool> = heap.reference_kinds().iter().map(Option::is_some).collect();
        let registrations: Vec<bool> = types().map(|class| is_registration(heap, class)).collect();
        let layout = |class: TypeIndex| {
            let is_read = has_fields(class) && (telling[class.at()] || buffers[class.at()] || references[class.at()]);
            let places = heap.fields_of(class).iter().filter(|place| is_read && place.kind.is_none());
            let (offsets, fields): (Vec<usize>, Vec<(TypeIndex, u32)>) =
                places.map(|place| (place.offset as usize, (place.class, place.number))).unzip();
            fields.iter().any(|field| telling[field.0.at()]).then_some(Layout { offsets, fields })
        };
        let layouts = types().map(|class| if heap.has_records() { layout(class) } else { None }).collect();
        Self { heap, telling, buffers, references, registrations, layouts }
    }

    /// What a reference object refers to by the JVM's links alone. Finalizers stand in a list of their own, in which
    /// neighbors may be those of the JVM's links.
    fn pending_links(&self, record: &Record<'_>) -> Vec<u32> {
        let (mut pending, mut others) = (Vec::new(), Vec::new());
        for (slot, target) in self.heap.slots_in(record) {
            if let Slot::Field { class, number } = slot
                && !self.telling[class.at()]
            {
                let list = if is_pending_link(self.heap, class, number) { &mut pending } else { &mut others };
                list.push(target.0);
            }
        }
        pending.retain(|target| !others.contains(target));
        pending
    }

    /// The fields of a mask that matter.
    fn held_fields(&self, layout: &Layout, mask: u64) -> Box<[HeldField]> {
        let is_set = |at: usize| at >= 64 || mask >> at & 1 == 1;
        let set = layout.fields.iter().enumerate().filter(|&(at, _)| is_set(at)).map(|(_, field)| field);
        let held = (0..).zip(set).filter(|(_, field)| self.telling[field.0.at()]);
        held.map(|(position, &(class, number))| HeldField { position, class, number }).collect()
    }
}

impl Piece {
    fn add(&mut self, types: &Types<'_>, record: &Record<'_>) {
        let (heap, at) = (types.heap, record.object_type().at());
        let source = record.object();
        if types.buffers[at] {
            self.used_bytes.extend(used_bytes(heap, record));
        }
        if types.references[at] {
            self.pending.extend(types.pending_links(record).into_iter().map(|target| (source.0, target)));
        }
        if types.registrations[at] {
            self.registered.extend(registered(heap, record));
        }
        let Some(layout) = &types.layouts[at] else { return };
        let is_set = |&offset: &usize| record.has_reference(offset);
        let (fields, row) = (layout.offsets.len(), heap.points_to(source).len());
        let set = layout.offsets.iter().filter(|offset| is_set(offset)).count();
        if set != row || fields > 64 && set != fields {
            let slots = (0..).zip(heap.slots_in(record));
            let held = slots.filter_map(|(position, (slot, _))| match slot {
                Slot::Field { class, number } if types.telling[class.at()] => Some(HeldField { position, class, number }),
                _ => None,
            });
            self.unexplained.push((source.0, held.collect()));
        } else if 0 < set && set < fields {
            let mask = (0..).zip(&layout.offsets).filter(|(_, offset)| is_set(offset)).fold(0, |mask, (at, _)| mask | 1_u64 << at);
            match u16::try_from(mask) {
                Ok(mask) => self.masks.push((source.0, mask)),
                Err(_) => self.wide_masks.push((source.0, mask)),
            }
        }
    }
}

fn is_pending_link(heap: &HeapState, class: TypeIndex, number: u32) -> bool {
    let name = || heap.fields.declared(class).get(number as usize).map(|field| &*field.name);
    &*heap.type_info(class).name == "java.lang.ref.Reference" && matches!(name(), Some("discovered" | "next"))
}

/// The array of a builder, byte stream or bit set, and how many of its bytes are in use.
fn used_bytes(heap: &HeapState, record: &Record<'_>) -> Option<(u32, u64)> {
    let count = record.field("count").or_else(|| record.field("wordsInUse")).and_then(Value::integer);
    let count = count.and_then(|count| u64::try_from(count).ok())?;
    let array = ["value", "buf", "words"].into_iter().find_map(|name| record.field(name)).and_then(Value::object)?;
    let wide = record.field("coder").and_then(Value::integer).is_some_and(|coder| coder == 1);
    let capacity = u64::from(heap.array_length(array)?).max(1);
    let used = count.saturating_mul(if wide { 2 } else { 1 }).min(capacity);
    Some((array.0, heap.bytes_of(array) * used / capacity))
}

/// Classes with an array of values, and a number of how many of them are in use.
const BUFFERS: [&str; 3] = ["java.lang.AbstractStringBuilder", "java.io.ByteArrayOutputStream", "java.util.BitSet"];

/// What follows the field's name where a thread holds the value.
pub(crate) const THREAD_LOCAL: &str = " (thread local)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn fields_are_found_in_rows_that_leave_null_out() {
        let many: String = (0..20).map(|at| format!(" f{at}=a")).collect();
        let heap = heap(&format!(
            "root static app.Main.all -> full gap twice unnamed wide narrow worker plain
             full: app.Pair 24 -> left=a right=b
             gap: app.Pair 24 -> right=b
             twice: app.Pair 24 -> left=a right=a
             unnamed: app.Pair 24 -> right=b a
             wide: app.Wide 96 ->{many}
             narrow: app.Wide 96 -> f3=b f19=a
             plain: java.util.HashMap 48 -> table=a
             class app.Worker < java.lang.Thread
             worker: app.Worker 16 -> job=b
             a, b: app.Item 16"
        ));
        let references = FieldReferences::read(&heap, &OwnStructures::default(), &Progress::new()).expect("nobody cancels");
        let held = |source: &str| -> Vec<String> {
            let held = references.held_for(&heap, heap.object(source));
            let name = |target: ObjectIndex| if target == heap.object("a") { "a" } else { "b" };
            held.map(|(slot, target)| format!("{}={}", heap.slot_name(slot), name(target))).collect()
        };
        assert_eq!(held("full"), ["app.Pair.left=a", "app.Pair.right=b"]);
        assert_eq!(held("gap"), ["app.Pair.right=b"]);
        assert_eq!(held("twice"), ["app.Pair.left=a", "app.Pair.right=a"]);
        assert_eq!(held("unnamed"), ["app.Pair.right=b"]);
        assert_eq!(held("wide").len(), 20);
        assert_eq!(held("narrow"), ["app.Wide.f3=b", "app.Wide.f19=a"]);
        assert_eq!((held("worker"), held("plain"), held("a")), (vec!["app.Worker.job=b".to_owned()], vec![], vec![]));

        let found = |names: &[&str]| {
            let positions = references.positions(&heap, names);
            let mut sources: Vec<u32> = Vec::new();
            let all = positions.for_each_source(&heap, &references, &Progress::new(), |source| sources.push(source.0));
            all.expect("nobody cancels");
            (
                sources,
                positions
                    .targets(&heap, &references, &Progress::new())
                    .expect("nobody cancels")
                    .into_bitmap()
                    .into_iter()
                    .collect::<Vec<u32>>(),
            )
        };
        let number = |name: &str| heap.object(name).0;
        assert_eq!(found(&["app.Pair.left"]), (vec![number("full"), number("twice")], vec![number("a")]));
        assert_eq!(found(&["app.Wide.f3", "app.Worker.job"]).0, [number("wide"), number("narrow"), number("worker")]);
        assert_eq!(found(&["app.Main.all"]).0, [number("app.Main.class")]);
        assert_eq!(found(&["app.Main.nothing"]), (vec![], vec![]));
    }
}
