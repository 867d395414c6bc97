//! The order in which pawns leave home, read from moves that are not played.
//!
//! A pawn leaves home with the first move that begins or ends on its square, so squares alone say when, 16 bits a move:
//!
//! ```text
//! pawns 8/pp3ppp/4p3/3p4/3P4/8/PP3PPP/8      where it holds, c2 d2 e2 c7 d7 e7 have left, and no other pawn
//! e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6       a7 leaves before c2, so this game never has it
//! ```

use philidor::{Bitboard, MoveDigest, Position};

use crate::bounds::{EndLimits, Requirements, home_pawn_squares, home_pawns};
use crate::pattern::Pattern;

/// Which pawns have left home where a pattern holds, and which have not.
#[derive(Clone, Copy, Debug)]
pub(super) struct HomePawns {
    left: Bitboard,
    kept: Bitboard,
}

impl HomePawns {
    pub(super) fn of(pattern: &Pattern) -> HomePawns {
        let left = home_pawn_squares(EndLimits::of(pattern).moved_pawns);
        HomePawns { left, kept: Requirements::of(pattern).home_pawns }
    }

    /// Whether a game may have the pattern at some ply.
    #[inline]
    pub(super) fn allow(self, start: &Position, moves: impl Iterator<Item = MoveDigest>) -> bool {
        if self.left.is_empty() {
            return true;
        }
        let mut home = home_pawns(start.board());
        if !home.intersects(self.left) {
            return true;
        }
        for digest in moves {
            let leaves = (Bitboard::from(digest.orig_square()) | digest.dest_square().into()) & home;
            if leaves.is_empty() {
                continue;
            }
            home -= leaves;
            if leaves.intersects(self.kept) {
                return false;
            }
            if !home.intersects(self.left) {
                return true;
            }
        }
        false
    }
}
