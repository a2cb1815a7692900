//! A grouping while somebody edits it: its text is what counts, the list of its steps follows.

use analysis::{Error, Grouping, Need, Registry, Step};

use crate::data::input::series::DatasetKind;

/// What a step does, told beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftStep {
    /// As written.
    pub text: String,
    /// `classifier`, `filter` or `transformer`; empty for a step that nobody knows.
    pub kind: &'static str,
    /// What it groups by, one sentence.
    pub description: String,
}

/// Where a text is wrong, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFault {
    /// Counted from 1; 0 where the error belongs to no place.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// A grouping being edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupingDraft {
    text: String,
    /// The steps of the last text that could be cut into some.
    steps: Vec<DraftStep>,
    fault: Option<DraftFault>,
}

impl GroupingDraft {
    /// A draft with these steps, outermost first.
    #[must_use]
    pub fn new(steps: &[String], registry: &Registry) -> Self {
        let mut draft = Self::default();
        draft.set_text(steps.join(", "), registry);
        draft
    }

    /// The text form.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its steps, outermost first.
    #[must_use]
    pub fn steps(&self) -> &[DraftStep] {
        &self.steps
    }

    /// Why it cannot be used.
    #[must_use]
    pub fn fault(&self) -> Option<&DraftFault> {
        self.fault.as_ref()
    }

    /// Takes another text. Text that cannot be cut into steps keeps the list of before.
    pub fn set_text(&mut self, text: String, registry: &Registry) {
        if let Ok(written) = Grouping::written_steps(&text) {
            self.steps = written.into_iter().map(|text| described(text, registry)).collect();
        }
        self.fault = registry.parse(&text).err().map(DraftFault::from);
        self.text = text;
    }

    /// Puts a step at the end, or before a transformer, which must stay the last one.
    pub fn add(&mut self, step: &str, registry: &Registry) {
        let mut texts = self.texts();
        let last = self.steps.last().is_some_and(|last| last.kind == "transformer");
        texts.insert(texts.len() - usize::from(last), step.to_owned());
        self.set_text(texts.join(", "), registry);
    }

    /// Takes a step out.
    pub fn remove(&mut self, at: usize, registry: &Registry) {
        let mut texts = self.texts();
        if at < texts.len() {
            texts.remove(at);
            self.set_text(texts.join(", "), registry);
        }
    }

    /// Puts a step before the one before it.
    pub fn move_out(&mut self, at: usize, registry: &Registry) {
        let mut texts = self.texts();
        if at > 0 && at < texts.len() {
            texts.swap(at, at - 1);
            self.set_text(texts.join(", "), registry);
        }
    }

    /// What to group by ([`crate::data::input::options::OpenOptions::by`]).
    #[must_use]
    pub fn by(&self) -> Vec<String> {
        self.texts()
    }

    fn texts(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.text.clone()).collect()
    }
}

impl From<Error> for DraftFault {
    fn from(error: Error) -> Self {
        match error {
            Error::Text { message, line, column } => Self { line, column, message },
            other => Self { line: 0, column: 0, message: other.to_string() },
        }
    }
}

fn described(text: String, registry: &Registry) -> DraftStep {
    let Ok(grouping) = registry.parse(&text) else { return DraftStep { text, kind: "", description: String::new() } };
    let mut infos: Vec<_> = grouping.classifiers().iter().map(|classifier| classifier.info()).collect();
    infos.extend(grouping.transformation().map(|then| then.transformer.info()));
    // A filter alone is followed by the default grouping; a preset stands for several steps.
    let Some(first) = infos.first() else { return DraftStep { text, kind: "", description: String::new() } };
    if text.trim_start().get(..7).is_some_and(|start| start.eq_ignore_ascii_case("preset:")) {
        let names: Vec<&str> = infos.iter().map(|info| &*info.name).collect();
        return DraftStep { text, kind: "preset", description: names.join(" \u{203A} ") };
    }
    DraftStep { text, kind: first.cardinality.kind(), description: first.description.to_string() }
}

/// One entry of the catalogue of steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// What the text form calls it.
    pub name: String,
    /// `classifier`, `filter` or `transformer`.
    pub kind: &'static str,
    /// What it groups by, and an example of a result.
    pub description: String,
    /// Why such inputs cannot be grouped by it, and what to record instead.
    pub unavailable: Option<String>,
    /// All that is missing is a file that says which code belongs to which feature, or there is one, to be changed.
    pub takes_features: bool,
}

/// Everything that can be added to a grouping of such an input, in the order in which it is offered.
#[must_use]
pub fn catalogue(registry: &Registry, kind: DatasetKind) -> Vec<CatalogueEntry> {
    let entry = |step: &Step| {
        let info = step.info();
        let missing = kind.state_source().and_then(|source| info.needs.iter().find(|need| need.missing_from(source).is_some()));
        let is_feature = info.name == Registry::feature_name();
        let example = if info.example.is_empty() { String::new() } else { format!(" Example: {}.", info.example) };
        CatalogueEntry {
            kind: info.cardinality.kind(),
            description: format!("{}.{example}", info.description.trim_end_matches('.')),
            takes_features: is_feature && kind.state_source().is_some() && missing.is_none_or(|need| *need == Need::FeatureMap),
            unavailable: kind.cannot_group_by(&info),
            name: info.name.into_owned(),
        }
    };
    registry.steps().iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> GroupingDraft {
        let mut draft = GroupingDraft::default();
        draft.set_text(text.to_owned(), &Registry::default());
        draft
    }

    #[test]
    fn steps_follow_the_text_and_tell_what_they_do() {
        let draft = draft("where(size > 64), package path, type, pointed from(type)");
        let kinds: Vec<_> = draft.steps().iter().map(|step| (step.text.as_str(), step.kind)).collect();
        assert_eq!(
            kinds,
            [("where(size > 64)", "filter"), ("package path", "classifier"), ("type", "classifier"), ("pointed from(type)", "transformer")]
        );
        assert!(draft.steps().iter().all(|step| !step.description.is_empty()));
        assert_eq!(draft.fault(), None);
    }

    #[test]
    fn steps_are_added_before_a_transformer_removed_and_moved() {
        let registry = Registry::default();
        let mut draft = draft("type, pointed from(type)");
        draft.add("package", &registry);
        assert_eq!(draft.text(), "type, package, pointed from(type)");
        draft.move_out(1, &registry);
        assert_eq!(draft.by(), ["package", "type", "pointed from(type)"]);
        draft.remove(0, &registry);
        assert_eq!(draft.text(), "type, pointed from(type)");
        draft.move_out(0, &registry);
        draft.remove(9, &registry);
        assert_eq!(draft.text(), "type, pointed from(type)");
    }

    #[test]
    fn faults_tell_line_and_column_and_leave_the_list() {
        let mut draft = draft("type");
        draft.set_text("type,\n  script(".into(), &Registry::default());
        let fault = draft.fault().expect("the parenthesis does not end");
        assert_eq!((fault.line, fault.column), (2, 9));
        assert_eq!(draft.steps().len(), 1);
        draft.set_text("type, nothing of the kind".into(), &Registry::default());
        assert_eq!(draft.fault().map(|fault| (fault.line, fault.column)), Some((1, 7)));
        assert_eq!(draft.steps()[1].kind, "");
    }

    #[test]
    fn the_catalogue_tells_what_a_dump_lacks_and_a_trace_has() {
        let lacks = |kind, name: &str| {
            let entries = catalogue(&Registry::default(), kind);
            entries.into_iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).expect("is in the catalogue").unavailable
        };
        assert_eq!(lacks(DatasetKind::HeapDumps, "type"), None);
        assert!(lacks(DatasetKind::HeapDumps, "allocation site").is_some_and(|reason| reason.contains("record")));
        assert_eq!(lacks(DatasetKind::Traces { has_sites: true, has_subsystems: false }, "allocation site"), None);
        let takes_features = |kind| catalogue(&Registry::default(), kind).iter().any(|entry| entry.takes_features);
        assert!(takes_features(DatasetKind::Traces { has_sites: true, has_subsystems: false }) && !takes_features(DatasetKind::HeapDumps));
        assert!(
            lacks(DatasetKind::Traces { has_sites: false, has_subsystems: false }, "allocation site")
                .is_some_and(|reason| reason.contains("--detail"))
        );
    }
}
