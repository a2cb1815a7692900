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
    let told = || format!("{}{}", words::short_change(session.metric, growth.into()), words::percent_error(growth, error));
    (name, (growth > 0).then(told))
}

/// Letters of a name before it loses some: a type at a place in the code mostly fits.
pub(crate) const LONGEST_NAME: usize = 44;

#[cfg(test)]
mod tests {
    use analysis::{Metric, NodeIndex};

    use super::*;
    use crate::answers::tooltip::{block_in_words, block_lines};
    use crate::base::settings::CitySettings;
    use crate::city::scene::scene_snapshot;
    use crate::test_samples::travel_shop;
    use crate::view::state::{TimeCursor, ViewState};

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

    /// The scene, the tip, the label, and the sum of the rows of the table.
    #[test]
    fn a_block_has_the_same_numbers_wherever_it_is_told() {
        let session = travel_shop(&["type"]);
        let blocks: Vec<(usize, NodeIndex)> =
            (0..session.buildings.len()).filter_map(|number| Some((number, session.others(number)?.of))).collect();
        assert!(!blocks.is_empty());
        let last = session.last_point();
        let view = ViewState { time: TimeCursor::at(last), ..ViewState::default() };
        let scene = scene_snapshot(&session, &CitySettings::default(), &view);
        for (number, district) in blocks {
            let told = &scene.buildings[number];
            let others = session.others(number).expect("it is a block");
            let children = session.evolution.children(district);
            let hidden: Vec<NodeIndex> = children.filter(|&child| session.building(child).is_none()).collect();
            let sum = |metric, point| hidden.iter().map(|&child| session.evolution.value(metric, child, point)).sum::<u64>();
            assert_eq!((told.others, told.name.clone()), (Some(hidden.len()), others.name()));
            assert_eq!((told.objects, told.bytes), (sum(Metric::Objects, last), sum(Metric::Bytes, last)));
            let lines = block_lines(&session, district, last);
            let [objects, bytes] =
                [(Metric::Objects, told.objects), (Metric::Bytes, told.bytes)].map(|(of, value)| words::amount(of, value));
            assert!(lines.contains(&objects) && lines.contains(&bytes), "{lines:?}");
            let told_inside = block_in_words(&session, district, last);
            assert!(told_inside.starts_with(&others.name()) && told_inside.contains(&objects), "{told_inside}");
            let growth = words::change(session.metric, told.growth.into());
            assert!(lines.iter().any(|line| line.ends_with(&growth)), "{growth} in {lines:?}");
            let (name, grew) = label_words(&session, number, last);
            assert!(name.starts_with(&told.name), "{name}");
            assert_eq!(grew, (told.growth > 0).then(|| format!("+{}", words::short(session.metric, told.growth.unsigned_abs()))));
        }
    }
}
