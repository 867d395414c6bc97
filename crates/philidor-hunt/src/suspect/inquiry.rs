//! A question as programs are given it: as text, whichever rules it follows.

use super::counted_position::CountedPosition;
use super::question::Question;

/// A question as text.
#[derive(Clone, Debug)]
pub(crate) struct Inquiry {
    /// The start as a FEN.
    pub(crate) fen: String,
    /// The position at the end of the line as a FEN, for programs that are given no moves.
    pub(crate) fen_at_end: String,
    /// The line, as UCI writes it.
    pub(crate) moves: Vec<String>,
    /// How deep to count, in half-moves.
    pub(crate) depth: u32,
    /// The variant, as UCI calls it.
    pub(crate) variant: &'static str,
    pub(crate) chess960: bool,
    pub(crate) same_game: bool,
    /// Whether there is no legal move, so that a program may rightly say nothing.
    pub(crate) is_over: bool,
}

impl<P: CountedPosition> From<&Question<P>> for Inquiry {
    fn from(question: &Question<P>) -> Inquiry {
        let Question { depth, chess960, same_game, .. } = *question;
        Inquiry {
            fen: question.fen(),
            fen_at_end: question.fen_at_end(),
            moves: question.moves(),
            depth,
            variant: question.start.uci_variant(),
            chess960,
            same_game,
            is_over: !question.position().has_legal_move(),
        }
    }
}
