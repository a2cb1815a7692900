//! Words on labels.

use crate::base::{names, words};
use crate::data::session::Session;

/// The name, and the growth since the first point if there is any.
pub(crate) fn label_words(session: &Session, building: usize, point: usize) -> (String, Option<String>) {
    let name = names::within(&session.label_of_building(building), &[], LONGEST_NAME);
    let value = |point| session.value_of_building(session.metric, building, point);
    let point = point.min(session.last_point());
    let growth = value(point).saturating_sub(value(session.first_point));
    let of_one = session.building_node(building);
    let error = of_one.and_then(|node| session.evolution.change_error(session.metric, node, session.first_point, point));
    let told = || format!("+{}{}", words::short(session.metric, growth), words::percent_error(growth, error));
    (name, (growth > 0).then(told))
}

/// Letters of a name before it loses some: a type at a place in the code mostly fits.
pub(crate) const LONGEST_NAME: usize = 44;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_tells_the_growth_up_to_the_point_shown_as_the_color_does() {
        let session = crate::test_sessions::session(&[&[("A", 10), ("B", 9)], &[("A", 1510), ("B", 1)], &[("A", 40), ("B", 9)]]);
        let building = |name: &str| session.building(session.evolution.find_one(name).expect("it is there")).expect("it has a plot");
        let words = |name: &str, point| label_words(&session, building(name), point);
        assert_eq!(words("A", 0), ("A".into(), None));
        assert_eq!(words("A", 1), ("A".into(), Some("+1,500".into())));
        assert_eq!(words("A", 2), ("A".into(), Some("+30".into())));
        assert_eq!(words("B", 1), ("B".into(), None), "shrinking is no growth");
    }
}
