//! Folders of tables as memory trees: one process as it is, several all together.

use std::sync::Arc;

use analysis::{DatasetInfo, Error, GcEvents, InputKind, PointTime, Progress, Result, TimePoint, Warnings};
use fleet::{
    Answers, Database, District, Fleet, Folder, Limits, Place, Run, broken_off, city_points, collections as collections_of, places,
    processes_in_words,
};

use super::dumps::order_by_time;
use super::kind::Input;
use super::trees::{refuse_groupings, series_of};
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{TreeSeries, info_of};

/// What a city of so many processes is called.
pub(crate) fn title_of_fleet(processes: u64) -> String {
    format!("Fleet of {}", processes_in_words(processes))
}

/// Reads tables of one process as the trees that they were made of, with what find said of them; those of several as trees with a level of
/// services and one of versions.
pub(super) fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    refuse_groupings(input, options, warnings)?;
    let database = open(input, progress)?;
    let places = places(&database)?;
    let broken_off = broken_off(&database, &places)?;
    let complete = places.len() - broken_off.len();
    let left_out = if complete > 0 { ", and the process is left out" } else { "" };
    let told = format!("the table of runs, which is written last, is missing: the others may not be complete{left_out}");
    broken_off.iter().for_each(|place| warnings.add(&told, place.in_words()));
    let (title, policy, times, points, found) = if let [Place { service, .. }] = places.as_slice() {
        let Run { policy, points, report } = Run::read(&database, progress, warnings)?;
        let mut points: Vec<(TimePoint, ())> = points.into_iter().map(|point| (point, ())).collect();
        order_by_time(&mut points);
        let points = points.into_iter().map(|(point, ())| point).collect();
        (service.clone(), policy, PointTime::Clock, points, report)
    } else {
        let answers = Answers::ask(&database, true)?;
        let points = city_points(&answers, &District::USUAL);
        let report = Fleet::of(&answers).report(&points);
        (
            title_of_fleet(if complete > 0 { complete } else { places.len() } as u64),
            String::new(),
            PointTime::ShareOfRuns,
            points,
            Some(report),
        )
    };
    if points.is_empty() {
        return Err(Error::Empty { reason: format!("{} holds tables without groups", input.path().display()) });
    }
    let together = (places.len() > 1).then(|| {
        "The processes are shown together, each as it was so far through its own run; memory-city fleet tells more of them".to_owned()
    });
    let info =
        DatasetInfo { title: Some(title), times, policy: Some(policy).filter(|policy| !policy.is_empty()), ..DatasetInfo::default() };
    // What was found is of all points.
    let found = found.filter(|_| options.chosen.are_all()).map(Arc::new);
    Ok(TreeSeries { found, notes: together.into_iter().collect(), ..series_of(input, info, points) })
}

/// Whether an input shows many processes together: tables of several, or a city of them.
///
/// # Errors
/// When tables cannot be read, or when cancelled.
pub(crate) fn shows_processes(input: &Input, progress: &Progress) -> Result<bool> {
    if input.kind == InputKind::Tables {
        return Ok(places(&open(input, progress)?)?.len() > 1);
    }
    Ok(info_of(input, &Warnings::new()).times == PointTime::ShareOfRuns)
}

/// The garbage collections of tables of one process; of several there is no common clock.
pub(super) fn collections(input: &Input, progress: &Progress) -> Result<Option<Arc<GcEvents>>> {
    let database = open(input, progress)?;
    if places(&database)?.len() != 1 {
        return Ok(None);
    }
    Ok(collections_of(&database)?.map(Arc::new))
}

fn open(input: &Input, progress: &Progress) -> Result<Database> {
    let folders: Vec<Folder> = input.paths().into_iter().map(Folder::Here).collect();
    Ok(Database::new(Vec::new(), &folders, Limits::default(), progress)?)
}
