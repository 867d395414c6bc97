//! The positions of the works on sets: taken from games of random moves with a fixed seed, so that anyone can make the
//! same.
//!
//! `peers positions > positions/random-games.fen` and `peers checks > positions/checks.fen` made the files that are
//! checked in; the second has positions in check alone, with at least one move. Games of random moves
//! meet more checks, promotions and scattered pieces than games of players do, which keeps the rare rules in the
//! measurement.

use ::cozy_chess::{Board, Move};
use anyhow::{Context, Result};

/// How many positions.
const COUNT: usize = 3_000;

/// Where the random numbers start.
const SEED: u64 = 1_989;

/// A game ends after this many half-moves: random play with bare boards takes long.
const MAX_PLIES: u32 = 160;

/// A position is taken with this chance, one in this many, which makes neighbours less alike.
const ONE_IN: usize = 8;

/// Which positions of the games are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Any of them.
    All,
    /// Only those in check.
    Checks,
}

/// Prints the positions, one FEN a line.
pub(crate) fn print(wanted: Wanted) -> Result<()> {
    let (fens, moves) = draw(wanted)?;
    let (what, command) = match wanted {
        Wanted::All => ("positions", "positions"),
        Wanted::Checks => ("positions in check", "checks"),
    };
    println!("# {} {what} with {moves} legal moves, from games of random moves, seed {SEED}.", fens.len());
    println!("# Made by `peers {command}`; do not edit: records are compared over years.");
    for fen in fens {
        println!("{fen}");
    }
    Ok(())
}

/// The positions and how many legal moves they have together.
fn draw(wanted: Wanted) -> Result<(Vec<String>, usize)> {
    let mut random = SplitMix(SEED);
    let mut fens = Vec::with_capacity(COUNT);
    let mut moves = 0;
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
            let is_wanted = wanted == Wanted::All || !board.checkers().is_empty();
            if is_wanted && random.below(ONE_IN) == 0 {
                fens.push(board.to_string());
                moves += list.len();
            }
            let word = list.get(random.below(list.len())).context("a number below the length is an index")?;
            board.play_unchecked(*word);
        }
    }
    Ok((fens, moves))
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
