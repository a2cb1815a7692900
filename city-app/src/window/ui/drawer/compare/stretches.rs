//! Two stretches of time side by side: what died in them per second.

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{Button, ComboBox, RichText, Ui};

use crate::answers::tree_table::{Column, Sort, Span, StretchChoice};
use crate::base::words;
use crate::data::point_range::PointRange;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::tree_view::state::{TreeColumn, TreeState};
use crate::window::ui::drawer::tree_view::{toolbar_ui, tree_ui, with_room_for_errors};
use crate::window::ui::drawer::view::{DrawerView, ROOM_FOR_BOTH, ROOM_FOR_PERCENT, notice};
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::{Palette, change_color};

/// What the tab remembers of garbage.
#[derive(Debug, Default)]
pub(super) struct StretchesTab {
    tree: TreeState,
    /// The stretch that is compared with, and the one that is looked at; `None` until somebody chooses.
    chosen: [Option<StretchChoice>; 2],
}

impl StretchesTab {
    /// Which stretches are compared: what was chosen where that is still there; else what is selected, or where nothing is the first that is
    /// worth a look, with all points.
    fn compared(&self, choices: &[(StretchChoice, PointRange)]) -> Option<[(StretchChoice, PointRange); 2]> {
        let known = |choice: Option<StretchChoice>| choices.iter().find(|(known, _)| Some(*known) == choice).copied();
        let whole = choices.first().copied()?;
        let of_interest = known(Some(StretchChoice::Selected)).or_else(|| known(Some(StretchChoice::Suggested(0))));
        let [a, b] = self.chosen.map(known);
        Some([a.unwrap_or(whole), b.or(of_interest).unwrap_or(whole)])
    }

    pub(super) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let (session, suggested) = (view.session, &view.parts.suggested[..]);
        let points = session.evolution.points.len();
        let choices: Vec<(StretchChoice, PointRange)> = StretchChoice::all(session.range, points, suggested).collect();
        let Some([a, b]) = self.compared(&choices) else {
            notice(ui, "Nothing to compare", "What died is compared between two stretches of time, and this recording has one point.");
            return;
        };
        let narrow = ui.available_width() < ROOM_FOR_PERCENT;
        let span = Span::new(&session.evolution, b.1.first, b.1.last, session.metric).compared_with(a.1.first, a.1.last);
        ui.horizontal_wrapped(|ui| {
            for (place, (name, (shown, _))) in [("A", a), ("B", b)].into_iter().enumerate() {
                let text = |(choice, range): (StretchChoice, PointRange)| {
                    if narrow { choice.text(suggested).to_owned() } else { format!("{}, {range}", choice.text(suggested)) }
                };
                ui.label(RichText::new(name).strong());
                let combo = ComboBox::from_id_salt(("stretch", name)).width(if narrow { 130.0 } else { 240.0 }).truncate();
                let told = choices.iter().find(|(choice, _)| *choice == shown).map(|&choice| text(choice)).unwrap_or_default();
                let combo = combo.selected_text(told).show_ui(ui, |ui| {
                    for &one in &choices {
                        if ui.selectable_label(one.0 == shown, text(one)).clicked() {
                            self.chosen[place] = Some(one.0);
                        }
                    }
                });
                name_field(combo.response, &format!("Stretch of time {name}"));
            }
            if ui.button("Swap").on_hover_text("Compare the other way round").clicked() {
                self.chosen = [Some(b.0), Some(a.0)];
            }
            let selected = session.range == b.1;
            let show = ui.add_enabled(!selected, Button::new("Select B"));
            if show.on_hover_text("Select the points of B, in the city and everywhere").clicked() {
                commands.push(CityCommand::SelectPoints(b.1.as_part_of(points)));
            }
            rates_ui(ui, &span);
        });
        ui.horizontal_wrapped(|ui| {
            toolbar_ui(ui, &mut self.tree, "Of what more died per second in B than in A, and what it lies in");
        });
        let sort = Sort { column: Column::RateChange(session.metric), descending: true };
        let columns = with_room_for_errors(columns(session.metric, ui.available_width()), &session.evolution);
        self.tree.update(span, sort, &view.view.selection);
        tree_ui(ui, "comparison of stretches", &mut self.tree, view, &columns, false, commands);
    }
}

/// What died in all per second.
fn rates_ui(ui: &mut Ui, span: &Span) {
    if span.evolution.nodes.is_empty() {
        return;
    }
    let text = |column: fn(Metric) -> Column| column(span.metric).text(span, NodeIndex::ROOT);
    ui.separator();
    let of = if span.metric == Metric::Objects { " objects a second" } else { " a second" };
    ui.label(format!("{} to {}{of}", text(Column::RateAgainst), text(Column::Rate)));
    let change = span.rate_change(span.metric, NodeIndex::ROOT).map_or(0, |change| change.round() as i128);
    ui.label(RichText::new(words::bare_change(span.metric, change)).color(change_color(Palette::of_ui(ui), change)));
}

fn columns(metric: Metric, width: f32) -> Vec<TreeColumn> {
    let column = |column, title, tip: &str, width| TreeColumn { column, title, tip: tip.to_owned(), width };
    let mut columns = vec![
        column(Column::Name, "Name", "Groups of what died", 0.0),
        column(Column::Mark, "Change", "What has become of the group from A to B", 92.0),
    ];
    let other = if metric == Metric::Objects { Metric::Bytes } else { Metric::Objects };
    let metrics = if width < ROOM_FOR_BOTH { vec![metric] } else { vec![metric, other] };
    for metric in metrics {
        let [a, b] = if metric == Metric::Objects { ["Objects/s A", "Objects/s B"] } else { ["Bytes/s A", "Bytes/s B"] };
        columns.push(column(Column::RateAgainst(metric), a, "What died in A, per second", 108.0));
        columns.push(column(Column::Rate(metric), b, "What died in B, per second", 108.0));
        columns.push(column(Column::RateChange(metric), "Difference", "In B less in A, per second", 112.0));
    }
    columns
}
