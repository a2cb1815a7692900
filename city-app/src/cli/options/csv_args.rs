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
        let Some(out) = &self.csv else { return Ok(false) };
        let mut table = CsvTable::create(out, columns, policy)?;
        for row in rows {
            let row = serde_json::to_value(row).map_err(|error| CliError::new(ExitKind::Failed, error))?;
            if !table.write(&self.line(columns, &row))? {
                break;
            }
        }
        table.finish()?;
        Ok(true)
    }

    fn line(&self, columns: &str, row: &Value) -> String {
        let mut line = String::new();
        for (at, column) in columns.split(',').enumerate() {
            if at > 0 {
                line.push(',');
            }
            let member = column.split('.').try_fold(row, |member, name| member.get(name));
            push_text(&mut line, &member.map(|member| self.cell(member)).unwrap_or_default());
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_members_of_the_row_lists_are_one_cell_and_what_is_missing_is_none() {
        let row = json!({ "name": "char[]", "first": { "point": 3 }, "chain": ["a, b", "c"], "size": null, "holds": true });
        let table = CsvArgs { formulas: FormulaGuard { guard_formulas: true }, ..CsvArgs::default() };
        assert_eq!(table.line("name,first.point,chain,size,holds,other.member", &row), "char[],3,\"a, b; c\",,true,\n");
        assert_eq!(table.line("name", &json!({ "name": "=1+1" })), "'=1+1\n");
        assert_eq!(table.line("name", &json!({ "name": "a\0b" })), "a\u{fffd}b\n");
    }
}
