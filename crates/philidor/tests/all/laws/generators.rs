//! Laws between any two move generators: the same legal moves, kinds, attacks and counts.
//!
//! A new generator is one line in `every_generator!`, and one in `counters`.

#![allow(dead_code, reason = "each user uses a part of it")]

use philidor::perft::counters::{self, Counter, by_generator};
use philidor::perft::{divide, divide_with};
use philidor::{Color, Move, MoveGenerator, MoveKind, MoveList, Position, Square};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;

/// Calls a function with each generator.
macro_rules! every_generator {
    ($function:ident($($argument:expr),*)) => {{
        $function::<Position>($($argument),*);
        $function::<ChainBoard>($($argument),*);
        $function::<MailboxBoard>($($argument),*);
    }};
}

/// In a position all generators list the same moves, kind by kind, and find the same squares attacked.
pub(crate) fn all_agree(position: &Position) {
    every_generator!(lists_the_moves_of_the_bitboards(position));
    attacks_agree(position);
}

/// All generators count the same leaves below the same moves.
pub(crate) fn all_count_alike(position: &Position, depth: u32) {
    every_generator!(counts_what_the_bitboards_count(position, depth));
}

/// Every way of counting: those of the library, then these generators.
pub(crate) fn counters() -> Vec<Counter> {
    let historic = [by_generator::<ChainBoard>("chains"), by_generator::<MailboxBoard>("the mailbox")];
    counters::all().into_iter().chain(historic.into_iter().flatten()).collect()
}

/// A generator's board, unless it cannot hold the position, for which Chess960 castling is the only reason.
fn set_up<G: MoveGenerator>(position: &Position) -> Option<G> {
    let board = G::from_position(position);
    assert!(board.is_ok() || position.is_chess960(), "refused: {position}");
    board.ok()
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

fn lists_the_moves_of_the_bitboards<G: MoveGenerator>(position: &Position) {
    let Some(mut generator) = set_up::<G>(position) else { return };
    for kind in [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures] {
        let legal = sorted(generator.legal_moves_of(kind));
        assert_eq!(legal, sorted(position.moves(kind)), "{kind:?} {position}");
    }
    // Tactical and quiet moves together are all moves, illegal ones included.
    let mut listed = |kind| {
        let mut list = MoveList::new();
        generator.write_moves(kind, &mut list);
        list.to_vec()
    };
    let parts = [listed(MoveKind::Tactical), listed(MoveKind::Quiet)].concat();
    assert_eq!(sorted(parts), sorted(listed(MoveKind::All)), "{position}");
}

fn counts_what_the_bitboards_count<G: MoveGenerator>(position: &Position, depth: u32) {
    let Some(mut generator) = set_up::<G>(position) else { return };
    assert_eq!(
        sort(divide_with(&mut generator, depth)),
        sort(divide(position, depth)),
        "depth {depth}: {position}"
    );
}

fn sort(mut counts: Vec<(Move, u128)>) -> Vec<(Move, u128)> {
    counts.sort_unstable();
    counts
}

/// The squares that a side attacks, by chains, by mailbox and by sets.
fn attacks_agree(position: &Position) {
    let (chains, mailbox) = (ChainBoard::new(position), set_up::<MailboxBoard>(position));
    for color in Color::ALL {
        let by_sets = position.attacked_by(color);
        for square in Square::ALL {
            let attacked = by_sets.contains(square);
            assert_eq!(
                chains.is_attacked(square, color),
                attacked,
                "chains: {square} by {color}: {position}"
            );
            if let Some(mailbox) = &mailbox {
                assert_eq!(
                    mailbox.is_attacked(square, color),
                    attacked,
                    "mailbox: {square} by {color}: {position}"
                );
            }
        }
    }
}
