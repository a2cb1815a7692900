//! The list of classifiers that a grouping can name.

use std::sync::Arc;

use super::Classifier;
use super::classifiers::{ArrayLengthClass, ClassLoader, GcRootKind, ObjectKind, Package, PackagePath, Superclass, Type};
use crate::{Error, Result};

/// All classifiers, in the order in which they are offered.
#[must_use]
pub fn classifiers() -> Vec<Arc<dyn Classifier>> {
    vec![
        Arc::new(Type),
        Arc::new(Package),
        Arc::new(PackagePath),
        Arc::new(ClassLoader),
        Arc::new(Superclass),
        Arc::new(GcRootKind),
        Arc::new(ObjectKind),
        Arc::new(ArrayLengthClass),
    ]
}

/// The classifier with this name; case, spaces, `-` and `_` do not matter.
pub(super) fn find(name: &str) -> Result<Arc<dyn Classifier>> {
    let wanted = plain(name);
    classifiers()
        .into_iter()
        .find(|classifier| plain(&classifier.info().name) == wanted)
        .ok_or_else(|| Error::Request(format!("unknown classifier {name:?}; known are {}", known_names())))
}

/// The names of all classifiers, for messages.
pub(super) fn known_names() -> String {
    classifiers().iter().map(|classifier| classifier.info().name.into_owned()).collect::<Vec<_>>().join(", ")
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}
