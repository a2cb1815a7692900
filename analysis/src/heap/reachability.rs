//! Which objects the GC roots keep.
//!
//! Marking follows rows alone at first. The implicit edges, from objects to the class objects of their types, are many
//! and lead to few objects that nothing else keeps, so they are looked at afterwards, in one sweep over the types of
//! what was marked; only what that adds is followed with a look at every type.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use rayon::prelude::*;
use roaring::RoaringBitmap;

use super::spreading::{BATCH, spread};
use super::{HeapState, ObjectBits, ObjectTable, References, Root, Rules, SizePolicy, TypeInfo, WeakReferents};
use crate::base::error::Result;
use crate::base::huge_pages::roomy;
use crate::base::ids::ObjectIndex;
use crate::base::progress::{Progress, STRETCH};

/// Objects that one worker sweeps at a time.
const SWEPT: usize = 1 << 16;

/// The class object that the instances of each type keep alive, by type: the targets of the implicit edges.
pub(crate) fn kept_classes(types: &[TypeInfo], policy: SizePolicy) -> Vec<Option<ObjectIndex>> {
    types.iter().map(|info| info.class_object.filter(|_| policy.rules == Rules::EclipseMat)).collect()
}

/// The objects that are reachable from the roots over rows and over the implicit edges from objects to their class
/// objects. Roots that belong to a thread whose object is known count only through that object, as in Eclipse MAT.
pub(crate) fn reachable(
    objects: &ObjectTable,
    classes: &[Option<ObjectIndex>],
    references: &References,
    roots: impl IntoIterator<Item = ObjectIndex>,
    progress: &Progress,
) -> Result<RoaringBitmap> {
    Ok(reachable_past(objects, classes, references, roots, [], |_, _| true, progress)?.into_bitmap())
}

/// As [`reachable`], without the closed objects, which are not entered, and only over those references from rows that
/// pass; the implicit edges always do.
pub(crate) fn reachable_past(
    objects: &ObjectTable,
    classes: &[Option<ObjectIndex>],
    references: &References,
    roots: impl IntoIterator<Item = ObjectIndex>,
    closed: impl IntoIterator<Item = u32>,
    passes: impl Fn(ObjectIndex, u32) -> bool + Sync,
    progress: &Progress,
) -> Result<ObjectBits> {
    let marks = Marks::new(objects.len());
    closed.into_iter().for_each(|object| marks.close(object));
    let seen: Vec<AtomicBool> = classes.iter().map(|_| AtomicBool::new(false)).collect();
    let roots = roots.into_iter().map(|root| root.0).filter(|&root| marks.set(root)).collect();
    spread(objects.len(), roots, progress, |batch, pending| follow_rows(references, &marks, &passes, batch, pending))?;

    marks.0.par_chunks(SWEPT).enumerate().try_for_each(|(at, marks)| {
        progress.check()?;
        for (object, _) in (at * SWEPT..).zip(marks).filter(|(_, mark)| mark.load(Ordering::Relaxed) == MARKED) {
            let seen = &seen[objects.type_of(ObjectIndex(object as u32)).at()];
            if !seen.load(Ordering::Relaxed) {
                seen.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    })?;
    let class_of = |at: usize| classes[at].map(|class| class.0).filter(|&class| marks.set(class));
    let first = (0..classes.len()).filter(|&at| seen[at].load(Ordering::Relaxed)).filter_map(class_of).collect();
    spread(objects.len(), first, progress, |batch, pending| {
        let types = batch.iter().map(|&object| objects.type_of(ObjectIndex(object)).at());
        pending.extend(types.filter(|&at| !seen[at].swap(true, Ordering::Relaxed)).filter_map(class_of));
        follow_rows(references, &marks, &passes, batch, pending);
    })?;
    Ok(marks.into_bits())
}

/// What a policy makes of the references of a heap.
pub(crate) struct Counted {
    /// The objects that count.
    pub(crate) kept: RoaringBitmap,
    /// The references that are left.
    pub(crate) references: References,
    /// Those of them that keep nothing alive.
    pub(crate) weak_referents: WeakReferents,
}

/// Decides which objects count, and which references there are between them.
pub(crate) fn count_by(
    policy: SizePolicy,
    objects: &ObjectTable,
    types: &[TypeInfo],
    references: References,
    mut weak_referents: WeakReferents,
    (roots, threads): (&[Root], &[super::ThreadInfo]),
    progress: &Progress,
) -> Result<Counted> {
    if policy.keep_unreachable {
        let mut kept = RoaringBitmap::new();
        kept.insert_range(0..objects.len() as u32);
        return Ok(Counted { kept, references, weak_referents });
    }
    progress.start("Marking reachable objects", objects.len() as u64);
    let roots = starting_roots(roots, threads);
    let kept_classes = kept_classes(types, policy);
    if policy.rules == Rules::EclipseMat {
        let kept = reachable(objects, &kept_classes, &references, roots, progress)?;
        return Ok(Counted { kept, references, weak_referents });
    }
    let mut marks = ObjectBits::new(objects.len());
    let is_strong = |source: ObjectIndex, target: u32| match weak_referents.position_in(source) {
        None => true,
        Some(referent) => (0..).zip(references.points_to(source)).any(|(at, &other)| other == target && at != referent),
    };
    mark(objects, &kept_classes, &references, roots, &mut marks, is_strong, progress)?;
    let kept = marks.into_bitmap();
    let gone = weak_referents.remove(|source, at| references.points_to(source).get(at).is_some_and(|&to| !kept.contains(to)));
    Ok(Counted { kept, references: references.without(&gone), weak_referents })
}

impl HeapState {
    /// Which of the objects that count anything keeps alive: all of them, unless the policy counts the others, too.
    ///
    /// # Errors
    /// When cancelled.
    pub fn reachable_objects(&self, progress: &Progress) -> Result<RoaringBitmap> {
        if !self.policy.keep_unreachable {
            return Ok(self.kept.clone());
        }
        let roots = starting_roots(&self.roots, &self.threads);
        reachable(&self.objects, &kept_classes(&self.types, self.policy), &self.references, roots, progress)
    }
}

/// Marks what these objects reference; what was not marked before is pending.
#[inline]
fn follow_rows(references: &References, marks: &Marks, passes: &impl Fn(ObjectIndex, u32) -> bool, batch: &[u32], pending: &mut Vec<u32>) {
    // All rows are found before the first is read: the loads do not wait for one another.
    let mut rows: [&[u32]; BATCH] = [&[]; BATCH];
    for (row, &object) in rows.iter_mut().zip(batch) {
        *row = references.points_to(ObjectIndex(object));
    }
    for (row, &object) in rows.iter().zip(batch) {
        pending.extend(row.iter().copied().filter(|&target| passes(ObjectIndex(object), target) && marks.set(target)));
    }
}

/// Marks, on this thread alone, what is reachable from the roots without meeting an object that is marked already. References from rows count
/// only if `passes(source, target)`; the implicit edges to class objects always do.
pub(crate) fn mark(
    objects: &ObjectTable,
    classes: &[Option<ObjectIndex>],
    references: &References,
    roots: impl IntoIterator<Item = ObjectIndex>,
    marks: &mut ObjectBits,
    passes: impl Fn(ObjectIndex, u32) -> bool,
    progress: &Progress,
) -> Result<()> {
    let mut pending: Vec<u32> = roots.into_iter().filter(|root| marks.set(root.0)).map(|root| root.0).collect();
    let mut type_seen = vec![false; classes.len()];
    let mut visited = 0_u64;
    while let Some(object) = pending.pop() {
        visited += 1;
        if visited.is_multiple_of(STRETCH as u64) {
            progress.advance(STRETCH as u64)?;
        }
        let object = ObjectIndex(object);
        let object_type = objects.type_of(object).at();
        if !std::mem::replace(&mut type_seen[object_type], true)
            && let Some(class) = classes[object_type]
            && marks.set(class.0)
        {
            pending.push(class.0);
        }
        let targets = references.points_to(object).iter().copied();
        pending.extend(targets.filter(|&target| passes(object, target) && marks.set(target)));
    }
    Ok(())
}

/// Roots from which marking starts: those that no thread's own row already covers.
pub(crate) fn starting_roots<'a>(roots: &'a [Root], threads: &'a [super::ThreadInfo]) -> impl Iterator<Item = ObjectIndex> + 'a {
    roots
        .iter()
        .filter(|root| root.thread.is_none_or(|thread| root.kind == super::RootKind::ThreadObject || threads[thread.at()].object.is_none()))
        .map(|root| root.object)
}

/// A mark of an object that was reached.
const MARKED: u8 = 1;

/// A mark of an object that is not to be entered.
const CLOSED: u8 = 2;

/// One byte per object. Bits would need locked instructions, each of which waits for all loads and stores before it;
/// here two workers may now and then both come first, and visit an object twice.
struct Marks(Vec<AtomicU8>);

impl Marks {
    fn new(objects: usize) -> Self {
        let mut marks = roomy(objects);
        (0..objects).into_par_iter().map(|_| AtomicU8::new(0)).collect_into_vec(&mut marks);
        Self(marks)
    }

    fn close(&self, object: u32) {
        self.0[object as usize].store(CLOSED, Ordering::Relaxed);
    }

    /// Whether there was no mark before.
    #[inline]
    fn set(&self, object: u32) -> bool {
        let mark = &self.0[object as usize];
        let clear = mark.load(Ordering::Relaxed) == 0;
        if clear {
            mark.store(MARKED, Ordering::Relaxed);
        }
        clear
    }

    /// What was reached.
    fn into_bits(self) -> ObjectBits {
        let word =
            |marks: &[AtomicU8]| marks.iter().rev().fold(0, |word, mark| word << 1 | u64::from(mark.load(Ordering::Relaxed) == MARKED));
        ObjectBits::from_words(self.0.par_chunks(64).map(word).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RowStarts, Rows, TypeColumn, TypeSize};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(30)))]

        // Few objects are marked by one thread, many by all. One type in three has a class object that perhaps only
        // the implicit edge leads to.
        #[test]
        fn marking_equals_a_naive_search(
            objects in prop_oneof![Just(300_u32), Just(70_000)],
            density in 0.2..2.0,
            classes in prop::collection::vec(prop::option::weighted(0.3, any::<u32>()), 40),
            roots in prop::collection::vec(any::<u32>(), 0..5),
            // 1: nothing is closed, and all references pass.
            closed_parts in prop_oneof![Just(1_u32), Just(5), Just(100)],
            mut state in 1_u64..,
        ) {
            let mut random = |bound: u32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u32 % bound
            };
            let mut rows = vec![Vec::new(); objects as usize];
            for _ in 0..(f64::from(objects) * density) as u32 {
                rows[random(objects) as usize].push(random(objects));
            }
            let types: Vec<u16> = (0..objects).map(|_| random(40) as u16).collect();
            let classes: Vec<Option<u32>> = classes.into_iter().map(|class| class.map(|class| class % objects)).collect();
            let roots: Vec<u32> = roots.into_iter().map(|root| root % objects).collect();

            let is_closed = |object: u32| object % closed_parts == 1;
            let passes = |source: u32, target: u32| (source ^ target) % closed_parts != 2;
            let mut expected = std::collections::BTreeSet::new();
            let mut pending = roots.clone();
            while let Some(object) = pending.pop() {
                if !is_closed(object) && expected.insert(object) {
                    pending.extend(rows[object as usize].iter().filter(|&&target| passes(object, target)));
                    pending.extend(classes[usize::from(types[object as usize])]);
                }
            }
            let starts = RowStarts::from_lengths(rows.len(), |row| rows[row].len() as u32);
            let references = References::new(Rows { starts, entries: rows.concat() });
            let classes: Vec<Option<ObjectIndex>> = classes.into_iter().map(|class| class.map(ObjectIndex)).collect();
            let objects = ObjectTable::new(TypeColumn::Narrow(types), vec![TypeSize::Fixed(16); 40]);
            let marked = reachable_past(
                &objects,
                &classes,
                &references,
                roots.into_iter().map(ObjectIndex),
                (0..objects.len() as u32).filter(|&object| is_closed(object)),
                |source, target| passes(source.0, target),
                &Progress::new(),
            );
            prop_assert!(marked.expect("nobody cancels").into_bitmap().iter().eq(expected));
        }
    }
}
