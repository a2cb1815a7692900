//! What the benchmarks of pictures are told on the command line.

/// `1280x720` as numbers; the program ends where it is something else.
pub(crate) fn size(text: &str) -> (u32, u32) {
    let size = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    size.unwrap_or_else(|| {
        eprintln!("--size takes WIDTHxHEIGHT in pixels, not {text}");
        std::process::exit(2);
    })
}
