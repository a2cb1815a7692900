//! Names in a heap are the work of whoever wrote the program, or the dump: they make no lines, no markup, no formulas and give a
//! terminal no orders, wherever they leave the program.

use serde_json::Value;
use tests::hostile::{CLASS, FORGED, series};
use tests::program::{json, run, stdout};
use tests::scratch::Scratch;

fn is_obeyed(c: char) -> bool {
    c != '\n' && (c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

#[test]
fn no_text_or_markup_obeys_a_name() {
    let scratch = Scratch::new("hostile-names");
    let (folder, last) = series(&scratch);
    let of_series = |arguments: &[&str]| arguments.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let of_group = |command: &[&str]| of_series(&[&[command[0], &*last, "--by", "type", "--key", CLASS], &command[1..]].concat());
    let calls = [
        of_series(&["find", &folder]),
        of_series(&["find", &folder, "--markdown"]),
        of_series(&["report", &folder, "--html", "-"]),
        of_series(&["find", &last]),
        of_series(&["trends", &folder]),
        of_series(&["compare", &folder]),
        of_series(&["query", &last, "group by type"]),
        of_series(&["histogram", &last]),
        of_series(&["objects", &last]),
        of_series(&["classes", &last]),
        of_series(&["paths", &last, "--to", "0x100000"]),
        of_group(&["paths"]),
        of_group(&["referrers"]),
        of_group(&["graph"]),
        of_group(&["graph", "--dot"]),
        of_group(&["graph", "--svg"]),
        of_group(&["inspect"]),
        of_series(&["check", &last, "--rule", &format!("objects({CLASS}) < 10")]),
        of_series(&["check", &last, "--rule", &format!("objects({CLASS}) < 10"), "--junit", "-"]),
        of_series(&["check", &last, "--rule", &format!("objects({CLASS}) < 10"), "--sarif", "-"]),
        of_series(&["find", &folder, "--sarif", "-"]),
    ];
    for call in calls {
        let output = run(&call);
        let mut told = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("is UTF-8"));
        if call[0] == "report" {
            // Behind it are data, packed, and a script, which are the same for all names.
            let end = told[0].find("<script").expect("has a script");
            told[0].truncate(end);
        }
        // The owners of most are others.
        assert!(call[0] == "objects" || told[0].contains("Evil"), "{call:?} tells nothing: {}", told[1]);
        for text in &told {
            let obeyed: Vec<char> = text.chars().filter(|&c| is_obeyed(c)).collect();
            assert_eq!(obeyed, Vec::<char>::new(), "{call:?}: {text}");
            // Line breaks mean nothing in HTML and SVG.
            let has_lines = !call.iter().any(|option| option == "--html" || option == "--svg");
            assert!(!has_lines || !text.lines().any(|line| line.trim_start().starts_with(FORGED)), "{call:?} has a forged line: {text}");
        }
        let has = |option: &str| call.iter().any(|argument| argument == option);
        // Within code of Markdown signs mean nothing.
        let outside: String = if has("--markdown") { told[0].replace("\\`", "").split('`').step_by(2).collect() } else { told[0].clone() };
        let is_markup = has("--html") || has("--svg") || has("--markdown") || has("--junit");
        assert!(!is_markup || !outside.contains("<b>"), "{call:?} has markup of a name: {}", told[0]);
    }
}

#[test]
fn json_keeps_names_exactly_and_no_order() {
    let scratch = Scratch::new("hostile-json");
    let (_, last) = series(&scratch);
    let has_name = |value: &Value| value["classes"].as_array().expect("is a list").iter().any(|class| class["name"] == CLASS);
    assert!(has_name(&json(["histogram", &last, "--json"])));
    let text = stdout(["histogram", &last, "--json"]);
    assert!(!text.contains(is_obeyed), "{text}");
}

#[test]
fn tables_for_spreadsheets_hold_no_formulas_on_request() {
    let scratch = Scratch::new("hostile-csv");
    let (_, last) = series(&scratch);
    let name = |options: &[&str]| {
        let text = stdout([&["classes", &*last, "--csv", "-"], options].concat());
        text[text.find("app.Evil").expect("is listed") - 2..].to_owned()
    };
    assert!(name(&[]).starts_with("\"="));
    assert!(name(&["--guard-formulas"]).starts_with("'="));
}
