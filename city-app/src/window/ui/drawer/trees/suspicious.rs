//! From one suspicious group to the next, with the reason.

use std::sync::{Arc, Weak};

use analysis::NodeIndex;
use bevy_egui::egui::{Button, Label, RichText, Ui};

use crate::answers::growth_report::growth_findings;
use crate::answers::leaks::{short_title, with_short_names};
use crate::answers::tree_views::TreeViews;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::view::trees::TreesView;
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::theme::Palette;

/// Groups that grew, and why each is told of.
#[derive(Debug, Default)]
pub(super) struct Suspicious {
    of: Option<Weak<Session>>,
    groups: Vec<(NodeIndex, String)>,
    /// The one that is told of.
    told: Option<usize>,
}

impl Suspicious {
    /// The button that leads to the next one.
    pub(super) fn button_ui(
        &mut self,
        ui: &mut Ui,
        session: &Arc<Session>,
        views: &TreeViews,
        wanted: &TreesView,
        commands: &mut Vec<CityCommand>,
    ) {
        self.look_at(session);
        let tip = "Goes to the group that grew most, then to the next one, and says why";
        let button = ui.add_enabled(!self.groups.is_empty(), Button::new("Next suspicious group")).on_hover_text(tip);
        if button.on_disabled_hover_text("No group grew").clicked() {
            self.told = Some(self.told.map_or(0, |told| (told + 1) % self.groups.len()));
            if let Some((group, _)) = self.told.and_then(|told| self.groups.get(told)) {
                // It is seen among its siblings.
                let above = views.tree.nodes[views.node_of(*group)].parent;
                commands.push(CityCommand::Trees(Box::new(wanted.at(views.steps(above))), Some(*group)));
            }
        }
    }

    /// Why the one that is told of is suspicious.
    pub(super) fn reason_ui(&mut self, ui: &mut Ui, session: &Arc<Session>) {
        let Some(told) = self.told.filter(|_| self.is_of(session)) else { return };
        let Some((_, why)) = self.groups.get(told) else { return };
        ui.horizontal_top(|ui| {
            let number = format!("{} of {}:", told + 1, self.groups.len());
            ui.label(RichText::new(number).color(Palette::of_ui(ui).text_weak));
            if icon_button(ui, Icon::Close, "Close the reason", "", false).clicked() {
                self.told = None;
            }
            ui.add(Label::new(RichText::new(why).color(Palette::of_ui(ui).attention)).wrap());
        });
    }

    fn is_of(&self, session: &Arc<Session>) -> bool {
        self.of.as_ref().is_some_and(|of| std::ptr::eq(of.as_ptr(), Arc::as_ptr(session)))
    }

    /// The findings of this session; the first one is next where they are others than before.
    fn look_at(&mut self, session: &Arc<Session>) {
        if self.is_of(session) {
            return;
        }
        let groups = growth_findings(session).into_iter().filter_map(|finding| {
            let group = finding.groups.first().and_then(|key| session.evolution.find_key(key))?;
            // Its list of what grew with it stands among the findings.
            let why = with_short_names(&finding.why, &finding);
            let first = why.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned();
            Some((group, format!("{}. {first}.", short_title(&finding))))
        });
        *self = Self { of: Some(Arc::downgrade(session)), groups: groups.collect(), told: None };
    }
}
