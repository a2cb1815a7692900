//! Which objects the GC roots keep.

use roaring::RoaringBitmap;

use super::{ObjectBits, ObjectTable, References, Root, TypeInfo};
use crate::{ObjectIndex, Progress, Result};

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u64 = 1 << 20;

/// The objects that are reachable from the roots over rows and over the implicit edges from objects to their class
/// objects. Roots that belong to a thread whose object is known count only through that object, as in Eclipse MAT.
pub(crate) fn reachable(
    objects: &ObjectTable,
    types: &[TypeInfo],
    references: &References,
    roots: impl IntoIterator<Item = ObjectIndex>,
    progress: &Progress,
) -> Result<RoaringBitmap> {
    let mut marks = ObjectBits::new(objects.len());
    mark(objects, types, references, roots, &mut marks, |_, _| true, progress)?;
    Ok(marks.into_bitmap())
}

/// Marks what is reachable from the roots without meeting an object that is marked already. References from rows count
/// only if `passes(source, target)`; the implicit edges to class objects always do.
pub(crate) fn mark(
    objects: &ObjectTable,
    types: &[TypeInfo],
    references: &References,
    roots: impl IntoIterator<Item = ObjectIndex>,
    marks: &mut ObjectBits,
    passes: impl Fn(ObjectIndex, u32) -> bool,
    progress: &Progress,
) -> Result<()> {
    let mut pending: Vec<u32> = roots.into_iter().filter(|root| marks.set(root.0)).map(|root| root.0).collect();
    let mut type_seen = vec![false; types.len()];
    let mut visited = 0_u64;
    while let Some(object) = pending.pop() {
        visited += 1;
        if visited.is_multiple_of(CHECK_EVERY) {
            progress.advance(CHECK_EVERY)?;
        }
        let object = ObjectIndex(object);
        let object_type = objects.type_of(object).at();
        if !std::mem::replace(&mut type_seen[object_type], true)
            && let Some(class) = types[object_type].class_object
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
