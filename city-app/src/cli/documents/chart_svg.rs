//! Charts as a drawing (SVG): one below the other over one axis of time, with the names of their series beside them.

use std::fmt::Write as _;

use analysis::PointInfo;

use crate::answers::axes::{Extent, TimeAxis, ValueAxis};
use crate::answers::charts::{Chart, ChartSeries};
use crate::base::words;
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
/// Between the lines of names, and between times at the axis.
const LINE: f32 = 34.0;
const TICKS_APART: f32 = 110.0;
/// Lines of the grid above 0.
const GRID: usize = 4;
/// Lines of more points than this are told by their extremes, column by column.
const MOST_POINTS: usize = 2000;

/// Colours of series, in the order of the series; the last one is for all others together.
const COLORS: [&str; 8] = ["#a86600", "#1b72ad", "#007a5e", "#a83c7c", "#6a8c00", "#8c2d19", "#4a4ec4", "#008394"];
const COLOR_OF_OTHERS: &str = "#9aa0a8";

/// A stretch of time that a chart marks, in milliseconds on the clock of its points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct MarkedTime {
    pub from: i64,
    pub to: i64,
    /// What is marked.
    pub name: String,
}

/// Draws charts, as parts of a whole where they are `stacked` and that means something.
pub(in crate::cli) fn charts_svg(charts: &[Chart], stacked: bool, marked: &[MarkedTime]) -> String {
    let names = |chart: &Chart| LINE * chart.series.len() as f32;
    let height_of = |chart: &Chart| ABOVE + HEIGHT.max(names(chart)) + BELOW;
    let height: f32 = charts.iter().map(height_of).sum::<f32>().max(ABOVE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#24292f\"><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let ends = ends_of(charts);
    let mut top = 0.0;
    for chart in charts {
        let area = Area { top: top + ABOVE, bottom: top + ABOVE + HEIGHT };
        draw(&mut svg, chart, &ends, area, stacked && chart.are_parts, marked);
        top += height_of(chart);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The first and the last time of all charts.
fn ends_of(charts: &[Chart]) -> Vec<PointInfo> {
    let times = || charts.iter().flat_map(|chart| &chart.points).map(|point| point.time_millis);
    let ends = times().min().zip(times().max()).filter(|(first, last)| first < last);
    ends.into_iter().flat_map(|(first, last)| [first, last]).map(|time_millis| PointInfo { time_millis, gc: None, label: None }).collect()
}

/// Where a chart is, from above to below.
#[derive(Debug, Clone, Copy)]
struct Area {
    top: f32,
    bottom: f32,
}

fn draw(svg: &mut String, chart: &Chart, ends: &[PointInfo], area: Area, stacked: bool, marked: &[MarkedTime]) {
    let x = Extent::new(LEFT, RIGHT);
    // Where all times are one the points lie side by side.
    let times = TimeAxis::new(if ends.is_empty() { &chart.points } else { ends }, x);
    let x_of = |point: usize| if ends.is_empty() { times.x(point) } else { times.x_of(chart.points[point].time_millis) };
    let values = ValueAxis { y: Extent::new(area.top, area.bottom), most: chart.most(stacked) as f64, logarithmic: false };
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        area.top - 14.0,
        escaped(&chart.title)
    );
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
        let told = format!("<title>{}</title>", escaped(&series.name));
        if let Some(edge) = edges.get(at) {
            let below = |point: usize| edges.get(at + 1).map_or(0, |edge| edge[point]);
            let upper = thinned((0..edge.len()).map(|point| place(point, edge[point])).collect());
            let lower = thinned((0..edge.len()).map(|point| place(point, below(point))).collect());
            let outline: Vec<(f32, f32)> = upper.into_iter().chain(lower.into_iter().rev()).collect();
            let _ = writeln!(svg, "<path class=\"part\" d=\"{}Z\" fill=\"{color}\" fill-opacity=\"0.75\">{told}</path>", path(&outline));
            continue;
        }
        let known = (0..series.values.len()).filter_map(|point| Some(place(point, series.value(point)?)));
        let line = thinned(known.collect());
        let _ =
            writeln!(svg, "<path class=\"line\" d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\">{told}</path>", path(&line));
    }
    draw_names(svg, chart, area);
}

/// Times below a chart: both ends, and round ones between them as far as they have room.
fn draw_times(svg: &mut String, times: &TimeAxis, area: Area) {
    let y = area.bottom + 18.0;
    for tick in times.ticks(TICKS_APART) {
        let _ = writeln!(svg, "<path d=\"M{:.1} {:.1}V{:.1}\" stroke=\"#e6e9ee\"/>", tick.x, area.top, area.bottom);
        if (LEFT + TICKS_APART..=RIGHT - TICKS_APART).contains(&tick.x) {
            let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#57606a\">{}</text>", tick.x, tick.text);
        }
    }
    let (first, last) = times.ends();
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{y:.1}\" fill=\"#57606a\">{first}</text>");
    if let Some(last) = last {
        let _ = writeln!(svg, "<text x=\"{RIGHT}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"#57606a\">{last}</text>");
    }
}

/// The names of the series with their values at both ends.
fn draw_names(svg: &mut String, chart: &Chart, area: Area) {
    for (at, series) in chart.series.iter().enumerate() {
        let y = area.top + LINE * at as f32 + 10.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{NAMES}\" y=\"{:.1}\" width=\"10\" height=\"10\" rx=\"2\" fill=\"{}\"/>",
            y - 9.0,
            color_of(at, series, chart)
        );
        let name = words::shortened(&series.name, MOST_LETTERS);
        let full = escaped(&series.name);
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{y:.1}\">{}<title>{full}</title></text>", NAMES + 16.0, escaped(&name));
        let mut known = (0..chart.points.len()).filter_map(|point| series.value(point));
        let first = known.next();
        let told = first.map(|first| (chart.unit.bare(first), chart.unit.text(known.next_back().unwrap_or(first))));
        let told = told.map_or_else(|| "not known".to_owned(), |(first, last)| format!("{first} to {last}"));
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#57606a\">{told}</text>", NAMES + 16.0, y + 14.0);
    }
}

fn color_of(at: usize, series: &ChartSeries, chart: &Chart) -> &'static str {
    let is_others = series.node.is_none() && chart.series.iter().any(|series| series.node.is_some());
    if is_others { COLOR_OF_OTHERS } else { COLORS[at % COLORS.len()] }
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

/// Of a long line in each column of pixels its first, lowest, highest and last place: what is seen of it.
fn thinned(places: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    if places.len() <= MOST_POINTS {
        return places;
    }
    let mut kept: Vec<(f32, f32)> = Vec::new();
    for column in places.chunk_by(|a, b| a.0.floor() == b.0.floor()) {
        let y = |&at: &usize| column[at].1;
        let lowest = (0..column.len()).max_by(|a, b| y(a).total_cmp(&y(b))).unwrap_or(0);
        let highest = (0..column.len()).min_by(|a, b| y(a).total_cmp(&y(b))).unwrap_or(0);
        let mut places = [0, lowest, highest, column.len() - 1];
        places.sort_unstable();
        let mut last = None;
        for at in places {
            if last.replace(at) != Some(at) {
                kept.push(column[at]);
            }
        }
    }
    kept
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
            points: (0..points).map(|at| PointInfo { time_millis: 1000 * at, gc: None, label: None }).collect(),
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
        let lines = charts_svg(std::slice::from_ref(&chart), false, &[]);
        // 100 is at the top of the chart and 0 at the bottom, 200 below.
        assert!(lines.contains("M92.0 234.0L416.0 134.0L740.0 34.0") && lines.contains("M92.0 34.0L416.0 134.0L740.0 234.0"), "{lines}");
        let stacked = charts_svg(&[chart], true, &[]);
        assert!(stacked.contains("d=\"M92.0 34.0L416.0 34.0L740.0 34.0L740.0 234.0L416.0 134.0L92.0 34.0Z\""), "{stacked}");
        assert!(stacked.contains("A&lt;T&gt;") && !stacked.contains("<T>") && stacked.contains("&lt;init&gt;"), "{stacked}");
    }

    #[test]
    fn what_is_suspicious_lies_under_a_yellow_region() {
        let marked = MarkedTime { from: 500, to: 1000, name: "Memory grows".into() };
        let svg = charts_svg(&[chart(&[("A", &[1, 2, 3])])], false, &[marked]);
        // A quarter and a half of the axis, which is 648 long.
        assert!(svg.contains("class=\"marked\" x=\"254.0\" y=\"34.0\" width=\"162.0\""), "{svg}");
    }

    #[test]
    fn all_charts_have_one_axis_of_time() {
        let (mut early, mut late) = (chart(&[("A", &[1, 2])]), chart(&[("B", &[1, 2])]));
        early.points.iter_mut().for_each(|point| point.time_millis += 4000);
        late.points.iter_mut().for_each(|point| point.time_millis += 7000);
        let svg = charts_svg(&[early, late], false, &[]);
        // From 4 to 5 and from 7 to 8 seconds of four.
        assert!(svg.contains("d=\"M92.0 134.0L254.0 34.0\"") && svg.contains("d=\"M578.0"), "{svg}");
    }

    #[test]
    fn a_long_line_keeps_its_extremes() {
        let values: Vec<u64> = (0..100_000).map(|at| if at == 31_415 { 1000 } else { at % 7 }).collect();
        let svg = charts_svg(&[chart(&[("A", &values)])], false, &[]);
        assert!(svg.len() < 60_000, "{} bytes", svg.len());
        let peak = svg.split(['M', 'L']).filter(|place| place.ends_with(" 34.0")).count();
        assert_eq!(peak, 1, "one place is at the top");
    }

    #[test]
    fn nothing_and_a_single_point_are_drawn() {
        assert!(charts_svg(&[], false, &[]).contains("</svg>"));
        assert!(charts_svg(&[chart(&[])], true, &[]).contains("nothing is known"));
        assert!(charts_svg(&[chart(&[("A", &[5])])], false, &[]).contains("class=\"line\""));
    }
}
