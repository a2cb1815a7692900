//! Plug-ins: classifiers and filters that users write in any language that compiles to WebAssembly.
//!
//! A plug-in is one module, in the binary or the text form of WebAssembly. It runs in an interpreter and sees nothing but the functions below: no files, no network,
//! no clock, no randomness. So what it answers depends on the heap state alone. `analysis/examples/plug-ins` holds
//! plug-ins to copy, in the text form of WebAssembly and in Rust.
//!
//! # The interface, version 1
//!
//! A module exports
//!
//! | export | type | |
//! |---|---|---|
//! | `memory` | memory | where texts are handed over |
//! | `memory_city_version` | `() -> i32` | answers 1 |
//! | `describe` | `()` | tells `name`, `description` and so on, once |
//! | `classify` | `(object: i32)` | a classifier: names the groups of an object with `label` |
//! | `accepts` | `(object: i32) -> i32` | a filter instead of a classifier: 0 leaves the object out |
//!
//! and may import these functions of the module `memory_city`. Texts are UTF-8, given as address and length. An
//! `object` is a number without meaning; 0 always stands for the object that is asked about.
//!
//! | import | type | |
//! |---|---|---|
//! | `name`, `description`, `example` | `(text, length)` | in `describe`: what users see; the name is needed |
//! | `cardinality` | `(text, length)` | in `describe`: `one` (the default), `many`, `hierarchy` or `hierarchies` |
//! | `reads_field` | `(text, length)` | in `describe`: the name of a field; the first one is field 0, and so on |
//! | `label` | `(text, length)` | in `classify`: the group; a further one (many); the next level (hierarchy) |
//! | `next` | `()` | in `classify`: the next `label` begins another hierarchy (hierarchies) |
//! | `type_name`, `package`, `class_loader` | `(object, out, capacity) -> i32` | |
//! | `superclass` | `(object, level, out, capacity) -> i32` | level 0 is the nearest super class |
//! | `array_kind` | `(object) -> i32` | 0 no array, 1 of references, 2 of values |
//! | `size` | `(object) -> i64` | shallow size in bytes |
//! | `array_length` | `(object) -> i64` | -1 for objects that are no arrays |
//! | `incoming`, `outgoing` | `(object) -> i32` | numbers of references from and to objects that count |
//! | `root_kinds` | `(object, out, capacity) -> i32` | names of the kinds of GC roots, separated by `, ` |
//! | `points_to`, `pointed_from` | `(object, at) -> i32` | an object, -1 beyond the last one |
//! | `address` | `(object) -> i64` | |
//! | `text` | `(object, out, capacity) -> i32` | of a `String` or `char[]`, at most 4,096 characters |
//! | `field_integer` | `(object, field, otherwise: i64) -> i64` | also of `boolean` and `char` fields |
//! | `field_number` | `(object, field, otherwise: f64) -> f64` | also of whole numbers |
//! | `field_object` | `(object, field) -> i32` | an object, -1 for null and where there is no such field |
//!
//! Functions that hand out a text write at most `capacity` bytes of it to `out` and answer its whole length, -1 where
//! there is none.
//!
//! What a module imports is what it reads. One that reads no single objects (`points_to`, `address`, `text`, fields) is
//! called once per combination of what it reads, such as once per type. The others are called per object; what they
//! read of the object itself is read ahead, fields and texts of its neighbours one by one, which is slow.
//!
//! # Limits
//!
//! Every call may take [`description::STEPS_PER_CALL`] steps (one per instruction, more for what the functions above copy), every
//! stretch of objects [`STEPS_PER_OBJECT`] on average, and an instance may take [`description::MOST_MEMORY`] bytes. A call that fails
//! (a trap, a limit, an answer that does not fit) costs its object the label, nothing else: such objects are grouped
//! as [`FAILED`], filters let them pass, and a warning counts them. Every stretch of objects begins with a fresh
//! instance, and so does the call after a failed one; results do not depend on threads.

pub(crate) mod description;
mod facts;
mod host;
mod instance;
pub(crate) mod reads;

use std::borrow::Cow;
use std::sync::Arc;

use wasmi::{CompilationMode, Config, EnforcedLimits, Engine, ExternType, Module};

pub(crate) use facts::{Facts, Stretch};
pub(crate) use instance::{Answer, Running};

use self::reads::Reads;
use crate::base::error::{Error, Result};
use crate::grouping::Cardinality;
use crate::grouping::user::plugin::description::Description;

/// Steps that calls may take on average.
pub(crate) const STEPS_PER_OBJECT: u64 = 5_000;

/// The group of objects that a plug-in failed for.
pub(crate) const FAILED: &str = "(plug-in failed)";

/// Names of plug-ins and their descriptions are shown in lists; in characters.
const LONGEST_NAME: usize = 60;
const LONGEST_DESCRIPTION: usize = 500;

/// A classifier or filter that was loaded from a WebAssembly module. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Plugin(Arc<Loaded>);

#[derive(Debug)]
struct Loaded {
    file: String,
    engine: Engine,
    module: Module,
    reads: Reads,
    description: Description,
    is_filter: bool,
}

impl PartialEq for Plugin {
    /// Whether both are the same module, loaded once.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Plugin {}

impl Plugin {
    /// Larger modules are refused, in bytes.
    pub const LARGEST_BYTES: u64 = 16 << 20;

    /// Compiles a module, in either form, and asks it to describe itself; `file` is what it is called in messages.
    ///
    /// # Errors
    /// [`Error::Document`] that names the file when the module is broken, of another version, asks for functions that
    /// do not exist, or does not describe itself within the limits.
    pub fn load(file: &str, bytes: &[u8]) -> Result<Self> {
        let refused = |reason: String| Error::Document { file: file.to_owned(), reason, json_path: String::new() };
        if bytes.len() as u64 > Self::LARGEST_BYTES {
            return Err(refused(format!("plug-ins are no larger than {} MiB", Self::LARGEST_BYTES >> 20)));
        }
        let engine = Engine::new(&config());
        let no_module = |reason: String| refused(format!("no WebAssembly module: {reason}"));
        let binary = binary_form(bytes).map_err(|error| no_module(fault_in_text(&error)))?;
        let module = Module::new(&engine, &binary).map_err(|error| no_module(error.to_string()))?;
        let reads = Reads::of(&module).map_err(refused)?;
        let has = |name: &str| matches!(module.get_export(name), Some(ExternType::Func(_)));
        let is_filter = match (has("classify"), has("accepts")) {
            (true, false) => false,
            (false, true) => true,
            _ => return Err(refused("a plug-in exports either classify or accepts".to_owned())),
        };
        let described = Running::describe(&engine, &module).and_then(|description| check(description, is_filter));
        let description = described.map_err(refused)?;
        Ok(Self(Arc::new(Loaded { file: file.to_owned(), engine, module, reads, description, is_filter })))
    }

    /// The name that groupings call it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.description.name
    }

    /// What it was loaded from.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.0.file
    }

    pub(crate) fn description(&self) -> &Description {
        &self.0.description
    }

    pub(crate) fn reads(&self) -> Reads {
        self.0.reads
    }

    pub(crate) fn cardinality(&self) -> Cardinality {
        if self.0.is_filter { Cardinality::Filter } else { cardinality(&self.0.description.cardinality).unwrap_or(Cardinality::One) }
    }

    /// A fresh instance.
    ///
    /// # Errors
    /// In words, when the module does not start.
    pub(crate) fn start<'a>(&self, facts: &'a Facts<'a>, stretch: &'a Stretch) -> std::result::Result<Running<'a>, String> {
        Running::start(&self.0.engine, &self.0.module, facts, stretch)
    }
}

/// A module in its binary form. One in text form begins with a parenthesis or a comment.
fn binary_form(bytes: &[u8]) -> std::result::Result<Cow<'_, [u8]>, wat::Error> {
    match bytes.trim_ascii_start() {
        [b'(' | b';', ..] => wat::parse_bytes(bytes),
        _ => Ok(Cow::Borrowed(bytes)),
    }
}

/// What is wrong with a text and where, without the excerpt that would follow on lines of its own.
fn fault_in_text(error: &wat::Error) -> String {
    let told = error.to_string();
    let mut lines = told.lines();
    let message = lines.next().unwrap_or_default();
    let place = lines.next().and_then(|line| line.rsplit_once("<anon>:")?.1.split_once(':'));
    place.map_or_else(|| message.to_owned(), |(line, column)| format!("line {line}, column {column}: {message}"))
}

/// No features beyond what compilers of today use without being asked, and everything counted.
fn config() -> Config {
    let mut config = Config::default();
    config.consume_fuel(true).ignore_custom_sections(true).wasm_memory64(false).wasm_multi_memory(false);
    config.compilation_mode(CompilationMode::Eager).enforced_limits(EnforcedLimits::strict());
    config
}

fn cardinality(word: &str) -> Option<Cardinality> {
    Some(match word {
        "" | "one" => Cardinality::One,
        "many" => Cardinality::Many,
        "hierarchy" => Cardinality::Hierarchy,
        "hierarchies" => Cardinality::Hierarchies,
        _ => return None,
    })
}

/// Whether what a plug-in tells about itself can be used.
fn check(description: Description, is_filter: bool) -> std::result::Result<Description, String> {
    let Description { name, cardinality: word, .. } = &description;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    if name.trim().is_empty() || name.trim() != name || name.chars().count() > LONGEST_NAME || !name.chars().all(is_plain) {
        return Err(format!("{name:?} is no name: letters, digits, spaces, '-', '_' and '.' are, up to {LONGEST_NAME}"));
    }
    if [&description.description, &description.example].iter().any(|text| text.chars().count() > LONGEST_DESCRIPTION) {
        return Err(format!("the description is longer than {LONGEST_DESCRIPTION} characters"));
    }
    if cardinality(word).is_none() || is_filter && !word.is_empty() {
        return Err(format!("{word:?} is no cardinality of this plug-in: classifiers are one, many, hierarchy or hierarchies"));
    }
    Ok(description)
}
