//! The moves of positions, from the generator in question.
//!
//! By default these are the legal moves. A generator chosen by name lists them in its own order, and the legal ones
//! among its pseudo-legal moves are found by playing each.

use std::fmt;
use std::io::Write;
use std::path::Path;

use philidor::{Move, MoveGenerator, MoveKind, MoveList, Position, Unrepresentable};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;
use philidor_host::FileError;
use serde::Serialize;

use super::answers::Answers;
use super::line_by_line::{Answer, answer_positions};
use super::refusal::Door;

/// A move generator of the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generator {
    /// Sets of squares: the fast one.
    #[default]
    Bitboard,
    /// Chains of squares, from 1989.
    Chain,
    /// The 10×12 board, from 2024.
    Mailbox,
}

impl Generator {
    /// All of them.
    pub const ALL: [Generator; 3] = [Generator::Bitboard, Generator::Chain, Generator::Mailbox];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Generator::Bitboard => "bitboard",
            Generator::Chain => ChainBoard::NAME,
            Generator::Mailbox => MailboxBoard::NAME,
        }
    }
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `e2e4`, `e7e8q`.
    Uci,
    /// `Pe2-e4`, `Pe7-e8=Q`.
    Long,
}

/// Answers each line of a file, a FEN or a name, with the moves of its position. The position in `question` is ignored.
/// Returns whether all lines were fine.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_moves(
    path: &Path,
    door: Door,
    question: &MovesQuestion,
    answers: &Answers,
    writer: &mut dyn Write,
) -> Result<bool, FileError> {
    answer_positions(path, door, answers, writer, |&position| {
        MovesQuestion { position, ..*question }.answer()
    })
}

/// The moves, as JSON.
#[derive(Serialize)]
pub struct MovesReport {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    generator: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pseudo_legal: Option<bool>,
    moves: Vec<Entry>,
    /// How the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
}

#[derive(Serialize)]
struct Entry {
    uci: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    long: Option<String>,
    kind: &'static str,
    raw: String,
}

impl Answer for MovesReport {}

impl fmt::Display for MovesReport {
    /// Their number, and the moves; without any, how the game has ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.moves.len())?;
        self.moves.iter().try_for_each(|mv| write!(f, " {}", mv.long.as_ref().unwrap_or(&mv.uci)))?;
        self.outcome.as_ref().map_or(Ok(()), |outcome| write!(f, " {outcome}"))
    }
}

/// The question which moves a position has.
#[derive(Clone, Copy, Debug)]
pub struct MovesQuestion {
    /// The position.
    pub position: Position,
    /// The kind of moves.
    pub kind: MoveKind,
    /// The generator whose order to use, if one was named.
    pub own_order: Option<Generator>,
    /// Whether moves that leave the king attacked are included.
    pub pseudo_legal: bool,
    /// How the moves are written.
    pub notation: Notation,
}

impl MovesQuestion {
    /// The moves.
    ///
    /// # Errors
    ///
    /// The generator cannot hold the position.
    pub fn answer(&self) -> Result<MovesReport, Unrepresentable> {
        let moves = self.moves(self.kind)?.iter().map(|&mv| self.entry(mv)).collect();
        Ok(MovesReport {
            fen: self.position.to_string(),
            generator: self.own_order.map(Generator::name),
            pseudo_legal: self.own_order.map(|_| self.pseudo_legal),
            moves,
            outcome: self.position.outcome().map(|outcome| outcome.to_string()),
        })
    }

    fn entry(&self, mv: Move) -> Entry {
        let kind = if mv.is_tactical() { "tactical" } else { "quiet" };
        Entry {
            uci: self.uci(mv),
            long: (self.notation == Notation::Long).then(|| self.written(mv)),
            kind,
            raw: format!("{:#018x}", mv.raw()),
        }
    }

    /// The moves of one kind, from the generator in question.
    ///
    /// # Errors
    ///
    /// As [`answer`](MovesQuestion::answer).
    pub fn moves(&self, kind: MoveKind) -> Result<Vec<Move>, Unrepresentable> {
        match self.own_order.unwrap_or_default() {
            // By itself, this one lists legal moves only.
            Generator::Bitboard if self.pseudo_legal => {
                let mut list = MoveList::new();
                self.position.pseudo_legal_moves_into(kind, &mut list);
                Ok(list.to_vec())
            }
            Generator::Bitboard => self.moves_by::<Position>(kind),
            Generator::Chain => self.moves_by::<ChainBoard>(kind),
            Generator::Mailbox => self.moves_by::<MailboxBoard>(kind),
        }
    }

    /// The moves of one kind as a generator lists them, or the legal ones among them.
    fn moves_by<G: MoveGenerator>(&self, kind: MoveKind) -> Result<Vec<Move>, Unrepresentable> {
        let mut generator = G::from_position(&self.position)?;
        if !self.pseudo_legal {
            return Ok(generator.legal_moves_of(kind));
        }
        let mut list = MoveList::new();
        generator.write_moves(kind, &mut list);
        Ok(list.to_vec())
    }

    fn uci(&self, mv: Move) -> String {
        self.position.to_uci(mv).to_string()
    }

    /// A move in the chosen notation.
    pub fn written(&self, mv: Move) -> String {
        match self.notation {
            Notation::Uci => self.uci(mv),
            Notation::Long => self.position.to_lan(mv).to_string(),
        }
    }
}
