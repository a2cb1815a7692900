//! When the lines of a log were written.
//!
//! A line may have the time since the start of the JVM, the time of day, both, or none. All lines of a run are told by
//! the first one that its first line has.

use super::amounts;
use crate::readers::time_stamp;

/// Milliseconds since the epoch are so many since 2001, and no JVM has been up for so long.
const EPOCH_MILLIS: u64 = 1_000_000_000_000;

/// How far the same moment may be apart in two decorations of a line, of which one is rounded.
const SAME_MOMENT_NANOS: u64 = 10_000_000;

const NANOS_PER_MILLI: i64 = 1_000_000;

/// What the decorations of a line say about its time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Since the start of the JVM.
    pub(super) uptime_nanos: Option<u64>,
    /// Since the epoch.
    pub(super) epoch_millis: Option<i64>,
}

impl Stamp {
    /// Of the decorations of a unified log: `[2026-11-26T03:12:56.123+0000][0.123s][info][gc]`.
    pub(super) fn of_decorations(decorations: &[u8]) -> Self {
        let mut stamp = Self::default();
        // Nanoseconds are those since the start of the JVM or those of a clock of the system, and both look alike.
        let (mut nanos, mut other_nanos) = (None, None);
        for decoration in decorations.split(|&byte| byte == b']') {
            let word = decoration.strip_prefix(b"[").unwrap_or(decoration).trim_ascii();
            if !word.first().is_some_and(u8::is_ascii_digit) {
                continue;
            }
            let Ok(word) = std::str::from_utf8(word) else { continue };
            if word.ends_with('s') {
                match amounts::nanos(word) {
                    Some(time) if word.ends_with("ns") => {
                        other_nanos = nanos;
                        nanos = Some(time);
                    }
                    Some(time) if time / NANOS_PER_MILLI.unsigned_abs() >= EPOCH_MILLIS => {
                        stamp.epoch_millis = i64::try_from(time / NANOS_PER_MILLI.unsigned_abs()).ok();
                    }
                    Some(time) => stamp.uptime_nanos = Some(time),
                    None => {}
                }
            } else if stamp.epoch_millis.is_none() && word.as_bytes().get(4) == Some(&b'-') {
                stamp.epoch_millis = time_stamp::iso(word);
            }
        }
        let is_same = |time: &u64| stamp.uptime_nanos.is_none_or(|uptime| uptime.abs_diff(*time) < SAME_MOMENT_NANOS);
        let exact = nanos.into_iter().chain(other_nanos).filter(is_same).min();
        stamp.uptime_nanos = exact.or(stamp.uptime_nanos);
        stamp
    }

    /// Of the words before a collection in the style of JDK 8: `2026-11-26T03:12:56.123+0000: 0.123: `.
    pub(super) fn of_words_before(text: &str) -> Self {
        let mut words = text.split_whitespace().rev().map_while(|word| word.strip_suffix(':'));
        let mut stamp = Self::default();
        let mut last = words.next();
        if let Some((uptime, "")) = last.and_then(seconds) {
            stamp.uptime_nanos = Some(uptime);
            last = words.next();
        }
        stamp.epoch_millis = last.and_then(time_stamp::iso);
        stamp
    }

    /// Whether it says anything.
    pub(super) fn is_told(self) -> bool {
        self.uptime_nanos.is_some() || self.epoch_millis.is_some()
    }
}

/// `0.123`, and what follows.
fn seconds(word: &str) -> Option<(u64, &str)> {
    let end = word.find(|sign: char| !sign.is_ascii_digit() && sign != '.' && sign != ',').unwrap_or(word.len());
    let nanos = amounts::nanos(&format!("{}s", &word[..end]))?;
    Some((nanos, &word[end..]))
}

/// Which time counts in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Clock {
    /// No line has said.
    #[default]
    Unknown,
    /// That since the start of the JVM, which was then.
    Uptime { start_millis: Option<i64> },
    /// That of day, counted from the first line.
    OfDay { first_millis: i64 },
}

impl Clock {
    /// Nanoseconds by this clock; the first stamp decides which clock it is.
    pub(super) fn nanos(&mut self, stamp: Stamp) -> Option<i64> {
        if *self == Self::Unknown {
            *self = match stamp {
                Stamp { uptime_nanos: Some(uptime), epoch_millis } => {
                    let uptime_millis = i64::try_from(uptime).unwrap_or(i64::MAX) / NANOS_PER_MILLI;
                    Self::Uptime { start_millis: epoch_millis.map(|now| now.saturating_sub(uptime_millis)) }
                }
                Stamp { uptime_nanos: None, epoch_millis: Some(first_millis) } => Self::OfDay { first_millis },
                Stamp { uptime_nanos: None, epoch_millis: None } => Self::Unknown,
            };
        }
        match *self {
            Self::Unknown => None,
            Self::Uptime { .. } => i64::try_from(stamp.uptime_nanos?).ok(),
            Self::OfDay { first_millis } => stamp.epoch_millis?.checked_sub(first_millis)?.checked_mul(NANOS_PER_MILLI),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(uptime_nanos: Option<u64>, epoch_millis: Option<i64>) -> Stamp {
        Stamp { uptime_nanos, epoch_millis }
    }

    #[test]
    fn every_decoration_with_a_time_is_understood() {
        for (decorations, expected) in [
            ("[0.123s][info][gc,start    ]", stamp(Some(123_000_000), None)),
            ("[0,123s][info][gc]", stamp(Some(123_000_000), None)),
            ("[371ms][28085][gc,phases   ]", stamp(Some(371_000_000), None)),
            ("[371350912ns]", stamp(Some(371_350_912), None)),
            ("[1795665589280ms][info]", stamp(None, Some(1_795_665_589_280))),
            ("[2026-11-26T03:59:49.280+0000][gc]", stamp(None, Some(1_795_665_589_280))),
            ("[29551662272274ns][93899404ns]", stamp(Some(93_899_404), None)),
            // The clock of the system alone beside the time since the start.
            ("[0.094s][29551662272274ns]", stamp(Some(94_000_000), None)),
            ("[info][gc]", stamp(None, None)),
            ("", stamp(None, None)),
            ("[12345][host-7]", stamp(None, None)),
            ("[99999999999999999999s]", stamp(None, None)),
        ] {
            assert_eq!(Stamp::of_decorations(decorations.as_bytes()), expected, "{decorations}");
        }
        let all = "[2026-11-26T03:59:49.280+0000][2026-11-26T03:59:49.280+0000][0.094s][1795665589280ms][93ms][29551662272274ns]\
                   [93899404ns][vm][28071][28073][info][gc,init]";
        assert_eq!(Stamp::of_decorations(all.as_bytes()), stamp(Some(93_899_404), Some(1_795_665_589_280)));
    }

    #[test]
    fn times_before_a_collection_of_jdk_8_are_understood() {
        assert_eq!(Stamp::of_words_before("0.158: "), stamp(Some(158_000_000), None));
        assert_eq!(Stamp::of_words_before("2026-11-26T04:59:49.280+0100: 0,158: "), stamp(Some(158_000_000), Some(1_795_665_589_280)));
        assert_eq!(Stamp::of_words_before("said by others 2026-11-26T03:59:49.280+0000: "), stamp(None, Some(1_795_665_589_280)));
        assert_eq!(Stamp::of_words_before("said by others: "), stamp(None, None));
        assert_eq!(Stamp::of_words_before(""), stamp(None, None));
    }

    #[test]
    fn one_clock_counts_for_a_run() {
        let mut clock = Clock::default();
        assert_eq!(clock.nanos(stamp(None, None)), None);
        assert_eq!(clock.nanos(stamp(Some(5_000_000), Some(1000))), Some(5_000_000));
        assert_eq!(clock, Clock::Uptime { start_millis: Some(995) });
        assert_eq!(clock.nanos(stamp(None, Some(2000))), None);
        let mut of_day = Clock::default();
        assert_eq!([1000, 1003, 999].map(|millis| of_day.nanos(stamp(None, Some(millis)))), [Some(0), Some(3_000_000), Some(-1_000_000)]);
    }
}
