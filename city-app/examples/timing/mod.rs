//! What benchmarks of one number of buildings after the other have in common.

use std::time::Instant;

/// The sizes after `--buildings`, or these. Anything else is an error that tells the usage.
pub(crate) fn sizes(example: &str, or: &[usize]) -> Result<Vec<usize>, Box<dyn std::error::Error>> {
    let mut sizes = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next()) {
            ("--buildings", Some(count)) => sizes.push(count.parse()?),
            _ => return Err(format!("usage: {example} [--buildings N]...").into()),
        }
    }
    Ok(if sizes.is_empty() { or.to_vec() } else { sizes })
}

/// Median time of a run, in milliseconds. Runs are numbered from 1; run 0, which makes memory warm, does not count.
pub(crate) fn median(runs: usize, mut work: impl FnMut(usize)) -> f64 {
    work(0);
    let mut times: Vec<f64> = (1..=runs)
        .map(|run| {
            let started = Instant::now();
            work(run);
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[runs / 2]
}
