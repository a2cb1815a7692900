//! The parts of the heap: where they lie, what they are, and which of them a collection empties.

use std::collections::BTreeMap;
use std::ops::Range;

use super::event::{SpaceEvent, SpaceKind, UNDEFINED};

#[derive(Debug, Clone, Copy)]
struct Space {
    start: u64,
    bytes: u64,
    kind: SpaceKind,
}

impl Space {
    fn range(self) -> Range<u64> {
        self.start..self.start.saturating_add(self.bytes)
    }
}

/// All spaces of the heap, by number.
#[derive(Debug, Default)]
pub(super) struct Spaces {
    by_index: BTreeMap<u32, Space>,
    by_start: BTreeMap<u64, u32>,
}

impl Spaces {
    pub(super) fn apply(&mut self, event: &SpaceEvent) {
        match *event {
            SpaceEvent::Lies { index, start, bytes } => {
                let kind = self.remove(index).map_or(UNDEFINED, |space| space.kind);
                self.by_index.insert(index, Space { start, bytes, kind });
                self.by_start.insert(start, index);
            }
            SpaceEvent::Is { index, kind } => {
                if let Some(space) = self.by_index.get_mut(&index) {
                    space.kind = kind;
                }
            }
            SpaceEvent::Released { index } => {
                if let Some(space) = self.by_index.get_mut(&index) {
                    space.kind = UNDEFINED;
                }
            }
            SpaceEvent::Destroyed { first, count } => {
                let end = u64::from(first).saturating_add(count);
                let gone: Vec<u32> =
                    self.by_index.range(first..).map(|(&index, _)| index).take_while(|&index| u64::from(index) < end).collect();
                for index in gone {
                    self.remove(index);
                }
            }
        }
    }

    fn remove(&mut self, index: u32) -> Option<Space> {
        let space = self.by_index.remove(&index)?;
        if self.by_start.get(&space.start) == Some(&index) {
            self.by_start.remove(&space.start);
        }
        Some(space)
    }

    /// What the space of an address is.
    pub(super) fn kind_at(&self, address: u64) -> SpaceKind {
        let space = self.by_start.range(..=address).next_back().and_then(|(_, index)| self.by_index.get(index));
        space.filter(|space| space.range().contains(&address)).map_or(UNDEFINED, |space| space.kind)
    }

    /// Where a space lies.
    pub(super) fn range(&self, index: u32) -> Option<Range<u64>> {
        self.by_index.get(&index).map(|space| space.range())
    }
}
