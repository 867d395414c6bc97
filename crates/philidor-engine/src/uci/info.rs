//! Reports as lines of the protocol.

use std::fmt::Write as _;

use philidor::{CastlingMode, Move, Position};

use crate::bot::chances::Chances;
use crate::bot::report::{Bound, Report, ucis};

/// `info depth … pv …`.
pub(super) fn line(report: &Report, position: &Position, mode: CastlingMode) -> String {
    let mut text = format!("info depth {}", report.depth);
    // Writing to a string does not fail.
    if report.selective_depth > 0 {
        let _ = write!(text, " seldepth {}", report.selective_depth);
    }
    let _ = write!(text, " multipv {} score {}", report.line, report.score.uci());
    text.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if let Some(Chances { win, draw, loss }) = report.chances {
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let _ = write!(text, " nodes {} nps {}", report.nodes, report.nodes_per_second());
    if let Some(hashfull) = report.hashfull {
        let _ = write!(text, " hashfull {hashfull}");
    }
    if report.endgame_hits > 0 {
        let _ = write!(text, " tbhits {}", report.endgame_hits);
    }
    let _ = write!(text, " time {}", report.time.as_millis());
    if !report.moves.is_empty() {
        let _ = write!(text, " pv {}", report.uci(position, mode));
    }
    text
}

/// `info depth … currmove …`.
pub(super) fn turns_to(depth: u32, mv: Move, number: u32, position: &Position, mode: CastlingMode) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}", ucis(&[mv], position, mode))
}

/// `info string …`: the protocol has no word for it.
pub(super) fn no_mate(moves: u32) -> String {
    format!("info string no mate in {moves} {}", if moves == 1 { "move" } else { "moves" })
}

/// `bestmove … [ponder …]`; the second move is left out unless it is legal after the first.
pub(super) fn best(
    best: Option<Move>,
    ponder: Option<Move>,
    position: &Position,
    mode: CastlingMode,
) -> String {
    let moves: Vec<Move> = best.into_iter().chain(ponder).collect();
    let line = ucis(&moves, position, mode);
    match line.split_once(' ') {
        _ if line.is_empty() => "bestmove 0000".to_owned(),
        Some((best, ponder)) => format!("bestmove {best} ponder {ponder}"),
        None => format!("bestmove {line}"),
    }
}
