//! What a plug-in reads of objects.

use wasmi::{ExternType, Module};

use crate::grouping::user::plugin::description::MODULE;

/// Properties of objects, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Reads(u16);

impl Reads {
    /// What belongs to the type.
    pub(crate) const TYPE: Self = Self(1);
    /// The shallow size.
    pub(crate) const SIZE: Self = Self(1 << 1);
    /// The length of an array.
    pub(crate) const ARRAY_LENGTH: Self = Self(1 << 2);
    /// The number of incoming references.
    pub(crate) const INCOMING: Self = Self(1 << 3);
    /// The number of outgoing references.
    pub(crate) const OUTGOING: Self = Self(1 << 4);
    /// Kinds of GC roots.
    pub(crate) const ROOTS: Self = Self(1 << 5);
    /// Single objects: neighbours, addresses.
    pub(crate) const OBJECT: Self = Self(1 << 6);
    /// Referencing objects.
    pub(crate) const POINTED_FROM: Self = Self(1 << 7);
    /// Values of fields.
    pub(crate) const FIELDS: Self = Self(1 << 8);
    /// Texts of strings.
    pub(crate) const TEXT: Self = Self(1 << 9);

    /// Every import that reads something.
    const IMPORTS: [(&'static str, Self); 17] = [
        ("type_name", Self::TYPE),
        ("package", Self::TYPE),
        ("class_loader", Self::TYPE),
        ("superclass", Self::TYPE),
        ("size", Self::SIZE),
        ("array_length", Self::ARRAY_LENGTH),
        ("array_kind", Self::TYPE),
        ("incoming", Self::INCOMING),
        ("outgoing", Self::OUTGOING),
        ("root_kinds", Self::ROOTS),
        ("points_to", Self::OBJECT),
        ("pointed_from", Self::POINTED_FROM),
        ("address", Self::OBJECT),
        ("text", Self::TEXT),
        ("field_integer", Self::FIELDS),
        ("field_number", Self::FIELDS),
        ("field_object", Self::FIELDS),
    ];

    /// The other imports.
    const ANSWERS: [&'static str; 7] = ["name", "description", "example", "cardinality", "reads_field", "label", "next"];

    /// What a module reads: what it imports. Fails in words for an import that does not exist.
    pub(crate) fn of(module: &Module) -> Result<Self, String> {
        let mut reads = Self::default();
        for import in module.imports() {
            let name = import.name();
            let known = Self::IMPORTS.iter().find(|(known, _)| *known == name);
            let is_ours = import.module() == MODULE && matches!(import.ty(), ExternType::Func(_));
            match known {
                Some((_, group)) if is_ours => reads.0 |= group.0,
                None if is_ours && Self::ANSWERS.contains(&name) => {}
                _ => return Err(format!("it imports {:?} of {:?}, which does not exist for plug-ins", name, import.module())),
            }
        }
        Ok(reads)
    }

    pub(crate) fn has(self, group: Self) -> bool {
        self.0 & group.0 != 0
    }

    /// Whether nothing but these groups is read.
    pub(crate) fn only(self, group: Self) -> bool {
        self.0 & !group.0 == 0
    }

    /// Whether it looks at single objects, so that objects cannot be taken together.
    pub(crate) fn single_objects(self) -> bool {
        self.has(Self(Self::OBJECT.0 | Self::POINTED_FROM.0 | Self::FIELDS.0 | Self::TEXT.0))
    }

    /// What is read, in words; empty for nothing.
    pub(crate) fn in_words(self) -> String {
        let words = [
            (Self::TYPE, "type"),
            (Self::SIZE, "size"),
            (Self::ARRAY_LENGTH, "array length"),
            (Self(Self::INCOMING.0 | Self::OUTGOING.0), "numbers of references"),
            (Self::ROOTS, "GC roots"),
            (Self(Self::OBJECT.0 | Self::POINTED_FROM.0), "neighbours"),
            (Self::FIELDS, "fields"),
            (Self::TEXT, "texts"),
        ];
        words.into_iter().filter(|&(group, _)| self.has(group)).map(|(_, word)| word).collect::<Vec<_>>().join(", ")
    }
}
