//! The order in which a search is given the moves, and the stage that each comes from.

use philidor::search_support::{Exchange, Picker};
use philidor::{Move, MoveDigest, Position};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::positions::described;

/// All moves in the order of the picker, with stage and score, for a move of the table and two killers.
pub(crate) fn pick(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let digest = |text: &str| position.parse_uci(text).ok().map(Move::digest);
    let table: Option<MoveDigest> = arguments.text("table").ok().and_then(digest);
    let mut killers = arguments.texts("killers").into_iter().map(digest);
    let killers = [killers.next().flatten(), killers.next().flatten()];
    let mut picker = Picker::new(table, killers);
    let mut order = Vec::new();
    while let Some(mv) = picker.next(&position, &mut ()) {
        let mut picked = described(&position, mv);
        picked["stage"] = stage(&picker, mv).into();
        picked["score"] = mv.score().into();
        picked["exchange"] = exchange(&position, mv).into();
        order.push(picked);
    }
    Ok(json!({ "order": order }))
}

/// The stage that a move was given in: the picker marks the first two by their scores.
fn stage(picker: &Picker, mv: Move) -> &'static str {
    match mv.score() {
        u32::MAX => "table",
        score if score == u32::MAX - 1 => "killer",
        _ if !mv.is_tactical() => "quiet",
        _ if picker.is_among_bad() => "bad tactical",
        _ => "good tactical",
    }
}

/// What a capture wins by exchange, in hundredths of a pawn.
fn exchange(position: &Position, mv: Move) -> Option<i32> {
    mv.is_tactical().then(|| Exchange::default().value(position, mv))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::answer;

    #[test]
    fn stages_follow_each_other_and_no_move_is_lost() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let arguments = serde_json::json!({ "fen": fen, "table": "e1g1", "killers": ["a2a4", "e1c1"] });
        let reply: Value =
            serde_json::from_str(&answer("pick", &arguments.to_string()).expect("an order")).expect("JSON");
        let order = reply["order"].as_array().expect("a list");
        assert_eq!(order.len(), 48);
        let mut stages: Vec<&str> = order.iter().filter_map(|mv| mv["stage"].as_str()).collect();
        stages.dedup();
        assert_eq!(stages, ["table", "good tactical", "killer", "quiet", "bad tactical"]);
    }
}
