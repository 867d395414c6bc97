//! The moves of a game as the table of games has them: two bytes a move, from a start position.

use anyhow::{Context, Result};
use philidor::{Move, MoveDigest, Position};
use philidor_pgn::{GameTree, NodeId};

/// The position of a FEN, or the usual start for an empty text.
///
/// # Errors
///
/// If the text is not a position; the error quotes it.
pub fn start(fen: &str) -> Result<Position> {
    if fen.is_empty() {
        return Ok(Position::default());
    }
    fen.parse().with_context(|| format!("`{fen}` is not a start position"))
}

/// The moves in these bytes.
pub fn digests(moves: &[u8]) -> impl ExactSizeIterator<Item = MoveDigest> {
    moves.as_chunks().0.iter().map(|&bytes| MoveDigest(u16::from_le_bytes(bytes)))
}

/// The move of a digest in a position.
///
/// # Errors
///
/// If the move is not legal; the error names both.
pub fn decoded(position: &Position, digest: MoveDigest) -> Result<Move> {
    position.decode(digest).with_context(|| format!("{digest} is not a legal move in {position}"))
}

/// A game of these moves alone.
///
/// # Errors
///
/// If a move is not legal; the error names it with its position.
pub fn tree(start: Position, digests: impl ExactSizeIterator<Item = MoveDigest>) -> Result<GameTree> {
    let mut tree = GameTree::new(start);
    let mut position = start;
    let mut moves = Vec::with_capacity(digests.len());
    for digest in digests {
        let mv = decoded(&position, digest)?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    tree.add_line(NodeId::ROOT, moves)?;
    Ok(tree)
}
