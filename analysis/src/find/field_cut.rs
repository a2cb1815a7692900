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

use std::rc::Rc;

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::held_heap::{HeldHeap, below_any, starts_of};
use super::holders::{FieldHolderKind, HolderMap, is_in_code, is_telling_field};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::held_heap::{CutField, Way};
use crate::keepers::closure::Closures;
use crate::trees::memory_tree::NodeTotals;

/// With more fields nobody can act; the first ones are told.
const MOST_FIELDS: usize = 6;
/// A group counts as freed if no more than one part of so many stays: constants that others share.
const STAYING_PARTS: u64 = 10;
/// So many objects may hold a part of the group each, and their field is still a place.
const SOME: u64 = 16;
/// Ways that are looked at before the search is given up.
const MOST_DEMANDS: usize = 24;
/// A field of the platform is as good as one of the application that is so many fields farther from the group.
const FOREIGN_DISTANCE: usize = 100;

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

impl HeldHeap<'_> {
    /// The smallest set of fields that frees the group: this holder's field, and as few others as possible.
    pub(super) fn cut(&self, group: &RoaringBitmap, holder: u32, sample: Option<ObjectIndex>, progress: &Progress) -> Result<FieldCut> {
        self.cut_of_growth(group, holder, sample, &FxHashSet::default(), progress)
    }

    /// As [`HeldHeap::cut`], of a group that grows; fields are no places of which there are more and more.
    pub(super) fn cut_of_growth(
        &self,
        group: &RoaringBitmap,
        holder: u32,
        sample: Option<ObjectIndex>,
        scattered: &FxHashSet<String>,
        progress: &Progress,
    ) -> Result<FieldCut> {
        let staying_bytes = self.closures.totals(group).bytes / STAYING_PARTS;
        let search = Search { sample, scattered: scattered.clone(), ..Search::default() };
        self.cut_all_but(group, staying_bytes, holder, search, progress)
    }

    /// As [`HeldHeap::cut`]; so many bytes of the group may stay.
    pub(super) fn cut_all_but(
        &self,
        group: &RoaringBitmap,
        staying_bytes: u64,
        holder: u32,
        search: Search,
        progress: &Progress,
    ) -> Result<FieldCut> {
        let sample = search.sample;
        let info = &self.map.holders[holder as usize];
        let first = self.cut_field(&self.map, holder, group, sample, progress)?;
        if !info.kind.is_field() {
            let freed = match self.variables(holder, group, sample, progress)? {
                Some(variables) => self.freed_by_cutting(|source, target| variables.has(source, target), progress)?,
                None => self.closures.marked_gc_closure(&starts_of(&self.map, holder), progress)?,
            };
            let fields = if info.kind == FieldHolderKind::Classes { Vec::new() } else { vec![first] };
            return Ok(FieldCut { fields, freed, smallest: false, also_held_by: None });
        }
        // The rest is garbage as soon as somebody looks.
        let group = &(group & self.alive(progress)?);
        let alone = self.freed_without(std::slice::from_ref(&first.name), progress)?;
        if self.closures.totals(&(group - &*alone)).bytes <= staying_bytes {
            return Ok(FieldCut { fields: vec![first], freed: Rc::unwrap_or_clone(alone), smallest: true, also_held_by: None });
        }
        let above = self.map.way(holder).into_iter().filter(|&at| at != holder).map(|at| self.map.holders[at as usize].name.clone());
        let mut search = Search { first: first.name.clone(), above: above.collect(), ..search };
        search.named = self.alike(group, sample);
        search.few = (search.named / 4).max(SOME).min(group.len() / 4).max(1);
        self.demand_first(holder, group, &mut search, progress)?;
        match self.others(&mut search, group, staying_bytes, progress)? {
            Others::Found(names) => self.finish(group, staying_bytes, first, names, &search, progress),
            Others::HeldBy(also_held_by) => {
                Ok(FieldCut { fields: vec![first], freed: Rc::unwrap_or_clone(alone), smallest: false, also_held_by })
            }
        }
    }

    /// How many objects of a set are of the sample's class; without a sample, all.
    fn alike(&self, set: &RoaringBitmap, sample: Option<ObjectIndex>) -> u64 {
        let heap = self.closures.heap();
        let Some(class) = sample.map(|sample| heap.type_of(sample)) else { return set.len() };
        set.iter().filter(|&object| heap.type_of(ObjectIndex(object)) == class).count() as u64
    }

    /// The way on which the group accumulates is the first demand: its field, or another one nearer to the group.
    fn demand_first(&self, holder: u32, group: &RoaringBitmap, search: &mut Search, progress: &Progress) -> Result<()> {
        let Some(object) = self.example(&self.map, holder, group, search.sample) else { return Ok(()) };
        let mut demand = self.demand(&self.way_to(&self.map, object, progress)?, search, progress)?;
        demand.retain(|name| *name != search.first);
        demand.insert(0, search.first.clone());
        search.objects.push(object);
        search.demands.push(demand);
        Ok(())
    }

    /// The smallest set of fields, the first one among them where that does as well.
    ///
    /// Every way on which something of the group stays alive is a demand: one of its fields must go, too, or, where it has
    /// none, the thread with which it begins. The smallest
    /// set that meets all demands so far is cut, which shows the next way that is left, or that none is.
    fn others(&self, search: &mut Search, group: &RoaringBitmap, staying_bytes: u64, progress: &Progress) -> Result<Others> {
        let mut found = vec![search.first.clone()];
        for _ in 0..MOST_DEMANDS {
            let rest = group - &*self.freed_without(&found, progress)?;
            // Parts of what piles up may be most of its bytes, but whoever holds them does not hold it.
            let stays = search.sample.is_some() && self.alike(&rest, search.sample) > search.named / STAYING_PARTS;
            if self.closures.totals(&rest).bytes <= staying_bytes && !stays {
                return Ok(Others::Found(found));
            }
            let Some(way) = self.way_left(&found, &rest, search.sample, progress)? else { return Ok(Others::HeldBy(None)) };
            let given_up = || Ok(Others::HeldBy(Some(way.begins.1.clone())));
            let demand = self.demand(&way, search, progress)?;
            if demand.is_empty() {
                return given_up();
            }
            search.objects.push(way.object);
            search.demands.push(demand);
            match smallest_hitting_set(&search.demands, MOST_FIELDS) {
                Some(set) => found = set,
                None => return given_up(),
            }
        }
        Ok(Others::HeldBy(None))
    }

    /// A way on which objects of a group stay alive although the fields of these names let go.
    fn way_left(
        &self,
        names: &[String],
        rest: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<Option<Rc<Way>>> {
        if let Some(way) = self.known_way(names, rest, sample) {
            return Ok(Some(way));
        }
        let own = self.holders_without(names, progress)?;
        let map = own.as_ref().unwrap_or(&self.map);
        let Some(holder) = self.holder_of_most(map, rest, progress)? else { return Ok(None) };
        let Some(object) = self.example(map, holder, rest, sample) else { return Ok(None) };
        let way = Rc::new(self.way_to(map, object, progress)?);
        self.remember_way(names, &way);
        Ok(Some(way))
    }

    /// The fields on a way that may be cut, the nearest to the object first: all but those above the field in which the
    /// group accumulates, and those by which each of many objects holds its own part.
    fn demand(&self, way: &Way, search: &mut Search, progress: &Progress) -> Result<Vec<String>> {
        search.is_exact &= !way.has_several;
        let mut demand: Vec<String> = Vec::new();
        for name in &way.fields {
            let is_in_code = is_in_code(name) && !search.above.contains(name) && !search.scattered.contains(name);
            if *name == search.first || is_in_code && self.live_sources(name, progress)? <= search.few {
                demand.push(name.clone());
            }
        }
        if demand.is_empty() && way.begins.0 == FieldHolderKind::Thread {
            search.is_exact = false;
            demand.push(way.begins.1.clone());
        }
        Ok(demand)
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
        // The field in which the group accumulates is told first.
        names.sort_by_key(|name| *name != first.name);
        let mut freed = self.freed_without(&names, progress)?;
        let mut freed_bytes = self.closures.totals(&(group & &*freed)).bytes;
        let found = names.len();
        let mut at = 0;
        while at < names.len() && names.len() > 1 {
            let fewer = without(&names, at);
            // Threads end besides; a cut is a place in the program.
            if fewer.iter().all(|name| self.kind_of(name) == FieldHolderKind::Thread) {
                at += 1;
                continue;
            }
            let freed_by_fewer = self.freed_without(&fewer, progress)?;
            let bytes = self.closures.totals(&(group & &*freed_by_fewer)).bytes;
            if bytes + staying_bytes / 2 >= freed_bytes {
                (names, freed, freed_bytes) = (fewer, freed_by_fewer, bytes);
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
            let own = self.holders_without(&others, progress)?;
            let map = own.as_ref().unwrap_or(&self.map);
            let rest = group - &*self.freed_without(&others, progress)?;
            let sums = self.bytes_by_holder(map, &rest, progress)?;
            let named = (0..sums.len()).filter(|&at| map.holders[at].name == *name);
            fields.push(match named.max_by_key(|&at| (sums[at], std::cmp::Reverse(at))) {
                Some(holder) => self.cut_field(map, holder as u32, &rest, search.sample, progress)?,
                // The walk met everything on other ways first.
                None => CutField { name: name.clone(), kind: self.kind_of(name), chain: vec![name.clone()], reached: RoaringBitmap::new() },
            });
        }
        Ok(FieldCut { fields, freed: Rc::unwrap_or_clone(freed), smallest, also_held_by: None })
    }

    /// Bytes that die only if all fields of a cut let go and with no single one of them; `None` for a single field.
    pub(super) fn only_together(&self, cut: &FieldCut, progress: &Progress) -> Result<Option<u64>> {
        if cut.fields.len() < 2 {
            return Ok(None);
        }
        let mut joint = cut.freed.clone();
        for field in &cut.fields {
            joint -= &*self.freed_without(std::slice::from_ref(&field.name), progress)?;
        }
        Ok(Some(self.closures.totals(&joint).bytes))
    }

    fn cut_field(
        &self,
        map: &HolderMap,
        holder: u32,
        group: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<CutField> {
        let info = &map.holders[holder as usize];
        let seeds: RoaringBitmap = match info.kind {
            kind if kind.is_field() => self.targets(info, progress)?,
            _ => starts_of(map, holder),
        };
        let reached = self.closures.transitive_closure(&seeds, progress)?;
        let below = below_any(map, |at, _| at == holder);
        let on_way = |object: &ObjectIndex| below.get(map.holder_of[object.at()] as usize).copied().unwrap_or(false);
        let sample = sample.filter(on_way).or_else(|| self.example(map, holder, group, sample));
        let chain = sample.map(|sample| self.chain(map, sample, progress)).transpose()?.unwrap_or_default();
        Ok(CutField { name: info.name.clone(), kind: info.kind, chain, reached })
    }
}

/// What a search for the smallest set knows.
#[derive(Debug)]
pub(super) struct Search {
    /// The field in which the group accumulates.
    first: String,
    /// Fields above the one in which the group accumulates: cutting them is no answer.
    above: Vec<String>,
    /// Fields of more and more objects, each of which holds its own part: what grows is elsewhere.
    scattered: FxHashSet<String>,
    /// Fields of more objects than this are no place.
    few: u64,
    /// Objects of the group that are of the sample's class.
    named: u64,
    /// Of each the set must hold one, and the object whose way it is.
    demands: Vec<Vec<String>>,
    objects: Vec<ObjectIndex>,
    /// An object to name the ways to.
    pub(super) sample: Option<ObjectIndex>,
    /// No reference stood for several fields.
    is_exact: bool,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            first: String::new(),
            above: Vec::new(),
            scattered: FxHashSet::default(),
            few: 1,
            named: 0,
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
                    let foreign = if is_telling_field(name) { 0 } else { FOREIGN_DISTANCE };
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
