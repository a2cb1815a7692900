//! Scores `memory-city find` on all programs of `tests/java/defects`: `cargo run -p tests --example score_defects`.
//!
//! Prints one line per program and the sums: defects found, found by the strongest finding, false alarms.

use tests::defects::{Defects, Score};

fn main() {
    let defects = Defects::compile();
    let names = defects.names();
    let mut score = Score::default();
    for name in &names {
        let (leak, healthy) = (defects.judge(name, false), defects.judge(name, true));
        let word = match (leak.is_found(true), leak.is_found(false)) {
            (true, _) => "found first",
            (false, true) => "found",
            _ => "missed",
        };
        let alarm = if healthy.is_alarm() { format!("FALSE ALARM: {}", healthy.first_title()) } else { "twin steady".to_owned() };
        println!("{name:20} {word:12} {alarm:12}  {}", leak.first_title());
        score.add(&leak, false);
        score.add(&healthy, true);
    }
    println!("{score}");
}
