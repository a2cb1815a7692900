//! Why live input could not start or go on.

use crate::data::live::running_jvm::RunningJvm;

/// How many running JVMs an error lists.
const JVMS_LISTED: usize = 8;

/// Why live input could not start or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LiveError {
    /// There is no `jcmd`.
    #[error("jcmd not found; it comes with a JDK (Debian: apt install default-jdk-headless), or set JAVA_HOME")]
    NoJcmd,
    /// `jcmd` is there but failed.
    #[error("jcmd: {0}")]
    Jcmd(String),
    /// The process is not there, no JVM, or not ours.
    #[error("no running JVM with process id {pid} that this user may watch ({})", list(running))]
    NoSuchJvm {
        /// What was asked for.
        pid: u32,
        /// What could be watched instead.
        running: Vec<RunningJvm>,
    },
    /// Another recording of the same program has not ended.
    #[error("process {pid} is being recorded already; one recording at a time")]
    RecordedAlready {
        /// The program.
        pid: u32,
    },
    /// The address cannot be used.
    #[error("{0}")]
    Address(String),
    /// The network or the operating system refused.
    #[error("{0}")]
    Io(String),
    /// The other side sent something that cannot be used.
    #[error("{0}")]
    Protocol(String),
    /// The data could not be read.
    #[error(transparent)]
    Data(#[from] analysis::Error),
    /// The user stopped it.
    #[error("cancelled")]
    Cancelled,
}

impl LiveError {
    /// Whether this machine lacks something, as opposed to bad data.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::NoJcmd)
    }

    /// Whether the user stopped it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Cancelled | Self::Data(analysis::Error::Cancelled))
    }
}

fn list(running: &[RunningJvm]) -> String {
    if running.is_empty() {
        return "none is running".into();
    }
    let names = running.iter().take(JVMS_LISTED).map(|jvm| format!("{} {}", jvm.pid, jvm.program()));
    format!("running: {}", names.collect::<Vec<_>>().join(", "))
}
