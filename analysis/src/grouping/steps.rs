//! The text form of a grouping, cut into steps: `where(size > 64), package, type, pointed from(type)`.
//!
//! Steps are separated by `,`, `>` or `→`; what stands in parentheses belongs to the step before them, whatever it
//! is, and may hold texts in quotes. Every part knows where it stands, so that errors can point at it.

use std::fmt;

use crate::base::error::{Error, Result};

/// Lists within lists, as in `points to(points to(type))`, go no deeper.
const DEEPEST: usize = 8;

/// One step as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrittenStep<'t> {
    /// The name, trimmed.
    pub(super) name: &'t str,
    /// What stands in parentheses, as it is.
    pub(super) argument: Option<&'t str>,
}

impl fmt::Display for WrittenStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.argument.map_or(Ok(()), |argument| write!(f, "({argument})"))
    }
}

/// A text and a part of it, for positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'t> {
    pub(super) whole: &'t str,
    pub(super) depth: usize,
}

impl<'t> Source<'t> {
    pub(super) fn new(whole: &'t str) -> Self {
        Self { whole, depth: 0 }
    }

    /// An error at a part of the text, which must be a slice of it.
    pub(super) fn error_at(self, part: &str, message: impl Into<String>) -> Error {
        let offset = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize).min(self.whole.len());
        error_at(self.whole, offset, message)
    }

    /// Cuts a part of the text into steps; after the last one may stand a separator.
    pub(super) fn steps(self, part: &'t str) -> Result<Vec<WrittenStep<'t>>> {
        if self.depth > DEEPEST {
            return Err(self.error_at(part, format!("lists within lists go no deeper than {DEEPEST}")));
        }
        let mut steps = Vec::new();
        let mut start = 0;
        let mut scan = Scan::new(part);
        loop {
            let (end, separator) = match scan.next_outside(&[',', '>', '→']) {
                Ok(Some((at, found))) => (at, found.len_utf8()),
                Ok(None) => (part.len(), 0),
                Err((at, message)) => return Err(self.error_at(&part[at..], message)),
            };
            let written = part[start..end].trim();
            if !written.is_empty() {
                steps.push(self.step(written)?);
            } else if separator > 0 {
                return Err(self.error_at(&part[end..], "a step is missing here"));
            }
            start = end + separator;
            if separator == 0 {
                return Ok(steps);
            }
        }
    }

    fn step(self, written: &'t str) -> Result<WrittenStep<'t>> {
        let Some(open) = written.find('(') else { return Ok(WrittenStep { name: written, argument: None }) };
        let Some(inner) = written[open + 1..].strip_suffix(')') else {
            let after = written.rfind(')').map_or(written, |close| &written[close + 1..]);
            return Err(self.error_at(after.trim_start(), "expected a comma or > between two steps"));
        };
        Ok(WrittenStep { name: written[..open].trim_end(), argument: Some(inner) })
    }
}

/// An error at a byte of a text, told by line and column.
pub(super) fn error_at(text: &str, offset: usize, message: impl Into<String>) -> Error {
    Error::in_text(text, offset, message)
}

/// The words in the parentheses of a step, separated by commas.
pub(super) fn options(argument: &str) -> Vec<&str> {
    argument.split(',').map(str::trim).filter(|option| !option.is_empty()).collect()
}

/// A walk over a text that sees what lies outside of quotes and parentheses.
pub(super) struct Scan<'t> {
    text: &'t str,
    at: usize,
}

/// A position and what is wrong there.
pub(super) type Fault = (usize, &'static str);

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The next of these characters outside of quotes, comments and brackets, with its position.
    pub(super) fn next_outside(&mut self, wanted: &[char]) -> std::result::Result<Option<(usize, char)>, Fault> {
        let mut open: Vec<(usize, char)> = Vec::new();
        while let Some(c) = self.text[self.at..].chars().next() {
            let at = self.at;
            self.at += c.len_utf8();
            match c {
                c if open.is_empty() && wanted.contains(&c) => return Ok(Some((at, c))),
                '/' if self.text[at..].starts_with("//") => self.at = end_of(self.text, at, "\n").unwrap_or(self.text.len()),
                '/' if self.text[at..].starts_with("/*") => self.skip_comment(at)?,
                '#' => self.skip_raw_text(at)?,
                '"' | '\'' => self.skip_text(at, c)?,
                '`' => self.skip_interpolated(at)?,
                '(' | '[' | '{' => open.push((at, c)),
                ')' | ']' | '}' => match (open.pop(), c) {
                    (Some((_, '(')), ')') | (Some((_, '[')), ']') | (Some((_, '{')), '}') => {}
                    _ => return Err((at, "nothing was opened that this closes")),
                },
                _ => {}
            }
        }
        match open.pop() {
            Some((at, _)) => Err((at, "this is not closed")),
            None => Ok(None),
        }
    }

    /// `/* .. */`, in which others may lie.
    fn skip_comment(&mut self, start: usize) -> std::result::Result<(), Fault> {
        let (mut at, mut depth) = (start + 2, 1);
        while depth > 0 {
            let (next, change) = match (end_of(self.text, at, "/*"), end_of(self.text, at, "*/")) {
                (Some(opened), Some(closed)) if opened < closed => (opened, 1),
                (_, Some(closed)) => (closed, -1),
                (_, None) => return Err((start, "this comment does not end")),
            };
            (at, depth) = (next, depth + change);
        }
        self.at = at;
        Ok(())
    }

    /// A text in quotes in which a backslash takes the meaning from the sign after it.
    fn skip_text(&mut self, start: usize, quote: char) -> std::result::Result<(), Fault> {
        let mut escaped = false;
        for (at, c) in self.text[self.at..].char_indices() {
            if c == quote && !escaped {
                self.at += at + c.len_utf8();
                return Ok(());
            }
            escaped = c == '\\' && !escaped;
        }
        Err((start, NO_END))
    }

    /// `#".."#` with any number of `#`, in which no sign has another meaning. Other uses of `#` are left alone.
    fn skip_raw_text(&mut self, start: usize) -> std::result::Result<(), Fault> {
        let rest = self.text[start..].trim_start_matches('#');
        let signs = self.text.len() - start - rest.len();
        if rest.starts_with('"') {
            let end = format!("\"{}", &self.text[start..start + signs]);
            self.at = end_of(self.text, start + signs + 1, &end).ok_or((start, NO_END))?;
        }
        Ok(())
    }

    /// A text in back quotes, with expressions in `${..}`.
    fn skip_interpolated(&mut self, start: usize) -> std::result::Result<(), Fault> {
        loop {
            let quote = end_of(self.text, self.at, "`").ok_or((start, NO_END))?;
            match end_of(self.text, self.at, "${").filter(|&expression| expression < quote) {
                None => {
                    self.at = quote;
                    return Ok(());
                }
                Some(expression) => {
                    self.at = expression;
                    self.next_outside(&['}'])?.ok_or((expression - 1, "this is not closed"))?;
                }
            }
        }
    }
}

/// Said of a text in quotes that goes on to the end.
const NO_END: &str = "this text in quotes does not end";

/// Where the next occurrence of a part ends.
fn end_of(text: &str, from: usize, part: &str) -> Option<usize> {
    Some(from + text[from..].find(part)? + part.len())
}

/// A script as it stands in parentheses: a comment at its end must not take the closing one along.
pub(super) fn in_parentheses(name: &str, script: &str) -> String {
    let text = format!("{name}({script})");
    match Scan::new(&text).next_outside(&[]) {
        Ok(_) => text,
        Err(_) => format!("{name}({script}\n)"),
    }
}

/// A name as it is compared.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_what_stands_in_their_parentheses() {
        let text = r#"where(a > 1, ")", b), package → type > Points to ( type, type(x) ),"#;
        let steps = Source::new(text).steps(text).expect("is a list");
        assert_eq!(steps[0].to_string(), r#"where(a > 1, ")", b)"#);
        let step = |name, argument| WrittenStep { name, argument };
        assert_eq!(
            steps,
            [
                step("where", Some(r#"a > 1, ")", b"#)),
                step("package", None),
                step("type", None),
                step("Points to", Some(" type, type(x) "))
            ]
        );
    }

    #[test]
    fn comments_and_texts_of_scripts_hold_any_signs() {
        for script in [
            "a // ), (\n",
            "a /* ) /* ( */ \" */",
            "#\"a\\\"# + \")\"",
            "##\"a\"#)\"##",
            "`a) ${ if b { \"}\" } else { `)` } } (`",
            "#{a: 1}.len",
            "'\\'' == '('",
            "a > b, c",
        ] {
            let text = format!("{}, type", in_parentheses("where", script));
            let steps = Source::new(&text).steps(&text).expect("is a list");
            assert_eq!(steps.len(), 2, "{script}: {steps:?}");
            assert_eq!(steps[0].argument.map(str::trim), Some(script.trim()), "{script}");
        }
        assert_eq!(in_parentheses("where", "a // b"), "where(a // b\n)");
    }

    #[test]
    fn errors_point_at_what_is_wrong() {
        for (text, error) in [
            ("type, script(1", "line 1, column 13: this is not closed"),
            ("type),x", "line 1, column 5: nothing was opened that this closes"),
            ("type,\n  where(a) b", "line 2, column 12: expected a comma or > between two steps"),
            ("where(\"a)", "line 1, column 7: this text in quotes does not end"),
            ("where([)", "line 1, column 8: nothing was opened that this closes"),
            ("where(a /* b", "line 1, column 9: this comment does not end"),
            ("where(`${a)", "line 1, column 7: this text in quotes does not end"),
            ("where(`${a; (`b`}`)", "line 1, column 17: nothing was opened that this closes"),
            ("where(#\"a\")", "line 1, column 7: this text in quotes does not end"),
            ("type,,package", "line 1, column 6: a step is missing here"),
            (" > type", "line 1, column 2: a step is missing here"),
        ] {
            assert_eq!(Source::new(text).steps(text).expect_err("is wrong").to_string(), error, "{text}");
        }
    }
}
