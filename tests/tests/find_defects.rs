//! `memory-city find` on real programs: the guilty fields are named first, and healthy twins raise no alarm.
//! All programs are scored by `cargo run -p tests --example score_defects`.

use tests::defects::Defects;

#[test]
fn guilty_fields_are_named_and_healthy_twins_are_left_alone() {
    let defects = Defects::compile();
    let names = defects.names();
    assert!(names.len() >= 12, "{names:?}");
    for name in [
        "static-list",
        "two-caches",
        "two-indexes",
        "thread-local-list",
        "unbounded-queue",
        "growing-bytes",
        "stale-stack",
        "finalizer-queue",
    ] {
        let leak = defects.judge(name, false);
        assert!(leak.is_found(true), "{name}: {:#}\n{:#}", leak.truth, leak.report);
        let healthy = defects.judge(name, true);
        assert!(!healthy.is_alarm(), "{name}, healthy: {:#}", healthy.report);
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
        assert_eq!(cut["threads"][0].as_str(), thread, "{name}: {cut:#}");
    }
}
