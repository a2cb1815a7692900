//! Plug-in: a classifier or filter from a WebAssembly module ([`crate::grouping::user::plugin`]).

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::user::plugin::description::STEPS_PER_CALL;
use crate::grouping::user::plugin::reads::Reads;
use crate::grouping::user::plugin::{Answer, FAILED, Facts, Plugin, Running, STEPS_PER_OBJECT, Stretch};
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::HeapState;

/// Objects that one instance handles. Tests cut their small heaps, too.
const STRETCH: usize = if cfg!(test) { 16 } else { 1 << 17 };

/// A plug-in that failed so often in one stretch is not called again for the rest of it.
const MOST_FAILURES: usize = if cfg!(test) { 4 } else { 1_000 };

/// Calls between two looks at the cancel flag; each takes a tenth of a second at most.
const CHECK_EVERY: usize = 16;

/// A plug-in among the classifiers.
#[derive(Debug)]
pub(in crate::grouping) struct PluginClassifier(pub(in crate::grouping) Plugin);

/// The labels of one stretch.
struct Labels<'a> {
    plugin: &'a Plugin,
    facts: &'a Facts<'a>,
    stretch: &'a Stretch,
    running: Option<Running<'a>>,
    /// What is left of the budget.
    steps: u64,
    calls: usize,
    failures: usize,
    /// Why the first call failed.
    first_failure: Option<String>,
}

/// Objects that got no label, and why the first one did not.
#[derive(Debug, Default)]
struct Failures {
    objects: u64,
    first: String,
}

impl Classifier for PluginClassifier {
    fn info(&self) -> ClassifierInfo {
        let (told, reads) = (self.0.description(), self.0.reads());
        let read = reads.in_words();
        let reads_what = if read.is_empty() { String::new() } else { format!("; reads {read}") };
        let needed = [
            (Reads::TYPE, Need::TypeNames),
            (Reads::ARRAY_LENGTH, Need::ArrayLengths),
            (Reads::INCOMING, Need::References),
            (Reads::OUTGOING, Need::References),
            (Reads::OBJECT, Need::References),
            (Reads::POINTED_FROM, Need::References),
            (Reads::ROOTS, Need::GcRoots),
            (Reads::FIELDS, Need::FieldValues),
            (Reads::TEXT, Need::FieldValues),
        ];
        let mut needs: Vec<Need> = needed.into_iter().filter(|&(read, _)| reads.has(read)).map(|(_, need)| need).collect();
        needs.dedup();
        ClassifierInfo {
            name: told.name.clone().into(),
            description: format!("{} (plug-in {}{reads_what})", told.description, self.0.file()).trim_start().to_owned().into(),
            example: told.example.clone().into(),
            cardinality: self.0.cardinality(),
            needs: needs.into(),
        }
    }

    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        let reads = self.0.reads();
        let values = reads.has(Reads::FIELDS) || reads.has(Reads::TEXT);
        (values && !heap.has_records()).then(|| "this input holds no values of fields".to_owned())
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, warnings: &Warnings) -> Result<Labeling<'h>> {
        let (plugin, reads) = (&self.0, self.0.reads());
        if reads.has(Reads::POINTED_FROM) || reads.has(Reads::INCOMING) {
            // Not from within the parallel loop, whose workers would wait for themselves.
            heap.references.build_pointed_from(progress)?;
        }
        let facts = Facts::new(heap, &plugin.description().fields);
        progress.start(format!("Asking the plug-in {}", plugin.name()), heap.len() as u64);
        // By the start of the stretch, so that threads do not decide which failure is told.
        let failed: Mutex<Vec<(u32, Failures)>> = Mutex::default();
        let labeling = if reads.only(Reads::TYPE) {
            let (labeling, failures) = label_types(plugin, &facts, progress)?;
            failed.lock().unwrap_or_else(PoisonError::into_inner).push((0, failures));
            labeling
        } else {
            Labeling::by_stretch(heap, STRETCH, progress, |range, column| {
                let start = range.start;
                let (labels, failures) = label_stretch(plugin, &facts, range, column, progress)?;
                failed.lock().unwrap_or_else(PoisonError::into_inner).push((start, failures));
                Ok(labels)
            })?
        };
        let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.sort_by_key(|&(start, _)| start);
        for (_, Failures { objects, first }) in failed {
            warnings.add_many(&format!("the plug-in {} failed for an object", plugin.name()), objects, first);
        }
        Ok(labeling)
    }
}

/// Labels one object of each type.
fn label_types(plugin: &Plugin, facts: &Facts<'_>, progress: &Progress) -> Result<(Labeling<'static>, Failures)> {
    let heap = facts.heap;
    // An object of each type, and how many there are.
    let mut of_type: Vec<(Option<ObjectIndex>, u64)> = vec![(None, 0); heap.types.len()];
    for object in heap.kept_objects() {
        let (example, objects) = &mut of_type[heap.type_of(object).at()];
        example.get_or_insert(object);
        *objects += 1;
    }
    let stretch = Stretch::default();
    let mut labels = Labels::new(plugin, facts, &stretch, heap.len());
    let mut failures = Failures::default();
    let mut error = None;
    let labeling = Labeling::by_type(heap, |at| match of_type[at.at()] {
        (Some(example), objects) if error.is_none() => {
            let label = labels.label(example, progress).unwrap_or_else(|cancelled| {
                error = Some(cancelled);
                None
            });
            failures.objects += if label.is_none() { objects } else { 0 };
            label.unwrap_or_else(|| failed(plugin))
        }
        _ => failed(plugin),
    });
    failures.first = labels.first_failure.unwrap_or_default();
    error.map_or(Ok((labeling, failures)), Err)
}

/// Labels the objects of one stretch that count, once per combination of what the plug-in reads where that is possible.
fn label_stretch(
    plugin: &Plugin,
    facts: &Facts<'_>,
    range: Range<u32>,
    column: &mut [u32],
    progress: &Progress,
) -> Result<(Vec<Label>, Failures)> {
    let (heap, reads) = (facts.heap, plugin.reads());
    let objects: Vec<ObjectIndex> = range.clone().map(ObjectIndex).filter(|object| heap.kept.contains(object.0)).collect();
    let stretch = Stretch::read(facts, reads, range.clone(), &objects);
    let mut labels = Labels::new(plugin, facts, &stretch, objects.len());
    let mut table = LabelTable::default();
    let failed_number = table.number(failed(plugin));
    let mut failures = Failures::default();
    // `None` is a combination for which the plug-in failed.
    let mut known: FxHashMap<_, Option<u32>> = FxHashMap::default();
    for object in objects {
        let mut ask = || Ok::<_, crate::base::error::Error>(labels.label(object, progress)?.map(|label| table.number(label)));
        let number = if reads.single_objects() {
            ask()?
        } else {
            let combination = facts.combination(reads, object);
            match known.get(&combination) {
                Some(&number) => number,
                None => {
                    let number = ask()?;
                    known.insert(combination, number);
                    number
                }
            }
        };
        failures.objects += u64::from(number.is_none());
        column[(object.0 - range.start) as usize] = number.unwrap_or(failed_number);
    }
    failures.first = labels.first_failure.unwrap_or_default();
    Ok((table.into_labels(), failures))
}

/// The label of an object that got none.
fn failed(plugin: &Plugin) -> Label {
    if plugin.cardinality() == Cardinality::Filter { Label::Accepted } else { Label::one(FAILED) }
}

impl<'a> Labels<'a> {
    fn new(plugin: &'a Plugin, facts: &'a Facts<'a>, stretch: &'a Stretch, objects: usize) -> Self {
        let steps = STEPS_PER_CALL.max(STEPS_PER_OBJECT.saturating_mul(objects as u64));
        Self { plugin, facts, stretch, running: None, steps, calls: 0, failures: 0, first_failure: None }
    }

    /// The label of an object; `None` if the plug-in fails. Returns an error only when the user cancels.
    fn label(&mut self, object: ObjectIndex, progress: &Progress) -> Result<Option<Label>> {
        self.calls += 1;
        if self.calls.is_multiple_of(CHECK_EVERY) {
            progress.check()?;
        }
        if self.failures >= MOST_FAILURES || self.steps == 0 {
            return Ok(None);
        }
        match self.ask(object).and_then(|answer| label_of(answer, self.plugin.cardinality())) {
            Ok(label) => Ok(Some(label)),
            Err(reason) => {
                self.failures += 1;
                self.running = None;
                self.first_failure.get_or_insert_with(|| {
                    let heap = self.facts.heap;
                    format!("{reason}, for an object of type {}", heap.type_info(heap.type_of(object)).name)
                });
                Ok(None)
            }
        }
    }

    fn ask(&mut self, object: ObjectIndex) -> std::result::Result<Answer, String> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(self.plugin.start(self.facts, self.stretch)?),
        };
        running.ask(object, self.plugin.reads().single_objects(), &mut self.steps)
    }
}

/// Whether an answer fits what the plug-in said that it answers.
fn label_of(answer: Answer, cardinality: Cardinality) -> std::result::Result<Label, String> {
    let mut chains = match answer {
        Answer::Accepted(accepted) => return Ok(Label::passes(accepted)),
        Answer::Groups(chains) => chains,
    };
    let labels: usize = chains.iter().map(Vec::len).sum();
    match cardinality {
        Cardinality::Many => {
            chains = chains.into_iter().flatten().map(|name| vec![name]).collect();
        }
        Cardinality::One if labels > 1 => return Err(format!("it gave {labels} labels where its cardinality is one")),
        Cardinality::Hierarchy if chains.len() > 1 => return Err(format!("it gave {} hierarchies where it said one", chains.len())),
        _ => {}
    }
    chains.retain(|chain| !chain.is_empty());
    chains.sort_unstable();
    chains.dedup();
    Ok(Label::Chains(chains))
}
