//! What scripts ask of a heap state, in a form that means the same for every object.
//!
//! An evaluation reads the heap by questions about *places*: the object itself, the third object that it references,
//! the object in its field `next`. What a script asks next depends on nothing but the answers so far, which is why the
//! questions and answers of one object tell how another one is evaluated ([`super::known`]).

use super::facts::HeapFacts;
use super::values::{Missing, Values};
use crate::base::ids::ObjectIndex;
use crate::heap::{HeapState, Value};

/// An object that an evaluation has met: an element of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) row: u32,
    pub(super) at: u32,
}

impl Place {
    /// The object that is evaluated.
    pub(super) const THIS: Self = Self { row: 0, at: 0 };
}

/// Something that an evaluation asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Type(Place),
    ArrayLength(Place),
    Size(Place),
    Incoming(Place),
    Outgoing(Place),
    Roots(Place),
    Count(Place),
    Text(Place),
    Address(Place),
    /// The type that a class object stands for.
    Describes(Place),
    PointsTo(Place),
    PointedFrom(Place),
    /// A field by the number of its name.
    Field(Place, u32),
    Same(Place, Place),
    /// The number of the call stack.
    Site(Place),
    /// The number of the allocating thread.
    Thread(Place),
    Age(Place),
}

/// What the heap state answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    Nothing,
    Bool(bool),
    Whole(i64),
    /// The bits of a double.
    Decimal(u64),
    /// One UTF-16 unit.
    Unit(u16),
    Type(u32),
    /// The number of a set of kinds.
    Roots(u32),
    /// The number of a call stack.
    Site(u32),
    /// The number of a thread.
    Thread(u32),
    /// An object; the only element of the newest row.
    Object,
    /// So many objects; the newest row.
    Row(u32),
    /// A text, to be looked up.
    Text,
}

/// Objects that an evaluation has met.
#[derive(Debug, Clone)]
pub(super) enum Row {
    One(ObjectIndex),
    PointsTo(ObjectIndex),
    PointedFrom(ObjectIndex),
    Some(Box<[u32]>),
}

impl Row {
    fn objects<'a>(&'a self, heap: &'a HeapState) -> &'a [u32] {
        match self {
            Self::One(object) => std::slice::from_ref(&object.0),
            Self::PointsTo(object) => heap.points_to(*object),
            Self::PointedFrom(object) => heap.pointed_from(*object),
            Self::Some(objects) => objects,
        }
    }
}

/// A heap state and the objects that an evaluation has met.
pub(super) struct View<'a> {
    pub(super) heap: &'a HeapState,
    pub(super) facts: &'a HeapFacts,
    pub(super) values: &'a mut Values,
    pub(super) rows: &'a mut Vec<Row>,
}

impl View<'_> {
    /// The object at a place that was met before.
    pub(super) fn object(&self, place: Place) -> ObjectIndex {
        ObjectIndex(self.rows[place.row as usize].objects(self.heap)[place.at as usize])
    }

    /// Answers a question; objects in the answer become a new row.
    pub(super) fn answer(&mut self, question: Question) -> Result<Answer, Missing> {
        let heap = self.heap;
        let whole = |value: usize| Answer::Whole(i64::try_from(value).unwrap_or(i64::MAX));
        Ok(match question {
            Question::Type(place) => Answer::Type(heap.type_of(self.object(place)).0),
            Question::ArrayLength(place) => Answer::Whole(heap.array_length(self.object(place)).map_or(-1, i64::from)),
            Question::Size(place) => Answer::Whole(i64::try_from(heap.bytes_of(self.object(place))).unwrap_or(i64::MAX)),
            Question::Incoming(place) => whole(self.facts.incoming(heap, self.object(place))),
            Question::Outgoing(place) => whole(heap.points_to(self.object(place)).len()),
            Question::Roots(place) => Answer::Roots(self.facts.root_set(self.object(place))),
            Question::Count(place) => self.values.count(heap, self.object(place))?.map_or(Answer::Nothing, Answer::Whole),
            Question::Text(place) => {
                let object = self.object(place);
                self.values.text(heap, object)?.map_or(Answer::Nothing, |_| Answer::Text)
            }
            Question::Address(place) => Answer::Whole(heap.address_of(self.object(place)).cast_signed()),
            Question::Describes(place) => {
                heap.described_type(self.object(place)).map_or(Answer::Nothing, |described| Answer::Type(described.0))
            }
            Question::Same(a, b) => Answer::Bool(self.object(a) == self.object(b)),
            Question::Site(place) => {
                let site = heap.origins.as_ref().and_then(|origins| origins.site_of(self.object(place)));
                site.map_or(Answer::Nothing, Answer::Site)
            }
            Question::Thread(place) => {
                let thread = heap.origins.as_ref().and_then(|origins| origins.thread_of(self.object(place)));
                thread.map_or(Answer::Nothing, Answer::Thread)
            }
            Question::Age(place) => {
                let age = heap.origins.as_ref().and_then(|origins| origins.age_of(self.object(place)));
                age.map_or(Answer::Nothing, |age| Answer::Whole(age.into()))
            }
            Question::PointsTo(place) => {
                let object = self.object(place);
                self.row(Row::PointsTo(object))
            }
            Question::PointedFrom(place) => {
                let object = self.object(place);
                let sources = heap.pointed_from(object);
                let kept = |source: &&u32| self.facts.kept.has(ObjectIndex(**source));
                let all = sources.iter().filter(kept).count() == sources.len();
                self.row(if all { Row::PointedFrom(object) } else { Row::Some(sources.iter().filter(kept).copied().collect()) })
            }
            Question::Field(place, name) => match self.values.field(heap, self.object(place), name)? {
                Value::Null | Value::Missing(_) => Answer::Nothing,
                Value::Object(object) => {
                    self.rows.push(Row::One(object));
                    Answer::Object
                }
                Value::Boolean(value) => Answer::Bool(value),
                Value::Char(unit) => Answer::Unit(unit),
                Value::Float(value) => Answer::Decimal(f64::from(value).to_bits()),
                Value::Double(value) => Answer::Decimal(value.to_bits()),
                other => other.integer().map_or(Answer::Nothing, Answer::Whole),
            },
        })
    }

    fn row(&mut self, row: Row) -> Answer {
        let length = row.objects(self.heap).len() as u32;
        self.rows.push(row);
        Answer::Row(length)
    }
}
