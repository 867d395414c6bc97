//! `philidor moves`: the board, and the moves of the side to move.
//!
//! By default these are the legal moves, grouped by piece type; a generator chosen by name lists them in its own order.
//! Backward, they are the moves that can have been played last.

use std::process::ExitCode;

use philidor::{CastlingMode, Move, MoveKind, Piece, PieceType, Position};
use philidor_program::positions::{MovesQuestion, UnmovesReport, answer_moves, answer_unmoves};

use crate::args::MovesArgs;
use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::output::{Output, code};

const MOVES_PER_LINE: usize = 12;

pub(super) fn run(args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if args.backward {
        return run_backward(args, output);
    }
    if let Some(file) = &args.positions.file {
        let (question, door) = (question(args, Position::default()), args.positions.position.door.into());
        let are_fine = answer_moves(file, door, &question, &output.answers(), output.writer)?;
        return Ok(code(are_fine));
    }
    let question = question(args, args.positions.position.read()?);
    if output.json {
        output.write_json(&question.answer()?)?;
    } else {
        draw(&question, args, output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves that can have been played last.
fn run_backward(args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let castling = args.chess960.then_some(CastlingMode::Chess960);
    if let Some(file) = &args.positions.file {
        let door = args.positions.position.door.into();
        return Ok(code(answer_unmoves(file, door, castling, &output.answers(), output.writer)?));
    }
    let position = args.positions.position.read()?;
    let answer = UnmovesReport::new(&position, castling);
    if output.json {
        output.write_json(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(output.writer, "{}", Drawing::of(&position, Glyphs::from(args.glyphs), output.paint))?;
    let result = output.paint.result();
    writeln!(output.writer, "{result}backward{result:#} {}", answer.unmoves.len())?;
    for entry in &answer.unmoves {
        writeln!(output.writer, "  {:9}  {}", entry.unmove, entry.before)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The board, and the moves below it.
fn draw(question: &MovesQuestion, args: &MovesArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    // Before anything is drawn, since a generator may refuse the position.
    let parts = match args.kind {
        MoveKind::All => vec![MoveKind::Tactical, MoveKind::Quiet],
        kind => vec![kind],
    };
    let lists: Vec<_> =
        parts.into_iter().map(|part| Ok((part, question.moves(part)?))).collect::<anyhow::Result<_>>()?;
    let glyphs = Glyphs::from(args.glyphs);
    writeln!(output.writer, "{}", Drawing::of(&question.position, glyphs, output.paint))?;
    for (part, moves) in lists {
        let result = output.paint.result();
        writeln!(output.writer, "{result}{}{result:#} {}", name(part), moves.len())?;
        match question.own_order {
            None => write_grouped(question, &moves, glyphs, output)?,
            Some(_) => write_rows(question, &moves, output)?,
        }
    }
    if let Some(outcome) = question.position.outcome() {
        writeln!(output.writer, "{outcome}")?;
    }
    Ok(())
}

/// The question about a position.
fn question(args: &MovesArgs, position: Position) -> MovesQuestion {
    let &MovesArgs { kind, generator, pseudo_legal, notation, .. } = args;
    let own_order = if pseudo_legal { Some(generator.unwrap_or_default()) } else { generator };
    MovesQuestion { position, kind, own_order, pseudo_legal, notation }
}

/// The moves in the order of the generator.
fn write_rows(question: &MovesQuestion, moves: &[Move], output: &mut Output<'_>) -> anyhow::Result<()> {
    for row in moves.chunks(MOVES_PER_LINE) {
        let row: Vec<String> = row.iter().map(|&mv| question.written(mv)).collect();
        writeln!(output.writer, "  {}", row.join(" "))?;
    }
    Ok(())
}

/// The moves of each piece type on lines of their own.
fn write_grouped(
    question: &MovesQuestion,
    moves: &[Move],
    glyphs: Glyphs,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    for piece_type in PieceType::ALL {
        let of_type = moves.iter().filter(|mv| mv.played_piece() == piece_type);
        let written: Vec<String> = of_type.map(|&mv| question.written(mv)).collect();
        let mut label = label(Piece::new(question.position.side_to_move(), piece_type), glyphs);
        for line in written.chunks(MOVES_PER_LINE) {
            let style = output.paint.label();
            writeln!(output.writer, "  {style}{label:8}{style:#}  {}", line.join(" "))?;
            label.clear();
        }
    }
    Ok(())
}

const fn name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Tactical => "tactical",
        MoveKind::Quiet => "quiet",
        MoveKind::Captures => "captures",
        _ => "all",
    }
}

fn label(piece: Piece, glyphs: Glyphs) -> String {
    match glyphs {
        Glyphs::Figurines => format!("{} {}", piece.figurine(), piece.piece_type),
        Glyphs::Letters => format!("{} {}", piece.letter(), piece.piece_type),
    }
}
