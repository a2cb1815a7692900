//! Charts over time: of memory and collections, and of the parts of a group. What they show is worked out here; the window and files
//! draw it.

use analysis::{ChartRules, Evolution, GcEvent, LeadingPart, MemoryBasis, Metric, NodeIndex, PointInfo, RunOverTime, TrendChart};
use serde::{Serialize, Serializer};

use crate::base::words::{self, Change};
use crate::data::point_range::PointRange;

/// What the values of a chart count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Objects or bytes.
    Of(Metric),
    /// Thousandths of something, told in percent.
    PerMille,
    /// Microseconds, told in what fits.
    Micros,
}

impl Unit {
    /// A value in words.
    #[must_use]
    pub fn text(self, value: u64) -> String {
        match self {
            Self::Of(metric) => words::amount(metric, value),
            Self::PerMille => format!("{}.{} %", value / 10, value % 10),
            Self::Micros if value < 1000 => format!("{value} \u{b5}s"),
            Self::Micros if value < 1_000_000 => format!("{:.1} ms", value as f64 / 1e3),
            Self::Micros => format!("{:.2} s", value as f64 / 1e6),
        }
    }

    /// The same where what is counted is told beside.
    #[must_use]
    pub fn bare(self, value: u64) -> String {
        match self {
            Self::Of(metric) => words::bare(metric, value),
            Self::PerMille | Self::Micros => self.text(value),
        }
    }

    /// The same at an axis, where there is little room: 20.0 M.
    #[must_use]
    pub fn short(self, value: u64) -> String {
        match self {
            Self::Of(metric) => words::short(metric, value),
            Self::PerMille | Self::Micros => self.text(value),
        }
    }

    /// Whether round values are those of a computer: multiples of 1024.
    #[must_use]
    pub fn is_of_bytes(self) -> bool {
        matches!(self, Self::Of(metric) if metric != Metric::Objects)
    }

    /// As it is written in results.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Of(Metric::Objects) => "objects",
            Self::Of(Metric::Bytes) => "bytes",
            Self::Of(Metric::Deep) => "deep_bytes",
            Self::Of(Metric::Retained) => "retained_bytes",
            Self::PerMille => "per_mille",
            Self::Micros => "microseconds",
        }
    }
}

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// How the parts of a group are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ChartForm {
    /// A line each.
    #[default]
    Lines,
    /// One on another, as parts of a whole.
    Stacked,
    /// A small chart each, all on one scale.
    Multiples,
}

/// A chart: series at points in time.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What its values count.
    pub unit: Unit,
    /// Its points, on the clock of the run.
    pub points: Vec<PointInfo>,
    /// Whether the series are parts of a whole, that can stand one on another.
    pub are_parts: bool,
    /// From the most to the least important one.
    pub series: Vec<ChartSeries>,
}

/// One series of a chart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChartSeries {
    /// What it is.
    pub name: String,
    /// The group that it is of; `None` of the whole heap, of collections, and of all others together.
    pub node: Option<NodeIndex>,
    /// At every point.
    pub values: Vec<u64>,
    /// Whether the value is known there; `None` where all are.
    pub known: Option<Vec<bool>>,
}

impl ChartSeries {
    /// The value at a point, where it is known.
    #[must_use]
    pub fn value(&self, point: usize) -> Option<u64> {
        let is_known = self.known.as_ref().is_none_or(|known| known.get(point) == Some(&true));
        self.values.get(point).copied().filter(|_| is_known)
    }
}

impl Chart {
    /// The largest value that is drawn; `stacked` series stand one on another.
    #[must_use]
    pub fn most(&self, stacked: bool) -> u64 {
        if stacked {
            return self.stacked().first().and_then(|top| top.iter().copied().max()).unwrap_or(0);
        }
        let known = |series: &ChartSeries| (0..self.points.len()).filter_map(|point| series.value(point)).max();
        self.series.iter().filter_map(known).max().unwrap_or(0)
    }

    /// The upper edges of the series when they stand one on another, the first one on top. What is not known takes no room.
    #[must_use]
    pub fn stacked(&self) -> Vec<Vec<u64>> {
        let mut edge = vec![0_u64; self.points.len()];
        let mut edges: Vec<Vec<u64>> = Vec::with_capacity(self.series.len());
        for series in self.series.iter().rev() {
            for (point, edge) in edge.iter_mut().enumerate() {
                *edge = edge.saturating_add(series.value(point).unwrap_or(0));
            }
            edges.push(edge.clone());
        }
        edges.reverse();
        edges
    }

    /// The same with the ground below the last one: each series reaches from its own edge down to the next one.
    #[must_use]
    pub fn stacked_on_ground(&self) -> Vec<Vec<u64>> {
        let mut edges = self.stacked();
        edges.push(vec![0; self.points.len()]);
        edges
    }
}

/// What a run has in memory over time: of heap states, or what was in use after collections.
#[must_use]
pub fn memory_chart(run: &RunOverTime) -> Chart {
    let title = match run.basis {
        MemoryBasis::HeapStates => "Memory that can be reached",
        MemoryBasis::AfterFullCollections => "Memory in use after full collections",
        MemoryBasis::AfterCollections => "Memory in use after collections",
    };
    let points = run.memory.iter().map(|point| moment(run, point.nanos, None)).collect();
    let values = run.memory.iter().map(|point| point.bytes).collect();
    let series = vec![ChartSeries { name: "memory".into(), values, ..ChartSeries::default() }];
    Chart { title: title.into(), unit: Unit::Of(Metric::Bytes), points, are_parts: false, series }
}

/// How much of the time since the collection before the program stood still for a collection, at the end of each; `None` without
/// collections.
#[must_use]
pub fn overhead_chart(run: &RunOverTime) -> Option<Chart> {
    let mut before = 0;
    let share = |event: &GcEvent| {
        let nanos = event.end_nanos.saturating_sub(std::mem::replace(&mut before, event.end_nanos));
        // Collections of one moment have no time between them.
        if nanos == 0 { 0 } else { (u128::from(event.pause_nanos) * 1000 / u128::from(nanos)).min(1000) as u64 }
    };
    let values = run.gc.events.iter().map(share).collect();
    at_ends(run, "Time that the program stood still for collections, since the one before", Unit::PerMille, "share of time", values)
}

/// How long the program stood still for each collection; `None` without collections.
#[must_use]
pub fn pauses_chart(run: &RunOverTime) -> Option<Chart> {
    let values = run.gc.events.iter().map(|event| event.pause_nanos / 1000).collect();
    at_ends(run, "How long the program stood still for each collection", Unit::Micros, "pause", values)
}

/// Values of all collections, at their ends.
fn at_ends(run: &RunOverTime, title: &str, unit: Unit, name: &str, values: Vec<u64>) -> Option<Chart> {
    let points = run.gc.events.iter().map(|event| moment(run, nanos(event.end_nanos), Some(event.number))).collect();
    let series = vec![ChartSeries { name: name.into(), values, ..ChartSeries::default() }];
    (!run.gc.events.is_empty()).then(|| Chart { title: title.into(), unit, points, are_parts: false, series })
}

/// What was in use when each collection began and when it ended, and in which parts of the heap where that is told; `None` where nobody
/// told.
#[must_use]
pub fn collections_chart(run: &RunOverTime) -> Option<Chart> {
    let mut ends: Vec<(i64, &GcEvent, bool)> = Vec::with_capacity(2 * run.gc.events.len());
    for event in &run.gc.events {
        ends.extend([(nanos(event.start_nanos), event, false), (nanos(event.end_nanos), event, true)]);
    }
    // Collections beside the program may overlap.
    ends.sort_by_key(|&(nanos, ..)| nanos);
    let spaces = names_of_spaces(run);
    let in_space = |event: &GcEvent, name: &str, is_end: bool| {
        let space = event.spaces.iter().find(|space| &*space.name == name)?;
        if is_end { space.after } else { space.before }
    };
    let series = |name: &str, value: &dyn Fn(&GcEvent, bool) -> Option<u64>| {
        let told: Vec<Option<u64>> = ends.iter().map(|&(_, event, is_end)| value(event, is_end)).collect();
        let known = told.iter().any(Option::is_none).then(|| told.iter().map(Option::is_some).collect());
        ChartSeries { name: name.to_owned(), node: None, values: told.into_iter().map(Option::unwrap_or_default).collect(), known }
    };
    let in_use = |event: &GcEvent, is_end: bool| if is_end { event.used_after } else { event.used_before };
    let series: Vec<ChartSeries> = if spaces.is_empty() {
        vec![series("in use", &in_use)]
    } else {
        // Some collectors tell of a few spaces only.
        let rest = |event: &GcEvent, is_end: bool| {
            let told: u64 = spaces.iter().filter_map(|name| in_space(event, name, is_end)).sum();
            Some(in_use(event, is_end)?.saturating_sub(told))
        };
        let rest = Some(series("rest of the heap", &rest)).filter(|rest| rest.values.iter().any(|&bytes| bytes > 0));
        spaces.iter().map(|name| series(name, &|event, is_end| in_space(event, name, is_end))).chain(rest).collect()
    };
    let is_told = series.iter().any(|series| (0..ends.len()).any(|point| series.value(point).is_some()));
    let points = ends.iter().map(|&(nanos, event, _)| moment(run, nanos, Some(event.number))).collect();
    let worked_out = if run.gc.is_before_worked_out { " (begins: worked out from what was allocated)" } else { "" };
    let title = format!("Memory in use when collections begin and end{worked_out}");
    is_told.then_some(Chart { title, unit: Unit::Of(Metric::Bytes), points, are_parts: true, series })
}

/// The parts of the heap that collections tell of, the metaspace left out, which is none.
fn names_of_spaces(run: &RunOverTime) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for space in run.gc.events.iter().flat_map(|event| &event.spaces) {
        if &*space.name != "Metaspace" && !names.contains(&&*space.name) {
            names.push(&space.name);
        }
    }
    names
}

/// The parts of a group over some points. Which of them come first is judged by those that are `ranked`, which are some of them.
#[must_use]
pub fn parts_chart(evolution: &Evolution, group: NodeIndex, range: PointRange, ranked: PointRange, rules: &ChartRules) -> Chart {
    let infos = evolution.points.get(range.points()).unwrap_or_default();
    let TrendChart { points, series, other } = TrendChart::of(evolution, group, range.points(), ranked.points(), rules);
    let name = |node: NodeIndex| evolution.nodes.get(node.at()).map_or_else(String::new, |node| node.name.to_string());
    let all = |name: String, node: Option<NodeIndex>, values: Vec<u64>| {
        if points.len() == infos.len() {
            return ChartSeries { name, node, values, known: None };
        }
        let (mut everywhere, mut known) = (vec![0; infos.len()], vec![false; infos.len()]);
        for (&point, value) in points.iter().zip(values) {
            (everywhere[point - range.first], known[point - range.first]) = (value, true);
        }
        ChartSeries { name, node, values: everywhere, known: Some(known) }
    };
    let parts = series.into_iter().map(|part| all(name(part.node), Some(part.node), part.values));
    let others = other.map(|other| {
        let parts = words::count(other.parts as u64);
        let name = if other.parts == 1 { "1 other".to_owned() } else { format!("{parts} others") };
        all(name, None, other.values)
    });
    let of = if group == NodeIndex::ROOT { words::the_whole(evolution.subject).to_owned() } else { name(group) };
    let title = format!("{} of {of}, by {}", words::metric_name(rules.metric), role_of_parts(evolution, group));
    Chart {
        title,
        unit: Unit::Of(rules.metric),
        points: infos.to_vec(),
        are_parts: matches!(rules.metric, Metric::Objects | Metric::Bytes),
        series: parts.chain(others).collect(),
    }
}

/// How much of the growth of the whole a part has, in words.
#[must_use]
pub fn portion_in_words(change: Change, percent: f64) -> String {
    format!("{} of {}", words::portion(percent), change.of_whole())
}

/// Which part of a group grows most, and which nearly as much, one sentence without its full stop; `None` if none grows.
#[must_use]
pub fn leading_in_words(evolution: &Evolution, leading: &[LeadingPart], metric: Metric) -> Option<String> {
    let change = Change::of(evolution);
    let told = |part: &LeadingPart| {
        let portion = part.portion.map(|percent| format!(", {}", portion_in_words(change, percent)));
        let by = if change == Change::Garbage { "," } else { " by" };
        format!("{}{by} {}{}", evolution.nodes[part.node.at()].name, words::amount(metric, part.growth), portion.unwrap_or_default())
    };
    let (first, others) = leading.split_first()?;
    let most = match change {
        Change::Growth => format!("Most grew {}", told(first)),
        Change::Difference => format!("Most differs {}", told(first)),
        Change::Garbage => format!("Most garbage is {}", told(first)),
    };
    match others {
        [] => Some(most),
        others => Some(format!("{most}; {} as much {}", just_or_nearly(leading), others.iter().map(told).collect::<Vec<_>>().join("; "))),
    }
}

/// Whether those that grow about as much as the first of them grow just as much.
pub(crate) fn just_or_nearly(leading: &[LeadingPart]) -> &'static str {
    if leading.iter().all(|part| part.growth == leading[0].growth) { "just" } else { "nearly" }
}

/// What the parts of a group are, in lower case.
fn role_of_parts(evolution: &Evolution, group: NodeIndex) -> String {
    let first = Some(group).filter(|group| group.at() < evolution.nodes.len()).and_then(|group| evolution.children(group).next());
    first.map_or_else(|| "nothing".to_owned(), |part| evolution.role_name(part).to_lowercase())
}

/// A moment of a run on the clock of its points.
fn moment(run: &RunOverTime, nanos: i64, gc: Option<u32>) -> PointInfo {
    PointInfo { time_millis: run.millis_at(nanos), gc: gc.map(u64::from), ..PointInfo::default() }
}

fn nanos(of: u64) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{GcEvents, GcSpace, leading_parts};

    use super::*;
    use crate::test_sessions::session;

    /// Collections of these begins and ends in milliseconds, which stood still all the time; of 100 bytes 40 are left.
    fn run(collections: &[(u64, u64)]) -> RunOverTime {
        let space = |name: &str, before, after| GcSpace { name: name.into(), before: Some(before), after: Some(after), capacity: None };
        let event = |(number, &(start, end)): (u32, &(u64, u64))| GcEvent {
            number,
            start_nanos: start * 1_000_000,
            end_nanos: end * 1_000_000,
            pause_nanos: (end - start) * 1_000_000,
            used_before: Some(100),
            used_after: Some(40),
            spaces: vec![space("Eden", 80, 0), space("Old", 20, 40), space("Metaspace", 7, 7)],
            ..GcEvent::default()
        };
        let events: Vec<GcEvent> = (1..).zip(collections).map(event).collect();
        let end_nanos = events.last().map_or(0, |event| event.end_nanos);
        RunOverTime::new(
            &Evolution::default(),
            Some(Arc::new(GcEvents { zero_millis: Some(5000), end_nanos, events, ..GcEvents::default() })),
        )
    }

    fn times(chart: &Chart) -> Vec<i64> {
        chart.points.iter().map(|point| point.time_millis).collect()
    }

    #[test]
    fn the_overview_has_one_point_per_collection_and_the_details_have_two() {
        let run = run(&[(90, 100), (195, 200), (380, 400)]);
        let memory = memory_chart(&run);
        assert_eq!((times(&memory), &memory.series[0].values[..]), (vec![5100, 5200, 5400], &[40, 40, 40][..]));
        let overhead = overhead_chart(&run).expect("there are collections");
        // 10 of 100, 5 of 100 and 20 of 200 milliseconds.
        assert_eq!((times(&overhead), &overhead.series[0].values[..]), (times(&memory), &[100, 50, 100][..]));
        let pauses = pauses_chart(&run).expect("there are collections");
        assert_eq!(pauses.series[0].values, [10_000, 5000, 20_000]);
        let details = collections_chart(&run).expect("there are collections");
        assert_eq!(times(&details), [5090, 5100, 5195, 5200, 5380, 5400]);
        let names: Vec<&str> = details.series.iter().map(|series| series.name.as_str()).collect();
        assert_eq!((names, details.most(true), details.most(false)), (vec!["Eden", "Old"], 100, 80));
        assert_eq!(details.stacked(), [[100, 40, 100, 40, 100, 40], [20, 40, 20, 40, 20, 40]]);
    }

    #[test]
    fn what_no_space_is_told_of_is_the_rest_of_the_heap() {
        let mut run = run(&[(90, 100), (195, 200)]);
        let mut gc = GcEvents::clone(&run.gc);
        gc.events.iter_mut().for_each(|event| event.spaces.retain(|space| &*space.name != "Old"));
        run.gc = Arc::new(gc);
        let details = collections_chart(&run).expect("there are collections");
        let told: Vec<(&str, &[u64])> = details.series.iter().map(|series| (series.name.as_str(), &series.values[..])).collect();
        assert_eq!(told, [("Eden", &[80, 0, 80, 0][..]), ("rest of the heap", &[20, 40, 20, 40])]);
        assert_eq!(details.stacked()[0], [100, 40, 100, 40], "all that is in use");
    }

    #[test]
    fn without_collections_there_are_no_charts_of_them() {
        let run = run(&[]);
        assert_eq!((overhead_chart(&run), pauses_chart(&run), collections_chart(&run)), (None, None, None));
        assert!(memory_chart(&run).points.is_empty());
    }

    #[test]
    fn a_chart_of_parts_names_them_and_all_others() {
        let groups: [&[(&str, u64)]; 2] = [&[("A", 10), ("B", 20), ("C", 5), ("D", 7)], &[("A", 90), ("B", 30), ("C", 5), ("D", 7)]];
        let session = session(&groups);
        let rules = ChartRules { most: 2, ..ChartRules::default() };
        let chart = parts_chart(&session.evolution, NodeIndex::ROOT, PointRange::whole(2), PointRange::whole(2), &rules);
        let told: Vec<(&str, &[u64])> = chart.series.iter().map(|series| (series.name.as_str(), &series.values[..])).collect();
        assert_eq!(told, [("A", &[10, 90][..]), ("B", &[20, 30]), ("2 others", &[12, 12])]);
        assert!(chart.title.starts_with("Objects of the heap, by "), "{}", chart.title);
        assert_eq!((chart.most(true), chart.most(false)), (132, 90));
    }

    #[test]
    fn who_grows_most_is_told_with_its_share() {
        let session = session(&[&[("Date", 10), ("Location", 5), ("Tmp", 50)], &[("Date", 90), ("Location", 80), ("Tmp", 55)]]);
        let told = |range: PointRange| {
            let leading = leading_parts(&session.evolution, NodeIndex::ROOT, range.points(), Metric::Objects);
            leading_in_words(&session.evolution, &leading, Metric::Objects)
        };
        // 80, 75 and 5 of 160.
        let most = "Most grew Date by 80 objects, 50.0 % of the growth of the heap";
        let others = "nearly as much Location by 75 objects, 46.9 % of the growth of the heap";
        assert_eq!(told(PointRange::whole(2)), Some(format!("{most}; {others}")));
        assert_eq!(told(PointRange { first: 1, last: 1 }), None);
    }

    #[test]
    fn values_are_told_in_what_fits() {
        let text = |unit: Unit, value| unit.text(value);
        assert_eq!(text(Unit::PerMille, 123), "12.3 %");
        assert_eq!([1, 1500, 2_345_000].map(|value| text(Unit::Micros, value)), ["1 \u{b5}s", "1.5 ms", "2.35 s"]);
        assert_eq!(text(Unit::Of(Metric::Objects), 1200), "1,200 objects");
    }
}
