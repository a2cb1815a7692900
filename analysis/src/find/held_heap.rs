//! One heap state with its holders, ready for questions: what dies without some fields, who holds most of a group.
//!
//! Memory: that of [`HolderMap`], [`FieldReferences`] and [`Closures`]; 2 bits per object for what is alive; up to 1 bit per
//! object and set of fields of which it is remembered what dies without them.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::rc::Rc;

use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::field_references::FieldReferences;
use super::holders::{FINALIZER_QUEUE, FieldHolder, HolderMap, is_application};
use super::let_go::{LetGo, weak_references};
use super::own_structures::OwnStructures;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::find::holders::FieldHolderKind;
use crate::heap::{HeapState, ObjectBits, ReferenceKind};
use crate::keepers::closure::{Closures, ReferencePairs};

/// A holder is followed to a longer way if that holds at least this share of the group.
const FOLLOWED_SHARE: f64 = 0.7;
/// One that met this share of it first may reach as much.
const SEEN_SHARE: f64 = 0.2;
/// Sets of fields of which it is remembered what dies without them.
const MOST_KNOWN: usize = 16;

/// One heap state, ready for questions.
pub(super) struct HeldHeap<'h> {
    pub(super) closures: Closures<'h>,
    pub(super) own: OwnStructures,
    pub(super) references: FieldReferences,
    pub(super) map: HolderMap,
    /// What the walk over strong references met.
    strong: RoaringBitmap,
    /// References that keep nothing alive.
    weak: ReferencePairs,
    /// What strong references keep alive, once it was asked for.
    alive: OnceCell<RoaringBitmap>,
    /// What references to be cleared hold, once it was asked for.
    leaving: OnceCell<RoaringBitmap>,
    /// Groups of one heap often have the same owners.
    known: RefCell<Known>,
}

/// What was asked before.
#[derive(Debug, Default)]
struct Known {
    /// By names of fields: what dies without them. The one asked for last comes last.
    freed: Vec<(Vec<String>, Rc<RoaringBitmap>)>,
    /// By names of fields: ways that are left without them.
    ways: Vec<(Vec<String>, Rc<Way>)>,
    /// By name of a field: how many live objects hold something by it.
    sources: FxHashMap<String, u64>,
}

impl<'h> HeldHeap<'h> {
    pub(super) fn new(heap: &'h HeapState, progress: &Progress) -> Result<Self> {
        Self::with(Closures::new(heap, progress)?, OwnStructures::default(), progress)
    }

    /// As [`HeldHeap::new`], with what closures need and the program's own data structures, through which is looked as through those of the
    /// JDK.
    pub(super) fn with(closures: Closures<'h>, own: OwnStructures, progress: &Progress) -> Result<Self> {
        let heap = closures.heap();
        let references = FieldReferences::read(heap, &own, progress)?;
        let map = HolderMap::new(&closures, &references, None, progress)?;
        let strong = held_by_any(&map, |_, holder| {
            holder.parent.is_none() && holder.kind != FieldHolderKind::Soft && holder.name != FINALIZER_QUEUE
        });
        let weak = weak_references(heap, &references);
        let (alive, leaving, known) = <_>::default();
        Ok(Self { closures, own, references, map, strong, weak, alive, leaving, known })
    }

    /// What closures need, and nothing else.
    pub(super) fn into_closures(self) -> Closures<'h> {
        self.closures
    }

    /// The objects that a holder and longer ways hold.
    pub(super) fn held_by(&self, holder: u32) -> RoaringBitmap {
        held_by_any(&self.map, |at, _| at == holder)
    }

    /// The objects that any of these holders and longer ways hold.
    pub(super) fn held_by_any_of(&self, holders: &[u32]) -> RoaringBitmap {
        held_by_any(&self.map, |at, _| holders.contains(&at))
    }

    /// The holders of which a cut tells: of several fields all that have their names, none of which is on the way of another
    /// one, else the holder for which it was made.
    pub(super) fn told_holders(&self, fields: &[CutField], holder: u32) -> Vec<u32> {
        let names: Vec<&str> = fields.iter().filter(|field| field.kind.is_field()).map(|field| field.name.as_str()).collect();
        if names.len() < 2 {
            return vec![holder];
        }
        let mut is_told = vec![false; self.map.holders.len()];
        let mut told = Vec::new();
        for (at, info) in self.map.holders.iter().enumerate() {
            let is_below = info.parent.is_some_and(|parent| is_told[parent as usize]);
            is_told[at] = is_below || names.contains(&info.name.as_str());
            if is_told[at] && !is_below {
                told.push(at as u32);
            }
        }
        told
    }

    /// The fields of these names let go, and threads of these names end.
    fn let_go(&self, names: &[String], progress: &Progress) -> Result<LetGo<'_>> {
        let is_ended = |info: &FieldHolder| info.kind == FieldHolderKind::Thread && names.contains(&info.name);
        let holders = (0..).zip(&self.map.holders).filter(|(_, info)| is_ended(info));
        let threads = holders.flat_map(|(holder, _)| starts_of(&self.map, holder));
        Ok(LetGo::of(self.closures.heap(), &self.references, names, progress)?.and_ended(threads))
    }

    /// What dies if the fields of these names let go, and threads of these names end.
    pub(super) fn freed_without(&self, names: &[String], progress: &Progress) -> Result<Rc<RoaringBitmap>> {
        let known = |set: &(Vec<String>, _)| set.0.len() == names.len() && names.iter().all(|name| set.0.contains(name));
        let mut freed = self.known.borrow_mut();
        if let Some(at) = freed.freed.iter().position(known) {
            let found = freed.freed.remove(at);
            let set = found.1.clone();
            freed.freed.push(found);
            return Ok(set);
        }
        drop(freed);
        let cut = self.let_go(names, progress)?;
        let set = Rc::new(self.freed_by_cutting(|source, target| cut.goes(source, target.0), progress)?);
        let mut known = self.known.borrow_mut();
        if known.freed.len() == MOST_KNOWN {
            known.freed.remove(0);
        }
        known.freed.push((names.to_vec(), set.clone()));
        Ok(set)
    }

    /// The holders where the fields of these names have let go; `None` if none has, for those of this heap state.
    pub(super) fn holders_without(&self, names: &[String], progress: &Progress) -> Result<Option<HolderMap>> {
        if names.is_empty() {
            return Ok(None);
        }
        HolderMap::new(&self.closures, &self.references, Some(&self.let_go(names, progress)?), progress).map(Some)
    }

    /// A way to an object of a group that is left without the fields of these names, if one is known.
    pub(super) fn known_way(&self, names: &[String], group: &RoaringBitmap, sample: Option<ObjectIndex>) -> Option<Rc<Way>> {
        let heap = self.closures.heap();
        let is_like = |object: ObjectIndex| sample.is_none_or(|sample| heap.type_of(sample) == heap.type_of(object));
        let known = self.known.borrow();
        let mut ways = known.ways.iter().filter(|(of, way)| of == names && group.contains(way.object.0) && is_like(way.object));
        ways.next().map(|(_, way)| way.clone())
    }

    pub(super) fn remember_way(&self, names: &[String], way: &Rc<Way>) {
        self.known.borrow_mut().ways.push((names.to_vec(), way.clone()));
    }

    /// What the holders of a name are.
    pub(super) fn kind_of(&self, name: &str) -> FieldHolderKind {
        self.map.holders.iter().find(|info| info.name == name).map_or(FieldHolderKind::Field, |info| info.kind)
    }

    /// How many live objects hold something by the field of this name.
    pub(super) fn live_sources(&self, name: &str, progress: &Progress) -> Result<u64> {
        if let Some(&known) = self.known.borrow().sources.get(name) {
            return Ok(known);
        }
        let heap = self.closures.heap();
        let positions = self.references.positions(heap, &[name]);
        let mut sources = 0;
        positions.for_each_source(heap, &self.references, progress, |source| sources += u64::from(self.closures.is_live(source)))?;
        self.known.borrow_mut().sources.insert(name.to_owned(), sources);
        Ok(sources)
    }

    pub(super) fn freed_by_cutting(
        &self,
        is_cut: impl Fn(ObjectIndex, ObjectIndex) -> bool + Sync,
        progress: &Progress,
    ) -> Result<RoaringBitmap> {
        Ok(self.dead_without(is_cut, progress)? & self.alive(progress)?)
    }

    /// What strong references past the cut do not reach. Actions of the cleaner live as long as their objects.
    fn dead_without(&self, is_cut: impl Fn(ObjectIndex, ObjectIndex) -> bool + Sync, progress: &Progress) -> Result<RoaringBitmap> {
        let (heap, cleanups, weak) = (self.closures.heap(), &self.references.cleanups, &self.weak);
        let is_cut = |source: ObjectIndex, target: ObjectIndex| is_cut(source, target) || weak.has(source, target);
        let mut dead = self.closures.freed_by_cutting(is_cut, progress)?;
        let lives = |object: u32, dead: &RoaringBitmap| self.closures.is_live(ObjectIndex(object)) && !dead.contains(object);
        let mut reached: Vec<u32> = cleanups.objects_unsorted().filter(|&object| lives(object, &dead)).collect();
        // Whatever an action leads to may have actions, too.
        while let Some(object) = reached.pop().map(ObjectIndex) {
            let targets = heap.points_to(object).iter().copied().filter(|&target| !is_cut(object, ObjectIndex(target)));
            let targets = targets.chain(heap.class_object_of(object).map(|class| class.0));
            reached.extend(targets.chain(cleanups.of(object).map(|cleanup| cleanup.0)).filter(|&target| dead.remove(target)));
        }
        Ok(dead)
    }

    /// What strong references keep alive: cuts free nothing else.
    pub(super) fn alive(&self, progress: &Progress) -> Result<&RoaringBitmap> {
        if let Some(alive) = self.alive.get() {
            return Ok(alive);
        }
        // The walk begins from every class, also from those that only weak references keep.
        let dead = self.dead_without(|_, _| false, progress)?;
        Ok(self.alive.get_or_init(|| &self.strong - dead))
    }

    /// What goes as soon as the collector clears the soft and weak references to objects that nothing else holds, such as what a
    /// `WeakHashMap` holds for keys that nobody has: young collections leave that in the old generation for long.
    pub(super) fn leaving(&self, progress: &Progress) -> Result<&RoaringBitmap> {
        if let Some(leaving) = self.leaving.get() {
            return Ok(leaving);
        }
        let heap = self.closures.heap();
        let kinds = heap.reference_kinds();
        let mut sources = ObjectBits::new(heap.len());
        let mut are_some = false;
        for (source, at) in heap.weak_referents.iter() {
            let is_cleared = matches!(kinds[heap.type_of(source).at()], Some(ReferenceKind::Soft | ReferenceKind::Weak));
            if is_cleared && !self.strong.contains(heap.points_to(source)[at]) {
                sources.set(source.0);
                are_some = true;
            }
        }
        let leaving = if are_some { self.freed_by_cutting(|source, _| sources.has(source), progress)? } else { RoaringBitmap::new() };
        Ok(self.leaving.get_or_init(|| leaving))
    }

    /// The longest way that still holds most of these objects, met first or not, and is held by few.
    pub(super) fn holder_of_most(&self, map: &HolderMap, objects: &RoaringBitmap, progress: &Progress) -> Result<Option<u32>> {
        let bytes = self.bytes_by_holder(map, objects, progress)?;
        let most = |parent: Option<u32>| {
            let children = (0..bytes.len()).filter(|&at| map.holders[at].parent == parent && bytes[at] > 0);
            children.max_by_key(|&at| (bytes[at], Reverse(at))).map(|at| at as u32)
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
                let reached = self.closures.transitive_closure(&self.targets(info, progress)?, progress)?;
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
    pub(super) fn targets(&self, info: &FieldHolder, progress: &Progress) -> Result<RoaringBitmap> {
        let heap = self.closures.heap();
        Ok(self.references.positions(heap, &[&info.name]).targets(heap, &self.references, progress)?.into_bitmap())
    }

    /// By holder: the bytes of these objects that it and longer ways hold.
    pub(super) fn bytes_by_holder(&self, map: &HolderMap, objects: &RoaringBitmap, progress: &Progress) -> Result<Vec<u64>> {
        let heap = self.closures.heap();
        let mut bytes = vec![0_u64; map.holders.len()];
        progress.for_each(objects.iter().map(ObjectIndex), |object| {
            if let Some(bytes) = bytes.get_mut(map.holder_of[object.at()] as usize) {
                *bytes += heap.bytes_of(object);
            }
        })?;
        for at in (0..bytes.len()).rev() {
            if let Some(parent) = map.holders[at].parent {
                bytes[parent as usize] += bytes[at];
            }
        }
        Ok(bytes)
    }

    /// An object of a group on the ways of a holder: of the sample's class if there is one, else of the application, else no
    /// class object.
    pub(super) fn example(&self, map: &HolderMap, holder: u32, group: &RoaringBitmap, sample: Option<ObjectIndex>) -> Option<ObjectIndex> {
        let heap = self.closures.heap();
        let below = below_any(map, |at, _| at == holder);
        let on_way = |object: &ObjectIndex| below.get(map.holder_of[object.at()] as usize).copied().unwrap_or(false);
        let class = sample.map(|sample| heap.type_of(sample));
        // What the application made is seldom shared with others, which would prove nothing.
        let is_own: Vec<bool> = heap.types.iter().map(|info| is_application(&info.name)).collect();
        let rank = |object: ObjectIndex| match heap.type_of(object) {
            of if class == Some(of) => 0,
            of if is_own[of.at()] => 1,
            _ => 2 + u8::from(heap.is_class_object(object)),
        };
        let best = u8::from(class.is_none());
        let mut found: Option<(u8, ObjectIndex)> = None;
        for object in group.iter().map(ObjectIndex).filter(on_way) {
            let rank = rank(object);
            if found.is_none_or(|found| rank < found.0) {
                found = Some((rank, object));
                if rank == best {
                    break;
                }
            }
        }
        found.map(|(_, object)| object)
    }
}

/// The objects that these holders and longer ways hold.
fn held_by_any(map: &HolderMap, is_meant: impl Fn(u32, &FieldHolder) -> bool) -> RoaringBitmap {
    let below = below_any(map, is_meant);
    let is_held = |holder: u32| below.get(holder as usize).copied().unwrap_or(false);
    let word = |holders: &[u32]| holders.iter().rev().fold(0, |word, &holder| word << 1 | u64::from(is_held(holder)));
    ObjectBits::from_words(map.holder_of.par_chunks(64).map(word).collect()).into_bitmap()
}

/// By holder: whether its way is one of these or longer.
pub(super) fn below_any(map: &HolderMap, is_meant: impl Fn(u32, &FieldHolder) -> bool) -> Vec<bool> {
    let mut below = vec![false; map.holders.len()];
    for (at, holder) in map.holders.iter().enumerate() {
        below[at] = is_meant(at as u32, holder) || holder.parent.is_some_and(|parent| below[parent as usize]);
    }
    below
}

/// Objects where the walk of a holder began: threads, for instance.
pub(super) fn starts_of(map: &HolderMap, holder: u32) -> RoaringBitmap {
    let begun = map.holder_of.iter().zip(&map.met_from).enumerate();
    begun.filter(|&(_, (&of, &from))| of == holder && from == NO_OBJECT).map(|(object, _)| object as u32).collect()
}

/// One field of a cut.
pub(crate) struct CutField {
    pub(crate) name: String,
    pub(crate) kind: FieldHolderKind,
    /// From the root to an object of the group.
    pub(crate) chain: Vec<String>,
    /// Everything that it reaches.
    pub(crate) reached: RoaringBitmap,
}

/// The way on which an object was met.
#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) object: ObjectIndex,
    /// Fields each of which alone holds the next object on the way, the nearest to the object first, none twice.
    pub(crate) fields: Vec<String>,
    /// Whether several fields hold an object on the way together.
    pub(crate) has_several: bool,
    /// What the way begins with.
    pub(crate) begins: (FieldHolderKind, String),
}
