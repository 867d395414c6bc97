//! What `philidor.compat` leaves to native code: games of PGN as python-chess reads them, boards as it has them.
//!
//! | file | what it is |
//! |---|---|
//! | `game_lines.rs` | the lines of a game: tags, and the text of its moves |
//! | `movetext.rs` | usual movetext as moves, comments, glyphs and variations |
//! | `commands.rs` | clocks in comments |
//! | `board.rs` | what a board asks of a position, in python-chess's terms |
//! | `shown.rs` | the moves of the caller by the numbers of native ones |
//!
//! python-chess accepts nearly anything, in ways of its own. All of that stays in Python: this code reads only the
//! usual forms, and leaves anything else to Python.

mod board;
mod commands;
mod game_lines;
mod movetext;
mod shown;

pub(crate) use board::{
    board_attackers, board_attacks, board_counters, board_extra, board_layers, board_piece, shown_moves,
};
pub(crate) use commands::first_time;
pub(crate) use game_lines::read_lines;
pub(crate) use movetext::read_movetext;
