//! How much of a heap dump could be read, in words: on the terminal and over the city the same.

use analysis::{PartlyRead, Warnings};

use super::words;

/// One sentence without a full stop.
#[must_use]
pub fn sentence(part: &PartlyRead) -> String {
    let PartlyRead { file, bytes_read, bytes, is_cut_off, objects, offset, reason } = part;
    let (file, read) = (file.display(), words::bytes(*bytes_read));
    let objects = words::amount(analysis::Metric::Objects, *objects);
    let Some(bytes) = *bytes else {
        return format!("{file} is cut off: {read} with {objects} could be read, and how much is missing is not known");
    };
    // What is missing is cut off by rounding, never away.
    let share = match u128::from(*bytes_read) * 1000 / u128::from(bytes.max(1)) {
        0 => "less than 0.1 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    };
    let whole = words::bytes(bytes);
    let reason = reason.split(';').next().unwrap_or(reason);
    let mut letters = reason.chars();
    let reason: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    let (only, at_least) = if *is_cut_off { ("At most", "at least ") } else { ("Only", "") };
    format!("{only} {share} of {file} could be read ({read} of {at_least}{whole}, {objects}): {reason} at byte {}", words::count(*offset))
}

/// Of all dumps of which warnings tell.
#[must_use]
pub fn sentences(warnings: &Warnings) -> Vec<String> {
    warnings.partly_read().iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_read_is_told_with_its_share_its_objects_and_why_no_more() {
        let damaged = PartlyRead {
            file: "a/b.hprof".into(),
            bytes_read: 65 << 10,
            bytes: Some(1000 << 10),
            is_cut_off: false,
            objects: 1234,
            offset: 66_560,
            reason: "Unknown record in a heap dump segment; the rest of the segment is skipped",
        };
        let told = "of a/b.hprof could be read (65.0 KiB of 0.98 MiB, 1,234 objects): unknown record in a heap dump segment at byte 66,560";
        assert_eq!(sentence(&damaged), format!("Only 6.5 % {told}"));
        let whole_but_for_a_byte = PartlyRead { bytes_read: (1000 << 10) - 1, ..damaged.clone() };
        assert!(sentence(&whole_but_for_a_byte).starts_with("Only 99.9 % of"));
        assert!(sentence(&PartlyRead { bytes_read: 1, ..damaged.clone() }).starts_with("Only less than 0.1 % of"));
        let cut = PartlyRead { is_cut_off: true, ..damaged };
        assert!(sentence(&cut).starts_with("At most 6.5 % of a/b.hprof could be read (65.0 KiB of at least 0.98 MiB, "));
        let unknown = "a/b.hprof is cut off: 65.0 KiB with 1,234 objects could be read, and how much is missing is not known";
        assert_eq!(sentence(&PartlyRead { bytes: None, ..cut }), unknown);
    }
}
