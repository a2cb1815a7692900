//! What stands out, step by step: of a leak from the growing memory to the field that keeps it, of churn from what died to the place where
//! it is made. Each step is one function, which tells what it saw and what can be done next.

use std::sync::Arc;

use analysis::{Churn, ChurnType, FindReport, Finding, GroupingPreset, Growth, Metric, NodeIndex, Severity, Subject, leading_parts};

use crate::answers::charts::{just_or_nearly, portion_in_words};
use crate::answers::churn::{CAUSES_OF_CHURN, churn_in_words};
use crate::answers::leaks::{CutWords, building, short_title};
use crate::answers::ownership_graph::NamedGraph;
use crate::answers::places::class_of;
use crate::answers::windows::RunParts;
use crate::base::words::{self, Change};
use crate::data::point_range::PointRange;
use crate::data::session::Session;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::hint_key::Anchor;
use crate::view::over_time::{OverTimeView, TimeView};
use crate::view::state::{DrawerTab, ViewState};

/// What is seen, and known of it.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The city.
    pub session: &'a Session,
    /// What the user looks at.
    pub view: &'a ViewState,
    /// The start of the run, and what is worth a look.
    pub parts: &'a RunParts,
    /// The graph of keepers, if it is shown.
    pub graph: Option<&'a NamedGraph>,
    /// What the search for leaks has found.
    pub report: Option<&'a FindReport>,
    /// Whether what died can be shown.
    pub has_lives: bool,
}

/// Numbers and names, by the name that texts use.
pub(super) type Facts = Vec<(&'static str, String)>;

/// Something that stands out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Detected {
    /// What it is, as the file of texts names it.
    pub(super) id: &'static str,
    pub(super) anchor: Anchor,
    /// How far on the way of its analysis.
    pub(super) step: u8,
    /// How much it stands out, in percent; `None` where there is no more and less.
    pub(super) strength: Option<f64>,
    pub(super) facts: Facts,
    pub(super) actions: Vec<Action>,
}

/// What can be done next.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Action {
    /// What it is, as the file of texts names it.
    pub(super) does: &'static str,
    /// What only this one is about.
    pub(super) facts: Facts,
    pub(super) commands: Vec<CityCommand>,
}

fn action(does: &'static str, commands: impl IntoIterator<Item = CityCommand>) -> Action {
    Action { does, facts: Vec::new(), commands: commands.into_iter().collect() }
}

/// Everything that stands out.
pub(super) fn all(seen: Seen<'_>) -> Vec<Detected> {
    if seen.session.evolution.nodes.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    match seen.session.evolution.subject {
        Subject::Heap => {
            all.extend(memory_grows(seen));
            all.extend(of_collections(seen, "collections-take-long", "Collections take long"));
            all.extend(of_collections(seen, "much-dies", "Much is thrown away"));
            all.extend(building_grows(seen));
            all.extend(building_holds(seen));
            all.extend(groups_grow(seen));
            all.extend(kept_alive(seen));
            all.extend(where_to_cut(seen));
        }
        Subject::Garbage => all.extend(garbage(seen)),
    }
    all
}

/// The tab of the drawer that is open.
fn tab(seen: Seen<'_>) -> Option<DrawerTab> {
    seen.view.panels.drawer.then_some(seen.view.tab)
}

/// The groups whose parts are charted, if charts of them are seen.
fn charted(seen: Seen<'_>) -> Vec<NodeIndex> {
    let charts = &seen.view.over_time;
    let is_seen = tab(seen) == Some(DrawerTab::OverTime) && charts.shown == TimeView::Parts;
    if is_seen { charts.groups(&seen.session.evolution) } else { Vec::new() }
}

/// A name for a sentence: without packages, and of a place in the code without its file.
fn name_of(session: &Session, node: NodeIndex) -> String {
    let name = &session.evolution.nodes[node.at()].name;
    words::short_place(name).unwrap_or_else(|| words::simple_name(name).to_owned())
}

/// Memory grows to the end of the points that are looked at, or of a part of them that is worth a look.
fn memory_grows(seen: Seen<'_>) -> Option<Detected> {
    let evolution = &seen.session.evolution;
    let suggested = seen.parts.suggested.iter().filter(|part| !OF_COLLECTIONS.contains(&part.name)).map(|part| part.range);
    let is_chosen = seen.view.range.is_some();
    let all = PointRange::judged(evolution);
    let ranges: Vec<PointRange> = if is_chosen { vec![seen.session.range] } else { suggested.chain([all]).collect() };
    let keeps_growing = |range: &PointRange| Growth::of_group(evolution, NodeIndex::ROOT, range.points()).1.keeps_growing();
    let range = ranges.into_iter().find(keeps_growing)?;
    let [from, to] = [range.first, range.last].map(|point| evolution.value(Metric::Bytes, NodeIndex::ROOT, point));
    let percent = if from == 0 { f64::INFINITY } else { 100.0 * (to as f64 / from as f64 - 1.0) };
    let mut commands = vec![
        CityCommand::SelectPoints(range.as_part_of(evolution.points.len())),
        CityCommand::Chart(Box::default()),
        CityCommand::ShowTab(DrawerTab::OverTime),
    ];
    // Types pile up, and packages say little about them.
    let is_by_type = evolution.roles.get(1).is_some_and(|role| &**role == "Type");
    if seen.session.can_be_regrouped() && !is_by_type {
        let steps = GroupingPreset::default_for_sites(seen.has_lives).steps;
        commands.push(ShellCommand::Regroup(vec![if seen.has_lives { steps } else { "Type" }.to_owned()]).into());
    }
    Some(Detected {
        id: "memory-grows",
        anchor: Anchor::Timeline,
        step: 1,
        strength: Some(percent),
        facts: vec![
            ("first", (range.first + 1).to_string()),
            ("last", (range.last + 1).to_string()),
            ("from", words::bytes(from)),
            ("to", words::bytes(to)),
            ("percent", words::portion(percent)),
        ],
        actions: vec![action("chart", commands)],
    })
}

/// Stretches of time that collections tell of, as they are suggested.
const OF_COLLECTIONS: [&str; 2] = ["Collections take long", "Much is thrown away"];

/// A stretch of time in which collections stand out.
fn of_collections(seen: Seen<'_>, id: &'static str, name: &str) -> Option<Detected> {
    let part = seen.parts.suggested.iter().find(|part| part.name == name)?;
    let select = CityCommand::SelectPoints(Some(part.range));
    let charts = seen.view.over_time.showing(TimeView::Collections);
    let mut actions =
        vec![action("chart", [select.clone(), CityCommand::Chart(Box::new(charts)), CityCommand::ShowTab(DrawerTab::OverTime)])];
    if seen.has_lives {
        actions.push(action("died", [select, ShellCommand::Show(Subject::Garbage, Vec::new()).into()]));
    }
    Some(Detected { id, anchor: Anchor::Timeline, step: 1, strength: None, facts: vec![("why", part.why.clone())], actions })
}

/// How many of the strongest growers are looked at for one that keeps growing.
const LOOKED_AT: usize = 5;

/// The building of the first leak that was found, else the one that grows most of those that keep growing. It is no step of a tour: the
/// same is told where it is charted.
fn building_grows(seen: Seen<'_>) -> Option<Detected> {
    let session = seen.session;
    let (evolution, range, metric) = (&session.evolution, session.range, session.metric);
    let growers = session.by_growth.iter().take(LOOKED_AT).filter_map(|&building| session.building_node(building as usize));
    let keeps_growing = |node: &NodeIndex| Growth::of_group(evolution, *node, range.points()).1.keeps_growing();
    let mut growers = growers.filter(|&node| session.growth(metric, node) > 0);
    let leak = seen.report.and_then(|report| report.findings.iter().position(|finding| finding.severity == Severity::Leak));
    let of_leak = leak.and_then(|number| building(session, &seen.report?.findings[number])).filter(keeps_growing);
    let node = of_leak.or_else(|| growers.find(keeps_growing))?;
    let portion = evolution.growth_portion(metric, node, range.first, range.last);
    let mut actions = vec![charted_to(seen, node)];
    actions.extend(keepers_of(session, node));
    actions.extend(leak.filter(|_| of_leak.is_some()).map(|finding| action("finding", [CityCommand::ShowFinding(finding)])));
    actions.push(action("fly", CityCommand::show(node)));
    Some(Detected {
        id: "building-grows",
        anchor: Anchor::Building(tower_of(session, node)),
        step: 0,
        strength: portion,
        facts: vec![
            ("name", name_of(session, node)),
            ("growth", grown(session, metric, node)),
            ("first", (range.first + 1).to_string()),
            ("last", (range.last + 1).to_string()),
            (
                "portion",
                portion.map_or_else(|| "the heap as a whole has not grown".to_owned(), |of| portion_in_words(Change::of(evolution), of)),
            ),
        ],
        actions,
    })
}

/// Of a group that is a district the building that grows most in it.
fn tower_of(session: &Session, node: NodeIndex) -> NodeIndex {
    let inside = node.0..session.evolution.nodes[node.at()].subtree_end;
    let mut buildings = session.by_growth.iter().filter_map(|&building| session.building_node(building as usize));
    buildings.find(|building| inside.contains(&building.0)).unwrap_or(node)
}

/// The building with which most of the heap would go, where that is known and is much more than it takes itself.
fn building_holds(seen: Seen<'_>) -> Option<Detected> {
    /// So many times its own size.
    const MORE_THAN_ITSELF: u64 = 4;
    let session = seen.session;
    let (evolution, point) = (&session.evolution, session.range.last);
    let retained = |node: NodeIndex| evolution.known_value(Metric::Retained, node, point);
    let own = |node: NodeIndex| evolution.value(Metric::Bytes, node, point);
    let nodes = (0..session.buildings.len()).filter_map(|building| session.building_node(building));
    let holders = nodes.filter(|&node| retained(node).is_some_and(|bytes| bytes >= MORE_THAN_ITSELF.saturating_mul(own(node))));
    let node = holders.max_by_key(|&node| retained(node))?;
    let (bytes, heap) = (retained(node)?, own(NodeIndex::ROOT));
    let mut actions: Vec<Action> = keepers_of(session, node).into_iter().collect();
    actions.push(action("table", [CityCommand::Select(Some(node)), CityCommand::ShowTab(DrawerTab::Table)]));
    Some(Detected {
        id: "building-holds",
        anchor: Anchor::Building(node),
        step: 0,
        strength: Some(100.0 * bytes as f64 / heap.max(1) as f64),
        facts: vec![
            ("name", name_of(session, node)),
            ("retained", words::bytes(bytes)),
            ("share", words::share(bytes, heap)),
            ("objects", words::amount(Metric::Objects, evolution.value(Metric::Objects, node, point))),
            ("own", words::bytes(own(node))),
            ("last", (point + 1).to_string()),
        ],
        actions,
    })
}

/// The charts down to a group, with the group selected.
fn charted_to(seen: Seen<'_>, node: NodeIndex) -> Action {
    let evolution = &seen.session.evolution;
    let parent = evolution.nodes[node.at()].parent;
    let charts = seen.view.over_time.down_to(evolution, parent);
    action("chart", [CityCommand::Select(Some(node)), CityCommand::Chart(Box::new(charts)), CityCommand::ShowTab(DrawerTab::OverTime)])
}

/// By how much a group grew over the points that are looked at, with its standard error where it is an estimate.
fn grown(session: &Session, metric: Metric, node: NodeIndex) -> String {
    let (evolution, range) = (&session.evolution, session.range);
    let growth = u64::try_from(evolution.growth(metric, node, range.points())).unwrap_or(0);
    match evolution.change_error(metric, node, range.first, range.last) {
        None => words::amount(metric, growth),
        error if metric == Metric::Objects => format!("{} objects", words::estimated(metric, growth, error)),
        error => words::estimated(metric, growth, error),
    }
}

/// Who keeps a group alive at the last point that is looked at, where heaps can be read.
fn keepers_of(session: &Session, node: NodeIndex) -> Option<Action> {
    session.heaps.as_ref()?;
    let steps = [CityCommand::GoTo(session.range.last), CityCommand::Select(Some(node)), CityCommand::ShowTab(DrawerTab::Graph)];
    Some(action("keepers", steps))
}

/// In each chart that is seen the part that grows most.
fn groups_grow(seen: Seen<'_>) -> Vec<Detected> {
    let session = seen.session;
    let evolution = &session.evolution;
    let of_level = |(level, group): (usize, NodeIndex)| {
        let leading = leading_parts(evolution, group, session.range.points(), Metric::Objects);
        let (first, others) = leading.split_first()?;
        let others: Vec<String> = others.iter().map(|part| name_of(session, part.node)).collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!(" {} as much grows {}.", words::capitalised(just_or_nearly(&leading)), others.join(", "))
        };
        let portion = first
            .portion
            .map_or_else(|| "the heap as a whole has not grown".to_owned(), |percent| portion_in_words(Change::of(evolution), percent));
        let end = session.range.last;
        let mut actions = Vec::new();
        let next = evolution.children(first.node).next().map(|part| evolution.role_name(part).to_lowercase());
        if next.is_some() {
            let charts = charts_with(seen, level, first.node);
            actions.push(action("open", [CityCommand::Chart(Box::new(charts)), CityCommand::Select(Some(first.node))]));
        }
        actions.extend(keepers_of(session, first.node));
        Some(Detected {
            id: if level == 0 { "group-grows" } else { "part-grows" },
            anchor: Anchor::Part(level, first.node),
            step: 2 + u8::try_from(level.min(4)).unwrap_or(4),
            strength: first.portion,
            facts: vec![
                ("name", name_of(session, first.node)),
                ("group", name_of(session, group)),
                ("growth", grown(session, Metric::Objects, first.node)),
                ("portion", portion),
                ("others", others),
                ("first", (session.range.first + 1).to_string()),
                ("last", (end + 1).to_string()),
                ("next", next.unwrap_or_default()),
            ],
            actions,
        })
    };
    charted(seen).into_iter().enumerate().filter_map(of_level).collect()
}

/// The charts with a part chosen.
fn charts_with(seen: Seen<'_>, level: usize, node: NodeIndex) -> OverTimeView {
    let mut charts = seen.view.over_time.clone();
    charts.choose(level, Some(Arc::clone(&seen.session.evolution.nodes[node.at()].key)));
    charts
}

/// The root that keeps most of what the graph is about.
fn kept_alive(seen: Seen<'_>) -> Option<Detected> {
    let graph = seen.graph.filter(|_| tab(seen) == Some(DrawerTab::Graph))?;
    let root = graph.edges[*graph.main_path.first()?].from;
    let reached = |node: usize| graph.edges.iter().filter(|edge| edge.from == node).map(|edge| edge.reaches).max().unwrap_or(0);
    let others = (0..graph.nodes.len()).filter(|&node| node != root && graph.nodes[node].is_root());
    let runner_up = others
        .max_by_key(|&node| reached(node))
        .map(|node| format!(" The next root, {}, reaches {} of them.", graph.nodes[node].in_words(), words::count(reached(node))));
    let finding = seen.report.and_then(|report| {
        // What keeps all of it may be far above the field to cut, and may keep other things, too.
        let on_way =
            |name: &String| *name == graph.nodes[root].name || graph.main_path.iter().any(|&edge| graph.edges[edge].fields.contains(name));
        let is_cut_on_way = |finding: &&Finding| finding.cut.fields.iter().any(on_way);
        let is_kept_by_root = |finding: &&Finding| finding.keepers.iter().any(|keeper| keeper.holder == graph.nodes[root].name);
        let class = seen.view.selection.lead().map(|node| class_of(seen.session, node));
        let is_leak = |finding: &&Finding| finding.severity == Severity::Leak;
        let of_class = |finding: &&Finding| is_leak(finding) && class.as_deref() == Some(finding.blamed());
        let told = |is_meant: &dyn Fn(&&Finding) -> bool| report.findings.iter().position(|finding| is_meant(&finding));
        told(&is_cut_on_way).or_else(|| told(&of_class)).or_else(|| told(&is_kept_by_root)).or_else(|| told(&is_leak))
    });
    Some(Detected {
        id: "kept-alive",
        anchor: Anchor::Graph,
        step: 7,
        strength: None,
        facts: vec![
            ("root", words::capitalised(&graph.nodes[root].in_words())),
            ("sentence", shortened_way(&graph.sentence)),
            ("runner_up", runner_up.unwrap_or_default()),
        ],
        actions: finding.map(|finding| action("finding", [CityCommand::ShowFinding(finding)])).into_iter().collect(),
    })
}

/// A way with many steps, by its begin and its end: the picture shows all of it.
fn shortened_way(sentence: &str) -> String {
    const BEFORE: usize = 3;
    const AFTER: usize = 3;
    let steps: Vec<&str> = sentence.split("; ").collect();
    let left_out = steps.len().saturating_sub(BEFORE + AFTER);
    if left_out < 2 {
        return sentence.to_owned();
    }
    let (begin, end) = (steps[..BEFORE].join("; "), steps[steps.len() - AFTER..].join("; "));
    format!("{begin}; {left_out} steps further {end}")
}

/// The finding that is told in full says where to cut.
fn where_to_cut(seen: Seen<'_>) -> Option<Detected> {
    let report = seen.report.filter(|_| tab(seen) == Some(DrawerTab::Findings))?;
    let number = seen.view.finding.min(report.findings.len().checked_sub(1)?);
    let finding = report.findings.get(number).filter(|finding| finding.severity == Severity::Leak)?;
    let cut = CutWords::of(finding)?;
    let building = building(seen.session, finding);
    let collection = finding.evidence.collection.as_ref().map(|found| Action {
        facts: vec![("pattern", words::capitalised(&found.pattern))],
        ..action("collection", CityCommand::collection(&found.owner, &found.class))
    });
    Some(Detected {
        id: "where-to-cut",
        anchor: Anchor::Finding(number),
        step: 8,
        strength: None,
        facts: vec![
            ("field", cut.names.join(" and ")),
            ("rest", format!("{}{}{}", cut.verb, cut.names.join(" and "), cut.rest)),
            ("title", short_title(finding)),
        ],
        actions: collection.into_iter().chain(building.map(|node| action("city", CityCommand::show(node)))).collect(),
    })
}

/// The classifier that tells who called the place that made an object, and who called that.
const CALLERS: &str = "Call site";

/// The steps of churn: how much died young, of which types that is, and where each of them is made.
fn garbage(seen: Seen<'_>) -> Vec<Detected> {
    let session = seen.session;
    let evolution = &session.evolution;
    let Some(churn) = Churn::of_garbage(evolution, session.range.points()) else { return Vec::new() };
    let name = |node: NodeIndex| &*evolution.nodes[node.at()].name;
    let told = churn_in_words(&churn, evolution.has_estimates(), name);
    let sentence = |at: usize| told.get(at).cloned().unwrap_or_default();
    let groups = charted(seen);
    let down_to = |node| CityCommand::Chart(Box::new(seen.view.over_time.down_to(evolution, node)));
    let anchor = if groups.is_empty() { Anchor::Finding(0) } else { Anchor::Part(0, churn.young) };
    let made = churn.types.first().and_then(|of| Some((of, of.place()?)));
    let at_its_place = made.map(|(of, (place, totals))| Detected {
        id: "building-dies",
        anchor: Anchor::Building(tower_of(session, place)),
        step: 0,
        strength: Some(100.0 * totals.objects as f64 / churn.died.objects.max(1) as f64),
        facts: vec![
            ("group", name_of(session, of.node)),
            ("name", name(place).to_owned()),
            ("objects", format!("{}{}", if evolution.has_estimates() { "about " } else { "" }, words::count(totals.objects))),
            ("share", words::share(totals.objects, churn.died.objects)),
        ],
        actions: vec![charted_to(seen, place), action("fly", CityCommand::show(place))],
    });
    let mut all = vec![Detected {
        id: "dies-young",
        anchor,
        step: 2,
        strength: Some(100.0 * churn.young_share()),
        facts: vec![("sentence", sentence(0))],
        actions: vec![action("chart", [down_to(churn.young), CityCommand::ShowTab(DrawerTab::OverTime)])],
    }];
    all.extend(at_its_place);
    if groups.get(1) == Some(&churn.young) {
        let open = |of: &ChurnType| Action {
            does: "open",
            facts: vec![
                ("name", name_of(session, of.node)),
                ("objects", words::amount(Metric::Objects, of.totals.objects)),
                ("share", words::share(of.totals.objects, churn.young_totals.objects)),
            ],
            commands: vec![down_to(of.node), CityCommand::Select(Some(of.node))],
        };
        all.extend(churn.types.first().map(|first| Detected {
            id: "young-types",
            anchor: Anchor::Part(1, first.node),
            step: 3,
            strength: None,
            facts: vec![("sentence", sentence(1))],
            actions: churn.types.iter().map(open).collect(),
        }));
    }
    let shown = groups.get(2).and_then(|group| churn.types.iter().find(|of| of.node == *group));
    if let Some((of, (site, totals))) = shown.and_then(|of| Some((of, of.site?))) {
        let about = if evolution.has_estimates() { "about " } else { "" };
        let from = of.called_from.map(|(place, totals)| format!(" Of them {about}{} for {}.", words::count(totals.objects), name(place)));
        let place = of.place().map_or(site, |(place, _)| place);
        let mut actions = vec![action("city", CityCommand::show(place))];
        if evolution.roles.iter().all(|role| &**role != CALLERS) {
            let steps = ["Age", "Type", "Allocation site", CALLERS].join(", ");
            let charts = seen.view.over_time.down_to(evolution, site);
            actions
                .push(action("callers", [ShellCommand::Show(Subject::Garbage, vec![steps]).into(), CityCommand::Chart(Box::new(charts))]));
        }
        all.push(Detected {
            id: "young-site",
            anchor: Anchor::Part(2, site),
            step: 4,
            strength: None,
            facts: vec![
                ("name", name(site).to_owned()),
                ("group", name_of(session, of.node)),
                ("objects", format!("{about}{}", words::count(totals.objects))),
                ("all", words::count(of.totals.objects)),
                ("from", from.unwrap_or_default()),
                ("causes", CAUSES_OF_CHURN.to_owned()),
            ],
            actions,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ways_are_told_by_their_begin_and_their_end() {
        let way = |steps: usize| (1..=steps).map(|step| format!("these by {step}")).collect::<Vec<_>>().join("; ");
        assert_eq!(shortened_way(&way(7)), way(7));
        assert_eq!(shortened_way(&way(9)), "these by 1; these by 2; these by 3; 3 steps further these by 7; these by 8; these by 9");
    }
}
