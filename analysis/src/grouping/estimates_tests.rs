//! Whether estimated sites come out as they are, within the error that is stated.

use super::tests::grouped;
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::fixture::{TextHeap, cases, heap};
use crate::trees::memory_tree::NodeEstimate;

/// Objects of every simulated heap.
const OBJECTS: usize = 2000;
/// Seen ones: about 80.
const PROBABILITY: f64 = 0.04;
/// Objects allocated at the first of two sites.
const AT_FIRST: usize = 600;

/// Numbers as if at random, the same ones in every run (SplitMix64, Steele et al. 2014).
struct Random(u64);

impl Random {
    /// Evenly between 0 and 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A heap with known sites, object by object.
fn simulated(at_first: impl Fn(usize) -> bool) -> TextHeap {
    let names = |wanted: bool| (0..OBJECTS).filter(|&at| at_first(at) == wanted).map(|at| format!("o{at}")).collect::<Vec<_>>().join(", ");
    let all = (0..OBJECTS).map(|at| format!("o{at}")).collect::<Vec<_>>();
    heap(&format!(
        "gc 2 sampled 400\nroot jni -> {}\n{}: A 16\norigin {}: gc 1, app.A.first\norigin {}: gc 1, app.A.second",
        all.join(" "),
        all.join(", "),
        names(true),
        names(false)
    ))
}

/// The estimates of both sites of one simulation in which each object is seen with [`PROBABILITY`].
fn estimated(heap: &mut TextHeap, sites: &[u32], rng: &mut Random) -> Option<[(u64, NodeEstimate); 2]> {
    let origins = heap.state.origins.as_mut().expect("is as from a trace");
    origins.recorded = None;
    origins.sites = sites.iter().map(|&site| if rng.next() < PROBABILITY { site } else { 0 }).collect();
    heap.state.estimate_origins(&Progress::new()).expect("nobody cancels");
    let grouped = grouped(heap, "type, allocation site");
    let estimates = grouped.estimates(heap, &Progress::new()).expect("nobody cancels").expect("sites are estimates");
    let of = |name: &str| {
        let at = grouped.tree.nodes.iter().position(|node| &*node.name == name)?;
        Some((grouped.tree.nodes[at].totals.objects, estimates[at]?))
    };
    Some([of("app.A.first")?, of("app.A.second")?])
}

/// Mean and standard deviation of the estimates, and the mean stated error, of many simulations.
fn simulate(at_first: impl Fn(usize) -> bool) -> (f64, f64, f64) {
    let mut heap = simulated(at_first);
    let sites = heap.origins.as_ref().expect("is as from a trace").sites.clone();
    let mut rng = Random(1);
    let (mut sum, mut squares, mut errors, mut runs) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..cases(300) {
        // Rounds in which one site was never seen would be a wrong mean if they were left out; they do not happen.
        let [first, second] = estimated(&mut heap, &sites, &mut rng).expect("both sites are seen");
        assert_eq!(first.0 + second.0, OBJECTS as u64, "every object has a site");
        assert_eq!(first.1.error, second.1.error, "what one gains the other loses");
        let (objects, error) = (first.0 as f64, first.1.error.objects as f64);
        (sum, squares, errors, runs) = (sum + objects, squares + objects * objects, errors + error, runs + 1.0);
    }
    let mean = sum / runs;
    (mean, (squares / runs - mean * mean).sqrt(), errors / runs)
}

#[test]
fn estimates_of_mixed_sites_are_right_on_average_and_off_as_much_as_is_said() {
    // Shuffled once: 600 of 2,000 at random places.
    let mut rng = Random(1);
    let mut order: Vec<usize> = (0..OBJECTS).collect();
    for at in (1..OBJECTS).rev() {
        order.swap(at, (rng.next() * (at + 1) as f64) as usize);
    }
    let (mean, spread, stated) = simulate(|at| order[at] < AT_FIRST);
    let of_mean = stated / f64::from(cases(300)).sqrt();
    assert!((mean - AT_FIRST as f64).abs() < 3.0 * of_mean, "mean {mean}, stated error of the mean {of_mean}");
    assert!((0.85..1.15).contains(&(spread / stated)), "spread {spread}, stated {stated}");
}

#[test]
fn where_objects_were_numbered_anew_the_rest_was_there_before_within_the_error_that_is_told() {
    // Every fifth at each site; the others are older than the recording.
    let mut heap = simulated(|at| at % 5 == 0);
    let origins = heap.state.origins.as_mut().expect("is as from a trace");
    origins.is_numbered_anew = true;
    let sites: Vec<u32> = origins.sites.iter().enumerate().map(|(at, &site)| if at % 5 < 2 { site } else { 0 }).collect();
    let at_each = OBJECTS as u64 / 5;
    let mut rng = Random(1);
    let (mut within, mut runs) = (0, 0);
    for _ in 0..cases(300) {
        let found = estimated(&mut heap, &sites, &mut rng).expect("both sites are seen");
        let older = OBJECTS as u64 - found.iter().map(|site| site.0).sum::<u64>();
        assert!(older > 0, "{found:?}");
        for (objects, estimate) in found {
            within += u32::from(objects.abs_diff(at_each) <= estimate.error.objects);
            runs += 1;
        }
    }
    let share = f64::from(within) / f64::from(runs);
    assert!((0.6..0.85).contains(&share), "{share} within one standard error");
}

#[test]
fn estimates_of_sites_in_runs_are_better_than_is_said() {
    // Runs of 300 and 700 in turn.
    let (mean, spread, stated) = simulate(|at| at % 1000 < 300);
    let of_mean = stated / f64::from(cases(300)).sqrt();
    assert!((mean - AT_FIRST as f64).abs() < 3.0 * of_mean, "mean {mean}, stated error of the mean {of_mean}");
    assert!(spread < 0.6 * stated, "spread {spread}, stated {stated}");
}

#[test]
fn only_groups_by_what_was_estimated_have_an_error() {
    let mut heap = simulated(|at| at < AT_FIRST);
    let sites = heap.origins.as_ref().expect("is as from a trace").sites.clone();
    let mut rng = Random(1);
    estimated(&mut heap, &sites, &mut rng).expect("both sites are seen");
    let recorded = heap.origins.as_ref().and_then(|origins| origins.recorded.as_ref()).expect("was sampled").len();
    let of = |by: &str| grouped(&heap, by).estimates(&heap, &Progress::new()).expect("nobody cancels");
    assert_eq!(of("type, age"), None);
    let by_site = of("type, allocation site").expect("sites are estimates");
    assert_eq!(by_site[..2], [None, None], "root and type");
    let of_sites: u64 = by_site.iter().flatten().map(|estimate| estimate.recorded).sum();
    assert_eq!(of_sites, recorded);
    let site_first = of("allocation site, type").expect("sites are estimates");
    assert_eq!(site_first.iter().filter(|estimate| estimate.is_some()).count(), 4, "all but the root");
    let filtered = of("where(allocation_site == \"app.A.first\"), type").expect("the filter looks at estimates");
    assert!(filtered.iter().all(Option::is_some), "how many pass is an estimate itself");

    let point = super::time_point(
        &heap,
        &crate::grouping::list::Grouping::parse("type, allocation site").expect("is one"),
        &[],
        &Progress::new(),
        &crate::base::warnings::Warnings::new(),
    );
    let point = point.expect("can be grouped");
    let json = String::from_utf8(crate::readers::exchange::tree_document(&point)).expect("is text");
    assert_eq!(json.matches("\"objectsError\":").count(), 2, "{json}");
    assert!(point.tree.is_leaf(NodeIndex(2)) && json.contains("\"recorded\":"), "{json}");
    let read =
        crate::readers::exchange::parse_trees("x.json", json.as_bytes(), &crate::base::warnings::Warnings::new()).expect("is a tree");
    assert_eq!(read[0].sizes, point.sizes, "errors are read back");
}
