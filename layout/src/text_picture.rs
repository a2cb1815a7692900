//! A plan as text, for tests and for looking at one in a debugger.

use crate::plan::{CityPlan, PlotKind};

/// Draws the plan with `columns` x `lines` characters, north up. Buildings are letters in plan order (`a`-`z`, then
/// again), streets and rims are dots.
#[must_use]
pub fn text_picture(plan: &CityPlan, columns: usize, lines: usize) -> String {
    let mut picture = String::with_capacity((columns + 1) * lines);
    let at = |number: usize, of: usize| ((number as f64 + 0.5) / of as f64 - 0.5) * plan.root_side;
    for line in 0..lines {
        for column in 0..columns {
            picture.push(character(plan, at(column, columns), at(line, lines)));
        }
        picture.push('\n');
    }
    picture
}

fn character(plan: &CityPlan, x: f64, y: f64) -> char {
    let Some(number) = plan.locate(x, y) else { return ' ' };
    let plot = &plan.plots[number];
    let on_lot = plot.lot.x0 <= x && x < plot.lot.x1 && plot.lot.y0 <= y && y < plot.lot.y1;
    if plot.kind == PlotKind::District || !on_lot {
        return '.';
    }
    let letter = u8::try_from(plan.cuts.building_numbers[number] % 26).unwrap_or(0);
    char::from(b'a' + letter)
}
