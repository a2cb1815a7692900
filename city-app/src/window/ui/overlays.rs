//! What lies over the city: the tooltip, the help sheet, the navigation hints, the list of warnings.

use bevy_egui::egui::{self, Align2, Area, Color32, Grid, Id, Order, Pos2, RichText, ScrollArea, Ui, vec2};

use super::icons::{Icon, icon_button, icon_label};
use super::theme::{GAP, Palette, TEXT_SMALL, TEXT_TITLE, plate};
use super::widgets::{key_cap, note, section};
use crate::command::CityCommand;
use crate::view_state::Panel;

/// The published tooltip is gray whatever the theme.
const TOOLTIP_FILL: Color32 = Color32::from_rgb(0x3A, 0x40, 0x4A);
/// Text on it.
const TOOLTIP_TEXT: Color32 = Color32::from_rgb(0xF2, 0xF4, 0xF7);
/// Distance between pointer and tooltip.
const TOOLTIP_OFFSET: f32 = 18.0;

/// The tooltip of the building or district under the pointer: the first line is its path, the others are numbers.
pub(crate) fn tooltip_ui(ctx: &egui::Context, pointer: Pos2, lines: &[String]) {
    let Some((path, numbers)) = lines.split_first() else { return };
    let screen = ctx.content_rect();
    // On the side of the pointer that has more room, so that it never covers what it explains.
    let right = pointer.x < screen.center().x + 0.2 * screen.width();
    let below = pointer.y < screen.center().y + 0.25 * screen.height();
    let pivot = match (right, below) {
        (true, true) => Align2::LEFT_TOP,
        (true, false) => Align2::LEFT_BOTTOM,
        (false, true) => Align2::RIGHT_TOP,
        (false, false) => Align2::RIGHT_BOTTOM,
    };
    let offset = vec2(if right { TOOLTIP_OFFSET } else { -TOOLTIP_OFFSET }, if below { TOOLTIP_OFFSET } else { -TOOLTIP_OFFSET });
    Area::new(Id::new("city tooltip")).order(Order::Tooltip).interactable(false).pivot(pivot).fixed_pos(pointer + offset).show(ctx, |ui| {
        egui::Frame::new().fill(TOOLTIP_FILL).corner_radius(6).inner_margin(egui::Margin::symmetric(11, 8)).show(ui, |ui| {
            ui.set_max_width(420.0);
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.add(egui::Label::new(RichText::new(path).color(TOOLTIP_TEXT).strong()).wrap());
            for line in numbers {
                ui.label(RichText::new(line).color(TOOLTIP_TEXT).size(TEXT_SMALL));
            }
        });
    });
}

/// Keys by subject, for the sheet. Tests hold it against the table that reads the keyboard.
pub(crate) const KEYS: &[(&str, &[(&str, &str)])] = &[
    ("Time", &[("Left / Right", "previous, next point"), ("Home / End", "first, last point"), ("Space", "play, pause")]),
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
        ],
    ),
    (
        "Select and follow",
        &[
            ("Click", "select a building or district"),
            ("Double click", "select and fly there"),
            ("Esc", "one step back; deselect"),
            ("X", "follow to the cause"),
            ("P", "show references"),
            ("Ctrl+F  or  /", "search"),
        ],
    ),
    (
        "Show",
        &[
            ("C", "growth colours"),
            ("M", "objects or bytes"),
            ("T", "day or night"),
            ("H", "navigation hints"),
            ("L", "legend"),
            ("N", "minimap"),
            ("F9 / F10 / F11", "navigator, timeline, inspector"),
            ("Ctrl+,", "settings"),
        ],
    ),
    (
        "Program",
        &[
            ("Ctrl+Z", "undo a change of the view"),
            ("Ctrl+Shift+Z", "redo it"),
            ("Ctrl+O", "open files or a folder"),
            ("Ctrl+S", "save a picture of the city"),
            ("?  or  F1", "this sheet"),
            ("Ctrl+Q", "quit"),
        ],
    ),
];

/// Words that the panels use, for the sheet.
const TERMS: &[(&str, &str)] = &[
    ("building", "a group of objects, for example all objects of one class"),
    ("district", "a group of groups; the bottom one is the whole heap"),
    ("point", "one heap state, usually after a garbage collection"),
    ("growth", "objects (or bytes) now, less those at the first point"),
    (
        "reference frustum",
        "joins the selection with who keeps it alive (purple) or what it keeps alive (green); its thickness is the share of objects that take part",
    ),
];

/// All keys and terms on one sheet.
pub(crate) fn help_ui(ctx: &egui::Context, commands: &mut Vec<CityCommand>) {
    let height = (ctx.content_rect().height() - 120.0).max(200.0);
    sheet(ctx, "Keys and terms", Panel::Help, commands, |ui| {
        ui.set_width(780.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.set_min_height(height.min(660.0));
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.columns(2, |columns| {
                let half = KEYS.len().div_ceil(2);
                for (at, (subject, keys)) in KEYS.iter().enumerate() {
                    let ui = &mut columns[usize::from(at >= half - 1)];
                    section(ui, subject);
                    Grid::new(subject).num_columns(2).spacing(vec2(14.0, 6.0)).show(ui, |ui| {
                        for (key, text) in *keys {
                            key_cap(ui, key);
                            ui.label(*text);
                            ui.end_row();
                        }
                    });
                }
            });
            section(ui, "Terms");
            for (term, meaning) in TERMS {
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(*term).strong());
                    ui.add(egui::Label::new(RichText::new(*meaning).color(Palette::of_ui(ui).text_weak)).wrap());
                });
            }
        });
    });
}

/// Partial failures of the input, worst news first is not known: in order of kind.
pub(crate) fn warnings_ui(ctx: &egui::Context, warnings: &[String], commands: &mut Vec<CityCommand>) {
    let height = (ctx.content_rect().height() - 160.0).max(160.0);
    sheet(ctx, "Warnings", Panel::Warnings, commands, |ui| {
        ui.set_width(640.0);
        note(ui, "The city shows what could be read. This could not:");
        ui.add_space(GAP);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for warning in warnings {
                ui.horizontal_top(|ui| {
                    icon_label(ui, Icon::Warning, Palette::of_ui(ui).hint);
                    ui.add(egui::Label::new(warning).wrap().selectable(true));
                });
            }
        });
    });
}

/// A sheet in the middle of the window, with a title and a way to close it.
fn sheet(ctx: &egui::Context, title: &str, panel: Panel, commands: &mut Vec<CityCommand>, content: impl FnOnce(&mut Ui)) {
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18).corner_radius(10);
    let modal = egui::Modal::new(Id::new(("sheet", title))).frame(frame).show(ctx, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).size(TEXT_TITLE).strong());
            ui.add_space(30.0);
            if icon_button(ui, Icon::Close, "Close", "Esc", false).clicked() {
                commands.push(CityCommand::Toggle(panel));
            }
        });
        content(ui);
    });
    if modal.backdrop_response.clicked() {
        commands.push(CityCommand::Toggle(panel));
    }
}

/// How to move, over the city (Artifact Fig 2).
pub(crate) fn hints_ui(ui: &mut Ui) {
    let palette = Palette::of_ui(ui);
    plate(palette).show(ui, |ui| {
        Grid::new("navigation hints").num_columns(2).spacing(vec2(12.0, 5.0)).show(ui, |ui| {
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
    fn the_tooltip_shows_path_and_numbers_and_stays_inside_the_window() {
        for (x, y) in [(10.0, 10.0), (990.0, 690.0), (500.0, 350.0)] {
            let app = move |ui: &mut Ui| {
                tooltip_ui(ui.ctx(), Pos2::new(x, y), &["Heap -> Type: Person".to_owned(), "10,350 objects".to_owned()]);
            };
            let mut harness = Harness::builder().with_size(vec2(1000.0, 700.0)).build_ui(app);
            harness.run();
            let path = harness.get_by_label("Heap -> Type: Person").rect();
            assert!(path.min.x >= 0.0 && path.max.x <= 1000.0 && path.min.y >= 0.0 && path.max.y <= 700.0, "{path:?}");
            assert!(!path.contains(Pos2::new(x, y)), "it covers what it explains");
            assert!(harness.query_by_label("10,350 objects").is_some());
        }
    }
}
