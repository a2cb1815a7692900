//! Labels of the strongest growers, names of districts on their rims, what the reference frustum under the pointer says.
//!
//! All of them are drawn by egui over the finished picture: text stays sharp at every display scale, and the same font
//! serves panels and city. [`crate::window::labels`] chooses and places them; this file paints.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::NodeIndex;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::opening::OPENING_AREA;
use super::theme::{LabelStyle, ink_on, label_style};
use crate::city::look::model::{CityLook, DistrictLook};
use crate::data::session::{Session, display_name};
use crate::window::camera::{CityProjection, world_from_plan};
use crate::window::labels::frustum_words::words_of_frustum_at;
use crate::window::labels::placement::{Candidate, lies_under, place_labels};
use crate::window::labels::rim_names::{Written, free_start, near_rim};
use crate::window::labels::words::label_words;
use crate::window::labels::{Fade, Sight, candidates, fade};
use crate::window::picking::CurrentIndex;
use crate::window::save_picture::TakingPicture;
use crate::window::state::{AppPhase, FreeArea, LookRes, PanelSystems, PictureMode, SessionRes, SettingsRes, ViewRes};

/// The names of the areas that always float over the city.
pub(super) const FLOATING: [&str; 3] = ["legend", "minimap", "controls"];
/// Seconds that a label takes to appear or to go.
const FADE_SECS: f32 = 0.18;
/// Letters on the ground must be at least this high on the screen, in logical pixels.
const MIN_RIM_LETTERS: f32 = 9.0;
/// Names of districts at most.
const MAX_RIM_NAMES: usize = 40;
/// Letters of rim names are laid out at this size and then scaled.
const RIM_FONT: f32 = 26.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .add_systems(EguiPrimaryContextPass, draw_labels.run_if(in_state(AppPhase::Exploring)).before(PanelSystems));
}

/// How visible each label is; what is on its way out stays until it is gone.
#[derive(Resource, Debug, Default)]
struct Shown(BTreeMap<NodeIndex, Fade>);

fn draw_labels(
    mut contexts: EguiContexts,
    (session, settings, view, look): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>, Res<LookRes>),
    (projection, free, picks, time): (Res<CityProjection>, Res<FreeArea>, Res<CurrentIndex>, Res<Time>),
    (picture, taking): (Option<Res<PictureMode>>, Option<Res<TakingPicture>>),
    mut shown: ResMut<Shown>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if !settings.0.labels || free.0.is_empty() {
        shown.0.clear();
        return Ok(());
    }
    let style = label_style(settings.0.theme);
    let clip = egui::Rect::from_min_max(egui::pos2(free.0.min.x, free.0.min.y), egui::pos2(free.0.max.x, free.0.max.y));
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, egui::Id::new("city labels"))).with_clip_rect(clip);
    let sight = Sight { session: &session.0, projection: &projection, picks: &picks };
    let texts_of = Texts { painter: &painter, style: &style, session: &session.0, colored: settings.0.color, point: view.0.time.point };

    let obstacles = floating_plates(ctx);
    draw_rim_names(&painter, &style, &sight, &look.now, &obstacles);

    let selection = &view.0.selection;
    let wanted = candidates(&session.0, &look.now, &sight, selection, &view.0.matches);
    let mut texts = Vec::with_capacity(wanted.len());
    let mut places = Vec::with_capacity(wanted.len());
    for wish in &wanted {
        let galley = texts_of.label(wish.node);
        places.push(Candidate { anchor: wish.anchor, size: Vec2::new(galley.size().x + 14.0, galley.size().y + 6.0) });
        texts.push(galley);
    }
    let placed = place_labels(&places, free.0, &obstacles);
    // The first picture of a film has no time in which labels could appear.
    let step = if settings.0.reduce_motion || picture.is_some() { 1.0 } else { time.delta_secs() / FADE_SECS };
    fade(&mut shown.0, &wanted, &placed, step);
    for (&node, fade) in &shown.0 {
        let galley = match wanted.iter().position(|wish| wish.node == node) {
            Some(at) => texts[at].clone(),
            None => texts_of.label(node),
        };
        let line = if selection.contains(node) {
            style.selection
        } else if view.0.matches.contains(&node) {
            style.attention
        } else {
            style.line
        };
        paint_label(&painter, &style, fade, galley, line);
    }
    if settings.0.show_pointers && !selection.is_empty() && !taking.is_some_and(|taking| taking.0) {
        draw_frustum_words(ctx, &painter, &style, &projection, &session.0, &look.now);
    }
    Ok(())
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
    fn label(&self, node: NodeIndex) -> Arc<egui::Galley> {
        let Self { painter, style, session, colored, point } = self;
        let mut job = egui::text::LayoutJob::default();
        let format = |color| egui::TextFormat { font_id: style.font.clone(), color, ..Default::default() };
        let (name, growth) = label_words(session, node, *point);
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
    let foot = egui::pos2(fade.anchor.x.clamp(rect.left() + 6.0, rect.right() - 6.0), rect.bottom());
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
    names.filter_map(|name| ctx.memory(|memory| memory.area_rect(egui::Id::new(name))))
}

/// Legend, minimap, bulbs and whatever else floats over the city.
fn floating_plates(ctx: &egui::Context) -> Vec<Rect> {
    plates_at(ctx, FLOATING.into_iter().chain([OPENING_AREA]))
        .chain(super::guide::city_bulbs(ctx))
        .map(|rect| Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.max.y))
        .collect()
}

/// Names of districts, flat on the ground along the near rim; large ones first, small ones when the camera comes near.
/// None lies under one of the plates that float over the city.
fn draw_rim_names(painter: &egui::Painter, style: &LabelStyle, sight: &Sight<'_>, look: &CityLook, plates: &[Rect]) {
    let eye = [f64::from(sight.projection.eye.x), f64::from(sight.projection.eye.z)];
    let mut written = Vec::new();
    for district in &look.districts {
        if written.len() == MAX_RIM_NAMES {
            break;
        }
        written.extend(draw_rim_name(painter, style, sight, district, eye, &written, plates));
    }
}

fn draw_rim_name(
    painter: &egui::Painter,
    style: &LabelStyle,
    sight: &Sight<'_>,
    district: &DistrictLook,
    eye: [f64; 2],
    written: &[Written],
    plates: &[Rect],
) -> Option<Written> {
    let plan = &sight.session.plan;
    let root = district.node == NodeIndex::ROOT;
    let top = district.base + district.thickness;
    // The root's name stands before the city; others fill their rim.
    let (height, outside, ground) = if root {
        (0.028 * plan.root_side, 0.036 * plan.root_side, 0.0)
    } else {
        let rim = (0.010 * plan.root_side).min(0.05 * district.rect.width().min(district.rect.depth()));
        // A line of text is half as high again as its capitals, which fill the rim.
        (1.5 * rim, 0.12 * rim, top)
    };
    let line = near_rim(&district.rect, eye, outside);
    let project = |u: f64, v: f64| {
        let [x, y] = line.at(u, v);
        sight.projection.screen_of_plan(x, y, ground)
    };
    let middle = world_from_plan(line.at(0.5 * line.length, 0.0)[0], line.at(0.5 * line.length, 0.0)[1], ground);
    let letters = height as f32 / (sight.projection.distance(middle).max(1e-3) * sight.projection.metres_per_pixel);
    if letters < MIN_RIM_LETTERS {
        return None;
    }
    let name = display_name(sight.session, district.node);
    let text = if root { format!("{name}: {}", sight.session.evolution.title) } else { name };
    let ink = if root { style.ground } else { ink_on(district.color) };
    let galley = painter.layout_no_wrap(text, egui::FontId::proportional(RIM_FONT), ink);
    let metres_per_unit = height / f64::from(galley.size().y);
    let margin = if root { 0.0 } else { 0.6 * height };
    let length = f64::from(galley.size().x) * metres_per_unit;
    let begin = free_start(&line, margin, length, height, written)?;
    // Hidden behind a building at its begin, middle or end, it would lie on that building's face.
    let seen = [0.02, 0.5, 0.98].iter().all(|share| {
        let [x, y] = line.at(begin + share * length, 0.4 * height);
        root || sight.sees(district.node, world_from_plan(x, y, ground))
    });
    let [low, high] = [0.0, 1.0].map(|v| [0.0, 0.5, 1.0].map(|u| project(begin + u * length, v * height)));
    if !seen || lies_under(&low, &high, plates) {
        return None;
    }
    let atlas = painter.ctx().fonts(|fonts| fonts.font_image_size());
    let uv_per_texel = egui::vec2(1.0 / atlas[0] as f32, 1.0 / atlas[1] as f32);
    for row in &galley.rows {
        let mut mesh = egui::Mesh { indices: row.visuals.mesh.indices.clone(), ..Default::default() };
        for vertex in &row.visuals.mesh.vertices {
            let at = vertex.pos + row.pos.to_vec2();
            let u = begin + f64::from(at.x) * metres_per_unit;
            let v = f64::from(galley.size().y - at.y) * metres_per_unit;
            let place = project(u, v)?;
            let uv = egui::pos2(vertex.uv.x * uv_per_texel.x, vertex.uv.y * uv_per_texel.y);
            mesh.vertices.push(egui::epaint::Vertex { pos: egui::pos2(place.x, place.y), uv, color: ink });
        }
        painter.add(mesh);
    }
    Some(Written { line, from: begin, to: begin + length, height })
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
