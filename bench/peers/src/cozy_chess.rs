//! cozy-chess: it reports sets of moves to a closure, plays on a copy, and keeps its key, checkers and pins
//! in the board.

use std::hint::black_box;

use ::cozy_chess::{BitBoard, Board, Move, Piece, Rank, Square};
use ::engine::Search;
use anyhow::{Result, anyhow};
use protocol::{Contestant, Ready, SetWork};

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

    fn searched(board: &Board, depth: u32) -> u128 {
        engine::cozy_chess::search(board, Search::to_depth(depth)).comparable_nodes()
    }

    fn on_set(work: SetWork, boards: &[Board]) -> Option<Ready<'_>> {
        Some(match work {
            SetWork::Listed => Box::new(|| listed(boards, write_moves)),
            SetWork::Tactical => Box::new(|| listed(boards, write_tactical)),
            // As the library itself does for the status of a game: stopped at the first set.
            SetWork::Any => {
                Box::new(|| boards.iter().filter(|board| board.generate_moves(|_| true)).count() as u128)
            }
            SetWork::Exchange => {
                let captures: Vec<(Board, Vec<Move>)> = boards
                    .iter()
                    .map(|board| {
                        let mut list = empty();
                        write_tactical(board, &mut list);
                        (board.clone(), list.to_vec())
                    })
                    .collect();
                Box::new(move || engine::cozy_chess::good(&captures))
            }
            SetWork::Unpacked => return None,
        })
    }
}

fn listed(boards: &[Board], write: impl Fn(&Board, &mut MoveList)) -> u128 {
    let mut list = empty();
    let mut moves = 0;
    for board in boards {
        list.clear();
        write(board, &mut list);
        moves += black_box(&list).len() as u128;
    }
    moves
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

/// The sets are cut down before they are taken apart. Squares for pawns are found once.
fn write_tactical(board: &Board, list: &mut MoveList) {
    let us = board.side_to_move();
    let theirs = board.colors(!us);
    let en_passant = board
        .en_passant()
        .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
    let for_pawns = theirs | en_passant | Rank::Eighth.relative_to(us).bitboard();
    board.generate_moves(|mut moves| {
        moves.to &= if moves.piece == Piece::Pawn { for_pawns } else { theirs };
        for word in moves {
            list.push(word);
        }
        false
    });
}
