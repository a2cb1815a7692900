//! Labels of the strongest growers, names of districts, what the reference frustum under the pointer says.
//!
//! All of them are drawn by egui over the finished picture: text stays sharp at every display scale, and the same font
//! serves panels and city. [`crate::window::labels`] chooses and places them; this file paints.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::NodeIndex;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::opening::OPENING_AREA;
use super::overlays::POINT_PLATES;
use super::theme::{LabelStyle, color32, edge_on, ink_on, label_style};
use crate::answers::chain::{Stop, sign};
use crate::base::{names, words};
use crate::city::look::model::{CityLook, DistrictLook};
use crate::data::session::Session;
use crate::view::state::ViewState;
use crate::window::camera::{CityProjection, roof_of, world_from_plan};
use crate::window::labels::district_names::{Ground, NAMED_FROM, font_size, is_free};
use crate::window::labels::frustum_words::words_of_frustum_at;
use crate::window::labels::placement::{Candidate, place_labels};
use crate::window::labels::words::{LONGEST_NAME, label_words};
use crate::window::labels::{Fade, Sight, Written, candidates, fade};
use crate::window::picking::PicksBeside;
use crate::window::picking::ray::PickIndex;
use crate::window::save_picture::TakingPicture;
use crate::window::state::{AppPhase, FreeArea, LookRes, PanelSystems, PictureMode, SessionRes, SettingsRes, ViewRes};

/// The names of the areas that always float over the city.
pub(super) const FLOATING: [&str; 5] = ["legend", "minimap", "controls", POINT_PLATES[0], POINT_PLATES[1]];
/// Seconds that a label takes to appear or to go.
const FADE_SECS: f32 = 0.18;
/// Names of districts at most.
const MAX_DISTRICT_NAMES: usize = 40;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .init_resource::<Written>()
        .add_systems(EguiPrimaryContextPass, draw_labels.run_if(in_state(AppPhase::Exploring)).before(PanelSystems));
}

/// How visible each label is; what is on its way out stays until it is gone.
#[derive(Resource, Debug, Default)]
struct Shown(BTreeMap<usize, Fade>);

fn draw_labels(
    mut contexts: EguiContexts,
    (session, settings, view, look): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>, Res<LookRes>),
    (projection, free, picks, beside): (Res<CityProjection>, Res<FreeArea>, Res<PickIndex>, Res<PicksBeside>),
    (time, picture, taking): (Res<Time>, Option<Res<PictureMode>>, Option<Res<TakingPicture>>),
    (mut shown, mut shown_beside, mut written): (ResMut<Shown>, Local<Shown>, ResMut<Written>),
) -> Result {
    let ctx = contexts.ctx_mut()?;
    *written = Written::default();
    if !settings.0.labels || free.0.is_empty() {
        shown.0.clear();
        shown_beside.0.clear();
        return Ok(());
    }
    let style = label_style(settings.0.theme);
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("city labels"));
    let layer = ctx.layer_painter(layer);
    let painter = layer.with_clip_rect(egui_rect(free.0));
    let sight = Sight { area: free.0, session: &session.0, projection: &projection, picks: &picks };
    let obstacles = floating_plates(ctx);
    // The first picture of a film has no time in which labels could appear.
    let step = if settings.0.reduce_motion || picture.is_some() { 1.0 } else { time.delta_secs() / FADE_SECS };
    let names = Names { style: &style, view: &view.0, colored: settings.0.color, step };
    if let Some(point) = view.0.beside {
        let projection = projection.moved(-free.0.width());
        let sight = Sight { area: free.beside(), projection: &projection, picks: &beside.0, ..sight };
        let painter = layer.with_clip_rect(egui_rect(sight.area));
        names.draw(&painter, &sight, (&look.before, point), obstacles.clone(), &mut shown_beside.0, &mut written);
    } else {
        shown_beside.0.clear();
    }
    if look.now.stops.len() > 1 {
        shown.0.clear();
        let sign = sign(&session.0, &view.0.chain, view.0.time.point).or_else(|| view.0.chain_holder.as_deref().map(str::to_owned));
        written.labels = draw_way(&painter, &style, &sight, &look.now, sign, free.0, &obstacles);
        if !taking.is_some_and(|taking| taking.0) {
            draw_frustum_words(ctx, &painter, &style, &projection, &session.0, &look.now);
        }
        return Ok(());
    }
    names.draw(&painter, &sight, (&look.now, view.0.time.point), obstacles, &mut shown.0, &mut written);
    if settings.0.show_pointers && !view.0.selection.is_empty() && !taking.is_some_and(|taking| taking.0) {
        draw_frustum_words(ctx, &painter, &style, &projection, &session.0, &look.now);
    }
    Ok(())
}

/// How names of districts and labels of buildings are written over a city.
struct Names<'a> {
    style: &'a LabelStyle,
    view: &'a ViewState,
    /// Growth has its colour.
    colored: bool,
    /// By how much labels appear or go in this frame.
    step: f32,
}

impl Names<'_> {
    fn draw(
        &self,
        painter: &egui::Painter,
        sight: &Sight<'_>,
        (look, point): (&CityLook, usize),
        mut obstacles: Vec<Rect>,
        shown: &mut BTreeMap<usize, Fade>,
        written: &mut Written,
    ) {
        let Self { style, view, colored, step } = *self;
        let before = written.districts.len();
        // The ground of two cities tells which is which.
        let evolution = &sight.session.evolution;
        let time = view.beside.and_then(|_| evolution.points.get(point)).map(words::point_time);
        draw_district_names(painter, sight, (look, time.as_deref().unwrap_or(&evolution.title)), &obstacles, written);
        obstacles.extend(written.districts[before..].iter().map(|(_, place)| *place));
        let texts_of = Texts { painter, style, session: sight.session, colored, point };
        let wanted = candidates(sight.session, look, sight, &view.selection, &view.matches);
        let mut texts = Vec::with_capacity(wanted.len());
        let mut places = Vec::with_capacity(wanted.len());
        for wish in &wanted {
            let galley = texts_of.label(wish.building);
            places.push(Candidate { anchor: wish.anchor, size: Vec2::new(galley.size().x + 14.0, galley.size().y + 6.0), needed: false });
            texts.push(galley);
        }
        let placed = place_labels(&places, sight.area, &obstacles);
        fade(shown, &wanted, &placed, step);
        if shown.values().any(|fade| fade.opacity < 1.0) {
            painter.ctx().request_repaint();
        }
        let found: BTreeSet<usize> = view.matches.iter().filter_map(|&node| sight.session.building_with(node)).collect();
        for (&building, fade) in shown.iter() {
            let galley = match wanted.iter().position(|wish| wish.building == building) {
                Some(at) => texts[at].clone(),
                None => texts_of.label(building),
            };
            let line = if look.buildings.get(building).is_some_and(|building| building.selected) {
                style.selection
            } else if found.contains(&building) {
                style.attention
            } else {
                style.line
            };
            written.labels.push((galley.text().to_owned(), fade.plate));
            paint_label(painter, style, fade, galley, line);
        }
    }
}

/// What the texts of labels are made of.
struct Texts<'a> {
    painter: &'a egui::Painter,
    style: &'a LabelStyle,
    session: &'a Session,
    /// Growth has its colour.
    colored: bool,
    point: usize,
}

impl Texts<'_> {
    /// Name, and growth up to the point shown: what the colour of the building tells.
    fn label(&self, building: usize) -> Arc<egui::Galley> {
        let Self { painter, style, session, colored, point } = self;
        let mut job = egui::text::LayoutJob::default();
        let format = |color| egui::TextFormat { font_id: style.font.clone(), color, ..Default::default() };
        let (name, growth) = label_words(session, building, *point);
        job.append(&name, 0.0, format(style.text));
        if let Some(growth) = growth {
            job.append(&growth, 7.0, format(if *colored { style.growth } else { style.text }));
        }
        painter.layout_job(job)
    }
}

fn paint_label(painter: &egui::Painter, style: &LabelStyle, fade: &Fade, galley: Arc<egui::Galley>, line: egui::Color32) {
    let rect = egui_rect(fade.plate);
    let opacity = fade.opacity.clamp(0.0, 1.0);
    // From the nearest place of its edge.
    let foot = egui::pos2(fade.anchor.x.clamp(rect.left() + 6.0, rect.right() - 6.0), fade.anchor.y.clamp(rect.top(), rect.bottom()));
    painter.line_segment([foot, egui::pos2(fade.anchor.x, fade.anchor.y)], egui::Stroke::new(1.0, style.leader.gamma_multiply(opacity)));
    painter.circle_filled(egui::pos2(fade.anchor.x, fade.anchor.y), 2.0, style.leader.gamma_multiply(opacity));
    painter.rect(
        rect,
        5,
        style.plate.gamma_multiply(opacity),
        egui::Stroke::new(1.0, line.gamma_multiply(opacity)),
        egui::StrokeKind::Inside,
    );
    painter.add(egui::epaint::TextShape::new(rect.min + egui::vec2(7.0, 3.0), galley, style.text).with_opacity_factor(opacity));
}

fn egui_rect(rect: Rect) -> egui::Rect {
    egui::Rect::from_min_max(egui::pos2(rect.min.x, rect.min.y), egui::pos2(rect.max.x, rect.max.y))
}

/// The areas of these names, as far as they are shown.
pub(super) fn plates_at<'n>(ctx: &egui::Context, names: impl Iterator<Item = &'n str>) -> impl Iterator<Item = egui::Rect> {
    // The memory keeps places of areas that were closed.
    let shown = ctx.memory(|memory| memory.areas().visible_layer_ids());
    let is_shown = move |id: egui::Id| shown.iter().any(|layer| layer.id == id);
    names.map(egui::Id::new).filter(move |&id| is_shown(id)).filter_map(|id| ctx.memory(|memory| memory.area_rect(id)))
}

/// Legend, minimap, bulbs and whatever else floats over the city.
fn floating_plates(ctx: &egui::Context) -> Vec<Rect> {
    plates_at(ctx, FLOATING.into_iter().chain([OPENING_AREA]))
        .chain(super::guide::city_bulbs(ctx))
        .map(|rect| Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.max.y))
        .collect()
}

/// The way of the chain: its stops with their numbers and objects, the fields between them, and the sign at its end. Returns what
/// was written, and where.
fn draw_way(
    painter: &egui::Painter,
    style: &LabelStyle,
    sight: &Sight<'_>,
    look: &CityLook,
    sign: Option<String>,
    area: Rect,
    obstacles: &[Rect],
) -> Vec<(String, Rect)> {
    let way = &look.stops;
    let roof = |stop: &Stop| sight.projection.screen(roof_of(look.buildings.get(sight.session.building_with(stop.node)?)?));
    let mut written: Vec<(String, Rect)> = Vec::new();
    // Those that come first take the room first.
    let mut write = |plates: Vec<(Vec2, String, egui::Color32)>, needed: bool| {
        let galley = |text: &str| painter.layout_no_wrap(text.to_owned(), style.font.clone(), style.text);
        let galleys: Vec<_> = plates.iter().map(|(_, text, _)| galley(text)).collect();
        let size = |galley: &egui::Galley| Vec2::new(galley.size().x + 14.0, galley.size().y + 6.0);
        let wanted = plates.iter().zip(&galleys).map(|((anchor, ..), galley)| Candidate { anchor: *anchor, size: size(galley), needed });
        let taken: Vec<Rect> = obstacles.iter().copied().chain(written.iter().map(|(_, plate)| *plate)).collect();
        let placed = place_labels(&wanted.collect::<Vec<_>>(), area, &taken);
        for &(at, plate) in &placed {
            let (anchor, text, color) = &plates[at];
            paint_label(painter, style, &Fade { opacity: 1.0, plate, anchor: *anchor }, galleys[at].clone(), *color);
            written.push((text.clone(), plate));
        }
        (0..plates.len()).filter(|at| placed.iter().all(|(there, _)| there != at)).collect::<Vec<usize>>()
    };
    let sign = sign.zip(way.last().and_then(roof));
    let is_signed = sign.map(|(sign, last)| write(vec![(last, format!("{}   {sign}", way.len()), style.attention)], true).is_empty());
    let stops: Vec<(Vec2, usize, &Stop)> = (1..).zip(way).filter_map(|(number, stop)| Some((roof(stop)?, number, stop))).collect();
    let in_words = |&(at, number, stop): &(Vec2, usize, &Stop)| {
        let name = names::within(&sight.session.label_name(stop.node), &[], LONGEST_NAME);
        (at, format!("{number}   {} {name}", stop.count_in_words()), style.incoming)
    };
    let without = write(stops.iter().map(in_words).collect(), false);
    // A stop whose words have no room has its number.
    let without = without.into_iter().map(|at| &stops[at]).filter(|(_, number, _)| *number < way.len() || is_signed != Some(true));
    write(without.map(|(at, number, _)| (*at, number.to_string(), style.incoming)).collect(), true);
    // Above the top of its arch stands through which field the next stop holds the one before.
    let fields = look.frustums.iter().filter_map(|leg| {
        let stop = way.iter().find(|stop| stop.node == leg.partner).filter(|stop| !stop.via.is_empty())?;
        let &[x, y, height, _] = leg.route.get(leg.route.len() / 2)?;
        let at = sight.projection.screen(world_from_plan(f64::from(x), f64::from(y), height))?;
        Some((at, format!("through {}", stop.via_in_words()), style.line))
    });
    write(fields.collect(), false);
    written
}

/// Names of districts, large ones first. None lies under one of the plates that float over the city.
fn draw_district_names(
    painter: &egui::Painter,
    sight: &Sight<'_>,
    (look, root_name): (&CityLook, &str),
    plates: &[Rect],
    written: &mut Written,
) {
    let area = sight.area;
    let mut named: Vec<(Vec2, &DistrictLook, Ground)> = look
        .districts
        .iter()
        .filter_map(|district| {
            let ground = ground_of(sight, district)?;
            let size = ground.size_in(area);
            size.cmpge(NAMED_FROM).all().then_some((size, district, ground))
        })
        .collect();
    named.sort_by(|a, b| (b.0.x * b.0.y).total_cmp(&(a.0.x * a.0.y)).then(a.1.node.cmp(&b.1.node)));
    for (size, district, ground) in named {
        if written.districts.len() == MAX_DISTRICT_NAMES {
            written.unnamed.push(district.node);
            continue;
        }
        let is_root = district.node == NodeIndex::ROOT;
        let name = if is_root { root_name.to_owned() } else { sight.session.district_name(district.node) };
        let ink = ink_on(district.color);
        let font = egui::FontId::proportional(font_size(size));
        let mut anchors = ground.anchors(area);
        // Behind a tower a name would stand on its wall.
        anchors.retain(|&(edge, share, _)| sight.sees(district.node, place_on_edge(district, edge, share)));
        // Where the whole name has no place, its end may have one.
        let end = name.rsplit_once(words::WITHIN).or_else(|| name.rsplit_once('.')).map(|(_, end)| format!("\u{2026}{end}"));
        let place = std::iter::once(name).chain(end).find_map(|text| {
            let galley = painter.layout_no_wrap(text, font.clone(), ink);
            let plate = Vec2::new(galley.size().x + 12.0, galley.size().y + 3.0);
            let plates_at = anchors.iter().map(|&(_, _, at)| ground.plate(at, plate));
            let taken = || plates.iter().chain(written.districts.iter().map(|(_, place)| place));
            let free = plates_at.into_iter().find(|place| is_free(place, area, taken()))?;
            Some((galley, free))
        });
        let Some((galley, place)) = place else {
            // One of which no edge is seen is a place behind towers.
            if !anchors.is_empty() {
                written.unnamed.push(district.node);
            }
            continue;
        };
        let rect = egui_rect(place);
        let edge = egui::Stroke::new(1.0, edge_on(district.color));
        painter.rect(rect, 3, color32(district.color), edge, egui::StrokeKind::Inside);
        written.districts.push((galley.text().to_owned(), place));
        painter.galley(rect.min + egui::vec2(6.0, 1.5), galley, ink);
    }
}

/// A place on the upper face of a district, `share` of the way along one of its four edges.
fn place_on_edge(district: &DistrictLook, edge: usize, share: f32) -> Vec3 {
    let layout::Rect { x0, y0, x1, y1 } = district.rect;
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
    let ((ax, ay), (bx, by)) = (corners[edge % 4], corners[(edge + 1) % 4]);
    let share = f64::from(share);
    world_from_plan(ax + (bx - ax) * share, ay + (by - ay) * share, district.base + district.thickness)
}

/// The ground of a district on the screen; `None` where a corner is behind the camera or nothing stands there.
fn ground_of(sight: &Sight<'_>, district: &DistrictLook) -> Option<Ground> {
    if district.rect.area() <= 0.0 {
        return None;
    }
    let mut corners = [Vec2::ZERO; 4];
    for (edge, corner) in corners.iter_mut().enumerate() {
        *corner = sight.projection.screen(place_on_edge(district, edge, 0.0))?;
    }
    Some(Ground { corners, from_above: sight.projection.looks_down(), is_whole: district.node == NodeIndex::ROOT })
}

/// Writes what the frustum under the pointer says beside the pointer, inside of the city.
fn draw_frustum_words(
    ctx: &egui::Context,
    painter: &egui::Painter,
    style: &LabelStyle,
    projection: &CityProjection,
    session: &Session,
    look: &CityLook,
) {
    let city = painter.clip_rect();
    let Some(pointer) = ctx.pointer_latest_pos().filter(|&at| city.contains(at)) else { return };
    if ctx.layer_id_at(pointer).is_some_and(|layer| layer.order != egui::Order::Background) {
        return;
    }
    let Some(words) = words_of_frustum_at(projection, session, look, Vec2::new(pointer.x, pointer.y)) else { return };
    let galley = painter.layout_no_wrap(words, style.font.clone(), style.text);
    let size = galley.size() + egui::vec2(14.0, 6.0);
    // Above the pointer, because the tooltip of what is behind the frustum is below it.
    let left = (pointer.x + 10.0).min(city.right() - size.x).max(city.left());
    let top = (pointer.y - size.y - 10.0).max(city.top());
    let rect = egui::Rect::from_min_size(egui::pos2(left, top), size);
    painter.rect(rect, 5, style.plate, egui::Stroke::new(1.0, style.line), egui::StrokeKind::Inside);
    painter.galley(rect.min + egui::vec2(7.0, 3.0), galley, style.text);
}
