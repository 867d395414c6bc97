//! What a command writes to, and how it looks there: `output.rs` is where answers go, `streams.rs` whether there is a
//! standard output at all, `paint.rs` the colors, `drawing.rs` a board.

pub mod drawing;
pub mod output;
pub mod paint;
pub mod streams;
