//! Which way knowledge flows: layout and analysis know nobody, the application knows both, only its window knows Bevy.

use tests::imports::{Arrow, Crate, circles};
use tests::repository::{files, text};
use tests::rust_source::{code, is_test_file, names};

/// What draws: allowed in the window only.
const SCREEN: [&str; 9] = ["bevy", "bevy_egui", "bevy_panorbit_camera", "egui", "egui_file_dialog", "epaint", "wgpu", "winit", "bytemuck"];
/// What draws panels: allowed in one folder of the window only.
const PANELS: [&str; 6] = ["bevy_egui", "egui", "egui_extras", "egui_file_dialog", "egui_kittest", "epaint"];
/// What talks to the network: allowed in the live connections only.
const NETWORK: [&str; 4] = ["axum", "tokio", "tokio_tungstenite", "futures_util"];
/// Ways to touch the file system: nobody opens a file without naming one of them.
const FILE_ACCESS: [&str; 2] = ["fs", "memmap2"];

/// What the view and the data of the window are kept in, and the one file that writes it.
const STATE: [(&str, &str); 4] =
    [("SessionRes", "apply.rs"), ("ViewRes", "apply.rs"), ("SettingsRes", "apply.rs"), ("LookRes", "looks.rs")];
/// The files that say with which state a window or a picture begins.
const BEGINNINGS: [&str; 2] = ["shell.rs", "capture.rs"];

#[test]
fn layout_depends_on_nobody_and_analysis_on_no_screen() {
    assert_eq!(dependencies("layout"), Vec::<String>::new());
    let forbidden: Vec<_> = dependencies("analysis")
        .into_iter()
        .filter(|name| ["layout", "city-app", "tests"].contains(&name.as_str()) || is_screen_or_network(name))
        .collect();
    assert_eq!(forbidden, Vec::<String>::new(), "dependencies of analysis");
}

#[test]
fn nobody_depends_on_the_tests() {
    for member in ["analysis", "layout", "city-app"] {
        assert!(!text(&format!("{member}/Cargo.toml")).contains("tests.workspace"), "{member} depends on tests");
        assert!(!dependencies(member).contains(&"tests".to_owned()), "{member} depends on tests");
    }
}

#[test]
fn layout_and_analysis_do_not_name_each_other_or_the_screen() {
    let mut forbidden = vec!["city_app"];
    forbidden.extend(SCREEN);
    forbidden.extend(NETWORK);
    check_absent("layout/src/", &[&forbidden[..], &["analysis", "serde", "serde_json", "rayon"]].concat(), &[]);
    // `layout` is also what a class file's fields have; that the crate is not meant follows from the manifest.
    check_absent("analysis/src/", &forbidden, &[]);
}

#[test]
fn only_the_window_names_bevy_and_egui() {
    check_absent("city-app/src/", &SCREEN, &["city-app/src/window.rs", "city-app/src/window/"]);
}

#[test]
fn only_panels_and_the_input_gate_name_egui() {
    let panels = ["city-app/src/window/ui.rs", "city-app/src/window/ui/", "city-app/src/window/input_gate.rs"];
    check_absent("city-app/src/window", &PANELS, &panels);
    let planted = [("city-app/src/window/minimap.rs".to_owned(), code("use bevy_egui::EguiContexts;"))];
    assert_eq!(present(&planted, &PANELS, &panels), ["city-app/src/window/minimap.rs names bevy_egui"]);
}

#[test]
fn only_live_connections_and_the_server_of_pages_name_the_network() {
    // Assistants call by standard input and output; their protocol is spoken by a library that waits as the network does.
    let network =
        ["city-app/src/data/live.rs", "city-app/src/data/live/", "city-app/src/cli/web_server.rs", "city-app/src/cli/assistant.rs"];
    check_absent("city-app/src/", &NETWORK, &network);
}

#[test]
fn only_the_exchange_format_of_analysis_names_serde_json() {
    check_absent("analysis/src/", &["serde_json"], &["analysis/src/readers/exchange.rs", "analysis/src/readers/exchange/"]);
}

/// The folders of a crate from the ground up: files use what lies on their own floor or below.
const FLOORS: [(&str, &[&str]); 2] = [
    ("analysis", &["base", "heap", "trees", "keepers", "structures", "grouping", "over_time", "readers", "find", "fixture"]),
    ("city-app", &["base", "data", "answers", "view", "city", "window", "cli"]),
];

#[test]
fn no_arrow_runs_up() {
    for (member, floors) in FLOORS {
        assert_eq!(up(&crate_of(member).arrows(), member, floors), Vec::<String>::new(), "{member}");
    }
    let planted =
        planted(&[("lib.rs", "mod base; mod find;"), ("base.rs", "use crate::find::Finding;"), ("find.rs", "pub struct Finding;")]);
    assert_eq!(up(&planted.arrows(), "planted", &["base", "find"]), ["planted/src/base.rs uses Finding of planted/src/find.rs"]);
    let stray = self::planted(&[("lib.rs", "mod stray; mod base;"), ("stray.rs", "use crate::base::B;"), ("base.rs", "pub struct B;")]);
    assert_eq!(up(&stray.arrows(), "planted", &["base"]), ["planted/src/stray.rs is on no floor"]);
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for member in ["analysis", "build-version", "city-app", "fleet", "layout", "recorder", "trace-format", "tests"] {
        assert_eq!(circles(&crate_of(member).arrows()), Vec::<Vec<String>>::new(), "{member}");
    }
    let planted =
        planted(&[("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::B; pub struct A;"), ("b.rs", "use super::a::A; pub struct B;")]);
    assert_eq!(circles(&planted.arrows()).len(), 1);
}

#[test]
fn files_import_from_the_module_that_defines_a_thing_and_not_from_the_front() {
    for member in ["analysis", "city-app", "fleet", "layout", "recorder", "trace-format"] {
        assert_eq!(crate_of(member).uses_of_front(), Vec::<String>::new(), "{member}");
    }
    let planted = planted(&[("lib.rs", "mod a; mod b; pub use a::A;"), ("a.rs", "pub struct A;"), ("b.rs", "use crate::A;")]);
    assert_eq!(planted.uses_of_front(), ["planted/src/b.rs: crate::A"]);
}

#[test]
fn files_are_opened_in_a_few_named_places_only() {
    check_absent("layout/src/", &FILE_ACCESS, &[]);
    // A file of a table, what is fetched from an object store and sent there, and what a cluster has answered.
    check_absent("fleet/src/", &FILE_ACCESS, &["fleet/src/table_file.rs", "fleet/src/folder.rs", "fleet/src/answers.rs"]);
    // Tree folders and series of histograms are many files, and trees are written as well as read: one file each.
    let allowed = [
        "analysis/src/readers/files.rs",
        "analysis/src/readers/files/",
        "analysis/src/readers/exchange/folder.rs",
        "analysis/src/base/new_file.rs",
    ];
    check_absent("analysis/src/", &FILE_ACCESS, &allowed);
    let allowed = [
        // The front door for what users name, and what arrives of running programs.
        "city-app/src/data/input/",
        "city-app/src/data/live/",
        "city-app/src/data/recorded_process.rs",
        "city-app/src/base/system.rs",
        "city-app/src/base/system_fonts.rs",
        // Settings of the window and presets.
        "city-app/src/view/store.rs",
        // A film is many files, and the journal grows.
        "city-app/src/window/film.rs",
        "city-app/src/window/journal.rs",
    ];
    check_absent("city-app/src/", &FILE_ACCESS, &allowed);
    let planted = [("city-app/src/cli/commands/peek.rs".to_owned(), code("fn peek() { std::fs::read(path) }"))];
    assert_eq!(present(&planted, &FILE_ACCESS, &allowed), ["city-app/src/cli/commands/peek.rs names fs"]);
}

#[test]
fn unsafe_code_talks_to_the_system_only() {
    for member in ["analysis/", "fleet/", "layout/", "trace-format/", "city-app/", "tests/"] {
        // Plug-ins in Rust call functions of their host, which Rust cannot check; they run in a sandbox.
        let allowed = [
            "analysis/src/readers/files/bytes.rs",
            "analysis/src/readers/files/shrinking.rs",
            "analysis/src/base/freed_memory.rs",
            "analysis/src/base/huge_pages.rs",
            "analysis/examples/plug-ins/",
            // A variable of the environment, before there is a second thread.
            "city-app/src/main.rs",
        ];
        check_absent(member, &["unsafe"], &allowed);
    }
}

#[test]
fn only_the_agent_and_its_jvm_module_talk_to_the_jvm() {
    let talks = ["recorder/src/agent.rs", "recorder/src/jvm.rs", "recorder/src/jvm/"];
    check_absent("recorder/src/", &["jvmti_bindings"], &talks);
    // Beside it: the copy of the process, which asks the system and reads the JVM's memory.
    let copy = [
        "child_process.rs",
        "copy_pipe.rs",
        "fork.rs",
        "snapshot.rs",
        "shared_heap.rs",
        "free_heap.rs",
        "vm_structs.rs",
        "direct.rs",
        "direct/",
    ]
    .map(|at| format!("recorder/src/{at}"));
    let copy = copy.each_ref().map(String::as_str);
    check_absent("recorder/src/", &["unsafe"], &[&talks[..], &copy].concat());
    let forbidden: Vec<_> = dependencies("recorder")
        .into_iter()
        .filter(|name| {
            ["analysis", "layout", "city-app", "tests", "tokio", "serde"].contains(&name.as_str()) || SCREEN.contains(&name.as_str())
        })
        .collect();
    assert_eq!(forbidden, Vec::<String>::new(), "what the recorder needs is loaded into the user's program");
}

#[test]
fn the_trace_format_knows_neither_files_nor_the_other_crates() {
    check_absent("trace-format/src/", &FILE_ACCESS, &[]);
    let forbidden: Vec<_> = dependencies("trace-format")
        .into_iter()
        .filter(|name| !["crc32fast", "rustc-hash", "thiserror", "zstd"].contains(&name.as_str()))
        .collect();
    assert_eq!(forbidden, Vec::<String>::new(), "dependencies of the trace format");
}

#[test]
fn one_file_writes_the_state_of_the_window_and_all_others_send() {
    let state = text("city-app/src/window/state.rs");
    for (resource, file) in STATE {
        // Names of types that are gone would make the rule check nothing.
        assert!(state.contains(&format!("pub struct {resource}")), "window/state.rs has no {resource}");
        let writer = format!("city-app/src/window/{file}");
        assert!(code(&text(&writer)).contains(&format!("ResMut<{resource}>")), "{writer} does not write {resource}");
    }
    assert_eq!(writers(&sources("city-app/src/window")), Vec::<String>::new(), "send a command or an arrival");
    for taken in [
        "fn panel(mut view: ResMut<ViewRes>) {}",
        "type Shown<'w> = (Res<'w, Jobs>, ResMut<'w, ViewRes>);",
        "fn panel(mut view: Option< ResMut<ViewRes> >) {}",
        "fn view(&mut self) -> Mut<'_, ViewRes> {}",
        "world.resource_mut::<ViewRes>().0.playing = true;",
        "world.get_resource_mut::<ViewRes>();",
        "world.resource_scope(|world, view: Mut<ViewRes>| {});",
        "fn pan(view: &mut ViewRes) {}",
        "commands.insert_resource(ViewRes(view));",
    ] {
        let planted = [("city-app/src/window/panel.rs".to_owned(), code(taken))];
        assert_eq!(writers(&planted), ["city-app/src/window/panel.rs writes ViewRes"], "{taken}");
    }
    let read = [("city-app/src/window/panel.rs".to_owned(), code("fn panel(view: Res<ViewRes>, mut other: ResMut<OldViewRes>) {}"))];
    assert_eq!(writers(&read), Vec::<String>::new());
}

#[test]
fn the_lock_file_holds_one_version_of_what_must_agree() {
    let one = ["bevy", "bevy_egui", "egui", "wgpu", "glam"];
    assert_eq!(versions(&text("Cargo.lock"), &one), [1; 5], "{one:?}");
    let planted = "[[package]]\nname = \"egui\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"egui\"\nversion = \"2.0.0\"\n";
    assert_eq!(versions(planted, &["egui", "wgpu"]), [2, 0]);
}

/// How often packages stand in a lock file.
fn versions(lock: &str, packages: &[&str]) -> Vec<usize> {
    let is = |line: &str, package: &str| line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"')) == Some(package);
    packages.iter().map(|package| lock.lines().filter(|line| is(line, package)).count()).collect()
}

#[test]
fn what_must_be_absent_is_found_where_it_is() {
    let planted = [("a/src/x.rs".to_owned(), code("use std::fs; // bevy\nfn f() { fs::read(x) }"))];
    assert_eq!(present(&planted, &["fs", "bevy"], &[]), ["a/src/x.rs names fs"]);
    assert_eq!(present(&planted, &["fs"], &["a/src/"]), Vec::<String>::new());
    let manifest = "[dependencies]\nserde.workspace = true\nbevy-egui = \"1\"\n\n[dev-dependencies]\ntests.workspace = true\n";
    assert_eq!(dependencies_in(manifest), ["serde", "bevy-egui"]);
    assert!(is_screen_or_network("bevy-egui") && !is_screen_or_network("serde"));
}

/// Asserts that no source below `folder`, except below `allowed`, names one of `forbidden`.
fn check_absent(folder: &str, forbidden: &[&str], allowed: &[&str]) {
    let sources = sources(folder);
    assert!(!sources.is_empty(), "no Rust source below {folder}: the rule checks nothing");
    let is_there = |allowed: &str| sources.iter().any(|(path, _)| path == allowed || allowed.ends_with('/') && path.starts_with(allowed));
    let gone: Vec<_> = allowed.iter().filter(|allowed| allowed.starts_with(folder) && !is_there(allowed)).collect();
    assert!(gone.is_empty(), "exceptions for files that are not there: {gone:?}");
    assert_eq!(present(&sources, forbidden, allowed), Vec::<String>::new());
}

fn present(sources: &[(String, String)], forbidden: &[&str], allowed: &[&str]) -> Vec<String> {
    let is_allowed = |path: &String| allowed.iter().any(|allowed| path == allowed || allowed.ends_with('/') && path.starts_with(allowed));
    let found = sources
        .iter()
        .filter(|(path, _)| !is_allowed(path))
        .flat_map(|(path, code)| forbidden.iter().filter(|name| names(code, name)).map(move |name| format!("{path} names {name}")));
    found.collect()
}

/// Files that get hold of state to write which is not theirs.
fn writers(sources: &[(String, String)]) -> Vec<String> {
    let writes = |code: &str, state: &str, begins: bool| {
        let code: String = code.replace("'w,", "").replace("'_,", "").split_whitespace().collect();
        let ways =
            [format!("Mut<{state}>"), format!("resource_mut::<{state}>"), format!("&mut{state}"), format!("insert_resource({state}(")];
        ways[..if begins { 3 } else { 4 }].iter().any(|way| code.contains(way))
    };
    let found = sources.iter().flat_map(|(path, code)| {
        let is = |file: &str| path.strip_prefix("city-app/src/window/") == Some(file);
        let begins = BEGINNINGS.into_iter().any(is);
        let foreign = STATE.into_iter().filter(move |(state, writer)| !is(writer) && writes(code, state, begins));
        foreign.map(move |(state, _)| format!("{path} writes {state}"))
    });
    found.collect()
}

/// Arrows to a higher floor, and files on none.
fn up(arrows: &[Arrow], member: &str, floors: &[&str]) -> Vec<String> {
    let floor = |file: &str| {
        let below = file.strip_prefix(&format!("{member}/src/"))?;
        let folder = below.split('/').next()?.trim_end_matches(".rs");
        floors.iter().position(|floor| *floor == folder)
    };
    let mut found = Vec::new();
    for arrow in arrows.iter().filter(|arrow| ![&arrow.from, &arrow.to].iter().any(|file| file.ends_with("/lib.rs"))) {
        match (floor(&arrow.from), floor(&arrow.to)) {
            (Some(from), Some(to)) if from >= to => {}
            (Some(_), Some(_)) => found.push(format!("{} uses {} of {}", arrow.from, arrow.name, arrow.to)),
            (None, _) => found.push(format!("{} is on no floor", arrow.from)),
            (_, None) => found.push(format!("{} is on no floor", arrow.to)),
        }
    }
    found.dedup();
    found
}

/// The files and uses of a member.
fn crate_of(member: &str) -> Crate {
    let folder = format!("{member}/src/");
    let files = files().into_iter().filter(|path| path.starts_with(&folder) && path.ends_with(".rs"));
    Crate::read(&files.map(|path| (path.clone(), text(&path))).collect(), &format!("{folder}lib.rs"))
}

/// A crate in memory.
fn planted(files: &[(&str, &str)]) -> Crate {
    let files = files.iter().map(|&(path, text)| (format!("planted/src/{path}"), text.to_owned())).collect();
    Crate::read(&files, "planted/src/lib.rs")
}

/// The code of every Rust file below `folder` that ships, by path.
fn sources(folder: &str) -> Vec<(String, String)> {
    let shipped = |path: &String| path.starts_with(folder) && path.ends_with(".rs") && !is_test_file(path);
    files().into_iter().filter(shipped).map(|path| (path.clone(), code(&text(&path)))).collect()
}

/// The names in the `[dependencies]` of a member.
fn dependencies(member: &str) -> Vec<String> {
    dependencies_in(&text(&format!("{member}/Cargo.toml")))
}

fn dependencies_in(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]" && !line.trim().is_empty() && !line.starts_with('#') {
            found.push(line.split(['.', ' ', '=']).next().unwrap_or(line).to_owned());
        }
    }
    found
}

fn is_screen_or_network(dependency: &str) -> bool {
    let name = dependency.replace('-', "_");
    SCREEN.contains(&name.as_str()) || NETWORK.contains(&name.as_str())
}
