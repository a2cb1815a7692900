//! From a session and a view to what the city looks like: looks, the scene as data, the city as a drawing.

pub mod look;
pub mod scene;
pub mod svg;
