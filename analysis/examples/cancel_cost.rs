//! How long steps go on after somebody cancelled them: `cargo run --release -p analysis --example cancel_cost -- FILE [STEP]`.
//!
//! FILE is a heap dump or a trace. Each step, or each whose name has STEP in it, runs once to its end and is then cancelled at a dozen
//! moments of that time. What it takes to free what a step has made counts, and is told at the end for the heap state itself.

use std::path::Path;
use std::time::{Duration, Instant};

use analysis::{
    ClosestHolders, Closures, Direction, Dominators, Error, Evolution, GraphChange, GraphOptions, Grouped, Grouping, HeapFile, HeapState,
    LeakFinder, LoadOptions, NodeIndex, NodeReferences, NodeSizes, NodeTotals, ObjectIndex, PathOptions, Progress, ReferenceGraph,
    ReferenceMap, Result, SizeKind, TimePoint, TreeBuilder, Warnings, class_sizes, group, group_cut, group_holders, group_paths,
    grouped_time_point, histogram_of, node_references, node_sizes, open_bytes, paths_to, referrers, root_objects, state_changes,
};

/// Moments at which a step is cancelled.
const MOMENTS: u32 = 12;

/// Points of the time axis that are made of one heap state.
const POINTS: i64 = 4;

/// Leaves of the trees that are merged.
const LEAVES: u64 = 1_000_000;

/// What is cancelled, by name.
type Steps<'a> = Vec<(&'a str, Box<dyn Fn(&Progress) -> Result<()> + Sync + 'a>)>;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("give a heap dump or a trace");
    let wanted = arguments.next().unwrap_or_default();
    let (path, warnings) = (Path::new(&path), Warnings::new());
    let open = |progress: &Progress| HeapFile::open(path, progress, &warnings);
    let read = |progress: &Progress| {
        let file = open(progress)?;
        let states = file.times(progress, &warnings)?.len();
        file.load(states.saturating_sub(1), &LoadOptions::default(), progress, &warnings)
    };
    let heap = read(&Progress::new())?;
    println!("{} objects", heap.len());
    let by_type = group(&heap, &Grouping::parse("type")?, &Progress::new(), &warnings)?;
    let tree = &by_type.tree;
    let largest = tree.children(NodeIndex::ROOT).max_by_key(|node| tree.nodes[node.at()].totals.objects).expect("there are objects");
    println!("the group of questions is {}, {} objects", tree.nodes[largest.at()].name, tree.nodes[largest.at()].totals.objects);
    let trees = if "merge of trees".contains(&wanted) { large_trees() } else { Vec::new() };
    let mut steps: Steps<'_> = vec![
        ("open", Box::new(|progress| open(progress).map(drop))),
        ("read", Box::new(|progress| read(progress).map(drop))),
        (
            "lives",
            Box::new(|progress| open(progress)?.trace().map_or(Ok(()), |trace| trace.lifetimes_with_unseen(progress, &warnings).map(drop))),
        ),
    ];
    if open(&Progress::new())?.trace().is_none() {
        let histogram = |progress: &Progress| {
            let source = open_bytes(path, progress, &warnings)?;
            histogram_of(&source, path, 0, heap.policy, progress, &warnings)
        };
        steps.push(("histogram", Box::new(move |progress| histogram(progress).map(drop))));
    }
    add_groupings(&heap, &warnings, &mut steps);
    add_questions(&heap, &by_type, largest, &mut steps);
    steps.push(("merge of trees", Box::new(|progress| merge_trees(&trees, &warnings, progress).map(drop))));
    for (name, step) in steps.iter().filter(|(name, _)| name.contains(&wanted)) {
        measure(name, step)?;
    }
    drop(steps);
    let timed = Instant::now();
    drop(heap);
    println!("the heap state is freed in {:.2} s", timed.elapsed().as_secs_f64());
    Ok(())
}

fn add_groupings<'a>(heap: &'a HeapState, warnings: &'a Warnings, steps: &mut Steps<'a>) {
    let by = move |by: &str, progress: &Progress| group(heap, &Grouping::parse(by)?, progress, warnings);
    for name in [
        "package,type",
        "type, pointed from(type)",
        "outermost data structures, type, deep leaves(type)",
        "data structure heads, type, own leaves(type)",
        "type, containing data structures(type)",
        "data structure label, data structure role",
    ] {
        steps.push((name, Box::new(move |progress| by(name, progress).map(drop))));
    }
    steps.push(("time point", {
        let made = move |progress: &Progress| {
            let grouped = by("package,type", progress)?;
            let sizes = node_sizes(heap, &grouped, &[SizeKind::Deep, SizeKind::Retained], progress)?;
            grouped_time_point(heap, grouped, sizes, progress)
        };
        Box::new(move |progress| made(progress).map(drop))
    }));
    steps.push(("changes", {
        let changes = move |progress: &Progress| state_changes(heap, heap, &Grouping::parse("type")?, progress, warnings);
        Box::new(move |progress| match changes(progress) {
            Err(Error::Request(_)) => Ok(()),
            changed => changed.map(drop),
        })
    }));
}

/// Trees of as many nodes as nobody looks at, merged.
fn merge_trees(points: &[TimePoint], warnings: &Warnings, progress: &Progress) -> Result<Evolution> {
    let points = points.iter().map(|point| progress.check().map(|()| point.clone()));
    Evolution::from_points("", "", points.collect::<Result<Vec<_>>>()?, progress, warnings)
}

fn large_trees() -> Vec<TimePoint> {
    let point = |time_millis: i64| {
        let mut builder = TreeBuilder::new(NodeTotals { objects: LEAVES, bytes: LEAVES });
        let role = builder.role("Type");
        for leaf in 0..LEAVES {
            builder.add_part(0, &format!("{leaf}"), role, NodeTotals { objects: 1, bytes: 1 });
        }
        let tree = builder.finish().tree;
        let of_root = (1..=LEAVES as u32).map(|leaf| (NodeIndex(leaf), NodeIndex::ROOT, 1)).collect();
        let references = NodeReferences { points_to: ReferenceMap::from_entries(of_root), ..NodeReferences::default() };
        TimePoint { time_millis, gc: None, label: None, tree, references: Some(references), sizes: NodeSizes::default() }
    };
    (0..POINTS).map(point).collect()
}

fn add_questions<'a>(heap: &'a HeapState, by_type: &'a Grouped, node: NodeIndex, steps: &mut Steps<'a>) {
    let members = move |progress: &Progress| by_type.members(heap, node, progress);
    steps.push(("ownership", Box::new(|progress| Dominators::of(heap, progress).map(drop))));
    steps.push(("classes", Box::new(|progress| class_sizes(heap, progress).map(drop))));
    steps.push(("node references", Box::new(|progress| node_references(heap, by_type, progress).map(drop))));
    steps.push(("group sizes", {
        Box::new(move |progress| Closures::new(heap, progress)?.group_sizes(&members(progress)?, progress).map(drop))
    }));
    steps.push(("joint ownership", {
        let parts = move |progress: &Progress| -> Result<Vec<_>> {
            by_type.tree.children(NodeIndex::ROOT).take(2).map(|node| by_type.members(heap, node, progress)).collect()
        };
        Box::new(move |progress| Closures::new(heap, progress)?.joint_ownership(&parts(progress)?, progress).map(drop))
    }));
    steps.push(("closest holders", {
        Box::new(move |progress| ClosestHolders::search(heap, PathOptions::default(), &Default::default(), progress).map(drop))
    }));
    steps.push(("paths to one", {
        let last = ObjectIndex(heap.len() as u32 - 1);
        Box::new(move |progress| paths_to(heap, last, PathOptions::default(), 10, progress).map(drop))
    }));
    steps.push(("paths to a group", {
        Box::new(move |progress| group_paths(heap, &members(progress)?, PathOptions::default(), 10, progress).map(drop))
    }));
    steps.push(("root objects", Box::new(move |progress| root_objects(heap, &members(progress)?, progress).map(drop))));
    steps.push(("group holders", Box::new(move |progress| group_holders(heap, &members(progress)?, progress).map(drop))));
    steps.push(("referrers", {
        Box::new(move |progress| referrers(&Closures::new(heap, progress)?, &members(progress)?, progress).map(drop))
    }));
    steps.push(("reference graph", {
        let graph = move |progress: &Progress| {
            let closures = Closures::new(heap, progress)?;
            let graph = ReferenceGraph::paths_to_roots(&closures, &members(progress)?, GraphOptions::default(), None, progress)?;
            let graph = graph.changed(&closures, &GraphChange::Expand(0, Direction::PointedFrom), progress)?;
            graph.changed(&closures, &GraphChange::Expand(0, Direction::PointsTo), progress)
        };
        Box::new(move |progress| graph(progress).map(drop))
    }));
    steps.push(("find in one", Box::new(move |progress| LeakFinder::new().finish(|_| Ok(heap), progress).map(drop))));
    steps.push(("find in several", {
        let found = move |progress: &Progress| {
            let mut finder = LeakFinder::new();
            (1..POINTS).try_for_each(|_| finder.observe(heap, progress))?;
            finder.finish(|_| Ok(heap), progress)
        };
        Box::new(move |progress| found(progress).map(drop))
    }));
    steps.push(("smallest cut", Box::new(move |progress| group_cut(heap, &members(progress)?, progress).map(drop))));
}

fn measure(name: &str, step: impl Fn(&Progress) -> Result<()> + Sync) -> Result<()> {
    let timed = Instant::now();
    step(&Progress::new())?;
    let all = timed.elapsed();
    let mut longest = (Duration::ZERO, String::new());
    for moment in 1..MOMENTS {
        let progress = Progress::new();
        let late = std::thread::scope(|scope| {
            let work = scope.spawn(|| step(&progress));
            std::thread::sleep(all * moment / MOMENTS);
            let (cancelled, begun) = (Instant::now(), progress.step());
            progress.cancel();
            match work.join().expect("no step panics") {
                Ok(()) | Err(Error::Cancelled) => Ok((cancelled.elapsed(), begun)),
                Err(error) => Err(error),
            }
        })?;
        longest = longest.max(late);
    }
    let (longest, begun) = longest;
    println!("{name}: {:.2} s, cancelled after {:.2} s at most ({begun})", all.as_secs_f64(), longest.as_secs_f64());
    Ok(())
}
