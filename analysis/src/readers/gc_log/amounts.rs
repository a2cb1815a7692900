//! Bytes and durations as logs write them.

/// What a collection did to a heap or a part of it: `15M->0M(61M)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) before: u64,
    pub(super) after: u64,
    pub(super) capacity: Option<u64>,
}

/// An amount at the beginning of a text, and what follows: `852K`, `62.5M`, `0.0B`; without a unit as it stands.
pub(super) fn amount(text: &str) -> Option<(u64, &str)> {
    let (decimal, rest) = Decimal::at_start(text)?;
    let unit = match rest.as_bytes().first() {
        Some(b'B') => 1,
        Some(b'K') => 1 << 10,
        Some(b'M') => 1 << 20,
        Some(b'G') => 1 << 30,
        Some(b'T') => 1 << 40,
        _ => return Some((decimal.times(1)?, rest)),
    };
    Some((decimal.times(unit)?, &rest[1..]))
}

/// A change at the beginning of a text, and what follows. What stands in parentheses behind the first amount was the
/// capacity before and is passed over; a share in percent is no capacity.
pub(super) fn change(text: &str) -> Option<(Change, &str)> {
    let (before, rest) = amount(text)?;
    let rest = parenthesized(rest).map_or(rest, |(_, rest)| rest);
    let (after, rest) = amount(rest.strip_prefix("->")?)?;
    let Some((inner, behind)) = parenthesized(rest) else { return Some((Change { before, after, capacity: None }, rest)) };
    let capacity = amount(inner).filter(|(_, unread)| unread.is_empty()).map(|(bytes, _)| bytes);
    Some((Change { before, after, capacity }, behind))
}

/// A whole text as nanoseconds: `1.768ms`, `0.032s`, `0.0178568 secs`.
pub(super) fn nanos(text: &str) -> Option<u64> {
    let (decimal, unit) = Decimal::at_start(text)?;
    match unit {
        "ns" => decimal.times(1),
        "ms" => decimal.times(1_000_000),
        "s" | " secs" => decimal.times(1_000_000_000),
        _ => None,
    }
}

/// What stands in parentheses at the beginning of a text, which may hold further ones, and what follows.
pub(super) fn parenthesized(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('(')?;
    let mut depth = 1_usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

/// A number with digits behind the point, or behind the comma of some languages.
struct Decimal {
    whole: u64,
    fraction: u64,
    /// Ten to the power of the digits of the fraction.
    scale: u64,
}

impl Decimal {
    fn at_start(text: &str) -> Option<(Self, &str)> {
        let (whole, rest) = digits(text)?;
        let Some((fraction, behind)) = rest.strip_prefix(['.', ',']).and_then(digits) else {
            return Some((Self { whole, fraction: 0, scale: 1 }, rest));
        };
        let count = rest.len() - behind.len() - 1;
        Some((Self { whole, fraction, scale: 10_u64.checked_pow(u32::try_from(count).ok()?)? }, behind))
    }

    fn times(&self, unit: u64) -> Option<u64> {
        let part = match self.fraction.checked_mul(unit) {
            Some(product) => product / self.scale,
            None => u64::try_from(u128::from(self.fraction) * u128::from(unit) / u128::from(self.scale)).ok()?,
        };
        self.whole.checked_mul(unit)?.checked_add(part)
    }
}

fn digits(text: &str) -> Option<(u64, &str)> {
    let (mut number, mut count) = (0_u64, 0);
    for digit in text.bytes().take_while(u8::is_ascii_digit) {
        number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        count += 1;
    }
    (count > 0).then(|| (number, &text[count..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_durations_are_read_exactly() {
        assert_eq!(amount("852K)"), Some((852 << 10, ")")));
        assert_eq!(amount("62.5M"), Some((62 * (1 << 20) + (1 << 19), "")));
        assert_eq!(amount("0.0B(5)"), Some((0, "(5)")));
        assert_eq!(amount("17)"), Some((17, ")")));
        assert_eq!(amount("99999999999999999999K"), None);
        assert_eq!(amount("18446744073709551615G"), None);
        assert_eq!(nanos("6.932ms"), Some(6_932_000));
        assert_eq!(nanos("0.0178568 secs"), Some(17_856_800));
        assert_eq!(nanos("0,011s"), Some(11_000_000));
        assert_eq!(nanos("6.932m"), None);
        assert_eq!(nanos("ms"), None);
    }

    #[test]
    fn changes_of_all_collectors_are_read() {
        let told = |before: u64, after: u64, capacity: Option<u64>| Change {
            before: before << 10,
            after: after << 10,
            capacity: capacity.map(|c| c << 10),
        };
        assert_eq!(change("15K->0K(61K) 1.7ms"), Some((told(15, 0, Some(61)), " 1.7ms")));
        assert_eq!(change("15K(20K)->0K(61K)"), Some((told(15, 0, Some(61)), "")));
        assert_eq!(change("8K(12%)->16K(25%) 0.032s"), Some((told(8, 16, None), " 0.032s")));
        assert_eq!(change("15K->"), None);
        assert_eq!(change("15K->3K(6"), Some((told(15, 3, None), "(6")));
        assert_eq!(parenthesized("(System.gc()) x"), Some(("System.gc()", " x")));
        assert_eq!(parenthesized("(System.gc()"), None);
    }
}
