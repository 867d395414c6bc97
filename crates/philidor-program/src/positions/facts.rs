//! What follows from a position: keys, checks, pins, attacks, the end of the game.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use philidor::{Bitboard, Color, Position, Square};
use philidor_host::FileError;
use serde::Serialize;

use super::answers::Answers;
use super::line_by_line::{Answer, answer_positions};
use super::refusal::Door;
use super::unmoves::why_unreachable;

/// Whose attacks are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// Those of a whole side.
    Side(Color),
    /// Those of the piece or pawn on a square.
    Piece(Square),
}

impl FromStr for Attacker {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Attacker, &'static str> {
        let side = Color::ALL.into_iter().find(|color| color.to_string() == text).map(Attacker::Side);
        let piece = || text.parse().ok().map(Attacker::Piece);
        side.or_else(piece).ok_or("neither white, nor black, nor a square such as e4")
    }
}

/// Answers each line of a file, a FEN or a name, with the facts about its position. Returns whether all lines were
/// fine.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_facts(
    path: &Path,
    door: Door,
    attacker: Option<Attacker>,
    answers: &Answers,
    writer: &mut dyn Write,
) -> Result<bool, FileError> {
    answer_positions(path, door, answers, writer, |position| {
        let attacked = attacker.map(|attacker| attacked_by(position, attacker)).transpose();
        attacked.map(|attacked| PositionReport::new(position, attacked))
    })
}

/// The facts, as JSON.
#[derive(Serialize)]
pub struct PositionReport {
    /// The FEN.
    pub fen: String,
    /// The side to move.
    pub side_to_move: String,
    /// The castling rights, as in a FEN.
    pub castling_rights: String,
    /// Whether castling needs the rules of Chess960.
    pub chess960: bool,
    /// The en-passant square.
    pub en_passant: Option<String>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move.
    pub fullmove_number: u32,
    /// The key of the library.
    pub key: String,
    /// The key of Polyglot books.
    pub polyglot_key: String,
    /// What gives check.
    pub checkers: Vec<String>,
    /// Pieces and pawns that may not leave the line to their king.
    pub pinned: Pinned,
    /// How many legal moves there are.
    pub legal_moves: u32,
    /// How a game ends here by itself, as a `Game` says it.
    pub outcome: Option<String>,
    /// Why no game leads here, if the last moves show that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
    /// The squares that the side or the piece in question attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacked: Option<Vec<String>>,
}

/// The pinned pieces and pawns of each side.
#[derive(Serialize)]
pub struct Pinned {
    white: Vec<String>,
    black: Vec<String>,
}

impl Answer for PositionReport {}

impl fmt::Display for PositionReport {
    /// The facts on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionReport { fen, key, checkers, legal_moves, .. } = self;
        write!(f, "{fen}; key {key}; legal moves {legal_moves}")?;
        self.outcome.as_ref().map_or(Ok(()), |outcome| write!(f, ", {outcome}"))?;
        if !checkers.is_empty() {
            write!(f, "; checkers {}", checkers.join(" "))?;
        }
        if !self.pinned.is_empty() {
            write!(f, "; pinned {}", self.pinned)?;
        }
        if let Some(why) = &self.unreachable {
            write!(f, "; {why}")?;
        }
        match &self.attacked {
            Some(attacked) => write!(f, "; attacked {}", or_dash(attacked.join(" "))),
            None => Ok(()),
        }
    }
}

impl Pinned {
    fn is_empty(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }
}

impl fmt::Display for Pinned {
    /// `white e2 f3, black d7`, where a side without any is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = [("white", &self.white), ("black", &self.black)];
        let sides = sides.into_iter().filter(|(_, squares)| !squares.is_empty());
        let sides: Vec<String> =
            sides.map(|(side, squares)| format!("{side} {}", squares.join(" "))).collect();
        f.write_str(&sides.join(", "))
    }
}

/// The squares that a side or a piece attacks.
///
/// # Errors
///
/// The square in question is empty.
pub fn attacked_by(position: &Position, attacker: Attacker) -> Result<Bitboard, String> {
    match attacker {
        Attacker::Side(color) => Ok(position.attacked_by(color)),
        Attacker::Piece(square) if position.piece_at(square).is_none() => {
            Err(format!("{square} is empty, so nothing attacks from there"))
        }
        Attacker::Piece(square) => Ok(position.attacks_from(square, position.board().occupied())),
    }
}

impl PositionReport {
    /// The facts about a position, with the squares that are attacked.
    pub fn new(position: &Position, attacked: Option<Bitboard>) -> PositionReport {
        PositionReport {
            fen: position.to_string(),
            side_to_move: position.side_to_move().to_string(),
            castling_rights: position.castling_rights().to_string(),
            chess960: position.is_chess960(),
            en_passant: position.en_passant().map(|square| square.to_string()),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            key: format!("{:#018x}", position.key()),
            polyglot_key: format!("{:#018x}", position.polyglot_key()),
            checkers: names(position.checkers()),
            pinned: Pinned {
                white: names(position.pinned(Color::White)),
                black: names(position.pinned(Color::Black)),
            },
            legal_moves: position.legal_move_count(),
            outcome: position.outcome().map(|outcome| outcome.to_string()),
            unreachable: why_unreachable(position),
            attacked: attacked.map(names),
        }
    }
}

/// The names of the squares of a set.
fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A list of squares, or a dash.
pub fn or_dash(list: String) -> String {
    if list.is_empty() { "-".to_owned() } else { list }
}
