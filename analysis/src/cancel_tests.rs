//! Long work looks in every pass whether the user wants to stop, however many objects it goes through, and ends there.

use crate::base::error::{Error, Result};
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::base::warnings::Warnings;
use crate::find::{LeakFinder, group_cut};
use crate::fixture::{TextHeap, heap};
use crate::grouping::engine::grouped::{Grouped, group};
use crate::grouping::engine::node_sizes::node_sizes;
use crate::grouping::list::Grouping;
use crate::heap::HeapState;
use crate::keepers::closure::Closures;
use crate::keepers::ownership::{Dominators, class_sizes};
use crate::keepers::paths::{ClosestHolders, PathOptions, group_holders, group_paths, paths_to, root_objects};
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::GraphOptions;
use crate::keepers::reference_graph::{Direction, GraphChange};
use crate::keepers::referrers::referrers;
use crate::structures::infer::infer_structures;
use crate::structures::library::Library;
use crate::trees::evolution::Evolution;
use crate::trees::memory_tree::{NodeSizes, NodeTotals, SizeKind, TimePoint, TreeBuilder};

/// Orders of the smaller and of the larger shop.
const ORDERS: [usize; 2] = [1_000, 4_000];

/// A list of orders that a table holds, too; each has a list of its own with a product.
fn shop(orders: usize) -> TextHeap {
    let mut text = String::from("root static app.Shop.orders -> table\nroot static app.Shop.first -> o0\nroot thread main -> o1\n");
    let all: String = (0..orders).map(|at| format!(" o{at}")).collect();
    text += &format!("table: java.lang.Object[{orders}] {} ->{all}\n", 16 + 4 * orders);
    for at in 0..orders {
        text += &format!(
            "o{at}: app.Order 24 -> next=o{} items=l{at}
             l{at}: java.util.ArrayList 24 -> elementData=a{at}
             a{at}: java.lang.Object[4] 32 -> p{at}
             p{at}: app.Product 16\n",
            (at + 1).min(orders - 1)
        );
    }
    heap(&text)
}

/// A shop, and what questions are asked of.
struct Asked {
    heap: TextHeap,
    by_type: Grouped,
    orders: NodeIndex,
    product: ObjectIndex,
    trees: Vec<TimePoint>,
}

impl Asked {
    fn new(orders: usize) -> Self {
        let heap = shop(orders);
        // Built once, so that a step looks equally often each time.
        heap.references.build_pointed_from(&Progress::new()).expect("nobody cancels");
        let product = heap.object(&format!("p{}", orders - 1));
        let by_type = by(&heap, "type", &Progress::new()).expect("nobody cancels");
        let of_orders = (0..).map(NodeIndex).zip(&by_type.tree.nodes).find(|(_, node)| &*node.name == "app.Order");
        let orders = of_orders.expect("there are orders").0;
        let trees = (0..2).map(|at| tree(at, heap.len() as u64)).collect();
        Self { heap, by_type, orders, product, trees }
    }

    fn members(&self, progress: &Progress) -> Result<roaring::RoaringBitmap> {
        self.by_type.members(&self.heap, self.orders, progress)
    }
}

fn by(heap: &HeapState, by: &str, progress: &Progress) -> Result<Grouped> {
    group(heap, &Grouping::parse(by).expect("is a list"), progress, &Warnings::new())
}

/// A tree with a leaf per object.
fn tree(time_millis: i64, leaves: u64) -> TimePoint {
    let one = NodeTotals { objects: 1, bytes: 1 };
    let mut builder = TreeBuilder::new(NodeTotals { objects: leaves, bytes: leaves });
    let role = builder.role("Object");
    for leaf in 0..leaves {
        builder.add_part(0, &leaf.to_string(), role, one);
    }
    TimePoint { time_millis, gc: None, label: None, tree: builder.finish().tree, references: None, sizes: NodeSizes::default() }
}

/// What a long step is called, in how many passes over all objects it looks at the least, and the step.
type Step = (&'static str, u64, fn(&Asked, &Progress) -> Result<()>);

/// Passes are counted so:
///
/// Retained and deep sizes: live objects, their order, where masks start, flow, totals. Dominators: from numbers to objects and back,
/// up the tree, and twice for lists of children. Classes: order, ranks and totals of objects, sums. A point of a series: live objects,
/// those that are entered last, the walk over fields, sums; one point alone besides: dominators, arrays of collections, what
/// classes retain, arrays of one value and sparse ones. Two trees: each is merged, placed twice and summed; the union is laid out once.
const STEPS: &[Step] = &[
    ("members", 1, |asked, progress| asked.members(progress).map(drop)),
    ("closures", 1, |asked, progress| Closures::new(&asked.heap, progress).map(drop)),
    ("group sizes", 2, |asked, progress| Closures::new(&asked.heap, progress)?.group_sizes(&asked.members(progress)?, progress).map(drop)),
    ("retained sizes", 5, |asked, progress| node_sizes(&asked.heap, &asked.by_type, &[SizeKind::Retained], progress).map(drop)),
    ("deep sizes", 5, |asked, progress| node_sizes(&asked.heap, &asked.by_type, &[SizeKind::Deep], progress).map(drop)),
    ("dominators", 5, |asked, progress| Dominators::of(&asked.heap, progress)?.list_children(progress)),
    ("classes", 4, |asked, progress| class_sizes(&asked.heap, progress).map(drop)),
    ("closest holders", 1, |asked, progress| {
        ClosestHolders::search(&asked.heap, PathOptions::default(), &Default::default(), progress).map(drop)
    }),
    ("paths to one", 1, |asked, progress| paths_to(&asked.heap, asked.product, PathOptions::default(), usize::MAX, progress).map(drop)),
    ("paths to a group", 5, |asked, progress| {
        group_paths(&asked.heap, &asked.members(progress)?, PathOptions::default(), 10, progress).map(drop)
    }),
    ("root objects", 1, |asked, progress| root_objects(&asked.heap, &asked.members(progress)?, progress).map(drop)),
    ("group holders", 3, |asked, progress| group_holders(&asked.heap, &asked.members(progress)?, progress).map(drop)),
    ("referrers", 3, |asked, progress| referrers(&Closures::new(&asked.heap, progress)?, &asked.members(progress)?, progress).map(drop)),
    ("reference graph", 5, |asked, progress| {
        let closures = Closures::new(&asked.heap, progress)?;
        let graph = ReferenceGraph::paths_to_roots(&closures, &asked.members(progress)?, GraphOptions::default(), None, progress)?;
        graph.changed(&closures, &GraphChange::Expand(0, Direction::PointsTo), progress).map(drop)
    }),
    ("smallest cut", 4, |asked, progress| group_cut(&asked.heap, &asked.members(progress)?, progress).map(drop)),
    ("find in one", 12, |asked, progress| LeakFinder::new().finish(|_| Ok(&asked.heap.state), progress).map(drop)),
    ("find in several", 16, |asked, progress| {
        let mut finder = LeakFinder::new();
        (0..3).try_for_each(|_| finder.observe(&asked.heap, progress))?;
        finder.finish(|_| Ok(&asked.heap.state), progress).map(drop)
    }),
    ("pointed from", 2, |asked, progress| by(&asked.heap, "type, pointed from(type)", progress).map(drop)),
    ("data structures", 4, |asked, progress| by(&asked.heap, "data structure label, data structure role", progress).map(drop)),
    ("inferred structures", 6, |asked, progress| infer_structures(&asked.heap, &Library::default(), progress).map(drop)),
    ("evolution", 8, |asked, progress| Evolution::from_points("", "", asked.trees.clone(), progress, &Warnings::new()).map(drop)),
];

#[test]
fn more_objects_are_more_looks() {
    let shops = ORDERS.map(Asked::new);
    let objects = (shops[1].heap.len() - shops[0].heap.len()) as u64;
    for &(name, passes, step) in STEPS {
        let looks = [0, 1].map(|at| {
            let progress = Progress::new();
            step(&shops[at], &progress).expect("nobody cancels");
            progress.looks()
        });
        let more = looks[1].saturating_sub(looks[0]);
        assert!(more >= passes * objects / STRETCH as u64, "{name} looks {looks:?} times, in fewer than {passes} passes");
    }
}

#[test]
fn work_ends_at_whatever_look_it_is_cancelled() {
    let shop = Asked::new(ORDERS[0]);
    for &(name, _, step) in STEPS {
        let undisturbed = Progress::new();
        step(&shop, &undisturbed).expect("nobody cancels");
        let looks = undisturbed.looks();
        for look in (1..=looks).step_by(looks.div_ceil(20) as usize) {
            let progress = Progress::cancelled_at(look);
            assert!(matches!(step(&shop, &progress), Err(Error::Cancelled)), "{name}, cancelled at look {look} of {looks}");
            let more = progress.looks() - look;
            assert!(
                more <= rayon::current_num_threads() as u64 * 4,
                "{name}, cancelled at look {look} of {looks}, looked {more} times more"
            );
        }
    }
}
