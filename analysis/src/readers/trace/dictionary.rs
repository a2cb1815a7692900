//! What blocks of a trace name by number: texts, methods, call stacks, threads, classes, class loaders.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use trace_format::{Block, BlockEntry, BlockKind, Class, Classes, Info, Loaders, Method, Methods, Site, Sites, Strings, Thread, Threads};

use super::changes::DAMAGED;
use crate::base::class_names::source_form;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{CallStack, StackFrame};

/// Entries with successive numbers, in the parts in which they came: numbers of a damaged trace may lie far apart.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    parts: Vec<(u32, Vec<T>)>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { parts: Vec::new() }
    }
}

impl<T> Numbered<T> {
    fn add(&mut self, first: u32, entries: Vec<T>) {
        let at = self.parts.partition_point(|part| part.0 <= first);
        self.parts.insert(at, (first, entries));
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let (first, entries) = &self.parts[self.parts.partition_point(|part| part.0 <= number).checked_sub(1)?];
        entries.get((number - first) as usize)
    }

    /// All entries with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.parts.iter().flat_map(|(first, entries)| (*first..=u32::MAX).zip(entries))
    }

    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(|part| part.1.len()).sum()
    }
}

/// All call stacks, the unknown one first, and by number where they stand.
type CallStacks = (Arc<[CallStack]>, FxHashMap<u32, u32>);

/// Everything that is named by number.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    pub(super) info: BTreeMap<String, String>,
    strings: Numbered<String>,
    methods: Numbered<Method>,
    pub(super) sites: Numbered<Site>,
    pub(super) threads: BTreeMap<u64, Thread>,
    /// By thread object its thread. Where objects are numbered anew, a thread has an object per heap state.
    pub(super) thread_objects: FxHashMap<u64, u64>,
    pub(super) classes: BTreeMap<u32, Class>,
    /// By object: the number of the name.
    loaders: BTreeMap<u64, u32>,
    call_stacks: OnceLock<CallStacks>,
}

enum Entries {
    Info(Info),
    Strings(Strings),
    Methods(Methods),
    Sites(Sites),
    Threads(Threads),
    Classes(Classes),
    Loaders(Loaders),
}

impl Dictionary {
    /// Reads all dictionaries among these blocks.
    pub(super) fn read(file: &[u8], blocks: &[BlockEntry], progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let read = |entry: &BlockEntry| -> Result<Option<Entries>> {
            let of_kind = match entry.kind {
                Some(BlockKind::Info) => entry.read(file).map(Entries::Info),
                Some(BlockKind::Strings) => entry.read(file).map(Entries::Strings),
                Some(BlockKind::Methods) => entry.read(file).map(Entries::Methods),
                Some(BlockKind::Sites) => entry.read(file).map(Entries::Sites),
                Some(BlockKind::Threads) => entry.read(file).map(Entries::Threads),
                Some(BlockKind::Classes) => entry.read(file).map(Entries::Classes),
                Some(BlockKind::Loaders) => entry.read(file).map(Entries::Loaders),
                _ => return Ok(None),
            };
            progress.check()?;
            Ok(of_kind.map_err(|damage| warnings.add(DAMAGED, format!("names at byte {}: {damage}", entry.at))).ok())
        };
        let read: Vec<Option<Entries>> = blocks.par_iter().map(read).collect::<Result<_>>()?;
        let mut dictionary = Self::default();
        for entries in read.into_iter().flatten() {
            match entries {
                Entries::Info(info) => dictionary.info.extend(info.entries),
                Entries::Strings(Strings { first, texts }) => dictionary.strings.add(first, texts),
                Entries::Methods(Methods { first, methods }) => dictionary.methods.add(first, methods),
                Entries::Sites(Sites { first, sites }) => dictionary.sites.add(first, sites),
                Entries::Threads(threads) => {
                    for thread in threads.threads {
                        if thread.object != 0 {
                            dictionary.thread_objects.insert(thread.object, thread.id);
                        }
                        let known = dictionary.threads.entry(thread.id).or_insert_with(|| thread.clone());
                        // A name and an object may become known one after the other.
                        let (name, object) = (known.name, known.object);
                        *known = thread;
                        known.name = if known.name == 0 { name } else { known.name };
                        known.object = if known.object == 0 { object } else { known.object };
                    }
                }
                Entries::Classes(classes) => dictionary.classes.extend(classes.classes.into_iter().map(|class| (class.number, class))),
                Entries::Loaders(loaders) => {
                    dictionary.loaders.extend(loaders.loaders.iter().map(|loader| (loader.object, loader.name)));
                }
            }
        }
        Ok(dictionary)
    }

    /// A text; empty if it is missing.
    pub(super) fn text(&self, number: u32) -> &str {
        self.strings.get(number).map_or("", |text| text)
    }

    /// What [`trace_format::info_key`] names; empty if it was not recorded.
    pub(super) fn info(&self, key: &str) -> &str {
        self.info.get(key).map_or("", |value| value)
    }

    /// A class in source form.
    pub(super) fn class_name(&self, signature: u32) -> String {
        name_of(self.text(signature))
    }

    /// Class loaders with the names that they have, by id of the object.
    pub(super) fn loaders(&self) -> impl Iterator<Item = (u64, &str)> {
        self.loaders.iter().map(|(&object, &name)| (object, self.text(name))).filter(|loader| !loader.1.is_empty())
    }

    /// A frame for people to read; `None` for a method that the trace does not describe.
    pub(super) fn frame(&self, method: u32, line: i32) -> Option<StackFrame> {
        let method = self.methods.get(method)?;
        let text = |number| self.text(number).to_owned();
        Some(StackFrame { class: self.class_name(method.class), method: text(method.name), file: text(method.file), line })
    }

    /// All call stacks, the unknown one first, and which one has which number. Made at the first question.
    pub(super) fn call_stacks(&self) -> &CallStacks {
        let unknown = || StackFrame { class: String::new(), method: "(unknown)".to_owned(), file: String::new(), line: 0 };
        let stack = |(_, site): (u32, &Site)| CallStack {
            frames: site.frames.iter().map(|frame| self.frame(frame.method, frame.line).unwrap_or_else(unknown)).collect(),
            cut: site.cut,
        };
        self.call_stacks.get_or_init(|| {
            let stacks = std::iter::once(CallStack::default()).chain(self.sites.iter().map(stack)).collect();
            (stacks, (1..).zip(self.sites.iter()).map(|(at, (number, _))| (number, at)).collect())
        })
    }

    /// Names of all threads, the unknown one first, and which one has which id.
    pub(super) fn thread_names(&self) -> (Arc<[Box<str>]>, FxHashMap<u64, u32>) {
        let names = self.threads.values().map(|thread| self.text(thread.name).into());
        let names = std::iter::once("".into()).chain(names).collect();
        (names, (1..).zip(self.threads.keys()).map(|(at, &id)| (id, at)).collect())
    }
}

/// The source form of a signature: `Ljava/lang/String;` is `java.lang.String`, `[I` is `int[]`.
pub(super) fn name_of(signature: &str) -> String {
    match signature.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(name) => source_form(name),
        None => source_form(signature),
    }
}

/// Reads a block of a kind, or counts what is wrong with it.
pub(super) fn read_block<B: Block>(file: &[u8], entry: &BlockEntry, warnings: &Warnings) -> Option<B> {
    entry.read(file).map_err(|damage| warnings.add(DAMAGED, format!("at byte {}: {damage}", entry.at))).ok()
}
