//! Rows of lists that stand for buildings: the building of the row under the pointer is highlighted in the city, and the row of the
//! building under the pointer in every list that has it.

use analysis::NodeIndex;
use bevy_egui::egui::{Context, Id, Response};

use crate::view::command::CityCommand;

/// What egui remembers from frame to frame.
#[derive(Debug, Clone, Copy, Default)]
struct Pointed {
    /// What is highlighted in the city.
    in_city: Option<NodeIndex>,
    /// The row under the pointer in this frame, and in the one before.
    row: Option<NodeIndex>,
    before: Option<NodeIndex>,
}

fn pointed(ctx: &Context) -> Pointed {
    ctx.data(|data| data.get_temp(Id::new("pointed row"))).unwrap_or_default()
}

fn remember(ctx: &Context, pointed: Pointed) {
    ctx.data_mut(|data| data.insert_temp(Id::new("pointed row"), pointed));
}

/// A frame begins, in which this is highlighted in the city.
pub(crate) fn begin(ctx: &Context, in_city: Option<NodeIndex>) {
    remember(ctx, Pointed { in_city, row: None, ..pointed(ctx) });
}

/// A row that stands for a node has been laid out. Whether it is to be highlighted: the pointer is over it, or over its building.
pub(crate) fn see(response: &Response, node: NodeIndex) -> bool {
    let now = pointed(&response.ctx);
    if response.hovered() {
        remember(&response.ctx, Pointed { row: Some(node), ..now });
    }
    response.hovered() || now.in_city == Some(node)
}

/// All rows are drawn: the building of the one under the pointer is highlighted, and none any more where the pointer has left them.
pub(crate) fn end(ctx: &Context, commands: &mut Vec<CityCommand>) {
    let now = pointed(ctx);
    if now.row != now.before {
        commands.push(CityCommand::Hover(now.row));
        remember(ctx, Pointed { before: now.row, ..now });
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Rect, Sense, Ui, pos2, vec2};
    use egui_kittest::Harness;

    use super::*;

    #[test]
    fn the_row_under_the_pointer_is_told_once_and_taken_back() {
        let app = |ui: &mut Ui, (seen, commands): &mut (Vec<bool>, Vec<CityCommand>)| {
            begin(ui.ctx(), Some(NodeIndex(2)));
            *seen = (1..=2)
                .map(|at| {
                    let rect = Rect::from_min_size(pos2(0.0, 20.0 * at as f32), vec2(100.0, 20.0));
                    see(&ui.interact(rect, Id::new(at), Sense::click()), NodeIndex(at))
                })
                .collect();
            end(ui.ctx(), commands);
        };
        let mut harness = Harness::builder().with_size(vec2(200.0, 200.0)).build_ui_state(app, (Vec::new(), Vec::new()));
        harness.run_steps(2);
        assert_eq!(harness.state().0, [false, true], "the second one is pointed at in the city");
        assert!(harness.state().1.is_empty());
        harness.hover_at(pos2(50.0, 30.0));
        harness.run_steps(4);
        assert_eq!(harness.state().0, [true, true]);
        harness.hover_at(pos2(150.0, 150.0));
        harness.run_steps(4);
        assert_eq!(harness.state().1, [CityCommand::Hover(Some(NodeIndex(1))), CityCommand::Hover(None)]);
    }
}
