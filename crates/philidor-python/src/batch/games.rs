//! The positions of games of PGN, as rows.

use philidor::pgn::{self, GameTree, PgnError, Place};

use super::rows::{self, Row};

/// The rows of all main lines, and where those of each game begin and end.
///
/// The text is cut into pieces of whole games, one for each thread; an error names its place in the whole.
pub(super) fn main_lines(
    text: &[u8],
    threads: usize,
    skips: bool,
) -> Result<(Vec<Row>, Vec<i64>), Box<PgnError>> {
    let mut place = Place::default();
    let pieces: Vec<(&[u8], Place)> = pgn::chunks(text, text.len().div_ceil(rows::threads(threads)).max(1))
        .map(|piece| {
            let start = place;
            place = place.after(piece);
            (piece, start)
        })
        .collect();
    let read = |&(piece, place): &(&[u8], Place)| {
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        for game in pgn::games(piece) {
            match game {
                Ok(game) => {
                    push(&game, &mut rows);
                    ends.push(rows.len() as i64);
                }
                Err(_) if skips => {}
                Err(error) => return Err(Box::new(error.shifted(place))),
            }
        }
        Ok((rows, ends))
    };
    let (mut all, mut offsets) = (Vec::new(), vec![0]);
    for part in rows::each(&pieces, threads, read) {
        let (rows, ends) = part?;
        let before = all.len() as i64;
        offsets.extend(ends.into_iter().map(|end| before + end));
        all.extend(rows);
    }
    Ok((all, offsets))
}

/// Adds the start of a game and the position after each move of its main line.
fn push(game: &GameTree, rows: &mut Vec<Row>) {
    let mut position = *game.start();
    rows.push(position.pack().to_bytes());
    for mv in game.main_line().filter_map(|id| game.mv(id)) {
        position.play(mv);
        rows.push(position.pack().to_bytes());
    }
}
