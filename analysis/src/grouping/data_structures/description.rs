//! The description language of data structures.
//!
//! ```text
//! namespace java.util {
//!   DS LinkedList { LinkedList$Node; }             // a head: it stands for the data structure
//!   LinkedList$Node { LinkedList$Node; (*); }      // an inner part; what is in parentheses are leaves
//! }
//! ```

use crate::base::error::{Error, Result};
use crate::base::primitive::Primitive;

/// What objects of one type may be in a data structure, and what they may reference in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Description {
    /// The full name of the type.
    pub(super) type_name: String,
    /// Whether each such object is the head of a data structure.
    pub(super) is_head: bool,
    /// Names of types, perhaps with `*`, through which the data structure goes on.
    pub(super) inner: Vec<String>,
    /// Names of types at which it ends.
    pub(super) leaves: Vec<String>,
}

/// Reads descriptions.
///
/// # Errors
/// [`crate::Error::Text`] with the position of what is wrong.
pub(super) fn parse(text: &str) -> Result<Vec<Description>> {
    let mut reader = Reader { text, at: 0 };
    let mut descriptions: Vec<Description> = Vec::new();
    let mut namespace: Option<&str> = None;
    loop {
        let start = reader.at;
        let Some(token) = reader.next()? else {
            return if namespace.is_none() { Ok(descriptions) } else { reader.error("a namespace that is not closed", start) };
        };
        match (token, namespace) {
            ("}", Some(_)) => namespace = None,
            ("namespace", None) => {
                namespace = Some(reader.name()?);
                reader.expect("{")?;
            }
            (first, _) => {
                let mut name = first;
                let mut is_head = false;
                // A type may be called DS, too.
                if first == "DS" && reader.peek()? != Some("{") {
                    (name, is_head) = (reader.name()?, true);
                }
                if !is_name(name) {
                    return reader.error(&format!("expected the name of a type, found {name:?}"), start);
                }
                let description = reader.body(full_name(name, namespace), is_head, namespace)?;
                if descriptions.iter().any(|earlier| earlier.type_name == description.type_name) {
                    return reader.error(&format!("{} is described twice", description.type_name), start);
                }
                descriptions.push(description);
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// A name, or one sign; `None` at the end.
    fn next(&mut self) -> Result<Option<&'t str>> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let skipped = if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                match trimmed.find("*/") {
                    Some(end) => end + 2,
                    None => return self.error("a comment that does not end", self.at),
                }
            } else {
                let length = trimmed.find(|c: char| !is_part_of_name(c)).unwrap_or(trimmed.len());
                let length = if length == 0 { trimmed.chars().next().map_or(0, char::len_utf8) } else { length };
                self.at += length;
                return Ok((length > 0).then(|| &trimmed[..length]));
            };
            self.at += skipped;
        }
    }

    fn peek(&mut self) -> Result<Option<&'t str>> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    fn expect(&mut self, wanted: &str) -> Result<()> {
        let at = self.at;
        match self.next()? {
            Some(found) if found == wanted => Ok(()),
            found => {
                self.error(&format!("expected {wanted:?}, found {}", found.map_or("the end".to_owned(), |found| format!("{found:?}"))), at)
            }
        }
    }

    fn name(&mut self) -> Result<&'t str> {
        let at = self.at;
        match self.next()? {
            Some(name) if is_name(name) => Ok(name),
            found => self.error(&format!("expected a name, found {:?}", found.unwrap_or("the end")), at),
        }
    }

    fn body(&mut self, type_name: String, is_head: bool, namespace: Option<&str>) -> Result<Description> {
        self.expect("{")?;
        let mut description = Description { type_name, is_head, inner: Vec::new(), leaves: Vec::new() };
        loop {
            match self.peek()? {
                Some("}") => {
                    self.next()?;
                    return Ok(description);
                }
                Some("(") => {
                    self.next()?;
                    description.leaves.push(full_name(self.name()?, namespace));
                    self.expect(")")?;
                }
                _ => description.inner.push(full_name(self.name()?, namespace)),
            }
            self.expect(";")?;
        }
    }

    fn error<T>(&self, message: &str, at: usize) -> Result<T> {
        let blank = self.text[at..].len() - self.text[at..].trim_start().len();
        Err(Error::in_text(self.text, at + blank, message))
    }
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '*' | '[' | ']')
}

fn is_name(token: &str) -> bool {
    token.chars().all(is_part_of_name)
}

/// Names without a package belong to the namespace, except primitive arrays and those that begin with a star.
fn full_name(name: &str, namespace: Option<&str>) -> String {
    let element = name.trim_end_matches("[]");
    let is_primitive = Primitive::ALL.iter().any(|primitive| primitive.name() == element);
    match namespace {
        Some(namespace) if !name.contains('.') && !name.starts_with('*') && !is_primitive => format!("{namespace}.{name}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_examples_mean_what_they_say() {
        let description = |type_name: &str, is_head, inner: &[&str], leaves: &[&str]| Description {
            type_name: type_name.into(),
            is_head,
            inner: inner.iter().map(ToString::to_string).collect(),
            leaves: leaves.iter().map(ToString::to_string).collect(),
        };
        let list = [
            description("java.util.LinkedList", true, &["java.util.LinkedList$Node"], &[]),
            description("java.util.LinkedList$Node", false, &["java.util.LinkedList$Node"], &["*"]),
        ];
        let long = "DS java.util.LinkedList { java.util.LinkedList$Node; } // the head\njava.util.LinkedList$Node { java.util.LinkedList$Node; (*); }";
        let short = "namespace java.util { DS LinkedList { LinkedList$Node; } /* and */ LinkedList$Node { LinkedList$Node; (*); } }";
        assert_eq!(parse(long).expect("is right"), list);
        assert_eq!(parse(short).expect("is right"), list);
        let other = "DS { } namespace p { A { int[]; B[]; java.lang.Object[]; *Node; } }";
        let expected =
            [description("DS", false, &[], &[]), description("p.A", false, &["int[]", "p.B[]", "java.lang.Object[]", "*Node"], &[])];
        assert_eq!(parse(other).expect("is right"), expected);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, error) in [
            ("DS A { B }", "line 1, column 10: expected \";\", found \"}\""),
            ("namspace java.util {\n}", "line 1, column 10: expected \"{\", found \"java.util\""),
            ("namespace p {\n  A { (B; }\n}", "line 2, column 9: expected \")\", found \";\""),
            ("namespace p { A { }", "line 1, column 20: a namespace that is not closed"),
            ("A { }\nA { }", "line 2, column 1: A is described twice"),
            ("A { /* B; }", "line 1, column 5: a comment that does not end"),
            ("{ }", "line 1, column 1: expected the name of a type, found \"{\""),
        ] {
            assert_eq!(parse(text).expect_err("is wrong").to_string(), error, "{text}");
        }
    }
}
