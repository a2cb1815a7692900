//! Charts over time: the parts of groups to drill into, memory and collections, what it is made of, and statistics of all groups.

mod of_run;
mod parts;
mod shares;
mod statistics;

use analysis::Subject;
use bevy_egui::egui::Ui;

use crate::view::command::CityCommand;
use crate::view::over_time::TimeView;
use crate::window::ui::drawer::view::{DrawerView, has_time_ui};
use crate::window::ui::widgets::switch;
use of_run::RunCharts;
use parts::PartsCharts;
use shares::Shares;
use statistics::StatisticsTab;

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct OverTimeTab {
    parts: PartsCharts,
    shares: Shares,
    of_run: RunCharts,
    statistics: StatisticsTab,
}

/// What can be shown, and what that is.
const VIEWS: [(TimeView, &str, &str); 5] = [
    (TimeView::Parts, "Groups", "How groups grow, and the parts of each of them"),
    (TimeView::Memory, "Memory", "What is in memory, and how much of the time collections take"),
    (TimeView::Collections, "Collections", "What each collection begins and ends with, and how long it stops the program"),
    (TimeView::Shares, "Shares", "What it is made of: the shares of types, of allocation sites, or of what else it is grouped by"),
    (TimeView::Statistics, "Statistics", "All groups in a table: trends, maxima, what was created and collected"),
];

/// The last of them.
const STATISTICS: usize = VIEWS.len() - 1;

impl OverTimeTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let charts = &view.view.over_time;
        // What is known of collections has times of its own.
        if view.session.gc.is_none() && !has_time_ui(ui, view) {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            let views = if view.session.evolution.subject == Subject::Garbage { &VIEWS[..STATISTICS] } else { &VIEWS[..] };
            if let Some(shown) = switch(ui, charts.shown, views) {
                commands.push(CityCommand::Chart(Box::new(charts.showing(shown))));
            }
            if charts.shown == TimeView::Parts {
                parts::toolbar_ui(ui, view, commands);
            }
        });
        if !matches!(charts.shown, TimeView::Memory | TimeView::Collections) && !has_time_ui(ui, view) {
            return;
        }
        match charts.shown {
            // Garbage always piles up: statistics of growth say nothing about it.
            TimeView::Statistics if view.session.evolution.subject == Subject::Garbage => self.parts.show(ui, view, commands),
            TimeView::Parts => self.parts.show(ui, view, commands),
            TimeView::Shares => self.shares.show(ui, view, commands),
            TimeView::Memory | TimeView::Collections => self.of_run.show(ui, view, commands),
            TimeView::Statistics => self.statistics.show(ui, view, commands),
        }
    }
}
