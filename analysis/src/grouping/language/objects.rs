//! Objects and lists of objects as values of scripts.

use rhai::{Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, NativeCallContext, Position};

use super::asking::{Called, Reply, ask, field_name, look, text};
use super::properties::{PROPERTIES, Property};
use super::question::{Answer, Place, Question};
use super::{LONGEST_LIST, LONGEST_PATH};
use crate::base::class_names::package_of;
use crate::base::ids::TypeIndex;
use crate::heap::origins::frame_name;
use crate::heap::{ArrayKind, HeapState, TypeKind};

/// An object.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeapObject(Place);

/// Objects that another one references, or that reference it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ObjectList {
    row: u32,
    length: u32,
}

/// A chain of nested groups.
#[derive(Debug, Clone)]
pub(crate) struct GroupPath(pub(crate) Vec<Dynamic>);

impl ObjectList {
    fn get(self, at: u32) -> HeapObject {
        HeapObject(Place { row: self.row, at })
    }
}

impl IntoIterator for ObjectList {
    type Item = HeapObject;
    type IntoIter = std::iter::Map<std::ops::Range<u32>, Box<dyn Fn(u32) -> HeapObject + Send + Sync>>;

    fn into_iter(self) -> Self::IntoIter {
        let get: Box<dyn Fn(u32) -> HeapObject + Send + Sync> = Box::new(move |at| self.get(at));
        (0..self.length).map(get)
    }
}

/// Makes objects known to the engine.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<HeapObject>("an object");
    engine.register_type_with_name::<ObjectList>("a list of objects");
    engine.register_type_with_name::<GroupPath>("a path");
    for info in PROPERTIES {
        engine.register_get(info.name, move |object: &mut HeapObject| property_of(object.0, info.property));
        engine.register_get(info.name, |_: &mut ()| ());
    }
    engine.register_fn("field", |object: HeapObject, name: &str| field_of(object.0, name));
    engine.register_fn("field", |name: &str| field_of(Place::THIS, name));
    engine.register_fn("field", |(): (), _: &str| ());
    engine.register_fn("extends", |object: HeapObject, name: &str| extends(object.0, name));
    engine.register_fn("extends", |name: &str| extends(Place::THIS, name));
    engine.register_fn("extends", |(): (), _: &str| false);
    engine.register_fn("==", |a: HeapObject, b: HeapObject| same(a, b));
    engine.register_fn("!=", |a: HeapObject, b: HeapObject| same(a, b).map(|same| !same));
    register_lists(engine);
    register_paths(engine);
}

fn register_lists(engine: &mut Engine) {
    engine.register_iterator::<ObjectList>();
    engine.register_fn("len", |list: ObjectList| i64::from(list.length));
    engine.register_get("len", |list: &mut ObjectList| i64::from(list.length));
    engine.register_fn("is_empty", |list: ObjectList| list.length == 0);
    engine.register_get("is_empty", |list: &mut ObjectList| list.length == 0);
    engine.register_indexer_get(|list: &mut ObjectList, at: i64| -> Called<HeapObject> {
        let from_start = if at < 0 { at + i64::from(list.length) } else { at };
        let within = u32::try_from(from_start).ok().filter(|&at| at < list.length);
        within.map(|at| list.get(at)).ok_or_else(|| EvalAltResult::ErrorArrayBounds(list.length as usize, at, Position::NONE).into())
    });
    engine.register_fn("contains", |list: ObjectList, wanted: HeapObject| -> Called<bool> {
        for object in list {
            if same(object, wanted)? {
                return Ok(true);
            }
        }
        Ok(false)
    });
    engine.register_fn("contains", |_: ObjectList, (): ()| false);
    engine.register_fn("some", |context: NativeCallContext, list: ObjectList, test: FnPtr| -> Called<bool> {
        first(&context, list, &test, true).map(|found| found.is_some())
    });
    engine.register_fn("all", |context: NativeCallContext, list: ObjectList, test: FnPtr| -> Called<bool> {
        first(&context, list, &test, false).map(|found| found.is_none())
    });
    engine.register_fn("find", |context: NativeCallContext, list: ObjectList, test: FnPtr| -> Called<Dynamic> {
        Ok(first(&context, list, &test, true)?.map_or(Dynamic::UNIT, Dynamic::from))
    });
    engine.register_fn("filter", |context: NativeCallContext, list: ObjectList, test: FnPtr| -> Called<rhai::Array> {
        let mut found = rhai::Array::new();
        for object in list {
            if test.call_within_context::<bool>(&context, (object,))? {
                add(&mut found, Dynamic::from(object))?;
            }
        }
        Ok(found)
    });
    engine.register_fn("map", |context: NativeCallContext, list: ObjectList, make: FnPtr| -> Called<rhai::Array> {
        let mut made = rhai::Array::new();
        for object in list {
            add(&mut made, make.call_within_context::<Dynamic>(&context, (object,))?)?;
        }
        Ok(made)
    });
}

fn register_paths(engine: &mut Engine) {
    type D = Dynamic;
    engine.register_fn("path", |a: D| GroupPath(vec![a]));
    engine.register_fn("path", |a: D, b: D| GroupPath(vec![a, b]));
    engine.register_fn("path", |a: D, b: D, c: D| GroupPath(vec![a, b, c]));
    engine.register_fn("path", |a: D, b: D, c: D, d: D| GroupPath(vec![a, b, c, d]));
    engine.register_fn("path", |a: D, b: D, c: D, d: D, e: D| GroupPath(vec![a, b, c, d, e]));
    engine.register_fn("path", |parts: rhai::Array| -> Called<GroupPath> {
        if parts.len() > LONGEST_PATH {
            return Err(format!("a path has at most {LONGEST_PATH} parts").into());
        }
        Ok(GroupPath(parts))
    });
}

/// The first object for which a test says so.
fn first(context: &NativeCallContext<'_>, list: ObjectList, test: &FnPtr, wanted: bool) -> Called<Option<HeapObject>> {
    for object in list {
        if test.call_within_context::<bool>(context, (object,))? == wanted {
            return Ok(Some(object));
        }
    }
    Ok(None)
}

fn add(list: &mut rhai::Array, value: Dynamic) -> Called<()> {
    if list.len() == LONGEST_LIST {
        return Err(EvalAltResult::ErrorDataTooLarge("a list".into(), Position::NONE).into());
    }
    list.push(value);
    Ok(())
}

fn same(a: HeapObject, b: HeapObject) -> Called<bool> {
    Ok(a.0 == b.0 || ask(Question::Same(a.0, b.0))?.0 == Answer::Bool(true))
}

/// A property of the object at a place.
pub(super) fn property_of(place: Place, property: Property) -> Called<Dynamic> {
    let plain = |question| ask(question).map(value);
    match property {
        Property::This => Ok(Dynamic::from(HeapObject(place))),
        Property::ArrayLength => plain(Question::ArrayLength(place)),
        Property::Size => plain(Question::Size(place)),
        Property::Incoming => plain(Question::Incoming(place)),
        Property::Outgoing => plain(Question::Outgoing(place)),
        Property::Count => plain(Question::Count(place)),
        Property::PointsTo => plain(Question::PointsTo(place)),
        Property::PointedFrom => plain(Question::PointedFrom(place)),
        Property::Address => plain(Question::Address(place)),
        Property::Text => Ok(text(place)?.map_or(Dynamic::UNIT, Dynamic::from)),
        Property::Describes => match ask(Question::Describes(place))?.0 {
            Answer::Type(described) => look(|_, facts| facts.type_names[described as usize].clone().into()),
            _ => Ok(Dynamic::UNIT),
        },
        Property::Roots => match ask(Question::Roots(place))?.0 {
            Answer::Roots(set) => look(|_, facts| list_of(facts.kinds[set as usize].iter().map(|&kind| kind.into()))),
            _ => Ok(Dynamic::UNIT),
        },
        Property::Parts => parts(place),
        Property::Age => plain(Question::Age(place)),
        Property::AllocatingThread => match ask(Question::Thread(place))?.0 {
            Answer::Thread(thread) => look(|heap, _| {
                let name = heap.origins.as_ref().and_then(|origins| origins.thread_names.get(thread as usize));
                name.map_or(Dynamic::UNIT, |name| Dynamic::from(ImmutableString::from(&**name)))
            }),
            _ => Ok(Dynamic::UNIT),
        },
        Property::AllocationSite | Property::CallStack => match ask(Question::Site(place))?.0 {
            Answer::Site(site) => look(|heap, _| call_stack(heap, site, property)),
            _ => Ok(Dynamic::UNIT),
        },
        Property::Type
        | Property::ShortType
        | Property::Package
        | Property::Loader
        | Property::Superclasses
        | Property::IsArray
        | Property::IsPrimitiveArray => of_type(place, property),
    }
}

fn type_at(place: Place) -> Called<TypeIndex> {
    match ask(Question::Type(place))?.0 {
        Answer::Type(at) => Ok(TypeIndex(at)),
        other => Err(format!("a type is no {other:?}").into()),
    }
}

fn of_type(place: Place, property: Property) -> Called<Dynamic> {
    let at = type_at(place)?;
    look(|heap, facts| {
        let info = heap.type_info(at);
        match property {
            Property::ShortType => crate::base::class_names::without_package(&info.name).into(),
            Property::Package => package_of(&info.name).into(),
            Property::Loader => heap.class_loader_name(at).into(),
            Property::Superclasses => list_of(heap.ancestry(at).skip(1).map(|class| facts.type_names[class.at()].clone())),
            Property::IsArray => matches!(info.kind, TypeKind::Array(_)).into(),
            Property::IsPrimitiveArray => matches!(info.kind, TypeKind::Array(ArrayKind::Primitives(_))).into(),
            _ => facts.type_names[at.at()].clone().into(),
        }
    })
}

/// The first frame of a call stack, or all of them.
fn call_stack(heap: &HeapState, site: u32, property: Property) -> Dynamic {
    let Some(stack) = heap.origins.as_ref().and_then(|origins| origins.call_stacks.get(site as usize)) else { return Dynamic::UNIT };
    let mut frames = stack.frames.iter().take(LONGEST_LIST).map(|frame| ImmutableString::from(frame_name(frame, true)));
    match property {
        Property::AllocationSite => frames.next().map_or(Dynamic::UNIT, Dynamic::from),
        _ => list_of(frames),
    }
}

fn list_of(texts: impl Iterator<Item = ImmutableString>) -> Dynamic {
    texts.map(Dynamic::from).collect::<rhai::Array>().into()
}

fn field_of(place: Place, name: &str) -> Called<Dynamic> {
    ask(Question::Field(place, field_name(name)?)).map(value)
}

/// An answer that is a value by itself.
fn value((answer, row): Reply) -> Dynamic {
    match answer {
        Answer::Nothing | Answer::Text | Answer::Type(_) | Answer::Roots(_) | Answer::Site(_) | Answer::Thread(_) => Dynamic::UNIT,
        Answer::Bool(value) => value.into(),
        Answer::Whole(value) => value.into(),
        Answer::Decimal(bits) => f64::from_bits(bits).into(),
        Answer::Unit(unit) => String::from_utf16_lossy(&[unit]).into(),
        Answer::Object => Dynamic::from(HeapObject(Place { row, at: 0 })),
        Answer::Row(length) => Dynamic::from(ObjectList { row, length }),
    }
}

fn extends(place: Place, name: &str) -> Called<bool> {
    let at = type_at(place)?;
    look(|heap, _| heap.ancestry(at).any(|class| &*heap.type_info(class).name == name))
}

fn parts(place: Place) -> Called<Dynamic> {
    let whole = |question| match ask(question)?.0 {
        Answer::Whole(value) => Ok(value),
        other => Err::<i64, Box<EvalAltResult>>(format!("a number is no {other:?}").into()),
    };
    let at = type_at(place)?;
    let (length, outgoing, bytes) =
        (whole(Question::ArrayLength(place))?, whole(Question::Outgoing(place))?, whole(Question::Size(place))?);
    let parts = look(|heap, _| heap.parts(at, u32::try_from(length).ok(), outgoing as usize, bytes as u64))?;
    let named = [
        ("primitive", parts.primitive),
        ("header", parts.header),
        ("pointer", parts.pointer),
        ("null", parts.null),
        ("padding", parts.padding),
    ];
    let map: rhai::Map = named.into_iter().map(|(name, bytes)| (name.into(), Dynamic::from(bytes.cast_signed()))).collect();
    Ok(map.into())
}
