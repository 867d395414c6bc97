//! The board: 64 squares, each empty or with a piece, and who attacks what.
//!
//! ```text
//! 8  56 57 58 59 60 61 62 63      Squares are numbers. One step up is 8 more, one to the right is 1 more, and
//! 7  48 49 50 51 52 53 54 55      adding without looking walks from h1 (7) to a2 (8), round the edge.
//! .   .  .  .  .  .  .  .  .
//! 2   8  9 10 11 12 13 14 15
//! 1   0  1  2  3  4  5  6  7
//!     a  b  c  d  e  f  g  h
//! ```
//!
//! To know who attacks a square we stand on it and look out: along the eight lines to the first piece, to the eight
//! squares a knight's leap away, and to the two from which a pawn would capture.

use std::iter;

/// A square, 0 to 63.
pub(crate) type Square = usize;

/// Squares, one bit each.
pub(crate) type Squares = u64;

/// A step: files to the right, ranks up.
pub(crate) type Direction = (i8, i8);

/// The eight lines: first those of the rook, then those of the bishop.
pub(crate) const AROUND: [Direction; 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

pub(crate) const LEAPS: [Direction; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) color: Color,
    pub(crate) kind: Kind,
}

/// The pieces on their squares.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) pieces: [Option<Piece>; 64],
}

impl Color {
    pub(crate) fn other(self) -> Color {
        if self == Color::White { Color::Black } else { Color::White }
    }

    /// Ranks up for a pawn that steps.
    pub(crate) fn forward(self) -> i8 {
        if self == Color::White { 1 } else { -1 }
    }

    /// A rank as this side counts: its first is 0, its last is 7.
    pub(crate) fn rank(self, square: Square) -> usize {
        if self == Color::White { square / 8 } else { 7 - square / 8 }
    }
}

impl Kind {
    /// Whether it goes any distance in this direction.
    pub(crate) fn slides(self, (files, ranks): Direction) -> bool {
        let straight = files == 0 || ranks == 0;
        self == Kind::Queen || self == if straight { Kind::Rook } else { Kind::Bishop }
    }
}

impl Board {
    pub(crate) const EMPTY: Board = Board { pieces: [None; 64] };

    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.pieces[square].is_none()
    }

    pub(crate) fn has(&self, square: Square, color: Color, kind: Kind) -> bool {
        self.pieces[square] == Some(Piece { color, kind })
    }

    pub(crate) fn has_color(&self, square: Square, color: Color) -> bool {
        self.pieces[square].is_some_and(|piece| piece.color == color)
    }

    /// Where the pieces of a kind stand, among these squares.
    pub(crate) fn of_kind(&self, among: Squares, kind: Kind) -> Squares {
        let stands = |&square: &Square| self.pieces[square].is_some_and(|piece| piece.kind == kind);
        squares(among).filter(stands).fold(0, |set, square| set | bit(square))
    }

    /// Where the king stands, if there is one.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        (0..64).find(|&square| self.has(square, color, Kind::King))
    }

    /// Where a king stands that may castle, if its rights are there: on its first rank.
    pub(crate) fn king_at_home(&self, color: Color) -> Option<Square> {
        (0..64).find(|&square| color.rank(square) == 0 && self.has(square, color, Kind::King))
    }

    /// The pieces of a side that attack a square.
    pub(crate) fn attackers(&self, square: Square, by: Color) -> Squares {
        let mut found = 0;
        for direction in AROUND {
            let in_sight = ray(square, direction).find_map(|at| self.pieces[at].map(|piece| (at, piece)));
            if let Some((at, piece)) = in_sight
                && piece.color == by
                && (piece.kind.slides(direction)
                    || step(square, direction) == Some(at) && piece.kind == Kind::King)
            {
                found |= bit(at);
            }
        }
        let leaps = LEAPS.iter().map(|&leap| (leap, Kind::Knight));
        let captures = [-1, 1].map(|files| ((files, -by.forward()), Kind::Pawn));
        for (direction, kind) in leaps.chain(captures) {
            if let Some(at) = step(square, direction).filter(|&at| self.has(at, by, kind)) {
                found |= bit(at);
            }
        }
        found
    }
}

/// The set of one square.
pub(crate) fn bit(square: Square) -> Squares {
    1 << square
}

/// The squares of a set, from a1 on.
pub(crate) fn squares(mut set: Squares) -> impl Iterator<Item = Square> {
    iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as Square);
        set &= set.wrapping_sub(1);
        first
    })
}

/// One step, unless it leaves the board.
pub(crate) fn step(from: Square, (files, ranks): Direction) -> Option<Square> {
    let (file, rank) = ((from % 8) as i8 + files, (from / 8) as i8 + ranks);
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then_some((rank * 8 + file) as Square)
}

/// One step as those take it who forget the edge.
pub(crate) fn step_round_the_edge(from: Square, (files, ranks): Direction) -> Option<Square> {
    let to = from as i8 + ranks * 8 + files;
    (0..64).contains(&to).then_some(to as Square)
}

/// The squares of a line, from the next one to the edge.
pub(crate) fn ray(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    iter::successors(step(from, direction), move |&square| step(square, direction))
}

/// The direction in which one square sees another.
pub(crate) fn direction(from: Square, to: Square) -> Option<Direction> {
    AROUND.into_iter().find(|&direction| ray(from, direction).any(|square| square == to))
}

/// The squares between two on one line; none for others.
pub(crate) fn between(from: Square, to: Square) -> Squares {
    let Some(direction) = direction(from, to) else { return 0 };
    ray(from, direction).take_while(|&square| square != to).fold(0, |set, square| set | bit(square))
}
