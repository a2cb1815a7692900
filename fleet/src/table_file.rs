//! A Parquet file while it is written, a row group at a time, with all columns of a group side by side.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::NewFile;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use rayon::prelude::*;

use crate::tables::Table;
use crate::{Error, Result};

/// Columns that mostly count up: what follows on the one before is stored.
const ASCENDING: [&str; 5] = ["index", "address", "dominator", "from", "to"];

/// A table that grows row group by row group. One that is dropped before it is finished leaves nothing behind.
pub struct TableFile {
    path: PathBuf,
    schema: SchemaRef,
    writer: SerializedFileWriter<Out>,
    columns: ArrowRowGroupWriterFactory,
    groups: usize,
}

/// The writer of Parquet wants to own what it writes to.
struct Out(NewFile);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl TableFile {
    /// Begins the file, and makes its folder.
    ///
    /// # Errors
    /// [`Error::Write`], [`Error::Encode`].
    pub fn create(path: PathBuf, table: Table) -> Result<Self> {
        let write = |source| Error::Write { path: path.clone(), source };
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(write)?;
        let out = Out(NewFile::create(&path).map_err(write)?);
        let encode = |source| Error::Encode { path: path.clone(), source };
        let schema = table.schema();
        let properties = Arc::new(properties(&schema));
        let converted = ArrowSchemaConverter::new().convert(&schema).map_err(encode)?;
        let writer = SerializedFileWriter::new(out, converted.root_schema_ptr(), properties).map_err(encode)?;
        let columns = ArrowRowGroupWriterFactory::new(&writer, Arc::clone(&schema));
        Ok(Self { path, schema, writer, columns, groups: 0 })
    }

    /// Appends rows as one group. Columns are encoded in parallel.
    ///
    /// # Errors
    /// [`Error::Encode`], also when the file cannot be written.
    pub fn append(&mut self, rows: &RecordBatch) -> Result<()> {
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

    /// Ends the file: only now it has its name.
    ///
    /// # Errors
    /// [`Error::Write`], [`Error::Encode`].
    pub fn finish(mut self) -> Result<()> {
        let encode = |source| Error::Encode { path: self.path.clone(), source };
        let about = self.schema.metadata().iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        about.for_each(|about| self.writer.append_key_value_metadata(about));
        let out = self.writer.into_inner().map_err(encode)?;
        out.0.finish().map_err(|source| Error::Write { path: self.path, source })
    }
}

fn properties(schema: &SchemaRef) -> WriterProperties {
    let level = ZstdLevel::try_new(1).unwrap_or_default();
    let mut properties = WriterProperties::builder().set_writer_version(WriterVersion::PARQUET_2_0).set_compression(Compression::ZSTD(level));
    for column in ASCENDING.into_iter().filter(|name| schema.field_with_name(name).is_ok()) {
        let path = ColumnPath::from(column);
        properties = properties.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
    }
    properties.build()
}
