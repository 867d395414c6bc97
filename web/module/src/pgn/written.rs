//! A tree from the lines that JavaScript sends, as PGN.
//!
//! ```text
//! F fen               the start, before all moves, as `rules::read` reads it
//! 9                   castling is written as in Chess960
//! T name value        a tag
//! R result
//! L node move move …  moves one after another, from a node on; nodes are numbered as they come, the root is 0
//! @ node              what follows is about this node
//! S shape shape …     colored squares and arrows, before the comment: `Ra1`, `Ga1b2`
//! C text  B text      the comment, and that before the move
//! N nag nag …
//! K time  E time      the clock, and the time taken, in milliseconds
//! V centipawns depth  M moves depth      the evaluation; the depth may be missing
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use philidor::{Move, Strictness};
use philidor_pgn::{Comment, Eval, EvalScore, GameResult, GameTree, NodeId, PgnErrorKind, Remarks};
use wasm_bindgen::prelude::wasm_bindgen;

use super::tree_json::from_digest;
use crate::json::Json;
use crate::refusals;
use crate::rules::{self, Position};
use crate::state::with;

/// The game of these lines as PGN.
#[wasm_bindgen]
pub fn pgn_write(length: u32) -> i32 {
    with(|state| match tree(state.given_text(length)) {
        Ok(tree) => {
            let mut pgn = String::new();
            tree.write_pgn(&mut pgn);
            state.answer(&pgn)
        }
        Err(reason) => state.refuse(reason),
    })
}

/// The tree of these lines.
fn tree(text: &str) -> Result<GameTree<Position>, Json> {
    let mut tree = GameTree::new(Position::default());
    let (mut nodes, mut at) = (vec![NodeId::ROOT], NodeId::ROOT);
    for line in text.lines() {
        let (letter, rest) = line.split_once(' ').unwrap_or((line, ""));
        let node = |text: &str| text.parse::<usize>().ok().and_then(|number| nodes.get(number).copied());
        match letter {
            "F" => tree = GameTree::new(rules::read(rest, Strictness::WellDefined)?),
            "9" => _ = tree.tags.set("Variant", "Chess960"),
            "T" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                if name.eq_ignore_ascii_case("Variant") && !tree.is_of_variant(value) {
                    let fault = PgnErrorKind::Variant;
                    let message = format_args!("{name} {value}: {fault}");
                    return Err(refusals::plain("ArgumentError", "range", message));
                }
                tree.tags
                    .set(name, value)
                    .map_err(|error| refusals::plain("ArgumentError", "range", error))?;
            }
            "R" => tree.result = GameResult::from_bytes(rest.as_bytes()).unwrap_or(GameResult::Unknown),
            "L" => {
                let (first, moves) = rest.split_once(' ').unwrap_or((rest, ""));
                let parent = node(first).unwrap_or(NodeId::ROOT);
                add_line(&mut tree, &mut nodes, parent, moves)?;
            }
            "@" => at = node(rest).unwrap_or(NodeId::ROOT),
            _ => {
                if let Some(remarks) = tree.remarks_mut(at) {
                    remark(remarks, letter, rest);
                }
            }
        }
    }
    Ok(tree)
}

fn add_line(
    tree: &mut GameTree<Position>,
    nodes: &mut Vec<NodeId>,
    parent: NodeId,
    moves: &str,
) -> Result<(), Json> {
    let digests =
        moves.split(' ').filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or_default());
    let line: Vec<Move> = digests.map(from_digest).collect();
    let count = line.len();
    let last = tree.add_line(parent, line).map_err(|error| {
        let fen = tree.start();
        refusals::illegal("illegal", error, "a move of the tree", fen, None, philidor::Bitboard::EMPTY)
    })?;
    let first = nodes.len();
    nodes.extend(core::iter::successors(Some(last), |&id| tree.parent(id)).take(count));
    nodes[first..].reverse();
    Ok(())
}

fn remark(remarks: &mut Remarks, letter: &str, rest: &str) {
    let comment = &mut remarks.comment;
    let time = || rest.parse().ok().map(Duration::from_millis);
    let (value, depth) = rest.split_once(' ').unwrap_or((rest, ""));
    let eval = |score: fn(i32) -> EvalScore| {
        let score = value.parse().ok().map(score)?;
        Some(Eval { score, depth: depth.parse().ok() })
    };
    match letter {
        "S" => comment.set_shapes(&Comment::from(&*format!("[%cal {}]", rest.replace(' ', ","))).shapes()),
        "C" => comment.push(rest),
        "B" => remarks.before = Comment::from(rest),
        "N" => remarks.nags = rest.split(' ').filter_map(|nag| nag.parse().ok()).collect(),
        "K" => comment.clock = time(),
        "E" => comment.elapsed = time(),
        "V" => comment.eval = eval(EvalScore::Centipawns),
        "M" => comment.eval = eval(EvalScore::Mate),
        _ => {}
    }
}
