//! What an index keeps of a game, as a row of the store of games, whose key is the number of the game.
//!
//! ```text
//! row     winner (1: 0 White, 1 neither, 2 Black, 3 no result)  ratings of White and Black (2 each, 0 for none)
//!         year (2)  month (1)  day (1)
//!         event  site  round  white  black  time control  start (each its length as a varint, and UTF-8)
//!         digests of the moves (2 each)
//! ```

use anyhow::Result;
use philidor::GameResult;

use crate::bytes::{push_varint, take_varint};
use crate::date::Date;
use crate::game::Game;
use crate::moves;
use crate::row::{MAX_RATING, Winner};

/// The bytes of a page of games: about a hundred.
pub(crate) const GAME_PAGE: usize = 16 << 10;
/// Where the games of Lichess are.
const LICHESS: &str = "https://lichess.org/";
/// The letters of a game's own number as an identifier.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Writes the row of a game.
pub(crate) fn push_game(out: &mut Vec<u8>, game: &Game<'_>) {
    out.push(game.winner.map_or(3, |winner| winner as u8));
    let [white, black] = game.ratings;
    [white, black, game.date.year].iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    out.extend_from_slice(&[game.date.month, game.date.day]);
    for text in [game.event, game.site, game.round, game.white, game.black, game.time_control, game.start] {
        push_varint(out, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
    }
    out.extend_from_slice(game.moves);
}

/// The game in a row; `None` if it is damaged.
pub(crate) fn read(number: u64, mut row: &[u8]) -> Option<Game<'_>> {
    let bytes = &mut row;
    let (&[winner, w0, w1, b0, b1, y0, y1, month, day], rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    let mut text = || {
        let length = usize::try_from(take_varint(bytes)?).ok()?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        str::from_utf8(text).ok()
    };
    let (event, site, round, white, black) = (text()?, text()?, text()?, text()?, text()?);
    let (time_control, start) = (text()?, text()?);
    Some(Game {
        number,
        event,
        site,
        round,
        white,
        black,
        ratings: [[w0, w1], [b0, b1]].map(|bytes| u16::from_le_bytes(bytes).min(MAX_RATING)),
        date: Date { year: u16::from_le_bytes([y0, y1]), month, day },
        time_control,
        winner: [Winner::White, Winner::Draw, Winner::Black].get(usize::from(winner)).copied(),
        start,
        moves: row,
    })
}

/// What a game is called: by Lichess, if it was played there; otherwise eight letters that stand for its number.
pub(crate) fn identifier(game: &Game<'_>) -> String {
    let there = game.site.strip_prefix(LICHESS).and_then(|rest| rest.split(['/', '#', '?']).next());
    match there.filter(|name| is_identifier(name)) {
        Some(name) => name.to_owned(),
        None => own_identifier(game.number),
    }
}

/// Whether a game of Lichess can have this name.
pub(crate) fn is_identifier(name: &str) -> bool {
    name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Eight letters that stand for a number: its digits to base 62.
pub(crate) fn own_identifier(mut number: u64) -> String {
    let mut letters = [b'0'; 8];
    for letter in letters.iter_mut().rev() {
        *letter = LETTERS.get((number % 62) as usize).copied().unwrap_or(b'0');
        number /= 62;
    }
    letters.iter().map(|&letter| char::from(letter)).collect()
}

/// The number that [`own_identifier`] wrote; `None` for anything else.
pub(crate) fn number_of(identifier: &str) -> Option<u64> {
    let letters: [u8; 8] = identifier.as_bytes().try_into().ok()?;
    let digit = |letter: u8| LETTERS.iter().position(|&other| other == letter);
    letters.into_iter().try_fold(0, |number, letter| Some(number * 62 + digit(letter)? as u64))
}

pub(crate) fn pgn(game: &Game<'_>) -> Result<String> {
    let mut tree = moves::tree(game.start()?, game.digests())?;
    let date = game.date.to_string();
    let [white, black] = game.ratings.map(|rating| rating.to_string());
    let result = match game.winner {
        Some(Winner::White) => GameResult::WhiteWins,
        Some(Winner::Draw) => GameResult::Draw,
        Some(Winner::Black) => GameResult::BlackWins,
        None => GameResult::Unknown,
    };
    let known = |text| if str::is_empty(text) { "?" } else { text };
    let tags = [
        ("Event", known(game.event)),
        ("Site", known(game.site)),
        ("Date", &date),
        ("Round", known(game.round)),
        ("White", known(game.white)),
        ("Black", known(game.black)),
        ("WhiteElo", &white),
        ("BlackElo", &black),
        ("TimeControl", game.time_control),
    ];
    for (name, text) in tags {
        if text != "0" && !text.is_empty() {
            tree.tags.set(name, text)?;
        }
    }
    tree.result = result;
    Ok(tree.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_it_is_written() {
        for number in [0, 1, 61, 62, 3844, 123_456_789, 62_u64.pow(8) - 1] {
            assert_eq!(number_of(&own_identifier(number)), Some(number));
        }
        for wrong in ["", "0", "000000000", "0000000-", "é234567", "zzzzzzzzzzzzzzzzzzzz"] {
            assert_eq!(number_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_game_is_read_as_it_is_written_and_damage_is_no_panic() {
        let game = Game {
            number: 7,
            event: "Rated Blitz game",
            site: "https://lichess.org/abcdefgh",
            round: "",
            white: "Grünfeld",
            black: "b\"",
            ratings: [1500, 0],
            date: Date { year: 2024, month: 10, day: 0 },
            time_control: "300+3",
            winner: Some(Winner::Draw),
            start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            moves: &[],
        };
        let mut row = Vec::new();
        push_game(&mut row, &game);
        let again = read(7, &row).unwrap();
        assert_eq!(format!("{again:?}"), format!("{game:?}"));
        assert_eq!(identifier(&again), "abcdefgh");
        assert_eq!(identifier(&Game { site: "https://lichess.org/a", ..game.clone() }), "00000007");
        for (site, id) in [
            ("https://lichess.org/abcdefgh/black#5", "abcdefgh"),
            ("https://lichess.org/broadcast/a-tournament/round-1/abcdefgh", "00000007"),
        ] {
            assert_eq!(identifier(&Game { site, ..game.clone() }), id);
        }
        let text = pgn(&game).unwrap();
        for line in [
            "[White \"Grünfeld\"]",
            "[Date \"2024.10.??\"]",
            "[WhiteElo \"1500\"]",
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert!(!text.contains("BlackElo"));
        for length in 0..row.len() {
            assert!(read(7, &row[..length]).is_none(), "{length}");
        }
        for at in 0..row.len() {
            let mut damaged = row.clone();
            damaged[at] ^= 0xff;
            if let Some(game) = read(7, &damaged) {
                let _ = (identifier(&game), game.single(), pgn(&game));
            }
        }
    }
}
