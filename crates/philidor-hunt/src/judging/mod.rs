//! Judging: which rule a wrong answer breaks.
//!
//! | file | what it is |
//! |---|---|
//! | `judged.rs`, `answer_notes.rs` | what depends on the rules of chess or of a variant |
//! | `case.rs` | a question with a wrong answer or none, and what it takes to see that |
//! | `class.rs` | the classes of bugs: the rules, and their names |
//! | `verdict.rs` | the rules that a case breaks |
//! | `judgment.rs` | a single answer judged, for callers that ask for themselves |
//! | `reason.rs` | why a move is illegal, or what is special about one that is missing |
//! | `no_moves.rs`, `unnamed_promotion.rs`, `move_ignored.rs` | lists without any move; promotions without their piece; moves that were given and not played |
//! | `collision.rs` | counts that are right for another move |
//! | `error_kind.rs` | what an error says, whatever squares and pieces it names |
//! | `misread.rs` | a suspect that is wrong about everything |
//! | `unreachable.rs` | why no game reaches a position, which a suspect may refuse then |

pub(crate) mod answer_notes;
pub(crate) mod case;
pub(crate) mod class;
pub(crate) mod collision;
pub(crate) mod error_kind;
pub(crate) mod judged;
pub(crate) mod judgment;
pub(crate) mod misread;
pub(crate) mod move_ignored;
pub(crate) mod no_moves;
pub(crate) mod reason;
pub(crate) mod unnamed_promotion;
pub(crate) mod unreachable;
pub(crate) mod verdict;
