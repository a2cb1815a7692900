//! The symbols file: types with fields and methods, allocation sites, causes of collections.
//!
//! It is written while the program runs, so that of a killed program it may end anywhere; everything before the end is used.

use std::collections::BTreeMap;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::words::{FileKind, Head, Problem, Words};
use crate::base::error::{Error, Result};
use crate::base::warnings::Warnings;

/// The version of the symbols that is known.
const VERSION: i32 = 5;

/// Objects of this type are class objects of which nobody said what class they describe.
pub(super) const UNKNOWN_CLASS_OBJECT: i32 = 1;

/// The flag of static fields in class files.
const STATIC: i32 = 8;

/// Call stacks end here; those of recorders are shorter by far.
const MOST_FRAMES: usize = 4096;

/// A field of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldSymbol {
    pub(super) offset: i32,
    /// `I`, `Ljava/lang/String;`
    pub(super) descriptor: String,
    pub(super) name: String,
    pub(super) is_static: bool,
}

impl FieldSymbol {
    /// Whether it holds a reference.
    pub(super) fn is_reference(&self) -> bool {
        self.descriptor.starts_with(['L', '['])
    }
}

/// A method of a type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MethodSymbol {
    pub(super) name: String,
    /// Names of local variables by slot.
    pub(super) locals: BTreeMap<i32, String>,
}

/// A type whose objects are allocated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TypeSymbol {
    /// Id of the super class; 0 if it has none.
    pub(super) super_type: i32,
    /// `Lapp/Main;`, `[I`
    pub(super) descriptor: String,
    /// Bytes of an instance; of arrays, those of the header times 256, plus those of an element.
    pub(super) size: i32,
    /// Those that it declares itself.
    pub(super) fields: Vec<FieldSymbol>,
    /// Those of all super classes, the nearest first.
    pub(super) super_fields: Vec<FieldSymbol>,
    pub(super) methods: BTreeMap<i32, MethodSymbol>,
}

impl TypeSymbol {
    pub(super) fn is_array(&self) -> bool {
        self.descriptor.starts_with('[')
    }
}

/// One frame of a call stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FrameSymbol {
    /// `app.Main.fill(I)V`, or words where the JVM itself allocates.
    pub(super) method: String,
    /// The index of the bytecode, where there is one.
    pub(super) bytecode: Option<i32>,
}

/// Where objects are allocated, and of which type they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SiteSymbol {
    /// The allocating method first.
    pub(super) frames: Vec<FrameSymbol>,
    /// There were more frames.
    pub(super) cut: bool,
    /// 0 if objects of several types are allocated there.
    pub(super) type_id: i32,
}

/// Everything that the trace names by number.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// Behind every event stands a word that repeats its kind.
    pub(super) has_anchors: bool,
    /// References were recorded.
    pub(super) has_pointers: bool,
    /// Bytes of a word of the heap; sizes are multiples of it, and relative addresses count it.
    pub(super) word_bytes: u64,
    pub(super) types: BTreeMap<i32, TypeSymbol>,
    pub(super) sites: BTreeMap<u32, SiteSymbol>,
    pub(super) causes: FxHashMap<u32, String>,
}

impl Symbols {
    /// Reads a symbols file.
    ///
    /// # Errors
    /// [`Error::NotTrace`] if it is none, or of another version. What is damaged further on is counted.
    pub(super) fn read(file: &[u8], name: &Path, warnings: &Warnings) -> Result<Self> {
        let refuse = |reason: String, offset: usize| Error::NotTrace { file: name.to_owned(), reason, offset: offset as u64 };
        let head = Head::read(file).filter(|head| head.kind == FileKind::Symbols);
        let Some(head) = head else { return Err(refuse("this is no symbols file of AntTracks".to_owned(), 0)) };
        let mut words = Words::new(&file[head.bytes..]);
        let mut symbols = Self::default();
        if let Err(problem) = symbols.read_preface(&mut words) {
            return Err(refuse(problem.to_string(), head.bytes + words.at()));
        }
        let mut last_type = 0;
        while !words.is_empty() {
            let at = head.bytes + words.at();
            match symbols.read_record(&mut words, &mut last_type) {
                Ok(true) => {}
                Ok(false) => break,
                Err(problem) => {
                    let what = "A symbols file is damaged or ends early; names behind that place are missing";
                    warnings.add(what, format!("{} at byte {at}: {problem}", name.display()));
                    break;
                }
            }
        }
        Ok(symbols)
    }

    fn read_preface(&mut self, words: &mut Words<'_>) -> std::result::Result<(), Problem> {
        const WHAT: &str = "the settings";
        let version = words.int(WHAT)?;
        if version != VERSION {
            return Err(Problem::UnknownVersion(version));
        }
        let flags = words.int(WHAT)?;
        self.has_anchors = flags & 1 != 0;
        self.has_pointers = flags & 2 != 0;
        self.word_bytes = if words.int(WHAT)? == 4 { 4 } else { 8 };
        // The name of the trace, which recorders leave empty.
        words.text_until(0, WHAT)?;
        Ok(())
    }

    /// Reads a record; `false` at the end.
    fn read_record(&mut self, words: &mut Words<'_>, last_type: &mut i32) -> std::result::Result<bool, Problem> {
        match words.byte("a record")? {
            0 => return Ok(false),
            42 => {
                let id = read_site_id(words)?;
                let site = read_site(words)?;
                self.sites.insert(id, site);
            }
            84 => {
                const WHAT: &str = "a site of the JVM";
                let id = read_site_id(words)?;
                let method = words.text_until(0, WHAT)?;
                let type_id = words.int(WHAT)?;
                self.sites.insert(id, SiteSymbol { frames: vec![FrameSymbol { method, bytecode: None }], cut: false, type_id });
            }
            24 => {
                const WHAT: &str = "a type";
                let id = words.int(WHAT)?;
                let super_type = words.int(WHAT)?;
                let descriptor = words.descriptor(WHAT)?;
                let size = words.int(WHAT)?;
                self.types.insert(id, TypeSymbol { super_type, descriptor, size, ..TypeSymbol::default() });
                *last_type = id;
            }
            56 => {
                let fields = read_fields(words)?;
                self.types.entry(*last_type).or_default().fields.extend(fields);
            }
            57 => {
                let fields = read_fields(words)?;
                self.types.entry(*last_type).or_default().super_fields.extend(fields);
            }
            58 => {
                let methods = read_methods(words)?;
                self.types.entry(*last_type).or_default().methods.extend(methods);
            }
            14 => {
                const WHAT: &str = "a class file";
                words.int(WHAT)?;
                let length = words.word(WHAT)?;
                words.take(length as usize, WHAT)?;
            }
            17 => {
                const WHAT: &str = "a cause of collections";
                let id = words.word(WHAT)?;
                let name = words.text_until(0, WHAT)?;
                words.byte(WHAT)?;
                self.causes.insert(id, name);
            }
            other => return Err(Problem::UnknownRecord(other)),
        }
        Ok(true)
    }

    /// The type of objects of a site; 0 if it is not known.
    pub(super) fn type_of_site(&self, site: u32) -> i32 {
        self.sites.get(&site).map_or(0, |site| site.type_id)
    }

    /// Whether objects of a type are class objects.
    pub(super) fn is_class_object(&self, type_id: i32) -> bool {
        type_id < 0
            || type_id == UNKNOWN_CLASS_OBJECT
            || self.types.get(&type_id).is_some_and(|known| known.descriptor == "Ljava/lang/Class;")
    }

    /// Whether objects of a type are arrays.
    pub(super) fn is_array(&self, type_id: i32) -> bool {
        self.types.get(&type_id).is_some_and(TypeSymbol::is_array)
    }

    /// Bytes of an object, with header and padding; `None` if the type is not known. `told` is what the event itself says.
    pub(super) fn bytes_of(&self, type_id: i32, length: Option<u32>, told: Option<u32>) -> Option<u64> {
        let bytes = match (told, self.types.get(&type_id)) {
            (Some(told), _) => u64::from(told),
            (None, Some(known)) if known.is_array() => {
                let size = u64::from(known.size.cast_unsigned());
                (size >> 8) + (size & 0xff) * u64::from(length.unwrap_or(0))
            }
            (None, Some(known)) => u64::try_from(known.size).unwrap_or(0),
            (None, None) => return None,
        };
        Some(bytes.next_multiple_of(self.word_bytes))
    }

    /// A type and those above it, it itself first.
    pub(super) fn ancestry(&self, type_id: i32) -> impl Iterator<Item = (i32, &TypeSymbol)> {
        let with = |id: i32| self.types.get(&id).map(|known| (id, known));
        // Damaged symbols may put a type above itself.
        std::iter::successors(with(type_id), move |&(_, known)| with(known.super_type)).take(1000)
    }

    /// How many references an object has as a rule; `None` for those whose references are not all recorded.
    pub(super) fn references_of(&self, type_id: i32, length: Option<u32>) -> Option<usize> {
        let known = self.types.get(&type_id)?;
        if known.is_array() {
            let is_primitive = known.descriptor.len() == 2;
            return Some(if is_primitive { 0 } else { length.unwrap_or(0) as usize });
        }
        let is_partial = |known: &TypeSymbol| ["Ljava/lang/ref/Reference;", "Ljava/lang/invoke/MemberName;"].contains(&&*known.descriptor);
        if self.is_class_object(type_id) || self.ancestry(type_id).any(|(_, known)| is_partial(known)) {
            return None;
        }
        let own = |known| self.declared_fields(known).filter(|field| !field.is_static && field.is_reference()).count();
        Some(self.ancestry(type_id).map(|(_, known)| own(known)).sum())
    }

    /// The fields that a type declares itself; those of its super classes, too, if the symbols lack these.
    pub(super) fn declared_fields<'s>(&'s self, known: &'s TypeSymbol) -> impl Iterator<Item = &'s FieldSymbol> {
        let lacks_super = !self.types.contains_key(&known.super_type);
        known.fields.iter().chain(known.super_fields.iter().filter(move |_| lacks_super))
    }
}

/// The high two bytes come first, then, if their highest bit is set, the lowest one.
fn read_site_id(words: &mut Words<'_>) -> std::result::Result<u32, Problem> {
    const WHAT: &str = "the number of a site";
    let id = u32::from(words.short(WHAT)?);
    if id & 0x8000 == 0 { Ok(id) } else { Ok(id << 8 | u32::from(words.byte(WHAT)?)) }
}

fn read_site(words: &mut Words<'_>) -> std::result::Result<SiteSymbol, Problem> {
    const WHAT: &str = "a site";
    let count = words.word(WHAT)?;
    let mut site = SiteSymbol::default();
    for _ in 0..count {
        let before = words.text_until(b')', WHAT)?;
        let result = words.descriptor(WHAT)?;
        let bytecode = Some(words.int(WHAT)?);
        if site.frames.len() < MOST_FRAMES {
            site.frames.push(FrameSymbol { method: format!("{before}){result}"), bytecode });
        } else {
            site.cut = true;
        }
    }
    site.type_id = words.int(WHAT)?;
    Ok(site)
}

fn read_fields(words: &mut Words<'_>) -> std::result::Result<Vec<FieldSymbol>, Problem> {
    const WHAT: &str = "fields of a type";
    let count = words.word(WHAT)?;
    let mut fields = Vec::new();
    for _ in 0..count {
        let offset = words.int(WHAT)?;
        let descriptor = words.text_until(b' ', WHAT)?;
        let name = words.text_until(b' ', WHAT)?;
        let is_static = words.int(WHAT)? & STATIC != 0;
        fields.push(FieldSymbol { offset, descriptor, name, is_static });
    }
    Ok(fields)
}

fn read_methods(words: &mut Words<'_>) -> std::result::Result<Vec<(i32, MethodSymbol)>, Problem> {
    const WHAT: &str = "methods of a type";
    let count = words.word(WHAT)?;
    let mut methods = Vec::new();
    for _ in 0..count {
        let id = words.int(WHAT)?;
        let name = words.text_until(b' ', WHAT)?;
        let mut method = MethodSymbol { name, locals: BTreeMap::new() };
        for _ in 0..words.word(WHAT)? {
            let slot = words.int(WHAT)?;
            method.locals.insert(slot, words.text_until(b' ', WHAT)?);
        }
        methods.push((id, method));
    }
    Ok(methods)
}

/// Counts the class files in a file of class definitions, and reads nothing else of them: what they say about callers that
/// call stacks lack is not used.
pub(super) fn count_class_files(file: &[u8]) -> std::result::Result<usize, Problem> {
    const WHAT: &str = "a class file";
    let Some(head) = Head::read(file).filter(|head| head.kind == FileKind::ClassDefinitions) else { return Ok(0) };
    let mut words = Words::new(&file[head.bytes..]);
    // Flags that are not used yet, and a name that recorders leave empty.
    words.int(WHAT)?;
    words.text_until(0, WHAT)?;
    let mut count = 0;
    while !words.is_empty() {
        match words.byte(WHAT)? {
            0 => break,
            14 => {
                words.int(WHAT)?;
                let length = words.word(WHAT)?;
                words.take(length as usize, WHAT)?;
                count += 1;
            }
            other => return Err(Problem::UnknownRecord(other)),
        }
    }
    Ok(count)
}
