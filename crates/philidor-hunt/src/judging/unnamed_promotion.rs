//! Promotions whose piece is not named: `e7e8` for one of `e7e8q`, `e7e8r`, `e7e8b` and `e7e8n`, or for all four.
//!
//! One illegal move in the list and four legal ones missing from it are a single mistake here.

use philidor::Move;

use crate::asking::difference::{Difference, Invented};

/// A text that means promotions without saying to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unnamed {
    pub(crate) text: String,
    /// The legal moves that it may mean, none of which is listed.
    moves: Vec<Move>,
}

impl Unnamed {
    /// Whether it may mean a move.
    pub(crate) fn has(&self, mv: Move) -> bool {
        self.moves.iter().any(|known| known.same_move(mv))
    }

    pub(crate) fn words(&self, uci: &dyn Fn(Move) -> String) -> String {
        let moves: Vec<String> = self.moves.iter().map(|&mv| uci(mv)).collect();
        format!("the piece that the pawn becomes is not named: {}", moves.join(", "))
    }
}

/// The promotions of an answer whose piece is not named.
pub(crate) fn promotions(difference: &Difference) -> Vec<Unnamed> {
    let mut found: Vec<Unnamed> = Vec::new();
    for Invented { text, .. } in &difference.invented {
        let is_meant = |mv: &Move| {
            mv.promotion().is_some() && *text == format!("{}{}", mv.orig_square(), mv.dest_square())
        };
        let moves: Vec<Move> = difference.missing.iter().copied().filter(is_meant).collect();
        if !moves.is_empty() {
            found.push(Unnamed { text: text.clone(), moves });
        }
    }
    found
}
