//! Script: a classifier or filter that the user wrote.
//!
//! Objects are evaluated in stretches, in parallel; each worker remembers what it learned. Values of the dump that a
//! stretch asks for are read together, and what asked for them is evaluated again ([`crate::grouping::language`]).

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use rhai::Dynamic;
use rustc_hash::FxHashMap;

use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::language::{Evaluator, Fault, GroupPath, HeapFacts, Outcome, Script};
use crate::grouping::steps::{error_at, in_parentheses};
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelOf, Labeling, Labels};
use crate::heap::{HeapState, Redacted};

/// Objects that one task handles at a time. Tests cut their small heaps, too.
const CHUNK: usize = if cfg!(test) { 16 } else { 1 << 17 };

/// How often values are read for one stretch: how many unknown objects a script may go through one after another.
const MOST_ROUNDS: usize = 64;

/// Longer names of groups are cut; they are made of texts that a program wrote.
const LONGEST_NAME: usize = 200;

/// The group of objects for which a script failed.
const ERROR_NAME: &str = "(error)";

/// A script, compiled.
#[derive(Debug, Clone)]
pub(in crate::grouping) struct ScriptClassifier {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    example: Cow<'static, str>,
    is_filter: bool,
    is_named: bool,
    is_shipped: bool,
    cardinality: Cardinality,
    source: String,
    script: Script,
}

/// How often a script failed.
#[derive(Debug, Default)]
struct Failures {
    objects: u64,
    failed: u64,
    /// The first object with a fault.
    first: Option<(ObjectIndex, Fault)>,
}

impl Failures {
    fn add(&mut self, other: Self) {
        self.objects += other.objects;
        self.failed += other.failed;
        // Stretches come in any order.
        if let Some(first) = other.first
            && self.first.as_ref().is_none_or(|known| first.0 < known.0)
        {
            self.first = Some(first);
        }
    }
}

/// The labels that one worker met, by number, with the fault of those that stand for one.
#[derive(Debug, Default)]
struct Met {
    labels: Vec<(Label, Option<Fault>)>,
    numbers: FxHashMap<(Label, Option<Fault>), u32>,
}

impl Met {
    fn number(&mut self, label: Label, fault: Option<Fault>) -> u32 {
        let next = self.labels.len() as u32;
        *self.numbers.entry((label, fault)).or_insert_with_key(|met| {
            self.labels.push(met.clone());
            next
        })
    }
}

/// One of several evaluators that go through the stretches.
struct Worker<'s> {
    evaluator: Evaluator<'s>,
    met: Met,
}

impl ScriptClassifier {
    /// Compiles `script(SOURCE)`, or `where(SOURCE)` for a filter.
    pub(in crate::grouping) fn new(source: &str, is_filter: bool) -> std::result::Result<Self, Fault> {
        let name = in_parentheses(if is_filter { "where" } else { "script" }, source);
        let example = if is_filter { "where(size > 1000)" } else { "script(if count == 0 { \"empty\" } else { \"used\" })" };
        let description = "A script over the properties of an object".into();
        Ok(Self { is_named: false, ..Self::named(name, description, example.into(), source, is_filter)? })
    }

    /// Compiles a script that has a name.
    pub(in crate::grouping) fn named(
        name: String,
        description: String,
        example: String,
        source: &str,
        is_filter: bool,
    ) -> std::result::Result<Self, Fault> {
        Ok(Self {
            name: name.into(),
            description: description.into(),
            example: example.into(),
            is_filter,
            is_named: true,
            is_shipped: false,
            cardinality: if is_filter { Cardinality::Filter } else { Cardinality::Any },
            source: source.to_owned(),
            script: Script::compile(source)?,
        })
    }

    /// The same script as one that comes with the program: it is known to answer so, and asks for what only some heaps have.
    pub(in crate::grouping) fn shipped(self, cardinality: Cardinality) -> Self {
        Self { cardinality, is_shipped: true, ..self }
    }

    /// What is told of scripts that stand in a grouping: `where(EXPRESSION)` and `script(EXPRESSION)`.
    pub(in crate::grouping) fn infos() -> [ClassifierInfo; 2] {
        let info = |name: &'static str, description: &'static str, example: &'static str, cardinality: Cardinality| ClassifierInfo {
            name: name.into(),
            description: description.into(),
            example: example.into(),
            cardinality,
            // As the script reads.
            needs: Cow::default(),
        };
        [
            info(
                "script(EXPRESSION)",
                "Groups by what a script says of each object",
                "script(if count == 0 { \"empty\" } else { \"used\" }) puts empty collections into the group empty",
                Cardinality::Any,
            ),
            info(
                "where(EXPRESSION)",
                "Leaves out objects for which a script is false",
                "where(size > 1000) leaves out objects of 1,000 bytes and less",
                Cardinality::Filter,
            ),
        ]
    }

    /// Labels the objects of a stretch that count by the numbers of its own labels.
    fn label_stretch(&self, heap: &HeapState, worker: &mut Worker<'_>, start: u32, column: &mut [u32]) -> Result<(Vec<Label>, Failures)> {
        let Worker { evaluator, met } = worker;
        let mut pending: Vec<ObjectIndex> =
            (start..start + column.len() as u32).filter(|&object| heap.kept.contains(object)).map(ObjectIndex).collect();
        let mut failures = Failures { objects: pending.len() as u64, ..Failures::default() };
        let all = pending.clone();
        for round in 0.. {
            let (mut lacking, mut stopped) = (Vec::new(), None);
            let number = |evaluated: std::result::Result<Dynamic, Fault>| self.number_of(met, evaluated);
            evaluator.evaluate(heap, std::mem::take(&mut pending), number, |object, outcome| {
                match outcome {
                    Outcome::Result(number) => column[(object.0 - start) as usize] = number,
                    Outcome::LacksValues => lacking.push(object),
                    Outcome::Cancelled => stopped = Some(Error::Cancelled),
                    Outcome::Hopeless(fault) => stopped = Some(self.error(heap, object, &fault)),
                }
                stopped.is_none()
            });
            if let Some(error) = stopped {
                return Err(error);
            }
            if lacking.is_empty() {
                break;
            }
            if round == MOST_ROUNDS {
                let far = Fault::of_result(format!("this follows fields through more than {MOST_ROUNDS} objects"));
                let number = self.number_of(met, Err(far));
                lacking.iter().for_each(|object| column[(object.0 - start) as usize] = number);
                break;
            }
            evaluator.values().read(heap);
            pending = lacking;
        }
        evaluator.values().forget();

        // Numbers of the worker become numbers of the stretch, in the order of the objects.
        let (mut labels, mut numbers) = (Vec::new(), FxHashMap::<u32, u32>::default());
        for object in all {
            let number = &mut column[(object.0 - start) as usize];
            let (label, fault) = &met.labels[*number as usize];
            if let Some(fault) = fault {
                failures.failed += 1;
                failures.first.get_or_insert_with(|| (object, fault.clone()));
            }
            *number = *numbers.entry(*number).or_insert_with(|| {
                labels.push(label.clone());
                (labels.len() - 1) as u32
            });
        }
        Ok((labels, failures))
    }

    fn number_of(&self, met: &mut Met, evaluated: std::result::Result<Dynamic, Fault>) -> u32 {
        match evaluated.and_then(|value| self.label_of(value)) {
            Ok(label) => met.number(label, None),
            Err(fault) => {
                let label = if self.is_filter { Label::Rejected } else { Label::one(ERROR_NAME) };
                met.number(label, Some(fault))
            }
        }
    }

    fn error(&self, heap: &HeapState, object: ObjectIndex, fault: &Fault) -> Error {
        let type_name = &heap.type_info(heap.type_of(object)).name;
        let message = format!("{} (in {}, for an object of type {type_name})", fault.message, self.in_words());
        error_at(&self.source, fault.offset(&self.source), message)
    }

    /// What the user called it, or wrote: positions count from its beginning.
    fn in_words(&self) -> String {
        match (self.is_named, self.is_filter) {
            (true, _) => self.name.to_string(),
            (false, true) => format!("the filter {}", shortened(self.source.clone())),
            (false, false) => format!("the script {}", shortened(self.source.clone())),
        }
    }

    fn label_of(&self, value: Dynamic) -> std::result::Result<Label, Fault> {
        if self.is_filter {
            let passes = value.as_bool();
            return passes.map(Label::passes).map_err(|_| Fault::of_result("a filter answers with true or false"));
        }
        if value.is_map() {
            return shares(value.cast());
        }
        let chains = if value.is_unit() {
            Some(Vec::new())
        } else if value.is_array() {
            let mut chains = value.cast::<rhai::Array>().into_iter().map(chain).collect::<Option<Vec<_>>>();
            if let Some(chains) = &mut chains {
                chains.sort_unstable();
                chains.dedup();
            }
            chains
        } else {
            chain(value).map(|chain| vec![chain])
        };
        let no_name = || Fault::of_result("an object is no name of a group; ask for a property of it, such as its type");
        chains.map(Label::Chains).ok_or_else(no_name)
    }
}

/// A map of bytes: one group each.
fn shares(map: rhai::Map) -> std::result::Result<Label, Fault> {
    let share = |(name, bytes): (_, Dynamic)| {
        let bytes = bytes.as_int().ok().and_then(|bytes| u64::try_from(bytes).ok());
        bytes.map(|bytes| (shortened(String::from(name)), bytes))
    };
    let shares = map.into_iter().map(share).collect::<Option<Vec<_>>>();
    let mut shares = shares.ok_or_else(|| Fault::of_result("the bytes of a group are a whole number from 0"))?;
    shares.retain(|&(_, bytes)| bytes > 0);
    Ok(Label::Shares(shares))
}

/// The nested groups that a value stands for.
fn chain(value: Dynamic) -> Option<Vec<Arc<str>>> {
    if value.is_array() {
        return value.cast::<rhai::Array>().into_iter().map(part).collect();
    }
    match value.try_cast_result::<GroupPath>() {
        Ok(GroupPath(parts)) => parts.into_iter().map(part).collect(),
        Err(value) => part(value).map(|part| vec![part]),
    }
}

/// The name that a value stands for.
fn part(value: Dynamic) -> Option<Arc<str>> {
    if value.is_unit() {
        return Some("null".into());
    }
    let is_plain = value.is_string() || value.is_int() || value.is_float() || value.is_bool() || value.is_char();
    is_plain.then(|| shortened(value.to_string()))
}

fn shortened(name: String) -> Arc<str> {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name.into(),
    }
}

impl Classifier for ScriptClassifier {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.name.clone(),
            description: self.description.clone(),
            example: self.example.clone(),
            cardinality: self.cardinality,
            needs: self.script.uses.needs.iter().copied().collect(),
        }
    }

    fn source(&self) -> Option<&str> {
        Some(&self.source)
    }

    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        let no_values = || (self.script.uses.values() && !heap.has_records()).then(|| "this input holds no values of fields".to_owned());
        self.info().missing_in(heap).or_else(no_values)
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, warnings: &Warnings) -> Result<Labeling<'h>> {
        self.warn_of_literals(heap, warnings);
        let facts = Arc::new(HeapFacts::new(heap));
        if self.script.uses.pointed_from {
            // Not from within the parallel loop, whose workers would wait for themselves.
            heap.references.build_pointed_from(progress)?;
        }
        let new_worker = || Worker { evaluator: Evaluator::new(&self.script, facts.clone(), progress.clone()), met: Met::default() };
        if !self.script.uses.beyond_type
            && let Some(labeling) = self.classify_types(heap, new_worker())?
        {
            return Ok(labeling);
        }
        progress.start("Evaluating scripts", heap.len() as u64);
        let workers: Mutex<Vec<Worker<'_>>> = Mutex::new(Vec::new());
        let failures = Mutex::new(Failures::default());
        let labeling = Labeling::by_stretch(heap, CHUNK, progress, |range, column| {
            let idle = workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = idle.unwrap_or_else(new_worker);
            let (labels, failed) = self.label_stretch(heap, &mut worker, range.start, column)?;
            workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
            failures.lock().unwrap_or_else(PoisonError::into_inner).add(failed);
            Ok(labels)
        })?;
        self.report(heap, &failures.into_inner().unwrap_or_else(PoisonError::into_inner), warnings)?;
        Ok(labeling)
    }
}

impl ScriptClassifier {
    /// Evaluates for one object of each type; `None` if the script fails for some of them.
    fn classify_types(&self, heap: &HeapState, mut worker: Worker<'_>) -> Result<Option<Labeling<'static>>> {
        let mut example: Vec<Option<ObjectIndex>> = vec![None; heap.types.len()];
        for object in heap.kept_objects() {
            example[heap.type_of(object).at()].get_or_insert(object);
        }
        let (mut of_type, mut is_sound) = (vec![0_u32; heap.types.len()], true);
        let Worker { evaluator, met } = &mut worker;
        let number = |evaluated: std::result::Result<Dynamic, Fault>| self.number_of(met, evaluated);
        evaluator.evaluate(heap, example.into_iter().flatten(), number, |object, outcome| {
            match outcome {
                Outcome::Result(number) => of_type[heap.type_of(object).at()] = number,
                _ => is_sound = false,
            }
            is_sound
        });
        if !is_sound || met.labels.iter().any(|(_, fault)| fault.is_some()) {
            return Ok(None);
        }
        let mut labels: Vec<Label> = worker.met.labels.into_iter().map(|(label, _)| label).collect();
        if labels.is_empty() {
            labels.push(Label::Accepted);
        }
        Ok(Some(Labeling { labels: Labels::Table(labels), of: LabelOf::Type(of_type) }))
    }

    /// Names that the heap does not have would look like an empty heap.
    fn warn_of_literals(&self, heap: &HeapState, warnings: &Warnings) {
        for (kind, fault) in self.script.literals.without_effect(heap).into_iter().filter(|_| !self.is_shipped) {
            let message = format!("{} (in {})", fault.message, self.in_words());
            warnings.add(kind, error_at(&self.source, fault.offset(&self.source), message));
        }
        let (reads_texts, reads_numbers) = (self.script.uses.contents, self.script.literals.reads_primitives(heap));
        let are_missing = reads_texts && !heap.has_values() || reads_numbers && !heap.has_numbers();
        if are_missing && heap.has_records() {
            let kind = match heap.redacted() {
                Redacted::Nothing => {
                    "a script reads numbers or texts, which a recording does not hold: they are null, and so are most sizes of collections"
                }
                Redacted::Arrays => "a script reads texts or elements of arrays, which were taken out of the dump: they are null",
                Redacted::ArraysAndFields => "a script reads numbers or texts, which were taken out of the dump: they are null",
            };
            warnings.add(kind, self.in_words());
        }
    }

    /// Some failures are a warning, nothing but failures an error.
    fn report(&self, heap: &HeapState, failures: &Failures, warnings: &Warnings) -> Result<()> {
        let Some((object, fault)) = &failures.first else { return Ok(()) };
        let error = self.error(heap, *object, fault);
        if failures.failed == failures.objects {
            return Err(error);
        }
        let kind = if self.is_filter { "a filter failed for objects, which are left out" } else { "a script failed for objects" };
        warnings.add_many(kind, failures.failed, error);
        Ok(())
    }
}
