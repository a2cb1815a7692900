//! What died in two stretches of time, as one table.

use std::sync::Arc;

use analysis::{EstimatedTree, Evolution, Metric, NodeSizes, NodeTotals, Progress, Result, Subject, TimePoint, Warnings};

use super::{Against, Span};

/// What died in one stretch of time compared with what died in another one, each with its length in seconds: four points, of which two begin
/// with nothing. By what growth is meant `metric` says.
///
/// # Errors
/// [`analysis::Error::Empty`] where nothing died in either.
pub fn two_stretches(here: (EstimatedTree, f64), there: (EstimatedTree, f64), metric: Metric) -> Result<Span> {
    let of_span = here.1;
    let seconds = there.1;
    let nothing = |tree: &EstimatedTree| {
        let mut tree = tree.tree.clone();
        tree.nodes.iter_mut().for_each(|node| node.totals = NodeTotals::default());
        EstimatedTree { tree, estimates: None }
    };
    // A tree without groups would be no point.
    let some = if there.0.tree.nodes.len() > 1 { &there.0 } else { &here.0 };
    let begin = nothing(some);
    let or_nothing = |tree: EstimatedTree| if tree.tree.nodes.len() > 1 { tree } else { begin.clone() };
    let trees = [begin.clone(), or_nothing(there.0), begin.clone(), or_nothing(here.0)];
    let point = |(at, EstimatedTree { tree, estimates }): (usize, EstimatedTree)| TimePoint {
        time_millis: at as i64,
        gc: None,
        label: None,
        tree,
        references: None,
        sizes: NodeSizes { estimates, ..NodeSizes::default() },
    };
    let points: Vec<TimePoint> = trees.into_iter().enumerate().map(point).collect();
    let mut evolution = Evolution::from_points("", "", points, &Progress::new(), &Warnings::new())?;
    evolution.subject = Subject::Garbage;
    let span = Span::new(&Arc::new(evolution), 2, 3, metric);
    Ok(Span { against: Some(Against { from: 0, to: 1, seconds, of_span }), ..span })
}

#[cfg(test)]
mod tests {
    use analysis::{NodeEstimate, NodeIndex, TreeBuilder};

    use super::*;
    use crate::answers::tree_table::{Column, Mark};

    fn tree(groups: &[(&str, u64)]) -> EstimatedTree {
        let totals = |objects| NodeTotals { objects, bytes: 10 * objects };
        let mut builder = TreeBuilder::new(totals(groups.iter().map(|group| group.1).sum()));
        let role = builder.role("Type");
        for (name, objects) in groups {
            builder.add_part(0, name, role, totals(*objects));
        }
        let tree = builder.finish().tree;
        let error = |node: &analysis::TreeNode| {
            Some(NodeEstimate { recorded: 1, error: NodeTotals { objects: node.totals.objects / 10, bytes: 8 } })
        };
        let estimates = Some(tree.nodes.iter().map(error).collect());
        EstimatedTree { tree, estimates }
    }

    #[test]
    fn stretches_of_any_length_are_compared_per_second() {
        let span = two_stretches((tree(&[("A", 100), ("B", 40)]), 0.5), (tree(&[("A", 100), ("C", 8)]), 4.0), Metric::Objects);
        let span = span.expect("something died");
        let node = |name: &str| span.evolution.find(name)[0];
        let told = |name| [Column::Rate, Column::RateAgainst, Column::RateChange].map(|of| of(Metric::Objects).text(&span, node(name)));
        assert_eq!(told("A"), ["200 \u{b1} 20", "25 \u{b1} 3", "+175 \u{b1} 21"]);
        assert_eq!(told("C")[..2], ["0".to_owned(), "2.0".to_owned()]);
        assert_eq!(["A", "B", "C"].map(|name| span.mark(node(name))), [Mark::Grown, Mark::New, Mark::Gone]);
        assert_eq!(Column::Rate(Metric::Bytes).raw(&span, NodeIndex::ROOT), "2800.0000");
    }

    #[test]
    fn nothing_may_have_died_in_one_of_them() {
        let span = two_stretches((tree(&[]), 1.0), (tree(&[("A", 8)]), 1.0), Metric::Objects).expect("something died");
        assert_eq!(span.mark(span.evolution.find("A")[0]), Mark::Gone);
        assert!(two_stretches((tree(&[]), 1.0), (tree(&[]), 1.0), Metric::Objects).is_err());
    }
}
