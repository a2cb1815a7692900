//! Measures reading a GC log: `cargo run --release -p analysis --example read_gc_log -- gc.log`; the files of a rotated log
//! are named together. With `--times 1000` in front the lines are repeated, as the collections of so many times as long a run.
//!
//! Prints time, that of the processor (which others do not lengthen), collections, peak memory of the process, and with `--list` every collection.

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
    let (begin, worked) = (Instant::now(), processor_secs());
    match read_gc_logs(&named, &progress, &warnings) {
        Ok(told) => {
            let (elapsed, worked) = (begin.elapsed().as_secs_f64(), processor_secs() - worked);
            println!("read {elapsed:7.3} s, processor {worked:.3} s   {lines} lines, {} collections", told.events.len());
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

/// What this thread has worked, as Linux counts it.
fn processor_secs() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// A log that is repeated has no more collections, and takes no longer in seconds.
const MOST: u32 = 1000;

/// A log so many times, each with later times and higher numbers: the lines of a run that goes on.
fn repeated(text: &[u8], times: u32) -> ByteSource {
    let mut all = Vec::with_capacity(text.len() * times as usize);
    for time in 0..times {
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let after = |word: &[u8]| line.windows(word.len()).position(|bytes| bytes == word).map(|at| at + word.len());
            let number = after(b"GC(");
            if number.is_none() && after(b"Using ").is_some() {
                continue;
            }
            let mut done = 0;
            for at in [after(b"[").filter(|&at| at == 1), number].into_iter().flatten() {
                let end = at + line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                if let Some(known) = std::str::from_utf8(&line[at..end]).ok().and_then(|digits| digits.parse::<u32>().ok()) {
                    all.extend_from_slice(&line[done..at]);
                    all.extend_from_slice((time * MOST + known).to_string().as_bytes());
                    done = end;
                }
            }
            all.extend_from_slice(&line[done..]);
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
