//! Data structures over time in words and in order, for the window and the command line alike.

use analysis::{Change, Evolution, Metric, NodeIndex, NodeTotals, SizeChanges, StructureOverTime, StructureReport, StructureSizes};

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

/// The rows of a report that lie in no other one, whose size grew most first; of a single point the largest.
#[must_use]
pub fn ordered(report: &StructureReport, size: StructureSize, metric: Metric) -> Vec<usize> {
    let growth = |at: usize| -> Option<i64> {
        let row = &report.rows[at];
        let amount = size.of(&row.sizes[1]).map(|totals| Change::between(NodeTotals::default(), totals));
        let change = if report.is_one_point() { amount } else { size.change(&row.changes()) };
        change.map(|change| if metric == Metric::Objects { change.objects } else { change.bytes })
    };
    let mut order: Vec<usize> = (0..report.rows.len()).filter(|&at| report.rows[at].within.is_none()).collect();
    // Those of equal growth keep the order of the report.
    order.sort_by_cached_key(|&at| std::cmp::Reverse(growth(at)));
    order
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

/// The call that tells what the collections of an owner hold, for a shell.
#[must_use]
pub fn command_of(row: &StructureOverTime) -> String {
    // Names of threads and fields may have any sign.
    format!("memory-city structures DUMPS --of '{}'", row.owner.replace('\'', r"'\''"))
}

/// How what they retain goes, a sentence without its full stop; `None` where there is nothing to say.
#[must_use]
pub fn growth_in_words(row: &StructureOverTime) -> Option<String> {
    let words = row.growth.words();
    (!words.is_empty()).then(|| format!("Over {} points it grew{words}", row.points.len()))
}

/// `+30,360 objects, +811 KiB`; `no change`.
#[must_use]
pub fn change_in_words(change: Change) -> String {
    let objects = words::change(Metric::Objects, change.objects.into());
    if change == Change::default() { objects } else { format!("{objects}, {}", words::change(Metric::Bytes, change.bytes.into())) }
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

/// How many of them were empty, had one element, or had far more room than elements at all points, as far as that is known; `None` where most
/// are well filled.
#[must_use]
pub fn fill_in_words(row: &StructureOverTime) -> Option<String> {
    let points: Vec<_> = row.points.iter().filter(|point| point.fill.known > 0).collect();
    let least = |count: fn(&analysis::Fill) -> u64| -> f64 {
        // Those whose elements cannot be counted may have many.
        points.iter().map(|point| count(&point.fill) as f64 / point.heads.max(1) as f64).fold(1.0, f64::min)
    };
    let [empty, few, sparse] = [least(|fill| fill.empty), least(|fill| fill.empty + fill.single), least(|fill| fill.sparse)];
    let many = points.iter().all(|point| point.fill.known >= LEAST_HEADS);
    let told = |share: f64, what: &str| {
        let at = if points.len() == 1 { String::new() } else { format!(" at each of {} points", points.len()) };
        format!("at least {} of them are {what}{at}", words::portion(100.0 * share))
    };
    match () {
        () if points.is_empty() || !many => None,
        () if empty >= HALF => Some(told(empty, "empty")),
        () if few >= HALF => Some(told(few, "empty or have one element")),
        () if sparse >= HALF => Some(told(sparse, "sparse, with at most a quarter of their room in use")),
        () => None,
    }
}
