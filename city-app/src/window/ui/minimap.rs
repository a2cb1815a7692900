//! The minimap: the plan from above in growth colours, where the camera stands and looks; a click flies there. It gives
//! way to the selection: its corner is the first one of three where it does not cover the selected building.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::theme::{MinimapColors, color32, minimap_colors};
use crate::city::look::model::CityLook;
use crate::view::command::{CameraCommand, CityCommand};
use crate::window::camera::{CityProjection, CityRig};
use crate::window::state::{AppPhase, CityMessage, FreeArea, LookRes, PanelSystems, SessionRes, ViewRes, panels_are_drawn};

/// Side of the map, in logical pixels.
const SIDE: f32 = 168.0;
/// Distance from the corner of the free area.
const MARGIN: f32 = 12.0;
/// A smaller free area than this has no room for a map.
const MIN_AREA: Vec2 = Vec2::new(520.0, 420.0);
/// The stops of a way need it where there is less room than this.
const ROOM_BESIDE_A_WAY: f32 = 900.0;
/// Buildings smaller than this on the map are left out, in logical pixels: their district's tone stands for them.
const MIN_BUILDING: f32 = 0.8;
/// The city fills this share of the map; the camera may stand outside of it.
const CITY_SHARE: f32 = 0.82;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MapMesh>().init_resource::<Corner>().add_systems(
        EguiPrimaryContextPass,
        draw_minimap.run_if(in_state(AppPhase::Exploring)).run_if(panels_are_drawn).after(PanelSystems),
    );
}

/// Where the map lies. Bottom right is the emptiest part of the first view; the legend has the fourth corner.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Corner {
    #[default]
    BottomRight,
    TopRight,
    TopLeft,
}

impl Corner {
    const ALL: [Self; 3] = [Self::BottomRight, Self::TopRight, Self::TopLeft];

    fn map(self, free: Rect) -> egui::Rect {
        let (left, top) = (free.min.x + MARGIN, free.min.y + MARGIN);
        let (right, bottom) = (free.max.x - MARGIN - SIDE, free.max.y - MARGIN - SIDE);
        let (x, y) = match self {
            Self::BottomRight => (right, bottom),
            Self::TopRight => (right, top),
            Self::TopLeft => (left, top),
        };
        egui::Rect::from_min_size(egui::pos2(x, y), egui::Vec2::splat(SIDE))
    }

    /// Stays as long as nothing that matters is covered, so that the map does not jump about while the camera turns.
    fn keep_clear_of(self, taken: &[egui::Rect], free: Rect) -> Self {
        let covers = |corner: &Self| taken.iter().any(|rect| corner.map(free).intersects(*rect));
        if covers(&self) { Self::ALL.into_iter().find(|corner| !covers(corner)).unwrap_or(self) } else { self }
    }
}

/// What a building covers on the screen, if it is there.
fn on_screen(building: &crate::city::look::model::BuildingLook, projection: &CityProjection) -> Option<egui::Rect> {
    let f = &building.footprint;
    let corners = [(f.x0, f.y0), (f.x1, f.y0), (f.x0, f.y1), (f.x1, f.y1)];
    let points = corners.into_iter().flat_map(|(x, y)| [(x, y, building.base), (x, y, building.base + building.height)]);
    let points: Vec<egui::Pos2> =
        points.filter_map(|(x, y, height)| projection.screen_of_plan(x, y, height)).map(|p| egui::pos2(p.x, p.y)).collect();
    (points.len() == 8).then(|| egui::Rect::from_points(&points))
}

/// The painted plan, kept until looks or place change.
#[derive(Resource, Default)]
struct MapMesh {
    painted: Option<(Arc<CityLook>, egui::Pos2, Arc<egui::Mesh>)>,
}

/// From plan metres to the map and back.
#[derive(Debug, Clone, Copy, PartialEq)]
struct MapScale {
    center: egui::Pos2,
    pixels_per_metre: f32,
}

impl MapScale {
    fn new(map: egui::Rect, root_side: f64) -> Self {
        Self { center: map.center(), pixels_per_metre: CITY_SHARE * map.width() / (root_side as f32).max(1e-6) }
    }

    fn on_map(&self, x: f32, y: f32) -> egui::Pos2 {
        self.center + egui::vec2(x, y) * self.pixels_per_metre
    }

    fn on_plan(&self, at: egui::Pos2) -> [f32; 2] {
        let offset = (at - self.center) / self.pixels_per_metre;
        [offset.x, offset.y]
    }
}

fn draw_minimap(
    mut contexts: EguiContexts,
    (session, view, look, free): (Res<SessionRes>, Res<ViewRes>, Res<LookRes>, Res<FreeArea>),
    (projection, rig): (Res<CityProjection>, Res<CityRig>),
    (mut kept, mut corner): (ResMut<MapMesh>, ResMut<Corner>),
    mut messages: MessageWriter<CityMessage>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let is_way = look.now.stops.len() > 1;
    let too_small = free.0.width() < MIN_AREA.x || free.0.height() < MIN_AREA.y || (is_way && free.0.width() < ROOM_BESIDE_A_WAY);
    // The city from above is its own map.
    if !view.0.panels.minimap || too_small || rig.is_map() || session.0.plan.plots.is_empty() {
        return Ok(());
    }
    let colors = minimap_colors(ctx);
    let selected = view.0.selection.lead().and_then(|node| session.0.building_with(node)).and_then(|at| look.now.buildings.get(at));
    let mut taken: Vec<egui::Rect> = selected.and_then(|building| on_screen(building, &projection)).into_iter().collect();
    taken.extend(["legend", "controls"].iter().filter_map(|name| ctx.memory(|m| m.area_rect(egui::Id::new(*name)))));
    corner.set_if_neq(corner.keep_clear_of(&taken, free.0));
    let place = corner.map(free.0).min;
    let area = egui::Area::new(egui::Id::new("minimap")).order(egui::Order::Middle).fixed_pos(place).movable(false);
    area.show(ctx, |ui| {
        let (map, response) = ui.allocate_exact_size(egui::Vec2::splat(SIDE), egui::Sense::CLICK | egui::Sense::DRAG);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "Minimap"));
        let scale = MapScale::new(map, session.0.plan.root_side);
        let painter = ui.painter_at(map);
        painter.rect(map, 6, colors.plate, egui::Stroke::new(1.0, colors.line), egui::StrokeKind::Inside);
        let fresh = kept.painted.as_ref().is_some_and(|(known, place, _)| Arc::ptr_eq(known, &look.now) && *place == map.min);
        if !fresh {
            kept.painted = Some((Arc::clone(&look.now), map.min, Arc::new(plan_mesh(&look.now, &scale))));
        }
        if let Some((.., mesh)) = &kept.painted {
            painter.add(egui::Shape::Mesh(Arc::clone(mesh)));
        }
        draw_selection(&painter, &session, &view, &scale, &colors);
        draw_camera(&painter, map, &projection, &scale, &colors);
        if let Some(at) = response.interact_pointer_pos()
            && (response.clicked() || response.dragged())
        {
            messages.write(CityMessage(CityCommand::Camera(CameraCommand::LookAt(scale.on_plan(at)))));
        }
        response.on_hover_text("The city from above; north is up. Click to look there  (N hides it)");
    });
    Ok(())
}

/// Districts and buildings as flat rectangles.
fn plan_mesh(look: &CityLook, scale: &MapScale) -> egui::Mesh {
    let mut mesh = egui::Mesh::default();
    let mut add = |rect: &layout::Rect, rgb: [f32; 3], opacity: f32| {
        let min = scale.on_map(rect.x0 as f32, rect.y0 as f32);
        let max = scale.on_map(rect.x1 as f32, rect.y1 as f32);
        if (max.x - min.x).max(max.y - min.y) >= MIN_BUILDING {
            mesh.add_colored_rect(egui::Rect::from_min_max(min, max), color32(rgb).gamma_multiply(opacity));
        }
    };
    for district in &look.districts {
        add(&district.rect, district.color, 1.0);
    }
    for building in look.buildings.iter().filter(|building| building.height > 0.0) {
        // A ghost is faint here, too, yet never gone: the map tells where something stands.
        add(&building.footprint, building.color, building.opacity.max(0.25));
    }
    mesh
}

fn draw_selection(painter: &egui::Painter, session: &SessionRes, view: &ViewRes, scale: &MapScale, colors: &MinimapColors) {
    let corner = |x: f64, y: f64| scale.on_map(x as f32, y as f32);
    for plot in view.0.selection.nodes().into_iter().filter_map(|node| session.0.place(node)) {
        let rect = egui::Rect::from_min_max(corner(plot.lot.x0, plot.lot.y0), corner(plot.lot.x1, plot.lot.y1)).expand(1.0);
        painter.rect_stroke(rect, 1, egui::Stroke::new(2.0, colors.selection), egui::StrokeKind::Outside);
    }
}

/// Where the camera stands, kept inside the map, and a wedge to where it looks.
fn draw_camera(painter: &egui::Painter, map: egui::Rect, projection: &CityProjection, scale: &MapScale, colors: &MinimapColors) {
    let inner = map.shrink(7.0);
    let eye = scale.on_map(projection.eye.x, projection.eye.z);
    let at = inner.clamp(eye);
    // Yaw 0 looks north, which is up; positive yaw turns to the left, as in the world.
    let direction = egui::vec2(-projection.yaw.sin(), -projection.yaw.cos());
    let side = direction.rot90();
    let wedge = |length: f32, width: f32| vec![at, at + direction * length + side * width, at + direction * length - side * width];
    painter.add(egui::Shape::convex_polygon(wedge(26.0, 12.0), colors.camera.gamma_multiply(0.25), egui::Stroke::NONE));
    painter.circle(at, 4.0, colors.camera, egui::Stroke::new(1.5, colors.plate.to_opaque()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_the_map_means_the_place_that_is_drawn_there() {
        let map = egui::Rect::from_min_size(egui::pos2(800.0, 60.0), egui::Vec2::splat(SIDE));
        let scale = MapScale::new(map, 250.0);
        assert_eq!(scale.on_plan(map.center()), [0.0, 0.0]);
        let [x, y] = scale.on_plan(scale.on_map(-31.0, 77.5));
        assert!((x + 31.0).abs() < 1e-3 && (y - 77.5).abs() < 1e-3, "{x} {y}");
        // The whole root is on the map.
        assert!(map.contains(scale.on_map(-125.0, -125.0)) && map.contains(scale.on_map(125.0, 125.0)));
    }

    #[test]
    fn the_map_leaves_a_corner_only_for_what_it_would_cover_there() {
        let free = Rect::new(260.0, 50.0, 1280.0, 850.0);
        let at = |corner: Corner| corner.map(free).shrink(40.0);
        assert_eq!(Corner::BottomRight.keep_clear_of(&[at(Corner::TopRight)], free), Corner::BottomRight);
        assert_eq!(Corner::BottomRight.keep_clear_of(&[at(Corner::BottomRight)], free), Corner::TopRight);
        let both = [at(Corner::BottomRight), at(Corner::TopRight)];
        assert_eq!(Corner::TopRight.keep_clear_of(&both, free), Corner::TopLeft);
        assert_eq!(Corner::TopLeft.keep_clear_of(&[], free), Corner::TopLeft, "it does not go back by itself");
        let everywhere = [egui::Rect::EVERYTHING];
        assert_eq!(Corner::TopLeft.keep_clear_of(&everywhere, free), Corner::TopLeft);
    }

    #[test]
    fn specks_are_left_to_their_district() {
        let mut look = CityLook::default();
        let building = |side: f64| crate::city::look::model::BuildingLook {
            others: 0,
            node: analysis::NodeIndex(1),
            footprint: layout::Rect { x0: 0.0, y0: 0.0, x1: side, y1: side },
            base: 0.0,
            height: 1.0,
            clamped: false,
            color: [1.0, 0.0, 0.0],
            opacity: 0.0,
            storeys: [0.0; 3],
            growth: 0.0,
            solid: false,
            selected: false,
        };
        look.buildings.extend([building(50.0), building(0.1)]);
        let map = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::splat(SIDE));
        let mesh = plan_mesh(&look, &MapScale::new(map, 250.0));
        assert_eq!(mesh.vertices.len(), 4, "one rectangle");
        assert!(mesh.vertices[0].color.a() > 0, "a building at 0 % opacity is still on the map");
    }
}
