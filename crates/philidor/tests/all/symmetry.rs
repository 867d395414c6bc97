//! Flipped and turned boards: every motion moves squares as its picture says, and positions flipped as the rules allow
//! have the same trees.

use philidor::perft::perft;
use philidor::{Bitboard, Board, Position, Square};
use proptest::prelude::*;

use crate::suites;

type Motion = (fn(Bitboard) -> Bitboard, fn(usize, usize) -> (usize, usize));

/// Each motion of a set, and where it takes a file and a rank, both from 0. The first three move boards, too.
const MOTIONS: [Motion; 7] = [
    (Bitboard::flip_ranks, |file, rank| (file, 7 - rank)),
    (Bitboard::flip_files, |file, rank| (7 - file, rank)),
    (Bitboard::flip_diagonal, |file, rank| (rank, file)),
    (Bitboard::flip_antidiagonal, |file, rank| (7 - rank, 7 - file)),
    (Bitboard::rotate_90, |file, rank| (rank, 7 - file)),
    (Bitboard::rotate_180, |file, rank| (7 - file, 7 - rank)),
    (Bitboard::rotate_270, |file, rank| (7 - rank, file)),
];

fn target(square: Square, motion: Motion) -> Square {
    let (file, rank) = motion.1(square.file().index(), square.rank().index());
    Square::from_index(rank * 8 + file).expect("on the board")
}

#[test]
fn every_square_goes_where_the_picture_says() {
    for motion in MOTIONS {
        for square in Square::ALL {
            assert_eq!(motion.0(square.into()), target(square, motion).into());
        }
    }
}

#[test]
fn squares_move_as_sets_do() {
    for square in Square::ALL {
        let set = Bitboard::from(square);
        assert_eq!(Bitboard::from(square.flip_rank()), set.flip_ranks());
        assert_eq!(Bitboard::from(square.flip_file()), set.flip_files());
        assert_eq!(Bitboard::from(square.flip_diagonal()), set.flip_diagonal());
        assert_eq!(Bitboard::from(square.rotate_180()), set.rotate_180());
    }
}

proptest! {
    #[test]
    fn a_set_moves_square_by_square(word in any::<u64>()) {
        for motion in MOTIONS {
            let expected: Bitboard = Bitboard(word).into_iter().map(|square| target(square, motion)).collect();
            prop_assert_eq!(motion.0(Bitboard(word)), expected);
        }
    }
}

#[test]
fn pieces_move_with_their_squares() {
    for position in suites::positions() {
        let moved_boards = [Board::flip_ranks, Board::flip_files, Board::flip_diagonal];
        for (moved, motion) in moved_boards.into_iter().zip(MOTIONS) {
            let moved = moved(position.board());
            for square in Square::ALL {
                assert_eq!(moved.piece_at(target(square, motion)), position.piece_at(square));
            }
        }
    }
}

/// The same number of leaves, and a position that passes the door.
fn have_the_same_tree(one: &Position, other: &Position) {
    assert_eq!(Position::try_from(other.to_setup()), Ok(*other), "{one}");
    for depth in 1..=2 {
        assert_eq!(perft(one, depth), perft(other, depth), "{one} and {other}, depth {depth}");
    }
}

#[test]
fn exchanged_colors_have_the_same_tree() {
    for position in suites::positions() {
        let flipped = position.flip_colors();
        have_the_same_tree(&position, &flipped);
        assert_eq!(flipped.flip_colors(), position);
        assert_eq!(flipped.is_check(), position.is_check());
        let turned = position.legal_moves().iter().all(|mv| {
            let (from, to) = (mv.orig_square().flip_rank(), mv.dest_square().flip_rank());
            flipped.legal_moves().iter().any(|other| {
                (other.orig_square(), other.dest_square(), other.move_type()) == (from, to, mv.move_type())
            })
        });
        assert!(turned, "{position}");
    }
}

#[test]
fn exchanged_files_have_the_same_tree_without_castling() {
    let mut flipped_ones = 0;
    for position in suites::positions() {
        let flipped = position.flip_files();
        assert_eq!(flipped.is_some(), position.castling_rights().is_empty(), "{position}");
        if let Some(flipped) = flipped {
            have_the_same_tree(&position, &flipped);
            assert_eq!(flipped.flip_files(), Some(position));
            flipped_ones += 1;
        }
    }
    assert!(flipped_ones > 20, "{flipped_ones}");
}
