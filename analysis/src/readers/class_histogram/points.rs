//! From class histograms to memory trees.

use super::ClassHistogram;
use crate::base::class_names::{package_of, package_path_of, stable_name};
use crate::base::error::{Error, Result};
use crate::trees::memory_tree::{MemoryTree, NodeSizes, NodeTotals, TimePoint, TreeBuilder};

/// What the name of a class can be grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameLevel {
    /// The class.
    Type,
    /// Its package, as one level: `java.util.concurrent`.
    Package,
    /// Its package, one level per part: `java`, `util`, `concurrent`.
    PackagePath,
}

impl NameLevel {
    /// The levels that are used unless others are asked for: packages within packages, then classes.
    pub const DEFAULT: [Self; 2] = [Self::PackagePath, Self::Type];

    /// The role of the nodes, equal to the classifier's name for heap dumps.
    #[must_use]
    pub fn role(self) -> &'static str {
        match self {
            Self::Type => "Type",
            Self::Package => "Package",
            Self::PackagePath => "Package path",
        }
    }

    /// Levels by their names, outermost first. Case, blanks and dashes make no difference; no name means the default.
    pub fn parse(names: &[impl AsRef<str>]) -> Result<Vec<Self>> {
        if names.is_empty() {
            return Ok(Self::DEFAULT.into());
        }
        let plain = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let all = [Self::Type, Self::Package, Self::PackagePath];
        let level = |name: &str| {
            all.into_iter().find(|level| plain(level.role()) == plain(name)).ok_or_else(|| {
                let known = "class histograms know the names of classes only: type, package or package path; for more take heap dumps";
                Error::Request(format!("cannot group a class histogram by {name:?}; {known}"))
            })
        };
        names.iter().map(|name| level(name.as_ref())).collect()
    }

    /// The path of a class below its parent node.
    fn parts(self, class: &str) -> Vec<&str> {
        match self {
            Self::Type => vec![class],
            Self::Package => vec![package_of(class)],
            Self::PackagePath => package_path_of(class).collect(),
        }
    }
}

/// One memory tree per histogram, without references.
///
/// If every histogram has a time and no two have the same, they are ordered by time; else they keep their order and
/// are numbered, one millisecond apart, with their labels (or `histogram 3`) for the time axis.
#[must_use]
pub fn histogram_points(histograms: Vec<ClassHistogram>, levels: &[NameLevel]) -> Vec<TimePoint> {
    let mut times: Vec<Option<i64>> = histograms.iter().map(|histogram| histogram.time_millis).collect();
    times.sort_unstable();
    let timed = times.iter().all(Option::is_some) && times.windows(2).all(|pair| pair[0] != pair[1]);
    let point = |(at, histogram): (usize, ClassHistogram)| {
        let tree = tree(&histogram, levels);
        let (time_millis, label) = match histogram.time_millis {
            Some(time) if timed => (time, histogram.label),
            _ => (at as i64 + 1, Some(histogram.label.unwrap_or_else(|| format!("histogram {}", at + 1)))),
        };
        TimePoint { time_millis, gc: None, label, tree, references: None, sizes: NodeSizes::default() }
    };
    let mut points: Vec<TimePoint> = histograms.into_iter().enumerate().map(point).collect();
    points.sort_by_key(|point| point.time_millis);
    points
}

/// Adds a path per class; the builder unites what they share and sums the counts.
fn tree(histogram: &ClassHistogram, levels: &[NameLevel]) -> MemoryTree {
    let total = histogram.classes.iter().fold(NodeTotals::default(), |sum, class| sum.saturating_add(class.totals));
    let mut builder = TreeBuilder::new(total);
    let roles: Vec<_> = levels.iter().map(|level| builder.role(level.role())).collect();
    for class in &histogram.classes {
        let (mut node, name) = (0, stable_name(&class.name));
        for (level, &role) in levels.iter().zip(&roles) {
            for part in level.parts(&name) {
                node = builder.add_part(node, part, role, class.totals);
            }
        }
    }
    builder.finish().tree
}
