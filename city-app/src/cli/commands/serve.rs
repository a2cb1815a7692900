//! `memory-city serve`: the page of a report from a web server, which brings what is new to the browsers that show it.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use analysis::{Metric, Progress};
use clap::Args;

use super::report::page_of;
use crate::answers::growth_report::growth_report;
use crate::base::settings::CitySettings;
use crate::cli::documents::output::{CliError, ExitKind, note, print_result, print_warnings};
use crate::cli::documents::report_page::{ReportHtml, ReportPage};
use crate::cli::interrupt::cancel_on_interrupt;
use crate::cli::options::durations::parse_duration;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::live_args::{LiveArgs, WatchArgs, Watched};
use crate::cli::options::view_args::ViewArgs;
use crate::cli::web_server::{BETWEEN_LOOKS, Publisher, publish, serve_until_cancelled};
use crate::data::input::Dataset;
use crate::data::input::annotations::Annotations;
use crate::data::live::{LiveCity, LiveFeed, LiveSource};
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Pause between two points of a running JVM, if nobody says.
const EVERY: Duration = Duration::from_secs(5);

/// Show the page of a report in browsers, and what is new as it comes.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city serve dumps/                          the page that memory-city report writes
  memory-city serve --watch 4711                    the same of a running JVM: it grows while it is looked at
  memory-city serve --connect \"$(cat app.address)\"   of a recording: memory-city record --address app.address
  memory-city serve --listen 127.0.0.1:8887         of trees that somebody pushes
  ssh -L 8765:127.0.0.1:8765 server memory-city serve dumps/   of a heap on a server, here

The address that it prints has a token in it: only those who know it are answered, and only on this machine. Of a server elsewhere take a \
tunnel, as above, and open the address here. Several browsers can look at the same time. Ctrl+C ends it.")]
pub struct ServeArgs {
    /// Heap dumps, traces, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", conflicts_with_all = ["watch", "connect", "listen"], required_unless_present_any = ["watch", "connect", "listen"])]
    pub paths: Vec<PathBuf>,
    /// Where to serve: a port of this machine; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8765)]
    pub port: u16,
    /// Ask this running JVM
    #[arg(long, value_name = "PID", conflicts_with_all = ["connect", "listen"])]
    pub watch: Option<u32>,
    /// With --watch: pause between two points: 5s, 500ms, 2m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_duration)]
    pub every: Duration,
    /// With --watch: full heap dumps instead of class histograms
    #[arg(long, requires = "watch")]
    pub dumps: bool,
    /// Follow a recording by the address of its recorder; or ask a server that speaks the Analyzer's protocol
    #[arg(long, value_name = "URL", conflicts_with = "listen")]
    pub connect: Option<String>,
    /// Take trees pushed to a WebSocket on this loopback address
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// As if nothing was marked as needed or not needed (see memory-city mark)
    #[arg(long)]
    pub no_marks: bool,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

impl ServeArgs {
    /// Where points come from, if they are still to come.
    fn source(&self) -> Result<Option<LiveSource>, CliError> {
        if self.watch.is_none() && (self.dumps || self.every != EVERY) {
            return Err(CliError::new(ExitKind::Usage, "--every and --dumps say how --watch asks a running JVM"));
        }
        let live = LiveArgs { connect: self.connect.clone(), listen: self.listen.clone(), ..LiveArgs::default() };
        let (what, every, dumps) = (self.watch.map(Watched::Jvm), self.every, self.dumps);
        WatchArgs { what, every, dumps, live, view: ViewArgs::default(), input: self.input.clone(), ..WatchArgs::default() }.source()
    }
}

/// Reads, serves until the user ends it.
pub(in crate::cli) fn serve(args: &ServeArgs) -> Result<(), CliError> {
    let progress = Progress::new();
    let Some(source) = args.source()? else {
        let (publisher, published) = publish();
        publisher.replace(page_of(&args.paths, &args.input, args.no_marks)?);
        cancel_on_interrupt(&progress);
        return serve_until_cancelled(args.port, published, &progress, tell, move || drop(publisher));
    };
    cancel_on_interrupt(&progress);
    let reader =
        Reader { feed: LiveFeed::start(source, &progress)?, city: LiveCity::new(), told: String::new(), progress: progress.clone() };
    let (publisher, published) = publish();
    let thread = std::thread::Builder::new().name("report".into()).spawn(move || reader.publish(&publisher));
    let thread: JoinHandle<Result<(), CliError>> = thread.map_err(|error| CliError::new(ExitKind::Failed, error))?;
    serve_until_cancelled(args.port, published, &progress, tell, || ())?;
    thread.join().unwrap_or_else(|_| Err(CliError::new(ExitKind::Failed, "reading has failed")))
}

/// Points that come in, and the pages that are made of them.
struct Reader {
    feed: LiveFeed,
    city: LiveCity,
    /// What the source was doing when that was told last.
    told: String,
    progress: Progress,
}

impl Reader {
    /// The page of what there is when something has come; `None` at the end.
    fn next_page(&mut self) -> Option<Result<ReportHtml, CliError>> {
        while let Some(event) = self.feed.next() {
            let mut has_changed = self.city.take(event);
            // What waits already is told together.
            while let Some(event) = self.feed.try_next() {
                has_changed |= self.city.take(event);
            }
            if self.city.status != self.told {
                self.told.clone_from(&self.city.status);
                note(&self.told);
            }
            if has_changed {
                return Some(page(&self.city.dataset(), &self.progress));
            }
        }
        None
    }

    /// Publishes pages until the source ends, and waits for the user then; there is nothing to wait for where nothing came.
    fn publish(mut self, publisher: &Publisher) -> Result<(), CliError> {
        let mut is_empty = true;
        while let Some(page) = self.next_page() {
            match page {
                Ok(page) => {
                    publisher.replace(page);
                    is_empty = false;
                }
                Err(_) if self.progress.check().is_err() => break,
                // The next state may be better; what is shown stays.
                Err(error) => note(&error.message),
            }
        }
        let ended = self.end();
        if is_empty {
            self.progress.cancel();
            return ended;
        }
        if let Err(error) = &ended {
            note(&error.message);
        }
        if ended.is_ok() && self.progress.check().is_ok() {
            note("nothing more will come; what there is stays until Ctrl+C");
        }
        while ended.is_ok() && self.progress.check().is_ok() {
            std::thread::sleep(BETWEEN_LOOKS);
        }
        ended
    }

    fn end(&mut self) -> Result<(), CliError> {
        print_warnings(&self.city.warnings);
        match self.city.ended.take() {
            Some(Err(error)) if self.progress.check().is_ok() => Err(error.into()),
            Some(Ok(end)) => {
                note(&end);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The page of what has come so far. Of heap states it tells who keeps what grows, of everything else which groups grow.
fn page(dataset: &Dataset, progress: &Progress) -> Result<ReportHtml, CliError> {
    let settings = dataset.settings.clone().unwrap_or_default();
    let known = Annotations::clone(&dataset.annotations);
    let metric = if dataset.heaps.is_some() { Metric::Bytes } else { settings.metric };
    let settings = CitySettings { metric, ..settings };
    let session = Session::new(Arc::clone(&dataset.evolution), &settings).with_data_of(dataset);
    let report = match &dataset.heaps {
        Some(heaps) => heaps.find(PointRange::whole(dataset.evolution.points.len()), &known.marks, progress)?,
        None => growth_report(&session, dataset.kind),
    };
    ReportHtml::of(&ReportPage { report: &report, known: &known, session: &session, settings: &settings, structures: None })
}

/// Tells the address.
fn tell(url: &str) {
    note("serving until Ctrl+C; whoever knows this address sees the heap:");
    // Whoever closes stdout does not want to read it.
    let _ = print_result(format!("{url}\n").as_bytes());
}
