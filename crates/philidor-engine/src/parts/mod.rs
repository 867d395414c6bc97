//! The replaceable parts of an engine, apart from the evaluation: each is a trait, with the implementation that
//! philidor plays with.
//!
//! | file | what it is |
//! |---|---|
//! | `ordering.rs`, `histories.rs` | [`MoveOrdering`](crate::MoveOrdering): move ordering; [`Histories`](crate::Histories): killers, history, continuation history |
//! | `king_sight.rs` | the squares from which a quiet move gives check |
//! | `pruning.rs`, `situation.rs` | [`Pruning`](crate::Pruning): null move, futility, late move reductions and so on; what it sees of a node |
//! | `parameter.rs`, `selective.rs` | its numbers; [`Selective`](crate::Selective) with them in the code, [`Tunable`](crate::Tunable) in a table |
//! | `time_manager.rs` | [`TimeManager`](crate::TimeManager): how long to think about a move |
//! | `transposition_table.rs` | [`TranspositionTable`](crate::TranspositionTable) and [`HashTable`](crate::HashTable): what is remembered of positions |
//! | `correction.rs` | correction history: by how much evaluations are wrong |
//! | `endgame_tables.rs` | endgame tables: values of nodes, and moves at the root |
//! | `search_parts.rs` | all parts of a search as one type |

pub(crate) mod correction;
pub(crate) mod endgame_tables;
pub(crate) mod histories;
pub(crate) mod king_sight;
pub(crate) mod ordering;
pub(crate) mod parameter;
pub(crate) mod pruning;
pub(crate) mod search_parts;
pub(crate) mod selective;
pub(crate) mod situation;
pub(crate) mod time_manager;
pub(crate) mod transposition_table;
