//! `memory-city graph`: what keeps an object or a group alive, as a graph of classes, fields and roots.

use std::fmt::Display;

use analysis::{GraphOptions, Progress, Warnings};
use clap::Args;
use serde::Serialize;

use crate::answers::ownership_graph::{NamedGraph, NamedNode, OwnershipGraph, export};
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line, print_result, print_warnings};
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::keyed_groups::KeyedGroup;
use crate::cli::options::plugin_args::PluginArgs;
use crate::cli::options::target_args::TargetArgs;
use crate::data::group_keepers::group_name;

/// Draw what keeps an object or a group alive as a graph of classes, fields and roots.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city graph heap.hprof --key Location                    as text, the heaviest way first
  memory-city graph heap.hprof --key Location --svg > graph.svg  as a picture
  memory-city graph heap.hprof --key Location --dot | dot -Tpdf > graph.pdf
  memory-city graph heap.hprof --to 0x7f2c4d018 --json | jq .cut

A node is a set of objects of one class, collections with what of their inside leads to the group unless --inside is there, the group that was asked about, or what holds objects from outside: a \
static field, a local variable, a JNI handle. Classes and roots that reach less than --least percent of the group \
are left out and counted. `reaches` counts objects of the group that a node or edge leads to over what is shown; \
`frees` what the GC could collect without it, exactly. `cut` are the fields of the program that must let go, as in \
find, with what dies over strong references; where the graph does not show them, the smallest set of edges that \
parts the group from all roots shown.

JSON: {\"policy\":.., \"key\":.., \"name\":.., \"objects\":N, \"bytes\":N, \"live\":N, \"least_share\":F, \
\"weak\":.., \"left_out\":N, \"nodes\":[{\"kind\":\"group\"|\"objects\"|\"static field\"|\"local \
variable\"|\"thread\"|\"JNI\"|\"monitor\"|\"class\"|\"other\", \"title\":.., \"name\":.., \"objects\":N, \
\"inner_objects\":N, \"bytes\":N, \"reaches\":N, \"retained_objects\":N, \"retained_bytes\":N, \"frees\":N, \"left_out_objects\":N, \
\"left_out_roots\":N, \"left_out_reaches\":N, \"weak\":.., \"below\":.., \"own_fields\":[..]},..], \
\"edges\":[{\"from\":NODE, \"to\":NODE, \"fields\":[..], \"sources\":N, \"targets\":N, \"reaches\":N, \
\"frees_objects\":N, \"frees_bytes\":N, \"frees\":N, \"weak\":..},..], \"main_path\":[EDGE,..], \"sentence\":.., \
\"cut\":{\"edges\":[EDGE,..], \"fields\":[..], \"frees_objects\":N, \"frees_bytes\":N, \"frees\":N}}")]
pub struct GraphArgs {
    /// What is read.
    #[command(flatten)]
    pub dump: DumpArgs,
    /// What is asked about.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Leave out classes and roots that reach less than so many percent of the group
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub least: u8,
    /// Show at most so many classes
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub nodes: u16,
    /// Show the inside of collections, class by class
    #[arg(long)]
    pub inside: bool,
    /// Print JSON
    #[arg(long, group = "format")]
    pub json: bool,
    /// Print a graph for Graphviz
    #[arg(long, group = "format")]
    pub dot: bool,
    /// Print a picture
    #[arg(long, group = "format")]
    pub svg: bool,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: String,
    key: &'a str,
    #[serde(flatten)]
    graph: &'a NamedGraph,
}

/// Reads, walks, prints.
pub(in crate::cli) fn graph(args: &GraphArgs) -> Result<(), CliError> {
    // A wrong grouping is told before minutes of reading.
    let warnings = Warnings::new();
    let known = args.plugins.options(std::slice::from_ref(&args.dump.dump_file), &warnings)?;
    let grouping = args.target.grouping(&known).inspect_err(|_| print_warnings(&warnings))?;
    print_warnings(&warnings);
    let heap = args.dump.open_with_names()?;
    let KeyedGroup { key, name, members } = args.target.members(&heap, &grouping)?;
    let collections = (!args.inside).then(|| known.structures.library());
    let options = GraphOptions { least_share: f64::from(args.least) / 100.0, most_nodes: usize::from(args.nodes) };
    let found = OwnershipGraph::new(&heap, &members, &group_name(&name), options, collections.as_deref(), &Progress::new())?;
    let text = if args.json {
        json_line(&Document { policy: heap.policy.to_string(), key: &key, graph: &found.named })?
    } else if args.dot {
        export::dot(&found.named)
    } else if args.svg {
        export::svg(&found.named)
    } else {
        as_text(heap.policy, &key, &found).into_text()
    };
    print_result(text.as_bytes())
}

/// For people at a terminal: the sentence, the cut, every node with what it references.
fn as_text(policy: impl Display, key: &str, found: &OwnershipGraph) -> Lines {
    let graph = &found.named;
    let mut text = Lines::below(policy);
    text.add(format_args!("{key}: {}, {}", words::amount(analysis::Metric::Objects, graph.objects), words::bytes(graph.bytes)));
    text.blank();
    text.add(format_args!("{}.", graph.sentence));
    if let Some(cut) = graph.cut_in_words() {
        text.add(format_args!("{cut}."));
    }
    text.blank();
    text.add(format_args!("{:>12} {:>8} {:>12} {:>12}  node", "objects", "reaches", "frees", "retained"));
    let mut row = |objects: u64, reaches: u64, frees: u64, bytes: u64, what: &str| {
        let [objects, frees] = [objects, frees].map(words::count);
        let (reaches, bytes) = (words::share(reaches, graph.live), words::bytes(bytes));
        text.add(format_args!("{objects:>12} {reaches:>8} {frees:>12} {bytes:>12}  {what}"));
    };
    // From the roots to the group, as ways lead.
    for (at, node) in graph.nodes.iter().enumerate().rev() {
        row(node.objects, node.reaches, node.frees, node.retained_bytes, &format!("{}{}", node.title, note(node)));
        for edge in graph.edges.iter().filter(|edge| edge.from == at && edge.to != at) {
            let label = edge.label(&graph.nodes);
            let label = if label.is_empty() { String::new() } else { format!(" {label}") };
            let what = format!("  {label} -> {}", graph.nodes[edge.to].title);
            row(edge.targets, edge.reaches, edge.frees, edge.frees_bytes, &what);
        }
    }
    if graph.left_out > 0 {
        let least = words::share((graph.least_share * 1000.0) as u64, 1000);
        text.blank();
        text.add(format_args!("Left out: holders of less than {least} each, which reach up to {} objects.", words::count(graph.left_out)));
    }
    text
}

/// What is told in brackets.
fn note(node: &NamedNode) -> String {
    let mut notes: Vec<String> = Vec::new();
    if node.kind != "objects" || node.inner_objects > 0 {
        notes.push(node.note());
    }
    if !node.own_fields.is_empty() {
        notes.push(format!("hold each other by {}", node.own_fields.join(", ")));
    }
    if node.weak {
        notes.push("weak".to_owned());
    }
    if node.left_out_objects > 0 {
        notes.push(format!("also held by {} objects left out", words::count(node.left_out_objects)));
    }
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) }
}
