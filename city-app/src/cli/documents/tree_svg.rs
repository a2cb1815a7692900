//! Pictures of trees as a drawing (SVG): of one point or of several, side by side, with what they show above and the parts of it below.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use layout::{Rect, Sector};

use crate::answers::tree_views::{Outline, ShapeLabel, TreeAsk, TreeLook, TreeShape, TreeViews};
use crate::base::colors::{hex, wants_white_ink};
use crate::base::names;
use crate::base::words::{self, escaped};

/// What is free around pictures, and the height of the lines above them.
const MARGIN: f64 = 24.0;
const ABOVE: f64 = 62.0;
/// What is written below a picture of several points.
const CAPTION: f64 = 20.0;
/// So many pictures of several points are in a row at most.
const MOST_IN_ROW: usize = 4;
/// A line of the list below, and how wide its columns are at least.
const LINE: f64 = 22.0;
const COLUMN: f64 = 380.0;
/// Letters of a name there.
const MOST_LETTERS: usize = 40;
/// Ink of letters, and of those that tell less.
const INK: &str = "#24292f";
const FAINT_INK: &str = "#57606a";

/// Draws pictures of one point.
pub(in crate::cli) fn trees_svg(views: &TreeViews, asks: &[TreeAsk]) -> String {
    let Some(first) = asks.first() else { return String::new() };
    let width = MARGIN + asks.iter().map(|ask| ask.size.0 + MARGIN).sum::<f64>();
    let tallest = asks.iter().map(|ask| ask.size.1).fold(0.0, f64::max);
    let list = List {
        parts: views.parts(first.root, first.point).collect(),
        value: |node| share_and_amount(views, node, first.point),
        width,
        top: ABOVE + tallest + MARGIN,
    };
    let mut svg = opened(width, list.bottom());
    let (point, points) = (first.point, &views.evolution.points);
    let line = format!(
        "{} \u{b7} point {} of {}, {}",
        views.amount_in_words(first.root, point),
        point + 1,
        points.len(),
        words::point_text(&points[point])
    );
    heading(&mut svg, views, first.root, &line);
    let mut left = MARGIN;
    for ask in asks {
        placed(&mut svg, views, ask, (left, ABOVE));
        left += ask.size.0 + MARGIN;
    }
    list.draw(&mut svg, views);
    svg.push_str("</svg>\n");
    svg
}

/// Draws pictures of several points, in rows, each with its point below.
pub(in crate::cli) fn points_svg(views: &TreeViews, asks_by_point: &[Vec<TreeAsk>]) -> String {
    let (Some(of_first), Some(of_last)) = (asks_by_point.first(), asks_by_point.last()) else { return String::new() };
    let (Some(first), Some(last)) = (of_first.first(), of_last.first()) else { return String::new() };
    let (side, height) = first.size;
    let in_row = (MOST_IN_ROW / of_first.len()).clamp(1, asks_by_point.len());
    let (column, row) = (of_first.len() as f64 * (side + MARGIN), height + CAPTION + MARGIN);
    let held = |node: usize| asks_by_point.iter().flatten().any(|ask| views.values(ask.point)[node] > 0);
    let list = List {
        parts: views.tree.nodes[first.root].children.clone().filter(|&node| held(node)).collect(),
        value: |node| {
            let [before, now] = [first.point, last.point].map(|point| words::amount(views.metric, views.values(point)[node]));
            format!("from {before} to {now}")
        },
        width: MARGIN + in_row as f64 * column,
        top: ABOVE + asks_by_point.len().div_ceil(in_row) as f64 * row,
    };
    let mut svg = opened(list.width, list.bottom());
    let scale = if first.is_scaled { "on one scale" } else { "all of one size" };
    let (count, of) = (asks_by_point.len(), views.evolution.points.len());
    heading(&mut svg, views, first.root, &format!("{count} of {of} points, {scale}"));
    for (at, asks) in asks_by_point.iter().enumerate() {
        let (left, top) = (MARGIN + (at % in_row) as f64 * column, ABOVE + (at / in_row) as f64 * row);
        for (place, ask) in asks.iter().enumerate() {
            placed(&mut svg, views, ask, (left + place as f64 * (side + MARGIN), top));
        }
        let when = words::point_text(&views.evolution.points[asks[0].point]);
        let amount = words::amount(views.metric, views.values(asks[0].point)[first.root]);
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
            top + height + CAPTION - 4.0,
            escaped(&format!("point {} \u{b7} {when} \u{b7} {amount}", asks[0].point + 1))
        );
    }
    list.draw(&mut svg, views);
    svg.push_str("</svg>\n");
    svg
}

/// The start of a drawing of this size.
fn opened(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\"><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" stroke=\"#000000\" stroke-width=\"2\"/></pattern>\
         </defs><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    )
}

/// The way down to what is shown, and a line about it.
fn heading(svg: &mut String, views: &TreeViews, root: usize, line: &str) {
    let names: Vec<String> = views.path(root).into_iter().map(|node| views.short_name(node)).collect();
    let way = names.join(words::WITHIN);
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>", escaped(&way));
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"46\" fill=\"{FAINT_INK}\">{}</text>", escaped(line));
}

fn share_and_amount(views: &TreeViews, node: usize, point: usize) -> String {
    let values = views.values(point);
    let share = words::share(values[node], values[views.tree.nodes[node].parent]);
    format!("{share}, {}", words::amount(views.metric, values[node]))
}

/// The parts of what is shown, with their colours and values, below the pictures.
struct List<V: Fn(usize) -> String> {
    parts: Vec<usize>,
    value: V,
    /// Of the whole drawing.
    width: f64,
    top: f64,
}

impl<V: Fn(usize) -> String> List<V> {
    fn columns(&self) -> usize {
        ((self.width - MARGIN) / COLUMN).floor().max(1.0) as usize
    }

    /// Where the drawing ends.
    fn bottom(&self) -> f64 {
        self.top + LINE * self.parts.len().div_ceil(self.columns()) as f64 + MARGIN
    }

    fn draw(&self, svg: &mut String, views: &TreeViews) {
        for (at, &node) in self.parts.iter().enumerate() {
            let (column, line) = (at % self.columns(), at / self.columns());
            let x = MARGIN + column as f64 * (self.width - MARGIN) / self.columns() as f64;
            let y = self.top + LINE * line as f64;
            let name = names::within(&views.short_name(node), &[], MOST_LETTERS);
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"#{:06x}\"/><text x=\"{:.1}\" y=\"{:.1}\">{} <tspan \
                 fill=\"{FAINT_INK}\">{}</tspan></text>",
                views.color(node),
                x + 18.0,
                y + 10.5,
                escaped(&name),
                escaped(&(self.value)(node)),
            );
        }
    }
}

/// A picture with its upper left corner there.
fn placed(svg: &mut String, views: &TreeViews, ask: &TreeAsk, (left, top): (f64, f64)) {
    let _ = writeln!(svg, "<g transform=\"translate({left:.1} {top:.1})\">");
    draw(svg, views, &views.look(ask));
    svg.push_str("</g>\n");
}

fn draw(svg: &mut String, views: &TreeViews, look: &TreeLook) {
    let middle = (0.5 * look.size.0, 0.5 * look.size.1);
    if let Some(frame) = &look.frame {
        let _ = writeln!(svg, "<path d=\"{}\" fill=\"none\" stroke=\"#9aa0a8\" stroke-dasharray=\"6 4\"/>", path(frame, middle));
    }
    for shape in &look.shapes {
        let outline = path(&shape.outline, middle);
        let values = views.values(shape.point);
        let share = words::share(values[shape.node], values[0]);
        let title = format!("{}: {}, {share} of the heap", views.name(shape.node), words::amount(views.metric, values[shape.node]));
        let _ = writeln!(
            svg,
            "<path d=\"{outline}\" fill=\"#{:06x}\" fill-opacity=\"{}\" fill-rule=\"evenodd\"{}><title>{}</title></path>",
            shape.color,
            shape.opacity,
            if shape.is_looked_at { "" } else { " stroke=\"#ffffff\" stroke-width=\"0.5\"" },
            escaped(&title)
        );
        more(svg, shape, look.size);
        if let Some(label) = &shape.label {
            letter(svg, shape, label);
        }
    }
    // Over its neighbours.
    for shape in look.shapes.iter().filter(|shape| shape.is_looked_at) {
        let outline = path(&shape.outline, middle);
        let _ = writeln!(svg, "<path d=\"{outline}\" fill=\"url(#hatch)\" fill-opacity=\"0.5\" stroke=\"#000000\" stroke-width=\"4\"/>");
    }
}

fn letter(svg: &mut String, shape: &TreeShape, label: &ShapeLabel) {
    let ink = ink_on(shape.color);
    let anchor = if label.is_centred { "middle" } else { "start" };
    let (x, y) = label.at;
    let _ = writeln!(
        svg,
        "<text transform=\"translate({x:.1} {y:.1}) rotate({:.1})\" y=\"4\" text-anchor=\"{anchor}\" fill=\"{ink}\">{}</text>",
        label.turned.to_degrees(),
        escaped(&label.text)
    );
}

/// There is more behind it.
fn more(svg: &mut String, shape: &TreeShape, size: (f64, f64)) {
    let Some(((x, y), turned)) = shape.sign_of_more(size) else { return };
    let (ink, turned) = (ink_on(shape.color), turned.to_degrees());
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x:.1} {y:.1}) rotate({turned:.1})\" d=\"M-2 -3.5L2 0L-2 3.5\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>"
    );
}

fn ink_on(color: u32) -> &'static str {
    if wants_white_ink(hex(color)) { "#ffffff" } else { "#000000" }
}

fn path(outline: &Outline, (x, y): (f64, f64)) -> String {
    match outline {
        Outline::Rect(Rect { x0, y0, x1, y1 }) => format!("M{x0:.2} {y0:.2}H{x1:.2}V{y1:.2}H{x0:.2}z"),
        Outline::Sector(Sector { start, sweep, inner, outer, .. }) => {
            let at = |radius: f64, angle: f64| format!("{:.2} {:.2}", x + radius * angle.sin(), y - radius * angle.cos());
            if *sweep >= TAU {
                let circle = |radius: f64| {
                    let (top, bottom) = (at(radius, 0.0), at(radius, 0.5 * TAU));
                    format!("M{top}A{radius:.2} {radius:.2} 0 1 1 {bottom}A{radius:.2} {radius:.2} 0 1 1 {top}z")
                };
                let hole = if *inner > 0.0 { circle(*inner) } else { String::new() };
                return format!("{}{hole}", circle(*outer));
            }
            let (end, large) = (start + sweep, u8::from(*sweep > 0.5 * TAU));
            format!(
                "M{}A{outer:.2} {outer:.2} 0 {large} 1 {}L{}A{inner:.2} {inner:.2} 0 {large} 0 {}z",
                at(*outer, *start),
                at(*outer, end),
                at(*inner, end),
                at(*inner, *start)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use analysis::Metric;
    use layout::Pruning;

    use super::*;
    use crate::answers::tree_views::{TreeForm, TreeScope};
    use crate::base::colors::sight::contrast;
    use crate::cli::documents::picture::picture;
    use crate::test_sessions::nested_session;

    #[test]
    fn letters_are_read_on_every_color() {
        for color in [0x1F_77_B4, 0xFF_7F_0E, 0xE3_77_C2, 0xBC_BD_22, 0xFF_FF_FF, 0] {
            let ink = u32::from_str_radix(&ink_on(color)[1..], 16).expect("is a color");
            let seen = contrast(hex(ink), hex(color));
            assert!(seen > 4.5, "{ink:06x} on {color:06x}: {seen}");
        }
    }

    #[test]
    fn a_drawing_tells_what_it_shows_and_marks_it_in_the_picture_of_everything() {
        let session = nested_session();
        let views = TreeViews::of(&session.evolution, Metric::Objects, session.range, &Pruning::default()).expect("there is a heap");
        let app = views.node_of(session.evolution.find_one("Overall#app").expect("is a group"));
        let ask = |scope| TreeAsk { form: TreeForm::Sunburst, scope, point: 1, root: app, size: (400.0, 400.0), is_scaled: false };
        let svg = trees_svg(&views, &[ask(TreeScope::Local), ask(TreeScope::Global)]);
        picture(&svg).expect("it is well-formed");
        for text in
            ["Heap \u{203a} app", "170 objects, 80.2 % of the heap", "point 2 of 2", "<title>Date: 90 objects, 42.5 % of the heap</title>"]
        {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        assert_eq!(svg.matches("url(#hatch)").count(), 1, "in one of the two pictures");
        assert_eq!(svg.matches("fill-opacity=\"0.35\"").count(), 2, "lib and its map");
    }
    #[test]
    fn several_points_are_drawn_on_one_scale_each_with_its_time_below() {
        let session = nested_session();
        let views = TreeViews::of(&session.evolution, Metric::Objects, session.range, &Pruning::default()).expect("there is a heap");
        let ask =
            |point| TreeAsk { form: TreeForm::Icicle, scope: TreeScope::Local, point, root: 0, size: (300.0, 300.0), is_scaled: true };
        let svg = points_svg(&views, &[vec![ask(0)], vec![ask(1)]]);
        picture(&svg).expect("it is well-formed");
        let [before, now] = [0, 1].map(|point| views.values(point)[0]);
        for text in ["2 of 2 points, on one scale", "point 1 \u{b7} ", &format!("{now} objects</text>"), "from 15 objects to 170 objects"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        // The whole at each point, as high as it is large, less the gap to what would be below it.
        let height = 300.0 * before as f64 / now as f64 - 1.0;
        assert!(svg.contains(&format!("V{height:.2}H0.00z")) && svg.contains("V299.00H0.00z"), "{height} in {svg}");
    }
}
