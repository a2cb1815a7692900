//! Data structures: what an object is in them, which one it belongs to, and filters for their heads.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::HeapState;
use crate::keepers::ownership::Dominators;
use crate::structures::library::Library;
use crate::structures::owners::OwnerChains;
use crate::structures::{Container, DataStructures, Role, head_types};

/// Groups by what an object is within data structures.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureRole(pub(in crate::grouping) Arc<Library>);

/// Groups by the data structure that an object belongs to.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureLabel(pub(in crate::grouping) Arc<Library>);

/// Leaves heads of data structures.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureHeads(pub(in crate::grouping) Arc<Library>);

/// Leaves heads of data structures that no other one owns.
#[derive(Debug)]
pub(in crate::grouping) struct OutermostDataStructures(pub(in crate::grouping) Arc<Library>);

/// Groups by the data structures that keep an object, told by their owners.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureOwner(pub(in crate::grouping) Arc<Library>);

impl Classifier for DataStructureRole {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Data structure role".into(),
            description: "What an object is within the collections of the platform: head, inner object (node, table), leaf (content)"
                .into(),
            example: "leaf".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::References]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let roles = DataStructures::of(heap, &self.0).roles(&mut Walk::without_marks(), progress)?;
        let labels = ["head", "inner object", "leaf", "contained head", "not in a data structure"].map(Label::one).to_vec();
        let number = move |object: ObjectIndex, _| match roles[object.at()] {
            Some(Role::Head) => 0,
            Some(Role::Inner) => 1,
            Some(Role::Leaf) => 2,
            Some(Role::Contained) => 3,
            None => 4,
        };
        Ok(Labeling::by_object(labels, number))
    }
}

impl Classifier for DataStructureLabel {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Data structure label".into(),
            description: "The collection that an object belongs to, by the class of its head; heads of their own belong to themselves"
                .into(),
            example: "java.util.HashMap".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::References]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let structures = DataStructures::of(heap, &self.0);
        let container = structures.container_of_each(&mut Walk::without_marks(), progress)?;
        let is_head = structures.into_head_types();
        let mut table = LabelTable::default();
        let none = table.number(Label::one("not contained in a data structure"));
        let several = table.number(Label::one("contained in several data structures"));
        let of_type: Vec<u32> =
            (0..heap.types.len() as u32).map(|at| table.number(Label::one(heap.type_info(TypeIndex(at)).name.clone()))).collect();
        let number = move |object: ObjectIndex, object_type: TypeIndex| match container(object) {
            Container::One(head) => of_type[heap.type_of(head).at()],
            Container::Several => several,
            Container::None if is_head[object_type.at()] => of_type[object_type.at()],
            Container::None => none,
        };
        Ok(Labeling::by_object(table.into_labels(), number))
    }
}

impl Classifier for DataStructureHeads {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Data structure heads".into(),
            description: "Leaves the heads of the platform's collections (lists, maps, sets, queues) and of classes that extend them"
                .into(),
            example: "java.util.HashMap passes, java.util.HashMap$Node does not".into(),
            cardinality: Cardinality::Filter,
            needs: (&[Need::TypeNames, Need::SuperClasses]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let is_head = head_types(heap, &self.0);
        Ok(Labeling::by_type(heap, |at| Label::passes(is_head[at.at()])))
    }
}

impl Classifier for OutermostDataStructures {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Outermost data structures".into(),
            description: "Leaves the heads of collections that lie in no other collection which alone keeps them alive".into(),
            example: "the outer one of a map of maps passes".into(),
            cardinality: Cardinality::Filter,
            needs: (&[Need::References, Need::GcRoots]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let dominators = Dominators::of(heap, progress)?;
        let structures = DataStructures::of(heap, &self.0);
        let owned = structures.owned(&dominators, &mut Walk::without_marks(), progress)?;
        let is_head = structures.into_head_types();
        let labels = vec![Label::Rejected, Label::Accepted];
        let of = move |object: ObjectIndex, object_type: TypeIndex| u32::from(is_head[object_type.at()] && !owned.has(object));
        Ok(Labeling::by_object(labels, of))
    }
}

impl Classifier for DataStructureOwner {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Data structure owner".into(),
            description: "The collections that alone keep an object alive, the outermost first, each by the shortest way of fields to it \
                          from a static field, a variable or a thread; equal over time. {} stands for what lies in a collection, [] in an \
                          array"
                .into(),
            example: "com.shop.Sessions.ALL > com.shop.Sessions.ALL{}.basket".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::References, Need::GcRoots]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let structures = DataStructures::of(heap, &self.0);
        let dominators = Dominators::of(heap, progress)?;
        let owned = structures.owned(&dominators, &mut Walk::without_marks(), progress)?;
        let keepers = structures.keepers(&dominators, Some(&owned), progress)?;
        drop(dominators);
        let owners = structures.owners(progress)?;
        let chains = OwnerChains::of(&owners, &owned, &keepers);
        let names: Vec<Arc<str>> = owners.names.iter().map(|name| name.as_str().into()).collect();
        let mut labels = vec![Label::one("kept by no collection alone")];
        let chain = |number: usize| chains.owners(number as u32).into_iter().map(|owner| names[owner as usize].clone());
        labels.extend((0..chains.all.len()).map(|number| Label::hierarchy(chain(number))));
        let of_head = chains.of_head;
        let number = move |object: ObjectIndex, _| {
            let own = of_head.get(&object.0).or_else(|| of_head.get(&keepers[object.at()]));
            own.map_or(0, |chain| chain + 1)
        };
        Ok(Labeling::by_object(labels, number))
    }
}
