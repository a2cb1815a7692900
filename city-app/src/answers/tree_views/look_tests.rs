//! What pictures of trees show.

use std::f64::consts::{FRAC_PI_2, TAU};

use analysis::{Metric, NodeIndex};
use layout::{Pruning, TreeOrder};

use super::TreeViews;
use super::look::{Outline, TreeAsk, TreeForm, TreeScope, TreeShape};
use crate::test_samples::sample_city;
use crate::test_sessions::{nested_session, session};

const FORMS: [TreeForm; 4] = [TreeForm::Sunburst, TreeForm::Icicle, TreeForm::Treemap, TreeForm::Bars];

fn ask(form: TreeForm, scope: TreeScope, point: usize, root: usize) -> TreeAsk {
    TreeAsk { form, scope, point, root, size: (560.0, 560.0), is_scaled: false }
}

fn views(name: &str, order: TreeOrder) -> TreeViews {
    let city = sample_city(name);
    let pruning = Pruning { order, ..Pruning::default() };
    TreeViews::of(&city.session.evolution, Metric::Bytes, city.session.range, &pruning).expect("there is a heap")
}

/// Height of an icicle's root column.
fn height(shapes: &[TreeShape]) -> f64 {
    match shapes[0].outline {
        Outline::Rect(rect) => rect.depth(),
        Outline::Sector(_) => panic!("an icicle has rectangles"),
    }
}

#[test]
fn the_local_picture_has_two_levels_below_what_is_looked_at_and_says_where_there_is_more() {
    let views = views("fig11", TreeOrder::EndSize);
    let last = views.points.last;
    for form in [TreeForm::Sunburst, TreeForm::Icicle, TreeForm::Treemap] {
        let mut roots = vec![0];
        while let Some(root) = roots.pop() {
            let look = views.look(&ask(form, TreeScope::Local, last, root));
            assert_eq!(look.shapes[0].node, root, "{form:?}");
            for shape in &look.shapes {
                let below = views.tree.nodes[shape.node].level - views.tree.nodes[root].level;
                assert!(below <= 2 && views.path(shape.node).contains(&root), "{form:?}");
                assert_eq!(shape.has_more, below == 2 && views.has_parts(shape.node), "{form:?}");
                assert_eq!((shape.opacity, shape.is_looked_at), (1.0, false));
            }
            roots.extend(views.tree.nodes[root].children.clone().filter(|&child| views.has_parts(child) && views.values(last)[child] > 0));
        }
    }
}

#[test]
fn in_the_picture_of_everything_what_is_looked_at_stands_out() {
    let session = nested_session();
    let views = TreeViews::of(&session.evolution, Metric::Objects, session.range, &Pruning::default()).expect("there is a heap");
    let node = |name: &str| views.node_of(session.evolution.find_one(name).expect("is a group"));
    let [app, date, location, map] = ["Overall#app", "Date", "Location", "Map"].map(node);
    for form in [TreeForm::Sunburst, TreeForm::Icicle, TreeForm::Treemap] {
        let look = views.look(&ask(form, TreeScope::Global, 1, app));
        let of = |node: usize| look.shapes.iter().find(|shape| shape.node == node).expect("is shown");
        assert_eq!(look.shapes.len(), views.tree.nodes.len(), "{form:?}: everything is there");
        assert_eq!([0, app, date, location].map(|node| of(node).opacity), [1.0; 4], "{form:?}");
        assert!(of(map).opacity < 0.5, "{form:?}");
        assert_eq!([0, app, date].map(|node| of(node).is_looked_at), [false, true, false]);
        assert!(look.shapes.iter().all(|shape| shape.label.is_none()), "{form:?}");
        let whole = views.look(&ask(form, TreeScope::Global, 1, 0));
        assert!(whole.shapes.iter().all(|shape| shape.opacity == 1.0 && !shape.is_looked_at), "{form:?}");
    }
}

#[test]
fn the_size_of_a_picture_tells_that_of_the_heap_where_that_is_asked_for() {
    let session = session(&[&[("a", 60), ("b", 40)], &[("a", 80), ("b", 120)]]);
    let views = TreeViews::of(&session.evolution, Metric::Bytes, session.range, &Pruning::default()).expect("there is a heap");
    let look = |form, point, is_scaled| views.look(&TreeAsk { is_scaled, ..ask(form, TreeScope::Global, point, 0) });
    let heights =
        [(0, true), (1, true), (0, false), (1, false)].map(|(point, scaled)| height(&look(TreeForm::Icicle, point, scaled).shapes));
    assert_eq!(heights.map(|height| height + 1.0), [280.0, 560.0, 560.0, 560.0], "besides a gap");
    let radius = |point, scaled| match look(TreeForm::Sunburst, point, scaled).shapes[1].outline {
        Outline::Sector(sector) => sector.outer + 1.0,
        Outline::Rect(_) => panic!("rings have sectors"),
    };
    assert!((radius(0, true) / radius(1, true) - 0.5_f64.sqrt()).abs() < 1e-9, "areas are compared");
    assert!((radius(0, false) / radius(1, true) - 1.0).abs() < 1e-9);
    let frame = |form, scaled| look(form, 0, scaled).frame.is_some();
    assert_eq!(
        [(TreeForm::Icicle, true), (TreeForm::Sunburst, true), (TreeForm::Icicle, false)].map(|(f, s)| frame(f, s)),
        [true, true, false]
    );
}

#[test]
fn what_lies_at_a_place_is_what_is_drawn_there() {
    let views = views("fig12", TreeOrder::AbsoluteGrowth);
    let root = views.tree.nodes[0].children.start;
    for form in FORMS {
        for (scope, root) in [(TreeScope::Local, 0), (TreeScope::Local, root), (TreeScope::Global, root)] {
            let ask = ask(form, scope, views.points.last, root);
            for shape in &views.look(&ask).shapes {
                let (place, is_thin) = match shape.outline {
                    Outline::Rect(rect) => ((f64::midpoint(rect.x0, rect.x1), f64::midpoint(rect.y0, rect.y1)), rect.shorter_side() < 0.1),
                    Outline::Sector(sector) => {
                        let (angle, radius) = (sector.start + 0.5 * sector.sweep, f64::midpoint(sector.inner, sector.outer));
                        ((280.0 + radius * angle.sin(), 280.0 - radius * angle.cos()), sector.sweep < 1e-3)
                    }
                };
                let is_covered = form == TreeForm::Treemap && views.has_parts(shape.node);
                if !is_thin && !is_covered {
                    assert_eq!(views.at(&ask, place), Some((shape.point, shape.node)), "{form:?}, {scope:?}");
                }
            }
            assert_eq!(views.at(&ask, (-3.0, -3.0)), None, "{form:?}");
        }
    }
}

#[test]
fn labels_have_room_end_with_dots_where_they_are_cut_and_are_never_upside_down() {
    let mut seen = [0, 0];
    for name in ["fig10", "fig11", "fig12"] {
        let views = views(name, TreeOrder::AbsoluteGrowth);
        for point in views.points.points() {
            for form in FORMS {
                for shape in views.look(&ask(form, TreeScope::Local, point, 0)).shapes {
                    let Some(label) = shape.label else { continue };
                    let whole = views.short_name(shape.node);
                    let is_cut = label.text != whole;
                    seen[usize::from(is_cut)] += 1;
                    assert!(!is_cut || label.text.ends_with('…') && whole.starts_with(label.text.trim_end_matches('…')), "{label:?}");
                    assert!((-FRAC_PI_2..=FRAC_PI_2).contains(&label.turned), "{label:?}");
                    match shape.outline {
                        Outline::Rect(rect) => assert!(rect.depth() > 18.0, "{label:?}"),
                        Outline::Sector(sector) if sector.inner > 0.0 => {
                            let least = if views.tree.nodes[shape.node].level == 1 { 0.2 } else { 0.06 };
                            assert!(sector.sweep > least && (sector.sweep < TAU || label.turned == 0.0), "{label:?}");
                        }
                        Outline::Sector(_) => {}
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn bars_are_of_all_points_and_as_high_as_what_they_show() {
    let session = session(&[&[("a", 60), ("b", 40)], &[("a", 80), ("b", 120)]]);
    let views = TreeViews::of(&session.evolution, Metric::Bytes, session.range, &Pruning::default()).expect("there is a heap");
    let a = views.node_of(session.evolution.find_one("a").expect("is a group"));
    let heights = |root, is_scaled| -> Vec<(usize, f64)> {
        let look = views.look(&TreeAsk { is_scaled, ..ask(TreeForm::Bars, TreeScope::Local, 0, root) });
        let height = |shape: &TreeShape| match shape.outline {
            Outline::Rect(rect) => (shape.point, rect.depth().round()),
            Outline::Sector(_) => panic!("bars are rectangles"),
        };
        look.shapes.iter().map(height).collect()
    };
    // The part that grew most lies below.
    assert_eq!(heights(0, false), [(0, 112.0), (0, 168.0), (1, 336.0), (1, 224.0)]);
    // A group alone: of itself, and of the whole heap.
    assert_eq!((heights(a, false), heights(a, true)), (vec![(0, 420.0), (1, 560.0)], vec![(0, 168.0), (1, 224.0)]));
    assert_eq!(views.group(a), Some(NodeIndex(1)));
}

#[test]
fn siblings_stand_in_one_order_at_all_points_with_the_rest_last() {
    for (name, order) in [("fig10", TreeOrder::EndSize), ("fig11", TreeOrder::AbsoluteGrowth), ("fig12", TreeOrder::StartSize)] {
        let views = views(name, order);
        for point in views.points.points() {
            let shapes = views.look(&ask(TreeForm::Icicle, TreeScope::Global, point, 0)).shapes;
            let top = |shape: &TreeShape| match shape.outline {
                Outline::Rect(rect) => rect.y0,
                Outline::Sector(_) => panic!("an icicle has rectangles"),
            };
            for parent in 0..views.tree.nodes.len() {
                let mut children: Vec<&TreeShape> =
                    shapes.iter().filter(|shape| shape.node != 0 && views.tree.nodes[shape.node].parent == parent).collect();
                // What is nothing at a point has no height, so that its place says nothing.
                children.retain(|shape| views.values(point)[shape.node] > 0);
                children.sort_by(|a, b| top(a).total_cmp(&top(b)));
                let order: Vec<usize> = children.iter().map(|shape| shape.node).collect();
                assert!(order.is_sorted(), "{name} at {point}: {order:?}");
                let rest = order.iter().position(|&node| views.tree.nodes[node].is_rest);
                assert!(rest.is_none_or(|rest| rest + 1 == order.len()), "{name} at {point}");
            }
        }
    }
}

/// The hue of a colour, in degrees; `None` of grays.
fn hue(color: u32) -> Option<f64> {
    let [r, g, b] = [16, 8, 0].map(|shift| f64::from(color >> shift & 0xFF));
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let sixth = match most - least {
        0.0 => return None,
        spread if most == r => (g - b) / spread,
        spread if most == g => 2.0 + (b - r) / spread,
        spread => 4.0 + (r - g) / spread,
    };
    Some((60.0 * sixth).rem_euclid(360.0))
}

#[test]
fn what_a_group_consists_of_has_its_hue_at_all_points() {
    let views = views("fig11", TreeOrder::AbsoluteGrowth);
    let mut deepest = 0;
    for point in views.points.points() {
        for shape in views.look(&ask(TreeForm::Sunburst, TreeScope::Global, point, 0)).shapes {
            assert_eq!(shape.color, views.color(shape.node), "it does not change");
            let path = views.path(shape.node);
            let Some(&first) = path.get(1) else { continue };
            let [own, of_first] = [shape.node, first].map(|node| hue(views.color(node)));
            let apart = own.zip(of_first).map(|(own, of_first)| (own - of_first).abs());
            assert!(apart.map_or(own == of_first, |apart| apart.min(360.0 - apart) < 4.0), "{own:?} and {of_first:?}");
            deepest = deepest.max(path.len());
        }
    }
    assert!(deepest > 2, "there are two levels");
}
