//! `memory-city mark`: what people know of a program: what is needed, what is not, and notes.

use std::path::PathBuf;

use analysis::{MarkKind, Place};
use clap::Args;
use serde_json::json;

use crate::answers::places::mark_sentence;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result};
use crate::cli::options::csv_args::CsvArgs;
use crate::data::input::annotations::{Annotation, Annotations};

/// Mark classes, packages and fields as needed or not needed, and write notes; they are saved beside the data.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city mark dumps/                                          what is marked, and all notes
  memory-city mark dumps/ --needed com.shop.Cache.entries          this field, and what it holds
  memory-city mark dumps/ --not-needed com.shop.Item               a class
  memory-city mark dumps/ --needed 'com.shop.*'                    all classes of a package
  memory-city mark dumps/ --not-needed 'com.shop.Cache.entries > com.shop.Item'
  memory-city mark dumps/ --note 'com.shop.Item=asked Kim, see **issue 12**'
  memory-city mark dumps/ --forget com.shop.Item

Find leaves out what is needed, and tells of what is not needed even if it does not grow. On every chain that find and paths \
tell, the reference from the last needed to the first not needed object is the faulty one; what piles up at the end of a chain counts as \
not needed. Where two marks contradict each other the one nearer to the object counts, as whoever holds what is needed is needed, too.

Marks and notes belong to names, not to addresses, so they hold for the next dump of the program: they are in the file \
memory-city.marks in the folder of the data. Notes are Markdown, and stand in the reports of find.

JSON: {\"marks\":[{\"place\":.., \"need\":\"needed|not_needed\"},..], \"notes\":{PLACE:TEXT,..}}; CSV has a row per mark, and one per note: place,need,note")]
pub struct MarkArgs {
    /// A file or folder of data
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// A class, a package (com.shop.*) or a field that the program needs
    #[arg(long, value_name = "PLACE", value_parser = parse_place)]
    pub needed: Vec<Place>,
    /// One that should be gone
    #[arg(long, value_name = "PLACE", value_parser = parse_place)]
    pub not_needed: Vec<Place>,
    /// Writes a note; an empty text takes it away
    #[arg(long, value_name = "PLACE=TEXT", value_parser = parse_note)]
    pub note: Vec<(String, String)>,
    /// Takes the mark and the note of a place away
    #[arg(long, value_name = "PLACE", value_parser = parse_place)]
    pub forget: Vec<Place>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
}

fn parse_place(text: &str) -> Result<Place, String> {
    Place::parse(text).ok_or_else(|| "no place: com.shop.Item, com.shop.*, com.shop.Cache.entries, or several with > between".to_owned())
}

fn parse_note(text: &str) -> Result<(String, String), String> {
    let (place, note) = text.split_once('=').ok_or("a place and its note, as in com.shop.Item=TEXT")?;
    Ok((parse_place(place)?.to_string(), note.to_owned()))
}

/// Changes what is known, if asked to, and tells it.
pub(in crate::cli) fn mark(args: &MarkArgs) -> Result<(), CliError> {
    if !args.path.exists() {
        return Err(CliError::new(ExitKind::Failed, format_args!("{} does not exist", args.path.display())));
    }
    let paths = std::slice::from_ref(&args.path);
    let marks = |places: &[Place], need| places.iter().map(move |place| Annotation::Mark(place.clone(), need)).collect::<Vec<_>>();
    let notes = |place: &Place| Annotation::Note(place.to_string(), String::new());
    let mut changes = marks(&args.forget, None);
    changes.extend(args.forget.iter().map(notes));
    changes.extend(marks(&args.needed, Some(MarkKind::Needed)));
    changes.extend(marks(&args.not_needed, Some(MarkKind::NotNeeded)));
    changes.extend(args.note.iter().map(|(place, text)| Annotation::Note(place.clone(), text.clone())));
    let known = if changes.is_empty() { Annotations::beside(paths)? } else { Annotations::change(paths, &changes)?.0 };
    let rows = known.marks.iter().map(|mark| json!(mark));
    let notes = known.notes.iter().map(|(place, note)| json!({ "place": place, "note": note }));
    if args.table.write("place,need,note", rows.chain(notes), "")? {
        return Ok(());
    }
    if args.json {
        return print_result(json_line(&known)?.as_bytes());
    }
    let mut text = Lines::default();
    if known.is_empty() {
        text.add("nothing is marked, and there are no notes");
    }
    known.marks.iter().for_each(|mark| text.add(mark_sentence(mark)));
    for (place, note) in &known.notes {
        text.add(format_args!("{place}:"));
        note.lines().for_each(|line| text.add(format_args!("    {line}")));
    }
    print_result(text.into_text().as_bytes())
}
