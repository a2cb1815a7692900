//! The main-world side: builds what one frame draws, and hands it to the renderer.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::boxes::{Records, records};
use super::draw_order::{DrawOrder, OrderScratch, Sight};
use super::height_map;
use super::uniform::Atmosphere;
use crate::base::background::Background;
use crate::base::settings::Theme;
use crate::view::selection::Selection;
use crate::window::camera::CityCamera;
use crate::window::quality::{ActualQuality, StillPicture};
use crate::window::state::{CitySystems, FreeArea, LookRes, SessionRes, SettingsRes, ViewRes};

/// Seconds in which the frustums of a new selection grow to their partners.
const FRUSTUM_GROWTH_SECS: f32 = 0.45;

/// More buildings than these are put in order beside the frames: while the camera moves, the order may be that of a moment ago.
const MOST_AT_ONCE: usize = 100_000;

/// What one frame draws; extracted as a whole, its parts are shared.
#[derive(Resource, Debug, Clone)]
pub(in crate::window) struct CityFrame {
    pub(in crate::window) records: Arc<Records>,
    /// Counts the changes of `records`.
    pub(in crate::window) records_version: u64,
    /// Counts those that change what casts shade.
    pub(in crate::window) shapes_version: u64,
    pub(in crate::window) order: Arc<DrawOrder>,
    /// Counts the changes of `order`.
    pub(in crate::window) order_version: u64,
    pub(in crate::window) atmosphere: Atmosphere,
    /// Shadows and ambient occlusion.
    pub(in crate::window) full: bool,
    /// Nobody looks at this frame: it is made ready and not drawn.
    pub(in crate::window) unseen: bool,
    /// The city before the transition stands beside that after it.
    pub(in crate::window) beside: Option<Beside>,
}

/// Where the picture is parted between two cities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Beside {
    /// How far the city on the left is from that on the right, in widths of the picture.
    pub(in crate::window) distance: f32,
    /// The first column of pixels of that on the right.
    pub(in crate::window) edge: u32,
}

impl Default for CityFrame {
    fn default() -> Self {
        let atmosphere = Atmosphere {
            theme: Theme::Dark,
            tween: 1.0,
            frustums_grown: 1.0,
            root_side: 100.0,
            tallest: 0.0,
            outlines: true,
            rings: true,
            hovered: None,
            map_size: height_map::size(false),
            light_size: height_map::light_size(false),
            metric: analysis::Metric::Objects,
            area_mode: layout::AreaMode::Sqrt,
            terraces: 0.0,
            pixels_per_point: 1.0,
        };
        Self {
            records: Arc::default(),
            records_version: 1,
            shapes_version: 1,
            order: Arc::default(),
            order_version: 1,
            atmosphere,
            full: false,
            unseen: false,
            beside: None,
        }
    }
}

/// Adds the main-world side.
pub(in crate::window) fn plugin(app: &mut App) {
    app.init_resource::<CityFrame>().init_resource::<Ordering>();
    app.add_systems(
        Update,
        (build_records, grow_frustums, order_boxes, set_atmosphere)
            .chain()
            .in_set(CitySystems::Scene)
            .after(super::super::looks::update_looks)
            .after(super::super::camera::move_camera),
    );
}

/// What the draw order was made for.
#[derive(Resource, Default)]
struct Ordering {
    scratch: OrderScratch,
    plan: Option<Arc<layout::CityPlan>>,
    /// From where the order that is drawn is seen.
    drawn: Option<Sight>,
    /// The one that is made meanwhile.
    coming: Background<Sight, DrawOrder>,
    records_version: u64,
}

fn build_records(look: Res<LookRes>, session: Res<SessionRes>, view: Res<ViewRes>, mut frame: ResMut<CityFrame>) {
    if !look.is_changed() {
        return;
    }
    let now = &look.now;
    let empty = now.buildings.iter().enumerate().filter(|(_, building)| building.selected && building.height <= 0.0);
    let lots: Vec<_> = empty.filter_map(|(number, building)| Some((*session.0.lot(number)?, building.base))).collect();
    let moves = view.0.time.tween < 1.0 || view.0.beside.is_some();
    let from = if moves { &look.before } else { now };
    let records = records(from, now, &lots);
    if !records.has_shapes_of(&frame.records, moves) {
        frame.shapes_version += 1;
    }
    frame.records = Arc::new(records);
    frame.records_version += 1;
}

fn grow_frustums(
    view: Res<ViewRes>,
    settings: Res<SettingsRes>,
    time: Res<Time>,
    mut last: Local<Selection>,
    mut frame: ResMut<CityFrame>,
) {
    if *last != view.0.selection {
        last.clone_from(&view.0.selection);
        frame.atmosphere.frustums_grown = 0.0;
    }
    let step = if settings.0.reduce_motion { 1.0 } else { time.delta_secs() / FRUSTUM_GROWTH_SECS };
    let grown = (frame.atmosphere.frustums_grown + step).min(1.0);
    if frame.atmosphere.frustums_grown < grown {
        frame.atmosphere.frustums_grown = grown;
    }
}

fn order_boxes(
    session: Res<SessionRes>,
    cameras: Query<(&Transform, &Projection), With<CityCamera>>,
    (windows, still): (Query<&Window, With<PrimaryWindow>>, Option<Res<StillPicture>>),
    mut ordering: ResMut<Ordering>,
    mut frame: ResMut<CityFrame>,
) {
    let (Ok((camera, Projection::Perspective(lens))), Ok(window)) = (cameras.single(), windows.single()) else { return };
    let sight = Sight { eye: camera.translation, pixels_per_metre: 0.5 * window.physical_height() as f32 / (0.5 * lens.fov).tan() };
    let ordering = &mut *ordering;
    if !ordering.plan.as_ref().is_some_and(|plan| Arc::ptr_eq(plan, &session.0.plan)) {
        ordering.plan = Some(Arc::clone(&session.0.plan));
        ordering.drawn = None;
    }
    let now = |frame: &mut CityFrame, order: Arc<DrawOrder>| {
        frame.order = order;
        frame.order_version += 1;
    };
    let same_boxes = ordering.records_version == frame.records_version && ordering.drawn.is_some();
    if !same_boxes || still.is_some() || frame.records.buildings <= MOST_AT_ONCE {
        ordering.coming.clear();
        if !same_boxes || ordering.drawn != Some(sight) {
            (ordering.records_version, ordering.drawn) = (frame.records_version, Some(sight));
            let order = ordering.scratch.order(&session.0.plan, &frame.records, &sight);
            now(&mut frame, Arc::new(order));
        }
        return;
    }
    ordering.coming.poll();
    if let Some((&seen, order)) = ordering.coming.last()
        && ordering.drawn != Some(seen)
    {
        ordering.drawn = Some(seen);
        now(&mut frame, Arc::clone(order));
    }
    if ordering.drawn != Some(sight) && !ordering.coming.is_working() {
        let (plan, records) = (Arc::clone(&session.0.plan), Arc::clone(&frame.records));
        ordering.coming.ask(sight, move |_| Ok(OrderScratch::default().order(&plan, &records, &sight)));
    }
}

fn set_atmosphere(
    (session, look): (Res<SessionRes>, Res<LookRes>),
    settings: Res<SettingsRes>,
    view: Res<ViewRes>,
    (quality, free): (Res<ActualQuality>, Res<FreeArea>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut frame: ResMut<CityFrame>,
) {
    let full = quality.full;
    let part = |window: &Window| Beside {
        distance: free.0.width() / window.width().max(1.0),
        edge: (free.0.min.x * window.scale_factor()).round().max(0.0) as u32,
    };
    let beside = windows.single().ok().filter(|_| view.0.beside.is_some()).map(part);
    let building = match view.0.hovered_block {
        Some(district) => session.0.block_of(district),
        None => view.0.hover.and_then(|node| session.0.building_with(node)),
    };
    let hovered = building.and_then(|at| u32::try_from(at).ok());
    let side = session.0.plan.root_side as f32;
    let atmosphere = Atmosphere {
        theme: settings.0.theme,
        tween: ease(view.0.time.tween),
        frustums_grown: frame.atmosphere.frustums_grown,
        root_side: if side > 0.0 { side } else { 100.0 },
        tallest: frame.records.tallest,
        outlines: settings.0.outlines,
        rings: look.now.heights.tell_the_base(),
        hovered,
        map_size: height_map::size(full),
        light_size: height_map::light_size(full),
        metric: session.0.metric,
        area_mode: session.0.area_mode,
        terraces: (f32::from(session.0.plan.deepest_district_level) + 1.0) * session.0.slab_thickness,
        pixels_per_point: windows.single().map_or(1.0, Window::scale_factor),
    };
    if (frame.atmosphere, frame.full, frame.beside) != (atmosphere, full, beside) {
        (frame.atmosphere, frame.full, frame.beside) = (atmosphere, full, beside);
    }
}

/// Quick start, soft landing; nothing bounces.
fn ease(t: f32) -> f32 {
    let rest = 1.0 - t.clamp(0.0, 1.0);
    1.0 - rest * rest * rest
}
