//! Prints the legal moves of a FEN: `cargo run --example legal_moves -- "FEN"`.

use std::process::ExitCode;

use philidor::{CastlingMode, MoveKind, Position, PositionError};

fn main() -> ExitCode {
    let fen = std::env::args().nth(1);
    match fen.as_deref().map_or(Ok(Position::default()), str::parse::<Position>) {
        Ok(position) => {
            print!("{}", position.board());
            for (name, kind) in [("tactical", MoveKind::Tactical), ("quiet", MoveKind::Quiet)] {
                let moves = position.moves(kind);
                println!("{} {name}:", moves.len());
                for &mv in &moves {
                    println!(
                        "  {}{}",
                        position.to_uci_in(mv, CastlingMode::Standard),
                        if position.gives_check(mv) { "+" } else { "" }
                    );
                }
            }
            ExitCode::SUCCESS
        }
        // The error of a malformed FEN says where it is wrong; that of an invalid position lists every fault.
        Err(PositionError::Fen(error)) => refuse(&error.to_string()),
        Err(PositionError::Setup(error)) => refuse(&error.to_string()),
        // More kinds of errors may come.
        Err(error) => refuse(&error.to_string()),
    }
}

fn refuse(reason: &str) -> ExitCode {
    eprintln!("error: {reason}");
    ExitCode::FAILURE
}
