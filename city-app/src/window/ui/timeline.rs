//! The timeline: total heap over time, the current point, and the buttons that move it.

use analysis::{Metric, Subject};
use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Ui, vec2};

use super::guide::HintsView;
use super::icons::{Icon, icon_button, icon_button_sized, icon_label};
use super::theme::{Palette, TEXT_SMALL, TEXT_TITLE};
use super::time_chart::brush::brush_ui;
use super::time_chart::{Drawn, RunTime, Scale, Series, TimeChart, value_text};
use super::widgets::{shorten, slider_ui};
use crate::answers::charts::Unit;
use crate::base::settings::CitySettings;
use crate::base::words;
use crate::data::point_range::PointRange;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::hint_key::Anchor;
use crate::view::playback::DWELL_SECS;
use crate::view::state::Panel;

/// Height of the panel.
pub(crate) const TIMELINE_HEIGHT: f32 = 118.0;

/// Room for the point shown beside the time axis of a picture.
const STILL_POSITION_WIDTH: f32 = 180.0;

/// What the timeline shows.
pub(crate) struct TimelineView<'a> {
    /// The time axis.
    pub(crate) time: RunTime<'a>,
    /// Why the points that are selected are few or many.
    pub(crate) length_warning: Option<&'a str>,
    /// What the city is of.
    pub(crate) subject: Subject,
    /// The whole of it in the metric shown, per point.
    pub(crate) totals: &'a [u64],
    /// The selection in the same metric and scale, if there is one.
    pub(crate) selected: Option<(&'a str, &'a [u64])>,
    /// What the totals count.
    pub(crate) metric: Metric,
    /// For each point whether the totals are known there.
    pub(crate) known: &'a [bool],
    /// Autoplay runs.
    pub(crate) playing: bool,
    /// Metric, speed, loop.
    pub(crate) settings: &'a CitySettings,
    /// What stands out.
    pub(crate) hints: HintsView<'a>,
    /// More points are being read.
    pub(crate) arriving: Option<ArrivingView<'a>>,
}

/// Points that are being read while the city is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ArrivingView<'a> {
    /// What is being done.
    pub(crate) text: &'a str,
    /// How much of it is done, where known.
    pub(crate) fraction: Option<f32>,
    /// Points that are ready and would move buildings.
    pub(crate) held: usize,
    /// What stops it.
    pub(crate) stop: Stop,
}

/// What is being done while the city is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Points are being read.
    Reading,
    /// Sizes are being computed.
    Sizes,
}

/// Draws the timeline.
pub(crate) fn timeline_ui(ui: &mut Ui, view: &TimelineView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            ui.set_width(226.0);
            transport_ui(ui, view, commands);
            speed_ui(ui, view, commands);
            if let Some(arriving) = &view.arriving {
                ui.horizontal(|ui| arriving_ui(ui, arriving, commands));
            }
        });
        let label_width = 150.0;
        let chart = vec2((ui.available_width() - label_width).max(60.0), TIMELINE_HEIGHT - 18.0);
        chart_ui(ui, view, chart, commands);
        ui.vertical(|ui| position_ui(ui, view, commands));
    });
}

/// The timeline of a picture: nobody presses its buttons.
pub(crate) fn timeline_still_ui(ui: &mut Ui, view: &TimelineView<'_>) {
    let height = ui.available_height();
    ui.horizontal(|ui| {
        let position = STILL_POSITION_WIDTH.min(0.3 * ui.available_width());
        let chart = vec2((ui.available_width() - position).max(60.0), height);
        chart_ui(ui, view, chart, &mut Vec::new());
        ui.vertical(|ui| position_ui(ui, view, &mut Vec::new()));
    });
}

/// The folded timeline: the buttons and where the cursor is.
pub(crate) fn timeline_rail_ui(ui: &mut Ui, view: &TimelineView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal_centered(|ui| {
        let RunTime { points, shown, .. } = view.time;
        let has_time = points.len() > 1;
        if has_time {
            transport_ui(ui, view, commands);
            ui.label(RichText::new(format!("{}/{}", shown + 1, points.len())).strong());
        } else {
            ui.label(RichText::new("One point in time").strong())
                .on_hover_text("Several dumps of one run show what grows: open them together");
        }
        if let Some(point) = points.get(shown) {
            ui.label(RichText::new(words::point_text(point)).color(Palette::of_ui(ui).text_weak));
        }
        if let Some(arriving) = &view.arriving {
            ui.separator();
            arriving_ui(ui, arriving, commands);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if has_time && icon_button(ui, Icon::Chart, "Timeline", "F10", false).clicked() {
                commands.push(CityCommand::Toggle(Panel::Timeline));
            }
        });
    });
}

fn transport_ui(ui: &mut Ui, view: &TimelineView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let last = view.time.range.unwrap_or(PointRange::whole(view.time.points.len())).last;
        if icon_button(ui, Icon::First, "First point, playing goes on", "Home", false).clicked() {
            commands.push(CityCommand::Restart);
        }
        if icon_button(ui, Icon::Previous, "Previous point", "Left", false).clicked() {
            commands.push(CityCommand::Step(-1));
        }
        let (icon, text) = if view.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        if icon_button_sized(ui, icon, text, "Space", view.playing, vec2(40.0, 30.0)).clicked() {
            commands.push(CityCommand::PlayPause);
        }
        if icon_button(ui, Icon::Next, "Next point", "Right", false).clicked() {
            commands.push(CityCommand::Step(1));
        }
        if icon_button(ui, Icon::Last, "Last point", "End", false).clicked() {
            commands.push(CityCommand::GoTo(last));
        }
        ui.add_space(8.0);
        if icon_button(ui, Icon::Loop, "Start over at the end", "", view.settings.loop_playback).clicked() {
            let loop_playback = !view.settings.loop_playback;
            commands.push(CityCommand::Set(Box::new(CitySettings { loop_playback, ..view.settings.clone() })));
        }
    });
}

fn speed_ui(ui: &mut Ui, view: &TimelineView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new("Speed").size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak));
        let mut dwell = view.settings.dwell_secs;
        let response = slider_ui(ui, &mut dwell, DWELL_SECS, 0.1, " s", label.id).on_hover_text("How long autoplay shows each point");
        if response.changed() && dwell != view.settings.dwell_secs {
            commands.push(CityCommand::Set(Box::new(CitySettings { dwell_secs: dwell, ..view.settings.clone() })));
        }
    });
}

/// Progress of what is being read, with a way to stop it and to see at once what is ready.
fn arriving_ui(ui: &mut Ui, arriving: &ArrivingView<'_>, commands: &mut Vec<CityCommand>) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let (text, stop) = match arriving.stop {
        Stop::Reading => ("Stop reading", ShellCommand::CancelJob),
        Stop::Sizes => ("Stop computing sizes", ShellCommand::StopSizes),
    };
    if icon_button_sized(ui, Icon::Close, text, "", false, vec2(22.0, 22.0)).clicked() {
        commands.push(stop.into());
    }
    if arriving.held > 0 {
        let text = if arriving.held == 1 { "Show 1 more".to_owned() } else { format!("Show {} more", arriving.held) };
        let tip = "These points are read. They change the plan, so they wait until you pause and let go, or until more are there";
        if ui.add(egui::Button::new(RichText::new(text).size(TEXT_SMALL))).on_hover_text(tip).clicked() {
            commands.push(ShellCommand::TakeArrived.into());
        }
    }
    match arriving.fraction {
        Some(fraction) => {
            let width = ui.available_width().clamp(24.0, 70.0);
            ui.add(egui::ProgressBar::new(fraction).desired_height(6.0).desired_width(width)).on_hover_text(arriving.text);
        }
        None => icon_label(ui, Icon::Pulse, Palette::of_ui(ui).outgoing),
    }
    ui.add(egui::Label::new(RichText::new(arriving.text).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak)).truncate());
}

fn position_ui(ui: &mut Ui, view: &TimelineView<'_>, commands: &mut Vec<CityCommand>) {
    let weak = Palette::of_ui(ui).text_weak;
    ui.with_layout(Layout::top_down(Align::Max), |ui| {
        let RunTime { points, shown, range, .. } = view.time;
        let n = points.len();
        let number = if n == 0 { 0 } else { shown + 1 };
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.label(RichText::new(format!("{number}/{n}")).size(TEXT_TITLE + 8.0).strong()).on_hover_text("The point shown, of all points");
        if let Some(point) = points.get(shown) {
            let time = words::point_time(point);
            ui.add(egui::Label::new(RichText::new(&time).size(TEXT_SMALL).color(weak)).truncate());
            // GC number and label, where there are any, on a line of their own.
            let text = words::point_text(point);
            if let Some(rest) = text.strip_prefix(&format!("{time}, ")) {
                let short = shorten(ui.painter(), rest, &egui::FontId::proportional(TEXT_SMALL), ui.available_width());
                ui.add(egui::Label::new(RichText::new(short).size(TEXT_SMALL).color(weak)).truncate()).on_hover_text(&text);
            }
        }
        let total = value_text(Unit::Of(view.metric), view.totals.get(shown).copied(), view.known.get(shown) == Some(&true));
        ui.label(RichText::new(total).size(TEXT_SMALL));
        if let Some(range) = range {
            let text = format!("{range} selected{}", if view.length_warning.is_some() { " (!)" } else { "" });
            let tip = "Growth everywhere is that from the first of these points. Click for all points";
            let tip = view.length_warning.map_or_else(|| tip.to_owned(), |warning| format!("{warning}.\n{tip}"));
            let button = egui::Button::new(RichText::new(text).size(TEXT_SMALL).color(Palette::of_ui(ui).attention)).small();
            if ui.add(button).on_hover_text(tip).clicked() {
                commands.push(CityCommand::SelectPoints(None));
            }
        }
    });
}

fn chart_ui(ui: &mut Ui, view: &TimelineView<'_>, size: egui::Vec2, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let series = |name, values, color, drawn| Series { name, values, known: Some(view.known), smoothed: (0, &[]), color, drawn };
    let whole = match view.subject {
        Subject::Heap => "heap",
        Subject::Garbage => "died",
    };
    let heap = series(whole, view.totals, palette.heap, Drawn::Area { until_shown: 0.45, after: 0.22 });
    let selected = |(name, values)| series(name, values, palette.selection, Drawn::Area { until_shown: 0.4, after: 0.4 });
    let all: Vec<Series<'_>> = std::iter::once(heap).chain(view.selected.map(selected)).collect();
    let usage = match view.time.range {
        _ if view.time.points.len() < 3 => "",
        None => "Drag to select a stretch of time, below the line to go through it; the wheel zooms",
        Some(_) => "Drag the edges or the middle; double click for all points; the wheel zooms",
    };
    let unit = Unit::Of(view.metric);
    let chart =
        TimeChart { label: "Timeline", time: view.time, own_points: None, series: &all, unit, scale: Scale::Corner, most: None, usage };
    let pointed = chart.show(ui, size, Sense::click_and_drag());
    brush_ui(ui, &pointed, &view.time, commands);
    view.hints.bulbs_ui(ui, Anchor::Timeline, pointed.area.right_top() + vec2(-6.0, 14.0), commands);
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use analysis::PointInfo;

    use super::*;
    use crate::answers::windows::RunParts;
    use crate::data::point_range::SeenTime;

    /// Nothing is worth a look.
    static NO_PARTS: RunParts = RunParts { suggested: Vec::new(), start_ends: None };

    fn points(times: &[i64]) -> Vec<PointInfo> {
        times.iter().map(|&time_millis| PointInfo { time_millis, ..PointInfo::default() }).collect()
    }

    fn view_of<'a>(points: &'a [PointInfo], totals: &'a [u64], settings: &'a CitySettings) -> TimelineView<'a> {
        let (metric, known) = (settings.metric, &[true; 5][..points.len()]);
        let time = RunTime { points, shown: 0, range: None, seen: None, parts: &NO_PARTS };
        TimelineView {
            time,
            subject: Subject::Heap,
            length_warning: None,
            totals,
            selected: None,
            metric,
            known,
            playing: false,
            settings,
            hints: HintsView::default(),
            arriving: None,
        }
    }

    /// The timeline of three points in a window, and what it asked for.
    fn harness(point: usize, playing: bool) -> Harness<'static, Vec<CityCommand>> {
        let points = points(&[0, 1000, 2000]);
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let totals = [10, 20, 30];
            let mut view = TimelineView { playing, ..view_of(&points, &totals, &settings) };
            view.time.shown = point;
            timeline_ui(ui, &view, commands);
        };
        Harness::builder().with_size(vec2(1000.0, 140.0)).build_ui_state(app, Vec::new())
    }

    #[test]
    fn every_button_sends_its_command() {
        for (name, command) in [
            ("First point, playing goes on", CityCommand::Restart),
            ("Previous point", CityCommand::Step(-1)),
            ("Play", CityCommand::PlayPause),
            ("Next point", CityCommand::Step(1)),
            ("Last point", CityCommand::GoTo(2)),
        ] {
            let mut harness = harness(1, false);
            harness.get_by_label(name).click();
            harness.run();
            assert_eq!(*harness.state(), [command], "{name}");
        }
    }

    #[test]
    fn the_label_counts_from_one_and_play_becomes_pause() {
        let harness = harness(1, true);
        assert!(harness.query_by_label("2/3").is_some());
        assert!(harness.query_by_label("Pause").is_some());
    }

    #[test]
    fn points_being_read_can_be_stopped_and_those_that_wait_can_be_shown() {
        let points = points(&[0, 1000]);
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let arriving = Some(ArrivingView { text: "5 of 13 read", fraction: Some(0.4), held: 3, stop: Stop::Reading });
            let mut view = TimelineView { arriving, ..view_of(&points, &[1, 2], &settings) };
            view.time.shown = 1;
            timeline_ui(ui, &view, commands);
        };
        let mut harness = Harness::builder().with_size(vec2(1000.0, 140.0)).build_ui_state(app, Vec::new());
        assert!(harness.query_by_label("5 of 13 read").is_some());
        harness.get_by_label("Show 3 more").click();
        harness.run();
        harness.get_by_label("Stop reading").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::TakeArrived.into(), ShellCommand::CancelJob.into()]);
    }

    #[test]
    fn a_click_goes_to_the_point_whose_time_is_nearest() {
        let points = points(&[0, 1, 2000]);
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            timeline_ui(ui, &view_of(&points, &[10, 20, 30], &settings), commands);
        };
        let mut harness = Harness::builder().with_size(vec2(1000.0, 140.0)).build_ui_state(app, Vec::new());
        let rect = harness.get_by_label("Timeline").rect();
        // Of three points side by side the middle one would be nearest.
        harness.drag_at(rect.left_center() + vec2(0.7 * rect.width(), 0.0));
        harness.run();
        assert_eq!(harness.state().first(), Some(&CityCommand::GoTo(2)));
    }

    #[test]
    fn pressing_on_the_chart_goes_there() {
        let mut harness = harness(0, false);
        let rect = harness.get_by_label("Timeline").rect();
        harness.drag_at(rect.right_center() - vec2(12.0, 0.0));
        harness.run();
        assert_eq!(harness.state().first(), Some(&CityCommand::GoTo(2)));
    }

    /// What dragging on the timeline of three points asks for, from one place of it to others; from 0 to 1 both ways.
    fn dragged(range: Option<PointRange>, from: egui::Vec2, to: &[f32]) -> Vec<CityCommand> {
        let points = points(&[0, 1000, 2000]);
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let mut view = view_of(&points, &[10, 20, 30], &settings);
            view.time.range = range;
            timeline_ui(ui, &view, commands);
        };
        let mut harness = Harness::builder().with_size(vec2(1000.0, 140.0)).build_ui_state(app, Vec::new());
        let rect = harness.get_by_label("Timeline").rect();
        let place = |at: egui::Vec2| rect.min + at * rect.size();
        harness.drag_at(place(from));
        harness.run();
        for &x in to {
            harness.hover_at(place(vec2(x, from.y)));
            harness.run();
        }
        harness.drop_at(place(vec2(to.last().copied().unwrap_or(from.x), from.y)));
        harness.run();
        let mut commands = harness.state().clone();
        commands.dedup();
        commands
    }

    #[test]
    fn the_wheel_zooms_at_the_pointer_and_sideways_moves() {
        let points = points(&[0, 1000, 2000, 3000, 4000]);
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let seen = commands.iter().rev().find_map(|command| match command {
                CityCommand::SeeTime(seen) => Some(*seen),
                _ => None,
            });
            let mut view = view_of(&points, &[10, 20, 30, 40, 50], &settings);
            view.time.seen = seen.flatten();
            timeline_ui(ui, &view, commands);
        };
        let mut harness = Harness::builder().with_size(vec2(1000.0, 140.0)).build_ui_state(app, Vec::new());
        let rect = harness.get_by_label("Timeline").rect();
        let mut wheel = |at: f32, delta: egui::Vec2| -> Option<SeenTime> {
            harness.hover_at(rect.min + vec2(at, 0.5) * rect.size());
            let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, egui::Modifiers::NONE);
            harness.event(egui::Event::MouseWheel { unit, delta, phase, modifiers });
            harness.run_steps(20);
            let seen = |command: &CityCommand| if let CityCommand::SeeTime(seen) = command { Some(*seen) } else { None };
            harness.state().iter().rev().find_map(seen).flatten()
        };
        let near = wheel(0.5, vec2(0.0, 200.0)).expect("a part is seen");
        assert!((near.from + near.to - 4000).abs() < 40 && near.from > 500, "around the middle, {near:?}");
        let moved = wheel(0.5, vec2(-100.0, 0.0)).expect("a part is seen");
        assert!(moved.from > near.from && (moved.to - moved.from - (near.to - near.from)).abs() <= 2, "{moved:?} after {near:?}");
        assert_eq!(wheel(0.2, vec2(0.0, -2000.0)), None, "all of it");
    }

    #[test]
    fn dragging_below_the_line_scrubs_and_on_it_selects_a_stretch_of_time() {
        assert_eq!(dragged(None, vec2(0.5, 0.95), &[0.99]), [CityCommand::GoTo(1), CityCommand::GoTo(2)]);
        let select = |first, last| CityCommand::SelectPoints(Some(PointRange { first, last }));
        let selected = dragged(None, vec2(0.5, 0.5), &[0.6, 0.99]);
        assert!(selected.contains(&select(1, 2)), "{selected:?}");
        // By an edge, and by the middle.
        let last_two = Some(PointRange { first: 1, last: 2 });
        assert_eq!(dragged(last_two, vec2(0.99, 0.5), &[0.9, 0.01]).last(), Some(&select(0, 1)));
        assert_eq!(dragged(last_two, vec2(0.75, 0.5), &[0.6, 0.01]).last(), Some(&select(0, 1)));
    }
}
