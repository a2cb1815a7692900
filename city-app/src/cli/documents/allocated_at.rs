//! What lives that was allocated at a line of the source, for editors: JSON.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use analysis::{NodeEstimate, NodeIndex, NodeTotals, TimePoint};
use serde_json::{Value, json};

use super::output::CliError;
use super::sarif::source_line;

/// By what heaps are grouped that are asked: where code of the application called, where the object was made, of which type it is.
pub(in crate::cli) const STEPS: &str = "closest domain call site, allocation site, type";

/// The last state of a heap, grouped by [`STEPS`], which is read when somebody asks first.
pub(in crate::cli) struct AllocatedAt {
    read: Box<dyn Fn() -> Result<TimePoint, CliError> + Send + Sync>,
    known: OnceLock<Result<TimePoint, String>>,
}

impl fmt::Debug for AllocatedAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AllocatedAt").finish_non_exhaustive()
    }
}

impl AllocatedAt {
    /// A state that is still to be read.
    pub(in crate::cli) fn new(read: impl Fn() -> Result<TimePoint, CliError> + Send + Sync + 'static) -> Self {
        Self { read: Box::new(read), known: OnceLock::new() }
    }

    /// What was allocated at a line of a file, and lives: where the line calls something that allocates, that counts, too. The file is told by
    /// its name, or by as much of its path as makes it clear.
    ///
    /// # Errors
    /// What is to be told to whoever asks.
    pub(in crate::cli) fn line(&self, file: &str, line: u64) -> Result<Value, String> {
        let read = || (self.read)().map_err(|error| error.message);
        let point = self.known.get_or_init(read).as_ref().map_err(Clone::clone)?;
        Ok(at_line(point, file, line))
    }
}

fn at_line(point: &TimePoint, file: &str, line: u64) -> Value {
    let tree = &point.tree;
    let name = |node: NodeIndex| &*tree.nodes[node.at()].name;
    let is_there = |&node: &NodeIndex| is_line(name(node), file, line);
    // What is made where the line itself allocates in a library is told where nobody of the application called it.
    let mut places: Vec<NodeIndex> = Vec::new();
    for calls in tree.children(NodeIndex::ROOT) {
        match is_there(&calls) {
            true => places.push(calls),
            false => places.extend(tree.children(calls).filter(is_there)),
        }
    }
    let told = |node: NodeIndex| {
        let NodeTotals { objects, bytes } = tree.nodes[node.at()].totals;
        let mut told = json!({ "objects": objects, "bytes": bytes });
        let estimate = point.sizes.estimates.as_ref().and_then(|all| all.get(node.at()).copied().flatten());
        if let Some(NodeEstimate { recorded, error }) = estimate {
            told["recorded"] = recorded.into();
            told["objects_error"] = error.objects.into();
            told["bytes_error"] = error.bytes.into();
        }
        told
    };
    let place = |place: &NodeIndex| {
        let end = tree.nodes[place.at()].subtree_end;
        let leaves = (place.0 + 1..end).map(NodeIndex).filter(|&node| tree.is_leaf(node));
        let mut types: Vec<NodeIndex> = leaves.collect();
        types.sort_by_key(|&node| std::cmp::Reverse(tree.nodes[node.at()].totals.bytes));
        let of_type = |node: &NodeIndex| {
            let mut told = told(*node);
            told["type"] = name(*node).into();
            told["site"] = name(tree.nodes[node.at()].parent).into();
            told
        };
        let mut told = told(*place);
        told["frame"] = name(*place).into();
        told["types"] = types.iter().map(of_type).collect();
        told
    };
    let all = places.iter().map(|place| tree.nodes[place.at()].totals).fold(NodeTotals::default(), NodeTotals::saturating_add);
    json!({
        "file": file,
        "line": line,
        "time": point.label,
        "objects": all.objects,
        "bytes": all.bytes,
        "places": places.iter().map(place).collect::<Vec<_>>(),
    })
}

/// Whether a frame is at a line of a file that is told by its name or by a part of its path that ends with it.
fn is_line(frame: &str, file: &str, line: u64) -> bool {
    let Some((path, at)) = source_line(frame) else { return false };
    let file = file.replace('\\', "/");
    let file = Path::new(&file);
    at == line && file.file_name().is_some() && (path.ends_with(file) || file.ends_with(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_its_name_or_by_a_part_of_its_path() {
        let frame = "shop.business.Cart.add(Cart.java:12)";
        for (file, is_it) in [
            ("Cart.java", true),
            ("business/Cart.java", true),
            ("shop/business/Cart.java", true),
            ("/home/me/src/main/java/shop/business/Cart.java", true),
            ("C:\\shop\\business\\Cart.java", true),
            ("SmallCart.java", false),
            ("other/Cart.java", false),
            ("src/main/java/Cart.java", false),
            ("", false),
        ] {
            assert_eq!(is_line(frame, file, 12), is_it, "{file}");
        }
        assert!(!is_line(frame, "Cart.java", 13));
        assert!(!is_line("(site not recorded)", "Cart.java", 12));
    }
}
