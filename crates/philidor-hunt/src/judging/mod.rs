//! Judging: which rule a wrong answer breaks.
//!
//! | file | what it is |
//! |---|---|
//! | `case.rs` | a wrong count followed down to where it comes from, and what it takes to see it |
//! | `class.rs` | the classes of bugs: the rules, and their names |
//! | `verdict.rs` | the rules that a case breaks |
//! | `reason.rs` | why a move is illegal, or what is special about one that is missing |
//! | `blank.rs`, `unnamed.rs`, `ignored.rs` | lists without any move; promotions without their piece; moves that were given and not played |
//! | `memory.rs` | a tree that is wrong because of a count that is remembered |
//! | `refusal.rs` | moves that are refused; errors that only some positions give |
//! | `misread.rs` | a suspect that is wrong about everything |
//! | `unreachable.rs` | why no game reaches a position, which a suspect may refuse then |

pub(crate) mod blank;
pub(crate) mod case;
pub(crate) mod class;
pub(crate) mod ignored;
pub(crate) mod memory;
pub(crate) mod misread;
pub(crate) mod reason;
pub(crate) mod refusal;
pub(crate) mod unnamed;
pub(crate) mod unreachable;
pub(crate) mod verdict;
