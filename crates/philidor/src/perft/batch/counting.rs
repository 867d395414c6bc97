//! The noted children are counted, eight side by side, and those that need it one by one.

use super::Batch;
use super::changes::{Noted, Pieces};
use super::replies::Replies;
use crate::cpu::{Job, Level};
use crate::perft::coverage::{Mark, mark};
use crate::perft::leaves::Leaves;
use crate::simd::lanes::{Lanes, WIDTH};
use crate::types::{Bitboard, Side};

impl<S: Side, L: Level> Batch<'_, S, L> {
    /// The count of all children's moves, including those noted last.
    #[inline(always)]
    pub(in crate::perft) fn finish(&mut self) -> u64 {
        self.count_noted();
        self.count
    }

    /// Counts the noted children, and empties the batch.
    #[inline(always)]
    pub(super) fn count_noted(&mut self) {
        let level = self.level;
        level.call(CountNoted::<S, L> { batch: self });
        self.noted = Noted::NONE;
        self.changed = Pieces::NONE;
        self.plain = 0;
    }
}

struct CountNoted<'a, 'b, S, L> {
    batch: &'a mut Batch<'b, S, L>,
}

impl<S: Side, M: Level> Job for CountNoted<'_, '_, S, M> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let CountNoted { batch } = self;
        let len = batch.noted.len();
        if batch.noted.room() == 0 {
            mark(Mark::FullBatch);
        }
        let replies = Replies::<S::Other, L::Lanes>::new(batch, level.lanes());
        let mut first = 0;
        while first < len {
            let (counts, in_check) = replies.count(batch.changes, batch.changed.from(first), first);
            let noted = u8::MAX >> (WIDTH - (len - first).min(WIDTH));
            let plain = in_check | (batch.plain >> first) as u8;
            batch.count += counts.sum_of(noted & !plain);
            if noted != u8::MAX {
                mark(Mark::PartOfABlock);
            }
            for lane in Bitboard(u64::from(noted & plain)) {
                let in_check = in_check >> lane.index() & 1 != 0;
                mark(if in_check { Mark::LaneInCheck } else { Mark::LaneEnPassant });
                batch.count += level.call(Leaves::<S::Other>::of(&batch.child(first + lane.index())));
            }
            first += WIDTH;
        }
    }
}
