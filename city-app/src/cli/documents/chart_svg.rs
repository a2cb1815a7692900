//! Charts as a drawing (SVG): one below the other over one axis of time, with the names of their series beside them.

use std::fmt::Write as _;

use analysis::PointInfo;

use crate::answers::axes::{Extent, TimeAxis, ValueAxis, thinned};
use crate::answers::charts::{Chart, ChartForm, ChartSeries};
use crate::base::colors::{LINES, LINES_BY_DAY};
use crate::base::names;
use crate::base::words::escaped;

/// Width of a drawing in its own units, which are pixels unless somebody scales it.
const WIDTH: f32 = 1000.0;
/// Edges of what is drawn over time; numbers stand to the left, names to the right.
const LEFT: f32 = 92.0;
const RIGHT: f32 = 740.0;
/// Where names begin, and how many letters have room there.
const NAMES: f32 = 756.0;
const MOST_LETTERS: usize = 32;
/// Height of a chart, and of what stands above and below it.
const HEIGHT: f32 = 200.0;
const ABOVE: f32 = 34.0;
const BELOW: f32 = 30.0;
/// From a chart down to the times below it.
const TIMES: f32 = 18.0;
/// Small charts: how many stand side by side, how high each is with its name and times, and what lies between them.
const COLUMNS: usize = 3;
const CELL_HEIGHT: f32 = 160.0;
const MARGIN: f32 = 24.0;
/// Between the lines of names, and between times at the axis.
const LINE: f32 = 34.0;
const TICKS_APART: f32 = 110.0;
/// About the width of a letter, and what lies between two times.
const LETTER: f32 = 6.7;
const BETWEEN: f32 = 12.0;
/// Lines of the grid above 0.
const GRID: usize = 4;

/// The colour of all others together; each of the other series has one of its own.
const COLOR_OF_OTHERS: u32 = 0x9A_A0_A8;

/// A stretch of time that a chart marks, in milliseconds on the clock of its points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct MarkedTime {
    pub from: i64,
    pub to: i64,
    /// What is marked.
    pub name: String,
}

/// Draws charts. Stacked are those whose series are parts of a whole.
pub(in crate::cli) fn charts_svg(charts: &[Chart], form: ChartForm, marked: &[MarkedTime]) -> String {
    let names = |chart: &Chart| LINE * chart.series.len() as f32;
    let rows = |chart: &Chart| chart.series.len().div_ceil(COLUMNS).max(1) as f32;
    let height_of = |chart: &Chart| match form {
        ChartForm::Multiples => ABOVE + rows(chart) * CELL_HEIGHT + BELOW,
        ChartForm::Lines | ChartForm::Stacked => ABOVE + HEIGHT.max(names(chart)) + BELOW,
    };
    let height: f32 = charts.iter().map(height_of).sum::<f32>().max(ABOVE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#24292f\"><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let ends = ends_of(charts);
    let mut top = 0.0;
    for chart in charts {
        let area = Area { left: LEFT, right: RIGHT, top: top + ABOVE, bottom: top + ABOVE + HEIGHT };
        title(&mut svg, chart, area.top);
        if form == ChartForm::Multiples {
            draw_each(&mut svg, chart, &ends, area.top);
        } else {
            draw(&mut svg, chart, &ends, area, form == ChartForm::Stacked && chart.are_parts, marked);
        }
        top += height_of(chart);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The first and the last time of all charts.
fn ends_of(charts: &[Chart]) -> Vec<PointInfo> {
    let points = || charts.iter().flat_map(|chart| &chart.points);
    let [first, last] = [points().min_by_key(|point| point.time_millis), points().max_by_key(|point| point.time_millis)];
    let ends = first.zip(last).filter(|(first, last)| first.time_millis < last.time_millis);
    ends.into_iter().flat_map(|(first, last)| [first.clone(), last.clone()]).collect()
}

/// Where a chart is.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

fn title(svg: &mut String, chart: &Chart, top: f32) {
    let (y, text) = (top - 14.0, escaped(&chart.title));
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y:.1}\" font-size=\"14\" font-weight=\"bold\">{text}</text>");
}

/// A small chart for each series, all on one scale.
fn draw_each(svg: &mut String, chart: &Chart, ends: &[PointInfo], top: f32) {
    let most = chart.most(false);
    let width = (WIDTH - MARGIN) / COLUMNS as f32 - MARGIN;
    for at in 0..chart.series.len() {
        let left = MARGIN + (at % COLUMNS) as f32 * (width + MARGIN);
        let above = top + (at / COLUMNS) as f32 * CELL_HEIGHT;
        let area = Area { left, right: left + width, top: above + LINE, bottom: above + CELL_HEIGHT - BELOW };
        draw_name(svg, chart, at, (left, above + 10.0));
        let values = ValueAxis { y: Extent::new(area.top, area.bottom), most: most as f64, logarithmic: false };
        for value in values.grid(2, chart.unit.is_of_bytes()).into_iter().filter(|&value| value > 0.0) {
            let y = values.y(value);
            let text = chart.unit.short(value as u64);
            let _ = writeln!(svg, "<path d=\"M{left:.1} {y:.1}H{:.1}\" stroke=\"#d8dce2\"/>", area.right);
            let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#57606a\" font-size=\"10\">{text}</text>", left + 3.0, y + 11.0);
        }
        let _ = writeln!(svg, "<path d=\"M{left:.1} {:.1}H{:.1}\" stroke=\"#57606a\"/>", area.bottom, area.right);
        let (times, x_of) = times_of(chart, ends, area);
        draw_ends(svg, &times, area);
        draw_line(svg, chart, at, |point, value| (x_of(point), values.y(value as f64)));
    }
}

/// The axis of time of a chart, and where its points lie.
fn times_of<'c>(chart: &'c Chart, ends: &'c [PointInfo], area: Area) -> (TimeAxis, impl Fn(usize) -> f32 + use<'c>) {
    // Where all times are one the points lie side by side.
    let times = TimeAxis::new(if ends.is_empty() { &chart.points } else { ends }, Extent::new(area.left, area.right));
    let theirs = times.clone();
    let x_of = move |point: usize| if ends.is_empty() { theirs.x(point) } else { theirs.x_of(chart.points[point].time_millis) };
    (times, x_of)
}

fn draw_line(svg: &mut String, chart: &Chart, at: usize, place: impl Fn(usize, u64) -> (f32, f32)) {
    let series = &chart.series[at];
    let known = (0..series.values.len()).filter_map(|point| Some(place(point, series.value(point)?)));
    let (line, color) = (thinned(known.collect(), |place| place), color_of(at, series, chart));
    let told = format!("<title>{}</title>", escaped(&series.name));
    let _ = writeln!(svg, "<path class=\"line\" d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\">{told}</path>", path(&line));
}

fn draw(svg: &mut String, chart: &Chart, ends: &[PointInfo], area: Area, stacked: bool, marked: &[MarkedTime]) {
    let (times, x_of) = times_of(chart, ends, area);
    let values = ValueAxis { y: Extent::new(area.top, area.bottom), most: chart.most(stacked) as f64, logarithmic: false };
    for MarkedTime { from, to, name } in marked {
        let [from, to] = [*from, *to].map(|time| times.x_of(time).clamp(LEFT, RIGHT));
        let (width, height) = ((to - from).max(2.0), area.bottom - area.top);
        let _ = writeln!(
            svg,
            "<rect class=\"marked\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#ffd21f\" fill-opacity=\"0.16\"><title>{}</title></rect>",
            area.top,
            escaped(name)
        );
    }
    for value in values.grid(GRID, chart.unit.is_of_bytes()) {
        let y = values.y(value);
        let _ = writeln!(svg, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#d8dce2\"/>");
        let text = chart.unit.bare(value as u64);
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", LEFT - 8.0, y + 4.0);
    }
    draw_times(svg, &times, area);
    if chart.points.is_empty() || chart.series.is_empty() {
        let (x, y) = (0.5 * (LEFT + RIGHT), 0.5 * (area.top + area.bottom));
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#6b7280\">nothing is known</text>");
        return;
    }
    let place = |point: usize, value: u64| (x_of(point), values.y(value as f64));
    let edges = if stacked { chart.stacked() } else { Vec::new() };
    for (at, series) in chart.series.iter().enumerate() {
        let color = color_of(at, series, chart);
        if let Some(edge) = edges.get(at) {
            let told = format!("<title>{}</title>", escaped(&series.name));
            let below = |point: usize| edges.get(at + 1).map_or(0, |edge| edge[point]);
            let upper = thinned((0..edge.len()).map(|point| place(point, edge[point])).collect(), |place| place);
            let lower = thinned((0..edge.len()).map(|point| place(point, below(point))).collect(), |place| place);
            let outline: Vec<(f32, f32)> = upper.into_iter().chain(lower.into_iter().rev()).collect();
            let _ = writeln!(svg, "<path class=\"part\" d=\"{}Z\" fill=\"{color}\" fill-opacity=\"0.75\">{told}</path>", path(&outline));
            continue;
        }
        draw_line(svg, chart, at, place);
    }
    for at in 0..chart.series.len() {
        draw_name(svg, chart, at, (NAMES, area.top + LINE * at as f32 + 10.0));
    }
}

/// Times below a chart: both ends, and round ones between them as far as they have room.
fn draw_times(svg: &mut String, times: &TimeAxis, area: Area) {
    let (first, last) = times.ends();
    let width = |text: &str| LETTER * text.chars().count() as f32;
    let room = LEFT + width(&first) + BETWEEN..=RIGHT - last.as_deref().map_or(0.0, width) - BETWEEN;
    for tick in times.ticks(TICKS_APART) {
        let half = 0.5 * width(&tick.text);
        let _ = writeln!(svg, "<path d=\"M{:.1} {:.1}V{:.1}\" stroke=\"#e6e9ee\"/>", tick.x, area.top, area.bottom);
        let y = area.bottom + TIMES;
        if room.contains(&(tick.x - half)) && room.contains(&(tick.x + half)) {
            let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#57606a\">{}</text>", tick.x, tick.text);
        }
    }
    draw_ends(svg, times, area);
}

/// When a chart begins and ends, below it.
fn draw_ends(svg: &mut String, times: &TimeAxis, Area { left, right, bottom, .. }: Area) {
    let (y, (first, last)) = (bottom + TIMES, times.ends());
    let _ = writeln!(svg, "<text x=\"{left:.1}\" y=\"{y:.1}\" fill=\"#57606a\">{first}</text>");
    if let Some(last) = last {
        let _ = writeln!(svg, "<text x=\"{right:.1}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"#57606a\">{last}</text>");
    }
}

/// The name of a series with its values at both ends.
fn draw_name(svg: &mut String, chart: &Chart, at: usize, (x, y): (f32, f32)) {
    let series = &chart.series[at];
    let (color, beside) = (color_of(at, series, chart), x + 16.0);
    let _ = writeln!(svg, "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" rx=\"2\" fill=\"{color}\"/>", y - 9.0);
    let names: Vec<&str> = chart.series.iter().map(|series| series.name.as_str()).collect();
    let name = names::within(&series.name, &names, MOST_LETTERS);
    let _ = writeln!(svg, "<text x=\"{beside:.1}\" y=\"{y:.1}\">{}<title>{}</title></text>", escaped(&name), escaped(&series.name));
    let mut known = (0..chart.points.len()).filter_map(|point| series.value(point));
    let first = known.next();
    let told = first.map(|first| (chart.unit.bare(first), chart.unit.text(known.next_back().unwrap_or(first))));
    let told = told.map_or_else(|| "not known".to_owned(), |(first, last)| format!("{first} to {last}"));
    let _ = writeln!(svg, "<text x=\"{beside:.1}\" y=\"{:.1}\" fill=\"#57606a\">{told}</text>", y + 14.0);
}

fn color_of(at: usize, series: &ChartSeries, chart: &Chart) -> String {
    let is_others = series.node.is_none() && chart.series.iter().any(|series| series.node.is_some());
    format!("#{:06x}", if is_others { COLOR_OF_OTHERS } else { LINES_BY_DAY[at % LINES] })
}

/// The line through some places.
fn path(places: &[(f32, f32)]) -> String {
    let mut path = String::new();
    for (at, (x, y)) in places.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
    }
    if let [(x, y)] = places {
        // A line of no length is not seen.
        let _ = write!(path, "M{:.1} {y:.1}L{:.1} {y:.1}", x - 1.5, x + 1.5);
    }
    path
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::answers::charts::Unit;

    fn chart(series: &[(&str, &[u64])]) -> Chart {
        let points = series.first().map_or(0, |(_, values)| values.len()) as i64;
        Chart {
            title: "Objects of <init>, by type".into(),
            unit: Unit::Of(Metric::Objects),
            points: (0..points).map(|at| PointInfo { time_millis: 1000 * at, ..PointInfo::default() }).collect(),
            are_parts: true,
            series: series
                .iter()
                .map(|(name, values)| ChartSeries { name: (*name).into(), values: values.to_vec(), ..ChartSeries::default() })
                .collect(),
        }
    }

    #[test]
    fn lines_and_parts_are_drawn_at_their_values() {
        let chart = chart(&[("A<T>", &[0, 50, 100]), ("B", &[100, 50, 0])]);
        let lines = charts_svg(std::slice::from_ref(&chart), ChartForm::Lines, &[]);
        // 100 is at the top of the chart and 0 at the bottom, 200 below.
        assert!(lines.contains("M92.0 234.0L416.0 134.0L740.0 34.0") && lines.contains("M92.0 34.0L416.0 134.0L740.0 234.0"), "{lines}");
        let stacked = charts_svg(&[chart], ChartForm::Stacked, &[]);
        assert!(stacked.contains("d=\"M92.0 34.0L416.0 34.0L740.0 34.0L740.0 234.0L416.0 134.0L92.0 34.0Z\""), "{stacked}");
        assert!(stacked.contains("A&lt;T&gt;") && !stacked.contains("<T>") && stacked.contains("&lt;init&gt;"), "{stacked}");
    }

    #[test]
    fn times_between_both_ends_have_room() {
        let mut chart = chart(&[("A", &[1, 2, 3])]);
        for (at, point) in chart.points.iter_mut().enumerate() {
            (point.time_millis, point.time) = (50_000 * at as i64, analysis::PointTime::ShareOfRuns);
        }
        let svg = charts_svg(&[chart], ChartForm::Lines, &[]);
        let below = svg.split("y=\"252.0\"").skip(1);
        let times: Vec<&str> = below.filter_map(|rest| rest.split_once('>')?.1.split('<').next()).collect();
        assert_eq!(times, ["40 %", "60 %", "80 %", "the start of each run", "the end"]);
    }

    #[test]
    fn small_charts_have_one_scale() {
        let series: &[(&str, &[u64])] = &[("A", &[0, 100]), ("B", &[50, 50]), ("C", &[0, 0]), ("D", &[100, 0])];
        let svg = charts_svg(&[chart(series)], ChartForm::Multiples, &[]);
        let lines: Vec<&str> = svg.split("class=\"line\" d=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        // Each is 96 high, from 68 to 164; the fourth stands in the second row.
        assert_eq!(lines, ["M24.0 164.0L325.3 68.0", "M349.3 116.0L650.7 116.0", "M674.7 164.0L976.0 164.0", "M24.0 228.0L325.3 324.0"]);
    }

    #[test]
    fn what_is_suspicious_lies_under_a_yellow_region() {
        let marked = MarkedTime { from: 500, to: 1000, name: "Memory grows".into() };
        let svg = charts_svg(&[chart(&[("A", &[1, 2, 3])])], ChartForm::Lines, &[marked]);
        // A quarter and a half of the axis, which is 648 long.
        assert!(svg.contains("class=\"marked\" x=\"254.0\" y=\"34.0\" width=\"162.0\""), "{svg}");
    }

    #[test]
    fn all_charts_have_one_axis_of_time() {
        let (mut early, mut late) = (chart(&[("A", &[1, 2])]), chart(&[("B", &[1, 2])]));
        early.points.iter_mut().for_each(|point| point.time_millis += 4000);
        late.points.iter_mut().for_each(|point| point.time_millis += 7000);
        let svg = charts_svg(&[early, late], ChartForm::Lines, &[]);
        // From 4 to 5 and from 7 to 8 seconds of four.
        assert!(svg.contains("d=\"M92.0 134.0L254.0 34.0\"") && svg.contains("d=\"M578.0"), "{svg}");
    }

    #[test]
    fn a_long_line_keeps_its_extremes() {
        let values: Vec<u64> = (0..100_000).map(|at| if at == 31_415 { 1000 } else { at % 7 }).collect();
        let svg = charts_svg(&[chart(&[("A", &values)])], ChartForm::Lines, &[]);
        assert!(svg.len() < 60_000, "{} bytes", svg.len());
        let peak = svg.split(['M', 'L']).filter(|place| place.ends_with(" 34.0")).count();
        assert_eq!(peak, 1, "one place is at the top");
    }

    #[test]
    fn nothing_and_a_single_point_are_drawn() {
        assert!(charts_svg(&[], ChartForm::Lines, &[]).contains("</svg>"));
        assert!(charts_svg(&[chart(&[])], ChartForm::Stacked, &[]).contains("nothing is known"));
        assert!(charts_svg(&[chart(&[("A", &[5])])], ChartForm::Lines, &[]).contains("class=\"line\""));
    }
}
