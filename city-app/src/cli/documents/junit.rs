//! Test reports in the XML of JUnit, which every server for builds reads: one suite, a test for each question.
//!
//! There is no standard. What is written here is what the readers of Jenkins, GitLab and GitHub's reporters have in common: `testsuites`
//! with one `testsuite` that has counts, `properties` before its tests, and in a test at most one of `failure` and `skipped`.

use std::fmt::Write as _;

use crate::base::words::escaped;

/// What became of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum TestResult {
    Passed,
    /// In one line, and in all lines.
    Failed {
        message: String,
        text: String,
    },
    /// It would fail, and that is known.
    Skipped {
        message: String,
    },
}

/// A test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct TestCase<'a> {
    /// Where readers list it.
    pub(in crate::cli) group: &'a str,
    pub(in crate::cli) name: &'a str,
    pub(in crate::cli) result: TestResult,
}

/// The report.
pub(in crate::cli) fn junit(suite: &str, properties: &[(&str, &str)], cases: &[TestCase<'_>]) -> String {
    let count = |is: fn(&TestResult) -> bool| cases.iter().filter(|case| is(&case.result)).count();
    let (failures, skipped) =
        (count(|result| matches!(result, TestResult::Failed { .. })), count(|result| matches!(result, TestResult::Skipped { .. })));
    let counts = format!("name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\"", escaped(suite), cases.len());
    let mut xml = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts} time=\"0\">\n");
    let _ = writeln!(xml, "  <testsuite {counts} skipped=\"{skipped}\" time=\"0\">\n    <properties>");
    for (name, value) in properties {
        let _ = writeln!(xml, "      <property name=\"{}\" value=\"{}\"/>", escaped(name), attribute(value));
    }
    xml.push_str("    </properties>\n");
    for TestCase { group, name, result } in cases {
        let _ = write!(xml, "    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", attribute(group), attribute(name));
        let _ = match result {
            TestResult::Passed => writeln!(xml, "/>"),
            TestResult::Failed { message, text } => {
                let (message, text) = (attribute(message), escaped(text));
                writeln!(xml, ">\n      <failure type=\"broken\" message=\"{message}\">{text}</failure>\n    </testcase>")
            }
            TestResult::Skipped { message } => {
                writeln!(xml, ">\n      <skipped message=\"{}\"/>\n    </testcase>", attribute(message))
            }
        };
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// Text of an attribute, in which readers make spaces of line breaks.
fn attribute(text: &str) -> String {
    escaped(text).replace('\n', "&#10;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_heaps_break_no_report() {
        let hostile = "objects(</testcase><!--\"&\u{1b}[2J\u{ffff}\u{202e}]]>) <= 1";
        let failed = TestResult::Failed { message: "2 objects\nat point 1".into(), text: hostile.into() };
        let cases = [
            TestCase { group: "memory-city.check", name: hostile, result: failed },
            TestCase { group: "memory-city.check", name: "b", result: TestResult::Skipped { message: "known".into() } },
            TestCase { group: "memory-city.check", name: "c", result: TestResult::Passed },
        ];
        let xml = junit("memory-city check", &[("policy", hostile)], &cases);
        let document = resvg::usvg::roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
        let told = hostile.replace(['\u{1b}', '\u{ffff}', '\u{202e}'], "\u{fffd}");
        let of = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).collect::<Vec<_>>();
        let suite = of("testsuite")[0];
        let counts = ["tests", "failures", "errors", "skipped"].map(|name| suite.attribute(name));
        assert_eq!(counts, [Some("3"), Some("1"), Some("0"), Some("1")]);
        assert_eq!((of("testcase").len(), of("testcase")[0].attribute("name")), (3, Some(&*told)));
        assert_eq!((of("failure")[0].text(), of("failure")[0].attribute("message")), (Some(&*told), Some("2 objects\nat point 1")));
        assert_eq!(of("property")[0].attribute("value"), Some(&*told));
        assert_eq!((of("skipped").len(), of("testcase")[2].children().count()), (1, 0));
    }
}
