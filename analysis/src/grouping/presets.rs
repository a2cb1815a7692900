//! Groupings with a name and a description, for users who want an answer and no toolbox.

use super::StateSource;

/// The presets that are one click away, by name, the usual one first.
const QUICK: [&str; 5] = ["overview", "types", "structures", "domain objects", "keepers"];
const QUICK_WITH_SITES: [&str; 6] =
    ["allocation sites", "threads", "domain objects", "short-lived objects", "domain call sites", "overview"];

/// The preset that heap states without allocation sites are shown by, and the one of those with.
const DEFAULT: usize = 0;
const DEFAULT_WITH_SITES: usize = 15;

/// A grouping that is offered by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupingPreset {
    /// Unique; `preset:NAME` in the text form of a grouping.
    pub name: &'static str,
    /// The question it answers, one sentence.
    pub description: &'static str,
    /// Its steps in text form.
    pub steps: &'static str,
}

impl GroupingPreset {
    /// How heap states are grouped if nobody says: `Type > Allocation site` where sites were recorded, else packages and types.
    #[must_use]
    pub fn default_for_sites(has_sites: bool) -> Self {
        GROUPING_PRESETS[if has_sites { DEFAULT_WITH_SITES } else { DEFAULT }]
    }

    /// The few that are offered before all others, the usual one first.
    pub fn quick(source: StateSource) -> impl Iterator<Item = &'static Self> {
        let names: &[&str] = if matches!(source, StateSource::Trace { has_sites: true, .. }) { &QUICK_WITH_SITES } else { &QUICK };
        names.iter().filter_map(|&name| GROUPING_PRESETS.iter().find(|preset| preset.name == name))
    }
}

/// All presets, in the order in which they are offered.
pub static GROUPING_PRESETS: [GroupingPreset; 21] = [
    GroupingPreset {
        name: "overview",
        description: "What lies on the heap: packages, then types within them",
        steps: "Package path, Type",
    },
    GroupingPreset { name: "types", description: "How many objects of which type there are", steps: "Type" },
    GroupingPreset {
        name: "domain objects",
        description: "Bottom-up: the application's own objects by type, and which types reference them",
        steps: "Domain objects, Type, Pointed from(Type)",
    },
    GroupingPreset {
        name: "holders",
        description: "Which types reference the objects of each type, two references far",
        steps: "Type, Pointed from(Type, Pointed from(Type))",
    },
    GroupingPreset { name: "contents", description: "Which types the objects of each type reference", steps: "Type, Points to(Type)" },
    GroupingPreset {
        name: "big arrays",
        description: "Arrays by magnitude of their length, then by type, and which types reference them",
        steps: "Array length class, Type, Pointed from(Type)",
    },
    GroupingPreset {
        name: "collection health",
        description: "What objects do for collections: arrays and entries hold, heads are what the program names, the rest is contained",
        steps: "Collection health, Type",
    },
    GroupingPreset {
        name: "contents of collections",
        description: "Collections that no other collection owns, by class, and what they hold, collections within them opened",
        steps: "Outermost data structures, Type, Deep leaves(Type)",
    },
    GroupingPreset {
        name: "collection sizes",
        description: "How well collections of java.util are filled: empty ones, single elements, and by powers of ten",
        steps: "where(count != null and not is_array), Collection size, Type",
    },
    GroupingPreset {
        name: "instance health",
        description: "What the bytes of each type are for: primitive values, headers, pointers, null pointers, padding",
        steps: "Instance health, Type",
    },
    GroupingPreset {
        name: "keepers",
        description: "The static field or local variable that is closest to the objects of each type",
        steps: "Type, Indirectly GC-rooted(variables only, first root)",
    },
    GroupingPreset {
        name: "closest threads",
        description: "What each thread keeps: the thread whose stack or object is the closest GC root, then types",
        steps: "Thread of closest root, Type",
    },
    GroupingPreset {
        name: "structures",
        description: "The collections that alone keep objects alive, by the fields that lead to them, and what they keep by type",
        steps: "Data structure owner(parts), Type",
    },
    GroupingPreset { name: "loaders", description: "What each class loader brought in", steps: "Class loader, Package, Type" },
    GroupingPreset {
        name: "bottom-up analysis",
        description: "The application's own objects by type, and the code that allocated them",
        steps: "Domain objects, Type, Allocation site, Call site",
    },
    GroupingPreset {
        name: "allocation sites",
        description: "Objects by type, and the code that allocated them",
        steps: "Type, Allocation site",
    },
    GroupingPreset {
        name: "domain call sites",
        description: "Objects by type, and the nearest application code that allocated them",
        steps: "Type, Closest domain call site",
    },
    GroupingPreset { name: "threads", description: "What each thread allocated, by type", steps: "Allocating thread, Type" },
    GroupingPreset {
        name: "threads and sites",
        description: "What each thread allocated, by type and allocation site",
        steps: "Allocating thread, Type, Allocation site",
    },
    GroupingPreset {
        name: "short-lived objects",
        description: "How many garbage collections objects survived, by type and allocation site",
        steps: "Age, Type, Allocation site",
    },
    GroupingPreset {
        name: "data structures",
        description: "Data structures by the class of their head, the types they hold, and the code that allocated these",
        steps: "Data structure label, Type, Closest domain call site",
    },
];
