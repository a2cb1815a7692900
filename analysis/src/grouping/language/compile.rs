//! From a text to a script, and what it reads.

use std::collections::{BTreeSet, HashMap};

use rhai::{AST, ASTNode, Expr, FnPtr, Ident, Position, ScriptFnMetadata, Stmt};

use super::LONGEST_SOURCE;
use super::engine::{ENGINE, KNOWN_NAMES};
use super::fault::Fault;
use super::literals::Literals;
use super::properties::Property;
use crate::grouping::Need;

/// A compiled script.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(super) ast: AST,
    pub(crate) uses: Uses,
    pub(crate) literals: Literals,
}

/// What a script may read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Uses {
    /// Something that does not follow from the type of the object.
    pub(crate) beyond_type: bool,
    /// References against their direction.
    pub(crate) pointed_from: bool,
    /// Texts, or sizes of collections, which stand in numbers of their fields.
    pub(crate) contents: bool,
    /// What of a heap state.
    pub(crate) needs: BTreeSet<Need>,
}

impl Script {
    /// Compiles a script.
    pub(crate) fn compile(source: &str) -> Result<Self, Fault> {
        if source.len() > LONGEST_SOURCE {
            return Err(Fault::of_result(format!("a script is no longer than {LONGEST_SOURCE} bytes")));
        }
        let ast = ENGINE.compile_with_scope(&KNOWN_NAMES, source).map_err(|error| Fault::while_compiling(&error))?;
        if ast.statements().is_empty() {
            return Err(Fault::of_result("an expression is missing"));
        }
        let (mut uses, mut literals, mut wrong) = (Uses::default(), Literals::default(), None);
        // How many variables each closure captures; they come before its own parameters.
        let mut captured: HashMap<String, usize> = HashMap::new();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(ASTNode::Expr(expression)) => uses.note(expression),
                Some(ASTNode::Stmt(statement)) => wrong = wrong.take().or_else(|| wrong_name(statement)),
                _ => {}
            }
            let (call, at) = match path.last() {
                Some(ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at))) => {
                    (call, at)
                }
                _ => return wrong.is_none(),
            };
            uses.note_call(&call.name);
            literals.note(call, *at);
            if call.name == "curry"
                && let Some(Expr::DynamicConstant(closure, _)) = call.args.first()
                && let Some(closure) = closure.as_ref().clone().try_cast::<FnPtr>()
            {
                captured.insert(closure.fn_name().to_owned(), call.args.len() - 1);
            }
            wrong.is_none()
        });
        let of_parameter = || {
            let own = |function: &ScriptFnMetadata<'_>| captured.get(function.name).copied().unwrap_or(0);
            let names = ast.iter_functions().flat_map(|function| function.params[own(&function)..].to_vec());
            names.into_iter().find(|name| Property::named(name).is_some()).map(|name| taken(name, Position::START))
        };
        match wrong.or_else(of_parameter) {
            Some(fault) => Err(fault),
            None => Ok(Self { ast, uses, literals }),
        }
    }
}

/// What a statement does to the name of a property.
fn wrong_name(statement: &Stmt) -> Option<Fault> {
    let defined = |name: &Ident| Property::named(&name.name).map(|_| taken(&name.name, name.pos));
    match statement {
        Stmt::Var(parts, ..) => defined(&parts.0),
        Stmt::For(parts, _) => defined(&parts.0).or_else(|| defined(parts.1.as_ref()?)),
        Stmt::TryCatch(parts, _) => match &parts.expr {
            Expr::Variable(variable, _, at) if Property::named(&variable.1).is_some() => Some(taken(&variable.1, *at)),
            _ => None,
        },
        Stmt::Assignment(parts) => match &parts.1.lhs {
            Expr::Variable(variable, _, at) if Property::named(&variable.1).is_some() => {
                Some(Fault::new(*at, "properties of objects cannot be changed; write == to compare"))
            }
            _ => None,
        },
        _ => None,
    }
}

fn taken(name: &str, at: Position) -> Fault {
    Fault::new(at, format!("{name} is a property of objects and cannot be a variable"))
}

impl Uses {
    /// Whether fields, texts or sizes of collections may be read.
    pub(crate) fn values(&self) -> bool {
        self.needs.contains(&Need::FieldValues)
    }

    fn note(&mut self, expression: &Expr) {
        match expression {
            Expr::Variable(variable, ..) => {
                if let Some(property) = Property::named(&variable.1) {
                    self.beyond_type |= !property.is_of_type();
                    self.note_property(property);
                }
            }
            Expr::Property(names, _) => {
                if let Some(property) = Property::named(&names.2) {
                    self.note_property(property);
                }
            }
            _ => {}
        }
    }

    fn note_call(&mut self, name: &str) {
        match name {
            "field" => {
                self.needs.insert(Need::FieldValues);
                self.beyond_type = true;
            }
            "extends" => {
                self.needs.insert(Need::SuperClasses);
            }
            _ => {}
        }
    }

    fn note_property(&mut self, property: Property) {
        self.pointed_from |= matches!(property, Property::Incoming | Property::PointedFrom);
        self.contents |= matches!(property, Property::Text | Property::Count);
        self.needs.extend(property.need());
    }
}
