//! Collapsed stacks: a line per stack with its frames between semicolons and what is counted of it, for tools that draw flame graphs
//! (flamegraph.pl, inferno, speedscope).

use std::fmt::Display;

use analysis::{Evolution, Metric, NodeIndex};

use crate::cli::documents::lines::printable_name;
use crate::data::session::display_name;

/// One line. No name of a class, method or type has a semicolon but a damaged one.
pub(in crate::cli) fn collapsed_line(frames: impl IntoIterator<Item = impl AsRef<str>>, total: impl Display) -> String {
    let frames: Vec<String> = frames.into_iter().map(|frame| printable_name(frame.as_ref()).replace(';', ",")).collect();
    format!("{} {total}\n", frames.join(";"))
}

/// The groups of a point as stacks, the outermost first, each with what it holds beside its parts. With a point to compare with there are two
/// numbers, what it was there and what it is, as tools for differences want it; in such lines groups stand that have either.
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
        let frames = path.map(|on_path| display_name(evolution, on_path));
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
    fn names_add_no_frames_and_no_lines() {
        assert_eq!(collapsed_line(["a;b", "c\nd"], 7), "a,b;c\u{fffd}d 7\n");
    }
}
