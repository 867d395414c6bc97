//! From the fuzzer's bytes to a position and choices among its moves.
//!
//! ```text
//! 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ⏎ 0x17 0x02 0xa1 …
//! └──────────────── start ────────────────┘   └── choices ───┘
//! ```
//!
//! The first line is a FEN whose impossible castling rights and en-passant square are taken away. A line that is none
//! (most of what a fuzzer makes) counts as the number of a position in the perft suites, so that no input is wasted.

#[path = "../../crates/philidor/tests/all/suites/mod.rs"]
mod suites;

use std::sync::LazyLock;

use philidor::{Move, MoveList, Position, Setup};

static SUITES: LazyLock<Vec<Position>> = LazyLock::new(|| suites::positions().collect());

/// A start, and bytes that choose what is done from there.
pub struct Game<'a> {
    /// What the first line says, if it is a FEN.
    pub setup: Option<Setup>,
    /// Where it begins.
    pub start: Position,
    /// One byte a choice.
    pub choices: &'a [u8],
}

impl<'a> Game<'a> {
    /// Any bytes are a game.
    #[must_use]
    pub fn read(bytes: &'a [u8]) -> Game<'a> {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (line, rest) = bytes.split_at(end);
        let setup: Option<Setup> = str::from_utf8(line).ok().and_then(|text| text.parse().ok());
        Game {
            setup,
            start: setup.and_then(repaired).unwrap_or_else(|| numbered(line)),
            choices: rest.get(1..).unwrap_or_default(),
        }
    }
}

/// The position of a setup without what is impossible in its castling rights and its en-passant square.
fn repaired(setup: Setup) -> Option<Position> {
    let setup = setup.without_impossible_castling_rights().without_impossible_en_passant();
    Position::try_from(setup).ok()
}

/// The position of the suites whose number the line is, in base 256.
fn numbered(line: &[u8]) -> Position {
    let number =
        line.iter().fold(0_usize, |number, &byte| number.wrapping_mul(256).wrapping_add(byte.into()));
    SUITES[number % SUITES.len()]
}

/// The move that a byte chooses, if there is any.
#[must_use]
pub fn chosen(moves: &MoveList, choice: u8) -> Option<Move> {
    let index = usize::from(choice).checked_rem(moves.len())?;
    moves.get(index).copied()
}

/// A number that an input chooses, always the same (Fowler, Noll and Vo's hash, 1991).
#[must_use]
pub fn choice(bytes: &[u8]) -> usize {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) as usize
}
