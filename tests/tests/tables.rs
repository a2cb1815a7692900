//! Tables for spreadsheets and scripts: what a command tells as CSV is what it tells as JSON.

use serde_json::Value;
use tests::program::{json, run};
use tests::repository::root;

const DUMP: &str = "data-samples/travel-shop/point-13.hprof.gz";
const DUMPS: &str = "data-samples/travel-shop";
const TRACE: &str = "data-samples/travel-shop-trace/travel-shop.mctrace";

/// A command, and where the rows of its table stand in its JSON document.
type Case = (&'static [&'static str], &'static str);

const CASES: [Case; 16] = [
    (&["counts", TRACE], "/groups"),
    (&["died", TRACE], "/groups"),
    (&["died", TRACE, "--per-gc"], "/collections"),
    (&["died", TRACE, "--window", "2..", "--against", "1"], "/groups"),
    (&["windows", TRACE], "/windows"),
    (&["referrers", DUMP, "--key", "Location"], "/rows"),
    (&["find", DUMPS], "/findings"),
    (&["find", DUMP], "/findings"),
    (&["find", "data-samples/fig12"], "/findings"),
    (&["check", DUMPS, "--by", "type", "--rule", "objects(Location) < 1000000", "--rule", "bytes(byte[]) <= 1 GiB"], "/rules"),
    (&["threads", DUMP], "/threads/*/frames/*/locals"),
    (&["query", DUMP, "group by package, type"], "/groups"),
    (&["query", DUMP, "group by type", "--min-deep", "100000"], "/groups"),
    (&["paths", DUMP, "--key", "Location"], "/paths"),
    (&["inspect", DUMP, "--key", "Location"], "/closure"),
    (&["objects", DUMP], "/objects"),
];

/// Lines of cells.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if is_quoted && signs.peek() == Some(&'"') => cell.extend(signs.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                line.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut line));
            }
            _ => cell.push(sign),
        }
    }
    assert!(!is_quoted && cell.is_empty() && line.is_empty(), "the table ends within a line");
    lines
}

/// What stands at a path; `*` are all parts of a list.
fn all_at<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    path.split('/').skip(1).fold(vec![value], |found, name| match name {
        "*" => found.iter().filter_map(|value| value.as_array()).flatten().collect(),
        _ => found.iter().filter_map(|value| value.get(name)).collect(),
    })
}

fn cell_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(cell_of).collect::<Vec<_>>().join("; "),
        value => value.to_string(),
    }
}

/// Whether a cell tells a value. Fractions that were printed and read again may differ in the last digit; what has no dominator is a root.
fn is_told(cell: &str, value: &Value) -> bool {
    match value.as_f64().filter(|_| value.is_f64()) {
        None if value.is_null() => cell.is_empty() || cell == "root",
        Some(fraction) => cell.parse::<f64>().is_ok_and(|told| (told - fraction).abs() <= 1e-12 * fraction.abs()),
        None => cell == cell_of(value),
    }
}

fn rows(arguments: &[&str]) -> Vec<Vec<String>> {
    let output = run(arguments.iter().copied().chain(["--csv", "-"]));
    assert!(output.status.code() <= Some(1), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    cells(&String::from_utf8(output.stdout).expect("is text"))
}

#[test]
fn rows_are_those_of_the_json_document() {
    std::env::set_current_dir(root()).expect("is there");
    for (arguments, path) in CASES {
        let document = json(arguments.iter().copied().chain(["--json"]));
        let told: Vec<&Value> = all_at(&document, path).into_iter().filter_map(Value::as_array).flatten().collect();
        let table = rows(arguments);
        let (head, rows) = table.split_first().expect("there is a header");
        assert!(rows.iter().all(|row| row.len() == head.len()), "{arguments:?}: {head:?}");
        let known: Vec<(usize, String)> = head.iter().enumerate().map(|(at, name)| (at, format!("/{}", name.replace('.', "/")))).collect();
        assert!(!told.is_empty() && rows.len() >= told.len(), "{arguments:?}: {} rows for {}", rows.len(), told.len());
        for (at, &row) in told.iter().enumerate() {
            let cells: Vec<(usize, &Value)> = known.iter().filter_map(|(at, path)| Some((*at, row.pointer(path)?))).collect();
            let fits = |row: &Vec<String>| cells.iter().all(|&(at, value)| is_told(&row[at], value));
            // Tables with rows of their own, as for frames that hold nothing, have these among them.
            let is_there = if rows.len() == told.len() { fits(&rows[at]) } else { rows.iter().any(fits) };
            assert!(cells.len() > 1 && is_there, "{arguments:?}: no row for {row}\n{head:?}\n{:?}", rows.first());
        }
    }
}
