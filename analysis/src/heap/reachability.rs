//! Which objects the GC roots keep.

use roaring::RoaringBitmap;

use super::{ObjectTable, References, Root, TypeInfo};
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
    let mut marks = Marks(vec![0; objects.len().div_ceil(64)]);
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
        pending.extend(references.points_to(object).iter().copied().filter(|&target| marks.set(target)));
    }
    Ok(marks.into_bitmap())
}

/// Roots from which marking starts: those that no thread's own row already covers.
pub(crate) fn starting_roots<'a>(roots: &'a [Root], threads: &'a [super::ThreadInfo]) -> impl Iterator<Item = ObjectIndex> + 'a {
    roots
        .iter()
        .filter(|root| root.thread.is_none_or(|thread| root.kind == super::RootKind::ThreadObject || threads[thread.at()].object.is_none()))
        .map(|root| root.object)
}

struct Marks(Vec<u64>);

impl Marks {
    /// Whether the bit was clear before.
    #[inline]
    fn set(&mut self, object: u32) -> bool {
        let word = &mut self.0[object as usize / 64];
        let bit = 1 << (object % 64);
        let clear = *word & bit == 0;
        *word |= bit;
        clear
    }

    fn into_bitmap(self) -> RoaringBitmap {
        let bytes: Vec<u8> = self.0.into_iter().flat_map(u64::to_le_bytes).collect();
        RoaringBitmap::from_lsb0_bytes(0, &bytes)
    }
}
