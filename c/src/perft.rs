//! Perft: the leaves of the tree of legal moves, counted.

use std::thread;

use chess::perft::Perft;

use crate::error::philidor_error;
use crate::guard::guarded;
use crate::memory::Output;
use crate::moves::philidor_move;
use crate::position::{philidor_position, position};

/// No more threads than this are started.
const MAX_THREADS: usize = 1024;

/// Sets perft up for this many threads; 0 stands for as many as the machine runs at once.
fn counting(threads: u32) -> Perft<'static> {
    let threads = match threads as usize {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(MAX_THREADS),
    };
    Perft::new().threads(threads)
}

fn in_64_bits(count: u128) -> Result<u64, philidor_error> {
    u64::try_from(count).map_err(|_| philidor_error::PHILIDOR_OVERFLOW)
}

/// Counts the leaves of the tree of legal moves at a depth, on a number of threads; 0 is as many as the machine runs at
/// once, 1 is the caller's thread alone. Threads that are started have ended when the function returns; where the
/// system refuses some, the others count. It cannot be stopped before it is done, and each further half-move takes
/// about thirty times as long.
///
/// `PHILIDOR_OVERFLOW` if the leaves do not fit into 64 bits. It may also stand for a tree with a line of more than
/// 65,535 half-moves: only forced moves lead so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_perft(
    position: *const philidor_position,
    depth: u32,
    threads: u32,
    leaves: *mut u64,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, leaves) = unsafe { (self::position(position)?, Output::one(leaves)?) };
        leaves.write(0, in_64_bits(counting(threads).count(&position, depth))?);
        Ok(())
    })
}

/// Lists the legal moves with the leaves after each, and their number; at depth 0 there are none. Do not use the counts
/// after `PHILIDOR_OVERFLOW`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_divide(
    position: *const philidor_position,
    depth: u32,
    threads: u32,
    moves: *mut philidor_move,
    leaves: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (position, moves) = unsafe { (self::position(position)?, Output::new(moves, capacity)?) };
        // SAFETY: likewise.
        let (leaves, count) = unsafe { (Output::new(leaves, capacity)?, Output::one(count)?) };
        let needed = if depth == 0 { 0 } else { position.legal_move_count() as usize };
        count.write(0, needed);
        if needed > capacity {
            return Err(philidor_error::PHILIDOR_TOO_SMALL);
        }
        if needed > 0 {
            for (index, (mv, below)) in counting(threads).divide(&position, depth).into_iter().enumerate() {
                moves.write(index, mv.digest().0);
                leaves.write(index, in_64_bits(below)?);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(in_64_bits(u128::from(u64::MAX)), Ok(u64::MAX));
        assert_eq!(in_64_bits(1 << 64), Err(philidor_error::PHILIDOR_OVERFLOW));
    }
}
