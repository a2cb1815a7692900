//! Findings on series of small heaps.

use super::*;
use crate::base::progress::Progress;
use crate::fixture::heap;
use crate::heap::{HeapState, StackFrame, ThreadInfo};

/// One heap per point, made by a function from the number of the point.
fn report(points: u32, text: impl Fn(u32) -> String) -> FindReport {
    report_of(LeakFinder::new(), points, text)
}

fn report_of(finder: LeakFinder, points: u32, text: impl Fn(u32) -> String) -> FindReport {
    report_of_states(finder, points as usize, |at| heap(&text(at as u32 + 1)).state)
}

/// One heap per point, made by a function from its place in the row.
fn report_of_states(mut finder: LeakFinder, points: usize, state: impl Fn(usize) -> HeapState) -> FindReport {
    (0..points - 1).for_each(|at| finder.observe(&state(at), &Progress::new()).unwrap());
    finder.finish(|at| Ok(state(at)), &Progress::new()).unwrap()
}

/// `prefix1 prefix2 ..`
fn names(prefix: &str, count: u32) -> String {
    (1..=count).map(|at| format!(" {prefix}{at}")).collect()
}

/// Objects of one kind, one line each.
fn lines(prefix: &str, count: u32, description: &str) -> String {
    (1..=count).map(|at| format!("{prefix}{at}: {}\n", description.replace('@', &at.to_string()))).collect()
}

/// Each has a class of its own name: no loader loads what another one has loaded.
#[test]
fn scripts_that_a_field_keeps_are_told_as_its_classes() {
    let report = report(6, |point| {
        let scripts = 10 * point;
        format!(
            "class groovy.InnerLoader < java.lang.ClassLoader
             root static app.Rules.cache -> map
             map: java.util.HashMap 48 -> table=slots
             slots: java.lang.Object[64] 272 ->{}
             {}{}{}",
            (1..=scripts).map(|at| format!(" Script{at}.class l{at}")).collect::<String>(),
            (1..=scripts).map(|at| format!("class Script{at} @ l{at}\n")).collect::<String>(),
            lines("l", scripts, "groovy.InnerLoader 40 -> data=data@"),
            lines("data", scripts, "int[100] 416"),
        )
    });
    assert_eq!(report.findings[0].title, "java.lang.Class piles up in app.Rules.cache");
    assert_eq!(report.findings[0].kind.key, "growing_container");
    assert_eq!(report.findings[0].cut.fields, ["app.Rules.cache"]);
}

/// Whatever a thread is just working on leads to the loader of all classes, which has a lock for each of them.
#[test]
fn what_the_loader_of_every_program_keeps_is_held_by_no_thread() {
    let report = report(6, |point| {
        let loaded = 20 * point;
        format!(
            "root thread main -> task
             class jdk.internal.loader.ClassLoaders$AppClassLoader < java.lang.ClassLoader
             class app.Task @ loader
             task: app.Task 16 -> loader=loader
             loader: jdk.internal.loader.ClassLoaders$AppClassLoader 40 -> locks=map
             map: java.util.concurrent.ConcurrentHashMap 64 -> table=slots
             slots: java.util.concurrent.ConcurrentHashMap$Node[256] 1040 ->{}
             {}",
            names("n", loaded),
            lines("n", loaded, "java.util.concurrent.ConcurrentHashMap$Node 32"),
        )
    });
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Steady, 0), "{:?}", report.findings);
}

#[test]
fn a_list_that_grows_is_a_leak_and_its_field_is_the_cut() {
    let report = report(6, |point| {
        let orders = 10 * point;
        format!(
            "root static app.Archive.orders -> list\nlist: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[64] 272 ->{}\n{}{}",
            names("order", orders),
            lines("order", orders, "app.Order 32 -> item=item@"),
            lines("item", orders, "app.Item 16"),
        )
    });
    assert_eq!(report.verdict, Verdict::Leak);
    let finding = &report.findings[0];
    assert_eq!(finding.kind.key, "growing_container");
    assert_eq!(finding.title, "app.Order piles up in app.Archive.orders");
    assert_eq!(finding.groups[0], "Overall#app#app.Order");
    // 60 orders with their items, the list and its array.
    assert_eq!(
        finding.cut,
        Cut {
            fields: vec!["app.Archive.orders".into()],
            smallest: true,
            frees_objects: 122,
            frees_bytes: 60 * 48 + 24 + 272,
            ..Cut::default()
        }
    );
    assert_eq!(finding.keepers[0].root_kind, "static field");
    assert_eq!(finding.keepers[0].chain, ["app.Archive.orders", "java.util.ArrayList.elementData"]);
    assert_eq!((finding.evidence.first_objects, finding.evidence.last_objects), (22, 122));
}

#[test]
fn two_owners_of_the_same_objects_must_both_let_go() {
    let report = report(8, |point| {
        let products = 10 * point;
        format!(
            "root static app.ById.cache -> ids\nroot static app.ByName.cache -> names\nids: java.lang.Object[99] 400 ->{0}\nnames: java.lang.Object[99] 400 ->{0}\n{1}",
            names("product", products),
            lines("product", products, "app.Product 64"),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.kind.key, "growing_shared");
    assert_eq!(finding.cut.fields, ["app.ById.cache", "app.ByName.cache"]);
    assert_eq!((finding.cut.frees_objects, finding.cut.frees_bytes), (82, 80 * 64 + 800));
    let keepers: Vec<(&str, u64)> = finding.keepers.iter().map(|keeper| (&*keeper.holder, keeper.objects)).collect();
    assert_eq!(keepers, [("app.ById.cache", 81), ("app.ByName.cache", 81)]);
    // All numbers are of both: the products and two arrays.
    let evidence = &finding.evidence;
    assert_eq!((evidence.first_objects, evidence.last_objects, evidence.last_bytes), (12, 82, finding.cut.frees_bytes));
    assert!((evidence.share_of_heap - 1.0).abs() < 1e-9, "{}", evidence.share_of_heap);
    assert!(finding.why.starts_with("What app.ById.cache and app.ByName.cache hold went from 12 objects"), "{}", finding.why);
}

#[test]
fn less_growth_is_a_leak_where_the_application_s_own_objects_grow() {
    // One percent of the heap or a bit less, held by a thread; the rest stays.
    let report = |class: &str| {
        report(6, |point| {
            format!(
                "root static app.Main.data -> data\ndata: byte[100000] 100016\nroot thread main -> list\n{}{}",
                list("list", "note", 3 * point),
                lines("note", 3 * point, &format!("{class} 64"))
            )
        })
    };
    let own = report("app.Note");
    assert_eq!(own.findings[0].title, "app.Note piles up, held by local variable, thread main");
    assert_eq!(report("java.util.Date").verdict, Verdict::Steady);
}

#[test]
fn a_bounded_cache_a_start_and_a_saw_tooth_are_no_leak() {
    for counts in [[5, 10, 15, 20, 20, 20, 20, 20], [20, 60, 20, 20, 20, 20, 20, 20], [5, 20, 10, 5, 20, 10, 5, 20]] {
        let report = report(8, |point| {
            let pages = counts[point as usize - 1];
            format!(
                "root static app.Cache.pages -> table\ntable: java.lang.Object[64] 272 ->{}\n{}",
                names("page", pages),
                lines("page", pages, "app.Page 400")
            )
        });
        assert_eq!(report.verdict, Verdict::Steady, "{counts:?}");
        assert!(report.findings.iter().all(|finding| finding.kind.key == "big_owner"));
    }
}

#[test]
fn a_field_of_a_thread_is_found_through_the_thread() {
    let report = report(6, |point| {
        format!(
            "root thread worker-7 -> context\ncontext: app.Context 16 -> notes=notes\nnotes: java.lang.Object[99] 400 ->{}\n{}",
            names("note", 5 * point),
            lines("note", 5 * point, "app.Note 48"),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.cut.fields, ["app.Context.notes"]);
    assert_eq!(finding.keepers[0].root_kind, "local variable");
    assert_eq!(finding.keepers[0].chain[0], "thread worker-#");
}

#[test]
fn what_a_thread_passes_on_at_the_last_moment_is_not_what_piles_up() {
    let report = report(8, |point| {
        let (samples, count) = (10 * point, if point == 8 { "root thread sampler -> count\ncount: java.lang.Integer 16\n" } else { "" });
        format!(
            "{count}root thread sampler -> list\nlist: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[99] 400 ->{}\n{}",
            names("sample", samples),
            lines("sample", samples, "long[10] 96"),
        )
    });
    assert_eq!(report.findings[0].title, "long[] piles up, held by local variable, thread sampler");
    assert!(report.findings[0].cut.frees_objects > 80, "{:?}", report.findings[0].cut);
}

#[test]
fn a_linked_list_of_the_application_is_blamed_at_its_head() {
    let report = report(6, |point| {
        let nodes = 10 * point;
        let links: String = (1..nodes).map(|at| format!("node{at}: app.Node 24 -> next=node{}\n", at + 1)).collect();
        format!("root static app.Log.head -> node1\n{links}node{nodes}: app.Node 24\n")
    });
    assert_eq!(
        report.findings[0].cut,
        Cut { fields: vec!["app.Log.head".into()], smallest: true, frees_objects: 60, frees_bytes: 60 * 24, ..Cut::default() }
    );
    assert_eq!(report.findings[0].title, "app.Node piles up in the chain app.Node.next from app.Log.head");
}

/// A linked list of the program's own, with so many objects of a class.
fn chain(name: &str, class: &str, count: u32) -> String {
    let link = |at: u32| {
        let next = if at < count { format!(" next={name}Link{}", at + 1) } else { String::new() };
        format!("{name}Link{at}: app.Chain$Link 24 -> value={name}Value{at}{next}\n{name}Value{at}: {class} 32\n")
    };
    let links: String = (1..=count).map(link).collect();
    format!("{name}: app.Chain 24 -> first={name}Link1 last={name}Link{count} size:{count}\n{links}")
}

#[test]
fn what_is_in_a_list_that_the_program_made_itself_is_told_of_who_has_the_list() {
    let report = report(8, |point| {
        format!(
            "root static app.Main.book -> book\nbook: app.Book 16 -> tickets=tickets\nroot static app.Main.works -> works\nworks: app.Works 16 -> crews=crews\n{}{}",
            chain("tickets", "app.Ticket", 20 * point),
            chain("crews", "app.Crew", 30),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.title, "app.Ticket piles up in app.Book.tickets");
    assert_eq!((&*finding.cut.fields, finding.cut.frees_objects), (&["app.Book.tickets".to_owned()][..], 321));
    assert_eq!((finding.evidence.first_objects, finding.evidence.last_objects), (41, 321));
    let collection = finding.evidence.collection.as_ref().expect("it is one, by its shape");
    assert_eq!((&*collection.class, &*collection.owner), ("app.Chain", "app.Main.book.tickets"));
    assert_eq!(collection.holds.iter().map(|kind| (&*kind.class, kind.objects)).collect::<Vec<_>>(), [("app.Ticket", [60, 160])]);
}

#[test]
fn a_tree_is_no_chain() {
    let report = report(6, |point| {
        let nodes = 10 * point;
        let node = |at: u32| {
            let child = |name: &str, child: u32| if child > nodes { String::new() } else { format!(" {name}=node{child}") };
            format!("node{at}: app.Node 24 ->{}{}\n", child("left", 2 * at), child("right", 2 * at + 1)).replace(" ->\n", "\n")
        };
        format!("root static app.Index.top -> node1\n{}", (1..=nodes).map(node).collect::<String>())
    });
    assert_eq!(report.findings[0].title, "app.Node piles up in app.Index.top");
}

#[test]
fn one_heap_state_tells_owners_and_no_leak() {
    let text = "root static app.Cache.pages -> table\ntable: java.lang.Object[4] 32 -> page\npage: app.Page 4000";
    let report = report(1, |_| text.to_owned());
    assert_eq!(report.verdict, Verdict::Suspicious);
    assert_eq!(report.findings[0].kind.key, "big_owner");
    assert_eq!(report.findings[0].cut.frees_bytes, 4032);
}

#[test]
fn fewer_states_than_tell_growth_are_never_steady() {
    for points in 1..=5 {
        let told = report(points, |_| "root static app.Main.name -> text\ntext: java.lang.String 24".to_owned());
        assert_eq!(told.too_few.is_some(), points < 4, "{points}");
        assert_eq!(told.verdict == Verdict::Steady, points >= 4, "{points}");
    }
    let one = |origins: &str| report(1, |_| format!("{origins}root static app.Main.name -> text\ntext: java.lang.String 24"));
    let (dump, state) = (one("").too_few.unwrap_or_default(), one("gc 3\n").too_few.unwrap_or_default());
    assert!(dump.starts_with("Too few heap states for a verdict: 1 of at least 4. Take more"), "{dump}");
    assert!(state.starts_with("Too few heap states for a verdict: 1 of at least 4. Record with a larger --budget"), "{state}");
}

#[test]
fn what_the_platform_holds_for_itself_is_told_behind_the_program() {
    // Bytes of the table of the JVM, of the platform's cache, and of what a variable of the program holds.
    let told = |table: u64, cache: u64| {
        report(1, |_| {
            format!(
                "root unknown -> table\nroot jni -> cache\nroot thread main -> map\n\
                 table: java.lang.Object[8] 48 -> a b\na: java.lang.Object[] {table}\nb: java.lang.Object[] 16\n\
                 cache: java.util.HashMap 48 -> key\nkey: byte[] {cache}\n\
                 map: java.util.HashMap 48 -> note\nnote: app.Note 4000\n"
            )
        })
    };
    let titles = |report: &FindReport| {
        let owners = report.findings.iter().filter(|finding| finding.severity == Severity::Owner);
        owners.map(|finding| finding.title.split(" retain").next().unwrap_or_default().to_owned()).collect::<Vec<String>>()
    };
    let place = |titles: &[String], what: &str| titles.iter().position(|title| title.contains(what)).unwrap_or(usize::MAX);
    let small = told(9000, 7000);
    let order = ["app.Note", "java.util.HashMap", "java.lang.Object[]"].map(|what| place(&titles(&small), what));
    assert!(order[0] < order[1] && order[1] < order[2] && order[2] < usize::MAX, "{:?}", titles(&small));
    let large = told(90_000, 4000 * 20);
    let order = ["java.util.HashMap", "app.Note", "java.lang.Object[]"].map(|what| place(&titles(&large), what));
    assert!(order[0] == 0 && order[2] < usize::MAX, "much larger, and still not the table: {:?}", titles(&large));
    assert_eq!(large.findings.last().map(|last| last.title.starts_with("java.lang.Object[]")), Some(true), "{:?}", titles(&large));
    assert_eq!(large.verdict, Verdict::Undecided, "a table of the JVM is not suspicious");
}

#[test]
fn what_threads_keep_for_a_variable_is_named_by_its_field() {
    let report = report(6, |point| {
        format!(
            "root static app.Main.CONTEXT -> variable
             variable: java.lang.ThreadLocal 16
             root thread worker-3 -> entry
             entry: java.lang.ThreadLocal$ThreadLocalMap$Entry 32 -> referent=variable value=notes
             notes: java.lang.Object[99] 400 ->{}\n{}",
            names("note", 5 * point),
            lines("note", 5 * point, "app.Note 48"),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.title, "app.Note piles up in app.Main.CONTEXT");
    assert_eq!(
        finding.cut,
        Cut { fields: vec!["app.Main.CONTEXT".into()], smallest: true, frees_objects: 31, frees_bytes: 30 * 48 + 400, ..Cut::default() }
    );
    let keeper = &finding.keepers[0];
    assert_eq!((keeper.root_kind.as_str(), keeper.holder.as_str()), ("local variable", "app.Main.CONTEXT"));
    assert_eq!(keeper.chain, ["thread worker-#", "local variable, thread worker-3", "app.Main.CONTEXT (thread local of thread worker-#)"]);
}

#[test]
fn one_heap_state_names_shared_owners_that_no_dominator_tree_shows() {
    let products = 40;
    let report = report(1, |_| {
        format!(
            "root static app.ById.cache -> ids\nroot static app.ByName.cache -> names\nids: java.lang.Object[40] 176 ->{0}\nnames: java.lang.Object[40] 176 ->{0}\n{1}",
            names("product", products),
            lines("product", products, "app.Product 64"),
        )
    });
    let shared = report.findings.iter().find(|finding| finding.kind.key == "shared_owners").expect("they share");
    assert_eq!((shared.severity, report.verdict), (Severity::Owner, Verdict::Suspicious));
    assert_eq!(shared.cut.fields, ["app.ById.cache", "app.ByName.cache"]);
    assert_eq!(shared.evidence.only_together_bytes, Some(40 * 64));
    assert_eq!(shared.cut.frees_bytes, 40 * 64 + 2 * 176);
}

#[test]
fn one_heap_state_tells_where_objects_accumulate() {
    let report = report(1, |_| {
        format!(
            "root thread main -> shop\nshop: app.Shop 16 -> orders=list\nlist: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[30] 136 ->{}\n{}",
            names("order", 30),
            lines("order", 30, "app.Order 32 -> item=item@") + &*lines("item", 30, "app.Item 16"),
        )
    });
    let point = report.findings.iter().find(|finding| finding.kind.key == "accumulation_point").expect("they accumulate");
    assert!(point.title.starts_with("30 app.Order accumulate in java.lang.Object[] at "), "{}", point.title);
    // What the cut frees: the list, its array, and the orders with their items.
    assert_eq!(point.evidence.last_bytes, 24 + 136 + 30 * 48);
    assert_eq!(point.cut.frees_bytes, point.evidence.last_bytes);
    assert_eq!(
        point.keepers[0].chain,
        ["thread main", "local variable, thread main", "app.Shop.orders", "java.util.ArrayList.elementData"]
    );
    assert_eq!(point.cut.fields, ["app.Shop.orders"]);
}

#[test]
fn waste_is_told_by_the_fields_that_hold_it() {
    // A map with an empty table per customer; nobody owns half of the heap.
    let report = report(1, |_| {
        format!(
            "root static app.Crm.customers -> all\nall: java.lang.Object[20] 96 ->{}\n{}",
            names("customer", 20),
            lines("customer", 20, "app.Customer 16 -> notes=table@") + &*lines("table", 20, "app.Note[9] 56"),
        )
    });
    let arrays = report.findings.iter().find(|finding| finding.kind.key == "constant_arrays").expect("they hold nulls only");
    assert_eq!((arrays.severity, arrays.evidence.last_objects, arrays.evidence.wasted_bytes), (Severity::Waste, 20, Some(20 * 56)));
    assert_eq!((arrays.keepers[0].holder.as_str(), arrays.keepers[0].objects), ("app.Customer.notes", 20));
    assert_eq!((report.waste[0].kind.key, report.waste[0].objects, report.waste[0].bytes), ("constant_arrays", 20, 20 * 56));
    assert_eq!(arrays.groups, ["Overall#app#app.Note[]"]);
}

#[test]
fn handles_that_native_code_never_gives_back_are_a_leak_without_a_field() {
    let handles = |count: u32| {
        let (handles, states) = (lines("h", count, "app.Handle 64 -> s@"), lines("s", count, "app.State 16"));
        format!("root jni ->{}\n{handles}{states}", names("h", count))
    };
    let leak = report(8, |point| handles(10 * point));
    assert_eq!(leak.verdict, Verdict::Leak);
    let finding = &leak.findings[0];
    assert_eq!((finding.kind.key, finding.title.as_str()), ("growing_roots", "app.Handle piles up, held by GC root (JNI global)"));
    assert_eq!((finding.keepers[0].root_kind.as_str(), finding.keepers[0].objects), ("JNI", 160));
    // No field lets go; if all handles went, both classes' objects would be garbage.
    assert_eq!(finding.cut, Cut { frees_objects: 160, frees_bytes: 80 * 80, ..Cut::default() });
    // A fixed number of handles is none.
    let steady = report(8, |_| handles(40));
    assert_eq!(steady.verdict, Verdict::Steady, "{steady:#?}");
}

#[test]
fn objects_behind_a_finalizer_that_hangs_are_held_by_the_queue_of_finalizers() {
    let text = |point: u32| {
        let dead = 10 * point;
        // Finalizers are in a list of their own, whose objects they hold as other references hold theirs: weakly.
        let finalizers = lines("f", dead, "java.lang.ref.FinalReference 64 -> referent=i@");
        let images = lines("i", dead, "app.Image 16 -> pixels=p@");
        let pixels = lines("p", dead, "app.Pixels 80");
        format!(
            "root static java.lang.ref.Finalizer.unfinalized -> all\nall: java.lang.Object[99] 400 ->{}\n\
             root static app.Live.image -> i1\n{finalizers}{images}{pixels}",
            names("f", dead)
        )
    };
    let report = report(8, text);
    let finding = &report.findings[0];
    assert_eq!((finding.kind.key, finding.title.as_str()), ("growing_roots", "app.Image piles up, held by finalizer queue"));
    // The first image is alive.
    assert_eq!((finding.cut.frees_objects, finding.cut.frees_bytes), (2 * 79, 79 * 96));
    assert!(finding.next.contains("finalizer thread"), "{}", finding.next);
    // The list of finalizers grows with them and is no leak of its own.
    assert_eq!(report.findings.iter().filter(|finding| finding.severity == Severity::Leak).count(), 1);
    // A thread that waits for more has not been stopped by any.
    let seen = |class: &str| {
        let frame = StackFrame { class: class.into(), method: "remove".into(), file: String::new(), line: 0 };
        let state = |at: usize| {
            let mut state = heap(&text(at as u32 + 1)).state;
            state.threads.push(ThreadInfo { name: "Finalizer".into(), object: None, stack: vec![frame.clone()], locals: 0 });
            state
        };
        report_of_states(LeakFinder::new(), 8, state).verdict
    };
    assert_eq!([seen("app.Image"), seen("java.lang.ref.ReferenceQueue")], [Verdict::Leak, Verdict::Steady]);
}

#[test]
fn a_reference_in_the_hands_of_the_jvm_holds_no_list_of_references() {
    let report = report(8, |point| {
        let dead = 10 * point;
        // Each leads to the one before, and the last waits to be queued, but not at the first points.
        let finalizers: String =
            (2..=dead).map(|at| format!("f{at}: java.lang.ref.FinalReference 64 -> referent=i{at} next=f{}\n", at - 1)).collect();
        let waits = if point > 2 { format!("root jni -> f{dead}\n") } else { String::new() };
        format!(
            "{waits}root static java.lang.ref.Finalizer.unfinalized -> f{dead}\n\
             f1: java.lang.ref.FinalReference 64 -> referent=i1\n{finalizers}{}",
            lines("i", dead, "app.Image 96")
        )
    });
    let titles: Vec<&str> = report.findings.iter().map(|finding| finding.title.as_str()).collect();
    assert_eq!(titles, ["app.Image piles up, held by finalizer queue"]);
}

/// `prefix: Class 24 -> elementData=..` with so many objects of one class.
fn list(name: &str, items: &str, count: u32) -> String {
    format!("{name}: java.util.ArrayList 24 -> elementData={name}slots\n{name}slots: java.lang.Object[99] 400 ->{}\n", names(items, count))
}

#[test]
fn what_contains_a_leak_is_not_told_beside_it() {
    let report = report(6, |point| {
        let handlers = 10 * point;
        format!(
            "root static app.Main.BUS -> bus\nbus: app.Bus 16 -> handlers=list\n{}{}",
            list("list", "handler", handlers),
            lines("handler", handlers, "app.Handler 64")
        )
    });
    let titles: Vec<&str> = report.findings.iter().map(|finding| finding.title.as_str()).collect();
    assert_eq!(titles, ["app.Handler piles up in app.Bus.handlers"]);
}

#[test]
fn an_owner_of_a_leak_and_more_is_told_for_the_rest() {
    let report = report(6, |point| {
        let handlers = 10 * point;
        format!(
            "root static app.Main.BUS -> bus\nbus: app.Bus 16 -> handlers=list log=log\nlog: byte[9000] 9016\n{}{}",
            list("list", "handler", handlers),
            lines("handler", handlers, "app.Handler 64")
        )
    });
    let owner = &report.findings[1];
    assert_eq!(owner.title, "app.Main.BUS holds 100 % of the heap");
    assert_eq!(owner.next, "What grows in it is told above; see whether the rest may be smaller");
}

#[test]
fn parts_of_what_grows_are_no_leaks_of_their_own() {
    // Old stock and one percent per point: what each article has grows as slowly as the articles do.
    let report = report(8, |point| {
        let articles = 500 + 6 * point;
        format!(
            "root static app.Stock.articles -> list\n{}{}{}{}",
            list("list", "article", articles),
            lines("article", articles, "app.Article 32 -> name=name@ picture=picture@"),
            lines("name", articles, "java.lang.String 24"),
            lines("picture", articles, "byte[80] 96"),
        )
    });
    let leaks: Vec<&str> =
        report.findings.iter().filter(|finding| finding.severity == Severity::Leak).map(|finding| finding.title.as_str()).collect();
    assert_eq!(leaks, ["app.Article piles up in app.Stock.articles"]);
}

#[test]
fn a_leak_behind_a_spike_at_the_start_says_from_where_it_grew() {
    let report = report(8, |point| {
        let rows = if point == 1 { 500 } else { 20 * point };
        format!("root static app.Import.rows -> list\n{}{}", list("list", "row", rows), lines("row", rows, "app.Row 64"))
    });
    assert_eq!(report.verdict, Verdict::Leak);
    // Point 3 has 60 rows, the list and its array.
    let why = &report.findings[0].why;
    assert!(why.contains("from 62 objects (4,264 bytes, 32,424 at the start) to 162 objects"), "{why}");
}

#[test]
fn a_constant_that_a_second_array_holds_is_cut_at_its_field() {
    // As of an enum: the constant's own static field, and the array of all constants.
    let report = report(1, |_| {
        format!(
            "root static app.Registry.INSTANCE -> instance
             root static app.Registry.$VALUES -> values
             values: app.Registry[1] 24 -> instance
             instance: app.Registry 16 -> orders=list\n{}{}",
            list("list", "order", 40),
            lines("order", 40, "app.Order 64")
        )
    });
    let owner = &report.findings[0];
    assert_eq!((owner.cut.fields.as_slice(), owner.cut.smallest), (&["app.Registry.orders".to_owned()][..], true));
    assert_eq!(owner.cut.frees_bytes, 24 + 400 + 40 * 64);
    assert_eq!(owner.title, "app.Registry.orders holds 99 % of the heap");
    assert_eq!(owner.evidence.last_bytes, owner.cut.frees_bytes);
}

#[test]
fn two_fields_of_one_object_are_told_beside_the_field_that_holds_it() {
    let report = report(1, |_| {
        format!(
            "root static app.Shop.SERVICE -> service\nservice: app.Service 24 -> byId=ids byName=names\n{}{}{}",
            list("ids", "order", 40),
            list("names", "order", 40),
            lines("order", 40, "app.Order 64")
        )
    });
    let shared = report.findings.iter().find(|finding| finding.kind.key == "shared_owners").expect("they share");
    assert_eq!(shared.cut.fields, ["app.Service.byId", "app.Service.byName"]);
    assert_eq!(shared.cut.frees_bytes, 2 * 424 + 40 * 64);
    assert_eq!(shared.title, "app.Service.byId and app.Service.byName hold 99 % of the heap: 40 app.Order");
}

#[test]
fn what_a_soft_reference_holds_is_told_as_such_and_is_no_leak() {
    let text = |orders: u32| {
        format!(
            "root static app.Cache.soft -> reference\nreference: java.lang.ref.SoftReference 40 -> referent=list\n{}{}",
            list("list", "order", orders),
            lines("order", orders, "app.Order 64")
        )
    };
    let one = report(1, |_| text(40));
    let point = one.findings.iter().find(|finding| finding.kind.key == "accumulation_point").expect("they accumulate");
    let keeper = &point.keepers[0];
    assert_eq!((keeper.holder.as_str(), keeper.root_kind.as_str()), ("app.Cache.soft (softly)", "static field"));
    assert_eq!(keeper.chain[..2], ["app.Cache.soft", "java.lang.ref.Reference.referent"]);
    assert_eq!(report(6, |point| text(10 * point)).verdict, Verdict::Steady);
}

#[test]
fn what_a_map_holds_for_weak_keys_that_nobody_has_is_no_leak() {
    // Notes of a `WeakHashMap` that refer to their keys keep them; where they do not, the next full collection takes both.
    let verdict = |note: &str| {
        let report = report(6, |point| {
            let count = 10 * point;
            format!(
                "class java.util.WeakHashMap$Entry < java.lang.ref.WeakReference\n\
                 root static app.Notes.BY_DOCUMENT -> map\nmap: java.util.WeakHashMap 48 -> table=slots\n\
                 slots: java.util.WeakHashMap$Entry[99] 400 ->{}\n{}{}{}",
                names("entry", count),
                lines("entry", count, "java.util.WeakHashMap$Entry 48 -> referent=document@ value=note@"),
                lines("document", count, "app.Document 400"),
                lines("note", count, note)
            )
        });
        report.verdict
    };
    assert_eq!(verdict("app.Note 64 -> about=document@"), Verdict::Leak);
    assert_eq!(verdict("app.Note 64"), Verdict::Steady);
}

#[test]
fn keys_of_lambdas_are_those_of_the_city() {
    let keys = ["app.Main$$Lambda/0x00007fb2d0138208", "app.Main$$Lambda$14+0x00007fb2d0138208", "app.Main$$Lambda"].map(told::key_of);
    assert_eq!(keys, ["Overall#app#app.Main$$Lambda"; 3].map(str::to_owned));
}

#[test]
fn what_each_piece_holds_of_its_own_is_not_where_pieces_pile_up() {
    // A local variable of the moment leads along the entries to all of them, and most bytes are in what each one holds.
    let report = report(8, |point| {
        let count = 40 * point;
        let next = |at: u32| if at == count { String::new() } else { format!(" after=e{}", at + 1) };
        let entries: String =
            (1..=count).map(|at| format!("e{at}: java.util.LinkedHashMap$Entry 40 -> key=k{at} value=v{at}{}\n", next(at))).collect();
        let rows: String = (1..=count).map(|at| format!("t{at}: java.lang.Object[2] 24 -> a{at} b{at}\nb{at}: byte[] 4000\n")).collect();
        format!(
            "root static app.Cache.entries -> map\nroot thread main -> e1\nmap: java.util.LinkedHashMap 56 -> table=slots
             slots: java.lang.Object[512] 2064 ->{}\n{entries}{rows}{}{}{}",
            names("e", count),
            lines("k", count, "app.Key 32"),
            lines("v", count, "app.Report 24 -> table=t@"),
            lines("a", count, "byte[] 4000"),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.title, "app.Key piles up in app.Cache.entries");
    assert_eq!((finding.cut.fields.join(" "), finding.cut.threads.join(" ")), ("app.Cache.entries".into(), "thread main".into()));
}

/// What a method is just working on is much at some points, at the last one, too, and the few objects beside it become one more and
/// one more.
#[test]
fn what_a_thread_is_just_working_on_does_not_keep_growing() {
    let with_buffer = |last: bool| {
        report(12, |point| {
            let notes = 2 + point / 3;
            let buffer =
                if [2, 7].contains(&point) || last && point == 12 { "root thread main -> buffer\nbuffer: byte[5000] 5000\n" } else { "" };
            format!(
                "root thread main ->{}\n{buffer}root static app.Cache.all -> cache\ncache: byte[90000] 90000\n{}",
                names("note", notes),
                lines("note", notes, "app.Note 16"),
            )
        })
    };
    for last in [false, true] {
        let report = with_buffer(last);
        assert_eq!(report.verdict, Verdict::Steady, "{report:?}");
    }
}

/// What a pool keeps grows to the last point but one, and the program goes on to close it.
fn pool(points: u32, closes: impl Fn(u32) -> bool) -> impl Fn(u32) -> String {
    move |point| {
        let connections = if closes(point) { 2 } else { 20 * point.min(points) };
        format!(
            "root static app.Pool.free -> list\nlist: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[64] 272 ->{}\n{}",
            names("connection", connections),
            lines("connection", connections, "app.Connection 320"),
        )
    }
}

#[test]
fn what_is_cleaned_up_at_the_end_was_a_leak_before() {
    let cleaned = report(10, pool(9, |point| point == 10));
    let never = report(9, pool(9, |_| false));
    assert_eq!(
        cleaned.judged.as_deref(),
        Some("At the last point memory was 98 % below the most before, as after a shutdown or a clean-up: judged are points 1 to 9")
    );
    assert_eq!((cleaned.verdict, cleaned.points, never.judged.as_ref()), (Verdict::Leak, 9, None));
    assert_eq!(cleaned.findings, never.findings, "the same as if nobody had looked after the clean-up");
    assert_eq!(cleaned.findings[0].cut.fields, ["app.Pool.free"]);
    let chosen = report_of(LeakFinder::of_chosen_states(), 10, pool(9, |point| point == 10));
    assert_eq!((chosen.points, chosen.judged), (10, None), "somebody wants to know of all ten");
}

#[test]
fn what_is_cleaned_up_again_and_again_is_no_leak() {
    let report = report(12, pool(12, |point| point % 4 == 0));
    assert_eq!((report.verdict, report.judged), (Verdict::Steady, None));
}

/// Two threads hold the importer, and whose object stands first changes.
#[test]
fn a_queue_that_is_reached_by_way_of_another_thread_each_time_grows_all_the_same() {
    let report = report(8, |point| {
        let documents = 20 * point;
        let mut threads = ["root thread main -> importer\n", "root thread document-importer -> importer\n"];
        if point % 3 == 0 {
            threads.reverse();
        }
        format!(
            "{}importer: app.Importer 16 -> inbox=queue\nqueue: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[256] 1040 ->{}\n{}",
            threads.concat(),
            names("document", documents),
            lines("document", documents, "app.Document 48"),
        )
    });
    assert_eq!((report.verdict, &*report.findings[0].title), (Verdict::Leak, "app.Document piles up in app.Importer.inbox"));
    assert_eq!(report.findings[0].evidence.objects_over_time, [22, 42, 62, 82, 102, 122, 142, 162]);
}

/// Each report has one table, and tables are most of the bytes; seen five times only, with a long pause after the second.
#[test]
fn of_few_states_too_the_place_is_where_more_is_held_and_not_what_each_piece_holds() {
    let state = |at: usize| {
        let reports = [1, 12, 41, 54, 67][at];
        let text = format!(
            "root static app.Cache.entries -> list\nlist: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[256] 1040 ->{}\n{}{}",
            names("report", reports),
            lines("report", reports, "app.Report 16 -> table=table@"),
            lines("table", reports, "double[400] 3216"),
        );
        HeapState { time_millis: [1, 12, 41, 54, 67][at], ..heap(&text).state }
    };
    let report = report_of_states(LeakFinder::new(), 5, state);
    assert_eq!((report.verdict, &report.findings[0].cut.fields[..]), (Verdict::Leak, &["app.Cache.entries".to_owned()][..]));
}

/// Statements of few connections, each with its own tokens, seen five times: there are more and more statements.
#[test]
fn the_cut_is_where_pieces_pile_up_and_not_what_each_piece_holds() {
    let report = report(5, |point| {
        let statements = [0, 4, 40, 100, 400][point as usize - 1];
        let connections = [0, 4, 2, 2, 4][point as usize - 1];
        let of_one = statements / connections.max(1);
        let maps: String = (1..=connections)
            .map(|at| {
                let own: String = (1..=of_one).map(|piece| format!(" s{}", (at - 1) * of_one + piece)).collect();
                format!("c{at}: app.Connection 16 -> statements=m{at}\nm{at}: java.util.ArrayList 24 -> elementData=a{at}\na{at}: java.lang.Object[500] 2016 ->{own}\n")
            })
            .collect();
        let tokens: String = (1..=statements).map(|at| format!("t{at}: app.Token[9] 56 ->{}\n", names(&format!("t{at}x"), 9))).collect();
        let each: String = (1..=statements).map(|at| lines(&format!("t{at}x"), 9, "app.Token 24")).collect();
        format!(
            "root static app.Pool.all -> list\n{}{maps}{}{tokens}{each}",
            list("list", "c", connections),
            lines("s", statements, "app.Statement 16 -> tokens=t@"),
        )
    });
    assert_eq!(report.verdict, Verdict::Leak);
    assert_eq!(report.findings[0].cut.fields, ["app.Connection.statements"], "{:?}", report.findings[0]);
}

/// What adds more per second comes first, however much the other one has added before.
#[test]
fn several_leaks_are_told_each_with_its_time_the_fastest_first() {
    let state = |at: usize| {
        let (slow, fast) = (100 * (at as u32 + 1), 150 * (at as u32).saturating_sub(5));
        let text = format!(
            "root static app.Log.lines -> log\nroot static app.Pool.free -> pool\n{}{}{}{}",
            list("log", "line", slow),
            lines("line", slow, "app.Line 32"),
            list("pool", "connection", fast),
            lines("connection", fast, "app.Connection 32"),
        );
        HeapState { time_millis: 10_000 * at as i64, ..heap(&text).state }
    };
    let report = report_of_states(LeakFinder::new(), 12, state);
    let leaks: Vec<_> = report.findings.iter().filter(|finding| finding.severity == Severity::Leak).collect();
    let told: Vec<_> =
        leaks.iter().map(|finding| (&*finding.cut.fields[0], finding.evidence.grew.expect("it is known").from_millis)).collect();
    assert_eq!(told, [("app.Pool.free", 50_000), ("app.Log.lines", 30_000)]);
    let [pool, log] = [0, 1].map(|at| &*leaks[at].why);
    let rate = "In the last 60.0 s 28,800 bytes were added, 480 a second. The collection is app.Pool.free (java.util.ArrayList)";
    assert!(pool.contains(rate) && pool.contains("this owner alone keeps them"), "{pool}");
    // Each is compared with the point where its own growth begins.
    assert!(pool.ends_with("It holds 900 app.Connection (900 more, 15 a second)"), "{pool}");
    assert!(log.ends_with("It holds 1,200 app.Line (800 more, 10 a second)"), "{log}");
}

/// A service that keeps a log and a cache, both of which grow; each item of the cache has a listener.
fn service(point: u32) -> String {
    let count = 10 * point;
    format!(
        "root static app.Service.cache -> list\nroot static app.Service.log -> loglist\n{}{}{}{}{}",
        list("list", "item", count),
        list("loglist", "line", count),
        lines("item", count, "app.Item 32 -> listener=listener@"),
        lines("listener", count, "app.Listener 16"),
        lines("line", count, "app.Line 64")
    )
}

fn marked(marks: &[(&str, MarkKind)]) -> FindReport {
    let mut all = Marks::default();
    marks.iter().for_each(|&(place, need)| all.set(Place::parse(place).expect("is a place"), Some(need)));
    report_of(LeakFinder::new().with_marks(all), 6, service)
}

#[test]
fn what_is_marked_as_needed_is_no_finding_and_the_next_one_is_told() {
    let titles = |report: &FindReport| report.findings.iter().map(|finding| finding.title.clone()).collect::<Vec<_>>();
    let plain = marked(&[]);
    assert_eq!(titles(&plain)[..2], ["app.Line piles up in app.Service.log", "app.Item piles up in app.Service.cache"]);
    assert!(plain.findings.iter().all(|finding| finding.keepers.iter().all(|keeper| keeper.faulty.is_none())));
    for place in ["app.Service.log", "app.Line", "app.Service.log > app.Line"] {
        let report = marked(&[(place, MarkKind::Needed)]);
        assert_eq!(titles(&report)[0], "app.Item piles up in app.Service.cache", "{place}");
        assert_eq!((report.verdict, &*report.needed), (Verdict::Leak, &["app.Line piles up in app.Service.log".to_owned()][..]));
    }
    let report = marked(&[("app.Service.log", MarkKind::Needed), ("app.Service.cache", MarkKind::Needed)]);
    assert_eq!((report.verdict, report.needed.len()), (Verdict::Steady, 2), "{:?}", titles(&report));
    assert!(marked(&[("app.*", MarkKind::Needed)]).findings.iter().all(|finding| finding.severity != Severity::Leak));
}

#[test]
fn below_what_is_needed_the_faulty_reference_is_named_and_is_where_to_cut() {
    use MarkKind::{Needed, NotNeeded};
    let report = marked(&[("app.Service.cache", Needed), ("app.Service.log", Needed), ("app.Listener", NotNeeded)]);
    let finding = report.findings.iter().find(|finding| finding.title.starts_with("app.Listener")).expect("somebody does not need it");
    assert_eq!((report.verdict, finding.kind.key), (Verdict::Suspicious, "not_needed"));
    let faulty = finding.keepers[0].faulty.as_ref().expect("it is on the chain");
    assert_eq!((faulty.from.as_deref(), &*faulty.to), (Some("app.Service.cache"), "app.Listener"));
    assert_eq!(faulty.references, ["java.util.ArrayList.elementData", "app.Item.listener"]);
    // Whoever knows that items are needed knows more.
    let report = marked(&[("app.Item", Needed), ("app.Listener", NotNeeded)]);
    let finding = report.findings.iter().find(|finding| finding.title.starts_with("app.Listener")).expect("somebody does not need it");
    assert_eq!(
        finding.keepers[0].faulty.as_ref().map(FaultyReference::words).as_deref(),
        Some("The faulty reference is app.Item.listener: it leads from app.Item, which is needed, to app.Listener")
    );
    assert_eq!((finding.evidence.last_objects, finding.cut.frees_objects), (60, 60));
}

#[test]
fn what_is_not_needed_is_a_finding_even_if_it_does_not_grow() {
    let steady = |marks: Marks| {
        report_of(LeakFinder::new().with_marks(marks), 6, |_| "root static app.Main.OLD -> old\nold: app.Old 16\n".to_owned())
    };
    assert_eq!(steady(Marks::default()).verdict, Verdict::Steady);
    for place in ["app.Old", "app.Main.OLD", "app.Main.OLD > app.Old"] {
        let mut marks = Marks::default();
        marks.set(Place::parse(place).expect("is a place"), Some(MarkKind::NotNeeded));
        let report = steady(marks);
        assert_eq!((report.verdict, report.findings.len()), (Verdict::Suspicious, 1), "{place}");
        assert_eq!(report.findings[0].cut.fields, ["app.Main.OLD"], "{place}");
        assert_eq!(report.findings[0].title, format!("{place} is marked as not needed, and 1 object is alive"));
    }
}
