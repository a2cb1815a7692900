//! What lies over the city: the tooltip, the help sheet, the controls, the list of warnings.

use analysis::PointInfo;
use bevy_egui::egui::{self, Align2, Area, Grid, Id, Order, Pos2, RichText, ScrollArea, Ui, vec2};

use super::icons::{Icon, icon_button, icon_label};
use super::theme::{CROSS, GAP, Palette, TEXT_SMALL, TEXT_TITLE, TOOLTIP_FILL, TOOLTIP_TEXT, plate};
use super::widgets::{key_cap, note, section};
use crate::base::words;
use crate::view::command::CityCommand;
use crate::view::state::Panel;

/// Distance between pointer and tooltip.
const TOOLTIP_OFFSET: f32 = 18.0;
/// Its greatest width.
const TOOLTIP_WIDTH: f32 = 442.0;

/// The tooltip of the building or district under the pointer: the first line is its path, the others are numbers.
/// It stays in the part of the window that no panel covers.
pub(crate) fn tooltip_ui(ctx: &egui::Context, pointer: Pos2, free: egui::Rect, lines: &[String]) {
    let Some((path, numbers)) = lines.split_first() else { return };
    // On the side of the pointer that has more room, so that it never covers what it explains.
    let right = pointer.x + TOOLTIP_OFFSET + TOOLTIP_WIDTH < free.right() || pointer.x < free.center().x;
    let below = pointer.y < free.center().y + 0.25 * free.height();
    let pivot = match (right, below) {
        (true, true) => Align2::LEFT_TOP,
        (true, false) => Align2::LEFT_BOTTOM,
        (false, true) => Align2::RIGHT_TOP,
        (false, false) => Align2::RIGHT_BOTTOM,
    };
    let offset = vec2(if right { TOOLTIP_OFFSET } else { -TOOLTIP_OFFSET }, if below { TOOLTIP_OFFSET } else { -TOOLTIP_OFFSET });
    let area = Area::new(Id::new("city tooltip")).order(Order::Tooltip).interactable(false).constrain_to(free);
    area.pivot(pivot).fixed_pos(pointer + offset).show(ctx, |ui| {
        egui::Frame::new().fill(TOOLTIP_FILL).corner_radius(6).inner_margin(egui::Margin::symmetric(11, 8)).show(ui, |ui| {
            ui.set_max_width(TOOLTIP_WIDTH - 22.0);
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.add(egui::Label::new(RichText::new(path).color(TOOLTIP_TEXT).strong()).wrap());
            for line in numbers {
                ui.label(RichText::new(line).color(TOOLTIP_TEXT).size(TEXT_SMALL));
            }
        });
    });
}

/// One sentence over the city: why it does not show what was asked for.
pub(crate) fn banner_ui(ctx: &egui::Context, free: egui::Rect, text: &str) {
    let top = egui::pos2(free.center().x, free.top() + 14.0);
    let area = Area::new(Id::new("city banner")).order(Order::Middle).interactable(false).constrain_to(free);
    area.pivot(Align2::CENTER_TOP).fixed_pos(top).show(ctx, |ui| {
        let palette = Palette::of_ui(ui);
        plate(palette).stroke(egui::Stroke::new(1.0, palette.attention)).show(ui, |ui| {
            ui.set_max_width((free.width() - 60.0).clamp(120.0, 640.0));
            ui.add(egui::Label::new(RichText::new(text)).wrap());
        });
    });
}

/// The names of the areas that say which points two cities show, from left to right.
pub(crate) const POINT_PLATES: [&str; 2] = ["point of the city on the left", "point of the city on the right"];

/// Which points two cities beside one another show, and what parts them; nothing of one city.
pub(crate) fn points_beside_ui(
    ctx: &egui::Context,
    free: egui::Rect,
    points: &[PointInfo],
    shown: [Option<usize>; 2],
    commands: &mut Vec<CityCommand>,
) {
    if shown[0].is_none() {
        return;
    }
    let layer = egui::LayerId::new(Order::Background, Id::new("between two cities"));
    let between = ctx.layer_painter(layer).with_clip_rect(free);
    let palette = Palette::of_ctx(ctx);
    between.vline(free.center().x, free.y_range(), egui::Stroke::new(1.5, palette.line));
    let halves = [free.with_max_x(free.center().x), free.with_min_x(free.center().x)];
    for ((name, half), at) in POINT_PLATES.into_iter().zip(halves).zip(shown) {
        let Some((at, point)) = at.and_then(|at| Some((at, points.get(at)?))) else { continue };
        let top = egui::pos2(half.center().x, half.top() + 10.0);
        let area = Area::new(Id::new(name)).order(Order::Middle).constrain_to(half);
        area.pivot(Align2::CENTER_TOP).fixed_pos(top).show(ctx, |ui| {
            plate(Palette::of_ui(ui)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(words::point_time(point)).strong());
                    let of = format!("point {} of {}", at + 1, points.len());
                    ui.label(RichText::new(of).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak));
                    if name == POINT_PLATES[0] && icon_button(ui, Icon::Close, "Show one city", "Esc", false).clicked() {
                        commands.push(CityCommand::ShowBeside(None));
                    }
                });
            });
        });
    }
}

/// Keys by subject, for the sheet. Tests hold it against the table that reads the keyboard.
pub(crate) const KEYS: &[(&str, &[(&str, &str)])] = &[
    (
        "Time",
        &[
            ("Left / Right", "previous, next point"),
            ("Home / End", "first, last point"),
            ("Space", "play, pause"),
            ("Drag on the timeline", "select a stretch of time"),
            ("Wheel on the timeline", "zoom in on a time, sideways to move"),
        ],
    ),
    (
        "Look around",
        &[
            ("Right drag", "rotate and tilt"),
            ("Middle drag", "move"),
            ("Wheel", "zoom to the pointer"),
            ("W A S D", "move"),
            ("Q E", "down, up"),
            ("Shift", "move faster"),
            ("B", "bird's eye, and back"),
            ("F", "fly to the selection"),
            ("F2", "fly mode with mouse look"),
            ("R", "first view"),
            ("O", "turn slowly, for presentations"),
        ],
    ),
    (
        "Select and follow",
        &[
            ("Click", "select a building or district"),
            ("Ctrl+Click", "add one to the selection, or take it out"),
            ("Shift+Click", "select the rows between"),
            ("Double click", "select and fly there"),
            ("Esc", "one step back; deselect"),
            ("Right click", "what can be done with it"),
            ("X", "follow to the cause"),
            ("U", "not needed, needed, unknown: what you know of it"),
            ("P", "show references"),
            ("Ctrl+F  or  /", "find names, or objects by a query"),
        ],
    ),
    (
        "Without a pointer",
        &[
            ("Tab / Shift+Tab", "to the next, the previous control"),
            ("F6 / Shift+F6", "to the next, the previous part of the window"),
            ("Enter", "press what has the keyboard"),
            ("Page Down / Page Up", "next, previous building by growth"),
            ("Ctrl+Arrows", "the building beside it, as seen"),
            ("Shift+F10", "the menu of what has the keyboard"),
            ("Shift+Left / Shift+Right", "on a chart: select a stretch of time"),
            ("+ / -", "on a chart or graph: zoom"),
        ],
    ),
    (
        "Show",
        &[
            ("C", "growth colours"),
            ("M", "objects, bytes, deep, retained"),
            ("T", "day or night"),
            ("G", "grouping"),
            ("H", "mouse controls"),
            ("I", "hints at what stands out"),
            ("J", "what died, what lives, of a recording"),
            ("L", "legend"),
            ("N", "minimap"),
            ("F8", "drawer below the city"),
            ("Ctrl+1 … Ctrl+9", "its tabs, from findings to SQL"),
            ("Up / Down", "through the objects listed"),
            ("Alt+Left / Alt+Right", "the object before, the next one"),
            ("F9 / F10 / F11", "navigator, timeline, inspector"),
            ("Ctrl+,", "settings"),
            ("Ctrl++ / Ctrl+- / Ctrl+0", "larger, smaller, usual text and panels"),
        ],
    ),
    (
        "Program",
        &[
            ("Ctrl+Z", "undo a change of the view"),
            ("Ctrl+Shift+Z", "redo it"),
            ("Ctrl+O", "open files or a folder"),
            ("Ctrl+S", "save a picture of the city"),
            ("Ctrl+Shift+S", "save the recording that is followed"),
            ("Ctrl+Shift+W", "ask its recorder for a heap state now"),
            ("?  or  F1", "this sheet"),
            ("Ctrl+Q", "quit"),
        ],
    ),
];

/// Which subjects stand in which column; below the first one there is room for the terms.
const COLUMNS: [&[&str]; 2] = [&["Time", "Look around", "Select and follow"], &["Without a pointer", "Show", "Program"]];

/// Words that the panels use, for the sheet.
const TERMS: &[(&str, &str)] = &[
    ("building", "a group of objects, for example all objects of one class"),
    ("district", "a group of groups; the bottom one is the whole heap"),
    ("point", "one heap state, usually after a garbage collection"),
    ("growth", "objects (or bytes) now, less those at the first point, or at the first one of a selected stretch of time"),
    (
        "reference frustum",
        "joins the selection with who keeps it alive (purple) or what it keeps alive (green); its thickness is the share of objects that take part",
    ),
];

/// All keys and terms on one sheet.
pub(crate) fn help_ui(ctx: &egui::Context, commands: &mut Vec<CityCommand>) {
    let height = (ctx.content_rect().height() - 120.0).max(200.0);
    sheet(ctx, "Keys and terms", Panel::Help, 860.0, commands, |ui, _| {
        ui.set_min_height(height.min(740.0));
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.columns(2, |columns| {
                for (column, subjects) in columns.iter_mut().zip(COLUMNS) {
                    for (subject, keys) in KEYS.iter().filter(|(subject, _)| subjects.contains(subject)) {
                        section(column, subject);
                        Grid::new(subject).num_columns(2).spacing(vec2(14.0, 6.0)).show(column, |ui| {
                            for (key, text) in *keys {
                                key_cap(ui, key);
                                ui.label(*text);
                                ui.end_row();
                            }
                        });
                    }
                }
                terms_ui(&mut columns[0]);
            });
        });
    });
}

fn terms_ui(ui: &mut Ui) {
    section(ui, "Terms");
    for (term, meaning) in TERMS {
        let mut job = egui::text::LayoutJob::default();
        let palette = Palette::of_ui(ui);
        let font = egui::TextStyle::Body.resolve(ui.style());
        job.append(term, 0.0, egui::TextFormat::simple(font.clone(), palette.text));
        job.append(meaning, 8.0, egui::TextFormat::simple(font, palette.text_weak));
        ui.add(egui::Label::new(job).wrap());
    }
}

/// Partial failures of the input, worst news first is not known: in order of kind.
pub(crate) fn warnings_ui(ctx: &egui::Context, warnings: &[&str], commands: &mut Vec<CityCommand>) {
    let height = (ctx.content_rect().height() - 160.0).max(160.0);
    sheet(ctx, "Warnings", Panel::Warnings, 640.0, commands, |ui, _| {
        note(ui, "The city shows what could be read. This could not:");
        ui.add_space(GAP);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for &warning in warnings {
                ui.horizontal_top(|ui| {
                    icon_label(ui, Icon::Warning, Palette::of_ui(ui).attention);
                    ui.add(egui::Label::new(warning).wrap().selectable(true));
                });
            }
        });
    });
}

/// A sheet in the middle of the window, with a title and a way to close it.
pub(super) fn sheet(
    ctx: &egui::Context,
    title: &str,
    panel: Panel,
    width: f32,
    commands: &mut Vec<CityCommand>,
    content: impl FnOnce(&mut Ui, &mut Vec<CityCommand>),
) {
    let width = width.min(ctx.content_rect().width() - 80.0);
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18).corner_radius(10);
    let modal = egui::Modal::new(Id::new(("sheet", title))).frame(frame).show(ctx, |ui| {
        ui.set_width(width);
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).size(TEXT_TITLE).strong());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if icon_button(ui, Icon::Close, "Close", "Esc", false).clicked() {
                    commands.push(CityCommand::Toggle(panel));
                }
            });
        });
        content(ui, commands);
    });
    if modal.backdrop_response.clicked() {
        commands.push(CityCommand::Toggle(panel));
    }
}

/// Fly mode: the pointer is hidden, so a cross shows what a click means, and a line how to get out.
pub(crate) fn fly_ui(ctx: &egui::Context, free: egui::Rect) {
    const ARM: f32 = 9.0;
    let middle = free.center();
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Middle, Id::new("fly cross")));
    for (width, color) in CROSS {
        let stroke = egui::Stroke::new(width, color);
        painter.hline(middle.x - ARM..=middle.x + ARM, middle.y, stroke);
        painter.vline(middle.x, middle.y - ARM..=middle.y + ARM, stroke);
    }
    let at = free.center_top() + vec2(0.0, 16.0);
    Area::new(Id::new("fly mode")).order(Order::Middle).interactable(false).pivot(Align2::CENTER_TOP).fixed_pos(at).show(ctx, |ui| {
        plate(Palette::of_ui(ui)).show(ui, |ui| {
            ui.add(egui::Label::new("Fly mode: the mouse looks, W A S D Q E move, Shift is faster, Esc or F2 ends it").extend());
        });
    });
}

/// How to move, over the city (Artifact Fig 2).
pub(crate) fn controls_ui(ui: &mut Ui) {
    let palette = Palette::of_ui(ui);
    plate(palette).show(ui, |ui| {
        Grid::new("controls").num_columns(2).spacing(vec2(12.0, 5.0)).show(ui, |ui| {
            for (key, text) in [
                ("Right drag", "rotate"),
                ("Middle drag", "move"),
                ("Wheel", "zoom"),
                ("W A S D  Q E", "move"),
                ("Left / Right", "time"),
                ("Space", "play"),
                ("Click", "select"),
                ("B  F  R", "above, frame, reset"),
                ("H", "hide this"),
            ] {
                key_cap(ui, key);
                ui.label(RichText::new(text).size(TEXT_SMALL));
                ui.end_row();
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    #[test]
    fn every_subject_of_the_sheet_has_a_column() {
        let in_columns: Vec<&str> = COLUMNS.iter().flat_map(|subjects| subjects.iter().copied()).collect();
        assert_eq!(in_columns, KEYS.iter().map(|(subject, _)| *subject).collect::<Vec<_>>());
    }

    #[test]
    fn the_sheet_shows_every_key_and_closes() {
        let app = |ui: &mut Ui, commands: &mut Vec<CityCommand>| help_ui(ui.ctx(), commands);
        let mut harness = Harness::builder().with_size(vec2(1200.0, 1000.0)).build_ui_state(app, Vec::new());
        harness.run();
        for (_, keys) in KEYS {
            for (key, _) in *keys {
                assert!(harness.query_all_by_label(key).count() > 0, "{key}");
            }
        }
        harness.get_by_label("Close").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Toggle(Panel::Help)]);
    }

    #[test]
    fn the_tooltip_shows_path_and_numbers_and_stays_in_the_free_area() {
        let free = egui::Rect::from_min_max(Pos2::new(200.0, 40.0), Pos2::new(800.0, 600.0));
        for (x, y) in [(210.0, 50.0), (790.0, 590.0), (500.0, 350.0), (640.0, 60.0)] {
            let app = move |ui: &mut Ui| {
                let path = "Heap -> Package path: com.example.shop.persistence -> Type: Person".to_owned();
                tooltip_ui(ui.ctx(), Pos2::new(x, y), free, &[path, "10,350 objects".to_owned()]);
            };
            let mut harness = Harness::builder().with_size(vec2(1000.0, 700.0)).build_ui(app);
            harness.run();
            let path = harness.get_by_label_contains("Type: Person").rect();
            assert!(free.contains_rect(path), "{path:?}");
            assert!(!path.contains(Pos2::new(x, y)), "it covers what it explains");
            assert!(harness.query_by_label("10,350 objects").is_some());
        }
    }
}
