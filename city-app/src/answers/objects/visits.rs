//! The objects that were looked at, for going back and forward.

use std::collections::VecDeque;

/// Objects that are remembered.
const MOST: usize = 200;

/// Addresses of objects in the order in which they were looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visits {
    visited: VecDeque<u64>,
    at: usize,
}

impl Visits {
    /// An object is looked at now. Going on from the middle forgets what lay ahead.
    pub fn visit(&mut self, address: u64) {
        if self.visited.get(self.at) == Some(&address) {
            return;
        }
        self.visited.truncate(self.at + 1);
        self.visited.push_back(address);
        if self.visited.len() > MOST {
            self.visited.pop_front();
        }
        self.at = self.visited.len() - 1;
    }

    /// The object before this one, which is the one being looked at from now on.
    pub fn back(&mut self) -> Option<u64> {
        self.at = self.at.checked_sub(1)?;
        self.visited.get(self.at).copied()
    }

    /// The object that was gone back from.
    pub fn forward(&mut self) -> Option<u64> {
        let next = *self.visited.get(self.at + 1)?;
        self.at += 1;
        Some(next)
    }

    /// Whether there is one before and one ahead.
    #[must_use]
    pub fn can_go(&self) -> (bool, bool) {
        (self.at > 0, self.at + 1 < self.visited.len())
    }

    /// The last ones up to the present one, oldest first.
    pub fn trail(&self, most: usize) -> impl Iterator<Item = u64> + '_ {
        let end = (self.at + 1).min(self.visited.len());
        self.visited.range(end.saturating_sub(most)..end).copied()
    }

    /// Nothing was looked at.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_back_forward_and_off_to_somewhere_else() {
        let mut visits = Visits::default();
        assert_eq!((visits.back(), visits.forward(), visits.can_go()), (None, None, (false, false)));
        [1, 2, 2, 3].into_iter().for_each(|address| visits.visit(address));
        assert_eq!((visits.back(), visits.back(), visits.back()), (Some(2), Some(1), None));
        assert_eq!((visits.can_go(), visits.forward()), ((false, true), Some(2)));
        visits.visit(2);
        assert_eq!(visits.can_go(), (true, true), "the same object is no new visit");
        visits.visit(9);
        assert_eq!((visits.forward(), visits.trail(2).collect::<Vec<_>>()), (None, vec![2, 9]));
        (10..1000).for_each(|address| visits.visit(address));
        assert_eq!(visits.trail(usize::MAX).count(), MOST);
        assert_eq!(visits.back(), Some(998));
    }
}
