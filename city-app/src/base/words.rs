//! Numbers and times as people read them: thousands separators, IEC units, clock times.

use std::borrow::Cow;

use analysis::{
    CountsBasis, Evolution, Metric, PointInfo, PointTime, SourcePlace, Subject, WHOLE_RUN, grouped_digits, percent_of_runs, share_of_runs,
};

/// Beyond this, `time_millis` counts from 1970 and not from the start of a program (about five years).
const EPOCH_FROM_MILLIS: i64 = 5 * 365 * DAY_MILLIS;
const DAY_MILLIS: i64 = 86_400_000;

/// `1234567` as `1,234,567`.
#[must_use]
pub fn count(value: u64) -> String {
    grouped_digits(value)
}

/// Bytes with an IEC unit and three significant digits: `512 B`, `1.21 MiB`.
#[must_use]
pub fn bytes(value: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if value < 1024 {
        return format!("{value} B");
    }
    let mut scaled = value as f64 / 1024.0;
    let mut unit = 0;
    while scaled >= 999.5 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    let decimals = if scaled < 9.995 {
        2
    } else if scaled < 99.95 {
        1
    } else {
        0
    };
    format!("{scaled:.decimals$} {}", UNITS[unit])
}

/// A value with its unit: `1,234 objects`, `1.21 MiB`, `1.21 MiB retained`.
#[must_use]
pub fn amount(metric: Metric, value: u64) -> String {
    match metric {
        Metric::Objects if value == 1 => "1 object".to_owned(),
        Metric::Objects => format!("{} objects", count(value)),
        Metric::Bytes => bytes(value),
        Metric::Deep => format!("{} deep", bytes(value)),
        Metric::Retained => format!("{} retained", bytes(value)),
    }
}

/// `1 object, 56 B`, `1,234 objects, 1.21 MiB`.
#[must_use]
pub fn objects_and_bytes(objects: u64, size: u64) -> String {
    format!("{}, {}", amount(Metric::Objects, objects), bytes(size))
}

/// What a metric counts, inside a sentence: `objects`, `bytes`, `deep bytes`, `retained bytes`.
#[must_use]
pub fn metric_unit(metric: Metric) -> &'static str {
    match metric {
        Metric::Objects => "objects",
        Metric::Bytes => "bytes",
        Metric::Deep => "deep bytes",
        Metric::Retained => "retained bytes",
    }
}

/// What a metric is called where it is chosen.
#[must_use]
pub fn metric_word(metric: Metric) -> &'static str {
    match metric {
        Metric::Objects => "objects",
        Metric::Bytes => "bytes",
        Metric::Deep => "deep",
        Metric::Retained => "retained",
    }
}

/// What a metric is called, as a heading.
#[must_use]
pub fn metric_name(metric: Metric) -> &'static str {
    match metric {
        Metric::Objects => "Objects",
        Metric::Bytes => "Shallow size",
        Metric::Deep => "Deep size",
        Metric::Retained => "Retained size",
    }
}

/// What a metric means, one sentence without a full stop.
#[must_use]
pub fn metric_meaning(metric: Metric) -> &'static str {
    match metric {
        Metric::Objects => "How many objects the group has",
        Metric::Bytes => "Shallow size: the bytes of the group's own objects",
        Metric::Deep => "Deep size: the bytes of the group's objects and of all that they reach",
        Metric::Retained => "Retained size: the bytes that the GC could collect if the group's objects went",
    }
}

/// What a metric means where it is chosen, and when another one tells more.
#[must_use]
pub fn metric_advice(metric: Metric) -> String {
    let advice = match metric {
        Metric::Deep => {
            "\nWhat grows deep inside makes all groups grow that reach it, in most heaps nearly all there are: then nearly the whole city is \
             red. Objects and bytes tell where it grows, retained tells what would be free without a group"
        }
        Metric::Objects | Metric::Bytes | Metric::Retained => "",
    };
    format!("{}{advice}", metric_meaning(metric))
}

/// A value that may be an estimate, with its standard error: `12,340 ± 810 objects` of 12,338 ± 803, `1.21 MiB ± 80.0 KiB`.
#[must_use]
pub fn estimated_amount(metric: Metric, value: u64, error: Option<u64>) -> String {
    match (metric, error) {
        (_, None) => amount(metric, value),
        (Metric::Objects, Some(_)) => format!("{} objects", estimated(metric, value, error)),
        (_, Some(_)) => estimated(metric, value, error),
    }
}

/// The same without what is counted. Digits that the error leaves open are not told.
#[must_use]
pub fn estimated(metric: Metric, value: u64, error: Option<u64>) -> String {
    let told = u64::try_from(as_sure_as(error, value.into())).unwrap_or(value);
    format!("{}{}", bare(metric, told), plus_minus(metric, error))
}

/// A difference of values that may be estimates, without what is counted: `+1,200 ± 90`.
#[must_use]
pub fn estimated_change(metric: Metric, value: i128, error: Option<u64>) -> String {
    format!("{}{}", bare_change(metric, as_sure_as(error, value)), plus_minus(metric, error))
}

/// The standard error behind a number; empty if it is exact. Two digits tell enough of it, rounded up.
#[must_use]
pub fn plus_minus(metric: Metric, error: Option<u64>) -> String {
    let Some(error) = error else { return String::new() };
    format!(" \u{b1} {}", bare(metric, two_digits(error)))
}

/// The same for a narrow place, in percent of the number: ` ± 3 %`.
#[must_use]
pub fn percent_error(value: u64, error: Option<u64>) -> String {
    let Some(error) = error else { return String::new() };
    let percent = 100.0 * error as f64 / value.max(1) as f64;
    match percent {
        ..1.0 => " \u{b1} < 1 %".to_owned(),
        ..=100.0 => format!(" \u{b1} {:.0} %", percent.ceil()),
        _ => " \u{b1} > 100 %".to_owned(),
    }
}

fn two_digits(error: u64) -> u64 {
    let unit = second_digit(error);
    error.div_ceil(unit).saturating_mul(unit)
}

/// A value rounded to the second digit of its error.
fn as_sure_as(error: Option<u64>, value: i128) -> i128 {
    let unit = i128::from(error.map_or(1, second_digit));
    (value + value.signum() * (unit / 2)) / unit * unit
}

/// A count in three digits, for sentences about estimates: `9,870,000` of 9,867,301.
#[must_use]
pub fn rough_count(value: u64) -> String {
    let unit = 10_u64.pow(value.max(1).ilog10().saturating_sub(2));
    count((value + unit / 2) / unit * unit)
}

/// What one means in the second digit of an error.
fn second_digit(error: u64) -> u64 {
    10_u64.pow(error.max(1).ilog10().saturating_sub(1))
}

/// What an error means, one sentence without a full stop.
pub const ERROR_MEANING: &str = "Estimated from the allocations that were sampled: with about two thirds certainty it is off by no more than \
                                 what follows \u{b1}";

/// A value whose unit is said elsewhere: `1,234` objects or `1.21 MiB`.
#[must_use]
pub fn bare(metric: Metric, value: u64) -> String {
    match metric {
        Metric::Objects => count(value),
        Metric::Bytes | Metric::Deep | Metric::Retained => bytes(value),
    }
}

/// What follows the name of a district where the rest of it is meant: what is grouped no further.
pub const REST_SUFFIX: &str = " (rest)";

/// What stands between the name of a district and that of one in it of another kind.
pub const WITHIN: &str = " \u{203a} ";

/// The same text as the begin of a sentence.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A class name without its package, and a place in the code without that of its class: the end of a name tells most.
#[must_use]
pub fn simple_name(name: &str) -> &str {
    // Call chains and generics keep their dots: only what looks like a qualified class name is cut.
    if let Some((start, _, _)) = place_in_code(name) {
        return &name[start..];
    }
    let class = name.strip_suffix(REST_SUFFIX).unwrap_or(name);
    let qualified = !class.contains(['<', '>']) && is_qualified(class);
    match class.rsplit_once('.') {
        Some((package, simple)) if qualified && !simple.is_empty() => &name[package.len() + 1..],
        _ => name,
    }
}

/// A place in the code for a narrow place on the screen: `Cart.add:12` for `com.shop.Cart.add(Cart.java:12)`. `None` for other
/// names.
#[must_use]
pub fn short_place(name: &str) -> Option<String> {
    let (start, end, line) = place_in_code(name)?;
    let line = line.rsplit_once(':').map(|(_, number)| format!(":{number}")).unwrap_or_default();
    Some(format!("{}{line}", &name[start..end]))
}

/// Any name for a narrow place: a class without its package, a place in the code without that of its class.
#[must_use]
pub fn short_name(name: &str) -> String {
    short_place(name).unwrap_or_else(|| simple_name(name).to_owned())
}

/// Whether a name is that of a place in the code whose short form contains a text, which is in lower case: what a label shows can be
/// searched for.
#[must_use]
pub fn short_place_contains(name: &str, lower: &str) -> bool {
    short_place(name).is_some_and(|place| place.to_lowercase().contains(lower))
}

/// A line of the source and the line of the application behind it; for so many objects it is an estimate.
#[must_use]
pub fn source_place(place: &SourcePlace, estimated: u64) -> String {
    let SourcePlace { site, domain } = place;
    let behind = if domain.is_empty() || domain == site { String::new() } else { format!(", called from {domain}") };
    let estimated = match estimated {
        0 => String::new(),
        objects => format!(" (an estimate for {} of them)", count(objects)),
    };
    format!("{site}{behind}{estimated}")
}

/// Where the class without its package begins and the method ends in the name of a place in the code, and its file with the line.
pub(crate) fn place_in_code(name: &str) -> Option<(usize, usize, &str)> {
    let (method, line) = name.split_once('(')?;
    let line = line.strip_suffix(')').filter(|line| !line.contains(' '))?;
    let (class, _) = method.rsplit_once('.').filter(|_| is_qualified(method))?;
    Some((class.rfind('.').map_or(0, |dot| dot + 1), method.len(), line))
}

fn is_qualified(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || "._$[]-<>".contains(c))
}

/// A name with at most so many letters. Of `Order at LongNamedService.search:44` type, class and method give letters in their
/// middle, the longest one first; where the code is stays. Other names lose their middle: the end says as much as the start.
pub(super) fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let (of_type, place) = name.split_once(" at ").map_or((None, name), |(of_type, place)| (Some(of_type), place));
    let is_line = |line: &&str| !line.is_empty() && line.bytes().all(|digit| digit.is_ascii_digit());
    let (code, line) = place.rsplit_once(':').filter(|(_, line)| is_line(line)).map_or((place, None), |(code, line)| (code, Some(line)));
    let (class, method) = code.rsplit_once('.').map_or((code, None), |(class, method)| (class, Some(method)));
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    let joints = [of_type.map(|_| " at "), method.map(|_| ".")];
    let fixed = joints.iter().flatten().map(|joint| joint.len()).sum::<usize>() + line.len();
    let parts = [of_type.unwrap_or_default(), class, method.unwrap_or_default()];
    let mut letters = parts.map(|part| part.chars().count());
    while letters.iter().sum::<usize>() + fixed > most && letters.iter().any(|&count| count > LEAST_LETTERS) {
        // Of equal ones the first: what the code is called matters more than what it makes.
        let longest = (0..letters.len()).rev().max_by_key(|&at| letters[at]).unwrap_or(0);
        letters[longest] -= 1;
    }
    let [of_type, class, method] = [0, 1, 2].map(|at| without_middle(parts[at], letters[at]));
    let [at, dot] = joints.map(Option::unwrap_or_default);
    format!("{of_type}{at}{class}{dot}{method}{line}")
}

/// No part of a name is cut to fewer letters.
const LEAST_LETTERS: usize = 5;

/// The start and the end of a text, so many letters in all, with an ellipsis between them.
fn without_middle(text: &str, letters: usize) -> String {
    let all = text.chars().count();
    if all <= letters {
        return text.to_owned();
    }
    let kept = letters.saturating_sub(1);
    let head = kept.div_ceil(2);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(all - (kept - head))).collect()
}

/// A value for a narrow place: `1,234`, `1.23 M` objects or `1.21 MiB`.
#[must_use]
pub fn short(metric: Metric, value: u64) -> String {
    match metric {
        Metric::Bytes | Metric::Deep | Metric::Retained => bytes(value),
        Metric::Objects if value < 100_000 => count(value),
        Metric::Objects => {
            let (scaled, unit) = if value < 1_000_000 {
                (value as f64 / 1e3, "k")
            } else if value < 1_000_000_000 {
                (value as f64 / 1e6, "M")
            } else {
                (value as f64 / 1e9, "G")
            };
            format!("{scaled:.*} {unit}", if scaled < 100.0 { 1 } else { 0 })
        }
    }
}

/// A difference with its sign for a narrow place: `+1,234`, `−1.2 M`.
#[must_use]
pub fn short_change(metric: Metric, value: i128) -> String {
    let size = u64::try_from(value.unsigned_abs()).unwrap_or(u64::MAX);
    format!("{}{}", if value < 0 { "\u{2212}" } else { "+" }, short(metric, size))
}

/// A difference with its sign: `+1,234 objects`, `-3 objects`, `no change`.
#[must_use]
pub fn change(metric: Metric, value: i128) -> String {
    let size = u64::try_from(value.unsigned_abs()).unwrap_or(u64::MAX);
    match value {
        0 => "no change".to_owned(),
        1.. => format!("+{}", amount(metric, size)),
        _ => format!("\u{2212}{}", amount(metric, size)),
    }
}

/// The same without what is counted, for columns whose heading names it: `+1,200`, `−1.00 KiB`, `no change`.
#[must_use]
pub fn bare_change(metric: Metric, value: i128) -> String {
    let text = change(metric, value);
    let bare = [" objects", " object", " deep", " retained"].iter().find_map(|end| text.strip_suffix(end)).map(str::to_owned);
    bare.unwrap_or(text)
}

/// A share of a whole: `12.3 %`, `< 0.1 %`; a dash when the whole is nothing.
#[must_use]
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "\u{2013}".to_owned();
    }
    portion(100.0 * part as f64 / whole as f64)
}

/// A part of a growth in percent: `70.0 %`, `-3.2 %`; what is hardly anything is not nothing.
#[must_use]
pub fn portion(percent: f64) -> String {
    if percent > 0.0 && percent < 0.05 {
        return "< 0.1 %".to_owned();
    }
    format!("{percent:.1} %").replace("-0.0 %", "0.0 %")
}

/// Whether a terminal or a page does something at this character instead of showing it: controls, line separators, and marks that
/// turn the direction of what follows, which can make a name look like another one.
#[must_use]
pub fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A text that no spreadsheet takes for a formula; numbers stay numbers.
#[must_use]
pub fn guarded(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Appends a text to a row of comma-separated values as one cell, in quotes where it would otherwise be several.
pub fn push_csv(row: &mut String, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        row.push('"');
        row.push_str(&text.replace('"', "\"\""));
        row.push('"');
    } else {
        row.push_str(text);
    }
}

/// The time of a point: a clock time since the start (`2:27.252`, `1:02:05`), or a date; of the runs of several processes how far they are, and
/// where points are runs, what the run is called.
#[must_use]
pub fn point_time(point: &PointInfo) -> String {
    point.run().map_or_else(|| TimeUnit::of(point).full(point.time_millis), str::to_owned)
}

/// What times on an axis are told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// They are the numbers of points, from 0.
    Number,
    /// Since the start of something.
    Clock,
    /// In UTC.
    Date,
    /// How far several processes are through the run of each.
    ShareOfRuns,
}

impl TimeUnit {
    /// Of the time of a point.
    #[must_use]
    pub fn of(point: &PointInfo) -> Self {
        match point.time {
            PointTime::ShareOfRuns => Self::ShareOfRuns,
            PointTime::EndOfRun(_) => Self::Number,
            PointTime::Clock if point.time_millis >= EPOCH_FROM_MILLIS => Self::Date,
            PointTime::Clock => Self::Clock,
        }
    }

    /// All of a time.
    #[must_use]
    pub fn full(self, time: i64) -> String {
        match self {
            Self::Number => format!("point {}", time + 1),
            Self::Clock => clock(time),
            Self::Date => format!("{} {}", date(time), time_of_day(time)),
            Self::ShareOfRuns => share_of_runs(time),
        }
    }

    /// What is new of a time where `first` has been told: not the same date again, and not whose end it is.
    #[must_use]
    pub fn full_after(self, time: i64, first: i64) -> String {
        match self {
            Self::Date if time.div_euclid(DAY_MILLIS) == first.div_euclid(DAY_MILLIS) => time_of_day(time),
            Self::ShareOfRuns if time == WHOLE_RUN => "the end".to_owned(),
            Self::ShareOfRuns => self.tick(time, WHOLE_RUN),
            _ => self.full(time),
        }
    }

    /// A time that is a multiple of `step`, with no more than is needed to tell it from its neighbors.
    #[must_use]
    pub fn tick(self, time: i64, step: i64) -> String {
        let fraction = if step % 1000 == 0 { String::new() } else { format!(".{:03}", time.rem_euclid(1000)) };
        match self {
            Self::Number => self.full(time),
            Self::ShareOfRuns => format!("{:.*} %", usize::from(step * 100 < WHOLE_RUN), percent_of_runs(time)),
            Self::Clock => {
                let told = clock(time);
                format!("{}{fraction}", told.split('.').next().unwrap_or(&told))
            }
            Self::Date if time % DAY_MILLIS == 0 => date(time),
            Self::Date if step % 60_000 == 0 => time_of_day(time).chars().take("07:12".len()).collect(),
            Self::Date => format!("{}{fraction}", time_of_day(time)),
        }
    }
}

/// All that is known of a point: time, GC number, label.
#[must_use]
pub fn point_text(point: &PointInfo) -> String {
    let mut text = point_time(point);
    let label = point.label.as_deref().filter(|&label| label != text).unwrap_or_default();
    // A label such as "after GC 12" tells the number already.
    if let Some(gc) = point.gc.filter(|gc| !label.contains(&gc.to_string())) {
        text.push_str(&format!(", GC {}", count(gc)));
    }
    if !label.is_empty() {
        text.push_str(", ");
        text.push_str(label);
    }
    text
}

/// Milliseconds as `m:ss.mmm` or, from one hour on, `h:mm:ss`.
#[must_use]
pub fn clock(millis: i64) -> String {
    let sign = if millis < 0 { "\u{2212}" } else { "" };
    let millis = millis.unsigned_abs();
    let (seconds, rest) = (millis / 1000, millis % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    if minutes >= 60 {
        format!("{sign}{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    } else {
        format!("{sign}{minutes}:{seconds:02}.{rest:03}")
    }
}

/// Milliseconds since 1970 as `2026-11-21` in UTC.
fn date(millis: i64) -> String {
    let (year, month, day) = civil_from_days(millis.div_euclid(DAY_MILLIS));
    format!("{year:04}-{month:02}-{day:02}")
}

/// Milliseconds since 1970 as `07:12:03` in UTC.
fn time_of_day(millis: i64) -> String {
    let of_day = millis.rem_euclid(DAY_MILLIS) / 1000;
    format!("{:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// Days since 1970-01-01 as (year, month, day) of the Gregorian calendar. Years begin in March here, so that the leap
/// day is the last of a year; 400 years have 146,097 days.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let since_march_of_year_0 = days + 719_468;
    let era = since_march_of_year_0.div_euclid(146_097);
    let day_of_era = since_march_of_year_0.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Text inside markup.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // No document may hold these; the last two are no characters of XML.
            c if is_obeyed(c) && c != '\n' || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// What the whole of a city is called within a sentence.
#[must_use]
pub fn the_whole(subject: Subject) -> &'static str {
    match subject {
        Subject::Heap => "the heap",
        Subject::Garbage => "the garbage",
    }
}

/// What the numbers of a group do from point to point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Of one run.
    Growth,
    /// Of several runs, each of which is a point.
    Difference,
    /// Of what died.
    Garbage,
}

impl Change {
    /// What they do in an evolution.
    #[must_use]
    pub fn of(evolution: &Evolution) -> Self {
        match evolution.subject {
            Subject::Garbage => Self::Garbage,
            Subject::Heap if evolution.is_of_runs() => Self::Difference,
            Subject::Heap => Self::Growth,
        }
    }

    /// One word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Growth => "growth",
            Self::Difference => "difference",
            Self::Garbage => "garbage",
        }
    }

    /// That there is none, without an end.
    #[must_use]
    pub fn nothing(self) -> &'static str {
        match self {
            Self::Growth => "Nothing grew",
            Self::Difference => "Nothing differs",
            Self::Garbage => "Nothing died",
        }
    }

    /// What a share of it is a share of.
    #[must_use]
    pub fn of_whole(self) -> &'static str {
        match self {
            Self::Growth => "the growth of the heap",
            Self::Difference => "the difference of the heaps",
            Self::Garbage => "what died",
        }
    }

    /// What stands above the parts of a group, those with most of it first.
    #[must_use]
    pub fn inside(self) -> &'static str {
        match self {
            Self::Growth => "Inside, by growth",
            Self::Difference => "Inside, by difference",
            Self::Garbage => "Inside, most garbage first",
        }
    }
}

/// What growth is counted from, as a heading: growth since then, or of several runs what there is more of.
#[must_use]
pub fn since(subject: Subject, first: &PointInfo) -> String {
    let time = point_time(first);
    match (first.run(), subject) {
        (Some(run), _) => format!("More than in {run}"),
        (None, Subject::Heap) => format!("Growth since {time}"),
        (None, Subject::Garbage) => format!("Died since {time}"),
    }
}

/// Said in place of findings where points are several runs.
pub const RUNS_ARE_COMPARED: &str = "Runs are compared and not searched; open one of them to search it.";

/// What stands above the groups that grew most, or at a single point above those that are largest in a metric.
#[must_use]
pub fn strongest(change: Change, largest_in: Option<Metric>) -> &'static str {
    match (largest_in, change) {
        (Some(Metric::Retained), _) => "Largest by retained size",
        (Some(Metric::Deep), _) => "Largest by deep size",
        (Some(Metric::Bytes), _) => "Largest by size",
        (Some(Metric::Objects), _) => "Largest by objects",
        (None, Change::Growth) => "Strongest growth",
        (None, Change::Difference) => "Largest differences",
        (None, Change::Garbage) => "Most garbage",
    }
}

/// What stands above the parts of a group at a single point, largest in a metric first.
#[must_use]
pub fn largest_inside(metric: Metric) -> &'static str {
    match metric {
        Metric::Retained => "Inside, by retained size",
        Metric::Deep => "Inside, by deep size",
        Metric::Bytes => "Inside, by size",
        Metric::Objects => "Inside, by objects",
    }
}

/// How numbers of lives were counted, one sentence.
#[must_use]
pub fn counts_basis(basis: CountsBasis) -> &'static str {
    match basis {
        CountsBasis::Exact => "Counted from every allocation and death.",
        CountsBasis::Sampled => "Estimated from allocations that were sampled, and their deaths.",
        CountsBasis::AllocationSamples => {
            "JFR samples what is allocated, and does not tell what dies: each sample stands for the bytes that its thread had allocated since \
             the one before."
        }
        CountsBasis::BetweenStates => "Counted between heap states, lower bounds: what was born and died between two of them is in none.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_of_places_keep_where_the_code_is() {
        let check = |name: &str, expected: &str| {
            let short = shortened(name, 34);
            assert_eq!(short, expected);
            assert!(short.chars().count() <= 34, "{short} has {} letters", short.chars().count());
        };
        check("Item at Main.fill:12", "Item at Main.fill:12");
        check("JourneySearchServiceImplementation.search:44", "JourneySearc…lementation.search:44");
        check("LinkedHashMap$Entry at JourneyService.search:44", "Linke…ntry at Journ…vice.search:44");
        check("Entry at X.aMethodThatSaysEverythingItDoes:1234", "Entry at X.aMethodTh…ngItDoes:1234");
        check("AnUtterlyLongNameOfAClassThatEndsInFactory", "AnUtterlyLongName…hatEndsInFactory");
        // No room is left to cut: better too long than nothing to recognise.
        assert_eq!(shortened("Abcdef at Ghijkl.mnopqr:1", 10), "Ab…ef at Gh…kl.mn…qr:1");
    }

    #[test]
    fn places_in_the_code_are_short_in_narrow_places() {
        assert_eq!(short_place("com.shop.Cart.<init>(Cart.java:12)").as_deref(), Some("Cart.<init>:12"));
        assert_eq!(short_place("Cart.add(Cart.java)").as_deref(), Some("Cart.add"));
        assert_eq!([short_place("com.shop.Cart"), short_place("(site not recorded)")], [None, None]);
        let contains = |text| short_place_contains("com.shop.Cart.add(Cart.java:12)", text);
        assert!(contains("cart.add:12") && contains("add:1") && !contains("add:2") && !contains("shop"));
    }

    #[test]
    fn estimates_carry_their_error_with_two_digits_rounded_up() {
        assert_eq!(estimated_amount(Metric::Objects, 12_340, Some(803)), "12,340 \u{b1} 810 objects");
        assert_eq!(estimated_amount(Metric::Objects, 1, None), "1 object");
        assert_eq!(estimated(Metric::Bytes, 1_300_000, Some(81_920)), "1.24 MiB \u{b1} 80.1 KiB");
        assert_eq!(estimated(Metric::Objects, 12_345_678, Some(131_000)), "12,350,000 \u{b1} 140,000");
        assert_eq!(estimated_change(Metric::Objects, -12_345, Some(131)), "\u{2212}12,350 \u{b1} 140");
        assert_eq!([95, 1234, 9_867_301, 29_866_504].map(rough_count), ["95", "1,230", "9,870,000", "29,900,000"]);
        assert_eq!(estimated_change(Metric::Objects, -5, Some(1)), "\u{2212}5 \u{b1} 1");
        let in_percent = [(1000, 1), (1000, 21), (1, 230)].map(|(value, error)| percent_error(value, Some(error)));
        assert_eq!(in_percent, [" \u{b1} < 1 %", " \u{b1} 3 %", " \u{b1} > 100 %"]);
        assert_eq!(plus_minus(Metric::Objects, None), "");
    }

    #[test]
    fn classes_are_named_without_their_package_and_other_names_are_left_alone() {
        for (full, simple) in [
            ("shop.web.Page (rest)", "Page (rest)"),
            ("java.util.HashMap$Node", "HashMap$Node"),
            ("char[]", "char[]"),
            ("java.lang.Object[]", "Object[]"),
            ("JourneyService.findLocations(String):42", "JourneyService.findLocations(String):42"),
            ("com.shop.Cart.<init>(Cart.java:12)", "Cart.<init>(Cart.java:12)"),
            ("com.shop.Cart.add(Cart.java)", "Cart.add(Cart.java)"),
            ("(site not recorded)", "(site not recorded)"),
            ("odd.", "odd."),
        ] {
            assert_eq!(simple_name(full), simple);
        }
    }

    #[test]
    fn counts_have_thousands_separators() {
        for (value, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(value), text);
        }
    }

    #[test]
    fn bytes_have_iec_units_and_three_digits() {
        for (value, text) in
            [(0, "0 B"), (1023, "1023 B"), (1024, "1.00 KiB"), (10_240, "10.0 KiB"), (1_268_777, "1.21 MiB"), (1 << 30, "1.00 GiB")]
        {
            assert_eq!(bytes(value), text);
        }
        // 999.9 KiB would need four digits, so it is told in MiB.
        assert_eq!(bytes(1024 * 1000), "0.98 MiB");
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
    }

    #[test]
    fn changes_have_a_sign() {
        assert_eq!(change(Metric::Objects, 1200), "+1,200 objects");
        assert_eq!(change(Metric::Bytes, -1024), "\u{2212}1.00 KiB");
        assert_eq!(change(Metric::Objects, 0), "no change");
        assert_eq!(bare_change(Metric::Objects, 1), "+1");
        assert_eq!(bare_change(Metric::Objects, -1200), "\u{2212}1,200");
        assert_eq!(bare_change(Metric::Bytes, 24), "+24 B");
        assert_eq!(change(Metric::Retained, 24), "+24 B retained");
        assert_eq!(bare_change(Metric::Deep, -24), "\u{2212}24 B");
    }

    #[test]
    fn shares_of_nothing_are_not_zero_percent() {
        assert_eq!(
            (share(1, 0), share(0, 9), share(1, 3), share(1, 1_000_000)),
            ("–".into(), "0.0 %".into(), "33.3 %".into(), "< 0.1 %".into())
        );
    }

    #[test]
    fn times_are_clock_times_or_dates() {
        let point =
            |time_millis, gc, label: Option<&str>| PointInfo { time_millis, gc, label: label.map(str::to_owned), ..PointInfo::default() };
        assert_eq!(point_time(&point(147_252, None, None)), "2:27.252");
        // Where many processes are shown together there is no clock.
        let share = |time_millis| point_time(&PointInfo { time: PointTime::ShareOfRuns, ..point(time_millis, None, None) });
        assert_eq!([0, 33_333, 100_000].map(share), ["the start of each run", "33 % of each run", "the end of each run"]);
        assert_eq!(point_time(&point(3_725_000, None, None)), "1:02:05");
        // date -u -d @1763708400 = 2025-11-21 07:00:00; @1709208000 = 2024-02-29 12:00:00 (a leap day)
        assert_eq!(point_time(&point(1_763_708_400_000, None, None)), "2025-11-21 07:00:00");
        assert_eq!(point_time(&point(1_709_208_000_000, None, None)), "2024-02-29 12:00:00");
        assert_eq!(point_text(&point(1000, Some(12), Some("after GC 12"))), "0:01.000, after GC 12");
        assert_eq!(point_text(&point(1000, Some(12), None)), "0:01.000, GC 12");
    }
}
