//! What programs with an engine take from their arguments, and what they answer. Feature `arguments`,
//! for the programs of philidor: other crates are promised nothing.
//!
//! ```text
//! effort.rs     how hard the engine thinks: time, depth, nodes
//! setting.rs    which evaluation, which network, how large a table
//! interrupt.rs  Ctrl-C
//! analysis/     an analysis in words and in JSON
//! movetext.rs   a line of moves as it is written
//! ```

pub mod analysis;
pub mod effort;
pub mod interrupt;
pub mod movetext;
pub mod setting;
