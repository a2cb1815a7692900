//! What the script of a report page works with: groups over time, which of them tree views show, and where buildings stand.
//!
//! Every series is told once, of what a group holds beside its parts and as differences from point to point: most of them are zeros, which
//! gzip makes nearly nothing of. What follows from that (sums, shares, shapes) is worked out by the page.

use std::collections::BTreeMap;
use std::io::Write as _;

use analysis::{Evolution, FindReport, Metric, NodeIndex, Severity};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use layout::{Pruning, TreeOrder};
use serde::Serialize;

use super::city_data::CityData;
use super::names::{Names, what_stands};
use crate::answers::leaks::group_of;
use crate::answers::tree_views::{TreePalette, TreeViews, order_name};
use crate::base::settings::CitySettings;
use crate::base::words;
use crate::cli::documents::output::{CliError, ExitKind};
use crate::data::session::{Session, display_name};

/// Name and version of the document.
const FORMAT: &str = "memory-city-report/1";

/// The document. Its members are a contract with the page's script.
#[derive(Debug, Serialize)]
pub(super) struct ReportData<'a> {
    format: &'static str,
    roles: Vec<&'a str>,
    /// What districts and buildings of the city are.
    what_stands: String,
    points: Vec<PointData>,
    /// The first and the last point that order, growth and verdict come from.
    judged: [usize; 2],
    /// What can be shown, that which is shown first before the others.
    metrics: Vec<WordData>,
    /// What comes first among groups, in the words of the window.
    orders: Vec<WordData>,
    names: Vec<String>,
    /// The names in narrow places; `None` where that is the same.
    shorts: Vec<Option<String>>,
    groups: GroupsData,
    trees: Vec<TreeData>,
    palette: TreePalette,
    cities: Vec<CityData>,
    findings: Vec<FindingData<'a>>,
}

#[derive(Debug, Serialize)]
struct PointData {
    /// Milliseconds.
    time: i64,
    text: String,
}

/// What something is called in these data, and where it is chosen.
#[derive(Debug, Serialize)]
struct WordData {
    key: &'static str,
    name: &'static str,
}

/// All groups, in columns; parents come before their parts.
#[derive(Debug, Serialize)]
struct GroupsData {
    parent: Vec<u32>,
    name: Vec<usize>,
    role: Vec<usize>,
    /// By metric and group: what it holds beside its parts, first the value and then the differences, without zeros at the end.
    own: BTreeMap<&'static str, Vec<Vec<i64>>>,
    /// By metric and group: its standard error at every point, 0 where it is known exactly. Groups that are known exactly at all points
    /// are left out, and so is everything where nothing is estimated.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    errors: BTreeMap<&'static str, BTreeMap<usize, Vec<u64>>>,
}

/// Which groups are shown, in breadth-first order, by one metric and order.
#[derive(Debug, Serialize)]
struct TreeData {
    metric: &'static str,
    order: &'static str,
    /// How many parts each has; negative where the last one is what is left over.
    children: Vec<i32>,
    sources: Vec<Sources>,
    /// Nodes that are not called like the first of their groups.
    named: BTreeMap<usize, usize>,
}

/// One group, or those that are shown together.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Sources {
    One(usize),
    Several(Vec<usize>),
}

#[derive(Debug, Serialize)]
struct FindingData<'a> {
    number: usize,
    severity: Severity,
    title: &'a str,
    groups: Vec<usize>,
}

impl<'a> ReportData<'a> {
    /// Of what a session shows, and of the findings, whose keys name groups of it.
    pub(super) fn of(report: &'a FindReport, session: &'a Session, settings: &CitySettings) -> Self {
        let evolution = &*session.evolution;
        let metrics = metrics(evolution, session.metric);
        let mut names = Names::default();
        let groups = GroupsData::of(evolution, &metrics, &mut names);
        let trees = metrics.iter().flat_map(|&metric| TreeOrder::ALL.map(|order| (metric, order)));
        let trees = trees.filter_map(|(metric, order)| TreeData::of(session, metric, order, &mut names)).collect();
        let cities = metrics.iter().filter_map(|&metric| CityData::of(session, settings, metric, &mut names)).collect();
        let findings = (1..).zip(&report.findings).map(|(number, finding)| FindingData {
            number,
            severity: finding.severity,
            title: &finding.title,
            groups: finding.groups.iter().filter_map(|key| group_of(session, key)).map(NodeIndex::at).collect(),
        });
        let short = |name: &String| Some(words::short_name(name)).filter(|short| short != name);
        Self {
            format: FORMAT,
            roles: evolution.roles.iter().map(|role| &**role).collect(),
            what_stands: what_stands(evolution),
            points: evolution.points.iter().map(|point| PointData { time: point.time_millis, text: words::point_text(point) }).collect(),
            judged: [session.range.first, session.range.last],
            metrics: metrics.iter().map(|&metric| WordData { key: words::metric_word(metric), name: words::metric_name(metric) }).collect(),
            orders: TreeOrder::ALL.map(|order| WordData { key: key_of(order), name: order_name(order) }).into(),
            findings: findings.collect(),
            shorts: names.names.iter().map(short).collect(),
            names: names.names,
            groups,
            trees,
            palette: TreePalette::published(),
            cities,
        }
    }

    /// As text that stands in a page: JSON, gzip, base64.
    pub(super) fn packed(&self) -> Result<String, CliError> {
        let failed = |error: &dyn std::fmt::Display| CliError::new(ExitKind::Failed, error);
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let json = serde_json::to_vec(self).map_err(|error| failed(&error))?;
        packed.write_all(&json).map_err(|error| failed(&error))?;
        Ok(STANDARD.encode(packed.finish().map_err(|error| failed(&error))?))
    }
}

/// What is known of a run at all points: the one that is shown first before the others.
fn metrics(evolution: &Evolution, first: Metric) -> Vec<Metric> {
    let mut metrics = vec![Metric::Bytes, Metric::Objects];
    metrics.sort_by_key(|&metric| metric != first);
    metrics.retain(|&metric| !evolution.nodes.is_empty() && evolution.series(metric, NodeIndex::ROOT).iter().any(|&value| value > 0));
    metrics
}

impl GroupsData {
    fn of(evolution: &Evolution, metrics: &[Metric], names: &mut Names) -> Self {
        let groups = || (0..evolution.nodes.len()).map(NodeIndex::nth);
        let own = |&metric: &Metric| (words::metric_word(metric), groups().map(|group| own_series(evolution, metric, group)).collect());
        let errors = |&metric: &Metric| {
            let of_group = |group: NodeIndex| Some((group.at(), errors_of(evolution, metric, group)?));
            (words::metric_word(metric), groups().filter_map(of_group).collect())
        };
        Self {
            parent: evolution.nodes.iter().map(|node| node.parent.0).collect(),
            name: groups().map(|group| names.place(display_name(evolution, group))).collect(),
            role: evolution.nodes.iter().map(|node| node.role.0 as usize).collect(),
            own: metrics.iter().map(own).collect(),
            errors: metrics.iter().filter(|_| evolution.has_estimates()).map(errors).collect(),
        }
    }
}

/// The standard errors of a group at all points; `None` where it is known exactly.
fn errors_of(evolution: &Evolution, metric: Metric, group: NodeIndex) -> Option<Vec<u64>> {
    let errors: Vec<u64> = (0..evolution.points.len()).map(|point| evolution.error(metric, group, point).unwrap_or(0)).collect();
    errors.iter().any(|&error| error > 0).then_some(errors)
}

/// What a group holds beside its parts: the value at the first point, then differences, without zeros at the end.
fn own_series(evolution: &Evolution, metric: Metric, group: NodeIndex) -> Vec<i64> {
    let signed = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let mut own: Vec<i64> = evolution.series(metric, group).iter().map(|&value| signed(value)).collect();
    for part in evolution.children(group) {
        own.iter_mut().zip(evolution.series(metric, part).iter()).for_each(|(own, &value)| *own -= signed(value));
    }
    for point in (1..own.len()).rev() {
        own[point] -= own[point - 1];
    }
    let told = own.iter().rposition(|&value| value != 0).map_or(0, |last| last + 1);
    own.truncate(told);
    own
}

impl TreeData {
    fn of(session: &Session, metric: Metric, order: TreeOrder, names: &mut Names) -> Option<Self> {
        let views = TreeViews::of(&session.evolution, metric, session.range, &Pruning { order, ..Pruning::default() })?;
        let nodes = &views.tree.nodes;
        let children = nodes.iter().map(|node| {
            let count = i32::try_from(node.children.len()).unwrap_or(i32::MAX);
            let has_rest = node.children.clone().next_back().is_some_and(|last| nodes[last].is_rest);
            if has_rest { -count } else { count }
        });
        let sources = |node: usize| match *views.tree.sources(node) {
            [only] => Sources::One(only),
            ref several => Sources::Several(several.to_vec()),
        };
        // One group alone is called what it is called.
        let several = (0..nodes.len()).filter(|&node| views.tree.sources(node).len() != 1);
        let first_name = |node: usize| views.tree.sources(node).first().map(|&first| display_name(&views.evolution, NodeIndex::nth(first)));
        let named = several.map(|node| (node, views.name(node))).filter(|(node, name)| first_name(*node).as_ref() != Some(name));
        Some(Self {
            metric: words::metric_word(metric),
            order: key_of(order),
            children: children.collect(),
            sources: (0..nodes.len()).map(sources).collect(),
            named: named.map(|(node, name)| (node, names.place(name))).collect(),
        })
    }
}

const fn key_of(order: TreeOrder) -> &'static str {
    match order {
        TreeOrder::AbsoluteGrowth => "absolute_growth",
        TreeOrder::StartSize => "start_size",
        TreeOrder::EndSize => "end_size",
        TreeOrder::Average => "average",
        TreeOrder::RelativeGrowth => "relative_growth",
        TreeOrder::PeakSize => "peak_size",
    }
}
