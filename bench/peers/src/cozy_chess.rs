//! cozy-chess: it reports sets of moves to a closure, plays on a copy, and keeps its key, checkers and pins
//! in the board.

use std::hint::black_box;

use ::cozy_chess::{Board, Move, Square};
use ::engine::Search;
use anyhow::{Result, anyhow};
use protocol::Contestant;

use crate::{engine, list::List};

type MoveList = List<Move>;

pub(crate) struct CozyChess;

impl Contestant for CozyChess {
    type Position = Board;

    fn read(fen: &str) -> Result<Board> {
        Board::from_fen(fen, false).map_err(|error| anyhow!("cozy-chess refuses {fen:?}: {error}"))
    }

    fn counted(board: &Board, depth: u32) -> u128 {
        u128::from(counted(board, depth))
    }

    fn played(board: &Board, depth: u32) -> u128 {
        u128::from(played(board, depth))
    }

    fn listed(boards: &[Board]) -> u128 {
        let mut list = empty();
        let mut moves = 0;
        for board in boards {
            list.clear();
            write_moves(board, &mut list);
            moves += black_box(&list).len() as u128;
        }
        moves
    }

    fn searched(board: &Board, depth: u32) -> u128 {
        engine::cozy_chess(board, Search::to_depth(depth)).comparable_nodes()
    }
}

fn empty() -> MoveList {
    List::new(Move { from: Square::A1, to: Square::A1, promotion: None })
}

/// As in the library's own example.
fn counted(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for word in moves {
                let mut child = board.clone();
                child.play_unchecked(word);
                nodes += counted(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

/// The key is a field of the board, so the board is all that must be there at a leaf.
fn played(board: &Board, depth: u32) -> u64 {
    let mut list = empty();
    write_moves(board, &mut list);
    let mut nodes = 0;
    for &word in &*list {
        let mut child = board.clone();
        child.play_unchecked(word);
        if depth == 1 {
            black_box(&child);
            nodes += 1;
        } else {
            nodes += played(&child, depth - 1);
        }
    }
    nodes
}

fn write_moves(board: &Board, list: &mut MoveList) {
    board.generate_moves(|moves| {
        for word in moves {
            list.push(word);
        }
        false
    });
}
