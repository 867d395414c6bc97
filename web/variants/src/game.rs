//! Games, which live here until JavaScript frees them.

use philidor::binary::PackedMoves;
use philidor::{Claim, Draw, Game, Outcome, Strictness, Win};
use philidor_variants::AnyPosition;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::moves::{decode, mode, read};
use crate::position::color;
use crate::{State, refusals, with};

impl State {
    fn game(&mut self, number: u32) -> &mut Game<AnyPosition> {
        let State { games, no_game, .. } = self;
        // JavaScript never asks for a game that it has freed.
        games.get(number).unwrap_or(no_game)
    }
}

/// A game from a position.
#[wasm_bindgen]
pub fn game_new(place: u32) -> i32 {
    with(|state| {
        let game = Game::from_position(*state.at(place));
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

/// A game from bytes.
#[wasm_bindgen]
pub fn game_unpack(length: u32) -> i32 {
    with(|state| {
        let moves = PackedMoves::<AnyPosition>::new(state.given(0, length), Strictness::WellDefined);
        match moves.and_then(PackedMoves::into_game) {
            Ok(game) => state.games.keep(game),
            Err(error) => state.refuse(refusals::packed_game(&error)),
        }
    })
}

/// The game as bytes.
#[wasm_bindgen]
pub fn game_pack(number: u32) -> i32 {
    with(|state| {
        let bytes = state.game(number).pack();
        state.answer(bytes)
    })
}

/// Plays a move; answers its digest.
#[wasm_bindgen]
pub fn game_play(number: u32, digest: u16) -> i32 {
    with(|state| {
        let game = state.game(number);
        let position = *game.position();
        match decode(&position, digest) {
            Some(mv) if game.play(mv).is_ok() => i32::from(digest),
            _ => state.refuse(refusals::no_move(digest, &position)),
        }
    })
}

/// Plays a move given as text; answers its digest.
#[wasm_bindgen]
pub fn game_play_text(number: u32, length: u32) -> i32 {
    with(|state| {
        let position = *state.game(number).position();
        match read(&position, state.text(0, length), 2) {
            Ok(mv) => match state.game(number).play(mv) {
                Ok(()) => i32::from(mv.digest().0),
                Err(_) => state.refuse(refusals::no_move(mv.digest().0, &position)),
            },
            Err(reason) => state.refuse(reason),
        }
    })
}

/// Takes the last move back; answers its digest, or -1 at the start.
#[wasm_bindgen]
pub fn game_undo(number: u32) -> i32 {
    with(|state| state.game(number).undo().map_or(-1, |mv| i32::from(mv.digest().0)))
}

/// Puts a position of a game at a place: its start, or the current one.
#[wasm_bindgen]
pub fn game_position(number: u32, place: u32, is_start: bool) -> i32 {
    with(|state| {
        let game = state.game(number);
        let position = if is_start { *game.start() } else { *game.position() };
        state.put(place, Ok(position))
    })
}

/// The moves as digests, in sixteen bits each, the low byte first.
#[wasm_bindgen]
pub fn game_moves(number: u32) -> i32 {
    with(|state| {
        let digests: Vec<u8> =
            state.game(number).moves().flat_map(|mv| mv.digest().0.to_le_bytes()).collect();
        state.answer(digests)
    })
}

/// The moves as text, separated by spaces: in SAN, UCI, or UCI as in Chess960.
#[wasm_bindgen]
pub fn game_text(number: u32, notation: u32) -> i32 {
    with(|state| {
        let game = state.game(number);
        let words: Vec<String> = match notation {
            0 => game.sans().map(|san| san.to_string()).collect(),
            _ => game
                .clone()
                .with_castling_mode(mode(notation == 2))
                .ucis()
                .map(|uci| uci.to_string())
                .collect(),
        };
        state.answer(words.join(" "))
    })
}

/// A number of a game: 0 its plies, 1 how often its position has occurred, 2 what can be claimed: nothing, a threefold
/// repetition, fifty moves.
#[wasm_bindgen]
pub fn game_number(number: u32, question: u32) -> u32 {
    with(|state| {
        let game = state.game(number);
        match question {
            0 => game.ply() as u32,
            1 => game.repetitions(),
            _ => match game.claimable_draw() {
                None => 0,
                Some(Claim::ThreefoldRepetition) => 1,
                Some(_) => 2,
            },
        }
    })
}

/// How the game has ended, as JSON.
#[wasm_bindgen]
pub fn game_outcome(number: u32) -> i32 {
    with(|state| {
        let mut json = Json::new();
        refusals::outcome(&mut json, state.game(number).outcome());
        state.answer(json.0)
    })
}

/// Declares an end: 0 resignation, 1 forfeit, 2 time, each by one side; 3 agreement, 4 threefold repetition, 5 fifty
/// moves.
#[wasm_bindgen]
pub fn game_end(number: u32, how: u32, black_loses: bool) {
    with(|state| {
        let game = state.game(number);
        let loser = color(black_loses);
        let won = |by| Outcome::Win { winner: !loser, by };
        let drawn = |by| Outcome::Draw(by);
        match how {
            0 => game.end(won(Win::Resignation)),
            1 => game.end(won(Win::Forfeit)),
            2 => game.end_by_time(loser),
            3 => game.end(drawn(Draw::Agreement)),
            4 => game.end(drawn(Draw::ThreefoldRepetition)),
            _ => game.end(drawn(Draw::FiftyMoves)),
        }
    });
}
