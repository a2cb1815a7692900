//! Data structures: what an object is in them, which one it belongs to, and filters for their heads.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::error::{Error, Result};
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::HeapState;
use crate::heap::origins::frame_name;
use crate::keepers::ownership::Dominators;
use crate::structures::library::Library;
use crate::structures::owners::OwnerChains;
use crate::structures::{Container, DataStructures, Role, head_types};

/// Groups by what an object is within data structures.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureRole(pub(in crate::grouping) Arc<Library>);

/// Groups by the data structure that an object belongs to.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureLabel(Arc<Library>, Belongs);

/// Leaves heads of data structures.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureHeads(pub(in crate::grouping) Arc<Library>);

/// Leaves heads of data structures that no other one owns.
#[derive(Debug)]
pub(in crate::grouping) struct OutermostDataStructures(pub(in crate::grouping) Arc<Library>);

/// Groups by the data structures that keep an object, told by their owners.
#[derive(Debug)]
pub(in crate::grouping) struct DataStructureOwner {
    library: Arc<Library>,
    /// What a data structure is made of stands apart from what it holds.
    apart: bool,
}

/// What a data structure is made of: head, inner objects, and heads in it.
const ITSELF: &str = "the collection itself";

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

/// Which data structure an object is taken to belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Belongs {
    /// That of which it is a part or content.
    #[default]
    Member,
    /// The outermost one of these.
    Deep,
    /// The nearest one that alone keeps it alive.
    Owned,
}

impl DataStructureLabel {
    pub(in crate::grouping) fn new(library: Arc<Library>) -> Self {
        Self(library, Belongs::default())
    }
}

impl Classifier for DataStructureLabel {
    fn info(&self) -> ClassifierInfo {
        let name = match self.1 {
            Belongs::Member => "Data structure label",
            Belongs::Deep => "Data structure label(deep)",
            Belongs::Owned => "Data structure label(owned)",
        };
        ClassifierInfo {
            name: name.into(),
            description:
                "The collection that an object belongs to, by the class of its head and, where that is known, where it was allocated; \
                          heads of their own belong to themselves"
                    .into(),
            example: "java.util.HashMap".into(),
            cardinality: Cardinality::One,
            needs: match self.1 {
                Belongs::Member => (&[Need::References]).into(),
                Belongs::Deep | Belongs::Owned => (&[Need::References, Need::GcRoots]).into(),
            },
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("deep", "the outermost collection, for what lies in collections within it"),
            ("owned", "the nearest collection that alone keeps the object alive, however far it lies behind its content"),
        ]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        let mut belongs = Belongs::default();
        for option in options {
            belongs = match *option {
                option if option.eq_ignore_ascii_case("deep") => Belongs::Deep,
                option if option.eq_ignore_ascii_case("owned") => Belongs::Owned,
                option => return Err(Error::Request(format!("unknown option {option:?}; known are deep, owned"))),
            };
        }
        Ok(Arc::new(Self(Arc::clone(&self.0), belongs)))
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let structures = DataStructures::of(heap, &self.0);
        let mut walk = Walk::without_marks();
        let container: Box<dyn Fn(ObjectIndex) -> Container + Send + Sync> = match self.1 {
            Belongs::Member => Box::new(structures.container_of_each(None, &mut walk, progress)?),
            Belongs::Deep => {
                let owned = structures.owned(&Dominators::of(heap, progress)?, &mut walk, progress)?;
                Box::new(structures.container_of_each(Some(&owned), &mut walk, progress)?)
            }
            Belongs::Owned => {
                let keepers = structures.keepers(&Dominators::of(heap, progress)?, None, progress)?;
                Box::new(move |object: ObjectIndex| match keepers[object.at()] {
                    NO_OBJECT => Container::None,
                    head => Container::One(ObjectIndex(head)),
                })
            }
        };
        let is_head = structures.into_head_types();
        let mut table = LabelTable::default();
        let none = table.number(Label::one("not contained in a data structure"));
        let several = table.number(Label::one("contained in several data structures"));
        let mut of_head: FxHashMap<(TypeIndex, Option<u32>), u32> = FxHashMap::default();
        let key = move |head: ObjectIndex| (heap.type_of(head), heap.origins.as_ref().and_then(|origins| origins.site_of(head)));
        let is_of_head_type = |object: &ObjectIndex| is_head[heap.type_of(*object).at()];
        progress.for_each(heap.kept_objects().filter(is_of_head_type), |head| {
            let (class, site) = key(head);
            of_head.entry((class, site)).or_insert_with(|| {
                let class = &heap.type_info(class).name;
                let frame = site.and_then(|site| heap.origins.as_ref()?.call_stacks.get(site as usize)?.frames.first());
                let site = frame.map(|frame| format!(" (allocated in {})", frame_name(frame, true))).unwrap_or_default();
                table.number(Label::one(format!("{class}{site}")))
            });
        })?;
        let number = move |object: ObjectIndex, object_type: TypeIndex| match container(object) {
            Container::One(head) => of_head[&key(head)],
            Container::Several => several,
            Container::None if is_head[object_type.at()] => of_head.get(&key(object)).copied().unwrap_or(none),
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

impl DataStructureOwner {
    pub(in crate::grouping) fn new(library: Arc<Library>) -> Self {
        Self { library, apart: false }
    }
}

impl Classifier for DataStructureOwner {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: if self.apart { "Data structure owner(parts)" } else { "Data structure owner" }.into(),
            description: "The collections that alone keep an object alive, the outermost first, each by the shortest way of fields to it \
                          from a static field, a variable or a thread; equal over time. {} stands for what lies in a collection, [] in an \
                          array"
                .into(),
            example: "com.shop.Sessions.ALL > com.shop.Sessions.ALL{}.basket".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::References, Need::GcRoots]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("parts", "what a collection is made of, such as tables and nodes, stands apart from what it holds")]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        if let Some(option) = options.iter().find(|option| !option.eq_ignore_ascii_case("parts")) {
            return Err(Error::Request(format!("unknown option {option:?}; known is parts")));
        }
        Ok(Arc::new(Self { library: Arc::clone(&self.library), apart: !options.is_empty() }))
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let structures = DataStructures::of(heap, &self.library);
        let dominators = Dominators::of(heap, progress)?;
        let mut walk = Walk::without_marks();
        let owned = structures.owned(&dominators, &mut walk, progress)?;
        let keepers = structures.keepers(&dominators, Some(&owned), progress)?;
        drop(dominators);
        let owners = structures.owners(progress)?;
        let chains = OwnerChains::of(&owners, &owned, &keepers);
        let names: Vec<Arc<str>> = owners.names.iter().map(|name| name.as_str().into()).collect();
        let roles = if self.apart { structures.roles(&mut walk, progress)? } else { Vec::new() };
        let mut labels = vec![Label::one("kept by no collection alone")];
        let chain = |number: usize| chains.owners(number as u32).into_iter().map(|owner| names[owner as usize].clone());
        let count = chains.all.len();
        labels.extend((0..count).map(|number| Label::hierarchy(chain(number))));
        if self.apart {
            labels.extend((0..count).map(|number| Label::hierarchy(chain(number).chain([ITSELF.into()]))));
        }
        let of_head = chains.of_head;
        let number = move |object: ObjectIndex, _| {
            let own = of_head.get(&object.0).or_else(|| of_head.get(&keepers[object.at()]));
            let is_part = matches!(roles.get(object.at()), Some(Some(Role::Head | Role::Inner | Role::Contained)));
            own.map_or(0, |chain| 1 + chain + if is_part { count as u32 } else { 0 })
        };
        Ok(Labeling::by_object(labels, number))
    }
}
