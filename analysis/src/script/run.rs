//! Evaluating scripts for the objects of a heap state, one thread at a time.
//!
//! Functions that scripts call cannot borrow the heap state, so for the time of an evaluation it lies in a scoped
//! thread-local, and what belongs to the evaluation beside it. Nothing in here starts parallel work, so no other
//! evaluation comes between.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rhai::{Dynamic, EvalAltResult, ImmutableString, Scope};
use rustc_hash::FxHashMap;
use scoped_tls::scoped_thread_local;

use super::compile::Script;
use super::engine::ENGINE;
use super::facts::HeapFacts;
use super::fault::Fault;
use super::known::{Known, MOST_QUESTIONS};
use super::question::{Answer, Place, Question, Row, View};
use super::values::Values;
use crate::{HeapState, ObjectIndex, Progress};

scoped_thread_local!(static HEAP: HeapState);

thread_local! {
    static RUN: RefCell<Option<Box<Run>>> = const { RefCell::new(None) };
}

/// How long one evaluation may take; by the number of steps it would end much earlier, were each of them short.
const LONGEST_EVALUATION: Duration = Duration::from_secs(20);

/// The clock is looked at once in so many steps.
const STEPS_PER_LOOK: u64 = 256;

/// An answer, and the newest row where the answer is one.
pub(super) type Reply = (Answer, u32);
/// What functions of scripts return.
pub(super) type Called<T> = Result<T, Box<EvalAltResult>>;

/// What belongs to one evaluation, and what outlives it.
#[derive(Debug)]
struct Run {
    facts: Arc<HeapFacts>,
    progress: Progress,
    values: Values,
    rows: Vec<Row>,
    replies: FxHashMap<Question, Reply>,
    asked: Vec<(Question, Answer)>,
    /// Whether the questions alone decide the result.
    repeatable: bool,
    lacks_values: bool,
    began: Instant,
}

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

/// Asks the heap state for the evaluation of this thread.
pub(super) fn ask(question: Question) -> Called<Reply> {
    with_run(|run, heap| {
        if let Some(&known) = run.replies.get(&question) {
            return Ok(known);
        }
        let mut view = View { heap, facts: &run.facts, values: &mut run.values, rows: &mut run.rows };
        let Ok(answer) = view.answer(question) else {
            run.lacks_values = true;
            // Unlike other errors, this one cannot be caught by a script.
            return Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, rhai::Position::NONE).into());
        };
        let reply = (answer, (run.rows.len() - 1) as u32);
        run.replies.insert(question, reply);
        if run.asked.len() == MOST_QUESTIONS {
            run.repeatable = false;
        }
        if run.repeatable {
            run.asked.push((question, answer));
            run.repeatable = answer != Answer::Text;
        }
        Ok(reply)
    })
}

/// The text of an object that answered with one.
pub(super) fn text(place: Place) -> Called<Option<ImmutableString>> {
    match ask(Question::Text(place))?.0 {
        Answer::Text => with_run(|run, heap| {
            let view = View { heap, facts: &run.facts, values: &mut run.values, rows: &mut run.rows };
            let object = view.object(place);
            Ok(view.values.text(heap, object).ok().flatten().cloned())
        }),
        _ => Ok(None),
    }
}

/// The number of a field's name.
pub(super) fn field_name(name: &str) -> Called<u32> {
    with_run(|run, _| Ok(run.values.name(name)))
}

/// Looks at the heap state for what follows from answers.
pub(super) fn look<T>(look: impl FnOnce(&HeapState, &HeapFacts) -> T) -> Called<T> {
    with_run(|run, heap| Ok(look(heap, &run.facts)))
}

/// Whether an evaluation that took so many steps is to be given up.
pub(super) fn is_over(steps: u64) -> bool {
    steps.is_multiple_of(STEPS_PER_LOOK)
        && RUN.with(|cell| {
            cell.borrow().as_ref().is_some_and(|run| run.began.elapsed() > LONGEST_EVALUATION || run.progress.check().is_err())
        })
}

fn with_run<T>(work: impl FnOnce(&mut Run, &HeapState) -> Called<T>) -> Called<T> {
    RUN.with(|cell| match cell.borrow_mut().as_mut() {
        Some(run) if HEAP.is_set() => HEAP.with(|heap| work(run, heap)),
        _ => Err("there is no object to ask about".into()),
    })
}
