//! What the PGN of a match says about a move: clock, time and score, in a comment.

use std::time::Duration;

use philidor::Color;
use philidor_engine::Score;
use philidor_pgn::{Comment, Eval, EvalScore};

use super::played::PlayedMove;

/// Writes what is recorded of a move of `color` into its comment.
pub(super) fn remark_on(comment: &mut Comment, played: &PlayedMove, color: Color) {
    comment.clock = played.clock.map(whole_millis);
    comment.elapsed = played.elapsed.map(whole_millis);
    comment.eval = eval(played, color);
}

/// A time in whole milliseconds: finer ones mean nothing.
fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// What the engine thought, from White's side.
fn eval(played: &PlayedMove, mover: Color) -> Option<Eval> {
    let score = played.score.map(|score| if mover == Color::White { score } else { -score })?;
    Some(Eval { score: pgn_score(score), depth: played.depth })
}

fn pgn_score(score: Score) -> EvalScore {
    match score.mate() {
        Some(moves) => EvalScore::Mate(moves),
        None => EvalScore::Centipawns(score.value()),
    }
}
