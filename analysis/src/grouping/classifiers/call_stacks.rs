//! Call stacks as labels: what all classifiers by allocation site have in common.
//!
//! A frame is shown as in a stack trace, `java.util.HashMap.resize(HashMap.java:702)`, which every IDE takes as a link, or
//! without its line, so that builds of a program whose lines differ can be compared. Hidden classes have the name that is the
//! same in every run. So names are equal over time, in one trace and between traces of one program.

use std::sync::Arc;

use crate::base::class_names::is_application;
use crate::base::error::{Error, Result};
use crate::grouping::{Label, LabelTable, Labeling};
use crate::heap::origins::frame_name;
use crate::heap::{CallStack, HeapState, StackFrame};

/// Stands for objects whose allocation was not seen, by the recorder or by the sample.
pub(in crate::grouping) const NO_SITE: &str = "(site not recorded)";

/// Stands for objects that the JVM made without a method of the program.
pub(super) const NO_FRAME: &str = "(allocated by the JVM itself)";

/// The last part of a chain that ends where recording did.
pub(super) const CUT: &str = "(callers not recorded)";

/// The most callers that can be asked for; stacks are recorded to a depth of 32 if nothing else was asked for.
pub(super) const MOST_CALLERS: usize = 256;

/// The option that leaves out lines.
pub(super) const METHODS: (&str, &str) = ("methods", "methods alone, without line numbers");

/// The option that names libraries.
pub(super) const PACKAGES: (&str, &str) = ("PACKAGE, ...", "takes these packages as libraries, too, with those within them");

/// What stands in parentheses after the name of a classifier by call stacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// How many callers, or parts of the chain.
    pub(super) callers: Option<usize>,
    /// Frames are shown without lines.
    pub(super) methods: bool,
    /// Packages of libraries besides those known.
    pub(super) libraries: Vec<String>,
}

impl Options {
    /// Reads options of which a classifier has some.
    pub(super) fn parse(words: &[&str], takes_callers: bool, takes_packages: bool) -> Result<Self> {
        let mut options = Self::default();
        for &word in words {
            if word.eq_ignore_ascii_case(METHODS.0) {
                options.methods = true;
            } else if takes_callers && word.bytes().all(|b| b.is_ascii_digit()) {
                let callers = word.parse().ok().filter(|&callers| callers <= MOST_CALLERS);
                let too_many = || Error::Request(format!("{word} callers are too many; {MOST_CALLERS} are the most"));
                options.callers = Some(callers.ok_or_else(too_many)?);
            } else if takes_packages {
                options.libraries.push(word.trim_end_matches(".*").to_owned());
            } else {
                let number = if takes_callers { "a number of callers, " } else { "" };
                return Err(Error::Request(format!("unknown option {word:?}; known are {number}{}", METHODS.0)));
            }
        }
        Ok(options)
    }

    /// The name of a classifier with these options, as it is written.
    pub(super) fn name(&self, name: &str) -> String {
        let callers = self.callers.map(|callers| callers.to_string());
        let methods = self.methods.then(|| METHODS.0.to_owned());
        let words: Vec<String> = callers.into_iter().chain(methods).chain(self.libraries.iter().cloned()).collect();
        if words.is_empty() { name.to_owned() } else { format!("{name}({})", words.join(", ")) }
    }

    /// How a frame is shown.
    pub(super) fn frame(&self, frame: &StackFrame) -> Arc<str> {
        frame_name(frame, !self.methods).into()
    }

    /// Whether a frame is in the application's own code.
    pub(super) fn is_domain(&self, frame: &StackFrame) -> bool {
        let lies_in = |package: &String| frame.class.strip_prefix(package.as_str()).is_some_and(|rest| rest.starts_with('.'));
        is_application(&frame.class) && !self.libraries.iter().any(lies_in)
    }
}

/// The names of the frames of a call stack, the outermost caller first, with what is known where there are none.
pub(crate) fn call_chain(stack: Option<&CallStack>, lines: bool) -> Vec<String> {
    let Some(CallStack { frames, cut }) = stack else { return vec![NO_SITE.to_owned()] };
    let nothing = if frames.is_empty() && !cut { Some(NO_FRAME) } else { cut.then_some(CUT) };
    nothing.map(str::to_owned).into_iter().chain(frames.iter().rev().map(|frame| frame_name(frame, lines))).collect()
}

/// Labels objects by a function of their call stack.
pub(super) fn by_call_stack<'h>(heap: &'h HeapState, label: impl Fn(&CallStack) -> Label) -> Labeling<'h> {
    let mut table = LabelTable::default();
    let unknown = table.number(Label::one(NO_SITE));
    let Some(origins) = &heap.origins else { return Labeling::by_object(table.into_labels(), |_, _| 0) };
    let known = origins.call_stacks.iter().skip(1).map(|stack| {
        let is_empty = stack.frames.is_empty();
        table.number(if is_empty { Label::one(if stack.cut { CUT } else { NO_FRAME }) } else { label(stack) })
    });
    let numbers: Vec<u32> = std::iter::once(unknown).chain(known).collect();
    Labeling::by_object(table.into_labels(), move |object, _| {
        let site = origins.site_of(object).unwrap_or(0);
        numbers.get(site as usize).copied().unwrap_or(unknown)
    })
}
