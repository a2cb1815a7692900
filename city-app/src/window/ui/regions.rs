//! The window without a pointer: its regions have names for screen readers, F6 goes from one to the next, a ring shows what has the
//! keyboard, and the menu of that opens by key, too.

use bevy_egui::egui::accesskit::{Action, ActionRequest, Live, Role, TreeId};
use bevy_egui::egui::{
    Context, Event, Id, Key, Modifiers, Order, PointerButton, Popup, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetRect,
    WidgetType, accesskit_root_id,
};

use super::row_keys::{keep_arrows, place_of_row};
use super::theme::{Palette, RADIUS};

/// How far an arrow moves the edge of a panel.
const EDGE_STEP: f32 = 16.0;

/// A menu is laid out once before it is seen.
const FRAMES_FOR_MENU: u8 = 8;

/// A part of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    TopBar,
    Navigator,
    City,
    Inspector,
    Drawer,
    Timeline,
    StatusBar,
}

impl Region {
    /// In the order in which F6 goes through them.
    pub(crate) const ALL: [Self; 7] =
        [Self::TopBar, Self::Navigator, Self::City, Self::Inspector, Self::Drawer, Self::Timeline, Self::StatusBar];

    /// What it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::TopBar => "Top bar",
            Self::Navigator => "Navigator",
            Self::City => "City",
            Self::Inspector => "Inspector",
            Self::Drawer => "Drawer",
            Self::Timeline => "Timeline",
            Self::StatusBar => "Status bar",
        }
    }
}

/// What egui remembers of it from frame to frame.
#[derive(Debug, Clone, Default)]
struct Regions {
    places: Vec<(Region, Rect)>,
    /// Edges of panels, which arrows move.
    edges: Vec<Id>,
    /// The keyboard was moved by a key last, and not by a click.
    by_keys: bool,
    /// What had it in the frame before, and what of it is to be scrolled into view.
    focused: Option<Id>,
    scroll_to: Option<Id>,
    /// For so many frames more a menu is expected that a key has opened: its first entry gets the keyboard.
    menu_opens: u8,
    /// What gets the keyboard back when that menu has closed.
    menu_of: Option<Id>,
}

/// Who takes keys now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::window) enum Keyboard {
    /// The city: nobody else wants them.
    #[default]
    City,
    /// Something that takes text, or was clicked.
    Typing,
    /// A control that was reached by keys: Escape gives the keyboard back to the city.
    Control,
    /// A menu: Escape closes it.
    Menu,
}

fn regions(ctx: &Context) -> Regions {
    ctx.data(|data| data.get_temp(Id::new("regions"))).unwrap_or_default()
}

fn change(ctx: &Context, change: impl FnOnce(&mut Regions)) {
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(Id::new("regions"))));
}

/// The city as something that can have the keyboard.
pub(crate) fn city_id() -> Id {
    Id::new("the city")
}

/// Who takes keys now.
pub(in crate::window) fn keyboard(ctx: &Context) -> Keyboard {
    let focused = ctx.memory(|memory| memory.focused());
    match focused {
        _ if Popup::is_any_open(ctx) => Keyboard::Menu,
        None => Keyboard::City,
        Some(id) if id == city_id() => Keyboard::City,
        Some(_) if regions(ctx).by_keys && !ctx.text_edit_focused() => Keyboard::Control,
        Some(_) => Keyboard::Typing,
    }
}

/// Gives the contents of a `Ui` a name that screen readers tell.
pub(crate) fn name_group(ui: &Ui, role: Role, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}

/// Gives a field a name that screen readers tell, where it shows none.
pub(crate) fn name_field(field: Response, name: &str) -> Response {
    field.ctx.accesskit_node_builder(field.id, |node| node.set_label(name));
    field
}

/// A frame begins, of which nothing is laid out yet.
pub(crate) fn begin(ctx: &Context) {
    ctx.accesskit_node_builder(accesskit_root_id(), |node| node.set_label("Memory City"));
    change(ctx, |regions| (regions.places, regions.edges) = Default::default());
    if let Some(id) = regions(ctx).scroll_to {
        change(ctx, |regions| regions.scroll_to = None);
        let (action, target_tree, target_node) = (Action::ScrollIntoView, TreeId::ROOT, id.accesskit_id());
        let request = Event::AccessKitActionRequest(ActionRequest { action, target_tree, target_node, data: None });
        ctx.input_mut(|input| input.events.push(request));
    }
}

/// A region has been laid out there.
pub(crate) fn place(ctx: &Context, region: Region, rect: Rect) {
    change(ctx, |regions| regions.places.push((region, rect)));
}

/// The city as a place for the keyboard, with what is told of it: at once when it changes, if it is `spoken`.
pub(crate) fn city_ui(ui: &Ui, free: Rect, summary: &dyn Fn() -> String, spoken: bool) {
    let id = city_id();
    let response = ui.interact(free, id, Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, summary()));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::Canvas);
        node.set_live(if spoken { Live::Polite } else { Live::Off });
    });
    // Arrows go through time and not to another control.
    keep_arrows(&response);
    place(ui.ctx(), Region::City, free);
}

/// The edge of a panel, with the name that egui gives it: arrows move it. Returns by how much, in the direction of the axis.
pub(crate) fn edge_ui(ui: &Ui, id: Id, name: &str, size: f32) -> f32 {
    change(ui.ctx(), |regions| regions.edges.push(id));
    let Some(edge) = ui.ctx().read_response(id) else { return 0.0 };
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::Splitter);
        node.set_label(name);
        node.set_numeric_value(f64::from(size));
    });
    if !edge.has_focus() {
        return 0.0;
    }
    keep_arrows(&edge);
    let pressed = |key| f32::from(u8::from(ui.input(|input| input.key_pressed(key))));
    let (left, right, up, down) = (pressed(Key::ArrowLeft), pressed(Key::ArrowRight), pressed(Key::ArrowUp), pressed(Key::ArrowDown));
    let steps = if edge.rect.height() > edge.rect.width() { right - left } else { down - up };
    EDGE_STEP * steps
}

/// All is laid out: keys that move the keyboard or open a menu are obeyed, and what has it gets a ring.
pub(crate) fn end(ctx: &Context) {
    let pressed = |key| ctx.input(|input| input.key_pressed(key));
    let moves = [Key::Tab, Key::F6, Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight].into_iter().any(pressed);
    let clicks = ctx.input(|input| input.pointer.any_pressed());
    if moves || clicks {
        change(ctx, |regions| regions.by_keys = moves);
    }
    if let Some(left) = regions(ctx).menu_opens.checked_sub(1) {
        let entry =
            focusable(ctx).into_iter().find(|widget| widget.layer_id.order == Order::Foreground && !is_for_pointer_only(ctx, widget));
        // What is laid out for the first time may have another name when it is seen.
        let has_keyboard = entry.is_some_and(|entry| ctx.memory(|memory| memory.has_focus(entry.id)));
        change(ctx, |regions| regions.menu_opens = if has_keyboard { 0 } else { left });
        if let Some(entry) = entry.filter(|_| !has_keyboard) {
            change(ctx, |regions| regions.by_keys = true);
            ctx.memory_mut(|memory| memory.request_focus(entry.id));
        }
        ctx.request_repaint();
    } else if let Some(opener) = regions(ctx).menu_of.filter(|_| !Popup::is_any_open(ctx)) {
        change(ctx, |regions| regions.menu_of = None);
        ctx.memory_mut(|memory| memory.request_focus(opener));
    }
    let shift = ctx.input(|input| input.modifiers.shift);
    if pressed(Key::Tab) {
        pass_over(ctx, shift);
    }
    if pressed(Key::F6) && ctx.memory(|memory| memory.top_modal_layer().is_none()) {
        go_to_next(ctx, shift);
    }
    for edge in focusable(ctx).iter().filter(|widget| is_for_pointer_only(ctx, widget)) {
        ctx.accesskit_node_builder(edge.id, |node| node.set_hidden());
    }
    let focused = focused_widget(ctx);
    let is_new = focused.as_ref().map(|focused| focused.id) != regions(ctx).focused;
    change(ctx, |regions| regions.focused = focused.as_ref().map(|focused| focused.id));
    if let Some(focused) = focused.filter(|_| regions(ctx).by_keys) {
        if is_new && focused.interact_rect.height() < focused.rect.height() - 1.0 {
            change(ctx, |regions| regions.scroll_to = Some(focused.id));
            ctx.request_repaint();
        }
        let color = Palette::of_ctx(ctx).selection;
        let ring = focused.interact_rect.expand(1.0).intersect(ctx.content_rect().shrink(1.0));
        if !ring.is_positive() {
            return;
        }
        ctx.layer_painter(focused.layer_id).rect_stroke(ring, RADIUS, Stroke::new(2.0, color), StrokeKind::Inside);
    }
}

/// What has the keyboard. To ask egui for its response would take the keyboard away in a frame in which a click was pressed, and a
/// slow frame holds the whole click that has just given it.
fn focused_widget(ctx: &Context) -> Option<WidgetRect> {
    let id = ctx.memory(|memory| memory.focused())?;
    ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).or_else(|| viewport.prev_pass.widgets.get(id)).copied())
}

/// What takes the keyboard; within a layer in the order in which it was laid out.
fn focusable(ctx: &Context) -> Vec<WidgetRect> {
    ctx.viewport(|viewport| {
        let all = viewport.this_pass.widgets.layers().flat_map(|(_, layer)| layer);
        all.filter(|widget| widget.enabled && widget.sense.is_focusable()).copied().collect()
    })
}

/// What egui gives the keyboard and nothing to do with it: the edge between two columns of a table, and the ground of a menu.
fn is_for_pointer_only(ctx: &Context, widget: &WidgetRect) -> bool {
    let grab = 2.0 * ctx.global_style().interaction.resize_grab_radius_side;
    let is_edge = widget.sense.senses_drag() && widget.rect.width() <= grab + 1.0 && !regions(ctx).edges.contains(&widget.id);
    is_edge || widget.id == widget.layer_id.id.with("move")
}

fn pass_over(ctx: &Context, backward: bool) {
    let all = focusable(ctx);
    let focused = ctx.memory(|memory| memory.focused());
    let Some(edge) = all.iter().find(|widget| Some(widget.id) == focused && is_for_pointer_only(ctx, widget)) else { return };
    let layer: Vec<&WidgetRect> = all.iter().filter(|widget| widget.layer_id == edge.layer_id).collect();
    let at = layer.iter().position(|widget| widget.id == edge.id).unwrap_or(0);
    let is_control = |widget: &&&WidgetRect| !is_for_pointer_only(ctx, widget);
    let next = if backward { layer[..at].iter().rev().find(is_control) } else { layer[at..].iter().find(is_control) };
    ctx.memory_mut(|memory| match next {
        Some(next) => memory.request_focus(next.id),
        None => memory.surrender_focus(edge.id),
    });
}

/// Gives the keyboard to the first control of the region after, or before, the one that has it.
fn go_to_next(ctx: &Context, backward: bool) {
    let Regions { places, .. } = regions(ctx);
    let widgets: Vec<WidgetRect> = focusable(ctx).into_iter().filter(|widget| !is_for_pointer_only(ctx, widget)).collect();
    let region_of = |widget: &WidgetRect| match widget.layer_id.order {
        // What is scrolled out of sight lies over another region.
        Order::Background if !widget.interact_rect.is_positive() => None,
        Order::Background => places.iter().find(|(_, rect)| rect.contains(widget.interact_rect.center())).map(|(region, _)| *region),
        // What floats belongs to the city.
        _ => Some(Region::City),
    };
    let focused = ctx.memory(|memory| memory.focused());
    let now = widgets.iter().find(|widget| Some(widget.id) == focused).and_then(region_of).unwrap_or(Region::City);
    let at = Region::ALL.iter().position(|&region| region == now).unwrap_or(0);
    let count = Region::ALL.len();
    let next = (1..count).find_map(|step| {
        let region = Region::ALL[(if backward { at + count - step } else { at + step }) % count];
        widgets.iter().find(|widget| if region == Region::City { widget.id == city_id() } else { region_of(widget) == Some(region) })
    });
    if let Some(next) = next {
        ctx.memory_mut(|memory| memory.request_focus(next.id));
    }
}

/// The press and release of the right button that open the menu of what has the keyboard; nothing where the city has it.
pub(crate) fn menu_clicks(ctx: &Context) -> Vec<Event> {
    let Some(widget) = focused_widget(ctx).filter(|widget| widget.id != city_id()) else { return Vec::new() };
    change(ctx, |regions| (regions.menu_opens, regions.menu_of) = (FRAMES_FOR_MENU, Some(widget.id)));
    let pos = place_of_row(ctx, widget.id).unwrap_or(widget.interact_rect).center();
    let button = |pressed| Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: Modifiers::NONE };
    vec![Event::PointerMoved(pos), button(true), button(false)]
}

#[cfg(test)]
mod tests;
