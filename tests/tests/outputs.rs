//! What commands write: never over what they read, nothing half, and no name that does anything to who reads it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tests::program::{path, run};
use tests::repository::root;
use tests::scratch::Scratch;

/// A dump of the recorded sample, unpacked as users have them.
fn put_dump(scratch: &Scratch, name: &str) -> Vec<u8> {
    let dump = root().join("data-samples/travel-shop/point-13.hprof.gz");
    let bytes = fs::read(dump).expect("the sample is there");
    fs::write(scratch.join(name), &bytes).expect("can be written");
    bytes
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("is there").map(|entry| entry.expect("can be read").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn no_command_writes_over_its_input() {
    let scratch = Scratch::new("over-input");
    let bytes = put_dump(&scratch, "a.hprof.gz");
    let (a, hard, soft) = (scratch.join("a.hprof.gz"), scratch.join("hard"), scratch.join("soft"));
    fs::hard_link(&a, &hard).expect("links work");
    std::os::unix::fs::symlink(&a, &soft).expect("links work");
    let a = a.to_str().expect("is text");
    for out in [a, hard.to_str().expect("is text"), soft.to_str().expect("is text")] {
        for arguments in [
            &["objects", a, "--csv", out][..],
            &["classes", a, "--csv", out],
            &["compare", a, a, "--csv", out],
            &["scene", a, "--out", out],
        ] {
            let output = run(arguments);
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
            assert!(told.contains("never written over"), "{arguments:?}: {told}");
            assert!(fs::read(a).expect("is there") == bytes, "{arguments:?} destroyed its input");
        }
    }
    assert_eq!(names(scratch.path()), ["a.hprof.gz", "hard", "soft"]);
}

#[test]
fn a_result_beside_the_dumps_is_no_input_and_can_be_written_again() {
    let scratch = Scratch::new("again");
    put_dump(&scratch, "a.hprof.gz");
    let (folder, out) = (scratch.path().to_str().expect("is text"), scratch.join("city.json"));
    for _ in ["first", "again"] {
        let output = run(["scene", folder, "--out", out.to_str().expect("is text")]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(names(scratch.path()), ["a.hprof.gz", "city.json"]);
}

#[test]
fn trees_are_not_written_over_those_they_are_made_of() {
    let scratch = Scratch::new("over-trees");
    let folder = scratch.join("trees");
    let copied = Command::new("cp").arg("-r").arg(root().join("data-samples/fig12")).arg(&folder).status();
    assert!(copied.expect("cp runs").success());
    let folder = folder.to_str().expect("is text");
    let before: Vec<Vec<u8>> = names(Path::new(folder)).iter().filter_map(|name| fs::read(Path::new(folder).join(name)).ok()).collect();
    let output = run(["group", folder, "--out", folder]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let after: Vec<Vec<u8>> = names(Path::new(folder)).iter().filter_map(|name| fs::read(Path::new(folder).join(name)).ok()).collect();
    assert!(before == after, "trees were written over");
}

#[test]
fn where_there_is_no_room_nothing_half_is_left_and_what_was_there_stays() {
    let scratch = Scratch::new("no-room");
    put_dump(&scratch, "a.hprof.gz");
    fs::write(scratch.join("old.csv"), "old").expect("can be written");
    for (out, command) in
        [("new.csv", "objects a.hprof.gz --csv"), ("old.csv", "objects a.hprof.gz --csv"), ("scene.json", "scene a.hprof.gz --out")]
    {
        // Blocks of 1 KiB: less than any of these results.
        let script = format!("ulimit -f 4; exec {} {command} {out}", path().display());
        let output = Command::new("bash").args(["-c", &script]).current_dir(scratch.path()).output().expect("bash runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {told}");
        assert!(told.contains(out), "{told}");
    }
    assert_eq!(names(scratch.path()), ["a.hprof.gz", "old.csv"]);
    assert_eq!(fs::read(scratch.join("old.csv")).expect("is there"), b"old");
}

#[test]
fn sizes_kept_of_a_heap_are_for_their_owner() {
    let scratch = Scratch::new("kept-sizes");
    put_dump(&scratch, "a.hprof.gz");
    let mut command = Command::new(path());
    command.env("MEMORY_CITY_CACHE", scratch.join("kept")).current_dir(scratch.path());
    let output = command.args(["compare", "a.hprof.gz", "a.hprof.gz", "--sizes", "deep"]).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // One folder for each place that dumps come from.
    let folders = names(&scratch.join("kept"));
    let files = folders.iter().flat_map(|folder| {
        let folder = scratch.join("kept").join(folder);
        names(&folder).into_iter().map(move |name| folder.join(name))
    });
    let modes: Vec<u32> = files.map(|file| fs::metadata(file).expect("is there").permissions().mode() & 0o777).collect();
    assert!(!modes.is_empty() && modes.iter().all(|&mode| mode == 0o600), "{modes:?}");
}
