//! Everything that a grouping can name, and how its text form is read.

use std::sync::Arc;

use super::classifiers::{
    Address, Age, AllocatingPackage, AllocatingSubsystem, AllocatingThread, AllocationSite, ArrayLength, ArrayLengthClass, CallSite,
    ClassLoader, ClosestDomainCallSite, DataStructureHeads, DataStructureLabel, DataStructureOwner, DataStructureRole, DirectlyRooted,
    DomainObjects, DominatorChain, Feature, GcRootKind, IncomingReferences, IndirectlyRooted, NOT_RECORDED, ObjectKind,
    OutermostDataStructures, OutgoingReferences, Package, PackagePath, PluginClassifier, ScriptClassifier, ShortType, Superclass,
    ThreadOfRoot, Type, example_scripts,
};
use super::contents::{ContainingDataStructures, DeepLeaves, OwnLeaves};
use super::presets::GROUPING_PRESETS;
use super::steps::{Source, WrittenStep, options};
use super::transformer::{PointedFrom, PointsTo, Transformer};
use super::user::definition::{Definition, DefinitionKind};
use super::user::plugin::Plugin;
use super::{Cardinality, Classifier, ClassifierInfo, FeatureMap, StateSource};
use crate::base::error::{Error, Result};
use crate::grouping::list::{Grouping, Step, Transformation};
use crate::grouping::steps::plain;
use crate::structures::library::Library;

/// What stands before the name of a preset.
const PRESET: &str = "preset:";

/// The steps that users write themselves.
const WHERE: &str = "where";
const SCRIPT: &str = "script";

/// Shorter names of what is asked for most often.
const SHORT: [(&str, &str); 2] = [("site", "Allocation site"), ("thread", "Allocating thread")];

/// Names are shown in lists.
const LONGEST_NAME: usize = 60;

/// Signs that mean something in the text form of a grouping.
const SIGNS: [char; 14] = [',', '>', '→', '(', ')', '[', ']', '{', '}', ':', '"', '\'', '`', '/'];

/// The classifiers, filters and transformers to choose from.
#[derive(Debug, Clone)]
pub struct Registry {
    steps: Vec<Step>,
    definitions: Vec<Definition>,
}

impl Grouping {
    /// Reads the text form of a grouping with the catalogue that comes with the program; see [`Registry::parse`].
    pub fn parse(text: &str) -> Result<Self> {
        Registry::default().parse(text)
    }

    /// Like [`Grouping::parse`], from single steps.
    pub fn from_names<'a>(steps: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        Self::parse(&steps.into_iter().collect::<Vec<_>>().join(", "))
    }
}

impl Default for Registry {
    /// The catalogue that comes with the program.
    fn default() -> Self {
        let mut classifiers: Vec<Arc<dyn Classifier>> = vec![
            Arc::new(Type),
            Arc::new(ShortType),
            Arc::new(Package),
            Arc::new(PackagePath),
            Arc::new(ClassLoader),
            Arc::new(Superclass),
            Arc::new(ObjectKind),
            Arc::new(ArrayLength),
            Arc::new(ArrayLengthClass),
            Arc::new(GcRootKind),
            Arc::new(DirectlyRooted::default()),
            Arc::new(IndirectlyRooted::default()),
            Arc::new(ThreadOfRoot),
            Arc::new(IncomingReferences),
            Arc::new(OutgoingReferences),
            Arc::new(Address),
            Arc::new(DataStructureRole(Library::shipped())),
            Arc::new(DataStructureLabel::new(Library::shipped())),
            Arc::new(DomainObjects::default()),
            Arc::new(DataStructureHeads(Library::shipped())),
            Arc::new(OutermostDataStructures(Library::shipped())),
            Arc::new(DataStructureOwner::new(Library::shipped())),
            Arc::new(DominatorChain::default()),
        ];
        let of_traces: [Arc<dyn Classifier>; 8] = [
            Arc::new(AllocationSite::default()),
            Arc::new(CallSite::default()),
            Arc::new(ClosestDomainCallSite::default()),
            Arc::new(AllocatingPackage),
            Arc::new(Feature::default()),
            Arc::new(AllocatingThread),
            Arc::new(AllocatingSubsystem),
            Arc::new(Age),
        ];
        classifiers.extend(example_scripts().map(|script| Arc::new(script) as Arc<dyn Classifier>));
        classifiers.extend(of_traces);
        classifiers.extend(NOT_RECORDED.map(|entry| Arc::new(entry) as Arc<dyn Classifier>));
        let transformers: [Arc<dyn Transformer>; 5] = [
            Arc::new(PointedFrom),
            Arc::new(PointsTo),
            Arc::new(OwnLeaves(Library::shipped())),
            Arc::new(DeepLeaves(Library::shipped())),
            Arc::new(ContainingDataStructures(Library::shipped())),
        ];
        let steps = classifiers.into_iter().map(Step::Classifier).chain(transformers.into_iter().map(Step::Transformer));
        Self { steps: steps.collect(), definitions: Vec::new() }
    }
}

impl Registry {
    /// Adds a plug-in to choose from.
    ///
    /// # Errors
    /// [`Error::Request`] when its name is taken.
    pub fn add_plugin(&mut self, plugin: Plugin) -> Result<()> {
        let name = plain(plugin.name());
        if [WHERE, SCRIPT].contains(&&*name) || self.find(&name).is_some() {
            return Err(Error::Request(format!("{}: there is something called {} already", plugin.file(), plugin.name())));
        }
        self.steps.push(Step::Classifier(Arc::new(PluginClassifier(plugin))));
        Ok(())
    }

    /// Says which code belongs to which feature, for the classifier Feature; the last one who says it is right.
    pub fn set_features(&mut self, features: FeatureMap) {
        let feature: Arc<dyn Classifier> = Arc::new(Feature::new(Arc::new(features)));
        let name = Self::feature_name();
        if let Some(step) = self.steps.iter_mut().find(|step| step.info().name == name) {
            *step = Step::Classifier(feature);
        }
    }

    /// Says what data structures are, for everything that asks for them.
    pub fn set_structures(&mut self, library: &Arc<Library>) {
        let of = || Arc::clone(library);
        let classifiers: [Arc<dyn Classifier>; 5] = [
            Arc::new(DataStructureRole(of())),
            Arc::new(DataStructureLabel::new(of())),
            Arc::new(DataStructureHeads(of())),
            Arc::new(OutermostDataStructures(of())),
            Arc::new(DataStructureOwner::new(of())),
        ];
        let transformers: [Arc<dyn Transformer>; 3] =
            [Arc::new(OwnLeaves(of())), Arc::new(DeepLeaves(of())), Arc::new(ContainingDataStructures(of()))];
        let new = classifiers.into_iter().map(Step::Classifier).chain(transformers.into_iter().map(Step::Transformer));
        for step in new {
            if let Some(known) = self.steps.iter_mut().find(|known| known.info().name == step.info().name) {
                *known = step;
            }
        }
    }

    /// What the classifier is called that [`Registry::set_features`] is for.
    #[must_use]
    pub fn feature_name() -> std::borrow::Cow<'static, str> {
        Feature::default().info().name
    }

    /// Whether a definition can be added.
    ///
    /// # Errors
    /// [`Error::Text`] with line and column of what is wrong in the text, [`Error::Request`] when the name cannot be
    /// used or is taken.
    pub fn check(&self, definition: &Definition) -> Result<()> {
        let name = definition.name.trim();
        let wrong = |reason: &str| Err(Error::Request(format!("{:?} cannot be a name: {reason}", definition.name)));
        if plain(name).is_empty() || name.len() != definition.name.len() {
            return wrong("it needs letters, and no spaces around them");
        }
        if name.chars().count() > LONGEST_NAME {
            return wrong(&format!("it is longer than {LONGEST_NAME} characters"));
        }
        if let Some(sign) = name.chars().find(|c| SIGNS.contains(c) || c.is_control()) {
            return wrong(&format!("{sign:?} means something else in a grouping"));
        }
        if self.is_taken(name, definition.kind == DefinitionKind::Grouping) {
            return wrong("something else is called so");
        }
        match definition.kind {
            DefinitionKind::Grouping => self.parse(&definition.text).map(drop),
            _ => definition.classifier().map(drop),
        }
    }

    /// Adds what a user wrote and named.
    ///
    /// # Errors
    /// As [`Registry::check`].
    pub fn add_definition(&mut self, definition: Definition) -> Result<()> {
        // Nothing can lead to itself: a text names what was there before.
        self.check(&definition)?;
        if let Some(classifier) = definition.classifier()? {
            self.steps.push(Step::Classifier(Arc::new(classifier)));
        }
        self.definitions.push(definition);
        Ok(())
    }

    /// What users wrote and named, in the order in which it was added.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Whether a filter has this name.
    fn has_filter(&self, name: &str) -> bool {
        self.find(name).is_some_and(|step| step.info().cardinality == Cardinality::Filter)
    }

    /// Whether a step, or a preset, has this name.
    pub(super) fn is_taken(&self, name: &str, is_grouping: bool) -> bool {
        match is_grouping {
            true => self.preset(name).is_some(),
            false => [WHERE, SCRIPT].contains(&&*plain(name)) || self.find(name).is_some(),
        }
    }

    /// The steps of a preset, or of a grouping of the user.
    fn preset(&self, name: &str) -> Option<&str> {
        let wanted = plain(name);
        let of_user = self.definitions.iter().filter(|definition| definition.kind == DefinitionKind::Grouping);
        let of_user = of_user.map(|definition| (&*definition.name, &*definition.text));
        let presets = GROUPING_PRESETS.iter().map(|preset| (preset.name, preset.steps)).chain(of_user);
        presets.into_iter().find(|(name, _)| plain(name) == wanted).map(|(_, steps)| steps)
    }

    /// Everything there is, in the order in which it is offered; also what heap dumps cannot supply
    /// ([`ClassifierInfo::missing_from`]).
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What users may write themselves among the steps: `script(EXPRESSION)` and `where(EXPRESSION)`.
    #[must_use]
    pub fn written_steps() -> [ClassifierInfo; 2] {
        ScriptClassifier::infos()
    }

    /// The names of everything that heap states of this source can be grouped by.
    #[must_use]
    pub fn names_for(&self, source: StateSource) -> Vec<String> {
        self.infos().filter(|info| info.missing_from(source).is_none()).map(|info| info.name.into_owned()).collect()
    }

    /// Reads the text form of a grouping: names of classifiers, filters and transformers, outermost first, separated by
    /// `,` or `>`. Case, spaces, `-` and `_` in names do not matter. In parentheses stand options, or the list of a
    /// transformer, which must be the last step. `preset:NAME` stands for the steps of a preset. A list that forms no
    /// groups (filters alone) ends with the default grouping. `where(EXPRESSION)` is a filter and `script(EXPRESSION)` a
    /// classifier that the user writes.
    ///
    /// # Errors
    /// [`Error::Text`] with the position of what is wrong; for an unknown name with the known ones.
    pub fn parse(&self, text: &str) -> Result<Grouping> {
        self.list(Source::new(text), text, &Grouping::default())
    }

    /// Reads several such texts, one behind the other, as one grouping.
    ///
    /// # Errors
    /// [`Error::Text`] with the position in the text that is wrong.
    pub fn parse_all<T: AsRef<str>>(&self, texts: &[T]) -> Result<Grouping> {
        let texts: Vec<_> = texts.iter().map(|text| (Source::new(text.as_ref()), text.as_ref())).collect();
        self.lists(&texts, &Grouping::default())
    }

    /// The step that a filter in a text of its own stands for: the name of a filter, a step such as `where(size > 100)`, or
    /// an expression such as `size > 100`. It is text of a grouping again, and one step whatever the expression holds.
    ///
    /// # Errors
    /// [`Error::Text`] with the position in this text.
    pub fn filter_step(&self, text: &str) -> Result<String> {
        let source = Source::new(text);
        if let Ok([step]) = source.steps(text).as_deref()
            && (plain(step.name) == WHERE && step.argument.is_some() || self.has_filter(step.name))
        {
            let mut grouping = Grouping { classifiers: Vec::new(), then: None };
            self.add(&mut grouping, source, *step)?;
            return Ok(step.to_string());
        }
        Ok(script(source, text, true)?.info().name.into_owned())
    }

    /// A filter (none if empty) and the text form of a grouping (the default if empty), both parts of one text.
    pub(super) fn parse_parts(&self, source: Source<'_>, filter: &str, steps: &str) -> Result<Grouping> {
        let mut grouping = if steps.trim().is_empty() { Grouping::default() } else { self.list(source, steps, &Grouping::default())? };
        if !filter.trim().is_empty() {
            grouping.classifiers.insert(0, Arc::new(script(source, filter, true)?));
        }
        Ok(grouping)
    }

    fn list(&self, source: Source<'_>, part: &str, default: &Grouping) -> Result<Grouping> {
        self.lists(&[(source, part)], default)
    }

    /// Lists one behind the other, each a part of its text.
    fn lists(&self, parts: &[(Source<'_>, &str)], default: &Grouping) -> Result<Grouping> {
        let mut grouping = Grouping { classifiers: Vec::new(), then: None };
        for &(source, part) in parts {
            for step in source.steps(part)? {
                if grouping.then.is_some() {
                    let message = "a transformer is the last step; what it leads to is grouped by the list in its parentheses";
                    return Err(source.error_at(step.name, message));
                }
                self.add(&mut grouping, source, step)?;
            }
        }
        let forms_groups = |classifier: &Arc<dyn Classifier>| classifier.info().cardinality != Cardinality::Filter;
        if grouping.then.is_none() && !grouping.classifiers.iter().any(forms_groups) {
            if let (true, Some((source, part))) = (grouping.classifiers.is_empty(), parts.first()) {
                let message = format!("a grouping needs at least one classifier; known are {}", self.known_names());
                return Err(source.error_at(part, message));
            }
            grouping.classifiers.extend(default.classifiers.iter().cloned());
        }
        Ok(grouping)
    }

    fn add(&self, grouping: &mut Grouping, source: Source<'_>, step: WrittenStep<'_>) -> Result<()> {
        if step.name.get(..PRESET.len()).is_some_and(|start| start.eq_ignore_ascii_case(PRESET)) {
            let Some(steps) = self.preset(&step.name[PRESET.len()..]) else {
                let of_user = self.definitions.iter().filter(|definition| definition.kind == DefinitionKind::Grouping);
                let known: Vec<&str> =
                    GROUPING_PRESETS.iter().map(|preset| preset.name).chain(of_user.map(|definition| &*definition.name)).collect();
                return Err(source.error_at(step.name, format!("unknown preset {:?}; known are {}", step.name, known.join(", "))));
            };
            let Grouping { classifiers, then } = self.parse(steps)?;
            classifiers.into_iter().try_for_each(|classifier| push(grouping, source, step, classifier))?;
            grouping.then = then;
            return Ok(());
        }
        let word = plain(step.name);
        if word == WHERE || word == SCRIPT {
            let Some(argument) = step.argument.filter(|argument| !argument.trim().is_empty()) else {
                let message = format!("{} needs an expression in parentheses, as in where(size > 100)", step.name);
                return Err(source.error_at(step.name, message));
            };
            return push(grouping, source, step, Arc::new(script(source, argument, word == WHERE)?));
        }
        match (self.find(step.name), step.argument) {
            (None, _) => {
                let message = format!("unknown classifier {:?}; known are {}", step.name, self.known_names());
                Err(source.error_at(step.name, message))
            }
            (Some(Step::Classifier(classifier)), None) => push(grouping, source, step, classifier.clone()),
            (Some(Step::Classifier(classifier)), Some(argument)) => {
                let with_options =
                    classifier.with_options(&options(argument)).map_err(|error| source.error_at(argument, error.to_string()))?;
                push(grouping, source, step, with_options)
            }
            (Some(Step::Transformer(transformer)), argument) => {
                let default = Grouping { classifiers: vec![Arc::new(Type)], then: None };
                let inner = Source { depth: source.depth + 1, ..source };
                let by = match argument.filter(|argument| !argument.trim().is_empty()) {
                    Some(argument) => self.list(inner, argument, &default)?,
                    None => default,
                };
                grouping.then = Some(Arc::new(Transformation { transformer: transformer.clone(), by }));
                Ok(())
            }
        }
    }

    fn find(&self, name: &str) -> Option<&Step> {
        let wanted = plain(name);
        let wanted = SHORT.iter().find(|(short, _)| *short == wanted).map_or(wanted, |(_, name)| plain(name));
        self.steps.iter().find(|step| plain(&step.info().name) == wanted)
    }

    fn infos(&self) -> impl Iterator<Item = ClassifierInfo> + '_ {
        self.steps.iter().map(Step::info)
    }

    /// All names, for messages: of those that an input lacks it is told why.
    fn known_names(&self) -> String {
        self.infos().map(|info| info.name.into_owned()).collect::<Vec<_>>().join(", ")
    }
}

/// Compiles an expression that is a part of the text.
fn script(source: Source<'_>, part: &str, is_filter: bool) -> Result<ScriptClassifier> {
    let part = part.trim();
    ScriptClassifier::new(part, is_filter).map_err(|fault| source.error_at(&part[fault.offset(part)..], fault.message))
}

fn push(grouping: &mut Grouping, source: Source<'_>, step: WrittenStep<'_>, classifier: Arc<dyn Classifier>) -> Result<()> {
    let name = classifier.info().name;
    if grouping.classifiers.iter().any(|earlier| earlier.info().name == name) {
        return Err(source.error_at(step.name, format!("the grouping names {name} twice")));
    }
    grouping.classifiers.push(classifier);
    Ok(())
}
