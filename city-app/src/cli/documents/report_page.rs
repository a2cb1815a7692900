//! A report as one HTML page that needs nothing else: no network, no other files.
//!
//! What was found and pictures of the city stand in the page as they are. The rest is drawn by a script that is in the page, too, as are the
//! data ([`data`]): the city to turn, tree views, trends, the table of all groups. Nothing else can be loaded or run in it.

mod city_data;
mod data;
mod findings;
mod names;
mod structures;

use std::fmt::Write as _;

use analysis::{FindReport, Finding, Metric, NodeIndex, Verdict};

use self::data::ReportData;
use self::names::what_stands;
use super::output::CliError;
use super::structure_documents::Told;
use crate::answers::growth_report::summary;
use crate::answers::leaks::{group_of, verdict_sentence};
use crate::base::settings::{CitySettings, HeightSetting};
use crate::base::words;
use crate::base::words::escaped;
use crate::city::svg::{Mark, city_svg, growth_legend_svg};
use crate::data::input::annotations::Annotations;
use crate::data::session::Session;

/// The script of the page, its looks, and the policy that lets nothing else in; made by `npm run build` in `web`.
const SCRIPT: &str = include_str!("../../../../assets/web/report.js");
const STYLE: &str = include_str!("../../../../assets/web/report.css");
const POLICY: &str = include_str!("../../../../assets/web/report.csp");

/// What a page tells.
#[derive(Debug)]
pub(in crate::cli) struct ReportPage<'a> {
    /// What was found. The keys in findings name groups of the session.
    pub(in crate::cli) report: &'a FindReport,
    /// What people know of the program.
    pub(in crate::cli) known: &'a Annotations,
    /// The groups over time.
    pub(in crate::cli) session: &'a Session,
    pub(in crate::cli) settings: &'a CitySettings,
    /// How collections grow, where objects are known.
    pub(in crate::cli) structures: Option<Told<'a>>,
}

/// A page in its parts: those that its program sends again where data come in live, and the others.
#[derive(Debug, Clone)]
pub(in crate::cli) struct ReportHtml {
    title: String,
    /// Everything that is seen without a script.
    body: String,
    /// What the script draws.
    data: String,
}

impl ReportHtml {
    /// Tells it.
    pub(in crate::cli) fn of(page: &ReportPage<'_>) -> Result<Self, CliError> {
        let ReportPage { report, known, session, settings, structures } = page;
        // Its script draws buildings twice as high as wide.
        let settings = &CitySettings { height: HeightSetting::Same, ..CitySettings::clone(settings) };
        let are_runs = session.evolution.is_of_runs();
        let title = escaped(&if are_runs { summary(session) } else { verdict_sentence(report) });
        let (class, verdict) = match report.verdict {
            _ if are_runs => ("undecided", "compared"),
            Verdict::Leak => ("leak", "leak"),
            Verdict::Suspicious => ("suspicious", "suspicious"),
            Verdict::Steady => ("steady", "steady"),
            Verdict::Undecided => ("undecided", "undecided"),
        };
        let partly_read: String = report.partly_read.iter().map(|part| format!("<p><strong>{}.</strong></p>", escaped(part))).collect();
        let mut body = format!(
            "<header><span class=\"verdict {class}\">{verdict}</span><h1>{title}</h1>{partly_read}{}{}</header>\n<main>\n",
            source(session),
            findings::lead(report)
        );
        body.push_str(&cities(report, session, settings));
        body.push_str(&findings::section(report, are_runs));
        // What the script fills in.
        body.push_str("<section id=\"trees\"></section>\n<section id=\"trends\"></section>\n<section id=\"groups\"></section>\n");
        if let Some(structures) = structures {
            body.push_str(&structures::section(structures));
        }
        body.push_str(&findings::known_by_people(report, known));
        let estimates = if session.evolution.has_estimates() {
            "<p>A number with \u{b1} is estimated from the allocations that were sampled: with about two thirds certainty it is off by no more than \
             what follows.</p>"
        } else {
            ""
        };
        // Trees that somebody else made do not say.
        let policy = escaped(report.policy.trim_end_matches('.'));
        let policy = if policy.is_empty() { policy } else { policy + ". " };
        let _ = write!(
            body,
            "<section id=\"rules\"><h2>How it is counted</h2><p>{policy}Bytes are shallow sizes, those of the objects themselves, unless they are \
             called retained: what the GC could collect if these objects went.</p>{estimates}</section>\n</main>\n\
             <footer>Memory City {}</footer>\n",
            env!("CARGO_PKG_VERSION"),
        );
        Ok(Self { title, body, data: ReportData::of(report, session, settings).packed()? })
    }

    /// The page as a file, into which nothing comes and out of which nothing goes.
    pub(in crate::cli) fn file(&self) -> String {
        self.whole("", "")
    }

    /// The same for a browser that asks the server which sent it for what is new.
    pub(in crate::cli) fn live(&self) -> String {
        self.whole(" data-live", " connect-src 'self';")
    }

    /// What changes of the page when data come in.
    pub(in crate::cli) fn news(&self) -> String {
        let Self { title, body, data } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Memory City: {title}</title></head>\n<body>{body}\
             <script type=\"application/octet-stream\" id=\"report-data\">{data}</script></body></html>\n"
        )
    }

    fn whole(&self, live: &str, policy: &str) -> String {
        let Self { title, body, data } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\"{live}><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:;{policy} {}\">\n\
             <title>Memory City: {title}</title>\n<style>{STYLE}</style></head>\n<body>{body}\
             <script type=\"application/octet-stream\" id=\"report-data\">{data}</script>\n<script>{SCRIPT}</script></body></html>\n",
            POLICY.trim(),
        )
    }
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
    let marks: Vec<Mark> =
        (1..).zip(&report.findings).filter_map(|(number, finding)| Some(Mark { node: building_of(session, finding)?, number })).collect();
    let figure = |point: usize, what: &str| {
        let heap = session.evolution.nodes.first().map_or(0, |_| session.evolution.value(session.metric, NodeIndex::ROOT, point));
        let amount = words::amount(session.metric, heap);
        format!("<figure>{}<figcaption>{what}: {amount}</figcaption></figure>\n", city_svg(session, settings, point, &marks))
    };
    let points = &session.evolution.points;
    let figures = match last {
        0 => figure(0, "The heap"),
        _ if session.evolution.is_of_runs() => [0, last].map(|point| figure(point, &escaped(&words::point_time(&points[point])))).concat(),
        _ => figure(0, "The first point") + &*figure(last, "The last point"),
    };
    let what = escaped(&what_stands(&session.evolution));
    let size = match session.metric {
        Metric::Objects => "the more objects it has",
        _ => "the more bytes its objects take",
    };
    let numbers = if report.findings.is_empty() { "" } else { " Yellow edges and numbers: those of the findings below." };
    let grows = if last > 0 { growth_legend_svg(session, settings, !report.findings.is_empty()) } else { String::new() };
    format!(
        "<section id=\"city\"><div class=\"cities\">{figures}</div>\n<p class=\"faint\">{what}; the larger a building, {size}. Names: what grew most, or is largest.{numbers}</p>\n{grows}</section>\n"
    )
}

/// The building of a finding, that of the class to blame; where that has several, the one that is largest at the end.
fn building_of(session: &Session, finding: &Finding) -> Option<NodeIndex> {
    let evolution = &session.evolution;
    let size = |node: NodeIndex| evolution.value(session.metric, node, session.end_point);
    let groups = finding.groups.iter().filter_map(|key| group_of(session, key));
    let buildings = || (0..session.buildings.len()).filter_map(|building| session.building_node(building));
    let largest_in = |group: NodeIndex| {
        let within = buildings().filter(|&node| evolution.path(node).contains(&group));
        within.max_by_key(|&node| (size(node), std::cmp::Reverse(node)))
    };
    groups.into_iter().find_map(largest_in)
}

#[cfg(test)]
pub(in crate::cli) mod tests {
    use std::io::Read as _;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use flate2::read::GzDecoder;
    use layout::{PlotKind, TreeOrder};
    use serde_json::Value;

    use super::*;
    use crate::answers::tree_views::order_name;
    use crate::cli::documents::find_documents::tests::report;
    use crate::data::session::display_name;
    use crate::test_samples::sample_city;
    use crate::test_sessions::{estimated_evolution, session};

    /// The page of a report on the tenth figure.
    pub(in crate::cli) fn page_of(report: &FindReport) -> String {
        let city = sample_city("fig10");
        of_session(report, &city.session, &city.settings)
    }

    fn of_session(report: &FindReport, session: &Session, settings: &CitySettings) -> String {
        let page = ReportPage { report, known: &Annotations::default(), session, settings, structures: None };
        ReportHtml::of(&page).expect("is written").file()
    }

    /// What stands before the data and the script.
    fn written(page: &str) -> &str {
        page.split("<script").next().unwrap_or_default()
    }

    fn data_of(page: &str) -> Value {
        let packed = page.split("id=\"report-data\">").nth(1).and_then(|rest| rest.split('<').next()).expect("there are data");
        let mut json = String::new();
        let packed = STANDARD.decode(packed).expect("is base64");
        GzDecoder::new(&*packed).read_to_string(&mut json).expect("is gzip");
        serde_json::from_str(&json).expect("is JSON")
    }

    #[test]
    fn the_page_needs_nothing_else_and_marks_the_buildings_of_findings() {
        let mut report = report();
        report.findings[0].groups = vec!["Overall#demo#Person".into()];
        let page = page_of(&report);
        assert_eq!(page.matches("<svg class=\"city\"").count(), 2, "the first and the last point");
        // One number per picture, in the legend, and at the finding.
        assert_eq!(written(&page).matches("class=\"number\"").count(), 4);
        let markup = written(&page).replace("http-equiv", "");
        for outside in ["http", "src=", "href=\"/", "@import", "url(h", " style="] {
            assert!(!markup.contains(outside), "{outside}");
        }
        assert!(page.contains("<svg class=\"spark\"") && page.contains(">90</text>"));
        // The policy lets in what is in the page, and no more.
        assert!(markup.contains("content=\"default-src 'none'; img-src data:; script-src 'sha256-"), "{}", &markup[..600]);
        assert_eq!(page.matches("<script").count(), 2 + SCRIPT.matches("<script").count());
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"), "it would end there");
    }

    #[test]
    fn the_page_says_what_was_looked_at() {
        let page = page_of(&report());
        assert!(page.contains("<p class=\"faint\">Fig 10: a linked list of persons · 23 points, "));
    }

    #[test]
    fn names_cannot_become_markup() {
        let page = page_of(&report());
        assert!(page.contains("app.&lt;Cart&gt;.items_1") && !page.contains("<Cart>"));
    }

    #[test]
    fn every_series_adds_up_to_what_the_groups_hold() {
        let points: [&[(&str, u64)]; 3] = [&[("a", 10), ("b", 50)], &[("a", 500), ("b", 50)], &[("a", 400), ("c", 7)]];
        let session = session(&points);
        let data = data_of(&of_session(&report(), &session, &CitySettings::default()));
        let evolution = &session.evolution;
        let own = data["groups"]["own"]["objects"].as_array().expect("is a list");
        let parents = data["groups"]["parent"].as_array().expect("is a list");
        let mut held = vec![vec![0_i64; points.len()]; own.len()];
        for (group, differences) in own.iter().enumerate().rev() {
            let mut value = 0;
            for (point, held) in held[group].iter_mut().enumerate() {
                value += differences[point].as_i64().unwrap_or(0);
                *held += value;
            }
            if group > 0 {
                let parent = parents[group].as_u64().expect("is a number") as usize;
                assert!(parent < group, "parents come first");
                let (above, below) = held.split_at_mut(group);
                above[parent].iter_mut().zip(&below[0]).for_each(|(above, below)| *above += below);
            }
        }
        for (group, held) in held.iter().enumerate() {
            let series: Vec<i64> = evolution.series(Metric::Objects, NodeIndex::nth(group)).iter().map(|&value| value as i64).collect();
            assert_eq!(*held, series);
            let name = &data["names"][data["groups"]["name"][group].as_u64().expect("is a number") as usize];
            assert_eq!(name, &display_name(evolution, NodeIndex::nth(group)));
        }
        assert_eq!(own[1], serde_json::json!([10, 490, -100]));
        assert_eq!(own[0], serde_json::json!([]), "the whole has nothing beside its parts");
        assert_eq!(data["trees"].as_array().map(Vec::len), Some(12), "by two metrics and six orders");
        assert_eq!(data["judged"], serde_json::json!([0, 2]));
        assert_eq!(data["groups"]["errors"], Value::Null, "nothing is estimated");
    }

    #[test]
    fn orders_and_districts_have_the_words_of_the_window() {
        let city = sample_city("fig11");
        let data = data_of(&of_session(&report(), &city.session, &city.settings));
        let orders = data["orders"].as_array().expect("is a list").iter().map(|order| order["name"].as_str().expect("is a text"));
        assert_eq!(orders.collect::<Vec<_>>(), TreeOrder::ALL.map(order_name));
        let shown = data["cities"].as_array().expect("is a list").iter().find(|shown| shown["metric"] == "objects").expect("is a city");
        let name = |place: &Value| data["names"][place.as_u64().expect("is a number") as usize].as_str().expect("is a text").to_owned();
        let names: Vec<String> = shown["district_names"].as_array().expect("is a list").iter().map(name).collect();
        let districts = city.session.plan.plots.iter().filter(|plot| plot.kind == PlotKind::District);
        assert_eq!(names, districts.map(|plot| city.session.district_name(city.session.node_of_plot(plot))).collect::<Vec<_>>());
    }

    #[test]
    fn estimates_have_their_errors_and_exact_groups_none() {
        let session = Session::new(estimated_evolution(&[(100, 5), (140, 12)]), &CitySettings::default());
        let page = of_session(&report(), &session, &CitySettings::default());
        assert_eq!(data_of(&page)["groups"]["errors"], serde_json::json!({"bytes": {"1": [80, 192]}, "objects": {"1": [5, 12]}}));
        assert!(written(&page).contains("A number with \u{b1} is estimated"));
    }

    #[test]
    fn findings_are_found_in_other_groupings_by_the_names_of_their_classes() {
        let session = session(&[&[("app.Cart", 1), ("app.Page", 5)], &[("app.Cart", 9), ("app.Page", 5)]]);
        let mut report = report();
        report.findings[0].groups = vec!["Overall#app#app.Cart".into()];
        let page = of_session(&report, &session, &CitySettings::default());
        let cart = session.evolution.find_one("app.Cart").expect("is there");
        assert_eq!(data_of(&page)["findings"][0]["groups"], serde_json::json!([cart.at()]));
        assert_eq!(building_of(&session, &report.findings[0]), Some(cart));
        assert_eq!(written(&page).matches("class=\"number\"").count(), 4);
    }
}
