//! Laws for arbitrary text read as an EPD.

use philidor::{Move, Position};
use philidor_suites::epd::{Epd, EpdError, EpdErrorKind, Operation};

/// Reading never panics. What is read is written and read back; what is refused has a place.
pub(crate) fn of_text(text: &str) {
    match text.parse::<Epd>() {
        Ok(epd) => of_epd(&epd),
        Err(error) => of_error(text, &error),
    }
}

/// The output reads back as equal, and each move is legal.
pub(crate) fn of_epd(epd: &Epd) {
    let written = epd.to_string();
    assert_eq!(written.parse().as_ref(), Ok(epd), "{written}");
    assert!(written.starts_with(epd.position.to_string().rsplitn(3, ' ').last().expect("four fields")));
    for operation in &epd.operations {
        of_moves(epd.position, operation);
    }
}

fn of_moves(mut position: Position, operation: &Operation) {
    let legal = |mv: &Move| assert!(position.is_legal(*mv), "{mv} in {position}");
    match operation {
        Operation::AvoidMoves(moves) | Operation::BestMoves(moves) => {
            assert!(!moves.is_empty());
            moves.iter().for_each(legal);
        }
        Operation::PredictedMove(mv) | Operation::SuppliedMove(mv) => legal(mv),
        Operation::PredictedVariation(moves) => {
            for &mv in moves {
                position.play(mv).expect("a variation of legal moves");
            }
        }
        _ => {}
    }
}

/// The error shows the text at its place.
fn of_error(text: &str, error: &EpdError) {
    assert!(
        text.get(error.offset..).is_some_and(|rest| rest.starts_with(&error.text)),
        "{error:?} of {text:?}"
    );
    assert!(error.to_string().starts_with(&format!("byte {}: ", error.offset)), "{error}");
    if error.text.is_empty() {
        let may_be_missing = matches!(
            error.kind,
            EpdErrorKind::MissingOperand | EpdErrorKind::Opcode | EpdErrorKind::Position(_)
        );
        assert!(may_be_missing, "{error:?}");
    }
}
