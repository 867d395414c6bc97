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
