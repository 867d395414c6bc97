//! A line of a suite divided at its semicolons. As in EPD, one between quotes divides nothing.
//!
//! ```text
//! 4k3/8/8/8/8/8/8/4K3 w - - │ id "two; kings" │ D1 5
//!                           ;                 ;
//! ```

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::LineError;

/// The texts between semicolons, without white space around them.
pub(crate) fn operations(line: &str) -> Result<Vec<&str>, LineError> {
    let mut operations = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = line[at..].find(['"', ';']) {
        at += found;
        if line[at..].starts_with(';') {
            operations.push(line[start..at].trim());
            at += 1;
            start = at;
        } else {
            let column = line[..at].chars().count() + 1;
            at += quoted_len(&line[at..]).ok_or(LineError::OpenQuotes(column))?;
        }
    }
    operations.push(line[start..].trim());
    Ok(operations)
}

/// The length of the quoted text at the beginning of a text, with its quotes.
fn quoted_len(text: &str) -> Option<usize> {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, letter)| {
        let closes = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        closes
    });
    end.map(|(at, _)| at + 1)
}

/// A name without the quotes around it.
pub(crate) fn unquoted(name: &str) -> String {
    let name = name.trim();
    if !name.starts_with('"') || quoted_len(name) != Some(name.len()) {
        return name.to_owned();
    }
    let mut letters = name[1..name.len() - 1].chars().peekable();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|&next| letter == '\\' && (next == '"' || next == '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
}

/// A name as a line of a suite has it: between quotes, if it could be read as something else without them.
///
/// ```
/// use philidor_suites::quoted;
///
/// assert_eq!(quoted("two kings"), "two kings");
/// assert_eq!(quoted("two; kings"), "\"two; kings\"");
/// ```
#[must_use]
pub fn quoted(name: &str) -> Cow<'_, str> {
    if name.contains(['"', ';']) || name.trim() != name || name.is_empty() {
        Cow::Owned(format!("\"{}\"", name.replace('\\', r"\\").replace('"', "\\\"")))
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for name in ["two kings", "two; kings", r#"a "name" \"#, r"back\slash", r"\\;", "\"", "", " a", "é;"]
        {
            assert_eq!(unquoted(&quoted(name)), name);
            assert_eq!(operations(&quoted(name)).map(|parts| parts.len()), Ok(1), "{name}");
        }
        assert_eq!(unquoted(r#""a" or "b""#), r#""a" or "b""#);
    }
}
