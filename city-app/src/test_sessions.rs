//! Small sessions written as text, for the unit tests of this crate.

use std::collections::BTreeSet;
use std::sync::Arc;

use analysis::{
    Evolution, EvolutionNode, NodeEstimate, NodeIndex, NodeSizes, NodeTotals, PointInfo, Progress, RoleIndex, Subject, TimePoint,
    TreeBuilder, Warnings,
};

use crate::base::settings::CitySettings;
use crate::data::session::Session;

/// A flat city: per point a list of (type name, objects); an object takes 16 bytes. Node 0 is the root, the others
/// follow sorted by name, and each that ever holds objects has a plot.
pub(crate) fn session(points: &[&[(&str, u64)]]) -> Session {
    let names: BTreeSet<&str> = points.iter().flat_map(|point| point.iter().map(|&(name, _)| name)).collect();
    let value = |name: &str, point: &[(&str, u64)]| point.iter().filter(|(n, _)| *n == name).map(|(_, v)| *v).sum::<u64>();
    let count = u32::try_from(names.len()).expect("a test has few names");
    let node = |key: String, name: &str, role: u16, end: u32, level: u16| EvolutionNode {
        key: key.into(),
        name: name.into(),
        role: RoleIndex(role),
        parent: NodeIndex(0),
        subtree_end: end,
        level,
        first_seen: 0,
    };
    let mut nodes = vec![node("Overall".into(), "Overall", 0, count + 1, 0)];
    let mut objects: Vec<u64> = points.iter().map(|p| p.iter().map(|(_, v)| v).sum()).collect();
    for (at, name) in names.iter().enumerate() {
        let at = u32::try_from(at).expect("a test has few names");
        nodes.push(node(format!("Overall#{name}"), name, 1, at + 2, 1));
        objects.extend(points.iter().map(|p| value(name, p)));
    }
    let infos = (0..points.len()).map(|t| PointInfo { time_millis: 1000 * t as i64, gc: Some(t as u64 + 1), ..PointInfo::default() });
    let bytes: Vec<u64> = objects.iter().map(|n| n * 16).collect();
    let mut evolution = Evolution::of_numbers(infos.collect(), vec!["".into(), "Type".into()], nodes, &objects, &bytes);
    evolution.title = "test".into();
    Session::new(Arc::new(evolution), &CitySettings { child_count: None, ..CitySettings::default() })
}

/// Objects of one allocation site, `Overall#main`, at each point estimated with an error; an object takes 16 bytes. The whole
/// heap is known exactly.
pub(crate) fn estimated_evolution(points: &[(u64, u64)]) -> Arc<Evolution> {
    let totals = |objects: u64| NodeTotals { objects, bytes: 16 * objects };
    let point = |(at, &(objects, error)): (usize, &(u64, u64))| {
        let mut builder = TreeBuilder::new(totals(objects));
        let role = builder.role("Allocation site");
        builder.add_part(0, "main", role, totals(objects));
        let estimates = Some(vec![None, Some(NodeEstimate { recorded: 1, error: totals(error) })]);
        let sizes = NodeSizes { estimates, ..NodeSizes::default() };
        TimePoint { time_millis: 1000 * at as i64, gc: None, label: None, tree: builder.finish().tree, references: None, sizes }
    };
    let points = points.iter().enumerate().map(point).collect();
    Arc::new(Evolution::from_points("test", "", points, &Progress::new(), &Warnings::new()).expect("points ascend"))
}

/// Two packages at two points: `app` with `Date` (10, then 90 objects) and `Location` (5, then 80), `lib` with `Map` (40, then 42). An object
/// takes 16 bytes.
pub(crate) fn nested_session() -> Session {
    session_of_types(&[("app", "Date", [10, 90]), ("app", "Location", [5, 80]), ("lib", "Map", [40, 42])])
}

/// Types in packages at two points, with so many objects of 16 bytes.
pub(crate) fn session_of_types(types: &[(&str, &str, [u64; 2])]) -> Session {
    let totals = |objects: u64| NodeTotals { objects, bytes: 16 * objects };
    let point = |at: usize| {
        let mut builder = TreeBuilder::new(totals(types.iter().map(|(.., counts)| counts[at]).sum()));
        let [package, of_type] = ["Package", "Type"].map(|role| builder.role(role));
        for (of_package, name, counts) in types {
            let parent = builder.add_part(0, of_package, package, totals(counts[at]));
            builder.add_part(parent, name, of_type, totals(counts[at]));
        }
        let tree = builder.finish().tree;
        TimePoint { time_millis: 1000 * at as i64, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() }
    };
    let points = [0, 1].map(point).into();
    let evolution = Evolution::from_points("test", "", points, &Progress::new(), &Warnings::new()).expect("points ascend");
    Session::new(Arc::new(evolution), &CitySettings { child_count: None, ..CitySettings::default() })
}

/// Garbage that piles up over three points: 50 objects of `app.A` at each that die young, 10 of `app.B` that do not, all made at
/// `app.Loop.run`.
pub(crate) fn garbage_session() -> Session {
    let totals = |objects| NodeTotals { objects, bytes: 16 * objects };
    let point = |at: u64| {
        let mut builder = TreeBuilder::new(totals(60 * at));
        let roles = ["Age", "Type", "Allocation site"].map(|role| builder.role(role));
        for (path, objects) in
            [(["0 GCs survived", "app.A", "app.Loop.run"], 50 * at), (["1 GC survived", "app.B", "app.Loop.run"], 10 * at)]
        {
            path.iter().zip(roles).fold(0, |parent, (part, role)| builder.add_part(parent, part, role, totals(objects)));
        }
        let (tree, sizes) = (builder.finish().tree, NodeSizes::default());
        TimePoint { time_millis: 1000 * at as i64, gc: None, label: None, tree, references: None, sizes }
    };
    let points = [1, 2, 3].map(point).into();
    let mut evolution = Evolution::from_points("", "", points, &Progress::new(), &Warnings::new()).expect("points ascend");
    evolution.subject = Subject::Garbage;
    Session::new(Arc::new(evolution), &CitySettings { child_count: None, ..CitySettings::default() })
}
