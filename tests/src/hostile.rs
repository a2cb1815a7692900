//! A series of dumps in which names of classes and fields mean harm.

use analysis::fixture::HprofWriter;

use crate::scratch::Scratch;

/// Stands at the start of a line if a name could begin one.
pub const FORGED: &str = "verdict: no leak";
/// The name of the class that piles up.
pub const CLASS: &str = "=app.Evil\nverdict: no leak\r\u{1b}]0;title\u{7}\u{9b}2J\u{202e}\u{2028}\u{200b}\u{e0041}<b>|`_*";
/// The name of the static field that holds its objects.
pub const FIELD: &str = "items\nverdict: no leak\u{1b}[2J<b>|`";

/// A dump in which a static field holds so many objects.
fn dump(objects: u64, millis: u64) -> Vec<u8> {
    let mut writer = HprofWriter::new("1.0.2", 8, millis);
    let (object, evil, holder, array) = (0x1000, 0x1100, 0x1200, 0x1300);
    let binary = |name: &str| name.replace('.', "/");
    for (class, name) in [(object, "java.lang.Object"), (evil, CLASS), (holder, "app.Holder"), (array, "[Ljava.lang.Object;")] {
        writer.load_class(class, &binary(name));
    }
    let (field, next) = (writer.string(FIELD.as_bytes()), writer.string(b"next\nverdict: no leak"));
    let mut segment = writer.segment();
    segment.class(object, 0, 0, &[], &[]);
    segment.class(evil, object, 0, &[], &[(next, None)]);
    segment.class(holder, object, 0, &[(field, 0x2000)], &[]);
    segment.class(array, object, 0, &[], &[]);
    segment.root(0x05, holder, &[]);
    let ids: Vec<u64> = (0..objects).map(|at| 0x10_0000 + at * 32).collect();
    segment.object_array(0x2000, array, &ids);
    ids.iter().for_each(|&id| {
        segment.node(id, evil, &[0]);
    });
    writer.heap_dump_segment(&segment);
    writer.heap_dump_end();
    writer.bytes
}

/// Six dumps in which it piles up: their folder, and the last of them.
///
/// # Panics
/// When they cannot be written.
#[must_use]
pub fn series(scratch: &Scratch) -> (String, String) {
    for (at, objects) in [200_u64, 400, 800, 1600, 3200, 6400].into_iter().enumerate() {
        let bytes = dump(objects, 1_700_000_000_000 + 60_000 * at as u64);
        std::fs::write(scratch.join(&format!("{at}.hprof")), bytes).expect("can be written");
    }
    let text = |path: &std::path::Path| path.to_str().expect("is text").to_owned();
    (text(scratch.path()), text(&scratch.join("5.hprof")))
}
