//! What a suspect is asked: every count of the suite, the small ones first.
//!
//! Beside a position with castling rights or an en-passant square come its siblings, which have the same men and another
//! state, and after them the position once more, all in one game. A suspect that confuses states answers one of them
//! wrong:
//!
//! ```text
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq -      26 moves
//! r3k2r/8/8/8/8/8/8/R3K2R w - -         24 moves
//! r3k2r/8/8/8/8/8/8/R3K2R b KQkq -      26 moves
//! ```
//!
//! A table of counts is rarely asked for the root itself, so the siblings' trees have to meet further down. With the other
//! side to move they do after a move of each; an en-passant square is met by a step of the pawn from either square behind:
//!
//! ```text
//! 7 | . . p . .        c7c5 makes the square c6
//! 6 | . . p . .        c6c5 leads to the same men without it
//! 5 | . P . . .
//! ```
//!
//! And some positions are given as another one and a move, a few moves of each kind: castling, en passant, promotion and
//! so on. A suspect may play them wrong, or not at all, and its own trees need not show it, since the moves that it is
//! told may go another way through its code than the moves that it finds.

use philidor::{CastlingRights, Color, Move, MoveType, PieceType, Position, Setup};

use super::suspect::Question;
use crate::command::suite::{Entry, Limits};

/// A position to ask about.
#[derive(Debug)]
pub(super) struct Posed {
    pub(super) entry: Entry,
    /// Its line in a suite that is not ours, whose counts are not believed.
    pub(super) line: Option<usize>,
}

/// What a suite that is not ours says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) line: usize,
    pub(super) leaves: u128,
}

/// The least depth at which siblings are asked; the deepest that a position is asked at is the other one.
const SIBLING_DEPTH: u32 = 2;

/// So many kinds of moves are told apart, and so many of each are played.
const KINDS: usize = 7;
const MOST_PLAYED: usize = 6;

/// A question of the suite.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The position's name in the suite.
    pub(super) name: String,
    pub(super) question: Question,
    /// About how many leaves the tree has.
    pub(super) cost: u128,
    /// The count that has to be philidor's as well.
    pub(super) claim: Option<Claim>,
}

/// The questions of a suite, by increasing cost.
pub(super) fn of(entries: &[Posed], limits: Limits) -> Vec<Item> {
    let mut items = Vec::new();
    for Posed { entry: Entry { name, position, counts }, line } in entries {
        let chess960 = position.is_chess960();
        let item = |start: &Position, depth, cost, same_game| Item {
            name: name.clone(),
            question: Question { start: *start, line: Vec::new(), depth, chess960, same_game },
            cost,
            claim: None,
        };
        let admitted = counts.iter().filter(|&&(depth, leaves)| depth > 0 && limits.admit(depth, leaves));
        let deepest = admitted.clone().map(|&(depth, _)| depth).max();
        for &(depth, leaves) in admitted {
            let claim = line.map(|line| Claim { line, leaves });
            items.push(Item { claim, ..item(position, depth, leaves, false) });
            if depth == SIBLING_DEPTH || depth > SIBLING_DEPTH && Some(depth) == deepest {
                let siblings = siblings(position);
                items.extend(siblings.iter().map(|sibling| item(sibling, depth, leaves, true)));
                if !siblings.is_empty() {
                    items.push(item(position, depth, leaves, true));
                }
            }
        }
    }
    // Whoever names one position asks about that one.
    if entries.len() > 1 {
        items.extend(played(entries));
    }
    // Stable, so that siblings stay together.
    items.sort_by_key(|item| item.cost);
    items
}

/// Positions that are given as another one and a move, a few moves of each kind.
fn played(entries: &[Posed]) -> Vec<Item> {
    let mut so_far = [0; KINDS];
    let mut items = Vec::new();
    for Posed { entry: Entry { name, position, .. }, .. } in entries {
        for &mv in position.legal_moves().iter() {
            let Some(so_far) = so_far.get_mut(kind(position, mv)).filter(|so_far| **so_far < MOST_PLAYED)
            else {
                continue;
            };
            *so_far += 1;
            let question = Question {
                start: *position,
                line: vec![mv],
                depth: 1,
                chess960: position.is_chess960(),
                same_game: false,
            };
            let cost = question.position().legal_moves().len() as u128;
            items.push(Item { name: name.clone(), question, cost, claim: None });
        }
    }
    items
}

/// Castling, en passant, promotion, a double push, the capture of a rook that may castle, a king's step, any other.
fn kind(position: &Position, mv: Move) -> usize {
    let ranks = (mv.orig_square().rank() as i8 - mv.dest_square().rank() as i8).abs();
    let mut after = *position;
    after.play(mv);
    match (mv.move_type(), mv.played_piece()) {
        _ if mv.castling_side().is_some() => 0,
        (MoveType::EnPassant, _) => 1,
        (MoveType::Promotion, _) => 2,
        (_, PieceType::Pawn) if ranks == 2 => 3,
        (_, PieceType::King) => 5,
        _ if mv.captured_piece().is_some() && after.castling_rights() != position.castling_rights() => 4,
        _ => 6,
    }
}

/// Positions with the same men, but for a position without any state.
fn siblings(position: &Position) -> Vec<Position> {
    let setup = position.to_setup();
    let state = setup.state;
    if state.castling_rights.is_empty() && state.en_passant.is_none() {
        return Vec::new();
    }
    let mut siblings = Vec::new();
    let mut add = |change: &dyn Fn(&mut Setup)| {
        let mut changed = setup;
        change(&mut changed);
        if changed != setup
            && let Ok(sibling) = Position::try_from(changed)
        {
            siblings.push(sibling);
        }
    };
    add(&|setup| setup.state.castling_rights = CastlingRights::NONE);
    add(&|setup| setup.state.en_passant = None);
    add(&|setup| {
        setup.state.en_passant = None;
        setup.state.side_to_move = !setup.state.side_to_move;
    });
    if let Some(square) = state.en_passant {
        let us = state.side_to_move;
        let [moved, home] =
            [1, -1].map(|ranks| square.offset(0, if us == Color::White { -ranks } else { ranks }));
        for behind in [home, Some(square)] {
            add(&|setup| {
                setup.state.en_passant = None;
                setup.state.side_to_move = !us;
                if let (Some(moved), Some(behind)) = (moved, behind)
                    && let Some(pawn) = setup.board.piece_at(moved)
                {
                    setup.board.remove(moved);
                    setup.board.put(behind, pawn);
                }
            });
        }
    }
    siblings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agenda(fen: &str, counts: &[(u32, u128)], leaves: u64) -> Vec<(String, u32, bool)> {
        let position: Position = fen.parse().expect("a position");
        let entry = Entry { name: "it".to_owned(), position, counts: counts.to_vec() };
        let items = of(&[Posed { entry, line: None }], Limits { depth: None, leaves: Some(leaves) });
        let alone = items.iter().filter(|item| item.question.line.is_empty());
        let told = |item: &Item| (item.question.fen(), item.question.depth, item.question.same_game);
        alone.map(told).collect()
    }

    #[test]
    fn small_counts_come_first_and_large_ones_not_at_all() {
        let items = agenda("k7/8/8/8/8/8/8/K7 w - - 0 1", &[(3, 60), (1, 3), (2, 9)], 20);
        assert_eq!(items.iter().map(|item| item.1).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn what_has_castling_rights_has_siblings_in_its_game() {
        let with = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let items = agenda(with, &[(1, 16), (2, 71), (3, 1_200), (4, 7_000)], 2_000);
        let without = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let black = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1";
        let mut expected = vec![(with, 1, false)];
        for depth in [2, 3] {
            expected.extend([
                (with, depth, false),
                (without, depth, true),
                (black, depth, true),
                (with, depth, true),
            ]);
        }
        let expected: Vec<_> =
            expected.iter().map(|&(fen, depth, game)| (fen.to_owned(), depth, game)).collect();
        assert_eq!(items, expected);
    }

    #[test]
    fn the_pawn_of_an_en_passant_square_also_comes_from_behind() {
        let items = agenda("4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", &[(2, 40)], 2_000);
        let fens: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
        assert!(fens.contains(&"4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1"), "{fens:?}");
        assert!(fens.contains(&"4k3/8/2p5/1P6/8/8/8/4K3 b - - 0 1"), "{fens:?}");
    }
}
