//! Which pieces each side has: the name of a table.
//!
//! ```text
//! KRPvKR     the sides from the stronger to the weaker, each from the king to the pawns
//! ```

use core::fmt;
use core::str::FromStr;

use philidor::{Board, Color, PieceType};

/// The pieces of both sides, kings included; wherever they stand.
///
/// ```
/// use philidor::{Color, PieceType, Position};
/// use philidor_tables::Material;
///
/// let lucena: Position = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1".parse()?;
/// let material = Material::new(lucena.board());
/// assert_eq!(material.to_string(), "KRPvKR");
/// assert_eq!(material.count(Color::White, PieceType::Pawn), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// By color and type of piece.
    counts: [[u8; 6]; 2],
}

/// How many pieces a table has at most, kings included.
pub(crate) const MAX_PIECES: usize = 7;

/// How many it has at least: two kings alone are a draw, and need no table.
pub(crate) const MIN_PIECES: usize = 3;

/// From the one with the most value to the pawn: the order of the letters, and of tables of the same size.
const LETTERS: [PieceType; 6] = PieceType::ALL;

impl Material {
    /// The pieces of a board, or of a position.
    #[must_use]
    pub fn new(board: &Board) -> Material {
        let count = |color, piece_type| board.colored_pieces(color, piece_type).len() as u8;
        Material { counts: Color::ALL.map(|color| PieceType::ALL.map(|piece_type| count(color, piece_type))) }
    }

    /// Every canonical material with this number of pieces, kings included: 5 with three, 30 with four, 110 with five.
    /// The list is empty for fewer than two pieces, and for more than seven, the most that Syzygy tables have: of 32
    /// there are a hundred million.
    ///
    /// ```
    /// use philidor_tables::Material;
    /// let names: Vec<String> = Material::all(3).iter().map(Material::to_string).collect();
    /// assert_eq!(names, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    /// ```
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Material> {
        let mut all = Vec::new();
        let beside_kings = pieces.checked_sub(2).filter(|_| pieces <= MAX_PIECES);
        let Some(beside_kings) = beside_kings else { return all };
        for strong in (beside_kings.div_ceil(2)..=beside_kings).rev() {
            for white in selections(strong) {
                for black in selections(beside_kings - strong) {
                    let material = Material { counts: [white, black] };
                    if material.canonical() == material {
                        all.push(material);
                    }
                }
            }
        }
        all
    }

    /// How many pieces of this kind this side has.
    #[must_use]
    pub const fn count(&self, color: Color, piece_type: PieceType) -> u8 {
        self.counts[color as usize][piece_type as usize]
    }

    /// How many pieces there are, kings included.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.counts.as_flattened().iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether any pawn is among them.
    #[must_use]
    pub const fn has_pawns(&self) -> bool {
        self.count(Color::White, PieceType::Pawn) > 0 || self.count(Color::Black, PieceType::Pawn) > 0
    }

    /// Whether both sides have the same pieces.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// The same with the colors swapped.
    #[must_use]
    pub const fn flip_colors(&self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// The stronger side as White: the one with more pieces, or the first better piece. Tables are named so.
    #[must_use]
    pub fn canonical(&self) -> Material {
        let strength = |side: [u8; 6]| (side.into_iter().map(u16::from).sum::<u16>(), side);
        if strength(self.counts[0]) >= strength(self.counts[1]) { *self } else { self.flip_colors() }
    }

    /// One piece less; `None` if there is none of the kind.
    #[must_use]
    pub fn without(mut self, color: Color, piece_type: PieceType) -> Option<Material> {
        let count = &mut self.counts[color as usize][piece_type as usize];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// One piece more.
    #[must_use]
    pub fn with(mut self, color: Color, piece_type: PieceType) -> Material {
        let count = &mut self.counts[color as usize][piece_type as usize];
        *count = count.saturating_add(1);
        self
    }
}

/// A king with every selection of `pieces` others, the best first.
fn selections(pieces: usize) -> Vec<[u8; 6]> {
    let mut all = vec![([1, 0, 0, 0, 0, 0], 1)];
    for _ in 0..pieces {
        all = (all.into_iter())
            .flat_map(|(side, from)| {
                (from..6).map(move |kind| {
                    let mut more: [u8; 6] = side;
                    more[kind] += 1;
                    (more, kind)
                })
            })
            .collect();
    }
    all.into_iter().map(|(side, _)| side).collect()
}

/// The materials that captures and promotions lead to, each canonical and once; kings alone are not among them.
pub(crate) fn materials_after(material: Material) -> Vec<Material> {
    let mut all = Vec::new();
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            if piece_type == PieceType::King {
                continue;
            }
            let Some(without) = material.without(color, piece_type) else { continue };
            let promoted = PieceType::PROMOTIONS.map(|to| without.with(color, to));
            let promoted = if piece_type == PieceType::Pawn { &promoted[..] } else { &[] };
            all.extend(promoted.iter().chain([&without]).map(Material::canonical));
        }
    }
    all.sort_by_key(Material::to_string);
    all.dedup();
    all.retain(|material| material.pieces() > 2);
    all
}

/// As in the names of files: `KRPvKR`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for (index, side) in self.counts.iter().enumerate() {
            if index > 0 {
                name.push('v');
            }
            for piece_type in LETTERS {
                let letter = piece_type.letter().to_ascii_uppercase();
                name.extend(core::iter::repeat_n(letter, side[piece_type as usize].into()));
            }
        }
        f.pad(&name)
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Material({self})")
    }
}

/// Letters in any order and in either case.
impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let error = || ParseMaterialError { text: text.into() };
        let (white, black) = text.split_once(['v', 'V']).ok_or_else(error)?;
        let mut counts = [[0; 6]; 2];
        for (side, letters) in counts.iter_mut().zip([white, black]) {
            for letter in letters.chars() {
                let kind = PieceType::from_letter(letter).ok_or_else(error)?;
                side[kind as usize] += 1;
                if side.iter().sum::<u8>() > 16 {
                    return Err(error());
                }
            }
            if side[PieceType::King as usize] != 1 {
                return Err(error());
            }
        }
        Ok(Material { counts })
    }
}

/// The text names no material.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseMaterialError {
    text: String,
}

impl ParseMaterialError {
    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseMaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} names no material; one king and at most 15 other pieces of each side, as in KRPvKR",
            self.text
        )
    }
}

philidor::debug_is_the_sentence!(ParseMaterialError);

impl core::error::Error for ParseMaterialError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_tables_as_the_field_has() {
        // The syzygy-tables.info page has 145 of three to five pieces, 365 of six and 1,001 of seven.
        assert_eq!([2, 3, 4, 5, 6, 7].map(|pieces| Material::all(pieces).len()), [1, 5, 30, 110, 365, 1001]);
        assert_eq!([0, 1, 8, 32, usize::MAX].map(|pieces| Material::all(pieces).len()), [0; 5]);
    }

    #[test]
    fn all_are_different_canonical_and_read_back() {
        for pieces in 2..=6 {
            let all = Material::all(pieces);
            for (index, material) in all.iter().enumerate() {
                assert_eq!(material.pieces(), pieces);
                assert!(!all[..index].contains(material));
                assert_eq!(material.to_string().parse(), Ok(*material));
                assert_eq!(material.flip_colors().canonical(), *material);
            }
        }
    }

    #[test]
    fn names_are_read_in_any_order_and_refused_with_their_text() {
        assert_eq!("kpqVkr".parse::<Material>().map(|material| material.to_string()), Ok("KQPvKR".into()));
        for wrong in ["", "KQ", "KQvK vK", "KKvK", "QvK", "KvQ", "KXvK", "KQQQQQQQQQQQQQQQQvK"] {
            assert_eq!(
                wrong.parse::<Material>().map_err(|error| error.text().to_owned()),
                Err(wrong.to_owned())
            );
        }
    }

    #[test]
    fn names_are_padded() {
        let material: Material = "KRPvKR".parse().expect("a material");
        assert_eq!(format!("{material:>8}|{material:8}|{material}"), "  KRPvKR|KRPvKR  |KRPvKR");
    }

    /// More than a byte can count, on one side and on both.
    #[test]
    fn crowds_are_counted_to_the_end() {
        let mut crowd: Material = "KQvK".parse().expect("a material");
        for color in Color::ALL.into_iter().cycle().take(2 * 300) {
            crowd = crowd.with(color, PieceType::Pawn);
        }
        assert_eq!((crowd.pieces(), crowd.has_pawns()), (3 + 2 * 255, true));
        assert_eq!([crowd, crowd.flip_colors()].map(|material| material.canonical()), [crowd; 2]);
        let mut even: Material = "KvK".parse().expect("a material");
        for color in Color::ALL.into_iter().cycle().take(2 * 128) {
            even = even.with(color, PieceType::Pawn);
        }
        assert!(even.has_pawns(), "256 pawns");
    }

    #[test]
    fn captures_and_promotions_lead_to_other_materials() {
        let after = |name: &str| {
            let materials = materials_after(name.parse().expect(name));
            materials.iter().map(Material::to_string).collect::<Vec<_>>()
        };
        assert_eq!(after("KQvK"), Vec::<String>::new());
        assert_eq!(after("KPvK"), ["KBvK", "KNvK", "KQvK", "KRvK"]);
        assert_eq!(after("KRvKP"), ["KPvK", "KQvKR", "KRvK", "KRvKB", "KRvKN", "KRvKR"]);
    }
}
