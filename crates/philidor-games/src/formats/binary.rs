//! A file of games in binary: result, tags, start and moves, with one byte per move.
//!
//! ```text
//! philidor games 2 ⏎                                         the head
//! | length | result | tags | start and moves |               a game
//! | length | result | tags | start and moves | …
//!   4 bytes  1 byte   └ number of tags; for each tag the length of its name, the name, the length of its value, the value
//! ```
//!
//! The length counts everything after the result, lowest byte first. The result is 0 for unknown, 1 for White, 2 for
//! Black, 3 for a draw. The number of tags and their lengths have seven bits per byte, lowest first; the eighth bit is
//! set if more bytes follow. The tags leave out `Result`, `SetUp` and `FEN` where they follow from the game. Start and
//! moves are as the library packs them.
//!
//! Format 1 had no tags and is read as if their number were 0. Neither format has comments or variations.

use std::error::Error;
use std::io::{self, BufRead, Read as _};
use std::iter::successors;

use philidor::Position;
use philidor::binary::{pack_game, unpack_game};
use philidor_host::Visible;
use philidor_pgn::{GameResult, Place};

use crate::parts::chunk::{Chunk, Cut};
use crate::parts::found::Found;
use crate::parts::reading::{Judge, Reading};
use crate::parts::replay::Replay;
use crate::parts::variants::ByRules;

/// The beginning of a file in any format.
pub(crate) const NAME: &[u8] = b"philidor games ";

/// The beginning of a file in the current format, whose number it ends with.
pub(crate) const HEAD: &[u8] = b"philidor games 2\n";

/// The beginning of a file in format 1.
const OLD_HEAD: &[u8] = b"philidor games 1\n";

/// The most bytes that a game may have, as in PGN.
const MAX_LINE: u32 = 64 << 20;

const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

/// Appends a game.
///
/// # Errors
///
/// A game that is too long to be read again; nothing is appended then.
pub(crate) fn write(game: &Replay, bytes: &mut Vec<u8>) -> io::Result<()> {
    let start = game.start();
    if let Some(ply) = game.moves().iter().position(|mv| mv.is_null()) {
        return Err(invalid(format!("half-move {} is a null move, for which binary has no place", ply + 1)));
    }
    let packed = pack_game(&start, game.moves().iter().copied()).map_err(io::Error::other)?;
    let result = RESULTS.iter().position(|result| *result == game.result).unwrap_or_default();
    let mut tags = Vec::new();
    let follows = |name: &str, value: &str| match name {
        "Result" => value == game.result.as_str(),
        "SetUp" => value == "1" && start != Position::default(),
        "FEN" => start != Position::default(),
        _ => false,
    };
    let kept = || game.tags.iter().filter(|(name, value)| !follows(name, value));
    write_number(kept().count(), &mut tags);
    for text in kept().flat_map(|(name, value)| [name, value]) {
        write_number(text.len(), &mut tags);
        tags.extend(text.as_bytes());
    }
    let length = tags.len() + packed.len();
    let length = u32::try_from(length).ok().filter(|length| *length <= MAX_LINE).ok_or_else(|| {
        invalid(format!("in binary the game would have {length} bytes, more than {MAX_LINE}"))
    })?;
    bytes.extend(length.to_le_bytes());
    bytes.push(result as u8);
    bytes.extend(tags);
    bytes.extend(packed);
    Ok(())
}

/// Seven bits per byte.
fn write_number(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the games of a chunk and passes every good one to `each`; a game that it refuses is reported as bad.
pub(crate) fn each_record(chunk: &Chunk<'_>, each: &mut Judge<'_>) -> Reading<()> {
    let mut reading = Reading::new(chunk, ());
    let mut bytes = chunk.bytes;
    while let Some((record, rest)) = record(bytes) {
        reading.games += 1;
        let text = bytes.get(..bytes.len() - rest.len()).unwrap_or_default();
        let start = chunk.bytes.len() - bytes.len();
        let found = Found { text, start, number: reading.games, fault: None, cuts: &[] };
        bytes = rest;
        let taken = game(record)
            .and_then(|game| each(ByRules::Chess(&game), &found).map_err(|error| with_causes(&error)));
        let (file, number) = (Visible(&chunk.source.name), chunk.places.start().line + reading.games - 1);
        match taken {
            Ok(warnings) => {
                warnings.iter().map(|warning| Visible(warning)).for_each(|warning| {
                    reading.warn(format_args!("{file}: game {number}: warning: {warning}"));
                });
            }
            Err(error) => reading.report(format_args!("{file}: game {number}: {error}")),
        }
    }
    reading
}

/// The first record without its length, and the rest.
fn record(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize + 1)
}

/// The game of a record, or what is wrong with it.
fn game(record: &[u8]) -> Result<Replay, String> {
    let mut record = Record(record);
    let result = record.byte()?;
    let result = RESULTS.get(usize::from(result)).ok_or_else(|| format!("{result} is not a result"))?;
    let mut tags = Vec::new();
    for _ in 0..record.number()? {
        tags.push((record.text()?, record.text()?));
    }
    let moves = unpack_game(record.0).map_err(|error| with_causes(&error))?;
    let start = *moves.start();
    let moves = moves.collect::<Result<Vec<_>, _>>().map_err(|error| with_causes(&error))?;
    Replay::from_moves(start, moves, *result).tagged(tags).map_err(|error| error.to_string())
}

/// An error and its causes, in one line.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let causes = successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// What is left of a record.
struct Record<'a>(&'a [u8]);

impl<'a> Record<'a> {
    fn bytes(&mut self, length: usize) -> Result<&'a [u8], &'static str> {
        let (bytes, rest) = self.0.split_at_checked(length).ok_or("its tags are cut short")?;
        self.0 = rest;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, &'static str> {
        self.bytes(1).map(|byte| byte.first().copied().unwrap_or_default())
    }

    /// A number in at most four bytes.
    fn number(&mut self) -> Result<usize, &'static str> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number of its tags is too large")
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.number()?;
        String::from_utf8(self.bytes(length)?.to_vec()).map_err(|error| error.to_string())
    }
}

/// Splits a file between games. The line of a place is the number of the game.
pub(crate) struct Records<R> {
    reader: R,
    /// The least size of a chunk.
    size: usize,
    is_old: bool,
    place: Place,
    /// The error to return after the games that were read before it.
    failure: Option<io::Error>,
}

impl<R: BufRead + Send> Records<R> {
    /// Reads the head of a file, whose games follow.
    pub(crate) fn new(mut reader: R, size: usize) -> io::Result<Records<R>> {
        let mut head = Vec::new();
        reader.by_ref().take(HEAD.len() as u64).read_to_end(&mut head)?;
        let is_old = head == OLD_HEAD;
        if !is_old && head != HEAD {
            return Err(invalid("it does not begin like games in binary, format 1 or 2".to_owned()));
        }
        let place = Place { offset: head.len() as u64, ..Place::default() };
        Ok(Records { reader, size, is_old, place, failure: None })
    }

    /// Appends the next game, and returns whether there was one.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let number = self.place.line;
        let mut length = Vec::new();
        self.reader.by_ref().take(4).read_to_end(&mut length)?;
        if length.is_empty() {
            return Ok(false);
        }
        let cut = || invalid(format!("game {number} is cut short"));
        let length = u32::from_le_bytes(*length.first_chunk().ok_or_else(cut)?);
        if length > MAX_LINE {
            return Err(invalid(format!("game {number} claims a length of {length} bytes")));
        }
        bytes.extend((length + u32::from(self.is_old)).to_le_bytes());
        let read = self.reader.by_ref().take(1).read_to_end(bytes)?;
        if self.is_old {
            bytes.push(0); // tags
        }
        let read = read + self.reader.by_ref().take(length.into()).read_to_end(bytes)?;
        if read as u64 <= u64::from(length) {
            return Err(cut());
        }
        self.place.line += 1;
        Ok(true)
    }
}

impl<R: BufRead + Send> Cut for Records<R> {
    fn next_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Place>> {
        bytes.clear();
        let start = self.place;
        while bytes.len() < self.size && self.failure.is_none() {
            let whole = bytes.len();
            match self.fill(bytes) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    bytes.truncate(whole);
                    self.failure = Some(error);
                }
            }
        }
        if bytes.is_empty() {
            return self.failure.take().map_or(Ok(None), Err);
        }
        Ok(Some(start))
    }
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever a file is cut.
    #[test]
    fn a_record_is_whole_or_none() {
        let mut bytes = Vec::new();
        let e4 = Position::default().parse_san("e4").expect("a move");
        for moves in [vec![], vec![e4]] {
            let replay = Replay::from_moves(Position::default(), moves, GameResult::Draw);
            write(&replay, &mut bytes).expect("written");
        }
        let first = bytes.len() - record(&bytes).expect("a record").1.len();
        for length in 0..bytes.len() {
            let records = successors(record(&bytes[..length]), |(_, rest)| record(rest)).count();
            assert_eq!(records, usize::from(length >= first), "{length}");
        }
    }
}
