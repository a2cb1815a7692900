//! Rows of what is told of a run: the run itself, its collections, its data structures, what was found in it.

use std::sync::Arc;

use analysis::{FindReport, Finding, GcEvents, StructureReport};
use arrow_array::RecordBatch;

use super::columns::{Columns, fractions, known_flags, known_names, known_numbers, known_texts, lists, names, numbers, texts};
use crate::error::Result;
use crate::schema::Table;
use crate::source::{About, Source};

const NANOS_PER_MILLI: u64 = 1_000_000;

pub(super) fn rows(
    source: &dyn Source,
    table: Table,
    point: usize,
    columns: &Columns<'_>,
    take: &mut dyn FnMut(RecordBatch) -> Result<bool>,
) -> Result<()> {
    let batch = match table {
        Table::Runs => Some(run(source, columns)?),
        Table::Collections => source.collections()?.map(|events| collections(&events, columns)).transpose()?,
        Table::Structures => {
            let told = source.structures()?;
            let at = told.as_ref().and_then(|told| told.points.iter().position(|&at| at == point));
            told.zip(at).map(|(told, at)| structures(&told.report, at, columns)).transpose()?
        }
        _ => source.findings()?.map(|report| findings(&report, columns)).transpose()?,
    };
    batch.map_or(Ok(()), |batch| take(batch).map(drop))
}

fn run(source: &dyn Source, columns: &Columns<'_>) -> Result<RecordBatch> {
    let About { input, kind, policy } = source.about();
    // What was judged takes as long as all of the heap states.
    let needs_report = ["verdict", "judged", "too_few", "report"].iter().any(|name| columns.wants(name));
    let report = if needs_report { source.findings()? } else { None };
    let report: Option<&FindReport> = report.as_deref();
    columns.batch(1, |name| match name {
        "input" => texts([&input].into_iter()),
        "kind" => names([&kind].into_iter()),
        "points" => numbers([source.points() as u64].into_iter()),
        "verdict" => known_names([report.map(|report| report.verdict.name())].into_iter()),
        "judged" => known_texts([report.and_then(|report| report.judged.as_deref())].into_iter()),
        "too_few" => known_texts([report.and_then(|report| report.too_few.as_deref())].into_iter()),
        "policy" => texts([&policy].into_iter()),
        // Plain structs always have a text.
        _ => known_texts([report.and_then(|report| serde_json::to_string(report).ok()).as_deref()].into_iter()),
    })
}

fn collections(events: &Arc<GcEvents>, columns: &Columns<'_>) -> Result<RecordBatch> {
    let each = || events.events.iter();
    let time = |nanos: u64| u64::try_from(events.zero_millis?).ok().map(|zero| zero.saturating_add(nanos / NANOS_PER_MILLI));
    columns.batch(events.events.len(), |name| match name {
        "number" => numbers(each().map(|event| event.number.into())),
        "time_millis" => known_numbers(each().map(|event| time(event.start_nanos))),
        "start_nanos" => numbers(each().map(|event| event.start_nanos)),
        "end_nanos" => numbers(each().map(|event| event.end_nanos)),
        "pause_nanos" => numbers(each().map(|event| event.pause_nanos)),
        "collector" => names(each().map(|event| &*event.collector)),
        "cause" => names(each().map(|event| &*event.cause)),
        "is_full" => known_flags(each().map(|event| event.is_full())),
        "used_before" => known_numbers(each().map(|event| event.used_before)),
        "used_after" => known_numbers(each().map(|event| event.used_after)),
        _ => known_numbers(each().map(|event| event.capacity)),
    })
}

fn structures(report: &StructureReport, at: usize, columns: &Columns<'_>) -> Result<RecordBatch> {
    let all: Vec<_> = report.rows.iter().filter_map(|row| Some((row, *row.points.get(at)?))).collect();
    columns.batch(all.len(), |name| match name {
        "owner" => texts(all.iter().map(|(row, _)| &row.owner)),
        "class" => names(all.iter().map(|(row, _)| &row.class)),
        "heads" => numbers(all.iter().map(|(_, at)| at.heads)),
        "retained_objects" => numbers(all.iter().map(|(_, at)| at.retained.objects)),
        "retained" => numbers(all.iter().map(|(_, at)| at.retained.bytes)),
        "fill_known" => numbers(all.iter().map(|(_, at)| at.fill.known)),
        "fill_empty" => numbers(all.iter().map(|(_, at)| at.fill.empty)),
        "fill_single" => numbers(all.iter().map(|(_, at)| at.fill.single)),
        "fill_sparse" => numbers(all.iter().map(|(_, at)| at.fill.sparse)),
        _ => names(all.iter().map(|(row, _)| row.judged.pattern.name())),
    })
}

fn findings(report: &FindReport, columns: &Columns<'_>) -> Result<RecordBatch> {
    let each = || report.findings.iter();
    let held = |finding: &Finding| Some(finding.keepers.iter().max_by_key(|keeper| keeper.objects)?.holder.clone());
    columns.batch(report.findings.len(), |name| match name {
        "rank" => numbers((1..).zip(each()).map(|(rank, _)| rank)),
        "kind" => names(each().map(|finding| finding.kind.key)),
        "severity" => names(each().map(|finding| finding.severity.name())),
        "title" => texts(each().map(|finding| &finding.title)),
        "why" => texts(each().map(|finding| &finding.why)),
        "field" => known_names(each().map(|finding| finding.cut.fields.first())),
        "fields" => lists(each().map(|finding| &finding.cut.fields)),
        "class" => known_names(each().map(|finding| Some(finding.blamed()).filter(|blamed| !blamed.is_empty()))),
        "holder" => known_names(each().map(held)),
        "first_objects" => numbers(each().map(|finding| finding.evidence.first_objects)),
        "last_objects" => numbers(each().map(|finding| finding.evidence.last_objects)),
        "first_bytes" => numbers(each().map(|finding| finding.evidence.first_bytes)),
        "last_bytes" => numbers(each().map(|finding| finding.evidence.last_bytes)),
        "share_of_heap" => fractions(each().map(|finding| finding.evidence.share_of_heap)),
        "frees_bytes" => numbers(each().map(|finding| finding.cut.frees_bytes)),
        "wasted_bytes" => known_numbers(each().map(|finding| finding.evidence.wasted_bytes)),
        _ => texts(each().map(|finding| &finding.next)),
    })
}
