//! `memory-city find` on real programs: the guilty fields are named first, and healthy twins raise no alarm.
//! All programs are scored by `cargo run -p tests --example score_defects`.

use tests::defects::Defects;

#[test]
fn guilty_fields_are_named_and_healthy_twins_are_left_alone() {
    let defects = Defects::compile();
    let names = defects.names();
    assert!(names.len() >= 12, "{names:?}");
    for name in ["static-list", "two-caches", "two-indexes", "thread-local-list", "unbounded-queue", "growing-bytes", "stale-stack"] {
        let leak = defects.judge(name, false);
        assert!(leak.is_found(true), "{name}: {:#}\n{:#}", leak.truth, leak.report);
        let healthy = defects.judge(name, true);
        assert!(!healthy.is_alarm(), "{name}, healthy: {:#}", healthy.report);
    }
}
