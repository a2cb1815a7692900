//! What people know: which groups, fields and objects are needed, and which are not; and what follows for a chain of references.
//!
//! On a chain from a root to an object, the reference from the last needed to the first not needed one is the faulty one. Whatever holds a
//! needed object is needed as well, and whatever an object that is not needed holds on this chain is not needed either; so of two marks
//! that contradict each other the one nearer to the object counts. What is at the end of the chain of a finding counts as not needed, unless
//! somebody says otherwise: it is what piles up.
//!
//! Source: the state of objects on a path to a root in LeakCanary ("How LeakCanary works"), where instances are leaking, not leaking, or
//! unknown.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is known of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The program needs it.
    Needed,
    /// It should be gone.
    NotNeeded,
}

impl MarkKind {
    /// In a sentence: `needed`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Needed => "needed",
            Self::NotNeeded => "not needed",
        }
    }
}

/// Something that can be marked, by names that stay the same from dump to dump: a class (`com.shop.Item`), all classes of a package
/// (`com.shop.*`), a field (`com.shop.Cache.entries`), or any of these below others on the way from a root
/// (`com.shop.Cache.entries > com.shop.Item`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(String);

/// Between the names of a place.
const BELOW: &str = " > ";
/// The end of a name that stands for all classes of a package.
const ALL_OF: &str = ".*";

impl Place {
    /// A place by its text; `None` if a name in it is empty.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let names: Vec<&str> = text.split('>').map(str::trim).collect();
        names.iter().all(|name| !name.is_empty()).then(|| Self(names.join(BELOW)))
    }

    /// All classes of a package.
    #[must_use]
    pub fn of_package(package: &str) -> Self {
        Self(format!("{package}{ALL_OF}"))
    }

    /// From the outermost name to the place itself.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.split(BELOW)
    }

    /// The place itself, without what it must be below.
    #[must_use]
    pub fn name(&self) -> &str {
        self.names().last().unwrap_or_default()
    }

    /// Names that must stand above it, the outermost first.
    pub(crate) fn owners(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.names().collect();
        names.pop();
        names
    }

    /// Whether it is the part of a chain at this place: its last name is that part, and the others come before it in this order.
    fn is_at(&self, chain: &[ChainPart], at: usize) -> bool {
        let mut names = self.names().collect::<Vec<_>>().into_iter().rev();
        if !names.next().is_some_and(|name| is_named(&chain[at].name, name)) {
            return false;
        }
        let mut above = chain[..at].iter().rev();
        names.all(|name| above.any(|part| is_named(&part.name, name)))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a class or a field is meant by the name in a place.
pub(crate) fn is_named(class_or_field: &str, name: &str) -> bool {
    match name.strip_suffix(ALL_OF) {
        Some(package) => class_or_field.strip_prefix(package).is_some_and(|rest| rest.starts_with('.')),
        None => class_or_field == name,
    }
}

/// What a person said of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Where.
    pub place: Place,
    /// What.
    pub need: MarkKind,
}

/// Everything that a person said.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(Vec<Mark>);

/// One part of a chain from a root to an object: a reference by its field, or a class of the objects on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainPart {
    /// The field with its declaring class, the class, or in what words the root is told.
    pub name: String,
    /// Whether it is a reference, which can let go.
    pub is_reference: bool,
}

impl ChainPart {
    /// A reference by a field.
    #[must_use]
    pub fn reference(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_reference: true }
    }

    /// Objects of a class, or a root.
    #[must_use]
    pub fn object(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_reference: false }
    }
}

/// The reference that is to blame by what people know, or the few of which one is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultyReference {
    /// The last part of the chain that is needed; `None` where nothing but the root is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The first part that is not.
    pub to: String,
    /// The references between both, from the root on: the faulty one is among them. None where elements of arrays are all there is.
    pub references: Vec<String>,
}

impl FaultyReference {
    /// One sentence without its full stop.
    #[must_use]
    pub fn words(&self) -> String {
        let from = self.from.as_ref().map_or_else(|| "the root".to_owned(), |from| format!("{from}, which is needed,"));
        match self.references.as_slice() {
            [only] if *only == self.to => format!("The faulty reference is {only}: it is not needed"),
            [] => format!("The faulty reference is the one from {from} to {}", self.to),
            [only] => format!("The faulty reference is {only}: it leads from {from} to {}", self.to),
            several => format!("The faulty reference is one of these, which lead from {from} to {}: {}", self.to, several.join(" -> ")),
        }
    }
}

impl Marks {
    /// Nothing is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All marks, by place.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter()
    }

    /// What is known of exactly this place.
    #[must_use]
    pub fn of(&self, place: &Place) -> Option<MarkKind> {
        self.0.iter().find(|mark| mark.place == *place).map(|mark| mark.need)
    }

    /// Marks a place, or takes its mark away.
    pub fn set(&mut self, place: Place, need: Option<MarkKind>) {
        self.0.retain(|mark| mark.place != place);
        self.0.extend(need.map(|need| Mark { place, need }));
        self.0.sort_by(|a, b| a.place.cmp(&b.place));
    }

    /// What is said of one part of a chain: the mark with most names counts, then the longest one.
    fn need_at(&self, chain: &[ChainPart], at: usize) -> Option<MarkKind> {
        let meant = self.0.iter().filter(|mark| mark.place.is_at(chain, at));
        meant.max_by_key(|mark| (mark.place.names().count(), mark.place.0.len())).map(|mark| mark.need)
    }

    /// Whether all that the chain says of its last parts is that they are needed: somebody needs what is at this place, and nobody says of
    /// anything below that it is not needed.
    #[must_use]
    pub fn is_needed(&self, chain: &[ChainPart], at: usize) -> bool {
        let after = |at: usize| (at + 1..chain.len()).any(|below| self.need_at(chain, below) == Some(MarkKind::NotNeeded));
        at < chain.len() && self.need_at(chain, at) == Some(MarkKind::Needed) && !after(at)
    }

    /// The faulty reference of a chain from a root to an object that should not be there. `None` where no mark says anything of the chain,
    /// and where its end is needed.
    #[must_use]
    pub fn faulty_reference(&self, chain: &[ChainPart]) -> Option<FaultyReference> {
        let needs: Vec<Option<MarkKind>> = (0..chain.len()).map(|at| self.need_at(chain, at)).collect();
        if needs.iter().all(Option::is_none) {
            return None;
        }
        let last_needed = needs.iter().rposition(|need| *need == Some(MarkKind::Needed));
        let below = last_needed.map_or(0, |at| at + 1);
        let first_not_needed = (below..chain.len()).find(|&at| needs[at] == Some(MarkKind::NotNeeded));
        // A needed field leads to an object that is needed.
        let end = first_not_needed.or_else(|| chain.len().checked_sub(1).filter(|&end| end >= below))?;
        let references: Vec<String> = if chain[end].is_reference {
            vec![chain[end].name.clone()]
        } else {
            chain[below..end].iter().filter(|part| part.is_reference).map(|part| part.name.clone()).collect()
        };
        Some(FaultyReference { from: last_needed.map(|at| chain[at].name.clone()), to: chain[end].name.clone(), references })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Place {
        Place::parse(text).expect("is a place")
    }

    fn marks(of: &[(&str, MarkKind)]) -> Marks {
        let mut marks = Marks::default();
        of.iter().for_each(|&(text, need)| marks.set(place(text), Some(need)));
        marks
    }

    /// shop.Cache.entries -> HashMap -> HashMap.table -> Node -> Node.value -> shop.Item
    fn chain() -> Vec<ChainPart> {
        vec![
            ChainPart::reference("shop.Cache.entries"),
            ChainPart::object("java.util.HashMap"),
            ChainPart::reference("java.util.HashMap.table"),
            ChainPart::object("java.util.HashMap$Node"),
            ChainPart::reference("java.util.HashMap$Node.value"),
            ChainPart::object("shop.Item"),
        ]
    }

    fn faulty(of: &[(&str, MarkKind)]) -> Option<(Option<String>, String, Vec<String>)> {
        marks(of).faulty_reference(&chain()).map(|faulty| (faulty.from, faulty.to, faulty.references))
    }

    #[test]
    fn the_reference_from_the_last_needed_to_the_first_not_needed_is_faulty() {
        use MarkKind::{Needed, NotNeeded};
        let told = |from: Option<&str>, to: &str, references: &[&str]| {
            Some((from.map(str::to_owned), to.to_owned(), references.iter().map(|&reference| reference.to_owned()).collect::<Vec<_>>()))
        };
        assert_eq!(faulty(&[]), None, "nobody said anything");
        assert_eq!(faulty(&[("other.Thing", Needed)]), None, "nor of this chain");
        let both = ["java.util.HashMap.table", "java.util.HashMap$Node.value"];
        assert_eq!(faulty(&[("java.util.HashMap", Needed), ("shop.Item", NotNeeded)]), told(Some("java.util.HashMap"), "shop.Item", &both));
        // Its end is what should not be there, whoever says so or not.
        assert_eq!(faulty(&[("java.util.HashMap$Node", Needed)]), told(Some("java.util.HashMap$Node"), "shop.Item", &both[1..]));
        assert_eq!(faulty(&[("shop.Cache.entries", NotNeeded)]), told(None, "shop.Cache.entries", &["shop.Cache.entries"]));
        assert_eq!(faulty(&[("java.util.HashMap", NotNeeded)]), told(None, "java.util.HashMap", &["shop.Cache.entries"]));
        assert_eq!(faulty(&[("shop.Item", Needed)]), None, "nothing is wrong then");
        // Of marks that contradict each other the one nearer to the object counts: whoever holds what is needed is needed.
        assert_eq!(
            faulty(&[("java.util.HashMap", NotNeeded), ("java.util.HashMap$Node", Needed)]),
            told(Some("java.util.HashMap$Node"), "shop.Item", &both[1..])
        );
    }

    #[test]
    fn places_may_stand_below_others_or_for_a_package() {
        use MarkKind::{Needed, NotNeeded};
        assert!(marks(&[("shop.Cache.entries > shop.Item", Needed)]).is_needed(&chain(), 5));
        assert!(!marks(&[("shop.Other.entries > shop.Item", Needed)]).is_needed(&chain(), 5));
        assert!(marks(&[("shop.*", Needed)]).is_needed(&chain(), 5) && !marks(&[("sho.*", Needed)]).is_needed(&chain(), 5));
        // The place with more names says more.
        assert!(marks(&[("shop.Item", NotNeeded), ("shop.Cache.entries > shop.Item", Needed)]).is_needed(&chain(), 5));
        assert!(marks(&[("shop.Cache.entries", Needed)]).is_needed(&chain(), 0));
        assert!(!marks(&[("shop.Cache.entries", Needed), ("shop.Item", NotNeeded)]).is_needed(&chain(), 0), "not all that it holds");
    }

    #[test]
    fn places_have_one_text_and_marks_one_order() {
        assert_eq!(place(" a.B.c>d.E ").to_string(), "a.B.c > d.E");
        assert_eq!((place("a.B.c > d.E").name(), place("a.B.c > d.E").owners()), ("d.E", vec!["a.B.c"]));
        assert!([" ", "a >", "> a", "a > > b"].iter().all(|text| Place::parse(text).is_none()));
        let mut marks = marks(&[("b", MarkKind::Needed), ("a", MarkKind::NotNeeded)]);
        marks.set(place("b"), Some(MarkKind::NotNeeded));
        let told = serde_json::to_string(&marks).expect("is plain");
        assert_eq!(told, r#"[{"place":"a","need":"not_needed"},{"place":"b","need":"not_needed"}]"#);
        assert_eq!(serde_json::from_str::<Marks>(&told).expect("is plain"), marks);
        marks.set(place("a"), None);
        assert_eq!((marks.of(&place("a")), marks.of(&place("b"))), (None, Some(MarkKind::NotNeeded)));
    }

    #[test]
    fn faulty_references_are_told_in_a_sentence() {
        use MarkKind::{Needed, NotNeeded};
        let words = |of: &[(&str, MarkKind)]| marks(of).faulty_reference(&chain()).expect("there is one").words();
        assert_eq!(
            words(&[("java.util.HashMap$Node", Needed)]),
            "The faulty reference is java.util.HashMap$Node.value: it leads from java.util.HashMap$Node, which is needed, to shop.Item"
        );
        assert_eq!(
            words(&[("shop.Cache.entries", Needed), ("shop.Item", NotNeeded)]),
            "The faulty reference is one of these, which lead from shop.Cache.entries, which is needed, to shop.Item: \
             java.util.HashMap.table -> java.util.HashMap$Node.value"
        );
        assert_eq!(words(&[("shop.Cache.entries", NotNeeded)]), "The faulty reference is shop.Cache.entries: it is not needed");
    }
}
