//! The description language of data structures: what is read, what is wrong with it, and how it is written again.
//!
//! ```text
//! namespace java.util {
//!   DS LinkedList { LinkedList$Node; }             // a head: it stands for the data structure
//!   LinkedList$Node { LinkedList$Node; (*); }      // an inner part; what is in parentheses are leaves
//!   WeakHashMap$Entry { (*); !java.lang.ref.ReferenceQueue; }     // what is never followed
//! }
//! ```
//!
//! `namespace *.com.google.common.collect` is that package wherever a program has moved it.
//!
//! Source: "Analyzing Data Structure Growth Over Time" (ICPE 2019), section 3, whose grammar this follows; exclusion, printing and going
//! on after an error are ours.

use std::collections::{HashMap, hash_map};
use std::fmt;
use std::fmt::Write as _;

use crate::base::error::line_and_column;
use crate::base::primitive::Primitive;

/// The words that make a type a head.
const HEAD_KEYWORDS: [&str; 1] = ["DS"];
const NAMESPACE: &str = "namespace";
/// What a namespace begins with that is meant wherever it lies.
const ANYWHERE: &str = "*.";

/// What objects of one type may be in a data structure, and what they may reference in it.
#[derive(Debug, Clone)]
pub struct Description {
    /// The type as it is written, without its namespace.
    pub name: String,
    /// The package around it; empty where there is none. One that begins with `*.` is meant wherever it lies: libraries are moved below the
    /// package of those who bring them along.
    pub namespace: String,
    /// The packages that a library was moved below, with a dot at the end; empty as it is written.
    pub(super) moved_below: String,
    /// Whether each such object is the head of a data structure.
    pub is_head: bool,
    /// What it may reference.
    pub entries: Vec<Entry>,
    /// Where it stands in its file.
    pub at: Position,
}

/// One thing that objects of a type may reference.
#[derive(Debug, Clone)]
pub struct Entry {
    /// A name of types as it is written, perhaps with `*`.
    pub pattern: String,
    /// What it is for.
    pub kind: EntryKind,
    /// Where it stands in its file.
    pub at: Position,
}

/// What becomes of what is referenced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// The data structure goes on there.
    Inner,
    /// It ends there.
    Leaf,
    /// It is never followed, whatever else is said.
    Never,
}

/// Line and column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// What is wrong at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub at: Position,
    /// What, without a full stop.
    pub message: String,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

/// Descriptions are equal if they say the same, wherever they stand.
impl PartialEq for Description {
    fn eq(&self, other: &Self) -> bool {
        let key = |of: &Self| (of.is_head, of.full_name());
        key(self) == key(other) && self.namespace == other.namespace && self.entries == other.entries
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        (&self.pattern, self.kind) == (&other.pattern, other.kind)
    }
}

impl Eq for Description {}

impl Eq for Entry {}

impl Description {
    /// The type with its package.
    #[must_use]
    pub fn full_name(&self) -> String {
        names_of(&self.name, &self.namespace).swap_remove(0)
    }

    /// The package of the description, wherever it lies; `None` for descriptions that are meant as they are written.
    pub(super) fn anywhere(&self) -> Option<&str> {
        self.namespace.strip_prefix(ANYWHERE)
    }

    /// The same of a library that was moved below these packages; nothing or names with a dot at the end.
    pub(super) fn moved(&self, below: &str) -> Self {
        let namespace = self.anywhere().map_or_else(|| self.namespace.clone(), |package| format!("{below}{package}"));
        Self { namespace, moved_below: below.to_owned(), ..self.clone() }
    }

    /// The names that an entry may mean, the likeliest first: within the namespace, in `java.lang`, without a package. One name where it
    /// has a package of its own.
    #[must_use]
    pub fn names_of(&self, entry: &Entry) -> Vec<String> {
        let mut names = names_of(&entry.pattern, &self.namespace);
        if !self.moved_below.is_empty() && entry.pattern.contains('.') && !entry.pattern.starts_with('*') {
            names.insert(0, format!("{}{}", self.moved_below, entry.pattern));
        }
        names
    }
}

/// The name of a type in a package that is meant anywhere.
pub(super) fn anywhere(full_name: &str) -> String {
    format!("{ANYWHERE}{full_name}")
}

fn names_of(name: &str, namespace: &str) -> Vec<String> {
    let element = name.trim_end_matches("[]");
    let is_primitive = Primitive::ALL.iter().any(|primitive| primitive.name() == element);
    if namespace.is_empty() || name.contains('.') || name.starts_with('*') || is_primitive {
        return vec![name.to_owned()];
    }
    vec![format!("{namespace}.{name}"), format!("java.lang.{name}"), name.to_owned()]
}

/// Descriptions as text that reads as the same descriptions.
#[must_use]
pub fn print(descriptions: &[Description]) -> String {
    let mut text = String::new();
    for alike in descriptions.chunk_by(|a, b| a.namespace == b.namespace) {
        let namespace = &alike[0].namespace;
        let indent = if namespace.is_empty() { "" } else { "  " };
        if !namespace.is_empty() {
            let _ = writeln!(text, "{NAMESPACE} {namespace} {{");
        }
        for Description { name, is_head, entries, .. } in alike {
            let head = if *is_head { "DS " } else { "" };
            let _ = write!(text, "{indent}{head}{name} {{");
            for Entry { pattern, kind, .. } in entries {
                let _ = match kind {
                    EntryKind::Inner => write!(text, " {pattern};"),
                    EntryKind::Leaf => write!(text, " ({pattern});"),
                    EntryKind::Never => write!(text, " !{pattern};"),
                };
            }
            text.push_str(" }\n");
        }
        if !namespace.is_empty() {
            text.push_str("}\n");
        }
    }
    text
}

/// Reads descriptions.
///
/// # Errors
/// Everything that is wrong: after a fault reading goes on behind the next `}`.
pub fn parse(text: &str) -> Result<Vec<Description>, Vec<Fault>> {
    let mut reader = Reader { text, at: 0 };
    let mut descriptions: Vec<Description> = Vec::new();
    let mut faults = Vec::new();
    let mut known: HashMap<String, Position> = HashMap::new();
    let mut namespace: Option<(&str, usize)> = None;
    loop {
        match next_description(&mut reader, &mut namespace) {
            Ok(None) => break,
            Ok(Some(found)) => match known.entry(found.full_name()) {
                hash_map::Entry::Occupied(earlier) => {
                    let message = format!("{} is described twice, first at {}", earlier.key(), earlier.get());
                    faults.push(Fault { at: found.at, message });
                }
                hash_map::Entry::Vacant(new) => {
                    new.insert(found.at);
                    descriptions.push(found);
                }
            },
            Err(fault) => {
                faults.push(fault);
                reader.go_behind_body();
            }
        }
    }
    if let Some((name, at)) = namespace {
        faults.push(reader.fault(format!("the namespace {name} is not closed"), at));
    }
    if faults.is_empty() { Ok(descriptions) } else { Err(faults) }
}

/// The next description, past the begin and the end of namespaces; `None` at the end of the text.
fn next_description<'t>(reader: &mut Reader<'t>, namespace: &mut Option<(&'t str, usize)>) -> Result<Option<Description>, Fault> {
    loop {
        reader.skip_blank()?;
        let start = reader.at;
        let Some(first) = reader.next()? else { return Ok(None) };
        match (first, *namespace) {
            ("}", Some(_)) => *namespace = None,
            (NAMESPACE, None) if reader.peek()? != Some("{") => {
                let name = reader.package()?;
                reader.expect("{")?;
                *namespace = Some((name, start));
            }
            (NAMESPACE, Some(_)) if reader.peek()? != Some("{") => {
                return Err(reader.fault("a namespace cannot lie in another one".to_owned(), start));
            }
            _ => {
                let mut name = first;
                // A type may be called like a keyword, too.
                let is_head = HEAD_KEYWORDS.contains(&first) && reader.peek()? != Some("{");
                if is_head {
                    name = reader.described_name()?;
                } else {
                    reader.check_described(first, start)?;
                    reader.check_keyword(first, start)?;
                }
                let at = reader.position(start);
                let entries = reader.body()?;
                let namespace = namespace.map_or("", |(name, _)| name).to_owned();
                return Ok(Some(Description { name: name.to_owned(), namespace, moved_below: String::new(), is_head, entries, at }));
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn skip_blank(&mut self) -> Result<(), Fault> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                let start = self.at;
                let Some(end) = trimmed.find("*/") else {
                    self.at = self.text.len();
                    return Err(self.fault("a comment that does not end".to_owned(), start));
                };
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    /// A name, or one sign; `None` at the end.
    fn next(&mut self) -> Result<Option<&'t str>, Fault> {
        self.skip_blank()?;
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !is_part_of_name(c)).unwrap_or(rest.len());
        let length = if length == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { length };
        self.at += length;
        Ok((length > 0).then(|| &rest[..length]))
    }

    fn peek(&mut self) -> Result<Option<&'t str>, Fault> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    /// The next token and where it begins.
    fn found(&mut self) -> Result<(Option<&'t str>, usize), Fault> {
        self.skip_blank()?;
        let at = self.at;
        Ok((self.next()?, at))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Fault> {
        match self.found()? {
            (Some(found), _) if found == wanted => Ok(()),
            (found, at) => Err(self.unexpected(&format!("{wanted:?}"), found, at)),
        }
    }

    /// The name of a type that is described, which has no stars.
    fn described_name(&mut self) -> Result<&'t str, Fault> {
        let (found, at) = self.found()?;
        let name = found.unwrap_or_default();
        self.check_described(name, at)?;
        Ok(name)
    }

    /// The name of a package, which may begin with a star and a dot.
    fn package(&mut self) -> Result<&'t str, Fault> {
        let (found, at) = self.found()?;
        let name = found.unwrap_or_default();
        self.check_described(name.strip_prefix(ANYWHERE).unwrap_or(name), at)?;
        Ok(name)
    }

    fn check_described(&self, name: &str, at: usize) -> Result<(), Fault> {
        if !is_name(name) {
            return Err(self.unexpected("the name of a type", Some(name).filter(|name| !name.is_empty()), at));
        }
        if name.contains('*') {
            return Err(self.fault(format!("{name} has a star: one type is described at a time"), at));
        }
        Ok(())
    }

    /// A word before a name that is nearly a keyword.
    fn check_keyword(&mut self, word: &str, at: usize) -> Result<(), Fault> {
        let Some(next) = self.peek()?.filter(|next| is_name(next)) else { return Ok(()) };
        let near = [NAMESPACE].into_iter().chain(HEAD_KEYWORDS).find(|keyword| is_nearly(word, keyword));
        let hint = near.map_or_else(String::new, |keyword| format!(": did you mean {keyword}?"));
        Err(self.fault(format!("expected \"{{\" behind {word}, found {next:?}{hint}"), at))
    }

    fn body(&mut self) -> Result<Vec<Entry>, Fault> {
        self.expect("{")?;
        let mut entries = Vec::new();
        loop {
            let (found, start) = self.found()?;
            let (kind, (pattern, at)) = match found {
                Some("}") => return Ok(entries),
                Some("(") => (EntryKind::Leaf, self.found()?),
                Some("!") => (EntryKind::Never, self.found()?),
                found => (EntryKind::Inner, (found, start)),
            };
            let Some(pattern) = pattern.filter(|pattern| is_name(pattern)) else {
                // What is wrong may close the body.
                self.at = at;
                return Err(self.unexpected("a name", pattern, at));
            };
            let entry = Entry { pattern: pattern.to_owned(), kind, at: self.position(at) };
            if kind == EntryKind::Leaf {
                self.expect_here(")")?;
            }
            self.expect_here(";")?;
            entries.push(entry);
        }
    }

    /// As [`Reader::expect`], but what stands there instead is not passed.
    fn expect_here(&mut self, wanted: &str) -> Result<(), Fault> {
        self.skip_blank()?;
        let at = self.at;
        self.expect(wanted).inspect_err(|_| self.at = at)
    }

    /// After a fault: behind the brace that closes what is read, and all that is opened in it.
    fn go_behind_body(&mut self) {
        let mut opened = 0_usize;
        while let Ok(Some(token)) = self.next() {
            match token {
                "{" => opened += 1,
                "}" if opened <= 1 => return,
                "}" => opened -= 1,
                _ => {}
            }
        }
    }

    fn unexpected(&self, wanted: &str, found: Option<&str>, at: usize) -> Fault {
        let found = found.map_or("the end".to_owned(), |found| format!("{found:?}"));
        self.fault(format!("expected {wanted}, found {found}"), at)
    }

    fn fault(&self, message: String, at: usize) -> Fault {
        Fault { at: self.position(at), message }
    }

    fn position(&self, at: usize) -> Position {
        let (line, column) = line_and_column(self.text, at);
        Position { line, column }
    }
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '*' | '[' | ']')
}

fn is_name(token: &str) -> bool {
    !token.is_empty() && token.chars().all(is_part_of_name)
}

/// Whether two words differ by one letter that is missing, too many, or another one.
fn is_nearly(word: &str, keyword: &str) -> bool {
    let [a, b]: [Vec<char>; 2] = [word, keyword].map(|text| text.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let rest = |letters: &[char], skipped: usize| letters.get(same + skipped..).map(<[char]>::to_vec);
    let alike = |of_word: usize, of_keyword: usize| rest(&a, of_word).is_some_and(|end| Some(end) == rest(&b, of_keyword));
    word != keyword && (alike(1, 1) || alike(0, 1) || alike(1, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a text says: names, heads, entries.
    fn said(text: &str) -> Vec<(String, bool, Vec<String>)> {
        let sign = |of: &Description, entry: &Entry| match entry.kind {
            EntryKind::Inner => of.names_of(entry).swap_remove(0),
            EntryKind::Leaf => format!("({})", of.names_of(entry)[0]),
            EntryKind::Never => format!("!{}", of.names_of(entry)[0]),
        };
        let parsed = parse(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        parsed.iter().map(|of| (of.full_name(), of.is_head, of.entries.iter().map(|entry| sign(of, entry)).collect())).collect()
    }

    fn description(name: &str, is_head: bool, entries: &[&str]) -> (String, bool, Vec<String>) {
        (name.to_owned(), is_head, entries.iter().map(ToString::to_string).collect())
    }

    const LONG: &str =
        "DS java.util.LinkedList { java.util.LinkedList$Node; } // the head\njava.util.LinkedList$Node { java.util.LinkedList$Node; (*); }";
    const SHORT: &str = "namespace java.util { DS LinkedList { LinkedList$Node; } /* and */ LinkedList$Node { LinkedList$Node; (*); } }";
    const STATISTICS: &str = "namespace at.jku.anttracks.util {\n  DS ApplicationStatistics { java.util.HashMap; }\n  ApplicationStatistics$MeasurementGroup { *; }\n  ApplicationStatistics$Measurement { }\n}";

    #[test]
    fn the_printed_examples_mean_what_they_say() {
        let list = [
            description("java.util.LinkedList", true, &["java.util.LinkedList$Node"]),
            description("java.util.LinkedList$Node", false, &["java.util.LinkedList$Node", "(*)"]),
        ];
        assert_eq!(said(LONG), list);
        assert_eq!(said(SHORT), list);
        let package = "at.jku.anttracks.util.ApplicationStatistics";
        let statistics = [
            description(package, true, &["java.util.HashMap"]),
            description(&format!("{package}$MeasurementGroup"), false, &["*"]),
            description(&format!("{package}$Measurement"), false, &[]),
        ];
        assert_eq!(said(STATISTICS), statistics);
        let other = "DS { } namespace { } namespace p { A { int[]; B[]; java.lang.Object[]; *Node; !C; } }";
        let expected = [
            description("DS", false, &[]),
            description("namespace", false, &[]),
            description("p.A", false, &["int[]", "p.B[]", "java.lang.Object[]", "*Node", "!p.C"]),
        ];
        assert_eq!(said(other), expected);
    }

    #[test]
    fn what_is_printed_reads_as_the_same() {
        for text in [LONG, SHORT, STATISTICS, "DS a.\u{c4}pfel[] { (*); !x.Y; }\nnamespace p { A { } }\nDS B { *; }"] {
            let parsed = parse(text).expect("is right");
            assert_eq!(parse(&print(&parsed)).expect("is right"), parsed, "{}", print(&parsed));
        }
        assert_eq!(print(&parse(SHORT).expect("is right")).lines().count(), 4);
    }

    #[test]
    fn names_without_a_package_are_looked_for_in_the_namespace_first() {
        let parsed = parse("namespace p { A { B; int[]; c.D; *E; } }").expect("is right");
        let names: Vec<Vec<String>> = parsed[0].entries.iter().map(|entry| parsed[0].names_of(entry)).collect();
        assert_eq!(names, [vec!["p.B", "java.lang.B", "B"], vec!["int[]"], vec!["c.D"], vec!["*E"]]);
    }

    #[test]
    fn a_package_may_lie_anywhere() {
        let parsed = parse("namespace *.com.lib { A { B; com.lib.base.C; java.util.D; *E; } }").expect("is right");
        assert_eq!((parsed[0].anywhere(), print(&parsed).starts_with("namespace *.com.lib {")), (Some("com.lib"), true));
        let moved = parsed[0].moved("org.shop.");
        assert_eq!(moved.full_name(), "org.shop.com.lib.A");
        let names: Vec<Vec<String>> = moved.entries.iter().map(|entry| moved.names_of(entry)).collect();
        assert_eq!(names[0][0], "org.shop.com.lib.B");
        assert_eq!(names[1], ["org.shop.com.lib.base.C", "com.lib.base.C"]);
        assert_eq!(names[2..], [vec!["org.shop.java.util.D".to_owned(), "java.util.D".to_owned()], vec!["*E".to_owned()]]);
        assert_eq!(parsed[0].moved("").full_name(), "com.lib.A");
    }

    #[test]
    fn everything_that_is_wrong_is_told_with_its_place() {
        for (text, faults) in [
            ("namespace com.*.lib { }", &["1:11: com.*.lib has a star: one type is described at a time"][..]),
            ("namespace *. { }", &["1:11: expected the name of a type, found the end"][..]),
            ("DS A { B }", &["1:10: expected \";\", found \"}\""][..]),
            ("namspace java.util {\n}", &["1:1: expected \"{\" behind namspace, found \"java.util\": did you mean namespace?"]),
            (
                "namspace p { DS A { B; } }\nC { ; }",
                &["1:1: expected \"{\" behind namspace, found \"p\": did you mean namespace?", "2:5: expected a name, found \";\""],
            ),
            ("namespace p {\n  A { (B; }\n}", &["2:9: expected \")\", found \";\""]),
            ("namespace p { A { }", &["1:1: the namespace p is not closed"]),
            ("A { }\nA { }", &["2:1: A is described twice, first at 1:1"]),
            ("A { /* B; }", &["1:5: a comment that does not end"]),
            ("{ }", &["1:1: expected the name of a type, found \"{\""]),
            ("DS *Node { }", &["1:4: *Node has a star: one type is described at a time"]),
            ("DS A { B; } }", &["1:13: expected the name of a type, found \"}\""]),
            (
                "DS A { B }\nC { }\nD { (; }\nE { ;}",
                &["1:10: expected \";\", found \"}\"", "3:6: expected a name, found \";\"", "4:5: expected a name, found \";\""],
            ),
            ("namespace p { namespace q { } }", &["1:15: a namespace cannot lie in another one"]),
            ("DS \u{e4}\u{e4} { B", &["1:10: expected \";\", found the end"]),
        ] {
            let told: Vec<String> = parse(text).expect_err("is wrong").iter().map(ToString::to_string).collect();
            assert_eq!(told, faults, "{text}");
        }
    }

    #[test]
    fn a_keyword_that_was_nearly_written_is_known() {
        for (word, nearly) in [("namspace", true), ("namespaces", true), ("namezpace", true), ("namespace", false), ("package", false)] {
            assert_eq!(is_nearly(word, NAMESPACE), nearly, "{word}");
        }
    }
}
