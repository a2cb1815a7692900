//! GC logs: what a JVM writes of its garbage collections with `-Xlog:gc*` or `-Xlog:gc` since JDK 9, and with
//! `-XX:+PrintGCDetails` or `-verbose:gc` before.
//!
//! ```text
//! [0.020s][info][gc] Using Parallel
//! [0.365s][info][gc,start    ] GC(0) Pause Young (Allocation Failure)
//! [0.366s][info][gc,heap     ] GC(0) ParOldGen: 0K(44032K)->8K(44032K)
//! [0.367s][info][gc          ] GC(0) Pause Young (Allocation Failure) 15M->0M(61M) 1.768ms
//! ```
//!
//! A log is gone through once, line by line, and nothing is kept of it but its collections: some hundred bytes each. What
//! other programs wrote between the lines is passed over. A log that a JVM has rotated is given as several texts.

mod amounts;
mod clock;
mod collections;
mod details;
#[cfg(test)]
mod details_tests;
mod order;
mod statement;
mod style;
#[cfg(test)]
mod tests;
mod unified;

use std::ffi::OsStr;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::over_time::gc_events::GcEvents;
use crate::readers::class_histogram::is_class_histogram;
use crate::readers::files::{ByteSource, files_beside};
use collections::Collections;
use details::DetailsReader;
use style::Style;
use unified::UnifiedReader;

/// How much is read between two looks whether the user wants to stop: a millisecond or two.
const STRETCH_BYTES: usize = if cfg!(test) { 512 } else { 1 << 20 };

/// Whether a text begins like a GC log. A log that begins with a class histogram is one of those.
#[must_use]
pub fn is_gc_log(head: &[u8]) -> bool {
    Style::of(head).is_some() && !is_class_histogram(head)
}

/// The files of one log, of which one is given, that a JVM has rotated: `gc.log`, `gc.log.0`, `gc.log.1`; of JDK 8 the last one
/// is called `gc.log.2.current`. The one that is given is among them, and others only if they begin like GC logs.
///
/// # Errors
/// [`Error::Io`] if the folder cannot be read.
pub fn gc_log_files(path: &Path) -> Result<Vec<PathBuf>> {
    let is_part = |file: &PathBuf| file == path || file.file_name().map(base_of) == path.file_name().map(base_of);
    let mut files: Vec<PathBuf> = files_beside(path, is_gc_log)?.into_iter().filter(is_part).collect();
    // A folder that was not named gives its files names with a dot in front.
    if path.parent().is_some_and(|folder| folder.as_os_str().is_empty()) {
        files = files.iter().map(|file| file.strip_prefix(".").unwrap_or(file).to_owned()).collect();
    }
    if !files.iter().any(|file| file == path) {
        files.push(path.to_owned());
    }
    Ok(files)
}

/// A name without what rotation puts behind it.
fn base_of(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    let name = name.strip_suffix(".current").unwrap_or(&name);
    let base = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    base.strip_suffix('.').filter(|_| base.len() < name.len()).unwrap_or(name).to_owned()
}

/// Reads the collections of one log; `name` is for messages.
///
/// # Errors
/// As [`read_gc_logs`].
pub fn read_gc_log(name: &str, text: &ByteSource, progress: &Progress, warnings: &Warnings) -> Result<GcEvents> {
    read_gc_logs(&[(name, text)], progress, warnings)
}

/// Reads the parts of one log, which a JVM has rotated, as one: each with its name, in any order.
///
/// Of a log that several JVMs wrote one after the other the last one is read, and `warnings` say how many collections of
/// earlier ones there are. What looks like a collection and cannot be understood is left out and counted.
///
/// # Errors
/// [`Error::Document`] if no line is one of a GC log, [`Error::Cancelled`].
pub fn read_gc_logs(texts: &[(&str, &ByteSource)], progress: &Progress, warnings: &Warnings) -> Result<GcEvents> {
    let styles = texts.iter().map(|(_, text)| Style::of(text));
    let Some(style) = styles.flatten().next() else {
        let file = texts.first().map_or_else(String::new, |(name, _)| (*name).to_owned());
        let reason = "no GC log; expected what a JVM writes with \"-Xlog:gc*:file=gc.log\" or \"-XX:+PrintGCDetails\"".to_owned();
        return Err(Error::Document { file, reason, json_path: String::new() });
    };
    progress.start("Reading the GC log", texts.iter().map(|(_, text)| text.len() as u64).sum());
    let mut collections = Collections::new(warnings);
    for part in order::in_time(texts, style) {
        if part.begins_a_run {
            collections.begin_run();
        }
        let (name, text) = texts[part.at];
        match style {
            Style::Unified => {
                let mut reader = UnifiedReader::new(name, &mut collections);
                for_each_line(text, progress, |line| reader.take(line))?;
                reader.finish();
            }
            Style::Details => {
                let mut reader = DetailsReader::new(name, &mut collections);
                for_each_line(text, progress, |line| reader.take(line))?;
                reader.finish();
            }
        }
        text.check_whole(name.as_ref())?;
    }
    Ok(collections.finish())
}

/// Goes through the lines of a text, without their ends.
fn for_each_line(text: &ByteSource, progress: &Progress, mut take: impl FnMut(&[u8])) -> Result<()> {
    let mut rest: &[u8] = text;
    let mut looked = 0;
    while !rest.is_empty() {
        let line = rest;
        // Nothing else in the standard library finds a byte as quickly; bytes in memory are always read.
        let length = rest.skip_until(b'\n').unwrap_or(line.len());
        take(line[..length].trim_ascii_end());
        let at = text.len() - rest.len();
        if at - looked >= STRETCH_BYTES {
            progress.advance((at - looked) as u64)?;
            text.release(looked..at);
            looked = at;
        }
    }
    progress.advance((text.len() - looked) as u64)
}
