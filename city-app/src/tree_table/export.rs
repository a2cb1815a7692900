//! Rows as text for spreadsheets and scripts.

use analysis::NodeIndex;

use super::{Column, Span};
use crate::words::push_csv;

/// What stands between the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// Tabs, which spreadsheets take from the clipboard.
    Tab,
    /// Commas, with quotes where they are needed.
    Comma,
}

/// A heading and a line per node: level, key, then the columns as plain numbers.
#[must_use]
pub fn delimited(span: &Span, nodes: &[NodeIndex], columns: &[Column], delimiter: Delimiter) -> String {
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                text.push(if delimiter == Delimiter::Tab { '\t' } else { ',' });
            }
            match delimiter {
                Delimiter::Tab => text.extend(cell.chars().map(|c| if c.is_control() { ' ' } else { c })),
                Delimiter::Comma => push_csv(&mut text, &cell),
            }
        }
        text.push('\n');
    };
    let titles = columns.iter().map(|column| column.raw_title());
    line(&mut ["level".to_owned(), "key".to_owned()].into_iter().chain(titles));
    for &node in nodes {
        let info = &span.evolution.nodes[node.at()];
        let cells = columns.iter().map(|column| column.raw(span, node));
        line(&mut [info.level.to_string(), info.key.to_string()].into_iter().chain(cells));
    }
    text
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::test_sessions::session;

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
}
