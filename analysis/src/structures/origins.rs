//! From where objects are reached, as far as that is of interest: none, one, another one.

use crate::base::error::Result;
use crate::base::ids::NO_OBJECT;

/// How many origins are remembered: so many that two remain where one does not count.
const MOST: usize = 3;

/// Different origins of an object; all of them, or [`MOST`] if there are as many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origins([u32; MOST]);

impl Default for Origins {
    fn default() -> Self {
        Self([NO_OBJECT; MOST])
    }
}

impl Origins {
    /// Remembers an origin; whether it is new.
    pub(super) fn add(&mut self, origin: u32) -> bool {
        let place = self.0.iter_mut().find(|known| [NO_OBJECT, origin].contains(known));
        place.is_some_and(|place| std::mem::replace(place, origin) != origin)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied().filter(|&origin| origin != NO_OBJECT)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0[0] == NO_OBJECT
    }

    pub(super) fn has(&self, origin: u32) -> bool {
        self.0.contains(&origin)
    }

    /// Whether there may be more.
    pub(super) fn is_full(&self) -> bool {
        self.0[MOST - 1] != NO_OBJECT
    }
}

/// Walks on from every start, which is the origin of all that it reaches. `next` tells where an object leads to, given its
/// origin, `add` remembers the origin of an object and tells whether that is worth going on.
///
/// An object hands on as many origins as it remembers, so that it is passed no more often, and whoever lies behind it
/// remembers as many as it could.
pub(super) fn spread(
    starts: impl Iterator<Item = u32>,
    mut next: impl FnMut(u32, u32, &mut Vec<u32>) -> Result<()>,
    mut add: impl FnMut(u32, u32) -> bool,
) -> Result<()> {
    let mut ways: Vec<(u32, u32)> = starts.map(|start| (start, start)).collect();
    let mut targets = Vec::new();
    while let Some((object, origin)) = ways.pop() {
        next(object, origin, &mut targets)?;
        ways.extend(targets.drain(..).filter(|&target| add(target, origin)).map(|target| (target, origin)));
    }
    Ok(())
}
