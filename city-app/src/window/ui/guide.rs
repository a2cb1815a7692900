//! Hints on the screen: a bulb at the element that a hint speaks of, and beside it, once it is open, what was seen, what the words mean, and
//! buttons that do the next step.

use std::path::Path;
use std::sync::Arc;

use analysis::{FindReport, NodeIndex};
use bevy::prelude::Resource;
use bevy_egui::egui::{
    self, Area, Id, Label, Order, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};

use super::icons::{Icon, icon_button_sized, icon_label, paint};
use super::theme::{Palette, TEXT, TEXT_SMALL, plate};
use super::widgets::main_button;
use crate::data::point_range::PointRange;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::view::guide::detect::Seen;
use crate::view::guide::hints;
use crate::view::guide::texts::{Hint, HintAction, HintTexts};
use crate::view::hint_key::{Anchor, HintKey};
use crate::view::over_time::OverTimeView;
use crate::view::state::{DrawerTab, ViewState};
use crate::view::store::hint_texts;

/// Width of the text of a hint.
const WIDTH: f32 = 340.0;
/// Its height before it has ever been drawn.
const GUESSED_HEIGHT: f32 = 240.0;
/// Between a bulb and what stands beside it.
const GAP: f32 = 12.0;
/// Between a bulb and the roof below it.
const ROOF_GAP: f32 = 4.0;
/// By this name egui remembers where the bulbs of buildings are.
const CITY_BULBS: &str = "bulbs of the city";
/// Side of a bulb.
pub(crate) const BULB: f32 = 20.0;

/// The hints about what is seen, and what they were worked out from.
#[derive(Resource, Debug, Default)]
pub(crate) struct Guide {
    texts: Option<HintTexts>,
    /// Held, so that another session or report is another one by its place.
    seen: Option<(Held, SeenBefore)>,
    pub(crate) hints: Vec<Hint>,
    /// How far the tour has come: it offers no hint that stands before that.
    reached: u8,
    /// Where the buttons of the open hint are, once they rest, or those of tours on the start screen.
    pub(crate) buttons: Vec<Rect>,
    /// Where the bulbs are, in the order of the hints; those that are not seen, or on their way, have none.
    pub(crate) bulbs: Vec<Option<Rect>>,
    /// Where they were in the frame before, and where the buttons were.
    before: Vec<(HintKey, Rect)>,
    buttons_before: Vec<Rect>,
}

/// The session and the report that hints are about.
type Held = (Arc<Session>, Option<Arc<FindReport>>);

/// What else hints depend on.
#[derive(Debug, PartialEq)]
struct SeenBefore {
    graph: Option<(String, u64, String)>,
    tab: Option<DrawerTab>,
    finding: usize,
    charts: OverTimeView,
    range: Option<PointRange>,
    parts: usize,
    has_lives: bool,
}

impl Guide {
    /// Works the hints out, if what is seen has changed, or if they are `wanted` no more. What is wrong with the user's texts is told once.
    pub(crate) fn update(&mut self, held: Held, seen: Seen<'_>, wanted: bool, folder: Option<&Path>) -> Option<String> {
        if !wanted {
            self.seen = None;
            self.hints.clear();
            return None;
        }
        let mut problem = None;
        let texts = self.texts.get_or_insert_with(|| {
            let (texts, why) = hint_texts(folder);
            problem = why;
            texts
        });
        let now = SeenBefore {
            graph: seen.graph.map(|graph| (graph.name.clone(), graph.objects, graph.sentence.clone())),
            tab: seen.view.panels.drawer.then_some(seen.view.tab),
            finding: seen.view.finding,
            charts: seen.view.over_time.clone(),
            range: seen.view.range,
            parts: seen.parts.suggested.len(),
            has_lives: seen.has_lives,
        };
        let same = |(before, _): &(Held, SeenBefore)| {
            Arc::ptr_eq(&before.0, &held.0) && before.1.as_ref().map(Arc::as_ptr) == held.1.as_ref().map(Arc::as_ptr)
        };
        if !self.seen.as_ref().is_some_and(|before| same(before) && before.1 == now) {
            self.hints = hints(seen, texts);
            self.seen = Some((held, now));
        }
        problem
    }

    /// No city is shown: a tour begins with its first step. `tours` are the places of the buttons that begin one.
    pub(crate) fn leave(&mut self, tours: Vec<Rect>) {
        (self.seen, self.reached, self.buttons) = (None, 0, tours);
        self.hints.clear();
        self.bulbs.clear();
    }

    /// Draws the hint that is open; on a tour the next one opens by itself.
    pub(crate) fn show(&mut self, ctx: &egui::Context, view: &ViewState, resting: bool, commands: &mut Vec<CityCommand>) {
        self.buttons.clear();
        let now: Vec<(HintKey, Rect)> = self.hints.iter().filter_map(|hint| Some((hint.key.clone(), place_of(ctx, &hint.key)?))).collect();
        let rests = |hint: &Hint| now.iter().find(|place| place.0 == hint.key && self.before.contains(place)).map(|place| place.1);
        self.bulbs = self.hints.iter().map(rests).collect();
        self.before = now;
        // What stood out while the data changed may have moved to another group: the hint that is open goes along.
        let moved = view.hint.as_ref().and_then(|open| self.hints.iter().find(|hint| hint.key.id == open.id));
        match view.hint.as_ref().and_then(|open| self.hints.iter().find(|hint| hint.key == *open)) {
            None if moved.is_some() => commands.push(CityCommand::OpenHint(moved.map(|hint| hint.key.clone()))),
            Some(hint) => {
                let buttons = hint_ui(ctx, hint, view.guided, commands);
                if buttons == self.buttons_before {
                    self.buttons.clone_from(&buttons);
                }
                self.buttons_before = buttons;
            }
            None if view.guided && resting => {
                // What comes next may still be worked out.
                if let Some(next) = self.hints.first().filter(|hint| hint.step > self.reached) {
                    self.reached = next.step;
                    commands.push(CityCommand::OpenHint(Some(next.key.clone())));
                }
            }
            None => {}
        }
    }
}

/// The hints about what is seen, for whoever draws the elements that they speak of.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct HintsView<'a> {
    pub(crate) hints: &'a [Hint],
    pub(crate) open: Option<&'a HintKey>,
}

impl<'a> HintsView<'a> {
    fn at(self, anchor: Anchor) -> impl Iterator<Item = &'a Hint> {
        self.hints.iter().filter(move |hint| hint.key.anchor == anchor)
    }

    /// How much room the bulbs at an element take.
    pub(crate) fn room(self, anchor: Anchor) -> f32 {
        self.at(anchor).count() as f32 * (BULB + 4.0)
    }

    /// Draws the bulbs of an element, side by side from a place to the left of which they end.
    pub(crate) fn bulbs_ui(self, ui: &Ui, anchor: Anchor, right: Pos2, commands: &mut Vec<CityCommand>) {
        for (at, hint) in self.at(anchor).enumerate() {
            let middle = right - vec2((at as f32 + 0.5) * (BULB + 4.0), 0.0);
            bulb_ui(ui, hint, self.open == Some(&hint.key), middle, commands);
        }
    }
}

/// Draws the bulbs of buildings over the city, each above its building where that is seen in the free area; `seen` tells where, and nowhere
/// of those that are not to be drawn. They keep clear of `taken`.
pub(crate) fn city_bulbs_ui(
    ctx: &egui::Context,
    hints: HintsView<'_>,
    free: Rect,
    taken: &[Rect],
    seen: impl Fn(NodeIndex) -> Option<Rect>,
    commands: &mut Vec<CityCommand>,
) {
    let mut drawn: Vec<Rect> = Vec::new();
    for hint in hints.hints {
        let Anchor::Building(node) = hint.key.anchor else { continue };
        let building = seen(node).map(|building| building.intersect(free)).filter(Rect::is_positive);
        let place = building.map(|building| {
            let above = building.center_top() - vec2(0.0, 0.5 * BULB + ROOF_GAP);
            let room = free.shrink(0.5 * BULB + ROOF_GAP);
            Rect::from_center_size(Pos2::new(above.x.clamp(room.left(), room.right()), above.y.max(room.top())), Vec2::splat(BULB))
        });
        let Some(place) = place.filter(|place| !taken.iter().chain(&drawn).any(|other| other.intersects(*place))) else {
            ctx.data_mut(|data| data.remove::<Rect>(place_id(&hint.key)));
            continue;
        };
        drawn.push(place);
        let area = Area::new(place_id(&hint.key).with("area")).order(Order::Middle).fixed_pos(place.min).movable(false).constrain(false);
        area.show(ctx, |ui| {
            ui.allocate_exact_size(place.size(), Sense::hover());
            bulb_ui(ui, hint, hints.open == Some(&hint.key), place.center(), commands);
        });
    }
    ctx.data_mut(|data| data.insert_temp(Id::new(CITY_BULBS), drawn));
}

/// Where bulbs stood over the city in the frame before, for what else is written there.
pub(crate) fn city_bulbs(ctx: &egui::Context) -> Vec<Rect> {
    ctx.data(|data| data.get_temp(Id::new(CITY_BULBS))).unwrap_or_default()
}

/// The middle of something on the screen, in logical pixels.
pub(in crate::window) fn middle(rect: &Rect) -> [f32; 2] {
    rect.center().into()
}

/// Where the bulb of a hint was drawn last.
fn place_id(key: &HintKey) -> Id {
    Id::new(("bulb", key))
}

/// Where the bulb of a hint is, in this frame or the last one.
pub(crate) fn place_of(ctx: &egui::Context, key: &HintKey) -> Option<Rect> {
    ctx.data(|data| data.get_temp(place_id(key)))
}

fn bulb_ui(ui: &Ui, hint: &Hint, is_open: bool, middle: Pos2, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let rect = Rect::from_center_size(middle, Vec2::splat(BULB));
    if !ui.is_rect_visible(rect) {
        ui.ctx().data_mut(|data| data.remove::<Rect>(place_id(&hint.key)));
        return;
    }
    // Drags as well, so that a chart below it is not pointed at too.
    let response = ui.interact(rect, place_id(&hint.key).with("button"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Hint: {}", hint.title)));
    ui.ctx().data_mut(|data| data.insert_temp(place_id(&hint.key), rect));
    let ground = if is_open || response.hovered() || response.has_focus() { palette.control_hot } else { palette.card };
    ui.painter().circle(middle, 0.5 * BULB, ground, Stroke::new(1.0, palette.attention));
    paint(ui.painter(), rect.shrink(3.5), Icon::Bulb, palette.attention);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(&hint.title);
    if response.clicked() {
        commands.push(CityCommand::OpenHint((!is_open).then(|| hint.key.clone())));
    }
}

/// Draws the hint that is open; returns where its buttons are.
pub(crate) fn hint_ui(ctx: &egui::Context, hint: &Hint, guided: bool, commands: &mut Vec<CityCommand>) -> Vec<Rect> {
    let window = ctx.viewport_rect();
    let id = Id::new(("hint", &hint.key));
    // How high it is, is known once it has been laid out; until then nobody sees it.
    let known = ctx.memory(|memory| memory.area_rect(id)).map(|known| known.size());
    let size = known.unwrap_or(vec2(WIDTH + 28.0, GUESSED_HEIGHT));
    let bulb = place_of(ctx, &hint.key).unwrap_or(Rect::from_center_size(window.center(), Vec2::ZERO));
    let mut buttons = Vec::new();
    Area::new(id).order(Order::Foreground).fixed_pos(corner(size, window, bulb)).movable(false).show(ctx, |ui| {
        let palette = Palette::of_ui(ui);
        plate(palette).fill(palette.panel).stroke(Stroke::new(1.5, palette.attention)).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.horizontal_top(|ui| {
                icon_label(ui, Icon::Bulb, palette.attention);
                let close = vec2(22.0, 22.0);
                let width = ui.available_width() - close.x - ui.spacing().item_spacing.x;
                ui.allocate_ui(vec2(width, 0.0), |ui| {
                    ui.set_width(width);
                    ui.add(Label::new(RichText::new(&hint.title).size(TEXT + 1.0).strong()).wrap());
                });
                if icon_button_sized(ui, Icon::Close, "Close the hint", "Esc", false, close).clicked() {
                    commands.push(CityCommand::OpenHint(None));
                }
            });
            ScrollArea::vertical().max_height(0.5 * window.height()).show(ui, |ui| {
                ui.add(Label::new(&hint.text).wrap().selectable(true));
                for (term, meaning) in &hint.terms {
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing.x = 4.0;
                        ui.label(RichText::new(format!("{term}:")).size(TEXT_SMALL).strong());
                        ui.label(RichText::new(meaning).size(TEXT_SMALL).color(palette.text_weak));
                    });
                }
            });
            for (at, HintAction { label, why, commands: steps }) in hint.actions.iter().enumerate() {
                let button = if at == 0 { main_button(ui, label) } else { ui.button(label) };
                buttons.push(button.rect);
                if button.on_hover_text(why).clicked() {
                    commands.push(CityCommand::FollowHint(steps.clone()));
                }
                if at == 0 {
                    ui.label(RichText::new(why).size(TEXT_SMALL).color(palette.text_weak));
                }
            }
            if guided {
                ui.separator();
                if ui.link("End the tour").on_hover_text("Hints stay, and open when you click them").clicked() {
                    commands.push(CityCommand::Guide(false));
                }
            }
        });
    });
    if known.is_some() { buttons } else { Vec::new() }
}

/// The corner of a plate beside a bulb, above it where there is room, and within the window.
fn corner(size: Vec2, window: Rect, bulb: Rect) -> Pos2 {
    let above = bulb.top() - GAP - size.y;
    let y = if above >= window.top() { above } else { (bulb.bottom() + GAP).min(window.bottom() - size.y) };
    let x = (bulb.center().x - 0.5 * size.x).clamp(window.left() + GAP, (window.right() - size.x - GAP).max(window.left() + GAP));
    let corner = Pos2::new(x, y.max(window.top()));
    // Neither above nor below there is room: then beside.
    if Rect::from_min_size(corner, size).intersects(bulb) {
        let left = bulb.left() - GAP - size.x;
        return Pos2::new(if left >= window.left() { left } else { bulb.right() + GAP }, corner.y);
    }
    corner
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    fn hint() -> Hint {
        Hint {
            key: HintKey { id: "memory-grows".into(), anchor: Anchor::Timeline },
            step: 1,
            title: "Memory keeps growing".into(),
            text: "It grew from 1 MiB to 5 MiB.".into(),
            terms: vec![("memory leak".into(), "Objects that nobody needs.".into())],
            actions: vec![HintAction { label: "Chart it".into(), why: "As lines.".into(), commands: vec![CityCommand::GoTo(3)] }],
        }
    }

    #[test]
    fn a_bulb_opens_its_hint_and_the_button_does_the_next_step() {
        let app = |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let (hints, key) = ([hint()], hint().key);
            let is_open = commands.iter().any(|command| matches!(command, CityCommand::OpenHint(Some(_))));
            let view = HintsView { hints: &hints, open: is_open.then_some(&key) };
            view.bulbs_ui(ui, Anchor::Timeline, pos2(200.0, 300.0), commands);
            view.bulbs_ui(ui, Anchor::Graph, pos2(100.0, 100.0), commands);
            if is_open {
                hint_ui(ui.ctx(), &hints[0], false, commands);
            }
        };
        let mut harness = Harness::builder().with_size(vec2(800.0, 600.0)).build_ui_state(app, Vec::new());
        crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
        harness.get_by_label("Hint: Memory keeps growing").click();
        harness.run();
        assert_eq!(harness.state().len(), 1);
        assert!(harness.query_by_label("It grew from 1 MiB to 5 MiB.").is_some() && harness.query_by_label("memory leak:").is_some());
        harness.get_by_label("Chart it").click();
        harness.run();
        assert_eq!(harness.state().last(), Some(&CityCommand::FollowHint(vec![CityCommand::GoTo(3)])));
    }

    #[test]
    fn a_hint_stands_beside_its_bulb_and_within_the_window() {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 700.0));
        let size = vec2(360.0, 260.0);
        for middle in [pos2(20.0, 20.0), pos2(500.0, 650.0), pos2(990.0, 350.0), pos2(500.0, 350.0)] {
            let bulb = Rect::from_center_size(middle, Vec2::splat(BULB));
            let plate = Rect::from_min_size(corner(size, window, bulb), size);
            assert!(window.contains_rect(plate) && !plate.intersects(bulb), "{plate:?} for {bulb:?}");
        }
    }
}
