//! The recorded sample against what its program said while it was recorded.

use tests::program;
use tests::repository::root;
use tests::truth;

#[test]
fn every_state_holds_what_the_program_says_and_leaking_objects_name_their_site() {
    let folder = root().join("data-samples/travel-shop-trace");
    let trace = folder.join("travel-shop.mctrace");
    let points = truth::parse(&std::fs::read_to_string(folder.join("truth.txt")).expect("the sample is there"));
    assert_eq!(points.len(), 13);
    let ask = |query: &str, state: usize| {
        let state = state.to_string();
        program::json(["query".as_ref(), trace.as_os_str(), query.as_ref(), "--dump".as_ref(), state.as_ref(), "--json".as_ref()])
    };
    // The first state is the one that full recordings begin with.
    for (state, truth) in (2..).zip(&points) {
        let told = ask("group by type", state);
        let count = |class: &str| {
            let groups = told["groups"].as_array().expect("a list of groups");
            let group = groups.iter().find(|group| group["key"].as_str().is_some_and(|key| key.ends_with(&format!("#{class}"))));
            group.map_or(0, |group| group["objects"].as_u64().expect("a number"))
        };
        for (class, &objects) in &truth.objects {
            assert_eq!(count(class), objects, "{class} in state {state}");
        }
    }
    let leaking = "travelshop.business.Location";
    let sites = ask(&format!("where type == \"{leaking}\" group by allocation site"), 14);
    let groups = sites["groups"].as_array().expect("a list of groups");
    assert_eq!(groups.len(), 1, "{sites}");
    assert!(groups[0]["key"].as_str().is_some_and(|key| key.contains("travelshop.business.JourneyService.search(JourneyService.java")));
    assert_eq!(groups[0]["objects"].as_u64(), Some(points[12].objects[leaking]));
    assert!(sites.get("error").is_none() && !sites.to_string().contains("estimate"), "every allocation was seen: {sites}");
}
