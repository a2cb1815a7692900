//! `memory-city find` on real programs: the guilty fields are named first, and healthy twins raise no alarm.
//! All programs are scored by `cargo run -p tests --example score_defects`.

use tests::defects::Defects;

/// The programs that are judged; the others only take time.
const JUDGED: [&str; 15] = [
    "static-list",
    "two-caches",
    "two-indexes",
    "thread-local-list",
    "unbounded-queue",
    "growing-bytes",
    "stale-stack",
    "finalizer-queue",
    "start-up-spike",
    "slowing-growth",
    "enum-singleton",
    "event-bus",
    "old-stock",
    "small-local",
    "delete-on-exit",
];

#[test]
fn guilty_fields_are_named_first_and_healthy_twins_are_left_alone() {
    let defects = Defects::compile();
    let names = defects.names();
    assert!(names.len() > 2 * JUDGED.len() && JUDGED.iter().all(|name| names.iter().any(|other| other == name)), "{names:?}");
    for name in JUDGED {
        let (leak, healthy) = (defects.judge(name, false), defects.judge(name, true));
        let sees = || format!("{name}: {:#}\n{:#}\nhealthy: {:#}", leak.truth, leak.report, healthy.report);
        assert!(leak.is_found(true) && !healthy.is_alarm(), "{}", sees());
        // One defect is one leak, and nothing else is said of it.
        assert!(leak.leaks().len() == 1 && leak.contradictions().is_empty(), "{}", sees());
    }
}

/// Where threads of the platform hold the same objects as the guilty field, or only its private fields do, the cut says so
/// and what dies with all of them.
#[test]
fn a_cut_frees_what_piles_up_even_where_threads_hold_it_too() {
    let defects = Defects::compile();
    for (name, thread) in
        [("cancelled-timers", Some("thread health-monitor")), ("executor-queue", Some("thread printer")), ("management-beans", None)]
    {
        let leak = defects.judge(name, false);
        assert!(leak.is_found(true), "{name}: {:#}\n{:#}", leak.truth, leak.report);
        let cut = &leak.report["findings"][0]["cut"];
        let frees = cut["frees_objects"].as_u64().expect("a number");
        assert!(frees >= leak.truth["objects"].as_u64().expect("a number"), "{name}: {cut:#}");
        assert_eq!((cut["threads"][0].as_str(), &cut["also_held_by"]), (thread, &serde_json::Value::Null), "{name}: {cut:#}");
    }
}
