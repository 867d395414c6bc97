//! Whether there is any legal move: seldom in doubt.
//!
//! ```text
//! . . . . r . . .      What the king sees as a queen would: only the first piece in a direction can be pinned.
//! . . . . | . . .      A pawn out of its sight, with a free square before it, is a legal move, unless the king is in
//! . . P . R . . .      check. That is known before pins are looked for, and settles most positions.
//! . . . . | / . .
//! . . . . K - - -      c6 is out of sight: c7 is a move
//! ```

use core::ops::ControlFlow;

use super::{Generate, MoveKind, MoveSet};
use crate::attacks::{self, Sliders};
use crate::cpu::{Job, Level};
use crate::position::{Board, Position};
use crate::types::{Bitboard, Black, Color, PieceType, Side, White};

/// The question as a job.
pub(super) struct HasMove<'a>(pub(super) &'a Position);

impl Job for HasMove<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        let HasMove(position) = self;
        let sliders = level.sliders();
        let has_free_move = match position.side_to_move() {
            Color::White => has_free_move::<White, _>(position.board(), sliders),
            Color::Black => has_free_move::<Black, _>(position.board(), sliders),
        };
        has_free_move || level.call(Generated(position))
    }
}

/// Whether a pawn or a knight that cannot be pinned has a move, without a check.
#[inline(always)]
fn has_free_move<S: Side, A: Sliders>(board: &Board, sliders: A) -> bool {
    let (us, them) = (S::COLOR, <S::Other as Side>::COLOR);
    let (king, occupied) = (board.king(us), board.occupied());
    let (diagonal, straight) = (sliders.bishop(king, occupied), sliders.rook(king, occupied));
    let checkers = (attacks::pawn(us, king) & board.men(them, PieceType::Pawn))
        | (attacks::knight(king) & board.men(them, PieceType::Knight))
        | (diagonal & board.diagonal_sliders(them))
        | (straight & board.straight_sliders(them));
    if !checkers.is_empty() {
        return false;
    }
    let own = board.color(us);
    let free = own - diagonal - straight;
    let pushed = S::forward(free & board.pieces(PieceType::Pawn)) - occupied;
    let has_leap = |knight| !(attacks::knight(knight) - own).is_empty();
    !pushed.is_empty() || (free & board.pieces(PieceType::Knight)).into_iter().any(has_leap)
}

/// The first set that the generator reports.
struct Generated<'a>(&'a Position);

impl Job for Generated<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        let sink = &mut |set: MoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let Generated(position) = self;
        Generate::<_, true> { position, kind: MoveKind::All, movers: Bitboard::FULL, sink }
            .run(level)
            .is_break()
    }
}
