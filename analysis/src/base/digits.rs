//! Numbers in sentences.

/// The number with a comma between groups of three digits: `34,438`.
#[must_use]
pub fn grouped(number: impl TryInto<u64>) -> String {
    // All numbers here count something in memory.
    let number: u64 = number.try_into().unwrap_or(u64::MAX);
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_three_from_the_right() {
        assert_eq!([0_u64, 999, 1_000, 34_438, 1_234_567].map(grouped), ["0", "999", "1,000", "34,438", "1,234,567"]);
    }
}
