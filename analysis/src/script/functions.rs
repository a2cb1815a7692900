//! Functions, methods and macros by name.

/// A function; methods take their receiver as the first argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    StartsWith,
    EndsWith,
    Contains,
    Like,
    LowerCase,
    Length,
    Extends,
    ToText,
    ToInt,
    Path,
}

/// A loop over a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Macro {
    Exists,
    All,
    Filter,
    Map,
}

/// Methods with the number of their arguments, receiver not counted.
pub(super) const METHODS: [(&str, Function, usize); 8] = [
    ("startsWith", Function::StartsWith, 1),
    ("endsWith", Function::EndsWith, 1),
    ("contains", Function::Contains, 1),
    ("like", Function::Like, 1),
    ("lower", Function::LowerCase, 0),
    ("size", Function::Length, 0),
    ("length", Function::Length, 0),
    ("extends", Function::Extends, 1),
];

/// Functions with the least and most arguments.
pub(super) const FUNCTIONS: [(&str, Function, usize, usize); 5] = [
    ("string", Function::ToText, 1, 1),
    ("int", Function::ToInt, 1, 1),
    ("size", Function::Length, 1, 1),
    ("path", Function::Path, 1, 32),
    ("extends", Function::Extends, 1, 1),
];

/// Macros: a variable and an expression per element.
pub(super) const MACROS: [(&str, Macro); 4] =
    [("exists", Macro::Exists), ("all", Macro::All), ("filter", Macro::Filter), ("map", Macro::Map)];

/// Whether a text is like a pattern in which `*` stands for any text and `?` for one character.
pub(super) fn like(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut t, mut p) = (0, 0);
    // Where the last star stands, and up to where it reaches.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p).is_some_and(|&c| c == '?' || c == text[t]) {
            (t, p) = (t + 1, p + 1);
        } else if let Some((at, reach)) = star {
            star = Some((at, reach + 1));
            (p, t) = (at + 1, reach + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}
