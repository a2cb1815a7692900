//! Scripts that users write at run time: classifiers, filters, queries.
//!
//! ```text
//! type == "java.lang.String" && size > 1000
//! if count == 0 { "empty" } else if count < 10 { "small" } else { "large" }
//! if points_to.some(|o| o.type == type) { "entry" } else { "other" }
//! extends("java.util.Map") and not ("JNI global" in roots)
//! let owner = field("owner"); if owner == null { "nobody" } else { path(owner.package, owner.type) }
//! ```
//!
//! The language is Rhai (rhai.rs): expressions, `let`, `if`, `switch`, loops, closures and functions, with positions in
//! errors. Names that are [`PROPERTIES`] stand for those of the object at hand; other objects have the same ones behind
//! a dot. To the language this crate adds `field("name")`, `extends("class")`, `like("a*")`, `path("outer", "inner")`,
//! and the words `and`, `or`, `not` and `null`; names that Rhai reserves (`package`, `this`) can be used. What is
//! missing is `null`: its properties are null, it contains nothing, and calculations with it yield null.
//!
//! What a classifier answers: a text, a number, true or false is one group; a list of them several; `path(..)` or a
//! list within the list a chain of nested groups; a map of bytes (`parts`) one group per name, each with these bytes
//! instead of those of the object; null no group. A filter answers with true or false.
//!
//! A script sees one heap state and nothing else, and it cannot do harm: the engine has no files, modules, output,
//! clock or `eval`, and limits for length, nesting, steps, calls, texts and lists. A script that fails for some objects
//! puts them under `(error)` and is warned about; one that fails for all of them, or exceeds its steps, is an error.
//!
//! # Why Rhai
//!
//! Compared with one filter (a prefix test, a comparison, two texts) on one core of the same machine, release builds,
//! in turns; "size" is what a program grows by.
//!
//! | | licence, upkeep | crates, size | limits | positions | closures, functions | one evaluation |
//! |---|---|---|---|---|---|---|
//! | Rhai 1.27 | MIT or Apache-2.0, good | 31, 3.2 MB | steps, sizes, depth, calls | compiling and running | yes | 1.9 µs |
//! | CEL (`cel` 0.15, with an ANTLR runtime) | MIT, good | 36, 2.1 MB | none on steps | compiling | no | 1.1 µs |
//! | an own CEL subset | ours, 2,000 lines | 0 | steps, sizes, depth | compiling and running | no | not compared |
//!
//! Koto, Rune, Steel and Boa are whole languages with larger engines; evalexpr is under the AGPL; Lua needs C. Rhai is
//! the only one with limits on everything, positions at run time, and statements for those who need more than an
//! expression. It is slower than CEL per evaluation, but not every object is evaluated: what an evaluation reads decides
//! its result, so objects that answer the same questions alike are evaluated once (`known`), neighbours included.
//!
//! Its values cannot borrow the heap state. So an object in a script is a place in what the evaluation has met
//! (`question`), and the heap state lies in a scoped thread-local while it runs (`asking`).

mod asking;
mod compile;
mod engine;
mod facts;
mod fault;
mod known;
mod literals;
mod objects;
mod properties;
mod question;
mod run;
#[cfg(test)]
mod tests;
mod texts;
mod values;

pub(crate) use compile::Script;
#[cfg(test)]
use compile::Uses;
pub(crate) use facts::HeapFacts;
pub(crate) use fault::Fault;
pub(crate) use objects::GroupPath;
pub use properties::{PROPERTIES, Property, PropertyInfo};
pub(crate) use run::{Evaluator, Outcome};
pub use texts::like;

/// The longest source, in bytes.
const LONGEST_SOURCE: usize = 16 << 10;

/// The deepest nesting of an expression, chains of operators included.
const DEEPEST: usize = 80;

/// Calls within calls of functions and closures. With [`DEEPEST`] this keeps within the stack of a worker thread.
const MOST_CALLS: usize = 12;

/// Steps that one evaluation may take: some seconds at worst. Tests wait less.
const MOST_STEPS: u64 = if cfg!(test) { 200_000 } else { 10_000_000 };

/// The longest text that an evaluation may make, in bytes.
const LONGEST_TEXT: usize = 1 << 16;

/// The most elements of a list or map that an evaluation may make; lists of objects may be longer.
const LONGEST_LIST: usize = 1 << 12;

/// The most parts of a path.
const LONGEST_PATH: usize = 32;
