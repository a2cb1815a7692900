//! Reading pointer-map documents and giving them to the trees they belong to.
//!
//! A map names nodes by key, thousands of times each. Keys are numbered while reading, so a map costs 16 bytes per
//! entry and every key once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::json::{JsonReader, Kind, shorten};
use super::tree::time_millis;
use crate::base::error::Result;
use crate::base::ids::NodeIndex;
use crate::base::warnings::Warnings;
use crate::trees::memory_tree::TimePoint;
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// One pointer map as a document has it, its nodes named by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PointerMap {
    /// The time of the tree it belongs to, if the document says.
    pub time_millis: Option<i64>,
    /// Whether the document has a map; `pointerMap: null` means that nothing was recorded.
    pub recorded: bool,
    keys: Vec<Arc<str>>,
    /// Row, partner (positions in `keys`), count.
    entries: Vec<(u32, u32, u64)>,
}

impl PointerMap {
    /// Translates keys into the nodes of a tree or an evolution, given the keys of all its nodes in order.
    ///
    /// Entries about keys that no node has are left out and counted. A key that several nodes share means the first.
    pub fn resolve<'a>(&self, node_keys: impl Iterator<Item = &'a str>, origin: &str, warnings: &Warnings) -> ReferenceMap {
        let mut node_of: HashMap<&str, NodeIndex> = HashMap::with_capacity(node_keys.size_hint().0);
        for (at, key) in node_keys.enumerate() {
            node_of.entry(key).or_insert(NodeIndex(at as u32));
        }
        let known: Vec<Option<NodeIndex>> = self.keys.iter().map(|key| node_of.get(&**key).copied()).collect();
        let entries: Vec<(NodeIndex, NodeIndex, u64)> = self
            .entries
            .iter()
            .filter_map(|&(row, partner, count)| Some((known[row as usize]?, known[partner as usize]?, count)))
            .collect();
        let lost = self.entries.len() - entries.len();
        if let Some(at) = known.iter().position(Option::is_none).filter(|_| lost > 0) {
            warnings.add_many(
                "pointer-map entries name nodes that the tree does not have",
                lost as u64,
                format_args!("{origin}: {}", self.keys[at]),
            );
        }
        ReferenceMap::from_entries(entries)
    }
}

/// Reads a document that holds one pointer map or an array of them.
pub fn parse_pointer_maps(origin: &str, text: &[u8]) -> Result<Vec<PointerMap>> {
    let mut reader = JsonReader::new(origin, text);
    let mut maps = Vec::new();
    if reader.kind()? == Kind::Array {
        reader.begin_array(String::new)?;
        while reader.next_element()? {
            let json_path = format!("$[{}]", maps.len());
            maps.push(parse_pointer_map(&mut reader, &json_path)?);
        }
    } else {
        maps.push(parse_pointer_map(&mut reader, "$")?);
    }
    reader.end()?;
    Ok(maps)
}

fn parse_pointer_map(reader: &mut JsonReader<'_>, json_path: &str) -> Result<PointerMap> {
    let mut map = PointerMap::default();
    reader.begin_object(|| json_path.to_owned())?;
    while let Some(member) = reader.next_member()? {
        match &*member {
            "time" | "timestamp" => map.time_millis = Some(time_millis(reader, || format!("{json_path}.{member}"))?),
            "pointerMap" => map.recorded = !reader.take_null()? && parse_rows(reader, json_path, &mut map)?,
            _ => reader.skip_value()?,
        }
    }
    Ok(map)
}

/// Reads `{ row: { partner: count } }`; a row may be null.
fn parse_rows(reader: &mut JsonReader<'_>, json_path: &str, map: &mut PointerMap) -> Result<bool> {
    let mut numbers: HashMap<Arc<str>, u32> = HashMap::new();
    let mut number = |keys: &mut Vec<Arc<str>>, key: Cow<'_, str>| match numbers.get(&*key) {
        Some(&number) => number,
        None => {
            let number = keys.len() as u32;
            let key: Arc<str> = key.into();
            keys.push(key.clone());
            numbers.insert(key, number);
            number
        }
    };
    reader.begin_object(|| format!("{json_path}.pointerMap"))?;
    while let Some(row_key) = reader.next_member()? {
        let row_path = || format!("{json_path}.pointerMap[{:?}]", shorten(&row_key));
        if reader.take_null()? {
            continue;
        }
        let row = number(&mut map.keys, row_key.clone());
        reader.begin_object(row_path)?;
        while let Some(partner_key) = reader.next_member()? {
            let count = reader.count(|| format!("{}[{:?}]", row_path(), shorten(&partner_key)))?;
            // A pair without objects is no reference.
            if count > 0 {
                let partner = number(&mut map.keys, partner_key);
                map.entries.push((row, partner, count));
            }
        }
    }
    Ok(true)
}

/// Gives maps to the points with their times. Points without a map keep what they have.
pub fn attach_pointer_maps(points: &mut [TimePoint], points_to: &[PointerMap], pointed_from: &[PointerMap], warnings: &Warnings) {
    for point in points.iter_mut() {
        let of_point = |maps: &'_ [PointerMap]| maps.iter().position(|map| map.time_millis == Some(point.time_millis));
        let (to, from) = (of_point(points_to).map(|at| &points_to[at]), of_point(pointed_from).map(|at| &pointed_from[at]));
        attach(point, to, from, warnings);
    }
}

/// Gives a point its maps, as far as they were recorded.
pub(super) fn attach(point: &mut TimePoint, points_to: Option<&PointerMap>, pointed_from: Option<&PointerMap>, warnings: &Warnings) {
    for (map, is_points_to) in [(points_to, true), (pointed_from, false)] {
        let Some(map) = map.filter(|map| map.recorded) else { continue };
        let origin = format!("time {} ms", point.time_millis);
        let resolved = map.resolve(point.tree.nodes.iter().map(|node| &*node.key), &origin, warnings);
        let references = point.references.get_or_insert_with(NodeReferences::default);
        *(if is_points_to { &mut references.points_to } else { &mut references.pointed_from }) = resolved;
    }
}
