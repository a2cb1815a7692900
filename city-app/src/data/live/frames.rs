//! The frames of the Analyzer's protocol, taken apart without building their content in memory.
//!
//! A frame is split into its top-level members first, each a slice of the frame; the reader of trees and maps then
//! parses only the slice that matters. So a hostile frame costs its own size and little more.

use analysis::{PointerMap, TimePoint, Warnings, json_members};

use super::LiveError;

/// What errors call a frame.
const FRAME: &str = "frame";

/// Which of the two maps of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerDirection {
    /// Counts targets.
    PointsTo,
    /// Counts sources.
    PointedFrom,
}

/// What a pushed frame says.
#[derive(Debug)]
pub(super) enum Pushed {
    /// One or more trees.
    Trees(Vec<TimePoint>),
    /// One or more maps.
    Pointers(PointerDirection, Vec<PointerMap>),
    /// The sender has sent everything.
    End,
}

/// Reads a pushed frame: a tree, an array of trees, or `{"type": .., "data": ..}`.
pub(super) fn parse_push(frame: &str, warnings: &Warnings) -> Result<Pushed, LiveError> {
    if frame.trim_start().starts_with('[') {
        return trees(frame, warnings).map(Pushed::Trees);
    }
    let members = json_members(FRAME, frame)?;
    // Without a type it can only be a bare tree.
    let Some(kind) = member(&members, "type") else { return trees(frame, warnings).map(Pushed::Trees) };
    let kind = string(kind)?;
    let data = || member(&members, "data").ok_or_else(|| LiveError::Protocol(format!("a frame of type {kind:?} has no data")));
    match kind.as_str() {
        "tree" | "trees" => trees(data()?, warnings).map(Pushed::Trees),
        "points-to" => maps(data()?).map(|maps| Pushed::Pointers(PointerDirection::PointsTo, maps)),
        "pointed-from" => maps(data()?).map(|maps| Pushed::Pointers(PointerDirection::PointedFrom, maps)),
        "end" => Ok(Pushed::End),
        _ => Err(LiveError::Protocol(format!("unknown frame type {kind:?}; known are tree, trees, points-to, pointed-from, end"))),
    }
}

/// A reply of the Analyzer's protocol.
#[derive(Debug)]
pub(super) struct Reply<'a> {
    /// The capability of the request it answers, if it says so.
    pub capability: Option<String>,
    /// The data, or what the other side says went wrong.
    pub outcome: Result<&'a str, String>,
}

/// Reads a reply: `{"request": <echo>, "status": .., "data": .., "error"?: ..}`.
pub(super) fn parse_reply(frame: &str) -> Result<Reply<'_>, LiveError> {
    let members = json_members(FRAME, frame)?;
    let capability = member(&members, "request").and_then(|request| {
        let request = json_members(FRAME, request).ok()?;
        string(member(&request, "capability")?).ok()
    });
    let status = member(&members, "status").ok_or_else(|| LiveError::Protocol("a reply without status".into()))?;
    let outcome = match string(status)?.as_str() {
        "success" => Ok(member(&members, "data").unwrap_or("null")),
        status => Err(member(&members, "error").and_then(|error| string(error).ok()).unwrap_or_else(|| format!("status {status:?}"))),
    };
    Ok(Reply { capability, outcome })
}

/// Reads trees: one or an array of them.
pub(super) fn trees(json: &str, warnings: &Warnings) -> Result<Vec<TimePoint>, LiveError> {
    let mut trees = analysis::parse_trees(FRAME, json.as_bytes(), warnings)?;
    trees.sort_by_key(|tree| tree.time_millis);
    Ok(trees)
}

/// Reads maps: one or an array of them; `null` is none, and so is a map that was not recorded.
pub(super) fn maps(json: &str) -> Result<Vec<PointerMap>, LiveError> {
    if json.trim() == "null" {
        return Ok(Vec::new());
    }
    let mut maps = analysis::parse_pointer_maps(FRAME, json.as_bytes())?;
    maps.retain(|map| map.recorded);
    if maps.iter().any(|map| map.time_millis.is_none()) {
        return Err(LiveError::Protocol("a map without time: which tree does it belong to?".into()));
    }
    Ok(maps)
}

fn member<'a>(members: &[(String, &'a str)], name: &str) -> Option<&'a str> {
    members.iter().find(|member| member.0 == name).map(|member| member.1)
}

fn string(json: &str) -> Result<String, LiveError> {
    serde_json::from_str(json).map_err(|error| LiveError::Protocol(format!("a text was expected: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = r#"{"time":1,"root":{"key":"Overall","name":"Overall","role":"","objects":1,"bytes":8,
        "children":[{"key":"Overall#A","name":"A","role":"Type","objects":1,"bytes":8}]}}"#;

    #[test]
    fn a_tree_comes_bare_in_an_array_or_in_an_envelope() {
        for frame in [TREE.to_owned(), format!("[{TREE}]"), format!(r#"{{"type":"tree","data":{TREE}}}"#)] {
            match parse_push(&frame, &Warnings::new()) {
                Ok(Pushed::Trees(trees)) => assert_eq!((trees.len(), trees[0].tree.nodes.len()), (1, 2)),
                other => panic!("{frame}: {other:?}"),
            }
        }
    }

    #[test]
    fn every_truncation_is_an_error() {
        let frame = format!(r#"{{"type":"tree","data":{TREE}}}"#);
        for end in 0..frame.len() {
            assert!(parse_push(&frame[..end], &Warnings::new()).is_err(), "{}", &frame[..end]);
        }
    }

    #[test]
    fn deep_nesting_is_refused_without_a_stack_overflow() {
        let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        for frame in [deep.clone(), format!(r#"{{"type":"tree","data":{deep}}}"#)] {
            assert!(parse_push(&frame, &Warnings::new()).is_err());
        }
    }

    #[test]
    fn a_reply_names_its_request_and_its_failure() {
        let reply = parse_reply(r#"{"request":{"capability":"GET-ALL-TREES"},"status":"failed","sender":-1,"data":null,"error":"no"}"#);
        let reply = reply.expect("is a reply");
        assert_eq!(reply.capability.as_deref(), Some("GET-ALL-TREES"));
        assert_eq!(reply.outcome, Err("no".into()));
    }

    #[test]
    fn an_unknown_type_and_a_map_without_time_are_refused() {
        for frame in [r#"{"type":"forest","data":[]}"#, r#"{"type":"points-to","data":{"pointerMap":{}}}"#, r#"{"type":"tree"}"#] {
            assert!(parse_push(frame, &Warnings::new()).is_err(), "{frame}");
        }
    }
}
