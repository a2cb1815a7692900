use proptest::prelude::*;

use super::*;
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::trees::evolution::{Evolution, Metric};

/// As JDK 8 writes it with `jmap -histo`.
const JDK_8: &str = "
 num     #instances         #bytes  class name
----------------------------------------------
   1:          1234         120000  [C
   2:           900          21600  java.lang.String
   3:            10            320  [Ljava.lang.Object;
   4:             2             32  Main
Total          2146         141952
";

/// As JDK 17 writes it with `jcmd`.
const JDK_17: &str = "30764:
 num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:         13397         814544  [B (java.base@17.0.15)
   2:           241             88  [[I (java.base@17.0.15)
   3:             1             16  Sleeper$$Lambda$183/0x00007fb2d0138208
   4:             1             16  com.sun.tools.doclint.DocLint$$Lambda$32/0x00007fb2d0024400 (jdk.compiler@17.0.15)
Total         13640         814664
";

fn parse(text: &str) -> (Vec<ClassHistogram>, Vec<String>) {
    let warnings = Warnings::new();
    let histograms = parse_class_histograms("h.txt", text.as_bytes(), &warnings).expect("a class histogram");
    (histograms, warnings.list().iter().map(ToString::to_string).collect())
}

fn rows(histogram: &ClassHistogram) -> Vec<(&str, u64, u64)> {
    histogram.classes.iter().map(|class| (class.name.as_str(), class.totals.objects, class.totals.bytes)).collect()
}

#[test]
fn both_layouts_are_read_with_names_in_source_form() {
    let (histograms, warnings) = parse(JDK_8);
    assert_eq!(warnings, [""; 0]);
    assert_eq!(
        rows(&histograms[0]),
        [("char[]", 1234, 120_000), ("java.lang.String", 900, 21_600), ("java.lang.Object[]", 10, 320), ("Main", 2, 32)]
    );
    let (histograms, warnings) = parse(&JDK_17.replace('\n', "\r\n"));
    assert_eq!(warnings, [""; 0]);
    assert_eq!(
        rows(&histograms[0]),
        [
            ("byte[]", 13_397, 814_544),
            ("int[][]", 241, 88),
            ("Sleeper$$Lambda$183+0x00007fb2d0138208", 1, 16),
            ("com.sun.tools.doclint.DocLint$$Lambda$32+0x00007fb2d0024400", 1, 16)
        ]
    );
}

#[test]
fn a_text_may_hold_many_histograms_with_times_between_them() {
    let text = format!("Sat Nov 21 07:01:52 UTC 2026\n{JDK_17}\n2026-11-21 07:01:57\n{JDK_17}");
    let (histograms, warnings) = parse(&text);
    assert_eq!(warnings, [""; 0]);
    assert_eq!(histograms.iter().map(|h| h.time_millis).collect::<Vec<_>>(), [Some(1_795_244_512_000), Some(1_795_244_517_000)]);
    let (histograms, _) = parse(&format!("{JDK_8}{JDK_8}{JDK_8}"));
    let points = histogram_points(histograms, &NameLevel::DEFAULT);
    let axis: Vec<_> = points.iter().map(|point| (point.time_millis, point.label.as_deref())).collect();
    assert_eq!(axis, [(1, Some("histogram 1")), (2, Some("histogram 2")), (3, Some("histogram 3"))]);
}

#[test]
fn a_file_name_labels_its_histograms() {
    let (mut histograms, _) = parse(&format!("{JDK_8}{JDK_8}"));
    label_histograms(&mut histograms[..1], "one");
    assert_eq!(histograms[0].label.as_deref(), Some("one"));
    label_histograms(&mut histograms, "shop");
    let points = histogram_points(histograms, &[NameLevel::Type]);
    assert_eq!(points.iter().map(|p| p.label.as_deref()).collect::<Vec<_>>(), [Some("shop 1"), Some("shop 2")]);
}

#[test]
fn rows_that_begin_again_at_one_are_the_next_histogram() {
    let (histograms, warnings) = parse("   1:  5  50  [I\n   2:  1  16  A\n   1:  7  70  [I\n");
    assert_eq!(histograms.iter().map(|h| h.classes.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(warnings, ["a class histogram ends without its total; it may be cut off (2 times): first h.txt"]);
}

#[test]
fn a_histogram_in_a_log_of_the_jvm_is_read() {
    let logged: String =
        JDK_8.lines().filter(|line| !line.is_empty()).map(|line| format!("[2.5s][trace][gc,classhisto] {line}\n")).collect();
    let (histograms, warnings) = parse(&logged);
    assert_eq!(warnings, [""; 0]);
    assert_eq!((histograms[0].time_millis, histograms[0].classes.len()), (Some(2500), 4));
}

#[test]
fn malformed_lines_are_counted_and_the_rest_is_kept() {
    let text =
        JDK_8.replace("   2:           900 ", "   2:           9x0 ").replace("   3:            10            320", "   3:   -1   320");
    let (histograms, warnings) = parse(&text);
    assert_eq!(rows(&histograms[0]), [("char[]", 1234, 120_000), ("Main", 2, 32)]);
    assert_eq!(
        warnings,
        [
            "lines of a class histogram were not understood (2 times): first h.txt line 5: 2:           9x0          21600  java.lang.String",
            "the lines of a class histogram do not add up to its total: h.txt line 8: 1236 objects instead of 2146"
        ]
    );
}

#[test]
fn a_text_without_a_histogram_is_an_error() {
    for text in ["", "Total 1 2\n", "12345:\nCommand executed successfully\n", " num     #instances         #bytes  class name\n"] {
        let error = parse_class_histograms("h.txt", text.as_bytes(), &Warnings::new()).unwrap_err().to_string();
        assert!(error.starts_with("h.txt: no class histogram; expected the text of"), "{error}");
    }
    assert!(!is_class_histogram(b"{ \"time\": 1 }") && !is_class_histogram(b"JAVA PROFILE 1.0.2\0"));
    assert!(is_class_histogram(JDK_8.as_bytes()) && is_class_histogram(JDK_17.as_bytes()));
}

#[test]
fn the_tree_nests_packages_and_sums_classes() {
    let text = JDK_8
        .replace("Total          2146         141952", "   5:             1             24  java.lang.String\n   6:  4  40  java.util.a.B");
    let (histograms, _) = parse(&text);
    let evolution =
        Evolution::from_points("t", "", histogram_points(histograms, &NameLevel::DEFAULT), &Progress::new(), &Warnings::new()).unwrap();
    let mut outline = String::new();
    for at in 0..evolution.nodes.len() as u32 {
        let node = NodeIndex(at);
        let value = |metric| evolution.value(metric, node, 0);
        let (objects, bytes) = (value(Metric::Objects), value(Metric::Bytes));
        let indent = "  ".repeat(usize::from(evolution.nodes[node.at()].level));
        outline.push_str(&format!("{indent}{} [{}] {objects}/{bytes}\n", evolution.nodes[node.at()].name, evolution.role_name(node)));
    }
    insta::assert_snapshot!(outline, @"
    Overall [] 2151/142016
      (default package) [Package path] 2/32
        Main [Type] 2/32
      (primitive arrays) [Package path] 1234/120000
        char[] [Type] 1234/120000
      java [Package path] 915/21984
        lang [Package path] 911/21944
          java.lang.Object[] [Type] 10/320
          java.lang.String [Type] 901/21624
        util [Package path] 4/40
          a [Package path] 4/40
            java.util.a.B [Type] 4/40
    ");
}

#[test]
fn endless_names_and_packages_make_no_endless_keys() {
    let deep = "a.".repeat(20_000);
    let (histograms, warnings) = parse(&format!("   1:  1  8  {deep}B\n   2:  1  8  {}\nTotal 1 8\n", "x".repeat(70_000)));
    assert_eq!(histograms[0].classes.len(), 1);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let tree = &histogram_points(histograms, &NameLevel::DEFAULT)[0].tree;
    // The root, 64 parts of the package, the class.
    assert_eq!(tree.nodes.len(), 66);
    assert!(tree.nodes.iter().map(|node| node.key.len()).sum::<usize>() < 200_000);
}

#[test]
fn levels_are_called_like_the_classifiers_of_heap_dumps() {
    let classifiers = crate::grouping::Registry::default().names_for(crate::grouping::StateSource::Dump);
    for level in [NameLevel::Type, NameLevel::Package, NameLevel::PackagePath] {
        assert!(classifiers.iter().any(|name| name == level.role()), "{classifiers:?} lack {:?}", level.role());
    }
}

#[test]
fn levels_are_named_and_others_are_refused() {
    assert_eq!(NameLevel::parse(&["package", "type"]).unwrap(), [NameLevel::Package, NameLevel::Type]);
    assert_eq!(NameLevel::parse(&["package-path", "Package Path"]).unwrap(), [NameLevel::PackagePath; 2]);
    assert_eq!(NameLevel::parse(&[""; 0]).unwrap(), NameLevel::DEFAULT);
    let error = NameLevel::parse(&["type", "loader"]).unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot group a class histogram by \"loader\"; class histograms know the names of classes only: type, package or package path; for more take heap dumps"
    );
}

proptest! {
    #[test]
    fn any_change_of_a_histogram_ends_in_a_histogram_or_an_error(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut text = format!("2026-11-21 07:01:52\n{JDK_17}[1.5s] {JDK_8}").into_bytes();
        let at = at.index(text.len());
        if cut { text.truncate(at) } else { text[at] = byte }
        if let Ok(histograms) = parse_class_histograms("t", &text, &Warnings::new()) {
            for point in histogram_points(histograms, &NameLevel::DEFAULT) {
                let tree = point.tree;
                let leaves = (0..tree.nodes.len() as u32).map(NodeIndex).filter(|&node| tree.is_leaf(node));
                prop_assert_eq!(leaves.map(|node| tree.nodes[node.at()].totals.objects).sum::<u64>(), tree.root().totals.objects);
            }
        }
    }

    #[test]
    fn any_text_ends_in_a_histogram_or_an_error(text in "[ 0-9:TNo-]{0,60}|\\PC{0,60}") {
        let _ = parse_class_histograms("t", text.as_bytes(), &Warnings::new());
    }
}
