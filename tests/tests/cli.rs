//! The command line is a contract: exit codes, one-line errors, results alone on stdout, the same bytes every time.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use analysis::{Progress, Warnings, open_bytes};
use tests::program::{command, json, run, stdout};
use tests::repository::root;
use tests::scratch::Scratch;

fn sample(name: &str) -> String {
    root().join("data-samples").join(name).display().to_string()
}

/// One dump of the recorded sample.
fn dump() -> String {
    sample("travel-shop/point-13.hprof.gz")
}

/// Asserts that a call fails with this code, one line on stderr and nothing on stdout; returns the line.
fn refusal(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to stdout");
    let lines: Vec<&str> = errors.lines().filter(|line| !line.starts_with("memory-city: warning: ")).collect();
    assert_eq!(lines.len(), 1, "{arguments:?}: {errors}");
    assert!(lines[0].starts_with("memory-city: "), "{errors}");
    lines[0].to_owned()
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["histogram", "objects", "classes", "group", "find", "paths", "graph", "check", "scene", "render", "watch", "cache"] {
        let help = stdout([command, "--help"]);
        assert!(help.contains("Examples:") && help.contains(&format!("memory-city {command}")), "{help}");
    }
    assert!(stdout(["--help"]).contains("Examples:"));
    assert!(stdout(["--version"]).starts_with("memory-city "));
}

#[test]
fn the_json_histogram_has_the_members_of_the_contract_and_adds_up() {
    let histogram = json(["histogram", &dump(), "--json"]);
    let members: Vec<&String> = histogram.as_object().expect("is an object").keys().collect();
    assert_eq!(members.len(), 4, "{members:?}");
    assert!(histogram["policy"].as_str().is_some_and(|policy| policy.contains("reachable")));
    let classes = histogram["classes"].as_array().expect("is a list");
    let sum = |what: &str| classes.iter().map(|class| class[what].as_u64().expect("is a count")).sum::<u64>();
    assert_eq!((sum("objects"), sum("bytes")), (histogram["objects"].as_u64().unwrap_or(0), histogram["bytes"].as_u64().unwrap_or(0)));
    let names: Vec<&str> = classes.iter().filter_map(|class| class["name"].as_str()).collect();
    assert!(names.contains(&"byte[]") && names.contains(&"java.lang.Object[]") && names.contains(&"java.lang.String"));

    let all = json(["histogram", &dump(), "--json", "--keep-unreachable"]);
    assert!(all["policy"].as_str().is_some_and(|policy| policy.contains("unreachable ones too")));
    assert!(all["objects"].as_u64() >= histogram["objects"].as_u64());
}

#[test]
fn the_tables_of_objects_and_classes_agree_with_the_histogram() {
    let histogram = json(["histogram", &dump(), "--json"]);
    let scratch = Scratch::new("tables");
    let file = scratch.join("objects.csv").display().to_string();
    let printed = stdout(["objects", &dump(), "--csv", "-"]);
    assert!(stdout(["objects", &dump(), "--csv", &file]).is_empty(), "stdout holds nothing when there is a file");
    assert_eq!(fs::read_to_string(&file).expect("was written"), printed);
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("address,class,shallow,retained,dominator"));
    let (mut shallow, mut top_level) = (0, 0);
    for line in lines.clone() {
        let cells: Vec<&str> = line.split(',').collect();
        let [address, _, bytes, retained, dominator] = cells.as_slice() else { panic!("not five cells: {line}") };
        let number = |cell: &str| cell.parse::<u64>().unwrap_or_else(|_| panic!("no number: {line}"));
        assert!(address.starts_with("0x") && (dominator.starts_with("0x") || *dominator == "root"), "{line}");
        shallow += number(bytes);
        top_level += if *dominator == "root" { number(retained) } else { 0 };
    }
    assert_eq!(Some(lines.count() as u64), histogram["objects"].as_u64());
    assert_eq!((Some(shallow), Some(top_level)), (histogram["bytes"].as_u64(), histogram["bytes"].as_u64()));

    let printed = stdout(["classes", &dump(), "--csv", "-"]);
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("class,instances,shallow,retained"));
    let sum = |column: usize| lines.clone().filter_map(|line| line.rsplit(',').nth(column)?.parse::<u64>().ok()).sum::<u64>();
    assert_eq!((Some(sum(2)), Some(sum(1))), (histogram["objects"].as_u64(), histogram["bytes"].as_u64()));
}

#[test]
fn the_same_scene_has_the_same_bytes() {
    let arguments = ["scene", &sample("fig10"), "--preset", "fig10", "--select", "Person"];
    assert_eq!(stdout(arguments), stdout(arguments));
    let dumps = ["scene", &sample("travel-shop"), "--time", "5"];
    assert_eq!(stdout(dumps), stdout(dumps));
    for arguments in [&arguments[..], &dumps[..]] {
        let with_threads = |threads: &str| command().args(arguments).env("RAYON_NUM_THREADS", threads).output().expect("runs").stdout;
        let alone = with_threads("1");
        assert!(!alone.is_empty() && alone == with_threads("2") && alone == with_threads("8"), "{arguments:?}");
    }
    let scratch = Scratch::new("scene");
    let file = scratch.join("scene.json");
    let printed = stdout(arguments);
    let written = stdout([&arguments[..], &["--out", &file.display().to_string()]].concat());
    assert!(written.is_empty(), "stdout holds nothing when there is a file");
    assert_eq!(fs::read_to_string(&file).expect("was written"), printed);
}

#[test]
fn scenes_obey_time_selection_settings_and_preset() {
    let scene = json(["scene", &sample("fig11"), "--preset", "fig11"]);
    assert_eq!((&scene["time"]["point"], &scene["settings"]["child_count"]), (&19.into(), &40.into()));
    let scene = json(["scene", &sample("fig11"), "--preset", "fig11", "--time", "first", "--set", "child_count=5"]);
    assert_eq!((&scene["time"]["point"], &scene["settings"]["child_count"]), (&1.into(), &5.into()));
    let scene = json(["scene", &sample("fig10"), "--select", "Person", "--set", "metric=bytes"]);
    assert!(scene["selection"].to_string().contains("Person"));
    assert_eq!(scene["settings"]["metric"], "bytes");
}

#[test]
fn a_grouped_folder_shows_the_same_city_as_its_dumps() {
    let scratch = Scratch::new("group");
    let folder = scratch.join("trees").display().to_string();
    let by = ["--by", "package,type"];
    assert!(stdout([&["group", &sample("travel-shop"), "--out", &folder][..], &by].concat()).is_empty());
    for maps in ["points-to-maps", "pointed-from-maps"] {
        let files = fs::read_dir(PathBuf::from(&folder).join(maps)).expect("the map folders are written").count();
        assert_eq!(files, 13, "{maps}");
    }
    let select = ["--select", "travelshop.business.Location"];
    let of_dumps = json([&["scene", &sample("travel-shop")][..], &by, &select].concat());
    let of_trees = json([&["scene", &folder][..], &select].concat());
    let (mut of_dumps, mut of_trees) = (of_dumps, of_trees);
    // Of dumps the way to the holder goes over objects; trees know groups only.
    let chain = of_dumps["selection"]["chain"].take();
    assert_eq!((&chain["end"], &of_trees["selection"]["chain"]["kept_by"]), (&"holder".into(), &serde_json::Value::Null));
    let holder = &chain["kept_by"]["paths"][0]["holder"];
    assert_eq!(holder, "travelshop.business.JourneyService.SEARCH_CACHE");
    assert!(
        chain["sentence"]
            .as_str()
            .is_some_and(|told| told.ends_with("by static field SEARCH_CACHE of class travelshop.business.JourneyService"))
    );
    of_trees["selection"]["chain"].take();
    for part in ["city", "buildings", "districts", "selection", "frustums", "policy"] {
        assert_eq!(of_dumps[part], of_trees[part], "{part}");
    }
    assert!(of_trees["frustums"].as_array().is_some_and(|frustums| !frustums.is_empty()));
}

#[test]
fn find_names_the_field_that_leaks_in_the_recorded_sample() {
    let report = json(["find", &sample("travel-shop"), "--json"]);
    assert_eq!(report["verdict"], "leak");
    let finding = &report["findings"][0];
    assert_eq!(finding["cut"]["fields"], serde_json::json!(["travelshop.business.JourneyService.SEARCH_CACHE"]), "{finding:#}");
    assert_eq!(finding["keepers"][0]["root_kind"], "static field");
}

#[test]
fn find_tells_growth_of_inputs_without_single_objects() {
    let text = stdout(["find", &sample("fig10")]);
    assert!(text.contains(" 1. LinkedList$Node grew from 450 to 10,350 objects"), "{text}");
    assert!(text.contains("What it holds grew with it: char[] from 4,100 to 23,900 objects"), "{text}");
}

#[test]
fn wrong_usage_ends_with_code_2_and_says_what_would_be_right() {
    let (fig10, dumps) = (sample("fig10"), sample("travel-shop"));
    for (arguments, expected) in [
        (&["scene"][..], "required"),
        (&["scene", &fig10, "--time", "0"], "from 1 on"),
        (&["scene", &fig10, "--time", "99"], "23 points"),
        (&["scene", &fig10, "--select", "no such group"], "no group"),
        (&["scene", &fig10, "--set", "colour=red"], "there is no setting"),
        (&["scene", &fig10, "--filter", "size > 8"], "--filter has no meaning for memory trees: it is for heap dumps"),
        (&["check", &fig10, "--rule", "objects(Person) > 0", "--policy", "visualvm"], "--policy has no meaning for memory trees"),
        (&["compare", &dumps, "--pointers", "nowhere"], "--pointers has no meaning for heap dumps: it is for folders of memory trees"),
        (&["find", &dump(), "--pointers", "nowhere"], "--pointers has no meaning for heap dumps"),
        (&["watch", "4711", "--strong-only"], "--strong-only has no meaning for class histograms of a JVM"),
        (&["--connect", "ws://localhost:1", "--by", "type"], "--by has no meaning for the memory trees of a server"),
        (&["--connect", "ws://localhost:1", &dumps], "a server and "),
        (&[&dumps, "--headless", "--points", "2"], "--headless prints points as they arrive"),
        (&["watch", "--headless"], "--headless prints points as they arrive"),
        (&["watch", "--listen", "127.0.0.1:0", "--dumps"], "--dumps"),
        (&["compare", &fig10, "--sort", "deep"], "this input does not have deep sizes"),
        (&["query", &dump(), "where size > 10 group by"], "line 1, column 25: a list of steps"),
        (&["query", &dump(), "group by type,,package"], "line 1, column 15: a step is missing here"),
        (&["inspect", &dump(), "--key", "Location", "--key", "business.Location"], "business.Location is named twice"),
        (&["inspect", &dump(), "--key", "Location", "--then", "colour"], "--then \"colour\": line 1, column 1: unknown classifier"),
        (&["inspect", &dump(), "--key", "Location", "--roots-by", "type,,"], "--roots-by \"type,,\": line 1, column 6: a step is missing"),
        (&["paths", &dump(), "--by", "type, colour", "--key", "Location"], "--by \"type, colour\": line 1, column 7: "),
        (&["paths", &dump()], "<--to <ADDRESS>|--key <KEY>> (see memory-city paths --help)"),
        (&["histogram", &fig10], "fig10 holds memory trees; this needs a heap dump"),
        (&["query", &dump(), "group by type", "--filter", "size > 0), package, where(true"], "column 9: "),
        (&["query", &dump(), "group by type", "--filter", "sizes > 0"], "--filter \"sizes > 0\": line 1, column 1: unknown name sizes"),
        (&["find", &dump(), "--by", "type"], "takes no --by"),
        (&["find", &dump(), "--filter", "size > 8"], "takes no --filter"),
        (&["find", &dump(), "--dump", "2"], "holds one heap dump; there is no number 2"),
        (&["scene", &fig10, "--set", "child_count=many"], "child_count"),
        (&["scene", &fig10, "--preset", "fig13"], "growers-alone, many-groups, faint-others"),
        (&["histogram", &dump(), "--dump", "7"], "there is no number 7"),
        (&["objects", &dump(), "--dump", "7"], "there is no number 7"),
        (&["classes"], "required"),
        (&["group", &dumps, "--by", "colour", "--out", "/tmp"], "--by \"colour\": line 1, column 1: unknown classifier"),
        (&["render", &fig10], "--out"),
        (&["render", &fig10, "--out", "a.png", "--fps", "5"], "--fps"),
        (&["render", &fig10, "--out", "a.jpg"], "pictures are written as PNG"),
        (&["render", &fig10, "--out", "x.png", "--camera", "orbit:1,2"], "orbit:YAW,PITCH,DIST"),
        (&["watch", "4711", "--every", "soon"], "5s"),
        (&["watch", "--listen", "0.0.0.0:8887"], "loopback"),
        (&["--no-such-option"], "--no-such-option"),
    ] {
        let line = refusal(arguments, 2);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
}

#[test]
fn bad_input_ends_with_code_1_and_names_the_file() {
    let scratch = Scratch::new("bad");
    let file = |name: &str, bytes: &[u8]| {
        let path = scratch.join(name);
        fs::write(&path, bytes).expect("can be written");
        path.display().to_string()
    };
    let empty_folder = scratch.join("empty");
    fs::create_dir(&empty_folder).expect("can be made");
    let cases = [
        scratch.join("missing").display().to_string(),
        empty_folder.display().to_string(),
        file("nothing", b""),
        file("words.txt", b"hello, world"),
        file("header.hprof", b"JAVA PROFILE 1.0.2\0"),
        file("half.json", br#"{"time":1,"root":{"key":"Overall","#),
        file("negative.json", br#"{"time":1,"root":{"key":"O","objects":-5,"bytes":1,"children":[]}}"#),
        file("deep.json", "[".repeat(200_000).as_bytes()),
        file("bare.json", br#"{"time":1,"root":{"key":"Overall","objects":1,"bytes":1}}"#),
        file("gzip.gz", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]),
    ];
    for path in &cases {
        refusal(&["scene", path], 1);
    }
    let line = refusal(&["scene", &cases[5]], 1);
    assert!(line.contains("half.json") && line.contains("line 1"), "{line}");
    refusal(&["histogram", &cases[3]], 1);
    for arguments in [&["cache"][..], &["cache", "--delete"], &["classifiers", "--dataset"], &[]] {
        let line = refusal(&[arguments, &[&cases[0]]].concat(), 1);
        assert!(line.contains(&cases[0]), "{arguments:?}: {line}");
    }
    assert!(refusal(&["compare", &dump()], 1).contains("at least two points"));
    let line = refusal(&["scene", &sample("fig10"), "--out", "/nonexistent/scene.json"], 1);
    assert!(line.contains("/nonexistent/scene.json"), "{line}");
}

#[test]
fn a_folder_of_several_kinds_is_read_as_one_and_says_what_was_passed_over() {
    let scratch = Scratch::new("mixed");
    let tree = br#"{"time":1,"root":{"key":"O","objects":1,"bytes":8,"children":[{"key":"O#A","objects":1,"bytes":8}]}}"#;
    fs::copy(dump(), scratch.join("with space \u{fc}.hprof.gz")).expect("can be copied");
    fs::write(scratch.join("tree.json"), tree).expect("can be written");
    fs::write(scratch.join("disk full.hprof"), b"").expect("can be written");
    fs::write(scratch.join("notes.txt"), b"hello").expect("can be written");
    fs::write(scratch.join("3.HPROF"), b"hello").expect("can be written");
    // A GC log belongs to the dumps beside it, and nothing needs to be said.
    fs::write(scratch.join("gc.log"), b"[0.367s][info][gc] GC(0) Pause Full (System.gc()) 15M->0M(61M) 1.768ms\n").expect("can be written");
    let output = run(["scene", &scratch.path().display().to_string()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    let scene: serde_json::Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON and nothing else");
    assert_eq!(scene["time"]["points"], 1);
    let warnings: Vec<&str> = errors.lines().collect();
    assert_eq!(warnings.len(), 3, "{errors}");
    assert!(warnings[0].contains("a file is called like data, but holds none") && warnings[0].contains("3.HPROF"), "{errors}");
    assert!(warnings[1].contains("an empty file was passed over") && warnings[1].contains("disk full.hprof"), "{errors}");
    assert!(warnings[2].contains("read as heap dumps") && warnings[2].contains("tree.json"), "{errors}");
}

#[test]
fn commands_about_one_dump_take_the_last_one_of_a_folder_and_say_which() {
    let folder = sample("travel-shop");
    for command in [&["histogram", "--json"][..], &["paths", "--key", "Location"], &["query", "group by type"]] {
        let of = |path: &str| run([&command[..1], &[path], &command[1..]].concat());
        let (of_folder, of_file) = (of(&folder), of(&dump()));
        assert!(of_folder.status.success() && of_folder.stdout == of_file.stdout, "{command:?}");
        let note = String::from_utf8_lossy(&of_folder.stderr).into_owned();
        assert_eq!(note, format!("memory-city: of {folder} the last dump is taken: {}\n", dump()), "{command:?}");
        assert!(of_file.stderr.is_empty(), "{command:?}");
    }
}

#[test]
fn names_and_comparisons_without_effect_are_warnings() {
    for (filter, warning) in [
        ("where extends(\"java.util.Nope\")", "line 1, column 9: there is no class java.util.Nope (in the filter extends("),
        ("where field(\"nope\") == 1", "line 1, column 7: no class has a field nope"),
        ("where size > \"a\"", "line 1, column 6: a number is neither equal to a text"),
    ] {
        let output = run(["query", &dump(), filter]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && errors.contains(warning) && errors.lines().count() == 1, "{errors}");
    }
    assert!(run(["query", &dump(), "where count == 0 group by collection health"]).stderr.is_empty(), "shipped scripts know what they ask");
}

#[test]
fn a_comparison_tells_sizes_that_are_asked_for() {
    let files = [sample("travel-shop/point-01.hprof.gz"), sample("travel-shop/point-03.hprof.gz")];
    let by_type = ["compare", &files[0], &files[1], "--by", "type"];
    let document = json([&by_type[..], &["--sort", "retained", "--sizes", "deep", "--json"]].concat());
    let nodes = document["nodes"].as_array().expect("is a list");
    let of_class = |name: &str| nodes.iter().find(|node| node["name"] == name).expect("is there");
    // 990 locations more per point, each of which takes a date along: 48 bytes.
    let location = of_class("travelshop.business.Location");
    for (member, expected) in [("from", 47_520), ("to", 142_560), ("change", 95_040)] {
        assert_eq!(location["retained"][member], expected, "{location}");
    }
    assert!(location["retained"]["growth_portion"].as_f64().is_some_and(|share| share > 0.0 && share <= 100.0), "{location}");
    assert!(location["deep"]["to"].as_u64() >= location["retained"]["to"].as_u64(), "{location}");
    let csv = stdout([&by_type[..], &["--sizes", "retained", "--csv", "-"]].concat());
    assert!(
        csv.lines()
            .next()
            .is_some_and(|head| head.ends_with(",bytes_growth_portion,retained_from,retained,retained_change,retained_growth_portion")),
        "{csv}"
    );
    assert!(csv.contains(",47520,142560,95040,44.1275\n"), "{csv}");
    let table = stdout([&by_type[..], &["--sort", "retained"]].concat());
    assert!(table.contains("more retained") && !table.contains("more deep"), "{table}");
    assert!(!stdout(by_type).contains("retained "), "sizes cost time and are told when they are asked for");
}

/// Whoever reads a pipe that nobody writes to waits forever.
#[cfg(unix)]
#[test]
fn pipes_are_refused_instead_of_waited_for() {
    let scratch = Scratch::new("pipe");
    let pipe = scratch.join("pipe").display().to_string();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    for command in ["scene", "histogram"] {
        assert!(refusal(&[command, &pipe], 1).contains("a pipe or a device"));
    }
    fs::copy(dump(), scratch.join("1.hprof.gz")).expect("can be copied");
    let output = run(["scene", &scratch.path().display().to_string()]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("a pipe or a device"));
}

#[test]
fn a_damaged_dump_still_gives_json_and_a_warning() {
    let scratch = Scratch::new("damaged");
    let whole = fs::read(dump()).expect("the sample is there");
    let cut = scratch.join("cut.hprof.gz");
    fs::write(&cut, &whole[..whole.len() * 2 / 3]).expect("can be written");
    let output = run(["histogram", &cut.display().to_string(), "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON and nothing else");
    assert!(document["objects"].as_u64().is_some_and(|objects| objects > 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("memory-city: warning: "));
    fs::copy(dump(), scratch.join("whole.hprof.gz")).expect("can be copied");
    for command in ["trends", "find"] {
        let errors = String::from_utf8_lossy(&run([command, &scratch.path().display().to_string()]).stderr).into_owned();
        assert!(!errors.is_empty() && errors.lines().all(|line| line.contains("cut.hprof.gz")), "{command}: {errors}");
    }
}

#[test]
fn flipped_bytes_and_cut_dumps_never_crash_the_program() {
    let scratch = Scratch::new("flipped");
    let whole =
        open_bytes(sample("travel-shop/point-01.hprof.gz").as_ref(), &Progress::new(), &Warnings::new()).expect("the sample is there");
    // A fixed sequence (xorshift), so that a failure can be repeated.
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for round in 0..24 {
        let mut damaged = whole.to_vec();
        for _ in 0..=random(8) {
            let at = random(if round % 2 == 0 { 4096 } else { damaged.len() });
            damaged[at] = random(256) as u8;
        }
        if round % 3 == 0 {
            damaged.truncate(random(damaged.len()));
        }
        let file = scratch.join("damaged.hprof");
        fs::write(&file, &damaged).expect("can be written");
        let output: Output = run(["scene", &file.display().to_string()]);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "round {round}: {code:?} {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn class_histograms_make_a_city_that_says_it_has_no_references() {
    let scratch = Scratch::new("histograms");
    for (point, count) in [(1, 100), (2, 900)] {
        let text = format!(
            " num     #instances         #bytes  class name (module)\n-------------------------------------------------------\n   \
             1: {count:>13} {:>14}  com.acme.Order\n   2:            50            800  java.lang.String (java.base@17.0.15)\n\
             Total {:>13} {:>14}\n",
            count * 16,
            count + 50,
            count * 16 + 800,
        );
        fs::write(scratch.join(&format!("histo-{point}.txt")), text).expect("can be written");
    }
    let scene = json(["scene", &scratch.path().display().to_string()]);
    assert_eq!(scene["time"]["points"], 2);
    assert!(scene["policy"].as_str().is_some_and(|policy| policy.contains("Class histogram")));
    assert!(scene["findings"].to_string().contains("com.acme.Order grew from 100 to 900"), "{}", scene["findings"]);
    let folder = scratch.path().display().to_string();
    let by = json(["scene", &folder, "--by", "package, type"]);
    assert!(by["buildings"].to_string().contains("Overall#com.acme#com.acme.Order"), "{}", by["buildings"]);
    let report = json(["find", &folder, "--json"]);
    assert_eq!((&report["verdict"], &report["findings"][0]["kind"]), (&"suspicious".into(), &"grown_group".into()));
    for (arguments, expected) in [
        (&["query", "group by type", "--min-deep", "5"][..], "--min-deep needs deep sizes: give a heap dump"),
        (&["trends", "--dump", "2"], "--dump has no meaning for class histograms"),
        (&["trends", "--by", "gc root kind"], "--by: cannot group a class histogram by \"gc root kind\""),
        (&["trends", "--filter", "size > 1"], "--filter has no meaning for class histograms"),
    ] {
        let line = refusal(&[&arguments[..1], &[&folder], &arguments[1..]].concat(), 2);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
}

#[test]
fn several_dumps_named_one_by_one_are_one_series_and_kinds_do_not_mix() {
    let files = [sample("travel-shop/point-03.hprof.gz"), sample("travel-shop/point-01.hprof.gz")];
    let scene = json(["scene", &files[0], &files[1]]);
    assert_eq!(scene["time"]["points"], 2);
    assert!(scene["time"]["text"].as_str().is_some_and(|text| text.contains("point-03")), "ordered by the dumps' own times");
    let trees = fs::read_dir(sample("fig10")).expect("is there").filter_map(|entry| Some(entry.ok()?.path()));
    let tree = trees.filter(|path| path.is_file()).min().expect("has files").display().to_string();
    assert!(refusal(&["scene", &files[0], &tree], 2).contains("different kinds"));
}

#[test]
fn the_graph_of_a_group_names_the_field_and_what_a_cut_frees() {
    let graph = json(["graph", &dump(), "--key", "Location", "--json"]);
    let nodes = graph["nodes"].as_array().expect("a list");
    let edges = graph["edges"].as_array().expect("a list");
    assert_eq!((&graph["objects"], &nodes[0]["kind"], &nodes[0]["name"]), (&12_870.into(), &"group".into(), &"Location".into()));
    let node = |at: &serde_json::Value| &nodes[at.as_u64().expect("a number") as usize];
    let edge = |at: &serde_json::Value| &edges[at.as_u64().expect("a number") as usize];
    let way = graph["main_path"].as_array().expect("a list");
    let root = node(&edge(&way[0])["from"]);
    assert_eq!((&root["kind"], &root["name"]), (&"static field".into(), &"travelshop.business.JourneyService.SEARCH_CACHE".into()));
    assert_eq!((&graph["cut"]["frees"], graph["cut"]["edges"].as_array().map(Vec::len)), (&graph["live"], Some(1)));
    assert!(
        graph["sentence"]
            .as_str()
            .is_some_and(|text| text.ends_with("static field SEARCH_CACHE of class travelshop.business.JourneyService"))
    );

    let text = stdout(["graph", &dump(), "--key", "Location"]);
    assert!(text.contains("Cutting travelshop.business.JourneyService.SEARCH_CACHE frees 12,8"), "{text}");
    let all = json(["graph", &dump(), "--key", "Location", "--json", "--policy", "visualvm", "--keep-unreachable"]);
    assert!(all["policy"].as_str().is_some_and(|policy| policy.contains("unreachable ones too") && policy.contains("VisualVM")), "{all}");
    let dot = stdout(["graph", &dump(), "--by", "type", "--key", "travelshop.business.Location", "--dot"]);
    assert!(dot.starts_with("digraph") && dot.matches(" -> n").count() == edges.len(), "{dot}");
    assert!(stdout(["graph", &dump(), "--key", "Location", "--svg"]).starts_with("<svg "));
    refusal(&["graph", &dump(), "--key", "Location", "--json", "--svg"], 2);
    assert!(refusal(&["graph", &dump(), "--to", "0x1"], 2).contains("no object of the dump is at 0x1"));
}

#[test]
fn an_inspection_lists_root_objects_and_either_closure_grouped_and_filtered() {
    let inspect = |arguments: &[&str]| json([&["inspect", &dump(), "--by", "type", "--key", "Location", "--json"], arguments].concat());
    let plain = inspect(&[]);
    let keys = |document: &serde_json::Value, list: &str| -> Vec<String> {
        let groups = document[list].as_array().unwrap_or_else(|| panic!("no list {list}"));
        groups.iter().filter_map(|group| Some(group["key"].as_str()?.to_owned())).collect()
    };
    let cache = "Overall#Root: static field#travelshop.business.JourneyService#SEARCH_CACHE".to_owned();
    assert!(keys(&plain, "roots").contains(&cache), "{:?}", plain["roots"]);
    assert_eq!(plain["closure_of"], "retained");
    // All that a location reaches is more than what dies with it, or as much.
    let deep = inspect(&["--closure", "deep", "--roots-by", "type"]);
    assert_eq!(deep["closure_of"], "deep");
    assert!(keys(&deep, "roots").contains(&"Overall#java.util.HashMap".to_owned()), "{:?}", deep["roots"]);
    assert!(keys(&plain, "closure").iter().all(|key| keys(&deep, "closure").contains(key)));
    let filtered = inspect(&["--closure", "deep", "--roots-by", "type", "--filter", "short_type == \"Date\""]);
    assert_eq!(keys(&filtered, "closure"), ["Overall#java.util.Date"]);
    assert!(keys(&filtered, "roots").is_empty(), "no date is held by a root");
    let error = refusal(&["inspect", &dump(), "--key", "Location", "--filter", "size >"], 2);
    assert!(error.contains("--filter \"size >\": line 1, column 7"), "{error}");
}

#[test]
fn paths_end_at_the_field_that_leaks() {
    let group = json(["paths", &dump(), "--key", "Location", "--json"]);
    // Nine locations per search, 110 searches at each of 13 points.
    assert_eq!((&group["objects"], &group["strong"], &group["weak"]), (&12_870.into(), &12_870.into(), &0.into()));
    let path = &group["paths"][0];
    assert_eq!((&path["root_kind"], &path["objects"]), (&"static field".into(), &12_870.into()));
    assert_eq!(path["holder"], "travelshop.business.JourneyService.SEARCH_CACHE");
    assert_eq!(path["chain"][1], "java.util.HashMap.table");
    let text = stdout(["paths", &dump(), "--by", "type", "--key", "travelshop.business.Location", "--count", "1"]);
    assert!(text.contains("; this by static field SEARCH_CACHE of class travelshop.business.JourneyService"), "{text}");

    // A district: all objects of a package.
    let district = json(["paths", &dump(), "--by", "package,type", "--key", "travelshop.business", "--json"]);
    assert_eq!(district["key"], "Overall#travelshop.business");
    assert!(district["objects"].as_u64() > Some(12_870), "{}", district["objects"]);
    assert_eq!(district["paths"][0]["holder"], path["holder"]);

    let example = path["steps"][0]["example"].as_str().expect("an address");
    let object = json(["paths", &dump(), "--to", example, "--json"]);
    assert_eq!((&object["class"], &object["paths"][0]["holder"]), (&"java.lang.Object[]".into(), &path["holder"]));
    let steps = object["paths"][0]["steps"].as_array().expect("a list");
    assert_eq!((&steps[0]["via"], &steps[steps.len() - 1]["address"]), (&"java.util.HashMap.table".into(), &example.into()));

    assert!(refusal(&["paths", &dump(), "--to", "0x1"], 2).contains("no object of the dump is at 0x1"));
    assert!(refusal(&["paths", &dump(), "--to", "here"], 2).contains("write an address"));
    assert!(refusal(&["paths", &dump(), "--key", "no such group"], 2).contains("no group"));
    refusal(&["paths", &dump()], 2);
}

#[test]
fn a_city_of_retained_sizes_waits_for_them_and_keeps_them_for_the_next_time() {
    let scratch = Scratch::new("retained");
    let cache = scratch.join("cache");
    let call = |arguments: &[&str]| {
        let output = command().env("MEMORY_CITY_CACHE", &cache).args(arguments).output().expect("the program starts");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("the program writes UTF-8")
    };
    let dump = dump();
    let arguments = ["scene", dump.as_str(), "--set", "metric=retained"];
    let computed = call(&arguments);
    assert!(call(&["cache", &dump]).contains("1 file, "), "one dump, one size");
    assert_eq!(call(&arguments), computed, "what is kept is what was computed");
    let scene: serde_json::Value = serde_json::from_str(&computed).expect("is JSON");
    assert_eq!(scene["legend"]["size"], "retained bytes");
    let buildings = scene["buildings"].as_array().expect("is a list");
    assert!(!buildings.is_empty());
    // Of the block of the others no sum is told, because what its groups retain may overlap.
    for building in buildings.iter().filter(|building| building["others"].is_null()) {
        // Area is the square root of what the metric says, and what is retained is at least the group itself.
        let retained = building["retained"].as_f64().expect("is known");
        let area = building["size"][0].as_f64().unwrap_or(0.0) * building["size"][2].as_f64().unwrap_or(0.0);
        assert!((area * area - retained).abs() < 1e-3 * retained + 1.0, "{building}");
        assert!(building["retained"].as_u64() >= building["bytes"].as_u64(), "{building}");
    }
    let listed = call(&["cache", &dump, "--delete"]);
    assert!(listed.contains("point-13.hprof.gz, dump 1; reachable objects") && listed.contains(" deleted"), "{listed}");
    assert!(call(&["cache", &dump]).starts_with("0 files"));
    // Trees that came without these sizes cannot show them.
    let trees = sample("fig10");
    let refused = refusal(&["scene", &trees, "--set", "metric=retained"], 2);
    assert!(refused.contains("this input does not have retained sizes"), "{refused}");
}

#[test]
fn rules_are_checked_at_every_point_and_the_first_break_is_told() {
    let dumps = sample("travel-shop");
    let output = run([
        "check",
        &dumps,
        "--by",
        "type",
        "--json",
        "--rule",
        "objects(Location) <= 5000",
        "--rule",
        "retained(QueryKey) < 1 GiB",
        "--rule",
        "retained(Location) <= 100 KiB",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.ends_with("memory-city: 2 of 3 rules are broken\n"), "{errors}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let [locations, keys] = [&document["rules"][0], &document["rules"][1]];
    assert_eq!((&locations["smallest"], &locations["largest"], &locations["holds"]), (&990.into(), &12_870.into(), &false.into()));
    // Every location takes its date along, 24 bytes each: 95,040 bytes at the second point, 142,560 at the third.
    let retained = &document["rules"][2]["first"];
    assert_eq!((&retained["point"], &retained["size"], &retained["label"]), (&3.into(), &142_560.into(), &"point-03".into()));
    // 990 more per point.
    assert_eq!((&locations["first"]["point"], &locations["first"]["size"]), (&6.into(), &5940.into()));
    assert_eq!((&keys["holds"], &keys["points"]), (&true.into(), &13.into()));
    assert!(keys["largest"].as_u64() > Some(0) && keys.get("first").is_none(), "{keys}");
    assert!(refusal(&["check", &dumps, "--rule", "retained(Location)"], 2).contains("line 1, column 19: an operator is needed"));
}

#[test]
fn a_rule_about_a_group_that_no_point_has_counts_zero_and_warns() {
    let rules = ["--by", "type", "--rule", "objects(no.Such) <= 5", "--rule", "bytes(Location) <= 30 %", "--rule", "objects(no.Other) < 1"];
    let output = run([&["check", &dump(), "--json"][..], &rules].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("a rule names a group that no point has") && errors.contains("(2 times)"), "{errors}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let [absent, present] = [&document["rules"][0], &document["rules"][1]];
    assert_eq!((&absent["holds"], &absent["largest"], &absent["seen"]), (&true.into(), &0.into(), &0.into()));
    assert_eq!((&present["seen"], &present["group"]), (&1.into(), &"Overall#travelshop.business.Location".into()));
    let text = stdout([&["check", &dump()][..], &rules].concat());
    assert!(text.contains("0 to 0 over 1 points; no point has this group"), "{text}");
    // A typo in a lower bound is a broken rule, not a wrong call.
    assert_eq!(run(["check", &dump(), "--rule", "objects(no.Such) >= 1"]).status.code(), Some(1));
}

const PLUG_IN: &str = include_str!("../../analysis/examples/plug-ins/object_kind.wat");

#[test]
fn plug_ins_are_listed_and_used_like_other_classifiers() {
    let folder = Scratch::new("plug-ins");
    fs::write(folder.join("kind.wasm"), wat::parse_str(PLUG_IN).expect("is WebAssembly")).expect("the temporary directory is writable");
    fs::write(folder.join("broken.wasm"), "no module").expect("the temporary directory is writable");
    fs::write(folder.join("cut.wat"), "(module").expect("the temporary directory is writable");
    fs::write(folder.join("notes.txt"), "passed over").expect("the temporary directory is writable");
    let plugins = folder.path().display().to_string();

    let output = run(["classifiers", "--json", "--plugins", &plugins]);
    assert!(output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let told: Vec<&str> = errors.lines().collect();
    assert_eq!(told.len(), 2, "{errors}");
    assert!(told[0].contains("broken.wasm could not be used: no WebAssembly module"), "{errors}");
    assert!(told[1].contains("cut.wat could not be used: no WebAssembly module: line 1, column 8: "), "{errors}");
    let listed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
    let row =
        listed["classifiers"].as_array().and_then(|rows| rows.iter().find(|row| row["name"] == "Kind by plug-in")).expect("is listed");
    assert_eq!((&row["kind"], &row["returns"]), (&"classifier".into(), &"one value".into()));
    assert!(row["description"].as_str().is_some_and(|text| text.contains("kind.wasm; reads array length")), "{row}");

    // By the option and by the variable, with the numbers of the built-in classifier.
    let groups = |by: &str, with_option: bool| {
        let mut call = command();
        call.args(["query", &dump(), &format!("group by {by}, package"), "--json"]);
        if with_option {
            call.args(["--plugins", &plugins]);
        } else {
            call.env("MEMORY_CITY_PLUGINS", &plugins);
        }
        let output = call.output().expect("the program can be run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("is JSON");
        document["groups"].clone()
    };
    let expected = groups("object kind", true);
    assert_eq!(groups("kind by plug-in", true), expected);
    assert_eq!(groups("Kind-by-plug-in", false), expected);
    // The text form does as well.
    fs::write(folder.join("kind.wat"), PLUG_IN).expect("the temporary directory is writable");
    fs::remove_file(folder.join("kind.wasm")).expect("was written");
    assert_eq!(groups("kind by plug-in", true), expected);
    assert!(refusal(&["classifiers", "--plugins", "/nowhere/plug-ins"], 1).contains("/nowhere/plug-ins"));
    let by_variable = command().args(["classifiers"]).env("MEMORY_CITY_PLUGINS", "/nowhere/plug-ins").output().expect("runs");
    let errors = String::from_utf8_lossy(&by_variable.stderr).into_owned();
    assert!(errors.contains("$MEMORY_CITY_PLUGINS: cannot read /nowhere/plug-ins: "), "{errors}");
}

#[test]
fn several_runs_are_compared_by_their_ends_and_never_taken_for_one() {
    let (trees, other) = (sample("fig10"), sample("fig12"));
    let compared = json(["compare", &trees, &other, "--json"]);
    assert_eq!(compared["runs"][0]["title"], "fig10");
    for (end, path) in [("from", &trees), ("to", &other)] {
        let alone = json(["compare", path, "--json"]);
        assert_eq!(compared["nodes"][0]["objects"][end], alone["nodes"][0]["objects"]["to"], "{path}");
    }
    // Nothing grows from one to the next.
    let found = json(["find", &trees, &other, "--json"]);
    assert_eq!((&found["verdict"], found["findings"].as_array().map(Vec::len)), (&"undecided".into(), Some(0)));
    let page = stdout(["report", &trees, &other, "--html", "-"]);
    assert!(page.contains("<h1>fig10 ends with ") && !page.contains("owns a tenth of the heap"));

    let out = Scratch::new("runs");
    let folder = out.join("trees").display().to_string();
    let calls: [&[&str]; 4] = [&["trends"], &["windows"], &["chart", "--show", "memory"], &["group", "--out", &folder]];
    for call in calls {
        let line = refusal(&[call, &[&*trees, &*other]].concat(), 2);
        assert!(line.contains("are several runs"), "{call:?}: {line}");
    }
    let dump = dump();
    assert!(refusal(&["compare", &trees, &dump], 2).contains("folders alone, or files alone"));
    assert!(refusal(&["compare", &trees, &trees], 2).contains("is named twice"));
    assert!(refusal(&["scene", &trees, "--beside", "1"], 2).contains("one city"));
}
