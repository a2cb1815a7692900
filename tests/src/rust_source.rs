//! Rust source reduced to what the compiler would act on, so that rules about names are not confused by words in
//! comments, texts and unit tests.

/// The code of a file without comments, without the inside of texts, and without its trailing unit tests.
#[must_use]
pub fn code(source: &str) -> String {
    let code = without_comments_and_texts(source);
    match code.find("#[cfg(test)]\nmod tests {") {
        Some(start) => code[..start].to_owned(),
        None => code,
    }
}

/// Whether `name` occurs in `code` as a whole identifier.
#[must_use]
pub fn names(code: &str, name: &str) -> bool {
    let part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(name).any(|(at, found)| {
        let before = code[..at].chars().next_back();
        let after = code[at + found.len()..].chars().next();
        !before.is_some_and(part_of_name) && !after.is_some_and(part_of_name)
    })
}

/// Whether a file holds nothing but tests, told by its name.
#[must_use]
pub fn is_test_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name == "tests.rs" || name.ends_with("_tests.rs") || name.starts_with("test_") || path.contains("/tests/")
}

fn without_comments_and_texts(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = after(rest, 2, "*/");
        } else if let Some(hashes) = raw_text_hashes(rest).filter(|_| !ends_in_name(&code)) {
            code.push_str("\"\"");
            let end = format!("\"{}", "#".repeat(hashes));
            rest = after(rest, hashes + 2, &end);
        } else if letter == '"' {
            code.push_str("\"\"");
            rest = after_text(rest);
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            code.push_str("' '");
            rest = after(rest, 2, "'");
        } else {
            code.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    code
}

fn ends_in_name(code: &str) -> bool {
    code.chars().next_back().is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The number of `#` when `rest` starts a raw text.
fn raw_text_hashes(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix('r')?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

fn after<'a>(rest: &'a str, skip: usize, end: &str) -> &'a str {
    match rest[skip..].find(end) {
        Some(at) => &rest[skip + at + end.len()..],
        None => "",
    }
}

fn after_text(rest: &str) -> &str {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return &rest[at + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{code, names};

    #[test]
    fn comments_texts_and_unit_tests_are_no_code() {
        let source = "use a::b; // bevy\n/* bevy */ let t = \"bevy \\\" bevy\"; let r = r#\"bevy \" bevy\"#; let c = '\"';\nfn f() {}\n#[cfg(test)]\nmod tests { use bevy; }\n";
        let code = code(source);
        assert!(!names(&code, "bevy"), "{code}");
        assert!(names(&code, "f") && names(&code, "c") && names(&code, "a"), "{code}");
    }

    #[test]
    fn a_name_is_found_as_a_whole_word_only() {
        assert!(names("use bevy::prelude", "bevy"));
        assert!(!names("use bevy_egui::x; let mybevy = 1;", "bevy"));
    }
}
