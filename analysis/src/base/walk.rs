//! What walks over the objects of one heap state remember.

use crate::base::error::Result;
use crate::base::progress::Progress;

/// References between two looks at the cancel flag.
const CHECK_EVERY: u64 = 1 << 16;

/// Marks on objects, used for one walk after the other; to forget them costs no more than to set them.
///
/// Memory: 1 byte per object, and 4 per object marked.
#[derive(Debug)]
pub struct Walk {
    marks: Vec<u8>,
    marked: Vec<u32>,
    followed: u64,
}

impl Walk {
    /// For a heap state of so many objects.
    #[must_use]
    pub fn new(objects: usize) -> Self {
        Self { marks: vec![0; objects], marked: Vec::new(), followed: 0 }
    }

    /// For walks that set no marks: it counts what they follow.
    pub(crate) fn without_marks() -> Self {
        Self::new(0)
    }

    /// Forgets all marks.
    pub fn begin(&mut self) {
        self.marked.drain(..).for_each(|object| self.marks[object as usize] = 0);
    }

    /// Sets one of eight marks, given as a bit; whether it was not set before.
    pub fn mark(&mut self, object: u32, mark: u8) -> bool {
        let marks = &mut self.marks[object as usize];
        if *marks == 0 {
            self.marked.push(object);
        }
        let is_new = *marks & mark == 0;
        *marks |= mark;
        is_new
    }

    /// Whether an object has any of these marks.
    #[must_use]
    pub fn has(&self, object: u32, marks: u8) -> bool {
        self.marks[object as usize] & marks != 0
    }

    /// Counts an object whose `references` are followed. Now and then it looks whether the user wants to stop.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn follow(&mut self, references: usize, progress: &Progress) -> Result<()> {
        let before = self.followed / CHECK_EVERY;
        self.followed += 1 + references as u64;
        if self.followed / CHECK_EVERY == before { Ok(()) } else { progress.check() }
    }

    /// Objects and references followed so far, in all walks.
    #[must_use]
    pub fn followed(&self) -> u64 {
        self.followed
    }
}
