//! Commands to the view. Panels, keyboard, picking and tests all speak these, and [`apply`] carries them out.

mod apply;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use analysis::{Definition, NodeIndex, SizeKind, Subject};

pub use apply::{apply, show_chain};

use super::hint_key::HintKey;
use super::over_time::OverTimeView;
use super::state::{DrawerTab, Panel};
use super::trees::TreesView;
use crate::base::settings::CitySettings;
use crate::data::input::annotations::Annotation;
use crate::data::input::saved_definition::SavedDefinition;
use crate::data::point_range::{PointRange, SeenTime};

/// How the camera should move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CameraCommand {
    /// Straight above, the whole root in view; a second time goes back (B).
    BirdsEye,
    /// Back to the first view (R).
    Reset,
    /// Fly to a building or district (F, double click, search hit).
    FlyTo(NodeIndex),
    /// Show the whole way of the chain, from the first building to the last one.
    ShowWay,
    /// Fly to a building or district, unless the user has taken the camera already.
    Suggest(NodeIndex),
    /// Look at a place on the ground (plan metres) from where the camera is, as a click on the minimap asks.
    LookAt([f32; 2]),
    /// Turn slowly around the selection or the city, for presentations, until somebody does anything; a second time stops (O).
    Turn,
    /// Switch mouse-look fly mode (F2).
    ToggleFly,
}

/// One command. Commands are values, so a session can be recorded, replayed and tested.
#[derive(Debug, Clone, PartialEq)]
pub enum CityCommand {
    /// Show a point, clamped to the axis.
    GoTo(usize),
    /// Step by this many points, clamped to the ends.
    Step(i64),
    /// Start or stop autoplay; at the last point it starts over.
    PlayPause,
    /// Back to the first point, or the first selected one; playing goes on.
    Restart,
    /// Show a second city at this point on the left, clamped to the axis, or no second one.
    ShowBeside(Option<usize>),
    /// Select a stretch of time, or all points: growth everywhere is that between its ends. Shows its last point.
    SelectPoints(Option<PointRange>),
    /// Show a stretch of time in all charts, or all of it.
    SeeTime(Option<SeenTime>),
    /// Select one node or nothing. Another selection drops the object that is shown.
    Select(Option<NodeIndex>),
    /// Add a node to the selection, or take it away if it is selected (Ctrl+click).
    SelectAlso(NodeIndex),
    /// Select all of these; the last one leads.
    SelectAll(Vec<NodeIndex>),
    /// Select a group that the object shown belongs to; the object stays.
    SelectGroupOfObject(NodeIndex),
    /// Show one object of the point shown, by its address, or none.
    SelectObject(Option<u64>),
    /// The pointer is over a node or nothing.
    Hover(Option<NodeIndex>),
    /// Highlight the block of the others of a district, while the pointer is over it.
    HoverBlock(NodeIndex),
    /// Show all groups of a district one by one, or its largest and strongest growers again.
    ShowAllOf(NodeIndex, bool),
    /// Replace the settings.
    Set(Box<CitySettings>),
    /// Search for text.
    Search(String),
    /// Move the camera.
    Camera(CameraCommand),
    /// Walk from the selection to who keeps it alive.
    FollowToCause,
    /// Say what was found when the city opened, and frame it, if that is still to be said.
    TellOpening,
    /// What was found has been read.
    CloseOpening,
    /// Show or fold away a panel.
    Toggle(Panel),
    /// The edge of a panel was dragged: it is so wide or high now, in logical pixels.
    Resize(Panel, u16),
    /// Open the drawer at a tab.
    ShowTab(DrawerTab),
    /// Replace the charts over time.
    Chart(Box<OverTimeView>),
    /// Replace the tree views, and select what they lead to, if that is a group.
    Trees(Box<TreesView>, Option<NodeIndex>),
    /// Tell a finding of the search for leaks in full, by its number from 0.
    ShowFinding(usize),
    /// Tells of the collections of this owner and class in full, in the drawer.
    ShowCollection(Box<(String, String)>),
    /// Show the district of the collections of this owner. A city that is grouped by something else is grouped by collections first.
    ShowDistrict(String),
    /// List the objects of the whole heap that a query finds (`where size > 1000`).
    FindObjects(String),
    /// Open a hint, or close the one that is open.
    OpenHint(Option<HintKey>),
    /// Open one hint after the other, the next one each time a hint is followed; or no more.
    Guide(bool),
    /// Do what a hint offers: all of it is one step to undo.
    FollowHint(Vec<CityCommand>),
    /// One step back: closes what lies on top, then the search, then the selection (Esc).
    Back,
    /// Undo the last change of selection, time or settings.
    Undo,
    /// Redo it.
    Redo,
    /// Something that takes time, files or the end of the program.
    Shell(ShellCommand),
}

/// What is left to the shell, because it takes time or files.
#[derive(Debug, Clone, PartialEq)]
pub enum ShellCommand {
    /// Open files or a folder in place of the current city.
    Open(Vec<PathBuf>),
    /// Open a sample by name (`fig10`, ...).
    OpenSample(String),
    /// Watch a JVM.
    Watch {
        /// Process id.
        pid: u32,
        /// Full heap dumps instead of histograms.
        dumps: bool,
    },
    /// Follow a recorder, or receive trees from another WebSocket server, by its address.
    Connect(String),
    /// Group a dump again by these classifiers.
    Regroup(Vec<String>),
    /// Show what lives, or what died, grouped by these classifiers; as usual without any.
    Show(Subject, Vec<String>),
    /// Show what has been read in the background, although it moves buildings.
    TakeArrived,
    /// Cancel the running job.
    CancelJob,
    /// Compute these sizes for all points, besides what the metric needs: panels that show them ask once.
    WantSizes(Vec<SizeKind>),
    /// Stop computing sizes until others are wanted.
    StopSizes,
    /// Back to the start screen.
    Close,
    /// Choose files or folders to open.
    AskFiles,
    /// Choose the file that says which code belongs to which feature.
    AskFeatures,
    /// Group by the features of this file from now on.
    UseFeatures(PathBuf),
    /// Choose where to save a picture of the view.
    AskPicture,
    /// Save a picture of the view.
    SavePicture(PathBuf),
    /// Save these descriptions of collections with the open dataset, and count with them from now on.
    DescribeCollections(String),
    /// Save a classifier, filter or grouping under its name.
    SaveDefinition {
        /// What.
        definition: Box<Definition>,
        /// With the open dataset, and not for all.
        with_dataset: bool,
        /// In place of what has its name there.
        replace: bool,
    },
    /// Delete one from where it is saved.
    DeleteDefinition(Box<SavedDefinition>),
    /// Take a path out of the recent ones.
    ForgetRecent(PathBuf),
    /// Choose where to save the recording that is followed.
    AskRecording,
    /// Ask its recorder to walk the heap now.
    RequestWalk,
    /// Save what has come of it, and what comes later.
    SaveRecording(PathBuf),
    /// Write the settings to a preset file.
    ExportPreset(PathBuf),
    /// Read the settings from a preset file.
    ImportPreset(PathBuf),
    /// Say what is needed and what not, and write notes.
    Annotate(Vec<Annotation>),
    /// Leave the program.
    Quit,
}

impl From<ShellCommand> for CityCommand {
    fn from(command: ShellCommand) -> Self {
        Self::Shell(command)
    }
}

impl CityCommand {
    /// Selects a group and flies there.
    #[must_use]
    pub fn show(node: NodeIndex) -> [Self; 2] {
        [Self::Select(Some(node)), Self::Camera(CameraCommand::FlyTo(node))]
    }

    /// Tells of the collections of this owner and class, and shows their district.
    #[must_use]
    pub fn collection(owner: &str, class: &str) -> [Self; 2] {
        [Self::ShowCollection(Box::new((owner.to_owned(), class.to_owned()))), Self::ShowDistrict(owner.to_owned())]
    }
}

/// What follows from a command beyond the changed view state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effects {
    /// The settings changed: keep them for the next start.
    pub save_settings: bool,
    /// Which panels are open changed: keep that for the next start.
    pub save_panels: bool,
    /// The chain of holders of the selection is wanted; [`show_chain`] takes it.
    pub find_cause: bool,
    /// The camera has to move.
    pub camera: Option<CameraCommand>,
    /// Something for the shell.
    pub shell: Option<ShellCommand>,
}

impl Effects {
    fn camera(command: CameraCommand) -> Self {
        Self { camera: Some(command), ..Self::default() }
    }

    /// Those of two commands in a row.
    fn then(self, next: Self) -> Self {
        Self {
            save_settings: self.save_settings || next.save_settings,
            save_panels: self.save_panels || next.save_panels,
            find_cause: self.find_cause || next.find_cause,
            camera: next.camera.or(self.camera),
            shell: next.shell.or(self.shell),
        }
    }
}
