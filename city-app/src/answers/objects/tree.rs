//! What an object holds as a tree that is unfolded in place, like the variables in a debugger.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use analysis::ObjectIndex;

use super::contents::{Contents, ContentsRow, RowKind};

/// Elements of an array that are shown at first.
const FIRST_ELEMENTS: usize = 100;
/// More elements are not shown in a tree.
const MOST_ELEMENTS: usize = 10_000;

/// The way to a row: its number among the rows of each object from the first one on. Objects may contain each other, so
/// an object is no place.
pub type TreePath = Vec<u32>;

/// Which rows are unfolded, and how much of long arrays is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expanded {
    open: HashSet<TreePath>,
    elements: HashMap<TreePath, usize>,
}

impl Expanded {
    /// Unfolds a row, or folds it.
    pub fn toggle(&mut self, path: &TreePath) {
        if !self.open.remove(path) {
            self.open.insert(path.clone());
        }
    }

    /// Shows ten times as many elements of the array at a place.
    pub fn show_more(&mut self, path: &TreePath) {
        let shown = self.elements.entry(path.clone()).or_insert(FIRST_ELEMENTS);
        *shown = (*shown * 10).min(MOST_ELEMENTS);
    }

    /// Folds everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn most_elements(&self, path: &TreePath) -> usize {
        self.elements.get(path).copied().unwrap_or(FIRST_ELEMENTS)
    }
}

/// One line of the tree.
#[derive(Debug, Clone)]
pub struct TreeLine {
    /// How deep it is indented.
    pub depth: usize,
    /// Where it is.
    pub path: TreePath,
    /// What it shows.
    pub content: LineContent,
    /// Whether what it leads to is unfolded; `None` where there is nothing to unfold.
    pub open: Option<bool>,
}

/// What a line shows.
#[derive(Debug, Clone)]
pub enum LineContent {
    /// What the next rows have in common: the declaring class, static fields, the stack.
    Heading(Arc<str>),
    /// A row: the object that it belongs to, and its number there.
    Row(Arc<Contents>, usize),
    /// The object is being read.
    Loading,
    /// Elements that are left out, and whether more of them can be shown.
    More(u64, bool),
}

impl TreeLine {
    /// The row that it shows, if it shows one.
    #[must_use]
    pub fn row(&self) -> Option<&ContentsRow> {
        match &self.content {
            LineContent::Row(contents, at) => contents.rows.get(*at),
            _ => None,
        }
    }
}

/// The lines of an object that are unfolded. `contents` reads an object with at most so many elements of an array, or
/// says that it is being read.
#[must_use]
pub fn tree_lines(
    object: ObjectIndex,
    expanded: &Expanded,
    mut contents: impl FnMut(ObjectIndex, usize) -> Option<Arc<Contents>>,
) -> Vec<TreeLine> {
    let mut lines = Vec::new();
    // Objects that are being told: what they hold, and the next row.
    let mut stack: Vec<(Arc<Contents>, usize, TreePath)> = Vec::new();
    let mut next = Some((object, TreePath::new()));
    loop {
        if let Some((object, path)) = next.take() {
            match contents(object, expanded.most_elements(&path)) {
                Some(found) => stack.push((found, 0, path)),
                None => lines.push(TreeLine { depth: stack.len(), path, content: LineContent::Loading, open: None }),
            }
        }
        let depth = stack.len().saturating_sub(1);
        let Some((found, at, path)) = stack.last_mut() else { return lines };
        let Some(row) = found.rows.get(*at) else {
            if found.more > 0 {
                let can_grow = found.rows.len() < MOST_ELEMENTS;
                lines.push(TreeLine { depth, path: path.clone(), content: LineContent::More(found.more, can_grow), open: None });
            }
            stack.pop();
            continue;
        };
        if depth == 0
            && let Some(heading) = heading_before(found, *at)
        {
            lines.push(TreeLine { depth, path: path.clone(), content: LineContent::Heading(heading), open: None });
        }
        let mut row_path = path.clone();
        row_path.push(*at as u32);
        let open = row.target.as_ref().map(|_| expanded.open.contains(&row_path));
        if open == Some(true) {
            next = row.target.as_ref().map(|target| (target.object, row_path.clone()));
        }
        lines.push(TreeLine { depth, path: row_path, content: LineContent::Row(Arc::clone(found), *at), open });
        *at += 1;
    }
}

/// The heading of the rows from this one on, where it differs from that of the rows before.
fn heading_before(contents: &Contents, at: usize) -> Option<Arc<str>> {
    let heading = |row: &ContentsRow| match row.kind {
        RowKind::Field => Arc::clone(&row.declared_by),
        RowKind::Static => "Static fields".into(),
        RowKind::Element => "".into(),
        RowKind::Local => "On its stack".into(),
        RowKind::Structure => "Class".into(),
    };
    let own = heading(&contents.rows[at]);
    let is_new = at == 0 || heading(&contents.rows[at - 1]) != own;
    (is_new && !own.is_empty()).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::contents;
    use crate::answers::objects::test_heaps::fixture;

    #[test]
    fn rows_unfold_in_place_and_cycles_end_where_nobody_unfolds() {
        let heap = fixture("root jni -> a\na: A 16 -> other=b\nb: B 16 -> back=a list=c\nc: Object[2] 24 -> a b");
        let read = |object, most| Some(Arc::new(contents(&heap.heap, object, most)));
        let mut expanded = Expanded::default();
        let told = |expanded: &Expanded| {
            let told = |line: &TreeLine| match &line.content {
                LineContent::Heading(text) => format!("{}{text}:", " ".repeat(line.depth)),
                _ => format!("{}{}", " ".repeat(line.depth), line.row().map_or("?", |row| &row.name)),
            };
            tree_lines(ObjectIndex(0), expanded, read).iter().map(told).collect::<Vec<_>>()
        };
        assert_eq!(told(&expanded), ["A:", "other"]);
        for path in [vec![0], vec![0, 0], vec![0, 1]] {
            expanded.toggle(&path);
        }
        assert_eq!(told(&expanded), ["A:", "other", " back", "  other", " list", "  [0]", "  [1]"]);
        expanded.toggle(&vec![0]);
        assert_eq!(told(&expanded), ["A:", "other"]);
    }

    #[test]
    fn long_arrays_show_a_part_and_more_when_asked() {
        let names: String = (0..1500).map(|at| format!(" e{at}")).collect();
        let elements: String = (0..1500).map(|at| format!("e{at}: E 8\n")).collect();
        let heap = fixture(&format!("root jni -> a\na: Object[1500] 6024 ->{names}\n{elements}"));
        let mut expanded = Expanded::default();
        let lines =
            |expanded: &Expanded| tree_lines(ObjectIndex(0), expanded, |object, most| Some(Arc::new(contents(&heap.heap, object, most))));
        let shown = lines(&expanded);
        assert!(shown.len() == 101 && matches!(shown[100].content, LineContent::More(1400, true)));
        expanded.show_more(&shown[100].path);
        assert_eq!(lines(&expanded).len(), 1001);
        expanded.show_more(&shown[100].path);
        assert_eq!(lines(&expanded).len(), 1500);
    }

    #[test]
    fn what_is_being_read_is_a_line_of_its_own() {
        let lines = tree_lines(ObjectIndex(0), &Expanded::default(), |_, _| None);
        assert!(matches!(lines[..], [TreeLine { content: LineContent::Loading, .. }]));
    }
}
