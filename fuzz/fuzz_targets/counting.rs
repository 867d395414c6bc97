//! On any board whose moves are well defined, with castling rooks in the corners, every way of counting counts what
//! plain play counts.
//!
//! ```text
//! bytes  state │ king king │ square piece │ square piece │ …
//! ```
#![no_main]

#[path = "../../crates/philidor/tests/all/laws/generators.rs"]
mod laws;

use std::sync::LazyLock;

use philidor::perft::counters::{Counter, agree};
use philidor::{CastlingRights, Color, Piece, PieceType, Position, Setup, Square, Strictness};

static COUNTERS: LazyLock<Vec<Counter>> = LazyLock::new(laws::counters);

/// Trees with at most this many leaves are counted one half-move deeper.
const MAX_LEAVES: u128 = 4_000;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((position, deal)) = position(bytes) else { return };
    let depth = if philidor::perft::perft(&position, 2) <= MAX_LEAVES { 3 } else { 2 };
    // The batches stand first in the list, and every input walks them; of the others some, by the first byte.
    let (batches, others): (Vec<&Counter>, Vec<&Counter>) =
        COUNTERS.iter().partition(|counter| counter.name.contains("batches of"));
    let some = others.iter().cycle().skip(deal % others.len()).take(3);
    agree(&position, depth, batches.iter().chain(some).copied());
});

/// The position that some bytes describe, without rights and en-passant square that are impossible; and a number.
fn position(bytes: &[u8]) -> Option<(Position, usize)> {
    let (&[deal, state, white, black], pieces) = bytes.split_first_chunk()?;
    let mut setup = Setup::empty();
    for (piece, square) in pieces.iter().zip(pieces.iter().skip(1)).step_by(2) {
        let piece_type = PieceType::ALL[1 + usize::from(piece >> 1) % 5];
        setup.board.put(square_of(*square), Piece::new(Color::ALL[usize::from(piece & 1)], piece_type));
    }
    setup.board.put(square_of(white), Piece::new(Color::White, PieceType::King));
    setup.board.put(square_of(black), Piece::new(Color::Black, PieceType::King));
    setup.state.side_to_move = Color::ALL[usize::from(state & 1)];
    setup.state.castling_rights = CastlingRights::ANY;
    setup.state.en_passant = (state & 2 != 0).then(|| square_of(state >> 2));
    let setup = setup.without_impossible_castling_rights().without_impossible_en_passant();
    Some((Position::from_setup(setup, Strictness::WellDefined).ok()?, deal.into()))
}

fn square_of(byte: u8) -> Square {
    Square::ALL[usize::from(byte % 64)]
}
