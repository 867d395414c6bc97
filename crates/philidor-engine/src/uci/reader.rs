//! The games that `position` describes.

use philidor::{Game, Position};

/// How a FEN is read; the error says why it is refused.
pub(super) type ReadFen = dyn FnMut(&str) -> Result<Position, String> + Send;

/// The game that `startpos|fen FEN [moves …]` describes.
pub(super) fn game(text: &str, read_fen: &mut ReadFen) -> Result<Game, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut game = match words[..end] {
        ["startpos"] => Game::new(),
        ["fen", ref fen @ ..] => Game::from_position(read_fen(&fen.join(" "))?),
        _ => return Err("neither `startpos` nor `fen` and a FEN".to_owned()),
    };
    for text in words.iter().skip(end + 1) {
        game.play_uci(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_right_or_refused() {
        let read = |text: &str| {
            game(text, &mut |fen: &str| fen.parse::<Position>().map_err(|error| error.to_string()))
        };
        assert_eq!(read("startpos moves e2e4 e7e5").map(|game| game.ply()).ok(), Some(2));
        for text in [
            "",
            "e2e4",
            "fen",
            "fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "startpos moves e2e5",
            "startpos moves e2e4 moves",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
