//! `memory-city redact`: a copy of a heap dump without the contents of its objects.

use std::path::PathBuf;

use analysis::{InputKind, Progress, Warnings, look_at, redact as redact_dump};
use clap::Args;

use crate::base::words;
use crate::cli::documents::output::{CliError, ExitKind, note, print_warnings};
use crate::cli::interrupt::cancel_on_interrupt;

/// Write a copy of a heap dump without texts and numbers.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city redact heap.hprof --out redacted.hprof
  memory-city redact heap.hprof.gz --out redacted.hprof.gz     small: zeros compress well
  memory-city redact heap.hprof --out redacted.hprof --keep-fields

Zeros take the place of the elements of arrays of primitive types, with them of all texts, of primitive fields and constants, and \
of texts of the file that name no class, field, method or source file. What stays: classes and their names, references, sizes, GC roots, \
stacks, addresses, and the numbers of elements of the JDK's collections. So whatever looks at no contents is the same as in the whole dump. \
docs/security.md says what is taken out.")]
pub struct RedactArgs {
    /// A heap dump (.hprof, .hprof.gz)
    #[arg(value_name = "DUMP")]
    pub dump_file: PathBuf,
    /// The copy; one that ends with .gz is compressed
    #[arg(long, value_name = "OUT")]
    pub out: PathBuf,
    /// Keep numbers and characters in fields; elements of arrays, and so all texts, go nevertheless
    #[arg(long)]
    pub keep_fields: bool,
}

/// Reads and writes.
pub(in crate::cli) fn redact(args: &RedactArgs) -> Result<(), CliError> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    cancel_on_interrupt(&progress);
    if look_at(&args.dump_file)?.kind == InputKind::Trace {
        let message = format!(
            "{} is a trace, and these hold no contents of objects; what else they tell of a program (its command line, names of threads, \
             notes) cannot be taken out",
            args.dump_file.display()
        );
        return Err(CliError::new(ExitKind::Usage, message));
    }
    let redacted = redact_dump(&args.dump_file, &args.out, args.keep_fields, &progress, &warnings);
    print_warnings(&warnings);
    let redacted = redacted?;
    let kept = if args.keep_fields { "kept" } else { "taken out, but for numbers of elements of collections" };
    note(&format!(
        "wrote {}: {} objects without the {} in {} arrays of primitive types; primitive fields were {kept}, and {} texts beside the objects \
         were taken out",
        args.out.display(),
        words::count(redacted.objects),
        words::bytes(redacted.array_bytes),
        words::count(redacted.arrays),
        words::count(redacted.texts),
    ));
    Ok(())
}
