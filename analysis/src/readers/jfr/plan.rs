//! How the fields of a type are read: its description, worked out once, so that reading an event asks for no name.
//!
//! Types that are parts of others are flattened into them. What nobody wants is passed.

use super::cursor::Cursor;
use super::metadata::{Metadata, Type};

/// The most fields that one read is asked for.
pub(super) const MOST_WANTED: usize = 12;

/// What was read, in the order of the wanted names. Numbers as they are, also those of constants; texts and arrays are the place where
/// they begin.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    numbers: [u64; MOST_WANTED],
    /// One bit per number that is there.
    known: u16,
}

impl Values {
    /// `None` where the type has no such field.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u64> {
        (self.known >> at & 1 == 1).then(|| self.numbers[at])
    }

    #[inline]
    fn set(&mut self, at: usize, number: u64) {
        self.numbers[at] = number;
        self.known |= 1 << at;
    }
}

/// Parts within parts: real types have three levels.
const DEEPEST: usize = 8;

/// The steps that all plans of a chunk may have together; those of a JVM have some thousand. Parts that are there twice within parts that
/// are there twice would double them with every level.
const MOST_STEPS: usize = 1 << 16;

/// The steps that plans of a chunk may still have.
#[derive(Debug)]
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_STEPS)
    }
}

/// How one value is written.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    Integer,
    Byte,
    Four,
    Eight,
    Text,
    /// A count, then so many times this many integers.
    IntegerArray(usize),
    /// A count, then so many times what the plan says.
    Array(Plan),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    form: Form,
    /// Where the value is kept, if it is wanted.
    slot: Option<usize>,
}

/// How the fields of a type are read. Each step takes at least one byte.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Plan {
    steps: Vec<Step>,
}

impl Plan {
    /// The plan of a type of which fields are wanted, parts of parts with a dot: `heapSpace.committedSize`. `None` if the description
    /// has gaps or is too large.
    pub(super) fn of(metadata: &Metadata, of: &Type, wanted: &[&str], budget: &mut Budget) -> Option<Self> {
        debug_assert!(wanted.len() <= MOST_WANTED, "{} fields are wanted of {}", wanted.len(), of.name);
        let mut plan = Self::default();
        // Texts are constants of a type that has no fields.
        if &*of.name == "java.lang.String" {
            plan.push(Form::Text, (!wanted.is_empty()).then_some(0), budget)?;
        } else {
            plan.add_fields(metadata, of, "", wanted, budget, 0)?;
        }
        Some(plan)
    }

    fn push(&mut self, form: Form, slot: Option<usize>, budget: &mut Budget) -> Option<()> {
        budget.0 = budget.0.checked_sub(1)?;
        self.steps.push(Step { form, slot });
        Some(())
    }

    fn add_fields(
        &mut self,
        metadata: &Metadata,
        of: &Type,
        before: &str,
        wanted: &[&str],
        budget: &mut Budget,
        depth: usize,
    ) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        for field in &of.fields {
            let path = if before.is_empty() { field.name.to_string() } else { format!("{before}.{}", field.name) };
            let slot = wanted.iter().position(|name| *name == path);
            let part = metadata.of_number(field.of_type);
            let form = match part.map(|part| &*part.name) {
                _ if field.is_constant => Some(Form::Integer),
                Some("int" | "long" | "short" | "char") => Some(Form::Integer),
                Some("boolean" | "byte") => Some(Form::Byte),
                Some("float") => Some(Form::Four),
                Some("double") => Some(Form::Eight),
                Some("java.lang.String") => Some(Form::Text),
                _ => None,
            };
            match (form, field.is_array) {
                (Some(form), false) => self.push(form, slot, budget)?,
                (Some(form), true) => {
                    let mut element = Self::default();
                    element.push(form, None, budget)?;
                    self.push(array_of(element), slot, budget)?;
                }
                (None, false) => self.add_fields(metadata, part?, &path, wanted, budget, depth + 1)?,
                (None, true) => {
                    let mut element = Self::default();
                    element.add_fields(metadata, part?, "", &[], budget, depth + 1)?;
                    self.push(array_of(element), slot, budget)?;
                }
            }
        }
        Some(())
    }

    /// Reads what is wanted; `None` if the bytes end before the fields do.
    pub(super) fn read(&self, cursor: &mut Cursor<'_>) -> Option<Values> {
        let mut values = Values::default();
        self.read_into(cursor, &mut values)?;
        Some(values)
    }

    /// The same in place of what was read before.
    #[inline]
    pub(super) fn read_into(&self, cursor: &mut Cursor<'_>, values: &mut Values) -> Option<()> {
        values.known = 0;
        for Step { form, slot } in &self.steps {
            match (form, *slot) {
                (Form::Integer, Some(slot)) => values.set(slot, cursor.integer()?),
                (Form::Byte, Some(slot)) => values.set(slot, u64::from(cursor.byte()?)),
                (form, slot) => {
                    let at = cursor.at() as u64;
                    pass(form, cursor)?;
                    if let Some(slot) = slot {
                        values.set(slot, at);
                    }
                }
            }
        }
        Some(())
    }

    /// Passes all fields.
    #[inline]
    pub(super) fn pass(&self, cursor: &mut Cursor<'_>) -> Option<()> {
        self.steps.iter().try_for_each(|step| pass(&step.form, cursor))
    }
}

/// How an array of such elements is written.
fn array_of(element: Plan) -> Form {
    if element.steps.iter().all(|step| step.form == Form::Integer) { Form::IntegerArray(element.steps.len()) } else { Form::Array(element) }
}

#[inline]
fn pass(form: &Form, cursor: &mut Cursor<'_>) -> Option<()> {
    match form {
        Form::Integer => cursor.skip_integer(),
        Form::Byte => cursor.skip(1),
        form => pass_other(form, cursor),
    }
}

/// The same of what is not that quick.
fn pass_other(form: &Form, cursor: &mut Cursor<'_>) -> Option<()> {
    match form {
        Form::Integer => cursor.skip_integer(),
        Form::Byte => cursor.skip(1),
        Form::Four => cursor.skip(4),
        Form::Eight => cursor.skip(8),
        Form::Text => cursor.skip_text(),
        // Elements without fields take no bytes, however many they are said to be.
        Form::IntegerArray(0) => cursor.skip_integer(),
        Form::IntegerArray(integers) => {
            let count = cursor.count()?;
            cursor.skip_integers(count.checked_mul(*integers)?)
        }
        Form::Array(element) => {
            let count = cursor.count()?;
            (0..count).try_for_each(|_| element.pass(cursor))
        }
    }
}
