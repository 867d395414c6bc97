#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
// | file | what it is |
// |---|---|
// | `bot/` | `Bot`: anything that plays, with its `Clock`, `SearchLimits`, options, `Report`s and `Score`s |
// | `evaluation/` | `Evaluator`: static evaluation, with five implementations |
// | `parts/` | the other replaceable parts: `MoveOrdering`, `Pruning`, `TimeManager`, `TranspositionTable` |
// | `mate/` | mates proved, for `go mate` |
// | `search/` | the search: iterative deepening, aspiration windows, principal variation search, quiescence |
// | `search_thread.rs` | threads with a stack that a search fits in |
// | `engine.rs` | `Engine`: all parts as a bot, on many threads (Lazy SMP) |
// | `standard.rs` | `standard`: the engine that philidor plays with, compiled once |
// | `offered_options.rs` | the options of an engine and of its parts, without clashes |
// | `strength.rs` | weaker play on purpose |
// | `analysis.rs` | `Analyst` and `Analysis`: the best lines of a position, for sites and tools |
// | `bench.rs` | a fixed search whose number of nodes is its signature |
// | `random.rs` | `Random`: numbers from a seed |
// | `instant.rs` | what time it is, also on wasm |
// | `arguments/` | what programs with an engine take from their arguments: feature `arguments` |
#![deny(missing_docs, unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod analysis;
#[cfg(feature = "arguments")]
#[doc(hidden)] // for the programs of philidor
pub mod arguments;
pub mod bench;
pub mod bot;
mod engine;
pub mod evaluation;
mod instant;
mod mate;
mod offered_options;
mod parts;
mod random;
mod search;
mod search_thread;
mod standard;
mod strength;

pub use philidor_host::{available_memory, threads_of_this_machine};

pub use analysis::{Analysis, Analyst};
pub use bot::chances::Chances;
pub use bot::clock::Clock;
pub use bot::control::Control;
pub use bot::limits::SearchLimits;
pub use bot::options::{OptionError, OptionKind, UciOption};
pub use bot::player::Bot;
pub use bot::report::{Bound, Listener, Report, SearchResult};
pub use bot::running::Running;
pub use bot::score::Score;
pub use engine::Engine;
pub use evaluation::evaluator::Evaluator;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use instant::set_clock;
pub use parts::histories::Histories;
pub use parts::ordering::{Cutoff, MoveOrdering, SearchPath, piece_to_index};
pub use parts::parameter::Parameter;
pub use parts::pruning::{FullWidth, Pruning};
pub use parts::selective::{Selective, Tunable, TunableParameter};
pub use parts::situation::{Candidate, ProbCutSearch, SingularResult, SingularSearch, Situation};
pub use parts::time_manager::{DefaultTimeManager, DepthReport, TimeBudget, TimeManager};
pub use parts::transposition_table::{Entry, HashTable, TranspositionTable};
pub use random::Random;
pub use search_thread::{spawn_search_thread, start_search_thread};
#[cfg(feature = "tables")]
pub use standard::standard_with_tables;
pub use standard::{EVALUATIONS, standard, standard_with};
