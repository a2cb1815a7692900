//! `memory-city inspect`: one or several groups of a heap dump together: sizes, shared ownership, keepers, and what dies
//! with them.

use std::fmt::Write as _;

use analysis::{Grouping, HeapState, MemoryTree, Progress, Registry, Warnings, group};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::dump_args::DumpArgs;
use super::input_args::{about_option, filter_steps};
use super::keyed_groups::groups_with_keys;
use super::output::{CliError, ExitKind, json_line, print_result, print_warnings, printable};
use super::plugin_args::PluginArgs;
use super::query::{Shown, tree_table};
use crate::group_inspection::{Amount, Around, GroupInspection, InspectedPart, ObjectSize, Sizes, group_around, inspect_groups};
use crate::kept_by::KeptBy;
use crate::words;

/// Rows of each list without `--top`.
const MOST_ROWS: usize = 20;

/// Inspect groups of objects together: sizes, shared ownership, who keeps them alive, what dies with them.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city inspect heap.hprof --key java.util.HashMap
  memory-city inspect heap.hprof --key app.CacheA --key app.CacheB      what neither owns alone
  memory-city inspect heap.hprof --by package --key app.cache --then 'package, type'
  memory-city inspect heap.hprof --key app.Order --closure deep --then type --filter 'size > 100'
  memory-city inspect heap.hprof --key app.Order --roots-by 'type, gc-root-kind'

Retained is what the garbage collector could free if all objects of the groups went at once; deep is all that they \
reach. Shared ownership is what dies only if several of the groups go: with --json also how much of it each one \
keeps. Root objects are what static fields, threads, native code or the JVM hold, and what leads from there to the \
groups.

JSON: {\"policy\":.., \"together\":{\"shallow\":{\"objects\":N, \"bytes\":N}, \"retained\":.., \"deep\":..}, \
\"parts\":[{\"key\":.., \"shallow\":.., \"retained\":.., \"deep\":.., \"object_sizes\":[{\"bytes\":N, \
\"objects\":N},..], \"keeps_of_joint\":..},..], \"joint\":{..}, \"heap\":{..}, \"kept_by\":{as of paths --key --json}, \"roots\":[{\"key\":.., \"objects\":N, \"bytes\":N},..], \
\"closure_of\":\"retained\"|\"deep\", \"closure\":[{as in roots},..]}")]
pub struct InspectArgs {
    /// What is read.
    #[command(flatten)]
    pub input: DumpArgs,
    /// A group by its key: its full key, the end of it, or its name if that is unambiguous; may be given several times
    #[arg(long = "key", value_name = "KEY", required = true)]
    pub keys: Vec<String>,
    /// Group by these steps to find the keys, outermost first [default: package path, then type]
    #[arg(long, value_name = "STEPS")]
    pub by: Option<String>,
    /// Group what dies with them by these steps
    #[arg(long, value_name = "STEPS", default_value = "type")]
    pub then: String,
    /// What is grouped so: what dies with them, or all that they reach
    #[arg(long, value_enum, default_value_t)]
    pub closure: ClosureName,
    /// Group the root objects that lead to them by these steps
    #[arg(long, value_name = "STEPS", default_value = "directly gc-rooted")]
    pub roots_by: String,
    /// Leave out of both lists objects for which this expression is false, or a filter by its name; of several, all must be
    /// true
    #[arg(long, value_name = "EXPRESSION")]
    pub filter: Vec<String>,
    /// How many groups of each list to print
    #[arg(long, value_name = "N", default_value_t = MOST_ROWS)]
    pub top: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

/// Which closure is grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum ClosureName {
    /// What dies with the groups
    #[default]
    Retained,
    /// All that the groups reach
    Deep,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: String,
    together: Sizes,
    parts: &'a [InspectedPart],
    joint: Amount,
    heap: Amount,
    kept_by: &'a KeptBy,
    roots: Vec<TreeGroup<'a>>,
    closure_of: ClosureName,
    closure: Vec<TreeGroup<'a>>,
}

#[derive(Debug, Serialize)]
struct TreeGroup<'a> {
    key: &'a str,
    objects: u64,
    bytes: u64,
}

/// The two lists, grouped.
struct Lists {
    roots: MemoryTree,
    closure: MemoryTree,
}

/// Reads, inspects, prints.
pub(super) fn inspect(args: &InspectArgs) -> Result<(), CliError> {
    // A wrong grouping is told before minutes of reading.
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let registry = args.plugins.options(std::slice::from_ref(&args.input.dump_file), &warnings)?.registry();
    let groupings = groupings(args, &registry).inspect_err(|_| print_warnings(&warnings))?;
    let heap = args.input.open_with_names()?;
    let grouped = group(&heap, &groupings.by, &progress, &warnings)?;
    let parts = groups_with_keys(&heap, &grouped, &args.keys, &progress, &warnings)?;
    if let Some(twice) = (1..parts.len()).find(|&at| parts[..at].iter().any(|earlier| earlier.key == parts[at].key)) {
        let message = format!("--key {:?}: {} is named twice; every group counts once", args.keys[twice], parts[twice].key);
        return Err(CliError::new(ExitKind::Usage, message));
    }
    let parts: Vec<_> = parts.into_iter().map(|part| (part.key, part.members)).collect();
    let found = inspect_groups(&heap, &parts, &progress)?;
    let grouped = |around: Around, by: &Grouping| {
        group_around(&heap, &found.objects_around(&heap, around, &progress)?, by, &progress, &warnings).map(|grouped| grouped.tree)
    };
    let closure = match args.closure {
        ClosureName::Retained => Around::Dies,
        ClosureName::Deep => Around::Reached,
    };
    let lists = Lists { roots: grouped(Around::Roots, &groupings.roots)?, closure: grouped(closure, &groupings.closure)? };
    print_warnings(&warnings);
    let text = if args.json { json(&heap, &found, &lists, args.closure)? } else { text(&heap, &found, &lists, args) };
    print_result(text.as_bytes())
}

/// How everything is grouped.
struct Groupings {
    by: Grouping,
    roots: Grouping,
    closure: Grouping,
}

fn groupings(args: &InspectArgs, registry: &Registry) -> analysis::Result<Groupings> {
    let filters = filter_steps(registry, &args.filter)?;
    let about = |option: &str, steps: &str, error| about_option(&format!("{option} {steps:?}"), error);
    let filtered = |option: &str, steps: &String| {
        // By itself first: positions are those in the text of the option.
        registry.parse(steps).map_err(|error| about(option, steps, error))?;
        registry.parse_all(&filters.iter().chain([steps]).collect::<Vec<_>>()).map_err(|error| about_option(option, error))
    };
    Ok(Groupings {
        by: args
            .by
            .as_deref()
            .map_or_else(|| Ok(Grouping::default()), |by| registry.parse(by).map_err(|error| about("--by", by, error)))?,
        roots: filtered("--roots-by", &args.roots_by)?,
        closure: filtered("--then", &args.then)?,
    })
}

fn json(heap: &HeapState, found: &GroupInspection, lists: &Lists, closure_of: ClosureName) -> Result<String, CliError> {
    let document = Document {
        policy: heap.policy.to_string(),
        together: found.together,
        parts: &found.parts,
        joint: found.joint,
        heap: found.heap,
        kept_by: &found.kept_by,
        roots: groups_of(&lists.roots),
        closure_of,
        closure: groups_of(&lists.closure),
    };
    json_line(&document)
}

fn groups_of(tree: &MemoryTree) -> Vec<TreeGroup<'_>> {
    tree.nodes[1..].iter().map(|node| TreeGroup { key: &node.key, objects: node.totals.objects, bytes: node.totals.bytes }).collect()
}

fn text(heap: &HeapState, found: &GroupInspection, lists: &Lists, args: &InspectArgs) -> String {
    let mut text = format!("{}\n\n{:>15} {:>17} {:>9}\n", heap.policy, "objects", "bytes", "of heap");
    let mut sizes = |name: &str, sizes: &Sizes, object_sizes: &[ObjectSize]| {
        let _ = writeln!(text, "{name}");
        for (size, amount) in [("shallow", sizes.shallow), ("retained", sizes.retained), ("deep", sizes.deep)] {
            let share = words::share(amount.bytes, found.heap.bytes);
            let _ = writeln!(text, "{:>15} {:>17} {share:>9}  {size}", words::count(amount.objects), words::count(amount.bytes));
        }
        if let [smallest, .., largest] = object_sizes {
            let (different, from, to) = (words::count(object_sizes.len() as u64), smallest.bytes, words::count(largest.bytes));
            let _ = writeln!(text, "  objects of {different} sizes, from {from} to {to} bytes");
        }
    };
    for part in &found.parts {
        sizes(&part.key, &part.sizes, &part.object_sizes);
    }
    if found.parts.len() > 1 {
        sizes("all together", &found.together, &[]);
        if found.joint == Amount::default() {
            text.push_str("\nNo shared ownership: what dies with all of them dies with one of them alone.\n");
        } else {
            let (objects, bytes) = (words::count(found.joint.objects), words::bytes(found.joint.bytes));
            let _ = writeln!(text, "\nShared ownership: {objects} objects ({bytes}) die only if several of them go.");
            for part in found.parts.iter().filter(|part| part.keeps_of_joint.objects > 0) {
                let _ = writeln!(text, "  {} alone keeps {} of them", part.key, words::count(part.keeps_of_joint.objects));
            }
        }
    }
    text.push_str("\nKept alive\n");
    for path in &found.kept_by.paths {
        let _ = writeln!(text, "  {}.", path.sentence);
    }
    if let Some(more) = found.kept_by.more_in_words() {
        let _ = writeln!(text, "  {more}.");
    }
    let closure = match args.closure {
        ClosureName::Retained => "all that dies with them",
        ClosureName::Deep => "all that they reach",
    };
    for (tree, whole) in [(&lists.roots, "all root objects that lead to them"), (&lists.closure, closure)] {
        let _ = write!(text, "\n{}", tree_table(&Shown::all(tree), whole, args.top));
    }
    printable(&text)
}
