//! Ownership graphs as files: Graphviz DOT, and SVG that stands for itself.

use std::fmt::Write as _;

use super::drawing::{CARD_HEIGHT, card_lines, curves, edge_width, place};
use super::{NamedGraph, NamedNode};
use crate::base::words::{self, escaped};

/// Pixels per character of the SVG's font, on average and a little more.
const CHARACTER: f64 = 7.2;
/// The same of bold letters.
const BOLD_CHARACTER: f64 = 8.2;
/// Around the drawing.
const BORDER: f64 = 16.0;
/// From one line above the drawing to the next.
const LINE: f64 = 18.0;
/// The sentence above the drawing has at least this room.
const LEAST_WIDTH: f64 = 720.0;

/// Fill and line of a node, by its kind.
fn colors(node: &NamedNode) -> (&'static str, &'static str) {
    match node.kind {
        "group" => ("#c5dffb", "#0a5ab4"),
        "objects" => ("#ffffff", "#9aa6b8"),
        "static field" => ("#fde3c8", "#b45309"),
        "local variable" => ("#e7ebf1", "#6b7688"),
        "thread" => ("#d6e9f8", "#1b72ad"),
        "JNI" => ("#d9f2ea", "#0f766e"),
        "monitor" => ("#f8e0ee", "#a83c7c"),
        "class" => ("#efe6fa", "#7a4fb0"),
        _ => ("#eef2d4", "#6a8c00"),
    }
}

fn escape_dot(text: &str) -> String {
    text.chars().filter(|&c| !words::is_obeyed(c)).flat_map(|c| if matches!(c, '"' | '\\') { vec!['\\', c] } else { vec![c] }).collect()
}

/// The graph in the language of Graphviz.
#[must_use]
pub fn dot(graph: &NamedGraph) -> String {
    let mut text =
        String::from("digraph ownership {\n  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\"];\n");
    let _ = writeln!(text, "  label=\"{}\";", escape_dot(&graph.sentence));
    for (at, node) in graph.nodes.iter().enumerate() {
        let (fill, line) = colors(node);
        let [counts, retained] = card_lines(node);
        let label = format!("{}\\n{}\\n{}", escape_dot(&node.title), escape_dot(&counts), escape_dot(&retained));
        let _ = writeln!(text, "  n{at} [label=\"{label}\", fillcolor=\"{fill}\", color=\"{line}\"];");
    }
    for edge in &graph.edges {
        let width = edge_width(graph.share(edge.reaches)) / 2.0;
        let style = if edge.weak { ", style=dashed" } else { "" };
        let label = escape_dot(&edge.label(&graph.nodes));
        let _ = writeln!(text, "  n{} -> n{} [label=\"{label}\", penwidth={width:.1}{style}];", edge.from, edge.to);
    }
    text.push_str("}\n");
    text
}

/// The graph as a picture.
#[must_use]
pub fn svg(graph: &NamedGraph) -> String {
    // Titles are the widest lines of most cards, and bold.
    let plan = place(graph, &|text| BOLD_CHARACTER / 1.1 * text.chars().count() as f64);
    let inner = plan.size.0.max(LEAST_WIDTH);
    let sentences = [graph.sentence.clone(), graph.cut_in_words().unwrap_or_default()];
    let head: Vec<String> = sentences.iter().flat_map(|sentence| wrapped(sentence, (inner / CHARACTER) as usize)).collect();
    let head_height = LINE * head.len() as f64 + 10.0;
    let (width, height) = (inner + 2.0 * BORDER, plan.size.1 + 2.0 * BORDER + head_height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f7f8fa\"/>\n"
    );
    let _ = writeln!(text, "<title>{}</title>", escaped(&graph.sentence));
    for (number, line) in head.iter().enumerate() {
        let y = 22.0 + LINE * number as f64;
        let _ = writeln!(text, "<text x=\"{BORDER}\" y=\"{y}\" fill=\"#181f2b\">{}</text>", escaped(line));
    }
    let _ = writeln!(text, "<g transform=\"translate({BORDER} {})\">", BORDER + head_height);
    for (at, (edge, route)) in graph.edges.iter().zip(&plan.edges).enumerate() {
        let Some(first) = route.points.first() else { continue };
        let mut path = format!("M{:.1} {:.1}", first.0, first.1);
        for [_, a, b, to] in curves(route) {
            let _ = write!(path, " C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.0, a.1, b.0, b.1, to.0, to.1);
        }
        let color = if graph.main_path.contains(&at) { "#d64545" } else { "#b9a6d3" };
        let dash = if edge.weak { " stroke-dasharray=\"5 4\"" } else { "" };
        let edge_width = edge_width(graph.share(edge.reaches));
        let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{edge_width:.1}\"{dash}/>");
    }
    for (edge, route) in graph.edges.iter().zip(&plan.edges) {
        if let Some(rect) = route.label {
            let (x, y) = rect.center();
            let _ = writeln!(
                text,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" fill=\"#ffffff\" stroke=\"#d3dae4\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#181f2b\">{}</text>",
                rect.x0,
                rect.y0,
                rect.width(),
                rect.depth(),
                y + 4.0,
                escaped(&edge.label(&graph.nodes))
            );
        }
    }
    for (node, rect) in graph.nodes.iter().zip(&plan.nodes) {
        let (fill, line) = colors(node);
        let (x, y) = (rect.x0, rect.y0);
        let tip = format!("{}: reaches {} of {}", node.name, words::count(node.reaches), words::count(graph.live));
        let _ = writeln!(
            text,
            "<g><title>{}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{CARD_HEIGHT}\" rx=\"7\" fill=\"{fill}\" \
             stroke=\"{line}\"/>",
            escaped(&tip),
            rect.width()
        );
        let [counts, retained] = card_lines(node);
        let (bold, plain) = (" font-weight=\"bold\" fill=\"#181f2b\"", " fill=\"#4e5a6d\"");
        let lines = [(&node.title, 18.0, bold, BOLD_CHARACTER), (&counts, 36.0, plain, CHARACTER), (&retained, 52.0, plain, CHARACTER)];
        for (line, below, style, character) in lines {
            let line = escaped(&shortened(line, rect.width(), character));
            let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\"{style}>{line}</text>", x + 10.0, y + below);
        }
        let share = graph.share(node.reaches);
        let _ = writeln!(
            text,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"4\" fill=\"{line}\"/></g>",
            x + 10.0,
            y + CARD_HEIGHT - 9.0,
            (rect.width() - 20.0) * share
        );
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// The lines of a text that may be so many characters wide. A longer word has a line of its own.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text that fits into a card, in letters of this width.
fn shortened(text: &str, width: f64, character: f64) -> String {
    let room = ((width - 20.0) / character) as usize;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}
