//! What is known of types and objects before anything is proposed: who alone refers to an object, and which types are close.

use rustc_hash::FxHashMap;

use crate::base::class_names::package_of;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::heap::{ArrayKind, HeapState, TypeKind};
use crate::structures::library::Library;
use crate::structures::rules::TypeRules;
use crate::structures::{Container, DataStructures};

/// Several objects refer to it.
const SEVERAL: u32 = NO_OBJECT - 1;
/// Objects between a node and the node, or head, that it belongs to: an entry, a table, a map, its owner, and some to spare.
const MOST_BETWEEN: usize = 8;

/// Classes that are neither heads nor nodes, with all below them.
const NEVER: [&str; 3] = ["java.lang.Class", "java.lang.Thread", "java.lang.ClassLoader"];
/// Classes that are no heads, with all below them: what one refers to is not its own, the array of the other is a stack.
const NO_HEADS: [&str; 2] = ["java.lang.ref.Reference", "java.lang.Throwable"];

/// What is known of a type.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that have nothing to do with each other")]
pub(super) struct Facts {
    /// The topmost super class of the same package; the type itself where there is none.
    pub(super) kin: u32,
    /// The outermost class that it is nested in, as the number of a name.
    pub(super) outer: u32,
    /// It may be described: an instance with a name that can be written.
    pub(super) is_open: bool,
    /// It may be a head.
    pub(super) may_be_head: bool,
    /// The library describes it.
    pub(super) is_described: bool,
    /// The library says that it is a head.
    pub(super) is_known_head: bool,
    /// An array of references.
    pub(super) is_array: bool,
    /// What its objects refer to is on a stack.
    pub(super) is_thread: bool,
}

/// A heap state as inference looks at it. Memory: 8 bytes per object.
pub(super) struct Scan<'h> {
    pub(super) heap: &'h HeapState,
    facts: Vec<Facts>,
    /// By object the only one that refers to it; stacks are not asked.
    only: Vec<u32>,
    container: Option<Box<dyn Fn(ObjectIndex) -> Container>>,
    /// Objects by type.
    pub(super) objects: Vec<u64>,
}

/// From where an object is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// From one that was looked for.
    Wanted(u32),
    /// From this object, in this way; from several, from a class or from nobody where there is none.
    Other(Option<u32>, Through),
}

/// What lies between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Through {
    Nothing,
    Array,
    Known,
}

impl<'h> Scan<'h> {
    pub(super) fn new(heap: &'h HeapState, library: &Library, progress: &Progress) -> Result<Self> {
        let rules = TypeRules::new(heap, library);
        let facts = facts(heap, &rules);
        let mut only = vec![NO_OBJECT; heap.len()];
        let mut objects = vec![0_u64; heap.types.len()];
        progress.for_each(heap.kept_objects(), |object| {
            objects[heap.type_of(object).at()] += 1;
            if facts[heap.type_of(object).at()].is_thread {
                return;
            }
            for &target in heap.points_to(object).iter().filter(|&&target| target != object.0) {
                let known = &mut only[target as usize];
                *known = if [NO_OBJECT, object.0].contains(known) { object.0 } else { SEVERAL };
            }
        })?;
        let container: Option<Box<dyn Fn(ObjectIndex) -> Container>> = match library.descriptions().next() {
            None => None,
            Some(_) => Some(Box::new(DataStructures::of(heap, library).container_of_each(None, &mut Walk::without_marks(), progress)?)),
        };
        Ok(Self { heap, facts, only, container, objects })
    }

    pub(super) fn type_of(&self, object: u32) -> TypeIndex {
        self.heap.type_of(ObjectIndex(object))
    }

    pub(super) fn facts(&self, of: TypeIndex) -> Facts {
        self.facts[of.at()]
    }

    pub(super) fn facts_of(&self, object: u32) -> Facts {
        self.facts(self.type_of(object))
    }

    pub(super) fn name(&self, of: TypeIndex) -> &'h str {
        &self.heap.type_info(of).name
    }

    /// Does something with every object that is neither a thread nor uncounted, and what it references.
    pub(super) fn for_each(&self, progress: &Progress, mut act: impl FnMut(u32, &'h [u32])) -> Result<()> {
        let objects = self.heap.kept_objects().map(|object| object.0).filter(|&object| !self.facts_of(object).is_thread);
        progress.for_each(objects, |object| act(object, self.references(object)))
    }

    pub(super) fn references(&self, object: u32) -> &'h [u32] {
        self.heap.points_to(ObjectIndex(object))
    }

    /// What makes content be of several kinds: classes that have nothing in common. All hidden classes are one kind.
    pub(super) fn kind_of_content(&self, object: u32) -> u32 {
        let of = self.type_of(object);
        match is_writable(self.name(of).trim_end_matches("[]")) {
            true => self.facts(of).kin,
            false => NO_OBJECT,
        }
    }

    /// The only object that refers to this one.
    pub(super) fn only(&self, object: u32) -> Option<u32> {
        Some(self.only[object as usize]).filter(|&only| only < SEVERAL)
    }

    /// Whether only this object refers to that one.
    pub(super) fn owns(&self, object: u32, target: u32) -> bool {
        self.only(target) == Some(object)
    }

    /// The head of the only known data structure that an object belongs to, itself where it is a head.
    fn known_head(&self, object: u32) -> Option<u32> {
        if self.facts_of(object).is_known_head {
            return Some(object);
        }
        match self.container.as_ref()?(ObjectIndex(object)) {
            Container::One(head) => Some(head.0),
            Container::None | Container::Several => None,
        }
    }

    /// From an object that refers to another one upwards: through arrays, known data structures, and objects of classes nested in
    /// `outer` as long as only one object refers to them. What is passed goes on `way`.
    pub(super) fn origin(&self, from: u32, outer: u32, is_wanted: impl Fn(TypeIndex) -> bool, way: &mut Vec<u32>) -> Origin {
        way.clear();
        let (mut at, mut other, mut through) = (from, None, Through::Nothing);
        for _ in 0..MOST_BETWEEN {
            let of = self.type_of(at);
            if is_wanted(of) {
                return Origin::Wanted(at);
            }
            let facts = self.facts(of);
            let between = match () {
                () if facts.is_described || facts.is_array && self.container.is_some() && self.known_head(at).is_some() => {
                    if other.is_none() {
                        through = Through::Known;
                    }
                    self.known_head(at)
                }
                () if facts.is_array => {
                    if other.is_none() {
                        through = through.max(Through::Array);
                    }
                    Some(at)
                }
                () if !facts.is_open => None,
                () => {
                    other = other.or(Some(at));
                    Some(at).filter(|_| facts.outer == outer)
                }
            };
            let Some(next) = between.and_then(|between| Some((between, self.only(between)?))) else { break };
            way.push(next.0);
            at = next.1;
        }
        if let Some(at) = other.and_then(|other| way.iter().position(|&between| between == other)) {
            way.truncate(at);
        }
        Origin::Other(other, through)
    }
}

fn facts(heap: &HeapState, rules: &TypeRules) -> Vec<Facts> {
    let heads = rules.heads();
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let all = (0..heap.types.len() as u32).map(TypeIndex);
    all.map(|of| {
        let info = heap.type_info(of);
        let is_below = |classes: &[&str]| heap.ancestry(of).any(|above| classes.contains(&&*heap.type_info(above).name));
        let package = package_of(&info.name);
        let of_package =
            |at: &TypeIndex| package_of(&heap.type_info(*at).name) == package && &*heap.type_info(*at).name != "java.lang.Object";
        let next = numbers.len() as u32;
        let is_instance = info.kind == TypeKind::Instance;
        let is_described = rules.described(of).is_some();
        let is_open = is_instance && !is_described && is_writable(&info.name) && !is_below(&NEVER);
        Facts {
            kin: heap.ancestry(of).take_while(of_package).last().unwrap_or(of).0,
            outer: *numbers.entry(outermost(&info.name)).or_insert(next),
            is_open,
            may_be_head: is_open && !is_below(&NO_HEADS),
            is_described,
            is_known_head: heads[of.at()],
            is_array: info.kind == TypeKind::Array(ArrayKind::Objects),
            is_thread: is_below(&NEVER[1..2]),
        }
    })
    .collect()
}

/// The class around all others, with its package.
fn outermost(name: &str) -> &str {
    let class = name.rfind('.').map_or(0, |dot| dot + 1);
    // A name may begin with the sign.
    name[class..].char_indices().skip(1).find(|(_, c)| *c == '$').map_or(name, |(at, _)| &name[..class + at])
}

/// Whether a name can stand in a description and means the same in another run: hidden classes have none that does.
fn is_writable(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    !name.is_empty() && name.chars().all(is_plain) && !name.contains("$$") && !name.contains(".0x")
}

/// Whether a class is nested in the other one.
pub(super) fn is_nested(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('$'))
}
