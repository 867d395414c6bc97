//! What may be cut from a file that grows line by line: a last line that a kill has torn, if it is the beginning of a
//! line that this program writes. Anything else belongs to its user, and stays.

use std::error::Error;
use std::fmt;

use crate::text::Several;

/// How much of a text an error repeats.
const SHOWN: usize = 40;

/// The end of a file is not the beginning of a line that this program writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLine {
    /// Where the end begins, in bytes.
    pub at: u64,
    /// How it begins; what is not UTF-8 is replaced.
    pub text: String,
}

impl UnknownLine {
    /// The error about the end of a file, from byte `at` on.
    pub fn new(at: u64, end: &[u8]) -> UnknownLine {
        let end = String::from_utf8_lossy(&end[..end.len().min(4 * SHOWN)]).into_owned();
        UnknownLine { at, text: end.chars().take(SHOWN).collect() }
    }
}

impl fmt::Display for UnknownLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownLine { at, text } = self;
        write!(
            f,
            "what begins at byte {at}, `{}`, is not a line of this program: nothing is cut",
            text.escape_debug()
        )
    }
}

impl Error for UnknownLine {}

/// Splits a file into its whole lines and a last one that a kill has torn. `is_ours` judges whether that one is the
/// beginning of a line that this program writes; it is not asked about a file that ends with a line.
///
/// ```
/// use philidor_host::{begins, whole_lines};
///
/// let is_ours = |torn: &str| begins(torn, "{\"part\":0}");
/// assert_eq!(whole_lines(b"{\"part\":7}\n{\"pa", is_ours), Ok(("{\"part\":7}\n", 4)));
/// let error = whole_lines(b"{\"part\":7}\nnotes", is_ours).expect_err("notes");
/// assert_eq!(error.to_string(), "what begins at byte 11, `notes`, is not a line of this program: nothing is cut");
/// ```
///
/// # Errors
///
/// [`UnknownLine`] if the last line has no end and is not ours, or if the whole lines are not UTF-8.
pub fn whole_lines(bytes: &[u8], is_ours: impl FnOnce(&str) -> bool) -> Result<(&str, u64), UnknownLine> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let (lines, torn) = bytes.split_at(whole);
    let lines = str::from_utf8(lines).map_err(|error| {
        let at = error.valid_up_to();
        UnknownLine::new(at as u64, &bytes[at..])
    })?;
    if torn.is_empty() || str::from_utf8(torn).is_ok_and(is_ours) {
        Ok((lines, torn.len() as u64))
    } else {
        Err(UnknownLine::new(whole as u64, torn))
    }
}

/// Whether a text is the beginning of a line like this one, in which a run of digits stands for any number.
pub fn begins(text: &str, line: &str) -> bool {
    let mut form = numberless(line);
    numberless(text).all(|letter| form.next() == Some(letter))
}

/// A text with a zero for each run of digits.
fn numberless(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut last = ' ';
    text.chars().filter_map(move |letter| {
        let is_more = letter.is_ascii_digit() && last.is_ascii_digit();
        last = letter;
        if is_more { None } else { Some(if letter.is_ascii_digit() { '0' } else { letter }) }
    })
}

/// The message about bytes that are cut from the end of a file.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// How many bytes.
    pub bytes: u64,
    /// What they are the beginning of, such as "a line".
    pub of: &'static str,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = if self.bytes == 1 { "is" } else { "are" };
        write!(f, "{} of {} that was not finished {is} cut", Several(self.bytes.into(), "byte"), self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_beginning_of_a_line_is_one_and_nothing_else() {
        let (sample, written) = ("{\"unit\":0,\"nodes\":\"0\"}", "{\"unit\":17,\"nodes\":\"123456\"}");
        for length in 0..=written.len() {
            assert!(begins(&written[..length], sample), "{length}");
        }
        for other in ["x", "{\"unit\":x", "{\"unit\":17,\"nodes\":\"123456\"}}", "{\"unit\":,", "1"] {
            assert!(!begins(other, sample), "{other}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_not_a_line() {
        assert_eq!(whole_lines(b"a\n\xff", |_| true).map_err(|error| error.at), Err(2));
        assert_eq!(whole_lines(b"a\xff\nb", |_| true).map_err(|error| error.at), Err(1));
        assert_eq!(whole_lines(b"", |_| false), Ok(("", 0)));
    }

    #[test]
    fn a_byte_is_cut() {
        let said = [1, 2].map(|bytes| Cut { bytes, of: "a line" }.to_string());
        assert_eq!(said[0], "1 byte of a line that was not finished is cut");
        assert_eq!(said[1], "2 bytes of a line that was not finished are cut");
    }
}
