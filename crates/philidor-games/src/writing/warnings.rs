//! What writing a game as PGN changes, and what it contradicts.

use philidor_pgn::{Doubt, GameResult};

/// What becomes of variations without moves.
pub(crate) fn emptied(count: u64) -> String {
    match count {
        1 => "a variation without moves is left out; its comments and glyphs go to the move before it".into(),
        _ => format!(
            "{count} variations without moves are left out; their comments and glyphs go to the moves before them"
        ),
    }
}

/// The doubt about a game whose tag `Result` has another result than the marker, or than `*` where that is missing.
pub(crate) fn doubt(tag: &str, marker: GameResult) -> Option<String> {
    let tag = GameResult::from_bytes(tag.as_bytes()).filter(|&tag| tag != marker)?;
    Some(Doubt::Tag { tag, marker }.to_string())
}
