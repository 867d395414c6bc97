//! Moves as people type them: in SAN, UCI or long form.

use philidor::{GamePosition, Move};
use philidor_host::Visible;

/// How many characters of a word that is not a move are shown.
const SHOWN: usize = 40;

/// Reads a move in any of the notations.
///
/// # Errors
///
/// What is wrong with it: as UCI if it is written so, or as SAN, which most people mean.
///
/// ```
/// use philidor::Position;
/// use philidor_program::positions::read_move;
///
/// let start = Position::default();
/// assert_eq!(read_move(&start, "g1e5"), Err("illegal: no such knight can move to e5".to_owned()));
/// ```
pub fn read_move(position: &impl GamePosition, text: &str) -> Result<Move, String> {
    position.parse_move(text.as_bytes()).map_err(|error| error.fault.to_string())
}

/// A text without its move number; `None` if it is only a number.
///
/// ```
/// use philidor_program::positions::without_number;
///
/// assert_eq!(["12...Nf6", "1.", "0-0"].map(without_number), [Some("Nf6"), None, Some("0-0")]);
/// ```
pub fn without_number(text: &str) -> Option<&str> {
    // `12.` and `12...` add nothing to the position; `0-0` has no dots.
    let after_digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    let word = if after_dots.len() < after_digits.len() { after_dots.trim() } else { text };
    (!word.is_empty() || text.is_empty()).then_some(word)
}

/// The words of a text that may hold several moves with their numbers, as people paste them.
///
/// ```
/// use philidor_program::positions::words;
///
/// assert!(words("1. e4 e5").eq(["1.", "e4", "e5"]));
/// assert!(words("5. exd6 e.p. Nf6").eq(["5.", "exd6 e.p.", "Nf6"]) && words("").eq([""]));
/// ```
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let empty = text.trim().is_empty().then_some(text);
    let mut rest = text.trim();
    let words = std::iter::from_fn(move || {
        let word_end = |text: &str| text.find(char::is_whitespace).unwrap_or(text.len());
        let end = word_end(rest);
        let remark = rest[end..].strip_prefix(' ').map(|after| &after[..word_end(after)]);
        let end =
            remark.filter(|word| matches!(*word, "e.p." | "ep")).map_or(end, |word| end + 1 + word.len());
        let word = &rest[..end];
        rest = rest[end..].trim_start();
        (!word.is_empty()).then_some(word)
    });
    empty.into_iter().chain(words)
}

/// A word that is not a move, shortened but still recognizable.
pub fn shown_move(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        _ if text.is_empty() => "(nothing)".to_owned(),
        Some((end, _)) => format!("{}…", shown_blanks(&text[..end])),
        None => shown_blanks(text),
    }
}

/// A text with the numbers of the blanks that look like the usual one, too.
fn shown_blanks(text: &str) -> String {
    let shown = |letter: char| match letter {
        ' ' => letter.into(),
        _ if letter.is_whitespace() && !letter.is_control() => format!("<U+{:04X}>", letter as u32),
        _ => Visible(letter.encode_utf8(&mut [0; 4])).to_string(),
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor::Position;

    #[test]
    fn a_move_is_read_in_all_notations() {
        let position = Position::default();
        let knight = position.parse_uci("g1f3").expect("legal");
        for text in ["Nf3", "g1f3", "Ng1-f3", "Ngf3"] {
            assert_eq!(read_move(&position, text), Ok(knight), "{text}");
        }
        assert_eq!(words("1. e4 d5 2. e5 f5 3. exf6 ep").last(), Some("exf6 ep"));
        assert_eq!(shown_move("Nf9\u{a0}\u{200b}"), "Nf9<U+00A0><U+200B>");
        for text in ["", "Nf4", "e2e5", "hint"] {
            assert!(read_move(&position, text).is_err(), "{text}");
        }
    }
}
