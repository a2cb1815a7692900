//! Collections that nobody described: what their shape shows, to be taken over with one press.

use std::collections::BTreeSet;

use analysis::{StructureProposal, print_proposals};
use bevy_egui::egui::{Label, RichText, ScrollArea, Ui};

use super::question::Question;
use crate::answers::structures::GROUPING;
use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::view::command::{CityCommand, ShellCommand};
use crate::window::ui::drawer::view::{notice, waiting_ui};
use crate::window::ui::theme::GAP;
use crate::window::ui::widgets::{main_button, note};

/// What the list remembers.
#[derive(Debug, Default)]
pub(super) struct Proposals {
    /// The list is shown in place of the table.
    pub(super) is_open: bool,
    search: Background<Question, Vec<StructureProposal>>,
    /// Classes for which somebody wants another choice than the usual one.
    others: BTreeSet<String>,
    /// The main button has had the focus, so that one key takes what is proposed.
    is_offered: bool,
}

impl Proposals {
    fn is_taken(&self, proposal: &StructureProposal) -> bool {
        proposal.is_sure() != self.others.contains(&proposal.class)
    }

    /// Forgets what was found and chosen, and stops looking.
    pub(super) fn begin_again(&mut self) {
        *self = Self { is_open: self.is_open, ..Self::default() };
    }

    /// Draws the list.
    pub(super) fn show(&mut self, ui: &mut Ui, question: &Question, commands: &mut Vec<CityCommand>) {
        let asked = question.clone();
        self.search.poll();
        // A city that grows waits for the answer of the points before.
        if !self.search.is_working() {
            self.search.ask(question.clone(), move |progress| asked.heaps.proposals(asked.range, progress));
        }
        let found = match self.search.answer(question) {
            Answer::Ready(found) => found.clone(),
            Answer::Working { step, fraction } => {
                if waiting_ui(ui, "Looking for collections of the program's own", &step, fraction) {
                    self.search.cancel();
                    self.is_open = false;
                }
                return;
            }
            Answer::Failed(error) => return notice(ui, "Nothing could be found", error),
            Answer::None => return,
        };
        if found.is_empty() {
            return notice(ui, "Nothing looks like a collection that is not known yet", "Their classes are described, or there are none.");
        }
        let taken: Vec<&StructureProposal> = found.iter().filter(|proposal| self.is_taken(proposal)).collect();
        ui.horizontal_wrapped(|ui| {
            let text = format!("Use {} of {}", taken.len(), found.len());
            let button = ui.add_enabled_ui(!taken.is_empty(), |ui| main_button(ui, &text)).inner;
            // Whoever writes somewhere else meanwhile goes on writing there.
            if !std::mem::replace(&mut self.is_offered, true) && ui.memory(|memory| memory.focused().is_none()) {
                button.request_focus();
            }
            let tip = "Describes them in a file beside the data, which you can change, and groups the city by collections";
            if button.on_hover_text(tip).clicked() {
                let text = print_proposals(taken.iter().copied());
                let regroup = ShellCommand::Regroup(vec![GROUPING.to_owned()]);
                commands.extend([ShellCommand::DescribeCollections(text).into(), regroup.into()]);
                *self = Self::default();
                return;
            }
            note(ui, "These classes look like collections of the program's own.");
        });
        ui.add_space(GAP);
        ScrollArea::vertical().id_salt("proposals").auto_shrink(false).show(ui, |ui| {
            for proposal in found.iter() {
                let mut is_taken = self.is_taken(proposal);
                let text = RichText::new(&proposal.class).strong();
                let told = |ui: &mut Ui| _ = ui.label(print_proposals([proposal]));
                if ui.checkbox(&mut is_taken, text).on_hover_ui(told).changed() && !self.others.remove(&proposal.class) {
                    self.others.insert(proposal.class.clone());
                }
                let signs = words::share((proposal.confidence * 1000.0).round() as u64, 1000);
                ui.add(Label::new(format!("{signs} of the signs: {}", proposal.evidence)).wrap());
                ui.add_space(GAP);
            }
        });
    }
}
