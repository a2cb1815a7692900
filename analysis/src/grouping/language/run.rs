//! Evaluating scripts for the objects of a heap state, one thread at a time.

use std::sync::Arc;
use std::time::Instant;

use rhai::{Dynamic, Scope};
use rustc_hash::FxHashMap;

use super::asking::{HEAP, RUN, Run};
use super::compile::Script;
use super::engine::ENGINE;
use super::facts::HeapFacts;
use super::fault::Fault;
use super::known::Known;
use super::question::{Row, View};
use super::values::Values;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// What an evaluation came to.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The number of a result.
    Result(u32),
    /// Values must be read first; the evaluation is to be repeated.
    LacksValues,
    /// It takes too much time or memory, and the next ones would.
    Hopeless(Fault),
    /// The user wants to stop.
    Cancelled,
}

/// Evaluates a script for many objects and remembers what it learned. One per thread.
#[derive(Debug)]
pub(crate) struct Evaluator<'s> {
    script: &'s Script,
    known: Known,
    run: Option<Box<Run>>,
}

impl<'s> Evaluator<'s> {
    pub(crate) fn new(script: &'s Script, facts: Arc<HeapFacts>, progress: Progress) -> Self {
        let run = Run {
            facts,
            progress,
            values: Values::default(),
            rows: Vec::new(),
            replies: FxHashMap::default(),
            asked: Vec::new(),
            repeatable: true,
            lacks_values: false,
            began: Instant::now(),
        };
        Self { script, known: Known::new(), run: Some(Box::new(run)) }
    }

    /// Evaluates for all these objects in turn. `number` makes the number of a result.
    pub(crate) fn evaluate(
        &mut self,
        heap: &HeapState,
        objects: impl IntoIterator<Item = ObjectIndex>,
        mut number: impl FnMut(Result<Dynamic, Fault>) -> u32,
        mut each: impl FnMut(ObjectIndex, Outcome) -> bool,
    ) {
        HEAP.set(heap, || {
            for object in objects {
                let outcome = self.outcome(heap, object, &mut number);
                if !each(object, outcome) {
                    return;
                }
            }
        });
    }

    /// Values that were read and are wanted.
    pub(crate) fn values(&mut self) -> &mut Values {
        &mut self.run.as_mut().expect("only an evaluation takes it").values
    }

    fn outcome(&mut self, heap: &HeapState, object: ObjectIndex, number: &mut impl FnMut(Result<Dynamic, Fault>) -> u32) -> Outcome {
        let mut run = self.run.take().expect("only an evaluation takes it");
        let mut view = View { heap, facts: &run.facts, values: &mut run.values, rows: &mut run.rows };
        let outcome = match self.known.find(&mut view, object) {
            Ok(Some(result)) => Outcome::Result(result),
            Err(_) => Outcome::LacksValues,
            Ok(None) => {
                let (returned, evaluated) = self.script.evaluate(run, object);
                run = returned;
                if run.lacks_values {
                    Outcome::LacksValues
                } else {
                    match evaluated {
                        Err(_) if run.progress.check().is_err() => Outcome::Cancelled,
                        Err(fault) if fault.hopeless => Outcome::Hopeless(fault),
                        evaluated => {
                            let result = number(evaluated);
                            self.known.learn(&run.asked, run.repeatable.then_some(result));
                            Outcome::Result(result)
                        }
                    }
                }
            }
        };
        self.run = Some(run);
        outcome
    }
}

impl Script {
    fn evaluate(&self, mut run: Box<Run>, object: ObjectIndex) -> (Box<Run>, Result<Dynamic, Fault>) {
        run.rows.clear();
        run.rows.push(Row::One(object));
        run.replies.clear();
        run.asked.clear();
        run.repeatable = true;
        run.lacks_values = false;
        run.began = Instant::now();
        RUN.with(|cell| *cell.borrow_mut() = Some(run));
        let evaluated = ENGINE.eval_ast_with_scope::<Dynamic>(&mut Scope::new(), &self.ast);
        let run = RUN.with(|cell| cell.borrow_mut().take()).expect("nobody else takes it");
        (run, evaluated.map_err(|error| Fault::while_running(*error)))
    }
}
