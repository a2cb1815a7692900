//! `memory-city classifiers`: everything that a grouping can name, and the presets.

use std::fmt::Write as _;

use analysis::{ClassifierInfo, GROUPING_PRESETS, Grouping, GroupingPreset, Step, Warnings};
use clap::Args;
use serde::Serialize;

use super::output::{CliError, json_indented, print_result, print_warnings};
use super::plugin_args::PluginArgs;
use crate::input::OpenOptions;

/// List what heap dumps can be grouped by.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city classifiers
  memory-city classifiers --json | jq '.classifiers[] | select(.available) | .name'
  memory-city group dumps/ --by 'domain objects, type, pointed from(type)' --out trees/
  memory-city dumps/ --by 'preset:domain objects'
  memory-city classifiers --plugins my-plug-ins/        with the WebAssembly modules of a folder

Plug-ins (.wasm) are loaded from --plugins, else $MEMORY_CITY_PLUGINS, else ~/.config/memory-city/plugins, and can be
named like any other classifier. Names may be written in any case, without spaces, or with - and _. Entries that need more than a heap dump say what to
record instead.")]
pub struct ClassifiersArgs {
    /// Print JSON: {"classifiers":[{"name":..,"kind":..,"returns":..,"available":..},..],"presets":[..]}
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
    /// For heap dumps.
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

impl Row {
    fn new(step: &Step) -> Self {
        let info = step.info();
        let unavailable_because = info.not_in_dumps();
        let options = match step {
            Step::Classifier(classifier) => classifier.options(),
            Step::Transformer(_) => &[("LIST", "how the other objects are grouped; Type without it")],
        };
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
    fn new(preset: &GroupingPreset) -> Self {
        let GroupingPreset { name, description, steps } = *preset;
        let available = Grouping::parse(steps).is_ok_and(|grouping| grouping.not_in_dumps().is_none());
        Self { name, description, steps, available }
    }
}

/// Lists everything.
pub(super) fn classifiers(args: &ClassifiersArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let plugins = args.plugins.load(&warnings);
    print_warnings(&warnings);
    let registry = OpenOptions { plugins: plugins?, ..OpenOptions::default() }.registry();
    let document = Document {
        classifiers: registry.steps().iter().map(Row::new).collect(),
        presets: GROUPING_PRESETS.iter().map(PresetRow::new).collect(),
    };
    let text = if args.json { json_indented(&document)? } else { table(&document) };
    print_result(text.as_bytes())
}

fn table(document: &Document) -> String {
    let mut text = String::new();
    for kind in ["classifier", "filter", "transformer"] {
        let _ = writeln!(text, "{}{}s", kind[..1].to_uppercase(), &kind[1..]);
        for row in document.classifiers.iter().filter(|row| row.kind == kind) {
            let _ = writeln!(text, "  {}", row.name);
            let _ = writeln!(text, "      {}", row.description);
            let _ = writeln!(text, "      answers with {}, for example: {}", row.returns, row.example);
            for OptionRow { option, meaning } in &row.options {
                let _ = writeln!(text, "      ({option}): {meaning}");
            }
            if let Some(reason) = &row.unavailable_because {
                let _ = writeln!(text, "      not for heap dumps: {reason}");
            }
        }
        text.push('\n');
    }
    text += "Presets\n";
    for row in &document.presets {
        let note = if row.available { "" } else { " (not for heap dumps)" };
        let _ = writeln!(text, "  preset:{}{note}\n      {}\n      {}", row.name, row.description, row.steps);
    }
    text
}

#[cfg(test)]
mod tests {
    use analysis::Registry;

    use super::*;

    #[test]
    fn every_entry_is_listed_with_its_kind_and_whether_dumps_have_it() {
        let rows: Vec<Row> = Registry::default().steps().iter().map(Row::new).collect();
        let row = |name: &str| rows.iter().find(|row| row.name == name).expect("is listed");
        assert_eq!((row("Type").kind, row("Type").returns, row("Type").available), ("classifier", "one value", true));
        assert_eq!((row("Pointed from").kind, row("Domain objects").kind), ("transformer", "filter"));
        assert!(row("Age").unavailable_because.as_deref().is_some_and(|reason| reason.contains("open several dumps as a series")));
    }

    #[test]
    fn presets_that_need_a_trace_say_so() {
        let row = |name: &str| PresetRow::new(GROUPING_PRESETS.iter().find(|preset| preset.name == name).expect("is a preset")).available;
        assert!(row("domain objects") && !row("bottom-up analysis"));
    }
}
