//! The functions that plug-ins may import, and which properties each of them reads.

use std::sync::Arc;

use wasmi::{Caller, Engine, Error, Linker, Memory, StoreLimits};

use super::{Facts, Stretch};
use crate::base::class_names::package_of;
use crate::base::ids::ObjectIndex;
use crate::grouping::user::plugin::description::{Description, MODULE};
use crate::heap::{ArrayKind, TypeKind, Value};

/// Longer names of groups are cut, in characters.
const LONGEST_LABEL: usize = 200;

/// Names that one call may give.
const MOST_LABELS: usize = 256;

/// Fields that a plug-in may ask for.
const MOST_FIELDS: usize = 64;

/// The longest text that is taken from a plug-in, in bytes.
const LONGEST_TEXT: u32 = 1 << 16;

/// Steps that reading one object from the dump costs, which takes milliseconds.
const STEPS_PER_READ: u64 = 200_000;

/// No object, or no text.
const NONE: i32 = -1;

/// What a running plug-in can reach.
pub(super) struct Host<'a> {
    pub(super) limits: StoreLimits,
    pub(super) memory: Option<Memory>,
    /// The object that is asked about; none while the plug-in describes itself.
    pub(super) asked: Option<Asked<'a>>,
    pub(super) description: Description,
    /// The names that were given, one list per hierarchy.
    pub(super) chains: Vec<Vec<Arc<str>>>,
}

/// The object that a plug-in is asked about.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) stretch: &'a Stretch,
    pub(super) object: ObjectIndex,
    /// Whether other objects can be named.
    pub(super) neighbours: bool,
}

type Called<'c, 'a> = Caller<'c, Host<'a>>;

/// An object by its number: 0 is the one that is asked about, others are one more than their index.
fn object<'a>(called: &Called<'_, 'a>, number: u32) -> Result<(Asked<'a>, ObjectIndex), Error> {
    let asked = called.data().asked.ok_or_else(|| Error::new("there is no object yet while a plug-in describes itself"))?;
    match number.checked_sub(1) {
        None => Ok((asked, asked.object)),
        Some(at) if asked.neighbours && (at as usize) < asked.facts.heap.len() => Ok((asked, ObjectIndex(at))),
        Some(_) => Err(Error::new(format!("there is no object {number}"))),
    }
}

fn number_of(object: u32) -> i32 {
    (object + 1).cast_signed()
}

/// Counts steps for work that is done on behalf of a plug-in.
fn pay(called: &mut Called<'_, '_>, steps: u64) -> Result<(), Error> {
    let left = called.get_fuel()?.checked_sub(steps).ok_or(Error::from(wasmi::TrapCode::OutOfFuel))?;
    called.set_fuel(left)
}

/// A text from the memory of a plug-in.
fn text_from(called: &mut Called<'_, '_>, at: u32, length: u32) -> Result<String, Error> {
    let memory = called.data().memory.ok_or_else(|| Error::new("texts cannot be handed over before the module has started"))?;
    if length > LONGEST_TEXT {
        return Err(Error::new(format!("a text of {length} bytes is too long")));
    }
    pay(called, u64::from(length) / 8)?;
    let bytes = memory.data(&*called).get(at as usize..).and_then(|rest| rest.get(..length as usize));
    let bytes = bytes.ok_or_else(|| Error::new(format!("a text of {length} bytes at {at} lies outside of the memory")))?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Hands out a text.
fn text_to(called: &mut Called<'_, '_>, text: Option<&str>, out: u32, capacity: u32) -> Result<i32, Error> {
    let Some(text) = text else { return Ok(NONE) };
    let memory = called.data().memory.ok_or_else(|| Error::new("texts cannot be handed over before the module has started"))?;
    let taken = &text.as_bytes()[..text.len().min(capacity as usize)];
    pay(called, taken.len() as u64 / 8)?;
    let place = memory.data_mut(&mut *called).get_mut(out as usize..).and_then(|rest| rest.get_mut(..taken.len()));
    let Some(place) = place else {
        return Err(Error::new(format!("{} bytes at {out} lie outside of the memory", taken.len())));
    };
    place.copy_from_slice(taken);
    Ok(i32::try_from(text.len()).unwrap_or(i32::MAX))
}

/// The value of a field; reading that of a neighbour costs many steps.
fn field(called: &mut Called<'_, '_>, number: u32, field: u32) -> Result<Option<Value>, Error> {
    let (asked, object) = object(called, number)?;
    if field as usize >= asked.facts.fields() {
        return Err(Error::new(format!("there is no field {field}: describe names the fields")));
    }
    if !asked.stretch.holds(object) {
        pay(called, STEPS_PER_READ)?;
    }
    Ok(asked.stretch.field(asked.facts, object, field))
}

fn describe<'a>(called: &mut Called<'_, 'a>, at: u32, length: u32, member: fn(&mut Description) -> &mut String) -> Result<(), Error> {
    let text = text_from(called, at, length)?;
    let host: &mut Host<'a> = called.data_mut();
    *member(&mut host.description) = text;
    Ok(())
}

fn label(mut called: Called<'_, '_>, at: u32, length: u32) -> Result<(), Error> {
    let mut text = text_from(&mut called, at, length)?;
    if let Some((end, _)) = text.char_indices().nth(LONGEST_LABEL) {
        text.truncate(end);
        text.push('…');
    }
    let chains = &mut called.data_mut().chains;
    if chains.iter().map(Vec::len).sum::<usize>() >= MOST_LABELS {
        return Err(Error::new(format!("more than {MOST_LABELS} labels for one object")));
    }
    if chains.is_empty() {
        chains.push(Vec::new());
    }
    if let Some(chain) = chains.last_mut() {
        chain.push(text.into());
    }
    Ok(())
}

fn next(mut called: Called<'_, '_>) -> Result<(), Error> {
    let chains = &mut called.data_mut().chains;
    match chains.last() {
        Some(chain) if !chain.is_empty() => chains.push(Vec::new()),
        _ => {}
    }
    Ok(())
}

/// All functions.
pub(super) fn linker<'a>(engine: &Engine) -> Result<Linker<Host<'a>>, Error> {
    let mut linker: Linker<Host<'a>> = Linker::new(engine);
    answers(&mut linker)?;
    properties(&mut linker)?;
    values(&mut linker)?;
    Ok(linker)
}

/// What a plug-in tells.
fn answers<'a>(linker: &mut Linker<Host<'a>>) -> Result<(), Error> {
    linker.func_wrap(MODULE, "name", |mut called: Called<'_, 'a>, at: u32, length: u32| {
        describe(&mut called, at, length, |description| &mut description.name)
    })?;
    linker.func_wrap(MODULE, "description", |mut called: Called<'_, 'a>, at: u32, length: u32| {
        describe(&mut called, at, length, |description| &mut description.description)
    })?;
    linker.func_wrap(MODULE, "example", |mut called: Called<'_, 'a>, at: u32, length: u32| {
        describe(&mut called, at, length, |description| &mut description.example)
    })?;
    linker.func_wrap(MODULE, "cardinality", |mut called: Called<'_, 'a>, at: u32, length: u32| {
        describe(&mut called, at, length, |description| &mut description.cardinality)
    })?;
    linker.func_wrap(MODULE, "reads_field", |mut called: Called<'_, 'a>, at: u32, length: u32| {
        let field = text_from(&mut called, at, length)?;
        let fields = &mut called.data_mut().description.fields;
        if fields.len() == MOST_FIELDS {
            return Err(Error::new(format!("more than {MOST_FIELDS} fields")));
        }
        fields.push(field);
        Ok(())
    })?;
    linker.func_wrap(MODULE, "label", |called: Called<'_, 'a>, at: u32, length: u32| label(called, at, length))?;
    linker.func_wrap(MODULE, "next", |called: Called<'_, 'a>| next(called))?;
    Ok(())
}

/// Properties that many objects share.
fn properties<'a>(linker: &mut Linker<Host<'a>>) -> Result<(), Error> {
    linker.func_wrap(MODULE, "type_name", |mut called: Called<'_, 'a>, number: u32, out: u32, capacity: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        text_to(&mut called, Some(&facts.heap.type_info(facts.heap.type_of(object)).name), out, capacity)
    })?;
    linker.func_wrap(MODULE, "package", |mut called: Called<'_, 'a>, number: u32, out: u32, capacity: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        text_to(&mut called, Some(package_of(&facts.heap.type_info(facts.heap.type_of(object)).name)), out, capacity)
    })?;
    linker.func_wrap(MODULE, "class_loader", |mut called: Called<'_, 'a>, number: u32, out: u32, capacity: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        let name = facts.heap.class_loader_name(facts.heap.type_of(object));
        text_to(&mut called, Some(&name), out, capacity)
    })?;
    linker.func_wrap(MODULE, "superclass", |mut called: Called<'_, 'a>, number: u32, level: u32, out: u32, capacity: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        let class = facts.heap.ancestry(facts.heap.type_of(object)).skip(1).nth(level as usize);
        text_to(&mut called, class.map(|class| &*facts.heap.type_info(class).name), out, capacity)
    })?;
    linker.func_wrap(MODULE, "array_kind", |called: Called<'_, 'a>, number: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        Ok::<i32, Error>(match facts.heap.type_info(facts.heap.type_of(object)).kind {
            TypeKind::Instance => 0,
            TypeKind::Array(ArrayKind::Objects) => 1,
            TypeKind::Array(ArrayKind::Primitives(_)) => 2,
        })
    })?;
    linker.func_wrap(MODULE, "size", |called: Called<'_, 'a>, number: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        Ok::<u64, Error>(facts.heap.bytes_of(object))
    })?;
    linker.func_wrap(MODULE, "array_length", |called: Called<'_, 'a>, number: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        Ok::<i64, Error>(facts.heap.array_length(object).map_or(-1, i64::from))
    })?;
    linker.func_wrap(MODULE, "incoming", |mut called: Called<'_, 'a>, number: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        pay(&mut called, facts.heap.pointed_from(object).len() as u64)?;
        Ok::<u32, Error>(facts.incoming(object))
    })?;
    linker.func_wrap(MODULE, "outgoing", |called: Called<'_, 'a>, number: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        Ok::<u32, Error>(facts.outgoing(object))
    })?;
    linker.func_wrap(MODULE, "root_kinds", |mut called: Called<'_, 'a>, number: u32, out: u32, capacity: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        text_to(&mut called, Some(facts.root_kinds(object)), out, capacity)
    })?;
    Ok(())
}

/// What belongs to one object.
fn values<'a>(linker: &mut Linker<Host<'a>>) -> Result<(), Error> {
    linker.func_wrap(MODULE, "points_to", |called: Called<'_, 'a>, number: u32, at: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        Ok::<i32, Error>(facts.heap.points_to(object).get(at as usize).map_or(NONE, |&target| number_of(target)))
    })?;
    linker.func_wrap(MODULE, "pointed_from", |mut called: Called<'_, 'a>, number: u32, at: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        pay(&mut called, u64::from(at))?;
        Ok::<i32, Error>(facts.pointed_from(object).nth(at as usize).map_or(NONE, number_of))
    })?;
    linker.func_wrap(MODULE, "address", |called: Called<'_, 'a>, number: u32| {
        let (Asked { facts, .. }, object) = object(&called, number)?;
        Ok::<u64, Error>(facts.heap.address_of(object))
    })?;
    linker.func_wrap(MODULE, "text", |mut called: Called<'_, 'a>, number: u32, out: u32, capacity: u32| {
        let (Asked { facts, stretch, .. }, object) = object(&called, number)?;
        if !stretch.holds(object) {
            pay(&mut called, STEPS_PER_READ)?;
        }
        text_to(&mut called, stretch.text(facts, object).as_deref(), out, capacity)
    })?;
    linker.func_wrap(MODULE, "field_integer", |mut called: Called<'_, 'a>, number: u32, at: u32, otherwise: i64| {
        Ok::<i64, Error>(field(&mut called, number, at)?.and_then(Value::integer).unwrap_or(otherwise))
    })?;
    linker.func_wrap(MODULE, "field_number", |mut called: Called<'_, 'a>, number: u32, at: u32, otherwise: f64| {
        Ok::<f64, Error>(match field(&mut called, number, at)? {
            Some(Value::Float(value)) => f64::from(value),
            Some(Value::Double(value)) => value,
            other => other.and_then(Value::integer).map_or(otherwise, |whole| whole as f64),
        })
    })?;
    linker.func_wrap(MODULE, "field_object", |mut called: Called<'_, 'a>, number: u32, at: u32| {
        let value = field(&mut called, number, at)?;
        Ok::<i32, Error>(value.and_then(Value::object).map_or(NONE, |object| number_of(object.0)))
    })?;
    Ok(())
}
