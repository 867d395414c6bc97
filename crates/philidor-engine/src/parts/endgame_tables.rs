//! Endgame tables, as a search probes them: the value of a position with few pieces, and at the root the moves that
//! keep it.
//!
//! Without the feature `tables` there are none, and the search has no code for them.

#[cfg(feature = "tables")]
use std::cmp::Reverse;
#[cfg(feature = "tables")]
use std::collections::HashSet;
#[cfg(feature = "tables")]
use std::sync::{Arc, Mutex, PoisonError};

use philidor::{Game, Move, Position};
#[cfg(feature = "tables")]
use philidor_tables::Wdl;
#[cfg(feature = "tables")]
use philidor_tables::syzygy::{ClockedWdl, Metric, ProbeError, Tables};

/// The value of a position for the side to move, with the fifty-move rule.
#[cfg_attr(not(feature = "tables"), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndgameValue {
    Loss,
    Draw,
    Win,
}

/// A move of the root, as tables see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// 0 for the moves to choose from, then 1, 2, … for those that are worse.
    pub(crate) rank: u32,
    /// Its value, if that is certain.
    pub(crate) value: Option<EndgameValue>,
}

/// The tables of an engine; none at first.
#[derive(Clone, Debug)]
pub(crate) struct EndgameTables {
    #[cfg(feature = "tables")]
    tables: Option<Arc<Tables>>,
    /// The folders that they are from, if an option named them.
    #[cfg(feature = "tables")]
    path: String,
    /// Whether tables of four pieces are unpacked when they are opened.
    #[cfg(feature = "tables")]
    unpacks: bool,
    #[cfg(feature = "tables")]
    notices: Arc<Mutex<Notices>>,
    /// Positions with more pieces are not probed.
    pub(crate) limit: usize,
}

/// What people should know of the tables, until it is reported.
#[cfg(feature = "tables")]
#[derive(Debug, Default)]
struct Notices {
    texts: Vec<String>,
    /// The files of which a fault has been reported.
    files: HashSet<String>,
}

/// No table has more pieces.
pub(crate) const MAX_LIMIT: usize = 7;

/// The longest lists of values in tables of four pieces are about this long.
#[cfg(feature = "tables")]
const FOUR_PIECES: u64 = 4_000_000;

impl Default for EndgameTables {
    fn default() -> EndgameTables {
        EndgameTables {
            #[cfg(feature = "tables")]
            tables: None,
            #[cfg(feature = "tables")]
            path: String::new(),
            #[cfg(feature = "tables")]
            unpacks: false,
            #[cfg(feature = "tables")]
            notices: Arc::default(),
            limit: MAX_LIMIT,
        }
    }
}

#[cfg(not(feature = "tables"))]
impl EndgameTables {
    pub(crate) const fn max_pieces(&self) -> u32 {
        0
    }

    pub(crate) fn value(&self, _: &Position) -> Option<EndgameValue> {
        None
    }

    pub(crate) fn rank_moves(&self, _: &Game) -> Vec<RankedMove> {
        Vec::new()
    }

    pub(crate) fn notices(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(feature = "tables")]
impl EndgameTables {
    pub(crate) fn set(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
        self.path = String::new();
        self.notices = Arc::default();
    }

    /// Sets whether tables of four pieces from folders are unpacked, and opens them again.
    ///
    /// # Errors
    ///
    /// No folder can be read any more. Nothing changes then.
    pub(crate) fn set_unpacking(&mut self, unpacks: bool) -> Result<(), String> {
        let before = std::mem::replace(&mut self.unpacks, unpacks);
        let path = self.path.clone();
        let opened = if path.is_empty() { Ok(()) } else { self.set_path(&path) };
        if opened.is_err() {
            self.unpacks = before;
        }
        opened
    }

    /// Opens the tables in folders, which one text lists as `PATH` does; none if it is empty. A folder that cannot be
    /// read is reported ([`EndgameTables::notices`]), as is how many tables there are.
    ///
    /// # Errors
    ///
    /// No folder can be read: each with its reason. Nothing changes then.
    pub(crate) fn set_path(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() {
            self.set(None);
            return Ok(());
        }
        let (mut tables, mut notices, mut are_unread) = (Tables::new(), Vec::new(), true);
        if self.unpacks {
            tables = tables.unpacking(FOUR_PIECES);
        }
        for folder in std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
            match tables.add_folder(&folder) {
                Ok(files) => {
                    are_unread = false;
                    notices.extend((files == 0).then(|| format!("{}: no Syzygy tables", folder.display())));
                }
                Err(error) => notices.push(format!("{}: {error}", folder.display())),
            }
        }
        if are_unread {
            return Err(notices.join("; "));
        }
        let [wdl, dtz] = Metric::ALL.map(|metric| tables.iter().filter(|one| one.1 == metric).count());
        notices.push(format!("found {wdl} WDL and {dtz} DTZ tables of up to {} pieces", tables.largest()));
        self.set(Some(Arc::new(tables)));
        self.path = path.to_owned();
        self.with_notices(|all| all.texts = notices);
        Ok(())
    }

    fn with_notices<T>(&self, change: impl FnOnce(&mut Notices) -> T) -> T {
        change(&mut self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What has been noticed since the last call: how many tables there are, and damaged files, each of them once.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.with_notices(|all| std::mem::take(&mut all.texts))
    }

    /// What a probe has found; a damaged file is noted.
    fn known<T>(&self, answer: Result<T, ProbeError>) -> Option<T> {
        if let Err(ProbeError::File(error)) = &answer {
            self.with_notices(|all| {
                if all.files.insert(error.file.clone()) {
                    all.texts.push(error.to_string());
                }
            });
        }
        answer.ok()
    }

    /// The most pieces of a position that is worth a probe; 0 without tables.
    pub(crate) fn max_pieces(&self) -> u32 {
        self.tables.as_ref().map_or(0, |tables| tables.largest().min(self.limit)) as u32
    }

    /// The value of a position whose halfmove clock stands at zero.
    pub(crate) fn value(&self, position: &Position) -> Option<EndgameValue> {
        self.known(self.tables.as_ref()?.probe_wdl(position)).map(value_of)
    }

    /// The moves of a game's position, the best first; none if the tables do not know all of them.
    ///
    /// All winning moves have the same rank, so that the search may choose one that mates. But moves that repeat a
    /// position rank lower; and if the position itself has occurred before, only the moves that zero the clock soonest
    /// rank first.
    pub(crate) fn rank_moves(&self, game: &Game) -> Vec<RankedMove> {
        let position = game.position();
        if position.board().occupied().len() > self.max_pieces() || !position.castling_rights().is_empty() {
            return Vec::new();
        }
        let graded = self.grades(game).or_else(|| self.grades_by_value(position));
        let mut graded = graded.unwrap_or_default();
        graded.sort_by_key(|&(_, grade)| grade);
        let (mut rank, mut last) = (0, graded.first().map(|&(_, grade)| grade));
        let ranked = graded.into_iter().map(|(mv, grade)| {
            rank += u32::from(last.replace(grade) != Some(grade));
            RankedMove { mv, rank, value: grade.0.0.certain().map(value_of) }
        });
        ranked.collect()
    }

    fn grades(&self, game: &Game) -> Option<Vec<(Move, Grade)>> {
        let tables = self.tables.as_ref()?;
        let keys: Vec<u64> = game.keys().collect();
        let seen = |after: &Position| keys.contains(&after.key());
        let moves = self.known(tables.rank_moves_in_game(game.position(), seen))?;
        let best = *moves.first()?;
        let is_repeated = game.repetitions() > 1;
        let grades = moves.into_iter().map(|one| {
            let is_best = one.dtz == best.dtz;
            let grade = match one.value {
                ClockedWdl::Win if one.repeats => 1 + u8::from(!is_best),
                ClockedWdl::Win if is_repeated => 2 * u8::from(!is_best),
                _ => 0,
            };
            (one.mv, (Reverse(one.value), grade))
        });
        Some(grades.collect())
    }

    /// The same without distances, where a DTZ table is missing. A win or a loss is certain after a move that zeroes
    /// the clock or mates; and while the clock stands at zero, the value of the best moves is that of the position.
    fn grades_by_value(&self, position: &Position) -> Option<Vec<(Move, Grade)>> {
        let tables = self.tables.as_ref()?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let value = -self.known(tables.probe_wdl(&after))?;
            let zeroes = after.halfmove_clock() == 0 || after.is_checkmate();
            moves.push((mv, value, zeroes));
        }
        let best = moves.iter().map(|&(_, value, _)| value).max()?;
        let grades = moves.into_iter().map(|(mv, value, zeroes)| {
            let is_certain = zeroes || (position.halfmove_clock() == 0 && value == best);
            let clocked = match value {
                Wdl::Loss if is_certain => ClockedWdl::Loss,
                Wdl::Loss => ClockedWdl::LossOrBlessedLoss,
                Wdl::BlessedLoss => ClockedWdl::BlessedLoss,
                Wdl::Draw => ClockedWdl::Draw,
                Wdl::CursedWin => ClockedWdl::CursedWin,
                Wdl::Win if is_certain => ClockedWdl::Win,
                Wdl::Win => ClockedWdl::WinOrCursedWin,
            };
            (mv, (Reverse(clocked), 0))
        });
        Some(grades.collect())
    }
}

/// How good a move is, the best first: its value, and of moves that win, whether they make progress.
#[cfg(feature = "tables")]
type Grade = (Reverse<ClockedWdl>, u8);

#[cfg(feature = "tables")]
const fn value_of(wdl: Wdl) -> EndgameValue {
    match wdl {
        Wdl::Loss => EndgameValue::Loss,
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => EndgameValue::Draw,
        Wdl::Win => EndgameValue::Win,
    }
}

#[cfg(all(test, feature = "tables"))]
mod tests {
    use super::*;

    #[test]
    fn the_folders_of_an_option_are_opened_anew_to_be_unpacked() {
        let unpacked = |tables: &EndgameTables| {
            format!("{:?}", tables.tables).contains(&format!("unpacked: {FOUR_PIECES}"))
        };
        let folder = std::env::temp_dir().join(format!("philidor-unpacked-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.display().to_string();
        let mut tables = EndgameTables::default();
        tables.set_path(&path).expect("a folder");
        assert!(tables.tables.is_some() && !unpacked(&tables));
        tables.set_unpacking(true).expect("the same folder");
        assert!(unpacked(&tables));
        std::fs::remove_dir(&folder).expect("an empty folder");
        tables.set_unpacking(false).expect_err("it is gone");
        assert!(unpacked(&tables) && tables.unpacks);
        // Tables that the program itself has set stay as they are.
        tables.set(Some(Arc::default()));
        tables.set_unpacking(false).expect("no folder");
        assert!(tables.tables.is_some());
    }
}
