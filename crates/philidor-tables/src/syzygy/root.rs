//! All moves of a position, the best first: with the halfmove clock that the game has, and without repeating positions.

use std::cmp::Reverse;

use philidor::{Move, Position};

use super::probe::{check, remaining_clock};
use super::{ClockedWdl, Dtz, ProbeError, Tables};

/// A move, and what the move leads to for the side that makes it.
///
/// ```
/// use philidor::Position;
/// use philidor_tables::solve::{SolvedTables, Solver};
/// use philidor_tables::syzygy::{ClockedWdl, Metric, Tables, write};
///
/// let (mut solved, mut tables, material) = (SolvedTables::new(), Tables::new(), "KQvK".parse()?);
/// Solver::new().solve(&mut solved, material)?;
/// for metric in Metric::ALL {
///     tables.add(&material, metric, write(&solved, material, metric)?)?;
/// }
/// let position: Position = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1".parse()?;
/// let moves = tables.rank_moves(&position)?;
/// assert_eq!((position.to_san(moves[0].mv).to_string(), moves[0].value), ("Qb8#".into(), ClockedWdl::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The distance before the move, if it is the one that is played; its value is that with a clock at zero.
    pub dtz: Dtz,
    /// The value with the clock of the position.
    pub value: ClockedWdl,
    /// Whether it leads to a position that has been on the board.
    pub repeats: bool,
}

impl Tables {
    /// All legal moves of a position, the best first, with its halfmove clock. Without a legal move there are none.
    ///
    /// Moves are in order of their value with the clock. Of those that win, the fastest comes first, so that a player
    /// who always plays the first move wins; of those that lose, the slowest; and of those that the fifty-move rule
    /// turns into draws, the ones that make it hardest for the other side.
    ///
    /// # Errors
    ///
    /// Those of [`probe_dtz`](Tables::probe_dtz), for the position and for those after each move.
    ///
    /// ```no_run
    /// use philidor::Position;
    /// use philidor_tables::syzygy::Tables;
    ///
    /// let mut tables = Tables::new();
    /// tables.add_folder("syzygy")?;
    /// let position: Position = "8/8/8/8/8/2k5/7Q/K7 w - - 12 60".parse()?;
    /// for root_move in tables.rank_moves(&position)? {
    ///     println!("{} {} {}", position.to_san(root_move.mv), root_move.value, root_move.dtz);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rank_moves(&self, position: &Position) -> Result<Vec<RootMove>, ProbeError> {
        self.rank_moves_in_game(position, |_| false)
    }

    /// The same in a game: `seen` says whether a position has been on the board. Among moves with the same value, the
    /// better side avoids such positions, and the other side seeks them.
    ///
    /// # Errors
    ///
    /// Those of [`rank_moves`](Tables::rank_moves).
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_tables::syzygy::Tables;
    ///
    /// let kings: Position = "8/8/4k3/8/8/8/8/K7 w - - 8 60".parse()?;
    /// let a2: Position = "8/8/4k3/8/8/8/K7/8 b - - 7 59".parse()?; // was on the board
    /// let moves = Tables::new().rank_moves_in_game(&kings, |after| after.key() == a2.key())?;
    /// let moves: Vec<_> = moves.iter().map(|one| (kings.to_san(one.mv).to_string(), one.repeats)).collect();
    /// assert_eq!(moves.last(), Some(&("Ka2".to_owned(), true)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rank_moves_in_game(
        &self,
        position: &Position,
        mut seen: impl FnMut(&Position) -> bool,
    ) -> Result<Vec<RootMove>, ProbeError> {
        check(position)?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let dtz = self.distance_before(mv, &after)?;
            let value = dtz.at_clock(remaining_clock(after.is_checkmate(), position.halfmove_clock()));
            moves.push(RootMove { mv, dtz, value, repeats: seen(&after) });
        }
        moves.sort_by_key(|root_move| {
            let number = root_move.dtz.number();
            let is_unwanted = if number >= 0 { root_move.repeats } else { !root_move.repeats };
            (Reverse(root_move.value), is_unwanted, number)
        });
        Ok(moves)
    }
}
