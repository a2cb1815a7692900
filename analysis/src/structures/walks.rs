//! From sets of heads to what they hold, and from sets of objects to the heads that hold them.
//!
//! A leaf of a data structure is no inner object of it, but it may be one of another in the set, which goes through it: an array
//! that is the value of a map and the backbone of a list. Such doubts are settled afterwards, by the heads that reach both
//! ends of a reference. Beyond a few heads that is a question about sets, which costs a walk back over what lies above each kind
//! of object in doubt; everything else follows each reference a few times.

use rustc_hash::{FxHashMap, FxHashSet};

use super::origins::{Origins, spread};
use super::{DataStructures, Role};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::walk::Walk;

/// A head whose content is asked for.
const ASKED: u8 = 1;
/// Backbone of a head asked.
const INNER: u8 = 2;
/// Content because of some reference.
const CONTENT: u8 = 4;
/// Whether it is content has to be found out.
const DOUBTFUL: u8 = 8;
/// A leaf behind which the content goes on.
const EXPANDED: u8 = 16;

impl DataStructures<'_> {
    /// What data structures hold: leaves, and the heads of those within them. Nothing for objects that are no heads.
    pub(crate) fn own_leaves(&self, objects: &[u32], walk: &mut Walk, progress: &Progress) -> Result<Vec<u32>> {
        self.leaves(objects, false, walk, progress)
    }

    /// The leaves of data structures and of all those within them, which are not leaves themselves.
    pub(crate) fn deep_leaves(&self, objects: &[u32], walk: &mut Walk, progress: &Progress) -> Result<Vec<u32>> {
        self.leaves(objects, true, walk, progress)
    }

    fn leaves(&self, objects: &[u32], deep: bool, walk: &mut Walk, progress: &Progress) -> Result<Vec<u32>> {
        walk.begin();
        // Heads and inner objects, in the order in which they are met; gone through from the start.
        let mut backbone: Vec<u32> = objects.iter().copied().filter(|&object| self.is_head(object) && walk.mark(object, ASKED)).collect();
        let mut content = Vec::new();
        let mut at = 0;
        while let Some(&object) = backbone.get(at) {
            at += 1;
            walk.follow(self.references(object), progress)?;
            for (target, role) in self.parts(object) {
                if deep && role == Role::Leaf && self.is_expanded(target) && walk.mark(target, EXPANDED) {
                    backbone.push(target);
                }
                let (list, mark) = match role {
                    Role::Inner => (&mut backbone, INNER),
                    Role::Contained if !deep && target != object => (&mut content, CONTENT),
                    Role::Contained if deep && self.is_head(target) => (&mut backbone, ASKED),
                    Role::Leaf => (&mut content, CONTENT),
                    Role::Contained | Role::Head => continue,
                };
                if walk.mark(target, mark) {
                    list.push(target);
                }
            }
        }
        // Inner objects of other heads, and heads that perhaps contain themselves only.
        let doubtful: Vec<u32> = content.extract_if(.., |object| walk.has(*object, INNER | ASKED)).collect();
        if !doubtful.is_empty() {
            doubtful.iter().for_each(|&object| _ = walk.mark(object, DOUBTFUL));
            content.extend(self.settled(&backbone, &doubtful, walk, progress)?);
        }
        Ok(content)
    }

    /// Those of the doubtful objects that are content of a head other than themselves that they are no inner objects of.
    fn settled(&self, backbone: &[u32], doubtful: &[u32], walk: &mut Walk, progress: &Progress) -> Result<Vec<u32>> {
        let asked: Vec<u32> = backbone.iter().copied().filter(|&object| walk.has(object, ASKED | EXPANDED)).collect();
        let mut heads_of: FxHashMap<u32, Origins> = FxHashMap::default();
        asked.iter().for_each(|&head| _ = heads_of.entry(head).or_default().add(head));
        let add = |target, head| heads_of.entry(target).or_default().add(head);
        spread(asked.iter().copied(), |object, _, next| self.go_on(object, next, walk, progress), add)?;

        let mut settled = FxHashSet::default();
        let mut open = Vec::new();
        for &object in backbone {
            walk.follow(self.references(object), progress)?;
            for (target, role) in self.parts(object) {
                if role == Role::Inner || !walk.has(target, DOUBTFUL) || settled.contains(&target) {
                    continue;
                }
                let (heads, not_of) = (&heads_of[&object], &heads_of[&target]);
                match not_of.is_full() {
                    false if heads.iter().any(|head| !not_of.has(head)) => _ = settled.insert(target),
                    false => {}
                    true => open.push((target, object)),
                }
            }
        }
        open.retain(|(target, _)| !settled.contains(target));
        if !open.is_empty() {
            let above = Above::of(self, backbone, walk, progress)?;
            above.settle(open, &heads_of, &mut settled, walk, progress)?;
        }
        Ok(doubtful.iter().copied().filter(|object| settled.contains(object)).collect())
    }

    /// The heads of the data structures that hold some of the objects, as content or as a part; each holds another object than
    /// itself.
    pub(crate) fn containers(&self, objects: &[u32], walk: &mut Walk, progress: &Progress) -> Result<Vec<u32>> {
        walk.begin();
        let mut ways: Vec<(u32, bool)> = objects.iter().filter(|&&object| walk.mark(object, ASKED)).map(|&object| (object, true)).collect();
        let mut heads = Vec::new();
        let mut sources = Vec::new();
        while let Some((object, is_asked)) = ways.pop() {
            self.go_back(object, is_asked, &mut sources, walk, progress)?;
            for source in sources.drain(..) {
                if !self.is_of_head_type(source) {
                    if walk.mark(source, INNER) {
                        ways.push((source, false));
                    }
                } else if self.is_head(source) && walk.mark(source, CONTENT) {
                    heads.push(source);
                }
            }
        }
        // Heads that are asked for, too, perhaps hold themselves only.
        if heads.iter().any(|&head| walk.has(head, ASKED)) {
            let mut parts_of: FxHashMap<u32, Origins> = FxHashMap::default();
            let back = |object, part, next: &mut Vec<u32>| self.go_back(object, object == part, next, walk, progress);
            let add = |source, part| parts_of.entry(source).or_default().add(part) && !self.is_of_head_type(source);
            spread(objects.iter().copied(), back, add)?;
            heads.retain(|head| parts_of[head].iter().any(|part| part != *head));
        }
        Ok(heads)
    }

    /// What makes an object belong to data structures: of those that are asked for every part leads to its head, from there only inner
    /// objects lead on.
    fn go_back(&self, object: u32, is_asked: bool, next: &mut Vec<u32>, walk: &mut Walk, progress: &Progress) -> Result<()> {
        let row = self.heap.pointed_from(ObjectIndex(object));
        walk.follow(row.len(), progress)?;
        let leads_back = |source: &u32| self.role_behind(*source, object).is_some_and(|role| is_asked || role == Role::Inner);
        next.extend(row.iter().copied().filter(leads_back));
        Ok(())
    }
}

/// Which objects lead to the inner objects of a walk.
struct Above {
    /// Inner objects with each head or inner object that references them, sorted.
    ways: Vec<(u32, u32)>,
    /// By inner object, the one above it that the same heads reach and that several lead to.
    fork: FxHashMap<u32, u32>,
}

impl Above {
    fn of(structures: &DataStructures<'_>, backbone: &[u32], walk: &mut Walk, progress: &Progress) -> Result<Self> {
        let mut ways = Vec::new();
        let mut targets = Vec::new();
        for &object in backbone {
            structures.go_on(object, &mut targets, walk, progress)?;
            ways.extend(targets.drain(..).filter(|&target| target != object).map(|target| (target, object)));
        }
        ways.sort_unstable();
        ways.dedup();
        let mut above = Self { ways, fork: FxHashMap::default() };
        for &object in backbone {
            let (mut path, mut at) = (Vec::new(), object);
            let fork = loop {
                if let Some(&known) = above.fork.get(&at) {
                    break known;
                }
                path.push(at);
                // Every inner object is reached from a head, so this comes to an end.
                match above.ways_to(at) {
                    &[(_, only)] => at = only,
                    _ => break at,
                }
            };
            above.fork.extend(path.into_iter().map(|object| (object, fork)));
        }
        Ok(above)
    }

    /// None for heads.
    fn ways_to(&self, object: u32) -> &[(u32, u32)] {
        let start = self.ways.partition_point(|way| way.0 < object);
        &self.ways[start..start + self.ways[start..].partition_point(|way| way.0 == object)]
    }

    fn sources(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        self.ways_to(object).iter().map(|way| way.1)
    }

    /// Settles doubts: a target is content of what holds the object that references it if a head reaches that object and not
    /// the target.
    fn settle(
        &self,
        mut open: Vec<(u32, u32)>,
        heads_of: &FxHashMap<u32, Origins>,
        settled: &mut FxHashSet<u32>,
        walk: &mut Walk,
        progress: &Progress,
    ) -> Result<()> {
        let sources = |target: u32| self.sources(self.fork[&target]);
        open.sort_by(|a, b| sources(a.0).cmp(sources(b.0)));
        for alike in open.chunk_by(|a, b| sources(a.0).eq(sources(b.0))) {
            let above_targets = self.all_above(self.fork[&alike[0].0], &FxHashSet::default(), |_| false, walk, progress)?.1;
            let is_other = |head: u32| !above_targets.contains(&head);
            let mut answers: FxHashMap<u32, bool> = FxHashMap::default();
            for &(target, object) in alike {
                let heads = &heads_of[&object];
                let is_content = match answers.get(&self.fork[&object]) {
                    _ if heads.iter().any(is_other) => true,
                    _ if !heads.is_full() => false,
                    Some(&known) => known,
                    None => {
                        let is_end = |object: u32| self.ways_to(object).is_empty();
                        let found = self.all_above(self.fork[&object], &above_targets, is_end, walk, progress)?.0;
                        answers.insert(self.fork[&object], found);
                        found
                    }
                };
                if is_content {
                    settled.insert(target);
                }
            }
        }
        Ok(())
    }

    /// All objects from an object upwards that are not `known`, unless one of them is what is looked for.
    fn all_above(
        &self,
        object: u32,
        known: &FxHashSet<u32>,
        is_found: impl Fn(u32) -> bool,
        walk: &mut Walk,
        progress: &Progress,
    ) -> Result<(bool, FxHashSet<u32>)> {
        let mut met: FxHashSet<u32> = FxHashSet::default();
        let mut ways = vec![object];
        while let Some(object) = ways.pop() {
            if known.contains(&object) || !met.insert(object) {
                continue;
            }
            if is_found(object) {
                return Ok((true, met));
            }
            walk.follow(self.ways_to(object).len(), progress)?;
            ways.extend(self.sources(object));
        }
        Ok((false, met))
    }
}
