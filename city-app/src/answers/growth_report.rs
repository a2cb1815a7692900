//! What grew and who holds it, as a leak report: of inputs that tell no single objects (memory trees, class histograms), and of
//! all others before their heaps are searched.

use analysis::{
    Cut, Evidence, FindReport, Finding, GROWING_GROUP, GROWN_GROUP, GrewSince, Growth, Keeper, Metric, NodeIndex, OPEN_ONE_PROCESS,
    Severity, Subject, Verdict, told_until,
};

use super::chain::{Chain, ChainEnd, chain_sentence, chain_to_cause};
use super::churn::churn_findings;
use super::group_names::tell_apart;
use crate::base::words;
use crate::data::input::series::DatasetKind;
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Below this share of the largest growth a building is no finding.
const WORTH_TELLING: f64 = 0.1;
/// A holder is told instead of what it holds if it grew by this share of it: a map of lists grows by few entries and many elements.
const HOLDER_SHARE: f64 = 0.25;
/// Groups that are looked at.
const MOST_GROUPS: usize = 10;

/// What the chains of inputs begin with that tell groups only.
pub(crate) const ROOT_KIND_OF_GROUPS: &str = "group";

/// A group that grew, and who refers to it.
struct Grown {
    node: NodeIndex,
    chain: Chain,
    growth: Growth,
    /// Until when it grew, if it keeps growing.
    told_until: Option<String>,
}

/// What grew, as [`growth_findings`] has it, with a verdict; what find says of its points, where somebody has asked it before.
#[must_use]
pub fn growth_report(session: &Session, kind: DatasetKind) -> FindReport {
    let evolution = &session.evolution;
    if let Some(found) = session.found.as_ref().filter(|_| session.range == PointRange::judged(evolution)) {
        let marks = &session.annotations.marks;
        let found = FindReport::clone(found);
        return if marks.is_empty() { found } else { found.under_marks(marks) };
    }
    let is_garbage = evolution.subject == Subject::Garbage;
    let mut findings = growth_findings(session);
    // What hangs on a field is told after what grew, which is measured.
    findings.extend(session.sampled.iter().flat_map(|sampled| sampled.findings.iter().cloned()));
    findings.sort_by_key(|finding| finding.severity);
    // How garbage piles up is no matter of growth.
    let too_few = session.too_few_points(kind).filter(|_| !is_garbage);
    let verdict = match findings.first().map(|finding| finding.severity) {
        Some(Severity::Leak) => Verdict::Leak,
        Some(_) if too_few.is_some() => Verdict::Suspicious,
        None if too_few.is_some() => Verdict::Undecided,
        _ => Verdict::Steady,
    };
    let report = FindReport {
        verdict,
        policy: evolution.policy.clone(),
        points: session.range.count(),
        judged: session.why_these_points(),
        too_few,
        partly_read: Vec::new(),
        findings,
        needed: Vec::new(),
        waste: Vec::new(),
    };
    report.under_marks(&session.annotations.marks)
}

/// The strongest growers, those that keep growing first, each with all that grew on the same account. Of groups that hold one another
/// the strongest is told, or the last of those that hold it and grew much as well. Fields are unknown, so nothing can be cut. Empty if
/// nothing grew, and of several runs. Of garbage, which always piles up, it is told what dies young.
#[must_use]
pub fn growth_findings(session: &Session) -> Vec<Finding> {
    if session.evolution.subject == Subject::Garbage {
        return churn_findings(session);
    }
    if session.evolution.is_of_runs() {
        return Vec::new();
    }
    let least = session.max_growth as f64 * WORTH_TELLING;
    let nodes = session.by_growth.iter().filter_map(|&building| session.building_node(building as usize));
    let growth = |node: NodeIndex| session.growth(session.metric, node);
    let is_told = |&node: &NodeIndex| growth(node) > 0 && growth(node) as f64 >= least;
    let grown: Vec<Grown> = nodes.take_while(is_told).take(MOST_GROUPS).map(|node| grown(session, node)).collect();
    let mut told_with_others: Vec<(&Grown, Others<'_>)> = Vec::new();
    let tops: Vec<usize> = (0..grown.len()).map(|at| accumulating(&grown, at, &|_| true)).collect();
    for top in (0..grown.len()).filter(|&at| tops[at] == at) {
        let together: Vec<usize> = (0..grown.len()).filter(|&at| tops[at] == top).collect();
        // The strongest of all come first.
        let strongest = together[0];
        let by = |at: usize| growth(grown[at].node) as f64;
        let told = accumulating(&grown, strongest, &|holder| by(holder) >= HOLDER_SHARE * by(strongest));
        let others = together.into_iter().filter(|&at| at != told).map(|at| &grown[at]);
        let (held, beside) = others.partition(|other| other.chain.steps.iter().any(|step| step.node == grown[told].node));
        told_with_others.push((&grown[told], Others { held, beside }));
    }
    let mut names: Vec<String> = told_with_others.iter().map(|(told, _)| session.short_name(told.node)).collect();
    tell_apart(session, " in ", told_with_others.iter().map(|(told, _)| told.node).zip(&mut names));
    let mut found: Vec<Finding> =
        told_with_others.iter().zip(&names).map(|((told, others), name)| finding(session, (told, name), others)).collect();
    found.sort_by_key(|finding| finding.severity);
    found
}

/// What grew on the same account as a group.
struct Others<'a> {
    /// What it holds.
    held: Vec<&'a Grown>,
    /// Who holds it, and what they hold as well.
    beside: Vec<&'a Grown>,
}

fn grown(session: &Session, node: NodeIndex) -> Grown {
    let evolution = &session.evolution;
    let (metric, growth) = Growth::of_group(evolution, node, session.range.points());
    let told_until = growth.begins().map(|begins| told_until(&evolution.series(metric, node)[session.range.points()], begins));
    Grown { node, chain: chain_to_cause(session, node, session.range.last), growth, told_until }
}

/// On account of which group this one grows: the last one of its chain that grew and counts, and so on. Of groups that hold one another
/// in a circle it is the strongest.
fn accumulating(grown: &[Grown], at: usize, counts: &dyn Fn(usize) -> bool) -> usize {
    let holder_of = |held: usize| {
        let place = |other: &usize| grown[held].chain.steps.iter().rposition(|step| step.node == grown[*other].node);
        (0..grown.len()).filter(|&other| other != held && counts(other) && place(&other).is_some()).max_by_key(place)
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

/// How a group went, for a sentence about it: `String grew from 3,900 to 23,700 objects (+508 %) and keeps growing`.
#[must_use]
pub fn grew(session: &Session, node: NodeIndex, name: &str, growth: Growth) -> String {
    let [first, last] = [session.first_point, session.end_point].map(|point| session.evolution.value(session.metric, node, point));
    let error = |point: usize| session.evolution.error(session.metric, node, point);
    let to = words::estimated_amount(session.metric, last, error(session.end_point));
    if first == 0 {
        return format!("{name} grew from nothing to {to}{}", growth.words());
    }
    let from = words::estimated(session.metric, first, error(session.first_point));
    let percent = 100.0 * (last as f64 / first as f64 - 1.0);
    let percent = if percent < 10.0 { format!("{percent:.1}") } else { words::count(percent.round() as u64) };
    format!("{name} grew from {from} to {to} (+{percent} %){}", growth.words())
}

/// The finding in one line: how it went, and who refers to it.
fn title(session: &Session, name: &str, Grown { node, chain, growth, .. }: &Grown) -> String {
    let grew = grew(session, *node, name, *growth);
    let Some(holder) = chain.steps.first() else { return grew };
    let name = session.short_name(holder.node);
    // "Held by" is said only of who refers to at least half of the objects.
    if holder.held >= holder.of.div_ceil(2) {
        format!("{grew}; held by {name}")
    } else {
        format!("{grew}; {name} refers to {} of {}", words::count(holder.held), words::count(holder.of))
    }
}

fn finding(session: &Session, (told, name): (&Grown, &str), Others { held, beside }: &Others<'_>) -> Finding {
    let evolution = &session.evolution;
    let Grown { node, chain, growth, told_until } = told;
    let [objects, bytes] = [Metric::Objects, Metric::Bytes].map(|metric| evolution.series(metric, *node)[session.range.points()].to_vec());
    let grows = told_until.as_ref().map(|until| format!("it {until}"));
    let grows = grows.or_else(|| Some(format!("what it holds {}", held.iter().find_map(|held| held.told_until.as_ref())?)));
    let grows = grows.or_else(|| {
        let (node, until) = beside.iter().find_map(|other| Some((other.node, other.told_until.as_ref()?)))?;
        Some(format!("{} {until}", session.short_name(node)))
    });
    let keeps_growing = grows.is_some();
    let points = session.range.count();
    let mut why = match grows {
        Some(grows) => format!("Over {points} points {grows}"),
        None if *growth == Growth::TooFewPoints => format!("It grew; whether it goes on, {points} points cannot tell"),
        None => "It grew, but does not keep growing".to_owned(),
    };
    if !chain.steps.is_empty() {
        why = format!("{why}. {}", chain_sentence(session, chain));
    }
    let grew = growth.begins().and_then(|begins| GrewSince::of(&bytes, begins, &evolution.clock(session.range.points())));
    if let Some(grew) = grew.filter(|_| !evolution.is_of_shares()).and_then(|grew| grew.words()) {
        why = format!("{why}. {grew}");
    }
    let at = |series: &[u64], last: bool| if last { series.last() } else { series.first() }.copied().unwrap_or(0);
    for (begin, others) in [("What it holds grew with it: ", held), ("Around it grew ", beside)] {
        if others.is_empty() {
            continue;
        }
        let of_one = |other: &&Grown| {
            let [first, last] = [session.range.first, session.range.last].map(|point| evolution.value(Metric::Objects, other.node, point));
            let [first, last] = [first, last].map(words::count);
            format!("{} from {first} to {last} objects", session.short_name(other.node))
        };
        let all: Vec<String> = others.iter().map(of_one).collect();
        why = format!("{why}. {begin}{}", all.join(", "));
    }
    let heap = evolution.value(Metric::Bytes, NodeIndex::ROOT, session.range.last);
    let key = |node: NodeIndex| evolution.nodes[node.at()].key.to_string();
    let steps = || chain.steps.iter().map(|step| step.node);
    let beside = beside.iter().map(|other| other.node).filter(|&other| !steps().any(|step| step == other));
    let held = held.iter().map(|held| held.node);
    let groups = std::iter::once(*node).chain(held).chain(steps()).chain(beside).map(key).collect();
    let keeper = chain.steps.last().map(|last| Keeper {
        root_kind: ROOT_KIND_OF_GROUPS.to_owned(),
        holder: session.short_name(last.node),
        objects: at(&objects, true),
        bytes: at(&bytes, true),
        chain: chain.nodes().into_iter().rev().map(|node| session.short_name(node)).collect(),
        faulty: None,
    });
    let evidence = Evidence {
        first_objects: at(&objects, false),
        last_objects: at(&objects, true),
        first_bytes: at(&bytes, false),
        last_bytes: at(&bytes, true),
        share_of_heap: if heap == 0 { 0.0 } else { at(&bytes, true) as f64 / heap as f64 },
        objects_over_time: objects,
        bytes_over_time: bytes,
        grew,
        ..Evidence::default()
    };
    let next = match chain.end {
        ChainEnd::NoReferences if session.evolution.is_of_shares() => OPEN_ONE_PROCESS,
        ChainEnd::NoReferences => "Take heap dumps, or record a trace: they tell who keeps it alive",
        _ if chain.steps.is_empty() => "No other building refers to it: look for static fields and threads",
        _ => "Follow the references to the cause",
    };
    Finding {
        kind: if keeps_growing { GROWING_GROUP } else { GROWN_GROUP },
        severity: if keeps_growing { Severity::Leak } else { Severity::Owner },
        title: title(session, name, told),
        why,
        evidence,
        groups,
        keepers: keeper.into_iter().collect(),
        cut: Cut::default(),
        next: next.to_owned(),
    }
}

/// One sentence about the whole heap at the points that growth is asked of, to stand above the findings.
#[must_use]
pub fn summary(session: &Session) -> String {
    let Session { evolution, metric, range, .. } = session;
    let metric = *metric;
    if evolution.nodes.is_empty() {
        return "The heap is empty".to_owned();
    }
    let [first, last] = [session.first_point, session.end_point].map(|point| evolution.value(metric, NodeIndex::ROOT, point));
    match evolution.known_points(metric).filter(|&point| range.contains(point)).count() {
        0 | 1 => format!("One point: {}; growth needs at least two", words::amount(metric, last)),
        _ if evolution.is_of_runs() => {
            let [from, to] = [session.first_point, session.end_point].map(|point| words::point_time(&evolution.points[point]));
            format!(
                "{from} ends with {}, {to} with {} ({})",
                words::amount(metric, first),
                words::amount(metric, last),
                words::change(metric, i128::from(last) - i128::from(first)),
            )
        }
        points => format!(
            "The heap went from {} to {} over {points} points ({})",
            words::bare(metric, first),
            words::amount(metric, last),
            words::change(metric, i128::from(last) - i128::from(first)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::leaks::verdict_sentence;
    use crate::data::point_range::PointRange;
    use crate::test_samples::{sample_city, travel_shop};
    use crate::test_sessions::{session, session_of_types};

    fn report(session: &Session) -> FindReport {
        growth_report(session, DatasetKind::MemoryTrees)
    }

    #[test]
    fn a_run_that_lets_go_at_its_end_is_judged_before_that() {
        let counts: [u64; 10] = [100, 200, 300, 400, 500, 600, 700, 800, 900, 50];
        let points = counts.map(|count| [("A", count)]);
        let ended = session(&points.each_ref().map(|point| &point[..]));
        let judged = report(&ended);
        assert_eq!((judged.verdict, judged.points), (Verdict::Leak, 9));
        assert_eq!(judged.findings[0].evidence.objects_over_time, counts[..9]);
        let why = judged.judged.as_deref().unwrap_or_default();
        assert!(why.starts_with("At the last point memory was 94 % below") && why.ends_with("judged are points 1 to 9"), "{why}");
        assert_eq!(summary(&ended), "The heap went from 100 to 900 objects over 9 points (+800 objects)");
        // Who selects all but the start asks for the end as it is.
        let chosen = report(&ended.clone().in_range(PointRange { first: 1, last: 9 }));
        assert_eq!((chosen.verdict, chosen.judged.as_deref()), (Verdict::Steady, Some("Points 2 to 10 of 10 were chosen")));
    }

    #[test]
    fn a_sample_without_dumps_tells_one_leak_once_with_all_that_grows_with_it() {
        let report = report(&sample_city("fig10").session);
        assert_eq!((report.verdict, report.points, report.findings.len()), (Verdict::Leak, 23, 1), "{:#?}", report.findings);
        let first = &report.findings[0];
        assert_eq!((first.kind, first.evidence.first_objects, first.evidence.last_objects), (GROWING_GROUP, 450, 10_350));
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

    /// Lists of locations lie in the entries of a map, nine in each.
    #[test]
    fn what_grew_most_is_told_and_not_the_few_entries_that_hold_it() {
        let found = growth_findings(&travel_shop(&[]));
        let first = &found[0];
        assert!(first.title.starts_with("travelshop.business.Location grew from 990 to 12,870 objects"), "{}", first.title);
        assert!(first.groups[0].ends_with("#travelshop.business.Location"), "{:?}", first.groups);
        assert!(
            first.why.contains(". Around it grew ") && first.why.contains(", java.util.HashMap$Node from 1,113 to 2,433 objects"),
            "{}",
            first.why
        );
        let keys: std::collections::BTreeSet<&String> = first.groups.iter().collect();
        assert_eq!(keys.len(), first.groups.len(), "each group once: {:?}", first.groups);
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
        assert_eq!((ended.verdict, ended.findings[0].kind), (Verdict::Steady, GROWN_GROUP));
        assert_eq!(ended.findings[0].why, "It grew, but does not keep growing");
        assert!(report(&session(&[&[("A", 5)], &[("A", 5)]])).findings.is_empty());
    }

    #[test]
    fn groups_of_one_name_are_told_apart_by_their_districts() {
        let found = growth_findings(&session_of_types(&[("shop", "Date", [0, 9]), ("travel", "Date", [0, 8]), ("travel", "Map", [1, 7])]));
        let titles: Vec<&str> = found.iter().map(|finding| finding.title.as_str()).collect();
        let dates = ["Date in shop grew from nothing to 9 objects", "Date in travel grew from nothing to 8 objects"];
        assert_eq!(titles, [dates[0], dates[1], "Map grew from 1 to 7 objects (+600 %)"]);
    }

    #[test]
    fn what_does_not_grow_is_no_finding() {
        assert!(growth_findings(&session(&[&[("A", 5), ("B", 3)], &[("A", 5), ("B", 1)]])).is_empty());
        let late = session(&[&[("A", 5)], &[("A", 5), ("B", 70)]]);
        let found = growth_findings(&late);
        assert_eq!((found.len(), found[0].title.as_str()), (1, "B grew from nothing to 70 objects"));
        assert_eq!(found[0].next, "Take heap dumps, or record a trace: they tell who keeps it alive");
        assert_eq!(summary(&late), "The heap went from 5 to 75 objects over 2 points (+70 objects)");
    }
}
