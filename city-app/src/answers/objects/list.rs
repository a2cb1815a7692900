//! The objects of one group as a list: sorted, filtered, and nothing but their numbers.
//!
//! Memory: 4 bytes per object listed.

use std::cmp::Reverse;
use std::sync::Arc;

use analysis::{Dominators, HeapState, NodeIndex, ObjectIndex, Progress, Query, Registry, Result, Warnings, group};
use rayon::prelude::*;

use super::preview::is_text;
use crate::data::input::PointHeap;

/// Objects whose texts are read at a time.
const TEXTS_AT_ONCE: usize = 1 << 16;

/// What a list can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListColumn {
    /// Where objects are.
    Address,
    /// Their class, by name.
    Class,
    /// Their own bytes.
    Shallow,
    /// What would be garbage without them.
    Retained,
}

/// How a list is sorted; equal objects by address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListOrder {
    /// By what.
    pub column: ListColumn,
    /// The largest first.
    pub descending: bool,
}

impl Default for ListOrder {
    fn default() -> Self {
        Self::by(ListColumn::Retained)
    }
}

impl ListOrder {
    /// The order in which a column is first looked at: large sizes first, names and addresses ascending.
    #[must_use]
    pub fn by(column: ListColumn) -> Self {
        Self { column, descending: matches!(column, ListColumn::Shallow | ListColumn::Retained) }
    }

    /// The order after a click on a column: turned if it was sorted by that one.
    #[must_use]
    pub fn clicked(self, column: ListColumn) -> Self {
        if self.column == column { Self { descending: !self.descending, ..self } } else { Self::by(column) }
    }
}

/// Which objects of a group are listed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum ListFilter {
    /// All.
    #[default]
    All,
    /// Those whose class, address or text contains this; letter case is ignored.
    Text(String),
    /// Those that a query finds: `where size > 1000`.
    Query(String),
}

impl ListFilter {
    /// What somebody typed: a query begins with `where`, anything else is text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        let is_query = text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("where ") || start.eq_ignore_ascii_case("where("));
        match text {
            "" => Self::All,
            _ if is_query => Self::Query(text.to_owned()),
            _ => Self::Text(text.to_lowercase()),
        }
    }
}

/// The objects of a group that a filter passes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObjectList {
    /// In the order asked for.
    pub objects: Vec<ObjectIndex>,
    /// Shallow bytes of all of them.
    pub bytes: u64,
    /// Objects of the group, filtered out ones included.
    pub of: u64,
}

impl ObjectList {
    /// The row of an object.
    #[must_use]
    pub fn row_of(&self, object: ObjectIndex) -> Option<usize> {
        self.objects.iter().position(|&listed| listed == object)
    }
}

/// Lists the objects of the groups with these keys; a group that the heap state has not has none. Without `dominators` objects
/// cannot be sorted by retained size, and come by their shallow one. A query may name what is in the registry.
///
/// # Errors
/// Of the query, with the place in its text; when cancelled.
pub fn list_objects(
    heap: &PointHeap,
    keys: &[Arc<str>],
    filter: &ListFilter,
    order: ListOrder,
    dominators: Option<&Dominators>,
    registry: &Registry,
    progress: &Progress,
) -> Result<ObjectList> {
    progress.start("Listing objects", 0);
    let members = heap.members_of_all(keys, progress)?;
    let heap = &heap.heap;
    let of = members.len();
    let mut objects: Vec<ObjectIndex> = match filter {
        ListFilter::All => members.iter().map(ObjectIndex).collect(),
        ListFilter::Text(text) => with_text(heap, members.iter().map(ObjectIndex).collect(), text, progress)?,
        ListFilter::Query(query) => {
            let grouping = Query::parse(query)?.grouping(registry)?;
            let found = group(heap, &grouping, progress, &Warnings::new())?;
            let found = found.members(heap, NodeIndex::ROOT, progress)?;
            (members & found).iter().map(ObjectIndex).collect()
        }
    };
    progress.check()?;
    progress.start("Sorting objects", 0);
    sort(heap, &mut objects, order, dominators);
    let bytes = objects.par_iter().map(|&object| heap.bytes_of(object)).sum();
    Ok(ObjectList { objects, bytes, of })
}

/// `objects` come by address, which is the order of their numbers.
fn sort(heap: &HeapState, objects: &mut [ObjectIndex], order: ListOrder, dominators: Option<&Dominators>) {
    match (order.column, dominators) {
        (ListColumn::Address, _) => {}
        (ListColumn::Class, _) => {
            let mut by_name: Vec<usize> = (0..heap.types.len()).collect();
            by_name.sort_by_key(|&at| &heap.types[at].name);
            let mut ranks = vec![0_u32; heap.types.len()];
            // Classes of one name are one class to people.
            let mut rank = 0;
            for (place, &at) in by_name.iter().enumerate() {
                rank += u32::from(place > 0 && heap.types[by_name[place - 1]].name != heap.types[at].name);
                ranks[at] = rank;
            }
            sort_by(objects, order.descending, |object| u64::from(ranks[heap.type_of(object).at()]));
            return;
        }
        (ListColumn::Retained, Some(dominators)) => {
            sort_by(objects, order.descending, |object| dominators.retained(object));
            return;
        }
        (ListColumn::Shallow | ListColumn::Retained, _) => {
            sort_by(objects, order.descending, |object| heap.bytes_of(object));
            return;
        }
    }
    if order.descending {
        objects.reverse();
    }
}

fn sort_by(objects: &mut [ObjectIndex], descending: bool, key: impl Fn(ObjectIndex) -> u64 + Sync) {
    if descending {
        objects.par_sort_unstable_by_key(|&object| (Reverse(key(object)), object));
    } else {
        objects.par_sort_unstable_by_key(|&object| (key(object), object));
    }
}

/// The objects whose class, address or text contains a text in small letters.
fn with_text(heap: &HeapState, objects: Vec<ObjectIndex>, text: &str, progress: &Progress) -> Result<Vec<ObjectIndex>> {
    progress.start("Searching texts", objects.len() as u64);
    let classes: Vec<bool> = heap.types.iter().map(|info| info.name.to_lowercase().contains(text)).collect();
    let digits = text.trim_start_matches('@');
    let address = digits.strip_prefix("0x").unwrap_or(digits);
    // Few digits are in nearly every address.
    let is_address = address.len() >= 4 && address.bytes().all(|digit| digit.is_ascii_hexdigit());
    let mut found = Vec::new();
    for part in objects.chunks(TEXTS_AT_ONCE) {
        let by_class = |object: ObjectIndex| classes[heap.type_of(object).at()];
        let by_address = |object: ObjectIndex| is_address && format!("{:x}", heap.address_of(object)).contains(address);
        let to_read: Vec<ObjectIndex> = part.iter().copied().filter(|&object| !by_class(object) && is_text(heap, object)).collect();
        let texts = heap.texts_of(&to_read);
        let by_text = |object: ObjectIndex| texts.get(&object).is_some_and(|found| found.to_lowercase().contains(text));
        let fits = |object: &ObjectIndex| by_class(*object) || by_address(*object) || by_text(*object);
        found.extend(part.iter().copied().filter(fits));
        progress.advance(part.len() as u64)?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::previews;
    use crate::answers::objects::test_heaps::{fixture, travel_shop};

    fn list(heap: &PointHeap, key: &str, filter: &str, column: ListColumn) -> ObjectList {
        let dominators = heap.dominators(&Progress::new()).expect("nobody cancels");
        list_objects(
            heap,
            &[key.into()],
            &ListFilter::of(filter),
            ListOrder::by(column),
            Some(&dominators),
            &Registry::default(),
            &Progress::new(),
        )
        .expect("can be listed")
    }

    #[test]
    fn a_group_is_listed_by_every_column() {
        let heap = fixture("root static A.x -> m a\nm: Map 48 -> n\nn: Node 100\na: Alone 60");
        let names = |column| {
            let list = list(&heap, "Overall", "", column);
            let class = |&object: &ObjectIndex| heap.heap.type_info(heap.heap.type_of(object)).name.to_string();
            list.objects.iter().map(class).collect::<Vec<_>>()
        };
        assert_eq!(names(ListColumn::Address), ["Map", "Node", "Alone", "java.lang.Class"]);
        assert_eq!(names(ListColumn::Class), ["Alone", "Map", "Node", "java.lang.Class"]);
        assert_eq!(names(ListColumn::Shallow), ["Node", "Alone", "Map", "java.lang.Class"]);
        // The class keeps everything, the map its node.
        assert_eq!(names(ListColumn::Retained), ["java.lang.Class", "Map", "Node", "Alone"]);
        let up = ListOrder::by(ListColumn::Shallow).clicked(ListColumn::Shallow);
        let up = list_objects(&heap, &["Overall".into()], &ListFilter::All, up, None, &Registry::default(), &Progress::new())
            .expect("can be listed");
        assert_eq!(up.objects.iter().map(|&object| heap.heap.bytes_of(object)).collect::<Vec<_>>(), [0, 48, 60, 100]);
        assert_eq!((up.bytes, up.of), (208, 4));
        assert_eq!(list(&heap, "Overall#no such group", "", ListColumn::Class), ObjectList::default());
    }

    #[test]
    fn text_and_queries_choose_among_the_objects_of_a_group() {
        let heap = travel_shop();
        let key = heap.grouped.tree.nodes.iter().find(|node| &*node.name == "java.lang.String").expect("there are strings").key.clone();
        let all = list(&heap, &key, "", ListColumn::Address);
        let by_text = list(&heap, &key, "JOURNEYSERVICE", ListColumn::Address);
        assert!(!by_text.objects.is_empty() && by_text.objects.len() < all.objects.len());
        assert_eq!(by_text.of, all.objects.len() as u64);
        assert!(previews(&heap.heap, &by_text.objects).iter().all(|text| text.to_lowercase().contains("journeyservice")));
        let by_query = list(&heap, "Overall", "where type == \"java.lang.String\"", ListColumn::Address);
        assert_eq!(by_query.objects, all.objects);
        let by_class = list(&heap, &key, "lang.str", ListColumn::Address);
        assert_eq!(by_class.objects, all.objects);
        let address = format!("{:#x}", heap.heap.address_of(all.objects[7]));
        assert!(list(&heap, &key, &address, ListColumn::Address).objects.contains(&all.objects[7]));
        let wrong = ListFilter::of("where size >");
        let error = list_objects(&heap, &[key], &wrong, ListOrder::default(), None, &Registry::default(), &Progress::new())
            .expect_err("is no query");
        assert!(error.to_string().contains("column"), "{error}");
    }

    #[test]
    fn what_is_typed_is_text_unless_it_begins_with_where() {
        assert_eq!(ListFilter::of("  "), ListFilter::All);
        assert_eq!(ListFilter::of("Whereabouts"), ListFilter::Text("whereabouts".into()));
        assert_eq!(ListFilter::of(" Where size > 3 "), ListFilter::Query("Where size > 3".into()));
    }
}
