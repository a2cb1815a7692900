//! Results as SARIF 2.1.0, the form in which tools that look at programs hand on what they found.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use analysis::{KEY_SEPARATOR, Place, Warnings, package_of, read_text};
use serde_json::{Map, Value, json};

use crate::base::words::place_in_code;
use crate::cli::documents::output::json_indented;

/// The version of SARIF that is written.
const SARIF_SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// What paths are relative to; whoever reads them knows where it has the sources.
const SOURCES: &str = "SRCROOT";
/// How results are recognised in later runs; another way to make keys is another name.
const FINGERPRINT: &str = "memoryCity/v1";
/// What sources of classes end with.
const ENDINGS: [&str; 4] = ["java", "kt", "groovy", "scala"];
/// No source of a class is larger.
const MOST_BYTES: u64 = 16 << 20;

/// What results are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct SarifRule {
    /// The same in every run.
    pub(in crate::cli) id: String,
    /// A few words.
    pub(in crate::cli) name: String,
    /// One sentence or two.
    pub(in crate::cli) meaning: String,
    pub(in crate::cli) help: String,
}

/// How much a result matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Level {
    Error,
    Note,
    /// It would be an error if it was not known.
    Known,
}

/// One result.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli) struct SarifResult {
    pub(in crate::cli) rule: SarifRule,
    pub(in crate::cli) level: Level,
    pub(in crate::cli) message: String,
    /// Names in the program, and where in its sources the first of them stands.
    pub(in crate::cli) names: Vec<LogicalPlace>,
    pub(in crate::cli) source: Option<Value>,
    /// Further places in the sources, with what they say.
    pub(in crate::cli) related: Vec<(Value, String)>,
    /// What it is called in every run that has it.
    pub(in crate::cli) key: String,
    pub(in crate::cli) properties: Value,
}

/// A name of the program: of a field (`member`), a class (`type`), a package (`namespace`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct LogicalPlace {
    pub(in crate::cli) name: String,
    pub(in crate::cli) kind: Option<&'static str>,
}

impl LogicalPlace {
    /// A class, or a package.
    pub(in crate::cli) fn of(place: &Place) -> Self {
        match place.name().strip_suffix(".*") {
            Some(package) => Self { name: package.to_owned(), kind: Some("namespace") },
            None => Self { name: place.name().to_owned(), kind: Some("type") },
        }
    }

    /// The group that a key ends with.
    pub(in crate::cli) fn of_group(key: &str, kind: Option<&'static str>) -> Self {
        Self { name: key.rsplit(KEY_SEPARATOR).next().unwrap_or(key).to_owned(), kind }
    }
}

/// A log of one run of a command on an input. Rules that have no result may be given, too; what of the input could not be read is told beside.
pub(in crate::cli) fn sarif(
    (command, input): (&str, &Path),
    rules: Vec<SarifRule>,
    results: Vec<SarifResult>,
    partly_read: &[String],
    properties: &Value,
) -> String {
    let mut all: Vec<SarifRule> = Vec::new();
    for rule in rules.into_iter().chain(results.iter().map(|result| result.rule.clone())) {
        if !all.iter().any(|known| known.id == rule.id) {
            all.push(rule);
        }
    }
    let results: Vec<Value> = results.into_iter().map(|result| result_value(result, &all)).collect();
    let rules: Vec<Value> = all
        .into_iter()
        .map(|SarifRule { id, name, meaning, help }| {
            let text = |text: &str| json!({ "text": text });
            json!({ "id": id, "shortDescription": text(&name), "fullDescription": text(&meaning), "help": text(&help) })
        })
        .collect();
    let driver = json!({ "name": "memory-city", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let bases = json!({ SOURCES: { "description": { "text": "The folder with the sources, usually that of the checkout." } } });
    let notice = |part: &String| json!({ "level": "warning", "message": { "text": format!("{part}.") } });
    let notices: Vec<Value> = partly_read.iter().map(notice).collect();
    let run = json!({
        "tool": { "driver": driver },
        // Results of one input take the place of earlier ones of the same, and of no others.
        "automationDetails": { "id": format!("memory-city/{command}/{}/", input.display()) },
        "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notices }],
        "originalUriBaseIds": bases,
        "results": results,
        "properties": properties,
    });
    // Texts and numbers always have a text.
    json_indented(&json!({ "$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run] })).unwrap_or_default()
}

fn result_value(result: SarifResult, rules: &[SarifRule]) -> Value {
    let SarifResult { rule, level, message, names, source, related, key, properties } = result;
    let names: Vec<Value> = names
        .into_iter()
        .map(|LogicalPlace { name, kind }| {
            let mut place = json!({ "fullyQualifiedName": name });
            if let Some(kind) = kind {
                place["kind"] = json!(kind);
            }
            place
        })
        .collect();
    let mut location = Map::new();
    if let Some(source) = source {
        location.insert("physicalLocation".to_owned(), source);
    }
    location.insert("logicalLocations".to_owned(), Value::Array(names));
    let mut value = json!({
        "ruleId": rule.id,
        "ruleIndex": rules.iter().position(|known| known.id == rule.id),
        "level": if level == Level::Error { "error" } else { "note" },
        "message": { "text": message },
        "locations": [location],
        "partialFingerprints": { FINGERPRINT: key },
        "properties": properties,
    });
    if !related.is_empty() {
        let related = related.into_iter().map(|(place, text)| json!({ "physicalLocation": place, "message": { "text": text } }));
        value["relatedLocations"] = related.collect();
    }
    if level == Level::Known {
        value["baselineState"] = json!("unchanged");
        value["suppressions"] = json!([{ "kind": "external", "justification": "It is known." }]);
    }
    value
}

/// Where the sources of the program lie, to point at lines in them. Without any folder paths are guessed from names of classes.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Sources<'a>(pub(in crate::cli) &'a [PathBuf]);

impl Sources<'_> {
    /// The line that a place in the code names, as `com.shop.Cart.add(Cart.java:12)`.
    pub(in crate::cli) fn of_frame(self, frame: &str) -> Option<Value> {
        let (path, line) = source_line(frame)?;
        Some(physical(&if self.0.is_empty() { path } else { self.find(&path)? }, Some(line)))
    }

    /// The line that declares a field, `com.shop.Cart.items`, where its class has a source.
    pub(in crate::cli) fn of_field(self, field: &str) -> Option<Value> {
        let (class, name) = field.rsplit_once('.')?;
        self.of_declaration(class, |line| declares_field(line, name))
    }

    /// The line that declares a class, where it has a source.
    pub(in crate::cli) fn of_class(self, class: &str) -> Option<Value> {
        let simple = class.rsplit(['.', '$']).next()?.trim_end_matches("[]");
        self.of_declaration(class, |line| declares_class(line, simple))
    }

    fn of_declaration(self, class: &str, declares: impl Fn(&str) -> bool) -> Option<Value> {
        let element = class.trim_end_matches("[]");
        let simple = element.rsplit('.').next()?;
        let outermost = simple.split(['$', '/', '+']).next().filter(|name| !name.is_empty() && name.chars().all(is_of_names))?;
        let folder = folder_of(element)?;
        let path = ENDINGS.iter().find_map(|ending| self.find(&folder.join(format!("{outermost}.{ending}"))))?;
        let text = path.metadata().ok().filter(|file| file.len() <= MOST_BYTES).and_then(|_| read_text(&path, &Warnings::new()).ok())?;
        let line = text.lines().position(declares).map(|at| at as u64 + 1);
        Some(physical(&path, line))
    }

    /// The file of this path in the first folder that has it.
    fn find(self, path: &Path) -> Option<PathBuf> {
        self.0.iter().map(|root| root.join(path)).find(|path| path.is_file())
    }
}

/// The file, by its path below a folder of sources, and the line of a place in the code: `com.shop.Cart.add(Cart.java:12)`.
pub(in crate::cli) fn source_line(frame: &str) -> Option<(PathBuf, u64)> {
    let (_, end, place) = place_in_code(frame)?;
    let (file, line) = place.rsplit_once(':')?;
    let line: u64 = line.parse().ok().filter(|&line| line > 0)?;
    let (class, _) = frame[..end].rsplit_once('.')?;
    if file.starts_with('.') || !file.contains('.') || !file.chars().all(|c| is_of_names(c) || matches!(c, '.' | '-' | '$')) {
        return None;
    }
    Some((folder_of(class)?.join(file), line))
}

/// The folder of a class by its package. Names come from heaps: one that is no name leads nowhere.
fn folder_of(class: &str) -> Option<PathBuf> {
    let package = package_of(class);
    if !class.starts_with(package) {
        // The package without a name.
        return Some(PathBuf::new());
    }
    let is_name = |part: &str| !part.is_empty() && part.chars().all(is_of_names);
    package.split('.').all(is_name).then(|| package.split('.').collect())
}

fn is_of_names(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a line of a program declares a field: a type, the name, and what can follow it.
fn declares_field(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], line[at + name.len()..].trim_start());
        let word = before.trim();
        before.ends_with(char::is_whitespace)
            && word.ends_with(|c: char| is_of_names(c) || matches!(c, '>' | ']' | '?' | '*'))
            && !word.starts_with("//")
            && !word.starts_with('*')
            && !["return", "throw", "new", "import", "package"].iter().any(|keyword| word.split_whitespace().next_back() == Some(keyword))
            && (after.starts_with([';', ',', ':']) || after.starts_with('=') && !after.starts_with("=="))
    })
}

fn declares_class(line: &str, name: &str) -> bool {
    let mut words = line.split(|c: char| !is_of_names(c)).filter(|word| !word.is_empty());
    let is_code = !line.trim_start().starts_with(['/', '*']);
    is_code && words.any(|word| ["class", "interface", "enum", "record", "object", "trait"].contains(&word)) && words.next() == Some(name)
}

/// A place in a file, by a path that begins at the working folder where the file lies in it.
fn physical(path: &Path, line: Option<u64>) -> Value {
    let here = std::env::current_dir().unwrap_or_default();
    let inside = path.strip_prefix(&here).unwrap_or(path);
    let parts: Vec<String> = inside
        .components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
        .map(|part| encoded(&part.as_os_str().to_string_lossy()))
        .collect();
    let mut place = match inside.is_absolute() {
        true => json!({ "artifactLocation": { "uri": format!("file:///{}", parts.join("/")) } }),
        false => json!({ "artifactLocation": { "uri": parts.join("/"), "uriBaseId": SOURCES } }),
    };
    if let Some(line) = line {
        place["region"] = json!({ "startLine": line });
    }
    place
}

/// A part of a path as it is written in addresses.
fn encoded(part: &str) -> String {
    let mut text = String::new();
    for byte in part.bytes() {
        match byte {
            b if b.is_ascii_alphanumeric() || b"-._~$".contains(&b) => text.push(char::from(b)),
            b => drop(write!(text, "%{b:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_program_are_places_in_its_files() {
        let guess = |frame: &str| Sources(&[]).of_frame(frame);
        let place = guess("com.shop.Cart$Item.add(Cart.java:12)").expect("is a place");
        assert_eq!(place["artifactLocation"], json!({ "uri": "com/shop/Cart.java", "uriBaseId": "SRCROOT" }));
        assert_eq!(place["region"]["startLine"], 12);
        assert_eq!(guess("Main.main(Main.kt:3)").expect("is a place")["artifactLocation"]["uri"], "Main.kt");
        // Names from heaps lead nowhere else, and a place without a file or a line is none.
        for name in [
            "a.B.c(../../etc/passwd:1)",
            "a.B.c(/etc/passwd:1)",
            "...B.c(B.java:1)",
            "a.B.c(B.java)",
            "a.B.c(line:3)",
            "a.B.c(B.java:-2)",
            "a.B.c",
            "",
        ] {
            assert!(guess(name).is_none(), "{name}: {:?}", guess(name));
        }
        // With folders only what is there is told.
        let none = [PathBuf::from("/no/such/folder")];
        assert!(Sources(&none).of_frame("com.shop.Cart.add(Cart.java:12)").is_none());
        assert!(Sources(&[]).of_field("com.shop.Cart.items").is_none(), "no line is known of it");
    }

    #[test]
    fn the_line_of_a_declaration_is_no_use_of_the_name() {
        for line in [
            "    private static final Map<String, Item> items = new HashMap<>();",
            "Item[] items;",
            "  val items: List<Item>",
            "\tint items ;",
        ] {
            assert!(declares_field(line, "items"), "{line}");
        }
        for line in [
            "// the items;",
            " * all items;",
            "return items;",
            "items = null;",
            "this.items = items;",
            "x.items;",
            "int itemsLeft;",
            "if (a == items) {",
        ] {
            assert!(!declares_field(line, "items"), "{line}");
        }
        assert!(declares_class("public final class Cart<T> {", "Cart") && declares_class("record Cart(int a) {", "Cart"));
        for line in ["class CartItem {", "// class Cart", "Cart cart = new Cart();"] {
            assert!(!declares_class(line, "Cart"), "{line}");
        }
    }

    #[test]
    fn paths_are_written_as_addresses() {
        assert_eq!(physical(Path::new("./my src/a\u{e4}.java"), None)["artifactLocation"]["uri"], "my%20src/a%C3%A4.java");
        let elsewhere = physical(Path::new("/elsewhere/A.java"), Some(3));
        assert_eq!(elsewhere, json!({ "artifactLocation": { "uri": "file:///elsewhere/A.java" }, "region": { "startLine": 3 } }));
    }
}
