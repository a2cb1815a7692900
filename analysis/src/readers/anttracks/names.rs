//! Everything that a trace names by number, in the blocks of our own format: texts, methods, call stacks, threads, classes.

use std::io;

use rustc_hash::FxHashMap;
use trace_format::{Block, Class, Classes, FieldRecord, Frame, Method, Methods, Site, Sites, Strings, Thread, Threads, TraceWriter};

use super::symbols::{FrameSymbol, Symbols, UNKNOWN_CLASS_OBJECT};

/// Names are cut here: the JVM allows no longer ones.
const MOST_TEXT_BYTES: usize = 1 << 16;

/// Fields of a class; the JVM allows no more.
const MOST_FIELDS: usize = 1 << 16;

/// Entries of a block, and bytes of texts.
const ENTRIES: usize = 1 << 18;

/// What stands for the name of a source file, so that a place reads `app.Main.fill(bci:12)`: the recorder knows indices of
/// bytecodes and no lines.
const BYTECODE: &str = "bci";

/// The flag of static fields.
const STATIC: u32 = 8;

/// Collects names while a trace is read.
pub(super) struct Names<'a> {
    symbols: &'a Symbols,
    texts: Vec<String>,
    text_numbers: FxHashMap<String, u32>,
    methods: Vec<Method>,
    method_numbers: FxHashMap<Method, u32>,
    site_numbers: FxHashMap<u32, u32>,
    /// Texts.
    threads: Vec<u32>,
    by_java_id: FxHashMap<u64, u64>,
    class_type: u32,
    /// Class objects by the type that they describe.
    pub(super) class_objects: FxHashMap<i32, u64>,
}

impl<'a> Names<'a> {
    pub(super) fn new(symbols: &'a Symbols) -> Self {
        let class_type = symbols.types.iter().find(|(_, known)| known.descriptor == "Ljava/lang/Class;").map_or(0, |(&id, _)| id);
        Self {
            symbols,
            texts: Vec::new(),
            text_numbers: FxHashMap::default(),
            methods: Vec::new(),
            method_numbers: FxHashMap::default(),
            site_numbers: (1..).zip(symbols.sites.keys()).map(|(number, &id)| (id, number)).collect(),
            threads: Vec::new(),
            by_java_id: FxHashMap::default(),
            class_type: class_type.max(0).cast_unsigned(),
            class_objects: FxHashMap::default(),
        }
    }

    /// The number of a text.
    pub(super) fn text(&mut self, text: &str) -> u32 {
        let text = &text[..text.floor_char_boundary(MOST_TEXT_BYTES)];
        if text.is_empty() {
            return 0;
        }
        if let Some(&known) = self.text_numbers.get(text) {
            return known;
        }
        self.texts.push(text.to_owned());
        let number = self.texts.len() as u32;
        self.text_numbers.insert(text.to_owned(), number);
        number
    }

    /// The number of a class; 0 if the symbols do not name it.
    pub(super) fn class_number(&self, type_id: i32) -> u32 {
        match u32::try_from(type_id) {
            Ok(id) if self.symbols.types.contains_key(&type_id) => id,
            Ok(0) => 0,
            _ if type_id < 0 || type_id == UNKNOWN_CLASS_OBJECT => self.class_type,
            _ => 0,
        }
    }

    /// The number of a call stack.
    pub(super) fn site_number(&self, site: u32) -> u32 {
        self.site_numbers.get(&site).copied().unwrap_or(0)
    }

    /// A thread begins, or becomes known; the program's threads have ids of Java, others have none.
    pub(super) fn thread(&mut self, java_id: Option<u64>, name: &str) -> u64 {
        let name = self.text(name);
        if let Some(&known) = java_id.and_then(|id| self.by_java_id.get(&id)) {
            self.threads[known as usize - 1] = name;
            return known;
        }
        self.threads.push(name);
        let number = self.threads.len() as u64;
        if let Some(id) = java_id {
            self.by_java_id.insert(id, number);
        }
        number
    }

    /// The thread with this id of Java, made up if nobody has told of it.
    pub(super) fn thread_of(&mut self, java_id: u64) -> u64 {
        match self.by_java_id.get(&java_id) {
            Some(&known) => known,
            None => self.thread(Some(java_id), &format!("(thread {java_id})")),
        }
    }

    /// The number of a method by the numbers of the symbols; those that they do not name have their number as name.
    pub(super) fn method_of(&mut self, class: i32, method: i32) -> u32 {
        let known = self.symbols.types.get(&class);
        let class_name = known.map_or_else(|| format!("(class {class})"), |known| known.descriptor.clone());
        let name =
            known.and_then(|known| known.methods.get(&method)).map_or_else(|| format!("(method {method})"), |known| known.name.clone());
        let method = Method { class: self.text(&class_name), name: self.text(&name), signature: 0, file: 0 };
        self.method_number(method)
    }

    /// The name of a local variable; 0 if the symbols do not name it.
    pub(super) fn local_of(&mut self, class: i32, method: i32, slot: i32) -> u32 {
        let method = self.symbols.types.get(&class).and_then(|known| known.methods.get(&method));
        match method.and_then(|method| method.locals.get(&slot)) {
            Some(name) => self.text(name),
            None => 0,
        }
    }

    fn method_number(&mut self, method: Method) -> u32 {
        let next = self.methods.len() as u32 + 1;
        match self.method_numbers.get(&method) {
            Some(&known) => known,
            None => {
                self.methods.push(method);
                self.method_numbers.insert(method, next);
                next
            }
        }
    }

    /// `app.Main.fill(I)V` at a bytecode, or the words of a site of the JVM.
    fn frame(&mut self, frame: &FrameSymbol) -> Frame {
        let (path, signature) = match frame.method.find('(') {
            Some(at) if !frame.method[..at].contains(' ') => frame.method.split_at(at),
            _ => (&*frame.method, ""),
        };
        let (class, name) = match path.rsplit_once('.') {
            Some((class, name)) if !signature.is_empty() => (format!("L{};", class.replace('.', "/")), name),
            _ => (String::new(), path),
        };
        let file = if frame.bytecode.is_some() { BYTECODE } else { "" };
        let method = Method { class: self.text(&class), name: self.text(name), signature: self.text(signature), file: self.text(file) };
        Frame { method: self.method_number(method), line: frame.bytecode.unwrap_or(0).max(0) }
    }

    /// Appends all names.
    pub(super) fn write<W: io::Write>(mut self, writer: &mut TraceWriter<W>) -> io::Result<()> {
        let symbols = self.symbols;
        let mut sites = Vec::new();
        for site in symbols.sites.values() {
            let frames = site.frames.iter().map(|frame| self.frame(frame)).collect();
            sites.push(Site { frames, cut: site.cut });
        }
        let mut classes = Vec::new();
        for (&id, known) in &symbols.types {
            let Some(number) = u32::try_from(id).ok().filter(|&number| number != 0) else { continue };
            let declared = symbols.declared_fields(known).take(MOST_FIELDS);
            let fields = declared.map(|field| FieldRecord {
                name: self.text(&field.name),
                signature: self.text(&field.descriptor),
                modifiers: if field.is_static { STATIC } else { 0 },
            });
            let fields = fields.collect();
            let super_class = u32::try_from(known.super_type).ok().filter(|_| symbols.types.contains_key(&known.super_type));
            let object = self.class_objects.get(&id).copied().unwrap_or(0);
            let (signature, super_class) = (self.text(&known.descriptor), super_class.unwrap_or(0));
            classes.push(Class { number, signature, object, super_class, modifiers: 0, interfaces: Vec::new(), fields, file: 0 });
        }
        put_parts(writer, self.texts, String::len, |first, texts| Strings { first, texts })?;
        put_parts(writer, self.methods, |_| 1, |first, methods| Methods { first, methods })?;
        put_parts(writer, sites, |site| site.frames.len(), |first, sites| Sites { first, sites })?;
        let threads = (1..).zip(self.threads).map(|(id, name)| Thread { id, name, object: 0, is_virtual: false, is_daemon: false });
        put_parts(writer, threads.collect(), |_| 1, |_, threads| Threads { threads })?;
        put_parts(writer, classes, |class| class.fields.len(), |_, classes| Classes { classes })
    }
}

/// Writes entries in blocks that stay small; `first` is the number of the first one, from 1 on.
fn put_parts<W: io::Write, T, B: Block>(
    writer: &mut TraceWriter<W>,
    entries: Vec<T>,
    cost: impl Fn(&T) -> usize,
    block: impl Fn(u32, Vec<T>) -> B,
) -> io::Result<()> {
    let (mut part, mut first, mut weight) = (Vec::new(), 1, 0);
    for entry in entries {
        weight += 1 + cost(&entry);
        part.push(entry);
        if weight >= ENTRIES {
            let count = part.len() as u32;
            writer.put(&block(first, std::mem::take(&mut part)))?;
            (first, weight) = (first + count, 0);
        }
    }
    if part.is_empty() { Ok(()) } else { writer.put(&block(first, part)) }
}
