//! What every plan must keep, on small and on random graphs.

use proptest::prelude::*;

use super::*;

const SPACING: LayeredSpacing = LayeredSpacing { columns: 20.0, nodes: 12.0, edges: 6.0 };

fn edge(from: usize, to: usize) -> LayeredEdge {
    LayeredEdge { from, to, label: (40.0, 14.0), width: 3.0 }
}

fn plan(nodes: usize, edges: &[(usize, usize)]) -> LayeredPlan {
    let edges: Vec<LayeredEdge> = edges.iter().map(|&(from, to)| edge(from, to)).collect();
    layered(&vec![(100.0, 40.0); nodes], &edges, SPACING)
}

fn apart(a: &Rect, b: &Rect) -> bool {
    const HAIR: f64 = 1e-6;
    a.x1 <= b.x0 + HAIR || b.x1 <= a.x0 + HAIR || a.y1 <= b.y0 + HAIR || b.y1 <= a.y0 + HAIR
}

fn check(plan: &LayeredPlan, edges: &[LayeredEdge]) -> Result<(), TestCaseError> {
    let labels = plan.edges.iter().filter_map(|route| route.label);
    let boxes: Vec<Rect> = plan.nodes.iter().copied().chain(labels).collect();
    for (at, one) in boxes.iter().enumerate() {
        prop_assert!(one.x0 >= -1e-6 && one.y0 >= -1e-6 && one.x1 <= plan.size.0 + 1e-6 && one.y1 <= plan.size.1 + 1e-6);
        for other in &boxes[at + 1..] {
            prop_assert!(apart(one, other), "{:?} and {:?} overlap", one, other);
        }
    }
    for (edge, route) in edges.iter().zip(&plan.edges) {
        if edge.from == edge.to {
            prop_assert!(route.points.is_empty());
            continue;
        }
        let mut points = route.points.clone();
        let (mut left, mut right) = (plan.nodes[edge.from], plan.nodes[edge.to]);
        if route.turned_round {
            points.reverse();
            std::mem::swap(&mut left, &mut right);
        }
        prop_assert!(points.windows(2).all(|pair| pair[0].0 <= pair[1].0 + 1e-6), "an edge turns back: {:?}", points);
        let at_side = |y: f64, rect: &Rect| y >= rect.y0 - 1e-6 && y <= rect.y1 + 1e-6;
        let (first, last) = (points[0], points[points.len() - 1]);
        prop_assert!((first.0 - left.x1).abs() < 1e-6 && at_side(first.1, &left));
        prop_assert!((last.0 - right.x0).abs() < 1e-6 && at_side(last.1, &right));
        // Where it passes a column of nodes, it passes beside them.
        for pair in points[2..points.len() - 1].chunks(2).filter(|pair| pair.len() == 2) {
            for node in plan.nodes.iter().filter(|node| node.x0 < pair[1].0 - 1e-6 && node.x1 > pair[0].0 + 1e-6) {
                prop_assert!(pair[0].1 <= node.y0 + 1e-6 || pair[0].1 >= node.y1 - 1e-6, "{:?} passes through {:?}", pair, node);
            }
        }
    }
    Ok(())
}

#[test]
fn a_chain_is_a_straight_line() {
    let plan = plan(3, &[(2, 1), (1, 0)]);
    assert!(plan.nodes[2].x1 < plan.nodes[1].x0 && plan.nodes[1].x1 < plan.nodes[0].x0);
    assert!(plan.nodes.iter().all(|node| (node.y0 - plan.nodes[0].y0).abs() < 1e-6));
    assert_eq!(plan.edges[0].points.iter().map(|point| point.1.round()).collect::<Vec<_>>(), vec![20.0; plan.edges[0].points.len()]);
}

#[test]
fn a_crossing_that_need_not_be_is_not() {
    // Nodes 0 and 1 lead to 3 and 2, so the given order crosses.
    let found = plan(4, &[(0, 3), (1, 2)]);
    assert_eq!(found.crossings, 0);
    // All to all of two and two crosses once, whatever the order.
    assert_eq!(plan(4, &[(0, 2), (0, 3), (1, 2), (1, 3)]).crossings, 1);
}

#[test]
fn cycles_and_loops_are_drawn() {
    let found = plan(3, &[(2, 1), (1, 0), (1, 2), (1, 1)]);
    assert_eq!(found.edges.iter().map(|route| route.turned_round).collect::<Vec<_>>(), [false, false, true, false]);
    assert!(found.edges[2].points.len() > 2 && found.edges[3].points.is_empty());
}

#[test]
fn what_leads_nowhere_stands_beside_its_neighbour() {
    // 3 -> 2 -> 1 -> 0, and 4 hangs on 3.
    let found = plan(5, &[(3, 2), (2, 1), (1, 0), (3, 4)]);
    assert!((found.nodes[4].x0 - found.nodes[2].x0).abs() < 1e-6);
}

#[test]
fn nothing_is_a_plan_too() {
    assert_eq!(plan(0, &[]), LayeredPlan::default());
    assert_eq!(plan(1, &[(0, 7)]).nodes.len(), 1);
}

#[test]
fn five_hundred_nodes_are_placed() {
    let edges: Vec<(usize, usize)> = (1..500).flat_map(|at| [(at, at / 3), (at, (at * 7) % 500)]).collect();
    let found = plan(500, &edges);
    let edges: Vec<LayeredEdge> = edges.iter().map(|&(from, to)| edge(from, to)).collect();
    check(&found, &edges).expect("a sound plan");
}

proptest! {
    #[test]
    fn nothing_overlaps_and_orders_are_no_worse_than_naive_ones(
        sizes in prop::collection::vec((10.0_f64..200.0, 10.0_f64..80.0), 1..24),
        pairs in prop::collection::vec((0_usize..24, 0_usize..24, 0.0_f64..60.0), 0..48),
    ) {
        let edges: Vec<LayeredEdge> = pairs
            .iter()
            .filter(|(from, to, _)| *from < sizes.len() && *to < sizes.len())
            .map(|&(from, to, label)| LayeredEdge { from, to, label: (label, 14.0), width: 1.0 + label / 10.0 })
            .collect();
        let found = layered(&sizes, &edges, SPACING);
        check(&found, &edges)?;
        prop_assert_eq!(&found, &layered(&sizes, &edges, SPACING));

        let ends: Vec<_> = edges.iter().map(|edge| (edge.from != edge.to).then_some((edge.from, edge.to))).collect();
        let turned = turned_round(sizes.len(), &ends);
        let ends: Vec<_> =
            ends.iter().zip(&turned).map(|(ends, &turned)| ends.map(|(from, to)| if turned { (to, from) } else { (from, to) })).collect();
        let columns = Columns::new(&sizes, &edges, &ends, &turned, &layers(sizes.len(), &ends));
        let naive = Orders::naive(&columns);
        prop_assert!(found.crossings <= naive.crossings(&columns));
        prop_assert_eq!(naive.crossings(&columns), counted_one_by_one(&columns, &naive));
    }
}

fn counted_one_by_one(columns: &Columns, orders: &Orders) -> u64 {
    let mut crossings = 0;
    for pair in orders.columns.windows(2) {
        let place = |column: &[usize], item: usize| column.iter().position(|&at| at == item);
        let edges: Vec<_> = pair[0]
            .iter()
            .flat_map(|&item| columns.behind[item].iter().map(move |&to| (item, to)))
            .map(|(from, to)| (place(&pair[0], from), place(&pair[1], to)))
            .collect();
        for (at, one) in edges.iter().enumerate() {
            crossings +=
                edges[at + 1..].iter().filter(|other| (one.0 < other.0 && one.1 > other.1) || (one.0 > other.0 && one.1 < other.1)).count()
                    as u64;
        }
    }
    crossings
}
