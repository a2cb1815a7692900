//! Heaps as tables: what `export` writes is what `sql` tells of the input itself, and both are what the other commands say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tests::program::{json, run, stdout};
use tests::repository::root;
use tests::scratch::Scratch;

const DUMPS: &str = "data-samples/travel-shop";
const LAST_DUMP: &str = "data-samples/travel-shop/point-13.hprof.gz";
const TRACE: &str = "data-samples/travel-shop-trace/travel-shop.mctrace";
const TREES: &str = "data-samples/easytravel-ds";

const TABLES: [&str; 14] = [
    "runs",
    "points",
    "classes",
    "fields",
    "objects",
    "references",
    "sites",
    "threads",
    "roots",
    "groups",
    "group_references",
    "collections",
    "structures",
    "findings",
];

/// A program with a name, a version that is no number, and a host that needs an escape.
const PLACE: [&str; 8] = ["--service", "shop", "--service-version", "2.10", "--host", "pod 7/a", "--process", "4711"];

fn in_root() {
    std::env::set_current_dir(root()).expect("is there");
}

/// Rows of an answer, sorted.
fn rows(input: &str, question: &str) -> Vec<String> {
    let answer = json(["sql", input, question, "--json"].iter().chain(&PLACE));
    let rows = answer["rows"].as_array().expect("has rows");
    let mut rows: Vec<String> = rows.iter().map(Value::to_string).collect();
    rows.sort_unstable();
    rows
}

/// The members of an answer's rows by their column.
fn answer(input: &str, question: &str) -> Vec<BTreeMap<String, Value>> {
    let answer = json(["sql", input, question, "--json"]);
    let columns: Vec<String> =
        answer["columns"].as_array().expect("has columns").iter().map(|name| name.as_str().expect("is a name").to_owned()).collect();
    let rows = answer["rows"].as_array().expect("has rows").iter();
    rows.map(|row| columns.iter().cloned().zip(row.as_array().expect("is a row").iter().cloned()).collect()).collect()
}

#[test]
fn a_folder_of_tables_answers_as_the_input_does() {
    in_root();
    for (input, empty) in [
        (DUMPS, &["sites", "collections"][..]),
        (TRACE, &[]),
        (
            TREES,
            &["classes", "fields", "objects", "references", "sites", "threads", "roots", "group_references", "collections", "structures"],
        ),
    ] {
        let scratch = Scratch::new("heap-tables");
        // What means something in a pattern is only a name.
        let folder = scratch.join("tables [1]*?");
        let folder = folder.to_str().expect("is a text");
        stdout(["export", input, "--parquet", folder, "--sizes"].iter().chain(&PLACE));
        for table in TABLES {
            // Single objects of some points are enough.
            let few = if matches!(table, "objects" | "references") { " where point in (1, 3) and version = '2.10'" } else { "" };
            let question = format!("select * from {table}{few}");
            let (read, written) = (rows(input, &question), rows(folder, &question));
            assert_eq!(read.is_empty(), empty.contains(&table), "{input}: {table} has {} rows", read.len());
            assert!(read == written, "{input}: {table}: {:?} and {:?}", read.first(), written.first());
        }
        // The same rows twice are two processes.
        stdout(["export", input, "--parquet", folder, "--tables", "points,runs", "--process", "4712"].iter().chain(&PLACE[..6]));
        let processes = rows(folder, "select process, count(*) from points group by process");
        assert_eq!(processes.len(), 2, "{processes:?}");
    }
}

/// Whoever has the tables alone sees what whoever has the heap sees.
#[test]
fn a_folder_of_tables_is_an_input_like_any_other() {
    in_root();
    let scratch = Scratch::new("tables-as-input");
    for (at, (input, has_settings)) in
        [(DUMPS, false), (LAST_DUMP, false), (TRACE, false), ("data-samples/fig12", true), (TREES, true)].into_iter().enumerate()
    {
        let folder = scratch.join(&format!("tables-{at}"));
        let folder = folder.to_str().expect("is a text");
        stdout(["export", input, "--parquet", folder]);
        for command in [&["find", "--json"][..], &["find", "--markdown"], &["tree", "--json"], &["trends", "--json"]] {
            if command[0] == "trends" && input == LAST_DUMP {
                continue; // There is none of one point.
            }
            let (of_heaps, of_tables) = (stdout(command.iter().chain(&[input])), stdout(command.iter().chain(&[folder])));
            assert_eq!(of_heaps, of_tables, "{command:?} of {input}");
        }
        // Each group as a building, with its references; tables keep no settings of a city.
        let first = json(["scene", input])["buildings"][0]["key"].as_str().expect("has a key").to_owned();
        let city = |of: &str| json(["scene", of, "--set", "most_references=50", "--select", &first]);
        let (mut of_heaps, mut of_tables) = (city(input), city(folder));
        for told in [&mut of_heaps, &mut of_tables] {
            told["title"] = Value::Null;
            // Who keeps it alive by which field is in heap states.
            told["selection"]["chain"] = Value::Null;
        }
        assert!(has_settings || of_heaps == of_tables, "{input}");
    }
    let windows = |of: &str| json(["windows", of, "--json"])["windows"].as_array().expect("has some").len();
    let of_trace = scratch.join("tables-2");
    assert_eq!(windows(TRACE), windows(of_trace.to_str().expect("is a text")));
    let refused = run(["objects".as_ref(), of_trace.as_os_str()]);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("holds tables; this needs a heap dump"));
}

#[test]
fn a_process_that_is_exported_again_takes_the_place_of_what_it_was() {
    in_root();
    let scratch = Scratch::new("exported-again");
    let (tables, anew) = (scratch.join("tables"), scratch.join("anew"));
    let export = |input: &str, folder: &Path, version: &str| {
        let folder = folder.to_str().expect("is a text");
        stdout(["export", input, "--parquet", folder, "--service", "shop", "--process", "7", "--service-version", version]);
    };
    let files = |folder: &Path, end: &str| {
        let found = Command::new("find").args([".", "-type", "f"]).current_dir(folder).output().expect("find runs");
        let found = String::from_utf8(found.stdout).expect("is UTF-8");
        let mut files: Vec<String> = found.lines().filter(|path| path.ends_with(end)).map(str::to_owned).collect();
        files.sort_unstable();
        files
    };
    // Several points with findings, and another version beside them.
    for (input, version) in [(DUMPS, "2.9"), (DUMPS, "2.10"), (LAST_DUMP, "2.10")] {
        export(input, &tables, version);
    }
    export(LAST_DUMP, &anew, "2.10");
    assert_eq!(files(&tables, "-2.10.parquet"), files(&anew, ""));
    assert!(files(&tables, "-2.9.parquet").len() > files(&anew, "").len());
}

/// Files of strangers: cut, with bits that are turned, empty.
#[test]
fn damaged_tables_are_an_error_and_no_panic() {
    in_root();
    let scratch = Scratch::new("damaged-tables");
    let tables = scratch.join("tables");
    stdout(["export", "data-samples/fig10", "--parquet", tables.to_str().expect("is a text")]);
    let file = |table: &str| -> PathBuf {
        let mut path = tables.join(table);
        while path.is_dir() {
            path = std::fs::read_dir(&path).expect("is there").map(|entry| entry.expect("an entry").path()).min().expect("is not empty");
        }
        path
    };
    let mut refused = 0;
    for (number, table) in ["points", "groups", "runs"].into_iter().cycle().take(45).enumerate() {
        let path = file(table);
        let whole = std::fs::read(&path).expect("can be read");
        let mut bytes = whole.clone();
        let place = (number * 7919 + 13) % whole.len();
        match number % 5 {
            0 => bytes.truncate(place),
            1 => bytes.clear(),
            // Numbers that lead somewhere stand at the end.
            2 => bytes[whole.len() - 9 - place % 400] ^= 0xff,
            _ => bytes[place] ^= 1 << (number % 8),
        }
        std::fs::write(&path, &bytes).expect("can be written");
        let output = run(["find".as_ref(), tables.as_os_str()]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            matches!(output.status.code(), Some(0..=2)) && !errors.contains("panicked"),
            "{number} of {table}: {} {errors}",
            output.status
        );
        refused += usize::from(!output.status.success());
        std::fs::write(&path, &whole).expect("can be written");
    }
    assert!(refused > 15, "{refused}");
}

#[test]
fn tables_say_what_the_other_commands_say() {
    in_root();
    let histogram = json(["histogram", LAST_DUMP, "--json"]);
    let mut told: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for row in answer(LAST_DUMP, "select class, objects, bytes from histogram where objects > 0") {
        let number = |name: &str| row[name].as_u64().expect("is a number");
        told.insert(row["class"].as_str().expect("is a name").to_owned(), (number("objects"), number("bytes")));
    }
    let classes = histogram["classes"].as_array().expect("has classes");
    assert_eq!(told.len(), classes.len());
    for class in classes {
        let expected = (class["objects"].as_u64().expect("is one"), class["bytes"].as_u64().expect("is one"));
        assert_eq!(told[class["name"].as_str().expect("is a name")], expected, "{class}");
    }

    let objects = json(["objects", LAST_DUMP, "--json"]);
    let told: BTreeMap<u64, BTreeMap<String, Value>> = answer(
        LAST_DUMP,
        "select o.address, o.class, o.shallow, o.retained, d.address as owner from objects o left join objects d on d.index = o.dominator",
    )
    .into_iter()
    .map(|row| (row["address"].as_u64().expect("is a number"), row))
    .collect();
    let objects = objects["objects"].as_array().expect("has objects");
    assert_eq!(told.len(), objects.len());
    let address = |text: &Value| u64::from_str_radix(text.as_str()?.strip_prefix("0x")?, 16).ok();
    for object in objects {
        let row = &told[&address(&object["address"]).expect("is an address")];
        assert_eq!(row["owner"].as_u64(), address(&object["dominator"]), "{object}");
        for member in ["class", "shallow", "retained"] {
            assert_eq!(row[member], object[member], "{object}");
        }
    }

    let groups = json(["query", LAST_DUMP, "group by package path, type", "--json"]);
    let told = answer(LAST_DUMP, "select path as key, objects, bytes from groups where depth > 0");
    let told: BTreeMap<&str, &BTreeMap<String, Value>> = told.iter().map(|row| (row["key"].as_str().expect("is a key"), row)).collect();
    let groups = groups["groups"].as_array().expect("has groups");
    assert!(groups.len() > 20);
    for group in groups.iter().filter(|group| group["key"] != "Overall") {
        let row = told[group["key"].as_str().expect("is a key")];
        assert_eq!((&row["objects"], &row["bytes"]), (&group["objects"], &group["bytes"]), "{group}");
    }

    for input in [DUMPS, LAST_DUMP, TRACE, "data-samples/fig12"] {
        let found = json(["find", input, "--json"]);
        let told = answer(input, "select f.*, r.verdict from runs r left join findings f on f.process = r.process order by rank");
        assert_eq!(told[0]["verdict"], found["verdict"], "{input}");
        let findings = found["findings"].as_array().expect("has findings");
        assert_eq!(told.len(), findings.len().max(1), "{input}");
        for (finding, row) in findings.iter().zip(&told) {
            for (column, path) in [
                ("title", "/title"),
                ("severity", "/severity"),
                ("kind", "/kind"),
                ("field", "/cut/fields/0"),
                ("frees_bytes", "/cut/frees_bytes"),
                ("last_objects", "/evidence/last_objects"),
                ("next", "/next"),
            ] {
                assert_eq!(row[column], *finding.pointer(path).unwrap_or(&Value::Null), "{input}: {column}");
            }
        }
    }
}

#[test]
fn questions_that_have_a_name_are_answered() {
    in_root();
    let leak = answer(DUMPS, "select field, more_objects from leaks");
    assert_eq!(leak.len(), 1);
    assert_eq!(leak[0]["field"], "travelshop.business.JourneyService.SEARCH_CACHE");
    let grown = answer(DUMPS, "select name, more_objects from growth where is_leaf order by more_bytes desc, name limit 2");
    let grown: Vec<&Value> = grown.iter().map(|row| &row["name"]).collect();
    assert_eq!(grown, ["java.util.Date", "travelshop.business.Location"]);
    // All owners together keep everything.
    let owned = answer(LAST_DUMP, "select (select sum(retained) from owners) as owned, (select sum(shallow) from objects) as everything");
    assert_eq!(owned[0]["owned"], owned[0]["everything"]);
    let referrers = answer(LAST_DUMP, "select referrer, field, targets from referrers where class = 'travelshop.business.Location'");
    assert!(referrers.iter().any(|row| row["referrer"] == "java.lang.Object[]" && row["field"] == "[]"), "{referrers:?}");
    let wasted = answer("data-samples/fig12", "select count(*) as kinds from waste");
    assert!(wasted[0]["kinds"].is_u64());
    let all = stdout(["sql", "--tables"]);
    for name in TABLES.iter().chain(&["histogram", "owners", "growth", "referrers", "leaks", "waste"]) {
        assert!(all.contains(name), "{name} is told nowhere");
        stdout(["sql", LAST_DUMP, &format!("select * from {name} limit 1")]);
    }
}

#[test]
fn a_wrong_question_is_told_with_its_place_and_changes_nothing() {
    in_root();
    for (question, said) in [
        ("select clas from objects", "line 1, column 8: No field named clas"),
        ("select class\nfrm objects x y", "line 2, column 5"),
        ("select class\nfrom nothing", "line 2, column 6: table 'nothing' not found"),
        (" ", "nothing is asked"),
        ("create table x as select 1", "not supported"),
        ("copy (select 1) to '/tmp/memory-city-was-here.csv'", "not supported"),
        ("drop view histogram", "not supported"),
        ("set datafusion.execution.batch_size = 1", "not supported"),
    ] {
        let output = run(["sql", LAST_DUMP, question]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{question}: {told}");
        assert!(told.contains(said), "{question}: {told}");
    }
    let nothing = json(["sql", LAST_DUMP, "select null as nothing, 1 as one", "--json"]);
    assert_eq!(nothing["rows"], serde_json::json!([[null, 1]]));
    let output = run(["sql", "nowhere", "select 1"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A sort of all references needs more than it gets, and is finished in files.
#[test]
fn what_does_not_fit_into_memory_goes_on_in_files() {
    in_root();
    let question = "select place, name from (select name, row_number() over (order by name, source, target, point) as place \
        from (select concat(field, ' of object number ', source, ' refers to object number ', target) as name, * from references)) \
        where place % 50000 = 7 order by place";
    let told = |question: &str, memory: &str| json(["sql", DUMPS, question, "--json", "--memory", memory]);
    assert_eq!(told(question, "64"), told(question, "4096"));
    let spilled = |memory: &str| {
        let plan = told(&format!("explain analyze {question}"), memory).to_string();
        plan.split("spill_count=").skip(1).any(|rest| !rest.starts_with("0,") && !rest.starts_with("0]"))
    };
    assert_eq!((spilled("64"), spilled("4096")), (true, false));
}

/// A column that is distinct in one table is not so in a join, and sorts nothing alone.
#[test]
fn rows_are_in_the_order_that_was_asked_for() {
    in_root();
    let question = "with steps as (select distinct point as step from groups where point <= 3) \
        select s.step, g.depth, g.path, sum(g.bytes) as bytes from groups g cross join steps s where g.point = 1 group by s.step, g.depth, g.path \
        order by s.step, g.depth, g.path";
    let told = json(["sql", DUMPS, question, "--json"]);
    let rows = told["rows"].as_array().expect("has rows");
    let key = |row: &Value| (row[0].as_i64(), row[1].as_i64(), row[2].as_str().map(str::to_owned));
    assert!(rows.len() > 100 && rows.iter().map(key).is_sorted(), "{} rows", rows.len());
}
