//! Many processes together: `memory-city fleet` names the field that grows and the version since which it does, of programs that use
//! libraries which others wrote, recorded as a user records them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json as value};
use tests::fleet::Fleet;
use tests::jvm::newest_jvm;
use tests::leaks::{Leaks, library};
use tests::program::{json, run, stdout};
use tests::scratch::Scratch;
use tests::spark::{ask_cluster, report_of_cluster, same_rows};

/// Services, with the program that each of them is.
const SERVICES: [(&str, &str); 3] =
    [("checkout", "published/web-sessions"), ("search", "published/eternal-cache"), ("mail", "published/durable-jobs")];
const VERSIONS: [&str; 2] = ["2.9", "2.10"];
const PODS: u64 = 5;
/// By what heaps are grouped anyway, in districts that are chosen.
const BY: &str = "version,service,package path,type";
const GUILTY: &str = "org.apache.catalina.session.ManagerBase.sessions";

fn record_all(folder: &Path) {
    let jars = library("h2").parent().map(Path::to_owned).expect("lies in a folder");
    let (services, versions) = (SERVICES.to_vec(), VERSIONS.to_vec());
    let fleet = Fleet { services, versions, pods: PODS, leaking: Some(("checkout", 1)), seed: 900, seconds: 25 };
    assert_eq!(fleet.record(&Leaks::compile_with_jars(Some(&jars)), &newest_jvm(), folder), [GUILTY]);
}

fn text(folder: &Path) -> &str {
    folder.to_str().expect("is a text")
}

#[test]
fn the_guilty_field_and_version_are_named() {
    let scratch = Scratch::new("fleets");
    let (dumps, tables, city) = (scratch.join("dumps"), scratch.join("tables"), scratch.join("city"));
    record_all(&dumps);
    let fleet = json(["fleet", text(&dumps), "--tables", text(&tables), "--out", text(&city), "--json"]);
    let all = SERVICES.len() as u64 * VERSIONS.len() as u64 * PODS;
    assert_eq!(fleet["processes"], all, "{fleet}");
    let cause = &fleet["causes"][0];
    assert_eq!((&cause["service"], &cause["cause"], &cause["since"]), (&"checkout".into(), &GUILTY.into(), &"2.10".into()), "{fleet}");
    // 2.10 comes after 2.9.
    let growing: Vec<&Value> = cause["versions"].as_array().expect("has versions").iter().map(|version| &version["growing"]).collect();
    assert_eq!(growing, [&Value::from(0), &Value::from(PODS)], "{fleet}");
    assert!(cause["chance"].as_f64().expect("is a number") < 0.01, "{fleet}");
    let sentence = format!("{GUILTY} grows in {PODS} of {PODS} processes of checkout since 2.10, in none of {PODS} before");
    assert_eq!(cause["sentence"], *sentence);
    assert_eq!(fleet["causes"].as_array().map(Vec::len), Some(1), "{fleet}");
    // Tables that are kept are an input, too.
    assert_eq!(json(["fleet", text(&tables), "--json"]), fleet);
    let said = stdout(["fleet", text(&tables)]);
    assert!(said.contains(&sentence) && said.contains("search 2.9: 5 processes, something keeps growing in 0"), "{said}");

    // Who asks the tables gets the same.
    let question = format!("select version, count(*) from leaks where field = '{GUILTY}' group by version");
    assert_eq!(json(["sql", text(&tables), &question, "--json"])["rows"], serde_json::json!([["2.10", PODS]]));
    // The city holds all of them, the same as the sum over all heaps at their ends.
    let sum = "select sum(p.bytes) from points p join runs r on r.service = p.service and r.version = p.version and r.process = p.process \
        where p.point = r.points";
    let sum = json(["sql", text(&tables), sum, "--json"])["rows"][0][0].as_u64().expect("is a number");
    let tree = json(["tree", text(&city), "--json"]);
    assert_eq!(tree.pointer("/pictures/0/shapes/0/value").and_then(Value::as_u64), Some(sum), "{tree}");
    // And by versions, whatever the services.
    let by_version = scratch.join("by-version");
    stdout(["fleet", text(&tables), "--by", "version,service", "--out", text(&by_version)]);
    let by_version = json(["tree", text(&by_version), "--json"]);
    let shapes = by_version["pictures"][0]["shapes"].as_array().expect("is a list");
    let inside = |level: u64| shapes.iter().filter(move |shape| shape["level"] == level);
    assert_eq!((shapes[0]["value"].as_u64(), inside(1).filter_map(|shape| shape["value"].as_u64()).sum()), (Some(sum), sum));
    let keys: Vec<&str> = inside(1).chain(inside(2)).filter_map(|shape| shape["key"].as_str()).collect();
    let known = |key: &str| VERSIONS.iter().any(|version| key.trim_start_matches("Overall#").split('#').next() == Some(version));
    assert!(keys.iter().all(|key| known(key)) && keys.contains(&"Overall#2.9#mail"), "{keys:?}");
    // What versions hold is the sum over their processes, of any group.
    let over = &fleet["over_versions"][0];
    assert_eq!((&over["service"], &over["before"], &over["since"]), (&"checkout".into(), &"2.9".into(), &"2.10".into()), "{over}");
    let path = over["path"].as_str().expect("is a text").replace('\'', "''");
    let held =
        format!("select version, sum(last_bytes) from growth where service = 'checkout' and path = '{path}' group by version order by 1");
    let held = json(["sql", text(&tables), &held, "--json"])["rows"].clone();
    let told = [1, 0].map(|at| [over["versions"][at]["version"].clone(), over["versions"][at]["bytes"].clone()]);
    assert_eq!(held, serde_json::json!(told), "{over}");

    // A cluster reads the same inputs, a task for each, and says the same, row by row.
    let (its_tables, answers, its_city) = (scratch.join("cluster-tables"), scratch.join("answers.json"), scratch.join("cluster-city"));
    let report =
        report_of_cluster(&[text(&dumps)], &its_tables, &["--answers", text(&answers), "--by", BY, "--out", text(&its_city), "--json"]);
    assert_eq!(report, fleet);
    let answers: Value = serde_json::from_slice(&fs::read(&answers).expect("was written")).expect("is JSON");
    let questions = json(["sql", "--tables", "--json"])["fleet"].as_array().expect("has questions").clone();
    assert_eq!(questions.len(), 6);
    for question in questions {
        let (name, sql) = (question["name"].as_str().expect("has a name"), question["sql"].as_str().expect("has a text"));
        // It begins with a comment.
        let here = json(["sql", "--json", "--", text(&tables), sql]);
        let names: Vec<&str> = here["columns"].as_array().expect("has columns").iter().filter_map(Value::as_str).collect();
        let row = |row: &Value| -> Vec<Value> { names.iter().map(|&name| row[name].clone()).collect() };
        let there: Vec<Vec<Value>> = answers[name].as_array().expect("has rows").iter().map(row).collect();
        assert!(!there.is_empty(), "{name}");
        assert_eq!(here["rows"], serde_json::json!(there), "{name}");
    }
    assert_eq!(json(["tree", text(&its_city), "--json"])["pictures"], by_version["pictures"]);
}

/// Questions with a name, and plain ones over every table, of all that a heap has: the same here and on a cluster.
#[test]
fn every_question_has_the_same_answer_on_a_cluster() {
    let scratch = Scratch::new("fleet-questions");
    let (shop, tables, manifest) = (scratch.join("a b"), scratch.join("tables"), scratch.join("manifest.json"));
    fs::create_dir_all(&shop).expect("can be made");
    let samples = tests::repository::root().join("data-samples");
    for point in ["point-04.hprof.gz", "point-08.hprof.gz", "point-12.hprof.gz"] {
        fs::copy(samples.join("travel-shop").join(point), shop.join(point)).expect("can be copied");
    }
    fs::copy(samples.join("travel-shop-trace/travel-shop.mctrace"), scratch.join("run.mctrace")).expect("can be copied");
    let inputs = r#"{"inputs":[{"path":"a b","service":"shop","version":"2.9","process":"pod-1"},
        {"path":"run.mctrace","service":"travel agency=1","version":"2.10","host":"h 1","process":"pod 2"}]}"#;
    fs::write(&manifest, inputs).expect("can be written");

    let known = json(["sql", "--tables", "--json"]);
    let names = |of: &str| -> Vec<String> {
        known[of].as_array().expect("is a list").iter().map(|one| one["name"].as_str().expect("has a name").to_owned()).collect()
    };
    let questions: Vec<String> = names("tables").iter().chain(&names("views")).map(|name| format!("select * from {name}")).collect();
    assert_eq!(questions.len(), 20);
    // Of each two points: a trace has many. The manifest lies where the job is started.
    let there =
        ask_cluster(&["--manifest", "manifest.json"], &tables, &["--export", &names("tables").join(","), "--option=--thin=2"], &questions);
    let whose = json(["sql", text(&tables), "select service, version, host, process from runs order by service", "--json"]);
    assert_eq!(whose["rows"], serde_json::json!([["shop", "2.9", "local", "pod-1"], ["travel agency=1", "2.10", "h 1", "pod 2"]]));
    for (question, there) in questions.iter().zip(&there) {
        let here = json(["sql", text(&tables), question, "--json"]);
        assert!(
            same_rows(&here, there),
            "{question}: {} rows here, {} there",
            here["rows"].as_array().map_or(0, Vec::len),
            there["rows"].as_array().map_or(0, Vec::len)
        );
    }
}

/// Two processes of a service that leaks.
fn two_pods(scratch: &Scratch) -> PathBuf {
    let folder = scratch.join("dumps");
    for pod in ["a", "b"] {
        fs::create_dir_all(folder.join("shop/1.0").join(pod)).expect("can be made");
        for point in ["point-02.hprof.gz", "point-05.hprof.gz", "point-08.hprof.gz", "point-11.hprof.gz"] {
            let sample = tests::repository::root().join("data-samples/travel-shop").join(point);
            fs::copy(sample, folder.join("shop/1.0").join(pod).join(point)).expect("can be copied");
        }
    }
    folder
}

/// Where names of folders do not tell whose heaps they are.
#[test]
fn a_manifest_tells_whose_heaps_inputs_are() {
    let scratch = Scratch::new("fleet-manifest");
    let folder = two_pods(&scratch);
    let by_names = json(["fleet", text(&folder), "--json"]);
    let listed = json(["fleet", text(&folder), "--list", "--json"]);
    assert_eq!(listed["inputs"].as_array().map(Vec::len), Some(2), "{listed}");
    let manifest = scratch.join("manifest.json");
    fs::write(&manifest, listed.to_string()).expect("can be written");
    assert_eq!(json(["fleet", "--manifest", text(&manifest), "--json"]), by_names);
    assert_eq!(json(["fleet", "--manifest", text(&manifest), "--list", "--json"]), listed);
    // Paths count from its folder, and what nobody says has the usual name.
    let inputs = r#"{"inputs":[{"path":"dumps/shop/1.0/b","service":"till"},{"path":"dumps/shop/1.0/a","service":"till","version":"2"}]}"#;
    fs::write(&manifest, inputs).expect("can be written");
    let fleet = json(["fleet", "--manifest", text(&manifest), "--json"]);
    let versions: Vec<&str> = fleet["versions"].as_array().expect("has some").iter().filter_map(|one| one["version"].as_str()).collect();
    assert_eq!(versions, ["", "2"], "{fleet}");
    for (wrong, said) in [("{", "no manifest of inputs"), (r#"{"inputs":[{"path":"gone","service":"s"}]}"#, "gone")] {
        fs::write(&manifest, wrong).expect("can be written");
        let output = run(["fleet", "--manifest", text(&manifest)]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(said), "{errors}");
    }
    // Tables of several processes are a city of all of them, and find tells of them what is told of the fleet.
    let (tables, city) = (scratch.join("tables"), scratch.join("city"));
    stdout(["fleet", text(&folder), "--tables", text(&tables), "--out", text(&city)]);
    let found = json(["find", text(&tables), "--json"]);
    assert_eq!(found["findings"].as_array().map(Vec::len), by_names["causes"].as_array().map(Vec::len));
    assert_eq!(found["findings"][0]["title"], by_names["causes"][0]["sentence"]);
    let is_of_shop = |key: &Value| key.as_str().is_some_and(|key| key.starts_with("Overall#shop#1.0#"));
    assert!(found["findings"][0]["groups"].as_array().is_some_and(|keys| !keys.is_empty() && keys.iter().all(is_of_shop)), "{found}");
    assert_eq!(json(["scene", text(&tables)]), json(["scene", text(&city)]));
    // There is no clock that all of them have.
    for shown in [&tables, &city] {
        let page = scratch.join("page.html");
        stdout(["report", text(shown), "--html", text(&page)]);
        let page = fs::read_to_string(page).expect("was written");
        assert!(page.contains("4 points, the start of each run to the end of each run"));
        assert!(!page.contains("0:00.000") && !page.contains(" a second"));
        let chart = stdout(["chart", text(shown), "--svg"]);
        assert!(chart.contains(">the start of each run<") && chart.contains(">the end<") && !chart.contains("0:00"), "{chart}");
        for (asked, said) in [(&["windows"][..], "have no clock"), (&["chart", "--window", "10s.."], "no common clock; points are 1 to 4")]
        {
            let refused = run(asked.iter().copied().chain([text(shown)]));
            assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains(said), "{refused:?}");
        }
        assert!(!stdout(["chart", "--window", "2..", text(shown)]).is_empty());
    }
    let refused = run(["export", text(&city), "--parquet", text(&scratch.join("again"))]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("fleet keeps the tables of each"), "{refused:?}");
}

#[test]
fn what_is_marked_as_needed_is_no_cause() {
    let scratch = Scratch::new("fleet-needed");
    let (folder, tables) = (two_pods(&scratch), scratch.join("tables"));
    let field = "travelshop.business.JourneyService.SEARCH_CACHE";
    let before = json(["fleet", text(&folder), "--tables", text(&tables), "--json"]);
    let sentence = &before["causes"][0]["sentence"];
    assert_eq!((&before["causes"][0]["cause"], before["causes"].as_array().map(Vec::len)), (&field.into(), Some(1)), "{before}");
    let keeper = json(["find", text(&tables), "--json"])["findings"][0]["keepers"][0].clone();
    assert_eq!((&keeper["holder"], &keeper["root_kind"]), (&field.into(), &"field".into()));
    // Marks stand in a file, which is no process.
    for data in [&folder, &tables] {
        stdout(["mark", text(data), "--needed", field]);
        let output = run(["fleet", text(data), "--json"]);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let fleet: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
        assert_eq!((&fleet["causes"], &fleet["needed"], &fleet["versions"]), (&value!([]), &value!([sentence]), &before["versions"]));
    }
    let found = json(["find", text(&tables), "--json"]);
    assert_eq!((&found["verdict"], &found["findings"], &found["needed"]), (&"steady".into(), &value!([]), &value!([sentence])));
    let told = stdout(["find", text(&tables)]);
    assert!(told.contains("Steady: nothing but what is marked as needed keeps growing over 4 points in time."), "{told}");
}

/// What went wrong stands on stderr, and the answer on stdout.
fn told(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_is_not_whole_or_of_before_is_told() {
    let scratch = Scratch::new("fleet-parts");
    let (folder, tables) = (two_pods(&scratch), scratch.join("tables"));
    let fleet = ["fleet", text(&folder), "--tables", text(&tables)];
    assert_eq!(told(&fleet).2, "");
    // The city goes as evenly as its processes do, wherever their points are: of four at four steps each is its own.
    let question = "select sum(objects) from groups where is_leaf group by point order by point";
    let city = json(["sql", text(&tables), "select sum(objects) from points group by point order by point", "--json"]);
    stdout(["fleet", text(&tables), "--out", text(&scratch.join("city"))]);
    assert_eq!(json(["sql", text(&scratch.join("city")), question, "--json"])["rows"], city["rows"]);
    // A city of sums knows no references, and what it was made of does.
    let found = stdout(["find", text(&scratch.join("city"))]);
    assert!(found.contains("Open what one of these processes was read from") && !found.contains("Take heap dumps"), "{found}");

    // Tables of before are told, too, and that they are.
    fs::rename(folder.join("shop/1.0"), folder.join("shop/2.0")).expect("can be renamed");
    let (_, text_of_all, errors) = told(&fleet);
    assert!(text_of_all.starts_with("4 processes") && errors.contains("were not read now"), "{errors}{text_of_all}");
    // Nothing is written where it would be read.
    for (out, option) in [(folder.join("shop/2.0/a"), "--out"), (folder.clone(), "--tables")] {
        let (code, _, errors) = told(&["fleet", text(&folder), option, text(&out)]);
        assert!(code == Some(1) && errors.contains("read"), "{errors}");
    }
    assert_eq!(told(&["export", text(&folder.join("shop/2.0/a")), "--parquet", text(&folder.join("shop/2.0/a"))]).0, Some(1));
    assert_eq!(told(&["export", text(&tables), "--parquet", text(&scratch.join("again"))]).0, Some(2), "they are of several processes");

    // The table that is written last tells whether all of them are there.
    fs::remove_file(tables.join("runs/service=shop/host=local/process=a/point=4/runs-1.0.parquet")).expect("is there");
    let (_, text_of_all, errors) = told(&["fleet", text(&tables)]);
    assert!(text_of_all.starts_with("3 processes") && errors.contains("not complete"), "{errors}{text_of_all}");
    assert!(told(&["find", text(&tables)]).2.contains("may not be complete"));
    // Nothing of such a process is counted: all is as if it were not there.
    let counted = |city: &str| {
        let city = scratch.join(city);
        let fleet = json(["fleet", text(&tables), "--json"]);
        stdout(["fleet", text(&tables), "--out", text(&city)]);
        (fleet, json(["tree", text(&city), "--json"]))
    };
    let beside = counted("city-beside");
    let shown = |named: &str| json(["tree", named, "--json"]);
    assert_eq!(shown(text(&tables)), beside.1, "the city of tables is the one that fleet writes");
    for table in fs::read_dir(&tables).expect("is there").flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        for point in fs::read_dir(table.join("service=shop/host=local/process=a")).into_iter().flatten().flatten() {
            for file in fs::read_dir(point.path()).expect("is there").flatten().map(|entry| entry.path()) {
                if text(&file).ends_with("-1.0.parquet") {
                    fs::remove_file(&file).expect("is there");
                }
            }
        }
    }
    assert_eq!(counted("city-without"), beside);
    fs::remove_dir_all(tables.join("runs")).expect("is there");
    assert_eq!(told(&["fleet", text(&tables)]).0, Some(1));
    // A file that is damaged is named.
    let points = tables.join("points/service=shop/host=local/process=a/point=4/points-2.0.parquet");
    fs::write(&points, "no table").expect("can be written");
    for command in [&["fleet"][..], &["find"]] {
        let (code, _, errors) = told(&[command, &[text(&tables)]].concat());
        assert!(code == Some(1) && errors.contains("points-2.0.parquet"), "{errors}");
    }

    // A dump that is cut off is told by whoever reads it, and nothing is said to grow where nothing was judged.
    let dump = folder.join("shop/2.0/b/point-11.hprof.gz");
    let bytes = fs::read(&dump).expect("is there");
    fs::write(&dump, &bytes[..bytes.len() / 2]).expect("can be written");
    for arguments in [
        &["fleet", text(&folder)][..],
        &["sql", text(&dump), "select count(*) from objects"],
        &["export", text(&dump), "--parquet", text(&scratch.join("cut"))],
    ] {
        let (code, _, errors) = told(arguments);
        assert!(code == Some(0) && errors.contains("is cut off"), "{arguments:?}: {errors}");
    }
    let (_, nothing, _) = told(&["fleet", text(&folder), "--window", "1..2"]);
    assert!(nothing.contains("None of the processes has points enough for a verdict.") && !nothing.contains("Nothing keeps"), "{nothing}");
}

#[test]
fn what_does_not_fit_is_told() {
    let scratch = Scratch::new("fleet-misfits");
    let folder = scratch.join("dumps");
    fs::create_dir_all(folder.join("shop/1.0")).expect("can be made");
    let sample = |name: &str| tests::repository::root().join("data-samples/travel-shop").join(name);
    fs::copy(sample("point-12.hprof.gz"), folder.join("shop/1.0/pod-1.hprof.gz")).expect("can be copied");
    fs::copy(sample("point-13.hprof.gz"), folder.join("shop/1.0/pod-2.hprof.gz")).expect("can be copied");
    fs::write(folder.join("shop/1.0/notes.md"), "what we know\n").expect("can be written");
    fs::write(folder.join("shop/readme"), "1.0 only\n").expect("can be written");
    let output = run(["fleet", text(&folder), "--json"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.contains("notes.md") && errors.contains("readme"), "{errors}");
    let fleet: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let version = &fleet["versions"][0];
    assert_eq!((&fleet["processes"], &version["processes"], &version["judged"]), (&2.into(), &2.into(), &0.into()), "{fleet}");
    for (arguments, code, said) in [
        (&["--places", "{service}/{version}"][..], 0, "readme could not be used"),
        (&["--places", "{service}/{version}/{process}.md"], 1, "none of the inputs could be used"),
        (&["--places", "{pod}"], 2, "{pod} is none of"),
        (&["--places", "{service}/x{version}/{host}"], 1, "no input fits"),
        (&["--places", "{service}/{any}/{process}-{any}"], 2, "would be the same process"),
        (&["--by", "service,process,type"], 2, "districts of many processes are service and version"),
    ] {
        let output = run(["fleet", text(&folder)].iter().chain(arguments));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && errors.contains(said), "{arguments:?}: {} {errors}", output.status);
    }
}
