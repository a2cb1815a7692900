//! What tells a data structure from an object with fields.

use std::fmt;

/// One thing that may hold of a candidate. Which of them are looked for depends on its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    Alone,
    Private,
    Many,
    Slim,
    Home,
    Names,
    Varied,
    Counted,
    Room,
    Generic,
}

impl Sign {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Alone => "no two heads share inner objects",
            Self::Private => "nothing else refers to them",
            Self::Many => "some are long",
            Self::Slim => "few fields beside",
            Self::Home => "inner classes are nested in that of the head",
            Self::Names => "named like parts of data structures",
            Self::Varied => "content of several classes",
            Self::Counted => "a field is the number of what is in it",
            Self::Room => "room is left over",
            Self::Generic => "arrays of any objects",
        }
    }
}

/// Which signs hold, of those that could be looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Signs {
    held: Vec<Sign>,
    missing: Vec<Sign>,
}

impl Signs {
    pub(super) fn of(all: &[(Sign, bool)]) -> Self {
        let mut signs = Self::default();
        all.iter().for_each(|&(sign, holds)| signs.add(sign, holds));
        signs
    }

    pub(super) fn add(&mut self, sign: Sign, holds: bool) {
        if holds { &mut self.held } else { &mut self.missing }.push(sign);
    }

    /// The share that holds.
    pub(super) fn share(&self) -> f64 {
        self.held.len() as f64 / (self.held.len() + self.missing.len()).max(1) as f64
    }
}

impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held: Vec<&str> = self.held.iter().map(|sign| sign.text()).collect();
        write!(f, "{} of {} signs: {}", self.held.len(), self.held.len() + self.missing.len(), held.join(", "))
    }
}
