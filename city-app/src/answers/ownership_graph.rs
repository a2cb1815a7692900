//! The graph of what keeps a group alive, by name: for the command line, for files and for the screen.
//!
//! [`OwnershipGraph`] is a [`ReferenceGraph`] with everything spelled out: titles of nodes, fields of edges, the heaviest
//! way in words, and where to cut. Numbers are those of the graph. [`drawing`] places it, [`export`] writes it.

pub mod drawing;
pub mod export;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use analysis::{
    Closures, GraphChange, GraphEdge, GraphNode, GraphNodeKind, GraphOptions, GroupCut, HeapState, Holder, HolderKind, InnerObjects,
    Progress, ReferenceGraph, Result, Slot, StructureLibrary, group_cut, inner_objects,
};
use roaring::RoaringBitmap;
use serde::Serialize;

use crate::base::words;
use crate::data::group_keepers::{ANY_ELEMENT, NamedHolder, joint, short_class};

/// A graph with names.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnershipGraph {
    /// The graph itself.
    pub graph: ReferenceGraph,
    /// Everything by name; nodes and edges have the same numbers as in the graph.
    pub named: NamedGraph,
    /// Which fields of the program must let go. That depends on the group alone: every change of the graph keeps it.
    group_cut: Option<GroupCut>,
}

/// What can be kept and written down. Its members are a contract (`memory-city graph --json`).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedGraph {
    /// What the objects of the group are called.
    pub name: String,
    /// Objects of the group.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
    /// How many of them live.
    pub live: u64,
    /// Classes and holders below this share of the group are left out.
    pub least_share: f64,
    /// The group lives only over soft, weak, phantom or finalizer references.
    pub weak: bool,
    /// Objects of the group that something holds that is left out.
    pub left_out: u64,
    /// The group first.
    pub nodes: Vec<NamedNode>,
    /// References between nodes.
    pub edges: Vec<NamedEdge>,
    /// The edges of the heaviest way from a root to the group, from the root on.
    pub main_path: Vec<usize>,
    /// That way in words.
    pub sentence: String,
    /// Where to cut; `null` if no cut of what is shown frees anything of the group.
    pub cut: Option<NamedCut>,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedNode {
    /// `group`, `objects`, or the kind of root: `static field`, `local variable`, `thread`, `JNI`, `monitor`, `class`,
    /// `other`.
    pub kind: &'static str,
    /// Short: a class without its package, a field with its class.
    pub title: String,
    /// In full.
    pub name: String,
    /// Objects of the node; what a root holds.
    pub objects: u64,
    /// How many of them are inner objects of collections, such as the nodes of a list.
    pub inner_objects: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Objects of the group that it reaches.
    pub reaches: u64,
    /// What dies with it.
    pub retained_objects: u64,
    /// What dies with it.
    pub retained_bytes: u64,
    /// How much of the group dies with it.
    pub frees: u64,
    /// Objects that reference it and are not shown.
    pub left_out_objects: u64,
    /// Roots that hold it and are not shown.
    pub left_out_roots: u64,
    /// What these reach of the group.
    pub left_out_reaches: u64,
    /// It holds what it holds only weakly.
    pub weak: bool,
    /// The group keeps it alive, not the other way round.
    pub below: bool,
    /// Fields through which its objects hold each other.
    pub own_fields: Vec<String>,
}

/// An edge.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedEdge {
    /// Number of the referencing node.
    pub from: usize,
    /// Number of the referenced node.
    pub to: usize,
    /// Field names with their declaring classes, `[..]` for elements of arrays; most references first.
    pub fields: Vec<String>,
    /// Objects that reference.
    pub sources: u64,
    /// Objects that are referenced.
    pub targets: u64,
    /// Objects of the group that are reached over it.
    pub reaches: u64,
    /// What dies without it.
    pub frees_objects: u64,
    /// What dies without it.
    pub frees_bytes: u64,
    /// How much of the group dies without it.
    pub frees: u64,
    /// It keeps nothing alive.
    pub weak: bool,
}

/// A cut with what it frees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedCut {
    /// Numbers of the edges.
    pub edges: Vec<usize>,
    /// What must let go, all of it: fields by their declaring classes, and threads that must end.
    pub fields: Vec<String>,
    /// Everything that dies.
    pub frees_objects: u64,
    /// Everything that dies.
    pub frees_bytes: u64,
    /// How much of the group dies.
    pub frees: u64,
}

impl OwnershipGraph {
    /// What keeps these objects alive; `name` is what they are called. With descriptions of collections those of a class are one node with
    /// what of their inside leads to the group.
    ///
    /// # Errors
    /// [`analysis::Error::Cancelled`].
    pub fn new(
        heap: &HeapState,
        members: &RoaringBitmap,
        name: &str,
        options: GraphOptions,
        collections: Option<&StructureLibrary>,
        progress: &Progress,
    ) -> Result<Self> {
        let closures = Closures::new(heap, progress)?;
        let inner = collections.map(|library| inner_objects(heap, library));
        let inner = inner.as_ref().map(|inner| inner as &InnerObjects<'_>);
        let graph = ReferenceGraph::paths_to_roots(&closures, members, options, inner, progress)?;
        Self::of(&closures, graph, name, progress)
    }

    /// Spells a graph out, and finds where to cut: at the fields of the program that must let go ([`group_cut`]), where the
    /// graph shows them and they free as much as the fewest edges of the graph do; else at these edges.
    ///
    /// # Errors
    /// [`analysis::Error::Cancelled`].
    pub fn of(closures: &Closures<'_>, graph: ReferenceGraph, name: &str, progress: &Progress) -> Result<Self> {
        let group_cut = group_cut(closures.heap(), &graph.group().objects, progress)?;
        Self::with_group_cut(closures, graph, name, group_cut, progress)
    }

    /// The same group in a changed graph.
    ///
    /// # Errors
    /// [`analysis::Error::Cancelled`].
    pub fn changed(&self, closures: &Closures<'_>, change: &GraphChange, progress: &Progress) -> Result<Self> {
        let graph = self.graph.changed(closures, change, progress)?;
        Self::with_group_cut(closures, graph, &self.named.name, self.group_cut.clone(), progress)
    }

    fn with_group_cut(
        closures: &Closures<'_>,
        graph: ReferenceGraph,
        name: &str,
        group_cut: Option<GroupCut>,
        progress: &Progress,
    ) -> Result<Self> {
        let heap = closures.heap();
        let edges: Vec<NamedEdge> = graph.edges.iter().map(|edge| named_edge(heap, edge)).collect();
        let nodes: Vec<NamedNode> = (0..graph.nodes.len()).map(|at| named_node(heap, &graph, &edges, at, name)).collect();
        let main_path = graph.main_root().map(|root| graph.way_to_group(root)).unwrap_or_default();
        let of_edges = graph.suggested_cut(closures, progress)?.map(|(cut, freed)| NamedCut {
            fields: cut.iter().map(|&edge| edges[edge].in_words(&nodes)).collect(),
            edges: cut,
            frees_objects: freed.totals.objects,
            frees_bytes: freed.totals.bytes,
            frees: freed.members,
        });
        let of_fields = group_cut.as_ref().and_then(|cut| field_cut(cut, &nodes, &edges));
        let cut = match (of_fields, of_edges) {
            (Some(of_fields), Some(of_edges)) if of_fields.frees < of_edges.frees => Some(of_edges),
            (of_fields, of_edges) => of_fields.or(of_edges),
        };
        let group = graph.group();
        let mut named = NamedGraph {
            name: name.to_owned(),
            objects: group.shallow.objects,
            bytes: group.shallow.bytes,
            live: group.members,
            least_share: graph.options.least_share,
            weak: graph.over_weak,
            left_out: graph.unexplained_members,
            nodes,
            edges,
            main_path,
            sentence: String::new(),
            cut,
        };
        named.sentence = match named.main_path.first() {
            Some(&first) => named.way_in_words(named.edges[first].from, &named.main_path),
            None => format!("Nothing that is shown keeps the {} alive", words::amount(analysis::Metric::Objects, named.objects)),
        };
        Ok(Self { graph, named, group_cut })
    }
}

impl NamedGraph {
    /// A part of a number of the group's live objects, in `0.0..=1.0`.
    #[must_use]
    pub fn share(&self, reaches: u64) -> f64 {
        if self.live == 0 { 0.0 } else { (reaches as f64 / self.live as f64).min(1.0) }
    }

    /// A way from a node to the group (numbers of edges in order) as a sentence that begins at the group.
    #[must_use]
    pub fn way_in_words(&self, node: usize, way: &[usize]) -> String {
        let reached = way.iter().map(|&edge| self.edges[edge].reaches).min().unwrap_or(0);
        let mut text = match self.objects {
            1 => format!("{} is kept alive", self.name),
            all if reached == all => format!("{} {} are kept alive", words::count(all), self.name),
            all => format!("{} of {} {} are kept alive", words::count(reached), words::count(all), self.name),
        };
        let mut before = None;
        for &edge in way.iter().rev() {
            let edge = &self.edges[edge];
            let source = &self.nodes[edge.from];
            text.push_str(joint(before));
            if source.is_root() {
                text.push_str(&source.in_words());
                break;
            }
            // Of several collections it is not known which of them lead on.
            match source.inner_objects {
                1.. if edge.sources > 1 => text.push_str(&source.title),
                _ => _ = write!(text, "{} {}", words::count(edge.sources), source.title),
            }
            if let Some(field) = edge.fields.first().filter(|field| !field.starts_with('[')) {
                let _ = write!(text, " through {}", simple_field(field));
            }
            if !source.own_fields.is_empty() {
                text.push_str(" (which hold each other)");
            }
            before = Some(edge.sources);
        }
        if way.is_empty() {
            let _ = write!(text, " by {}, on no way that is shown", self.nodes[node].title);
        }
        text
    }

    /// What a cut means, in words: `cutting app.Cache.MAP frees 990 of 990 Date, 3.2 MiB in all`.
    #[must_use]
    pub fn cut_in_words(&self) -> Option<String> {
        let cut = self.cut.as_ref()?;
        let fields = cut.fields.join(" and ");
        Some(format!(
            "Cutting {fields} frees {} of {} {}, {} and {} in all",
            words::count(cut.frees),
            words::count(self.live),
            self.name,
            words::amount(analysis::Metric::Objects, cut.frees_objects),
            words::bytes(cut.frees_bytes)
        ))
    }
}

impl NamedNode {
    /// Whether it is a root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        !matches!(self.kind, "group" | "objects")
    }

    /// As a part of a sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        if self.kind == HolderKind::StaticField.name() {
            let holder = NamedHolder { root_kind: self.kind, holder: self.name.clone(), thread: None, frame: None, variable: None };
            return holder.in_words();
        }
        self.name.clone()
    }

    /// What is told below the title.
    #[must_use]
    pub fn note(&self) -> String {
        match self.kind {
            "group" => "the group".to_owned(),
            "objects" if self.inner_objects > 0 => {
                let heads = self.objects.saturating_sub(self.inner_objects);
                format!("{}, over {}", words::count(heads), words::amount(analysis::Metric::Objects, self.objects))
            }
            "objects" => words::amount(analysis::Metric::Objects, self.objects),
            kind => kind.to_owned(),
        }
    }
}

impl NamedEdge {
    /// What stands on the edge: the field's own name, and how many more there are. Roots say it in their titles.
    #[must_use]
    pub fn label(&self, nodes: &[NamedNode]) -> String {
        if nodes[self.from].is_root() {
            return String::new();
        }
        match &*self.fields {
            [] => String::new(),
            [field] => simple_field(field).to_owned(),
            [field, others @ ..] => format!("{} +{}", simple_field(field), others.len()),
        }
    }

    /// What has to let go: `app.Cache.map`, `elements of Object[]`, `local variable ..`.
    #[must_use]
    pub fn in_words(&self, nodes: &[NamedNode]) -> String {
        let source = &nodes[self.from];
        match self.fields.first() {
            _ if source.is_root() => source.name.clone(),
            Some(field) if field.starts_with('[') => format!("elements of {}", source.title),
            Some(field) => field.clone(),
            None => format!("{} to {}", source.title, nodes[self.to].title),
        }
    }
}

/// The fields of the program that must let go, with the edges that stand for them. `None` if there are none, if they free
/// nothing, or if the graph does not show all of them.
fn field_cut(group_cut: &GroupCut, nodes: &[NamedNode], edges: &[NamedEdge]) -> Option<NamedCut> {
    let GroupCut { fields, other, frees, frees_of_group, .. } = group_cut;
    if fields.is_empty() || frees_of_group.objects == 0 {
        return None;
    }
    let fields: Vec<String> = fields.iter().map(|field| &field.name).chain(other).cloned().collect();
    let mut cut = Vec::new();
    for field in &fields {
        let stands_for_it = |edge: &NamedEdge| nodes[edge.from].name == *field || edge.fields.contains(field);
        let shown = (0..edges.len()).filter(|&at| edges[at].from != edges[at].to && stands_for_it(&edges[at]));
        let before = cut.len();
        cut.extend(shown);
        if cut.len() == before {
            return None;
        }
    }
    cut.sort_unstable();
    cut.dedup();
    let (frees_objects, frees_bytes) = (frees.objects, frees.bytes);
    Some(NamedCut { edges: cut, fields, frees_objects, frees_bytes, frees: frees_of_group.objects })
}

/// A field without its class.
fn simple_field(field: &str) -> &str {
    field.rsplit_once('.').map_or(field, |(_, name)| if name.ends_with(']') { field } else { name })
}

fn field_name(heap: &HeapState, slot: Slot) -> String {
    match slot {
        Slot::Element(_) => ANY_ELEMENT.to_owned(),
        slot => heap.slot_name(slot),
    }
}

fn named_edge(heap: &HeapState, edge: &GraphEdge) -> NamedEdge {
    NamedEdge {
        from: edge.from,
        to: edge.to,
        fields: edge.slots.iter().filter(|(slot, _)| *slot != Slot::Unknown).map(|&(slot, _)| field_name(heap, slot)).collect(),
        sources: edge.sources,
        targets: edge.targets,
        reaches: edge.members,
        frees_objects: edge.freed.objects,
        frees_bytes: edge.freed.bytes,
        frees: edge.freed_members,
        weak: edge.weak,
    }
}

fn named_node(heap: &HeapState, graph: &ReferenceGraph, edges: &[NamedEdge], at: usize, group: &str) -> NamedNode {
    let node: &GraphNode = &graph.nodes[at];
    let (kind, title, name) = match node.kind {
        GraphNodeKind::Group => ("group", group.to_owned(), group.to_owned()),
        GraphNodeKind::Class(class) => {
            let name = heap.type_info(class).name.to_string();
            ("objects", short_class(&name).to_owned(), name)
        }
        GraphNodeKind::Holder(holder) => {
            let name = holder.name(heap);
            (holder.kind().name(), holder_title(heap, holder, &name), name)
        }
        GraphNodeKind::Holders(kind, count) => {
            let name = format!("{} {}", words::count(u64::from(count)), plural(kind));
            (kind.name(), name.clone(), name)
        }
    };
    // That inner objects hold each other goes without saying.
    let own = edges.iter().filter(|edge| edge.from == at && edge.to == at && node.inner == 0).flat_map(|edge| &edge.fields);
    NamedNode {
        kind,
        title,
        name,
        objects: node.shallow.objects,
        inner_objects: node.inner,
        bytes: node.shallow.bytes,
        reaches: node.members,
        retained_objects: node.retained.objects,
        retained_bytes: node.retained.bytes,
        frees: node.retained_members,
        left_out_objects: node.left_out.objects,
        left_out_roots: node.left_out.holders,
        left_out_reaches: node.left_out.members,
        weak: node.weak,
        below: node.below,
        own_fields: own.map(|field| simple_field(field).to_owned()).collect(),
    }
}

fn plural(kind: HolderKind) -> &'static str {
    match kind {
        HolderKind::StaticField => "static fields",
        HolderKind::LocalVariable => "local variables",
        HolderKind::Thread => "threads",
        HolderKind::Jni => "JNI references",
        HolderKind::Monitor => "monitors",
        HolderKind::Class => "classes",
        HolderKind::Other => "other roots",
    }
}

/// `JourneyService.SEARCH_CACHE`, `cart in Main.run, thread main`, `thread main`.
fn holder_title(heap: &HeapState, holder: Holder, name: &str) -> String {
    match holder {
        Holder::Static { .. } => match name.rsplit_once('.') {
            Some((class, "<resolved_references>")) => format!("constants of {}", short_class(class)),
            Some((class, field)) => format!("{}.{field}", short_class(class)),
            None => name.to_owned(),
        },
        Holder::Local { thread, frame, variable, .. } => {
            let info = heap.threads.get(thread.at());
            let frame = frame.and_then(|frame| info?.stack.get(frame as usize));
            let variable = heap.variable_name(variable).map(|name| format!("{name} in ")).unwrap_or_default();
            let place = frame.map(|frame| format!("{variable}{}.{}, ", short_class(&frame.class), frame.method)).unwrap_or_default();
            match info.map_or("", |info| &info.name) {
                "" => name.to_owned(),
                thread => format!("{place}thread {thread}"),
            }
        }
        Holder::Class(class) => short_class(&heap.type_info(class).name).to_owned(),
        Holder::Thread(_) | Holder::Jvm(_) => name.to_owned(),
    }
}
