//! Files that describe data structures: those of a dataset, those of the user, and those that somebody names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Description, Error, Result, StructureLibrary, Warnings, parse_structures, print_structures, read_text};

use crate::base::system;
use crate::data::input::plugins::files_ending_in;

/// How files of descriptions end.
const ENDING: &str = "structures";

/// The file in which what was found by its shape is described, beside the data.
const DESCRIPTIONS_FILE: &str = "found-by-shape.structures";

/// The folder of descriptions in the user's configuration.
const FOLDER: &str = "structures";

/// What describes data structures, and what of the shipped descriptions it replaces, a sentence for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Structures {
    /// `None` is what comes with the program.
    pub library: Option<Arc<StructureLibrary>>,
    /// What is replaced.
    pub replaced: Vec<String>,
    /// Files that somebody named, and how described types are taken: for datasets that are opened later, too.
    named: Vec<PathBuf>,
    rules: StructureRules,
    /// Descriptions that are saved nowhere.
    unsaved: Vec<String>,
}

impl Structures {
    /// The same for other datasets: what lies beside them counts. A file that was named and cannot be used any more is counted in
    /// `warnings`, and what was known before counts.
    #[must_use]
    pub fn for_datasets(&self, datasets: &[PathBuf], warnings: &Warnings) -> Self {
        let loaded = load_structures(&self.named, datasets, self.rules, warnings).and_then(|mut loaded| {
            self.unsaved.iter().try_for_each(|text| loaded.add_unsaved(text))?;
            Ok(loaded)
        });
        loaded.unwrap_or_else(|error| {
            warnings.add("descriptions of data structures cannot be used", error);
            self.clone()
        })
    }

    /// Counts with descriptions that are saved nowhere, before all others.
    ///
    /// # Errors
    /// When something in them is wrong.
    pub fn add_unsaved(&mut self, text: &str) -> Result<()> {
        let mut library = StructureLibrary::clone(&self.library());
        library.add(DESCRIPTIONS_FILE, text).map_err(|faults| Error::Request(faults.join("\n")))?;
        self.library = Some(Arc::new(library));
        self.unsaved.push(text.to_owned());
        Ok(())
    }

    /// What counts.
    #[must_use]
    pub fn library(&self) -> Arc<StructureLibrary> {
        self.library.clone().unwrap_or_else(StructureLibrary::shipped)
    }
}

/// How described types are taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StructureRules {
    /// Subclasses of described types are left out.
    pub strict: bool,
    /// Deep content goes on behind leaves that have a description of their own.
    pub expand_leaves: bool,
}

/// Reads what describes the data structures of a dataset, in the order in which later files replace earlier ones: what comes with the
/// program, the files (`.structures`) in `structures` in the user's configuration, those beside the dumps, and those that are named. A broken
/// file among those that were only found is counted in `warnings`, and the others count.
///
/// # Errors
/// Of a file that is named: when it cannot be read, or everything that is wrong with it, each with file, line and column.
pub fn load_structures(named: &[PathBuf], datasets: &[PathBuf], rules: StructureRules, warnings: &Warnings) -> Result<Structures> {
    let folders = system::directory().map(|directory| directory.join(FOLDER)).into_iter();
    let folders: Vec<PathBuf> = folders.chain(datasets.iter().map(|path| folder_of(path))).filter(|folder| folder.is_dir()).collect();
    let mut found: Vec<PathBuf> = Vec::new();
    for file in folders.iter().filter_map(|folder| files_ending_in(folder, &[ENDING]).ok()).flatten() {
        if !found.contains(&file) && !named.contains(&file) {
            found.push(file);
        }
    }
    if found.is_empty() && named.is_empty() && !rules.strict && !rules.expand_leaves {
        return Ok(Structures::default());
    }
    let named = named.to_vec();
    let mut library = StructureLibrary::clone(&StructureLibrary::shipped());
    (library.strict, library.expands_described_leaves) = (rules.strict, rules.expand_leaves);
    let mut replaced = Vec::new();
    for file in &found {
        match add(&mut library, file, warnings) {
            Ok(told) => replaced.extend(told),
            Err(error) => warnings.add("descriptions of data structures cannot be used", error),
        }
    }
    for file in &named {
        replaced.extend(add(&mut library, file, warnings)?);
    }
    Ok(Structures { library: Some(Arc::new(library)), replaced, named, rules, unsaved: Vec::new() })
}

/// The folder of a dataset: itself, or where its file lies.
pub(super) fn folder_of(dataset: &Path) -> PathBuf {
    let parent = || dataset.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if dataset.is_dir() { dataset.to_owned() } else { parent().to_owned() }
}

/// Adds descriptions to those in a file beside a dataset, but for types that it describes already; returns the file.
///
/// # Errors
/// When the file cannot be read or written, or what is in it is wrong; it stays as it is then.
pub fn save_descriptions(dataset: &Path, text: &str) -> Result<PathBuf> {
    let file = folder_of(dataset).join(DESCRIPTIONS_FILE);
    let of_file = |error: &dyn std::fmt::Display| Error::Request(format!("{}: {error}", file.display()));
    let known = match std::fs::read_to_string(&file) {
        Ok(known) => known,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(of_file(&error)),
    };
    let parsed = |text: &str| parse_structures(text).map_err(|faults| Error::Request(format!("{}:{}", file.display(), faults[0])));
    let names: Vec<String> = parsed(&known)?.iter().map(Description::full_name).collect();
    let new: Vec<Description> = parsed(text)?.into_iter().filter(|description| !names.contains(&description.full_name())).collect();
    if !new.is_empty() {
        let between = if known.is_empty() { "" } else { "\n" };
        let all = format!("{known}{between}{}", print_structures(&new));
        system::write_to_stay(&file, all.as_bytes()).map_err(|error| of_file(&error))?;
    }
    Ok(file)
}

fn add(library: &mut StructureLibrary, file: &Path, warnings: &Warnings) -> Result<Vec<String>> {
    let faults = |faults: Vec<String>| Error::Request(faults.join("\n"));
    // What lies in a file of this name is meant before what comes with the program.
    if let Some((file, text)) = file.to_str().filter(|_| !file.exists()).and_then(StructureLibrary::optional) {
        return library.add(file, text).map_err(faults);
    }
    let text = read_text(file, warnings)?;
    library.add(&file.display().to_string(), &text).map_err(faults)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_beside_a_dataset_count_and_a_broken_one_leaves_the_others() {
        let folder = std::env::temp_dir().join(format!("memory-city-structures-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary directory is writable");
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).expect("the folder is writable");
            folder.join(name)
        };
        write("a.structures", "DS java.util.HashMap { app.Own; }");
        write("broken.structures", "DS app.Bag { Node }\nDS app.Box { (; }");
        write("notes.txt", "DS app.Nothing { }");
        let dump = write("one.hprof", "");
        let warnings = Warnings::new();
        let load = |named: &[PathBuf]| load_structures(named, std::slice::from_ref(&dump), StructureRules::default(), &warnings);
        let found = load(&[]).expect("what is found never fails");
        assert_eq!(found.replaced.len(), 1);
        assert!(found.replaced[0].ends_with("a.structures:1:1: java.util.HashMap is described here and no longer by jdk.structures"));
        let list = warnings.list();
        assert_eq!(list.len(), 1, "{list:?}");
        let error = load(&[folder.join("broken.structures")]).expect_err("it was named").to_string();
        let lines: Vec<&str> = error.lines().collect();
        assert!(lines.len() == 2 && lines[0].contains("broken.structures:1:19: expected \";\""), "{error}");
        // What is saved counts from then on, and what is saved later besides.
        let (chain, tree) = ("DS app.Chain { app.Link; }\n", "namespace app {\n  DS Tree { Branch; }\n}\n");
        for text in [chain, tree, chain] {
            assert_eq!(save_descriptions(&dump, text).expect("the folder is writable"), folder.join(DESCRIPTIONS_FILE));
        }
        let found = load(&[]).expect("what is found never fails").library();
        let own = found.descriptions().filter(|(file, _)| file.ends_with(DESCRIPTIONS_FILE)).map(|(_, own)| own.full_name());
        assert_eq!(own.collect::<Vec<_>>(), ["app.Chain", "app.Tree"]);
        // What somebody has written there and cannot be read stays.
        let edited = write(DESCRIPTIONS_FILE, "DS app.Chain { app.Link }");
        let error = save_descriptions(&dump, tree).expect_err("it is wrong").to_string();
        assert!(error.contains("found-by-shape.structures:1:25"), "{error}");
        assert_eq!(fs::read_to_string(edited).expect("is there"), "DS app.Chain { app.Link }");
        // What is saved nowhere counts for datasets that are opened later, too, and what is named, as long as it can be used.
        let named = write("named.structures", "DS app.Box { app.Lid; }");
        let mut all = load(std::slice::from_ref(&named)).expect("it is right");
        all.add_unsaved("DS app.Heap { app.Cell; }").expect("it is right");
        let known = |structures: &Structures| {
            let library = structures.library();
            ["app.Bag", "app.Box", "app.Heap"].map(|name| library.descriptions().any(|(_, own)| own.full_name() == name))
        };
        let other = folder.join("other");
        fs::create_dir_all(&other).expect("the folder is writable");
        fs::write(other.join("bags.structures"), "DS app.Bag { app.Item; }").expect("the folder is writable");
        let others = [other];
        let later = all.for_datasets(&others, &warnings);
        assert_eq!((known(&all), known(&later)), ([false, true, true], [true, true, true]));
        fs::remove_file(named).expect("it is ours");
        let warnings = Warnings::new();
        assert_eq!(later.for_datasets(&others, &warnings), later);
        assert!(warnings.list()[0].to_string().contains("named.structures"), "{:?}", warnings.list());
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    #[test]
    fn what_comes_with_the_program_for_those_who_ask_is_asked_for_by_name() {
        let load = |name: &str| load_structures(&[name.into()], &[], StructureRules::default(), &Warnings::new());
        for name in ["boxes", "buffers", "strings"] {
            let found = load(name).expect("comes with the program");
            assert_ne!(found.library(), StructureLibrary::shipped(), "{name}");
        }
        assert!(load("crates").is_err());
    }
}
