//! Random heaps with named fields, static fields, JNI handles and local variables, for laws about paths and graphs.

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::prelude::*;

use crate::fixture::{TextHeap, heap};

/// What the objects of a random heap may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// Names of classes; one that ends in `[9]` is an array. `Cache` has a class object, which holds the static fields.
    pub(crate) classes: [&'static str; 5],
    /// Names of fields.
    pub(crate) fields: [&'static str; 3],
    /// Threads, called t0, t1 and so on.
    pub(crate) threads: usize,
}

/// Objects by number; `Cache` is a class whose class object is in the heap.
#[derive(Debug, Clone)]
pub(crate) struct RandomHeap {
    /// Names of classes and fields.
    pub(crate) vocabulary: Vocabulary,
    /// Class and references, each through a field.
    pub(crate) objects: Vec<(usize, BTreeMap<usize, usize>)>,
    /// Objects in static fields.
    pub(crate) statics: Vec<usize>,
    /// Objects that JNI holds.
    pub(crate) handles: Vec<usize>,
    /// Objects on stacks, by thread.
    pub(crate) locals: Vec<Vec<usize>>,
}

/// Heaps of so many objects.
pub(crate) fn random_heap(vocabulary: Vocabulary, objects: Range<usize>) -> impl Strategy<Value = RandomHeap> {
    let Vocabulary { classes, fields, threads } = vocabulary;
    let object = move |count: usize| (0..classes.len(), prop::collection::btree_map(0..fields.len(), 0..count, 0..=fields.len()));
    let some = |count: usize| prop::collection::vec(0..count, 0..3);
    objects
        .prop_flat_map(move |count| {
            (prop::collection::vec(object(count), count), some(count), some(count), prop::collection::vec(some(count), threads))
        })
        .prop_map(move |(objects, statics, handles, locals)| RandomHeap { vocabulary, objects, statics, handles, locals })
}

impl RandomHeap {
    /// The heap; object number N is called oN and has index N.
    pub(crate) fn build(&self) -> TextHeap {
        let list = |objects: &[usize]| objects.iter().map(|object| format!(" o{object}")).collect::<String>();
        let mut text = format!("class Cache\nroot static Cache.field ->{}\nroot jni ->{}\n", list(&self.statics), list(&self.handles));
        for (thread, locals) in self.locals.iter().enumerate() {
            text.push_str(&format!("root thread t{thread} ->{}\n", list(locals)));
        }
        for (at, (_, fields)) in self.objects.iter().enumerate() {
            text.push_str(&format!("o{at}: {} 16 ->", self.class(at)));
            for (&field, target) in fields {
                let name = if self.class(at).ends_with(']') { String::new() } else { format!("{}=", self.vocabulary.fields[field]) };
                text.push_str(&format!(" {name}o{target}"));
            }
            text.push('\n');
        }
        heap(&text)
    }

    /// The class of an object.
    pub(crate) fn class(&self, object: usize) -> &'static str {
        self.vocabulary.classes[self.objects[object].0]
    }
}
