//! Several selected buildings and districts together.

use analysis::Metric;
use bevy_egui::egui::Ui;

use super::GroupPane;
use super::figures::joint_figures_ui;
use crate::base::words;
use crate::view::command::CityCommand;
use crate::view::inspection::JointInspection;
use crate::window::ui::inspector::view::{InspectorView, title_ui};
use crate::window::ui::theme::{GAP, Palette};
use crate::window::ui::widgets::{NodeRow, node_row, note, section, select_order};

/// Nodes listed before "more".
const PARTS_LISTED: usize = 12;

/// Draws what they are, their numbers together, and what a heap dump tells.
pub(super) fn joint_ui(
    ui: &mut Ui,
    view: &InspectorView<'_>,
    joint: &JointInspection,
    group_pane: &mut GroupPane,
    commands: &mut Vec<CityCommand>,
) {
    let around = joint.path.last().map(|(node, _)| *node);
    title_ui(ui, &joint.name, around, commands);
    parts_ui(ui, view.metric, joint, commands);
    joint_figures_ui(ui, view, joint);
    match view.groups {
        Some(groups) => {
            let name = |key: &str| {
                // Keys are those of the nodes that lie in no other, in the same order.
                let mut outermost = joint.keys.iter().zip(joint.parts.iter().filter(|part| !part.inside));
                outermost.find(|(known, _)| ***known == *key).map_or_else(|| key.to_owned(), |(_, part)| part.name.clone())
            };
            group_pane.show(ui, groups, view.evolution, name, commands);
        }
        None => drop(note(ui, "What groups own together is told of heap dumps and traces, while time stands still.")),
    }
    ui.add_space(GAP);
}

fn parts_ui(ui: &mut Ui, metric: Metric, joint: &JointInspection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let max = joint.parts.iter().map(|part| part.value).max().unwrap_or(0).max(1) as f32;
    section(ui, "Selected");
    ui.spacing_mut().item_spacing.y = 3.0;
    let names: Vec<&str> = joint.parts.iter().take(PARTS_LISTED).map(|part| part.name.as_str()).collect();
    for part in joint.parts.iter().take(PARTS_LISTED) {
        let row = NodeRow {
            name: &part.name,
            others: &names,
            value: &format!("{}{}", words::short(metric, part.value), words::percent_error(part.value, part.error)),
            fraction: part.value as f32 / max,
            color: if part.inside { palette.line } else { palette.heap },
            selected: false,
            tip: if part.inside {
                "Lies in another selected group and counts there. Click selects it alone, Ctrl+click takes it out"
            } else {
                "Click selects it alone, Ctrl+click takes it out"
            },
            node: Some(part.node),
        };
        if node_row(ui, &row).clicked() {
            commands.push(select_order(ui, part.node));
        }
    }
    if joint.parts.len() > PARTS_LISTED {
        note(ui, &format!("{} more", words::count((joint.parts.len() - PARTS_LISTED) as u64)));
    }
}
