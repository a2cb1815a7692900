//! Memory trees, their settings and class histograms, damaged as texts.

use std::path::PathBuf;

use analysis::fixture::cases;
use analysis::{
    DatasetInfo, Evolution, NameLevel, Progress, Warnings, attach_pointer_maps, group_trends, histogram_points, json_members,
    parse_class_histograms, parse_pointer_maps, parse_trees,
};
use proptest::prelude::*;

use super::limits::within_limits;
use super::text::{any_text_damage, damaged_text};

fn sample_text(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a document as everything that it may be.
fn survive_text(text: &[u8]) {
    within_limits(text.len(), || read_text(text));
}

fn read_text(text: &[u8]) {
    let warnings = Warnings::new();
    let maps = parse_pointer_maps("t", text).unwrap_or_default();
    if let Ok(mut points) = parse_trees("t", text, &warnings) {
        attach_pointer_maps(&mut points, &maps, &maps, &warnings);
        for point in &points {
            for (at, node) in point.tree.nodes.iter().enumerate() {
                assert!(node.subtree_end as usize <= point.tree.nodes.len() && (node.parent.at() < at || at == 0));
            }
        }
        if let Ok(evolution) = Evolution::from_points("t", "", points, &Progress::new(), &warnings) {
            let _ = group_trends(&evolution, 0.5, &[], |_| true).count();
        }
    }
    let _ = DatasetInfo::parse("t", text, &warnings);
    let _ = json_members("t", &String::from_utf8_lossy(text));
    let histograms = parse_class_histograms("t", text, &warnings).unwrap_or_default();
    let _ =
        Evolution::from_points("t", "", histogram_points(histograms, &[NameLevel::Package, NameLevel::Type]), &Progress::new(), &warnings);
}

const CLASS_HISTOGRAM: &str = " num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:          9000         720000  [B (java.base@17.0.1)
   2:          8000         192000  java.lang.String (java.base@17.0.1)
   3:           100           2400  com.shop.Order
Total         17100         914400
";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn fuzz_memory_trees(which in 0..4_usize, damages in prop::collection::vec(any_text_damage(), 1..6)) {
        let name = ["fig10/105216.json", "fig10/points-to-maps/105216.json", "fig11/11853.json", "fig10/dataset.json"][which];
        survive_text(&damaged_text(sample_text(name), &damages));
    }

    #[test]
    fn fuzz_class_histograms(damages in prop::collection::vec(any_text_damage(), 1..6)) {
        survive_text(&damaged_text(CLASS_HISTOGRAM.as_bytes().to_vec(), &damages));
    }
}

#[test]
fn fuzz_starts_from_documents_that_are_read() {
    assert_eq!(parse_trees("t", &sample_text("fig10/105216.json"), &Warnings::new()).expect("readable").len(), 1);
    assert!(!parse_pointer_maps("t", &sample_text("fig10/points-to-maps/105216.json")).expect("readable").is_empty());
    assert!(!parse_class_histograms("t", CLASS_HISTOGRAM.as_bytes(), &Warnings::new()).expect("readable").is_empty());
}
