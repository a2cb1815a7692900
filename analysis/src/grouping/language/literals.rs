//! What a script names in quotes, and comparisons that never hold: neither is an error, and both look like an empty heap.
//!
//! A misspelt field is null for every object, and a misspelt class extends nothing. So whoever evaluates a script looks up
//! the names that stand in it literally, and tells those that a heap state does not have.

use rhai::{Expr, FnCallExpr, Position};

use super::fault::Fault;
use super::properties::Property;
use crate::base::ids::TypeIndex;
use crate::heap::HeapState;

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// Names in quotes, with a fault at the place of each.
#[derive(Debug, Clone, Default)]
pub(crate) struct Literals {
    fields: Vec<(String, Fault)>,
    classes: Vec<(String, Fault)>,
    /// A number with a text.
    comparisons: Vec<Fault>,
}

/// What a value is, as far as it can be told before a script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
}

impl Literals {
    pub(super) fn note(&mut self, call: &FnCallExpr, at: Position) {
        let name = call.name.as_str();
        // The object before a dot is none of the arguments.
        if let [Expr::StringConstant(text, place)] | [_, Expr::StringConstant(text, place)] = call.args.as_slice() {
            match name {
                "field" => self.fields.push((text.to_string(), Fault::new(*place, format!("no class has a field {text}")))),
                "extends" => self.classes.push((text.to_string(), Fault::new(*place, format!("there is no class {text}")))),
                _ => {}
            }
        }
        if let [a, b] = call.args.as_slice()
            && COMPARISONS.contains(&name)
            && let (Some(a), Some(b)) = (Kind::of(a), Kind::of(b))
            && a != b
        {
            self.comparisons.push(Fault::new(at, "a number is neither equal to a text nor before or after it"));
        }
    }

    /// Whether it reads a field that holds no reference.
    pub(crate) fn reads_primitives(&self, heap: &HeapState) -> bool {
        let types = || (0..heap.types.len() as u32).map(TypeIndex);
        self.fields.iter().any(|(name, _)| types().filter_map(|class| heap.field(class, name)).any(|place| place.kind.is_some()))
    }

    /// Comparisons that never hold, fields that no class of a heap state has, classes that it does not have; each with what
    /// it is called.
    pub(crate) fn without_effect(&self, heap: &HeapState) -> Vec<(&'static str, &Fault)> {
        let types = || (0..heap.types.len() as u32).map(TypeIndex);
        let has_field = |name: &str| types().any(|class| heap.field(class, name).is_some());
        let has_class = |name: &str| heap.types.iter().any(|info| &*info.name == name);
        let comparisons = self.comparisons.iter().map(|fault| ("a script compares a number with a text", fault));
        let fields = self.fields.iter().filter(|(name, _)| !has_field(name));
        let classes = self.classes.iter().filter(|(name, _)| !has_class(name));
        comparisons
            .chain(fields.map(|(_, fault)| ("a script reads a field that the heap does not have", fault)))
            .chain(classes.map(|(_, fault)| ("a script asks for a class that the heap does not have", fault)))
            .collect()
    }
}

impl Kind {
    fn of(expression: &Expr) -> Option<Self> {
        match expression {
            Expr::IntegerConstant(..) | Expr::FloatConstant(..) => Some(Self::Number),
            Expr::StringConstant(..) | Expr::CharConstant(..) | Expr::InterpolatedString(..) => Some(Self::Text),
            Expr::Variable(variable, ..) => Self::of_property(Property::named(&variable.1)?),
            Expr::Property(names, _) => Self::of_property(Property::named(&names.2)?),
            Expr::Dot(pair, ..) => Self::of(&pair.rhs),
            _ => None,
        }
    }

    fn of_property(property: Property) -> Option<Self> {
        match property {
            Property::ArrayLength | Property::Size | Property::Incoming | Property::Outgoing | Property::Count | Property::Address => {
                Some(Self::Number)
            }
            Property::Type | Property::ShortType | Property::Package | Property::Loader | Property::Text | Property::Describes => {
                Some(Self::Text)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Script;
    use crate::fixture::heap;

    /// What has no effect, each with its column.
    fn told(source: &str) -> Vec<String> {
        let heap = heap("class shop.Cart next\nroot jni -> a\na: shop.Cart 24");
        let script = Script::compile(source).expect("is a script");
        script.literals.without_effect(&heap).iter().map(|(_, fault)| format!("{}: {}", fault.column, fault.message)).collect()
    }

    #[test]
    fn names_that_a_heap_lacks_are_told_with_their_place() {
        assert_eq!(told("extends(\"shop.Cart\") and not (this.extends(\"shop.Cart\"))"), [""; 0]);
        assert_eq!(told("size > 1 && extends(\"shop.Cat\")"), ["21: there is no class shop.Cat"]);
        assert_eq!(
            told("field(\"nope\") == 1 or points_to.some(|o| o.field(\"nil\") == null)"),
            ["7: no class has a field nope", "50: no class has a field nil"]
        );
        assert_eq!(told("let name = \"nope\"; field(name) == 1"), [""; 0], "who computes names knows what they do");
    }

    #[test]
    fn numbers_compared_with_texts_are_told() {
        let fault = "a number is neither equal to a text nor before or after it";
        assert_eq!(told("size > \"a\""), [format!("6: {fault}")]);
        assert_eq!(told("points_to.some(|o| o.type == 3)"), [format!("27: {fault}")]);
        for sound in ["size > 3", "type == \"a\"", "text != null", "count == 0 && short_type < package", "package[0] == 'j'"] {
            assert_eq!(told(sound), [""; 0], "{sound}");
        }
    }
}
