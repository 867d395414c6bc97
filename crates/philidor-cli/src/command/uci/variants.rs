//! `go perft` and `d` in a variant.

use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy};
use philidor_engine::Control;
use philidor_engine::uci::Question;
use philidor_variants::{AnyPosition, Playable};

use super::depth;
use crate::quantity::Several;
use crate::terminal::drawing::{Drawing, Glyphs};
use crate::terminal::paint::Paint;

/// The depth of a tree that is counted without a look at the stop: a fraction of a second.
const SMALL: u32 = 3;

/// Carries out a command that is known to be one of the two.
pub(super) fn obey(
    position: &AnyPosition,
    words: &[&str],
    question: Question<'_>,
    write: &mut dyn FnMut(&str),
) {
    match words {
        ["d", ..] => draw(position, question.mode, write),
        _ => match depth::read(words) {
            Ok(depth) => divide(position, depth, question, write),
            Err(answer) => write(&answer),
        },
    }
}

fn draw(position: &AnyPosition, mode: CastlingMode, write: &mut dyn FnMut(&str)) {
    let notation = match mode {
        CastlingMode::Chess960 => CastlingNotation::Shredder,
        _ => CastlingNotation::XFen,
    };
    let fen = position.fen(EnPassantPolicy::PseudoLegal, notation);
    let checkers = position.checkers();
    let squares: String = checkers.into_iter().map(|square| format!(" {square}")).collect();
    let board = Drawing::of_board(position.board(), checkers, Glyphs::Letters, Paint::Plain);
    write(&board.to_string());
    write(&format!("Fen: {fen}\nKey: {:016X}\nCheckers:{squares}", position.key()));
    write(&format!("Variant: {}", position.variant()));
}

/// Writes the leaves below each move, and their sum.
fn divide(position: &AnyPosition, depth: u32, question: Question<'_>, write: &mut dyn FnMut(&str)) {
    let Some(rest) = depth.checked_sub(1) else { return write("\nNodes searched: 1\n") };
    let mut total: u128 = 0;
    for mv in position.legal_moves() {
        let Some(leaves) = count(&position.after(mv), rest, question.control) else {
            return write(&format!("info string stopped after {}", Several(total, "leaf")));
        };
        write(&format!("{}: {leaves}", position.uci(mv, question.mode)));
        total += leaves;
    }
    write(&format!("\nNodes searched: {total}\n"));
}

/// The leaves of a tree; `None` if the count is stopped.
fn count(position: &AnyPosition, depth: u32, control: &Control) -> Option<u128> {
    if control.is_stopped() {
        return None;
    }
    if depth <= SMALL {
        return Some(position.perft(depth).into());
    }
    position.legal_moves().into_iter().map(|mv| count(&position.after(mv), depth - 1, control)).sum()
}
