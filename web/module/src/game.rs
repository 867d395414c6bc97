//! Games, which live here until JavaScript frees them.

use alloc::vec::Vec;

use philidor::binary::PackedMoves;
use philidor::{Claim, Color, Draw, Game, MoveDigest, Outcome, Win};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::notations;
use crate::position::{Utf8, color, mode, strictness};
use crate::refusals;
use crate::rules::{self, *};
use crate::state::{REFUSED, State, with};

impl State {
    #[inline(always)]
    fn game(&mut self, number: u32) -> &mut Game<Position> {
        let State { games, no_game, .. } = self;
        // JavaScript never asks for a game that it has freed.
        games
            .get(number)
            .unwrap_or_else(|| no_game.get_or_insert_with(|| Game::from_position(Position::default())))
    }
}

/// A game from a position.
#[wasm_bindgen]
pub fn game_new(place: u32, chess960: bool) -> i32 {
    with(|state| {
        let game = Game::from_position(*state.at(place)).with_castling_mode(mode(chess960));
        state.games.keep(game)
    })
}

/// Frees a game.
#[wasm_bindgen]
pub fn game_free(number: u32) {
    with(|state| state.games.free(number));
}

/// Copies a game.
#[wasm_bindgen]
pub fn game_copy(number: u32) -> i32 {
    with(|state| {
        let game = state.game(number).clone();
        state.games.keep(game)
    })
}

/// Plays a move if it is legal, and answers whether it is.
#[wasm_bindgen]
pub fn game_play(number: u32, digest: u16) -> bool {
    with(|state| {
        let game = state.game(number);
        game.position().decode(MoveDigest(digest)).is_some_and(|mv| game.play(mv).is_ok())
    })
}

/// Plays a move given as text; answers its digest.
#[wasm_bindgen]
pub fn game_play_text(number: u32, length: u32) -> i32 {
    with(|state| {
        let position = *state.game(number).position();
        match notations::read(&position, state.given_text(length), 2) {
            Ok(mv) => match state.game(number).play(mv) {
                Ok(()) => i32::from(mv.digest().0),
                Err(_) => REFUSED,
            },
            Err(reason) => state.refuse(reason),
        }
    })
}

/// Takes a move back; answers its digest, or -1.
#[wasm_bindgen]
pub fn game_undo(number: u32) -> i32 {
    with(|state| state.game(number).undo().map_or(REFUSED, |mv| i32::from(mv.digest().0)))
}

/// Plays the move again that was taken back last; answers its digest, or -1.
#[wasm_bindgen]
pub fn game_redo(number: u32) -> i32 {
    with(|state| state.game(number).redo().map_or(REFUSED, |mv| i32::from(mv.digest().0)))
}

/// The position at a ply; negative beyond the end. The start is ply 0, and -1 means now.
#[wasm_bindgen]
pub fn game_position(number: u32, place: u32, ply: i32) -> i32 {
    with(|state| {
        let game = state.game(number);
        let position = match usize::try_from(ply) {
            Ok(ply) => game.position_at(ply),
            Err(_) => Some(*game.position()),
        };
        match position {
            Some(position) => state.deliver(place, position),
            None => REFUSED,
        }
    })
}

/// Numbers of a game: 0 its ply, 1 how many moves are undone, 2 repetitions, 3 check, 4 Black to move.
#[wasm_bindgen]
pub fn game_number(number: u32, question: u32) -> u32 {
    with(|state| {
        let game = state.game(number);
        match question {
            0 => game.ply() as u32,
            1 => game.undone().len() as u32,
            2 => game.repetitions(),
            3 => u32::from(game.position().is_check()),
            _ => u32::from(game.position().side_to_move() == Color::Black),
        }
    })
}

/// The legal moves of the current position.
#[wasm_bindgen]
pub fn game_legal_moves(number: u32) -> u32 {
    with(|state| {
        let position = *state.game(number).position();
        position.legal_moves_into(&mut state.list);
        state.list_digests()
    })
}

/// The moves that were played, or those that were undone, as bytes of 16-bit numbers.
#[wasm_bindgen]
pub fn game_moves(number: u32, undone: bool) -> i32 {
    with(|state| {
        let game = state.game(number);
        let digests = |mv: philidor::Move| mv.digest().0.to_le_bytes();
        let bytes: Vec<u8> = if undone {
            game.undone().flat_map(digests).collect()
        } else {
            game.moves().flat_map(digests).collect()
        };
        state.text_out = bytes;
        state.text_out.len() as i32
    })
}

/// The moves as text: SAN, or UCI.
#[wasm_bindgen]
pub fn game_text(number: u32, uci: bool) -> i32 {
    with(|state| {
        let State { games, text_out, .. } = state;
        text_out.clear();
        let Some(game) = games.get(number) else { return 0 };
        if uci {
            for ply in 0..game.ply() {
                if let Some(uci) = game.uci(ply) {
                    // Writing to memory does not fail.
                    let _ = core::fmt::Write::write_fmt(&mut Utf8(text_out), format_args!("{uci} "));
                }
            }
        } else {
            for san in game.sans() {
                text_out.extend_from_slice(san.as_bytes());
                text_out.push(b' ');
            }
        }
        text_out.pop();
        text_out.len() as i32
    })
}

/// The key of the current position.
#[wasm_bindgen]
pub fn game_key(number: u32) -> u64 {
    with(|state| state.game(number).position().key())
}

/// How the game ended, as JSON; 0 while it continues.
#[wasm_bindgen]
pub fn game_outcome(number: u32) -> i32 {
    with(|state| {
        let outcome = state.game(number).outcome();
        answer_outcome(state, outcome)
    })
}

/// How the game ends in a position, without what came before, as JSON; 0 if it goes on.
#[wasm_bindgen]
pub fn outcome(place: u32) -> i32 {
    with(|state| {
        let outcome = state.at(place).outcome();
        answer_outcome(state, outcome)
    })
}

/// An outcome as JSON; 0 for none.
fn answer_outcome(state: &mut State, outcome: Option<Outcome>) -> i32 {
    let Some(outcome) = outcome else { return 0 };
    let mut json = Json::new();
    json.open('{').key("result").text(outcome.result().as_str());
    json.key("winner").maybe(outcome.winner().map(refusals::color));
    json.key("reason").text(refusals::reason(outcome)).key("text").text(outcome).close('}');
    state.answer(&json.0)
}

/// What can be claimed: 0 nothing, 1 a threefold repetition, 2 fifty moves; with a move that is announced, or without
/// (-1).
#[wasm_bindgen]
pub fn game_claim(number: u32, digest: i32) -> u32 {
    with(|state| {
        let game = state.game(number);
        let claim = match u16::try_from(digest) {
            Ok(digest) => {
                game.position().decode(MoveDigest(digest)).and_then(|mv| game.claimable_draw_after(mv))
            }
            Err(_) => game.claimable_draw(),
        };
        match claim {
            None => 0,
            Some(Claim::ThreefoldRepetition) => 1,
            Some(_) => 2,
        }
    })
}

/// Declares an end: 0 resignation, 1 forfeit, 2 time, each by one side; 3 agreement, 4 threefold repetition, 5 fifty
/// moves, 6 abandoned.
#[wasm_bindgen]
pub fn game_end(number: u32, how: u32, black_loses: bool) {
    with(|state| {
        let game = state.game(number);
        let loser = color(black_loses);
        let won = |by| Outcome::Win { winner: !loser, by };
        match how {
            0 => game.end(won(Win::Resignation)),
            1 => game.end(won(Win::Forfeit)),
            2 => game.end_by_time(loser),
            3 => game.end(Outcome::Draw(Draw::Agreement)),
            4 => game.end(Outcome::Draw(Draw::ThreefoldRepetition)),
            5 => game.end(Outcome::Draw(Draw::FiftyMoves)),
            _ => game.end(Outcome::Abandoned),
        }
    });
}

/// The game as bytes.
#[wasm_bindgen]
pub fn game_pack(number: u32) -> i32 {
    with(|state| {
        state.text_out = state.game(number).pack();
        state.text_out.len() as i32
    })
}

/// A game from bytes.
#[wasm_bindgen]
pub fn game_unpack(length: u32, is_strict: bool, chess960: bool) -> i32 {
    with(|state| {
        let moves = PackedMoves::<Position>::new(state.given(length), strictness(is_strict));
        match moves.and_then(PackedMoves::into_game) {
            Ok(game) => {
                let game = if chess960 { game.with_castling_mode(mode(true)) } else { game };
                state.games.keep(game)
            }
            Err(error) => {
                let reason = rules::packed_game(&error);
                state.refuse(reason)
            }
        }
    })
}

/// Whether castling is written as in Chess960.
#[wasm_bindgen]
pub fn game_is_chess960(number: u32) -> bool {
    with(|state| state.game(number).castling_mode() == mode(true))
}
