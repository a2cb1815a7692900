//! Memory that a copy of the process may take: of the machine, and of the control groups that the process belongs to.

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of the process that are in memory.
pub(crate) fn resident_bytes() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").ok().and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or_default() * 4096
}

/// Bytes of memory that this process can write to and shares with nobody, whether it has or not; `None` where the system does not tell.
pub(crate) fn data_bytes() -> Option<u64> {
    Some(field(&fs::read_to_string("/proc/self/status").ok()?, "VmData:")?.saturating_mul(1024))
}

/// Bytes that could be taken before anybody runs short; `None` where the system does not tell.
pub(crate) fn available_bytes() -> Option<u64> {
    let machine = field(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?.saturating_mul(1024);
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    groups.lines().flat_map(group_folders).filter_map(|folder| available_in_group(&folder)).chain([machine]).min()
}

/// The folders of a control group that limits memory, and of those around it, by a line of `/proc/self/cgroup`.
fn group_folders(line: &str) -> Vec<PathBuf> {
    let mut parts = line.splitn(3, ':');
    let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next()) else { return Vec::new() };
    let root = match controllers {
        "" => Path::new("/sys/fs/cgroup"),
        _ if controllers.split(',').any(|name| name == "memory") => Path::new("/sys/fs/cgroup/memory"),
        _ => return Vec::new(),
    };
    let folder = root.join(path.trim_start_matches('/'));
    folder.ancestors().take_while(|folder| folder.starts_with(root)).map(Path::to_owned).collect()
}

fn available_in_group(folder: &Path) -> Option<u64> {
    let number = |names: [&str; 2]| names.iter().find_map(|name| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok());
    // "max" is no number.
    let limit = number(["memory.max", "memory.limit_in_bytes"])?;
    let used = number(["memory.current", "memory.usage_in_bytes"])?;
    let facts = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    // What the system keeps of files can go at once.
    let files = field(&facts, "total_inactive_file").or_else(|| field(&facts, "inactive_file")).unwrap_or_default();
    Some(limit.saturating_sub(used.saturating_sub(files)))
}

fn field(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_limited_by_those_around_it_too() {
        let folders = |line: &str| group_folders(line).iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>();
        assert_eq!(folders("0::/a/b"), ["/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup"]);
        assert_eq!(folders("5:cpu,memory:/x"), ["/sys/fs/cgroup/memory/x", "/sys/fs/cgroup/memory"]);
        assert_eq!(folders("4:cpu:/x"), Vec::<String>::new());
    }

    #[test]
    fn the_machine_has_memory_and_so_has_this_process() {
        let available = available_bytes().expect("the system tells");
        assert!(available > 1 << 20 && resident_bytes() > 1 << 18, "{available}");
    }
}
