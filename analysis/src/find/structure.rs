//! In what a field keeps so many objects: a chain of objects each of which knows the next one, or a collection.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::held_heap::HeldHeap;
use super::holders::{field_of, has_telling_fields};
use crate::base::class_names::without_package;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};

/// What is in a chain is most of its class.
const SHARE_IN_CHAIN: f64 = 0.5;
/// Fewer are no chain that grows.
const LEAST_IN_CHAIN: u64 = 8;

/// The field by which objects of one class hold the next one of the same class, if most of a group that a holder holds hang on each other
/// so: `app.Change.before`. Entries of collections do, too, and are none.
pub(super) fn chain_of(held: &HeldHeap<'_>, group: &RoaringBitmap, class: &str) -> Option<String> {
    let heap = held.closures.heap();
    let mut of_class: FxHashMap<TypeIndex, (u64, u64, ObjectIndex)> = FxHashMap::default();
    for object in group.iter().map(ObjectIndex) {
        let (own, from) = (heap.type_of(object), held.map.met_from[object.at()]);
        let count = of_class.entry(own).or_insert((0, 0, object));
        count.0 += 1;
        if from != NO_OBJECT && heap.type_of(ObjectIndex(from)) == own {
            count.1 += 1;
            count.2 = object;
        }
    }
    let is_chain = |&(of, (all, linked, _)): &(TypeIndex, (u64, u64, ObjectIndex))| {
        let name = &*heap.type_info(of).name;
        has_telling_fields(name) && linked >= LEAST_IN_CHAIN && linked as f64 >= SHARE_IN_CHAIN * all as f64
    };
    let blamed = of_class.iter().find(|(of, _)| *heap.type_info(**of).name == *class).map_or(0, |(_, count)| count.0);
    let chains = of_class.into_iter().filter(is_chain).filter(|(_, count)| count.0 as f64 >= SHARE_IN_CHAIN * blamed as f64);
    let (_, (_, _, object)) = chains.max_by_key(|&(of, count)| (count.1, std::cmp::Reverse(of)))?;
    let from = ObjectIndex(held.map.met_from[object.at()]);
    let link = held.references.held_for(heap, from).find(|&(_, target)| target == object)?;
    Some(heap.slot_name(link.0))
}

/// The collection in the field of a holder and whose it is, as the end of a sentence: `the LinkedList in Pool.free of Manager`. `None`
/// where the field holds something else.
pub(super) fn collection_of(held: &HeldHeap<'_>, holder: u32) -> Option<String> {
    let (heap, map) = (held.closures.heap(), &held.map);
    let info = &map.holders[holder as usize];
    if !info.kind.is_field() {
        return None;
    }
    let mut entered: FxHashMap<TypeIndex, u64> = FxHashMap::default();
    for (object, _) in map.holder_of.iter().enumerate().filter(|&(_, &of)| of == holder) {
        let from = map.met_from[object];
        if from == NO_OBJECT || map.holder_of[from as usize] != holder {
            *entered.entry(heap.type_of(ObjectIndex(object as u32))).or_default() += 1;
        }
    }
    let (of, times) = entered.into_iter().max_by_key(|&(of, times)| (times, std::cmp::Reverse(of)))?;
    let class = &*heap.type_info(of).name;
    if has_telling_fields(class) && !class.ends_with("[]") {
        return None;
    }
    let class = without_package(class);
    let field = |name: &str| {
        let (class, field) = field_of(name).rsplit_once('.')?;
        Some((without_package(class).to_owned(), field.to_owned()))
    };
    let (declaring, name) = field(&info.name)?;
    let owner = info.parent.map(|parent| &map.holders[parent as usize]).filter(|parent| parent.kind.is_field());
    let owner = owner.and_then(|parent| field(&parent.name)).map(|(class, _)| class).filter(|owner| *owner != declaring);
    let owner = owner.map_or(String::new(), |owner| format!(" of {owner}"));
    let collections = if times == 1 { format!("the {class}") } else { format!("the {} objects of {class}", super::digits::grouped(times)) };
    Some(format!("{collections} in {declaring}.{name}{owner}"))
}
