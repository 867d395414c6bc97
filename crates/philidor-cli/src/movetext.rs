//! A line of play as a score sheet has it: `12... Nf6 13. d4 exd4`.

use std::fmt;

use philidor::{Color, Move, Position};

/// Moves from a position on, with their numbers.
pub(crate) struct Movetext<'a> {
    pub(crate) start: &'a Position,
    pub(crate) moves: &'a [Move],
}

impl fmt::Display for Movetext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = *self.start;
        for (index, &mv) in self.moves.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => write!(f, "{number}. ")?,
                Color::Black if index == 0 => write!(f, "{number}... ")?,
                Color::Black => {}
            }
            write!(f, "{}", position.san(mv))?;
            position.play(mv);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use philidor::Game;

    use super::*;

    #[test]
    fn numbers_stand_before_white_moves_and_at_the_beginning() {
        let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3", "b8c6"]).expect("legal");
        let moves: Vec<Move> = game.moves().collect();
        let text = |from: usize| {
            let start = game.position_at(from).expect("a position");
            Movetext { start: &start, moves: &moves[from..] }.to_string()
        };
        assert_eq!(text(0), "1. e4 e5 2. Nf3 Nc6");
        assert_eq!(text(1), "1... e5 2. Nf3 Nc6");
        assert_eq!(text(4), "");
    }
}
