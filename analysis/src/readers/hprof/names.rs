//! Names as the JVM writes them into dumps.

use std::borrow::Cow;

/// Decodes modified UTF-8: as UTF-8, but a zero takes two bytes and characters beyond the first plane are two
/// surrogates of three bytes each. Bytes that fit neither become replacement characters.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let following = |offset: usize| bytes.get(at + offset).filter(|&&byte| byte & 0xc0 == 0x80).map(|&byte| u16::from(byte & 0x3f));
        let (unit, length) = match first {
            0..=0x7f => (u16::from(first), 1),
            0xc0..=0xdf => match following(1) {
                Some(second) => (u16::from(first & 0x1f) << 6 | second, 2),
                None => (0xfffd, 1),
            },
            0xe0..=0xef => match (following(1), following(2)) {
                (Some(second), Some(third)) => (u16::from(first & 0x0f) << 12 | second << 6 | third, 3),
                _ => (0xfffd, 1),
            },
            _ => (0xfffd, 1),
        };
        units.push(unit);
        at += length;
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modified_utf8_becomes_text() {
        assert_eq!(decode("Größe".as_bytes()), "Größe");
        assert_eq!(decode(b"a\xc0\x80b"), "a\0b");
        // U+1F3D9 (a city) as two surrogates of three bytes each.
        assert_eq!(decode(b"\xed\xa0\xbc\xed\xbf\x99"), "\u{1f3d9}");
        assert_eq!(decode(b"ok\xff\xe4"), "ok\u{fffd}\u{fffd}");
    }
}
