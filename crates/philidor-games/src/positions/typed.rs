//! Moves as people type them: in SAN, UCI or long form.

use philidor::{Move, MoveKind, Position};
use philidor_host::Visible;

/// How many characters of a word that is not a move are shown.
const SHOWN: usize = 40;

/// Reads a move in any of the notations.
///
/// # Errors
///
/// What is wrong with it as SAN, which most people mean.
pub fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let long = || {
        let legal = position.moves(MoveKind::All);
        legal.iter().copied().find(|&mv| position.long(mv).to_string() == text)
    };
    position
        .parse_san(text)
        .or_else(|error| position.parse_uci(text).ok().or_else(long).ok_or_else(|| error.to_string()))
}

/// A word that is not a move, shortened but still recognizable.
#[must_use]
pub fn shown_move(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        _ if text.is_empty() => "(nothing)".to_owned(),
        Some((end, _)) => format!("{}…", Visible(&text[..end])),
        None => Visible(text).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_in_all_notations() {
        let position = Position::default();
        let knight = position.parse_uci("g1f3").expect("legal");
        for text in ["Nf3", "g1f3", "Ng1-f3", "Ngf3"] {
            assert_eq!(read_move(&position, text), Ok(knight), "{text}");
        }
        for text in ["", "Nf4", "e2e5", "hint"] {
            assert!(read_move(&position, text).is_err(), "{text}");
        }
    }
}
