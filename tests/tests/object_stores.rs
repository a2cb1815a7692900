//! Inputs and tables in an object store: read and written as if they lay here, over a real server that speaks S3.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;
use tests::object_store::ObjectStore;
use tests::program::{command, json};
use tests::repository::root;
use tests::scratch::Scratch;

/// Points of three processes, with what must not change in names of folders.
const PROCESSES: [(&str, [&str; 3]); 3] = [
    ("shop/2.9/pod-1", ["point-01", "point-02", "point-03"]),
    ("shop/2.10/pod 2=b", ["point-04", "point-08", "point-12"]),
    ("shop/2.10/pod-3", ["point-05", "point-09", "point-13"]),
];

fn put_dumps(folder: &Path) {
    for (place, points) in PROCESSES {
        fs::create_dir_all(folder.join(place)).expect("can be made");
        for point in points.map(|point| format!("{point}.hprof.gz")) {
            fs::copy(root().join("data-samples/travel-shop").join(&point), folder.join(place).join(&point)).expect("can be copied");
        }
    }
}

fn ask(store: &ObjectStore, arguments: &[&str]) -> Output {
    command().args(arguments).envs(store.environment()).output().expect("runs")
}

fn told(store: &ObjectStore, arguments: &[&str]) -> Value {
    let output = ask(store, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

#[test]
fn what_lies_in_an_object_store_is_the_same_as_here() {
    let scratch = Scratch::new("object-stores");
    let (here, buckets) = (scratch.join("here"), scratch.join("buckets"));
    put_dumps(&here);
    put_dumps(&buckets.join("heaps/dumps"));
    let store = ObjectStore::start(&buckets);
    let text = |path: &Path| path.to_str().expect("is a text").to_owned();

    // Many processes, read there and with their tables there.
    let fleet = json(["fleet", &text(&here), "--json"]);
    assert_eq!(fleet["processes"], 3, "{fleet}");
    assert_eq!(told(&store, &["fleet", "s3://heaps/dumps", "--tables", "s3://heaps/tables/of fleets", "--json"]), fleet);
    assert!(buckets.join("heaps/tables/of fleets/points/service=shop/host=local/process=pod%202%3Db/point=3").is_dir());
    assert_eq!(told(&store, &["fleet", "s3://heaps/tables/of fleets/", "--json"]), fleet);

    // One heap, in every table, in the place of an earlier export of several.
    let point = "shop/2.10/pod 2=b/point-08.hprof.gz";
    let process = ["--service", "shop", "--process", "a=b"];
    for input in ["shop/2.10/pod 2=b", point] {
        let input = format!("s3://heaps/dumps/{input}");
        told(&store, &[&["export", &input, "--parquet", "s3://heaps/one", "--sizes"], &process[..]].concat());
    }
    let known = json(["sql", "--tables", "--json"]);
    for table in known["tables"].as_array().expect("is a list") {
        let name = table["name"].as_str().expect("has a name");
        let question = format!("select * from {name}");
        let dump = text(&here.join(point));
        let own = json(["sql", &dump, &question, "--json"].iter().chain(&process));
        let mut stored = told(&store, &["sql", "s3://heaps/one", &question, "--json"]);
        if name == "runs" {
            // It says where it was read.
            let place = stored["rows"][0][0].take();
            assert_eq!(place, format!("s3://heaps/dumps/{point}"));
            stored["rows"][0][0] = dump.into();
        }
        let rows = |answer: &Value| {
            let mut rows: Vec<String> = answer["rows"].as_array().expect("has rows").iter().map(Value::to_string).collect();
            rows.sort_unstable();
            rows
        };
        assert!(stored["columns"] == own["columns"] && rows(&stored) == rows(&own), "{name}");
    }

    // An input there is one for a question, too; so is a folder.
    let count = "select count(distinct point), sum(objects) from points";
    let of_here = json(["sql", &text(&here.join("shop/2.10/pod-3")), count, "--json"]);
    assert_eq!(told(&store, &["sql", "s3://heaps/dumps/shop/2.10/pod-3", count, "--json"])["rows"], of_here["rows"]);
}

#[test]
fn what_an_object_store_refuses_is_told() {
    let scratch = Scratch::new("object-stores-refuse");
    fs::create_dir_all(scratch.join("buckets/heaps")).expect("can be made");
    let store = ObjectStore::start(&scratch.join("buckets"));
    let dump = root().join("data-samples/travel-shop/point-04.hprof.gz");
    let dump = dump.to_str().expect("is a text");
    for (arguments, said) in [
        (&["sql", "s3://heaps/nothing-there", "select 1"][..], "s3://heaps/nothing-there: "),
        (&["fleet", "s3://heaps/nothing-there"], "s3://heaps/nothing-there: "),
        (&["export", dump, "--parquet", "s3://"], "s3://BUCKET/FOLDER"),
        (&["sql", "s3://other/tables", "select 1"], "s3://other/tables: "),
    ] {
        let output = ask(&store, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(said) && errors.lines().count() < 4, "{arguments:?}: {errors}");
    }
    // Whoever has no right to read gets nothing, and a store that is not there is not waited for long.
    for (name, value) in [("AWS_SECRET_ACCESS_KEY", "another-secret"), ("AWS_ENDPOINT_URL", "http://127.0.0.1:1")] {
        let mut call = command();
        call.args(["export", dump, "--parquet", "s3://heaps/tables"]).envs(store.environment()).env(name, value);
        let started = Instant::now();
        let output = call.output().expect("runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains("s3://heaps/tables/") && !errors.contains("another-secret"), "{errors}");
        assert!(started.elapsed() < Duration::from_secs(60));
    }
}
