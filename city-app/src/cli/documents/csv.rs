//! Tables of comma-separated values, written piece by piece to a file or to stdout.

use std::fmt::Display;
use std::io::{self, ErrorKind, StdoutLock, Write};
use std::path::{Path, PathBuf};

use analysis::NewFile;

use super::output::{CliError, ExitKind, note};
pub(in crate::cli) use crate::base::words::push_csv as push_text;

/// Where a table goes.
enum Out {
    Stdout(StdoutLock<'static>),
    File(NewFile, PathBuf),
}

/// A table that grows row by row.
pub(in crate::cli) struct CsvTable {
    out: Out,
}

impl CsvTable {
    /// Begins a table at this path (`-` is stdout) and tells on stderr how its numbers were made.
    pub(in crate::cli) fn create(path: &Path, header: &str, policy: impl Display) -> Result<Self, CliError> {
        let policy = policy.to_string();
        if !policy.is_empty() {
            note(&policy);
        }
        let mut table = if path.as_os_str() == "-" {
            Self { out: Out::Stdout(io::stdout().lock()) }
        } else {
            let file = NewFile::create(path).map_err(|error| CliError::cannot_write(path, &error))?;
            Self { out: Out::File(file, path.to_owned()) }
        };
        table.write(&format!("{header}\n"))?;
        Ok(table)
    }

    /// As [`CsvTable::write`], piece by piece.
    pub(in crate::cli) fn write_all(&mut self, pieces: &[String]) -> Result<bool, CliError> {
        for piece in pieces {
            if !self.write(piece)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes whole rows; `false` if the reader of stdout went away (`| head`) and wants no more.
    pub(in crate::cli) fn write(&mut self, rows: &str) -> Result<bool, CliError> {
        match &mut self.out {
            Out::File(file, path) => file.write_all(rows.as_bytes()).map(|()| true).map_err(|error| CliError::cannot_write(path, &error)),
            Out::Stdout(out) => match out.write_all(rows.as_bytes()).and_then(|()| out.flush()) {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
                Err(error) => Err(CliError::new(ExitKind::Failed, format_args!("cannot write the result: {error}"))),
            },
        }
    }

    /// Ends the table: only now a file has its name.
    pub(in crate::cli) fn finish(self) -> Result<(), CliError> {
        match self.out {
            Out::File(file, path) => file.finish().map_err(|error| CliError::cannot_write(&path, &error)),
            Out::Stdout(_) => Ok(()),
        }
    }
}

/// Appends a number in decimal.
pub(in crate::cli) fn push_number(row: &mut String, number: u64) {
    push_digits::<10>(row, number);
}

/// Appends an address as Eclipse MAT writes it: `0x6c9399c0`.
pub(in crate::cli) fn push_address(row: &mut String, address: u64) {
    row.push_str("0x");
    push_digits::<16>(row, address);
}

/// Formatting through `std::fmt` takes longer than everything else in a table of millions of rows.
fn push_digits<const RADIX: u64>(row: &mut String, number: u64) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [b'0'; 20];
    let mut at = digits.len();
    let mut rest = number;
    while rest > 0 || at == digits.len() {
        at -= 1;
        digits[at] = DIGITS[(rest % RADIX) as usize];
        rest /= RADIX;
    }
    // Appended at once: character by character takes three times as long.
    row.push_str(str::from_utf8(&digits[at..]).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(push: impl Fn(&mut String)) -> String {
        let mut row = String::new();
        push(&mut row);
        row
    }

    #[test]
    fn numbers_are_written_as_usual() {
        for number in [0, 1, 9, 10, 15, 16, 255, 1 << 32, u64::MAX] {
            assert_eq!(pushed(|row| push_number(row, number)), number.to_string());
            assert_eq!(pushed(|row| push_address(row, number)), format!("{number:#x}"));
        }
    }

    #[test]
    fn a_text_with_commas_is_still_one_cell() {
        assert_eq!(pushed(|row| push_text(row, "char[]")), "char[]");
        assert_eq!(pushed(|row| push_text(row, "a,\"b\"")), "\"a,\"\"b\"\"\"");
    }
}
