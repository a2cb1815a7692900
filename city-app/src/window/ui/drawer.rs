//! The drawer: what needs room to read, below the city. Tables, single objects, graphs, comparisons, one tab each.
//!
//! Every tab keeps what is its own (folded rows, scroll position, questions being worked on) in a value of its own and
//! reads everything else from a [`DrawerView`].

mod compare;
mod findings;
mod graph;
mod objects;
mod over_time;
#[cfg(feature = "fleet")]
mod sql;
mod structures;
mod table;
mod tree_view;
mod trees;
pub(crate) mod view;

use bevy::prelude::Resource;
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Id, Margin, Panel as EguiPanel, RichText, Ui, vec2};

pub(crate) use findings::{severity_color, severity_icon};

use super::guide::BULB;
use super::icons::{Icon, icon_button};
use super::regions::{self, Region};
use super::theme::Palette;
use super::widgets::keep_size;
use crate::answers::leaks::LeakSearch;
use crate::answers::ownership_graph::NamedGraph;
use crate::view::command::CityCommand;
use crate::view::hint_key::Anchor;
use crate::view::state::{DrawerTab, Panel};
use crate::window::ui::drawer::view::DrawerView;
use compare::CompareTab;
use findings::findings_ui;
use graph::GraphTab;
use objects::ObjectsTab;
use over_time::OverTimeTab;
use structures::StructuresTab;
use table::TableTab;
use trees::TreesTab;

/// Height when it is first opened, at least, where that leaves the city half of the room.
const HEIGHT: f32 = 320.0;
/// Of a high window it takes this share.
const SHARE: f32 = 0.36;
/// The least height: a header and a few rows.
const LEAST: f32 = 140.0;
/// In less width the names of the tabs stand closer together.
const NARROW: f32 = 720.0;
/// What the buttons beside the tabs take; tabs that find no room beside them go on in a second row.
const BUTTONS: f32 = 64.0;
/// What a resized drawer leaves of the city at least.
const CITY_LEAST: f32 = 120.0;

/// What the tabs remember.
#[derive(Resource, Debug, Default)]
pub(crate) struct Drawer {
    /// It covers the city.
    maximised: bool,
    table: TableTab,
    objects: ObjectsTab,
    graph: GraphTab,
    compare: CompareTab,
    over_time: OverTimeTab,
    structures: StructuresTab,
    trees: TreesTab,
    #[cfg(feature = "fleet")]
    sql: sql::SqlTab,
    /// Runs whether or not the drawer is open.
    pub(crate) leaks: LeakSearch,
}

impl Drawer {
    /// The graph that its tab shows, once there is one.
    pub(crate) fn graph(&self) -> Option<&NamedGraph> {
        self.graph.shown()
    }

    /// How many single objects its tab lists, once there is a list.
    pub(crate) fn listed(&self) -> Option<usize> {
        self.objects.listed()
    }
}

/// Draws the drawer if it is open.
pub(crate) fn drawer_ui(ui: &mut Ui, drawer: &mut Drawer, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let shown = view.view.panels.drawer.then_some(view.view.tab);
    if shown != Some(DrawerTab::Compare) {
        drawer.compare.leave(commands);
    }
    if shown.is_none() {
        return;
    }
    let frame = egui::Frame::new().fill(Palette::of_ui(ui).panel).inner_margin(Margin { left: 12, right: 12, top: 6, bottom: 4 });
    let room = ui.available_height();
    let id = Id::new(("drawer", drawer.maximised));
    let panel = EguiPanel::bottom(id).frame(frame);
    let heights = LEAST..=(room - CITY_LEAST).max(LEAST);
    let panel = if drawer.maximised {
        panel.resizable(false).exact_size(room)
    } else {
        let height = view.view.panels.sizes.drawer.map_or(HEIGHT.max(SHARE * room).min(0.5 * room), f32::from);
        panel.resizable(true).default_size(height).size_range(heights.clone())
    };
    let panel = panel.show(ui, |ui| {
        regions::name_group(ui, Role::Region, Region::Drawer.name());
        // A panel takes the height of its contents, and a pixel too many in each frame would let it creep over the city:
        // the drawer keeps its own height, whatever a tab draws.
        let room = ui.available_rect_before_wrap();
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(room));
        inside.shrink_clip_rect(room);
        header_ui(&mut inside, drawer, view, commands);
        match view.view.tab {
            DrawerTab::Findings => findings_ui(&mut inside, &mut drawer.leaks, view, commands),
            DrawerTab::Table => drawer.table.show(&mut inside, view, commands),
            DrawerTab::Objects => drawer.objects.show(&mut inside, view, commands),
            DrawerTab::Graph => drawer.graph.show(&mut inside, view, commands),
            DrawerTab::Compare => drawer.compare.show(&mut inside, view, commands),
            DrawerTab::OverTime => drawer.over_time.show(&mut inside, view, commands),
            DrawerTab::Structures => drawer.structures.show(&mut inside, view, commands),
            DrawerTab::Trees => drawer.trees.show(&mut inside, view, commands),
            #[cfg(feature = "fleet")]
            DrawerTab::Sql => drawer.sql.show(&mut inside, view, commands),
            #[cfg(not(feature = "fleet"))]
            DrawerTab::Sql => {
                view::notice(
                    &mut inside,
                    "SQL is left out of this build",
                    "`scripts/run.sh fleet` makes one that answers questions in SQL.",
                );
            }
        }
        ui.allocate_rect(room, egui::Sense::hover());
    });
    regions::place(ui.ctx(), Region::Drawer, panel.response.rect);
    if !drawer.maximised {
        keep_size(ui, id, Panel::Drawer, panel.response.rect, heights, commands);
    }
}

fn tabs_ui(ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    if ui.available_width() + BUTTONS < NARROW {
        let spacing = ui.spacing_mut();
        (spacing.item_spacing.x, spacing.button_padding.x) = (2.0, 4.0);
    }
    for (number, tab) in (1..).zip(DrawerTab::ALL) {
        let shown = view.view.tab == tab;
        let name = RichText::new(tab.name());
        let label = ui.selectable_label(shown, if shown { name.strong() } else { name });
        if label.on_hover_text(format!("Ctrl+{number}")).clicked() {
            commands.push(CityCommand::ShowTab(tab));
        }
        let anchor = match tab {
            DrawerTab::Findings if shown => Anchor::Finding(view.view.finding),
            DrawerTab::Graph => Anchor::Graph,
            _ => continue,
        };
        let room = view.hints.room(anchor);
        if room > 0.0 {
            let (place, _) = ui.allocate_exact_size(vec2(room, BULB), egui::Sense::hover());
            view.hints.bulbs_ui(ui, anchor, place.right_center(), commands);
        }
    }
}

fn header_ui(ui: &mut Ui, drawer: &mut Drawer, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        let room = vec2(ui.available_width() - BUTTONS, ui.spacing().interact_size.y);
        let wrapped = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(true);
        ui.allocate_ui_with_layout(room, wrapped, |ui| tabs_ui(ui, view, commands));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, Icon::Close, "Close the drawer", "F8", false).clicked() {
                commands.push(CityCommand::Toggle(Panel::Drawer));
            }
            let (icon, text) = if drawer.maximised { (Icon::Shrink, "Show the city again") } else { (Icon::Grow, "Cover the city") };
            if icon_button(ui, icon, text, "", false).clicked() {
                drawer.maximised = !drawer.maximised;
            }
        });
    });
}
