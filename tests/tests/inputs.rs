//! What commands read: every file is looked at once and opened once, whatever is asked of it.

use std::collections::BTreeMap;
use std::fs;
use std::mem::MaybeUninit;
use std::path::Path;

use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init};
use rustix::io::Errno;
use tests::program::run;
use tests::repository::root;
use tests::scratch::Scratch;

/// How often each file of a folder is opened meanwhile.
fn openings(folder: &Path, work: impl FnOnce()) -> BTreeMap<String, usize> {
    let watch = init(CreateFlags::NONBLOCK).expect("the system can watch files");
    // Events that are the same as the one before are not told, so that closing is asked for, too.
    add_watch(&watch, folder, WatchFlags::OPEN | WatchFlags::CLOSE).expect("the folder can be watched");
    work();
    let mut opened = BTreeMap::new();
    let mut buffer = [MaybeUninit::uninit(); 1 << 16];
    let mut events = Reader::new(&watch, &mut buffer);
    loop {
        match events.next() {
            Ok(event) => {
                assert!(!event.events().contains(ReadFlags::QUEUE_OVERFLOW), "there were too many openings to count");
                if let Some(name) = event.file_name().filter(|_| event.events().contains(ReadFlags::OPEN)) {
                    *opened.entry(name.to_string_lossy().into_owned()).or_default() += 1;
                }
            }
            Err(Errno::AGAIN) => return opened,
            Err(error) => panic!("the openings cannot be read: {error}"),
        }
    }
}

#[test]
fn openings_are_counted() {
    let scratch = Scratch::new("openings");
    let (once, thrice) = (scratch.join("once"), scratch.join("thrice"));
    fs::write(&once, "1").and_then(|()| fs::write(&thrice, "3")).expect("can be written");
    let opened = openings(scratch.path(), || {
        for file in [&thrice, &once, &thrice, &thrice] {
            fs::read(file).expect("can be read");
        }
    });
    assert_eq!(opened, BTreeMap::from([("once".to_owned(), 1), ("thrice".to_owned(), 3)]));
}

#[test]
fn no_command_opens_a_file_twice_to_read_it() {
    let scratch = Scratch::new("opened-once");
    let folder = |name: &str, files: &[(&str, &str)]| {
        let folder = scratch.join(name);
        fs::create_dir(&folder).expect("can be made");
        for (from, to) in files {
            fs::copy(root().join("data-samples").join(from), folder.join(to)).expect("the sample is there");
        }
        folder
    };
    let dumps = folder("dumps", &[("travel-shop/point-01.hprof.gz", "1.hprof.gz"), ("travel-shop/point-13.hprof.gz", "2.hprof.gz")]);
    let trace = folder("trace", &[("travel-shop-trace/travel-shop.mctrace", "1.mctrace")]);
    let histograms = folder("histograms", &[]);
    let lines =
        " num     #instances         #bytes  class name\n   1:             2             48  A\nTotal             2             48\n";
    fs::write(histograms.join("1.txt"), lines).expect("can be written");
    let of_series: [&[&str]; 6] =
        [&["find"], &["trends"], &["compare"], &["query", "group by type"], &["scene"], &["classifiers", "--dataset"]];
    let of_heaps: [&[&str]; 5] = [&["objects"], &["classes"], &["histogram"], &["threads"], &["inspect", "--key", "HashMap"]];
    for (folder, has_heaps) in [(&dumps, true), (&trace, true), (&histograms, false)] {
        let asked = of_series.iter().chain(of_heaps.iter().filter(|_| has_heaps));
        for arguments in asked {
            let path = folder.to_str().expect("is text");
            let at = if arguments[0] == "classifiers" { 2 } else { 1 };
            let call = [&arguments[..at], &[path], &arguments[at..]].concat();
            let opened = openings(folder, || drop(run(&call)));
            assert!(!opened.is_empty(), "{call:?} opens nothing");
            // The first bytes tell what a file is; then it is read.
            for (file, times) in opened.iter().filter(|(file, _)| *file != "dataset.json") {
                // Collections are compared with the state where growth begins, which only all of them tell.
                let most = if arguments[0] == "report" && file.starts_with('1') { 3 } else { 2 };
                assert!(*times <= most, "{call:?} opens {file} {times} times");
            }
        }
    }
}
