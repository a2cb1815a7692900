//! The panels of the window, and the tabs of its drawer.

use serde::{Deserialize, Serialize};

/// A part of the window that can be shown or folded away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// Findings, groupings, presets, filters (left).
    Navigator,
    /// The selection (right).
    Inspector,
    /// Heap over time (bottom).
    Timeline,
    /// Settings (in place of the inspector).
    Settings,
    /// Plan from above.
    Minimap,
    /// What size and colour mean.
    Legend,
    /// Bulbs at what stands out, each with what to do next; without them nothing is looked for.
    Hints,
    /// All keys on one sheet.
    Help,
    /// How mouse and keys move the view, over the city.
    Controls,
    /// Partial failures of the input.
    Warnings,
    /// What could be read in part only (above the city).
    PartlyRead,
    /// Tables, objects and graphs below the city.
    Drawer,
    /// The grouping editor.
    Grouping,
}

/// What the drawer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawerTab {
    /// What the search for leaks has found.
    Findings,
    /// The memory tree of the point shown.
    #[default]
    Table,
    /// Single objects of the selection.
    Objects,
    /// Who keeps the selection alive.
    Graph,
    /// Two points side by side.
    Compare,
    /// Charts and statistics over time.
    OverTime,
    /// Collections by their owners.
    Structures,
    /// The groups of the point shown as rings, columns, tiles or bars.
    Trees,
    /// Questions in SQL.
    Sql,
}

impl DrawerTab {
    /// All tabs, in order.
    pub const ALL: [Self; 9] =
        [Self::Findings, Self::Table, Self::Objects, Self::Graph, Self::Compare, Self::OverTime, Self::Structures, Self::Trees, Self::Sql];

    /// The tab that Ctrl and this key open: its number from 1.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        let number: usize = key.parse().ok()?;
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Findings => "Findings",
            Self::Table => "Table",
            Self::Objects => "Objects",
            Self::Graph => "Graph",
            Self::Compare => "Compare",
            Self::OverTime => "Over time",
            Self::Structures => "Collections",
            Self::Trees => "Tree",
            Self::Sql => "SQL",
        }
    }
}

/// Which panels are open. Remembered between runs; unknown members of a file are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs, reason = "one flag per `Panel`, documented there")]
pub struct Panels {
    pub navigator: bool,
    pub inspector: bool,
    pub timeline: bool,
    pub minimap: bool,
    pub legend: bool,
    pub hints: bool,
    pub controls: bool,
    pub drawer: bool,
    #[serde(skip)]
    pub settings: bool,
    #[serde(skip)]
    pub help: bool,
    #[serde(skip)]
    pub warnings: bool,
    #[serde(skip)]
    pub partly_read: bool,
    #[serde(skip)]
    pub grouping: bool,
    pub sizes: PanelSizes,
}

/// How wide panels at the sides are and how high the drawer is, in logical pixels, once somebody has dragged their edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs, reason = "one size per `Panel`, documented there")]
pub struct PanelSizes {
    pub navigator: Option<u16>,
    pub inspector: Option<u16>,
    pub drawer: Option<u16>,
}

impl PanelSizes {
    /// The size of a panel; `None` for panels whose edge cannot be dragged.
    pub fn size(&mut self, panel: Panel) -> Option<&mut Option<u16>> {
        match panel {
            Panel::Navigator => Some(&mut self.navigator),
            Panel::Inspector => Some(&mut self.inspector),
            Panel::Drawer => Some(&mut self.drawer),
            _ => None,
        }
    }
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            navigator: true,
            inspector: true,
            timeline: true,
            minimap: true,
            legend: true,
            hints: true,
            controls: false,
            drawer: false,
            settings: false,
            help: false,
            warnings: false,
            partly_read: true,
            grouping: false,
            sizes: PanelSizes::default(),
        }
    }
}

/// In a narrower window, in logical pixels, only one side panel is open: the inspector of what is asked about, else the navigator.
const ROOM_FOR_BOTH: f32 = 1150.0;

impl Panels {
    /// Whether the navigator and the inspector are seen in a window of this width; `is_asked_about` is what the inspector shows.
    #[must_use]
    pub fn open_sides(&self, width: f32, is_asked_about: bool) -> (bool, bool) {
        let is_narrow = width < ROOM_FOR_BOTH && self.navigator && self.inspector;
        (self.navigator && !(is_asked_about && is_narrow), self.inspector && (is_asked_about || !is_narrow))
    }

    /// What to toggle so that this panel is seen that is not, or not seen any more: where there is room for one only, it opens when the other
    /// one closes.
    #[must_use]
    pub fn key_toggles(&self, panel: Panel, width: f32, is_asked_about: bool) -> Panel {
        let (navigator, inspector) = self.open_sides(width, is_asked_about);
        match panel {
            Panel::Navigator if self.navigator && !navigator => Panel::Inspector,
            Panel::Inspector if self.inspector && !inspector => Panel::Navigator,
            other => other,
        }
    }

    /// The flag of a panel.
    pub fn flag(&mut self, panel: Panel) -> &mut bool {
        match panel {
            Panel::Navigator => &mut self.navigator,
            Panel::Inspector => &mut self.inspector,
            Panel::Timeline => &mut self.timeline,
            Panel::Settings => &mut self.settings,
            Panel::Minimap => &mut self.minimap,
            Panel::Legend => &mut self.legend,
            Panel::Hints => &mut self.hints,
            Panel::Help => &mut self.help,
            Panel::Controls => &mut self.controls,
            Panel::Warnings => &mut self.warnings,
            Panel::PartlyRead => &mut self.partly_read,
            Panel::Drawer => &mut self.drawer,
            Panel::Grouping => &mut self.grouping,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_or_folds_what_is_seen_however_narrow_the_window_is() {
        let mut panels = Panels::default();
        let sides = [(Panel::Navigator, 0), (Panel::Inspector, 1)];
        for width in [700.0, 1600.0] {
            for asked_about in [true, false] {
                for (panel, side) in sides {
                    for _ in 0..4 {
                        let seen = |panels: &Panels| <[bool; 2]>::from(panels.open_sides(width, asked_about))[side];
                        let before = seen(&panels);
                        let toggled = panels.key_toggles(panel, width, asked_about);
                        *panels.flag(toggled) ^= true;
                        assert_ne!(seen(&panels), before, "{panel:?} in {width} pixels");
                    }
                }
            }
        }
    }
}
