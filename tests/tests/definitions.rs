//! Classifiers, filters and groupings that users save: saved once, named everywhere, lost never.

use std::fs;
use std::process::Output;

use serde_json::Value;
use tests::program::command;
use tests::repository::root;
use tests::scratch::Scratch;

/// A folder with a dump, and a configuration folder that belongs to the test.
struct Workplace {
    scratch: Scratch,
}

impl Workplace {
    fn new(name: &str) -> Self {
        let scratch = Scratch::new(name);
        fs::create_dir(scratch.join("dumps")).expect("the temporary directory is writable");
        fs::copy(root().join("data-samples/travel-shop/point-01.hprof.gz"), scratch.join("dumps/1.hprof.gz")).expect("can be copied");
        Self { scratch }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut call = command();
        call.args(arguments).current_dir(self.scratch.path()).env("MEMORY_CITY_CONFIG_DIR", self.scratch.join("config"));
        call.output().expect("the program can be run")
    }

    /// What a call that succeeds writes to stdout, and to stderr.
    fn outputs(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        let (out, errors) = (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
        assert!(output.status.success(), "{arguments:?}: {errors}");
        (out, errors)
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let (out, errors) = self.outputs(arguments);
        assert!(!errors.contains("definition"), "{arguments:?}: {errors}");
        serde_json::from_str(&out).expect("is JSON")
    }

    /// The line on stderr of a call that fails with this code.
    fn refusal(&self, arguments: &[&str], code: i32) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        errors.lines().last().unwrap_or_default().to_owned()
    }
}

const SCRIPT: &str = "let limit = 100;\nif size > limit { \"large\" } else { \"small\" }\n";

#[test]
fn what_is_saved_can_be_named_in_every_command() {
    let workplace = Workplace::new("definitions");
    fs::write(workplace.scratch.join("script.rhai"), SCRIPT).expect("the temporary directory is writable");
    let (out, told) =
        workplace.outputs(&["classifiers", "--save", "Size class", "--script-file", "script.rhai", "--description", "by 100 bytes"]);
    assert!(
        out.is_empty() && told.contains("saved the classifier \"Size class\" in ") && told.contains("config/memory-city.definitions"),
        "{told}"
    );
    workplace.outputs(&["classifiers", "--save", "big", "--filter", "--script", "size > 100", "--dataset", "dumps"]);
    workplace.outputs(&["classifiers", "--save", "mine", "--steps", "big, size class, type", "--dataset", "dumps/1.hprof.gz"]);
    assert!(
        workplace.scratch.join("dumps/memory-city.definitions").is_file()
            && workplace.scratch.join("config/memory-city.definitions").is_file()
    );

    // The numbers are those of the script written out.
    let groups = |arguments: &[&str]| workplace.json(&[&["query", "dumps/1.hprof.gz", "--json"], arguments].concat())["groups"].clone();
    let script = SCRIPT.trim_end();
    let expected = groups(&[&format!("where size > 100 group by script({script}), type")]);
    assert_eq!(groups(&["group by big, size-class, type"]), expected);
    assert_eq!(groups(&["group by preset:mine"]), expected);
    assert_eq!(groups(&["group by size class, type", "--filter", "big"]), expected);
    assert_eq!(groups(&["group by size class, type", "--filter", "size > 100"]), expected);

    workplace.outputs(&["group", "dumps", "--by", "preset:mine", "--out", "trees"]);
    workplace.outputs(&["inspect", "dumps/1.hprof.gz", "--by", "size class, type", "--key", "large", "--then", "size class"]);
    workplace.outputs(&["paths", "dumps/1.hprof.gz", "--by", "size class", "--key", "large"]);
    workplace.outputs(&["graph", "dumps/1.hprof.gz", "--by", "size class", "--key", "large"]);
    let scene = workplace.json(&["scene", "dumps", "--by", "preset:mine"]);
    assert!(scene.to_string().contains("Overall#large#"), "the city has such districts");
    workplace.outputs(&["scene", "dumps", "--filter", "big"]);
    workplace.outputs(&["check", "dumps", "--by", "size class", "--rule", "objects(large) > 0"]);

    // Listed with source and place; those of the dataset where it is named.
    let (listed, _) = workplace.outputs(&["classifiers", "--dataset", "dumps"]);
    for part in
        ["\nSaved\n", "  Size class\n", "      | let limit = 100;\n", "  preset:mine\n      grouping in dumps/memory-city.definitions\n"]
    {
        assert!(listed.contains(part), "{part:?} is missing: {listed}");
    }
    let listed = workplace.json(&["classifiers", "--json"]);
    let saved = listed["saved"].as_array().expect("is a list");
    assert_eq!(saved.len(), 1);
    assert_eq!((&saved[0]["name"], &saved[0]["kind"], &saved[0]["text"]), (&"Size class".into(), &"classifier".into(), &script.into()));
    let row = listed["classifiers"].as_array().and_then(|rows| rows.iter().find(|row| row["name"] == "Size class")).expect("is listed");
    assert_eq!((&row["description"], &row["available"]), (&"by 100 bytes".into(), &true.into()));

    let (_, told) = workplace.outputs(&["classifiers", "--delete", "size class"]);
    assert!(told.contains("deleted \"size class\""), "{told}");
    assert!(workplace.refusal(&["query", "dumps/1.hprof.gz", "group by size class"], 2).contains("unknown classifier \"size class\""));
    let (_, told) = workplace.outputs(&["classifiers", "--delete", "big", "--dataset", "dumps"]);
    assert!(told.contains("deleted"), "{told}");
    workplace.outputs(&["classifiers", "--delete", "preset:mine", "--dataset", "dumps"]);
    assert!(
        workplace
            .refusal(&["classifiers", "--delete", "preset:mine", "--dataset", "dumps"], 2)
            .contains("nothing called mine is saved in ")
    );
}

#[test]
fn wrong_definitions_are_refused_with_their_place_and_nothing_is_lost() {
    let workplace = Workplace::new("definitions-wrong");
    fs::write(workplace.scratch.join("wrong.rhai"), "let a = 1;\na >").expect("the temporary directory is writable");
    let error = workplace.refusal(&["classifiers", "--save", "x", "--script-file", "wrong.rhai"], 2);
    assert!(error.contains("wrong.rhai, line 2, column 4: "), "{error}");
    for (arguments, expected) in [
        (&["classifiers", "--save", "Type", "--script", "1"][..], "something else is called so"),
        (&["classifiers", "--save", "a, b", "--script", "1"], "means something else in a grouping"),
        (&["classifiers", "--save", "x", "--steps", "type, colour"], "line 1, column 7: unknown classifier"),
        (&["classifiers", "--save", "x"], "required"),
        (&["classifiers", "--script", "1"], "required"),
        (&["classifiers", "--delete", "x"], "nothing called x is saved in"),
    ] {
        let error = workplace.refusal(arguments, 2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    assert!(!workplace.scratch.join("config").exists(), "nothing was saved");
    assert!(workplace.refusal(&["classifiers", "--save", "x", "--script", "1", "--dataset", "nowhere"], 1).contains("nowhere"));

    workplace.outputs(&["classifiers", "--save", "x", "--script", "size"]);
    assert!(workplace.refusal(&["classifiers", "--save", "x", "--script", "count"], 2).contains("--replace replaces it"));
    workplace.outputs(&["classifiers", "--save", "x", "--script", "count", "--replace"]);

    // A damaged file is told, and never written over; what does not need it still works.
    let file = workplace.scratch.join("config/memory-city.definitions");
    let damaged = fs::read_to_string(&file).expect("was written").replace("\"version\": 1", "\"version\": 1,,");
    fs::write(&file, &damaged).expect("is writable");
    let error = workplace.refusal(&["classifiers", "--save", "y", "--script", "size"], 1);
    assert!(error.contains("memory-city.definitions: line 3, column "), "{error}");
    let output = workplace.run(&["query", "dumps/1.hprof.gz", "group by type", "--json"]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("saved definitions could not be read"));
    assert_eq!(fs::read_to_string(&file).expect("is there"), damaged);
}
