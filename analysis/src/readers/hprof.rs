//! HPROF heap dumps to heap states and class histograms.
//!
//! Reading takes two passes over the mapped file. The first (`survey`) finds all objects and classes; objects are then
//! numbered by address through a bitmap. The second (`rows`) reads types, array lengths and references straight
//! into columns. Both passes work on pieces of a few MiB in parallel and hand each piece's pages back when done, so
//! memory is what the heap state itself takes: about 10 bytes per object and 8 per reference, with both directions.
//!
//! Times and peak memory stand in docs/speed.md; `examples/heap_cost.rs` measures the steps.
//!
//! # How numbers are defined
//!
//! Sizes, roots and reachability follow Eclipse MAT 1.17 with its default preferences; [`crate::SizePolicy`] departs
//! from it on request. The rules that matter:
//!
//! * Sizes are computed from field types, not taken from the dump; see `hprof/classes.rs` for the formulas. References take
//!   4 bytes if an object array begins where the one before it would still be with 8-byte slots. The alignment is
//!   the greatest common divisor of the distances between objects, within 8 and 256.
//! * The boot loader is an object with address 0 and type `java.lang.ClassLoader`. Classes that are needed but not in
//!   the dump are made up; their class objects count.
//! * Objects are reachable over all references, weak and soft ones too, to the class object, from class objects to super
//!   class, loader and statics, and from thread objects to what their stacks reference.
//! * Roots are those of the dump. Stack references count through their thread. A dump without sticky classes has all
//!   non-array classes of the boot loader as roots.
//! * Constant pools, signers and protection domains of classes are no references.
//!
//! # Where we differ from MAT
//!
//! * Damaged dumps are read as far as possible where MAT refuses them; every loss is counted in [`crate::Warnings`].
//! * Object arrays whose record names a class that is no array class get a type of their own (`Name[]`) and reference
//!   slots; MAT sizes their elements like instances of that class.
//! * Android's own roots and records are read; MAT refuses such dumps.
//! * Of several records for one address the first one counts; MAT counts their sizes twice.

mod class_dump;
mod classes;
mod cursor;
mod header;
mod load;
mod missing;
mod names;
pub(crate) mod options;
mod outline;
mod records;
pub(crate) mod redact;
mod redaction_marks;
mod rows;
mod streaming;
mod sub_record;
mod survey;
mod threads;
mod units;
pub(crate) mod writer;

use std::path::Path;

pub(crate) use header::{is_hprof, time_in_head};

use super::files::{self, ByteSource};
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{HeapState, Histogram, SizePolicy, heap_histogram};
use crate::readers::hprof::options::LoadOptions;
use outline::Outline;

/// One heap dump of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DumpInfo {
    /// Milliseconds since the epoch.
    pub time_millis: i64,
    /// Bytes of its segments.
    pub bytes: u64,
}

/// The heap dumps of a file, in file order; more than one in dumps of the old agent, for example.
///
/// # Errors
/// As [`open_heap`].
pub fn dumps_in(path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Vec<DumpInfo>> {
    let source = files::open_bytes(path, progress, warnings)?;
    dumps_of(&source, path, progress, warnings)
}

/// The heap dumps in these bytes, in their order; `name` is only for messages.
///
/// # Errors
/// As [`open_heap`].
pub fn dumps_of(source: &ByteSource, name: &Path, progress: &Progress, warnings: &Warnings) -> Result<Vec<DumpInfo>> {
    let outline = Outline::of_file(source, name, progress, warnings)?;
    let info = |dump: &outline::Dump| DumpInfo {
        time_millis: dump.time_millis,
        bytes: dump.segments.iter().map(|segment| segment.len() as u64).sum(),
    };
    Ok(outline.dumps.iter().map(info).collect())
}

/// Loads one heap dump (0 is the first) of a file, plain or in gzip.
///
/// # Errors
/// [`Error::Io`], [`Error::NotHprof`] if the file does not start like a heap dump, [`Error::Request`] if it has no dump
/// of this index, [`Error::Limit`] beyond 2³² objects, [`Error::Cancelled`]. Damage further on is no error: what can be
/// read is used, the rest is counted in `warnings`.
pub fn open_heap(path: &Path, dump_index: usize, options: &LoadOptions, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
    let source = files::open_bytes(path, progress, warnings)?;
    load_heap(&source, path, dump_index, options, progress, warnings)
}

/// Loads one heap dump from bytes; `name` is only for messages.
///
/// # Errors
/// As [`open_heap`].
pub fn load_heap(
    source: &ByteSource,
    name: &Path,
    dump_index: usize,
    options: &LoadOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<HeapState> {
    let load = || {
        let outline = Outline::of_file(source, name, progress, warnings)?;
        let dump = chosen_dump(&outline, name, dump_index)?;
        load::load((source, name), &outline, dump, options, progress, warnings)
    };
    let loaded = load();
    // Before anything else that may be wrong with it.
    source.check_whole(name)?;
    loaded
}

/// Objects and bytes per class of one heap dump. With `keep_unreachable` the dump is only streamed, no references are
/// built: several times faster, and next to no memory.
///
/// # Errors
/// As [`open_heap`].
pub fn histogram(path: &Path, dump_index: usize, policy: SizePolicy, progress: &Progress, warnings: &Warnings) -> Result<Histogram> {
    let source = files::open_bytes(path, progress, warnings)?;
    histogram_of(&source, path, dump_index, policy, progress, warnings)
}

/// Objects and bytes per class of one heap dump in bytes; `name` is only for messages.
///
/// # Errors
/// As [`open_heap`].
pub fn histogram_of(
    source: &ByteSource,
    name: &Path,
    dump_index: usize,
    policy: SizePolicy,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Histogram> {
    if !policy.keep_unreachable {
        let heap = load_heap(source, name, dump_index, &LoadOptions { policy, names: false }, progress, warnings)?;
        return Ok(heap_histogram(&heap));
    }
    let outline = Outline::of_file(source, name, progress, warnings)?;
    let dump = chosen_dump(&outline, name, dump_index)?;
    let counted = streaming::histogram((source, name), &outline, dump, policy, progress, warnings);
    source.check_whole(name)?;
    counted
}

fn chosen_dump<'a>(outline: &'a Outline<'_>, name: &Path, index: usize) -> Result<&'a outline::Dump> {
    let count = outline.dumps.len();
    outline.dumps.get(index).ok_or_else(|| {
        let dumps = if count == 1 { "one heap dump".to_owned() } else { format!("{count} heap dumps") };
        Error::Request(format!("{} holds {dumps}; there is no number {}", name.display(), index + 1))
    })
}
