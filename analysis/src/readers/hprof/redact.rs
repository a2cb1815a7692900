//! A copy of a dump without the contents of its objects: zeros stand in their place, so that everything else is where it was.
//!
//! The elements of arrays of primitive types become zeros, and with them all texts; so do primitive fields, static ones and constants, but
//! for those that sizes of collections are read from ([`Counting`]). Of the texts of the file only names of classes, fields, methods, source
//! files and parts of the heap stay: HotSpot also writes the constants of the code there, and some writers names of threads. What cannot be
//! read as records becomes zeros, too. References, sizes, roots and stacks stay as they are.
//!
//! A first pass finds the classes, as their instances may come before them; where collections have counters of their own, a second one
//! finds these. The last one writes. Memory is that of the classes, and of those counters.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;
use rustc_hash::{FxHashMap, FxHashSet};

use super::class_dump::primitive_values;
use super::classes::{ClassNeeds, ClassTable, Layout};
use super::cursor::ids;
use super::outline::{Dump, FileRecord, HEAP_DUMP, HEAP_DUMP_SEGMENT, Outline, STRING};
use super::redaction_marks::{mark, marked};
use super::streaming::{Counts, count_all};
use super::sub_record::{Broken, SubRecord, SubRecords};
use super::units::{Unit, for_each_unit};
use crate::base::error::{Error, Result};
use crate::base::new_file::NewFile;
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{Counting, Redacted, SizePolicy};
use crate::readers::files::{self, ByteSource};

/// Bytes that are written at once.
const CHUNK_BYTES: usize = 1 << 20;

/// Level 1 leaves a third more.
const GZIP_LEVEL: u32 = 3;

/// Class ids that are looked up without hashing them: the low bits choose a slot.
const RECENT: usize = 64;

/// What was taken out of a dump.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redaction {
    /// Objects of the file, classes included.
    pub objects: u64,
    /// Arrays of primitive types with elements.
    pub arrays: u64,
    /// What these elements take.
    pub array_bytes: u64,
    /// Texts of the file that are no names of the program's parts.
    pub texts: u64,
}

/// Writes a heap dump without its contents; what ends with `.gz` is compressed. With `keep_fields` primitive fields stay.
///
/// # Errors
/// As [`crate::open_heap`], and [`Error::Write`]; then `out` is as it was before.
pub fn redact(path: &Path, out: &Path, keep_fields: bool, progress: &Progress, warnings: &Warnings) -> Result<Redaction> {
    let source = files::open_bytes(path, progress, warnings)?;
    let failed = |source| Error::Write { source, path: out.to_owned() };
    let mut file = NewFile::create(out).map_err(failed)?;
    let redaction = if out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz")) {
        let mut encoder = GzEncoder::new(&mut file, Compression::new(GZIP_LEVEL));
        let redaction = redact_into((&source, path), (&mut encoder, out), keep_fields, progress, warnings)?;
        encoder.finish().map_err(failed)?;
        redaction
    } else {
        redact_into((&source, path), (&mut file, out), keep_fields, progress, warnings)?
    };
    file.finish().map_err(failed)?;
    Ok(redaction)
}

/// The same from bytes to a writer; names are only for messages.
fn redact_into(
    (source, name): (&ByteSource, &Path),
    (out, out_name): (&mut dyn Write, &Path),
    keep_fields: bool,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Redaction> {
    let outline = Outline::of_file(source, name, progress, warnings)?;
    let mut names = names_of(&outline);
    let mut dumps = Vec::new();
    let mut objects = 0;
    for dump in &outline.dumps {
        let counts = count_all(source, dump, outline.header.id_bytes, 8, progress)?;
        Broken::warn(&counts.broken, warnings);
        outline.missing.clone().tell((name, source.len()), &dump.segments, &counts.broken, counts.objects(), warnings);
        objects += counts.objects();
        names.extend(&counts.heap_names);
        let table = class_table(&outline, &counts);
        for entry in &table.entries {
            names.extend(entry.dump.fields.iter().map(|&(name, _)| name).chain(entry.dump.statics.iter().map(|field| field.name)));
        }
        let kept = if keep_fields { None } else { Some(Kept::new(source, &outline, dump, &table, &counts, progress)?) };
        dumps.push((dump.segments.first().map_or(0, |segment| segment.start), kept));
    }
    progress.start("Redacting", source.len() as u64);
    let taken = if keep_fields { Redacted::Arrays } else { Redacted::ArraysAndFields }.max(outline.redacted);
    let mut copy = Copy {
        source,
        id_bytes: outline.header.id_bytes,
        out,
        waiting: Vec::with_capacity(CHUNK_BYTES),
        kept: 0..0,
        done: 0,
        progress,
        failed: |source| Error::Write { source, path: out_name.to_owned() },
        redaction: Redaction { objects, ..Redaction::default() },
    };
    copy.keep(0..outline.header.end)?;
    copy.mark(&outline, taken)?;
    let mut at = outline.header.end;
    while let Some(record) = FileRecord::read(source, at) {
        match record.tag {
            HEAP_DUMP | HEAP_DUMP_SEGMENT => {
                copy.keep(at..record.start)?;
                let of_dump = dumps.partition_point(|&(start, _)| start <= record.start).saturating_sub(1);
                copy.segment(record.start..record.end, dumps.get(of_dump).and_then(|(_, kept)| kept.as_ref()))?;
            }
            STRING => copy.text(at, record, &names)?,
            _ if record.is_known() => copy.keep(at..record.end)?,
            _ => {
                copy.keep(at..record.start)?;
                copy.zeros(record.end - record.start)?;
            }
        }
        at = record.end;
    }
    copy.zeros(source.len() - at)?;
    copy.flush()?;
    let redaction = copy.redaction;
    source.check_whole(name)?;
    Ok(redaction)
}

/// The texts that name classes, methods and source files.
fn names_of(outline: &Outline<'_>) -> FxHashSet<u64> {
    let frames = outline.frames.values().flat_map(|frame| [frame.method, frame.signature, frame.source]);
    outline.class_names.values().copied().chain(frames).collect()
}

fn class_table(outline: &Outline<'_>, counts: &Counts) -> ClassTable {
    let pointer = outline.header.id_bytes as u32;
    let needs = ClassNeeds {
        classes: &counts.classes,
        instance_classes: &counts.instances.iter().map(|(&class, &(_, bytes))| (class, bytes)).collect(),
        array_classes: &FxHashSet::default(),
        primitive_arrays: 0,
        taken: &|_| false,
    };
    // Whoever reads the dump is told what its classes lack.
    ClassTable::build(outline, &needs, Layout { pointer, reference: pointer, alignment: 8 }, SizePolicy::default(), &Warnings::new())
}

/// What stays of the instances of a class.
#[derive(Debug, Default)]
struct KeptOfClass {
    /// References, and numbers of elements.
    places: Vec<Range<u32>>,
    /// Where the bits of a set lie.
    bits: Option<u32>,
    /// Where it refers to the counter of a collection.
    counter: Option<u32>,
    /// Where counters have their number.
    number: Option<Range<u32>>,
    /// Where a counter refers to further ones.
    more: Option<u32>,
    /// Where the fields end that the dump describes.
    end: usize,
}

/// What stays of the instances of a dump.
#[derive(Debug, Default)]
struct Kept {
    of_class: FxHashMap<u64, KeptOfClass>,
    /// Classes of the arrays that hold the further counters of a counter.
    arrays_of_counters: FxHashSet<u64>,
    /// The counters of collections.
    counters: FxHashSet<u64>,
}

/// What a dump says about counters.
#[derive(Debug, Default)]
struct Counters {
    /// Those that collections refer to.
    of_collections: FxHashSet<u64>,
    /// Of each counter that has further ones the array that holds them.
    more: FxHashMap<u64, u64>,
    /// What such arrays hold.
    elements: FxHashMap<u64, Vec<u64>>,
}

impl Counters {
    fn append(&mut self, other: Self) {
        self.of_collections.extend(other.of_collections);
        self.more.extend(other.more);
        self.elements.extend(other.elements);
    }
}

impl Kept {
    fn new(
        source: &ByteSource,
        outline: &Outline<'_>,
        dump: &Dump,
        table: &ClassTable,
        counts: &Counts,
        progress: &Progress,
    ) -> Result<Self> {
        let mut kept = Self::default();
        #[allow(clippy::iter_over_hash_type, reason = "each class by itself: the order makes no difference")]
        for (&class, &(_, bytes)) in &counts.instances {
            if let Some(at) = table.find(class) {
                kept.of_class.insert(class, KeptOfClass::new(outline, table, at, bytes));
            }
        }
        if kept.of_class.values().any(|kept| kept.counter.is_some()) {
            let are_of_counters = |name: &str| {
                let element = name.strip_suffix("[]");
                element.is_some_and(|element| Counting::of(element, "value") == Some(Counting::NumberOfCounter))
            };
            let arrays = table.classes().filter(|(_, entry)| are_of_counters(&entry.name));
            kept.arrays_of_counters = arrays.map(|(_, entry)| entry.dump.id).collect();
            kept.counters = kept.find_counters(source, dump, outline.header.id_bytes, progress)?;
        }
        Ok(kept)
    }

    /// The counters that collections refer to, and those that counters consist of.
    fn find_counters(&self, source: &ByteSource, dump: &Dump, id_bytes: usize, progress: &Progress) -> Result<FxHashSet<u64>> {
        progress.start("Finding counters", dump.segments.iter().map(|segment| segment.len() as u64).sum());
        let found: Mutex<Counters> = Mutex::default();
        let work = |_, unit: &Unit| {
            let mut of_unit = Counters::default();
            unit.parts.iter().for_each(|part| self.see_counters(source, part.clone(), id_bytes, &mut of_unit));
            source.release(unit.span());
            found.lock().unwrap_or_else(PoisonError::into_inner).append(of_unit);
        };
        for_each_unit(source, &dump.segments, id_bytes, |_| {}, progress, work)?;
        let Counters { mut of_collections, more, elements } = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let further = of_collections.iter().filter_map(|counter| elements.get(more.get(counter)?)).flatten().copied();
        let further: Vec<u64> = further.collect();
        of_collections.extend(further);
        Ok(of_collections)
    }

    fn see_counters(&self, bytes: &[u8], part: Range<usize>, id_bytes: usize, found: &mut Counters) {
        let id_at = |fields: &[u8], at: u32| ids(fields.get(at as usize..).unwrap_or_default(), id_bytes).next().filter(|&id| id != 0);
        let mut records = SubRecords::new(bytes, part, id_bytes);
        while let Ok(Some(record)) = records.next() {
            match record {
                SubRecord::Instance { id, class, fields } => {
                    let Some(kept) = self.of_class.get(&class) else { continue };
                    found.of_collections.extend(kept.counter.and_then(|at| id_at(fields, at)));
                    found.more.extend(kept.more.and_then(|at| Some((id, id_at(fields, at)?))));
                }
                SubRecord::ObjectArray { id, class, elements, .. } if self.arrays_of_counters.contains(&class) => {
                    found.elements.insert(id, ids(elements, id_bytes).filter(|&id| id != 0).collect());
                }
                _ => {}
            }
        }
    }
}

impl KeptOfClass {
    /// What stays of instances of a type that have at most so many bytes.
    fn new(outline: &Outline<'_>, table: &ClassTable, at: u32, bytes: u32) -> Self {
        let mut kept = Self::default();
        let pointer = outline.header.id_bytes as u32;
        table.visit_fields(&table.ancestry(at, &Warnings::new()), pointer, bytes, |offset, class, name, value| {
            let field = || outline.string(name).and_then(|field| Counting::of(&table.entries[class as usize].name, &field));
            let counting = if table.entries[class as usize].name.starts_with("java.") { field() } else { None };
            let place = offset..offset + value.map_or(pointer, Primitive::bytes);
            kept.end = place.end as usize;
            match (value, counting) {
                (None, Some(Counting::Counter)) => kept.counter = Some(offset),
                (None, Some(Counting::MoreCounters)) => kept.more = Some(offset),
                (Some(Primitive::Long), Some(Counting::Bits)) => kept.bits = Some(offset),
                (Some(_), Some(Counting::NumberOfCounter)) => kept.number = Some(place.clone()),
                _ => {}
            }
            if value.is_none() || counting == Some(Counting::Number) {
                match kept.places.last_mut() {
                    Some(last) if last.end == place.start => last.end = place.end,
                    _ => kept.places.push(place),
                }
            }
        });
        kept
    }

    /// Whether all of these fields stay.
    fn is_all(&self, fields: &[u8]) -> bool {
        fields.is_empty() || matches!(&self.places[..], [place] if place.start == 0 && place.end as usize == fields.len())
    }

    /// Puts what stays of `fields` where zeros are.
    fn copy(&self, fields: &[u8], is_counter: bool, to: &mut [u8]) {
        let number = self.number.iter().filter(|_| is_counter);
        for place in self.places.iter().chain(number) {
            let place = place.start as usize..place.end as usize;
            if let (Some(from), Some(to)) = (fields.get(place.clone()), to.get_mut(place)) {
                to.copy_from_slice(from);
            }
        }
        let bits = self.bits.map(|at| at as usize..at as usize + 8);
        if let Some(bits) = bits
            && let Some(from) = fields.get(bits.clone()).and_then(|bits| bits.first_chunk().copied())
            && let Some(to) = to.get_mut(bits)
        {
            // As many bits, but not the same ones.
            let as_many = u64::MAX.checked_shr(u64::from_be_bytes(from).count_zeros()).unwrap_or(0);
            to.copy_from_slice(&as_many.to_be_bytes());
        }
    }
}

/// The copy while it is written.
struct Copy<'a, F> {
    source: &'a ByteSource,
    id_bytes: usize,
    out: &'a mut dyn Write,
    /// What is not written yet.
    waiting: Vec<u8>,
    /// What comes after that as it is in the source.
    kept: Range<usize>,
    /// Up to where the source was read.
    done: usize,
    progress: &'a Progress,
    failed: F,
    redaction: Redaction,
}

impl<F: Fn(io::Error) -> Error> Copy<'_, F> {
    fn flush(&mut self) -> Result<()> {
        self.waiting();
        self.out.write_all(&self.waiting).map_err(&self.failed)?;
        self.waiting.clear();
        Ok(())
    }

    /// What is not written yet, to be appended to.
    fn waiting(&mut self) -> &mut Vec<u8> {
        if !self.kept.is_empty() {
            self.waiting.extend_from_slice(&self.source[std::mem::take(&mut self.kept)]);
        }
        &mut self.waiting
    }

    /// Writes what waits if it is enough, and counts what was read up to here.
    #[inline]
    fn go_on(&mut self, at: usize) -> Result<()> {
        if self.waiting.len() + self.kept.len() >= CHUNK_BYTES {
            self.flush()?;
        }
        if at.saturating_sub(self.done) >= CHUNK_BYTES {
            self.source.release(self.done..at);
            self.progress.advance((at - self.done) as u64)?;
            self.done = at;
        }
        Ok(())
    }

    /// Copies bytes as they are.
    #[inline]
    fn keep(&mut self, range: Range<usize>) -> Result<()> {
        let Range { mut start, end } = range;
        while start < end {
            let until = end.min(start + CHUNK_BYTES);
            if self.kept.is_empty() || self.kept.end != start {
                self.waiting();
                self.kept = start..start;
            }
            self.kept.end = until;
            start = until;
            self.go_on(until)?;
        }
        Ok(())
    }

    fn zeros(&mut self, count: usize) -> Result<()> {
        let mut left = count;
        while left > 0 {
            let now = left.min(CHUNK_BYTES);
            let waiting = self.waiting();
            waiting.resize(waiting.len() + now, 0);
            left -= now;
            self.go_on(self.done)?;
        }
        Ok(())
    }

    /// Writes what says that this is no dump as it was.
    fn mark(&mut self, outline: &Outline<'_>, taken: Redacted) -> Result<()> {
        let id_bytes = self.id_bytes;
        let last = u64::MAX >> (64 - 8 * id_bytes);
        let Some(free) = (0..=last).rev().find(|&id| !outline.has_string(id)) else { return Ok(()) };
        let text = mark(taken);
        let length = (id_bytes + text.len()) as u32;
        let waiting = self.waiting();
        waiting.extend([STRING, 0, 0, 0, 0].into_iter().chain(length.to_be_bytes()));
        waiting.extend(&free.to_be_bytes()[8 - id_bytes..]);
        waiting.extend(text);
        Ok(())
    }

    /// A text of the file: a name stays.
    fn text(&mut self, at: usize, record: FileRecord, names: &FxHashSet<u64>) -> Result<()> {
        let content = &self.source[record.start..record.end];
        let Some((id, text)) = content.split_at_checked(self.id_bytes) else {
            self.keep(at..record.start)?;
            return self.zeros(content.len());
        };
        if marked(text).is_some() {
            return Ok(());
        }
        if ids(id, self.id_bytes).any(|id| names.contains(&id)) {
            return self.keep(at..record.end);
        }
        self.redaction.texts += u64::from(!text.is_empty());
        self.keep(at..record.start + self.id_bytes)?;
        self.zeros(text.len())
    }

    /// The records of a segment; without `kept` all fields stay.
    fn segment(&mut self, segment: Range<usize>, kept: Option<&Kept>) -> Result<()> {
        let (source, id_bytes) = (self.source, self.id_bytes);
        let mut recent: [(u64, Option<&KeptOfClass>); RECENT] = [(0, None); RECENT];
        let mut records = SubRecords::new(source, segment.clone(), id_bytes);
        let mut at = segment.start;
        loop {
            let start = at;
            let next = records.next();
            at = records.at();
            match next {
                Ok(Some(SubRecord::PrimitiveArray { values, .. })) => {
                    self.keep(start..at - values.len())?;
                    self.redaction.arrays += u64::from(!values.is_empty());
                    self.redaction.array_bytes += values.len() as u64;
                    self.zeros(values.len())?;
                }
                Ok(Some(SubRecord::Instance { id, class, fields })) => {
                    let place = class as usize >> 3 & (RECENT - 1);
                    if recent[place].0 != class {
                        recent[place] = (class, kept.and_then(|kept| kept.of_class.get(&class)));
                    }
                    match (kept, recent[place].1) {
                        (Some(kept), of_class) if of_class.is_none_or(|of_class| !of_class.is_all(fields)) => {
                            self.keep(start..at - fields.len())?;
                            self.instance(of_class, |of_class| of_class.number.is_some() && kept.counters.contains(&id), fields)?;
                        }
                        _ => self.keep(start..at)?,
                    }
                }
                Ok(Some(SubRecord::Class { at: content, .. })) if kept.is_some() => {
                    let waiting = self.waiting();
                    let first = waiting.len();
                    waiting.extend_from_slice(&source[start..at]);
                    primitive_values(source, content, id_bytes, |value| {
                        waiting[first + value.start - start..first + value.end - start].fill(0);
                    });
                }
                Ok(Some(_)) => self.keep(start..at)?,
                Ok(None) => return self.keep(start..segment.end),
                Err(Broken { offset, .. }) => return self.zeros(segment.end - offset),
            }
            self.go_on(at)?;
        }
    }

    /// The fields of an object; of a class that is not in the dump nobody knows what they are.
    fn instance(&mut self, kept: Option<&KeptOfClass>, is_counter: impl Fn(&KeptOfClass) -> bool, fields: &[u8]) -> Result<()> {
        let (known, unknown) = fields.split_at(kept.map_or(0, |kept| kept.end.min(fields.len())));
        let waiting = self.waiting();
        let first = waiting.len();
        waiting.resize(first + known.len(), 0);
        if let Some(kept) = kept {
            kept.copy(known, is_counter(kept), &mut waiting[first..]);
        }
        self.zeros(unknown.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapState, Value};
    use crate::readers::hprof::load_heap;
    use crate::readers::hprof::options::LoadOptions;
    use crate::readers::hprof::writer::HprofWriter;

    /// What must not be found, in all places where a dump may have it; as long as the widest number.
    const SECRET: &[u8; 8] = b"hunter-2";

    /// A dump with secrets in everything that may hold some, and objects that tell sizes.
    fn dump(id_bytes: usize) -> Vec<u8> {
        let mut writer = HprofWriter::new("1.0.2", id_bytes, 0);
        let reference = |id: u64| id.to_be_bytes()[8 - id_bytes..].to_vec();
        let names = ["next", "number", "pin", "size", "count", "value", "elements"];
        let [next, number, pin, size, count, value, elements] = names.map(|name| writer.string(name.as_bytes()));
        let [object, class, node, list, queue, counter, set] = [0x100, 0x108, 0x110, 0x118, 0x120, 0x128, 0x130];
        for (id, name) in [
            (object, "java/lang/Object"),
            (class, "java/lang/Class"),
            (node, "shop/Node"),
            (list, "java/util/ArrayList"),
            (queue, "java/util/concurrent/LinkedBlockingQueue"),
            (counter, "java/util/concurrent/atomic/AtomicInteger"),
            (set, "java/util/RegularEnumSet"),
        ] {
            writer.load_class(id, name);
        }
        writer.stack(1, 1, 3, "serve", "Node.java", 7);
        let [literal, thread_name] = [[b"literal ", &SECRET[..]].concat(), SECRET.to_vec()].map(|text| writer.string(&text));
        writer.record(0x0a, &[&[0, 0, 0, 1][..], &reference(0x1000), &[0; 4], &reference(thread_name), &reference(literal)].concat());
        writer.record(0x77, SECRET);
        let mut segment = writer.segment();
        // Instances before their classes.
        let pins = [&reference(0x1040)[..], SECRET, b"hunt"].concat();
        segment.instance(0x1000, node, &pins).root(0x08, 0x1000, &[1, 1]).root_jni_global(0x1040);
        for at in [0x1100, 0x1140, 0x1180, 0x11c0, 0x1200] {
            segment.root_jni_global(at);
        }
        segment.instance(0x1100, list, &7_u32.to_be_bytes());
        segment.instance(0x1140, queue, &[&reference(0x1180)[..], &reference(0x1000)].concat());
        segment.instance(0x1180, counter, &9_u32.to_be_bytes()).instance(0x11c0, counter, b"hunt");
        segment.instance(0x1200, set, &0x8010_0000_0000_0001_u64.to_be_bytes());
        writer.heap_dump_segment(&segment);
        let mut segment = writer.segment();
        for id in [object, class] {
            segment.class(id, if id == object { 0 } else { object }, 0, &[], &[]);
        }
        let int = Some(Primitive::Int);
        segment.class(node, object, 0, &[(next, 0x1040)], &[(next, None), (number, Some(Primitive::Long)), (pin, int)]);
        segment.class(list, object, 0, &[], &[(size, int)]).class(queue, object, 0, &[], &[(count, None), (next, None)]);
        segment.class(counter, object, 0, &[], &[(value, int)]).class(set, object, 0, &[], &[(elements, Some(Primitive::Long))]);
        // A class with a constant and a static field of a primitive type, which the writer does not write.
        segment.bytes.extend([&[0x20][..], &reference(0x138), &[0; 4], &reference(object), &reference(0).repeat(5), &[0; 4]].concat());
        segment.bytes.extend([&[0, 1, 0, 1, 11][..], SECRET, &[0, 1], &reference(pin), &[11], SECRET, &[0, 0]].concat());
        segment.primitive_array(0x1040, Primitive::Byte, SECRET).primitive_array(0x1080, Primitive::Char, SECRET);
        // Of a class that is not there, so that nobody knows what it holds.
        segment.instance(0x10c0, 0x999, SECRET);
        writer.heap_dump_segment(&segment);
        writer.heap_dump_end();
        writer.bytes
    }

    fn redacted(dump: Vec<u8>, keep_fields: bool) -> Result<(Vec<u8>, Redaction, Warnings)> {
        let (mut out, warnings) = (Vec::new(), Warnings::new());
        let name = Path::new("heap.hprof");
        let redaction = redact_into((&dump.into(), name), (&mut out, name), keep_fields, &Progress::new(), &warnings)?;
        Ok((out, redaction, warnings))
    }

    fn has_secret(bytes: &[u8]) -> bool {
        // A half of it is all that a pin holds.
        bytes.windows(4).any(|window| window == &SECRET[..4])
    }

    fn load(dump: Vec<u8>) -> HeapState {
        let loaded = load_heap(&dump.into(), Path::new("heap.hprof"), 0, &LoadOptions::default(), &Progress::new(), &Warnings::new());
        loaded.expect("can be read")
    }

    fn sizes(heap: &HeapState) -> Vec<Option<u64>> {
        let objects = [0x1100, 0x1140, 0x1200].map(|address| heap.find(address).expect("is there"));
        let sizes = heap.collection_sizes(&objects);
        objects.iter().map(|object| sizes.get(object).copied()).collect()
    }

    #[test]
    fn nothing_of_the_contents_is_left_and_everything_else_is_as_it_was() {
        for id_bytes in [4, 8] {
            let (out, redaction, warnings) = redacted(dump(id_bytes), false).expect("can be read");
            assert!(has_secret(&dump(id_bytes)) && !has_secret(&out), "{id_bytes}");
            assert_eq!((redaction.arrays, redaction.array_bytes, redaction.texts), (2, 16, 2));
            assert_eq!(warnings.list().len(), 1, "the record that nobody knows: {:?}", warnings.list());
            let (before, after) = (load(dump(id_bytes)), load(out.clone()));
            assert_eq!((before.redacted(), after.redacted()), (Redacted::Nothing, Redacted::ArraysAndFields));
            assert_eq!(sizes(&before), [Some(7), Some(9), Some(3)]);
            assert_eq!(sizes(&before), sizes(&after));
            assert_eq!(before.objects.len(), after.objects.len());
            for object in (0..before.objects.len() as u32).map(crate::base::ids::ObjectIndex) {
                assert_eq!(before.address_of(object), after.address_of(object));
                assert_eq!(before.points_to(object), after.points_to(object));
                assert_eq!(before.objects.bytes_of(object), after.objects.bytes_of(object));
            }
            assert_eq!(before.threads[0].stack, after.threads[0].stack);
            assert_eq!((&*before.threads[0].name, &*after.threads[0].name), ("hunter-2", ""));
            let value = |heap: &HeapState, address: u64, field: &str| {
                heap.with_record(heap.find(address).expect("is there"), |record| record.field(field)).flatten()
            };
            assert_eq!(value(&after, 0x1000, "pin"), Some(Value::NotRecorded));
            assert_eq!(value(&after, 0x1100, "size"), Some(Value::Int(7)));
            assert!(after.texts_of(&[after.find(0x1080).expect("is there")]).is_empty());
            // Once more takes nothing out and says it once.
            assert_eq!(redacted(out.clone(), false).expect("can be read").0, out);
            assert_eq!(load(redacted(out, true).expect("can be read").0).redacted(), Redacted::ArraysAndFields);
        }
    }

    #[test]
    fn fields_stay_on_request_and_arrays_do_not() {
        let (out, ..) = redacted(dump(8), true).expect("can be read");
        let (before, after) = (load(dump(8)), load(out.clone()));
        let fields = |heap: &HeapState| {
            let read = |record: crate::heap::Record<'_>| record.fields().map(|(_, value)| value).collect::<Vec<_>>();
            [0x1000, 0x11c0, 0x1200].map(|address| heap.with_record(heap.find(address).expect("is there"), read))
        };
        assert_eq!(fields(&before), fields(&after));
        assert_eq!(after.redacted(), Redacted::Arrays);
        let array = |heap: &HeapState| heap.with_record(heap.find(0x1040).expect("is there"), |record| record.elements().count());
        assert_eq!((array(&before), array(&after)), (Some(8), Some(0)));
        assert!(!out.windows(16).any(|window| window == b"literal hunter-2"));
    }

    #[test]
    fn wherever_a_dump_is_cut_or_damaged_nothing_is_left_of_its_contents() {
        let whole = dump(8);
        let mut told = 0;
        for at in 31..whole.len() {
            if let Ok((out, _, warnings)) = redacted(whole[..at].to_vec(), false) {
                assert!(!has_secret(&out), "cut at {at}");
                told += usize::from(!warnings.partly_read().is_empty());
            }
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            if let Ok((out, ..)) = redacted(damaged.clone(), false) {
                // An array that has become references, and a name that is asked for by another one, are what they say.
                let is_length_kept = out.len() >= damaged.len();
                assert!(is_length_kept, "damaged at {at}");
            }
        }
        assert!(told > 500, "{told} cuts are told");
    }

    #[test]
    fn a_file_is_compressed_if_it_is_called_so_and_stays_what_it_was_if_nothing_can_be_read() {
        let folder = std::env::temp_dir().join(format!("memory-city-redact-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("can be made");
        let [whole, none, plain, packed] = ["a.hprof", "b.hprof", "out.hprof", "out.hprof.gz"].map(|name| folder.join(name));
        std::fs::write(&whole, dump(8)).expect("can be written");
        std::fs::write(&none, b"JAVA PROFILE 1.0.2\0\0\0\0\x08\0\0\0\0\0\0\0\0").expect("can be written");
        let redact = |from: &Path, to: &Path| redact(from, to, false, &Progress::new(), &Warnings::new());
        redact(&whole, &plain).expect("can be written");
        redact(&whole, &packed).expect("can be written");
        let bytes = |path: &Path| files::open_bytes(path, &Progress::new(), &Warnings::new()).expect("can be read").to_vec();
        assert_eq!(bytes(&plain), bytes(&packed));
        assert!(std::fs::metadata(&packed).expect("is there").len() < std::fs::metadata(&plain).expect("is there").len());
        assert!(redact(&none, &plain).is_err() && bytes(&plain) == bytes(&packed));
        assert!(redact(&whole, &whole).expect_err("is an input").to_string().contains("input of this command"));
        assert_eq!(std::fs::read_dir(&folder).expect("is there").count(), 4, "nothing half is left");
        std::fs::remove_dir_all(&folder).expect("can be emptied");
    }
}
