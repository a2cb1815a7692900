//! `memory-city serve`: the page of a report from a web server, which brings what is new to the browsers that show it.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use analysis::{Metric, Progress, TimePoint, Warnings, time_point};
use clap::Args;

use super::report::page_of;
use crate::answers::growth_report::growth_report;
use crate::base::settings::CitySettings;
use crate::cli::documents::allocated_at::{AllocatedAt, STEPS};
use crate::cli::documents::output::{CliError, ExitKind, note, print_result, print_warnings};
use crate::cli::documents::report_page::{ReportHtml, ReportPage};
use crate::cli::interrupt::cancel_on_interrupt;
use crate::cli::options::durations::parse_duration;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::live_args::{LiveArgs, WatchArgs, Watched};
use crate::cli::options::view_args::ViewArgs;
use crate::cli::web_server::{BETWEEN_LOOKS, Publisher, publish, serve_until_cancelled};
use crate::data::input::annotations::Annotations;
use crate::data::input::series::DatasetKind;
use crate::data::input::{Dataset, Input, PointHeaps, kind_of, read_last};
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
tunnel, as above, and open the address here. Several browsers can look at the same time. Ctrl+C ends it.

For editors: ADDRESS/line?file=Cart.java&line=12 answers what lives in the last state that was allocated at this line of the source, also by \
libraries that it called, of recordings with places of allocation. The file is its name, or as much of its path as makes it clear.
JSON: {\"file\":..,\"line\":N,\"time\":..,\"objects\":N,\"bytes\":N,\"places\":[{\"frame\":..,\"objects\":N,\"bytes\":N,\"types\":[{\"type\":..,\"site\":..,\
\"objects\":N,\"bytes\":N},..]},..]}, of estimates also \"recorded\", \"objects_error\" and \"bytes_error\"; {\"error\":..} where that cannot be told.")]
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
        let (paths, input, reading) = (args.paths.clone(), args.input.clone(), progress.clone());
        let allocated_at = AllocatedAt::new(move || last_state(&paths, &input, &reading));
        publisher.replace(page_of(&args.paths, &args.input, args.no_marks)?, allocated_at);
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
    /// The page of what there is, and who knows where its objects were allocated, when something has come; `None` at the end.
    fn next_page(&mut self) -> Option<Result<(ReportHtml, AllocatedAt), CliError>> {
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
                let (dataset, reading) = (self.city.dataset(), self.progress.clone());
                let page = page(&dataset, &self.progress);
                return Some(page.map(|page| (page, AllocatedAt::new(move || last_of(dataset.heaps.as_deref(), &reading)))));
            }
        }
        None
    }

    /// Publishes pages until the source ends, and waits for the user then; there is nothing to wait for where nothing came.
    fn publish(mut self, publisher: &Publisher) -> Result<(), CliError> {
        let mut is_empty = true;
        while let Some(page) = self.next_page() {
            match page {
                Ok((page, allocated_at)) => {
                    publisher.replace(page, allocated_at);
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

const NO_SITES: &str = "the input does not tell where objects were allocated: record a trace (memory-city record), and serve that";

/// The last heap state of an input, grouped by where its objects were allocated.
fn last_state(paths: &[PathBuf], args: &InputArgs, progress: &Progress) -> Result<TimePoint, CliError> {
    let warnings = Warnings::new();
    let input = Input::look_at(paths, &warnings)?;
    if input.is_of_runs() || !matches!(kind_of(&input, progress)?, DatasetKind::Traces { has_sites: true, .. }) {
        return Err(CliError::new(ExitKind::Failed, NO_SITES));
    }
    let options = InputArgs { by: vec![STEPS.to_owned()], ..args.clone() }.open_options(Some(&input), &warnings)?;
    let mut points = read_last(&input, &options, progress, &warnings)?.points;
    points.pop().ok_or_else(|| CliError::new(ExitKind::Failed, "the input has no point in time"))
}

/// The same of a program that is recorded.
fn last_of(heaps: Option<&PointHeaps>, progress: &Progress) -> Result<TimePoint, CliError> {
    let last = heaps.and_then(|heaps| Some((heaps, heaps.count().checked_sub(1)?)));
    let Some((heaps, last)) = last else { return Err(CliError::new(ExitKind::Failed, NO_SITES)) };
    let heap = heaps.heap(last, progress)?;
    if heap.origins.is_none() {
        return Err(CliError::new(ExitKind::Failed, NO_SITES));
    }
    let label = heaps.label(last, progress)?;
    let point = time_point(&heap, &heaps.registry().parse_all(&[STEPS.to_owned()])?, &[], progress, &Warnings::new())?;
    Ok(TimePoint { label, ..point })
}

/// Tells the address.
fn tell(url: &str) {
    note("serving until Ctrl+C; whoever knows this address sees the heap:");
    // Whoever closes stdout does not want to read it.
    let _ = print_result(format!("{url}\n").as_bytes());
}
