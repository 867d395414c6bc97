//! What the files that the module of variants shares ask of the rules, here those of chess.

#[cfg(feature = "whole")]
use philidor::binary::PackedGameError;
use philidor::{CastlingNotation, EnPassantPolicy, MoveList, Setup, Strictness};

use crate::json::Json;
use crate::refusals;

pub(crate) use philidor::Position;

pub(crate) type List = MoveList;

/// The most digests of a list.
pub(crate) const MOVES: usize = MoveList::CAPACITY;

/// A position from a FEN.
#[cfg(feature = "whole")]
pub(crate) fn read(text: &str, strictness: Strictness) -> Result<Position, Json> {
    let read = match strictness {
        Strictness::Reachable => text.parse::<Position>(),
        _ => text
            .parse::<Setup>()
            .map_err(Into::into)
            .and_then(|setup| Position::from_setup(setup, strictness).map_err(Into::into)),
    };
    read.map_err(|error| refusals::position(&error, text))
}

/// By the way that takes all texts, without the faster one for usual texts.
#[cfg(not(feature = "whole"))]
pub(crate) fn read(text: &str, strictness: Strictness) -> Result<Position, Json> {
    let setup = text.parse::<Setup>().map_err(|_| refusals::refused())?;
    Position::from_setup(setup, strictness).map_err(|_| refusals::refused())
}

pub(crate) fn fen(
    position: &Position,
    policy: EnPassantPolicy,
    castling: CastlingNotation,
) -> impl core::fmt::Display {
    position.to_fen(policy, castling)
}

/// The long form of a move.
#[cfg(feature = "whole")]
pub(crate) fn long(position: &Position, mv: philidor::Move) -> impl core::fmt::Display {
    position.to_lan(mv)
}

/// Bytes that are not a game.
#[cfg(feature = "whole")]
pub(crate) fn packed_game(error: &PackedGameError) -> Json {
    refusals::plain("PackedError", "game", error)
}

#[cfg(feature = "whole")]
pub(crate) fn leaves(position: &Position, depth: u8) -> u64 {
    philidor::perft::perft_by_two_plies(position, depth)
}

/// Counts by the lists of moves, which are there anyway: the library's fast counters would be a tenth of the module.
#[cfg(not(feature = "whole"))]
pub(crate) fn leaves(position: &Position, depth: u8) -> u64 {
    let (Some(rest), mut list) = (depth.checked_sub(1), alloc::boxed::Box::new(MoveList::new())) else {
        return 1;
    };
    position.legal_moves_into(&mut list);
    match rest {
        0 => list.len() as u64,
        _ => list.iter().map(|&mv| leaves(&position.after(mv), rest)).sum(),
    }
}
