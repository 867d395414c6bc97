//! chess: an iterator over sets of moves, play into another board, key with castling and en passant mixed in
//! when asked for.
//!
//! Its generator looks sliders up by magic multiplication. A PEXT variant exists in the crate, but nothing in
//! it calls that, and the generator has no setting for it, so this is the fastest that a user of it gets.

use std::{hint::black_box, str::FromStr};

use ::chess::{Board, ChessMove, Color, EMPTY, MoveGen, Piece, Rank, get_rank};
use ::engine::Search;
use anyhow::{Result, anyhow};
use arrayvec::ArrayVec;
use protocol::{Contestant, Ready, SetWork};

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

    fn searched(board: &Board, depth: u32) -> u128 {
        engine::chess::search(board, Search::to_depth(depth)).comparable_nodes()
    }

    fn on_set(work: SetWork, boards: &[Board]) -> Option<Ready<'_>> {
        Some(match work {
            SetWork::Listed => Box::new(|| listed(boards, write_moves)),
            SetWork::Tactical => Box::new(|| listed(boards, write_tactical)),
            SetWork::Any => {
                Box::new(|| boards.iter().filter(|board| MoveGen::new_legal(board).len() > 0).count() as u128)
            }
            SetWork::Exchange => {
                let captures: Vec<(Board, MoveList)> = boards
                    .iter()
                    .map(|board| {
                        let mut list = MoveList::new();
                        write_tactical(board, &mut list);
                        (*board, list)
                    })
                    .collect();
                Box::new(move || engine::chess::good(&captures))
            }
            SetWork::Unpacked => return None,
        })
    }
}

fn listed(boards: &[Board], write: impl Fn(&Board, &mut MoveList)) -> u128 {
    let mut list = MoveList::new();
    let mut moves = 0;
    for board in boards {
        list.clear();
        write(board, &mut list);
        moves += black_box(&list).len() as u128;
    }
    moves
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

/// Captures come by the mask; en passant and promotions have squares of their own, to which others go quietly, too.
fn write_tactical(board: &Board, list: &mut MoveList) {
    let us = board.side_to_move();
    let theirs = *board.color_combined(!us);
    let pawns = board.pieces(Piece::Pawn) & board.color_combined(us);
    let near = get_rank(if us == Color::White { Rank::Seventh } else { Rank::Second });
    let mut moves = MoveGen::new_legal(board);
    moves.set_iterator_mask(theirs);
    list.extend(&mut moves);
    if (pawns & near) != EMPTY || board.en_passant().is_some() {
        moves.set_iterator_mask(!theirs);
        let is_special = |word: &ChessMove| {
            let is_pawn = board.piece_on(word.get_source()) == Some(Piece::Pawn);
            word.get_promotion().is_some()
                || is_pawn && word.get_source().get_file() != word.get_dest().get_file()
        };
        list.extend((&mut moves).filter(is_special));
    }
}
