//! Which way knowledge flows: layout and analysis know nobody, the application knows both, only its window knows Bevy.

use std::collections::BTreeMap;

use tests::repository::{files, text};
use tests::rust_source::{code, is_test_file, names};

/// What draws: allowed in the window only.
const SCREEN: [&str; 9] = ["bevy", "bevy_egui", "bevy_panorbit_camera", "egui", "egui_file_dialog", "epaint", "wgpu", "winit", "bytemuck"];
/// What talks to the network: allowed in the live connections only.
const NETWORK: [&str; 3] = ["tokio", "tokio_tungstenite", "futures_util"];
/// Ways to touch the file system.
const FILE_ACCESS: [&str; 5] = ["std::fs", "fs::", "File", "OpenOptions::new", "memmap2"];

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
fn only_the_live_connections_name_the_network() {
    check_absent("city-app/src/", &NETWORK, &["city-app/src/live.rs", "city-app/src/live/"]);
}

#[test]
fn only_the_exchange_format_of_analysis_names_serde_json() {
    check_absent("analysis/src/", &["serde_json"], &["analysis/src/exchange.rs", "analysis/src/exchange/"]);
}

#[test]
fn the_core_of_analysis_never_names_a_reader() {
    const READERS: [&str; 5] = ["hprof", "trace", "exchange", "class_histogram", "source"];
    for core in ["heap", "grouping", "memory_tree", "node_references", "evolution"] {
        for (path, code) in sources("analysis/src/") {
            if path == format!("analysis/src/{core}.rs") || path.starts_with(&format!("analysis/src/{core}/")) {
                for reader in READERS {
                    let used = [format!("crate::{reader}"), format!("super::{reader}"), format!("super::super::{reader}")];
                    assert!(used.iter().all(|used| !names(&code, used)), "{path} names the reader {reader}");
                }
            }
        }
    }
}

#[test]
fn files_are_opened_in_a_few_named_places_only() {
    check_absent("layout/src/", &FILE_ACCESS, &[]);
    // Tree folders and series of histograms are many files, and trees are written as well as read: one file each.
    let allowed =
        ["analysis/src/source.rs", "analysis/src/source/", "analysis/src/exchange/folder.rs", "analysis/src/class_histogram/files.rs"];
    check_absent("analysis/src/", &FILE_ACCESS, &allowed);
    let allowed = [
        "city-app/src/cli.rs",
        "city-app/src/cli/",
        "city-app/src/input.rs",
        "city-app/src/input/",
        "city-app/src/live.rs",
        "city-app/src/live/",
        "city-app/src/system.rs",
        "city-app/src/store.rs",
        // Pictures, films and the journal are files that the window writes.
        "city-app/src/window/capture.rs",
        "city-app/src/window/film.rs",
        "city-app/src/window/journal.rs",
    ];
    check_absent("city-app/src/", &FILE_ACCESS, &allowed);
}

#[test]
fn unsafe_code_talks_to_the_system_only() {
    for member in ["analysis/", "layout/", "trace-format/", "city-app/", "tests/"] {
        // Plug-ins in Rust call functions of their host, which Rust cannot check; they run in a sandbox.
        let allowed = [
            "analysis/src/source/bytes.rs",
            "analysis/src/freed_memory.rs",
            "analysis/src/huge_pages.rs",
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
    let copy =
        ["snapshot.rs", "shared_heap.rs", "free_heap.rs", "vm_structs.rs", "direct.rs", "direct/"].map(|at| format!("recorder/src/{at}"));
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
fn panels_write_commands_and_never_the_state() {
    for (path, code) in sources("city-app/src/window/ui/") {
        for state in ["Session", "ViewState", "View", "TimeCursor", "Selection"] {
            assert!(!code.contains(&format!("ResMut<{state}>")), "{path} writes {state}: panels append commands");
        }
    }
}

#[test]
fn the_lock_file_holds_one_version_of_what_must_agree() {
    let lock = text("Cargo.lock");
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for name in lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')) {
        *versions.entry(name).or_default() += 1;
    }
    for name in ["bevy", "bevy_egui", "egui", "wgpu", "glam"] {
        assert_eq!(versions.get(name), Some(&1), "versions of {name} in Cargo.lock");
    }
}

/// Asserts that no source below `folder`, except below `allowed`, names one of `forbidden`.
fn check_absent(folder: &str, forbidden: &[&str], allowed: &[&str]) {
    let sources = sources(folder);
    assert!(!sources.is_empty(), "no Rust source below {folder}: the rule checks nothing");
    let mut found = Vec::new();
    for (path, code) in sources {
        if !allowed.iter().any(|allowed| path == *allowed || allowed.ends_with('/') && path.starts_with(allowed)) {
            found.extend(forbidden.iter().filter(|name| names(&code, name)).map(|name| format!("{path} names {name}")));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// The code of every Rust file below `folder` that ships, by path.
fn sources(folder: &str) -> Vec<(String, String)> {
    let shipped = |path: &String| path.starts_with(folder) && path.ends_with(".rs") && !is_test_file(path);
    files().into_iter().filter(shipped).map(|path| (path.clone(), code(&text(&path)))).collect()
}

/// The names in the `[dependencies]` of a member.
fn dependencies(member: &str) -> Vec<String> {
    let manifest = text(&format!("{member}/Cargo.toml"));
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
