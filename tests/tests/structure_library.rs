//! The descriptions of data structures that come with the program, on programs that hold one of each and say what belongs to it
//! (`tests/java/structures`): those of the platform in every JVM, those of libraries in the newest one.

use std::collections::{BTreeMap, BTreeSet};
use std::env::join_paths;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::jvm::{all_jvms, compile, compile_with, feature_version, newest_jvm};
use tests::leaks::library;
use tests::program::json;
use tests::scratch::Scratch;

/// Programs in `tests/java/structures/libraries` with the jars that each needs.
const LIBRARIES: [(&str, &[&str]); 14] = [
    ("Caffeine", &["caffeine"]),
    ("Clojure", &["clojure-1.11", "spec.alpha", "core.specs.alpha"]),
    ("CommonsCollections", &["commons-collections4"]),
    ("Fastutil", &["fastutil"]),
    ("Groovy", &["groovy-all"]),
    ("GsCollections", &["gs-collections", "gs-collections-api"]),
    ("Guava", &["guava"]),
    ("Hppc", &["hppc"]),
    ("Jctools", &["jctools-core"]),
    ("Lucene", &["lucene-core-8.7.0"]),
    ("Netty", &["netty-common"]),
    ("Scala", &["scala-library"]),
    ("Trove", &["trove4j"]),
    ("TroveOfIntelliJ", &["libtrove-intellij"]),
];

/// The program of the platform counts what lies in the fields of its skip lists.
const OPEN: [&str; 2] = ["--add-opens", "java.base/java.util.concurrent=ALL-UNNAMED"];

/// The program of the platform holds so many data structures at least.
const LEAST: usize = 60;

/// Objects that belong to a data structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Counts {
    own: Option<u64>,
    nested: Option<u64>,
    leaves: Option<u64>,
}

/// By owner and class of the head.
type Held = BTreeMap<(String, String), Counts>;

#[test]
fn data_structures_of_the_platform_hold_what_the_program_says_in_every_jvm() {
    // Descriptions beside a dump count for it.
    let (classes, scratch, descriptions) = (golden(), Scratch::new("golden"), Scratch::new("golden-descriptions"));
    for java in all_jvms() {
        let case = java.display().to_string();
        let (dump, said) = dump(&java, &OPEN, classes.path().as_os_str(), "golden.Golden", &scratch);
        assert!(said.len() >= LEAST, "{case}: {said:?}");
        check(&case, &said, &held(&dump, &[]));
        check_options(&case, &said, &dump, &descriptions);
        check_own_descriptions(&case, &dump, &descriptions);
    }
}

#[test]
fn the_platform_is_looked_at_in_more_than_one_version() {
    let versions: BTreeSet<u32> = all_jvms().iter().map(|java| feature_version(java)).collect();
    assert!(versions.len() >= 2, "{versions:?}: scripts/test.sh fetches a second one");
}

#[test]
fn data_structures_of_libraries_hold_what_the_programs_say() {
    let (classes, scratch, java) = (golden(), Scratch::new("libraries"), newest_jvm());
    for (program, jars) in LIBRARIES {
        let own = scratch.join("classes");
        fs::create_dir_all(&own).expect("writable");
        let path: Vec<PathBuf> = jars.iter().map(|jar| library(jar)).chain([classes.path().to_path_buf(), own.clone()]).collect();
        let path = join_paths(path).expect("no path has a colon");
        let options: [&OsStr; 3] = ["-nowarn".as_ref(), "-cp".as_ref(), &path];
        // With the dot: other programs begin with the same name.
        compile_with(&options, &format!("tests/java/structures/libraries/{program}."), &own);
        let (dump, said) = dump(&java, &[], &path, &format!("libraries.{program}"), &scratch);
        assert!(!said.is_empty(), "{program}");
        check(program, &said, &held(&dump, &[]));
    }
}

/// The program of the platform, and what those of libraries need of it.
fn golden() -> Scratch {
    let classes = Scratch::new("golden-classes");
    compile("tests/java/structures/golden/", classes.path());
    classes
}

/// Subclasses count unless they are not to, and what is excluded does not.
fn check_options(case: &str, said: &Held, dump: &str, descriptions: &Scratch) {
    let strict = held(dump, &["--strict-structures"]);
    let field = |name: &str, held: &Held| {
        let owner = format!("golden.Golden.{name}");
        held.iter().find(|(key, _)| key.0 == owner).map(|(_, counts)| *counts)
    };
    assert_eq!(field("HASH_MAP_OF_OWN_CLASS", &strict), None, "{case}");
    assert_eq!(field("HASH_MAP", &strict), field("HASH_MAP", said), "{case}");
    let file = descriptions.join("weak.structures");
    let text = "java.util.WeakHashMap$Entry { java.util.WeakHashMap$Entry; (*); !java.lang.ref.ReferenceQueue; }";
    fs::write(&file, text).expect("writable");
    let excluding = held(dump, &["--structures", &file.display().to_string()]);
    // Head, table, entries, keys and values, without the queue.
    let expected = Counts { own: Some(302), nested: Some(302), leaves: Some(200) };
    assert_eq!(field("WEAK_HASH_MAP", &excluding), Some(expected), "{case}");
    // Ten keys and ten lists; the lists open: ten keys and what is in the lists.
    let [own, deep] = ["own leaves", "deep leaves"].map(|kind| leaves(dump, kind, "package", &[]));
    let key = "golden.Golden.MAP_OF_LISTS#java.util.HashMap";
    assert_eq!((own.get(&format!("{key}#Own leaves")), deep.get(&format!("{key}#Deep leaves"))), (Some(&20), Some(&1010)), "{case}");
}

/// A leaf with a description of its own is opened if it is a head, or if leaves are to be.
fn check_own_descriptions(case: &str, dump: &str, descriptions: &Scratch) {
    let file = descriptions.join("statistics.structures");
    let named = file.display().to_string();
    // Three keys, three groups, in each a list of fifty measurements.
    for (mark, option, groups, measurements) in
        [("", None, 3, 0), ("", Some("--expand-leaves"), 3, 150), ("DS ", None, 0, 150), ("DS ", Some("--expand-leaves"), 0, 150)]
    {
        let group = format!("{mark}Statistics$Group {{ *; }}");
        let lines = ["namespace golden {", "DS Statistics { java.util.HashMap; }", &group, "Statistics$Measurement { }", "}"];
        fs::write(&file, lines.join("\n")).expect("writable");
        let options: Vec<&str> = ["--structures", named.as_str()].into_iter().chain(option).collect();
        let found = leaves(dump, "deep leaves", "type", &options);
        let of = |class: &str| {
            let key = format!("golden.Golden.STATISTICS#golden.Statistics#Deep leaves#golden.{class}");
            found.get(&key).copied().unwrap_or(0)
        };
        let told = [of("Item"), of("Statistics$Group"), of("Statistics$Measurement")];
        assert_eq!(told, [3, groups, measurements], "{case} {mark}{option:?}");
    }
}

/// Runs a program, which dumps itself; returns the dump and what the program says.
fn dump(java: &Path, options: &[&str], class_path: &OsStr, main: &str, scratch: &Scratch) -> (String, Held) {
    let file = scratch.join("own.hprof");
    // The JVM does not write over a file.
    let _ = fs::remove_file(&file);
    let mut command = Command::new(java);
    command.args(["-XX:+UseSerialGC", "-Xmx128m"]).args(options).arg("-cp").arg(class_path).arg(main).arg(&file);
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {}: {error}", java.display()));
    assert!(output.status.success(), "{main}: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout).lines().map(parse_line).collect();
    (file.display().to_string(), said)
}

/// Owner, class, and three numbers, or question marks for what the program cannot tell.
fn parse_line(line: &str) -> ((String, String), Counts) {
    let [owner, class, own, nested, leaves] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line} says nothing") };
    let number = |word: &str| word.parse().ok();
    ((owner.to_owned(), class.to_owned()), Counts { own: number(own), nested: number(nested), leaves: number(leaves) })
}

/// What Memory City finds.
fn held(dump: &str, options: &[&str]) -> Held {
    let found = json(["structures", dump, "--json"].iter().chain(options));
    let deep = leaves(dump, "deep leaves", "package", options);
    let rows = found["born"].as_array().expect("a list").iter().map(|row| {
        let [owner, class] = ["owner", "class"].map(|name| row[name].as_str().expect("a text").to_owned());
        let [own, nested] = ["own", "nested"].map(|size| row["sizes"][size]["objects"].as_u64());
        let leaves = deep.get(&format!("{owner}#{class}#Deep leaves")).copied().unwrap_or(0);
        ((owner, class), Counts { own, nested, leaves: Some(leaves) })
    });
    rows.collect()
}

/// How many leaves data structures have by owner, class of the head, and a classifier.
fn leaves(dump: &str, kind: &str, by: &str, options: &[&str]) -> BTreeMap<String, u64> {
    let query = format!("group by data structure heads, data structure owner, type, {kind}({by})");
    let found = json(["query", dump, &query, "--json", "--top", "1000000"].iter().chain(options));
    let groups = found["groups"].as_array().expect("a list").iter();
    let key = |text: &str| text.strip_prefix("Overall#").unwrap_or(text).to_owned();
    groups.map(|group| (key(group["key"].as_str().expect("a text")), group["objects"].as_u64().expect("a number"))).collect()
}

/// What is found is what was said, as far as it was said.
fn check(case: &str, said: &Held, found: &Held) {
    let is_right = |said: Option<u64>, found: Option<u64>| said.is_none() || said == found;
    let mut wrong = Vec::new();
    for (key, said) in said {
        match found.get(key) {
            Some(found) if is_right(said.own, found.own) && is_right(said.nested, found.nested) && is_right(said.leaves, found.leaves) => {}
            other => wrong.push(format!("{key:?}: {said:?}, found {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{case}:\n{}", wrong.join("\n"));
}
