//! The tools: their arguments as a model sees them, and which command of the program each call is.
//!
//! No argument can become an option of a command that writes files or reads others than those in the folders: options are written here, as
//! single words, and whatever is given is their value. What a command refuses is told in its own words.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::Warnings;
use rmcp::ErrorData;
use rmcp::handler::server::common::schema_for_input;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::answers::{Page, Told, meant};
use super::calls::{Call, Said};
use crate::data::input::confined::Found;

/// A tool, and how it is called.
pub(super) struct ToolEntry {
    pub(super) name: &'static str,
    about: &'static str,
    schema: fn() -> Result<Arc<JsonObject>, String>,
    pub(super) call: fn(JsonObject, Call<'_>) -> Result<Told, String>,
}

/// All tools.
pub(super) const TOOLS: [ToolEntry; 9] = [
    entry::<Open>(
        "open",
        "Tell what there is to ask about. Without a path: all data in the folders (heap dumps, traces, memory trees, class histograms, \
         tables) with kind, files and bytes. With the path of one of them: its points in time with objects and bytes, and its files. Begin here.",
    ),
    entry::<Find>(
        "find",
        "Find memory leaks: what grows without end, which static field or variable keeps it alive (cut.fields), the proof (evidence, keepers), \
         and what to do (next). Of one or few heap dumps: who owns much, and what is wasted. The first question to ask of any data.",
    ),
    entry::<Windows>("windows", "Tell when something suspicious happened: growth, long garbage collections, churn. Points count from 1."),
    entry::<Groups>(
        "groups",
        "The memory tree at one point in time: groups of objects with numbers of objects and bytes, largest first. Without `of` the largest \
         parts of the whole heap; with it the parts of that group. `path` in a row is the key of the group for `of` and other tools.",
    ),
    entry::<Keepers>(
        "keepers",
        "Who keeps a group of objects, or one object, alive: paths from static fields, threads and other GC roots; or with how=referrers who \
         refers to it by which field, and what each keeps alone. Confirms what find says.",
    ),
    entry::<Structures>(
        "structures",
        "Collections (maps, lists, queues, own ones too) by the fields that own them: how they grew, what they retain, what their growth means.",
    ),
    entry::<Compare>(
        "compare",
        "What became of every group between two points in time of one run, or between the ends of two runs: objects and bytes before and after, \
         and whether it keeps growing.",
    ),
    entry::<Sql>(
        "sql",
        "Ask heaps in SQL (one SELECT). Tables: runs, points, classes, fields, objects, references, sites, threads, roots, groups, \
         group_references, collections, structures, findings; views: histogram, owners, growth, referrers, leaks, waste. Names of columns: \
         select * from TABLE limit 1. Texts stand in single quotes. A wrong question is answered with what is wrong and where.",
    ),
    entry::<Picture>(
        "picture",
        "Draw the memory tree at a point in time as a picture (PNG): rings, tiles or columns, named and by size; bars over time.",
    ),
];

/// A tool as a client lists it.
pub(super) fn described(tool: &ToolEntry) -> Result<Tool, ErrorData> {
    let schema = (tool.schema)().map_err(|error| ErrorData::internal_error(error, None))?;
    let harmless = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    Ok(Tool::new(tool.name, tool.about, schema).with_annotations(harmless))
}

const fn entry<T: Arguments>(name: &'static str, about: &'static str) -> ToolEntry {
    ToolEntry { name, about, schema: schema::<T>, call: call::<T> }
}

/// The arguments of a tool, with those that others have, too.
fn schema<T: Arguments>() -> Result<Arc<JsonObject>, String> {
    let mut schema = schema_for_input::<T>()?.as_ref().clone();
    let of_pages = T::HAS_PAGES.then(schema_for_input::<Page>).transpose()?;
    for shared in [Some(schema_for_input::<Named>()?), of_pages].into_iter().flatten() {
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        if let (Value::Object(properties), Some(Value::Object(more))) = (properties, shared.get("properties")) {
            properties.extend(more.clone());
        }
    }
    Ok(Arc::new(schema))
}

fn call<T: Arguments>(mut arguments: JsonObject, mut call: Call<'_>) -> Result<Told, String> {
    let mut taken = |names: &[&str]| Value::Object(names.iter().filter_map(|&name| arguments.remove_entry(name)).collect());
    call.named = read::<Named>(taken(&["path"]))?.path;
    if T::HAS_PAGES {
        call.page = read(taken(&["offset", "limit"]))?;
    }
    let arguments = read::<T>(Value::Object(arguments)).map_err(|error| match error.split_once(", ") {
        Some((unknown, _)) if unknown.contains("unknown field") => format!("{unknown}; {}", names_of::<T>()),
        _ => error,
    })?;
    arguments.told(&call)
}

/// The arguments that a tool has.
fn names_of<T: Arguments>() -> String {
    let schema = schema::<T>().unwrap_or_default();
    let names: Vec<&str> =
        schema.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    format!("there are {}", names.join(", "))
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("the arguments make no sense: {error}"))
}

/// What a tool is called with, besides what others have, too.
trait Arguments: DeserializeOwned + JsonSchema + 'static {
    /// Whether it answers with a list.
    const HAS_PAGES: bool = true;

    /// Carries out the call.
    fn told(self, call: &Call<'_>) -> Result<Told, String>;
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
struct Named {
    /// What is asked: a path that `open` tells, of an input or of one of its files; by default the first folder
    path: Option<String>,
}

/// An option with its value, which may have been read in an answer; nothing where it was not given.
fn option(name: &str, value: Option<impl ToString>) -> Option<String> {
    value.map(|value| format!("--{name}={}", meant(&value.to_string())))
}

/// A command about the path that was named, and what else stands behind it; of its document one list is told in pages.
fn listed(call: &Call<'_>, command: &str, options: &[Option<String>], behind: &[&Path], list: &'static str) -> Result<Told, String> {
    let path = call.path()?;
    let (document, notes) = call.json(command, options, &[&[path.as_path()], behind].concat())?;
    Ok(Told::Document { document, list, page: call.page, notes })
}

/// How many processes a path is of, and how many points in time there are of one of them at most.
struct Processes {
    count: u64,
    most_points: u64,
}

impl Processes {
    fn of(call: &Call<'_>) -> Result<Self, String> {
        let question = "select count(*), max(points) from runs";
        let (told, _) = call.json("sql", &[], &[&call.path()?, Path::new(question)])?;
        let number = |at: usize| told["rows"][0][at].as_u64();
        let (count, most_points) = number(0).zip(number(1)).ok_or("there is no point in time")?;
        Ok(Self { count, most_points })
    }

    /// The columns that tell them apart, where there are several.
    fn columns(&self) -> &'static str {
        if self.count > 1 { "service, version, host, process, " } else { "" }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Open {}

impl Arguments for Open {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let roots = &call.caller.roots;
        if call.named.is_none() {
            let (found, warnings) = roots.inputs();
            let input = |Found { path, kind, files }: Found| {
                let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
                json!({ "path": path, "kind": kind, "files": files.len(), "bytes": bytes })
            };
            let inputs: Vec<Value> = found.into_iter().map(input).collect();
            let notes = warnings.list().iter().map(ToString::to_string).collect();
            return Ok(Told::Document { document: json!({ "inputs": inputs }), list: "inputs", page: call.page, notes });
        }
        let path = call.path()?;
        let whose = Processes::of(call)?.columns();
        let question = format!("select {whose}point, label, time_millis, objects, bytes from points order by {whose}point");
        let (mut document, notes) = call.json("sql", &[], &[&path, Path::new(&question)])?;
        if let Some(found) = roots.input_at(&path, &Warnings::new()) {
            let files: Vec<Value> = found.files.into_iter().map(|(path, bytes)| json!({ "path": path, "bytes": bytes })).collect();
            document["kind"] = found.kind.into();
            document["files"] = files.into();
        }
        Ok(Told::Document { document, list: "rows", page: call.page, notes })
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Find {
    /// Only these points, by number (3..9) or by time since the first one (10s..2m)
    window: Option<String>,
    /// Weak, soft, phantom and finalizer referents keep nothing alive
    #[serde(default)]
    strong_only: bool,
}

impl Arguments for Find {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let options = [option("window", self.window), self.strong_only.then(|| "--strong-only".to_owned())];
        listed(call, "find", &options, &[], "findings")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Windows {}

impl Arguments for Windows {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        listed(call, "windows", &[], &[], "windows")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Groups {
    /// Steps to group by, outermost first: package, type, site, age, thread, 'data structure owner' and others; by default as in its
    /// city. Tables are grouped already
    by: Option<String>,
    /// The key of a group whose parts are told: `path` of a row of an earlier answer; by default the whole heap
    of: Option<String>,
    /// The groups that are not divided further, in place of the parts
    #[serde(default)]
    leaves: bool,
    /// The point in time, from 1; by default the last one
    point: Option<u32>,
    /// Tell also deep (bytes of all that they reach) and retained (bytes that would be free without them)
    #[serde(default)]
    sizes: bool,
    /// Only objects for which this expression is true, for example size > 100
    filter: Option<String>,
}

impl Arguments for Groups {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let processes = Processes::of(call)?;
        let (whose, points) = (processes.columns(), processes.most_points);
        let (of, at) = match self.point.map(u64::from) {
            Some(point) if !(1..=points).contains(&point) => return Err(format!("there is no point {point}; there are 1 to {points}")),
            Some(point) => ("groups".to_owned(), format!("point = {point}")),
            // Only the heap of a point that is named is read.
            None if processes.count == 1 => ("groups".to_owned(), format!("point = {points}")),
            None => {
                let ends = format!("(select {whose}max(point) as last from points group by service, version, host, process) as ends");
                (format!("groups join {ends} using (service, version, host, process)"), "point = last".to_owned())
            }
        };
        let text = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let below = match (self.of.as_deref().map(meant), self.leaves) {
            (None, false) => "depth = 1".to_owned(),
            (None, true) => "is_leaf".to_owned(),
            (Some(of), false) => format!("parent = {}", text(&of)),
            (Some(of), true) => format!("is_leaf and starts_with(path, {})", text(&format!("{of}#"))),
        };
        let sizes = if self.sizes { ", deep, retained" } else { "" };
        let question = format!(
            "select {whose}path, name, is_leaf, objects, bytes{sizes} from {of} where {at} and {below} order by bytes desc, objects desc, path"
        );
        let options = [option("by", self.by), option("filter", self.filter)];
        listed(call, "sql", &options, &[Path::new(&question)], "rows")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Keepers {
    /// The group: its key, the end of it, or the name of a class if that is unambiguous. Either this or object
    key: Option<String>,
    /// The address of an object, as 0x7f2c4d018
    object: Option<String>,
    /// Steps to group by to find the key; by default package,type
    by: Option<String>,
    /// What is told: paths to the GC roots, or who refers to it
    #[schemars(extend("enum" = ["paths", "referrers"]))]
    how: Option<String>,
    /// The state of a trace, from 1; by default the last one
    dump: Option<u32>,
}

impl Arguments for Keepers {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let is_object = self.object.is_some();
        let mut options = vec![option("key", self.key), option("to", self.object), option("by", self.by), option("dump", self.dump)];
        let (command, list) = match self.how.as_deref() {
            None | Some("paths") => {
                // Of a group there are few; of an object each one takes a search.
                let count = if is_object { call.page.needs() } else { 1000 };
                options.push(option("count", Some(count)));
                ("paths", "paths")
            }
            Some("referrers") => ("referrers", "rows"),
            Some(other) => return Err(format!("how is paths or referrers, not {other}")),
        };
        listed(call, command, &options, &[], list)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Structures {
    /// Only this owner, and what it holds; the end of its name is enough
    of: Option<String>,
    /// What comes first
    #[schemars(extend("enum" = ["retained", "own", "nested", "reached", "percent", "heads", "owner", "pattern"]))]
    sort: Option<String>,
    /// Only these points, by number (3..9) or by time since the first one (10s..2m)
    window: Option<String>,
}

impl Arguments for Structures {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let options = [option("of", self.of), option("sort", self.sort), option("window", self.window)];
        let told = listed(call, "structures", &options, &[], "structures")?;
        // Of one heap nothing is known to have grown: all that it has is told as new.
        Ok(match told {
            Told::Document { document, page, notes, .. } if document["structures"] == json!([]) => {
                Told::Document { document, list: "born", page, notes }
            }
            told => told,
        })
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Compare {
    /// The path of another run, to compare the ends of both
    with: Option<String>,
    /// The point to compare with: a number from 1, first or last; by default the first one
    from: Option<String>,
    /// The point that is compared; by default the last one
    to: Option<String>,
    /// Steps to group by, outermost first; by default package,type
    by: Option<String>,
    /// What growth means
    #[schemars(extend("enum" = ["objects", "bytes", "deep", "retained"]))]
    sort: Option<String>,
}

impl Arguments for Compare {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let with = self.with.as_deref().map(|with| call.find(with)).transpose()?;
        let options = [option("from", self.from), option("to", self.to), option("by", self.by), option("sort", self.sort)];
        listed(call, "compare", &options, &with.iter().map(PathBuf::as_path).collect::<Vec<_>>(), "nodes")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Sql {
    /// One SELECT statement, for example: select class, objects, bytes from histogram order by bytes desc limit 10
    question: String,
    /// Steps by which the table groups is grouped, outermost first; by default as in its city
    by: Option<String>,
}

impl Arguments for Sql {
    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        listed(call, "sql", &[option("by", self.by)], &[Path::new(&meant(&self.question))], "rows")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "schemars")]
struct Picture {
    /// The kind of picture; by default treemap
    #[schemars(extend("enum" = ["treemap", "sunburst", "icicle", "bars"]))]
    view: Option<String>,
    /// The point in time: a number from 1, first or last; several with commas are side by side. By default the last one
    time: Option<String>,
    /// Go down into this group: its key, the end of it, or its name if that is unambiguous
    of: Option<String>,
    /// Steps to group by, outermost first; by default package,type
    by: Option<String>,
    /// What areas mean; by default bytes
    #[schemars(extend("enum" = ["objects", "bytes", "deep", "retained"]))]
    metric: Option<String>,
}

impl Arguments for Picture {
    const HAS_PAGES: bool = false;

    fn told(self, call: &Call<'_>) -> Result<Told, String> {
        let view = self.view.unwrap_or_else(|| "treemap".to_owned());
        let options = [
            Some("--png=-".to_owned()),
            option("view", Some(view)),
            option("time", self.time),
            option("of", self.of),
            option("by", self.by),
            option("metric", self.metric),
        ];
        let Said { output, notes } = call.run("tree", &options, &[&call.path()?])?;
        Ok(Told::Picture { png: output, notes })
    }
}
