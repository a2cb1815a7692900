//! Classifiers, filters and groupings that the user has saved: some for all datasets, some with one dataset.
//!
//! Those of a dataset lie in a file [`DEFINITIONS_FILE`] in the folder of its dumps, those for all in a file of this name
//! in the configuration directory ([`system::directory`]). Of two with one name the dataset's own counts.

use std::fs::File;
use std::path::{Path, PathBuf};

use analysis::{Definition, DefinitionKind, Error, FeatureMap, Registry, Result, Warnings, read_text};

use super::definition_file::DefinitionFile;
use crate::base::system;
use crate::data::input::options::OpenOptions;
use crate::data::input::saved_definition::{DEFINITIONS_FILE, SavedDefinition};

/// The file of definitions for all datasets; `None` where there is no home.
#[must_use]
pub fn user_definitions() -> Option<PathBuf> {
    system::directory().map(|directory| directory.join(DEFINITIONS_FILE))
}

/// The file of definitions of a dataset: of a folder, or of a file in it.
#[must_use]
pub fn dataset_definitions(path: &Path) -> PathBuf {
    let folder = if path.is_dir() { Some(path) } else { path.parent() };
    folder.unwrap_or(Path::new("")).join(DEFINITIONS_FILE)
}

/// The files of definitions that count for a dataset, its own first.
#[must_use]
pub fn definition_files(paths: &[PathBuf], user: Option<PathBuf>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for file in paths.iter().map(|path| dataset_definitions(path)).chain(user) {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// Saves a definition in a file. One that has its name there is replaced, if `replace` says so.
///
/// # Errors
/// [`Error::Text`] with line and column of what is wrong in its text; [`Error::Request`] when its name cannot be used or is
/// taken; when the file cannot be read or written, which leaves it as it was.
pub fn save_definition(file: &Path, definition: &Definition, replace: bool, known: &OpenOptions) -> Result<()> {
    // What is being replaced must not stand in its own way.
    let others = known.definitions.iter().filter(|saved| !saved.definition.shares_its_name_with(definition));
    known.registry_with(others).check(definition)?;
    let _locked = lock_folder_of(file);
    let mut saved = DefinitionFile::read(file)?;
    if let Some(before) = saved.find(definition).filter(|before| !replace && before != definition) {
        return Err(Error::Request(format!(
            "a {} called {} is saved in {} already",
            kind_in_words(before.kind),
            before.name,
            file.display()
        )));
    }
    saved.put(definition);
    saved.write(file)
}

/// Deletes a definition from a file.
///
/// # Errors
/// When the file cannot be read or written, which leaves it as it was, or when it holds no such definition.
pub fn delete_definition(file: &Path, definition: &Definition) -> Result<()> {
    let _locked = lock_folder_of(file);
    let mut saved = DefinitionFile::read(file)?;
    if saved.find(definition).is_none() {
        return Err(Error::Request(format!("nothing called {} is saved in {}", definition.name, file.display())));
    }
    saved.remove(definition);
    saved.write(file)
}

/// Reads a file that says which code belongs to which feature.
///
/// # Errors
/// When it cannot be read; [`Error::Request`] with the file, line and column of what is wrong.
pub fn load_features(file: &Path, warnings: &Warnings) -> Result<FeatureMap> {
    let told = |error: Error| match error {
        error @ Error::Text { .. } => Error::Request(format!("{}, {error}", file.display())),
        other => other,
    };
    FeatureMap::parse(&read_text(file, warnings)?).map_err(told)
}

/// What a definition is, in a word.
#[must_use]
pub fn kind_in_words(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Classifier => "classifier",
        DefinitionKind::Filter => "filter",
        DefinitionKind::Grouping => "grouping",
    }
}

/// Two programs that save at once do so one after the other, where the file system can do that.
fn lock_folder_of(file: &Path) -> Option<File> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

impl OpenOptions {
    /// Everything that a grouping can name, plug-ins and saved definitions included.
    #[must_use]
    pub fn registry(&self) -> Registry {
        self.registry_with(&self.definitions)
    }

    /// The registry with other definitions than its own.
    pub(crate) fn registry_with<'a>(&self, definitions: impl IntoIterator<Item = &'a SavedDefinition>) -> Registry {
        let mut registry = Registry::default();
        if let Some(features) = &self.features {
            registry.set_features(features.clone());
        }
        if let Some(library) = &self.structures.library {
            registry.set_structures(library);
        }
        for plugin in &self.plugins {
            // Names were compared when the plug-ins were loaded.
            let _ = registry.add_plugin(plugin.clone());
        }
        for saved in definitions.into_iter().filter(|saved| saved.unusable.is_none()) {
            // They were tried when they were read.
            let _ = registry.add_definition(saved.definition.clone());
        }
        registry
    }

    /// With the definitions that are saved in these files, the more special file first; of two with one name the first
    /// counts. A damaged file, and a definition that cannot be used, is counted in `warnings`.
    #[must_use]
    pub fn with_definitions(mut self, files: &[PathBuf], warnings: &Warnings) -> Self {
        let mut waiting: Vec<SavedDefinition> = Vec::new();
        for file in files {
            match DefinitionFile::read(file) {
                Ok(read) => {
                    for definition in read.definitions() {
                        if !waiting.iter().any(|earlier| earlier.definition.shares_its_name_with(&definition)) {
                            waiting.push(SavedDefinition { definition, file: file.clone(), unusable: None });
                        }
                    }
                }
                Err(error) => warnings.add("saved definitions could not be read", error),
            }
        }
        self.definitions = Vec::new();
        let mut registry = self.registry();
        // A definition may name another one that comes after it.
        let mut added = true;
        while std::mem::take(&mut added) {
            for mut saved in std::mem::take(&mut waiting) {
                match registry.add_definition(saved.definition.clone()) {
                    Ok(()) => {
                        added = true;
                        saved.unusable = None;
                        self.definitions.push(saved);
                    }
                    Err(error) => {
                        saved.unusable = Some(error.to_string());
                        waiting.push(saved);
                    }
                }
            }
        }
        for saved in &waiting {
            let reason = saved.unusable.as_deref().unwrap_or_default();
            warnings
                .add("a saved definition cannot be used", format_args!("{}: {}: {reason}", saved.file.display(), saved.definition.name));
        }
        self.definitions.extend(waiting);
        self
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use DefinitionKind::{Classifier, Filter, Grouping};

    /// A directory of this test alone, removed at the end.
    struct TestDirectory(PathBuf);

    impl TestDirectory {
        fn new(name: &str) -> Self {
            let directory = Self(std::env::temp_dir().join(format!("memory-city-definitions-{name}-{}", std::process::id())));
            fs::create_dir_all(&directory.0).expect("the temporary directory is writable");
            directory
        }
    }

    impl Drop for TestDirectory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn definition(name: &str, kind: DefinitionKind, text: &str) -> Definition {
        Definition { name: name.into(), kind, text: text.into(), description: String::new() }
    }

    fn read(files: &[PathBuf]) -> (OpenOptions, Vec<String>) {
        let warnings = Warnings::new();
        let options = OpenOptions::default().with_definitions(files, &warnings);
        (options, warnings.list().iter().map(ToString::to_string).collect())
    }

    fn save(file: &Path, definition: &Definition) {
        let (known, _) = read(&[file.to_owned()]);
        save_definition(file, definition, false, &known).expect("can be saved");
    }

    #[test]
    fn what_was_saved_can_be_named_until_it_is_deleted() {
        let directory = TestDirectory::new("round-trip");
        let file = directory.0.join("new folder").join(DEFINITIONS_FILE);
        let several_lines = definition("Size class", Classifier, "let limit = 1000;\nif size > limit { \"large\" } else { \"small\" }");
        save(&file, &several_lines);
        save(&file, &definition("no strings", Filter, "type != \"java.lang.String\""));
        save(&file, &definition("mine", Grouping, "no strings, size-class, type"));
        let (options, warnings) = read(std::slice::from_ref(&file));
        assert_eq!(warnings, [""; 0]);
        assert_eq!(options.definitions[0], SavedDefinition { definition: several_lines, file: file.clone(), unusable: None });
        let by = OpenOptions { by: vec![options.definitions[2].step()], ..options.clone() };
        assert_eq!(by.grouping().expect("is a grouping").to_string(), "no strings > Size class > Type");
        let text = fs::read_to_string(&file).expect("was written");
        assert!(text.contains("\"let limit = 1000;\",\n"), "one line of the script per line of the file: {text}");

        delete_definition(&file, &options.definitions[1].definition).expect("is there");
        let (options, warnings) = read(std::slice::from_ref(&file));
        assert!(warnings[0].contains("mine: line 1, column 1: unknown classifier \"no strings\""), "{warnings:?}");
        let unusable: Vec<_> = options.definitions.iter().map(|saved| (saved.step(), saved.unusable.is_some())).collect();
        assert_eq!(unusable, [("Size class".to_owned(), false), ("preset:mine".to_owned(), true)]);
        let left: Vec<_> = fs::read_dir(directory.0.join("new folder")).expect("is there").collect();
        assert_eq!(left.len(), 1, "no unfinished files are left: {left:?}");
    }

    #[test]
    fn nothing_is_replaced_unasked_and_errors_have_a_place() {
        let directory = TestDirectory::new("replace");
        let file = directory.0.join(DEFINITIONS_FILE);
        save(&file, &definition("Size class", Classifier, "size"));
        let (known, _) = read(std::slice::from_ref(&file));
        let other = definition("size-class", Filter, "size > 3");
        let refused = save_definition(&file, &other, false, &known).expect_err("the name is taken").to_string();
        assert!(refused.starts_with("a classifier called Size class is saved in "), "{refused}");
        save_definition(&file, &other, true, &known).expect("was asked for");
        let (known, _) = read(std::slice::from_ref(&file));
        assert_eq!(known.definitions.iter().map(|saved| saved.definition.clone()).collect::<Vec<_>>(), [other]);
        let wrong = save_definition(&file, &definition("x", Filter, "let a = 1;\na >"), false, &known).expect_err("is no script");
        assert!(wrong.to_string().starts_with("line 2, column 4: "), "{wrong}");
        let taken = save_definition(&file, &definition("Type", Filter, "true"), true, &known).expect_err("is a classifier");
        assert!(taken.to_string().contains("something else is called so"), "{taken}");
    }

    #[test]
    fn those_of_the_dataset_come_before_those_of_the_user_and_may_name_them() {
        let directory = TestDirectory::new("two");
        let (user, dumps) = (directory.0.join("user"), directory.0.join("dumps"));
        fs::create_dir_all(&dumps).expect("the temporary directory is writable");
        let user = user.join(DEFINITIONS_FILE);
        let files = definition_files(&[dumps.join("a.hprof"), dumps.join("b.hprof")], Some(user.clone()));
        assert_eq!(files, [dumps.join(DEFINITIONS_FILE), user.clone()]);
        save(&user, &definition("large", Filter, "size > 1000"));
        save(&user, &definition("of the user", Filter, "size > 2"));
        save(&files[0], &definition("large", Filter, "size > 9"));
        let (known, _) = read(&files);
        save_definition(&files[0], &definition("both", Grouping, "large, of the user, type"), false, &known).expect("names are known");
        let (options, warnings) = read(&files);
        assert_eq!(warnings, [""; 0]);
        let texts: Vec<&str> = options.definitions.iter().map(|saved| saved.definition.text.as_str()).collect();
        assert_eq!(texts, ["size > 9", "size > 2", "large, of the user, type"]);
    }

    #[test]
    fn damaged_files_are_told_with_their_place_and_left_alone() {
        let directory = TestDirectory::new("damaged");
        let file = directory.0.join(DEFINITIONS_FILE);
        let entry = |entry: &str| format!("{{\"format\": \"memory-city definitions\", \"version\": 1, \"definitions\": [{entry}]}}");
        for (text, expected) in [
            ("{\n  \"format\": \"memory-city definitions\",\n  \"version\": 1,,\n}".to_owned(), "line 3, column 16: "),
            ("".to_owned(), "line 1, column 0: EOF"),
            ("{\"format\": \"x\", \"version\": 1}".to_owned(), "this is no file of saved definitions"),
            ("{\"format\": \"memory-city definitions\", \"version\": 9}".to_owned(), "written by a newer memory-city (version 9"),
            (entry("{\"name\": \"a\", \"kind\": \"filter\"}"), "definition 1 (a): missing field `text`"),
            (entry("{\"name\": \"a\", \"kind\": \"colour\", \"text\": \"1\"}"), "definition 1 (a): unknown variant `colour`"),
        ] {
            fs::write(&file, &text).expect("the temporary directory is writable");
            let (options, warnings) = read(std::slice::from_ref(&file));
            assert!(options.definitions.is_empty() && warnings[0].contains(expected), "{text}: {warnings:?}");
            let error = save_definition(&file, &definition("b", Filter, "true"), true, &options).expect_err("is damaged").to_string();
            assert!(error.starts_with(&format!("{}: {expected}", file.display())), "{error}");
            assert_eq!(fs::read_to_string(&file).expect("is there"), text, "left as it was");
        }
        // What a later version of the program has added stays.
        fs::write(&file, entry("{\"name\": \"a\", \"kind\": \"filter\", \"text\": \"true\", \"color\": \"red\"}")).expect("is writable");
        save(&file, &definition("b", Filter, "true"));
        assert!(fs::read_to_string(&file).expect("is there").contains("\"color\": \"red\""));
    }
}
