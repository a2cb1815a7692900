//! Scripts as sentences, and everything that is not one.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::fixture::heap;
use crate::grouping::Need;
use crate::heap::HeapState;

const HEAP: &str = "
    root jni -> a
    class shop.Special < shop.Product
    a: shop.Special 40 -> b c
    b: byte[300] 320
    c: java.lang.String 24
";

/// What a script answers for an object, as text.
fn answer_for(heap: &HeapState, script: &Script, object: ObjectIndex) -> Result<String, Fault> {
    let mut evaluator = Evaluator::new(script, Arc::new(HeapFacts::new(heap)), Progress::new());
    let mut answers = Vec::new();
    let mut hopeless = None;
    for _ in 0..3 {
        let number = |evaluated: Result<rhai::Dynamic, Fault>| {
            answers.push(evaluated.map(|value| value.to_string()));
            0
        };
        let mut lacks_values = false;
        evaluator.evaluate(heap, [object], number, |_, outcome| {
            match outcome {
                Outcome::LacksValues => lacks_values = true,
                Outcome::Hopeless(fault) => hopeless = Some(fault),
                _ => {}
            }
            true
        });
        if !lacks_values {
            break;
        }
        evaluator.values().read(heap);
    }
    match hopeless {
        Some(fault) => Err(fault),
        None => answers.pop().expect("evaluated"),
    }
}

fn answer(source: &str) -> Result<String, String> {
    let heap = heap(HEAP);
    heap.references.build_pointed_from(&Progress::new()).expect("nobody cancels");
    let fault = |fault: Fault| format!("{}:{}: {}", fault.line, fault.column, fault.message);
    let script = Script::compile(source).map_err(fault)?;
    answer_for(&heap, &script, heap.object("a")).map_err(fault)
}

#[test]
fn scripts_yield_what_they_say() {
    let mut wrong = Vec::new();
    for (source, expected) in [
        ("1 + 2 * 3 - 4 / 2 % 2", "7"),
        ("-(2 - 5)", "3"),
        ("1.5 * 2", "3.0"),
        ("0x10 + 1_000", "1016"),
        ("\"a\" + 'b' + 1", "ab1"),
        ("\"\\n\\\"\".len()", "2"),
        ("1 < 2 && 2.0 >= 2 || false", "true"),
        ("not (1 == 1.0) or 2 != 2", "false"),
        ("type", "shop.Special"),
        ("short_type + '/' + package", "Special/shop"),
        ("this.package + loader", "shop<boot>"),
        ("size", "40"),
        ("array_length", "-1"),
        ("is_array", "false"),
        ("extends(\"shop.Product\") && !extends(\"x\")", "true"),
        ("this.extends(\"shop.Product\")", "true"),
        ("superclasses.some(|s| s == \"shop.Product\")", "true"),
        ("\"JNI global\" in roots", "true"),
        ("outgoing", "2"),
        ("incoming", "0"),
        ("points_to.len()", "2"),
        ("points_to[0].array_length + points_to[-2].array_length", "600"),
        ("points_to.some(|o| o.is_primitive_array)", "true"),
        ("points_to.all(|o| o.size > 100)", "false"),
        ("points_to.filter(|o| o.size > 100).map(|o| o.type)[0]", "byte[]"),
        ("points_to.find(|o| o.size == 24).type", "java.lang.String"),
        ("points_to.some(|o| o.pointed_from.some(|p| p == this))", "true"),
        ("points_to[1] in points_to and not (this in points_to)", "true"),
        ("points_to.map(|o| o.size).reduce(|sum, next| sum + next, 0)", "344"),
        ("[1, 2, 3].map(|x| [10].map(|y| x * y)[0])[2]", "30"),
        ("if type.starts_with(\"shop.\") { if type.ends_with(\"l\") { 1 } else { 2 } } else { 3 }", "1"),
        ("type.to_lower().contains(\"special\") and type.like(\"*.Sp?cial\")", "true"),
        ("\"ab\".like(\"a*b*\") && !\"ab\".like(\"a\")", "true"),
        ("null == null && 1 != null && !(null < 1)", "true"),
        ("describes == null", "true"),
        ("describes.len() == null and describes.type == null and describes.contains(\"x\") == false", "true"),
        ("(count + 1) == null and (count * 2) == null and not (count > 3)", "true"),
        ("parse_int(\"12\") + 2.9.to_int()", "14"),
        ("2 in [1, 2] // a comment", "true"),
        ("false && 1 / 0 == 1", "false"),
        ("let sum = 0; for o in points_to { sum += o.size } sum", "344"),
        ("fn is_big(o) { o.size > 100 } points_to.filter(is_big).len()", "1"),
        ("fn twice(x) { x * 2 } twice(size)", "80"),
        ("let most = 3; let add = |x| x + most; add.call(4)", "7"),
        ("let own = type; points_to.some(|o| o.type == own or o.type == type)", "false"),
        ("this.points_to.some(|o| this.points_to.all(|p| p.size < 400 and size == 40))", "true"),
        ("switch points_to.len() { 1 => \"one\", 2 | 3 => \"few\", _ => \"many\" }", "few"),
        ("`${short_type} of ${size}`", "Special of 40"),
        ("parts.header + parts.primitive + parts.pointer + parts[\"null\"] + parts.padding", "40"),
        ("let n = 0; let o = this; while o != null and n < 9 { o = o.field(\"next\"); n += 1 } n", "1"),
        ("let x = 0; try { x = 1 / 0 } catch { x = 7 } x", "7"),
    ] {
        let found = answer(source);
        if found != Ok(expected.to_owned()) {
            wrong.push((source, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_no_script_says_where_and_why() {
    let mut wrong = Vec::new();
    for (source, expected) in [
        ("", "1:1: an expression is missing"),
        ("// nothing", "1:1: an expression is missing"),
        ("1 +", "1:4: something is missing at the end"),
        ("1 2", "1:3: "),
        ("(1", "1:3: "),
        ("size = 3", "1:1: properties of objects cannot be changed; write == to compare"),
        ("größe", "1:1: "),
        ("let size = 3; size", "1:5: size is a property of objects and cannot be a variable"),
        ("for type in points_to { 1 }", "1:5: type is a property of objects"),
        ("try { throw 1 } catch (text) { 2 }", "1:24: text is a property of objects"),
        ("fn f(size) { size } f(3)", "1:1: size is a property of objects"),
        ("points_to.some(|size| size > 3)", "1:1: size is a property of objects"),
        ("let o = this; o.points_to.some(|p| p.type == o.type)", "1:1: the closure names the variable that it is called on"),
        ("length > 3", "1:1: unknown name length; an object has type, "),
        ("if size > 3 {\n  lenght\n} else { 1 }", "2:3: unknown name lenght; an object has "),
        ("points_to.some(|o| x)", "1:20: unknown name x; an object has "),
        ("size ? 1 : 2", "1:6: "),
        ("\"abc", "1:1: "),
        ("'abc'", "1:1: "),
        ("1 # 2", "1:3: "),
        ("eval(\"1\")", "1:1: "),
        ("print(1)", "1:1: "),
        ("import \"x\" as y; 1", "1:1: "),
        ("1abc", "1:"),
        ("1 + true", "1:3: there is no function + (number, true or false)"),
        ("9223372036854775807 + 1", "1:21: addition overflow: 9223372036854775807 + 1"),
        ("1 / 0", "1:3: division by zero: 1 / 0"),
        ("if size { 1 } else { 2 }", "1:4: true or false is needed here, not number"),
        ("size.type", "1:6: "),
        ("foo(1)", "1:1: there is no function foo (number)"),
        ("this.foo", "1:6: "),
        ("[1][1]", "1:5: array index 1 out of bounds"),
        ("points_to[5]", "1:10: array index 5 out of bounds"),
        ("1 in 2", "1:3: "),
        ("points_to.some(|o| o.size)", "1:11: "),
        ("points_to.some(|o|\n o.size / 0 > 1)", "2:9: division by zero: 320 / 0"),
        ("sleep(1000)", "1:1: there is no function sleep (number)"),
        ("throw \"my \" + \"words\"", "1:1: runtime error: my words"),
    ] {
        let found = answer(source);
        if !found.as_ref().is_err_and(|error| error.starts_with(expected)) {
            wrong.push((source, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn limits_end_what_would_not_end() {
    let mut wrong = Vec::new();
    let mut ends = |source: &str, expected: &str| {
        let found = answer(source);
        if !found.as_ref().is_err_and(|error| error.contains(expected)) {
            wrong.push((source[..source.len().min(80)].to_owned(), found));
        }
    };
    ends(&format!("{}1{}", "(".repeat(DEEPEST + 1), ")".repeat(DEEPEST + 1)), "nested too deeply");
    ends(&"(".repeat(5000), "nested too deeply");
    ends(&"!".repeat(5000), "nested too deeply");
    ends(&"[".repeat(5000), "nested too deeply");
    ends(&"if true {".repeat(1500), "nested too deeply");
    ends(&vec!["1"; DEEPEST + 2].join("+"), "nested too deeply");
    ends(&" ".repeat(LONGEST_SOURCE + 1), "no longer than");
    ends("loop {}", "more than 200000 steps");
    ends("let x = 0; while true { x += 1; x -= 1; } x", "more than 200000 steps");
    ends("let n = 0; for a in 0..100 { for b in 0..100 { for c in 0..100 { n += c } } } n", "more than 200000 steps");
    ends("let s = \"x\"; loop { s += s; }", "grows too long");
    ends("let a = [1]; loop { a += a; }", "grows too long");
    ends("let a = [1]; loop { a = [a, a]; }", "grows too long");
    ends("let m = #{}; let i = 0; loop { m[`${i}`] = i; i += 1; }", "more than 200000 steps");
    ends("\"x\".pad(1000000, \"y\")", "grows too long");
    ends("fn f(n) { f(n + 1) } f(0)", "stack overflow");
    ends("let f = |f, n| f.call(f, n + 1); f.call(f, 0)", "stack overflow");
    ends("(\"a\" * 1)", "there is no function *");
    let stars = "*a".repeat(2000);
    ends(&format!("let s = \"a\"; for i in 0..15 {{ s += s; }} s.like(\"{stars}\")"), "takes too long");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The deepest that is allowed fits on the stack of a worker thread, in programs that are not optimized, too.
#[test]
fn the_deepest_script_fits_the_stack() {
    let nested = |depth: usize| {
        let inner = format!("{}n + 1{}", "[".repeat(depth), "]".repeat(depth));
        format!("fn f(n) {{ if n == 0 {{ 0 }} else {{ let x = {inner}; f(n - 1) }} }} f({})", MOST_CALLS - 2)
    };
    let deepest = (1..DEEPEST).rev().find(|&depth| Script::compile(&nested(depth)).is_ok()).expect("some depth is allowed");
    println!("{deepest} lists within lists");
    assert!(deepest >= 8);
    let nested = nested(deepest);
    let run = std::thread::Builder::new().stack_size(2 << 20).spawn(move || answer(&nested)).expect("starts");
    assert_eq!(run.join().expect("does not overflow"), Ok("0".to_owned()));
    // A closure takes more than one level: that of the function that calls it, too.
    let closures = (0..MOST_CALLS / 3).fold("1 == 1".to_owned(), |inner, at| format!("this.points_to.some(|o{at}| {inner})"));
    let run = std::thread::Builder::new().stack_size(2 << 20).spawn(move || answer(&closures)).expect("starts");
    assert_eq!(run.join().expect("does not overflow"), Ok("true".to_owned()));
}

#[test]
fn what_people_write_is_not_too_deep() {
    let choices: String = (0..20).map(|at| format!("if size < {at} {{ \"{at}\" }} else ")).collect();
    assert_eq!(answer(&format!("{choices} {{ \"more\" }}")), Ok("more".to_owned()));
    let terms: Vec<String> = (0..20).map(|at| format!("type.like(\"{at}\")")).collect();
    assert_eq!(answer(&terms.join(" or ")), Ok("false".to_owned()));
}

#[test]
fn what_a_script_reads_is_known() {
    let uses = |source: &str| Script::compile(source).expect("compiles").uses;
    let of_type = uses("type.starts_with(\"size\") && extends(\"count\")");
    assert_eq!(of_type, Uses { needs: [Need::TypeNames, Need::SuperClasses].into(), ..Uses::default() });
    let beyond = |need| Uses { beyond_type: true, needs: [need].into(), ..Uses::default() };
    assert_eq!(uses("array_length > 3"), beyond(Need::ArrayLengths));
    assert_eq!(uses("points_to.some(|o| o.size > 3)"), beyond(Need::References));
    assert_eq!(uses("let x = 3; let y = |length| length + x; y.call(2) == 5"), Uses::default());
    assert!(uses("fn f(o) { o.size } f(this)").beyond_type);
    assert!(uses("points_to.some(|o| o.incoming > 3)").pointed_from);
    assert!(uses("field(\"a\") == null").values() && uses("points_to.some(|o| o.count > 1)").values());
}

proptest! {
    #[test]
    fn no_text_makes_a_script_panic(source in "[a-z0-9 .,()\\[\\]?:+*/%<>=!&|'\"{};#$`\\-]{0,60}") {
        let _ = answer(&source);
    }

    #[test]
    fn no_row_of_tokens_makes_a_script_panic(tokens in prop::collection::vec(prop::sample::select(vec![
        "type", "size", "points_to", "this", "x", "1", "0", "\"a\"", "null", "true", "[", "]", "(", ")", ".", ",", "{", "}", ";", "+", "-", "*",
        "/", "%", "==", "<", "in", "&&", "||", "!", ".some(|x|", ".map(|x|", ".len()", "path(", "if", "else", "let x =", "x =", "while", "loop",
        "for x in", "field(\"a\")", "9223372036854775807", "fn x()", "x()", "return", "break", "switch", "=>", "_", "#{", "throw", "try", "catch",
        "|x|", "parts", "roots", "pointed_from", "..", "`${", "}`",
    ]), 0..14)) {
        let _ = answer(&tokens.join(" "));
    }

    /// Scripts that mean something, with one part changed.
    #[test]
    fn no_mutated_script_makes_the_engine_panic_or_hang(at in any::<prop::sample::Index>(), cut in 0..9_usize, put in "[a-z(){}|.;=\" 0-9]{0,6}", which in 0..5_usize) {
        let scripts = [
            "let sum = 0; for o in points_to { sum += o.size } sum",
            "fn is_big(o) { o.size > 100 } points_to.filter(is_big).len()",
            "let n = 0; let o = this; while o != null and n < 9 { o = o.field(\"next\"); n += 1 } n",
            "if points_to.some(|o| o.pointed_from.some(|p| p == this)) { path(type, package) } else { [type, short_type] }",
            "let s = \"x\"; let i = 0; loop { s += s; i += 1; if i > 9 { break s.len() } }",
        ];
        let source: Vec<char> = scripts[which].chars().collect();
        let at = at.index(source.len());
        let mutated: String = source[..at].iter().copied().chain(put.chars()).chain(source[(at + cut).min(source.len())..].iter().copied()).collect();
        let _ = answer(&mutated);
    }

    #[test]
    fn numbers_keep_their_order(a in any::<i32>(), b in any::<i32>()) {
        prop_assert_eq!(answer(&format!("{a} < {b}")), Ok((a < b).to_string()));
        prop_assert_eq!(answer(&format!("({a}) + ({b})")), Ok((i64::from(a) + i64::from(b)).to_string()));
    }
}
