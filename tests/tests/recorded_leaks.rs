//! `memory-city find` on recordings that are made as a user makes them, with default options and of a program that nobody
//! stops: the recorder looks until the end and uses its budget, the guilty field is named first, and healthy twins raise no alarm.
//! All programs are scored by `cargo run -p tests --example score_recordings`.

use tests::jobs::side_by_side;
use tests::jvm::newest_jvm;
use tests::leaks::{Leaks, Recording, Run};

/// The programs that are judged; the others only take time.
const JUDGED: [&str; 6] =
    ["leaks/event-bus", "leaks/class-loaders", "leaks/slow-consumer", "leaks/changing-key", "defects/two-indexes", "defects/growing-bytes"];

const SECONDS: u32 = 20;

#[test]
fn what_leaks_in_a_recorded_program_is_named_first_and_healthy_twins_are_left_alone() {
    let (leaks, java) = (Leaks::compile(), newest_jvm());
    assert!(leaks.programs.len() > 4 * JUDGED.len(), "{:?}", leaks.programs);
    for name in JUDGED {
        let record = |healthy| leaks.record(&java, leaks.program(name), &Run { seconds: SECONDS, healthy, ..Run::default() });
        let mut seen = Vec::new();
        // On a machine that others use as well a look may come late: of two recordings one has to look until the end.
        let looks_until_the_end = (0..2).any(|_| {
            // A program sleeps more than it works: two of them run beside each other.
            let mut recorded = side_by_side(2, &[false, true], |&healthy| record(healthy)).into_iter().flatten();
            let (leaking, healthy) = recorded.next().zip(recorded.next()).expect("runs on every JDK");
            seen.push(format!("{name}: {}\nhealthy: {}", in_words(&leaking), in_words(&healthy)));
            assert!(leaking.judged.is_found(true) && !healthy.judged.is_alarm(), "{}", seen.join("\n"));
            leaking.looks_until_the_end() && healthy.looks_until_the_end()
        });
        assert!(looks_until_the_end, "{}", seen.join("\n"));
    }
}

fn in_words(Recording { judged, collections, states, span, last, cost, kept }: &Recording) -> String {
    let title = judged.first_title();
    format!("{states} states after {collections} collections over {span:.2} of the run up to {last:.2}, cost {cost:?}: {title} {kept:?}")
}
