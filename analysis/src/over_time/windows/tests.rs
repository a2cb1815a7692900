use proptest::prelude::*;

use super::growth::{growth_begins, strongest_part};
use super::ratio::densest_by_start;
use super::*;
use crate::over_time::gc_events::{GcEvent, GcEvents};

const MILLI: u64 = 1_000_000;

/// Points every so many milliseconds from 0, one per collection.
fn points(step_millis: i64, bytes: &[u64]) -> Vec<MemoryPoint> {
    let point = |(at, &bytes): (usize, &u64)| MemoryPoint { nanos: at as i64 * step_millis * MILLI as i64, bytes, collections: at as u64 };
    bytes.iter().enumerate().map(point).collect()
}

/// Collections that end at these milliseconds, with how long they took in milliseconds and what they freed.
fn collections(of: &[(u64, u64, u64)]) -> GcEvents {
    let event = |(at, &(end, took, freed)): (usize, &(u64, u64, u64))| GcEvent {
        number: at as u32,
        start_nanos: (end - took) * MILLI,
        end_nanos: end * MILLI,
        pause_nanos: took * MILLI,
        used_before: Some(1000 + freed),
        used_after: Some(1000),
        ..GcEvent::default()
    };
    let events: Vec<GcEvent> = of.iter().enumerate().map(event).collect();
    GcEvents { zero_millis: None, end_nanos: events.last().map_or(0, |last| last.end_nanos), events, ..GcEvents::default() }
}

fn places(stretch: Stretch) -> (usize, usize) {
    (stretch.first, stretch.last)
}

/// A spike at the start, then growth with dips.
const SPIKE_THEN_GROWTH: [u64; 20] = [100, 900, 950, 300, 120, 130, 150, 140, 170, 200, 190, 230, 260, 300, 240, 310, 360, 400, 430, 500];
/// A steep rise to a fall by half, then slow growth.
const FALL_THEN_GROWTH: [u64; 20] = [10, 200, 400, 600, 300, 310, 318, 327, 333, 341, 350, 356, 365, 371, 380, 390, 396, 405, 412, 420];

#[test]
fn growth_is_seen_as_a_person_sees_it() {
    let rules = WindowRules::default();
    let window = growth_window(&points(100, &SPIKE_THEN_GROWTH), &rules).expect("memory grows");
    assert_eq!((places(window.stretch), window.bytes), ((4, 19), Some((120, 500))));
    assert!((window.growth_percent().expect("it grew") - 316.67).abs() < 0.01);
    let part = window.strongest_part.expect("a part is stronger");
    assert_eq!((places(part), part.score), ((14, 15), 700.0));
    assert_eq!((part.from_nanos, part.to_nanos), (1_400 * MILLI as i64, 1_500 * MILLI as i64));

    let window = growth_window(&points(100, &FALL_THEN_GROWTH), &rules).expect("memory grows");
    assert_eq!((places(window.stretch), window.strongest_part.map(places)), ((4, 19), Some((4, 5))));
    assert!((window.strongest_part.expect("it has one").score - 100.0).abs() < 1e-9);

    let window = growth_window(&points(1000, &[100, 300, 150, 200, 260, 210, 300, 420]), &rules).expect("memory grows");
    assert_eq!((places(window.stretch), window.strongest_part.map(places)), ((2, 7), Some((6, 7))));
    assert_eq!(window.strongest_part.map(|part| part.score), Some(120.0));
}

#[test]
fn the_steepest_line_swallows_the_start() {
    let rules = WindowRules::default();
    let window = regression_window(&points(100, &SPIKE_THEN_GROWTH), &rules).expect("a line rises");
    assert_eq!(places(window.stretch), (18, 19));
    assert!((window.stretch.score - 700.0).abs() < 1e-9);
    let window = regression_window(&points(100, &FALL_THEN_GROWTH), &rules).expect("a line rises");
    assert_eq!(places(window.stretch), (0, 19));
    assert!((window.stretch.score - 83.278).abs() < 1e-3, "{}", window.stretch.score);
    assert_eq!(regression_window(&points(100, &[500, 400, 300, 200, 100]), &rules), None);
    let steep = WindowRules { least_slope: 700.0, ..rules };
    assert_eq!(regression_window(&points(100, &SPIKE_THEN_GROWTH), &steep), None, "it must rise by more");
}

#[test]
fn a_drop_ends_a_window_where_it_is_too_deep() {
    for (bytes, begin) in [
        (&[100, 200, 150][..], 0),
        (&[100, 200, 149], 2),
        (&[100, 200, 150, 112], 3),
        (&[100, 101, 100], 2),
        (&[100, 100, 100], 2),
        (&[50, 100, 80, 100, 75], 0),
        (&[7], 0),
    ] {
        assert_eq!(growth_begins(&points(100, bytes), 0.75), begin, "{bytes:?}");
    }
    assert_eq!(growth_window(&points(100, &[7]), &WindowRules::default()), None, "one point is no window");
    assert_eq!(growth_window(&[], &WindowRules::default()), None);
}

#[test]
fn a_growing_window_covers_a_tenth_of_the_run_and_grows_by_enough() {
    let growing_last = |count: u64| -> Vec<u64> { (0..100).map(|at: u64| if at < 100 - count { 1000 - at } else { at }).collect() };
    let rules = WindowRules::default();
    assert_eq!(growth_window(&points(100, &growing_last(9)), &rules), None);
    let found = growth_window(&points(100, &growing_last(10)), &rules).expect("a tenth");
    assert_eq!((places(found.stretch), found.bytes), ((90, 99), Some((90, 99))));
    let by = |least_increase| growth_window(&points(100, &growing_last(10)), &WindowRules { least_increase, ..rules.clone() });
    assert!(by(9).is_some() && by(10).is_none());
}

#[test]
fn points_at_one_time_are_one() {
    let mut twice = points(100, &[10, 20, 30, 30, 40]);
    twice[3].nanos = twice[2].nanos;
    let window = growth_window(&twice, &WindowRules::default()).expect("memory grows");
    assert_eq!((places(window.stretch), window.strongest_part.map(places)), ((0, 4), Some((0, 1))));
    assert!(growth_window(&[twice[0], twice[0]], &WindowRules::default()).is_none());
}

#[test]
fn the_densest_window_of_collections_is_found() {
    let took = [4, 4, 4, 10, 30, 30, 30, 30, 30, 10, 4, 4];
    let gc = |percent: u64| -> GcEvents {
        let mut gc = collections(&(1..).map(|at| at * 100).zip(took).map(|(end, took)| (end, took, 0)).collect::<Vec<_>>());
        gc.events.iter_mut().for_each(|event| event.pause_nanos = event.pause_nanos * percent / 100);
        gc
    };
    let rules = WindowRules::default();
    let window = overhead_window(&gc(100), &rules).expect("much");
    assert_eq!((places(window.stretch), window.stretch.from_nanos, window.stretch.to_nanos), ((4, 8), 400_000_000, 900_000_000));
    assert!((window.stretch.score - 0.3).abs() < 1e-12);
    assert!((window.average.expect("there is one") - 0.1583).abs() < 1e-4);
    let full = gc(100);
    let by_start: Vec<f64> = densest_by_start(&full, |event| event.pause_nanos, &rules)
        .map(|of| (of.sum as f64 / (of.to - of.from) as f64 * 1e4).round() / 100.0)
        .collect();
    assert_eq!(by_start, [19.11, 21.0, 23.43, 26.67, 30.0, 26.0, 20.8, 15.6]);
    // 30 % by a third is 10 %.
    let with_share = |numerator: u64| {
        let mut gc = gc(100);
        gc.events.iter_mut().for_each(|event| event.pause_nanos = event.pause_nanos * numerator / 3000);
        overhead_window(&gc, &rules).is_some()
    };
    assert!(with_share(1000) && !with_share(990));

    let hot = |at: u64| if (30..110).contains(&at) { 5 } else { 1 };
    let window = overhead_window(&collections(&(0..120).map(|at| ((at + 1) * 10, hot(at), 0)).collect::<Vec<_>>()), &rules);
    assert_eq!(window.map(|window| (places(window.stretch), window.stretch.score)), Some(((30, 34), 0.5)));
}

#[test]
fn only_more_churn_than_usual_is_told() {
    let ends = [1000, 2000, 3000, 3100, 3200, 3300, 3400, 3500, 4500, 5500, 6500];
    let freed = [60, 60, 60, 50, 50, 50, 50, 50, 60, 60, 60];
    let all: Vec<(u64, u64, u64)> = ends.into_iter().zip(freed).map(|(end, freed)| (end, 1, freed)).collect();
    let rules = WindowRules::default();
    let window = churn_window(&collections(&all), &rules).expect("much");
    assert_eq!((places(window.stretch), window.stretch.from_nanos, window.stretch.to_nanos), ((3, 7), 3_000_000_000, 3_500_000_000));
    assert!((window.stretch.score - 500.0).abs() < 1e-9);
    let average = window.average.expect("there is one");
    assert!((average - 93.85).abs() < 0.01 && (window.stretch.score / average - 5.33).abs() < 0.01);
    assert_eq!(churn_window(&collections(&all[..4]), &rules), None, "four collections are too few");
    let even: Vec<(u64, u64, u64)> = (1..=40).map(|at| (at * 100, 1, 50)).collect();
    assert_eq!(churn_window(&collections(&even), &rules), None, "no more than usual");
    let none: Vec<(u64, u64, u64)> = (1..=40).map(|at| (at * 100, 1, 0)).collect();
    assert_eq!(churn_window(&collections(&none), &rules), None);
}

#[test]
fn every_rule_can_be_set_and_matters() {
    let mut rules = WindowRules::default();
    for name in WindowRules::NAMES {
        let before = rules.clone();
        rules.set(&format!("{name}=0.5")).or_else(|_| rules.set(&format!("{name}=7"))).expect("can be set");
        let is_default = name == "most-part";
        assert_eq!(rules == before, is_default, "{name}");
        assert!(rules.set(&format!("{name}=-1")).is_err() && rules.set(&format!("{name}=x")).is_err(), "{name}");
    }
    assert!(rules.set("drop-tolerance=1.1").is_err() && rules.set("nothing=1").is_err() && rules.set("drop-tolerance").is_err());
}

proptest! {
    #[test]
    fn the_greedy_way_finds_the_longest_window(bytes in proptest::collection::vec(0_u64..40, 1..24)) {
        let is_window = |begin: usize| (begin + 1..bytes.len()).all(|at| {
            let highest = bytes[begin..at].iter().copied().max().unwrap_or(0);
            bytes[at] > bytes[at - 1] || bytes[at] > bytes[begin] && 4 * bytes[at] >= 3 * highest
        });
        let longest = (0..bytes.len()).find(|&begin| is_window(begin));
        prop_assert_eq!(Some(growth_begins(&points(100, &bytes), 0.75)), longest);
    }

    #[test]
    fn the_strongest_part_is_that_of_all_parts(
        steps in proptest::collection::vec((0_u64..30, 1_i64..5), 2..40),
        least_part in 0.05_f64..0.4,
        more in 0.0_f64..0.6,
    ) {
        let mut now = 0;
        let window: Vec<MemoryPoint> = steps.iter().enumerate().map(|(at, &(bytes, after))| {
            now += after;
            MemoryPoint { nanos: now, bytes, collections: at as u64 }
        }).collect();
        let rules = WindowRules { least_part, most_part: (least_part + more).min(1.0), ..WindowRules::default() };
        let length = window.len();
        let least = ((least_part * length as f64 - 1e-9).ceil() as usize).max(2);
        let most = least.max((rules.most_part * length as f64 + 1e-9).floor() as usize);
        let rise = |(from, to): (usize, usize)| {
            (window[to].bytes.cast_signed() - window[from].bytes.cast_signed(), window[to].nanos - window[from].nanos)
        };
        let mut best: Option<(usize, usize)> = None;
        for first in 0..length {
            for last in first + least - 1..length.min(first + most) {
                let is_steeper = best.is_none_or(|best| {
                    let ((a, b), (c, d)) = (rise((first, last)), rise(best));
                    a * d > c * b
                });
                if is_steeper {
                    best = Some((first, last));
                }
            }
        }
        prop_assert_eq!(strongest_part(&window, &rules), best);
    }

    #[test]
    fn short_windows_are_as_dense_as_long_ones(of in proptest::collection::vec((1_u64..50, 0_u64..40), 0..40), least in 1_usize..7) {
        let mut now = 0;
        let of: Vec<(u64, u64, u64)> = of.into_iter().map(|(after, freed)| { now += after; (now, 0, freed) }).collect();
        let gc = collections(&of);
        let rules = WindowRules { least_collections: least, hotspot_factor: 0.0, ..WindowRules::default() };
        let mut best: Option<(u64, u64, (usize, usize))> = None;
        for first in 0..of.len() {
            let from = if first == 0 { 0 } else { of[first - 1].0 };
            for last in first + least - 1..of.len().min(first + 50) {
                let (sum, time) = (of[first..=last].iter().map(|of| of.2).sum::<u64>(), of[last].0 - from);
                if best.is_none_or(|(most, of_most, _)| sum * of_most > most * time) {
                    best = Some((sum, time, (first, last)));
                }
            }
        }
        let found = churn_window(&gc, &rules).map(|window| places(window.stretch));
        prop_assert_eq!(found, best.filter(|best| best.0 > 0).map(|best| best.2));
    }

    #[test]
    fn walking_back_finds_the_line_that_is_steepest(bytes in proptest::collection::vec(0_u64..1000, 2..40)) {
        let points = points(100, &bytes);
        let slope = |window: &[MemoryPoint]| {
            let count = window.len() as f64;
            let x = |point: &MemoryPoint| point.nanos as f64 / 1e9;
            let mean_x = window.iter().map(x).sum::<f64>() / count;
            let mean_y = window.iter().map(|point| point.bytes as f64).sum::<f64>() / count;
            let sum = |of: &dyn Fn(&MemoryPoint) -> f64| window.iter().map(of).sum::<f64>();
            sum(&|point| (x(point) - mean_x) * (point.bytes as f64 - mean_y)) / sum(&|point| (x(point) - mean_x).powi(2))
        };
        let least = (bytes.len() as f64 * 0.1 - 1e-9).ceil().max(2.0) as usize;
        let steepest = (least..=bytes.len()).map(|count| slope(&points[points.len() - count..])).fold(f64::MIN, f64::max);
        match regression_window(&points, &WindowRules::default()) {
            Some(found) => prop_assert!((found.stretch.score - steepest).abs() < 1e-6 * steepest.abs().max(1.0)),
            None => prop_assert!(steepest < 1e-6),
        }
    }
}

#[test]
fn what_rounding_makes_of_memory_is_no_growth() {
    let in_mib = |values: &[u64]| points(100, &values.iter().map(|value| value << 20).collect::<Vec<_>>());
    let rules = WindowRules::default();
    let told = |values: &[u64]| (growth_window(&in_mib(values), &rules).is_some(), regression_window(&in_mib(values), &rules).is_some());
    assert_eq!(told(&[2, 3, 3, 3, 3, 3, 3, 3]), (false, false), "a log of whole MiB");
    assert_eq!(told(&[2, 3, 3, 4, 4, 5, 5, 8]), (true, true));
}
