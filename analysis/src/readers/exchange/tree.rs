//! Reading tree documents: one tree, or an array of trees.
//!
//! Nodes are taken down in the order of the document, because a node's members come in any order and its children may
//! stand before its key. Only then are names, keys and roles settled (see `nodes`).

use super::json::{JsonReader, Kind};
use super::nodes::{Classifier, ReadNode, TreeParts};
use crate::base::error::{Error, Result};
use crate::base::warnings::Warnings;
use crate::readers::exchange::nodes::Member;
use crate::trees::memory_tree::{SizeKind, TimePoint};

/// The most nodes of one tree. A node takes some 300 bytes while it is read, many times its shortest text.
const MAX_NODES: usize = 1 << 21;

/// Reads a document that holds one tree or an array of trees.
///
/// `origin` is the file or frame, for messages. An array is all or nothing: the first tree that cannot be used is the
/// error. Trees without nodes below their root are returned; [`crate::Evolution`] leaves them out.
pub fn parse_trees(origin: &str, text: &[u8], warnings: &Warnings) -> Result<Vec<TimePoint>> {
    let mut reader = JsonReader::new(origin, text);
    let mut points = Vec::new();
    if reader.kind()? == Kind::Array {
        reader.begin_array(String::new)?;
        while reader.next_element()? {
            let json_path = format!("$[{}]", points.len());
            points.push(parse_tree(&mut reader, origin, json_path, warnings)?);
        }
    } else {
        points.push(parse_tree(&mut reader, origin, "$".into(), warnings)?);
    }
    reader.end()?;
    Ok(points)
}

/// Reads one `{ time, root, .. }`.
fn parse_tree<'a>(reader: &mut JsonReader<'a>, origin: &'a str, json_path: String, warnings: &Warnings) -> Result<TimePoint> {
    reader.begin_object(|| json_path.clone())?;
    let mut parts = TreeParts { origin, json_path, classifiers: Vec::new(), nodes: Vec::new() };
    let (mut time, mut timestamp, mut gc, mut label) = (None, None, None, None);
    while let Some(member) = reader.next_member()? {
        let at = |name: &str| format!("{}.{name}", parts.json_path);
        match &*member {
            "time" => time = Some(time_millis(reader, || at("time"))?),
            "timestamp" => timestamp = Some(time_millis(reader, || at("timestamp"))?),
            "gc" if reader.kind()? == Kind::Number => gc = Some(reader.count(|| at("gc"))?),
            "label" if reader.kind()? == Kind::String => label = Some(reader.string(|| at("label"))?.into_owned()),
            "classifiers" if reader.kind()? == Kind::Array => {
                let path = at("classifiers");
                parts.classifiers = parse_classifiers(reader, &path)?;
            }
            "root" => {
                parts.nodes.clear();
                parse_nodes(reader, &mut parts)?;
            }
            _ => reader.skip_value()?,
        }
    }
    let missing = |name: &str| Error::Document {
        file: origin.to_owned(),
        reason: format!("the tree has no member {name:?}"),
        json_path: parts.json_path.clone(),
    };
    let time_millis = time.or(timestamp).ok_or_else(|| missing("time"))?;
    if parts.nodes.is_empty() {
        return Err(missing("root"));
    }
    let (tree, sizes) = parts.into_tree(warnings)?;
    Ok(TimePoint { time_millis, gc, label, tree, references: None, sizes })
}

/// A time in milliseconds.
pub(super) fn time_millis(reader: &mut JsonReader<'_>, json_path: impl Fn() -> String) -> Result<i64> {
    let value = reader.integer(&json_path)?;
    i64::try_from(value).map_err(|_| reader.error(json_path(), "a time must fit 64 bits"))
}

/// `["Type", ..]`, or `[{ "name": "Type", "id": 0 }, ..]` in the AntTracks form.
fn parse_classifiers(reader: &mut JsonReader<'_>, json_path: &str) -> Result<Vec<Classifier>> {
    let mut classifiers = Vec::new();
    reader.begin_array(|| json_path.to_owned())?;
    while reader.next_element()? {
        let path = format!("{json_path}[{}]", classifiers.len());
        if reader.kind()? == Kind::String {
            let name = reader.string(|| path.clone())?.into_owned();
            classifiers.push(Classifier { name, id: classifiers.len() as i128 });
            continue;
        }
        let mut classifier = Classifier { name: String::new(), id: classifiers.len() as i128 };
        reader.begin_object(|| path.clone())?;
        while let Some(member) = reader.next_member()? {
            match &*member {
                "name" => classifier.name = reader.string(|| format!("{path}.name"))?.into_owned(),
                "id" => classifier.id = reader.integer(|| format!("{path}.id"))?,
                _ => reader.skip_value()?,
            }
        }
        classifiers.push(classifier);
    }
    Ok(classifiers)
}

/// Reads the root and everything below it, with a stack of its own.
fn parse_nodes<'a>(reader: &mut JsonReader<'a>, parts: &mut TreeParts<'a>) -> Result<()> {
    let mut open: Vec<u32> = Vec::new();
    begin_node(reader, parts, &mut open)?;
    while let Some(&node) = open.last() {
        // A broken document breaks inside some node; say in which one.
        let inside = |error| match error {
            Error::Document { file, reason, json_path } if json_path.is_empty() => {
                Error::Document { file, reason, json_path: parts.path_of(node) }
            }
            other => other,
        };
        let member = reader.next_member().map_err(inside)?;
        let Some(member) = member else {
            open.pop();
            next_child(reader, parts, &mut open)?;
            continue;
        };
        if member == "children" {
            if !reader.take_null().map_err(inside)? {
                reader.begin_array(|| format!("{}.children", parts.path_of(node)))?;
                next_child(reader, parts, &mut open)?;
            }
            continue;
        }
        let path = || format!("{}.{member}", parts.path_of(node));
        let value = parse_member(reader, &member, path).map_err(inside)?;
        parts.nodes[node as usize].take(value);
    }
    Ok(())
}

/// Begins the next child of the innermost open node, if its array of children goes on.
fn next_child<'a>(reader: &mut JsonReader<'a>, parts: &mut TreeParts<'a>, open: &mut Vec<u32>) -> Result<()> {
    if !open.is_empty() && reader.next_element()? {
        begin_node(reader, parts, open)?;
    }
    Ok(())
}

fn begin_node<'a>(reader: &mut JsonReader<'a>, parts: &mut TreeParts<'a>, open: &mut Vec<u32>) -> Result<()> {
    if parts.nodes.len() == MAX_NODES {
        return Err(Error::Limit {
            what: format!("{}: the number of nodes of {}", parts.origin, parts.json_path),
            limit: format!("{MAX_NODES} nodes"),
        });
    }
    let number = parts.nodes.len() as u32;
    let node = match open.last() {
        None => ReadNode::default(),
        Some(&parent) => {
            let above = &mut parts.nodes[parent as usize];
            above.children += 1;
            ReadNode::child(parent, above.children - 1, above.level + 1)
        }
    };
    parts.nodes.push(node);
    open.push(number);
    reader.begin_object(|| parts.path_of(number))
}

fn parse_member<'a>(reader: &mut JsonReader<'a>, member: &str, path: impl Fn() -> String) -> Result<Member<'a>> {
    Ok(match member {
        "key" => Member::Key(reader.string(path)?),
        "fullKeyAsString" => Member::FullKeyText(reader.string(path)?),
        "fullKey" if reader.kind()? == Kind::Array => {
            let mut key = String::new();
            reader.begin_array(&path)?;
            while reader.next_element()? {
                if !key.is_empty() {
                    key.push(crate::trees::memory_tree::KEY_SEPARATOR);
                }
                key.push_str(&reader.string(&path)?);
            }
            Member::FullKeyParts(key)
        }
        "name" if reader.kind()? == Kind::String => Member::Name(reader.string(path)?),
        "role" if reader.kind()? == Kind::String => Member::Role(reader.string(path)?),
        "classifierId" if reader.kind()? == Kind::Number => Member::ClassifierId(reader.integer(path)?),
        "objects" => Member::Objects(reader.count(path)?),
        "objectCount" | "object_count" | "nObjects" => Member::ObjectsAlias(reader.count(path)?),
        "bytes" => Member::Bytes(reader.count(path)?),
        "byteCount" | "byte_count" | "size" => Member::BytesAlias(reader.count(path)?),
        "deepObjects" => Member::SizeObjects(SizeKind::Deep, reader.count(path)?),
        "deepBytes" => Member::SizeBytes(SizeKind::Deep, reader.count(path)?),
        "retainedObjects" => Member::SizeObjects(SizeKind::Retained, reader.count(path)?),
        "retainedBytes" => Member::SizeBytes(SizeKind::Retained, reader.count(path)?),
        "recorded" if reader.kind()? == Kind::Number => Member::Recorded(reader.count(path)?),
        "objectsError" if reader.kind()? == Kind::Number => Member::ObjectsError(reader.count(path)?),
        "bytesError" if reader.kind()? == Kind::Number => Member::BytesError(reader.count(path)?),
        _ => {
            reader.skip_value()?;
            Member::Unknown
        }
    })
}
