//! Two points side by side: what came, what went, what grew; of garbage two stretches of time.

mod stretches;

use std::sync::Arc;

use analysis::{Metric, SizeKind, Subject};
use bevy_egui::egui::{Button, ComboBox, Label, RichText, Ui};

use self::stretches::StretchesTab;
use super::tree_view::{toolbar_ui, tree_ui, with_room_for_errors};
use crate::answers::tree_table::{Column, Mark, PointChoice, Sort, Span, Totals, heap_value};
use crate::base::words;
use crate::view::command::{CityCommand, ShellCommand};
use crate::window::ui::drawer::tree_view::state::{TreeColumn, TreeState};
use crate::window::ui::drawer::view::{DrawerView, ROOM_FOR_BOTH, ROOM_FOR_PERCENT, has_time_ui};
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::{Palette, change_color};
use crate::window::ui::widgets::switch;

/// What the tab remembers.
#[derive(Debug)]
pub(crate) struct CompareTab {
    tree: TreeState,
    a: PointChoice,
    b: PointChoice,
    totals: Option<(Span, Totals)>,
    /// A size that is compared as well.
    size: Option<SizeKind>,
    /// What was asked for, and of which heap dumps: where they are in memory.
    asked: (usize, Vec<SizeKind>),
    /// Of garbage.
    stretches: StretchesTab,
}

impl Default for CompareTab {
    fn default() -> Self {
        Self {
            tree: TreeState::default(),
            a: PointChoice::First,
            b: PointChoice::Shown,
            totals: None,
            size: None,
            asked: (0, Vec::new()),
            stretches: StretchesTab::default(),
        }
    }
}

impl CompareTab {
    /// The tab is not shown any more.
    pub(crate) fn leave(&mut self, commands: &mut Vec<CityCommand>) {
        if !self.asked.1.is_empty() {
            self.asked.1.clear();
            commands.push(ShellCommand::WantSizes(Vec::new()).into());
        }
    }

    /// Has the sizes computed that are compared.
    fn ask_for_sizes(&mut self, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let heaps = view.session.heaps.as_ref().map_or(0, |heaps| Arc::as_ptr(heaps) as usize);
        let wanted = (heaps, self.size.into_iter().collect::<Vec<_>>());
        if wanted == self.asked {
            return;
        }
        if !(wanted.1.is_empty() && self.asked.1.is_empty()) {
            commands.push(ShellCommand::WantSizes(wanted.1.clone()).into());
        }
        self.asked = wanted;
    }

    /// Which size is compared, besides objects and bytes.
    fn size_ui(&mut self, ui: &mut Ui, view: &DrawerView<'_>) {
        let choices =
            [(None, "own", "Objects and their own bytes"), (Some(SizeKind::Deep), "deep", ""), (Some(SizeKind::Retained), "retained", "")];
        let choices = choices.map(|(size, text, tip)| (size, text, size.map_or(tip, |size| words::metric_meaning(size.into()))));
        let offered = |size: &Option<SizeKind>| size.is_none_or(|size| view.session.offers(size.into()));
        let offered: Vec<_> = choices.into_iter().filter(|(size, ..)| offered(size)).collect();
        if offered.len() > 1 {
            ui.separator();
            self.size = switch(ui, self.size, &offered).unwrap_or(self.size);
        }
    }

    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        if !has_time_ui(ui, view) {
            return;
        }
        if view.session.evolution.subject == Subject::Garbage {
            self.stretches.show(ui, view, commands);
            return;
        }
        let (shown, points) = (view.view.time.point, view.session.evolution.points.len());
        let (metric, range) = (view.session.metric, view.session.range);
        ui.horizontal_wrapped(|ui| {
            self.points_ui(ui, view, commands);
            self.size_ui(ui, view);
        });
        self.ask_for_sizes(view, commands);
        let [a, b] = [&self.a, &self.b].map(|choice| choice.point(shown, range, points));
        let span = Span::new(&view.session.evolution, a, b, metric).of_runs(Arc::clone(&view.session.runs));
        ui.horizontal_wrapped(|ui| {
            toolbar_ui(ui, &mut self.tree, "What has more at B than at A, and what it lies in");
            self.totals_ui(ui, &span);
        });
        let sort = Sort { column: Column::Change(metric), descending: true };
        let columns = with_room_for_errors(columns(&span, self.size, ui.available_width()), &span.evolution);
        self.tree.update(span, sort, &view.view.selection);
        tree_ui(ui, "comparison", &mut self.tree, view, &columns, false, commands);
    }

    /// A, B, and what turns them.
    fn points_ui(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let evolution = &view.session.evolution;
        let (shown, points, range) = (view.view.time.point, evolution.points.len(), view.session.range);
        let are_all = view.session.looks_at_all_points();
        let narrow = ui.available_width() < ROOM_FOR_PERCENT;
        // What is left beside the buttons, those for sizes among them.
        let buttons = if view.session.heaps.is_some() { 600.0 } else { 400.0 };
        let width = (0.5 * (ui.available_width() - buttons)).clamp(100.0, 210.0);
        let beside = view.view.beside;
        // What two cities show is what is compared, whoever has chosen it.
        if let Some(beside) = beside {
            (self.a, self.b) = (PointChoice::Number(beside), PointChoice::Shown);
        }
        let fixed = [&self.a, &self.b].map(|choice| choice.point(shown, range, points));
        for (name, place) in [("A", 0), ("B", 1)] {
            let choice = if place == 0 { &mut self.a } else { &mut self.b };
            let here = fixed[place] == shown;
            let go = ui.add_enabled(beside.is_none(), Button::selectable(here, RichText::new(name).strong()));
            let go = go.on_hover_text("Show this point in the city").on_disabled_hover_text("Its city is shown");
            let text = |choice: PointChoice| {
                let time = evolution.points.get(choice.point(shown, range, points)).map(words::point_time).unwrap_or_default();
                format!("{}, {time}", choice.text(are_all))
            };
            let chosen = text(*choice);
            let told = if narrow { choice.text(are_all) } else { chosen.clone() };
            let combo = ComboBox::from_id_salt(name).width(width).truncate().selected_text(told);
            let combo = combo.show_ui(ui, |ui| {
                for one in PointChoice::all(points) {
                    ui.selectable_value(choice, one, text(one));
                }
            });
            let combo = name_field(combo.response, &format!("Point {name}"));
            if narrow {
                combo.on_hover_text(chosen);
            }
            if go.clicked() {
                // Going there must not move the points compared.
                [self.a, self.b] = fixed.map(PointChoice::Number);
                commands.push(CityCommand::GoTo(fixed[place]));
            }
        }
        let toggled = ui
            .add(Button::selectable(beside.is_some(), "Two cities"))
            .on_hover_text("Show the city at A on the left of that at B: seen from the same place, with the same ground for each group")
            .clicked();
        if ui.button("Swap").on_hover_text("Compare the other way round").clicked() {
            std::mem::swap(&mut self.a, &mut self.b);
        }
        let steps = ui.button("Last step").on_hover_text("Compare the point before the one shown with the one shown");
        if steps.clicked() {
            (self.a, self.b) = (PointChoice::BeforeShown, PointChoice::Shown);
        }
        let chosen = [&self.a, &self.b].map(|choice| choice.point(shown, range, points));
        if toggled && beside.is_some() {
            [self.a, self.b] = fixed.map(PointChoice::Number);
            commands.push(CityCommand::ShowBeside(None));
        } else if toggled || beside.is_some() && chosen != fixed {
            commands.extend([CityCommand::ShowBeside(Some(chosen[0])), CityCommand::GoTo(chosen[1])]);
        }
    }

    /// What became of the heap and of its buildings.
    fn totals_ui(&mut self, ui: &mut Ui, span: &Span) {
        let known = self.totals.take().filter(|(of, _)| of.same(span));
        let (_, totals) = self.totals.insert(known.unwrap_or_else(|| (span.clone(), Totals::of(span))));
        let palette = Palette::of_ui(ui);
        let metric = span.metric;
        let [from, to] = [span.from, span.to].map(|point| heap_value(span, metric, point));
        let amounts = if span.knows_both(metric) {
            format!("{} to {}", words::bare(metric, from), words::amount(metric, to))
        } else {
            format!("{} is not known at both points", words::metric_name(metric))
        };
        ui.separator();
        let narrow = ui.max_rect().width() < ROOM_FOR_PERCENT;
        let amounts = ui.add(Label::new(amounts).extend());
        if span.knows_both(metric) {
            let change = i128::from(to) - i128::from(from);
            ui.label(RichText::new(words::bare_change(metric, change)).color(change_color(palette, change)));
        }
        let marks = [Mark::New, Mark::Grown, Mark::Shrunk, Mark::Gone].into_iter().filter(|&mark| totals.count(mark) > 0);
        let counted: Vec<String> = marks.map(|mark| format!("{} {}", words::count(totals.count(mark)), mark.text())).collect();
        if counted.is_empty() {
            return;
        }
        let text = format!("Buildings: {}", counted.join(", "));
        if narrow {
            amounts.on_hover_text(text);
        } else {
            ui.add(Label::new(RichText::new(text).color(palette.text_weak)).truncate());
        }
    }
}

fn columns(span: &Span, size: Option<SizeKind>, width: f32) -> Vec<TreeColumn> {
    let column = |column, title, tip: &str, width| TreeColumn { column, title, tip: tip.to_owned(), width };
    let mut columns = vec![
        column(Column::Name, "Name", "Groups of objects", 0.0),
        column(Column::Mark, "Change", "What has become of the group from A to B", 92.0),
    ];
    if !span.runs.is_empty() {
        let tip = "What keeps growing in a run, by the points of that run: LEAK in both, NEW LEAK in B only, WAS LEAK in A only";
        columns.push(column(Column::Leak, "Leak", tip, 92.0));
    }
    let metric = span.metric;
    let other = if metric == Metric::Objects { Metric::Bytes } else { Metric::Objects };
    // A size that somebody chose goes before what is told besides.
    let mut metrics = vec![metric];
    metrics.extend(size.map(Metric::from).filter(|&size| size != metric));
    if metrics.len() == 1 {
        metrics.push(other);
    }
    if width < ROOM_FOR_BOTH && size.is_none() {
        metrics.truncate(1);
    }
    for metric in metrics {
        let [a, b] = match metric {
            Metric::Objects => ["Objects A", "Objects B"],
            Metric::Bytes => ["Bytes A", "Bytes B"],
            Metric::Deep => ["Deep A", "Deep B"],
            Metric::Retained => ["Retained A", "Retained B"],
        };
        let meaning = words::metric_meaning(metric);
        columns.push(column(Column::From(metric), a, &format!("At A. {meaning}"), 96.0));
        columns.push(column(Column::To(metric), b, &format!("At B. {meaning}"), 96.0));
        columns.push(column(Column::Change(metric), "Difference", &format!("At B less at A. {meaning}"), 104.0));
        if width >= ROOM_FOR_PERCENT {
            columns.push(column(Column::ChangePercent(metric), "Percent", "The difference in percent of A", 92.0));
        }
    }
    columns
}
