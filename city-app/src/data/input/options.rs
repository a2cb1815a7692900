//! How an input is to be read.

use std::path::PathBuf;

use analysis::{FeatureMap, GroupingPreset, Plugin, Rules, SizeKind, Subject};

use crate::data::input::chosen_points::ChosenPoints;
use crate::data::input::saved_definition::SavedDefinition;
use crate::data::input::size_cache::SizeCache;
use crate::data::input::structures::Structures;
use crate::data::input::thinning::Thinning;

/// How to read an input. The default is what the command line does without options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// Classifiers for heap dumps, outermost first; empty is the default grouping (package path, then type).
    pub by: Vec<String>,
    /// What is read: what lives, or what died.
    pub subject: Subject,
    /// Objects that nothing keeps alive count too.
    pub keep_unreachable: bool,
    /// Weak, soft, phantom and finalizer referents keep nothing alive.
    pub strong_only: bool,
    /// Whose rules decide which references count.
    pub rules: Rules,
    /// Which dump of a file that holds several, counted from 1; `None` takes all of them, one point each.
    pub dump: Option<u32>,
    /// Which points of a series of heap states are read.
    pub thinning: Thinning,
    /// Which of those that are read are looked at.
    pub chosen: ChosenPoints,
    /// The folder that holds both map folders of memory trees, when it is not the folder of the trees.
    pub pointers: Option<PathBuf>,
    /// Sizes of groups that need a walk over references; heap dumps only.
    pub sizes: Vec<SizeKind>,
    /// Where these sizes are kept between runs.
    pub cache: SizeCache,
    /// Sizes that are kept are taken also where nobody asks for them.
    pub take_kept_sizes: bool,
    /// Further classifiers and filters, each with a name of its own ([`super::load_plugins`]).
    pub plugins: Vec<Plugin>,
    /// What the user has saved for this input and for all ([`OpenOptions::with_definitions`]).
    pub definitions: Vec<SavedDefinition>,
    /// Which code belongs to which feature.
    pub features: Option<FeatureMap>,
    /// What describes data structures.
    pub structures: Structures,
    /// How inputs are grouped if nobody says; empty is the default grouping.
    pub usual_by: Vec<String>,
}

impl OpenOptions {
    /// Whether these options make the same heap states of a dump.
    #[must_use]
    pub fn reads_as(&self, other: &Self) -> bool {
        let reading = |options: &Self| (options.keep_unreachable, options.strong_only, options.rules);
        reading(self) == reading(other)
    }

    /// The same where sites were recorded, or not: types are grouped by them if nobody asked for something else.
    #[must_use]
    pub fn with_usual_grouping(&self, has_sites: bool) -> Self {
        let usual_by = if has_sites { vec![GroupingPreset::default_for_sites(true).steps.to_owned()] } else { Vec::new() };
        Self { usual_by, ..self.clone() }
    }
}
