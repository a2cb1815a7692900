//! Data structures over time in words and in order, for the window and the command line alike.

use std::path::PathBuf;

use analysis::{
    Change, Evolution, Fill, Metric, NodeIndex, NodeTotals, Pattern, SizeChanges, StructureAtPoint, StructureOverTime, StructureReport,
    StructureSizes,
};

use crate::base::words;

/// Fewer collections waste nothing by being empty.
const LEAST_HEADS: u64 = 10;
/// What is told of them is true of this share at least.
const HALF: f64 = 0.5;

/// What was found at some points of a city.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchedStructures {
    /// What was found.
    pub report: StructureReport,
    /// Which points of the city those of the report are.
    pub points: Vec<usize>,
}

/// The grouping in which every owner is a district.
pub const GROUPING: &str = "preset:structures";

/// How the criterion begins by which owners are districts, with its options or without.
const OWNER: &str = "Data structure owner";

/// Whether a city is grouped so that owners are districts.
#[must_use]
pub fn has_districts(evolution: &Evolution) -> bool {
    evolution.roles.iter().any(|role| role.starts_with(OWNER))
}

/// The district of an owner, where the city is grouped so that it has one; of several the largest.
#[must_use]
pub fn district_of(evolution: &Evolution, owner: &str) -> Option<NodeIndex> {
    let role = evolution.roles.iter().position(|role| role.starts_with(OWNER))?;
    let is_district = |node: &NodeIndex| {
        let node = &evolution.nodes[node.at()];
        node.role.at() == role && *node.name == *owner
    };
    let all = (0..evolution.nodes.len() as u32).map(NodeIndex).filter(is_district);
    all.max_by_key(|&node| (evolution.max(Metric::Objects, node), std::cmp::Reverse(node)))
}

/// A size of data structures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StructureSize {
    /// What could be collected without them.
    Retained,
    /// Heads, inner objects and content.
    Own,
    /// The same with the data structures within them.
    Nested,
    /// All that they lead to; classes and class loaders are no way to more than is retained.
    Reached,
}

impl StructureSize {
    /// All of them, the one that tells most first.
    pub const ALL: [Self; 4] = [Self::Retained, Self::Own, Self::Nested, Self::Reached];

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retained => "retained",
            Self::Own => "own",
            Self::Nested => "nested",
            Self::Reached => "reached",
        }
    }

    /// What it counts, one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Retained => "What could be collected if nobody had them.",
            Self::Own => "Heads, inner objects and content, of collections within them the heads alone.",
            Self::Nested => "The same with all of the collections within them.",
            Self::Reached => {
                "All that they lead to. Classes and class loaders, which lead nearly everywhere, are no way to more than is retained."
            }
        }
    }

    /// How it changed; `None` where it is not known.
    #[must_use]
    pub const fn change(self, changes: &SizeChanges) -> Option<Change> {
        match self {
            Self::Retained => Some(changes.retained),
            Self::Own => Some(changes.own),
            Self::Nested => Some(changes.nested),
            Self::Reached => changes.deep,
        }
    }

    /// What it is; `None` where it is not known.
    #[must_use]
    pub const fn of(self, sizes: &StructureSizes) -> Option<NodeTotals> {
        match self {
            Self::Retained => Some(sizes.retained),
            Self::Own => Some(sizes.own),
            Self::Nested => Some(sizes.nested),
            Self::Reached => sizes.deep,
        }
    }

    /// Its growth as a share of the heap's growth, in percent, by objects or bytes; `None` where the heap did not grow, or it is not known.
    #[must_use]
    pub fn portion(self, row: &StructureOverTime, heap: Change, metric: Metric) -> Option<f64> {
        let [objects, bytes] = self.change(&row.changes())?.portions(heap);
        if metric == Metric::Objects { objects } else { bytes }
    }
}

/// What stands first in a list of collections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StructureOrder {
    /// The strongest growth of a size; of a single point the largest.
    Size(StructureSize),
    /// The strongest growth of what is retained, compared with what was retained before.
    Percent,
    /// The most heads.
    Heads,
    /// The owners by their names.
    Owner,
    /// The patterns, that of which most is to be learned first.
    Pattern,
}

impl StructureOrder {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Size(StructureSize::Retained),
        Self::Size(StructureSize::Own),
        Self::Size(StructureSize::Nested),
        Self::Size(StructureSize::Reached),
        Self::Percent,
        Self::Heads,
        Self::Owner,
        Self::Pattern,
    ];

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size(size) => size.name(),
            Self::Percent => "percent",
            Self::Heads => "heads",
            Self::Owner => "owner",
            Self::Pattern => "pattern",
        }
    }

    /// Whether what is most comes first.
    #[must_use]
    pub const fn is_descending(self) -> bool {
        !matches!(self, Self::Owner | Self::Pattern)
    }

    /// The size that is compared.
    #[must_use]
    pub const fn size(self) -> StructureSize {
        if let Self::Size(size) = self { size } else { StructureSize::Retained }
    }
}

/// The rows of a report that lie in no other one, in an order; those that were born come after all others.
#[must_use]
pub fn ordered(report: &StructureReport, order: StructureOrder, metric: Metric) -> Vec<usize> {
    let of = |change: Change| if metric == Metric::Objects { change.objects } else { change.bytes };
    let growth = |at: usize, size: StructureSize| -> Option<i64> {
        let row = &report.rows[at];
        let amount = size.of(&row.sizes[1]).map(|totals| Change::between(NodeTotals::default(), totals));
        let change = if report.is_one_point() { amount } else { size.change(&row.changes()) };
        change.map(of)
    };
    let mut rows: Vec<usize> = (0..report.rows.len()).filter(|&at| report.rows[at].within.is_none()).collect();
    // Those that are equal keep the order of the report.
    match order {
        StructureOrder::Size(size) => rows.sort_by_cached_key(|&at| std::cmp::Reverse(growth(at, size))),
        StructureOrder::Percent => {
            let percent = |at: usize| percent_more(&report.rows[at], metric).unwrap_or(f64::NEG_INFINITY);
            rows.sort_by(|&a, &b| percent(b).total_cmp(&percent(a)));
        }
        StructureOrder::Heads => rows.sort_by_key(|&at| std::cmp::Reverse(report.rows[at].heads[1])),
        StructureOrder::Owner => rows.sort_by(|&a, &b| report.rows[a].owner.cmp(&report.rows[b].owner)),
        StructureOrder::Pattern => rows.sort_by_key(|&at| report.rows[at].judged.pattern),
    }
    if !report.is_one_point() {
        rows.sort_by_key(|&at| report.rows[at].is_born());
    }
    rows
}

/// By how many percent what a row retains grew; `None` where nothing was retained before.
#[must_use]
pub fn percent_more(row: &StructureOverTime, metric: Metric) -> Option<f64> {
    let change = row.changes().retained;
    let (more, before) = match metric {
        Metric::Objects => (change.objects, row.sizes[0].retained.objects),
        _ => (change.bytes, row.sizes[0].retained.bytes),
    };
    (before > 0).then(|| 100.0 * more as f64 / before as f64)
}

/// What lies directly in a row, in the order of the report.
#[must_use]
pub fn parts(report: &StructureReport, row: usize) -> Vec<usize> {
    (0..report.rows.len()).filter(|&at| report.rows[at].within == Some(row)).collect()
}

/// The class of the heads, and how many there are: `java.util.HashMap`, `3 to 5 java.util.ArrayList`.
#[must_use]
pub fn heads_in_words(row: &StructureOverTime) -> String {
    let [from, to] = row.heads;
    let heads = |heads: u64| if heads == 1 { row.class.clone() } else { format!("{} {}", words::count(heads), row.class) };
    let text =
        if row.is_born() || from == to { heads(to) } else { format!("{} to {} {}", words::count(from), words::count(to), row.class) };
    match row.survivors {
        Some(0) if row.heads == [1, 1] => format!("{text}, another one than where growth begins"),
        Some(survivors) if !row.is_born() && !row.is_sure() => {
            format!("{text}, {} of them there where growth begins", words::count(survivors))
        }
        _ => text,
    }
}

/// The call that tells more of the collections of an owner, for a shell: what they hold, and where that does not tell why they grow, who
/// holds it besides, or what it refers to.
#[must_use]
pub fn command_of(row: &StructureOverTime, inputs: &[PathBuf]) -> String {
    let by = match row.judged.pattern {
        _ if row.is_born() => "",
        Pattern::SharedOwnershipContainer => " --by 'type, containing data structures(data structure owner)'",
        Pattern::SingleOwnershipData | Pattern::SharedOwnershipData => " --by 'type, points to(type)'",
        _ => "",
    };
    let inputs: Vec<String> = inputs.iter().map(|input| quoted(&input.display().to_string())).collect();
    format!("memory-city structures {} --of {}{by}", inputs.join(" "), quoted(&row.owner))
}

/// A text as one word for a shell: names of files, threads and fields may have any sign.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// How what they retain goes, one or two sentences without the last full stop; `None` where there is nothing to say.
#[must_use]
pub fn growth_in_words(row: &StructureOverTime) -> Option<String> {
    let words = row.growth.words();
    let steady = row.steadiness().filter(|_| row.growth.keeps_growing()).map_or_else(String::new, |steady| match steady {
        // Exact: it is made of sums of whole numbers.
        steady if steady >= 1.0 => ", never falling".to_owned(),
        steady => format!(". {} of its ups and downs remained", words::portion(100.0 * steady)),
    });
    (!words.is_empty()).then(|| format!("Over {} points it grew{words}{steady}", row.points.len()))
}

/// `+30,360 objects, +811 KiB`; `+12 KiB` of the same objects; `no change`.
#[must_use]
pub fn change_in_words(change: Change) -> String {
    let [objects, bytes] =
        [(Metric::Objects, change.objects), (Metric::Bytes, change.bytes)].map(|(metric, by)| words::change(metric, by.into()));
    match change {
        Change { bytes: 0, .. } => objects,
        Change { objects: 0, .. } => bytes,
        _ => format!("{objects}, {bytes}"),
    }
}

/// What a row retains, of one point, and how that changed of several.
#[must_use]
pub fn retained_in_words(report: &StructureReport, row: &StructureOverTime) -> String {
    if report.is_one_point() { amount(row.sizes[1].retained) } else { change_in_words(row.changes().retained) }
}

/// `12 objects, 3 KiB`.
#[must_use]
pub fn amount(totals: NodeTotals) -> String {
    words::objects_and_bytes(totals.objects, totals.bytes)
}

/// How many of them were empty, had one element, or had far more room than elements, and at how many points; `None` where most were well
/// filled at most points. What is so at one point alone may be on its way.
#[must_use]
pub fn fill_in_words(row: &StructureOverTime) -> Option<String> {
    let points: Vec<&StructureAtPoint> = row.points.iter().filter(|point| point.heads > 0).collect();
    let is_told = |count: fn(&Fill) -> u64| -> Option<(f64, usize)> {
        // Those whose elements cannot be counted may have many.
        let share = |point: &StructureAtPoint| count(&point.fill) as f64 / point.heads as f64;
        let told: Vec<f64> = points
            .iter()
            .filter(|point| point.fill.known >= LEAST_HEADS)
            .map(|point| share(point))
            .filter(|&share| share >= HALF)
            .collect();
        let least = told.iter().copied().fold(1.0, f64::min);
        (2 * told.len() > points.len()).then_some((least, told.len()))
    };
    let counts: [fn(&Fill) -> u64; 3] = [|fill| fill.empty, |fill| fill.empty + fill.single, |fill| fill.sparse];
    let names = ["empty", "empty or have one element", "sparse, with at most a quarter of their room in use"];
    let ((least, at), what) = counts.into_iter().zip(names).find_map(|(count, what)| Some((is_told(count)?, what)))?;
    let at = match points.len() {
        1 => String::new(),
        all if all == at => format!(" at each of {all} points"),
        all => format!(" at {at} of {all} points"),
    };
    let share = if least >= 1.0 { "all".to_owned() } else { format!("at least {}", words::portion(100.0 * least)) };
    Some(format!("{share} of them are {what}{at}"))
}

#[cfg(test)]
mod tests {
    use analysis::{Growth, Judged, StructurePoint};

    use super::*;

    fn totals(objects: u64) -> NodeTotals {
        NodeTotals { objects, bytes: 16 * objects }
    }

    /// Collections of an owner, of which so many objects are retained at every point.
    fn row(owner: &str, retained: &[u64], pattern: Pattern) -> StructureOverTime {
        let at = |&retained: &u64| StructureAtPoint { heads: u64::from(retained > 0), retained: totals(retained), fill: Fill::default() };
        let points: Vec<StructureAtPoint> = retained.iter().map(at).collect();
        let ends = [points[0], points[points.len() - 1]];
        let sizes = ends.map(|end| StructureSizes { retained: end.retained, own: totals(7), nested: totals(7), deep: None });
        StructureOverTime {
            owner: owner.to_owned(),
            class: "java.util.ArrayList".to_owned(),
            heads: ends.map(|end| end.heads),
            sizes,
            growth: Growth::of(retained, &[]),
            judged: Judged { pattern, rule: String::new(), is_nested: false },
            within: None,
            survivors: None,
            points,
        }
    }

    fn report(rows: Vec<StructureOverTime>) -> StructureReport {
        let point = |at: usize| StructurePoint { time_millis: at as i64, allocated_bytes: None, heap: totals(1000 * at as u64) };
        let points = (0..rows[0].points.len()).map(point).collect();
        StructureReport { points, start: 0, judged: None, rows, leaves: Vec::new() }
    }

    #[test]
    fn whatever_the_order_is_what_is_equal_stays_and_what_was_born_comes_last() {
        let report = report(vec![
            row("d", &[0, 900], Pattern::NoGrowth),
            row("c", &[500, 900], Pattern::SharedOwnershipData),
            row("b", &[10, 60], Pattern::SingleOwnershipContainer),
            row("a", &[50, 100], Pattern::SharedOwnershipData),
        ]);
        let owners = |order: StructureOrder, metric: Metric| -> String {
            ordered(&report, order, metric).into_iter().map(|at| &*report.rows[at].owner).collect()
        };
        for metric in [Metric::Objects, Metric::Bytes] {
            let all = StructureOrder::ALL.map(|order| (order.name(), owners(order, metric)));
            let expected = [
                ("retained", "cbad"),
                ("own", "cbad"),
                ("nested", "cbad"),
                ("reached", "cbad"),
                ("percent", "bacd"),
                ("heads", "cbad"),
                ("owner", "abcd"),
                ("pattern", "bcad"),
            ];
            assert_eq!(all, expected.map(|(name, owners)| (name, owners.to_owned())));
        }
    }

    #[test]
    fn the_call_that_tells_more_asks_what_the_pattern_leaves_open() {
        let call = |pattern: Pattern, owner: &str| command_of(&row(owner, &[1, 2], pattern), &["my dumps".into(), "b.hprof".into()]);
        let shared =
            "memory-city structures 'my dumps' b.hprof --of app.Index.ALL --by 'type, containing data structures(data structure owner)'";
        assert_eq!(call(Pattern::SharedOwnershipContainer, "app.Index.ALL"), shared);
        let data = "memory-city structures 'my dumps' b.hprof --of 'app.Index.ALL{}' --by 'type, points to(type)'";
        assert_eq!(call(Pattern::SingleOwnershipData, "app.Index.ALL{}"), data);
        assert_eq!(call(Pattern::SingleOwnershipContainer, "it's"), r"memory-city structures 'my dumps' b.hprof --of 'it'\''s'");
    }

    #[test]
    fn what_only_rises_is_steady_and_what_comes_back_is_not() {
        let steadiness = |series: &[u64]| row("a", series, Pattern::NoGrowth).steadiness();
        assert_eq!(steadiness(&[0, 10, 20, 30, 40]), Some(1.0), "it was not there at the first point");
        assert_eq!(steadiness(&[10, 40, 10, 40]), Some(1.0 / 3.0));
        assert_eq!((steadiness(&[40, 10, 20]), steadiness(&[5, 5, 5]), steadiness(&[5])), (Some(0.0), None, None));
        let told = |series: &[u64]| growth_in_words(&row("a", series, Pattern::NoGrowth));
        assert_eq!(told(&[10, 20, 30, 40, 50]).as_deref(), Some("Over 5 points it grew and keeps growing, never falling"));
        let waves = told(&[10, 20, 30, 25, 40, 50, 45, 60, 70, 80]).expect("it grows");
        assert_eq!(waves, "Over 10 points it grew and keeps growing. 77.8 % of its ups and downs remained");
    }

    #[test]
    fn what_is_empty_at_most_points_is_told_and_what_is_so_at_one_is_not() {
        let of = |fills: &[[u64; 4]]| {
            let mut row = row("a", &vec![1; fills.len()], Pattern::NoGrowth);
            for (point, &[heads, empty, single, sparse]) in row.points.iter_mut().zip(fills) {
                (point.heads, point.fill) = (heads, Fill { known: heads, empty, single, sparse });
            }
            fill_in_words(&row)
        };
        assert_eq!(of(&[[20, 12, 2, 0]; 3]).as_deref(), Some("at least 60.0 % of them are empty at each of 3 points"));
        assert_eq!(
            of(&[[20, 12, 2, 0], [20, 1, 1, 1], [20, 15, 0, 0]]).as_deref(),
            Some("at least 60.0 % of them are empty at 2 of 3 points")
        );
        assert_eq!(of(&[[20, 8, 4, 0]]).as_deref(), Some("at least 60.0 % of them are empty or have one element"));
        assert_eq!(
            of(&[[20, 0, 0, 20]; 2]).as_deref(),
            Some("all of them are sparse, with at most a quarter of their room in use at each of 2 points")
        );
        assert_eq!([of(&[[20, 12, 2, 0], [20, 0, 0, 0], [20, 0, 0, 0]]), of(&[[9, 9, 0, 0]])], [None, None], "on the way, or few");
    }
}
