//! Moves that were given and not played: the answer is that of the position before them.
//!
//! ```text
//! position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1       refused, perhaps only because it is written otherwise
//! go perft 1                                                   answered for White, who is still to move
//! ```
//!
//! Most often the fault is not in the generator but around it: an adapter hands moves over, and does not check whether
//! they were accepted.

use std::collections::BTreeSet;

use philidor::Position;
use philidor::perft::perft;

use crate::asking::difference::Difference;
use crate::suspect::Question;

/// Which moves of the line were not played, in words, if the answer is that of a position before its end.
pub(crate) fn words(question: &Question, difference: &Difference) -> Option<String> {
    let listed = (difference.sum.is_some() && question.depth == 1).then(|| listed(question, difference));
    let is_answer = |played: usize| {
        let before = question.after(played);
        // If the board is the same, it is a matter of castling rights or of the en-passant square.
        let is_same_board = before.board() == question.position().board();
        if is_same_board || perft(&before, question.depth) != difference.counted {
            return false;
        }
        listed.as_ref().is_none_or(|listed| *listed == moves(&before, question))
    };
    // The later moves may all be refused after the first.
    let played = (0..question.line.len()).rev().find(|&played| is_answer(played))?;
    let moves = question.moves();
    let ignored = moves.get(played..)?.join(" ");
    let was = if moves.len() - played == 1 { "was" } else { "were" };
    Some(format!(
        "the answer is that of the position before {ignored}, as if {ignored} {was} not played: refused in silence?"
    ))
}

/// The moves that are listed in an answer, at depth 1.
fn listed(question: &Question, difference: &Difference) -> BTreeSet<String> {
    let position = question.position();
    let uci = |mv| position.to_uci_in(mv, question.castling_mode()).to_string();
    let legal = position.legal_moves();
    let missing: Vec<String> = difference.missing.iter().map(|&mv| uci(mv)).collect();
    let right = legal.iter().map(|&mv| uci(mv)).filter(|text| !missing.contains(text));
    right.chain(difference.invented.iter().map(|invented| invented.text.clone())).collect()
}

fn moves(position: &Position, question: &Question) -> BTreeSet<String> {
    position
        .legal_moves()
        .iter()
        .map(|&mv| position.to_uci_in(mv, question.castling_mode()).to_string())
        .collect()
}
