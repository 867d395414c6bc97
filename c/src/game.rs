//! A game in progress. It keeps its position unpacked, so a step costs less than with 32 bytes, and it knows
//! repetitions.

use chess::{Game, MoveDigest};

use crate::error::philidor_error;
use crate::guard::guarded;
use crate::memory::{Output, given, handle, shared, taken};
use crate::moves::{kind, philidor_move, write_moves};
use crate::outcome::{philidor_claim, philidor_outcome};
use crate::position::{philidor_position, position};

/// A game in progress: a start and its moves. One thread at a time may use it.
pub struct philidor_game(Game);

/// Starts a game from a position. Free it with `philidor_game_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_new(
    start: *const philidor_position,
    game: *mut *mut philidor_game,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (start, game) = unsafe { (position(start)?, Output::one(game)?) };
        game.write(0, given(philidor_game(Game::from_position(start))));
        Ok(())
    })
}

/// Copies a game: the copy is a game of its own, with the same start and the same moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_copy(
    game: *const philidor_game,
    copy: *mut *mut philidor_game,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, copy) = unsafe { (shared(game)?, Output::one(copy)?) };
        copy.write(0, given(philidor_game(game.0.clone())));
        Ok(())
    })
}

/// Frees a game; does nothing if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_free(game: *mut philidor_game) {
    let _ = guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        unsafe { taken(game) };
        Ok(())
    });
}

/// Plays a legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_play(game: *mut philidor_game, mv: philidor_move) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let game = unsafe { handle(game) }?;
        game.0.play_digest(MoveDigest(mv)).map(|_| ()).ok_or(philidor_error::PHILIDOR_ILLEGAL_MOVE)
    })
}

/// Takes the last move back, and writes it unless its place is null; `PHILIDOR_NOTHING` at the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_undo(
    game: *mut philidor_game,
    mv: *mut philidor_move,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, place) = unsafe { (handle(game)?, Output::optional(mv)?) };
        let mv = game.0.undo().ok_or(philidor_error::PHILIDOR_NOTHING)?;
        place.write(0, mv.digest().0);
        Ok(())
    })
}

/// The position with which the game began.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_start(
    game: *const philidor_game,
    start: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, start) = unsafe { (shared(game)?, Output::one(start)?) };
        start.write(0, game.0.start().into());
        Ok(())
    })
}

/// Lists the moves that have been played, and their number, which `philidor_game_ply` gives in advance;
/// `PHILIDOR_TOO_SMALL` if they do not fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_played(
    game: *const philidor_game,
    moves: *mut philidor_move,
    capacity: usize,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, moves, count) =
            unsafe { (shared(game)?, Output::new(moves, capacity)?, Output::one(count)?) };
        write_moves(game.0.moves(), &moves, &count)
    })
}

/// The position after the last move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_position(
    game: *const philidor_game,
    position: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, position) = unsafe { (shared(game)?, Output::one(position)?) };
        position.write(0, game.0.position().into());
        Ok(())
    })
}

/// How many moves have been played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_ply(game: *const philidor_game, ply: *mut usize) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, ply) = unsafe { (shared(game)?, Output::one(ply)?) };
        ply.write(0, game.0.ply());
        Ok(())
    })
}

/// Lists the legal moves of a kind, like `philidor_moves`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_moves(
    game: *const philidor_game,
    kind: u32,
    moves: *mut philidor_move,
    capacity: usize,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        let kind = self::kind(kind)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (game, moves, count) =
            unsafe { (shared(game)?, Output::new(moves, capacity)?, Output::one(count)?) };
        write_moves(game.0.position().moves(kind).iter().copied(), &moves, &count)
    })
}

/// Counts the legal moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_move_count(
    game: *const philidor_game,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, count) = unsafe { (shared(game)?, Output::one(count)?) };
        count.write(0, game.0.position().legal_move_count() as usize);
        Ok(())
    })
}

/// How often the position has occurred, including now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_repetitions(
    game: *const philidor_game,
    times: *mut u32,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, times) = unsafe { (shared(game)?, Output::one(times)?) };
        times.write(0, game.0.repetitions());
        Ok(())
    })
}

/// How the rules ended the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_outcome(
    game: *const philidor_game,
    outcome: *mut philidor_outcome,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, outcome) = unsafe { (shared(game)?, Output::one(outcome)?) };
        outcome.write(0, game.0.outcome().into());
        Ok(())
    })
}

/// The draw that the side to move may claim.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_claim(
    game: *const philidor_game,
    claim: *mut philidor_claim,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, claim) = unsafe { (shared(game)?, Output::one(claim)?) };
        claim.write(0, game.0.claimable_draw().into());
        Ok(())
    })
}
