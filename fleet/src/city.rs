//! All processes as one city: services and their versions, and in them the groups of their heaps.

use std::collections::BTreeMap;

use analysis::{KEY_SEPARATOR, MemoryTree, NodeSizes, NodeTotals, TimePoint, TreeBuilder, WHOLE_RUN, share_of_runs};

use crate::answers::{Answers, Row};

/// What a city of many processes is grouped by at first.
pub const SERVICE_ROLE: &str = "Service";
/// What services are grouped by.
pub const VERSION_ROLE: &str = "Version";

/// What a version is called of which nobody said which one it is.
pub const NO_VERSION: &str = "(no version)";

/// Memory trees over time; sizes are sums over all processes, and times are [shares of the run](analysis::PointTime::ShareOfRuns) of each.
#[must_use]
pub fn city_points(answers: &Answers) -> Vec<TimePoint> {
    let mut steps: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    for row in answers.of_city() {
        steps.entry(row.count("step")).or_default().push(row);
    }
    let last = steps.keys().max().copied().unwrap_or(0);
    // Who is above a group comes before it.
    steps.values_mut().for_each(|rows| rows.sort_by_key(|row| row.count("depth")));
    steps.into_iter().map(|(step, rows)| point(step, last, &rows)).collect()
}

fn shown(version: &str) -> &str {
    if version.is_empty() { NO_VERSION } else { version }
}

/// The node of a version of a service, in the tree of a point of such a city.
pub(crate) fn district(city: &MemoryTree, service: &str, version: &str) -> Option<usize> {
    city.nodes.iter().position(|node| {
        let above = &city.nodes[node.parent.at()];
        (&*node.name, &*above.name) == (shown(version), service) && city.roles[node.role.at()].as_ref() == VERSION_ROLE
    })
}

fn totals(row: &Row) -> NodeTotals {
    NodeTotals { objects: row.count("objects"), bytes: row.count("bytes") }
}

fn point(step: u64, last: u64, rows: &[&Row]) -> TimePoint {
    let wholes = || rows.iter().copied().filter(|row| row.count("depth") == 0);
    let sum = |rows: &mut dyn Iterator<Item = &Row>| rows.map(totals).fold(NodeTotals::default(), NodeTotals::saturating_add);
    let mut tree = TreeBuilder::new(sum(&mut wholes()));
    let (of_service, of_version) = (tree.role(SERVICE_ROLE), tree.role(VERSION_ROLE));
    let mut services: BTreeMap<String, u32> = BTreeMap::new();
    let mut groups: BTreeMap<(String, String, String), u32> = BTreeMap::new();
    for whole in wholes() {
        let (service, version) = (whole.text("service"), whole.text("version"));
        let of = services.entry(service.clone()).or_insert_with(|| {
            let all = sum(&mut wholes().filter(|row| row.text("service") == service));
            tree.add_part(0, &service, of_service, all)
        });
        let node = tree.add_part(*of, shown(&version), of_version, totals(whole));
        groups.insert((service, version, whole.text("path")), node);
    }
    for row in rows.iter().filter(|row| row.count("depth") > 0) {
        let (service, version, path) = (row.text("service"), row.text("version"), row.text("path"));
        let above = path.rsplit_once(KEY_SEPARATOR).map_or("", |(above, _)| above).to_owned();
        let Some(&parent) = groups.get(&(service.clone(), version.clone(), above)) else { continue };
        let role = tree.role(&row.text("criterion"));
        let part = path.rsplit(KEY_SEPARATOR).next().unwrap_or_default();
        let key = format!("{}{KEY_SEPARATOR}{part}", tree.key(parent));
        let node = tree.add(parent, key.into(), row.text("name").into(), role, totals(row));
        groups.insert((service, version, path), node);
    }
    // Where there is but one point, it is the last of each process.
    let time_millis = if last == 0 { WHOLE_RUN } else { step as i64 * WHOLE_RUN / last as i64 };
    let label = Some(share_of_runs(time_millis));
    TimePoint { time_millis, gc: None, label, tree: tree.finish().tree, references: None, sizes: NodeSizes::default() }
}
