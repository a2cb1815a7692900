use std::fmt::Write as _;

use super::*;
use crate::fixture::{chain, heap};
use crate::grouping::Registry;
use crate::heap::{ObjectTable, TypeColumn, TypeInfo};

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
    let mut state = Some(heap);
    let last = |_| Ok(state.take().expect("it is asked for once"));
    let report = StructureFinder::new(Library::shipped()).finish(last, &Progress::new()).expect("nobody cancels");
    let sizes = report.rows[0].sizes[1];
    let all = [sizes.retained, sizes.own, sizes.nested, sizes.deep.expect("of one row it is known")];
    assert_eq!((report.rows.len(), all.map(|size| size.objects)), (1, [u64::from(OBJECTS); 4]));
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
