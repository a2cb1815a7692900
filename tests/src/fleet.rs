//! Many processes of several services and versions, of which some leak: recorded as a user records them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::jobs::side_by_side;
use crate::leaks::{Leaks, Run};

/// A program sleeps more than it works, so many run beside each other.
const SIDE_BY_SIDE: usize = 10;

/// What runs.
#[derive(Debug, Clone)]
pub struct Fleet<'a> {
    /// Services, with the program that each of them is.
    pub services: Vec<(&'a str, &'a str)>,
    /// Versions of each, the oldest first.
    pub versions: Vec<&'a str>,
    /// Processes of each version of each service.
    pub pods: u64,
    /// Which service leaks, and since which version, counted from 0.
    pub leaking: Option<(&'a str, usize)>,
    /// What the pods of a version differ in: the first one has this seed.
    pub seed: u64,
    /// How long each runs: long enough for those that are healthy to have no more than they need.
    pub seconds: u32,
}

impl Fleet<'_> {
    /// Records all processes below a folder, `service/version/process.mctrace`. Returns the fields that would have to let go.
    ///
    /// # Panics
    /// When a program fails.
    #[must_use]
    pub fn record(&self, leaks: &Leaks, java: &Path, folder: &Path) -> Vec<String> {
        let mut runs: Vec<(PathBuf, &str, bool, u64)> = Vec::new();
        for (service, program) in &self.services {
            for (number, version) in self.versions.iter().enumerate() {
                let healthy = self.leaking.is_none_or(|(leaking, since)| leaking != *service || number < since);
                runs.extend((0..self.pods).map(|pod| (folder.join(service).join(version), *program, healthy, self.seed + pod)));
            }
        }
        side_by_side(SIDE_BY_SIDE, &runs, |(keep, program, healthy, seed)| {
            let options = ["--megabytes", "12", "--seed", &seed.to_string()].map(str::to_owned).to_vec();
            let how =
                Run { seconds: self.seconds, healthy: *healthy, options, keep: Some(keep.clone()), is_unjudged: true, ..Run::default() };
            drop(leaks.record(java, leaks.program(program), &how).expect("runs on every JDK"));
        });
        let mut fields = BTreeSet::new();
        for (keep, _, healthy, _) in runs {
            let beside = fs::read_dir(keep).expect("is there").map(|entry| entry.expect("an entry").path());
            for truth in beside.filter(|path| path.extension().is_some_and(|end| end == "truth")) {
                let told: serde_json::Value = serde_json::from_slice(&fs::read(&truth).expect("can be read")).expect("is JSON");
                fields.extend(
                    told["fields"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(|field| Some(field.as_str()?.to_owned()))
                        .filter(|_| !healthy),
                );
                fs::remove_file(&truth).expect("can be removed");
            }
        }
        fields.into_iter().collect()
    }
}
