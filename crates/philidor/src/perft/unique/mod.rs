//! The distinct positions of a ply, and how many paths lead to each: the frontier at which large computations are cut.
//!
//! Positions are the same under the FIDE rule of repetition: pieces, side to move, castling rights, and en passant only
//! if it is legal. Whole positions are compared, not keys.
//!
//! ```text
//! entries of a ply ──► expand.rs    each unpacked, its children made and packed (packed.rs)
//!                         │
//!                         ▼
//! entries of the next ◄── runs.rs   sorted, equal positions combined, runs merged
//! ```

// `home.rs`: what all positions of a ply share. `pass.rs`: a ply in several passes. `error.rs`: what is not a frontier.
mod error;
mod expand;
mod home;
mod packed;
mod pass;
mod runs;

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use error::{FrontierError, FrontierFault};
use expand::{CountedChildren, Take, count_children, expand};
pub use home::FrontierHome;
use packed::{Entry, Packed};
use pass::Pass;
use runs::Runs;
#[cfg(feature = "proof")]
pub(super) use runs::with_runs_of;

use super::children::Node;
use crate::cpu::Cpu;
use crate::position::{Position, Setup, State, Strictness};
use crate::types::{Bitboard, CastlingRights, CastlingRooks, Color};

/// The distinct positions of one ply, each with the number of paths that lead to it, in an order that depends only on
/// the positions.
///
/// Printed and parsed, a frontier is a line for each position, with the clocks of a new game: `FEN ;paths N`.
///
/// ```
/// use philidor::{perft::{frontier, perft, Frontier}, Position};
/// let third = frontier(&Position::default(), 3);
/// assert_eq!((third.len(), third.paths()), (5_362, 8_902));
/// let leaves: u128 = third.iter().map(|(position, paths)| paths * perft(&position, 1)).sum();
/// assert_eq!(leaves, 197_281);
///
/// let text = third.to_string();
/// assert_eq!(text.parse::<Frontier>()?, third);
/// # Ok::<(), philidor::perft::FrontierError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier {
    side_to_move: Color,
    castling_rooks: CastlingRooks,
    /// Sorted by position, none twice.
    entries: Vec<Entry>,
}

/// The distinct positions after `plies` half-moves.
///
/// ```
/// use philidor::{perft::frontier, Position};
/// assert_eq!(frontier(&Position::default(), 2).len(), 400);
/// ```
#[must_use]
pub fn frontier(position: &Position, plies: u32) -> Frontier {
    let mut frontier = Frontier::new(position);
    for _ in 0..plies {
        if frontier.is_empty() {
            // All games have ended: no later ply has a position either.
            break;
        }
        frontier = frontier.next_ply();
    }
    frontier
}

impl Frontier {
    /// The memory for each distinct position, in bytes. While the next ply is made there may be three times as many
    /// entries as positions in the end.
    pub const BYTES_PER_POSITION: usize = size_of::<Entry>();

    /// The frontier at ply 0: one position, one path.
    #[must_use]
    pub fn new(position: &Position) -> Frontier {
        let entries = Vec::from([Entry { position: Packed::from_position(position), paths: 1 }]);
        Frontier::with_entries(position.side_to_move(), position.castling_rooks(), entries)
    }

    /// Reduces a frontier to what its positions show, so that it is read back as an equal one: a frontier without
    /// positions forgets the side to move, and the squares of rooks that cannot castle are forgotten as well.
    fn with_entries(side_to_move: Color, castling_rooks: CastlingRooks, entries: Vec<Entry>) -> Frontier {
        let homes = entries.iter().fold(Bitboard::EMPTY, |homes, entry| homes | entry.position.homes());
        let mut kept = CastlingRooks::STANDARD;
        for (_, color, side) in CastlingRights::EACH {
            let home = castling_rooks.square(color, side);
            if homes.contains(home) {
                kept.set(color, side, home.file());
            }
        }
        let side_to_move = if entries.is_empty() { Color::White } else { side_to_move };
        Frontier { side_to_move, castling_rooks: kept, entries }
    }

    /// The frontier with these positions; paths to the same position are added.
    ///
    /// # Errors
    ///
    /// If not all have the same side to move, or castling rooks have different homes.
    ///
    /// ```
    /// use philidor::{perft::{frontier, Frontier}, Position};
    /// let second = frontier(&Position::default(), 2);
    /// assert_eq!(Frontier::from_positions(second.iter())?, second);
    /// # Ok::<(), philidor::perft::FrontierError>(())
    /// ```
    pub fn from_positions(
        positions: impl IntoIterator<Item = (Position, u128)>,
    ) -> Result<Frontier, FrontierError> {
        let mut home = FrontierHome::default();
        let mut runs = Runs::default();
        for (index, (position, paths)) in positions.into_iter().enumerate() {
            home.agree_with(&position).map_err(|fault| FrontierError { line: index + 1, fault })?;
            runs.push(Entry { position: Packed::from_position(&position), paths });
        }
        Ok(Frontier::at_home(home, runs))
    }

    /// The distinct positions one half-move later.
    #[must_use]
    pub fn next_ply(&self) -> Frontier {
        self.next_ply_at(Cpu::best())
    }

    /// The distinct positions one half-move later, found at a level.
    pub(super) fn next_ply_at(&self, cpu: Cpu) -> Frontier {
        let mut runs = Runs::default();
        self.expand_at(cpu, &mut runs);
        Frontier::with_entries(!self.side_to_move, self.castling_rooks, runs.finish())
    }

    /// Counts the distinct positions one half-move later, without storing them.
    ///
    /// If they need more memory than allowed, they are counted in several passes, each of which makes all of them and
    /// keeps a part.
    ///
    /// ```
    /// use philidor::{perft::frontier, Position};
    /// assert_eq!(frontier(&Position::default(), 2).count_next_ply(16_384), 5_362);
    /// ```
    #[must_use]
    pub fn count_next_ply(&self, bytes: usize) -> u64 {
        let total = self.count_children();
        let room = (bytes / size_of::<Packed>()).max(1);
        let passes = total.div_ceil(room as u64);
        let mut distinct = 0;
        for number in 0..passes {
            let mut pass = Pass::new(number, passes, room.min(total as usize));
            self.expand_at(Cpu::best(), &mut pass);
            distinct += pass.finish();
        }
        distinct
    }

    /// Counts the positions one half-move later, each as often as it arises from one of these.
    ///
    /// ```
    /// use philidor::{perft::frontier, Position};
    /// assert_eq!(frontier(&Position::default(), 2).count_children(), 8_902);
    /// ```
    #[must_use]
    pub fn count_children(&self) -> u64 {
        self.count_all_children(Cpu::best()).children
    }

    /// Counts the paths one half-move later: the perft of that many half-moves.
    ///
    /// ```
    /// use philidor::{perft::frontier, Position};
    /// assert_eq!(frontier(&Position::default(), 3).count_next_paths(), 197_281);
    /// ```
    #[must_use]
    pub fn count_next_paths(&self) -> u128 {
        self.count_all_children(Cpu::best()).paths
    }

    /// Counts the children, and the paths that lead to them, at a level.
    pub(super) fn count_all_children(&self, cpu: Cpu) -> CountedChildren {
        count_children(&self.entries, self.side_to_move, self.castling_rooks, cpu)
    }

    /// The number of distinct positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none: all games have ended before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The total number of paths: the perft of that many half-moves. [`u128::MAX`] if there are that many or more, as
    /// with the paths to a single position.
    #[must_use]
    pub fn paths(&self) -> u128 {
        self.entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.paths))
    }

    /// The positions, with the clocks of a new game, each with its paths.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Position, u128)> {
        self.entries.iter().map(|entry| (self.position(entry.position), entry.paths))
    }

    fn position(&self, packed: Packed) -> Position {
        let Node { board, rights } = packed.unpack(self.castling_rooks);
        let state = State {
            castling_rights: rights.castling,
            en_passant: rights.en_passant,
            side_to_move: self.side_to_move,
            ..State::default()
        };
        Position::reached(Setup { board, state, castling_rooks: rights.rooks })
    }

    /// Shows all children to a taker.
    fn expand_at(&self, cpu: Cpu, taker: &mut dyn Take) {
        expand(&self.entries, self.side_to_move, self.castling_rooks, cpu, taker);
    }

    /// What was read, with the properties that all of it shares.
    fn at_home(home: FrontierHome, runs: Runs) -> Frontier {
        Frontier::with_entries(home.side_to_move.unwrap_or(Color::White), home.rooks, runs.finish())
    }
}

impl fmt::Display for Frontier {
    /// A line for each position, each with a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, paths) in self.iter() {
            writeln!(f, "{position} ;paths {paths}")?;
        }
        Ok(())
    }
}

impl FromStr for Frontier {
    type Err = FrontierError;

    /// Reads what `Display` writes, in any order of the lines. Accepts positions that no game reaches if their moves
    /// are well defined: see [`Strictness::WellDefined`].
    fn from_str(text: &str) -> Result<Frontier, FrontierError> {
        let mut home = FrontierHome::default();
        let mut runs = Runs::default();
        for (index, line) in text.lines().enumerate() {
            let at_line = |fault| FrontierError { line: index + 1, fault };
            let (fen, paths) = line.split_once(" ;paths ").ok_or(at_line(FrontierFault::NoPaths))?;
            let paths = paths.trim_end().parse().map_err(|_| at_line(FrontierFault::NoPaths))?;
            let setup: Setup = fen.parse().map_err(|_| at_line(FrontierFault::NoPosition))?;
            let position = Position::from_setup(setup, Strictness::WellDefined)
                .map_err(|_| at_line(FrontierFault::NoPosition))?;
            home.agree_with(&position).map_err(at_line)?;
            runs.push(Entry { position: Packed::from_position(&position), paths });
        }
        Ok(Frontier::at_home(home, runs))
    }
}
