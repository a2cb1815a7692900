//! Options of the commands in `examples`: each takes one value and may be given several times.

use std::fmt::Display;
use std::str::FromStr;

/// What was given on the command line.
#[derive(Debug)]
pub struct Arguments {
    given: Vec<(String, String)>,
}

impl Arguments {
    /// Reads them; tells what there is, and ends the program, where one is none of `known`.
    #[must_use]
    pub fn read(known: &[&str]) -> Self {
        let usage = |problem: String| -> ! {
            eprintln!("{problem}; there are {}, each with a value", known.join(", "));
            std::process::exit(2);
        };
        let mut given = Vec::new();
        let mut words = std::env::args().skip(1);
        while let Some(name) = words.next() {
            if !known.contains(&name.as_str()) {
                usage(format!("unknown option {name}"));
            }
            let Some(value) = words.next() else { usage(format!("{name} lacks its value")) };
            given.push((name, value));
        }
        Self { given }
    }

    /// All values of an option.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<&str> {
        self.given.iter().filter(|(given, _)| given == name).map(|(_, value)| value.as_str()).collect()
    }

    /// The last value of an option; ends the program where it cannot be read.
    #[must_use]
    pub fn last<T: FromStr<Err: Display>>(&self, name: &str) -> Option<T> {
        let value = *self.all(name).last()?;
        Some(value.parse().unwrap_or_else(|error| {
            eprintln!("{name} {value}: {error}");
            std::process::exit(2);
        }))
    }
}
