//! Positions that are given as text: `named.rs` has those with names, `refusal.rs` says why a FEN is refused,
//! `typed.rs` reads moves as people type them.
//!
//! Files of them: `line_reader.rs` reads line by line, `answers.rs` is how each is answered, by `fen_check.rs` or, in
//! `line_by_line.rs`, with what is asked about each position: `moves.rs`, `unmoves.rs`, `facts.rs`, `sans.rs`.

mod answers;
mod facts;
mod fen_check;
mod line_by_line;
mod line_reader;
mod moves;
mod named;
mod refusal;
mod sans;
mod typed;
mod unmoves;

pub use answers::Answers;
pub use facts::{Attacker, Pinned, PositionReport, answer_facts, attacked_by, or_dash};
pub use fen_check::{Valid, check_fens, check_lines};
pub use line_by_line::{Answer, FILE, answer_lines, answer_positions};
pub use line_reader::Wrong;
pub use moves::{Generator, MovesQuestion, MovesReport, Notation, answer_moves};
pub use named::{ByRulesError, PositionArgumentError, position_help, read_by_rules, read_position};
pub use refusal::{Door, Refusal, read_fen};
pub use sans::{MoveReport, SansReport, Typed, TypedLine, answer_sans};
pub use typed::{read_move, shown_move, without_number, words};
pub use unmoves::{UnmoveEntry, UnmovesReport, answer_unmoves, why_unreachable};
