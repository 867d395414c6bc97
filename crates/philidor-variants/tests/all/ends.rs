//! How games end, where sites and programs differ or material is not all that counts.

use philidor::Strictness;
use philidor_variants::{AnyPosition, Playable, Variant};

/// The end of a position in words, or nothing.
fn outcome(variant: Variant, fen: &str) -> String {
    let position = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined);
    let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.outcome().map(|outcome| outcome.to_string()).unwrap_or_default()
}

/// Two bishops of its own can hem a king in; one cannot.
#[test]
fn bishops_that_never_meet_mate_in_atomic() {
    let won = AnyPosition::from_fen(Variant::Atomic, "kb6/b7/8/8/8/8/8/1B5K w - - 0 1").unwrap();
    assert_eq!(won.outcome(), None);
    let after = won.after(won.parse_san(b"Be4#").unwrap());
    assert_eq!(after.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("White wins by mate"));
    for (fen, expected) in [
        ("kb6/8/8/8/8/8/8/1B5K w - - 0 1", "draw by insufficient material"),
        ("kb6/8/8/8/8/8/B7/1B5K w - - 0 1", ""),
        ("kb6/b7/8/8/8/8/B7/1B5K w - - 0 1", ""),
    ] {
        assert_eq!(outcome(Variant::Atomic, fen), expected, "{fen}");
    }
}

/// A draw is said only where no series of moves wins.
#[test]
fn closed_positions_are_dead() {
    let dead = "draw by dead position";
    let cases = [
        (Variant::Antichess, "8/6p1/6P1/8/8/8/1b6/1B6 w - - 0 1", dead),
        (Variant::Suicide, "8/6p1/6P1/8/8/8/1b6/1B6 b - - 0 1", dead),
        (Variant::Antichess, "8/6p1/6P1/8/8/8/1b6/B7 w - - 0 1", ""), // bishops that meet
        (Variant::Antichess, "8/6p1/8/6P1/8/8/1b6/1B6 w - - 0 1", ""), // pawns with a move
        (Variant::Antichess, "8/6p1/6P1/8/8/8/8/1B6 b - - 0 1", "Black wins by lack of moves"),
        (Variant::Antichess, "8/8/8/8/8/6p1/6P1/b6B b - - 0 1", ""), // White's next turn has no move
        (Variant::Antichess, "8/8/8/8/8/5p2/5P1B/b6B b - - 0 1", ""), // bishops on both colors
        (Variant::Antichess, "b7/8/4p3/3pP3/3Pp3/4P3/8/B7 w - d6 0 1", ""), // taken in passing
        (Variant::Atomic, "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1", dead),
        (Variant::Atomic, "4k3/8/3p4/8/3P4/8/8/4K3 w - - 0 1", ""),
        (Variant::Atomic, "4k3/8/8/3p1p2/3P1P2/8/8/4K3 w - - 0 1", ""), // more pawns can shut a king in
        (Variant::Atomic, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", ""),
        (Variant::Horde, "7k/8/p7/P7/8/8/8/8 b - - 0 1", dead),
        (Variant::Horde, "8/8/p7/P1k5/8/8/8/8 b - - 0 1", dead),
        (Variant::Horde, "8/8/p7/Pk6/8/8/8/8 b - - 0 1", ""), // the king takes the last pawn
        (Variant::Horde, "6nk/8/p7/P7/7P/7p/8/8 b - - 0 1", ""), // the pawn on h4 is free to go
    ];
    for (variant, fen, expected) in cases {
        assert_eq!(outcome(variant, fen), expected, "{variant} {fen}");
    }
}
