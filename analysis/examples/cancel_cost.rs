//! How long steps go on after somebody cancelled them: `cargo run --release -p analysis --example cancel_cost -- DUMP`.
//!
//! Each step runs once to its end and is then cancelled at a dozen moments of that time.

use std::path::Path;
use std::time::{Duration, Instant};

use analysis::{Dominators, Error, Grouping, LoadOptions, Progress, Result, Warnings, class_sizes, group, open_heap};

/// Moments at which a step is cancelled.
const MOMENTS: u32 = 12;

fn main() -> Result<()> {
    let path = std::env::args().nth(1).expect("give a heap dump");
    let read = |progress: &Progress| open_heap(Path::new(&path), 0, &LoadOptions::default(), progress, &Warnings::new());
    let heap = read(&Progress::new())?;
    println!("{} objects", heap.len());
    let by = |steps: &str, progress: &Progress| group(&heap, &Grouping::parse(steps)?, progress, &Warnings::new()).map(drop);
    measure("read", |progress| read(progress).map(drop))?;
    measure("ownership", |progress| Dominators::of(&heap, progress).map(drop))?;
    measure("classes", |progress| class_sizes(&heap, progress).map(drop))?;
    for steps in [
        "package,type",
        "type, pointed from(type)",
        "outermost data structures, type, deep leaves(type)",
        "data structure heads, type, own leaves(type)",
        "type, containing data structures(type)",
        "data structure label, data structure role",
    ] {
        measure(steps, |progress| by(steps, progress))?;
    }
    Ok(())
}

fn measure(name: &str, step: impl Fn(&Progress) -> Result<()> + Sync) -> Result<()> {
    let timed = Instant::now();
    step(&Progress::new())?;
    let all = timed.elapsed();
    let mut longest = Duration::ZERO;
    for moment in 1..MOMENTS {
        let progress = Progress::new();
        let late = std::thread::scope(|scope| {
            let work = scope.spawn(|| step(&progress));
            std::thread::sleep(all * moment / MOMENTS);
            let cancelled = Instant::now();
            progress.cancel();
            match work.join().expect("no step panics") {
                Ok(()) | Err(Error::Cancelled) => Ok(cancelled.elapsed()),
                Err(error) => Err(error),
            }
        })?;
        longest = longest.max(late);
    }
    println!("{name}: {:.2} s, cancelled after {:.2} s at most", all.as_secs_f64(), longest.as_secs_f64());
    Ok(())
}
