//! What is told of many processes, in sentences.

use analysis::{Cut, Evidence, FindReport, Finding, GROWING_IN_PROCESSES, Severity, Verdict, grouped_digits as count};

use crate::across::{Cause, CauseAt, Fleet, UNLIKELY, Version};

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
                format!(
                    "{field} grows in {growing} of {} of {service} since {since}, in {grew} of {before} before",
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

    fn finding(&self) -> Finding {
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
            groups: Some(self.class.clone()).filter(|class| !class.is_empty()).into_iter().collect(),
            keepers: Vec::new(),
            cut: Cut::default(),
            next: "Open what one of these processes was read from: it tells who keeps it alive and what letting go frees".to_owned(),
        }
    }
}

impl Fleet {
    /// The same as what find says of one process.
    #[must_use]
    pub fn report(&self, points: usize) -> FindReport {
        let sum = |of: fn(&Version) -> u64| self.versions.iter().map(of).sum::<u64>();
        let (processes, judged, leaking) = (sum(|it| it.processes), sum(|it| it.judged), sum(|it| it.leaking));
        let too_few = (judged == 0).then(|| "None of the processes has points enough for a verdict.".to_owned());
        let grows = if leaking > 0 { format!(", and something keeps growing in {leaking} of them") } else { String::new() };
        let told = format!("Of {} {} were judged{grows}", processes_in_words(processes), count(judged));
        FindReport {
            verdict: if leaking > 0 {
                Verdict::Leak
            } else if too_few.is_some() {
                Verdict::Undecided
            } else {
                Verdict::Steady
            },
            policy: String::new(),
            points,
            judged: Some(told).filter(|_| judged > 0),
            too_few,
            findings: self.causes.iter().map(Cause::finding).collect(),
            needed: Vec::new(),
            waste: Vec::new(),
        }
    }
}
