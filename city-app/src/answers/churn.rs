//! What stands out in the garbage of some collections, in words: how young it died, of which types it was, and where these are made.

use analysis::{CHURNING_TYPE, Churn, ChurnType, Cut, Evidence, Finding, Metric, NodeIndex, NodeTotals, Severity};

use crate::base::made_names::made_class_in_words;
use crate::base::words;
use crate::data::session::Session;

/// The sentences, one after the other.
#[must_use]
pub fn churn_in_words<'n>(churn: &Churn, is_estimate: bool, name: impl Fn(NodeIndex) -> &'n str) -> Vec<String> {
    let (about, count) = about(is_estimate);
    let are_allocations = churn.measure == Metric::Bytes;
    let amount = |totals: NodeTotals| match are_allocations {
        true => words::bytes(churn.amount(totals)),
        false => count(churn.amount(totals)),
    };
    // What is not all is not 100 %.
    let share = |part: f64| format!("{:.2} %", if part < 1.0 { (100.0 * part).min(99.99) } else { 100.0 });
    let mut told = Vec::new();
    if !are_allocations {
        told.push(words::capitalised(&format!(
            "{about}{} of {} objects that died ({}) had survived no collection.",
            amount(churn.young_totals),
            amount(churn.died),
            share(churn.young_share())
        )));
    }
    // All that was allocated, or what died young.
    let (all, of_all, whole) =
        if are_allocations { ("what was allocated", "", " of the bytes") } else { ("the garbage", " of what died so young", "") };
    let names: Vec<&str> = churn.types.iter().map(|of| name(of.node)).collect();
    let part = format!("{about}{}{whole}", share(churn.share_of_types()));
    told.push(match names.as_slice() {
        [only] if churn.is_spread => format!("No type is a tenth of {all}; most is of {only}, {part}{of_all}."),
        [only] => format!("One type is a tenth of {all} or more: {only}, {part}{of_all}."),
        names => {
            let count = names.len();
            format!("{count} types are a tenth of {all} or more each: {}, together {part}{of_all}.", names.join(", "))
        }
    });
    let made_at = |of: &ChurnType| {
        let (site, totals) = of.site?;
        let what = if are_allocations { "" } else { " objects" };
        let [here, all] = [totals, of.totals].map(amount);
        let from = of.called_from.map(|(place, from_there)| {
            let part = if from_there == totals { "all of them".to_owned() } else { format!("{about}{}", amount(from_there)) };
            format!(", {part} called from {}", name(place))
        });
        let made = made_class_in_words(name(of.node)).map_or_else(String::new, |made| format!(" ({made})"));
        let from = from.unwrap_or_default();
        Some(format!("{}{made} is made mostly at {}: {about}{here} of {all}{what}{from}.", name(of.node), name(site)))
    };
    told.extend(churn.types.iter().filter_map(made_at));
    told
}

/// What stands before numbers that may be estimates, and how they are told.
fn about(is_estimate: bool) -> (&'static str, fn(u64) -> String) {
    if is_estimate { ("about ", words::rough_count) } else { ("", words::count) }
}

/// What stands out in the garbage of the points that are looked at, if it is grouped so that it can be told.
fn churn_of(session: &Session) -> Option<Churn> {
    Churn::of_garbage(&session.evolution, session.range.points())
}

/// How young the garbage of a session died, one sentence.
#[must_use]
pub fn churn_sentence(session: &Session) -> String {
    let evolution = &session.evolution;
    let name = |node: NodeIndex| &*evolution.nodes[node.at()].name;
    let told = churn_of(session).and_then(|churn| churn_in_words(&churn, evolution.has_estimates(), name).into_iter().next());
    told.unwrap_or_else(|| "Grouped by age, then type, then allocation site, garbage tells what dies young.".to_owned())
}

/// The types of which much dies young, each with the place where most of it is made.
#[must_use]
pub fn churn_findings(session: &Session) -> Vec<Finding> {
    let evolution = &session.evolution;
    let Some(churn) = churn_of(session) else { return Vec::new() };
    let (about, count) = about(evolution.has_estimates());
    let name = |node: NodeIndex| &*evolution.nodes[node.at()].name;
    let share = |objects: u64| words::share(objects, churn.died.objects);
    let finding = |of: &ChurnType| {
        let (objects, bytes) = (of.totals.objects, of.totals.bytes);
        let amount = count(objects);
        let site = of.place().map(|(place, totals)| {
            let made = if of.called_from.is_some() { "made for" } else { "made at" };
            format!(" Most are {made} {}: {about}{} of {amount}.", name(place), count(totals.objects))
        });
        let over_time = |metric| evolution.series(metric, of.node)[session.range.points()].to_vec();
        let evidence = Evidence {
            last_objects: objects,
            last_bytes: bytes,
            share_of_heap: if churn.died.bytes == 0 { 0.0 } else { bytes as f64 / churn.died.bytes as f64 },
            objects_over_time: over_time(Metric::Objects),
            bytes_over_time: over_time(Metric::Bytes),
            ..Evidence::default()
        };
        let key = |node: NodeIndex| evolution.nodes[node.at()].key.to_string();
        Finding {
            kind: CHURNING_TYPE,
            severity: Severity::Waste,
            title: format!("{} dies young: {about}{amount} objects, {} of what died", name(of.node), share(objects)),
            why: format!("They had survived no collection.{}", site.unwrap_or_default()),
            evidence,
            // The place where it is made is what to look at.
            groups: of.place().map(|(place, _)| key(place)).into_iter().chain([key(of.node)]).collect(),
            keepers: Vec::new(),
            cut: Cut::default(),
            next: CAUSES_OF_CHURN.to_owned(),
        }
    };
    churn.types.iter().map(finding).collect()
}

/// What may be the reason, and what helps.
pub const CAUSES_OF_CHURN: &str = "Typical reasons: objects that are made anew in a loop that runs often; numbers in collections, which are \
                                   boxed; streams that map several times, map where mapToInt would do, or filter late. Look whether they are \
                                   needed at all, and whether one object can be used again: kept, copied from a prototype, shared.";

#[cfg(test)]
mod tests {
    use analysis::{NodeTotals, TreeBuilder};

    use super::*;
    use crate::answers::leaks::building;
    use crate::data::point_range::PointRange;
    use crate::test_sessions::garbage_session;

    #[test]
    fn types_that_die_young_are_findings_about_the_place_where_they_are_made() {
        let session = garbage_session();
        assert_eq!(churn_sentence(&session), "150 of 180 objects that died (83.33 %) had survived no collection.");
        let findings = churn_findings(&session);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].title, "app.A dies young: 150 objects, 83.3 % of what died");
        assert_eq!(findings[0].why, "They had survived no collection. Most are made at app.Loop.run: 150 of 150.");
        let place = building(&session, &findings[0]).expect("it has a building");
        assert_eq!(&*session.evolution.nodes[place.at()].name, "app.Loop.run");
        // Of the last two points alone it is what died between them.
        let part = session.in_range(PointRange { first: 1, last: 2 });
        assert!(churn_sentence(&part).starts_with("50 of 60 objects"), "{}", churn_sentence(&part));
    }

    #[test]
    fn the_garbage_of_a_window_is_told_from_age_to_site() {
        let totals = |objects| NodeTotals { objects, bytes: 16 * objects };
        let mut builder = TreeBuilder::new(totals(100));
        let [age, of_type, site] = ["Age", "Type", "Allocation site"].map(|role| builder.role(role));
        let lines = [
            ("0 GCs survived", "A", "Loop.run", 40),
            ("0 GCs survived", "A", "Start.main", 10),
            ("0 GCs survived", "B", "Loop.run", 45),
            ("2 GCs survived", "A", "Loop.run", 5),
        ];
        for (of_age, name, place, objects) in lines {
            let parent = builder.add_part(0, of_age, age, totals(objects));
            let parent = builder.add_part(parent, name, of_type, totals(objects));
            builder.add_part(parent, place, site, totals(objects));
        }
        let tree = builder.finish().tree;
        let churn = Churn::of(&tree).expect("much died young");
        assert_eq!(
            churn_in_words(&churn, false, |node| &tree.nodes[node.at()].name),
            [
                "95 of 100 objects that died (95.00 %) had survived no collection.",
                "2 types are a tenth of the garbage or more each: A, B, together 100.00 % of what died so young.",
                "A is made mostly at Loop.run: 40 of 50 objects.",
                "B is made mostly at Loop.run: 45 of 45 objects.",
            ]
        );
        assert!(churn_in_words(&churn, true, |node| &tree.nodes[node.at()].name)[0].starts_with("About 95 of 100"));
    }
}
