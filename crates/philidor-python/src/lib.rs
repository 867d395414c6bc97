//! The native part of the Python package `philidor`: what `python/philidor/` shows to users.
//!
//! One file per class, each a thin layer over the library: it turns arguments into the library's words, calls it, and turns
//! what it answers or refuses into objects and exceptions of Python. What Python sees of a function is its `///` comment,
//! whose examples the tests run; its types are in `_native.pyi`, which the tests compare with the module.

mod arrays;
mod batch;
mod book;
mod compat;
mod encoding;
mod engine;
mod epd;
mod errors;
mod fault;
mod game;
mod held;
mod hunt;
mod moves;
mod nested;
mod outcome;
mod pgn;
mod position;
mod scan;
mod setup;
mod squares;
mod stop;
mod words;

use pyo3::prelude::*;

/// The native part of philidor; import `philidor` instead.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::batch::{ArrowArray, Positions, read_bulletformat, write_bulletformat};
    #[pymodule_export]
    use crate::book::Book;
    #[pymodule_export]
    use crate::compat::{
        board_attackers, board_attacks, board_counters, board_layers, board_piece, first_time, read_lines,
        read_movetext, shown_moves,
    };
    #[pymodule_export]
    const MOVES: usize = crate::moves::ALL;
    #[pymodule_export]
    use crate::encoding::encodings;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::epd::Epd;
    #[pymodule_export]
    use crate::fault::Fault;
    #[pymodule_export]
    use crate::game::{Game, guards_itself};
    #[pymodule_export]
    use crate::hunt::hunted;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::pgn::{PgnGame, PgnNode, PgnReader};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::scan::{PgnScan, scan_pgn};
    #[pymodule_export]
    use crate::setup::Setup;
    #[pymodule_export]
    use crate::squares::{SquareIterator, SquareSet};
}
