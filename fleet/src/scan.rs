//! Tables as the query engine reads them from sources: only what is asked for is made, when it is asked for.

use std::sync::Arc;

use arrow_array::{BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DFSchema, DataFusionError, Result as DataFusionResult, ScalarValue};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};

use crate::error::{Error, Result};
use crate::rows::rows;
use crate::schema::{Column, Table, place_columns};
use crate::source::Source;

/// Batches that wait for whoever works on them.
const WAITING: usize = 2;

/// A table over all sources.
#[derive(Debug)]
pub(crate) struct SourceTable {
    table: Table,
    sources: Arc<[Arc<dyn Source>]>,
    schema: SchemaRef,
}

impl SourceTable {
    pub(crate) fn new(table: Table, sources: Arc<[Arc<dyn Source>]>) -> Self {
        Self { table, sources, schema: table.schema() }
    }

    /// The points of each source of which these conditions on places hold.
    fn chosen(&self, state: &dyn Session, filters: &[Expr]) -> DataFusionResult<Vec<Part>> {
        let schema = DFSchema::try_from(place_schema())?;
        let filters: Vec<Arc<dyn PhysicalExpr>> =
            filters.iter().map(|filter| state.create_physical_expr(filter.clone(), &schema)).collect::<DataFusionResult<_>>()?;
        let mut parts = Vec::new();
        for source in self.sources.iter() {
            let mut points = Vec::new();
            for point in 0..source.points() {
                if holds(&filters, &place_row(&**source, point)?)? {
                    points.push(point);
                }
            }
            if !points.is_empty() {
                parts.push(Part { source: Arc::clone(source), points });
            }
        }
        Ok(parts)
    }
}

/// Columns by which sources and points are told apart.
fn place_schema() -> SchemaRef {
    Arc::new(Schema::new(place_columns().map(Column::field).collect::<Vec<_>>()))
}

fn place_row(source: &dyn Source, point: usize) -> DataFusionResult<RecordBatch> {
    let place = source.place();
    let texts = [&place.version, &place.service, &place.host, &place.process];
    let schema = place_schema();
    let mut columns = Vec::with_capacity(schema.fields().len());
    for (text, field) in texts.into_iter().zip(schema.fields()) {
        columns.push(ScalarValue::from(text.as_str()).cast_to(field.data_type())?.to_array()?);
    }
    columns.push(ScalarValue::Int32(i32::try_from(point + 1).ok()).to_array()?);
    let options = RecordBatchOptions::new().with_row_count(Some(1));
    Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
}

fn holds(filters: &[Arc<dyn PhysicalExpr>], row: &RecordBatch) -> DataFusionResult<bool> {
    for filter in filters {
        let value = filter.evaluate(row)?.into_array(1)?;
        let is_true = value.as_any().downcast_ref::<BooleanArray>().is_none_or(|value| value.iter().any(|value| value == Some(true)));
        if !is_true {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A condition that needs no more than the place.
fn is_about_place(filter: &Expr) -> bool {
    let is_place = |name: &str| place_columns().any(|column| column.name == name);
    !filter.is_volatile() && filter.column_refs().iter().all(|column| is_place(column.name()))
}

#[async_trait]
impl TableProvider for SourceTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> DataFusionResult<Vec<TableProviderFilterPushDown>> {
        let supports = |filter: &&Expr| match is_about_place(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(supports).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> DataFusionResult<Arc<dyn ExecutionPlan>> {
        let wanted: Vec<usize> = projection.cloned().unwrap_or_else(|| (0..self.schema.fields().len()).collect());
        let schema = Arc::new(self.schema.project(&wanted)?);
        // Each worker reads one source after the other: so many are in memory at once.
        let workers = state.config_options().execution.target_partitions.max(1);
        let mut shares: Vec<Vec<Part>> = vec![Vec::new(); workers];
        for (at, part) in self.chosen(state, filters)?.into_iter().enumerate() {
            shares[at % workers].push(part);
        }
        shares.truncate(shares.iter().filter(|share| !share.is_empty()).count().max(1));
        let share = |parts: Vec<Part>| -> Arc<dyn PartitionStream> {
            Arc::new(Share { table: self.table, wanted: wanted.clone(), schema: Arc::clone(&schema), parts: parts.into() })
        };
        let shares = shares.into_iter().map(share).collect();
        Ok(Arc::new(StreamingTableExec::try_new(schema, shares, None, [], false, limit)?))
    }
}

/// Points of a source.
#[derive(Debug, Clone)]
struct Part {
    source: Arc<dyn Source>,
    points: Vec<usize>,
}

/// What one worker reads.
#[derive(Debug)]
struct Share {
    table: Table,
    wanted: Vec<usize>,
    schema: SchemaRef,
    parts: Arc<[Part]>,
}

impl PartitionStream for Share {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), WAITING);
        let (table, wanted, parts, schema) = (self.table, self.wanted.clone(), Arc::clone(&self.parts), Arc::clone(&self.schema));
        let (out, most) = (stream.tx(), context.session_config().batch_size());
        stream.spawn_blocking(move || {
            let mut send = |batch: RecordBatch| -> Result<bool> {
                let batch = batch.with_schema(Arc::clone(&schema))?;
                for first in (0..batch.num_rows()).step_by(most) {
                    let rows = batch.slice(first, most.min(batch.num_rows() - first));
                    if out.blocking_send(Ok(rows)).is_err() {
                        return Err(Error::Unread);
                    }
                }
                Ok(true)
            };
            for Part { source, points } in parts.iter() {
                for &point in points {
                    match rows(source, table, point, &wanted, &mut send) {
                        Ok(()) => {}
                        Err(Error::Unread) => return Ok(()),
                        Err(error) => return Err(DataFusionError::External(Box::new(error))),
                    }
                }
            }
            Ok(())
        });
        stream.build()
    }
}
