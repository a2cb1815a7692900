//! Class histograms: the text of `jcmd <pid> GC.class_histogram` and `jmap -histo`.
//!
//! ```text
//! 30764:                                                          the process (jcmd only)
//!  num     #instances         #bytes  class name (module)         "(module)" since JDK 9
//! -------------------------------------------------------
//!    1:         13397         814544  [B (java.base@17.0.15)
//!    2:            24            384  com.acme.Order
//! Total         13421         814928
//! ```
//!
//! One text may hold many, one after the other, with whatever `date` or a log wrote between them. A histogram counts
//! objects and bytes of classes, so it can be grouped by what the name of a class says and knows no references.

mod points;
#[cfg(test)]
mod tests;

pub use points::{NameLevel, histogram_points};

use crate::base::class_names::source_form;
use crate::base::error::{Error, Result};
use crate::base::warnings::Warnings;
use crate::readers::time_stamp;
use crate::trees::memory_tree::NodeTotals;

/// How much of a text is looked at to tell whether it is a class histogram.
const SNIFFED_BYTES: usize = 4096;

/// The JVM allows no longer names.
const MAX_NAME_BYTES: usize = 65_535;

/// One class histogram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassHistogram {
    /// Milliseconds since the epoch (or since the start of the JVM, in a log of it); `None` if the text has no time.
    pub time_millis: Option<i64>,
    /// A text for the time label, such as the file's name.
    pub label: Option<String>,
    /// In the order of the text.
    pub classes: Vec<ClassCount>,
}

/// One line of a class histogram. Classes of one name that different loaders loaded have a line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassCount {
    /// The class in source form.
    pub name: String,
    /// Objects and their shallow bytes.
    pub totals: NodeTotals,
}

/// Whether a text begins like a class histogram.
#[must_use]
pub fn is_class_histogram(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&head[..head.len().min(SNIFFED_BYTES)]);
    head.lines().any(|line| matches!(understand(line), Line::Header))
}

/// Reads all class histograms of a text.
///
/// `origin` is the file or process, for messages. Lines that cannot be understood are left out and counted; a
/// histogram without its last line (the total), or whose total is not the sum of its lines, is kept and counted.
/// Fails when the text holds no histogram.
pub fn parse_class_histograms(origin: &str, text: &[u8], warnings: &Warnings) -> Result<Vec<ClassHistogram>> {
    let mut reader = Reader { origin, warnings, done: Vec::new(), current: None, time_millis: None };
    for (number, line) in text.split(|&b| b == b'\n').enumerate() {
        let line = String::from_utf8_lossy(line);
        reader.take(number + 1, line.trim_end());
    }
    reader.finish(false);
    if reader.done.is_empty() {
        let reason = "no class histogram; expected the text of \"jcmd PID GC.class_histogram\" or \"jmap -histo PID\"".into();
        return Err(Error::Document { file: origin.to_owned(), reason, json_path: String::new() });
    }
    Ok(reader.done)
}

/// Labels the histograms of one file with its name; several are numbered from 1.
pub fn label_histograms(histograms: &mut [ClassHistogram], name: &str) {
    let many = histograms.len() > 1;
    for (at, histogram) in histograms.iter_mut().enumerate() {
        histogram.label = Some(if many { format!("{name} {}", at + 1) } else { name.to_owned() });
    }
}

struct Reader<'a> {
    origin: &'a str,
    warnings: &'a Warnings,
    done: Vec<ClassHistogram>,
    /// The histogram being read, from its header or first line on.
    current: Option<ClassHistogram>,
    /// The last time that was read since the last histogram ended.
    time_millis: Option<i64>,
}

impl Reader<'_> {
    fn take(&mut self, number: usize, line: &str) {
        let logged_at = time_stamp::log_prefix(line);
        let line = time_stamp::without_log_prefix(line);
        match understand(line) {
            Line::Nothing => {}
            Line::Header => {
                self.finish(false);
                self.begin(logged_at);
            }
            Line::Class { rank, count } => {
                if rank == 1 && self.current.as_ref().is_some_and(|current| !current.classes.is_empty()) {
                    self.finish(false);
                }
                self.begin(logged_at);
                if let Some(current) = &mut self.current {
                    current.classes.push(count);
                }
            }
            Line::Total(total) => {
                let sum = self
                    .current
                    .iter()
                    .flat_map(|current| &current.classes)
                    .fold(NodeTotals::default(), |sum, c| sum.saturating_add(c.totals));
                if self.current.is_some() && sum != total {
                    let what = format_args!("{} line {number}: {} objects instead of {}", self.origin, sum.objects, total.objects);
                    self.warnings.add("the lines of a class histogram do not add up to its total", what);
                }
                self.finish(true);
            }
            Line::Unknown => match time_stamp::find(line) {
                Some(time) => self.time_millis = Some(time),
                None => {
                    // Long lines are cut so that a message stays a message.
                    let shown: String = line.trim().chars().take(60).collect();
                    self.warnings
                        .add("lines of a class histogram were not understood", format_args!("{} line {number}: {shown}", self.origin));
                }
            },
        }
    }

    /// Begins a histogram unless one has begun.
    fn begin(&mut self, logged_at: Option<i64>) {
        if self.current.is_none() {
            let time_millis = self.time_millis.take().or(logged_at);
            self.current = Some(ClassHistogram { time_millis, ..ClassHistogram::default() });
        }
    }

    /// Ends the histogram being read, if there is one.
    fn finish(&mut self, with_total: bool) {
        let Some(histogram) = self.current.take() else { return };
        if histogram.classes.is_empty() {
            self.warnings.add("a class histogram without classes was left out", self.origin);
            return;
        }
        if !with_total {
            self.warnings.add("a class histogram ends without its total; it may be cut off", self.origin);
        }
        self.done.push(histogram);
    }
}

/// What a line says.
enum Line {
    /// Empty, a rule of dashes, or the number of the process.
    Nothing,
    Header,
    Class {
        rank: u64,
        count: ClassCount,
    },
    Total(NodeTotals),
    Unknown,
}

fn understand(line: &str) -> Line {
    let line = line.trim();
    if line.bytes().all(|b| b == b'-') {
        return Line::Nothing;
    }
    if line.contains("#instances") && line.contains("#bytes") {
        return Line::Header;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut words = rest.split_whitespace();
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
    if first == "Total" || first == "total" {
        return match (number(), number()) {
            (Some(objects), Some(bytes)) => Line::Total(NodeTotals { objects, bytes }),
            _ => Line::Unknown,
        };
    }
    let Some(rank) = first.strip_suffix(':').and_then(|rank| rank.parse::<u64>().ok()) else { return Line::Unknown };
    if rest.is_empty() {
        return Line::Nothing;
    }
    let (Some(objects), Some(bytes)) = (number(), number()) else { return Line::Unknown };
    // The name goes on to the module, which stands in parentheses after a blank; a name has neither.
    match words.next() {
        Some(name) if name.len() <= MAX_NAME_BYTES => {
            Line::Class { rank, count: ClassCount { name: name_as_in_dumps(name), totals: NodeTotals { objects, bytes } } }
        }
        _ => Line::Unknown,
    }
}

/// A histogram writes the address of a hidden class after a slash, a dump after a plus sign; both then name one class.
fn name_as_in_dumps(name: &str) -> String {
    source_form(&name.replace("/0x", "+0x"))
}
