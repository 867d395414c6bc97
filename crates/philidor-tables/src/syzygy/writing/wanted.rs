//! What must be stored for a position, so that readers find its value.

use philidor::{Move, Position};

use crate::solve::{SolvedProbeError, Value};
use crate::value::Wdl;

/// What must be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nothing depends on it.
    Any,
    /// This number or a lower one: a capture leads to the value itself.
    AtMost(u16),
    /// This number. Of distances there are four lists: of wins, losses, cursed wins and blessed losses.
    Exactly { list: u8, number: u16 },
}

/// Wanted in a WDL table: the value plus two.
pub(super) fn wanted_wdl(
    position: &Position,
    value: impl Fn(&Position) -> Result<Value, SolvedProbeError>,
) -> Result<Wanted, SolvedProbeError> {
    let wdl = value(position)?.wdl;
    let number = (wdl.number() + 2) as u16;
    for mv in position.legal_moves() {
        if mv.is_capture() && -value(&position.after(mv))?.wdl == wdl {
            return Ok(Wanted::AtMost(number));
        }
    }
    Ok(Wanted::Exactly { list: 0, number })
}

/// Wanted in a DTZ table: the plies less one; for cursed wins and blessed losses 100 less than that, halved.
pub(super) fn wanted_distance(
    position: &Position,
    value: impl Fn(&Position) -> Result<Value, SolvedProbeError>,
) -> Result<Wanted, SolvedProbeError> {
    let Value { wdl, dtz, .. } = value(position)?;
    let plies = dtz.unsigned_abs();
    let (list, number) = match wdl {
        Wdl::Draw => return Ok(Wanted::Any),
        Wdl::Win => (0, plies - 1),
        Wdl::Loss => (1, plies - 1),
        Wdl::CursedWin => (2, (plies - 101) / 2),
        Wdl::BlessedLoss => (3, (plies - 101) / 2),
    };
    let keeps = |mv: Move| Ok(-value(&position.after(mv))?.wdl == wdl);
    if wdl > Wdl::Draw {
        for mv in position.legal_moves() {
            if mv.is_pawn_advance_or_capture() && keeps(mv)? {
                return Ok(Wanted::Any);
            }
        }
    }
    Ok(Wanted::Exactly { list, number })
}
