//! Who refers to a group, and to whom it refers, as bundled lines over a sunburst of everything.

use std::collections::BTreeMap;

use analysis::NodeIndex;
use layout::bundled_link;

use super::TreeViews;
use super::look::{TreeAsk, TreeForm};
use crate::answers::reference_partners::reference_partners;

/// A line between a group and the shown group that has partners of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeLink {
    /// The shown group at its other end.
    pub other: usize,
    /// Whether that one refers to the group; otherwise the group refers to it.
    pub is_incoming: bool,
    /// Objects at the other end that take part.
    pub objects: u64,
    /// From the group to the other end, in the units of the picture.
    pub line: Vec<(f64, f64)>,
}

impl TreeViews {
    /// The references of a group at the point of a picture, most objects first; none where these are not known, in pictures of other kinds, and
    /// within the shown group that the group is a part of.
    #[must_use]
    pub fn links(&self, ask: &TreeAsk, group: NodeIndex) -> Vec<TreeLink> {
        let is_drawn = ask.form == TreeForm::Sunburst && ask.is_global();
        let Some(partners) = reference_partners(&self.evolution, group, ask.point).filter(|_| is_drawn) else { return Vec::new() };
        let here = self.node_of(group);
        let mut sums: BTreeMap<(usize, bool), u64> = BTreeMap::new();
        for (partners, is_incoming) in [(&partners.incoming, true), (&partners.outgoing, false)] {
            for partner in partners {
                *sums.entry((self.node_of(partner.node), is_incoming)).or_default() += partner.count_there;
            }
        }
        let shares = self.tree.shares(self.values(ask.point));
        let rings = ask.rings(self);
        let (middle_x, middle_y) = ask.middle();
        let link = |((other, is_incoming), objects): ((usize, bool), u64)| {
            let line = bundled_link(&self.tree, &shares, 0, &rings, [here, other]);
            let line = line.into_iter().map(|(x, y)| (middle_x + x, middle_y + y)).collect();
            TreeLink { other, is_incoming, objects, line }
        };
        let mut links: Vec<TreeLink> = sums.into_iter().filter(|((other, _), _)| *other != here).map(link).collect();
        links.sort_by_key(|link| std::cmp::Reverse(link.objects));
        links
    }
}

#[cfg(test)]
mod tests {
    use analysis::Metric;
    use layout::Pruning;

    use super::*;
    use crate::answers::tree_views::TreeScope;
    use crate::test_samples::travel_shop;

    #[test]
    fn links_add_up_to_what_the_maps_tell() {
        let session = travel_shop(&[]);
        let evolution = &session.evolution;
        let views = TreeViews::of(evolution, Metric::Bytes, session.range, &Pruning::default()).expect("there is a heap");
        let group = evolution.find_one("Location").expect("is a group");
        let point = session.last_point();
        let ask = |form, scope| TreeAsk { form, scope, point, root: 0, size: (500.0, 500.0), is_scaled: false };
        let links = views.links(&ask(TreeForm::Sunburst, TreeScope::Global), group);
        let partners = reference_partners(evolution, group, point).expect("a dump knows references");
        let here = views.node_of(group);
        for (partners, is_incoming) in [(&partners.incoming, true), (&partners.outgoing, false)] {
            let told: u64 = links.iter().filter(|link| link.is_incoming == is_incoming).map(|link| link.objects).sum();
            let beside = partners.iter().filter(|partner| views.node_of(partner.node) != here);
            assert_eq!(told, beside.map(|partner| partner.count_there).sum::<u64>());
            assert!(told > 0);
        }
        let date = views.node_of(evolution.find_one("java.util.Date").expect("is a group"));
        assert!(links.iter().any(|link| link.other == date && !link.is_incoming), "every location has a date");
        for link in &links {
            assert!(link.line.len() > 10 && link.line.iter().all(|&(x, y)| (0.0..=500.0).contains(&x) && (0.0..=500.0).contains(&y)));
        }
        for (form, scope) in [(TreeForm::Icicle, TreeScope::Global), (TreeForm::Sunburst, TreeScope::Local)] {
            assert!(views.links(&ask(form, scope), group).is_empty());
        }
    }
}
