//! What the panels tell, gathered from session, settings and view only when one of them asks for it anew.

use std::sync::Arc;

use analysis::{Metric, NodeIndex, Registry};
use bevy::prelude::Resource;

use super::search_box::SearchHit;
use crate::answers::group_names::path_of;
use crate::answers::objects::Place;
use crate::answers::windows::{RunParts, length_warning, run_parts};
use crate::base::words;
use crate::data::session::{Session, display_name};
use crate::view::inspection::{Inspection, JointInspection, ListedNode, MAX_LISTED, inspect, inspect_joint, top_growers};
use crate::view::opening::{Opening, opening};
use crate::view::selection::Selection;
use crate::view::state::{OpeningState, ViewState};
use crate::view::typed_query::TypedQuery;
use crate::window::ui::inspector::groups::Groups;

/// Selection, point, chain, and what the JVM holds at its end.
type Selected = (Selection, usize, Vec<NodeIndex>, Option<Arc<str>>);

/// Gathered facts and what they were gathered from.
#[derive(Resource, Debug, Default)]
pub(super) struct Facts {
    session: Option<Arc<Session>>,
    selected: Option<Selected>,
    searched: Option<(Vec<NodeIndex>, usize)>,
    typed: Option<(String, Arc<Registry>)>,
    /// The selection; of several nodes the leading one.
    pub(super) inspection: Option<Inspection>,
    /// All of them, if several are selected.
    pub(super) joint: Option<JointInspection>,
    /// What a heap dump can be asked about.
    pub(super) groups: Option<Groups>,
    /// The whole heap.
    pub(super) heap: Option<Inspection>,
    /// The strongest growers.
    pub(super) growers: Vec<ListedNode>,
    /// What is said about the city when it opens.
    pub(super) opening: Option<Opening>,
    /// Hits of the search.
    pub(super) hits: Vec<SearchHit>,
    /// The text of the search, if it is a query.
    pub(super) query: Option<TypedQuery>,
    /// What growth is counted from, as a heading.
    pub(super) since: String,
    /// What that point and the last one are called.
    pub(super) ends: [String; 2],
    /// What lies between them.
    pub(super) range: String,
    /// Stretches of time that are worth a look.
    pub(super) parts: RunParts,
    /// Why the selected stretch of time is a short or a long one.
    pub(super) length_warning: Option<String>,
    /// What the city can show.
    pub(super) metrics: Vec<Metric>,
    /// For each point whether the metric shown is known there.
    pub(super) known: Vec<bool>,
    /// Leaves of the union tree.
    pub(super) leaves: u32,
    /// The largest number of children of any node.
    pub(super) most_children: u32,
    /// Some point has references.
    pub(super) references_known: bool,
    /// Names of the classifiers that formed the levels.
    pub(super) roles: Vec<String>,
}

impl Facts {
    /// Gathers what has changed.
    pub(super) fn update(&mut self, session: &Arc<Session>, view: &ViewState, registry: &Arc<Registry>) {
        let new_session = !self.session.as_ref().is_some_and(|known| Arc::ptr_eq(known, session));
        if new_session {
            let before = self.session.replace(Arc::clone(session));
            self.update_session(session);
            let same = |before: &Session| Arc::ptr_eq(&before.evolution, &session.evolution);
            let same_gc = |before: &Session| before.gc.as_ref().map(Arc::as_ptr) == session.gc.as_ref().map(Arc::as_ptr);
            if !before.as_deref().is_some_and(same) {
                self.update_evolution(session);
            }
            if !before.as_deref().is_some_and(|before| same(before) && same_gc(before)) {
                self.parts = run_parts(session);
            }
        }
        let point = view.time.point.min(session.last_point());
        let selected = (view.selection.clone(), point, view.chain.clone(), view.chain_holder.clone());
        if new_session || self.selected.as_ref() != Some(&selected) {
            self.inspection = view.selection.lead().and_then(|node| inspect(session, view, node));
            self.joint = inspect_joint(session, view);
            self.groups = groups(session, &view.selection, point);
            self.heap = inspect(session, view, NodeIndex::ROOT);
            self.selected = Some(selected);
        }
        let searched = (view.matches.clone(), point);
        if new_session || self.searched.as_ref() != Some(&searched) {
            self.hits = view.matches.iter().map(|&node| hit(session, session.metric, node, point)).collect();
            self.searched = Some(searched);
        }
        let known = |(text, theirs): &(String, Arc<Registry>)| *text == view.search && Arc::ptr_eq(theirs, registry);
        if !self.typed.as_ref().is_some_and(known) {
            self.query = TypedQuery::of(&view.search, registry);
            self.typed = Some((view.search.clone(), Arc::clone(registry)));
        }
        // Everything that grew is looked at for it, and few sessions are opened with a word.
        if view.opening == OpeningState::Shown && self.opening.is_none() {
            self.opening = opening(session);
        }
    }

    fn update_session(&mut self, session: &Session) {
        let evolution = &*session.evolution;
        self.growers = top_growers(session, MAX_LISTED);
        self.opening = None;
        self.since = evolution.points.get(session.first_point).map(|first| words::since(evolution.subject, first)).unwrap_or_default();
        self.ends = session.ends_in_words();
        self.range = session.range_in_words();
        self.length_warning = session.range.as_part_of(evolution.points.len()).and_then(|range| length_warning(range.count(), "points"));
        self.metrics = Metric::ALL.into_iter().filter(|&metric| session.offers(metric)).collect();
        self.known = (0..evolution.points.len()).map(|point| evolution.is_known(session.metric, point)).collect();
    }

    /// What other settings and other selected points leave as it is.
    fn update_evolution(&mut self, session: &Session) {
        let evolution = &*session.evolution;
        let mut children = vec![0_u32; evolution.nodes.len()];
        for node in evolution.nodes.iter().skip(1) {
            children[node.parent.at()] += 1;
        }
        let leaves = children.iter().filter(|&&count| count == 0).count();
        self.leaves = u32::try_from(leaves).unwrap_or(u32::MAX);
        self.most_children = children.into_iter().max().unwrap_or(0);
        self.references_known = evolution.references.iter().any(Option::is_some);
        self.roles = evolution.roles.iter().filter(|role| !role.is_empty()).map(ToString::to_string).collect();
    }
}

/// The selected groups at a point of heap dumps; everything and nothing are no groups.
fn groups(session: &Session, selection: &Selection, point: usize) -> Option<Groups> {
    let place = Place { heaps: Arc::clone(session.heaps.as_ref()?), point };
    let nodes = selection.outermost(&session.evolution);
    let keys = nodes.iter().map(|node| Arc::clone(&session.evolution.nodes[node.at()].key)).collect();
    (!nodes.is_empty() && !nodes.contains(&NodeIndex::ROOT)).then_some(Groups { place, keys })
}

fn hit(session: &Session, metric: Metric, node: NodeIndex, point: usize) -> SearchHit {
    let place: Vec<String> = path_of(session, node).into_iter().map(|(_, name)| name).collect();
    let name = display_name(&session.evolution, node);
    SearchHit {
        node,
        // One line allocates objects of many types: the type tells which of them is meant.
        name: if words::short_place(&name).is_some() { session.label_name(node) } else { name },
        place: place[..place.len().saturating_sub(1)].join(" \u{203A} "),
        value: session.evolution.value(metric, node, point),
        displayed: session.place(node).is_some(),
    }
}
