//! Counting the replies to eight moves at once.
//!
//! All children of one position share nearly everything. The side that replies is the same, its king stands on the
//! same square, its men stand where they stood but for the one that was captured. So a child is not made: it is noted
//! as what changes (`changes.rs`, `noting.rs`), and eight children are counted side by side, each in a lane:
//!
//! ```text
//! parent      pawns  diagonal  straight  men  of the mover, and of the replier: the same in all lanes
//! changes     e2|e4 among the pawns           lane 0: e2e4
//!             g1|f3 among the knights         lane 1: g1f3
//!             …
//! ```
//!
//! The count (`replies.rs`) needs no branch and no table:
//!
//! 1. What the mover's sliders attack in eight directions is found for all of them at once (`lines.rs`).
//! 2. With the attacks of the other men that makes the *danger* to the king. Where the king stands in it, the lane is
//!    in check and leaves for the plain counter.
//! 3. The king looks along its eight lines up to the first man. Where a look one way and an attack the other way meet,
//!    a man is *pinned* on that line.
//! 4. The replier's sliders that are free, or pinned along that very line, move in each direction. The targets
//!    of one direction never overlap, since a slider stops at the next, so the number of moves is a count of squares.
//!    Pawns move by shifts, knights one by one: their squares are the same in all lanes.
//!
//! Lanes in check, and those in which a pawn can be captured en passant, are a few per cent.

mod changes;
mod lines;
mod noting;
mod replies;

use super::children::Node;
use super::counted::Leaves;
use crate::attacks;
use crate::cpu::lanes::{Lanes, WIDTH};
use crate::cpu::{Job, Level};
use crate::types::{Bitboard, Side};

pub(super) use changes::Changes;
use changes::{CAPACITY, Men};
use replies::Replies;

/// Counts the moves of all children of a position: a sink for the generator at depth two.
pub(super) struct Batch<'a, S, L> {
    parent: &'a Node,
    level: L,
    mover: Men<u64>,
    replier: Men<u64>,
    /// What the mover's king and knights attack.
    leaps: u64,
    changes: &'a mut Changes,
    /// How many children are noted.
    len: usize,
    /// In which of them the mover's men of each kind change: a bit for each child.
    changed: Men<u64>,
    /// Those of them that the plain counter must count.
    plain: u64,
    count: u64,
    side: core::marker::PhantomData<S>,
}

impl<'a, S: Side, L: Level> Batch<'a, S, L> {
    #[inline(always)]
    pub(super) fn new(parent: &'a Node, changes: &'a mut Changes, level: L) -> Batch<'a, S, L> {
        let mover = Men::of(&parent.board, S::COLOR);
        let leaps = knight_attacks(mover.knights) | attacks::king(Bitboard(mover.king).first_or_a1()).0;
        Batch {
            parent,
            level,
            mover,
            replier: Men::of(&parent.board, <S::Other as Side>::COLOR),
            leaps,
            changes,
            len: 0,
            changed: Men::NONE,
            plain: 0,
            count: 0,
            side: core::marker::PhantomData,
        }
    }

    /// The count of all children's moves, those noted last included.
    #[inline(always)]
    pub(super) fn finish(&mut self) -> u64 {
        self.count_noted();
        self.count
    }

    /// Counts the children that are noted, and forgets them.
    #[inline(always)]
    fn count_noted(&mut self) {
        let len = self.len;
        let level = self.level;
        level.call(CountNoted::<S, L> { batch: self, len });
        self.len = 0;
        self.changed = Men::NONE;
        self.plain = 0;
    }
}

/// What the knights of a set attack.
fn knight_attacks(knights: u64) -> u64 {
    Bitboard(knights).into_iter().fold(0, |set, knight| set | attacks::knight(knight).0)
}

struct CountNoted<'a, 'b, S, L> {
    batch: &'a mut Batch<'b, S, L>,
    len: usize,
}

impl<S: Side, M: Level> Job for CountNoted<'_, '_, S, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let CountNoted { batch, len } = self;
        let replies = Replies::<S::Other, L::Lanes>::of(batch, level.lanes());
        let mut first = 0;
        while first < len {
            let (counts, in_check) = replies.count(batch.changes, batch.changed.from(first), first);
            let noted = u8::MAX >> (WIDTH - (len - first).min(WIDTH));
            let plain = in_check | (batch.plain >> first) as u8;
            batch.count += counts.sum_of(noted & !plain);
            for lane in Bitboard(u64::from(noted & plain)) {
                batch.count += level.call(Leaves::<S::Other>::of(&batch.child(first + lane.index())));
            }
            first += WIDTH;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::Magic;
    use crate::cpu::lanes::Portable;
    use crate::perft::counted::count_at;
    use crate::perft::perft_plain;
    use crate::position::Position;

    /// Batches on any CPU: every other level that counts them needs a CPU that may not be here.
    #[derive(Clone, Copy)]
    struct PortableBatches;

    impl Level for PortableBatches {
        type Sliders = Magic;
        type Lanes = Portable;

        const COUNTS_BATCHES: bool = true;

        fn sliders(self) -> Magic {
            Magic
        }

        fn lanes(self) {}

        fn call<J: Job>(self, job: J) -> J::Output {
            job.run(self)
        }
    }

    /// Positions in which something of every kind happens within three half-moves.
    const POSITIONS: [&str; 9] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
    ];

    #[test]
    fn batches_count_what_the_plain_path_counts() {
        for fen in POSITIONS {
            let position: Position = fen.parse().expect("a position");
            let depth = if cfg!(miri) { 2 } else { 3 };
            assert_eq!(count_at(PortableBatches, &position, depth), perft_plain(&position, depth), "{fen}");
        }
    }
}
