//! Expressions as sentences, and everything that is not one.

use proptest::prelude::*;

use super::*;
use crate::fixture::heap;

const HEAP: &str = "
    root jni -> a
    class shop.Special < shop.Product
    a: shop.Special 40 -> b c
    b: byte[300] 320
    c: java.lang.String 24
";

fn answer(source: &str) -> Result<String, String> {
    let heap = heap(HEAP);
    let fault = |fault: Fault| format!("{}: {}", fault.at, fault.message);
    let script = Script::compile(source).map_err(fault)?;
    let facts = HeapFacts::new(&heap);
    let value = Run::evaluate(&script, &facts, &Facts::default(), heap.object("a")).map_err(fault)?;
    Ok(value.to_text().map_or_else(|| format!("{value:?}"), |text| text.to_string()))
}

#[test]
fn expressions_yield_what_they_say() {
    for (source, expected) in [
        ("1 + 2 * 3 - 4 / 2 % 2", "7"),
        ("-(2 - 5)", "3"),
        ("1.5 * 2", "3"),
        ("0x10 + 1_000", "1016"),
        ("'a' + \"b\" + 1", "ab1"),
        ("\"\\n\\\"\".size()", "2"),
        ("1 < 2 && 2.0 >= 2 || false", "true"),
        ("not (1 == 1.0) or 2 != 2", "false"),
        ("type", "shop.Special"),
        ("short_type + '/' + package", "Special/shop"),
        ("size", "40"),
        ("array_length", "-1"),
        ("is_array", "false"),
        ("extends('shop.Product') && !extends('x')", "true"),
        ("superclasses.exists(s, s == 'shop.Product')", "true"),
        ("'JNI global' in roots", "true"),
        ("outgoing", "2"),
        ("incoming", "0"),
        ("points_to.size()", "2"),
        ("points_to[0].array_length", "300"),
        ("points_to.exists(o, o.is_primitive_array)", "true"),
        ("points_to.all(o, o.size > 100)", "false"),
        ("points_to.filter(o, o.size > 100).map(o, o.type)[0]", "byte[]"),
        ("points_to.exists(o, o.pointed_from.exists(p, p == this))", "true"),
        ("[1, 2, 3].map(x, [10].map(y, x * y)[0])[2]", "30"),
        ("type.startsWith('shop.') ? type.endsWith('l') ? 1 : 2 : 3", "1"),
        ("type.lower().contains('special') and type.like('*.Sp?cial')", "true"),
        ("'ab'.like('a*b*') && !'ab'.like('a')", "true"),
        ("null == null && 1 != null && !(null < 1)", "true"),
        ("describes", "null"),
        ("describes.size() == null", "true"),
        ("int('12') + int(2.9)", "14"),
        ("string(3) + string(true)", "3true"),
        ("2 in [1, 2] // a comment", "true"),
        ("false && 1 / 0 == 1", "false"),
    ] {
        assert_eq!(answer(source), Ok(expected.to_owned()), "{source}");
    }
}

#[test]
fn what_is_no_expression_says_where_and_why() {
    for (source, expected) in [
        ("", "0: expected a value, not the end"),
        ("1 +", "3: expected a value, not the end"),
        ("1 2", "2: expected an operator or the end, not 2"),
        ("(1", "2: expected \")\", not the end"),
        ("size = 3", "5: write == to compare"),
        ("größe", "0: unknown name größe; an object has type, "),
        ("size.foo", "5: an object has no foo; it has type, "),
        ("foo(1)", "0: there is no function foo; known are string, int, "),
        ("type.foo()", "5: there is no method foo; known are startsWith, "),
        ("type.startsWith()", "5: startsWith takes 1 arguments, not 0"),
        ("points_to.exists(1)", "17: exists takes a variable and an expression"),
        ("field(size)", "6: field takes a name in quotes"),
        ("1abc", "0: \"1abc\" is no number"),
        ("'abc", "0: this text in quotes does not end"),
        ("'\\q'", "1: known escapes are "),
        ("1 # 2", "2: unexpected '#'"),
        ("99999999999999999999", "0: \"99999999999999999999\" is no number"),
        ("1 + true", "2: numbers are needed here, not a number and true or false"),
        ("9223372036854775807 + 1", "20: the number is too large"),
        ("1 / 0", "2: division by zero"),
        ("size ? 1 : 2", "0: true or false is needed here, not a number"),
        ("size.type", "0: properties are those of objects, and this is a number"),
        ("[1][1]", "3: a list has no element 1"),
        ("1 in 2", "2: in needs a list, not a number"),
    ] {
        let error = answer(source).expect_err(source);
        assert!(error.starts_with(expected), "{source}: {error}");
    }
}

#[test]
fn limits_end_what_would_not_end() {
    let nested = format!("{}1{}", "(".repeat(DEEPEST + 1), ")".repeat(DEEPEST + 1));
    assert!(answer(&nested).is_err_and(|error| error.contains("nested no deeper")));
    assert!(answer(&"!".repeat(5000)).is_err_and(|error| error.contains("nested no deeper")));
    assert!(answer(&vec!["1"; DEEPEST + 2].join("+")).is_err_and(|error| error.contains("operators in a row")));
    assert!(answer(&" ".repeat(LONGEST_SOURCE + 1)).is_err_and(|error| error.contains("no longer than")));
    let hundred = format!("[{}]", vec!["1"; 100].join(","));
    let loops = format!("{hundred}.map(a, {hundred}.map(b, {hundred}.map(c, {hundred}.map(d, 1))))");
    assert!(answer(&loops).is_err_and(|error| error.contains("more than 10000000 steps")));
    let doubling = format!("{}'{}'{}", "[".repeat(0), "x".repeat(1 << 13), "");
    let long = (0..8).fold(doubling, |text, _| format!("[{text}].map(x, x + x)[0]"));
    assert!(answer(&long).is_err_and(|error| error.contains("longer than")), "a text grows without limit");
}

#[test]
fn what_a_script_reads_is_known_exactly() {
    let uses = |source: &str| Script::compile(source).expect("compiles").uses;
    let of_type = Uses { of_type: true, ..Uses::default() };
    assert_eq!(uses("type.startsWith('size') && extends('count')"), of_type);
    assert_eq!(uses("array_length > 3"), Uses { array_length: true, ..Uses::default() });
    assert_eq!(uses("points_to.exists(o, o.size > 3)"), Uses { object: true, ..Uses::default() });
    assert_eq!(uses("points_to.exists(size, size == this)"), Uses { object: true, ..Uses::default() });
    assert!(uses("points_to.exists(o, o.incoming > 3)").pointed_from);
    assert_eq!(Script::compile("field('a') == field('b') || field('a') == null").expect("compiles").fields, ["a", "b"]);
}

proptest! {
    #[test]
    fn no_text_makes_a_script_panic(source in "[a-z0-9 .,()\\[\\]?:+*/%<>=!&|'\"\\-]{0,60}") {
        let _ = answer(&source);
    }

    #[test]
    fn no_row_of_tokens_makes_a_script_panic(tokens in prop::collection::vec(prop::sample::select(vec![
        "type", "size", "points_to", "this", "x", "1", "0", "'a'", "null", "true", "[", "]", "(", ")", ".", ",", "?", ":", "+", "-", "*", "/",
        "%", "==", "<", "in", "&&", "||", "!", ".exists(x,", ".map(x,", ".size()", "path(", "int(", "field('a')", "9223372036854775807",
    ]), 0..14)) {
        let _ = answer(&tokens.join(" "));
    }

    #[test]
    fn numbers_keep_their_order(a in any::<i32>(), b in any::<i32>()) {
        prop_assert_eq!(answer(&format!("{a} < {b}")), Ok((a < b).to_string()));
        prop_assert_eq!(answer(&format!("({a}) + ({b})")), Ok((i64::from(a) + i64::from(b)).to_string()));
    }
}
