//! Names of local variables in real JVMs: a program holds objects in variables while it is recorded.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tests::jvm::{all_jvms, compile_with};
use tests::program;
use tests::scratch::Scratch;
use trace_format::{BlockKind, RootRecord, RootRecordKind, Roots, scan};

/// What the frames of the thread `holder` hold, as `memory-city threads` tells: method, class, variable.
fn held(trace: &Path) -> Vec<(String, String, Option<String>)> {
    let path = trace.to_str().expect("scratch folders have plain names");
    let threads = program::json(["threads", path, "--thread", "holder", "--json"]);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut held = Vec::new();
    for frame in threads["threads"][0]["frames"].as_array().expect("has a stack") {
        let Some(method) = frame["frame"].as_str().and_then(|frame| frame.split('(').next()?.strip_prefix("Locals.")) else { continue };
        for local in frame["locals"].as_array().expect("is a list") {
            assert_eq!(local["kind"], "local variable", "{local}");
            held.push((method.to_owned(), text(&local["class"]).expect("has one"), text(&local["variable"])));
        }
    }
    held.sort();
    held
}

fn local_roots(trace: &Path) -> Vec<RootRecord> {
    let file = fs::read(trace).expect("was written");
    let blocks = scan(&file).expect("it is a trace").blocks;
    let roots = blocks.iter().filter(|block| block.kind == Some(BlockKind::Roots));
    let roots = roots.flat_map(|block| block.read::<Roots>(&file).expect("can be read").roots);
    roots.filter(|root| root.kind == RootRecordKind::StackLocal).collect()
}

#[test]
fn local_variables_have_names_where_debug_information_exists() {
    let source = "tests/java/recorder/Locals";
    let classes = [Scratch::new("recorder-with-names"), Scratch::new("recorder-without-names")];
    compile_with(&["-g"], source, classes[0].path());
    compile_with(&["-g:source,lines"], source, classes[1].path());
    // What a slot held before its next variable is set has no name.
    let expected = [
        ("hold", "Locals$Cart", "cart"),
        ("hold", "Locals$Order", "order"),
        ("hold", "int[]", "numbers"),
        ("hold", "java.lang.String", "text"),
        ("outer", "Locals$Cart", "given"),
        ("outer", "java.lang.Class", "type"),
    ];
    for java in all_jvms() {
        for (classes, has_names) in classes.iter().zip([true, false]) {
            let scratch = Scratch::new("recorder-names");
            let trace = scratch.join("a.mctrace");
            let folder = classes.path().to_str().expect("scratch folders have plain names");
            let mut command = program::command();
            command.arg("record").arg("--out").arg(&trace).args(["--budget", "none", "--max-pause", "none", "--at-exit", "--"]);
            let output = command.arg(&java).args(["-Xint", "-cp", folder, "Locals"]).output().expect("memory-city can be run");
            assert!(output.status.success(), "{}: {}", java.display(), String::from_utf8_lossy(&output.stderr));
            let facts = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref()]);
            assert_eq!((&facts["complete"], &facts["limits"]), (&json!(true), &json!([])), "{}", java.display());
            let held = held(&trace);
            let (named, others): (Vec<_>, Vec<_>) = held.iter().partition(|(.., variable)| variable.is_some());
            let named: Vec<(&str, &str, &str)> =
                named.iter().map(|(method, class, name)| (&**method, &**class, name.as_deref().unwrap_or_default())).collect();
            let roots = local_roots(&trace);
            if has_names {
                assert_eq!(named, expected, "{}", java.display());
                let has_coupon = others.iter().any(|(method, class, _)| method == "outer" && class == "Locals$Coupon");
                assert!(has_coupon, "the slot holds it still, and no variable does: {others:?}");
                let paths = program::stdout(["paths".as_ref(), trace.as_os_str(), "--key".as_ref(), "Locals$Order".as_ref()]);
                assert!(paths.contains("local variable order in Locals.hold(Locals.java:"), "{paths}");
            } else {
                assert_eq!(named, [], "{}", java.display());
                for (method, class, _) in expected {
                    let is_told = others.iter().any(|other| (&*other.0, &*other.1) == (method, class));
                    assert!(is_told, "{}: {method} {class}: {others:?}", java.display());
                }
            }
            assert!(roots.len() > 5 && roots.iter().all(|root| root.slot.is_some()), "every one has its slot: {}", java.display());
        }
    }
}
