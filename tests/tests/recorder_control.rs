//! Who tells a recorder what to do: keys of the terminal, signals, and whoever attaches. The program goes on as usual.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tests::jvm::{all_jvms, compile};
use tests::program;
use tests::recorded::{Obeying, Running, blocks, count, histogram, record, thread_of_ours, wait_until};
use tests::scratch::Scratch;
use trace_format::{BlockKind, StateBegin, WalkReason, scan};

fn programs() -> Scratch {
    let classes = Scratch::new("control-classes");
    compile("tests/java/recorder/", classes.path());
    classes
}

fn is_complete(trace: &Path) -> bool {
    let file = fs::read(trace).unwrap_or_else(|error| panic!("{}: {error}", trace.display()));
    scan(&file).expect("it is a trace").is_complete
}

fn states(trace: &Path) -> usize {
    count(trace, BlockKind::StateEnd)
}

/// The command in a terminal of its own, whose keys are what is written to it; what it complains about goes into a file.
fn in_terminal(command: &Command, complaints: &Path) -> Command {
    let quoted = |word: &std::ffi::OsStr| format!("'{}'", word.to_str().expect("plain words"));
    let words: Vec<String> = std::iter::once(command.get_program()).chain(command.get_args()).map(quoted).collect();
    let mut terminal = Command::new("script");
    terminal.args(["-qefc", &format!("exec {} 2>'{}'", words.join(" "), complaints.display()), "/dev/null"]).env("SHELL", "/bin/sh");
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => terminal.env(name, value),
            None => terminal.env_remove(name),
        };
    }
    terminal
}

#[test]
fn the_key_for_thread_dumps_records_a_state_and_the_program_goes_on() {
    const QUIT_KEY: &str = "\x1c";
    let classes = programs();
    for java in all_jvms() {
        for shown in [&[][..], &["--live", "--headless", "--by", "type"]] {
            let case = format!("{} {shown:?}", java.display());
            let scratch = Scratch::new("control-key");
            let (trace, complaints) = (scratch.join("a.mctrace"), scratch.join("stderr"));
            // Nothing else makes the recorder walk.
            let mut command = record(&trace, &[&["--budget", "0"], shown].concat(), &java);
            command.args(["-XX:+UseSerialGC", "-cp"]).arg(classes.path()).arg("Obeys");
            let mut program = Obeying::start(&mut in_terminal(&command, &complaints));
            program.tell("keep 5");
            for number in 1..=2 {
                program.send(QUIT_KEY);
                wait_until("state", || states(&trace) == number);
            }
            program.tell("collect 2");
            let said = program.end(7);
            let reasons: Vec<WalkReason> = blocks::<StateBegin>(&trace).iter().map(|state| state.reason).collect();
            assert_eq!(reasons, [WalkReason::Request; 2], "{case}");
            assert!(is_complete(&trace), "{case}");
            // What the JVM itself does at this key it does still; the program says what it says without a recorder.
            assert_eq!(said.iter().filter(|line| line.contains("Full thread dump")).count(), 2, "{case}: {said:?}");
            let usual: Vec<&String> = said.iter().filter(|line| line.starts_with("ready") || line.starts_with("done")).collect();
            assert_eq!(usual, ["ready", "done keep 5", "done collect 2"], "{case}");
            let complaints = fs::read_to_string(&complaints).expect("the file is there");
            match shown {
                [] => assert_eq!(complaints, "", "{case}"),
                _ => assert!(complaints.contains("the recording has ended after 2 points"), "{case}: {complaints}"),
            }
        }
    }
}

/// A `memory-city attach` that hears Ctrl+C and the end of its terminal.
fn attach(process: u32, trace: &Path, options: &[&str]) -> Running {
    let mut command = program::command_with_signals();
    command.arg("attach").arg(process.to_string()).arg("--out").arg(trace).args(options);
    Running::start(command.stdout(Stdio::null()).stderr(Stdio::piped()))
}

/// Waits until it ends well.
fn leave(mut attached: Running) {
    let status = attached.end();
    let mut said = String::new();
    attached.0.stderr.take().expect("stderr is a pipe").read_to_string(&mut said).expect("is text");
    assert!(status.success(), "{status}: {said}");
}

#[test]
fn an_attached_recorder_leaves_at_the_interrupt_key_and_can_come_again() {
    let classes = programs();
    for java in all_jvms() {
        let scratch = Scratch::new("control-attach");
        let mut program = Obeying::alone(&java, classes.path(), &["-XX:+UseSerialGC", "-Xmx128m", "-XX:+EnableDynamicAgentLoading"]);
        let pid = program.process.pid();
        let live = ["--live", "--headless", "--by", "type"].as_slice();
        // The key, and what happens when somebody ends the command or closes its terminal.
        for (number, (shown, signal)) in
            [(&[][..], "INT"), (live, "INT"), (&[], "TERM"), (live, "TERM"), (&[], "HUP")].into_iter().enumerate()
        {
            let case = format!("{} {number} {shown:?} {signal}", java.display());
            let trace = scratch.join(&format!("{number}.mctrace"));
            let attached = attach(pid, &trace, &[&["--budget", "none"], shown].concat());
            wait_until("trace", || trace.exists());
            program.tell("keep 100");
            wait_until("states", || {
                program.tell("collect 1");
                states(&trace) >= 2
            });
            assert!(thread_of_ours(pid).is_some(), "{case}");
            // The recorder is there before the tool that has brought it is gone, and the view begins after that.
            let own = attached.pid();
            let children = || fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
            wait_until("end of jcmd", || children().trim().is_empty());
            std::thread::sleep(Duration::from_millis(300));
            attached.signal(signal);
            leave(attached);
            assert!(is_complete(&trace), "{case}");
            wait_until("end of the recorder's threads", || thread_of_ours(pid).is_none());
            // Nobody listens to collections any more.
            let bytes = fs::metadata(&trace).expect("is there").len();
            program.tell("collect 3");
            assert_eq!(fs::metadata(&trace).expect("is there").len(), bytes, "{case}");
            assert_eq!(histogram(&trace)["Obeys$Item"].0, 100 * (number as u64 + 1), "{case}");
        }
        program.end(0);
    }
}

#[test]
fn a_program_has_one_recorder_at_a_time_and_keeps_it() {
    let classes = programs();
    for java in all_jvms() {
        for is_attached in [false, true] {
            let case = format!("{} {is_attached}", java.display());
            let scratch = Scratch::new("control-two");
            let (first, second) = (scratch.join("first.mctrace"), scratch.join("second.mctrace"));
            let options = ["-XX:+UseSerialGC", "-Xmx128m", "-XX:+EnableDynamicAgentLoading"];
            let mut command = if is_attached { Command::new(&java) } else { record(&first, &["--budget", "0"], &java) };
            command.args(options).arg("-cp").arg(classes.path()).arg("Obeys").stderr(Stdio::piped());
            let mut program = Obeying::start(&mut command);
            let attached = is_attached.then(|| attach(program.process.pid(), &first, &["--budget", "0"]));
            wait_until("recorder", || first.exists());
            let mut call = program::command();
            call.args(["attach", &program.process.pid().to_string(), "--out"]).arg(&second);
            let mut refused = Running::start(call.stderr(Stdio::piped()));
            let status = refused.end();
            let mut why = String::new();
            refused.0.stderr.take().expect("stderr is a pipe").read_to_string(&mut why).expect("is text");
            assert_eq!(status.code(), Some(1), "{case}: {why}");
            assert!(why.contains("is being recorded already"), "{case}: {why}");
            assert!(!second.exists(), "{case}");

            // The first one goes on.
            program.process.signal("QUIT");
            wait_until("state", || states(&first) == 1);
            if let Some(attached) = attached {
                attached.signal("INT");
                leave(attached);
            }
            let mut complaints = program.process.0.stderr.take().expect("stderr is a pipe");
            program.end(0);
            assert!(is_complete(&first), "{case}");
            let mut said = String::new();
            complaints.read_to_string(&mut said).expect("is text");
            assert_eq!(said, "", "{case}: the program hears nothing of it");
        }
    }
}

#[test]
fn a_recording_that_was_left_behind_is_ended_from_outside() {
    let classes = programs();
    let detach = |pid: u32| program::run(["detach".to_owned(), pid.to_string()]);
    for java in all_jvms() {
        let case = java.display();
        let scratch = Scratch::new("control-detach");
        let options = ["-XX:+UseSerialGC", "-Xmx128m", "-XX:+EnableDynamicAgentLoading"];
        let mut program = Obeying::alone(&java, classes.path(), &options);
        let pid = program.process.pid();
        let refused = |when: &str| {
            let output = detach(pid);
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{case} {when}: {why}");
            assert!(why.contains(&format!("({pid}) is not being recorded")), "{case} {when}: {why}");
        };
        refused("before");
        for name in ["first", "second"] {
            let trace = scratch.join(&format!("{name}.mctrace"));
            let mut attached = attach(pid, &trace, &["--budget", "none"]);
            wait_until("trace", || trace.exists());
            program.tell("keep 100");
            wait_until("states", || {
                program.tell("collect 1");
                states(&trace) >= 2
            });
            // One that is killed takes its recorder along a moment later; one that stands still does not.
            attached.signal("STOP");
            let output = detach(pid);
            attached.kill();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(said.contains(&format!("into {} has ended", trace.display())), "{case}: {said}");
            assert!(is_complete(&trace) && thread_of_ours(pid).is_none(), "{case}");
            let bytes = fs::metadata(&trace).expect("is there").len();
            program.tell("collect 3");
            assert_eq!(fs::metadata(&trace).expect("is there").len(), bytes, "{case}: nobody listens any more");
        }
        refused("afterwards");
        program.end(0);

        // A program that was started with the recorder, too.
        let trace = scratch.join("recorded.mctrace");
        let mut command = record(&trace, &["--budget", "0"], &java);
        let mut recorded = Obeying::start(command.args(options).arg("-cp").arg(classes.path()).arg("Obeys"));
        let output = detach(recorded.process.pid());
        assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(is_complete(&trace), "{case}");
        recorded.tell("collect 1");
        recorded.end(3);
    }
    let nobody = program::run(["detach", "4194304"]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("no running JVM with process id 4194304"));
}

#[test]
fn whoever_has_attached_ends_with_the_program_even_if_nobody_waits_for_that() {
    let classes = programs();
    let scratch = Scratch::new("control-end");
    let trace = scratch.join("a.mctrace");
    let mut program = Obeying::alone(Path::new("java"), classes.path(), &["-XX:+UseSerialGC"]);
    let mut attached = attach(program.process.pid(), &trace, &["--budget", "none"]);
    wait_until("states", || {
        program.tell("collect 1");
        states(&trace) > 0
    });
    // This test is who should wait, and does not yet: as the first process of many containers never does.
    program.process.signal("KILL");
    wait_until("end of the attached recorder", || !attached.is_running());
    leave(attached);
}
