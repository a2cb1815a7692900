//! `memory-city inspect`: one or several groups of a heap dump together: sizes, shared ownership, keepers, and what dies
//! with them.

use analysis::{EstimatedTree, Grouped, Grouping, HeapState, Metric, Progress, Registry, Warnings, group, joint_error};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};

use super::query::{Group, Shown, groups, tree_table};
use crate::answers::group_inspection::{Amount, Around, GroupInspection, InspectedPart, ObjectSize, Sizes, group_around, inspect_groups};
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::input_args::{about_option, filter_steps};
use crate::cli::options::keyed_groups::groups_with_keys;
use crate::cli::options::plugin_args::PluginArgs;
use crate::data::group_keepers::GroupKeepers;

/// Rows of each list without `--top`.
const MOST_ROWS: usize = 20;

/// Of a table.
const COLUMNS: &str = "what,key,objects,objects_error,bytes,bytes_error,recorded";

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
\"closure_of\":\"retained\"|\"deep\", \"closure\":[{as in roots},..]}; where allocations were sampled and groups are estimates \
\"shallow_error\":{\"objects\":N, \"bytes\":N} stands beside \"shallow\", and the two lists have \"recorded\", \"objects_error\" \
and \"bytes_error\": standard errors.
CSV has a row per amount: what (shallow, retained, deep, keeps_of_joint, joint, heap, roots, closure), of which group (none: of all \
together), how many objects and bytes.")]
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
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
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
    kept_by: &'a GroupKeepers,
    roots: Vec<Group<'a>>,
    closure_of: ClosureName,
    closure: Vec<Group<'a>>,
}

/// The two lists, grouped.
struct Lists {
    roots: EstimatedTree,
    closure: EstimatedTree,
}

/// Reads, inspects, prints.
pub(in crate::cli) fn inspect(args: &InspectArgs) -> Result<(), CliError> {
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
    let mut found = inspect_groups(&heap, &parts, &progress)?;
    add_errors(&mut found, &heap, &grouped, &progress)?;
    let grouped = |around: Around, by: &Grouping| {
        let grouped = group_around(&heap, &found.objects_around(&heap, around, &progress)?, by, &progress, &warnings)?;
        let estimates = grouped.estimates(&heap, &progress)?;
        Ok::<_, analysis::Error>(EstimatedTree { tree: grouped.tree, estimates })
    };
    let closure = match args.closure {
        ClosureName::Retained => Around::Dies,
        ClosureName::Deep => Around::Reached,
    };
    let lists = Lists { roots: grouped(Around::Roots, &groupings.roots)?, closure: grouped(closure, &groupings.closure)? };
    print_warnings(&warnings);
    if args.table.write(COLUMNS, rows(&found, &lists, args.closure), heap.policy)? {
        return Ok(());
    }
    let text = if args.json { document(&heap, &found, &lists, args.closure)? } else { text(&heap, &found, &lists, args).into_text() };
    print_result(text.as_bytes())
}

/// One amount after another: of each group, of all, and of what is in the two lists.
fn rows(found: &GroupInspection, lists: &Lists, closure: ClosureName) -> Vec<Value> {
    let amounts = |key: &str, sizes: &Sizes| {
        let Sizes { shallow, retained, deep, shallow_error } = *sizes;
        let error = |of: fn(Amount) -> u64| shallow_error.map(of);
        let shallow = json!({
            "what": "shallow", "key": key, "objects": shallow.objects, "objects_error": error(|error| error.objects),
            "bytes": shallow.bytes, "bytes_error": error(|error| error.bytes),
        });
        let others = [("retained", retained), ("deep", deep)];
        std::iter::once(shallow).chain(others.map(|(what, amount)| amount_row(what, key, amount))).collect::<Vec<_>>()
    };
    let mut rows: Vec<Value> = found.parts.iter().flat_map(|part| amounts(&part.key, &part.sizes)).collect();
    rows.extend(found.parts.iter().map(|part| amount_row("keeps_of_joint", &part.key, part.keeps_of_joint)));
    rows.extend(amounts("", &found.together));
    rows.extend([("joint", found.joint), ("heap", found.heap)].map(|(what, amount)| amount_row(what, "", amount)));
    let closure = match closure {
        ClosureName::Retained => "closure of retained",
        ClosureName::Deep => "closure of deep",
    };
    for (what, list) in [("roots", &lists.roots), (closure, &lists.closure)] {
        let row = |group: Group<'_>| {
            let mut row = json!(group);
            row["what"] = json!(what);
            row
        };
        rows.extend(groups(&shown(list)).into_iter().map(row));
    }
    rows
}

fn amount_row(what: &str, key: &str, amount: Amount) -> Value {
    json!({ "what": what, "key": key, "objects": amount.objects, "bytes": amount.bytes })
}

/// Says how sure it is which objects the groups have.
fn add_errors(found: &mut GroupInspection, heap: &HeapState, grouped: &Grouped, progress: &Progress) -> analysis::Result<()> {
    let Some(estimates) = grouped.estimates(heap, progress)? else { return Ok(()) };
    for part in &mut found.parts {
        let node = grouped.tree.nodes.iter().position(|node| *node.key == *part.key);
        let estimate = node.and_then(|node| estimates.get(node).copied().flatten());
        part.sizes.shallow_error = estimate.map(|estimate| estimate.error.into()).filter(|error| *error != Amount::default());
    }
    let joint = |of: fn(Amount) -> u64| joint_error(found.parts.iter().map(|part| part.sizes.shallow_error.map(of)));
    found.together.shallow_error = match (joint(|error| error.objects), joint(|error| error.bytes)) {
        (None, None) => None,
        (objects, bytes) => Some(Amount { objects: objects.unwrap_or(0), bytes: bytes.unwrap_or(0) }),
    };
    Ok(())
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

fn document(heap: &HeapState, found: &GroupInspection, lists: &Lists, closure_of: ClosureName) -> Result<String, CliError> {
    let (roots, closure) = (shown(&lists.roots), shown(&lists.closure));
    let document = Document {
        policy: heap.policy.to_string(),
        together: found.together,
        parts: &found.parts,
        joint: found.joint,
        heap: found.heap,
        kept_by: &found.kept_by,
        roots: groups(&roots),
        closure_of,
        closure: groups(&closure),
    };
    json_line(&document)
}

fn shown(list: &EstimatedTree) -> Shown<'_> {
    Shown::estimated(&list.tree, list.estimates.as_deref())
}

fn text(heap: &HeapState, found: &GroupInspection, lists: &Lists, args: &InspectArgs) -> Lines {
    let mut text = Lines::below(heap.policy);
    text.add(format_args!("{:>15} {:>17} {:>9}", "objects", "bytes", "of heap"));
    let mut sizes = |name: &str, sizes: &Sizes, object_sizes: &[ObjectSize]| {
        text.add(format_args!("{name}"));
        for (size, amount) in [("shallow", sizes.shallow), ("retained", sizes.retained), ("deep", sizes.deep)] {
            let share = words::share(amount.bytes, found.heap.bytes);
            text.add(format_args!("{:>15} {:>17} {share:>9}  {size}", words::count(amount.objects), words::count(amount.bytes)));
        }
        if let Some(Amount { objects, bytes }) = sizes.shallow_error {
            let of_objects = words::plus_minus(Metric::Objects, Some(objects));
            let of_bytes = words::plus_minus(Metric::Bytes, Some(bytes));
            text.add(format_args!(
                "  which objects these are is an estimate:{of_objects} objects,{of_bytes}; the other sizes follow from it"
            ));
        }
        if let [smallest, .., largest] = object_sizes {
            let (different, from, to) = (words::count(object_sizes.len() as u64), smallest.bytes, words::count(largest.bytes));
            text.add(format_args!("  objects of {different} sizes, from {from} to {to} bytes"));
        }
    };
    for part in &found.parts {
        sizes(&part.key, &part.sizes, &part.object_sizes);
    }
    if found.parts.len() > 1 {
        sizes("all together", &found.together, &[]);
        if found.joint == Amount::default() {
            text.blank();
            text.add("No shared ownership: what dies with all of them dies with one of them alone.");
        } else {
            let (objects, bytes) = (words::count(found.joint.objects), words::bytes(found.joint.bytes));
            text.blank();
            text.add(format_args!("Shared ownership: {objects} objects ({bytes}) die only if several of them go."));
            for part in found.parts.iter().filter(|part| part.keeps_of_joint.objects > 0) {
                text.add(format_args!(
                    "  {} would keep {} of them if the others went",
                    part.key,
                    words::count(part.keeps_of_joint.objects)
                ));
            }
        }
    }
    text.blank();
    text.add("Kept alive");
    for path in &found.kept_by.paths {
        text.add(format_args!("  {}.", path.sentence));
    }
    if let Some(more) = found.kept_by.more_in_words() {
        text.add(format_args!("  {more}."));
    }
    let closure = match args.closure {
        ClosureName::Retained => "all that dies with them",
        ClosureName::Deep => "all that they reach",
    };
    for (tree, whole) in [(&lists.roots, "all root objects that lead to them"), (&lists.closure, closure)] {
        text.blank();
        text.extend(&tree_table(&shown(tree), whole, args.top));
    }
    text
}

#[cfg(test)]
mod tests {
    use analysis::fixture::heap;

    use super::*;

    #[test]
    fn groups_by_estimated_sites_have_errors_and_others_have_none() {
        // Only a1 and a4 were seen: a2 is taken for one of the first site, a3 of the second.
        let mut heap = heap(
            "gc 2 sampled 64
             root jni -> a1 a2 a3 a4
             a1, a2, a3, a4: A 16
             origin a2, a3: gc 1
             origin a1: gc 1, app.X.one
             origin a4: gc 1, app.X.two",
        );
        let (progress, warnings) = (Progress::new(), Warnings::new());
        heap.state.estimate_origins(&progress).expect("nobody cancels");
        let told = |by: &str, keys: &[&str]| {
            let grouped = group(&heap, &Grouping::parse(by).expect("is a grouping"), &progress, &warnings).expect("can be grouped");
            let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
            let parts = groups_with_keys(&heap, &grouped, &keys, &progress, &warnings).expect("are there");
            let parts: Vec<_> = parts.into_iter().map(|part| (part.key, part.members)).collect();
            let mut found = inspect_groups(&heap, &parts, &progress).expect("nobody cancels");
            add_errors(&mut found, &heap, &grouped, &progress).expect("nobody cancels");
            found
        };
        let sites = told("allocation site", &["app.X.one", "app.X.two"]);
        // 2 of 4 objects, of which 2 were seen: sqrt(16 * 1.5 * 0.5 * 0.5 / 6 * 0.5) = 0.71 objects of 16 bytes.
        let error = Some(Amount { objects: 1, bytes: 12 });
        assert!(sites.parts.iter().all(|part| part.sizes.shallow_error == error), "{:?}", sites.parts);
        assert_eq!(sites.together.shallow_error, Some(Amount { objects: 2, bytes: 17 }), "sqrt(2) as much");
        let json = serde_json::to_string(&sites.parts[0]).expect("is JSON");
        assert!(json.contains("\"shallow_error\":{\"objects\":1,\"bytes\":12}"), "{json}");
        let types = told("type", &["A"]);
        assert_eq!(types.parts[0].sizes.shallow_error, None);
        assert!(!serde_json::to_string(&types.parts[0]).expect("is JSON").contains("_error"));
    }
}
