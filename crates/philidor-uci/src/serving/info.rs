//! Reports as lines of the protocol.

use std::fmt::Write as _;

use philidor::{CastlingMode, Move, Position};
use philidor_engine::{Bound, Chances, Report};

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
    format!("info depth {depth} currmove {} currmovenumber {number}", position.to_uci_in(mv, mode))
}

/// `info string …`: the protocol has no word for it.
pub(super) fn no_mate(moves: u32) -> String {
    format!("info string no mate in {moves} {}", if moves == 1 { "move" } else { "moves" })
}

/// `bestmove … [ponder …]`; the first move is legal, and the second one is left out unless it is legal after the first.
pub(super) fn best(
    best: Option<Move>,
    ponder: Option<Move>,
    position: &Position,
    mode: CastlingMode,
) -> String {
    let Some(best) = best else { return "bestmove 0000".to_owned() };
    let line = format!("bestmove {}", position.to_uci_in(best, mode));
    let after = position.after(best);
    match ponder.filter(|&mv| after.is_legal(mv)) {
        Some(ponder) => format!("{line} ponder {}", after.to_uci_in(ponder, mode)),
        None => line,
    }
}
