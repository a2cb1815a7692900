//! `memory-city classifiers`: everything that a grouping can name, the presets, and what users have saved.

use std::path::{Path, PathBuf};

use analysis::{
    ClassifierInfo, Definition, DefinitionKind, Error, GROUPING_PRESETS, GroupingPreset, Progress, Registry, Step, Warnings, read_text,
};
use clap::Args;
use serde::Serialize;

use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_indented, must_exist, note, print_result, print_warnings};
use crate::cli::options::plugin_args::PluginArgs;
use crate::data::input::saved_definition::SavedDefinition;
use crate::data::input::series::DatasetKind;
use crate::data::input::{self, Input, dataset_definitions, delete_definition, kind_in_words, save_definition, user_definitions};

/// List what heap dumps and traces can be grouped by; save and delete own classifiers, filters and groupings.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city classifiers
  memory-city classifiers --dataset app.mctrace          what a trace can be grouped by
  memory-city classifiers --json | jq '.classifiers[] | select(.available) | .name'
  memory-city group dumps/ --by 'domain objects, type, pointed from(type)' --out trees/
  memory-city dumps/ --by 'preset:domain objects'
  memory-city classifiers --plugins my-plug-ins/        with the WebAssembly modules of a folder

  memory-city classifiers --save 'size class' --script 'if size > 1000 { \"large\" } else { \"small\" }'
  memory-city classifiers --save large --filter --script 'size > 1000' --dataset dumps/
  memory-city classifiers --save mine --steps 'large, size class, type' --dataset dumps/
  memory-city query heap.hprof 'group by size class, type'
  memory-city dumps/ --filter large --by 'preset:mine'
  memory-city classifiers --delete 'size class'

What is saved can be named by --by, --filter and queries of every command, and in the window; groupings as \
preset:NAME. It lies in memory-city.definitions in ~/.config/memory-city, or with --dataset in the folder of the \
data: a text file to read, change and copy.

Plug-ins (.wasm, .wat) are loaded from --plugins, else $MEMORY_CITY_PLUGINS, else ~/.config/memory-city/plugins, and can \
be named like any other classifier. Names may be written in any case, without spaces, or with - and _. What is available \
is told for heap dumps, or for the data of --dataset; entries that need more say what to record instead.")]
pub struct ClassifiersArgs {
    /// Save a script as a classifier of this name, or steps as a grouping
    #[arg(long, value_name = "NAME", requires = "source", conflicts_with_all = ["delete", "json"])]
    pub save: Option<String>,
    /// The script of the classifier (see memory-city query --help)
    #[arg(long, value_name = "TEXT", group = "source", requires = "save", allow_hyphen_values = true)]
    pub script: Option<String>,
    /// The file with the script; - reads it from the standard input
    #[arg(long, value_name = "FILE", group = "source", requires = "save")]
    pub script_file: Option<PathBuf>,
    /// The steps of the grouping, as for --by
    #[arg(long, value_name = "LIST", group = "source", requires = "save", conflicts_with = "filter")]
    pub steps: Option<String>,
    /// The script says which objects count: save it as a filter
    #[arg(long, requires = "save")]
    pub filter: bool,
    /// One sentence for lists
    #[arg(long, value_name = "TEXT", requires = "save")]
    pub description: Option<String>,
    /// Replace what is saved under this name
    #[arg(long, requires = "save")]
    pub replace: bool,
    /// Delete what is saved under this name; groupings are called preset:NAME
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub delete: Option<String>,
    /// With this dataset (heap dumps, a trace, or their folder), and not for all datasets
    #[arg(long, value_name = "PATH")]
    pub dataset: Option<PathBuf>,
    /// Print JSON: {"classifiers":[{"name":..,"kind":..,"returns":..,"available":..},..],"presets":[..],"saved":[{"name":..,
    /// "kind":..,"text":..,"description":..,"file":..,"unusable_because":..},..]}
    #[arg(long)]
    pub json: bool,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document {
    classifiers: Vec<Row>,
    presets: Vec<PresetRow>,
    saved: Vec<SavedRow>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    kind: &'static str,
    returns: &'static str,
    description: String,
    example: String,
    needs: Vec<String>,
    options: Vec<OptionRow>,
    /// For heap dumps, or the dataset that was named.
    available: bool,
    /// Why it is not, and what to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable_because: Option<String>,
}

#[derive(Debug, Serialize)]
struct OptionRow {
    option: &'static str,
    meaning: &'static str,
}

#[derive(Debug, Serialize)]
struct PresetRow {
    name: &'static str,
    description: &'static str,
    steps: &'static str,
    available: bool,
}

#[derive(Debug, Serialize)]
struct SavedRow {
    #[serde(flatten)]
    definition: Definition,
    /// How a grouping names it.
    step: String,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    unusable_because: Option<String>,
}

impl Row {
    fn new(step: &Step, kind: DatasetKind) -> Self {
        let options = match step {
            Step::Classifier(classifier) => classifier.options(),
            Step::Transformer(_) => &[("LIST", "how the other objects are grouped; Type without it")],
        };
        Self::of(step.info(), options, kind)
    }

    fn of(info: ClassifierInfo, options: &[(&'static str, &'static str)], kind: DatasetKind) -> Self {
        let unavailable_because = kind.cannot_group_by(&info);
        let ClassifierInfo { name, description, example, cardinality, needs } = info;
        Self {
            name: name.into_owned(),
            kind: cardinality.kind(),
            returns: cardinality.returns(),
            description: description.into_owned(),
            example: example.into_owned(),
            needs: needs.iter().map(ToString::to_string).collect(),
            options: options.iter().map(|&(option, meaning)| OptionRow { option, meaning }).collect(),
            available: unavailable_because.is_none(),
            unavailable_because,
        }
    }
}

impl PresetRow {
    fn new(preset: &GroupingPreset, kind: DatasetKind) -> Self {
        let GroupingPreset { name, description, steps } = *preset;
        Self { name, description, steps, available: kind.cannot_take(preset).is_none() }
    }
}

impl SavedRow {
    fn new(saved: &SavedDefinition) -> Self {
        let SavedDefinition { definition, file, unusable } = saved.clone();
        Self { step: saved.step(), definition, file: file.display().to_string(), unusable_because: unusable }
    }
}

/// What stands in the parentheses of scripts.
const WRITTEN: [(&str, &str); 1] = [("EXPRESSION", "a script over the properties of an object; see memory-city query --properties")];

/// Saves, deletes, or lists everything.
pub(in crate::cli) fn classifiers(args: &ClassifiersArgs) -> Result<(), CliError> {
    if let Some(name) = &args.save {
        return save(args, name);
    }
    if let Some(name) = &args.delete {
        return delete(args, name);
    }
    let warnings = Warnings::new();
    let options = args.plugins.options(args.dataset.as_slice(), &warnings);
    print_warnings(&warnings);
    let options = options?;
    let kind_of = |dataset| input::kind_of(&Input::look_at(std::slice::from_ref(dataset), &Warnings::new())?, &Progress::new());
    let kind = args.dataset.as_ref().map(kind_of).transpose()?;
    let document = document(&options.registry(), &options.definitions, kind.unwrap_or(DatasetKind::HeapDumps));
    let text = if args.json { json_indented(&document)? } else { table(&document).into_text() };
    print_result(text.as_bytes())
}

/// The file that is meant: that of the dataset, else the user's.
fn file(dataset: Option<&Path>) -> Result<PathBuf, CliError> {
    let Some(path) = dataset else {
        let no_home = || CliError::new(ExitKind::Failed, "there is no folder to save in: set HOME or MEMORY_CITY_CONFIG_DIR");
        return user_definitions().ok_or_else(no_home);
    };
    must_exist(path)?;
    Ok(dataset_definitions(path))
}

fn save(args: &ClassifiersArgs, name: &str) -> Result<(), CliError> {
    let (text, kind) = match (&args.script, &args.script_file, &args.steps) {
        (Some(script), ..) => (script.clone(), script_kind(args)),
        (_, Some(file), _) => (read_script(file)?, script_kind(args)),
        (.., steps) => (steps.clone().unwrap_or_default(), DefinitionKind::Grouping),
    };
    let text = text.trim_end().to_owned();
    let definition = Definition { name: name.to_owned(), kind, text, description: args.description.clone().unwrap_or_default() };
    let file = file(args.dataset.as_deref())?;
    let warnings = Warnings::new();
    let known = args.plugins.options(args.dataset.as_slice(), &warnings)?;
    save_definition(&file, &definition, args.replace, &known).map_err(|error| match (&args.script_file, error) {
        (Some(script), error @ Error::Text { .. }) => CliError::new(ExitKind::Usage, format_args!("{}, {error}", script.display())),
        (_, Error::Request(message)) if message.contains(" is saved in ") => {
            CliError::new(ExitKind::Usage, format_args!("{message}; --replace replaces it"))
        }
        (_, error) => error.into(),
    })?;
    let saved = SavedDefinition { definition, file, unusable: None };
    note(&format!("saved the {} {:?} in {}", kind_in_words(kind), saved.step(), saved.file.display()));
    Ok(())
}

fn script_kind(args: &ClassifiersArgs) -> DefinitionKind {
    if args.filter { DefinitionKind::Filter } else { DefinitionKind::Classifier }
}

fn read_script(file: &Path) -> Result<String, CliError> {
    if file != Path::new("-") {
        return Ok(read_text(file, &Warnings::new())?);
    }
    Ok(std::io::read_to_string(std::io::stdin()).map_err(|source| Error::Io { source, path: file.to_owned() })?)
}

fn delete(args: &ClassifiersArgs, name: &str) -> Result<(), CliError> {
    let file = file(args.dataset.as_deref())?;
    let warnings = Warnings::new();
    let known = args.plugins.options(args.dataset.as_slice(), &warnings)?;
    let (of_groupings, name) = match name.split_at_checked("preset:".len()) {
        Some((start, rest)) if start.eq_ignore_ascii_case("preset:") => (true, rest),
        _ => (false, name),
    };
    let kind = if of_groupings { DefinitionKind::Grouping } else { DefinitionKind::Classifier };
    let definition = Definition { name: name.to_owned(), kind, text: String::new(), description: String::new() };
    delete_definition(&file, &definition)?;
    let left: Vec<&SavedDefinition> =
        known.definitions.iter().filter(|saved| !saved.definition.shares_its_name_with(&definition)).collect();
    note(&format!("deleted {name:?} from {}", file.display()));
    let registry = known.registry_with(left.iter().copied());
    for saved in left.iter().filter(|saved| saved.unusable.is_none()) {
        if saved.definition.kind == DefinitionKind::Grouping && registry.parse(&saved.definition.text).is_err() {
            note(&format!("warning: {:?} names {name:?} and cannot be used any more", saved.step()));
        }
    }
    Ok(())
}

fn document(registry: &Registry, saved: &[SavedDefinition], kind: DatasetKind) -> Document {
    Document {
        classifiers: registry
            .steps()
            .iter()
            .map(|step| Row::new(step, kind))
            .chain(Registry::written_steps().map(|info| Row::of(info, &WRITTEN, kind)))
            .collect(),
        presets: GROUPING_PRESETS.iter().map(|preset| PresetRow::new(preset, kind)).collect(),
        saved: saved.iter().map(SavedRow::new).collect(),
    }
}

fn table(document: &Document) -> Lines {
    let mut text = Lines::default();
    for kind in ["classifier", "filter", "transformer"] {
        text.add(format_args!("{}{}s", kind[..1].to_uppercase(), &kind[1..]));
        for row in document.classifiers.iter().filter(|row| row.kind == kind) {
            text.add(format_args!("  {}", row.name));
            text.add(format_args!("      {}", row.description));
            let example = if row.example.is_empty() { String::new() } else { format!("; for example: {}", row.example) };
            text.add(format_args!("      answers with {}{example}", row.returns));
            for OptionRow { option, meaning } in &row.options {
                text.add(format_args!("      ({option}): {meaning}"));
            }
            if let Some(reason) = &row.unavailable_because {
                text.add(format_args!("      not available: {reason}"));
            }
        }
        text.blank();
    }
    text.add("Presets");
    for row in &document.presets {
        let note = if row.available { "" } else { " (not available)" };
        text.add(format_args!("  preset:{}{note}", row.name));
        text.add(format_args!("      {}", row.description));
        text.add(format_args!("      {}", row.steps));
    }
    if !document.saved.is_empty() {
        text.blank();
        text.add("Saved");
    }
    for SavedRow { definition, step, file, unusable_because } in &document.saved {
        text.add(format_args!("  {step}"));
        text.add(format_args!("      {} in {file}", kind_in_words(definition.kind)));
        if !definition.description.is_empty() {
            text.add(format_args!("      {}", definition.description));
        }
        for line in definition.text.lines() {
            text.add(format_args!("      | {line}"));
        }
        if let Some(reason) = unusable_because {
            text.add(format_args!("      cannot be used: {reason}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_listed_with_its_kind_and_whether_dumps_have_it() {
        let rows: Vec<Row> = Registry::default().steps().iter().map(|step| Row::new(step, DatasetKind::HeapDumps)).collect();
        let row = |name: &str| rows.iter().find(|row| row.name == name).expect("is listed");
        assert_eq!((row("Type").kind, row("Type").returns, row("Type").available), ("classifier", "one value", true));
        assert_eq!((row("Pointed from").kind, row("Domain objects").kind), ("transformer", "filter"));
        assert_eq!((row("Collection size").returns, row("Instance health").returns), ("one value", "a set of values"));
        assert!(row("Age").unavailable_because.as_deref().is_some_and(|reason| reason.contains("open several dumps as a series")));
    }

    #[test]
    fn scripts_are_listed_as_steps_and_saved_ones_with_what_they_answer() {
        let mut registry = Registry::default();
        for (name, kind, text) in [
            ("Size class", DefinitionKind::Classifier, "size / 8"),
            ("large", DefinitionKind::Filter, "size > 8 && roots.is_empty() && extends(\"A\")"),
        ] {
            let definition = Definition { name: name.into(), kind, text: text.into(), description: "mine".into() };
            registry.add_definition(definition).expect("can be added");
        }
        let rows = document(&registry, &[], DatasetKind::HeapDumps).classifiers;
        let row = |name: &str| rows.iter().find(|row| row.name == name).expect("is listed");
        assert_eq!((row("where(EXPRESSION)").kind, row("where(EXPRESSION)").returns), ("filter", "true or false"));
        assert_eq!(row("script(EXPRESSION)").kind, "classifier");
        assert!(row("Size class").returns.starts_with("what the script says") && row("Size class").example.is_empty());
        assert_eq!((&row("Size class").needs, &*row("large").needs.join(", ")), (&Vec::new(), "super classes, GC roots"));
        assert_eq!((row("large").kind, row("large").returns, &*row("large").description), ("filter", "true or false", "mine"));
    }

    #[test]
    fn presets_that_need_a_trace_say_so() {
        let preset = |name: &str| GROUPING_PRESETS.iter().find(|preset| preset.name == name).expect("is a preset");
        let row = |name: &str| PresetRow::new(preset(name), DatasetKind::HeapDumps).available;
        assert!(row("domain objects") && !row("bottom-up analysis"));
    }

    #[test]
    fn what_traces_know_is_offered_for_them() {
        let lacks = |has_sites: bool| {
            let document = document(&Registry::default(), &[], DatasetKind::Traces { has_sites, has_subsystems: false });
            let rows = document.classifiers.into_iter().filter(|row| !row.available).map(|row| row.name).collect::<Vec<_>>();
            (rows, document.presets.into_iter().filter(|preset| !preset.available).map(|preset| preset.name).collect::<Vec<_>>())
        };
        let (classifiers, presets) = lacks(true);
        for name in ["Allocation site", "Call site", "Closest domain call site", "Allocating package", "Allocating thread", "Age"] {
            assert!(!classifiers.iter().any(|lacking| lacking == name), "{classifiers:?}");
        }
        assert_eq!(presets, [""; 0], "all of them");
        assert!(classifiers.iter().any(|name| name == "Feature"), "nobody gave a map");
        let (classifiers, presets) = lacks(false);
        assert!(classifiers.iter().any(|name| name == "Call site") && !classifiers.iter().any(|name| name == "Age"), "{classifiers:?}");
        assert!(presets.contains(&"threads") && presets.contains(&"short-lived objects"), "{presets:?}");
    }

    const HISTOGRAMS: DatasetKind = DatasetKind::ClassHistograms { are_recorded: false };

    #[test]
    fn what_a_dataset_of_histograms_or_trees_lacks_says_what_to_take_instead() {
        let reason = |kind, name: &str| {
            let rows = document(&Registry::default(), &[], kind).classifiers;
            rows.into_iter().find(|row| row.name == name).expect("is listed").unavailable_because
        };
        assert_eq!(reason(HISTOGRAMS, "Package path"), None);
        let lacks = |kind, name, what| reason(kind, name).is_some_and(|reason| reason.contains(what));
        assert!(lacks(HISTOGRAMS, "Superclass", "take heap dumps"));
        assert!(lacks(HISTOGRAMS, "Age", "record a trace"), "no dump has it either");
        assert!(lacks(DatasetKind::MemoryTrees, "Type", "open the heap dumps"));
        let presets = document(&Registry::default(), &[], HISTOGRAMS).presets;
        assert!(presets.iter().all(|preset| !preset.available || !preset.steps.contains('(')), "{presets:?}");
    }

    #[test]
    fn saved_scripts_are_listed_with_their_lines_and_their_file() {
        let definition = Definition {
            name: "Size class".into(),
            kind: DefinitionKind::Classifier,
            text: "let a = 1;\nsize > a".into(),
            description: String::new(),
        };
        let saved = SavedDefinition { definition, file: "/x/memory-city.definitions".into(), unusable: Some("too old".into()) };
        let text = table(&document(&Registry::default(), &[saved], DatasetKind::HeapDumps));
        let listed = text.split("\nSaved\n").nth(1).expect("there is such a part");
        let expected = "  Size class
      classifier in /x/memory-city.definitions
      | let a = 1;
      | size > a
      cannot be used: too old
";
        assert_eq!(listed, expected);
    }
}
