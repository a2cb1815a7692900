//! Script: a classifier or filter that the user wrote.
//!
//! A script is evaluated once per combination of the properties that it reads, as long as these are few: type, array
//! length, size, numbers of references, kinds of roots, collection size. One that reads fields, texts or neighbours is
//! evaluated per object; what it reads of the dump is then read ahead, a stretch of objects at a time.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::grouping::steps::error_at;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelOf, LabelTable, Labeling, Labels, Need};
use crate::script::{Facts, Fault, HeapFacts, Run, Script, ScriptValue, Uses};
use crate::{Error, HeapState, ObjectIndex, Progress, Result, Warnings};

/// Objects that one task handles at a time. Tests cut their small heaps, too.
const CHUNK: usize = if cfg!(test) { 16 } else { 1 << 17 };

/// Longer names of groups are cut; they are made of texts that a program wrote.
const LONGEST_NAME: usize = 200;

/// An expression, compiled.
#[derive(Debug, Clone)]
pub(in crate::grouping) struct ScriptClassifier {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    example: Cow<'static, str>,
    is_filter: bool,
    source: String,
    script: Script,
}

impl ScriptClassifier {
    /// Compiles `script(SOURCE)`, or `where(SOURCE)` for a filter.
    pub(in crate::grouping) fn new(source: &str, is_filter: bool) -> std::result::Result<Self, Fault> {
        let name = format!("{}({source})", if is_filter { "where" } else { "script" });
        Ok(Self {
            name: name.into(),
            description: "An expression over the properties of an object".into(),
            example: if is_filter { "where(size > 1000)".into() } else { "script(count == 0 ? \"empty\" : \"used\")".into() },
            is_filter,
            source: source.to_owned(),
            script: Script::compile(source)?,
        })
    }

    /// Several labels of one script: the distinct ones and a number per object of the chunk.
    fn label_chunk(&self, facts_of_heap: &HeapFacts<'_>, range: std::ops::Range<u32>, column: &mut [u32]) -> Result<Vec<Label>> {
        let heap = facts_of_heap.heap;
        let objects: Vec<ObjectIndex> = range.clone().map(ObjectIndex).filter(|object| heap.kept.contains(object.0)).collect();
        let facts = Facts::read(heap, &self.script, range.clone(), &objects);
        let uses = self.script.uses;
        let by_combination = !(uses.fields || uses.text || uses.object);
        let mut numbers: FxHashMap<Combination, u32> = FxHashMap::default();
        let mut table = LabelTable::default();
        for object in objects {
            let number = &mut column[(object.0 - range.start) as usize];
            let mut evaluate = || Ok::<u32, Error>(table.number(self.label(facts_of_heap, &facts, object)?));
            *number = if by_combination {
                let combination = Combination::of(uses, facts_of_heap, &facts, object);
                match numbers.get(&combination) {
                    Some(&known) => known,
                    None => {
                        let number = evaluate()?;
                        numbers.insert(combination, number);
                        number
                    }
                }
            } else {
                evaluate()?
            };
        }
        Ok(table.into_labels())
    }

    fn label(&self, heap: &HeapFacts<'_>, facts: &Facts, object: ObjectIndex) -> Result<Label> {
        let evaluated = Run::evaluate(&self.script, heap, facts, object).and_then(|value| self.label_of(value));
        evaluated.map_err(|fault| {
            let type_name = &heap.heap.type_info(heap.heap.type_of(object)).name;
            error_at(&self.source, fault.at, format!("{} (in {}, for an object of type {type_name})", fault.message, self.name))
        })
    }

    fn label_of(&self, value: ScriptValue<'_>) -> std::result::Result<Label, Fault> {
        let fault = |message: &str| Err(Fault { at: 0, message: message.to_owned() });
        if self.is_filter {
            return match value {
                ScriptValue::Bool(passes) => Ok(Label::passes(passes)),
                _ => fault("a filter answers with true or false"),
            };
        }
        let chain = |value: &ScriptValue<'_>| match value {
            ScriptValue::Path(parts) => Some(parts.iter().map(|part| shortened(part.clone())).collect()),
            other => Some(vec![shortened(other.to_text()?)]),
        };
        let chains = match &value {
            ScriptValue::Null => Some(Vec::new()),
            ScriptValue::List(list) => list.iter().map(chain).collect::<Option<Vec<_>>>().map(|mut chains| {
                chains.sort_unstable();
                chains.dedup();
                chains
            }),
            other => chain(other).map(|chain| vec![chain]),
        };
        match chains {
            Some(chains) => Ok(Label::Chains(chains)),
            None => fault("an object is no name of a group; ask for a property of it, such as its type"),
        }
    }
}

fn shortened(name: Arc<str>) -> Arc<str> {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name,
    }
}

/// The properties that a script reads; the others are 0.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Combination {
    object_type: u32,
    /// One more than the length of an array.
    array_length: u64,
    size: u64,
    incoming: u32,
    outgoing: usize,
    roots: u32,
    count: Option<u64>,
}

impl Combination {
    fn of(uses: Uses, heap_facts: &HeapFacts<'_>, facts: &Facts, object: ObjectIndex) -> Self {
        let heap = heap_facts.heap;
        Self {
            object_type: if uses.of_type { heap.type_of(object).0 } else { 0 },
            array_length: if uses.array_length || uses.count {
                heap.array_length(object).map_or(0, |length| u64::from(length) + 1)
            } else {
                0
            },
            size: if uses.size { heap.bytes_of(object) } else { 0 },
            incoming: if uses.incoming { heap_facts.incoming(object) } else { 0 },
            outgoing: if uses.outgoing { heap.points_to(object).len() } else { 0 },
            roots: if uses.roots { heap_facts.root_set(object) } else { 0 },
            count: if uses.count { facts.count(object) } else { None },
        }
    }
}

impl Classifier for ScriptClassifier {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.name.clone(),
            description: self.description.clone(),
            example: self.example.clone(),
            cardinality: if self.is_filter { Cardinality::Filter } else { Cardinality::Hierarchies },
            needs: if self.script.uses.values { &[Need::FieldValues] } else { &[Need::TypeNames] },
        }
    }

    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        (self.script.uses.values && !heap.has_records()).then(|| "this input holds no values of fields".to_owned())
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let facts = HeapFacts::new(heap);
        if self.script.uses.pointed_from {
            // Not from within the parallel loop, whose workers would wait for themselves.
            heap.references.build_pointed_from(progress)?;
        }
        if self.script.uses == (Uses { of_type: true, ..Uses::default() }) {
            return self.classify_types(&facts);
        }
        progress.start("Evaluating expressions", heap.len() as u64);
        Labeling::by_stretch(heap, CHUNK, progress, |range, column| self.label_chunk(&facts, range, column))
    }
}

impl ScriptClassifier {
    /// Evaluates for one object of each type.
    fn classify_types<'h>(&self, facts: &HeapFacts<'h>) -> Result<Labeling<'h>> {
        let heap = facts.heap;
        let mut example: Vec<Option<ObjectIndex>> = vec![None; heap.types.len()];
        for object in heap.kept_objects() {
            example[heap.type_of(object).at()].get_or_insert(object);
        }
        let mut table = LabelTable::default();
        let none = Facts::default();
        let number = |object: &Option<ObjectIndex>| match object {
            Some(object) => Ok(table.number(self.label(facts, &none, *object)?)),
            None => Ok(0),
        };
        let of = LabelOf::Type(example.iter().map(number).collect::<Result<_>>()?);
        let mut labels = table.into_labels();
        if labels.is_empty() {
            labels.push(Label::Accepted);
        }
        Ok(Labeling { labels: Labels::Table(labels), of })
    }
}
