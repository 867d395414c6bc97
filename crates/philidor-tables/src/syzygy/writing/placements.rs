//! Positions of a part of a table: the squares of their pieces, each position in one word, and what must be stored for it.

use philidor::{Board, Color, PieceType, Square};

use super::super::arrangement::{Arrangement, leading_color};
use super::super::index;
use super::wanted::Wanted;
use crate::Material;

/// The positions of one part of a table.
pub(super) struct Placements {
    pub(super) material: Material,
    /// The kinds of pieces, in the order in which their squares stand in a word.
    kinds: Vec<(Color, PieceType)>,
    /// Squares, and what is wanted there; positions where anything will do are left out.
    words: Vec<(u64, Wanted)>,
}

impl Placements {
    pub(super) fn new(material: &Material) -> Placements {
        let kinds =
            Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|piece_type| (color, piece_type)));
        let kinds = kinds.filter(|&(color, piece_type)| material.count(color, piece_type) > 0).collect();
        Placements { material: *material, kinds, words: Vec::new() }
    }

    pub(super) fn push(&mut self, board: &Board, wanted: Wanted) {
        if wanted == Wanted::Any {
            return;
        }
        let pieces =
            self.kinds.iter().flat_map(|&(color, piece_type)| board.colored_pieces(color, piece_type));
        let word = pieces.fold(1, |word, square: Square| word << 6 | square as u64);
        self.words.push((word, wanted));
    }

    /// The distances that occur, the most frequent first: of wins, losses, cursed wins and blessed losses. From now on a
    /// place in its list is wanted instead of a distance.
    pub(super) fn lists(&mut self) -> [Vec<u16>; 4] {
        let mut counts = [const { Vec::new() }; 4];
        for &(_, wanted) in &self.words {
            if let Wanted::Exactly { list, number } = wanted {
                let counts: &mut Vec<(u32, u16)> = &mut counts[usize::from(list)];
                for number in counts.len() as u16..=number {
                    counts.push((0, number));
                }
                counts[usize::from(number)].0 += 1;
            }
        }
        let lists = counts.map(|mut counts| {
            counts.retain(|&(count, _)| count > 0);
            counts.sort_by_key(|&(count, number)| (core::cmp::Reverse(count), number));
            counts.into_iter().map(|(_, number)| number).collect::<Vec<_>>()
        });
        let places = lists.each_ref().map(|list| {
            let mut places = vec![0; list.iter().max().map_or(0, |&most| usize::from(most) + 1)];
            for (&number, place) in list.iter().zip(0..) {
                places[usize::from(number)] = place;
            }
            places
        });
        for (_, wanted) in &mut self.words {
            if let Wanted::Exactly { list, number } = wanted {
                *number = places[usize::from(*list)][usize::from(*number)];
            }
        }
        lists
    }

    /// The numbers in the order of an arrangement. Where anything will do, the number before continues.
    ///
    /// A position comes once for all its mirror images, and an index has one place for them, too, with one exception: if the
    /// leading pieces are their own image, the others may stand on either side of the mirror, and have two places.
    ///
    /// ```text
    ///     . . . B .      . . . . .
    ///     . . k . .      . . k . B      KBvK: both kings on the diagonal, and two bishops that are one position
    ///     . . . . .      . . . . .
    ///     K . . . .      K . . . .
    /// ```
    pub(super) fn values(&self, arrangement: &Arrangement) -> Vec<u16> {
        let mut wanted = vec![Wanted::Any; arrangement.size() as usize];
        let kinds: Vec<usize> = self.places(arrangement);
        for &(word, one) in &self.words {
            let mut squares = [0; 8];
            for (square, &place) in squares.iter_mut().zip(&kinds) {
                *square = (word >> (6 * place)) as u8 & 63;
            }
            let image = match self.material.has_pawns() {
                true => squares.map(|square| square ^ 7),
                false => squares.map(|square| square >> 3 | (square & 7) << 3),
            };
            for squares in [squares, image] {
                wanted[arrangement.place(squares, kinds.len()) as usize] = one;
            }
        }
        let first = wanted.iter().find_map(|one| match one {
            Wanted::Exactly { number, .. } => Some(*number),
            _ => None,
        });
        let mut last = first.unwrap_or(0);
        (wanted.into_iter())
            .map(|one| {
                last = match one {
                    Wanted::Any => last,
                    Wanted::AtMost(most) => last.min(most),
                    Wanted::Exactly { number, .. } => number,
                };
                last
            })
            .collect()
    }

    /// For each piece of an arrangement where its square stands in a word, counted from the lowest.
    fn places(&self, arrangement: &Arrangement) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut end = self.material.pieces();
        for &(color, piece_type) in &self.kinds {
            ends.push(((color, piece_type), end));
            end -= usize::from(self.material.count(color, piece_type));
        }
        let of_kind = |(color, piece_type, count)| {
            let end = ends.iter().find(|(kind, _)| *kind == (color, piece_type)).map_or(0, |&(_, end)| end);
            (end - usize::from(count)..end).rev()
        };
        arrangement.kinds().flat_map(of_kind).collect()
    }
}

/// The file of the leading pawn, by which a table is split, from the edge; 0 without pawns.
pub(super) fn file_of(material: &Material, board: &Board) -> usize {
    let Some(color) = leading_color(material) else { return 0 };
    let pawns: Vec<u8> =
        board.colored_pieces(color, PieceType::Pawn).into_iter().map(|square| square as u8).collect();
    let file = usize::from(pawns[index::leading_pawn(&pawns)] & 7);
    file.min(7 - file)
}
