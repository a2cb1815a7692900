//! `memory-city objects`: retained size and immediate dominator of every object of a heap dump.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use analysis::{Dominators, HeapState, NO_OBJECT, ObjectIndex, Progress};
use clap::Args;
use rayon::prelude::*;

use crate::base::words;
use crate::cli::documents::csv::{CsvTable, push_address, push_number, push_text};
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line, print_result};
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::formula_guard::FormulaGuard;

/// Objects whose rows are made at a time by one thread.
const PIECE: usize = 1 << 14;

/// Objects that are told without `--csv`.
const TOLD: usize = 25;

/// Tell what every object of a heap dump retains, and who owns it.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city objects heap.hprof                        the largest owners
  memory-city objects heap.hprof --csv objects.csv
  memory-city objects heap.hprof.gz --csv - | sort -t, -k4 -rn | head
  memory-city objects heap.hprof --strong-only --csv -

The table has one row per object, in the order of addresses: address,class,shallow,retained,dominator. The dominator \
is the nearest object without which this one would be garbage; \"root\" means that there is none. Sizes are in bytes \
and equal those of Eclipse MAT; the policy behind them is printed to stderr.

JSON: {\"policy\":.., \"objects\":[{\"address\":\"0x..\", \"class\":.., \"shallow\":N, \"retained\":N, \"dominator\":\"0x..\"},..]}; the \
dominator is null where there is none.")]
pub struct ObjectsArgs {
    /// What is read.
    #[command(flatten)]
    pub input: DumpArgs,
    /// Write a row per object to this file; - is stdout
    #[arg(long, value_name = "OUT")]
    pub csv: Option<PathBuf>,
    /// Print JSON, an object of the heap per line
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
}

/// Reads, finds dominators, writes.
pub(in crate::cli) fn objects(args: &ObjectsArgs) -> Result<(), CliError> {
    let mut heap = args.input.open()?;
    let dominators = Dominators::of_last_use(&mut heap, &Progress::new())?;
    match &args.csv {
        None if !args.json => print_result(largest_owners(&heap, &dominators).as_bytes()),
        None => {
            let policy = serde_json::Value::from(heap.policy.to_string());
            let names = heap.types.iter().map(|info| json_line(&info.name.to_string()).map(|name| name.trim_end().to_owned()));
            let names: Vec<String> = names.collect::<Result<_, _>>()?;
            let mut document = CsvTable::create(Path::new("-"), &format!("{{\"policy\":{policy},\"objects\":["), "")?;
            write_rows(&heap, &dominators, &Form { names, ..JSON }, &mut document)?;
            document.write("\n]}\n")?;
            document.finish()
        }
        Some(out) => {
            let names = heap.types.iter().map(|info| cell(&info.name, args.formulas)).collect();
            let mut table = CsvTable::create(out, "address,class,shallow,retained,dominator", heap.policy)?;
            write_rows(&heap, &dominators, &Form { names, ..CSV }, &mut table)?;
            table.finish()
        }
    }
}

/// How a row is written.
struct Form {
    /// By type.
    names: Vec<String>,
    /// Before each of the cells: address, class, shallow, retained, dominator.
    before: [&'static str; 5],
    /// Around a dominator.
    quote: &'static str,
    /// Instead of one.
    root: &'static str,
    end: &'static str,
    /// Behind all rows but the last.
    between: &'static str,
}

const CSV: Form = Form { names: Vec::new(), before: ["", ",", ",", ",", ","], quote: "", root: "root", end: "\n", between: "" };

const JSON: Form = Form {
    names: Vec::new(),
    before: ["{\"address\":\"", "\",\"class\":", ",\"shallow\":", ",\"retained\":", ",\"dominator\":"],
    quote: "\"",
    root: "null",
    end: "}",
    between: ",\n",
};

fn write_rows(heap: &HeapState, dominators: &Dominators, form: &Form, table: &mut CsvTable) -> Result<(), CliError> {
    // A few pieces per thread at a time, so that memory stays small and rows stay in order.
    let batch = PIECE * 2 * rayon::current_num_threads();
    let made = |first: usize| -> Vec<String> {
        let end = heap.len().min(first + batch);
        let firsts = (first..end).into_par_iter().step_by(PIECE);
        firsts.map(|first| rows(heap, dominators, form, first..end.min(first + PIECE))).collect()
    };
    let mut pieces = made(0);
    for first in (batch..heap.len() + batch).step_by(batch) {
        let mut next = Vec::new();
        // The next pieces are made while these are written.
        let is_wanted = rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = made(first));
            table.write_all(&pieces)
        })?;
        if !is_wanted {
            break;
        }
        pieces = next;
    }
    Ok(())
}

fn cell(text: &str, formulas: FormulaGuard) -> String {
    let mut cell = String::new();
    push_text(&mut cell, &formulas.name(text));
    cell
}

fn rows(heap: &HeapState, dominators: &Dominators, form: &Form, objects: std::ops::Range<usize>) -> String {
    let mut rows = String::with_capacity(objects.len() * 64);
    let range = objects.start as u32..objects.end as u32;
    let addresses: Vec<u64> = heap.addresses.addresses_of(range.clone()).collect();
    // An owner often lies beside what it owns, and owns the next object, too.
    let mut known = (ObjectIndex(NO_OBJECT), 0);
    let mut address_of_owner = |owner: ObjectIndex| {
        let near = owner.at().checked_sub(objects.start).and_then(|at| addresses.get(at));
        if let Some(&address) = near {
            return address;
        }
        if known.0 != owner {
            known = (owner, heap.address_of(owner));
        }
        known.1
    };
    let Form { names, before: [address, class, shallow, retained, dominator], quote, root, end, between } = form;
    let last = heap.kept.max();
    for object in heap.kept.range(range).map(ObjectIndex) {
        rows.push_str(address);
        push_address(&mut rows, addresses[object.at() - objects.start]);
        rows.push_str(class);
        rows.push_str(&names[heap.type_of(object).at()]);
        rows.push_str(shallow);
        push_number(&mut rows, heap.bytes_of(object));
        rows.push_str(retained);
        push_number(&mut rows, dominators.retained(object));
        rows.push_str(dominator);
        if let Some(owner) = dominators.immediate_dominator(object) {
            rows.push_str(quote);
            push_address(&mut rows, address_of_owner(owner));
            rows.push_str(quote);
        } else {
            rows.push_str(root);
        }
        rows.push_str(end);
        if last != Some(object.0) {
            rows.push_str(between);
        }
    }
    rows
}

/// The top-level objects that retain most, as text.
fn largest_owners(heap: &HeapState, dominators: &Dominators) -> Lines {
    let mut owners: Vec<ObjectIndex> = dominators.top_level().iter().copied().map(ObjectIndex).collect();
    owners.sort_by_key(|&owner| Reverse(dominators.retained(owner)));
    let mut text = Lines::below(heap.policy);
    text.add(format_args!("{:>17} {:>15}  {:18}  class", "retained bytes", "shallow bytes", "address"));
    for &owner in owners.iter().take(TOLD) {
        let (retained, shallow) = (words::count(dominators.retained(owner)), words::count(heap.bytes_of(owner)));
        let class = &heap.type_info(heap.type_of(owner)).name;
        let described = heap.described_type(owner).map(|class| format!(" of {}", heap.type_info(class).name)).unwrap_or_default();
        text.add(format_args!("{retained:>17} {shallow:>15}  {:<#18x}  {class}{described}", heap.address_of(owner)));
    }
    let total: u64 = owners.iter().map(|&owner| dominators.retained(owner)).sum();
    text.add(format_args!("{:>17} {:>15}  {:18}  {} top-level objects", words::count(total), "", "", words::count(owners.len() as u64)));
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_name_the_owner_by_address_and_the_top_level_root() {
        let heap = analysis::fixture::heap("root jni -> m\nm: Map 48 -> n\nn: Node 32");
        let dominators = Dominators::of(&heap, &Progress::new()).expect("nobody cancels");
        let names: Vec<String> = heap.types.iter().map(|info| cell(&info.name, FormulaGuard::default())).collect();
        assert_eq!(rows(&heap, &dominators, &Form { names, ..CSV }, 0..2), "0x1000,Map,48,80,root\n0x1008,Node,32,32,0x1000\n");
        let names = heap.types.iter().map(|info| format!("{:?}", info.name)).collect();
        let told: serde_json::Value =
            serde_json::from_str(&format!("[{}]", rows(&heap, &dominators, &Form { names, ..JSON }, 0..2))).expect("is JSON");
        assert_eq!(told[0], json!({ "address": "0x1000", "class": "Map", "shallow": 48, "retained": 80, "dominator": null }));
        assert_eq!(told[1]["dominator"], "0x1000");
        assert!(largest_owners(&heap, &dominators).lines().last().is_some_and(|line| line.ends_with("1 top-level objects")));
    }
}
