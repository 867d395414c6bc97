//! What an evaluation of the engine makes of a position, as JSON.

use philidor::Position;
use philidor_engine::evaluation::{Explanation, PhasedScore};
use wasm_bindgen::prelude::wasm_bindgen;

/// Evaluates a position by the evaluation of this name; empty if there is no such position or evaluation.
#[wasm_bindgen]
pub fn evaluate(fen: &str, chess960: bool, by: &str) -> String {
    let game = super::game(fen, chess960, &[]);
    let json_of = |position: &Position| Explanation::by(by, position).map(|found| json(position, &found));
    game.and_then(|game| json_of(game.position())).unwrap_or_default()
}

/// No text in it has to be escaped.
fn json(position: &Position, explanation: &Explanation) -> String {
    let sums = explanation.sums();
    let terms = sums.iter().map(|sum| {
        let [white, black] = [sum.white, sum.black].map(|value| of_phases(value, explanation.phase));
        let now = sum.balance().at(explanation.phase);
        format!("{{\"name\":\"{}\",\"white\":{white},\"black\":{black},\"now\":{now}}}", sum.name)
    });
    let squares = position.board().occupied().into_iter();
    let squares = squares.map(|square| format!("\"{square}\":{}", explanation.share(square)));
    let output = explanation.output.as_ref().map(|output| {
        let (bucket, buckets, pieces) = (output.bucket, output.buckets, &output.pieces);
        let (least, most) = (pieces.start(), pieces.end());
        format!("{{\"bucket\":{bucket},\"buckets\":{buckets},\"pieces\":[{least},{most}]}}")
    });
    format!(
        "{{\"score\":{},\"phase\":{},\"terms\":[{}],\"squares\":{{{}}},\"output\":{}}}",
        super::score(explanation.score),
        explanation.phase,
        terms.collect::<Vec<_>>().join(","),
        squares.collect::<Vec<_>>().join(","),
        output.as_deref().unwrap_or("null"),
    )
}

/// A value for the middle game, for the endgame, and at this phase.
fn of_phases(value: PhasedScore, phase: i32) -> String {
    format!("{{\"middle\":{},\"end\":{},\"now\":{}}}", value.middle(), value.end(), value.at(phase))
}
