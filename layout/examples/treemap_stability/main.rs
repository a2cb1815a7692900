//! How far tiles move from point to point, and how square they are: the city's one plan for all points, and treemaps that are laid out
//! anew at each.
//!
//! `treemap_stability FOLDER...` reads folders of memory trees and prints a table for each. All leaves are placed, none are united.

use std::error::Error;
use std::path::Path;

use nested::{Frame, Method};
use series::Series;

mod local_moves;
mod nested;
mod series;

const METHODS: [(Method, &str); 5] = [
    (Method::OnePlan, "one plan of the maxima"),
    (Method::Squarify, "squarify at each point"),
    (Method::SliceAndDice, "slice and dice"),
    (Method::LocalMoves(0), "local moves, none"),
    (Method::LocalMoves(4), "local moves, four"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    if folders.is_empty() {
        return Err("usage: treemap_stability FOLDER...".into());
    }
    for folder in folders {
        let folder = Path::new(&folder);
        let series = Series::read(folder)?;
        let leaves = (0..series.children.len()).filter(|&group| series.is_leaf(group)).count();
        let name = folder.file_name().unwrap_or(folder.as_os_str()).display();
        println!("{name}: {leaves} leaves, {} points", series.weights.len());
        println!("{:<34} {:>8} {:>8} {:>8} {:>8} {:>8}", "", "moved %", "most %", "aspect", "by area", "filled %");
        print("", nested::treemaps, &series);
        print(", as a city", nested::cities, &series);
        println!();
    }
    Ok(())
}

/// A line for every method, and how full the one plan is at each point.
fn print(ending: &str, frames: fn(&Series, Method) -> Vec<Frame>, series: &Series) {
    for (method, name) in METHODS {
        let Measured { moved, moved_most, aspect, aspect_by_area, filled } = Measured::of(&frames(series, method), series);
        let [moved, moved_most, filled] = [moved, moved_most, filled].map(|share| share * 100.0);
        println!("{:<34} {moved:>8.3} {moved_most:>8.2} {aspect:>8.2} {aspect_by_area:>8.2} {filled:>8.1}", format!("{name}{ending}"));
    }
    let filled: Vec<String> = frames(series, Method::OnePlan).iter().map(|frame| format!("{:.0}", frame.filled * 100.0)).collect();
    println!("  one plan{ending}, filled at each point, %: {}", filled.join(" "));
}

/// Means over all leaves that weigh something at a point, and all points.
#[derive(Debug, PartialEq)]
struct Measured {
    /// How far the center of a leaf moves that is there at a point and at the next one, as a share of the diagonal of the whole.
    moved: f64,
    /// The longest such way.
    moved_most: f64,
    /// Longer side / shorter side.
    aspect: f64,
    /// The same, every leaf as often as it weighs.
    aspect_by_area: f64,
    /// How much of the ground buildings cover, 0..=1.
    filled: f64,
}

impl Measured {
    fn of(frames: &[Frame], series: &Series) -> Self {
        let mut ways = Vec::new();
        for (before, after) in frames.iter().zip(&frames[1..]) {
            for (before, after) in before.tiles.iter().zip(&after.tiles) {
                if let (Some(before), Some(after)) = (before, after) {
                    let ((x0, y0), (x1, y1)) = (before.center(), after.center());
                    ways.push((x1 - x0).hypot(y1 - y0) / f64::sqrt(2.0));
                }
            }
        }
        let (mut leaves, mut weighed, mut aspects, mut weighed_aspects) = (0.0, 0.0, 0.0, 0.0);
        for (frame, weights) in frames.iter().zip(&series.weights) {
            for (tile, weight) in frame.tiles.iter().zip(weights).filter_map(|(tile, weight)| Some((tile.as_ref()?, weight))) {
                let aspect = tile.longer_side() / tile.shorter_side();
                // A point counts as much as another, whatever it weighs.
                let share = weight / weights[0];
                (leaves, weighed) = (leaves + 1.0, weighed + share);
                (aspects, weighed_aspects) = (aspects + aspect, weighed_aspects + share * aspect);
            }
        }
        Self {
            moved: ways.iter().sum::<f64>() / ways.len().max(1) as f64,
            moved_most: ways.iter().copied().fold(0.0, f64::max),
            aspect: aspects / leaves,
            aspect_by_area: weighed_aspects / weighed,
            filled: frames.iter().map(|frame| frame.filled).sum::<f64>() / frames.len() as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use layout::Rect;

    use super::*;

    #[test]
    fn ways_are_shares_of_the_diagonal_and_only_of_leaves_that_stay() {
        let series = Series { children: vec![vec![1, 2], vec![], vec![]], weights: vec![vec![4.0, 1.0, 3.0], vec![4.0, 4.0, 0.0]] };
        let whole = Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 };
        let frames = [
            Frame { tiles: vec![None, Some(Rect { x1: 0.25, ..whole }), Some(Rect { x0: 0.25, ..whole })], filled: 1.0 },
            Frame { tiles: vec![None, Some(whole), None], filled: 0.5 },
        ];
        let measured = Measured::of(&frames, &series);
        // The center of 1 goes from 1/8 to 1/2; aspects are 4 and 4/3, then 1.
        let way = 0.375 / 2.0_f64.sqrt();
        assert_eq!((measured.moved, measured.moved_most), (way, way));
        assert!((measured.aspect - (4.0 + 4.0 / 3.0 + 1.0) / 3.0).abs() < 1e-12);
        assert!((measured.aspect_by_area - (1.0 + 1.0 + 1.0) / 2.0).abs() < 1e-12);
        assert_eq!(measured.filled, 0.75);
    }
}
