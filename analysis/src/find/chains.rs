//! Ways from where the walk over holders began to single objects, told by the fields on them.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::held_heap::HeldHeap;
use super::holders::{FieldHolderKind, HolderMap, is_application, thread_local_name};
use crate::base::error::Result;
use crate::base::huge_pages::filled;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::find::field_references::THREAD_LOCAL;
use crate::find::held_heap::Way;
use crate::heap::{Record, Slot, TypeKind};
use crate::keepers::closure::ReferencePairs;

/// Chains are not longer than this.
const LONGEST_CHAIN: usize = 40;

/// A reference from a thread: a local variable, or a field of the thread.
pub(super) type Variable = (ObjectIndex, ObjectIndex);

impl HeldHeap<'_> {
    /// The way on which an object was met that has a holder.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn way_to(&self, map: &HolderMap, object: ObjectIndex, progress: &Progress) -> Result<Way> {
        let heap = self.closures.heap();
        let begins = &map.holders[map.way(map.holder_of[object.at()])[0] as usize];
        let mut way = Way { object, fields: Vec::new(), has_several: false, begins: (begins.kind, begins.name.clone()) };
        let (mut at, mut passed) = (object, 0_usize);
        while map.met_from[at.at()] != NO_OBJECT {
            passed += 1;
            if passed.is_multiple_of(STRETCH) {
                progress.check()?;
            }
            let from = ObjectIndex(map.met_from[at.at()]);
            let mut names = self.names(from, at);
            let is_beginning = heap.is_class_object(from) && begins.kind == FieldHolderKind::Static && names.contains(&begins.name);
            let references = heap.points_to(from).iter().filter(|&&target| target == at.0).count();
            match names.pop() {
                Some(name) if names.is_empty() && references == 1 => {
                    if !way.fields.contains(&name) {
                        way.fields.push(name);
                    }
                }
                // All of them would have to go at once.
                last => way.has_several |= last.is_some(),
            }
            if is_beginning {
                break;
            }
            at = from;
        }
        Ok(way)
    }

    /// Fields that matter by which one object refers to another.
    fn names(&self, from: ObjectIndex, to: ObjectIndex) -> Vec<String> {
        let heap = self.closures.heap();
        if heap.is_class_object(from) {
            let slots = heap.slots_of(from);
            let statics =
                heap.points_to(from).iter().zip(&slots).filter(|&(&target, slot)| target == to.0 && matches!(slot, Slot::Static { .. }));
            return statics.map(|(_, &slot)| heap.slot_name(slot)).collect();
        }
        if let Some((value, field)) = self.references.thread_locals.value_of(from)
            && value == to
        {
            return vec![thread_local_name(heap, field)];
        }
        let held = self.references.held_for(heap, from).filter(|held| held.1 == to);
        held.map(|(slot, _)| heap.slot_name(slot)).collect()
    }

    /// The fields from where the walk began to an object; elements of arrays are left out, and repetitions.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn chain(&self, map: &HolderMap, object: ObjectIndex, progress: &Progress) -> Result<Vec<String>> {
        let way = map.way(map.holder_of[object.at()]);
        let top = &map.holders[way[0] as usize];
        // The thread comes first in the chain, but what it keeps for a variable is told with it.
        let of_thread = match top.kind {
            FieldHolderKind::Thread => format!("{} of {})", THREAD_LOCAL.trim_end_matches(')'), top.name),
            _ => THREAD_LOCAL.to_owned(),
        };
        let mut edges: Vec<(ObjectIndex, ObjectIndex)> = Vec::new();
        let mut at = object;
        // A static field of a class that its own objects lead to again closes a circle; its name ends the chain below.
        let mut seen = FxHashSet::default();
        while map.met_from[at.at()] != NO_OBJECT && seen.insert(at) {
            let from = ObjectIndex(map.met_from[at.at()]);
            edges.push((from, at));
            at = from;
        }
        let mut chain: Vec<String> = Vec::new();
        let mut begins = false;
        for (name, (from, to)) in self.edge_names(&edges, &of_thread, progress)?.into_iter().zip(&edges) {
            let Some(name) = name else { continue };
            begins = match top.kind {
                FieldHolderKind::Static => name == top.name,
                // Static fields of the platform are roots like those of the application.
                FieldHolderKind::Classes => self.closures.heap().is_class_object(*from) && self.names(*from, *to).contains(&name),
                _ => false,
            };
            if chain.last() != Some(&name) {
                chain.push(name);
            }
            if begins || chain.len() == LONGEST_CHAIN {
                break;
            }
        }
        if top.kind == FieldHolderKind::Soft {
            // What holds the soft reference comes first.
            let heap = self.closures.heap();
            let leads_here = |&(source, referent): &(ObjectIndex, usize)| {
                heap.points_to(source)[referent] == at.0 && map.holder_of[source.at()] != NO_OBJECT && source != at
            };
            let reference = heap.weak_referents.iter().find(leads_here).map(|(source, _)| self.chain(map, source, progress)).transpose()?;
            chain.push("java.lang.ref.Reference.referent".to_owned());
            chain.extend(reference.into_iter().flat_map(|names| names.into_iter().rev()));
            chain.truncate(LONGEST_CHAIN);
        } else if top.kind != FieldHolderKind::Static && !begins {
            chain.push(top.name.clone());
        }
        chain.reverse();
        Ok(chain)
    }

    /// The names of references; `None` for elements of arrays. A list makes a way of very many references, so the records
    /// of objects whose fields are not at hand are read all at once.
    fn edge_names(&self, edges: &[(ObjectIndex, ObjectIndex)], of_thread: &str, progress: &Progress) -> Result<Vec<Option<String>>> {
        let heap = self.closures.heap();
        let threads: FxHashSet<ObjectIndex> = heap.threads.iter().filter_map(|thread| thread.object).collect();
        let mut targets: FxHashMap<ObjectIndex, ObjectIndex> = FxHashMap::default();
        let mut names: Vec<Option<String>> = Vec::with_capacity(edges.len());
        progress.for_each(edges, |&(from, to)| {
            let is_array = matches!(heap.type_info(heap.type_of(from)).kind, TypeKind::Array(_));
            let variable = self.references.thread_locals.value_of(from).filter(|&(value, _)| value == to);
            let mut cleanups = self.references.cleanups.of(from);
            let cleanup = cleanups.find(|cleanup| cleanup.0 == to.0).map(|(_, slot)| heap.slot_name(slot));
            names.push(match (variable, self.names(from, to).into_iter().next().or(cleanup)) {
                (Some((_, field)), _) => Some(heap.slot_name(field) + of_thread),
                (None, Some(name)) => Some(name),
                (None, None) if heap.is_class_object(from) || threads.contains(&from) => {
                    let slots = heap.slots_of(from);
                    let slot = heap.points_to(from).iter().zip(&slots).find(|&(&target, _)| target == to.0).map(|(_, &slot)| slot);
                    Some(heap.slot_name(slot.unwrap_or(Slot::Class)))
                }
                (None, None) => {
                    if !is_array {
                        targets.insert(from, to);
                    }
                    None
                }
            });
        })?;
        let sources: RoaringBitmap = targets.keys().map(|source| source.0).collect();
        let read = |found: &mut Vec<(ObjectIndex, Slot)>, record: Record<'_>| {
            let wanted = targets.get(&record.object());
            let slot = heap.slots_in(&record).find(|(_, target)| Some(target) == wanted);
            found.extend(slot.map(|(slot, _)| (record.object(), slot)));
        };
        let found: FxHashMap<ObjectIndex, Slot> = heap.read_records_of(&sources, read, progress)?.into_iter().flatten().collect();
        for (name, (from, _)) in names.iter_mut().zip(edges) {
            if name.is_none() && targets.contains_key(from) {
                *name = Some(heap.slot_name(found.get(from).copied().unwrap_or(Slot::Class)));
            }
        }
        Ok(names)
    }

    /// The references from threads by which they hold the objects of a group, those of the sample's class if there is one:
    /// local variables and fields of the thread. `None` where the holder is no thread, or threads are of the group.
    pub(super) fn variables(
        &self,
        holder: u32,
        group: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<Option<ReferencePairs>> {
        let variables = self.bytes_by_variable(holder, group, sample, progress)?;
        Ok(variables.map(|all| ReferencePairs::new(self.closures.heap(), all.into_iter().map(|(variable, _)| variable))))
    }

    /// As [`HeldHeap::variables`], with the bytes of these objects that were met by way of each, in the order in which the
    /// objects stand.
    pub(super) fn bytes_by_variable(
        &self,
        holder: u32,
        group: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<Option<Vec<(Variable, u64)>>> {
        let heap = self.closures.heap();
        let HolderMap { holder_of, met_from, holders, .. } = &self.map;
        let class = sample.map(|sample| heap.type_of(sample));
        if holders[holder as usize].kind != FieldHolderKind::Thread {
            return Ok(None);
        }
        let mut variables: Vec<(Variable, u64)> = Vec::new();
        // What was met on the way of an object before has told its variable, by its place in the list.
        let mut variable_of: Vec<u32> = filled(NO_OBJECT, heap.len());
        let is_meant =
            |object: &ObjectIndex| holder_of[object.at()] != NO_OBJECT && class.is_none_or(|class| heap.type_of(*object) == class);
        let mut way = Vec::new();
        for (number, object) in group.iter().map(ObjectIndex).filter(is_meant).enumerate() {
            if number.is_multiple_of(STRETCH) {
                progress.check()?;
            }
            let mut at = object.0;
            while variable_of[at as usize] == NO_OBJECT {
                way.push(at);
                let from = met_from[at as usize];
                if from == NO_OBJECT {
                    return Ok(None);
                }
                if met_from[from as usize] == NO_OBJECT {
                    variable_of[at as usize] = variables.len() as u32;
                    variables.push(((ObjectIndex(from), ObjectIndex(at)), 0));
                } else {
                    at = from;
                }
            }
            let variable = variable_of[at as usize];
            way.drain(..).for_each(|object| variable_of[object as usize] = variable);
            variables[variable as usize].1 += heap.bytes_of(object);
        }
        Ok(Some(variables))
    }

    /// Whether a variable is one of a method of the application, which may have passed it on to methods of the platform.
    pub(super) fn is_in_method_of_application(&self, (thread_object, target): Variable) -> bool {
        let heap = self.closures.heap();
        heap.roots.iter().filter(|root| root.object == target).any(|root| {
            let thread = root.thread.map(|thread| &heap.threads[thread.at()]).filter(|thread| thread.object == Some(thread_object));
            let frame = thread.zip(root.frame).and_then(|(thread, frame)| thread.stack.get(frame as usize));
            frame.is_some_and(|frame| is_application(&frame.class))
        })
    }
}
