//! Collections and memory in the Trace Event Format, which Perfetto, the Firefox Profiler and chrome://tracing open: a slice per collection
//! and per stop of the program, and counters of what is in use.
//!
//! Times are microseconds since the start of the run. Slices of one track may lie in one another but not across, so collections that
//! overlap have tracks of their own.
//!
//! Source: Trace Event Format (Google, catapult project), sections "Complete events", "Counter events" and "Metadata events".

use analysis::{Evolution, GcEvent, MemoryBasis, Metric, NodeIndex, RunOverTime};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The one process, and its track of stops; tracks of collections follow. A track with the number of the process would be its main thread.
const PROCESS: u32 = 1;
const STOPS: u32 = 2;

/// The whole file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::cli) struct TraceEvents {
    display_time_unit: &'static str,
    trace_events: Vec<TraceEvent>,
}

/// One entry of it.
#[derive(Debug, Serialize)]
struct TraceEvent {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cat: Option<&'static str>,
    ph: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<f64>,
    pid: u32,
    tid: u32,
    args: Value,
}

impl TraceEvents {
    /// What is known of a run. Points count where they have the clock of the collections.
    pub(in crate::cli) fn of(run: &RunOverTime, evolution: &Evolution) -> Self {
        let points = if run.basis == MemoryBasis::HeapStates && run.is_lined_up { &run.memory[..] } else { &[] };
        // Dumps may be older than the first line of a log.
        let start = points.iter().map(|point| point.nanos).min().unwrap_or(0).min(0);
        let micros = |nanos: i64| nanos.saturating_sub(start) as f64 / 1e3;
        let mut events = vec![metadata("process_name", 0, "Memory City")];
        let tracks = tracks(&run.gc.events);
        events.extend((!tracks.is_empty()).then(|| metadata("thread_name", STOPS, "Program stands still")));
        for track in STOPS + 1..=tracks.iter().copied().max().unwrap_or(STOPS) {
            events.push(metadata("thread_name", track, "Collections"));
        }
        for (event, track) in run.gc.events.iter().zip(tracks) {
            let name = if event.collector.is_empty() { "Collection" } else { &*event.collector };
            let args = args_of(event);
            events.push(slice(
                name,
                track,
                (micros(nanos(event.start_nanos)), event.end_nanos.saturating_sub(event.start_nanos)),
                args.clone(),
            ));
            if event.pauses.is_empty() && event.pause_nanos > 0 {
                // When within the collection is not told: until its end.
                let begin = nanos(event.end_nanos.saturating_sub(event.pause_nanos));
                events.push(slice(name, STOPS, (micros(begin), event.pause_nanos), args));
            }
            for pause in &event.pauses {
                let args = json!({ "number": event.number });
                events.push(slice(&pause.name, STOPS, (micros(nanos(pause.start_nanos)), pause.pause_nanos), args));
            }
            for (at, is_end) in [(event.start_nanos, false), (event.end_nanos, true)] {
                events.extend(in_use(event, is_end).map(|args| counter("Heap in use", micros(nanos(at)), args)));
            }
        }
        for (at, point) in points.iter().enumerate() {
            let time = micros(point.nanos);
            let objects = evolution.value(Metric::Objects, NodeIndex::ROOT, at);
            events.push(counter("Heap states", time, json!({ "bytes": point.bytes })));
            events.push(counter("Heap states, objects", time, json!({ "objects": objects })));
        }
        Self { display_time_unit: "ms", trace_events: events }
    }
}

/// The track of each collection: the first one whose last collection is over.
fn tracks(collections: &[GcEvent]) -> Vec<u32> {
    let mut by_start: Vec<usize> = (0..collections.len()).collect();
    by_start.sort_by_key(|&at| collections[at].start_nanos);
    let mut ends: Vec<u64> = Vec::new();
    let mut tracks = vec![0; collections.len()];
    for at in by_start {
        let event = &collections[at];
        let free = ends.iter().position(|&end| end <= event.start_nanos).unwrap_or(ends.len());
        ends.resize(ends.len().max(free + 1), 0);
        ends[free] = event.end_nanos;
        tracks[at] = STOPS + 1 + free as u32;
    }
    tracks
}

fn args_of(event: &GcEvent) -> Value {
    let known = [
        ("number", Some(json!(event.number))),
        ("cause", (!event.cause.is_empty()).then(|| json!(&*event.cause))),
        ("pause_us", Some(json!(event.pause_nanos as f64 / 1e3))),
        ("bytes_before", event.used_before.map(Value::from)),
        ("bytes_after", event.used_after.map(Value::from)),
        ("capacity", event.capacity.map(Value::from)),
    ];
    Value::Object(known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
}

/// What is in use, by the parts of the heap where all are told; `None` where nothing is.
fn in_use(event: &GcEvent, is_end: bool) -> Option<Value> {
    let all = if is_end { event.used_after } else { event.used_before };
    let of_heap = event.spaces.iter().filter(|space| &*space.name != "Metaspace");
    let parts: Option<Map<String, Value>> =
        of_heap.map(|space| Some((space.name.to_string(), Value::from(if is_end { space.after } else { space.before }?)))).collect();
    match parts.filter(|parts| !parts.is_empty()) {
        Some(parts) => Some(Value::Object(parts)),
        None => all.map(|bytes| json!({ "bytes": bytes })),
    }
}

fn metadata(kind: &str, tid: u32, name: &str) -> TraceEvent {
    TraceEvent { name: kind.into(), cat: None, ph: "M", ts: None, dur: None, pid: PROCESS, tid, args: json!({ "name": name }) }
}

/// From a time on, in microseconds, for so many nanoseconds.
fn slice(name: &str, tid: u32, (ts, nanos): (f64, u64), args: Value) -> TraceEvent {
    TraceEvent { name: name.into(), cat: Some("gc"), ph: "X", ts: Some(ts), dur: Some(nanos as f64 / 1e3), pid: PROCESS, tid, args }
}

fn counter(name: &str, ts: f64, args: Value) -> TraceEvent {
    TraceEvent { name: name.into(), cat: None, ph: "C", ts: Some(ts), dur: None, pid: PROCESS, tid: 0, args }
}

fn nanos(of: u64) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{GcEvents, GcPause, GcSpace};

    use super::*;

    fn event(number: u32, (start, end): (u64, u64), pause_nanos: u64) -> GcEvent {
        GcEvent { number, start_nanos: start, end_nanos: end, pause_nanos, ..GcEvent::default() }
    }

    fn lines(events: Vec<GcEvent>) -> Vec<String> {
        let run = RunOverTime::new(&Evolution::default(), Some(Arc::new(GcEvents { events, ..GcEvents::default() })));
        let document = TraceEvents::of(&run, &Evolution::default());
        document.trace_events.iter().map(|event| serde_json::to_string(event).expect("is JSON")).collect()
    }

    #[test]
    fn a_collection_is_a_slice_with_its_stop_and_what_was_in_use_at_its_ends() {
        let space = |name: &str, before, after| GcSpace { name: name.into(), before: Some(before), after: Some(after), capacity: None };
        let collection = GcEvent {
            collector: "Pause Young".into(),
            cause: "G1 Evacuation Pause".into(),
            used_before: Some(100),
            used_after: Some(40),
            spaces: vec![space("Eden", 80, 0), space("Old", 20, 40), space("Metaspace", 7, 7)],
            ..event(3, (1500, 4500), 2000)
        };
        assert_eq!(
            lines(vec![collection]),
            [
                r#"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"Memory City"}}"#,
                r#"{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"Program stands still"}}"#,
                r#"{"name":"thread_name","ph":"M","pid":1,"tid":3,"args":{"name":"Collections"}}"#,
                r#"{"name":"Pause Young","cat":"gc","ph":"X","ts":1.5,"dur":3.0,"pid":1,"tid":3,"args":{"bytes_after":40,"bytes_before":100,"cause":"G1 Evacuation Pause","number":3,"pause_us":2.0}}"#,
                r#"{"name":"Pause Young","cat":"gc","ph":"X","ts":2.5,"dur":2.0,"pid":1,"tid":2,"args":{"bytes_after":40,"bytes_before":100,"cause":"G1 Evacuation Pause","number":3,"pause_us":2.0}}"#,
                r#"{"name":"Heap in use","ph":"C","ts":1.5,"pid":1,"tid":0,"args":{"Eden":80,"Old":20}}"#,
                r#"{"name":"Heap in use","ph":"C","ts":4.5,"pid":1,"tid":0,"args":{"Eden":0,"Old":40}}"#,
            ]
        );
    }

    #[test]
    fn collections_that_overlap_have_tracks_of_their_own_and_told_stops_their_times() {
        let pause = GcPause { start_nanos: 2000, pause_nanos: 1000, name: "Pause Remark".into() };
        // In the order of their ends, as they are read.
        let beside = GcEvent { pauses: vec![pause], ..event(1, (0, 9000), 1000) };
        let all = [event(2, (3000, 4000), 1000), event(3, (4000, 5000), 1000), beside];
        assert_eq!(tracks(&all), [4, 4, 3]);
        let lines = lines(all.to_vec());
        let remark = r#"{"name":"Pause Remark","cat":"gc","ph":"X","ts":2.0,"dur":1.0,"pid":1,"tid":2,"args":{"number":1}}"#;
        assert!(lines.iter().any(|line| line == remark), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("\"ph\":\"C\"")), "nobody told what was in use");
    }
}
