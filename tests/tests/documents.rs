//! Leak reports as other tools read them: SARIF as the standard defines it, tables of Markdown with as many cells in
//! every row.

use serde_json::Value;
use tests::program::{json, run, stdout};
use tests::repository::root;

fn dumps() -> String {
    root().join("data-samples/travel-shop").display().to_string()
}

/// Asserts that an object has all of `required` and nothing but `required` and `optional`.
#[track_caller]
fn members<'v>(value: &'v Value, required: &[&str], optional: &[&str]) -> &'v serde_json::Map<String, Value> {
    let object = value.as_object().unwrap_or_else(|| panic!("is no object: {value}"));
    for name in required {
        assert!(object.contains_key(*name), "{name} is missing in {value}");
    }
    for name in object.keys() {
        assert!(required.contains(&name.as_str()) || optional.contains(&name.as_str()), "{name} is no member of {value}");
    }
    object
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is no list in {value}"))
}

/// The members are those of the schema of SARIF 2.1.0 (OASIS, sections 3.13 to 3.33) that this program may write; the
/// schema allows no others.
#[test]
fn the_sarif_report_has_the_structure_of_the_standard() {
    let sources = root().join("tests/java/travel-shop").display().to_string();
    has_the_structure_of_the_standard(&json(["find", &dumps(), "--sarif", "-"]));
    let found = json(["find", &dumps(), "--sarif", "-", "--source-root", &sources]);
    has_the_structure_of_the_standard(&found);
    let place = &found["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let file = root().join("tests/java/travel-shop/travelshop/business/JourneyService.java");
    let line = std::fs::read_to_string(&file).expect("it is there").lines().position(|line| line.contains("SEARCH_CACHE ="));
    assert_eq!(place["region"]["startLine"].as_u64(), line.map(|at| at as u64 + 1), "{place}");
    assert!(
        place["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.ends_with("travelshop/business/JourneyService.java")),
        "{place}"
    );
    let output =
        run(["check", &dumps(), "--by", "type", "--rule", "objects(Location) < 1", "--rule", "objects(QueryKey) > 0", "--sarif", "-"]);
    assert_eq!(output.status.code(), Some(1));
    let checked: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    has_the_structure_of_the_standard(&checked);
    assert_eq!((list(&checked["runs"][0], "results").len(), list(&checked["runs"][0]["tool"]["driver"], "rules").len()), (1, 2));
}

fn has_the_structure_of_the_standard(log: &Value) {
    members(log, &["version", "runs"], &["$schema", "properties"]);
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().is_some_and(|schema| schema.starts_with("https://") && schema.contains("2.1.0")));
    for run in list(log, "runs") {
        members(run, &["tool", "results"], &["automationDetails", "invocations", "originalUriBaseIds", "properties"]);
        for call in list(run, "invocations") {
            members(call, &["executionSuccessful"], &["toolExecutionNotifications"]);
            for notice in list(call, "toolExecutionNotifications") {
                members(notice, &["message"], &["level"]);
                members(&notice["message"], &["text"], &[]);
            }
        }
        let tool = members(&run["tool"], &["driver"], &["properties"]);
        let driver = members(&tool["driver"], &["name"], &["version", "semanticVersion", "informationUri", "rules", "properties"]);
        assert_eq!(driver["name"], "memory-city");
        let mut rules = Vec::new();
        for rule in list(&tool["driver"], "rules") {
            members(rule, &["id"], &["name", "shortDescription", "fullDescription", "help", "helpUri", "properties"]);
            rules.push(rule["id"].as_str().expect("ids are texts"));
        }
        let distinct: std::collections::BTreeSet<_> = rules.iter().collect();
        assert_eq!(distinct.len(), rules.len(), "a rule is listed twice");
        assert!(!list(run, "results").is_empty(), "the sample leaks");
        for result in list(run, "results") {
            let optional = ["ruleId", "ruleIndex", "level", "kind", "locations", "relatedLocations", "partialFingerprints", "properties"];
            members(result, &["message"], &optional);
            let index = result["ruleIndex"].as_u64().expect("a number") as usize;
            assert_eq!(rules.get(index).copied(), result["ruleId"].as_str());
            assert!(rules.contains(&result["ruleId"].as_str().expect("ids are texts")), "{} is no rule", result["ruleId"]);
            assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("levels are texts")));
            let message = members(&result["message"], &["text"], &["markdown", "id", "arguments"]);
            assert!(message["text"].as_str().is_some_and(|text| !text.is_empty()));
            for location in list(result, "locations") {
                members(location, &["logicalLocations"], &["id", "physicalLocation", "message", "properties"]);
                if let Some(place) = location.get("physicalLocation") {
                    members(place, &["artifactLocation"], &["region"]);
                    members(&place["artifactLocation"], &["uri"], &["uriBaseId"]);
                    assert!(place["region"]["startLine"].as_u64() != Some(0), "lines begin with 1");
                }
                assert!(result["level"] != "error" || !list(location, "logicalLocations").is_empty(), "a leak without a field");
                for place in list(location, "logicalLocations") {
                    members(place, &["fullyQualifiedName"], &["name", "decoratedName", "kind", "index", "parentIndex", "properties"]);
                    assert!(
                        ["function", "member", "module", "namespace", "resource", "type", "variable"]
                            .contains(&place["kind"].as_str().expect("kinds are texts"))
                    );
                }
            }
            assert!(result["properties"].is_object(), "property bags are objects");
        }
    }
}

/// Memory trees name no fields; their reports have the same members and say who grew and who refers to it.
#[test]
fn inputs_without_dumps_give_every_document() {
    let trees = root().join("data-samples/fig10").display().to_string();
    let report = json(["find", &trees, "--json"]);
    members(&report, &["verdict", "policy", "points", "findings"], &["waste"]);
    assert_eq!((&report["verdict"], &report["points"]), (&"leak".into(), &23.into()));
    let first = &report["findings"][0];
    members(first, &["kind", "severity", "title", "why", "evidence", "groups", "keepers", "cut", "next"], &[]);
    assert_eq!((&first["kind"], &first["evidence"]["last_objects"]), (&"growing_group".into(), &10_350.into()));
    assert!(first["title"].as_str().is_some_and(|title| title.starts_with("LinkedList$Node grew from 450 to 10,350 objects")), "{first}");
    assert!(first["why"].as_str().is_some_and(|why| why.contains("grew with it: char[] from 4,100 to 23,900 objects")), "{first}");

    let log = json(["find", &trees, "--sarif", "-"]);
    let result = &list(&log["runs"][0], "results")[0];
    assert_eq!((&result["level"], &result["ruleId"]), (&"error".into(), &"growing_group".into()));
    assert_eq!(
        result["locations"][0]["logicalLocations"][0],
        serde_json::json!({ "fullyQualifiedName": "LinkedList$Node", "kind": "type" })
    );

    assert!(stdout(["find", &trees, "--markdown"]).contains("## LinkedList$Node grew from 450"));
    let page = stdout(["report", &trees, "--html", "-"]);
    assert_eq!(page.matches("<svg class=\"city\"").count(), 2, "the first and the last point");
    assert!(page.contains("Districts are groups by Package, buildings by Type;"));
}

/// The cells of a row: what stands between bars that are not escaped.
fn cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, sign) in row.char_indices() {
        if sign == '|' && !escaped {
            cells.push(row[start..at].trim());
            start = at + 1;
        }
        escaped = sign == '\\' && !escaped;
    }
    // Before the first bar there is nothing.
    cells.remove(0);
    cells
}

#[test]
fn tables_of_the_markdown_report_are_well_formed() {
    let text = stdout(["find", &dumps(), "--markdown"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("# "), "{}", lines[0]);
    let mut tables = 0;
    for (at, line) in lines.iter().enumerate() {
        let begins = line.starts_with('|') && (at == 0 || !lines[at - 1].starts_with('|'));
        if !begins {
            continue;
        }
        tables += 1;
        assert!(lines[at - 1].is_empty(), "a table follows a paragraph without a gap: {line}");
        let rows: Vec<Vec<&str>> = lines[at..].iter().take_while(|line| line.starts_with('|')).map(|row| cells(row)).collect();
        assert!(rows.len() >= 3, "a table without rows: {line}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:#?}");
        assert!(rows[1].iter().all(|cell| cell.len() >= 3 && cell.chars().all(|c| c == '-' || c == ':')), "{:?}", rows[1]);
        assert!(rows[2..].iter().flatten().all(|cell| cell.matches('`').count() % 2 == 0), "a code span does not end: {rows:#?}");
    }
    assert!(tables > 0, "{text}");
}
