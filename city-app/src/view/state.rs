//! What the user is looking at, apart from the data and the settings. Plain data, changed by commands
//! ([`crate::view::command::apply`]), by time ([`crate::view::playback::tick`]) and by another city ([`ViewState::carry_over`],
//! [`ViewState::regroup`], [`ViewState::for_new_dataset`]). The window calls them in one place.

use crate::view::history::NodePaths;
use std::cmp::Reverse;
use std::sync::Arc;

use analysis::{Evolution, NodeIndex};

use super::hint_key::HintKey;
use super::history::{ChangeKind, History, HistoryStep, Snapshot};
use super::over_time::OverTimeView;
pub use super::panels::{DrawerTab, Panel, PanelSizes, Panels};
use super::search::find_nodes;
use super::selection::Selection;
use super::trees::TreesView;
use crate::answers::structures::district_of;
use crate::base::settings::CitySettings;
use crate::data::point_range::{PointRange, SeenTime};
use crate::data::session::Session;

/// Position on the time axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeCursor {
    /// The point being shown (or moved to).
    pub point: usize,
    /// The point being left, while `tween < 1.0`.
    pub from: usize,
    /// Progress of the transition, `0.0..=1.0`; 1 is at rest.
    pub tween: f32,
}

impl Default for TimeCursor {
    fn default() -> Self {
        Self::at(0)
    }
}

impl TimeCursor {
    /// At rest at a point.
    #[must_use]
    pub fn at(point: usize) -> Self {
        Self { point, from: point, tween: 1.0 }
    }
}

/// A query for single objects.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObjectQuery {
    /// `where size > 1000`; empty for all objects.
    pub text: String,
    /// Counts the queries, so that the same one can be asked again.
    pub asked: u32,
}

impl ObjectQuery {
    /// The query that follows this one.
    #[must_use]
    pub fn then(&self, text: String) -> Self {
        Self { text, asked: self.asked.wrapping_add(1) }
    }
}

/// What the user is looking at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ViewState {
    /// Position on the time axis.
    pub time: TimeCursor,
    /// The point that a second city shows, on the left of the first one.
    pub beside: Option<usize>,
    /// The points that the user has selected; `None` is all.
    pub range: Option<PointRange>,
    /// The stretch of time that charts show; `None` is all of it.
    pub seen_time: Option<SeenTime>,
    /// Autoplay is running.
    pub playing: bool,
    /// Seconds that the current point has been shown by autoplay.
    pub dwelt_secs: f32,
    /// The newest point is followed as it arrives (live), until the user goes to another one.
    pub follow: bool,
    /// The selected buildings and districts; survives time steps.
    pub selection: Selection,
    /// One object of the point shown, by its address.
    pub object: Option<u64>,
    /// The query that objects were last searched by, from the search box.
    pub object_query: ObjectQuery,
    /// Under the pointer.
    pub hover: Option<NodeIndex>,
    /// The district whose block of others is under the pointer.
    pub hovered_block: Option<NodeIndex>,
    /// Text in the search box.
    pub search: String,
    /// Matches of the search, best first.
    pub matches: Vec<NodeIndex>,
    /// The chain of holders that was followed, from the symptom to the cause.
    pub chain: Vec<NodeIndex>,
    /// What the JVM holds at the end of the chain, `static field MAP of class app.Cache`; known for heap dumps.
    pub chain_holder: Option<Arc<str>>,
    /// Whether what was found is told over the city.
    pub opening: OpeningState,
    /// Open panels.
    pub panels: Panels,
    /// What the drawer shows.
    pub tab: DrawerTab,
    /// The hint that is open.
    pub hint: Option<HintKey>,
    /// The next hint opens by itself when one has been followed.
    pub guided: bool,
    /// Which charts over time are shown.
    pub over_time: OverTimeView,
    /// What the tree views show.
    pub trees: TreesView,
    /// Which finding the drawer tells in full.
    pub finding: usize,
    /// The owner and class of the collections that the drawer tells in full; the first ones where nobody chose.
    pub collection: Option<(String, String)>,
    /// The owner of collections whose district is shown when the heap dumps have been grouped by collections.
    pub awaited_district: Option<String>,
    /// What undo and redo go through.
    pub history: History,
    /// The step that ends when the heap dumps have been grouped as they were.
    pub pending_step: Option<HistoryStep>,
}

impl ViewState {
    /// Moves the cursor to a point, clamped to the axis; a running transition is finished first.
    pub(crate) fn move_to(&mut self, point: usize, points: usize, animated: bool) {
        let point = point.min(points.saturating_sub(1));
        if point != self.time.point {
            // Of two cities both rest.
            let tween = if animated && self.beside.is_none() { 0.0 } else { 1.0 };
            self.time = TimeCursor { point, from: self.time.point, tween };
            // Another heap state may have another object at this address.
            self.object = None;
        }
        self.dwelt_secs = 0.0;
    }

    /// The points that are looked at: those that are selected, or all of so many.
    #[must_use]
    pub fn range_of(&self, points: usize) -> PointRange {
        self.range.and_then(|range| range.as_part_of(points)).unwrap_or(PointRange::whole(points))
    }

    /// Takes the view over to a session that replaces another one: nodes keep their key and points their time, whatever
    /// their new number.
    ///
    /// Without a plot (pruned by child count, or gone) the selection is dropped. With `follow` the
    /// cursor goes to the newest point.
    pub fn carry_over(&mut self, old: &Evolution, new: &Session) {
        let evolution = &*new.evolution;
        let points = evolution.points.len();
        if !std::ptr::eq(old, evolution) {
            let places = old.places_in(evolution);
            let node = |node: NodeIndex| places.get(node.at()).copied().flatten();
            // Points keep their time, whatever their new number: earlier ones may have been dropped or have come in between.
            let point = |point: usize| same_point(old, evolution, point);
            self.selection = self.selection.map(node);
            self.matches = self.matches.iter().copied().filter_map(node).collect();
            self.chain = self.chain.iter().copied().filter_map(node).collect();
            self.history.carry_over(point);
            self.time = TimeCursor { point: point(self.time.point), from: point(self.time.from), ..self.time };
            self.beside = self.beside.map(point);
            let range = self.range.map(|range| PointRange { first: point(range.first), last: point(range.last) });
            self.range = range.and_then(|range| range.as_part_of(points));
        }
        self.selection = self.selection.map(|node| Some(node).filter(|&node| new.place(node).is_some()));
        (self.hover, self.hovered_block) = (None, None);
        if self.follow {
            self.move_to(points.saturating_sub(1), points, true);
        }
    }

    /// Takes the view over to the same heaps in another grouping: time stays, and the selection is what the new grouping
    /// calls by the same name, else what encloses it. A chain of holders is one of the old grouping and goes. If a step through
    /// the history asked for it, that step is taken; else there is one more to undo. A district that was awaited is selected and returned.
    pub fn regroup(&mut self, old_session: &Session, new: &Session, settings: &mut CitySettings) -> Option<NodeIndex> {
        let awaited = self.awaited_district.take();
        let now = Snapshot::of(self, settings, old_session);
        let old = &*old_session.evolution;
        let held = std::mem::take(&mut self.selection);
        self.carry_over(old, new);
        self.matches = find_nodes(new, new.metric, &self.search);
        if let Some(there) = self.pending_step.take().and_then(|step| self.history.go(step, now.clone())) {
            there.restore(self, settings, new);
            return None;
        }
        self.history.record(now, ChangeKind::Once);
        let district = awaited.and_then(|owner| district_of(&new.evolution, &owner)).filter(|&node| new.place(node).is_some());
        let places = old.places_in(&new.evolution);
        self.selection = district.map_or_else(|| held.map(|node| same_thing(old, new, &places, node)), Selection::from);
        self.chain.clear();
        self.chain_holder = None;
        district
    }

    /// What remains for another dataset: the panels; what could be read in part only is told again. Time starts at the last point, where growth shows, and what is found
    /// will be told.
    pub fn for_new_dataset(&mut self, points: usize) {
        *self = Self {
            panels: Panels { partly_read: true, ..self.panels },
            tab: self.tab,
            guided: self.guided,
            follow: true,
            time: TimeCursor::at(points.saturating_sub(1)),
            opening: OpeningState::Waiting,
            object_query: self.object_query.then(String::new()),
            ..Self::default()
        };
    }
}

/// What another grouping of the same heaps shows for a node: the node in the same place, or the largest one of the same role
/// and name, if it has a plot; else that of the nearest node around it. The root stands for everything and thus for nothing
/// else. `places` are those of the old nodes in the new evolution.
fn same_thing(old: &Evolution, new: &Session, places: &[Option<NodeIndex>], node: NodeIndex) -> Option<NodeIndex> {
    if node == NodeIndex::ROOT {
        return Some(node);
    }
    let evolution = &new.evolution;
    let largest = |of: NodeIndex| {
        let (name, role) = (&old.nodes.get(of.at())?.name, old.role_name(of));
        let nodes = (0..evolution.nodes.len()).map(NodeIndex::nth).skip(1);
        let same = nodes.filter(|&at| evolution.nodes[at.at()].name == *name && evolution.role_name(at) == role);
        same.filter(|&at| new.place(at).is_some()).max_by_key(|&at| (evolution.max(new.metric, at), Reverse(at)))
    };
    let in_place = |of: NodeIndex| places.get(of.at()).copied().flatten().filter(|&at| new.place(at).is_some());
    old.path(node).into_iter().skip(1).rev().find_map(|of| in_place(of).or_else(|| largest(of)))
}

/// The point of `new` at the time of `point` in `old`, or the first one after it if that one was dropped. Of points of one
/// time it is the one of the same number.
fn same_point(old: &Evolution, new: &Evolution, point: usize) -> usize {
    let last = new.points.len().saturating_sub(1);
    let time = |evolution: &Evolution| evolution.points.get(point).map(|info| info.time_millis);
    match old.points.get(point) {
        Some(_) if time(old) == time(new) => point,
        Some(info) => new.points.partition_point(|new| new.time_millis < info.time_millis).min(last),
        None => point.min(last),
    }
}

/// How far the opening sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OpeningState {
    /// Nothing is said (any more).
    #[default]
    Done,
    /// It will be said as soon as there is something to tell.
    Waiting,
    /// It stands beside its building.
    Shown,
}

impl Snapshot {
    /// The view as it is.
    #[must_use]
    pub fn of(view: &ViewState, settings: &CitySettings, session: &Session) -> Self {
        let evolution = &session.evolution;
        Self {
            point: view.time.point,
            beside: view.beside,
            range: view.range,
            selection: NodePaths::of(evolution, view.selection.leading_last()),
            object: view.object,
            query: view.object_query.text.clone(),
            chain: NodePaths::of(evolution, view.chain.iter().copied()),
            chain_holder: view.chain_holder.clone(),
            tab: view.panels.drawer.then_some(view.tab),
            over_time: view.over_time.clone(),
            trees: view.trees.clone(),
            settings: settings.clone(),
            subject: evolution.subject,
            grouping: session.grouping().to_vec(),
        }
    }

    /// Brings it back, in a city of this grouping.
    pub fn restore(self, view: &mut ViewState, settings: &mut CitySettings, session: &Session) {
        let Self {
            point,
            beside,
            range,
            selection,
            object,
            query,
            chain,
            chain_holder,
            tab,
            over_time,
            trees,
            settings: restored,
            subject: _,
            grouping: _,
        } = self;
        let points = session.evolution.points.len();
        view.playing = false;
        view.range = range.and_then(|range| range.as_part_of(points));
        view.beside = beside.map(|beside| beside.min(points.saturating_sub(1)));
        view.move_to(point, points, !settings.reduce_motion);
        // Back at the newest point, further ones are followed again.
        view.follow = point + 1 == points;
        if query != view.object_query.text {
            view.object_query = view.object_query.then(query);
        }
        view.selection = selection.nodes(&session.evolution).into_iter().collect();
        view.object = object;
        view.panels.drawer = tab.is_some();
        view.tab = tab.unwrap_or(view.tab);
        (view.over_time, view.trees) = (over_time, trees);
        (view.chain, view.chain_holder) = (chain.nodes(&session.evolution), chain_holder);
        *settings = restored;
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::data::input::options::OpenOptions;
    use crate::data::input::sample;
    use crate::test_samples::open_paths;
    use crate::test_sessions::session;

    #[test]
    fn the_selection_keeps_its_key_when_a_new_point_brings_new_nodes() {
        let old = session(&[&[("A", 1), ("C", 2)]]);
        let new = session(&[&[("A", 1), ("C", 2)], &[("A", 1), ("B", 5), ("C", 3)]]);
        let mut view = ViewState { selection: NodeIndex(2).into(), ..ViewState::default() };
        view.carry_over(&old.evolution, &new);
        assert_eq!(view.selection.lead().map(|n| &*new.evolution.nodes[n.at()].name), Some("C"));
    }

    #[test]
    fn the_point_keeps_its_time_when_others_are_dropped_or_come_in_between() {
        let old = session(&[&[("A", 1)], &[("A", 2)], &[("A", 3)], &[("A", 4)]]);
        let mut thinned = Evolution::clone(&old.evolution);
        thinned.points.remove(1);
        let thinned = Session::new(Arc::new(thinned), &CitySettings::default());
        for (before, after) in [(0, 0), (1, 1), (2, 1), (3, 2)] {
            let mut view = ViewState { time: TimeCursor::at(before), ..ViewState::default() };
            view.carry_over(&old.evolution, &thinned);
            assert_eq!(view.time.point, after, "from {before}");
        }
        let mut view = ViewState { time: TimeCursor::at(2), ..ViewState::default() };
        view.carry_over(&thinned.evolution, &old);
        assert_eq!(view.time.point, 3, "a point came in before it");
    }

    #[test]
    fn a_selection_without_a_plot_is_dropped() {
        let old = session(&[&[("A", 1), ("C", 2)]]);
        let new = session(&[&[("A", 1)]]);
        let mut view = ViewState { selection: NodeIndex(2).into(), ..ViewState::default() };
        view.carry_over(&old.evolution, &new);
        assert!(view.selection.is_empty());
    }

    #[test]
    fn another_grouping_keeps_time_and_what_is_selected() {
        let heaps = sample("travel-shop").expect("the sample ships").path;
        let grouped = |by: &[&str]| {
            let options = OpenOptions { by: by.iter().map(ToString::to_string).collect(), ..OpenOptions::default() };
            let dataset = open_paths(std::slice::from_ref(&heaps), &options).expect("the sample opens");
            Session::new(dataset.evolution, &CitySettings::default())
        };
        let (packages, types) = (grouped(&["package", "type"]), grouped(&["type"]));
        let selected = |from: &Session, to: &Session, name: &str| {
            let at = from.evolution.nodes.iter().position(|node| &*node.name == name).expect("the sample holds it");
            let time = TimeCursor::at(4);
            let mut view = ViewState { time, selection: NodeIndex::nth(at).into(), search: "byte[]".into(), ..ViewState::default() };
            view.regroup(from, to, &mut CitySettings::default());
            assert_eq!(view.time, time);
            assert_eq!(view.matches, find_nodes(to, to.metric, "byte[]"));
            view.selection.lead().map(|node| to.evolution.nodes[node.at()].name.to_string())
        };
        let node = "java.util.HashMap$Node";
        assert_eq!(selected(&packages, &types, node).as_deref(), Some(node));
        assert_eq!(selected(&types, &packages, node).as_deref(), Some(node));
        assert_eq!(selected(&packages, &types, "java.util"), None, "packages are gone, and everything is no answer");
        assert_eq!(selected(&packages, &grouped(&["package"]), node).as_deref(), Some("java.util"), "the package around the type");
    }

    #[test]
    fn points_of_one_time_keep_their_number() {
        let city = session(&[&[("A", 1)], &[("A", 2)], &[("A", 3)]]);
        let mut undated = Evolution::clone(&city.evolution);
        undated.points.iter_mut().for_each(|point| point.time_millis = 0);
        assert_eq!(same_point(&undated, &undated.clone(), 2), 2);
    }

    #[test]
    fn a_following_view_moves_to_the_newest_point_and_another_one_stays() {
        let old = session(&[&[("A", 1)]]);
        let new = session(&[&[("A", 1)], &[("A", 2)]]);
        for (follow, expected) in [(true, 1), (false, 0)] {
            let mut view = ViewState { follow, ..ViewState::default() };
            view.carry_over(&old.evolution, &new);
            assert_eq!(view.time.point, expected);
        }
    }
}
