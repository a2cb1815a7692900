//! Order in the repository: nothing stray, nothing generated, links that lead somewhere, samples with a history.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use tests::repository::{files, root, text};
use tests::rust_source::is_test_file;

/// Everything that may lie at the top.
const TOP: [&str; 25] = [
    ".cargo",
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "analysis",
    "assets",
    "build-version",
    "city-app",
    "clippy.toml",
    "data-samples",
    "docs",
    "examples",
    "fleet",
    "layout",
    "recorder",
    "rustfmt.toml",
    "scripts",
    "shaders",
    "tests",
    "trace-format",
    "web",
];
const KINDS_OF_TEXT: [&str; 19] = [
    "rs",
    "js",
    "css",
    "mjs",
    "py",
    "toml",
    "md",
    "sh",
    "java",
    "c",
    "wgsl",
    "txt",
    "snap",
    "wat",
    "rhai",
    "structures",
    "yml",
    "xml",
    "sql",
];
const KINDS_OF_DATA: [&str; 10] = ["csp", "json", "gz", "mctrace", "png", "gif", "webp", "ttf", "lock", "svg"];
const MOST_LINES: usize = 1000;
const MOST_SAMPLE_BYTES: u64 = 15 << 20;

#[test]
fn the_top_of_the_repository_holds_only_what_belongs_there() {
    let top: BTreeSet<String> = files().iter().filter_map(|path| path.split('/').next().map(str::to_owned)).collect();
    let stray: Vec<_> = top.iter().filter(|name| !TOP.contains(&name.as_str())).collect();
    assert!(stray.is_empty(), "stray at the top: {stray:?}");
}

#[test]
fn every_file_is_of_a_kind_we_keep() {
    let named = ["LICENSE", ".gitignore", ".ci/run", "examples/ci/Jenkinsfile"];
    let stray: Vec<_> = files()
        .into_iter()
        .filter(|path| {
            let kind = path.rsplit_once('.').map_or("", |(_, kind)| kind);
            !named.contains(&path.as_str()) && !KINDS_OF_TEXT.contains(&kind) && !KINDS_OF_DATA.contains(&kind)
        })
        .collect();
    assert!(stray.is_empty(), "files of an unknown kind, such as logs or build output: {stray:?}");
}

#[test]
fn no_source_file_is_longer_than_a_person_reads() {
    for path in files() {
        let is_built = path.starts_with("assets/");
        if !is_built && [".rs", ".java", ".sh", ".wgsl", ".js", ".css"].iter().any(|kind| path.ends_with(kind)) {
            let lines = text(&path).lines().count();
            assert!(lines <= MOST_LINES, "{path} has {lines} lines: split it by subject");
        }
    }
}

#[test]
fn every_rust_file_says_what_it_is_for() {
    for path in files().iter().filter(|path| path.ends_with(".rs") && !is_test_file(path)) {
        let first = text(path).lines().next().unwrap_or_default().to_owned();
        assert!(first.starts_with("//!") && first.len() > 6, "{path} does not start with a module doc that says something: {first}");
    }
}

#[test]
fn no_check_is_switched_off_and_nothing_is_left_to_do() {
    // Put together here so that this file does not find itself.
    let words = [["#[ig", "nore"], ["#[should_", "panic"], ["to", "do!("], ["unimple", "mented!("], ["FIX", "ME"], ["XX", "X:"]];
    for path in files().iter().filter(|path| path.ends_with(".rs") || path.ends_with(".sh") || path.ends_with(".java")) {
        let text = text(path);
        for word in &words {
            assert!(!text.contains(&word.concat()), "{path} contains {}", word.concat());
        }
    }
}

#[test]
fn only_a_target_of_its_own_needs_what_lies_beside_the_repository() {
    let beside = ["shared", "dumps"].join("/");
    let readers: Vec<_> = files().into_iter().filter(|path| path.ends_with(".rs") && text(path).contains(&beside)).collect();
    assert_eq!(readers, ["tests/tests/public_dumps/main.rs"]);
}

#[test]
fn colors_of_the_window_stand_in_its_theme_where_tests_reach_them() {
    let folder = "city-app/src/window/ui/";
    let is_literal = |line: &&str| {
        let named = line.split("Color32::").skip(1).any(|rest| {
            let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            name.starts_with("from_")
                || name.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !["TRANSPARENT", "PLACEHOLDER"].contains(&&*name)
        });
        named || line.contains("hex_color!") || line.contains("Rgba::from_") || line.contains("Hsva::")
    };
    assert!(is_literal(&"Color32::WHITE") && is_literal(&"x(Color32::from_gray(3))") && !is_literal(&"Color32::TRANSPARENT"));
    for path in files().iter().filter(|path| path.starts_with(folder) && !path.starts_with(&format!("{folder}theme"))) {
        let text = text(path);
        let (own, _) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
        let literal = own.lines().find(is_literal);
        assert!(literal.is_none(), "{path} has a colour of its own: {}", literal.unwrap_or_default());
    }
}

#[test]
fn scripts_can_be_run() {
    let scripts: Vec<_> = files().into_iter().filter(|path| path.ends_with(".sh") || path == ".ci/run").collect();
    assert!(!scripts.is_empty());
    for path in scripts {
        let text = text(&path);
        let sourced = !text.starts_with("#!");
        let mode = fs::metadata(root().join(&path)).expect("listed files exist").permissions().mode();
        assert!(sourced || mode & 0o111 != 0, "{path} is not executable");
    }
}

#[test]
fn links_in_documents_lead_somewhere() {
    let documents: Vec<_> = files().into_iter().filter(|path| path.ends_with(".md")).collect();
    assert!(!documents.is_empty());
    for document in documents {
        assert_eq!(dead_links(&document, &text(&document)), Vec::<String>::new(), "{document}");
    }
    let planted = "[a](tidy.rs) [b](gone.rs) [c](../../README.md#two-commands) [d](../../README.md#gone) [e](https://example.org)";
    assert_eq!(dead_links("tests/tests/planted.md", planted), ["gone.rs", "../../README.md#gone"]);
}

/// Links of a document to files that do not exist, and to headings that they do not have.
fn dead_links(document: &str, markdown: &str) -> Vec<String> {
    let folder = root().join(document).parent().expect("a file has a folder").to_path_buf();
    let is_dead = |target: &String| {
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        if target.starts_with("http://") || target.starts_with("https://") {
            return false;
        }
        let file = if path.is_empty() { root().join(document) } else { folder.join(path) };
        let has_heading =
            || fs::read_to_string(&file).is_ok_and(|text| text.lines().any(|line| anchor_of(line).is_some_and(|own| own == anchor)));
        !file.exists() || !anchor.is_empty() && !has_heading()
    };
    link_targets(markdown).into_iter().filter(is_dead).collect()
}

/// What a heading is linked by: its letters, digits and dashes in lower case, blanks as dashes.
fn anchor_of(line: &str) -> Option<String> {
    let heading = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let kept = heading.to_lowercase().replace(' ', "-");
    Some(kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect())
}

#[test]
fn every_sample_says_where_it_comes_from() {
    let provenance = text("data-samples/README.md");
    let folders: BTreeSet<String> = files()
        .iter()
        .filter_map(|path| path.strip_prefix("data-samples/")?.split_once('/').map(|(folder, _)| folder.to_owned()))
        .collect();
    assert!(!folders.is_empty());
    for folder in folders {
        let heading = |line: &str| line.starts_with("## ") && line[3..].split([' ', ',']).any(|word| word == folder);
        assert!(provenance.lines().any(heading), "data-samples/README.md has no section for {folder}");
    }
}

#[test]
fn the_samples_stay_small() {
    let bytes: u64 = files()
        .iter()
        .filter(|path| path.starts_with("data-samples/"))
        .map(|path| fs::metadata(root().join(path)).expect("listed files exist").len())
        .sum();
    assert!(bytes <= MOST_SAMPLE_BYTES, "data-samples holds {bytes} bytes");
}

/// The targets of `[text](target)` and `<img src="target">`.
fn link_targets(markdown: &str) -> Vec<String> {
    let between = |start: &str, end: char| -> Vec<String> {
        markdown.split(start).skip(1).filter_map(|rest| rest.split_once(end).map(|(target, _)| target.to_owned())).collect()
    };
    let mut targets = between("](", ')');
    targets.extend(between("src=\"", '"'));
    targets
}
