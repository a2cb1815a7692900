//! What commands write: the terminal, tables, leak reports.

pub(crate) mod allocated_at;
pub(crate) mod chart_svg;
pub(crate) mod collapsed;
pub(crate) mod csv;
pub(crate) mod find_documents;
pub(crate) mod junit;
pub(crate) mod known_file;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod picture;
pub(crate) mod report_page;
pub(crate) mod sarif;
pub(crate) mod structure_documents;
pub(crate) mod trace_events;
pub(crate) mod tree_svg;
