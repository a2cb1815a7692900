//! Writing documents: exactly the published member names, in a fixed order, nodes in preorder.

use super::dataset::{DatasetInfo, FORMAT};
use crate::base::ids::NodeIndex;
use crate::trees::memory_tree::{MemoryTree, NodeEstimate, NodeSizes, NodeTotals, TimePoint};
use crate::trees::node_references::ReferenceMap;

/// `<time>.json` of one tree.
#[must_use]
pub fn tree_document(point: &TimePoint) -> Vec<u8> {
    let TimePoint { time_millis, gc, label, tree, references: _, sizes } = point;
    let mut out = format!("{{\"time\":{time_millis}");
    if let Some(gc) = gc {
        out.push_str(&format!(",\"gc\":{gc}"));
    }
    if let Some(label) = label {
        out.push_str(",\"label\":");
        push_string(&mut out, label);
    }
    out.push_str(",\"root\":");
    push_nodes(&mut out, tree, sizes);
    out.push_str("}\n");
    out.into_bytes()
}

/// Preorder says where objects close: at the end of the subtree of each open node.
fn push_nodes(out: &mut String, tree: &MemoryTree, sizes: &NodeSizes) {
    let mut open: Vec<u32> = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        close(out, &mut open, at as u32);
        if !out.ends_with('[') && at > 0 {
            out.push(',');
        }
        out.push_str("{\"key\":");
        push_string(out, &node.key);
        out.push_str(",\"name\":");
        push_string(out, &node.name);
        out.push_str(",\"role\":");
        push_string(out, tree.role_of(NodeIndex(at as u32)));
        out.push_str(&format!(",\"objects\":{},\"bytes\":{}", node.totals.objects, node.totals.bytes));
        for (name, sizes) in [("deep", &sizes.deep), ("retained", &sizes.retained)] {
            if let Some(NodeTotals { objects, bytes }) = sizes.as_ref().and_then(|sizes| sizes.get(at)) {
                out.push_str(&format!(",\"{name}Objects\":{objects},\"{name}Bytes\":{bytes}"));
            }
        }
        if let Some(estimate) = sizes.estimates.as_ref().and_then(|estimates| estimates.get(at).copied().flatten()) {
            let NodeEstimate { recorded, error } = estimate;
            out.push_str(&format!(",\"recorded\":{recorded},\"objectsError\":{},\"bytesError\":{}", error.objects, error.bytes));
        }
        if tree.is_leaf(NodeIndex(at as u32)) {
            out.push('}');
        } else {
            out.push_str(",\"children\":[");
            open.push(node.subtree_end);
        }
    }
    close(out, &mut open, tree.nodes.len() as u32);
}

fn close(out: &mut String, open: &mut Vec<u32>, at: u32) {
    while open.last().is_some_and(|&end| end <= at) {
        open.pop();
        out.push_str("]}");
    }
}

/// One file of `points-to-maps` or `pointed-from-maps`. Rows without entries are left out.
#[must_use]
pub fn pointer_map_document(time_millis: i64, tree: &MemoryTree, map: &ReferenceMap) -> Vec<u8> {
    let mut out = format!("{{\"time\":{time_millis},\"pointerMap\":{{");
    // Keys recur in every row, so they are quoted once.
    let quoted: Vec<String> = tree
        .nodes
        .iter()
        .map(|node| {
            let mut text = String::new();
            push_string(&mut text, &node.key);
            text
        })
        .collect();
    let mut first_row = true;
    for (at, row_key) in quoted.iter().enumerate() {
        let row = map.row(NodeIndex(at as u32));
        if row.is_empty() {
            continue;
        }
        out.push_str(if std::mem::replace(&mut first_row, false) { "" } else { "," });
        out.push_str(row_key);
        for (position, (partner, count)) in row.iter().enumerate() {
            out.push_str(if position == 0 { ":{" } else { "," });
            out.push_str(&format!("{}:{count}", quoted[partner.at()]));
        }
        out.push('}');
    }
    out.push_str("}}\n");
    out.into_bytes()
}

/// `dataset.json`, with this program's format.
#[must_use]
pub fn dataset_document(info: &DatasetInfo) -> Vec<u8> {
    let info = DatasetInfo { format: Some(FORMAT.into()), ..info.clone() };
    // Plain structs and JSON values always have a text.
    let mut text = serde_json::to_string_pretty(&info).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}

/// Appends a string in quotes, escaped.
fn push_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}
