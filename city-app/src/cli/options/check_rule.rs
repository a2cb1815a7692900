//! A rule of `check`: `retained(com.shop.Cart) <= 10 MiB`, read with the position of what is wrong; and how bad a broken one is known to be.

use analysis::{Error, Metric, NodeTotals, Result, SizeKind, TimePoint};
use serde::{Deserialize, Serialize};

/// How bad a broken rule is known to be: sizes as rules have them, so that people can change them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct KnownSizes {
    /// As it is given to `--rule`.
    pub(in crate::cli) rule: String,
    /// It is worse above this, ..
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) at_most: Option<String>,
    /// .. or below this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) at_least: Option<String>,
}

/// By how much sizes may be worse than they are known to be, a percentage of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Allowance {
    digits: u64,
    parts: u64,
}

/// What a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Size {
    /// How many objects the group has.
    Objects,
    /// Their own bytes.
    Bytes,
    /// The bytes of a closure over them.
    Walked(SizeKind),
}

/// A rule, read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Rule<'t> {
    /// What it looks at.
    pub(in crate::cli) size: Size,
    /// The group, as `--key` names groups.
    pub(in crate::cli) group: &'t str,
    operator: Operator,
    limit: Limit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    AtMost,
    AtLeast,
    Equal,
    Below,
    Above,
}

/// `digits / parts` of a unit, or of the whole heap: fractions stay exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Limit {
    digits: u64,
    parts: u64,
    /// In bytes or objects; `None` for shares of the whole heap.
    unit: Option<u64>,
}

/// What a point has of a group, and in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct SizeAt {
    /// Of the group, 0 if the point does not have it.
    pub(in crate::cli) size: u64,
    /// The standard error of that; `None` where it is exact.
    pub(in crate::cli) error: Option<u64>,
    /// Of the heap.
    pub(in crate::cli) whole: u64,
    /// Whether the point has the group.
    pub(in crate::cli) seen: bool,
}

/// Longer ones first where one begins with the other.
const OPERATORS: [(&str, Operator); 5] =
    [("<=", Operator::AtMost), (">=", Operator::AtLeast), ("==", Operator::Equal), ("<", Operator::Below), (">", Operator::Above)];

/// Units of bytes, in any case.
pub(in crate::cli) const UNITS: [(&str, u64); 9] = [
    ("B", 1),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
];

/// Digits behind the point; with more, nothing is meant that a byte could tell.
const MOST_DECIMALS: usize = 6;
/// And what they make of a percent.
const PERCENT_PARTS: u64 = 10_u64.pow(MOST_DECIMALS as u32);

impl<'t> Rule<'t> {
    /// Reads `SIZE(GROUP) OPERATOR NUMBER UNIT`; names of groups may hold parentheses.
    ///
    /// # Errors
    /// [`Error::Text`] with the position of what is wrong.
    pub(in crate::cli) fn parse(text: &'t str) -> Result<Self> {
        let wrong = |part: &str, message: &str| Err(wrong_at(text, part, message));
        let Some((size_name, rest)) = text.split_once('(') else {
            return wrong(text, "a rule is SIZE(GROUP) OPERATOR NUMBER, for example retained(com.shop.Cart) <= 10 MiB");
        };
        let size = match size_name.trim() {
            "objects" => Size::Objects,
            "bytes" => Size::Bytes,
            "deep" => Size::Walked(SizeKind::Deep),
            "retained" => Size::Walked(SizeKind::Retained),
            other => return wrong(size_name.trim_start(), &format!("{other:?} is no size: objects, bytes, deep and retained are")),
        };
        let Some((group, condition)) = rest.rsplit_once(')') else { return wrong(&text[text.len()..], "the name of the group needs a )") };
        if group.trim().is_empty() {
            return wrong(rest, "the name of a group is missing");
        }
        let condition = condition.trim();
        let operator = OPERATORS.into_iter().find_map(|(sign, operator)| Some((operator, condition.strip_prefix(sign)?)));
        let Some((operator, limit)) = operator else { return wrong(condition, "an operator is needed here: <=, >=, ==, < or >") };
        Ok(Self { size, group: group.trim(), operator, limit: Limit::parse(text, limit.trim(), size)? })
    }

    /// Whether a point keeps the rule.
    pub(in crate::cli) fn holds(&self, at: SizeAt) -> bool {
        let (size, limit) = self.limit.compared(at);
        match self.operator {
            Operator::AtMost => size <= limit,
            Operator::AtLeast => size >= limit,
            Operator::Equal => size == limit,
            Operator::Below => size < limit,
            Operator::Above => size > limit,
        }
    }

    /// What is counted or measured.
    pub(in crate::cli) fn metric(&self) -> Metric {
        if self.size == Size::Objects { Metric::Objects } else { Metric::Bytes }
    }

    /// How bad it is at its worst.
    pub(in crate::cli) fn known_sizes(&self, text: &str, sizes: &[SizeAt]) -> KnownSizes {
        let share = self.limit.unit.is_none();
        let least = sizes.iter().map(|at| at.told(share, false)).min().map(|told| told_limit(told, share));
        let most = sizes.iter().map(|at| at.told(share, true)).max().map(|told| told_limit(told, share));
        let known = KnownSizes { rule: text.trim().to_owned(), at_most: most, at_least: least };
        match self.operator {
            Operator::AtMost | Operator::Below => KnownSizes { at_least: None, ..known },
            Operator::AtLeast | Operator::Above => KnownSizes { at_most: None, ..known },
            Operator::Equal => known,
        }
    }

    /// Whether a point is no worse than known.
    ///
    /// # Errors
    /// As [`Rule::check_known`].
    pub(in crate::cli) fn is_known(&self, known: &KnownSizes, allowance: Allowance, at: SizeAt) -> Result<bool> {
        let (most, least) = self.known_limits(known)?;
        let (whole, more) = (u128::from(allowance.parts), u128::from(allowance.digits));
        // What is too large to be counted is not reached by any heap.
        let is_within = |limit: Limit, is_most: bool| {
            let (size, limit) = limit.compared(at);
            let size = size.saturating_mul(whole);
            if is_most { size <= limit.saturating_mul(whole + more) } else { size >= limit.saturating_mul(whole.saturating_sub(more)) }
        };
        Ok(most.is_none_or(|limit| is_within(limit, true)) && least.is_none_or(|limit| is_within(limit, false)))
    }

    /// Whether what is known can be understood.
    ///
    /// # Errors
    /// [`Error::Text`] with the position of what is wrong, [`Error::Request`] if nothing is told.
    pub(in crate::cli) fn check_known(&self, known: &KnownSizes) -> Result<()> {
        match self.known_limits(known)? {
            (None, None) => Err(Error::Request("it has neither at_most nor at_least".into())),
            _ => Ok(()),
        }
    }

    fn known_limits(&self, known: &KnownSizes) -> Result<(Option<Limit>, Option<Limit>)> {
        let limit = |text: &Option<String>| text.as_ref().map(|text| Limit::parse(text, text.trim(), self.size)).transpose();
        Ok((limit(&known.at_most)?, limit(&known.at_least)?))
    }

    /// Sizes at a point: of the group with this key, and of the heap.
    pub(in crate::cli) fn size_at(&self, point: &TimePoint, key: &str) -> SizeAt {
        let nodes = &point.tree.nodes;
        let walked =
            |sizes: &Option<Vec<NodeTotals>>, at: usize| sizes.as_ref().and_then(|sizes| sizes.get(at)).map_or(0, |size| size.bytes);
        let size = |at: usize| match self.size {
            Size::Objects => nodes[at].totals.objects,
            Size::Bytes => nodes[at].totals.bytes,
            Size::Walked(SizeKind::Deep) => walked(&point.sizes.deep, at),
            Size::Walked(SizeKind::Retained) => walked(&point.sizes.retained, at),
        };
        let found = nodes.iter().position(|node| &*node.key == key);
        let heap = point.tree.root().totals;
        let whole = if self.size == Size::Objects { heap.objects } else { heap.bytes };
        let estimate = found.and_then(|at| point.sizes.estimates.as_ref()?.get(at).copied().flatten());
        let error = estimate.and_then(|estimate| match self.size {
            Size::Objects => Some(estimate.error.objects),
            Size::Bytes => Some(estimate.error.bytes),
            Size::Walked(_) => None,
        });
        SizeAt { size: found.map_or(0, size), error: error.filter(|&error| error > 0), whole, seen: found.is_some() }
    }
}

impl Allowance {
    /// `10 %`: a percentage.
    ///
    /// # Errors
    /// [`Error::Text`] with the position of what is wrong.
    pub(in crate::cli) fn parse(text: &str) -> Result<Self> {
        let limit = Limit::parse(text, text.trim(), Size::Bytes)?;
        if limit.unit.is_some() {
            return Err(wrong_at(text, text.trim(), "a percentage is needed here, for example 10%"));
        }
        Ok(Self { digits: limit.digits, parts: limit.parts })
    }
}

impl Default for Allowance {
    fn default() -> Self {
        Self { digits: 0, parts: 1 }
    }
}

impl SizeAt {
    /// As it is kept: in objects or bytes, or in millionths of a percent of the heap, rounded up or down.
    fn told(&self, share: bool, up: bool) -> u128 {
        let (size, whole) = (u128::from(self.size), u128::from(self.whole));
        if !share {
            return size;
        }
        let millionths = size * 100 * u128::from(PERCENT_PARTS);
        let told = if up {
            millionths.checked_add(whole.saturating_sub(1)).and_then(|up| up.checked_div(whole))
        } else {
            millionths.checked_div(whole)
        };
        told.unwrap_or(0)
    }
}

/// The same as it is written in rules.
fn told_limit(told: u128, share: bool) -> String {
    if !share {
        return told.to_string();
    }
    let (whole, rest) = (told / u128::from(PERCENT_PARTS), told % u128::from(PERCENT_PARTS));
    let number = format!("{whole}.{rest:0width$}", width = MOST_DECIMALS);
    format!("{} %", number.trim_end_matches('0').trim_end_matches('.'))
}

impl Limit {
    /// A size and this limit as numbers that can be compared.
    fn compared(self, at: SizeAt) -> (u128, u128) {
        let Self { digits, parts, unit } = self;
        (u128::from(at.size) * u128::from(parts), u128::from(digits) * u128::from(unit.unwrap_or(at.whole)))
    }

    /// `10 MiB`, `1.5 GB`, `20 %`, `1,000`: the last part of a rule.
    fn parse(rule: &str, text: &str, size: Size) -> Result<Self> {
        let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_'))).unwrap_or(text.len());
        let (number, unit_name) = (&text[..end], text[end..].trim());
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let digits: String = whole.chars().filter(|c| !matches!(c, ',' | '_')).chain(decimals.chars()).collect();
        if whole.is_empty() || decimals.len() > MOST_DECIMALS || !decimals.bytes().all(|c| c.is_ascii_digit()) {
            return Err(wrong_at(rule, text, "a number is needed here, for example 10 MiB, 1.5 GB, 20 % or 1,000"));
        }
        let too_large = || wrong_at(rule, text, "this number is too large");
        let digits: u64 = digits.parse().map_err(|_| too_large())?;
        let parts = 10_u64.pow(decimals.len() as u32);
        if unit_name == "%" {
            return Ok(Self { digits, parts: parts * 100, unit: None });
        }
        let unit = match UNITS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(unit_name)) {
            Some((_, bytes)) if size != Size::Objects => bytes,
            Some(_) => return Err(wrong_at(rule, unit_name, "objects are counted without a unit of bytes")),
            None if unit_name.is_empty() => 1,
            None => {
                let known: Vec<&str> = UNITS.iter().map(|(name, _)| *name).collect();
                return Err(wrong_at(rule, unit_name, &format!("{unit_name:?} is no unit: {} and % are", known.join(", "))));
            }
        };
        // The comparison stays within 128 bits; more bytes than 64 bits can count are nobody's heap.
        (digits / parts).checked_mul(unit).ok_or_else(too_large)?;
        Ok(Self { digits, parts, unit: Some(unit) })
    }
}

/// What is wrong at a part of a rule.
fn wrong_at(rule: &str, part: &str, message: &str) -> Error {
    let offset = (part.as_ptr() as usize).saturating_sub(rule.as_ptr() as usize).min(rule.len());
    let before = rule.get(..offset).unwrap_or(rule);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Error::Text { message: message.to_owned(), line, column }
}

#[cfg(test)]
mod tests {
    use analysis::fixture::cases;
    use proptest::prelude::*;

    use super::*;

    fn holds(rule: &str, size: u64, whole: u64) -> bool {
        Rule::parse(rule).expect("is a rule").holds(SizeAt { size, error: None, whole, seen: true })
    }

    #[test]
    fn rules_are_read_with_their_units() {
        let rule = Rule::parse(" retained (a.B) <= 10 MiB").expect("is a rule");
        assert_eq!((rule.size, rule.group), (Size::Walked(SizeKind::Retained), "a.B"));
        assert_eq!(Rule::parse("objects( (default package)#x )<1,000").expect("is a rule").group, "(default package)#x");
        // One byte more or less decides, whatever the unit.
        for (number, bytes) in [
            ("7", 7),
            ("7 B", 7),
            ("7KiB", 7 << 10),
            ("10 MiB", 10 << 20),
            ("2 gib", 2 << 30),
            ("1.5 KiB", 1536),
            ("3 kB", 3000),
            ("1_000.25 MB", 1_000_250_000),
        ] {
            assert!(
                holds(&format!("bytes(a) <= {number}"), bytes, 0) && !holds(&format!("bytes(a) <= {number}"), bytes + 1, 0),
                "{number}"
            );
            assert!(holds(&format!("bytes(a) == {number}"), bytes, 0) && !holds(&format!("bytes(a) > {number}"), bytes, 0), "{number}");
        }
        // 0.3 KiB are 307.2 bytes: no rounding.
        assert!(holds("bytes(a) < 0.3 KiB", 307, 0) && holds("bytes(a) > 0.3 KiB", 308, 0));
    }

    #[test]
    fn percent_are_shares_of_the_heap_at_the_same_point() {
        assert!(holds("retained(a) <= 20 %", 200, 1000) && !holds("retained(a) <= 20 %", 201, 1000));
        assert!(holds("objects(a) >= 0.5%", 5, 1000) && !holds("objects(a) >= 0.5%", 4, 1000));
    }

    #[test]
    fn wrong_rules_say_where_and_what_would_be_right() {
        for (rule, expected) in [
            ("", "line 1, column 1: a rule is SIZE(GROUP) OPERATOR NUMBER"),
            ("retained a.B <= 3", "line 1, column 1: a rule is SIZE(GROUP)"),
            ("size(a) < 1", "line 1, column 1: \"size\" is no size: objects, bytes, deep and retained are"),
            ("retained(a.B <= 3", "line 1, column 18: the name of the group needs a )"),
            ("retained() <= 3", "line 1, column 10: the name of a group is missing"),
            ("retained(a.B)", "line 1, column 14: an operator is needed here"),
            ("bytes(a) = 1", "line 1, column 10: an operator is needed here: <=, >=, ==, < or >"),
            ("retained(a.B) <= ten", "line 1, column 18: a number is needed here"),
            ("bytes(a) < -3", "line 1, column 12: a number is needed here"),
            ("bytes(a) < 1.2.3", "line 1, column 12: a number is needed here"),
            ("bytes(a) <= 10 MIP", "line 1, column 16: \"MIP\" is no unit: B, KiB, MiB, GiB, TiB, kB, MB, GB, TB and % are"),
            ("objects(a) <= 10 MiB", "line 1, column 18: objects are counted without a unit of bytes"),
            ("bytes(a) < 99999999999 GiB", "line 1, column 12: this number is too large"),
            ("bytes(a) < 99999999999999999999", "line 1, column 12: this number is too large"),
        ] {
            let error = Rule::parse(rule).expect_err(rule).to_string();
            assert!(error.starts_with(expected), "{rule}: {error}");
        }
    }

    #[test]
    fn a_broken_rule_is_known_until_it_gets_worse_than_is_allowed() {
        let at = |size: u64, whole: u64| SizeAt { size, error: None, whole, seen: true };
        let judged = |rule: &str, known_at: &[SizeAt], allow: &str, now: SizeAt| {
            let rule = Rule::parse(rule).expect("is a rule");
            let known = rule.known_sizes("", known_at);
            rule.is_known(&known, Allowance::parse(allow).expect("is a percentage"), now).expect("can be read")
        };
        let upper = |allow: &str, now: u64| judged("bytes(a) < 10", &[at(700, 0), at(1000, 0)], allow, at(now, 0));
        assert!(upper("0 %", 1000) && !upper("0 %", 1001) && upper("2.5%", 1025) && !upper("2.5%", 1026) && upper("10%", 0));
        let lower = |allow: &str, now: u64| judged("objects(a) >= 5000", &[at(1000, 0), at(2000, 0)], allow, at(now, 0));
        assert!(lower("0%", 1000) && !lower("0%", 999) && lower("10%", 900) && !lower("10%", 899) && lower("200%", 0));
        let both = |now: u64| judged("objects(a) == 5", &[at(4, 0), at(9, 0)], "0%", at(now, 0));
        assert!(!both(3) && both(4) && both(9) && !both(10));
        // Of a share the heap counts: twice as much of twice the heap is no worse. Thirds are no decimals, and no worse than themselves.
        let share = |now: u64, whole: u64| judged("retained(a) <= 20 %", &[at(1, 3)], "0%", at(now, whole));
        assert!(share(1, 3) && share(2, 6) && !share(400, 1000) && share(u64::MAX / 4, u64::MAX) && share(0, 0));
        let rule = Rule::parse("retained(a) <= 20 %").expect("is a rule");
        let told = |sizes: &[SizeAt]| rule.known_sizes(" x ", sizes);
        assert_eq!(told(&[at(1, 3)]), KnownSizes { rule: "x".into(), at_most: Some("33.333334 %".into()), at_least: None });
        assert_eq!(told(&[at(1, 2)]).at_most.as_deref(), Some("50 %"));
        assert!(Allowance::parse("10 MiB").expect_err("is none").to_string().contains("a percentage is needed here"));
        let wrong = KnownSizes { at_most: Some("7 MIP".into()), ..KnownSizes::default() };
        assert!(rule.is_known(&wrong, Allowance::default(), at(1, 3)).expect_err("no unit").to_string().contains("\"MIP\" is no unit"));
    }

    /// What rules are made of, and what they are not.
    const PIECES: [&str; 20] = [
        "retained",
        "deep",
        "objects",
        "bytes",
        "(",
        ")",
        "a.B",
        "Overall#a",
        "<=",
        ">",
        "==",
        "=",
        " ",
        "10",
        "1.5",
        "1,000",
        "%",
        " MiB",
        "-",
        "\u{e4}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(300)))]

        #[test]
        fn fuzz_rules(
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..10),
            noise in "\\PC{0,6}|\n|[0-9.,_]{1,30}",
            place in any::<prop::sample::Index>(),
            (size, whole) in any::<(u64, u64)>(),
        ) {
            let mut text = pieces.concat();
            text.insert_str(text.floor_char_boundary(place.index(text.len() + 1)), &noise);
            for text in [&text, &format!("retained(a) <= {text}"), &format!("bytes({text}) < 3 kB")] {
                match Rule::parse(text) {
                    Ok(rule) => {
                        let holds = |operator| Rule { operator, ..rule }.holds(SizeAt { size, error: None, whole, seen: true });
                        prop_assert_ne!(holds(Operator::AtMost), holds(Operator::Above), "{}", text);
                        prop_assert_ne!(holds(Operator::AtLeast), holds(Operator::Below), "{}", text);
                        prop_assert_eq!(holds(Operator::Equal), holds(Operator::AtMost) && holds(Operator::AtLeast), "{}", text);
                    }
                    Err(Error::Text { line, column, .. }) => {
                        let told = text.split('\n').nth(line - 1).expect("the line is one of the rule");
                        prop_assert!((1..=told.chars().count() + 1).contains(&column), "{}: column {}", text, column);
                    }
                    Err(other) => prop_assert!(false, "{}: {}", text, other),
                }
            }
        }
    }
}
