//! Which states a trace has, and which blocks each is made of.
//!
//! A state whose end was never written did not happen, unless a damaged stretch may have held the end. Differences whose
//! beginning is lost are no state to be shown, but later states build on them.

use trace_format::{BlockEntry, BlockKind, Scan, StateBegin, StateEnd};

use super::dictionary::read_block;
use crate::base::warnings::Warnings;

/// One difference, or one full state.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Step {
    /// `None` where it is lost: then nothing says when this was.
    pub(super) begin: Option<StateBegin>,
    /// `None` where it is lost.
    pub(super) end: Option<StateEnd>,
    /// Births, deaths and rows, in the order of the file.
    pub(super) changes: Vec<BlockEntry>,
    pub(super) roots: Vec<BlockEntry>,
    /// Where it starts in the file.
    pub(super) at: u64,
    /// The state before is missing, so that this one is not whole.
    pub(super) lacks_base: bool,
}

impl Step {
    pub(super) fn is_full(&self) -> bool {
        self.begin.is_some_and(|begin| begin.is_full)
    }

    /// Bytes of its blocks, in the file and when decompressed.
    pub(super) fn bytes(&self) -> (u64, u64) {
        let blocks = || self.changes.iter().chain(&self.roots);
        (blocks().map(BlockEntry::stored_bytes).sum(), blocks().map(|block| u64::from(block.raw_bytes())).sum())
    }
}

/// All steps of a trace, and which of them are states to be shown.
#[derive(Debug, Default)]
pub(super) struct Directory {
    pub(super) steps: Vec<Step>,
    pub(super) shown: Vec<usize>,
}

impl Directory {
    pub(super) fn of(file: &[u8], scan: &Scan, warnings: &Warnings) -> Self {
        let mut directory = Self::default();
        let mut open: Option<Step> = None;
        let mut lost = scan.lost.iter().peekable();
        let (mut lost_since_begin, mut lost_since_close) = (false, false);
        for entry in &scan.blocks {
            while lost.next_if(|lost| lost.at < entry.at).is_some() {
                (lost_since_begin, lost_since_close) = (true, true);
            }
            match entry.kind {
                Some(BlockKind::StateBegin) => {
                    let begin: Option<StateBegin> = read_block(file, entry, warnings);
                    let lost = lost_since_begin || begin.is_none();
                    if let Some(step) = open.take() {
                        directory.close(step, None, lost, lost_since_close, warnings);
                        lost_since_close = lost;
                    }
                    lost_since_begin = begin.is_none();
                    open = Some(Step { begin, at: entry.at, ..Step::default() });
                }
                Some(BlockKind::StateEnd) => {
                    let end: Option<StateEnd> = read_block(file, entry, warnings);
                    let step = open.take().unwrap_or_else(|| Step { at: entry.at, ..Step::default() });
                    directory.close(step, end, true, lost_since_close, warnings);
                    (lost_since_begin, lost_since_close) = (false, false);
                }
                // The recorder has said so: nothing is lost. The next state is full.
                Some(BlockKind::StateGivenUp) => open = None,
                Some(BlockKind::Births | BlockKind::Rows | BlockKind::Gone) => {
                    open.get_or_insert_with(|| Step { at: entry.at, ..Step::default() }).changes.push(*entry);
                }
                Some(BlockKind::Roots) => open.get_or_insert_with(|| Step { at: entry.at, ..Step::default() }).roots.push(*entry),
                _ => {}
            }
        }
        if let Some(step) = open {
            directory.close(step, None, false, false, warnings);
        }
        directory
    }

    /// The last step up to this one that numbers objects anew; the first one where none does.
    pub(super) fn last_anew(&self, at: usize) -> usize {
        (0..=at).rev().find(|&at| self.steps[at].begin.is_some_and(|begin| begin.numbers_anew)).unwrap_or(0)
    }

    /// `is_over`: it has an end, or had one that is lost. `after_loss`: a state before it may be lost.
    fn close(&mut self, mut step: Step, end: Option<StateEnd>, is_over: bool, after_loss: bool, warnings: &Warnings) {
        if !is_over {
            warnings.add("A heap walk was not finished; its state is left out", format!("at byte {}", step.at));
            return;
        }
        if step.begin.is_none() && step.changes.is_empty() {
            return;
        }
        step.end = end;
        let number = |step: &Step| step.begin.map(|begin| begin.state).or(step.end.map(|end| end.state));
        let before = self.steps.last().filter(|before| {
            let follows = number(before).and_then(|before| before.checked_add(1)) == number(&step);
            !before.lacks_base && (follows || !after_loss)
        });
        step.lacks_base = !step.is_full() && before.is_none();
        if step.begin.is_some() {
            self.shown.push(self.steps.len());
        } else {
            warnings.add("The beginning of a state is lost; it is not shown", format!("at byte {}", step.at));
        }
        self.steps.push(step);
    }
}
