//! What the recorder remembers of every object: whether it lives, how big it is, when it was born, and what its references
//! were, as a hash. With it a walk writes only what changed.
//!
//! Memory: 17 bytes per object, in pages of 64 objects that are born together; a page is given back when its last object
//! dies. In addition 8 bytes per 64 ids from the first one of the table on.

use std::collections::BTreeMap;

use trace_format::Runs;

const PAGE: u64 = 64;

#[derive(Debug)]
struct Page {
    rows: [u64; PAGE as usize],
    born: [u32; PAGE as usize],
    words: [u32; PAGE as usize],
    /// In the last state.
    live: u64,
    /// Told in this walk.
    listed: u64,
    /// Met by this walk.
    seen: u64,
}

impl Default for Page {
    fn default() -> Self {
        Self { rows: [0; 64], born: [0; 64], words: [0; 64], live: 0, listed: 0, seen: 0 }
    }
}

impl Page {
    /// What the walk met lives, all else is gone. False if nothing lives.
    fn finish(&mut self, number: u64, gone: &mut Runs) -> bool {
        let mut dead = self.live & !self.seen;
        while dead != 0 {
            gone.push(number * PAGE + u64::from(dead.trailing_zeros()));
            dead &= dead - 1;
        }
        self.live = self.seen;
        self.live != 0
    }
}

/// All objects that have an id.
#[derive(Debug, Default)]
pub(crate) struct ObjectTable {
    /// Pages from `first` on.
    pages: Vec<Option<Box<Page>>>,
    first: usize,
    /// Pages before that, by number.
    early: BTreeMap<usize, Box<Page>>,
}

/// What is known of an object that a walk meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Met {
    /// This walk has met it before.
    pub(crate) again: bool,
    /// The last state had it; the hash of its references then.
    pub(crate) row: Option<u64>,
    /// Its size, if it was told.
    pub(crate) bytes: u64,
}

const fn split(id: u64) -> (usize, usize, u64) {
    ((id / PAGE) as usize, (id % PAGE) as usize, 1 << (id % PAGE))
}

impl ObjectTable {
    /// For objects of which most have an id from this one on.
    pub(crate) fn from(id: u64) -> Self {
        Self { first: split(id).0, ..Self::default() }
    }

    fn page(&mut self, id: u64) -> &mut Page {
        let (at, ..) = split(id);
        let Some(at) = at.checked_sub(self.first) else { return self.early.entry(at).or_default() };
        if at >= self.pages.len() {
            self.pages.resize_with(at + 1, || None);
        }
        self.pages[at].get_or_insert_default()
    }

    /// A walk begins.
    pub(crate) fn begin(&mut self) {
        for page in self.early.values_mut().chain(self.pages.iter_mut().flatten()) {
            (page.listed, page.seen) = (0, 0);
        }
    }

    /// Tells of an object; false if it was told in this walk already.
    pub(crate) fn list(&mut self, id: u64, bytes: u64, born: u32) -> bool {
        let (_, at, bit) = split(id);
        let page = self.page(id);
        let first = page.listed & bit == 0;
        if first {
            page.listed |= bit;
            // No object is empty. A walk that was given up may have told of it before.
            if page.words[at] == 0 {
                page.born[at] = born;
            }
            page.words[at] = u32::try_from(bytes.div_ceil(8)).unwrap_or(u32::MAX).max(1);
        }
        first
    }

    /// How many collections had ended when the object was seen first.
    pub(crate) fn born(&mut self, id: u64) -> u32 {
        let (_, at, _) = split(id);
        self.page(id).born[at]
    }

    /// A walk meets an object.
    pub(crate) fn meet(&mut self, id: u64) -> Met {
        let (_, at, bit) = split(id);
        let page = self.page(id);
        let met =
            Met { again: page.seen & bit != 0, row: (page.live & bit != 0).then_some(page.rows[at]), bytes: u64::from(page.words[at]) * 8 };
        page.seen |= bit;
        met
    }

    /// Whether this walk has met an object.
    pub(crate) fn is_met(&self, id: u64) -> bool {
        let (at, _, bit) = split(id);
        let page = match at.checked_sub(self.first) {
            Some(at) => self.pages.get(at).and_then(Option::as_ref),
            None => self.early.get(&at),
        };
        page.is_some_and(|page| page.seen & bit != 0)
    }

    /// Whether an object is in the last state or was told in this walk.
    pub(crate) fn is_known(&mut self, id: u64) -> bool {
        let (_, _, bit) = split(id);
        let page = self.page(id);
        (page.live | page.listed) & bit != 0
    }

    /// Remembers the references of an object.
    pub(crate) fn set_row(&mut self, id: u64, row: u64) {
        let (_, at, _) = split(id);
        self.page(id).rows[at] = row;
    }

    /// A walk is complete: what it met lives, and all else is gone. Returns those of the last state that are.
    pub(crate) fn finish(&mut self) -> Runs {
        let mut gone = Runs::default();
        self.early.retain(|&number, page| page.finish(number as u64, &mut gone));
        for (number, slot) in (self.first as u64..).zip(&mut self.pages) {
            if slot.as_mut().is_some_and(|page| !page.finish(number, &mut gone)) {
                *slot = None;
            }
        }
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(table: &mut ObjectTable, ids: &[u64]) -> Vec<u64> {
        table.begin();
        for &id in ids {
            table.list(id, 16, 1);
            assert!(!table.meet(id).again);
            assert!(table.meet(id).again);
            table.set_row(id, id + 1);
        }
        table.finish().ids().collect()
    }

    #[test]
    fn objects_that_a_walk_does_not_meet_are_gone_once() {
        let mut table = ObjectTable::default();
        assert_eq!(walk(&mut table, &[1, 2, 63, 64, 200]), Vec::<u64>::new());
        assert_eq!(walk(&mut table, &[2, 64, 201]), [1, 63, 200]);
        assert_eq!(walk(&mut table, &[2, 64, 201]), Vec::<u64>::new());
        assert_eq!(table.pages.iter().flatten().count(), 3);
        assert_eq!(walk(&mut table, &[2]), [64, 201]);
        assert_eq!(table.pages.iter().flatten().count(), 1);
        table.begin();
        assert_eq!(table.meet(2), Met { again: false, row: Some(3), bytes: 16 });
        assert_eq!([2, 64, 1 << 30].map(|id| table.is_met(id)), [true, false, false]);
        assert_eq!(table.meet(64), Met { again: false, row: None, bytes: 0 });
    }

    #[test]
    fn objects_are_as_old_as_the_first_walk_that_met_them_even_if_it_was_given_up() {
        let mut table = ObjectTable::default();
        for collections in [3, 5] {
            table.begin();
            table.list(7, 16, collections);
        }
        assert_eq!(table.born(7), 3);
    }
}
