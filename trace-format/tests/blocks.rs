//! Every block comes back as it was written, and a damaged file gives what is not damaged.

use proptest::collection::vec;
use proptest::prelude::*;
use trace_format::{
    Allocation, Allocations, Births, Block, BlockKind, Class, Classes, Collection, Collections, Damage, Deaths, Descriptor, FieldRecord,
    Frame, Gone, Head, Histogram, HistogramRow, Info, Loader, Loaders, MOST_STORED_BYTES, Method, Methods, Place, RootRecord,
    RootRecordKind, Roots, Rows, Runs, Scan, Site, Sites, StateBegin, StateEnd, StateGivenUp, Store, Stores, Strings, Subsystem,
    Subsystems, Thread, Threads, TraceWriter, VERSION, WalkReason, scan, whole_blocks,
};

const HEAD: Head = Head { version: VERSION, start_millis: 1_700_000_000_000, recording: 42 };

/// A block that comes back from its bytes, from any part of them without a panic, and with bytes of a later version behind it.
fn check<B: Block + PartialEq + std::fmt::Debug>(block: &B) -> Result<(), TestCaseError> {
    let mut bytes = Vec::new();
    block.encode(&mut bytes);
    prop_assert_eq!(&B::from_bytes(&bytes).expect("was written so"), block);
    for end in 0..bytes.len() {
        let _ = B::from_bytes(&bytes[..end]);
    }
    bytes.extend([1, 2, 3]);
    prop_assert_eq!(&B::from_bytes(&bytes).expect("more may follow"), block);
    Ok(())
}

/// Values that are told as one more than they are, 0 being none.
fn known() -> impl Strategy<Value = Option<u64>> {
    prop::option::of(0..u64::MAX)
}

fn id() -> impl Strategy<Value = u64> {
    prop_oneof![0_u64..100, 0..1_u64 << 40, any::<u64>()]
}

fn row() -> impl Strategy<Value = Vec<(u64, u64)>> {
    vec((prop_oneof![0_u64..300, any::<u64>()], id()), 0..5)
}

proptest! {
    #[test]
    fn names_come_back(entries in vec((".{0,9}", ".{0,9}"), 0..5), first in any::<u32>(), texts in vec(".{0,20}", 0..9)) {
        check(&Info { entries })?;
        check(&Strings { first, texts })?;
    }

    #[test]
    fn classes_come_back(classes in vec((any::<[u32; 5]>(), id(), vec(any::<u32>(), 0..4), vec(any::<[u32; 3]>(), 0..4)), 0..5)) {
        let class = |([number, signature, super_class, modifiers, file], object, interfaces, fields): ([u32; 5], u64, Vec<u32>, Vec<[u32; 3]>)| {
            let fields = fields.into_iter().map(|[name, signature, modifiers]| FieldRecord { name, signature, modifiers }).collect();
            Class { number, signature, object, super_class, modifiers, interfaces, fields, file }
        };
        check(&Classes { classes: classes.into_iter().map(class).collect() })?;
    }

    #[test]
    fn methods_sites_and_threads_come_back(
        first in any::<u32>(),
        methods in vec(any::<[u32; 4]>(), 0..5),
        sites in vec((vec((any::<u32>(), any::<i32>()), 0..5), any::<bool>()), 0..5),
        threads in vec((any::<u64>(), any::<u32>(), id(), any::<bool>(), any::<bool>()), 0..5),
        loaders in vec((id(), any::<u32>()), 0..5),
    ) {
        let method = |[class, name, signature, file]: [u32; 4]| Method { class, name, signature, file };
        check(&Methods { first, methods: methods.into_iter().map(method).collect() })?;
        let frame = |(method, line)| Frame { method, line };
        let site = |(frames, cut): (Vec<(u32, i32)>, bool)| Site { frames: frames.into_iter().map(frame).collect(), cut };
        check(&Sites { first, sites: sites.into_iter().map(site).collect() })?;
        let thread = |(id, name, object, is_virtual, is_daemon)| Thread { id, name, object, is_virtual, is_daemon };
        check(&Threads { threads: threads.into_iter().map(thread).collect() })?;
        check(&Loaders { loaders: loaders.into_iter().map(|(object, name)| Loader { object, name }).collect() })?;
    }

    #[test]
    fn events_come_back(
        collections in vec((any::<[u32; 3]>(), 0_u64..1 << 60, 0_u64..1 << 60, [known(), known(), known()], any::<u64>()), 0..5),
        interval in any::<u64>(),
        allocations in vec((id(), any::<[u32; 3]>(), any::<u64>(), known(), any::<u64>()), 0..5),
        deaths in vec((id(), any::<u32>()), 0..9),
        stores in vec((id(), any::<[u32; 3]>(), id(), any::<u64>()), 0..5),
        rows in vec((any::<u32>(), any::<u64>(), any::<u64>()), 0..5),
        with_unreachable in any::<bool>(),
        subsystems in vec((0_usize..4, vec(0_u64..1 << 41, 0..9)), 0..5),
    ) {
        let collection = |([number, collector, cause], start_nanos, pause, [used_before, used_after, capacity], cost_nanos): ([u32; 3], u64, u64, [Option<u64>; 3], u64)| {
            Collection { number, start_nanos, end_nanos: start_nanos + pause, collector, cause, used_before, used_after, capacity, cost_nanos }
        };
        check(&Collections { collections: collections.into_iter().map(collection).collect() })?;
        let allocation = |(id, [class, site, collections], bytes, length, thread): (u64, [u32; 3], u64, Option<u64>, u64)| {
            Allocation { id, class, bytes, length, site, thread, collections }
        };
        check(&Allocations { interval, allocations: allocations.into_iter().map(allocation).collect() })?;
        check(&Deaths { deaths })?;
        let allocated = subsystems.into_iter().map(|(part, ids)| (Subsystem::ALL[part], ids.into_iter().collect::<Runs>()));
        check(&Subsystems { allocated: allocated.collect() })?;
        let store = |(holder, [class, field, site], value, thread): (u64, [u32; 3], u64, u64)| Store { holder, class, field, value, site, thread };
        check(&Stores { stores: stores.into_iter().map(store).collect() })?;
        let row = |(class, objects, bytes)| HistogramRow { class, objects, bytes };
        check(&Histogram { collections: 7, nanos: interval, pause_nanos: 9, with_unreachable, rows: rows.into_iter().map(row).collect() })?;
    }

    #[test]
    fn states_come_back(
        numbers in any::<(u32, u32, u64, u64, u64, u64)>(),
        is_full in any::<bool>(),
        descriptors in vec((any::<u32>(), known(), any::<u64>(), any::<u32>()), 1..5),
        objects in vec((0_u64..1 << 41, any::<prop::sample::Index>()), 0..20),
        roots in vec((0_usize..7, id(), any::<u64>(), prop::option::of(0..u32::MAX), any::<u32>(), any::<i32>(), prop::option::of(0..u32::MAX), any::<u32>()), 0..5),
    ) {
        let (state, collections, nanos, objects_told, bytes, references) = numbers;
        for reason in [WalkReason::Collection, WalkReason::Clock, WalkReason::Exit, WalkReason::Request] {
            for (numbers_anew, is_ending) in [(false, false), (true, false), (false, true), (true, true)] {
                check(&StateBegin { state, collections, nanos, is_full, reason, numbers_anew, is_ending })?;
            }
        }
        check(&StateGivenUp { state, pause_nanos: nanos })?;
        check(&StateEnd { state, objects: objects_told, bytes, references, pause_nanos: nanos, visited: references })?;
        let kinds = objects.iter().map(|(_, kind)| kind.index(descriptors.len()) as u32).collect();
        let descriptors = descriptors.into_iter().map(|(class, length, bytes, born)| Descriptor { class, length, bytes, born }).collect();
        let ids: Runs = objects.iter().map(|&(id, _)| id).collect();
        check(&Births { descriptors, ids: ids.clone(), kinds })?;
        check(&Gone { ids })?;
        const KINDS: [RootRecordKind; 7] = [
            RootRecordKind::Other, RootRecordKind::JniGlobal, RootRecordKind::SystemClass, RootRecordKind::Monitor,
            RootRecordKind::StackLocal, RootRecordKind::JniLocal, RootRecordKind::Thread,
        ];
        let root = |(kind, object, thread, depth, method, line, slot, variable): (usize, _, _, _, _, _, _, _)| {
            RootRecord { kind: KINDS[kind], object, thread, depth, method, line, slot, variable }
        };
        check(&Roots { roots: roots.into_iter().map(root).collect() })?;
    }

    #[test]
    fn rows_come_back(rows in vec((id(), row(), any::<bool>()), 0..9)) {
        let mut block = Rows::default();
        rows.iter().for_each(|(source, row, goes_on)| block.push(*source, row, *goes_on));
        let mut bytes = Vec::new();
        block.encode(&mut bytes);
        let read = Rows::from_bytes(&bytes).expect("was written so");
        let mut seen = Vec::new();
        read.each(|source, row, goes_on| seen.push((source, row.to_vec(), goes_on))).expect("the columns fit");
        prop_assert_eq!(&seen, &rows);
        prop_assert_eq!((read.len(), read.references()), (rows.len() as u64, rows.iter().map(|row| row.1.len() as u64).sum()));
        for end in 0..bytes.len() {
            let _ = Rows::from_bytes(&bytes[..end]).map(|rows| rows.each(|_, _, _| {}));
        }
    }

    #[test]
    fn bytes_that_are_no_block_are_refused_without_a_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = (Info::from_bytes(&bytes), Strings::from_bytes(&bytes), Classes::from_bytes(&bytes), Methods::from_bytes(&bytes));
        let _ = (Sites::from_bytes(&bytes), Threads::from_bytes(&bytes), Collections::from_bytes(&bytes), StateBegin::from_bytes(&bytes));
        let _ = (Births::from_bytes(&bytes), Roots::from_bytes(&bytes), StateEnd::from_bytes(&bytes), Allocations::from_bytes(&bytes));
        let _ = (Deaths::from_bytes(&bytes), Histogram::from_bytes(&bytes), Stores::from_bytes(&bytes), Loaders::from_bytes(&bytes));
        let _ = Subsystems::from_bytes(&bytes);
        // Runs may say that they are very long: nobody goes through them one by one.
        let _ = Gone::from_bytes(&bytes).map(|gone| gone.ids.len());
        let _ = Rows::from_bytes(&bytes).map(|rows| rows.each(|_, _, _| {}));
        let _ = scan(&bytes);
    }
}

#[test]
fn places_are_told_by_their_number() {
    let numbered = [Place::Field(3), Place::Element(u32::MAX), Place::Static(0), Place::ConstantPool(70_000)];
    let plain = [Place::SuperClass, Place::ClassLoader, Place::Signers, Place::ProtectionDomain, Place::Interface, Place::Other];
    for place in numbered.into_iter().chain(plain) {
        assert_eq!(Place::from_code(place.code()), place);
    }
    assert_eq!(Place::from_code(12), Place::Other, "kinds of later versions");
}

#[test]
fn parts_of_the_jvm_of_later_versions_are_passed_over() {
    // Two parts: 9 with the id 5 (10 / 2) and one id more, 4 with the id 8, counted from 0 again.
    let block = Subsystems::from_bytes(&[2, 9, 1, 10, 2, 4, 1, 16, 1]).expect("is whole");
    assert_eq!(block, Subsystems { allocated: vec![(Subsystem::C2, [8].into_iter().collect())] });
    assert_eq!(Subsystem::ALL.map(|part| Subsystem::from_code(part as u64)), Subsystem::ALL.map(Some));
}

/// Texts of 3 bytes and of 5,000, so that one block is stored as it is and one compressed; and where every block ends.
fn small_file(finished: bool) -> (Vec<u8>, Vec<usize>) {
    let mut writer = TraceWriter::new(Vec::new(), HEAD).expect("memory takes everything");
    let mut ends = vec![];
    for (first, text) in [(1, "abc".to_owned()), (2, "long ".repeat(1000)), (3, "end".to_owned())] {
        writer.put(&Strings { first, texts: vec![text] }).expect("is small");
        ends.push(writer.bytes() as usize);
    }
    let (file, bytes) = writer.finish().expect("memory takes everything");
    assert_eq!(file.len() as u64, bytes);
    let end = if finished { file.len() } else { ends[ends.len() - 1] };
    (file[..end].to_vec(), ends)
}

fn read_all(file: &[u8]) -> Option<(Scan, Vec<Result<Strings, Damage>>)> {
    let found = scan(file).ok()?;
    let read = found.blocks.iter().filter(|entry| entry.kind == Some(BlockKind::Strings)).map(|entry| entry.read(file)).collect();
    Some((found, read))
}

#[test]
fn a_file_that_ends_anywhere_gives_all_blocks_before() {
    for finished in [false, true] {
        let (file, ends) = small_file(finished);
        for length in 0..=file.len() {
            let Some((found, read)) = read_all(&file[..length]) else {
                assert!(length < 32, "only a file without its head is refused");
                continue;
            };
            let whole = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(read.iter().filter(|read| read.is_ok()).count(), whole, "of {length} bytes");
            assert_eq!(found.blocks.len(), whole);
            // The index is a block, too; the offset behind it is not, and may be torn.
            let index_end = file.len() - 16;
            assert_eq!(found.is_complete, finished && length >= index_end, "of {length} bytes");
            let is_whole = length == 32 || ends.contains(&length) || finished && length == index_end || length == file.len();
            assert_eq!(found.lost.len(), usize::from(!is_whole), "of {length} bytes");
        }
    }
}

#[test]
fn any_flipped_bit_costs_one_block_at_most() {
    for finished in [false, true] {
        let (file, ends) = small_file(finished);
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                let Some((_, read)) = read_all(&damaged) else {
                    assert!(at < 32, "only a damaged head is refused");
                    continue;
                };
                let hit = ends.iter().position(|&end| at < end);
                let whole: Vec<u32> = read.into_iter().flatten().map(|block| block.first).collect();
                let expected: Vec<u32> = (1..=3).filter(|&first| hit != Some(first as usize - 1)).collect();
                assert!(at < 32 || whole == expected, "bit {bit} of byte {at}: {whole:?} instead of {expected:?}");
            }
        }
    }
}

#[test]
fn blocks_behind_a_damaged_stretch_are_found() {
    let (mut file, ends) = small_file(false);
    let garbage = [b"MCb1MCb1".as_slice(), &[0; 100]].concat();
    file.splice(ends[0]..ends[0], garbage.iter().copied());
    let (found, read) = read_all(&file).expect("has its head");
    assert_eq!(read.into_iter().map(|read| read.expect("is whole").first).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(found.lost.iter().map(|lost| (lost.at, lost.bytes)).collect::<Vec<_>>(), [(ends[0] as u64, garbage.len() as u64)]);
}

#[test]
fn a_file_that_grows_is_read_on_where_its_last_whole_block_ended() {
    let (file, ends) = small_file(true);
    let mut live = scan(&file[..ends[0]]).expect("has its head");
    for length in ends[0]..=file.len() {
        live.lost.clear();
        live.go_on(&file[..length]);
        assert_eq!(live.blocks.len(), ends.iter().filter(|&&end| end <= length).count(), "of {length} bytes");
    }
    assert!(live.is_complete);
}

#[test]
fn what_has_come_is_whole_up_to_the_end_of_its_last_block() {
    for finished in [false, true] {
        let (file, ends) = small_file(finished);
        let places = [&[0, 32], ends.as_slice(), &[file.len()]].concat();
        for length in 0..=file.len() {
            let last = |from: usize| places.iter().copied().filter(|place| (from..=length).contains(place)).max();
            assert_eq!(whole_bytes(&file[..length]), Ok(last(0).unwrap_or(0)), "of {length} bytes");
            // The same from the end of a block on.
            if length >= ends[0] {
                assert_eq!(whole_bytes(&file[ends[0]..length]), Ok(last(ends[0]).unwrap_or(0) - ends[0]), "of {length} bytes");
            }
        }
    }
    assert_eq!(whole_bytes(b"something that is no trace at all"), Err(Damage::NoBlock), "nothing is to be waited for");
    // Nor for a block that nobody may write: its frame says that 4 GiB follow, and its checksum is right.
    let (mut file, ends) = small_file(false);
    file.truncate(ends[0]);
    file.extend_from_slice(&frame_of(u32::MAX));
    assert_eq!(whole_bytes(&file), Err(Damage::NoBlock));
    file.truncate(ends[0]);
    file.extend_from_slice(&frame_of(MOST_STORED_BYTES as u32));
    assert_eq!(whole_bytes(&file), Ok(ends[0]));
}

fn whole_bytes(bytes: &[u8]) -> Result<usize, Damage> {
    whole_blocks(bytes).map(|(bytes, _)| bytes)
}

/// The frame of a block whose content has so many bytes in the file.
fn frame_of(stored_bytes: u32) -> Vec<u8> {
    let mut frame = b"MCb1\x01\0\0\0".to_vec();
    frame.extend_from_slice(&stored_bytes.to_le_bytes());
    frame.extend_from_slice(&[0; 8]);
    frame.extend_from_slice(&crc32fast::hash(&frame).to_le_bytes());
    frame
}

/// The bytes of the example in FORMAT.md, from its lines of `offset | hex | meaning`.
fn example() -> Vec<u8> {
    let text = include_str!("../FORMAT.md");
    let lines = text.lines().filter_map(|line| line.strip_prefix("    0x")?.split(" | ").nth(1));
    lines.flat_map(|hex| hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("is hex"))).collect()
}

#[test]
fn the_example_of_the_specification_is_what_is_written() {
    let mut writer = TraceWriter::new(Vec::new(), HEAD).expect("memory takes everything");
    writer.put(&Strings { first: 1, texts: vec!["Lapp/A;".into()] }).expect("is small");
    let mut rows = Rows::default();
    rows.push(10, &[(Place::Field(0).code(), 12), (Place::Field(2).code(), 11)], false);
    rows.push(12, &[(Place::Element(5).code(), 10)], false);
    writer.put(&rows).expect("is small");
    let mut births = Births { descriptors: vec![Descriptor { class: 1, length: None, bytes: 24, born: 3 }], ..Births::default() };
    [10, 11, 12].into_iter().for_each(|id| births.ids.push(id));
    births.kinds = vec![0, 0, 0];
    writer.put(&births).expect("is small");
    let (written, _) = writer.finish().expect("memory takes everything");
    let shown: Vec<String> = written.iter().map(|byte| format!("{byte:02x}")).collect();
    let expected: Vec<String> = example().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(shown.join(" "), expected.join(" "));
}
