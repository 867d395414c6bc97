//! Generators of variants, hunted (feature `variants`).
//!
//! The hunt is that of chess. Variants change what is asked, and the names of the rules that an answer breaks.

// | file | what it is |
// |---|---|
// | `position.rs` | a position of any variant: its text, its counts, how it becomes simpler |
// | `judged.rs` | the rules that a wrong answer breaks |
// | `rule.rs`, `aftermath.rs` | the rule that a wrong move breaks, in one position and after a move |
// | `chess.rs`, `shape.rs` | the rules of chess, asked about a position of a variant; moves as suspects write them |
// | `agenda.rs`, `random.rs` | what is asked: edges of the rules (`edges.txt`), positions of random games |

mod aftermath;
mod agenda;
mod chess;
mod judged;
mod position;
mod random;
mod rule;
mod shape;

/// The option of UCI programs that chooses the variant.
pub const OPTION: &str = "UCI_Variant";

/// How many positions of random games the command asks about.
pub const GAMES: usize = 500;
