//! The sample cities fig10, fig11 and fig12: made-up heaps with the structure of the published figures,
//! written in the memory-tree format of section 2.3.
//!
//! The original recordings are not public, so these match structure and settings, not pixels. Everything is a formula
//! of the point's number: no clock, no random numbers, so the files can be made again byte for byte
//! (`cargo run -p city-app --no-default-features --example make_samples`).

mod fig10;
mod fig11;
mod fig12;
mod sample;

use crate::data::samples::sample::SampleFile;

use crate::base::presets::Preset;

/// All files of a sample, or `None` if none has this name.
#[must_use]
pub fn sample_files(name: &str) -> Option<Vec<SampleFile>> {
    let sample = match name {
        "fig10" => fig10::sample(),
        "fig11" => fig11::sample(),
        "fig12" => fig12::sample(),
        _ => return None,
    };
    Some(sample.files(&Preset::named(name)?))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_samples_in_the_repository_are_what_the_generator_makes() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data-samples");
        let mut bytes = 0;
        for name in ["fig10", "fig11", "fig12"] {
            let files = sample_files(name).expect("the sample ships");
            for SampleFile { path, text } in &files {
                let on_disk = std::fs::read_to_string(samples.join(name).join(path)).expect("the file is in the repository");
                assert_eq!(&on_disk, text, "{name}/{path}: make the samples again with the example make_samples");
                bytes += text.len();
            }
            let folders = ["", "points-to-maps", "pointed-from-maps"];
            let count = |folder| std::fs::read_dir(samples.join(name).join(folder)).expect("a folder").count();
            // The two map folders lie among the trees.
            assert_eq!(folders.into_iter().map(count).sum::<usize>(), files.len() + 2, "{name} has other files");
        }
        assert!(bytes < 4_000_000, "{bytes} bytes");
    }

    #[test]
    fn samples_hold_one_tree_and_both_maps_per_point() {
        for (name, points) in [("fig10", 23), ("fig11", 25), ("fig12", 24)] {
            assert_eq!(sample_files(name).map(|files| files.len()), Some(1 + 3 * points), "{name}");
        }
        assert_eq!(sample_files("fig13"), None);
    }
}
