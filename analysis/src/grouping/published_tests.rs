//! Published cases at their published numbers, in heaps built to have them.

use super::engine::grouped::group;
use super::list::Grouping;
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use std::fmt::Write as _;
use std::sync::Arc;

use super::tests::{ByName, all, check, group_by, grouped, text_of};
use super::*;
use crate::fixture::heap;
use crate::keepers::paths::{PathOptions, group_paths};

/// Asserts that these lines are in a tree, in this order.
#[track_caller]
fn assert_lines(text: &str, expected: &str) {
    let mut lines = text.lines();
    for wanted in expected.lines().filter(|line| !line.trim().is_empty()) {
        assert!(lines.any(|line| line.trim() == wanted.trim()), "{wanted} is not in its place in\n{text}");
    }
}

#[test]
fn the_second_example_of_the_grouping_paper_knows_its_members() {
    // Thesis figure 2: type, then allocation site.
    let kind = |name: &str| Label::one(if name == "O4" { "LinkedList" } else { "Object[]" });
    let site = |name: &str| match name {
        "O2" => Label::one("MyService:foo()"),
        "O4" => Label::one("X:meth()"),
        _ => Label::one("Stack:init()"),
    };
    let heap = all("o0: O0 16\no1: O1 16\no2: O2 16\no3: O3 16\no4: O4 16");
    let grouping = Grouping::new(vec![Arc::new(ByName("Type", kind)), Arc::new(ByName("Site", site))]).unwrap();
    let grouped = group(&heap, &grouping, &Progress::new(), &Warnings::new()).unwrap();
    let expected = "\
Overall 5 80
  LinkedList 1 16
    X:meth() 1 16
  Object[] 4 64
    MyService:foo() 1 16
    Stack:init() 3 48
";
    assert_eq!(text_of(&grouped.tree), expected);
    let members = |name: &str| -> Vec<u32> {
        let node = grouped.tree.nodes.iter().position(|node| &*node.name == name).expect("the tree has it");
        let is_in = |object: &ObjectIndex| grouped.leaves.of(&heap, *object).contains(&NodeIndex(node as u32));
        heap.kept_objects().filter(is_in).map(|object| object.0).collect()
    };
    assert_eq!((members("Stack:init()"), members("MyService:foo()"), members("X:meth()")), (vec![0, 1, 3], vec![2], vec![4]));
}

#[test]
fn arrays_of_two_sites_are_told_apart_among_many_objects() {
    // 120,000 objects; 5,000 of them Object[]; 1,000 of these from Stack:init().
    let mut text = String::new();
    for at in 0..120_000 {
        let class = match at {
            0..1000 => "Stacked",
            1000..5000 => "Other",
            _ => "Rest",
        };
        writeln!(text, "o{at}: {class} 16").unwrap();
    }
    let kind = |name: &str| Label::one(if name == "Rest" { "Rest" } else { "Object[]" });
    let site = |name: &str| if name == "Stacked" { Label::one("Stack:init()") } else { Label::one("elsewhere") };
    let tree = group_by(&all(&text), vec![Arc::new(ByName("Type", kind)), Arc::new(ByName("Site", site))]);
    assert_lines(&text_of(&tree), "Overall 120000 1920000\nObject[] 5000 80000\nStack:init() 1000 16000\nelsewhere 4000 64000");
}

/// The heap of the demonstration of root classifiers: a service with a list of 20,000 names and an empty map.
fn service() -> String {
    let mut text = String::from(
        "root static at.demo.Service.names -> names
         root static at.demo.Service.map -> map
         names: java.util.ArrayList 24 -> elements
         map: java.util.HashMap 48
         root thread main -> mine\n",
    );
    let list = |text: &mut String, name: &str, prefix: &str, length: usize| {
        let elements: String = (0..length).map(|at| format!(" {prefix}{at}")).collect();
        writeln!(text, "{name}: java.lang.Object[{length}] {} ->{elements}", 16 + 4 * length).unwrap();
        (0..length).for_each(|at| writeln!(text, "{prefix}{at}: java.lang.String 24").unwrap());
    };
    list(&mut text, "elements", "name", 20_000);
    // 316 more static fields, 849 texts below them.
    for at in 0..316 {
        writeln!(text, "root static app.Class{at}.field -> held{at}").unwrap();
        list(&mut text, &format!("held{at}"), &format!("text{at}_"), if at == 0 { 849 - 2 * 315 } else { 2 });
    }
    // 280 texts that only a thread knows.
    list(&mut text, "mine", "own", 280);
    text
}

#[test]
fn few_of_many_objects_are_rooted_by_variables() {
    // Direct: 89,406 objects are not, 318 are under static fields, 2 of them in the service.
    let service = service();
    let known = heap(&service).kept.len();
    let rooted = 318 + 1;
    let mut text = service + "root static app.Filler.all -> filler\n";
    let others = 89_406 - (known - rooted) - 1;
    let elements: String = (0..others).map(|at| format!(" other{at}")).collect();
    writeln!(text, "filler: app.Other[{others}] 16 ->{elements}").unwrap();
    (0..others).for_each(|at| writeln!(text, "other{at}: app.Other 16").unwrap());
    // The filler takes the place of one of the fields.
    let text = text.replace("root static app.Class315.field -> held315\n", "root jni -> held315\n");
    let heap = heap(&text);
    let direct = text_of(&grouped(&heap, "directly gc-rooted(variables only)").tree);
    let counts: Vec<(&str, u64)> = direct
        .lines()
        .filter_map(|line| {
            let mut words = line.trim().rsplitn(3, ' ');
            let (_, objects, name) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
            Some((name, objects))
        })
        .collect();
    let of = |name: &str| counts.iter().find(|count| count.0 == name).map(|count| count.1);
    assert_eq!(of("Root: static field"), Some(318));
    assert_eq!((of("at.demo.Service"), of("names"), of("map")), (Some(2), Some(1), Some(1)));
    assert_eq!(of("Not directly referenced by any variable"), Some(89_406), "{direct}");
}

#[test]
fn most_strings_hang_on_one_static_field() {
    // Indirect, after the type: 21,129 strings, 20,849 via static fields, 20,000 via the list of names.
    let by = "where(type == \"java.lang.String\"), type, indirectly gc-rooted(variables only)";
    assert_lines(
        &text_of(&grouped(&heap(&service()), by).tree),
        "
        java.lang.String 21129 507096
        Root: local variable 280 6720
        Root: static field 20849 500376
        at.demo.Service 20000 480000
        names 20000 480000
        ",
    );
}

/// The heap of easyTravel: a cache that keeps every answer, and 1,061 dates elsewhere.
fn easy_travel() -> String {
    let mut text = String::from(
        "root static app.JourneyService.locationCache -> ref
         root static app.BookingService.recent -> recent
         ref: java.util.concurrent.atomic.AtomicReference 16 -> value=map
         map: java.util.concurrent.ConcurrentHashMap 64 -> table=table\n",
    );
    let list: String = (0..1071).map(|at| format!(" n{at}")).collect();
    writeln!(text, "table: java.util.concurrent.ConcurrentHashMap$Node[2048] 8208 ->{list}").unwrap();
    let mut date = 0;
    for at in 0..1071 {
        // 126 locations each, some one more: 135,026 in all.
        let locations = if at < 80 { 127 } else { 126 };
        let elements: String = (date..date + locations).map(|location| format!(" l{location}")).collect();
        writeln!(text, "n{at}: java.util.concurrent.ConcurrentHashMap$Node 32 -> val=list{at}").unwrap();
        writeln!(text, "list{at}: java.util.ArrayList 24 -> elementData=array{at}").unwrap();
        writeln!(text, "array{at}: java.lang.Object[{locations}] 528 ->{elements}").unwrap();
        for location in date..date + locations {
            writeln!(text, "l{location}: app.Location 32 -> created=d{location}\nd{location}: java.util.Date 24").unwrap();
        }
        date += locations;
    }
    let recent: String = (0..1061).map(|at| format!(" r{at}")).collect();
    writeln!(text, "recent: java.util.Date[1061] 4264 ->{recent}").unwrap();
    (0..1061).for_each(|at| writeln!(text, "r{at}: java.util.Date 24").unwrap());
    text
}

#[test]
fn the_dates_of_easy_travel_lead_to_the_cache_that_keeps_them() {
    let heap = heap(&easy_travel());
    let is_date = |object: &ObjectIndex| &*heap.type_info(heap.type_of(*object)).name == "java.util.Date";
    let dates = heap.kept_objects().filter(is_date).map(|object| object.0).collect();
    let found = group_paths(&heap, &dates, PathOptions::default(), 10, &Progress::new()).expect("nobody cancels");
    let [path] = found.paths.as_slice() else { panic!("one path: {:?}", found.paths) };
    let steps: Vec<(u64, &str)> = path.steps.iter().map(|step| (step.objects, &*heap.type_info(step.class).name)).collect();
    let cache = [
        (135_026, "app.Location"),
        (1071, "java.lang.Object[]"),
        (1071, "java.util.ArrayList"),
        (1071, "java.util.concurrent.ConcurrentHashMap$Node"),
        (1, "java.util.concurrent.ConcurrentHashMap$Node[]"),
        (1, "java.util.concurrent.ConcurrentHashMap"),
        (1, "java.util.concurrent.atomic.AtomicReference"),
    ];
    assert_eq!((path.members, path.holder.name(&heap).as_str()), (135_026, "app.JourneyService.locationCache"));
    assert_eq!(steps, cache);
    // The next path carries 1,061 dates: too few to be shown, but counted.
    assert_eq!((found.path_count, found.left), (2, vec![1061]));
}

#[test]
fn a_chain_of_transformers_counts_each_target_once() {
    // The same as a type-points-from-type graph.
    let by = "where(type == \"java.util.Date\"), type, pointed from(type, pointed from(type, pointed from(type, pointed from(type))))";
    check(
        &heap(&easy_travel()),
        by,
        "
        Overall 136087 3266088
          java.util.Date 136087 3266088
            (not grouped further) 136087 3266088
            Pointed from 135027 4325096
              app.Location 135026 4320832
                (not grouped further) 135026 4320832
                Pointed from 1071 565488
                  java.lang.Object[] 1071 565488
                    (not grouped further) 1071 565488
                    Pointed from 1071 25704
                      java.util.ArrayList 1071 25704
                        (not grouped further) 1071 25704
                        Pointed from 1071 34272
                          java.util.concurrent.ConcurrentHashMap$Node 1071 34272
              java.util.Date[] 1 4264
                (not grouped further) 1 4264
                Pointed from 1 0
                  java.lang.Class 1 0
        ",
    );
}
