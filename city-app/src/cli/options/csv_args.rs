//! Tables for spreadsheets and scripts: the option of commands whose rows are also members of their JSON document.

use std::fmt::Display;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::formula_guard::FormulaGuard;
use crate::cli::documents::csv::{CsvTable, push_text};
use crate::cli::documents::output::{CliError, ExitKind};

/// Between the parts of a list that stands in one cell.
const BETWEEN_PARTS: &str = "; ";

/// Whether a table is wanted.
#[derive(Debug, Clone, Default, Args)]
pub struct CsvArgs {
    /// Write the rows to this file, with names of columns as in JSON; - is stdout
    #[arg(long, value_name = "OUT", conflicts_with = "json")]
    pub csv: Option<PathBuf>,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
}

impl CsvArgs {
    /// Writes the rows if a table is wanted, and says whether one was. Columns, with commas between them, are members of the rows; `a.b`
    /// is member b of member a. What a row has not is an empty cell.
    pub(in crate::cli) fn write<R: Serialize>(
        &self,
        columns: &str,
        rows: impl IntoIterator<Item = R>,
        policy: impl Display,
    ) -> Result<bool, CliError> {
        let Some(mut table) = self.begin(columns, policy)? else { return Ok(false) };
        for row in rows {
            let row = serde_json::to_value(row).map_err(|error| CliError::new(ExitKind::Failed, error))?;
            if !table.write(&self.line(columns.split(',').map(|column| member(&row, column))))? {
                break;
            }
        }
        table.finish()?;
        Ok(true)
    }

    /// Begins a table with these names of columns, if one is wanted, whose rows come later.
    #[cfg(feature = "fleet")]
    pub(in crate::cli) fn begin_rows<'a>(
        &'a self,
        columns: impl Iterator<Item = &'a str>,
        policy: impl Display,
    ) -> Result<Option<CsvRows<'a>>, CliError> {
        let mut header = String::new();
        for column in columns {
            if !header.is_empty() {
                header.push(',');
            }
            push_text(&mut header, column);
        }
        Ok(self.begin(&header, policy)?.map(|table| CsvRows { args: self, table }))
    }

    /// Begins the table if one is wanted.
    fn begin(&self, header: &str, policy: impl Display) -> Result<Option<CsvTable>, CliError> {
        self.csv.as_deref().map(|out| CsvTable::create(out, header, policy)).transpose()
    }

    fn line<'a>(&self, cells: impl Iterator<Item = Option<&'a Value>>) -> String {
        let mut line = String::new();
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                line.push(',');
            }
            push_text(&mut line, &cell.map(|cell| self.cell(cell)).unwrap_or_default());
        }
        line.push('\n');
        line
    }

    fn cell(&self, value: &Value) -> String {
        match value {
            Value::Null => String::new(),
            // Readers of tables end at a zero, or refuse it.
            Value::String(text) => self.formulas.name(text).replace('\0', "\u{fffd}"),
            Value::Array(parts) => parts.iter().map(|part| self.cell(part)).collect::<Vec<_>>().join(BETWEEN_PARTS),
            Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
        }
    }
}

/// A table whose rows are lists of cells.
#[cfg(feature = "fleet")]
pub(in crate::cli) struct CsvRows<'a> {
    args: &'a CsvArgs,
    table: CsvTable,
}

#[cfg(feature = "fleet")]
impl CsvRows<'_> {
    /// Writes a row; `false` if nobody reads any more.
    pub(in crate::cli) fn write<'a>(&mut self, cells: impl Iterator<Item = &'a Value>) -> Result<bool, CliError> {
        self.table.write(&self.args.line(cells.map(Some)))
    }

    /// Ends the table: only now a file has its name.
    pub(in crate::cli) fn finish(self) -> Result<(), CliError> {
        self.table.finish()
    }
}

fn member<'a>(row: &'a Value, column: &str) -> Option<&'a Value> {
    column.split('.').try_fold(row, |member, name| member.get(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_members_of_the_row_lists_are_one_cell_and_what_is_missing_is_none() {
        let row = json!({ "name": "char[]", "first": { "point": 3 }, "chain": ["a, b", "c"], "size": null, "holds": true });
        let table = CsvArgs { formulas: FormulaGuard { guard_formulas: true }, ..CsvArgs::default() };
        let line = |columns: &str, row: &Value| table.line(columns.split(',').map(|column| member(row, column)));
        assert_eq!(line("name,first.point,chain,size,holds,other.member", &row), "char[],3,\"a, b; c\",,true,\n");
        assert_eq!(line("name", &json!({ "name": "=1+1" })), "'=1+1\n");
        assert_eq!(line("name", &json!({ "name": "a\0b" })), "a\u{fffd}b\n");
    }
}
