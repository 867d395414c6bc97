//! The classes of bugs: which rule a move generator breaks, or which habit.
//!
//! ```text
//! one position, asked alone       piece-moves capture double-push promotion en-passant king-step
//!                                 castling-right castling-path castling-attack chess960-castling
//!                                 check-evasion double-check pin en-passant-pin wrong-side no-moves
//!                                 output
//! a position after a move         castling-rook-captured move-ignored bad-play, and those above
//! a tree, each position right     bad-undo
//! a question after another        leak
//! no answer                       unanswered
//! ```

use serde::{Serialize, Serializer};

/// What kind of bug it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Class {
    /// A pinned piece or pawn leaves its line, or may not move along it.
    Pin,
    /// A check is not answered, or a right answer to it is missing.
    CheckEvasion,
    /// Something other than the king moves in double check.
    DoubleCheck,
    /// En passant is possible where it is not, or missing where it is.
    EnPassant,
    /// An en-passant capture exposes the king.
    EnPassantPin,
    /// The right to castle is lost or kept wrongly.
    CastlingRight,
    /// Castling goes through pieces, or is missing though the path is free.
    CastlingPath,
    /// Castling out of, through, or into check; or an attack that does not matter prevents it.
    CastlingAttack,
    /// The right to castle outlasts its rook.
    CastlingRookCaptured,
    /// Castling from squares other than those of standard chess.
    Chess960Castling,
    /// A promotion is missing, or to a piece that it cannot become.
    Promotion,
    /// A pawn moves two squares where it may not, or does not where it may.
    DoublePush,
    /// The king steps to an attacked square, or does not step to a safe one.
    KingStep,
    /// A piece moves as it cannot, or does not move as it can.
    PieceMoves,
    /// A capture is missing, or of nothing.
    Capture,
    /// The other side moves.
    WrongSide,
    /// No move is listed, although there are several.
    NoMoves,
    /// The position after a move is not what it should be.
    BadPlay,
    /// The answer after a move is that of the position before it.
    MoveIgnored,
    /// Taking a move back does not restore everything.
    BadUndo,
    /// The answer depends on what was asked or counted before.
    Leak,
    /// A move is repeated, or in the wrong words, or a total is not the sum of its parts.
    Output,
    /// The total is wrong, and the suspect says no more.
    Count,
    /// There is no answer.
    Unanswered,
}

impl Class {
    /// Its name in reports: `en-passant-pin`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Pin => "pin",
            Class::CheckEvasion => "check-evasion",
            Class::DoubleCheck => "double-check",
            Class::EnPassant => "en-passant",
            Class::EnPassantPin => "en-passant-pin",
            Class::CastlingRight => "castling-right",
            Class::CastlingPath => "castling-path",
            Class::CastlingAttack => "castling-attack",
            Class::CastlingRookCaptured => "castling-rook-captured",
            Class::Chess960Castling => "chess960-castling",
            Class::Promotion => "promotion",
            Class::DoublePush => "double-push",
            Class::KingStep => "king-step",
            Class::PieceMoves => "piece-moves",
            Class::Capture => "capture",
            Class::WrongSide => "wrong-side",
            Class::NoMoves => "no-moves",
            Class::BadPlay => "bad-play",
            Class::MoveIgnored => "move-ignored",
            Class::BadUndo => "bad-undo",
            Class::Leak => "leak",
            Class::Output => "output",
            Class::Count => "count",
            Class::Unanswered => "unanswered",
        }
    }

    /// The rule that is broken, in one sentence.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Class::Pin => {
                "A pinned piece moves only along the line between its king and the piece that pins it."
            }
            Class::CheckEvasion => {
                "In check the king steps away, the checker is captured, or the line is blocked; nothing else."
            }
            Class::DoubleCheck => "In double check only the king moves.",
            Class::EnPassant => {
                "A pawn that has just moved two squares may be captured as if it had moved one, in the very next \
                move."
            }
            Class::EnPassantPin => {
                "An en-passant capture takes two pawns off their squares at once, and may not expose the king."
            }
            Class::CastlingRight => {
                "The right to castle is lost when the king or that rook moves, and is not lost otherwise."
            }
            Class::CastlingPath => {
                "The squares between king, rook and their destinations must be empty but for these two."
            }
            Class::CastlingAttack => {
                "The king may not castle out of, through, or into check; what the rook passes does not matter."
            }
            Class::CastlingRookCaptured => "The right to castle is lost when that rook is captured.",
            Class::Chess960Castling => {
                "In Chess960 king and rook go to the squares of standard castling from any start."
            }
            Class::Promotion => {
                "A pawn that reaches the last rank becomes a queen, rook, bishop or knight, by push and by capture."
            }
            Class::DoublePush => {
                "A pawn moves two squares only from its home rank, and only over empty squares."
            }
            Class::KingStep => {
                "The king may not step to an attacked square; it cannot shield the square it moves to."
            }
            Class::PieceMoves => "Each piece moves in its own way, over empty squares and on the board.",
            Class::Capture => "A piece captures enemy pieces where it could move; a pawn diagonally forward.",
            Class::WrongSide => "The sides move in turns.",
            Class::NoMoves => {
                "A position with legal moves has them listed; a game is over by rule only in mate and stalemate."
            }
            Class::BadPlay => "After a move the position is what its own FEN says.",
            Class::MoveIgnored => {
                "A move that is given is played, or refused aloud; the position before it was not asked about."
            }
            Class::BadUndo => {
                "Taking a move back restores everything: pieces, rights, en-passant square, clocks, keys."
            }
            Class::Leak => {
                "The answer depends on the position alone, not on what was asked or counted before."
            }
            Class::Output => "Every legal move is listed once, in the notation of the protocol.",
            Class::Count => "The tree has one leaf for each legal line of its depth.",
            Class::Unanswered => "Every legal position has an answer.",
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
