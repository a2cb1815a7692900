//! How data structures grow between two heap states, and what that means.
//!
//! Source: "Analyzing Data Structure Growth Over Time" (ICPE 2019), sections 4 and 5. The published patterns have no thresholds; ours
//! are the [`HighGrowth`] by default.

use serde::Serialize;

use crate::base::digits::grouped;
use crate::structures::sizes::StructureSizes;
use crate::trees::memory_tree::NodeTotals;

/// What counts as much.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HighGrowth {
    /// Growth of this share of the heap's growth, in percent.
    pub portion: f64,
    /// A container has grown much, too, if it got so many percent more objects, at least `objects`.
    pub percent: f64,
    /// See `percent`.
    pub objects: i64,
}

impl Default for HighGrowth {
    fn default() -> Self {
        Self { portion: 10.0, percent: 25.0, objects: 100 }
    }
}

/// A change of objects and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Change {
    /// Objects.
    pub objects: i64,
    /// Bytes.
    pub bytes: i64,
}

impl Change {
    /// From one amount to another.
    #[must_use]
    pub fn between(from: NodeTotals, to: NodeTotals) -> Self {
        let change = |from: u64, to: u64| i64::try_from(i128::from(to) - i128::from(from)).unwrap_or(i64::MAX);
        Self { objects: change(from.objects, to.objects), bytes: change(from.bytes, to.bytes) }
    }

    /// As a share of the growth of the heap in the same unit, in percent (heap growth portion); `None` where the heap did not grow.
    #[must_use]
    pub fn portions(self, heap: Self) -> [Option<f64>; 2] {
        let portion = |own: i64, heap: i64| (heap > 0).then(|| 100.0 * own as f64 / heap as f64);
        [portion(self.objects, heap.objects), portion(self.bytes, heap.bytes)]
    }
}

/// How the four sizes of data structures changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SizeChanges {
    /// What could be collected without them.
    pub retained: Change,
    /// Heads, inner objects and content.
    pub own: Change,
    /// The same with the data structures within them.
    pub nested: Change,
    /// What they reach; `None` where it is not known at both ends.
    pub deep: Option<Change>,
}

impl SizeChanges {
    /// From one state to another.
    #[must_use]
    pub fn between(from: &StructureSizes, to: &StructureSizes) -> Self {
        Self {
            retained: Change::between(from.retained, to.retained),
            own: Change::between(from.own, to.own),
            nested: Change::between(from.nested, to.nested),
            deep: from.deep.zip(to.deep).map(|(from, to)| Change::between(from, to)),
        }
    }
}

/// What growth of data structures means, what tells most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// They got elements, which they alone keep.
    SingleOwnershipContainer,
    /// They got elements, which others keep, too.
    SharedOwnershipContainer,
    /// What their elements own grew.
    SingleOwnershipData,
    /// Others let go of what they share with these: nothing new is there.
    OwnershipShift,
    /// What their elements reach grew, and others keep it, too.
    SharedOwnershipData,
    /// They have no part in the growth.
    NoGrowth,
    /// They keep less.
    Shrinking,
}

impl Pattern {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SingleOwnershipContainer => "container grows, owned",
            Self::SharedOwnershipContainer => "container grows, shared",
            Self::SingleOwnershipData => "content grows, owned",
            Self::OwnershipShift => "others let go",
            Self::SharedOwnershipData => "content grows, shared",
            Self::NoGrowth => "no growth",
            Self::Shrinking => "shrinks",
        }
    }

    /// Whether they have a part in the growth.
    #[must_use]
    pub const fn is_growth(self) -> bool {
        !matches!(self, Self::NoGrowth | Self::Shrinking)
    }

    /// What it means, one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::SingleOwnershipContainer => "Elements were added, and this owner alone keeps them.",
            Self::SharedOwnershipContainer => "Elements were added, and somebody else keeps them, too.",
            Self::SingleOwnershipData => "Hardly any elements were added, but what they own grew.",
            Self::OwnershipShift => "Hardly anything was added: somebody else let go of what was shared.",
            Self::SharedOwnershipData => "Hardly any elements were added, but what they reach grew, and somebody else keeps that, too.",
            Self::NoGrowth => "It has hardly any part in the growth between these points.",
            Self::Shrinking => "It keeps less than before.",
        }
    }

    /// What to do next, one sentence.
    #[must_use]
    pub(crate) fn next_step(self) -> &'static str {
        match self {
            Self::SingleOwnershipContainer => "Look where elements are added, and remove what is no longer needed, or bound it.",
            Self::SharedOwnershipContainer => "Look who else holds the elements: they go only when all let go.",
            Self::SingleOwnershipData => "Look what the elements reference: something in them grows.",
            Self::OwnershipShift => "Look whether this owner still needs what the others gave up.",
            Self::SharedOwnershipData => "Begin at the new objects, and look who keeps them.",
            Self::NoGrowth | Self::Shrinking => "Nothing to do here.",
        }
    }
}

/// A pattern and the rule that said so.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What it means.
    pub pattern: Pattern,
    /// Why, with numbers.
    pub rule: String,
    /// Of a container: elements were added to those within it, and hardly any to itself.
    pub is_nested: bool,
}

impl Judged {
    /// What it means, one sentence.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        match self.pattern {
            Pattern::SingleOwnershipContainer if self.is_nested => {
                "Elements were added to collections within it, and this owner alone keeps them."
            }
            Pattern::SharedOwnershipContainer if self.is_nested => {
                "Elements were added to collections within it, and somebody else keeps them, too."
            }
            pattern => pattern.meaning(),
        }
    }
}

/// What the changes of data structures mean; `start` are their sizes before, `heap` is how the heap changed.
#[must_use]
pub(crate) fn judge(start: &StructureSizes, changes: &SizeChanges, heap: Change, much: HighGrowth) -> Judged {
    let high = |name: &str, change: Change| high(name, change, heap, much.portion);
    let retained = high("retained", changes.retained);
    let (own, nested) = (high("own", changes.own), high("nested", changes.nested));
    let is_nested = own.is_none() && nested.is_some();
    let container = own.or(nested).or_else(|| grown(start, changes, much));
    // A container that is small in the heap is owned if it alone keeps most of what it got.
    let retained = retained.or_else(|| container.as_ref().and_then(|_| kept(changes)));
    let deep = changes.deep.and_then(|deep| high("reached", deep));
    let portion = much.portion;
    let low = || match changes.deep {
        _ if heap.objects <= 0 && heap.bytes <= 0 => {
            format!("the heap did not grow, and it got less than {} % more objects, or less than {}", much.percent, much.objects)
        }
        Some(_) => format!("retained, own, nested and reached size grew by less than {portion} % of the heap's growth"),
        None => format!(
            "retained, own and nested size grew by less than {portion} % of the heap's growth, and what is reached was not computed"
        ),
    };
    let (pattern, rule) = match (retained, container, deep) {
        (Some(rule), Some(container), _) => (Pattern::SingleOwnershipContainer, format!("{rule}; {container}")),
        (None, Some(container), _) => (Pattern::SharedOwnershipContainer, container),
        (Some(rule), None, _) if is_shift(changes) => (Pattern::OwnershipShift, format!("{rule}, and what is reached did not")),
        (Some(rule), None, _) => (Pattern::SingleOwnershipData, rule),
        (None, None, Some(deep)) => (Pattern::SharedOwnershipData, deep),
        (None, None, None) if is_shrinking(changes, heap, portion) => (Pattern::Shrinking, "retained size fell".to_owned()),
        (None, None, None) => (Pattern::NoGrowth, low()),
    };
    Judged { pattern, rule, is_nested }
}

/// Whether a size has a high share in the growth of the heap, in either unit.
fn high(name: &str, change: Change, heap: Change, least: f64) -> Option<String> {
    let [objects, bytes] = change.portions(heap);
    let told = |portion: f64, unit: &str| format!("{name} size grew by {portion:.1} % of the heap's growth in {unit}");
    let is_high = |portion: &f64| *portion >= least;
    let of_bytes = bytes.filter(is_high).map(|portion| told(portion, "bytes"));
    of_bytes.or_else(|| objects.filter(is_high).map(|portion| told(portion, "objects")))
}

/// Elements count only with their own size: a container of large ones hardly grows itself.
fn grown(start: &StructureSizes, changes: &SizeChanges, much: HighGrowth) -> Option<String> {
    let (before, more) = (start.nested.objects, changes.nested.objects);
    let percent = 100.0 * more as f64 / before.max(1) as f64;
    (more >= much.objects && percent >= much.percent)
        .then(|| format!("nested size grew by {percent:.0} %, {} objects", grouped(more as u64)))
}

/// Whether at least half of the objects that were added die with it.
fn kept(changes: &SizeChanges) -> Option<String> {
    let (kept, added) = (changes.retained.objects, changes.nested.objects);
    (added > 0 && 2 * kept >= added)
        .then(|| format!("retained size grew by {} objects where nested size grew by {}", grouped(kept as u64), grouped(added as u64)))
}

fn is_shift(changes: &SizeChanges) -> bool {
    changes.deep.is_some_and(|deep| 2 * deep.objects < changes.retained.objects && 2 * deep.bytes < changes.retained.bytes.max(1))
}

fn is_shrinking(changes: &SizeChanges, heap: Change, portion: f64) -> bool {
    let [_, bytes] = changes.retained.portions(heap);
    bytes.map_or(changes.retained.bytes < 0, |changed| changed <= -portion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::Progress;
    use crate::fixture::heap;
    use crate::keepers::closure::{Closures, totals_of};
    use crate::structures::library::Library;
    use crate::structures::sizes::{OwnedStructures, add_deep_sizes, add_sizes, largest, structures_by_owner};

    /// The list `a` of a heap, with all sizes, and what the whole heap has.
    fn list(text: &str) -> (OwnedStructures, NodeTotals) {
        let heap = heap(text);
        let mut rows = structures_by_owner(&heap, &Library::shipped(), &Progress::new()).expect("nobody cancels");
        add_sizes(&heap, &Library::shipped(), &mut rows, &Progress::new()).expect("nobody cancels");
        let closures = Closures::new(&heap, &Progress::new()).expect("nobody cancels");
        add_deep_sizes(&closures, largest(&mut rows), &Progress::new()).expect("nobody cancels");
        let all = heap.kept_objects().fold(NodeTotals::default(), |sum, object| sum.saturating_add(totals_of(&heap, object)));
        let a = heap.object("a").0;
        (rows.into_iter().find(|row| row.objects.contains(a)).expect("a is the head of a list"), all)
    }

    fn items(prefix: &str, count: usize) -> String {
        (0..count).map(|at| format!(" {prefix}{at}")).collect()
    }

    fn defined(prefix: &str, count: usize) -> String {
        (0..count).map(|at| format!("{prefix}{at}: app.Item 16\n")).collect()
    }

    /// Lists with arrays that are there from the start, all objects with one size; returns changes and pattern of `a`.
    fn judged(before: &str, after: &str) -> (SizeChanges, Change, Judged) {
        let ((from, heap_from), (to, heap_to)) = (list(before), list(after));
        let changes = SizeChanges::between(&from.sizes, &to.sizes);
        let heap = Change::between(heap_from, heap_to);
        let judged = judge(&from.sizes, &changes, heap, HighGrowth::default());
        (changes, heap, judged)
    }

    fn one_list(elements: &str, more: &str) -> String {
        format!("root jni -> a\na: java.util.ArrayList 16 -> t\nt: java.lang.Object[4] 16 ->{elements}\n{more}")
    }

    fn two_lists(of_a: &str, of_b: &str, more: &str) -> String {
        format!(
            "root jni -> a b\na: java.util.ArrayList 16 -> t\nt: java.lang.Object[4] 16 ->{of_a}\nb: java.util.LinkedList 16 -> n\nn: java.util.LinkedList$Node 16 ->{of_b}\n{more}"
        )
    }

    /// So many objects of 16 bytes.
    fn alike(objects: i64) -> Change {
        Change { objects, bytes: 16 * objects }
    }

    /// Retained, own, nested and reached size.
    fn told(changes: &SizeChanges) -> [Change; 4] {
        [changes.retained, changes.own, changes.nested, changes.deep.expect("was asked for")]
    }

    #[test]
    fn private_elements_that_are_added_are_a_growing_container() {
        let text = |count| one_list(&items("x", count), &defined("x", count));
        let (changes, heap, judged) = judged(&text(10), &text(110));
        assert_eq!((told(&changes), heap), ([alike(100); 4], alike(100)));
        assert_eq!(changes.retained.portions(heap), [Some(100.0); 2]);
        assert_eq!((judged.pattern, judged.is_nested), (Pattern::SingleOwnershipContainer, false), "{}", judged.rule);
    }

    #[test]
    fn a_container_that_is_small_in_the_heap_is_owned_if_it_keeps_what_it_got() {
        let elsewhere = |count: usize| format!("root jni -> e\ne: app.Other 16 ->{}\n{}", items("o", count), defined("o", count));
        let text = |count, other| one_list(&items("x", count), &format!("{}{}", defined("x", count), elsewhere(other)));
        let (changes, heap, judged) = judged(&text(10, 0), &text(110, 5000));
        assert_eq!((told(&changes), heap), ([alike(100); 4], alike(5100)));
        assert_eq!(judged.pattern, Pattern::SingleOwnershipContainer, "{}", judged.rule);
    }

    #[test]
    fn elements_that_another_container_gets_too_are_shared() {
        let text = |count| two_lists(&items("x", count), &items("x", count), &defined("x", count));
        let (changes, _, judged) = judged(&text(10), &text(110));
        assert_eq!(told(&changes), [0, 100, 100, 100].map(alike));
        assert_eq!(judged.pattern, Pattern::SharedOwnershipContainer, "{}", judged.rule);
    }

    /// Ten elements, each with so many objects behind it.
    fn with_data(behind: usize) -> String {
        (0..10)
            .map(|at| format!("x{at}: app.Item 16 ->{}\n{}", items(&format!("d{at}_"), behind), defined(&format!("d{at}_"), behind)))
            .collect()
    }

    #[test]
    fn what_grows_behind_the_elements_is_data() {
        let owned = |behind| one_list(&items("x", 10), &with_data(behind));
        let (changes, _, of_one) = judged(&owned(0), &owned(10));
        assert_eq!((told(&changes), of_one.pattern), ([100, 0, 0, 100].map(alike), Pattern::SingleOwnershipData));
        let shared = |behind| two_lists(&items("x", 10), &items("x", 10), &with_data(behind));
        let (changes, _, of_two) = judged(&shared(0), &shared(10));
        assert_eq!((told(&changes), of_two.pattern), ([0, 0, 0, 100].map(alike), Pattern::SharedOwnershipData));
    }

    #[test]
    fn where_another_one_lets_go_nothing_is_new() {
        let elsewhere = |count: usize| format!("root jni -> e\ne: app.Other 16 ->{}\n{}", items("o", count), defined("o", count));
        let before = two_lists(&items("x", 100), &items("x", 100), &format!("{}{}", defined("x", 100), elsewhere(0)));
        let after = two_lists(&items("x", 100), "", &format!("{}{}", defined("x", 100), elsewhere(50)));
        let (changes, heap, judged) = judged(&before, &after);
        assert_eq!((told(&changes), heap), ([100, 0, 0, 0].map(alike), alike(50)));
        assert_eq!(changes.retained.portions(heap), [Some(200.0); 2]);
        assert_eq!(judged.pattern, Pattern::OwnershipShift, "{}", judged.rule);
    }

    #[test]
    fn what_has_no_part_in_the_growth_is_told_so() {
        let elsewhere = |count: usize| format!("root jni -> e\ne: app.Other 16 ->{}\n{}", items("o", count), defined("o", count));
        let text = |count| one_list(&items("x", 10), &format!("{}{}", defined("x", 10), elsewhere(count)));
        let (changes, _, judged) = judged(&text(0), &text(100));
        assert_eq!((told(&changes), judged.pattern), ([alike(0); 4], Pattern::NoGrowth));
    }

    #[test]
    fn growth_within_containers_is_growth_of_the_container() {
        // Ten entries, each a list of a hundred.
        let inner = |count: usize| -> String {
            (0..count)
                .map(|at| {
                    let leaves = items(&format!("v{at}_"), 100);
                    let lists = format!("n{at}: java.util.HashMap$Node 16 -> k{at} l{at}\nk{at}: app.Item 16\n");
                    let list = format!("l{at}: java.util.ArrayList 16 -> t{at}\nt{at}: java.lang.Object[100] 16 ->{leaves}\n");
                    format!("{lists}{list}{}", defined(&format!("v{at}_"), 100))
                })
                .collect()
        };
        let text = |count| {
            format!(
                "root jni -> a\na: java.util.HashMap 16 -> t\nt: java.util.HashMap$Node[16] 16 ->{}\n{}",
                items("n", count),
                inner(count)
            )
        };
        let (changes, heap, judged) = judged(&text(0), &text(10));
        assert_eq!((told(&changes), heap), ([1040, 30, 1040, 1040].map(alike), alike(1040)));
        assert_eq!(judged.pattern, Pattern::SingleOwnershipContainer, "{}", judged.rule);
        let portions = changes.own.portions(heap);
        assert!(portions.iter().all(|portion| portion.is_some_and(|portion| (portion - 2.9).abs() < 0.05)), "{portions:?}");
        assert!(judged.is_nested && judged.meaning().contains("collections within it"), "{judged:?}");
    }

    #[test]
    fn a_heap_that_does_not_grow_has_no_portions() {
        let change = Change { objects: 5, bytes: 50 };
        assert_eq!(change.portions(Change { objects: 0, bytes: -3 }), [None, None]);
        assert_eq!(change.portions(Change { objects: 10, bytes: 0 }), [Some(50.0), None]);
        let portion = Change { objects: 0, bytes: 700 << 20 }.portions(Change { objects: 0, bytes: 1000 << 20 })[1];
        assert_eq!(portion, Some(70.0));
    }
}
