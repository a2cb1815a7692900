//! What is told of many processes together: everything across them is SQL, which a cluster runs as well; here rows become sentences.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use analysis::NodeTotals;
use serde::Serialize;

use crate::answers::{Answers, Row};

/// Processes of one service and version of which one may be unlike the others.
const LEAST_PEERS: usize = 4;

/// Unlike the others is what is further from their median than so many times as half of them are.
const MOST_DEVIATIONS: f64 = 6.0;

/// And by at least this share of it.
const LEAST_DIFFERENCE: f64 = 0.25;

/// Where at least so many equal processes were judged and something grows in one of them alone, it may be what that one did, or a false alarm.
const FEW_TO_BE_ALONE: u64 = 3;

/// What chance does less often than this is put down to the version.
pub const UNLIKELY: f64 = 0.01;

/// What is told of all processes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fleet {
    /// Versions of services, in their order.
    pub versions: Vec<Version>,
    /// What keeps growing, surest first.
    pub causes: Vec<Cause>,
    /// Groups that got larger, those that got most first.
    pub groups: Vec<Grown>,
    /// Groups of which newer versions hold more, those of which they hold most more first.
    pub over_versions: Vec<OverVersions>,
    /// Processes that are unlike those of the same service and version.
    pub outliers: Vec<Outlier>,
}

/// A version of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The service.
    pub service: String,
    /// The version; empty if nobody said.
    pub version: String,
    /// How many processes there are.
    pub processes: u64,
    /// Of these, those with points enough for a verdict.
    pub judged: u64,
    /// Of these, those in which something keeps growing.
    pub leaking: u64,
}

/// Something that keeps growing in processes of a service.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cause {
    /// The service.
    pub service: String,
    /// The field to fix, or the group where nobody tells fields.
    pub cause: String,
    /// What piles up.
    pub class: String,
    /// Each version of the service, in order.
    pub versions: Vec<CauseAt>,
    /// The version since which it grows in more processes than before, if it did in none before or chance would hardly do so.
    pub since: Option<String>,
    /// How likely at least as many of the processes in which it grows would be of this version or later ones if versions had nothing to do with
    /// it (Fisher's exact test, one-sided); `None` without such a version.
    pub chance: Option<f64>,
    /// Whether one process alone shows it, of several of its version.
    pub is_alone: bool,
}

/// How it is with a cause in one version.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct CauseAt {
    /// The version.
    pub version: String,
    /// How many processes were judged.
    pub judged: u64,
    /// In how many it grows.
    pub growing: u64,
    /// What it holds in these at the first point of each.
    pub first: NodeTotals,
    /// And at the last one.
    pub last: NodeTotals,
    /// The largest share of the heap of one of them that it holds at the last point, from 0 to 1.
    pub largest_share: f64,
}

/// A group that got larger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Grown {
    /// The service.
    pub service: String,
    /// Its version.
    pub version: String,
    /// The group's key.
    pub path: String,
    /// In how many processes it got larger.
    pub growing: u64,
    /// How many have it.
    pub processes: u64,
    /// By how many bytes in all.
    pub more_bytes: i64,
}

/// A group of which processes of a newer version hold more than those of the one before.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverVersions {
    /// The service.
    pub service: String,
    /// The group's key.
    pub path: String,
    /// The version since which they hold more: where the step up from the one before is largest.
    pub since: String,
    /// The one before.
    pub before: String,
    /// How many bytes more a process holds, on average.
    pub more_bytes: f64,
    /// Each version of the service, in order.
    pub versions: Vec<HeldAt>,
}

/// What the processes of a version hold together of a group, at the end of each.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeldAt {
    /// The version.
    pub version: String,
    /// How many there are.
    pub processes: u64,
    /// What they hold.
    #[serde(flatten)]
    pub held: NodeTotals,
}

impl HeldAt {
    /// Bytes per process, on average.
    #[must_use]
    pub fn bytes_each(&self) -> f64 {
        self.held.bytes as f64 / self.processes.max(1) as f64
    }
}

/// A process that is unlike its peers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outlier {
    /// The service.
    pub service: String,
    /// Its version.
    pub version: String,
    /// The machine.
    pub host: String,
    /// The process.
    pub process: String,
    /// Bytes of its heap at the end.
    pub bytes: u64,
    /// What half of its peers do not exceed.
    pub median: u64,
    /// How many peers it has, itself included.
    pub peers: usize,
}

/// Orders versions as people do: 2.9 comes before 2.10, and 2.10-rc1 before both 2.10 and what follows it.
pub(crate) fn by_version(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| -> Vec<(u8, u64, String)> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_number = first.is_ascii_digit();
            let end = rest.find(|sign: char| sign.is_ascii_digit() != is_number).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            parts.push(match part.parse() {
                Ok(number) => (1, number, String::new()),
                Err(_) => (0, 0, part.to_owned()),
            });
            rest = after;
        }
        parts
    };
    let release = |text: &str| match text.split_once('-') {
        Some((release, before)) => (parts(release), false, parts(before)),
        None => (parts(text), true, Vec::new()),
    };
    release(a).cmp(&release(b)).then_with(|| a.cmp(b))
}

impl Fleet {
    /// What these answers say.
    #[must_use]
    pub fn of(answers: &Answers) -> Self {
        let version = |row: &Row| Version {
            service: row.text("service"),
            version: row.text("version"),
            processes: row.count("processes"),
            judged: row.count("judged"),
            leaking: row.count("leaking"),
        };
        let mut versions: Vec<Version> = answers.rows("versions").iter().map(version).collect();
        versions.sort_by(|a, b| a.service.cmp(&b.service).then_with(|| by_version(&a.version, &b.version)));
        let grown = |row: &Row| Grown {
            service: row.text("service"),
            version: row.text("version"),
            path: row.text("path"),
            growing: row.count("growing"),
            processes: row.count("processes"),
            more_bytes: row.number("more_bytes"),
        };
        let groups = answers.rows("groups").iter().map(grown).collect();
        let over_versions = over_versions(answers.rows("held"), &versions);
        Self { versions, causes: causes(answers.rows("causes")), groups, outliers: outliers(answers.rows("processes")), over_versions }
    }
}

fn causes(rows: &[Row]) -> Vec<Cause> {
    let mut by_cause: BTreeMap<(String, String), Cause> = BTreeMap::new();
    for row in rows {
        let (service, cause) = (row.text("service"), row.text("cause"));
        let known = by_cause.entry((service.clone(), cause.clone())).or_insert_with(|| Cause {
            service,
            cause,
            class: row.text("class"),
            versions: Vec::new(),
            since: None,
            chance: None,
            is_alone: false,
        });
        known.versions.push(CauseAt {
            version: row.text("version"),
            judged: row.count("judged"),
            growing: row.count("growing"),
            first: NodeTotals { objects: row.count("first_objects"), bytes: row.count("first_bytes") },
            last: NodeTotals { objects: row.count("last_objects"), bytes: row.count("last_bytes") },
            largest_share: row.real("largest_share"),
        });
    }
    let mut causes: Vec<Cause> = by_cause.into_values().map(Cause::judged).collect();
    let bytes = |cause: &Cause| {
        let (first, last) = cause.grew();
        last.bytes.saturating_sub(first.bytes)
    };
    let chance = |cause: &Cause| cause.chance.unwrap_or(1.0);
    causes.sort_by(|a, b| {
        let surer = a.is_alone.cmp(&b.is_alone).then_with(|| chance(a).total_cmp(&chance(b)));
        surer.then_with(|| bytes(b).cmp(&bytes(a))).then_with(|| a.cause.cmp(&b.cause))
    });
    causes
}

impl CauseAt {
    /// How many processes of several versions were judged, and in how many of them it grows.
    #[must_use]
    pub fn sum(versions: &[Self]) -> (u64, u64) {
        versions.iter().fold((0, 0), |sum, version| (sum.0 + version.judged, sum.1 + version.growing))
    }
}

impl Cause {
    /// What it holds at the first and at the last point of each process in which it grows.
    #[must_use]
    pub fn grew(&self) -> (NodeTotals, NodeTotals) {
        let sum = |of: fn(&CauseAt) -> NodeTotals| self.versions.iter().map(of).fold(NodeTotals::default(), NodeTotals::saturating_add);
        (sum(|version| version.first), sum(|version| version.last))
    }

    /// Looks for the version since which it grows in more processes than before: where chance is least likely to have done it.
    fn judged(mut self) -> Self {
        self.versions.sort_by(|a, b| by_version(&a.version, &b.version));
        let peers = self.versions.iter().filter(|version| version.growing > 0).map(|version| version.judged).sum::<u64>();
        self.is_alone = CauseAt::sum(&self.versions).1 == 1 && peers >= FEW_TO_BE_ALONE;
        if self.is_alone {
            return self;
        }
        let chances = (1..self.versions.len()).filter_map(|first| {
            let ((judged_before, growing_before), (judged, growing)) =
                (CauseAt::sum(&self.versions[..first]), CauseAt::sum(&self.versions[first..]));
            let grows_more = judged_before > 0 && growing * judged_before > growing_before * judged;
            grows_more.then(|| (chance_of(growing, judged, growing_before, judged_before), growing_before, first))
        });
        let likeliest = chances.min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((chance, _, first)) = likeliest.filter(|(chance, before, _)| *before == 0 || *chance <= UNLIKELY) {
            (self.since, self.chance) = (Some(self.versions[first].version.clone()), Some(chance));
        }
        self
    }
}

/// How likely at least `marked` of `of` are marked, where `others_marked` of `others` are, too, and which are marked is chance.
fn chance_of(marked: u64, of: u64, others_marked: u64, others: u64) -> f64 {
    let all_marked = marked + others_marked;
    // Logarithms of factorials.
    let mut factorials = vec![0.0];
    for number in 1..=of + others {
        factorials.push(factorials[factorials.len() - 1] + (number as f64).ln());
    }
    let ways = |from: u64, choose: u64| factorials[from as usize] - factorials[choose as usize] - factorials[(from - choose) as usize];
    let all = ways(of + others, all_marked);
    let all_but = |chosen: u64| all_marked - chosen <= others;
    (marked..=of.min(all_marked))
        .filter(|&chosen| all_but(chosen))
        .map(|chosen| (ways(of, chosen) + ways(others, all_marked - chosen) - all).exp())
        .sum()
}

/// The versions are in their order; those without a row hold nothing of the group.
fn over_versions(rows: &[Row], all: &[Version]) -> Vec<OverVersions> {
    let mut groups: BTreeMap<(String, String), BTreeMap<String, NodeTotals>> = BTreeMap::new();
    for row in rows {
        let held = NodeTotals { objects: row.count("objects"), bytes: row.count("bytes") };
        groups.entry((row.text("service"), row.text("path"))).or_default().insert(row.text("version"), held);
    }
    let largest_step = |((service, path), held): ((String, String), BTreeMap<String, NodeTotals>)| {
        let of_service = all.iter().filter(|version| version.service == service);
        let held = |Version { version, processes, .. }: &Version| {
            let held = held.get(version).copied().unwrap_or_default();
            HeldAt { version: version.clone(), processes: *processes, held }
        };
        let versions: Vec<HeldAt> = of_service.map(held).collect();
        let steps = versions.windows(2).map(|pair| (pair[1].bytes_each() - pair[0].bytes_each(), &pair[0].version, &pair[1].version));
        let (more_bytes, before, since) = steps.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(more, ..)| *more > 0.0)?;
        let (before, since) = (before.clone(), since.clone());
        Some(OverVersions { service, path, since, before, more_bytes, versions })
    };
    let mut over: Vec<OverVersions> = groups.into_iter().filter_map(largest_step).collect();
    over.sort_by(|a, b| b.more_bytes.total_cmp(&a.more_bytes));
    over
}

fn outliers(rows: &[Row]) -> Vec<Outlier> {
    let mut peers: BTreeMap<(String, String), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        peers.entry((row.text("service"), row.text("version"))).or_default().push(row);
    }
    let mut outliers = Vec::new();
    for ((service, version), rows) in peers {
        let bytes: Vec<f64> = rows.iter().map(|row| row.number("last_bytes") as f64).collect();
        let middle = median(&bytes);
        let spread = median(&bytes.iter().map(|bytes| (bytes - middle).abs()).collect::<Vec<_>>());
        let is_unlike = |bytes: f64| (bytes - middle).abs() > (MOST_DEVIATIONS * spread).max(LEAST_DIFFERENCE * middle);
        for (row, _) in rows.iter().zip(&bytes).filter(|(_, bytes)| rows.len() >= LEAST_PEERS && is_unlike(**bytes)) {
            outliers.push(Outlier {
                service: service.clone(),
                version: version.clone(),
                host: row.text("host"),
                process: row.text("process"),
                bytes: row.count("last_bytes"),
                median: middle as u64,
                peers: rows.len(),
            });
        }
    }
    outliers
}

/// What half of them do not exceed, between the two in the middle; 0 of none.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        even if even.is_multiple_of(2) => f64::midpoint(sorted[half - 1], sorted[half]),
        _ => sorted[half],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn versions_are_in_the_order_of_their_numbers() {
        let mut versions = ["2.10", "2.9.1", "2.9", "10", "2.10-rc2", "2.11-SNAPSHOT", "2.10-rc10"];
        versions.sort_by(|a, b| by_version(a, b));
        assert_eq!(versions, ["2.9", "2.9.1", "2.10-rc2", "2.10-rc10", "2.10", "2.11-SNAPSHOT", "10"]);
    }

    #[test]
    fn a_version_is_told_where_chance_would_hardly_do_so() {
        let cause = |versions: &[(&str, u64, u64)]| {
            let versions = versions
                .iter()
                .map(|&(version, judged, growing)| CauseAt { version: version.to_owned(), judged, growing, ..CauseAt::default() })
                .collect();
            let (service, cause, class) = ("s".to_owned(), "A.b".to_owned(), String::new());
            Cause { service, cause, class, versions, since: None, chance: None, is_alone: false }.judged()
        };
        assert_eq!(cause(&[("2.14", 40, 37), ("2.13", 40, 0), ("2.15", 2, 1)]).since.as_deref(), Some("2.14"));
        // Healthy ones are said to leak at times, too.
        assert_eq!(cause(&[("2.13", 40, 1), ("2.14", 40, 37)]).since.as_deref(), Some("2.14"));
        assert_eq!(cause(&[("2.13", 5, 2), ("2.14", 5, 5)]).since, None);
        assert_eq!(cause(&[("2.13", 40, 20), ("2.14", 40, 20)]).since, None);
        assert_eq!(cause(&[("2.13", 0, 0), ("2.14", 40, 37)]).since, None);
        assert_eq!(cause(&[("2.13", 1, 0), ("2.14", 1, 1)]).since.as_deref(), Some("2.14"));
        // One of several says nothing of a version.
        let alone = cause(&[("2.13", 3, 0), ("2.14", 3, 1)]);
        assert_eq!((alone.is_alone, alone.since, alone.chance), (true, None, None));
        assert!(!cause(&[("2.13", 3, 0), ("2.14", 3, 2)]).is_alone && !cause(&[("2.13", 3, 1), ("2.14", 3, 1)]).is_alone);
    }

    #[test]
    fn what_one_of_several_shows_alone_comes_last() {
        let row = |cause: &str, version: &str, growing: i64, last_bytes: i64| {
            let [service, version, cause] = ["s", version, cause].map(Value::from);
            let [judged, growing, last_bytes] = [3, growing, last_bytes].map(Value::from);
            Row::from([
                ("service", service),
                ("cause", cause),
                ("version", version),
                ("judged", judged),
                ("growing", growing),
                ("last_bytes", last_bytes),
            ])
        };
        let rows = [
            row("A.once", "1", 0, 0),
            row("A.once", "2", 1, 900),
            row("B.always", "1", 3, 100),
            row("B.always", "2", 3, 100),
            row("C.new", "1", 0, 0),
            row("C.new", "2", 3, 100),
        ];
        assert_eq!(causes(&rows).iter().map(|cause| &*cause.cause).collect::<Vec<_>>(), ["C.new", "B.always", "A.once"]);
    }

    #[test]
    fn a_group_is_told_where_versions_hold_most_more_of_it_per_process() {
        let versions: Vec<Version> = [("2.9", 4), ("2.10", 2), ("2.11", 1)]
            .map(|(version, processes)| Version { service: "s".into(), version: version.into(), processes, judged: 0, leaking: 0 })
            .into();
        let row = |path: &str, version: &str, bytes: i64| {
            let [service, path, version] = ["s", path, version].map(Value::from);
            Row::from([("service", service), ("path", path), ("version", version), ("bytes", bytes.into())])
        };
        let rows = [
            // Half of the processes hold twice as much each, and then more again.
            row("more", "2.10", 400),
            row("more", "2.9", 400),
            row("more", "2.11", 210),
            row("less", "2.9", 400),
            row("less", "2.10", 100),
            row("new", "2.10", 600),
        ];
        let told: Vec<_> =
            over_versions(&rows, &versions).into_iter().map(|over| (over.path, over.before, over.since, over.more_bytes)).collect();
        let step = |path: &str, more| (path.to_owned(), "2.9".to_owned(), "2.10".to_owned(), more);
        assert_eq!(told, [step("new", 300.0), step("more", 100.0)]);
    }

    #[test]
    fn chance_is_that_of_drawing_without_putting_back() {
        // 5 of 5 leak after, 0 of 5 before: one of 252 ways to choose five of ten.
        assert!((chance_of(5, 5, 0, 5) - 1.0 / 252.0).abs() < 1e-12);
        // All choices of 7 of 10 that have all of the five later ones: 10 of 120.
        assert!((chance_of(5, 5, 2, 5) - 10.0 / 120.0).abs() < 1e-12);
        assert!((chance_of(1, 3, 0, 3) - 0.5).abs() < 1e-12);
        assert!((chance_of(0, 3, 0, 3) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_of_many_peers_is_unlike_them() {
        let row = |process: &str, bytes: i64| {
            let [service, version, host, process] = ["s", "1", "h", process].map(Value::from);
            Row::from([("service", service), ("version", version), ("host", host), ("process", process), ("last_bytes", bytes.into())])
        };
        let rows: Vec<_> =
            [100, 102, 98, 101, 400].into_iter().zip(["a", "b", "c", "d", "e"]).map(|(bytes, name)| row(name, bytes)).collect();
        let found = outliers(&rows);
        assert_eq!(found.iter().map(|outlier| (&*outlier.process, outlier.median)).collect::<Vec<_>>(), [("e", 101)]);
        assert_eq!(outliers(&rows[..4]), []);
        assert_eq!(outliers(&rows[2..]), [], "three are too few");
    }
}
