//! What the search for leaks has found: a list at the left, one finding in full at the right.

use std::sync::Arc;

use analysis::{FindReport, Finding, GROWING_IN_PROCESSES, MarkKind, Metric, NodeIndex, Place, Severity, Subject, is_field_name};
use bevy_egui::egui::{self, Label, RichText, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, WidgetType, vec2};

use crate::answers::leaks::{CutWords, LeakSearch, SearchState, fault_sentences, finding_lines, holders, short_title};
use crate::answers::places::needed_sentences;
use crate::base::words;
use crate::data::input::annotations::Annotation;
use crate::data::point_range::PointRange;
use crate::data::session::Session;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::state::DrawerTab;
use crate::window::ui::drawer::view::{DrawerView, notice, waiting_ui};
use crate::window::ui::icons::{Icon, paint};
use crate::window::ui::theme::{GAP, Palette, ROW, TEXT_SMALL, TEXT_TITLE};
use crate::window::ui::time_chart::sparkline;
use crate::window::ui::widgets::{main_button, note, section, value_row};

/// Share of the width that the list takes.
const LIST_SHARE: f32 = 0.38;
/// The list is never wider.
const LIST_WIDEST: f32 = 620.0;
/// With less room, what a finding is stands above its buttons.
const ROOM_FOR_KIND: f32 = 520.0;
/// Height of the line over time.
const LINE_HEIGHT: f32 = 54.0;

/// Draws the tab.
pub(super) fn findings_ui(ui: &mut Ui, search: &mut LeakSearch, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    match search.state() {
        SearchState::Unasked(bytes) => {
            if unasked_ui(ui, view.session, bytes) {
                search.start();
            }
        }
        SearchState::Working { step, fraction } => {
            if waiting_ui(ui, "Searching for leaks", &step, fraction) {
                search.stop();
            }
        }
        SearchState::Failed(error) => notice(ui, "The search did not come to an end", error),
        SearchState::Done(report) => {
            let chosen = view.view.finding.min(report.findings.len().saturating_sub(1));
            let told = (&**report, search.sentence(report));
            if report_ui(ui, told, chosen, (search.building(chosen), search.is_behind()), view, commands) {
                search.start();
            }
        }
    }
}

/// Returns whether the search is to start.
fn unasked_ui(ui: &mut Ui, session: &Session, bytes: u64) -> bool {
    ui.add_space(24.0);
    let points = session.evolution.points.len();
    ui.vertical_centered(|ui| {
        ui.label(RichText::new("What leaks, who owns much, what is wasted").strong());
        let heaps = if points == 1 { "the heap".to_owned() } else { format!("the heaps of all {points} points") };
        note(ui, &format!("Reads {heaps} again, {}", words::bytes(bytes)));
        ui.add_space(GAP);
        main_button(ui, "Search for leaks").clicked()
    })
    .inner
}

/// The report with one finding in full, which is about a building if it is in the city. Returns whether to search again,
/// because more points have come.
fn report_ui(
    ui: &mut Ui,
    (report, sentence): (&FindReport, String),
    chosen: usize,
    (node, is_behind): (Option<NodeIndex>, bool),
    view: &DrawerView<'_>,
    commands: &mut Vec<CityCommand>,
) -> bool {
    let mut again = false;
    ui.horizontal(|ui| {
        if is_behind {
            again = ui.button("Search again").on_hover_text("More points have come since").clicked();
        }
        ui.add(Label::new(RichText::new(sentence).strong()).wrap());
        ui.add(Label::new(RichText::new(&report.policy).color(Palette::of_ui(ui).text_weak).size(TEXT_SMALL)).truncate());
    });
    let (room, list) = (ui.available_size(), (LIST_SHARE * ui.available_width()).min(LIST_WIDEST));
    ui.horizontal_top(|ui| {
        let down = egui::Layout::top_down(egui::Align::Min);
        ui.allocate_ui_with_layout(vec2(list, room.y), down, |ui| {
            ScrollArea::vertical()
                .id_salt("findings")
                .auto_shrink(false)
                .show(ui, |ui| list_ui(ui, report, chosen, view.session, commands));
        });
        ui.separator();
        ui.allocate_ui_with_layout(ui.available_size(), down, |ui| {
            ScrollArea::vertical().id_salt(("finding", chosen)).auto_shrink(false).show(ui, |ui| {
                if let Some(finding) = report.findings.get(chosen) {
                    finding_ui(ui, finding, node, view, commands);
                }
            });
        });
    });
    again
}

/// The colour of a finding, by how much it matters.
pub(crate) fn severity_color(palette: &Palette, severity: Severity) -> egui::Color32 {
    match severity {
        Severity::Leak => palette.growth,
        Severity::Owner => palette.attention,
        Severity::Waste => palette.shrink,
    }
}

/// Its sign, which tells the same without colour.
pub(crate) fn severity_icon(severity: Severity) -> Icon {
    match severity {
        Severity::Leak => Icon::Warning,
        Severity::Owner => Icon::Chain,
        Severity::Waste => Icon::Info,
    }
}

/// What a finding is about, in one number: what it grew by, holds or wastes.
fn weight(finding: &Finding) -> String {
    let evidence = &finding.evidence;
    match finding.severity {
        // What somebody does not need need not grow.
        Severity::Leak if evidence.bytes_over_time.is_empty() && finding.kind != GROWING_IN_PROCESSES => words::bytes(evidence.last_bytes),
        Severity::Leak => words::bare_change(Metric::Bytes, i128::from(evidence.last_bytes) - i128::from(evidence.first_bytes)),
        Severity::Owner => words::bytes(evidence.last_bytes),
        Severity::Waste => words::bytes(evidence.wasted_bytes.unwrap_or(evidence.last_bytes)),
    }
}

fn list_ui(ui: &mut Ui, report: &FindReport, chosen: usize, session: &Session, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.spacing_mut().item_spacing.y = 3.0;
    if report.findings.is_empty() {
        let text = match (session.heaps.is_some(), report.too_few.is_some()) {
            _ if session.evolution.is_of_runs() => words::RUNS_ARE_COMPARED.to_owned(),
            (false, _) if session.max_growth > 0 => format!("Nothing stands out {}.", session.range_in_words()),
            (false, _) => format!("{} {}.", words::Change::of(&session.evolution).nothing(), session.range_in_words()),
            (true, true) => "Nobody owns an unusual part of the heap, hardly anything is wasted.".to_owned(),
            (true, false) => "Nothing leaks, nobody owns an unusual part of the heap, hardly anything is wasted.".to_owned(),
        };
        note(ui, &text);
    }
    for (number, finding) in report.findings.iter().enumerate() {
        if row_ui(ui, palette, finding, number == chosen) {
            commands.push(CityCommand::ShowFinding(number));
        }
    }
    for (at, sentence) in needed_sentences(&report.needed).iter().enumerate() {
        if at == 0 {
            section(ui, "Needed");
        }
        note(ui, sentence);
    }
    if !report.waste.is_empty() {
        section(ui, "What could be saved, all in all");
        for waste in &report.waste {
            let value = format!("{} in {}", words::bytes(waste.bytes), words::amount(Metric::Objects, waste.objects));
            value_row(ui, waste.kind.name, &value, palette.text, "");
        }
    }
}

/// One line of the list; returns whether it was clicked.
fn row_ui(ui: &mut Ui, palette: &Palette, finding: &Finding, chosen: bool) -> bool {
    let font = TextStyle::Body.resolve(ui.style());
    let value = ui.painter().layout_no_wrap(weight(finding), font.clone(), palette.text);
    let room = ui.available_width() - value.size().x - 48.0;
    let title = title_of_row(ui, &short_title(finding), font, palette.text, room);
    let height = ROW.max(title.size().y + 8.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, chosen, &finding.title));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        let ground = match chosen {
            true => palette.selection_fill,
            false if response.hovered() || response.has_focus() => palette.control_hot,
            false => palette.card,
        };
        painter.rect_filled(rect, 4, ground);
        let icon = egui::Rect::from_center_size(rect.left_center() + vec2(16.0, 0.0), vec2(15.0, 15.0));
        paint(&painter, icon, severity_icon(finding.severity), severity_color(palette, finding.severity));
        painter.galley(rect.right_center() - vec2(value.size().x + 8.0, 0.5 * value.size().y), value, palette.text);
        painter.galley(rect.left_center() + vec2(30.0, -0.5 * title.size().y), title, palette.text);
    }
    response.on_hover_text(&finding.title).clicked()
}

/// A title in three lines at most, broken where class names join where there is no space; one that is longer still is cut.
fn title_of_row(ui: &Ui, title: &str, font: egui::FontId, color: egui::Color32, width: f32) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple(title.to_owned(), font, color, width);
    job.wrap.max_rows = 3;
    ui.painter().layout_job(job)
}

/// The points between which a finding grew.
fn range_of_growth(session: &Session, finding: &Finding) -> Option<PointRange> {
    let grew = finding.evidence.grew?;
    let points = &session.evolution.points;
    let first = points.partition_point(|point| point.time_millis < grew.from_millis);
    let last = points.partition_point(|point| point.time_millis <= grew.to_millis).checked_sub(1)?;
    (first < last).then_some(PointRange { first, last })
}

fn finding_ui(ui: &mut Ui, finding: &Finding, node: Option<NodeIndex>, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let kind = || Label::new(RichText::new(finding.kind.name).color(severity_color(palette, finding.severity)).strong()).truncate();
    let narrow = ui.available_width() < ROOM_FOR_KIND;
    if narrow {
        ui.add(kind()).on_hover_text(finding.kind.meaning);
    }
    if narrow {
        // From the left, in as many rows as it takes.
        ui.horizontal_wrapped(|ui| {
            ACTS.into_iter().rev().for_each(|act| act_ui(ui, act, finding, node, view, commands));
        });
    } else {
        // The one thing to do next is higher than the buttons beside it.
        let buttons = vec2(ui.available_width(), ROW + 4.0);
        ui.allocate_ui_with_layout(buttons, egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ACTS.into_iter().for_each(|act| act_ui(ui, act, finding, node, view, commands));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| ui.add(kind()).on_hover_text(finding.kind.meaning));
        });
    }
    ui.add(Label::new(RichText::new(&finding.title).size(TEXT_TITLE).strong()).wrap().selectable(true));
    ui.add(Label::new(RichText::new(&finding.why).color(palette.text_weak)).wrap().selectable(true));
    let (metric, series) = finding.over_time();
    if series.len() > 2 {
        // Of selected points only what they have is known.
        let from = view.session.first_point.min(view.session.evolution.points.len().saturating_sub(series.len()));
        let places: Vec<(usize, u64)> = (from..).zip(series.iter().copied()).collect();
        let (points, color) = (&view.session.evolution.points, severity_color(palette, finding.severity));
        let (line, _) = sparkline(ui, points, &places, (view.view.time.point, view.view.range), color, LINE_HEIGHT);
        let what = if view.session.evolution.subject == Subject::Heap { "What it holds at" } else { "What died until" };
        line.on_hover_text(format!("{what} every point, in {}", words::metric_word(metric)));
    }
    if let Some(range) = range_of_growth(view.session, finding).filter(|&range| range != view.session.range) {
        let button = ui.button(format!("Select points {range}, in which it grew"));
        if button.on_hover_text("Colours, lists and numbers are then about this stretch of time").clicked() {
            commands.push(CityCommand::SelectPoints(Some(range)));
        }
    }
    if !finding.keepers.is_empty() {
        section(ui, if finding.severity == Severity::Waste { "Where most of it is" } else { "Kept alive by" });
    }
    for keeper in &finding.keepers {
        ui.add(Label::new(RichText::new(&keeper.holder).color(palette.incoming).strong()).wrap().selectable(true));
        note(ui, &format!("{}: {}", keeper.root_kind, words::objects_and_bytes(keeper.objects, keeper.bytes)));
        if keeper.chain.len() > 1 {
            note(ui, &keeper.chain.join(" \u{203A} "));
        }
    }
    for fault in fault_sentences(finding) {
        ui.add(Label::new(RichText::new(format!("{fault}.")).color(palette.attention)).wrap().selectable(true));
    }
    if let Some(CutWords { names, rest, .. }) = CutWords::of(finding) {
        section(ui, "Where to cut");
        let all = if names.len() > 1 { "All of them" } else { "It" };
        ui.add(Label::new(RichText::new(names.join("\n")).strong().color(palette.attention)).wrap().selectable(true));
        let lets_go = if finding.cut.fields.is_empty() { "" } else { " must let go" };
        note(ui, &format!("{all}{lets_go}{rest}"));
    }
    section(ui, "Next");
    ui.add(Label::new(&finding.next).wrap().selectable(true));
    needed_ui(ui, finding, commands);
    ui.add_space(GAP);
}

/// What can be done with a finding.
#[derive(Clone, Copy)]
enum Act {
    Copy,
    Keepers,
    Collection,
    Show,
}

/// From the right.
const ACTS: [Act; 4] = [Act::Copy, Act::Keepers, Act::Collection, Act::Show];

/// Draws the button of an act, if it makes sense.
fn act_ui(ui: &mut Ui, act: Act, finding: &Finding, node: Option<NodeIndex>, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let evolution = &view.session.evolution;
    let lives = evolution.subject == Subject::Heap;
    let has_holders = lives && (view.session.heaps.is_some() || evolution.references.iter().any(Option::is_some));
    let button = match (act, node) {
        (Act::Copy, _) => ui.button("Copy").on_hover_text("This finding as text, for a ticket"),
        (Act::Keepers, Some(_)) if has_holders => ui.button("Who keeps it alive").on_hover_text("The graph of holders"),
        (Act::Collection, _) if finding.evidence.collection.is_some() && view.session.heaps.is_some() => {
            ui.button("Its collection").on_hover_text("How it grows, what lies within it, and its district in the city")
        }
        (Act::Show, Some(_)) => main_button(ui, "Show in the city").on_hover_text("Selects the building and flies there"),
        _ => return,
    };
    if !button.clicked() {
        return;
    }
    match (act, node) {
        (Act::Keepers, Some(node)) => commands.extend([CityCommand::Select(Some(node)), CityCommand::ShowTab(DrawerTab::Graph)]),
        (Act::Collection, _) => {
            let collection = finding.evidence.collection.iter();
            commands.extend(collection.flat_map(|found| CityCommand::collection(&found.owner, &found.class)));
        }
        (Act::Show, Some(node)) => commands.extend(CityCommand::show(node)),
        _ => ui.ctx().copy_text(finding_lines(finding).join("\n") + "\n"),
    }
}

/// Whoever knows that a finding is none says so of the fields that keep it, or of its class where others do.
fn needed_ui(ui: &mut Ui, finding: &Finding, commands: &mut Vec<CityCommand>) {
    let fields = holders(finding);
    let names = if !fields.is_empty() && fields.iter().all(|name| is_field_name(name)) {
        fields.into_iter().map(String::as_str).collect()
    } else {
        vec![finding.blamed()]
    };
    let places: Vec<Place> = names.into_iter().filter_map(Place::parse).collect();
    if finding.severity == Severity::Waste || places.is_empty() {
        return;
    }
    let names: Vec<String> = places.iter().map(ToString::to_string).collect();
    let tip = format!("Marks {} as needed: it is no finding any more, here and in later data of the same folder", names.join(" and "));
    if ui.button("It is needed").on_hover_text(tip).clicked() {
        let marks = places.into_iter().map(|place| Annotation::Mark(place, Some(MarkKind::Needed)));
        commands.push(ShellCommand::Annotate(marks.collect()).into());
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::windows::RunParts;
    use crate::base::settings::CitySettings;
    use crate::test_samples::travel_shop;
    use crate::view::command::CameraCommand;
    use crate::view::command::apply;
    use crate::view::state::ViewState;

    struct Stage {
        search: LeakSearch,
        session: Arc<Session>,
        view: ViewState,
        told: Vec<CityCommand>,
    }

    fn draw(ui: &mut Ui, stage: &mut Stage) {
        let kind = crate::data::input::series::DatasetKind::HeapDumps;
        stage.search.follow(&stage.session, kind, true);
        let mut commands = Vec::new();
        let parts = RunParts::default();
        let view = DrawerView::new(&stage.session, &stage.view, &parts);
        findings_ui(ui, &mut stage.search, &view, &mut commands);
        for command in commands {
            stage.told.push(command.clone());
            apply(&mut stage.view, &mut CitySettings::default(), &stage.session, command);
        }
    }

    fn harness(session: Arc<Session>) -> Harness<'static, Stage> {
        let mut view = ViewState::default();
        view.for_new_dataset(session.evolution.points.len());
        let stage = Stage { search: LeakSearch::default(), session, view, told: Vec::new() };
        let harness = Harness::builder().with_size(vec2(1200.0, 360.0)).build_ui_state(draw, stage);
        crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
        harness
    }

    #[test]
    fn findings_are_listed_told_in_full_and_lead_to_the_city() {
        let mut harness = harness(travel_shop(&[]));
        while harness.query_all_by_label_contains("Kept alive by").next().is_none() {
            harness.step();
            std::thread::yield_now();
        }
        assert!(harness.query_all_by_label_contains("travelshop.business.JourneyService.SEARCH_CACHE").next().is_some());
        harness.get_by_label("Show in the city").click();
        harness.run_steps(3);
        let stage = harness.state();
        let [CityCommand::Select(Some(node)), CityCommand::Camera(CameraCommand::FlyTo(flown))] = stage.told[..] else {
            panic!("{:?}", stage.told)
        };
        assert_eq!(node, flown);
        let second = match stage.search.state() {
            SearchState::Done(report) => report.findings[1].title.clone(),
            other => panic!("{other:?}"),
        };
        harness.get_by_label(&second).click();
        harness.run_steps(3);
        assert_eq!(harness.state().view.finding, 1);
    }

    #[test]
    fn inputs_without_objects_say_what_grew_and_what_would_tell_more() {
        let harness = harness(Arc::new(crate::test_sessions::session(&[&[("a", 1)], &[("a", 3)]])));
        assert!(harness.query_all_by_label_contains("a grew from 1 to 3 objects").next().is_some());
        assert!(harness.query_by_label_contains("Take heap dumps, or record a trace").is_some());
    }

    #[test]
    fn titles_in_lists_are_short() {
        let mut finding = travel_shop_finding();
        assert_eq!(short_title(&finding), "Location piles up in JourneyService.SEARCH_CACHE");
        finding.title = "447445 arrays hold one value only, mostly int[]: 5.8 % of the heap".into();
        assert_eq!(short_title(&finding), finding.title);
    }

    #[test]
    fn every_kind_is_shown_by_its_own_name() {
        let session = Arc::new(crate::test_sessions::session(&[&[("a", 1)]]));
        let kinds = analysis::finding_kinds();
        for kind in kinds {
            let (session, finding) = (Arc::clone(&session), Finding { kind, ..travel_shop_finding() });
            let draw = move |ui: &mut Ui| {
                let (parts, shown) = (RunParts::default(), ViewState::default());
                let view = DrawerView::new(&session, &shown, &parts);
                finding_ui(ui, &finding, None, &view, &mut Vec::new());
            };
            let harness = Harness::builder().with_size(vec2(900.0, 360.0)).build_ui(draw);
            assert!(harness.query_by_label(kind.name).is_some(), "{}", kind.key);
        }
    }

    fn travel_shop_finding() -> Finding {
        Finding {
            kind: analysis::FindingKind::new("growing_container", "Growing container", "One field holds more and more objects."),
            severity: Severity::Leak,
            title: "shop.business.Location piles up in shop.business.JourneyService.SEARCH_CACHE".into(),
            why: String::new(),
            evidence: analysis::Evidence::default(),
            groups: Vec::new(),
            keepers: vec![analysis::Keeper {
                root_kind: "static field".into(),
                holder: "shop.business.JourneyService.SEARCH_CACHE".into(),
                objects: 1,
                bytes: 16,
                chain: Vec::new(),
                faulty: None,
            }],
            cut: analysis::Cut::default(),
            next: String::new(),
        }
    }
}
