//! Many positions counted at once: each count in its place, whatever stands beside it.

use philidor::{Move, MoveGenerator, MoveKind, MoveType, Position};
use philidor_historic::mailbox::MailboxBoard;
use philidor_proof::{at_least, samples};

use crate::crowded;
use crate::games;

fn counts(positions: &[Position]) -> Vec<usize> {
    let mut counts = Vec::new();
    Position::legal_move_counts(positions, |count| counts.push(count as usize));
    counts
}

/// Counted by the mailbox; by a list where the mailbox cannot hold the position, as with the castling of Chess960.
fn expected(position: &Position) -> usize {
    match MailboxBoard::from_position(position) {
        Ok(mut board) => board.legal_moves_of(MoveKind::All).len(),
        Err(_) => position.legal_moves().len(),
    }
}

/// One position of each class in turn, so that boards side by side have nothing in common.
fn mixed(seed: u64, many: usize) -> Vec<Position> {
    let mut standard = games::positions(seed);
    let mut chess960 = games::chess960_positions(seed);
    let mut promoting = games::promoting_positions(seed);
    let mut dense = games::dense_positions(seed);
    let mut crowded = crowded::positions(seed);
    let turn = core::iter::from_fn(|| {
        let five = [standard.next()?, chess960.next()?, promoting.next()?, dense.next()?, crowded.next()?];
        Some(five)
    });
    turn.flatten().take(many).collect()
}

#[test]
fn positions_of_all_classes_side_by_side() {
    let positions = mixed(8, if cfg!(miri) { 20 } else { samples(20_000) });
    for (position, count) in positions.iter().zip(counts(&positions)) {
        assert_eq!(count, expected(position), "{position}");
    }
    if cfg!(miri) {
        return;
    }
    // Among them were positions that the lanes leave to others, and moves that few boards have.
    let many = |what: &dyn Fn(&Position) -> bool| {
        positions.iter().filter(|position| what(position)).count() >= at_least(20)
    };
    let any = |position: &Position, kind: fn(Move) -> bool| position.legal_moves().iter().any(|&mv| kind(mv));
    assert!(many(&Position::is_check));
    assert!(many(&|position| any(position, |mv| mv.move_type() == MoveType::EnPassant)));
    assert!(many(&|position| any(position, |mv| mv.castling_side().is_some())));
    assert!(many(&|position| any(position, |mv| mv.promotion().is_some())));
}

#[test]
fn every_length_up_to_two_blocks_and_more() {
    let positions = mixed(64, 140);
    let all: Vec<usize> = positions.iter().map(expected).collect();
    for first in [0, 3] {
        for length in 0..=positions.len() - first {
            let range = first..first + length;
            assert_eq!(counts(&positions[range.clone()]), all[range], "{length} from number {first} on");
        }
    }
}

/// The moves of a board are counted in its own lane and in no other.
#[test]
fn a_board_in_any_lane_leaves_the_others_alone() {
    let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    let most: Position = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".parse().expect("a position");
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        "1R2k3/8/8/8/8/8/8/4K3 b - - 0 1",
        // The rook on b1 stands between its king and an enemy rook, so it cannot castle.
        "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
    ] {
        let position: Position = fen.parse().expect("a position");
        let count = position.legal_moves().len();
        for (neighbor, moves) in [(stalemate, 0), (most, 218)] {
            for lane in 0..8 {
                let mut eight = [neighbor; 8];
                eight[lane] = position;
                let mut expected = [moves; 8];
                expected[lane] = count;
                assert_eq!(counts(&eight), expected, "{fen} in lane {lane}");
            }
        }
    }
}
