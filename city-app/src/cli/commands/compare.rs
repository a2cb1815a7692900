//! `memory-city compare`: what became of every group between two points.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Evolution, Metric, NodeChange, NodeIndex, NodeTotals, Progress, SizeKind, StateChanges, joint_error};
use clap::Args;
use serde_json::{Value, json};

use super::city_input;
use crate::answers::tree_table::{Arrangement, Column, Delimiter, Leak, Mark, Rows, Sort, Span, Totals, delimited, heap_value};
use crate::base::words;
use crate::cli::documents::csv::CsvTable;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_indented, name_path, print_result};
use crate::cli::options::formula_guard::FormulaGuard;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::metric_arg::MetricArg;
use crate::cli::options::size_arg::{SizeArg, walked_sizes};
use crate::cli::options::view_args::ViewArgs;
use crate::cli::show::open_window;
use crate::data::input::Run;
use crate::data::input::series::DatasetKind;
use crate::data::sizing::{size_metric, sizes_at};
use crate::view::first_view::PointChoice;

/// Width of a column of changes or values, and with their errors.
const VALUE_WIDTHS: [usize; 2] = [14, 22];
/// Width of a column of objects that were born, say, and with their errors.
const LIVES_WIDTHS: [usize; 2] = [12, 20];
/// Width of the column of growth portions.
const PORTION_WIDTH: usize = 10;

/// Said below columns of objects that moved.
const MOVED: &str = "moved: these objects are in another group than before, because they are older or something else refers to them, say";
/// The same where groups are estimates.
const MOVED_IN_ESTIMATES: &str = "moved: these objects are counted for another group than before; in an estimate by site an object may be counted for another site later";

const MARKS: [Mark; 5] = [Mark::New, Mark::Grown, Mark::Shrunk, Mark::Gone, Mark::Unchanged];

/// Tell what became of every group between two points.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city compare dumps/ | head -20
  memory-city compare before.hprof after.hprof --by type
  memory-city compare dumps/ --from 3 --to last --sort bytes --json
  memory-city compare before.hprof after.hprof --by type --sort retained
  memory-city compare old-build/ new-build/       two runs, by what each keeps at its end
  memory-city compare old.mctrace new.mctrace --show
  memory-city compare trees/ --csv - | grep ',new,'

Without --json and --csv the buildings that changed are listed, strongest growth first. JSON and CSV hold the groups \
of every level, each below the one it lies in: \
level,key,name,mark,growth,objects_from,objects,objects_change,objects_growth_portion, then bytes_from and so on; with --sizes also \
deep and retained, in bytes. A mark is new, grown, shrunk, gone or unchanged, by objects or by what --sort says. The growth portion is \
the change in percent of that of the whole heap (of growth; nothing if the heap has not grown). growth says how a group goes at all \
points from one to the other, by the rule of find: keeps_growing (LEAK), leveled_off, one_step, rises_and_falls, came_back, not_grown; \
too_few_points of fewer than four.

Several folders, or traces of several processes, are several runs: each is one point, its end, which is the last point before memory falls where it does. LEAK \
then tells what keeps growing in both runs, NEW LEAK in the second one only, WAS LEAK in the first one only; JSON has growth_in_runs.

Where groups are estimates \u{b1} is their standard error; CSV then ends with \
objects_from_error and so on, JSON has from_error, to_error and change_error of objects and bytes.

Objects of a trace are known one by one: of two states of one trace is also told how many objects of each group were \
born, died and survived between them. In JSON groups then have born, died, survived, moved_in and moved_out, each with \
objects and bytes, of estimates also objects_error and bytes_error; an object moves when it is in another group than \
before, because it is older, say, or because it is estimated to be of another site: \
to = from + born - died + moved_in - moved_out.")]
pub struct CompareArgs {
    /// Heap dumps, memory trees, class histograms, or a folder of them; several folders, or traces of several processes, are several runs
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Open the city on it
    #[arg(long, conflicts_with_all = ["json", "csv", "from", "to", "sort", "sizes"])]
    pub show: bool,
    /// The point to compare with: a number from 1 on, first or last
    #[arg(long, value_name = "POINT", default_value = "first")]
    pub from: PointChoice,
    /// The point that is compared; by default the last one, or where memory falls at the end the last one before that
    #[arg(long, value_name = "POINT")]
    pub to: Option<PointChoice>,
    /// What growth means
    #[arg(long, value_name = "METRIC", default_value = "objects")]
    pub sort: MetricArg,
    /// Sizes of every group: its objects (always told), all that they reach, what dies with them
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "shallow")]
    pub sizes: Vec<SizeArg>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Write a row per group to this file; - is stdout
    #[arg(long, value_name = "OUT")]
    pub csv: Option<PathBuf>,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

impl CompareArgs {
    /// What growth means.
    fn metric(&self) -> Metric {
        self.sort.into()
    }

    /// The sizes that need a walk over references: those that are told, and the one that is sorted by.
    fn walked_sizes(&self) -> Vec<SizeKind> {
        let sorted = self.metric().size_kind();
        let told = walked_sizes(&self.sizes);
        [SizeKind::Deep, SizeKind::Retained].into_iter().filter(|kind| told.contains(kind) || sorted == Some(*kind)).collect()
    }
}

/// What is told of every group.
fn metrics(walked: &[SizeKind]) -> Vec<Metric> {
    [Metric::Objects, Metric::Bytes].into_iter().chain(walked.iter().map(|&kind| size_metric(kind))).collect()
}

/// Columns of the table for programs.
fn columns(metrics: &[Metric]) -> Vec<Column> {
    let of_metric = |&metric: &Metric| [Column::From(metric), Column::To(metric), Column::Change(metric), Column::GrowthPortion(metric)];
    [Column::Name, Column::Mark, Column::Growth].into_iter().chain(metrics.iter().flat_map(of_metric)).collect()
}

/// Reads, compares, tells.
pub(in crate::cli) fn compare(args: &CompareArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    if args.show {
        return open_window(args.paths.clone(), &args.input, &ViewArgs::default());
    }
    let mut dataset = city_input::read(&args.paths, &args.input)?;
    let points = dataset.evolution.points.len();
    if points < 2 {
        return Err(CliError::new(ExitKind::Failed, "a comparison needs at least two points in time"));
    }
    let from = index(args.from, points, "--from")?;
    let to = match args.to {
        Some(to) => index(to, points, "--to")?,
        None => city_input::told_points(&dataset.evolution, &args.input).last,
    };
    let walked = args.walked_sizes();
    sizes_at(&mut dataset.evolution, dataset.heaps.as_deref(), &walked, &[from, to], &Progress::new())?;
    let span = Span::new(&dataset.evolution, from, to, args.metric()).of_runs(Arc::clone(&dataset.runs));
    let metrics = metrics(&walked);
    if let Some(out) = &args.csv {
        let delimiter = if args.formulas.guard_formulas { Delimiter::GuardedComma } else { Delimiter::Comma };
        let text = delimited(&span, &nodes(&span), &columns(&metrics), delimiter);
        let (header, rows) = text.split_once('\n').unwrap_or((&text, ""));
        let mut table = CsvTable::create(out, header, &dataset.evolution.policy)?;
        table.write(rows)?;
        return table.finish();
    }
    let lives = match &dataset.heaps {
        Some(heaps) if matches!(dataset.kind, DatasetKind::Traces { .. }) => Lives::of(heaps.changes(from, to, &Progress::new())?),
        _ => Lives::default(),
    };
    if args.json {
        return print_result(json_indented(&document(&span, &metrics, &lives))?.as_bytes());
    }
    print_result(table(&span, &metrics, &lives).as_bytes())
}

/// What became of the objects of each group, by key, and the errors of that where it is an estimate; nothing where objects have
/// no identity.
#[derive(Debug, Default)]
struct Lives(HashMap<Arc<str>, (NodeChange, Option<NodeChange>)>);

impl Lives {
    fn of(changes: Option<StateChanges>) -> Self {
        let Some(StateChanges { tree, changes, errors }) = changes else { return Self::default() };
        let errors = changes.iter().enumerate().map(|(at, _)| errors.as_ref()?.get(at).copied());
        let errors = errors.map(|errors| errors.filter(|errors| *errors != NodeChange::default()));
        Self(tree.nodes.iter().map(|node| node.key.clone()).zip(changes.iter().copied().zip(errors)).collect())
    }

    fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// Groups that no tree has under this key hold what a district does not group further: nobody counted them apart.
    fn get(&self, key: &str) -> Option<(NodeChange, Option<NodeChange>)> {
        self.0.get(key).copied()
    }

    /// Whether any object is in another group than before.
    fn have_moves(&self) -> bool {
        self.0.values().any(|(change, _)| change.moved_in.objects + change.moved_out.objects > 0)
    }

    fn are_estimates(&self) -> bool {
        self.0.values().any(|(_, errors)| errors.is_some())
    }
}

/// Groups of all levels, siblings by growth.
fn nodes(span: &Span) -> Vec<NodeIndex> {
    let mut rows = Rows::new(span.clone(), Sort { column: Column::Change(span.metric), descending: true });
    rows.set_all_below(0, true);
    rows.visible().to_vec()
}

/// A number of what became of objects, and what it is called in JSON.
type Life = (&'static str, fn(&NodeChange) -> NodeTotals);

/// What is told of objects that have an identity.
const LIVES: [Life; 5] = [
    ("born", |change| change.born),
    ("died", |change| change.died),
    ("survived", |change| change.survived),
    ("moved_in", |change| change.moved_in),
    ("moved_out", |change| change.moved_out),
];

fn document(span: &Span, metrics: &[Metric], lives: &Lives) -> Value {
    let runs = &span.runs;
    let Evolution { title, policy, points, .. } = &*span.evolution;
    let values = |metric: Metric, node: NodeIndex| {
        let (from, to) = (span.value(metric, node, span.from), span.value(metric, node, span.to));
        let portion = span.evolution.growth_portion(metric, node, span.from, span.to);
        let mut values = json!({ "from": from, "to": to, "change": to.wrapping_sub(from) as i64, "growth_portion": portion });
        let columns = [("from_error", Column::From(metric)), ("to_error", Column::To(metric)), ("change_error", Column::Change(metric))];
        for (name, column) in columns {
            if let Some(error) = column.error(span, node) {
                values[name] = json!(error);
            }
        }
        values
    };
    let node = |&node: &NodeIndex| {
        let info = &span.evolution.nodes[node.at()];
        let mut document = json!({
            "key": &*info.key,
            "name": span.name(node),
            "role": span.evolution.role_name(node),
            "level": info.level,
            "mark": span.mark(node),
            "growth": span.growth(node),
        });
        for &metric in metrics {
            document[words::metric_word(metric)] = values(metric, node);
        }
        if !runs.is_empty() {
            document["growth_in_runs"] = json!(runs.iter().map(|run| run.growth(&info.key)).collect::<Vec<_>>());
        }
        if let Some((change, errors)) = lives.get(&info.key) {
            for (name, of) in LIVES {
                let totals = of(&change);
                document[name] = json!({ "objects": totals.objects, "bytes": totals.bytes });
                if let Some(error) = errors.as_ref().map(of) {
                    document[name]["objects_error"] = json!(error.objects);
                    document[name]["bytes_error"] = json!(error.bytes);
                }
            }
        }
        document
    };
    let point = |at: usize| {
        let info = points.get(at);
        json!({ "point": at + 1, "time_millis": info.map(|info| info.time_millis), "label": info.and_then(|info| info.label.as_deref()) })
    };
    let mut document = json!({
        "title": title,
        "policy": policy,
        "from": point(span.from),
        "to": point(span.to),
        "nodes": nodes(span).iter().map(node).collect::<Vec<_>>(),
    });
    if !runs.is_empty() {
        let run = |run: &Run| json!({ "title": run.title, "point": run.judged.last + 1, "points": run.evolution.points.len() });
        document["runs"] = json!(runs.iter().map(run).collect::<Vec<_>>());
    }
    document
}

/// The heap, then the buildings that changed.
fn table(span: &Span, metrics: &[Metric], lives: &Lives) -> Lines {
    let runs = &span.runs;
    let totals = Totals::of(span);
    let mut text = Lines::below(&span.evolution.policy);
    for metric in [Metric::Objects, Metric::Bytes] {
        let [from, to] = [span.from, span.to].map(|point| heap_value(span, metric, point));
        let evolution = &span.evolution;
        let error = |point: usize| if evolution.nodes.is_empty() { None } else { evolution.error(metric, NodeIndex::ROOT, point) };
        let of_change = joint_error([error(span.from), error(span.to)].into_iter().filter(|_| span.from != span.to));
        let change = [words::change(metric, i128::from(to) - i128::from(from)), words::plus_minus(metric, of_change)].concat();
        let from = words::estimated(metric, from, error(span.from));
        text.add(format_args!("{from} -> {} ({change})", words::estimated_amount(metric, to, error(span.to))));
    }
    for (run, point) in [span.from, span.to].iter().filter_map(|&at| Some((runs.get(at)?, at + 1))) {
        text.add(format_args!("point {point} is {}", run.in_words()));
    }
    let counted: Vec<String> = MARKS.iter().map(|&mark| format!("{} {}", words::count(totals.count(mark)), mark.text())).collect();
    text.add(format_args!("point {} -> point {}: {}", span.from + 1, span.to + 1, counted.join(", ")));
    text.blank();
    let width = VALUE_WIDTHS[usize::from(span.evolution.has_estimates())];
    let lives_width = LIVES_WIDTHS[usize::from(lives.are_estimates())];
    let leak_width = if runs.is_empty() { Leak::Still } else { Leak::New }.text().len();
    let mut line = String::new();
    for word in metrics.iter().map(|&metric| words::metric_word(metric)) {
        let _ = write!(line, "{:>width$} {word:>width$} ", format!("more {word}"));
    }
    let _ = write!(line, "{:>PORTION_WIDTH$} ", "of growth");
    // Objects without identity have none of these columns; moved ones have theirs where there are some.
    let told = match (lives.is_known(), lives.have_moves()) {
        (false, _) => 0,
        (true, false) => 3,
        (true, true) => LIVES.len(),
    };
    let told = LIVES.into_iter().take(told);
    told.clone().for_each(|(word, _)| line.push_str(&format!("{:>lives_width$} ", word.replace('_', " "))));
    text.add(format_args!("{line} {:9} {:leak_width$}  group", "", ""));
    let mut rows = Rows::new(span.clone(), Sort { column: Column::Change(span.metric), descending: true });
    rows.set_arrangement(Arrangement::Leaves);
    let of = |node: NodeIndex| lives.get(&span.evolution.nodes[node.at()].key);
    let went_or_came = |change: NodeChange| change.born.objects + change.died.objects + change.moved_in.objects + change.moved_out.objects;
    let is_same = |node: NodeIndex| of(node).is_none_or(|(change, _)| went_or_came(change) == 0);
    let unchanged =
        |node: NodeIndex| span.leak(node).is_none() && metrics.iter().all(|&metric| span.change(metric, node) == 0) && is_same(node);
    for &node in rows.visible().iter().filter(|&&node| !unchanged(node)) {
        line.clear();
        for &metric in metrics {
            let [more, value] = [Column::Change(metric), Column::To(metric)].map(|column| column.text(span, node));
            let _ = write!(line, "{more:>width$} {value:>width$} ");
        }
        let _ = write!(line, "{:>PORTION_WIDTH$} ", Column::GrowthPortion(span.metric).text(span, node));
        let life = of(node);
        for (_, part) in told.clone() {
            let cell = life.map(|(change, errors)| {
                let error = errors.map(|errors| part(&errors).objects).filter(|&error| error > 0);
                words::estimated(Metric::Objects, part(&change).objects, error)
            });
            let _ = write!(line, "{:>lives_width$} ", cell.unwrap_or_default());
        }
        let leak = Column::Leak.text(span, node);
        text.add(format_args!("{line} {:9} {leak:leak_width$}  {}", span.mark(node).text(), name_path(&span.evolution, node)));
    }
    if lives.have_moves() {
        text.add(if lives.are_estimates() { MOVED_IN_ESTIMATES } else { MOVED });
    }
    text
}

/// The point, from 0, that an option asks for.
fn index(point: PointChoice, points: usize, option: &str) -> Result<usize, CliError> {
    point.index(points, option).map_err(|error| CliError::new(ExitKind::Usage, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::point_range::PointRange;
    use crate::test_sessions::{estimated_evolution, session};

    fn span() -> Span {
        let session = session(&[&[("A", 1), ("B", 5), ("C", 2)], &[("A", 4), ("C", 2), ("D,E", 1)]]);
        Span::new(&session.evolution, 0, 1, Metric::Objects)
    }

    #[test]
    fn the_list_holds_what_changed_strongest_growth_first() {
        let text = table(&span(), &metrics(&[]), &Lives::default());
        assert!(text.starts_with("8 -> 7 objects (\u{2212}1 object)\n128 B -> 112 B (\u{2212}16 B)\npoint 1 -> point 2: 1 new, 1 grown, "));
        let names: Vec<_> = text.lines().skip(5).map(|line| line.split_whitespace().rev().take(2).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(names, ["A grown", "D,E new", "B gone"]);
    }

    #[test]
    fn documents_hold_every_level() {
        let document = document(&span(), &metrics(&[]), &Lives::default());
        let keys: Vec<_> = document["nodes"].as_array().into_iter().flatten().map(|node| node["key"].as_str().unwrap_or("")).collect();
        assert_eq!(keys, ["Overall", "Overall#A", "Overall#D,E", "Overall#C", "Overall#B"]);
        assert_eq!(document["nodes"][4]["objects"], json!({"from": 5, "to": 0, "change": -5, "growth_portion": null}), "the heap shrank");
        assert_eq!((&document["from"]["point"], &document["nodes"][4]["mark"]), (&json!(1), &json!("gone")));
        let csv = delimited(&span(), &nodes(&span()), &columns(&metrics(&[])), Delimiter::Comma);
        let lines: Vec<_> = csv.lines().collect();
        assert_eq!(
            lines[0],
            "level,key,name,mark,growth,objects_from,objects,objects_change,objects_growth_portion,bytes_from,bytes,bytes_change,bytes_growth_portion"
        );
        assert_eq!(lines[3], "1,\"Overall#D,E\",\"D,E\",new,too_few_points,0,1,1,,0,16,16,");
    }

    /// The site `main`, 100 ± 5 objects and then 140 ± 12: 50 ± 9 were born, 15 died, and 5 ± 2 moved in.
    fn estimated() -> (Span, Lives) {
        let totals = |objects| NodeTotals { objects, bytes: 16 * objects };
        let span = Span::new(&estimated_evolution(&[(100, 5), (140, 12)]), 0, 1, Metric::Objects);
        let [born, died, survived, moved_in] = [50, 15, 85, 5].map(totals);
        let of_site = NodeChange { start: totals(100), end: totals(140), born, died, survived, moved_in, ..NodeChange::default() };
        let errors = NodeChange { born: totals(9), moved_in: totals(2), ..NodeChange::default() };
        (span, Lives([("Overall#main".into(), (of_site, Some(errors)))].into()))
    }

    #[test]
    fn estimates_and_what_became_of_their_objects_have_errors() {
        let (span, lives) = estimated();
        let text = table(&span, &metrics(&[]), &lives);
        let row = text.lines().find(|line| line.ends_with("grown           main")).unwrap_or_else(|| panic!("{text}"));
        let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let numbers = ["+40 \u{b1} 13", "140 \u{b1} 12", "+640 B \u{b1} 210 B", "2.19 KiB \u{b1} 200 B"];
        assert_eq!(cells[..4], numbers);
        assert_eq!(cells[4..], ["100.0 %", "50 \u{b1} 9", "15", "85", "5 \u{b1} 2", "0", "grown", "main"]);
        assert!(text.contains("moved in            moved out") && text.ends_with(&format!("{MOVED_IN_ESTIMATES}\n")), "{text}");
        let told = &document(&span, &metrics(&[]), &lives)["nodes"];
        let objects =
            json!({"from": 100, "to": 140, "change": 40, "growth_portion": 100.0, "from_error": 5, "to_error": 12, "change_error": 13});
        assert_eq!(told[1]["objects"], objects);
        assert_eq!(told[0]["objects"], json!({"from": 100, "to": 140, "change": 40, "growth_portion": 100.0}), "the whole is exact");
        assert_eq!(told[1]["born"], json!({"objects": 50, "bytes": 800, "objects_error": 9, "bytes_error": 144}));
    }

    #[test]
    fn moved_objects_have_columns_where_there_are_some() {
        let alive = |born, moved_in| {
            let totals = |objects| NodeTotals { objects, bytes: 16 * objects };
            let change = NodeChange { born: totals(born), moved_in: totals(moved_in), ..NodeChange::default() };
            table(&span(), &metrics(&[]), &Lives([("Overall#A".into(), (change, None))].into()))
        };
        assert!(!alive(3, 0).contains("moved"));
        let moved = alive(2, 1);
        assert!(moved.contains("    survived     moved in    moved out ") && moved.ends_with(&format!("{MOVED}\n")), "{moved}");
    }

    #[test]
    fn of_runs_is_told_in_which_a_group_keeps_growing() {
        let grows: Vec<[(&str, u64); 2]> = (1..=6).map(|n| [("A", 10 * n), ("B", 10)]).collect();
        let grows: Vec<&[(&str, u64)]> = grows.iter().map(|point| &point[..]).collect();
        let rests: [&[(&str, u64)]; 6] = [&[("A", 10), ("B", 10)]; 6];
        let run = |points: &[&[(&str, u64)]], title: &str| {
            let evolution = Arc::clone(&session(points).evolution);
            Run::new(title.into(), PointRange::whole(evolution.points.len()), evolution)
        };
        let [leaking, mended] = [run(&grows, "leaking"), run(&rests, "mended")];
        let mut ends = Evolution::clone(&session(&[grows[5], rests[5]]).evolution);
        ends.points
            .iter_mut()
            .zip(["leaking", "mended"])
            .for_each(|(point, title)| point.time = analysis::PointTime::EndOfRun(title.into()));
        let ends = Arc::new(ends);
        let told = |from: usize, runs: &[Run]| {
            let span = Span::new(&ends, from, 1 - from, Metric::Objects).of_runs(runs.into());
            let text = table(&span, &metrics(&[]), &Lives::default()).into_text();
            text.lines()
                .find(|line| line.ends_with(" A"))
                .unwrap_or_default()
                .split_whitespace()
                .rev()
                .take(3)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let runs = [leaking.clone(), mended.clone()];
        assert_eq!(told(0, &runs), "A LEAK WAS");
        assert_eq!(told(1, &runs), "A LEAK NEW");
        assert_eq!(told(0, &[leaking.clone(), leaking.clone()]), "A LEAK shrunk");
        assert_eq!(told(0, &[mended.clone(), mended]), "A shrunk \u{2013}");
        let document = document(&Span::new(&ends, 0, 1, Metric::Objects).of_runs(runs.into()), &metrics(&[]), &Lives::default());
        let node = document["nodes"].as_array().into_iter().flatten().find(|node| node["name"] == "A");
        assert_eq!(node.map(|node| &node["growth_in_runs"]), Some(&json!(["keeps_growing", "not_grown"])));
        assert_eq!(document["runs"][1], json!({"title": "mended", "point": 6, "points": 6}));
    }

    #[test]
    fn points_beyond_the_axis_are_wrong_usage() {
        assert_eq!(index(PointChoice::Number(3), 2, "--from").map_err(|error| error.kind), Err(ExitKind::Usage));
        assert_eq!(index(PointChoice::Last, 2, "--to").ok(), Some(1));
        assert_eq!(index(PointChoice::First, 0, "--to").ok(), Some(0));
    }
}
