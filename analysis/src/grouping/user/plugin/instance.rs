//! One running instance of a plug-in.

use std::sync::Arc;

use wasmi::{Engine, Extern, Module, Store, StoreLimitsBuilder, TrapCode, TypedFunc};

use super::host::{Asked, Host, linker};
use super::{Facts, Stretch};
use crate::base::ids::ObjectIndex;
use crate::grouping::user::plugin::description::{Description, MOST_MEMORY, STEPS_PER_CALL, VERSION};

/// Elements of tables, such as those of function pointers.
const MOST_TABLE_ELEMENTS: usize = 100_000;

/// A module that has started.
pub(crate) struct Running<'a> {
    store: Store<Host<'a>>,
    question: Question,
    facts: &'a Facts<'a>,
    stretch: &'a Stretch,
}

/// What a plug-in is asked.
enum Question {
    Classify(TypedFunc<u32, ()>),
    Accepts(TypedFunc<u32, i32>),
}

/// What a plug-in says of an object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The names that it gave, one list per hierarchy.
    Groups(Vec<Vec<Arc<str>>>),
    /// Whether it lets the object pass.
    Accepted(bool),
}

impl<'a> Running<'a> {
    /// Asks a module to describe itself.
    pub(super) fn describe(engine: &Engine, module: &Module) -> Result<Description, String> {
        let (mut store, instance) = instantiate(engine, module)?;
        let version =
            instance.get_typed_func::<(), i32>(&store, "memory_city_version").map_err(|error| missing("memory_city_version", &error))?;
        let found = version.call(&mut store, ()).map_err(|error| in_words(&error))?;
        if found != VERSION {
            return Err(format!("it was made for version {found} of the interface, this program has version {VERSION}"));
        }
        let describe = instance.get_typed_func::<(), ()>(&store, "describe").map_err(|error| missing("describe", &error))?;
        describe.call(&mut store, ()).map_err(|error| format!("describe failed: {}", in_words(&error)))?;
        // Its type is checked here, so that it does not surprise later.
        question(&store, &instance)?;
        Ok(store.into_data().description)
    }

    pub(super) fn start(engine: &Engine, module: &Module, facts: &'a Facts<'a>, stretch: &'a Stretch) -> Result<Self, String> {
        let (store, instance) = instantiate(engine, module)?;
        let question = question(&store, &instance)?;
        Ok(Self { store, question, facts, stretch })
    }

    /// Asks about an object, and takes what it costs from `steps`. After an error the instance is of no more use.
    pub(crate) fn ask(&mut self, object: ObjectIndex, neighbours: bool, steps: &mut u64) -> Result<Answer, String> {
        let given = STEPS_PER_CALL.min(*steps);
        self.store.set_fuel(given).map_err(|error| in_words(&error))?;
        let host = self.store.data_mut();
        host.asked = Some(Asked { facts: self.facts, stretch: self.stretch, object, neighbours });
        host.chains.clear();
        // Where single objects do not matter, their numbers are not told.
        let number = if neighbours { object.0 + 1 } else { 0 };
        let answer = match &self.question {
            Question::Classify(classify) => {
                classify.call(&mut self.store, number).map(|()| Answer::Groups(std::mem::take(&mut self.store.data_mut().chains)))
            }
            Question::Accepts(accepts) => accepts.call(&mut self.store, number).map(|accepted| Answer::Accepted(accepted != 0)),
        };
        *steps -= given - self.store.get_fuel().map_or(0, |left| left.min(given));
        answer.map_err(|error| in_words(&error))
    }
}

/// Starts a module within its limits.
fn instantiate<'a>(engine: &Engine, module: &Module) -> Result<(Store<Host<'a>>, wasmi::Instance), String> {
    let limits = StoreLimitsBuilder::new().memory_size(MOST_MEMORY).table_elements(MOST_TABLE_ELEMENTS).instances(1).memories(1).tables(8);
    let host = Host { limits: limits.build(), memory: None, asked: None, description: Description::default(), chains: Vec::new() };
    let mut store = Store::new(engine, host);
    store.limiter(|host| &mut host.limits);
    let cannot_start = |error: wasmi::Error| format!("it does not start: {}", in_words(&error));
    store.set_fuel(STEPS_PER_CALL).map_err(cannot_start)?;
    let linker = linker(engine).map_err(cannot_start)?;
    let instance = linker.instantiate_and_start(&mut store, module).map_err(cannot_start)?;
    let Some(Extern::Memory(memory)) = instance.get_export(&store, "memory") else {
        return Err("it does not export a memory called memory".to_owned());
    };
    store.data_mut().memory = Some(memory);
    Ok((store, instance))
}

fn question(store: &Store<Host<'_>>, instance: &wasmi::Instance) -> Result<Question, String> {
    if instance.get_func(store, "classify").is_some() {
        instance.get_typed_func(store, "classify").map(Question::Classify).map_err(|error| missing("classify", &error))
    } else {
        instance.get_typed_func(store, "accepts").map(Question::Accepts).map_err(|error| missing("accepts", &error))
    }
}

fn missing(name: &str, error: &wasmi::Error) -> String {
    format!("the function {name} is missing or of another type: {error}")
}

/// What went wrong, for people.
fn in_words(error: &wasmi::Error) -> String {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => "it took too many steps".to_owned(),
        Some(TrapCode::UnreachableCodeReached) => "it gave up (unreachable code)".to_owned(),
        _ => error.to_string(),
    }
}
