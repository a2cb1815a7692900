//! Draws a picture of groups: shapes that move from where they were, letters, and what stands out.

use std::collections::HashMap;
use std::f64::consts::TAU;

use bevy_egui::egui::epaint::{PathShape, TextShape};
use bevy_egui::egui::{self, Color32, FontId, Mesh, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType, vec2};
use layout::Sector;

use crate::answers::tree_views::{Outline, ShapeLabel, TreeAsk, TreeForm, TreeLink, TreeLook, TreeScope, TreeShape, TreeViews};
use crate::base::colors::{Rgb, hex};
use crate::city::look::{INCOMING, OUTGOING};
use crate::window::ui::theme::{HATCHED, Palette, TEXT_SMALL, color32, ink_on};

/// How long shapes move, in seconds.
const MOVE: f64 = 0.6;
/// What is neither pointed at nor above what is.
const DIMMED: f32 = 0.35;
/// Arcs are drawn in steps of so many radians at most.
const STEP: f64 = TAU / 180.0;
/// Width of links, in logical pixels.
const THINNEST_LINK: f32 = 1.0;
const THICKEST_LINK: f32 = 5.0;
/// Between hatches.
const HATCH: f32 = 7.0;

/// Where shapes were, and where they go.
#[derive(Debug, Default)]
pub(super) struct Motion {
    asked: Option<TreeAsk>,
    look: TreeLook,
    from: HashMap<(usize, Option<usize>), Outline>,
    since: f64,
}

/// What stands out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen<'a> {
    pub(super) pointed: Option<usize>,
    pub(super) selected: Option<usize>,
    /// References of what is selected.
    pub(super) links: &'a [TreeLink],
}

/// A picture that was drawn.
pub(super) struct Drawn {
    pub(super) response: Response,
    /// The point and the group under the pointer.
    pub(super) under: Option<(usize, usize)>,
}

impl Motion {
    /// Goes for another picture, from where shapes are now.
    fn towards(&mut self, views: &TreeViews, ask: &TreeAsk, now: f64) {
        if self.asked == Some(*ask) {
            return;
        }
        let before = self.asked.filter(|before| (before.size, before.form) == (ask.size, ask.form));
        let look = views.look(ask);
        let share = self.share(now);
        self.from = match before {
            Some(_) => self.look.shapes.iter().map(|shape| (key(ask.form, shape), self.between(shape, share))).collect(),
            None => HashMap::new(),
        };
        self.look = look;
        self.since = if self.from.is_empty() { f64::NEG_INFINITY } else { now };
        self.asked = Some(*ask);
    }

    /// How far shapes have come, `0.0..=1.0`, slowly at both ends.
    fn share(&self, now: f64) -> f64 {
        let passed = ((now - self.since) / MOVE).clamp(0.0, 1.0);
        passed * passed * (3.0 - 2.0 * passed)
    }

    /// Where a shape is. What was not there grows from nothing at its place.
    fn between(&self, shape: &TreeShape, share: f64) -> Outline {
        let Some(ask) = self.asked.filter(|_| share < 1.0 && !self.from.is_empty()) else { return shape.outline };
        let mix = |a: f64, b: f64| a + share * (b - a);
        match (self.from.get(&key(ask.form, shape)), shape.outline) {
            (Some(Outline::Sector(from)), Outline::Sector(to)) => Outline::Sector(Sector {
                node: to.node,
                start: mix(from.start, to.start),
                sweep: mix(from.sweep, to.sweep),
                inner: mix(from.inner, to.inner),
                outer: mix(from.outer, to.outer),
            }),
            (_, Outline::Sector(to)) => Outline::Sector(Sector { sweep: mix(0.0, to.sweep), ..to }),
            (Some(Outline::Rect(from)), Outline::Rect(to)) => Outline::Rect(layout::Rect {
                x0: mix(from.x0, to.x0),
                y0: mix(from.y0, to.y0),
                x1: mix(from.x1, to.x1),
                y1: mix(from.y1, to.y1),
            }),
            (_, Outline::Rect(to)) => Outline::Rect(layout::Rect { y1: mix(to.y0, to.y1), ..to }),
        }
    }
}

/// What a shape is known by from picture to picture: its group, and of bars its point.
fn key(form: TreeForm, shape: &TreeShape) -> (usize, Option<usize>) {
    (shape.node, (form == TreeForm::Bars).then_some(shape.point))
}

/// What a picture is called where it is not seen.
pub(super) fn label_of(views: &TreeViews, ask: &TreeAsk) -> String {
    let of = if ask.is_global() { "the whole heap".to_owned() } else { views.name(ask.root) };
    format!("Parts of {of}")
}

/// Draws one; what is asked for has the size that it takes.
pub(super) fn picture_ui(ui: &mut Ui, views: &TreeViews, ask: &TreeAsk, label: &str, seen: &Seen<'_>, motion: &mut Motion) -> Drawn {
    let (place, response) = ui.allocate_exact_size(vec2(ask.size.0 as f32, ask.size.1 as f32), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, label));
    let is_still = ui.style().animation_time <= 0.0;
    let now = if is_still { f64::INFINITY } else { ui.input(|input| input.time) };
    motion.towards(views, ask, now);
    let share = motion.share(now);
    if share < 1.0 {
        ui.ctx().request_repaint();
    }
    let under = response.hover_pos().and_then(|at| views.at(ask, (f64::from(at.x - place.left()), f64::from(at.y - place.top()))));
    let painting = Painting { painter: ui.painter_at(place), place, palette: Palette::of_ui(ui), views, ask, seen };
    painting.draw(&motion.look, |shape| motion.between(shape, share), share >= 1.0);
    let response = if under.is_some() { response.on_hover_cursor(egui::CursorIcon::PointingHand) } else { response };
    Drawn { response, under }
}

struct Painting<'a> {
    painter: egui::Painter,
    place: Rect,
    palette: &'static Palette,
    views: &'a TreeViews,
    ask: &'a TreeAsk,
    seen: &'a Seen<'a>,
}

impl Painting<'_> {
    fn draw(&self, look: &TreeLook, outline_of: impl Fn(&TreeShape) -> Outline, is_at_rest: bool) {
        if let Some(frame) = &look.frame {
            let line = self.edge(frame);
            self.painter.extend(Shape::dashed_line(&line, Stroke::new(1.0, self.palette.text_weak), 6.0, 4.0));
        }
        let is_local = self.ask.scope == TreeScope::Local;
        let pointed_way = self.seen.pointed.filter(|_| is_local).map(|pointed| self.views.path(pointed));
        let is_shown = |node: usize| look.shapes.iter().any(|shape| shape.node == node);
        let dims = pointed_way.as_ref().filter(|way| way.last().is_some_and(|&last| is_shown(last)));
        for shape in &look.shapes {
            let outline = outline_of(shape);
            let is_dimmed = dims.is_some_and(|way| !way.contains(&shape.node));
            let opacity = if is_dimmed { shape.opacity.min(DIMMED) } else { shape.opacity };
            let color = color32(hex(shape.color));
            // Mixed here: what blends on the graphics card in linear light looks otherwise on each ground.
            let color = self.palette.panel.lerp_to_gamma(color, opacity);
            self.fill(&outline, color);
            if shape.is_looked_at {
                self.hatch(&outline);
            }
            if is_at_rest {
                self.more(shape, ink_on(rgb(color)));
            }
            if let Some(label) = shape.label.as_ref().filter(|_| is_at_rest) {
                self.letters(label, ink_on(rgb(color)));
            }
        }
        let around = |node: usize, draw: &dyn Fn(&[Pos2])| {
            for shape in look.shapes.iter().filter(|shape| shape.node == node) {
                draw(&self.edge(&outline_of(shape)));
            }
        };
        if let Some(looked_at) = look.shapes.iter().find(|shape| shape.is_looked_at) {
            around(looked_at.node, &|line| self.line(line, 3.0, self.palette.text));
        }
        if let Some(selected) = self.seen.selected {
            around(selected, &|line| self.line(line, 2.0, self.palette.selection));
        }
        if is_at_rest && !is_local {
            self.links();
        }
        if let Some(pointed) = self.seen.pointed.filter(|_| !is_local) {
            let stroke = Stroke::new(3.0, color32(hex(self.views.pointed_color(pointed))));
            around(pointed, &|line| {
                self.painter.extend(Shape::dashed_line(line, stroke, 12.0, 6.0));
            });
        }
    }

    /// Who keeps what is selected alive, and what that keeps alive: the thicker, the more objects.
    fn links(&self) {
        let most = self.seen.links.first().map_or(1, |link| link.objects.max(1)) as f32;
        // The thickest ones are drawn last.
        for link in self.seen.links.iter().rev() {
            let color = color32(if link.is_incoming { INCOMING } else { OUTGOING });
            let line: Vec<Pos2> = link.line.iter().map(|&(x, y)| self.at(x, y)).collect();
            self.line(&line, THINNEST_LINK + (THICKEST_LINK - THINNEST_LINK) * (link.objects as f32 / most).sqrt(), color);
        }
    }

    fn at(&self, x: f64, y: f64) -> Pos2 {
        self.place.min + vec2(x as f32, y as f32)
    }

    fn on_circle(&self, radius: f64, angle: f64) -> Pos2 {
        self.place.center() + vec2((radius * angle.sin()) as f32, (-radius * angle.cos()) as f32)
    }

    fn fill(&self, outline: &Outline, color: Color32) {
        match outline {
            Outline::Rect(rect) => {
                let (min, max) = (self.at(rect.x0, rect.y0), self.at(rect.x1, rect.y1));
                self.painter.rect_filled(Rect::from_min_max(min, max), 0.0, color);
                if rect.shorter_side() > 4.0 {
                    let edge = Stroke::new(0.5, self.palette.panel);
                    self.painter.rect_stroke(Rect::from_min_max(min, max), 0.0, edge, egui::StrokeKind::Inside);
                }
            }
            Outline::Sector(sector) => {
                let pieces = (sector.sweep / STEP).ceil().max(1.0) as u32;
                let mut mesh = Mesh::default();
                for piece in 0..=pieces {
                    let angle = sector.start + sector.sweep * f64::from(piece) / f64::from(pieces);
                    mesh.colored_vertex(self.on_circle(sector.inner, angle), color);
                    mesh.colored_vertex(self.on_circle(sector.outer, angle), color);
                    if let Some(first) = (2 * piece).checked_sub(2) {
                        mesh.add_triangle(first, first + 1, first + 3);
                        mesh.add_triangle(first, first + 3, first + 2);
                    }
                }
                self.painter.add(mesh);
                // Lines are drawn with smooth edges, meshes are not.
                if sector.sweep * sector.outer > 2.0 {
                    self.line(&self.edge(outline), 1.0, color);
                }
            }
        }
    }

    /// Around a shape, closed.
    fn edge(&self, outline: &Outline) -> Vec<Pos2> {
        match outline {
            Outline::Rect(rect) => {
                let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1), (rect.x0, rect.y0)];
                corners.map(|(x, y)| self.at(x, y)).to_vec()
            }
            Outline::Sector(sector) => {
                let pieces = (sector.sweep / STEP).ceil().max(1.0) as u32;
                let angle = |piece: u32| sector.start + sector.sweep * f64::from(piece) / f64::from(pieces);
                let outer = (0..=pieces).map(|piece| self.on_circle(sector.outer, angle(piece)));
                let inner = (0..=pieces).rev().map(|piece| self.on_circle(sector.inner, angle(piece)));
                // A whole ring has no ends to join.
                let mut line: Vec<Pos2> = if sector.sweep >= TAU { outer.collect() } else { outer.chain(inner).collect() };
                line.extend(line.first().copied());
                line
            }
        }
    }

    fn line(&self, line: &[Pos2], width: f32, color: Color32) {
        self.painter.add(PathShape::line(line.to_vec(), Stroke::new(width, color)));
    }

    /// Slanting lines over a shape.
    fn hatch(&self, outline: &Outline) {
        let edge = Rect::from_points(&self.edge(outline));
        let is_in = |at: Pos2| match outline {
            Outline::Rect(rect) => Rect::from_min_max(self.at(rect.x0, rect.y0), self.at(rect.x1, rect.y1)).contains(at),
            Outline::Sector(sector) => {
                let from_middle = at - self.place.center();
                let radius = f64::from(from_middle.length());
                let angle = f64::from(from_middle.x.atan2(-from_middle.y));
                (sector.inner..sector.outer).contains(&radius) && (angle - sector.start).rem_euclid(TAU) < sector.sweep
            }
        };
        let draw = |run: Option<[Pos2; 2]>| {
            if let Some(run) = run {
                self.painter.line_segment(run, Stroke::new(1.5, HATCHED));
            }
        };
        let lines = ((edge.width() + edge.height()) / HATCH) as usize;
        for line in 1..=lines {
            let begin = edge.left_top() + vec2(HATCH * line as f32, 0.0);
            let mut run: Option<[Pos2; 2]> = None;
            let mut down = 0.0;
            while down <= edge.height() {
                let at = begin + vec2(-down, down);
                match (&mut run, is_in(at)) {
                    (Some(run), true) => run[1] = at,
                    (None, true) => run = Some([at, at]),
                    (_, false) => draw(run.take()),
                }
                down += 1.5;
            }
            draw(run);
        }
    }

    /// One can go down into it.
    fn more(&self, shape: &TreeShape, ink: Color32) {
        let Some(((x, y), turned)) = shape.sign_of_more(self.ask.size) else { return };
        let turn = egui::emath::Rot2::from_angle(turned as f32);
        let line = [(-2.0, -3.5), (2.0, 0.0), (-2.0, 3.5)].map(|(right, down)| self.at(x, y) + turn * vec2(right, down));
        self.line(&line, 1.5, ink);
    }

    fn letters(&self, label: &ShapeLabel, ink: Color32) {
        let galley = self.painter.layout_no_wrap(label.text.clone(), FontId::proportional(TEXT_SMALL), ink);
        let turn = egui::emath::Rot2::from_angle(label.turned as f32);
        let size = galley.size();
        let from = if label.is_centred { turn * (0.5 * size) } else { Vec2::new(0.0, 0.5 * size.y) };
        let at = self.at(label.at.0, label.at.1) - from;
        self.painter.add(TextShape::new(at, galley, ink).with_angle(label.turned as f32));
    }
}

fn rgb(color: Color32) -> Rgb {
    [color.r(), color.g(), color.b()].map(|part| f32::from(part) / 255.0)
}

#[cfg(test)]
mod tests {
    use analysis::Metric;
    use layout::Pruning;

    use super::*;
    use crate::test_sessions::nested_session;

    /// Where a ring of the first level lies, at a time.
    fn sector(motion: &Motion, at: f64) -> Sector {
        let shape = motion.look.shapes.iter().find(|shape| shape.node == 1).expect("is shown");
        match motion.between(shape, motion.share(at)) {
            Outline::Sector(sector) => sector,
            Outline::Rect(_) => panic!("rings have sectors"),
        }
    }

    #[test]
    fn rings_turn_from_where_they_are_and_never_jump() {
        let session = nested_session();
        let views = TreeViews::of(&session.evolution, Metric::Objects, session.range, &Pruning::default()).expect("there is a heap");
        let ask =
            |point| TreeAsk { form: TreeForm::Sunburst, scope: TreeScope::Local, point, root: 0, size: (400.0, 400.0), is_scaled: false };
        let mut motion = Motion::default();
        motion.towards(&views, &ask(0), 0.0);
        let first = sector(&motion, 0.0).sweep;
        motion.towards(&views, &ask(1), 10.0);
        let last = sector(&motion, 10.0 + MOVE).sweep;
        assert!(first < last, "app grew");
        assert!((sector(&motion, 10.0).sweep - first).abs() < 1e-9, "it begins where it was");
        let mut before = first;
        for step in 1..60 {
            let now = sector(&motion, 10.0 + MOVE * f64::from(step) / 60.0).sweep;
            // Three halves of the mean speed is the most of a slow start and end.
            assert!(now > before && now < last && now - before <= 1.51 * (last - first) / 60.0, "{now} after {before}");
            before = now;
        }
        // Back on half of the way: from there.
        let middle = 10.0 + 0.5 * MOVE;
        let half_way = sector(&motion, middle);
        motion.towards(&views, &ask(0), middle);
        let turned = sector(&motion, middle);
        assert!((half_way.start - turned.start).abs() < 1e-9 && (half_way.sweep - turned.sweep).abs() < 1e-9);
        assert!((sector(&motion, middle + MOVE).sweep - first).abs() < 1e-9);
    }
}
