//! Scores `memory-city fleet` on fleets of programs of `tests/java/published`: `scripts/score.sh fleets`. In each fleet one program leaks since
//! the newer one of two versions, two others are healthy in both; and one fleet more of the same three programs has no leak at all.
//!
//! `--only NAME` takes the fleet in which this program leaks, and may be given several times; `--java PATH` another JVM than the newest one of
//! this machine, `--seed N` the seed of the first pod (1), `--pods N` the processes of each version of each service (4), `--seconds N` how long each runs (25).
//! `--jars DIR` is where the libraries are. Prints a line per fleet, and the sums: guilty fields that were named first, with the right version,
//! other causes that were told, and what is told of fleets without a leak.

use std::path::PathBuf;

use serde_json::Value;
use tests::arguments::Arguments;
use tests::fleet::Fleet;
use tests::jvm::newest_jvm;
use tests::leaks::Leaks;
use tests::program::json;
use tests::scratch::Scratch;

/// In words, 1.10 comes before 1.9.
const VERSIONS: [&str; 2] = ["1.9", "1.10"];

/// Causes that are told and are none.
#[derive(Debug, Clone, Copy, Default)]
struct Untrue {
    told: usize,
    /// Of these, those of which it is said that one process alone shows them.
    alone: usize,
}

impl Untrue {
    fn add(&mut self, cause: &Value) {
        self.told += 1;
        self.alone += usize::from(cause["is_alone"] == true);
    }
}

fn main() {
    let arguments = Arguments::read(&["--only", "--java", "--seed", "--pods", "--seconds", "--jars"]);
    let leaks = Leaks::compile_with_jars(Some(&arguments.last::<PathBuf>("--jars").expect("--jars tells where the libraries are")));
    let java = arguments.last("--java").unwrap_or_else(newest_jvm);
    let names: Vec<&str> = leaks.programs.iter().filter_map(|leak| leak.name.strip_prefix("published/")).collect();
    let only = arguments.all("--only");
    let (mut fleets, mut named, mut dated) = (0, 0, 0);
    let [mut others, mut false_alarms] = [Untrue::default(); 2];
    for (at, name) in names.iter().enumerate().filter(|(_, name)| only.is_empty() || only.contains(name)) {
        let programs: Vec<String> = (0..3).map(|next| format!("published/{}", names[(at + next) % names.len()])).collect();
        for leaking in [Some(("guilty", 1)), None] {
            let scratch = Scratch::new("score-fleets");
            let fleet = Fleet {
                services: ["guilty", "second", "third"].into_iter().zip(programs.iter().map(String::as_str)).collect(),
                versions: VERSIONS.to_vec(),
                pods: arguments.last("--pods").unwrap_or(4),
                leaking,
                seed: arguments.last("--seed").unwrap_or(1),
                seconds: arguments.last("--seconds").unwrap_or(25),
            };
            let fields = fleet.record(&leaks, &java, scratch.path());
            let told = json(["fleet", scratch.path().to_str().expect("is a text"), "--json"]);
            let causes: Vec<&Value> = told["causes"].as_array().expect("is a list").iter().collect();
            let is_guilty = |cause: &&Value| cause["cause"].as_str().is_some_and(|cause| fields.iter().any(|field| field == cause));
            let sentences = || causes.iter().filter_map(|cause| cause["sentence"].as_str()).collect::<Vec<_>>().join("; ");
            if leaking.is_none() {
                causes.iter().for_each(|cause| false_alarms.add(cause));
                println!("{name}, healthy: {}", if causes.is_empty() { "nothing is told".to_owned() } else { sentences() });
                continue;
            }
            let first = causes.first().filter(|cause| is_guilty(cause));
            let since = first.and_then(|cause| cause["since"].as_str());
            fleets += 1;
            named += usize::from(first.is_some());
            dated += usize::from(since == Some(VERSIONS[1]));
            causes.iter().filter(|cause| !is_guilty(cause)).for_each(|cause| others.add(cause));
            println!("{name}, leaking by {}: {}", fields.join(" and "), sentences());
        }
    }
    println!(
        "{named} of {fleets} guilty fields named first, {dated} with the right version; {} other causes told beside them, {} in fleets without \
         a leak; of these {} and {} are said to be of one process alone",
        others.told, false_alarms.told, others.alone, false_alarms.alone
    );
}
