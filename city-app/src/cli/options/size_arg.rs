//! Sizes of groups, as `group` and `compare` are asked for them.

use analysis::SizeKind;
use clap::ValueEnum;

/// A size by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SizeArg {
    /// The objects of the group
    Shallow,
    /// With all that they reach
    Deep,
    /// What the GC could collect if they went
    Retained,
}

/// The sizes among these that need a walk over references, each once.
pub(in crate::cli) fn walked_sizes(sizes: &[SizeArg]) -> Vec<SizeKind> {
    let wanted = [(SizeArg::Deep, SizeKind::Deep), (SizeArg::Retained, SizeKind::Retained)];
    wanted.into_iter().filter(|(name, _)| sizes.contains(name)).map(|(_, kind)| kind).collect()
}
