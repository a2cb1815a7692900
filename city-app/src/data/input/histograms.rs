//! Class histograms: objects and bytes per class, no references.

use std::sync::Arc;

use analysis::{
    ClassHistogram, DatasetInfo, Error, FindReport, Grouping, Holds, InputKind, NameLevel, Progress, Result, TimePoint, Warnings,
    histogram_points, label_histograms, parse_class_histograms, read_text, sampled_report,
};

use super::kind::{Input, InputFile};
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{DatasetKind, TreeSeries, info_of, title_of, warn_unusable};

/// How the numbers of class histograms are made.
pub(super) const POLICY: &str = "Class histogram: objects and shallow bytes as the JVM counted them";

/// The same of those in JFR recordings.
const JFR_POLICY: &str =
    "Class histogram: objects and shallow bytes as the JVM counted them, of classes with at least half a percent of the heap";

/// What class histograms cannot show.
pub(super) const NOTE: &str = "Class histograms hold counts only, no references: nothing shows who keeps what alive";

/// Reads files with one or many class histograms each. A file that cannot be used is left out and counted; if none can
/// be used, the first one's error is returned.
pub(super) fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let levels = levels(&options.by)?;
    progress.start("Reading class histograms", input.files.len() as u64);
    let (mut histograms, mut sampled) = (Vec::new(), None);
    let mut errors = Vec::new();
    for file in &input.files {
        let path = &file.path;
        match read_file(file, progress, warnings) {
            Ok((mut read, of_samples)) => {
                sampled = of_samples.or(sampled);
                label_histograms(&mut read, &title_of(path));
                histograms.append(&mut read);
            }
            Err(error) => errors.push((path, error)),
        }
        progress.advance(1)?;
    }
    if histograms.is_empty() && !errors.is_empty() {
        return Err(errors.swap_remove(0).1);
    }
    for (file, error) in errors {
        warn_unusable("file", file, &error, warnings);
    }
    Ok(TreeSeries { sampled: sampled.map(Arc::new), ..series_of(input, &levels, histogram_points(histograms, &levels), warnings) })
}

/// What the sampled objects of JFR recordings without class histograms tell, of several the last one with some; `None` of other inputs.
///
/// # Errors
/// When one cannot be read, or when cancelled.
pub(crate) fn samples_alone(input: &Input, progress: &Progress, warnings: &Warnings) -> Result<Option<FindReport>> {
    let mut found: Option<FindReport> = None;
    for file in &input.files {
        let Some(recording) = file.recording(progress, warnings)? else { return Ok(None) };
        if !recording.counts.is_empty() {
            return Ok(None);
        }
        let report = sampled_report(&recording);
        if found.is_none() || !report.findings.is_empty() {
            found = Some(report);
        }
    }
    Ok(found)
}

/// The class histograms of a file, and what its sampled objects tell.
fn read_file(file: &InputFile, progress: &Progress, warnings: &Warnings) -> Result<(Vec<ClassHistogram>, Option<FindReport>)> {
    let path = &file.path;
    if let Some(recording) = file.recording(progress, warnings)? {
        let histograms = recording.class_histograms();
        if histograms.is_empty() {
            let file = path.display();
            return Err(Error::Request(format!(
                "{file} is a JFR recording without class histograms: `memory-city windows {file}` tells of its collections, \
                 `memory-city find {file}` of its sampled objects"
            )));
        }
        return Ok((histograms, Some(sampled_report(&recording))));
    }
    let Some(Holds::Counts(read)) = file.look.format.map(|format| format.holds) else {
        return Err(Error::Empty { reason: format!("{} holds no class histogram", path.display()) });
    };
    Ok((read(&path.display().to_string(), read_text(path, warnings)?.as_bytes(), warnings)?, None))
}

/// Points that were grouped by names of classes.
pub(super) fn series_of(input: &Input, levels: &[NameLevel], points: Vec<TimePoint>, warnings: &Warnings) -> TreeSeries {
    let policy = if input.kind == InputKind::JfrRecording { JFR_POLICY } else { POLICY };
    TreeSeries {
        kind: DatasetKind::ClassHistograms { are_recorded: false },
        info: DatasetInfo { policy: Some(policy.to_owned()), ..info_of(input, warnings) },
        grouping: levels.iter().map(|level| level.role().to_owned()).collect(),
        classifiers: classifiers(),
        paths: input.paths(),
        points,
        sources: Vec::new(),
        sampled: None,
        found: None,
        notes: Vec::new(),
        runs: Arc::default(),
    }
}

/// What class histograms can be grouped by.
pub(super) fn classifiers() -> Vec<String> {
    [NameLevel::Type, NameLevel::Package, NameLevel::PackagePath].map(|level| level.role().to_owned()).to_vec()
}

/// What to group by: a list of names per text, as for heap dumps.
pub(crate) fn levels(by: &[String]) -> Result<Vec<NameLevel>> {
    let mut names = Vec::new();
    for text in by {
        names.extend(Grouping::written_steps(text)?);
    }
    NameLevel::parse(&names)
}

/// What a JVM has just answered, as a point at this time. `origin` names the JVM in messages.
pub(crate) fn live_point(text: &str, origin: &str, time_millis: i64, options: &OpenOptions, warnings: &Warnings) -> Result<TimePoint> {
    let levels = levels(&options.by)?;
    let mut histograms = parse_class_histograms(origin, text.as_bytes(), warnings)?;
    histograms.truncate(1);
    let point = histogram_points(histograms, &levels).pop();
    let point = point.ok_or_else(|| Error::Empty { reason: format!("the class histogram of {origin} is empty") })?;
    Ok(TimePoint { time_millis, label: None, ..point })
}

/// How the numbers of a watched JVM are made.
pub(crate) fn live_policy(options: &OpenOptions) -> String {
    let which = if options.keep_unreachable { "everything on the heap, garbage included" } else { "after a full collection" };
    format!("{POLICY}, {which}")
}
