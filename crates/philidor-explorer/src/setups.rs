//! What is wrong with a board, square by square, and what would repair it.

use philidor::{Bitboard, CastlingSide, Color, EnPassantFault, Fault, Piece, PieceType, Setup, Square};
use serde_json::{Value, json};

use crate::arguments::{Arguments, squares};

/// Pieces, state and faults of a FEN.
pub(crate) fn setup(arguments: &Arguments) -> Result<Value, String> {
    let setup = arguments.setup()?;
    let faults: Vec<Value> = setup.faults().iter().map(|fault| described(&setup, fault)).collect();
    Ok(json!({
        "fen": setup.to_string(),
        "side": setup.state.side_to_move.to_string(),
        "castling": setup.state.castling_rights.to_string(),
        "en_passant": setup.state.en_passant.map(|square| square.to_string()),
        "faults": faults,
    }))
}

fn described(setup: &Setup, fault: &Fault) -> Value {
    let repairs: Vec<Value> = repairs(setup, fault)
        .into_iter()
        .map(|(label, repaired)| json!({ "label": label, "fen": repaired.to_string() }))
        .collect();
    json!({
        "text": fault.to_string(),
        "squares": squares(where_it_is(fault)),
        "undefined": fault.leaves_rules_undefined(),
        "repairs": repairs,
    })
}

/// The squares that a fault is about.
fn where_it_is(fault: &Fault) -> Bitboard {
    match *fault {
        Fault::SeveralKings { squares, .. }
        | Fault::TooManyPieces { squares, .. }
        | Fault::TooManyPawns { squares, .. }
        | Fault::PawnsOnLastRanks { squares } => squares,
        Fault::OpponentInCheck { king, checkers } | Fault::TooManyCheckers { king, checkers } => {
            checkers | king.into()
        }
        Fault::Castling { color, side, .. } => {
            let rank = if color == Color::White { 0 } else { 56 };
            let file = if side == CastlingSide::Short { 7 } else { 0 };
            Square::from_index(rank + file).map_or(Bitboard::EMPTY, Bitboard::from_square)
        }
        Fault::EnPassant { square, reason } => match reason {
            EnPassantFault::Occupied(squares) | EnPassantFault::ImpossibleCheck(squares) => {
                squares | square.into()
            }
            EnPassantFault::NoPawn(pawn) => Bitboard::from_iter([square, pawn]),
            _ => square.into(),
        },
        _ => Bitboard::EMPTY,
    }
}

/// What would repair a fault, each with its label.
fn repairs(setup: &Setup, fault: &Fault) -> Vec<(String, Setup)> {
    match *fault {
        Fault::MissingKing { color } => with_king(*setup, color).into_iter().collect(),
        Fault::SeveralKings { squares, .. } => squares
            .into_iter()
            .map(|king| (format!("keep {king}"), without(*setup, squares - king.into())))
            .collect(),
        Fault::TooManyPieces { color, squares } => {
            surplus(*setup, squares - setup.board.colored_pieces(color, PieceType::King), squares.len() - 16)
        }
        Fault::TooManyPawns { squares, .. } => surplus(*setup, squares, squares.len() - 8),
        Fault::PawnsOnLastRanks { squares } => {
            vec![(format!("remove {}", listed(squares)), without(*setup, squares))]
        }
        Fault::OpponentInCheck { checkers, .. } => {
            let mut passed = *setup;
            passed.state.side_to_move = !passed.state.side_to_move;
            passed.state.en_passant = None;
            let turn = format!("let {} move", passed.state.side_to_move);
            vec![(turn, passed), (format!("remove {}", listed(checkers)), without(*setup, checkers))]
        }
        Fault::TooManyCheckers { checkers, .. } => surplus(*setup, checkers, checkers.len() - 2),
        Fault::Castling { .. } => {
            vec![("drop the impossible rights".to_owned(), setup.without_impossible_castling_rights())]
        }
        Fault::EnPassant { .. } => {
            vec![("clear the en-passant square".to_owned(), setup.without_impossible_en_passant())]
        }
        _ => Vec::new(),
    }
}

fn without(mut setup: Setup, squares: Bitboard) -> Setup {
    for square in squares {
        setup.board.remove(square);
    }
    setup
}

/// Without the last pieces of a set.
fn surplus(setup: Setup, squares: Bitboard, count: u32) -> Vec<(String, Setup)> {
    let all: Vec<Square> = squares.into_iter().collect();
    let kept = all.len().saturating_sub(count as usize);
    let removed: Bitboard = all.into_iter().skip(kept).collect();
    vec![(format!("remove {}", listed(removed)), without(setup, removed))]
}

/// A king where it does the least harm: at home if that is free, elsewhere if that has fewer faults.
fn with_king(setup: Setup, color: Color) -> Option<(String, Setup)> {
    let home = if color == Color::White { Square::E1 } else { Square::E8 };
    let free = [home].into_iter().chain(Square::ALL).filter(|&square| setup.board.piece_at(square).is_none());
    let place = |square| {
        let mut placed = setup;
        placed.board.put(square, Piece::new(color, PieceType::King));
        (format!("put it on {square}"), placed)
    };
    free.map(place).min_by_key(|(_, placed)| placed.faults().len())
}

fn listed(set: Bitboard) -> String {
    squares(set).join(", ")
}

#[cfg(test)]
mod tests {
    use crate::answer;

    /// Applies the first repair of the first fault until there is none.
    fn repaired(fen: &str) -> (usize, String) {
        let mut fen = fen.to_owned();
        for steps in 0.. {
            let arguments = serde_json::json!({ "fen": fen }).to_string();
            let reply: serde_json::Value =
                serde_json::from_str(&answer("setup", &arguments).expect("a setup")).expect("JSON");
            let Some(fault) = reply["faults"].get(0) else { return (steps, fen) };
            assert!(steps < 12, "{reply}");
            fen = fault["repairs"][0]["fen"].as_str().expect("a repair").to_owned();
        }
        unreachable!()
    }

    #[test]
    fn every_fault_has_a_repair_that_ends_it() {
        for fen in [
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/K3K2K w - - 0 1",
            "P3k2p/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            "rnbqkbnr/pppppppp/nnnn4/8/8/8/8/4K3 w kq - 0 1",
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
        ] {
            let (steps, fen) = repaired(fen);
            assert!(steps > 0, "{fen}");
            assert!(fen.parse::<philidor::Position>().is_ok(), "{fen}");
        }
    }
}
