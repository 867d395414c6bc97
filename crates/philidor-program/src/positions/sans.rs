//! Moves as people type them, read in positions and written in all notations.

use std::convert::Infallible;
use std::fmt;
use std::io::Write;
use std::path::Path;

use philidor::openings::Opening;
use philidor::{Move, Position};
use philidor_host::{FileError, Visible};
use serde::Serialize;

use super::answers::Answers;
use super::line_by_line::{Answer, answer_positions};
use super::refusal::Door;
use super::typed::{read_move, shown_move, without_number, words};

/// Moves as they were typed.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    /// The words.
    pub moves: &'a [String],
    /// Whether each is a move in the same position, and not in the one after the move before.
    pub each: bool,
    /// Whether they are read as SAN alone, and strictly.
    pub is_strict: bool,
}

/// Answers each line of a file, a FEN or a name, with the moves in its position. Returns whether all lines were fine,
/// and all moves.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_sans(
    path: &Path,
    door: Door,
    typed: Typed<'_>,
    answers: &Answers,
    writer: &mut dyn Write,
) -> Result<bool, FileError> {
    answer_positions(path, door, answers, writer, |&position| Ok::<_, Infallible>(line(typed, position)))
}

/// A move, as JSON.
#[derive(Default, Serialize)]
pub struct MoveReport<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    long: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningReport>,
}

/// The name of an opening, as JSON.
#[derive(Serialize)]
struct OpeningReport {
    eco: String,
    name: String,
}

/// The moves in one of many positions, as JSON.
#[derive(Serialize)]
pub struct SansReport<'a> {
    /// The variant, as UCI calls it; none for chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// The position.
    pub fen: String,
    /// The moves.
    pub moves: Vec<MoveReport<'a>>,
}

impl Answer for SansReport<'_> {
    fn is_fine(&self) -> bool {
        self.moves.iter().all(|mv| mv.error.is_none())
    }
}

impl fmt::Display for SansReport<'_> {
    /// The moves in SAN. One that cannot be read or played is in parentheses, with the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mv, space) in self.moves.iter().zip([""].into_iter().chain(std::iter::repeat(" "))) {
            match (&mv.san, &mv.error) {
                (Some(san), _) => write!(f, "{space}{san}")?,
                (None, error) => {
                    let error = error.as_deref().unwrap_or_default();
                    write!(f, "{space}({}: {})", shown_move(mv.text), Visible(error))?;
                }
            }
        }
        Ok(())
    }
}

fn line(typed: Typed<'_>, position: Position) -> SansReport<'_> {
    let moves = TypedLine::new(typed, position).map(|(before, text, mv)| match mv {
        Ok(mv) => MoveReport::new(&before, mv, text),
        Err(error) => MoveReport::refusal(text, error),
    });
    SansReport { variant: None, fen: position.to_string(), moves: moves.collect() }
}

/// Typed moves, each with the position before it, up to the first that cannot be played.
pub struct TypedLine<'a> {
    words: std::vec::IntoIter<&'a str>,
    position: Position,
    each: bool,
    is_strict: bool,
}

impl<'a> TypedLine<'a> {
    /// The moves from a position on.
    pub fn new(typed: Typed<'a>, position: Position) -> TypedLine<'a> {
        let Typed { moves, each, is_strict } = typed;
        let words: Vec<&str> = moves.iter().flat_map(|text| words(text)).collect();
        TypedLine { words: words.into_iter(), position, each, is_strict }
    }
}

impl<'a> Iterator for TypedLine<'a> {
    type Item = (Position, &'a str, Result<Move, String>);

    fn next(&mut self) -> Option<Self::Item> {
        let (text, word) = self.words.by_ref().find_map(|text| Some((text, without_number(text)?)))?;
        let before = self.position;
        let strictly = || before.parse_san_strictly(word).map_err(|error| error.to_string());
        let mv = if self.is_strict { strictly() } else { read_move(&before, word) };
        match mv {
            _ if self.each => {}
            Ok(mv) => self.position = before.after(mv),
            Err(_) => self.words = Vec::new().into_iter(),
        }
        Some((before, text, mv))
    }
}

impl<'a> MoveReport<'a> {
    /// A move in a position.
    pub fn new(position: &Position, mv: Move, text: &'a str) -> MoveReport<'a> {
        MoveReport {
            long: Some(position.to_lan(mv).to_string()),
            fen: Some(position.after(mv).to_string()),
            ..MoveReport::of_variant(text, position.to_san(mv).to_string(), position.to_uci(mv).to_string())
        }
    }

    /// A move of a variant, in the notations that it has.
    pub fn of_variant(text: &'a str, san: String, uci: String) -> MoveReport<'a> {
        MoveReport { text, san: Some(san), uci: Some(uci), ..MoveReport::default() }
    }

    /// With the name of the opening of the position after the move, if that position has one.
    pub fn with_opening(mut self, opening: Option<Opening>) -> MoveReport<'a> {
        let report =
            |opening: Opening| OpeningReport { eco: opening.eco().to_string(), name: opening.to_string() };
        self.opening = opening.map(report);
        self
    }

    /// A text that is not a move, and why.
    pub fn refusal(text: &'a str, error: String) -> MoveReport<'a> {
        MoveReport { text, error: Some(error), ..MoveReport::default() }
    }
}
