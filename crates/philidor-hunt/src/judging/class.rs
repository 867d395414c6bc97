//! The classes of bugs: which rule a move generator breaks, or which habit.
//!
//! ```text
//! one position, asked alone       piece-moves capture double-push promotion en-passant king-step
//!                                 castling-right castling-path castling-attack chess960-castling
//!                                 check-evasion double-check pin en-passant-pin wrong-side no-moves
//!                                 output
//! a position after a move         castling-rook-captured move-ignored bad-play, and those above
//! a tree, each position right     bad-undo; bad-play of a suspect that is given no moves
//! a question after another        leak
//! no answer                       unanswered
//! ```
//!
//! Variants have those of chess, and after them one or more for each rule that they change.

use serde::{Serialize, Serializer};

/// The class of a bug: the rule of chess or of a variant that a generator breaks, or a habit of the generator.
///
/// ```
/// use philidor_hunt::Class;
///
/// let class = Class::EnPassantPin;
/// assert_eq!((class.name(), class.is_of_variants()), ("en-passant-pin", false));
/// let rule = "An en-passant capture takes two pawns off their squares at once, and may not expose the king.";
/// assert_eq!(class.rule(), rule);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Class {
    /// A pinned piece or pawn leaves its line, or may not move along it.
    Pin,
    /// A check is not answered, or a right answer to it is missing.
    CheckEvasion,
    /// Something other than the king moves in double check.
    DoubleCheck,
    /// En passant is listed where it is not legal, or missing where it is.
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
    /// A capture is missing, or takes nothing.
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
    /// Atomic: a capture beside one's own king.
    OwnKingExplodes,
    /// Atomic: a capture that explodes the enemy king is missing.
    EnemyKingExplodes,
    /// Atomic: a king captures.
    KingCaptures,
    /// Atomic: kings side by side.
    KingsTouch,
    /// Atomic: what an explosion takes.
    Explosion,
    /// Atomic: where an en-passant capture explodes.
    ExplosionEnPassant,
    /// Atomic: check before or after an explosion.
    ExplosionCheck,
    /// Atomic: the right to castle outlasts a rook that has exploded.
    ExplosionCastlingRight,
    /// Atomic: moves after a king has exploded.
    ExplosionEnds,
    /// Antichess: a quiet move, although a capture is legal.
    CompulsoryCapture,
    /// Antichess: a promotion to a king is missing, or kings of pawns move wrongly.
    PromotionToKing,
    /// Antichess: a king is protected.
    OrdinaryKing,
    /// Crazyhouse: a drop is missing, or of a piece that is not in the pocket, or on a piece.
    Drop,
    /// Crazyhouse: pawns dropped on a wrong rank.
    DropRank,
    /// Crazyhouse: drops in check.
    DropEvasion,
    /// Crazyhouse: what is in the pockets after a move.
    Pocket,
    /// Crazyhouse: a captured promoted piece does not become a pawn.
    PocketPromoted,
    /// Three-check: moves after the last check.
    ThirdCheck,
    /// Three-check: checks are counted wrong.
    CheckCount,
    /// King of the hill: where and when the game ends.
    Hill,
    /// Horde: the double step from the first rank.
    HordeFirstRank,
    /// Horde: en passant after a double step from the first rank.
    HordeEnPassant,
    /// Horde: White needs no king.
    HordeKing,
    /// Racing kings: a move gives check.
    GivesCheck,
    /// Racing kings: when the game ends.
    Goal,
    /// Racing kings: Black's last move is missing.
    Equalize,
}

impl Class {
    /// The classes that variants have and chess does not.
    pub const OF_VARIANTS: [Class; 26] = [
        Class::OwnKingExplodes,
        Class::EnemyKingExplodes,
        Class::KingCaptures,
        Class::KingsTouch,
        Class::Explosion,
        Class::ExplosionEnPassant,
        Class::ExplosionCheck,
        Class::ExplosionCastlingRight,
        Class::ExplosionEnds,
        Class::CompulsoryCapture,
        Class::PromotionToKing,
        Class::OrdinaryKing,
        Class::Drop,
        Class::DropRank,
        Class::DropEvasion,
        Class::Pocket,
        Class::PocketPromoted,
        Class::ThirdCheck,
        Class::CheckCount,
        Class::Hill,
        Class::HordeFirstRank,
        Class::HordeEnPassant,
        Class::HordeKing,
        Class::GivesCheck,
        Class::Goal,
        Class::Equalize,
    ];

    /// Whether it is one of [`Class::OF_VARIANTS`].
    #[must_use]
    pub fn is_of_variants(self) -> bool {
        self >= Class::OwnKingExplodes
    }

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
            Class::OwnKingExplodes => "own-king-explodes",
            Class::EnemyKingExplodes => "enemy-king-explodes",
            Class::KingCaptures => "king-captures",
            Class::KingsTouch => "kings-touch",
            Class::Explosion => "explosion",
            Class::ExplosionEnPassant => "explosion-en-passant",
            Class::ExplosionCheck => "explosion-check",
            Class::ExplosionCastlingRight => "explosion-castling-right",
            Class::ExplosionEnds => "explosion-ends",
            Class::CompulsoryCapture => "compulsory-capture",
            Class::PromotionToKing => "promotion-to-king",
            Class::OrdinaryKing => "ordinary-king",
            Class::Drop => "drop",
            Class::DropRank => "drop-rank",
            Class::DropEvasion => "drop-evasion",
            Class::Pocket => "pocket",
            Class::PocketPromoted => "pocket-promoted",
            Class::ThirdCheck => "third-check",
            Class::CheckCount => "check-count",
            Class::Hill => "hill",
            Class::HordeFirstRank => "horde-first-rank",
            Class::HordeEnPassant => "horde-en-passant",
            Class::HordeKing => "horde-king",
            Class::GivesCheck => "gives-check",
            Class::Goal => "goal",
            Class::Equalize => "black-may-equalize",
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
            Class::OwnKingExplodes => "A capture that would explode one's own king is illegal.",
            Class::EnemyKingExplodes => {
                "A capture that explodes the enemy king wins, and is legal even in check."
            }
            Class::KingCaptures => "A king captures nothing, since it would explode.",
            Class::KingsTouch => {
                "Kings that touch cannot be captured, so beside the other king no attack matters: not to stay, not to step, not to castle there."
            }
            Class::Explosion => {
                "A capture takes the captured piece, the capturing one, and all pieces but pawns on the squares around."
            }
            Class::ExplosionEnPassant => {
                "An en-passant capture explodes around the square where the pawn arrives, and takes the captured pawn, too."
            }
            Class::ExplosionCheck => {
                "Whether a capture leaves the king in check is judged on the board after the explosion: what is gone neither attacks nor shields."
            }
            Class::ExplosionCastlingRight => "The right to castle is lost when that rook explodes.",
            Class::ExplosionEnds => "The game ends when a king explodes.",
            Class::CompulsoryCapture => "Who can capture must, by en passant as well.",
            Class::PromotionToKing => "A pawn may also become a king.",
            Class::OrdinaryKing => {
                "The king is an ordinary piece: it may be left or put where it can be captured, be captured, and be missing."
            }
            Class::Drop => {
                "Any piece in one's pocket may be dropped on any empty square, in place of a move."
            }
            Class::DropRank => "A pawn is dropped on any rank but the first and the last.",
            Class::DropEvasion => {
                "In check a piece may be dropped only between the king and the piece that gives check."
            }
            Class::Pocket => {
                "A captured piece goes to the pocket of the side that captures, and a dropped one leaves it."
            }
            Class::PocketPromoted => "A promoted piece that is captured goes to the pocket as a pawn.",
            Class::ThirdCheck => "The game ends with the third check.",
            Class::CheckCount => {
                "Each move that gives check counts once, whatever number of pieces gives it."
            }
            Class::Hill => "The game ends when a king reaches d4, e4, d5 or e5.",
            Class::HordeFirstRank => {
                "A white pawn on the first rank may advance two squares, over empty squares."
            }
            Class::HordeEnPassant => "A double step from the first rank cannot be answered by en passant.",
            Class::HordeKing => "White has no king, and moves without one.",
            Class::GivesCheck => "No move may give check, not even by discovery.",
            Class::Goal => {
                "The game ends when a king reaches the eighth rank; only if it is White's, and Black's can follow at once, Black moves once more."
            }
            Class::Equalize => {
                "If White's king has reached the eighth rank and Black's can with its next move, Black has this move."
            }
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_class_of_variants_has_its_own_name_and_rule() {
        let names: HashSet<&str> = Class::OF_VARIANTS.iter().map(|class| class.name()).collect();
        let rules: HashSet<&str> = Class::OF_VARIANTS.iter().map(|class| class.rule()).collect();
        assert_eq!((names.len(), rules.len()), (Class::OF_VARIANTS.len(), Class::OF_VARIANTS.len()));
        assert!(Class::OF_VARIANTS.iter().all(|class| class.is_of_variants()));
        assert!(!Class::Unanswered.is_of_variants());
    }
}
