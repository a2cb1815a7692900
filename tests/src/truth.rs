//! What a Java program says about its own heap, see `tests/java/travel-shop/travelshop/Truth.java`.

use std::collections::BTreeMap;

/// One point in the life of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Truth {
    /// Objects alive per class.
    pub objects: BTreeMap<String, u64>,
    /// Distinct objects of the second class that objects of the first class reference.
    pub points_to: BTreeMap<(String, String), u64>,
}

/// The truth of every point, first point first.
///
/// # Panics
/// When a line has another form.
#[must_use]
pub fn parse(text: &str) -> Vec<Truth> {
    let mut points: BTreeMap<u32, Truth> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let what = words.next().unwrap_or_default();
        let number = words.next().and_then(|word| word.strip_prefix("point=")?.parse().ok());
        let point = points.entry(number.unwrap_or_else(|| panic!("no point number in: {line}"))).or_default();
        for word in words {
            let (name, count) = word.rsplit_once('=').unwrap_or_else(|| panic!("not NAME=COUNT: {word}"));
            let count = count.parse().unwrap_or_else(|error| panic!("{word}: {error}"));
            match what {
                "truth" => point.objects.insert(name.to_owned(), count),
                "points-to" => {
                    let (from, to) = name.split_once('>').unwrap_or_else(|| panic!("not FROM>TO: {word}"));
                    point.points_to.insert((from.to_owned(), to.to_owned()), count)
                }
                _ => panic!("a line of an unknown kind: {line}"),
            };
        }
    }
    points.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn both_kinds_of_lines_belong_to_their_point() {
        let points = parse("truth point=1 a.B=2 int[]=3\npoints-to point=1 a.B>int[]=3\ntruth point=2 a.B=4\n");
        assert_eq!(points.len(), 2);
        assert_eq!(points[0].objects["int[]"], 3);
        assert_eq!(points[0].points_to[&("a.B".to_owned(), "int[]".to_owned())], 3);
        assert_eq!(points[1].objects["a.B"], 4);
    }
}
