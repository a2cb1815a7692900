//! The screens without a city: start, loading, failed.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, Layout, Rect, RichText, ScrollArea, Sense, Shape, Stroke, TextEdit, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::icons::{Icon, icon_button_sized, icon_label};
use super::sample_pictures::SamplePictures;
use super::theme::{DRAWN_CITY, GAP, Palette, TEXT_DISPLAY, TEXT_TITLE, UNTINTED, card, color32};
use super::widgets::{main_button, note, section, shorten};
use crate::base::settings::GrowthRamp;
use crate::city::look::growth_color;
use crate::view::command::{CityCommand, ShellCommand};

/// A sample city.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SampleCard {
    /// The name that opens it.
    pub(crate) name: String,
    pub(crate) title: String,
    /// What there is to find.
    pub(crate) sentence: String,
}

/// A running JVM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JvmRow {
    pub(crate) pid: u32,
    pub(crate) name: String,
}

/// What the start screen shows.
pub(crate) struct StartView<'a> {
    pub(crate) samples: &'a [SampleCard],
    /// Pictures of the samples; without one a drawing stands in.
    pub(crate) pictures: &'a mut SamplePictures,
    pub(crate) recent: &'a [PathBuf],
    /// Those of them that are no longer there.
    pub(crate) missing: &'a [PathBuf],
    /// JVMs on this machine, or why they cannot be listed.
    pub(crate) jvms: Result<&'a [JvmRow], &'a str>,
}

/// Width of the content of these screens.
const WIDTH: f32 = 1000.0;
/// Height of a sample's title and sentence: three lines and six.
const CARD_TEXT_HEIGHT: f32 = 174.0;
/// Height of a sample's picture.
const PICTURE_HEIGHT: f32 = 150.0;

/// Draws the start screen.
pub(crate) fn start_ui(ui: &mut Ui, view: &mut StartView<'_>, commands: &mut Vec<CityCommand>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let margin = (0.5 * (ui.available_width() - WIDTH)).max(16.0);
        ui.add_space((0.07 * ui.ctx().content_rect().height()).max(8.0));
        ui.horizontal(|ui| {
            ui.add_space(margin);
            ui.vertical(|ui| {
                ui.set_width(WIDTH.min(ui.available_width() - 16.0));
                title_ui(ui);
                tours_ui(ui, view, commands);
                ui.add_space(GAP);
                samples_ui(ui, view, commands);
                ui.add_space(GAP);
                ui.columns(2, |columns| {
                    open_ui(&mut columns[0], view, commands);
                    jvms_ui(&mut columns[1], view, commands);
                    connect_ui(&mut columns[1], commands);
                });
            });
        });
    });
}

fn title_ui(ui: &mut Ui) {
    ui.label(RichText::new("Memory City").size(TEXT_DISPLAY).strong());
    ui.label(
        RichText::new(
            "See what leaks in a Java heap: every building is a group of objects, red ones grow, and a click shows who keeps them alive.",
        )
        .color(Palette::of_ui(ui).text_weak)
        .size(TEXT_TITLE),
    );
}

/// Tours: what they show, and through which sample they go.
const TOURS: [(&str, &str, &str); 2] = [
    ("Tour: find a leak", "travel-shop-trace", "Step by step, from memory that grows to the field that keeps it, in a recorded program"),
    ("Tour: find churn", "pet-shop-trace", "Step by step, from a busy collector to the line that makes objects to throw them away"),
];

/// Where the buttons of tours were drawn last.
pub(crate) fn tour_buttons(ctx: &egui::Context) -> Vec<Rect> {
    TOURS.iter().filter_map(|(_, sample, _)| ctx.data(|data| data.get_temp(egui::Id::new(("tour", *sample))))).collect()
}

fn tours_ui(ui: &mut Ui, view: &StartView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        for (label, sample, tip) in TOURS.into_iter().filter(|(_, name, _)| view.samples.iter().any(|sample| sample.name == *name)) {
            let button = main_button(ui, label).on_hover_text(tip);
            ui.data_mut(|data| data.insert_temp(egui::Id::new(("tour", sample)), button.rect));
            if button.clicked() {
                commands.extend([CityCommand::Guide(true), ShellCommand::OpenSample(sample.to_owned()).into()]);
            }
        }
    });
}

fn samples_ui(ui: &mut Ui, view: &mut StartView<'_>, commands: &mut Vec<CityCommand>) {
    section(ui, "Visit a sample city");
    if view.samples.is_empty() {
        note(ui, "The folder data-samples was not found beside the program.");
        return;
    }
    let columns = view.samples.len().clamp(1, 7);
    ui.columns(columns, |columns_ui| {
        for (at, sample) in view.samples.iter().enumerate() {
            let picture = view.pictures.of(columns_ui[at % columns].ctx(), &sample.name);
            if sample_card(&mut columns_ui[at % columns], sample, picture.as_ref(), at).clicked() {
                commands.push(ShellCommand::OpenSample(sample.name.clone()).into());
            }
        }
    });
}

/// A picture with a title and a sentence; the whole card is one button.
fn sample_card(ui: &mut Ui, sample: &SampleCard, picture: Option<&egui::TextureHandle>, number: usize) -> egui::Response {
    let palette = Palette::of_ui(ui);
    let inner = card(palette).inner_margin(0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), PICTURE_HEIGHT), Sense::hover());
        let rounded = CornerRadius { sw: 0, se: 0, ..CornerRadius::same(super::theme::RADIUS) };
        match picture {
            Some(texture) => {
                let part = cut_to(texture.size_vec2(), rect.size());
                let shape = egui::epaint::RectShape::filled(rect, rounded, UNTINTED).with_texture(texture.id(), part);
                ui.painter().add(shape);
            }
            None => drawn_city(ui, rect, number),
        }
        egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            // Columns justify their text; a card reads better without. All cards are equally high.
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.set_min_height(CARD_TEXT_HEIGHT);
                ui.add(egui::Label::new(RichText::new(&sample.title).size(TEXT_TITLE).strong()).wrap());
                note(ui, &sample.sentence);
            });
        });
    });
    let response = ui.interact(inner.response.rect, ui.id().with(("sample", &sample.name)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Open sample {}", sample.name)));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_stroke(response.rect, super::theme::RADIUS, Stroke::new(2.0, palette.selection), egui::StrokeKind::Inside);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// The middle of a picture that has the shape of its frame, as a share of the picture.
fn cut_to(picture: egui::Vec2, frame: egui::Vec2) -> Rect {
    let (shape, wanted) = (picture.x / picture.y.max(1.0), frame.x / frame.y.max(1.0));
    let size = if shape > wanted { vec2(wanted / shape, 1.0) } else { vec2(1.0, shape / wanted.max(1e-3)) };
    Rect::from_center_size(pos2(0.5, 0.5), size)
}

/// A small city in parallel projection, for samples without a picture: the growers differ from sample to sample.
fn drawn_city(ui: &Ui, rect: Rect, number: usize) {
    const SIDE: usize = 6;
    let [night, ground_color, edge] = DRAWN_CITY;
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius { sw: 0, se: 0, ..CornerRadius::same(super::theme::RADIUS) }, night);
    let unit = rect.width() / 17.0;
    let ground = pos2(rect.center().x, rect.top() + 0.40 * rect.height());
    let project = |x: f32, y: f32, z: f32| pos2(ground.x + (x - y) * unit, ground.y + (x + y) * 0.5 * unit - z * unit);
    let face = |corners: [egui::Pos2; 4], color: Color32| {
        painter.add(Shape::convex_polygon(corners.to_vec(), color, Stroke::new(0.7, edge)));
    };
    let n = SIDE as f32;
    face([project(0.0, 0.0, 0.0), project(n, 0.0, 0.0), project(n, n, 0.0), project(0.0, n, 0.0)], ground_color);
    for row in 0..SIDE {
        for column in 0..SIDE {
            // A fixed scatter: no two samples look alike, and each looks the same every time.
            let noise = (((row * 7 + column * 13 + number * 29) * 2_654_435_761_usize) >> 7) % 97;
            let grower = noise.is_multiple_of(9);
            let height = if grower { 2.2 + (noise % 5) as f32 * 0.35 } else { 0.3 + (noise % 11) as f32 * 0.09 };
            let growth = if grower { 0.55 + (noise % 4) as f32 * 0.15 } else { 0.0 };
            let [r, g, b] = growth_color(GrowthRamp::Published, growth);
            let shade = |k: f32| color32([r * k, g * k, b * k]);
            let (x0, y0, x1, y1) = (column as f32 + 0.15, row as f32 + 0.15, column as f32 + 0.85, row as f32 + 0.85);
            face([project(x0, y1, 0.0), project(x1, y1, 0.0), project(x1, y1, height), project(x0, y1, height)], shade(0.78));
            face([project(x1, y0, 0.0), project(x1, y1, 0.0), project(x1, y1, height), project(x1, y0, height)], shade(0.6));
            face([project(x0, y0, height), project(x1, y0, height), project(x1, y1, height), project(x0, y1, height)], shade(1.0));
        }
    }
}

fn open_ui(ui: &mut Ui, view: &StartView<'_>, commands: &mut Vec<CityCommand>) {
    let tables = if cfg!(feature = "fleet") { ", memory trees or tables" } else { " or memory trees" };
    section(ui, &format!("Open heap dumps, traces{tables}"));
    let id = ui.id().with("open path");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let mut go = false;
    ui.horizontal(|ui| {
        let tip = "Heap dumps, a folder of dumps, traces, memory trees or class histograms  (Ctrl+O)";
        if main_button(ui, "Choose…").on_hover_text(tip).clicked() {
            commands.push(ShellCommand::AskFiles.into());
        }
        let width = (ui.available_width() - 80.0).max(80.0);
        let response = ui.add(TextEdit::singleline(&mut text).hint_text("or the path of a file or folder").desired_width(width));
        response.widget_info(|| {
            let mut info = WidgetInfo::text_edit(true, "", "", "");
            info.label = Some("Path".to_owned());
            info
        });
        go = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        go |= ui.add_enabled_ui(!text.trim().is_empty(), |ui| ui.button("Open")).inner.clicked();
    });
    ui.data_mut(|data| data.insert_temp(id, text.clone()));
    if go && !text.trim().is_empty() {
        commands.push(ShellCommand::Open(vec![expand_home(text.trim())]).into());
    }
    note(ui, "Or drop files or a folder anywhere on this window. Several dumps of one program are one city over time.");
    if view.recent.is_empty() {
        return;
    }
    section(ui, "Recent");
    for path in view.recent {
        recent_ui(ui, path, view.missing.contains(path), commands);
    }
}

/// A path that was opened before; one that is gone can only be taken off the list.
fn recent_ui(ui: &mut Ui, path: &Path, missing: bool, commands: &mut Vec<CityCommand>) {
    let weak = Palette::of_ui(ui).text_weak;
    let text = path.display().to_string();
    ui.horizontal(|ui| {
        icon_label(ui, if missing { Icon::Warning } else { Icon::Folder }, weak);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if missing {
                let label = format!("Take {text} off the list");
                if icon_button_sized(ui, Icon::Close, &label, "", false, vec2(22.0, 22.0)).clicked() {
                    commands.push(ShellCommand::ForgetRecent(path.to_owned()).into());
                }
                note(ui, "missing");
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let font = egui::TextStyle::Button.resolve(ui.style());
                let shown = RichText::new(shorten(ui.painter(), &short_path(path), &font, ui.available_width()));
                let button = egui::Button::new(if missing { shown.color(weak) } else { shown }).frame(false).truncate();
                let response = ui.add_enabled(!missing, button);
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, !missing, &text));
                let tip = if missing { format!("{text} is not there any more") } else { format!("Open {text}") };
                if response.on_hover_text(&tip).on_disabled_hover_text(&tip).clicked() {
                    commands.push(ShellCommand::Open(vec![path.to_owned()]).into());
                }
            });
        });
    });
}

/// The end of a path, which tells most: `…/dumps/app.hprof`.
fn short_path(path: &Path) -> String {
    const PARTS: usize = 3;
    let parts: Vec<_> = path.iter().collect();
    if parts.len() <= PARTS + 1 {
        return path.display().to_string();
    }
    let end: PathBuf = parts[parts.len() - PARTS..].iter().collect();
    format!("…/{}", end.display())
}

/// `~/x` is in the home directory, as in a shell.
fn expand_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// Asks for the address of a recorder or of another server.
fn connect_ui(ui: &mut Ui, commands: &mut Vec<CityCommand>) {
    section(ui, "Follow a recording");
    let id = ui.id().with("address");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let mut go = false;
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 100.0).max(80.0);
        let response = ui.add(TextEdit::singleline(&mut text).hint_text("ws://127.0.0.1:PORT/TOKEN").desired_width(width));
        response.widget_info(|| {
            let mut info = WidgetInfo::text_edit(true, "", "", "");
            info.label = Some("Address".to_owned());
            info
        });
        go = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let tip = "Grows the city while the program is recorded; or takes the memory trees of an Analyzer's server";
        go |= ui.add_enabled_ui(!text.trim().is_empty(), |ui| ui.button("Connect").on_hover_text(tip)).inner.clicked();
    });
    ui.data_mut(|data| data.insert_temp(id, text.clone()));
    if go && !text.trim().is_empty() {
        commands.push(ShellCommand::Connect(text.trim().to_owned()).into());
    }
    note(ui, "The address is in the file that memory-city record --address FILE names.");
}

fn jvms_ui(ui: &mut Ui, view: &StartView<'_>, commands: &mut Vec<CityCommand>) {
    section(ui, "Watch a running JVM");
    match view.jvms {
        Err(reason) => {
            note(ui, reason);
        }
        Ok([]) => {
            note(ui, "No JVM of yours runs on this machine. Start your program, and it appears here.");
        }
        Ok(jvms) => {
            for jvm in jvms {
                ui.horizontal(|ui| {
                    icon_label(ui, Icon::Pulse, Palette::of_ui(ui).outgoing);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let watch =
                            ui.button("Watch").on_hover_text("Counts objects by class every few seconds and grows the city while you look");
                        if watch.clicked() {
                            commands.push(ShellCommand::Watch { pid: jvm.pid, dumps: false }.into());
                        }
                        let text = "A full heap dump at every step: shows references, pauses the program for each";
                        if ui.button("Dumps").on_hover_text(text).clicked() {
                            commands.push(ShellCommand::Watch { pid: jvm.pid, dumps: true }.into());
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(egui::Label::new(format!("{}  {}", jvm.pid, jvm.name)).truncate());
                        });
                    });
                });
            }
        }
    }
}

/// Files hover over the window.
pub(crate) fn drop_here_ui(ui: &Ui) {
    let palette = Palette::of_ui(ui);
    let rect = ui.ctx().content_rect().shrink(18.0);
    let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::new("drop here")));
    painter.rect_filled(rect, 12, palette.selection_fill.gamma_multiply(0.6));
    painter.rect_stroke(rect, 12, Stroke::new(3.0, palette.selection), egui::StrokeKind::Inside);
    painter.text(rect.center(), Align2::CENTER_CENTER, "Drop to open", egui::FontId::proportional(TEXT_DISPLAY), palette.text);
}

/// What the loading screen shows.
pub(crate) struct LoadingView<'a> {
    /// What is being opened.
    pub(crate) what: &'a str,
    /// What is being done now.
    pub(crate) step: &'a str,
    /// How much of it is done, where known.
    pub(crate) fraction: Option<f32>,
    pub(crate) elapsed_secs: f32,
}

/// Draws progress with a way out.
pub(crate) fn loading_ui(ui: &mut Ui, view: &LoadingView<'_>, commands: &mut Vec<CityCommand>) {
    centered(ui, |ui| {
        ui.label(RichText::new("Building the city").size(TEXT_TITLE + 6.0).strong());
        note(ui, view.what);
        ui.add_space(GAP);
        let bar = egui::ProgressBar::new(view.fraction.unwrap_or(0.0)).desired_height(10.0).animate(view.fraction.is_none());
        ui.add(bar);
        ui.horizontal(|ui| {
            let percent = view.fraction.map(|f| format!("  {:.0} %", 100.0 * f)).unwrap_or_default();
            let step = if view.step.is_empty() { "starting" } else { view.step };
            ui.label(format!("{step}{percent}"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| note(ui, &format!("{:.0} s", view.elapsed_secs)));
        });
        ui.add_space(GAP);
        if ui.add(egui::Button::new("Cancel")).on_hover_text("Stop and go back  (Esc)").clicked() {
            commands.push(ShellCommand::CancelJob.into());
        }
    });
}

/// What the failure screen shows.
pub(crate) struct FailedView<'a> {
    pub(crate) error: &'a str,
    /// What was being opened, to try again.
    pub(crate) paths: &'a [PathBuf],
}

/// Draws what went wrong and what to do next.
pub(crate) fn failed_ui(ui: &mut Ui, view: &FailedView<'_>, commands: &mut Vec<CityCommand>) {
    centered(ui, |ui| {
        let palette = Palette::of_ui(ui);
        ui.horizontal(|ui| {
            icon_label(ui, Icon::Warning, palette.error);
            ui.label(RichText::new("This could not be opened").size(TEXT_TITLE + 6.0).strong());
        });
        ui.add_space(GAP);
        card(palette).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(egui::Label::new(RichText::new(view.error).color(palette.error)).wrap().selectable(true));
        });
        ui.add_space(GAP);
        note(ui, advice(view.error));
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            if main_button(ui, "Back to the start").on_hover_text("Esc").clicked() {
                commands.push(ShellCommand::Close.into());
            }
            if !view.paths.is_empty() && ui.button("Try again").clicked() {
                commands.push(ShellCommand::Open(view.paths.to_vec()).into());
            }
        });
    });
}

/// What to do about an error, by its words.
fn advice(error: &str) -> &'static str {
    let error = error.to_lowercase();
    if error.contains("no heap states") {
        // The error says what to do.
        ""
    } else if error.contains("jcmd") || error.contains("jvm") || error.contains("pid") {
        "Watching needs the JDK's jcmd in the PATH, and a JVM that runs under the same user."
    } else if error.contains("no such file") || error.contains("not found") || error.contains("does not exist") {
        "Check the path. Both a single file and a folder with several heap states can be opened."
    } else if error.contains("permission") {
        "The file belongs to somebody else. Copy it, or give yourself the right to read it."
    } else if error.contains("token") || error.contains("recorded program has ended") || error.contains("no recorder") {
        "The address of a recorder is good as long as its program runs: memory-city record --address FILE writes it into FILE."
    } else if error.contains("connect") || error.contains("websocket") {
        "Check that the other program runs and that its address is right, for example ws://localhost:8887."
    } else {
        "Memory City reads heap dumps (.hprof, .hprof.gz), traces (.mctrace), folders of memory trees (.json) and class histograms (jcmd PID GC.class_histogram). A dump can be made with: jcmd PID GC.heap_dump FILE.hprof"
    }
}

/// A column in the middle of the screen.
fn centered(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let width = 520.0_f32.min(ui.available_width() - 32.0);
    ui.add_space(0.3 * ui.available_height());
    ui.horizontal(|ui| {
        ui.add_space(0.5 * (ui.available_width() - width));
        ui.vertical(|ui| {
            ui.set_width(width);
            content(ui);
        });
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    fn start() -> Harness<'static, Vec<CityCommand>> {
        let app = |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let samples = [SampleCard {
                name: "fig10".into(),
                title: "A list that only grows".into(),
                sentence: "Find who holds the persons".into(),
            }];
            let mut view = StartView {
                samples: &samples,
                pictures: &mut SamplePictures::default(),
                recent: &["/dumps/app.hprof".into(), "/a/b/c/d/gone.hprof".into()],
                missing: &["/a/b/c/d/gone.hprof".into()],
                jvms: Ok(&[JvmRow { pid: 4711, name: "com.shop.Main".into() }]),
            };
            start_ui(ui, &mut view, commands);
        };
        Harness::builder().with_size(vec2(1200.0, 900.0)).build_ui_state(app, Vec::new())
    }

    #[test]
    fn samples_recent_files_and_jvms_open_on_click() {
        for (label, command) in [
            ("Open sample fig10", ShellCommand::OpenSample("fig10".into())),
            ("/dumps/app.hprof", ShellCommand::Open(vec!["/dumps/app.hprof".into()])),
            ("Choose…", ShellCommand::AskFiles),
            ("Take /a/b/c/d/gone.hprof off the list", ShellCommand::ForgetRecent("/a/b/c/d/gone.hprof".into())),
            ("Watch", ShellCommand::Watch { pid: 4711, dumps: false }),
            ("Dumps", ShellCommand::Watch { pid: 4711, dumps: true }),
        ] {
            let mut harness = start();
            harness.get_by_label(label).click();
            harness.run();
            assert_eq!(*harness.state(), [command.into()], "{label}");
        }
    }

    #[test]
    fn an_address_is_followed() {
        let mut harness = start();
        harness.get_by_label("Address").focus();
        harness.run();
        harness.get_by_label("Address").type_text(" ws://127.0.0.1:1/abc ");
        harness.run();
        harness.get_by_label("Connect").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::Connect("ws://127.0.0.1:1/abc".into()).into()]);
    }

    #[test]
    fn what_is_missing_does_not_open() {
        let mut harness = start();
        harness.get_by_label("/a/b/c/d/gone.hprof").click();
        harness.run();
        assert!(harness.state().is_empty());
        assert!(harness.query_by_label("missing").is_some());
        assert_eq!(short_path(Path::new("/a/b/c/d/gone.hprof")), "…/c/d/gone.hprof");
        assert_eq!(short_path(Path::new("/dumps/app.hprof")), "/dumps/app.hprof");
    }

    #[test]
    fn a_typed_path_opens_and_an_empty_one_does_not() {
        let mut harness = start();
        harness.get_by_label("Open").click();
        harness.run();
        assert!(harness.state().is_empty());
        harness.get_by_label("Path").focus();
        harness.run();
        harness.get_by_label("Path").type_text("/tmp/x.hprof");
        harness.run();
        harness.get_by_label("Open").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::Open(vec!["/tmp/x.hprof".into()]).into()]);
    }

    #[test]
    fn loading_can_be_cancelled_and_a_failure_says_what_to_do() {
        let app = |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let view = LoadingView { what: "a.hprof", step: "reading objects", fraction: Some(0.25), elapsed_secs: 3.0 };
            loading_ui(ui, &view, commands);
        };
        let mut harness = Harness::builder().with_size(vec2(900.0, 600.0)).build_ui_state(app, Vec::new());
        assert!(harness.query_by_label("reading objects  25 %").is_some());
        harness.get_by_label("Cancel").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::CancelJob.into()]);

        let app = |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            failed_ui(ui, &FailedView { error: "x.hprof: No such file or directory", paths: &[PathBuf::from("x.hprof")] }, commands);
        };
        let mut harness = Harness::builder().with_size(vec2(900.0, 600.0)).build_ui_state(app, Vec::new());
        assert!(harness.query_by_label_contains("Check the path").is_some());
        harness.get_by_label("Back to the start").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::Close.into()]);
    }
}
