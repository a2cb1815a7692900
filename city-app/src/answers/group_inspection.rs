//! Several groups of objects together: what they own, what none of them owns alone, who keeps them alive, and what dies
//! with them.

use analysis::{
    Closures, GroupHolder, GroupSizes, Grouped, Grouping, HeapState, NodeTotals, ObjectIndex, PathOptions, Progress, Result, Warnings,
    group, group_holders, group_paths, root_objects,
};
use roaring::RoaringBitmap;
use serde::Serialize;

use crate::data::group_keepers::{GroupKeepers, NamedHolder};

/// Paths that are told.
const MOST_PATHS: usize = 10;

/// One of the groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InspectedPart {
    /// What it is called.
    pub key: String,
    /// Its sizes if it went alone.
    #[serde(flatten)]
    pub sizes: Sizes,
    /// How many of its objects are how large, the smallest first.
    pub object_sizes: Vec<ObjectSize>,
    /// Of what all parts own jointly, how much this part alone keeps alive.
    pub keeps_of_joint: Amount,
}

/// Objects of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ObjectSize {
    /// The shallow size of each of them.
    pub bytes: u64,
    /// How many.
    pub objects: u64,
}

/// Objects and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Amount {
    /// How many.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The three sizes of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Sizes {
    /// The objects themselves.
    pub shallow: Amount,
    /// The standard error of that, where it is an estimate which objects these are; the other sizes have one, too, which nobody
    /// knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shallow_error: Option<Amount>,
    /// What dies with them.
    pub retained: Amount,
    /// With all that they reach.
    pub deep: Amount,
}

impl From<NodeTotals> for Amount {
    fn from(NodeTotals { objects, bytes }: NodeTotals) -> Self {
        Self { objects, bytes }
    }
}

impl From<GroupSizes> for Sizes {
    fn from(sizes: GroupSizes) -> Self {
        Self { shallow: sizes.shallow.into(), shallow_error: None, retained: sizes.retained.into(), deep: sizes.deep.into() }
    }
}

/// What is known of the groups together.
#[derive(Debug)]
pub struct GroupInspection {
    /// All groups as one.
    pub together: Sizes,
    /// Each alone.
    pub parts: Vec<InspectedPart>,
    /// What dies only if several of them go: the alarm for shared ownership where this is not nothing.
    pub joint: Amount,
    /// All live objects of the heap.
    pub heap: Amount,
    /// Who keeps them alive.
    pub kept_by: GroupKeepers,
    /// The objects of all groups.
    pub members: RoaringBitmap,
    /// What dies with all groups: their GC closure.
    pub dies: RoaringBitmap,
}

/// Objects around groups that can be grouped anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Around {
    /// What dies with the groups.
    #[default]
    Dies,
    /// All that the groups reach, themselves included.
    Reached,
    /// What GC roots hold directly and what leads from there to the groups.
    Roots,
}

impl GroupInspection {
    /// The objects around the groups.
    ///
    /// # Errors
    /// When cancelled.
    pub fn objects_around(&self, heap: &HeapState, around: Around, progress: &Progress) -> Result<RoaringBitmap> {
        match around {
            Around::Dies => Ok(self.dies.clone()),
            Around::Reached => Closures::new(heap, progress)?.transitive_closure(&self.members, progress),
            Around::Roots => root_objects(heap, &self.members, progress),
        }
    }
}

/// Who holds what leads to groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootHolder {
    /// In the words of [`GroupInspection::kept_by`].
    pub name: String,
    /// Objects of the groups that it keeps alive: of those that the paths name what they say, else those that nothing nearer
    /// holds.
    pub keeps: u64,
    /// Those of the paths keep objects although the holders of all rounds before let go; the first round is 1.
    pub round: u32,
    /// What it holds itself.
    pub holds: Amount,
}

impl GroupInspection {
    /// Who holds what leads to the groups: those that the paths name in their order, then the others.
    ///
    /// # Errors
    /// When cancelled.
    pub fn root_holders(&self, heap: &HeapState, progress: &Progress) -> Result<Vec<RootHolder>> {
        let mut found: Vec<RootHolder> = Vec::new();
        for GroupHolder { holder, holds, nearest } in group_holders(heap, &self.members, progress)? {
            let named = NamedHolder::of(heap, holder);
            let paths = self.kept_by.paths.iter().filter(|path| path.holder == named);
            let round = paths.clone().map(|path| path.round).min();
            let on_paths: u64 = paths.filter(|path| Some(path.round) == round).map(|path| path.objects).sum();
            let name = named.in_words();
            match found.iter_mut().find(|known| known.name == name) {
                // Locals of one frame have one name.
                Some(known) => {
                    known.keeps += nearest;
                    known.holds.objects += holds.objects;
                    known.holds.bytes += holds.bytes;
                }
                None => {
                    let keeps = if round.is_some() { nearest.max(on_paths) } else { nearest };
                    found.push(RootHolder { name, keeps, round: round.unwrap_or(1), holds: holds.into() });
                }
            }
        }
        let place = |holder: &RootHolder| self.kept_by.paths.iter().position(|path| path.holder.in_words() == holder.name);
        found.sort_by_key(|holder| place(holder).unwrap_or(usize::MAX));
        Ok(found)
    }
}

/// Inspects groups, which may overlap.
///
/// # Errors
/// When cancelled.
pub fn inspect_groups(heap: &HeapState, parts: &[(String, RoaringBitmap)], progress: &Progress) -> Result<GroupInspection> {
    let members: Vec<RoaringBitmap> = parts.iter().map(|(_, members)| members.clone()).collect();
    let all = members.iter().fold(RoaringBitmap::new(), |all, part| all | part);
    let closures = Closures::new(heap, progress)?;
    let joint = closures.joint_ownership(&members, progress)?;
    let mut inspected = Vec::with_capacity(parts.len());
    for ((key, members), keeps) in parts.iter().zip(&joint.kept_by) {
        let sizes = closures.group_sizes(members, progress)?.into();
        let object_sizes = heap.size_counts(members).into_iter().map(|(bytes, objects)| ObjectSize { bytes, objects }).collect();
        inspected.push(InspectedPart { key: key.clone(), sizes, object_sizes, keeps_of_joint: (*keeps).into() });
    }
    let dies = closures.gc_closure(&all, progress)?;
    let only_classes = !all.is_empty() && all.iter().all(|object| heap.is_class_object(ObjectIndex(object)));
    let paths = group_paths(heap, &all, PathOptions { through_classes: only_classes }, MOST_PATHS, progress)?;
    Ok(GroupInspection {
        together: closures.group_sizes(&all, progress)?.into(),
        parts: inspected,
        // A single group shares nothing with itself.
        joint: if parts.len() > 1 { joint.joint_totals.into() } else { Amount::default() },
        heap: closures.live_totals().into(),
        kept_by: GroupKeepers::of(heap, &paths, name_of(heap, &all)),
        members: all,
        dies,
    })
}

/// Objects around groups ([`GroupInspection::objects_around`]), grouped anew.
///
/// # Errors
/// When cancelled, and where the heap state lacks what `by` needs.
pub fn group_around(heap: &HeapState, objects: &RoaringBitmap, by: &Grouping, progress: &Progress, warnings: &Warnings) -> Result<Grouped> {
    group(heap, &by.clone().within(objects.clone()), progress, warnings)
}

/// What objects are called: their type, if they have one only.
fn name_of<'h>(heap: &'h HeapState, objects: &RoaringBitmap) -> &'h str {
    let mut types = objects.iter().map(|object| heap.type_of(ObjectIndex(object)));
    match types.next() {
        Some(first) if types.all(|other| other == first) => &heap.type_info(first).name,
        _ => "objects",
    }
}

#[cfg(test)]
mod tests {
    use analysis::fixture::heap;

    use super::*;

    #[test]
    fn two_maps_own_together_what_neither_owns_alone() {
        let heap = heap(
            "root static Shop.byId -> m1\nroot static Shop.byName -> m2\nm1: MapA 10 -> p1 p2\nm2: MapB 20 -> p1 p2\np1, p2: Product 100\n",
        );
        let set = |name: &str| (name.to_owned(), RoaringBitmap::from_iter([heap.object(name).0]));
        let by = Grouping::from_names(["type"]).expect("is known");
        let inspect = |parts: &[(String, RoaringBitmap)]| inspect_groups(&heap, parts, &Progress::new()).expect("is not cancelled");
        let found = inspect(&[set("m1"), set("m2")]);
        let amount = |objects, bytes| Amount { objects, bytes };
        assert_eq!((found.together.shallow, found.together.retained), (amount(2, 30), amount(4, 230)));
        assert_eq!(found.joint, amount(2, 200));
        let alone: Vec<Amount> = found.parts.iter().map(|part| part.sizes.retained).collect();
        assert_eq!(alone, [amount(1, 10), amount(1, 20)]);
        assert!(found.parts.iter().all(|part| part.keeps_of_joint == amount(2, 200)), "either one keeps the products");
        let holders: Vec<&str> = found.kept_by.paths.iter().map(|path| path.holder.holder.as_str()).collect();
        assert_eq!(holders, ["Shop.byId", "Shop.byName"]);
        let closure = group_around(&heap, &found.dies, &by, &Progress::new(), &Warnings::new()).expect("can be grouped");
        let names: Vec<&str> = closure.tree.nodes.iter().skip(1).map(|node| &*node.name).collect();
        assert_eq!(names, ["MapA", "MapB", "Product"]);
        assert_eq!(closure.tree.root().totals, NodeTotals { objects: 4, bytes: 230 });
        let around = |part: &str, around: Around| {
            let objects = inspect(&[set(part)]).objects_around(&heap, around, &Progress::new()).expect("is not cancelled");
            objects.iter().map(|object| heap.type_info(heap.type_of(ObjectIndex(object))).name.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(around("m1", Around::Dies), ["MapA"]);
        assert_eq!(around("m1", Around::Reached), ["MapA", "Product", "Product"]);
        assert_eq!(around("p1", Around::Roots), ["MapA", "MapB"]);
        let holders = inspect(&[set("p1")]).root_holders(&heap, &Progress::new()).expect("is not cancelled");
        let lines: Vec<_> = holders.iter().map(|holder| (holder.name.as_str(), holder.keeps, holder.round, holder.holds.bytes)).collect();
        // The second one keeps it only when the first one has let go.
        assert_eq!(lines, [("static field byId of class Shop", 1, 1, 10), ("static field byName of class Shop", 1, 2, 20)]);
        let alone = inspect(&[set("m1")]);
        assert_eq!(alone.joint, amount(0, 0));
        assert!(alone.kept_by.paths[0].sentence.starts_with("MapA is kept alive"), "{:?}", alone.kept_by.paths);
    }
}
