//! Times as options take them.

use std::time::Duration;

/// Reads `5s`, `500ms`, `2m`, `1.5s`, `24h`, `7d`; a bare number is seconds.
pub(in crate::cli) fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit_secs) = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86_400.0), ("", 1.0)]
        .into_iter()
        .find_map(|(unit, secs)| Some((text.strip_suffix(unit)?, secs)))
        .unwrap_or((text, 1.0));
    let secs = number.trim().parse::<f64>().map_err(|_| "write a time such as 5s or 500ms".to_owned())? * unit_secs;
    if secs > 0.0 && secs <= MOST_SECS { Ok(Duration::from_secs_f64(secs)) } else { Err("must be above 0 and at most a year".into()) }
}

/// The longest time: a year.
pub(crate) const MOST_SECS: f64 = 366.0 * 86_400.0;
