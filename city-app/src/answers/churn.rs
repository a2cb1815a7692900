//! What stands out in the garbage of some collections, in words: how young it died, of which types it was, and where these are made.

use analysis::{Churn, ChurnType, MemoryTree, NodeIndex};

use crate::base::words;

/// The sentences, one after the other; `about` says that numbers are estimates.
#[must_use]
pub fn churn_in_words(tree: &MemoryTree, churn: &Churn, about: bool) -> Vec<String> {
    let about = if about { "about " } else { "" };
    let name = |node: NodeIndex| &*tree.nodes[node.at()].name;
    let objects = words::count;
    let (young, died) = (churn.young_totals.objects, churn.died.objects);
    let share = |part: f64| format!("{:.2} %", 100.0 * part);
    let mut told = vec![format!(
        "{about}{} of {} objects that died ({}) had survived no collection.",
        objects(young),
        objects(died),
        share(churn.young_share())
    )];
    let names: Vec<&str> = churn.types.iter().map(|of| name(of.node)).collect();
    let of_young = share(churn.share_of_types());
    told.push(match names.as_slice() {
        [only] if churn.is_spread => {
            format!("No type is a tenth of the garbage; most is of {only}, {about}{of_young} of what died so young.")
        }
        [only] => format!("One type is a tenth of the garbage or more: {only}, {about}{of_young} of what died so young."),
        names => {
            let count = names.len();
            format!(
                "{count} types are a tenth of the garbage or more each: {}, together {about}{of_young} of what died so young.",
                names.join(", ")
            )
        }
    });
    let made_at = |of: &ChurnType| {
        let (site, totals) = of.site?;
        let [here, all] = [totals.objects, of.totals.objects].map(objects);
        Some(format!("{} is made mostly at {}: {about}{here} of {all} objects.", name(of.node), name(site)))
    };
    told.extend(churn.types.iter().filter_map(made_at));
    told
}

/// What may be the reason, and what helps.
pub const CAUSES_OF_CHURN: &str = "Typical reasons: objects that are made anew in a loop that runs often; numbers in collections, which are \
                                   boxed; streams that map several times, map where mapToInt would do, or filter late. Look whether they are \
                                   needed at all, and whether one object can be used again: kept, copied from a prototype, shared.";

#[cfg(test)]
mod tests {
    use analysis::{NodeTotals, TreeBuilder};

    use super::*;

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
            churn_in_words(&tree, &churn, false),
            [
                "95 of 100 objects that died (95.00 %) had survived no collection.",
                "2 types are a tenth of the garbage or more each: A, B, together 100.00 % of what died so young.",
                "A is made mostly at Loop.run: 40 of 50 objects.",
                "B is made mostly at Loop.run: 45 of 45 objects.",
            ]
        );
        assert!(churn_in_words(&tree, &churn, true)[0].starts_with("about 95 of 100"));
    }
}
