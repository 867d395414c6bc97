//! The search: alpha-beta (principal variation search, as negamax) with iterative deepening.
//!
//! ```text
//! deepening    depth 1, 2, 3 … each with an aspiration window around the last value
//!   root       the moves of the position, the best of the last depth first
//!     node     a position with depth left: prune, order, reduce, extend, search again
//!       quiescence    a position without: captures, promotions, evasions, first checks, until it is quiet
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `pace.rs` | how often a thread looks at the clock |
//! | `shared.rs` | what the threads of one search share: when to stop, how many nodes |
//! | `value.rs`, `root_move.rs` | values; what is known of the root moves |
//! | `frame.rs` | the search stack: what is known of each ply of the current line |
//! | `best.rs`, `tried.rs` | the best move of a node so far, and those that caused no cutoff |
//! | `worker.rs` | one thread's state: position, line, memory; moves played and taken back |
//! | `scoring.rs` | move ordering, as the library's move picker asks for it |
//! | `root.rs`, `node.rs`, `quiescence.rs` | the three kinds of nodes |
//! | `visit.rs` | what happens to a node, step by step, from mate distance pruning on |
//! | `node_info.rs` | what a node knows of itself before its moves, and how a pruning sees it |
//! | `tt_probe.rs`, `static_eval.rs`, `node_pruning.rs` | a node before its moves: transposition table, static evaluation, pruning of the whole node |
//! | `moves.rs`, `late_moves.rs` | its moves: searched one by one, pruned and reduced when late |
//! | `singular_extension.rs`, `move_extension.rs` | extended when singular; checks, recaptures, pawns on the seventh rank |
//! | `endgame_value.rs` | a node that endgame tables know |
//! | `update.rs` | what a node leaves behind: table entry, histories, correction |
//! | `deepening.rs`, `aspiration_window.rs` | iterative deepening, each depth with an aspiration window |
//! | `lazy_smp.rs`, `task.rs` | all threads of a search, and what each begins with |
//!
//! A node is [`Work`](philidor::search_support::Work) of the library: compiled for each level of the CPU, and entered
//! once a depth.

mod aspiration_window;
mod best;
mod deepening;
mod endgame_value;
mod frame;
mod late_moves;
pub(crate) mod lazy_smp;
mod move_extension;
mod moves;
mod node;
mod node_info;
mod node_pruning;
mod pace;
mod quiescence;
mod root;
mod root_move;
mod scoring;
mod shared;
mod singular_extension;
mod static_eval;
mod task;
mod tried;
mod tt_probe;
mod update;
pub(crate) mod value;
mod visit;
mod worker;

pub(crate) use deepening::Plan;
pub(crate) use lazy_smp::Found;
pub(crate) use root_move::RootMove;
pub(crate) use shared::Shared;
pub(crate) use task::Task;
pub(crate) use worker::ThreadData;
