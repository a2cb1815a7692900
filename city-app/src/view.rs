//! What the user looks at: the state of the view, the commands that change it, its history, and what is kept of it.

pub mod command;
pub mod first_view;
pub mod grouping_draft;
pub mod guide;
pub mod hint_key;
pub mod history;
pub mod inspection;
pub mod opening;
pub mod over_time;
pub mod panels;
pub mod playback;
pub mod search;
pub mod selection;
pub mod state;
pub mod store;
pub mod trees;
pub mod typed_query;
pub mod viewpoint;
