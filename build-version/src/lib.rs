//! The version that a program tells, with the commit that it was built from.
//!
//! A macro and no build script: when a build script runs again, its whole package is built again, but files that a macro names are known
//! of the one target that calls it. So a new commit compiles `main.rs` and links, and no more. Nothing here depends on the time of day.

use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro::TokenStream;

/// Names the commit where git knows none, for instance in an archive of the sources; it counts more than what git says.
const COMMIT_VARIABLE: &str = "MEMORY_CITY_COMMIT";

/// What follows the commit where tracked files differ from it.
const CHANGED: &str = "--dirty= with changes";

/// `0.1.0 (0123456789ab)`: the version of the package that calls it, a folder of the repository's top, and the commit, if it is known.
#[proc_macro]
pub fn version(_: TokenStream) -> TokenStream {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR").unwrap_or_default());
    let commit = variable(COMMIT_VARIABLE).or_else(|| commit(&folder));
    let version = told(&variable("CARGO_PKG_VERSION").unwrap_or_default(), commit.as_deref());
    let read_again: String = files_of_head(&folder).iter().map(|file| format!("const _: &[u8] = include_bytes!({file:?});")).collect();
    let expression = format!("{{ const _: Option<&str> = option_env!({COMMIT_VARIABLE:?}); {read_again} {version:?} }}");
    expression.parse().expect("text in quotes is Rust")
}

fn told(version: &str, commit: Option<&str>) -> String {
    commit.map_or_else(|| version.to_owned(), |commit| format!("{version} ({commit})"))
}

/// The commit that is checked out, twelve digits or as many as it takes, and whether files differ from it.
fn commit(folder: &Path) -> Option<String> {
    is_own_repository(folder).then(|| git(folder, &["describe", "--always", "--exclude=*", "--abbrev=12", CHANGED]))?
}

/// The files that change whenever another commit is checked out or made, in worktrees, too.
fn files_of_head(folder: &Path) -> Vec<PathBuf> {
    let paths = is_own_repository(folder).then(|| git(folder, &["rev-parse", "--git-path", "HEAD", "--git-path", "logs/HEAD"])).flatten();
    paths.iter().flat_map(|paths| paths.lines()).map(|path| folder.join(path)).filter(|path| path.is_file()).collect()
}

/// Whether the sources are what git knows there, and were not unpacked somewhere in the repository of something else.
fn is_own_repository(folder: &Path) -> bool {
    git(folder, &["rev-parse", "--show-cdup"]).is_some_and(|up| up == "../")
}

/// What git says; nothing if there is no git, or no repository. Whose the files are does not matter: nothing of the repository is run.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["--no-optional-locks", "-c", "safe.directory=*"]).args(arguments);
    let output = git.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A repository with one commit and the folder `app`, gone at the end.
    struct Repository(PathBuf);

    impl Repository {
        fn new(name: &str) -> Self {
            let at = std::env::temp_dir().join(format!("build-version-{name}-{}", std::process::id()));
            fs::create_dir_all(at.join("app")).expect("the temporary directory is writable");
            let repository = Self(at);
            repository.write("app/main.rs", "fn main() {}");
            repository.git(&["init", "-q"]);
            repository.commit();
            repository
        }

        fn app(&self) -> PathBuf {
            self.0.join("app")
        }

        fn write(&self, file: &str, text: &str) {
            fs::write(self.0.join(file), text).expect("the temporary directory is writable");
        }

        fn git(&self, arguments: &[&str]) -> String {
            let who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
            git(&self.0, &[&who[..], arguments].concat()).expect("git does it")
        }

        fn commit(&self) {
            self.git(&["add", "."]);
            self.git(&["commit", "-q", "-m", "A change"]);
        }
    }

    impl Drop for Repository {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_commit_has_twelve_digits_and_changes_are_told() {
        let repository = Repository::new("changes");
        let head = repository.git(&["rev-parse", "HEAD"]);
        assert_eq!(commit(&repository.app()).as_deref(), Some(&head[..12]));
        repository.write("notes", "not tracked");
        assert_eq!(commit(&repository.app()).as_deref(), Some(&head[..12]));
        repository.write("app/main.rs", "fn main() { }");
        assert_eq!(commit(&repository.app()), Some(format!("{} with changes", &head[..12])));
        assert_eq!(told("0.1.0", Some("0123456789ab with changes")), "0.1.0 (0123456789ab with changes)");
    }

    #[test]
    fn the_files_of_head_change_with_every_commit_in_worktrees_too() {
        let repository = Repository::new("worktrees");
        let worktree = repository.app().with_file_name("worktree");
        repository.git(&["worktree", "add", "-q", "worktree"]);
        for folder in [repository.app(), worktree.join("app")] {
            let texts = || files_of_head(&folder).iter().map(|file| fs::read_to_string(file).expect("is text")).collect::<Vec<_>>();
            let (before, earlier) = (texts(), commit(&folder));
            assert_eq!(before.len(), 2, "{folder:?}");
            git(&folder, &["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "Next"]);
            assert!(texts() != before && commit(&folder) != earlier, "{folder:?}");
        }
    }

    #[test]
    fn sources_that_git_does_not_know_have_no_commit() {
        let repository = Repository::new("unpacked");
        // Unpacked below the repository of something else.
        fs::create_dir_all(repository.0.join("parts/memory-city/app")).expect("the temporary directory is writable");
        for folder in [repository.0.join("parts/memory-city/app"), std::env::temp_dir()] {
            assert_eq!((commit(&folder), files_of_head(&folder)), (None, vec![]), "{folder:?}");
        }
        assert_eq!(told("0.1.0", None), "0.1.0");
    }
}
