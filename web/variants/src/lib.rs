//! Chess variants for JavaScript.
//!
//! The files of this module are those of `web/module/`. Only `rules.rs`, `places.rs` and `facts.rs` are its own, which
//! say what rules a position has. A position in JavaScript is the bytes that [`AnyPosition::pack`] writes.
//!
//! [`AnyPosition::pack`]: philidor_variants::AnyPosition::pack

extern crate alloc;

mod facts;
mod places;
mod rules;

#[path = "../../module/src/details.rs"]
mod details;
#[path = "../../module/src/game.rs"]
mod game;
#[allow(dead_code)] // here not all of it is used
#[path = "../../module/src/json.rs"]
mod json;
#[path = "../../module/src/kept.rs"]
mod kept;
#[path = "../../module/src/move_text.rs"]
mod move_text;
#[path = "../../module/src/notations.rs"]
mod notations;
#[path = "../../module/src/pgn/mod.rs"]
mod pgn;
#[path = "../../module/src/position.rs"]
mod position;
#[allow(dead_code)] // here not all of it is used
#[path = "../../module/src/refusals.rs"]
mod refusals;
#[path = "../../module/src/shared.rs"]
mod shared;
#[path = "../../module/src/state.rs"]
mod state;
