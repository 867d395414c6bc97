#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! | file | what it is |
//! |---|---|
//! | `score.rs` | [`Score`]: centipawns and mates |
//! | `instant.rs` | what time it is, also on wasm |
//! | `clock.rs`, `limits.rs` | [`Clock`] and [`Limits`]: how long and how far |
//! | `control.rs` | [`Control`]: how a search is stopped |
//! | `report.rs` | [`Report`], [`Answer`], [`Listener`]: what a search finds |
//! | `options.rs` | [`Choice`]: what can be set |
//! | `bot.rs` | [`Bot`]: whatever plays |
//! | `running.rs` | [`Running`]: a search as a value |
//! | `analysis.rs` | [`Analyst`] and [`Analysis`]: what is best in a position, for sites and tools |
//! | `evaluator.rs`, `evaluation/` | [`Evaluator`]: whatever judges positions, and four that do |
//! | `engine.rs` | [`Engine`]: a search with an evaluation |
//! | `machine.rs` | what this machine has: threads and memory |
//! | `ordering.rs`, `histories.rs` | [`Ordering`]: which move comes first; [`Histories`], which learn it |
//! | `pruning.rs` | [`Pruning`]: what is left out |
//! | `time_manager.rs` | [`TimeManager`]: how long to think |
//! | `transposition_table.rs` | [`TranspositionTable`] and [`HashTable`]: what is remembered |
//! | `correction.rs` | what evaluations are wrong by |
//! | `search/` | the search itself |
//! | `bench.rs` | a fixed search whose number of nodes is its signature |
//! | `text.rs` | text of others, made safe to show |
//! | `tournament/` | [`tournament`]: matches, bots and programs against each other |
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
mod text;
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
pub use ordering::{Cutoff, Line, Ordering, placed};
pub use pruning::{FullWidth, Pruning, Selective};
pub use report::{Answer, Bound, Listener, Report};
pub use running::Running;
pub use score::Score;
pub use time_manager::{DefaultTimeManager, Progress, TimeBudget, TimeManager};
pub use transposition_table::{Entry, HashTable, TranspositionTable};
