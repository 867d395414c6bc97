//! The games that `position` describes.

use philidor::{Game, Position, UciError, UciErrorKind};

/// How a FEN is read; the error says why it is refused.
pub(super) type ReadFen = dyn FnMut(&str) -> Result<Position, String> + Send;

/// The game that `startpos|fen FEN [moves …]` describes.
pub(super) fn game(text: &str, read_fen: &mut ReadFen) -> Result<Game, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    if let Some(first) = words[..end].iter().find(|word| is_move(word)) {
        return Err(format!("the word `moves` is missing before `{first}`"));
    }
    let mut game = match words[..end] {
        ["startpos"] => Game::new(),
        ["fen", ref fen @ ..] => Game::from_position(read_fen(&fen.join(" "))?),
        ["startpos", other, ..] => {
            return Err(format!("`{other}` follows `startpos`, where only `moves` may"));
        }
        _ => return Err("neither `startpos` nor `fen` and a FEN".to_owned()),
    };
    for text in words.iter().skip(end + 1) {
        game.play_uci(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(game)
}

/// Whether a word is a move in any position, as no field of a FEN is.
fn is_move(word: &str) -> bool {
    let read = Position::default().parse_uci(word);
    !matches!(read, Err(UciError { kind: UciErrorKind::Syntax { .. }, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_word_is_named() {
        let read =
            |text| game(text, &mut |fen| fen.parse().map_err(|_| "a FEN".to_owned())).map(|game| game.ply());
        assert_eq!(read("startpos moves e2e4"), Ok(1));
        assert_eq!(read("startpos e2e4 e7e5"), Err("the word `moves` is missing before `e2e4`".to_owned()));
        let text = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 e1g1";
        assert_eq!(read(text), Err("the word `moves` is missing before `e1g1`".to_owned()));
    }
}
