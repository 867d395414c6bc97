//! Rays in the eight directions, the squares between two squares, and the line through both.
//!
//! ```text
//! ray(d4, NorthEast)    between(b2, f6)       line(b2, f6)
//! . . . . . . . X       . . . . . . . .       . . . . . . . X
//! . . . . . . X .       . . . . . . . .       . . . . . . X .
//! . . . . . X . .       . . . . . . . .       . . . . . X . .
//! . . . . X . . .       . . . . X . . .       . . . . X . . .
//! . . . d . . . .       . . . X . . . .       . . . X . . . .
//! . . . . . . . .       . . X . . . . .       . . X . . . . .
//! . . . . . . . .       . b . . . . . .       . X . . . . . .
//! . . . . . . . .       . . . . . . . .       X . . . . . . .
//! ```

use crate::types::{Bitboard, Square};

/// One of the eight directions, as seen from White.
///
/// ```
/// use philidor::{Square, attacks::{Direction, ray}};
/// let squares: Vec<Square> = ray(Square::D4, Direction::NorthEast).into_iter().collect();
/// assert_eq!(squares, [Square::E5, Square::F6, Square::G7, Square::H8]);
/// let (east, north) = Direction::SouthWest.step();
/// assert_eq!(Square::D4.offset(east, north), Some(Square::C3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    North = 0,
    East = 1,
    South = 2,
    West = 3,
    NorthEast = 4,
    SouthEast = 5,
    SouthWest = 6,
    NorthWest = 7,
}

impl Direction {
    /// The four of a rook.
    pub const STRAIGHT: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];
    /// The four of a bishop.
    pub const DIAGONAL: [Direction; 4] =
        [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest];

    /// One step: files to the east, ranks to the north.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::North => (0, 1),
            Direction::East => (1, 0),
            Direction::South => (0, -1),
            Direction::West => (-1, 0),
            Direction::NorthEast => (1, 1),
            Direction::SouthEast => (1, -1),
            Direction::SouthWest => (-1, -1),
            Direction::NorthWest => (-1, 1),
        }
    }
}

/// The squares from `square` in one direction up to the first piece and including it, found by walking.
///
/// This is the plainest definition of what a slider attacks; all tables are built from it and tested against it.
pub(super) const fn walk(square: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let (east, north) = direction.step();
    let mut reached = Bitboard::EMPTY;
    let mut at = square;
    while let Some(next) = at.offset(east, north) {
        reached.insert(next);
        if occupied.contains(next) {
            break;
        }
        at = next;
    }
    reached
}

/// The union of the walks in four directions.
#[cfg(test)]
pub(super) fn walks(square: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
    directions.into_iter().fold(Bitboard::EMPTY, |set, direction| set | walk(square, direction, occupied))
}

/// A slider's attacks in four directions without walking: the same as the union of the walks, in a dozen steps.
///
/// In the directions in which square indices grow (north, east, north-east, north-west) the nearest piece is the lowest
/// bit of the occupied ray, and `b ^ (b - 1)` is everything up to it; in the others it is the highest bit. An empty ray
/// keeps all its squares in both.
pub(super) const fn slide(square: usize, directions: [Direction; 4], occupied: u64) -> u64 {
    let mut reached = 0;
    let mut index = 0;
    while index < 4 {
        let direction = directions[index];
        let ray = ray_in_const(square, direction);
        let pieces = ray & occupied;
        reached |= ray
            & match direction {
                Direction::North | Direction::East | Direction::NorthEast | Direction::NorthWest => {
                    pieces ^ pieces.wrapping_sub(1)
                }
                _ => u64::MAX << (63 - (pieces | 1).leading_zeros()),
            };
        index += 1;
    }
    reached
}

const EVERY: [Direction; 8] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
];

/// `[direction][square]`: the ray over an empty board. The last row, for no direction, is empty.
static RAYS: [[Bitboard; 64]; 9] = {
    let mut table = [[Bitboard::EMPTY; 64]; 9];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            table[direction][square] = walk(Square::ALL[square], EVERY[direction], Bitboard::EMPTY);
            square += 1;
        }
        direction += 1;
    }
    table
};

/// For every pair of squares on one line: the squares strictly between, and the whole line.
#[cfg(not(target_family = "wasm"))]
const fn pairs() -> ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let opposite = direction ^ 2;
            let ahead = RAYS[direction][from].0;
            let whole = ahead | RAYS[opposite][from].0 | 1 << from;
            let mut left = ahead;
            while left != 0 {
                let to = left.trailing_zeros() as usize;
                between[from][to] = Bitboard(ahead & RAYS[opposite][to].0);
                line[from][to] = Bitboard(whole);
                left &= left - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    (between, line)
}

#[cfg(not(target_family = "wasm"))]
static PAIRS: ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) = pairs();

// A queen on an empty board has 1,456 moves from all squares together, which is the number of squares on rays.
const _: () = {
    let mut sum = 0;
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            sum += RAYS[direction][square].len();
            square += 1;
        }
        direction += 1;
    }
    assert!(sum == 1_456);
};

/// The same from two rays, for wasm: a module is downloaded with its tables, and these have a twentieth of the bytes.
///
/// ```text
/// b2 ► f6  ·  ray(b2, NorthEast)  &  ray(f6, SouthWest)  =  c3 d4 e5
/// ```
#[cfg(any(target_family = "wasm", test))]
mod pairs {
    use super::{Direction, EVERY, RAYS};
    use crate::types::{Bitboard, Square};

    /// `[from][to]`: the direction of one square from another.
    static DIRECTIONS: [[Option<Direction>; 64]; 64] = {
        let mut table = [[None; 64]; 64];
        let mut from = 0;
        while from < 64 {
            let mut direction = 0;
            while direction < 8 {
                let mut left = RAYS[direction][from].0;
                while left != 0 {
                    table[from][left.trailing_zeros() as usize] = Some(EVERY[direction]);
                    left &= left - 1;
                }
                direction += 1;
            }
            from += 1;
        }
        table
    };

    /// The ray from one square through another, and the ray back from either of them.
    #[inline(always)]
    const fn rays(from: Square, to: Square, back: Square) -> (u64, u64) {
        let there = match DIRECTIONS[from.index()][to.index()] {
            Some(direction) => direction as usize,
            None => 8,
        };
        // Opposite directions differ in one bit.
        (RAYS[there][from.index()].0, RAYS[(there ^ 2) % 8][back.index()].0)
    }

    #[inline(always)]
    pub(super) const fn between(from: Square, to: Square) -> Bitboard {
        let (there, back) = rays(from, to, to);
        Bitboard(there & back)
    }

    pub(super) const fn line(from: Square, to: Square) -> Bitboard {
        match rays(from, to, from) {
            (0, _) => Bitboard::EMPTY,
            (there, back) => Bitboard(there | back | 1 << from.index()),
        }
    }
}

/// A ray by the index of its square, for building the tables.
pub(super) const fn ray_in_const(square: usize, direction: Direction) -> u64 {
    RAYS[direction as usize][square].0
}

/// All squares from `square` to the edge in one direction, without `square`.
#[must_use]
pub const fn ray(square: Square, direction: Direction) -> Bitboard {
    RAYS[direction as usize][square.index()]
}

/// The squares strictly between two squares of a rank, file or diagonal; none if they share no line.
///
/// ```
/// use philidor::{Bitboard, Square, attacks};
/// assert_eq!(attacks::between(Square::A1, Square::D4), Bitboard::from_iter([Square::B2, Square::C3]));
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[must_use]
#[inline(always)]
pub const fn between(from: Square, to: Square) -> Bitboard {
    #[cfg(target_family = "wasm")]
    return pairs::between(from, to);
    #[cfg(not(target_family = "wasm"))]
    PAIRS.0[from.index()][to.index()]
}

/// The whole rank, file or diagonal through two different squares, edge to edge; none if they share no line.
#[must_use]
#[inline(always)]
pub const fn line(from: Square, to: Square) -> Bitboard {
    #[cfg(target_family = "wasm")]
    return pairs::line(from, to);
    #[cfg(not(target_family = "wasm"))]
    PAIRS.1[from.index()][to.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(target_family = "wasm"))]
    fn rays_give_the_same_pairs_as_tables() {
        for from in Square::ALL {
            for to in Square::ALL {
                assert_eq!(pairs::between(from, to), between(from, to), "{from} {to}");
                assert_eq!(pairs::line(from, to), line(from, to), "{from} {to}");
            }
        }
    }

    #[test]
    fn slides_equal_walks() {
        let mut occupied = 0x0123_4567_89ab_cdef_u64;
        for square in Square::ALL {
            for _ in 0..if cfg!(miri) { 3 } else { 1_000 } {
                occupied = occupied.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                for directions in [Direction::STRAIGHT, Direction::DIAGONAL] {
                    let pieces = Bitboard(occupied & occupied.rotate_left(17));
                    assert_eq!(
                        slide(square.index(), directions, pieces.0),
                        walks(square, directions, pieces).0
                    );
                }
            }
        }
    }
}
