//! Kinds of findings in groups of objects, of inputs that tell no single ones. Whoever shows memory trees tells them, or what is told of many processes.

use super::findings::FindingKind;

/// A group that keeps growing.
pub const GROWING_GROUP: FindingKind = FindingKind::new(
    "growing_group",
    "Growing group",
    "A group of objects keeps growing. The input does not tell which fields hold its objects; heap dumps do.",
);

/// A group that has grown.
pub const GROWN_GROUP: FindingKind = FindingKind::new(
    "grown_group",
    "Group that grew",
    "A group of objects grew and no longer does, or too few points tell. That is no leak yet.",
);

/// A type of which much is garbage soon.
pub const CHURNING_TYPE: FindingKind =
    FindingKind::new("churning_type", "Type that dies young", "Many objects of a type die before they have survived a collection.");

/// Something that keeps growing, of many processes.
pub const GROWING_IN_PROCESSES: FindingKind = FindingKind::new(
    "growing_in_processes",
    "Growing in processes of a service",
    "Something keeps growing in processes of a service, as find says of each by itself.",
);

/// What is next where only sums over many processes are known. One sentence without its full stop.
pub const OPEN_ONE_PROCESS: &str = "Open what one of these processes was read from: it tells who keeps it alive and what letting go frees";

/// All of them.
pub(super) const GROUP_KINDS: [FindingKind; 4] = [GROWING_GROUP, GROWN_GROUP, CHURNING_TYPE, GROWING_IN_PROCESSES];
