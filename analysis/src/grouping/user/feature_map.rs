//! Which code belongs to which feature of a program, as its developers say in a text file.
//!
//! ```text
//! # feature: patterns of classes or methods
//! cart: com.shop.cart.*, com.shop.Checkout.addToCart
//! checkout: com.shop.Checkout
//! ```
//!
//! A pattern is the name of a class, which stands for its inner classes, too, or of a method after the class and a dot; `*`
//! stands for any text and `?` for one character. Several lines may name one feature, and code may belong to several
//! features.

use std::sync::Arc;

use crate::base::error::{Error, Result};
use crate::grouping::language::like;
use crate::heap::StackFrame;

/// More patterns than this help nobody, and every one is compared with every method.
const MOST_PATTERNS: usize = 10_000;

/// The longest pattern, in characters; names of methods are limited by the JVM.
const LONGEST_PATTERN: usize = 1000;

/// Features with the patterns of their code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FeatureMap {
    /// Names in the order of the file, each once, with patterns of classes and methods.
    features: Vec<(Arc<str>, Vec<String>)>,
}

impl FeatureMap {
    /// Reads a map.
    ///
    /// # Errors
    /// [`Error::Text`] with line and column of what is wrong.
    pub fn parse(text: &str) -> Result<Self> {
        let mut features: Vec<(Arc<str>, Vec<String>)> = Vec::new();
        let (mut patterns, mut offset) = (0, 0);
        for whole in text.split_inclusive('\n') {
            let wrong = |message: &str| Err(Error::in_text(text, offset, message));
            let line = whole.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let Some((name, list)) = line.split_once(':') else {
                    return wrong("a line is a feature, a colon and patterns, as in cart: com.shop.cart.*");
                };
                let list: Vec<String> = list.split(',').map(|pattern| pattern.trim().to_owned()).collect();
                patterns += list.len();
                if name.trim().is_empty() {
                    return wrong("the feature has no name");
                }
                if list.iter().any(String::is_empty) {
                    return wrong("a pattern is missing; for example com.shop.cart.*");
                }
                if patterns > MOST_PATTERNS || list.iter().any(|pattern| pattern.chars().count() > LONGEST_PATTERN) {
                    return wrong(&format!("there are at most {MOST_PATTERNS} patterns of {LONGEST_PATTERN} characters"));
                }
                match features.iter_mut().find(|(known, _)| **known == *name.trim()) {
                    Some((_, known)) => known.extend(list),
                    None => features.push((name.trim().into(), list)),
                }
            }
            offset += whole.len();
        }
        if features.is_empty() {
            return Err(Error::in_text(text, 0, "there is no feature in this file"));
        }
        Ok(Self { features })
    }

    /// Names of all features, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.features.iter().map(|(name, _)| &**name)
    }

    /// The features that a frame's code belongs to, in the order of the file.
    pub(in crate::grouping) fn of_frame(&self, frame: &StackFrame) -> Vec<Arc<str>> {
        let StackFrame { class, method, .. } = frame;
        let whole = format!("{class}.{method}");
        let outer = class.match_indices('$').map(|(end, _)| &class[..end]);
        let names: Vec<&str> = [whole.as_str(), class].into_iter().chain(outer).collect();
        let belongs = |patterns: &Vec<String>| patterns.iter().any(|pattern| names.iter().any(|name| like(name, pattern)));
        self.features.iter().filter(|(_, patterns)| belongs(patterns)).map(|(name, _)| name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "
        # a shop
        cart: com.shop.cart.*, com.shop.Checkout.add*
        checkout: com.shop.Checkout  # the whole class
        cart: com.shop.Basket
    ";

    #[test]
    fn code_may_belong_to_several_features() {
        let map = FeatureMap::parse(MAP).expect("is a map");
        assert_eq!(map.names().collect::<Vec<_>>(), ["cart", "checkout"]);
        let of = |class: &str, method: &str| {
            let frame = StackFrame { class: class.into(), method: method.into(), ..StackFrame::default() };
            map.of_frame(&frame).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(of("com.shop.cart.Item", "<init>"), ["cart"]);
        assert_eq!(of("com.shop.Checkout", "addItem"), ["cart", "checkout"]);
        assert_eq!(of("com.shop.Checkout$Step", "run"), ["checkout"], "inner classes belong to their outer one");
        assert_eq!(of("com.shop.Basket", "clear"), ["cart"]);
        assert_eq!(of("com.shop.Checkouts", "run"), [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, expected) in [
            ("a: b\ncart", "line 2, column 1: a line is a feature, a colon"),
            ("a: b\n: c", "line 2, column 1: the feature has no name"),
            ("a: b,, c", "line 1, column 1: a pattern is missing"),
            ("# nothing", "line 1, column 1: there is no feature"),
        ] {
            let error = FeatureMap::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
