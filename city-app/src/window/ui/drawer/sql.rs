//! Questions in SQL: what is asked, the answer as a table, and the buildings that it is about, which are selected.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use analysis::{NodeIndex, holds_tables};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Align, FontId, Key, Label, Layout, Modifiers, RichText, Sense, TextEdit, TextStyle, Ui, vec2};
use egui_extras::{Column, TableBuilder};
use fleet::Table;

use crate::answers::sql::{MOST_ROWS, SqlQuestion, SqlRows, cell_text};
use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::view::{DrawerView, notice, waiting_ui};
use crate::window::ui::regions::name_field;
use crate::window::ui::row_keys;
use crate::window::ui::theme::{GAP, Palette, ROW, TEXT_SMALL};
use crate::window::ui::widgets::{main_button, note, whole_at_once};

/// Rows of the field that are always there.
const FIELD_ROWS: usize = 5;
/// Width of the button beside it.
const BUTTON: f32 = 84.0;
/// Height of a row.
const LINE: f32 = 24.0;
/// Widths of columns, before somebody drags their edges.
const OF_NUMBERS: f32 = 104.0;
const LEAST_OF_TEXTS: f32 = 48.0;
const MOST_OF_TEXTS: f32 = 560.0;
/// What a letter takes, and what stands beside them.
const LETTER: f32 = 7.0;
const BESIDE: f32 = 12.0;
/// Rows that tell how wide a column is.
const MEASURED_ROWS: usize = 200;

/// Width of what examples are called.
const OF_NAMES: f32 = 190.0;

/// What a question is called, and how it is asked.
type Example = (&'static str, &'static str);

/// Questions to begin with where tables are those of many processes, each with points of its own.
const OF_FLEETS: [Example; 4] = [
    (
        "Which groups grew most",
        "select service, version, path, count(*) as processes, sum(more_bytes) as more_bytes from growth\nwhere is_leaf group by service, version, path order by more_bytes desc limit 20",
    ),
    (
        "What leaks in how many",
        "select service, version, field, class, count(*) as processes, sum(more_bytes) as more_bytes from leaks\ngroup by service, version, field, class order by processes desc, more_bytes desc",
    ),
    (
        "How large each became",
        "select service, version, host, process, first_bytes, last_bytes, more_bytes from growth\nwhere depth = 0 order by last_bytes desc",
    ),
    ("What is said of each", "select service, version, host, process, verdict, points from runs\norder by service, version, host, process"),
];

/// Questions to begin with: what they answer, and how they are asked at a point.
const EXAMPLES: [Example; 6] = [
    ("Which groups grew most", "select path, more_objects, more_bytes from growth\nwhere is_leaf order by more_bytes desc limit 20"),
    ("Largest classes", "select class, objects, bytes from histogram\nwhere point = POINT order by bytes desc limit 20"),
    (
        "Biggest owners",
        "select class, count(*) as owners, sum(retained) as retained from owners\nwhere point = POINT group by class order by retained desc limit 20",
    ),
    (
        "Who refers to strings",
        "select referrer as class, field, referrers, targets from referrers\nwhere point = POINT and class = 'java.lang.String' order by targets desc limit 20",
    ),
    (
        "Long arrays",
        "select class, length, shallow, retained from objects\nwhere point = POINT and length > 1000 order by length desc limit 50",
    ),
    ("What find says", "select kind, severity, class, title, next from findings order by rank"),
];

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct SqlTab {
    text: String,
    /// What was asked last.
    asked: Option<SqlQuestion>,
    answers: Background<SqlQuestion, SqlRows>,
    shown: Option<Shown>,
    /// Files that were looked at, and whether they are tables of many processes.
    looked_at: Option<(Vec<PathBuf>, bool)>,
}

/// An answer in a city.
#[derive(Debug)]
struct Shown {
    rows: Arc<SqlRows>,
    session: Arc<Session>,
    /// The groups of each row.
    groups: Vec<Vec<NodeIndex>>,
    /// Of each column how many letters its longest cell has, its name included.
    letters: Vec<usize>,
    /// The row that was chosen last.
    chosen: Option<usize>,
}

impl SqlTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        if view.session.evolution.is_of_runs() {
            notice(ui, "Runs are no tables", "Open one of them: then it can be asked in SQL.");
            return;
        }
        if view.paths.is_empty() || view.is_reading {
            let text = "What has been read as a whole from files can be asked in SQL. A recording can be saved, and opened then.";
            notice(ui, "There are no files to ask yet", text);
            return;
        }
        let are_of_fleet = match &self.looked_at {
            Some((paths, are_of_fleet)) if paths == view.paths => *are_of_fleet,
            _ => {
                let are_of_fleet = view.session.evolution.is_of_shares() && view.paths.iter().all(|path| holds_tables(path));
                self.looked_at.insert((view.paths.to_vec(), are_of_fleet)).1
            }
        };
        let wants = self.field_ui(ui, view, are_of_fleet);
        if wants && !self.text.trim().is_empty() {
            let heaps = view.session.heaps.clone();
            self.answers.clear();
            self.asked = Some(SqlQuestion { paths: view.paths.into(), heaps, text: self.text.clone() });
        }
        let Some(asked) = self.asked.clone() else {
            self.examples_ui(ui, view, are_of_fleet);
            return;
        };
        self.answers.poll();
        let question = asked.clone();
        self.answers.ask(asked.clone(), move |progress| question.ask(progress));
        let rows = match self.answers.answer(&asked) {
            Answer::Ready(rows) => Arc::clone(rows),
            Answer::Failed(error) => {
                let color = Palette::of_ui(ui).error;
                ui.add(Label::new(RichText::new(error).color(color)).wrap().selectable(true));
                return;
            }
            Answer::Working { step, fraction } => {
                if waiting_ui(ui, "Asking the heap", &step, fraction) {
                    self.answers.cancel();
                    self.asked = None;
                }
                return;
            }
            Answer::None => return,
        };
        let is_known =
            self.shown.as_ref().is_some_and(|shown| Arc::ptr_eq(&shown.rows, &rows) && Arc::ptr_eq(&shown.session, view.session));
        if !is_known {
            let groups = rows.groups(view.session);
            let is_new = self.shown.as_ref().is_none_or(|shown| !Arc::ptr_eq(&shown.rows, &rows));
            let letters = letters(&rows);
            self.shown = Some(Shown { rows, session: Arc::clone(view.session), groups, letters, chosen: None });
            if is_new {
                self.select_all(commands);
            }
        }
        if let Some(shown) = &mut self.shown {
            answer_ui(ui, shown, view, commands);
        }
    }

    /// The field and what stands beside it. Returns whether somebody wants an answer.
    fn field_ui(&mut self, ui: &mut Ui, view: &DrawerView<'_>, are_of_fleet: bool) -> bool {
        let mut wants = false;
        ui.horizontal_top(|ui| {
            let font = TextStyle::Monospace.resolve(ui.style());
            let width = ui.available_width() - BUTTON - GAP;
            let field = TextEdit::multiline(&mut self.text)
                .id_salt("question in SQL")
                .font(FontId::monospace(font.size))
                .hint_text("select class, objects, bytes from histogram order by bytes desc")
                .desired_rows(FIELD_ROWS)
                .desired_width(width);
            let field = name_field(ui.add(field), "Question in SQL");
            let enters = field.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
            ui.vertical(|ui| {
                ui.set_width(BUTTON);
                wants = main_button(ui, "Ask").on_hover_text("Ctrl+Enter in the field").clicked() || enters;
                ui.menu_button("Examples", |ui| {
                    for &(name, question) in examples(are_of_fleet) {
                        if ui.button(name).on_hover_text(question).clicked() {
                            self.text = at_point(question, view);
                            ui.close();
                        }
                    }
                });
                ui.menu_button("Tables", |ui| {
                    for table in Table::ALL {
                        let columns =
                            || table.columns().map(|column| format!("{}: {}", column.name, column.meaning)).collect::<Vec<_>>().join("\n");
                        let button = ui
                            .button(table.name())
                            .on_hover_ui(|ui| _ = ui.label(format!("A row is {}.\n\n{}", table.meaning(), columns())));
                        if button.clicked() {
                            // Each process has points of its own.
                            let at = if are_of_fleet { "" } else { " where point = POINT" };
                            self.text = at_point(&format!("select * from {}{at} limit 100", table.name()), view);
                            ui.close();
                        }
                    }
                });
            });
        });
        wants
    }

    /// What can be asked, before anything is.
    fn examples_ui(&mut self, ui: &mut Ui, view: &DrawerView<'_>, are_of_fleet: bool) {
        note(ui, "All that was read is in tables. What the rows of an answer name is selected in the city.");
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for &(name, question) in examples(are_of_fleet) {
                ui.horizontal(|ui| {
                    if ui.add_sized([OF_NAMES, LINE], egui::Button::new(name)).clicked() {
                        self.text = at_point(question, view);
                    }
                    let question = RichText::new(at_point(question, view).replace('\n', " "))
                        .monospace()
                        .size(TEXT_SMALL)
                        .color(Palette::of_ui(ui).text_weak);
                    ui.add(Label::new(question).truncate());
                });
            }
        });
    }

    /// Selects all buildings of the answer; the first row leads.
    fn select_all(&self, commands: &mut Vec<CityCommand>) {
        let Some(shown) = &self.shown else { return };
        let mut seen = BTreeSet::new();
        let mut nodes: Vec<NodeIndex> = shown.groups.iter().flatten().copied().filter(|&node| seen.insert(node)).collect();
        nodes.reverse();
        if !nodes.is_empty() {
            commands.push(CityCommand::SelectAll(nodes));
        }
    }
}

fn examples(are_of_fleet: bool) -> &'static [Example] {
    if are_of_fleet { &OF_FLEETS } else { &EXAMPLES }
}

/// A question about the point shown.
fn at_point(question: &str, view: &DrawerView<'_>) -> String {
    question.replace("POINT", &(view.view.time.point + 1).to_string())
}

/// How many letters the longest cell of each column has, its name included, as far as rows are measured.
fn letters(answer: &SqlRows) -> Vec<usize> {
    let longest = |(column, name): (usize, &String)| {
        let cells = answer.rows.iter().take(MEASURED_ROWS).map(|row| cell_text(&row[column]).chars().count());
        cells.fold(name.chars().count(), usize::max)
    };
    answer.columns.iter().enumerate().map(longest).collect()
}

/// How wide the columns are in a room: numbers alike, texts as they are long, and where all of them find no room, the longest become narrower.
fn widths(letters: &[usize], are_numbers: &[bool], room: f32) -> Vec<f32> {
    let wanted = |(&letters, is_number): (&usize, &bool)| {
        if *is_number { OF_NUMBERS } else { (letters as f32 * LETTER + BESIDE).clamp(LEAST_OF_TEXTS, MOST_OF_TEXTS) }
    };
    let mut widths: Vec<f32> = letters.iter().zip(are_numbers).map(wanted).collect();
    let mut longest: Vec<usize> = (0..widths.len()).filter(|&column| !are_numbers[column]).collect();
    longest.sort_by(|&a, &b| widths[b].total_cmp(&widths[a]));
    for alike in 1..=longest.len() {
        let too_much = widths.iter().sum::<f32>() - room;
        let next = longest.get(alike).map_or(LEAST_OF_TEXTS, |&column| widths[column]);
        if too_much <= 0.0 {
            break;
        }
        let width = (widths[longest[0]] - too_much / alike as f32).max(next);
        longest[..alike].iter().for_each(|&column| widths[column] = width);
    }
    widths
}

/// The rows; a click on one selects its buildings.
fn answer_ui(ui: &mut Ui, shown: &mut Shown, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let Shown { rows: answer, groups, letters, chosen, .. } = shown;
    let SqlRows { columns, rows, has_more } = &**answer;
    let count = words::count(rows.len() as u64);
    let buildings = groups.iter().flatten().collect::<BTreeSet<_>>().len();
    let told = match (rows.len(), has_more) {
        (0, _) => "No row answers it".to_owned(),
        (1, _) => "1 row".to_owned(),
        (_, false) => format!("{count} rows"),
        (_, true) => {
            format!("The first {} rows; ask for fewer (limit), or take memory-city sql with --csv", words::count(MOST_ROWS as u64))
        }
    };
    let selected = match buildings {
        0 => String::new(),
        1 => ", about 1 building".to_owned(),
        more => format!(", about {} buildings", words::count(more as u64)),
    };
    ui.label(RichText::new(format!("{told}{selected}")).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak));
    if rows.is_empty() {
        return;
    }
    let list = row_keys::list_ui(ui, ui.id().with("answer"), ui.available_rect_before_wrap(), Role::Grid, "Answer");
    let lead = view.view.selection.lead();
    let is_of = |row: &usize| lead.is_some_and(|lead| groups[*row].contains(&lead));
    let at = chosen.filter(is_of).or_else(|| (0..rows.len()).find(is_of));
    let by_key = row_keys::row_by_key(ui, at, rows.len(), (list.rect.height() / LINE) as usize).filter(|_| list.has_focus());
    // A row without a building cannot be where one is.
    let has_building = |row: &usize| !groups[*row].is_empty();
    let by_key = by_key.and_then(|row| {
        let [before, behind] = [(0..=row).rfind(has_building), (row..rows.len()).find(has_building)];
        if at.is_some_and(|at| row < at) { before.or(behind) } else { behind.or(before) }
    });
    let are_numbers: Vec<bool> = (0..columns.len()).map(|column| answer.is_of_numbers(column)).collect();
    ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
    let widths = widths(letters, &are_numbers, ui.available_width() - GAP * columns.len() as f32);
    let mut clicked = by_key;
    let mut marked = None;
    egui::ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        let mut table = TableBuilder::new(ui)
            .id_salt(("answer", columns))
            .striped(true)
            .sense(Sense::CLICK)
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center));
        for width in widths {
            table = table.column(Column::initial(width).at_least(LEAST_OF_TEXTS).resizable(true).clip(true));
        }
        if let Some(row) = by_key {
            table = table.scroll_to_row(row, None);
        }
        let aligned = |is_number: bool| if is_number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
        table
            .header(ROW, |mut header| {
                for (column, is_number) in columns.iter().zip(&are_numbers) {
                    header.col(|ui| {
                        ui.with_layout(aligned(*is_number), |ui| ui.add(Label::new(RichText::new(column).strong()).truncate()));
                    });
                }
            })
            .body(|body| {
                body.rows(LINE, rows.len(), |mut line| {
                    let place = line.index();
                    line.set_selected(groups[place].iter().any(|&node| view.view.selection.contains(node)));
                    let mut whole = egui::Rect::NOTHING;
                    for (value, is_number) in rows[place].iter().zip(&are_numbers) {
                        line.col(|ui| {
                            whole = whole.union(ui.max_rect());
                            let text = cell_text(value);
                            let label = Label::new(&text).selectable(false).truncate().show_tooltip_when_elided(false);
                            let cell = ui.with_layout(aligned(*is_number), |ui| ui.add(label)).inner;
                            whole_at_once(cell, &text);
                        });
                    }
                    if at == Some(place) {
                        let cells: Vec<String> = rows[place].iter().map(cell_text).collect();
                        marked = Some((cells.join(", "), whole));
                    }
                    if line.response().clicked() {
                        clicked = Some(place);
                    }
                });
            });
    });
    if let Some((told, place)) = marked {
        row_keys::tell_row(ui, list.id, || told, place);
    }
    *chosen = clicked.or(*chosen);
    match clicked.map(|row| &*groups[row]) {
        None | Some([]) => {}
        Some(&[node]) => commands.push(CityCommand::Select(Some(node))),
        Some(several) => commands.push(CityCommand::SelectAll(several.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::windows::RunParts;
    use crate::test_samples::travel_shop;
    use crate::view::state::ViewState;

    struct State {
        tab: SqlTab,
        commands: Vec<CityCommand>,
    }

    fn harness() -> (Harness<'static, State>, Arc<Session>) {
        let session = travel_shop(&[]);
        let shown = Arc::clone(&session);
        let paths = session.heaps.as_ref().expect("has heaps").inputs();
        let draw = move |ui: &mut Ui, state: &mut State| {
            let (parts, view) = (RunParts::default(), ViewState::default());
            let view = DrawerView { paths: &paths, ..DrawerView::new(&shown, &view, &parts) };
            state.tab.show(ui, &view, &mut state.commands);
        };
        let state = State { tab: SqlTab::default(), commands: Vec::new() };
        (Harness::builder().with_size(vec2(900.0, 360.0)).build_ui_state(draw, state), session)
    }

    fn answered(harness: &mut Harness<'_, State>, question: &str) {
        harness.state_mut().tab.text = question.to_owned();
        harness.run_ok();
        harness.get_by_label("Ask").click();
        harness.step();
        harness.step();
        while harness.state().tab.answers.is_working() {
            std::thread::sleep(std::time::Duration::from_millis(20));
            harness.step();
        }
        harness.step();
    }

    #[test]
    fn an_answer_selects_its_buildings_and_a_row_its_own() {
        let (mut harness, session) = harness();
        answered(&mut harness, "select path, more_bytes from growth where is_leaf order by more_bytes desc limit 3");
        let Some(CityCommand::SelectAll(nodes)) = harness.state().commands.last().cloned() else { panic!("selects the buildings") };
        assert_eq!(nodes.len(), 3);
        // The strongest leads.
        let growth = |node: NodeIndex| session.growth(analysis::Metric::Bytes, node);
        assert!(growth(nodes[2]) >= growth(nodes[1]) && growth(nodes[1]) >= growth(nodes[0]) && growth(nodes[0]) > 0);
        harness.state_mut().commands.clear();
        let key = session.evolution.nodes[nodes[1].at()].key.to_string();
        harness.get_by_label(&key).click();
        harness.step();
        assert_eq!(harness.state().commands, [CityCommand::Select(Some(nodes[1]))]);
    }

    #[test]
    fn long_texts_give_their_room_to_short_ones() {
        let row = vec!["travel".into(), "x".repeat(60).into(), "y".repeat(40).into(), 5.into()];
        let columns = ["service", "path", "class", "more"].map(str::to_owned).into();
        let answer = SqlRows { columns, rows: vec![row], has_more: false };
        let told = |room: f32| widths(&letters(&answer), &[false, false, false, true], room);
        assert_eq!(told(2000.0), [61.0, 432.0, 292.0, OF_NUMBERS]);
        assert_eq!(told(789.0), [61.0, 332.0, 292.0, OF_NUMBERS]);
        assert_eq!(told(565.0), [61.0, 200.0, 200.0, OF_NUMBERS]);
        assert_eq!(told(10.0), [LEAST_OF_TEXTS, LEAST_OF_TEXTS, LEAST_OF_TEXTS, OF_NUMBERS]);
    }

    #[test]
    fn what_is_wrong_with_a_question_is_told_with_its_place() {
        let (mut harness, _) = harness();
        answered(&mut harness, "select clas from histogram");
        assert!(harness.query_by_label_contains("line 1, column 8").is_some());
        assert_eq!(harness.state().commands, []);
    }
}
