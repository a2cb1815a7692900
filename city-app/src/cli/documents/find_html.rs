//! Leak reports as one HTML page with pictures of the city. It needs nothing else: no scripts, no fonts, no other files.

use std::fmt::Write as _;

use analysis::{FindReport, Finding, Metric, NodeIndex, Severity, Verdict};

use crate::answers::leaks::{CutWords, fault_sentences, noun_before, verdict_sentence};
use crate::answers::places::known_sentences;
use crate::base::settings::CitySettings;
use crate::base::words;
use crate::base::words::escaped;
use crate::city::svg::{Mark, city_svg, growth_legend_svg};
use crate::data::input::annotations::Annotations;
use crate::data::session::Session;

/// Classes of a finding whose buildings are marked.
const MARKED_GROUPS: usize = 1;

pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2530;--faint:#5b6875;--paper:#f4f6f8;--card:#fff;--line:#dde3e9;--code:#eef1f4}\
@media(prefers-color-scheme:dark){:root{color-scheme:light dark;--ink:#e6ebf0;--faint:#9aa7b5;--paper:#12171d;--card:#1b222b;--line:#2d3742;--code:#27303a}}\
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper)}\
h1{font-size:1.6rem;line-height:1.25;margin:.3rem 0 .1rem}h2{font-size:1.1rem;line-height:1.35;margin:0 0 .5rem}h1,h2,p,td,footer{overflow-wrap:anywhere}p{margin:.4rem 0}header p{margin:0}.faint,footer,figcaption{color:var(--faint);font-size:.88rem}\
.verdict{display:inline-block;padding:.1rem .7rem;border-radius:1rem;color:#fff;font-weight:600;font-size:.9rem;background:#3d7d4f}\
.verdict.leak{background:#c3211c}.verdict.suspicious{background:#b26a00}.verdict.undecided{background:#5b6875}\
.cities{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}figure{flex:1 1 30rem;display:flex;flex-direction:column;justify-content:flex-end;margin:0;padding:.6rem;background:#0a1220;border-radius:8px}\
figcaption{color:#9fb2c8;padding:.2rem .3rem}svg{display:block;width:100%;height:auto}svg.legend{max-width:27rem;margin:.2rem 0 1rem}\
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg text.number{font:bold 12px system-ui,sans-serif;text-anchor:middle;fill:#1c2530}\
svg text.district{font-weight:600;fill:#c9dcf5;stroke:#0a1220;stroke-width:3px;stroke-opacity:.5;paint-order:stroke}svg .plate{fill:#0a1220;fill-opacity:.82}svg text.building{font:600 15px system-ui,sans-serif;fill:#fff;text-anchor:middle}svg .stem{stroke:#fff;stroke-opacity:.7}\
article{background:var(--card);border-radius:8px;padding:1rem 1.4rem;margin:1rem 0;border:1px solid var(--line);border-left:6px solid #9aa7b5}\
article.leak{border-left-color:#e0201b}article.owner{border-left-color:#e8912d}article.waste{border-left-color:#7a8fa6}\
.number{display:inline-block;min-width:1.6rem;padding:0 .3rem;margin-right:.5rem;border-radius:1rem;background:#ffd21f;color:#1c2530;text-align:center;font-weight:700}\
.kind{float:right;margin-left:1rem;color:var(--faint);font-size:.85rem}code{background:var(--code);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}\
.cut{font-weight:600}ol{padding-left:1.4rem;margin:.2rem 0}table{border-collapse:collapse;width:100%;margin:.6rem 0}\
th,td{text-align:left;padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}tr:last-child td{border-bottom:0}table.wasters{table-layout:fixed}table.wasters th:nth-child(1){width:32%}table.wasters th.n{width:6.2rem}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
svg.spark{width:16rem;height:3.2rem;float:right;margin:0 0 .4rem 1rem;clear:right}\
@media(max-width:40rem){body{margin:1rem auto;padding:0 .6rem}article{padding:.8rem .9rem}svg.spark{float:none;width:100%;max-width:20rem;margin:.2rem 0}.kind{float:none;display:block;margin:0 0 .2rem}figure{flex-basis:100%}table.wasters{table-layout:auto}}\
@media print{:root{--ink:#1c2530;--faint:#5b6875;--paper:#fff;--card:#fff;--line:#dde3e9;--code:#eef1f4}body{max-width:none;margin:0;font-size:12px}figure{flex-basis:20rem;break-inside:avoid}.cities,article,.verdict,.number,code,svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}h2{break-after:avoid}article,tr,li{break-inside:avoid}table.wasters th:nth-child(1){width:27%}table.wasters th.n{width:4.6rem}}";

/// The page. The keys in findings name buildings of the session.
pub(in crate::cli) fn html(report: &FindReport, known: &Annotations, session: &Session, settings: &CitySettings) -> String {
    let sentence = escaped(&verdict_sentence(report));
    let class = match report.verdict {
        Verdict::Leak => "leak",
        Verdict::Suspicious => "suspicious",
        Verdict::Steady => "steady",
        Verdict::Undecided => "undecided",
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>Memory City: {sentence}</title>\n<style>{STYLE}</style></head>\n<body><header><span class=\"verdict {class}\">{class}</span><h1>{sentence}</h1>{}</header>\n",
        source(session)
    );
    page.push_str(&cities(report, session, settings));
    for (number, finding) in (1..).zip(&report.findings) {
        page.push_str(&article(number, finding));
    }
    if report.findings.is_empty() {
        page.push_str("<p>Nothing owns a tenth of the heap by itself, and hardly anything is wasted.</p>\n");
    }
    page.push_str(&waste_table(report));
    page.push_str(&known_by_people(report, known));
    let _ = writeln!(page, "<footer>{}. Bytes are shallow sizes unless called retained.</footer></body></html>", escaped(&report.policy));
    page
}

/// Marks and notes; notes are Markdown, and are shown as they were written.
fn known_by_people(report: &FindReport, known: &Annotations) -> String {
    if known.is_empty() {
        return String::new();
    }
    let mut section = "<article><h2>What people know</h2>\n".to_owned();
    for sentence in known_sentences(report, &known.marks) {
        let _ = writeln!(section, "<p>{}</p>", escaped(&sentence));
    }
    for (place, note) in &known.notes {
        let _ = writeln!(section, "<h3>{}</h3><p style=\"white-space:pre-wrap\">{}</p>", escaped(place), escaped(note));
    }
    section + "</article>\n"
}

/// What was looked at: its title, and its points in time.
fn source(session: &Session) -> String {
    let evolution = &session.evolution;
    let times = match &evolution.points[..] {
        [] => return String::new(),
        [only] => words::point_time(only),
        [first, .., last] => {
            format!("{} points, {} to {}", words::count(evolution.points.len() as u64), words::point_time(first), words::point_time(last))
        }
    };
    let parts: Vec<String> = [&evolution.title, &times].into_iter().filter(|part| !part.is_empty()).map(|part| escaped(part)).collect();
    format!("<p class=\"faint\">{}</p>", parts.join(" · "))
}

/// The city at the first and at the last point.
fn cities(report: &FindReport, session: &Session, settings: &CitySettings) -> String {
    let last = session.last_point();
    let marks: Vec<Mark> = (1..)
        .zip(&report.findings)
        .flat_map(|(number, finding)| buildings(session, finding).into_iter().map(move |node| Mark { node, number }))
        .collect();
    let figure = |point: usize, what: &str| {
        let heap = session.evolution.nodes.first().map_or(0, |_| session.evolution.value(session.metric, NodeIndex::ROOT, point));
        let amount = words::amount(session.metric, heap);
        format!("<figure>{}<figcaption>{what}: {amount}</figcaption></figure>\n", city_svg(session, settings, point, &marks))
    };
    let figures = match last {
        0 => figure(0, "The heap"),
        _ => figure(0, "The first point") + &*figure(last, "The last point"),
    };
    let what = match &session.evolution.roles[..] {
        [_, packages, classes] if **packages == *"Package path" && **classes == *"Type" => "Districts are packages, buildings are classes",
        _ => "Districts and buildings are the groups of the input",
    };
    let size = match session.metric {
        Metric::Objects => "the more objects it has",
        _ => "the more bytes its objects take",
    };
    let grows = if last > 0 { growth_legend_svg(session, settings) } else { String::new() };
    format!(
        "<section class=\"cities\">{figures}</section>\n<p class=\"faint\">{what}; the larger a building, {size}. Names: what grew most, or is largest. Yellow edges and numbers: those of the findings below.</p>\n{grows}\n"
    )
}

/// The buildings of a finding's classes, the one to blame first.
fn buildings(session: &Session, finding: &Finding) -> Vec<NodeIndex> {
    let nodes = finding.groups.iter().filter_map(|key| session.evolution.find_key(key));
    nodes.filter(|&node| session.building(node).is_some()).take(MARKED_GROUPS).collect()
}

fn article(number: usize, finding: &Finding) -> String {
    let class = match finding.severity {
        Severity::Leak => "leak",
        Severity::Owner => "owner",
        Severity::Waste => "waste",
    };
    let mut page = format!(
        "<article class=\"{class}\"><span class=\"kind\">{}</span><h2><span class=\"number\">{number}</span>{}</h2>\n{}<p>{}.</p>\n",
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
        "<article><h2>What could be saved, all in all</h2><table><tr><th>waste</th><th class=\"n\">objects</th><th class=\"n\">bytes</th></tr>\n",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::documents::find_documents::tests::report;
    use crate::test_samples::sample_city;

    #[test]
    fn the_page_needs_nothing_else_and_marks_the_buildings_of_findings() {
        let city = sample_city("fig10");
        let mut report = report();
        report.findings[0].groups = vec!["Overall#demo#Person".into()];
        let page = html(&report, &Annotations::default(), &city.session, &city.settings);
        assert_eq!(page.matches("<svg class=\"city\"").count(), 2, "the first and the last point");
        // One number per picture, in the legend, and at the finding.
        assert_eq!(page.matches("class=\"number\"").count(), 4);
        for outside in ["http", "src=", "href=", "@import", "url(h", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("<svg class=\"spark\"") && page.contains(">90</text>"));
    }

    #[test]
    fn the_page_says_what_was_looked_at() {
        let city = sample_city("fig10");
        let page = html(&report(), &Annotations::default(), &city.session, &city.settings);
        assert!(page.contains("<p class=\"faint\">Fig 10: a linked list of persons · 23 points, "), "{}", &page[..4000]);
    }

    #[test]
    fn names_cannot_become_markup() {
        let city = sample_city("fig10");
        let page = html(&report(), &Annotations::default(), &city.session, &city.settings);
        assert!(page.contains("app.&lt;Cart&gt;.items_1") && !page.contains("<Cart>"));
    }
}
