//! What grew and who holds it, as a leak report: for inputs that tell no single objects (memory trees, class histograms).

use analysis::{Evidence, FEWEST_POINTS, FindReport, Finding, FindingKind, Metric, NodeIndex, Severity, Verdict, growth_begins};

use crate::chain::{chain_sentence, chain_to_cause};
use crate::hints::{self, findings};
use crate::session::Session;

/// Findings that are told.
const TOLD: usize = 10;

/// The strongest growers, those that keep growing first. Fields are unknown, so nothing can be cut.
pub(super) fn growth_report(session: &Session) -> FindReport {
    let evolution = &session.evolution;
    let mut found: Vec<Finding> = findings(session, TOLD).iter().map(|grown| finding(session, grown)).collect();
    found.sort_by_key(|finding| finding.severity);
    let points = evolution.points.len();
    let verdict = match found.first().map(|finding| finding.severity) {
        Some(Severity::Leak) => Verdict::Leak,
        Some(_) if points < FEWEST_POINTS => Verdict::Suspicious,
        _ => Verdict::Steady,
    };
    FindReport { verdict, policy: evolution.policy.clone(), points, findings: found, waste: Vec::new() }
}

fn finding(session: &Session, grown: &hints::Finding) -> Finding {
    let evolution = &session.evolution;
    let chain = chain_to_cause(session, grown.node, session.last_point());
    let series = |metric: Metric| evolution.series(metric, grown.node).to_vec();
    let (objects, bytes) = (series(Metric::Objects), series(Metric::Bytes));
    let keeps_growing = growth_begins(&objects).or_else(|| growth_begins(&bytes)).is_some();
    let points = evolution.points.len();
    let mut why = match (keeps_growing, points < FEWEST_POINTS) {
        (true, _) => format!("It keeps growing to the last of {points} points"),
        (false, true) => format!("It grew; whether it goes on, {points} points cannot tell"),
        (false, false) => "It grew, but does not keep growing".to_owned(),
    };
    if !chain.steps.is_empty() {
        why = format!("{why}. {}", chain_sentence(session, &chain));
    }
    let at = |series: &[u64], last: bool| if last { series.last() } else { series.first() }.copied().unwrap_or(0);
    let heap = evolution.series(Metric::Bytes, NodeIndex::ROOT).last().copied().unwrap_or(0);
    let evidence = Evidence {
        first_objects: at(&objects, false),
        last_objects: at(&objects, true),
        first_bytes: at(&bytes, false),
        last_bytes: at(&bytes, true),
        share_of_heap: if heap == 0 { 0.0 } else { at(&bytes, true) as f64 / heap as f64 },
        objects_over_time: objects,
        bytes_over_time: bytes,
        ..Evidence::default()
    };
    Finding {
        kind: if keeps_growing { FindingKind::GrowingGroup } else { FindingKind::GrownGroup },
        severity: if keeps_growing { Severity::Leak } else { Severity::Owner },
        title: grown.sentence.clone(),
        why,
        evidence,
        groups: chain.nodes().iter().map(|node| evolution.nodes[node.at()].key.to_string()).collect(),
        keepers: Vec::new(),
        cut: analysis::Cut::default(),
        next: grown.next_step.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaks::verdict_sentence;
    use crate::test_samples::sample_city;
    use crate::test_sessions::session;

    #[test]
    fn a_sample_without_dumps_tells_who_keeps_growing_and_who_refers_to_it() {
        let report = growth_report(&sample_city("fig10").session);
        assert_eq!((report.verdict, report.points), (Verdict::Leak, 23));
        let first = &report.findings[0];
        assert_eq!((first.kind, first.evidence.first_objects, first.evidence.last_objects), (FindingKind::GrowingGroup, 4100, 23_900));
        assert!(first.why.starts_with("It keeps growing to the last of 23 points. char[] is kept alive by String"), "{}", first.why);
        assert_eq!(first.groups.len(), 5, "char[], String, Person, the node and its list: {:?}", first.groups);
        assert!(first.cut.fields.is_empty() && first.keepers.is_empty(), "nobody knows fields");
    }

    #[test]
    fn few_points_and_growth_that_ends_are_no_leak() {
        let two = growth_report(&session(&[&[("A", 5)], &[("A", 70)]]));
        assert_eq!((two.verdict, two.findings[0].severity), (Verdict::Suspicious, Severity::Owner));
        assert_eq!(verdict_sentence(&two), "Suspicious: 2 points in time cannot tell a leak, but groups grew.");
        let plateau: Vec<Vec<(&str, u64)>> = [5, 60, 90, 100, 100, 100, 100, 100].iter().map(|&count| vec![("A", count)]).collect();
        let plateau: Vec<&[(&str, u64)]> = plateau.iter().map(Vec::as_slice).collect();
        let ended = growth_report(&session(&plateau));
        assert_eq!((ended.verdict, ended.findings[0].kind), (Verdict::Steady, FindingKind::GrownGroup));
        assert_eq!(ended.findings[0].why, "It grew, but does not keep growing");
        assert!(growth_report(&session(&[&[("A", 5)], &[("A", 5)]])).findings.is_empty());
    }
}
