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
        // `cargo install` leaves libraries out.
        format!(
            "the recorder is not there: {} belongs beside this program, or ${RECORDER_VARIABLE} names it; after cargo install, in the same \
             checkout: cargo build --locked --release -p recorder --target-dir target && cp target/release/{name} {}/",
            places[0].display(),
            folder.display()
        )
    })
}

/// The option by which this JVM writes an archive of classes, if `command` is `java` itself. A JVM that does so refuses agents and
/// ends before the program begins.
#[must_use]
pub fn archive_option(command: &[OsString]) -> Option<String> {
    let (_, arguments) = command.split_first().filter(|(program, _)| is_java(program))?;
    let mut own = Vec::new();
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next().filter(|argument| argument.starts_with(['-', '@'])) {
        if ["-jar", "-m", "--module"].contains(&&*argument) {
            break;
        }
        if OPTIONS_WITH_A_VALUE.contains(&&*argument) {
            arguments.next();
        }
        own.push(argument.into_owned());
    }
    let variables = ["JDK_JAVA_OPTIONS", TOOL_OPTIONS].map(|name| std::env::var(name).unwrap_or_default());
    let of_variables = variables.iter().flat_map(|options| options.split_whitespace()).map(str::to_owned);
    own.into_iter().chain(of_variables).find(|option| option.starts_with("-XX:ArchiveClassesAtExit=") || option == "-Xshare:dump")
}

/// Options of `java` whose value is the next argument.
const OPTIONS_WITH_A_VALUE: [&str; 8] =
    ["-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules", "--source"];

fn is_java(program: &OsStr) -> bool {
    matches!(Path::new(program).file_stem().and_then(OsStr::to_str), Some("java" | "javaw"))
}

impl RecordedCommand {
    /// The command so that its JVMs are recorded; `tool_options` is what `JAVA_TOOL_OPTIONS` holds already.
    ///
    /// # Errors
    /// When there is no command, or the paths cannot be told to a JVM.
    pub fn new(command: &[OsString], library: &Path, options: &Options, tool_options: Option<&OsStr>) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command to record")?;
        let agent = format!("-agentpath:{}={options}", text(library)?);
        if is_java(program) {
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
    fn a_jvm_that_writes_an_archive_is_known_by_its_own_options() {
        let option = |command: &str| archive_option(&command.split(' ').map(OsString::from).collect::<Vec<_>>());
        let archive = "-XX:ArchiveClassesAtExit=app.jsa";
        for command in [format!("java {archive} -jar app.jar"), format!("/usr/bin/java -cp a.jar {archive} app.Main")] {
            assert_eq!(option(&command).as_deref(), Some(archive), "{command}");
        }
        assert_eq!(option("java -Xshare:dump").as_deref(), Some("-Xshare:dump"));
        for command in
            ["java -Xmx1g -jar app.jar -Xshare:dump", "java -cp -Xshare:dump app.Main", "java app.Main -Xshare:dump", "mvn -Xshare:dump"]
        {
            assert_eq!(option(command), None, "{command}");
        }
    }

    #[test]
    fn blanks_are_quoted() {
        let script = recorded(&["./run.sh"], "/tmp/my dumps/a.mctrace", Some(" "));
        let (_, value) = script.variable.expect("a variable");
        assert!(value.starts_with("\"-agentpath:/lib/librecorder.so=out=/tmp/my dumps/a.mctrace,") && value.ends_with('"'), "{value}");
    }
}
