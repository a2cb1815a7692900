//! What is proposed as data structures of a dump: `cargo run --release -p analysis --example infer_structures -- heap.hprof [none]`.
//!
//! Prints each proposal with its confidence, what was seen and its descriptions, and the time it took. With `none` nothing is known
//! before, not even the JDK's collections, and the last lines tell which of those that are in the heap were found again.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use analysis::{LoadOptions, Progress, Result, StructureLibrary, Warnings, infer_structures, open_heap, print_proposals};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, library) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [path] => (path, (*StructureLibrary::shipped()).clone()),
        [path, "none"] => (path, StructureLibrary::default()),
        _ => {
            eprintln!("usage: infer_structures DUMP [none]");
            std::process::exit(2);
        }
    };
    if let Err(error) = propose(Path::new(path), &library) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn propose(path: &Path, library: &StructureLibrary) -> Result<()> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let heap = open_heap(path, 0, &LoadOptions::default(), &progress, &warnings)?;
    let begin = Instant::now();
    let proposals = infer_structures(&heap, library, &progress)?;
    let seconds = begin.elapsed().as_secs_f64();
    for proposal in &proposals {
        println!("{:.2} {}: {}", proposal.confidence, proposal.class, proposal.evidence);
        print!("{}", print_proposals([proposal]).lines().map(|line| format!("    {line}\n")).collect::<String>());
    }
    println!("{} proposals for {} objects in {seconds:.2} s", proposals.len(), heap.len());
    if library.descriptions().next().is_none() {
        let in_heap: BTreeSet<&str> = heap.kept_objects().map(|object| &*heap.type_info(heap.type_of(object)).name).collect();
        let shipped = StructureLibrary::shipped();
        let heads = shipped.descriptions().filter(|(_, known)| known.is_head).map(|(_, known)| known.full_name());
        let heads: Vec<String> = heads.filter(|head| in_heap.contains(&**head)).collect();
        let is_found = |head: &&String| proposals.iter().any(|proposal| proposal.class == **head);
        let (found, missing): (Vec<&String>, Vec<&String>) = heads.iter().partition(is_found);
        println!("{} of {} known heads found: {found:?}\nnot found: {missing:?}", found.len(), heads.len());
    }
    Ok(())
}
