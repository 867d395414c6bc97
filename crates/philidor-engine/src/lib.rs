#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! | file | what it is |
//! |---|---|
//! | `score.rs` | [`Score`]: centipawns and mates |
//! | `instant.rs` | what time it is, also on wasm |
//! | `clock.rs`, `limits.rs` | [`Clock`] and [`Limits`]: how long to think, and how far |
//! | `control.rs` | [`Control`]: how a search is stopped |
//! | `report.rs` | [`Report`], [`SearchResult`], [`Listener`]: what a search finds, with its principal variation |
//! | `options.rs` | [`Choice`]: options |
//! | `bot.rs` | [`Bot`]: anything that plays |
//! | `running.rs` | [`Running`]: a search as a value |
//! | `analysis.rs` | [`Analyst`] and [`Analysis`]: the best lines of a position, for sites and tools |
//! | `evaluator.rs`, `evaluation/` | [`Evaluator`]: static evaluation, and four that do it |
//! | `engine.rs` | [`Engine`]: all parts as a bot, on many threads (Lazy SMP) |
//! | `machine.rs` | threads and memory of this machine |
//! | `ordering.rs`, `histories.rs` | [`Ordering`]: move ordering; [`Histories`]: killers, history, continuation history |
//! | `pruning.rs` | [`Pruning`]: null move, futility, late move reduction and so on |
//! | `time_manager.rs` | [`TimeManager`]: how long to think about a move |
//! | `transposition_table.rs` | [`TranspositionTable`] and [`HashTable`]: what is remembered of positions |
//! | `correction.rs` | correction history: what evaluations are wrong by |
//! | `search/` | the search: iterative deepening, aspiration windows, quiescence |
//! | `bench.rs` | a fixed search whose number of nodes is its signature |
//! | `tournament/` | [`tournament`]: matches between bots and programs |
//! | `uci/` | any bot as a program of the UCI protocol |
#![deny(missing_docs, unsafe_code)]

mod analysis;
pub mod bench;
pub mod bot;
mod clock;
mod control;
mod correction;
mod engine;
pub mod evaluation;
mod evaluator;
mod histories;
mod instant;
mod limits;
mod machine;
mod options;
mod ordering;
mod pruning;
mod report;
mod running;
mod score;
mod search;
mod time_manager;
pub mod tournament;
mod transposition_table;
pub mod uci;

pub use analysis::{Analysis, Analyst};
pub use bot::Bot;
pub use clock::Clock;
pub use control::Control;
pub use engine::{Engine, standard, standard_with};
pub use evaluation::{Chains, Classic, Material, SquareTables};
pub use evaluator::Evaluator;
pub use histories::Histories;
#[cfg(target_family = "wasm")]
pub use instant::set_clock;
pub use limits::Limits;
pub use machine::{available_memory, threads_of_this_machine};
pub use options::{Choice, ChoiceKind, OptionError};
pub use ordering::{Cutoff, Ordering, SearchPath, placed};
pub use pruning::{FullWidth, Pruning, Selective};
pub use report::{Bound, Listener, Report, SearchResult};
pub use running::Running;
pub use score::Score;
pub use time_manager::{DefaultTimeManager, Progress, TimeBudget, TimeManager};
pub use transposition_table::{Entry, HashTable, TranspositionTable};
