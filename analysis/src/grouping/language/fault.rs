//! What is wrong with a script, and where.

use rhai::{EvalAltResult, ParseError, ParseErrorType, Position};

use super::properties::PROPERTIES;

/// What is wrong with a script, and where.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Fault {
    /// Counted from 1.
    pub(crate) line: usize,
    /// In characters, counted from 1.
    pub(crate) column: usize,
    pub(crate) message: String,
    /// Other objects would meet it, too, after as long a time.
    pub(crate) hopeless: bool,
}

impl Fault {
    pub(crate) fn new(at: Position, message: impl Into<String>) -> Self {
        let (line, column) = (at.line().unwrap_or(1), at.position().unwrap_or(1));
        Self { line, column, message: message.into(), hopeless: false }
    }

    /// A fault of the result.
    pub(crate) fn of_result(message: impl Into<String>) -> Self {
        Self::new(Position::START, message)
    }

    /// Where in the source it is, in bytes.
    pub(crate) fn offset(&self, source: &str) -> usize {
        let start: usize = source.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let line = source[start..].split('\n').next().unwrap_or("");
        start + line.char_indices().nth(self.column - 1).map_or(line.len(), |(at, _)| at)
    }

    pub(super) fn while_compiling(error: &ParseError) -> Self {
        let message = match error.err_type() {
            ParseErrorType::VariableUndefined(name) => unknown_name(name),
            ParseErrorType::UnexpectedEOF => "something is missing at the end".to_owned(),
            ParseErrorType::ExprTooDeep => "this is nested too deeply".to_owned(),
            other => lower_first(&other.to_string()),
        };
        Self::new(error.position(), message)
    }

    pub(super) fn while_running(error: EvalAltResult) -> Self {
        let mut at = error.position();
        let mut error = error;
        while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
            error = *inner;
            if !error.position().is_none() {
                at = error.position();
            }
        }
        let hopeless = matches!(error, EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..));
        let message = match &error {
            EvalAltResult::ErrorTooManyOperations(_) => format!("this takes more than {} steps", super::MOST_STEPS),
            EvalAltResult::ErrorTerminated(..) => "this takes too long".to_owned(),
            EvalAltResult::ErrorDataTooLarge(what, _) => format!("{} grows too long", in_words(what)),
            EvalAltResult::ErrorFunctionNotFound(signature, _) => {
                match signature.strip_prefix("get$").and_then(|rest| rest.split_once(" (")) {
                    Some((name, of)) => format!("{} has no {name}", in_words(of.trim_end_matches(')'))),
                    None => format!("there is no function {}", in_words(signature)),
                }
            }
            EvalAltResult::ErrorDotExpr(text, _) if let Some((name, of)) = unknown_property(text) => {
                format!("{} has no {name}", in_words(of))
            }
            EvalAltResult::ErrorDotExpr(..) | EvalAltResult::ErrorIndexingType(..) => {
                error.set_position(Position::NONE);
                in_words(&error.to_string())
            }
            EvalAltResult::ErrorMismatchDataType(wanted, found, _) | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => {
                format!("{} is needed here, not {}", in_words(wanted), in_words(found))
            }
            EvalAltResult::ErrorDataRace(..) => {
                "the closure names the variable that it is called on; keep what it needs with `let` first".to_owned()
            }
            EvalAltResult::ErrorAssignmentToConstant(name, _) => format!("{name} cannot be assigned; write == to compare"),
            _ => {
                error.set_position(Position::NONE);
                lower_first(&error.to_string())
            }
        };
        Self { hopeless, ..Self::new(at, message) }
    }
}

/// What the engine says of an unknown property, cut into the name of the property and the type.
fn unknown_property(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.strip_prefix("Unknown property '")?.split_once('\'')?;
    Some((name, rest.strip_suffix('\'')?.rsplit_once('\'')?.1))
}

pub(super) fn unknown_name(name: &str) -> String {
    let known: Vec<&str> = PROPERTIES.iter().map(|info| info.name).collect();
    format!("unknown name {name}; an object has {}", known.join(", "))
}

/// Types by the names that users know.
fn in_words(text: &str) -> String {
    [
        ("&str | ImmutableString | String", "text"),
        ("ImmutableString", "text"),
        ("i64", "number"),
        ("f64", "number"),
        ("bool", "true or false"),
        ("()", "null"),
        ("string", "text"),
        ("array", "list"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
