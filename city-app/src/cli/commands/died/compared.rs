//! `memory-city died --against`: one window beside another one, per second.

use std::ops::RangeInclusive;

use analysis::{CountsBasis, GcRates, Grouping, Metric, NodeIndex};
use serde_json::{Value, json};

use crate::answers::gc_rates::rates_in_words;
use crate::answers::tree_table::{Column, Rows, Sort, Span};
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line};

/// Width of a column, and of one with errors.
const WIDTHS: [usize; 2] = [12, 24];

/// Two windows of collections, and what died in each.
pub(super) struct Compared<'a> {
    pub(super) basis: CountsBasis,
    pub(super) here: &'a RangeInclusive<u32>,
    pub(super) there: &'a RangeInclusive<u32>,
    pub(super) of_here: GcRates,
    pub(super) of_there: GcRates,
    pub(super) span: &'a Span,
    /// Only allocations are known, and nobody knows how many objects they were.
    pub(super) are_samples: bool,
    pub(super) by: &'a Grouping,
}

impl Compared<'_> {
    fn metrics(&self) -> &'static [Metric] {
        if self.are_samples { &[Metric::Bytes] } else { &[Metric::Bytes, Metric::Objects] }
    }

    /// Groups of all levels, of siblings that first which comes so much more.
    fn nodes(&self) -> Vec<NodeIndex> {
        let mut rows = Rows::new(self.span.clone(), Sort { column: Column::RateChange(Metric::Bytes), descending: true });
        rows.set_all_below(0, true);
        rows.visible().to_vec()
    }

    /// Of a table: the members of the groups.
    pub(super) fn columns(&self) -> String {
        let rates = self.metrics().iter().flat_map(|&metric| [Column::Rate(metric), Column::RateAgainst(metric)]);
        rates.fold("key".to_owned(), |columns, rate| format!("{columns},{0},{0}_error", rate.raw_title()))
    }

    /// The groups as members of the JSON document.
    pub(super) fn groups(&self) -> Vec<Value> {
        let group = |node: &NodeIndex| {
            let mut group = json!({ "key": &*self.span.evolution.nodes[node.at()].key });
            for &metric in self.metrics() {
                for column in [Column::Rate(metric), Column::RateAgainst(metric)] {
                    group[column.raw_title()] = json!(column.per_second(self.span, *node));
                    if let Some(error) = column.error(self.span, *node) {
                        group[format!("{}_error", column.raw_title())] = json!(error);
                    }
                }
            }
            group
        };
        self.nodes().iter().map(group).collect()
    }

    pub(super) fn json(&self) -> Result<String, CliError> {
        json_line(&json!({
            "basis": self.basis,
            "window": [self.here.start(), self.here.end()],
            "against": [self.there.start(), self.there.end()],
            "steps": self.by.names(),
            "rates": self.of_here,
            "against_rates": self.of_there,
            "groups": self.groups(),
        }))
    }

    pub(super) fn table(&self, top: usize) -> String {
        let collections = |window: &RangeInclusive<u32>| format!("collections {} to {}", window.start(), window.end());
        let what = if self.are_samples { "Allocated" } else { "Died" };
        let mut text = Lines::default();
        text.add(words::counts_basis(self.basis));
        text.add(format_args!(
            "{what} per second: A is {} ({:.1} s), B is {} ({:.1} s).",
            collections(self.here),
            self.of_here.seconds,
            collections(self.there),
            self.of_there.seconds
        ));
        let columns: Vec<(Column, String)> = self
            .metrics()
            .iter()
            .flat_map(|&metric| {
                let name = words::metric_word(metric);
                let titles = [format!("{name} in A"), "in B".to_owned(), "A less B".to_owned()];
                [Column::Rate(metric), Column::RateAgainst(metric), Column::RateChange(metric)].into_iter().zip(titles)
            })
            .collect();
        let width = |column: Column| WIDTHS[usize::from(self.span.evolution.has_estimates() && column.has_error())];
        let line = |cell: &dyn Fn(&(Column, String)) -> String| {
            columns.iter().map(|column| format!("{:>1$}", cell(column), width(column.0))).collect::<Vec<_>>().join(" ")
        };
        text.add(format_args!("{}  group", line(&|(_, title)| title.clone())));
        let nodes = self.nodes();
        for &node in nodes.iter().take(top.saturating_add(1)) {
            let cells = line(&|(column, _)| column.text(self.span, node));
            let info = &self.span.evolution.nodes[node.at()];
            let name = if node == NodeIndex::ROOT { what.to_lowercase() } else { info.name.to_string() };
            text.add(format_args!("{cells}  {}{name}", "  ".repeat(info.level.into())));
        }
        let left = nodes.len().saturating_sub(top.saturating_add(1));
        if left > 0 {
            text.add(format_args!("and {} further groups; see --top and --json", words::count(left as u64)));
        }
        if self.span.evolution.has_estimates() {
            text.add("\u{b1} is the standard error.");
        }
        text.blank();
        let there = format!("at {}", collections(self.there));
        text.add(rates_in_words(&self.of_here, Some(&self.of_there), &there));
        text.into_text()
    }
}
