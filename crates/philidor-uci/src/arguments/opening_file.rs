//! The openings of a file: PGN, or positions line by line.
//!
//! Positions are read line by line, and of equal ones the first is kept, so that memory holds no more than a match can
//! use. Games are read as a whole.

use std::collections::HashSet;
use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use philidor::Game;
use philidor_host::{Input, TooLong, Visible, read_line, read_whole, without_byte_order_mark};
use philidor_pgn::games;

use crate::tournament::{MatchOpening, OpeningError, openings_from_epd};

/// How much of a file shows its format.
const BEGINNING: u64 = 1 << 16;

/// Limits of a file in bytes and of a line of positions. The longest books in use have 170 MB.
const LONGEST: u64 = 256 << 20;
const MAX_LINE: u64 = 1 << 16;

/// The most openings of a file; the largest books in use have 2.6 million.
const MAX_OPENINGS: usize = 1 << 22;

/// Openings that differ in the positions to which they lead.
#[derive(Default)]
struct Distinct {
    openings: Vec<MatchOpening>,
    keys: HashSet<u64>,
}

impl Distinct {
    fn add(&mut self, opening: MatchOpening) -> anyhow::Result<()> {
        if self.keys.insert(opening.key()) {
            ensure!(
                self.openings.len() < MAX_OPENINGS,
                "there are more than {MAX_OPENINGS} openings, the limit"
            );
            self.openings.push(opening);
        }
        Ok(())
    }
}

/// The openings of a file; at most this many half-moves of a game.
pub fn read(path: &Path, plies: usize) -> anyhow::Result<Vec<MatchOpening>> {
    let openings =
        Input::open(path).map_err(anyhow::Error::from).and_then(|input| read_from(input.reader, plies));
    openings.with_context(|| path.display().to_string())
}

fn read_from(mut reader: impl BufRead, plies: usize) -> anyhow::Result<Vec<MatchOpening>> {
    let mut beginning = Vec::new();
    reader.by_ref().take(BEGINNING).read_to_end(&mut beginning)?;
    if beginning.contains(&0) {
        bail!("it is a binary file, neither positions nor PGN");
    }
    let is_positions = is_positions(&beginning);
    let mut reader = Cursor::new(beginning).chain(reader);
    let mut distinct = Distinct::default();
    if is_positions {
        read_positions(&mut reader, &mut distinct)?;
    } else {
        read_games(&read_whole(reader, LONGEST)?, plies, &mut distinct)?;
    }
    ensure!(!distinct.openings.is_empty(), "there is no opening");
    Ok(distinct.openings)
}

fn read_positions(reader: &mut impl BufRead, distinct: &mut Distinct) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    let mut left = LONGEST;
    for number in 1.. {
        let read = read_line(reader, MAX_LINE, &mut bytes).with_context(|| format!("line {number}"))?;
        if read == 0 {
            break;
        }
        left = left.checked_sub(read as u64).ok_or(TooLong::Input(LONGEST))?;
        let line = if number == 1 { without_byte_order_mark(&bytes) } else { &bytes };
        let openings = openings_from_epd(&String::from_utf8_lossy(line));
        let openings =
            openings.map_err(|OpeningError { reason, .. }| anyhow::anyhow!("line {number}: {reason}"));
        openings?.into_iter().try_for_each(|opening| distinct.add(opening))?;
    }
    Ok(())
}

fn read_games(bytes: &[u8], plies: usize, distinct: &mut Distinct) -> anyhow::Result<()> {
    for game in games(bytes) {
        let tree = game.map_err(|error| {
            anyhow::anyhow!("line {}: {}", error.line, Visible(&error.reason().to_string()))
        })?;
        let opening = MatchOpening::from_game(&Game::from(&tree), plies);
        // Games that end sooner are left out.
        if opening.outcome().is_none() {
            distinct.add(opening)?;
        }
    }
    Ok(())
}

/// Whether the first line that says something begins with eight ranks.
fn is_positions(bytes: &[u8]) -> bool {
    let mut lines = without_byte_order_mark(bytes).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    let board = first.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    board.iter().filter(|&&byte| byte == b'/').count() == 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_games_are_distinguished() {
        assert!(is_positions(b"# made at random\n\n4k3/8/8/8/8/8/8/4K3 w - - ce 0;\n"));
        assert!(!is_positions(b"[Event \"a/b/c/d/e/f/g/h\"]"));
        let marked = "\u{feff}# made at random\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        assert!(is_positions(marked.as_bytes()));
        for text in [marked, "\u{feff}4k3/8/8/8/8/8/4P3/4K3 w - -\n"] {
            assert_eq!(read_from(Cursor::new(text), 1).expect("an opening").len(), 1, "{text}");
        }
        assert!(!is_positions(b"1. e4 e5 1/2-1/2"));
    }

    #[test]
    fn an_input_without_end_is_refused() {
        let head = &b"4k3/8/8/8/8/8/4P3/4K3 w - -\n"[..];
        let said = |error: anyhow::Error| format!("{error:#}");
        let line = read_from(Cursor::new(head).chain(std::io::BufReader::new(std::io::repeat(b' '))), 1);
        assert_eq!(said(line.expect_err("no end")), "line 2: a line has more than 65536 bytes, the limit");
        let games = read_from(std::io::BufReader::new(std::io::repeat(b' ')), 1);
        assert_eq!(said(games.expect_err("no end")), "it has more than 256 MiB, the limit (unpacked)");
        let zeros = read_from(std::io::BufReader::new(std::io::repeat(0)), 1);
        assert!(said(zeros.expect_err("no end")).contains("binary"));
    }

    #[test]
    fn equal_openings_are_kept_once_and_faults_have_their_line() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        assert_eq!(read_from(line.repeat(1000).as_bytes(), 1).expect("positions").len(), 1);
        assert_eq!(read_from("1. e4 *\n1. e4 e5 *\n".as_bytes(), 1).expect("games").len(), 1);
        let error = read_from(format!("{line}\n4k3/8 w - -\n").as_bytes(), 1).expect_err("a fault");
        assert!(format!("{error:#}").starts_with("line 3: "), "{error:#}");
    }
}
