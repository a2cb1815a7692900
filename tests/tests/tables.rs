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

fn cell_of(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts.iter().map(|part| cell_of(Some(part))).collect::<Vec<_>>().join("; "),
        Some(value) => value.to_string(),
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
            let of_row = |(at, path): &(usize, String)| row.pointer(path).map(|_| (*at, cell_of(row.pointer(path))));
            let cells: Vec<(usize, String)> = known.iter().filter_map(of_row).collect();
            let fits = |row: &Vec<String>| cells.iter().all(|(at, cell)| row[*at] == *cell);
            // Tables with rows of their own, as for frames that hold nothing, have these among them.
            let is_there = if rows.len() == told.len() { fits(&rows[at]) } else { rows.iter().any(fits) };
            assert!(cells.len() > 1 && is_there, "{arguments:?}: no row for {row}\n{head:?}\n{:?}", rows.first());
        }
    }
}
