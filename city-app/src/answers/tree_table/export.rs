//! Rows as text for spreadsheets and scripts.

use analysis::NodeIndex;

use super::{Column, Span};
use crate::base::words::{guarded, push_csv};

/// What stands between the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// Tabs, which spreadsheets take from the clipboard; no name is a formula.
    Tab,
    /// Commas, with quotes where they are needed.
    Comma,
    /// The same, and no name is a formula.
    GuardedComma,
}

/// A heading and a line per node: level, key, then the columns as plain numbers. Where a point has estimates, the standard errors
/// of objects and bytes follow behind all columns, 0 where a number is exact.
#[must_use]
pub fn delimited(span: &Span, nodes: &[NodeIndex], columns: &[Column], delimiter: Delimiter) -> String {
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                text.push(if delimiter == Delimiter::Tab { '\t' } else { ',' });
            }
            match delimiter {
                Delimiter::Tab => text.extend(guarded(&cell).chars().map(|c| if c.is_control() { ' ' } else { c })),
                Delimiter::GuardedComma => push_csv(&mut text, &guarded(&cell)),
                Delimiter::Comma => push_csv(&mut text, &cell),
            }
        }
        text.push('\n');
    };
    let titles = columns.iter().map(|column| column.raw_title());
    let has_estimates = span.evolution.has_estimates();
    let with_error: Vec<Column> = columns.iter().copied().filter(|column| has_estimates && column.has_error()).collect();
    let titles = titles.chain(with_error.iter().map(|column| format!("{}_error", column.raw_title())));
    line(&mut ["level".to_owned(), "key".to_owned()].into_iter().chain(titles));
    for &node in nodes {
        let info = &span.evolution.nodes[node.at()];
        let cells = columns.iter().map(|column| column.raw(span, node));
        let error = |column: &Column| match column.is_known(span) {
            true => column.error(span, node).unwrap_or(0).to_string(),
            false => String::new(),
        };
        let cells = cells.chain(with_error.iter().map(error));
        line(&mut [info.level.to_string(), info.key.to_string()].into_iter().chain(cells));
    }
    text
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::test_sessions::{estimated_evolution, session};

    #[test]
    fn a_name_with_commas_or_tabs_stays_one_cell() {
        let session = session(&[&[("a,b", 1), ("c\td", 2)]]);
        let span = Span::new(&session.evolution, 0, 0, Metric::Objects);
        let columns = [Column::Name, Column::To(Metric::Bytes)];
        let text = |delimiter| delimited(&span, &[NodeIndex(1), NodeIndex(2)], &columns, delimiter);
        let csv = "level,key,name,bytes\n1,\"Overall#a,b\",\"a,b\",16\n1,Overall#c\td,c\td,32\n";
        assert_eq!(text(Delimiter::Comma), csv);
        let tsv = "level\tkey\tname\tbytes\n1\tOverall#a,b\ta,b\t16\n1\tOverall#c d\tc d\t32\n";
        assert_eq!(text(Delimiter::Tab), tsv);
    }

    #[test]
    fn errors_of_estimates_follow_behind_the_columns() {
        // 100 ± 5 objects, then 140 ± 12 of 16 bytes each: the change is 40 ± 13.
        let evolution = estimated_evolution(&[(100, 5), (140, 12)]);
        let span = Span::new(&evolution, 0, 1, Metric::Objects);
        let columns = [Column::Mark, Column::From(Metric::Objects), Column::To(Metric::Bytes), Column::Change(Metric::Objects)];
        let csv = "level,key,mark,objects_from,bytes,objects_change,objects_from_error,bytes_error,objects_change_error\n\
                   0,Overall,grown,100,2240,40,0,0,0\n1,Overall#main,grown,100,2240,40,5,192,13\n";
        assert_eq!(delimited(&span, &[NodeIndex(0), NodeIndex(1)], &columns, Delimiter::Comma), csv);
    }
}
