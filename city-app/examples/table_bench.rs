//! What the tree table costs the CPU: the work behind one click or one typed letter.
//!
//! `table_bench [--buildings N]...` prints one line of `name=value` pairs per size (10,000, 100,000 and 1,000,000 unless
//! given), medians in milliseconds, with everything unfolded: `rows` visible rows, `toggle_ms` folding or unfolding a
//! district, `find_ms` the row of a node, `sort_ms` another column, `step_ms` another point, `filter_ms` a typed letter,
//! `list_ms` all buildings in one sorted list, `first_ms` the table as it opens.

mod synthetic;
mod timing;

use std::hint::black_box;

use analysis::{Metric, NodeIndex};
use city_app::answers::tree_table::{Arrangement, Column, Rows, Sort, Span};
use city_app::base::settings::CitySettings;

use timing::{median, sizes};

const RUNS: usize = 11;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    sizes("table_bench", &[10_000, 100_000, 1_000_000])?.into_iter().for_each(measure);
    Ok(())
}

fn measure(buildings: usize) {
    let evolution = synthetic::session(buildings, &CitySettings { child_count: Some(10), ..CitySettings::default() }).evolution;
    let last = evolution.points.len() - 1;
    let span = |to| Span::new(&evolution, 0, to, Metric::Objects);
    let by = |column, descending| Sort { column, descending };
    let size = Column::To(Metric::Objects);
    let first = median(RUNS, |_| drop(black_box(Rows::new(span(last), by(size, true)))));
    let mut rows = Rows::new(span(last), by(size, true));
    rows.set_all_below(0, true);
    let visible = rows.visible().len();
    // A row in the middle with something in it.
    let middle = (visible / 2..visible).find(|&row| rows.can_unfold(rows.visible()[row])).unwrap_or(0);
    let toggle = median(RUNS, |run| if run % 2 == 0 { rows.fold(middle) } else { rows.unfold(middle) });
    let find = median(RUNS, |run| {
        black_box(rows.row_of(NodeIndex((run % RUNS * evolution.nodes.len() / RUNS) as u32)));
    });
    let columns = [Column::Name, Column::Change(Metric::Bytes), Column::OfParent(Metric::Objects), size];
    let sort = median(RUNS, |run| rows.sort_by(by(columns[run % columns.len()], run % 2 == 0)));
    rows.sort_by(by(size, true));
    let step = median(RUNS, |run| rows.show(span(run % (last + 1))));
    let texts = ["1", "12", "123", ""];
    let filter = median(RUNS, |run| rows.set_filter(texts[run % texts.len()], false));
    rows.set_filter("", false);
    let list = median(RUNS, |run| rows.set_arrangement(if run % 2 == 0 { Arrangement::Leaves } else { Arrangement::Tree }));
    println!(
        "buildings={buildings} rows={visible} toggle_ms={toggle:.3} find_ms={find:.3} sort_ms={sort:.1} step_ms={step:.1} \
         filter_ms={filter:.1} list_ms={list:.1} first_ms={first:.3}"
    );
}
