//! How a program is started so that it is recorded, and where the recorder is.
//!
//! The recorder is a library (`librecorder.so`) that a JVM loads. A command that is `java` itself gets an option more;
//! any other one (a start script, `mvn`) passes it on in `JAVA_TOOL_OPTIONS`, which every JVM reads.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use recorder::Options;

/// The environment variable that names the recorder's library where it is not beside the program.
pub const RECORDER_VARIABLE: &str = "MEMORY_CITY_RECORDER";

/// What JVMs read further options from.
const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// A command with what makes JVMs record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedCommand {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// A variable that its environment gains.
    pub variable: Option<(&'static str, String)>,
}

/// The recorder's library: named by `$MEMORY_CITY_RECORDER`, or beside this program.
///
/// # Errors
/// Where it should be.
pub fn recorder_library() -> Result<PathBuf, String> {
    let name = format!("{}recorder{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    if let Some(named) = std::env::var_os(RECORDER_VARIABLE).map(PathBuf::from) {
        return if named.is_file() { Ok(named) } else { Err(format!("${RECORDER_VARIABLE} names {}, which is no file", named.display())) };
    }
    let program = std::env::current_exe().map_err(|error| format!("this program does not know where it is: {error}"))?;
    let folder = program.parent().unwrap_or(Path::new("."));
    // Programs of a build folder find it among the parts that were built; the newest one was built with the program.
    let places = [folder.join(&name), folder.join("deps").join(&name), folder.join("..").join(&name)];
    let age = |place: &PathBuf| place.metadata().and_then(|file| file.modified()).ok();
    let newest = places.iter().filter_map(|place| Some((age(place)?, place))).max();
    let newest = newest.map(|(_, place)| place.canonicalize().unwrap_or_else(|_| place.clone()));
    newest.ok_or_else(|| {
        format!("the recorder is not there: {} belongs beside this program, or ${RECORDER_VARIABLE} names it", places[0].display())
    })
}

impl RecordedCommand {
    /// The command so that its JVMs are recorded; `tool_options` is what `JAVA_TOOL_OPTIONS` holds already.
    ///
    /// # Errors
    /// When there is no command, or the paths cannot be told to a JVM.
    pub fn new(command: &[OsString], library: &Path, options: &Options, tool_options: Option<&OsStr>) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command to record")?;
        let agent = format!("-agentpath:{}={options}", text(library)?);
        let name = Path::new(program).file_stem().and_then(OsStr::to_str);
        if matches!(name, Some("java" | "javaw")) {
            let arguments = std::iter::once(OsString::from(agent)).chain(arguments.iter().cloned()).collect();
            return Ok(Self { program: program.clone(), arguments, variable: None });
        }
        // JVMs take blanks apart, except in quotes, and know no way to write a quote within its like.
        let quote = if agent.contains('"') { '\'' } else { '"' };
        if agent.contains(quote) {
            return Err(format!("{agent} cannot be told to a JVM: it holds both kinds of quotes"));
        }
        let agent = if agent.contains(char::is_whitespace) { format!("{quote}{agent}{quote}") } else { agent };
        let before = tool_options.map(|options| options.to_string_lossy().into_owned()).filter(|options| !options.trim().is_empty());
        let value = before.map_or_else(|| agent.clone(), |before| format!("{before} {agent}"));
        Ok(Self { program: program.clone(), arguments: arguments.to_vec(), variable: Some((TOOL_OPTIONS, value)) })
    }

    /// To be run.
    #[must_use]
    pub fn to_command(&self) -> std::process::Command {
        let mut command = std::process::Command::new(&self.program);
        command.args(&self.arguments).envs(self.variable.iter().map(|(name, value)| (name, value)));
        command
    }
}

fn text(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| format!("{} cannot be told to a JVM: it is no UTF-8", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(command: &[&str], out: &str, tool_options: Option<&str>) -> RecordedCommand {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        let options = Options { out: out.into(), ..Options::default() };
        RecordedCommand::new(&command, Path::new("/lib/librecorder.so"), &options, tool_options.map(OsStr::new)).expect("can be told")
    }

    #[test]
    fn java_gets_an_option_and_everything_else_a_variable() {
        let agent = "-agentpath:/lib/librecorder.so=out=/tmp/a.mctrace,detail=states,budget=10,max-pause=200,depth=32,interval=65536";
        let java = recorded(&["/usr/bin/java", "-jar", "app.jar"], "/tmp/a.mctrace", None);
        assert_eq!(java.arguments, [agent, "-jar", "app.jar"].map(OsString::from));
        assert_eq!(java.variable, None);
        let maven = recorded(&["mvn", "test"], "/tmp/a.mctrace", Some("-Xmx1g"));
        assert_eq!(maven.arguments, ["test"].map(OsString::from));
        assert_eq!(maven.variable, Some((TOOL_OPTIONS, format!("-Xmx1g {agent}"))));
    }

    #[test]
    fn blanks_are_quoted() {
        let script = recorded(&["./run.sh"], "/tmp/my dumps/a.mctrace", Some(" "));
        let (_, value) = script.variable.expect("a variable");
        assert!(value.starts_with("\"-agentpath:/lib/librecorder.so=out=/tmp/my dumps/a.mctrace,") && value.ends_with('"'), "{value}");
    }
}
