//! What is known from earlier evaluations: a tree of questions and answers that ends in results.
//!
//! For every script that looks at types, sizes and the types of neighbours, millions of objects give the same answers
//! to the same questions. So the second of them walks down the tree and needs no evaluation; the combinations of
//! properties that matter find themselves, neighbours included. Where answers rarely repeat (texts, long lists,
//! addresses), the tree ends early or stops growing, and objects are evaluated one by one.

use rustc_hash::FxHashMap;

use super::question::{Answer, Question, Row, View};
use super::values::Missing;
use crate::base::ids::ObjectIndex;

/// Evaluations that ask more are not remembered beyond this.
pub(super) const MOST_QUESTIONS: usize = if cfg!(test) { 6 } else { 64 };

/// The tree grows no larger; about 60 bytes each.
const MOST_NODES: usize = if cfg!(test) { 200 } else { 1 << 18 };

/// The tree.
#[derive(Debug)]
pub(super) struct Known {
    nodes: Vec<Node>,
    edges: FxHashMap<(u32, Answer), u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    Open,
    Ask(Question),
    Result(u32),
    /// From here on every object is evaluated.
    Evaluate,
}

impl Known {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::Open], edges: FxHashMap::default() }
    }

    /// The result for an object, if an earlier one gave the same answers.
    pub(super) fn find(&self, view: &mut View<'_>, object: ObjectIndex) -> Result<Option<u32>, Missing> {
        view.rows.clear();
        view.rows.push(Row::One(object));
        let mut at = 0;
        loop {
            match self.nodes[at as usize] {
                Node::Open | Node::Evaluate => return Ok(None),
                Node::Result(result) => return Ok(Some(result)),
                Node::Ask(question) => match self.edges.get(&(at, view.answer(question)?)) {
                    Some(&next) => at = next,
                    None => return Ok(None),
                },
            }
        }
    }

    /// Remembers what was asked, and the result, or that the questions do not lead to it.
    pub(super) fn learn(&mut self, asked: &[(Question, Answer)], result: Option<u32>) {
        let mut at = 0;
        for &(question, answer) in asked {
            match self.nodes[at as usize] {
                Node::Open => self.nodes[at as usize] = Node::Ask(question),
                Node::Ask(known) if known == question => {}
                _ => return,
            }
            at = match self.edges.get(&(at, answer)) {
                Some(&next) => next,
                None if self.nodes.len() == MOST_NODES => return,
                None => {
                    self.nodes.push(Node::Open);
                    let next = (self.nodes.len() - 1) as u32;
                    self.edges.insert((at, answer), next);
                    next
                }
            };
        }
        if self.nodes[at as usize] == Node::Open {
            self.nodes[at as usize] = result.map_or(Node::Evaluate, Node::Result);
        }
    }
}
