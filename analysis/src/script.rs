//! Expressions that users write at run time: classifiers, filters, queries.
//!
//! ```text
//! type == "java.lang.String" && size > 1000
//! count == 0 ? "empty" : count < 10 ? "small" : "large"
//! points_to.exists(o, o.type == type) ? "entry" : "other"
//! extends("java.util.Map") and not ("JNI global" in roots)
//! ```
//!
//! The language is the part of the Common Expression Language (CEL, cel.dev) that predicates over objects need:
//! literals, lists, `? :`, `||`, `&&`, `!`, comparisons, `in`, arithmetic, members, methods, and the macros `exists`,
//! `all`, `filter` and `map`. Beyond CEL, `and`, `or` and `not` may be written as words. An expression has no state, no
//! loops other than over lists, no recursion and no access to anything but the heap state, so it ends, and it cannot do
//! harm: text, nesting, steps and lengths are limited ([`LONGEST_SOURCE`], [`MOST_STEPS`], ...), and every error tells
//! line and column.
//!
//! # Why not an engine from the shelf
//!
//! Compared with one expression (a prefix test, a comparison, two texts), one core of the same machine, release builds,
//! timed one after the other; "size" is what a program grows by.
//!
//! | | licence, upkeep | crates, size | limits | positions | time |
//! |---|---|---|---|---|---|
//! | Rhai 1.27 | MIT or Apache-2.0, good | 31, 3.2 MB | steps, sizes, depth | compiling and running | 1.9 µs |
//! | CEL (`cel` 0.15, with an ANTLR runtime) | MIT, good | 36, 2.1 MB | none on steps | compiling | 1.1 µs |
//! | this module | ours, ~1,000 lines | 0 | steps, sizes, depth | compiling and running | not compared |
//!
//! Koto, Rune, Steel and Boa are whole languages with larger engines; evalexpr is under the AGPL; Lua needs C. What
//! decided: a script runs once per object or property combination of ten million objects; a query names `package`,
//! which Rhai and CEL reserve; objects borrow the heap, which engines with `'static` values forbid; and grouping must
//! know exactly which properties an expression reads ([`Uses`]), so that it is evaluated once per combination of them.
//! Both would also change features of crates below the window. Because syntax and meaning are CEL's, scripts outlive
//! this decision.

mod compile;
mod eval;
mod expression;
mod functions;
mod objects;
#[cfg(test)]
mod tests;
mod token;
mod value;

pub(crate) use compile::Script;
pub(crate) use eval::Run;
pub(crate) use expression::Uses;
pub(crate) use objects::{Facts, HeapFacts};
pub use objects::{PROPERTIES, PropertyInfo};
pub(crate) use token::Fault;
pub(crate) use value::ScriptValue;

/// The longest source, in bytes.
pub(crate) const LONGEST_SOURCE: usize = 16 << 10;

/// The deepest nesting of an expression, chains of operators included.
pub(crate) const DEEPEST: usize = 100;

/// Steps that one evaluation may take: parts of the expression, elements of lists.
pub(crate) const MOST_STEPS: u64 = 10_000_000;

/// The longest text that an evaluation may make, in bytes, and the most elements of a list.
pub(crate) const LONGEST_VALUE: usize = 1 << 20;
