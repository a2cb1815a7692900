//! Pictures of trees as a drawing (SVG): side by side, with what they show above and the parts of it below.

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
/// A line of the list below, and how many columns it has.
const LINE: f64 = 22.0;
const COLUMNS: usize = 3;
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
    let parts: Vec<usize> = views.parts(first.root, first.point).collect();
    let height = ABOVE + tallest + MARGIN + LINE * parts.len().div_ceil(COLUMNS) as f64 + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\"><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" stroke=\"#000000\" stroke-width=\"2\"/></pattern>\
         </defs><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    heading(&mut svg, views, first);
    let mut left = MARGIN;
    for ask in asks {
        let _ = writeln!(svg, "<g transform=\"translate({left:.1} {ABOVE:.1})\">");
        draw(&mut svg, views, &views.look(ask));
        svg.push_str("</g>\n");
        left += ask.size.0 + MARGIN;
    }
    list(&mut svg, views, first.point, &parts, (width, ABOVE + tallest + MARGIN));
    svg.push_str("</svg>\n");
    svg
}

/// The way down to what is shown, how much of the heap it is, and when.
fn heading(svg: &mut String, views: &TreeViews, ask: &TreeAsk) {
    let names: Vec<String> = views.path(ask.root).into_iter().map(|node| views.short_name(node)).collect();
    let amount = views.amount_in_words(ask.root, ask.point);
    let (way, when) = (names.join(words::WITHIN), words::point_text(&views.evolution.points[ask.point]));
    let number = ask.point + 1;
    let of = views.evolution.points.len();
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>", escaped(&way));
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"46\" fill=\"{FAINT_INK}\">{}</text>",
        escaped(&format!("{amount} \u{b7} point {number} of {of}, {when}"))
    );
}

/// The parts of what is shown, with their colours and values.
fn list(svg: &mut String, views: &TreeViews, point: usize, parts: &[usize], (width, top): (f64, f64)) {
    let values = views.values(point);
    for (at, &node) in parts.iter().enumerate() {
        let x = MARGIN + (at % COLUMNS) as f64 * (width - MARGIN) / COLUMNS as f64;
        let y = top + LINE * (at / COLUMNS) as f64;
        let share = words::share(values[node], values[views.tree.nodes[node].parent]);
        let name = names::within(&views.short_name(node), &[], MOST_LETTERS);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"#{:06x}\"/><text x=\"{:.1}\" y=\"{:.1}\">{} <tspan \
             fill=\"{FAINT_INK}\">{share}, {}</tspan></text>",
            views.color(node),
            x + 18.0,
            y + 10.5,
            escaped(&name),
            words::amount(views.metric, values[node]),
        );
    }
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
}
