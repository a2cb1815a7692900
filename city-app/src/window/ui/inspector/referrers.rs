//! Who refers to the selected groups from outside: by class and field, and what each of them keeps alone.

use std::sync::Arc;

use analysis::{Closures, Evolution, NodeIndex, Precision, ReferrerReport, ReferrerRow, SourcePlace, referrers};
use bevy_egui::egui::{CollapsingHeader, RichText, Ui};

use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::data::group_keepers::short_class;
use crate::view::command::CityCommand;
use crate::window::ui::inspector::groups::{Groups, failed_ui};
use crate::window::ui::theme::Palette;
use crate::window::ui::widgets::{NodeRow, node_row, note, select_order, working_ui};

/// Rows that are listed.
const ROWS_LISTED: usize = 12;
/// Sets of several holders, and receivers, that are told.
const TOLD: usize = 4;

/// What the section remembers.
#[derive(Debug, Default)]
pub(super) struct Referrers(Background<Groups, ReferrerReport>);

impl Referrers {
    /// Forgets the answer, which gives its memory back.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Draws the section, which asks when it is unfolded.
    pub(super) fn show(&mut self, ui: &mut Ui, groups: &Groups, evolution: &Evolution, commands: &mut Vec<CityCommand>) {
        let title = RichText::new("Who refers to them");
        let header = CollapsingHeader::new(title).id_salt("who refers to the selection");
        header.show_unindented(ui, |ui| {
            let theirs = groups.clone();
            self.0.ask(groups.clone(), move |progress| {
                let heap = theirs.place.heaps.load(theirs.place.point, progress)?;
                heap.heap.references.build_pointed_from(progress)?;
                let members = heap.members_of_all(&theirs.keys, progress)?;
                referrers(&Closures::new(&heap.heap, progress)?, &members, progress)
            });
            self.0.poll();
            match self.0.answer(groups) {
                Answer::Ready(report) => report_ui(ui, &Arc::clone(report), evolution, commands),
                Answer::Working { step, fraction } => working_ui(ui, &step, fraction),
                Answer::Failed(error) => failed_ui(ui, error),
                Answer::None => {}
            }
        });
    }
}

fn report_ui(ui: &mut Ui, report: &ReferrerReport, evolution: &Evolution, commands: &mut Vec<CityCommand>) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if report.rows.is_empty() {
        note(ui, "Nothing outside refers to them.");
    }
    let names: Vec<String> = report.rows.iter().take(ROWS_LISTED).map(field_of).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for row in report.rows.iter().take(ROWS_LISTED) {
        row_ui(ui, row, &names, report.objects, building_of(evolution, &row.class), commands);
        if let Some(place) = line_of(row) {
            note(ui, &place);
        }
    }
    let left = report.rows.len().saturating_sub(ROWS_LISTED);
    if left > 0 {
        note(ui, &format!("{} more classes and fields", words::count(left as u64)));
    }
    if report.without > 0 {
        note(ui, &format!("To {} of them nothing outside the selection refers.", words::count(report.without)));
    }
    for set in report.several.iter().take(TOLD) {
        let named = set.rows.iter().filter_map(|&row| report.rows.get(row)).map(name_of).collect::<Vec<_>>().join(" and ");
        note(ui, &format!("To free {} of them, all of these must let go: {named}.", words::count(set.objects)));
    }
    for receiver in report.receivers.iter().filter(|receiver| !receiver.class.is_empty()).take(TOLD) {
        let within = if receiver.structure.is_empty() { String::new() } else { format!(" in its {}", short_class(&receiver.structure)) };
        let of =
            if report.looked_at < report.objects { format!(" of {} looked at", words::count(report.looked_at)) } else { String::new() };
        let objects = words::count(receiver.objects);
        note(ui, &format!("{objects}{of} seem to have been received by {}{within}.", short_class(&receiver.class)));
    }
}

fn row_ui(ui: &mut Ui, row: &ReferrerRow, others: &[&str], objects: u64, building: Option<NodeIndex>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let alone = row.kept_alone.map_or_else(|| "not tried".to_owned(), words::count);
    let tip = format!(
        "{}\n{}{}\n{} of {} objects are referred to, by {} objects over {} references\n{alone} of them would be garbage without these references{}",
        row.class,
        row.field,
        places_in_words(row),
        words::count(row.referents),
        words::count(objects),
        words::count(row.referrers),
        words::count(row.references),
        if building.is_some() { "\nClick selects the building of the class" } else { "" }
    );
    let listed = NodeRow {
        name: &field_of(row),
        others,
        value: &format!("{}, alone {alone}", words::count(row.referents)),
        fraction: row.referents as f32 / objects.max(1) as f32,
        color: palette.incoming,
        selected: false,
        tip: &tip,
        node: building,
    };
    if node_row(ui, &listed).clicked() {
        commands.extend(building.map(|node| select_order(ui, node)));
    }
}

/// Where the references were stored and those who refer were allocated, a line each.
fn places_in_words(row: &ReferrerRow) -> String {
    let line = |what: &str, place: &Option<SourcePlace>, estimated: u64| {
        place.as_ref().map(|place| format!("\n{what} {}", words::source_place(place, estimated))).unwrap_or_default()
    };
    [line("stored at", &row.stored, 0), line("allocated at", &row.allocated, row.allocated_estimated)].concat()
}

/// The place in the program, as short as it can be told.
fn name_of(row: &ReferrerRow) -> String {
    let field = field_of(row);
    line_of(row).map_or_else(|| field.clone(), |line| format!("{field} ({line})"))
}

fn field_of(row: &ReferrerRow) -> String {
    match (row.precision, row.field.rsplit_once('.')) {
        (Precision::Root, _) => row.field.clone(),
        (Precision::Store | Precision::Holder, Some((_, field))) => format!("{}.{field}", short_class(&row.class)),
        (Precision::Store | Precision::Holder, None) => format!("{}{}", short_class(&row.class).trim_end_matches("[]"), row.field),
    }
}

/// Which line put them there, or made those who refer; that of the application tells more than that of a library which it calls.
fn line_of(row: &ReferrerRow) -> Option<String> {
    let line = |place: &SourcePlace| {
        let frame = if place.domain.is_empty() { &place.site } else { &place.domain };
        words::short_place(frame).unwrap_or_else(|| frame.clone())
    };
    match (&row.stored, &row.allocated) {
        (Some(place), _) => Some(format!("stored at {}", line(place))),
        (None, Some(place)) => Some(format!("made at {}", line(place))),
        (None, None) => None,
    }
}

/// The building of a class, the largest of several.
fn building_of(evolution: &Evolution, class: &str) -> Option<NodeIndex> {
    let found = evolution.find(class).into_iter().filter(|&node| evolution.is_leaf(node));
    found.max_by_key(|&node| evolution.max(analysis::Metric::Objects, node))
}
