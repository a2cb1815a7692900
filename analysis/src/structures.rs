//! Data structures of one heap state: lists, maps, queues as what they are, not as their nodes and arrays.
//!
//! A *head* stands for a data structure, its *inner* objects are the backbone, its *leaves* are what it was made to hold;
//! a head within another data structure is *contained* in it. Descriptions say which types are what
//! (`structures/shipped`, and files of users, in the language of [`language`]); a type without a description has that of its
//! nearest described super class, unless the library is strict, arrays of references go on with all their elements, everything else is a leaf.
//! What nobody described is proposed ([`infer`]).
//!
//! What belongs to a head is not kept: heads may share their backbone, and N lists over one array of N elements have N times N
//! members. Questions are about all heads together, or about sets of them (`walks`), and follow each reference a few times,
//! however many heads lead to it. That is possible because what lies behind an inner object does not depend on the head.

pub(crate) mod infer;
pub(crate) mod language;
pub(crate) mod library;
pub(crate) mod lint;
mod origins;
pub(crate) mod owners;
mod rules;
pub(crate) mod sizes;
#[cfg(test)]
mod tests;
mod walks;

use roaring::RoaringBitmap;

use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::heap::{HeapState, ObjectBits};
use crate::keepers::ownership::Dominators;
use library::Library;
use origins::{Origins, spread};
use rules::TypeRules;

/// What an object is in a data structure. In the order in which one is told of an object that has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// It stands for the data structure.
    Head,
    /// Backbone.
    Inner,
    /// Content.
    Leaf,
    /// The head of another data structure.
    Contained,
}

/// The data structures that an object belongs to, itself not among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    None,
    /// The head of the only one.
    One(ObjectIndex),
    Several,
}

/// All data structures of one heap state.
#[derive(Debug)]
pub(crate) struct DataStructures<'h> {
    heap: &'h HeapState,
    rules: TypeRules,
    is_head_type: Vec<bool>,
    kept: ObjectBits,
    /// Deep content goes on behind leaves with a description of their own.
    expands_leaves: bool,
}

/// Which types are heads.
pub(crate) fn head_types(heap: &HeapState, library: &Library) -> Vec<bool> {
    TypeRules::new(heap, library).heads()
}

/// Of some objects, the inner objects behind those that are heads of data structures, as a library describes them.
pub fn inner_objects<'h>(heap: &'h HeapState, library: &Library) -> impl Fn(&RoaringBitmap, &Progress) -> Result<RoaringBitmap> + use<'h> {
    let structures = DataStructures::of(heap, library);
    move |objects, progress| {
        let mut walk = Walk::without_marks();
        let mut inner = RoaringBitmap::new();
        let mut ways: Vec<u32> = objects.iter().filter(|&object| structures.is_head(object)).collect();
        let mut next = Vec::new();
        while let Some(object) = ways.pop() {
            structures.go_on(object, &mut next, &mut walk, progress)?;
            ways.extend(next.drain(..).filter(|&target| inner.insert(target)));
        }
        Ok(inner)
    }
}

impl<'h> DataStructures<'h> {
    /// The data structures of the objects that count, as a library describes them.
    pub(crate) fn of(heap: &'h HeapState, library: &Library) -> Self {
        let rules = TypeRules::new(heap, library);
        let is_head_type = rules.heads();
        let kept = ObjectBits::from_bitmap(&heap.kept, heap.len());
        Self { heap, rules, is_head_type, kept, expands_leaves: library.expands_described_leaves }
    }

    /// Which types are heads.
    pub(crate) fn into_head_types(self) -> Vec<bool> {
        self.is_head_type
    }

    fn is_of_head_type(&self, object: u32) -> bool {
        self.is_head_type[self.heap.type_of(ObjectIndex(object)).at()]
    }

    fn is_head(&self, object: u32) -> bool {
        self.is_of_head_type(object) && self.kept.has(ObjectIndex(object))
    }

    fn heads(&self, progress: &Progress) -> Result<Vec<u32>> {
        let mut heads = Vec::new();
        progress
            .for_each(self.heap.kept_objects(), |object| heads.extend(Some(object.0).filter(|&object| self.is_of_head_type(object))))?;
        Ok(heads)
    }

    /// What belongs to the data structures of a head or inner object because of its references, and as what. With duplicates;
    /// a leaf may be an inner object because of another reference.
    fn parts(&self, object: u32) -> impl Iterator<Item = (u32, Role)> + '_ {
        let row = self.heap.points_to(ObjectIndex(object)).iter();
        row.filter_map(move |&target| Some((target, self.role_behind(object, target)?)))
    }

    /// What a reference makes of its target.
    fn role_behind(&self, object: u32, target: u32) -> Option<Role> {
        let [object_type, target_type] = [object, target].map(|object| self.heap.type_of(ObjectIndex(object)));
        let description = self.rules.of(object_type);
        let (inner, leaf) = (description.goes_on_with(target_type), description.ends_with(target_type));
        match () {
            () if !inner && !leaf => None,
            () if self.is_head_type[target_type.at()] => Some(Role::Contained),
            () if inner && !self.rules.of(target_type).is_empty() => Some(Role::Inner),
            () => Some(Role::Leaf),
        }
    }

    /// Whether the deep content of what holds this leaf goes on behind it.
    fn is_expanded(&self, leaf: u32) -> bool {
        self.expands_leaves && !self.is_of_head_type(leaf) && !self.rules.of(self.heap.type_of(ObjectIndex(leaf))).is_empty()
    }

    fn references(&self, object: u32) -> usize {
        self.heap.points_to(ObjectIndex(object)).len()
    }

    /// By object what it is: the first role of all that it has.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn roles(&self, walk: &mut Walk, progress: &Progress) -> Result<Vec<Option<Role>>> {
        progress.start("Finding data structures", 0);
        let mut roles = vec![None; self.heap.len()];
        let mut ways = self.heads(progress)?;
        ways.iter().for_each(|&head| roles[head as usize] = Some(Role::Head));
        while let Some(object) = ways.pop() {
            walk.follow(self.references(object), progress)?;
            for (target, role) in self.parts(object) {
                let known = &mut roles[target as usize];
                if known.is_none_or(|known| role < known) {
                    *known = Some(role);
                    if role == Role::Inner {
                        ways.push(target);
                    }
                }
            }
        }
        Ok(roles)
    }

    /// By object, which data structures it belongs to; where heads are given that others own, to which of all other ones, or to which
    /// within them.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn container_of_each(
        &self,
        owned: Option<&ObjectBits>,
        walk: &mut Walk,
        progress: &Progress,
    ) -> Result<impl Fn(ObjectIndex) -> Container + use<>> {
        const SEVERAL: u32 = NO_OBJECT - 1;
        progress.start("Finding data structures", 0);
        let mut heads_of = vec![Origins::default(); self.heap.len()];
        let mut heads = self.heads(progress)?;
        heads.retain(|&head| owned.is_none_or(|owned| !owned.has(ObjectIndex(head))));
        heads.iter().for_each(|&head| _ = heads_of[head as usize].add(head));
        let add = |target: u32, head| heads_of[target as usize].add(head);
        let go_on = |object, next: &mut Vec<u32>, walk: &mut Walk| match owned {
            None => self.go_on(object, next, walk, progress),
            Some(_) => self.go_on_within(object, next, walk, progress),
        };
        spread(heads.into_iter(), |object, _, next| go_on(object, next, walk), add)?;
        let mut containers = vec![NO_OBJECT; self.heap.len()];
        for (object, heads) in (0..).zip(&heads_of).filter(|(_, heads)| !heads.is_empty()) {
            walk.follow(self.references(object), progress)?;
            for (target, _) in self.parts(object) {
                let container = &mut containers[target as usize];
                for head in heads.iter().filter(|&head| head != target) {
                    *container = if [NO_OBJECT, head].contains(container) { head } else { SEVERAL };
                }
            }
        }
        Ok(move |object: ObjectIndex| match containers[object.at()] {
            NO_OBJECT => Container::None,
            SEVERAL => Container::Several,
            head => Container::One(ObjectIndex(head)),
        })
    }

    /// The inner objects behind a head or inner object.
    fn go_on(&self, object: u32, next: &mut Vec<u32>, walk: &mut Walk, progress: &Progress) -> Result<()> {
        walk.follow(self.references(object), progress)?;
        next.extend(self.parts(object).filter(|&(_, role)| role == Role::Inner).map(|(target, _)| target));
        Ok(())
    }

    /// The inner objects behind a head or inner object, and the heads of data structures within.
    fn go_on_within(&self, object: u32, next: &mut Vec<u32>, walk: &mut Walk, progress: &Progress) -> Result<()> {
        walk.follow(self.references(object), progress)?;
        let goes_on = |target: u32, role: Role| role == Role::Inner || role == Role::Contained && target != object && self.is_head(target);
        next.extend(self.parts(object).filter(|&(target, role)| goes_on(target, role)).map(|(target, _)| target));
        Ok(())
    }

    /// The heads that lie in a data structure whose head alone keeps them alive.
    ///
    /// Who dominates a head and contains it also dominates the backbone between, and is the nearest head to dominate each of
    /// these: between it and them there is no other head, because a backbone has none. So every inner object is gone through
    /// for one head only.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn owned(&self, dominators: &Dominators, walk: &mut Walk, progress: &Progress) -> Result<ObjectBits> {
        progress.start("Finding data structures", 0);
        let mut nearest = NearestHeads { of: vec![NearestHeads::UNKNOWN; self.heap.len()], structures: self, dominators, passed: None };
        let [mut inner, mut owned] = [(); 2].map(|()| ObjectBits::new(self.heap.len()));
        let mut ways: Vec<(u32, u32)> = self.heads(progress)?.into_iter().map(|head| (head, head)).collect();
        while let Some((object, head)) = ways.pop() {
            walk.follow(self.references(object), progress)?;
            for (target, role) in self.parts(object).filter(|&(_, role)| role != Role::Leaf) {
                if nearest.head(target) != head {
                    continue;
                }
                match role {
                    Role::Inner if inner.set(target) => ways.push((target, head)),
                    Role::Contained => _ = owned.set(target),
                    _ => {}
                }
            }
        }
        Ok(owned)
    }

    /// By object, the nearest head above it that alone keeps it alive and is not passed by; [`NO_OBJECT`] where there is none.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn keepers(&self, dominators: &Dominators, passed: Option<&ObjectBits>, progress: &Progress) -> Result<Vec<u32>> {
        let of = vec![NearestHeads::UNKNOWN; self.heap.len()];
        let mut nearest = NearestHeads { of, structures: self, dominators, passed };
        progress.for_each(self.heap.kept_objects(), |object| _ = nearest.head(object.0))?;
        let mut keepers = nearest.of;
        keepers.iter_mut().filter(|head| **head == NearestHeads::UNKNOWN).for_each(|head| *head = NO_OBJECT);
        Ok(keepers)
    }
}

/// The nearest head that dominates an object, found once per object.
struct NearestHeads<'a, 'h> {
    /// [`NO_OBJECT`] where there is none.
    of: Vec<u32>,
    structures: &'a DataStructures<'h>,
    dominators: &'a Dominators,
    /// Heads that are passed by.
    passed: Option<&'a ObjectBits>,
}

impl NearestHeads<'_, '_> {
    const UNKNOWN: u32 = NO_OBJECT - 1;

    fn head(&mut self, object: u32) -> u32 {
        let (mut path, mut at) = (Vec::new(), object);
        let head = loop {
            match self.of[at as usize] {
                Self::UNKNOWN => path.push(at),
                known => break known,
            }
            match self.dominators.immediate_dominator(ObjectIndex(at)) {
                None => break NO_OBJECT,
                Some(above) if self.structures.is_head(above.0) && self.passed.is_none_or(|passed| !passed.has(above)) => break above.0,
                Some(above) => at = above.0,
            }
        };
        path.into_iter().for_each(|object| self.of[object as usize] = head);
        head
    }
}
