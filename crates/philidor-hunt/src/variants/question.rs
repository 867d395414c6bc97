//! A question about a position of a variant.

use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy, GamePosition, Move};
use philidor_variants::{AnyPosition, Variant};

use crate::suspect::inquiry::Inquiry;

/// What a suspect is asked about a variant: how many leaves the tree has below each move of a position.
///
/// ```
/// use philidor_hunt::variants::VariantQuestion;
/// use philidor_variants::{AnyPosition, Variant};
///
/// let question = VariantQuestion::new(AnyPosition::start(Variant::Crazyhouse), 2);
/// assert_eq!(question.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VariantQuestion {
    /// Where the line begins; given to the suspect as a FEN.
    pub start: AnyPosition,
    /// The moves that lead to the position, given to the suspect as moves.
    pub line: Vec<Move>,
    /// How deep to count from there, in half-moves, at least 1.
    pub depth: u32,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
}

impl VariantQuestion {
    /// About a position alone.
    #[must_use]
    pub fn new(start: AnyPosition, depth: u32) -> VariantQuestion {
        VariantQuestion { start, line: Vec::new(), depth, chess960: start.is_chess960() }
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The start as a FEN. In Chess960 castling rights are the files of the rooks.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(&self.start, self.chess960)
    }

    /// The position at the end of the line as a FEN, for suspects that are given no moves.
    #[must_use]
    pub fn fen_at_end(&self) -> String {
        fen(&self.position(), self.chess960)
    }

    /// How castling is written.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// The line, as UCI writes it.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let mut position = self.start;
        let write = |&mv: &Move| {
            let text = position.to_uci_in(mv, self.castling_mode()).to_string();
            position.play_unchecked(mv);
            text
        };
        self.line.iter().map(write).collect()
    }

    /// The position at the end of the line.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        self.after(self.line.len())
    }
}

impl VariantQuestion {
    /// The position after the first moves of the line.
    pub(super) fn after(&self, moves: usize) -> AnyPosition {
        let mut position = self.start;
        self.line.iter().take(moves).for_each(|&mv| _ = position.play_unchecked(mv));
        position
    }

    /// The position at the end of the line, asked without the line.
    pub(super) fn alone(&self) -> VariantQuestion {
        VariantQuestion { start: self.position(), line: Vec::new(), ..*self }
    }

    /// The same tree one ply further down.
    pub(super) fn below(&self, mv: Move, takes_moves: bool) -> VariantQuestion {
        let line = self.line.iter().copied().chain([mv]).collect();
        let below = VariantQuestion { line, depth: self.depth - 1, ..*self };
        if takes_moves { below } else { below.alone() }
    }

    /// The same position, with only the last moves of its line given as moves.
    pub(super) fn with_last_moves(&self, moves: usize) -> VariantQuestion {
        let given = self.line.len() - moves;
        VariantQuestion { start: self.after(given), line: self.line[given..].to_vec(), ..*self }
    }

    pub(super) fn at_depth(&self, depth: u32) -> VariantQuestion {
        VariantQuestion { depth, ..self.clone() }
    }

    /// The question as text.
    pub(super) fn inquiry(&self) -> Inquiry {
        Inquiry {
            fen: self.fen(),
            fen_at_end: self.fen_at_end(),
            moves: self.moves(),
            depth: self.depth,
            variant: self.variant().uci_name(),
            chess960: self.chess960,
            same_game: false,
            is_over: self.position().legal_moves().is_empty(),
        }
    }
}

/// A position as suspects are given it: with the en-passant square if a pawn stands ready to capture there.
pub(super) fn fen(position: &AnyPosition, chess960: bool) -> String {
    let notation = if chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
    position.fen(EnPassantPolicy::PseudoLegal, notation)
}
