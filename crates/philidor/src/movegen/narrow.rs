//! A narrower kind of moves: the generator's sets, cut down before any word is written.
//!
//! ```text
//! generate ── sets ──► narrow ── smaller sets ──► list
//!
//! quiet checks    targets from which the piece sees the king, and all targets off the line of a piece that
//!                 shields it from one of our sliders
//! ```
//!
//! In check all legal moves are evasions, so [`Position::legal_moves`] lists just these.

use super::words::{ListWriter, Words};
use super::{MoveKind, MoveSet, MoveSink, PawnStep};
use crate::attacks::{self, Magic, Sliders};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveList, MoveType, PieceType, Square};

impl Position {
    /// The legal quiet moves that give check: directly, by discovery, or by castling.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "6k1/8/8/8/2N5/8/B7/K3R3 w - - 0 1".parse()?;
    /// // The rook on e8 and g1; the knight, wherever it goes, because of the bishop behind it.
    /// assert_eq!(position.quiet_checks().len(), 2 + 8);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn quiet_checks(&self) -> MoveList {
        let mut list = MoveList::new();
        let mut writer = ListWriter { words: Words::new(self), kind: MoveKind::Quiet, list: &mut list };
        let checks = Checks::new(self);
        self.for_each_set_of(MoveKind::Quiet, &mut |set| {
            if let Some(set) = checks.narrowed(self, set).filter(|set| !set.is_empty()) {
                let _ = writer.accept(set);
            }
        });
        list
    }
}

/// What gives check to the other king.
struct Checks {
    us: Color,
    king: Square,
    /// The squares from which a bishop and a rook see the king.
    diagonal: Bitboard,
    straight: Bitboard,
    /// Our pieces that alone stand between one of our sliders and the king.
    shields: Bitboard,
}

impl Checks {
    fn new(position: &Position) -> Checks {
        let (us, board) = (position.side_to_move(), position.board());
        let king = position.king(!us);
        let (own, enemy, occupied) = (board.colors(us), board.colors(!us), board.occupied());
        let snipers = (Magic.bishop(king, enemy) & board.diagonal_sliders(us))
            | (Magic.rook(king, enemy) & board.straight_sliders(us));
        let shields = snipers.into_iter().fold(Bitboard::EMPTY, |shields, sniper| {
            let between = attacks::between(king, sniper) & own;
            if between.has_several() { shields } else { shields | between }
        });
        let (diagonal, straight) = (Magic.bishop(king, occupied), Magic.rook(king, occupied));
        Checks { us, king, diagonal, straight, shields }
    }

    /// The squares from which a piece that has come from `origin` gives check. By leaving its square it opens no line
    /// for itself, along which it would have given check before.
    fn squares(&self, piece_type: PieceType, origin: Square) -> Bitboard {
        let direct = match piece_type {
            PieceType::King => Bitboard::EMPTY,
            PieceType::Queen => self.diagonal | self.straight,
            PieceType::Rook => self.straight,
            PieceType::Bishop => self.diagonal,
            PieceType::Knight => attacks::knight(self.king),
            PieceType::Pawn => attacks::pawn(!self.us, self.king),
        };
        if self.shields.contains(origin) { direct | !attacks::line(self.king, origin) } else { direct }
    }

    /// The moves of a quiet set that give check.
    fn narrowed(&self, position: &Position, set: MoveSet) -> Option<MoveSet> {
        Some(match set {
            MoveSet::Piece { piece_type, origin, targets } => {
                MoveSet::Piece { piece_type, origin, targets: targets & self.squares(piece_type, origin) }
            }
            MoveSet::Pawns { step, targets } => MoveSet::Pawns { step, targets: self.pushes(step, targets) },
            MoveSet::Castling { side, origin } => {
                let castling = Move::blank(position.castling_rights(), None)
                    .with_type(MoveType::Castling)
                    .with_origin(origin)
                    .with_destination(side.king_destination(self.us));
                return position.gives_check(castling).then_some(set);
            }
            MoveSet::Promotions { .. } | MoveSet::EnPassant { .. } => return None,
        })
    }

    fn pushes(&self, step: PawnStep, targets: Bitboard) -> Bitboard {
        let direct = targets & attacks::pawn(!self.us, self.king);
        let discovering = (targets - direct).into_iter().filter(|&target| {
            let origin = step.origin(self.us, target);
            self.shields.contains(origin) && !attacks::line(self.king, origin).contains(target)
        });
        discovering.fold(direct, |checks, target| checks | target.into())
    }
}
