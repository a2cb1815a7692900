use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::fixture::{chain, heap};
use crate::grouping::Registry;
use crate::heap::{ObjectTable, TypeColumn, TypeInfo};
use crate::random_heap::{Vocabulary, random_heap};

/// A registry of sessions in a static field, each session with a basket in a list, and a map of lists.
fn shop(point: u32, sessions: usize, items: usize) -> String {
    let mut text = format!(
        "gc {point}\nroot static app.Sessions.ALL -> all\nroot static app.Index.BY_NAME -> m\nclass app.Session\n\
         all: java.util.ArrayList 24 -> elementData=t\nm: java.util.HashMap 48 -> table=mt\nmt: java.util.HashMap$Node[4] 32 -> mn\n\
         mn: java.util.HashMap$Node 32 -> key=mk value=ml\nmk: app.Key 16\nml: java.util.ArrayList 24 -> elementData=mlt\n\
         mlt: java.lang.Object[1] 16 -> mx\nmx: app.Hit 16\n"
    );
    let names: Vec<String> = (0..sessions).map(|at| format!("s{at}")).collect();
    let _ = writeln!(text, "t: java.lang.Object[{sessions}] 16 -> {}", names.join(" "));
    for at in 0..sessions {
        let of: Vec<String> = (0..items).map(|item| format!("i{at}_{item}")).collect();
        let _ = writeln!(text, "s{at}: app.Session 16 -> basket=b{at}\nb{at}: java.util.ArrayList 24 -> elementData=bt{at}");
        let _ = writeln!(text, "bt{at}: java.lang.Object[{items}] 16 -> {}", of.join(" "));
        of.iter().for_each(|item| _ = writeln!(text, "{item}: app.Item 16"));
    }
    text
}

fn report(texts: &[String], question: Option<LeafQuestion>) -> StructureReport {
    report_of(StructureFinder::new(Library::shipped()).of_chosen_states(), texts, question)
}

/// The report of one heap state.
fn report_of_state(heap: &HeapState) -> StructureReport {
    StructureFinder::new(Library::shipped()).finish(|_| Ok(heap), &Progress::new()).expect("nobody cancels")
}

fn report_of(mut finder: StructureFinder, texts: &[String], question: Option<LeafQuestion>) -> StructureReport {
    if let Some(question) = question {
        finder = finder.with_question(question);
    }
    for text in &texts[..texts.len() - 1] {
        finder.observe(&heap(text), &Progress::new()).expect("nobody cancels");
    }
    finder.finish(|at| Ok(heap(&texts[at]).state), &Progress::new()).expect("nobody cancels")
}

#[test]
fn what_a_collection_alone_keeps_is_told_below_it() {
    let report = report(&[shop(1, 2, 3), shop(2, 4, 3), shop(3, 6, 3), shop(4, 8, 3), shop(5, 10, 3)], None);
    let at = |owner: &str| report.rows.iter().position(|row| row.owner == owner).unwrap_or_else(|| panic!("{owner} in {report:?}"));
    let (sessions, baskets, index) = (at("app.Sessions.ALL"), at("app.Sessions.ALL{}.basket"), at("app.Index.BY_NAME"));
    assert_eq!((sessions, report.rows[sessions].within), (0, None), "what grew most comes first");
    assert_eq!(report.rows[baskets].within, Some(sessions));
    assert_eq!(report.rows[at("app.Index.BY_NAME{}")].within, Some(index), "a list that is a value of a map");
    assert_eq!(report.start, 0);
    assert_eq!((report.rows[sessions].heads, report.rows[baskets].heads), ([1, 1], [2, 10]));
    assert!(report.rows[sessions].growth.keeps_growing() && !report.rows[index].growth.keeps_growing());
    // Of the ten baskets at the end the first point had two, which nobody has to guess: objects of traces are followed.
    assert_eq!((report.rows[sessions].survivors, report.rows[baskets].survivors), (Some(1), Some(2)));
    assert!(report.rows[sessions].is_sure() && !report.rows[baskets].is_sure());
    // The session, its basket with an array, and three items; the map with what it holds stays.
    let changes = report.rows[sessions].changes();
    assert_eq!((changes.retained.objects, changes.nested.objects), (8 * 6, 8));
    assert_eq!(report.heap().objects, changes.retained.objects, "and nothing else");
    assert_eq!(report.rows[sessions].points.iter().map(|point| point.heads).collect::<Vec<_>>(), [1; 5]);
}

#[test]
fn the_leaves_of_an_owner_are_compared_group_by_group() {
    let by = |text: &str| Registry::default().parse(text).expect("is a grouping");
    let question = LeafQuestion { owner: "Sessions.ALL{}.basket".into(), groupings: vec![by("Type"), by("Type without package")] };
    let report = report(&[shop(1, 2, 3), shop(2, 5, 3)], Some(question));
    let told: Vec<(usize, &str, u64, u64)> =
        report.leaves[0].groups.iter().map(|leaf| (leaf.depth, &*leaf.name, leaf.from.objects, leaf.to.objects)).collect();
    assert_eq!(told, [(0, "app.Item", 6, 15)]);
    assert_eq!(report.leaves[0].by, ["Type"]);
    assert_eq!(report.leaves[1].groups.iter().map(|leaf| &*leaf.name).collect::<Vec<_>>(), ["Item"]);
}

#[test]
fn an_owner_is_meant_by_the_end_of_its_name() {
    let is_about = |asked: &str, owner: &str| LeafQuestion { owner: asked.into(), groupings: Vec::new() }.is_about(owner);
    assert!(is_about("Cache.MAP", "app.Cache.MAP") && is_about("app.Cache.MAP", "app.Cache.MAP") && is_about("MAP", "app.Cache.MAP"));
    assert!(!is_about("ache.MAP", "app.Cache.MAP") && !is_about("Cache", "app.Cache.MAP"));
}

#[test]
fn what_another_point_has_not_is_born_or_gone() {
    let text = |owner: &str| {
        format!("root static app.Main.{owner} -> l\nl: java.util.ArrayList 24 -> t\nt: java.lang.Object[1] 16 -> x\nx: app.X 16")
    };
    let report = report(&[text("A"), text("B")], None);
    assert_eq!(report.rows.iter().map(|row| (&*row.owner, row.is_born())).collect::<Vec<_>>(), [("app.Main.B", true)]);
}

#[test]
fn what_came_before_growth_and_what_fell_behind_it_is_left_out() {
    let texts: Vec<String> = [9, 2, 3, 4, 5, 6, 7, 8, 1].into_iter().zip(1..).map(|(sessions, point)| shop(point, sessions, 3)).collect();
    let report = report_of(StructureFinder::new(Library::shipped()), &texts, None);
    assert_eq!((report.points.len(), report.judged.is_some()), (8, true), "{:?}", report.judged);
    let sessions = report.find("app.Sessions.ALL", "java.util.ArrayList").expect("is there");
    let own = |point: usize| report.points[point].heap.objects;
    assert!(report.start > 0 && own(report.start) < own(7), "{}", report.start);
    // The list with its array, eight sessions with all they have, and their class.
    assert_eq!(sessions.sizes[1].retained.objects, 2 + 8 * 6 + 1);
    assert_eq!(sessions.judged.pattern, crate::over_time::structure_growth::Pattern::SingleOwnershipContainer);
}

/// The ends of a wave say that it grew; the way between them says that it may be nothing.
#[test]
fn what_rises_and_falls_is_to_be_watched_first() {
    let sessions = |sizes: &[usize]| -> StructureOverTime {
        let texts: Vec<String> = sizes.iter().zip(1..).map(|(&sessions, point)| shop(point, sessions, 3)).collect();
        let report = report(&texts, None);
        report.find("app.Sessions.ALL", "java.util.ArrayList").expect("is there").clone()
    };
    let [wave, leak, pair] = [&[3, 60, 5, 62, 4, 61, 5, 60][..], &[3, 10, 20, 30, 40, 50, 60, 70], &[3, 60]].map(sessions);
    for row in [&wave, &leak, &pair] {
        assert!(row.judged.pattern.is_growth(), "{:?}", row.judged);
    }
    assert_eq!([wave.may_go_on(), leak.may_go_on(), pair.may_go_on()], [false, true, true], "{:?}", wave.growth);
    assert!(wave.next_step().starts_with("Watch it over a longer time first"), "{}", wave.next_step());
    assert_eq!(leak.next_step(), leak.judged.pattern.next_step());
}

#[test]
fn heads_that_moved_to_another_owner_are_no_survivors_of_it() {
    let lists = |owner: &str, from: usize, to: usize| -> String {
        let names: Vec<String> = (from..to).map(|at| format!("l{at}")).collect();
        format!(
            "root static app.Work.{owner} -> {owner}\n{owner}: java.util.ArrayList 24 -> t{owner}\nt{owner}: java.lang.Object[9] 16 -> {}\n",
            names.join(" ")
        )
    };
    let items: String = (0..10).map(|at| format!("l{at}: java.util.ArrayList 24\n")).collect();
    // Eight of ten lists move from what is open to what is done.
    let text = |point: u32, moved: usize| format!("gc {point}\n{}{}{items}", lists("open", moved, 10), lists("done", 0, moved));
    let report = report(&[text(1, 2), text(2, 10)], None);
    let done = report.find("app.Work.done{}", "java.util.ArrayList").expect("is there");
    assert_eq!((done.heads, done.survivors, done.is_sure()), ([2, 10], Some(2), false));
}

#[test]
fn one_point_and_what_another_one_reaches_are_told_as_they_are() {
    let one = report(&[shop(1, 2, 3)], None);
    assert_eq!((one.points.len(), one.start, one.heap()), (1, 0, Change::default()));
    assert!(
        one.rows
            .iter()
            .all(|row| row.changes() == SizeChanges { deep: row.sizes[0].deep.map(|_| Change::default()), ..SizeChanges::default() })
    );
    let two = report(&[shop(1, 2, 3), shop(2, 4, 3)], None);
    assert!(two.rows.iter().all(|row| row.changes().deep.is_some()), "of so few rows all are asked what they reach");
}

#[test]
fn a_list_of_five_million_nodes_needs_no_stack() {
    const OBJECTS: u32 = 5_000_001;
    let mut heap = chain(OBJECTS);
    let node = heap.types[0].clone();
    heap.types = ["java.util.LinkedList$Node", "java.util.LinkedList"].map(|name| TypeInfo { name: name.into(), ..node.clone() }).into();
    let types = (0..OBJECTS).map(|object| u16::from(object == 0)).collect();
    heap.objects = ObjectTable::new(TypeColumn::Narrow(types), vec![node.size; 2]);
    let report = report_of_state(&heap);
    let sizes = report.rows[0].sizes[1];
    let all = [sizes.retained, sizes.own, sizes.nested, sizes.deep.expect("of one row it is known")];
    assert_eq!((report.rows.len(), all.map(|size| size.objects)), (1, [u64::from(OBJECTS); 4]));
}

#[test]
fn classes_of_one_name_from_several_loaders_are_one_row() {
    let text = "root static app.A.LISTS -> t\nt: java.lang.Object[2] 24 -> a b\na: java.util.ArrayList 24 -> x\nb: app.Twin 24 -> y\n\
                x, y: java.lang.Object[1] 24 -> i\ni: app.Item 16";
    let mut heap = heap(text).state;
    heap.types.iter_mut().filter(|class| &*class.name == "app.Twin").for_each(|class| class.name = "java.util.ArrayList".into());
    let report = report_of_state(&heap);
    let rows: Vec<_> = report.rows.iter().map(|row| (&*row.owner, &*row.class, row.heads[1])).collect();
    assert_eq!(rows, [("app.A.LISTS[]", "java.util.ArrayList", 2)]);
}

#[test]
fn collections_that_stay_empty_are_counted_at_every_point() {
    // Of twelve lists in the orders ten are empty, one has an element, and one uses five of forty slots; at the second point one more has
    // five elements, and less room.
    let text = |full: usize| -> String {
        let sizes = (0..12).map(|at| {
            if at < full {
                5
            } else if at == full {
                1
            } else {
                0
            }
        });
        let orders: Vec<String> = (0..12).map(|at| format!("o{at}")).collect();
        let lists: String = sizes
            .enumerate()
            .map(|(at, size)| {
                format!("o{at}: app.Order 16 -> items=l{at}\nl{at}: java.util.ArrayList 24 -> size:{size} elementData=a{at}\n")
            })
            .collect();
        let arrays: String = (0..12).map(|at| format!("a{at}: java.lang.Object[{}] 176\n", if at == 1 { 19 } else { 40 })).collect();
        format!("root static app.Orders.ALL -> t\nt: app.Order[12] 64 -> {}\n{lists}{arrays}", orders.join(" "))
    };
    let report = report(&[text(1), text(2)], None);
    let lists = report.find("app.Orders.ALL[].items", "java.util.ArrayList").expect("is there");
    let fills: Vec<Fill> = lists.points.iter().map(|point| point.fill).collect();
    assert_eq!(fills, [Fill { known: 12, empty: 10, single: 1, sparse: 1 }, Fill { known: 12, empty: 9, single: 1, sparse: 1 }]);
}

/// A list of items, in groups of a number and what their origin is, after so many collections.
fn list_of(collections: u32, groups: &[(usize, &str)]) -> String {
    let mut text = format!("gc {collections}\nroot static app.Cache.ALL -> l\nl: java.util.ArrayList 24 -> elementData=t\n");
    let (mut elements, mut items) = (String::new(), String::new());
    for (group, (count, origin)) in groups.iter().enumerate() {
        let names: Vec<String> = (0..*count).map(|at| format!("x{group}_{at}")).collect();
        let _ = write!(elements, " {}", names.join(" "));
        let _ = writeln!(items, "{0}: app.FlatData 16\norigin {0}: {origin}", names.join(", "));
    }
    let _ = writeln!(text, "t: java.lang.Object[20000] 80016 ->{elements}\n{items}");
    text
}

/// What the list of two points holds by a grouping: depth, name, and numbers of objects at both.
fn leaves_by(by: &str, texts: [String; 2]) -> Vec<(usize, String, u64, u64)> {
    let grouping = Registry::default().parse(by).expect("is a grouping");
    let question = LeafQuestion { owner: "Cache.ALL".into(), groupings: vec![grouping] };
    let report = report(&texts, Some(question));
    let groups = &report.leaves[0].groups;
    assert!(groups.iter().all(|leaf| [leaf.from, leaf.to].iter().all(|of| of.bytes == 16 * of.objects)), "{groups:?}");
    groups.iter().map(|leaf| (leaf.depth, leaf.name.clone(), leaf.from.objects, leaf.to.objects)).collect()
}

fn leaf(depth: usize, name: &str, from: u64, to: u64) -> (usize, String, u64, u64) {
    (depth, name.to_owned(), from, to)
}

#[test]
fn leaves_of_one_site_in_a_library_are_told_apart_by_its_callers() {
    let made_by =
        |caller: &str| format!("gc 0, thread main, java.util.Arrays.copy:9 < java.util.Arrays.make:5 < {caller} < app.Main.main:1");
    let (load, find) = (made_by("app.Load.all:20"), made_by("app.Find.one:30"));
    let text = |point: u32, loaded: usize, found: usize| list_of(point, &[(loaded, &load), (found, &find)]);
    let hidden = "(hidden internal call sites)";
    let expected = [
        leaf(0, "app.FlatData", 5, 12),
        leaf(1, "java.util.Arrays.copy(Arrays.java:9)", 5, 12),
        leaf(2, hidden, 5, 12),
        leaf(3, "app.Load.all(Load.java:20)", 2, 8),
        leaf(4, "app.Main.main(Main.java:1)", 2, 8),
        leaf(3, "app.Find.one(Find.java:30)", 3, 4),
        leaf(4, "app.Main.main(Main.java:1)", 3, 4),
    ];
    assert_eq!(leaves_by("Type, Allocation site, Call site", [text(1, 2, 3), text(2, 8, 4)]), expected);
}

#[test]
fn of_four_sites_of_a_list_that_grows_the_flat_one_is_told_too() {
    let origins = ["app.A.make:1", "app.B.make:2", "app.C.make:3", "app.D.make:4"].map(|site| format!("gc 0, thread main, {site}"));
    let text = |point: u32, counts: [usize; 4]| {
        let groups: Vec<(usize, &str)> = counts.into_iter().zip(origins.iter().map(String::as_str)).collect();
        list_of(point, &groups)
    };
    let expected = [
        leaf(0, "app.FlatData", 5_000, 20_000),
        leaf(1, "app.C.make(C.java:3)", 500, 8_500),
        leaf(1, "app.A.make(A.java:1)", 2_000, 7_000),
        leaf(1, "app.D.make(D.java:4)", 1_000, 3_000),
        leaf(1, "app.B.make(B.java:2)", 1_500, 1_500),
    ];
    assert_eq!(leaves_by("Type, Allocation site", [text(1, [2_000, 1_500, 500, 1_000]), text(2, [7_000, 1_500, 8_500, 3_000])]), expected);
}

#[test]
fn ages_of_leaves_come_in_the_order_of_their_numbers() {
    let born = [0, 2, 10, 11, 12].map(|born| format!("gc {born}, thread main, app.A.make:1"));
    let [first, second, tenth, eleventh, twelfth] = born.each_ref().map(String::as_str);
    let texts = [list_of(2, &[(4, first), (3, second)]), list_of(12, &[(4, first), (2, second), (5, tenth), (6, eleventh), (7, twelfth)])];
    // At the first point those of the first group have survived two collections, and at the second one twelve.
    let expected = [
        leaf(0, "0 GCs survived", 3, 7),
        leaf(0, "1 GC survived", 0, 6),
        leaf(0, "2 GCs survived", 4, 5),
        leaf(0, "10 GCs survived", 0, 2),
        leaf(0, "12 GCs survived", 0, 4),
    ];
    assert_eq!(leaves_by("Age", texts), expected);
}

const SHAPES: Vocabulary = Vocabulary {
    classes: ["java.util.HashMap", "java.util.HashMap$Node[9]", "java.util.HashMap$Node", "java.util.ArrayList", "java.lang.Object[9]"],
    fields: ["table", "value", "next"],
    threads: 1,
};

/// The report on heap states, with what the owner holds, worked out by so many threads.
fn report_with_threads(states: &[HeapState], owner: &str, threads: usize) -> StructureReport {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| {
        let groupings = ["Type", "Package path, Type"].map(|by| Registry::default().parse(by).expect("is a grouping"));
        let question = LeafQuestion { owner: owner.into(), groupings: groupings.into() };
        let mut finder = StructureFinder::new(Library::shipped()).of_chosen_states().with_question(question);
        for heap in &states[..states.len() - 1] {
            finder.observe(heap, &Progress::new()).expect("nobody cancels");
        }
        finder.finish(|at| Ok(&states[at]), &Progress::new()).expect("nobody cancels")
    })
}

#[test]
fn the_number_of_threads_changes_no_report_on_many_collections() {
    let states = [shop(1, 500, 40), shop(2, 1_500, 40), shop(3, 2_500, 40)].map(|text| heap(&text).state);
    let serial = report_with_threads(&states, "Sessions.ALL{}.basket", 1);
    assert_eq!(serial.leaves[0].groups[0].to.objects, 100_000);
    assert_eq!(serial, report_with_threads(&states, "Sessions.ALL{}.basket", 8));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(64)))]

    #[test]
    fn the_number_of_threads_changes_no_report(points in prop::collection::vec(random_heap(SHAPES, 1..40), 1..4)) {
        let states: Vec<HeapState> = points.iter().map(|point| point.build().state).collect();
        let serial = report_with_threads(&states, "Cache.field", 1);
        prop_assert_eq!(&serial, &report_with_threads(&states, "Cache.field", 8));
    }
}
