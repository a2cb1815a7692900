//! Leak reports as documents: text, JSON, Markdown, results of SARIF; the HTML page is in `report_page`.
//!
//! Names in a report come from the input, so every document escapes them in its own way.

use std::fmt::Write as _;
use std::path::Path;

use analysis::{FindReport, Finding, Severity, is_field_name};
use serde::Serialize;
use serde_json::{Value, json};

use crate::answers::leaks::{CutWords, fault_sentences, finding_lines, holders, noun_before, verdict_sentence};
use crate::answers::places::known_sentences;
use crate::base::words;
use crate::cli::documents::known_file::{KnownFile, KnownLeak};
use crate::cli::documents::lines::{Lines, printable_name};
use crate::cli::documents::output::json_indented;
use crate::cli::documents::sarif::{Level, LogicalPlace, SarifResult, SarifRule, Sources, sarif};
use crate::data::input::annotations::Annotations;

/// Of a table of findings, as in JSON; holders are those of `keepers`.
pub(in crate::cli) const COLUMNS: &str = "kind,severity,title,why,evidence.first_objects,evidence.last_objects,evidence.first_bytes,\
    evidence.last_bytes,evidence.share_of_heap,groups,holders,cut.fields,cut.frees_objects,cut.frees_bytes,next";

/// A finding as a row of a table.
pub(in crate::cli) fn row(finding: &Finding) -> Value {
    let mut row = json!(finding);
    row["holders"] = finding.keepers.iter().map(|keeper| &*keeper.holder).collect();
    row
}

/// The report as it is.
pub(in crate::cli) fn json(report: &FindReport, known: &Annotations) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        #[serde(flatten)]
        report: &'a FindReport,
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        known: Option<&'a Annotations>,
    }
    // Plain structs always have a text.
    json_indented(&Document { report, known: Some(known).filter(|known| !known.is_empty()) }).unwrap_or_default()
}

pub(in crate::cli) fn text(report: &FindReport, known: &Annotations) -> Lines {
    let mut text = Lines::default();
    text.add(verdict_sentence(report));
    report.partly_read.iter().for_each(|part| text.add(format_args!("{part}.")));
    if !report.policy.is_empty() {
        text.add(format_args!("({})", report.policy));
    }
    for (at, finding) in report.findings.iter().enumerate() {
        text.blank();
        let number = format!("{:>2}.", at + 1);
        for (at, line) in finding_lines(finding).iter().enumerate() {
            text.add(format_args!("{} {line}", if at == 0 { &*number } else { "   " }));
        }
    }
    if !report.waste.is_empty() {
        text.blank();
        text.add("What could be saved, all in all:");
        for waste in &report.waste {
            text.add(format_args!("{:>12} {:>12}  {}", words::bytes(waste.bytes), words::count(waste.objects), waste.kind.name));
        }
    }
    if !known.is_empty() {
        text.blank();
    }
    known_sentences(report, &known.marks).iter().for_each(|sentence| text.add(sentence));
    for (place, note) in &known.notes {
        text.add(format_args!("Note on {place}:"));
        note.lines().for_each(|line| text.add(format_args!("    {line}")));
    }
    text
}

pub(in crate::cli) fn markdown(report: &FindReport, known: &Annotations) -> String {
    let mut text = format!("# {}\n", verdict_sentence(report));
    for part in &report.partly_read {
        let _ = writeln!(text, "\n{}.", code(part));
    }
    if !report.policy.is_empty() {
        let _ = write!(text, "\n{}\n", report.policy);
    }
    for finding in &report.findings {
        let _ = writeln!(text, "\n## {}\n\n{}.\n", code(&finding.title), code(&finding.why));
        if !finding.keepers.is_empty() {
            text.push_str("| kept alive by | objects | bytes | chain |\n|---|---:|---:|---|\n");
        }
        for keeper in &finding.keepers {
            let chain: Vec<String> = keeper.chain.iter().map(|field| code_span(field)).collect();
            let (objects, bytes) = (words::count(keeper.objects), words::bytes(keeper.bytes));
            let holder = noun_before(keeper) + &*code_span(&keeper.holder);
            let _ = writeln!(text, "| {holder} | {objects} | {bytes} | {} |", chain.join(" → "));
        }
        for sentence in fault_sentences(finding) {
            let _ = writeln!(text, "\n{}.", code(&sentence));
        }
        if let Some(CutWords { verb, names, rest }) = CutWords::of(finding) {
            let names: Vec<String> = names.into_iter().map(code_span).collect();
            let verb = if verb.is_empty() { "" } else { "Cut " };
            let _ = writeln!(text, "\n{verb}{}{}.", names.join(" and "), code(&rest));
        }
        let _ = writeln!(text, "\nNext: {}.", code(&finding.next));
    }
    if !report.waste.is_empty() {
        text.push_str("\n## What could be saved\n\n| waste | objects | bytes |\n|---|---:|---:|\n");
        for waste in &report.waste {
            let _ = writeln!(text, "| {} | {} | {} |", waste.kind.name, words::count(waste.objects), words::bytes(waste.bytes));
        }
    }
    if !known.is_empty() {
        text.push_str("\n## What people know\n\n");
        for sentence in known_sentences(report, &known.marks) {
            let _ = writeln!(text, "- {}", code(&sentence));
        }
        // Notes are Markdown themselves.
        for (place, note) in &known.notes {
            let _ = writeln!(text, "\n### {}\n\n{note}", code(place));
        }
    }
    text
}

/// Text whose signs mean nothing in Markdown.
fn code(text: &str) -> String {
    printable_name(text).replace('<', "&lt;").replace('_', "\\_").replace('*', "\\*").replace('`', "\\`").replace('|', "\\|")
}

/// Text as code, also in tables, where a bar ends a cell even within code.
fn code_span(text: &str) -> String {
    format!("`{}`", printable_name(text).replace('`', "'").replace('|', "\\|"))
}

/// What a finding is called in every run: by its class and by the fields that hold it. Numbers of threads, lines and the like are those
/// of one run or one state of the sources.
pub(in crate::cli) fn known_leak(finding: &Finding) -> KnownLeak {
    let stable = |name: &str| {
        if is_field_name(name) {
            name.to_owned()
        } else {
            name.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("#")
        }
    };
    let mut held_by: Vec<String> = holders(finding).into_iter().map(|name| stable(name)).collect();
    held_by.sort();
    held_by.dedup();
    KnownLeak { class: finding.blamed().to_owned(), held_by }
}

/// SARIF: one result per finding, located at the fields of its cut, with where its objects are allocated.
pub(in crate::cli) fn sarif_log(
    input: &Path,
    report: &FindReport,
    known: &Annotations,
    known_file: Option<&KnownFile>,
    sources: Sources<'_>,
) -> String {
    let results = report.findings.iter().map(|finding| result(finding, known_file, sources)).collect();
    let mut properties = json!({ "verdict": report.verdict, "policy": report.policy });
    if let Some(too_few) = &report.too_few {
        properties["too_few"] = json!(too_few);
    }
    if let Some(judged) = &report.judged {
        properties["judged"] = json!(judged);
    }
    if !known.is_empty() {
        properties["known"] = json!(known);
    }
    if !report.needed.is_empty() {
        properties["needed"] = json!(report.needed);
    }
    sarif(("find", input), Vec::new(), results, &report.partly_read, &properties)
}

fn result(finding: &Finding, known_file: Option<&KnownFile>, sources: Sources<'_>) -> SarifResult {
    let (key, meaning) = (known_leak(finding), finding.kind.meaning);
    let holders = holders(finding);
    let mut names: Vec<LogicalPlace> = holders.iter().map(|&name| LogicalPlace { name: name.clone(), kind: Some("member") }).collect();
    if names.is_empty() {
        // An input without fields names its group.
        names.extend(finding.groups.first().map(|key| LogicalPlace::of_group(key, Some("type"))));
    }
    let collection = finding.evidence.collection.iter().flat_map(|collection| &collection.holds);
    let sites = collection.filter_map(|kind| Some((kind, kind.site.as_ref()?)));
    let related: Vec<(Value, String)> = sites
        .filter_map(|(kind, site)| Some((sources.of_frame(site)?, format!("Most new objects of {} are allocated here.", kind.class))))
        .collect();
    let source = holders.iter().find_map(|holder| sources.of_field(holder).or_else(|| sources.of_frame(variable_place(holder)?)));
    let level = match finding.severity {
        Severity::Leak if known_file.is_some_and(|file| file.knows(&key)) => Level::Known,
        Severity::Leak => Level::Error,
        Severity::Owner | Severity::Waste => Level::Note,
    };
    SarifResult {
        rule: SarifRule {
            id: finding.kind.key.to_owned(),
            name: finding.kind.name.to_owned(),
            meaning: meaning.to_owned(),
            help: format!("{meaning} See `memory-city find --help` for how it is found."),
        },
        level,
        message: format!("{}. {}. {}.", finding.title, finding.why, finding.next),
        names,
        source: source.or_else(|| related.first().map(|(place, _)| place.clone())),
        related,
        key: format!("{} {} {}", finding.kind.key, key.class, key.held_by.join(" ")).trim_end().to_owned(),
        properties: json!({ "evidence": finding.evidence, "cut": finding.cut, "keepers": finding.keepers, "groups": finding.groups }),
    }
}

/// The place in the code of `local variable in app.Main.run(Main.java:7), thread main`.
fn variable_place(holder: &str) -> Option<&str> {
    let place = holder.split_once(", thread ").map_or(holder, |(place, _)| place);
    place.rsplit(' ').next()
}

#[cfg(test)]
pub(in crate::cli) mod tests {
    use analysis::{Cut, Evidence, FindingKind, GrowingCollection, GrowingElements, Keeper, finding_kinds};

    use super::*;
    use crate::cli::documents::report_page::tests::page_of;

    fn log_of(report: &FindReport) -> String {
        sarif_log(Path::new("dumps"), report, &Annotations::default(), None, Sources(&[]))
    }

    fn kind(key: &str) -> FindingKind {
        finding_kinds().into_iter().find(|kind| kind.key == key).expect("it is known")
    }

    pub(in crate::cli) fn report() -> FindReport {
        let field = "app.<Cart>.items_1";
        let evidence = Evidence {
            first_objects: 10,
            last_objects: 90,
            first_bytes: 240,
            last_bytes: 2160,
            share_of_heap: 0.25,
            objects_over_time: vec![10, 40, 90],
            bytes_over_time: vec![240, 960, 2160],
            ..Evidence::default()
        };
        let chain = vec![field.to_owned(), "java.util.HashMap.table".to_owned()];
        let keeper = Keeper { root_kind: "static field".into(), holder: field.into(), objects: 90, bytes: 2160, chain, faulty: None };
        let finding = Finding {
            kind: kind("growing_container"),
            severity: Severity::Leak,
            title: format!("app.Item piles up in {field}"),
            why: "It grew".into(),
            evidence,
            groups: vec!["Overall#app#app.Item".into()],
            keepers: vec![keeper],
            cut: Cut { fields: vec![field.into()], smallest: true, frees_objects: 91, frees_bytes: 2200, ..Cut::default() },
            next: "Bound it".into(),
        };
        FindReport {
            verdict: analysis::Verdict::Leak,
            policy: "reachable objects".into(),
            points: 8,
            judged: None,
            partly_read: Vec::new(),
            too_few: None,
            findings: vec![finding],
            needed: Vec::new(),
            waste: Vec::new(),
        }
    }

    #[test]
    fn json_has_the_members_that_scripts_rely_on() {
        let value: Value = serde_json::from_str(&json(&report(), &Annotations::default())).expect("it is JSON");
        assert_eq!(value["verdict"], "leak");
        let finding = &value["findings"][0];
        assert_eq!(finding["kind"], "growing_container");
        assert_eq!(finding["keepers"][0]["chain"][1], "java.util.HashMap.table");
        assert_eq!(finding["cut"]["fields"][0], "app.<Cart>.items_1");
        assert_eq!(finding["cut"]["frees_bytes"], 2200);
    }

    /// Who adds a kind touches its file and the list of all, and no document.
    #[test]
    fn every_kind_is_in_every_document() {
        for kind in finding_kinds() {
            let mut report = report();
            report.findings[0].kind = kind;
            report.waste = vec![analysis::WasteTotals { kind, objects: 17, bytes: 340 }];
            let value: Value = serde_json::from_str(&json(&report, &Annotations::default())).expect("it is JSON");
            assert_eq!((&value["findings"][0]["kind"], &value["waste"][0]["kind"]), (&json!(kind.key), &json!(kind.key)));
            let log: Value = serde_json::from_str(&log_of(&report)).expect("it is JSON");
            let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
            assert_eq!((&rule["id"], &rule["fullDescription"]["text"]), (&json!(kind.key), &json!(kind.meaning)));
            let page = page_of(&report);
            for document in [text(&report, &Annotations::default()).into_text(), markdown(&report, &Annotations::default()), page] {
                assert!(document.contains(kind.name) && document.contains("Bound it"), "{}: {document}", kind.key);
            }
        }
    }

    #[test]
    fn names_cannot_become_markup() {
        let text = markdown(&report(), &Annotations::default());
        assert!(text.contains("app.&lt;Cart>.items\\_1"), "{text}");
    }

    #[test]
    fn bars_and_quotes_in_names_break_no_table() {
        let mut report = report();
        report.findings[0].keepers[0].holder = "thread `a|b`".into();
        let text = markdown(&report, &Annotations::default());
        assert!(text.contains("| static field `thread 'a\\|b'` | 90 |"), "{text}");
    }

    #[test]
    fn sarif_points_at_the_fields_to_cut() {
        let value: Value = serde_json::from_str(&log_of(&report())).expect("it is JSON");
        let result = &value["runs"][0]["results"][0];
        assert_eq!((&result["ruleId"], &result["level"]), (&json!("growing_container"), &json!("error")));
        assert_eq!(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "app.<Cart>.items_1");
        let rule = &value["runs"][0]["tool"]["driver"]["rules"][0];
        assert_eq!((&rule["id"], &rule["shortDescription"]["text"]), (&json!("growing_container"), &json!("Growing container")));
        for text in [&rule["fullDescription"], &rule["help"]] {
            assert!(text["text"].as_str().is_some_and(|text| text.starts_with("One field holds more and more objects.")), "{rule:#}");
        }
    }

    #[test]
    fn a_known_leak_is_no_error_and_is_recognised_by_names_alone() {
        let mut report = report();
        let mut file = KnownFile::default();
        file.leaks.push(known_leak(&report.findings[0]));
        assert_eq!(file.leaks[0], KnownLeak { class: "app.Item".into(), held_by: vec!["app.<Cart>.items_1".into()] });
        let level = |report: &FindReport, file: &KnownFile| {
            let log = sarif_log(Path::new("dumps"), report, &Annotations::default(), Some(file), Sources(&[]));
            let log: Value = serde_json::from_str(&log).expect("it is JSON");
            let result = &log["runs"][0]["results"][0];
            (result["level"].clone(), result["baselineState"].clone(), result["suppressions"][0]["kind"].clone())
        };
        assert_eq!(level(&report, &file), (json!("note"), json!("unchanged"), json!("external")));
        // Another field that holds the same is news.
        report.findings[0].cut.fields.push("app.Other.items".into());
        assert_eq!(level(&report, &file), (json!("error"), Value::Null, Value::Null));
        file.leaks[0].held_by.push("app.Other.items".into());
        assert_eq!(level(&report, &file).0, json!("note"));
        // Lines and numbers of threads are those of one run.
        let finding = &mut report.findings[0];
        finding.cut.fields.clear();
        let named = |finding: &mut Finding, holder: &str| {
            finding.keepers[0].holder = holder.into();
            known_leak(finding).held_by
        };
        let first = named(finding, "local variable in app.Main.run(Main.java:7), thread pool-1-thread-12");
        assert_eq!(first, named(finding, "local variable in app.Main.run(Main.java:19), thread pool-2-thread-3"));
        assert_ne!(first, named(finding, "local variable in app.Main.stop(Main.java:7), thread pool-1-thread-12"));
    }

    #[test]
    fn sarif_points_at_lines_that_are_known() {
        let mut report = report();
        let place = |report: &FindReport| {
            let log: Value = serde_json::from_str(&log_of(report)).expect("it is JSON");
            let result = log["runs"][0]["results"][0].clone();
            (result["locations"][0]["physicalLocation"].clone(), result["relatedLocations"].clone())
        };
        assert_eq!(place(&report), (Value::Null, Value::Null));
        let finding = &mut report.findings[0];
        finding.cut.fields.clear();
        finding.keepers[0].holder = "local variable in app.Main.run(Main.java:7), thread main 2".into();
        let (main, none) = place(&report);
        assert_eq!(
            (&main["artifactLocation"]["uri"], &main["region"]["startLine"], none),
            (&json!("app/Main.java"), &json!(7), Value::Null)
        );
        let holds =
            GrowingElements { class: "app.Item".into(), objects: [1, 9], per_second: None, site: Some("app.Item.of(Item.java:16)".into()) };
        let finding = &mut report.findings[0];
        finding.keepers[0].holder = "app.Cart.items".into();
        finding.evidence.collection = Some(GrowingCollection {
            owner: "Cart.items".into(),
            class: "java.util.ArrayList".into(),
            kind: None,
            heads: [1, 1],
            elements: [None; 2],
            sizes: Default::default(),
            pattern: "".into(),
            holds: vec![holds],
            kept: None,
            equal_keys: None,
        });
        let (site, related) = place(&report);
        assert_eq!((&site["artifactLocation"]["uri"], &site["region"]["startLine"]), (&json!("app/Item.java"), &json!(16)));
        assert_eq!((&related[0]["physicalLocation"], related[0]["message"]["text"].is_string()), (&site, true));
    }

    #[test]
    fn what_a_variable_holds_is_cut_there_in_every_document() {
        let mut report = report();
        let variable = "local variable in app.Main.run(Main.java:7), thread main";
        let finding = &mut report.findings[0];
        finding.cut.fields.clear();
        finding.keepers[0].root_kind = "local variable".into();
        finding.keepers[0].holder = variable.into();
        finding.keepers[0].objects = 1;
        let sentence = " must let go: frees 91 objects, 2.15 KiB";
        let told = text(&report, &Annotations::default()).into_text();
        assert!(told.contains(&format!("{variable}{sentence}\n")), "{told}");
        let markdown = markdown(&report, &Annotations::default());
        assert!(markdown.contains(&format!("\n`{variable}`{sentence}.\n")), "{markdown}");
        assert!(markdown.contains(&format!("| `{variable}` | 1 |")), "no noun twice: {markdown}");
        let page = page_of(&report);
        assert!(page.contains(&format!("<code>{variable}</code>{sentence}.</p>")), "{page}");
        assert!(page.contains(&format!("<p>Kept alive by the <code>{variable}</code> (1 object, 2.11 KiB):</p>")), "{page}");
    }

    #[test]
    fn text_tells_chain_cut_and_next_step() {
        let text = text(&report(), &Annotations::default()).into_text();
        for part in ["kept alive by the static field: app.<Cart>.items_1 -> java.util.HashMap.table", "frees 91 objects", "Bound it"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
