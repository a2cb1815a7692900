//! Who holds the selection, looked for on a thread of its own: it reads a heap dump.

use std::sync::Arc;

use analysis::NodeIndex;
use bevy::prelude::*;

use crate::answers::chain::{Chain, chain_to_cause, chain_to_holder};
use crate::base::background::{Answer, Background};
use crate::data::session::Session;
use crate::window::arrival::Arrival;
use crate::window::state::CitySystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CauseSearch>().add_systems(Update, take_chain.in_set(CitySystems::Input));
}

/// The search, while it runs.
#[derive(Resource, Debug, Default)]
pub(in crate::window) struct CauseSearch {
    asked: Option<Question>,
    work: Background<Question, Chain>,
}

#[derive(Debug, Clone)]
struct Question {
    session: Arc<Session>,
    selection: NodeIndex,
    point: usize,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.session, &other.session) && (self.selection, self.point) == (other.selection, other.point)
    }
}

impl CauseSearch {
    /// Starts a search; an older one is given up.
    pub(in crate::window) fn start(&mut self, session: &Arc<Session>, selection: NodeIndex, point: usize) {
        let question = Question { session: Arc::clone(session), selection, point };
        // The same question a second time is another wish.
        self.work.clear();
        let asked = question.clone();
        self.work.ask(question.clone(), move |progress| Ok(chain_to_holder(&asked.session, selection, point, progress)));
        self.asked = Some(question);
    }
}

fn take_chain(mut search: ResMut<CauseSearch>, mut arrivals: MessageWriter<Arrival>) {
    let CauseSearch { asked, work } = &mut *search;
    let Some(question) = asked.as_ref() else { return };
    work.poll();
    let Question { session, selection, point } = question;
    let chain = match work.answer(question) {
        Answer::Working { .. } => return,
        Answer::Ready(chain) => Arc::clone(chain),
        // Without the dump references between groups tell.
        _ => Arc::new(chain_to_cause(session, *selection, *point)),
    };
    arrivals.write(Arrival::Chain { chain, of: Arc::clone(session) });
    *asked = None;
    work.clear();
}
