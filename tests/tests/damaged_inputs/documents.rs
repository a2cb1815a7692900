//! Whether a document is what it is called, as a program sees it that reads it.

use serde_json::Value;

/// What is wrong with what a call has written.
pub(crate) fn check(call: &[String], text: &str) -> Result<(), String> {
    let has = |option: &str| call.iter().any(|word| word == option);
    if has("--json") || has("--sarif") || call[0] == "scene" {
        let document: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
        if has("--sarif") && !document["runs"].is_array() {
            return Err("SARIF without runs".to_owned());
        }
        Ok(())
    } else if has("--html") || has("--svg") || has("--junit") {
        check_markup(text)
    } else if has("--csv") {
        check_csv(text)
    } else if has("--dot") {
        check_dot(text)
    } else if has("--collapsed") {
        let is_line = |line: &str| line.rsplit_once(' ').is_some_and(|(stack, number)| !stack.is_empty() && number.parse::<u64>().is_ok());
        text.lines().find(|line| !is_line(line)).map_or(Ok(()), |line| Err(format!("{line:?} is no stack with a number")))
    } else {
        let orders = text.contains(|c: char| c.is_control() && c != '\n' && !(c == '\t' && has("--markdown")));
        if orders { Err("control characters in a text".to_owned()) } else { check_tables(text) }
    }
}

/// Every element ends, in the order in which they began.
fn check_markup(text: &str) -> Result<(), String> {
    const EMPTY: [&str; 6] = ["!doctype", "meta", "link", "br", "img", "input"];
    let (mut open, mut rest): (Vec<&str>, &str) = (Vec::new(), text);
    while let Some(at) = rest.find('<') {
        let tag = &rest[at + 1..];
        // A sign in quotes ends no tag.
        let mut in_quotes = false;
        let end = tag.find(|c| {
            in_quotes ^= c == '"';
            c == '>' && !in_quotes
        });
        let Some(end) = end else { return Err(format!("a tag that does not end: {:?}", tag.chars().take(80).collect::<String>())) };
        let (tag, after) = (&tag[..end], &tag[end + 1..]);
        rest = after;
        if tag.starts_with("!--") || tag.starts_with('?') || tag.ends_with('/') {
            continue;
        }
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() == Some(name) => {}
            Some(name) => return Err(format!("</{name}> ends nothing")),
            None if EMPTY.contains(&&*name.to_ascii_lowercase()) => {}
            None if name == "style" || name == "script" => {
                let end = format!("</{name}>");
                rest = after.split_once(&*end).ok_or(format!("{name} does not end"))?.1;
            }
            None => open.push(name),
        }
    }
    if open.is_empty() && !text.is_empty() { Ok(()) } else { Err(format!("elements that do not end: {open:?}")) }
}

/// Every row has as many cells as the first one.
fn check_csv(text: &str) -> Result<(), String> {
    let (mut in_quotes, mut cells, mut expected) = (false, 1, None);
    for c in text.chars() {
        in_quotes ^= c == '"';
        match c {
            ',' if !in_quotes => cells += 1,
            '\n' if !in_quotes => {
                if *expected.get_or_insert(cells) != cells {
                    return Err(format!("a row of {cells} cells below {expected:?}"));
                }
                cells = 1;
            }
            _ => {}
        }
    }
    if in_quotes || cells > 1 { Err("the last row does not end".to_owned()) } else { Ok(()) }
}

/// Texts and braces end.
fn check_dot(text: &str) -> Result<(), String> {
    let (mut depth, mut in_quotes, mut is_escaped) = (0_i64, false, false);
    for c in text.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = in_quotes,
            '"' => in_quotes = !in_quotes,
            '{' | '}' if !in_quotes => depth += if c == '{' { 1 } else { -1 },
            _ => {}
        }
    }
    if text.starts_with("digraph") && depth == 0 && !in_quotes { Ok(()) } else { Err("no graph of Graphviz".to_owned()) }
}

/// The rows of a table of Markdown have equal numbers of cells.
fn check_tables(text: &str) -> Result<(), String> {
    let bars = |line: &str| line.starts_with('|').then(|| line.replace("\\|", "").matches('|').count());
    let lines: Vec<(&str, Option<usize>)> = text.lines().map(|line| (line, bars(line))).collect();
    match lines.windows(2).find(|pair| pair[0].1.is_some() && pair[1].1.is_some() && pair[0].1 != pair[1].1) {
        Some(pair) => Err(format!("rows of different lengths: {:?}", [pair[0].0, pair[1].0])),
        None => Ok(()),
    }
}
