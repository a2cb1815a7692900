//! Lives, deaths and what is counted of them.

use proptest::prelude::*;

use super::*;
use crate::fixture::heap;
use crate::heap::{StackFrame, TypeKind};
use crate::over_time::trends::Trend;
use crate::trees::memory_tree::NodeTotals;

fn types(names: &[&str]) -> Vec<TypeInfo> {
    let info = |name: &&str| TypeInfo {
        name: (*name).into(),
        kind: TypeKind::Instance,
        super_type: None,
        class_object: None,
        class_loader: None,
        size: TypeSize::Fixed(0),
    };
    names.iter().map(info).collect()
}

fn lives(lifetimes: Vec<Lifetime>, collections: u32) -> Lifetimes {
    let stack = |method: &str| CallStack {
        frames: vec![StackFrame { class: "app.M".into(), method: method.into(), ..StackFrame::default() }],
        cut: false,
    };
    let stacks = vec![CallStack::default(), stack("one"), stack("two")];
    Lifetimes::new(lifetimes, types(&["A", "B"]), stacks.into(), vec![Box::default(), "main".into()].into(), collections)
}

fn lifetime(id: u64, born: u32, died: Option<u32>) -> Lifetime {
    Lifetime { id, object_type: TypeIndex(0), bytes: 16, length: None, site: 1, thread: 1, born, died, interval: 0, subsystem: None }
}

/// An example whose collections 0 to 4 have the numbers 1 to 5 here.
fn example() -> Lifetimes {
    let [a, b, c, d] = [(1, 0, Some(1)), (2, 1, Some(4)), (3, 3, Some(4)), (4, 1, None)].map(|(id, born, died)| lifetime(id, born, died));
    lives(vec![d, c, b, a], 5)
}

fn leaves(tree: &MemoryTree) -> Vec<(String, u64)> {
    let leaves = tree.nodes.iter().enumerate().filter(|&(at, _)| tree.is_leaf(crate::base::ids::NodeIndex(at as u32)));
    leaves.map(|(_, node)| (node.key.trim_start_matches("Overall#").to_owned(), node.totals.objects)).collect()
}

fn by(text: &str) -> Grouping {
    Grouping::parse(text).expect("is a grouping")
}

fn died(lives: &Lifetimes, window: RangeInclusive<u32>, text: &str) -> EstimatedTree {
    lives.died_tree(window, &by(text), &Progress::new(), &Warnings::new()).expect("can be grouped")
}

#[test]
fn ages_are_those_of_the_published_example() {
    let lives = example();
    let ages: Vec<u32> = lives.all().iter().map(|lifetime| lifetime.age(lives.collections())).collect();
    assert_eq!(ages, [0, 2, 0, 4], "A, B and C when they died, D alive");
}

#[test]
fn only_what_a_window_collected_died_in_it() {
    let lives = example();
    let ids: Vec<u64> = lives.died_in(4..=5).map(|lifetime| lifetime.id).collect();
    assert_eq!(ids, [2, 3], "B and C; A died before, D lives");
    let tree = died(&lives, 4..=5, "age, type").tree;
    assert_eq!(leaves(&tree), [("0 GCs survived#A".to_owned(), 1), ("2 GCs survived#A".to_owned(), 1)]);
    assert_eq!(tree.root().totals, NodeTotals { objects: 2, bytes: 32 });
    assert_eq!(died(&lives, 5..=9, "age").tree.root().totals.objects, 0);
    let per_collection: u64 = (1..=5).map(|number| died(&lives, number..=number, "type").tree.root().totals.objects).sum();
    assert_eq!(per_collection, died(&lives, 1..=5, "type").tree.root().totals.objects);
}

#[test]
fn the_dead_are_grouped_by_anything_but_references() {
    let mut lives = example();
    lives.lifetimes[0].length = Some(7);
    let tree = died(&lives, 1..=5, "allocating thread, allocation site, array length").tree;
    assert_eq!(leaves(&tree), [("main#app.M.one#7".to_owned(), 1), ("main#app.M.one#not an array".to_owned(), 2)]);
    let refused = lives.died_tree(1..=5, &by("type, pointed from(type)"), &Progress::new(), &Warnings::new());
    assert!(refused.expect_err("they have no references").to_string().contains("what died has no references any more"));
}

#[test]
fn an_object_that_was_sampled_stands_for_many() {
    // 16 bytes each 160: p = 1 - exp(-0.1) = 0.09516; 100 seen ones stand for 1,050.8 with a variance of 100 * (1 - p) / p².
    let sampled = |id: u64| Lifetime { interval: 160, ..lifetime(id, 0, Some(1)) };
    let lives = lives((1..=100).map(sampled).collect(), 1);
    let EstimatedTree { tree, estimates } = died(&lives, 1..=1, "type");
    assert_eq!(tree.root().totals, NodeTotals { objects: 1051, bytes: 16_813 });
    let estimate = estimates.expect("they were sampled")[0].expect("all were");
    assert_eq!((estimate.recorded, estimate.error.objects), (100, 100), "sqrt(9,992) objects");
    let counts =
        event_counts(&lives, &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    assert_eq!(counts.basis, CountsBasis::Sampled);
    let group = &counts.groups[0];
    assert_eq!((group.trend.created, group.created_error, group.trend.collected, group.collected_error), (1051, 100, 1051, 100));
}

#[test]
fn what_lives_is_as_unsure_as_those_that_live() {
    // As above 99.92 is the variance of each. 100 die at the second collection, 36 live: sqrt(36 * 99.92) = 59.98 objects; in
    // bytes 16 * sqrt(136 * 99.92) = 1,865.1 before and 16 * sqrt(36 * 99.92) = 959.6 after that.
    let sampled = |id: u64| Lifetime { interval: 160, ..lifetime(id, 0, (id <= 100).then_some(2)) };
    let lives = lives((1..=136).map(sampled).collect(), 2);
    let counts =
        event_counts(&lives, &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    // Of the share 100 / 136: sqrt(99.92 * (100 * (36 / 136)² + 36 * (100 / 136)²)) of 136 * 10.51 = 0.0360.
    let errors = counts.groups[1].live_errors.clone().expect("they were sampled");
    assert!((errors.share - 0.0360).abs() < 0.0001, "{errors:?}");
    assert_eq!(errors, LiveErrors { initially: 0, live: 60, volume: vec![1866, 960, 960], share: errors.share });
    let exact =
        event_counts(&example(), &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    assert_eq!(exact.groups[1].live_errors, None);
}

#[test]
fn what_came_and_went_leaves_no_error_behind() {
    let sampled = |id: u64| Lifetime { interval: 999, bytes: 8 + id, ..lifetime(id, 0, Some(1 + id as u32 % 3)) };
    let lives = lives((1..=500).map(sampled).collect(), 3);
    let counts =
        event_counts(&lives, &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    let errors = counts.groups[1].live_errors.as_ref().expect("they were sampled");
    assert_eq!((errors.live, &errors.volume[2..]), (0, &[0, 0][..]), "all are dead");
    assert!(errors.volume[0] > errors.volume[1] && errors.volume[1] > 0, "{errors:?}");
}

#[test]
fn what_was_there_before_is_initially_live() {
    let old = |id: u64, born: u32, died: Option<u32>, initially: bool| Unseen {
        lifetime: Lifetime { site: 0, ..lifetime(id, born, died) },
        initially,
    };
    // Two from before, of which one goes with the second collection, and one that the JVM has made without a word.
    let lives = example().with_unseen(vec![old(10, 0, None, true), old(11, 0, Some(2), true), old(12, 3, None, false)]);
    let counts = event_counts(&lives, &by("type, allocation site"), None, CountRules::default(), &Progress::new(), &Warnings::new())
        .expect("can be counted");
    let all = &counts.groups[0];
    assert_eq!((all.initially_live, all.trend.created, all.trend.collected, all.trend.live), (2, 5, 4, 3));
    assert_eq!(all.trend.volume, [32, 48, 48, 48, 48, 48]);
    let names: Vec<(&str, u64)> = counts.groups.iter().map(|group| (&*group.name, group.initially_live)).collect();
    assert_eq!(names, [("Overall", 2), ("A", 2), ("(site not recorded)", 2), ("app.M.one", 0)]);
    assert_eq!(lives.died_in(1..=9).count(), 3, "nobody knows when exactly the old one died");
}

#[test]
fn created_and_collected_are_counted_at_every_point() {
    let counts = event_counts(&example(), &by("type, allocation site"), None, CountRules::default(), &Progress::new(), &Warnings::new())
        .expect("can be counted");
    assert_eq!((counts.basis, counts.points), (CountsBasis::Exact, vec![1, 2, 3, 4, 5, 6]));
    let names: Vec<(&str, u16)> = counts.groups.iter().map(|group| (&*group.name, group.level)).collect();
    assert_eq!(names, [("Overall", 0), ("A", 1), ("app.M.one", 2)]);
    let trend = &counts.groups[2].trend;
    // A lives and dies by 1; B and D come by 2, C by 4, which takes B and C.
    assert_eq!((trend.created, trend.collected, trend.live), (4, 3, 1));
    assert_eq!(trend.volume, [0, 32, 32, 16, 16, 16]);
    let shares: Vec<f64> = trend.collected_share.iter().flatten().copied().collect();
    assert_eq!(shares, [1.0, 1.0 / 3.0, 1.0 / 3.0, 0.75, 0.75, 0.75]);

    // The same at some collections alone: what came and went before is in their sums.
    let some = event_counts(&example(), &by("type"), Some(&[1, 4, 9]), CountRules::default(), &Progress::new(), &Warnings::new())
        .expect("can be counted");
    assert_eq!((some.points, &*some.groups[1].trend.volume), (vec![1, 4, 6], &[0, 16, 16][..]), "there is no collection 9");
    assert_eq!((some.groups[1].trend.created, some.groups[1].trend.collected), (4, 3));
}

#[test]
fn a_window_counts_what_came_and_went_in_it() {
    // Of A to D: A is dead before 2, B and D come with 2 and C with 4, which takes B and C.
    let within = |window: RangeInclusive<u32>, only: Option<&[u32]>| {
        event_counts(&example().within(window), &by("type"), only, CountRules::default(), &Progress::new(), &Warnings::new())
            .expect("can be counted")
    };
    let told = |counts: &Counts| {
        let CountedGroup { initially_live, trend, .. } = &counts.groups[0];
        (*initially_live, trend.created, trend.collected, trend.live)
    };
    let (early, late) = (within(2..=3, None), within(4..=6, None));
    assert_eq!((&*early.points, told(&early)), (&[2, 3][..], (0, 2, 0, 2)), "what a later collection takes lives");
    assert_eq!((&*late.points, told(&late)), (&[4, 5, 6][..], (2, 1, 2, 1)), "B and D were there");
    assert_eq!(late.groups[0].trend.volume, [16, 16, 16]);
    assert_eq!(within(2..=4, Some(&[1, 3, 9])).points, [3, 4], "and the end of the window");
    let ages = |window: RangeInclusive<u32>| {
        let lives = example().within(window);
        lives.all().iter().map(|lifetime| lifetime.age(lives.collections())).collect::<Vec<u32>>()
    };
    assert_eq!(ages(2..=3), [2, 2], "B and D have survived 2 and 3 by then");
}

#[test]
fn what_was_there_when_a_window_began_is_as_unsure_as_what_came_later() {
    // 10.51 objects each with a variance of 99.92, as above: 100 from before the window, of which 64 die in it, and 36 new ones.
    let sampled = |id: u64| {
        let (born, died) = if id <= 100 { (0, (id <= 64).then_some(2)) } else { (1, None) };
        Lifetime { interval: 160, ..lifetime(id, born, died) }
    };
    let lives = lives((1..=136).map(sampled).collect(), 2).within(2..=2);
    let counts =
        event_counts(&lives, &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    let CountedGroup { initially_live, trend, created_error, collected_error, live_errors, .. } = &counts.groups[0];
    assert_eq!((*initially_live, trend.created, trend.collected, trend.live), (1051, 378, 673, 756));
    // sqrt(99.92 * n) objects of 36, 64, 100 and 72; in bytes 16 times that of 72.
    let errors = live_errors.clone().expect("they were sampled");
    assert_eq!((*created_error, *collected_error, errors.initially, errors.live, &*errors.volume), (60, 80, 100, 85, &[1358][..]));
    // 64 of 36 that were created, none of them one of these: sqrt(99.92 * (64 + 36 * (64 / 36)²)) of 36 * 10.51 = 0.352.
    assert!((errors.share - 0.352).abs() < 0.001, "{errors:?}");
}

#[test]
fn collapsed_stacks_begin_with_the_outermost_caller() {
    let frame = |class: &str, line| StackFrame { class: class.into(), method: "run".into(), file: "A.java".into(), line };
    let stacks = vec![
        CallStack::default(),
        CallStack { frames: vec![frame("app.In", 7), frame("app.Out", 1)], cut: false },
        CallStack { frames: vec![frame("app.In", 8), frame("app.Out", 1)], cut: true },
    ];
    let of_site = |(id, site): (u64, u32)| Lifetime { site, object_type: TypeIndex(site % 2), ..lifetime(id, 0, None) };
    let lives: Vec<Lifetime> = [(1, 0), (2, 1), (3, 1), (4, 2)].map(of_site).into();
    let lives = Lifetimes::new(lives, types(&["A", "B"]), stacks.into(), vec![Box::default(), "main".into()].into(), 1);
    let told = |with_types, with_lines| {
        let options = StackOptions { part: LifePart::Live, in_bytes: true, with_types, with_lines };
        let line = |stack: StackTotal| format!("{} {:?} {}", stack.frames.join(";"), stack.type_name.unwrap_or_default(), stack.total);
        lives.by_stack(options).into_iter().map(line).collect::<Vec<String>>()
    };
    let expected = [
        "(callers not recorded);app.Out.run(A.java:1);app.In.run(A.java:8) \"A\" 16",
        "(site not recorded) \"A\" 16",
        "app.Out.run(A.java:1);app.In.run(A.java:7) \"B\" 32",
    ];
    assert_eq!(told(true, true), expected);
    assert_eq!(told(false, false)[2], "app.Out.run;app.In.run \"\" 32");
}

#[test]
fn what_each_collection_took_sums_up_to_what_died_in_the_window() {
    let lives = example();
    let taken = lives.collected_at(1..=5);
    let told: Vec<_> = taken.iter().map(|at| (at.number, at.collected.objects, at.age_0, at.live.objects)).collect();
    assert_eq!(told, [(1, 1, 1, 0), (2, 0, 0, 2), (3, 0, 0, 2), (4, 2, 1, 1), (5, 0, 0, 1)]);
    let died = died(&lives, 1..=5, "type").tree.root().totals;
    assert_eq!(taken.iter().map(|at| at.collected.bytes).sum::<u64>(), died.bytes);
    assert_eq!(lives.collected_at(4..=4)[0], taken[3], "a window says the same of its collections");
}

#[test]
fn what_collections_took_of_sampled_objects_has_an_error() {
    // 99.92 is the variance of each, as above. 100 die young at the first collection, 64 older at the second, 36 live: 16 bytes
    // each, so 16 * sqrt(99.92 * n) bytes.
    let sampled = |id: u64| {
        let died = if id <= 100 { Some(1) } else { (id <= 164).then_some(2) };
        Lifetime { interval: 160, ..lifetime(id, 0, died) }
    };
    let lives = lives((1..=200).map(sampled).collect(), 2);
    let taken = lives.collected_at(1..=2);
    let told = taken.iter().map(|at| {
        let CollectedErrors { collected, age_0, live, .. } = at.errors.expect("they were sampled");
        (collected.objects, collected.bytes, age_0, live.objects, live.bytes)
    });
    assert_eq!(told.collect::<Vec<_>>(), [(100, 1600, 100, 100, 1600), (80, 1280, 0, 60, 960)]);
    assert_eq!(taken[0].errors.map(|errors| errors.allocated), Some(NodeTotals { objects: 142, bytes: 2262 }));
    assert_eq!(example().collected_at(1..=5)[0].errors, None, "all was seen");
}

#[test]
fn a_class_that_is_never_collected_is_a_leak() {
    let leak = (0..40).map(|id| lifetime(id, id as u32 / 4, None));
    let steady =
        (40..80).map(|id| Lifetime { object_type: TypeIndex(1), ..lifetime(id, (id as u32 - 40) / 4, Some((id as u32 - 40) / 4 + 1)) });
    let lives = lives(leak.chain(steady).collect(), 10);
    let counts =
        event_counts(&lives, &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    // Nothing was born after the last collection, so both stand still at the end.
    let group = |name: &str| counts.groups.iter().find(|group| &*group.name == name).expect("is there");
    assert_eq!(group("A").trend.volume[..4], [64, 128, 192, 256]);
    assert_eq!((group("A").trend.collected, group("A").trend.trends[1]), (0, Some(Trend::Positive)));
    assert_eq!((group("B").trend.created, group("B").trend.collected, group("B").trend.trends[1]), (40, 40, Some(Trend::Stable)));
}

#[test]
fn between_states_counts_are_lower_bounds() {
    let states = ["a b", "b c", "c d e"];
    let state = |at: usize| {
        let collections = at + 1;
        Ok(heap(&format!("gc {collections}\nroot jni -> {}\na, b, c, d, e: A 16", states[at])).state)
    };
    let counts = state_counts(3, state, &by("type"), CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
    assert_eq!((counts.basis, &*counts.points), (CountsBasis::BetweenStates, &[1, 2, 3][..]));
    let group = &counts.groups[1];
    assert_eq!((group.initially_live, group.trend.created, group.trend.collected, group.trend.live), (2, 3, 2, 3));
    assert_eq!(group.trend.collected_share, [None, Some(1.0), Some(2.0 / 3.0)]);
    let moving = state_counts(3, state, &by("age"), CountRules::default(), &Progress::new(), &Warnings::new());
    assert!(moving.expect_err("ages change").to_string().contains("count by what never changes"));
}

#[test]
fn what_one_state_has_and_the_next_has_not_died_in_between() {
    // After collections 1, 2, 4 and 5.
    let (collections, alive) = ([1, 2, 4, 5], ["a b c", "b c", "c d", "d"]);
    let mut made = Vec::new();
    let mut died = |window: RangeInclusive<u32>| {
        let state = |at: usize| {
            made.push(at);
            Ok(heap(&format!("gc {}\nroot jni -> {}\na, b, c: A 16\nd: B 8\norigin b: gc 1", collections[at], alive[at])).state)
        };
        let tree = deaths_between_states(&collections, state, window, &by("age, type"), &Progress::new(), &Warnings::new());
        leaves(&tree.expect("can be grouped"))
    };
    assert_eq!(died(2..=4), [("1 GC survived#A".to_owned(), 2)], "a at 1, born before all; b at 2, born after 1");
    assert_eq!(died(5..=5), [("4 GCs survived#A".to_owned(), 1)]);
    assert_eq!(died(6..=9), [("Overall".to_owned(), 0)]);
    assert_eq!(made, [0, 1, 2, 2, 3], "states that nobody needs are not made");
}

proptest! {
    #[test]
    fn what_was_there_and_created_less_collected_is_what_lives(
        lifetimes in prop::collection::vec((0_u32..8, prop::option::of(1_u32..6), 0_u32..2, 1_u32..3), 0..60),
    ) {
        let lifetimes = lifetimes.into_iter().zip(0_u64..).map(|((born, lived, object_type, site), id)| {
            let died = lived.map(|lived| born + lived).filter(|&died| died <= 8);
            Lifetime { object_type: TypeIndex(object_type), site, ..lifetime(id, born, died) }
        });
        let lives = lives(lifetimes.collect(), 8);
        let counts = event_counts(&lives, &by("type, allocation site"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
        for group in &counts.groups {
            prop_assert_eq!(group.initially_live + group.trend.created - group.trend.collected, group.trend.live);
            prop_assert_eq!(group.trend.volume.last().copied(), Some(group.trend.live * 16));
        }
        let died = lives.died_in(0..=8).count() as u64;
        prop_assert_eq!(counts.groups[0].trend.collected, died);
    }

    #[test]
    fn collapsed_stacks_sum_up_to_what_is_counted(
        lifetimes in prop::collection::vec((0_u32..8, prop::option::of(1_u32..6), 0_u32..3, 0_u64..3), 0..60),
        (first, more) in (1_u32..6, 0_u32..5),
        with_types in any::<bool>(),
    ) {
        let lifetimes = lifetimes.into_iter().zip(0_u64..).map(|((born, lived, site, sampled), id)| {
            let died = lived.map(|lived| born + lived).filter(|&died| died <= 8);
            Lifetime { site, interval: sampled * 100, ..lifetime(id, born, died) }
        });
        let lives = lives(lifetimes.collect(), 8).within(first..=first + more);
        let counts = event_counts(&lives, &by("type"), None, CountRules::default(), &Progress::new(), &Warnings::new()).expect("can be counted");
        let trend = &counts.groups[0].trend;
        let sum = |part, in_bytes| {
            let stacks = lives.by_stack(StackOptions { part, in_bytes, with_types, with_lines: true });
            stacks.iter().map(|stack| stack.total).sum::<u64>()
        };
        let objects = [LifePart::Created, LifePart::Live, LifePart::Died].map(|part| sum(part, false));
        prop_assert_eq!(objects, [trend.created, trend.live, trend.collected]);
        prop_assert_eq!(Some(sum(LifePart::Live, true)), trend.volume.last().copied());
    }

    #[test]
    fn sampled_counts_are_right_on_average(seed in any::<u64>()) {
        // 400 objects of 32 bytes, each seen with 1 - exp(-0.25): the mean of 200 rounds is within 4 of its errors.
        let mut random = seed;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 11) as f64 / (1_u64 << 53) as f64
        };
        let object = Lifetime { bytes: 32, interval: 128, ..lifetime(1, 0, Some(1)) };
        let (weight, _) = weight(&object);
        let rounds = 200;
        let sum: f64 = (0..rounds).map(|_| (0..400).filter(|_| next() < object.probability()).count() as f64 * weight).sum();
        let variance = 400.0 * (1.0 - object.probability()) / object.probability();
        let error = (variance / f64::from(rounds)).sqrt();
        prop_assert!((sum / f64::from(rounds) - 400.0).abs() < 5.0 * error);
    }
}
