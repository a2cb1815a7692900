//! A process as its tables tell it: its memory trees over time, what was found, and its collections.

use std::collections::HashMap;

use analysis::{
    FindReport, GcEvent, GcEvents, NodeEstimate, NodeIndex, NodeReferences, NodeSizes, NodeTotals, Progress, ReferenceMap, TimePoint,
    TreeBuilder, Warnings,
};
use serde_json::Value;

use crate::database::Database;
use crate::error::{Error, Result};
use crate::place::Place;
use crate::schema::Table;

/// All groups, those above others before them.
const GROUPS: &str = "select point, path, parent, name, criterion, objects, bytes, deep_objects, deep, retained_objects, retained, \
    recorded, objects_error, bytes_error from groups order by point, depth";

/// All references between groups.
const REFERENCES: &str = "select point, source, target, targets, referrers from group_references order by point";

/// All garbage collections.
const COLLECTIONS: &str = "select number, time_millis, start_nanos, end_nanos, pause_nanos, collector, cause, used_before, used_after, \
    capacity from collections order by end_nanos";

const NANOS_PER_MILLI: i64 = 1_000_000;

/// A process over time.
#[derive(Debug)]
pub struct Run {
    /// How numbers were made.
    pub policy: String,
    /// Its memory trees, in the order of time.
    pub points: Vec<TimePoint>,
    /// What find says of it; `None` if nobody asked.
    pub report: Option<FindReport>,
}

/// Whose heaps these tables tell.
///
/// # Errors
/// When they cannot be read, or when cancelled.
pub fn places(database: &Database) -> Result<Vec<Place>> {
    places_in(database, Table::Points)
}

/// Those of these processes of which the table is missing that is written last: writing was broken off, or only some tables were wanted.
///
/// # Errors
/// When it cannot be read, or when cancelled.
pub fn broken_off(database: &Database, all: &[Place]) -> Result<Vec<Place>> {
    let whole = places_in(database, Table::Runs)?;
    Ok(all.iter().filter(|place| !whole.contains(place)).cloned().collect())
}

fn places_in(database: &Database, table: Table) -> Result<Vec<Place>> {
    let mut places = Vec::new();
    let table = table.name();
    let question = format!("select distinct service, version, host, process from {table} order by service, version, host, process");
    each(database, &question, |[service, version, host, process]| {
        let [service, version, host, process] = [service, version, host, process].map(text);
        places.push(Place { service, version, host, process });
        Ok(())
    })?;
    Ok(places)
}

impl Run {
    /// Reads it from tables that hold no other process.
    ///
    /// # Errors
    /// When they cannot be read, or when cancelled. Rows that fit nowhere are told in `warnings`.
    pub fn read(database: &Database, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let mut trees = Trees::default();
        each(database, "select point, time_millis, label, collections from points order by point", |[point, time, label, gc]| {
            let gc = gc.as_i64().map(i64::unsigned_abs);
            trees.times.insert(number(&point), (time.as_i64().unwrap_or_default(), label.as_str().map(str::to_owned), gc));
            Ok(())
        })?;
        each(database, GROUPS, |row| {
            progress.check()?;
            trees.add_group(row, warnings);
            Ok(())
        })?;
        trees.end_point();
        let mut trees = trees.done;
        let mut referring: HashMap<i64, Vec<Reference>> = HashMap::new();
        each(database, REFERENCES, |[point, source, target, targets, referrers]| {
            progress.check()?;
            let point = number(&point);
            let Some(known) = trees.iter().find(|tree| tree.number == point) else { return Ok(()) };
            let at = |key: &Value| known.nodes.get(key.as_str().unwrap_or_default()).copied();
            match (at(&source), at(&target)) {
                (Some(from), Some(to)) => {
                    referring.entry(point).or_default().push(Reference {
                        from,
                        to,
                        targets: count(&targets),
                        referrers: count(&referrers),
                    });
                }
                _ => warnings.add("a reference leads from or to a group that is not in the tables; it was left out", source),
            }
            Ok(())
        })?;
        // Where any are known, a point without has none.
        if !referring.is_empty() {
            for tree in &mut trees {
                tree.point.references = Some(references(&referring.remove(&tree.number).unwrap_or_default()));
            }
        }
        let (policy, report) = about(database, warnings)?;
        Ok(Self { policy, points: trees.into_iter().map(|tree| tree.point).collect(), report })
    }
}

/// Objects of one group that refer to those of another.
struct Reference {
    from: NodeIndex,
    to: NodeIndex,
    targets: u64,
    referrers: u64,
}

fn references(all: &[Reference]) -> NodeReferences {
    NodeReferences {
        points_to: ReferenceMap::from_entries(all.iter().map(|pair| (pair.from, pair.to, pair.targets)).collect()),
        pointed_from: ReferenceMap::from_entries(all.iter().map(|pair| (pair.to, pair.from, pair.referrers)).collect()),
    }
}

/// The tree of a point, and where its groups lie.
struct KnownTree {
    number: i64,
    point: TimePoint,
    nodes: HashMap<String, NodeIndex>,
}

/// Trees that are built from rows, point by point.
#[derive(Default)]
struct Trees {
    /// When points are, by their numbers: milliseconds, label, collections.
    times: HashMap<i64, (i64, Option<String>, Option<u64>)>,
    building: Option<Building>,
    done: Vec<KnownTree>,
}

struct Building {
    number: i64,
    tree: TreeBuilder,
    nodes: HashMap<String, u32>,
    /// What the reader of each node knows besides its totals.
    deep: Vec<Option<NodeTotals>>,
    retained: Vec<Option<NodeTotals>>,
    estimates: Vec<Option<NodeEstimate>>,
}

impl Trees {
    fn add_group(&mut self, row: [Value; 14], warnings: &Warnings) {
        let [
            point,
            path,
            parent,
            name,
            criterion,
            objects,
            bytes,
            deep_objects,
            deep,
            retained_objects,
            retained,
            recorded,
            of_objects,
            of_bytes,
        ] = row;
        let number = number(&point);
        if self.building.as_ref().is_some_and(|building| building.number != number) {
            self.end_point();
        }
        let (key, name, criterion) = (text(path), text(name), text(criterion));
        let totals = NodeTotals { objects: count(&objects), bytes: count(&bytes) };
        let node = match &mut self.building {
            None => {
                let tree = TreeBuilder::with_root(key.as_str().into(), name.into(), &criterion, totals);
                let (deep, retained, estimates) = Default::default();
                self.building = Some(Building { number, tree, nodes: HashMap::new(), deep, retained, estimates });
                0
            }
            Some(building) => {
                let Some(&above) = building.nodes.get(parent.as_str().unwrap_or_default()) else {
                    warnings.add("a group is part of one that is not in the tables; it was left out", key);
                    return;
                };
                let role = building.tree.role(&criterion);
                building.tree.add(above, key.as_str().into(), name.into(), role, totals)
            }
        };
        let Some(building) = &mut self.building else { return };
        building.nodes.insert(key, node);
        let both = |objects: &Value, bytes: &Value| Some(NodeTotals { objects: known(objects)?, bytes: known(bytes)? });
        building.deep.push(both(&deep_objects, &deep));
        building.retained.push(both(&retained_objects, &retained));
        let estimate = known(&recorded).and_then(|recorded| Some(NodeEstimate { recorded, error: both(&of_objects, &of_bytes)? }));
        building.estimates.push(estimate);
    }

    fn end_point(&mut self) {
        let Some(Building { number, tree, nodes, deep, retained, estimates }) = self.building.take() else { return };
        let built = tree.finish();
        // Of several rows of one group the last one counts.
        let moved = |of: Vec<Option<NodeTotals>>| -> Option<Vec<NodeTotals>> {
            let mut all = vec![None; built.tree.nodes.len()];
            of.into_iter().zip(&built.places).for_each(|(totals, place)| all[place.at()] = totals);
            all.into_iter().collect()
        };
        let (deep, retained) = (moved(deep), moved(retained));
        let mut all = vec![None; built.tree.nodes.len()];
        estimates.into_iter().zip(&built.places).for_each(|(estimate, place)| all[place.at()] = estimate);
        let estimates = Some(all).filter(|all| all.iter().any(Option::is_some));
        let nodes = nodes.into_iter().map(|(key, node)| (key, built.places[node as usize])).collect();
        let (time_millis, label, gc) = self.times.remove(&number).unwrap_or_default();
        let sizes = NodeSizes { deep, retained, estimates };
        let point = TimePoint { time_millis, gc, label, tree: built.tree, references: None, sizes };
        self.done.push(KnownTree { number, point, nodes });
    }
}

/// How numbers were made, and what find says.
fn about(database: &Database, warnings: &Warnings) -> Result<(String, Option<FindReport>)> {
    let mut told = (String::new(), None);
    each(database, "select policy, report from runs", |[policy, report]| {
        let report = report.as_str().map(serde_json::from_str::<FindReport>).transpose();
        let report = report.unwrap_or_else(|error| {
            warnings.add("what find said of the tables cannot be read; it is told of their groups alone", error);
            None
        });
        told = (text(policy), report);
        Ok(())
    })?;
    Ok(told)
}

/// The garbage collections of a process, of tables that hold no other; `None` if nobody told of any.
///
/// # Errors
/// When they cannot be read, or when cancelled.
pub fn collections(database: &Database) -> Result<Option<GcEvents>> {
    let mut events = GcEvents::default();
    each(database, COLLECTIONS, |row| {
        let [id, time, start, end, pause, collector, cause, before, after, capacity] = row;
        let event = GcEvent {
            number: u32::try_from(count(&id)).unwrap_or(u32::MAX),
            start_nanos: count(&start),
            end_nanos: count(&end),
            pause_nanos: count(&pause),
            collector: text(collector).into(),
            cause: text(cause).into(),
            used_before: known(&before),
            used_after: known(&after),
            capacity: known(&capacity),
            ..GcEvent::default()
        };
        let zero = time.as_i64().map(|millis| millis - number(&start) / NANOS_PER_MILLI);
        events.zero_millis = events.zero_millis.or(zero);
        events.end_nanos = events.end_nanos.max(event.end_nanos);
        events.events.push(event);
        Ok(())
    })?;
    Ok(Some(events).filter(|events| !events.events.is_empty()))
}

/// Hands each row of an answer to `see`.
fn each<const N: usize>(database: &Database, question: &str, mut see: impl FnMut([Value; N]) -> Result<()>) -> Result<()> {
    database.ask(question)?.for_each_row(&mut |row| {
        let row = <[Value; N]>::try_from(row).map_err(|row| Error::Answer(format!("{} columns instead of {N}", row.len())))?;
        see(row)?;
        Ok(true)
    })
}

fn text(value: Value) -> String {
    if let Value::String(text) = value { text } else { String::new() }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

/// A number that is not negative, if it is known.
fn known(value: &Value) -> Option<u64> {
    value.as_i64().map(|number| number.max(0).unsigned_abs())
}

fn count(value: &Value) -> u64 {
    known(value).unwrap_or_default()
}
