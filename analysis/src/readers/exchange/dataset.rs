//! What a tree folder says about itself, and which maps belong to which trees.

use std::collections::HashMap;

use rayon::prelude::*;

use super::pointer_map::{PointerMap, attach};
use crate::base::error::{Error, Result};
use crate::base::warnings::Warnings;
use crate::trees::evolution::{Metric, PointTime};
use crate::trees::memory_tree::TimePoint;
use crate::trees::subject::Subject;

/// The format that this program writes into `dataset.json`.
pub(super) const FORMAT: &str = "memory-city/1";

/// The content of `dataset.json`; everything in it is optional.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DatasetInfo {
    /// Name and version of the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// What the dataset is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How the numbers were made, one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// What the objects are; living ones unless it says so.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub subject: Subject,
    /// What the times of its points are; milliseconds unless it says so.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub times: PointTime,
    /// The number to show first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
    /// Settings of the city, passed on as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<serde_json::Value>,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl DatasetInfo {
    /// Reads `dataset.json`.
    pub fn parse(origin: &str, text: &[u8], warnings: &Warnings) -> Result<Self> {
        let unusable = |reason: String| Error::Document { file: origin.to_owned(), reason, json_path: String::new() };
        let value: serde_json::Value = serde_json::from_slice(text).map_err(|error| unusable(error.to_string()))?;
        // Serde would take an array for a struct whose members are all missing.
        if !value.is_object() {
            return Err(unusable("expected an object".into()));
        }
        let info: Self = serde_json::from_value(value).map_err(|error| unusable(error.to_string()))?;
        if let Some(format) = info.format.as_deref().filter(|&format| format != FORMAT) {
            warnings.add(
                "a dataset names another format; it was read all the same",
                format_args!("{origin}: {format:?} instead of {FORMAT:?}"),
            );
        }
        Ok(info)
    }
}

/// A tree folder, read.
#[derive(Debug, Clone, Default)]
pub struct TreeFolder {
    /// What the folder says about itself; the title is the folder's name if it says nothing.
    pub info: DatasetInfo,
    /// Trees with their references, ordered by time.
    pub points: Vec<TimePoint>,
}

/// Something read from a file, with the file's name without extension.
#[derive(Debug)]
pub(super) struct Stemmed<T> {
    pub(super) stem: String,
    pub(super) value: T,
}

/// Gives each tree its maps: the ones of its time, else the ones of its file name. Counts maps that fit no tree.
pub(super) fn match_maps(
    trees: Vec<Stemmed<TimePoint>>,
    points_to: &[Stemmed<PointerMap>],
    pointed_from: &[Stemmed<PointerMap>],
    warnings: &Warnings,
) -> Vec<TimePoint> {
    let choose = |maps: &[Stemmed<PointerMap>]| -> Vec<Option<usize>> {
        let mut by_time = HashMap::new();
        let mut by_stem = HashMap::new();
        for (at, Stemmed { stem, value }) in maps.iter().enumerate() {
            if let Some(time) = value.time_millis {
                by_time.entry(time).or_insert(at);
            }
            by_stem.entry(stem.as_str()).or_insert(at);
        }
        let of_tree = |tree: &Stemmed<TimePoint>| by_time.get(&tree.value.time_millis).or_else(|| by_stem.get(tree.stem.as_str())).copied();
        let chosen: Vec<Option<usize>> = trees.iter().map(of_tree).collect();
        let mut used = vec![false; maps.len()];
        for &at in chosen.iter().flatten() {
            used[at] = true;
        }
        let unused = used.iter().filter(|&&used| !used).count() as u64;
        let first = used.iter().position(|&used| !used).map_or("", |at| maps[at].stem.as_str());
        warnings.add_many("pointer maps belong to no tree", unused, first);
        chosen
    };
    let (chosen_to, chosen_from) = (choose(points_to), choose(pointed_from));
    let mut points: Vec<TimePoint> = trees.into_iter().map(|tree| tree.value).collect();
    points.par_iter_mut().enumerate().for_each(|(at, point)| {
        let to = chosen_to[at].map(|map| &points_to[map].value);
        let from = chosen_from[at].map(|map| &pointed_from[map].value);
        attach(point, to, from, warnings);
    });
    points.sort_by_key(|point| point.time_millis);
    points
}
