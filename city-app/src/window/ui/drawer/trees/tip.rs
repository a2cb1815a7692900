//! What is told of a group under the pointer.

use analysis::Metric;

use crate::answers::tree_views::TreeViews;
use crate::base::words;

/// The way down to it, what it holds, its shares, and how it grew.
pub(super) fn tip(views: &TreeViews, node: usize, point: usize) -> String {
    let values = views.values(point);
    let way: Vec<String> = views.path(node).into_iter().map(|node| views.name(node)).collect();
    let parent = views.tree.nodes[node].parent;
    let amount = match views.group(node) {
        Some(group) => {
            let of = |metric| views.evolution.value(metric, group, point);
            let both = words::objects_and_bytes(of(Metric::Objects), of(Metric::Bytes));
            match views.metric {
                Metric::Objects | Metric::Bytes => both,
                Metric::Deep | Metric::Retained => format!("{}; {both}", words::amount(views.metric, values[node])),
            }
        }
        None => words::amount(views.metric, values[node]),
    };
    let role = views.role_name(node);
    let role = if role.is_empty() { String::new() } else { format!("{role}\n") };
    let first = views.values(views.points.first)[node];
    let change = words::change(views.metric, i128::from(values[node]) - i128::from(first));
    let of_heap = format!("{} of the heap", words::share(values[node], values[0]));
    let shares = if parent == 0 {
        of_heap
    } else {
        format!("{} of {}, {of_heap}", words::share(values[node], values[parent]), views.short_name(parent))
    };
    format!("{}\n{role}{amount}\n{shares}\n{change} since point {}", way.join(words::WITHIN), views.points.first + 1)
}
