//! Endgame tables, as a search asks them: the value of a position with few pieces, and at the root the moves that keep it.
//!
//! Without the feature `tables` there are none, and the search has no code for them.

#[cfg(feature = "tables")]
use std::sync::Arc;

use philidor::{Game, Move, Position};
#[cfg(feature = "tables")]
use philidor_tables::Wdl;
#[cfg(feature = "tables")]
use philidor_tables::syzygy::{ClockedWdl, RootMove, Tables};

/// The value of a position for the side to move, with the fifty-move rule.
#[cfg_attr(not(feature = "tables"), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableValue {
    Loss,
    Draw,
    Win,
}

/// The tables of an engine; none at first.
#[derive(Clone, Debug)]
pub(crate) struct EndgameTables {
    #[cfg(feature = "tables")]
    tables: Option<Arc<Tables>>,
    /// Positions of more pieces are not asked for.
    pub(crate) limit: usize,
}

/// No table has more pieces.
pub(crate) const MAX_LIMIT: usize = 7;

impl Default for EndgameTables {
    fn default() -> EndgameTables {
        EndgameTables {
            #[cfg(feature = "tables")]
            tables: None,
            limit: MAX_LIMIT,
        }
    }
}

#[cfg(not(feature = "tables"))]
impl EndgameTables {
    pub(crate) const fn max_pieces(&self) -> u32 {
        0
    }

    pub(crate) fn value(&self, _: &Position) -> Option<TableValue> {
        None
    }

    pub(crate) fn best_moves(&self, _: &Game) -> Option<(TableValue, Vec<Move>)> {
        None
    }

    pub(crate) fn certain_value(&self, _: &Position) -> Option<TableValue> {
        None
    }
}

#[cfg(feature = "tables")]
impl EndgameTables {
    pub(crate) fn set(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
    }

    /// Tables from folders, in one text as `PATH` has it; none if it is empty.
    pub(crate) fn set_path(&mut self, path: &str) -> std::io::Result<()> {
        self.tables = None;
        if path.is_empty() || path == "<empty>" {
            return Ok(());
        }
        let mut tables = Tables::new();
        for folder in std::env::split_paths(path) {
            tables.add_folder(folder)?;
        }
        self.tables = Some(Arc::new(tables));
        Ok(())
    }

    /// The most pieces of a position that is worth asking for; 0 without tables.
    pub(crate) fn max_pieces(&self) -> u32 {
        self.tables.as_ref().map_or(0, |tables| tables.largest().min(self.limit)) as u32
    }

    /// The value of a position whose halfmove clock stands at zero.
    pub(crate) fn value(&self, position: &Position) -> Option<TableValue> {
        let wdl = self.tables.as_ref()?.probe_wdl(position).ok()?;
        Some(value_of(wdl))
    }

    /// The value of a position with its own halfmove clock, if it is certain.
    pub(crate) fn certain_value(&self, position: &Position) -> Option<TableValue> {
        if position.board().occupied().len() > self.max_pieces() {
            return None;
        }
        let dtz = self.tables.as_ref()?.probe_dtz(position).ok()?;
        dtz.at_clock(position.halfmove_clock()).certain().map(value_of)
    }

    /// The value of a game's position, and the moves that keep it.
    ///
    /// Of moves that win all are left to the search, which may see a mate; but if the position has been there before, it
    /// makes no progress, and only the moves that zero the clock soonest are left.
    pub(crate) fn best_moves(&self, game: &Game) -> Option<(TableValue, Vec<Move>)> {
        let position = game.position();
        if position.board().occupied().len() > self.max_pieces() || !position.castling_rights().is_empty() {
            return None;
        }
        let tables = self.tables.as_ref()?;
        let keys: Vec<u64> = game.keys().collect();
        let seen = |after: &Position| keys.contains(&after.key());
        let Ok(ranked) = tables.rank_moves_in_game(position, seen) else {
            return self.best_by_value(position);
        };
        let best = *ranked.first()?;
        let is_repeated = game.repetitions() > 1;
        let keeps = |one: &&RootMove| {
            let makes_progress = !one.repeats && (!is_repeated || one.dtz == best.dtz);
            one.value == best.value && (one.value != ClockedWdl::Win || makes_progress)
        };
        let kept = ranked.iter().filter(keeps);
        let mut moves: Vec<Move> = kept.map(|one| one.mv).collect();
        if moves.is_empty() {
            moves.push(best.mv);
        }
        let value = match best.value {
            ClockedWdl::Win | ClockedWdl::WinOrCursedWin => TableValue::Win,
            ClockedWdl::Loss | ClockedWdl::LossOrBlessedLoss => TableValue::Loss,
            _ => TableValue::Draw,
        };
        Some((value, moves))
    }

    /// The same without distances: a table of them may be missing.
    fn best_by_value(&self, position: &Position) -> Option<(TableValue, Vec<Move>)> {
        let tables = self.tables.as_ref()?;
        let after = |mv: Move| tables.probe_wdl(&position.after(mv)).ok().map(|reply| (-reply, mv));
        let values: Vec<(Wdl, Move)> =
            position.legal_moves().into_iter().map(after).collect::<Option<_>>()?;
        let best = values.iter().map(|&(value, _)| value).max()?;
        let moves = values.into_iter().filter(|&(value, _)| value == best).map(|(_, mv)| mv).collect();
        Some((value_of(best), moves))
    }
}

#[cfg(feature = "tables")]
const fn value_of(wdl: Wdl) -> TableValue {
    match wdl {
        Wdl::Loss => TableValue::Loss,
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => TableValue::Draw,
        Wdl::Win => TableValue::Win,
    }
}
