//! Writes `data-samples/fig10`, `fig11`, `fig12` and `easytravel-ds` again: made-up heaps with the structure of published figures, as
//! memory trees.
//!
//! `cargo run -p city-app --no-default-features --example make_samples [FOLDER]`; FOLDER is `data-samples` unless given.
//!
//! The original recordings are not public, so these match structure and settings, not pixels. Everything is a formula
//! of the point's number: no clock, no random numbers, so the files can be made again byte for byte.

mod easytravel_ds;
mod fig10;
mod fig11;
mod fig12;
mod sample;

use std::path::PathBuf;

use city_app::base::presets::Preset;

use self::sample::{Sample, SampleFile};

/// The samples, by their names; those of figures of cities are named like the preset with its settings.
fn samples() -> [(&'static str, Sample); 4] {
    [("fig10", fig10::sample()), ("fig11", fig11::sample()), ("fig12", fig12::sample()), ("easytravel-ds", easytravel_ds::sample())]
}

fn files(name: &str, sample: &Sample) -> Vec<SampleFile> {
    sample.files(Preset::named(name).as_ref())
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("data-samples"), PathBuf::from);
    for (name, sample) in samples() {
        let files = files(name, &sample);
        for file in &files {
            let path = folder.join(name).join(&file.path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, &file.text)?;
        }
        println!("{name}: {} files, {} bytes", files.len(), files.iter().map(|file| file.text.len()).sum::<usize>());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_samples_in_the_repository_are_what_the_generator_makes() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data-samples");
        let mut bytes = 0;
        for ((name, sample), points) in samples().into_iter().zip([23, 25, 24, 22]) {
            let files = files(name, &sample);
            let has_maps = Preset::named(name).is_some();
            let per_point = if has_maps { 3 } else { 1 };
            assert_eq!(files.len(), 1 + per_point * points, "a tree per point and both maps, and what the sample is: {name}");
            for SampleFile { path, text } in &files {
                let on_disk = std::fs::read_to_string(folder.join(name).join(path)).expect("the file is in the repository");
                assert_eq!(&on_disk, text, "{name}/{path}: make the samples again with the example make_samples");
                bytes += text.len();
            }
            let folders: &[&str] = if has_maps { &["", "points-to-maps", "pointed-from-maps"] } else { &[""] };
            let count = |within: &&str| std::fs::read_dir(folder.join(name).join(within)).expect("a folder").count();
            // The two map folders lie among the trees.
            assert_eq!(folders.iter().map(count).sum::<usize>(), files.len() + folders.len() - 1, "{name} has other files");
        }
        assert!(bytes < 4_000_000, "{bytes} bytes");
    }
}
