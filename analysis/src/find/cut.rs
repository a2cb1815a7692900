//! The smallest set of fields that must let go so that a group dies.
//!
//! While much of the group stays alive, the walk of `holders` is repeated without the references of the fields found so
//! far, at first that of the field in which the group accumulates. It shows a way that is left: one of the fields on it must
//! go, too. The smallest set of fields that has one of each way found (an exact search over few ways) is tried next. When
//! nothing much stays, no smaller set can do: every smaller one leaves one of the ways open. Which is a smallest cut of
//! the graph of single references, labelled with fields, without ever building this graph.
//!
//! Fields above the one in which the group accumulates do not count, or the answer would be the one field that holds the
//! application; nor do fields by which each of many objects holds its own part. Where a way has no field at all and begins with a
//! thread, the thread must end as well. What a set of fields and threads frees is not estimated: it is marked, over
//! strong references, because what only weak and soft ones reach then is garbage, too.
//!
//! The cut of a drawn graph (`reference_graph`) answers another question: the fewest references between *classes*, those
//! of the platform included, that part a group from its roots. It may be `HashMap$Node.value` for all maps at once, where
//! this one names the places in the program that must let go.

use std::sync::OnceLock;

use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::field_references::FieldReferences;
use super::holders::{FINALIZER_QUEUE, Holder, HolderKind, HolderMap, THREAD_LOCAL, is_application, is_in_code, thread_local_name};
use super::let_go::{LetGo, weak_references};
use crate::closure::ReferencePairs;
use crate::heap::{ObjectBits, Slot};
use crate::{Closures, HeapState, NO_OBJECT, NodeTotals, ObjectIndex, Progress, Record, Result, TypeKind};

/// With more fields nobody can act; the first ones are told.
const MOST_FIELDS: usize = 6;
/// A group counts as freed if no more than one part of so many stays: constants that others share.
const STAYING_PARTS: u64 = 10;
/// A holder is followed to a longer way if that holds at least this share of the group.
const FOLLOWED_SHARE: f64 = 0.7;
/// One that met this share of it first may reach as much.
const SEEN_SHARE: f64 = 0.2;
/// Ways that are looked at before the search is given up.
const MOST_DEMANDS: usize = 24;
/// A field of the platform is as good as one of the application that is so many fields farther from the group.
const FOREIGN_DISTANCE: usize = 100;
/// Chains are not longer than this.
const LONGEST_CHAIN: usize = 40;

/// One heap state, ready for questions.
pub(super) struct HeldHeap<'h> {
    pub(super) closures: Closures<'h>,
    pub(super) references: FieldReferences,
    pub(super) map: HolderMap,
    /// What the walk over strong references met.
    strong: RoaringBitmap,
    /// References that keep nothing alive.
    weak: ReferencePairs,
    /// What strong references keep alive, once it was asked for.
    alive: OnceLock<RoaringBitmap>,
}

/// Fields and what happens without them.
pub(super) struct FieldCut {
    /// Fields, and threads that must end.
    pub(super) fields: Vec<CutField>,
    pub(super) freed: RoaringBitmap,
    /// Whether no smaller set does.
    pub(super) smallest: bool,
    /// What else keeps much of the group, if no few fields and threads free it.
    pub(super) also_held_by: Option<String>,
}

/// What a search ended with.
enum Others {
    /// Fields and threads without which the group dies.
    Found(Vec<String>),
    /// No few do; this is where the next way begins.
    HeldBy(Option<String>),
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
    pub(super) fn new(heap: &'h HeapState, progress: &Progress) -> Result<Self> {
        Self::with(Closures::new(heap, progress)?, progress)
    }

    /// As [`HeldHeap::new`], with what closures need.
    pub(super) fn with(closures: Closures<'h>, progress: &Progress) -> Result<Self> {
        let heap = closures.heap();
        let references = FieldReferences::read(heap, progress)?;
        let map = HolderMap::new(&closures, &references, None, progress)?;
        let strong =
            held_by_any(&map, |_, holder| holder.parent.is_none() && holder.kind != HolderKind::Soft && holder.name != FINALIZER_QUEUE);
        let weak = weak_references(heap, &references);
        Ok(Self { closures, references, map, strong, weak, alive: OnceLock::new() })
    }

    /// The objects that a holder and longer ways hold.
    pub(super) fn held_by(&self, holder: u32) -> RoaringBitmap {
        held_by_any(&self.map, |at, _| at == holder)
    }

    /// The smallest set of fields that frees the group: this holder's field, and as few others as possible.
    pub(super) fn cut(&self, group: &RoaringBitmap, holder: u32, sample: Option<ObjectIndex>, progress: &Progress) -> Result<FieldCut> {
        let staying_bytes = self.closures.totals(group).bytes / STAYING_PARTS;
        self.cut_all_but(group, staying_bytes, holder, sample, progress)
    }

    /// As [`HeldHeap::cut`]; so many bytes of the group may stay.
    pub(super) fn cut_all_but(
        &self,
        group: &RoaringBitmap,
        staying_bytes: u64,
        holder: u32,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<FieldCut> {
        let info = &self.map.holders[holder as usize];
        let first = self.cut_field(&self.map, holder, group, sample, progress)?;
        if !info.kind.is_field() {
            let freed = match self.variables(holder, group, sample) {
                Some(variables) => self.freed_by_cutting(|source, target| variables.has(source, target), progress)?,
                None => self.closures.marked_gc_closure(&starts_of(&self.map, holder), progress)?,
            };
            let fields = if info.kind == HolderKind::Classes { Vec::new() } else { vec![first] };
            return Ok(FieldCut { fields, freed, smallest: false, also_held_by: None });
        }
        // The rest is garbage as soon as somebody looks.
        let group = &(group & self.alive(progress)?);
        let alone = self.freed_without(&[&first.name], progress)?;
        if self.closures.totals(&(group - &alone)).bytes <= staying_bytes {
            return Ok(FieldCut { fields: vec![first], freed: alone, smallest: true, also_held_by: None });
        }
        let above = self.map.way(holder).into_iter().filter(|&at| at != holder).map(|at| self.map.holders[at as usize].name.clone());
        let few = (group.len() / 4).max(1);
        let mut search = Search { first: first.name.clone(), above: above.collect(), few, sample, ..Search::default() };
        self.demand_first(holder, group, &mut search);
        match self.others(&mut search, group, staying_bytes, progress)? {
            Others::Found(names) => self.finish(group, staying_bytes, first, names, &search, progress),
            Others::HeldBy(also_held_by) => Ok(FieldCut { fields: vec![first], freed: alone, smallest: false, also_held_by }),
        }
    }

    /// The way on which the group accumulates is the first demand: its field, or another one nearer to the group.
    fn demand_first(&self, holder: u32, group: &RoaringBitmap, search: &mut Search) {
        let Some(object) = self.example(&self.map, holder, group, search.sample) else { return };
        let mut demand = self.demand(&self.map, object, search);
        demand.retain(|name| *name != search.first);
        demand.insert(0, search.first.clone());
        search.objects.push(object);
        search.demands.push(demand);
    }

    /// The smallest set of fields, the first one among them where that does as well.
    ///
    /// Every way on which something of the group stays alive is a demand: one of its fields must go, too, or, where it has
    /// none, the thread with which it begins. The smallest
    /// set that meets all demands so far is cut, which shows the next way that is left, or that none is.
    fn others(&self, search: &mut Search, group: &RoaringBitmap, staying_bytes: u64, progress: &Progress) -> Result<Others> {
        let mut found = vec![search.first.clone()];
        for _ in 0..MOST_DEMANDS {
            let names: Vec<&str> = found.iter().map(String::as_str).collect();
            let cut = self.let_go(&names);
            let rest = group - self.freed_by(&cut, progress)?;
            if self.closures.totals(&rest).bytes <= staying_bytes {
                return Ok(Others::Found(found));
            }
            let map = HolderMap::new(&self.closures, &self.references, Some(&cut), progress)?;
            drop(cut);
            let Some(holder) = self.holder_of_most(&map, &rest, progress)? else { return Ok(Others::HeldBy(None)) };
            let given_up = || Ok(Others::HeldBy(map.way(holder).first().map(|&top| map.holders[top as usize].name.clone())));
            let Some(object) = self.example(&map, holder, &rest, search.sample) else { return given_up() };
            let demand = self.demand(&map, object, search);
            if demand.is_empty() {
                return given_up();
            }
            search.objects.push(object);
            search.demands.push(demand);
            match smallest_hitting_set(&search.demands, MOST_FIELDS) {
                Some(set) => found = set,
                None => return given_up(),
            }
        }
        Ok(Others::HeldBy(None))
    }

    /// An object of a group on the ways of a holder: of the sample's class if there is one, else of the application.
    fn example(&self, map: &HolderMap, holder: u32, group: &RoaringBitmap, sample: Option<ObjectIndex>) -> Option<ObjectIndex> {
        let heap = self.closures.heap();
        let below = below_any(map, |at, _| at == holder);
        let on_way = |object: &ObjectIndex| below.get(map.holder_of[object.at()] as usize).copied().unwrap_or(false);
        let objects = || group.iter().map(ObjectIndex).filter(on_way);
        let of_class = sample.and_then(|sample| objects().find(|&object| heap.type_of(object) == heap.type_of(sample)));
        // What the application made is seldom shared with others, which would prove nothing.
        let is_own = |object: &ObjectIndex| is_application(&heap.type_info(heap.type_of(*object)).name);
        let own = || objects().find(is_own).or_else(|| objects().find(|&object| !heap.is_class_object(object)));
        of_class.or_else(own).or_else(|| objects().next())
    }

    /// The fields on the way to an object that may be cut, the nearest to the object first: all but those above the field
    /// in which the group accumulates, and those by which each of many objects holds its own part.
    fn demand(&self, map: &HolderMap, object: ObjectIndex, search: &mut Search) -> Vec<String> {
        let heap = self.closures.heap();
        let mut demand: Vec<String> = Vec::new();
        let begins = &map.holders[map.way(map.holder_of[object.at()])[0] as usize];
        let mut at = object;
        while map.met_from[at.at()] != NO_OBJECT {
            let from = ObjectIndex(map.met_from[at.at()]);
            let names = self.names(from, at);
            let references = heap.points_to(from).iter().filter(|&&target| target == at.0).count();
            let all_are_named = references == names.len();
            if let ([name], true) = (names.as_slice(), all_are_named) {
                let may_go = *name == search.first || is_in_code(name) && !search.above.contains(name) && self.is_held_by_few(name, search);
                if may_go && !demand.contains(name) {
                    demand.push(name.clone());
                }
            } else if !names.is_empty() {
                // Several fields would have to go at once.
                search.is_exact = false;
            }
            if heap.is_class_object(from) && begins.kind == HolderKind::Static && names.contains(&begins.name) {
                break;
            }
            at = from;
        }
        if demand.is_empty() && begins.kind == HolderKind::Thread {
            search.is_exact = false;
            demand.push(begins.name.clone());
        }
        demand
    }

    fn is_held_by_few(&self, name: &str, search: &mut Search) -> bool {
        let few = search.few;
        *search.held_by_few.entry(name.to_owned()).or_insert_with(|| {
            let heap = self.closures.heap();
            let positions = self.references.positions(heap, &[name]);
            let sources = positions.sources(heap, &self.references).filter(|&source| self.closures.is_live(source));
            sources.count() as u64 <= few
        })
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

    /// Describes the fields that were found, each by what it alone still holds, and leaves out those that hardly matter.
    fn finish(
        &self,
        group: &RoaringBitmap,
        staying_bytes: u64,
        first: CutField,
        mut names: Vec<String>,
        search: &Search,
        progress: &Progress,
    ) -> Result<FieldCut> {
        let without = |names: &[String], at: usize| -> Vec<String> {
            names.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, name)| name.clone()).collect()
        };
        let freed_by = |names: &[String]| self.freed_without(&names.iter().map(String::as_str).collect::<Vec<_>>(), progress);
        // The field in which the group accumulates is told first.
        names.sort_by_key(|name| *name != first.name);
        let mut freed = freed_by(&names)?;
        let found = names.len();
        let mut at = 0;
        while at < names.len() && names.len() > 1 {
            let fewer = without(&names, at);
            let freed_by_fewer = freed_by(&fewer)?;
            if self.closures.totals(&(group & &freed_by_fewer)).bytes + staying_bytes / 2 >= self.closures.totals(&(group & &freed)).bytes {
                (names, freed) = (fewer, freed_by_fewer);
            } else {
                at += 1;
            }
        }
        let smallest = search.is_exact && names.len() == found && search.objects.iter().all(|object| freed.contains(object.0));
        let mut first = Some(first);
        let mut fields = Vec::with_capacity(names.len());
        for (at, name) in names.iter().enumerate() {
            if let Some(first) = first.take_if(|first| first.name == *name) {
                fields.push(first);
                continue;
            }
            let others = without(&names, at);
            let cut = self.let_go(&others.iter().map(String::as_str).collect::<Vec<_>>());
            let map = HolderMap::new(&self.closures, &self.references, Some(&cut), progress)?;
            let rest = group - self.freed_by(&cut, progress)?;
            let sums = self.bytes_by_holder(&map, &rest);
            let named = (0..sums.len()).filter(|&at| map.holders[at].name == *name);
            fields.push(match named.max_by_key(|&at| (sums[at], std::cmp::Reverse(at))) {
                Some(holder) => self.cut_field(&map, holder as u32, &rest, search.sample, progress)?,
                // The walk met everything on other ways first.
                None => CutField { name: name.clone(), kind: HolderKind::Field, chain: vec![name.clone()], held: NodeTotals::default() },
            });
        }
        Ok(FieldCut { fields, freed, smallest, also_held_by: None })
    }

    /// Bytes that die only if all fields of a cut let go and with no single one of them; `None` for a single field.
    pub(super) fn only_together(&self, cut: &FieldCut, progress: &Progress) -> Result<Option<u64>> {
        if cut.fields.len() < 2 {
            return Ok(None);
        }
        let mut joint = cut.freed.clone();
        for field in &cut.fields {
            joint -= self.freed_without(&[&field.name], progress)?;
        }
        Ok(Some(self.closures.totals(&joint).bytes))
    }

    /// The fields of these names let go, and threads of these names end.
    fn let_go(&self, names: &[&str]) -> LetGo<'_> {
        let is_ended = |info: &Holder| info.kind == HolderKind::Thread && names.contains(&info.name.as_str());
        let holders = (0..).zip(&self.map.holders).filter(|(_, info)| is_ended(info));
        let threads = holders.flat_map(|(holder, _)| starts_of(&self.map, holder));
        LetGo::of(self.closures.heap(), &self.references, names).and_ended(threads)
    }

    /// What dies, of what strong references keep alive.
    fn freed_by(&self, cut: &LetGo<'_>, progress: &Progress) -> Result<RoaringBitmap> {
        self.freed_by_cutting(|source, target| cut.goes(source, target.0), progress)
    }

    /// What dies if the fields of these names let go, and threads of these names end.
    pub(super) fn freed_without(&self, names: &[&str], progress: &Progress) -> Result<RoaringBitmap> {
        self.freed_by(&self.let_go(names), progress)
    }

    fn freed_by_cutting(&self, is_cut: impl Fn(ObjectIndex, ObjectIndex) -> bool + Sync, progress: &Progress) -> Result<RoaringBitmap> {
        let is_cut = |source: ObjectIndex, target: ObjectIndex| is_cut(source, target) || self.weak.has(source, target);
        Ok(self.closures.freed_by_cutting(is_cut, progress)? & self.alive(progress)?)
    }

    /// What strong references keep alive: cuts free nothing else.
    fn alive(&self, progress: &Progress) -> Result<&RoaringBitmap> {
        if let Some(alive) = self.alive.get() {
            return Ok(alive);
        }
        // The walk begins from every class, also from those that only weak references keep.
        let dead = self.closures.freed_by_cutting(|source, target| self.weak.has(source, target), progress)?;
        Ok(self.alive.get_or_init(|| &self.strong - dead))
    }

    /// The references from threads by which they hold the objects of a group, those of the sample's class if there is one:
    /// local variables and fields of the thread. `None` where the holder is no thread, or threads are of the group.
    fn variables(&self, holder: u32, group: &RoaringBitmap, sample: Option<ObjectIndex>) -> Option<ReferencePairs> {
        let heap = self.closures.heap();
        let HolderMap { holder_of, met_from, holders } = &self.map;
        let class = sample.map(|sample| heap.type_of(sample));
        if holders[holder as usize].kind != HolderKind::Thread {
            return None;
        }
        let mut variables: Vec<(ObjectIndex, ObjectIndex)> = Vec::new();
        // What was met on the way of an object before has told its variable.
        let mut seen = ObjectBits::new(heap.len());
        let is_meant =
            |object: &ObjectIndex| holder_of[object.at()] != NO_OBJECT && class.is_none_or(|class| heap.type_of(*object) == class);
        for object in group.iter().map(ObjectIndex).filter(is_meant) {
            let mut at = object.0;
            while seen.set(at) {
                let from = met_from[at as usize];
                if from == NO_OBJECT {
                    return None;
                }
                if met_from[from as usize] == NO_OBJECT {
                    variables.push((ObjectIndex(from), ObjectIndex(at)));
                    break;
                }
                at = from;
            }
        }
        Some(ReferencePairs::new(heap, variables))
    }

    /// The longest way that still holds most of these objects, met first or not, and is held by few.
    pub(super) fn holder_of_most(&self, map: &HolderMap, objects: &RoaringBitmap, progress: &Progress) -> Result<Option<u32>> {
        let bytes = self.bytes_by_holder(map, objects);
        let most = |parent: Option<u32>| {
            let children = (0..bytes.len()).filter(|&at| map.holders[at].parent == parent && bytes[at] > 0);
            children.max_by_key(|&at| (bytes[at], std::cmp::Reverse(at))).map(|at| at as u32)
        };
        let few = (objects.len() / 4).max(1);
        let Some(mut holder) = most(None) else { return Ok(None) };
        let all = self.closures.totals(objects).bytes;
        while let Some(longer) = most(Some(holder)) {
            let info = &map.holders[longer as usize];
            let held = bytes[longer as usize] as f64;
            if info.sources > few || held < SEEN_SHARE * bytes[holder as usize] as f64 {
                break;
            }
            // Two fields that hold the same objects meet some of them first each.
            let reaches_most = || -> Result<bool> {
                let reached = self.closures.transitive_closure(&self.targets(info), progress)?;
                Ok(self.closures.totals(&(objects & reached)).bytes as f64 >= FOLLOWED_SHARE * all as f64)
            };
            if held < FOLLOWED_SHARE * bytes[holder as usize] as f64 && !(info.kind.is_field() && reaches_most()?) {
                break;
            }
            holder = longer;
        }
        Ok(Some(holder))
    }

    /// What the field of a holder refers to, in all objects.
    fn targets(&self, info: &Holder) -> RoaringBitmap {
        let heap = self.closures.heap();
        self.references.positions(heap, &[&info.name]).targets(heap, &self.references).into_bitmap()
    }

    /// By holder: the bytes of these objects that it and longer ways hold.
    fn bytes_by_holder(&self, map: &HolderMap, objects: &RoaringBitmap) -> Vec<u64> {
        let heap = self.closures.heap();
        let mut bytes = vec![0_u64; map.holders.len()];
        for object in objects.iter().map(ObjectIndex) {
            if let Some(bytes) = bytes.get_mut(map.holder_of[object.at()] as usize) {
                *bytes += heap.bytes_of(object);
            }
        }
        for at in (0..bytes.len()).rev() {
            if let Some(parent) = map.holders[at].parent {
                bytes[parent as usize] += bytes[at];
            }
        }
        bytes
    }

    fn cut_field(
        &self,
        map: &HolderMap,
        holder: u32,
        group: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<CutField> {
        let closures = &self.closures;
        let info = &map.holders[holder as usize];
        let seeds: RoaringBitmap = match info.kind {
            kind if kind.is_field() => self.targets(info),
            _ => starts_of(map, holder),
        };
        let held = closures.totals(&(group & closures.transitive_closure(&seeds, progress)?));
        let below = below_any(map, |at, _| at == holder);
        let on_way = |object: &ObjectIndex| below.get(map.holder_of[object.at()] as usize).copied().unwrap_or(false);
        let sample = sample.filter(on_way).or_else(|| {
            // The same kind of object tells more than a table or a class.
            let heap = closures.heap();
            let objects = || group.iter().map(ObjectIndex).filter(on_way);
            let is_like = |object: &ObjectIndex| sample.is_some_and(|sample| heap.type_of(sample) == heap.type_of(*object));
            let found = objects().find(is_like).or_else(|| objects().find(|&object| !heap.is_class_object(object)));
            found.or_else(|| objects().next())
        });
        let chain = sample.map(|sample| self.chain(map, sample)).unwrap_or_default();
        Ok(CutField { name: info.name.clone(), kind: info.kind, chain, held })
    }

    /// The fields from where the walk began to an object; elements of arrays are left out, and repetitions.
    pub(super) fn chain(&self, map: &HolderMap, object: ObjectIndex) -> Vec<String> {
        let way = map.way(map.holder_of[object.at()]);
        let top = &map.holders[way[0] as usize];
        // The thread comes first in the chain, but what it keeps for a variable is told with it.
        let of_thread = match top.kind {
            HolderKind::Thread => format!("{} of {})", THREAD_LOCAL.trim_end_matches(')'), top.name),
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
        for (name, (from, to)) in self.edge_names(&edges, &of_thread).into_iter().zip(&edges) {
            let Some(name) = name else { continue };
            begins = match top.kind {
                HolderKind::Static => name == top.name,
                // Static fields of the platform are roots like those of the application.
                HolderKind::Classes => self.closures.heap().is_class_object(*from) && self.names(*from, *to).contains(&name),
                _ => false,
            };
            if chain.last() != Some(&name) {
                chain.push(name);
            }
            if begins || chain.len() == LONGEST_CHAIN {
                break;
            }
        }
        if top.kind == HolderKind::Soft {
            // What holds the soft reference comes first.
            let heap = self.closures.heap();
            let leads_here = |&(source, referent): &(ObjectIndex, usize)| {
                heap.points_to(source)[referent] == at.0 && map.holder_of[source.at()] != NO_OBJECT && source != at
            };
            let reference = heap.weak_referents.iter().find(leads_here).map(|(source, _)| self.chain(map, source));
            chain.push("java.lang.ref.Reference.referent".to_owned());
            chain.extend(reference.into_iter().flat_map(|names| names.into_iter().rev()));
            chain.truncate(LONGEST_CHAIN);
        } else if top.kind != HolderKind::Static && !begins {
            chain.push(top.name.clone());
        }
        chain.reverse();
        chain
    }

    /// The names of references; `None` for elements of arrays. A list makes a way of very many references, so the records
    /// of objects whose fields are not at hand are read all at once.
    fn edge_names(&self, edges: &[(ObjectIndex, ObjectIndex)], of_thread: &str) -> Vec<Option<String>> {
        let heap = self.closures.heap();
        let threads: FxHashSet<ObjectIndex> = heap.threads.iter().filter_map(|thread| thread.object).collect();
        let mut targets: FxHashMap<ObjectIndex, ObjectIndex> = FxHashMap::default();
        let mut names: Vec<Option<String>> = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let is_array = matches!(heap.type_info(heap.type_of(from)).kind, TypeKind::Array(_));
            let variable = self.references.thread_locals.value_of(from).filter(|&(value, _)| value == to);
            names.push(match (variable, self.names(from, to).into_iter().next()) {
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
        }
        let sources: Vec<ObjectIndex> = targets.keys().copied().collect();
        let read = |record: &Record<'_>| {
            let wanted = *targets.get(&record.object())?;
            let slot = heap.slots_in(record).find(|&(_, target)| target == wanted).map(|(slot, _)| slot);
            Some((record.object(), slot?))
        };
        let found: FxHashMap<ObjectIndex, Slot> = heap.each_of(&sources, read).into_iter().collect();
        for (name, (from, _)) in names.iter_mut().zip(edges) {
            if name.is_none() && targets.contains_key(from) {
                *name = Some(heap.slot_name(found.get(from).copied().unwrap_or(Slot::Class)));
            }
        }
        names
    }
}

/// The objects that these holders and longer ways hold.
fn held_by_any(map: &HolderMap, is_meant: impl Fn(u32, &Holder) -> bool) -> RoaringBitmap {
    let below = below_any(map, is_meant);
    let is_held = |holder: u32| below.get(holder as usize).copied().unwrap_or(false);
    let word = |holders: &[u32]| holders.iter().rev().fold(0, |word, &holder| word << 1 | u64::from(is_held(holder)));
    ObjectBits::from_words(map.holder_of.par_chunks(64).map(word).collect()).into_bitmap()
}

/// By holder: whether its way is one of these or longer.
fn below_any(map: &HolderMap, is_meant: impl Fn(u32, &Holder) -> bool) -> Vec<bool> {
    let mut below = vec![false; map.holders.len()];
    for (at, holder) in map.holders.iter().enumerate() {
        below[at] = is_meant(at as u32, holder) || holder.parent.is_some_and(|parent| below[parent as usize]);
    }
    below
}

/// Objects where the walk of a holder began: threads, for instance.
fn starts_of(map: &HolderMap, holder: u32) -> RoaringBitmap {
    let begun = map.holder_of.iter().zip(&map.met_from).enumerate();
    begun.filter(|&(_, (&of, &from))| of == holder && from == NO_OBJECT).map(|(object, _)| object as u32).collect()
}

/// What a search for the smallest set knows.
#[derive(Debug)]
struct Search {
    /// The field in which the group accumulates.
    first: String,
    /// Fields above the one in which the group accumulates: cutting them is no answer.
    above: Vec<String>,
    /// Fields of more objects than this are no place.
    few: u64,
    held_by_few: FxHashMap<String, bool>,
    /// Of each the set must hold one, and the object whose way it is.
    demands: Vec<Vec<String>>,
    objects: Vec<ObjectIndex>,
    /// An object to name the ways to.
    sample: Option<ObjectIndex>,
    /// No reference stood for several fields.
    is_exact: bool,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            first: String::new(),
            above: Vec::new(),
            few: 1,
            held_by_few: FxHashMap::default(),
            demands: Vec::new(),
            objects: Vec::new(),
            sample: None,
            is_exact: true,
        }
    }
}

/// The smallest set of names that has one of each demand, at most so many. Of several smallest ones it is the one that
/// is nearest to the group, the application's own before others: names come in this order.
fn smallest_hitting_set(demands: &[Vec<String>], most: usize) -> Option<Vec<String>> {
    (1..=most).find_map(|size| {
        let mut best: Option<(usize, Vec<&str>)> = None;
        // Sets in the making: what they cost, and their names.
        let mut open: Vec<(usize, Vec<&str>)> = vec![(0, Vec::new())];
        while let Some((cost, names)) = open.pop() {
            if best.as_ref().is_some_and(|best| (cost, &names) >= (best.0, &best.1)) {
                continue;
            }
            match demands.iter().find(|demand| !demand.iter().any(|name| names.contains(&name.as_str()))) {
                None => best = Some((cost, names)),
                Some(_) if names.len() == size => {}
                Some(demand) => open.extend(demand.iter().enumerate().rev().map(|(distance, name)| {
                    let foreign = if is_application(name) { 0 } else { FOREIGN_DISTANCE };
                    (cost + distance + foreign, [&names[..], &[name.as_str()]].concat())
                })),
            }
        }
        best.map(|(_, names)| names.into_iter().map(str::to_owned).collect())
    })
}

/// How many bytes of each class are in a set, most first; for equal numbers by name.
pub(super) fn classes_of(closures: &Closures<'_>, set: &RoaringBitmap) -> Vec<(String, NodeTotals)> {
    let heap = closures.heap();
    let mut by_name: FxHashMap<&str, NodeTotals> = FxHashMap::default();
    for (info, totals) in heap.types.iter().zip(closures.totals_by_type(set)).filter(|(_, totals)| totals.objects > 0) {
        let sum = by_name.entry(&info.name).or_default();
        *sum = sum.saturating_add(totals);
    }
    let mut classes: Vec<_> = by_name.into_iter().map(|(name, totals)| (name.to_owned(), totals)).collect();
    classes.sort_by(|a, b| b.1.bytes.cmp(&a.1.bytes).then_with(|| a.0.cmp(&b.0)));
    classes
}
