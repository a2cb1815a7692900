//! Rows as values that documents are written from.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use serde_json::Value;

use crate::error::Result;

/// The cells of all rows of a batch, column by column. Lists are lists; what has no form of its own is a text.
///
/// # Errors
/// When a column holds what nobody can show.
pub(crate) fn cells(batch: &RecordBatch) -> Result<Vec<Vec<Value>>> {
    batch.columns().iter().map(values).collect()
}

fn values(column: &ArrayRef) -> Result<Vec<Value>> {
    fn each<T: Into<Value>>(values: impl Iterator<Item = Option<T>>) -> Vec<Value> {
        values.map(|value| value.map_or(Value::Null, Into::into)).collect()
    }
    Ok(match column.data_type() {
        DataType::Null => vec![Value::Null; column.len()],
        DataType::Int64 => each(column.as_primitive::<Int64Type>().iter()),
        DataType::Int32 => each(column.as_primitive::<Int32Type>().iter()),
        DataType::UInt64 => each(column.as_primitive::<UInt64Type>().iter()),
        DataType::Float64 => each(column.as_primitive::<Float64Type>().iter()),
        DataType::Boolean => each(column.as_boolean().iter()),
        DataType::Utf8 => each(column.as_string::<i32>().iter()),
        DataType::Utf8View => each(column.as_string_view().iter()),
        DataType::List(_) => {
            let lists = column.as_list::<i32>();
            let list = |list: Option<ArrayRef>| list.map_or(Ok(Value::Null), |list| values(&list).map(Value::Array));
            lists.iter().map(list).collect::<Result<_>>()?
        }
        _ => {
            let options = FormatOptions::default();
            let formatter = ArrayFormatter::try_new(column, &options)?;
            (0..column.len()).map(|row| if column.is_null(row) { Value::Null } else { formatter.value(row).to_string().into() }).collect()
        }
    })
}
