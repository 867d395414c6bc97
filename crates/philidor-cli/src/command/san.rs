//! `philidor san`: moves converted from one notation to others.

use std::process::ExitCode;

use philidor::{Move, Position};
use philidor_program::positions::{MoveReport, Typed, TypedLine, answer_sans};

use crate::args::SanArgs;
use philidor_program::terminal::output::{Output, code};

pub(super) fn run(args: &SanArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let typed = Typed { moves: &args.moves, each: args.each, is_strict: args.strict };
    if let Some(file) = &args.positions.file {
        let door = args.positions.position.door.into();
        let are_fine = answer_sans(file, door, typed, &output.answers(), output.writer)?;
        return Ok(code(are_fine));
    }
    let mut code = ExitCode::SUCCESS;
    for (before, text, mv) in TypedLine::new(typed, args.positions.position.read()?) {
        match mv {
            Ok(mv) => write_move(args, &before, mv, text, output)?,
            Err(error) => {
                code = ExitCode::FAILURE;
                output.refuse_move(text, error)?;
            }
        }
    }
    Ok(code)
}

fn write_move(
    args: &SanArgs,
    position: &Position,
    mv: Move,
    text: &str,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let opening = args.opening.then(|| position.after(mv).opening()).flatten();
    if output.json {
        return output.write_json(&MoveReport::new(position, mv, text).with_opening(opening));
    }
    let san = position.to_san(mv).to_string();
    let uci = position.to_uci(mv).to_string();
    let result = output.paint.result();
    let dots = if position.side_to_move() == philidor::Color::White { "." } else { "..." };
    let number = format!("{}{dots}", position.fullmove_number());
    let long = position.to_lan(mv).to_string();
    write!(output.writer, "{number:<6}{result}{san:<9}{result:#}{uci:<7}")?;
    match opening {
        Some(opening) => writeln!(output.writer, "{long:<9}{} {opening}", opening.eco())?,
        None => writeln!(output.writer, "{long}")?,
    }
    Ok(())
}
