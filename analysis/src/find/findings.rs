//! What `find` answers: plain data, for documents and panels.

use serde::{Deserialize, Serialize, Serializer};

use super::growing_collection::GrowingCollection;
use super::marks::{ChainPart, FaultyReference, Marks};
use crate::base::digits::grouped;
use crate::over_time::growth::onset;
use crate::trees::evolution::Metric;
use crate::trees::memory_tree::KEY_SEPARATOR;

/// The answer in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Something grows without end.
    Leak,
    /// Too few points to tell, and half of the heap is one owner's; of inputs without fields, groups grew.
    Suspicious,
    /// Nothing grows without end.
    Steady,
    /// Too few points to tell.
    Undecided,
}

impl Verdict {
    /// As it is written in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leak => "leak",
            Self::Suspicious => "suspicious",
            Self::Steady => "steady",
            Self::Undecided => "undecided",
        }
    }
}

/// What was found, in which order and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindReport {
    /// The answer in one word.
    pub verdict: Verdict,
    /// How numbers were made.
    pub policy: String,
    /// Points in time looked at.
    pub points: usize,
    /// Which points these are where not all of the run are judged, and why, one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<String>,
    /// Why nothing can be said of growth, and what to do about it: of too few points only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_few: Option<String>,
    /// Heap dumps of which a part could not be read, and so is not judged, one sentence each without its full stop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partly_read: Vec<String>,
    /// Strongest first: leaks, then owners, then waste; arrays that the JVM holds for itself come last.
    pub findings: Vec<Finding>,
    /// Titles of what would be findings, and is needed by what people have marked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needed: Vec<String>,
    /// Every kind of waste with its exact numbers, most bytes first, whether or not it is worth a finding; empty for a
    /// series that is long enough to tell growth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waste: Vec<WasteTotals>,
}

impl FindReport {
    /// The same under what people have marked, of a report of which nothing can be searched anew, as those of groups and of samples: what is
    /// needed is left out.
    #[must_use]
    pub fn under_marks(mut self, marks: &Marks) -> Self {
        let (mut findings, mut needed) = (Vec::new(), Vec::new());
        for mut finding in std::mem::take(&mut self.findings) {
            if finding.follow(marks) { findings.push(finding) } else { needed.push(finding.title) }
        }
        self.needed.append(&mut needed);
        let is_told = |severity| findings.iter().any(|finding: &Finding| finding.severity == severity);
        if !self.needed.is_empty() && matches!(self.verdict, Verdict::Leak | Verdict::Suspicious) && !is_told(Severity::Leak) {
            self.verdict = if self.too_few.is_some() { Verdict::Undecided } else { Verdict::Steady };
        }
        self.findings = findings;
        self
    }
}

/// What kind of finding. It stands in the file of the search that finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingKind {
    /// As it is written in results: `duplicate_strings`. Keys of leaks, and only those, begin with `growing`.
    pub key: &'static str,
    /// For headings: `Duplicate strings`.
    pub name: &'static str,
    /// What such a finding says, one sentence or two.
    pub meaning: &'static str,
    /// Whether bytes tell how it went over time, not objects.
    pub is_told_in_bytes: bool,
}

impl FindingKind {
    /// A kind of which objects tell how it went over time.
    #[must_use]
    pub const fn new(key: &'static str, name: &'static str, meaning: &'static str) -> Self {
        Self { key, name, meaning, is_told_in_bytes: false }
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key)
    }
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It keeps growing.
    Leak,
    /// It is large, or it grew.
    Owner,
    /// It could be smaller.
    Waste,
}

impl Severity {
    /// As it is written in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leak => "leak",
            Self::Owner => "owner",
            Self::Waste => "waste",
        }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of finding.
    pub kind: FindingKind,
    /// How much it matters.
    pub severity: Severity,
    /// The finding in one line.
    pub title: String,
    /// What it was read from, one sentence.
    pub why: String,
    /// Numbers.
    pub evidence: Evidence,
    /// Keys of the classes concerned in the default grouping of a heap dump, the one to blame first; of other inputs the group
    /// that is told, what it holds, who refers to it step by step, and then what grew around it.
    pub groups: Vec<String>,
    /// Who keeps it alive.
    pub keepers: Vec<Keeper>,
    /// Where to cut.
    pub cut: Cut,
    /// What to do next.
    pub next: String,
}

impl Finding {
    /// The class or group to blame, by name.
    #[must_use]
    pub fn blamed(&self) -> &str {
        self.groups.first().map_or("", |key| key.rsplit(KEY_SEPARATOR).next().unwrap_or(key))
    }

    /// Whether people have marked as needed what it is about, or all who keep it: then it is no finding.
    #[must_use]
    pub fn is_needed(&self, marks: &Marks) -> bool {
        let blamed = self.blamed();
        let is_needed = |keeper: &Keeper| {
            let chain = keeper.chain_to(blamed);
            let holder = chain.iter().position(|part| part.name == keeper.holder);
            marks.is_needed(&chain, chain.len() - 1) || holder.is_some_and(|holder| marks.is_needed(&chain, holder))
        };
        match self.keepers.as_slice() {
            [] => marks.is_needed(&[ChainPart::object(blamed)], 0),
            keepers => keepers.iter().all(is_needed),
        }
    }

    /// Follows what people have marked: the faulty references of its chains. Returns whether it is a finding still.
    pub(crate) fn follow(&mut self, marks: &Marks) -> bool {
        let blamed = self.blamed().to_owned();
        for keeper in &mut self.keepers {
            keeper.faulty = marks.faulty_reference(&keeper.chain_to(&blamed));
        }
        !self.is_needed(marks)
    }

    /// What its holders hold at every point, in that which grows; empty for one point.
    #[must_use]
    pub fn over_time(&self) -> (Metric, &[u64]) {
        match self.kind.is_told_in_bytes {
            true => (Metric::Bytes, &self.evidence.bytes_over_time),
            false => (Metric::Objects, &self.evidence.objects_over_time),
        }
    }
}

/// Numbers behind a finding: of what the holders hold, at the first and the last point; of one point, of what the cut
/// frees. Bytes are shallow; buffers of a series count as far as they are filled.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Evidence {
    /// Objects at the first point.
    pub first_objects: u64,
    /// Objects at the last point.
    pub last_objects: u64,
    /// Bytes at the first point.
    pub first_bytes: u64,
    /// Bytes at the last point.
    pub last_bytes: u64,
    /// Share of the heap (of all objects that count) at the last point, `0.0..=1.0`: of a leak what is held, of an owner what
    /// its cut frees, or without a field to cut what it retains; of waste what could be saved; of what grows in many processes the
    /// largest share in one of them.
    pub share_of_heap: f64,
    /// Objects at every point; empty for one point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objects_over_time: Vec<u64>,
    /// Bytes at every point; empty for one point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bytes_over_time: Vec<u64>,
    /// Bytes that could be saved, of waste.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wasted_bytes: Option<u64>,
    /// Of waste, how many objects were looked at: all strings, all arrays of values, all collections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_objects: Option<u64>,
    /// Of waste, how many different texts, contents or values they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub different: Option<u64>,
    /// Of duplicate strings, how often the text is there that takes most bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_repeated: Option<u64>,
    /// Bytes that die only if all owners let go and with no single one of them, of shared owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_together_bytes: Option<u64>,
    /// Of what keeps growing: since when, and how much it grew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grew: Option<GrewSince>,
    /// Of what keeps growing: the collection that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<GrowingCollection>,
}

/// The stretch of time in which something grew, and by how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrewSince {
    /// When it began to grow, in milliseconds on the clock of the points.
    pub from_millis: i64,
    /// When the last point was that was judged.
    pub to_millis: i64,
    /// What was added in between, in bytes.
    pub bytes: u64,
}

impl GrewSince {
    /// How it grew from a point on, with the times of all points.
    #[must_use]
    pub fn of(bytes: &[u64], begins: usize, millis: &[i64]) -> Option<Self> {
        let from = onset(bytes, begins);
        let (&from_millis, &to_millis) = (millis.get(from)?, millis.last()?);
        Some(Self { from_millis, to_millis, bytes: bytes.last()?.saturating_sub(bytes[from]) })
    }

    /// In words, one sentence without its full stop; `None` of less than a second: then times are numbers of points, or tell nothing.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let millis = u64::try_from(self.to_millis.checked_sub(self.from_millis)?).ok().filter(|&millis| millis >= 1000)?;
        let a_second = (u128::from(self.bytes) * 1000 / u128::from(millis)) as u64;
        let seconds = millis as f64 / 1000.0;
        Some(format!("In the last {seconds:.1} s {} bytes were added, {} a second", grouped(self.bytes), grouped(a_second)))
    }
}

/// One root or field that keeps a group alive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Keeper {
    /// `static field`, `thread`, ..: where the chain begins; `group` of inputs that name no fields, and `field` of many processes.
    pub root_kind: String,
    /// The field to look at, by its declaring class; or the thread, or the group.
    pub holder: String,
    /// Objects of the group that it reaches; of waste, those that it holds; of inputs that name no fields, all of the group.
    pub objects: u64,
    /// Their bytes; of waste, those that could be saved.
    pub bytes: u64,
    /// Fields from the root to an object of the group, by declaring class; or groups, from the keeper to the one that grows.
    pub chain: Vec<String>,
    /// Which reference of the chain is to blame by what people have marked; `None` where they said nothing of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faulty: Option<FaultyReference>,
}

impl Keeper {
    /// The chain with the classes that hold its fields, down to objects of the group, for marks.
    #[must_use]
    pub fn chain_to(&self, group: &str) -> Vec<ChainPart> {
        let mut parts: Vec<ChainPart> = Vec::with_capacity(2 * self.chain.len() + 1);
        for name in &self.chain {
            // Threads, local variables and other roots are no fields.
            let class = name.rsplit_once('.').map(|(class, _)| class).filter(|_| is_field_name(name));
            if let Some(class) = class.filter(|_| !parts.is_empty()) {
                parts.push(ChainPart::object(class));
            }
            parts.push(ChainPart { name: name.clone(), is_reference: class.is_some() });
        }
        parts.push(ChainPart::object(group));
        parts.dedup();
        parts
    }
}

/// Whether the name of a holder is that of a field: threads, local variables and other roots are none.
#[must_use]
pub fn is_field_name(holder: &str) -> bool {
    !holder.contains([' ', '('])
}

/// Fields that must let go, and what the GC could then collect.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Cut {
    /// All of them must let go; empty where no field does it.
    pub fields: Vec<String>,
    /// Threads that must end as well, because what they work with leads to the same objects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<String>,
    /// Whether it is proven that no smaller set does, given that fields above the one in which the group accumulates do not
    /// count.
    pub smallest: bool,
    /// Exactly what dies, in objects; weak and soft references keep nothing alive here.
    pub frees_objects: u64,
    /// And in bytes.
    pub frees_bytes: u64,
    /// What else keeps much of it, where no few fields and threads free it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also_held_by: Option<String>,
}

/// All waste of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WasteTotals {
    /// Which kind.
    pub kind: FindingKind,
    /// Objects that are waste.
    pub objects: u64,
    /// Bytes that could be saved.
    pub bytes: u64,
}
