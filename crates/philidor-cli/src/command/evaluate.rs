//! `philidor evaluate`: what an evaluation is made of, as a table and on the board.

use std::collections::BTreeMap;

use philidor::{Color, File, PieceType, Position, Rank, Square};
use philidor_engine::evaluation::{self, Phased};
use philidor_engine::{Chains, Classic, Evaluator, Material, Net, SquareTables};
use serde::Serialize;

use crate::args::EvaluateArgs;
use crate::terminal::drawing::Glyphs;
use crate::terminal::output::Output;

/// One term, as JSON: for each side the values for the middle game and for the endgame.
#[derive(Serialize)]
struct Term {
    term: &'static str,
    white: [i32; 2],
    black: [i32; 2],
}

/// The whole, as JSON.
#[derive(Serialize)]
struct EvaluationReport<'a> {
    fen: String,
    by: &'a str,
    phase: i32,
    terms: Vec<Term>,
    squares: BTreeMap<String, i32>,
    /// For the side to move. In check, too, where a search does not ask.
    score: i32,
}

/// What was found.
struct Evaluation {
    entries: Vec<evaluation::Term>,
    phase: i32,
    score: i32,
}

pub(super) fn run(args: &EvaluateArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = args.position.read()?;
    let evaluation = match args.by.as_str() {
        "material" => evaluation(&position, Material::explain),
        "squares" => evaluation(&position, SquareTables::explain),
        "chains" => evaluation(&position, Chains::explain),
        "net" => evaluation(&position, Net::explain),
        _ => evaluation(&position, Classic::explain),
    };
    let terms = terms(&evaluation.entries);
    if output.json {
        let squares = Square::ALL.into_iter().filter(|&square| position.piece_at(square).is_some());
        let squares = squares.map(|square| (square.to_string(), share(&evaluation, square)));
        let report = EvaluationReport {
            fen: position.to_string(),
            by: &args.by,
            phase: evaluation.phase,
            terms,
            squares: squares.collect(),
            score: evaluation.score,
        };
        return output.write_json(&report);
    }
    write_board(&position, &evaluation, args.glyphs.into(), output)?;
    write_terms(&terms, &evaluation, output)?;
    let side = if position.side_to_move() == Color::White { "White" } else { "Black" };
    writeln!(output.writer, "\n{} for {side}, who is to move", pawns(evaluation.score))?;
    Ok(())
}

fn evaluation<E: Evaluator + Default>(
    position: &Position,
    explain: fn(&E, &Position) -> Vec<evaluation::Term>,
) -> Evaluation {
    let mut evaluator = E::default();
    let entries = explain(&evaluator, position);
    evaluator.reset(position);
    let pieces = position.board().occupied().into_iter().filter_map(|square| position.piece_at(square));
    let phase = pieces.map(|piece| Phased::phase_of(piece.piece_type)).sum::<i32>().min(Phased::FULL);
    Evaluation { entries, phase, score: evaluator.evaluate(position).value() }
}

/// The terms in the order in which they were entered, each added up for both sides.
fn terms(entries: &[evaluation::Term]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for entry in entries {
        let index = terms.iter().position(|term| term.term == entry.name).unwrap_or_else(|| {
            terms.push(Term { term: entry.name, white: [0; 2], black: [0; 2] });
            terms.len() - 1
        });
        let side = match entry.color {
            Color::White => &mut terms[index].white,
            Color::Black => &mut terms[index].black,
        };
        side[0] += entry.value.middle();
        side[1] += entry.value.end();
    }
    terms
}

/// What the piece on a square contributes for White, at the phase.
fn share(evaluation: &Evaluation, square: Square) -> i32 {
    let entries = evaluation.entries.iter().filter(|entry| entry.square == Some(square));
    let signed = entries.map(|entry| if entry.color == Color::White { entry.value } else { -entry.value });
    signed.fold(Phased::ZERO, |sum, value| sum + value).at(evaluation.phase)
}

/// Hundredths of a pawn as pawns.
fn pawns(value: i32) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
}

/// Two lines for each rank: the pieces, and below what each contributes.
fn write_board(
    position: &Position,
    evaluation: &Evaluation,
    glyphs: Glyphs,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    for rank in Rank::ALL.into_iter().rev() {
        let (mut pieces, mut shares) = (format!("{}", rank.index() + 1), " ".to_owned());
        for file in File::ALL {
            let square = Square::new(file, rank);
            let piece = position.piece_at(square);
            let glyph = piece.map_or('·', |piece| match glyphs {
                Glyphs::Letters => piece.letter(),
                Glyphs::Figurines => piece.figurine(),
            });
            let glyph = if glyphs == Glyphs::Letters && piece.is_none() { '.' } else { glyph };
            pieces.push_str(&format!("   {glyph}    "));
            let has_share = piece.is_some_and(|piece| piece.piece_type != PieceType::King)
                || piece.is_some() && share(evaluation, square) != 0;
            let text = if has_share { pawns(share(evaluation, square)) } else { String::new() };
            shares.push_str(&format!("{text:^8}"));
        }
        writeln!(output.writer, "{}\n{}", pieces.trim_end(), shares.trim_end())?;
    }
    let files: String = File::ALL.map(|file| format!("   {}    ", file.letter())).concat();
    writeln!(output.writer, " {}\n", files.trim_end())?;
    Ok(())
}

fn write_terms(terms: &[Term], evaluation: &Evaluation, output: &mut Output<'_>) -> anyhow::Result<()> {
    writeln!(output.writer, "{:12} {:>15} {:>15} {:>8}", "", "White", "Black", "White's")?;
    writeln!(
        output.writer,
        "{:12} {:>7} {:>7} {:>7} {:>7} {:>8}",
        "", "middle", "end", "middle", "end", "now"
    )?;
    for Term { term, white, black } in terms {
        let now = Phased::new(white[0] - black[0], white[1] - black[1]).at(evaluation.phase);
        writeln!(
            output.writer,
            "{term:12} {:>7} {:>7} {:>7} {:>7} {:>8}",
            pawns(white[0]),
            pawns(white[1]),
            pawns(black[0]),
            pawns(black[1]),
            pawns(now)
        )?;
    }
    Ok(())
}
