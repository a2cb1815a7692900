//! What a heap state tells of the selected groups together: what they own and what none of them owns alone, who keeps them
//! alive, and what dies with them, what they reach and which roots lead to them, grouped by any steps.
//!
//! It is read in the background, at once where several groups are selected and on request for a single one.

use std::sync::Arc;

use analysis::{Evolution, Grouped, MemoryTree, Metric, NodeIndex, Warnings};
use bevy_egui::egui::{self, Label, RichText, Ui};

use super::figures::FIGURE_ROW;
use super::referrers::Referrers;
use super::same_objects::SameObjects;
use crate::answers::group_inspection::{Amount, Around, GroupInspection, InspectedPart, RootHolder, group_around, inspect_groups};
use crate::base::background::{Answer, Background};
use crate::base::names::Namesakes;
use crate::base::words;
use crate::data::input::PointHeaps;
use crate::view::command::CityCommand;
use crate::window::ui::inspector::groups::{Groups, failed_ui};
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::{GAP, Palette, ROW, TEXT_SMALL};
use crate::window::ui::widgets::{name_ui, note, section, value_row, working_ui};

/// With more groups, what each of them owns alone is not computed: two walks of the heap for each.
const MOST_PARTS: usize = 12;
/// Paths that are told.
const PATHS_TOLD: usize = 4;
/// Groups listed of what is around them.
const GROUPS_LISTED: usize = 14;
/// Groups listed inside of another one.
const INSIDE_LISTED: usize = 4;
/// Groupings that can be chosen; any other can be typed.
const GROUPINGS: [&str; 5] = ["type", "package, type", "class-loader, type", "outermost data structures, type", "gc-root-kind, type"];
/// A choice for root objects, besides.
const ROOT_GROUPING: &str = "directly gc-rooted(variables only)";
/// What root objects are not grouped by at first: who holds them is listed.
const UNGROUPED: &str = "";
/// The choice that says so.
const WHO_HOLDS: &str = "who holds them";
/// What can be grouped, what it is called, and what that means.
const AROUND: [(Around, &str, &str); 3] = [
    (Around::Dies, "Dies with them", "What the garbage collector could free if all of these objects went"),
    (Around::Reached, "They reach", "All that these objects refer to, directly or over others"),
    (Around::Roots, "Roots", "What static fields, threads, native code or the JVM hold, and what leads from there to these objects"),
];

/// What is known of the groups that were asked for.
#[derive(Debug)]
struct Inspected {
    found: GroupInspection,
    /// Groups that the dump of this point has.
    present: usize,
}

/// What the inspector remembers.
#[derive(Debug)]
pub(crate) struct GroupPane {
    inspected: Background<Groups, Inspected>,
    around: Around,
    grouped: Background<(Groups, Around, String), Grouped>,
    roots: Background<Groups, Vec<RootHolder>>,
    referrers: Referrers,
    same: SameObjects,
    /// Groups that are or were followed over time.
    followed: Option<Groups>,
    /// The user wants these to be read, or does not.
    asked: Option<(Groups, bool)>,
    /// Steps as they are typed, and as they were applied.
    typed: String,
    by: String,
}

impl Default for GroupPane {
    fn default() -> Self {
        let by = GROUPINGS[0].to_owned();
        Self {
            inspected: Background::default(),
            around: Around::default(),
            grouped: Background::default(),
            roots: Background::default(),
            referrers: Referrers::default(),
            same: SameObjects::default(),
            followed: None,
            asked: None,
            typed: by.clone(),
            by,
        }
    }
}

impl GroupPane {
    /// Forgets what is no longer selected, which gives its memory back.
    pub(crate) fn follow(&mut self, groups: Option<&Groups>) {
        if self.followed.as_ref() != groups {
            self.followed = groups.cloned();
            self.same.clear();
        }
        if self.asked.as_ref().is_some_and(|(asked, _)| Some(asked) != groups) {
            self.asked = None;
            self.inspected.clear();
            self.grouped.clear();
            self.roots.clear();
            self.referrers.clear();
        }
    }

    /// What is known of the groups, and how far the reading is otherwise. `at_once` reads without being asked to.
    fn inspected_ui(&mut self, ui: &mut Ui, groups: &Groups, at_once: bool) -> Option<Arc<Inspected>> {
        let wanted = match &self.asked {
            Some((asked, wanted)) if asked == groups => *wanted,
            _ => at_once,
        };
        if !wanted {
            let text = if groups.keys.len() > 1 { "What they own together" } else { "Who refers to it, what dies with it" };
            let button = ui.button(text).on_hover_text("Reads the heap of this point");
            if button.clicked() {
                self.asked = Some((groups.clone(), true));
            }
            return None;
        }
        self.asked = Some((groups.clone(), true));
        let theirs = groups.clone();
        self.inspected.ask(groups.clone(), move |progress| {
            let heap = theirs.place.heaps.load(theirs.place.point, progress)?;
            let present: Vec<&Arc<str>> = theirs.keys.iter().filter(|key| heap.find_group(key).is_some()).collect();
            let parts = if present.len() > MOST_PARTS {
                vec![(String::new(), heap.members_of_all(&theirs.keys, progress)?)]
            } else {
                let part = |key: &Arc<str>| Ok((key.to_string(), heap.members(key, progress)?));
                present.iter().map(|key| part(key)).collect::<analysis::Result<Vec<_>>>()?
            };
            Ok(Inspected { found: inspect_groups(&heap.heap, &parts, progress)?, present: present.len() })
        });
        self.inspected.poll();
        match self.inspected.answer(groups) {
            Answer::Ready(inspected) => return Some(Arc::clone(inspected)),
            Answer::Failed(error) => failed_ui(ui, error),
            Answer::None => {}
            Answer::Working { step, fraction } => {
                working_ui(ui, &step, fraction);
                if ui.button("Stop").clicked() {
                    self.inspected.cancel();
                    self.asked = Some((groups.clone(), false));
                }
            }
        }
        None
    }

    /// Draws what is known of the groups; `name` is what a part is called.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        groups: &Groups,
        evolution: Option<&Evolution>,
        name: impl Fn(&str) -> String,
        commands: &mut Vec<CityCommand>,
    ) {
        let joint = groups.keys.len() > 1;
        if joint {
            section(ui, "Together");
        } else {
            ui.add_space(GAP);
        }
        if let Some(evolution) = evolution {
            self.same.show(ui, groups, &evolution.points);
        }
        let Some(inspected) = self.inspected_ui(ui, groups, joint) else { return };
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = FIGURE_ROW;
            sizes_ui(ui, groups, &inspected, name);
        });
        kept_by_ui(ui, &inspected.found);
        if let Some(evolution) = evolution {
            self.referrers.show(ui, groups, evolution, commands);
        }
        self.around_ui(ui);
        self.steps_ui(ui, &groups.place.heaps);
        if self.lists_holders() {
            self.holders_ui(ui, groups, &inspected);
        } else {
            self.grouped_ui(ui, groups, &inspected);
        }
    }

    /// Which objects are grouped.
    fn around_ui(&mut self, ui: &mut Ui) {
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            for (around, name, meaning) in AROUND {
                let is_chosen = self.around == around;
                if ui.selectable_label(is_chosen, name).on_hover_text(meaning).clicked() && !is_chosen {
                    self.around = around;
                    self.group_by(if around == Around::Roots { UNGROUPED } else { GROUPINGS[0] });
                }
            }
        });
    }

    /// Whether who holds root objects is listed instead of a grouping.
    fn lists_holders(&self) -> bool {
        self.around == Around::Roots && self.by.trim().is_empty()
    }

    fn group_by(&mut self, steps: &str) {
        self.typed = steps.to_owned();
        self.by = steps.to_owned();
    }

    /// The grouping: one of a list, or any that is typed.
    fn steps_ui(&mut self, ui: &mut Ui, heaps: &PointHeaps) {
        // The list takes its room first: what is typed must not widen the panel.
        let row = egui::vec2(ui.available_width(), ROW);
        ui.allocate_ui_with_layout(row, egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let choices = egui::containers::menu::MenuButton::new("Choose");
            choices.ui(ui, |ui| {
                let of_roots: &[&str] = if self.around == Around::Roots { &[UNGROUPED, ROOT_GROUPING] } else { &[] };
                for steps in of_roots.iter().copied().chain(GROUPINGS) {
                    let text = if steps == UNGROUPED { WHO_HOLDS } else { steps };
                    if ui.selectable_label(self.by == steps, text).clicked() {
                        self.group_by(steps);
                    }
                }
            });
            let hint = if self.around == Around::Roots { WHO_HOLDS } else { "Steps" };
            let field = egui::TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY);
            let field = name_field(ui.add(field), hint);
            let field = field.on_hover_text("Steps as in the grouping editor, outermost first: package, type. Enter applies them");
            if field.lost_focus() {
                self.by.clone_from(&self.typed);
            }
        });
        if !self.lists_holders()
            && let Err(error) = heaps.registry().parse(&self.by)
        {
            failed_ui(ui, &error.to_string());
        }
    }

    fn holders_ui(&mut self, ui: &mut Ui, groups: &Groups, inspected: &Arc<Inspected>) {
        let (theirs, inspected) = (groups.place.clone(), Arc::clone(inspected));
        let members = inspected.found.members.len();
        self.roots.ask(groups.clone(), move |progress| {
            let heap = theirs.heaps.load(theirs.point, progress)?;
            inspected.found.root_holders(&heap.heap, progress)
        });
        self.roots.poll();
        match self.roots.answer(groups) {
            Answer::Ready(holders) => holders_ui(ui, holders, members),
            Answer::Working { step, fraction } => working_ui(ui, &step, fraction),
            Answer::Failed(error) => failed_ui(ui, error),
            Answer::None => {}
        }
    }

    fn grouped_ui(&mut self, ui: &mut Ui, groups: &Groups, inspected: &Arc<Inspected>) {
        let Ok(by) = groups.place.heaps.registry().parse(&self.by) else { return };
        let (theirs, inspected, around) = (groups.place.clone(), Arc::clone(inspected), self.around);
        let question = (groups.clone(), around, self.by.clone());
        self.grouped.ask(question.clone(), move |progress| {
            let heap = theirs.heaps.load(theirs.point, progress)?;
            let objects = inspected.found.objects_around(&heap.heap, around, progress)?;
            group_around(&heap.heap, &objects, &by, progress, &Warnings::new())
        });
        self.grouped.poll();
        match self.grouped.answer(&question) {
            Answer::Ready(grouped) => drop(ui.scope(|ui| tree_ui(ui, &grouped.tree))),
            Answer::Working { step, fraction } => working_ui(ui, &step, fraction),
            Answer::Failed(error) => failed_ui(ui, error),
            Answer::None => {}
        }
    }
}

fn amount(amount: Amount) -> String {
    format!("{}, {}", words::amount(Metric::Objects, amount.objects), words::bytes(amount.bytes))
}

fn sizes_ui(ui: &mut Ui, groups: &Groups, inspected: &Inspected, name: impl Fn(&str) -> String) {
    let text = Palette::of_ui(ui).text;
    let Inspected { found, present } = inspected;
    let all = found.together;
    for (title, size, meaning) in [
        ("Retained", all.retained, "What could be collected if all of them went at once: more than the sum, where they share"),
        ("Deep", all.deep, "All that they reach"),
    ] {
        let share = words::share(size.bytes, found.heap.bytes);
        value_row(ui, title, &words::bytes(size.bytes), text, &format!("{meaning}: {}, {share} of the heap", amount(size)));
    }
    if groups.keys.len() < 2 {
        return;
    }
    let missing = groups.keys.len() - present;
    if missing > 0 {
        note(ui, &format!("{} of the groups have no objects at this point.", words::count(missing as u64)));
    }
    if found.parts.len() < 2 {
        if *present > MOST_PARTS {
            note(ui, &format!("What each owns alone is told of at most {MOST_PARTS} groups."));
        }
        return;
    }
    value_row(
        ui,
        "Only together",
        &words::bytes(found.joint.bytes),
        if found.joint.objects > 0 { Palette::of_ui(ui).attention } else { text },
        &format!("Shared ownership: {} die only if several of the groups go", amount(found.joint)),
    );
    section(ui, "Retained alone");
    for part in &found.parts {
        part_ui(ui, part, found.joint, &name(&part.key));
    }
}

/// What a part owns alone, and how much of what is shared it keeps.
fn part_ui(ui: &mut Ui, part: &InspectedPart, joint: Amount, name: &str) {
    let palette = Palette::of_ui(ui);
    let mut tip = format!("If it went alone: {}", amount(part.sizes.retained));
    if joint.objects > 0 {
        tip.push_str(&format!("\nOf what dies only with several it would keep {} if the others went", amount(part.keeps_of_joint)));
    }
    value_row(ui, name, &words::bytes(part.sizes.retained.bytes), palette.text, &tip);
}

fn kept_by_ui(ui: &mut Ui, found: &GroupInspection) {
    let weak = Palette::of_ui(ui).text_weak;
    section(ui, "Kept alive");
    let paths = &found.kept_by.paths;
    if paths.is_empty() {
        note(ui, "No strong reference from a GC root reaches them.");
    }
    for path in paths.iter().take(PATHS_TOLD) {
        ui.add(Label::new(RichText::new(format!("{}.", path.sentence)).size(TEXT_SMALL)).wrap().selectable(true));
        ui.add_space(2.0);
    }
    if paths.len() > PATHS_TOLD {
        note(ui, &format!("More ways ({}) are in the graph.", paths.len() - PATHS_TOLD));
    }
    if let Some(more) = found.kept_by.more_in_words() {
        ui.add(Label::new(RichText::new(format!("{more}.")).size(TEXT_SMALL).color(weak)).wrap().selectable(true));
    }
}

/// Who holds what leads to the groups, and how many of their objects each keeps.
fn holders_ui(ui: &mut Ui, holders: &[RootHolder], members: u64) {
    let palette = Palette::of_ui(ui);
    if holders.is_empty() {
        note(ui, "No GC root leads to them.");
    }
    for RootHolder { name, keeps, round, holds } in holders.iter().take(GROUPS_LISTED) {
        let decisive = *keeps > 0;
        let kept = format!("{} of {}", words::count(*keeps), words::count(members));
        let tip = match (decisive, round) {
            (false, _) => "It leads to them, but others hold all of them more closely".to_owned(),
            (true, 1) => format!("The nearest holder of {kept}"),
            (true, _) => format!("Keeps {kept} when the nearer holders have let go"),
        };
        let tip = format!("{tip}\nHolds {}", amount(*holds));
        let row = ui.horizontal_top(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::TOP), |ui| {
                let text = if decisive { words::count(*keeps) } else { String::new() };
                ui.label(text);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::TOP), |ui| {
                    let color = if decisive { palette.text } else { palette.text_weak };
                    ui.add(Label::new(RichText::new(name).size(TEXT_SMALL).color(color)).wrap().selectable(true));
                });
            });
        });
        row.response.on_hover_text(tip);
    }
    if holders.len() > GROUPS_LISTED {
        note(ui, &format!("{} more", words::count((holders.len() - GROUPS_LISTED) as u64)));
    }
}

/// One line of what is around the groups.
#[derive(Debug, PartialEq, Eq)]
struct GroupRow {
    depth: usize,
    name: String,
    totals: Amount,
}

/// The groups of a tree as lines, those with most bytes first, and how many are left out.
fn group_rows(tree: &MemoryTree) -> (Vec<GroupRow>, usize) {
    fn add(tree: &MemoryTree, of: NodeIndex, depth: usize, rows: &mut Vec<GroupRow>) {
        let mut children: Vec<NodeIndex> = tree.children(of).collect();
        children.sort_by_key(|node| (std::cmp::Reverse(tree.nodes[node.at()].totals.bytes), *node));
        for node in children.into_iter().take(if depth == 0 { GROUPS_LISTED } else { INSIDE_LISTED }) {
            let info = &tree.nodes[node.at()];
            rows.push(GroupRow { depth, name: info.name.to_string(), totals: info.totals.into() });
            add(tree, node, depth + 1, rows);
        }
    }
    let mut rows = Vec::new();
    if !tree.nodes.is_empty() {
        add(tree, NodeIndex::ROOT, 0, &mut rows);
    }
    let left_out = tree.nodes.len().saturating_sub(1 + rows.len());
    (rows, left_out)
}

fn tree_ui(ui: &mut Ui, tree: &MemoryTree) {
    ui.spacing_mut().interact_size.y = FIGURE_ROW;
    let palette = Palette::of_ui(ui);
    let (rows, left_out) = group_rows(tree);
    let others: Vec<String> = rows.iter().map(|row| row.name.to_string()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let namesakes = Namesakes::among(others.iter().copied());
    for GroupRow { depth, name, totals } in rows {
        ui.horizontal(|ui| {
            ui.add_space(12.0 * depth as f32);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(words::bytes(totals.bytes)).on_hover_text(amount(totals));
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let color = if depth == 0 { palette.text } else { palette.text_weak };
                    let font = egui::TextStyle::Body.resolve(ui.style());
                    name_ui(ui, namesakes.simple_name(&name), &others, font, color, &name);
                });
            });
        });
    }
    if left_out > 0 {
        note(ui, &format!("{} smaller groups", words::count(left_out as u64)));
    }
}
