//! Positions compared, shown, hashed and drawn.

use std::hash::BuildHasher;

use philidor::Position;

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

#[test]
fn positions_are_equal_where_their_fens_are() {
    let one = position("4k3/8/8/8/8/8/8/RR2K3 w B - 3 7");
    let hasher = std::hash::RandomState::new();
    for (part, fen) in [
        ("pieces", "4k3/8/8/8/8/8/P7/RR2K3 w B - 3 7"),
        ("turn", "4k3/8/8/8/8/8/8/RR2K3 b B - 3 7"),
        ("rights", "4k3/8/8/8/8/8/8/RR2K3 w - - 3 7"),
        ("rook", "4k3/8/8/8/8/8/8/RR2K3 w A - 3 7"),
        ("clock", "4k3/8/8/8/8/8/8/RR2K3 w B - 4 7"),
        ("number", "4k3/8/8/8/8/8/8/RR2K3 w B - 3 8"),
    ] {
        let other = position(fen);
        assert_ne!(one, other, "{part}");
        assert_eq!(other, position(fen), "{part}");
        // Hashes tell apart pieces and states, which are nearly all that differs in practice.
        assert!(part == "rook" || hasher.hash_one(one) != hasher.hash_one(other), "{part}");
    }
    let moved = one.after(one.parse_uci("b1b2").expect("a legal move"));
    let read = position("4k3/8/8/8/8/8/1R6/R3K3 b - - 4 7");
    assert_eq!(moved, read, "the home of a rook that has no right any more does not count");
    assert_eq!(hasher.hash_one(moved), hasher.hash_one(read));
}

#[test]
fn a_position_shows_the_state_that_it_was_made_of() {
    for fen in ["4k3/8/8/8/8/8/8/R3K3 b Q - 3 7", "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 9"] {
        let position = position(fen);
        assert_eq!(*position.state(), position.to_setup().state);
        assert_eq!(position.state().side_to_move, position.side_to_move());
        assert_eq!(position.state().fullmove_number, position.fullmove_number());
    }
}

#[test]
fn chess960_is_what_castles_from_elsewhere() {
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
        ("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", false),
        ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", true),
        ("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", true),
        ("4k3/8/8/8/8/8/8/1R1K4 w - - 0 1", false),
    ] {
        assert_eq!(position(fen).is_chess960(), expected, "{fen}");
    }
}

/// The nine keys printed in the description of the format, each after the moves of its line.
#[test]
fn the_keys_of_the_polyglot_description() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        let position: Position = fen.parse().expect("a legal position");
        assert_eq!(position.polyglot_key(), key, "{fen}");
    }
}

#[test]
fn a_board_is_drawn_rank_by_rank_from_the_eighth() {
    let position: Position = "r3k3/1p6/8/8/8/5N2/8/4K2Q w - - 0 1".parse().expect("a position");
    let drawn = "\
r . . . k . . .
. p . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . N . .
. . . . . . . .
. . . . K . . Q
";
    let board = position.board();
    assert_eq!(format!("{board}"), drawn);
    assert_eq!(format!("{board:?}"), format!("\n{drawn}"));
}
