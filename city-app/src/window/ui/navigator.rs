//! The navigator: findings, groupings, presets, filters.

use analysis::{Finding, GroupingPreset, Metric, NodeIndex, Subject};
use bevy_egui::egui::{self, ScrollArea, Ui};

use super::drawer::{severity_color, severity_icon};
use super::guide::{BULB, HintsView};
use super::icons::{Icon, icon_button, icon_label};
use super::inspector::{growers_ui, growth_is_overall};
use super::theme::{GAP, Palette};
use super::widgets::{NodeRow, check_box, main_button, node_row, note, section, switch, unbroken};
use crate::answers::leaks::short_title;
use crate::answers::windows::SuggestedRange;
use crate::base::presets::Preset;
use crate::base::settings::{CitySettings, Direction};
use crate::base::words::{self, Change};
use crate::data::point_range::PointRange;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::hint_key::Anchor;
use crate::view::inspection::ListedNode;
use crate::view::selection::Selection;
use crate::view::state::Panel;

/// What the navigator shows.
pub(crate) struct NavigatorView<'a> {
    /// What the city is of.
    pub(crate) subject: Subject,
    /// What its groups do from point to point.
    pub(crate) change: Change,
    /// What stands out; nothing of findings that the drawer shows.
    pub(crate) hints: HintsView<'a>,
    /// Whether what died can be shown, too, or what lives in its place.
    pub(crate) has_lives: bool,
    /// What was found, with the buildings; at most as many as there is room for.
    pub(crate) findings: &'a [(&'a Finding, Option<NodeIndex>)],
    /// The drawer tells the same findings in full.
    pub(crate) are_in_drawer: bool,
    /// How far the search for leaks is, if it runs.
    pub(crate) searching: Option<&'a str>,
    pub(crate) growers: &'a [ListedNode],
    /// The stretch of time in which they grew, in words.
    pub(crate) range: &'a str,
    /// Stretches of time that are worth a look, and the one that is selected.
    pub(crate) suggested: &'a [SuggestedRange],
    pub(crate) selected_range: Option<PointRange>,
    pub(crate) selection: &'a Selection,
    pub(crate) settings: &'a CitySettings,
    /// What growth is counted in.
    pub(crate) metric: Metric,
    /// The classifiers that the city is grouped by, outermost first.
    pub(crate) grouping: &'a [String],
    /// The grouping editor can be used: there are heap dumps or traces.
    pub(crate) editable: bool,
    /// The groupings that are one click away.
    pub(crate) quick: &'a [GroupingPreset],
    /// All classifiers that the input can be grouped by; empty when it is grouped already.
    pub(crate) classifiers: &'a [String],
    /// Names of the presets and their settings.
    pub(crate) presets: &'a [(Preset, CitySettings)],
}

/// Draws the navigator.
pub(crate) fn navigator_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        subject_ui(ui, view, commands);
        findings_ui(ui, view, commands);
        suggested_ui(ui, view, commands);
        grouping_ui(ui, view, commands);
        presets_ui(ui, view, commands);
        filters_ui(ui, view, commands);
        ui.add_space(GAP);
    });
}

/// What the city is of: a recording tells of the living and of the dead.
fn subject_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    if !view.has_lives {
        return;
    }
    let choices = [
        (Subject::Heap, "What lives", "The heap at each point  (J)"),
        (Subject::Garbage, "What died", "The garbage that piles up from point to point  (J)"),
    ];
    ui.horizontal(|ui| {
        if let Some(subject) = switch(ui, view.subject, &choices) {
            commands.push(ShellCommand::Show(subject, Vec::new()).into());
        }
    });
}

fn findings_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    section(ui, "Findings");
    if let Some(step) = view.searching {
        ui.horizontal(|ui| {
            ui.add(egui::Spinner::new().size(13.0));
            note(ui, step);
        });
    }
    for (number, &(finding, node)) in view.findings.iter().enumerate() {
        finding_ui(ui, number, finding, node, view, commands);
    }
    if view.findings.is_empty() {
        let is_single = view.growers.first().is_some_and(|grower| grower.sized.is_some());
        let text = if view.change == Change::Difference {
            words::RUNS_ARE_COMPARED.to_owned()
        } else if is_single {
            "Nothing stands out at this point.".to_owned()
        } else if view.growers.is_empty() {
            format!("{} {}.", view.change.nothing(), view.range)
        } else {
            "Nothing stands out.".to_owned()
        };
        note(ui, &text);
    }
    if !view.growers.is_empty() {
        let sized = view.growers.first().and_then(|grower| grower.sized);
        section(ui, words::strongest(view.change, sized));
        growth_is_overall(ui, view.growers.first().and_then(|grower| grower.sized), view.range);
        ui.scope(|ui| growers_ui(ui, view.growers, view.metric, view.selection, commands));
    }
}

/// Stretches of time, one click away: a second one shows all points again.
fn suggested_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    if view.suggested.is_empty() {
        return;
    }
    section(ui, "Look at a part of the time");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for SuggestedRange { name, range, why, .. } in view.suggested {
            let selected = view.selected_range == Some(*range);
            let value = range.to_string();
            let tip = format!("{why} {}", if selected { "Click for all points" } else { "Click to look at these points alone" });
            let color = Palette::of_ui(ui).attention;
            let row = NodeRow { name, value: &value, fraction: 0.0, color, selected, tip: &tip, node: None, others: &[] };
            if node_row(ui, &row).clicked() {
                commands.push(CityCommand::SelectPoints(Some(*range).filter(|_| !selected)));
            }
        }
    });
}

/// Shows the building of a card, unless it is the selected one.
fn show_button(ui: &mut Ui, node: NodeIndex, selection: &Selection, commands: &mut Vec<CityCommand>) {
    let selected = selection.contains(node);
    let button = ui.add_enabled(!selected, egui::Button::new(if selected { "Selected" } else { "Show it" }));
    if button.on_hover_text("Selects the building and flies there").clicked() {
        commands.extend(CityCommand::show(node));
    }
}

/// The card of a finding.
fn finding_ui(
    ui: &mut Ui,
    number: usize,
    finding: &Finding,
    node: Option<NodeIndex>,
    view: &NavigatorView<'_>,
    commands: &mut Vec<CityCommand>,
) {
    let palette = Palette::of_ui(ui);
    let card = super::theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            icon_label(ui, severity_icon(finding.severity), severity_color(palette, finding.severity));
            ui.add(egui::Label::new(unbroken(&short_title(finding))).wrap());
        });
        ui.horizontal(|ui| {
            if let Some(node) = node {
                show_button(ui, node, view.selection, commands);
            }
            let is_dead = view.subject == Subject::Garbage;
            let why =
                if is_dead { "Where it is made, and what may be the reason" } else { "Who keeps it alive and where to cut, in the drawer" };
            if (view.are_in_drawer || is_dead) && ui.button("Why").on_hover_text(why).clicked() {
                commands.push(CityCommand::ShowFinding(number));
            }
            let anchor = Anchor::Finding(number);
            let room = view.hints.room(anchor);
            if room > 0.0 {
                let (place, _) = ui.allocate_exact_size(egui::vec2(room, BULB), egui::Sense::hover());
                view.hints.bulbs_ui(ui, anchor, place.right_center(), commands);
            }
        });
    });
    card.response.on_hover_text(format!("{}\n{}", finding.title, finding.next));
}

fn grouping_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    section(ui, "Grouping");
    if view.classifiers.is_empty() {
        let text = if view.grouping.is_empty() { "as the input says".to_owned() } else { view.grouping.join(" › ") };
        ui.add(egui::Label::new(text).wrap());
        note(ui, "This input is grouped already. Heap dumps and traces can be grouped anew.");
        return;
    }
    if view.editable {
        let steps = view.grouping.join(" \u{203A} ");
        ui.add(egui::Label::new(steps).wrap()).on_hover_text("What the city is grouped by, outermost first");
        quick_ui(ui, view, commands);
        let edit = ui.button("Change the grouping…").on_hover_text("Presets, classifiers, filters, your own expressions (G)");
        if edit.clicked() {
            commands.push(CityCommand::Toggle(Panel::Grouping));
        }
        return;
    }
    let id = ui.id().with("grouping draft");
    let mut draft: Vec<String> = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| view.grouping.to_vec());
    let mut remove = None;
    let mut up = None;
    for (at, name) in draft.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(format!("{}.", at + 1));
            ui.add(egui::Label::new(name).truncate());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui
                    .add_enabled_ui(draft.len() > 1, |ui| icon_button(ui, Icon::Close, &format!("Remove {name}"), "", false))
                    .inner
                    .clicked()
                {
                    remove = Some(at);
                }
                if ui.add_enabled_ui(at > 0, |ui| icon_button(ui, Icon::Up, &format!("{name} further out"), "", false)).inner.clicked() {
                    up = Some(at);
                }
            });
        });
    }
    if let Some(at) = up {
        draft.swap(at, at - 1);
    }
    if let Some(at) = remove {
        draft.remove(at);
    }
    let free: Vec<&String> = view.classifiers.iter().filter(|name| !draft.contains(name)).collect();
    ui.horizontal(|ui| {
        ui.menu_button("Add…", |ui| {
            for name in free {
                if ui.button(name).clicked() {
                    draft.push(name.clone());
                    ui.close();
                }
            }
        });
        let changed = draft != view.grouping;
        if ui.add_enabled_ui(changed, |ui| main_button(ui, "Regroup")).inner.on_hover_text("Group again by this list").clicked() {
            commands.push(ShellCommand::Regroup(draft.clone()).into());
        }
    });
    ui.data_mut(|data| data.insert_temp(id, draft));
}

/// The groupings that most users ask for.
fn quick_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    let now = view.grouping.join(", ");
    ui.horizontal_wrapped(|ui| {
        for GroupingPreset { name, description, steps } in view.quick {
            let on = now == *steps;
            let button = ui.add(egui::Button::selectable(on, *name)).on_hover_text(format!("{description}\n{steps}"));
            if button.clicked() && !on {
                commands.push(ShellCommand::Regroup(vec![(*steps).to_owned()]).into());
            }
        }
    });
}

fn presets_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    if view.presets.is_empty() {
        return;
    }
    section(ui, "Presets");
    ui.horizontal_wrapped(|ui| {
        for (preset, settings) in view.presets {
            let on = settings == view.settings;
            if ui.add(egui::Button::selectable(on, preset.name.replace('-', " "))).on_hover_text(preset.does).clicked() && !on {
                commands.push(CityCommand::Set(Box::new(settings.clone())));
            }
        }
    });
}

fn filters_ui(ui: &mut Ui, view: &NavigatorView<'_>, commands: &mut Vec<CityCommand>) {
    section(ui, "Filters");
    let mut settings = view.settings.clone();
    let mut ghosts = settings.non_solid_opacity > 0.0;
    if check_box(ui, &mut ghosts, "Buildings that grow less")
        .on_hover_text("Off: only the strongest growers are solid, the others keep their outlines")
        .changed()
    {
        settings.non_solid_opacity = if ghosts { CitySettings::default().non_solid_opacity } else { 0.0 };
    }
    let mut incoming = settings.show_pointers && settings.direction != Direction::Outgoing;
    let mut outgoing = settings.show_pointers && settings.direction != Direction::Incoming;
    let before = (incoming, outgoing);
    check_box(ui, &mut incoming, "Who keeps it alive").on_hover_text("Purple frustums of the selection");
    check_box(ui, &mut outgoing, "What it keeps alive").on_hover_text("Green frustums of the selection");
    if before != (incoming, outgoing) {
        settings.show_pointers = incoming || outgoing;
        settings.direction = match (incoming, outgoing) {
            (true, false) => Direction::Incoming,
            (false, true) => Direction::Outgoing,
            _ => Direction::Both,
        };
    }
    check_box(ui, &mut settings.labels, "Labels").on_hover_text("Names of the strongest growers and of districts");
    if settings != *view.settings {
        commands.push(CityCommand::Set(Box::new(settings)));
    }
}

#[cfg(test)]
mod tests {
    use analysis::StateSource;
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::growth_report::growth_findings;
    use crate::answers::leaks::building;
    use crate::base::presets::PRESETS;
    use crate::test_sessions::session;
    use crate::view::command::CameraCommand;

    fn harness(classifiers: &'static [&'static str]) -> Harness<'static, Vec<CityCommand>> {
        harness_of(classifiers, &["package", "type"], Vec::new())
    }

    fn harness_of(
        classifiers: &'static [&'static str],
        grouping: &'static [&'static str],
        quick: Vec<GroupingPreset>,
    ) -> Harness<'static, Vec<CityCommand>> {
        let settings = CitySettings::default();
        let fig = CitySettings { non_solid_opacity: 0.0, ..CitySettings::default() };
        let two_points = session(&[&[("a", 1), ("b", 2), ("char[]", 1)], &[("a", 1), ("b", 2), ("char[]", 13)]]);
        let found = growth_findings(&two_points);
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let view = NavigatorView {
                subject: Subject::Heap,
                change: Change::Growth,
                has_lives: false,
                hints: HintsView::default(),
                findings: &[(&found[0], building(&two_points, &found[0]))],
                are_in_drawer: true,
                searching: None,
                growers: &[ListedNode { node: NodeIndex(3), name: "char[]".into(), value: 12, sized: None, error: None }],
                range: "from the first to the last point",
                suggested: &[SuggestedRange {
                    name: "Memory grows most",
                    range: PointRange { first: 1, last: 4 },
                    millis: (1000, 4000),
                    why: "It does.".into(),
                }],
                selected_range: None,
                selection: &Selection::default(),
                settings: &settings,
                editable: !quick.is_empty(),
                quick: &quick,
                metric: settings.metric,
                grouping: &grouping.iter().map(|&step| step.to_owned()).collect::<Vec<_>>(),
                classifiers: &classifiers.iter().map(|&c| c.to_owned()).collect::<Vec<_>>(),
                presets: &[(PRESETS[0], fig.clone())],
            };
            navigator_ui(ui, &view, commands);
        };
        Harness::builder().with_size(egui::vec2(270.0, 900.0)).build_ui_state(app, Vec::new())
    }

    #[test]
    fn a_finding_leads_to_its_building() {
        let mut harness = harness(&[]);
        harness.get_by_label("Show it").click();
        harness.run();
        let node = NodeIndex(3);
        assert_eq!(*harness.state(), [CityCommand::Select(Some(node)), CityCommand::Camera(CameraCommand::FlyTo(node))]);
    }

    #[test]
    fn a_stretch_of_time_is_one_click_away() {
        let mut harness = harness(&[]);
        harness.get_by_label("Memory grows most 2 to 5").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::SelectPoints(Some(PointRange { first: 1, last: 4 }))]);
    }

    #[test]
    fn a_changed_grouping_can_be_applied_and_an_unchanged_one_cannot() {
        let mut harness = harness(&["package", "type", "loader"]);
        harness.get_by_label("Regroup").click();
        harness.run();
        assert!(harness.state().is_empty());
        harness.get_by_label("Remove package").click();
        harness.run();
        harness.get_by_label("Regroup").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::Regroup(vec!["type".into()]).into()]);
    }

    #[test]
    fn the_groupings_of_traces_are_one_click_away() {
        let quick: Vec<GroupingPreset> =
            GroupingPreset::quick(StateSource::Trace { has_sites: true, has_subsystems: false }).copied().collect();
        let mut harness = harness_of(&["Type"], &["Type", "Allocation site"], quick);
        harness.get_by_label("allocation sites").click();
        harness.run();
        assert!(harness.state().is_empty(), "that is the grouping of now");
        harness.get_by_label("short-lived objects").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::Regroup(vec!["Age, Type, Allocation site".into()]).into()]);
    }

    #[test]
    fn grouped_inputs_say_why_they_cannot_be_regrouped() {
        let harness = harness(&[]);
        assert!(harness.query_by_label_contains("grouped already").is_some());
        assert!(harness.query_by_label("Regroup").is_none());
    }

    #[test]
    fn presets_and_filters_set_settings() {
        let mut harness = harness(&[]);
        harness.get_by_label("growers alone").click();
        harness.run();
        assert!(matches!(harness.state().first(), Some(CityCommand::Set(s)) if s.non_solid_opacity == 0.0));
        harness.get_by_label("What it keeps alive").click();
        harness.run();
        assert!(matches!(harness.state().last(), Some(CityCommand::Set(s)) if s.direction == Direction::Incoming && s.show_pointers));
    }
}
