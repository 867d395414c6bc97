//! A hint at `--letters`, where a move that was not understood looks German or French, and at `--lenient`, where that
//! would save the game.
//!
//! ```text
//! Sf3  Lxc6  →  --letters german        Cf3  Fxc6  →  --letters french        Dd4  Te1  →  one of the two
//! ```

use philidor_pgn::{Letters, PgnError, PgnErrorKind};

use crate::parts::found::{is_misspelled_castling, is_null_move};

/// The hint, if there is one: the fault costs a lenient reader only a part of the game, or English letters are
/// expected, and the text is a move with one of another language. `has_moves` says whether there is a tag or a move
/// before the fault.
pub(crate) fn for_error(
    error: &PgnError,
    letters: Letters,
    is_lenient: bool,
    has_moves: impl FnOnce() -> bool,
) -> Option<String> {
    if !is_lenient
        && (costs_a_part(&error.kind) || error.is_passed_over() && error.offset > error.game_offset)
    {
        return Some("hint: with --lenient such a fault does not cost the game".to_owned());
    }
    let is_unknown = letters == Letters::English && matches!(error.kind, PgnErrorKind::San(_));
    let Some(help) = Some(error.text.as_bytes()).filter(|_| is_unknown).and_then(languages) else {
        let is_kept = !is_lenient && error.kind.leaves_moves() && has_moves();
        return is_kept.then(|| "hint: --lenient keeps such a game up to its fault".to_owned());
    };
    Some(format!("hint: `{}` may be a move with the letters of another language: {help}", error.text))
}

/// Whether a lenient reader keeps a game with this fault whole, but for the part that has it.
fn costs_a_part(kind: &PgnErrorKind) -> bool {
    matches!(
        kind,
        PgnErrorKind::MissingResult
            | PgnErrorKind::TagSyntax
            | PgnErrorKind::UnclosedTag
            | PgnErrorKind::LineTooLong(_)
            | PgnErrorKind::CommentTooLong(_)
            | PgnErrorKind::TooManyTags(_)
            | PgnErrorKind::NestingTooDeep(_)
            | PgnErrorKind::RepeatedTag(_)
            | PgnErrorKind::Stray
            | PgnErrorKind::BadNag
            | PgnErrorKind::LikeResult
            | PgnErrorKind::UnopenedVariation
            | PgnErrorKind::VariationWithoutMove
    ) || kind.is_mendable_fen()
        || is_null_move(kind)
        || matches!(kind, PgnErrorKind::San(error) if is_misspelled_castling(error))
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
    fn a_game_that_a_lenient_reader_keeps_is_hinted_at() {
        for (text, is_hinted) in [
            ("1. e4", true),
            ("[White \"A]\n\n1. e4 *", true),
            ("[FEN \"7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1\"]\n\n1. Rh6# 1-0", true),
            ("[FEN \"7k/5K2/4R3/8/8/8/8/8 w\"]\n\n1. Rh6# 1-0", true),
            ("1. e4 -- *", true),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kg1 *", true),
            ("1. e4 } e5 *", true),
            ("1. e4 forced e5 *", true),
            ("1. e4 e5 2. Nf3Nc6 *", true),
            ("1. e4 0:05 e5 *", true),
            ("[FEN \"4k3/8/8/8/8/8/8/4K3 w - e9 0 1\"]\n\n1. Kd2 *", true),
            ("1. e4 0.5-0.5", true),
            ("1. e4 e4 *", true),
            ("1. e4 { no end", true),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", false),
        ] {
            philidor_pgn::check(text.as_bytes(), |error| {
                let hint = for_error(&error, Letters::English, false, || true);
                assert_eq!(hint.is_some(), is_hinted, "{text}: {error}");
                assert_eq!(for_error(&error, Letters::English, true, || true), None, "{text}");
            });
        }
    }

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
