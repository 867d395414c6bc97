//! Positions of a subtable: the squares of their pieces, each position in one word, and what must be stored for it.

use philidor::{Board, Color, PieceType, Square};

use super::super::arrangement::Arrangement;
use super::wanted::Wanted;
use crate::material::Material;

/// What is wanted, in two bytes: less than `AT_MOST` is the number itself.
const AT_MOST: u16 = 1 << 15;
/// Anything.
const ANY: u16 = u16::MAX;

/// The positions of one subtable.
pub(super) struct Placements {
    pub(super) material: Material,
    /// The piece types with their colors, in the order in which their squares stand in a word.
    kinds: Vec<(Color, PieceType)>,
    /// Squares, and what is wanted there.
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
        let pieces =
            self.kinds.iter().flat_map(|&(color, piece_type)| board.colored_pieces(color, piece_type));
        let word = pieces.fold(1, |word, square: Square| word << 6 | square as u64);
        self.words.push((word, wanted));
    }

    /// The distances that occur, the most frequent first: of wins, losses, cursed wins and blessed losses. From now on
    /// a place in its list is wanted instead of a distance.
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

    /// The numbers in the order of an arrangement. Where anything will do, the number before is repeated.
    ///
    /// A position comes once for all its mirror images, and an index has one place for them, too, with one exception:
    /// if the leading pieces are their own image, the others may stand on either side of the mirror, and have two
    /// places.
    ///
    /// ```text
    ///     . . . B .      . . . . .
    ///     . . k . .      . . k . B      KBvK: both kings on the diagonal, and two bishops that are one position
    ///     . . . . .      . . . . .
    ///     K . . . .      K . . . .
    /// ```
    pub(super) fn values(&self, arrangement: &Arrangement) -> Vec<u16> {
        let mut values = vec![ANY; arrangement.size() as usize];
        let kinds: Vec<usize> = self.places(arrangement);
        for &(word, one) in &self.words {
            let one = match one {
                Wanted::Any => ANY,
                Wanted::AtMost(most) => AT_MOST | most,
                Wanted::Exactly { number, .. } => number,
            };
            let mut squares = [0; 8];
            for (square, &place) in squares.iter_mut().zip(&kinds) {
                *square = (word >> (6 * place)) as u8 & 63;
            }
            values[arrangement.place(squares, kinds.len()) as usize] = one;
            if let Some(image) = arrangement.other_image(squares) {
                values[arrangement.place(image, kinds.len()) as usize] = one;
            }
        }
        let mut last = values.iter().copied().find(|&one| one < AT_MOST).unwrap_or(0);
        for value in &mut values {
            last = match *value {
                ANY => last,
                number if number < AT_MOST => number,
                most => last.min(most - AT_MOST),
            };
            *value = last;
        }
        values
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
