//! The engine: which language scripts are written in, and what it may cost.

use std::sync::LazyLock;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage, BasicStringPackage,
    LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, OptimizationLevel, Scope, Token};

use super::objects::{self, property_of};
use super::properties::{PROPERTIES, Property};
use super::question::Place;
use super::{DEEPEST, LONGEST_LIST, LONGEST_TEXT, MOST_CALLS, MOST_STEPS, asking, texts};

/// One engine for all scripts and threads.
pub(super) static ENGINE: LazyLock<Engine> = LazyLock::new(engine);

/// What scripts may name without having defined it.
pub(super) static KNOWN_NAMES: LazyLock<Scope<'static>> = LazyLock::new(|| {
    let mut names = Scope::new();
    for info in PROPERTIES {
        names.push(info.name, ());
    }
    names
});

fn engine() -> Engine {
    // Without the core package, which can sleep and exit; without output, modules, files and clocks.
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    for word in ["eval", "print", "debug"] {
        engine.disable_symbol(word);
    }

    engine.set_max_operations(MOST_STEPS);
    engine.set_max_expr_depths(DEEPEST, DEEPEST);
    engine.set_max_call_levels(MOST_CALLS);
    engine.set_max_string_size(LONGEST_TEXT);
    engine.set_max_array_size(LONGEST_LIST);
    engine.set_max_map_size(LONGEST_LIST);
    engine.set_max_variables(256);
    engine.set_max_functions(64);
    engine.on_progress(|steps| asking::is_over(steps).then_some(Dynamic::UNIT));

    engine.set_strict_variables(true);
    engine.set_optimization_level(OptimizationLevel::Simple);
    resolve_names(&mut engine);
    objects::register(&mut engine);
    texts::register(&mut engine);
    engine
}

#[allow(deprecated, reason = "both calls are marked so because they may change, not because they should not be used")]
fn resolve_names(engine: &mut Engine) {
    engine.on_parse_token(|token, _, _| meant(token));
    // Within closures, too: they need not capture what has the same value everywhere.
    engine.on_var(|name, _, _| Property::named(name).map(|property| property_of(Place::THIS, property)).transpose());
}

/// Words that the language reserves and does not use are names like any other; `and`, `or`, `not` and `null` are
/// written as words.
fn meant(token: Token) -> Token {
    match token {
        Token::Reserved(word) if *word == "null" => Token::Unit,
        Token::Reserved(word) if is_name(&word) => Token::Identifier(word),
        Token::Identifier(word) => match word.as_str() {
            "and" => Token::And,
            "or" => Token::Or,
            "not" => Token::Bang,
            _ => Token::Identifier(word),
        },
        other => other,
    }
}

/// Whether a reserved word is neither a sign nor the name of a built-in function.
fn is_name(word: &str) -> bool {
    const FUNCTIONS: [&str; 8] = ["call", "curry", "debug", "eval", "is_def_fn", "is_def_var", "is_shared", "print"];
    word != "type_of" && !FUNCTIONS.contains(&word) && word.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
}
