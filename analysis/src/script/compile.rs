//! From tokens to a script: precedence climbing, names resolved on the way.

use super::expression::{Expression, Kind, Operator, Uses};
use super::functions::{FUNCTIONS, Function, MACROS, METHODS};
use super::objects::{PROPERTIES, Property};
use super::token::{Fault, Token, tokens};
use super::value::Constant;
use super::{DEEPEST, LONGEST_SOURCE};

/// A compiled expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Script {
    pub(super) root: Expression,
    /// Names of the fields that it reads, each once.
    pub(crate) fields: Vec<String>,
    /// What it reads of the object it is evaluated for.
    pub(crate) uses: Uses,
}

/// Operators by rising strength.
const LEVELS: [&[(&str, Operator)]; 3] = [
    &[
        ("==", Operator::Equal),
        ("!=", Operator::Unequal),
        ("<", Operator::Less),
        ("<=", Operator::LessOrEqual),
        (">", Operator::Greater),
        (">=", Operator::GreaterOrEqual),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

impl Script {
    /// Compiles an expression.
    pub(crate) fn compile(source: &str) -> Result<Self, Fault> {
        if source.len() > LONGEST_SOURCE {
            return Err(Fault::new(LONGEST_SOURCE, format!("an expression is no longer than {LONGEST_SOURCE} bytes")));
        }
        let tokens = tokens(source)?;
        let mut parser = Parser { tokens, next: 0, variables: Vec::new(), depth: 0, fields: Vec::new(), uses: Uses::default() };
        let root = parser.expression()?;
        match parser.peek() {
            Token::End => Ok(Self { root, fields: parser.fields, uses: parser.uses }),
            other => Err(Fault::new(parser.at(), format!("expected an operator or the end, not {}", shown(other)))),
        }
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    next: usize,
    /// Variables of the macros around this place, the outermost first.
    variables: Vec<String>,
    depth: usize,
    fields: Vec<String>,
    uses: Uses,
}

type Parsed = Result<Expression, Fault>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].1
    }

    fn at(&self) -> usize {
        self.tokens[self.next].0
    }

    fn take(&mut self) -> Token {
        let token = self.tokens[self.next].1.clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(found) if *found == sign);
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.takes(sign) { Ok(()) } else { Err(Fault::new(self.at(), format!("expected {sign:?}, not {}", shown(self.peek())))) }
    }

    /// Counts nesting; the parts parsed by `parse` lie one deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            return Err(Fault::new(self.at(), format!("an expression is nested no deeper than {DEEPEST}")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn expression(&mut self) -> Parsed {
        self.deeper(|parser| {
            let at = parser.at();
            let condition = parser.either()?;
            if !parser.takes("?") {
                return Ok(condition);
            }
            let yes = parser.expression()?;
            parser.expect(":")?;
            let no = parser.expression()?;
            Ok(Expression { at, kind: Kind::Choice(Box::new((condition, yes, no))) })
        })
    }

    /// Parts joined by one operator. A chain of them nests to the left, so it counts as depth.
    fn chain(&mut self, sign: &str, part: fn(&mut Self) -> Parsed, join: fn(Box<Expression>, Box<Expression>) -> Kind) -> Parsed {
        let mut left = part(self)?;
        let depth = self.depth;
        loop {
            let at = self.at();
            if !self.takes(sign) {
                self.depth = depth;
                return Ok(left);
            }
            self.lengthen(at)?;
            let right = part(self)?;
            left = Expression { at, kind: join(Box::new(left), Box::new(right)) };
        }
    }

    fn lengthen(&mut self, at: usize) -> Result<(), Fault> {
        if self.depth == DEEPEST {
            return Err(Fault::new(at, format!("an expression has no more than {DEEPEST} operators in a row; use a list and `in`")));
        }
        self.depth += 1;
        Ok(())
    }

    fn either(&mut self) -> Parsed {
        self.chain("||", Self::both, Kind::Or)
    }

    fn both(&mut self) -> Parsed {
        self.chain("&&", |parser| parser.binary(0), Kind::And)
    }

    fn binary(&mut self, level: usize) -> Parsed {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        let depth = self.depth;
        loop {
            let at = self.at();
            let operator = match self.peek() {
                Token::Sign(sign) => operators.iter().find(|(known, _)| known == sign).map(|&(_, operator)| operator),
                Token::Name(name) if level == 0 && name == "in" => Some(Operator::In),
                _ => None,
            };
            let Some(operator) = operator else {
                self.depth = depth;
                return Ok(left);
            };
            self.take();
            self.lengthen(at)?;
            let right = self.binary(level + 1)?;
            left = Expression { at, kind: Kind::Binary(operator, Box::new(left), Box::new(right)) };
        }
    }

    fn unary(&mut self) -> Parsed {
        let at = self.at();
        if self.takes("!") {
            let inner = self.deeper(Self::unary)?;
            return Ok(Expression { at, kind: Kind::Not(Box::new(inner)) });
        }
        if self.takes("-") {
            let inner = self.deeper(Self::unary)?;
            return Ok(Expression { at, kind: Kind::Negative(Box::new(inner)) });
        }
        let mut value = self.primary()?;
        let depth = self.depth;
        loop {
            let at = self.at();
            if self.takes(".") {
                self.lengthen(at)?;
                value = self.member(value)?;
            } else if self.takes("[") {
                self.lengthen(at)?;
                let position = self.expression()?;
                self.expect("]")?;
                value = Expression { at, kind: Kind::Element(Box::new(value), Box::new(position)) };
            } else {
                self.depth = depth;
                return Ok(value);
            }
        }
    }

    fn primary(&mut self) -> Parsed {
        let at = self.at();
        let constant = |constant| Ok(Expression { at, kind: Kind::Constant(constant) });
        match self.take() {
            Token::Int(value) => constant(Constant::Int(value)),
            Token::Double(value) => constant(Constant::Double(value)),
            Token::Text(text) => constant(Constant::Text(text.into())),
            Token::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign("[") => {
                let items = self.arguments("]")?;
                Ok(Expression { at, kind: Kind::List(items) })
            }
            Token::Name(name) => match name.as_str() {
                "true" | "false" => constant(Constant::Bool(name == "true")),
                "null" => constant(Constant::Null),
                _ => self.name(at, &name),
            },
            other => Err(Fault::new(at, format!("expected a value, not {}", shown(&other)))),
        }
    }

    fn name(&mut self, at: usize, name: &str) -> Parsed {
        if self.takes("(") {
            if name == "field" {
                return self.field(at, None);
            }
            let Some(&(_, function, least, most)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
                let known: Vec<&str> = FUNCTIONS.iter().map(|(name, ..)| *name).chain(["field"]).collect();
                return Err(Fault::new(at, format!("there is no function {name}; known are {}", known.join(", "))));
            };
            let mut arguments = self.arguments(")")?;
            if !(least..=most).contains(&arguments.len()) {
                return Err(Fault::new(at, format!("{name} takes {least} arguments, not {}", arguments.len())));
            }
            if function == Function::Extends {
                self.uses.of_type = true;
                arguments.insert(0, Expression { at, kind: Kind::This });
            }
            return Ok(Expression { at, kind: Kind::Call(function, arguments) });
        }
        if let Some(variable) = self.variables.iter().rposition(|known| known == name) {
            return Ok(Expression { at, kind: Kind::Variable(variable) });
        }
        if name == "this" {
            self.uses.object = true;
            return Ok(Expression { at, kind: Kind::This });
        }
        let Some(property) = property(name) else {
            let known: Vec<&str> = PROPERTIES.iter().map(|info| info.name).collect();
            return Err(Fault::new(at, format!("unknown name {name}; an object has {}", known.join(", "))));
        };
        property.note_use(&mut self.uses);
        Ok(Expression { at, kind: Kind::Property(None, property) })
    }

    fn member(&mut self, receiver: Expression) -> Parsed {
        let at = self.at();
        let Token::Name(name) = self.take() else { return Err(Fault::new(at, "expected the name of a property or method")) };
        if !self.takes("(") {
            let Some(property) = property(&name) else {
                let known: Vec<&str> = PROPERTIES.iter().map(|info| info.name).collect();
                return Err(Fault::new(at, format!("an object has no {name}; it has {}", known.join(", "))));
            };
            property.note_use_of_any(&mut self.uses);
            return Ok(Expression { at, kind: Kind::Property(Some(Box::new(receiver)), property) });
        }
        if name == "field" {
            return self.field(at, Some(Box::new(receiver)));
        }
        if let Some(&(_, kind)) = MACROS.iter().find(|(known, _)| *known == name) {
            let variable_at = self.at();
            let Token::Name(variable) = self.take() else {
                return Err(Fault::new(variable_at, format!("{name} takes a variable and an expression, as in {name}(x, x.size > 8)")));
            };
            self.expect(",")?;
            self.variables.push(variable);
            let body = self.expression();
            self.variables.pop();
            let body = body?;
            self.expect(")")?;
            return Ok(Expression { at, kind: Kind::Macro(kind, Box::new(receiver), Box::new(body)) });
        }
        let Some(&(_, function, count)) = METHODS.iter().find(|(known, ..)| *known == name) else {
            let known: Vec<&str> = METHODS.iter().map(|(name, ..)| *name).chain(MACROS.iter().map(|(name, _)| *name)).collect();
            return Err(Fault::new(at, format!("there is no method {name}; known are {}, field", known.join(", "))));
        };
        let arguments = self.arguments(")")?;
        if arguments.len() != count {
            return Err(Fault::new(at, format!("{name} takes {count} arguments, not {}", arguments.len())));
        }
        Ok(Expression { at, kind: Kind::Call(function, std::iter::once(receiver).chain(arguments).collect()) })
    }

    /// `field("name")` after its opening bracket.
    fn field(&mut self, at: usize, receiver: Option<Box<Expression>>) -> Parsed {
        let name_at = self.at();
        let Token::Text(name) = self.take() else { return Err(Fault::new(name_at, "field takes a name in quotes")) };
        self.expect(")")?;
        let known = self.fields.iter().position(|known| *known == name);
        let number = known.unwrap_or_else(|| {
            self.fields.push(name);
            self.fields.len() - 1
        });
        self.uses.fields |= receiver.is_none();
        self.uses.values = true;
        Ok(Expression { at, kind: Kind::Field(receiver, number) })
    }

    fn arguments(&mut self, end: &str) -> Result<Vec<Expression>, Fault> {
        let mut arguments = Vec::new();
        if self.takes(end) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression()?);
            if self.takes(end) {
                return Ok(arguments);
            }
            self.expect(",")?;
        }
    }
}

fn property(name: &str) -> Option<Property> {
    PROPERTIES.iter().find(|info| info.name == name).map(|info| info.property)
}

fn shown(token: &Token) -> String {
    match token {
        Token::Name(name) => name.clone(),
        Token::Int(value) => value.to_string(),
        Token::Double(value) => value.to_string(),
        Token::Text(_) => "a text".into(),
        Token::Sign(sign) => format!("{sign:?}"),
        Token::End => "the end".into(),
    }
}
