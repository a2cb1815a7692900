//! What is told of many processes, in sentences.

use std::cmp::Reverse;

use analysis::{
    Cut, Evidence, FindReport, Finding, GROWING_IN_PROCESSES, KEY_SEPARATOR, Keeper, Marks, MemoryTree, NodeTotals, OPEN_ONE_PROCESS,
    Severity, TimePoint, Verdict, grouped_digits as count,
};

use crate::across::{Cause, CauseAt, Fleet, UNLIKELY, Version};
use crate::city::district;
use crate::place::Place;

/// What is said of processes with too few points each.
pub const NONE_WAS_JUDGED: &str = "None of the processes has points enough for a verdict.";

/// So many processes: `1 process`, `40 processes`.
#[must_use]
pub fn processes_in_words(processes: u64) -> String {
    format!("{} {}", count(processes), if processes == 1 { "process" } else { "processes" })
}

/// A service with its version, if somebody said which one: `checkout 2.14`.
#[must_use]
pub fn service_version(service: &str, version: &str) -> String {
    if version.is_empty() { service.to_owned() } else { format!("{service} {version}") }
}

impl Place {
    /// `checkout 2.14, process 4711 on pod-7`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self { service, version, host, process } = self;
        format!("{}, process {process} on {host}", service_version(service, version))
    }
}

impl Cause {
    /// `com.shop.SessionRegistry.sessions grows in 37 of 40 processes of checkout since 2.14, in none of 38 before`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { service, cause: field, versions, since, .. } = self;
        match since.as_ref().and_then(|since| versions.iter().position(|version| version.version == *since)) {
            Some(first) => {
                let ((judged, growing), (before, grew)) = (CauseAt::sum(&versions[first..]), CauseAt::sum(&versions[..first]));
                let grew = if grew == 0 { "none".to_owned() } else { count(grew) };
                let since = &versions[first].version;
                // Where it is gone again is no less worth knowing.
                let gone = versions[first..].iter().filter(|version| version.judged > 0 && version.growing == 0);
                let gone: String = gone.map(|version| format!(", in none of {} of {}", count(version.judged), version.version)).collect();
                format!(
                    "{field} grows in {growing} of {} of {service} since {since}, in {grew} of {before} before{gone}",
                    processes_in_words(judged)
                )
            }
            None => {
                let told: Vec<String> = versions
                    .iter()
                    .filter(|version| version.judged > 0)
                    .map(|CauseAt { version, judged, growing, .. }| {
                        format!("{growing} of {} of {}", processes_in_words(*judged), service_version(service, version))
                    })
                    .collect();
                format!("{field} grows in {}", told.join(", in "))
            }
        }
    }

    /// How sure it is, one sentence without its full stop.
    #[must_use]
    pub fn confidence(&self) -> Option<String> {
        if self.is_alone {
            return Some(format!("No other process of {} shows it: it may be what this one did, or a false alarm", self.service));
        }
        let chance = self.chance?;
        let one_of = (1.0 / chance).round().max(1.0) as u64;
        Some(match chance {
            chance if chance <= UNLIKELY => {
                format!("That the version has nothing to do with it is unlikely: chance would do this once in {}", count(one_of))
            }
            _ => format!("These are too few to blame the version: chance would do this once in {}", count(one_of)),
        })
    }

    /// The keys of the groups of what piles up, in the districts of the versions in which it grows: first those of the version since which it
    /// does, then of the one with most. Where the city has no such groups, the districts themselves.
    fn groups(&self, city: &MemoryTree) -> Vec<String> {
        let mut versions: Vec<&CauseAt> = self.versions.iter().filter(|version| version.growing > 0).collect();
        versions.sort_by_key(|version| (self.since.as_ref() != Some(&version.version), Reverse(version.last.bytes)));
        let districts = versions.iter().filter_map(|version| district(city, &self.service, &version.version));
        let keys = |district: usize| {
            let is_meant = |key: &str| key.rsplit(KEY_SEPARATOR).next() == Some(&self.class);
            let inside = &city.nodes[district..city.nodes[district].subtree_end as usize];
            let mut meant: Vec<_> = inside.iter().filter(|node| is_meant(&node.key)).collect();
            meant.sort_by_key(|node| Reverse(node.totals.bytes));
            if meant.is_empty() {
                meant.push(&inside[0]);
            }
            meant.into_iter().map(|node| node.key.to_string())
        };
        districts.flat_map(keys).collect()
    }

    /// The field in which it piles up; `None` where nobody tells fields.
    fn keeper(&self) -> Option<Keeper> {
        let NodeTotals { objects, bytes } = self.grew().1;
        let chain = vec![self.cause.clone()];
        (self.cause != self.class).then(|| Keeper {
            root_kind: "field".to_owned(),
            holder: self.cause.clone(),
            objects,
            bytes,
            chain,
            faulty: None,
        })
    }

    fn finding(&self, city: Option<&MemoryTree>) -> Finding {
        let (judged, growing) = CauseAt::sum(&self.versions);
        let (first, last) = self.grew();
        let confidence = self.confidence().map(|confidence| format!(". {confidence}")).unwrap_or_default();
        let more = format!("By {} bytes in all, from the first to the last point of each", count(last.bytes.saturating_sub(first.bytes)));
        Finding {
            kind: GROWING_IN_PROCESSES,
            severity: Severity::Leak,
            title: self.sentence(),
            why: format!("find says so of {growing} of {judged}, each by itself. {more}{confidence}"),
            evidence: Evidence {
                first_objects: first.objects,
                last_objects: last.objects,
                first_bytes: first.bytes,
                last_bytes: last.bytes,
                share_of_heap: self.versions.iter().map(|version| version.largest_share).fold(0.0, f64::max),
                ..Evidence::default()
            },
            groups: city.map_or_else(|| vec![self.class.clone()], |city| self.groups(city)),
            keepers: self.keeper().into_iter().collect(),
            cut: Cut::default(),
            next: OPEN_ONE_PROCESS.to_owned(),
        }
    }
}

impl Fleet {
    /// What of all versions of all services is so many together.
    #[must_use]
    pub fn sum(&self, of: fn(&Version) -> u64) -> u64 {
        self.versions.iter().map(of).sum()
    }

    /// Leaves out what people have marked as needed; what that was, one sentence each without its full stop.
    pub fn leave_out_needed(&mut self, marks: &Marks) -> Vec<String> {
        let is_needed = |cause: &mut Cause| cause.finding(None).is_needed(marks);
        self.causes.extract_if(.., is_needed).map(|cause| cause.sentence()).collect()
    }

    /// The same as what find says of one process, of the groups of the [city](crate::city_points) of them.
    #[must_use]
    pub fn report(&self, city: &[TimePoint]) -> FindReport {
        let (processes, judged, leaking) = (self.sum(|it| it.processes), self.sum(|it| it.judged), self.sum(|it| it.leaking));
        let too_few = (judged == 0).then(|| NONE_WAS_JUDGED.to_owned());
        let grows = if leaking > 0 { format!(", and something keeps growing in {leaking} of them") } else { String::new() };
        let were = if judged == 1 { "was" } else { "were" };
        let told = format!("{} of {} {were} judged{grows}", count(judged), processes_in_words(processes));
        FindReport {
            verdict: if leaking > 0 {
                Verdict::Leak
            } else if too_few.is_some() {
                Verdict::Undecided
            } else {
                Verdict::Steady
            },
            policy: String::new(),
            points: city.len(),
            judged: Some(told).filter(|_| judged > 0),
            too_few,
            partly_read: Vec::new(),
            findings: self.causes.iter().map(|cause| cause.finding(city.last().map(|point| &point.tree))).collect(),
            needed: Vec::new(),
            waste: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use analysis::{NodeSizes, TreeBuilder};

    use super::*;
    use crate::city::{NO_VERSION, SERVICE_ROLE, VERSION_ROLE};

    #[test]
    fn a_finding_is_about_the_groups_of_its_service_and_versions() {
        let of_bytes = |bytes| NodeTotals { objects: 1, bytes };
        let mut tree = TreeBuilder::new(of_bytes(1_000));
        let [service, version, of_type] = [SERVICE_ROLE, VERSION_ROLE, "Type"].map(|role| tree.role(role));
        for (name, of_versions) in [("shop", &[("1.9", 50), ("1.10", 20), ("1.11", 30)][..]), ("till", &[(NO_VERSION, 900)])] {
            let above = tree.add_part(0, name, service, of_bytes(100));
            for &(name, bytes) in of_versions {
                let district = tree.add_part(above, name, version, of_bytes(bytes));
                let package = tree.add_part(district, "app", of_type, of_bytes(bytes));
                tree.add_part(package, "app.Date", of_type, of_bytes(bytes));
                tree.add_part(district, "app.Date", of_type, of_bytes(1));
            }
        }
        let sizes = NodeSizes::default();
        let city = [TimePoint { time_millis: 0, gc: None, label: None, tree: tree.finish().tree, references: None, sizes }];
        let groups = |service: &str, class: &str, growing: &[(&str, u64, u64)], since: Option<&str>| {
            let versions = growing.iter().map(|&(version, growing, bytes)| CauseAt {
                version: version.to_owned(),
                judged: 3,
                growing,
                last: of_bytes(bytes),
                ..CauseAt::default()
            });
            let (service, class, since) = (service.to_owned(), class.to_owned(), since.map(str::to_owned));
            let versions = versions.collect();
            let cause = Cause { service, cause: "A.all".to_owned(), class, versions, since, chance: None, is_alone: false };
            let fleet = Fleet { causes: vec![cause], ..Fleet::default() };
            fleet.report(&city).findings.remove(0).groups
        };
        let of_new = ["Overall#shop#1.10#app#app.Date", "Overall#shop#1.10#app.Date"];
        let of_newest = ["Overall#shop#1.11#app#app.Date", "Overall#shop#1.11#app.Date"];
        let growing = [("1.9", 0, 0), ("1.10", 2, 20), ("1.11", 3, 30)];
        assert_eq!(groups("shop", "app.Date", &growing, Some("1.10")), [of_new, of_newest].concat());
        assert_eq!(groups("shop", "app.Date", &growing, None), [of_newest, of_new].concat());
        assert_eq!(groups("shop", "app.Gone", &growing[..2], None), ["Overall#shop#1.10"]);
        assert_eq!(groups("till", "app.Date", &[("", 3, 900)], None)[0], "Overall#till#(no version)#app#app.Date");
        assert!(groups("cart", "app.Date", &[("", 3, 900)], None).is_empty());
    }
}
