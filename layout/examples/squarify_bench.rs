//! Squarified tiling, ours and that of the crate `treemap`, on the weights in a file (one per line).
//!
//! `squarify_bench weights COUNT > FILE` makes such a file; `squarify_bench ours|treemap FILE RUNS` prints, like
//! `scripts/bench/squarify-d3.mjs`: milliseconds of the tiling alone, milliseconds with sorting, mean aspect ratio,
//! worst relative error of an area. Medians over the runs.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use layout::{Rect, squarify};
use treemap::{MapItem, Mappable, TreemapLayout};

const FREE: Rect = Rect { x0: 0.0, y0: 0.0, x1: 1600.0, y1: 1000.0 };

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["weights", count] => heavy_tailed(count.parse()?).iter().for_each(|weight| println!("{weight}")),
        [by @ ("ours" | "treemap"), file, runs] => {
            let text = std::fs::read_to_string(file)?;
            let weights = text.lines().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
            measure(&weights, runs.parse()?, if by == "ours" { by_us } else { by_treemap });
        }
        _ => return Err("usage: squarify_bench weights COUNT | ours FILE RUNS | treemap FILE RUNS".into()),
    }
    Ok(())
}

/// Weights as heaps have them: a few large, very many small.
fn heavy_tailed(count: usize) -> Vec<u64> {
    let mut state: u64 = 42;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..count).map(|_| (1.0 + 1000.0 / (next() + 0.001)) as u64).collect()
}

/// Milliseconds of the tiling alone, milliseconds with sorting, and (weight, width, depth) of every tile.
type Measured = (f64, f64, Vec<(f64, f64, f64)>);

fn measure(weights: &[f64], runs: usize, tile: fn(&[f64]) -> Measured) {
    let measured: Vec<Measured> = (0..runs.max(1)).map(|_| tile(weights)).collect();
    let tiles = &measured[0].2;
    let total: f64 = weights.iter().sum();
    let aspects: f64 = tiles.iter().map(|&(_, w, d)| (w / d).max(d / w)).sum();
    let error = |&(weight, w, d): &(f64, f64, f64)| (w * d / (weight / total * FREE.area()) - 1.0).abs();
    let worst_error = tiles.iter().map(error).fold(0.0, f64::max);
    let (alone, sorted) = (median(measured.iter().map(|run| run.0)), median(measured.iter().map(|run| run.1)));
    println!("{alone} {sorted} {} {worst_error}", aspects / tiles.len() as f64);
}

fn by_us(weights: &[f64]) -> Measured {
    let started = Instant::now();
    let mut sorted = weights.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let tiling = Instant::now();
    let tiles = black_box(squarify(black_box(&sorted), FREE));
    let times = (milliseconds(tiling), milliseconds(started));
    (times.0, times.1, sorted.iter().zip(&tiles).map(|(&weight, tile)| (weight, tile.width(), tile.depth())).collect())
}

/// The crate sorts inside, so both times are the same.
fn by_treemap(weights: &[f64]) -> Measured {
    let mut items: Vec<MapItem> = weights.iter().map(|&weight| MapItem::with_size(weight)).collect();
    let started = Instant::now();
    let bounds = treemap::Rect::from_points(FREE.x0, FREE.y0, FREE.width(), FREE.depth());
    TreemapLayout::new().layout_items(black_box(&mut items), bounds);
    let time = milliseconds(started);
    (time, time, items.iter().map(|item| (item.size(), item.bounds().w, item.bounds().h)).collect())
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
