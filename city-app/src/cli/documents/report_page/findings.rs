//! What was found, as a part of a report page: an article for each finding, what is wasted in all, and what people know.

use std::fmt::Write as _;

use analysis::{FindReport, Finding, Metric, Severity};

use crate::answers::leaks::{CutWords, fault_sentences, noun_before};
use crate::answers::places::known_sentences;
use crate::base::words::{self, escaped};
use crate::data::input::annotations::Annotations;

/// So many findings are told at the top of the page.
const MOST_LEADING: usize = 3;

/// What matters most, with the way to it: those who read no further know it, too.
pub(super) fn lead(report: &FindReport) -> String {
    let Some(first) = report.findings.first() else { return String::new() };
    let leading = (1..).zip(&report.findings).filter(|(_, finding)| finding.severity == first.severity);
    let mut list = "<ul class=\"lead\">".to_owned();
    for (number, finding) in leading.take(MOST_LEADING) {
        let _ = write!(list, "<li><a href=\"#finding-{number}\">{}</a></li>", escaped(&finding.title));
    }
    list + "</ul>"
}

/// The section of what was found.
pub(super) fn section(report: &FindReport, are_runs: bool) -> String {
    let mut section = "<section id=\"findings\"><h2>Findings</h2>\n".to_owned();
    for (number, finding) in (1..).zip(&report.findings) {
        section.push_str(&article(number, finding));
    }
    if are_runs {
        let _ = writeln!(section, "<p>{}</p>", escaped(words::RUNS_ARE_COMPARED));
    } else if report.findings.is_empty() {
        section.push_str("<p>Nothing owns a tenth of the heap by itself, and hardly anything is wasted.</p>\n");
    }
    section + &*waste_table(report) + "</section>\n"
}

/// Marks and notes; notes are Markdown, and are shown as they were written.
pub(super) fn known_by_people(report: &FindReport, known: &Annotations) -> String {
    if known.is_empty() {
        return String::new();
    }
    let mut section = "<article id=\"known\"><h2>What people know</h2>\n".to_owned();
    for sentence in known_sentences(report, &known.marks) {
        let _ = writeln!(section, "<p>{}</p>", escaped(&sentence));
    }
    for (place, note) in &known.notes {
        let _ = writeln!(section, "<h3>{}</h3><p class=\"note\">{}</p>", escaped(place), escaped(note));
    }
    section + "</article>\n"
}

fn article(number: usize, finding: &Finding) -> String {
    let class = match finding.severity {
        Severity::Leak => "leak",
        Severity::Owner => "owner",
        Severity::Waste => "waste",
    };
    let mut page = format!(
        "<article class=\"{class}\" id=\"finding-{number}\"><span class=\"kind\">{}</span><h3><span class=\"number\">{number}</span>{}</h3>\n{}<p>{}.</p>\n",
        finding.kind.name,
        escaped(&finding.title),
        sparkline(finding),
        escaped(&finding.why)
    );
    if finding.severity == Severity::Waste {
        page.push_str(&wasters(finding));
    } else {
        for keeper in &finding.keepers {
            let _ = write!(
                page,
                "<p>Kept alive by the {}<code>{}</code> ({}):</p>\n<ol>",
                escaped(&noun_before(keeper)),
                escaped(&keeper.holder),
                words::objects_and_bytes(keeper.objects, keeper.bytes)
            );
            for field in &keeper.chain {
                let _ = write!(page, "<li><code>{}</code></li>", escaped(field));
            }
            page.push_str("</ol>\n");
        }
    }
    for sentence in fault_sentences(finding) {
        let _ = writeln!(page, "<p class=\"cut\">{}.</p>", escaped(&sentence));
    }
    if let Some(CutWords { verb, names, rest }) = CutWords::of(finding) {
        let names: Vec<String> = names.into_iter().map(|name| format!("<code>{}</code>", escaped(name))).collect();
        let verb = if verb.is_empty() { "" } else { "Cut " };
        let only = finding
            .evidence
            .only_together_bytes
            .map_or_else(String::new, |bytes| format!(" ({} of it only together)", words::bytes(bytes)));
        let _ = writeln!(page, "<p class=\"cut\">{verb}{}{}{only}.</p>", names.join(" and "), escaped(&rest));
    }
    let _ = writeln!(page, "<p>Next: {}.</p></article>", escaped(&finding.next));
    page
}

fn wasters(finding: &Finding) -> String {
    let mut table = String::from(
        "<table class=\"wasters\"><tr><th>kept alive by</th><th class=\"n\">objects</th><th class=\"n\">could save</th><th>for example</th></tr>\n",
    );
    for keeper in &finding.keepers {
        let chain: Vec<String> = keeper.chain.iter().map(|field| format!("<code>{}</code>", escaped(field))).collect();
        let _ = writeln!(
            table,
            "<tr><td><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            escaped(&keeper.holder),
            words::count(keeper.objects),
            words::bytes(keeper.bytes),
            chain.join(" → ")
        );
    }
    table + "</table>\n"
}

fn waste_table(report: &FindReport) -> String {
    if report.waste.is_empty() {
        return String::new();
    }
    let mut table = String::from(
        "<article><h3>What could be saved, all in all</h3><table><tr><th>waste</th><th class=\"n\">objects</th><th class=\"n\">bytes</th></tr>\n",
    );
    for waste in &report.waste {
        let (objects, bytes) = (words::count(waste.objects), words::bytes(waste.bytes));
        let _ = writeln!(table, "<tr><td>{}</td><td class=\"n\">{objects}</td><td class=\"n\">{bytes}</td></tr>", waste.kind.name);
    }
    table + "</table></article>\n"
}

/// What a finding's holders hold over time.
fn sparkline(finding: &Finding) -> String {
    let (metric, series) = finding.over_time();
    spark_svg(metric, series, finding.severity == Severity::Leak)
}

/// A series as a small line with its first and last value.
pub(super) fn spark_svg(metric: Metric, series: &[u64], is_leak: bool) -> String {
    let (Some(&first), Some(&last), Some(&most)) = (series.first(), series.last(), series.iter().max()) else { return String::new() };
    let step = 200.0 / (series.len() - 1).max(1) as f64;
    let at =
        |(number, &value): (usize, &u64)| format!("{:.1} {:.1}", number as f64 * step, 36.0 - 34.0 * value as f64 / most.max(1) as f64);
    let points: Vec<String> = series.iter().enumerate().map(at).collect();
    let text = |value: u64| words::bare(metric, value);
    let color = if is_leak { "#e0201b" } else { "#7a8fa6" };
    format!(
        "<svg class=\"spark\" viewBox=\"-2 0 208 54\" role=\"img\" aria-label=\"over time\"><path d=\"M0 36 L{0} L200 36z\" fill=\"{color}\" fill-opacity=\".15\"/><path d=\"M{0}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/><text x=\"0\" y=\"51\">{1}</text><text x=\"200\" y=\"51\" text-anchor=\"end\">{2}</text></svg>\n",
        points.join(" L"),
        text(first),
        text(last)
    )
}
