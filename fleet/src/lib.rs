//! Heaps as tables: a documented schema, files of it that every engine for tables reads, and questions in SQL about heaps, and about many of
//! them at once.
//!
//! ```text
//! Source (whoever reads dumps, traces, ..) ──rows──> RecordBatch ──┬─export──> ROOT/objects/service=../host=../process=../point=3/objects.parquet
//!                                                                  └─scan──┐                                   │
//!                                              SQL ──> Database ───────────┴──────────── tables of a folder ───┘
//! ```
//!
//! [`Run::read`] makes the memory trees of a process out of its tables again.
//!
//! Tables of one point join by `index`, the number of an object in the order of addresses.

mod across;
mod answers;
mod cells;
mod city;
mod database;
mod error;
mod export;
mod folder;
mod guard;
mod place;
mod rows;
mod run;
mod scan;
mod schema;
mod source;
mod table_file;
mod words;

pub use across::{Cause, CauseAt, Fleet, Grown, HeldAt, Outlier, OverVersions, UNLIKELY, Version};
pub use answers::{Answers, questions};
pub use city::{District, NO_VERSION, SERVICE_ROLE, VERSION_ROLE, city_points, district_name};
pub use database::{Answer, Database, Limits, View, tables_without_files, views};
pub use error::{Error, Result};
pub use export::{Exported, export};
pub use folder::{Folder, Stored, StoredFile, is_stored};
pub use place::Place;
pub use run::{Run, broken_off, collections, places};
pub use schema::{Column, Kind, SCHEMA_VERSION, Table, place_columns};
pub use source::{About, Heap, Source, Structures};
pub use table_file::write_answer;
pub use words::{NONE_WAS_JUDGED, processes_in_words, service_version};
