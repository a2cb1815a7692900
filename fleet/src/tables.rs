//! Which tables there are, and their columns.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};

/// Counts up when a column changes its meaning or goes; columns may be added to a version.
pub const SCHEMA_VERSION: u32 = 1;

/// A table of a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Table {
    /// One row per point in time: when it was, what it holds, how that was decided.
    Points,
    /// One row per type: its name, and all objects of it.
    Classes,
    /// One row per object that counts.
    Objects,
    /// One row per reference between two of them.
    References,
}

impl Table {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Points, Self::Classes, Self::Objects, Self::References];

    /// Its name, which is that of its folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Classes => "classes",
            Self::Objects => "objects",
            Self::References => "references",
        }
    }

    /// Its columns. Sizes are in bytes; what is not known is null.
    #[must_use]
    pub fn schema(self) -> SchemaRef {
        let name = || DataType::Dictionary(DataType::UInt32.into(), DataType::Utf8.into());
        let known = |name: &str, kind| Field::new(name, kind, false);
        let unknown = |name: &str, kind| Field::new(name, kind, true);
        let fields = match self {
            Self::Points => vec![
                known("time_millis", DataType::Int64),
                known("objects", DataType::UInt64),
                known("bytes", DataType::UInt64),
                known("policy", DataType::Utf8),
            ],
            Self::Classes => vec![
                known("class", DataType::Utf8),
                unknown("superclass", DataType::Utf8),
                known("objects", DataType::UInt64),
                known("shallow", DataType::UInt64),
            ],
            Self::Objects => vec![
                known("index", DataType::UInt32),
                known("address", DataType::UInt64),
                known("class", name()),
                known("shallow", DataType::UInt64),
                known("retained", DataType::UInt64),
                unknown("dominator", DataType::UInt32),
                unknown("age", DataType::UInt32),
                unknown("site", name()),
                unknown("thread", name()),
            ],
            Self::References => {
                vec![known("from", DataType::UInt32), known("to", DataType::UInt32), known("field", name())]
            }
        };
        let about = [("memory-city.table", self.name().to_owned()), ("memory-city.schema", SCHEMA_VERSION.to_string())];
        let about: HashMap<String, String> = about.map(|(key, value)| (key.to_owned(), value)).into();
        Arc::new(Schema::new_with_metadata(fields, about))
    }
}
