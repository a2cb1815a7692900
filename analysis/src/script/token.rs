//! From text to tokens, each with its place.

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Name(String),
    Int(i64),
    Double(f64),
    Text(String),
    /// An operator or bracket.
    Sign(&'static str),
    End,
}

/// A byte offset and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Fault {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

/// Longer ones first.
const SIGNS: [&str; 22] =
    ["||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",", "(", ")", "[", "]"];

/// Words that stand for signs.
const WORDS: [(&str, &str); 3] = [("and", "&&"), ("or", "||"), ("not", "!")];

/// All tokens with their byte offsets; the last one is the end.
pub(super) fn tokens(source: &str) -> Result<Vec<(usize, Token)>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if c.is_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let word = &rest[..end];
            let sign = WORDS.iter().find(|(known, _)| *known == word).map(|&(_, sign)| Token::Sign(sign));
            tokens.push((at, sign.unwrap_or_else(|| Token::Name(word.to_owned()))));
            at += end;
        } else if c.is_ascii_digit() {
            let end = number_end(rest);
            tokens.push((at, number(&rest[..end]).ok_or_else(|| Fault::new(at, format!("{:?} is no number", &rest[..end])))?));
            at += end;
        } else if c == '"' || c == '\'' {
            let (text, length) = text(rest, c).map_err(|(offset, message)| Fault::new(at + offset, message))?;
            tokens.push((at, Token::Text(text)));
            at += length;
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push((at, Token::Sign(sign)));
            at += sign.len();
        } else if c == '=' {
            return Err(Fault::new(at, "write == to compare"));
        } else {
            return Err(Fault::new(at, format!("unexpected {c:?}")));
        }
    }
    tokens.push((source.len(), Token::End));
    Ok(tokens)
}

fn number_end(rest: &str) -> usize {
    let mut end = 0;
    let bytes = rest.as_bytes();
    while let Some(&byte) = bytes.get(end) {
        let fraction = byte == b'.' && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        let exponent = matches!(byte, b'+' | b'-') && end > 0 && matches!(bytes[end - 1], b'e' | b'E') && !rest.starts_with("0x");
        if !(byte.is_ascii_alphanumeric() || byte == b'_' || fraction || exponent) {
            break;
        }
        end += 1;
    }
    end
}

fn number(text: &str) -> Option<Token> {
    let plain = text.replace('_', "");
    if let Some(hex) = plain.strip_prefix("0x") {
        return i64::from_str_radix(hex, 16).ok().map(Token::Int);
    }
    if let Ok(int) = plain.parse() {
        return Some(Token::Int(int));
    }
    let is_decimal = plain.contains(['.', 'e', 'E']) && !plain.contains(|c: char| c.is_alphabetic() && c != 'e' && c != 'E');
    plain.parse().ok().filter(|double: &f64| is_decimal && double.is_finite()).map(Token::Double)
}

/// A text in quotes at the start of `rest`, and how many bytes it takes.
fn text(rest: &str, quote: char) -> Result<(String, usize), (usize, String)> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == quote => return Ok((text, at + 1)),
            '\\' => match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, c @ ('\\' | '"' | '\''))) => text.push(c),
                _ => return Err((at, "known escapes are \\n, \\t, \\\\, \\\" and \\'".into())),
            },
            c => text.push(c),
        }
    }
    Err((0, "this text in quotes does not end".into()))
}
