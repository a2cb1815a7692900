//! Roots by name, and the objects that they hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::ids::TypeIndex;
use crate::grouping::Label;
use crate::heap::{HeapState, Root, RootKind, Value};

/// Roots of one heap state; those of one name are one.
pub(super) struct NamedRoots {
    /// Kind, then what the kind has; sorted.
    pub(super) names: Vec<Vec<Arc<str>>>,
    /// Objects and the numbers of the roots that hold them, sorted, each once.
    pub(super) held: Vec<(u32, u32)>,
}

impl NamedRoots {
    pub(super) fn of(heap: &HeapState, variables_only: bool) -> Self {
        let mut by_name: BTreeMap<Vec<Arc<str>>, Vec<u32>> = BTreeMap::new();
        let mut add = |name: Vec<Arc<str>>, object: u32| {
            if heap.kept.contains(object) {
                by_name.entry(name).or_default().push(object);
            }
        };
        for class in (0..heap.types.len() as u32).map(TypeIndex) {
            for field in heap.fields.statics(class) {
                if let Value::Object(object) = field.value {
                    add(vec!["Root: static field".into(), heap.type_info(class).name.clone(), field.name.clone()], object.0);
                }
            }
        }
        let is_variable = |root: &&Root| matches!(root.kind, RootKind::JavaFrame | RootKind::JniLocal);
        for root in heap.roots.iter().filter(|root| !variables_only || is_variable(root)) {
            add(name_of(heap, root), root.object.0);
        }
        let mut held: Vec<(u32, u32)> =
            (0_u32..).zip(by_name.values()).flat_map(|(root, objects)| objects.iter().map(move |&object| (object, root))).collect();
        held.sort_unstable();
        held.dedup();
        Self { names: by_name.into_keys().collect(), held }
    }

    /// The label of objects with these roots.
    pub(super) fn label(&self, roots: impl IntoIterator<Item = u32>) -> Label {
        Label::Chains(roots.into_iter().map(|root| self.names[root as usize].clone()).collect())
    }
}

fn name_of(heap: &HeapState, root: &Root) -> Vec<Arc<str>> {
    let mut name: Vec<Arc<str>> = vec![format!("Root: {}", root.kind.name()).into()];
    if let Some(thread) = root.thread.and_then(|thread| heap.threads.get(thread.at())) {
        name.push(if thread.name.is_empty() { "(thread without a name)".into() } else { thread.name.as_str().into() });
        if let Some(frame) = root.frame.and_then(|frame| thread.stack.get(frame as usize)) {
            name.extend([frame.class.as_str().into(), frame.method.as_str().into()]);
            name.extend(heap.variable_name(root.variable).map(Arc::from));
        }
    }
    name
}
