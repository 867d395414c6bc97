//! Prints what can have been played last before a FEN: `cargo run --example unmoves --features retro -- "FEN"`.

use std::error::Error;

use philidor::Position;
use philidor::retro::{EnPassantReading, Retractor};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).unwrap_or("4k2r/8/8/8/8/8/8/R3K3 b - - 0 1".to_owned());
    let position: Position = fen.parse()?;
    // FENs of many programs have an en-passant square only where a capture is legal.
    let retractor = Retractor::for_position(&position).en_passant(EnPassantReading::Legal);
    for unmove in retractor.unmoves(&position) {
        let known = retractor.predecessors(&position, unmove);
        println!("{:9} {}", unmove.to_string(), known.reduced());
        // With more castling rights, or just after a double push.
        for before in known.iter().skip(1) {
            println!("{:9} {before}", "");
        }
    }
    Ok(())
}
