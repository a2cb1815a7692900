//! The search for leaks as the window sees it: when it runs, what is told without it, in which words it answers, and which buildings it is about.

use std::sync::Arc;

use analysis::{
    Cut, FindReport, Finding, FindingKind, GROWING_GROUP, GROWING_IN_PROCESSES, GROWN_GROUP, Keeper, NodeIndex, SAMPLED_KINDS, Severity,
    Subject, UNNEEDED, Verdict,
};

use super::churn::churn_sentence;
use super::gc_rates::Rates;
use super::growth_report::{ROOT_KIND_OF_GROUPS, growth_report};
use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::data::input::PointHeaps;
use crate::data::input::annotations::Annotations;
use crate::data::input::series::DatasetKind;
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Dumps of more bytes are searched when somebody asks: reading them again takes more than a few seconds.
pub const SEARCHED_UNASKED: u64 = 256 << 20;

/// What the report says in one sentence.
#[must_use]
pub fn verdict_sentence(report: &FindReport) -> String {
    let points = if report.points == 1 { "one point in time".to_owned() } else { format!("{} points in time", report.points) };
    let too_few = report.too_few.as_deref().unwrap_or_default();
    let found = |kinds: &[FindingKind]| report.findings.iter().any(|finding| kinds.contains(&finding.kind));
    let is_sampled = report.findings.first().map_or(report.points == 0, |finding| SAMPLED_KINDS.contains(&finding.kind));
    let verdict = match report.verdict {
        Verdict::Leak if is_sampled => {
            "Leak, by samples: what is in use after collections grows, and sampled objects of all ages hang on one field.".to_owned()
        }
        Verdict::Suspicious if is_sampled => "Suspicious, by samples: sampled objects of all ages hang on one field.".to_owned(),
        Verdict::Steady if is_sampled => "Steady, by samples: no field holds sampled objects of all ages.".to_owned(),
        Verdict::Leak if found(&[GROWING_IN_PROCESSES]) => "Leak, in some of the processes.".to_owned(),
        Verdict::Leak => format!("Leak: something keeps growing over {points}."),
        Verdict::Suspicious if report.findings.first().is_some_and(|finding| finding.kind == UNNEEDED) => {
            "Suspicious: what is marked as not needed is alive.".to_owned()
        }
        Verdict::Suspicious if found(&[GROWING_GROUP, GROWN_GROUP]) => format!("{too_few} Suspicious: groups grew."),
        Verdict::Suspicious => format!("{too_few} Suspicious: one owner has half of the heap."),
        Verdict::Undecided => too_few.to_owned(),
        Verdict::Steady if report.needed.is_empty() => format!("Steady: nothing keeps growing over {points}."),
        Verdict::Steady => format!("Steady: nothing but what is marked as needed keeps growing over {points}."),
    };
    report.judged.as_ref().map_or_else(|| verdict.clone(), |judged| format!("{verdict} {judged}."))
}

/// The title with class names instead of whole packages: what stands in a list is recognised, not copied.
#[must_use]
pub fn short_title(finding: &Finding) -> String {
    with_short_names(&finding.title, finding)
}

/// What is said of a finding, with class names instead of whole packages.
#[must_use]
pub fn with_short_names(text: &str, finding: &Finding) -> String {
    let is_field = |path: &str, last: &str| {
        let class = path.rsplit('.').next().unwrap_or_default();
        class.starts_with(char::is_uppercase) && last.starts_with(char::is_lowercase) && last.chars().all(char::is_alphanumeric)
    };
    let word = |word: &str| match word.rsplit_once('.') {
        // Of `shop.Cart.ITEMS` the class is needed as well.
        Some((path, last)) if finding.keepers.iter().any(|keeper| keeper.holder == word) || is_field(path, last) => {
            format!("{}.{last}", path.rsplit('.').next().unwrap_or(path))
        }
        Some((_, last)) if !last.is_empty() && !last.starts_with(|c: char| c.is_ascii_digit()) && !last.ends_with(')') => last.to_owned(),
        _ => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// What a cut frees: `34,024 objects, 871 KiB`. Names of threads and roots are plain text.
fn frees(cut: &Cut) -> String {
    let other = cut.also_held_by.as_deref().unwrap_or("something else");
    match cut.frees_objects {
        0 => format!("nothing, because {other} keeps it as well"),
        objects => words::objects_and_bytes(objects, cut.frees_bytes),
    }
}

/// Where to cut, as a sentence around the names of those who must let go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutWords<'a> {
    /// `cut`, before the names of fields; nothing before those of threads, variables and roots.
    pub verb: &'static str,
    /// All of them must let go.
    pub names: Vec<&'a str>,
    /// What comes after the names: `, and thread printer must end: frees 34,024 objects, 871 KiB`.
    pub rest: String,
}

impl<'a> CutWords<'a> {
    /// The words of a finding: the fields of its cut, or where it has none whoever keeps what it frees. `None` where nothing is
    /// known to free anything.
    #[must_use]
    pub fn of(finding: &'a Finding) -> Option<Self> {
        let cut = &finding.cut;
        let frees = frees(cut);
        if !cut.fields.is_empty() {
            let names = cut.fields.iter().map(String::as_str).collect();
            return Some(Self { verb: "cut ", names, rest: format!("{}: frees {frees}", threads_in_words(cut)) });
        }
        let names: Vec<&str> = finding.keepers.iter().map(|keeper| keeper.holder.as_str()).collect();
        (cut.frees_objects > 0 && !names.is_empty()).then(|| Self { verb: "", names, rest: format!(" must let go: frees {frees}") })
    }
}

/// The fields of a finding that must let go, or else who keeps it.
#[must_use]
pub fn holders(finding: &Finding) -> Vec<&String> {
    if !finding.cut.fields.is_empty() {
        return finding.cut.fields.iter().collect();
    }
    finding.keepers.iter().filter(|keeper| keeper.root_kind != ROOT_KIND_OF_GROUPS).map(|keeper| &keeper.holder).collect()
}

/// What stands before the name of a keeper: `static field `; nothing if the name begins with it, as in `thread main`.
#[must_use]
pub fn noun_before(keeper: &Keeper) -> String {
    if keeper.holder.starts_with(&keeper.root_kind) { String::new() } else { format!("{} ", keeper.root_kind) }
}

/// What must happen beside the cut: `, and thread printer must end`.
fn threads_in_words(cut: &Cut) -> String {
    match cut.threads.as_slice() {
        [] => String::new(),
        threads => format!(", and {} must end", threads.join(" and ")),
    }
}

/// The building of a finding: that of the class to blame, and where the city is grouped in another way, the largest one
/// with this class's name.
#[must_use]
pub fn building(session: &Session, finding: &Finding) -> Option<NodeIndex> {
    finding.groups.iter().find_map(|key| group_of(session, key))
}

/// The group in the city that a key of a finding means: the one of this key, and where the city is grouped in another way, the largest one
/// with this class's name.
#[must_use]
pub fn group_of(session: &Session, key: &str) -> Option<NodeIndex> {
    let evolution = &*session.evolution;
    evolution.find_key(key).filter(|&node| session.place(node).is_some()).or_else(|| {
        let name = key.rsplit(analysis::KEY_SEPARATOR).next()?;
        let named = evolution.find(name).into_iter().filter(|&node| session.place(node).is_some());
        named.max_by_key(|&node| (evolution.max(session.metric, node), std::cmp::Reverse(node)))
    })
}

/// A series of heap dumps with so many points, of which these are looked at; other ones are another question, another grouping is not.
#[derive(Debug, Clone)]
struct Series {
    heaps: Arc<PointHeaps>,
    points: usize,
    range: PointRange,
    annotations: Arc<Annotations>,
}

impl PartialEq for Series {
    fn eq(&self, other: &Self) -> bool {
        let asked = |of: &Self| (of.points, of.range);
        asked(self) == asked(other)
            && self.annotations.marks == other.annotations.marks
            && (Arc::ptr_eq(&self.heaps, &other.heaps) || self.heaps.has_heaps_of(&other.heaps))
    }
}

impl Series {
    /// Several runs are no series.
    fn of(session: &Session) -> Option<Self> {
        Some(Self {
            heaps: session.heaps.clone().filter(|_| !session.evolution.is_of_runs())?,
            points: session.evolution.points.len(),
            range: session.range,
            annotations: Arc::clone(&session.annotations),
        })
    }

    /// Whether this is the other one with more points, and all are looked at.
    fn has_grown_from(&self, other: &Self) -> bool {
        let is_whole = |series: &Self| series.range == PointRange::whole(series.points);
        Arc::ptr_eq(&self.heaps, &other.heaps) && self.points > other.points && is_whole(self) && is_whole(other)
    }
}

/// The search for leaks in the dumps of the city being shown.
#[derive(Debug, Default)]
pub struct LeakSearch {
    series: Option<Series>,
    /// What grew in the city itself: all there is to tell where it has no heaps, and elsewhere until they are searched.
    grown: Option<(Arc<Session>, Arc<FindReport>)>,
    /// What is said of garbage as a whole, which has no verdict.
    of_garbage: Option<String>,
    search: Background<Series, FindReport>,
    /// Somebody wants an answer, or does not.
    wanted: Option<bool>,
    bytes: u64,
    buildings: Option<Buildings>,
    /// More points have come since: what was found is of those before.
    is_behind: bool,
    /// Those are to be searched, too.
    again: bool,
}

/// The buildings of all findings, and what they were looked up in: a look goes through all nodes.
#[derive(Debug)]
struct Buildings {
    session: Arc<Session>,
    report: Arc<FindReport>,
    nodes: Vec<Option<NodeIndex>>,
}

/// How the search stands.
#[derive(Debug)]
pub enum SearchState<'a> {
    /// Nobody has asked; so many bytes would be read.
    Unasked(u64),
    /// It runs.
    Working {
        /// What it does.
        step: String,
        /// How much of the step is done, `0.0..=1.0`, where known.
        fraction: Option<f32>,
    },
    /// The answer.
    Done(&'a Arc<FindReport>),
    /// Why there is none.
    Failed(&'a str),
}

impl LeakSearch {
    /// Follows the city: another series ends the search. One that grows does not, until it has come to its end or somebody
    /// wants to search again. Small series are searched unasked as soon as the program is
    /// `resting`, that is, neither reads nor computes anything else for them.
    pub fn follow(&mut self, session: &Arc<Session>, kind: DatasetKind, resting: bool) {
        let series = Series::of(session);
        let grows = matches!((&series, &self.series), (Some(new), Some(old)) if new.has_grown_from(old));
        self.is_behind = grows && !resting && !self.again && (self.search.is_working() || self.report().is_some());
        if series != self.series && !self.is_behind {
            self.search.clear();
            self.wanted = self.wanted.filter(|_| grows);
            self.again = false;
            self.bytes = series.as_ref().map_or(0, |series| series.heaps.file_bytes());
            self.series = series;
        }
        self.search.poll();
        let wanted = self.wanted.unwrap_or(resting && self.bytes <= SEARCHED_UNASKED);
        if let Some(series) = self.series.as_ref().filter(|_| wanted && !self.search.is_working()) {
            let Series { heaps, range, annotations, .. } = series.clone();
            let judged = session.why_these_points();
            self.search.ask(series.clone(), move |progress| Ok(FindReport { judged, ..heaps.find(range, &annotations.marks, progress)? }));
        }
        let is_answered = self.series.is_some() && self.report().is_some();
        if !is_answered && !self.grown.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, session)) {
            self.grown = Some((Arc::clone(session), Arc::new(growth_report(session, kind))));
            self.of_garbage = (session.evolution.subject == Subject::Garbage).then(|| {
                let rates = Rates::of_session(session).map(|rates| format!(" {}", rates.in_words()));
                format!("{}{}", churn_sentence(session), rates.unwrap_or_default())
            });
        }
        let known = self.buildings.take();
        self.buildings = self.told().map(|(report, _)| {
            let same = |known: &Buildings| Arc::ptr_eq(&known.session, session) && Arc::ptr_eq(&known.report, &report);
            known.filter(same).unwrap_or_else(|| {
                let nodes = report.findings.iter().map(|finding| building(session, finding)).collect();
                Buildings { session: Arc::clone(session), report, nodes }
            })
        });
    }

    /// What a report says in one sentence; of garbage how young it died.
    #[must_use]
    pub fn sentence(&self, report: &FindReport) -> String {
        self.of_garbage.clone().filter(|_| self.series.is_none()).unwrap_or_else(|| verdict_sentence(report))
    }

    /// What there is to tell now, and whether it is the answer of [`LeakSearch::state`]: before that it is what grew.
    #[must_use]
    pub fn told(&self) -> Option<(Arc<FindReport>, bool)> {
        let grown = || Some((Arc::clone(&self.grown.as_ref()?.1), false));
        self.report().map(|report| (report, true)).or_else(grown)
    }

    /// The building of a finding that is told, by its number from 0, in the city followed last.
    #[must_use]
    pub fn building(&self, finding: usize) -> Option<NodeIndex> {
        self.buildings.as_ref()?.nodes.get(finding).copied().flatten()
    }

    /// Starts the search; once more if more points have come.
    pub fn start(&mut self) {
        self.again = self.is_behind;
        self.wanted = Some(true);
    }

    /// Whether more points have come since the search.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Gives it up.
    pub fn stop(&mut self) {
        self.wanted = Some(false);
        self.search.cancel();
    }

    /// How it stands.
    #[must_use]
    pub fn state(&self) -> SearchState<'_> {
        let Some(series) = &self.series else {
            return self.grown.as_ref().map_or(SearchState::Unasked(0), |(_, report)| SearchState::Done(report));
        };
        match self.search.answer(series) {
            Answer::None => SearchState::Unasked(self.bytes),
            Answer::Working { step, fraction } => SearchState::Working { step, fraction },
            Answer::Ready(report) => SearchState::Done(report),
            Answer::Failed(error) => SearchState::Failed(error),
        }
    }

    /// What it does, while it runs.
    #[must_use]
    pub fn step(&self) -> Option<String> {
        match self.state() {
            SearchState::Working { step, .. } => Some(step),
            _ => None,
        }
    }

    /// The answer, once there is one.
    #[must_use]
    pub fn report(&self) -> Option<Arc<FindReport>> {
        match self.state() {
            SearchState::Done(report) => Some(Arc::clone(report)),
            _ => None,
        }
    }
}

/// Which references are to blame by what people have marked, one sentence each, none twice.
#[must_use]
pub fn fault_sentences(finding: &Finding) -> Vec<String> {
    let mut told: Vec<String> = finding.keepers.iter().filter_map(|keeper| Some(keeper.faulty.as_ref()?.words())).collect();
    told.dedup();
    told
}

/// A finding as lines of text: what it is, why it is one, who keeps it, where to cut, what to do next.
#[must_use]
pub fn finding_lines(finding: &Finding) -> Vec<String> {
    let mut lines = vec![finding.title.clone(), finding.why.clone()];
    lines.extend(finding.keepers.iter().map(|keeper| {
        let chain = keeper.chain.join(" -> ");
        match finding.severity {
            Severity::Waste => {
                let (objects, bytes) = (words::count(keeper.objects), words::bytes(keeper.bytes));
                format!("{objects} of them, {bytes}, in {} ({chain})", keeper.holder)
            }
            Severity::Leak | Severity::Owner => format!("kept alive by the {}: {chain}", keeper.root_kind),
        }
    }));
    lines.extend(fault_sentences(finding));
    if let Some(CutWords { verb, names, rest }) = CutWords::of(finding) {
        let all = if names.len() > 1 { " (all of them)" } else { "" };
        lines.push(format!("{verb}{}{all}{rest}", names.join(", ")));
    }
    lines.push(finding.next.clone());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::travel_shop;

    fn searched(search: &mut LeakSearch, session: &Arc<Session>) -> Arc<FindReport> {
        loop {
            search.follow(session, DatasetKind::HeapDumps, true);
            match search.state() {
                SearchState::Done(report) => return Arc::clone(report),
                SearchState::Failed(error) => panic!("{error}"),
                _ => std::thread::yield_now(),
            }
        }
    }

    #[test]
    fn a_small_series_is_searched_unasked_and_regrouping_asks_nothing_anew() {
        let session = travel_shop(&[]);
        let mut search = LeakSearch::default();
        search.follow(&session, DatasetKind::HeapDumps, false);
        assert!(matches!(search.state(), SearchState::Unasked(bytes) if bytes > 1000), "other work goes first");
        let report = searched(&mut search, &session);
        let sentence = verdict_sentence(&report);
        assert!(sentence.starts_with("Too few heap states for a verdict: 2 of at least 4. Take more of them"), "{sentence}");
        assert!(sentence.ends_with(" Suspicious: one owner has half of the heap."), "{sentence}");
        let regrouped = travel_shop(&["type"]);
        search.follow(&regrouped, DatasetKind::HeapDumps, false);
        assert!(matches!(search.state(), SearchState::Done(same) if Arc::ptr_eq(same, &report)));
        for session in [session, regrouped] {
            let finding = report.findings.first().expect("one owner has most of the heap");
            assert_eq!(finding.keepers[0].holder, "travelshop.business.JourneyService.SEARCH_CACHE");
            search.follow(&session, DatasetKind::HeapDumps, false);
            let about = report.findings.iter().position(|finding| finding.groups.iter().any(|key| key.ends_with("business.Location")));
            let node = about.and_then(|finding| search.building(finding)).expect("the locations have a building");
            assert!(session.evolution.nodes[node.at()].name.ends_with("Location"), "{}", session.evolution.nodes[node.at()].name);
        }
    }

    #[test]
    fn a_stopped_search_stays_stopped_until_it_is_started() {
        let session = travel_shop(&[]);
        let mut search = LeakSearch::default();
        search.follow(&session, DatasetKind::HeapDumps, true);
        search.stop();
        search.follow(&session, DatasetKind::HeapDumps, true);
        assert!(matches!(search.state(), SearchState::Unasked(_)));
        search.start();
        assert!(!searched(&mut search, &session).findings.is_empty());
        // Other points are another question.
        let some = Arc::new(Session::clone(&session).in_range(PointRange::between(1, 1)));
        search.follow(&some, DatasetKind::HeapDumps, true);
        assert_eq!((session.evolution.points.len(), searched(&mut search, &some).points), (2, 1));
        search.follow(&Arc::new(crate::test_sessions::session(&[&[("a", 1)], &[("a", 2)]])), DatasetKind::MemoryTrees, true);
        let SearchState::Done(grown) = search.state() else { panic!("a city without heaps tells what grew") };
        assert_eq!((grown.findings.len(), grown.findings[0].kind.key, search.building(0)), (1, "grown_group", Some(NodeIndex(1))));
    }
}
