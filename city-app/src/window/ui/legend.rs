//! The legend: what size, colour and transparency mean, with numbers.

use analysis::Metric;
use bevy_egui::egui::{self, Color32, Mesh, Rect, RichText, Sense, Ui, pos2, vec2};

use super::theme::{HATCH, Palette, TEXT_SMALL, color32};
use crate::base::settings::{AreaModeSetting, CitySettings, FrustumScaleSetting, GrowthRamp};
use crate::base::words::{self, Change};
use crate::city::look::{self, Heights, growth_color, weight_color};

/// Stays together where the line breaks.
const HEIGHT: &str = "height\u{A0}=\u{A0}2\u{A0}√\u{A0}area";
/// Width of the legend's text.
const WIDTH: f32 = 232.0;

/// What the legend explains.
pub(crate) struct LegendView<'a> {
    /// What colours tell.
    pub(crate) change: Change,
    pub(crate) settings: &'a CitySettings,
    /// What area and height show now; not yet what the settings ask for while sizes are being computed.
    pub(crate) metric: Metric,
    /// How high buildings are, and how many would be lower or higher but for the limits.
    pub(crate) heights: &'a Heights,
    pub(crate) clamped: usize,
    /// The growth that has the full colour, in the metric shown; 0 when nothing grew.
    pub(crate) full_growth: u64,
    /// There is only one point, so that nothing can have grown: by what buildings are coloured, and the most of any.
    pub(crate) weighed: Option<(Metric, u64)>,
    /// What growth is counted from, as a heading.
    pub(crate) since: &'a str,
    /// Buildings in the city, and buildings left out by the child count.
    pub(crate) buildings: usize,
    pub(crate) pruned: u32,
    /// Blocks in which those that are left out stand together.
    pub(crate) blocks: usize,
    /// Frustums are drawn now.
    pub(crate) frustums: bool,
    /// They are the way of a chain.
    pub(crate) way: bool,
    /// Where on the scale of colours the building under the pointer is, or the selected one, `0.0..=1.0`.
    pub(crate) marked: Option<f32>,
    /// Outlines of peaks that are drawn now.
    pub(crate) peaks: usize,
    /// Time has passed between the first point and the one shown.
    pub(crate) has_past: bool,
    /// The hits of a search or something else is marked now.
    pub(crate) hits: usize,
}

/// Draws the legend; a `short` one explains colours only, for a city with little room.
pub(crate) fn legend_ui(ui: &mut Ui, view: &LegendView<'_>, short: bool) {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.spacing_mut().interact_size.y = 17.0;
    if short {
        colors_ui(ui, view);
    } else {
        all_ui(ui, view);
    }
}

/// What the colours mean that are in the picture now.
fn colors_ui(ui: &mut Ui, view: &LegendView<'_>) {
    if view.settings.color {
        ramp_ui(ui, view);
    }
    references_ui(ui, view);
}

fn all_ui(ui: &mut Ui, view: &LegendView<'_>) {
    let settings = view.settings;
    let unit = words::metric_unit(view.metric);
    let area = match settings.area_mode {
        AreaModeSetting::Linear => format!("Area = {unit}"),
        AreaModeSetting::Sqrt => format!("Area = √ {unit}"),
    };
    let tells_the_base = view.heights.tell_the_base();
    let height = if tells_the_base { format!(", {HEIGHT}") } else { String::new() };
    let both = if tells_the_base { "Base area and height show" } else { "The base area shows" };
    ui.label(RichText::new(format!("{area}{height}")).size(TEXT_SMALL)).on_hover_text(format!(
        "{}. {both} it at the point shown, on one scale for the whole city. A plot is as large as the building ever gets",
        words::metric_meaning(view.metric)
    ));
    for line in view.heights.in_words(view.metric) {
        ui.label(RichText::new(line).size(TEXT_SMALL));
    }
    if view.clamped > 0 {
        let text = format!("{} of the buildings would be lower or higher", words::count(view.clamped as u64));
        ui.label(RichText::new(text).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak));
    }
    if view.metric.size_kind().is_some() {
        let weak = Palette::of_ui(ui).text_weak;
        ui.label(RichText::new("a district is as large as its buildings").size(TEXT_SMALL).color(weak)).on_hover_text(
            "What two buildings reach or hold together counts once for the district, and neither holds it alone: the district's own size, in the inspector, is another number",
        );
    }
    if settings.color {
        ramp_ui(ui, view);
    } else {
        line_ui(ui, color32(look::NO_GROWTH), 1.0, "growth colours are off (C)");
    }
    if view.buildings > settings.solid_count as usize && settings.non_solid_opacity < 1.0 {
        let opacity = settings.non_solid_opacity;
        let solid = match view.change {
            _ if view.weighed.is_some() => "largest",
            Change::Growth => "strongest growers",
            Change::Difference => "that differ most",
            Change::Garbage => "with most garbage",
        };
        let text = format!("solid: {} {solid}, others {:.0} %", settings.solid_count, 100.0 * opacity);
        line_ui(ui, color32(look::NO_GROWTH), opacity, &text);
    }
    if settings.color && settings.growth_bands && view.has_past && tells_the_base {
        bands_ui(ui, settings.ramp);
    }
    if view.peaks > 0 {
        dashed_ui(ui, "dashed: its peak, past");
    }
    let rings =
        if view.metric == Metric::Objects { "rings on walls: 1, 10, 100 … objects" } else { "rings on walls: 1, 10, 100 B, KiB …" };
    if tells_the_base {
        ui.label(RichText::new(rings).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak))
            .on_hover_text("A wall has a ring wherever the value shown passes a power of ten, and a thinner one at 2 and 5 times that");
    }
    // Along a way its buildings keep the colours of their growth.
    if !view.way {
        line_ui(ui, color32(look::SELECTION), 1.0, "selected");
    }
    references_ui(ui, view);
    if view.frustums && !view.way {
        let wider = match settings.frustum_scale {
            FrustumScaleSetting::Share => "wider: more of its objects take part",
            FrustumScaleSetting::Count => "wider: more objects take part",
        };
        ui.label(RichText::new(wider).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak))
            .on_hover_text("Each end tells its own building: how many of its objects refer to the other one, or are referred to");
    }
    if view.hits > 0 {
        line_ui(ui, Palette::of_ui(ui).attention, 1.0, &format!("found by search ({})", view.hits));
    }
    if view.blocks > 0 {
        hatched_ui(ui, "hatched: smaller groups together");
    }
    if view.pruned > 0 {
        let all = view.buildings + view.pruned as usize;
        let text = format!("{} of {} buildings shown", words::count(view.buildings as u64), words::count(all as u64));
        let weak = Palette::of_ui(ui).text_weak;
        let tip = if settings.others {
            "Groups per district (settings) keeps the largest groups and the strongest growers of each; all others stand together in one hatched block, which a double click opens"
        } else {
            "Groups per district (settings) keeps only the largest groups of each"
        };
        ui.label(RichText::new(text).size(TEXT_SMALL).color(weak)).on_hover_text(tip);
    }
}

fn references_ui(ui: &mut Ui, view: &LegendView<'_>) {
    if view.way {
        line_ui(ui, color32(look::INCOMING), 1.0, "the way to what keeps it alive");
    } else if view.frustums {
        line_ui(ui, color32(look::INCOMING), 1.0, "keeps the selection alive");
        line_ui(ui, color32(look::OUTGOING), 1.0, "is kept alive by the selection");
    }
}

fn ramp_ui(ui: &mut Ui, view: &LegendView<'_>) {
    let palette = Palette::of_ui(ui);
    let tip = match view.change {
        Change::Growth => {
            "Colour is the growth since then up to the point shown, as a share of the strongest growth of any building over all points, or of a ten-thousandth of the heap where that is more. Shrinking is gray, too"
        }
        Change::Difference => {
            "Colour is what there is more than in the first run, as a share of the largest such difference of any building, or of a ten-thousandth of the heap where that is more. What there is less is gray, too"
        }
        Change::Garbage => "Colour is what died since then up to the point shown, as a share of the most of any building",
    };
    let (title, tip, full) = match view.weighed {
        Some((metric, most)) => (
            format!("Colour = √ {}", words::metric_name(metric).to_lowercase()),
            "There is one point, so nothing can have grown: colour is the size, as the root of its share of the largest of any building",
            words::amount(metric, most),
        ),
        None => (view.since.to_owned(), tip, words::change(view.metric, i128::from(view.full_growth))),
    };
    ui.label(RichText::new(title).size(TEXT_SMALL)).on_hover_text(tip);
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, 12.0), Sense::hover());
    response.on_hover_text(format!("Full colour: {full}"));
    let mut mesh = Mesh::default();
    const STEPS: u32 = 32;
    for k in 0..=STEPS {
        let share = k as f32 / STEPS as f32;
        let x = rect.left() + rect.width() * share;
        let rgb = if view.weighed.is_some() { weight_color(share) } else { growth_color(view.settings.ramp, share) };
        let color = color32(rgb);
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if k > 0 {
            mesh.add_triangle(2 * k - 2, 2 * k - 1, 2 * k);
            mesh.add_triangle(2 * k - 1, 2 * k, 2 * k + 1);
        }
    }
    ui.painter().add(mesh);
    ui.painter().rect_stroke(rect, 2, egui::Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
    if let Some(share) = view.marked {
        let x = rect.left() + rect.width() * share.clamp(0.0, 1.0);
        let tip = pos2(x, rect.top() + 4.0);
        let needle = vec![tip, tip + vec2(-4.5, -8.0), tip + vec2(4.5, -8.0)];
        ui.painter().add(egui::Shape::convex_polygon(needle, palette.text, egui::Stroke::new(1.0, palette.panel)));
    }
    let metric = view.metric;
    let (row, _) = ui.allocate_exact_size(vec2(WIDTH, TEXT_SMALL + 3.0), Sense::hover());
    let font = egui::TextStyle::Small.resolve(ui.style());
    let texts = if let Some((metric, most)) = view.weighed {
        // The root of a quarter is in the middle.
        ["0".to_owned(), words::short(metric, most / 4), words::short(metric, most)]
    } else if view.full_growth == 0 {
        ["none".to_owned(), String::new(), view.change.nothing().to_lowercase()]
    } else {
        let plus = |value| format!("+{}", words::short(metric, value));
        ["0".to_owned(), plus(view.full_growth / 2), plus(view.full_growth)]
    };
    for (at, (text, align)) in
        texts.into_iter().zip([egui::Align2::LEFT_TOP, egui::Align2::CENTER_TOP, egui::Align2::RIGHT_TOP]).enumerate()
    {
        ui.painter().text(pos2(row.left() + 0.5 * at as f32 * row.width(), row.top()), align, text, font.clone(), palette.text_weak);
    }
}

/// A swatch and what it means.
fn line_ui(ui: &mut Ui, color: Color32, opacity: f32, text: &str) {
    swatch_ui(ui, text, |painter, swatch| {
        painter.rect_filled(swatch, 2, color.gamma_multiply(opacity));
    });
}

/// A wall with its bands.
fn bands_ui(ui: &mut Ui, ramp: GrowthRamp) {
    let grown = growth_color(ramp, 0.75);
    swatch_ui(ui, "paler: has stood there for longer", |painter, swatch| {
        for band in 0..4_u8 {
            let share = f32::from(band);
            let height = 0.25 * swatch.height();
            let top = swatch.bottom() - height * (share + 1.0);
            let rect = Rect::from_min_size(pos2(swatch.left(), top), vec2(swatch.width(), height));
            painter.rect_filled(rect, 0, color32(look::aged(grown, 1.0 - share / 3.0)));
        }
    })
    .on_hover_text("Palest: what has stood there since the first point. Paler: since a third, since two thirds of the time from there. Full colour: what has come since then");
}

fn dashed_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of_ui(ui).text_weak;
    swatch_ui(ui, text, |painter, swatch| {
        let inner = swatch.shrink(2.5);
        let corners = [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom(), inner.left_top()];
        painter.extend(egui::Shape::dashed_line(&corners, egui::Stroke::new(1.0, color), 2.0, 1.5));
    })
    .on_hover_text("What the building was at its largest, where it has shrunk since: those that lost most");
}

fn hatched_ui(ui: &mut Ui, text: &str) {
    swatch_ui(ui, text, |painter, swatch| {
        painter.rect_filled(swatch, 2, color32(look::NO_GROWTH));
        for along in [-6.0, 0.0, 6.0, 12.0] {
            let from = swatch.left_bottom() + vec2(along, 0.0);
            painter.line_segment([from, from + vec2(12.0, -12.0)], egui::Stroke::new(1.5, HATCH));
        }
    });
}

fn swatch_ui(ui: &mut Ui, text: &str, paint: impl FnOnce(&egui::Painter, Rect)) -> egui::Response {
    let palette = Palette::of_ui(ui);
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        let swatch = Rect::from_center_size(rect.center(), vec2(12.0, 12.0));
        paint(&ui.painter().with_clip_rect(swatch), swatch);
        ui.painter().rect_stroke(swatch, 2, egui::Stroke::new(1.0, palette.text_weak), egui::StrokeKind::Inside);
        ui.label(RichText::new(text).size(TEXT_SMALL));
    });
    row.response
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::base::settings::HeightSetting;

    fn check(settings: CitySettings, full_growth: u64, present: &[&str], absent: &[&str]) {
        check_with(settings, full_growth, false, present, absent);
    }

    fn check_with(settings: CitySettings, full_growth: u64, frustums: bool, present: &[&str], absent: &[&str]) {
        check_view(settings, (full_growth, frustums, false), present, absent);
    }

    fn check_view(settings: CitySettings, (full_growth, frustums, short): (u64, bool, bool), present: &[&str], absent: &[&str]) {
        let app = move |ui: &mut Ui| {
            let view = LegendView {
                change: Change::Growth,
                metric: settings.metric,
                settings: &settings,
                heights: &Heights::default(),
                clamped: 0,
                full_growth,
                weighed: None,
                since: "Growth since 0:12.000",
                buildings: 40,
                pruned: 3,
                blocks: 1,
                frustums,
                way: false,
                marked: Some(0.5),
                peaks: 2,
                has_past: true,
                hits: 0,
            };
            legend_ui(ui, &view, short);
        };
        let harness = Harness::builder().with_size(vec2(300.0, 300.0)).build_ui(app);
        for text in present {
            assert!(harness.query_by_label_contains(text).is_some(), "{text} is missing");
        }
        for text in absent {
            assert!(harness.query_by_label_contains(text).is_none(), "{text} is there");
        }
    }

    #[test]
    fn it_tells_metric_area_mode_and_opacity_in_numbers() {
        check(
            CitySettings::default(),
            8_000,
            &[
                "Area = √ objects",
                "Growth since 0:12.000",
                "solid: 10 strongest growers, others 40 %",
                "40 of 43",
                "paler: has stood",
                "dashed: its peak",
                "rings on walls: 1, 10, 100 … objects",
                "hatched: smaller groups",
            ],
            &["keeps the"],
        );
    }

    #[test]
    fn frustums_are_explained_while_there_are_some() {
        let texts = ["keeps the selection alive", "is kept alive by", "wider: more of its objects"];
        check_with(CitySettings::default(), 10, true, &texts, &[]);
        check(CitySettings::default(), 10, &[], &texts);
        let count = CitySettings { frustum_scale: FrustumScaleSetting::Count, ..CitySettings::default() };
        check_with(count, 10, true, &["wider: more objects"], &[]);
    }

    #[test]
    fn a_short_one_explains_the_colors_that_are_there() {
        let check = |frustums, present: &[&str], absent: &[&str]| {
            check_view(CitySettings::default(), (8_000, frustums, true), present, absent);
        };
        check(false, &["Growth since 0:12.000"], &["Area", "solid", "keeps the selection", "40 of 43"]);
        check(true, &["Growth since 0:12.000", "keeps the selection alive"], &["Area", "wider"]);
    }

    #[test]
    fn heights_that_show_something_else_than_the_base_are_explained() {
        let told = |height| {
            let city = crate::test_samples::sample_city("fig11");
            let settings = CitySettings { height, ..city.settings };
            let view = crate::view::state::ViewState::default();
            look::city_look(&city.session, &settings, &view).heights.in_words(Metric::Objects).join("; ")
        };
        assert_eq!(told(HeightSetting::Same), "");
        let classes = told(HeightSetting::Classes);
        for name in ["tiny", "small", "medium", "large", "huge"] {
            assert!(classes.contains(name), "{classes}");
        }
        assert!(told(HeightSetting::Bytes).contains("at least 0.2 and at most 12 times as high as wide"));
    }

    #[test]
    fn it_follows_the_settings() {
        let settings = CitySettings {
            metric: Metric::Bytes,
            area_mode: AreaModeSetting::Linear,
            color: false,
            non_solid_opacity: 1.0,
            ..CitySettings::default()
        };
        check(settings, 8_000, &["Area = bytes", "growth colours are off"], &["Growth since", "solid", "a district", "paler"]);
        let retained = CitySettings { metric: Metric::Retained, ..CitySettings::default() };
        check(retained, 8_000, &["Area = √ retained bytes", "a district is as large as its buildings"], &[]);
    }
}
