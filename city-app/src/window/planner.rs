//! Keeps the plan in step with settings and selected points: a change of metric, area mode or child count lays the city out
//! anew, large cities on a thread of their own.

use std::sync::Arc;

use bevy::prelude::*;

use crate::base::background::{Answer, Background};
use crate::base::settings::CitySettings;
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// A city with fewer nodes is laid out within the frame: that takes less than a frame's time.
const AT_ONCE: usize = 4000;

/// The plan that is being made.
#[derive(Resource, Debug, Default)]
pub(super) struct Planner(Background<Wanted, Session>);

/// Of what, and for which settings.
#[derive(Debug, Clone)]
struct Wanted {
    of: Arc<Session>,
    settings: CitySettings,
    /// The points that there is to be room for.
    room: PointRange,
}

impl PartialEq for Wanted {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.of, &other.of) && self.room == other.room && !self.settings.needs_new_plan(&other.settings)
    }
}

impl Wanted {
    fn plan(&self) -> Session {
        let Self { of, settings, room } = self;
        Session::with_room_for(*room, Arc::clone(&of.evolution), settings).with_sources_of(of)
    }
}

impl Planner {
    /// The session that is to take the place of this one, once its plan is made; `None` while it is made, and where the
    /// plan is what the settings ask for. `selected` are the points that are looked at.
    pub(super) fn replacement(&mut self, session: &Arc<Session>, settings: &CitySettings, selected: PointRange) -> Option<Arc<Session>> {
        let Self(work) = self;
        work.poll();
        // One plan at a time: a dragged slider asks for many.
        if work.is_working() {
            return None;
        }
        let all = PointRange::whole(session.evolution.points.len());
        let room = if settings.room_for_selected_points { selected } else { all };
        if session.evolution.nodes.is_empty() || session.is_laid_out_for(settings, room) {
            work.clear();
            return None;
        }
        let wanted = Wanted { of: Arc::clone(session), settings: settings.clone(), room };
        if session.evolution.nodes.len() >= AT_ONCE {
            let theirs = wanted.clone();
            work.ask(wanted.clone(), move |_| Ok(theirs.plan()));
            match work.answer(&wanted) {
                Answer::Ready(made) => return Some(Arc::clone(made)),
                // Without a thread it takes as long as it takes.
                Answer::Failed(_) => {}
                Answer::Working { .. } | Answer::None => return None,
            }
        }
        Some(Arc::new(wanted.plan()))
    }
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn a_large_city_is_laid_out_once_on_its_thread_and_a_small_one_at_once() {
        let names: Vec<String> = (0..AT_ONCE).map(|number| format!("C{number}")).collect();
        let counts: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 1)).collect();
        let all = CitySettings { child_count: None, ..CitySettings::default() };
        let bytes = CitySettings { metric: Metric::Bytes, ..all.clone() };
        for (counts, is_large) in [(&counts[..], true), (&counts[..3], false)] {
            let shown = Arc::new(session(&[counts]));
            let (mut planner, whole) = (Planner::default(), PointRange::whole(1));
            assert!(planner.replacement(&shown, &all, whole).is_none(), "it is what the settings ask for");
            let mut made = planner.replacement(&shown, &bytes, whole);
            assert_eq!(made.is_none(), is_large);
            while made.is_none() {
                made = planner.replacement(&shown, &bytes, whole);
                std::thread::yield_now();
            }
            let made = made.expect("it was waited for");
            assert_eq!(made.metric, Metric::Bytes);
            assert!(planner.replacement(&made, &bytes, whole).is_none());
        }
    }

    #[test]
    fn room_for_the_selected_points_alone_is_made_where_it_is_wanted() {
        let shown = Arc::new(session(&[&[("A", 9)], &[("A", 1)], &[("A", 2)]]));
        let (mut planner, selected) = (Planner::default(), PointRange { first: 1, last: 2 });
        let all = CitySettings { child_count: None, ..CitySettings::default() };
        assert!(planner.replacement(&shown, &all, selected).is_none());
        let part = CitySettings { room_for_selected_points: true, ..all.clone() };
        let made = planner.replacement(&shown, &part, selected).expect("it is made at once");
        assert_eq!(made.room, selected);
        assert!(planner.replacement(&made, &part, selected).is_none());
        assert_eq!(planner.replacement(&made, &all, selected).expect("all again").room, PointRange::whole(3));
    }
}
