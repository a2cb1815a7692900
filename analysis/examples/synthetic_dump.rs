//! Writes a heap dump of any size: `cargo run --release -p analysis --example synthetic_dump -- OBJECTS OUT.hprof [SEED]`.
//!
//! A hundred million objects take about 6 GB and no more memory than ten thousand, because no object is remembered:
//! the heap is cut into windows of 4 KiB, what is in a window follows from the seed and the window's number, and
//! references between windows go to the two objects that every window has at the same place.
//!
//! * The *partition* at the start of a window refers to the partitions of eight later windows: a tree over the heap,
//!   whose root is a static field.
//! * The *link* behind it refers to the link before it: one list as long as there are windows, for whoever recurses.
//!
//! The rest of a window is a mixture of a business heap: strings, lists, hash maps, search trees, array lists, number
//! arrays, objects of 1,200 classes whose sizes follow Zipf's law. One reference in five leaves the window, towards few
//! partitions that many share. One motif in sixteen is garbage.

use std::fs::File;
use std::io::Write;
use std::time::Instant;

use analysis::Primitive;
use analysis::fixture::{HprofWriter, SegmentWriter};
use rayon::prelude::*;

const WINDOW_BYTES: u64 = 4096;
const HEAP_START: u64 = 0x6_0000_0000;
const CLASSES_START: u64 = 0x5_f000_0000;
const LINK_AT: u64 = 24;
const CHILDREN: u64 = 8;
/// Windows per segment of the dump: about 6 MB.
const BATCH: u64 = 1024;
const APP_CLASSES: u64 = 1200;
/// Room for the largest motif and the children in the partition's array behind it.
const MOTIF_ROOM: u64 = 512;

// Places in the list of classes.
const OBJECT: u64 = 0;
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const HASH_MAP: u64 = 5;
const HASH_MAP_NODE: u64 = 6;
const TREE_ENTRY: u64 = 7;
const ARRAY_LIST: u64 = 8;
const PARTITION: u64 = 9;
const LINK: u64 = 10;
const OBJECT_ARRAY: u64 = 11;
const HASH_MAP_NODES: u64 = 12;
const BYTES: u64 = 13;
const INTS: u64 = 14;
/// Where the application classes follow.
const FIRST_APP_CLASS: u64 = 15;

/// Name, references and further bytes of instances.
const CLASSES: [(&str, u64, u64); FIRST_APP_CLASS as usize] = [
    ("java/lang/Object", 0, 0),
    ("java/lang/Class", 0, 0),
    ("java/lang/ClassLoader", 0, 0),
    ("java/lang/String", 1, 8),
    ("java/lang/Integer", 0, 4),
    ("java/util/HashMap", 1, 16),
    ("java/util/HashMap$Node", 3, 4),
    ("java/util/TreeMap$Entry", 4, 4),
    ("java/util/ArrayList", 1, 8),
    ("com/synthetic/Partition", 1, 4),
    ("com/synthetic/Link", 2, 0),
    ("[Ljava/lang/Object;", 0, 0),
    ("[Ljava/util/HashMap$Node;", 0, 0),
    ("[B", 0, 0),
    ("[I", 0, 0),
];

fn class_id(class: u64) -> u64 {
    CLASSES_START + class * 128
}

/// References and further bytes of an instance.
fn shape(class: u64) -> (u64, u64) {
    match CLASSES.get(class as usize) {
        Some(&(_, references, bytes)) => (references, bytes),
        None => (1 + class % 4, 4 * (class % 5)),
    }
}

/// A small generator (SplitMix64) whose numbers follow from its start alone.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What a window holds, before it is written: objects may refer to later ones.
#[derive(Default)]
struct Window {
    objects: Vec<Planned>,
    references: Vec<u64>,
}

struct Planned {
    address: u64,
    class: u64,
    /// Elements of an array, else 0.
    length: u64,
    /// Where its references start.
    first: usize,
}

struct Dump {
    windows: u64,
    seed: u64,
}

/// The address of a window's partition.
fn partition(window: u64) -> u64 {
    HEAP_START + window * WINDOW_BYTES
}

impl Dump {
    /// A partition that many share: the lower the window, the likelier.
    fn shared(&self, random: &mut Random) -> u64 {
        partition((random.unit().powi(4) * self.windows as f64) as u64)
    }

    fn plan(&self, number: u64, window: &mut Window) {
        window.objects.clear();
        window.references.clear();
        let mut random = Random(self.seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let start = partition(number);
        let mut free = start + LINK_AT;
        // The array behind the last motif; its address is only known then.
        window.references.push(0);
        window.objects.push(Planned { address: start, class: PARTITION, length: 0, first: 0 });
        let before = if number == 0 { 0 } else { partition(number - 1) + LINK_AT };
        let link = add(window, &mut free, LINK, 0, &[before, 0]);
        let mut heads = vec![link];
        while free + MOTIF_ROOM + 4 * (heads.len() as u64) < start + WINDOW_BYTES {
            let head = self.motif(window, &mut free, &mut random);
            if random.below(16) > 0 {
                heads.push(head);
            }
        }
        // Leaves of the tree of windows are garbage now and then.
        let is_kept =
            |child: &u64| *child < self.windows && (CHILDREN * child + 1 < self.windows || Random(*child ^ self.seed).below(32) > 0);
        heads.extend((CHILDREN * number + 1..=CHILDREN * number + CHILDREN).filter(is_kept).map(partition));
        window.references[0] = free;
        add(window, &mut free, OBJECT_ARRAY, heads.len() as u64, &heads);
        debug_assert!(free <= start + WINDOW_BYTES);
    }

    /// Adds a few objects that belong together; returns the one that holds the others.
    fn motif(&self, window: &mut Window, free: &mut u64, random: &mut Random) -> u64 {
        let pick = |window: &Window, random: &mut Random| match random.below(10) {
            0 | 1 => self.shared(random),
            2 => 0,
            _ => window.objects[random.below(window.objects.len() as u64) as usize].address,
        };
        let string = |window: &mut Window, free: &mut u64, random: &mut Random| {
            let bytes = add(window, free, BYTES, 4 + random.below(28), &[]);
            add(window, free, STRING, 0, &[bytes])
        };
        match random.below(100) {
            0..25 => string(window, free, random),
            25..50 => {
                let class = app_class(random);
                (0..2 + random.below(8)).fold(0, |next, _| {
                    let payload = pick(window, random);
                    let targets = [next, payload, payload, next];
                    add(window, free, class, 0, &targets[..shape(class).0 as usize])
                })
            }
            50..58 => {
                let entries: Vec<u64> = (0..1 + random.below(6))
                    .map(|_| {
                        let key = add(window, free, INTEGER, 0, &[]);
                        let value = pick(window, random);
                        add(window, free, HASH_MAP_NODE, 0, &[key, value, 0])
                    })
                    .collect();
                let mut slots = [0; 16];
                entries.iter().for_each(|&entry| slots[random.below(16) as usize] = entry);
                let table = add(window, free, HASH_MAP_NODES, 16, &slots);
                add(window, free, HASH_MAP, 0, &[table])
            }
            58..66 => {
                let mut level: Vec<u64> = Vec::new();
                for _ in 0..3 {
                    let mut pairs = level.chunks(2).map(<[u64]>::to_vec).collect::<Vec<_>>();
                    pairs.resize(pairs.len().max(if level.is_empty() { 4 } else { 1 }), Vec::new());
                    level = pairs
                        .iter()
                        .map(|pair| {
                            let value = pick(window, random);
                            let child = |at: usize| pair.get(at).copied().unwrap_or(0);
                            add(window, free, TREE_ENTRY, 0, &[child(0), child(1), value, value])
                        })
                        .collect();
                }
                level[0]
            }
            66..76 => {
                let elements: Vec<u64> = (0..random.below(12)).map(|_| pick(window, random)).collect();
                let array = add(window, free, OBJECT_ARRAY, elements.len() as u64, &elements);
                add(window, free, ARRAY_LIST, 0, &[array])
            }
            76..82 => add(window, free, INTS, random.below(24), &[]),
            _ => {
                let name = string(window, free, random);
                let class = app_class(random);
                let targets = [name, pick(window, random), pick(window, random), pick(window, random)];
                add(window, free, class, 0, &targets[..shape(class).0 as usize])
            }
        }
    }

    fn write(&self, window: &Window, segment: &mut SegmentWriter, fields: &mut Vec<u8>) {
        const ZEROS: [u8; 256] = [0; 256];
        let ends = window.objects.iter().skip(1).map(|next| next.first).chain([window.references.len()]);
        for (object, end) in window.objects.iter().zip(ends) {
            let targets = &window.references[object.first..end];
            let (id, length) = (object.address, object.length as usize);
            if object.class == BYTES {
                segment.primitive_array(id, Primitive::Byte, &ZEROS[..length]);
            } else if object.class == INTS {
                segment.primitive_array(id, Primitive::Int, &ZEROS[..4 * length]);
            } else if is_array(object.class) {
                segment.object_array(id, class_id(object.class), targets);
            } else {
                fields.clear();
                targets.iter().for_each(|target| fields.extend_from_slice(&target.to_be_bytes()));
                fields.extend_from_slice(&ZEROS[..shape(object.class).1 as usize]);
                segment.instance(id, class_id(object.class), fields);
            }
        }
    }
}

fn is_array(class: u64) -> bool {
    (OBJECT_ARRAY..FIRST_APP_CLASS).contains(&class)
}

/// Rank `r` with a probability in proportion to `1 / r`.
fn app_class(random: &mut Random) -> u64 {
    let rank = ((APP_CLASSES + 1) as f64).powf(random.unit()) as u64 - 1;
    FIRST_APP_CLASS + rank.min(APP_CLASSES - 1)
}

/// Places an object at the next free address, as a JVM with references of 4 bytes would.
fn add(window: &mut Window, free: &mut u64, class: u64, length: u64, references: &[u64]) -> u64 {
    let bytes = if class == BYTES {
        16 + length
    } else if is_array(class) {
        16 + 4 * length
    } else {
        12 + 4 * shape(class).0 + shape(class).1
    };
    let address = *free;
    *free += bytes.next_multiple_of(8);
    window.objects.push(Planned { address, class, length, first: window.references.len() });
    window.references.extend_from_slice(references);
    address
}

/// The file up to its first segment of objects: names, classes, roots.
fn head(dump: &Dump) -> HprofWriter {
    let mut writer = HprofWriter::new("1.0.2", 8, 1_700_000_000_000);
    let mut segment = writer.segment();
    let (root, last, number) = (writer.string(b"root"), writer.string(b"last"), writer.string(b"number"));
    let references: Vec<u64> = (0..4).map(|at| writer.string(format!("field{at}").as_bytes())).collect();
    for class in 0..FIRST_APP_CLASS + APP_CLASSES {
        let name =
            CLASSES.get(class as usize).map_or_else(|| format!("com/synthetic/p{}/Class{class}", class % 60), |class| class.0.into());
        writer.load_class(class_id(class), &name);
        let super_class = if class == OBJECT { 0 } else { class_id(OBJECT) };
        let (count, bytes) = shape(class);
        let mut fields: Vec<_> = references[..count as usize].iter().map(|&name| (name, None)).collect();
        fields.extend((0..bytes / 4).map(|_| (number, Some(Primitive::Int))));
        let tail = partition(dump.windows - 1) + LINK_AT;
        let statics = if class == PARTITION { vec![(root, partition(0)), (last, tail)] } else { Vec::new() };
        segment.class(class_id(class), super_class, 0, &statics, &fields);
        segment.root(0x05, class_id(class), &[]);
    }
    writer.heap_dump_segment(&segment);
    writer
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (objects, path, seed) = match arguments.as_slice() {
        [objects, path] => (objects.parse::<u64>()?, path, 1),
        [objects, path, seed] => (objects.parse()?, path, seed.parse()?),
        _ => return Err("usage: synthetic_dump OBJECTS OUT.hprof [SEED]".into()),
    };
    let begin = Instant::now();
    let mut dump = Dump { windows: BATCH, seed };
    let mut window = Window::default();
    let sampled: usize = (0..BATCH)
        .map(|number| {
            dump.plan(number, &mut window);
            window.objects.len()
        })
        .sum();
    dump.windows = (objects * BATCH).div_ceil(sampled as u64).max(1);

    let mut file = File::create(path)?;
    let head = head(&dump);
    file.write_all(&head.bytes)?;
    let (mut bytes, mut written, mut references) = (head.bytes.len(), 0, 0);
    let batches: Vec<u64> = (0..dump.windows).step_by(BATCH as usize).collect();
    for group in batches.chunks(4 * rayon::current_num_threads()) {
        let segments: Vec<(HprofWriter, usize, usize)> = group
            .par_iter()
            .map(|&first| {
                let (mut window, mut fields) = (Window::default(), Vec::new());
                let (mut segment, mut objects, mut references) = (head.segment(), 0, 0);
                for number in first..dump.windows.min(first + BATCH) {
                    dump.plan(number, &mut window);
                    dump.write(&window, &mut segment, &mut fields);
                    objects += window.objects.len();
                    references += window.references.iter().filter(|&&target| target != 0).count();
                }
                let mut writer = HprofWriter::new("", 8, 0);
                writer.bytes.clear();
                writer.heap_dump_segment(&segment);
                (writer, objects, references)
            })
            .collect();
        for (segment, objects, more) in segments {
            file.write_all(&segment.bytes)?;
            bytes += segment.bytes.len();
            written += objects;
            references += more;
        }
    }
    let mut end = HprofWriter::new("", 8, 0);
    end.bytes.clear();
    end.heap_dump_end();
    file.write_all(&end.bytes)?;
    println!("objects={written} references={references} bytes={bytes} seconds={:.1}", begin.elapsed().as_secs_f64());
    Ok(())
}
