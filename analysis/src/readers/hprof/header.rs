//! The start of an HPROF file: version text, id size, time stamp.
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | n + 1 | `JAVA PROFILE 1.0.1`, `1.0.2` or `1.0.3` (Android), ended by a zero byte |
//! | n + 1 | 4 | bytes per id: 4 or 8 |
//! | n + 5 | 8 | milliseconds since the epoch |

use super::cursor::Cursor;

/// What every version text starts with.
const MAGIC: &[u8] = b"JAVA PROFILE 1.0";

/// The longest version text that is looked for.
const VERSION_LIMIT_BYTES: usize = 32;

/// The parsed start of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// 4 or 8.
    pub(super) id_bytes: usize,
    /// Milliseconds since the epoch.
    pub(super) time_millis: i64,
    /// Where records begin.
    pub(super) end: usize,
}

/// Whether these first bytes of a file are those of a heap dump.
#[must_use]
pub(crate) fn is_hprof(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// The time stamp of a dump, if these first bytes of a file hold it.
pub(crate) fn time_in_head(head: &[u8]) -> Option<i64> {
    read(head).ok().map(|header| header.time_millis)
}

/// Reads the header, or says what is wrong with it and where.
pub(super) fn read(bytes: &[u8]) -> Result<Header, (&'static str, u64)> {
    if bytes.is_empty() {
        return Err(("the file is empty", 0));
    }
    if !is_hprof(bytes) {
        return Err(("not a heap dump: it does not start with \"JAVA PROFILE 1.0\"", 0));
    }
    let end =
        bytes.iter().take(VERSION_LIMIT_BYTES).position(|&byte| byte == 0).ok_or(("the version text does not end", MAGIC.len() as u64))?;
    let mut cursor = Cursor::new(bytes, end + 1, 8);
    let (Some(id_bytes), Some(time)) = (cursor.u32(), cursor.u64()) else {
        return Err(("the file ends within its header", bytes.len() as u64));
    };
    if id_bytes != 4 && id_bytes != 8 {
        return Err(("ids must have 4 or 8 bytes", end as u64 + 1));
    }
    Ok(Header { id_bytes: id_bytes as usize, time_millis: time.cast_signed(), end: cursor.at() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_up_to_android_are_read() {
        for version in ["JAVA PROFILE 1.0.1", "JAVA PROFILE 1.0.2", "JAVA PROFILE 1.0.3"] {
            let bytes = [version.as_bytes(), &[0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 7]].concat();
            assert_eq!(read(&bytes), Ok(Header { id_bytes: 4, time_millis: 7, end: bytes.len() }));
            assert_eq!((time_in_head(&bytes), time_in_head(&bytes[1..])), (Some(7), None));
        }
    }

    #[test]
    fn a_header_that_is_cut_or_strange_is_refused_with_its_place() {
        assert_eq!(read(b"PK").unwrap_err().1, 0);
        assert_eq!(read(b"JAVA PROFILE 1.0.2\0\0\0").unwrap_err().1, 21);
        assert_eq!(read(b"JAVA PROFILE 1.0.2\0\0\0\0\x07\0\0\0\0\0\0\0\0").unwrap_err().1, 19);
    }
}
