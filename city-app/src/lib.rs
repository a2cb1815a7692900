//! Memory City, the application: one binary that is a command-line tool, a picture maker and a window.
//!
//! The data flows one way, and so do the imports: a folder uses what stands above it here, never what stands below.
//!
//! | folder | what it does |
//! |---|---|
//! | `base` | settings, numbers and times in words, work in the background, the operating system |
//! | `data` | from paths, a sample or a running program to a session: an evolution and its city plan |
//! | `answers` | what is told about the data: chains, single objects, graphs of owners, tables, findings |
//! | `view` | what is looked at: state, commands, history, what the inspector tells of it |
//! | `city` | what the city looks like: looks, the scene as data, a drawing |
//! | `window` | Bevy and egui; nothing else names them, and everything else builds without (feature `window`) |
//! | `cli` | the command line: options, commands, documents |

pub mod answers;
pub mod base;
pub mod city;
pub mod cli;
pub mod data;
#[cfg(test)]
mod test_samples;
#[cfg(test)]
mod test_sessions;
pub mod view;
#[cfg(feature = "window")]
pub mod window;
