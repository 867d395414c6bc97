//! Counting the noted children: eight side by side, and those that need it one by one.

use core::marker::PhantomData;

use super::changes::{Noted, Pieces};
use super::replies::Replies;
use super::{Batch, Notes};
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
        let (level, notes) = (self.level, &self.notes);
        self.count += level.call(CountNoted::<S> { notes, side: PhantomData });
        self.notes.noted = Noted::NONE;
        self.notes.changed = Pieces::NONE;
        self.notes.plain = 0;
    }
}

/// The moves of the noted children.
struct CountNoted<'a, 'b, S> {
    notes: &'a Notes<'b>,
    side: PhantomData<S>,
}

impl<S: Side> Job for CountNoted<'_, '_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let CountNoted { notes, side } = self;
        let (mut count, in_check) = level.call_on_lanes(CountLanes::<S> { notes, side });
        for child in Bitboard(in_check | notes.plain) {
            let in_check = in_check >> child.index() & 1 != 0;
            mark(if in_check { Mark::LaneInCheck } else { Mark::LaneEnPassant });
            count += level.call(Leaves::<S::Other>::of(&notes.child::<S>(child.index())));
        }
        count
    }
}

/// The moves of those noted children that need no plain counter, and a bit for each child that is in check.
struct CountLanes<'a, 'b, S> {
    notes: &'a Notes<'b>,
    side: PhantomData<S>,
}

impl<S: Side> Job for CountLanes<'_, '_, S> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> (u64, u64) {
        let CountLanes { notes, .. } = self;
        let len = notes.noted.len();
        if notes.noted.room() == 0 {
            mark(Mark::FullBatch);
        }
        let replies = Replies::<S::Other, L::Lanes>::new(notes, level.lanes());
        let (mut count, mut checks, mut first) = (0, 0, 0);
        while first < len {
            let (counts, in_check) = replies.count(notes.changes, notes.changed.from(first), first);
            let noted = u8::MAX >> (WIDTH - (len - first).min(WIDTH));
            count += counts.sum_of(noted & !in_check & !((notes.plain >> first) as u8));
            checks |= u64::from(noted & in_check) << first;
            if noted != u8::MAX {
                mark(Mark::PartOfABlock);
            }
            first += WIDTH;
        }
        (count, checks)
    }
}
