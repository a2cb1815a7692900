//! Why one object lives: its shortest paths, each from what the JVM holds down to the object, line by line.

use analysis::{HeapState, ObjectIndex, PathOptions, PathStep, Progress, Result, RootPath, paths_to};

use super::ObjectLink;
use crate::data::group_keepers::NamedHolder;

/// Lines of longer paths are left out in the middle (a linked list may have a million elements).
const MOST_LINES: usize = 60;

/// One object of a path.
#[derive(Debug, Clone, PartialEq)]
pub struct PathLine {
    /// The object.
    pub link: ObjectLink,
    /// How it refers to the next one, by declaring class; empty for the last one.
    pub via: String,
}

/// A path to an object.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectPath {
    /// What holds the first object, in words: `static field MAP of class app.Cache`.
    pub holder: String,
    /// `static field`, `local variable`, `thread`, ...
    pub root_kind: &'static str,
    /// A soft, weak, phantom or finalizer reference is part of it: it keeps nothing alive.
    pub weak: bool,
    /// From the first object to the one asked for; of long paths the first and last ones.
    pub lines: Vec<PathLine>,
    /// Objects left out in the middle of `lines`.
    pub left_out: usize,
}

impl ObjectPath {
    /// The position in `lines` behind which objects are left out.
    #[must_use]
    pub fn gap(&self) -> Option<usize> {
        (self.left_out > 0).then_some(MOST_LINES / 2)
    }

    /// All of it as text, to be copied.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.holder.clone();
        for (at, line) in self.lines.iter().enumerate() {
            if self.gap() == Some(at) {
                text.push_str(&format!("\n  ... {} objects more", self.left_out));
            }
            let via = if line.via.is_empty() { String::new() } else { format!(" through {}", line.via) };
            text.push_str(&format!("\n  {} {}{via}", line.link.class, super::address_text(line.link.address)));
        }
        text.push('\n');
        text
    }
}

/// At most `most` paths to an object, the shortest first; they part where they differ and never meet again. Empty if
/// nothing holds it. Paths to classes go on over their loaders.
///
/// # Errors
/// When cancelled.
pub fn object_paths(heap: &HeapState, object: ObjectIndex, most: usize, progress: &Progress) -> Result<Vec<ObjectPath>> {
    let options = PathOptions { through_classes: heap.is_class_object(object) };
    let found = paths_to(heap, object, options, most, progress)?;
    let shown: Vec<Vec<PathStep>> = found.iter().map(shortened).collect();
    let objects: Vec<ObjectIndex> = shown.iter().flatten().map(|step| step.object).collect();
    let mut links = ObjectLink::to(heap, &objects).into_iter();
    let path = |(path, steps): (&RootPath, Vec<PathStep>)| {
        let holder = NamedHolder::of(heap, path.holder);
        let left_out = path.steps.len() - steps.len();
        let line =
            |(step, link): (PathStep, ObjectLink)| PathLine { link, via: step.slot.map(|slot| heap.slot_name(slot)).unwrap_or_default() };
        let lines = steps.into_iter().zip(&mut links).map(line).collect();
        ObjectPath { holder: holder.in_words(), root_kind: holder.root_kind, weak: path.weak, lines, left_out }
    };
    Ok(found.iter().zip(shown).map(path).collect())
}

fn shortened(path: &RootPath) -> Vec<PathStep> {
    let steps = &path.steps;
    match steps.len() {
        0..=MOST_LINES => steps.clone(),
        length => steps[..MOST_LINES / 2].iter().chain(&steps[length - MOST_LINES / 2..]).copied().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::test_heaps::{fixture, named, travel_shop};

    #[test]
    fn a_location_is_kept_by_the_static_search_cache() {
        let heap = &travel_shop().heap;
        let location = named(heap, "travelshop.business.Location")[100];
        let paths = object_paths(heap, location, 3, &Progress::new()).expect("nobody cancels");
        assert_eq!(paths[0].holder, "static field SEARCH_CACHE of class travelshop.business.JourneyService");
        assert_eq!(paths[0].root_kind, "static field");
        let classes: Vec<&str> = paths[0].lines.iter().map(|line| &*line.link.class).collect();
        assert_eq!((classes.first(), classes.last()), (Some(&"java.util.HashMap"), Some(&"travelshop.business.Location")));
        assert_eq!(paths[0].lines[0].via, "java.util.HashMap.table");
        assert!(paths[0].text().contains("\n  java.util.HashMap 0x"));
    }

    #[test]
    fn a_long_list_is_shortened_in_the_middle() {
        let mut text = "root jni -> n0\n".to_owned();
        (0..200).for_each(|at| text.push_str(&format!("n{at}: Node 24 -> next=n{}\n", at + 1)));
        text.push_str("n200: Node 24");
        let heap = fixture(&text);
        let paths = object_paths(&heap.heap, ObjectIndex(200), 3, &Progress::new()).expect("nobody cancels");
        assert_eq!((paths.len(), paths[0].lines.len(), paths[0].left_out, paths[0].gap()), (1, 60, 141, Some(30)));
        assert!(paths[0].text().contains("... 141 objects more"));
    }
}
