//! How a game begins and ends, in columns of a few bytes. A search reads them first, and need not play a game that ends
//! with too much on the board.
//!
//! ```text
//! final_material           KRPvKR, as the function `material` names the last position
//! white_left  black_left   3  2: pieces and pawns with the king
//! home_pawns               pawns that have never moved, a bit for each: a2 to h2, then a7 to h7
//! line                     a number for the start and the first 16 half-moves
//! opening_eco  opening_name  opening_ply     C60  Ruy Lopez  5: the last position that has a name, and its ply
//! ```
//!
//! In a game the two numbers never grow and the bits never come back, so the last ones bound those of all positions.

use std::sync::Arc;

use arrow::array::{ArrayRef, Int32Builder, StringBuilder, UInt8Builder, UInt16Builder, UInt64Builder};
use arrow::datatypes::{DataType, Field};
use philidor::{Color, MoveDigest};
use philidor_patterns::{home_pawn_bits, line_id};

use super::game::GameRow;
use crate::functions::material;

/// The columns.
pub(super) fn fields() -> Vec<Field> {
    let whole = [
        ("final_material", DataType::Utf8),
        ("white_left", DataType::UInt8),
        ("black_left", DataType::UInt8),
        ("home_pawns", DataType::UInt16),
        ("line", DataType::UInt64),
    ]
    .map(|(name, data_type)| Field::new(name, data_type, false));
    let named =
        [("opening_eco", DataType::Utf8), ("opening_name", DataType::Utf8), ("opening_ply", DataType::Int32)]
            .map(|(name, data_type)| Field::new(name, data_type, true));
    [&whole[..], &named].concat()
}

/// The growing columns.
#[derive(Default)]
pub(super) struct Signatures {
    materials: StringBuilder,
    left: [UInt8Builder; 2],
    home_pawns: UInt16Builder,
    lines: UInt64Builder,
    ecos: StringBuilder,
    openings: StringBuilder,
    opening_plies: Int32Builder,
}

impl Signatures {
    /// Adds those of a game.
    pub(super) fn append(&mut self, game: &GameRow) {
        self.materials.append_value(material(&game.last));
        for (color, left) in Color::ALL.into_iter().zip(&mut self.left) {
            // A board has 64 squares.
            left.append_value(u8::try_from(game.last.board().colors(color).len()).unwrap_or(u8::MAX));
        }
        self.home_pawns.append_value(home_pawn_bits(&game.last));
        let (digests, _) = game.moves.as_chunks();
        let digests = digests.iter().map(|&digest| MoveDigest(u16::from_le_bytes(digest)));
        self.lines.append_value(line_id(&game.start, digests));
        self.ecos.append_option(game.opening.map(|(opening, _)| opening.eco().to_string()));
        self.openings.append_option(game.opening.map(|(opening, _)| opening.to_string()));
        self.opening_plies.append_option(game.opening.map(|(_, ply)| ply));
    }

    /// The columns.
    pub(super) fn finish(mut self) -> [ArrayRef; 8] {
        let [mut white, mut black] = self.left;
        [
            Arc::new(self.materials.finish()),
            Arc::new(white.finish()),
            Arc::new(black.finish()),
            Arc::new(self.home_pawns.finish()),
            Arc::new(self.lines.finish()),
            Arc::new(self.ecos.finish()),
            Arc::new(self.openings.finish()),
            Arc::new(self.opening_plies.finish()),
        ]
    }
}
