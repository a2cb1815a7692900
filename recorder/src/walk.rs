//! What a walk over the heap writes: the difference to the state before.
//!
//! The JVM shows references one by one, all those of an object in a row and its class first. Tags are the identity of
//! objects over all collections:
//!
//! ```text
//! bit 62      the object has not been told of yet
//! bits 40-61  number of the class that it describes, for class objects
//! bits 0-39   id
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};
use trace_format::{Births, BirthsDraft, Descriptor, Gone, Place, Rows};

use crate::objects::{Met, ObjectTable};

const ID_BITS: u32 = 40;
const ID_MASK: i64 = (1 << ID_BITS) - 1;
const CLASS_MASK: i64 = (1 << 22) - 1;
const NEW: i64 = 1 << 62;

/// References of one object that are kept until its row is complete; longer rows are written in parts, changed or not.
pub(crate) const MOST_IN_ROW: usize = 1 << 16;
/// Encoded bytes of a block of rows.
pub(crate) const ROWS_BYTES: usize = 1 << 20;
/// Objects of a block of births.
pub(crate) const MOST_BIRTHS: usize = 1 << 17;
/// The hash of no references.
const EMPTY_ROW: u64 = 0x9e37_79b9_7f4a_7c15;

/// The tag of a class object.
#[must_use]
pub(crate) const fn class_tag(class: u32, id: u64) -> i64 {
    NEW | (class as i64) << ID_BITS | id as i64
}

/// The tag of an object that got its id before a walk met it.
#[must_use]
pub(crate) const fn new_tag(id: u64) -> i64 {
    NEW | id as i64
}

/// The id in a tag; 0 for objects without.
#[must_use]
pub(crate) const fn id_of(tag: i64) -> u64 {
    (tag & ID_MASK) as u64
}

/// The number of the class that a tagged class object describes; 0 for other objects.
#[must_use]
pub(crate) const fn class_of(tag: i64) -> u32 {
    (tag >> ID_BITS & CLASS_MASK) as u32
}

/// An object that the JVM shows.
#[derive(Debug)]
pub(crate) struct Target<'a> {
    /// Its tag, which may be set.
    pub(crate) tag: &'a mut i64,
    /// The tag of its class object.
    pub(crate) class_tag: i64,
    /// Its bytes.
    pub(crate) bytes: u64,
    /// Elements of an array.
    pub(crate) length: Option<u64>,
}

/// Parts of a state, to be written in the order in which they come.
#[derive(Debug)]
pub(crate) enum Part {
    /// Objects.
    Births(Births),
    /// References.
    Rows(Rows),
    /// Objects that are no more.
    Gone(Gone),
}

#[derive(Debug)]
struct Row {
    id: u64,
    met: Met,
    hash: u64,
    parts: bool,
}

/// Sums of a walk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Objects that something referred to for the first time in this walk.
    pub(crate) told: u64,
    /// Objects that have shown their references.
    pub(crate) objects: u64,
    /// Their bytes.
    pub(crate) bytes: u64,
    /// References, without those to classes.
    pub(crate) references: u64,
    /// Everything that the JVM showed.
    pub(crate) visited: u64,
    /// Objects that an earlier walk did not meet, and this one met again; only a full walk can tell what they are.
    pub(crate) came_back: u64,
    /// Objects whose references came in several pieces; the JVM does not do that.
    pub(crate) torn: u64,
}

/// What a walk must know.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WalkKind {
    /// How many collections have ended.
    pub(crate) collections: u32,
    /// It tells of all objects and references, not only of what changed.
    pub(crate) is_full: bool,
    /// The number of `java.lang.Class`.
    pub(crate) class_class: u32,
}

/// A walk.
pub(crate) struct Walk<'a> {
    table: &'a mut ObjectTable,
    next_id: &'a AtomicU64,
    kind: WalkKind,
    births: BirthsDraft,
    rows: Rows,
    row: Option<Row>,
    slots: Vec<(u64, u64)>,
    /// References of class objects, which the JVM may show in pieces.
    mirrors: FxHashMap<u64, Vec<(u64, u64)>>,
    /// By number of the class: the id of its class object once it was met, else 0.
    mirror_ids: Vec<u64>,
    /// Class objects of classes that the JVM does not list: not loaded yet, or a moment ago.
    unlisted: FxHashSet<u64>,
    /// By id: objects of classes that were loaded a moment ago and have no number yet, with their class objects.
    unnumbered: FxHashMap<u64, Unnumbered>,
    sums: Sums,
    put: &'a mut dyn FnMut(Part),
}

/// An object that a walk has met before its class had a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unnumbered {
    descriptor: Descriptor,
    /// The class object, by id; 0 if the JVM has not shown it.
    pub(crate) class_object: u64,
}

impl<'a> Walk<'a> {
    /// Begins a walk.
    pub(crate) fn begin(table: &'a mut ObjectTable, next_id: &'a AtomicU64, kind: WalkKind, put: &'a mut dyn FnMut(Part)) -> Self {
        table.begin();
        Self {
            table,
            next_id,
            kind,
            births: BirthsDraft::default(),
            rows: Rows::default(),
            row: None,
            slots: Vec::new(),
            mirrors: FxHashMap::default(),
            mirror_ids: Vec::new(),
            unlisted: FxHashSet::default(),
            unnumbered: FxHashMap::default(),
            sums: Sums::default(),
            put,
        }
    }

    /// The JVM shows an object that a root refers to. Returns its id.
    pub(crate) fn root(&mut self, target: &mut Target<'_>) -> u64 {
        self.sums.visited += 1;
        self.target(target)
    }

    /// The JVM shows the class of an object: with it the object's references begin.
    pub(crate) fn class(&mut self, referrer: i64, class_object: &mut Target<'_>) {
        self.sums.visited += 1;
        let class_object = self.target(class_object);
        let id = id_of(referrer);
        if !self.unnumbered.is_empty()
            && let Some(object) = self.unnumbered.get_mut(&id)
        {
            object.class_object = class_object;
        }
        if class_of(referrer) == 0 && !self.unlisted.contains(&id) {
            self.begin_row(id);
        }
    }

    /// The JVM shows a reference.
    pub(crate) fn reference(&mut self, referrer: i64, place: Place, target: &mut Target<'_>) {
        self.sums.visited += 1;
        self.sums.references += 1;
        let target = self.target(target);
        let id = id_of(referrer);
        if class_of(referrer) != 0 || self.unlisted.contains(&id) {
            self.mirrors.entry(id).or_default().push((place.code(), target));
            return;
        }
        if self.row.as_ref().is_none_or(|row| row.id != id) {
            self.begin_row(id);
        }
        if self.slots.len() == MOST_IN_ROW {
            self.flush_part();
        }
        self.slots.push((place.code(), target));
    }

    /// A reference from an instance field of a class object, by ids; the target has been shown. Classes that are loaded still
    /// but that nothing reaches any more are not in the state.
    pub(crate) fn class_object_reference(&mut self, class_object: u64, place: Place, target: u64) {
        if !self.table.is_met(class_object) || !self.table.is_met(target) {
            return;
        }
        self.sums.references += 1;
        self.mirrors.entry(class_object).or_default().push((place.code(), target));
    }

    /// Whether every object that a full walk was told of has shown its references: then there is nothing more to come.
    pub(crate) fn is_closed(&self) -> bool {
        self.sums.told == self.sums.objects
    }

    /// Where parts of the state go.
    pub(crate) fn sink(&mut self) -> &mut dyn FnMut(Part) {
        self.put
    }

    /// Bytes of the objects that were met so far.
    pub(crate) fn met_bytes(&self) -> u64 {
        self.sums.bytes
    }

    /// The walk was given up: what it met counts for nothing, and the next one must be full.
    pub(crate) fn give_up(self) -> Sums {
        self.sums
    }

    /// The walk is complete, in a copy of the process that ends now. Objects of classes that were loaded a moment ago and have no
    /// number go without.
    pub(crate) fn finish_in_copy(&mut self) -> Sums {
        self.end();
        let unnumbered = std::mem::take(&mut self.unnumbered);
        births_of(&unnumbered, |_| 0).into_iter().for_each(|births| (self.put)(Part::Births(births)));
        self.sums
    }

    /// The walk is complete. Returns also the objects that nobody was told of, because their classes have no numbers yet.
    pub(crate) fn finish(mut self) -> (Sums, FxHashMap<u64, Unnumbered>) {
        self.end();
        (self.sums, self.unnumbered)
    }

    fn end(&mut self) {
        self.end_row();
        let mut mirrors = std::mem::take(&mut self.mirrors);
        // Of those that refer to nothing any more, nothing was shown but that they are there.
        for id in self.mirror_ids.iter().filter(|&&id| id != 0).chain(&self.unlisted) {
            mirrors.entry(*id).or_default();
        }
        let mut mirrors: Vec<_> = mirrors.into_iter().collect();
        mirrors.sort_unstable_by_key(|mirror| mirror.0);
        for (id, mut slots) in mirrors {
            slots.sort_unstable();
            let met = self.table.meet(id);
            self.slots = slots;
            self.row = Some(Row { id, met, hash: EMPTY_ROW, parts: false });
            self.end_row();
        }
        self.flush_rows();
        self.flush_births();
        let gone = self.table.finish();
        if !self.kind.is_full && !gone.is_empty() {
            (self.put)(Part::Gone(Gone { ids: gone }));
        }
    }

    fn target(&mut self, target: &mut Target<'_>) -> u64 {
        let tag = *target.tag;
        if tag == 0 {
            let id = self.next_id.fetch_add(1, Ordering::Relaxed);
            *target.tag = id as i64;
            self.tell(id, target);
            self.note_unlisted(id, target);
            return id;
        }
        let id = id_of(tag);
        if tag & NEW != 0 {
            *target.tag = tag & !NEW;
            self.tell(id, target);
        } else if self.kind.is_full {
            self.tell(id, target);
        }
        let class = class_of(tag) as usize;
        if class == 0 {
            self.note_unlisted(id, target);
        } else if self.mirror_ids.get(class).is_none_or(|&met| met == 0) {
            if class >= self.mirror_ids.len() {
                self.mirror_ids.resize(class + 1, 0);
            }
            self.mirror_ids[class] = id;
            self.meet(id);
        }
        id
    }

    /// The JVM shows no class of class objects: they are met where something refers to them.
    #[inline]
    fn note_unlisted(&mut self, id: u64, target: &Target<'_>) {
        if class_of(target.class_tag) == self.kind.class_class && self.kind.class_class != 0 && self.unlisted.insert(id) {
            self.meet(id);
        }
    }

    fn tell(&mut self, id: u64, target: &Target<'_>) {
        if !self.table.list(id, target.bytes, self.kind.collections) {
            return;
        }
        self.sums.told += 1;
        let born = if self.kind.is_full { self.table.born(id) } else { self.kind.collections };
        let descriptor = Descriptor { class: class_of(target.class_tag), length: target.length, bytes: target.bytes, born };
        if descriptor.class == 0 {
            self.unnumbered.insert(id, Unnumbered { descriptor, class_object: 0 });
            return;
        }
        self.births.add(id, descriptor);
        if self.births.len() == MOST_BIRTHS {
            self.flush_births();
        }
    }

    fn meet(&mut self, id: u64) -> Met {
        if !self.kind.is_full && !self.table.is_known(id) {
            self.sums.came_back += 1;
        }
        let met = self.table.meet(id);
        if met.again {
            self.sums.torn += 1;
        } else {
            self.sums.objects += 1;
            self.sums.bytes += met.bytes;
        }
        met
    }

    fn begin_row(&mut self, id: u64) {
        self.end_row();
        let met = self.meet(id);
        self.row = Some(Row { id, met, hash: EMPTY_ROW, parts: false });
    }

    fn end_row(&mut self) {
        let Some(mut row) = self.row.take() else { return };
        row.hash = hash_slots(row.hash, &self.slots);
        let changed = match row.met.row {
            Some(before) if !self.kind.is_full => before != row.hash,
            _ => !self.slots.is_empty(),
        };
        if row.parts || changed {
            self.rows.push(row.id, &self.slots, row.parts);
            if self.rows.bytes() > ROWS_BYTES {
                self.flush_rows();
            }
        }
        self.table.set_row(row.id, row.hash);
        self.slots.clear();
    }

    fn flush_part(&mut self) {
        let Some(row) = &mut self.row else { return };
        row.hash = hash_slots(row.hash, &self.slots);
        self.rows.push(row.id, &self.slots, row.parts);
        row.parts = true;
        self.slots.clear();
        if self.rows.bytes() > ROWS_BYTES {
            self.flush_rows();
        }
    }

    fn flush_rows(&mut self) {
        if !self.rows.is_empty() {
            (self.put)(Part::Rows(std::mem::take(&mut self.rows)));
        }
    }

    fn flush_births(&mut self) {
        if !self.births.is_empty() {
            (self.put)(Part::Births(self.births.take()));
        }
    }
}

/// Births of objects whose classes have got numbers by now: `number` says which, given the id of the class object.
pub(crate) fn births_of(unnumbered: &FxHashMap<u64, Unnumbered>, number: impl Fn(u64) -> u32) -> Vec<Births> {
    let objects: Vec<(u64, Unnumbered)> = unnumbered.iter().map(|(&id, &object)| (id, object)).collect();
    let block = |objects: &[(u64, Unnumbered)]| {
        let mut births = BirthsDraft::default();
        for (id, object) in objects {
            births.add(*id, Descriptor { class: number(object.class_object), ..object.descriptor });
        }
        births.take()
    };
    objects.chunks(MOST_BIRTHS).map(block).collect()
}

/// Goes on with the hash of references. Two different rows have the same one with a probability of about 2^-64.
fn hash_slots(mut hash: u64, slots: &[(u64, u64)]) -> u64 {
    for &(place, target) in slots {
        hash = mix(hash ^ target, 0xa076_1d64_78bd_642f ^ place);
    }
    hash
}

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xe703_7ed1_a0b4_28db) * u128::from(b | 1);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap as the JVM would show it: by object its class tag, bytes and references.
    struct Shown<'a> {
        tags: &'a mut Vec<i64>,
        rows: &'a [&'a [usize]],
    }

    impl Shown<'_> {
        fn walk(&mut self, table: &mut ObjectTable, next_id: &AtomicU64, is_full: bool) -> (Sums, Vec<String>) {
            let mut told = Vec::new();
            let mut put = |part: Part| told.push(describe(&part));
            let mut walk = Walk::begin(table, next_id, WalkKind { collections: 3, is_full, class_class: 1 }, &mut put);
            let mut work = vec![0];
            let mut seen = vec![false; self.rows.len()];
            seen[0] = true;
            walk.root(&mut Target { tag: &mut self.tags[0], class_tag: class_tag(7, 1), bytes: 16, length: None });
            let mut class = class_tag(7, 1) & !NEW;
            while let Some(at) = work.pop() {
                walk.class(self.tags[at], &mut Target { tag: &mut class, class_tag: class_tag(1, 90), bytes: 100, length: None });
                for (place, &to) in (0..).zip(self.rows[at]) {
                    let referrer = self.tags[at];
                    let target = &mut Target { tag: &mut self.tags[to], class_tag: class_tag(7, 1), bytes: 16, length: None };
                    walk.reference(referrer, Place::Field(place), target);
                    if !std::mem::replace(&mut seen[to], true) {
                        work.push(to);
                    }
                }
            }
            let (sums, unnumbered) = walk.finish();
            assert!(unnumbered.is_empty());
            (sums, told)
        }
    }

    fn describe(part: &Part) -> String {
        match part {
            Part::Births(births) => format!("born {:?}", births.ids.ids().collect::<Vec<_>>()),
            Part::Rows(rows) => {
                let mut text = String::new();
                rows.each(|source, row, _| text += &format!("{source}->{:?} ", row.iter().map(|slot| slot.1).collect::<Vec<_>>()))
                    .expect("just written");
                text.trim_end().to_owned()
            }
            Part::Gone(gone) => format!("gone {:?}", gone.ids.ids().collect::<Vec<_>>()),
        }
    }

    #[test]
    fn a_second_walk_tells_only_what_changed() {
        let (mut table, next_id, mut tags) = (ObjectTable::default(), AtomicU64::new(2), vec![0; 4]);
        let first: &[&[usize]] = &[&[1, 2], &[2], &[], &[]];
        let (sums, told) = Shown { tags: &mut tags, rows: first }.walk(&mut table, &next_id, true);
        assert_eq!(told, ["2->[3, 4] 3->[4]", "born [1, 2, 3, 4]"]);
        assert_eq!((sums.objects, sums.references, sums.bytes), (4, 3, 152));

        let (sums, told) = Shown { tags: &mut tags, rows: first }.walk(&mut table, &next_id, false);
        assert_eq!(told, Vec::<String>::new());
        assert_eq!((sums.objects, sums.references, sums.bytes), (4, 3, 152));

        let second: &[&[usize]] = &[&[1, 3], &[], &[], &[]];
        let (_, told) = Shown { tags: &mut tags, rows: second }.walk(&mut table, &next_id, false);
        assert_eq!(told, ["2->[3, 5] 3->[]", "born [5]", "gone [4]"]);

        // The third object comes back: only a full walk can tell what it is.
        let (sums, _) = Shown { tags: &mut tags, rows: first }.walk(&mut table, &next_id, false);
        assert_eq!(sums.came_back, 1);
        let (sums, told) = Shown { tags: &mut tags, rows: first }.walk(&mut table, &next_id, true);
        assert_eq!((sums.came_back, told), (0, vec!["2->[3, 4] 3->[4]".to_owned(), "born [1, 2, 3, 4]".to_owned()]));
    }

    #[test]
    fn a_class_object_that_refers_to_nothing_any_more_is_told_of() {
        let (mut table, next_id) = (ObjectTable::default(), AtomicU64::new(10));
        let (mut class, mut value) = (class_tag(7, 2), 0);
        let mut walk = |holds: bool, is_full: bool| {
            let mut told = Vec::new();
            let mut put = |part: Part| told.push(describe(&part));
            let mut walk = Walk::begin(&mut table, &next_id, WalkKind { collections: 1, is_full, class_class: 1 }, &mut put);
            walk.root(&mut Target { tag: &mut class, class_tag: class_tag(1, 1), bytes: 100, length: None });
            if holds {
                walk.reference(
                    class,
                    Place::Static(0),
                    &mut Target { tag: &mut value, class_tag: class_tag(7, 2), bytes: 16, length: None },
                );
                walk.class(value, &mut Target { tag: &mut class, class_tag: class_tag(1, 1), bytes: 100, length: None });
            }
            walk.finish();
            told
        };
        assert_eq!(walk(true, true), ["2->[10]", "born [2, 10]"]);
        assert_eq!(walk(true, false), Vec::<String>::new());
        assert_eq!(walk(false, false), ["2->[]", "gone [10]"]);
        assert_eq!(walk(false, false), Vec::<String>::new());
    }

    #[test]
    fn objects_of_classes_without_number_are_told_of_when_their_class_has_one() {
        let (mut table, next_id) = (ObjectTable::default(), AtomicU64::new(10));
        let mut told = Vec::new();
        let mut put = |part: Part| told.push(describe(&part));
        let kind = WalkKind { collections: 1, is_full: true, class_class: 1 };
        let mut walk = Walk::begin(&mut table, &next_id, kind, &mut put);
        let (mut object, mut class) = (0, 0);
        walk.root(&mut Target { tag: &mut object, class_tag: 0, bytes: 24, length: None });
        walk.class(object, &mut Target { tag: &mut class, class_tag: class_tag(1, 2), bytes: 100, length: None });
        let (sums, unnumbered) = walk.finish();
        assert_eq!((sums.objects, told), (2, vec!["born [11]".to_owned()]));
        let births = births_of(&unnumbered, |class_object| if class_object == id_of(class) { 77 } else { 0 });
        assert_eq!(births.len(), 1);
        assert_eq!(births[0].ids.ids().collect::<Vec<_>>(), [10]);
        assert_eq!(births[0].descriptors, [Descriptor { class: 77, length: None, bytes: 24, born: 1 }]);
    }

    #[test]
    fn long_rows_are_written_in_parts() {
        let (mut table, next_id) = (ObjectTable::default(), AtomicU64::new(2));
        let mut parts = Vec::new();
        let mut put = |part: Part| {
            if let Part::Rows(rows) = part {
                rows.each(|source, row, goes_on| parts.push((source, row.len(), goes_on))).expect("just written");
            }
        };
        let mut walk = Walk::begin(&mut table, &next_id, WalkKind { is_full: true, ..WalkKind::default() }, &mut put);
        let (mut array, mut class, described) = (0, class_tag(1, 1), class_tag(1, 1));
        walk.root(&mut Target { tag: &mut array, class_tag: described, bytes: 16, length: Some(200_000) });
        walk.class(array, &mut Target { tag: &mut class, class_tag: described, bytes: 100, length: None });
        let mut element = 0;
        for at in 0..200_000 {
            walk.reference(array, Place::Element(at), &mut Target { tag: &mut element, class_tag: described, bytes: 16, length: None });
        }
        walk.finish();
        let lengths: Vec<_> = parts.iter().map(|&(_, length, _)| length).collect();
        assert_eq!(lengths, [65_536, 65_536, 65_536, 3_392]);
        assert!(parts.iter().all(|&(source, _, goes_on)| source == 2 && goes_on == (source != parts[0].0 || goes_on)));
        assert_eq!(parts.iter().map(|part| part.2).collect::<Vec<_>>(), [false, true, true, true]);
    }
}
