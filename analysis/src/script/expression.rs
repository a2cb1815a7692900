//! What a script is after compiling: a tree whose names are resolved.

use super::functions::{Function, Macro};
use super::objects::Property;
use super::value::Constant;

/// A part of a script and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Expression {
    /// Byte offset in the source.
    pub(super) at: usize,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Constant(Constant),
    List(Vec<Expression>),
    This,
    /// The variable of a macro, counted from the outermost.
    Variable(usize),
    /// A property of an object; of this object without one.
    Property(Option<Box<Expression>>, Property),
    /// A field by its number among those of the script; of this object without one.
    Field(Option<Box<Expression>>, usize),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Choice(Box<(Expression, Expression, Expression)>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Element(Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
    Macro(Macro, Box<Expression>, Box<Expression>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// What a script reads of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Uses {
    /// Anything that follows from the type.
    pub(crate) of_type: bool,
    /// The length of arrays.
    pub(crate) array_length: bool,
    /// The shallow size.
    pub(crate) size: bool,
    /// The number of incoming references.
    pub(crate) incoming: bool,
    /// The number of outgoing references.
    pub(crate) outgoing: bool,
    /// The kinds of roots.
    pub(crate) roots: bool,
    /// The number of elements of collections.
    pub(crate) count: bool,
    /// Fields of this object.
    pub(crate) fields: bool,
    /// The text of this object.
    pub(crate) text: bool,
    /// What only the object itself has: neighbours, address.
    pub(crate) object: bool,
    /// References against their direction, of this object or another.
    pub(crate) pointed_from: bool,
    /// Fields, texts or collection sizes, of this object or another.
    pub(crate) values: bool,
}
