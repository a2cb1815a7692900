//! Measures reading a GC log: `cargo run --release -p analysis --example read_gc_log -- gc.log`; the files of a rotated log
//! are named together. With `--times 1000` in front the lines are repeated, as the collections of so many times as long a run.
//!
//! Prints time, collections, peak memory of the process, and with `--list` every collection.

use std::path::Path;
use std::time::Instant;

use analysis::{ByteSource, GcEvent, Progress, Warnings, open_bytes, read_gc_logs};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_listed = take_flag(&mut arguments, "--list");
    let times = if take_flag(&mut arguments, "--times") { arguments.remove(0).parse().unwrap_or(1) } else { 1 };
    if arguments.is_empty() {
        eprintln!("usage: read_gc_log [--list] [--times N] LOG...");
        std::process::exit(2);
    }
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let open = |path: &String| {
        let text = open_bytes(Path::new(path), &progress, &warnings)?;
        Ok(if times > 1 { repeated(&text, times) } else { text })
    };
    let texts: analysis::Result<Vec<ByteSource>> = arguments.iter().map(open).collect();
    let texts = match texts {
        Ok(texts) => texts,
        Err(error) => return eprintln!("{error}"),
    };
    let named: Vec<(&str, &ByteSource)> = arguments.iter().map(String::as_str).zip(&texts).collect();
    let lines: usize = texts.iter().map(|text| text.iter().filter(|&&byte| byte == b'\n').count()).sum();
    let begin = Instant::now();
    match read_gc_logs(&named, &progress, &warnings) {
        Ok(told) => {
            println!("read {:7.3} s   {lines} lines, {} collections", begin.elapsed().as_secs_f64(), told.events.len());
            let pauses: u64 = told.events.iter().map(|event| event.pause_nanos).sum();
            println!("from {:?}, {} ms long, {} ms of it pauses", told.zero_millis, told.end_nanos / 1_000_000, pauses / 1_000_000);
            told.events.iter().filter(|_| is_listed).for_each(list);
        }
        Err(error) => eprintln!("{error}"),
    }
    warnings.list().iter().for_each(|warning| println!("{warning}"));
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("RssAnon")).for_each(|line| println!("{line}"));
    }
}

fn take_flag(arguments: &mut Vec<String>, flag: &str) -> bool {
    let at = arguments.iter().position(|argument| argument == flag);
    at.map(|at| arguments.remove(at)).is_some()
}

/// A log so many times, each with numbers of its own: the lines of a run that goes on.
fn repeated(text: &[u8], times: u32) -> ByteSource {
    let mut all = Vec::with_capacity(text.len() * times as usize);
    for time in 0..times {
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            if line.windows(6).any(|bytes| bytes == b"Using ") && !line.windows(3).any(|bytes| bytes == b"GC(") {
                continue;
            }
            // Five digits more in front of the number, which is then another one each time.
            match line.windows(3).position(|bytes| bytes == b"GC(") {
                Some(at) => {
                    all.extend_from_slice(&line[..at + 3]);
                    all.extend_from_slice(format!("{}", 10_000 + time).as_bytes());
                    all.extend_from_slice(&line[at + 3..]);
                }
                None => all.extend_from_slice(line),
            }
        }
    }
    ByteSource::from(all)
}

fn list(event: &GcEvent) {
    let mib = |bytes: Option<u64>| bytes.map_or_else(|| "?".to_owned(), |bytes| format!("{:.1}", bytes as f64 / 1_048_576.0));
    let spaces: Vec<String> = event
        .spaces
        .iter()
        .map(|space| format!("{} {}->{}({})", space.name, mib(space.before), mib(space.after), mib(space.capacity)))
        .collect();
    println!(
        "{:4} {:10.3}..{:10.3} ms {:8.3} ms in {} {} ({}) {}->{}({}) {}",
        event.number,
        event.start_nanos as f64 / 1e6,
        event.end_nanos as f64 / 1e6,
        event.pause_nanos as f64 / 1e6,
        event.pauses.len().max(1),
        event.collector,
        event.cause,
        mib(event.used_before),
        mib(event.used_after),
        mib(event.capacity),
        spaces.join(", ")
    );
}
