//! The union tree as a table: which rows are visible, in which order, and what stands in their cells.
//!
//! ```text
//! Span (evolution + two points) ──> Rows (unfolded, sorted, filtered) ──> cells as text or as raw numbers
//! ```
//!
//! The table of a heap state and the comparison of two points are one model with other columns: a row tells about a
//! node at the point shown and at the point that it is compared with.

mod column;
mod export;
mod filter;
mod points;
mod rows;
mod span;
mod stretches;
#[cfg(test)]
mod tests;

pub use column::Column;
pub use export::{Delimiter, delimited};
pub use points::{PointChoice, StretchChoice, Totals, heap_value};
pub use rows::{Arrangement, Rows, Sort};
pub use span::{Against, Leak, Mark, Side, Span};
pub use stretches::two_stretches;
