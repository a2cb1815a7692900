//! Reading JSON piece by piece.
//!
//! A tree document nests as deep as the program that wrote it likes, holds millions of numbers that must stay exact
//! 64-bit integers, and its errors should say where in the tree they are. So this reader hands out one piece after the
//! other to a loop of the caller: no recursion (its depth has a limit of its own), no value tree in memory, no
//! conversion through floating point. Tried and left: `serde_json` values, five times the memory and at most 127
//! levels, which is 62 levels of a tree.

use std::borrow::Cow;

use crate::base::error::{Error, Result};

/// How deep arrays and objects may nest. A tree level takes two.
pub(super) const MAX_DEPTH: usize = 2_000;

/// The largest integer up to which every integer is a floating-point number.
const MAX_EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    Number,
    Boolean,
    Null,
}

impl Kind {
    fn in_words(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "true or false",
            Self::Null => "null",
        }
    }
}

/// A place in a JSON text.
#[derive(Debug)]
pub(super) struct JsonReader<'a> {
    /// The file or frame, for messages.
    origin: String,
    text: &'a [u8],
    at: usize,
    open: Vec<Open>,
}

/// An array or object that has begun and not ended.
#[derive(Debug, Clone, Copy)]
struct Open {
    is_object: bool,
    /// Whether nothing of it was read yet.
    empty: bool,
}

impl<'a> JsonReader<'a> {
    pub(super) fn new(origin: &str, text: &'a [u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Self { origin: origin.to_owned(), text, at: 0, open: Vec::new() }
    }

    /// An error here; `json_path` says where that is in the document.
    pub(super) fn error(&self, json_path: String, reason: impl Into<String>) -> Error {
        self.error_at(self.at, json_path, reason)
    }

    fn error_at(&self, at: usize, json_path: String, reason: impl Into<String>) -> Error {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let column = before.len() - before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1) + 1;
        let reason = format!("{} in line {line}, column {column}", reason.into());
        Error::Document { file: self.origin.clone(), reason, json_path }
    }

    fn syntax(&self, reason: impl Into<String>) -> Error {
        self.error(String::new(), reason)
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.get(self.at) {
            self.at += 1;
        }
    }

    /// The kind of the value that comes next.
    pub(super) fn kind(&mut self) -> Result<Kind> {
        self.skip_space();
        match self.text.get(self.at) {
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'"') => Ok(Kind::String),
            Some(b'-' | b'0'..=b'9') if !self.text[self.at..].starts_with(b"-I") => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Boolean),
            Some(b'n') => Ok(Kind::Null),
            Some(b'N' | b'I' | b'-') => Err(self.syntax("NaN and Infinity are no JSON numbers")),
            Some(&other) => Err(self.syntax(format!("expected a value, found {:?}", char::from(other)))),
            None => Err(self.syntax("the text ends where a value should follow")),
        }
    }

    /// Checks the kind of what comes next.
    fn expect(&mut self, wanted: Kind, json_path: impl Fn() -> String) -> Result<()> {
        match self.kind()? {
            kind if kind == wanted => Ok(()),
            kind => Err(self.error(json_path(), format!("expected {}, found {}", wanted.in_words(), kind.in_words()))),
        }
    }

    /// Enters an object; call [`Self::next_member`] until it returns `None`.
    pub(super) fn begin_object(&mut self, json_path: impl Fn() -> String) -> Result<()> {
        self.expect(Kind::Object, json_path)?;
        self.enter(true)
    }

    /// Enters an array; call [`Self::next_element`] until it returns false.
    pub(super) fn begin_array(&mut self, json_path: impl Fn() -> String) -> Result<()> {
        self.expect(Kind::Array, json_path)?;
        self.enter(false)
    }

    fn enter(&mut self, is_object: bool) -> Result<()> {
        if self.open.len() == MAX_DEPTH {
            return Err(self.syntax(format!("arrays and objects nest deeper than {MAX_DEPTH} levels")));
        }
        self.at += 1;
        self.open.push(Open { is_object, empty: true });
        Ok(())
    }

    /// Steps to the next item of the innermost array or object; false at its end, which is consumed.
    fn next_item(&mut self, end: u8) -> Result<bool> {
        self.skip_space();
        let Some(open) = self.open.last_mut() else { return Ok(false) };
        let first = std::mem::replace(&mut open.empty, false);
        match self.text.get(self.at) {
            Some(&b) if b == end => {
                self.at += 1;
                self.open.pop();
                return Ok(false);
            }
            Some(b',') if !first => self.at += 1,
            Some(_) if first => return Ok(true),
            Some(&other) => {
                return Err(self.syntax(format!("expected \",\" or {:?}, found {:?}", char::from(end), char::from(other))));
            }
            None => return Err(self.syntax(format!("the text ends where \",\" or {:?} should follow", char::from(end)))),
        }
        Ok(true)
    }

    /// Whether another element follows in the innermost array; it must be read or skipped before the next call.
    pub(super) fn next_element(&mut self) -> Result<bool> {
        self.next_item(b']')
    }

    /// The name of the next member of the innermost object, whose value must be read or skipped before the next call.
    pub(super) fn next_member(&mut self) -> Result<Option<Cow<'a, str>>> {
        if !self.next_item(b'}')? {
            return Ok(None);
        }
        self.skip_space();
        if self.text.get(self.at) != Some(&b'"') {
            return Err(self.syntax("expected the name of a member in quotes"));
        }
        let name = self.string_token()?;
        self.skip_space();
        if self.text.get(self.at) != Some(&b':') {
            return Err(self.syntax("expected \":\" after the name of a member"));
        }
        self.at += 1;
        Ok(Some(name))
    }

    /// A string. Bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD.
    pub(super) fn string(&mut self, json_path: impl Fn() -> String) -> Result<Cow<'a, str>> {
        self.expect(Kind::String, json_path)?;
        self.string_token()
    }

    fn string_token(&mut self) -> Result<Cow<'a, str>> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            match self.text.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(String::from_utf8_lossy(&self.text[start..at]));
                }
                Some(b'\\') => return self.escaped_string(start, at),
                Some(_) => at += 1,
                None => return Err(self.syntax("a string does not end")),
            }
        }
    }

    /// The slow path, from the first backslash on.
    fn escaped_string(&mut self, start: usize, backslash: usize) -> Result<Cow<'a, str>> {
        let mut bytes = self.text[start..backslash].to_vec();
        self.at = backslash;
        loop {
            let rest = &self.text[self.at..];
            match rest {
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()));
                }
                [b'\\', b'u', ..] => {
                    let c = self.unicode_escape()?;
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                [b'\\', letter, ..] => {
                    bytes.push(match letter {
                        b'"' | b'\\' | b'/' => *letter,
                        b'b' => 8,
                        b'f' => 12,
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        _ => return Err(self.syntax("an unknown escape in a string")),
                    });
                    self.at += 2;
                }
                [b'\\'] | [] => return Err(self.syntax("a string does not end")),
                [other, ..] => {
                    bytes.push(*other);
                    self.at += 1;
                }
            }
        }
    }

    /// `\uXXXX`, or two of them for a character beyond the first 65,536.
    fn unicode_escape(&mut self) -> Result<char> {
        let unit = |at: usize| -> Option<u32> {
            let hex = self.text.get(at..at + 6)?.strip_prefix(b"\\u")?;
            hex.iter().try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
        };
        let high = unit(self.at).ok_or_else(|| self.syntax("\\u needs four hexadecimal digits"))?;
        let pair = match high {
            0xD800..=0xDBFF => unit(self.at + 6).filter(|low| (0xDC00..=0xDFFF).contains(low)),
            _ => None,
        };
        self.at += if pair.is_some() { 12 } else { 6 };
        let code = pair.map_or(high, |low| 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// The text of a number, checked against the grammar of JSON.
    fn number_token(&mut self) -> Result<&'a str> {
        let rest = &self.text[self.at..];
        let digits = |from: usize| rest[from.min(rest.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
        let mut end = usize::from(rest.first() == Some(&b'-'));
        let whole = digits(end);
        let leading_zero = whole > 1 && rest[end] == b'0';
        end += whole;
        let mut well_formed = whole > 0 && !leading_zero;
        if rest.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            well_formed &= fraction > 0;
            end += 1 + fraction;
        }
        if let Some(b'e' | b'E') = rest.get(end) {
            end += 1;
            end += usize::from(matches!(rest.get(end), Some(b'+' | b'-')));
            let exponent = digits(end);
            well_formed &= exponent > 0;
            end += exponent;
        }
        let token = std::str::from_utf8(&rest[..end]).unwrap_or_default();
        if !well_formed {
            return Err(self.syntax("not a JSON number"));
        }
        self.at += end;
        Ok(token)
    }

    /// An integer of 64 bits, signed. Whole numbers written as `12.0` or `1e3` are accepted up to 2^53.
    pub(super) fn integer(&mut self, json_path: impl Fn() -> String) -> Result<i128> {
        self.expect(Kind::Number, &json_path)?;
        let start = self.at;
        let token = self.number_token()?;
        if let Ok(value) = token.parse::<i128>() {
            return Ok(value);
        }
        let value: f64 = token.parse().unwrap_or(f64::NAN);
        if value.fract() == 0.0 && value.abs() <= MAX_EXACT_FLOAT {
            return Ok(value as i128);
        }
        Err(self.error_at(start, json_path(), format!("{} is no whole number that can be kept exactly", shorten(token))))
    }

    /// A count: a whole number from 0 to 2^64 - 1.
    pub(super) fn count(&mut self, json_path: impl Fn() -> String) -> Result<u64> {
        self.skip_space();
        let start = self.at;
        let value = self.integer(&json_path)?;
        u64::try_from(value).map_err(|_| {
            let reason = if value < 0 { "counts are never negative" } else { "counts end at 2^64 - 1" };
            self.error_at(start, json_path(), format!("{value}: {reason}"))
        })
    }

    /// Passes over one value of any kind.
    pub(super) fn skip_value(&mut self) -> Result<()> {
        let depth = self.open.len();
        loop {
            match self.kind()? {
                kind @ (Kind::Object | Kind::Array) => self.enter(kind == Kind::Object)?,
                Kind::String => drop(self.string_token()?),
                Kind::Number => drop(self.number_token()?),
                Kind::Boolean | Kind::Null => self.skip_word()?,
            }
            // Step to the next value: out of every array and object that ends here.
            loop {
                if self.open.len() == depth {
                    return Ok(());
                }
                let is_object = self.open.last().is_some_and(|open| open.is_object);
                let more = if is_object { self.next_member()?.is_some() } else { self.next_element()? };
                if more {
                    break;
                }
            }
        }
    }

    /// Passes over one value and returns its text.
    pub(super) fn raw_value(&mut self) -> Result<&'a [u8]> {
        self.skip_space();
        let start = self.at;
        self.skip_value()?;
        Ok(&self.text[start..self.at])
    }

    fn skip_word(&mut self) -> Result<()> {
        let rest = &self.text[self.at..];
        match [&b"true"[..], b"false", b"null"].into_iter().find(|word| rest.starts_with(word)) {
            Some(word) => {
                self.at += word.len();
                Ok(())
            }
            None => Err(self.syntax("expected a value")),
        }
    }

    /// If the next value is null, passes over it.
    pub(super) fn take_null(&mut self) -> Result<bool> {
        let null = self.kind()? == Kind::Null;
        if null {
            self.skip_word()?;
        }
        Ok(null)
    }

    /// Checks that nothing but space follows.
    pub(super) fn end(&mut self) -> Result<()> {
        self.skip_space();
        if self.at == self.text.len() { Ok(()) } else { Err(self.syntax("the document has ended but the text goes on")) }
    }
}

/// Numbers and keys can be megabytes long; messages are not.
pub(super) fn shorten(text: &str) -> Cow<'_, str> {
    const SHOWN: usize = 120;
    if text.len() <= SHOWN { text.into() } else { format!("{}…", &text[..text.floor_char_boundary(SHOWN)]).into() }
}
