//! What can be asked of the positions of a game.

use std::str::FromStr;

use philidor::{Board, Color, Draw, Outcome, PieceType, Position, Win};

use crate::parts::file_position::FilePosition;
use crate::parts::replay::Replay;

/// The demand that a game come down to some pieces: how many of each type the two sides have, in the order `KQRBNP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialCondition(pub [[u32; 6]; 2]);

impl FromStr for MaterialCondition {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<MaterialCondition, &'static str> {
        let mut sides = [[0; 6]; 2];
        let mut kings: usize = 0;
        for letter in text.chars() {
            let kind =
                "KQRBNP".find(letter.to_ascii_uppercase()).ok_or("a letter that is not one of KQRBNP")?;
            kings += usize::from(kind == 0);
            let side = kings.checked_sub(1).and_then(|side| sides.get_mut(side));
            side.ok_or("not two sides that begin with K, such as KRPKR")?[kind] += 1;
        }
        if kings == 2 {
            Ok(MaterialCondition(sides))
        } else {
            Err("not two sides that begin with K, such as KRPKR")
        }
    }
}

/// What ends a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEnd {
    /// Mate.
    Mate,
    /// Stalemate, no matter who wins by it.
    Stalemate,
    /// Something else by the rules of a variant, such as an exploded king.
    Variant,
    /// Nothing: a side resigned, say.
    None,
}

impl FromStr for BoardEnd {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<BoardEnd, &'static str> {
        match text {
            "mate" | "checkmate" => Ok(BoardEnd::Mate),
            "stalemate" => Ok(BoardEnd::Stalemate),
            "variant" => Ok(BoardEnd::Variant),
            "none" => Ok(BoardEnd::None),
            _ => Err("neither mate, stalemate, variant nor none"),
        }
    }
}

impl BoardEnd {
    /// How a game ends.
    pub(super) fn of<P: FilePosition>(game: &Replay<P>) -> BoardEnd {
        let Some(last) = game.positions().last() else { return BoardEnd::None };
        match last.end_on_board() {
            None => BoardEnd::None,
            Some(Outcome::Draw(Draw::Stalemate)) => BoardEnd::Stalemate,
            Some(Outcome::Win { by: Win::Checkmate, .. }) => BoardEnd::Mate,
            Some(_) => BoardEnd::Variant,
        }
    }
}

/// Whether a game reaches a position, with any clocks and whatever a variant adds.
pub(super) fn reaches<P: FilePosition>(game: &Replay<P>, wanted: &Position) -> bool {
    let key = wanted.key();
    game.positions().iter().any(|position| position.is_like(wanted, key))
}

/// Whether these pieces and pawns are left at some point.
pub(super) fn comes_down_to<P: FilePosition>(game: &Replay<P>, material: &MaterialCondition) -> bool {
    let [one, other] = material.0;
    let has = |position: &P, white, black| {
        counts(position.board(), Color::White) == white && counts(position.board(), Color::Black) == black
    };
    game.positions().iter().any(|position| has(position, one, other) || has(position, other, one))
}

/// How many pieces of each type, pawns included, a side has.
fn counts(board: &Board, color: Color) -> [u32; 6] {
    // Kings first and pawns last, the usual order of material.
    PieceType::ALL.map(|kind| board.colored_pieces(color, kind).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_has_two_sides() {
        assert_eq!("KRPkr".parse(), Ok(MaterialCondition([[1, 0, 1, 0, 0, 1], [1, 0, 1, 0, 0, 0]])));
        for wrong in ["", "K", "RKK", "KKK", "KXK"] {
            assert!(wrong.parse::<MaterialCondition>().is_err(), "{wrong}");
        }
    }
}
