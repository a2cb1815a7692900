//! Parquet files while they are written: tables a row group at a time, with all columns of a group side by side, and answers.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::NewFile;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::arrow::{ArrowSchemaConverter, ArrowWriter};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use rayon::prelude::*;

use crate::database::Answer;
use crate::error::{Error, Result};
use crate::schema::{Kind, Table};

/// Columns that mostly count up: what follows on the one before is stored.
const ASCENDING: [(Table, &str); 5] = [
    (Table::Objects, "index"),
    (Table::Objects, "address"),
    (Table::Objects, "dominator"),
    (Table::References, "source"),
    (Table::References, "target"),
];

/// A table that grows row group by row group. One that is dropped before it is finished leaves nothing behind.
pub(crate) struct TableFile {
    path: PathBuf,
    table: Table,
    schema: SchemaRef,
    writer: SerializedFileWriter<Out>,
    columns: ArrowRowGroupWriterFactory,
    groups: usize,
}

/// The writer of Parquet wants to own what it writes to.
struct Out {
    file: NewFile,
    bytes: u64,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TableFile {
    /// Begins the file, and makes its folder.
    ///
    /// # Errors
    /// [`Error::Write`], [`Error::Encode`].
    pub(crate) fn create(path: PathBuf, table: Table) -> Result<Self> {
        let write = |source| Error::Write { path: path.clone(), source };
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(write)?;
        let out = Out { file: NewFile::create(&path).map_err(write)?, bytes: 0 };
        let encode = |source| Error::Encode { path: path.clone(), source };
        let schema = table.file_schema();
        let properties = Arc::new(properties(table));
        let converted = ArrowSchemaConverter::new().convert(&schema).map_err(encode)?;
        let writer = SerializedFileWriter::new(out, converted.root_schema_ptr(), properties).map_err(encode)?;
        let columns = ArrowRowGroupWriterFactory::new(&writer, Arc::clone(&schema));
        Ok(Self { path, table, schema, writer, columns, groups: 0 })
    }

    /// Appends rows as one group. Columns are encoded in parallel.
    ///
    /// # Errors
    /// [`Error::Encode`], also when the file cannot be written.
    pub(crate) fn append(&mut self, rows: &RecordBatch) -> Result<()> {
        let encode = |source| Error::Encode { path: self.path.clone(), source };
        let writers = self.columns.create_column_writers(self.groups).map_err(encode)?;
        self.groups += 1;
        let fields: Vec<_> = self.schema.fields().iter().zip(rows.columns()).zip(writers).collect();
        let chunks: Vec<std::result::Result<ArrowColumnChunk, ParquetError>> = fields
            .into_par_iter()
            .map(|((field, column), mut writer)| {
                compute_leaves(field, column)?.iter().try_for_each(|leaf| writer.write(leaf))?;
                writer.close()
            })
            .collect();
        let mut group = self.writer.next_row_group().map_err(encode)?;
        for chunk in chunks {
            chunk.and_then(|chunk| chunk.append_to_row_group(&mut group)).map_err(encode)?;
        }
        group.close().map(drop).map_err(encode)
    }

    /// Ends the file: only now it has its name. Returns how many bytes it has.
    ///
    /// # Errors
    /// [`Error::Write`], [`Error::Encode`].
    pub(crate) fn finish(mut self) -> Result<u64> {
        let encode = |source| Error::Encode { path: self.path.clone(), source };
        for (key, value) in self.table.about() {
            self.writer.append_key_value_metadata(KeyValue::new(key.to_owned(), value));
        }
        let Out { file, bytes } = self.writer.into_inner().map_err(encode)?;
        file.finish().map_err(|source| Error::Write { path: self.path, source })?;
        Ok(bytes)
    }
}

/// Writes the rows of an answer as one file, and says how many they are.
///
/// # Errors
/// As [`Answer::rows`]; [`Error::Write`], [`Error::Encode`].
pub fn write_answer(answer: Answer<'_>, path: &Path) -> Result<u64> {
    let write = |source| Error::Write { path: path.to_owned(), source };
    let encode = |source| Error::Encode { path: path.to_owned(), source };
    let out = Out { file: NewFile::create(path).map_err(write)?, bytes: 0 };
    let mut writer = ArrowWriter::try_new(out, answer.schema(), Some(compressed().build())).map_err(encode)?;
    let mut rows = 0;
    answer.rows(&mut |batch| {
        rows += batch.num_rows() as u64;
        writer.write(&batch).map(|()| true).map_err(encode)
    })?;
    writer.into_inner().map_err(encode)?.file.finish().map_err(write)?;
    Ok(rows)
}

fn compressed() -> WriterPropertiesBuilder {
    let level = ZstdLevel::try_new(1).unwrap_or_default();
    WriterProperties::builder().set_writer_version(WriterVersion::PARQUET_2_0).set_compression(Compression::ZSTD(level))
}

fn properties(table: Table) -> WriterProperties {
    let mut properties = compressed();
    // Least and greatest of names tell nothing where rows come in the order of addresses, and to find them takes longer than all else.
    for column in table.columns().filter(|column| column.kind == Kind::Name) {
        properties = properties.set_column_statistics_enabled(ColumnPath::from(column.name), EnabledStatistics::None);
    }
    for (_, column) in ASCENDING.into_iter().filter(|(of, _)| *of == table) {
        let path = ColumnPath::from(column);
        properties = properties.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
    }
    properties.build()
}

#[cfg(test)]
mod tests {
    use analysis::Progress;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;
    use crate::cells::cells;
    use crate::database::{Database, Limits};

    #[test]
    fn an_answer_is_the_same_in_a_file() {
        let database = Database::new(Vec::new(), &[], Limits { memory: 1 << 26, workers: 1 }, &Progress::new()).expect("has tables");
        let question = "select 1 as number, 'a' as text, null as nothing, arrow_cast('b', 'Dictionary(Int32, Utf8)') as name, 0.1 as part \
            union all select 2, 'c', null, null, 0.2 order by number";
        let mut expected = Vec::new();
        database
            .ask(question)
            .expect("is one")
            .for_each_row(&mut |row| {
                expected.push(row);
                Ok(true)
            })
            .expect("is answered");
        let folder = tempfile::tempdir().expect("can be made");
        let path = folder.path().join("answer.parquet");
        assert_eq!(write_answer(database.ask(question).expect("is one"), &path).expect("can be written"), 2);
        let file = std::fs::File::open(&path).expect("is there");
        let rows: Vec<RecordBatch> = ParquetRecordBatchReaderBuilder::try_new(file)
            .expect("is one")
            .build()
            .expect("can be read")
            .map(|rows| rows.expect("is whole"))
            .collect();
        let columns = cells(&rows[0]).expect("can be told");
        let told: Vec<Vec<serde_json::Value>> = (0..2).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect();
        assert_eq!(told, expected);
        // Who asks in vain leaves nothing.
        let gone = folder.path().join("gone.parquet");
        assert!(write_answer(database.ask("select cast('x' as int)").expect("is one"), &gone).is_err() && !gone.exists());
    }
}
