//! Talking to running JVMs through the JDK's `jcmd`.
//!
//! `jcmd` wakes a JVM with a signal that ends any other process. So every request goes only to a process that
//! `jcmd -l` has listed as a JVM.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use analysis::Progress;

use super::LiveError;
use crate::base::child::{ChildError, run_child};
use crate::data::live::running_jvm::RunningJvm;
use crate::data::recorded_process::is_jvm;

/// How long a JVM may take to answer anything but a heap dump. `jcmd` itself gives up after 10.5 s.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The JVMs of this user, by process id.
///
/// # Errors
/// When there is no `jcmd`, or it does not answer.
pub fn running_jvms(progress: &Progress) -> Result<Vec<RunningJvm>, LiveError> {
    Ok(parse_list(&run(&["-l"], Some(ANSWER_TIMEOUT), progress)?))
}

/// Loads an agent into a JVM, or tells one that is loaded something else.
///
/// # Errors
/// When there is no such JVM, no `jcmd`, or the agent refuses.
pub fn load_agent(pid: u32, library: &Path, options: &str, progress: &Progress) -> Result<(), LiveError> {
    let (process, library) = (pid.to_string(), format!("\"{}\"", library.display()));
    let answer = run(&[&process, "JVMTI.agent_load", &library, &format!("\"{options}\"")], Some(ANSWER_TIMEOUT), progress)?;
    // jcmd reports success whatever the agent says.
    match answer.lines().find_map(|line| line.trim().strip_prefix("return code:")).map(str::trim) {
        Some("0") => Ok(()),
        Some(code) if code == recorder::RECORDS_ALREADY.to_string() => Err(LiveError::RecordedAlready { pid }),
        Some(_) => Err(LiveError::Jcmd("the recorder refused; the program's own stderr says why".to_owned())),
        None => Err(LiveError::Jcmd(last_line(&answer).to_owned())),
    }
}

/// The JVM with this process id.
///
/// # Errors
/// When there is none, or no `jcmd`.
pub fn running_jvm(pid: u32, progress: &Progress) -> Result<RunningJvm, LiveError> {
    let running = running_jvms(progress)?;
    let listed = running.iter().find(|jvm| jvm.pid == pid).cloned();
    // Of another container in the same pod jcmd does not see the files by which JVMs are listed, but it reaches those whose number it is told.
    let unlisted = || is_jvm(pid).then(|| RunningJvm { pid, command: String::new() });
    listed.or_else(unlisted).ok_or(LiveError::NoSuchJvm { pid, running })
}

/// Milliseconds since the JVM started.
pub(super) fn uptime_millis(pid: u32, progress: &Progress) -> Result<i64, LiveError> {
    let text = run(&[&pid.to_string(), "VM.uptime"], Some(ANSWER_TIMEOUT), progress)?;
    parse_uptime(&text).ok_or_else(|| LiveError::Jcmd(format!("unexpected answer to VM.uptime: {}", last_line(&text))))
}

/// The class histogram as text; with `all` it counts what nothing keeps alive, too (and costs no garbage collection).
pub(super) fn class_histogram(pid: u32, all: bool, progress: &Progress) -> Result<String, LiveError> {
    let pid = pid.to_string();
    let mut arguments = vec![pid.as_str(), "GC.class_histogram"];
    arguments.extend(all.then_some("-all"));
    run(&arguments, Some(ANSWER_TIMEOUT), progress)
}

/// Lets the JVM write a heap dump to a file that does not exist yet.
pub(super) fn heap_dump(pid: u32, all: bool, file: &Path, progress: &Progress) -> Result<(), LiveError> {
    let (pid, file_name) = (pid.to_string(), file.to_string_lossy());
    let mut arguments = vec![pid.as_str(), "GC.heap_dump"];
    arguments.extend(all.then_some("-all"));
    arguments.push(&file_name);
    let answer = run(&arguments, None, progress)?;
    // jcmd reports success even when the JVM could not write.
    if file.metadata().is_ok_and(|file| file.len() > 0) { Ok(()) } else { Err(LiveError::Jcmd(last_line(&answer).to_owned())) }
}

/// `jcmd` of `JAVA_HOME`, else the one on the path.
fn jcmd_program() -> PathBuf {
    let name = format!("jcmd{}", std::env::consts::EXE_SUFFIX);
    std::env::var_os("JAVA_HOME")
        .map(|home| PathBuf::from(home).join("bin").join(&name))
        .filter(|program| program.is_file())
        .unwrap_or_else(|| PathBuf::from(name))
}

/// Runs `jcmd` and returns its output; ends it when cancelled or late.
fn run(arguments: &[&str], timeout: Option<Duration>, progress: &Progress) -> Result<String, LiveError> {
    let ended = run_child(Command::new(jcmd_program()).args(arguments), timeout, &|| progress.check().is_ok());
    let ended = ended.map_err(|error| match error {
        ChildError::System(error) if error.kind() == std::io::ErrorKind::NotFound => LiveError::NoJcmd,
        ChildError::System(error) => LiveError::Jcmd(error.to_string()),
        ChildError::Late => LiveError::Jcmd(format!("no answer within {} s", ANSWER_TIMEOUT.as_secs())),
        ChildError::Cancelled => LiveError::Cancelled,
    })?;
    let output = String::from_utf8_lossy(&ended.output).into_owned();
    if ended.status.success() { Ok(output) } else { Err(LiveError::Jcmd(reason(&String::from_utf8_lossy(&ended.errors), &output))) }
}

/// The sentence in a Java stack trace that says what happened.
fn reason(errors: &str, output: &str) -> String {
    let first = errors.lines().map(str::trim).find(|line| !line.is_empty());
    let line = first.unwrap_or_else(|| last_line(output));
    let words = line.split_once("Exception: ").map_or(line, |(_, words)| words);
    if words.is_empty() { "jcmd failed without a word".into() } else { words.to_owned() }
}

fn last_line(text: &str) -> &str {
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("no answer")
}

/// Lines of `<pid> <command>`; leaves out the tools that are themselves looking.
fn parse_list(text: &str) -> Vec<RunningJvm> {
    let mut jvms: Vec<RunningJvm> = text
        .lines()
        .filter_map(|line| {
            let (pid, command) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            Some(RunningJvm { pid: pid.parse().ok()?, command: command.trim().to_owned() })
        })
        .filter(|jvm| !["sun.tools.jcmd.JCmd", "sun.tools.jps.Jps"].iter().any(|tool| jvm.command.contains(tool)))
        .collect();
    jvms.sort_by_key(|jvm| jvm.pid);
    jvms
}

/// `<pid>:` and then `2.920 s`.
fn parse_uptime(text: &str) -> Option<i64> {
    let secs: f64 = text.lines().find_map(|line| line.trim().strip_suffix(" s")?.trim().replace(',', ".").parse().ok())?;
    (secs.is_finite() && secs >= 0.0).then_some((secs * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_leaves_out_the_tools_that_look() {
        let text = "14083 jdk.jcmd/sun.tools.jcmd.JCmd -l\n14103 travel.Main --port 80\n7\nnot a line\n";
        let jvms = parse_list(text);
        assert_eq!(
            jvms,
            [RunningJvm { pid: 7, command: String::new() }, RunningJvm { pid: 14103, command: "travel.Main --port 80".into() },]
        );
    }

    #[test]
    fn the_uptime_is_read_with_point_or_comma() {
        assert_eq!(parse_uptime("14103:\n2.920 s\n"), Some(2920));
        assert_eq!(parse_uptime("14103:\n2,920 s\n"), Some(2920));
        assert_eq!(parse_uptime("14103:\nwhat?\n"), None);
        assert_eq!(parse_uptime("14103:\nNaN s\n"), None);
    }

    #[test]
    fn the_reason_is_the_sentence_of_the_exception() {
        let errors = "java.io.IOException: No such process\n\tat jdk.attach/sun.tools.attach\n";
        assert_eq!(reason(errors, "99:\n"), "No such process");
        assert_eq!(reason("", "14103:\nUnable to create /tmp/x: File exists\n"), "Unable to create /tmp/x: File exists");
    }
}
