//! Evaluating a script for one object.

use std::cmp::Ordering;
use std::sync::Arc;

use super::compile::Script;
use super::expression::{Expression, Kind, Operator};
use super::functions::{Function, Macro, like};
use super::objects::{Facts, HeapFacts};
use super::token::Fault;
use super::value::ScriptValue;
use super::{LONGEST_VALUE, MOST_STEPS};
use crate::ObjectIndex;

/// One evaluation.
pub(crate) struct Run<'a, 'h> {
    script: &'a Script,
    heap: &'a HeapFacts<'h>,
    facts: &'a Facts,
    this: ObjectIndex,
    variables: Vec<ScriptValue<'h>>,
    steps: u64,
}

type Evaluated<'h> = Result<ScriptValue<'h>, Fault>;

impl<'a, 'h> Run<'a, 'h> {
    /// Evaluates a script for an object.
    pub(crate) fn evaluate(script: &'a Script, heap: &'a HeapFacts<'h>, facts: &'a Facts, this: ObjectIndex) -> Evaluated<'h> {
        let mut run = Self { script, heap, facts, this, variables: Vec::new(), steps: 0 };
        run.value(&script.root)
    }

    fn step(&mut self, at: usize) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(Fault::new(at, format!("the expression takes more than {MOST_STEPS} steps"))) } else { Ok(()) }
    }

    fn value(&mut self, expression: &Expression) -> Evaluated<'h> {
        let at = expression.at;
        self.step(at)?;
        Ok(match &expression.kind {
            Kind::Constant(constant) => constant.into(),
            Kind::List(items) => ScriptValue::List(items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?),
            Kind::This => ScriptValue::Object(self.this),
            Kind::Variable(number) => self.variables[*number].clone(),
            Kind::Property(receiver, property) => match self.object(receiver.as_deref())? {
                Some(object) => self.heap.property(self.facts, object, *property),
                None => ScriptValue::Null,
            },
            Kind::Field(receiver, number) => match self.object(receiver.as_deref())? {
                Some(object) => self.heap.field(self.facts, object, *number, &self.script.fields[*number]),
                None => ScriptValue::Null,
            },
            Kind::Not(inner) => ScriptValue::Bool(!self.truth(inner)?),
            Kind::Negative(inner) => match self.value(inner)? {
                ScriptValue::Int(value) => ScriptValue::Int(value.checked_neg().ok_or_else(|| overflow(at))?),
                ScriptValue::Double(value) => ScriptValue::Double(-value),
                other => return Err(Fault::new(at, format!("- needs a number, not {}", other.kind()))),
            },
            Kind::And(a, b) => ScriptValue::Bool(self.truth(a)? && self.truth(b)?),
            Kind::Or(a, b) => ScriptValue::Bool(self.truth(a)? || self.truth(b)?),
            Kind::Choice(parts) => {
                let (condition, yes, no) = &**parts;
                if self.truth(condition)? { self.value(yes)? } else { self.value(no)? }
            }
            Kind::Binary(operator, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.binary(at, *operator, &a, &b)?
            }
            Kind::Element(list, position) => {
                let (list, position) = (self.value(list)?, self.value(position)?);
                let ScriptValue::Int(number) = position else {
                    return Err(Fault::new(at, format!("a position is a number, not {}", position.kind())));
                };
                let element = usize::try_from(number).ok().and_then(|number| element(&list, number));
                element.ok_or_else(|| Fault::new(at, format!("{} has no element {number}", list.kind())))?
            }
            Kind::Call(function, arguments) => {
                let arguments: Vec<ScriptValue<'h>> = arguments.iter().map(|argument| self.value(argument)).collect::<Result<_, _>>()?;
                self.call(at, *function, &arguments)?
            }
            Kind::Macro(kind, list, body) => {
                let list = self.value(list)?;
                self.each(at, *kind, &list, body)?
            }
        })
    }

    /// The object that a property is asked of; `None` for null, whose properties are null.
    fn object(&mut self, receiver: Option<&Expression>) -> Result<Option<ObjectIndex>, Fault> {
        let Some(receiver) = receiver else { return Ok(Some(self.this)) };
        match self.value(receiver)? {
            ScriptValue::Object(object) => Ok(Some(object)),
            ScriptValue::Null => Ok(None),
            other => Err(Fault::new(receiver.at, format!("properties are those of objects, and this is {}", other.kind()))),
        }
    }

    fn truth(&mut self, expression: &Expression) -> Result<bool, Fault> {
        match self.value(expression)? {
            ScriptValue::Bool(value) => Ok(value),
            other => Err(Fault::new(expression.at, format!("true or false is needed here, not {}", other.kind()))),
        }
    }

    fn binary(&mut self, at: usize, operator: Operator, a: &ScriptValue<'h>, b: &ScriptValue<'h>) -> Evaluated<'h> {
        let ordered = |wanted: fn(Ordering) -> bool| match a.compare(b) {
            Some(order) => Ok(ScriptValue::Bool(wanted(order))),
            // Nothing is larger or smaller than null.
            None if matches!((a, b), (ScriptValue::Null, _) | (_, ScriptValue::Null)) => Ok(ScriptValue::Bool(false)),
            None => Err(Fault::new(at, format!("{} and {} cannot be compared", a.kind(), b.kind()))),
        };
        match operator {
            Operator::Equal => Ok(ScriptValue::Bool(a.equals(b))),
            Operator::Unequal => Ok(ScriptValue::Bool(!a.equals(b))),
            Operator::Less => ordered(Ordering::is_lt),
            Operator::LessOrEqual => ordered(Ordering::is_le),
            Operator::Greater => ordered(Ordering::is_gt),
            Operator::GreaterOrEqual => ordered(Ordering::is_ge),
            Operator::In => {
                let Some(length) = length(b) else { return Err(Fault::new(at, format!("in needs a list, not {}", b.kind()))) };
                for position in 0..length {
                    self.step(at)?;
                    if element(b, position).is_some_and(|element| element.equals(a)) {
                        return Ok(ScriptValue::Bool(true));
                    }
                }
                Ok(ScriptValue::Bool(false))
            }
            Operator::Add if matches!((a, b), (ScriptValue::Text(_), _) | (_, ScriptValue::Text(_))) => {
                let (Some(a), Some(b)) = (a.to_text(), b.to_text()) else {
                    return Err(Fault::new(at, format!("{} and {} cannot be joined", a.kind(), b.kind())));
                };
                limited(at, a.len() + b.len())?;
                Ok(ScriptValue::Text(format!("{a}{b}").into()))
            }
            _ => arithmetic(at, operator, a, b),
        }
    }

    fn call(&mut self, at: usize, function: Function, arguments: &[ScriptValue<'h>]) -> Evaluated<'h> {
        let receiver = &arguments[0];
        let text_method = |test: fn(&str, &str) -> bool| match (receiver, &arguments[1]) {
            (ScriptValue::Null, _) => Ok(ScriptValue::Bool(false)),
            (ScriptValue::Text(text), ScriptValue::Text(other)) => Ok(ScriptValue::Bool(test(text, other))),
            (a, b) => Err(Fault::new(at, format!("this needs two texts, not {} and {}", a.kind(), b.kind()))),
        };
        match function {
            Function::StartsWith => text_method(|text, start| text.starts_with(start)),
            Function::EndsWith => text_method(|text, end| text.ends_with(end)),
            Function::Contains => text_method(|text, part| text.contains(part)),
            Function::Like => {
                if let (ScriptValue::Text(text), ScriptValue::Text(pattern)) = (receiver, &arguments[1]) {
                    // Matching takes a step per character and star at worst.
                    self.steps = self.steps.saturating_add((text.len() * (1 + pattern.matches('*').count())) as u64);
                    self.step(at)?;
                }
                text_method(like)
            }
            Function::LowerCase => match receiver {
                ScriptValue::Null => Ok(ScriptValue::Null),
                ScriptValue::Text(text) => Ok(ScriptValue::Text(text.to_lowercase().into())),
                other => Err(Fault::new(at, format!("lower needs a text, not {}", other.kind()))),
            },
            Function::Length => match (receiver, length(receiver)) {
                (ScriptValue::Null, _) => Ok(ScriptValue::Null),
                (ScriptValue::Text(text), _) => Ok(ScriptValue::Int(text.chars().count() as i64)),
                (_, Some(length)) => Ok(ScriptValue::Int(length as i64)),
                (other, None) => Err(Fault::new(at, format!("{} has no length", other.kind()))),
            },
            Function::Extends => match (receiver, &arguments[1]) {
                (ScriptValue::Null, _) => Ok(ScriptValue::Bool(false)),
                (ScriptValue::Object(object), ScriptValue::Text(name)) => {
                    let heap = self.heap.heap;
                    let is_named = |class| heap.type_info(class).name == *name;
                    Ok(ScriptValue::Bool(heap.ancestry(heap.type_of(*object)).any(is_named)))
                }
                (a, b) => {
                    Err(Fault::new(at, format!("extends needs an object and the name of a class, not {} and {}", a.kind(), b.kind())))
                }
            },
            Function::ToText => {
                let text = receiver.to_text().ok_or_else(|| Fault::new(at, format!("{} has no text", receiver.kind())))?;
                Ok(ScriptValue::Text(text))
            }
            Function::ToInt => match receiver {
                ScriptValue::Int(value) => Ok(ScriptValue::Int(*value)),
                ScriptValue::Double(value) if value.abs() < 9.0e18 => Ok(ScriptValue::Int(*value as i64)),
                ScriptValue::Text(text) => {
                    text.trim().parse().map(ScriptValue::Int).map_err(|_| Fault::new(at, "this text is no whole number"))
                }
                other => Err(Fault::new(at, format!("{} is no number", other.kind()))),
            },
            Function::Path => {
                let parts: Option<Arc<[Arc<str>]>> = arguments.iter().map(ScriptValue::to_text).collect();
                parts.map(ScriptValue::Path).ok_or_else(|| Fault::new(at, "the parts of a path are texts or numbers"))
            }
        }
    }

    fn each(&mut self, at: usize, kind: Macro, list: &ScriptValue<'h>, body: &Expression) -> Evaluated<'h> {
        let length = match list {
            ScriptValue::Null => 0,
            list => length(list).ok_or_else(|| Fault::new(at, format!("this goes through a list, not {}", list.kind())))?,
        };
        let mut collected = Vec::new();
        for position in 0..length {
            self.step(at)?;
            let element = element(list, position).expect("the position is below the length");
            self.variables.push(element.clone());
            let result = if kind == Macro::Map { self.value(body) } else { self.truth(body).map(ScriptValue::Bool) };
            self.variables.pop();
            match (kind, result?) {
                (Macro::Exists, ScriptValue::Bool(true)) => return Ok(ScriptValue::Bool(true)),
                (Macro::All, ScriptValue::Bool(false)) => return Ok(ScriptValue::Bool(false)),
                (Macro::Filter, ScriptValue::Bool(true)) => collected.push(element),
                (Macro::Map, value) => collected.push(value),
                _ => {}
            }
            limited(at, collected.len())?;
        }
        Ok(match kind {
            Macro::Exists => ScriptValue::Bool(false),
            Macro::All => ScriptValue::Bool(true),
            Macro::Filter | Macro::Map => ScriptValue::List(collected.into()),
        })
    }
}

fn length(value: &ScriptValue<'_>) -> Option<usize> {
    match value {
        ScriptValue::Row(row) => Some(row.len()),
        ScriptValue::List(list) => Some(list.len()),
        _ => None,
    }
}

fn element<'h>(list: &ScriptValue<'h>, position: usize) -> Option<ScriptValue<'h>> {
    match list {
        ScriptValue::Row(row) => row.get(position).map(|&object| ScriptValue::Object(ObjectIndex(object))),
        ScriptValue::List(list) => list.get(position).cloned(),
        _ => None,
    }
}

fn limited(at: usize, length: usize) -> Result<(), Fault> {
    if length > LONGEST_VALUE { Err(Fault::new(at, format!("a value is longer than {LONGEST_VALUE}"))) } else { Ok(()) }
}

fn overflow(at: usize) -> Fault {
    Fault::new(at, "the number is too large")
}

fn arithmetic<'h>(at: usize, operator: Operator, a: &ScriptValue<'h>, b: &ScriptValue<'h>) -> Evaluated<'h> {
    if let (ScriptValue::Null, _) | (_, ScriptValue::Null) = (a, b) {
        return Ok(ScriptValue::Null);
    }
    if let (&ScriptValue::Int(a), &ScriptValue::Int(b)) = (a, b) {
        let result = match operator {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide | Operator::Remainder if b == 0 => return Err(Fault::new(at, "division by zero")),
            Operator::Divide => a.checked_div(b),
            _ => a.checked_rem(b),
        };
        return result.map(ScriptValue::Int).ok_or_else(|| overflow(at));
    }
    let (Some(x), Some(y)) = (a.number(), b.number()) else {
        return Err(Fault::new(at, format!("numbers are needed here, not {} and {}", a.kind(), b.kind())));
    };
    Ok(ScriptValue::Double(match operator {
        Operator::Add => x + y,
        Operator::Subtract => x - y,
        Operator::Multiply => x * y,
        Operator::Divide => x / y,
        _ => x % y,
    }))
}
