//! Positions that are certainly dead: walls of pawns.

use philidor::{Color, Piece, PieceType, Position, Setup, Square, Strictness, proof};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

#[test]
fn walls_are_dead_only_where_no_king_and_no_pawn_gets_through() {
    assert!(position("4k3/8/8/1p2p1p1/1P2P1P1/8/8/3K4 w - - 0 1").is_certainly_dead());
    for (fen, why) in [
        ("4k3/8/8/p5p1/P5P1/8/8/4K3 w - - 0 1", "the kings pass between the pawns"),
        ("4k3/p7/8/1p2p1p1/1P2P1P1/8/8/3K4 w - - 0 1", "the pawn of a7 can capture from a5"),
        ("4k3/8/8/1p2p1p1/1P2P1P1/8/P7/3K4 w - - 0 1", "the pawn of a2 can capture from a4"),
    ] {
        assert!(!position(fen).is_certainly_dead(), "{fen}: {why}");
    }
}

/// Either king goes back and forth between two squares forever: a dead position, but none of the three arguments
/// finds it.
#[test]
fn a_line_of_forced_moves_without_end_is_given_up() {
    let forced = position("4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1");
    assert!(!forced.is_certainly_dead());
}

/// `is_shut_out`, a square at a time.
fn is_shut_out_slowly(position: &Position, color: Color) -> bool {
    let enemy_pawn = Piece::new(!color, PieceType::Pawn);
    // An enemy pawn attacks toward our side of the board.
    let behind = if color == Color::White { 1 } else { -1 };
    let guarded = |square: Square| {
        [-1, 1]
            .into_iter()
            .filter_map(|file| square.offset(file, behind))
            .any(|origin| position.piece_at(origin) == Some(enemy_pawn))
    };
    let is_pawn =
        |square| matches!(position.piece_at(square), Some(piece) if piece.piece_type == PieceType::Pawn);
    let (mut seen, mut open) = (vec![position.king(color)], vec![position.king(color)]);
    while let Some(at) = open.pop() {
        let steps = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
        for square in
            steps.filter_map(|(file, rank)| at.offset(file, rank)).filter(|&square| !guarded(square))
        {
            if position.piece_at(square) == Some(enemy_pawn) {
                return false;
            }
            if !is_pawn(square) && !seen.contains(&square) {
                seen.push(square);
                open.push(square);
            }
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 40_000, ..ProptestConfig::with_cases(4_000) })]

    /// Walls of pawns on a random rank of each file, some with a gap, some a step apart.
    #[test]
    fn a_king_is_shut_out_where_a_walk_over_the_squares_finds_no_pawn(
        kings in (0usize..64, 0usize..64),
        files in prop::array::uniform8((1usize..7, 0usize..10)),
    ) {
        prop_assume!(kings.0 != kings.1);
        let mut setup = Setup::empty();
        let mut put = |square: usize, piece| setup.board.put(Square::ALL[square], piece);
        let [white, black] = [Color::White, Color::Black].map(|color| Piece::new(color, PieceType::Pawn));
        for (file, (rank, kind)) in files.into_iter().enumerate() {
            let square = rank * 8 + file;
            match kind {
                0 => {}
                1 => put(square, black),
                _ => put(square, white),
            }
            if kind > 2 && rank < 6 {
                put(square + 8, black);
            }
        }
        for (color, square) in Color::ALL.into_iter().zip([kings.0, kings.1]) {
            put(square, Piece::new(color, PieceType::King));
        }
        let position = Position::from_setup(setup, Strictness::WellDefined);
        prop_assume!(position.is_ok(), "a king is in check on the wrong turn");
        let position = position.expect("checked above");
        let pawns = position.board().pieces(PieceType::Pawn);
        for color in Color::ALL {
            prop_assert_eq!(proof::is_shut_out(&position, color, pawns), is_shut_out_slowly(&position, color), "{}", position);
        }
    }
}
