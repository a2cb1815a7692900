//! Whether a field keeps so many objects in a chain, each of which knows the next one.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::held_heap::HeldHeap;
use super::holders::has_telling_fields;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};

/// What is in a chain is most of its class.
const SHARE_IN_CHAIN: f64 = 0.5;
/// And nearly each of them is held by another one.
const SHARE_OF_ITS_OWN: f64 = 0.9;
/// Fewer are no chain that grows.
const LEAST_IN_CHAIN: u64 = 8;

/// How objects of one class hang on each other.
#[derive(Debug, Default)]
struct Links {
    all: u64,
    /// Those that one of the same class holds.
    linked: u64,
    /// Which ones hold another.
    from: RoaringBitmap,
    /// The last one that is held.
    last: Option<ObjectIndex>,
}

impl Links {
    /// Whether most are held by one another, each by one of its own: in a tree one holds several.
    fn are_chain(&self) -> bool {
        let are_most = self.linked >= LEAST_IN_CHAIN && self.linked as f64 >= SHARE_IN_CHAIN * self.all as f64;
        are_most && self.from.len() as f64 >= SHARE_OF_ITS_OWN * self.linked as f64
    }
}

/// The field by which objects of one class hold the next one of the same class, if most of a group that a holder holds hang on each other
/// so: `app.Change.before`. Entries of collections do, too, and are none.
pub(super) fn chain_of(held: &HeldHeap<'_>, group: &RoaringBitmap, class: &str) -> Option<String> {
    let heap = held.closures.heap();
    let mut links: FxHashMap<TypeIndex, Links> = FxHashMap::default();
    for object in group.iter().map(ObjectIndex) {
        let (own, from) = (heap.type_of(object), held.map.met_from[object.at()]);
        let of_class = links.entry(own).or_default();
        of_class.all += 1;
        if from != NO_OBJECT && heap.type_of(ObjectIndex(from)) == own {
            of_class.linked += 1;
            of_class.from.insert(from);
            of_class.last = Some(object);
        }
    }
    let blamed = links.iter().find(|(of, _)| *heap.type_info(**of).name == *class).map_or(0, |(_, links)| links.all);
    let is_chain = |(of, links): &(TypeIndex, Links)| {
        let name = &heap.type_info(*of).name;
        has_telling_fields(name) && !held.own.has(name) && links.are_chain() && links.all as f64 >= SHARE_IN_CHAIN * blamed as f64
    };
    let (_, found) = links.into_iter().filter(is_chain).max_by_key(|(of, links)| (links.linked, std::cmp::Reverse(*of)))?;
    let object = found.last?;
    let from = ObjectIndex(held.map.met_from[object.at()]);
    let link = held.references.held_for(heap, from).find(|&(_, target)| target == object)?;
    Some(heap.slot_name(link.0))
}
