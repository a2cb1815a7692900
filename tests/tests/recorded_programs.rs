//! Programs as people run them, recorded: each comes to its usual end with its usual output, and its trace can be opened.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tests::jvm::{all_jvms, compile};
use tests::program;
use tests::recorded::query;
use tests::repository::root;
use tests::scratch::Scratch;

/// Every collection is walked.
const EVERYTHING: [&str; 5] = ["--budget", "none", "--max-pause", "none", "--at-exit"];

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    assert!(
        output.status.success(),
        "{command:?} ended with {}: {}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn recorded(trace: &Path, options: &[&str], program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = program::command();
    command.arg("record").arg("--out").arg(trace).args(options).arg("--").arg(program);
    command
}

/// What `memory-city trace` says, checked for what all complete traces have.
fn facts_of(trace: &Path) -> serde_json::Value {
    let facts = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref()]);
    assert_eq!(facts["complete"], true, "{facts}");
    assert_eq!(facts["warnings"], serde_json::json!([]), "{facts}");
    let limits = facts["limits"].as_array().expect("a list").iter().filter_map(serde_json::Value::as_str);
    // Of virtual threads that are being made a copy of the process may die, and then the next one tells.
    let told = |limit: &&str| !limit.contains("starts many threads") && !limit.contains("failed in a copy of the process");
    assert_eq!(limits.filter(told).count(), 0, "{facts}");
    assert!(facts["states"].as_u64() > Some(0) && facts["objects_last"].as_u64() > Some(1000), "{facts}");
    facts
}

/// All files below a folder, with what they hold.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), fs::read(&path).expect("can be read")));
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<PathBuf> {
    let shop = files(&root().join("tests/java/travel-shop"));
    shop.into_iter().map(|(path, _)| path).filter(|path| path.extension().is_some_and(|end| end == "java")).collect()
}

#[test]
fn the_compiler_writes_the_same_classes() {
    // A runtime has none.
    let jvms: Vec<PathBuf> = all_jvms().into_iter().filter(|java| java.with_file_name("javac").exists()).collect();
    assert!(!jvms.is_empty(), "no compiler in {:?}", all_jvms());
    for java in jvms {
        let scratch = Scratch::new("recorded-javac");
        let (plain, with, trace) = (scratch.join("plain"), scratch.join("recorded"), scratch.join("javac.mctrace"));
        let compiler = ["-Xmx256m", "-m", "jdk.compiler/com.sun.tools.javac.Main", "-d"];
        run(Command::new(&java).args(compiler).arg(&plain).args(sources()));
        let output = run(recorded(&trace, &EVERYTHING, &java).args(compiler).arg(&with).args(sources()));
        assert_eq!((output.stdout, output.stderr), (Vec::new(), Vec::new()), "javac is silent");
        let contents = |folder: &Path| files(folder).into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>();
        assert!(contents(&plain).len() > 10 && contents(&plain) == contents(&with), "{}", java.display());
        facts_of(&trace);
    }
}

#[test]
fn maven_and_ant_build() {
    let scratch = Scratch::new("recorded-builds");
    let modules: Vec<String> = (0..20).map(|number| format!("module-{number}")).collect();
    let project = |name: &str, more: &str| {
        format!(
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>shop</groupId>\
             <artifactId>{name}</artifactId><version>1</version><packaging>pom</packaging>{more}</project>"
        )
    };
    let list: String = modules.iter().map(|module| format!("<module>{module}</module>")).collect();
    fs::write(scratch.join("pom.xml"), project("shop", &format!("<modules>{list}</modules>"))).expect("can be written");
    for module in &modules {
        fs::create_dir(scratch.join(module)).expect("can be made");
        fs::write(scratch.join(module).join("pom.xml"), project(module, "")).expect("can be written");
    }
    let trace = scratch.join("maven.mctrace");
    let output = run(recorded(&trace, &EVERYTHING, "mvn").args(["--offline", "--batch-mode", "validate"]).current_dir(scratch.path()));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("BUILD SUCCESS") && said.matches("SUCCESS [").count() == 21, "{said}");
    assert_eq!(
        facts_of(&trace)["command"].as_str().and_then(|command| command.split(' ').next()),
        Some("org.codehaus.plexus.classworlds.launcher.Launcher")
    );

    let build = format!(
        "<project default=\"jar\"><target name=\"jar\"><mkdir dir=\"classes\"/><javac srcdir=\"{}\" destdir=\"classes\" \
         includeantruntime=\"false\"/><jar destfile=\"shop.jar\" basedir=\"classes\"/></target></project>",
        root().join("tests/java/travel-shop").display()
    );
    fs::write(scratch.join("build.xml"), build).expect("can be written");
    let trace = scratch.join("ant.mctrace");
    let output = run(recorded(&trace, &EVERYTHING, "ant").current_dir(scratch.path()));
    assert!(String::from_utf8_lossy(&output.stdout).contains("BUILD SUCCESSFUL"));
    assert!(fs::metadata(scratch.join("shop.jar")).expect("a jar").len() > 10_000);
    facts_of(&trace);
}

/// `kept 3000` among the lines that a program says.
fn number(said: &str, what: &str) -> u64 {
    said.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok()).unwrap_or_else(|| panic!("no {what} in: {said}"))
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port").port()
}

fn get(port: u16, path: &str) -> Option<String> {
    let mut socket = TcpStream::connect(("127.0.0.1", port)).ok()?;
    socket.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    write!(socket, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn a_web_server_answers_and_shuts_down() {
    let scratch = Scratch::new("recorded-tomcat");
    let (port, shutdown, trace) = (free_port(), free_port(), scratch.join("tomcat.mctrace"));
    for folder in ["conf", "logs", "temp", "work", "webapps/ROOT"] {
        fs::create_dir_all(scratch.join(folder)).expect("can be made");
    }
    let server = format!(
        "<Server port=\"{shutdown}\" shutdown=\"BYE\"><Service name=\"Catalina\"><Connector port=\"{port}\" address=\"127.0.0.1\"/>\
         <Engine name=\"Catalina\" defaultHost=\"localhost\"><Host name=\"localhost\" appBase=\"webapps\"/></Engine></Service></Server>"
    );
    fs::write(scratch.join("conf/server.xml"), server).expect("can be written");
    let page = "<%@page session=\"true\"%><% session.setAttribute(\"basket\", new byte[10000]); if (request.getParameter(\"collect\") != null) \
        System.gc(); %>requests: <%= System.nanoTime() > 0 %>\n";
    fs::write(scratch.join("webapps/ROOT/index.jsp"), page).expect("can be written");
    let web = "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">\
        <servlet><servlet-name>jsp</servlet-name><servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class></servlet>\
        <servlet-mapping><servlet-name>jsp</servlet-name><url-pattern>*.jsp</url-pattern></servlet-mapping></web-app>";
    fs::write(scratch.join("conf/web.xml"), web).expect("can be written");
    let mut command = recorded(&trace, &EVERYTHING, "/usr/share/tomcat10/bin/catalina.sh");
    command.arg("run").env("CATALINA_BASE", scratch.path()).env("CATALINA_OPTS", "-Xmx64m -XX:+UseSerialGC");
    let log = fs::File::create(scratch.join("log")).expect("can be made");
    let mut running = command.stdout(log.try_clone().expect("a second handle")).stderr(log).stdin(Stdio::null()).spawn().expect("tomcat10");
    let said = || fs::read_to_string(scratch.join("log")).unwrap_or_default();
    let start = Instant::now();
    let mut answers = 0;
    while answers < 300 {
        match get(port, "/index.jsp") {
            Some(answer) if answer.starts_with("HTTP/1.1 200") => {
                assert!(answer.contains("requests: true"), "{answer}");
                answers += 1;
            }
            answer => {
                assert!(running.try_wait().expect("can be asked").is_none(), "it ended: {}", said());
                assert!(answers == 0 && start.elapsed() < Duration::from_secs(120), "{answer:?} after {answers}: {}", said());
                std::thread::sleep(Duration::from_millis(200));
            }
        }
    }
    assert!(get(port, "/index.jsp?collect=yes").is_some_and(|answer| answer.contains("requests: true")));
    // Sessions that nobody ends are in the state after the collection that was just asked for.
    let of_type = "where type == \"org.apache.catalina.session.StandardSession\"";
    let start = Instant::now();
    loop {
        let states = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref()])["states"].to_string();
        let sessions = query(&trace, of_type, &states)["objects"].clone();
        if sessions == 301 {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "{sessions} sessions in state {states}");
        std::thread::sleep(Duration::from_millis(300));
    }
    TcpStream::connect(("127.0.0.1", shutdown)).and_then(|mut socket| socket.write_all(b"BYE")).expect("hears that it is to end");
    let status = running.wait().expect("ends");
    assert!(status.success(), "{status}: {}", said());
    assert!(!said().contains("SEVERE"), "{}", said());
    facts_of(&trace);
}

#[test]
fn thousands_of_threads_unloaded_classes_children_and_other_agents_do_no_harm() {
    let classes = Scratch::new("recorded-crowd-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("recorded-crowd");
        let (trace, flight) = (scratch.join("crowd.mctrace"), scratch.join("flight.jfr"));
        let arguments = ["-XX:+UseSerialGC", "-Xmx256m", "-cp", classes.path().to_str().expect("a plain name"), "Crowd"];
        let usual = run(Command::new(&java).args(arguments)).stdout;
        let flight_recorder = format!("-XX:StartFlightRecording:filename={},settings=profile", flight.display());
        let others =
            ["-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0,quiet=y", &flight_recorder, "-Xlog:jfr*=off"];
        let output = run(recorded(&trace, &EVERYTHING, &java).args(others).args(arguments));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let usual = String::from_utf8_lossy(&usual).into_owned();
        // The other recording announces itself before.
        assert!(said.ends_with(&usual), "{}: {said} and usually {usual}", java.display());
        assert!(fs::metadata(&flight).expect("the other recording").len() > 10_000);
        let facts = facts_of(&trace);
        assert!(facts["threads"].as_u64() >= Some(2000), "{facts}");
        let last = facts["states"].to_string();
        let kept = query(&trace, "where type == \"Crowd$Luggage\"", &last);
        assert_eq!(kept["objects"], number(&said, "kept"), "{}", java.display());
    }
}

#[test]
fn threads_are_told_by_name_and_virtual_ones_as_one_and_unloaded_classes_leave_no_trace() {
    let classes = Scratch::new("recorded-few-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("recorded-few");
        let trace = scratch.join("few.mctrace");
        let arguments = ["-XX:+UseSerialGC", "-Xmx256m", "-Dthreads=50", "-Dvirtual=100", "-cp"];
        let mut command = recorded(&trace, &["--detail", "full", "--at-exit"], &java);
        let output = run(command.args(arguments).arg(classes.path()).arg("Crowd"));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let states = facts_of(&trace)["states"].as_u64().expect("a number");
        for state in 1..=states {
            let (state, all) = (state.to_string(), "group by type");
            let output = program::run(["query".as_ref(), trace.as_os_str(), all.as_ref(), "--dump".as_ref(), state.as_ref()]);
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}: state {state} is all there", java.display());
        }
        let by_thread = query(&trace, "where type == \"Crowd$Luggage\" group by allocating thread", &states.to_string());
        assert_eq!(by_thread["objects"], number(&said, "kept"), "{}", java.display());
        let groups = by_thread["groups"].as_array().expect("a list of groups");
        let virtual_threads = groups.iter().find(|group| group["key"] == "Overall#(virtual threads)");
        assert_eq!(virtual_threads.map_or(0, |group| group["objects"].as_u64().expect("a number")), number(&said, "virtual"));
        assert_eq!(groups.len() as u64, number(&said, "threads") + u64::from(virtual_threads.is_some()));
    }
}

/// Of each pause that the JVM logs as `Pause Young (Normal) (G1 Evacuation Pause) 4M->1M(10M) 0.8ms` whether it is a full one, and its
/// cause. Heap dumps are left out: some JVMs do not tell of their collections. So are the young halves that Parallel begins full
/// collections with.
fn logged(log: &str) -> Vec<(bool, String)> {
    let pause = |line: &str| {
        let (what, _) = line.split_once(" Pause ")?.1.split_once("->")?;
        let cause = what.rsplit_once(") ")?.0.rsplit_once(" (")?.1;
        Some((what.starts_with("Full"), cause.to_owned()))
    };
    let is_told = |(is_full, cause): &(bool, String)| cause != "Heap Dump Initiated GC" && (*is_full || cause != "System.gc()");
    log.lines().filter_map(pause).filter(is_told).collect()
}

#[test]
fn collections_have_the_kind_and_the_cause_that_the_jvm_logs() {
    let classes = Scratch::new("recorded-causes-classes");
    compile("tests/java/recorder/", classes.path());
    let mut checked = 0;
    for java in all_jvms() {
        for collector in ["Serial", "Parallel", "G1"] {
            let scratch = Scratch::new("recorded-causes");
            let (trace, log, dump) = (scratch.join("causes.mctrace"), scratch.join("gc.log"), scratch.join("heap.hprof"));
            let mut command = recorded(&trace, &["--detail", "counts", "--budget", "0"], &java);
            command.arg(format!("-XX:+Use{collector}GC")).arg("-Xmx160m").arg(format!("-Xlog:gc:file={}", log.display()));
            run(command.arg("-cp").arg(classes.path()).arg("Causes").arg(&dump));
            let expected = logged(&fs::read_to_string(&log).expect("the JVM has written its log"));
            let facts = program::json(["trace".as_ref(), trace.as_os_str(), "--json".as_ref(), "--gcs".as_ref()]);
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            let told = facts["collections"].as_array().expect("a list").iter();
            let told: Vec<(String, String)> = told.map(|of| (text(&of["collector"]), text(&of["cause"]))).collect();
            assert!(told.iter().all(|(kind, cause)| !kind.is_empty() && !cause.is_empty()), "{} {collector}: {told:?}", java.display());
            // The pauses of concurrent cycles are logged without a cause.
            let (concurrent, told): (Vec<_>, Vec<_>) = told.into_iter().partition(|(kind, _)| kind.contains("concurrent cycle"));
            assert_eq!(concurrent.is_empty(), collector != "G1", "{} {collector}: {concurrent:?}", java.display());
            let told = told.into_iter().filter(|(_, cause)| cause != "Heap Dump Initiated GC");
            let told: Vec<(bool, String)> = told.map(|(kind, cause)| (kind.contains("full"), cause)).collect();
            assert_eq!(told, expected, "{} {collector}", java.display());
            assert!(expected.iter().filter(|(_, cause)| cause == "System.gc()").count() == 2 && expected.len() > 2, "{expected:?}");
            checked += 1;
        }
    }
    assert!(checked >= 3, "{checked}");
}

#[test]
fn a_program_that_ends_with_an_exception_does_so_as_usual() {
    let classes = Scratch::new("recorded-throws-classes");
    compile("tests/java/recorder/", classes.path());
    for java in all_jvms() {
        let scratch = Scratch::new("recorded-throws");
        let trace = scratch.join("throws.mctrace");
        // It wants an argument. The thread that ends the JVM allocates its thread object before it has it.
        let mut command = recorded(&trace, &["--detail", "full", "--at-exit"], &java);
        let output = command.args(["-XX:+UseSerialGC", "-cp"]).arg(classes.path()).arg("Causes").output().expect("it can be run");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{}: {said}", java.display());
        assert!(said.contains("ArrayIndexOutOfBoundsException"), "{said}");
        facts_of(&trace);
    }
}

/// A JVM that writes an archive of classes refuses agents, and would end with an error.
#[test]
fn archives_of_classes_are_written_as_without_a_recorder() {
    for java in all_jvms() {
        let scratch = Scratch::new("recorded-archive");
        let (trace, archive) = (scratch.join("archive.mctrace"), scratch.join("classes.jsa"));
        let mut command = recorded(&trace, &[], &java);
        let output = run(command.arg("-Xshare:dump").arg(format!("-XX:SharedArchiveFile={}", archive.display())));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("nothing is recorded") && said.contains("-Xshare:dump"), "{said}");
        assert!(archive.is_file() && !trace.exists(), "{}: {said}", java.display());
    }
}
