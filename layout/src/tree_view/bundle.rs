//! Links between groups of a sunburst, bundled: each goes along the tree, from one group up to the nearest one that holds both and down to the
//! other, so that links between the same parts lie close to one another.
//!
//! Source: Holten, "Hierarchical Edge Bundles" (InfoVis 2006): a cubic B-spline over the places of these groups, straightened by a share.

use std::f64::consts::TAU;

use super::{PrunedTree, Share, SunburstGeometry};

/// How strongly links are bundled; at 0 they would be straight. As published.
const TIGHTNESS: f64 = 0.85;
/// Places per piece of the spline.
const STEPS: usize = 8;

/// The line of a link between two groups below `root`, from the middle of the one to that of the other, seen from the middle of the picture.
/// Groups that are not drawn because they lie too deep stand at the outermost ring.
#[must_use]
pub fn bundled_link(tree: &PrunedTree, shares: &[Share], root: usize, geometry: &SunburstGeometry, ends: [usize; 2]) -> Vec<(f64, f64)> {
    let place = |node: usize| {
        let share = shares[node].within(shares[root]);
        let ring = usize::from(tree.nodes[node].level - tree.nodes[root].level).min(geometry.levels);
        let radius = if node == root { 0.0 } else { geometry.middle_of_ring(ring) };
        let angle = TAU * (share.start + 0.5 * share.len());
        (radius * angle.sin(), -radius * angle.cos())
    };
    let mut ways = ends.map(|end| way_up(tree, root, end));
    // What both have above their nearest common group is no part of the way, and that one is passed once.
    let [from, to] = &mut ways;
    while from.len() > 1 && to.len() > 1 && from[from.len() - 2] == to[to.len() - 2] {
        from.pop();
        to.pop();
    }
    to.pop();
    let control: Vec<(f64, f64)> = from.iter().chain(to.iter().rev()).map(|&node| place(node)).collect();
    spline(&straightened(&control))
}

/// From a group up to the root, both included.
fn way_up(tree: &PrunedTree, root: usize, node: usize) -> Vec<usize> {
    let mut way = vec![node];
    let mut at = node;
    while at != root && at != 0 {
        at = tree.nodes[at].parent;
        way.push(at);
    }
    way
}

/// Each place a part of the way to where it would be on the straight line.
fn straightened(control: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (Some(&first), Some(&last)) = (control.first(), control.last()) else { return Vec::new() };
    let end = (control.len() - 1).max(1) as f64;
    let straight = |at: usize| {
        let share = at as f64 / end;
        (first.0 + share * (last.0 - first.0), first.1 + share * (last.1 - first.1))
    };
    let mix = |a: f64, b: f64| TIGHTNESS * a + (1.0 - TIGHTNESS) * b;
    control.iter().enumerate().map(|(at, &(x, y))| (mix(x, straight(at).0), mix(y, straight(at).1))).collect()
}

/// A uniform cubic B-spline that begins and ends at the outer places.
fn spline(control: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (Some(&first), Some(&last)) = (control.first(), control.last()) else { return Vec::new() };
    let padded: Vec<(f64, f64)> = [first, first].into_iter().chain(control.iter().copied()).chain([last, last]).collect();
    let mut line = Vec::with_capacity(STEPS * padded.len());
    for piece in padded.windows(4) {
        for step in 0..STEPS {
            line.push(on_piece(piece, step as f64 / STEPS as f64));
        }
    }
    line.push(last);
    line
}

fn on_piece(piece: &[(f64, f64)], t: f64) -> (f64, f64) {
    let weights = [
        (1.0 - t).powi(3) / 6.0,
        (3.0 * t.powi(3) - 6.0 * t.powi(2) + 4.0) / 6.0,
        (-3.0 * t.powi(3) + 3.0 * t.powi(2) + 3.0 * t + 1.0) / 6.0,
        t.powi(3) / 6.0,
    ];
    piece.iter().zip(weights).fold((0.0, 0.0), |(x, y), (place, weight)| (x + weight * place.0, y + weight * place.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spline_begins_and_ends_where_it_should_and_stays_between() {
        let line = spline(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-9;
        assert!(near(line[0], (0.0, 0.0)) && near(line[line.len() - 1], (10.0, 10.0)));
        let is_between = |along: f64| (-1e-9..=10.0 + 1e-9).contains(&along);
        assert!(line.iter().all(|&(x, y)| is_between(x) && is_between(y)));
        assert!(line.windows(2).all(|pair| (pair[0].0 - pair[1].0).hypot(pair[0].1 - pair[1].1) < 3.0), "no jumps");
    }

    #[test]
    fn tightness_is_a_share_of_the_way_to_the_straight_line() {
        let straight = straightened(&[(0.0, 0.0), (0.0, 10.0), (10.0, 0.0)]);
        assert_eq!(straight[0], (0.0, 0.0));
        assert!((straight[1].0 - 0.15 * 5.0).abs() < 1e-12 && (straight[1].1 - 8.5).abs() < 1e-12);
    }
}
