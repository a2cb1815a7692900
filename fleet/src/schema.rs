//! Which tables there are, and their columns.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};

use Kind::{Flag, Name, Names, Number, Real, Small, Text};

/// Counts up when a column changes its meaning or goes; columns may be added to a version.
pub const SCHEMA_VERSION: u32 = 1;

/// Under which key of a file's properties its version stands.
pub(crate) const VERSION_KEY: &str = "memory-city.schema";

/// A table of a program's heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// One row per process.
    Runs,
    /// One row per point in time.
    Points,
    /// One row per class or array type.
    Classes,
    /// One row per declared field.
    Fields,
    /// One row per object.
    Objects,
    /// One row per reference.
    References,
    /// One row per call stack that allocated.
    Sites,
    /// One row per thread.
    Threads,
    /// One row per GC root.
    Roots,
    /// One row per group of the memory tree.
    Groups,
    /// One row per pair of groups of which one refers to the other.
    GroupReferences,
    /// One row per garbage collection.
    Collections,
    /// One row per owner of data structures.
    Structures,
    /// One row per finding.
    Findings,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number, signed with 64 bits, which every engine knows. Sizes are in bytes.
    Number,
    /// A small number, signed with 32 bits.
    Small,
    /// A fraction.
    Real,
    /// Yes or no.
    Flag,
    /// A text of its own.
    Text,
    /// A text that many rows share.
    Name,
    /// A list of texts.
    Names,
}

/// One column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether a row may have none: what is not known is null.
    pub nullable: bool,
    /// What it means, for people.
    pub meaning: &'static str,
}

const fn column(name: &'static str, kind: Kind, meaning: &'static str) -> Column {
    Column { name, kind, nullable: false, meaning }
}

const fn unknown(name: &'static str, kind: Kind, meaning: &'static str) -> Column {
    Column { name, kind, nullable: true, meaning }
}

/// The version of the service, which stands in every file.
const VERSION: Column = column("version", Name, "the version of the service; empty if nobody said");

/// What every table has besides its own columns, by the folders in which its files lie.
pub(crate) const PARTITIONS: [Column; 4] = [
    column("service", Name, "whose heap it is"),
    column("host", Name, "on which machine or in which pod"),
    column("process", Name, "in which process"),
    column("point", Small, "at which point in time, from 1; of what is told of a whole run, its last one"),
];

const RUNS: &[Column] = &[
    column("input", Text, "the files that were read"),
    column("kind", Name, "what they hold"),
    column("points", Number, "points in time"),
    unknown("verdict", Name, "leak, suspicious, steady, or undecided where there are too few points to tell"),
    unknown("judged", Text, "which points were judged where not all were, and why"),
    unknown("too_few", Text, "why nothing can be said of growth"),
    column("policy", Text, "how numbers were made"),
    unknown("report", Text, "all that find says of it, as the document of find --json"),
];

const POINTS: &[Column] = &[
    column(
        "time_millis",
        Number,
        "milliseconds since 1970, or since the start where the input has no dates; of a city of many processes how far each is through its run, 100000 at the end",
    ),
    unknown("label", Text, "the time for people"),
    unknown("collections", Number, "garbage collections that had ended"),
    column("objects", Number, "objects that count"),
    column("bytes", Number, "their shallow sizes"),
];

const CLASSES: &[Column] = &[
    column("class", Text, "its name in source form"),
    unknown("loader", Name, "its class loader"),
    unknown("superclass", Name, "the class that it extends"),
    column("is_array", Flag, "whether it is a type of arrays"),
    unknown("object", Number, "the index of its class object"),
    column("objects", Number, "its objects that count"),
    column("bytes", Number, "their shallow sizes"),
];

const FIELDS: &[Column] = &[
    column("class", Name, "the class that declares it"),
    column("field", Name, "its name"),
    column("type", Name, "reference, or the primitive type"),
    column("is_static", Flag, "whether it is a static field"),
    unknown("target", Number, "of static fields the index of the object that it refers to"),
];

const OBJECTS: &[Column] = &[
    column("index", Number, "its number at this point, in the order of addresses"),
    column("address", Number, "its address or the number by which its file knows it, as a signed number"),
    column("class", Name, "its class"),
    column("shallow", Number, "its own size"),
    unknown("length", Number, "elements of an array"),
    column("retained", Number, "what would be free without it, itself included; 0 of what nothing keeps alive"),
    unknown("dominator", Number, "the index of the object that alone keeps it alive"),
    column("reachable", Flag, "whether anything keeps it alive"),
    unknown("age", Number, "garbage collections that it has survived"),
    unknown("site", Name, "the method that allocated it"),
    unknown("stack", Number, "the number of the call stack in sites"),
    unknown("thread", Name, "the thread that allocated it"),
];

const REFERENCES: &[Column] = &[
    column("source", Number, "the index of the object that refers"),
    column("target", Number, "the index of the object that is referred to"),
    column("field", Name, "by which field, element or variable; elements of arrays have no number here"),
];

const SITES: &[Column] = &[
    column("stack", Number, "its number"),
    column("class", Name, "the class of the allocating method"),
    column("method", Name, "the allocating method"),
    unknown("file", Name, "its source file"),
    unknown("line", Number, "the line in it"),
    column("frames", Names, "the allocating method first, then its callers"),
    column("is_cut", Flag, "whether there were more callers than were recorded"),
];

const THREADS: &[Column] = &[
    column("thread", Text, "its name"),
    unknown("object", Number, "the index of its thread object"),
    column("frames", Names, "its stack, top first"),
];

const ROOTS: &[Column] = &[
    column("object", Number, "the index of the object that is kept"),
    column("kind", Name, "why"),
    unknown("thread", Name, "by which thread"),
    unknown("depth", Number, "in which frame of its stack, from 0"),
    unknown("variable", Name, "in which local variable"),
];

const GROUPS: &[Column] = &[
    column("grouping", Name, "by what objects are grouped, outermost first"),
    column("path", Text, "its key, equal over time and over processes"),
    unknown("parent", Name, "the key of the group that it is a part of"),
    column("name", Name, "what it is called"),
    column("criterion", Name, "by what its parent is divided"),
    column("depth", Small, "0 is everything"),
    column("levels", Names, "names of all groups on the way to it, outermost first"),
    column("is_leaf", Flag, "whether it is not divided further"),
    column("objects", Number, "its objects"),
    column("bytes", Number, "their shallow sizes"),
    unknown("deep_objects", Number, "all objects that they reach, themselves included"),
    unknown("deep", Number, "the bytes of these"),
    unknown("retained_objects", Number, "the objects that would be free without them"),
    unknown("retained", Number, "the bytes of these"),
    unknown("recorded", Number, "where numbers are estimates: objects of which was recorded what they are grouped by"),
    unknown("objects_error", Number, "the standard error of objects, where they are an estimate"),
    unknown("bytes_error", Number, "the standard error of bytes, where they are an estimate"),
];

const GROUP_REFERENCES: &[Column] = &[
    column("grouping", Name, "by what objects are grouped"),
    column("source", Name, "the key of the group that refers"),
    column("target", Name, "the key of the group that is referred to"),
    column("referrers", Number, "distinct objects of the one that refer to the other"),
    column("targets", Number, "distinct objects of the other that are referred to"),
];

const COLLECTIONS: &[Column] = &[
    column("number", Number, "as its source numbers it"),
    unknown("time_millis", Number, "milliseconds since 1970 at its begin"),
    column("start_nanos", Number, "when it began, since the start of the recording"),
    column("end_nanos", Number, "when it was over"),
    column("pause_nanos", Number, "how long the program stood still for it"),
    column("collector", Name, "which collector, or which kind of collection"),
    column("cause", Name, "why"),
    unknown("is_full", Flag, "whether it looked at the whole heap"),
    unknown("used_before", Number, "bytes in use before"),
    unknown("used_after", Number, "bytes in use after"),
    unknown("capacity", Number, "bytes that there was room for"),
];

const STRUCTURES: &[Column] = &[
    column("owner", Text, "the fields that lead to them"),
    column("class", Name, "their class"),
    column("heads", Number, "how many there are"),
    column("retained_objects", Number, "objects that would be free without them"),
    column("retained", Number, "the bytes of these"),
    column("fill_known", Number, "those of which is known how well they are filled"),
    column("fill_empty", Number, "of these, those without elements"),
    column("fill_single", Number, "of these, those with one element"),
    column("fill_sparse", Number, "of these, those with far more room than elements"),
    column("pattern", Name, "what their growth over the run means"),
];

const FINDINGS: &[Column] = &[
    column("rank", Number, "1 matters most"),
    column("kind", Name, "what kind of finding"),
    column("severity", Name, "leak, owner or waste"),
    column("title", Text, "the finding in one line"),
    column("why", Text, "what it was read from"),
    unknown("field", Name, "where to cut, the first of its fields: what is fixed"),
    column("fields", Names, "all fields of the cut"),
    unknown("class", Name, "the class or group to blame"),
    unknown("holder", Name, "who keeps most of it alive"),
    column("first_objects", Number, "objects at the first point"),
    column("last_objects", Number, "objects at the last point"),
    column("first_bytes", Number, "bytes at the first point"),
    column("last_bytes", Number, "bytes at the last point"),
    column("share_of_heap", Real, "share of the heap at the last point, from 0 to 1"),
    column("frees_bytes", Number, "bytes that the cut frees"),
    unknown("wasted_bytes", Number, "bytes that could be saved, of waste"),
    column("next", Text, "what to do next"),
];

/// The columns that tell whose heap a row is of, and when.
pub fn place_columns() -> impl Iterator<Item = &'static Column> {
    [&VERSION].into_iter().chain(&PARTITIONS)
}

impl Table {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Runs,
        Self::Points,
        Self::Classes,
        Self::Fields,
        Self::Objects,
        Self::References,
        Self::Sites,
        Self::Threads,
        Self::Roots,
        Self::Groups,
        Self::GroupReferences,
        Self::Collections,
        Self::Structures,
        Self::Findings,
    ];

    /// Its name, which is that of its folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// What a row is, for people.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.facts().1
    }

    /// Its own columns, without those of all tables.
    #[must_use]
    pub const fn own_columns(self) -> &'static [Column] {
        self.facts().2
    }

    const fn facts(self) -> (&'static str, &'static str, &'static [Column]) {
        match self {
            Self::Runs => ("runs", "a process: what was read of it, and what is said of it as a whole", RUNS),
            Self::Points => ("points", "a point in time", POINTS),
            Self::Classes => ("classes", "a class or a type of arrays", CLASSES),
            Self::Fields => ("fields", "a field that a class declares", FIELDS),
            Self::Objects => ("objects", "an object that counts", OBJECTS),
            Self::References => ("references", "a reference between two objects that count", REFERENCES),
            Self::Sites => ("sites", "a call stack in which objects were allocated", SITES),
            Self::Threads => ("threads", "a thread", THREADS),
            Self::Roots => ("roots", "an object that the JVM itself keeps alive, and why", ROOTS),
            Self::Groups => ("groups", "a group of objects of the memory tree", GROUPS),
            Self::GroupReferences => ("group_references", "references from one group to another", GROUP_REFERENCES),
            Self::Collections => ("collections", "a garbage collection", COLLECTIONS),
            Self::Structures => ("structures", "data structures of one class and one owner", STRUCTURES),
            Self::Findings => ("findings", "what find tells of the run", FINDINGS),
        }
    }

    /// The table of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// Whether a run has such rows once, and not at each point.
    #[must_use]
    pub const fn is_of_run(self) -> bool {
        matches!(self, Self::Runs | Self::Collections | Self::Findings)
    }

    /// What stands in its files: its own columns and the version.
    #[must_use]
    pub fn file_schema(self) -> SchemaRef {
        Self::schema_of(self.own_columns().iter().chain([&VERSION]))
    }

    /// What whoever asks sees: what stands in files, then by which folders.
    #[must_use]
    pub fn schema(self) -> SchemaRef {
        Self::schema_of(self.columns())
    }

    /// All columns that whoever asks sees, in this order.
    pub fn columns(self) -> impl Iterator<Item = &'static Column> {
        self.own_columns().iter().chain(place_columns())
    }

    fn schema_of<'a>(columns: impl Iterator<Item = &'a Column>) -> SchemaRef {
        // No metadata: tables that are asked together would have to have the same.
        Arc::new(Schema::new(columns.map(Column::field).collect::<Vec<_>>()))
    }

    /// What its files say of themselves, by keys.
    pub(crate) fn about(self) -> [(&'static str, String); 2] {
        [("memory-city.table", self.name().to_owned()), (VERSION_KEY, SCHEMA_VERSION.to_string())]
    }
}

impl Column {
    /// Whether it stands in the path of a file, and not in it.
    #[must_use]
    pub fn is_partition(&self) -> bool {
        PARTITIONS.contains(self)
    }

    /// As Arrow has it.
    #[must_use]
    pub fn field(&self) -> Field {
        Field::new(self.name, self.kind.data_type(), self.nullable)
    }
}

impl Kind {
    /// As Arrow has it.
    #[must_use]
    pub fn data_type(self) -> DataType {
        match self {
            Self::Number => DataType::Int64,
            Self::Small => DataType::Int32,
            Self::Real => DataType::Float64,
            Self::Flag => DataType::Boolean,
            Self::Text => DataType::Utf8,
            Self::Name => DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into()),
            Self::Names => DataType::new_list(DataType::Utf8, false),
        }
    }

    /// For people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Number => "int64",
            Self::Small => "int32",
            Self::Real => "float64",
            Self::Flag => "boolean",
            Self::Text | Self::Name => "text",
            Self::Names => "list of texts",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_tells_every_column() {
        let manual = include_str!("../../docs/tables.md");
        let rows = |columns: &mut dyn Iterator<Item = &'static Column>| -> String {
            let may_be_null = |column: &Column| if column.nullable { ", may be null" } else { "" };
            columns
                .map(|column| format!("| `{}` | {}{} | {} |\n", column.name, column.kind.words(), may_be_null(column), column.meaning))
                .collect()
        };
        for table in Table::ALL {
            let text = format!(
                "### `{}`: {}\n\n| | | |\n|---|---|---|\n{}\n",
                table.name(),
                table.meaning(),
                rows(&mut table.own_columns().iter())
            );
            assert!(manual.contains(&text), "docs/tables.md lacks\n{text}");
        }
        assert!(manual.ends_with(&rows(&mut place_columns())));
        assert!(manual.contains(&format!("the version of the columns, now {SCHEMA_VERSION}:")));
    }

    #[test]
    fn no_table_has_a_column_twice() {
        for table in Table::ALL {
            let mut names: Vec<&str> = table.columns().map(|column| column.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", table.name());
            assert_eq!(Table::named(table.name()), Some(table));
        }
    }
}
