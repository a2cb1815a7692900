//! Names for narrow places: of several in one list no two that differ look the same.
//!
//! A name gives up its package first, from the front, and its class or method in the middle only when nothing else is left to give: what
//! is told at its end tells most. What has been left out stands as `…`. Read as a pattern in which `…` is any text, a label fits no other
//! name of the list: so labels differ wherever names do, and each can be made without a look at the other labels.

use std::collections::{BTreeSet, HashMap};

use super::words;

/// What stands for what was left out.
const LEFT_OUT: char = '…';

/// Of more classes with one simple name the whole names are told: each is compared with each.
const MOST_NAMESAKES: usize = 200;

/// Parts of a package that stand alone in a label.
const MOST_PARTS: usize = 3;

/// So many letters of the end of a class stand behind a part of its package, at least.
const LEAST_OF_CLASS: usize = 5;

/// A name as long as it fits; where no part of it does, the shortest that tells it from the others of its list.
#[must_use]
pub fn fitted(name: &str, others: &[&str], fits: impl Fn(&str) -> bool) -> String {
    if fits(name) {
        return name.to_owned();
    }
    let tells = |label: &String| others.iter().all(|other| *other == name || !is_pattern_of(label, other));
    let qualified = qualified_ends(name);
    if let Some(label) = qualified.iter().find(|label| fits(label) && tells(label)) {
        return label.clone();
    }
    let cut = cut_ends(name, &fits).into_iter().find(|label| tells(label) && fits(label));
    cut.or_else(|| qualified.into_iter().filter(tells).min_by_key(|label| label.chars().count())).unwrap_or_else(|| name.to_owned())
}

/// A name with at most so many letters, if any part of it so short tells it from the others of its list.
#[must_use]
pub fn within(name: &str, others: &[&str], most: usize) -> String {
    fitted(name, others, |label| label.chars().count() <= most)
}

/// The names of classes that share their simple name with another class: each with as much of its package as tells it from them.
#[derive(Debug, Clone, Default)]
pub struct Namesakes(HashMap<String, String>);

impl Namesakes {
    /// Of all these names.
    pub fn among<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut by_simple: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for name in names {
            by_simple.entry(words::simple_name(name)).or_default().insert(name);
        }
        let several = by_simple.into_values().filter(|same| same.len() > 1);
        let told = several.flat_map(|same| {
            let same = Vec::from_iter(same);
            let of_many = same.len() > MOST_NAMESAKES;
            let label = |name: &str| if of_many { name.to_owned() } else { told_apart(name, &same) };
            same.iter().map(|name| ((*name).to_owned(), label(name))).collect::<Vec<_>>()
        });
        Self(told.collect())
    }

    /// A class name without its package, or with as much of it as is needed.
    #[must_use]
    pub fn simple_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or_else(|| words::simple_name(name), String::as_str)
    }
}

/// The shortest label that keeps the simple name and tells a name from the others.
fn told_apart(name: &str, others: &[&str]) -> String {
    let tells = |label: &String| others.iter().all(|other| *other == name || !is_pattern_of(label, other));
    let labels = qualified_ends(name).into_iter().filter(tells);
    labels.min_by_key(|label| label.chars().count()).unwrap_or_else(|| name.to_owned())
}

/// The simple name after ever fewer parts of its package; then after some of them only, as few as possible.
fn qualified_ends(name: &str) -> Vec<String> {
    let (package, simple) = name.split_at(package_end(name));
    let parts: Vec<&str> = package.split_terminator('.').collect();
    let ends = (1..=parts.len()).map(|from| match parts[from..].join(".") {
        rest if rest.is_empty() => format!("{LEFT_OUT}{simple}"),
        rest => format!("{LEFT_OUT}{rest}.{simple}"),
    });
    let runs = (1..=MOST_PARTS).flat_map(|count| (0..parts.len().saturating_sub(count)).rev().map(move |from| (from, count)));
    let runs = runs.map(|(from, count)| {
        let before = if from == 0 { String::new() } else { LEFT_OUT.to_string() };
        format!("{before}{}{LEFT_OUT}{simple}", parts[from..from + count].join("."))
    });
    ends.chain(runs).collect()
}

/// Where a name goes on behind its package; of `java.util.Date at Cart.add:12` that of the type.
fn package_end(name: &str) -> usize {
    let class = name.split_once(" at ").map_or(name, |(of_type, _)| of_type);
    class.len() - words::simple_name(class).len()
}

/// A name without some of its letters: the simple one behind what is left out of its package, then cuts of all of it.
fn cut_ends(name: &str, fits: &impl Fn(&str) -> bool) -> Vec<String> {
    let (package, simple) = name.split_at(package_end(name));
    let letters: Vec<char> = simple.chars().collect();
    // A part of the package tells more than the start of a class that others have, too.
    let beside_part = package.split_terminator('.').rev().filter_map(|part| {
        let label = |kept: usize| cut(&letters, 0, kept).replacen(LEFT_OUT, &format!("{LEFT_OUT}{part}{LEFT_OUT}"), 1);
        let kept = (LEAST_OF_CLASS..letters.len()).rev().find(|&kept| fits(&label(kept)))?;
        Some(label(kept))
    });
    let before = LEFT_OUT.to_string();
    let parts = [(before.as_str(), simple), ("", name)];
    let parts = parts.into_iter().filter(|(before, text)| before.is_empty() || text.len() < name.len());
    let labels = parts.flat_map(|(before, text)| {
        let fits = |label: &str| fits(&format!("{before}{label}"));
        cut_anywhere(text, fits_most(text, &fits)).into_iter().map(move |label| format!("{before}{label}"))
    });
    let labels: Vec<String> = labels.collect();
    let (of_simple, of_all): (Vec<_>, Vec<_>) = labels.into_iter().partition(|label| label.starts_with(LEFT_OUT));
    of_simple.into_iter().chain(beside_part).chain(of_all).collect()
}

/// How many letters of a text fit, where it is cut in its middle.
fn fits_most(text: &str, fits: &impl Fn(&str) -> bool) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let (mut low, mut high) = (0, letters.len() + 1);
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        let label = if middle == letters.len() { text.to_owned() } else { cut(&letters, middle / 2, middle - 1 - middle / 2) };
        if fits(&label) { low = middle } else { high = middle }
    }
    low
}

/// A text with so many letters: where the code is, and the class, give way as little as can be; then cuts at any other place, those near
/// the middle first.
fn cut_anywhere(text: &str, most: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return vec![text.to_owned()];
    }
    let kept = most.saturating_sub(1);
    let mut heads: Vec<usize> = (0..=kept).collect();
    heads.sort_by_key(|&head| (2 * head).abs_diff(kept));
    [words::shortened(text, most)].into_iter().chain(heads.into_iter().map(|head| cut(&letters, head, kept - head))).collect()
}

/// So many letters of the start and of the end.
fn cut(letters: &[char], head: usize, tail: usize) -> String {
    letters[..head].iter().chain(&[LEFT_OUT]).chain(&letters[letters.len() - tail..]).collect()
}

/// Whether a label could stand for a name: its parts are found in it one after the other, the first at its start, the last at its end.
fn is_pattern_of(label: &str, name: &str) -> bool {
    let mut parts = label.split(LEFT_OUT);
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_give_way_before_classes_and_classes_in_their_middle() {
        let name = "com.example.shop.persistence.HostConnectionPool";
        let told = [60, 40, 31, 20, 19, 18, 10].map(|most| within(name, &[], most));
        let expected = [
            name,
            "…shop.persistence.HostConnectionPool",
            "…persistence.HostConnectionPool",
            "…HostConnectionPool",
            "…HostConnectionPool",
            "…HostConn…tionPool",
            "…Host…Pool",
        ];
        assert_eq!(told, expected);
        assert_eq!(within("com.shop.LinkedHashMap$Entry at Cart.search:44", &[], 34), "…LinkedH…p$Entry at Cart.search:44");
    }

    #[test]
    fn classes_of_one_name_are_told_apart_by_what_differs_in_their_packages() {
        let names = ["com.a.very.long.package.of.nothing.Foo", "com.b.very.long.package.of.nothing.Foo", "com.b.Bar"];
        let told = names.map(|name| within(name, &names, 12));
        assert_eq!(told, ["…a.very…Foo", "…b…Foo", "com.b.Bar"]);
        let namesakes = Namesakes::among(names);
        assert_eq!(names.map(|name| namesakes.simple_name(name)), ["com.a…Foo", "…b…Foo", "Bar"]);
        assert_eq!(Namesakes::among(["a.Foo", "b.Foo", "a.Foo"]).simple_name("b.Foo"), "b.Foo");
    }

    #[test]
    fn twelve_classes_that_differ_in_one_letter_have_twelve_labels() {
        let names: Vec<String> = (b'a'..=b'l').map(|letter| format!("app.AbstractSingleton{}ProxyFactoryBean", letter as char)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut told: Vec<String> = names.iter().map(|name| within(name, &names, 20)).collect();
        told.sort();
        told.dedup();
        assert_eq!(told.len(), 12, "{told:?}");
    }

    /// Numbers of which nobody knows the order, the same in every run.
    fn any(seed: &mut u64, below: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    }

    #[test]
    fn labels_of_one_list_differ_where_names_do_and_are_no_longer_than_they_must() {
        let mut seed = 7;
        for _ in 0..3000 {
            let words = ["a", "b", "ab", "ba", "Foo", "FooBar", "Überfluß", "…", "x$1", "一二三", "aaaaaaaaaaaaaaaaaaaab"];
            let count = 1 + any(&mut seed, 12);
            let names: Vec<String> = (0..count)
                .map(|_| (0..=any(&mut seed, 6)).map(|_| words[any(&mut seed, words.len())]).collect::<Vec<_>>().join("."))
                .collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let most = 1 + any(&mut seed, 24);
            let labels: Vec<String> = names.iter().map(|name| within(name, &names, most)).collect();
            for (at, label) in labels.iter().enumerate() {
                let twin = labels.iter().position(|other| other == label).expect("at least itself");
                assert_eq!(names[twin], names[at], "{label} of {names:?} within {most}");
                let letters: Vec<char> = names[at].chars().collect();
                if label.chars().count() > most && most > 1 {
                    // No cut within the bound tells it from the others.
                    for head in 0..most.min(letters.len()) {
                        let cut =
                            |tail: usize| letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect::<String>();
                        let cut = cut((most - 1 - head).min(letters.len()));
                        let told = names.iter().all(|other| *other == names[at] || !is_pattern_of(&cut, other));
                        assert!(!told, "{label} of {names:?} within {most}: {cut} would do");
                    }
                }
            }
        }
    }
}
