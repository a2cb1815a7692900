//! The memory tree of the point shown, as a table.

use analysis::Metric;
use bevy_egui::egui::{RichText, Ui};

use super::tree_view::{toolbar_ui, tree_ui, with_room_for_errors};
use crate::answers::tree_table::{Column, Sort, Span};
use crate::base::words::{self, Change};
use crate::view::command::CityCommand;
use crate::window::ui::drawer::tree_view::state::{TreeColumn, TreeState};
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::theme::Palette;
use crate::window::ui::widgets::compute_sizes_ui;

/// With less room, shares of the parent are left out.
const ROOM_FOR_ALL: f32 = 900.0;

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct TableTab {
    tree: TreeState,
}

impl TableTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let metric = view.session.metric;
        let [first, _] = view.session.ends_in_words();
        let span = Span::new(&view.session.evolution, view.session.first_point, view.view.time.point, metric);
        let series = span.evolution.points.len() > 1;
        let sort = Sort { column: Column::To(metric), descending: true };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(point_text(&span)).color(Palette::of_ui(ui).text_weak));
            toolbar_ui(ui, &mut self.tree, &format!("What has more now than at {first}, and what it lies in"));
            let missing = |size| view.session.offers(size) && !span.evolution.is_known(size, span.to);
            if [Metric::Deep, Metric::Retained].into_iter().any(missing) {
                compute_sizes_ui(ui, "Deep and retained sizes", commands);
            }
        });
        let change = Change::of(&span.evolution);
        self.tree.update(span, sort, &view.view.selection);
        let sizes = [Metric::Deep, Metric::Retained].map(|size| view.session.evolution.known_points(size).next().is_some());
        let columns =
            with_room_for_errors(columns((metric, change), sizes, series.then_some(&first), ui.available_width()), &view.session.evolution);
        tree_ui(ui, "table", &mut self.tree, view, &columns, series, commands);
    }
}

fn point_text(span: &Span) -> String {
    match span.evolution.points.get(span.to) {
        Some(point) => format!("Point {} of {}, {}", span.to + 1, span.evolution.points.len(), words::point_time(point)),
        None => String::new(),
    }
}

/// Deep and retained sizes have columns where there are some, growth where it is counted from a first point.
fn columns((metric, change): (Metric, Change), [deep, retained]: [bool; 2], first: Option<&String>, width: f32) -> Vec<TreeColumn> {
    let column = |column, title, tip: &str, width| TreeColumn { column, title, tip: tip.to_owned(), width };
    let size = |metric, title| column(Column::To(metric), title, words::metric_meaning(metric), 96.0);
    let mut columns = vec![
        column(Column::Name, "Name", "Groups of objects", 0.0),
        column(Column::To(Metric::Objects), "Objects", words::metric_meaning(Metric::Objects), 104.0),
        size(Metric::Bytes, "Bytes"),
    ];
    if deep {
        columns.push(size(Metric::Deep, "Deep"));
    }
    if retained {
        columns.push(size(Metric::Retained, "Retained"));
    }
    let unit = words::metric_unit(metric);
    let (of_whole, whole, more) = match change {
        Change::Growth => ("Of heap", "the heap", "Growth"),
        Change::Difference => ("Of heap", "the heap", "Difference"),
        Change::Garbage => ("Of all", "the garbage", "Died"),
    };
    columns.push(column(Column::OfHeap(metric), of_whole, &format!("Share of the {unit} of {whole}"), 96.0));
    if width >= ROOM_FOR_ALL {
        columns.push(column(Column::OfParent(metric), "Of parent", &format!("Share of the {unit} of what it lies in"), 96.0));
    }
    if let Some(first) = first {
        columns.push(column(Column::Change(metric), more, &format!("More {unit} than at {first}"), 112.0));
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_table_and_a_single_point_have_fewer_columns() {
        let first = "the first point".to_owned();
        let titles = |sizes, first, width| {
            columns((Metric::Objects, Change::Growth), sizes, first, width).iter().map(|c| c.title).collect::<Vec<_>>()
        };
        assert_eq!(titles([false; 2], Some(&first), 1500.0), ["Name", "Objects", "Bytes", "Of heap", "Of parent", "Growth"]);
        assert_eq!(titles([false, true], None, 700.0), ["Name", "Objects", "Bytes", "Retained", "Of heap"]);
    }
}
