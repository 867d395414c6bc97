//! Names of openings, by position: whatever the order of its moves, a position has one name. Feature `openings`.
//!
//! ```
//! use philidor::{Game, Position, openings::Opening};
//!
//! let mut game = Game::new();
//! for san in ["Nf3", "d5", "d4", "Nf6", "c4", "e6", "Nc3", "Be7", "Bg5", "O-O", "e3"] {
//!     game.play_san(san)?;
//! }
//! // By transposition: the table has 1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Be7 5. Bg5 O-O 6. e3.
//! let (opening, ply) = game.opening().ok_or("no name")?;
//! assert_eq!(opening.to_string(), "Queen's Gambit Declined: Modern Variation, Normal Line");
//! assert_eq!((opening.eco().to_string(), opening.family(), ply), ("D55".into(), "Queen's Gambit Declined", 11));
//!
//! assert_eq!(Position::default().opening(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The names are those of [lichess-org/chess-openings](https://github.com/lichess-org/chess-openings), which is in the
//! public domain: 3,807 positions, 3,174 names, after at most 36 half-moves. Here they take 107 kB and are read in
//! place, without allocation or initialization; a position is looked up in a few nanoseconds.
//!
//! ```text
//! eco.rs     the code of the Encyclopaedia of Chess Openings: C46
//! table.rs   the table as it lies in the program, and how a key finds its name
//! ```

mod eco;
mod table;

pub use eco::{Eco, ParseEcoError};

use core::fmt;

use crate::game::Game;
use crate::position::Position;

/// The fewest pieces, pawns included, of a position with a name: once a game has fewer, no later position has a name.
const MIN_PIECES: u32 = 22;

/// An opening: its code and the parts of its name.
///
/// Several positions may share a name; they are different openings with equal names.
///
/// ```
/// use philidor::openings::Opening;
/// let is_english_attack = |opening: &Opening| {
///     opening.family() == "Sicilian Defense" && opening.variations().eq(["Najdorf Variation", "English Attack"])
/// };
/// let found = Opening::all().find(is_english_attack).expect("a position has this name");
/// assert_eq!(found.eco().to_string(), "B90");
/// assert_eq!(found.to_string(), "Sicilian Defense: Najdorf Variation, English Attack");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// Its place in the table.
    entry: u16,
}

impl Opening {
    /// All openings of the table, in no order of chess.
    pub fn all() -> impl ExactSizeIterator<Item = Opening> {
        (0..table::ENTRIES as u16).map(|entry| Opening { entry })
    }

    /// The opening whose position has this [key](Position::key). [`Position::opening`] uses it.
    #[must_use]
    pub fn from_key(key: u64) -> Option<Opening> {
        table::find(key).map(|entry| Opening { entry })
    }

    /// The code of the Encyclopaedia of Chess Openings.
    #[must_use]
    pub fn eco(self) -> Eco {
        table::eco(self.entry)
    }

    /// The first part of the name, before the colon: `Sicilian Defense`.
    #[must_use]
    pub fn family(self) -> &'static str {
        table::parts(self.entry).next().unwrap_or_default()
    }

    /// The other parts of the name, from the general to the special: `Najdorf Variation`, `English Attack`.
    pub fn variations(self) -> impl Iterator<Item = &'static str> {
        table::parts(self.entry).skip(1)
    }

    /// The [key](Position::key) of the position.
    #[must_use]
    pub fn key(self) -> u64 {
        table::key(self.entry)
    }
}

impl fmt::Display for Opening {
    /// The whole name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family())?;
        for (number, part) in self.variations().enumerate() {
            f.write_str(if number == 0 { ": " } else { ", " })?;
            f.write_str(part)?;
        }
        Ok(())
    }
}

impl Position {
    /// The opening that this position is named after, if it has a name of its own. [`Game::opening`] finds the name of
    /// a game, whose later positions have none. Needs the feature `openings`.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        if self.board().occupied().len() < MIN_PIECES {
            return None;
        }
        Opening::from_key(self.key())
    }
}

impl Game {
    /// The opening of the last position up to the current one that has a name, and after how many half-moves it was
    /// reached. Needs the feature `openings`.
    #[must_use]
    pub fn opening(&self) -> Option<(Opening, usize)> {
        let mut position = *self.start();
        let mut deepest = position.opening().map(|opening| (opening, 0));
        for (ply, mv) in self.moves().enumerate() {
            position.play_unchecked(mv);
            if position.board().occupied().len() < MIN_PIECES {
                break;
            }
            deepest = position.opening().map(|opening| (opening, ply + 1)).or(deepest);
        }
        deepest
    }
}
