//! The tool that counts trees.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use philidor::perft::{Perft as Counter, Subtrees};
use philidor::{CastlingMode, Game, GamePosition, Move, Position};
use philidor_variants::AnyPosition;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::{Call, Stop};
use super::game::BoardGame;
use super::place::Place;
use super::reply::{Refusal, Reply};
use super::tool::Tool;
use philidor_program::counting::stoppable;

/// A tree of a variant of this depth is counted in less than a second; in a deeper one a stop would not be seen.
const SMALL: u32 = 3;

/// How many leaves a tree has.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Perft {
    #[serde(flatten)]
    place: Place,
    /// Depth in half-moves
    #[schemars(range(min = 1, max = 20))]
    depth: u32,
    /// Also count the leaves below each move
    divide: Option<bool>,
}

#[derive(Serialize)]
struct PerftReport {
    fen: String,
    depth: u32,
    leaves: u64,
    /// The leaves below each move, in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl Tool for Perft {
    const NAME: &'static str = "perft";
    const TITLE: &'static str = "Count the tree of moves";
    const DESCRIPTION: &'static str = "How many sequences of legal moves of a length there are (perft), with `divide` for each \
        first move: what authors of move generators compare. Depth 6 of most positions takes a second or so, and each \
        half-move more about thirty times as long; the server has a time limit.";
    const IS_LONG: bool = true;

    fn answer(self, call: &Call<'_>) -> Result<Reply, Refusal> {
        let game = self.place.game()?;
        let divided = match &game {
            BoardGame::Chess(game) => divide_in_words(game, self.depth, call),
            BoardGame::Variant(game) => divide_variant(game.position(), self.depth, call.stop),
        };
        let Some(divided) = divided else { return Err(too_deep(self.depth)) };
        let leaves: u64 = divided.values().sum();
        let mut text = format!("{}\nperft {}: {leaves}", game.fen(), self.depth);
        let divide = (self.divide == Some(true)).then_some(divided);
        for (mv, leaves) in divide.iter().flatten() {
            text.push_str(&format!("\n{mv}: {leaves}"));
        }
        Ok(Reply::new(text, &PerftReport { fen: game.fen(), depth: self.depth, leaves, divide }))
    }
}

/// The refusal of a tree that could not be counted to the end.
pub(super) fn too_deep(depth: u32) -> Refusal {
    Refusal::new(format!("depth {depth} takes longer than the server's time limit: ask for less"))
}

/// The leaves below each move; `None` if the count was stopped.
pub(super) fn divide(position: &Position, depth: u32, call: &Call<'_>) -> Option<Vec<(Move, u128)>> {
    let subtrees = Subtrees::new(position, depth);
    let counts = Mutex::new(vec![None; subtrees.len()]);
    let counter = Counter::new().threads(call.settings.threads);
    stoppable::count(counter, &subtrees, &call.stop.flag, &|part, leaves| {
        counts.lock().unwrap_or_else(PoisonError::into_inner)[part] = Some(leaves);
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    subtrees.divide(&counts).into_iter().map(|(mv, leaves)| Some((mv, leaves?))).collect()
}

/// The same with moves in UCI. What is counted within a time limit fits into 64 bits.
fn divide_in_words(game: &Game, depth: u32, call: &Call<'_>) -> Option<BTreeMap<String, u64>> {
    let (position, mode) = (game.position(), CastlingMode::detect(game.start()));
    let divided = divide(position, depth, call)?.into_iter();
    divided
        .map(|(mv, leaves)| Some((position.to_uci_in(mv, mode).to_string(), u64::try_from(leaves).ok()?)))
        .collect()
}

/// The same by the rules of a variant.
fn divide_variant(position: &AnyPosition, depth: u32, stop: &Stop) -> Option<BTreeMap<String, u64>> {
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| Some((position.to_uci(mv).to_string(), leaves(&position.after(mv), depth - 1, stop)?)))
        .collect()
}

fn leaves(position: &AnyPosition, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    if depth <= SMALL {
        return Some(position.perft(depth));
    }
    position.legal_moves().into_iter().map(|mv| leaves(&position.after(mv), depth - 1, stop)).sum()
}
