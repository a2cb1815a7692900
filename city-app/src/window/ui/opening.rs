//! What was found when the city opened, beside the building that it is about: one sentence, one button, and the way to the rest.

use bevy_egui::egui::{self, Area, Id, Label, Order, Pos2, Rect, RichText, Stroke, Vec2, vec2};

use super::icons::{Icon, icon_button_sized, icon_label};
use super::theme::{Palette, TEXT, TEXT_SMALL, plate};
use super::widgets::{main_button, unbroken};
use crate::view::command::CityCommand;
use crate::view::opening::{NextStep, Opening};

/// Width of the plate's text.
const WIDTH: f32 = 300.0;
/// Its height before it has ever been drawn.
const GUESSED_HEIGHT: f32 = 130.0;
/// Distance from the building and from what else floats over the city.
const GAP: f32 = 18.0;
/// The name of the area, for others that keep clear of it.
pub(crate) const OPENING_AREA: &str = "opening";

/// Draws the plate. `too_few` says that there are too few points for a verdict. `building` is where the building is seen, `taken` what floats over the city already.
pub(crate) fn opening_ui(
    ctx: &egui::Context,
    opening: &Opening,
    too_few: Option<&str>,
    free: Rect,
    building: Option<Rect>,
    taken: &[Rect],
    commands: &mut Vec<CityCommand>,
) {
    let id = Id::new(OPENING_AREA);
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(vec2(WIDTH + 28.0, GUESSED_HEIGHT), |known| known.size());
    // Where a panel covers the city, it waits.
    if free.height() < size.y {
        return;
    }
    let building = building.map(|building| building.intersect(free)).filter(Rect::is_positive);
    let corner = place(size, free, building, taken);
    let plate_rect = Rect::from_min_size(corner, size);
    if let Some(building) = building.filter(|building| !plate_rect.intersects(*building)) {
        leader(ctx, plate_rect, building);
    }
    Area::new(id).order(Order::Middle).fixed_pos(corner).movable(false).show(ctx, |ui| {
        let palette = Palette::of_ui(ui);
        plate(palette).stroke(Stroke::new(1.5, palette.attention)).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.horizontal_top(|ui| {
                icon_label(ui, Icon::Target, palette.attention);
                let close = vec2(22.0, 22.0);
                let width = ui.available_width() - close.x - ui.spacing().item_spacing.x;
                ui.allocate_ui(vec2(width, 0.0), |ui| {
                    ui.set_width(width);
                    ui.add(Label::new(RichText::new(unbroken(&opening.sentence)).size(TEXT + 1.0).strong()).wrap());
                });
                if icon_button_sized(ui, Icon::Close, "Close what was found", "Esc", false, close).clicked() {
                    commands.push(CityCommand::CloseOpening);
                }
            });
            for text in [opening.detail.as_str()].into_iter().chain(too_few).filter(|text| !text.is_empty()) {
                ui.add(Label::new(RichText::new(unbroken(text)).size(TEXT_SMALL).color(palette.text_weak)).wrap());
            }
            ui.horizontal_wrapped(|ui| {
                if let Some(step) = opening.step
                    && main_button(ui, step.label()).clicked()
                {
                    commands.push(CityCommand::CloseOpening);
                    commands.extend(step.commands());
                }
                let (text, tab) = NextStep::rest(opening.step);
                if opening.node.is_some() && ui.link(RichText::new(text).size(TEXT_SMALL)).clicked() {
                    commands.push(CityCommand::CloseOpening);
                    commands.push(CityCommand::ShowTab(tab));
                }
            });
        });
    });
}

/// A thin line from the plate to the building.
fn leader(ctx: &egui::Context, plate: Rect, building: Rect) {
    let palette = Palette::of_ctx(ctx);
    let roof = building.center_top() + vec2(0.0, 0.25 * building.height());
    let from = Pos2::new(roof.x.clamp(plate.left(), plate.right()), roof.y.clamp(plate.top(), plate.bottom()));
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Background, Id::new("opening leader")));
    painter.line_segment([from, roof], Stroke::new(1.5, palette.attention));
    painter.circle_filled(roof, 3.5, palette.attention);
}

/// The corner of a plate of this size in the free area: beside the building, over nothing else.
///
/// Where nothing beside the building is free, it stands at the edge that is farthest from it: it never covers what it is
/// about unless the building fills the picture.
pub(crate) fn place(size: Vec2, free: Rect, building: Option<Rect>, taken: &[Rect]) -> Pos2 {
    let room = Rect::from_min_max(free.min + Vec2::splat(GAP), (free.max - size - Vec2::splat(GAP)).max(free.min + Vec2::splat(GAP)));
    let keep_in = |corner: Pos2| Pos2::new(corner.x.clamp(room.left(), room.right()), corner.y.clamp(room.top(), room.bottom()));
    let at_top = keep_in(Pos2::new(free.center().x - 0.5 * size.x, free.top()));
    let Some(building) = building else { return at_top };
    let y = building.top();
    let beside = [
        Pos2::new(building.right() + 2.0 * GAP, y),
        Pos2::new(building.left() - 2.0 * GAP - size.x, y),
        Pos2::new(building.center().x - 0.5 * size.x, building.top() - 2.0 * GAP - size.y),
        Pos2::new(building.center().x - 0.5 * size.x, building.bottom() + 2.0 * GAP),
    ];
    let edges = [room.left_top(), room.right_top(), at_top, room.left_bottom(), room.right_bottom()];
    let clear = |corner: &Pos2| {
        let plate = Rect::from_min_size(*corner, size);
        !plate.intersects(building.expand(0.5 * GAP)) && !taken.iter().any(|other| plate.intersects(other.expand(0.5 * GAP)))
    };
    let far = |corner: &Pos2| Rect::from_min_size(*corner, size).center().distance(building.center());
    let farthest = edges.into_iter().filter(clear).max_by(|a, b| far(a).total_cmp(&far(b)));
    beside.into_iter().map(keep_in).find(clear).or(farthest).unwrap_or(at_top)
}

#[cfg(test)]
mod tests {
    use analysis::NodeIndex;
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::view::panels::DrawerTab;

    const FREE: Rect = Rect { min: Pos2 { x: 300.0, y: 50.0 }, max: Pos2 { x: 1300.0, y: 850.0 } };

    #[test]
    fn the_plate_stands_beside_the_building_and_covers_neither_it_nor_other_plates() {
        let size = vec2(320.0, 140.0);
        let legend = Rect::from_min_size(Pos2::new(312.0, 650.0), vec2(260.0, 190.0));
        let minimap = Rect::from_min_size(Pos2::new(1120.0, 62.0), vec2(168.0, 168.0));
        for x in (300..1300).step_by(50) {
            for y in (50..850).step_by(50) {
                let building = Rect::from_min_size(Pos2::new(x as f32, y as f32), vec2(60.0, 180.0)).intersect(FREE);
                let plate = Rect::from_min_size(place(size, FREE, Some(building), &[legend, minimap]), size);
                assert!(FREE.contains_rect(plate), "{building} {plate}");
                assert!(!plate.intersects(building), "{building} {plate}");
                assert!(!plate.intersects(legend) && !plate.intersects(minimap), "{building} {plate}");
            }
        }
        assert!(FREE.contains_rect(Rect::from_min_size(place(size, FREE, None, &[]), size)));
        assert!(place(vec2(3000.0, 3000.0), FREE, Some(FREE), &[]).is_finite(), "a tiny window breaks nothing");
    }

    fn growth() -> Opening {
        Opening {
            node: Some(NodeIndex(4)),
            sentence: "Location grew from 990 to 12,870 objects".into(),
            detail: "That is 35.7 % of what the heap gained.".into(),
            step: Some(NextStep::ShowHolders(NodeIndex(4))),
        }
    }

    #[test]
    fn the_plate_waits_while_a_panel_covers_the_city() {
        let app = |ui: &mut egui::Ui, bottom: &mut f32| {
            let free = Rect { max: Pos2::new(FREE.right(), *bottom), ..FREE };
            opening_ui(ui.ctx(), &growth(), None, free, None, &[], &mut Vec::new());
        };
        let mut harness = Harness::builder().with_size(vec2(1600.0, 900.0)).build_ui_state(app, FREE.top() + 10.0);
        harness.run_steps(3);
        assert!(harness.query_by_label("Close what was found").is_none());
        *harness.state_mut() = FREE.bottom();
        harness.run_steps(3);
        assert!(harness.query_by_label("Close what was found").is_some());
    }

    #[test]
    fn the_button_goes_on_and_the_cross_closes() {
        let opening = growth();
        let app = move |ui: &mut egui::Ui, commands: &mut Vec<CityCommand>| {
            let too_few = analysis::too_few_states(2, true);
            opening_ui(ui.ctx(), &opening, too_few.as_deref(), FREE, None, &[], commands);
        };
        let mut harness = Harness::builder().with_size(vec2(1600.0, 900.0)).build_ui_state(app, Vec::new());
        harness.run_steps(3);
        assert!(harness.query_by_label("Location grew from 990 to 12,870 objects").is_some());
        assert!(harness.query_by_label_contains("Too few heap states for a verdict: 2 of at least 4.").is_some());
        harness.get_by_label("Close what was found").click();
        harness.run_steps(2);
        assert_eq!(*harness.state(), [CityCommand::CloseOpening]);
        harness.state_mut().clear();
        harness.get_by_label("All that was found").click();
        harness.run_steps(2);
        assert_eq!(*harness.state(), [CityCommand::CloseOpening, CityCommand::ShowTab(DrawerTab::Findings)]);
        harness.state_mut().clear();
        harness.get_by_label("Show who keeps it alive").click();
        harness.run_steps(2);
        let select = CityCommand::Select(Some(NodeIndex(4)));
        assert_eq!(*harness.state(), [CityCommand::CloseOpening, select, CityCommand::FollowToCause]);
    }
}
