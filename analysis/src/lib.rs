//! From heap dumps, memory traces, memory-tree folders and class histograms to memory trees over time.
//!
//! The data flows one way, and so do the imports: a folder uses what stands above it here, never what stands below.
//!
//! | folder | what it does |
//! |---|---|
//! | `base` | errors, warnings, progress, numbers of things, names of classes |
//! | `heap` | one heap state: objects, types, fields, references, roots, origins |
//! | `trees` | memory trees, references between their nodes, their union over time |
//! | `keepers` | who keeps objects alive: dominators, closures, paths, referrers, graphs, stacks |
//! | `structures` | data structures: their descriptions, those that are proposed, what belongs to them, who owns them |
//! | `grouping` | from a heap state to a tree: classifiers, the language of scripts, what users add, the engine |
//! | `over_time` | births, deaths, lifetimes, growth, trends, collections, suspicious windows, objects that are followed |
//! | `readers` | from bytes to heap states and trees: one module per format, all of them listed in `formats` |
//! | `find` | what leaks, who owns much, what is wasted |
//! | `fixture` | small heaps written as text, for tests of this and other crates |
//!
//! Names at the front of this crate are for others; its own files import from the module that defines a thing. Only `readers` opens
//! files.
//!
//! Best effort everywhere: malformed input is data, not a bug. What can be read is kept, the rest is counted in
//! [`Warnings`]; nothing panics on any input. This crate draws nothing and knows no window.

mod base;
#[cfg(test)]
mod cancel_tests;
mod find;
pub mod fixture;
mod grouping;
mod heap;
mod keepers;
mod over_time;
#[cfg(test)]
mod random_heap;
mod readers;
mod structures;
mod trees;

pub use base::class_names::{package_of, package_path_of};
pub use base::digits::grouped as grouped_digits;
pub use base::error::{Error, Result};
pub use base::freed_memory::return_freed_memory;
pub use base::ids::{NO_OBJECT, NodeIndex, ObjectIndex, RoleIndex, ThreadIndex, TypeIndex, VariableIndex};
pub use base::new_file::{NewFile, create_for_owner, write_file, write_file_for_owner};
pub use base::primitive::Primitive;
pub use base::progress::Progress;
pub use base::walk::Walk;
pub use base::warnings::{PartlyRead, Warning, Warnings};
pub use find::{
    CHURNING_TYPE, Cut, Evidence, FindReport, Finding, FindingKind, GROWING_GROUP, GROWING_IN_PROCESSES, GROWN_GROUP, GrewSince, GroupCut,
    GroupCutField, Keeper, LeakFinder, OPEN_ONE_PROCESS, SAMPLED_KINDS, Severity, Verdict, WasteTotals, finding_kinds, group_cut,
    sampled_report,
};
pub use find::{
    ChainPart, EqualKeys, FaultyReference, GrowingCollection, GrowingElements, Mark, MarkKind, Marks, Place, UNNEEDED, is_field_name,
};
pub use grouping::engine::grouped::{Grouped, ObjectLeaves, group};
pub use grouping::engine::node_sizes::node_sizes;
pub use grouping::language::{PROPERTIES, Property, PropertyInfo, like};
pub use grouping::list::Grouping;
pub use grouping::list::Step;
pub use grouping::list::Transformation;
pub use grouping::user::plugin::Plugin;
pub use grouping::{
    Cardinality, Classifier, ClassifierInfo, Definition, DefinitionKind, FeatureMap, GROUPING_PRESETS, GroupingPreset, Label, LabelOf,
    LabelTable, Labeling, Labels, MakeLabel, Missing, Need, NodeChange, ObjectLabel, Query, Registry, StateChanges, StateSource, Targets,
    Transformer, grouped_time_point, node_references, state_changes, time_point, validate_script,
};
pub use heap::{
    AddressIndex, ArrayKind, BOOT_LOADER, CallStack, Field, FieldPlace, FieldTable, FieldValue, HeapState, Histogram, HistogramClass,
    ObjectParts, ObjectTable, ObjectValues, Origins, Record, RecordPlaces, Records, Redacted, ReferenceKind, References, Root, RootKind,
    Rules, SizePolicy, Slot, StackFrame, StaticField, Subsystem, ThreadInfo, TypeInfo, TypeKind, TypeSize, Value, WeakReferents,
    heap_histogram,
};
pub use keepers::closure::{Closures, GroupSizes, JointOwnership};
pub use keepers::ownership::{ClassSizes, Dominators, ObjectGroups, class_sizes, retained_by_group};
pub use keepers::paths::group_path::{GroupPath, GroupStep};
pub use keepers::paths::{
    ClosestHolders, GroupHolder, GroupPaths, Holder, HolderKind, PathOptions, PathStep, RootPath, Strength, group_holders, group_paths,
    paths_to, reference_slots, root_objects,
};
pub use keepers::reference_graph::graph::ReferenceGraph;
pub use keepers::reference_graph::parts::{GraphEdge, GraphNode, GraphNodeKind, GraphOptions, LeftOut};
pub use keepers::reference_graph::{Direction, Freed, GraphChange, InnerObjects, Part};
pub use keepers::referrers::{Precision, Receiver, ReferrerReport, ReferrerRow, SeveralReferrers, SourcePlace, referrers};
pub use keepers::thread_stacks::{Local, ThreadStack, thread_stacks};
pub use over_time::churn::{Churn, ChurnType};
pub use over_time::gc_events::{GcEvent, GcEvents, GcPause, GcSpace};
pub use over_time::gc_rates::GcRates;
pub use over_time::growth::{Growth, told_until, too_few_states};
pub use over_time::leaf_changes::{LeafChange, LeafChanges};
pub use over_time::lifetimes::{
    CollectedAt, CollectedErrors, CountRules, CountedGroup, Counts, CountsBasis, EstimatedTree, LifePart, Lifetime, Lifetimes, LiveErrors,
    StackOptions, StackTotal, Unseen, accumulated, deaths_between_states, event_counts, share_error, state_counts,
};
pub use over_time::run::{MemoryBasis, RunOverTime};
pub use over_time::structure_growth::{Change, HighGrowth, Judged, Pattern, SizeChanges};
pub use over_time::structure_series::{
    LeafQuestion, StructureAtPoint, StructureFinder, StructureOverTime, StructurePoint, StructureReport,
};
pub use over_time::tracked_objects::TrackedObjects;
pub use over_time::trend_chart::{ChartOrder, ChartRules, LeadingPart, OtherSeries, PartSeries, TrendChart, leading_parts};
pub use over_time::trends::{DEFAULT_SMOOTHING, GroupTrend, Statistic, Trend, group_trends, smoothed, trend};
pub use over_time::windows::{
    EndFall, MemoryPoint, StartUp, Stretch, SuspiciousWindow, WindowKind, WindowRules, WindowRulesError, churn_window, end_fall,
    growth_window, judged_points, overhead_window, regression_window, start_up, suspicious_windows,
};
pub use readers::anttracks::without_continuations;
pub use readers::class_histogram::{
    ClassCount, ClassHistogram, NameLevel, histogram_points, is_class_histogram, label_histograms, parse_class_histograms,
};
pub use readers::exchange::{
    DatasetInfo, PointerMap, TreeFolder, attach_pointer_maps, dataset_document, json_members, parse_pointer_maps, parse_trees,
    pointer_map_document, read_tree_folder, tree_document, write_tree_folder,
};
pub use readers::files::{ByteSource, has_file_shrunk, list_folder, open_bytes, read_text};
pub use readers::formats::{FORMATS, Format, HeapFile, Holds, InputKind, Look, TABLES_TELL, holds_tables, look_at};
pub use readers::gc_log::{gc_log_files, is_gc_log, read_gc_log, read_gc_logs};
pub use readers::hprof::options::LoadOptions;
pub use readers::hprof::redact::{Redaction, redact};
pub use readers::hprof::{DumpInfo, dumps_in, dumps_of, histogram, histogram_of, load_heap, open_heap};
pub use readers::jfr::{
    AllocationSum, Allocations, CountedClasses, Frame, HeapMoment, HeapUse, JfrRecording, Link, LinkIndex, NameIndex, OldObject,
    OldObjectRoot, ReferredBy, Referrer, StackIndex, Tables, allocated_tree, is_jfr, read_jfr,
};
pub use readers::trace::{ArrivedTrace, Trace, TraceInfo, TraceState, arrived_trace};
pub use structures::infer::{Proposal as StructureProposal, infer_structures, print_proposals};
pub use structures::inner_objects;
pub use structures::language::{Description, Entry, EntryKind, Fault, Position, parse as parse_structures, print as print_structures};
pub use structures::library::Library as StructureLibrary;
pub use structures::lint::{Lint, LintKind, lint as lint_structures};
pub use structures::sizes::{Fill, StructureSizes};
pub use trace_format::is_trace as is_trace_head;
pub use trees::evolution::{
    Evolution, EvolutionNode, Metric, PointInfo, PointTime, Pushed, WHOLE_RUN, joint_error, percent_of_runs, share_of_runs,
};
pub use trees::memory_tree::SizeKind;
pub use trees::memory_tree::{
    BuiltTree, KEY_SEPARATOR, MemoryTree, NodeEstimate, NodeSizes, NodeTotals, ROOT_KEY, TimePoint, TreeBuilder, TreeNode,
};
pub use trees::node_references::{NodeReferences, ReferenceMap};
pub use trees::subject::Subject;
