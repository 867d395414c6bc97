//! The native part of the Python package `philidor`: what `python/philidor/` shows to users.
//!
//! One file per class, each a thin layer over the library: it turns arguments into the library's words, calls it, and
//! turns what it answers or refuses into objects and exceptions of Python. A function's docstring is its `///` comment,
//! whose examples the tests run; its types are in `_native.pyi`, which the tests compare with the module.
//!
//! | file | what it is |
//! |---|---|
//! | `words.rs`, `squares.rs` | squares, colors and pieces as arguments and answers; sets of squares |
//! | `pieces.rs` | what stands on a board, of chess or of a variant |
//! | `moves.rs` | moves as squares, each made once |
//! | `position/` | positions |
//! | `setup.rs`, `fault.rs`, `epd.rs` | setups and what is wrong with them, records |
//! | `game.rs`, `opening.rs`, `outcome.rs`, `pgn/` | games, what their openings are called, how they end, games of PGN |
//! | `book.rs` | opening books |
//! | `syzygy/` | endgame tables, probed and made |
//! | `held.rs` | what an object holds and changes, guarded by a plain flag; the one file with `unsafe` |
//! | `batch/` | many positions in an array of numpy, as arrays of Arrow, as records of bulletformat |
//! | `scan/` | files of games as tables of Arrow, in parts, on several threads |
//! | `encoding/` | moves as numbers; positions as planes and as sparse features |
//! | `env/` | many games in progress, stepped by arrays of actions |
//! | `compat/` | what `philidor.compat` leaves to native code |
//! | `variants/` | positions of chess variants |
//! | `by_rules.rs` | what is of chess or of a variant: positions as arguments, the choice inside games |
//! | `engine.rs`, `hunt.rs` | the engine on a thread of its own; a hunt in a generator that is a function of Python |
//! | `nested.rs` | engines and hunts that call each other |
//! | `rows.rs` | packed positions worked on, by one thread or several, with the interpreter free |
//! | `arrays.rs` | the one door to new arrays of numpy |
//! | `stop.rs` | long work, which Ctrl-C ends |
//! | `errors.rs` | the exceptions, and panics that become one |
//!
//! What is written in Python, in `python/philidor/`:
//!
//! | file | what it is |
//! |---|---|
//! | `analysis.py`, `uci/` | what engines find, ours and others; engines beside this process: `protocol.py` without input or output, `plain.py` and `asynchronous.py` with it |
//! | `pgn.py` | visitors of games, writing |
//! | `hunting.py` | what a hunt finds |
//! | `syzygy.py` | the values of endgame tables |
//! | `variants.py` | the names of variants |
//! | `env/` | environments for learners, as Gymnasium and PettingZoo have them |
//! | `compat/` | python-chess's documented names on top of all this; its `README.md` has the differences |
//!
//! `reference.py` reads the `///` comments, too: for a list in the book, and for the stubs of wheels.

mod arrays;
mod batch;
mod book;
mod by_rules;
mod compat;
mod encoding;
mod engine;
mod env;
mod epd;
mod errors;
mod fault;
mod game;
mod held;
mod hunt;
mod moves;
mod nested;
mod opening;
mod outcome;
mod pgn;
mod pieces;
mod position;
mod rows;
mod scan;
mod setup;
mod squares;
mod stop;
mod syzygy;
mod variants;
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
        board_attackers, board_attacks, board_counters, board_extra, board_layers, board_piece, first_time,
        read_lines, read_movetext, shown_moves,
    };
    #[pymodule_export]
    const MOVES: usize = crate::moves::ALL;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::encoding::encodings;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::env::{EnvBoards, reasons};
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
    use crate::opening::Opening;
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
    #[pymodule_export]
    use crate::syzygy::{Dtz, RootMove, Tables, generate_tables};
    #[pymodule_export]
    use crate::variants::{
        VariantPosition, variant_move_counts, variant_names, variant_number, variant_perfts,
    };
}
