//! Collapsed stacks: a line per stack with its frames between semicolons and what is counted of it, for tools that draw flame graphs
//! (flamegraph.pl, inferno, speedscope).

use std::fmt::Display;

use analysis::{Evolution, Metric, NodeIndex};

use crate::cli::documents::lines::printable_name;
use crate::data::session::display_name;

/// Stands for a space that tools would take for the end of a stack, or for the begin of a comment.
const NO_BREAK: char = '\u{a0}';

/// Roles of groups that are frames of a call stack, the innermost first.
const FRAMES: [&str; 2] = ["Allocation site", "Call site"];

/// One line. No name of a class, method or type has a semicolon but a damaged one.
pub(in crate::cli) fn collapsed_line(frames: impl IntoIterator<Item = impl AsRef<str>>, total: impl Display) -> String {
    let frames: Vec<String> = frames.into_iter().map(|frame| printable_name(frame.as_ref()).replace(';', ",")).collect();
    let mut stack = frames.join(";");
    // What begins like a comment is passed over, and a number behind the last space is taken for one of two.
    if stack.starts_with("# ") {
        stack.replace_range(1..2, NO_BREAK.encode_utf8(&mut [0; 2]));
    }
    if let Some((name, end)) = stack.rsplit_once(' ')
        && end.parse::<f64>().is_ok()
    {
        stack = format!("{name}{NO_BREAK}{end}");
    }
    format!("{stack} {total}\n")
}

/// The groups of a point as stacks, the outermost first, each with what it holds beside its parts. With a point to compare with there are two
/// numbers, what it was there and what it is, as tools for differences want it; in such lines groups stand that have either. Groups by
/// callers stand with the outermost of them first, as everywhere in such lines.
pub(in crate::cli) fn collapsed_groups(evolution: &Evolution, metric: Metric, from: Option<usize>, point: usize) -> String {
    let own = |group: NodeIndex, point: usize| {
        let parts: u64 = evolution.children(group).map(|part| evolution.value(metric, part, point)).sum();
        evolution.value(metric, group, point).saturating_sub(parts)
    };
    let mut text = String::new();
    for group in (0..evolution.nodes.len()).map(NodeIndex::nth) {
        let (before, now) = (from.map_or(0, |from| own(group, from)), own(group, point));
        if before == 0 && now == 0 {
            continue;
        }
        // What is not grouped further is what the group around it holds itself.
        let path =
            evolution.path(group).into_iter().skip(usize::from(group != NodeIndex::ROOT)).filter(|&on_path| !evolution.is_rest(on_path));
        let path: Vec<NodeIndex> = path.collect();
        let is_frame = |group: NodeIndex| FRAMES.contains(&evolution.role_name(group));
        let stacks = path.chunk_by(|&outer, &inner| is_frame(outer) && is_frame(inner));
        let frames = stacks.flat_map(|stack| stack.iter().rev()).map(|&on_path| display_name(evolution, on_path));
        text += &*match from {
            Some(_) => collapsed_line(frames, format_args!("{before} {now}")),
            None => collapsed_line(frames, now),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::nested_session;

    #[test]
    fn every_group_has_a_line_with_what_it_holds_beside_its_parts() {
        let session = nested_session();
        let lines = |from| collapsed_groups(&session.evolution, Metric::Objects, from, 1);
        assert_eq!(lines(None), "app;Date 90\napp;Location 80\nlib;Map 42\n");
        assert_eq!(lines(Some(0)), "app;Date 10 90\napp;Location 5 80\nlib;Map 40 42\n");
    }

    #[test]
    fn callers_stand_outermost_first_below_what_they_are_grouped_in() {
        use analysis::{NodeSizes, NodeTotals, Progress, TimePoint, TreeBuilder, Warnings};
        let totals = NodeTotals { objects: 3, bytes: 48 };
        let mut builder = TreeBuilder::new(totals);
        let [of_type, site, call] = ["Type", "Allocation site", "Call site"].map(|role| builder.role(role));
        let mut parent = 0;
        for (name, role) in [("Date", of_type), ("A.make", site), ("B.ask", call), ("Main.main", call)] {
            parent = builder.add_part(parent, name, role, totals);
        }
        let tree = builder.finish().tree;
        let point = TimePoint { time_millis: 0, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() };
        let evolution = Evolution::from_points("", "", vec![point], &Progress::new(), &Warnings::new()).expect("there is a point");
        assert_eq!(collapsed_groups(&evolution, Metric::Objects, None, 0), "Date;Main.main;B.ask;A.make 3\n");
    }

    #[test]
    fn no_name_is_taken_for_a_number_or_a_comment() {
        assert_eq!(collapsed_line(["pool 1", "worker 3"], 7), "pool 1;worker\u{a0}3 7\n");
        assert_eq!(collapsed_line(["# a b"], 7), "#\u{a0}a b 7\n");
    }

    #[test]
    fn names_add_no_frames_and_no_lines() {
        assert_eq!(collapsed_line(["a;b", "c\nd"], 7), "a,b;c\u{fffd}d 7\n");
    }
}
