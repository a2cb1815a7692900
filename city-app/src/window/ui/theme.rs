//! Every colour, size and font of the panels, for the night and the day theme.
//!
//! Meaning colours are the city's: red is growth, blue the selection, yellow what wants attention, purple and green references.
//! Tests hold the contrast of text (4.5 : 1), its size (13 px) and what color-blind people can tell apart by number.

#[cfg(test)]
mod tests;

use bevy_egui::egui;
use bevy_egui::egui::style::{HandleShape, ScrollStyle, WidgetVisuals, Widgets};
use bevy_egui::egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2, vec2};

use crate::base::colors::{LINES, LINES_AT_NIGHT, LINES_BY_DAY, Rgb, hex, wants_white_ink};
use crate::base::settings::Theme;

/// Size of running text, in logical pixels.
pub(crate) const TEXT: f32 = 14.0;
/// Size of notes and axis texts; nothing is smaller.
pub(crate) const TEXT_SMALL: f32 = 13.0;
/// Size of panel titles.
pub(crate) const TEXT_TITLE: f32 = 16.0;
/// Size of the product name on the start screen.
pub(crate) const TEXT_DISPLAY: f32 = 34.0;
/// Height of a row of controls.
pub(crate) const ROW: f32 = 26.0;
/// Distance between groups of rows.
pub(crate) const GAP: f32 = 10.0;
/// Corner radius of cards, plates and buttons.
pub(crate) const RADIUS: u8 = 6;
/// Width of a folded panel.
pub(crate) const RAIL: f32 = 38.0;
/// Width of the navigator.
pub(crate) const NAVIGATOR_WIDTH: f32 = 264.0;
/// Width of the inspector and the settings.
pub(crate) const INSPECTOR_WIDTH: f32 = 320.0;
/// Height of the bar at the top.
pub(crate) const TOP_BAR: f32 = 46.0;

/// Colours of one theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Palette {
    /// Panels.
    pub(crate) panel: Color32,
    /// Cards on panels, text fields.
    pub(crate) card: Color32,
    /// Controls at rest.
    pub(crate) control: Color32,
    /// Controls under the pointer.
    pub(crate) control_hot: Color32,
    /// Thin lines.
    pub(crate) line: Color32,
    /// Text.
    pub(crate) text: Color32,
    /// Notes, labels of values.
    pub(crate) text_weak: Color32,
    /// The selection; links.
    pub(crate) selection: Color32,
    /// Fill behind something selected, with `text` on it.
    pub(crate) selection_fill: Color32,
    /// Growth, as text.
    pub(crate) growth: Color32,
    /// Shrinking, as text.
    pub(crate) shrink: Color32,
    /// Who keeps the selection alive, as text and bars.
    pub(crate) incoming: Color32,
    /// What the selection keeps alive, as text and bars.
    pub(crate) outgoing: Color32,
    /// What wants attention: what was found, and warnings.
    pub(crate) attention: Color32,
    /// Errors.
    pub(crate) error: Color32,
    /// The area of the heap over time.
    pub(crate) heap: Color32,
    /// Plates behind labels over the city.
    pub(crate) plate: Color32,
}

/// Night.
const DARK: Palette = Palette {
    panel: Color32::from_rgb(0x12, 0x17, 0x20),
    card: Color32::from_rgb(0x1A, 0x21, 0x2D),
    control: Color32::from_rgb(0x25, 0x2E, 0x3D),
    control_hot: Color32::from_rgb(0x30, 0x3B, 0x4E),
    line: Color32::from_rgb(0x2C, 0x36, 0x47),
    text: Color32::from_rgb(0xE8, 0xEC, 0xF3),
    text_weak: Color32::from_rgb(0xA6, 0xB1, 0xC3),
    selection: Color32::from_rgb(0x6C, 0xB3, 0xFF),
    selection_fill: Color32::from_rgb(0x1E, 0x4A, 0x80),
    growth: Color32::from_rgb(0xFF, 0x7F, 0x73),
    shrink: Color32::from_rgb(0x8F, 0xD3, 0xE8),
    incoming: Color32::from_rgb(0xC9, 0x8B, 0xF2),
    outgoing: Color32::from_rgb(0x5F, 0xD0, 0x85),
    attention: Color32::from_rgb(0xFF, 0xD1, 0x5C),
    error: Color32::from_rgb(0xFF, 0x8A, 0x80),
    heap: Color32::from_rgb(0x6E, 0x84, 0xA6),
    plate: Color32::from_rgba_premultiplied(0x11, 0x15, 0x1D, 0xF6),
};

/// Day.
const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(0xF7, 0xF8, 0xFA),
    card: Color32::from_rgb(0xFF, 0xFF, 0xFF),
    control: Color32::from_rgb(0xE7, 0xEB, 0xF1),
    control_hot: Color32::from_rgb(0xD8, 0xDF, 0xE9),
    line: Color32::from_rgb(0xD3, 0xDA, 0xE4),
    text: Color32::from_rgb(0x18, 0x1F, 0x2B),
    text_weak: Color32::from_rgb(0x4E, 0x5A, 0x6D),
    selection: Color32::from_rgb(0x0A, 0x5A, 0xB4),
    selection_fill: Color32::from_rgb(0xC5, 0xDF, 0xFB),
    growth: Color32::from_rgb(0x8E, 0x0D, 0x0B),
    shrink: Color32::from_rgb(0x0C, 0x62, 0x7A),
    incoming: Color32::from_rgb(0x7A, 0x1F, 0xB0),
    outgoing: Color32::from_rgb(0x12, 0x6B, 0x33),
    attention: Color32::from_rgb(0x80, 0x5A, 0x00),
    error: Color32::from_rgb(0xA8, 0x1E, 0x17),
    heap: Color32::from_rgb(0x6B, 0x82, 0xA6),
    plate: Color32::from_rgba_premultiplied(0xF0, 0xF2, 0xF5, 0xF6),
};

impl Palette {
    /// The colours of a theme.
    #[must_use]
    pub(crate) fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
        }
    }

    /// The colours that a `Ui` is drawn with.
    #[must_use]
    pub(crate) fn of_ui(ui: &egui::Ui) -> &'static Self {
        Self::of_visuals(ui.visuals())
    }

    /// The colours of the whole window.
    #[must_use]
    pub(crate) fn of_ctx(ctx: &egui::Context) -> &'static Self {
        Self::of_visuals(&ctx.global_style().visuals)
    }

    fn of_visuals(visuals: &egui::Visuals) -> &'static Self {
        if visuals.dark_mode { &DARK } else { &LIGHT }
    }
}

/// A colour laid thinly over an opaque ground. Mixed here and not by transparency: what blends on the graphics card in
/// linear light loses the hue on a light ground.
pub(crate) fn tint(color: Color32, ground: Color32, share: f32) -> Color32 {
    ground.lerp_to_gamma(color, share)
}

/// The colours of lines that a `Ui` draws.
pub(crate) fn line_colors(ui: &egui::Ui) -> [Color32; LINES] {
    if ui.visuals().dark_mode { LINES_AT_NIGHT } else { LINES_BY_DAY }.map(|color| color32(hex(color)))
}

/// Growth as a colour of text: red for more, cool for less, plain for none.
pub(crate) fn change_color(palette: &Palette, change: i128) -> Color32 {
    match change {
        1.. => palette.growth,
        0 => palette.text_weak,
        _ => palette.shrink,
    }
}

/// The colour of letters on a slab of this colour: light on dark ones, dark on light ones, in both themes.
pub(crate) fn ink_on(slab: Rgb) -> Color32 {
    if wants_white_ink(slab) { Color32::WHITE } else { Color32::BLACK }
}

/// The line around what stands on a slab.
pub(crate) fn edge_on(slab: Rgb) -> Color32 {
    if ink_on(slab) == Color32::WHITE { Color32::from_white_alpha(90) } else { Color32::from_black_alpha(70) }
}

/// A colour of the city on a panel.
pub(crate) fn color32(rgb: Rgb) -> Color32 {
    let [r, g, b] = rgb.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8);
    Color32::from_rgb(r, g, b)
}

/// Hatches over shapes of any colour.
pub(crate) const HATCHED: Color32 = Color32::from_black_alpha(110);

/// A picture as it is.
pub(crate) const UNTINTED: Color32 = Color32::WHITE;
/// Lines of the block of smaller groups, in the legend.
pub(crate) const HATCH: Color32 = Color32::from_black_alpha(150);
/// The published tooltip is gray whatever the theme.
pub(crate) const TOOLTIP_FILL: Color32 = Color32::from_rgb(0x3A, 0x40, 0x4A);
/// Text on it.
pub(crate) const TOOLTIP_TEXT: Color32 = Color32::from_rgb(0xF2, 0xF4, 0xF7);
/// The cross of fly mode, which is seen on anything: its wide dark lines and the thin light ones on them.
pub(crate) const CROSS: [(f32, Color32); 2] = [(4.0, Color32::from_black_alpha(150)), (1.5, Color32::WHITE)];
/// Samples without a picture: the night behind their city, its ground, and the edges of its buildings.
pub(crate) const DRAWN_CITY: [Color32; 3] =
    [Color32::from_rgb(0x0B, 0x12, 0x22), Color32::from_rgb(0x2C, 0x4A, 0x7D), Color32::from_black_alpha(110)];

/// Sets fonts, sizes and colours of everything that egui draws.
pub(crate) fn apply(ctx: &egui::Context, theme: Theme, reduce_motion: bool) {
    let dark = theme == Theme::Dark;
    ctx.set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
    let palette = *Palette::of(theme);
    // The scale of the interface is a setting; egui's own would come on top of it, and labels would leave their buildings.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.all_styles_mut(|style| {
        let font = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles = [
            (TextStyle::Small, font(TEXT_SMALL)),
            (TextStyle::Body, font(TEXT)),
            (TextStyle::Button, font(TEXT)),
            (TextStyle::Heading, font(TEXT_TITLE)),
            (TextStyle::Monospace, FontId::new(TEXT_SMALL, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = vec2(8.0, 6.0);
        style.spacing.button_padding = vec2(9.0, 4.0);
        style.spacing.interact_size = vec2(34.0, ROW);
        style.spacing.slider_width = 130.0;
        style.spacing.slider_rail_height = 4.0;
        style.spacing.icon_width = 17.0;
        style.spacing.icon_width_inner = 10.0;
        style.spacing.tooltip_width = 340.0;
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.scroll = ScrollStyle { bar_width: 7.0, floating_allocated_width: 9.0, ..ScrollStyle::thin() };
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.35;
        style.animation_time = if reduce_motion { 0.0 } else { egui::Style::default().animation_time };
        style.visuals = visuals(&palette, dark);
    });
}

fn visuals(palette: &Palette, dark: bool) -> egui::Visuals {
    let base = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    let state = |fill: Color32, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CornerRadius::same(RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    egui::Visuals {
        weak_text_color: Some(palette.text_weak),
        widgets: Widgets {
            noninteractive: state(palette.panel, palette.line, palette.text),
            inactive: state(palette.control, Color32::TRANSPARENT, palette.text),
            hovered: state(palette.control_hot, palette.line, palette.text),
            // What has the keyboard looks so, too: with the fill of what is selected it would pass for it.
            active: state(palette.control_hot, palette.selection, palette.text),
            open: state(palette.control_hot, palette.line, palette.text),
        },
        selection: egui::style::Selection { bg_fill: palette.selection_fill, stroke: Stroke::new(1.0, palette.text) },
        hyperlink_color: palette.selection,
        faint_bg_color: palette.card,
        extreme_bg_color: palette.card,
        text_edit_bg_color: Some(palette.card),
        code_bg_color: palette.card,
        warn_fg_color: palette.attention,
        error_fg_color: palette.error,
        window_fill: palette.panel,
        window_stroke: Stroke::new(1.0, palette.line),
        window_corner_radius: CornerRadius::same(10),
        menu_corner_radius: CornerRadius::same(RADIUS),
        panel_fill: palette.panel,
        popup_shadow: Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(if dark { 120 } else { 40 }) },
        window_shadow: Shadow { offset: [0, 8], blur: 32, spread: 0, color: Color32::from_black_alpha(if dark { 140 } else { 50 }) },
        // Dark letters on a light ground would be thin without it, because they are blended in linear light.
        text_options: egui::epaint::text::TextOptions {
            color_transfer_function: egui::epaint::FontColorTransferFunction::DARK_MODE_DEFAULT,
            ..base.text_options
        },
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        striped: false,
        ..base
    }
}

/// A card on a panel.
pub(crate) fn card(palette: &Palette) -> egui::Frame {
    egui::Frame::new().fill(palette.card).corner_radius(RADIUS).inner_margin(Margin::symmetric(10, 8))
}

/// A plate over the city: soft, so that the city shines through a little.
pub(crate) fn plate(palette: &Palette) -> egui::Frame {
    egui::Frame::new()
        .fill(palette.plate)
        .stroke(Stroke::new(1.0, palette.line.gamma_multiply(0.6)))
        .corner_radius(RADIUS)
        .inner_margin(Margin::symmetric(10, 7))
}

/// The smallest area that a finger or a shaky mouse can hit.
pub(crate) const MIN_TARGET: Vec2 = vec2(ROW, ROW);

/// Colours and font of labels over the city.
pub(crate) struct LabelStyle {
    pub(crate) font: FontId,
    pub(crate) text: Color32,
    pub(crate) growth: Color32,
    pub(crate) plate: Color32,
    pub(crate) line: Color32,
    pub(crate) leader: Color32,
    pub(crate) selection: Color32,
    /// What the search found, and where a way ends.
    pub(crate) attention: Color32,
    /// Who keeps something alive.
    pub(crate) incoming: Color32,
}

/// The style of labels in a theme.
pub(crate) fn label_style(theme: Theme) -> LabelStyle {
    let palette = Palette::of(theme);
    LabelStyle {
        font: FontId::proportional(TEXT_SMALL),
        text: palette.text,
        growth: palette.growth,
        plate: palette.plate,
        line: palette.line,
        leader: palette.text_weak,
        selection: palette.selection,
        attention: palette.attention,
        incoming: palette.incoming,
    }
}

/// Colours of the minimap.
pub(crate) struct MinimapColors {
    pub(crate) plate: Color32,
    pub(crate) line: Color32,
    pub(crate) selection: Color32,
    pub(crate) camera: Color32,
}

/// The colours of the minimap in the theme that the panels have.
pub(crate) fn minimap_colors(ctx: &egui::Context) -> MinimapColors {
    let palette = Palette::of_ctx(ctx);
    MinimapColors { plate: palette.plate, line: palette.line, selection: palette.selection, camera: palette.text }
}
