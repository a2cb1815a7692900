//! Which references paths go over.

use rustc_hash::FxHashMap;

use crate::base::ids::ObjectIndex;
use crate::heap::{HeapState, Value};
use crate::keepers::paths::PathOptions;

/// Which references paths go over. What a thread's stack holds has holders of its own, and so have static fields unless
/// paths go through classes.
pub(crate) struct Links {
    through_classes: bool,
    /// Stack references at the end of rows, by thread object.
    locals: FxHashMap<u32, u32>,
}

impl Links {
    pub(crate) fn new(heap: &HeapState, options: PathOptions) -> Self {
        let locals = heap.threads.iter().filter(|thread| thread.locals > 0).filter_map(|thread| Some((thread.object?.0, thread.locals)));
        Self { through_classes: options.through_classes, locals: locals.collect() }
    }

    /// The start of an object's row that paths go over.
    #[inline]
    pub(crate) fn of<'h>(&self, heap: &'h HeapState, object: ObjectIndex) -> &'h [u32] {
        let row = heap.points_to(object);
        let without = match heap.described_type(object) {
            Some(class) if !self.through_classes => {
                heap.fields.statics(class).iter().filter(|field| matches!(field.value, Value::Object(_))).count()
            }
            Some(_) => 0,
            None => self.locals.get(&object.0).map_or(0, |&locals| locals as usize),
        };
        &row[..row.len().saturating_sub(without)]
    }
}
