//! What every picture of a film says of it: what it shows, from when to when, how much that is, and which point of time this is.

use analysis::{Metric, NodeIndex, PointInfo, Subject};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::guide::HintsView;
use super::theme::{Palette, TEXT_SMALL, TEXT_TITLE};
use super::time_chart::RunTime;
use super::timeline::{TimelineView, timeline_still_ui};
use crate::answers::windows::RunParts;
use crate::base::words;
use crate::window::state::{FreeArea, PanelSystems, PictureMode, SessionRes, SettingsRes, ViewRes};
use crate::window::ui::theme;

/// Heights of the title and of the time axis, and the shares of low pictures that they take at most.
const TITLE_HEIGHT: f32 = 58.0;
const TIME_HEIGHT: f32 = 108.0;
const TITLE_SHARE: f32 = 0.16;
const TIME_SHARE: f32 = 0.25;
/// A title that is lower has one line.
const ROOM_FOR_TWO_LINES: f32 = 50.0;

pub(super) fn plugin(app: &mut App) {
    let wanted = |mode: Option<Res<PictureMode>>| mode.is_some_and(|mode| mode.captions && !mode.panels);
    app.add_systems(EguiPrimaryContextPass, draw_captions.in_set(PanelSystems).run_if(wanted));
}

fn draw_captions(
    mut contexts: EguiContexts,
    (session, settings, view): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>),
    mut free: ResMut<FreeArea>,
    mut styled: Local<bool>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if !std::mem::replace(&mut *styled, true) {
        theme::apply(ctx, settings.0.theme, settings.0.reduce_motion);
    }
    let (session, view) = (&session.0, &view.0);
    let (evolution, metric) = (&*session.evolution, session.metric);
    if evolution.nodes.is_empty() {
        return Ok(());
    }
    let known: Vec<bool> = (0..evolution.points.len()).map(|point| evolution.is_known(metric, point)).collect();
    let totals = evolution.series(metric, NodeIndex::ROOT);
    let selected = view.selection.enclosing(evolution).filter(|&node| node != NodeIndex::ROOT);
    let selected = selected.map(|node| (session.short_name(node), evolution.series(metric, node)));
    let parts = RunParts { suggested: Vec::new(), start_ends: None };
    let timeline = TimelineView {
        time: RunTime { points: &evolution.points, shown: view.time.point, range: view.range, seen: None, parts: &parts },
        length_warning: None,
        subject: evolution.subject,
        totals: &totals,
        selected: selected.as_ref().map(|(name, values)| (name.as_str(), &**values)),
        metric,
        known: &known,
        playing: false,
        settings: &settings.0,
        hints: HintsView::default(),
        arriving: None,
    };
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    let mut ui = egui::Ui::new(ctx.clone(), egui::Id::new("captions"), builder);
    let area = captions_ui(&mut ui, &evolution.title, &timeline);
    free.set_if_neq(FreeArea::of(Rect::new(area.min.x, area.min.y, area.max.x, area.max.y), view.beside.is_some()));
    Ok(())
}

/// The title above and the time axis below; returns what they leave free.
fn captions_ui(ui: &mut egui::Ui, title: &str, timeline: &TimelineView<'_>) -> egui::Rect {
    let palette = Palette::of_ui(ui);
    let height = ui.max_rect().height();
    let frame = egui::Frame::new().fill(palette.panel).inner_margin(egui::Margin::symmetric(16, 6));
    let title_height = TITLE_HEIGHT.min(TITLE_SHARE * height);
    egui::Panel::top("film title").exact_size(title_height).show_separator_line(false).frame(frame).show(ui, |ui| {
        let [title, about] = title_lines(title, timeline);
        ui.spacing_mut().item_spacing.y = 2.0;
        let heading = egui::RichText::new(title).size(TEXT_TITLE + 4.0).strong();
        if title_height < ROOM_FOR_TWO_LINES {
            let one_line = egui::RichText::new(about).size(TEXT_SMALL).color(palette.text_weak);
            ui.horizontal_centered(|ui| {
                ui.add(egui::Label::new(heading.size(TEXT_SMALL + 1.0)).truncate());
                ui.add(egui::Label::new(one_line).truncate());
            });
            return;
        }
        ui.add(egui::Label::new(heading).truncate());
        ui.add(egui::Label::new(egui::RichText::new(about).size(TEXT_SMALL + 1.0).color(palette.text_weak)).truncate());
    });
    let time_height = TIME_HEIGHT.min(TIME_SHARE * height);
    let frame = frame.inner_margin(egui::Margin::symmetric(12, 6));
    egui::Panel::bottom("film time").exact_size(time_height).show_separator_line(false).frame(frame).show(ui, |ui| {
        timeline_still_ui(ui, timeline);
    });
    ui.available_rect_before_wrap()
}

/// What the film shows, and from when to when it goes, with how much there is at both ends.
fn title_lines(title: &str, timeline: &TimelineView<'_>) -> [String; 2] {
    let TimelineView { subject, totals, metric, known, .. } = timeline;
    let points = timeline.time.points;
    let what = match subject {
        _ if PointInfo::are_runs(points) => format!("The ends of several runs: {title}"),
        Subject::Heap => format!("The heap over time: {title}"),
        Subject::Garbage => format!("What died until each point: {title}"),
    };
    let amounts = ends(points, totals, known).map(|ends| format!(", {}", in_words(ends, *metric))).unwrap_or_default();
    let about = match points {
        [] => String::new(),
        [point] => format!("{}{amounts}", words::point_time(point)),
        [first, .., last] => {
            let times = [first, last].map(words::point_time);
            let noun = if first.run().is_some() { "runs" } else { "points" };
            format!("{} {noun}, from {} to {}{amounts}", words::count(points.len() as u64), times[0], times[1])
        }
    };
    [what, about]
}

/// The first amount that is known and the last one.
fn ends(points: &[PointInfo], totals: &[u64], known: &[bool]) -> Option<[u64; 2]> {
    let is_known = |&point: &usize| known.get(point) == Some(&true);
    let first = (0..points.len()).find(is_known)?;
    let last = (0..points.len()).rfind(is_known)?;
    Some([*totals.get(first)?, *totals.get(last)?])
}

fn in_words([first, last]: [u64; 2], metric: Metric) -> String {
    format!("{} at first, {} at last", words::amount(metric, first), words::amount(metric, last))
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::base::settings::CitySettings;

    static NO_PARTS: RunParts = RunParts { suggested: Vec::new(), start_ends: None };

    /// Three points, of which the last one is shown, in a picture of this size; and what is left of it.
    fn harness(width: f32, height: f32) -> Harness<'static, egui::Rect> {
        let points: Vec<PointInfo> =
            [0, 60_000, 125_000].map(|time_millis| PointInfo { time_millis, ..PointInfo::default() }).into_iter().collect();
        let settings = CitySettings::default();
        let app = move |ui: &mut egui::Ui, free: &mut egui::Rect| {
            let view = TimelineView {
                time: RunTime { points: &points, shown: 2, range: None, seen: None, parts: &NO_PARTS },
                subject: Subject::Heap,
                length_warning: None,
                totals: &[1000, 2000, 4500],
                selected: None,
                metric: Metric::Objects,
                known: &[true; 3],
                playing: false,
                settings: &settings,
                hints: HintsView::default(),
                arriving: None,
            };
            *free = captions_ui(ui, "shop", &view);
        };
        let mut harness = Harness::builder().with_size(egui::vec2(width, height)).build_ui_state(app, egui::Rect::NOTHING);
        harness.run();
        harness
    }

    #[test]
    fn a_picture_of_a_film_says_what_it_shows_and_which_point_of_which_time() {
        let harness = harness(1280.0, 720.0);
        for text in ["The heap over time: shop", "3 points, from 0:00.000 to 2:05.000", "1,000 objects at first, 4,500 objects at last"] {
            assert!(harness.query_by_label_contains(text).is_some(), "{text}");
        }
        // The point shown: its number, its time and the amount there.
        for text in ["3/3", "2:05.000", "4,500 objects"] {
            assert!(harness.query_all_by_label_contains(text).count() > 0, "{text}");
        }
        let axis = harness.get_by_label("Timeline").rect();
        assert!(axis.width() > 900.0 && axis.height() > 80.0 && axis.bottom() < 720.0, "{axis:?}");
        let free = *harness.state();
        assert!(free.height() > 520.0 && axis.top() >= free.bottom(), "{free:?}");
    }

    #[test]
    fn a_small_picture_keeps_most_of_its_height_for_the_city() {
        let free = *harness(320.0, 200.0).state();
        assert!(free.height() > 0.55 * 200.0, "{free:?}");
    }
}
