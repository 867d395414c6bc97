//! A line from a position: where it leads, and how the game stands.

use philidor::{CastlingMode, Claim, Game};
use serde_json::{Value, json};

use crate::arguments::Arguments;

/// The game of a line of moves in UCI.
pub(crate) fn line(arguments: &Arguments) -> Result<Game, String> {
    let start = arguments.position()?;
    let mode = CastlingMode::detect(&start);
    let mut game = Game::from_position(start).with_castling_mode(mode);
    for text in arguments.texts("line") {
        game.play_uci(text).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// Its moves by name, the position that it leads to, and its end.
pub(crate) fn game(arguments: &Arguments) -> Result<Value, String> {
    let game = line(arguments)?;
    let sans: Vec<String> = game.sans().map(|san| san.to_string()).collect();
    let claim = game.claim().map(|claim| match claim {
        Claim::ThreefoldRepetition => "the position has occurred three times",
        Claim::FiftyMoves => "fifty moves without a capture or a pawn move",
        _ => "the rules allow it",
    });
    Ok(json!({
        "fen": game.position().to_string(),
        "sans": sans,
        "check": game.position().is_check(),
        "outcome": game.outcome().map(|outcome| outcome.to_string()),
        "claim": claim,
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::answer;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn asked(fen: &str, line: &[&str]) -> Value {
        let arguments = json!({ "fen": fen, "line": line });
        serde_json::from_str(&answer("game", &arguments.to_string()).expect("a game")).expect("JSON")
    }

    #[test]
    fn a_line_has_names_and_an_end() {
        let mate = asked(START, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(mate["sans"], json!(["f3", "e5", "g4", "Qh4#"]));
        assert_eq!(mate["outcome"], "Black wins by mate");
        let draw = asked("7k/8/8/8/8/8/8/K6r w - - 0 1", &[]);
        assert_eq!(draw["outcome"], Value::Null);
        assert_eq!(asked("7k/8/8/8/8/8/8/K7 w - - 0 1", &[])["outcome"], "draw by insufficient material");
    }

    #[test]
    fn repetitions_may_be_claimed_and_end_the_game_at_last() {
        let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let thrice = asked(START, &back_and_forth.repeat(2));
        assert_eq!(thrice["claim"], "the position has occurred three times");
        assert_eq!(thrice["outcome"], Value::Null);
        assert_eq!(asked(START, &back_and_forth.repeat(4))["outcome"], "draw by fivefold repetition");
    }

    #[test]
    fn castling_of_chess960_is_read_as_it_is_written() {
        let reply = asked("4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1", &["c1g1", "e8e7"]);
        assert_eq!(reply["sans"], json!(["O-O", "Ke7"]));
    }
}
