//! Endgame tables, by which games end early. Without the feature `tables` there are none.

#[cfg(feature = "tables")]
use std::collections::HashSet;
#[cfg(feature = "tables")]
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "tables")]
use philidor::{Draw, Win};
use philidor::{Outcome, Position};
#[cfg(feature = "tables")]
use philidor_tables::Wdl;
#[cfg(feature = "tables")]
use philidor_tables::syzygy::{ProbeError, Tables};

/// The tables of a match, which all of its games share; none at first.
#[derive(Clone, Debug, Default)]
pub(super) struct EndgameTables {
    #[cfg(feature = "tables")]
    tables: Option<Arc<Tables>>,
    /// The files of which a fault has been noted.
    #[cfg(feature = "tables")]
    damaged: Arc<Mutex<HashSet<String>>>,
}

#[cfg(not(feature = "tables"))]
impl EndgameTables {
    pub(super) const fn max_pieces(&self) -> u32 {
        0
    }

    pub(super) fn outcome(&self, _: &Position, _: impl FnOnce(&str)) -> Option<Outcome> {
        None
    }
}

#[cfg(feature = "tables")]
impl EndgameTables {
    pub(super) fn new(tables: Arc<Tables>) -> EndgameTables {
        EndgameTables { tables: Some(tables), damaged: Arc::default() }
    }

    /// The most pieces of a position that the tables know; 0 without tables.
    pub(super) fn max_pieces(&self) -> u32 {
        self.tables.as_ref().map_or(0, |tables| tables.largest() as u32)
    }

    /// How a game ends from a position on, with its halfmove clock, if that is certain. `note` takes the fault of a
    /// damaged file, once for each file.
    pub(super) fn outcome(&self, position: &Position, note: impl FnOnce(&str)) -> Option<Outcome> {
        let tables =
            self.tables.as_ref().filter(|_| position.board().occupied().len() <= self.max_pieces())?;
        let answer = tables.probe_clocked_wdl(position);
        if let Err(ProbeError::File(error)) = &answer {
            let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
            if damaged.insert(error.file.clone()) {
                note(&error.to_string());
            }
        }
        let turn = position.side_to_move();
        let won = |winner| Outcome::Win { winner, by: Win::Resignation };
        Some(match answer.ok()?.certain()? {
            Wdl::Win => won(turn),
            Wdl::Loss => won(!turn),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Outcome::Draw(Draw::Agreement),
        })
    }
}
