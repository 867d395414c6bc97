//! All tools, in the order in which they are listed.

use super::analysis::Analyze;
use super::board::ShowBoard;
use super::hunt::{Hunt, HuntProgram};
use super::moves::{CheckMove, LegalMoves, PlayMoves};
use super::opening::Opening;
use super::perft::Perft;
use super::pgn::CheckPgn;
use super::tables::Tables;
use super::tool::AnyTool;

/// All of them; which ones are offered depends on the settings.
pub(super) const TOOLS: [AnyTool; 11] = [
    AnyTool::of::<LegalMoves>(),
    AnyTool::of::<CheckMove>(),
    AnyTool::of::<PlayMoves>(),
    AnyTool::of::<ShowBoard>(),
    AnyTool::of::<Opening>(),
    AnyTool::of::<Analyze>(),
    AnyTool::of::<CheckPgn>(),
    AnyTool::of::<Tables>(),
    AnyTool::of::<Perft>(),
    AnyTool::of::<Hunt>(),
    AnyTool::of::<HuntProgram>(),
];

/// What models read before all else.
pub(super) const INSTRUCTIONS: &str = "\
Chess rules, openings, an engine and a bug hunter for move generators. Do not trust your own idea of a position: pass `fen`, \
or the `moves` since the start of the game, and read what is legal. A position is always `fen` (default: the start of the \
game) followed by `moves` in SAN or UCI, so no state is kept between calls. Before you propose a move, ask check_move or \
legal_moves; a refusal says why a move is illegal and what would be legal. Scores are White's.";
