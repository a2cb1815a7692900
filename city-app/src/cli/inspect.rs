//! `memory-city inspect`: one or several groups of a heap dump together: sizes, shared ownership, keepers, and what dies
//! with them.

use std::fmt::Write as _;

use analysis::{Grouping, HeapState, MemoryTree, Progress, Warnings, group};
use clap::Args;
use serde::Serialize;

use super::dump_args::DumpArgs;
use super::keyed_groups::groups_with_keys;
use super::output::{CliError, json_line, print_result, print_warnings, printable};
use super::plugin_args::PluginArgs;
use super::query::{Shown, tree_table};
use crate::group_inspection::{Amount, GroupInspection, InspectedPart, Sizes, group_closure, inspect_groups};
use crate::kept_by::KeptBy;
use crate::words;

/// Rows of the table of what dies without `--top`.
const MOST_ROWS: usize = 20;

/// Inspect groups of objects together: sizes, shared ownership, who keeps them alive, what dies with them.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city inspect heap.hprof --key java.util.HashMap
  memory-city inspect heap.hprof --key app.CacheA --key app.CacheB      what neither owns alone
  memory-city inspect heap.hprof --by package --key app.cache --then 'package, type'

Retained is what the garbage collector could free if all objects of the groups went at once; deep is all that they reach.
Shared ownership is what dies only if several of the groups go: with --json also how much of it each one keeps.

JSON: {\"policy\":..,\"together\":{\"shallow\":{\"objects\":N,\"bytes\":N},\"retained\":..,\"deep\":..},\"parts\":[{\"key\":..,\"shallow\":..,
\"retained\":..,\"deep\":..,\"keeps_of_joint\":..},..],\"joint\":{..},\"heap\":{..},\"kept_by\":{as of paths --key --json},
\"closure\":[{\"key\":..,\"objects\":N,\"bytes\":N},..]}")]
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
    /// How many groups of what dies to print
    #[arg(long, value_name = "N", default_value_t = MOST_ROWS)]
    pub top: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
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
    closure: Vec<ClosureGroup<'a>>,
}

#[derive(Debug, Serialize)]
struct ClosureGroup<'a> {
    key: &'a str,
    objects: u64,
    bytes: u64,
}

/// Reads, inspects, prints.
pub(super) fn inspect(args: &InspectArgs) -> Result<(), CliError> {
    // A wrong grouping is told before minutes of reading.
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let registry = args.plugins.options(std::slice::from_ref(&args.input.dump_file), &warnings)?.registry();
    let by =
        args.by.as_deref().map_or_else(|| Ok(Grouping::default()), |by| registry.parse(by)).inspect_err(|_| print_warnings(&warnings))?;
    let then = registry.parse(&args.then).inspect_err(|_| print_warnings(&warnings))?;
    let heap = args.input.open_with_names()?;
    let grouped = group(&heap, &by, &progress, &warnings)?;
    let parts = groups_with_keys(&heap, &grouped, &args.keys, &progress, &warnings)?;
    let parts: Vec<_> = parts.into_iter().map(|part| (part.key, part.members)).collect();
    let found = inspect_groups(&heap, &parts, &progress)?;
    let closure = group_closure(&heap, &found.dies, &then, &progress, &warnings)?.tree;
    print_warnings(&warnings);
    let text = if args.json { json(&heap, &found, &closure)? } else { text(&heap, &found, &closure, args.top) };
    print_result(text.as_bytes())
}

fn json(heap: &HeapState, found: &GroupInspection, closure: &MemoryTree) -> Result<String, CliError> {
    let groups =
        closure.nodes[1..].iter().map(|node| ClosureGroup { key: &node.key, objects: node.totals.objects, bytes: node.totals.bytes });
    let document = Document {
        policy: heap.policy.to_string(),
        together: found.together,
        parts: &found.parts,
        joint: found.joint,
        heap: found.heap,
        kept_by: &found.kept_by,
        closure: groups.collect(),
    };
    json_line(&document)
}

fn text(heap: &HeapState, found: &GroupInspection, closure: &MemoryTree, top: usize) -> String {
    let mut text = format!("{}\n\n{:>15} {:>17} {:>9}\n", heap.policy, "objects", "bytes", "of heap");
    let mut sizes = |name: &str, sizes: &Sizes| {
        let _ = writeln!(text, "{name}");
        for (size, amount) in [("shallow", sizes.shallow), ("retained", sizes.retained), ("deep", sizes.deep)] {
            let share = words::share(amount.bytes, found.heap.bytes);
            let _ = writeln!(text, "{:>15} {:>17} {share:>9}  {size}", words::count(amount.objects), words::count(amount.bytes));
        }
    };
    for part in &found.parts {
        sizes(&part.key, &part.sizes);
    }
    if found.parts.len() > 1 {
        sizes("all together", &found.together);
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
    let _ = write!(text, "\n{}", tree_table(&Shown::all(closure), "all that dies with them", top));
    printable(&text)
}
