//! The README and the manual in `docs`: every page is reached, and the commands, options, keys, files and tests that they name exist.

use std::collections::{BTreeMap, BTreeSet};

use tests::help::option_lines;
use tests::repository::{files, root, text};
use tests::rust_source::names;

const PROGRAM: &str = "memory-city";

/// Pages of the manual, README first.
fn pages() -> Vec<(String, String)> {
    let pages = files().into_iter().filter(|path| path.starts_with("docs/") && path.ends_with(".md"));
    std::iter::once("README.md".to_owned()).chain(pages).map(|path| (path.clone(), text(&path))).collect()
}

/// What stands in a page as code, a line or a span each.
#[derive(Debug, Default)]
struct Code<'p> {
    lines: Vec<&'p str>,
    spans: Vec<&'p str>,
}

impl<'p> Code<'p> {
    fn of(page: &'p str) -> Self {
        let mut code = Self::default();
        for (at, part) in page.split("```").enumerate() {
            if at % 2 == 1 {
                // The first line names the language.
                code.lines.extend(part.lines().skip(1));
                continue;
            }
            // A span may go on in the next line.
            code.spans.extend(part.split('`').skip(1).step_by(2));
        }
        code
    }

    fn all(&self) -> impl Iterator<Item = &'p str> + '_ {
        self.lines.iter().chain(&self.spans).copied()
    }
}

/// The options of every command, by its name; those without a command have an empty one.
fn options() -> BTreeMap<String, BTreeSet<String>> {
    let of_lines = |lines: Vec<String>| {
        let words = lines.iter().flat_map(|line| line.split_whitespace()).filter(|word| word.starts_with('-'));
        words.map(|word| word.trim_end_matches(',').to_owned()).collect()
    };
    option_lines().into_iter().map(|(command, lines)| (command, of_lines(lines))).collect()
}

/// The words of a command line, up to what is piped on, redirected or said about it; texts in quotes are one word.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, '#' | '|' | '>' | ';') if word.is_empty() => break,
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if letter == open => quote = None,
            (None, _) if letter.is_whitespace() => words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty())),
            _ => word.push(letter),
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// What pages say of commands that is not so.
fn wrong_commands(pages: &[(String, String)], options: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (page, text) in pages {
        for code in Code::of(text).all() {
            let words = words(code);
            let Some(first) = words.first() else { continue };
            // What stands behind `--` belongs to another program.
            let given = || words[1..].iter().take_while(|word| *word != "--").filter(|word| word.starts_with('-') && word.len() > 1);
            let option = |word: &str| word.split('=').next().unwrap_or(word).to_owned();
            if first == PROGRAM {
                let command = words.get(1).filter(|word| options.contains_key(*word)).cloned().unwrap_or_default();
                let looks_like_one = words.get(1).is_some_and(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase()));
                if command.is_empty() && looks_like_one {
                    wrong.push(format!("{page}: there is no command {}", words[1]));
                }
                wrong.extend(
                    given()
                        .filter(|word| !options[&command].contains(&option(word)))
                        .map(|word| format!("{page}: {command} has no {word}")),
                );
            } else if first.starts_with("--") && first.len() > 2 && !options.values().any(|known| known.contains(&option(first))) {
                wrong.push(format!("{page}: no command has {first}"));
            }
        }
    }
    wrong
}

#[test]
fn commands_and_options_exist() {
    let options = options();
    let pages = pages();
    assert!(pages.len() > 5, "the manual has pages");
    assert_eq!(wrong_commands(&pages, &options), Vec::<String>::new());
    let planted = "`memory-city find dumps/ --jsonn` and\n```sh\nmemory-city fnd dumps/   # --no\nmemory-city record --out a -- java --no\n```\n`--no-such thing`";
    let wrong = wrong_commands(&[("planted".to_owned(), planted.to_owned())], &options);
    assert_eq!(wrong, ["planted: there is no command fnd", "planted: find has no --jsonn", "planted: no command has --no-such"]);
}

#[test]
fn every_command_has_a_line() {
    let pages = pages();
    let all: String = pages.iter().map(|(_, text)| text.as_str()).collect();
    let code = Code::of(&all);
    let lines: Vec<Vec<String>> = code.lines.iter().map(|line| words(line)).collect();
    for command in options().keys().filter(|command| !command.is_empty()) {
        let is_told = lines.iter().any(|words| words.len() > 1 && words[0] == PROGRAM && words[1] == *command);
        assert!(is_told, "no page has a line for memory-city {command}");
    }
}

/// Places of the repository that pages name and that are not there.
fn wrong_places(pages: &[(String, String)], files: &[String]) -> Vec<String> {
    let tops: BTreeSet<&str> = files.iter().filter_map(|path| Some(path.split_once('/')?.0)).collect();
    let mut wrong = Vec::new();
    for (page, text) in pages {
        for code in Code::of(text).all() {
            let Some(place) = words(code).into_iter().next() else { continue };
            let place = place.trim_end_matches(',');
            let is_there = || files.iter().any(|path| path == place || path.starts_with(&format!("{}/", place.trim_end_matches('/'))));
            // Names in capitals are for the reader to fill in.
            let is_made_up = place.chars().any(|c| c.is_ascii_uppercase()) && !place.ends_with(".md");
            if place.split_once('/').is_some_and(|(top, _)| tops.contains(top)) && !is_made_up && !is_there() {
                wrong.push(format!("{page}: {place} is not there"));
            }
        }
    }
    wrong
}

#[test]
fn places_of_the_repository_are_there() {
    let files = files();
    assert_eq!(wrong_places(&pages(), &files), Vec::<String>::new());
    let planted = "`scripts/run.sh` and `scripts/no.sh`\n```\nanalysis/src/nowhere/  what is nowhere\nanalysis/src/find/  what leaks\nanalysis/src/X.rs\n```";
    let wrong = wrong_places(&[("planted".to_owned(), planted.to_owned())], &files);
    assert_eq!(wrong, ["planted: analysis/src/nowhere/ is not there", "planted: scripts/no.sh is not there"]);
}

/// Parts of the benchmark that pages name, as `scripts/bench.sh PART`, and that it does not have.
#[test]
fn figures_stand_with_a_part_of_the_benchmark_that_exists() {
    let script = text("scripts/bench.sh");
    let parts = script.split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("the usage lists the parts").0;
    let known: Vec<&str> = parts.split('|').collect();
    let mut named = BTreeSet::new();
    for (page, text) in pages() {
        for code in Code::of(&text).all() {
            if let Some((_, behind)) = code.split_once("scripts/bench.sh ") {
                let part = words(behind).into_iter().next().expect("a part follows");
                assert!(known.contains(&&*part), "{page}: scripts/bench.sh has no part {part}");
                named.insert(part);
            }
        }
    }
    assert!(named.len() >= 10, "{named:?}");
}

/// Names of tests in the last cells of tables, which no source file has as a function.
fn wrong_tests(page: &str, sources: &[String]) -> (usize, Vec<String>) {
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.ends_with(" test |"));
    let cells = rows.filter_map(|row| row.trim_end_matches(" |").rsplit_once(" | "));
    let promised: Vec<&str> = cells.flat_map(|(_, tests)| tests.split('`').skip(1).step_by(2)).collect();
    let is_there = |test: &&&str| !sources.iter().any(|source| source.contains(&format!("fn {test}(")));
    let missing = promised.iter().filter(is_there).map(|test| (*test).to_owned()).collect();
    (promised.len(), missing)
}

#[test]
fn every_promise_of_the_security_page_has_its_test() {
    let sources: Vec<String> = files().iter().filter(|path| path.ends_with(".rs")).map(|path| text(path)).collect();
    let page = text("docs/security.md");
    let (promises, missing) = wrong_tests(&page, &sources);
    assert!(promises > 30 && missing.is_empty(), "{promises} tests, of which there are not: {missing:?}");
    let bare: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| ") && !line.ends_with(" test |") && !line.ends_with("` |")).collect();
    assert!(bare.is_empty(), "promises without a test: {bare:?}");
    // Put together here so that this file does not find itself.
    let planted = format!("| a promise | test |\n|---|---|\n| kept | `every_command_has_a_line` |\n| not kept | `no_such_{}` |\n", "test");
    assert_eq!(wrong_tests(&planted, &sources), (2, vec!["no_such_test".to_owned()]));
}

#[test]
fn every_page_is_reached_from_the_readme() {
    let readme = text("README.md");
    let missing: Vec<String> =
        pages().into_iter().map(|(page, _)| page).filter(|page| page != "README.md" && !readme.contains(&format!("({page})"))).collect();
    assert!(missing.is_empty(), "README.md does not lead to {missing:?}");
    assert!(readme.lines().count() <= 100, "README.md is one page");
}

/// The sheet of the window is held against the keyboard by tests there.
#[test]
fn every_key_of_the_sheet_stands_on_the_page_of_the_window() {
    let sheet = files()
        .into_iter()
        .filter(|path| path.starts_with("city-app/src/window/"))
        .map(|path| text(&path))
        .find(|text| text.contains("const KEYS:"));
    let sheet = sheet.expect("the window has a sheet of keys");
    let table = sheet.split_once("const KEYS:").and_then(|(_, rest)| rest.split_once("];")).expect("the table ends").0;
    // `("Left / Right", "previous, next point")`
    let keys: Vec<&str> = table
        .split("(\"")
        .skip(1)
        .filter_map(|pair| pair.split_once("\", \""))
        .map(|(key, _)| key)
        .filter(|key| !key.contains('"'))
        .collect();
    assert!(keys.len() > 30, "{keys:?}");
    let page = text("docs/window.md");
    let spans = Code::of(&page).spans;
    for key in keys.iter().flat_map(|key| key.split("  or  ")).flat_map(|key| key.split(" … ")) {
        assert!(spans.contains(&key), "docs/window.md does not tell of {key}");
    }
}

/// The folders of a crate stand in the doc of its front; the page for contributors has the same lines.
#[test]
fn the_page_for_contributors_has_the_folders_of_the_crates() {
    let page = text("docs/contributing.md");
    for member in ["analysis", "city-app"] {
        let front = text(&format!("{member}/src/lib.rs"));
        let rows: Vec<&str> = front.lines().filter_map(|line| line.strip_prefix("//! ")).filter(|line| line.starts_with("| `")).collect();
        let folders =
            files().into_iter().filter_map(|path| Some(path.strip_prefix(&format!("{member}/src/"))?.split_once('/')?.0.to_owned()));
        for folder in folders.collect::<BTreeSet<_>>() {
            assert!(rows.iter().any(|row| row.starts_with(&format!("| `{folder}` |"))), "{member}/src/lib.rs does not tell of {folder}");
        }
        let missing: Vec<&&str> = rows.iter().filter(|row| !page.lines().any(|line| line == **row)).collect();
        assert!(missing.is_empty(), "docs/contributing.md lacks {missing:?}");
    }
    assert!(names(&page, "FLOORS") && root().join("tests/tests/architecture.rs").exists());
}
