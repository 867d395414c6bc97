//! The same questions about many positions in one call.
//!
//! A call from another language cannot be inlined, and detects the CPU's features anew; a batch pays for both once. It
//! continues after a position that is not valid or a move that is not legal, as the header's rules say
//! (`cbindgen.toml`).

use chess::binary::{PackedPosition, PackedPositionError};
use chess::{MoveList, Position};

use crate::error::philidor_error;
use crate::guard::guarded;
use crate::memory::{Input, Output, apart};
use crate::moves::{kind, legal, philidor_move};
use crate::outcome::philidor_outcome;
use crate::position::philidor_position;

/// The count that a batch writes for bytes that are not a position.
pub const PHILIDOR_NO_COUNT: u32 = 4294967295;

/// The first element of a batch without a result.
#[derive(Default)]
struct First(Option<(usize, philidor_error)>);

impl First {
    /// Notes an element without a result.
    #[cold]
    fn note(&mut self, index: usize, error: philidor_error) {
        self.0.get_or_insert((index, error));
    }

    /// Ends a batch: returns its first error and writes where that occurred.
    fn end(self, first_bad: &Output<usize>) -> Result<(), philidor_error> {
        let Some((index, error)) = self.0 else { return Ok(()) };
        first_bad.write(0, index);
        Err(error)
    }
}

/// Unpacks the positions one after another.
#[inline(always)]
fn each(
    positions: impl Iterator<Item = philidor_position>,
    each: impl FnMut(Result<Position, PackedPositionError>),
) {
    PackedPosition::unpack_each(positions.map(philidor_position::packed), each);
}

/// One result for each position.
#[inline(always)]
fn one_each<T: Copy>(
    positions: &Input<'_, philidor_position>,
    results: &Output<'_, T>,
    first_bad: &Output<'_, usize>,
    none: T,
    of: impl Fn(&Position) -> T,
) -> Result<(), philidor_error> {
    let positions = positions.slice(&[results.range(), first_bad.range()])?;
    let (mut index, mut first) = (0, First::default());
    each(positions.iter().copied(), |position| {
        match position {
            Ok(position) => results.write(index, of(&position)),
            Err(_) => {
                results.write(index, none);
                first.note(index, philidor_error::PHILIDOR_INVALID_POSITION);
            }
        }
        index += 1;
    });
    first.end(first_bad)
}

/// How many positions are counted at once; this many fit into the L1 cache.
const BLOCK: usize = 64;

/// Counts the legal moves of each position; `PHILIDOR_NO_COUNT` where one is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_batch_move_counts(
    positions: *const philidor_position,
    length: usize,
    counts: *mut u32,
    first_bad: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (positions, counts) = unsafe { (Input::new(positions, length)?, Output::new(counts, length)?) };
        // SAFETY: likewise.
        let first_bad = unsafe { Output::optional(first_bad) }?;
        let positions = positions.slice(&[counts.range(), first_bad.range()])?;
        let (mut index, mut counted, mut first) = (0, 0, First::default());
        // The positions that wait to be counted side by side; the start position stands in for one that is not valid.
        let (mut waiting, mut invalid) = (Vec::with_capacity(BLOCK), Vec::new());
        let mut count = |waiting: &mut Vec<Position>| {
            Position::legal_move_counts(waiting, |count| {
                counts.write(counted, count);
                counted += 1;
            });
            waiting.clear();
        };
        each(positions.iter().copied(), |position| {
            match position {
                Ok(position) => waiting.push(position),
                Err(_) => {
                    first.note(index, philidor_error::PHILIDOR_INVALID_POSITION);
                    invalid.push(index);
                    waiting.push(Position::default());
                }
            }
            index += 1;
            if waiting.len() == BLOCK {
                count(&mut waiting);
            }
        });
        count(&mut waiting);
        invalid.into_iter().for_each(|index| counts.write(index, PHILIDOR_NO_COUNT));
        first.end(&first_bad)
    })
}

/// Lists the legal moves of each position, one list after the other in one array, and where they begin and end: those
/// of the position `i` are `moves[offsets[i]]` to `moves[offsets[i + 1] - 1]`. There is one offset more than there are
/// positions. A position that is not valid has no moves.
///
/// `PHILIDOR_TOO_SMALL` if the moves do not all fit, whatever else is wrong. The offsets are written all the same, so
/// the last one is the number of moves, and so is every list that fits whole. Room for forty moves a position is
/// usually enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_batch_moves(
    positions: *const philidor_position,
    length: usize,
    kind: u32,
    moves: *mut philidor_move,
    capacity: usize,
    offsets: *mut usize,
    first_bad: *mut usize,
) -> philidor_error {
    guarded(|| {
        let kind = self::kind(kind)?;
        let ends = length.checked_add(1).ok_or(philidor_error::PHILIDOR_BAD_LENGTH)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (positions, moves) = unsafe { (Input::new(positions, length)?, Output::new(moves, capacity)?) };
        // SAFETY: likewise.
        let (offsets, first_bad) = unsafe { (Output::new(offsets, ends)?, Output::optional(first_bad)?) };
        let positions = positions.slice(&[moves.range(), offsets.range(), first_bad.range()])?;
        let (mut index, mut end, mut first, mut list) = (0, 0, First::default(), MoveList::new());
        offsets.write(0, 0);
        each(positions.iter().copied(), |position| {
            match position {
                Ok(position) => {
                    position.moves_into(kind, &mut list);
                    if list.len() <= moves.len().saturating_sub(end) {
                        list.iter().zip(end..).for_each(|(mv, place)| moves.write(place, mv.digest().0));
                    }
                    end += list.len();
                }
                Err(_) => first.note(index, philidor_error::PHILIDOR_INVALID_POSITION),
            }
            index += 1;
            offsets.write(index, end);
        });
        let valid = first.end(&first_bad);
        if end > moves.len() { Err(philidor_error::PHILIDOR_TOO_SMALL) } else { valid }
    })
}

/// Plays one move in each position; where that cannot be, 32 zeros, which are not a position. The positions after the
/// moves may be written over those before them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_batch_play(
    positions: *const philidor_position,
    moves: *const philidor_move,
    length: usize,
    after: *mut philidor_position,
    first_bad: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (positions, moves) = unsafe { (Input::new(positions, length)?, Input::new(moves, length)?) };
        // SAFETY: likewise.
        let (after, first_bad) = unsafe { (Output::new(after, length)?, Output::optional(first_bad)?) };
        // If both are the same array, each position is read before its successor is written over it.
        let read = if positions.range() == after.range() { 0..0 } else { positions.range() };
        apart(&[read, moves.range()], &[after.range(), first_bad.range()])?;
        let (mut moves, mut index, mut first) = (moves.iter(), 0, First::default());
        each(positions.iter(), |position| {
            let mv = moves.next().unwrap_or_default();
            match position {
                Ok(position) => match legal(&position, mv) {
                    Ok(mv) => after.write(index, philidor_position::from(&position.after(mv))),
                    Err(error) => {
                        after.write(index, philidor_position::NONE);
                        first.note(index, error);
                    }
                },
                Err(_) => {
                    after.write(index, philidor_position::NONE);
                    first.note(index, philidor_error::PHILIDOR_INVALID_POSITION);
                }
            }
            index += 1;
        });
        first.end(&first_bad)
    })
}

/// Plays a line of moves and writes the position after each. It ends at the first move that is not legal: from there on
/// all positions are 32 zeros. If the first position is not valid, nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_play_line(
    position: *const philidor_position,
    moves: *const philidor_move,
    length: usize,
    after: *mut philidor_position,
    first_bad: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (start, moves) = unsafe { (Input::new(position, 1)?, Input::new(moves, length)?) };
        // SAFETY: likewise.
        let (after, first_bad) = unsafe { (Output::new(after, length)?, Output::optional(first_bad)?) };
        apart(&[start.range(), moves.range()], &[after.range(), first_bad.range()])?;
        // SAFETY: likewise.
        let position = unsafe { crate::position::position(position) }?;
        let (mut position, mut first) = (Some(position), First::default());
        for (index, mv) in moves.iter().enumerate() {
            let before = position.take();
            position = before.and_then(|before| legal(&before, mv).ok().map(|mv| before.after(mv)));
            if position.is_none() {
                first.note(index, philidor_error::PHILIDOR_ILLEGAL_MOVE);
            }
            after.write(index, position.as_ref().map_or(philidor_position::NONE, philidor_position::from));
        }
        first.end(&first_bad)
    })
}

/// The key of each position; 0 where one is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_batch_keys(
    positions: *const philidor_position,
    length: usize,
    keys: *mut u64,
    first_bad: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (positions, keys) = unsafe { (Input::new(positions, length)?, Output::new(keys, length)?) };
        // SAFETY: likewise.
        let first_bad = unsafe { Output::optional(first_bad) }?;
        one_each(&positions, &keys, &first_bad, 0, Position::key)
    })
}

/// How each position ends the game; `PHILIDOR_NO_OUTCOME` where one is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_batch_outcomes(
    positions: *const philidor_position,
    length: usize,
    outcomes: *mut philidor_outcome,
    first_bad: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (positions, outcomes) =
            unsafe { (Input::new(positions, length)?, Output::new(outcomes, length)?) };
        // SAFETY: likewise.
        let first_bad = unsafe { Output::optional(first_bad) }?;
        one_each(&positions, &outcomes, &first_bad, philidor_outcome::PHILIDOR_NO_OUTCOME, |position| {
            position.outcome().into()
        })
    })
}
