//! Ctrl+C in the middle of long work.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Stdio;

use analysis::fixture::HprofWriter;
use tests::program::command_with_signals;
use tests::recorded::{Running, wait_until};
use tests::scratch::Scratch;

/// So many that the program still reads or thinks when it is told to stop.
const OBJECTS: u64 = 1_000_000;

/// The signal of Ctrl+C, and what a program ends with that has cleaned up after it.
const INTERRUPT: (i32, i32) = (2, 130);

/// A dump of a chain.
fn write_dump(path: &Path) {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    writer.load_class(0x10, "app/Node");
    let next = writer.string(b"next");
    let mut segment = writer.segment();
    segment.class(0x10, 0, 0, &[], &[(next, None)]);
    let address = |at: u64| 0x1000 + 16 * at;
    (0..OBJECTS).for_each(|at| _ = segment.node(address(at), 0x10, &[address((at + 1) % OBJECTS)]));
    segment.root_jni_global(address(0));
    writer.heap_dump(&segment);
    fs::write(path, &writer.bytes).expect("can be written");
}

#[test]
fn commands_end_at_the_interrupt_key_while_they_work() {
    let scratch = Scratch::new("interrupt");
    let dump = scratch.join("chain.hprof");
    write_dump(&dump);
    for command in ["find", "objects", "classes"] {
        let mut call = command_with_signals();
        call.arg(command).arg(&dump).stdout(Stdio::null()).stderr(Stdio::null());
        let mut program = Running::start(&mut call);
        let maps = format!("/proc/{}/maps", program.pid());
        wait_until("reading of the dump", || fs::read_to_string(&maps).is_ok_and(|maps| maps.contains("chain.hprof")));
        program.signal("INT");
        let status = program.end();
        assert!(status.signal() == Some(INTERRUPT.0) || status.code() == Some(INTERRUPT.1), "{command} went on: {status}");
    }
}
