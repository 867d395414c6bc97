//! The positions of the works on sets: taken from games of random moves with a fixed seed, so that anyone can make the
//! same. They are made when they are needed, and compared with those of the records by a hash.
//!
//! Games of random moves meet more checks, promotions and scattered pieces than games of players do, which keeps the
//! rare rules in the measurement.

use anyhow::{Context, Result, ensure};
use cozy_chess::{Board, Move};

/// How many positions a set has.
const COUNT: usize = 3_000;

/// Where the random numbers start.
const SEED: u64 = 1_989;

/// A game ends after this many half-moves: random play with bare boards takes long.
const MAX_PLIES: u32 = 160;

/// A position is taken with this chance, one in this many, which makes neighbors less alike.
const ONE_IN: usize = 8;

/// Which positions of the games are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Any of them.
    RandomGames,
    /// Only those in check, with at least one move.
    Checks,
}

impl Set {
    /// Both.
    pub const ALL: [Self; 2] = [Self::RandomGames, Self::Checks];

    /// Its name as a file and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RandomGames => "random-games",
            Self::Checks => "checks",
        }
    }

    /// The positions, a FEN a line.
    ///
    /// # Errors
    ///
    /// If they are not those of the records, which are compared over years.
    pub fn text(self) -> Result<String> {
        let text = self.draw()?;
        let right = match self {
            Self::RandomGames => 0xF55C_E497_AC11_F694,
            Self::Checks => 0x1E30_83CD_3407_DABF,
        };
        ensure!(hash(&text) == right, "the positions of {} are not those of the records", self.name());
        Ok(text)
    }

    fn draw(self) -> Result<String> {
        let mut random = SplitMix(SEED);
        let mut fens = Vec::with_capacity(COUNT);
        while fens.len() < COUNT {
            let mut board = Board::default();
            for _ in 0..MAX_PLIES {
                let mut list: Vec<Move> = Vec::new();
                board.generate_moves(|moves| {
                    list.extend(moves);
                    false
                });
                if list.is_empty() || fens.len() == COUNT {
                    break;
                }
                let is_wanted = self == Self::RandomGames || !board.checkers().is_empty();
                if is_wanted && random.below(ONE_IN) == 0 {
                    fens.push(format!("{board}\n"));
                }
                let word =
                    list.get(random.below(list.len())).context("a number below the length is an index")?;
                board.play_unchecked(*word);
            }
        }
        Ok(fens.concat())
    }
}

/// FNV-1a, of Fowler, Noll and Vo.
fn hash(text: &str) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    text.bytes().fold(0xCBF2_9CE4_8422_2325, add)
}

/// Sebastiano Vigna's SplitMix64: three lines, and every seed is good.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `bound`, evenly enough for small bounds.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_those_of_the_records() -> Result<()> {
        for set in Set::ALL {
            assert_eq!(set.text()?.lines().count(), COUNT);
        }
        Ok(())
    }
}
