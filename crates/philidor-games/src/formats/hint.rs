//! A hint at `--letters`, where a move that was not understood looks German or French.
//!
//! ```text
//! Sf3  Lxc6  →  --letters german        Cf3  Fxc6  →  --letters french        Dd4  Te1  →  one of the two
//! ```

use philidor::pgn::{Letters, PgnError, PgnErrorKind};

/// The hint, if there is one: English letters are expected, and the text is a move with one of another language.
pub(crate) fn for_error(error: &PgnError, letters: Letters) -> Option<String> {
    let is_unknown = letters == Letters::English && matches!(error.kind, PgnErrorKind::San(_));
    let help = Some(error.text.as_bytes()).filter(|_| is_unknown).and_then(languages)?;
    Some(format!("hint: `{}` may be a move with the letters of another language: {help}", error.text))
}

/// What to try for a move with a letter that English does not have.
fn languages(word: &[u8]) -> Option<&'static str> {
    let (letter, squares) = word.split_first()?;
    let squares = squares.strip_suffix(b"+").or(squares.strip_suffix(b"#")).unwrap_or(squares);
    let is_move = matches!(squares, [.., b'a'..=b'h', b'1'..=b'8'])
        && squares.iter().all(|byte| b"abcdefgh12345678x:-".contains(byte));
    match letter {
        _ if !is_move => None,
        b'S' | b'L' => Some("try --letters german"),
        b'C' | b'F' => Some("try --letters french"),
        b'D' | b'T' => Some("try --letters german or --letters french"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_other_languages_are_recognized() {
        for (word, language) in [
            ("Sf3", "german"),
            ("Lxc6+", "german"),
            ("Cbd7", "french"),
            ("F3xe4#", "french"),
            ("Dd4", "german or --letters french"),
            ("T8e1", "german or --letters french"),
        ] {
            assert_eq!(
                languages(word.as_bytes()),
                Some(format!("try --letters {language}").as_str()),
                "{word}"
            );
        }
        for word in ["", "S", "Nf3", "Sorry", "Chess", "Rf9", "Diagram1", "Cat", "L1"] {
            assert_eq!(languages(word.as_bytes()), None, "{word}");
        }
    }
}
