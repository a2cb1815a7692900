//! Which charts over time are shown, and how. Groups are named by their keys, so that the charts stay when points arrive, and come back
//! when the grouping does.

use std::sync::Arc;

use analysis::{ChartRules, Evolution, NodeIndex};

use crate::answers::charts::ChartForm;

/// What the charts are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TimeView {
    /// The parts of groups, one chart below the other.
    #[default]
    Parts,
    /// What is in memory, and how long collections take.
    Memory,
    /// What collections begin and end with.
    Collections,
    /// What it is made of, by each step of the grouping.
    Shares,
    /// Statistics of all groups.
    Statistics,
}

/// The chart of the parts of one group.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChartLevel {
    /// Which numbers, and which parts.
    pub rules: ChartRules,
    /// How they are drawn.
    pub form: ChartForm,
    /// The key of the part that was chosen: the next chart has its parts.
    pub chosen: Option<Arc<str>>,
}

/// The charts that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverTimeView {
    /// What they are of.
    pub shown: TimeView,
    /// Those of parts, that of the whole heap first. Each but the first is of what was chosen in the one before.
    levels: Vec<ChartLevel>,
}

impl Default for OverTimeView {
    fn default() -> Self {
        Self { shown: TimeView::default(), levels: vec![ChartLevel::default()] }
    }
}

impl OverTimeView {
    /// The same charts, of which others are shown.
    #[must_use]
    pub fn showing(&self, shown: TimeView) -> Self {
        Self { shown, ..self.clone() }
    }

    /// The charts with the chosen groups down to a node: the last one is of its parts.
    #[must_use]
    pub fn down_to(&self, evolution: &Evolution, node: NodeIndex) -> Self {
        let mut view = self.showing(TimeView::Parts);
        for (level, of) in evolution.path(node).into_iter().skip(1).enumerate() {
            view.choose(level, Some(Arc::clone(&evolution.nodes[of.at()].key)));
        }
        let chosen = evolution.path(node).len().saturating_sub(1);
        view.choose(chosen, None);
        view
    }

    /// The chart of a level, if there is one.
    #[must_use]
    pub fn level(&self, level: usize) -> Option<&ChartLevel> {
        self.levels.get(level)
    }

    /// The same with another chart at a level; which part is chosen there stays.
    #[must_use]
    pub fn with_level(&self, level: usize, rules: ChartRules, form: ChartForm) -> Self {
        let mut view = self.clone();
        if let Some(of) = view.levels.get_mut(level) {
            (of.rules, of.form) = (rules, form);
        }
        view
    }

    /// Whether only the numbers of series are other ones, as while one is dragged.
    #[must_use]
    pub fn is_but_for_counts(&self, other: &Self) -> bool {
        let same = |(a, b): (&ChartLevel, &ChartLevel)| {
            let most = b.rules.most;
            ChartLevel { rules: ChartRules { most, ..a.rules }, ..a.clone() } == *b
        };
        self.shown == other.shown && self.levels.len() == other.levels.len() && self.levels.iter().zip(&other.levels).all(same)
    }

    /// Chooses a part of the group of a level, by its key: the next chart has its parts. Without one no further chart follows. A new chart
    /// looks like the one above it.
    pub fn choose(&mut self, level: usize, part: Option<Arc<str>>) {
        let Some(of) = self.levels.get_mut(level) else { return };
        if of.chosen == part {
            return;
        }
        let below = ChartLevel { chosen: None, ..of.clone() };
        of.chosen.clone_from(&part);
        // What was chosen below belonged to another part, but how it was drawn may stay.
        self.levels.truncate(level + 2);
        match (part, self.levels.get_mut(level + 1)) {
            (Some(_), Some(next)) => next.chosen = None,
            (Some(_), None) => self.levels.push(below),
            (None, _) => self.levels.truncate(level + 1),
        }
    }

    /// The groups whose parts are charted, one for each level that there is in this grouping: the last one may have no parts.
    #[must_use]
    pub fn groups(&self, evolution: &Evolution) -> Vec<NodeIndex> {
        if evolution.nodes.is_empty() {
            return Vec::new();
        }
        let mut groups = vec![NodeIndex::ROOT];
        for level in &self.levels {
            let (Some(chosen), Some(&group)) = (&level.chosen, groups.last()) else { break };
            let Some(part) = evolution.children(group).find(|part| evolution.nodes[part.at()].key == *chosen) else { break };
            groups.push(part);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::test_sessions::nested_session;

    #[test]
    fn a_chosen_part_opens_a_chart_that_looks_alike_and_another_one_replaces_it() {
        let session = nested_session();
        let evolution = &session.evolution;
        let [app, location, lib] = ["app", "Location", "lib"].map(|name| evolution.find_one(name).expect("it is there"));
        let key = |node: NodeIndex| Some(Arc::clone(&evolution.nodes[node.at()].key));
        let bytes = ChartRules { metric: Metric::Bytes, ..ChartRules::default() };
        let mut view = OverTimeView::default().with_level(0, bytes, ChartForm::Stacked);
        view.choose(0, key(app));
        assert_eq!(view.groups(evolution), [NodeIndex::ROOT, app]);
        assert_eq!(view.level(1), Some(&ChartLevel { rules: bytes, form: ChartForm::Stacked, chosen: None }));
        view = view.with_level(1, ChartRules::default(), ChartForm::Multiples);
        view.choose(1, key(location));
        assert_eq!(view.groups(evolution), [NodeIndex::ROOT, app, location]);
        // Another part of the first chart: its own chart looks as the second one did, and nothing is chosen there.
        view.choose(0, key(lib));
        assert_eq!(
            (view.groups(evolution), view.level(1).map(|level| level.form)),
            (vec![NodeIndex::ROOT, lib], Some(ChartForm::Multiples))
        );
        assert_eq!(view.level(2), None);
        view.choose(0, None);
        assert_eq!((view.groups(evolution), view.level(1)), (vec![NodeIndex::ROOT], None));
    }

    #[test]
    fn charts_go_down_to_a_group_and_stay_where_a_grouping_lacks_it() {
        let session = nested_session();
        let evolution = &session.evolution;
        let location = evolution.find_one("Location").expect("it is there");
        let view = OverTimeView::default().down_to(evolution, location);
        assert_eq!(view.groups(evolution), evolution.path(location));
        assert_eq!(view.down_to(evolution, NodeIndex::ROOT).groups(evolution), [NodeIndex::ROOT]);
        let flat = crate::test_sessions::session(&[&[("Other", 1)]]);
        assert_eq!(view.groups(&flat.evolution), [NodeIndex::ROOT]);
        assert!(view.groups(&Evolution::default()).is_empty());
    }
}
