//! What is known of data structures over time, as JSON, as a table, and as a page with charts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use analysis::{Change, Growth, LeafChanges, Metric, NodeTotals, StructureAtPoint, StructureOverTime, StructureReport, StructureSizes};
use serde::Serialize;

use super::csv::{CsvTable, push_text};
use super::find_html::{STYLE, spark_svg};
use super::output::{CliError, json_line};
use crate::answers::structures::{
    StructureOrder, StructureSize, amount, change_in_words, command_of, fill_in_words, growth_in_words, heads_in_words, ordered, parts,
    percent_more, retained_in_words,
};
use crate::base::words::{self, escaped};

/// So many are in a chart.
const CHARTED: usize = 10;
/// What has a smaller share of the growth, in percent, has no bar that could be seen.
const LEAST_BAR: f64 = 0.1;
/// So many are told in a page.
const ON_PAGE: usize = 30;

/// Colours of the four sizes, which text beside them names, too.
const COLORS: [&str; 4] = ["#c3211c", "#b26a00", "#2f7fb5", "#6d7b8a"];
/// Height of a bar, of four with their owner, and the width of the chart, in its own units.
const BAR: f64 = 9.0;
const ROW: f64 = 4.0 * BAR + 26.0;
const WIDTH: f64 = 900.0;

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
struct Portions {
    retained: Option<f64>,
    own: Option<f64>,
    nested: Option<f64>,
    reached: Option<f64>,
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
fn chart<'a>(told: &Told<'a>) -> Vec<(&'a StructureOverTime, Portions)> {
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

/// A page that needs nothing else.
pub(in crate::cli) fn html(told: &Told<'_>) -> String {
    let report = told.report;
    let points = report.points.len();
    let title = match points {
        1 => "Collections by owner".to_owned(),
        _ => format!("How collections grow over {} points", words::count(points as u64)),
    };
    let heap = report.heaps().map(amount);
    let sizes = match points {
        1 => format!("a heap of {}", heap[1]),
        _ => format!("from point {} to point {} the heap went from {} to {}", told.ends[0], told.ends[1], heap[0], heap[1]),
    };
    let chosen = told.chosen.map_or_else(String::new, |chosen| format!("{}: ", escaped(chosen)));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Memory City: {title}</title>\n<style>{STYLE}</style></head>\n<body><header><h1>{title}</h1>\
         <p class=\"faint\">{chosen}{sizes}</p></header>\n"
    );
    page.push_str(&bars_svg(told));
    for (number, at) in (1..).zip(ordered(report, told.order, told.metric).into_iter().take(ON_PAGE)) {
        page.push_str(&article(told, number, at));
    }
    let _ = writeln!(page, "<footer>{}</footer></body></html>", escaped(told.policy));
    page
}

/// The ten strongest with four bars each, of those that have a part in the growth.
fn bars_svg(told: &Told<'_>) -> String {
    let of = |portions: &Portions| [portions.retained, portions.own, portions.nested, portions.reached];
    let mut chart = chart(told);
    chart.retain(|(_, portions)| of(portions).into_iter().flatten().any(|portion| portion >= LEAST_BAR));
    let most = chart.iter().flat_map(|(_, portions)| of(portions)).flatten().fold(0.0, f64::max);
    if most <= 0.0 {
        return String::new();
    }
    let height = ROW * chart.len() as f64 + 30.0;
    let unit = if told.metric == Metric::Objects { "objects" } else { "bytes" };
    let mut svg = format!("<article><h2>Share of the heap's growth, in {unit}</h2><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n");
    for (at, size) in StructureSize::ALL.into_iter().enumerate() {
        let x = 130.0 * at as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"2\" width=\"12\" height=\"12\" fill=\"{}\"><title>{}</title></rect><text x=\"{}\" y=\"13\">{}</text>",
            COLORS[at],
            size.meaning(),
            x + 18.0,
            size.name()
        );
    }
    for (number, (row, portions)) in chart.iter().enumerate() {
        let top = 30.0 + ROW * number as f64;
        let _ = writeln!(svg, "<text x=\"0\" y=\"{}\">{}</text>", top + 12.0, escaped(&row.owner));
        for (at, portion) in of(portions).into_iter().enumerate() {
            let (y, Some(portion)) = (top + 17.0 + BAR * at as f64, portion) else { continue };
            let width = (WIDTH - 80.0) * portion.max(0.0) / most;
            let _ = writeln!(
                svg,
                "<rect x=\"0\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{}\" \
                 style=\"font-size:9px\">{portion:.1} %</text>",
                BAR - 1.0,
                COLORS[at],
                width + 4.0,
                y + BAR - 2.0
            );
        }
    }
    svg + "</svg></article>\n"
}

fn article(told: &Told<'_>, number: usize, at: usize) -> String {
    let (report, row) = (told.report, &told.report.rows[at]);
    let is_one_point = report.is_one_point();
    let grows = if !is_one_point && row.growth.keeps_growing() { " class=\"leak\"" } else { "" };
    let kind = match () {
        () if is_one_point => String::new(),
        () if row.is_born() => "<span class=\"kind\">not there where growth begins</span>".to_owned(),
        () => format!("<span class=\"kind\">{}</span>", row.judged.pattern.name()),
    };
    let retained: Vec<u64> = row.points.iter().map(|point| point.retained.bytes).collect();
    let spark = if is_one_point { String::new() } else { spark_svg(Metric::Bytes, &retained, row.growth.keeps_growing()) };
    let mut text = format!(
        "<article{grows}>{kind}<h2><span class=\"number\">{number}</span>{}</h2>{}<p class=\"faint\">{}</p>\n",
        escaped(&row.owner),
        spark,
        escaped(&heads_in_words(row))
    );
    if !is_one_point && !row.is_born() {
        let _ = writeln!(text, "<p>{}</p><p>{}</p>", row.judged.meaning(), row.next_step());
        if row.judged.pattern.is_growth() {
            let _ = writeln!(text, "<p><code>{}</code></p>", escaped(&command_of(row, told.inputs)));
        }
    }
    if let Some(grew) = growth_in_words(row) {
        let _ = writeln!(text, "<p>{grew}.</p>");
    }
    if let Some(fill) = fill_in_words(row) {
        let _ = writeln!(text, "<p>{}.</p>", words::capitalised(&fill));
    }
    let [from, to] = told.ends.map(|number| format!("point {number}"));
    let heads = if is_one_point { vec![String::new()] } else { vec![from, to, "change".to_owned()] };
    let cells = |cells: &[String], tag: &str| -> String { cells.iter().map(|cell| format!("<{tag} class=\"n\">{cell}</{tag}>")).collect() };
    let heads = cells(&heads, "th");
    let _ = writeln!(text, "<table><tr><th>size</th>{heads}</tr>");
    let changes = row.changes();
    for size in StructureSize::ALL {
        let cell = |totals: Option<NodeTotals>| totals.map_or_else(|| "not computed".to_owned(), amount);
        let [first, last] = row.sizes.map(|sizes| cell(size.of(&sizes)));
        let change = size.change(&changes).map_or_else(String::new, change_in_words);
        let told = if is_one_point { vec![last] } else { vec![first, last, change] };
        let _ = writeln!(text, "<tr><td>{}</td>{}</tr>", size.name(), cells(&told, "td"));
    }
    text.push_str("</table>\n");
    let within = parts(report, at);
    if !within.is_empty() {
        let _ = writeln!(text, "<details><summary>{} within it</summary><ul>", words::count(within.len() as u64));
        for &part in within.iter().take(ON_PAGE) {
            let part = &report.rows[part];
            let (owner, heads) = (escaped(&part.owner), escaped(&heads_in_words(part)));
            let _ = writeln!(text, "<li>{owner} ({heads}): retained {}</li>", retained_in_words(report, part));
        }
        text.push_str("</ul></details>\n");
    }
    text + "</article>\n"
}
