//! chess: an iterator over sets of moves, play into another board, key with castling and en passant mixed in
//! when asked for.
//!
//! Its generator looks sliders up by magic multiplication. A PEXT variant exists in the crate, but nothing in
//! it calls that, and the generator cannot be told to: so this is the fastest that a user of it gets.

use std::{hint::black_box, str::FromStr};

use ::chess::{Board, ChessMove, MoveGen};
use ::engine::Search;
use anyhow::{Result, anyhow};
use arrayvec::ArrayVec;
use protocol::Contestant;

use crate::engine;

/// Room for every legal move of every position: no game reaches more than 218.
type MoveList = ArrayVec<ChessMove, 256>;

pub(crate) struct Chess;

impl Contestant for Chess {
    type Position = Board;

    fn read(fen: &str) -> Result<Board> {
        Board::from_str(fen).map_err(|error| anyhow!("chess refuses {fen:?}: {error}"))
    }

    fn counted(board: &Board, depth: u32) -> u128 {
        MoveGen::movegen_perft_test(board, depth as usize) as u128
    }

    fn played(board: &Board, depth: u32) -> u128 {
        u128::from(played(board, depth))
    }

    fn listed(boards: &[Board]) -> u128 {
        let mut list = MoveList::new();
        let mut moves = 0;
        for board in boards {
            list.clear();
            write_moves(board, &mut list);
            moves += black_box(&list).len() as u128;
        }
        moves
    }

    fn searched(board: &Board, depth: u32) -> u128 {
        engine::chess(board, Search::to_depth(depth)).comparable_nodes()
    }
}

/// One board per level is written over by every child.
fn played(board: &Board, depth: u32) -> u64 {
    let mut list = MoveList::new();
    write_moves(board, &mut list);
    let mut child = *board;
    let mut nodes = 0;
    for &word in &list {
        board.make_move(word, &mut child);
        if depth == 1 {
            black_box(child.get_hash());
            black_box(&child);
            nodes += 1;
        } else {
            nodes += played(&child, depth - 1);
        }
    }
    nodes
}

fn write_moves(board: &Board, list: &mut MoveList) {
    list.extend(MoveGen::new_legal(board));
}
