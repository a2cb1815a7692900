//! The same objects over time: how many of the selected objects of this point live at every other one. Objects of traces
//! have an identity; a group at another point may be as large and hold others.

use std::sync::Arc;

use analysis::PointInfo;
use bevy_egui::egui::{CollapsingHeader, RichText, Ui};

use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::data::input::Tracked;
use crate::window::ui::inspector::groups::{Groups, failed_ui};
use crate::window::ui::theme::Palette;
use crate::window::ui::time_chart::sparkline;
use crate::window::ui::widgets::{note, value_row, working_ui};

/// Height of the line.
const LINE: f32 = 54.0;

/// What the section remembers.
#[derive(Debug, Default)]
pub(super) struct SameObjects(Background<(Groups, usize), Tracked>);

impl SameObjects {
    /// Forgets the answer.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Draws the section, which asks when it is unfolded; nothing for objects that cannot be followed. `points` is the time axis.
    pub(super) fn show(&mut self, ui: &mut Ui, groups: &Groups, points: &[PointInfo]) {
        if !groups.place.heaps.can_track(groups.place.point) {
            return;
        }
        let header = CollapsingHeader::new(RichText::new("The same objects at other points")).id_salt("same objects");
        let header = header.show_unindented(ui, |ui| {
            let theirs = groups.clone();
            // A recording that is being made gets further points.
            let question = (groups.clone(), points.len());
            self.0.ask(question.clone(), move |progress| theirs.place.heaps.tracked(theirs.place.point, &theirs.keys, progress));
            self.0.poll();
            match self.0.answer(&question) {
                Answer::Ready(tracked) => tracked_ui(ui, &Arc::clone(tracked), groups.place.point, points),
                Answer::Working { step, fraction } => working_ui(ui, &step, fraction),
                Answer::Failed(error) => failed_ui(ui, error),
                Answer::None => {}
            }
        });
        header.header_response.on_hover_text("Follows the objects that are selected at this point: when they came, and when they died");
    }
}

fn tracked_ui(ui: &mut Ui, tracked: &Tracked, point: usize, points: &[PointInfo]) {
    let palette = Palette::of_ui(ui);
    let known: Vec<(usize, u64)> = tracked.alive.iter().enumerate().filter_map(|(at, alive)| Some((at, (*alive)?))).collect();
    let (line, pointed) = sparkline(ui, points, &known, (point, None), palette.selection, LINE);
    let told = |(at, alive): (usize, u64)| {
        let label = points.get(at).map(words::point_text).unwrap_or_default();
        format!("{label}: {} of {} live", words::count(alive), words::count(tracked.objects))
    };
    if let Some(of_point) = pointed {
        line.on_hover_text(told(of_point));
    }
    for (name, of_point) in [("At the first point", known.first()), ("At the last point", known.last())] {
        if let Some(&(at, alive)) = of_point.filter(|(at, _)| *at != point) {
            let text = format!("{}  {}", words::count(alive), words::share(alive, tracked.objects));
            value_row(ui, name, &text, palette.text, &told((at, alive)));
        }
    }
    let before = known.iter().take_while(|(at, _)| *at < point).map(|&(_, alive)| alive).max().unwrap_or(0);
    if before == 0 && known.first().is_some_and(|(at, _)| *at < point) {
        note(ui, "None of them was there before this point.");
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use analysis::fixture::leaking_trace;
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::objects::Place;
    use crate::data::input::options::OpenOptions;
    use crate::test_samples::open_paths;

    #[test]
    fn how_many_live_at_the_other_points_is_told_when_it_is_asked() {
        let path = std::env::temp_dir().join(format!("memory-city-same-objects-{}.mctrace", std::process::id()));
        std::fs::write(&path, leaking_trace(4)).expect("there is room for temporary files");
        let dataset = open_paths(std::slice::from_ref(&path), &OpenOptions::default()).expect("is a trace");
        let heaps = dataset.heaps.expect("it has states");
        let groups = Groups { place: Place { heaps, point: 2 }, keys: vec!["Overall#app.Item".into()] };
        let mut same = SameObjects::default();
        let points = dataset.evolution.points.clone();
        let app = move |ui: &mut Ui| same.show(ui, &groups, &points);
        let mut harness = Harness::builder().with_size(bevy_egui::egui::vec2(300.0, 300.0)).build_ui(app);
        harness.get_by_label("The same objects at other points").click();
        let started = Instant::now();
        // One more item in each state: of the three of the third one the first state has one, and all live on.
        while harness.query_by_label("3  100.0 %").is_none() {
            assert!(started.elapsed() < Duration::from_secs(60), "the objects are not followed");
            harness.step();
            std::thread::yield_now();
        }
        assert!(harness.query_by_label("1  33.3 %").is_some());
        // What cannot be removed is the system's to remove.
        let _ = std::fs::remove_file(path);
    }
}
