//! `memory-city watch` on a real JVM: what arrives is what the program says about itself.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use tests::jvm::TravelShop;
use tests::program;

/// Points of the program, and requests between two of them.
const OPTIONS: [&str; 4] = ["--points", "3", "--requests", "60"];

/// Runs `memory-city watch` on the program for this many points, while the program goes on after each of them.
/// Returns the lines it printed, one per point.
fn watch(shop: &mut TravelShop, extra: &[&str], points: usize) -> Vec<String> {
    let mut call = program::command();
    call.args(["watch", &shop.pid().to_string(), "--every", "100ms", "--headless", "--points", &points.to_string()]).args(extra);
    let mut watcher = call.stdout(Stdio::piped()).spawn().expect("the program starts");
    let lines = BufReader::new(watcher.stdout.take().expect("stdout is a pipe")).lines();
    let mut seen = Vec::new();
    for line in lines {
        seen.push(line.expect("is text"));
        shop.go_on();
        let _ = shop.next_point();
    }
    assert!(watcher.wait().expect("ends").success());
    seen
}

#[test]
fn histograms_of_a_leaking_program_name_what_leaks() {
    let mut shop = TravelShop::start(&OPTIONS);
    let first = shop.next_point().expect("reaches its first point");
    let lines = watch(&mut shop, &["--by", "type"], 2);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(first.objects["travelshop.business.Location"] > 0);
    // 60 requests miss the cache and bring many locations each: the strongest grower is a location or its date.
    assert!(lines[1].contains("travelshop.business.Location +") || lines[1].contains("java.util.Date +"), "{lines:?}");
}

#[test]
fn heap_dumps_of_a_running_program_are_read_and_removed() {
    let mut shop = TravelShop::start(&OPTIONS);
    let _ = shop.next_point().expect("reaches its first point");
    let lines = watch(&mut shop, &["--by", "type", "--dumps"], 2);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].contains("travelshop.business.Location +"), "{lines:?}");
    let left: Vec<_> = std::fs::read_dir(std::env::temp_dir())
        .expect("the temporary folder can be listed")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("heap.hprof").exists())
        .collect();
    assert!(left.is_empty(), "heap dumps were left behind: {left:?}");
}

#[test]
fn watching_ends_well_when_the_process_ends() {
    let mut shop = TravelShop::start(&OPTIONS);
    let _ = shop.next_point().expect("reaches its first point");
    let mut call = program::command();
    call.args(["watch", &shop.pid().to_string(), "--every", "200ms", "--headless"]);
    let mut watcher = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(watcher.stdout.take().expect("stdout is a pipe")).lines();
    assert!(lines.next().is_some_and(|line| line.is_ok()));
    drop(shop);
    for line in lines {
        line.expect("is text");
    }
    let output = watcher.wait_with_output().expect("ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("has ended"), "{errors}");
}

#[test]
fn a_process_that_is_no_jvm_is_left_alone() {
    // jcmd would end it with a signal.
    let mut sleeper = std::process::Command::new("sleep").arg("60").spawn().expect("there is sleep");
    let output = program::run(["watch", &sleeper.id().to_string(), "--headless"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no running JVM with process id"));
    assert!(sleeper.try_wait().expect("can be asked").is_none(), "the process was ended");
    sleeper.kill().expect("can be ended");
    let _ = sleeper.wait();
}

#[test]
fn without_jcmd_the_message_says_where_it_comes_from() {
    let output = program::command()
        .args(["watch", "1", "--headless"])
        .env("PATH", "/nonexistent")
        .env_remove("JAVA_HOME")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("jcmd not found") && errors.contains("JDK"), "{errors}");
}
