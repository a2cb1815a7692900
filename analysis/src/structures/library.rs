//! Descriptions from several files: those that come with the program, and those of users, which take their place.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::language::{Description, anywhere, parse};

/// What comes with the program: file and text.
const SHIPPED: [(&str, &str); 16] = [
    ("jdk.structures", include_str!("shipped/jdk.structures")),
    ("caffeine.structures", include_str!("shipped/caffeine.structures")),
    ("clojure.structures", include_str!("shipped/clojure.structures")),
    ("commons-collections.structures", include_str!("shipped/commons-collections.structures")),
    ("eclipse-collections.structures", include_str!("shipped/eclipse-collections.structures")),
    ("fastutil.structures", include_str!("shipped/fastutil.structures")),
    ("groovy.structures", include_str!("shipped/groovy.structures")),
    ("guava.structures", include_str!("shipped/guava.structures")),
    ("hppc.structures", include_str!("shipped/hppc.structures")),
    ("jctools.structures", include_str!("shipped/jctools.structures")),
    ("kotlin.structures", include_str!("shipped/kotlin.structures")),
    ("lucene.structures", include_str!("shipped/lucene.structures")),
    ("netty.structures", include_str!("shipped/netty.structures")),
    ("roaringbitmap.structures", include_str!("shipped/roaringbitmap.structures")),
    ("scala.structures", include_str!("shipped/scala.structures")),
    ("trove.structures", include_str!("shipped/trove.structures")),
];

/// What comes with the program for those who ask for it: name, file, text.
const OPTIONAL: [(&str, &str, &str); 3] = [
    ("boxes", "boxes.structures", include_str!("optional/boxes.structures")),
    ("buffers", "buffers.structures", include_str!("optional/buffers.structures")),
    ("strings", "strings.structures", include_str!("optional/strings.structures")),
];

/// The descriptions that data structures are found by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Library {
    files: Vec<String>,
    /// With the number of the file, in the order in which they were read.
    all: Vec<(usize, Description)>,
    /// Of each type the number of the description that counts.
    of_type: FxHashMap<String, usize>,
    /// Whether subclasses of described types are left out.
    pub strict: bool,
    /// Whether the deep content of a data structure goes on behind leaves that have a description of their own.
    pub expands_described_leaves: bool,
}

impl Library {
    /// The file and the text of descriptions that come with the program for those who ask for them by name.
    #[must_use]
    pub fn optional(name: &str) -> Option<(&'static str, &'static str)> {
        OPTIONAL.iter().find(|(known, ..)| *known == name).map(|&(_, file, text)| (file, text))
    }

    /// What comes with the program.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        static SHIPPED_LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
            let mut library = Library::default();
            for (name, text) in SHIPPED {
                library.add(name, text).expect("a test reads what is shipped");
            }
            Arc::new(library)
        });
        Arc::clone(&SHIPPED_LIBRARY)
    }

    /// Adds a file, which replaces what earlier ones say of the same types. Returns what it replaces, a sentence for each.
    ///
    /// # Errors
    /// All that is wrong with it as `file:line:column: what`; nothing of it counts then.
    pub fn add(&mut self, name: &str, text: &str) -> Result<Vec<String>, Vec<String>> {
        let descriptions = parse(text).map_err(|faults| faults.iter().map(|fault| format!("{name}:{fault}")).collect::<Vec<_>>())?;
        let mut replaced = Vec::new();
        for description in descriptions {
            let full_name = description.full_name();
            let earlier = self.of_type.insert(full_name.clone(), self.all.len());
            // One that is meant anywhere no longer counts for the type that lies where it is written.
            if let Some(earlier) = earlier.or_else(|| self.of_type.get(&anywhere(&full_name)).copied()) {
                let file = &self.files[self.all[earlier].0];
                replaced.push(format!("{name}:{}: {full_name} is described here and no longer by {file}", description.at));
            }
            self.all.push((self.files.len(), description));
        }
        self.files.push(name.to_owned());
        Ok(replaced)
    }

    /// What counts: of each type its description and the file that it stands in, file by file.
    pub fn descriptions(&self) -> impl Iterator<Item = (&str, &Description)> {
        let counting = self.all.iter().enumerate().filter(|(at, (_, description))| self.of_type.get(&description.full_name()) == Some(at));
        counting.map(|(_, (file, description))| (self.files[*file].as_str(), description))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::language::print;

    #[test]
    fn what_is_shipped_is_right_and_prints_as_itself() {
        for (name, text) in SHIPPED {
            let parsed = parse(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
            assert_eq!(parse(&print(&parsed)).expect("is right"), parsed, "{name}");
        }
        let jdk = parse(SHIPPED[0].1).expect("is right");
        assert_eq!((jdk.len(), jdk.iter().filter(|description| description.is_head).count()), (81, 55));
        // No file takes the place of what another one says.
        assert_eq!(
            Library::shipped().descriptions().count(),
            SHIPPED.iter().map(|(_, text)| parse(text).expect("is right").len()).sum::<usize>()
        );
    }

    #[test]
    fn a_later_file_takes_the_place_of_an_earlier_one_and_says_so() {
        let mut library = Library::default();
        assert_eq!(library.add("first", "DS p.A { B; }\nC { }"), Ok(Vec::new()));
        let told = library.add("own", "namespace p {\n  A { C; }\n}").expect("is right");
        assert_eq!(told, ["own:2:3: p.A is described here and no longer by first"]);
        let told = library.add("lib", "namespace *.q { D { E; } }").and_then(|_| library.add("mine", "DS q.D { F; }"));
        assert_eq!(told, Ok(vec!["mine:1:1: q.D is described here and no longer by lib".to_owned()]));
        let counting: Vec<(&str, String, bool)> = library.descriptions().map(|(file, of)| (file, of.full_name(), of.is_head)).collect();
        let all = [("first", "C", false), ("own", "p.A", false), ("lib", "*.q.D", false), ("mine", "q.D", true)];
        assert_eq!(counting, all.map(|(file, name, is_head)| (file, name.to_owned(), is_head)));
    }

    #[test]
    fn nothing_of_a_broken_file_counts_and_the_others_stay() {
        let mut library = Library::default();
        library.add("first", "A { }").expect("is right");
        assert_eq!(library.add("broken", "B { }\nA { C }"), Err(vec!["broken:2:7: expected \";\", found \"}\"".to_owned()]));
        assert_eq!(library.descriptions().map(|(_, of)| of.full_name()).collect::<Vec<_>>(), ["A"]);
    }
}
