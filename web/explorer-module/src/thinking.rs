//! The engine's move in a game.

use std::time::Duration;

use philidor::{CastlingMode, Color, Game};
use philidor_engine::{Analyst, SearchLimits};
use serde_json::{Value, json};

use crate::arguments::{Arguments, uci};

/// The game of a line of moves in UCI.
fn line(arguments: &Arguments) -> Result<Game, String> {
    let start = arguments.position()?;
    let mode = CastlingMode::detect(&start);
    let mut game = Game::from_position(start).with_castling_mode(mode);
    for text in arguments.texts("line") {
        game.play_uci(text).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// The best move after a line, with the reply that the engine expects and its principal variation.
pub(crate) fn think(arguments: &Arguments) -> Result<Value, String> {
    let game = line(arguments)?;
    let time = Duration::from_millis(arguments.number("milliseconds")?.clamp(10, 10_000));
    let mut limits = SearchLimits::new().with_time(time);
    if arguments.has("depth") {
        limits = limits.with_depth(arguments.depth()?);
    }
    let found = Analyst::new().with_limits(limits).analyze(&game);
    let position = game.position();
    let best = found.best().ok_or_else(|| "there is no legal move".to_owned())?;
    let first = found.lines().first();
    let expected = first.and_then(|line| line.moves.get(1).copied());
    let score = found.score_for(Color::White).map(|score| match score.mate() {
        Some(moves) => format!("mate in {}", moves.abs()),
        None => format!("{:+.2} for White", f64::from(score.value()) / 100.0),
    });
    Ok(json!({
        "uci": uci(position, best),
        "san": position.to_san(best).to_string(),
        "expected": expected.map(|mv| uci(&position.after(best), mv)),
        "depth": found.depth(),
        "nodes": first.map_or(0, |line| line.nodes).to_string(),
        "score": score,
        "line": first.map(|line| line.san(position)),
    }))
}

#[cfg(test)]
mod tests {
    use crate::answer;

    #[test]
    fn it_mates_when_it_can() {
        let reply =
            answer("think", r#"{"fen":"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1","milliseconds":5000,"depth":3}"#);
        let reply = reply.expect("a move");
        assert!(reply.contains(r#""san":"Rd8#""#) && reply.contains("mate in 1"), "{reply}");
    }
}
