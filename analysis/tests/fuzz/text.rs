//! What may go wrong with a text.

use proptest::prelude::*;
use proptest::sample::Index;

/// One thing that went wrong with a text.
#[derive(Debug, Clone)]
pub(crate) enum TextDamage {
    SetByte(Index, u8),
    /// A part once more, somewhere else.
    Repeat(Index, usize, Index),
    Remove(Index, usize),
    /// What makes sense to the reader, in the wrong place.
    Insert(Index, &'static str),
    Truncate(Index),
    /// As deep as it gets.
    Nest(Index, usize, bool),
}

/// Pieces of documents.
const WORDS: [&str; 22] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\ud800",
    "null",
    "true",
    "-1",
    "1e400",
    "0.5",
    "18446744073709551616",
    "\"children\"",
    "\"name\"",
    "\"objects\"",
    "\"time\"",
    "\"key\"",
    "\"Overall\"",
    "\u{0}",
];

pub(crate) fn any_text_damage() -> impl Strategy<Value = TextDamage> {
    let index = any::<Index>;
    prop_oneof![
        3 => (index(), any::<u8>()).prop_map(|(at, value)| TextDamage::SetByte(at, value)),
        2 => (index(), 1..400_usize, index()).prop_map(|(from, length, to)| TextDamage::Repeat(from, length, to)),
        2 => (index(), 1..400_usize).prop_map(|(at, length)| TextDamage::Remove(at, length)),
        4 => (index(), prop::sample::select(&WORDS[..])).prop_map(|(at, word)| TextDamage::Insert(at, word)),
        1 => index().prop_map(TextDamage::Truncate),
        1 => (index(), 1..20_000_usize, any::<bool>()).prop_map(|(at, depth, list)| TextDamage::Nest(at, depth, list)),
    ]
}

/// A text with these damages, one after the other.
pub(crate) fn damaged_text(mut text: Vec<u8>, damages: &[TextDamage]) -> Vec<u8> {
    damages.iter().for_each(|one| damage_text(&mut text, one));
    text
}

fn damage_text(text: &mut Vec<u8>, damage: &TextDamage) {
    if text.is_empty() {
        return;
    }
    let (length, part) = (text.len(), |from: usize, length: usize, all: usize| from..(from + length).min(all));
    match damage {
        TextDamage::SetByte(at, value) => text[at.index(length)] = *value,
        TextDamage::Repeat(from, count, to) => {
            let copy = text[part(from.index(length), *count, length)].to_vec();
            let to = to.index(length);
            text.splice(to..to, copy);
        }
        TextDamage::Remove(at, count) => drop(text.drain(part(at.index(length), *count, length))),
        TextDamage::Insert(at, word) => {
            let at = at.index(length);
            text.splice(at..at, word.bytes());
        }
        TextDamage::Truncate(at) => text.truncate(at.index(length)),
        TextDamage::Nest(at, depth, list) => {
            let at = at.index(length);
            let open = if *list { "[" } else { "{\"children\":" };
            text.splice(at..at, open.repeat(*depth).bytes());
        }
    }
}
