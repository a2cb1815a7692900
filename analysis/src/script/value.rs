//! What expressions yield.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::ObjectIndex;

/// A value written in a script.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Text(Arc<str>),
}

/// What an expression yields.
#[derive(Debug, Clone)]
pub(crate) enum ScriptValue<'h> {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Text(Arc<str>),
    Object(ObjectIndex),
    /// Objects of a row of references.
    Row(&'h [u32]),
    List(Arc<[Self]>),
    /// A chain of nested groups.
    Path(Arc<[Arc<str>]>),
}

impl ScriptValue<'_> {
    /// What kind of value it is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Int(_) | Self::Double(_) => "a number",
            Self::Text(_) => "a text",
            Self::Object(_) => "an object",
            Self::Row(_) | Self::List(_) => "a list",
            Self::Path(_) => "a path",
        }
    }

    /// As text, for groups: numbers and truth values as they are written.
    pub(crate) fn to_text(&self) -> Option<Arc<str>> {
        Some(match self {
            Self::Null => "null".into(),
            Self::Bool(value) => value.to_string().into(),
            Self::Int(value) => value.to_string().into(),
            Self::Double(value) => value.to_string().into(),
            Self::Text(text) => text.clone(),
            Self::Object(_) | Self::Row(_) | Self::List(_) | Self::Path(_) => return None,
        })
    }

    /// Equality; values of different kinds are unequal, numbers compare by value.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Path(a), Self::Path(b)) => a == b,
            (Self::Row(a), Self::Row(b)) => a == b,
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b)),
            (Self::List(list), Self::Row(row)) | (Self::Row(row), Self::List(list)) => {
                list.len() == row.len() && list.iter().zip(row.iter()).all(|(a, &b)| a.equals(&Self::Object(ObjectIndex(b))))
            }
            _ => self.compare(other) == Some(Ordering::Equal),
        }
    }

    /// The order of two numbers or two texts.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(b)),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            _ => self.number()?.partial_cmp(&other.number()?),
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Double(value) => Some(*value),
            _ => None,
        }
    }
}

impl From<&Constant> for ScriptValue<'_> {
    fn from(constant: &Constant) -> Self {
        match constant {
            Constant::Null => Self::Null,
            Constant::Bool(value) => Self::Bool(*value),
            Constant::Int(value) => Self::Int(*value),
            Constant::Double(value) => Self::Double(*value),
            Constant::Text(text) => Self::Text(text.clone()),
        }
    }
}
