//! The published scenarios as real programs (`tests/java/scenarios`): two caches that own their products together, and a
//! stack that keeps what was popped. Every number is compared with what the program says of itself.

use std::ffi::OsStr;
use std::path::Path;

use serde_json::{Value, json};
use tests::jvm::{compile, run};
use tests::program;
use tests::scratch::Scratch;

/// Names each `HashMap` after the class whose static field holds it.
const MAPS_BY_OWNER: &str = "script(if type == \"java.util.HashMap\" {
    let owner = pointed_from.find(|o| o.describes != null);
    if owner == null { \"other\" } else { owner.describes }
} else { null })";

fn compiled() -> Scratch {
    let classes = Scratch::new("scenario-classes");
    compile("tests/java/scenarios/", classes.path());
    classes
}

fn told(said: &str) -> Vec<Value> {
    said.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// What the program says of `what`: objects and bytes.
fn truth(truths: &[Value], what: &str) -> Value {
    let found = truths.iter().find(|truth| truth["what"] == what).unwrap_or_else(|| panic!("nothing about {what}"));
    json!({ "objects": found["objects"], "bytes": found["bytes"] })
}

fn ask(command: &str, dump: &Path, options: &[&str]) -> Value {
    program::json([OsStr::new(command), dump.as_os_str()].into_iter().chain(options.iter().map(OsStr::new)).chain([OsStr::new("--json")]))
}

#[test]
fn two_caches_own_their_products_together_and_both_must_go() {
    const PRODUCTS: u64 = 20_000;
    let (classes, dumps) = (compiled(), Scratch::new("caches"));
    let dump = dumps.join("both.hprof");
    let truths = told(&run(classes.path(), "cache.Main", [dump.as_os_str(), PRODUCTS.to_string().as_ref()]));

    let inspected = ask("inspect", &dump, &["--by", MAPS_BY_OWNER, "--key", "cache.IdCache", "--key", "cache.NameCache"]);
    let retained = |at: usize| &inspected["parts"][at]["retained"];
    assert_eq!((retained(0), retained(1)), (&truth(&truths, "ids"), &truth(&truths, "names")));
    assert_eq!(inspected["together"]["retained"], truth(&truths, "together"));
    // All objects are told by their sizes, too.
    for part in inspected["parts"].as_array().expect("groups") {
        let sizes = part["object_sizes"].as_array().expect("sizes").iter();
        let number = |size: &Value, member: &str| size[member].as_u64().expect("a number");
        let sums = sizes.fold((0, 0), |(objects, bytes), size| {
            (objects + number(size, "objects"), bytes + number(size, "objects") * number(size, "bytes"))
        });
        assert_eq!(json!({"objects": sums.0, "bytes": sums.1}), part["shallow"]);
    }
    assert_eq!(inspected["joint"], truth(&truths, "joint"));
    // If only one goes, the other one keeps every product.
    assert!((0..2).all(|at| inspected["parts"][at]["keeps_of_joint"] == truth(&truths, "joint")), "{inspected:#}");
    let closure = inspected["closure"].as_array().expect("groups");
    let products = closure.iter().find(|group| group["key"] == "Overall#cache.Product");
    assert_eq!(products.map(|group| &group["objects"]), Some(&json!(PRODUCTS)));

    // Nobody owns a product: the dominator tree has no answer.
    let owned = ask("query", &dump, &["where type == \"cache.Product\" group by type, pointed from(type)"]);
    let nodes = owned["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .find(|group| group["key"] == "Overall#cache.Product#Pointed from#java.util.HashMap$Node");
    assert_eq!(nodes.map(|group| &group["objects"]), Some(&json!(2 * PRODUCTS)), "a node of either map holds each product: {owned:#}");

    // Smallest set of fields: both, and neither twice.
    let report = ask("find", &dump, &[]);
    let owners: Vec<&Value> =
        report["findings"].as_array().expect("findings").iter().filter(|found| found["kind"] == "shared_owners").collect();
    assert_eq!(owners.len(), 1, "{report:#}");
    let mut fields: Vec<&str> = owners[0]["cut"]["fields"].as_array().expect("fields").iter().filter_map(Value::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["cache.IdCache.idCache", "cache.NameCache.nameCache"]);
    let together = truth(&truths, "together");
    assert_eq!((&owners[0]["cut"]["frees_objects"], &owners[0]["cut"]["frees_bytes"]), (&together["objects"], &together["bytes"]));
    assert_eq!(owners[0]["evidence"]["only_together_bytes"], truth(&truths, "joint")["bytes"]);
    assert_eq!(owners[0]["cut"]["smallest"], true);

    // The same from below: after the first cache lets go all products live on, after the second none.
    let paths = ask("paths", &dump, &["--key", "cache.Product"]);
    assert_eq!(paths["left"], json!([PRODUCTS, 0]));
    let holders: Vec<&Value> = paths["paths"].as_array().expect("paths").iter().map(|path| &path["holder"]).collect();
    assert_eq!(holders, ["cache.IdCache.idCache", "cache.NameCache.nameCache"]);

    // Without the entries of one cache the other one owns the products alone.
    let cleared = dumps.join("cleared.hprof");
    let _ = run(classes.path(), "cache.Main", [cleared.as_os_str(), PRODUCTS.to_string().as_ref(), "--clear-ids".as_ref()]);
    let inspected = ask("inspect", &cleared, &["--by", MAPS_BY_OWNER, "--key", "cache.IdCache", "--key", "cache.NameCache"]);
    assert_eq!(inspected["joint"], json!({ "objects": 0, "bytes": 0 }));
    let (names, joint) = (truth(&truths, "names"), truth(&truths, "joint"));
    let sum = |what: &str| names[what].as_u64().zip(joint[what].as_u64()).map(|(a, b)| a + b);
    let alone = &inspected["parts"][1]["retained"];
    assert_eq!((alone["objects"].as_u64(), alone["bytes"].as_u64()), (sum("objects"), sum("bytes")));
}

#[test]
fn a_stack_keeps_what_was_popped_until_it_is_overwritten() {
    const OBJECTS: u64 = 20_000;
    let classes = compiled();
    for fixed in [false, true] {
        let dumps = Scratch::new("stack");
        let mut arguments = vec![dumps.path().as_os_str().to_owned(), OBJECTS.to_string().into()];
        arguments.extend(fixed.then(|| "--fixed".into()));
        for truth in told(&run(classes.path(), "stack.Main", arguments)) {
            let dump = dumps.join(&format!("round-{}.hprof", truth["round"]));
            assert_eq!(truth["size"], 0, "the stack thinks that it is empty");
            // Who was pushed when, and who holds it: TestObject <- Object[] <- BuggyStack.
            let query = "where type == \"stack.TestObject\" group by script(field(\"round\")), script(pointed_from.map(|o| o.type)), \
                         script(pointed_from.map(|array| array.pointed_from.map(|o| o.type)))";
            let kept = ask("query", &dump, &[query]);
            assert_eq!(kept["objects"], truth["kept"], "{truth}");
            let of_this_round = format!("Overall#{}#java.lang.Object[]#stack.BuggyStack", truth["round"]);
            let groups = kept["groups"].as_array().expect("groups");
            let count = groups.iter().find(|group| group["key"] == *of_this_round).map_or(&Value::Null, |group| &group["objects"]);
            assert_eq!(count.as_u64().unwrap_or(0), truth["of_this_round"].as_u64().expect("a number"), "{kept:#}");

            let inspected = ask("inspect", &dump, &["--by", "type", "--key", "stack.BuggyStack"]);
            let retained = &inspected["together"]["retained"];
            assert_eq!((&retained["objects"], &retained["bytes"]), (&truth["retained_objects"], &truth["retained_bytes"]));

            let report = ask("find", &dump, &[]);
            let of_stack =
                report["findings"].as_array().expect("findings").iter().find(|found| found["cut"]["fields"] == json!(["stack.Main.stack"]));
            // The array alone is large enough to be told of the fixed one.
            let cut = &of_stack.unwrap_or_else(|| panic!("{report:#}"))["cut"];
            assert_eq!((&cut["frees_objects"], &cut["frees_bytes"]), (&truth["retained_objects"], &truth["retained_bytes"]));
        }
    }
}

/// Header, fields, references, empty slots and padding of a stack, its array and what it keeps, as the classes declare.
#[test]
fn instance_health_tells_what_the_bytes_of_real_objects_are_for() {
    const OBJECTS: u64 = 5000;
    let (classes, dumps) = (compiled(), Scratch::new("health"));
    let truths = told(&run(classes.path(), "stack.Main", [dumps.path().as_os_str(), OBJECTS.to_string().as_ref()]));
    let query = "where type == \"stack.TestObject\" or type == \"stack.BuggyStack\" or pointed_from.some(|o| o.type == \"stack.BuggyStack\") \
                 group by type, Instance health";
    let found = ask("query", &dumps.join("round-1.hprof"), &[query]);
    let groups = found["groups"].as_array().expect("groups");
    let bytes = |key: &str| {
        let group = groups.iter().find(|group| group["key"] == *format!("Overall#{key}"));
        group.and_then(|group| group["bytes"].as_u64()).unwrap_or(0)
    };
    assert_eq!(found["bytes"], truths[0]["retained_bytes"]);
    // An int; a boolean, an int and a reference in 24 bytes.
    let of_object = |part: &str| bytes(&format!("stack.TestObject#{part}"));
    assert_eq!([of_object("header"), of_object("primitive values"), of_object("padding")], [12 * OBJECTS, 4 * OBJECTS, 0]);
    let of_stack = |part: &str| bytes(&format!("stack.BuggyStack#{part}"));
    assert_eq!(["header", "primitive values", "pointers", "null pointers", "padding"].map(of_stack), [12, 5, 4, 0, 3]);
    let array = truths[0]["retained_bytes"].as_u64().expect("a number") - 24 - 16 * OBJECTS;
    let of_array = |part: &str| bytes(&format!("java.lang.Object[]#{part}"));
    assert_eq!(["header", "pointers", "null pointers", "primitive values"].map(of_array), [16, 4 * OBJECTS, array - 16 - 4 * OBJECTS, 0]);
    let all: u64 = ["stack.TestObject", "stack.BuggyStack", "java.lang.Object[]"].map(bytes).iter().sum();
    assert_eq!(all, found["bytes"].as_u64().expect("a number"), "nothing is told twice");
}
