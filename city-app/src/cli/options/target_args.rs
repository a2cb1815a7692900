//! The object or group that `paths`, `graph` and `referrers` are asked about.

use analysis::{Grouping, HeapState, ObjectIndex, Progress, Warnings, group};
use clap::{ArgGroup, Args};

use super::input_args::check_steps;
use super::keyed_groups::{KeyedGroup, groups_with_keys};
use crate::cli::documents::output::{CliError, ExitKind, print_warnings};
use crate::data::input::options::OpenOptions;

/// One object by its address, or a group by its key.
#[derive(Debug, Clone, Args)]
#[command(group = ArgGroup::new("target").required(true).args(["to", "key"]))]
pub struct TargetArgs {
    /// The object at this address, for example 0x7f2c4d018
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address, conflicts_with = "by")]
    pub to: Option<u64>,
    /// Group by these classifiers to find the key, outermost first [default: package path, then type]
    #[arg(long, value_name = "LIST", requires = "key")]
    pub by: Vec<String>,
    /// The group with this key: its full key, the end of it, or its name if that is unambiguous
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
}

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Target<'a> {
    /// The object at this address.
    Object(u64),
    /// The group that this key names.
    Group(&'a str),
}

impl TargetArgs {
    /// How the dump is grouped to find the key.
    pub(in crate::cli) fn grouping(&self, known: &OpenOptions) -> Result<Grouping, CliError> {
        check_steps("--by", &known.registry(), &self.by)?;
        Ok(OpenOptions { by: self.by.clone(), ..known.clone() }.grouping()?)
    }

    /// What is asked about.
    pub(in crate::cli) fn target(&self) -> Result<Target<'_>, CliError> {
        match (self.to, &self.key) {
            (Some(address), _) => Ok(Target::Object(address)),
            (None, Some(key)) => Ok(Target::Group(key)),
            (None, None) => Err(CliError::new(ExitKind::Usage, "give an object (--to) or a group (--key)")),
        }
    }

    /// The objects that are asked about: a single one is a group of its own, called like its address and its class.
    pub(in crate::cli) fn members(&self, heap: &HeapState, grouping: &Grouping) -> Result<KeyedGroup, CliError> {
        match self.target()? {
            Target::Object(address) => {
                let object = object_at(heap, address)?;
                let name = heap.type_info(heap.type_of(object)).name.to_string();
                Ok(KeyedGroup { key: format!("{address:#x}"), name, members: std::iter::once(object.0).collect() })
            }
            Target::Group(key) => {
                let (progress, warnings) = (Progress::new(), Warnings::new());
                let grouped = group(heap, grouping, &progress, &warnings)?;
                let found = groups_with_keys(heap, &grouped, &[key.to_owned()], &progress, &warnings)?.pop();
                print_warnings(&warnings);
                found.ok_or_else(|| CliError::new(ExitKind::Usage, format_args!("there is no group {key}")))
            }
        }
    }
}

/// The object at an address that a user gave.
pub(in crate::cli) fn object_at(heap: &HeapState, address: u64) -> Result<ObjectIndex, CliError> {
    let object = heap.find(address).filter(|_| address != 0);
    object.ok_or_else(|| CliError::new(ExitKind::Usage, format_args!("no object of the dump is at {address:#x}")))
}

/// An address as other tools print it: hexadecimal behind `0x`, else decimal.
fn parse_address(text: &str) -> Result<u64, String> {
    let text = text.strip_prefix('@').unwrap_or(text);
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "write an address, for example 0x7f2c4d018".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_other_tools_print_them() {
        assert_eq!(parse_address("0x1f"), Ok(31));
        assert_eq!(parse_address("@0X1F"), Ok(31));
        assert_eq!(parse_address("31"), Ok(31));
        assert!(parse_address("1f").is_err() && parse_address("0x").is_err() && parse_address("").is_err());
    }
}
