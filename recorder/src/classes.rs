//! Numbers for classes. They are tags of a second environment of the tool interface, which tags nothing else: looking one
//! up costs the same however many objects have been walked.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use trace_format::{Class, HistogramRow};

use crate::jvm::{ClassHandle, Counted, Jvm, Tools};

/// Numbers from 1 for classes, in the order in which they are met.
pub(crate) struct ClassNumbers {
    names: Tools,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last: u32,
    /// Known by name only so far.
    new: Vec<(u32, String)>,
}

impl ClassNumbers {
    /// `names` is an environment whose tags nobody else uses.
    pub(crate) fn new(names: Tools) -> Self {
        Self { names, state: Mutex::default() }
    }

    /// The environment.
    pub(crate) fn tools(&self) -> Tools {
        self.names
    }

    /// The number of a class.
    pub(crate) fn number(&self, class: ClassHandle) -> u32 {
        self.look_up(class).0
    }

    /// The number of a class, and whether its instances are arrays.
    pub(crate) fn look_up(&self, class: ClassHandle) -> (u32, bool) {
        let names = self.names.get();
        if let Some(known) = known(class.tag(&names)) {
            return known;
        }
        let signature = class.signature(&names);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been quicker.
        if let Some(known) = known(class.tag(&names)) {
            return known;
        }
        state.last += 1;
        let number = state.last;
        let is_array = signature.starts_with('[');
        class.set_tag(&names, i64::from(number) << 1 | i64::from(is_array));
        state.new.push((number, signature));
        (number, is_array)
    }

    /// Objects and bytes by class, with unreachable ones where the collector shows them; stops the program. Bytes that were met where it
    /// was given up after `limit`.
    ///
    /// # Errors
    /// What the JVM says.
    pub(crate) fn histogram(&self, limit: Option<Duration>) -> Result<Result<Vec<HistogramRow>, u64>, String> {
        let sums = match Jvm::count_objects(&self.names.get(), limit)? {
            Counted::All(sums) => sums,
            Counted::InPart(met) => return Ok(Err(met)),
        };
        // Twice as many entries as classes: the tag also says whether it is an array.
        let row = |(tag, &(objects, bytes)): (usize, &(u64, u64))| HistogramRow { class: tag as u32 >> 1, objects, bytes };
        Ok(Ok(sums.iter().enumerate().map(row).filter(|row| row.objects > 0).collect()))
    }

    /// Takes the numbers off all classes.
    pub(crate) fn forget(&self, jvm: Jvm<'_>) {
        let names = self.names.get();
        jvm.primitive_classes().into_iter().for_each(|class| class.set_tag(&names, 0));
        jvm.each_class(|class| class.set_tag(&names, 0));
    }

    /// Classes that were numbered since the last call, by name; `string` numbers texts.
    pub(crate) fn take_new(&self, string: impl Fn(&str) -> u32) -> Vec<Class> {
        let new = std::mem::take(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner).new);
        new.iter().map(|(number, signature)| Class { number: *number, signature: string(signature), ..Class::default() }).collect()
    }
}

fn known(tag: i64) -> Option<(u32, bool)> {
    (tag > 0).then_some(((tag >> 1) as u32, tag & 1 == 1))
}
