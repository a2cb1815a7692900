//! The smallest set of fields that must let go so that a group dies.
//!
//! Starts with the field in which the group accumulates. While much of the group stays alive, the walk of `holders` is
//! repeated without the references of the fields found so far, and the field that now holds most of the rest is added:
//! each must go, or the group stays. In the end, fields without which just as much dies are taken out again. What a set
//! of fields frees is not estimated: it is marked.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::holders::{FieldReferences, HolderKind, HolderMap};
use crate::heap::Slot;
use crate::{Closures, NO_OBJECT, NodeTotals, ObjectIndex, Progress, Result};

/// With more fields nobody can act; the first ones are told.
const MOST_FIELDS: usize = 6;
/// A group counts as freed if no more than one part of so many stays: constants that others share.
const STAYING_PARTS: u64 = 10;
/// A holder is followed to a longer way if that holds at least this share of the group.
const FOLLOWED_SHARE: f64 = 0.7;
/// Chains are not longer than this.
const LONGEST_CHAIN: usize = 40;

/// One heap state, ready for questions.
pub(super) struct HeldHeap<'h> {
    pub(super) closures: Closures<'h>,
    pub(super) references: FieldReferences,
    pub(super) map: HolderMap,
}

/// Fields and what happens without them.
pub(super) struct FieldCut {
    pub(super) fields: Vec<CutField>,
    pub(super) freed: RoaringBitmap,
}

/// One field of a cut.
pub(super) struct CutField {
    pub(super) name: String,
    pub(super) kind: HolderKind,
    /// From the root to an object of the group.
    pub(super) chain: Vec<String>,
    /// What the field reaches of the group.
    pub(super) held: NodeTotals,
}

impl<'h> HeldHeap<'h> {
    pub(super) fn new(heap: &'h crate::HeapState, progress: &Progress) -> Result<Self> {
        let closures = Closures::new(heap, progress)?;
        let references = FieldReferences::read(heap, progress)?;
        let map = HolderMap::new(&closures, &references, &FxHashSet::default(), progress)?;
        Ok(Self { closures, references, map })
    }

    /// The objects that a holder and longer ways hold.
    pub(super) fn held_by(&self, holder: u32) -> RoaringBitmap {
        let mut below = vec![false; self.map.holders.len()];
        for at in 0..below.len() {
            below[at] = at as u32 == holder || self.map.holders[at].parent.is_some_and(|parent| below[parent as usize]);
        }
        let held = self.map.holder_of.iter().enumerate().filter(|&(_, &of)| of != NO_OBJECT && below[of as usize]);
        held.map(|(object, _)| object as u32).collect()
    }

    /// The smallest set of fields that frees the group, starting with this holder.
    pub(super) fn cut(&self, group: &RoaringBitmap, holder: u32, sample: Option<ObjectIndex>, progress: &Progress) -> Result<FieldCut> {
        let first = &self.map.holders[holder as usize];
        let all = self.closures.totals(group);
        let mut fields = vec![self.cut_field(&self.map, holder, group, sample, progress)?];
        if !matches!(first.kind, HolderKind::Static | HolderKind::Field) {
            let freed = self.closures.gc_closure(&self.starts_of(holder), progress)?;
            return Ok(FieldCut { fields: if first.kind == HolderKind::Thread { fields } else { Vec::new() }, freed });
        }
        let mut freed = self.freed(&fields, None, progress)?;
        let alone = freed.clone();
        loop {
            let rest = group - &freed;
            if self.closures.totals(&rest).bytes <= all.bytes / STAYING_PARTS {
                break;
            }
            let cut: FxHashSet<(u32, u32)> = self.edges(&fields, None).into_iter().map(|(source, target)| (source.0, target.0)).collect();
            let map = HolderMap::new(&self.closures, &self.references, &cut, progress)?;
            let further = self.holder_of_most(&map, &rest).filter(|&at| {
                let holder = &map.holders[at as usize];
                matches!(holder.kind, HolderKind::Static | HolderKind::Field) && fields.iter().all(|field| field.name != holder.name)
            });
            match further {
                Some(further) if fields.len() < MOST_FIELDS => {
                    fields.push(self.cut_field(&map, further, &rest, sample.filter(|sample| rest.contains(sample.0)), progress)?);
                }
                // Something else keeps the rest: no set of fields frees it, so the first one must do.
                _ => {
                    fields.truncate(1);
                    return Ok(FieldCut { fields, freed: alone });
                }
            }
            freed = self.freed(&fields, None, progress)?;
        }
        let mut at = 1;
        while at < fields.len() {
            let without = self.freed(&fields, Some(at), progress)?;
            if self.closures.totals(&(group & &without)).bytes + all.bytes / STAYING_PARTS / 2
                >= self.closures.totals(&(group & &freed)).bytes
            {
                fields.remove(at);
                freed = without;
            } else {
                at += 1;
            }
        }
        Ok(FieldCut { fields, freed })
    }

    /// Objects where the walk of a holder began: threads, for instance.
    fn starts_of(&self, holder: u32) -> RoaringBitmap {
        let begun = self.map.holder_of.iter().zip(&self.map.met_from).enumerate();
        begun.filter(|&(_, (&of, &from))| of == holder && from == NO_OBJECT).map(|(object, _)| object as u32).collect()
    }

    fn edges(&self, fields: &[CutField], without: Option<usize>) -> Vec<(ObjectIndex, ObjectIndex)> {
        let fields = fields.iter().enumerate().filter(|&(at, _)| Some(at) != without);
        fields.flat_map(|(_, field)| self.references.held_by(self.closures.heap(), &field.name)).collect()
    }

    pub(super) fn freed(&self, fields: &[CutField], without: Option<usize>, progress: &Progress) -> Result<RoaringBitmap> {
        self.closures.freed_by_cutting(&self.edges(fields, without), progress)
    }

    /// The longest way that still holds most of these objects and is held by few.
    pub(super) fn holder_of_most(&self, map: &HolderMap, objects: &RoaringBitmap) -> Option<u32> {
        let mut bytes = vec![0_u64; map.holders.len()];
        for object in objects.iter().map(ObjectIndex) {
            if let Some(bytes) = bytes.get_mut(map.holder_of[object.at()] as usize) {
                *bytes += self.closures.heap().bytes_of(object);
            }
        }
        for at in (0..bytes.len()).rev() {
            if let Some(parent) = map.holders[at].parent {
                bytes[parent as usize] += bytes[at];
            }
        }
        let most = |parent: Option<u32>| {
            let children = (0..bytes.len()).filter(|&at| map.holders[at].parent == parent && bytes[at] > 0);
            children.max_by_key(|&at| (bytes[at], std::cmp::Reverse(at))).map(|at| at as u32)
        };
        let few = (objects.len() / 4).max(1);
        let mut holder = most(None)?;
        while let Some(longer) = most(Some(holder)) {
            let enough = bytes[longer as usize] as f64 >= FOLLOWED_SHARE * bytes[holder as usize] as f64;
            if !enough || map.holders[longer as usize].sources > few {
                break;
            }
            holder = longer;
        }
        Some(holder)
    }

    fn cut_field(
        &self,
        map: &HolderMap,
        holder: u32,
        group: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<CutField> {
        let Self { closures, references, .. } = self;
        let info = &map.holders[holder as usize];
        let seeds: RoaringBitmap = match info.kind {
            HolderKind::Static | HolderKind::Field => {
                references.held_by(closures.heap(), &info.name).into_iter().map(|(_, target)| target.0).collect()
            }
            _ => self.starts_of(holder),
        };
        let held = closures.totals(&(group & closures.transitive_closure(&seeds, progress)?));
        let on_way = |object: &ObjectIndex| map.way(map.holder_of[object.at()]).contains(&holder);
        let sample = sample.filter(|sample| map.holder_of[sample.at()] != NO_OBJECT && on_way(sample)).or_else(|| {
            let mut objects = group.iter().map(ObjectIndex).filter(|object| map.holder_of[object.at()] != NO_OBJECT);
            objects.find(on_way)
        });
        let chain = sample.map(|sample| self.chain(map, sample)).unwrap_or_default();
        Ok(CutField { name: info.name.clone(), kind: info.kind, chain, held })
    }

    /// The fields from where the walk began to an object; elements of arrays are left out, and repetitions.
    fn chain(&self, map: &HolderMap, object: ObjectIndex) -> Vec<String> {
        let heap = self.closures.heap();
        let mut chain = Vec::new();
        let way = map.way(map.holder_of[object.at()]);
        let top = &map.holders[way[0] as usize];
        let mut at = object;
        while map.met_from[at.at()] != NO_OBJECT && chain.len() < LONGEST_CHAIN {
            let from = ObjectIndex(map.met_from[at.at()]);
            let slots = heap.slots_of(from);
            // Of several references the one that is a field tells most.
            let leading = heap.points_to(from).iter().zip(&slots).filter(|&(&target, _)| target == at.0);
            let slot = leading.map(|(_, &slot)| slot).max_by_key(|slot| matches!(slot, Slot::Field { .. } | Slot::Static { .. }));
            match slot.unwrap_or(Slot::Class) {
                Slot::Element(_) => {}
                slot => {
                    let name = heap.slot_name(slot);
                    let begins = top.kind == HolderKind::Static && name == top.name;
                    if chain.last() != Some(&name) {
                        chain.push(name);
                    }
                    if begins {
                        break;
                    }
                }
            }
            at = from;
        }
        if top.kind != HolderKind::Static {
            chain.push(top.name.clone());
        }
        chain.reverse();
        chain
    }
}

/// How many bytes of each class are in a set, most first; for equal numbers by name.
pub(super) fn classes_of(closures: &Closures<'_>, set: &RoaringBitmap) -> Vec<(String, NodeTotals)> {
    let heap = closures.heap();
    let mut by_name: FxHashMap<&str, NodeTotals> = FxHashMap::default();
    for object in set.iter().map(ObjectIndex) {
        let sum = by_name.entry(&heap.type_info(heap.type_of(object)).name).or_default();
        *sum = sum.saturating_add(NodeTotals { objects: 1, bytes: heap.bytes_of(object) });
    }
    let mut classes: Vec<_> = by_name.into_iter().map(|(name, totals)| (name.to_owned(), totals)).collect();
    classes.sort_by(|a, b| b.1.bytes.cmp(&a.1.bytes).then_with(|| a.0.cmp(&b.0)));
    classes
}
