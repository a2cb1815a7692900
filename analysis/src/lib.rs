//! From heap dumps, memory traces, memory-tree folders and class histograms to memory trees over time.
//!
//! The data flows one way:
//!
//! ```text
//! hprof, trace ───> HeapState ──grouping──> MemoryTree + NodeReferences ─┐
//! exchange (JSON) ─────────────────────────────────────────────────────> TimePoint ─> Evolution
//! class_histogram ───────────────────────────────────────────────────────┘
//! ```
//!
//! Readers (`hprof`, `trace`, `anttracks` by way of `trace`, `exchange`, `class_histogram`) produce; the core (`heap`, `grouping`, `closure`, `memory_tree`,
//! `node_references`, `evolution`) consumes and never names a reader. Only `source` opens files.
//!
//! Best effort everywhere: malformed input is data, not a bug. What can be read is kept, the rest is counted in
//! [`Warnings`]; nothing panics on any input. This crate draws nothing and knows no window.

mod anttracks;
mod class_histogram;
mod class_names;
mod closure;
mod data_structures;
mod error;
mod evolution;
mod exchange;
mod find;
pub mod fixture;
mod freed_memory;
mod grouping;
mod heap;
mod heap_file;
mod hprof;
mod huge_pages;
mod ids;
mod lifetimes;
mod memory_tree;
mod node_references;
mod ownership;
mod paths;
mod plugin;
mod progress;
#[cfg(test)]
mod random_heap;
mod reference_graph;
mod referrers;
mod script;
mod source;
mod thread_stacks;
mod trace;
mod tracked_objects;
mod trends;
mod warnings;

pub use anttracks::is_anttracks_trace;
pub use class_histogram::{
    ClassCount, ClassHistogram, NameLevel, histogram_points, is_class_histogram, label_histograms, parse_class_histograms,
};
pub use class_names::{package_of, package_path_of};
pub use closure::{Closures, GroupSizes, JointOwnership, SizeKind, node_sizes};
pub use error::{Error, Result};
pub use evolution::{Evolution, EvolutionNode, Metric, PointInfo, Pushed, SizeColumn, joint_error};
pub use exchange::{
    DatasetInfo, PointerMap, TreeFolder, attach_pointer_maps, dataset_document, json_members, parse_pointer_maps, parse_trees,
    pointer_map_document, read_tree_file, read_tree_folder, tree_document, write_tree_folder,
};
pub use find::{
    Cut, Evidence, FEWEST_POINTS, FindReport, Finding, FindingKind, GroupCut, GroupCutField, Keeper, LeakFinder, Severity, Verdict,
    WasteTotals, group_cut, growth_begins, told_until, too_few_states,
};
pub use freed_memory::return_freed_memory;
pub use grouping::{
    Cardinality, Classifier, ClassifierInfo, Definition, DefinitionKind, FeatureMap, GROUPING_PRESETS, Grouped, Grouping, GroupingPreset,
    Label, LabelOf, LabelTable, Labeling, Labels, MakeLabel, Missing, Need, NodeChange, ObjectLabel, ObjectLeaves, Query, Registry,
    StateChanges, StateSource, Step, Targets, Transformation, Transformer, group, grouped_time_point, node_references, state_changes,
    time_point, validate_script,
};
pub use heap::{
    AddressIndex, ArrayKind, BOOT_LOADER, CallStack, Field, FieldPlace, FieldTable, FieldValue, HeapState, Histogram, HistogramClass,
    ObjectParts, ObjectTable, ObjectValues, Origins, Primitive, Record, RecordPlaces, Records, ReferenceKind, References, Root, RootKind,
    Rules, SizePolicy, Slot, StackFrame, StaticField, Subsystem, ThreadInfo, TypeInfo, TypeKind, TypeSize, Value, WeakReferents,
    heap_histogram,
};
pub use heap_file::HeapFile;
pub use hprof::{DumpInfo, LoadOptions, dumps_in, dumps_of, histogram, histogram_of, load_heap, open_heap};
pub use ids::{NO_OBJECT, NodeIndex, ObjectIndex, RoleIndex, ThreadIndex, TypeIndex, VariableIndex};
pub use lifetimes::{
    CollectedAt, CollectedErrors, CountedGroup, Counts, CountsBasis, EstimatedTree, LifePart, Lifetime, Lifetimes, LiveErrors,
    StackOptions, StackTotal, Unseen, deaths_between_states, event_counts, share_error, state_counts,
};
pub use memory_tree::{
    BuiltTree, KEY_SEPARATOR, MemoryTree, NodeEstimate, NodeSizes, NodeTotals, ROOT_KEY, TimePoint, TreeBuilder, TreeNode,
};
pub use node_references::{NodeReferences, ReferenceMap};
pub use ownership::{ClassSizes, Dominators, ObjectGroups, class_sizes, retained_by_group};
pub use paths::{
    ClosestHolders, GroupHolder, GroupPath, GroupPaths, GroupStep, Holder, HolderKind, PathOptions, PathStep, RootPath, Strength,
    group_holders, group_paths, paths_to, reference_slots, root_objects,
};
pub use plugin::Plugin;
pub use progress::Progress;
pub use reference_graph::{
    Direction, Freed, GraphChange, GraphEdge, GraphNode, GraphNodeKind, GraphOptions, LeftOut, Part, ReferenceGraph,
};
pub use referrers::{Precision, Receiver, ReferrerReport, ReferrerRow, SeveralReferrers, SourcePlace, referrers};
pub use script::{PROPERTIES, Property, PropertyInfo, like};
pub use source::{ByteSource, InputKind, dump_time_millis, input_kind, list_folder, open_bytes, read_text, without_continuations};
pub use thread_stacks::{Local, ThreadStack, thread_stacks};
pub use trace::{Trace, TraceCollection, TraceInfo, TraceState};
pub use trace_format::{is_trace as is_trace_head, whole_bytes as whole_trace_bytes};
pub use tracked_objects::TrackedObjects;
pub use trends::{DEFAULT_SMOOTHING, GroupTrend, Statistic, Trend, group_trends, smoothed, trend};
pub use warnings::{Warning, Warnings};
