//! Stores into fields that are watched: which line put a reference where it is.
//!
//! While a field is watched HotSpot interprets the whole program, so this is for small programs, and only on demand.
//!
//! Memory: 40 bytes per store that waits to be written.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use rustc_hash::FxHashMap;
use trace_format::{Store, Stores};

use crate::jvm::{ClassHandle, Jvm, StoredReference};
use crate::walk::id_of;

/// Stores of one block.
const MOST_STORES: usize = 1 << 16;

/// Which fields are watched, and what was stored into them.
#[derive(Debug, Default)]
pub(crate) struct WatchedFields {
    /// `com.shop.Cache.entries`, where `*` is any text.
    patterns: Vec<String>,
    /// By number of the declaring class and the JVM's name of the field: its place among those that the class declares.
    fields: RwLock<FxHashMap<(u32, usize), u32>>,
    waiting: Mutex<Vec<Store>>,
}

impl WatchedFields {
    /// Watches the fields that these patterns name.
    pub(crate) fn new(patterns: &[String]) -> Self {
        Self { patterns: patterns.to_vec(), ..Self::default() }
    }

    /// Whether any field is to be watched.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.patterns.is_empty()
    }

    /// Whether a field was found that the patterns name.
    pub(crate) fn has_found_some(&self) -> bool {
        !self.fields.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Watches the fields of a class that were asked for; `number` numbers the class.
    ///
    /// # Errors
    /// What the JVM says.
    pub(crate) fn watch(&self, jvm: Jvm<'_>, class: ClassHandle, number: impl FnOnce() -> u32) -> Result<(), String> {
        let found = class.watch_fields(jvm, |class, field| self.names(class, field))?;
        if !found.is_empty() {
            let number = number();
            let mut fields = self.fields.write().unwrap_or_else(PoisonError::into_inner);
            fields.extend(found.into_iter().map(|(field, place)| ((number, field), place)));
        }
        Ok(())
    }

    fn names(&self, class: &str, field: &str) -> bool {
        let name = format!("{class}.{field}");
        self.patterns.iter().any(|pattern| is_like(&name, pattern))
    }

    /// Notes a store; `number` numbers its class and `new_id` objects that have no id, `site` and `thread` are asked last.
    pub(crate) fn add(
        &self,
        jvm: Jvm<'_>,
        stored: &StoredReference,
        number: impl FnOnce(ClassHandle) -> u32,
        new_tag: impl Fn() -> i64,
        who: impl FnOnce() -> (u32, u64),
    ) {
        let class = number(stored.class);
        let known = self.fields.read().unwrap_or_else(PoisonError::into_inner).get(&(class, stored.field)).copied();
        let Some(field) = known else { return };
        let (site, thread) = who();
        // Under the lock, so that no two threads give one object two ids, and stores are in the order of their ids.
        let mut waiting = self.waiting();
        let [holder, value] =
            [stored.holder(), stored.value()].map(|object| object.map_or(0, |object| id_of(object.tag_or(jvm, &new_tag))));
        waiting.push(Store { holder, class, field, value, site, thread });
    }

    /// How many stores wait to be written.
    pub(crate) fn waiting_stores(&self) -> usize {
        self.waiting().len()
    }

    /// Takes out what was not written yet.
    pub(crate) fn take(&self) -> Vec<Stores> {
        let waiting = std::mem::take(&mut *self.waiting());
        waiting.chunks(MOST_STORES).map(|stores| Stores { stores: stores.to_vec() }).collect()
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Store>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a name is like a pattern, in which `*` is any text.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(mut name) = name.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        let name = "java.util.HashMap$Node.value";
        for pattern in [name, "*", "*.value", "java.util.*", "java.*$Node.*", "java*HashMap*value", "*HashMap$Node.value"] {
            assert!(is_like(name, pattern), "{pattern}");
        }
        for pattern in ["", "java.util.HashMap$Node", "value", "*.valu", "java.*$Entry.*", "*value.*value"] {
            assert!(!is_like(name, pattern), "{pattern}");
        }
    }
}
