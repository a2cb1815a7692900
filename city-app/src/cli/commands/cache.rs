//! `memory-city cache`: what is kept of dumps between runs, and a way to delete it.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, must_exist, print_result};
use crate::data::input::{CacheFile, SizeCache};

/// List the deep and retained sizes that are kept beside heap dumps, or delete them.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city cache dumps/                 what is kept for the dumps of a folder
  memory-city cache heap.hprof --delete    deletes what is kept for one dump

Sizes that need a walk over all references are kept in the hidden folder .memory-city beside the dumps, or in \
~/.cache/memory-city where that cannot be written. Deleting them is safe at any time: they are computed again. \
MEMORY_CITY_CACHE=DIR keeps them all in one folder, MEMORY_CITY_CACHE=off keeps none.

JSON: {\"files\":[{\"path\":.., \"bytes\":N, \"question\":..},..], \"bytes\":N, \"deleted\":..}; the question is what is kept in it, \
null where it is damaged or of another version.")]
pub struct CacheArgs {
    /// Heap dumps or folders of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Delete the files
    #[arg(long)]
    pub delete: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    files: Vec<FileRow<'a>>,
    bytes: u64,
    deleted: bool,
}

#[derive(Debug, Serialize)]
struct FileRow<'a> {
    path: String,
    bytes: u64,
    question: Option<&'a str>,
}

/// Lists, and deletes if asked to.
pub(in crate::cli) fn cache(args: &CacheArgs) -> Result<(), CliError> {
    let cache = SizeCache::from_environment();
    let failed = |error: std::io::Error| CliError::new(ExitKind::Failed, format_args!("the kept sizes cannot be reached: {error}"));
    let mut files: Vec<CacheFile> = Vec::new();
    for path in &args.paths {
        let found = cache.files_of(path).map_err(failed)?;
        // What is kept of a dump may outlive it.
        if found.is_empty() {
            must_exist(path)?;
        }
        files.extend(found);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup();
    let bytes: u64 = files.iter().map(|file| file.bytes).sum();
    if args.delete {
        SizeCache::delete(&files).map_err(failed)?;
    }
    if args.json {
        let rows = files.iter().map(|file| FileRow {
            path: file.path.display().to_string(),
            bytes: file.bytes,
            question: file.question.as_deref(),
        });
        let document = Document { files: rows.collect(), bytes, deleted: args.delete };
        return print_result(json_line(&document)?.as_bytes());
    }
    let mut text = Lines::default();
    for file in &files {
        let what = file.question.as_deref().map_or("damaged, or of another version".to_owned(), |question| question.replace('\n', "; "));
        text.add(format_args!("{}  {}  {what}", file.path.display(), words::bytes(file.bytes)));
    }
    let count = if files.len() == 1 { "1 file".to_owned() } else { format!("{} files", words::count(files.len() as u64)) };
    let done = if args.delete { " deleted" } else { "" };
    text.add(format_args!("{count}, {}{done}", words::bytes(bytes)));
    print_result(text.as_bytes())
}
