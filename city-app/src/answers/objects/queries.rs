//! Asks everything about single objects in the background and keeps the answers of one point.
//!
//! One heap state is held at a time. What is asked for is what somebody looks at: a pane that is not shown asks nothing.

use std::sync::Arc;

use analysis::{Dominators, HeapState, ObjectIndex};

use super::lookup::Lookup;
use super::{
    Contents, Dominated, GroupCause, ListFilter, ListOrder, ObjectFacts, ObjectList, ObjectPath, Referrers, contents, dominated,
    group_cause, list_objects, object_facts, object_paths, previews, referrers,
};
use crate::base::background::{Answer, Background};
use crate::data::input::{PointHeap, PointHeaps};

/// Texts of rows that are kept.
const MOST_TEXTS: usize = 50_000;
/// Objects whose fields are kept.
const MOST_CONTENTS: usize = 2_000;

/// The heap state that is looked at.
#[derive(Debug, Clone)]
pub struct Place {
    /// Those of the series.
    pub heaps: Arc<PointHeaps>,
    /// Which one.
    pub point: usize,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.heaps, &other.heaps) && self.point == other.point
    }
}

/// A list as it is asked for.
#[derive(Debug, Clone, PartialEq)]
struct ListKey {
    groups: Vec<Arc<str>>,
    filter: ListFilter,
    order: ListOrder,
    with_dominators: bool,
}

/// Questions about single objects of one heap state, and their answers.
#[derive(Debug)]
pub struct ObjectQueries {
    place: Option<Place>,
    heap: Background<Place, Arc<PointHeap>>,
    dominators: Background<(), Arc<Dominators>>,
    list: Background<ListKey, ObjectList>,
    texts: Lookup<ObjectIndex, String>,
    contents: Lookup<(ObjectIndex, usize), Arc<Contents>>,
    facts: Background<(ObjectIndex, bool), ObjectFacts>,
    paths: Background<(ObjectIndex, usize), Vec<ObjectPath>>,
    referrers: Background<(ObjectIndex, usize), Referrers>,
    dominated: Background<(ObjectIndex, usize), Dominated>,
    group: Background<Arc<str>, GroupCause>,
}

impl Default for ObjectQueries {
    fn default() -> Self {
        Self {
            place: None,
            heap: Background::default(),
            dominators: Background::default(),
            list: Background::default(),
            texts: Lookup::new(MOST_TEXTS),
            contents: Lookup::new(MOST_CONTENTS),
            facts: Background::default(),
            paths: Background::default(),
            referrers: Background::default(),
            dominated: Background::default(),
            group: Background::default(),
        }
    }
}

impl ObjectQueries {
    /// Looks at a heap state, or at none. Answers about another one are forgotten, which gives its memory back. Takes
    /// what has been answered meanwhile; call it every frame.
    pub fn look_at(&mut self, place: Option<Place>) {
        if self.place != place {
            *self = Self { place, ..Self::default() };
        }
        self.heap.poll();
        self.dominators.poll();
        self.list.poll();
        self.facts.poll();
        self.paths.poll();
        self.referrers.poll();
        self.dominated.poll();
        self.group.poll();
        if let Some(heap) = self.loaded() {
            let theirs = Arc::clone(&heap);
            self.texts.ask(move |objects| objects.iter().copied().zip(previews(&theirs.heap, objects)).collect());
            self.contents.ask(move |keys| {
                let read = |&(object, most): &(ObjectIndex, usize)| ((object, most), Arc::new(contents(&heap.heap, object, most)));
                keys.iter().map(read).collect()
            });
        }
    }

    /// Loads the heap state, unless it is there.
    pub fn heap(&mut self) -> Answer<'_, Arc<PointHeap>> {
        let Some(place) = &self.place else { return Answer::None };
        let theirs = place.clone();
        self.heap.ask(place.clone(), move |progress| theirs.heaps.load(theirs.point, progress));
        self.heap.answer(place)
    }

    /// Gives up loading and everything else that is being worked on.
    pub fn cancel(&mut self) {
        self.heap.cancel();
        self.dominators.cancel();
        self.list.cancel();
        self.group.cancel();
        self.paths.cancel();
        self.referrers.cancel();
    }

    /// The heap state, if it is there.
    #[must_use]
    pub fn loaded(&self) -> Option<Arc<PointHeap>> {
        match self.heap.answer(self.place.as_ref()?) {
            Answer::Ready(heap) => Some(Arc::clone(heap)),
            _ => None,
        }
    }

    /// The dominator tree; it is computed once per heap state.
    pub fn dominators(&mut self) -> Answer<'_, Arc<Dominators>> {
        let Some(heap) = self.loaded() else { return Answer::None };
        self.dominators.ask((), move |progress| heap.dominators(progress));
        self.dominators.answer(&())
    }

    /// The dominator tree, if it is there.
    fn known_dominators(&self) -> Option<Arc<Dominators>> {
        match self.dominators.answer(&()) {
            Answer::Ready(dominators) => Some(Arc::clone(dominators)),
            _ => None,
        }
    }

    /// The objects of some groups together. Sorted by retained size once that is known; the list before stays until then.
    pub fn list(&mut self, groups: &[Arc<str>], filter: &ListFilter, order: ListOrder) -> Answer<'_, ObjectList> {
        let (Some(heap), Some(place)) = (self.loaded(), self.place.clone()) else { return Answer::None };
        let dominators = self.known_dominators().filter(|_| order.column == super::ListColumn::Retained);
        let key = ListKey { groups: groups.to_vec(), filter: filter.clone(), order, with_dominators: dominators.is_some() };
        let ListKey { groups, filter, .. } = key.clone();
        self.list.ask(key.clone(), move |progress| {
            list_objects(&heap, &groups, &filter, order, dominators.as_deref(), place.heaps.registry(), progress)
        });
        // The same objects in another order are better than none.
        if matches!(self.list.answer(&key), Answer::Working { .. })
            && let Some((last, _)) = self.list.last()
            && (&last.groups, &last.filter) == (&key.groups, &key.filter)
        {
            let last = last.clone();
            return self.list.answer(&last);
        }
        self.list.answer(&key)
    }

    /// The length of the last list.
    #[must_use]
    pub fn listed(&self) -> Option<usize> {
        self.list.last().map(|(_, list)| list.objects.len())
    }

    /// What an object holds in a few words, once it was read.
    pub fn text(&mut self, object: ObjectIndex) -> Option<&str> {
        self.texts.get(&object).map(String::as_str)
    }

    /// What an object holds, of an array so many elements, once it was read.
    pub fn contents(&mut self, object: ObjectIndex, most_elements: usize) -> Option<Arc<Contents>> {
        self.contents.get(&(object, most_elements)).cloned()
    }

    /// The head of an object; without its owner and retained size until these are known.
    pub fn facts(&mut self, object: ObjectIndex) -> Option<&ObjectFacts> {
        let heap = self.loaded()?;
        let dominators = self.known_dominators();
        let key = (object, dominators.is_some());
        self.facts.ask(key, move |_| Ok(object_facts(&heap.heap, object, dominators.as_deref())));
        self.facts.last().filter(|(asked, _)| asked.0 == object).map(|(_, facts)| &**facts)
    }

    /// At most so many paths to an object.
    pub fn paths(&mut self, object: ObjectIndex, most: usize) -> Answer<'_, Vec<ObjectPath>> {
        let Some(heap) = self.loaded() else { return Answer::None };
        self.paths.ask((object, most), move |progress| object_paths(&heap.heap, object, most, progress));
        self.paths.answer(&(object, most))
    }

    /// Who refers to an object; the first ones by name.
    pub fn referrers(&mut self, object: ObjectIndex, most: usize) -> Answer<'_, Referrers> {
        let Some(heap) = self.loaded() else { return Answer::None };
        self.referrers.ask((object, most), move |progress| referrers(&heap.heap, object, most, progress));
        self.referrers.answer(&(object, most))
    }

    /// What an object keeps alive, the largest first.
    pub fn dominated(&mut self, object: ObjectIndex, most: usize) -> Answer<'_, Dominated> {
        let (Some(heap), Some(dominators)) = (self.loaded(), self.known_dominators()) else { return Answer::None };
        self.dominated.ask((object, most), move |_| Ok(dominated(&heap.heap, &dominators, object, most)));
        self.dominated.answer(&(object, most))
    }

    /// What keeps a group alive and where to cut; `name` is what its objects are called.
    pub fn group(&mut self, key: &Arc<str>, name: &str) -> Answer<'_, GroupCause> {
        let (Some(heap), Some(place)) = (self.loaded(), self.place.clone()) else { return Answer::None };
        let (theirs, name) = (Arc::clone(key), name.to_owned());
        self.group.ask(Arc::clone(key), move |progress| group_cause(&place.heaps, &heap, place.point, &theirs, &name, progress));
        self.group.answer(key)
    }

    /// The keys of the groups that an object is in, from the outermost one to its own.
    #[must_use]
    pub fn groups_of(&self, object: ObjectIndex) -> Vec<Arc<str>> {
        let Some(heap) = self.loaded() else { return Vec::new() };
        let nodes = &heap.grouped.tree.nodes;
        let leaf = heap.grouped.leaves.of(&heap.heap, object).first().copied();
        let parent = |at: &analysis::NodeIndex| Some(nodes[at.at()].parent).filter(|parent| parent != at);
        let mut keys: Vec<Arc<str>> = std::iter::successors(leaf, parent).map(|at| Arc::clone(&nodes[at.at()].key)).collect();
        keys.reverse();
        keys
    }

    /// The object at an address that counts or not.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<ObjectIndex> {
        self.loaded()?.heap.find(address)
    }

    /// Bytes that retained sizes take of our own memory.
    #[must_use]
    pub fn bytes_of_dominators(heap: &HeapState) -> u64 {
        8 * heap.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::answers::objects::ListColumn;
    use crate::data::input::options::OpenOptions;
    use crate::data::input::point_source::PointSource;

    fn place() -> Place {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop");
        let source = |number: &str| PointSource::dump(folder.join(format!("point-{number}.hprof.gz")), 0);
        Place { heaps: Arc::new(PointHeaps::new(vec![source("01"), source("13")], OpenOptions::default())), point: 1 }
    }

    /// Asks until there is an answer.
    fn until<T>(queries: &mut ObjectQueries, mut ask: impl FnMut(&mut ObjectQueries) -> Option<T>) -> T {
        loop {
            queries.look_at(queries.place.clone());
            if let Some(answer) = ask(queries) {
                return answer;
            }
            std::thread::yield_now();
        }
    }

    fn ready<T>(answer: Answer<'_, T>) -> Option<Arc<T>> {
        match answer {
            Answer::Ready(answer) => Some(Arc::clone(answer)),
            Answer::Failed(error) => panic!("{error}"),
            _ => None,
        }
    }

    #[test]
    fn everything_about_an_object_is_answered_for_one_point() {
        let mut queries = ObjectQueries::default();
        queries.look_at(Some(place()));
        let heap = until(&mut queries, |queries| ready(queries.heap()));
        let group = heap.grouped.tree.nodes.iter().find(|node| node.name.ends_with(".Location")).expect("the program has them").key.clone();
        let by_shallow = ListOrder::by(ListColumn::Shallow);
        let list = until(&mut queries, |queries| ready(queries.list(std::slice::from_ref(&group), &ListFilter::All, by_shallow)));
        // 990 at the first of 13 points and as many more at each.
        assert_eq!(list.objects.len(), 12_870);
        let object = list.objects[0];
        assert_eq!(queries.groups_of(object).last(), Some(&group));
        assert!(until(&mut queries, |queries| queries.text(object).map(str::to_owned)).contains("name"));
        assert!(until(&mut queries, |queries| queries.contents(object, 10)).rows.iter().any(|row| &*row.name == "name"));
        assert_eq!(until(&mut queries, |queries| queries.facts(object).cloned()).retained, None, "nobody asked for it yet");
        until(&mut queries, |queries| ready(queries.dominators()));
        let retained = until(&mut queries, |queries| queries.facts(object).and_then(|facts| facts.retained));
        assert!(retained >= heap.heap.bytes_of(object));
        assert!(!until(&mut queries, |queries| ready(queries.paths(object, 3))).is_empty());
        assert!(until(&mut queries, |queries| ready(queries.referrers(object, 3))).count > 0);
        let kept = until(&mut queries, |queries| ready(queries.dominated(object, 3)));
        assert!(kept.shown.len() as u64 == kept.count.min(3));
        let cause = until(&mut queries, |queries| ready(queries.group(&group, "Location")));
        let fields: Vec<&str> = cause.cut.iter().flat_map(|cut| &cut.fields).map(|field| field.name.as_str()).collect();
        assert_eq!(fields, ["travelshop.business.JourneyService.SEARCH_CACHE"]);

        // Another point forgets it all.
        let other = queries.place.clone().map(|place| Place { point: 0, ..place });
        queries.look_at(other);
        assert!(queries.loaded().is_none() && queries.text(object).is_none());
        queries.look_at(None);
        assert!(matches!(queries.heap(), Answer::None));
    }

    #[test]
    fn a_dump_that_is_gone_is_told() {
        let source = PointSource::dump("no such file", 0);
        let mut queries = ObjectQueries::default();
        queries.look_at(Some(Place { heaps: Arc::new(PointHeaps::new(vec![source], OpenOptions::default())), point: 0 }));
        let error = until(&mut queries, |queries| match queries.heap() {
            Answer::Failed(error) => Some(error.to_owned()),
            _ => None,
        });
        assert!(error.contains("no such file"), "{error}");
    }
}
