//! The picture of the graph: cards and curves that can be moved, zoomed, pointed at and asked.

use bevy_egui::egui::epaint::CubicBezierShape;
use bevy_egui::egui::{
    self, Align2, Color32, CursorIcon, FontFamily, FontId, Key, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};
use layout::{EdgeRoute, LayeredPlan};

use crate::answers::ownership_graph::NamedNode;
use crate::answers::ownership_graph::drawing::{card_lines, curves, edge_width, place};
use crate::base::words;
use crate::window::ui::drawer::graph::commands::{GraphCommand, GraphView, edge_commands, node_commands};
use crate::window::ui::row_keys::keep_arrows;
use crate::window::ui::theme::{Palette, RADIUS, line_colors, tint};

/// Letters at zoom 1.
const TITLE: f32 = 14.0;
const LINE: f32 = 13.0;
/// How far an arrow moves the graph, in logical pixels, and by what plus and minus zoom.
const KEY_STEP: f32 = 60.0;
const KEY_ZOOM: f32 = 1.25;
/// How far the wheel goes.
const ZOOMS: (f32, f32) = (0.2, 2.5);
/// A picture that is too large for the drawer is not made smaller than this at first.
const LEAST_FIT: f32 = 0.75;
/// Around the picture.
const BORDER: f32 = 10.0;
/// How near to an edge the pointer is on it.
const NEAR: f32 = 6.0;
/// Parts that a curve is tried in.
const PARTS: usize = 12;

/// What the pointer is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Node(usize),
    Edge(usize),
}

/// Where the picture is, and what is under the pointer.
#[derive(Debug)]
pub(crate) struct Canvas {
    plan: Option<(u64, LayeredPlan)>,
    /// Where the picture's origin is, from the corner of the drawing area.
    pub(super) pan: Vec2,
    pub(super) zoom: f32,
    /// The next frame brings everything into view.
    fit: bool,
    size: Vec2,
    hover: Option<Item>,
    /// The edge whose menu is open.
    menu: Option<usize>,
}

impl Default for Canvas {
    fn default() -> Self {
        Self { plan: None, pan: Vec2::ZERO, zoom: 1.0, fit: true, size: Vec2::ZERO, hover: None, menu: None }
    }
}

impl Canvas {
    /// Brings everything into view.
    pub(super) fn fit(&mut self) {
        self.fit = true;
    }

    /// What the pointer is on, in words.
    pub(super) fn words(&self, view: &GraphView<'_>) -> Option<String> {
        let (graph, named) = (&view.found.graph, &view.found.named);
        match self.hover? {
            Item::Node(node) => {
                let info = named.nodes.get(node)?;
                let way = graph.way_to_group(node);
                if way.is_empty() {
                    return Some(format!("{}: {}.", info.name, tip(view, info)));
                }
                Some(format!("{}.", named.way_in_words(node, &way)))
            }
            Item::Edge(edge) => {
                let info = named.edges.get(edge)?;
                let (from, to) = (&named.nodes[info.from], &named.nodes[info.to]);
                let fields = if info.fields.is_empty() { String::new() } else { format!(" through {}", info.fields.join(", ")) };
                let sources = if from.is_root() { from.in_words() } else { format!("{} {}", words::count(info.sources), from.title) };
                Some(format!(
                    "{sources} reference {} {}{fields}; {} of {} {} are reached this way. Without it {} of them would be free, {} in all.",
                    words::count(info.targets),
                    to.title,
                    words::count(info.reaches),
                    words::count(named.live),
                    named.name,
                    words::count(info.frees),
                    words::bytes(info.frees_bytes)
                ))
            }
        }
    }

    fn to_screen(&self, area: Rect, (x, y): (f64, f64)) -> Pos2 {
        area.min + self.pan + self.zoom * vec2(x as f32, y as f32)
    }

    fn rect(&self, area: Rect, rect: &layout::Rect) -> Rect {
        Rect::from_min_max(self.to_screen(area, (rect.x0, rect.y0)), self.to_screen(area, (rect.x1, rect.y1)))
    }

    /// The plan of the graph that is shown.
    fn placed(&mut self, ui: &Ui, view: &GraphView<'_>) -> LayeredPlan {
        match &self.plan {
            Some((serial, plan)) if *serial == view.serial => plan.clone(),
            _ => {
                let font = FontId::new(LINE, FontFamily::Proportional);
                let width =
                    |text: &str| f64::from(ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x);
                let plan = place(&view.found.named, &width);
                self.plan = Some((view.serial, plan.clone()));
                self.fit = true;
                self.hover = None;
                plan
            }
        }
    }

    /// Brings everything into view, or as much as is readable: the heaviest way then, from its root on.
    fn bring_into_view(&mut self, area: Rect, plan: &LayeredPlan, root: Option<&layout::Rect>) {
        let size = vec2(plan.size.0 as f32, plan.size.1 as f32).max(Vec2::splat(1.0));
        let room = (area.size() - Vec2::splat(2.0 * BORDER)).max(Vec2::splat(1.0));
        self.zoom = (room.x / size.x).min(room.y / size.y).clamp(LEAST_FIT, 1.0);
        let drawn = self.zoom * size;
        let root = root.map_or(Vec2::ZERO, |root| self.zoom * vec2(root.x0 as f32, 0.5 * (root.y0 + root.y1) as f32));
        let pan = |room: f32, drawn: f32, start: f32| {
            let left = room - drawn;
            if left >= 2.0 * BORDER { 0.5 * left } else { start.clamp(left - BORDER, BORDER) }
        };
        self.pan = vec2(pan(area.width(), drawn.x, BORDER - root.x), pan(area.height(), drawn.y, 0.5 * area.height() - root.y));
        self.fit = false;
    }

    /// The wheel zooms to the pointer, dragging moves; so do plus, minus and arrows.
    fn steer(&mut self, ui: &Ui, area: Rect, response: &Response) {
        if response.dragged() {
            self.pan += response.drag_delta();
        }
        if response.has_focus() {
            keep_arrows(response);
            let pressed = |key| f32::from(u8::from(ui.input(|input| input.key_pressed(key))));
            let (x, y) = (pressed(Key::ArrowLeft) - pressed(Key::ArrowRight), pressed(Key::ArrowUp) - pressed(Key::ArrowDown));
            self.pan += KEY_STEP * vec2(x, y);
            let steps = pressed(Key::Plus) + pressed(Key::Equals) - pressed(Key::Minus);
            self.zoom_at(0.5 * area.size(), KEY_ZOOM.powf(steps));
        }
        let Some(pointer) = ui.ctx().pointer_hover_pos().filter(|at| area.contains(*at)) else { return };
        if !response.contains_pointer() && self.hover.is_none() {
            return;
        }
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = pinch * (scroll / 240.0).exp();
        self.zoom_at(pointer - area.min, factor);
    }

    /// What is at this place stays there.
    fn zoom_at(&mut self, at: Vec2, factor: f32) {
        if factor == 1.0 {
            return;
        }
        let zoom = (self.zoom * factor).clamp(ZOOMS.0, ZOOMS.1);
        self.pan = at - (at - self.pan) * (zoom / self.zoom);
        self.zoom = zoom;
    }
}

/// Draws the graph into a part of the panel.
pub(super) fn canvas_ui(ui: &mut Ui, room: Vec2, view: &GraphView<'_>, canvas: &mut Canvas, commands: &mut Vec<GraphCommand>) {
    let (area, response) = ui.allocate_exact_size(room, Sense::click_and_drag());
    let palette = Palette::of_ui(ui);
    let plan = canvas.placed(ui, view);
    if canvas.fit || (canvas.size - area.size()).length() > 1.0 {
        let named = &view.found.named;
        let root = named.main_path.first().and_then(|&edge| plan.nodes.get(named.edges[edge].from));
        canvas.bring_into_view(area, &plan, root);
        canvas.size = area.size();
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Graph of owners"));
    canvas.steer(ui, area, &response);
    ui.painter().rect_filled(area, RADIUS, palette.card);

    let named = &view.found.named;
    let pointer = response.hover_pos();
    let mut hover = pointer.and_then(|at| nearest_edge(canvas, area, &plan, at)).map(Item::Edge);
    if response.secondary_clicked() {
        canvas.menu = match hover {
            Some(Item::Edge(edge)) => Some(edge),
            _ => None,
        };
    }
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(area).id_salt(("graph", view.serial)));
    child.set_clip_rect(area.intersect(ui.clip_rect()));
    let ui = &mut child;

    let focus = focus(view, canvas.hover.or(view.selected.iter().position(|&selected| selected).map(Item::Node)));
    for (edge, route) in plan.edges.iter().enumerate() {
        paint_edge(ui, canvas, area, view, edge, route, focus.as_deref());
    }
    for (edge, route) in plan.edges.iter().enumerate() {
        let Some(label) = route.label else { continue };
        let rect = canvas.rect(area, &label);
        let text = named.edges[edge].label(&named.nodes);
        let chip = ui.interact(rect.intersect(area), ui.id().with(("edge", edge)), Sense::click_and_drag());
        chip.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("reference {text}")));
        if chip.contains_pointer() || chip.has_focus() {
            hover = Some(Item::Edge(edge));
        }
        paint_chip(ui, rect, &text, canvas.zoom, view.cuts.contains(&edge), dimmed(focus.as_deref(), edge));
        drag(canvas, &chip);
        chip.context_menu(|ui| menu(ui, edge_commands(view, edge), commands));
    }
    for (node, place) in plan.nodes.iter().enumerate() {
        let rect = canvas.rect(area, place);
        let info = &named.nodes[node];
        let card = ui.interact(rect.intersect(area), ui.id().with(("node", node)), Sense::click_and_drag());
        card.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{}, {}", info.title, info.note())));
        if card.contains_pointer() || card.has_focus() {
            hover = Some(Item::Node(node));
        }
        if card.gained_focus() && !area.contains_rect(rect) {
            canvas.pan += area.center() - rect.center();
        }
        let in_focus = focus.as_ref().is_none_or(|edges| {
            edges.iter().any(|&edge| named.edges[edge].from == node || named.edges[edge].to == node)
                || canvas.hover == Some(Item::Node(node))
        });
        paint_card(ui, rect, view, node, canvas, in_focus);
        drag(canvas, &card);
        if card.double_clicked() && !info.is_root() {
            commands.push(GraphCommand::Change(analysis::GraphChange::Expand(node, analysis::Direction::PointedFrom)));
        } else if card.clicked() {
            commands.push(GraphCommand::Select { node, also: ui.input(|input| input.modifiers.command) });
        }
        card.context_menu(|ui| menu(ui, node_commands(view, node), commands));
        card.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(format!("{}\n{}", info.name, tip(view, info)));
    }
    response.context_menu(|ui| match canvas.menu {
        Some(edge) if edge < named.edges.len() => menu(ui, edge_commands(view, edge), commands),
        _ => menu(ui, vec![("Show all of the graph".to_owned(), GraphCommand::Fit)], commands),
    });
    canvas.hover = hover;
}

fn drag(canvas: &mut Canvas, response: &Response) {
    if response.dragged() {
        canvas.pan += response.drag_delta();
    }
}

fn menu(ui: &mut Ui, entries: Vec<(String, GraphCommand)>, commands: &mut Vec<GraphCommand>) {
    for (text, command) in entries {
        if ui.button(text).clicked() {
            commands.push(command);
            ui.close();
        }
    }
}

/// The numbers of a node, for a tip.
pub(super) fn tip(view: &GraphView<'_>, node: &NamedNode) -> String {
    let named = &view.found.named;
    let mut text = format!(
        "reaches {} of {} {}; without it {} of them would be free, {} in all",
        words::count(node.reaches),
        words::count(named.live),
        named.name,
        words::count(node.frees),
        words::bytes(node.retained_bytes)
    );
    if !node.own_fields.is_empty() {
        text.push_str(&format!("\nits objects hold each other by {}", node.own_fields.join(", ")));
    }
    if node.left_out_objects + node.left_out_roots > 0 {
        let left_out = words::count(node.left_out_objects + node.left_out_roots);
        text.push_str(&format!("\n{left_out} more hold it and are left out; they reach {}", words::count(node.left_out_reaches)));
    }
    text
}

/// The edges of the way through what is pointed at; nothing means that all count alike.
fn focus(view: &GraphView<'_>, item: Option<Item>) -> Option<Vec<usize>> {
    let graph = &view.found.graph;
    match item? {
        Item::Node(0) => None,
        Item::Node(node) => Some(graph.way_to_group(node)).filter(|way| !way.is_empty()),
        Item::Edge(edge) => {
            let mut way = vec![edge];
            way.extend(graph.way_to_group(graph.edges.get(edge)?.to));
            Some(way)
        }
    }
}

fn dimmed(focus: Option<&[usize]>, edge: usize) -> bool {
    focus.is_some_and(|focus| !focus.contains(&edge))
}

fn points(canvas: &Canvas, area: Rect, curve: [(f64, f64); 4]) -> [Pos2; 4] {
    curve.map(|point| canvas.to_screen(area, point))
}

/// A place on a curve.
fn on_curve([a, b, c, d]: [Pos2; 4], t: f32) -> Pos2 {
    let u = 1.0 - t;
    (a.to_vec2() * (u * u * u) + b.to_vec2() * (3.0 * u * u * t) + c.to_vec2() * (3.0 * u * t * t) + d.to_vec2() * (t * t * t)).to_pos2()
}

fn nearest_edge(canvas: &Canvas, area: Rect, plan: &LayeredPlan, at: Pos2) -> Option<usize> {
    let distance = |route: &EdgeRoute| {
        let mut nearest = f32::INFINITY;
        for curve in curves(route).map(|curve| points(canvas, area, curve)) {
            for part in 0..PARTS {
                let (from, to) = (on_curve(curve, part as f32 / PARTS as f32), on_curve(curve, (part + 1) as f32 / PARTS as f32));
                let along = to - from;
                let t = if along.length_sq() > 0.0 { ((at - from).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
                nearest = nearest.min((at - (from + t * along)).length());
            }
        }
        nearest
    };
    let distances = plan.edges.iter().map(distance).enumerate();
    distances.filter(|&(_, distance)| distance < NEAR).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(edge, _)| edge)
}

fn paint_edge(ui: &Ui, canvas: &Canvas, area: Rect, view: &GraphView<'_>, edge: usize, route: &EdgeRoute, focus: Option<&[usize]>) {
    let palette = Palette::of_ui(ui);
    let named = &view.found.named;
    let info = &named.edges[edge];
    let Some(&last) = route.points.last() else { return };
    let is_cut = view.cuts.contains(&edge);
    let base = if named.main_path.contains(&edge) { palette.growth } else { palette.incoming };
    let color = match focus {
        _ if is_cut => palette.outgoing,
        Some(focus) if focus.contains(&edge) => palette.selection,
        Some(_) => tint(base, palette.card, 0.18),
        None => tint(base, palette.card, 0.75),
    };
    let width = (edge_width(named.share(info.reaches)) as f32 * canvas.zoom).max(1.0);
    let stroke = Stroke::new(width, color);
    let dashed = is_cut || info.weak;
    for curve in curves(route).map(|curve| points(canvas, area, curve)) {
        if dashed {
            let line: Vec<Pos2> = (0..=PARTS).map(|part| on_curve(curve, part as f32 / PARTS as f32)).collect();
            ui.painter().extend(Shape::dashed_line(&line, stroke, 7.0, 6.0));
        } else if (curve[0].y - curve[3].y).abs() < 0.5 {
            ui.painter().line_segment([curve[0], curve[3]], stroke);
        } else {
            ui.painter().add(CubicBezierShape::from_points_stroke(curve, false, Color32::TRANSPARENT, stroke));
        }
    }
    // The head of the arrow, just before the card.
    let tip = canvas.to_screen(area, last);
    let back = if route.turned_round { 1.0 } else { -1.0 } * (5.0 + width * 0.5) * canvas.zoom.max(0.5);
    let half = (3.0 + 0.6 * width).min(9.0) * canvas.zoom.max(0.5);
    let head = vec![tip, tip + vec2(back, -half), tip + vec2(back, half)];
    ui.painter().add(Shape::convex_polygon(head, color, Stroke::NONE));
}

fn paint_chip(ui: &Ui, rect: Rect, text: &str, zoom: f32, cut: bool, dimmed: bool) {
    let palette = Palette::of_ui(ui);
    let (fill, line) = if cut { (palette.selection_fill, palette.outgoing) } else { (palette.panel, palette.line) };
    ui.painter().rect(rect, 0.5 * rect.height(), fill, Stroke::new(1.0, line), StrokeKind::Inside);
    let color = if dimmed { palette.text_weak } else { palette.text };
    let font = FontId::new(LINE * zoom, FontFamily::Proportional);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, color);
}

fn paint_card(ui: &Ui, rect: Rect, view: &GraphView<'_>, node: usize, canvas: &Canvas, in_focus: bool) {
    let palette = Palette::of_ui(ui);
    let named = &view.found.named;
    let info = &named.nodes[node];
    let color = kind_color(ui, info);
    let freed = view.freed.and_then(|freed| freed.of_nodes.get(node).copied()).unwrap_or(0);
    let freed_share = if info.objects == 0 { 0.0 } else { freed as f32 / info.objects as f32 };
    let is_loud = info.is_root() || info.kind == "group";
    let ground = tint(color, palette.panel, if is_loud { 0.2 } else { 0.0 });
    let fill = tint(palette.outgoing, ground, 0.35 * freed_share);
    let stroke = if view.selected.get(node) == Some(&true) || canvas.hover == Some(Item::Node(node)) {
        Stroke::new(2.0, palette.selection)
    } else {
        Stroke::new(1.0, if is_loud { color } else { palette.line })
    };
    let painter = ui.painter();
    painter.rect(rect, RADIUS, fill, stroke, StrokeKind::Inside);

    let zoom = canvas.zoom;
    let left = rect.left() + 10.0 * zoom;
    let width = rect.width() - 20.0 * zoom;
    // On the fill of what is free only plain text can be read.
    let quiet = if freed > 0 { palette.text } else { palette.text_weak };
    let ink = |color: Color32| if in_focus { color } else { tint(color, fill, 0.6) };
    let line = |text: String, size: f32, y: f32, color: Color32| {
        let font = FontId::new(size * zoom, FontFamily::Proportional);
        let mut job = egui::text::LayoutJob::simple_singleline(text, font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(width);
        let galley = painter.layout_job(job);
        painter.galley(pos2(left, rect.top() + y * zoom), galley, color);
    };
    let [counts, retained] = card_lines(info);
    line(info.title.clone(), TITLE, 5.0, if in_focus { palette.text } else { quiet });
    line(counts, LINE, 23.0, quiet);
    line(if freed > 0 { format!("{} free", words::count(freed)) } else { retained }, LINE, 39.0, quiet);
    // How much of the group it reaches.
    let track = Rect::from_min_size(pos2(left, rect.bottom() - 9.0 * zoom), vec2(width, 4.0 * zoom));
    painter.rect_filled(track, 2.0, palette.control);
    let share = named.share(info.reaches) as f32;
    painter.rect_filled(Rect::from_min_size(track.min, vec2(width * share, track.height())), 2.0, ink(color));
}

/// The colour of a node's edge and bar, by its kind: static fields are loud, variables muted.
pub(crate) fn kind_color(ui: &Ui, node: &NamedNode) -> Color32 {
    let (palette, [_, blue, green, rose, olive, ..]) = (Palette::of_ui(ui), line_colors(ui));
    match node.kind {
        "group" => palette.selection,
        "objects" => palette.incoming,
        "static field" => palette.attention,
        "local variable" => palette.text_weak,
        "thread" => blue,
        "JNI" => green,
        "monitor" => rose,
        "class" => palette.heap,
        _ => olive,
    }
}
