//! `memory-city threads`: the threads of a heap dump, their stacks, and the objects that each frame holds.

use analysis::{Dominators, HeapState, Local, Progress, ThreadStack, thread_stacks};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::dump_args::DumpArgs;

/// Longer texts of objects are cut.
const LONGEST_TEXT: usize = 80;

/// Of a table: the members of a local behind those of its thread.
const COLUMNS: &str = "thread,thread_retained,frame,kind,variable,class,address,shallow,retained,text";

/// List threads with their stacks, what each frame holds and what each thread retains.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city threads heap.hprof
  memory-city threads heap.hprof --thread main
  memory-city threads heap.hprof --csv threads.csv
  memory-city threads heap.hprof --json | jq '.threads[] | {name, retained}'

Threads that retain most come first. The retained size of a thread is that of its object, to which everything that \
its stack holds belongs, as Eclipse MAT counts.

JSON: {\"policy\":.., \"threads\":[{\"name\":.., \"address\":.., \"retained\":N, \"frames\":[{\"frame\":.., \
\"locals\":[{\"kind\":.., \"variable\":.., \"class\":.., \"address\":.., \"shallow\":N, \"retained\":N, \"text\":..},..]},..]},..]}; \
locals that belong to no frame stand at the end in a frame null. Variables have names in recordings of programs with \
debug information, else they have no member \"variable\".
CSV has a row per local: thread,thread_retained,frame and its members; a frame that holds nothing has a row, too.")]
pub struct ThreadsArgs {
    /// What is read.
    #[command(flatten)]
    pub input: DumpArgs,
    /// Only threads whose name contains this
    #[arg(long, value_name = "NAME")]
    pub thread: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document {
    policy: String,
    threads: Vec<Thread>,
}

#[derive(Debug, Serialize)]
struct Thread {
    name: String,
    address: Option<String>,
    retained: u64,
    frames: Vec<Frame>,
}

#[derive(Debug, Serialize)]
struct Frame {
    frame: Option<String>,
    locals: Vec<LocalRow>,
}

#[derive(Debug, Serialize)]
struct LocalRow {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
    class: String,
    address: String,
    shallow: u64,
    retained: u64,
    text: Option<String>,
}

/// A row of a table.
#[derive(Debug, Serialize)]
struct Row<'a> {
    thread: &'a str,
    thread_retained: u64,
    frame: Option<&'a str>,
    #[serde(flatten)]
    local: Option<&'a LocalRow>,
}

/// Reads, finds dominators, prints.
pub(in crate::cli) fn threads(args: &ThreadsArgs) -> Result<(), CliError> {
    let heap = args.input.open_with_names()?;
    let dominators = Dominators::of(&heap, &Progress::new())?;
    let wanted = |thread: &Thread| args.thread.as_ref().is_none_or(|part| thread.name.contains(part.as_str()));
    let threads: Vec<Thread> = thread_stacks(&heap, &dominators).iter().map(|stack| thread(&heap, stack)).filter(wanted).collect();
    if threads.is_empty() {
        let message = if heap.threads.is_empty() { "the dump tells of no threads" } else { "no thread has such a name" };
        return Err(CliError::new(ExitKind::Failed, message));
    }
    let document = Document { policy: heap.policy.to_string(), threads };
    if args.table.write(COLUMNS, document.threads.iter().flat_map(rows), &document.policy)? {
        return Ok(());
    }
    let text = if args.json { json_line(&document)? } else { text(&document).into_text() };
    print_result(text.as_bytes())
}

/// What a thread holds, one by one; a thread without a stack and a frame that holds nothing have a row all the same.
fn rows(thread: &Thread) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for frame in &thread.frames {
        let row = |local| Row { thread: &thread.name, thread_retained: thread.retained, frame: frame.frame.as_deref(), local };
        rows.extend(frame.locals.iter().map(|local| row(Some(local))));
        if frame.locals.is_empty() {
            rows.push(row(None));
        }
    }
    if rows.is_empty() {
        rows.push(Row { thread: &thread.name, thread_retained: thread.retained, frame: None, local: None });
    }
    rows
}

fn thread(heap: &HeapState, stack: &ThreadStack) -> Thread {
    let info = &heap.threads[stack.thread.at()];
    let locals = |locals: &[Local]| locals.iter().map(|local| row(heap, local)).collect();
    let mut frames: Vec<Frame> =
        info.stack.iter().zip(&stack.frames).map(|(frame, held)| Frame { frame: Some(frame.to_string()), locals: locals(held) }).collect();
    if !stack.elsewhere.is_empty() {
        frames.push(Frame { frame: None, locals: locals(&stack.elsewhere) });
    }
    let address = info.object.map(|object| format!("{:#x}", heap.address_of(object)));
    Thread { name: info.name.clone(), address, retained: stack.retained, frames }
}

fn row(heap: &HeapState, local: &Local) -> LocalRow {
    LocalRow {
        kind: local.kind.name(),
        variable: heap.variable_name(local.variable).map(str::to_owned),
        class: heap.type_info(heap.type_of(local.object)).name.to_string(),
        address: format!("{:#x}", heap.address_of(local.object)),
        shallow: heap.bytes_of(local.object),
        retained: local.retained,
        // Of a buffer what nobody has written is no text.
        text: heap.text_of(local.object).map(|text| text.trim_end_matches('\0').to_owned()),
    }
}

fn text(document: &Document) -> Lines {
    let mut text = Lines::default();
    text.add(&document.policy);
    for thread in &document.threads {
        let name = if thread.name.is_empty() { "(no name)" } else { &thread.name };
        text.blank();
        text.add(format_args!("{name}  retains {}", words::bytes(thread.retained)));
        for frame in &thread.frames {
            text.add(format_args!("    at {}", frame.frame.as_deref().unwrap_or("(no frame of the dump)")));
            for local in &frame.locals {
                let said = local.text.as_ref().map(|said| format!("  {:?}", cut(said))).unwrap_or_default();
                text.add(format_args!(
                    "        {}{}: {} {}, retains {}{said}",
                    local.kind,
                    local.variable.as_ref().map(|name| format!(" {name}")).unwrap_or_default(),
                    local.class,
                    local.address,
                    words::bytes(local.retained)
                ));
            }
        }
    }
    text
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
