//! Classes with what they declare.

use crate::block::{Block, BlockKind};
use crate::columns::{Cursor, Malformed, Sink};

/// A field, static or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRecord {
    /// String: the name.
    pub name: u32,
    /// String: the type in the form of the JVM, `I`, `Ljava/lang/String;`.
    pub signature: u32,
    /// Access flags of the class file; 8 is `static`.
    pub modifiers: u32,
}

impl FieldRecord {
    /// Whether it belongs to the class, not to its instances.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.modifiers & 8 != 0
    }
}

/// A class, interface or array type that the JVM has loaded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Class {
    /// Its number, from 1; never used again.
    pub number: u32,
    /// String: the name in the form of the JVM, `Ljava/lang/String;`, `[I`.
    pub signature: u32,
    /// Its class object (`java.lang.Class`), by id.
    pub object: u64,
    /// Number of the super class; 0 if none.
    pub super_class: u32,
    /// Access flags; 0x200 is an interface.
    pub modifiers: u32,
    /// Numbers of the interfaces that it names itself.
    pub interfaces: Vec<u32>,
    /// The fields that it declares itself, in the order of the JVM.
    pub fields: Vec<FieldRecord>,
    /// String: the source file; empty if unknown.
    pub file: u32,
}

/// Classes that were loaded since the last such block; one that comes again replaces what was said of it (a class is known
/// by name before its fields are).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Classes {
    /// The classes, in the order of their numbers.
    pub classes: Vec<Class>,
}

impl Block for Classes {
    const KIND: BlockKind = BlockKind::Classes;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.classes.len() as u64);
        for class in &self.classes {
            out.put(class.number.into());
            out.put(class.signature.into());
            out.put(class.object);
            out.put(class.super_class.into());
            out.put(class.modifiers.into());
            out.put(class.file.into());
            out.put(class.interfaces.len() as u64);
            class.interfaces.iter().for_each(|&interface| out.put(interface.into()));
            out.put(class.fields.len() as u64);
            for field in &class.fields {
                out.put(field.name.into());
                out.put(field.signature.into());
                out.put(field.modifiers.into());
            }
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let classes = input.list(8, |input| {
            Ok(Class {
                number: input.small()?,
                signature: input.small()?,
                object: input.number()?,
                super_class: input.small()?,
                modifiers: input.small()?,
                file: input.small()?,
                interfaces: input.list(1, Cursor::small)?,
                fields: input
                    .list(3, |input| Ok(FieldRecord { name: input.small()?, signature: input.small()?, modifiers: input.small()? }))?,
            })
        })?;
        Ok(Self { classes })
    }
}
