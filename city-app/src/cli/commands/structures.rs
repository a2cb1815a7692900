//! `memory-city structures`: collections by their owners, how they grow, and what that means; and what descriptions say in vain.

use std::path::PathBuf;

use analysis::{
    Grouping, HeapState, HighGrowth, LeafChanges, LeafQuestion, Metric, Progress, StateSource, StructureFinder, StructureOverTime,
    StructureProposal, StructureReport, Warnings, infer_structures, lint_structures, print_proposals,
};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::answers::structures::{
    StructureOrder, StructureSize, amount, change_in_words, command_of, fill_in_words, growth_in_words, heads_in_words, ordered, parts,
    retained_in_words,
};
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, print_result, print_warnings};
use crate::cli::documents::structure_documents::{Told, csv, json};
use crate::cli::options::input_args::InputArgs;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Input, heap_series};

/// So many of those that lie in another one are told below it.
const MOST_PARTS: usize = 3;
/// So many owners are told of that may have been meant.
const MOST_HINTS: usize = 10;
/// Smaller shares of the heap's growth are not told of what is held, in percent.
const LEAST_PORTION: f64 = 0.1;
/// So many groups of what is held are told.
const MOST_LEAVES: usize = 30;

/// Rank collections by owner: how they grow, and what that means.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city structures dumps/                     from where growth begins to the last dump
  memory-city structures app.mctrace --window 3..9
  memory-city structures heap.hprof                 one heap: what collections keep
  memory-city structures heap.hprof --structures own.structures --lint

A collection is told by the way of fields that leads to it, which stays the same while it grows and moves: {} stands for what lies in \
another collection, [] in an array, () for the stack of a method. Several of one owner and class are one row, with their sizes together, \
and which of them is which is not guessed; objects of traces are followed themselves. What another collection alone keeps alive is told \
below it, and not as a row of its own.

Sizes: retained is what could be collected without them; own are heads, inner objects and content; nested the same with the collections \
within them; reached is all that they lead to, but what lies behind classes and class loaders only where it is retained. A pattern says what their growth means: a container that gets elements, or elements whose \
data grows; owned by this one alone, or shared. High is a tenth of the heap's growth (--high), or for containers a quarter more objects (--high-objects), a hundred \
at least (--least-objects); these are owned if at least half of what was added dies with them. Whether it keeps growing, all \
points tell. Sizes are compared with the point where the heap begins to grow behind the start of the program, with the first one where it does \
not keep growing or is known at fewer than four points, and with the first of --window; where memory falls at the end, as after a shutdown, the \
points before that are told.

What a collection is, files with the ending .structures say, beside the dumps, in the folder structures of the configuration, or named by \
--structures:
  namespace com.shop {
    DS Ring { Slot[]; }            // a head: each Ring is a collection, and goes on in its slots
    Slot { Slot; (*); !Owner; }    // an inner part; leaves in parentheses; never followed behind !
  }
--lint tells what of them is of no use for the last heap; --infer proposes descriptions of what it has and nobody described, own lists, \
trees, tables, pools: memory-city structures heap.hprof --infer > own.structures. Read them before they are used: they are found by their \
shape, and confidence is the share of the signs that hold, no probability.

--of tells of one owner what it holds at both ends, by type, and in traces by allocation site, thread and age; --by chooses otherwise.

JSON: {\"policy\":.., \"points\":[N,N], \"heap\":{\"objects\":N,\"bytes\":N}, \"replaced\":[..], \"chart\":[{\"owner\":.., \
\"class\":.., \"portions\":{\"retained\":P,\"own\":P,\"nested\":P,\"reached\":P}},..], \"structures\":[{\"owner\":.., \
\"class\":.., \"heads\":[N,N], \"survivors\":N, \"is_sure\":.., \"pattern\":.., \"is_nested\":.., \"rule\":.., \"next\":.., \"command\":.., \"growth\":.., \"steadiness\":S, \"percent\":{\"objects\":P,\"bytes\":P}, \
\"from\":SIZES, \"to\":SIZES, \"within\":{\"owner\":..,\"class\":..}, \"over_time\":[{\"heads\":N,\"retained\":..,\
\"fill\":{\"known\":N,\"empty\":N,\"single\":N,\"sparse\":N}},..]},..], \"born\":[{\"owner\":.., \"class\":.., \"heads\":N, \"sizes\":SIZES, \
\"within\":.., \"growth\":.., \"over_time\":[..]},..], \"leaves\":[{\"by\":[..],\"groups\":[{\"depth\":N,\"name\":..,\"from\":..,\"to\":..,\"portion\":{\"objects\":P,\"bytes\":P}},..]},..]}; \
SIZES are {\"retained\":{\"objects\":N,\"bytes\":N}, \"own\":.., \"nested\":.., \"reached\":..}; heap is the change; points count those that are told, from 1; chart has the ten \
strongest in percent of the heap's growth; S is 1 for what only rises, and less for what also falls; percent is what is retained more, in \
percent of what was. One heap has \"structures\":[] and all it has in \"born\".")]
pub struct StructuresArgs {
    /// Heap dumps, a folder of them, or a trace
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Tell what descriptions say that the last heap has no use for
    #[arg(long)]
    pub lint: bool,
    /// Propose descriptions of what nobody described, as text that --structures reads
    #[arg(long, conflicts_with_all = ["lint", "of", "json", "csv"])]
    pub infer: bool,
    /// Tell of this owner alone, and what it holds; the end of its name is enough
    #[arg(long, value_name = "OWNER", conflicts_with = "csv")]
    pub of: Option<String>,
    /// What comes first: the strongest growth of a size, in percent of what was retained before, the most heads, or by name
    #[arg(long, value_name = "ORDER", default_value = "retained", value_parser = order_parser())]
    pub sort: StructureOrder,
    /// Sort by objects in place of bytes
    #[arg(long)]
    pub objects: bool,
    /// Growth of this share of the heap's growth is high
    #[arg(long, value_name = "PERCENT", default_value_t = HighGrowth::default().portion, value_parser = percent)]
    pub high: f64,
    /// A container grew much, too, if it got so many percent more objects
    #[arg(long, value_name = "PERCENT", default_value_t = HighGrowth::default().percent, value_parser = percent)]
    pub high_objects: f64,
    /// With fewer more objects it did not
    #[arg(long, value_name = "N", default_value_t = HighGrowth::default().objects, value_parser = clap::value_parser!(i64).range(1..))]
    pub least_objects: i64,
    /// Show so many
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Print JSON, with all of them
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Write a table of all of them to this file, - is stdout
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Reads a part of a hundred, or more than that.
fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse::<f64>().ok().filter(|percent| percent.is_finite() && *percent > 0.0);
    percent.ok_or_else(|| "a number above 0".to_owned())
}

/// Reads an order by its name.
fn order_parser() -> impl TypedValueParser<Value = StructureOrder> {
    let named = |name: String| StructureOrder::ALL.into_iter().find(|order| order.name() == name).unwrap_or(StructureOrder::ALL[0]);
    PossibleValuesParser::new(StructureOrder::ALL.map(StructureOrder::name)).map(named)
}

/// Reads, finds collections, prints.
pub(in crate::cli) fn structures(args: &StructuresArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let input = Input::look_at(&args.paths, &warnings)?;
    let options = args.input.open_options(Some(&input), &warnings)?;
    let mut series = heap_series(&input, &options, &progress, &warnings)?;
    let much = HighGrowth { portion: args.high, percent: args.high_objects, objects: args.least_objects };
    let finder = StructureFinder::new(options.structures.library()).with_high_growth(much);
    let mut finder = if series.chosen_in_words().is_some() { finder.of_chosen_states() } else { finder };
    let (mut policy, mut number) = (String::new(), 0);
    // One heap state at a time.
    while let Some(heap) = series.next(&progress, &warnings)? {
        number += 1;
        if args.lint || args.infer {
            if !series.has_next() {
                print_warnings(&warnings);
                let text = if args.lint { lint(&heap, &options, &progress)? } else { infer(&heap, &options, &progress)? };
                return print_result(text.as_bytes());
            }
            continue;
        }
        if number == 1 {
            policy = heap.policy.to_string();
            if let Some(owner) = &args.of {
                let groupings = leaf_groupings(&args.input.by, StateSource::of(&heap), &options)?;
                finder = finder.with_question(LeafQuestion { owner: owner.clone(), groupings });
            }
        }
        if series.has_next() {
            finder.observe(&heap, &progress)?;
            continue;
        }
        print_warnings(&warnings);
        let mut last = Some(heap);
        let state = |at: usize| last.take().map_or_else(|| series.again(at, &progress), Ok);
        let report = finder.finish(state, &progress)?;
        let chosen = series.chosen_in_words().map(str::to_owned).or_else(|| report.judged.clone());
        let ends = [report.start, report.points.len() - 1].map(|at| series.number(at));
        return tell(args, report, (&policy, chosen.as_deref(), ends, &options.structures.replaced));
    }
    Err(CliError::new(ExitKind::Failed, "the input holds no heap state"))
}

/// Prints what was found, with the rules of counting, the points that were chosen, the numbers of those that are compared, and the
/// descriptions that were replaced.
fn tell(
    args: &StructuresArgs,
    mut report: StructureReport,
    (policy, chosen, ends, replaced): (&str, Option<&str>, [usize; 2], &[String]),
) -> Result<(), CliError> {
    if let Some(owner) = &args.of {
        report = only(report, owner)?;
    }
    let metric = if args.objects { Metric::Objects } else { Metric::Bytes };
    let told = Told { report: &report, inputs: &args.paths, policy, chosen, ends, replaced, order: args.sort, metric };
    if let Some(file) = &args.csv {
        return csv(&told, file);
    }
    let text = if args.json { json(&told)? } else { text(&told, args.count as usize).into_text() };
    print_result(text.as_bytes())
}

/// What leaves are grouped by: as the user wishes, or by all that the input knows of them.
fn leaf_groupings(asked: &[String], source: StateSource, options: &OpenOptions) -> Result<Vec<Grouping>, CliError> {
    let registry = options.registry();
    if !asked.is_empty() {
        return Ok(vec![registry.parse_all(asked)?]);
    }
    let known = registry.names_for(source);
    let has = |name: &&str| known.iter().any(|known| known == name);
    let by_place = ["Type", "Allocation site", "Call site"].into_iter().filter(has).collect::<Vec<_>>().join(", ");
    let others = ["Allocating thread", "Age"].into_iter().filter(has).map(str::to_owned);
    Ok(std::iter::once(by_place).chain(others).map(|by| registry.parse(&by)).collect::<Result<_, _>>()?)
}

/// A report of the owner that was asked for, with what lies in it.
fn only(report: StructureReport, owner: &str) -> Result<StructureReport, CliError> {
    let question = LeafQuestion { owner: owner.to_owned(), groupings: Vec::new() };
    let is_asked = |row: &StructureOverTime| question.is_about(&row.owner);
    if !report.rows.iter().any(is_asked) {
        let lower = owner.to_lowercase();
        let alike: Vec<&str> =
            report.rows.iter().map(|row| &*row.owner).filter(|known| known.to_lowercase().contains(&lower)).take(MOST_HINTS).collect();
        let hint = if alike.is_empty() { String::new() } else { format!("; there are {}", alike.join(", ")) };
        return Err(CliError::new(ExitKind::Usage, format_args!("no collection has the owner {owner}{hint}")));
    }
    let is_told = |row: &StructureOverTime| {
        let above = std::iter::successors(Some(row), |row| row.within.map(|within| &report.rows[within]));
        above.into_iter().any(is_asked)
    };
    let told: Vec<bool> = report.rows.iter().map(is_told).collect();
    let place = |at: usize| told[at].then(|| told[..at].iter().filter(|told| **told).count());
    let rows = report.rows.iter().zip(&told).filter(|(_, told)| **told);
    let rows = rows.map(|(row, _)| StructureOverTime { within: row.within.and_then(place), ..row.clone() }).collect();
    Ok(StructureReport { rows, ..report })
}

fn text(told: &Told<'_>, count: usize) -> Lines {
    let Told { report, inputs, policy, chosen, ends: [from, to], replaced, order, metric } = *told;
    let mut text = Lines::default();
    text.add(policy);
    replaced.iter().for_each(|replaced| text.add(replaced));
    if let Some(chosen) = chosen {
        text.add(format_args!("{chosen}."));
    }
    let order = ordered(report, order, metric);
    let heap = report.heaps().map(amount);
    match report.points.len() {
        1 => text.add(format_args!("{}, in a heap of {}", count_of(order.len()), heap[1])),
        _ => text.add(format_args!("from point {from} to point {to} the heap went from {} to {}", heap[0], heap[1])),
    }
    let (grown, born): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|&at| !report.rows[at].is_born());
    if !report.is_one_point() {
        text.add(format_args!("{} at both points", count_of(grown.len())));
    }
    for (number, &at) in (1..).zip(grown.iter().take(count)) {
        row_text(&mut text, told, number, at);
    }
    more(&mut text, grown.len(), count);
    if !born.is_empty() {
        text.blank();
        text.add(format_args!("{} at the last point alone, those that grew most:", count_of(born.len())));
        for &at in born.iter().take(count) {
            let row = &report.rows[at];
            let retained = amount(row.sizes[1].retained);
            let grew = growth_in_words(row).map_or_else(String::new, |grew| format!(". {grew}"));
            text.add(format_args!("    {}  ({}): {retained}{grew}", row.owner, heads_in_words(row)));
        }
        more(&mut text, born.len(), count);
    }
    if let Some(&first) = born.first().filter(|_| grown.is_empty() && report.leaves.is_empty()) {
        text.blank();
        text.add(format_args!("What one of them holds: {}", command_of(&report.rows[first], inputs)));
    }
    for leaves in &report.leaves {
        leaves_text(&mut text, leaves, report);
    }
    text
}

fn row_text(text: &mut Lines, told: &Told<'_>, number: usize, at: usize) {
    let (report, row) = (told.report, &told.report.rows[at]);
    text.blank();
    text.add(format_args!("{number:>2}. {}  ({})", row.owner, heads_in_words(row)));
    let sizes = |of: &dyn Fn(StructureSize) -> Option<String>| {
        let sizes = StructureSize::ALL.into_iter().filter_map(|size| Some(format!("{} {}", size.name(), of(size)?)));
        sizes.collect::<Vec<_>>().join(", ")
    };
    if report.is_one_point() {
        text.add(format_args!("    {}", sizes(&|size| size.of(&row.sizes[1]).map(amount))));
    } else {
        let (heap, changes) = (report.heap(), row.changes());
        text.add(format_args!("    {}: {}", row.judged.pattern.name(), row.judged.meaning()));
        let changed = |size: StructureSize| {
            let of = if size == StructureSize::Retained { " of the heap's growth" } else { "" };
            let portion = size.portion(row, heap, told.metric);
            let portion = portion.map_or_else(String::new, |portion| format!(" ({portion:.1} %{of})"));
            Some(format!("{}{portion}", change_in_words(size.change(&changes)?)))
        };
        text.add(format_args!("    {}", sizes(&changed)));
        if let Some(grew) = growth_in_words(row) {
            text.add(format_args!("    {grew}"));
        }
        text.add(format_args!("    because {}", row.judged.rule));
        text.add(format_args!("    {}", row.next_step()));
        if report.leaves.is_empty() && row.judged.pattern.is_growth() {
            text.add(format_args!("    {}", command_of(row, told.inputs)));
        }
    }
    if let Some(fill) = fill_in_words(row) {
        text.add(format_args!("    {fill}"));
    }
    let parts = parts(report, at);
    for &part in parts.iter().take(MOST_PARTS) {
        let part = &report.rows[part];
        text.add(format_args!("    within it {}  ({}): retained {}", part.owner, heads_in_words(part), retained_in_words(report, part)));
        if let Some(fill) = fill_in_words(part) {
            text.add(format_args!("        {fill}"));
        }
    }
    if parts.len() > MOST_PARTS {
        text.add(format_args!("    and {} more within it (--json)", words::count((parts.len() - MOST_PARTS) as u64)));
    }
}

fn leaves_text(text: &mut Lines, leaves: &LeafChanges, report: &StructureReport) {
    let (is_one_point, heap) = (report.is_one_point(), report.heap());
    text.blank();
    let by = leaves.by.join(", ").to_lowercase();
    text.add(format_args!("what it holds{}, by {by}:", if is_one_point { "" } else { " at both points" }));
    let leaves = &leaves.groups;
    for leaf in leaves.iter().take(MOST_LEAVES) {
        let indent = "  ".repeat(leaf.depth);
        let [from, to] = [leaf.from, leaf.to].map(|totals| words::count(totals.objects));
        let change = words::change(Metric::Objects, leaf.change().objects.into());
        let portion = leaf.change().portions(heap)[0].filter(|portion| *portion >= LEAST_PORTION);
        let portion = portion.map_or_else(String::new, |portion| format!(", {portion:.1} % of the heap's growth"));
        match is_one_point {
            true => text.add(format_args!("    {indent}{}  {}", amount(leaf.to), leaf.name)),
            false => text.add(format_args!("    {indent}{from} to {to} ({change}{portion})  {}", leaf.name)),
        }
    }
    if leaves.len() > MOST_LEAVES {
        text.add(format_args!("    and {} more (--json)", words::count((leaves.len() - MOST_LEAVES) as u64)));
    }
}

fn more(text: &mut Lines, all: usize, shown: usize) {
    let left = all.saturating_sub(shown);
    if left > 0 {
        text.blank();
        text.add(format_args!("{} more (--count)", words::count(left as u64)));
    }
}

fn count_of(rows: usize) -> String {
    let rows = words::count(rows as u64);
    format!("Collections by owner and class: {rows}")
}

/// What nobody described, as a file of descriptions whose comments say why.
fn infer(heap: &HeapState, options: &OpenOptions, progress: &Progress) -> Result<String, CliError> {
    let proposals = infer_structures(heap, &options.structures.library(), progress)?;
    let mut text = Lines::default();
    if proposals.is_empty() {
        text.add("// Nothing in this heap looks like a collection that is not described.");
    }
    for StructureProposal { class, confidence, evidence, .. } in &proposals {
        text.add(format_args!("// {class} (confidence {confidence:.2}): {evidence}"));
    }
    Ok(text.into_text() + &*print_proposals(&proposals))
}

fn lint(heap: &HeapState, options: &OpenOptions, progress: &Progress) -> Result<String, CliError> {
    let mut text = Lines::default();
    let library = options.structures.library();
    for replaced in &options.structures.replaced {
        text.add(replaced);
    }
    for lint in lint_structures(heap, &library, progress)? {
        let entry = lint.entry.map_or_else(String::new, |entry| format!(" {{ {entry} }}"));
        text.add(format_args!("{}:{}: {}{entry}: {}", lint.file, lint.at, lint.type_name, lint.kind.text()));
    }
    Ok(text.into_text())
}
