//! Where captures, promotions and pawn moves lead: to another table, or to another slice of the same one.
//!
//! A piece is captured, a pawn becomes another piece, or both; each such change of the material is a *link*. It says
//! which slot of the new table has the piece of which slot, so that squares are handed over without looking at pieces:
//!
//! ```text
//! slot   0 1 2 3                               slot   0 1 2 3
//! KRvKP  K k R p   ── p=Q captures R ──►  KvKQ,  that is, colors flipped, KQvK   K k Q      from slots 1 0 3
//! ```

use philidor::{Board, Color, Piece, PieceType, Square};

use super::distance::Packed;
use super::layout::Layout;
use super::placement::Squares;
use super::values::Values;
use crate::material::{MAX_PIECES, Material};

/// A solved table, or the one that is being solved as far as it is.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) layout: &'a Layout,
    pub(super) values: &'a Values,
}

/// All that zeroing moves lead to.
pub(super) struct Successors<'a> {
    own: Known<'a>,
    links: Vec<Option<Link<'a>>>,
}

/// The table after one change of the material.
struct Link<'a> {
    /// `None` for kings alone.
    known: Option<Known<'a>>,
    is_flipped: bool,
    /// For each slot there, the slot here.
    slots: [u8; MAX_PIECES],
}

/// How a zeroing move changes the material.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    /// The slot of the captured piece.
    pub(super) captured: Option<usize>,
    /// The slot of the pawn, and what it becomes.
    pub(super) promoted: Option<(usize, PieceType)>,
}

impl Change {
    /// All that are possible, and the same material.
    fn all(pieces: usize) -> impl Iterator<Item = Change> {
        let promotions = (0..pieces).flat_map(|slot| PieceType::PROMOTIONS.map(|to| Some((slot, to))));
        let promotions = [None].into_iter().chain(promotions);
        promotions.flat_map(move |promoted| {
            [None].into_iter().chain((0..pieces).map(Some)).map(move |captured| Change { captured, promoted })
        })
    }

    /// The place in the list of all.
    #[inline]
    fn number(self, pieces: usize) -> usize {
        let promoted = self.promoted.map_or(0, |(slot, to)| slot * 4 + to.index());
        promoted * (pieces + 1) + self.captured.map_or(0, |slot| slot + 1)
    }

    /// The pieces afterwards, each with the slot that it had; `None` if there is no such move.
    fn apply(self, pieces: &[Piece]) -> Option<Vec<(Piece, usize)>> {
        let mut after: Vec<_> = pieces.iter().copied().zip(0..).collect();
        if let Some((slot, to)) = self.promoted {
            let pawn = pieces[slot];
            if pawn.piece_type != PieceType::Pawn {
                return None;
            }
            after[slot].0 = Piece::new(pawn.color, to);
        }
        if let Some(captured) = self.captured {
            let by_itself =
                self.promoted.is_some_and(|(slot, _)| pieces[slot].color == pieces[captured].color);
            if pieces[captured].piece_type == PieceType::King || by_itself {
                return None;
            }
            after.remove(captured);
        }
        Some(after)
    }
}

fn material_of(pieces: &[(Piece, usize)]) -> Material {
    let mut board = Board::default();
    for (square, (piece, _)) in Square::ALL.into_iter().zip(pieces) {
        board.put(square, *piece);
    }
    Material::new(&board)
}

impl<'a> Successors<'a> {
    /// Of a table whose own values are known as far as it is solved; `known` finds those of others. An error is the
    /// material that is missing.
    pub(super) fn new(
        own: Known<'a>,
        known: impl Fn(Material) -> Option<Known<'a>>,
    ) -> Result<Successors<'a>, Material> {
        let link = |change: Change| {
            let Some(after) = change.apply(&own.layout.pieces) else { return Ok(None) };
            if change.captured.is_none() && change.promoted.is_none() {
                return Ok(None);
            }
            Link::new(material_of(&after), &after, &known).map(Some)
        };
        let links = Change::all(own.layout.pieces.len()).map(link).collect::<Result<_, _>>()?;
        Ok(Successors { own, links })
    }

    /// The value of the position with these pieces, which have their own slots, after a change of the material; the
    /// square of a captured piece has no meaning.
    #[inline]
    pub(super) fn after(&self, change: Change, squares: &Squares, side_to_move: Color) -> Packed {
        let link = &self.links[change.number(self.own.layout.pieces.len())];
        let known = link.as_ref().and_then(|link| link.known.as_ref().map(|known| (link, known)));
        let Some((link, known)) = known else { return Packed::DRAW };
        let mut moved = link.slots.map(|slot| squares[usize::from(slot)]);
        let mut side_to_move = side_to_move;
        if link.is_flipped {
            moved = moved.map(|square| square.flip_rank());
            side_to_move = !side_to_move;
        }
        known.value(&moved, side_to_move)
    }

    /// The value of a position of the same material, with pawns further on.
    #[inline]
    pub(super) fn further_on(&self, squares: &Squares, side_to_move: Color) -> Packed {
        self.own.value(squares, side_to_move)
    }
}

impl Known<'_> {
    #[inline]
    fn value(&self, squares: &Squares, side_to_move: Color) -> Packed {
        self.layout.place(squares).map_or(Packed::ILLEGAL, |place| self.values.at(place, side_to_move))
    }
}

impl<'a> Link<'a> {
    fn new(
        material: Material,
        after: &[(Piece, usize)],
        known: impl Fn(Material) -> Option<Known<'a>>,
    ) -> Result<Link<'a>, Material> {
        if after.len() == 2 {
            return Ok(Link { known: None, is_flipped: false, slots: [0; MAX_PIECES] });
        }
        let canonical = material.canonical();
        let is_flipped = canonical != material;
        let known = known(canonical).ok_or(canonical)?;
        let mut left = after.to_vec();
        let mut slots = [0; MAX_PIECES];
        for (slot, piece) in slots.iter_mut().zip(&known.layout.pieces) {
            let color = if is_flipped { !piece.color } else { piece.color };
            let wanted = Piece::new(color, piece.piece_type);
            if let Some(index) = left.iter().position(|(piece, _)| *piece == wanted) {
                *slot = left.swap_remove(index).1 as u8;
            }
        }
        Ok(Link { known: Some(known), is_flipped, slots })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_numbered_as_they_are_listed() {
        for (index, change) in Change::all(5).enumerate() {
            assert_eq!(change.number(5), index);
        }
    }
}
