//! Examples for builds, as they stand: the Maven project with rules of its heap, and the commands of the snippets for servers, healthy and
//! with a leak.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tests::program;
use tests::repository::{files, root, text};
use tests::scratch::Scratch;

/// Where Debian keeps what its packages of Maven have.
const REPOSITORY: &str = "/usr/share/maven-repo";
const PROJECT: &str = "examples/maven-check/";

/// A copy of the project that is built from packages of Debian; with `leak` it forgets nothing.
struct Project {
    folder: Scratch,
    leak: bool,
}

impl Project {
    fn new(leak: bool) -> Self {
        let folder = Scratch::new("builds");
        for path in files().iter().filter(|path| path.starts_with(PROJECT)) {
            let copy = folder.join(&path[PROJECT.len()..]);
            fs::create_dir_all(copy.parent().expect("lies in a folder")).expect("can be made");
            fs::write(copy, text(path)).expect("can be written");
        }
        let settings = folder.join("settings.xml");
        let mirror = format!("<mirror><id>debian</id><mirrorOf>*</mirrorOf><url>file://{REPOSITORY}</url></mirror>");
        fs::write(&settings, format!("<settings><mirrors>{mirror}</mirrors></settings>")).expect("can be written");
        let plugin = |name: &str| version(&format!("org/apache/maven/plugins/maven-{name}-plugin"));
        let options = [
            format!("--settings={}", settings.display()),
            format!("-Dmaven.repo.local={}", folder.join("repository").display()),
            format!("-Djunit.version={}", version("org/junit/jupiter/junit-jupiter")),
            format!("-Dresources.version={}", plugin("resources")),
            format!("-Dcompiler.version={}", plugin("compiler")),
            format!("-Dsurefire.version={}", plugin("surefire")),
            format!("-Dleak={leak}"),
        ];
        fs::create_dir(folder.join(".mvn")).expect("can be made");
        fs::write(folder.join(".mvn/maven.config"), options.join("\n")).expect("can be written");
        Self { folder, leak }
    }

    /// Runs a line of a shell in the project, with the program in the path.
    fn run(&self, line: &str) -> Output {
        let program = program::path().parent().expect("lies in a folder");
        let others = std::env::var_os("PATH").expect("there is a path");
        let path = std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&others))).expect("a path");
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", line]).current_dir(self.folder.path()).env("PATH", path);
        // Of programs that are no build.
        shell.env("JDK_JAVA_OPTIONS", format!("-Dleak={}", self.leak));
        shell.output().unwrap_or_else(|error| panic!("sh cannot be run: {error}"))
    }

    fn reports(&self) -> PathBuf {
        self.folder.join("target/heap-rules")
    }
}

/// The version that Debian packages; older names lead to the same.
fn version(artifact: &str) -> String {
    let folder = Path::new(REPOSITORY).join(artifact);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| {
        let packages = "apt-get install junit5 libsurefire-java libmaven-compiler-plugin-java libmaven-resources-plugin-java";
        panic!("{}: {error}; {packages}", folder.display())
    });
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let numbers = |name: &String| name.split('.').map(|part| part.parse::<u32>().ok()).collect::<Option<Vec<u32>>>();
    names.filter(|name| numbers(name).is_some()).max_by_key(numbers).unwrap_or_else(|| panic!("{} has no version", folder.display()))
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A report as a parser of XML sees it: the numbers of the suite, and of each test its name with the message of its failure.
fn junit(file: &Path) -> Value {
    let script = "import json, sys, xml.etree.ElementTree as xml\n\
        suite = xml.parse(sys.argv[1]).getroot().find('testsuite')\n\
        tests = [[test.get('name'), None if test.find('failure') is None else test.find('failure').get('message')] for test in suite.iter('testcase')]\n\
        json.dump({'counts': [suite.get(name) for name in ['tests', 'failures', 'errors', 'skipped']], 'tests': tests}, sys.stdout)\n";
    let output = Command::new("python3").args(["-c", script]).arg(file).output().expect("python3");
    assert!(output.status.success(), "{}: {}", file.display(), said(&output));
    serde_json::from_slice(&output.stdout).expect("is JSON")
}

fn sarif(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let log: Value = serde_json::from_str(&text).expect("is JSON");
    assert_eq!(log["version"], "2.1.0");
    log["runs"][0]["results"].clone()
}

/// The line of a source of the project that has such a text.
fn line_of(path: &str, part: &str) -> usize {
    let source = text(&format!("{PROJECT}{path}"));
    source.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{path} has no {part}")) + 1
}

/// The one file in a folder whose name ends so.
fn one(folder: &Path, end: &str) -> PathBuf {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.to_string_lossy().ends_with(end)).collect();
    assert_eq!(found.len(), 1, "{end}: {found:?}");
    found.remove(0)
}

#[test]
fn a_maven_build_passes_while_its_heap_keeps_the_rules() {
    let project = Project::new(false);
    let output = project.run("mvn --batch-mode test");
    assert!(output.status.success() && said(&output).contains("Tests run: 1, Failures: 0, Errors: 0"), "{}", said(&output));
    let report = junit(&one(&project.reports(), ".xml"));
    assert_eq!(report["counts"], serde_json::json!(["2", "0", "0", "0"]), "{report}");
    assert_eq!(sarif(&one(&project.reports(), ".sarif")), serde_json::json!([]));
    let kept = fs::read_dir(project.reports()).expect("it is there").count();
    assert_eq!(kept, 2, "no dump stays behind");
}

#[test]
fn a_maven_build_fails_on_a_rule_that_a_leak_breaks() {
    let project = Project::new(true);
    let output = project.run("mvn --batch-mode test");
    let said = said(&output);
    assert!(!output.status.success() && said.contains("broken  objects(shop.Checkout$Order) <= 10"), "{said}");
    assert!(said.contains("Tests run: 1, Failures: 1, Errors: 0"), "{said}");
    let report = junit(&one(&project.reports(), ".xml"));
    assert_eq!(report["counts"], serde_json::json!(["2", "2", "0", "0"]), "{report}");
    assert_eq!(report["tests"][0][0], "objects(shop.Checkout$Order) <= 10");
    assert!(report["tests"][0][1].as_str().is_some_and(|message| message.starts_with("1,000 objects at point 1")), "{report}");
    let results = sarif(&one(&project.reports(), ".sarif"));
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/main/java/shop/Checkout.java");
    assert_eq!(place["region"]["startLine"], line_of("src/main/java/shop/Checkout.java", "record Order"));
    // The heap is there to be looked at.
    let dump = one(&project.reports(), ".hprof");
    assert!(program::stdout(["histogram".as_ref(), dump.as_os_str()]).contains("shop.Checkout$Order"));
}

/// The commands of a snippet.
fn commands(path: &str) -> Vec<String> {
    let text = text(path);
    let command = |line: &str| {
        let of_github = line.trim_start().strip_prefix("run: ");
        let of_gitlab = line.strip_prefix("    - ");
        let of_jenkins = line.trim_start().strip_prefix("sh '").and_then(|line| line.strip_suffix('\''));
        match path.rsplit('/').next() {
            Some("github-actions.yml") => of_github,
            Some("gitlab-ci.yml") => of_gitlab,
            _ => of_jenkins,
        }
        .map(str::to_owned)
    };
    text.lines().filter_map(command).collect()
}

#[test]
fn the_commands_of_the_snippets_for_servers_run_as_they_stand() {
    let snippets = ["github-actions.yml", "gitlab-ci.yml", "Jenkinsfile"].map(|name| commands(&format!("examples/ci/{name}")));
    let [of_github, of_gitlab, of_jenkins] = &snippets;
    let [test, pages, load, leaks] = &of_gitlab[..] else { panic!("four commands: {snippets:#?}") };
    assert_eq!(of_jenkins, of_gitlab);
    let [shared @ .., with_place] = &of_github[..] else { panic!("no command: {snippets:#?}") };
    assert_eq!(shared, of_gitlab);

    let healthy = Project::new(false);
    for command in [test, pages, load, leaks] {
        let output = healthy.run(command);
        assert!(output.status.success(), "{command}: {}", said(&output));
    }
    assert!(
        sarif(&healthy.reports().join("load.sarif"))
            .as_array()
            .is_some_and(|results| results.iter().all(|result| result["level"] != "error"))
    );

    let leaking = Project::new(true);
    for (command, code) in [(test, 1), (pages, 0), (load, 0), (leaks, 1)] {
        let output = leaking.run(command);
        assert_eq!(output.status.code(), Some(code), "{command}: {}", said(&output));
    }
    let page = fs::read_to_string(one(&leaking.reports(), ".html")).expect("is text");
    assert!(page.contains("shop.Checkout"), "the page tells of the heap");
    let results = sarif(&leaking.reports().join("load.sarif"));
    let leak = results.as_array().and_then(|results| results.iter().find(|result| result["level"] == "error")).expect("a leak");
    let place = |location: &Value| {
        (location["physicalLocation"]["artifactLocation"]["uri"].clone(), location["physicalLocation"]["region"]["startLine"].clone())
    };
    let source = "src/main/java/shop/Checkout.java";
    // The field to cut, and where most of what it holds is allocated.
    assert_eq!(place(&leak["locations"][0]), (source.into(), line_of(source, "> open =").into()), "{leak:#}");
    assert_eq!(place(&leak["relatedLocations"][0]), (source.into(), line_of(source, "new Order(").into()), "{leak:#}");

    // One server takes results only that have a place; those of the leak have one.
    let output = leaking.run(with_place);
    assert!(output.status.success(), "{}", said(&output));
    let placed = sarif(&leaking.reports().join("load.sarif"));
    let placed = placed.as_array().expect("a list");
    assert!(placed.contains(leak) && placed.iter().all(|result| result["locations"][0].get("physicalLocation").is_some()), "{placed:#?}");
    assert!(healthy.run(with_place).status.success());

    // What is known does not fail any more, also of a healthy program, which is told so.
    let known = |project: &Project, option: &str| project.run(&format!("memory-city find target/load.mctrace --fail-on-leak {option}"));
    let written = known(&leaking, "--write-known heap-known.json");
    assert!(written.status.success(), "{}", said(&written));
    let output = leaking.run(leaks);
    assert!(output.status.success(), "{}", said(&output));
    let file = fs::read(leaking.folder.join("heap-known.json")).expect("it is there");
    fs::write(healthy.folder.join("heap-known.json"), file).expect("can be written");
    let output = known(&healthy, "--known heap-known.json");
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        said(&output).contains("no leak any more, and can be taken out of the file of what is known: shop.Checkout$Order"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_broken_rule_that_is_known_fails_only_when_it_gets_worse() {
    let (dumps, scratch) = (root().join("data-samples/travel-shop"), Scratch::new("known-rules"));
    let (all, first) = (dumps.display().to_string(), scratch.join("first"));
    fs::create_dir(&first).expect("can be made");
    for name in ["point-01.hprof.gz", "point-07.hprof.gz"] {
        fs::copy(dumps.join(name), first.join(name)).expect("can be copied");
    }
    let known = scratch.join("known.json").display().to_string();
    let rules = ["--by", "type", "--rule", "objects(Location) <= 5000", "--rule", "objects(QueryKey) >= 0"];
    let check = |input: &str, options: &[&str]| program::run([&["check", input][..], &rules, options].concat());
    let code = |output: &Output| output.status.code();
    let first = first.display().to_string();
    let report = scratch.join("report.xml");
    assert_eq!(code(&check(&first, &["--write-known", &known, "--junit", &report.display().to_string()])), Some(0));
    assert_eq!(junit(&report)["counts"], serde_json::json!(["2", "0", "0", "1"]), "what is known from now on fails nowhere");
    // 6,930 objects at point 7, 12,870 at the last: 86 % more.
    let text = fs::read_to_string(&known).expect("it is there");
    assert!(text.contains("\"at_most\": \"6930\"") && !text.contains("QueryKey"), "{text}");
    assert_eq!(code(&check(&first, &["--known", &known])), Some(0));
    let worse = check(&all, &["--known", &known, "--json"]);
    assert_eq!(code(&worse), Some(1), "{}", said(&worse));
    let document: Value = serde_json::from_slice(&worse.stdout).expect("is JSON");
    assert_eq!((&document["rules"][0]["known"], &document["rules"][0]["worse"]["point"]), (&false.into(), &8.into()));
    assert_eq!(
        [code(&check(&all, &["--known", &known, "--allow", "85%"])), code(&check(&all, &["--known", &known, "--allow", "86%"]))],
        [Some(1), Some(0)]
    );
    // A report of tests leaves it out, and what holds again is told.
    assert_eq!(code(&check(&first, &["--known", &known, "--junit", &report.display().to_string()])), Some(0));
    assert_eq!(junit(&report)["counts"], serde_json::json!(["2", "0", "0", "1"]));
    let one = dumps.join("point-01.hprof.gz").display().to_string();
    let healed = said(&check(&one, &["--known", &known]));
    assert!(healed.contains("holds again, and can be taken out of the file of what is known: objects(Location) <= 5000"), "{healed}");
    fs::write(&known, "{\"format\": \"memory-city known\",\n\"version\": 1, \"rules\": [{\"rule\": 7}]}").expect("can be written");
    let refused = check(&one, &["--known", &known]);
    assert!(code(&refused) == Some(1) && said(&refused).contains("line 2, column"), "{}", said(&refused));
}
