//! The pieces of a material in order, and where a table keeps the value of each placement of them.
//!
//! ```text
//! slot     0 1  2 3 …      … 6
//! KRBvKP   K k  R B         p       kings, then what moves without zeroing, White's first, then pawns
//!
//! index  =  kings × R × B           R, B: 64 squares; equal pieces have one number together (`combination.rs`)
//! slice  =  p                       all placements of the pawns, up to flipping the files (`formation.rs`)
//! ```
//!
//! Without pawns there is one slice and 462 places of the kings (`symmetry.rs`). If both stand on the diagonal, a
//! placement and its mirror image differ only in the other pieces: the one with the smaller index stands for both.

use philidor::{Bitboard, Board, Color, Piece, PieceType, Square};

use super::combination::{self, MAX_EQUAL};
use super::error::{Limit, SolveError};
use super::formation::Formations;
use super::placement::{Placement, Squares};
use super::symmetry::{
    ADJACENT, IDENTITY, KING_PAIRS, KINGS, MOVED, PAIRS, PAIRS_OFF_DIAGONAL, then_flip_diagonal,
};
use crate::binomial::binomial;
use crate::material::{MAX_PIECES, Material};

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) slice: u32,
    pub(super) index: u32,
}

/// Where a value is within its slice.
#[derive(Clone, Copy)]
pub(super) struct Indexed {
    pub(super) index: u32,
    /// Whether the placement is its own mirror image.
    pub(super) is_symmetric: bool,
}

/// Equal pieces in slots that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Group {
    first: usize,
    count: usize,
    /// The squares of each number.
    sets: Vec<[Square; MAX_EQUAL]>,
}

impl Group {
    #[inline]
    fn number(&self, squares: &Squares, moved: &[Square; 64]) -> u32 {
        if self.count == 1 {
            return moved[squares[self.first].index()] as u32;
        }
        let mut set = [Square::A1; MAX_EQUAL];
        for (square, of_piece) in set.iter_mut().zip(&squares[self.first..self.first + self.count]) {
            *square = moved[of_piece.index()];
        }
        combination::number(&mut set[..self.count])
    }
}

/// How a piece that moves changes the index.
#[derive(Clone, Copy, Debug)]
struct Stride {
    by: u32,
    /// The group, if it has several pieces.
    group: Option<usize>,
}

/// The order of the pieces of a material.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) material: Material,
    /// By slot.
    pub(super) pieces: Vec<Piece>,
    /// The slots of each color, its king's first.
    pub(super) slots: [Vec<usize>; 2],
    /// The pieces that are neither kings nor pawns.
    groups: Vec<Group>,
    /// How many placements there are for each place of the kings.
    per_kings: u32,
    /// By slot: how much the index grows if the number of the piece's square, or that of its group, grows by one.
    strides: Vec<Option<Stride>>,
    /// How many indices a slice has.
    pub(super) size: u32,
    pub(super) formations: Formations,
}

impl Layout {
    /// How many placements of the pieces beside kings and pawns there are, if no limit of a layout is exceeded.
    pub(super) fn check(material: Material) -> Result<u32, SolveError> {
        let error = |limit| SolveError::TooLarge { material, limit };
        if material.pieces() > MAX_PIECES {
            return Err(error(Limit::Pieces));
        }
        let count = |color, piece_type| usize::from(material.count(color, piece_type));
        let counts = |piece_type| Color::ALL.map(|color| count(color, piece_type));
        if PieceType::ALL.into_iter().flat_map(counts).any(|count| count > MAX_EQUAL) {
            return Err(error(Limit::EqualPieces));
        }
        if !Formations::can_be_numbered(counts(PieceType::Pawn)) {
            return Err(error(Limit::Pawns));
        }
        let others = PieceType::PROMOTIONS.into_iter().flat_map(counts);
        let per_kings: u64 = others.map(|count| u64::from(combination::sets(count))).product();
        let size = per_kings.saturating_mul(king_places(&material));
        if size < 1 << 31 { Ok(per_kings as u32) } else { Err(error(Limit::Placements)) }
    }

    /// The layout of a canonical material.
    pub(super) fn new(material: Material) -> Result<Layout, SolveError> {
        let per_kings = Layout::check(material)?;
        let mut pieces = Color::ALL.map(|color| Piece::new(color, PieceType::King)).to_vec();
        let mut groups = Vec::new();
        for color in Color::ALL {
            for piece_type in PieceType::PROMOTIONS {
                let (first, count) = (pieces.len(), usize::from(material.count(color, piece_type)));
                if count > 0 {
                    groups.push(Group { first, count, sets: combination::all(count) });
                    pieces.extend(vec![Piece::new(color, piece_type); count]);
                }
            }
        }
        let pawns = Color::ALL.map(|color| usize::from(material.count(color, PieceType::Pawn)));
        let formations = Formations::new(pieces.len(), pawns);
        for (color, count) in Color::ALL.into_iter().zip(pawns) {
            pieces.extend(vec![Piece::new(color, PieceType::Pawn); count]);
        }
        let size = per_kings * king_places(&material) as u32;
        let slots = Color::ALL
            .map(|color| (0..pieces.len()).filter(|&slot| pieces[slot].color == color).collect::<Vec<_>>());
        let strides = strides(&pieces, &groups, material.has_pawns().then_some(per_kings));
        Ok(Layout { material, pieces, slots, groups, per_kings, strides, size, formations })
    }

    /// The number of the placement among the groups, after a symmetry.
    #[inline]
    fn number_of_groups(&self, squares: &Squares, symmetry: usize) -> u32 {
        let moved = &MOVED[symmetry];
        let next =
            |number: u32, group: &Group| number * group.sets.len() as u32 + group.number(squares, moved);
        self.groups.iter().fold(0, next)
    }

    /// The index in the slice whose pawns these are, files not flipped; `None` if the kings are adjacent.
    #[inline]
    pub(super) fn index(&self, squares: &Squares) -> Option<Indexed> {
        let [white, black] = [squares[0].index(), squares[1].index()];
        let pair = KING_PAIRS[white][black];
        if pair.number == ADJACENT {
            return None;
        }
        if self.formations.has_pawns() {
            let kings = (white * 64 + black) as u32;
            let index = kings * self.per_kings + self.number_of_groups(squares, IDENTITY);
            return Some(Indexed { index, is_symmetric: false });
        }
        let (first, symmetry) = (u32::from(pair.number) * self.per_kings, usize::from(pair.symmetry));
        let number = self.number_of_groups(squares, symmetry);
        if pair.number < PAIRS_OFF_DIAGONAL {
            return Some(Indexed { index: first + number, is_symmetric: false });
        }
        let mirrored = self.number_of_groups(squares, then_flip_diagonal(symmetry));
        Some(Indexed { index: first + number.min(mirrored), is_symmetric: number == mirrored })
    }

    /// Whether the flip about the diagonal leaves the kings of this index where they are.
    #[inline]
    pub(super) fn has_kings_on_diagonal(&self, index: u32) -> bool {
        !self.formations.has_pawns() && index >= u32::from(PAIRS_OFF_DIAGONAL) * self.per_kings
    }

    /// The index after the piece of one slot has gone to another square; `squares` are those before. If the kings are
    /// on the diagonal, or it is a king that moves, use [`index`](Layout::index): this is `None` for a king without
    /// pawns.
    #[inline]
    pub(super) fn index_after(
        &self,
        index: u32,
        squares: &Squares,
        slot: usize,
        square: Square,
    ) -> Option<u32> {
        let Stride { by, group } = self.strides[slot]?;
        let Some(group) = group else { return Some(index - squares[slot] as u32 * by + square as u32 * by) };
        let (group, mut moved) = (&self.groups[group], *squares);
        moved[slot] = square;
        let number = |squares| group.number(squares, &MOVED[IDENTITY]);
        Some(index - number(squares) * by + number(&moved) * by)
    }

    /// Where the value of these pieces is; `None` if the kings are adjacent, or pawns where none can be.
    #[inline]
    pub(super) fn place(&self, squares: &Squares) -> Option<Place> {
        if !self.formations.has_pawns() {
            return Some(Place { slice: 0, index: self.index(squares)?.index });
        }
        let (slice, symmetry) = self.formations.find(squares)?;
        let squares = squares.map(|square| MOVED[symmetry][square.index()]);
        Some(Place { slice, index: self.index(&squares)?.index })
    }

    /// The pieces that an index of a slice stands for; `None` if it stands for none.
    #[inline]
    pub(super) fn placement(&self, slice: u32, index: u32) -> Option<Placement> {
        let squares = self.squares(slice, index);
        let placement = self.placed(squares)?;
        let [white, black, ..] = squares;
        let are_adjacent = KING_PAIRS[white.index()][black.index()].number == ADJACENT;
        let is_mirrored = || self.index(&squares).is_some_and(|canonical| canonical.index != index);
        let is_left_out = are_adjacent || self.has_kings_on_diagonal(index) && is_mirrored();
        (!is_left_out).then_some(placement)
    }

    /// The squares that an index of a slice stands for, whether pieces can stand there or not.
    #[inline]
    pub(super) fn squares(&self, slice: u32, index: u32) -> Squares {
        let mut squares = self.formations.squares(slice);
        let (kings, mut number) = (index / self.per_kings, index % self.per_kings);
        let pair = if self.formations.has_pawns() {
            [Square::ALL[kings as usize / 64], Square::ALL[kings as usize % 64]]
        } else {
            KINGS[kings as usize]
        };
        squares[..2].copy_from_slice(&pair);
        for group in self.groups.iter().rev() {
            let sets = group.sets.len() as u32;
            let set = &group.sets[(number % sets) as usize];
            squares[group.first..group.first + group.count].copy_from_slice(&set[..group.count]);
            number /= sets;
        }
        squares
    }

    /// `None` if two pieces share a square.
    #[inline]
    pub(super) fn placed(&self, squares: Squares) -> Option<Placement> {
        let mut colors = [Bitboard::EMPTY; 2];
        for (piece, &square) in self.pieces.iter().zip(&squares) {
            if (colors[0] | colors[1]).contains(square) {
                return None;
            }
            colors[piece.color.index()].insert(square);
        }
        Some(Placement { squares, colors })
    }

    /// The squares of a board's pieces by slot, and whether its colors had to be flipped; the material must be that of
    /// the layout, or its colors flipped.
    pub(super) fn squares_on(&self, board: &Board) -> (Squares, bool) {
        let is_flipped = Material::new(board) != self.material;
        let board = if is_flipped { board.flip_ranks().swap_colors() } else { *board };
        let mut squares = [Square::A1; MAX_PIECES];
        let mut left = board.occupied();
        for (square, piece) in squares.iter_mut().zip(&self.pieces) {
            if let Some(first) = (board.colored_pieces(piece.color, piece.piece_type) & left).first() {
                left.remove(first);
                *square = first;
            }
        }
        (squares, is_flipped)
    }

    /// Each place, but of a formation that is its own mirror image only those with the white king on the left.
    pub(super) fn each_place(&self) -> impl Iterator<Item = Place> + '_ {
        let slices = 0..self.formations.len() as u32;
        slices.flat_map(move |slice| {
            let is_symmetric = self.formations.is_symmetric(slice);
            let indices =
                (0..self.size).filter(move |index| !is_symmetric || (index / self.per_kings / 64) % 8 < 4);
            indices.map(move |index| Place { slice, index })
        })
    }

    /// The number of a place among all.
    #[inline]
    pub(super) fn number(&self, place: Place) -> usize {
        place.slice as usize * self.size as usize + place.index as usize
    }

    /// How many places values have in all slices, for each side to move.
    pub(super) fn places(&self) -> u64 {
        u64::from(self.size) * self.formations.len() as u64
    }
}

/// The strides of all slots; kings have one if their squares are a part of the index, that is, with pawns.
fn strides(pieces: &[Piece], groups: &[Group], per_kings: Option<u32>) -> Vec<Option<Stride>> {
    let mut strides = vec![None; pieces.len()];
    if let Some(per_kings) = per_kings {
        strides[0] = Some(Stride { by: 64 * per_kings, group: None });
        strides[1] = Some(Stride { by: per_kings, group: None });
    }
    let mut by = 1;
    for (index, group) in groups.iter().enumerate().rev() {
        let stride = Stride { by, group: (group.count > 1).then_some(index) };
        strides[group.first..group.first + group.count].fill(Some(stride));
        by *= group.sets.len() as u32;
    }
    strides
}

/// How many places the kings have.
fn king_places(material: &Material) -> u64 {
    if material.has_pawns() { 64 * 64 } else { PAIRS as u64 }
}

/// How many bytes the distances of a table take by one measure, for both sides to move; it has no more pieces than a
/// table.
pub(super) fn bytes(material: &Material) -> u64 {
    let sets = |piece_type, squares| {
        let of = |color| binomial(squares, material.count(color, piece_type).into());
        of(Color::White) * of(Color::Black)
    };
    let others: u64 = PieceType::PROMOTIONS.into_iter().map(|piece_type| sets(piece_type, 64)).product();
    // 48 squares, and the files flipped.
    let pawns = if material.has_pawns() { sets(PieceType::Pawn, 48).div_ceil(2) } else { 1 };
    4 * king_places(material) * others * pawns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(name: &str) -> Layout {
        Layout::new(name.parse().expect(name)).expect(name)
    }

    /// Every placement comes back from its index, and mirror images have the index of what they mirror.
    #[test]
    fn each_placement_has_one_index() {
        for name in ["KvK", "KRvK", "KPvK", "KRRvK", "KPvKP"] {
            let layout = layout(name);
            let (mut placements, slices) = (0_u64, layout.formations.len() as u32);
            for slice in (0..slices).step_by(if slices > 100 { 97 } else { 1 }) {
                for index in 0..layout.size {
                    let Some(placement) = layout.placement(slice, index) else { continue };
                    placements += 1;
                    assert_eq!(layout.place(&placement.squares), Some(Place { slice, index }));
                    let flipped = placement.squares.map(Square::flip_file);
                    let place = layout.place(&flipped).expect("a placement");
                    assert!(place.slice == slice, "{name}");
                    if !layout.formations.is_symmetric(slice) {
                        assert_eq!(place.index, index, "{name}");
                    }
                }
            }
            assert!(placements > 0);
        }
    }

    #[test]
    fn without_pawns_a_place_stands_for_eight_placements_or_four() {
        // 64 · 63 · 62 placements of three pieces, less those with adjacent kings.
        for (name, expected) in [("KvK", 3612), ("KQvK", 3612 * 62)] {
            let layout = layout(name);
            let weight = |index| {
                let placement = layout.placement(0, index)?;
                layout.index(&placement.squares).map(|place| if place.is_symmetric { 4 } else { 8 })
            };
            assert_eq!((0..layout.size).filter_map(weight).sum::<u32>(), expected, "{name}");
        }
    }

    #[test]
    fn a_large_material_is_refused_with_the_limit() {
        let error =
            |name: &str| Layout::new(name.parse().expect(name)).map(|_| ()).expect_err(name).to_string();
        assert_eq!(error("KQRBNvKRB"), "KQRBNvKRB has 8 pieces, and no table has more than 7");
        assert_eq!(error("KNNNNNvK"), "KNNNNNvK cannot be solved: it has more than 4 equal pieces");
        assert_eq!(error("KPPPPvKP"), "KPPPPvKP cannot be solved: its pawns have more than 2^24 placements");
        assert_eq!(error("KQRBvKQ"), "KQRBvKQ cannot be solved: its pieces have more than 2^31 placements");
        // The largest of all does not overflow.
        assert!(Material::all(7).iter().all(|material| bytes(material) > 1 << 30));
        assert_eq!(bytes(&"KQvK".parse().expect("a material")), 462 * 64 * 4);
        assert_eq!(bytes(&"KPvK".parse().expect("a material")), 24 * 4096 * 4);
    }
}
