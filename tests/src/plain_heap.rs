//! Sizes, references and owners of what [`crate::plain_dump`] has read, by the rules that `analysis/src/hprof.rs` lists, in the
//! plainest way: what is kept without an object is found by searching the heap again without it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::plain_dump::{PlainDump, PlainObject, REFERENCE, primitive_bytes};

/// How a JVM was told to lay out its heap: nothing here is guessed from the dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainLayout {
    /// Bytes of a reference.
    pub reference: u64,
    /// Objects begin at multiples of this.
    pub alignment: u64,
}

/// Whose rules hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainRules {
    /// Those of Eclipse MAT: objects keep their class, classes their super class, threads what their stacks reference.
    Mat,
    /// The same without what soft, weak, phantom and finalizer references refer to.
    MatStrong,
    /// Those of VisualVM: nothing of the above keeps anything; what is weakly referenced counts as referenced if it lives.
    VisualVm,
}

/// One object with all that is known of it.
#[derive(Debug, Clone)]
pub struct PlainNode {
    /// Its address.
    pub address: u64,
    /// The address of its class.
    pub class: u64,
    /// Its own size.
    pub bytes: u64,
    /// What it references, several times if it does so; sorted.
    pub targets: Vec<usize>,
    /// What it keeps alive beside that: its class.
    pub class_object: Option<usize>,
}

/// All objects of a dump, those that nothing keeps alive too, in the order of addresses.
#[derive(Debug, Clone)]
pub struct PlainHeap {
    /// The objects; 0 is the boot loader, at address 0.
    pub nodes: Vec<PlainNode>,
    /// Objects that the JVM itself keeps alive.
    pub entries: BTreeSet<usize>,
    /// Whether the JVM keeps it alive.
    pub kept: Vec<bool>,
}

impl PlainHeap {
    /// Looks at every object of a dump.
    ///
    /// # Panics
    /// When a class of an object is missing.
    #[must_use]
    pub fn of(dump: &PlainDump, layout: PlainLayout, rules: PlainRules) -> Self {
        let is_mat = rules != PlainRules::VisualVm;
        let (class_class, loader_class) = (dump.class_named("java.lang.Class"), dump.class_named("java.lang.ClassLoader"));
        let addresses: BTreeSet<u64> = dump.objects.keys().chain(dump.classes.keys()).copied().chain([0]).collect();
        let index: HashMap<u64, usize> = addresses.iter().enumerate().map(|(at, &address)| (address, at)).collect();
        let find = |address: &u64| index.get(address).copied();
        let referenced = |address: &u64| find(address).filter(|_| *address != 0);
        let locals = locals(dump);

        let (mut nodes, mut weak) = (Vec::new(), Vec::new());
        for &address in &addresses {
            let (class, bytes, mut targets): (u64, u64, Vec<usize>) = match (dump.classes.get(&address), dump.objects.get(&address)) {
                (Some(class), None) => {
                    let keeps = if is_mat { vec![class.super_class, class.loader] } else { vec![class.loader] };
                    let statics = class.statics.iter().filter(|field| field.1 == REFERENCE).map(|field| field.2);
                    let boot = find(&0).filter(|_| is_mat && class.loader == 0);
                    let targets = keeps.into_iter().chain(statics).filter_map(|target| referenced(&target)).chain(boot).collect();
                    let sizes = class.statics.iter().map(|field| value_bytes(field.1, layout));
                    let bytes = if is_mat { sizes.sum::<u64>().next_multiple_of(layout.alignment) } else { 0 };
                    (class_class, bytes, targets)
                }
                (None, Some(object)) => {
                    let held = match object {
                        PlainObject::Instance(class, values) => {
                            let is_reference = dump.ancestry(*class).any(|class| class.name == "java.lang.ref.Reference");
                            let fields = dump.fields(*class, values).into_iter().filter(|field| field.1 == REFERENCE);
                            let (referents, others): (Vec<_>, Vec<_>) = fields.partition(|field| is_reference && field.0 == "referent");
                            weak.extend(referents.iter().filter_map(|field| Some((nodes.len(), referenced(&field.2)?))));
                            others.into_iter().map(|field| field.2).collect()
                        }
                        PlainObject::References(_, elements) => elements.clone(),
                        PlainObject::Primitives(..) => Vec::new(),
                    };
                    let on_stack = locals.get(&address).into_iter().flatten().filter(|_| is_mat);
                    let targets = held.iter().chain(on_stack).filter_map(referenced).collect();
                    (dump.class_of(object), object_bytes(dump, object, layout, rules), targets)
                }
                (None, None) => (loader_class, instance_bytes(dump, loader_class, layout, rules), Vec::new()),
                (Some(_), Some(_)) => panic!("a class and an object at {address:#x}"),
            };
            targets.sort_unstable();
            nodes.push(PlainNode { address, class, bytes, targets, class_object: find(&class).filter(|_| is_mat) });
        }
        let starts = dump.roots.iter().filter(|root| !is_mat || !is_stack(root.kind));
        let entries = starts.filter_map(|root| referenced(&root.object)).collect();
        let mut heap = Self { kept: vec![true; nodes.len()], nodes, entries };
        if rules == PlainRules::Mat {
            heap.add_targets(&weak);
        }
        heap.kept = heap.reached_without(&[]);
        if rules == PlainRules::VisualVm {
            weak.retain(|&(_, referent)| heap.kept[referent]);
            heap.add_targets(&weak);
            // Nothing owns a class object.
            heap.entries.extend(dump.classes.keys().filter_map(find).filter(|&class| heap.kept[class]));
        }
        heap
    }

    fn add_targets(&mut self, references: &[(usize, usize)]) {
        for &(source, target) in references {
            self.nodes[source].targets.push(target);
            self.nodes[source].targets.sort_unstable();
        }
    }

    fn keeps(&self, object: usize) -> impl Iterator<Item = usize> {
        let node = &self.nodes[object];
        node.targets.iter().copied().chain(node.class_object)
    }

    /// Which objects that count would still be kept alive if these were gone.
    #[must_use]
    pub fn reached_without(&self, gone: &[usize]) -> Vec<bool> {
        let mut closed: Vec<bool> = self.kept.iter().map(|kept| !kept).collect();
        gone.iter().for_each(|&object| closed[object] = true);
        let mut reached = vec![false; self.nodes.len()];
        let mut pending: Vec<usize> = self.entries.iter().copied().collect();
        while let Some(object) = pending.pop() {
            if !closed[object] && !std::mem::replace(&mut reached[object], true) {
                pending.extend(self.keeps(object));
            }
        }
        reached
    }

    /// What could be collected if these were gone, themselves included: objects and bytes.
    #[must_use]
    pub fn retained_by(&self, gone: &[usize]) -> (u64, u64) {
        let reached = self.reached_without(gone);
        let lost = (0..self.nodes.len()).filter(|&object| self.kept[object] && !reached[object]);
        lost.fold((0, 0), |(objects, bytes), object| (objects + 1, bytes + self.nodes[object].bytes))
    }

    /// The immediate dominator of every object that counts, `None` where there is none but the JVM, and what each retains.
    ///
    /// The iterative algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001, figure 3).
    #[must_use]
    pub fn owners(&self) -> (Vec<Option<usize>>, Vec<u64>) {
        const UNKNOWN: usize = usize::MAX;
        let root = self.nodes.len();
        let successors = |object: usize| -> Vec<usize> {
            if object == root { self.entries.iter().copied().collect() } else { self.keeps(object).collect() }
        };
        // Postorder of a depth-first search from the JVM, and who references whom.
        let (mut order, mut number, mut before) = (Vec::new(), vec![UNKNOWN; root + 1], vec![Vec::new(); root + 1]);
        let mut path = vec![(root, successors(root))];
        let mut seen = vec![false; root + 1];
        seen[root] = true;
        while let Some((object, rest)) = path.last_mut() {
            let object = *object;
            match rest.pop() {
                None => {
                    number[object] = order.len();
                    order.push(object);
                    path.pop();
                }
                Some(target) => {
                    before[target].push(object);
                    if !std::mem::replace(&mut seen[target], true) {
                        path.push((target, successors(target)));
                    }
                }
            }
        }
        let mut dominator = vec![UNKNOWN; root + 1];
        dominator[root] = root;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &object in order.iter().rev().skip(1) {
                let known = before[object].iter().copied().filter(|&source| dominator[source] != UNKNOWN);
                let found = known.reduce(|mut one, mut other| {
                    while one != other {
                        if number[one] < number[other] {
                            one = dominator[one];
                        } else {
                            other = dominator[other];
                        }
                    }
                    one
                });
                let found = found.expect("reached from somewhere");
                changed |= std::mem::replace(&mut dominator[object], found) != found;
            }
        }
        // Whoever dominates an object is left after it by the search.
        let mut retained: Vec<u64> = self.nodes.iter().map(|node| node.bytes).chain([0]).collect();
        for &object in order.iter().take(order.len() - 1) {
            retained[dominator[object]] += retained[object];
        }
        (dominator[..root].iter().map(|&owner| Some(owner).filter(|&owner| owner < root)).collect(), retained)
    }

    /// How many objects the shortest way from the JVM to each object has, that object included, over references that keep
    /// alive; what is on a stack is one away.
    #[must_use]
    pub fn distances(&self, dump: &PlainDump) -> BTreeMap<usize, usize> {
        let roots: BTreeSet<u64> = dump.roots.iter().map(|root| root.object).collect();
        let mut pending: VecDeque<(usize, usize)> =
            (1..self.nodes.len()).filter(|&at| roots.contains(&self.nodes[at].address)).map(|at| (at, 1)).collect();
        let mut found = BTreeMap::new();
        while let Some((object, distance)) = pending.pop_front() {
            if let std::collections::btree_map::Entry::Vacant(entry) = found.entry(object) {
                entry.insert(distance);
                pending.extend(self.keeps(object).map(|target| (target, distance + 1)));
            }
        }
        found
    }
}

/// Roots that are on the stack of a thread, or hold a thread's own.
fn is_stack(kind: u8) -> bool {
    matches!(kind, 0x02 | 0x03 | 0x04 | 0x06)
}

/// What the stack of each thread references, by address of the thread; each once.
fn locals(dump: &PlainDump) -> BTreeMap<u64, Vec<u64>> {
    let threads: HashMap<Option<u32>, u64> =
        dump.roots.iter().filter(|root| root.kind == 0x08).map(|root| (root.thread, root.object)).collect();
    let mut locals: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for root in dump.roots.iter().filter(|root| is_stack(root.kind)) {
        let of_thread = locals.entry(threads[&root.thread]).or_default();
        if !of_thread.contains(&root.object) {
            of_thread.push(root.object);
        }
    }
    locals
}

fn value_bytes(kind: u8, layout: PlainLayout) -> u64 {
    if kind == REFERENCE { layout.reference } else { primitive_bytes(kind) as u64 }
}

/// A header of a pointer and a reference, then the fields of the highest class first.
fn instance_bytes(dump: &PlainDump, class: u64, layout: PlainLayout, rules: PlainRules) -> u64 {
    let classes: Vec<_> = dump.ancestry(class).collect();
    let mut bytes = 8 + layout.reference;
    for class in classes.iter().rev().skip(1) {
        bytes += class.fields.iter().map(|field| value_bytes(field.1, layout)).sum::<u64>();
        if rules != PlainRules::VisualVm {
            bytes = bytes.next_multiple_of(layout.reference);
        }
    }
    bytes.next_multiple_of(layout.alignment)
}

/// Arrays have a length of 4 bytes behind the header.
fn object_bytes(dump: &PlainDump, object: &PlainObject, layout: PlainLayout, rules: PlainRules) -> u64 {
    let header = 8 + layout.reference + 4;
    let bytes = match object {
        PlainObject::Instance(class, _) => return instance_bytes(dump, *class, layout, rules),
        PlainObject::References(_, elements) => header + elements.len() as u64 * layout.reference,
        PlainObject::Primitives(_, values) => header.next_multiple_of(layout.reference) + values.len() as u64,
    };
    bytes.next_multiple_of(layout.alignment)
}
