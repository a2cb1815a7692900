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
//! p: Product 24                    lines may come in any order; `#` starts a comment
//! ```
//!
//! Objects are numbered in the order of their lines, from 0. Class objects (0 bytes, type `java.lang.Class`) exist
//! only for classes named in `root static` and `class` lines, thread objects (0 bytes, type `java.lang.Thread`) for
//! `root thread` lines; both come after the named objects, so they never shift an index that a test names.

use std::collections::BTreeMap;
use std::ops::Deref;

use crate::heap::{AddressCollector, RankedBits, RowStarts, Rows, TypeColumn, reachable, starting_roots};
use crate::{
    ArrayKind, HeapState, ObjectIndex, ObjectTable, Primitive, Progress, References, Root, RootKind, SizePolicy, ThreadIndex, ThreadInfo,
    TypeIndex, TypeInfo, TypeKind, TypeSize,
};

pub use crate::hprof::writer::{Field, HprofWriter, SegmentWriter};

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
    roots: Vec<Root>,
    threads: Vec<ThreadInfo>,
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

    fn targets(&self, line: &str) -> Option<Vec<u32>> {
        let names = line.split_once("->").map_or("", |(_, names)| names);
        names.split_whitespace().map(|name| self.names.get(name).map(|&at| at as u32)).collect()
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
        let targets = self.targets(line)?;
        let head = line.split("->").next()?.trim();
        let words: Vec<&str> = head.split_whitespace().collect();
        let object = |at: u32| ObjectIndex(at);
        match words.as_slice() {
            ["root", "static", field] => {
                let class = *self.names.get(&format!("{}.class", field.rsplit_once('.')?.0))?;
                self.rows[class].extend(targets);
                self.roots.push(Root { object: object(class as u32), kind: RootKind::StickyClass, thread: None, frame: None });
            }
            ["root", "thread", name] => {
                let thread_object = *self.names.get(&format!("thread {name}"))?;
                let thread = Some(ThreadIndex(self.threads.len() as u32));
                self.threads.push(ThreadInfo { name: (*name).to_owned(), object: Some(object(thread_object as u32)), stack: Vec::new() });
                self.roots.push(Root { object: object(thread_object as u32), kind: RootKind::ThreadObject, thread, frame: None });
                self.roots.extend(targets.iter().map(|&at| Root { object: object(at), kind: RootKind::JavaFrame, thread, frame: Some(0) }));
                self.rows[thread_object].extend(targets);
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
                self.roots.extend(targets.iter().map(|&at| Root { object: object(at), kind, thread: None, frame: None }));
            }
            ["class", name, rest @ ..] => {
                if let Some(position) = rest.iter().position(|&word| word == "@") {
                    let loader = *self.names.get(*rest.get(position + 1)?)? as u32;
                    let at = self.type_at(name);
                    self.types[at].class_loader = Some(object(loader));
                    let class = self.types[at].class_object?.at();
                    self.rows[class].push(loader);
                }
            }
            _ => {
                for name in head.split_once(':')?.0.split(',') {
                    let at = *self.names.get(name.trim())?;
                    self.rows[at].extend_from_slice(&targets);
                }
            }
        }
        Some(())
    }

    fn finish(self, policy: SizePolicy) -> TextHeap {
        let Self { objects: drafts, names, mut types, rows, roots, threads, .. } = self;
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

        let starts = RowStarts::from_lengths(rows.iter().map(|row| row.len() as u32));
        let references = References::new(Rows { starts, entries: rows.concat() });
        let kept = if policy.keep_unreachable {
            (0..objects.len() as u32).collect()
        } else {
            reachable(&objects, &types, &references, starting_roots(&roots, &threads), &Progress::new()).expect("nobody cancels")
        };
        let mut addresses = AddressCollector::new(8);
        (0..objects.len() as u64).for_each(|at| addresses.insert(0x1000 + at * 8));
        let addresses = addresses.finish(Vec::new()).expect("few objects");
        let names = names.into_iter().map(|(name, at)| (name, ObjectIndex(at as u32))).collect();
        let state = HeapState { objects, addresses, types, references, roots, threads, kept, policy, ..HeapState::default() };
        TextHeap { state, names }
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
    fn a_loader_is_shown_by_its_class() {
        let heap = heap("class App @ l\nl: my.Loader 40\na: App 16");
        assert_eq!(heap.class_loader_name(heap.type_of(heap.object("a"))), "my.Loader");
        assert_eq!(heap.class_loader_name(heap.type_of(heap.object("l"))), crate::BOOT_LOADER);
    }
}
