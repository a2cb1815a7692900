//! Rows of tables, made from what a source lends, as many at a time as a row group has.

mod columns;
mod groups;
mod heap;
mod run;

use std::sync::Arc;

use arrow_array::RecordBatch;

use self::columns::Columns;
use crate::error::Result;
use crate::schema::Table;
use crate::source::Source;

/// Makes rows of a table at a point, from 0, with these columns of it (by their numbers in [`Table::columns`]), and hands them to `take`,
/// which says whether it wants more. A table of a whole run has its rows at the last point.
///
/// # Errors
/// When the source cannot be read, when cancelled, and those of `take`.
pub(crate) fn rows(
    source: &Arc<dyn Source>,
    table: Table,
    point: usize,
    wanted: &[usize],
    take: &mut dyn FnMut(RecordBatch) -> Result<bool>,
) -> Result<()> {
    let columns = Columns::new(table, wanted, source.place(), point);
    match table {
        Table::Objects | Table::References | Table::Classes | Table::Fields | Table::Sites | Table::Threads | Table::Roots => {
            heap::rows(&**source, table, point, &columns, take)
        }
        Table::Points | Table::Groups | Table::GroupReferences => groups::rows(&**source, table, point, &columns, take),
        Table::Runs | Table::Collections | Table::Structures | Table::Findings => {
            if table.is_of_run() && point + 1 != source.points() {
                return Ok(());
            }
            run::rows(&**source, table, point, &columns, take)
        }
    }
}
