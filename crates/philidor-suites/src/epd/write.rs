//! Writing an EPD.

use alloc::string::ToString;
use core::fmt::{self, Write};

use super::{Epd, Operation};
use philidor::{Move, Position};

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Epd { position, operations } = self;
        let fen = position.to_string();
        let clocks = (position.halfmove_clock(), position.fullmove_number());
        if clocks == Epd::clocks_of(operations) {
            // Without the last two fields.
            f.write_str(fen.rsplitn(3, ' ').last().unwrap_or_default())?;
        } else {
            f.write_str(&fen)?;
        }
        for operation in operations {
            write!(f, " {}", operation.opcode())?;
            write_operands(f, position, operation)?;
            f.write_str(";")?;
        }
        Ok(())
    }
}

fn write_operands(f: &mut fmt::Formatter<'_>, position: &Position, operation: &Operation) -> fmt::Result {
    match operation {
        Operation::AnalysisDepth(number)
        | Operation::AnalysisNodes(number)
        | Operation::AnalysisSeconds(number)
        | Operation::GameSelector(number) => write!(f, " {number}"),
        Operation::DirectMate(number)
        | Operation::FullmoveNumber(number)
        | Operation::RepetitionCount(number) => write!(f, " {number}"),
        Operation::CentipawnEvaluation(number) => write!(f, " {number}"),
        Operation::HalfmoveClock(number) => write!(f, " {number}"),
        Operation::Leaves { count, .. } => write!(f, " {count}"),
        Operation::AvoidMoves(moves) | Operation::BestMoves(moves) => {
            moves.iter().try_for_each(|&mv| write!(f, " {}", position.to_san(mv)))
        }
        Operation::PredictedMove(mv) | Operation::SuppliedMove(mv) => write!(f, " {}", position.to_san(*mv)),
        Operation::PredictedVariation(moves) => write_variation(f, *position, moves),
        Operation::Comment { text, .. } | Operation::VariationName { text, .. } => write_text(f, text),
        Operation::EcoCode(text) | Operation::Id(text) | Operation::NicCode(text) => write_text(f, text),
        Operation::Receiver { address, name } | Operation::Sender { address, name } => {
            write_text(f, address)?;
            name.iter().try_for_each(|name| write_text(f, name))
        }
        Operation::DrawAccept
        | Operation::DrawClaim
        | Operation::DrawOffer
        | Operation::DrawReject
        | Operation::Resign => Ok(()),
        Operation::NoOperation(operands) | Operation::Other { operands, .. } => match operands.as_str() {
            "" => Ok(()),
            operands => write!(f, " {operands}"),
        },
    }
}

fn write_variation(f: &mut fmt::Formatter<'_>, mut position: Position, moves: &[Move]) -> fmt::Result {
    for &mv in moves {
        write!(f, " {}", position.to_san(mv))?;
        position.play_unchecked(mv);
    }
    Ok(())
}

/// A text in quotes, with a backslash before each quote and backslash.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str(" \"")?;
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(letter)?;
    }
    f.write_str("\"")
}
