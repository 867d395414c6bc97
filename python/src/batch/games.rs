//! The positions of PGN games, as rows.

use std::collections::TryReserveError;

use philidor_pgn::{GameTree, Place};

use crate::rows::{self, Ended, Row};
use crate::stop::Stop;

/// The most bytes that are cut off at once.
const PIECE: usize = 1 << 20;

/// The rows of all main lines, and where those of each game begin and end.
///
/// The text is cut into pieces of whole games for the threads; an error names its place in the whole.
pub(super) fn main_lines(
    text: &[u8],
    threads: usize,
    skips: bool,
    stop: &Stop,
) -> Result<(Vec<Row>, Vec<i64>), Ended> {
    let pieces = pieces(text, rows::threads(threads), stop);
    let read = |&(piece, place): &(&[u8], Place)| {
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        for game in philidor_pgn::games(piece) {
            match game {
                _ if stop.is_set() => return Err(Ended::Stopped),
                Ok(game) => {
                    push(&game, &mut rows)?;
                    ends.try_reserve(1)?;
                    ends.push(rows.len() as i64);
                }
                Err(_) if skips => {}
                Err(error) => return Err(Ended::Game(Box::new(error.shifted(place)))),
            }
        }
        Ok((rows, ends))
    };
    let (mut all, mut offsets) = (Vec::new(), vec![0]);
    for part in rows::each(&pieces, threads, read) {
        let (rows, ends) = part?;
        let before = all.len() as i64;
        offsets.try_reserve(ends.len())?;
        offsets.extend(ends.into_iter().map(|end| before + end));
        all.try_reserve(rows.len())?;
        all.extend(rows);
    }
    Ok((all, offsets))
}

/// Cuts the text into pieces of whole games, each with the place where it begins: one per thread, or more of them if
/// the text is long.
fn pieces<'a>(text: &'a [u8], threads: usize, stop: &Stop) -> Vec<(&'a [u8], Place)> {
    let mut place = Place::default();
    if threads == 1 {
        return vec![(text, place)];
    }
    let pieces = philidor_pgn::chunks(text, text.len().div_ceil(threads).clamp(1, PIECE));
    let started = pieces.map(|piece| {
        let next = place.after(piece);
        (piece, std::mem::replace(&mut place, next))
    });
    started.take_while(|_| !stop.is_set()).collect()
}

/// Adds the start of a game and the position after each move of its main line.
fn push(game: &GameTree, rows: &mut Vec<Row>) -> Result<(), TryReserveError> {
    let mut position = *game.start();
    rows.try_reserve(1)?;
    rows.push(position.pack().to_bytes());
    for mv in game.main_line().filter_map(|id| game.mv(id)) {
        position.play_unchecked(mv);
        rows.try_reserve(1)?;
        rows.push(position.pack().to_bytes());
    }
    Ok(())
}
