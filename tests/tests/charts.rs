//! Charts on the command line tell what other commands tell of the same data.

use std::collections::BTreeMap;

use serde_json::Value;
use tests::jvm::{all_jvms, compile};
use tests::program;
use tests::repository::{root, text};
use tests::scratch::Scratch;
use tests::truth;

const TRACE: &str = "data-samples/travel-shop-trace/travel-shop.mctrace";

fn json(arguments: &[&str]) -> Value {
    program::json(arguments)
}

/// The series of the first chart by name or, where they have one, by key.
fn series(told: &Value) -> BTreeMap<String, Vec<u64>> {
    let list = told["charts"][0]["series"].as_array().expect("a list");
    let of = |series: &Value| {
        let name = series["key"].as_str().or(series["name"].as_str()).expect("a text").to_owned();
        let values = series["values"].as_array().expect("a list").iter().map(|value| value.as_u64().expect("a number"));
        (name, values.collect())
    };
    list.iter().map(of).collect()
}

fn sum<'v>(all: impl Iterator<Item = &'v Vec<u64>>) -> Vec<u64> {
    all.fold(Vec::new(), |mut sum: Vec<u64>, values| {
        sum.resize(sum.len().max(values.len()), 0);
        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        sum
    })
}

#[test]
fn values_are_those_of_the_trees_and_parts_add_up_to_what_was_drilled_into() {
    let trace = root().join(TRACE);
    let trace = trace.to_str().expect("is UTF-8");
    let all = ["--series", "100000", "--json", "--metric", "bytes"];
    let by_type = series(&json(&[&["chart", trace, "--by", "type"], &all[..]].concat()));
    let trends = json(&["trends", trace, "--by", "type", "--json"]);
    let rows = trends["rows"].as_array().expect("a list");
    assert!(rows.len() > 100 && rows.len() == by_type.len(), "{} rows, {} series", rows.len(), by_type.len());
    for row in rows {
        let volume: Vec<u64> = row["volume"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        assert_eq!(by_type[row["key"].as_str().expect("a text")], volume, "{}", row["key"]);
    }
    // The few that are told and all others are the same heap.
    let told = json(&["chart", trace, "--by", "type", "--metric", "bytes", "--json"]);
    assert_eq!(told["charts"][0]["series"].as_array().map(Vec::len), Some(6));
    assert_eq!(sum(series(&told).values()), sum(by_type.values()));
    // And so is each group with its parts.
    let largest: Vec<&String> = by_type.keys().filter(|key| key.contains("travelshop")).collect();
    assert!(largest.len() > 3, "{largest:?}");
    for key in largest {
        let sites = series(&json(&[&["chart", trace, "--by", "type,site", "--of", key], &all[..]].concat()));
        assert_eq!(sum(sites.values()), by_type[key], "{key}");
    }
}

#[test]
fn orders_and_the_hint_are_those_of_the_growth() {
    let trace = root().join(TRACE);
    let trace = trace.to_str().expect("is UTF-8");
    let first = |order: &str| {
        let told = json(&["chart", trace, "--by", "type", "--sort", order, "--series", "1", "--no-others", "--json"]);
        told["charts"][0]["series"][0]["name"].as_str().expect("a text").to_owned()
    };
    let (absolute, relative) = (first("absolute"), first("relative"));
    assert!(["java.util.Date", "travelshop.business.Location"].contains(&absolute.as_str()), "{absolute}");
    assert_ne!(first("start"), absolute);
    let text = program::stdout(["chart", trace, "--by", "type"]);
    assert!(text.contains("Most grew java.util.Date by 12,870 objects") && text.contains("just as much"), "{text}");
    let ends = json(&["chart", trace, "--by", "type", "--series", "100000", "--json"]);
    let multiple = |values: &Vec<u64>| values[values.len() - 1] as f64 / values[0] as f64;
    let most = series(&ends).values().map(multiple).fold(0.0, f64::max);
    let of_first = ends["charts"][0]["series"].as_array().expect("a list").iter().find(|series| series["name"] == relative.as_str());
    let values: Vec<u64> = of_first.expect("is among all")["values"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert_eq!(multiple(&values), most, "{relative}");
}

#[test]
fn garbage_piles_up_to_what_died_tells() {
    let trace = root().join(TRACE);
    let trace = trace.to_str().expect("is UTF-8");
    let piled = |more: &[&str]| {
        let all = ["chart", trace, "--garbage", "--by", "type", "--series", "100000", "--json"];
        series(&json(&[&all[..], more].concat()))
    };
    let died = |more: &[&str]| -> BTreeMap<String, u64> {
        let told = json(&[&["died", trace, "--by", "type", "--json"], more].concat());
        let groups = told["groups"].as_array().expect("a list");
        let of = |group: &Value| (group["key"].as_str().expect("a text").to_owned(), group["objects"].as_u64().expect("a number"));
        groups.iter().map(of).collect()
    };
    let at = |series: &BTreeMap<String, Vec<u64>>, point: usize| -> BTreeMap<String, u64> {
        series.iter().map(|(key, values)| (key.clone(), values[point])).filter(|(_, value)| *value > 0).collect()
    };
    let all = piled(&[]);
    let points = all.values().next().expect("something died").len();
    assert_eq!(at(&all, points - 1), died(&[]));
    // The states of the sample are those after its collections: the fifth has what the first five took.
    assert_eq!(at(&all, 4), died(&["--window", "gc1..gc5"]));
    // Of chosen points the first one is where counting begins.
    let part = piled(&["--window", "3..9"]);
    assert_eq!((at(&part, 0).len(), at(&part, 6)), (0, died(&["--window", "gc4..gc9"])));
    // Two stretches of it per second are what the window shows side by side, too.
    let beside = ["--window", "gc6..gc9", "--against", "gc2..gc5"];
    let told = json(&[&["died", trace, "--by", "type", "--json"][..], &beside].concat());
    let groups = told["groups"].as_array().expect("a list");
    assert!(groups.len() > 10, "{told}");
    for (member, rates, from, to) in [("objects_per_second", "rates", 4, 8), ("objects_per_second_against", "against_rates", 0, 4)] {
        let seconds = told[rates]["seconds"].as_f64().expect("a number");
        for group in groups.iter().filter(|group| group["key"] != "Overall") {
            let values = &all[group["key"].as_str().expect("a text")];
            let died = seconds * group[member].as_f64().expect("a number");
            assert!((died - (values[to] - values[from]) as f64).abs() < 1e-3, "{group} {member}");
        }
    }
    for command in ["find", "trends", "compare", "windows"] {
        let refused = program::run([command, trace, "--garbage"]);
        let why = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && why.contains("--garbage has no meaning here"), "{command}: {why}");
    }
}

#[test]
fn collections_are_drawn_over_time_by_their_class_and_opened_to_what_they_hold() {
    let dumps = root().join("data-samples/travel-shop");
    let dumps = dumps.to_str().expect("is UTF-8");
    let truth = truth::parse(&text("data-samples/travel-shop/truth.txt"));
    let told = json(&["chart", dumps, "--by", "data structure heads, type", "--metric", "retained", "--json"]);
    let chart = &told["charts"][0];
    assert_eq!((chart["unit"].as_str(), chart["times_ms"].as_array().map(Vec::len)), (Some("retained_bytes"), Some(truth.len())));
    assert_eq!(chart["series"][0]["name"], "java.util.HashMap");
    let maps = &series(&told)["Overall#java.util.HashMap"];
    assert!(maps.len() == truth.len() && maps.is_sorted_by(|a, b| a < b), "{maps:?}");
    // The one that leaks is most of it.
    let leaking = &json(&["structures", dumps, "--json"])["structures"][0];
    let (last, alone) = (maps[maps.len() - 1], leaking["to"]["retained"]["bytes"].as_u64().expect("a number"));
    assert!(alone <= last && last < alone + alone / 2, "{last} {alone}");
    let opened = |metric: &str| {
        let by = "data structure heads, type, deep leaves(type)";
        series(&json(&["chart", dumps, "--by", by, "--of", "java.util.HashMap#Deep leaves", "--metric", metric, "--json"]))
    };
    let key = |kind: &str| format!("Overall#java.util.HashMap#Deep leaves#{kind}");
    let (objects, retained) = (opened("objects"), opened("retained"));
    for kind in ["travelshop.business.Location", "travelshop.business.QueryKey"] {
        let counted: Vec<u64> = truth.iter().map(|point| point.objects[kind]).collect();
        assert_eq!(objects[&key(kind)], counted, "{kind}");
        assert!(retained[&key(kind)].is_sorted_by(|a, b| a < b), "{kind}: {retained:?}");
    }
    // A place keeps itself and its date, 24 bytes each.
    let places = key("travelshop.business.Location");
    assert_eq!(retained[&places], objects[&places].iter().map(|count| 48 * count).collect::<Vec<_>>());
}

#[test]
fn collections_of_a_log_have_one_point_in_the_overview_and_two_in_the_details() {
    let classes = Scratch::new("chart-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("charts");
        let log = scratch.join("gc.log");
        let mut command = std::process::Command::new(&java);
        let to = format!("-Xlog:gc*:file={}", log.display());
        command.args([to.as_str(), "-XX:+UseG1GC", "-Xmx400m", "-Xmn16m", "-cp"]).arg(classes.path()).args(["Hoards", "4"]);
        let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        let log = log.to_str().expect("is UTF-8");
        let collections = json(&["windows", log, "--json"])["collections"].as_u64().expect("a number") as usize;
        assert!(collections > 2, "{java:?}: {collections}");
        let points = |show: &str| {
            let told = json(&["chart", log, "--show", show, "--json"]);
            let lengths = told["charts"].as_array().expect("a list").iter().map(|chart| chart["times_ms"].as_array().map_or(0, Vec::len));
            lengths.collect::<Vec<_>>()
        };
        assert_eq!(points("collections"), [2 * collections, collections], "{java:?}");
        assert_eq!(points("memory")[1], collections, "{java:?}");
        // The overview speaks of no parts of the heap, the details do.
        let names_spaces = |show: &str| {
            let text = program::stdout(["chart", log, "--show", show]).to_lowercase();
            ["eden", "survivor", "old"].iter().any(|space| text.contains(space))
        };
        assert_eq!((names_spaces("memory"), names_spaces("collections")), (false, true), "{java:?}");
    }
}

#[test]
fn trace_events_have_all_collections_and_all_heap_states_of_a_run() {
    let trace = root().join(TRACE);
    let trace = trace.to_str().expect("is UTF-8");
    let told = json(&["chart", trace, "--show", "memory", "--trace-events", "-"]);
    let events = told["traceEvents"].as_array().expect("a list");
    let number = |value: &Value| value.as_f64().expect("a number");
    for event in events.iter().filter(|event| event["ph"] != "M") {
        assert!(number(&event["ts"]) >= 0.0 && event["pid"].is_u64() && event["tid"].is_u64(), "{event}");
        assert_eq!(event["ph"] == "X", event["dur"].is_number(), "{event}");
    }
    let tracks: BTreeMap<u64, &str> = events
        .iter()
        .filter(|event| event["name"] == "thread_name")
        .map(|event| (event["tid"].as_u64().expect("a number"), event["args"]["name"].as_str().expect("a text")))
        .collect();
    let slices = |track: &str| {
        let is_there = |event: &&Value| event["ph"] == "X" && event["tid"].as_u64().is_some_and(|tid| tracks[&tid] == track);
        events.iter().filter(is_there).collect::<Vec<_>>()
    };
    let windows = json(&["windows", trace, "--json"]);
    assert_eq!(Some(slices("Collections").len() as u64), windows["collections"].as_u64());
    // The same stops as in the chart of pauses, in microseconds.
    let charts = json(&["chart", trace, "--show", "collections", "--json"]);
    let pauses = charts["charts"].as_array().expect("a list").iter().find(|chart| chart["unit"] == "microseconds").expect("is there");
    let stopped: f64 = slices("Program stands still").iter().map(|slice| number(&slice["dur"])).sum();
    let told: f64 = pauses["series"][0]["values"].as_array().expect("a list").iter().map(number).sum();
    assert!((stopped - told).abs() <= slices("Collections").len() as f64, "{stopped} {told}");
    let bytes: Vec<u64> = events
        .iter()
        .filter(|event| event["name"] == "Heap states")
        .map(|event| event["args"]["bytes"].as_u64().expect("a number"))
        .collect();
    let memory = json(&["chart", trace, "--show", "memory", "--json"]);
    let expected: Vec<u64> =
        memory["charts"][0]["series"][0]["values"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert!(bytes.len() > 10 && bytes == expected, "{bytes:?} {expected:?}");
    assert_eq!(program::run(["chart", trace, "--trace-events", "-"]).status.code(), Some(0), "memory is what it writes");
    let refused = program::run(["chart", trace, "--show", "parts", "--trace-events", "-"]);
    assert_eq!(refused.status.code(), Some(2));
}
