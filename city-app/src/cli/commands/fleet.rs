//! `memory-city fleet`: many processes together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use analysis::{DatasetInfo, Marks, PointTime, Progress, Warnings, write_tree_folder};
use clap::Args;
use fleet::{
    Answers, Cause, Database, District, Fleet, Folder, HeldAt, Limits, NONE_WAS_JUDGED, Place, Table, Version, broken_off, city_points,
    places, processes_in_words, service_version,
};
use serde_json::{Value, json};

use crate::answers::places::needed_sentences;
use crate::answers::tables::tables_of;
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, PercentLine, json_line, note, print_result, print_warnings, refuse_over_input};
use crate::cli::interrupt::cancel_on_interrupt;
use crate::cli::options::input_args::{InputArgs, Reads};
use crate::data::input::annotations::Annotations;
use crate::data::input::{Fetched, FleetInput, Input, PlacePattern, part_tables, title_of_fleet};

/// What is needed of each process: a few rows for each point and group.
const TABLES: [Table; 5] = [Table::Runs, Table::Points, Table::Groups, Table::Findings, Table::Collections];

/// Groups that are told.
const MOST_GROUPS: usize = 10;

/// Tell what keeps growing in which version of which service, over many processes.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city fleet dumps/
  memory-city fleet dumps/ --places '{service}-{version}/{host}' --out city/
  memory-city fleet dumps/ --by version,service,package,type --out city/
  memory-city fleet dumps/ --tables tables/
  memory-city sql tables/ \"select service, version, field, count(*) from leaks group by service, version, field\"

Below DIR every entry at the depth of the pattern is one process: a file, or a folder with the heap dumps, histograms or the recording of one run. \
Each is read and judged by itself, as memory-city find does; what is told of all together is worked out of tables, by the questions in \
fleet/sql/fleet, which a cluster can ask as well. What is marked as needed in DIR (memory-city mark), or in the folder of a process for this one, is left out.

--by may begin with service and version, one of them or both: the districts of the city, outermost first. Heaps are grouped by what comes after these.

JSON, of --list and of a manifest: {\"inputs\":[{\"path\":..,\"service\":..,\"version\":..,\"host\":..,\"process\":..},..]}; version, host and process may be left \
out of a manifest. Of all else: {\"processes\":N,\"versions\":[{\"service\":..,\"version\":..,\"processes\":N,\"judged\":N,\"leaking\":N},..],\
\"causes\":[{\"service\":..,\"cause\":..,\"class\":..,\"since\":..,\"chance\":N,\"is_alone\":B,\"sentence\":..,\"versions\":[{\"version\":..,\"judged\":N,\"growing\":N,\
\"first\":{\"objects\":N,\"bytes\":N},\"last\":{..},\"largest_share\":N},..]},..],\"needed\":[..],\"groups\":[..],\
\"over_versions\":[{\"service\":..,\"path\":..,\"since\":..,\"before\":..,\"more_bytes\":N,\"versions\":[{\"version\":..,\"processes\":N,\"objects\":N,\"bytes\":N},..]},..],\
\"outliers\":[..]}.")]
pub struct FleetArgs {
    /// Folders with the inputs of many processes, or with their tables (memory-city export), also of an object store (s3://bucket/folder)
    #[arg(value_name = "DIR", required_unless_present_any = ["answers", "manifest"])]
    pub paths: Vec<PathBuf>,
    /// The inputs of this file, too, with whose heaps they are, where names of folders do not tell: JSON as of --list --json. Paths count
    /// from its folder
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// What folders below DIR are called by: {service}, {version}, {host}, {process}, {any}
    #[arg(long, value_name = "PATTERN", default_value = "{service}/{version}/{process}", value_parser = PlacePattern::parse)]
    pub places: PlacePattern,
    /// Write all processes as one city, a folder of memory trees: services, their versions (see --by), and in them the groups
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Keep the tables of all processes in this folder, for memory-city sql
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Tell which inputs there are and whose heaps they are, and read none
    #[arg(long, conflicts_with_all = ["out", "tables"])]
    pub list: bool,
    /// Tell what a cluster has answered (scripts/spark/fleet.py), and read no input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "manifest", "list", "tables"])]
    pub answers: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How many inputs are read at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Files of so many MiB together are read at the same time, and one that is larger alone
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub at_once: u64,
    /// Memory for sorting, joining and grouping, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(64..))]
    pub memory: u32,
    /// How each is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Reads each, asks all.
pub(in crate::cli) fn fleet(args: &FleetArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    let (progress, warnings) = (Progress::new(), Warnings::new());
    cancel_on_interrupt(&progress);
    let (districts, by) = districts(&args.input.by)?;
    let input = InputArgs { by, ..args.input.clone() };
    let told = tell(&FleetArgs { input, ..args.clone() }, &districts, &progress, &warnings);
    print_warnings(&warnings);
    let (text, city) = told?;
    print_result(text.as_bytes())?;
    city.iter().for_each(|city| note(city));
    Ok(())
}

/// The districts that a grouping begins with, or those of a usual city, and by what heaps are grouped in them.
fn districts(by: &[String]) -> Result<(Vec<District>, Vec<String>), CliError> {
    let refuse = |why: String| Err(CliError::new(ExitKind::Usage, format_args!("--by: {why}")));
    let (mut districts, mut steps) = (Vec::new(), Vec::new());
    for text in by {
        let mut rest = text.as_str();
        while steps.is_empty() && !rest.is_empty() {
            let (first, after) = rest.split_once(',').unwrap_or((rest, ""));
            let Some(district) = District::USUAL.into_iter().find(|district| district.name().eq_ignore_ascii_case(first.trim())) else {
                break;
            };
            if districts.contains(&district) {
                return refuse(format!("the grouping names {} twice", district.name()));
            }
            districts.push(district);
            rest = after;
        }
        if !rest.is_empty() || text.is_empty() {
            steps.push(rest.to_owned());
        }
    }
    let misplaced = steps.iter().flat_map(|text| text.split(',')).map(str::trim).find(|step| PlacePattern::PARTS.contains(step));
    if let Some(step) = misplaced {
        return refuse(format!(
            "districts of many processes are service and version, before what heaps are grouped by; {step} cannot be one here"
        ));
    }
    Ok((if districts.is_empty() { District::USUAL.to_vec() } else { districts }, steps))
}

/// The answer, and what is said of the city that was written.
fn tell(args: &FleetArgs, districts: &[District], progress: &Progress, warnings: &Warnings) -> Result<(String, Option<String>), CliError> {
    if let Some(answers) = &args.answers {
        args.input.refuse_unfit(Reads::Tables)?;
        let known = Annotations::beside(std::slice::from_ref(answers))?;
        return report(args, districts, &Answers::read(answers)?, &known.marks, progress);
    }
    let (mut folders, others) = part_tables(&args.paths)?;
    let inputs = inputs_of(args, &others, warnings)?;
    if args.list {
        return Ok((list(args, &inputs)?, None));
    }
    if inputs.is_empty() && folders.is_empty() {
        return Err(CliError::new(ExitKind::Failed, "no input fits the pattern of places (see --places)"));
    }
    if inputs.is_empty() {
        args.input.refuse_unfit(Reads::Tables)?;
        if args.tables.is_some() {
            return Err(CliError::new(ExitKind::Usage, "--tables keeps what is read of inputs; these are tables already"));
        }
    }
    let read: Vec<PathBuf> = args.paths.iter().chain(inputs.iter().map(|input| &input.path)).cloned().collect();
    for out in [&args.out, &args.tables].into_iter().flatten() {
        refuse_over_input(out, &read, true)?;
    }
    let workers = args.workers.map_or_else(rayon::current_num_threads, usize::from);
    let scratch = tempfile::tempdir().map_err(|error| CliError::new(ExitKind::Failed, format_args!("no temporary folder: {error}")))?;
    let folder = Folder::at(args.tables.as_deref().unwrap_or(scratch.path()))?;
    if !inputs.is_empty() {
        let read = read_all(args, &inputs, &folder, workers, progress, warnings)?;
        if args.tables.is_some() {
            warn_of_others(&folder, &read, progress, warnings)?;
        }
        folders.push(folder);
    }
    let known = Annotations::beside(&args.paths)?;
    let database = Database::new(Vec::new(), &folders, Limits { memory: args.memory as usize * (1 << 20), workers }, progress)?;
    let all = places(&database)?;
    let broken_off = broken_off(&database, &all)?;
    for place in &broken_off {
        warnings.add("tables are not complete, as what was written last is missing; their process is not counted", place.in_words());
    }
    if !broken_off.is_empty() && broken_off.len() == all.len() {
        return Err(CliError::new(ExitKind::Failed, "the tables of none of the processes are complete: read their inputs again"));
    }
    report(args, districts, &Answers::ask(&database, args.out.is_some())?, &known.marks, progress)
}

/// What answers say under what people have marked, for people or as a document, and as a city if one is wanted.
fn report(
    args: &FleetArgs,
    districts: &[District],
    answers: &Answers,
    marks: &Marks,
    progress: &Progress,
) -> Result<(String, Option<String>), CliError> {
    let mut fleet = Fleet::of(answers);
    let needed = fleet.leave_out_needed(marks);
    let city = args.out.as_ref().map(|out| -> Result<String, CliError> {
        let processes = fleet.sum(|version| version.processes);
        let info = DatasetInfo { title: Some(title_of_fleet(processes)), times: PointTime::ShareOfRuns, ..DatasetInfo::default() };
        write_tree_folder(out, &info, &city_points(answers, districts), progress)?;
        Ok(format!("wrote a city of {} to {}", processes_in_words(processes), out.display()))
    });
    let text = if args.json { json_line(&document(&fleet, needed))? } else { in_words(&fleet, &needed).into_text() };
    Ok((text, city.transpose()?))
}

/// All inputs below these folders, with whose heaps they are.
fn inputs_of(args: &FleetArgs, folders: &[PathBuf], warnings: &Warnings) -> Result<Vec<FleetInput>, CliError> {
    let mut inputs = args.manifest.as_deref().map(FleetInput::of_manifest).transpose()?.unwrap_or_default();
    for path in folders {
        inputs.extend(
            args.places.inputs(path, &mut |path| warnings.add("does not fit the pattern of places; it was passed over", path.display()))?,
        );
    }
    let mut places: BTreeMap<&Place, &PathBuf> = BTreeMap::new();
    for FleetInput { path, place, .. } in &inputs {
        if let Some(other) = places.insert(place, path) {
            let message = format!("{} and {} would be the same process: see --places", other.display(), path.display());
            return Err(CliError::new(ExitKind::Usage, message));
        }
    }
    Ok(inputs)
}

/// Inputs and whose they are.
fn list(args: &FleetArgs, inputs: &[FleetInput]) -> Result<String, CliError> {
    if args.json {
        let input = |FleetInput { path, place, .. }: &FleetInput| {
            let Place { service, version, host, process } = place;
            json!({ "path": path, "service": service, "version": version, "host": host, "process": process })
        };
        return json_line(&json!({ "inputs": inputs.iter().map(input).collect::<Vec<_>>() }));
    }
    let mut text = Lines::default();
    for FleetInput { path, place, .. } in inputs {
        text.add(format_args!("{}: {}", place.in_words(), path.display()));
    }
    Ok(text.into_text())
}

/// Tells of processes whose tables lay in the folder before: they are told, too.
fn warn_of_others(folder: &Folder, read: &[&Place], progress: &Progress, warnings: &Warnings) -> Result<(), CliError> {
    let database = Database::new(Vec::new(), std::slice::from_ref(folder), Limits::default(), progress)?;
    for place in places(&database)?.iter().filter(|place| !read.contains(place)) {
        warnings.add("tables of processes that were not read now lie in the folder of tables, and are told, too", place.in_words());
    }
    Ok(())
}

/// Writes the tables of each input; one that cannot be read is told and left out. Returns whose could be read.
fn read_all<'i>(
    args: &FleetArgs,
    inputs: &'i [FleetInput],
    folder: &Folder,
    workers: usize,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Vec<&'i Place>, CliError> {
    let no_worker = |error| CliError::new(ExitKind::Failed, format_args!("no worker can be started: {error}"));
    let room = Room::new(args.at_once.saturating_mul(1 << 20));
    let line = Mutex::new((PercentLine::new("inputs"), 0_u64));
    let could_read: Mutex<Vec<&'i Place>> = Mutex::default();
    let read = |FleetInput { path, place, bytes }: &'i FleetInput| -> Result<usize, CliError> {
        let own = Arc::new(Warnings::new());
        let work = || -> Result<(), CliError> {
            let named = std::slice::from_ref(path);
            let fetched = Fetched::of(named)?;
            let input = Input::look_at(&fetched.paths, &own)?;
            let options = args.input.open_options(Some(&input), &own)?;
            let source = tables_of(input, options, (place.clone(), named), false, progress, &own)?;
            fleet::export(&source, &TABLES, folder)?;
            Ok(())
        };
        // Side by side each has one processor, so none waits for parts that others do; what is read alone has all of them.
        let is_alone = workers == 1 || inputs.len() == 1 || room.fits_alone(*bytes);
        let read = room.with(*bytes, || match is_alone {
            true => work(),
            false => rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(no_worker)?.install(work),
        });
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        line.1 += 1;
        let done = line.1;
        line.0.show(done, inputs.len() as u64);
        match read {
            Ok(()) => {
                warnings.extend(&own);
                could_read.lock().unwrap_or_else(PoisonError::into_inner).push(place);
                Ok(1)
            }
            Err(error) if matches!(error.kind, ExitKind::Cancelled | ExitKind::Usage) => Err(error),
            Err(error) => {
                warnings.add(&format!("{} could not be used", path.display()), error.message);
                Ok(0)
            }
        }
    };
    if side_by_side(workers, inputs, read)? == 0 {
        return Err(CliError::new(ExitKind::Failed, "none of the inputs could be used"));
    }
    Ok(could_read.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Works on so many at a time and sums up, until one fails. Each has a thread of its own: one of a pool that waits for others to do a part of its
/// work would begin another input meanwhile, and that one the next.
fn side_by_side<'a, T: Sync>(
    workers: usize,
    all: &'a [T],
    work: impl Fn(&'a T) -> Result<usize, CliError> + Sync,
) -> Result<usize, CliError> {
    let (next, sum) = (AtomicUsize::new(0), Mutex::new(Ok(0)));
    let lock = || sum.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..workers.clamp(1, all.len().max(1)) {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| lock().is_ok()) {
                    let done = work(one);
                    let mut sum = lock();
                    if let (Ok(sum), Ok(done)) = (&mut *sum, &done) {
                        *sum += done;
                    } else if sum.is_ok() {
                        *sum = done;
                    }
                }
            });
        }
    });
    sum.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Room in memory that readers share.
struct Room {
    all: u64,
    free: Mutex<u64>,
    freed: Condvar,
}

impl Room {
    fn new(all: u64) -> Self {
        Self { all, free: Mutex::new(all), freed: Condvar::new() }
    }

    /// Whether nothing else is read beside so much.
    fn fits_alone(&self, wanted: u64) -> bool {
        wanted >= self.all
    }

    /// Waits for so much room, or for all of it, and works.
    fn with<T>(&self, wanted: u64, work: impl FnOnce() -> T) -> T {
        let wanted = wanted.min(self.all);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.freed.wait_while(free, |free| *free < wanted).unwrap_or_else(PoisonError::into_inner);
        *free -= wanted;
        drop(free);
        let done = work();
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += wanted;
        self.freed.notify_all();
        done
    }
}

/// What is said where there is no cause.
fn nothing_grows(fleet: &Fleet, needed: &[String]) -> String {
    match (fleet.sum(|version| version.judged), fleet.sum(|version| version.processes), needed) {
        (0, ..) => NONE_WAS_JUDGED.to_owned(),
        (.., [_, ..]) => "Nothing else keeps growing in any of them.".to_owned(),
        (judged, all, []) if judged < all => format!("Nothing keeps growing in any of the {} that were judged.", words::count(judged)),
        _ => "Nothing keeps growing in any of them.".to_owned(),
    }
}

fn in_words(fleet: &Fleet, needed: &[String]) -> Lines {
    let mut text = Lines::default();
    let services = fleet.versions.iter().map(|version| &version.service).collect::<BTreeSet<_>>().len();
    let of = if services == 1 { "service" } else { "services" };
    text.add(format_args!("{} of {} {of}.", processes_in_words(fleet.sum(|version| version.processes)), words::count(services as u64)));
    text.blank();
    for version in &fleet.versions {
        let name = service_version(&version.service, &version.version);
        let undecided = version.processes - version.judged;
        let undecided = if undecided > 0 { format!(", {undecided} with too few points to tell") } else { String::new() };
        text.add(format_args!(
            "{name}: {}, something keeps growing in {}{undecided}",
            processes_in_words(version.processes),
            version.leaking
        ));
    }
    text.blank();
    needed_sentences(needed).iter().for_each(|sentence| text.add(sentence));
    if fleet.causes.is_empty() {
        text.add(nothing_grows(fleet, needed));
    }
    for (at, cause) in fleet.causes.iter().enumerate() {
        text.add(format_args!("{:>2}. {}.", at + 1, cause.sentence()));
        if !cause.class.is_empty() && cause.class != cause.cause {
            text.add(format_args!("    What piles up: {}.", cause.class));
        }
        cause.confidence().into_iter().for_each(|confidence| text.add(format_args!("    {confidence}.")));
    }
    if !fleet.outliers.is_empty() {
        text.blank();
        text.add("Unlike the others of their service and version:");
    }
    for outlier in &fleet.outliers {
        let name = service_version(&outlier.service, &outlier.version);
        let (bytes, median) = (words::bytes(outlier.bytes), words::bytes(outlier.median));
        let place = format!("process {} on {}", outlier.process, outlier.host);
        text.add(format_args!(
            "    {name}, {place}: {bytes} at the end, the median of {} is {median}",
            processes_in_words(outlier.peers as u64)
        ));
    }
    if !fleet.groups.is_empty() {
        text.blank();
        text.add("Groups that got most bytes from the first to the last point:");
    }
    for group in fleet.groups.iter().take(MOST_GROUPS) {
        // Those without such a group are of this version, too.
        let is_its = |version: &&Version| (&version.service, &version.version) == (&group.service, &group.version);
        let processes = fleet.versions.iter().find(is_its).map_or(group.processes, |version| version.processes);
        let (growing, name) = (group.growing, service_version(&group.service, &group.version));
        let class = group.path.rsplit(analysis::KEY_SEPARATOR).next().unwrap_or_default();
        let more = words::bytes(group.more_bytes.max(0).unsigned_abs());
        text.add(format_args!("{more:>14}  {class}, in {growing} of {} of {name}", processes_in_words(processes)));
    }
    if !fleet.over_versions.is_empty() {
        text.blank();
        text.add("Groups that grew most from one version to the next, per process at the end:");
    }
    for over in fleet.over_versions.iter().take(MOST_GROUPS) {
        let class = over.path.rsplit(analysis::KEY_SEPARATOR).next().unwrap_or_default();
        let each = |version: &str| {
            let held = over.versions.iter().find(|held| held.version == version);
            words::bytes(held.map_or(0.0, HeldAt::bytes_each).round() as u64)
        };
        let [more, now, before] = [words::bytes(over.more_bytes.round() as u64), each(&over.since), each(&over.before)];
        text.add(format_args!(
            "{more:>14}  {class}: {now} in {}, {before} in {}",
            service_version(&over.service, &over.since),
            over.before
        ));
    }
    text
}

/// The JSON document. Its members are a contract.
fn document(fleet: &Fleet, needed: Vec<String>) -> Value {
    let cause = |cause: &Cause| {
        let mut document = json!(cause);
        document["sentence"] = cause.sentence().into();
        document
    };
    let causes: Vec<Value> = fleet.causes.iter().map(cause).collect();
    let Fleet { versions, groups, over_versions, outliers, .. } = fleet;
    json!({
        "processes": fleet.sum(|version| version.processes), "versions": versions, "causes": causes, "needed": needed, "groups": groups,
        "over_versions": over_versions, "outliers": outliers
    })
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    #[test]
    fn a_grouping_begins_with_districts() {
        let parts = |by: &[&str]| {
            let by: Vec<String> = by.iter().map(ToString::to_string).collect();
            let names = |districts: &[District]| districts.iter().map(|district| district.name()).collect::<Vec<_>>().join(">");
            districts(&by).map(|(districts, steps)| (names(&districts), steps.join("|"))).map_err(|error| error.message)
        };
        let told = |districts: &str, steps: &str| Ok((districts.to_owned(), steps.to_owned()));
        assert_eq!(parts(&[]), told("service>version", ""));
        assert_eq!(parts(&["package, type"]), told("service>version", "package, type"));
        assert_eq!(parts(&["service,version,package,type"]), told("service>version", "package,type"));
        assert_eq!(parts(&["Version", "service,type", "pointed from(type)"]), told("version>service", "type|pointed from(type)"));
        assert_eq!(parts(&["version"]), told("version", ""));
        assert_eq!(parts(&["version,version"]), Err("--by: the grouping names version twice".to_owned()));
        for by in ["type,service", "service,type,version", "service,process,type", "host"] {
            assert!(parts(&[by]).is_err_and(|why| why.starts_with("--by: districts of many processes are")), "{by}");
        }
    }

    /// As readers do, who work on parts of a heap side by side.
    #[test]
    fn who_waits_for_parts_of_an_input_begins_no_other_one() {
        let (open, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |_: &usize| {
            most.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            let parts: usize = (0..64_usize).into_par_iter().map(|part| usize::from(std::hint::black_box(part) < 64)).sum();
            open.fetch_sub(1, Ordering::SeqCst);
            Ok(parts / 64)
        };
        let all: Vec<usize> = (0..2000).collect();
        assert_eq!(side_by_side(2, &all, work).ok(), Some(2000));
        assert!(most.into_inner() <= 2);
        let failing = |&number: &usize| if number == 7 { Err(CliError::new(ExitKind::Failed, "seven")) } else { Ok(1) };
        assert_eq!(side_by_side(2, &all, failing).map_err(|error| error.message), Err("seven".to_owned()));
    }
}
