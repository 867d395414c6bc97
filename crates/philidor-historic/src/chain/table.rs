//! The table of links: every walk of every piece over an empty board, laid out at compile time.
//!
//! ```text
//! TABLE[8 walkers][64 from][64 at] = { next_position, next_direction }         2 bytes each, 64 KiB in all
//!
//! the rook of b2, whose rays are laid north, east, south, west:
//!
//! 8 | . f . . . . . .     next_position    b2 a b c d e f g h i j k l m n, and back to b2
//! 7 | . e . . . . . .     next_direction   to the head of the following ray, wherever one is on this ray:
//! 6 | . d . . . . . .                        from b2 to a, from any of a-f to g, from any of g-l to m,
//! 5 | . c . . . . . .                        from m to n, and from n back to b2
//! 4 | . b . . . . . .
//! 3 | . a . . . . . .     Where a ray ends (f, l, m, n), both links agree.
//! 2 | n R g h i j k l
//! 1 | . m . . . . . .
//! ```
//!
//! A king and a knight have rays of one square, so their two links agree everywhere. A pawn has two chains in one row:
//! its pushes by `next_position`, its captures by `next_direction`. Squares that a walk never visits lead home.
//!
//! For wasm each row is laid when it is first needed: see `lazy.rs`.
//!
//! The rays of a square are laid from last to first, so that the head of the following ray is known when a ray is laid,
//! and nothing has to be corrected afterwards.

use core::iter;

#[cfg(any(target_family = "wasm", test))]
use super::lazy;
use philidor::attacks::Direction;
use philidor::{Color, Piece, PieceType, Square};

/// A place of the table: where a walk continues from a square. [`link`] looks it up.
#[doc(alias = "sqdata")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Link {
    /// Where the walk continues if the square is empty: on the next square of the ray, or where this one ends, on the
    /// head of the following ray. For a pawn, the next push.
    #[doc(alias = "nextpos")]
    pub next_position: Square,
    /// Where the walk continues if the square is occupied: on the head of the following ray. For a pawn, the next
    /// capture.
    #[doc(alias = "nextdir")]
    pub next_direction: Square,
}

/// The links at a square for the walk of a piece that stands on `from`: the table itself, without a board.
///
/// A walk begins with a link at `from`, and one that leads to `from` ends it. All links at a square that the walk never
/// visits lead there. Of the color only pawns make use.
///
/// ```
/// use philidor_historic::chain;
/// use philidor::{Piece, Square};
/// let rook = Piece::from_letter('R').expect("a rook");
/// assert_eq!(chain::link(rook, Square::B2, Square::B2).next_position, Square::B3);
/// let at_b4 = chain::link(rook, Square::B2, Square::B4);
/// assert_eq!((at_b4.next_position, at_b4.next_direction), (Square::B5, Square::C2));
/// assert_eq!(chain::link(rook, Square::B2, Square::A2).next_direction, Square::B2); // the end of the walk
/// ```
#[doc(alias("posdata", "ptype"))]
#[must_use]
#[inline]
pub fn link(piece: Piece, from: Square, at: Square) -> Link {
    Links::new(Walker::new(piece.color, Some(piece.piece_type)), from).at(at)
}

/// The eight kinds of walkers. Black's pawns walk the other way and count as walkers of their own; the walk from an
/// empty square is over at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Walker {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    WhitePawn,
    BlackPawn,
    NoPiece,
}

impl Walker {
    const ALL: [Walker; 8] = [
        Walker::King,
        Walker::Queen,
        Walker::Rook,
        Walker::Bishop,
        Walker::Knight,
        Walker::WhitePawn,
        Walker::BlackPawn,
        Walker::NoPiece,
    ];

    /// The walker for a piece or an empty square. Only pawns depend on the color.
    #[inline(always)]
    pub(super) const fn new(color: Color, piece: Option<PieceType>) -> Walker {
        match (piece, color) {
            (Some(PieceType::King), _) => Walker::King,
            (Some(PieceType::Queen), _) => Walker::Queen,
            (Some(PieceType::Rook), _) => Walker::Rook,
            (Some(PieceType::Bishop), _) => Walker::Bishop,
            (Some(PieceType::Knight), _) => Walker::Knight,
            (Some(PieceType::Pawn), Color::White) => Walker::WhitePawn,
            (Some(PieceType::Pawn), Color::Black) => Walker::BlackPawn,
            (None, _) => Walker::NoPiece,
        }
    }
}

type Row = [Link; 64];

#[cfg(not(target_family = "wasm"))]
static TABLE: [[Row; 64]; 8] = {
    let mut table = [[[Link { next_position: Square::A1, next_direction: Square::A1 }; 64]; 64]; 8];
    let mut walker = 0;
    while walker < 8 {
        let mut from = 0;
        while from < 64 {
            table[walker][from] = row(Walker::ALL[walker], Square::ALL[from]);
            from += 1;
        }
        walker += 1;
    }
    table
};

pub(super) const TABLE_BYTES: usize = size_of::<[[Row; 64]; 8]>();

const _: () = assert!(TABLE_BYTES == 64 * 1024);

const ROOK_STEPS: [(i8, i8); 4] = steps(Direction::STRAIGHT);
const BISHOP_STEPS: [(i8, i8); 4] = steps(Direction::DIAGONAL);
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const fn steps([a, b, c, d]: [Direction; 4]) -> [(i8, i8); 4] {
    [a.step(), b.step(), c.step(), d.step()]
}

/// The links of one walker from one square.
const fn row(walker: Walker, from: Square) -> Row {
    let mut row = [Link { next_position: from, next_direction: from }; 64];
    match walker {
        Walker::King => {
            let following = lay_rays(&mut row, from, &BISHOP_STEPS, 1, from);
            lay_rays(&mut row, from, &ROOK_STEPS, 1, following);
        }
        Walker::Queen => {
            let following = lay_rays(&mut row, from, &BISHOP_STEPS, 7, from);
            lay_rays(&mut row, from, &ROOK_STEPS, 7, following);
        }
        Walker::Rook => _ = lay_rays(&mut row, from, &ROOK_STEPS, 7, from),
        Walker::Bishop => _ = lay_rays(&mut row, from, &BISHOP_STEPS, 7, from),
        Walker::Knight => _ = lay_rays(&mut row, from, &KNIGHT_STEPS, 1, from),
        Walker::WhitePawn => lay_pawn(&mut row, from, 1),
        Walker::BlackPawn => lay_pawn(&mut row, from, -1),
        Walker::NoPiece => {}
    }
    row
}

/// Lays rays in front of those laid already, and begins the walk with the first of them. Returns its head.
const fn lay_rays(
    row: &mut Row,
    from: Square,
    steps: &[(i8, i8)],
    reach: u8,
    mut following: Square,
) -> Square {
    let mut left = steps.len();
    while left > 0 {
        left -= 1;
        following = lay_ray(row, from, steps[left], reach, following);
    }
    row[from as usize] = Link { next_position: following, next_direction: following };
    following
}

/// Lays one ray and returns its head, or the following ray's if it leaves the board at once.
const fn lay_ray(row: &mut Row, from: Square, step: (i8, i8), reach: u8, following: Square) -> Square {
    let Some(head) = from.offset(step.0, step.1) else {
        return following;
    };
    let mut at = head;
    let mut left = reach;
    loop {
        left -= 1;
        let next = if left > 0 { at.offset(step.0, step.1) } else { None };
        let Some(next) = next else {
            row[at as usize] = Link { next_position: following, next_direction: following };
            return head;
        };
        row[at as usize] = Link { next_position: next, next_direction: following };
        at = next;
    }
}

/// Lays the two chains of a pawn, which share only the square it stands on.
const fn lay_pawn(row: &mut Row, from: Square, forward: i8) {
    let mut first_capture = from;
    let mut east = 1;
    while east >= -1 {
        if let Some(target) = from.offset(east, forward) {
            row[target as usize].next_direction = first_capture;
            first_capture = target;
        }
        east -= 2;
    }
    row[from as usize].next_direction = first_capture;

    let second_rank = if forward > 0 { 1 } else { 6 };
    if let Some(push) = from.offset(0, forward) {
        row[from as usize].next_position = push;
        if from as usize / 8 == second_rank
            && let Some(double_push) = push.offset(0, forward)
        {
            row[push as usize].next_position = double_push;
        }
    }
}

// The compiler follows every walk: each ends, and none visits a square twice. The same holds for each walk from an
// occupied square on. The totals are facts of the board; a pawn pushes from seven ranks, and from one of them twice.
const _: () = {
    let positions = [420, 1_456, 896, 560, 336, 64, 64, 0];
    let directions = [420, 420, 224, 196, 336, 98, 98, 0];
    let mut walker = 0;
    while walker < 8 {
        let (mut by_position, mut by_direction) = (0, 0);
        let mut from = 0;
        while from < 64 {
            let row = &row(Walker::ALL[walker], Square::ALL[from]);
            by_position += walked_by_position(row, from).count_ones();
            by_direction += walked_by_direction(row, from).count_ones();
            from += 1;
        }
        assert!(by_position == positions[walker]);
        assert!(by_direction == directions[walker]);
        walker += 1;
    }
};

/// The squares of the walk over an empty board, asserted to end without a repetition.
const fn walked_by_position(row: &Row, from: usize) -> u64 {
    let mut walked = 0;
    let mut at = row[from].next_position as usize;
    while at != from {
        assert!(walked & 1 << at == 0);
        walked |= 1 << at;
        walked_by_direction_from(row, from, at);
        at = row[at].next_position as usize;
    }
    walked
}

/// The squares of the walk over a board full of pieces, asserted likewise.
const fn walked_by_direction(row: &Row, from: usize) -> u64 {
    walked_by_direction_from(row, from, from)
}

const fn walked_by_direction_from(row: &Row, from: usize, start: usize) -> u64 {
    let mut walked: u64 = 0;
    let mut at = row[start].next_direction as usize;
    while at != from {
        assert!(walked & 1 << at == 0);
        walked |= 1 << at;
        at = row[at].next_direction as usize;
    }
    walked
}

/// The links of a walker from a square, for each square of the walk.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy)]
struct Links(&'static Row);

#[cfg(not(target_family = "wasm"))]
impl Links {
    #[inline(always)]
    fn new(walker: Walker, from: Square) -> Links {
        Links(&TABLE[walker as usize][from.index()])
    }

    #[inline(always)]
    fn at(self, square: Square) -> Link {
        self.0[square.index()]
    }
}

/// The same from the table that is filled as it is used.
#[cfg(target_family = "wasm")]
#[derive(Clone, Copy)]
struct Links(lazy::Row);

#[cfg(target_family = "wasm")]
impl Links {
    #[inline(always)]
    fn new(walker: Walker, from: Square) -> Links {
        Links(late_row(walker, from))
    }

    #[inline(always)]
    fn at(self, square: Square) -> Link {
        let [next_position, next_direction] = self.0.at(square);
        Link { next_position, next_direction }
    }
}

#[cfg(any(target_family = "wasm", test))]
#[inline(always)]
fn late_row(walker: Walker, from: Square) -> lazy::Row {
    let lay = || row(walker, from).map(|link| [link.next_position, link.next_direction]);
    lazy::Row::new(walker as usize, from, lay)
}

/// The walk of a piece from a square.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    from: Square,
    links: Links,
}

impl Chain {
    #[inline(always)]
    pub(super) fn new(walker: Walker, from: Square) -> Chain {
        Chain { from, links: Links::new(walker, from) }
    }

    /// Where the walk begins, unless it is over at once.
    #[inline(always)]
    pub(super) fn first(self) -> Option<Square> {
        self.next_position(self.from)
    }

    /// Where the walk goes from an empty square, unless it is over.
    #[inline(always)]
    pub(super) fn next_position(self, at: Square) -> Option<Square> {
        self.unless_home(self.links.at(at).next_position)
    }

    /// Where the walk goes from an occupied square, unless it is over.
    #[inline(always)]
    pub(super) fn next_direction(self, at: Square) -> Option<Square> {
        self.unless_home(self.links.at(at).next_direction)
    }

    /// The squares of the walk over an empty board; for a pawn, its pushes.
    #[inline(always)]
    pub(super) fn positions(self) -> impl Iterator<Item = Square> {
        iter::successors(self.first(), move |&at| self.next_position(at))
    }

    /// The heads of all rays, as over a board full of pieces; for a pawn, its captures.
    #[inline(always)]
    pub(super) fn directions(self) -> impl Iterator<Item = Square> {
        iter::successors(self.next_direction(self.from), move |&at| self.next_direction(at))
    }

    #[inline(always)]
    fn unless_home(self, at: Square) -> Option<Square> {
        (at != self.from).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The rook of the drawing at the head of the file.
    #[test]
    fn the_rook_of_b2() {
        let chain = Chain::new(Walker::Rook, Square::B2);
        let walk: Vec<Square> = chain.positions().collect();
        let names = "b3 b4 b5 b6 b7 b8 c2 d2 e2 f2 g2 h2 b1 a2";
        assert!(names.split(' ').map(str::parse).eq(walk.iter().copied().map(Ok)));
        assert_eq!(chain.next_direction(Square::B4), Some(Square::C2));
        assert_eq!(chain.next_direction(Square::F2), Some(Square::B1));
        assert_eq!(chain.next_direction(Square::A2), None);
        let links_agree = |at| chain.next_position(at) == chain.next_direction(at);
        let ends = walk.into_iter().filter(|&at| links_agree(at));
        assert!(ends.eq([Square::B8, Square::H2, Square::B1, Square::A2]));
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    fn rows_that_are_filled_as_they_are_used_are_those_of_the_table() {
        for walker in Walker::ALL {
            for from in Square::ALL {
                let links = Links::new(walker, from);
                for at in Square::ALL {
                    let Link { next_position, next_direction } = links.at(at);
                    assert_eq!(
                        late_row(walker, from).at(at),
                        [next_position, next_direction],
                        "{walker:?} {from} {at}"
                    );
                }
            }
        }
    }
}
