//! A file of games in binary: start, moves and result, one byte a move, no tags.
//!
//! ```text
//! philidor games 1 ⏎                                  the head
//! | length | result | start and moves |               a game: four bytes, lowest first; one byte; the library's form
//! | length | result | start and moves | …
//! ```
//!
//! The result is 0 for unknown, 1 for White, 2 for Black, 3 for a draw.

use anyhow::{Context, bail};
use philidor::binary::{pack_game, unpack_game};
use philidor::pgn::GameResult;

use super::replay::Replay;

/// What a file begins with; the number changes with the format.
pub(super) const HEAD: &[u8] = b"philidor games 1\n";

const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

/// Appends a game.
pub(super) fn write(game: &Replay, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let start = game.positions.first().copied().unwrap_or_default();
    let packed = pack_game(&start, game.moves.iter().copied()).map_err(std::io::Error::other)?;
    let length = u32::try_from(packed.len()).map_err(std::io::Error::other)?;
    let result = RESULTS.iter().position(|result| *result == game.result).unwrap_or_default();
    bytes.extend(length.to_le_bytes());
    bytes.push(result as u8);
    bytes.extend(packed);
    Ok(())
}

/// Calls a function with each game of a file, whose head is read already.
pub(super) fn read(
    mut bytes: &[u8],
    mut each: impl FnMut(&Replay) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut games = 0;
    while !bytes.is_empty() {
        games += 1;
        let (game, rest) = one(bytes).with_context(|| format!("game {games}"))?;
        each(&game)?;
        bytes = rest;
    }
    Ok(games)
}

fn one(bytes: &[u8]) -> anyhow::Result<(Replay, &[u8])> {
    let Some((&[one, two, three, four, result], rest)) = bytes.split_first_chunk() else {
        bail!("it is cut")
    };
    let length = u32::from_le_bytes([one, two, three, four]) as usize;
    let Some((packed, rest)) = rest.split_at_checked(length) else { bail!("it is cut") };
    let result =
        RESULTS.get(usize::from(result)).copied().with_context(|| format!("{result} is no result"))?;
    let moves = unpack_game(packed)?;
    let start = *moves.start();
    let moves = moves.collect::<Result<Vec<_>, _>>()?;
    Ok((Replay::of(start, moves, result), rest))
}
