//! Times in texts: what `date`, a script or a JVM log writes.
//!
//! Only differences matter, so a time without a zone is taken as UTC, and so is one with a zone's name.

/// Finds a time in a line, in milliseconds since the epoch: `2026-11-21T07:01:52.5+01:00` anywhere in it (or with a
/// blank in place of the T), `Sat Nov 21 07:01:52 UTC 2026`, or nothing but seconds or milliseconds since the epoch.
pub(super) fn find(line: &str) -> Option<i64> {
    iso(line).or_else(|| date_command(line)).or_else(|| since_epoch(line.trim()))
}

/// The time in the decorations of a JVM log line: `[2026-11-21T07:01:52.123+0000][0.123s][info][gc]`.
pub(super) fn log_prefix(line: &str) -> Option<i64> {
    let decorations = &line[..line.len() - without_log_prefix(line).len()];
    if let Some(time) = iso(decorations) {
        return Some(time);
    }
    decorations.split(['[', ']']).find_map(|decoration| {
        let (whole, fraction) = decoration.trim().strip_suffix('s')?.split_once('.')?;
        let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
        whole.parse::<i64>().ok()?.checked_mul(1000)?.checked_add(millis.parse().ok()?)
    })
}

/// A line without the decorations of a JVM log.
pub(super) fn without_log_prefix(line: &str) -> &str {
    let mut rest = line;
    while let Some((_, after)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        rest = after;
    }
    rest
}

fn since_epoch(word: &str) -> Option<i64> {
    /// Seconds since the epoch have ten digits until the year 2286; milliseconds have thirteen.
    const SECONDS_DIGITS: usize = 10;
    const MILLIS_DIGITS: usize = 13;
    if !word.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    match word.len() {
        SECONDS_DIGITS => word.parse::<i64>().ok().map(|seconds| seconds * 1000),
        MILLIS_DIGITS => word.parse().ok(),
        _ => None,
    }
}

/// `2026-11-21T07:01:52`, then perhaps a fraction and an offset.
pub(super) fn iso(line: &str) -> Option<i64> {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00";
    let bytes = line.as_bytes();
    let fits = |window: &[u8]| {
        window.iter().zip(SHAPE).all(|(&b, &shape)| match shape {
            b'0' => b.is_ascii_digit(),
            b'T' => b == b'T' || b == b' ',
            sign => b == sign,
        })
    };
    let at = bytes.windows(SHAPE.len()).position(fits)?;
    let number = |from: usize, to: usize| line[at + from..at + to].parse::<i64>().ok();
    let seconds = civil_seconds(number(0, 4)?, number(5, 7)?, number(8, 10)?, number(11, 13)?, number(14, 16)?, number(17, 19)?)?;
    let mut rest = &line[at + SHAPE.len()..];
    let mut millis = 0;
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let three: String = fraction[..digits].chars().chain("000".chars()).take(3).collect();
        millis = three.parse().ok()?;
        rest = &fraction[digits..];
    }
    Some((seconds - offset_seconds(rest)) * 1000 + millis)
}

/// `+01:00`, `+0100` or `-05`; anything else is UTC.
fn offset_seconds(text: &str) -> i64 {
    let sign = match text.as_bytes().first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return 0,
    };
    let digits: String = text[1..].chars().take(5).filter(char::is_ascii_digit).take(4).collect();
    let part = |from: usize| digits.get(from..from + 2).and_then(|part| part.parse::<i64>().ok()).unwrap_or(0);
    sign * (part(0) * 3600 + part(2) * 60)
}

/// `Sat Nov 21 07:01:52 UTC 2026`, the words in any order that `date` uses in the C locale.
fn date_command(line: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (mut month, mut day, mut year, mut time) = (None, None, None, None);
    for word in line.split_whitespace() {
        if let Some(at) = MONTHS.iter().position(|&name| name == word) {
            month = Some(at as i64 + 1);
        } else if word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()) {
            year = word.parse::<i64>().ok();
        } else if word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()) {
            day = word.parse::<i64>().ok();
        } else if let [Ok(h), Ok(m), Ok(s)] = word.split(':').map(str::parse::<i64>).collect::<Vec<_>>()[..] {
            time = Some((h, m, s));
        }
    }
    let (h, m, s) = time?;
    civil_seconds(year?, month?, day?, h, m, s).map(|seconds| seconds * 1000)
}

/// Seconds since 1970-01-01 of a date and time in UTC. Days by Howard Hinnant's method, which counts from March so that
/// the leap day comes last.
fn civil_seconds(year: i64, month: i64, day: i64, h: i64, m: i64, s: i64) -> Option<i64> {
    if !((1..=12).contains(&month) && (1..=31).contains(&day) && (0..24).contains(&h) && (0..60).contains(&m) && (0..=60).contains(&s)) {
        return None;
    }
    let year_from_march = if month > 2 { year } else { year - 1 };
    let era = year_from_march.div_euclid(400);
    let year_of_era = year_from_march.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    Some(days * 86_400 + h * 3600 + m * 60 + s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_in_the_usual_notations() {
        // `date -u -d @1795244512` prints Sat Nov 21 07:01:52 UTC 2026.
        const MOMENT: i64 = 1_795_244_512_000;
        for (line, expected) in [
            ("Sat Nov 21 07:01:52 UTC 2026", Some(MOMENT)),
            ("Sat 21 Nov 2026 07:01:52 CET", Some(MOMENT)),
            ("=== 2026-11-21 07:01:52 ===", Some(MOMENT)),
            ("2026-11-21T07:01:52.25Z", Some(MOMENT + 250)),
            ("2026-11-21T08:01:52,123456+01:00", Some(MOMENT + 123)),
            ("2026-11-21T02:31:52-0430", Some(MOMENT)),
            ("1795244512", Some(MOMENT)),
            (" 1795244512345 ", Some(MOMENT + 345)),
            ("1970-01-01 00:00:00", Some(0)),
            ("2000-02-29 00:00:00", Some(951_782_400_000)),
            ("2026-13-21 07:01:52", None),
            ("12", None),
            ("é2026-11-21 07:01:52é", Some(MOMENT)),
            ("07:01:52", None),
            ("", None),
        ] {
            assert_eq!(find(line), expected, "{line}");
        }
    }

    #[test]
    fn log_decorations_are_taken_off_and_read() {
        let line = "[1.5s][trace][gc,classhisto]    1:  10  160  [B (java.base)";
        assert_eq!(without_log_prefix(line), "    1:  10  160  [B (java.base)");
        assert_eq!(log_prefix(line), Some(1500));
        assert_eq!(log_prefix("[1970-01-01T00:00:01.000+0000][9.0s] x"), Some(1000));
        assert_eq!(log_prefix("   1:  10  160  [B"), None);
    }
}
