//! What the program tells of itself.

use std::collections::BTreeMap;

use crate::program::stdout;

/// The lines about options in the help of every command, by its name; those without a command have an empty one.
///
/// # Panics
/// If the help lists few commands: then it is not read right.
#[must_use]
pub fn option_lines() -> BTreeMap<String, Vec<String>> {
    let of_help = |help: &str| help.lines().map(str::trim_start).filter(|line| line.starts_with('-')).map(str::to_owned).collect();
    let help = stdout(["--help"]);
    let listed = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the help lists commands");
    let first_words =
        listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let mut options = BTreeMap::from([(String::new(), of_help(&help))]);
    for command in first_words.filter(|command| *command != "help") {
        options.insert(command.to_owned(), of_help(&stdout([command, "--help"])));
    }
    assert!(options.len() > 20, "{:?}", options.keys());
    options
}
