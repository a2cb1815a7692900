//! Functions on texts beyond those of the language, and null where something is missing.

use rhai::{Dynamic, Engine, FnPtr};

use super::asking::Called;

/// Characters times stars that a pattern may cost.
const MOST_COMPARISONS: usize = 1 << 20;

/// Makes the functions known to the engine.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("like", |text: &str, pattern: &str| -> Called<bool> {
        let stars = pattern.matches('*').count();
        if text.len().saturating_mul(1 + stars) > MOST_COMPARISONS {
            return Err(format!("a pattern with {stars} stars for a text of {} bytes takes too long", text.len()).into());
        }
        Ok(like(text, pattern))
    });
    // What is missing has no text, no elements and no properties, and is no part of a calculation.
    for name in ["starts_with", "ends_with", "contains", "like"] {
        engine.register_fn(name, |(): (), _: Dynamic| false);
    }
    for name in ["to_lower", "to_upper", "len"] {
        engine.register_fn(name, |(): ()| ());
    }
    engine.register_fn("some", |(): (), _: FnPtr| false);
    engine.register_fn("all", |(): (), _: FnPtr| true);
    for name in ["-", "*", "/", "%"] {
        engine.register_fn(name, |(): (), _: Dynamic| ());
        engine.register_fn(name, |_: Dynamic, (): ()| ());
    }
    engine.register_fn("+", |(): (), _: i64| ());
    engine.register_fn("+", |_: i64, (): ()| ());
    engine.register_fn("+", |(): (), _: f64| ());
    engine.register_fn("+", |_: f64, (): ()| ());
}

/// Whether a text is like a pattern in which `*` stands for any text and `?` for one character.
pub fn like(text: &str, pattern: &str) -> bool {
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
