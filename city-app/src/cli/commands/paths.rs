//! `memory-city paths`: what keeps an object or a group of a heap dump alive, down to the static field.

use analysis::{
    FaultyReference, Grouping, HeapState, KEY_SEPARATOR, ObjectIndex, PathOptions, Progress, Warnings, group, group_paths, paths_to,
};
use clap::Args;
use serde::Serialize;

use crate::answers::places::faulty_reference;
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::keyed_groups::{KeyedGroup, groups_with_keys};
use crate::cli::options::plugin_args::PluginArgs;
use crate::cli::options::target_args::{Target, TargetArgs, object_at};
use crate::data::group_keepers::{GroupKeepers, NamedHolder, NamedObject, NamedObjectPath, NamedPath};
use crate::data::input::annotations::Annotations;

/// Of a table of the paths to a group, as in JSON.
const GROUP_COLUMNS: &str = "round,root_kind,holder,thread,frame,variable,objects,chain,sentence";

/// Of a table of the objects on the paths to one.
const OBJECT_COLUMNS: &str = "path,root_kind,holder,thread,frame,variable,weak,class,address,via";

/// Print what keeps an object or a group alive: the way from a static field, a thread or a local variable.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city paths heap.hprof --key Location                    all objects of a class
  memory-city paths heap.hprof --by package --key app.cache      all objects of a package
  memory-city paths heap.hprof --to 0x7f2c4d018 --count 3        the three shortest ways to one object
  memory-city paths heap.hprof --key Location --json | jq -r '.paths[0].holder'

Paths end at static fields, local variables, threads and what native code holds; --through-classes goes on from \
static fields over the class to the GC root of the dump. Soft, weak, phantom and finalizer references are followed \
only where nothing else keeps an object alive.

Of a group the shortest path of every object is taken, equal ones are merged. Round 1 shows who is nearest; round 2 \
who would keep the objects alive when all holders of round 1 let go, and so on. Holders of less than 5 % are left \
out. Where classes or fields are marked as needed or not (see memory-city mark), the faulty reference of each path is told, in JSON \
as member \"faulty\". Local variables have names in recordings of programs with debug information, and then also a member \"variable\".

JSON of --key: {\"policy\":.., \"key\":.., \"objects\":N, \"strong\":N, \"weak\":N, \"left\":[N,..], \
\"paths\":[{\"root_kind\":.., \"holder\":\"pkg.Class.field\", \"thread\":.., \"frame\":.., \"objects\":N, \
\"round\":N, \"chain\":[holder, field,..], \"steps\":[{\"class\":.., \"via\":.., \"objects\":N, \"members\":N, \
\"repeated\":.., \"example\":ADDRESS},..], \"sentence\":..},..]}; steps go from the group to the holder, chain goes \
from the holder to the group.
JSON of --to: {\"policy\":.., \"address\":.., \"class\":.., \"bytes\":N, \
\"paths\":[{\"root_kind\":.., \"holder\":.., \"thread\":.., \"frame\":.., \"weak\":.., \"length\":N, \
\"steps\":[{\"class\":.., \"address\":.., \"via\":..},..], \"left_out\":N},..]}
CSV has a row per path of --key, and one per object on a path of --to.")]
pub struct PathsArgs {
    /// What is searched.
    #[command(flatten)]
    pub dump: DumpArgs,
    /// What is asked about.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Show at most so many paths
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Go on from static fields over the class and its loader to the GC roots of the dump
    #[arg(long)]
    pub through_classes: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

/// The JSON document of a group. Its members are a contract.
#[derive(Debug, Serialize)]
struct GroupDocument<'a> {
    policy: String,
    key: &'a str,
    #[serde(flatten)]
    kept_by: &'a GroupKeepers,
    /// By path: the reference that is to blame by what people have marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    faulty: Option<&'a [Option<FaultyReference>]>,
}

/// The JSON document of one object. Its members are a contract.
#[derive(Debug, Serialize)]
struct ObjectDocument {
    policy: String,
    address: String,
    class: String,
    bytes: u64,
    paths: Vec<NamedObjectPath>,
}

/// A row of a table: an object on a path.
#[derive(Debug, Serialize)]
struct StepRow<'a> {
    /// Counted from 1.
    path: usize,
    #[serde(flatten)]
    holder: &'a NamedHolder,
    weak: bool,
    #[serde(flatten)]
    step: &'a NamedObject,
}

/// Reads, searches, prints.
pub(in crate::cli) fn paths(args: &PathsArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let known = args.plugins.options(std::slice::from_ref(&args.dump.dump_file), &warnings);
    print_warnings(&warnings);
    // A wrong grouping is told before minutes of reading.
    let grouping = args.target.grouping(&known?)?;
    let heap = args.dump.open_with_names()?;
    let text = match args.target.target()? {
        Target::Object(address) => to_object(&heap, address, args)?,
        Target::Group(key) => to_group(&heap, &grouping, key, args)?,
    };
    text.map_or(Ok(()), |text| print_result(text.as_bytes()))
}

/// The result; `None` if it is a table, which is written.
fn to_object(heap: &HeapState, address: u64, args: &PathsArgs) -> Result<Option<String>, CliError> {
    let object = object_at(heap, address)?;
    let options = PathOptions { through_classes: args.through_classes || heap.is_class_object(object) };
    let found = paths_to(heap, object, options, args.count as usize, &Progress::new())?;
    let class = heap.type_info(heap.type_of(object)).name.to_string();
    if found.is_empty() {
        let message = format!("nothing keeps the {class} at {address:#x} alive: no GC root reaches it");
        return Err(CliError::new(ExitKind::Failed, message));
    }
    let paths: Vec<NamedObjectPath> = found.iter().map(|path| NamedObjectPath::of(heap, path)).collect();
    let document =
        ObjectDocument { policy: heap.policy.to_string(), address: format!("{address:#x}"), class, bytes: heap.bytes_of(object), paths };
    if args.table.write(OBJECT_COLUMNS, document.paths.iter().enumerate().flat_map(step_rows), &document.policy)? {
        return Ok(None);
    }
    if args.json {
        return json_line(&document).map(Some);
    }
    let ObjectDocument { policy, address, class, bytes, paths } = document;
    let mut text = Lines::below(policy);
    text.add(format_args!("{class} at {address}, {}", words::bytes(bytes)));
    if let Some(said) = heap.values_of(object, 0).and_then(|values| values.text) {
        text.add(format_args!("{said:?}"));
    }
    for (at, path) in paths.iter().enumerate() {
        let weak = if path.weak { " (over a reference that keeps nothing alive)" } else { "" };
        text.blank();
        text.add(format_args!("{}. {}{weak}", at + 1, path.holder.in_words()));
        for (at, step) in path.steps.iter().enumerate() {
            if path.gap() == Some(at) {
                text.add(format_args!("   ... {} objects more ...", words::count(path.left_out as u64)));
            }
            text.add(format_args!(
                "   {} {}{}",
                step.class,
                step.address,
                step.via.as_ref().map(|via| format!("  {via}")).unwrap_or_default()
            ));
        }
    }
    Ok(Some(text.into_text()))
}

/// The objects on a path to one object.
fn step_rows((at, path): (usize, &NamedObjectPath)) -> Vec<StepRow<'_>> {
    path.steps.iter().map(|step| StepRow { path: at + 1, holder: &path.holder, weak: path.weak, step }).collect()
}

/// As [`to_object`], of a group.
fn to_group(heap: &HeapState, grouping: &Grouping, key: &str, args: &PathsArgs) -> Result<Option<String>, CliError> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let grouped = group(heap, grouping, &progress, &warnings)?;
    let mut groups = groups_with_keys(heap, &grouped, &[key.to_owned()], &progress, &warnings)?;
    let Some(KeyedGroup { key, name, members }) = groups.pop() else { return Ok(None) };
    // Static fields are not what keeps classes themselves.
    let only_classes = !members.is_empty() && members.iter().all(|object| heap.is_class_object(ObjectIndex(object)));
    let options = PathOptions { through_classes: args.through_classes || only_classes };
    let found_paths = group_paths(heap, &members, options, args.count as usize, &progress)?;
    print_warnings(&warnings);
    let kept_by = GroupKeepers::of(heap, &found_paths, &name);
    if kept_by.paths.is_empty() {
        let message = format!("nothing keeps the {} objects of {} alive: no GC root reaches them", words::count(kept_by.objects), key);
        return Err(CliError::new(ExitKind::Failed, message));
    }
    let known = Annotations::beside(std::slice::from_ref(&args.dump.dump_file))?;
    let class = key.rsplit(KEY_SEPARATOR).next().unwrap_or(&key);
    let faulty: Vec<Option<FaultyReference>> = kept_by.paths.iter().map(|path| faulty_reference(path, class, &known.marks)).collect();
    if args.table.write(GROUP_COLUMNS, &kept_by.paths, heap.policy)? {
        return Ok(None);
    }
    if args.json {
        let faulty = faulty.iter().any(Option::is_some).then_some(faulty.as_slice());
        return json_line(&GroupDocument { policy: heap.policy.to_string(), key: &key, kept_by: &kept_by, faulty }).map(Some);
    }
    let weak = match kept_by.weak {
        0 => String::new(),
        weak => format!(", {} of them only over soft, weak, phantom or finalizer references", words::count(weak)),
    };
    let mut text = Lines::below(heap.policy);
    text.add(format_args!("{key}: {} objects{weak}", words::count(kept_by.objects)));
    let mut round = 1;
    for (at, path) in kept_by.paths.iter().enumerate() {
        if path.round > round {
            round = path.round;
            let left = kept_by.left.get(round as usize - 2).copied().unwrap_or(0);
            text.blank();
            text.add(format_args!("If all of these let go, {} of {} live on:", words::count(left), words::count(kept_by.objects)));
        }
        add_path(&mut text, at + 1, path, &name, kept_by.objects);
        if let Some(faulty) = &faulty[at] {
            text.add(format_args!("   {}.", faulty.words()));
        }
    }
    if let Some(&left) = kept_by.left.get(round as usize - 1) {
        text.blank();
        text.add(format_args!("If all of these let go, {} of {} live on.", words::count(left), words::count(kept_by.objects)));
    }
    Ok(Some(text.into_text()))
}

/// The sentence, and the same as a table.
fn add_path(text: &mut Lines, number: usize, path: &NamedPath, name: &str, objects: u64) {
    text.blank();
    text.add(format_args!("{number}. {}.", path.sentence));
    text.add(format_args!("{:>15}  {name} ({} of the group)", words::count(path.objects), words::share(path.objects, objects)));
    for step in &path.steps {
        let others = if step.repeated { ", and each other" } else { "" };
        text.add(format_args!("{:>15}  {}  {}{others}", words::count(step.objects), step.class, step.via));
    }
    text.add(format_args!("{:>15}  {}", "", path.holder.in_words()));
}
