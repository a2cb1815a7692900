//! Several runs beside one another, of two builds, say: each is one point, what it keeps at its end.

use std::path::Path;
use std::sync::Arc;

use analysis::{Error, Evolution, Progress, Result, TimePoint, Warnings};

use super::kind::Input;
use super::point_source::{PointSource, judged};
use super::run::Run;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::TreeSeries;
use crate::data::point_range::PointRange;

/// Reads the runs one after the other with `read_one`, and keeps of each its end, and how its groups went.
///
/// # Errors
/// As reading each of them; [`Error::Request`] where they are not grouped alike, or a part of their points is asked for.
pub(super) fn read(
    input: &Input,
    options: &OpenOptions,
    read_one: impl Fn(&Input) -> Result<TreeSeries>,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TreeSeries> {
    if !options.chosen.are_all() {
        return Err(Error::Request("--window and --baseline are for the points of one run".into()));
    }
    let titles = titles(input.named());
    let (mut all, mut runs): (Option<TreeSeries>, Vec<Run>) = Default::default();
    for ((run, title), number) in input.runs.iter().zip(titles).zip(0_i64..) {
        progress.part(format!("{title} ({} of {})", number + 1, input.runs.len()));
        let mut series = read_one(run).map_err(|error| of_run(&title, error))?;
        let (points, sources) = (std::mem::take(&mut series.points), std::mem::take(&mut series.sources));
        let policy = series.info.policy.clone().unwrap_or_default();
        let evolution =
            Evolution::from_points(title.clone(), policy, points.clone(), progress, warnings).map_err(|error| of_run(&title, error))?;
        let (run, place) = end(title, evolution, &points, &sources);
        if let Some(first) = runs.first().filter(|first| first.evolution.roles != run.evolution.roles) {
            let [one, other] = [first, &run].map(|run| format!("{} by {}", run.title, roles(run)));
            warnings.add("runs are not grouped alike, so only groups of equal names are the same", format_args!("{one}, {other}"));
        }
        let point = TimePoint { time_millis: number, ..points.into_iter().nth(place).ok_or_else(|| without_points(&run))? };
        series.notes.push(format!("Point {} is {}.", number + 1, run.in_words()));
        let all = match &mut all {
            None => all.insert(series),
            Some(all) => {
                add(all, series)?;
                all
            }
        };
        all.points.push(point);
        all.sources.extend(sources.into_iter().nth(place));
        runs.push(run);
    }
    let mut series = all.ok_or_else(|| Error::Request("no path was given".into()))?;
    let titles: Vec<&str> = runs.iter().map(|run| run.title.as_str()).collect();
    series.info.title = Some(match &titles[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => titles.concat(),
    });
    series.paths = input.named().to_vec();
    series.runs = runs.into();
    Ok(series)
}

/// What went wrong, and in which run; who cancels hears nothing new.
fn of_run(title: &str, error: Error) -> Error {
    match error {
        Error::Empty { reason } => Error::Empty { reason: format!("{title}: {reason}") },
        other => other,
    }
}

/// By what a run is grouped.
fn roles(run: &Run) -> String {
    run.evolution.roles.iter().skip(1).map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn without_points(run: &Run) -> Error {
    Error::Empty { reason: format!("{} has no points", run.title) }
}

/// The run, and which of its points is its end: the last one by which it is judged at which its threads still ran.
fn end(title: String, evolution: Evolution, points: &[TimePoint], sources: &[PointSource]) -> (Run, usize) {
    let range = PointRange::judged(&evolution);
    let place = |at: usize| {
        let time = evolution.points.get(at).map(|point| point.time_millis);
        points.iter().position(|point| Some(point.time_millis) == time)
    };
    let alive = if sources.len() == points.len() { judged(sources) } else { Vec::new() };
    let last = range.points().rfind(|&at| alive.is_empty() || place(at).is_some_and(|place| alive.contains(&place)));
    let range = PointRange { last: last.unwrap_or(range.last), ..range };
    let place = place(range.last).unwrap_or(0);
    (Run::new(title, range, Arc::new(evolution)), place)
}

/// Notes what another run says of itself.
fn add(all: &mut TreeSeries, other: TreeSeries) -> Result<()> {
    if all.grouping != other.grouping {
        let [one, two] = [&all.grouping, &other.grouping].map(|steps| steps.join(", "));
        return Err(Error::Request(format!("the runs are grouped by {one} and by {two}: say by what with --by")));
    }
    if all.info.policy != other.info.policy {
        all.notes.push("What counts is not the same in these runs, as their policies say.".into());
    }
    all.notes.extend(other.notes);
    Ok(())
}

/// What runs are called: like their folders or files, and by the whole path where that is not enough.
fn titles(paths: &[std::path::PathBuf]) -> Vec<String> {
    let short: Vec<String> = paths.iter().map(|path| super::series::title_of(path)).collect();
    let are_different = (1..short.len()).all(|at| !short[..at].contains(&short[at]));
    let whole = |path: &Path| path.display().to_string();
    if are_different { short } else { paths.iter().map(|path| whole(path)).collect() }
}

#[cfg(test)]
mod tests {
    use analysis::{Growth, NodeIndex, PointInfo};

    use super::*;
    use crate::data::input::open;
    use crate::test_samples::samples_folder;

    #[test]
    fn each_run_is_one_point_its_end_and_groups_go_as_they_went_in_it() {
        let folders = ["fig10", "fig11"].map(|name| samples_folder().join(name));
        let warnings = Warnings::new();
        let input = Input::look_at(&folders, &warnings).expect("both are there");
        let dataset = open(&input, &OpenOptions::default(), &Progress::new(), &warnings).expect("both can be read");
        let evolution = &dataset.evolution;
        assert_eq!(evolution.title, "fig10 and fig11");
        let runs: Vec<Option<&str>> = evolution.points.iter().map(PointInfo::run).collect();
        assert_eq!(runs, [Some("fig10"), Some("fig11")]);
        for (at, run) in dataset.runs.iter().enumerate() {
            for metric in [analysis::Metric::Objects, analysis::Metric::Bytes] {
                let end = run.evolution.value(metric, NodeIndex::ROOT, run.judged.last);
                assert_eq!(evolution.value(metric, NodeIndex::ROOT, at), end);
            }
        }
        let growing = dataset.runs[0].growth("Overall#demo#Person");
        assert!(growing.is_some_and(Growth::keeps_growing), "{growing:?}");
    }

    #[test]
    fn runs_that_are_called_alike_are_told_apart_by_their_paths() {
        let paths = ["old/dumps", "new/dumps"].map(std::path::PathBuf::from);
        assert_eq!(titles(&paths), ["old/dumps", "new/dumps"]);
        assert_eq!(titles(&["a.mctrace", "b.mctrace"].map(std::path::PathBuf::from)), ["a", "b"]);
    }
}
