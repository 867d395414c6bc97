//! What is on the board, and the position as a whole.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ListBuilder, StringBuilder};
use datafusion::arrow::datatypes::{DataType, UInt64Type};
use philidor::binary::PackedPosition;
use philidor::{Bitboard, Color, PieceType, Position, Square};

use super::fault::Fault;
use super::function::{Example, Function, POSITION, needed, optional};
use super::kind::{COMPACT, Kind, words};

pub(super) static ATTACKERS: Function = Function {
    name: "attackers",
    parameters: &[POSITION, needed("square", Kind::Word), optional("color", Kind::Word)],
    returns: words,
    about: "The squares of the pieces and pawns that attack or defend a square, of both colors or of one",
    examples: &[
        Example { call: "attackers('4k3/8/8/3r4/8/2N5/8/3QK3 w - - 0 1', 'd5')", value: "[d1, c3]" },
        Example { call: "attackers('4k3/8/8/3r4/8/2N5/8/3QK3 w - - 0 1', 'd1', 'black')", value: "[d5]" },
    ],
    evaluate: |rows| {
        let (positions, squares) = (rows.positions(0)?, rows.words(1)?);
        let colors = if rows.has(2) { Some(rows.words(2)?) } else { None };
        let mut builder = ListBuilder::new(StringBuilder::new());
        rows.each(
            |row| {
                let Some(position) = positions.get(row)? else { return Ok(None) };
                if squares.is_null(row) || colors.is_some_and(|colors| colors.is_null(row)) {
                    return Ok(None);
                }
                let square = squares.value(row);
                let square: Square = square.parse().map_err(|_| Fault::Square(square.to_owned()))?;
                let wanted = match colors {
                    Some(colors) => position.board().colors(color(colors.value(row))?),
                    None => Bitboard::FULL,
                };
                Ok(Some(position.attackers_to(square, position.board().occupied()) & wanted))
            },
            |attackers| {
                for square in attackers.unwrap_or(Bitboard::EMPTY) {
                    builder.values().append_value(square.to_string());
                }
                builder.append(attackers.is_some());
                Ok(())
            },
        )?;
        Ok(Arc::new(builder.finish()))
    },
};

/// `white` or `black`, `w` or `b`.
fn color(text: &str) -> Result<Color, Fault> {
    let letter = |letter: char| Color::from_letter(letter).filter(|_| text.len() == 1);
    let word = Color::ALL.into_iter().find(|color| color.to_string() == text);
    word.or_else(|| text.chars().next().and_then(letter)).ok_or_else(|| Fault::Color(text.to_owned()))
}

/// The piece types in the order in which endgames are named.
const KINDS: [(PieceType, char); 6] = [
    (PieceType::King, 'K'),
    (PieceType::Queen, 'Q'),
    (PieceType::Rook, 'R'),
    (PieceType::Bishop, 'B'),
    (PieceType::Knight, 'N'),
    (PieceType::Pawn, 'P'),
];

/// How many pieces of a type each side has, White first.
fn counts(position: &Position, kind: PieceType) -> (usize, usize) {
    let count = |color| position.board().colored_pieces(color, kind).len() as usize;
    (count(Color::White), count(Color::Black))
}

/// What is left of White and Black, as endgames are named.
pub(crate) fn material(position: &Position) -> String {
    letters(position, |white, black| (white, black))
}

/// A letter for each piece or pawn, White's before Black's; `left` picks how many of each type to write.
fn letters(position: &Position, left: impl Fn(usize, usize) -> (usize, usize)) -> String {
    let side = |own: fn((usize, usize)) -> usize| {
        let letters = KINDS.iter().flat_map(|&(kind, letter)| {
            let (white, black) = counts(position, kind);
            std::iter::repeat_n(letter, own(left(white, black)))
        });
        letters.collect::<String>()
    };
    format!("{}v{}", side(|counts| counts.0), side(|counts| counts.1))
}

pub(super) static MATERIAL: Function = Function {
    name: "material",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "The pieces and pawns of White and Black, as endgames are named",
    examples: &[Example { call: "material('4k3/r3p3/8/8/8/8/4P3/R3KB2 w - - 0 1')", value: "KRBPvKRP" }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.texts(|row| positions.ask(row, material))
    },
};

pub(super) static IMBALANCE: Function = Function {
    name: "imbalance",
    parameters: &[POSITION],
    returns: || DataType::Utf8,
    about: "The pieces and pawns that White has more of, and those that Black has more of",
    examples: &[Example { call: "imbalance('4k3/r3p3/8/8/8/8/4P3/2B1KB2 w - - 0 1')", value: "BBvR" }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.texts(|row| {
            let more =
                |white: usize, black: usize| (white.saturating_sub(black), black.saturating_sub(white));
            positions.ask(row, |position| letters(position, more))
        })
    },
};

pub(super) static KEY: Function = Function {
    name: "key",
    parameters: &[POSITION],
    returns: || DataType::UInt64,
    about: "The Zobrist key, equal for positions that are the same under the rule of repetition",
    examples: &[Example {
        call: "key('4k3/8/8/8/8/8/8/4K3 w - - 0 1') = key('4k3/8/8/8/8/8/8/4K3 w - - 9 40')",
        value: "true",
    }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        let keys = rows.numbers::<UInt64Type>(|row| positions.ask(row, Position::key))?;
        Ok(Arc::new(keys))
    },
};

pub(super) static WITHOUT_CLOCKS: Function = Function {
    name: "without_clocks",
    parameters: &[POSITION],
    returns: || COMPACT,
    about: "The position in 32 bytes, equal for positions that are the same under the rule of repetition",
    examples: &[Example {
        call: "to_fen(without_clocks('4k3/8/8/8/4P3/8/8/4K3 b - e3 0 40'))",
        value: "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
    }],
    evaluate: |rows| {
        let positions = rows.positions(0)?;
        rows.positions_out(|row| positions.ask(row, same))
    },
};

/// The position with the clocks of a new game, and an en-passant square only if a capture there is legal.
///
/// ```text
/// bytes 24 … 25   the halfmove clock          0
///       26 … 29   the fullmove number         1
///       30        the en-passant file         8, none, unless a capture is legal; bit 4 is the side to move
/// ```
pub(crate) fn same(position: &Position) -> PackedPosition {
    let mut bytes = position.pack().to_bytes();
    bytes[24..30].copy_from_slice(&[0, 0, 1, 0, 0, 0]);
    if !position.has_legal_en_passant() {
        bytes[30] = bytes[30] & 0xf0 | 8;
    }
    PackedPosition::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_the_same_as_the_rule_of_repetition_says() {
        let packed = |fen: &str| same(&fen.parse().expect("a valid position"));
        // No pawn can capture on e3; on d6 White can.
        assert_eq!(packed("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7"), packed("4k3/8/8/8/4P3/8/8/4K3 b - - 30 9"));
        let capture = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7";
        assert_ne!(packed(capture), packed("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 7"));
        let again = packed(capture).unpack().expect("it is still valid");
        assert_eq!(again.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    }

    #[test]
    fn a_color_is_a_word_or_its_first_letter() {
        assert_eq!(color("white").ok(), Some(Color::White));
        assert_eq!(color("b").ok(), Some(Color::Black));
        assert!(color("blue").is_err() && color("").is_err());
    }
}
