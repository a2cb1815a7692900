//! Small heaps written as text, for tests of this and other crates. Not for production use.
//!
//! ```text
//! root static Cache.map -> m       a static field of class `Cache`; the class is a GC root (sticky class)
//! root thread main -> m p          locals of the thread `main`, whose object is a root of its own
//! root jni -> p                    a JNI global; also: local, monitor, native, unknown
//! class Cache < Base @ l           super class and class loader object, both optional
//! m: HashMap 48 -> e1 e2           object `m` of type `HashMap` with 48 bytes, references in slot order
//! e1, e2: Node 32 -> p             several objects of one kind
//! a: Object[4] 32 -> m m           an array with its length
//! n: Node 24 -> key=k value=p      references through named fields
//! l: List 24 -> head=n size:3      a field with an integer
//! p: Product 24                    lines may come in any order; `#` starts a comment
//!
//! gc 5                             as from a trace: the state after 5 collections, every allocation seen
//! gc 5 sampled 512                 the same, allocations sampled each 512 bytes
//! origin e1, e2: gc 3, thread main, HashMap.put:61 < app.Cart.add < app.Main.main:9 ...
//! ```
//!
//! An origin says in any order how many collections had ended when the objects were born (0 without it), which thread
//! allocated them, and their call stack, the allocating method first; `...` ends a stack with callers that were not
//! recorded. Objects without an origin were allocated unseen. With a line number the source file is that of the class.
//!
//! Contents can be read as from a dump: named fields, elements of arrays, static fields. References without a name are
//! in no field. A field `referent` of a class below `java.lang.ref.WeakReference` and its like is a weak reference.
//!
//! Objects are numbered in the order of their lines, from 0. Class objects (0 bytes, type `java.lang.Class`) exist
//! only for classes named in `root static` and `class` lines, thread objects (0 bytes, type `java.lang.Thread`) for
//! `root thread` lines; both come after the named objects, so they never shift an index that a test names.

mod anttracks;
mod jfr;
mod traces;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, Range};
use std::sync::Arc;

pub use self::anttracks::{
    AntTracksMethod, AntTracksPointer, AntTracksRoot, AntTracksSymbols, AntTracksTrace, anttracks_class_definitions, anttracks_symbols,
    coded_roots, compress, leaking_anttracks, leaking_anttracks_parts, long,
};
#[cfg(test)]
pub(crate) use self::jfr::number as jfr_number;
pub use self::jfr::{JFR_START_NANOS, JFR_START_TICKS, JfrChunk, JfrValue, leaking_recording};
pub use self::traces::{TraceFile, TraceObject, TraceObjects, counting_trace, leaking_trace};
pub use crate::readers::hprof::writer::{Field, HprofWriter, SegmentWriter};

use crate::base::ids::{ObjectIndex, ThreadIndex, TypeIndex};
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;
use crate::heap::{
    AddressCollector, ArrayKind, CallStack, Content, Field as HeapField, FieldTable, HeapState, ObjectTable, Origins, RankedBits,
    ReadRecords, RecordPlaces, Records, References, Root, RootKind, RowStarts, Rows, SizePolicy, StackFrame, StaticField, ThreadInfo,
    TypeColumn, TypeFields, TypeInfo, TypeKind, TypeSize, Value, WeakReferents, kept_classes, reachable, starting_roots,
};

/// A heap state whose objects have names.
#[derive(Debug)]
pub struct TextHeap {
    /// The heap; also reached by dereferencing.
    pub state: HeapState,
    names: BTreeMap<String, ObjectIndex>,
}

impl Deref for TextHeap {
    type Target = HeapState;

    fn deref(&self) -> &HeapState {
        &self.state
    }
}

impl TextHeap {
    /// The object with this name; class objects are named `Cache.class`, thread objects `thread main`.
    ///
    /// # Panics
    /// If the text names no such object.
    #[must_use]
    pub fn object(&self, name: &str) -> ObjectIndex {
        *self.names.get(name).unwrap_or_else(|| panic!("no object is named {name}"))
    }

    /// All names and their objects, by name.
    pub fn names(&self) -> impl Iterator<Item = (&str, ObjectIndex)> {
        self.names.iter().map(|(name, &object)| (&**name, object))
    }
}

/// How many random cases a test takes: as many as the variable `PROPTEST_CASES` says, without it this many.
#[must_use]
pub fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// Builds a heap state from text under the default policy (reachable objects only).
///
/// # Panics
/// With the line, if the text is not as described above: a fixture is code.
#[must_use]
pub fn heap(text: &str) -> TextHeap {
    heap_with_policy(text, SizePolicy::default())
}

/// Builds a heap state from text. `strong_only` changes nothing: the text knows no weak references.
///
/// # Panics
/// With the line, if the text is not as described above.
#[must_use]
pub fn heap_with_policy(text: &str, policy: SizePolicy) -> TextHeap {
    let mut draft = Draft::default();
    let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).filter(|line| !line.is_empty()).collect();
    for line in &lines {
        draft.define(line).unwrap_or_else(|| panic!("fixture line not understood: {line}"));
    }
    for line in &lines {
        draft.connect(line).unwrap_or_else(|| panic!("fixture line names an unknown object: {line}"));
    }
    draft.finish(policy)
}

/// A linked list: object 0 is a root, each object references the next one.
#[must_use]
pub fn chain(objects: u32) -> HeapState {
    let rows = Rows {
        starts: RowStarts::from_lengths(objects as usize, |at| u32::from(at + 1 < objects as usize)),
        entries: (1..objects).collect(),
    };
    let info = TypeInfo {
        name: "Node".into(),
        kind: TypeKind::Instance,
        super_type: None,
        class_object: None,
        class_loader: None,
        size: TypeSize::Fixed(24),
    };
    let root = Root::new(ObjectIndex(0), RootKind::JniGlobal);
    HeapState {
        objects: ObjectTable::new(TypeColumn::Narrow(vec![0; objects as usize]), vec![info.size]),
        types: vec![info],
        references: References::new(rows),
        roots: vec![root],
        kept: (0..objects).collect(),
        ..HeapState::default()
    }
}

#[derive(Debug, Clone, Copy)]
struct Object {
    type_at: usize,
    bytes: u32,
    array_length: Option<u32>,
}

#[derive(Default)]
struct Draft {
    objects: Vec<Object>,
    names: BTreeMap<String, usize>,
    types: Vec<TypeInfo>,
    type_names: BTreeMap<String, usize>,
    /// Class objects and thread objects that are still without a number, in order of first mention.
    late: Vec<String>,
    rows: Vec<Vec<u32>>,
    /// The fields that each type declares, in the order of their mention.
    fields: Vec<Vec<String>>,
    /// Static references of each type.
    statics: Vec<Vec<(String, u32)>>,
    /// Per object its field values: number of the field and target.
    values: Vec<Vec<(usize, u32)>>,
    /// Types and numbers of fields with integers, and per object their values.
    integer_fields: BTreeSet<(usize, usize)>,
    integers: BTreeMap<(usize, usize), i32>,
    roots: Vec<Root>,
    threads: Vec<ThreadInfo>,
    /// The last collection and the distance of samples, for heaps as from a trace.
    collections: Option<(u32, u64)>,
    origins: BTreeMap<usize, Origin>,
}

/// What a line says about where objects come from.
#[derive(Debug, Clone, Default)]
struct Origin {
    born: u32,
    thread: Option<String>,
    call_stack: Option<CallStack>,
}

impl Origin {
    fn parse(text: &str) -> Option<Self> {
        let mut origin = Self::default();
        for part in text.split(',').map(str::trim) {
            if let Some(born) = part.strip_prefix("gc ") {
                origin.born = born.trim().parse().ok()?;
            } else if let Some(name) = part.strip_prefix("thread ") {
                origin.thread = Some(name.trim().to_owned());
            } else {
                let frames = part.strip_suffix("...").unwrap_or(part);
                let frames = frames.split('<').map(|frame| stack_frame(frame.trim())).collect::<Option<_>>()?;
                origin.call_stack = Some(CallStack { frames, cut: part.ends_with("...") });
            }
        }
        Some(origin)
    }
}

/// `app.Cart.add` or `app.Cart.add:12`.
fn stack_frame(text: &str) -> Option<StackFrame> {
    let (name, line) = text.rsplit_once(':').map_or(Some((text, 0)), |(name, line)| Some((name, line.parse().ok()?)))?;
    let (class, method) = name.rsplit_once('.')?;
    let outer = class.rsplit('.').next()?.split('$').next()?;
    let file = if line == 0 { String::new() } else { format!("{outer}.java") };
    Some(StackFrame { class: class.to_owned(), method: method.to_owned(), file, line })
}

impl Draft {
    fn type_at(&mut self, name: &str) -> usize {
        if let Some(&at) = self.type_names.get(name) {
            return at;
        }
        let kind = match name.strip_suffix("[]") {
            None => TypeKind::Instance,
            Some(element) => TypeKind::Array(match Primitive::ALL.iter().find(|primitive| primitive.name() == element) {
                Some(&primitive) => ArrayKind::Primitives(primitive),
                None => ArrayKind::Objects,
            }),
        };
        let size = TypeSize::Fixed(0);
        self.fields.push(Vec::new());
        self.statics.push(Vec::new());
        self.types.push(TypeInfo { name: name.into(), kind, super_type: None, class_object: None, class_loader: None, size });
        self.type_names.insert(name.to_owned(), self.types.len() - 1);
        self.types.len() - 1
    }

    fn late(&mut self, name: String) {
        if !self.late.contains(&name) {
            self.late.push(name);
        }
    }

    /// First pass: objects, types and what they are called.
    fn define(&mut self, line: &str) -> Option<()> {
        let head = line.split("->").next()?.trim();
        let words: Vec<&str> = head.split_whitespace().collect();
        match words.as_slice() {
            ["origin", ..] => {}
            ["gc", collections, rest @ ..] => {
                let interval = match rest {
                    [] => 0,
                    ["sampled", interval] => interval.parse().ok()?,
                    _ => return None,
                };
                self.collections = Some((collections.parse().ok()?, interval));
            }
            ["root", "static", field] => {
                let class = field.rsplit_once('.')?.0;
                self.type_at(class);
                self.late(format!("{class}.class"));
            }
            ["root", "thread", name] => self.late(format!("thread {name}")),
            ["root", _] => {}
            ["class", name, rest @ ..] => {
                let at = self.type_at(name);
                self.late(format!("{name}.class"));
                if let Some(position) = rest.iter().position(|&word| word == "<") {
                    self.types[at].super_type = Some(TypeIndex(self.type_at(rest.get(position + 1)?) as u32));
                }
            }
            _ => {
                let (names, description) = head.split_once(':')?;
                let (type_name, bytes) = description.trim().rsplit_once(char::is_whitespace)?;
                let bytes = bytes.parse().ok()?;
                let (type_name, array_length) = match type_name.trim().strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
                    Some((element, length)) => (format!("{element}[]"), Some(if length.is_empty() { 0 } else { length.parse().ok()? })),
                    None => (type_name.trim().to_owned(), None),
                };
                let type_at = self.type_at(&type_name);
                for name in names.split(',') {
                    self.names.insert(name.trim().to_owned(), self.objects.len());
                    self.objects.push(Object { type_at, bytes, array_length });
                }
            }
        }
        Some(())
    }

    /// What stands behind the arrow: names of fields where given, and objects.
    fn targets(&self, line: &str) -> Option<Vec<(Option<String>, u32)>> {
        let names = line.split_once("->").map_or("", |(_, names)| names);
        let target = |word: &str| {
            let (field, name) = word.split_once('=').map_or((None, word), |(field, name)| (Some(field.to_owned()), name));
            self.names.get(name).map(|&at| (field, at as u32))
        };
        names.split_whitespace().filter(|word| !word.contains(':')).map(target).collect()
    }

    /// The integers behind the arrow.
    fn count(&mut self, object: usize, line: &str) -> Option<()> {
        let words = line.split_once("->").map_or("", |(_, words)| words).split_whitespace();
        for (field, value) in words.filter_map(|word| word.split_once(':')) {
            let type_at = self.objects[object].type_at;
            let number = self.field(type_at, field);
            self.integer_fields.insert((type_at, number));
            self.integers.insert((object, number), value.parse().ok()?);
        }
        Some(())
    }

    fn field(&mut self, type_at: usize, field: &str) -> usize {
        let declared = &mut self.fields[type_at];
        declared.iter().position(|known| known == field).unwrap_or_else(|| {
            declared.push(field.to_owned());
            declared.len() - 1
        })
    }

    /// Gives an object references: those through fields first, in the order of the type's fields.
    fn refer(&mut self, object: usize, targets: &[(Option<String>, u32)]) {
        for (field, target) in targets {
            match field {
                None => self.rows[object].push(*target),
                Some(field) => {
                    let number = self.field(self.objects[object].type_at, field);
                    self.values[object].push((number, *target));
                }
            }
        }
        self.values[object].sort_unstable();
    }

    /// Second pass: references and roots, now that everything has a number.
    fn connect(&mut self, line: &str) -> Option<()> {
        for name in std::mem::take(&mut self.late) {
            let type_at = self.type_at(if name.starts_with("thread ") { "java.lang.Thread" } else { "java.lang.Class" });
            let object = ObjectIndex(self.objects.len() as u32);
            if let Some(class) = name.strip_suffix(".class") {
                let class = self.type_at(class);
                self.types[class].class_object = Some(object);
            }
            self.names.insert(name, object.at());
            self.objects.push(Object { type_at, bytes: 0, array_length: None });
        }
        self.rows.resize(self.objects.len(), Vec::new());
        self.values.resize(self.objects.len(), Vec::new());
        if let Some(rest) = line.strip_prefix("origin ") {
            let (names, origin) = rest.split_once(':')?;
            let origin = Origin::parse(origin)?;
            for name in names.split(',') {
                self.origins.insert(*self.names.get(name.trim())?, origin.clone());
            }
            return Some(());
        }
        if line.starts_with("gc ") {
            return Some(());
        }
        let named_targets = self.targets(line)?;
        let targets: Vec<u32> = named_targets.iter().map(|&(_, target)| target).collect();
        let head = line.split("->").next()?.trim();
        let words: Vec<&str> = head.split_whitespace().collect();
        let object = |at: u32| ObjectIndex(at);
        match words.as_slice() {
            ["root", "static", field] => {
                let (class_name, name) = field.rsplit_once('.')?;
                let class = *self.names.get(&format!("{class_name}.class"))?;
                let type_at = self.type_at(class_name);
                self.statics[type_at].extend(targets.iter().map(|&target| (name.to_owned(), target)));
                self.rows[class].extend(targets);
                self.roots.push(Root::new(object(class as u32), RootKind::StickyClass));
            }
            ["root", "thread", name] => {
                let thread_object = *self.names.get(&format!("thread {name}"))?;
                let thread = Some(ThreadIndex(self.threads.len() as u32));
                let mut locals: Vec<u32> = Vec::new();
                targets.iter().for_each(|target| {
                    if !locals.contains(target) {
                        locals.push(*target);
                    }
                });
                self.threads.push(ThreadInfo {
                    name: (*name).to_owned(),
                    object: Some(object(thread_object as u32)),
                    stack: Vec::new(),
                    locals: locals.len() as u32,
                });
                self.roots.push(Root { thread, ..Root::new(object(thread_object as u32), RootKind::ThreadObject) });
                let local = |&at: &u32| Root { thread, frame: Some(0), ..Root::new(object(at), RootKind::JavaFrame) };
                self.roots.extend(targets.iter().map(local));
                self.rows[thread_object].extend(locals);
            }
            ["root", kind] => {
                let kind = match *kind {
                    "jni" => RootKind::JniGlobal,
                    "local" => RootKind::JniLocal,
                    "monitor" => RootKind::MonitorUsed,
                    "native" => RootKind::NativeStack,
                    "unknown" => RootKind::Unknown,
                    _ => return None,
                };
                self.roots.extend(targets.iter().map(|&at| Root::new(object(at), kind)));
            }
            ["class", name, rest @ ..] => {
                if let Some(position) = rest.iter().position(|&word| word == "@") {
                    let loader = *self.names.get(*rest.get(position + 1)?)? as u32;
                    let at = self.type_at(name);
                    self.types[at].class_loader = Some(object(loader));
                    let class = self.types[at].class_object?.at();
                    self.rows[class].insert(0, loader);
                }
            }
            _ => {
                for name in head.split_once(':')?.0.split(',') {
                    let at = *self.names.get(name.trim())?;
                    self.refer(at, &named_targets);
                    self.count(at, line)?;
                }
            }
        }
        Some(())
    }

    /// Origins of all objects, if the heap is as from a trace.
    fn take_origins(&mut self) -> Option<Origins> {
        let (collections, interval) = self.collections?;
        let count = self.objects.len();
        let mut origins = Origins { collections, sampling_interval: Some(interval), ..Origins::default() };
        (origins.sites, origins.threads, origins.born) = (vec![0; count], vec![0; count], vec![0; count]);
        let (mut stacks, mut names) = (vec![CallStack::default()], vec![Box::<str>::default()]);
        for (object, Origin { born, thread, call_stack }) in std::mem::take(&mut self.origins) {
            origins.born[object] = born;
            origins.sites[object] = call_stack.map_or(0, |stack| number_of(&mut stacks, stack));
            origins.threads[object] = thread.map_or(0, |name| number_of(&mut names, name.into()));
        }
        (origins.call_stacks, origins.thread_names) = (stacks.into(), names.into());
        Some(origins)
    }

    fn finish(mut self, policy: SizePolicy) -> TextHeap {
        let origins = self.take_origins();
        let Self { objects: drafts, names, mut types, mut rows, roots, threads, fields, statics, values, integer_fields, integers, .. } =
            self;
        // Objects of one type may have different sizes here, so every size is kept per object.
        types.iter_mut().for_each(|info| info.size = TypeSize::PerObject(0));
        let numbers = || (0_u32..).zip(&drafts);
        let mut array_bits = vec![0_u64; drafts.len().div_ceil(64)];
        let arrays = numbers().filter(|(_, draft)| draft.array_length.is_some());
        arrays.for_each(|(at, _)| array_bits[at as usize / 64] |= 1 << (at % 64));
        let mut described: Vec<(u32, u32)> = (0..).zip(&types).filter_map(|(at, info)| Some((info.class_object?.0, at))).collect();
        described.sort_unstable();
        let column = TypeColumn::Wide(drafts.iter().map(|draft| draft.type_at as u32).collect());
        let objects = ObjectTable::new(column, types.iter().map(|info| info.size).collect())
            .with_arrays(RankedBits::from_words(array_bits), drafts.iter().filter_map(|draft| draft.array_length).collect())
            .with_class_objects(numbers().map(|(at, draft)| (at, u64::from(draft.bytes))).collect(), described);

        let mut weak = Vec::new();
        for (object, values) in values.iter().enumerate() {
            let is_referent = |&(number, _): &(usize, u32)| fields[drafts[object].type_at][number] == "referent";
            weak.extend(values.iter().position(is_referent).map(|at| (object as u32, at as u32)));
            rows[object].splice(0..0, values.iter().map(|value| value.1));
        }
        let contents = (0..drafts.len()).map(|object| {
            let at = drafts[object].type_at;
            let id = |target: Option<u32>| target.map_or(0, address).to_be_bytes().to_vec();
            let value = |number: usize| match integer_fields.contains(&(at, number)) {
                true => integers.get(&(object, number)).copied().unwrap_or(0).to_be_bytes().to_vec(),
                false => id(values[object].iter().find(|value| value.0 == number).map(|value| value.1)),
            };
            match types[at].kind {
                TypeKind::Array(_) => rows[object].iter().flat_map(|&target| id(Some(target))).collect(),
                TypeKind::Instance => (0..fields[at].len()).flat_map(value).collect(),
            }
        });
        let reader = TextRecords((0..).map(address).zip(contents).collect());
        let records = Records { reader: Some(Arc::new(reader)), ..Records::default() };
        let everything = 0..drafts.len();
        let record_places = RecordPlaces::new(vec![(0, drafts.len() as u32, 0)], vec![vec![everything]]);
        let kind = |at: usize, number: usize| Some(Primitive::Int).filter(|_| integer_fields.contains(&(at, number)));
        let field = |at: usize, (number, name): (usize, &String)| HeapField { name: name.as_str().into(), kind: kind(at, number) };
        let static_field = |(name, target): &(String, u32)| StaticField {
            name: name.as_str().into(),
            kind: None,
            value: Value::Object(ObjectIndex(*target)),
        };
        let fields_of = |at: usize| TypeFields {
            declared: fields[at].iter().enumerate().map(|declared| field(at, declared)).collect(),
            statics: statics[at].iter().map(static_field).collect(),
            longest_bytes: u32::MAX,
            ..TypeFields::default()
        };
        let fields = FieldTable::new((0..fields.len()).map(fields_of).collect(), 8);

        let starts = RowStarts::from_lengths(rows.len(), |row| rows[row].len() as u32);
        let references = References::new(Rows { starts, entries: rows.concat() });
        let kept = if policy.keep_unreachable {
            (0..objects.len() as u32).collect()
        } else {
            reachable(&objects, &kept_classes(&types, policy), &references, starting_roots(&roots, &threads), &Progress::new())
                .expect("nobody cancels")
        };
        let mut addresses = AddressCollector::new(8);
        (0..objects.len() as u32).for_each(|at| addresses.insert(address(at)));
        let addresses = addresses.finish(Vec::new()).expect("few objects");
        let names = names.into_iter().map(|(name, at)| (name, ObjectIndex(at as u32))).collect();
        let state = HeapState {
            objects,
            addresses,
            types,
            references,
            roots,
            threads,
            kept,
            policy,
            record_places,
            records,
            fields,
            origins,
            ..HeapState::default()
        };
        let is_reference = |&(object, _): &(u32, u32)| state.reference_kind(state.type_of(ObjectIndex(object))).is_some();
        let weak_referents = WeakReferents::new(weak.into_iter().filter(is_reference).collect());
        TextHeap { state: HeapState { weak_referents, ..state }, names }
    }
}

/// The position of a value past the first one, added if it is new.
fn number_of<T: PartialEq>(known: &mut Vec<T>, value: T) -> u32 {
    let at = known.iter().skip(1).position(|other| *other == value).unwrap_or_else(|| {
        known.push(value);
        known.len() - 2
    });
    at as u32 + 1
}

fn address(object: u32) -> u64 {
    0x1000 + u64::from(object) * 8
}

/// Address and content of every object.
#[derive(Debug)]
struct TextRecords(Vec<(u64, Vec<u8>)>);

impl ReadRecords for TextRecords {
    fn read(&self, ranges: &[Range<usize>], visit: &mut dyn FnMut(u64, Content<'_>) -> bool) {
        for range in ranges {
            if !self.0[range.clone()].iter().all(|(address, content)| visit(*address, Content::Bytes(content))) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARED_PRODUCT: &str = "
        root static Cache.map -> m
        m: HashMap 48  -> e1 e2
        e1, e2: Node 32 -> p
        p: Product 24
        lost: Product[3] 32 -> p
    ";

    #[test]
    fn a_heap_is_what_its_text_says() {
        let heap = heap(SHARED_PRODUCT);
        let node = heap.object("e2");
        assert_eq!(&*heap.type_info(heap.type_of(node)).name, "Node");
        assert_eq!(heap.bytes_of(node), 32);
        assert_eq!(heap.points_to(heap.object("m")), [1, 2]);
        assert_eq!(heap.pointed_from(heap.object("p")), [1, 2, 4]);
        assert_eq!(heap.array_length(heap.object("lost")), Some(3));
        assert_eq!(heap.described_type(heap.object("Cache.class")), Some(TypeIndex(0)));
        assert_eq!(heap.find(heap.address_of(node)), Some(node));
    }

    #[test]
    fn unreachable_objects_count_only_on_request() {
        // m, e1, e2, p and the class object of Cache; the array is lost.
        assert_eq!(heap(SHARED_PRODUCT).kept_objects().count(), 5);
        let all = SizePolicy { keep_unreachable: true, ..SizePolicy::default() };
        assert_eq!(heap_with_policy(SHARED_PRODUCT, all).kept_objects().count(), 6);
    }

    #[test]
    fn a_threads_locals_live_through_the_thread() {
        let heap = heap("root thread main -> a\na: A 16 -> b\nb: B 8");
        assert_eq!(heap.points_to(heap.object("thread main")), [0]);
        assert_eq!(heap.kept_objects().count(), 3);
    }

    #[test]
    fn named_references_can_be_read_as_from_a_dump() {
        let heap = heap(
            "root static Cache.map -> m
             class Cache @ loader
             loader: Loader 8
             m: Node 24 -> next=n key=p
             n: Node 24 -> key=p depth:-3
             p: Product 8
             a: Object[3] 24 -> p n
             r: java.lang.ref.WeakReference 16 -> referent=a queue=p",
        );
        let names = |name: &str| -> Vec<String> { heap.slots_of(heap.object(name)).into_iter().map(|slot| heap.slot_name(slot)).collect() };
        assert_eq!(names("m"), ["Node.next", "Node.key"]);
        assert_eq!(names("n"), ["Node.key"]);
        assert_eq!(names("a"), ["[0]", "[1]"]);
        assert_eq!(names("Cache.class"), ["<class loader>", "Cache.map"]);
        assert_eq!(heap.weak_referents.position_in(heap.object("r")), Some(0));
        let field = |name: &str, field: &str| heap.with_record(heap.object(name), |record| record.field(field)).flatten();
        assert_eq!(field("n", "next"), Some(Value::Null));
        assert_eq!((field("n", "depth"), field("m", "depth")), (Some(Value::Int(-3)), Some(Value::Int(0))));
    }

    #[test]
    fn a_heap_may_say_where_its_objects_come_from() {
        let heap = heap(
            "gc 5 sampled 512
             root jni -> a b c
             a, b: A 16
             c: A 16
             origin a, b: gc 3, thread worker 1, java.util.HashMap$Node.make:61 < app.Main.main ...",
        );
        let origins = heap.origins.as_ref().expect("has a line");
        let ages = ["a", "b", "c"].map(|name| origins.age_of(heap.object(name)));
        assert_eq!((ages, origins.sampling_interval), ([Some(2), Some(2), Some(5)], Some(512)));
        assert_eq!(["a", "b", "c"].map(|name| origins.site_of(heap.object(name))), [Some(1), Some(1), None]);
        let CallStack { frames, cut } = &origins.call_stacks[1];
        let frames: Vec<String> = frames.iter().map(ToString::to_string).collect();
        assert_eq!(frames, ["java.util.HashMap$Node.make(HashMap.java:61)", "app.Main.main"]);
        assert!(cut);
        assert_eq!(&*origins.thread_names[1], "worker 1");
        assert!(super::heap("a: A 16").origins.is_none());
    }

    #[test]
    fn a_loader_is_shown_by_its_class() {
        let heap = heap("class App @ l\nl: my.Loader 40\na: App 16");
        assert_eq!(heap.class_loader_name(heap.type_of(heap.object("a"))), "my.Loader");
        assert_eq!(heap.class_loader_name(heap.type_of(heap.object("l"))), crate::heap::BOOT_LOADER);
    }
}
