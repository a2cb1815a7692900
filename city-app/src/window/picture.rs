//! A picture in memory, and as a file.

use std::io::Cursor;

use crate::window::error::WindowError;

/// Pixels of one picture, RGBA with 8 bits each, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

/// Writes a picture as PNG, opaque.
pub(crate) fn save_png(picture: &Picture, path: &std::path::Path) -> Result<(), WindowError> {
    let rgb: Vec<u8> = picture.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let failed = |reason: String| WindowError::Write { reason, path: path.to_owned() };
    let image = image::RgbImage::from_raw(picture.width, picture.height, rgb).ok_or_else(|| failed("the picture is incomplete".into()))?;
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).map_err(|error| failed(error.to_string()))?;
    analysis::write_file(path, bytes.get_ref()).map_err(|error| failed(error.to_string()))
}
