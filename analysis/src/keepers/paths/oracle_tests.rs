//! Paths of random heaps compared with distances found by trying everything.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::*;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::keepers::paths::group_path::GroupPath;
use crate::random_heap::{RandomHeap, Vocabulary, random_heap};

const VOCABULARY: Vocabulary = Vocabulary {
    classes: ["Node", "Item", "Object[9]", "Cache", "java.lang.ref.WeakReference"],
    fields: ["referent", "left", "right"],
    threads: 1,
};

fn heaps() -> impl Strategy<Value = RandomHeap> {
    random_heap(VOCABULARY, 1..14)
}

impl RandomHeap {
    /// Every reference, and whether it is weak. The class object follows the named objects; what a
    /// thread's stack holds is held by itself.
    fn edges(&self, through_classes: bool) -> Vec<(usize, usize, bool)> {
        let class_object = self.objects.len();
        let mut edges = Vec::new();
        for (at, (_, fields)) in self.objects.iter().enumerate() {
            let weak = |field: usize| self.class(at).ends_with("Reference") && VOCABULARY.fields[field] == "referent";
            edges.extend(fields.iter().map(|(&field, &target)| (at, target, weak(field))));
            if through_classes && self.class(at) == "Cache" {
                edges.push((at, class_object, false));
            }
        }
        if through_classes {
            edges.extend(self.statics.iter().map(|&target| (class_object, target, false)));
        }
        edges
    }

    /// Objects per path at least, by object: relaxed until nothing gets shorter.
    fn distances(&self, through_classes: bool, over_weak: bool) -> BTreeMap<usize, usize> {
        let (class_object, thread) = (self.objects.len(), self.objects.len() + 1);
        let mut starts: BTreeSet<usize> = self.handles.iter().chain(&self.locals[0]).copied().chain([class_object, thread]).collect();
        if !through_classes {
            starts.extend(&self.statics);
        }
        let mut distances: BTreeMap<usize, usize> = starts.into_iter().map(|start| (start, 1)).collect();
        loop {
            let before = distances.clone();
            for (source, target, weak) in self.edges(through_classes) {
                if let Some(&distance) = distances.get(&source)
                    && (over_weak || !weak)
                {
                    let known = distances.entry(target).or_insert(usize::MAX);
                    *known = (*known).min(distance + 1);
                }
            }
            if before == distances {
                return distances;
            }
        }
    }
}

fn check_path(random: &RandomHeap, through_classes: bool, objects: &[ObjectIndex]) -> Result<(), TestCaseError> {
    let edges: BTreeSet<(usize, usize)> = random.edges(through_classes).iter().map(|edge| (edge.0, edge.1)).collect();
    for pair in objects.windows(2) {
        prop_assert!(edges.contains(&(pair[0].at(), pair[1].at())), "{:?} is no reference", pair);
    }
    let distinct: BTreeSet<_> = objects.iter().collect();
    prop_assert_eq!(distinct.len(), objects.len(), "an object twice on a path");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(500)))]

    #[test]
    fn shortest_paths_are_as_long_as_the_distance(random in heaps(), through_classes in any::<bool>()) {
        let heap = random.build();
        let options = PathOptions { through_classes };
        let closest = ClosestHolders::search(&heap, options, &FxHashSet::default(), &Progress::new()).unwrap();
        let strong = random.distances(through_classes, false);
        let all = random.distances(through_classes, true);
        let live = closest.strengths()[0].1;
        prop_assert_eq!(closest.order()[..live].iter().map(|&at| at as usize).collect::<BTreeSet<_>>(), strong.keys().copied().collect());
        prop_assert_eq!(closest.order().iter().map(|&at| at as usize).collect::<BTreeSet<_>>(), all.keys().copied().collect());
        for at in 0..heap.len() {
            let object = ObjectIndex(at as u32);
            let path = closest.path_to(object);
            prop_assert_eq!(path.is_some(), all.contains_key(&at));
            let found = paths_to(&heap, object, options, usize::MAX, &Progress::new()).unwrap();
            prop_assert_eq!(found.is_empty(), path.is_none());
            let Some((_, objects)) = path else { continue };
            check_path(&random, through_classes, &objects)?;
            if let Some(&distance) = strong.get(&at) {
                prop_assert_eq!(objects.len(), distance);
            }
            prop_assert_eq!(found[0].steps.len(), *strong.get(&at).unwrap_or(&all[&at]));
            prop_assert_eq!(found[0].weak, !strong.contains_key(&at));
            prop_assert!(found.is_sorted_by_key(|path| path.steps.len()));
            let mut tails = FxHashSet::default();
            for path in &found {
                let objects: Vec<ObjectIndex> = path.steps.iter().map(|step| step.object).collect();
                check_path(&random, through_classes, &objects)?;
                prop_assert!(tails.insert((path.holder, objects)), "a path twice");
            }
        }
    }

    #[test]
    fn every_reference_of_a_path_is_called_what_it_is_called_in_the_heap(random in heaps(), through_classes in any::<bool>()) {
        let heap = random.build();
        for at in 0..random.objects.len() {
            let found = paths_to(&heap, ObjectIndex(at as u32), PathOptions { through_classes }, usize::MAX, &Progress::new()).unwrap();
            for steps in found.iter().flat_map(|path| path.steps.windows(2)) {
                let name = heap.slot_name(steps[0].slot.expect("not the last one"));
                let source = steps[0].object.at();
                let Some((_, fields)) = random.objects.get(source) else {
                    prop_assert_eq!(name, "Cache.field");
                    continue;
                };
                let targets = fields.iter().enumerate().filter(|(_, (_, target))| **target == steps[1].object.at());
                let mut expected: Vec<String> = targets
                    .map(|(element, (field, _))| match random.class(source).strip_suffix("[9]") {
                        Some(_) => format!("[{element}]"),
                        None => format!("{}.{}", random.class(source), VOCABULARY.fields[*field]),
                    })
                    .collect();
                if random.class(source) == "Cache" {
                    expected.push("<class>".to_owned());
                }
                prop_assert!(expected.contains(&name), "{} is none of {:?}", name, expected);
            }
        }
    }

    #[test]
    fn merged_paths_hold_every_member_once(random in heaps(), chosen in any::<u16>(), through_classes in any::<bool>()) {
        let heap = random.build();
        let members: RoaringBitmap = (0..random.objects.len() as u32).filter(|at| chosen >> at & 1 == 1).collect();
        let count = |over_weak: bool| {
            let distances = random.distances(through_classes, over_weak);
            members.iter().filter(|&at| distances.contains_key(&(at as usize))).count() as u64
        };
        let found = group_paths(&heap, &members, PathOptions { through_classes }, usize::MAX, &Progress::new()).unwrap();
        prop_assert_eq!((found.strong, found.strong + found.weak), (count(false), count(true)));
        // With so few objects every holder has more than 5 %: the first round shows all.
        let first: Vec<&GroupPath> = found.paths.iter().filter(|path| path.round == 0).collect();
        prop_assert_eq!(first.len(), found.path_count);
        prop_assert_eq!(first.iter().map(|path| path.members).sum::<u64>(), found.strong + found.weak);
        for path in &found.paths {
            prop_assert!(path.steps.iter().all(|step| step.members >= path.members && step.objects > 0));
            prop_assert!(path.steps.is_sorted_by(|a, b| a.members >= path.members && b.members >= path.members));
        }
        prop_assert!(found.left.is_sorted_by(|a, b| a >= b), "taking holders away frees members: {:?}", found.left);
        prop_assert!(found.left.first().is_none_or(|&left| left <= found.strong));
    }
}
