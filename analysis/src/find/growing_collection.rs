//! What is told of a collection in which something piles up, in numbers and in words.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::equal_keys::EqualKeys;
use crate::base::digits::grouped;
use crate::over_time::structure_growth::Judged;
use crate::structures::sizes::StructureSizes;

/// The collection in which something piles up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GrowingCollection {
    /// The way of fields that leads to it.
    pub owner: String,
    /// The class of its head; of several heads their common one.
    pub class: String,
    /// What it is for, as far as classes and names tell: `queue`, `cache`, `listeners`, `weak_map`, `thread_locals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Cow<'static, str>>,
    /// How many heads there are where growth begins, and at the last point.
    pub heads: [u64; 2],
    /// How many elements they have together at these points; `None` where that cannot be read.
    pub elements: [Option<u64>; 2],
    /// Its sizes at these points.
    pub sizes: [StructureSizes; 2],
    /// What its growth means.
    pub pattern: Cow<'static, str>,
    /// The kinds of elements that grew most.
    pub holds: Vec<GrowingElements>,
    /// How many objects it held directly where growth begins, keys and values alike, and how many of these it still holds; `None` where
    /// objects have no identity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<[u64; 2]>,
    /// Of a map, keys most of which hold the same as another one; `None` where they do not, or that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal_keys: Option<EqualKeys>,
}

/// Elements of one class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GrowingElements {
    /// Their class.
    pub class: String,
    /// How many there are where growth begins, and at the last point.
    pub objects: [u64; 2],
    /// How many were added in a second; `None` where times tell nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_second: Option<f64>,
    /// Where most of those that came were allocated, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
}

impl GrowingCollection {
    /// One or more sentences, the last one without its full stop.
    pub(super) fn words(&self, judged: &Judged) -> String {
        let heads = match self.heads {
            [_, 1] => self.class.clone(),
            [_, heads] => format!("{} {}", grouped(heads), self.class),
        };
        let elements = match self.elements {
            [Some(from), Some(to)] => format!(" with {} elements, {} where growth begins", grouped(to), grouped(from)),
            _ => String::new(),
        };
        let mut sentences = vec![format!("The collection is {} ({heads}){elements}", self.owner)];
        // It grows by its holder, whatever the pattern finds between these two points.
        if judged.pattern.is_growth() {
            sentences.push(judged.meaning().trim_end_matches('.').to_owned());
        }
        let kinds: Vec<String> = self.holds.iter().map(GrowingElements::words).collect();
        if !kinds.is_empty() {
            sentences.push(format!("It holds {}", kinds.join(" and ")));
        }
        if let Some(EqualKeys { class, keys, equal }) = &self.equal_keys {
            let (equal, keys) = (grouped(*equal), grouped(*keys));
            sentences.push(format!(
                "{equal} of {keys} keys hold the same as another key: {class} is not compared by what it holds, or changed in the map"
            ));
        }
        match self.kept {
            Some([first, kept]) if first > 0 => {
                let gone = match first - kept {
                    0 => "None".to_owned(),
                    gone => grouped(gone),
                };
                let was = if first - kept < 2 { "was" } else { "were" };
                sentences.push(format!("{gone} of the {} objects that it held where growth begins {was} taken out", grouped(first)));
            }
            _ => {}
        }
        sentences.join(". ")
    }
}

impl GrowingElements {
    fn words(&self) -> String {
        let [from, to] = self.objects;
        let per_second = self.per_second.map_or_else(String::new, |rate| match rate {
            rate if rate >= 10.0 => format!(", {} a second", grouped(rate.round() as u64)),
            rate if rate >= 0.05 => format!(", {rate:.1} a second"),
            _ => String::new(),
        });
        let site = self.site.as_ref().map_or_else(String::new, |site| format!(", most of them from {site}"));
        format!("{} {} ({} more{per_second}{site})", grouped(to), self.class, grouped(to.saturating_sub(from)))
    }
}
