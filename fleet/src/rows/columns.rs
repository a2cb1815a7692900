//! The columns of some rows that somebody wants.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray,
};
use arrow_schema::{Field, Schema, SchemaRef};

use crate::error::Result;
use crate::place::Place;
use crate::schema::{Column, Table};

/// Which columns are wanted, and those that are the same in all rows.
pub(super) struct Columns<'a> {
    wanted: Vec<&'static Column>,
    schema: SchemaRef,
    place: &'a Place,
    point: usize,
}

impl<'a> Columns<'a> {
    pub(super) fn new(table: Table, wanted: &[usize], place: &'a Place, point: usize) -> Self {
        let all: Vec<&'static Column> = table.columns().collect();
        let wanted: Vec<&'static Column> = wanted.iter().map(|&at| all[at]).collect();
        let fields: Vec<Field> = wanted.iter().map(|column| column.field()).collect();
        Self { wanted, schema: Arc::new(Schema::new(fields)), place, point }
    }

    /// Whether somebody wants the column of this name.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.wanted.iter().any(|column| column.name == name)
    }

    /// So many rows. `make` makes the column of a name, and is asked only for those of the table itself that are wanted.
    pub(super) fn batch(&self, rows: usize, mut make: impl FnMut(&str) -> ArrayRef) -> Result<RecordBatch> {
        let Place { service, version, host, process } = self.place;
        let columns = self.wanted.iter().map(|column| match column.name {
            "service" => constant(service, rows),
            "version" => constant(version, rows),
            "host" => constant(host, rows),
            "process" => constant(process, rows),
            "point" => Arc::new(Int32Array::from_value(i32::try_from(self.point + 1).unwrap_or(i32::MAX), rows)),
            own => make(own),
        });
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns.collect(), &options)?)
    }
}

fn constant(text: &str, rows: usize) -> ArrayRef {
    let texts = Arc::new(StringArray::from_iter_values([text]));
    Arc::new(DictionaryArray::<Int32Type>::new(Int32Array::from_value(0, rows), texts))
}

/// As every engine has it; what no engine has room for stays the largest number.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn numbers(numbers: impl Iterator<Item = u64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(numbers.map(signed)))
}

pub(super) fn known_numbers(numbers: impl Iterator<Item = Option<u64>>) -> ArrayRef {
    Arc::new(Int64Array::from_iter(numbers.map(|number| number.map(signed))))
}

pub(super) fn signed_numbers(numbers: impl Iterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(numbers))
}

pub(super) fn small_numbers(numbers: impl Iterator<Item = usize>) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(numbers.map(|number| i32::try_from(number).unwrap_or(i32::MAX))))
}

pub(super) fn fractions(numbers: impl Iterator<Item = f64>) -> ArrayRef {
    Arc::new(Float64Array::from_iter_values(numbers))
}

pub(super) fn flags(flags: impl Iterator<Item = bool>) -> ArrayRef {
    Arc::new(flags.map(Some).collect::<BooleanArray>())
}

pub(super) fn known_flags(flags: impl Iterator<Item = Option<bool>>) -> ArrayRef {
    Arc::new(flags.collect::<BooleanArray>())
}

pub(super) fn texts<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(texts))
}

pub(super) fn known_texts<T: AsRef<str>>(texts: impl Iterator<Item = Option<T>>) -> ArrayRef {
    Arc::new(texts.collect::<StringArray>())
}

/// Texts that many rows share.
pub(super) fn names<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> ArrayRef {
    known_names(texts.map(Some))
}

pub(super) fn known_names<T: AsRef<str>>(texts: impl Iterator<Item = Option<T>>) -> ArrayRef {
    let mut builder = StringDictionaryBuilder::<Int32Type>::new();
    texts.for_each(|text| builder.append_option(text));
    Arc::new(builder.finish())
}

/// Texts by their numbers in a list.
pub(super) fn numbered_names<T: AsRef<str>>(numbers: impl Iterator<Item = Option<u32>>, texts: impl Iterator<Item = T>) -> ArrayRef {
    let texts = StringArray::from_iter_values(texts);
    let of = texts.value_offsets().len() - 1;
    let keys = numbers.map(|number| number.filter(|&number| (number as usize) < of).and_then(|number| i32::try_from(number).ok()));
    Arc::new(DictionaryArray::<Int32Type>::new(keys.collect::<Int32Array>(), Arc::new(texts)))
}

/// Lists of texts.
pub(super) fn lists<T: AsRef<str>, L: IntoIterator<Item = T>>(lists: impl Iterator<Item = L>) -> ArrayRef {
    let field = Field::new_list_field(arrow_schema::DataType::Utf8, false);
    let mut builder = ListBuilder::new(StringBuilder::new()).with_field(field);
    for list in lists {
        list.into_iter().for_each(|text| builder.values().append_value(text));
        builder.append(true);
    }
    Arc::new(builder.finish())
}
