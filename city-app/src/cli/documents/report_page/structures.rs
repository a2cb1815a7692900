//! How collections grow, as a part of a report page: the strongest as bars, and each of them with its sizes.

use std::fmt::Write as _;

use analysis::{Metric, NodeTotals};

use super::findings::spark_svg;
use crate::answers::structures::{
    StructureSize, amount, change_in_words, command_of, fill_in_words, growth_in_words, heads_in_words, ordered, parts, retained_in_words,
};
use crate::base::words::{self, escaped};
use crate::cli::documents::structure_documents::{Portions, Told, chart};

/// What has a smaller share of the growth, in percent, has no bar that could be seen.
const LEAST_BAR: f64 = 0.1;
/// So many are told.
const MOST_TOLD: usize = 12;
/// So many of those within one of them.
const MOST_PARTS: usize = 30;

/// Colours of the four sizes, which text beside them names, too.
const COLORS: [&str; 4] = ["#c3211c", "#b26a00", "#2f7fb5", "#6d7b8a"];
/// Height of a bar, of four with their owner, and the width of the chart, in its own units.
const BAR: f64 = 9.0;
const ROW: f64 = 4.0 * BAR + 26.0;
const WIDTH: f64 = 900.0;

/// The section; empty where there is no collection.
pub(super) fn section(told: &Told<'_>) -> String {
    let report = told.report;
    let order = ordered(report, told.order, told.metric);
    if order.is_empty() {
        return String::new();
    }
    let heap = report.heaps().map(amount);
    let (title, sizes) = match report.points.len() {
        1 => ("Collections by owner", format!("A heap of {}", heap[1])),
        _ => (
            "How collections grow",
            format!("From point {} to point {} the heap went from {} to {}", told.ends[0], told.ends[1], heap[0], heap[1]),
        ),
    };
    let chosen = told.chosen.map_or_else(String::new, |chosen| format!("{}: ", escaped(chosen)));
    let mut section = format!("<section id=\"structures\"><h2>{title}</h2><p class=\"faint\">{chosen}{sizes}.</p>\n");
    section.push_str(&bars_svg(told));
    for (number, at) in (1..).zip(order.into_iter().take(MOST_TOLD)) {
        section.push_str(&article(told, number, at));
    }
    section + "</section>\n"
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
    let mut svg = format!(
        "<article><h3>Share of the heap's growth, in {unit}</h3><div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Share of the heap's growth\"><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"share of the heap's growth by collection, in {unit}\">\n"
    );
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
                 class=\"small\">{portion:.1} %</text>",
                BAR - 1.0,
                COLORS[at],
                width + 4.0,
                y + BAR - 2.0
            );
        }
    }
    svg + "</svg></div></article>\n"
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
        "<article{grows}>{kind}<h3><span class=\"number\">{number}</span>{}</h3>{}<p class=\"faint\">{}</p>\n",
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
        for &part in within.iter().take(MOST_PARTS) {
            let part = &report.rows[part];
            let (owner, heads) = (escaped(&part.owner), escaped(&heads_in_words(part)));
            let _ = writeln!(text, "<li>{owner} ({heads}): retained {}</li>", retained_in_words(report, part));
        }
        text.push_str("</ul></details>\n");
    }
    text + "</article>\n"
}
