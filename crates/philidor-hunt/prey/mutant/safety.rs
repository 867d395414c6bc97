//! The safety of the king: which moves it allows.
//!
//! ```text
//! . . . . r . . .     The rook on e8 would check the king on e1, but for the knight: the knight is pinned, and here
//! . . . . . . . .     it cannot move at all, while a rook in its place could go along the line, up to e8.
//! . . . . N . . .
//! . b . . . . . .     The bishop on b4 gives check. A piece may capture it, or step on c3 or d2. Two checkers at once
//! . . . . K . . .     leave only the king's own steps.
//! ```
//!
//! A king does not shield itself: whether it may step somewhere is asked of a board without it.

use crate::board::{
    AROUND, Board, Color, Kind, Piece, Square, Squares, between, bit, direction, ray, squares,
};
use crate::bugs::Bug;
use crate::position::{Move, MoveKind, Position};
use crate::variant::Variant;

/// What threatens the king of the side to move.
pub(crate) struct Safety {
    pub(crate) king: Square,
    them: Color,
    checkers: Squares,
    /// Where a piece must go that answers a check: anywhere if there is none.
    answers: Squares,
    /// The pinned pieces, each with the squares of its line.
    pins: Vec<(Square, Squares)>,
    /// The board as the king sees it when it steps.
    without_king: Board,
}

impl Safety {
    /// Looks round from the king; nothing if there is none, or if it is as good as a piece, in antichess.
    pub(crate) fn of(position: &Position) -> Option<Safety> {
        if position.variant == Variant::Antichess && !position.has(Bug::KingProtected) {
            return None;
        }
        let king = position.board.king(position.side)?;
        let them = position.side.other();
        let mut without_king = position.board;
        without_king.pieces[king] = None;
        let mut checkers = position.board.attackers(king, them);
        if position.has(Bug::CheckByPawnUnseen) {
            checkers &= !position.board.of_kind(checkers, Kind::Pawn);
        }
        let answers = answers(position, king, checkers);
        let mut pins = pins(position, king);
        if position.has(Bug::PinIgnored) || position.has(Bug::PinForgottenInCheck) && checkers != 0 {
            pins.clear();
        }
        Some(Safety { king, them, checkers, answers, pins, without_king })
    }

    /// Whether a move leaves the king safe. Castling is asked of `may_castle`.
    pub(crate) fn allows(&self, position: &Position, mv: Move) -> bool {
        let is_drop = matches!(mv.kind, MoveKind::Drop(_));
        if is_drop && position.has(Bug::DropIgnoresCheck) {
            true
        } else if is_drop && position.has(Bug::DropNoEvasion) && self.checkers != 0 {
            false
        } else if mv.from == self.king {
            self.allows_king(position, mv.to)
        } else if mv.kind == MoveKind::EnPassant {
            self.allows_en_passant(position, mv)
        } else {
            let is_on_line =
                |&(pinned, line): &(Square, Squares)| pinned != mv.from || line & bit(mv.to) != 0;
            self.answers & bit(mv.to) != 0 && self.pins.iter().all(is_on_line)
        }
    }

    /// Whether a square is attacked once the king has left its own.
    pub(crate) fn is_attacked(&self, position: &Position, square: Square) -> bool {
        position.is_check(&self.without_king, square)
    }

    fn allows_king(&self, position: &Position, to: Square) -> bool {
        let captures = !position.board.is_empty(to);
        if captures && position.has(Bug::KingNeverCaptures) {
            return false;
        }
        let board = if position.has(Bug::KingInShadow) { &position.board } else { &self.without_king };
        let mut attackers = board.attackers(to, self.them);
        if position.has(Bug::KingIgnoresPawns) {
            attackers &= !board.of_kind(attackers, Kind::Pawn);
        }
        if position.has(Bug::KingMeetsKing) {
            attackers &= !board.of_kind(attackers, Kind::King);
        }
        let is_careless =
            position.has(Bug::KingIntoAttack) || captures && position.has(Bug::KingTakesProtected);
        attackers == 0 || is_careless
    }

    /// Two pieces leave their squares at once, and one arrives: we look at the board as it will be.
    fn allows_en_passant(&self, position: &Position, mv: Move) -> bool {
        let Some(passed) = position.passed_pawn(mv.to) else { return false };
        if position.has(Bug::EnPassantParryMissing) && self.checkers & bit(passed) != 0 {
            return false;
        }
        let mut board = position.board;
        board.pieces[mv.from] = None;
        board.pieces[passed] = None;
        board.pieces[mv.to] = Some(Piece { color: position.side, kind: Kind::Pawn });
        squares(board.attackers(self.king, self.them)).all(|attacker| {
            // The bugs: a slider that the move uncovers is not seen in one direction.
            direction(self.king, attacker).filter(|_| self.checkers & bit(attacker) == 0).is_some_and(
                |line| {
                    position.has(match line {
                        (_, 0) => Bug::EnPassantRankPin,
                        (0, _) => Bug::EnPassantFilePin,
                        _ => Bug::EnPassantDiagonalPin,
                    })
                },
            )
        })
    }
}

/// Where a piece must go that answers the checks.
fn answers(position: &Position, king: Square, checkers: Squares) -> Squares {
    let anywhere = !0;
    let first = checkers & checkers.wrapping_neg();
    match checkers.count_ones() {
        0 => anywhere,
        1 if position.has(Bug::CheckIgnored) => anywhere,
        2.. if position.has(Bug::DoubleCheckIgnored) => anywhere,
        2.. if !position.has(Bug::DoubleCheckOneAnswered) => 0,
        _ if position.has(Bug::CheckNoBlocks) => first,
        _ => {
            let blocks = squares(first).fold(0, |set, checker| set | between(king, checker));
            if position.has(Bug::CheckNoCapture) { blocks } else { blocks | first }
        }
    }
}

/// Along each line from the king: a piece of its own side, and behind it a slider of the other that moves along this
/// line.
fn pins(position: &Position, king: Square) -> Vec<(Square, Squares)> {
    let board = &position.board;
    let mut pins = Vec::new();
    for direction in AROUND {
        let mut pieces = ray(king, direction).filter_map(|at| board.pieces[at].map(|piece| (at, piece)));
        let (Some((shield, own)), Some((pinner, slider))) = (pieces.next(), pieces.next()) else { continue };
        let is_pin =
            own.color == position.side && slider.color != position.side && slider.kind.slides(direction);
        let is_missed = position.has(Bug::PinKnightFree) && own.kind == Kind::Knight
            || position.has(Bug::PinByQueenIgnored) && slider.kind == Kind::Queen
            || position.has(Bug::PinDiagonalIgnored) && direction.0 != 0 && direction.1 != 0;
        if is_pin && !is_missed {
            let line = if position.has(Bug::PinFrozen) { 0 } else { between(king, pinner) };
            let capture =
                if position.has(Bug::PinNoCapture) || position.has(Bug::PinFrozen) { 0 } else { bit(pinner) };
            pins.push((shield, line | capture));
        }
    }
    pins
}
