//! What grew and who holds it, as a leak report: for inputs that tell no single objects (memory trees, class histograms).

use analysis::{
    Evidence, FEWEST_POINTS, FindReport, Finding, FindingKind, Keeper, Metric, NodeIndex, Severity, Verdict, growth_begins, told_until,
};

use crate::answers::chain::{Chain, chain_sentence, chain_to_cause};
use crate::answers::hints::{self, findings};
use crate::base::words;
use crate::data::input::series::DatasetKind;
use crate::data::session::Session;

/// Findings that are told.
const TOLD: usize = 10;

/// What the chains of inputs begin with that tell groups only.
pub(in crate::cli) const ROOT_KIND_OF_GROUPS: &str = "group";

/// A group that grew, and who refers to it.
struct Grown<'a> {
    told: &'a hints::Finding,
    chain: Chain,
    /// Until when it grew, if it keeps growing.
    told_until: Option<String>,
}

/// The strongest growers, those that keep growing first, each with what it holds: of groups that hold one another the last one is
/// told, because the others are there on its account. Fields are unknown, so nothing can be cut.
pub(in crate::cli) fn growth_report(session: &Session, kind: DatasetKind) -> FindReport {
    let evolution = &session.evolution;
    let strongest = findings(session, TOLD);
    let grown: Vec<Grown<'_>> = strongest.iter().map(|told| grown(session, told)).collect();
    let mut found: Vec<Finding> = Vec::new();
    for top in (0..grown.len()).filter(|&at| accumulating(&grown, at) == at) {
        let symptoms: Vec<&Grown<'_>> =
            (0..grown.len()).filter(|&at| at != top && accumulating(&grown, at) == top).map(|at| &grown[at]).collect();
        found.push(finding(session, &grown[top], &symptoms));
    }
    found.sort_by_key(|finding| finding.severity);
    let points = evolution.points.len();
    let too_few = session.too_few_points(kind);
    let verdict = match found.first().map(|finding| finding.severity) {
        Some(Severity::Leak) => Verdict::Leak,
        Some(_) if too_few.is_some() => Verdict::Suspicious,
        None if too_few.is_some() => Verdict::Undecided,
        _ => Verdict::Steady,
    };
    FindReport { verdict, policy: evolution.policy.clone(), points, too_few, findings: found, waste: Vec::new() }
}

fn grown<'a>(session: &Session, told: &'a hints::Finding) -> Grown<'a> {
    let series = |metric: Metric| session.evolution.series(metric, told.node);
    let times: Vec<i64> = session.evolution.points.iter().map(|point| point.time_millis).collect();
    let until = |metric: Metric| Some(told_until(&series(metric), growth_begins(&series(metric), &times)?));
    let told_until = until(Metric::Objects).or_else(|| until(Metric::Bytes));
    Grown { told, chain: chain_to_cause(session, told.node, session.last_point()), told_until }
}

/// On account of which group this one grows: the last one of its chain that grew, and so on. Of groups that hold one another in
/// a circle it is the strongest.
fn accumulating(grown: &[Grown<'_>], at: usize) -> usize {
    let holder_of = |held: usize| {
        let place = |other: &usize| grown[held].chain.steps.iter().rposition(|step| step.node == grown[*other].told.node);
        (0..grown.len()).filter(|&other| other != held && place(&other).is_some()).max_by_key(place)
    };
    let mut way = vec![at];
    let mut last = at;
    while let Some(next) = holder_of(last) {
        if let Some(begin) = way.iter().position(|&before| before == next) {
            return way[begin..].iter().copied().min().unwrap_or(next);
        }
        way.push(next);
        last = next;
    }
    last
}

fn finding(session: &Session, top: &Grown<'_>, symptoms: &[&Grown<'_>]) -> Finding {
    let evolution = &session.evolution;
    let Grown { told, chain, .. } = top;
    let series = |metric: Metric| evolution.series(metric, told.node).to_vec();
    let (objects, bytes) = (series(Metric::Objects), series(Metric::Bytes));
    let grows = top.told_until.as_ref().map(|until| format!("it {until}"));
    let grows = grows.or_else(|| Some(format!("what it holds {}", symptoms.iter().find_map(|symptom| symptom.told_until.as_ref())?)));
    let keeps_growing = grows.is_some();
    let points = evolution.points.len();
    let mut why = match (grows, points < FEWEST_POINTS) {
        (Some(grows), _) => format!("Over {points} points {grows}"),
        (None, true) => format!("It grew; whether it goes on, {points} points cannot tell"),
        (None, false) => "It grew, but does not keep growing".to_owned(),
    };
    if !chain.steps.is_empty() {
        why = format!("{why}. {}", chain_sentence(session, chain));
    }
    let at = |series: &[u64], last: bool| if last { series.last() } else { series.first() }.copied().unwrap_or(0);
    if !symptoms.is_empty() {
        let of_one = |symptom: &&Grown<'_>| {
            let objects = evolution.series(Metric::Objects, symptom.told.node);
            let [first, last] = [false, true].map(|last| words::count(at(&objects, last)));
            format!("{} from {first} to {last} objects", session.short_name(symptom.told.node))
        };
        let all: Vec<String> = symptoms.iter().map(of_one).collect();
        why = format!("{why}. What it holds grew with it: {}", all.join(", "));
    }
    let heap = evolution.series(Metric::Bytes, NodeIndex::ROOT).last().copied().unwrap_or(0);
    let key = |node: NodeIndex| evolution.nodes[node.at()].key.to_string();
    let held = symptoms.iter().map(|symptom| symptom.told.node);
    let groups = std::iter::once(told.node).chain(held).chain(chain.steps.iter().map(|step| step.node)).map(key).collect();
    let keeper = chain.steps.last().map(|last| Keeper {
        root_kind: ROOT_KIND_OF_GROUPS.to_owned(),
        holder: session.short_name(last.node),
        objects: at(&objects, true),
        bytes: at(&bytes, true),
        chain: chain.nodes().into_iter().rev().map(|node| session.short_name(node)).collect(),
    });
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
        title: told.sentence.clone(),
        why,
        evidence,
        groups,
        keepers: keeper.into_iter().collect(),
        cut: analysis::Cut::default(),
        next: told.next_step.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::leaks::verdict_sentence;
    use crate::test_samples::sample_city;
    use crate::test_sessions::session;

    fn report(session: &Session) -> FindReport {
        growth_report(session, DatasetKind::MemoryTrees)
    }

    #[test]
    fn a_sample_without_dumps_tells_one_leak_once_with_all_that_grows_with_it() {
        let report = report(&sample_city("fig10").session);
        assert_eq!((report.verdict, report.points, report.findings.len()), (Verdict::Leak, 23, 1), "{:#?}", report.findings);
        let first = &report.findings[0];
        assert_eq!((first.kind, first.evidence.first_objects, first.evidence.last_objects), (FindingKind::GrowingGroup, 450, 10_350));
        assert!(first.title.starts_with("LinkedList$Node grew from 450 to 10,350 objects"), "{}", first.title);
        assert!(
            first.why.starts_with("Over 23 points it kept growing to the end. LinkedList$Node is kept alive by LinkedList"),
            "{}",
            first.why
        );
        let symptoms = "What it holds grew with it: char[] from 4,100 to 23,900 objects, String from 3,900 to 23,700 objects, Person from 450 to 10,350 objects";
        assert!(first.why.ends_with(symptoms), "{}", first.why);
        assert_eq!(first.groups.len(), 5, "the node, char[], String, Person, and the list: {:?}", first.groups);
        let keeper = &first.keepers[0];
        assert_eq!((keeper.root_kind.as_str(), keeper.holder.as_str(), keeper.objects), ("group", "LinkedList", 10_350));
        assert_eq!(keeper.chain, ["LinkedList", "LinkedList$Node"]);
        assert!(first.cut.fields.is_empty(), "nobody knows fields");
    }

    #[test]
    fn few_points_and_growth_that_ends_are_no_leak() {
        let two = report(&session(&[&[("A", 5)], &[("A", 70)]]));
        assert_eq!((two.verdict, two.findings[0].severity), (Verdict::Suspicious, Severity::Owner));
        let sentence = verdict_sentence(&two);
        assert!(sentence.starts_with("Too few heap states for a verdict: 2 of at least 4. "), "{sentence}");
        assert!(sentence.ends_with(" Suspicious: groups grew."), "{sentence}");
        let counted = growth_report(&session(&[&[("A", 5)], &[("A", 70)]]), DatasetKind::ClassHistograms { are_recorded: true });
        let sentence = verdict_sentence(&counted);
        assert!(sentence.contains("2 of at least 4. Record with a larger --budget"), "a recorder takes them: {sentence}");
        let still = report(&session(&[&[("A", 5)], &[("A", 5)], &[("A", 5)]]));
        assert_eq!(still.verdict, Verdict::Undecided, "three equal points are not steady");
        let plateau: Vec<Vec<(&str, u64)>> = [5, 60, 90, 100, 100, 100, 100, 100].iter().map(|&count| vec![("A", count)]).collect();
        let plateau: Vec<&[(&str, u64)]> = plateau.iter().map(Vec::as_slice).collect();
        let ended = report(&session(&plateau));
        assert_eq!((ended.verdict, ended.findings[0].kind), (Verdict::Steady, FindingKind::GrownGroup));
        assert_eq!(ended.findings[0].why, "It grew, but does not keep growing");
        assert!(report(&session(&[&[("A", 5)], &[("A", 5)]])).findings.is_empty());
    }
}
