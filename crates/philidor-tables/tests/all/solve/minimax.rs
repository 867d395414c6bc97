//! The value of a position from those of the positions one ply on, by the definition alone.

use philidor::{MoveType, PieceType, Position};
use philidor_tables::Wdl;
use philidor_tables::solve::Value;

/// Half-moves to the end that is measured, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Lost.
    Loss(u16),
    /// Neither.
    Draw,
    /// Won.
    Win(u16),
}

impl Outcome {
    /// Better values are greater.
    fn rank(self) -> i32 {
        match self {
            Outcome::Loss(plies) => i32::from(plies) - 10_000,
            Outcome::Draw => 0,
            Outcome::Win(plies) => 10_000 - i32::from(plies),
        }
    }

    /// The outcome of the position before, in which the other side makes a move that leads here; `far` changes the
    /// distance.
    fn before(self, far: impl Fn(u16) -> u16) -> Outcome {
        match self {
            Outcome::Loss(plies) => Outcome::Win(far(plies)),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Loss(far(plies)),
        }
    }
}

/// What is measured: half-moves to the next zeroing move or to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// DTZ.
    Zeroing,
    /// DTM.
    Mate,
}

impl Measure {
    /// The outcome of the position before a move that leads to `after`.
    fn before(self, after: Outcome, is_zeroing: bool) -> Outcome {
        after.before(|plies| match (self, is_zeroing) {
            (Measure::Zeroing, true) if plies <= 100 => 1,
            (Measure::Zeroing, true) => 101,
            _ => plies + 1,
        })
    }

    /// What a value says.
    pub(super) fn of(self, position: &Position, value: Value) -> Outcome {
        let is_mate = position.is_check() && position.legal_moves().is_empty();
        match (self, value.wdl) {
            (_, Wdl::Draw) => Outcome::Draw,
            (_, Wdl::Loss) if is_mate => Outcome::Loss(0),
            (Measure::Zeroing, Wdl::Loss | Wdl::BlessedLoss) => Outcome::Loss(value.dtz.unsigned_abs()),
            (Measure::Zeroing, _) => Outcome::Win(value.dtz.unsigned_abs()),
            (Measure::Mate, Wdl::Loss | Wdl::BlessedLoss) => Outcome::Loss(value.dtm.expect("solved")),
            (Measure::Mate, _) => Outcome::Win(value.dtm.expect("solved")),
        }
    }
}

/// Whether moves set the halfmove clock to zero, and where they lead.
fn successors(position: &Position) -> Vec<(bool, Position)> {
    let is_zeroing = |mv: &philidor::Move| {
        mv.played_piece() == PieceType::Pawn || mv.is_capture() || mv.move_type() == MoveType::EnPassant
    };
    position.legal_moves().iter().map(|mv| (is_zeroing(mv), position.after(*mv))).collect()
}

/// The best of what moves lead to.
pub(super) fn best(position: &Position, measure: Measure, of: impl Fn(&Position) -> Outcome) -> Outcome {
    let outcomes = successors(position).into_iter();
    let outcomes = outcomes.map(|(is_zeroing, after)| measure.before(of(&after), is_zeroing));
    let end = if position.is_check() { Outcome::Loss(0) } else { Outcome::Draw };
    outcomes.max_by_key(|outcome| outcome.rank()).unwrap_or(end)
}
