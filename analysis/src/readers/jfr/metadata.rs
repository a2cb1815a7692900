//! The description of what is in a chunk: its types, those of events too, and their fields.
//!
//! It is an event of its own, of type 0: texts, then a tree of elements with attributes, all of which are numbers of texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cursor::{Cursor, Text};

/// The type of the event that holds the description.
pub(super) const METADATA_TYPE: u64 = 0;

/// The tree has five levels: root, metadata, class, field, annotation.
const DEEPEST: usize = 16;

/// Names and numbers are short; explanations, which nobody asks for here, may be long.
const MOST_TEXT_BYTES: usize = 512;

/// A field of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: Arc<str>,
    /// The number of its type.
    pub(super) of_type: u64,
    /// What is written is a number in the pool of the type.
    pub(super) is_constant: bool,
    pub(super) is_array: bool,
}

/// A type: of events, of constants, or of what is a part of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) number: u64,
    pub(super) name: Arc<str>,
    pub(super) fields: Vec<Field>,
}

/// All types of a chunk, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Metadata {
    types: Vec<Type>,
    by_name: BTreeMap<Arc<str>, usize>,
}

impl Metadata {
    /// What a description says; `None` if it cannot be read to its end.
    pub(super) fn read(description: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(description, 0);
        let count = cursor.count()?;
        let texts: Option<Vec<Arc<str>>> = (0..count).map(|_| short_text(&mut cursor)).collect();
        let mut reader = Reader { cursor, texts: texts?, types: Vec::new() };
        reader.element(0, Inside::Nothing)?;
        let mut types = reader.types;
        types.sort_by_key(|of| of.number);
        types.dedup_by_key(|of| of.number);
        let by_name = types.iter().enumerate().map(|(at, of)| (of.name.clone(), at)).collect();
        Some(Self { types, by_name })
    }

    /// A type by its number.
    pub(super) fn of_number(&self, number: u64) -> Option<&Type> {
        self.types.binary_search_by_key(&number, |of| of.number).ok().map(|at| &self.types[at])
    }

    /// A type by its name.
    pub(super) fn of_name(&self, name: &str) -> Option<&Type> {
        self.by_name.get(name).map(|&at| &self.types[at])
    }
}

/// The texts and elements of the description that begins at `at`, without what differs from chunk to chunk: when it was written, how
/// long that took, and a number of its own. `None` if there is none.
pub(super) fn description_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let mut cursor = Cursor::new(bytes, at);
    let size = usize::try_from(cursor.integer()?).ok()?;
    let bytes = &bytes[..at.checked_add(size).filter(|&end| end <= bytes.len())?];
    let mut cursor = Cursor::new(bytes, cursor.at());
    if cursor.integer()? != METADATA_TYPE {
        return None;
    }
    (0..3).try_for_each(|_| cursor.skip_integer())?;
    Some(&bytes[cursor.at()..])
}

fn short_text(cursor: &mut Cursor<'_>) -> Option<Arc<str>> {
    let text = match cursor.text()? {
        Text::Null => String::new(),
        Text::Here(text) => text,
        Text::Constant(_) => return None,
    };
    Some(Arc::from(&text[..text.floor_char_boundary(MOST_TEXT_BYTES)]))
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    texts: Vec<Arc<str>>,
    types: Vec<Type>,
}

/// Within which element the next one stands.
#[derive(Debug, Clone, Copy)]
enum Inside {
    Nothing,
    /// The type with this place in the list.
    Type(usize),
}

impl Reader<'_> {
    fn text(&mut self) -> Option<Arc<str>> {
        let at = usize::try_from(self.cursor.integer()?).ok()?;
        self.texts.get(at).cloned()
    }

    /// One element with all that is in it.
    fn element(&mut self, depth: usize, inside: Inside) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        let kind = self.text()?;
        let mut of = Attributes::default();
        for _ in 0..self.cursor.count()? {
            let (key, value) = (self.text()?, self.text()?);
            of.take(&key, value);
        }
        let inside = match (&*kind, inside) {
            ("class", _) => {
                self.types.push(Type { number: of.id?, name: of.name?, fields: Vec::new() });
                Inside::Type(self.types.len() - 1)
            }
            ("field", Inside::Type(at)) => {
                let Attributes { name, of_type, is_constant, is_array, .. } = of;
                self.types[at].fields.push(Field { name: name?, of_type: of_type?, is_constant, is_array });
                Inside::Nothing
            }
            _ => Inside::Nothing,
        };
        for _ in 0..self.cursor.count()? {
            self.element(depth + 1, inside)?;
        }
        Some(())
    }
}

#[derive(Debug, Default)]
struct Attributes {
    name: Option<Arc<str>>,
    id: Option<u64>,
    of_type: Option<u64>,
    is_constant: bool,
    is_array: bool,
}

impl Attributes {
    fn take(&mut self, key: &str, value: Arc<str>) {
        match key {
            "name" => self.name = Some(value),
            "id" => self.id = value.parse().ok(),
            "class" => self.of_type = value.parse().ok(),
            "constantPool" => self.is_constant = &*value == "true",
            "dimension" => self.is_array = &*value != "0",
            _ => {}
        }
    }
}
