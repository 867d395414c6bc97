//! How many legal moves many positions have, eight of them at a time.
//!
//! The boards have nothing in common: other pieces, other kings, either side to move. They lie side by side, one lane
//! for each board and one vector of words for each set of pieces, and every board is seen from the side to move, which
//! goes up:
//!
//! ```text
//!            lane 0            lane 1            …    lane 7
//! pawns      a2 b2 … a7 …      c4 d5 …                e3 …
//! knights    b1 g1 b8 g8       f3                     –
//! …                            Black moves: upside down
//! ```
//!
//! `boards.rs` puts them there, and `moves.rs` counts them without a branch. Boards in check and those with a capture
//! en passant are a few percent, and are left to the generator.
//!
//! `perft/batch/` works in the same way, but there the boards are the children of one position and share nearly
//! everything.

mod boards;
mod moves;

use boards::Boards;
use moves::count;

use super::{Generate, MoveCounter, MoveKind};
use crate::cpu::{self, Cpu, Job, Level};
use crate::position::Position;
use crate::simd::lanes::{Lanes, WIDTH};
use crate::types::Bitboard;

/// How many positions are counted before the CPU is asked again what it can do.
const BLOCK: usize = 64;

impl Position {
    /// Counts the legal moves of many positions, and calls a closure with the counts in order.
    ///
    /// Where the CPU has AVX2, AVX-512 or NEON, eight positions are counted at a time, which is faster than
    /// [`legal_move_count`](Position::legal_move_count) for one after the other.
    ///
    /// ```
    /// use philidor::Position;
    /// let positions = [Position::default(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?];
    /// let mut counts = Vec::new();
    /// Position::legal_move_counts(&positions, |count| counts.push(count));
    /// assert_eq!(counts, [20, 15]);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn legal_move_counts(positions: &[Position], each: impl FnMut(u32)) {
        counts_at(Cpu::best(), positions, each);
    }
}

/// Counts at a level.
pub(crate) fn counts_at(cpu: Cpu, positions: &[Position], each: impl FnMut(u32)) {
    in_blocks(positions, each, |block| cpu::dispatch_at(cpu, block));
}

/// Counts eight at a time on any CPU, for tests: the portable level itself counts one by one.
#[cfg(feature = "proof")]
pub(crate) fn counts_in_portable_lanes(positions: &[Position], each: impl FnMut(u32)) {
    in_blocks(positions, each, |block| cpu::PortableBatches.call(block));
}

fn in_blocks(positions: &[Position], mut each: impl FnMut(u32), count: impl Fn(Count<'_>)) {
    for positions in positions.chunks(BLOCK) {
        let mut counts = [0; BLOCK];
        count(Count { positions, counts: &mut counts });
        counts.iter().zip(positions).for_each(|(&count, _)| each(count));
    }
}

/// Counting as a job. There are at least as many counts as positions.
struct Count<'a> {
    positions: &'a [Position],
    counts: &'a mut [u32; BLOCK],
}

impl Job for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Count { positions, counts } = self;
        if !L::COUNTS_BATCHES {
            counts
                .iter_mut()
                .zip(positions)
                .for_each(|(count, position)| *count = count_one(level, position));
            return;
        }
        let mut boards = Boards::NONE;
        for (positions, counts) in positions.chunks(WIDTH).zip(counts.chunks_mut(WIDTH)) {
            boards.put(positions);
            let (numbers, unsure) = count::<L::Lanes>(&boards, level.lanes());
            for (count, number) in counts.iter_mut().zip(numbers.numbers()) {
                *count = number as u32;
            }
            for lane in Bitboard(unsure.into()) {
                if let (Some(count), Some(position)) =
                    (counts.get_mut(lane.index()), positions.get(lane.index()))
                {
                    *count = count_one(level, position);
                }
            }
        }
    }
}

#[inline(always)]
fn count_one<L: Level>(level: L, position: &Position) -> u32 {
    let mut counter = MoveCounter::default();
    let movers = Bitboard::FULL;
    let _ = level.call(Generate::<_, true> { position, kind: MoveKind::All, movers, sink: &mut counter });
    counter.count as u32
}
