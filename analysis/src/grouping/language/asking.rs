//! What functions of scripts ask of the heap state while a script is evaluated.
//!
//! They cannot borrow the heap state, so for the time of an evaluation it lies in a scoped thread-local, and what belongs to the
//! evaluation beside it. Nothing in here starts parallel work, so no other evaluation comes between.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rhai::{Dynamic, EvalAltResult, ImmutableString};
use rustc_hash::FxHashMap;
use scoped_tls::scoped_thread_local;

use super::facts::HeapFacts;
use super::known::MOST_QUESTIONS;
use super::question::{Answer, Place, Question, Row, View};
use super::values::Values;
use crate::base::progress::Progress;
use crate::heap::HeapState;

scoped_thread_local!(pub(super) static HEAP: HeapState);

thread_local! {
    pub(super) static RUN: RefCell<Option<Box<Run>>> = const { RefCell::new(None) };
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
pub(super) struct Run {
    pub(super) facts: Arc<HeapFacts>,
    pub(super) progress: Progress,
    pub(super) values: Values,
    pub(super) rows: Vec<Row>,
    pub(super) replies: FxHashMap<Question, Reply>,
    pub(super) asked: Vec<(Question, Answer)>,
    /// Whether the questions alone decide the result.
    pub(super) repeatable: bool,
    pub(super) lacks_values: bool,
    pub(super) began: Instant,
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
