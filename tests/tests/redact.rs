//! `memory-city redact` on dumps of real JVMs, of a program that knows secrets in every form (`tests/java/secrets`).

use std::fs::{create_dir_all, rename};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tests::jvm::{all_jvms, compile, jcmd};
use tests::program;
use tests::recorded::Running;
use tests::scratch::Scratch;

/// What the program is told when it is started: the JVM knows its command line, too.
const SECRET: &str = "hunter2-8c0ffee5";
/// A constant of its code.
const CONSTANT: &str = "constant-4f1c9a7e";
/// Numbers that it has in a static field and in fields of objects, of 4 and of 8 bytes.
const NUMBERS: [u32; 3] = [0x5EC2_E711, 0x5EC2_E722, 0x5EC2_E733];
const LONG_NUMBERS: [u64; 3] = [0x5E_C2E7_0123_4567, 0x5E_C2E7_89AB_CDEF, 7_654_321.125_f64.to_bits()];

/// All forms in which a dump may have the secrets.
fn secrets() -> Vec<Vec<u8>> {
    let texts = [SECRET, CONSTANT].into_iter().flat_map(|text| {
        let wide = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        [text.as_bytes().to_vec(), wide(u16::to_be_bytes), wide(u16::to_le_bytes)]
    });
    let numbers = NUMBERS.into_iter().flat_map(|number| [number.to_be_bytes().to_vec(), number.to_le_bytes().to_vec()]);
    let long = LONG_NUMBERS.into_iter().flat_map(|number| [number.to_be_bytes().to_vec(), number.to_le_bytes().to_vec()]);
    texts.chain(numbers).chain(long).collect()
}

/// How many of the secrets are in a dump.
fn found_in(dump: &Path) -> usize {
    let bytes = analysis::open_bytes(dump, &analysis::Progress::new(), &analysis::Warnings::new()).expect("can be read");
    secrets().iter().filter(|secret| bytes.windows(secret.len()).any(|window| window == &secret[..])).count()
}

/// Dumps of the program by its own JVM in all ways.
fn dump(java: &Path, classes: &Path, folder: &Path) -> Vec<std::path::PathBuf> {
    let mut call = Command::new(java);
    call.args(["-XX:+UseSerialGC", "-Xmx64m", "-cp"]).arg(classes).arg("secrets.Main").arg(folder).arg(SECRET);
    let mut running = Running::start(call.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut lines = BufReader::new(running.0.stdout.take().expect("stdout is a pipe")).lines();
    assert!(lines.next().expect("says something").expect("is text").starts_with("dumped"));
    let [plain, packed] = ["jcmd.hprof", "packed.hprof.gz"].map(|name| folder.join(name));
    jcmd(running.pid(), &["GC.heap_dump".as_ref(), plain.as_os_str()]);
    jcmd(running.pid(), &["GC.heap_dump".as_ref(), "-gz=1".as_ref(), packed.as_os_str()]);
    vec![folder.join("bean.hprof"), plain, packed]
}

/// Names of threads are contents, and no command tells them.
fn without_names_of_threads(document: &str) -> String {
    let known = ["main", "Reference Handler", "Finalizer", "Signal Dispatcher", "Notification Thread", "Attach Listener", "Common-Cleaner"];
    let mut document: Value = serde_json::from_str(document).expect("is JSON");
    for thread in document["threads"].as_array_mut().expect("there are threads") {
        let name = thread["name"].take();
        let is_known = name.as_str().is_some_and(|name| name.is_empty() || known.contains(&name) || name.contains(SECRET));
        assert!(is_known, "{name}");
        for local in thread["frames"].as_array_mut().into_iter().flatten().flat_map(|frame| frame["locals"].as_array_mut()).flatten() {
            local.as_object_mut().expect("is one").remove("text");
        }
    }
    document.to_string()
}

/// What `find` tells of things that are known without contents: waste may be in them.
fn without_waste(document: &str) -> String {
    let mut document: Value = serde_json::from_str(document).expect("is JSON");
    document["waste"].take();
    let findings = document["findings"].as_array_mut().expect("there are findings");
    findings.retain(|finding| finding["severity"] != "waste");
    document.to_string()
}

/// A command, and what of its document is compared.
type Case = (&'static [&'static str], fn(&str) -> String);

#[test]
fn nothing_of_what_a_program_knows_is_in_a_redacted_dump_and_all_that_looks_at_no_contents_is_equal() {
    let classes = Scratch::new("secrets-classes");
    compile("tests/java/secrets/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("redact");
        for whole in dump(&java, classes.path(), scratch.path()) {
            let case = format!("{} {}", java.display(), whole.display());
            assert_eq!(found_in(&whole), 10, "{case}: one text in three forms, one in Latin-1, and six numbers");
            // Each in a folder of its own, so that documents that name their file are equal.
            let [before, after] = ["before", "after"].map(|name| scratch.join(name));
            [&before, &after].into_iter().for_each(|folder| create_dir_all(folder).expect("can be made"));
            let name = whole.file_name().expect("has one");
            program::stdout(["redact".as_ref(), whole.as_os_str(), "--out".as_ref(), after.join(name).as_os_str()]);
            rename(&whole, before.join(name)).expect("can be moved");
            assert_eq!(found_in(&after.join(name)), 0, "{case}");
            let told = |folder: &Path, words: &[&str]| {
                let words = words.iter().map(|word| if *word == "FILE" { name } else { word.as_ref() });
                let output = program::command().args(words).current_dir(folder).env("MEMORY_CITY_CACHE", "off").output();
                let output = output.expect("the program starts");
                assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
                String::from_utf8(output.stdout).expect("is text")
            };
            let same: [Case; 9] = [
                (&["histogram", "FILE", "--json"], str::to_owned),
                (&["histogram", "FILE", "--json", "--keep-unreachable", "--policy", "visualvm"], str::to_owned),
                (&["objects", "FILE", "--csv", "-"], str::to_owned),
                (&["classes", "FILE", "--json"], str::to_owned),
                (&["tree", "FILE", "--by", "type", "--json"], str::to_owned),
                (&["query", "FILE", "group by type, pointed from(type)", "--json"], str::to_owned),
                (&["graph", "FILE", "--by", "type", "--key", "secrets.Main$Account", "--json"], str::to_owned),
                (&["threads", "FILE", "--json"], without_names_of_threads),
                (&["find", "FILE", "--json"], without_waste),
            ];
            // Tables by what texts say, of the whole dump, and without contents.
            let groups_with_secret = |options: &[&str]| {
                let tables = scratch.join(&format!("tables-{}", options.len()));
                let tables = tables.to_str().expect("is text");
                let by = ["export", "FILE", "--by", "type, script(text)", "--no-references", "--parquet", tables];
                told(&before, &[&by[..], options].concat());
                let question = format!("select count(*) from groups where path like '%{SECRET}%'");
                let answer: Value = serde_json::from_str(&told(&before, &["sql", tables, &question, "--json"])).expect("is JSON");
                answer["rows"][0][0].as_u64().expect("is a number")
            };
            assert!(groups_with_secret(&[]) > 0, "{case}");
            assert_eq!(groups_with_secret(&["--redact"]), 0, "{case}");
            for (words, compared) in same {
                assert!(compared(&told(&before, words)) == compared(&told(&after, words)), "{case}: {words:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_redacted_is_refused_and_leaves_nothing() {
    let scratch = Scratch::new("redact-none");
    let out = scratch.join("out.hprof");
    let told = |input: &Path| {
        let output = program::run(["redact".as_ref(), input.as_os_str(), "--out".as_ref(), out.as_os_str()]);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let trace = scratch.join("app.mctrace");
    std::fs::write(&trace, analysis::fixture::leaking_trace(4)).expect("can be written");
    let (code, errors) = told(&trace);
    assert!(code == Some(2) && errors.contains("is a trace, and these hold no contents of objects"), "{errors}");
    let text = scratch.join("text.hprof");
    std::fs::write(&text, "secrets").expect("can be written");
    let (code, errors) = told(&text);
    assert!(code == Some(1) && errors.contains("not a heap dump"), "{errors}");
    assert_eq!(std::fs::read_dir(scratch.path()).expect("can be listed").count(), 2);
}
