//! What endgame tables say of positions: who wins, how far the next zeroing move is, and what each move leads to.

use std::fmt;
use std::io::Write;
use std::path::Path;

use philidor::{CastlingMode, Position};
use philidor_tables::Wdl;
use philidor_tables::syzygy::{ClockedWdl, Dtz, ProbeError, RootMove, Tables};
use serde::{Serialize, Serializer};

use super::answers::Answers;
use super::line_by_line::{Answer, answer_positions};
use super::refusal::Door;
use crate::error::FileError;

/// What tables say of a position and its moves, as JSON.
#[derive(Serialize)]
pub struct EndgameReport {
    /// The FEN.
    pub fen: String,
    /// The value of the position.
    #[serde(flatten)]
    pub value: EndgameValue,
    /// All moves, the best first, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<EndgameMove>>,
}

/// What tables say of a position, as JSON.
#[derive(Serialize)]
pub struct EndgameValue {
    /// The value with a halfmove clock of zero, and the half-moves to the next capture, pawn move or mate.
    #[serde(flatten)]
    pub distance: Distance,
    /// The value with the position's own halfmove clock.
    #[serde(serialize_with = "one_word")]
    pub value: ClockedWdl,
    #[serde(skip)]
    clock: u16,
}

/// A distance, which names its value: as JSON three numbers and flags.
///
/// `wdl` goes from -2, lost, to 2, won, for the side to move; -1 and 1 are draws by the fifty-move rule. `dtz` has the sign
/// of the value, and 100 are added if the fifty-move rule comes before. Without `dtz_exact` it may be one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance(pub Dtz);

impl Serialize for Distance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Numbers {
            wdl: i8,
            dtz: i32,
            dtz_exact: bool,
        }
        let Distance(dtz) = *self;
        let (wdl, dtz_exact) = (dtz.wdl().number(), dtz.is_exact());
        Numbers { wdl, dtz: dtz.number(), dtz_exact }.serialize(serializer)
    }
}

/// A value in one word: `win_or_cursed_win`.
fn one_word<S: Serializer>(value: &ClockedWdl, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string().replace(' ', "_"))
}

/// What a move leads to, for the side that makes it.
#[derive(Serialize)]
pub struct EndgameMove {
    /// The move in standard notation.
    pub san: String,
    /// The move as UCI writes it.
    pub uci: String,
    /// The value of the move with a halfmove clock of zero, and the half-moves if it is played.
    #[serde(flatten)]
    pub distance: Distance,
    /// The value with the position's own halfmove clock.
    #[serde(serialize_with = "one_word")]
    pub value: ClockedWdl,
}

impl EndgameValue {
    /// The value of a position.
    ///
    /// # Errors
    ///
    /// The position is in none of the tables, or a table is damaged.
    pub fn new(tables: &Tables, position: &Position) -> Result<EndgameValue, ProbeError> {
        let dtz = tables.probe_dtz(position)?;
        // Checkmate counts whatever the clock says.
        let is_mate = position.is_check() && !position.has_legal_move();
        let clock = if is_mate { 0 } else { position.halfmove_clock() };
        Ok(EndgameValue { distance: Distance(dtz), value: dtz.at_clock(clock), clock })
    }
}

/// `win, dtz 23; with the clock at 81: cursed win`.
impl fmt::Display for EndgameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Distance(dtz) = self.distance;
        write!(f, "{}", dtz.wdl())?;
        if dtz.wdl() == Wdl::Draw {
            return Ok(());
        }
        write!(f, ", dtz {}", if dtz.number() < 0 { -dtz } else { dtz })?;
        if self.clock > 0 {
            write!(f, "; with the clock at {}: {}", self.clock, self.value)?;
        }
        Ok(())
    }
}

impl EndgameReport {
    /// The value of a position, and of its moves if they are asked for.
    ///
    /// # Errors
    ///
    /// The position is in none of the tables, or a table is damaged.
    pub fn new(tables: &Tables, position: &Position, with_moves: bool) -> Result<EndgameReport, ProbeError> {
        let value = EndgameValue::new(tables, position)?;
        let moves = with_moves.then(|| tables.rank_moves(position)).transpose()?;
        let mode = CastlingMode::detect(position);
        let report = |one: RootMove| EndgameMove {
            san: position.san(one.mv).to_string(),
            uci: position.uci(one.mv, mode).to_string(),
            distance: Distance(one.dtz),
            value: one.value,
        };
        let moves = moves.map(|moves| moves.into_iter().map(report).collect());
        Ok(EndgameReport { fen: position.to_string(), value, moves })
    }
}

impl Answer for EndgameReport {}

impl fmt::Display for EndgameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.fen, self.value)?;
        for EndgameMove { san, value, distance: Distance(dtz), .. } in self.moves.iter().flatten() {
            write!(f, "; {san} {value} {dtz}")?;
        }
        Ok(())
    }
}

/// Answers each line of a file, a FEN or a name, with what tables say. Returns whether all lines were fine.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_endgames(
    path: &Path,
    door: Door,
    tables: &Tables,
    with_moves: bool,
    answers: &Answers,
    writer: &mut dyn Write,
) -> Result<bool, FileError> {
    answer_positions(path, door, answers, writer, |position| EndgameReport::new(tables, position, with_moves))
}
