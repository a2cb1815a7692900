//! A sample city while it is made.

use std::collections::BTreeMap;

use serde::Serialize;

use city_app::base::presets::Preset;
use city_app::base::settings::CitySettings;

/// A dataset as formulas left it.
pub(crate) struct Sample {
    title: &'static str,
    /// What there is to find, one sentence; those of figures have that of their preset.
    pub(crate) description: Option<&'static str>,
    classifiers: &'static [&'static str],
    /// Milliseconds since the application started, one per point, ascending.
    times: Vec<i64>,
    groups: Vec<Group>,
    edges: Vec<Edge>,
}

impl Sample {
    pub(crate) fn new(title: &'static str, classifiers: &'static [&'static str], times: Vec<i64>) -> Self {
        Self { title, description: None, classifiers, times, groups: Vec::new(), edges: Vec::new() }
    }

    /// Adds a group by its names from the outermost district on; `objects` tells the count at point `i`, from 1 on. Returns its number
    /// for [`Sample::refer`].
    pub(crate) fn group(&mut self, path: &[&str], bytes_each: u64, objects: impl Fn(u64) -> u64) -> usize {
        let objects = (1..).take(self.times.len()).map(objects).collect();
        self.groups.push(Group { path: path.iter().map(|&name| name.to_owned()).collect(), bytes_each, objects });
        self.groups.len() - 1
    }

    /// Adds references; `counts` gets the objects of both sides and tells how many refer and are referred to.
    pub(crate) fn refer(&mut self, from: usize, to: usize, counts: impl Fn(u64, u64) -> (u64, u64)) {
        let objects = self.groups[from].objects.iter().zip(&self.groups[to].objects);
        let counts = objects
            .map(|(&sources, &targets)| {
                let (referring, referred) = counts(sources, targets);
                (referring.min(sources), referred.min(targets))
            })
            .collect();
        self.edges.push(Edge { from, to, counts });
    }

    fn key(&self, group: usize) -> String {
        format!("Overall#{}", self.groups[group].path.join("#"))
    }

    /// `preset` has the settings of the figure that the sample is for.
    pub(crate) fn files(&self, preset: Option<&Preset>) -> Vec<SampleFile> {
        let mut files = vec![SampleFile { path: "dataset.json".into(), text: self.dataset(preset) }];
        for (point, &time) in self.times.iter().enumerate() {
            files.push(json_file(format!("{time}.json"), &self.tree(point)));
            if self.edges.is_empty() {
                continue;
            }
            let points_to = self.edges.iter().map(|edge| (edge.from, edge.to, edge.counts[point].1));
            files.push(json_file(format!("points-to-maps/{time}.json"), &self.map(time, points_to)));
            let pointed_from = self.edges.iter().map(|edge| (edge.to, edge.from, edge.counts[point].0));
            files.push(json_file(format!("pointed-from-maps/{time}.json"), &self.map(time, pointed_from)));
        }
        files
    }

    fn tree(&self, point: usize) -> TreeDocument<'_> {
        let all: Vec<usize> = (0..self.groups.len()).filter(|&group| self.groups[group].objects[point] > 0).collect();
        let children = self.nodes(point, 0, "Overall", &all);
        TreeDocument {
            time: self.times[point],
            gc: point + 1,
            classifiers: self.classifiers,
            root: parent("Overall".into(), "Overall", "", children),
        }
    }

    /// Some groups of one parent, as nodes of a level.
    fn nodes(&self, point: usize, level: usize, parent_key: &str, groups: &[usize]) -> Vec<NodeDocument<'_>> {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &group in groups {
            by_name.entry(&self.groups[group].path[level]).or_default().push(group);
        }
        let node = |(name, groups): (_, Vec<usize>)| {
            let (key, role) = (format!("{parent_key}#{name}"), self.classifiers[level]);
            if level + 1 < self.classifiers.len() {
                let children = self.nodes(point, level + 1, &key, &groups);
                return parent(key, name, role, children);
            }
            let objects = groups.iter().map(|&group| self.groups[group].objects[point]).sum();
            let bytes = groups.iter().map(|&group| self.groups[group].objects[point] * self.groups[group].bytes_each).sum();
            NodeDocument { key, name, role, objects, bytes, children: Vec::new() }
        };
        by_name.into_iter().map(node).collect()
    }

    fn map(&self, time: i64, entries: impl Iterator<Item = (usize, usize, u64)>) -> MapDocument {
        let mut pointer_map: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for (row, partner, count) in entries.filter(|&(_, _, count)| count > 0) {
            pointer_map.entry(self.key(row)).or_default().insert(self.key(partner), count);
        }
        MapDocument { time, pointer_map }
    }

    /// Title and the settings of the figure that the sample is for.
    fn dataset(&self, preset: Option<&Preset>) -> String {
        const PUBLISHED: [&str; 7] = ["metric", "area_mode", "child_count", "show_pointers", "color", "solid_count", "non_solid_opacity"];
        let mut dataset = serde_json::json!({"format": "memory-city/1", "title": self.title});
        if let Some(description) = self.description {
            dataset["description"] = description.into();
        }
        if let Some(preset) = preset {
            let settings = preset.apply(&CitySettings::default()).to_json();
            let mut settings: serde_json::Map<_, _> = serde_json::from_str(&settings).unwrap_or_default();
            settings.retain(|name, _| PUBLISHED.contains(&name.as_str()));
            dataset["metric"] = "objects".into();
            dataset["preset"] = preset.figure.into();
            dataset["settings"] = settings.into();
        }
        format!("{dataset:#}\n")
    }
}

/// A number from 0 to `range` that looks irregular, from the numbers of a group and a point.
pub(crate) fn scatter(group: u64, point: u64, range: u64) -> u64 {
    let mixed = (group * 0x9E37 + point * 0x85EB + 0x1234_5678).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) % (range + 1)
}

/// One file of a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SampleFile {
    /// Path inside the sample's folder, with `/`.
    pub(crate) path: String,
    /// Its JSON text.
    pub(crate) text: String,
}

/// A group of objects: a building.
pub(crate) struct Group {
    /// Names of its districts, and its own.
    path: Vec<String>,
    /// Shallow bytes of one object.
    bytes_each: u64,
    /// Objects at each point.
    objects: Vec<u64>,
}

/// References from one group to another: (objects that refer, objects that are referred to) at each point.
pub(crate) struct Edge {
    from: usize,
    to: usize,
    counts: Vec<(u64, u64)>,
}

#[derive(Serialize)]
pub(crate) struct TreeDocument<'a> {
    time: i64,
    gc: usize,
    classifiers: &'a [&'a str],
    root: NodeDocument<'a>,
}

#[derive(Serialize)]
pub(crate) struct NodeDocument<'a> {
    key: String,
    name: &'a str,
    role: &'a str,
    objects: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<NodeDocument<'a>>,
}

#[derive(Serialize)]
pub(crate) struct MapDocument {
    time: i64,
    #[serde(rename = "pointerMap")]
    pointer_map: BTreeMap<String, BTreeMap<String, u64>>,
}

pub(crate) fn parent<'a>(key: String, name: &'a str, role: &'a str, children: Vec<NodeDocument<'a>>) -> NodeDocument<'a> {
    let objects = children.iter().map(|child| child.objects).sum();
    let bytes = children.iter().map(|child| child.bytes).sum();
    NodeDocument { key, name, role, objects, bytes, children }
}

pub(crate) fn json_file(path: String, document: &impl Serialize) -> SampleFile {
    // Plain structs with text keys always become JSON.
    let mut text = serde_json::to_string(document).unwrap_or_default();
    text.push('\n');
    SampleFile { path, text }
}
