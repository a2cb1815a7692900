//! `memory-city query`: which objects of a heap dump fit, and how they are grouped.

use std::path::PathBuf;

use analysis::{MemoryTree, NodeEstimate, NodeIndex, NodeTotals, PROPERTIES, Progress, Query, SizeKind, TimePoint, TreeNode, Warnings};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::dump_args::note_of_folder;
use crate::cli::options::input_args::InputArgs;
use crate::data::input::{Input, read_last};

/// Said of numbers with an error.
const ESTIMATED: &str = "\u{b1} is the standard error: allocations were sampled, and these numbers are estimated from what was seen";

/// The same of samples.
const ESTIMATED_BYTES: &str = "\u{b1} is the standard error: bytes are estimated from samples";

/// Rows of the table without `--top`.
const MOST_ROWS: usize = 50;

/// Of a table of groups, as in JSON.
pub(in crate::cli) const GROUP_COLUMNS: &str = "key,objects,objects_error,samples,bytes,bytes_error,deep_bytes,recorded";

/// Find objects of a heap dump and group them.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city query heap.hprof 'where size > 1000000 group by type'
  memory-city query heap.hprof 'type == \"java.lang.String\" and text.starts_with(\"user-\")'
  memory-city query heap.hprof 'where count == 0 and not is_array group by type, pointed from(type)'
  memory-city query heap.hprof 'where extends(\"java.util.AbstractMap\") group by script(if count < 10 { \"few\" } else { \"many\" }), type'
  memory-city query heap.hprof 'group by package' --csv packages.csv

EXPRESSION is a script in Rhai (rhai.rs). It knows the object's type, short_type, package, loader, superclasses, \
is_array, is_primitive_array, array_length, size, incoming, outgoing, roots, count, text, points_to, pointed_from, \
address, describes, parts, this, and of traces allocation_site, call_stack, allocating_thread, age; field(\"name\"), extends(\"class\"); && || ! (and or not), == != < <= > >=, in, + - \
* / %, if .. { .. } else { .. }, let, loops, functions; texts have starts_with, ends_with, contains, like (* and ?), \
to_lower, len; lists have some(|x| ..), all, filter, map, find, len, [0]. See memory-city query --properties.")]
pub struct QueryArgs {
    /// A heap dump (.hprof, .hprof.gz); of a series the last point is asked
    #[arg(value_name = "DUMP", required_unless_present = "properties")]
    pub dump_file: Option<PathBuf>,
    /// where EXPRESSION group by STEPS; either part may be left out
    #[arg(value_name = "QUERY", required_unless_present = "properties")]
    pub query: Option<String>,
    /// Explain the properties that an expression can name, and do nothing else
    #[arg(long)]
    pub properties: bool,
    /// How many groups to print, the largest of each level first
    #[arg(long, value_name = "N", default_value_t = MOST_ROWS)]
    pub top: usize,
    /// Leave out groups that reach less than so many bytes, and those within them: they cannot be what keeps much alive
    #[arg(long, value_name = "BYTES")]
    pub min_deep: Option<u64>,
    /// Print JSON: {"policy":..,"steps":[..],"objects":N,"bytes":N,"groups":[{"key":..,"objects":N,"bytes":N},..]}; with
    /// --min-deep also "hidden":N, and "deep_bytes" in groups; where sites were sampled groups have "recorded",
    /// "objects_error" and "bytes_error" (standard errors), too, and so has the whole if a filter looks at them
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: &'a str,
    steps: &'a [String],
    objects: u64,
    bytes: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
    groups: Vec<Group<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<usize>,
}

#[derive(Debug, Serialize)]
pub(in crate::cli) struct Group<'a> {
    key: &'a str,
    #[serde(flatten)]
    amount: Amount,
    #[serde(skip_serializing_if = "Option::is_none")]
    deep_bytes: Option<u64>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
}

/// How much a group has.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Amount {
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<u64>,
    /// Where nobody knows how many objects they stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u64>,
    bytes: u64,
}

/// How sure the numbers of a group are.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Estimate {
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objects_error: Option<u64>,
    bytes_error: u64,
}

/// Which groups are shown: all, or those that reach enough.
pub(in crate::cli) struct Shown<'a> {
    tree: &'a MemoryTree,
    /// By node, with the least that is shown.
    deep: Option<(&'a [NodeTotals], u64)>,
    /// By node, where numbers are estimates.
    estimates: Option<&'a [Option<NodeEstimate>]>,
    /// What is counted are samples, whose bytes are estimates.
    are_samples: bool,
}

impl<'a> Shown<'a> {
    /// All groups of a tree whose numbers may be estimates.
    pub(in crate::cli) fn estimated(tree: &'a MemoryTree, estimates: Option<&'a [Option<NodeEstimate>]>) -> Self {
        Self { tree, deep: None, estimates, are_samples: false }
    }

    /// The same where the objects are samples.
    pub(in crate::cli) fn of_samples(self) -> Self {
        Self { are_samples: true, ..self }
    }

    /// How much a node has.
    pub(in crate::cli) fn amount(&self, node: NodeIndex) -> Amount {
        let NodeTotals { objects, bytes } = self.tree.nodes[node.at()].totals;
        let [objects, samples] = if self.are_samples { [None, Some(objects)] } else { [Some(objects), None] };
        Amount { objects, samples, bytes }
    }

    fn told(&self, NodeEstimate { recorded, error }: NodeEstimate) -> Estimate {
        // Samples are counted.
        let known = |value: u64| (!self.are_samples).then_some(value);
        Estimate { recorded: known(recorded), objects_error: known(error.objects), bytes_error: error.bytes }
    }

    fn estimate(&self, node: NodeIndex) -> Option<NodeEstimate> {
        self.estimates?.get(node.at()).copied().flatten()
    }

    /// How sure the numbers of the whole are; `None` if they are exact.
    pub(in crate::cli) fn of_whole(&self) -> Option<Estimate> {
        self.estimate(NodeIndex::ROOT).map(|estimate| self.told(estimate))
    }

    fn new(point: &'a TimePoint, min_deep: Option<u64>) -> Self {
        Self {
            tree: &point.tree,
            deep: point.sizes.deep.as_deref().zip(min_deep),
            estimates: point.sizes.estimates.as_deref(),
            are_samples: false,
        }
    }

    /// A part of a group reaches no more than the group, so hidden groups hide whole subtrees.
    fn is_shown(&self, node: NodeIndex) -> bool {
        self.deep.is_none_or(|(deep, least)| deep[node.at()].bytes >= least)
    }

    fn nodes(&self) -> impl Iterator<Item = NodeIndex> + '_ {
        (1..self.tree.nodes.len() as u32).map(NodeIndex).filter(|&node| self.is_shown(node))
    }

    fn hidden(&self) -> usize {
        self.tree.nodes.len() - 1 - self.nodes().count()
    }

    /// The children of a node that are shown, the largest last.
    fn children(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let mut children: Vec<NodeIndex> = self.tree.children(node).filter(|&child| self.is_shown(child)).collect();
        children.sort_by_key(|child| (self.tree.nodes[child.at()].totals.bytes, std::cmp::Reverse(*child)));
        children
    }
}

/// Asks one dump.
pub(in crate::cli) fn query(args: &QueryArgs) -> Result<(), CliError> {
    if args.properties {
        let rows = PROPERTIES.iter().map(|info| format!("{:20} {}\n", info.name, info.meaning));
        return print_result(rows.collect::<String>().as_bytes());
    }
    let warnings = Warnings::new();
    let input = Input::look_at(args.dump_file.as_slice(), &warnings)?;
    args.input.refuse_garbage()?;
    args.input.refuse_chosen_points("query asks one point: --window and --baseline mean nothing to it, see --dump")?;
    let mut options = args.input.open_options(Some(&input), &warnings)?;
    let steps = Query::parse(args.query.as_deref().unwrap_or_default())?
        .grouping(&options.registry())
        .inspect_err(|_| print_warnings(&warnings))?
        .names();
    options.sizes = args.min_deep.map(|_| SizeKind::Deep).into_iter().collect();
    options.by = options.by.into_iter().chain(steps.iter().cloned()).collect();
    let series = read_last(&input, &options, &Progress::new(), &warnings);
    print_warnings(&warnings);
    let series = series?;
    if let (Some(path), Some(place)) = (&args.dump_file, series.sources.last()) {
        note_of_folder(path, &place.file, place.dump);
    }
    let Some(point) = series.points.last() else { return Err(CliError::new(ExitKind::Failed, "the input has no point in time")) };
    if args.min_deep.is_some() && point.sizes.deep.is_none() {
        let message = "--min-deep needs deep sizes: give a heap dump, or memory trees written with group --sizes deep";
        return Err(CliError::new(ExitKind::Usage, message));
    }
    let policy = series.info.policy.unwrap_or_default();
    let shown = Shown::new(point, args.min_deep);
    if args.table.write(GROUP_COLUMNS, groups(&shown), &policy)? {
        return Ok(());
    }
    if args.json {
        return print_result(json(&policy, &options.by, &shown)?.as_bytes());
    }
    let mut text = Lines::below(policy);
    text.extend(&tree_table(&shown, "all that fit", args.top));
    print_result(text.as_bytes())
}

/// The groups that are shown, each before those within it.
pub(in crate::cli) fn groups<'a>(shown: &'a Shown<'a>) -> Vec<Group<'a>> {
    let group = |node: NodeIndex| {
        let TreeNode { key, .. } = &shown.tree.nodes[node.at()];
        let (amount, estimate) = (shown.amount(node), shown.estimate(node).map(|estimate| shown.told(estimate)));
        let deep_bytes = shown.deep.map(|(deep, _)| deep[node.at()].bytes);
        Group { key, amount, deep_bytes, estimate }
    };
    shown.nodes().map(group).collect()
}

fn json(policy: &str, steps: &[String], shown: &Shown<'_>) -> Result<String, CliError> {
    let totals = shown.tree.root().totals;
    let groups = groups(shown);
    let hidden = shown.deep.map(|_| shown.hidden());
    let document = Document { policy, steps, objects: totals.objects, bytes: totals.bytes, estimate: shown.of_whole(), groups, hidden };
    json_line(&document)
}

/// The groups of a tree that are shown, indented, the largest of each level first.
pub(in crate::cli) fn tree_table(shown: &Shown<'_>, whole: &str, top: usize) -> Lines {
    let tree = shown.tree;
    let is_estimated = shown.estimates.is_some();
    let error = |width: usize, cell: String| if is_estimated { format!(" {cell:>width$}") } else { String::new() };
    let counted_error = |cell: String| if shown.are_samples { String::new() } else { error(12, cell) };
    let (of_objects, of_bytes) = (counted_error("\u{b1} objects".to_owned()), error(13, "\u{b1} bytes".to_owned()));
    let counted = if shown.are_samples { "samples" } else { "objects" };
    let mut text = Lines::default();
    text.add(format_args!("{counted:>15}{of_objects} {:>17}{of_bytes}  group", "bytes"));
    let mut row = |level: usize, node: NodeIndex, name: &str| {
        let totals = tree.nodes[node.at()].totals;
        let errors = shown.estimate(node).map(|NodeEstimate { error, .. }| [error.objects, error.bytes].map(words::count));
        let [of_objects, of_bytes] = errors.unwrap_or_default();
        let (of_objects, of_bytes) = (counted_error(of_objects), error(13, of_bytes));
        let (objects, bytes, indent) = (words::count(totals.objects), words::count(totals.bytes), "  ".repeat(level));
        text.add(format_args!("{objects:>15}{of_objects} {bytes:>17}{of_bytes}  {indent}{name}"));
    };
    row(0, NodeIndex::ROOT, whole);
    let mut rows = 0;
    let mut stack = vec![(1, shown.children(NodeIndex::ROOT))];
    while let Some((level, nodes)) = stack.last_mut() {
        let Some(node) = nodes.pop() else {
            stack.pop();
            continue;
        };
        if rows == top {
            break;
        }
        let level = *level;
        row(level, node, &tree.nodes[node.at()].name);
        rows += 1;
        stack.push((level + 1, shown.children(node)));
    }
    let hidden = shown.hidden();
    let left = tree.nodes.len() - 1 - rows - hidden;
    if left > 0 {
        text.add(format_args!("and {} further groups; see --top and --json", words::count(left as u64)));
    }
    if is_estimated {
        text.add(if shown.are_samples { ESTIMATED_BYTES } else { ESTIMATED });
    }
    if hidden > 0 {
        text.add(format_args!("{} groups are hidden: they reach too little (--min-deep)", words::count(hidden as u64)));
    }
    text
}

#[cfg(test)]
mod tests {
    use analysis::{NodeTotals, TreeBuilder};

    use super::*;

    #[test]
    fn the_table_shows_the_largest_groups_first_and_says_what_it_leaves_out() {
        let totals = |objects| NodeTotals { objects, bytes: objects * 8 };
        let mut builder = TreeBuilder::new(totals(6));
        let role = builder.role("Type");
        for (name, objects) in [("small", 1), ("big", 5)] {
            builder.add_part(0, name, role, totals(objects));
        }
        let tree = builder.finish().tree;
        let text = tree_table(&Shown::estimated(&tree, None), "all that fit", 1);
        let lines: Vec<&str> = text.lines().skip(1).map(str::trim_start).collect();
        assert_eq!(
            lines,
            ["6                48  all that fit", "5                40    big", "and 1 further groups; see --top and --json"]
        );
        assert!(
            json("policy", &["Type".into()], &Shown::estimated(&tree, None))
                .expect("is JSON")
                .contains("{\"key\":\"Overall#big\",\"objects\":5,\"bytes\":40}")
        );
    }

    #[test]
    fn estimates_have_their_errors_in_objects_and_in_bytes() {
        let totals = |objects| NodeTotals { objects, bytes: objects * 8 };
        let mut builder = TreeBuilder::new(totals(6));
        let role = builder.role("Allocation site");
        builder.add_part(0, "main", role, totals(6));
        let tree = builder.finish().tree;
        let estimates = [None, Some(NodeEstimate { recorded: 2, error: NodeTotals { objects: 3, bytes: 1024 } })];
        let shown = Shown::estimated(&tree, Some(&estimates));
        let text = tree_table(&shown, "all that fit", 1);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["objects", "\u{b1}", "objects", "bytes", "\u{b1}", "bytes", "group"]);
        assert_eq!((&*rows[1], &*rows[2]), (&["6", "48", "all", "that", "fit"][..], &["6", "3", "48", "1,024", "main"][..]));
        let exact = json("policy", &[], &shown).expect("is JSON");
        assert!(exact.contains("\"bytes\":48,\"groups\":[{"), "the whole is exact: {exact}");
        let filtered = [estimates[1], estimates[1]];
        let filtered = json("policy", &[], &Shown::estimated(&tree, Some(&filtered))).expect("is JSON");
        assert!(filtered.contains("\"bytes\":48,\"recorded\":2,\"objects_error\":3,\"bytes_error\":1024,\"groups\":[{"), "{filtered}");
    }

    #[test]
    fn groups_that_reach_little_are_hidden_and_counted() {
        let totals = |objects| NodeTotals { objects, bytes: objects * 8 };
        let mut builder = TreeBuilder::new(totals(6));
        let role = builder.role("Type");
        for (name, objects) in [("a", 1), ("b", 2), ("c", 3)] {
            let parent = builder.add_part(0, name, role, totals(objects));
            builder.add_part(parent, "inner", role, totals(objects));
        }
        let tree = builder.finish().tree;
        let deep: Vec<NodeTotals> =
            tree.nodes.iter().map(|node| totals(if &*node.key == "Overall#b" || node.key.contains("#b#") { 1 } else { 9 })).collect();
        let shown = Shown { tree: &tree, deep: Some((deep.as_slice(), 72)), estimates: None, are_samples: false };
        let text = tree_table(&shown, "all that fit", 10);
        assert!(text.ends_with("2 groups are hidden: they reach too little (--min-deep)\n") && !text.contains(" b\n"), "{text}");
        let json = json("policy", &[], &shown).expect("is JSON");
        assert!(
            json.contains("\"hidden\":2") && json.contains("{\"key\":\"Overall#a\",\"objects\":1,\"bytes\":8,\"deep_bytes\":72}"),
            "{json}"
        );
    }
}
