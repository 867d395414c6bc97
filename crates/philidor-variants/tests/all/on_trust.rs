//! Moves that belong to no position, played on trust: nothing panics, whatever they leave on the board.
//!
//! A climb looks for boards with many moves: of words drawn at random it keeps those after which there are not fewer.

use philidor::{CastlingMode, CastlingNotation, Color, EnPassantPolicy, GamePosition, Move, Position};
use philidor_variants::{AnyPosition, Variant};

use crate::random::Random;

#[test]
fn everything_can_be_asked_about_what_is_left() {
    let null = Position::default().null_move().unwrap();
    let mut highest = 0;
    for variant in Variant::ALL {
        let mut random = Random(66 ^ (variant as u64) << 32);
        let mut position = AnyPosition::start(variant);
        let mut most = 0;
        for _ in 0..5_000 {
            let mut next = position;
            next.play_unchecked(Move::from_raw(random.below(1 << 31) as u64));
            // The turn goes back, so that it is always the same side's.
            next.play_unchecked(null);
            let moves = next.legal_moves();
            if moves.len() > most {
                ask_everything(&next);
            }
            if moves.len() >= most {
                (position, most) = (next, moves.len());
            }
        }
        highest = highest.max(most);
    }
    assert!(highest > 441, "the climbs end at {highest} moves, as many as any board of chess has");
}

fn ask_everything(position: &AnyPosition) {
    let _ =
        (position.key(), position.outcome(), position.variant_end(), position.checkers(), position.perft(2));
    let _ = (position.null_move(), position.pack());
    let _ = position.fen(EnPassantPolicy::Always, CastlingNotation::Shredder);
    for color in Color::ALL {
        let _ = position.has_insufficient_material(color);
    }
    for mv in position.legal_moves().into_iter().step_by(16) {
        let (san, uci) = (position.to_san(mv), position.to_uci_in(mv, CastlingMode::Chess960).to_string());
        let _ = (position.parse_san(san.as_bytes()).is_ok(), position.parse_uci(uci.as_bytes()).is_ok());
    }
}
