//! A series of memory trees, read from a folder of JSON files, as one tree of all groups with a weight per point.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use layout::{AreaMode, WeightedTree};
use serde_json::Value;

/// All groups of all points; the root is group 0, parents come before their children.
#[derive(Default)]
pub(crate) struct Series {
    /// Children of every group, in the order in which they first appear.
    pub(crate) children: Vec<Vec<usize>>,
    /// Per point the weight of every group: of a leaf the root of its objects, as the city has it by default, else the sum of its children.
    pub(crate) weights: Vec<Vec<f64>>,
}

impl Series {
    /// Reads `<milliseconds>.json` files, in the order of their `time`.
    pub(crate) fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut points = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_point = path.extension().is_some_and(|end| end == "json") && path.file_stem().is_some_and(|name| name != "dataset");
            if is_point {
                let point: Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
                points.push((point["time"].as_u64().ok_or("a tree without a time")?, point));
            }
        }
        points.sort_by_key(|(time, _)| *time);
        Self::of(points.iter().map(|(_, point)| &point["root"]))
    }

    fn of<'a>(roots: impl Iterator<Item = &'a Value>) -> Result<Self, Box<dyn Error>> {
        let mut series = Self { children: vec![Vec::new()], weights: Vec::new() };
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut objects: Vec<Vec<(usize, f64)>> = Vec::new();
        for root in roots {
            let mut of_point = Vec::new();
            let mut open = vec![(0, root)];
            while let Some((group, node)) = open.pop() {
                of_point.push((group, node["objects"].as_f64().ok_or("a group without objects")?));
                let first_open = open.len();
                for child in node["children"].as_array().into_iter().flatten() {
                    let key = child["key"].as_str().ok_or("a group without a key")?;
                    let new = series.children.len();
                    let number = *numbers.entry(key.to_owned()).or_insert(new);
                    if number == new {
                        series.children.push(Vec::new());
                        series.children[group].push(new);
                    }
                    open.push((number, child));
                }
                open[first_open..].reverse();
            }
            objects.push(of_point);
        }
        series.weights = objects.iter().map(|of_point| series.weights_of(of_point)).collect();
        Ok(series)
    }

    fn weights_of(&self, objects: &[(usize, f64)]) -> Vec<f64> {
        let mut weights = vec![0.0; self.children.len()];
        for &(group, count) in objects.iter().filter(|(group, _)| self.is_leaf(*group)) {
            weights[group] = AreaMode::Sqrt.area(count);
        }
        self.add_up(&mut weights);
        weights
    }

    /// The largest weight of every leaf at any point, and their sums.
    pub(crate) fn maxima(&self) -> Vec<f64> {
        let largest = |group| self.weights.iter().map(|weights| weights[group]).fold(0.0, f64::max);
        let mut maxima = (0..self.children.len()).map(largest).collect::<Vec<_>>();
        self.add_up(&mut maxima);
        maxima
    }

    /// Gives every district what its children have together.
    pub(crate) fn add_up(&self, weights: &mut [f64]) {
        for group in (0..weights.len()).rev().filter(|&group| !self.is_leaf(group)) {
            weights[group] = self.children[group].iter().map(|&child| weights[child]).sum();
        }
    }

    pub(crate) fn is_leaf(&self, group: usize) -> bool {
        self.children[group].is_empty()
    }
}

/// The tree with the weights of one point, or with the largest ones.
pub(crate) struct AtPoint<'a> {
    pub(crate) series: &'a Series,
    pub(crate) weights: &'a [f64],
}

impl WeightedTree for AtPoint<'_> {
    fn root(&self) -> usize {
        0
    }

    fn children(&self, node: usize) -> Vec<usize> {
        self.series.children[node].clone()
    }

    fn weight(&self, leaf: usize) -> f64 {
        self.weights[leaf]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_come_later_are_in_the_tree_and_weigh_nothing_before() {
        let points = [
            r#"{"key": "r", "objects": 13, "children": [{"key": "a", "objects": 9}, {"key": "b", "objects": 4}]}"#,
            r#"{"key": "r", "objects": 20, "children": [{"key": "b", "objects": 4}, {"key": "c", "objects": 16, "children": [
                {"key": "d", "objects": 16}]}]}"#,
        ];
        let roots: Vec<Value> = points.iter().map(|point| serde_json::from_str(point).expect("it is JSON")).collect();
        let series = Series::of(roots.iter()).expect("these are trees");
        assert_eq!(series.children, [vec![1, 2, 3], vec![], vec![], vec![4], vec![]]);
        assert_eq!(series.weights, [vec![5.0, 3.0, 2.0, 0.0, 0.0], vec![6.0, 0.0, 2.0, 4.0, 4.0]]);
        assert_eq!(series.maxima(), [9.0, 3.0, 2.0, 4.0, 4.0]);
    }
}
