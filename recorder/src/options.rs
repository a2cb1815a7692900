//! What the agent is told when it is loaded: `out=/tmp/app.mctrace,detail=states,budget=10,depth=32`.
//!
//! Values write `%2C` for a comma and `%25` for a percent sign, so that any path can be told.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What the agent is told to end its recording and leave the JVM.
pub const STOP: &str = "stop";

/// What the agent answers where it records already: the tool interface's own number for something that is there (`JNI_EEXIST`).
pub const RECORDS_ALREADY: i32 = -5;

/// How much is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Class histograms and sampled allocations.
    Counts,
    /// Walks of the heap, and sampled allocations.
    #[default]
    States,
    /// Walks of the heap, and every allocation.
    Full,
}

impl Detail {
    /// As on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::States => "states",
            Self::Full => "full",
        }
    }
}

/// What the agent was told.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Where the trace goes.
    pub out: PathBuf,
    /// How much is recorded.
    pub detail: Detail,
    /// The share of the run time that recording may cost, in percent; without one every collection is walked.
    pub budget: Option<f64>,
    /// How long the program may be stopped at once; without one as long as a walk takes.
    pub max_pause: Option<Duration>,
    /// Walks by the clock, whatever they cost.
    pub every: Option<Duration>,
    /// A walk when the program ends, whatever it costs.
    pub at_exit: bool,
    /// Frames of a call stack that are recorded at most.
    pub stack_depth: u16,
    /// Least mean distance of sampled allocations in bytes; 0 samples none. The budget may make it greater.
    pub sampling_interval: u32,
    /// The process that began the recording of a program that ran already: when it is gone, so is the recording.
    pub owner: Option<u32>,
    /// Viewers may follow; where to is written into this file.
    pub live: Option<PathBuf>,
    /// The recording goes on in a new file now and then, and files that nobody has written to for so long are removed.
    pub keep: Option<Duration>,
    /// Bytes that the file has at most, or all files together. Without `keep` the recording ends with it.
    pub max_bytes: Option<u64>,
    /// Fields, as `com.shop.Cache.entries`, of which every store is recorded; `*` is any text. Only with [`Detail::Full`].
    pub stores: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            out: PathBuf::new(),
            detail: Detail::States,
            budget: Some(10.0),
            max_pause: Some(Duration::from_millis(200)),
            every: None,
            at_exit: false,
            stack_depth: 32,
            sampling_interval: 64 << 10,
            owner: None,
            live: None,
            keep: None,
            max_bytes: None,
            stores: Vec::new(),
        }
    }
}

impl Options {
    /// The share of the run time that looks may take; where every allocation is recorded there is no such bound.
    pub(crate) fn effective_budget(&self) -> Option<f64> {
        self.budget.filter(|_| self.detail != Detail::Full)
    }

    /// Reads the option string of the agent.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = unescape(value);
            let wrong = || format!("the value of {key} is not understood: {value:?}");
            match key {
                "out" => options.out = PathBuf::from(value),
                "detail" => {
                    options.detail = [Detail::Counts, Detail::States, Detail::Full]
                        .into_iter()
                        .find(|detail| detail.name() == value)
                        .ok_or_else(wrong)?;
                }
                "budget" if value == "none" => options.budget = None,
                "budget" => options.budget = Some(value.parse().ok().filter(|&share| share >= 0.0).ok_or_else(wrong)?),
                "max-pause" if value == "none" => options.max_pause = None,
                "max-pause" => options.max_pause = Some(Duration::from_millis(value.parse().map_err(|_| wrong())?)),
                "every" => options.every = Some(Duration::from_millis(value.parse().map_err(|_| wrong())?)),
                "at-exit" => options.at_exit = true,
                "depth" => options.stack_depth = value.parse().map_err(|_| wrong())?,
                "owner" => options.owner = Some(value.parse().map_err(|_| wrong())?),
                "live" => options.live = Some(PathBuf::from(value)),
                "keep" => options.keep = Some(Duration::from_millis(value.parse().map_err(|_| wrong())?)),
                "max-bytes" => options.max_bytes = Some(value.parse().map_err(|_| wrong())?),
                "stores" => options.stores.push(value),
                "interval" => options.sampling_interval = value.parse().map_err(|_| wrong())?,
                _ => return Err(format!("unknown option {key:?}")),
            }
        }
        if options.out.as_os_str().is_empty() {
            Err("no file to write to (out=FILE)".to_owned())
        } else if !options.stores.is_empty() && options.detail != Detail::Full {
            Err("stores are recorded with detail=full only".to_owned())
        } else if options.keep.is_some() && options.detail == Detail::Full {
            Err("a recording in several files does not tell every allocation: keep is not for detail=full".to_owned())
        } else if options.keep.is_some() && options.live.is_some() {
            Err("viewers follow one file: keep and live exclude each other".to_owned())
        } else {
            Ok(options)
        }
    }
}

/// As the agent is told: what [`Options::parse`] reads.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "out={},detail={}", escape(&self.out.to_string_lossy()), self.detail.name())?;
        match self.budget {
            Some(budget) => write!(f, ",budget={budget}")?,
            None => f.write_str(",budget=none")?,
        }
        match self.max_pause {
            Some(pause) => write!(f, ",max-pause={}", pause.as_millis())?,
            None => f.write_str(",max-pause=none")?,
        }
        if let Some(every) = self.every {
            write!(f, ",every={}", every.as_millis())?;
        }
        if self.at_exit {
            f.write_str(",at-exit")?;
        }
        if let Some(owner) = self.owner {
            write!(f, ",owner={owner}")?;
        }
        if let Some(live) = &self.live {
            write!(f, ",live={}", escape(&live.to_string_lossy()))?;
        }
        if let Some(keep) = self.keep {
            write!(f, ",keep={}", keep.as_millis())?;
        }
        if let Some(bytes) = self.max_bytes {
            write!(f, ",max-bytes={bytes}")?;
        }
        for field in &self.stores {
            write!(f, ",stores={}", escape(field))?;
        }
        write!(f, ",depth={},interval={}", self.stack_depth, self.sampling_interval)
    }
}

fn escape(value: &str) -> String {
    value.replace('%', "%25").replace(',', "%2C")
}

fn unescape(value: &str) -> String {
    value.replace("%2C", ",").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_paths_may_hold_anything() {
        let path = "/tmp/a,b %2C=x.mctrace";
        let text = format!(
            "out={},detail=full,budget=2.5,max-pause=150,every=1500,at-exit,depth=8,interval=0,owner=4711,live=/tmp/here,max-bytes=5000,stores=app.Cache.*,stores=app.Shop.last",
            escape(path)
        );
        let options = Options {
            out: PathBuf::from(path),
            detail: Detail::Full,
            budget: Some(2.5),
            max_pause: Some(Duration::from_millis(150)),
            every: Some(Duration::from_millis(1500)),
            at_exit: true,
            stack_depth: 8,
            sampling_interval: 0,
            owner: Some(4711),
            live: Some(PathBuf::from("/tmp/here")),
            keep: None,
            max_bytes: Some(5000),
            stores: vec!["app.Cache.*".to_owned(), "app.Shop.last".to_owned()],
        };
        assert_eq!(Options::parse(&text), Ok(options.clone()));
        assert_eq!(Options::parse(&options.to_string()), Ok(options));
        let rolling = Options { out: PathBuf::from("x"), keep: Some(Duration::from_secs(86_400)), ..Options::default() };
        assert_eq!(Options::parse(&rolling.to_string()), Ok(rolling));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(Options::parse("detail=much,out=x"), Err("the value of detail is not understood: \"much\"".to_owned()));
        assert_eq!(Options::parse("out=x,colour=red"), Err("unknown option \"colour\"".to_owned()));
        assert!(Options::parse("out=x,stores=app.Cache.*").is_err_and(|error| error.contains("detail=full")));
        assert!(Options::parse("out=x,keep=5,detail=full").is_err_and(|error| error.contains("keep")));
        assert!(Options::parse("out=x,keep=5,live=y").is_err_and(|error| error.contains("keep")));
        assert_eq!(Options::parse("detail=full"), Err("no file to write to (out=FILE)".to_owned()));
    }
}
