//! The games that `position` describes, by the rules that are chosen.

use philidor::{Game, Position};

#[cfg(feature = "variants")]
use philidor_variants::{AnyPosition, Variant, VariantGame};

use crate::any_game::AnyGame;

/// How a FEN of chess is read; the error says why it is refused.
pub(super) type ReadFen = dyn FnMut(&str) -> Result<Position, String> + Send;

/// The rules, and the reader of FENs.
pub(super) struct GameReader {
    read: Box<ReadFen>,
    #[cfg(feature = "variants")]
    variant: Variant,
}

impl GameReader {
    /// A reader of chess.
    pub(super) fn new(read: Box<ReadFen>) -> GameReader {
        GameReader {
            read,
            #[cfg(feature = "variants")]
            variant: Variant::Chess,
        }
    }

    /// Reads games of a variant from now on.
    #[cfg(feature = "variants")]
    pub(super) fn set_variant(&mut self, variant: Variant) {
        self.variant = variant;
    }

    pub(super) fn start(&self) -> AnyGame {
        #[cfg(feature = "variants")]
        if self.variant != Variant::Chess {
            return VariantGame::new(AnyPosition::start(self.variant)).into();
        }
        Game::new().into()
    }

    fn with_fen(&mut self, fen: &str) -> Result<AnyGame, String> {
        #[cfg(feature = "variants")]
        if self.variant != Variant::Chess {
            let position = AnyPosition::from_fen(self.variant, fen).map_err(|error| error.to_string())?;
            return Ok(VariantGame::new(position).into());
        }
        (self.read)(fen).map(|position| Game::from_position(position).into())
    }

    /// The game that `startpos|fen FEN [moves …]` describes.
    pub(super) fn game(&mut self, text: &str) -> Result<AnyGame, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let mut game = match words[..end] {
            ["startpos"] => self.start(),
            ["fen", ref fen @ ..] => self.with_fen(&fen.join(" "))?,
            _ => return Err("neither `startpos` nor `fen` and a FEN".to_owned()),
        };
        for text in words.iter().skip(end + 1) {
            let mv = game.parse_uci(text).map_err(|error| format!("{text}: {error}"))?;
            game.play(mv);
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader() -> GameReader {
        GameReader::new(Box::new(|fen| fen.parse::<Position>().map_err(|error| error.to_string())))
    }

    #[test]
    fn a_position_is_right_or_refused() {
        assert_eq!(reader().game("startpos moves e2e4 e7e5").map(|game| game.ply()).ok(), Some(2));
        for text in [
            "",
            "e2e4",
            "fen",
            "fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "startpos moves e2e5",
            "startpos moves e2e4 moves",
        ] {
            assert!(reader().game(text).is_err(), "{text}");
        }
    }

    #[cfg(feature = "variants")]
    #[test]
    fn a_variant_has_its_start_its_fens_and_its_moves() {
        let mut reader = reader();
        reader.set_variant(Variant::Crazyhouse);
        let game = reader.game("startpos moves e2e4 d7d5 e4d5 d8d5 P@e4").expect("a drop");
        assert_eq!(game.ply(), 5);
        assert!(reader.game("fen 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1 moves N@f3").is_ok());
        reader.set_variant(Variant::Horde);
        assert!(reader.start().start_fen().contains("/PPPPPPPP "), "{}", reader.start().start_fen());
        assert!(reader.game("fen 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").is_err());
    }
}
