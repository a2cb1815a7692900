//! Measures reading a memory trace: `cargo run --release -p analysis --example replay_cost -- read app.mctrace`.
//!
//! `write FILE [OBJECTS] [STATES]` makes a trace to measure: lists of nodes with arrays; from state to state one object in
//! 20 dies and is replaced, and as many rows change; a state is full where the recorder writes a full one, when the differences
//! since the last one are as large as it was. `read FILE` opens it, makes the last state at once (as a jump over all
//! differences), then all states in their order, and prints time per step and peak memory of the process.

use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use analysis::{HeapFile, LoadOptions, Progress, Warnings};
use trace_format::{
    Births, BirthsDraft, BlockKind, Class, Classes, Descriptor, FieldRecord, Gone, Head, Place, RootRecord, RootRecordKind, Roots, Rows,
    StateBegin, StateEnd, Strings, TraceWriter, VERSION, WalkReason, scan,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Objects or rows per block, as the recorder writes them.
const PER_BLOCK: usize = 65_536;

/// One object in so many dies from state to state.
const ONE_DIES_OF: u64 = 20;

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    match (arguments.first().map(String::as_str), arguments.get(1)) {
        (Some("write"), Some(path)) => write(Path::new(path), number(2, 2_000_000)?, number(3, 50)?),
        (Some("read"), Some(path)) => read(Path::new(path)),
        _ => Err("usage: replay_cost write FILE [OBJECTS] [STATES] | read FILE".into()),
    }
}

fn read(path: &Path) -> Outcome {
    let (progress, warnings, options) = (Progress::new(), Warnings::new(), LoadOptions::default());
    let begin = Instant::now();
    let file = HeapFile::open(path, &progress, &warnings)?;
    let states = file.times(&progress, &warnings)?.len();
    println!("opened          {:8.3} s   {states} states", begin.elapsed().as_secs_f64());
    let step = Instant::now();
    let first = file.load(0, &options, &progress, &warnings)?;
    let seconds = step.elapsed().as_secs_f64();
    let (objects, references) = (first.len(), first.references.count());
    println!(
        "first state     {seconds:8.3} s   {objects} objects, {references} references, {:.1} M objects/s",
        objects as f64 / seconds / 1e6
    );
    drop(first);
    let step = Instant::now();
    let objects = file.load(states.saturating_sub(1), &options, &progress, &warnings)?.len();
    println!("jump to last    {:8.3} s   {objects} objects", step.elapsed().as_secs_f64());
    let (step, mut all) = (Instant::now(), 0_usize);
    for state in 0..states {
        all += file.load(state, &options, &progress, &warnings)?.len();
    }
    let seconds = step.elapsed().as_secs_f64();
    println!("all in order    {seconds:8.3} s   {:.1} states/s, {:.1} M objects/s", states as f64 / seconds, all as f64 / seconds / 1e6);
    warnings.list().iter().for_each(|warning| println!("{warning}"));
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("RssAnon")).for_each(|line| println!("{line}"));
    }
    // Counted last: it holds the whole file.
    println!("events                       {:.1} M events/s", events(path)? as f64 / seconds / 1e6);
    Ok(())
}

/// How many births, deaths and new rows of references a trace tells of.
fn events(path: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let file = std::fs::read(path)?;
    let blocks = scan(&file).map_err(|error| error.what)?.blocks;
    let events = blocks.iter().map(|entry| {
        Ok(match entry.kind {
            Some(BlockKind::Births) => entry.read::<Births>(&file)?.ids.len(),
            Some(BlockKind::Gone) => entry.read::<Gone>(&file)?.ids.len(),
            Some(BlockKind::Rows) => entry.read::<Rows>(&file)?.len(),
            _ => 0,
        })
    });
    events.sum::<Result<u64, trace_format::Damage>>().map_err(|damage| damage.to_string().into())
}

/// A node refers to an array of bytes (the id behind it) and to the node before; every array has its node.
fn write(path: &Path, objects: u64, states: u64) -> Outcome {
    let head = Head { version: VERSION, start_millis: 1_700_000_000_000, recording: 1 };
    let mut writer = TraceWriter::new(BufWriter::new(std::fs::File::create(path)?), head)?;
    let texts = ["Lapp/Node;", "[B", "data", "next", "Ljava/lang/Object;"].map(str::to_owned).to_vec();
    writer.put(&Strings { first: 1, texts })?;
    let field = |name| FieldRecord { name, signature: 5, modifiers: 0 };
    let node = Class { number: 1, signature: 1, fields: vec![field(3), field(4)], ..Class::default() };
    writer.put(&Classes { classes: vec![node, Class { number: 2, signature: 2, ..Class::default() }] })?;
    // Pairs of node and array: the id of the node, and how many collections had ended at its birth.
    let mut pairs: Vec<(u64, u32)> = (0..objects / 2).map(|at| (1 + 2 * at, 0)).collect();
    // Where in the file the last full state ended, and its size.
    let (mut full_end, mut full_bytes) = (0, 0);
    let mut next = 1 + 2 * pairs.len() as u64;
    let mut random = 1_u64;
    for state in 0..states {
        let collections = state as u32;
        let begin = writer.bytes();
        let is_full = begin - full_end >= full_bytes;
        writer.put(&StateBegin {
            state: collections,
            collections,
            nanos: state * 1_000_000_000,
            is_full,
            reason: WalkReason::Collection,
            ..StateBegin::default()
        })?;
        let mut changed: Vec<usize> = Vec::new();
        let mut born = Vec::new();
        let mut gone = Vec::new();
        if state > 0 {
            for at in 0..pairs.len() {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if (random >> 33).is_multiple_of(ONE_DIES_OF) {
                    gone.push(pairs[at].0);
                    pairs[at] = (next, collections);
                    born.push(pairs[at]);
                    next += 2;
                    changed.push(at);
                    if at + 1 < pairs.len() {
                        changed.push(at + 1);
                    }
                }
            }
            changed.dedup();
        }
        if is_full {
            changed = (0..pairs.len()).collect();
            born.clone_from(&pairs);
            born.sort_unstable();
            gone.clear();
        }
        gone.sort_unstable();
        for part in gone.chunks(PER_BLOCK) {
            writer.put(&Gone { ids: part.iter().flat_map(|&id| [id, id + 1]).collect() })?;
        }
        for part in born.chunks(PER_BLOCK / 2) {
            let mut births = BirthsDraft::default();
            for &(id, born) in part {
                let length = 8 * (1 + id / 2 % 8);
                let node = Descriptor { class: 1, length: None, bytes: 24, born };
                let array = Descriptor { class: 2, length: Some(length), bytes: 16 + length, born };
                births.add(id, node);
                births.add(id + 1, array);
            }
            writer.put(&births.take())?;
        }
        // A walk meets the newest first.
        for part in changed.rchunks(PER_BLOCK) {
            let mut rows = Rows::default();
            for &at in part.iter().rev() {
                let data = (Place::Field(0).code(), pairs[at].0 + 1);
                match at.checked_sub(1) {
                    Some(before) => rows.push(pairs[at].0, &[data, (Place::Field(1).code(), pairs[before].0)], false),
                    None => rows.push(pairs[at].0, &[data], false),
                }
            }
            writer.put(&rows)?;
        }
        let last = pairs.last().map_or(1, |pair| pair.0);
        let root = RootRecord::new(RootRecordKind::JniGlobal, last);
        writer.put(&Roots { roots: vec![root] })?;
        writer.put(&StateEnd { state: collections, objects: 2 * pairs.len() as u64, ..StateEnd::default() })?;
        if is_full {
            (full_end, full_bytes) = (writer.bytes(), writer.bytes() - begin);
        }
    }
    let (_, bytes) = writer.finish()?;
    println!("{bytes} bytes");
    Ok(())
}
