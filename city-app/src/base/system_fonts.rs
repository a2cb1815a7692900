//! Fonts of the system for scripts that the program's own fonts have no letters of.
//!
//! They are found by the names of their files, in the folders that fontconfig looks in: asking fontconfig would be one more library.

use std::path::{Path, PathBuf};

/// For each family of scripts the files that have its letters: the first one that is there is taken.
const FILES: [&[&str]; 5] = [
    // Arabic, Hebrew, Armenian, Georgian, and signs of all kinds.
    &["DejaVuSans.ttf"],
    // Chinese, Japanese, Korean; the last one lacks Korean.
    &["wqy-microhei.ttc", "wqy-zenhei.ttc", "NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf"],
    &["NotoSansArabic-Regular.ttf"],
    &["NotoSansDevanagari-Regular.ttf"],
    &["NotoSansThai-Regular.ttf"],
];

/// Folders in folders, and files looked at: a link that leads up again ends somewhere.
const MOST_DEPTH: usize = 5;
const MOST_FILES: usize = 50_000;

/// Larger files are no fonts for a panel.
const MOST_BYTES: u64 = 64 << 20;

/// The fonts that are there, those of the first scripts first; one that cannot be read is left out.
#[must_use]
pub fn system_fonts() -> Vec<(PathBuf, Vec<u8>)> {
    let home = std::env::home_dir().unwrap_or_default();
    let folders = ["/usr/share/fonts", "/usr/local/share/fonts"].map(PathBuf::from);
    let of_user = [".local/share/fonts", ".fonts"].map(|folder| home.join(folder));
    let fonts = fonts_in(folders.iter().chain(&of_user).map(PathBuf::as_path)).into_iter();
    let small = fonts.filter(|path| path.metadata().is_ok_and(|file| file.len() <= MOST_BYTES));
    small.filter_map(|path| std::fs::read(&path).ok().map(|bytes| (path, bytes))).collect()
}

fn fonts_in<'a>(folders: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut found: [Vec<Option<PathBuf>>; FILES.len()] = FILES.map(|files| vec![None; files.len()]);
    let mut folders: Vec<(PathBuf, usize)> = folders.map(|folder| (folder.to_owned(), 0)).collect();
    let mut looked_at = 0;
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            looked_at += 1;
            if looked_at > MOST_FILES {
                break;
            }
            let path = entry.path();
            if path.is_dir() {
                folders.extend((depth < MOST_DEPTH).then_some((path, depth + 1)));
                continue;
            }
            for (files, found) in FILES.iter().zip(&mut found) {
                let place = files.iter().position(|file| path.file_name().is_some_and(|name| name == *file));
                place.into_iter().for_each(|place| found[place] = Some(path.clone()));
            }
        }
    }
    found.into_iter().filter_map(|found| found.into_iter().flatten().next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_fonts_for_a_script_the_first_one_is_taken() {
        let folder = std::env::temp_dir().join(format!("memory-city-fonts-{}", std::process::id()));
        let deep = folder.join("a/b");
        std::fs::create_dir_all(&deep).expect("can be made");
        for file in ["a/NotoSansCJK-Regular.ttc", "a/b/wqy-microhei.ttc", "a/b/DejaVuSans.ttf", "a/other.ttf"] {
            std::fs::write(folder.join(file), "").expect("can be written");
        }
        let found = fonts_in([folder.as_path(), Path::new("/nowhere")].into_iter());
        std::fs::remove_dir_all(&folder).expect("can be removed");
        assert_eq!(found, [deep.join("DejaVuSans.ttf"), deep.join("wqy-microhei.ttc")]);
    }
}
