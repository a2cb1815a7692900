//! Small answers that are wanted in great numbers (a text per row, the fields of every object that is unfolded): what is
//! missing is asked for in the background, all at once, and kept.

use std::collections::HashMap;
use std::hash::Hash;

use crate::base::background::{Answer, Background};

/// Answers by question.
#[derive(Debug)]
pub(super) struct Lookup<K, V> {
    known: HashMap<K, V>,
    wanted: Vec<K>,
    /// What is being worked on.
    asked: Vec<K>,
    work: Background<Vec<K>, Vec<(K, V)>>,
    most: usize,
}

impl<K: Clone + Eq + Hash + Send + 'static, V: Clone + Send + 'static> Lookup<K, V> {
    /// Keeps about `most` answers.
    pub(super) fn new(most: usize) -> Self {
        Self { known: HashMap::new(), wanted: Vec::new(), asked: Vec::new(), work: Background::default(), most }
    }

    /// The answer, if it is known; else it is wanted.
    pub(super) fn get(&mut self, key: &K) -> Option<&V> {
        if !self.known.contains_key(key) && !self.wanted.contains(key) && !self.asked.contains(key) {
            self.wanted.push(key.clone());
        }
        self.known.get(key)
    }

    /// Takes answers that have arrived, and asks for all that is wanted unless a question is on its way. `work` answers
    /// every question.
    pub(super) fn ask(&mut self, work: impl FnOnce(&[K]) -> Vec<(K, V)> + Send + 'static) {
        self.work.poll();
        match self.work.answer(&self.asked) {
            Answer::Working { .. } => return,
            Answer::Ready(answers) => {
                if self.known.len() > self.most {
                    self.known.clear();
                }
                self.known.extend(answers.iter().cloned());
                self.asked.clear();
                self.work.clear();
            }
            // Asking again would fail again: what was asked stays without an answer.
            Answer::Failed(_) => return,
            Answer::None => {}
        }
        if !self.wanted.is_empty() {
            self.asked = std::mem::take(&mut self.wanted);
            let keys = self.asked.clone();
            self.work.ask(self.asked.clone(), move |_| Ok(work(&keys)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_asked_once_and_kept() {
        let mut lookup: Lookup<u32, String> = Lookup::new(10);
        let work = |keys: &[u32]| keys.iter().map(|key| (*key, format!("<{key}>"))).collect();
        assert!(lookup.get(&1).is_none() && lookup.get(&2).is_none() && lookup.get(&1).is_none());
        while lookup.get(&2).is_none() {
            lookup.ask(work);
            std::thread::yield_now();
        }
        assert_eq!(lookup.get(&1).map(String::as_str), Some("<1>"));
        lookup.ask(|_| unreachable!("everything is known"));
    }
}
