//! Texts that come again and again, each kept once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

/// The texts so far.
#[derive(Debug, Default)]
pub(super) struct SharedTexts(FxHashSet<Arc<str>>);

impl SharedTexts {
    /// This text, together with all who asked for the same.
    pub(super) fn get(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let shared: Arc<str> = text.into();
        self.0.insert(shared.clone());
        shared
    }
}
