//! The moves of a placement, as far as the solver needs them: how many are quiet, and what the others lead to.
//!
//! Attack sets answer both, without a list of moves; the tests count the same moves by the library's generator. Nothing
//! that is solved here castles, and en passant is not part of a placement:
//!
//! ```text
//! . . . . . .      A pawn advances two squares, and one beside it could take it en passant. The position that follows
//! . . . . . .      is worth to the side to move
//! . . ↓ . . .           the better of its value in the table and of the captures en passant,
//! . . P p . .      since those come on top of all other moves. If there are no other moves, the table calls the position
//! . . ↑ . . .      stalemate or mate, and the captures alone count. Mate is the worst value, so only stalemate needs
//! . . ↑ . . .      to be asked for.
//! ```

use philidor::{Bitboard, Color, PieceType, Rank, Square, attacks};

use super::distance::{Distance, Measure, Packed};
use super::layout::Layout;
use super::placement::{Placement, attacks};
use super::successors::{Change, Successors};

/// The moves of the pieces of a layout.
#[derive(Clone, Copy)]
pub(super) struct Moves<'a> {
    layout: &'a Layout,
    successors: &'a Successors<'a>,
    measure: Measure,
}

/// What is known of a position from its zeroing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    /// How many moves are quiet.
    pub(super) quiet: u16,
    /// The best of the zeroing moves, `None` if there are none.
    pub(super) zeroing: Option<Distance>,
    pub(super) is_check: bool,
}

impl Summary {
    /// What is kept of the position before anything is known of its quiet moves.
    pub(super) fn packed(&self) -> Packed {
        match self.zeroing {
            Some(Distance::Win(plies)) => Packed::win(plies),
            Some(Distance::Draw) => Packed::DRAW,
            zeroing if self.quiet > 0 => Packed::open(self.quiet, zeroing.is_some()),
            Some(Distance::Loss(plies)) => Packed::loss(plies),
            None if self.is_check => Packed::loss(0),
            None => Packed::DRAW,
        }
    }

    /// By how many half-moves zeroing moves delay a loss.
    pub(super) fn delay(&self) -> u16 {
        match self.zeroing {
            Some(Distance::Loss(plies)) => plies,
            _ => 0,
        }
    }
}

impl<'a> Moves<'a> {
    pub(super) fn new(layout: &'a Layout, successors: &'a Successors<'a>, measure: Measure) -> Moves<'a> {
        Moves { layout, successors, measure }
    }

    /// Whether a side attacks a square, apart from the piece of one slot.
    #[inline]
    fn attacks(
        &self,
        placement: &Placement,
        by: Color,
        except: Option<usize>,
        square: Square,
        occupied: Bitboard,
    ) -> bool {
        self.layout.slots[by.index()].iter().any(|&slot| {
            Some(slot) != except
                && attacks(self.layout.pieces[slot], placement.squares[slot], occupied).contains(square)
        })
    }

    /// Whether this is a position if that side is to move: the other king cannot be taken.
    #[inline]
    pub(super) fn is_legal(&self, placement: &Placement, side: Color) -> bool {
        let king = placement.squares[(!side).index()];
        !self.attacks(placement, side, None, king, placement.occupied())
    }

    /// Whether a move other than the king's could leave the king in check: there is a check already, or a piece that
    /// would attack it on an empty board.
    #[inline]
    fn needs_care(&self, placement: &Placement, side: Color) -> bool {
        let king = placement.squares[side.index()];
        self.attacks(placement, !side, None, king, Bitboard::EMPTY)
    }

    pub(super) fn summary(&self, placement: &Placement, side: Color) -> Summary {
        let (king, occupied) = (placement.squares[side.index()], placement.occupied());
        let is_careful = self.needs_care(placement, side);
        let is_check = is_careful && self.attacks(placement, !side, None, king, occupied);
        let mut summary = Summary { quiet: 0, zeroing: None, is_check };
        for &slot in &self.layout.slots[side.index()] {
            let piece = self.layout.pieces[slot];
            if piece.piece_type == PieceType::Pawn {
                self.pawn_moves(placement, slot, side, is_careful, &mut summary);
                continue;
            }
            let origin = placement.squares[slot];
            let targets = attacks(piece, origin, occupied);
            let targets = targets & !placement.colors[side.index()];
            let captures = targets & placement.colors[(!side).index()];
            let quiet = targets & !captures;
            if piece.piece_type == PieceType::King || is_careful {
                for target in quiet {
                    summary.quiet += u16::from(self.is_safe(placement, slot, target, None, side));
                }
            } else {
                summary.quiet += quiet.len() as u16;
            }
            for target in captures {
                let captured = self.slot_at(placement, target, !side);
                if self.is_safe(placement, slot, target, captured, side) {
                    self.zeroing_move(
                        placement,
                        slot,
                        target,
                        Change { captured, promoted: None },
                        side,
                        &mut summary,
                    );
                }
            }
        }
        summary
    }

    /// The slot of the piece on a square.
    #[inline]
    fn slot_at(&self, placement: &Placement, square: Square, color: Color) -> Option<usize> {
        self.layout.slots[color.index()].iter().copied().find(|&slot| placement.squares[slot] == square)
    }

    /// Whether the king is not in check after a move.
    #[inline]
    fn is_safe(
        &self,
        placement: &Placement,
        slot: usize,
        target: Square,
        captured: Option<usize>,
        side: Color,
    ) -> bool {
        let king_slot = side.index();
        let king = if slot == king_slot { target } else { placement.squares[king_slot] };
        let mut occupied = placement.occupied() ^ placement.squares[slot].into();
        if let Some(captured) = captured {
            occupied &= !Bitboard::from(placement.squares[captured]);
        }
        !self.attacks(placement, !side, captured, king, occupied | target.into())
    }

    /// Notes where a zeroing move leads.
    #[inline]
    fn zeroing_move(
        &self,
        placement: &Placement,
        slot: usize,
        target: Square,
        change: Change,
        side: Color,
        summary: &mut Summary,
    ) {
        let mut squares = placement.squares;
        squares[slot] = target;
        let after = self.successors.after(change, &squares, !side);
        self.note(after.distance(), summary);
    }

    /// Notes the value after a zeroing move. A legal move leads to a position, which has a distance.
    #[inline]
    fn note(&self, after: Option<Distance>, summary: &mut Summary) {
        debug_assert!(after.is_some(), "a legal move leads to what is not a position");
        if let Some(after) = after {
            let before = after.before_zeroing(self.measure);
            summary.zeroing = Some(summary.zeroing.map_or(before, |zeroing| zeroing.max(before)));
        }
    }

    /// Advances, captures and promotions.
    fn pawn_moves(
        &self,
        placement: &Placement,
        slot: usize,
        side: Color,
        is_careful: bool,
        summary: &mut Summary,
    ) {
        let (origin, occupied) = (placement.squares[slot], placement.occupied());
        let targets = attacks::pawn(side, origin) & placement.colors[(!side).index()];
        for target in targets {
            let captured = self.slot_at(placement, target, !side);
            if self.is_safe(placement, slot, target, captured, side) {
                self.pawn_move(placement, slot, target, captured, side, summary);
            }
        }
        let forward = if side == Color::White { 1 } else { -1 };
        let Some(target) = origin.offset(0, forward).filter(|&target| !occupied.contains(target)) else {
            return;
        };
        if !is_careful || self.is_safe(placement, slot, target, None, side) {
            self.pawn_move(placement, slot, target, None, side, summary);
        }
        if origin.rank() != Rank::Second.relative_to(side) {
            return;
        }
        let passed = target;
        let Some(target) = origin.offset(0, 2 * forward).filter(|&target| !occupied.contains(target)) else {
            return;
        };
        if !is_careful || self.is_safe(placement, slot, target, None, side) {
            let after = self.after_double_push(placement, slot, target, passed, side);
            self.note(after, summary);
        }
    }

    /// One step or a capture, with all promotions at the end.
    fn pawn_move(
        &self,
        placement: &Placement,
        slot: usize,
        target: Square,
        captured: Option<usize>,
        side: Color,
        summary: &mut Summary,
    ) {
        if Bitboard::LAST_RANKS.contains(target) {
            for piece_type in PieceType::PROMOTIONS {
                let change = Change { captured, promoted: Some((slot, piece_type)) };
                self.zeroing_move(placement, slot, target, change, side, summary);
            }
        } else if captured.is_some() {
            self.zeroing_move(placement, slot, target, Change { captured, promoted: None }, side, summary);
        } else {
            let mut squares = placement.squares;
            squares[slot] = target;
            self.note(self.successors.further_on(&squares, !side).distance(), summary);
        }
    }

    /// The value of the position after a pawn has advanced two squares, for the other side.
    fn after_double_push(
        &self,
        placement: &Placement,
        slot: usize,
        target: Square,
        passed: Square,
        side: Color,
    ) -> Option<Distance> {
        let mut squares = placement.squares;
        squares[slot] = target;
        let in_table = self.successors.further_on(&squares, !side).distance()?;
        let is_pawn = |&slot: &usize| self.layout.pieces[slot].piece_type == PieceType::Pawn;
        let attackers = attacks::pawn(side, passed) & placement.colors[(!side).index()];
        let mut captures = (self.layout.slots[(!side).index()].iter().copied())
            .filter(|other| is_pawn(other) && attackers.contains(placement.squares[*other]))
            .peekable();
        if captures.peek().is_none() {
            return Some(in_table);
        }
        let after = self.layout.placed(squares)?;
        let mut summary = Summary { quiet: 0, zeroing: None, is_check: false };
        for other in captures {
            if self.is_safe(&after, other, passed, Some(slot), !side) {
                let change = Change { captured: Some(slot), promoted: None };
                self.zeroing_move(&after, other, passed, change, !side, &mut summary);
            }
        }
        let Some(en_passant) = summary.zeroing else { return Some(in_table) };
        if in_table == Distance::Draw && !self.has_move(&after, !side) {
            return Some(en_passant);
        }
        Some(in_table.max(en_passant))
    }

    /// Whether a side has any move, en passant aside.
    fn has_move(&self, placement: &Placement, side: Color) -> bool {
        let summary = self.summary(placement, side);
        summary.quiet > 0 || summary.zeroing.is_some()
    }
}

#[cfg(test)]
mod tests {
    use philidor::{CastlingRights, Position};

    use super::*;
    use crate::material::Material;
    use crate::solve::placement::Squares;
    use crate::solve::successors::Known;
    use crate::solve::values::Values;

    /// Values that are the same for every position with the pawns of one of the placements, and missing for all others.
    fn values(layout: &Layout, placements: &[Squares], value: Packed) -> Values {
        let mut values = Values::empty(layout);
        for squares in placements {
            let slice = layout.place(squares).expect("a placement").slice;
            values.slices[slice as usize] = [0, 1].map(|_| vec![value.0; layout.size as usize]);
        }
        values
    }

    /// The value of the position after 1. e2-e4 for Black, who may answer d4xe3, if all tables call what follows the
    /// push a draw, and `after_capture` is the value of what follows the capture.
    fn after_double_push(fen: &str, after_capture: Packed) -> Option<Distance> {
        let layout = |name: &str| {
            let material: Material = name.parse().expect(name);
            Layout::new(material).expect(name)
        };
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.castling_rights(), CastlingRights::NONE);
        let (own, after) = (layout("KQPvKP"), layout("KQvKP"));
        let (squares, _) = own.squares_on(position.board());
        let placement = own.placed(squares).expect("a placement");
        let pawn = (0..5).find(|&slot| squares[slot] == Square::E2).expect("a pawn");

        let mut pushed = squares;
        pushed[pawn] = Square::E4;
        let mut answered = pushed;
        answered[4] = Square::D3;
        let own_values = values(&own, &[pushed, answered], Packed::DRAW);
        let mut captured = squares;
        captured[3] = Square::E3; // the slot of the black pawn in KQvKP
        let after_values = values(&after, &[captured], after_capture);
        // No other table is asked.
        let known = |_| Some(Known { layout: &after, values: &after_values });
        let successors =
            Successors::new(Known { layout: &own, values: &own_values }, known).expect("all known");
        let moves = Moves::new(&own, &successors, Measure::Mate);
        moves.after_double_push(&placement, pawn, Square::E4, Square::E3, Color::White)
    }

    /// The black king cannot move, and d3 is occupied: the capture is the only move.
    #[test]
    fn a_capture_en_passant_that_is_the_only_move_decides() {
        let only = "7k/8/6Q1/8/3p4/3K4/4P3/8 w - - 0 1";
        assert_eq!(after_double_push(only, Packed::win(5)), Some(Distance::Loss(6)));
        assert_eq!(after_double_push(only, Packed::loss(4)), Some(Distance::Win(5)));
        // On d1 the king does not stop the pawn, which may hold the draw.
        let other = "7k/8/6Q1/8/3p4/8/4P3/3K4 w - - 0 1";
        assert_eq!(after_double_push(other, Packed::win(5)), Some(Distance::Draw));
        assert_eq!(after_double_push(other, Packed::loss(4)), Some(Distance::Win(5)));
    }

    /// The pawn is pinned along the rank that both pawns leave.
    #[test]
    fn a_capture_en_passant_that_uncovers_a_check_is_none() {
        let pinned = "8/8/8/8/Q2p3k/8/4P3/3K4 w - - 0 1";
        assert_eq!(after_double_push(pinned, Packed::loss(4)), Some(Distance::Draw));
    }
}
