//! What endgame tables say of positions, in words and serialized: who wins, how far the next zeroing move is, and what
//! each move leads to. Feature `report`.

use std::fmt;

use philidor::{CastlingMode, Outcome, Position};
use serde::{Serialize, Serializer};

use crate::Wdl;
use crate::syzygy::{ClockedWdl, Dtz, ProbeAnswer, ProbeError, RootMove, Tables};

/// What tables say of a position and its moves, as JSON.
#[derive(Serialize)]
pub struct EndgameReport {
    /// The FEN.
    pub fen: String,
    /// The value of the position.
    #[serde(flatten)]
    pub value: EndgameValue,
    /// All moves, the best first, if they are asked for and no table is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<EndgameMove>>,
    /// Why there are no moves although they were asked for: a table is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What tables say of a position, or why they say nothing.
#[derive(Serialize)]
#[serde(untagged)]
pub enum EndgameAnswer {
    /// What they say.
    Known(EndgameValue),
    /// Why they say nothing.
    Unknown {
        /// The reason.
        error: String,
        /// Whether a file is damaged.
        #[serde(skip)]
        is_damaged: bool,
    },
}

/// What tables say of a position; as JSON `wdl`, `dtz`, `dtz_exact` and `value`.
///
/// `wdl` goes from -2, lost, to 2, won, for the side to move; -1 and 1 are draws by the fifty-move rule. `dtz`, the
/// distance to zeroing in half-moves, has the sign of the value; its size is 100 more if the fifty-move rule comes
/// first, and without `dtz_exact` it may be one more. `dtz` and `dtz_exact` are null if the table of distances is
/// missing. `value` takes the position's own halfmove clock into account.
pub struct EndgameValue {
    found: ProbeAnswer,
    clock: u16,
    /// If it is mate, who wins.
    mate: Option<Outcome>,
}

/// A value as [`EndgameValue`] describes it.
#[derive(Serialize)]
struct Numbers {
    wdl: i8,
    dtz: Option<i32>,
    dtz_exact: Option<bool>,
    value: String,
}

impl Numbers {
    fn new(wdl: Wdl, dtz: Option<Dtz>, value: ClockedWdl) -> Numbers {
        let (number, dtz_exact) = (dtz.map(Dtz::number), dtz.map(Dtz::is_exact));
        Numbers { wdl: wdl.number(), dtz: number, dtz_exact, value: value.to_string().replace(' ', "_") }
    }
}

/// What a move leads to, for the side that makes it: as JSON `san`, `uci` and what an [`EndgameValue`] has.
#[derive(Serialize)]
pub struct EndgameMove {
    /// The move in standard notation.
    pub san: String,
    uci: String,
    #[serde(flatten)]
    numbers: Numbers,
    /// Who wins after it, in words.
    #[serde(skip)]
    pub outcome: &'static str,
    /// The half-moves to the next capture, pawn move or mate, in words; `-` if it draws.
    #[serde(skip)]
    pub distance: String,
}

/// Who wins, in words.
const fn outcome(value: ClockedWdl) -> &'static str {
    match value {
        ClockedWdl::Loss => "lost",
        ClockedWdl::LossOrBlessedLoss => "lost or drawn",
        ClockedWdl::BlessedLoss => "drawn (blessed loss)",
        ClockedWdl::Draw => "drawn",
        ClockedWdl::CursedWin => "drawn (cursed win)",
        ClockedWdl::WinOrCursedWin => "won or drawn",
        ClockedWdl::Win => "won",
    }
}

/// A distance in words, without a sign, since the outcome says who wins: `33 or 34`.
fn distance(dtz: Dtz) -> String {
    match dtz.number() {
        0 => "-".to_owned(),
        ..0 => (-dtz).to_string(),
        _ => dtz.to_string(),
    }
}

impl EndgameAnswer {
    /// What tables say of a position.
    pub fn new(tables: &Tables, position: &Position) -> EndgameAnswer {
        match EndgameValue::new(tables, position) {
            Ok(value) => EndgameAnswer::Known(value),
            Err(error) => EndgameAnswer::Unknown {
                error: error.to_string(),
                is_damaged: matches!(error, ProbeError::File(_)),
            },
        }
    }

    /// Whether no file is damaged.
    pub const fn is_fine(&self) -> bool {
        !matches!(self, EndgameAnswer::Unknown { is_damaged: true, .. })
    }
}

impl fmt::Display for EndgameAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameAnswer::Known(value) => value.fmt(f),
            EndgameAnswer::Unknown { error, .. } => f.write_str(error),
        }
    }
}

impl EndgameValue {
    /// The value of a position.
    ///
    /// # Errors
    ///
    /// The position is in none of the tables, or a table is damaged. The table of its distance may be missing.
    pub fn new(tables: &Tables, position: &Position) -> Result<EndgameValue, ProbeError> {
        let found = tables.probe(position)?;
        let mate = found.is_checkmate.then(|| position.outcome()).flatten();
        Ok(EndgameValue { found, clock: position.halfmove_clock(), mate })
    }
}

impl Serialize for EndgameValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ProbeAnswer { wdl, dtz, value, .. } = &self.found;
        Numbers::new(*wdl, dtz.as_ref().ok().copied(), *value).serialize(serializer)
    }
}

/// `won: capture, pawn move or mate in 23 half-moves; with the clock at 81: drawn (cursed win)`.
impl fmt::Display for EndgameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbeAnswer { wdl, dtz, value, .. } = &self.found;
        if let Some(mate) = &self.mate {
            return mate.fmt(f);
        }
        f.write_str(outcome((*wdl).into()))?;
        // The distance of a draw by the fifty-move rule would need an explanation of its own.
        if !matches!(wdl, Wdl::Win | Wdl::Loss) {
            return Ok(());
        }
        match dtz {
            Ok(dtz) => {
                let plural = if dtz.plies() == (1..=1) { "" } else { "s" };
                write!(f, ": capture, pawn move or mate in {} half-move{plural}", distance(*dtz))?;
            }
            Err(error) => write!(f, " ({error})")?,
        }
        if self.clock > 0 {
            write!(f, "; with the clock at {}: {}", self.clock, outcome(*value))?;
        }
        Ok(())
    }
}

/// `Qf4 won 11`.
impl fmt::Display for EndgameMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.san, self.outcome, self.distance)
    }
}

impl EndgameReport {
    /// The value of a position, and of its moves if they are asked for.
    ///
    /// # Errors
    ///
    /// The position is in none of the tables, or a table is damaged. A table that only distances or moves need may be
    /// missing.
    pub fn new(tables: &Tables, position: &Position, with_moves: bool) -> Result<EndgameReport, ProbeError> {
        let value = EndgameValue::new(tables, position)?;
        let (moves, error) = match with_moves.then(|| tables.rank_moves(position)).transpose() {
            Ok(moves) => (moves, None),
            Err(error @ ProbeError::Missing { .. }) => (None, Some(error.to_string())),
            Err(error) => return Err(error),
        };
        let mode = CastlingMode::detect(position);
        let report = |one: RootMove| EndgameMove {
            san: position.to_san(one.mv).to_string(),
            uci: position.to_uci_in(one.mv, mode).to_string(),
            numbers: Numbers::new(one.dtz.wdl(), Some(one.dtz), one.value),
            outcome: outcome(one.value),
            distance: distance(one.dtz),
        };
        let moves = moves.map(|moves| moves.into_iter().map(report).collect());
        Ok(EndgameReport { fen: position.to_string(), value, moves, error })
    }

    /// Whether all that was asked for has an answer; the distance alone may be missing.
    pub const fn is_complete(&self) -> bool {
        self.error.is_none()
    }
}

impl fmt::Display for EndgameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.fen, self.value)?;
        (self.moves.iter().flatten()).try_for_each(|one| write!(f, "; {one}"))?;
        self.error.iter().try_for_each(|error| write!(f, "; no moves: {error}"))
    }
}
