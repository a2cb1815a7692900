//! Garbage collections of a run: of a recording, or of GC logs and JFR recordings beside its heap states.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{ByteSource, Error, GcEvents, Holds, InputKind, Progress, Result, Warnings, gc_log_files, open_bytes, read_gc_logs};

use super::kind::{Input, InputFile};

/// The collections of an input, if somebody tells of them: a trace itself, else what lies beside. Several traces have no common clock.
///
/// # Errors
/// [`Error::Cancelled`]; where there is nothing but collections when they cannot be read, else that is a warning.
pub fn gc_events(input: &Input, progress: &Progress, warnings: &Warnings) -> Result<Option<Arc<GcEvents>>> {
    if input.is_of_runs() {
        return Ok(None);
    }
    #[cfg(feature = "fleet")]
    if input.kind == InputKind::Tables {
        return super::table_trees::collections(input, progress);
    }
    let of_trace = match input.files.as_slice() {
        [file] if input.kind == InputKind::Trace => {
            match input.open.ask(&file.path, progress, |file| file.trace().map(|trace| trace.gc_events(progress, warnings))) {
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                told => told.ok().flatten().transpose()?,
            }
        }
        _ => None,
    };
    if of_trace.is_some() {
        return Ok(of_trace.map(Arc::new));
    }
    match read(input.files.iter().chain(&input.beside), progress, warnings) {
        Err(error) if !matches!(error, Error::Cancelled) && !input.is_of_collections() => {
            warnings.add("garbage collections could not be read", error);
            Ok(None)
        }
        told => told,
    }
}

/// What these files tell. A recording and a log of the same run tell of the same collections: the recording has dates, so it is read. With
/// one log go the others into which a JVM has rotated it.
fn read<'a>(files: impl Iterator<Item = &'a InputFile>, progress: &Progress, warnings: &Warnings) -> Result<Option<Arc<GcEvents>>> {
    let mut of_recordings: Vec<Arc<GcEvents>> = Vec::new();
    let mut logs: Vec<PathBuf> = Vec::new();
    for file in files {
        if let Some(recording) = file.recording(progress, warnings)? {
            of_recordings.push(Arc::clone(&recording.gc));
        } else if matches!(file.look.format.map(|format| format.holds), Some(Holds::GcEvents(_))) {
            logs.push(file.path.clone());
        }
    }
    if !of_recordings.is_empty() {
        return Ok(Some(joined(of_recordings)));
    }
    let logs = if let [log] = &logs[..] { gc_log_files(log)? } else { logs };
    let open = |path: &PathBuf| Ok((path.display().to_string(), open_bytes(path, progress, warnings)?));
    let logs: Vec<(String, ByteSource)> = logs.iter().map(open).collect::<Result<_>>()?;
    let logs: Vec<(&str, &ByteSource)> = logs.iter().map(|(name, text)| (name.as_str(), text)).collect();
    if logs.is_empty() { Ok(None) } else { read_gc_logs(&logs, progress, warnings).map(|all| Some(Arc::new(all))) }
}

/// Recordings of one run, one after the other, as one.
fn joined(mut recordings: Vec<Arc<GcEvents>>) -> Arc<GcEvents> {
    recordings.sort_by_key(|recording| recording.zero_millis);
    let mut recordings = recordings.into_iter();
    let mut joined = recordings.next().unwrap_or_default();
    for later in recordings {
        let all = Arc::make_mut(&mut joined);
        let after = later.zero_millis.unwrap_or(0).saturating_sub(all.zero_millis.unwrap_or(0)).max(0).unsigned_abs();
        let shift = after.saturating_mul(1_000_000);
        all.end_nanos = all.end_nanos.max(later.end_nanos.saturating_add(shift));
        all.events.extend(later.events.iter().cloned().map(|mut event| {
            event.start_nanos = event.start_nanos.saturating_add(shift);
            event.end_nanos = event.end_nanos.saturating_add(shift);
            event.pauses.iter_mut().for_each(|pause| pause.start_nanos = pause.start_nanos.saturating_add(shift));
            event
        }));
        all.events.sort_by_key(|event| event.end_nanos);
    }
    joined
}

#[cfg(test)]
mod tests {
    use analysis::GcEvent;

    use super::*;

    #[test]
    fn recordings_of_one_run_have_one_clock() {
        let recording = |zero_millis: i64, ends: &[u64]| {
            let event = |&end_nanos| GcEvent { start_nanos: end_nanos - 1, end_nanos, ..GcEvent::default() };
            let (end_nanos, events) = (ends.last().copied().unwrap_or(0) + 1, ends.iter().map(event).collect());
            Arc::new(GcEvents { zero_millis: Some(zero_millis), end_nanos, events, ..GcEvents::default() })
        };
        let all = joined(vec![recording(2000, &[5, 9]), recording(1000, &[7])]);
        let ends: Vec<u64> = all.events.iter().map(|event| event.end_nanos).collect();
        assert_eq!((all.zero_millis, all.end_nanos, ends), (Some(1000), 1_000_000_010, vec![7, 1_000_000_005, 1_000_000_009]));
        assert_eq!(joined(Vec::new()), Arc::default());
    }
}
