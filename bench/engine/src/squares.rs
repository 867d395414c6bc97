//! Tapered piece-square tables: two numbers for each piece and square, one for the middlegame and one for the endgame,
//! mixed by the material left on the board. The tables are formulas of distance from the center and advance, since only
//! speed matters here.

use std::ops::{Add, Sub};

/// Values in centipawns for the middle and the end of the game, from White's side, and the weight of the pieces left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    middle: i32,
    end: i32,
    weight: i32,
}

const MATERIAL: [[i32; 2]; 6] = [[85, 110], [310, 290], [325, 305], [470, 520], [960, 940], [0, 0]];
const WEIGHT: [i32; 6] = [0, 1, 1, 2, 4, 0];

static TABLE: [[[Value; 64]; 6]; 2] = table();

const fn table() -> [[[Value; 64]; 6]; 2] {
    let mut table = [[[Value { middle: 0, end: 0, weight: 0 }; 64]; 6]; 2];
    let mut at = 0;
    while at < 2 * 6 * 64 {
        let (color, piece, square) = (at / 384, at / 64 % 6, at % 64);
        let file = (square % 8) as i32;
        let rank = if color == 0 { square / 8 } else { 7 - square / 8 } as i32;
        // From 0 in the corner to 6 in the center.
        let center = (if file < 4 { file } else { 7 - file }) + (if rank < 4 { rank } else { 7 - rank });
        let (middle, end) = match piece {
            0 => (center * 4 + rank * 3, rank * rank * 3),
            1 => (center * 8 - 20, center * 6 - 15),
            2 => (center * 5 - 12, center * 4 - 10),
            3 => (if rank == 6 { 20 } else { center }, rank * 2),
            4 => (center * 2 - rank, center * 5),
            _ => (10 - center * 3 - rank * 12, center * 9 - 25),
        };
        let sign = if color == 0 { 1 } else { -1 };
        table[color][piece][square] = Value {
            middle: sign * (MATERIAL[piece][0] + middle),
            end: sign * (MATERIAL[piece][1] + end),
            weight: WEIGHT[piece],
        };
        at += 1;
    }
    table
}

impl Value {
    /// The value of one piece on its square.
    #[inline(always)]
    pub fn of(color: usize, piece: usize, square: usize) -> Value {
        TABLE[color & 1][piece % 6][square & 63]
    }

    /// In centipawns, from the side of `turn`.
    #[inline(always)]
    pub(crate) fn centipawns(self, turn: usize) -> i32 {
        let weight = self.weight.min(24);
        let white = (self.middle * weight + self.end * (24 - weight)) / 24;
        if turn == 0 { white } else { -white }
    }
}

impl Add for Value {
    type Output = Value;

    #[inline(always)]
    fn add(self, other: Value) -> Value {
        Value {
            middle: self.middle + other.middle,
            end: self.end + other.end,
            weight: self.weight + other.weight,
        }
    }
}

impl Sub for Value {
    type Output = Value;

    #[inline(always)]
    fn sub(self, other: Value) -> Value {
        Value {
            middle: self.middle - other.middle,
            end: self.end - other.end,
            weight: self.weight - other.weight,
        }
    }
}
