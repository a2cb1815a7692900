//! Guided exploration: hints at what is seen that say what stands out, why that matters, and what to do next, with a button that does it.
//!
//! What stands out is found by code ([`detect`]), one function per step of an analysis; what is said of it, from which strength on, and which
//! next steps are offered stands in a file that users can edit ([`texts`]).
//!
//! Source: "Guided Exploration: A Method for Guiding Novice Users in Interactive Memory Monitoring Tools" (Weninger, Grünbacher, Gander,
//! Schörgenhumer, EICS 2021).

pub mod detect;
pub mod texts;

use detect::Seen;
use texts::{Hint, HintTexts};

/// All hints about what is seen, the farthest step first.
#[must_use]
pub fn hints(seen: Seen<'_>, texts: &HintTexts) -> Vec<Hint> {
    let mut hints: Vec<Hint> = detect::all(seen).into_iter().filter_map(|detected| texts.tell(detected)).collect();
    hints.sort_by_key(|hint| std::cmp::Reverse(hint.step));
    hints
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{Evolution, NodeSizes, NodeTotals, Progress, TimePoint, TreeBuilder, Warnings};

    use super::*;
    use crate::answers::windows::{RunParts, SuggestedRange};
    use crate::base::settings::CitySettings;
    use crate::data::point_range::PointRange;
    use crate::data::session::Session;
    use crate::test_sessions::{garbage_session, session};
    use crate::view::command::{CityCommand, apply};
    use crate::view::hint_key::Anchor;
    use crate::view::panels::DrawerTab;
    use crate::view::state::ViewState;

    /// A heap in which `Leak` grows from 0 to 1,900 objects, `Other` by 90, and another one that is as large at all points.
    fn growing() -> Session {
        let points: Vec<Vec<(&str, u64)>> = (0..20).map(|at| vec![("Leak", 100 * at), ("Other", 500 + 90 * at / 19)]).collect();
        session(&points.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    fn given(session: &Session, view: &ViewState) -> Vec<Hint> {
        let seen = Seen { session, view, parts: &RunParts::default(), graph: None, report: None, has_lives: false };
        hints(seen, &HintTexts::shipped())
    }

    fn ids(hints: &[Hint]) -> Vec<&str> {
        hints.iter().map(|hint| hint.key.id.as_str()).collect()
    }

    #[test]
    fn a_leak_is_followed_by_accepting_hints_and_every_step_can_be_undone() {
        let (session, mut settings) = (growing(), CitySettings::default());
        let mut view = ViewState::default();
        let first = given(&session, &view);
        assert_eq!(ids(&first), ["memory-grows", "building-grows"]);
        // From 500 to 2,490 objects of 16 bytes.
        assert!(
            first[0].text.contains("from point 1 to point 20") || first[0].text.contains("From point 1 to point 20"),
            "{}",
            first[0].text
        );
        assert!(first[0].text.contains("7.81 KiB to 38.9 KiB, 398.0 % more"), "{}", first[0].text);
        apply(&mut view, &mut settings, &session, CityCommand::FollowHint(first[0].actions[0].commands.clone()));
        assert_eq!((view.panels.drawer, view.tab), (true, DrawerTab::OverTime));
        let second = given(&session, &view);
        assert_eq!(ids(&second), ["group-grows", "memory-grows", "building-grows"], "the farthest step first");
        let leak = session.evolution.find_one("Leak").expect("it is there");
        assert_eq!(second[0].key.anchor, Anchor::Part(0, leak));
        // 1,900 of 1,990.
        assert!(
            second[0].text.starts_with("1,900 objects more of Leak from point 1 to point 20: 95.5 % of the growth of the heap."),
            "{}",
            second[0].text
        );
        assert!(second[0].actions.is_empty(), "it has no parts, and there are no heaps to read");
        let before = view.over_time.clone();
        apply(&mut view, &mut settings, &session, CityCommand::Undo);
        assert_eq!((view.panels.drawer, &view.over_time), (false, &before), "one step, however much it did");
    }

    #[test]
    fn where_nothing_stands_out_nothing_is_said() {
        let steady = session(&[&[("A", 100)], &[("A", 110)], &[("A", 100)], &[("A", 108)], &[("A", 101)], &[("A", 104)]]);
        let mut view = ViewState::default();
        assert!(given(&steady, &view).is_empty());
        view.panels.drawer = true;
        view.tab = DrawerTab::OverTime;
        assert_eq!(ids(&given(&steady, &view)), ["group-grows"], "in the chart it is told what grew, little as it is");
        assert!(given(&Session::default(), &view).is_empty());
    }

    #[test]
    fn a_building_that_keeps_growing_has_a_hint_of_its_own() {
        let (session, mut settings, mut view) = (growing(), CitySettings::default(), ViewState::default());
        let hints = given(&session, &view);
        let leak = session.evolution.find_one("Leak").expect("it is there");
        let at_building = hints.iter().find(|hint| hint.key.anchor == Anchor::Building(leak)).expect("it has a hint");
        assert_eq!(at_building.title, "Leak keeps growing");
        assert!(at_building.text.starts_with("1,900 objects more from point 1 to point 20: 95.5 % of the growth of the heap."));
        assert_eq!(at_building.step, 0, "no tour begins with it");
        let labels: Vec<&str> = at_building.actions.iter().map(|action| action.label.as_str()).collect();
        assert_eq!(labels, ["Chart it", "Fly there"], "no heaps can be read, and nothing was searched");
        apply(&mut view, &mut settings, &session, CityCommand::FollowHint(at_building.actions[0].commands.clone()));
        assert_eq!((view.selection.lead(), view.tab), (Some(leak), DrawerTab::OverTime));
        // It is about what is selected of the time.
        let part = session.in_range(PointRange { first: 10, last: 19 });
        assert!(given(&part, &ViewState::default()).iter().any(|hint| hint.text.contains("900 objects more from point 11 to point 20")));
    }

    #[test]
    fn churn_is_followed_from_age_to_type_to_site() {
        let (session, mut settings, mut view) = (garbage_session(), CitySettings::default(), ViewState::default());
        let hints = given(&session, &view);
        assert_eq!(ids(&hints), ["dies-young", "building-dies"]);
        assert!(hints[0].text.starts_with("150 of 180 objects that died (83.33 %) had survived no collection."), "{}", hints[0].text);
        assert_eq!(hints[1].title, "83.3 % of what died is A made here");
        assert!(hints[1].text.starts_with("app.Loop.run makes 150 objects of A"), "{}", hints[1].text);
        apply(&mut view, &mut settings, &session, CityCommand::FollowHint(hints[0].actions[0].commands.clone()));
        let types = given(&session, &view);
        assert_eq!(ids(&types)[0], "young-types");
        assert!(types[0].text.starts_with("One type is a tenth of the garbage or more: app.A, 100.00 % of what died so young."));
        assert_eq!(types[0].actions.len(), 1, "a button for each of them");
        apply(&mut view, &mut settings, &session, CityCommand::FollowHint(types[0].actions[0].commands.clone()));
        let site = given(&session, &view);
        assert_eq!(ids(&site)[0], "young-site");
        assert!(site[0].text.starts_with("app.Loop.run makes 150 of 150 objects of A that died young."), "{}", site[0].text);
        let once = |id: &str| ids(&site).iter().filter(|known| **known == id).count();
        assert_eq!(["dies-young", "young-types", "young-site"].map(once), [1, 1, 1]);
    }

    #[test]
    fn a_building_that_holds_much_of_the_heap_has_a_hint_where_sizes_are_known() {
        let totals = |objects| NodeTotals { objects, bytes: 16 * objects };
        let mut builder = TreeBuilder::new(totals(100));
        let role = builder.role("Type");
        [("Cache", 2), ("Entry", 98)].iter().for_each(|&(name, objects)| _ = builder.add_part(0, name, role, totals(objects)));
        let tree = builder.finish().tree;
        // The caches would take all entries with them.
        let retained = tree.nodes.iter().map(|node| if &*node.name == "Cache" { totals(100) } else { node.totals }).collect();
        let sizes = NodeSizes { retained: Some(retained), ..NodeSizes::default() };
        let point = TimePoint { time_millis: 0, gc: None, label: None, tree, references: None, sizes };
        let evolution = Evolution::from_points("", "", vec![point], &Progress::new(), &Warnings::new()).expect("one point");
        let session = Session::new(Arc::new(evolution), &CitySettings { child_count: None, ..CitySettings::default() });
        let hints = given(&session, &ViewState::default());
        let cache = session.evolution.find_one("Cache").expect("it is there");
        assert_eq!(ids(&hints), ["building-holds"]);
        assert_eq!((hints[0].key.anchor, hints[0].title.as_str()), (Anchor::Building(cache), "Cache holds 100.0 % of the heap"));
        assert!(hints[0].text.contains("If 2 objects of Cache went at point 1, 1.56 KiB would be freed"), "{}", hints[0].text);
    }

    #[test]
    fn stretches_that_collections_tell_of_have_a_hint_each_at_the_timeline() {
        let session = session(&[&[("A", 100)], &[("A", 110)], &[("A", 100)], &[("A", 108)]]);
        let part = |name| SuggestedRange { name, range: PointRange { first: 1, last: 2 }, millis: (0, 1), why: format!("{name}: 12 %.") };
        let parts = RunParts { suggested: vec![part("Collections take long"), part("Much is thrown away")], start_ends: None };
        let view = ViewState::default();
        let seen = Seen { session: &session, view: &view, parts: &parts, graph: None, report: None, has_lives: true };
        let hints = hints(seen, &HintTexts::shipped());
        assert_eq!(ids(&hints), ["collections-take-long", "much-dies"]);
        assert!(hints.iter().all(|hint| hint.key.anchor == Anchor::Timeline && hint.text.contains("12 %")));
        let labels: Vec<&str> = hints.iter().flat_map(|hint| &hint.actions).map(|action| action.label.as_str()).collect();
        assert_eq!(labels, ["Chart memory and collections", "Show what died in this time"]);
    }
}
