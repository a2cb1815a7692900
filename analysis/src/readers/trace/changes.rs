//! What blocks of states change: births, deaths, new rows; and the list of objects after them.
//!
//! Changes of several states are applied at once: one sweep over all ids merges the list before with what was born, what
//! died and whose references changed, so that a jump over many states costs what they changed, not many lists.
//! Memory: 16 bytes per birth, 24 per changed row, and the packed references.

use std::borrow::Cow;
use std::collections::BinaryHeap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use trace_format::{Births, BlockEntry, BlockKind, Damage, Descriptor, Gone, Malformed, Rows};

use super::objects::{Object, Objects, put_row, references_of};
use crate::base::error::Result;
use crate::base::progress::{Progress, STRETCH};
use crate::base::warnings::Warnings;

/// Said of a block whose bytes are not what was written.
pub(super) const DAMAGED: &str = "A block of the trace is damaged; what it held is missing";

/// An object that was met first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Birth {
    id: u64,
    /// Blocks have the order of time.
    block: u32,
    descriptor: u32,
}

/// References of an object, all or a part of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RowPart {
    id: u64,
    block: u32,
    /// Where in the packed rows of the block.
    start: u32,
    /// Twice the length, plus one if it goes on with the part before.
    length: u32,
}

/// Objects that died, by first and last id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Dead {
    first: u64,
    last: u64,
    step: u32,
}

/// Changes of one state or of several.
#[derive(Debug, Default)]
pub(super) struct Changes {
    births: Vec<Birth>,
    rows: Vec<RowPart>,
    /// By block: packed rows.
    packed: Vec<Vec<u8>>,
    dead: Vec<Dead>,
    /// By block: which of the states it belongs to. Within a state objects die first, then others are born.
    steps: Vec<u32>,
    /// Where the first block begins that could not be read wholly.
    pub(super) damaged: Option<u64>,
}

/// All descriptors that objects have, each once.
#[derive(Debug, Default, Clone)]
pub(super) struct Descriptors {
    pub(super) list: Vec<Descriptor>,
    numbers: FxHashMap<Descriptor, u32>,
}

impl Descriptors {
    fn number(&mut self, descriptor: Descriptor) -> u32 {
        *self.numbers.entry(descriptor).or_insert_with(|| {
            self.list.push(descriptor);
            self.list.len() as u32 - 1
        })
    }
}

/// What was odd about changes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Odd {
    /// Rows of objects that the state does not have.
    pub(super) strays: u64,
    /// Births of objects that the state had already.
    pub(super) twins: u64,
}

/// What a block holds, decoded.
enum Part {
    Births(Vec<Descriptor>, Vec<(u64, u32)>),
    Rows(Vec<RowPart>, Vec<u8>, Option<Malformed>),
    Dead(Vec<(u64, u64)>),
    Lost(Damage),
}

impl Changes {
    /// Reads these blocks; each is given with the number of its state, and they are in the order of time.
    pub(super) fn read(
        file: &[u8],
        blocks: &[(BlockEntry, u32)],
        descriptors: &mut Descriptors,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<Self> {
        let read = |(block, (entry, _)): (usize, &(BlockEntry, u32))| {
            progress.advance(entry.stored_bytes())?;
            Ok(read_part(file, entry, block as u32))
        };
        let parts: Vec<Part> = blocks.par_iter().enumerate().map(read).collect::<Result<_>>()?;
        let mut changes = Self { steps: blocks.iter().map(|block| block.1).collect(), ..Self::default() };
        changes.packed.resize(blocks.len(), Vec::new());
        let (births, rows) = parts.iter().fold((0, 0), |(births, rows), part| match part {
            Part::Births(_, ids) => (births + ids.len(), rows),
            Part::Rows(parts, ..) => (births, rows + parts.len()),
            Part::Dead(_) | Part::Lost(_) => (births, rows),
        });
        changes.births.reserve_exact(births);
        changes.rows.reserve_exact(rows);
        for ((block, part), (entry, step)) in (0_u32..).zip(parts).zip(blocks) {
            progress.check()?;
            match part {
                Part::Births(own, ids) => {
                    let numbers: Vec<u32> = own.into_iter().map(|descriptor| descriptors.number(descriptor)).collect();
                    changes.births.extend(ids.into_iter().map(|(id, kind)| Birth { id, block, descriptor: numbers[kind as usize] }));
                }
                Part::Rows(rows, packed, damage) => {
                    changes.rows.extend(rows);
                    changes.packed[block as usize] = packed;
                    if let Some(damage) = damage {
                        changes.damaged.get_or_insert(entry.at);
                        warnings.add(DAMAGED, format!("rows at byte {}: {damage}", entry.at));
                    }
                }
                Part::Dead(runs) => changes.dead.extend(runs.into_iter().map(|(first, last)| Dead { first, last, step: *step })),
                Part::Lost(damage) => {
                    changes.damaged.get_or_insert(entry.at);
                    warnings.add(DAMAGED, format!("at byte {}: {damage}", entry.at));
                }
            }
        }
        sort(&mut changes.births);
        sort(&mut changes.rows);
        sort(&mut changes.dead);
        Ok(changes)
    }

    /// The objects after these changes.
    pub(super) fn apply(&self, before: &Objects, progress: &Progress) -> Result<(Objects, Odd)> {
        let mut odd = Odd::default();
        let mut after = Objects::like(before);
        let mut walk = before.walk();
        let mut dead = Reaper { runs: &self.dead, open: BinaryHeap::new() };
        let (mut births, mut rows) = (&self.births[..], &self.rows[..]);
        let mut last = 0;
        let mut joined = Vec::new();
        let mut looked_at = 0;
        loop {
            if after.len() >= looked_at {
                progress.check()?;
                looked_at = after.len() + STRETCH;
            }
            let changed = births.first().map_or(u64::MAX, |birth| birth.id).min(rows.first().map_or(u64::MAX, |row| row.id));
            let next = changed.min(walk.peek().unwrap_or(u64::MAX));
            if next == u64::MAX {
                break;
            }
            // Up to the next change, and where nobody died, objects stay as they are.
            last = after.copy_below(last, &mut walk, changed.min(dead.next_from(next)));
            let id = changed.min(walk.peek().unwrap_or(u64::MAX));
            if id == u64::MAX {
                break;
            }
            let here = births.iter().take_while(|birth| birth.id == id).count();
            let of_births = births.split_off(..here).unwrap_or_default();
            let here = rows.iter().take_while(|row| row.id == id).count();
            let of_rows = rows.split_off(..here).unwrap_or_default();
            let old = if walk.peek() == Some(id) { walk.next() } else { None };
            let died = dead.last_step(id);
            // What came before a death does not count any more; within a state deaths come first.
            let counts = |block: u32| died.is_none_or(|died| self.steps[block as usize] >= died);
            let old = old.filter(|_| died.is_none());
            let birth = of_births.iter().rev().find(|birth| counts(birth.block));
            odd.twins += u64::from(old.is_some() && birth.is_some());
            let Some(descriptor) = birth.map(|birth| birth.descriptor).or(old.map(|old| old.descriptor)) else {
                odd.strays += u64::from(of_rows.iter().any(|row| counts(row.block)));
                continue;
            };
            let row = self.row(id, old.map_or(&[], |old| old.row), of_rows, counts, &mut joined);
            after.push(last, Object { id, descriptor, row });
            last = id;
        }
        after.shrink();
        Ok((after, odd))
    }

    /// The row of an object: the last one that was recorded, with its parts, or else the old one.
    fn row<'r>(&'r self, id: u64, old: &'r [u8], parts: &[RowPart], counts: impl Fn(u32) -> bool, joined: &'r mut Vec<u8>) -> &'r [u8] {
        let parts = &parts[parts.iter().position(|part| counts(part.block)).unwrap_or(parts.len())..];
        let packed = |part: &RowPart| &self.packed[part.block as usize][part.start as usize..][..part.length as usize >> 1];
        let begins = parts.iter().rposition(|part| part.length & 1 == 0);
        let (old, parts) = match begins {
            Some(at) => (&[][..], &parts[at..]),
            None => (old, parts),
        };
        match (old, parts) {
            (old, []) => old,
            ([], [only]) => packed(only),
            _ => {
                joined.clear();
                let new = parts.iter().flat_map(|part| references_of(id, packed(part)));
                put_row(id, references_of(id, old).chain(new), joined);
                joined
            }
        }
    }
}

fn sort<T: Ord + Send>(list: &mut [T]) {
    if !list.is_sorted() {
        list.par_sort_unstable();
    }
}

/// Says when an object died, for ascending ids.
struct Reaper<'a> {
    /// Those that no id has reached.
    runs: &'a [Dead],
    /// Those that have begun: (state, last id), the latest state on top.
    open: BinaryHeap<(u32, u64)>,
}

impl Reaper<'_> {
    /// The first id from this one on at which somebody may have died.
    fn next_from(&mut self, id: u64) -> u64 {
        self.pass(id);
        if self.open.is_empty() { self.runs.first().map_or(u64::MAX, |run| run.first) } else { id }
    }

    /// The last state in which an object died, if it did.
    fn last_step(&mut self, id: u64) -> Option<u32> {
        self.pass(id);
        self.open.peek().map(|&(step, _)| step)
    }

    fn pass(&mut self, id: u64) {
        while let Some((run, rest)) = self.runs.split_first()
            && run.first <= id
        {
            self.open.push((run.step, run.last));
            self.runs = rest;
        }
        // What ended below the top is found when it gets there.
        while self.open.peek().is_some_and(|&(_, last)| last < id) {
            self.open.pop();
        }
    }
}

fn read_part(file: &[u8], entry: &BlockEntry, block: u32) -> Part {
    let content: Cow<'_, [u8]> = match entry.content(file) {
        Ok(content) => content,
        Err(damage) => return Part::Lost(damage),
    };
    let part = match entry.kind {
        Some(BlockKind::Births) => read::<Births>(&content).map(|births| {
            let ids = births.ids.ids().zip(births.kinds).filter(|&(id, _)| is_id(id)).collect();
            Part::Births(births.descriptors, ids)
        }),
        Some(BlockKind::Gone) => read::<Gone>(&content).map(|gone| {
            let runs = gone.ids.runs().iter().filter(|run| run.1 > 0);
            Part::Dead(runs.map(|&(first, count)| (first, first + (count - 1))).collect())
        }),
        Some(BlockKind::Rows) => read::<Rows>(&content).map(|rows| read_rows(&rows, block)),
        _ => Ok(Part::Dead(Vec::new())),
    };
    part.unwrap_or_else(Part::Lost)
}

fn read<B: trace_format::Block>(content: &[u8]) -> std::result::Result<B, Damage> {
    Ok(B::from_bytes(content)?)
}

/// 0 stands for no object, and the largest number ends the sweep.
fn is_id(id: u64) -> bool {
    id != 0 && id != u64::MAX
}

fn read_rows(rows: &Rows, block: u32) -> Part {
    let mut parts: Vec<RowPart> = Vec::with_capacity(rows.len() as usize);
    let mut packed = Vec::with_capacity(rows.bytes());
    let damage = rows.each(|id, references, goes_on| {
        let start = packed.len();
        put_row(id, references.iter().copied(), &mut packed);
        let length = (packed.len() - start) as u32;
        // A block holds 16 MiB, so packed rows stay far below 4 GiB.
        if is_id(id) {
            parts.push(RowPart { id, block, start: start as u32, length: length << 1 | u32::from(goes_on) });
        }
    });
    Part::Rows(parts, packed, damage.err())
}
