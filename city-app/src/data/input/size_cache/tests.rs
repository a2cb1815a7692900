use std::time::{Duration, SystemTime};

use analysis::{TreeBuilder, Warnings};

use super::*;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::TreeSeries;
use crate::data::input::{Input, read, sample};

/// A folder of this test alone, removed at the end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("memory-city-cache-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary directory is writable");
        Self(folder)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tree(objects: u64) -> MemoryTree {
    let totals = |objects| NodeTotals { objects, bytes: 16 * objects };
    let mut builder = TreeBuilder::new(totals(objects + 7));
    let role = builder.role("Type");
    builder.add_part(0, "A", role, totals(objects));
    builder.add_part(0, "B", role, totals(7));
    builder.finish().tree
}

fn sizes() -> Vec<NodeTotals> {
    [(0, 0), (127, 128), (u64::MAX, 1 << 40)].map(|(objects, bytes)| NodeTotals { objects, bytes }).to_vec()
}

/// A dump of 1 MiB that holds nothing sensible.
fn read_file(file: &Path, options: &OpenOptions) -> TreeSeries {
    let warnings = Warnings::new();
    let input = Input::look_at(&[file.to_owned()], &warnings);
    input.and_then(|input| read(&input, options, &Progress::new(), &warnings)).expect("the dump can be read")
}

fn dump(folder: &TestFolder) -> PointSource {
    let file = folder.0.join("a.hprof");
    fs::write(&file, vec![7; 1 << 20]).expect("the folder is writable");
    PointSource::dump(file, 0)
}

fn question(source: &PointSource) -> Question {
    Question::new(source, "reachable objects", &["type".to_owned()])
}

const BOTH: [SizeKind; 2] = [SizeKind::Deep, SizeKind::Retained];

#[test]
fn sizes_come_back_for_the_same_dump_question_and_tree_only() {
    let folder = TestFolder::new("same");
    let source = dump(&folder);
    let cache = SizeCache::BesideDumps;
    let asked = question(&source);
    cache.keep(&asked, &tree(5), SizeKind::Retained, &sizes()).expect("the folder is writable");
    assert_eq!(cache.kept(&asked, &tree(5), &BOTH), NodeSizes { retained: Some(sizes()), ..NodeSizes::default() });
    // Another tree, policy, grouping or dump of the same file is another question.
    assert_eq!(cache.kept(&asked, &tree(6), &BOTH), NodeSizes::default());
    for other in [
        Question::new(&source, "all objects", &["type".to_owned()]),
        Question::new(&source, "reachable objects", &["package".to_owned(), "type".to_owned()]),
        Question::new(&PointSource { dump: 1, ..source.clone() }, "reachable objects", &["type".to_owned()]),
    ] {
        assert_eq!(cache.kept(&other, &tree(5), &BOTH), NodeSizes::default());
    }
    // The hidden folder holds one file and can be deleted at any time.
    let files = cache.files_of(&folder.0).expect("the folder can be listed");
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].question.as_deref(), Some("a.hprof, dump 1\nreachable objects\ntype"));
    assert_eq!(cache.files_of(&source.file).expect("the folder can be listed"), files);
    assert_eq!(cache.files_of(&folder.0.join("b.hprof")).expect("the folder can be listed"), []);
    SizeCache::delete(&files).expect("our own file");
    assert!(!folder.0.join(FOLDER).exists());
    assert_eq!(cache.kept(&asked, &tree(5), &BOTH), NodeSizes::default());
    SizeCache::delete(&files).expect("what is gone already is no error");
}

#[test]
fn a_dump_that_changed_has_no_sizes() {
    let folder = TestFolder::new("stale");
    let source = dump(&folder);
    let cache = SizeCache::BesideDumps;
    let keep = || cache.keep(&question(&source), &tree(5), SizeKind::Deep, &sizes()).expect("the folder is writable");
    let is_known = || cache.kept(&question(&source), &tree(5), &BOTH).deep.is_some();
    keep();
    assert!(is_known());
    let file = File::options().write(true).open(&source.file).expect("our own file");
    let changed = fs::metadata(&source.file).and_then(|about| about.modified()).expect("files have times");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).expect("our own file");
    assert!(!is_known(), "another time");
    file.set_modified(changed).expect("our own file");
    assert!(is_known());
    file.set_len(1 << 19).and_then(|()| file.set_modified(changed)).expect("our own file");
    assert!(!is_known(), "another length");
    fs::write(&source.file, vec![8; 1 << 20]).expect("our own file");
    file.set_modified(changed).expect("our own file");
    assert!(!is_known(), "other content of the same length and time");
    keep();
    assert!(is_known(), "and is written anew");
    fs::remove_file(&source.file).expect("our own file");
    assert!(!is_known(), "a dump that is gone");
}

#[test]
fn every_damage_is_as_good_as_no_file() {
    let folder = TestFolder::new("damage");
    let source = dump(&folder);
    let asked = question(&source);
    let print = asked.dump.expect("the dump is there");
    let whole = encode(&asked.text, &print, &tree(5), &sizes());
    let read = |bytes: &[u8]| decode(bytes, &asked.text, &print, &tree(5));
    assert_eq!(read(&whole), Some(sizes()));
    for end in 0..whole.len() {
        assert_eq!(read(&whole[..end]), None, "{end} bytes");
    }
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        assert_eq!(read(&flipped), None, "byte {at}");
    }
    // Sound in itself, and of another version or with too many numbers.
    let resealed = |change: fn(&mut Vec<u8>)| {
        let mut bytes = whole[..whole.len() - 8].to_vec();
        change(&mut bytes);
        bytes.extend_from_slice(&hash(&bytes).to_le_bytes());
        bytes
    };
    assert_eq!(read(&resealed(|_| {})), Some(sizes()));
    assert_eq!(read(&resealed(|bytes| bytes[8] += 1)), None);
    assert_eq!(read(&resealed(|bytes| bytes.push(0))), None);
    assert_eq!(read(&resealed(|bytes| bytes[12] = 0xff)), None);
    // On disk the same: listed as damaged, not used, and replaced.
    let cache = SizeCache::BesideDumps;
    let file = folder.0.join(FOLDER).join(asked.file_name(SizeKind::Deep));
    fs::create_dir_all(folder.0.join(FOLDER)).and_then(|()| fs::write(&file, b"something else")).expect("the folder is writable");
    assert_eq!(cache.kept(&asked, &tree(5), &BOTH), NodeSizes::default());
    assert_eq!(cache.files_of(&folder.0).expect("the folder can be listed")[0].question, None);
    cache.keep(&asked, &tree(5), SizeKind::Deep, &sizes()).expect("the folder is writable");
    assert_eq!(cache.kept(&asked, &tree(5), &BOTH).deep, Some(sizes()));
}

#[test]
fn a_full_folder_loses_its_oldest_files_and_nothing_else() {
    let folder = TestFolder::new("full");
    let name = |at: u8| folder.0.join(format!("a.hprof.{at:016x}.deep"));
    for at in 0..4 {
        let file = File::create(name(at)).expect("the folder is writable");
        // Only as long as they say: a file with a hole takes no room.
        file.set_len(100 << 20).expect("the folder is writable");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(u64::from(at))).expect("our own file");
    }
    fs::write(folder.0.join("notes.txt"), b"the user's").expect("the folder is writable");
    make_room(&folder.0, 1 << 20);
    let left: Vec<bool> = (0..4).map(|at| name(at).exists()).collect();
    // 2 * 100 MiB and 1 MiB fit into 256 MiB.
    assert_eq!(left, [false, false, true, true]);
    assert!(folder.0.join("notes.txt").exists());
}

#[test]
fn only_names_of_ours_are_ours() {
    for name in ["a.hprof.0123456789abcdef.deep", "b.gz.0123456789abcdef.retained", "a.0123456789abcdef.deep.4711.tmp"] {
        assert!(is_ours(name), "{name}");
    }
    for name in ["a.hprof", "notes.deep", "a.0123.deep", "0123456789abcdef", "a.tmp", "a.0123456789abcdef.size"] {
        assert!(!is_ours(name), "{name}");
    }
}

#[test]
fn a_folder_of_dumps_is_walked_once_and_then_read() {
    let folder = TestFolder::new("series");
    let shop = sample("travel-shop").expect("the sample ships").path;
    let file = folder.0.join("one.hprof.gz");
    fs::copy(shop.join("point-13.hprof.gz"), &file).expect("the folder is writable");
    let cache = SizeCache::Folder(folder.0.join("cache"));
    let options = OpenOptions { sizes: BOTH.to_vec(), cache: cache.clone(), ..OpenOptions::default() };
    let sizes = |options: &OpenOptions| read_file(&file, options).points.into_iter().next().expect("one point").sizes;
    let computed = sizes(&options);
    assert!(computed.deep.is_some() && computed.retained.is_some());
    assert_eq!(cache.files_of(&file).expect("the folder can be listed").len(), 2);
    assert_eq!(sizes(&options), computed);
    // A file with other numbers shows who is asked: the sizes are read, not computed again.
    let asked = Question::new(
        &PointSource::dump(file.clone(), 0),
        &options.size_policy().to_string(),
        &options.grouping().expect("default").names(),
    );
    let series = read_file(&file, &OpenOptions::default());
    let tree = &series.points[0].tree;
    let marked = vec![NodeTotals { objects: 1, bytes: 42 }; tree.nodes.len()];
    cache.keep(&asked, tree, SizeKind::Deep, &marked).expect("the folder is writable");
    assert_eq!(sizes(&options), NodeSizes { deep: Some(marked.clone()), retained: computed.retained.clone(), estimates: None });
    // What was not asked for is taken only by those who want all that is known.
    assert_eq!(sizes(&OpenOptions { sizes: Vec::new(), ..options.clone() }), NodeSizes::default());
    let window = OpenOptions { sizes: Vec::new(), take_kept_sizes: true, ..options.clone() };
    assert_eq!(sizes(&window), NodeSizes { deep: Some(marked), retained: computed.retained.clone(), estimates: None });
    assert_eq!(sizes(&OpenOptions { cache: SizeCache::Off, ..options }), computed);
}
