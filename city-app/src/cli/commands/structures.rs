//! `memory-city structures`: collections by their owners, how they grow, and what that means; and what descriptions say in vain.

use std::path::PathBuf;

use analysis::{
    Change, HeapState, NodeTotals, OwnedStructures, Progress, StructureGrowth, StructureSizes, Warnings, lint_structures, structure_growth,
    structures_by_owner, with_deep_sizes,
};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::input_args::InputArgs;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Input, heap_series};

/// So many of them are asked what they reach, which costs a walk each.
const MOST_DEEP: usize = 200;

/// Rank collections by owner: how they grow, and what that means.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city structures dumps/                     between the first dump and the last one
  memory-city structures app.mctrace --window 3..9
  memory-city structures heap.hprof                 one heap: what collections keep
  memory-city structures heap.hprof --structures own.structures --lint

A collection is told by the way of fields that leads to it, which stays the same while it grows and moves: {} stands for what lies in \
another collection, [] in an array. Told are those that no other collection owns; several of one owner and class are one row, with their \
sizes together, and which of them is which is not guessed.

Sizes: retained is what could be collected without them; own are heads, inner objects and content; nested the same with the collections \
within them; reached is all that they lead to. A pattern says what their growth means: a container that gets elements, or elements whose \
data grows; owned by this one alone, or shared. High is a tenth of the heap's growth, or for containers a quarter more objects, a hundred \
at least; these are owned if at least half of what was added dies with them.

What a collection is, files with the ending .structures say, beside the dumps, in the folder structures of the configuration, or named by \
--structures:
  namespace com.shop {
    DS Ring { Slot[]; }            // a head: each Ring is a collection, and goes on in its slots
    Slot { Slot; (*); !Owner; }    // an inner part; leaves in parentheses; never followed behind !
  }
--lint tells what of them is of no use for the last heap.

JSON: {\"policy\":.., \"points\":[N,N], \"heap\":{\"objects\":N,\"bytes\":N}, \"replaced\":[..], \"structures\":[{\"owner\":.., \"class\":.., \
\"heads\":[N,N], \"pattern\":.., \"rule\":.., \"next\":.., \"from\":SIZES, \"to\":SIZES},..], \"born\":[{\"owner\":.., \"class\":.., \
\"heads\":N, \"sizes\":SIZES},..]}; SIZES are {\"retained\":{\"objects\":N,\"bytes\":N}, \"own\":.., \"nested\":.., \"deep\":..}, of heap \
the change. One heap has \"structures\":[] and all it has in \"born\".")]
pub struct StructuresArgs {
    /// Heap dumps, a folder of them, or a trace
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Tell what descriptions say that the last heap has no use for
    #[arg(long)]
    pub lint: bool,
    /// Show so many
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Print JSON, with all of them
    #[arg(long)]
    pub json: bool,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: String,
    points: [usize; 2],
    heap: Change,
    replaced: &'a [String],
    structures: Vec<Grown<'a>>,
    born: Vec<Born<'a>>,
}

#[derive(Debug, Serialize)]
struct Grown<'a> {
    owner: &'a str,
    class: &'a str,
    heads: [u64; 2],
    pattern: &'static str,
    rule: &'a str,
    next: &'static str,
    from: StructureSizes,
    to: StructureSizes,
}

#[derive(Debug, Serialize)]
struct Born<'a> {
    owner: &'a str,
    class: &'a str,
    heads: u64,
    sizes: StructureSizes,
}

/// The collections of one heap state.
struct State {
    number: usize,
    heap: NodeTotals,
    rows: Vec<OwnedStructures>,
}

/// Reads, finds collections, prints.
pub(in crate::cli) fn structures(args: &StructuresArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let input = Input::look_at(&args.paths, &warnings)?;
    let options = args.input.open_options(Some(&input), &warnings)?;
    let mut series = heap_series(&input, &options, &progress, &warnings)?;
    let (mut first, mut last, mut number) = (None, None, 0);
    let mut policy = String::new();
    let mut text = Lines::default();
    // One heap state at a time; between the first and the last one nothing is asked.
    while let Some(heap) = series.next(&progress, &warnings)? {
        number += 1;
        let is_last = !series.has_next();
        if args.lint {
            if is_last {
                lint(&heap, &options, &progress, &mut text)?;
            }
            continue;
        }
        if number == 1 || is_last {
            policy = heap.policy.to_string();
            let state = State::of(&heap, number, &options, &progress)?;
            *(if number == 1 { &mut first } else { &mut last }) = Some(state);
        }
    }
    print_warnings(&warnings);
    if args.lint {
        return print_result(text.as_bytes());
    }
    let Some(first) = first else { return Err(CliError::new(ExitKind::Failed, "the input holds no heap state")) };
    let replaced = &options.structures.replaced;
    let text = match &last {
        None if args.json => json(&policy, &first, None, replaced)?,
        Some(last) if args.json => json(&policy, &first, Some(last), replaced)?,
        None => of_one(&policy, &first, args, replaced).into_text(),
        Some(last) => of_two(&policy, &first, last, args, replaced).into_text(),
    };
    print_result(text.as_bytes())
}

impl State {
    fn of(heap: &HeapState, number: usize, options: &OpenOptions, progress: &Progress) -> analysis::Result<Self> {
        let mut rows = structures_by_owner(heap, &options.structures.library(), progress)?;
        let mut by_size: Vec<u64> = rows.iter().map(|row| row.sizes.nested.bytes).collect();
        by_size.sort_unstable_by(|a, b| b.cmp(a));
        let least = by_size.get(MOST_DEEP).copied().unwrap_or(0);
        with_deep_sizes(heap, &mut rows, |row| row.sizes.nested.bytes > least || by_size.len() <= MOST_DEEP, progress)?;
        let objects = heap.kept.len();
        let bytes = heap.kept_objects().map(|object| heap.bytes_of(object)).sum();
        Ok(Self { number, heap: NodeTotals { objects, bytes }, rows })
    }
}

fn json(policy: &str, first: &State, last: Option<&State>, replaced: &[String]) -> Result<String, CliError> {
    let to = last.unwrap_or(first);
    let heap = Change::between(first.heap, to.heap);
    let (grown, born) = match last {
        Some(last) => structure_growth(&first.rows, &last.rows, heap),
        None => (Vec::new(), first.rows.clone()),
    };
    let structures = grown.iter().map(|row| Grown {
        owner: &row.owner,
        class: &row.class,
        heads: row.heads,
        pattern: row.judged.pattern.name(),
        rule: &row.judged.rule,
        next: row.judged.pattern.next_step(),
        from: row.sizes[0],
        to: row.sizes[1],
    });
    let born_now = born.iter().map(|row| Born { owner: &row.owner, class: &row.class, heads: row.heads, sizes: row.sizes });
    json_line(&Document {
        policy: policy.to_owned(),
        points: [first.number, to.number],
        heap,
        replaced,
        structures: structures.collect(),
        born: born_now.collect(),
    })
}

fn head(policy: &str, replaced: &[String]) -> Lines {
    let mut text = Lines::default();
    text.add(policy);
    for replaced in replaced {
        text.add(replaced);
    }
    text
}

fn of_one(policy: &str, state: &State, args: &StructuresArgs, replaced: &[String]) -> Lines {
    let mut text = head(policy, replaced);
    text.add(format_args!("{} of a heap of {}", count_of(state.rows.len()), amount(state.heap)));
    for (number, row) in (1..).zip(state.rows.iter().take(args.count as usize)) {
        text.blank();
        text.add(format_args!("{number:>2}. {}  ({})", row.owner, heads(row.heads, &row.class)));
        let StructureSizes { retained, own, nested, deep } = row.sizes;
        text.add(format_args!("    retained {}, own {}, nested {}{}", amount(retained), amount(own), amount(nested), reached(deep)));
    }
    more(&mut text, state.rows.len(), args.count);
    text
}

fn of_two(policy: &str, first: &State, last: &State, args: &StructuresArgs, replaced: &[String]) -> Lines {
    let heap = Change::between(first.heap, last.heap);
    let (grown, born) = structure_growth(&first.rows, &last.rows, heap);
    let mut text = head(policy, replaced);
    text.add(format_args!(
        "{} at point {} and at point {}; the heap went from {} to {}",
        count_of(grown.len()),
        first.number,
        last.number,
        amount(first.heap),
        amount(last.heap)
    ));
    for (number, row) in (1..).zip(grown.iter().take(args.count as usize)) {
        text.blank();
        text.add(format_args!("{number:>2}. {}  ({})", row.owner, heads_over_time(row)));
        text.add(format_args!("    {}: {}", row.judged.pattern.name(), row.judged.pattern.meaning()));
        let portion = row.changes.retained.portions(heap)[1];
        let portion = portion.map_or_else(String::new, |portion| format!(" ({portion:.1} % of the heap's growth)"));
        let deep = row.changes.deep.map_or_else(String::new, |deep| format!(", reached {}", change(deep)));
        let (retained, own, nested) = (change(row.changes.retained), change(row.changes.own), change(row.changes.nested));
        text.add(format_args!("    retained {retained}{portion}, own {own}, nested {nested}{deep}"));
        text.add(format_args!("    because {}", row.judged.rule));
        text.add(format_args!("    {}", row.judged.pattern.next_step()));
    }
    more(&mut text, grown.len(), args.count);
    if !born.is_empty() {
        text.blank();
        text.add(format_args!("{} at point {} alone, those that retain most:", count_of(born.len()), last.number));
        for row in born.iter().take(args.count as usize) {
            text.add(format_args!("    {}  ({}): {}", row.owner, heads(row.heads, &row.class), amount(row.sizes.retained)));
        }
    }
    text
}

fn more(text: &mut Lines, all: usize, shown: u32) {
    let left = all.saturating_sub(shown as usize);
    if left > 0 {
        text.blank();
        text.add(format_args!("{} more (--count)", words::count(left as u64)));
    }
}

fn count_of(rows: usize) -> String {
    if rows == 1 { "1 owner of collections".to_owned() } else { format!("{} owners of collections", words::count(rows as u64)) }
}

fn heads(heads: u64, class: &str) -> String {
    if heads == 1 { class.to_owned() } else { format!("{} {class}", words::count(heads)) }
}

fn heads_over_time(row: &StructureGrowth) -> String {
    let [from, to] = row.heads;
    match row.is_sure() {
        true => row.class.clone(),
        false if from == to => heads(to, &row.class),
        false => format!("{} to {} {}", words::count(from), words::count(to), row.class),
    }
}

fn amount(totals: NodeTotals) -> String {
    words::objects_and_bytes(totals.objects, totals.bytes)
}

fn reached(deep: Option<NodeTotals>) -> String {
    deep.map_or_else(String::new, |deep| format!(", reached {}", amount(deep)))
}

fn change(change: Change) -> String {
    let [objects, bytes] = [(analysis::Metric::Objects, change.objects), (analysis::Metric::Bytes, change.bytes)]
        .map(|(metric, value)| words::change(metric, value.into()));
    if change == Change::default() { objects } else { format!("{objects}, {bytes}") }
}

fn lint(heap: &HeapState, options: &OpenOptions, progress: &Progress, text: &mut Lines) -> Result<(), CliError> {
    let library = options.structures.library();
    for replaced in &options.structures.replaced {
        text.add(replaced);
    }
    for lint in lint_structures(heap, &library, progress)? {
        let entry = lint.entry.map_or_else(String::new, |entry| format!(" {{ {entry} }}"));
        text.add(format_args!("{}:{}: {}{entry}: {}", lint.file, lint.at, lint.type_name, lint.kind.text()));
    }
    Ok(())
}
