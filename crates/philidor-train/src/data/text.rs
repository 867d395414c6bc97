//! Positions as text, one a line, as the trainer *bullet* reads them
//! ([the crate's documentation](https://docs.rs/bulletformat)):
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 30 | 0.5
//!                        FEN                                 │ score and result, both White's; centipawns; 1.0, 0.5, 0.0
//! ```

use std::io::{self, BufRead, Write};

use philidor::{Position, Setup, Strictness};

use super::error::DataErrorKind;
use super::format::BYTE_ORDER_MARK;
use super::packed_board::MAX_PIECES;
use super::scored_game::{GameOutcome, ScoredPosition};
use super::source::{Fault, Source};

/// The longest line, in bytes.
const LONGEST: u64 = 4096;

pub(super) fn write(scored: &ScoredPosition, output: &mut impl Write) -> io::Result<()> {
    let result = ["0.0", "0.5", "1.0"][scored.outcome as usize];
    writeln!(output, "{} | {} | {result}", scored.position, scored.score)
}

/// Reads a line; `None` for an empty one.
pub(super) fn read(source: &mut Source<impl BufRead>) -> Result<Option<ScoredPosition>, Fault> {
    let begin = source.offset;
    source.take_line(LONGEST)?;
    // Some editors begin a file so; the record is the same without it.
    let mark =
        if begin == 0 && source.record.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    source.record.drain(..mark);
    let begin = begin + mark as u64;
    let wrong = |offset: u64, text: String| Fault { offset, kind: DataErrorKind::Text(text) };
    if (source.record.len() + mark) as u64 == LONGEST && !source.record.ends_with(b"\n") {
        while !source.record.is_empty() && !source.record.ends_with(b"\n") {
            source.record.clear();
            source.take_line(LONGEST)?;
        }
        return Err(wrong(begin, format!("a line of more than {LONGEST} bytes")));
    }
    let Ok(line) = std::str::from_utf8(&source.record) else {
        return Err(wrong(begin, "a line that is not text".to_owned()));
    };
    if line.trim().is_empty() {
        return Ok(None);
    }
    let mut fields = line.split('|');
    let (Some(fen), Some(score), Some(result), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(wrong(begin, "not a line `FEN | score | result`".to_owned()));
    };
    let at_score = begin + fen.len() as u64 + 1;
    let at_result = at_score + score.len() as u64 + 1;
    let position = position(fen.trim()).map_err(|text| wrong(begin, text))?;
    let pieces = position.board().occupied().len();
    if pieces > MAX_PIECES {
        return Err(wrong(begin, format!("{pieces} pieces, and other formats have room for {MAX_PIECES}")));
    }
    let score = score.trim();
    let Ok(score) = score.parse() else {
        return Err(wrong(at_score, format!("`{score}` is not a score from -32768 to 32767")));
    };
    let outcome = match result.trim() {
        "1.0" | "1" => GameOutcome::WhiteWins,
        "0.5" => GameOutcome::Draw,
        "0.0" | "0" => GameOutcome::BlackWins,
        other => return Err(wrong(at_result, format!("`{other}` is not a result: 1.0, 0.5 or 0.0"))),
    };
    Ok(Some(ScoredPosition { position, score, outcome }))
}

fn position(fen: &str) -> Result<Position, String> {
    let setup: Setup = fen.parse().map_err(|error| format!("no FEN: {error}"))?;
    Position::from_setup(setup, Strictness::WellDefined).map_err(|error| format!("no position: {error}"))
}
