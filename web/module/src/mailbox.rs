//! The mailbox: bytes in a frame, with a pair of lists for each depth.

use alloc::vec::Vec;

use philidor::{Move, MoveGenerator};
use philidor_historic::mailbox::{MailboxBoard, PackedState};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::counting::unrepresentable;
use crate::kept::Kept;
use crate::shared::Shared;
use crate::state::{State, with};

/// A board, and the moves that were played on it.
pub(crate) struct Played {
    board: MailboxBoard,
    moves: Vec<(Move, PackedState)>,
}

static MAILBOXES: Shared<Kept<Played>> = Shared::new(Kept::new());

/// Calls `work` with the state and the mailboxes kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<Played>) -> T) -> T {
    with(|state| MAILBOXES.with(|kept| work(state, kept)))
}

/// A mailbox with the pieces of a position, and its first lists.
#[wasm_bindgen]
pub fn mailbox_new(place: u32) -> i32 {
    with_all(|state, mailboxes| match MailboxBoard::from_position(state.at(place)) {
        Ok(mut board) => {
            board.generate_moves();
            mailboxes.keep(Played { board, moves: Vec::new() })
        }
        Err(error) => {
            let reason = unrepresentable(&error);
            state.refuse(reason)
        }
    })
}

/// Frees it.
#[wasm_bindgen]
pub fn mailbox_free(number: u32) {
    MAILBOXES.with(|mailboxes| mailboxes.free(number));
}

/// How many moves were played.
#[wasm_bindgen]
pub fn mailbox_depth(number: u32) -> u32 {
    with_all(|_, mailboxes| mailboxes.get(number).map_or(0, |played| played.moves.len() as u32))
}

/// The state word.
#[wasm_bindgen]
pub fn mailbox_state(number: u32) -> u32 {
    with_all(|_, mailboxes| mailboxes.get(number).map_or(0, |played| played.board.state().raw()))
}

/// The tactical moves of the current depth, or the quiet ones, as digests.
#[wasm_bindgen]
pub fn mailbox_moves(number: u32, quiet: bool) -> u32 {
    with_all(|state, mailboxes| {
        let State { moves, .. } = state;
        let Some(Played { board, .. }) = mailboxes.get(number) else { return 0 };
        let list = if quiet { board.quiet_moves() } else { board.tactical_moves() };
        for (digest, mv) in moves.iter_mut().zip(list) {
            *digest = mv.digest().0;
        }
        list.len() as u32
    })
}

/// Plays a move of the lists: 0 if it is in none, 1 if it is not legal and was taken back, 2 if it was played.
#[wasm_bindgen]
pub fn mailbox_play(number: u32, digest: u16) -> u32 {
    with_all(|_, mailboxes| {
        let Some(Played { board, moves }) = mailboxes.get(number) else { return 0 };
        let mut all = board.tactical_moves().iter().chain(board.quiet_moves());
        let Some(&mv) = all.find(|mv| mv.digest().0 == digest) else { return 0 };
        let before = board.play_unchecked(mv);
        if !board.last_move_was_legal(mv) {
            board.undo(mv, before);
            return 1;
        }
        moves.push((mv, before));
        board.generate_moves();
        2
    })
}

/// Takes a move back; its digest, or -1.
#[wasm_bindgen]
pub fn mailbox_undo(number: u32) -> i32 {
    with_all(|_, mailboxes| {
        let Some(Played { board, moves }) = mailboxes.get(number) else { return -1 };
        let Some((mv, before)) = moves.pop() else { return -1 };
        board.undo(mv, before);
        i32::from(mv.digest().0)
    })
}
