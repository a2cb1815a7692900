//! All processes as one city: services and their versions, and in them the groups of their heaps.

use std::collections::{BTreeMap, HashMap};

use analysis::{KEY_SEPARATOR, MemoryTree, NodeSizes, NodeTotals, RoleIndex, TimePoint, TreeBuilder, WHOLE_RUN, share_of_runs};

use crate::answers::{Answers, Row};

/// What a city of many processes is grouped by at first.
pub const SERVICE_ROLE: &str = "Service";
/// What services are grouped by.
pub const VERSION_ROLE: &str = "Version";

/// What a version is called of which nobody said which one it is.
pub const NO_VERSION: &str = "(no version)";

/// What districts of a city of many processes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum District {
    /// All processes of a service.
    Service,
    /// All of a version.
    Version,
}

impl District {
    /// Those of a city unless somebody wants others, outermost first.
    pub const USUAL: [Self; 2] = [Self::Service, Self::Version];

    /// What they are called where somebody chooses them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Version => "version",
        }
    }

    const fn role(self) -> &'static str {
        match self {
            Self::Service => SERVICE_ROLE,
            Self::Version => VERSION_ROLE,
        }
    }

    /// What the one is called in which the processes of a row lie.
    fn of(self, row: &Row) -> String {
        district_name(self.role(), &row.text(self.name())).to_owned()
    }
}

/// Memory trees over time; sizes are sums over all processes, and times are [shares of the run](analysis::PointTime::ShareOfRuns) of each.
#[must_use]
pub fn city_points(answers: &Answers, districts: &[District]) -> Vec<TimePoint> {
    let mut steps: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    for row in answers.of_city() {
        steps.entry(row.count("step")).or_default().push(row);
    }
    let last = steps.keys().max().copied().unwrap_or(0);
    // Who is above a group comes before it.
    steps.values_mut().for_each(|rows| rows.sort_by_key(|row| row.count("depth")));
    steps.into_iter().map(|(step, rows)| point(step, last, &rows, districts)).collect()
}

/// What a district of a city is called that tables name so.
#[must_use]
pub fn district_name<'n>(role: &str, name: &'n str) -> &'n str {
    if name.is_empty() && role == VERSION_ROLE { NO_VERSION } else { name }
}

/// The node of a version of a service, in the tree of a point of such a city.
pub(crate) fn district(city: &MemoryTree, service: &str, version: &str) -> Option<usize> {
    city.nodes.iter().position(|node| {
        let above = &city.nodes[node.parent.at()];
        (&*node.name, &*above.name) == (district_name(VERSION_ROLE, version), service)
            && city.roles[node.role.at()].as_ref() == VERSION_ROLE
    })
}

fn totals(row: &Row) -> NodeTotals {
    NodeTotals { objects: row.count("objects"), bytes: row.count("bytes") }
}

fn point(step: u64, last: u64, rows: &[&Row], districts: &[District]) -> TimePoint {
    let mut tree = TreeBuilder::new(NodeTotals::default());
    let roles: Vec<RoleIndex> = districts.iter().map(|district| tree.role(district.role())).collect();
    // Districts by who is around them and their names, and the groups of each by their paths.
    let mut inside: HashMap<(u32, String), u32> = HashMap::new();
    let mut groups: HashMap<(u32, String), u32> = HashMap::new();
    for row in rows {
        let (path, totals, is_whole) = (row.text("path"), totals(row), row.count("depth") == 0);
        let mut around = vec![0];
        for (district, &role) in districts.iter().zip(&roles) {
            let (outer, name) = (around[around.len() - 1], district.of(row));
            let none = NodeTotals::default();
            let made = inside.entry((outer, name)).or_insert_with_key(|(_, name)| tree.add_part(outer, name, role, none));
            around.push(*made);
        }
        let district = around[around.len() - 1];
        if is_whole {
            around.into_iter().for_each(|node| tree.add_totals(node, totals));
            groups.insert((district, path), district);
            continue;
        }
        let (above, part) = path.rsplit_once(KEY_SEPARATOR).unwrap_or(("", &path));
        let Some(&parent) = groups.get(&(district, above.to_owned())) else { continue };
        let key = format!("{}{KEY_SEPARATOR}{part}", tree.key(parent));
        let node = *groups.entry((district, path)).or_insert_with(|| {
            let role = tree.role(&row.text("criterion"));
            tree.add(parent, key.into(), row.text("name").into(), role, NodeTotals::default())
        });
        tree.add_totals(node, totals);
    }
    // Where there is but one point, it is the last of each process.
    let time_millis = if last == 0 { WHOLE_RUN } else { step as i64 * WHOLE_RUN / last as i64 };
    let label = Some(share_of_runs(time_millis));
    let mut tree = tree.finish().tree;
    divide(&mut tree, rows.first().map_or(1, |row| row.count("times")));
    TimePoint { time_millis, gc: None, label, tree, references: None, sizes: NodeSizes::default() }
}

/// Divides all totals, rounded, so that a group has what its parts have together and what is its own.
fn divide(tree: &mut MemoryTree, times: u64) {
    if times <= 1 {
        return;
    }
    let mut of_parts = vec![(NodeTotals::default(), NodeTotals::default()); tree.nodes.len()];
    // Parts come after what they are parts of.
    for at in (0..tree.nodes.len()).rev() {
        let (before, after) = of_parts[at];
        let whole = tree.nodes[at].totals;
        let rounded = |own: u64| (own + times / 2) / times;
        let own = NodeTotals {
            objects: rounded(whole.objects.saturating_sub(before.objects)),
            bytes: rounded(whole.bytes.saturating_sub(before.bytes)),
        };
        let divided = own.saturating_add(after);
        tree.nodes[at].totals = divided;
        let parent = tree.nodes[at].parent.at();
        if parent != at {
            let (before, after) = of_parts[parent];
            of_parts[parent] = (before.saturating_add(whole), after.saturating_add(divided));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_divided_is_the_sum_of_its_parts() {
        let totals = |objects: u64| NodeTotals { objects, bytes: 10 * objects };
        let mut built = TreeBuilder::new(totals(14));
        let role = built.role("Type");
        for (name, objects) in [("a", 4), ("b", 4), ("c", 4)] {
            built.add_part(0, name, role, totals(objects));
        }
        let mut tree = built.finish().tree;
        divide(&mut tree, 3);
        let objects: Vec<u64> = tree.nodes.iter().map(|node| node.totals.objects).collect();
        assert_eq!(objects, [4, 1, 1, 1], "two thirds are its own");
        assert_eq!(tree.nodes[0].totals.bytes, 3 * 13 + 7);
    }
}
