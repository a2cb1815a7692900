//! What is said when a city opens: one sentence about what was found, and one next step.
//!
//! It is about the first of the findings ([`growth_findings`]). Everything else is left to the other ones and to the user.

use analysis::{Evolution, FindReport, GROWING_IN_PROCESSES, GrewSince, Growth, Metric, NodeIndex, Severity, Subject};

use crate::answers::churn::{churn_findings, churn_sentence};
use crate::answers::growth_report::{grew, growth_findings, summary};
use crate::answers::leaks::{building, short_title, with_short_names};
use crate::base::words;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::view::panels::DrawerTab;

/// Growth below this share of the heap is hardly any.
const HARDLY_ANY: f64 = 0.001;
/// A live city says nothing before it has this many points: the first ones grow while the program starts.
const LIVE_POINTS: usize = 4;

/// What was found, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The building that it is about.
    pub node: Option<NodeIndex>,
    /// What was found, with numbers.
    pub sentence: String,
    /// What that means for the whole heap; may be empty.
    pub detail: String,
    /// What to do next.
    pub step: Option<NextStep>,
}

/// The one thing that an opening offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// Follow the references to who keeps a building alive.
    ShowHolders(NodeIndex),
    /// Without references: watch the building grow.
    Play(NodeIndex),
    /// Nothing grew: look at the largest building.
    ShowLargest(NodeIndex),
    /// Of several runs: look at what the last one has most more of.
    ShowDifference(NodeIndex),
    /// Of what died: look at the place where most of it is made.
    ShowSite(NodeIndex),
}

impl NextStep {
    /// The words on the button.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::ShowHolders(_) => "Show who keeps it alive",
            Self::Play(_) => "Play how it grew",
            Self::ShowLargest(_) => "Show the largest group",
            Self::ShowDifference(_) => "Show what differs most",
            Self::ShowSite(_) => "Show where it is made",
        }
    }

    /// What leads to everything else, and where that is.
    #[must_use]
    pub fn rest(step: Option<Self>) -> (&'static str, DrawerTab) {
        match step {
            Some(Self::ShowDifference(_)) => ("All that differs", DrawerTab::Compare),
            _ => ("All that was found", DrawerTab::Findings),
        }
    }

    /// Why this and not another one, behind what was found; empty where that is clear.
    fn why(self) -> &'static str {
        match self {
            Self::Play(_) => " Counts alone do not tell who keeps it alive: heap dumps and traces do.",
            Self::ShowHolders(_) | Self::ShowLargest(_) | Self::ShowDifference(_) | Self::ShowSite(_) => "",
        }
    }

    /// What the button does.
    #[must_use]
    pub fn commands(self) -> Vec<CityCommand> {
        match self {
            Self::ShowHolders(node) => vec![CityCommand::Select(Some(node)), CityCommand::FollowToCause],
            Self::Play(node) => vec![CityCommand::Select(Some(node)), CityCommand::GoTo(0), CityCommand::PlayPause],
            Self::ShowLargest(node) | Self::ShowDifference(node) | Self::ShowSite(node) => CityCommand::show(node).into(),
        }
    }
}

/// Whether there is something to tell already. `live` points go on arriving; of other series the first and the last one
/// come first, and `complete` says that no more will.
#[must_use]
pub fn opening_is_due(evolution: &Evolution, live: bool, complete: bool) -> bool {
    let points = evolution.points.len();
    if live { points >= LIVE_POINTS } else { points > 1 || complete && points > 0 }
}

/// What to say about a city. `None` for an empty one.
#[must_use]
pub fn opening(session: &Session) -> Option<Opening> {
    let evolution = &*session.evolution;
    if evolution.subject == Subject::Garbage {
        return opening_of_garbage(session);
    }
    if evolution.is_of_runs() {
        return Some(opening_of_runs(session));
    }
    let metric = session.metric;
    let ends = evolution.known_ends(metric, session.range.points()).filter(|_| !evolution.nodes.is_empty())?;
    let [first, last] = [ends.0, ends.1].map(|point| evolution.value(metric, NodeIndex::ROOT, point));
    let Some(node) = growth_findings(session).first().and_then(|finding| building(session, finding)) else {
        let points = evolution.known_points(metric).filter(|&point| session.range.contains(point)).count();
        return Some(no_growth(session, points, first, last));
    };
    let long = session.short_name(node);
    // The file that a line is of says nothing more.
    let has_line = words::short_place(&evolution.nodes[node.at()].name).is_some_and(|place| place.contains(':'));
    let name = if has_line { session.label_name(node) } else { words::simple_name(&long).to_owned() };
    let (_, growth) = Growth::of_group(evolution, node, session.range.points());
    let grew = grew(session, node, &name, growth);
    let gained = u64::try_from(session.growth(metric, node)).unwrap_or(0);
    let hardly = (gained as f64) < HARDLY_ANY * last as f64;
    let detail = match last.checked_sub(first) {
        Some(heap_gained) if heap_gained >= gained && !hardly => {
            format!("That is {} of what the heap gained.", words::share(gained, heap_gained))
        }
        _ => format!("The heap went from {} to {}.", words::bare(metric, first), words::amount(metric, last)),
    };
    let detail = session.why_these_points().map_or_else(|| detail.clone(), |why| format!("{detail} {why}."));
    let step = next_step(evolution, node);
    let detail = format!("{detail}{}", step.why());
    Some(Opening { node: Some(node), sentence: if hardly { format!("Hardly any growth: {grew}") } else { grew }, detail, step: Some(step) })
}

/// What to say of what died: which type dies young most, and where it is made.
fn opening_of_garbage(session: &Session) -> Option<Opening> {
    let findings = churn_findings(session);
    let Some(first) = findings.first() else {
        let died = session.evolution.nodes.first().map(|_| session.evolution.value(Metric::Objects, NodeIndex::ROOT, session.end_point))?;
        let sentence = format!("{} died", words::amount(Metric::Objects, died));
        return Some(Opening { node: None, sentence, detail: churn_sentence(session), step: None });
    };
    let node = building(session, first);
    Some(Opening { node, sentence: short_title(first), detail: first.why.clone(), step: node.map(NextStep::ShowSite) })
}

/// What to say of several runs: how much the first and the last one keep, and of what the last one has most more.
fn opening_of_runs(session: &Session) -> Opening {
    let more = |node: &NodeIndex| session.growth(session.metric, *node);
    let node = session.strongest_grower().and_then(|building| session.building_node(building)).filter(|node| more(node) > 0);
    let detail = node.map_or_else(
        || "No group has more in the last run than in the first one.".to_owned(),
        |node| format!("Most more: {}, {}.", session.short_name(node), words::change(session.metric, more(&node))),
    );
    Opening { node, sentence: summary(session), detail, step: node.map(NextStep::ShowDifference) }
}

/// Where references are known they lead to the cause.
fn next_step(evolution: &Evolution, node: NodeIndex) -> NextStep {
    if evolution.references.last().is_some_and(Option::is_some) { NextStep::ShowHolders(node) } else { NextStep::Play(node) }
}

/// What to say once heaps have been searched and a leak is known, whose building is given: what the finding says, and no other words about
/// the same; and which points were judged. In short: how it grew and how fast, while all of it stands among the findings.
#[must_use]
pub fn opening_of_leak(report: &FindReport, evolution: &Evolution, node: NodeIndex) -> Option<Opening> {
    let finding = report.findings.first().filter(|finding| finding.severity == Severity::Leak)?;
    let rate = finding.evidence.grew.as_ref().and_then(GrewSince::words);
    let sentences = finding.why.split(". ").enumerate().filter(|(at, sentence)| *at == 0 || rate.as_deref() == Some(sentence));
    let sentences = sentences.map(|(_, sentence)| with_short_names(sentence, finding)).chain(report.judged.clone());
    let detail = format!("{}.", sentences.collect::<Vec<_>>().join(". "));
    let step = next_step(evolution, node);
    let why = match finding.kind {
        // What they were read from tells it.
        GROWING_IN_PROCESSES => format!(" {}.", finding.next),
        // Samples of old objects come with their holders.
        _ if !finding.keepers.is_empty() => String::new(),
        _ => step.why().to_owned(),
    };
    Some(Opening { node: Some(node), sentence: short_title(finding), detail: format!("{detail}{why}"), step: Some(step) })
}

fn no_growth(session: &Session, points: usize, first: u64, last: u64) -> Opening {
    let metric = session.metric;
    let sentence = if points == 1 {
        format!("One point in time: {}", words::amount(metric, last))
    } else {
        let range =
            if session.looks_at_all_points() { format!("from the first to the last of {points} points") } else { session.range_in_words() };
        format!("Nothing grew {range}")
    };
    let detail = if points == 1 {
        String::new()
    } else {
        format!("The heap went from {} to {}.", words::bare(metric, first), words::amount(metric, last))
    };
    let value = |node: &NodeIndex| session.evolution.value(metric, *node, session.end_point);
    let buildings = (0..session.buildings.len()).filter_map(|building| session.building_node(building));
    // The first of equals, so that the same city always says the same.
    let largest = buildings.filter(|node| value(node) > 0).max_by_key(|node| (value(node), std::cmp::Reverse(*node)));
    Opening { node: None, sentence, detail, step: largest.map(NextStep::ShowLargest) }
}

#[cfg(test)]
mod tests {
    use analysis::PointTime;

    use super::*;
    use crate::answers::growth_report::growth_report;
    use crate::data::input::series::DatasetKind;
    use crate::test_samples::sample_city;
    use crate::test_sessions::session;

    #[test]
    fn of_runs_nothing_is_said_to_grow() {
        let one = session(&[&[("A", 5), ("B", 9)], &[("A", 70), ("B", 1)]]);
        let mut evolution = Evolution::clone(&one.evolution);
        for (point, name) in evolution.points.iter_mut().zip(["old", "new"]) {
            point.time = PointTime::EndOfRun(name.to_owned());
        }
        let runs = Session::new(std::sync::Arc::new(evolution), &crate::base::settings::CitySettings::default());
        assert!(growth_findings(&runs).is_empty() && !growth_findings(&one).is_empty());
        let (sentence, detail, step) = texts(&runs);
        assert_eq!(sentence, "old ends with 14 objects, new with 71 objects (+57 objects)");
        assert_eq!((&*detail, step), ("Most more: A, +65 objects.", Some("Show what differs most")));
        let report = growth_report(&runs, DatasetKind::MemoryTrees);
        assert_eq!(report.verdict, analysis::Verdict::Undecided);
    }

    fn texts(session: &Session) -> (String, String, Option<&'static str>) {
        let opening = opening(session).expect("the city has points");
        (opening.sentence, opening.detail, opening.step.map(NextStep::label))
    }

    #[test]
    fn of_a_run_that_lets_go_at_its_end_the_opening_says_what_was_judged() {
        let counts: [u64; 10] = [100, 200, 300, 400, 500, 600, 700, 800, 900, 50];
        let points = counts.map(|count| [("A", count)]);
        let session = session(&points.each_ref().map(|point| &point[..]));
        let report = growth_report(&session, DatasetKind::MemoryTrees);
        let told = opening_of_leak(&report, &session.evolution, NodeIndex(1)).expect("it is a leak");
        assert!(told.sentence.contains("grew from 100 to 900"), "{}", told.sentence);
        assert!(told.detail.contains("judged are points 1 to 9. Counts alone"), "{}", told.detail);
        assert_eq!(told.step, Some(NextStep::Play(NodeIndex(1))), "no references are known");
        assert_eq!(opening_of_leak(&FindReport { findings: Vec::new(), ..report }, &session.evolution, NodeIndex(1)), None);
    }

    #[test]
    fn the_first_finding_is_told_which_holds_the_others() {
        let city = sample_city("fig12");
        let (sentence, detail, step) = texts(&city.session);
        // Dates and locations gain 12,650 of 27,409 objects each, and locations hold the dates.
        assert_eq!(sentence, "Location at JourneyService.findLocations() grew from 550 to 13,200 objects (+2,300 %) and keeps growing");
        assert_eq!(detail, "That is 46.2 % of what the heap gained.");
        assert_eq!(step, Some("Show who keeps it alive"));
        let city = sample_city("fig10");
        let told = "LinkedList$Node grew from 450 to 10,350 objects (+2,200 %) and keeps growing";
        assert_eq!(texts(&city.session).0, told, "persons, strings and char[] are there on its account");
    }

    #[test]
    fn without_references_growth_can_be_played() {
        let (sentence, detail, step) = texts(&session(&[&[("A", 5)], &[("A", 5), ("B", 70)]]));
        assert_eq!(sentence, "B grew from nothing to 70 objects");
        assert!(
            detail.starts_with("That is 100.0 % of what the heap gained.") && detail.ends_with("heap dumps and traces do."),
            "{detail}"
        );
        assert_eq!(step, Some("Play how it grew"));
    }

    #[test]
    fn what_did_not_grow_is_said_and_leads_to_the_largest() {
        let still = session(&[&[("A", 5), ("B", 70)], &[("A", 4), ("B", 70)]]);
        let (sentence, detail, step) = texts(&still);
        assert_eq!(sentence, "Nothing grew from the first to the last of 2 points");
        assert_eq!((detail.as_str(), step), ("The heap went from 75 to 74 objects.", Some("Show the largest group")));
        assert_eq!(opening(&still).and_then(|opening| opening.step), Some(NextStep::ShowLargest(NodeIndex(2))));
        let hardly = session(&[&[("A", 100_000), ("B", 7)], &[("A", 100_000), ("B", 9)]]);
        assert_eq!(texts(&hardly).0, "Hardly any growth: B grew from 7 to 9 objects (+29 %)");
        assert_eq!(texts(&session(&[&[("A", 5)]])).0, "One point in time: 5 objects");
        assert_eq!(opening(&Session::default()), None);
    }

    #[test]
    fn it_is_said_when_two_points_are_there_and_live_cities_take_their_time() {
        let points = |n: usize| session(&vec![&[("A", 5)][..]; n]).evolution;
        assert!(!opening_is_due(&points(1), false, false) && opening_is_due(&points(1), false, true));
        assert!(opening_is_due(&points(2), false, false));
        assert!(!opening_is_due(&points(3), true, true) && opening_is_due(&points(4), true, false));
        assert!(!opening_is_due(&Evolution::default(), false, true));
    }

    #[test]
    fn every_step_begins_with_a_selection() {
        let node = NodeIndex(3);
        for step in [NextStep::ShowHolders(node), NextStep::Play(node), NextStep::ShowLargest(node)] {
            assert_eq!(step.commands().first(), Some(&CityCommand::Select(Some(node))), "{}", step.label());
        }
        assert!(NextStep::Play(node).commands().contains(&CityCommand::PlayPause));
    }
}
