//! Directly and indirectly GC-rooted, thread of the closest root.
//!
//! A root is named by kind, then by what the kind has: class and field of a static field, thread, class and method of a
//! local variable and its own name (which traces know of classes with debug information, and heap dumps never). Static
//! fields are roots in their own right, whoever keeps their class. References are followed as they stand in the heap state;
//! the implicit one from an object to its class is not followed.

mod reach;
mod roots;

use std::sync::Arc;

use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::HeapState;

use roots::NamedRoots;

/// Options of both classifiers.
const VARIABLES: (&str, &str) = ("variables only", "static fields, local variables and JNI locals, no other kinds of roots");
const HIDE: (&str, &str) = ("hide others", "leaves out objects without such a root");
const FIRST: (&str, &str) = ("first root", "the closest root alone instead of all that reach the object");

/// What stands for objects without a root of the wanted kinds.
const NOT_DIRECTLY: &str = "Not directly referenced by any root";
const NOT_REACHED: &str = "Not reached from any root";
const NO_THREAD: &str = "(no thread)";

#[derive(Debug, Clone, Copy, Default)]
struct Options {
    variables_only: bool,
    hide_others: bool,
    first_root: bool,
}

impl Options {
    fn parse(words: &[&str], known: &[(&'static str, &'static str)]) -> Result<Self> {
        let mut options = Self::default();
        for &word in words {
            let Some(&(word, _)) = known.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) else {
                let known: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                return Err(Error::Request(format!("unknown option {word:?}; known are {}", known.join(", "))));
            };
            options.variables_only |= word == VARIABLES.0;
            options.hide_others |= word == HIDE.0;
            options.first_root |= word == FIRST.0;
        }
        Ok(options)
    }

    fn name(self, name: &str) -> String {
        let all = [(self.variables_only, VARIABLES.0), (self.hide_others, HIDE.0), (self.first_root, FIRST.0)];
        let set: Vec<&str> = all.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect();
        if set.is_empty() { name.to_owned() } else { format!("{name}({})", set.join(", ")) }
    }

    fn none(self, text: &str) -> Label {
        if self.hide_others {
            Label::Rejected
        } else {
            Label::one(if self.variables_only { text.replace("root", "variable") } else { text.to_owned() })
        }
    }
}

/// Groups by the roots that reference the object itself.
#[derive(Debug, Default)]
pub(in crate::grouping) struct DirectlyRooted(Options);

/// Groups by the roots from which the object can be reached.
#[derive(Debug, Default)]
pub(in crate::grouping) struct IndirectlyRooted(Options);

/// Groups by the thread of the closest root.
#[derive(Debug)]
pub(in crate::grouping) struct ThreadOfRoot;

impl Classifier for DirectlyRooted {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.0.name("Directly GC-rooted").into(),
            description: "The GC roots that reference the object itself: kind, then class and field, or thread, class, method and variable"
                .into(),
            example: "Root: static field > com.example.Service > names".into(),
            cardinality: Cardinality::Hierarchies,
            needs: (&[Need::GcRoots]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[VARIABLES, HIDE]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        Ok(Arc::new(Self(Options::parse(options, self.options())?)))
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let roots = NamedRoots::of(heap, self.0.variables_only);
        let mut table = LabelTable::default();
        let none = table.number(self.0.none(NOT_DIRECTLY));
        let mut rooted: Vec<(u32, u32)> = Vec::new();
        for held in roots.held.chunk_by(|a, b| a.0 == b.0) {
            rooted.push((held[0].0, table.number(roots.label(held.iter().map(|&(_, root)| root)))));
        }
        let of = move |object: ObjectIndex, _| match rooted.binary_search_by_key(&object.0, |&(object, _)| object) {
            Ok(at) => rooted[at].1,
            Err(_) => none,
        };
        Ok(Labeling::by_object(table.into_labels(), of))
    }
}

impl Classifier for IndirectlyRooted {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.0.name("Indirectly GC-rooted").into(),
            description:
                "The GC roots from which the object can be reached: kind, then class and field, or thread, class, method and variable"
                    .into(),
            example: "Root: local variable > main > com.example.Main > run".into(),
            cardinality: Cardinality::Hierarchies,
            needs: (&[Need::GcRoots, Need::References]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[VARIABLES, HIDE, FIRST]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        Ok(Arc::new(Self(Options::parse(options, self.options())?)))
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let roots = NamedRoots::of(heap, self.0.variables_only);
        let mut labels = vec![self.0.none(NOT_REACHED)];
        // Number 0 is for objects that no root reaches.
        let column = if self.0.first_root {
            labels.extend((0..roots.names.len() as u32).map(|root| roots.label([root])));
            reach::closest(heap, &roots.held, progress)?
        } else {
            let (column, sets) = reach::all(heap, &roots.held, progress)?;
            labels.extend(sets[1..].iter().map(|set| roots.label(set.iter().copied())));
            column
        };
        Ok(Labeling::by_object(labels, move |object, _| column[object.at()]))
    }
}

impl Classifier for ThreadOfRoot {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Thread of closest root".into(),
            description: "The thread whose stack or object is the closest GC root; roots without a thread come in between".into(),
            example: "http-worker-7".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::GcRoots, Need::References]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let roots = NamedRoots::of(heap, false);
        let column = reach::closest(heap, &roots.held, progress)?;
        let thread = |name: &Vec<Arc<str>>| match (&*name[0], name.get(1)) {
            ("Root: static field", _) | (_, None) => NO_THREAD.into(),
            (_, Some(thread)) => thread.clone(),
        };
        let names = std::iter::once(Arc::<str>::from(NO_THREAD)).chain(roots.names.iter().map(thread));
        let mut table = LabelTable::default();
        let numbers: Vec<u32> = names.map(|name| table.number(Label::one(name))).collect();
        Ok(Labeling::by_object(table.into_labels(), move |object, _| numbers[column[object.at()] as usize]))
    }
}
