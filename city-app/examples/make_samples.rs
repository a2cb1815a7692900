//! Writes `data-samples/fig10`, `fig11` and `fig12` again.
//!
//! `cargo run -p city-app --no-default-features --example make_samples [FOLDER]`; FOLDER is `data-samples` unless given.

use std::path::PathBuf;

use city_app::base::presets::PRESETS;
use city_app::data::samples::sample_files;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("data-samples"), PathBuf::from);
    for preset in PRESETS {
        let files = sample_files(preset.name).unwrap_or_default();
        for file in &files {
            let path = folder.join(preset.name).join(&file.path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, &file.text)?;
        }
        println!("{}: {} files, {} bytes", preset.name, files.len(), files.iter().map(|file| file.text.len()).sum::<usize>());
    }
    Ok(())
}
