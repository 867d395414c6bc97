//! Words separated by single spaces, as comments are kept: PGN breaks lines in them wherever they become too long.

use alloc::string::String;

/// Appends words, separated by single spaces. A space precedes the first one if `apart` asks for it or the text begins
/// with one.
pub(super) fn push_words(words: &mut String, text: &str, mut apart: bool) {
    apart |= text.as_bytes().first().is_some_and(u8::is_ascii_whitespace);
    let text = text.trim_ascii();
    if is_separated_by_single_spaces(text.as_bytes()) {
        // As most texts are.
        if apart && !words.is_empty() && !text.is_empty() {
            words.push(' ');
        }
        return words.push_str(text);
    }
    for word in text.split_ascii_whitespace() {
        if apart && !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        apart = true;
    }
}

/// Whether the only blanks in a trimmed text are single spaces.
fn is_separated_by_single_spaces(text: &[u8]) -> bool {
    let mut before = 0;
    text.iter().all(|&byte| {
        let is_wrong = byte.is_ascii_whitespace() && (byte != b' ' || before == b' ');
        before = byte;
        !is_wrong
    })
}

/// Removes the space at the end of words; returns whether there was one.
pub(super) fn trim_end(words: Option<&mut String>) -> bool {
    words.is_some_and(|words| words.ends_with(' ') && words.pop().is_some())
}
