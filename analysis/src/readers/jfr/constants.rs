//! Constants: what events name by a number. They stand in events of their own all over a chunk, one pool per type.
//!
//! An event may come before its constants, and constants before those that they name. So a chunk is passed once, which only notes where
//! each constant is (16 bytes each); those that are asked for are read when the chunk has ended.

use std::collections::BTreeMap;

use super::cursor::{Cursor, Text};
use super::metadata::{Metadata, Type};
use super::plan::{Budget, Plan, Values};

/// The type of the events that hold constants.
pub(super) const CONSTANTS_TYPE: u64 = 1;

/// A pool whose constants are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Pool {
    Class,
    Symbol,
    Method,
    StackTrace,
    Thread,
    Texts,
    GcName,
    GcCause,
    GcWhen,
    OldObject,
    Reference,
    ArrayPlace,
    FieldPlace,
    Root,
    RootSystem,
    RootType,
}

/// The pools that are asked for: their types, and which fields of theirs.
const POOLS: [(Pool, &str, &[&str]); 16] = [
    (Pool::Class, "java.lang.Class", &["name"]),
    (Pool::Symbol, "jdk.types.Symbol", &["string"]),
    (Pool::Method, "jdk.types.Method", &["type", "name"]),
    (Pool::StackTrace, "jdk.types.StackTrace", &["truncated", "frames"]),
    (Pool::Thread, "java.lang.Thread", &["javaName", "osName"]),
    (Pool::Texts, "java.lang.String", &["text"]),
    (Pool::GcName, "jdk.types.GCName", &["name"]),
    (Pool::GcCause, "jdk.types.GCCause", &["cause"]),
    (Pool::GcWhen, "jdk.types.GCWhen", &["when"]),
    (Pool::OldObject, "jdk.types.OldObject", &["address", "type", "description", "referrer"]),
    (Pool::Reference, "jdk.types.Reference", &["array", "field", "object", "skip"]),
    (Pool::ArrayPlace, "jdk.types.OldObjectArray", &["size", "index"]),
    (Pool::FieldPlace, "jdk.types.OldObjectField", &["name", "modifiers"]),
    (Pool::Root, "jdk.types.OldObjectGcRoot", &["description", "system", "type"]),
    (Pool::RootSystem, "jdk.types.OldObjectRootSystem", &["system"]),
    (Pool::RootType, "jdk.types.OldObjectRootType", &["type"]),
];

/// What a frame of a call stack is read for.
const FRAME: (&str, &[&str]) = ("jdk.types.StackFrame", &["method", "lineNumber"]);

/// Where the constants of a type are.
#[derive(Debug)]
struct Kept {
    plan: Plan,
    /// By number, where it begins; sorted by number once the chunk has been passed.
    places: Vec<(u64, usize)>,
}

/// The constants of one chunk.
#[derive(Debug)]
pub(super) struct Constants<'a> {
    bytes: &'a [u8],
    metadata: &'a Metadata,
    kept: BTreeMap<Pool, Kept>,
    /// How constants of other types are passed, as far as there were some; `None` if that is not known.
    passed: BTreeMap<u64, Option<Plan>>,
    frame: Option<Plan>,
    budget: Budget,
}

impl<'a> Constants<'a> {
    /// None yet. `bytes` are those of the chunk.
    pub(super) fn new(bytes: &'a [u8], metadata: &'a Metadata) -> Self {
        let mut constants =
            Self { bytes, metadata, kept: BTreeMap::new(), passed: BTreeMap::new(), frame: None, budget: Budget::default() };
        for (pool, name, wanted) in POOLS {
            if let Some(of) = metadata.of_name(name)
                && let Some(plan) = constants.plan_of(of, wanted)
            {
                constants.kept.insert(pool, Kept { plan, places: Vec::new() });
            }
        }
        constants.frame = metadata.of_name(FRAME.0).and_then(|of| constants.plan_of(of, FRAME.1));
        constants
    }

    /// Notes what an event with constants holds; the cursor stands behind its type and ends with it. `None` if it cannot be read to its
    /// end; what came before is noted.
    pub(super) fn take(&mut self, mut cursor: Cursor<'_>) -> Option<()> {
        // When it was written, how long that took, and where the one before is.
        (0..3).try_for_each(|_| cursor.skip_integer())?;
        // What kind of an event with constants this is.
        cursor.skip(1)?;
        for _ in 0..cursor.count()? {
            let of = self.metadata.of_number(cursor.integer()?)?;
            let count = cursor.count()?;
            if let Some(kept) = pool_of(of).and_then(|pool| self.kept.get_mut(&pool)) {
                for _ in 0..count {
                    let number = cursor.integer()?;
                    let at = cursor.at();
                    kept.plan.pass(&mut cursor)?;
                    kept.places.push((number, at));
                }
            } else {
                let Self { metadata, budget, .. } = self;
                let plan = self.passed.entry(of.number).or_insert_with(|| Plan::of(metadata, of, &[], budget)).as_ref()?;
                for _ in 0..count {
                    cursor.skip_integer()?;
                    plan.pass(&mut cursor)?;
                }
            }
        }
        Some(())
    }

    /// Ends the collecting. Of constants of one number the last one counts.
    pub(super) fn finish(&mut self) {
        for kept in self.kept.values_mut() {
            kept.places.sort_by_key(|&(number, _)| number);
        }
    }

    /// The wanted fields of a constant.
    pub(super) fn values(&self, pool: Pool, number: u64) -> Option<Values> {
        let kept = self.kept.get(&pool)?;
        let behind = kept.places.partition_point(|&(other, _)| other <= number);
        let &(_, at) = kept.places[..behind].last().filter(|(other, _)| *other == number)?;
        kept.plan.read(&mut Cursor::new(self.bytes, at))
    }

    /// A text that stands at a place of the chunk, or in the pool of texts.
    pub(super) fn text_at(&self, at: Option<u64>) -> Option<String> {
        let text = |at: u64| Cursor::new(self.bytes, usize::try_from(at).ok()?).text();
        match text(at?)? {
            Text::Null => None,
            Text::Here(text) => Some(text),
            Text::Constant(number) => match text(self.values(Pool::Texts, number)?.get(0)?)? {
                Text::Here(text) => Some(text),
                Text::Null | Text::Constant(_) => None,
            },
        }
    }

    /// The text of a constant that has no other field.
    pub(super) fn text_of(&self, pool: Pool, number: u64) -> Option<String> {
        self.text_at(self.values(pool, number)?.get(0))
    }

    /// The frames of a call stack that stand at a place of the chunk, the innermost first: numbers of methods, and lines.
    pub(super) fn frames_at(&self, at: u64) -> Vec<(u64, u32)> {
        let Ok(at) = usize::try_from(at) else { return Vec::new() };
        let mut cursor = Cursor::new(self.bytes, at);
        let (Some(plan), Some(count)) = (&self.frame, cursor.count()) else { return Vec::new() };
        let frames = (0..count).map_while(|_| plan.read(&mut cursor));
        frames.map(|values| (values.get(0).unwrap_or(0), values.get(1).unwrap_or(0) as u32)).collect()
    }

    /// The plan of a type of events, out of what is left for plans of this chunk.
    pub(super) fn plan_of(&mut self, of: &Type, wanted: &[&str]) -> Option<Plan> {
        Plan::of(self.metadata, of, wanted, &mut self.budget)
    }
}

fn pool_of(of: &Type) -> Option<Pool> {
    POOLS.iter().find(|(_, name, _)| *name == &*of.name).map(|(pool, ..)| *pool)
}
