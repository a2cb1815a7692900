//! What every tab of the drawer gets, and what they say where there is nothing to show.

use std::sync::Arc;

use bevy_egui::egui::{RichText, Ui};

use crate::answers::windows::RunParts;
use crate::data::session::Session;
use crate::view::state::ViewState;
use crate::window::ui::guide::HintsView;
use crate::window::ui::theme::{GAP, Palette};
use crate::window::ui::time_chart::RunTime;
use crate::window::ui::widgets::working_ui;

/// With less room, only the metric of the city is compared.
pub(crate) const ROOM_FOR_BOTH: f32 = 1060.0;
/// With less room, percents are left out, points are told without their times and totals in fewer words.
pub(crate) const ROOM_FOR_PERCENT: f32 = 760.0;

/// What the tabs read.
pub(crate) struct DrawerView<'a> {
    pub(crate) session: &'a Arc<Session>,
    pub(crate) view: &'a ViewState,
    /// The start of the run, and what is worth a look.
    pub(crate) parts: &'a RunParts,
    /// What stands out.
    pub(crate) hints: HintsView<'a>,
    /// The files of the city; none of one that only arrives.
    #[cfg(feature = "fleet")]
    pub(crate) paths: &'a [std::path::PathBuf],
    /// More of the input is being read, and then it ends.
    pub(crate) is_reading: bool,
}

impl<'a> DrawerView<'a> {
    /// Without hints.
    pub(crate) fn new(session: &'a Arc<Session>, view: &'a ViewState, parts: &'a RunParts) -> Self {
        Self {
            session,
            view,
            parts,
            hints: HintsView::default(),
            #[cfg(feature = "fleet")]
            paths: &[],
            is_reading: false,
        }
    }

    /// What a tab says that needs single objects where there are none: its title, and why, for inputs that never had some.
    pub(crate) fn without_heaps<'s>(&self, title: &'s str, never_had: &'s str) -> (&'s str, &'s str) {
        match () {
            () if self.is_reading => {
                ("The input is still being read", "Where it has single objects, they are known when all of it has been read.")
            }
            () if self.session.wanted_sizes.is_some() => (title, DUMPS_ARE_GONE),
            () => (title, never_had),
        }
    }

    /// The time that charts show.
    pub(crate) fn time(&self) -> RunTime<'a> {
        let points = &self.session.evolution.points;
        let ViewState { time, range, seen_time, .. } = self.view;
        RunTime { points, shown: time.point.min(self.session.last_point()), range: *range, seen: *seen_time, parts: self.parts }
    }
}

/// While a tab works out what it shows. Returns whether it is to stop.
pub(crate) fn waiting_ui(ui: &mut Ui, title: &str, step: &str, fraction: Option<f32>) -> bool {
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        ui.set_max_width(WAITING_WIDTH);
        ui.label(RichText::new(title).strong());
        working_ui(ui, step, fraction);
        ui.add_space(GAP);
        ui.button("Stop").clicked()
    })
    .inner
}

/// Says why a tab is empty.
pub(crate) fn notice(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(title).strong());
        ui.label(RichText::new(text).color(Palette::of_ui(ui).text_weak));
    });
}

/// What is about time says so of an input that has none. Returns whether it has.
pub(crate) fn has_time_ui(ui: &mut Ui, view: &DrawerView<'_>) -> bool {
    let has_time = view.session.evolution.points.len() > 1;
    if !has_time {
        notice(
            ui,
            "This input is one point in time",
            "Open several dumps of one run together, or a trace, or watch a running program: then it shows what grew.",
        );
    }
    has_time
}

/// Width of what tells how far a tab's work is.
pub(crate) const WAITING_WIDTH: f32 = 360.0;

/// Why a city of heap dumps holds no single objects.
pub(crate) const DUMPS_ARE_GONE: &str = "The heap dumps of a watched program are gone once they are counted. `jcmd PID GC.heap_dump FILE` writes one \
                              that stays: open it.";
