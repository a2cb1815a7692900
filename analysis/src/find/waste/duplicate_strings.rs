//! Strings with the text of an earlier one, by address. What could be saved are these strings, and all but one of the arrays of each text.

use rayon::prelude::*;
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::contents::{Contents, Part, Text, content_hash};
use super::found::{Found, Searched, WasteDetector};
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::find::findings::FindingKind;
use crate::heap::{HeapState, Record};

/// Characters of an example.
const LONGEST_EXAMPLE: usize = 60;

pub(super) static DETECTOR: WasteDetector = WasteDetector {
    kind: FindingKind::new("duplicate_strings", "Duplicate strings", "Strings repeat the text of another string."),
    needs_values: true,
    search,
    title: |objects, _| format!("{objects} strings repeat the text of another one"),
    advice: "keep each text once (a map from text to text, or intern), or let the JVM share their characters with -XX:+UseStringDeduplication",
};

/// Groups strings by text. Two strings may share an array, so arrays are counted once.
fn search(searched: &Searched<'_>, progress: &Progress) -> Result<Found> {
    let (heap, contents) = (searched.roles.heap, &searched.contents);
    let mut found = Found::default();
    // The first array of those with the same content.
    let mut first_of: FxHashMap<u32, u32> = FxHashMap::default();
    let arrays = contents.same().flat_map(|same| same.iter().map(|content| (content.array, same[0].array)));
    progress.for_each(arrays, |(array, first)| first_of.extend(contents.of_strings.has(ObjectIndex(array)).then_some((array, first))))?;
    let first_of = |array: u32| u64::from(first_of.get(&array).copied().unwrap_or(NO_OBJECT));
    let parts = parts(heap, contents, progress)?;
    // A text is the first array with its characters and how they are read, or the hash of its characters.
    let key = |text: &Text| match text.part {
        Part::All => [0, first_of(text.array)],
        Part::AllWide => [1, first_of(text.array)],
        Part::Some { .. } => match parts.get(&(text.array, text.part)) {
            Some(hash) => contents.first_with(hash).map_or(*hash, |array| [0, u64::from(array)]),
            None => [2, u64::from(text.string)],
        },
    };
    let mut texts: Vec<([u64; 2], u32, u32)> = Vec::with_capacity(contents.texts.len());
    progress.for_each(&contents.texts, |text| texts.push((key(text), text.string, text.array)))?;
    texts.par_sort_unstable();
    progress.check()?;
    let (mut different, mut worst) = (0_u64, (0_u64, 0_usize, 0_u32));
    let mut arrays = FxHashSet::default();
    for same in texts.chunk_by(|a, b| a.0 == b.0) {
        different += 1;
        arrays.clear();
        arrays.insert(same[0].2);
        let before = found.wasted;
        progress.for_each(&same[1..], |&(_, string, array)| {
            let of_array = if arrays.insert(array) { heap.bytes_of(ObjectIndex(array)) } else { 0 };
            found.add(heap, ObjectIndex(string), heap.bytes_of(ObjectIndex(string)) + of_array);
        })?;
        worst = worst.max((found.wasted - before, same.len(), same[0].1));
    }
    found.detail = format!("{} strings have {} different texts", grouped(texts.len()), grouped(different));
    (found.of_objects, found.different) = (Some(texts.len() as u64), Some(different));
    if let (1.., times, string) = worst
        && let Some(text) = heap.text_of(ObjectIndex(string))
    {
        let shown: String = text.chars().take(LONGEST_EXAMPLE).collect();
        let cut = if shown.len() < text.len() { ".." } else { "" };
        found.most_repeated = Some(times as u64);
        found.detail += &format!("; most bytes go to \"{shown}{cut}\", which is there {} times", grouped(times));
    }
    Ok(found)
}

/// Hashes of the parts of arrays that strings use, where they do not use the whole.
fn parts(heap: &HeapState, contents: &Contents, progress: &Progress) -> Result<FxHashMap<(u32, Part), [u64; 2]>> {
    let mut wanted: FxHashMap<u32, Vec<Part>> = FxHashMap::default();
    for text in contents.texts.iter().filter(|text| matches!(text.part, Part::Some { .. })) {
        wanted.entry(text.array).or_default().push(text.part);
    }
    let arrays: RoaringBitmap = wanted.keys().copied().collect();
    let read = |found: &mut Vec<((u32, Part), [u64; 2])>, record: Record<'_>| {
        let array = record.object().0;
        for &part in wanted.get(&array).map_or(&[][..], Vec::as_slice) {
            let Part::Some { offset, count } = part else { continue };
            let (from, bytes) = (2 * offset as usize, 2 * count as usize);
            let used = record.bytes().get(from..from.saturating_add(bytes));
            found.extend(used.map(|used| ((array, part), content_hash(u64::from(record.object_type().0), used))));
        }
    };
    Ok(heap.read_records_of(&arrays, read, progress)?.into_iter().flatten().collect())
}
