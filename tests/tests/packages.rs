//! What users install: the version that tells its commit, completions, manual pages, the Debian package in a Debian of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tests::help::option_lines;
use tests::program::{self, stdout};
use tests::repository::root;
use tests::scratch::Scratch;

/// Runs a program that must end well, and returns what it wrote to stdout and to stderr.
fn done(command: &mut Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned());
    assert!(status.success(), "{command:?}: {status}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

/// The long options of a command; a line of help that begins with one says more behind it.
fn long_options(lines: &[String]) -> Vec<&str> {
    let words = lines.iter().filter_map(|line| line.split([' ', '=', ',']).find(|word| word.starts_with("--")));
    let words = words.map(|word| word.trim_end_matches("...").trim_end_matches('['));
    words.filter(|word| word.bytes().all(|b| b == b'-' || b.is_ascii_lowercase())).collect()
}

#[test]
fn the_version_names_a_commit_of_the_repository() {
    let version = stdout(["--version"]);
    let expected = format!("memory-city {} (", env!("CARGO_PKG_VERSION"));
    let commit = version.strip_prefix(&expected).and_then(|rest| rest.trim_end().strip_suffix(')')).expect("names a commit");
    let commit = commit.strip_suffix(" with changes").unwrap_or(commit);
    assert!(commit.len() >= 12 && commit.bytes().all(|b| b.is_ascii_hexdigit()), "{version}");
    done(Command::new("git").current_dir(root()).args(["-c", "safe.directory=*", "merge-base", "--is-ancestor", commit, "HEAD"]));
}

#[test]
fn bash_completes_commands_and_options_and_other_shells_read_theirs() {
    let scratch = Scratch::new("completions");
    let script = |shell: &str| {
        let path = scratch.join(shell);
        fs::write(&path, stdout(["completions", shell])).expect("the folder is writable");
        path
    };
    let completed = |words: &[&str]| {
        // As bash itself does: it looks for the function that is registered, and tells it the command, the word and the one before.
        let ask = ". $0; [[ $(complete -p memory-city) =~ -F\\ ([^ ]+) ]]; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                   \"${BASH_REMATCH[1]}\" \"$1\" \"${@: -1}\" \"${@: -2:1}\"; echo ${COMPREPLY[*]}";
        let (replies, _) = done(Command::new("bash").args(["--norc", "-c", ask]).arg(script("bash")).args(words));
        replies.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(completed(&["memory-city", "hist"]), ["histogram"]);
    assert_eq!(completed(&["memory-city", "find", "--fail-o"]), ["--fail-on-leak"]);
    for command in option_lines().keys().filter(|command| !command.is_empty()) {
        let all = completed(&["memory-city", command, "--"]);
        // Examples may go on in a line that begins with an option of another command.
        let help = stdout([command.as_str(), "--help"]);
        let options = help.split("Examples:\n").next().unwrap_or_default();
        let lines: Vec<String> = options.lines().map(|line| line.trim_start().to_owned()).filter(|line| line.starts_with('-')).collect();
        let missing: Vec<&str> = long_options(&lines).into_iter().filter(|option| !all.iter().any(|one| one == option)).collect();
        assert!(missing.is_empty(), "bash does not complete {missing:?} of {command}");
    }
    for shell in ["zsh", "fish"] {
        let (_, errors) = done(Command::new(shell).arg("-n").arg(script(shell)));
        assert_eq!(errors, "", "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page_with_all_of_its_options() {
    let scratch = Scratch::new("man");
    stdout(["man".as_ref(), scratch.path()]);
    for (command, lines) in option_lines() {
        let page = if command.is_empty() { "memory-city.1".to_owned() } else { format!("memory-city-{command}.1") };
        let shown = |width: &str| {
            let mut groff = Command::new("groff");
            done(groff.args(["-man", "-Tutf8", "-ww", "-P-cbou", "-rHY=0", width]).arg(scratch.join(&page)))
        };
        assert_eq!(shown("-rLL=80n").1, "", "warnings of {page}");
        // Lines so long that no word is broken.
        let (text, _) = shown("-rLL=300n");
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "[]=,.()".contains(c)).collect();
        let missing: Vec<&str> = long_options(&lines).into_iter().filter(|option| !words.contains(option)).collect();
        assert!(missing.is_empty(), "{page} lacks {missing:?}");
    }
    let pages = fs::read_dir(scratch.path()).expect("is a folder").count();
    assert_eq!(pages, option_lines().len());
}

fn package(kind: &str, out: &Path) -> Vec<u8> {
    let mut script = Command::new(root().join("scripts/package.sh"));
    // Not packed: it is unpacked a moment later.
    done(script.arg(kind).env("PROGRAM", program::path()).env("OUT", out).env("DPKG_DEB_COMPRESSOR_TYPE", "none"));
    let made = fs::read_dir(out).expect("is a folder").filter_map(|entry| Some(entry.ok()?.path())).next().expect("a package was made");
    fs::read(made).expect("can be read")
}

#[test]
fn the_debian_package_is_the_same_again_and_works_in_a_new_debian_and_leaves_nothing() {
    let scratch = Scratch::new("package");
    let (first, second) = (scratch.join("first"), scratch.join("second"));
    assert!(package("deb", &first) == package("deb", &second), "two runs made different packages");
    let deb = fs::read_dir(&first).expect("is a folder").filter_map(|entry| Some(entry.ok()?.path())).next().expect("a package was made");
    let (said, _) = done(Command::new(root().join("scripts/try-package.sh")).arg(&deb));
    let checks = said.lines().filter(|line| line.starts_with("ok: ")).count();
    assert_eq!(checks, 8, "{said}");
}
