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
    ///
    /// Moves are taken eight at a time; their order matters only if pawns of both kinds leave with these eight.
    #[inline]
    pub(super) fn allow(self, start: &Position, mut moves: impl Iterator<Item = MoveDigest> + Clone) -> bool {
        let mut home = home_pawns(start.board());
        loop {
            if !home.intersects(self.left) {
                return true;
            }
            let eight = moves.clone();
            let (mut touched, mut count) = (Bitboard::EMPTY, 0);
            for digest in moves.by_ref().take(EIGHT) {
                touched |= squares(digest);
                count += 1;
            }
            let after = home - touched;
            match ((home & touched).intersects(self.kept), after.intersects(self.left)) {
                (true, true) => return false,
                (true, false) => return self.allow_in_order(home, eight),
                (false, true) if count < EIGHT => return false,
                (false, _) => home = after,
            }
        }
    }

    /// Whether the last pawn that must leave does so before the first one that must stay.
    fn allow_in_order(self, mut home: Bitboard, moves: impl Iterator<Item = MoveDigest>) -> bool {
        for digest in moves {
            let leaves = squares(digest) & home;
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

/// How many moves are looked at together.
const EIGHT: usize = 8;

/// The squares where a move begins and ends.
#[inline(always)]
fn squares(digest: MoveDigest) -> Bitboard {
    Bitboard::from(digest.orig_square()) | digest.dest_square().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, a move at a time.
    fn plainly(pawns: HomePawns, start: &Position, moves: &[MoveDigest]) -> bool {
        let home = home_pawns(start.board());
        !home.intersects(pawns.left) || pawns.allow_in_order(home, moves.iter().copied())
    }

    /// Games of every length up to 25 moves, three eights and one, with the last pawn that must leave, or the first
    /// that must stay, at each of their moves.
    #[test]
    fn eights_say_what_single_moves_say() {
        let start = Position::default();
        let digest = |uci: &str| start.parse_uci(uci).map(|mv| mv.digest()).expect("legal");
        let [quiet, a3, h3] = ["b1c3", "a2a3", "h2h3"].map(digest);
        let pawns = HomePawns { left: a3.orig_square().into(), kept: h3.orig_square().into() };
        let mut counts = [0; 2];
        for length in 0..=25 {
            for leaves in 0..=length {
                for stays in 0..=length {
                    let mut moves = vec![quiet; length];
                    moves.get_mut(leaves).into_iter().for_each(|mv| *mv = a3);
                    moves.get_mut(stays).into_iter().for_each(|mv| *mv = h3);
                    let found = pawns.allow(&start, moves.iter().copied());
                    assert_eq!(found, plainly(pawns, &start, &moves), "{length} {leaves} {stays}");
                    assert_eq!(found, leaves < length && leaves < stays, "{length} {leaves} {stays}");
                    counts[usize::from(found)] += 1;
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
    }
}
