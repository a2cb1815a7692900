//! Heap dumps that are cut off or damaged: every command tells how much of them it could read.

use analysis::fixture::HprofWriter;
use tests::program;
use tests::scratch::Scratch;

#[test]
fn of_dumps_that_are_cut_off_or_damaged_every_command_tells_how_much_was_read() {
    let scratch = Scratch::new("partly-read");
    let mut writer = HprofWriter::new("1.0.2", 8, 1_700_000_000_000);
    writer.load_class(0x100, "java/lang/Object");
    let mut segment = writer.segment();
    segment.class(0x100, 0, 0, &[], &[]).root(0x05, 0x100, &[]);
    let start = writer.bytes.len() + 9 + segment.bytes.len();
    for id in (0..1000).map(|at| 0x1000 + 16 * at) {
        segment.root_jni_global(id).instance(id, 0x100, &[]);
    }
    writer.heap_dump(&segment);
    let whole = writer.bytes;
    // A root and its object take 17 and 25 bytes; 400 of each are left, behind 186 bytes: 16,986 of 42,186.
    let left = start + 400 * (17 + 25);
    let mut damaged = whole.clone();
    damaged[left] = 0x77;
    let text = |file: &str, bytes: &[u8]| {
        std::fs::write(scratch.join(file), bytes).expect("can be written");
        scratch.join(file).to_str().expect("a plain name").to_owned()
    };
    let (cut, damaged, whole) = (text("cut.hprof", &whole[..left + 3]), text("damaged.hprof", &damaged), text("whole.hprof", &whole));
    for command in ["histogram", "find", "objects"] {
        let told = |file: &str| String::from_utf8(program::run([command, file]).stderr).expect("is text");
        let (of_cut, of_damaged) = (told(&cut), told(&damaged));
        assert!(
            of_cut.contains(&format!("At most 40.2 % of {cut} could be read (")) && of_cut.contains(", 401 objects): the dump"),
            "{of_cut}"
        );
        assert!(of_damaged.contains(&format!("Only 40.2 % of {damaged} could be read (")), "{of_damaged}");
        assert!(of_damaged.contains(", 401 objects): unknown record in a heap dump segment at byte"), "{of_damaged}");
        assert!(!told(&whole).contains("could be read"), "{}", told(&whole));
    }
    // Documents that somebody keeps say so, too, not the terminal alone.
    let kept = ["junit.xml", "page.html", "rules.sarif"].map(|name| scratch.join(name).to_str().expect("a plain name").to_owned());
    let json = program::stdout(["find", &cut, "--json"]);
    let markdown = program::stdout(["find", &cut, "--markdown"]);
    let sarif = program::stdout(["find", &cut, "--sarif", "-"]);
    let rule = "objects(java.lang.Object) < 100000";
    program::stdout(["check", &cut, "--by", "type", "--rule", rule, "--junit", &kept[0], "--sarif", &kept[2]]);
    program::stdout(["report", &cut, "--html", &kept[1]]);
    let of_files = kept.map(|file| std::fs::read_to_string(file).expect("was written"));
    for document in [json, markdown, sarif].iter().chain(&of_files) {
        assert!(document.contains("At most 40.2 % of "), "{document}");
    }
    let of_all = String::from_utf8(program::run(["find", &cut, &damaged, &whole]).stderr).expect("is text");
    let told: Vec<&str> = of_all.lines().filter(|line| line.contains("could be read")).collect();
    assert!(told.len() == 2 && told[0].contains(&cut) && told[1].contains(&damaged), "each file by its name: {of_all}");
}
