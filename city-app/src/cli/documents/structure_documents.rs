//! What is known of data structures over time, as JSON and as a table; the report page has its own chart.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use analysis::{Change, Growth, LeafChanges, Metric, NodeTotals, StructureAtPoint, StructureOverTime, StructureReport, StructureSizes};
use serde::Serialize;

use super::csv::{CsvTable, push_text};
use super::output::{CliError, json_line};
use crate::answers::structures::{StructureOrder, StructureSize, command_of, ordered, percent_more};

/// So many are in a chart.
const CHARTED: usize = 10;

/// What is told, and in which order.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Told<'a> {
    pub(in crate::cli) report: &'a StructureReport,
    /// What it is about, as it was named.
    pub(in crate::cli) inputs: &'a [PathBuf],
    pub(in crate::cli) policy: &'a str,
    /// Which points somebody has chosen, in words.
    pub(in crate::cli) chosen: Option<&'a str>,
    /// The numbers of the points that are compared, among all that there are, from 1.
    pub(in crate::cli) ends: [usize; 2],
    pub(in crate::cli) replaced: &'a [String],
    pub(in crate::cli) order: StructureOrder,
    pub(in crate::cli) metric: Metric,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: &'a str,
    points: [usize; 2],
    heap: Change,
    replaced: &'a [String],
    chart: Vec<Charted<'a>>,
    structures: Vec<Grown<'a>>,
    born: Vec<Born<'a>>,
    leaves: Vec<Leaves<'a>>,
}

#[derive(Debug, Serialize)]
struct Leaves<'a> {
    by: &'a [String],
    groups: Vec<Leaf<'a>>,
}

#[derive(Debug, Serialize)]
struct Leaf<'a> {
    depth: usize,
    name: &'a str,
    from: NodeTotals,
    to: NodeTotals,
    portion: OfUnits,
}

/// In percent, where that is known.
#[derive(Debug, Clone, Copy, Serialize)]
struct OfUnits {
    objects: Option<f64>,
    bytes: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Charted<'a> {
    owner: &'a str,
    class: &'a str,
    portions: Portions,
}

/// In percent of the heap's growth; `None` where it did not grow, or is not known.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Portions {
    pub(super) retained: Option<f64>,
    pub(super) own: Option<f64>,
    pub(super) nested: Option<f64>,
    pub(super) reached: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Grown<'a> {
    owner: &'a str,
    class: &'a str,
    heads: [u64; 2],
    survivors: Option<u64>,
    is_sure: bool,
    pattern: &'static str,
    is_nested: bool,
    rule: &'a str,
    next: &'static str,
    command: String,
    growth: Growth,
    steadiness: Option<f64>,
    percent: OfUnits,
    from: StructureSizes,
    to: StructureSizes,
    within: Option<Within<'a>>,
    over_time: &'a [StructureAtPoint],
}

#[derive(Debug, Serialize)]
struct Born<'a> {
    owner: &'a str,
    class: &'a str,
    heads: u64,
    sizes: StructureSizes,
    within: Option<Within<'a>>,
    growth: Growth,
    over_time: &'a [StructureAtPoint],
}

#[derive(Debug, Serialize)]
struct Within<'a> {
    owner: &'a str,
    class: &'a str,
}

/// The rows with those that lie in others, in order.
fn all_in_order(told: &Told<'_>) -> Vec<usize> {
    let mut open = ordered(told.report, told.order, told.metric);
    open.reverse();
    let mut order = Vec::with_capacity(told.report.rows.len());
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); told.report.rows.len()];
    for (at, row) in told.report.rows.iter().enumerate().rev() {
        below[row.within.unwrap_or(at)].extend(row.within.map(|_| at));
    }
    while let Some(at) = open.pop() {
        order.push(at);
        open.append(&mut below[at]);
    }
    order
}

fn portions(row: &StructureOverTime, heap: Change, metric: Metric) -> Portions {
    let [retained, own, nested, reached] = StructureSize::ALL.map(|size| size.portion(row, heap, metric));
    Portions { retained, own, nested, reached }
}

/// The strongest of those that lie in no other one, with their four shares.
pub(super) fn chart<'a>(told: &Told<'a>) -> Vec<(&'a StructureOverTime, Portions)> {
    let heap = told.report.heap();
    let order = ordered(told.report, StructureOrder::Size(told.order.size()), told.metric).into_iter();
    let rows = order.map(|at| &told.report.rows[at]).filter(|row| !row.is_born() && !told.report.is_one_point());
    rows.take(CHARTED).map(|row| (row, portions(row, heap, told.metric))).collect()
}

fn leaves(of: &LeafChanges, heap: Change) -> Leaves<'_> {
    let mut groups = Vec::with_capacity(of.groups.len());
    for leaf in &of.groups {
        let [objects, bytes] = leaf.change().portions(heap);
        groups.push(Leaf { depth: leaf.depth, name: &leaf.name, from: leaf.from, to: leaf.to, portion: OfUnits { objects, bytes } });
    }
    Leaves { by: &of.by, groups }
}

/// One line of JSON.
pub(in crate::cli) fn json(told: &Told<'_>) -> Result<String, CliError> {
    let Told { report, policy, replaced, .. } = *told;
    let within = |row: &StructureOverTime| row.within.map(|at| Within { owner: &report.rows[at].owner, class: &report.rows[at].class });
    let rows = || all_in_order(told).into_iter().map(|at| &report.rows[at]);
    let is_one_point = report.is_one_point();
    let structures = rows().filter(|row| !is_one_point && !row.is_born()).map(|row| Grown {
        owner: &row.owner,
        class: &row.class,
        heads: row.heads,
        survivors: row.survivors,
        is_sure: row.is_sure(),
        pattern: row.judged.pattern.name(),
        is_nested: row.judged.is_nested,
        rule: &row.judged.rule,
        next: row.next_step(),
        command: command_of(row, told.inputs),
        growth: row.growth,
        steadiness: row.steadiness(),
        percent: OfUnits { objects: percent_more(row, Metric::Objects), bytes: percent_more(row, Metric::Bytes) },
        from: row.sizes[0],
        to: row.sizes[1],
        within: within(row),
        over_time: &row.points,
    });
    let born = rows().filter(|row| is_one_point || row.is_born()).map(|row| Born {
        owner: &row.owner,
        class: &row.class,
        heads: row.heads[1],
        sizes: row.sizes[1],
        within: within(row),
        growth: row.growth,
        over_time: &row.points,
    });
    let chart = chart(told).into_iter().map(|(row, portions)| Charted { owner: &row.owner, class: &row.class, portions });
    json_line(&Document {
        policy,
        points: told.ends,
        heap: report.heap(),
        replaced,
        chart: chart.collect(),
        structures: structures.collect(),
        born: born.collect(),
        leaves: report.leaves.iter().map(|of| leaves(of, report.heap())).collect(),
    })
}

/// A table, one row per owner and class.
pub(in crate::cli) fn csv(told: &Told<'_>, file: &Path) -> Result<(), CliError> {
    let heap = told.report.heap();
    let mut header =
        "owner,class,within,first_heads,last_heads,survivors,pattern,growth,steadiness,percent_objects,percent_bytes".to_owned();
    for size in StructureSize::ALL {
        for unit in ["objects", "bytes"] {
            let name = size.name();
            let _ = write!(header, ",{name}_first_{unit},{name}_last_{unit},{name}_change_{unit},{name}_portion_{unit}");
        }
    }
    let mut table = CsvTable::create(file, &header, told.policy)?;
    for row in all_in_order(told).into_iter().map(|at| &told.report.rows[at]) {
        let mut line = String::new();
        let within = row.within.map_or("", |at| &*told.report.rows[at].owner);
        for text in [&row.owner, &row.class, within] {
            push_text(&mut line, text);
            line.push(',');
        }
        let [from, to] = row.heads;
        let survivors = row.survivors.map_or_else(String::new, |survivors| survivors.to_string());
        let pattern = match () {
            () if told.report.is_one_point() => "",
            () if row.is_born() => "born",
            () => row.judged.pattern.name(),
        };
        let _ = write!(line, "{from},{to},{survivors},");
        push_text(&mut line, pattern);
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
        let percent = [Metric::Objects, Metric::Bytes].map(|metric| number(percent_more(row, metric)));
        let _ = write!(line, ",{},{},{}", row.growth.key(), number(row.steadiness()), percent.join(","));
        for size in StructureSize::ALL {
            let ends = row.sizes.map(|sizes| size.of(&sizes));
            for metric in [Metric::Objects, Metric::Bytes] {
                let count = |totals: NodeTotals| if metric == Metric::Objects { totals.objects } else { totals.bytes };
                let [first, last] = ends.map(|end| end.map(count));
                let text = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
                let change = first.zip(last).map(|(first, last)| i128::from(last) - i128::from(first));
                let change = change.map_or_else(String::new, |change| change.to_string());
                let portion = number(size.portion(row, heap, metric));
                let _ = write!(line, ",{},{},{change},{portion}", text(first), text(last));
            }
        }
        line.push('\n');
        if !table.write(&line)? {
            return Ok(());
        }
    }
    table.finish()
}
