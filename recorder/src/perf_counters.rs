//! The counters that HotSpot shares with its tools (`/tmp/hsperfdata_USER/PID`): cause and kind of collections, use of the
//! heap. JVMTI tells none of these, and reading them runs no Java code.
//!
//! The file begins with `cafec0c0`, the byte order, the offset of the first entry and the number of entries; an entry has
//! its length, the offsets of its name and of its value, the type of the value, and for texts the length. With
//! `-XX:-UsePerfData` or `-XX:+PerfDisableSharedMem` there is no file.

use std::fs::{File, read_dir};
use std::io::Read as _;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

/// Larger files are not read; HotSpot's has 32 KiB.
const MOST_BYTES: u64 = 16 << 20;

/// Where a counter is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counter {
    name: String,
    at: u64,
    /// Bytes of a text; 0 for numbers.
    text: u64,
}

/// A kind of collection that the JVM counts.
#[derive(Debug)]
struct Kind {
    name: String,
    invocations: u64,
    /// How many there were when the JVM told last that a collection has ended.
    ended: u64,
    /// How many when it told last that one begins.
    begun: u64,
}

/// The counters of this JVM's collector.
#[derive(Debug)]
pub(crate) struct PerfCounters {
    file: File,
    cause: Option<Counter>,
    last_cause: Option<Counter>,
    kinds: Vec<Kind>,
    used: Vec<u64>,
    capacities: Vec<u64>,
    /// Where it counts threads, and how many there were at the start.
    threads: Option<(u64, u64)>,
}

/// What the counters say after a collection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AfterCollection {
    /// `G1 young collection pauses`; empty if unknown.
    pub(crate) collector: String,
    /// `G1 Evacuation Pause`; empty if unknown.
    pub(crate) cause: String,
    /// Bytes in use.
    pub(crate) used: Option<u64>,
    /// Bytes that there is room for.
    pub(crate) capacity: Option<u64>,
}

impl PerfCounters {
    /// Those of this process; `None` where the JVM keeps none.
    pub(crate) fn open() -> Option<Self> {
        let process = std::process::id().to_string();
        let folders = read_dir("/tmp").ok()?.filter_map(Result::ok).map(|entry| entry.path());
        let is_ours = |folder: &PathBuf| folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("hsperfdata_"));
        let mut file = folders.filter(is_ours).find_map(|folder| File::open(folder.join(&process)).ok())?;
        let mut bytes = Vec::new();
        file.by_ref().take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        Some(Self::of(file, counters_in(&bytes)?))
    }

    fn of(file: File, counters: Vec<Counter>) -> Self {
        let find = |name: &str| counters.iter().find(|counter| counter.name == name).cloned();
        let spaces = |what: &str| -> Vec<u64> {
            let fits = |counter: &&Counter| {
                counter.name.starts_with("sun.gc.generation.") && counter.name.contains(".space.") && counter.name.ends_with(what)
            };
            counters.iter().filter(fits).map(|counter| counter.at).collect()
        };
        let kind = |number: u32| {
            let name = find(&format!("sun.gc.collector.{number}.name"))?;
            let invocations = find(&format!("sun.gc.collector.{number}.invocations"))?.at;
            // Those before the recording, which may be attached late, are none of its own.
            let before = read_number(&file, invocations)?;
            Some(Kind { name: read_text(&file, &name)?, invocations, ended: before, begun: before })
        };
        let kinds = (0..8).filter_map(kind).collect();
        let threads = find("java.threads.started").and_then(|started| Some((started.at, read_number(&file, started.at)?)));
        let (cause, last_cause) = (find("sun.gc.cause"), find("sun.gc.lastCause"));
        Self { cause, last_cause, kinds, used: spaces(".used"), capacities: spaces(".capacity"), threads, file }
    }

    /// The collector that tells of each of its pauses as if it were a collection, if it is one that does.
    pub(crate) fn tells_pauses(&self) -> Option<&'static str> {
        let is_called = |name: &str| self.kinds.iter().any(|kind| kind.name.starts_with(name));
        // "Z concurrent cycle pauses" of JDK 17, "ZGC minor collection pauses" of later ones, "Shenandoah partial".
        [("Z", "ZGC"), ("Shenandoah", "Shenandoah")].into_iter().find(|(begin, _)| is_called(begin)).map(|(_, name)| name)
    }

    /// How many threads were started since the counters were opened.
    pub(crate) fn threads_started(&self) -> Option<u64> {
        let (at, before) = self.threads?;
        Some(read_number(&self.file, at)?.saturating_sub(before))
    }

    fn cause_in(&self, counter: Option<&Counter>) -> Option<String> {
        read_text(&self.file, counter?).filter(|cause| !cause.is_empty() && cause != "No GC")
    }

    /// A collection begins: its cause, where the JVM tells by now. Some collectors tell later, and some do not say more until the
    /// collection is over ([`PerfCounters::after_collection`]).
    pub(crate) fn before_collection(&mut self) -> Option<String> {
        for kind in &mut self.kinds {
            kind.begun = read_number(&self.file, kind.invocations).unwrap_or(kind.begun);
        }
        self.cause_in(self.cause.as_ref())
    }

    /// The kind of collection that was counted while one ran, or else, as the pauses of concurrent cycles are counted before they
    /// begin, since the one before has ended. The JVM makes some collections without telling, and counts them, too.
    fn kind_that_ran(&mut self) -> String {
        let (mut during, mut before) = (None, None);
        for kind in &mut self.kinds {
            let now = read_number(&self.file, kind.invocations).unwrap_or(kind.ended);
            during = if now == kind.begun { during } else { Some(&kind.name) };
            before = if now == kind.ended { before } else { Some(&kind.name) };
            (kind.ended, kind.begun) = (now, now);
        }
        during.or(before).cloned().unwrap_or_default()
    }

    /// What a collection has left; `cause` was told when it began.
    pub(crate) fn after_collection(&mut self, cause: Option<String>) -> AfterCollection {
        let collector = self.kind_that_ran();
        let cause = cause.or_else(|| self.cause_in(self.cause.as_ref())).or_else(|| self.cause_in(self.last_cause.as_ref()));
        let cause = cause.unwrap_or_default();
        let sum = |places: &[u64]| {
            if places.is_empty() { None } else { places.iter().map(|&at| read_number(&self.file, at)).sum() }
        };
        AfterCollection { collector, cause, used: sum(&self.used), capacity: sum(&self.capacities) }
    }
}

fn read_number(file: &File, at: u64) -> Option<u64> {
    let mut bytes = [0; 8];
    file.read_exact_at(&mut bytes, at).ok()?;
    Some(u64::from_ne_bytes(bytes))
}

fn read_text(file: &File, counter: &Counter) -> Option<String> {
    let mut bytes = vec![0; counter.text.min(4096) as usize];
    file.read_exact_at(&mut bytes, counter.at).ok()?;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// The counters of a file, numbers of 8 bytes and texts.
fn counters_in(bytes: &[u8]) -> Option<Vec<Counter>> {
    const LONG: u8 = b'J';
    const BYTE: u8 = b'B';
    let int = |at: usize| Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if bytes.get(..4)? != [0xca, 0xfe, 0xc0, 0xc0] {
        return None;
    }
    let (mut at, entries) = (int(24)?, int(28)?);
    let mut counters = Vec::new();
    for _ in 0..entries {
        let (Some(length), Some(name_at), Some(elements), Some(value_at)) = (int(at), int(at + 4), int(at + 8), int(at + 16)) else {
            break;
        };
        let kind = bytes.get(at + 12).copied().unwrap_or(0);
        let name = bytes.get(at + name_at..).map(|name| name.split(|&byte| byte == 0).next().unwrap_or_default()).unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        let value = (at + value_at) as u64;
        match kind {
            LONG if elements == 0 => counters.push(Counter { name, at: value, text: 0 }),
            BYTE => counters.push(Counter { name, at: value, text: elements as u64 }),
            _ => {}
        }
        if length == 0 {
            break;
        }
        at += length;
    }
    Some(counters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: u8, value: &[u8]) -> Vec<u8> {
        let name_bytes = [name.as_bytes(), &[0]].concat();
        let value_at = (20 + name_bytes.len()).next_multiple_of(8);
        let length = (value_at + value.len()).next_multiple_of(8);
        let elements = if kind == b'B' { value.len() } else { 0 };
        let mut bytes = Vec::new();
        [length, 20, elements].iter().for_each(|&number| bytes.extend((number as u32).to_ne_bytes()));
        bytes.extend([kind, 0, 0, 0]);
        bytes.extend((value_at as u32).to_ne_bytes());
        bytes.extend(&name_bytes);
        bytes.resize(value_at, 0);
        bytes.extend(value);
        bytes.resize(length, 0);
        bytes
    }

    #[test]
    fn counters_are_found_by_name_and_damage_ends_the_list() {
        let mut bytes = vec![0xca, 0xfe, 0xc0, 0xc0, 1, 2, 0, 1];
        bytes.resize(32, 0);
        bytes[24..28].copy_from_slice(&32_u32.to_ne_bytes());
        bytes[28..32].copy_from_slice(&9_u32.to_ne_bytes());
        bytes.extend(entry("sun.gc.cause", b'B', b"System.gc()\0\0\0\0\0"));
        bytes.extend(entry("sun.gc.generation.0.space.0.used", b'J', &77_u64.to_ne_bytes()));
        let counters = counters_in(&bytes).expect("the file begins as it should");
        let names: Vec<_> = counters.iter().map(|counter| (counter.name.as_str(), counter.text)).collect();
        assert_eq!(names, [("sun.gc.cause", 16), ("sun.gc.generation.0.space.0.used", 0)]);
        for end in 0..bytes.len() {
            let _ = counters_in(&bytes[..end]);
        }
        assert_eq!(counters_in(b"something else"), None);
    }
}
