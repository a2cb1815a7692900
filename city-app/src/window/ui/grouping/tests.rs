//! The editor as somebody uses it: steps, presets, what is wrong, what is saved.

use analysis::{Definition, DefinitionKind};
use bevy_egui::egui::accesskit::Role;
use egui_kittest::{Harness, kittest::Queryable};

use super::*;

/// The editor with what it reads.
struct Stage {
    editor: GroupingEditor,
    registry: Arc<Registry>,
    definitions: Vec<SavedDefinition>,
    kind: DatasetKind,
    commands: Vec<CityCommand>,
}

impl Stage {
    /// As after a definition was saved or deleted.
    fn know(&mut self, definitions: Vec<SavedDefinition>) {
        let mut registry = Registry::default();
        for saved in definitions.iter().filter(|saved| saved.unusable.is_none()) {
            registry.add_definition(saved.definition.clone()).expect("can be added");
        }
        (self.registry, self.definitions) = (Arc::new(registry), definitions);
    }
}

fn harness_with(grouping: &[&str]) -> Harness<'static, Stage> {
    harness_of(grouping, DatasetKind::HeapDumps)
}

fn harness_of(grouping: &[&str], kind: DatasetKind) -> Harness<'static, Stage> {
    let grouping: Vec<String> = grouping.iter().map(ToString::to_string).collect();
    let app = move |ui: &mut Ui, stage: &mut Stage| {
        let Stage { editor, registry, definitions, kind, commands } = stage;
        let view = GroupingView { grouping: &grouping, registry, definitions, kind: *kind };
        editor.show(ui.ctx(), &view, commands);
    };
    let (editor, registry, definitions, commands) = Default::default();
    let stage = Stage { editor, registry, definitions, kind, commands };
    let mut harness = Harness::builder().with_size(vec2(1280.0, 900.0)).build_ui_state(app, stage);
    harness.run_steps(3);
    harness
}

fn harness() -> Harness<'static, Stage> {
    harness_with(&["Package path", "Type"])
}

fn click(harness: &mut Harness<'static, Stage>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

fn saved(name: &str, kind: DefinitionKind, text: &str) -> SavedDefinition {
    let definition = Definition { name: name.into(), kind, text: text.into(), description: String::new() };
    SavedDefinition { definition, file: "/dumps/memory-city.definitions".into(), unusable: None }
}

#[test]
fn a_script_is_saved_and_its_name_takes_its_place() {
    let mut harness = harness_with(&["where(size > 9)", "Type"]);
    // The first button is that of the whole grouping.
    harness.get_all_by_label("Save as…").last().expect("the step can be saved").click();
    harness.run_steps(3);
    harness.get_by_label("Name to save under").focus();
    harness.run_steps(3);
    harness.get_by_label("Name to save under").type_text("type");
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("\"type\" cannot be a name: something else is called so").is_some());
    harness.get_by_label("Name to save under").type_text("-9");
    harness.run_steps(3);
    click(&mut harness, "These dumps");
    click(&mut harness, "Save");
    let large = saved("type-9", DefinitionKind::Filter, "size > 9");
    let order = ShellCommand::SaveDefinition { definition: Box::new(large.definition.clone()), with_dataset: true, replace: true };
    assert_eq!(harness.state().commands, [order.into()]);
    harness.state_mut().commands.clear();
    harness.state_mut().know(vec![large]);
    harness.run_steps(3);
    assert!(harness.query_by_label("Name to save under").is_none(), "the form is gone");
    click(&mut harness, "Regroup");
    assert_eq!(harness.state().commands.last(), Some(&ShellCommand::Regroup(vec!["type-9".into(), "Type".into()]).into()));
}

#[test]
fn what_was_saved_is_used_and_deleted_after_a_question() {
    let mut harness = harness();
    let (mine, large) = (saved("mine", DefinitionKind::Grouping, "package, type"), saved("large", DefinitionKind::Filter, "size > 9"));
    harness.state_mut().know(vec![mine, large.clone()]);
    harness.run_steps(3);
    click(&mut harness, "Use");
    click(&mut harness, "Delete large");
    assert!(harness.state().commands.is_empty(), "it asks first");
    click(&mut harness, "Delete");
    assert_eq!(harness.state().commands, [ShellCommand::DeleteDefinition(Box::new(large)).into()]);
    click(&mut harness, "Regroup");
    assert_eq!(harness.state().commands.last(), Some(&ShellCommand::Regroup(vec!["package".into(), "type".into()]).into()));
}

#[test]
fn steps_are_removed_moved_and_applied() {
    let mut harness = harness();
    harness.get_by_label("Step 2 further out").click();
    harness.run_steps(3);
    harness.get_by_label("Remove step 2").click();
    harness.run_steps(3);
    harness.get_by_label("Regroup").click();
    harness.run_steps(3);
    assert_eq!(harness.state().commands, [CityCommand::Toggle(Panel::Grouping), ShellCommand::Regroup(vec!["Type".into()]).into()]);
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_cannot_be_applied() {
    let mut harness = harness();
    let text = harness.get_by_role(Role::MultilineTextInput);
    text.focus();
    text.type_text(", nothing");
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Line 1, column").is_some());
    harness.get_by_label("Regroup").click();
    harness.run_steps(3);
    assert!(harness.state().commands.is_empty());
}

#[test]
fn a_preset_replaces_the_steps() {
    let mut harness = harness();
    harness.get_by_label("types").click();
    harness.run_steps(3);
    harness.get_by_label("Regroup").click();
    harness.run_steps(3);
    assert_eq!(harness.state().commands.last(), Some(&ShellCommand::Regroup(vec!["Type".into()]).into()));
}

#[test]
fn what_a_trace_knows_can_be_chosen_and_of_dumps_it_cannot() {
    let regrouped = |kind| {
        let mut harness = harness_of(&["Type"], kind);
        click(&mut harness, "threads and sites");
        click(&mut harness, "Regroup");
        harness.state().commands.last().cloned()
    };
    let by = ["Allocating thread", "Type", "Allocation site"].map(str::to_owned).to_vec();
    assert_eq!(regrouped(DatasetKind::Traces { has_sites: true, has_subsystems: false }), Some(ShellCommand::Regroup(by).into()));
    assert_eq!(regrouped(DatasetKind::HeapDumps), None);
    assert_eq!(regrouped(DatasetKind::Traces { has_sites: false, has_subsystems: false }), None);
}

#[test]
fn the_file_of_features_can_be_chosen_where_there_are_sites() {
    let asks = |kind| {
        let mut harness = harness_of(&["Type"], kind);
        // It lies further down than one sees.
        let button = harness.query_by_label("File…").map(|button| button.click_accesskit()).is_some();
        harness.run_steps(3);
        (button, harness.state().commands.clone())
    };
    assert_eq!(asks(DatasetKind::Traces { has_sites: true, has_subsystems: false }), (true, vec![ShellCommand::AskFeatures.into()]));
    assert_eq!(asks(DatasetKind::HeapDumps), (false, Vec::new()));
}
