//! `memory-city tree`: the groups at one point as rings, columns, tiles or bars, which are the same groups at all points.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use analysis::{Evolution, Metric, NodeIndex, Progress, Warnings};
use clap::{Args, ValueEnum};
use layout::{Pruning, TreeOrder};
use rayon::prelude::*;
use serde::Serialize;

use super::city_input;
use crate::answers::tree_views::{Outline, TreeAsk, TreeForm, TreeScope, TreeViews};
use crate::base::system::create_folder;
use crate::base::words;
use crate::cli::documents::collapsed::collapsed_groups;
use crate::cli::documents::lines::{Lines, printable_name};
use crate::cli::documents::output::{CliError, ExitKind, PercentLine, json_line, note, print_result, write_document, write_result};
use crate::cli::documents::picture::picture;
use crate::cli::documents::tree_svg::{points_svg, trees_svg};
use crate::cli::options::collapsed_unit::CollapsedUnit;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::metric_arg::MetricArg;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Dataset, Input};
use crate::data::point_range::PointRange;
use crate::data::sizing::sizes_at;
use crate::view::first_view::PointChoice;

/// Side of a picture, and of one of several points.
const SIDE: f64 = 560.0;
const SIDE_OF_SEVERAL: f64 = 320.0;

/// Draw the groups at one point: what they hold as rings, columns, tiles or bars.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city tree dumps/ --by type,site                       what holds most of the last heap, level by level
  memory-city tree app.mctrace --by type,site --svg > heap.svg rings: two levels with names, and beside it all of them
  memory-city tree dumps/ --view icicle --time 3 --png 3.png   columns, as large as the heap was at the third point
  memory-city tree dumps/ --time first,5,last --png growth.png three points side by side, on one scale
  memory-city tree dumps/ --by type,site --all pictures/       every view at every point: pictures/sunburst-01.svg, .png, and so on
  memory-city tree app.mctrace --by 'allocation site,call site' --collapsed bytes      what lives, by call stack, for speedscope
  memory-city tree dumps/ --by 'data structure owner,type' --collapsed bytes --from 1  what each owner kept then and keeps now
  memory-city tree dumps/ --of com.shop --scope local --json   the shapes of what one group consists of

Of each group the first nine parts in the order of --sort are shown until they hold 90 % of it, and all others together; these are the \
same at all points, and so are their order and their colors. What is below the others is united by name.

JSON: {\"metric\":.., \"point\":N, \"points\":N, \"pictures\":[{\"view\":.., \"scope\":.., \"width\":.., \"height\":.., \"shapes\":[{\"path\":[..], \
\"key\":.., \"value\":N, \"level\":N, \"color\":\"#rrggbb\", \"opacity\":.., \"point\":N, \"rect\":[x0,y0,x1,y1] or \
\"sector\":{\"start\":.., \"sweep\":.., \"inner\":.., \"outer\":..}, \"label\":..},..]},..]}; angles in radians, clockwise from 12 o'clock; a key is \
missing where several groups are shown together.")]
pub struct TreeArgs {
    /// Heap dumps, traces, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The kind of picture
    #[arg(long, value_enum, value_name = "VIEW", default_value = "sunburst")]
    pub view: TreeViewArg,
    /// How much of the tree is drawn [default: both, or local where several points are side by side]
    #[arg(long, value_enum, value_name = "SCOPE")]
    pub scope: Option<ScopeArg>,
    /// Which point in time: a number from 1 on, or first or last; several, with commas, in one drawing or picture, on one scale
    /// [default: last, or where memory falls at the end the last one before that]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub time: Vec<PointChoice>,
    /// Go down into this group: its full key, the end of it, or its name if that is unambiguous [default: the whole heap]
    #[arg(long, value_name = "KEY")]
    pub of: Option<String>,
    /// What areas mean
    #[arg(long, value_name = "METRIC", default_value = "bytes")]
    pub metric: MetricArg,
    /// Which groups come first, at all points
    #[arg(long, value_enum, value_name = "ORDER", default_value = "absolute")]
    pub sort: TreeOrderArg,
    /// Let the size of the picture tell how large the heap is, against its most [default: where all levels of an icicle or several points
    /// are drawn]
    #[arg(long, value_name = "YES|NO", value_parser = clap::builder::BoolishValueParser::new())]
    pub scaled: Option<bool>,
    /// Print a drawing (SVG)
    #[arg(long, conflicts_with = "json")]
    pub svg: bool,
    /// Write a picture (PNG) to this file; - is stdout
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "svg"])]
    pub png: Option<PathBuf>,
    /// Write every view at every point to this folder, as drawings (SVG) and pictures (PNG); bars, which show all points, once
    #[arg(long, value_name = "DIR", conflicts_with_all = ["json", "svg", "png", "collapsed", "view", "time"])]
    pub all: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print all groups as collapsed stacks, for tools that draw flame graphs
    #[arg(long, value_name = "UNIT", conflicts_with_all = ["json", "svg", "png", "of", "view", "scope", "metric", "sort", "scaled"])]
    pub collapsed: Option<CollapsedUnit>,
    /// With --collapsed: what each was at this point, too, for tools that draw differences
    #[arg(long, value_name = "I", requires = "collapsed")]
    pub from: Option<PointChoice>,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// A kind of picture by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TreeViewArg {
    /// Rings around the whole
    Sunburst,
    /// Columns beside the whole
    Icicle,
    /// Tiles within tiles
    Treemap,
    /// A bar for each point
    Bars,
}

/// How much of the tree, by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    /// What was gone down into and two levels below it, with names
    Local,
    /// Everything
    Global,
    /// Both, side by side
    Both,
}

/// An order of groups by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TreeOrderArg {
    /// By how much it grew
    Absolute,
    /// The value at the first point
    Start,
    /// The value at the last point
    End,
    /// The mean of all points
    Average,
    /// To which multiple it grew
    Relative,
    /// The largest value at any point
    Peak,
}

impl From<TreeOrderArg> for TreeOrder {
    fn from(name: TreeOrderArg) -> Self {
        match name {
            TreeOrderArg::Absolute => Self::AbsoluteGrowth,
            TreeOrderArg::Start => Self::StartSize,
            TreeOrderArg::End => Self::EndSize,
            TreeOrderArg::Average => Self::Average,
            TreeOrderArg::Relative => Self::RelativeGrowth,
            TreeOrderArg::Peak => Self::PeakSize,
        }
    }
}

impl From<TreeViewArg> for TreeForm {
    fn from(name: TreeViewArg) -> Self {
        match name {
            TreeViewArg::Sunburst => Self::Sunburst,
            TreeViewArg::Icicle => Self::Icicle,
            TreeViewArg::Treemap => Self::Treemap,
            TreeViewArg::Bars => Self::Bars,
        }
    }
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    metric: &'static str,
    point: usize,
    points: usize,
    pictures: Vec<PictureDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct PictureDocument<'a> {
    view: TreeForm,
    scope: TreeScope,
    width: f64,
    height: f64,
    shapes: Vec<ShapeDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct ShapeDocument<'a> {
    path: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    value: u64,
    level: u16,
    color: String,
    opacity: f32,
    point: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rect: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sector: Option<SectorDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

#[derive(Debug, Serialize)]
struct SectorDocument {
    start: f64,
    sweep: f64,
    inner: f64,
    outer: f64,
}

/// Reads, chooses, draws.
pub(in crate::cli) fn tree(args: &TreeArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let input = Input::look_at(&args.paths, &warnings)?;
    let metric = args.collapsed.map_or_else(|| Metric::from(args.metric), Metric::from);
    let options = OpenOptions { sizes: metric.size_kind().into_iter().collect(), ..args.input.open_options(Some(&input), &warnings)? };
    let Dataset { mut evolution, heaps, .. } = city_input::read_with(&input, &options, &warnings)?;
    let points = city_input::told_points(&evolution, &args.input);
    if let Some(kind) = metric.size_kind() {
        let all: Vec<usize> = points.points().collect();
        sizes_at(&mut evolution, heaps.as_deref(), &[kind], &all, &Progress::new())?;
    }
    let shown = shown_points(&args.time, evolution.points.len(), points)?;
    let point = shown[0];
    let is_drawn = args.svg || args.png.is_some();
    if shown.len() > 1 && !is_drawn {
        return Err(CliError::new(ExitKind::Usage, "--time: several points are drawn with --svg or --png; everything else tells of one"));
    }
    if args.collapsed.is_some() {
        let from = args.from.as_ref().map(|from| point_among(from, "--from", evolution.points.len(), points)).transpose()?;
        note_overlaps(&evolution, metric, point);
        return print_result(collapsed_groups(&evolution, metric, from, point).as_bytes());
    }
    let pruning = Pruning { order: args.sort.into(), ..Pruning::default() };
    let Some(views) = TreeViews::of(&evolution, metric, points, &pruning) else {
        return Err(CliError::new(ExitKind::Failed, "there is no heap in it"));
    };
    let root = args.of.as_deref().map(|of| evolution.find_one(of)).transpose()?.map_or(0, |group| views.node_of(group));
    if let Some(folder) = &args.all {
        return write_all(args, &views, root, point, folder);
    }
    let form = TreeForm::from(args.view);
    if shown.len() > 1 && form == TreeForm::Bars {
        return Err(CliError::new(ExitKind::Usage, "--time: bars show all points; give one, whose values stand below them"));
    }
    let drawn = || match *shown {
        [point] => trees_svg(&views, &asks(args, form, point, root)),
        _ => points_svg(&views, &asks_of_several(args, form, &shown, root)),
    };
    if let Some(file) = &args.png {
        return write_document(file, &picture(&drawn())?);
    }
    let text = if args.svg {
        drawn()
    } else if args.json {
        json_line(&document(&views, point, &asks(args, form, point, root)))?
    } else {
        table(&views, point, root).into_text()
    };
    print_result(text.as_bytes())
}

/// Tells that what stands in several groups is counted in each.
fn note_overlaps(evolution: &Evolution, metric: Metric, point: usize) {
    let sum = |group: NodeIndex| evolution.children(group).map(|part| evolution.value(metric, part, point)).sum::<u64>();
    let is_counted_twice = |group| sum(group) > evolution.value(metric, group, point);
    if (0..evolution.nodes.len()).map(NodeIndex::nth).any(is_counted_twice) {
        note("some objects are in several of these groups, so the lines sum up to more than the heap");
    }
}

/// The points that are asked for, from 0, each among those that are looked at; the last of these where none is asked for.
fn shown_points(asked: &[PointChoice], count: usize, looked_at: PointRange) -> Result<Vec<usize>, CliError> {
    let points: Vec<usize> = asked.iter().map(|time| point_among(time, "--time", count, looked_at)).collect::<Result<_, _>>()?;
    Ok(if points.is_empty() { vec![looked_at.last] } else { points })
}

/// The point, from 0, that an option asks for, among those that are looked at.
fn point_among(asked: &PointChoice, option: &str, count: usize, looked_at: PointRange) -> Result<usize, CliError> {
    let (first, last) = (looked_at.first + 1, looked_at.last + 1);
    let found = match asked.index(count, option) {
        Ok(point) if looked_at.contains(point) => Ok(point),
        Ok(point) => Err(format!("{option}: point {} is not among those that are looked at, {first} to {last}", point + 1)),
        Err(error) => Err(error),
    };
    found.map_err(|error| CliError::new(ExitKind::Usage, error))
}

/// The pictures of one point.
fn asks(args: &TreeArgs, form: TreeForm, point: usize, root: usize) -> Vec<TreeAsk> {
    let ask = |scope: TreeScope| {
        let is_scaled = args.scaled.unwrap_or(form.is_scaled_by_itself(scope));
        TreeAsk { form, scope, point, root, size: (SIDE, SIDE), is_scaled }
    };
    scopes(args.scope.unwrap_or(ScopeArg::Both), form).iter().map(|&scope| ask(scope)).collect()
}

/// The pictures of each of several points, all on one scale.
fn asks_of_several(args: &TreeArgs, form: TreeForm, points: &[usize], root: usize) -> Vec<Vec<TreeAsk>> {
    let size = (SIDE_OF_SEVERAL, SIDE_OF_SEVERAL);
    let ask = |scope, point| TreeAsk { form, scope, point, root, size, is_scaled: args.scaled.unwrap_or(true) };
    let scopes = scopes(args.scope.unwrap_or(ScopeArg::Local), form);
    points.iter().map(|&point| scopes.iter().map(|&scope| ask(scope, point)).collect()).collect()
}

fn scopes(asked: ScopeArg, form: TreeForm) -> &'static [TreeScope] {
    match asked {
        // Bars have one level: there is no more to be seen of everything.
        ScopeArg::Both if form == TreeForm::Bars => &[TreeScope::Local],
        ScopeArg::Both => &[TreeScope::Local, TreeScope::Global],
        ScopeArg::Local => &[TreeScope::Local],
        ScopeArg::Global => &[TreeScope::Global],
    }
}

/// Every view at every point that is looked at, as a drawing and as a picture. Files of the same names are replaced.
fn write_all(args: &TreeArgs, views: &TreeViews, root: usize, point: usize, folder: &Path) -> Result<(), CliError> {
    create_folder(folder).map_err(|error| CliError::cannot_write(folder, &error))?;
    // Names are in the order of time.
    let digits = views.evolution.points.len().to_string().len().max(2);
    let of_point = |point: usize| {
        let views = [("sunburst", TreeForm::Sunburst), ("icicle", TreeForm::Icicle), ("treemap", TreeForm::Treemap)];
        views.map(|(name, form)| (format!("{name}-{:0digits$}", point + 1), form, point))
    };
    let bars = ("bars".to_owned(), TreeForm::Bars, point);
    let files: Vec<_> = views.points.points().flat_map(of_point).chain([bars]).collect();
    let shown = Mutex::new((0, PercentLine::new("pictures")));
    files.par_iter().try_for_each(|&(ref name, form, point)| {
        let svg = trees_svg(views, &asks(args, form, point, root));
        write_result(Some(&folder.join(format!("{name}.svg"))), svg.as_bytes())?;
        write_result(Some(&folder.join(format!("{name}.png"))), &picture(&svg)?)?;
        let (done, line) = &mut *shown.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        line.show(*done, files.len() as u64);
        Ok(())
    })
}

fn document<'a>(views: &'a TreeViews, point: usize, asks: &[TreeAsk]) -> Document<'a> {
    let picture = |ask: &TreeAsk| {
        let look = views.look(ask);
        let shapes = look.shapes.into_iter().map(|shape| ShapeDocument {
            path: views.path(shape.node).into_iter().map(|node| views.name(node)).collect(),
            key: views.group(shape.node).map(|group| &*views.evolution.nodes[group.at()].key),
            value: views.values(shape.point)[shape.node],
            level: views.tree.nodes[shape.node].level,
            color: format!("#{:06x}", shape.color),
            opacity: shape.opacity,
            point: shape.point + 1,
            rect: match &shape.outline {
                Outline::Rect(rect) => Some([rect.x0, rect.y0, rect.x1, rect.y1]),
                Outline::Sector(_) => None,
            },
            sector: match &shape.outline {
                Outline::Sector(sector) => {
                    Some(SectorDocument { start: sector.start, sweep: sector.sweep, inner: sector.inner, outer: sector.outer })
                }
                Outline::Rect(_) => None,
            },
            label: shape.label.map(|label| label.text),
        });
        PictureDocument { view: ask.form, scope: ask.scope, width: look.size.0, height: look.size.1, shapes: shapes.collect() }
    };
    Document {
        metric: words::metric_word(views.metric),
        point: point + 1,
        points: views.evolution.points.len(),
        pictures: asks.iter().map(picture).collect(),
    }
}

/// A line per group of the two levels below what was gone down into, indented.
fn table(views: &TreeViews, point: usize, root: usize) -> Lines {
    let values = views.values(point);
    let mut text = Lines::default();
    text.add(format_args!("{:>14} {:>9} {:>9}  group", words::metric_name(views.metric), "of parent", "of heap"));
    let level = |node: usize| usize::from(views.tree.nodes[node].level - views.tree.nodes[root].level);
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        let parent = views.tree.nodes[node].parent;
        let [of_parent, of_heap] = [values[parent], values[0]].map(|whole| words::share(values[node], whole));
        let (indent, name) = ("  ".repeat(level(node)), views.name(node));
        let value = words::bare(views.metric, values[node]);
        text.add(format_args!("{value:>14} {of_parent:>9} {of_heap:>9}  {indent}{}", printable_name(&name)));
        if level(node) < 2 {
            waiting.extend(views.parts(node, point).rev());
        }
    }
    text
}
